"""What is recommended where a model and people share the items."""

from __future__ import annotations

from joint_report_world import planned

from budgetplan.planning.joint.recommendation import recommend


def test_it_is_the_plan_of_the_report():
    joint = planned()
    said, option = recommend(joint), joint.option
    assert (said.model, said.spend, said.net) == (joint.chosen.name, option.applied.spend, option.net)
    assert (said.answered_alone, said.wrong, said.reviewed, said.left) == (
        option.accepted, option.wrong, option.reviewed, option.left,
    )  # fmt: skip
    assert (said.items, said.net_unit) == (joint.total, "money")
