"""What workflows share in which models answer."""

from __future__ import annotations

from workflow_world import plan_of

from budgetplan.report.display import without_tags
from budgetplan.workflows import JOINT


def test_models_are_named_with_the_columns_they_stand_in(tmp_path):
    from budgetplan.dataset.predicted import read_classified

    plan = plan_of(tmp_path)
    source = JOINT.source(plan, read_classified(plan))
    assert [without_tags(one) for one in source.models] == ["m (p)"]
    assert source.split == "test"
    assert source.inputs == (plan.table, *source.inputs[1:])
