"""What is recommended where a model and people share the items."""

from __future__ import annotations

from defer_world import Model
from joint_report_world import MONEY, planned

from budgetplan.domain.doubt import SERIOUS, DoubtKind
from budgetplan.planning.joint.recommendation import doubts_of_plan, recommend


def test_it_is_the_plan_of_the_report():
    joint = planned()
    said, option = recommend(joint), joint.option
    assert (said.model, said.spend, said.net) == (joint.chosen.name, option.applied.spend, option.net)
    assert (said.answered_alone, said.wrong, said.reviewed, said.left) == (
        option.accepted, option.wrong, option.reviewed, option.left,
    )  # fmt: skip
    assert (said.items, said.net_unit) == (joint.total, "money")


def test_a_plan_that_the_model_alone_beats_where_it_is_judged_is_doubtful():
    """Of 400 validation items 50 unsure ones are wrong, and the budget pays for these; of the test items 200 are unsure.

    150 keep no label, which is worse than a wrong one.
    """
    worths = MONEY | {"abstain": "-5"}
    learnt = ((350, True, 0.9), (50, False, 0.6))
    changed = Model("m", ((200, True, 0.9), (200, True, 0.6)), learnt)
    joint = planned(models=(changed,), budget="25", resamples=200, worths=worths)
    assert joint.option.applied.reviewed == 50
    [doubt] = doubts_of_plan(joint)
    assert (doubt.kind, doubt.n, doubt.names) == (DoubtKind.BEATEN, 400, ("machine",))
    assert doubt.kind in SERIOUS
    # As on validation items, nobody alone is better.
    alike = planned(models=(Model("m", learnt, learnt),), budget="25", resamples=200, worths=worths)
    assert not doubts_of_plan(alike)


def test_people_alone_beat_a_plan_whose_sure_answers_turn_out_wrong():
    sure, unsure = 0.9, (100, False, 0.6)
    changed = Model("m", ((300, False, sure), unsure), ((300, True, sure), unsure))
    joint = planned(models=(changed,), budget="500", resamples=200)
    assert [one.names for one in doubts_of_plan(joint)] == [("people",)]
