"""The selective classifier as a workflow: rows without a label."""

from __future__ import annotations

from workflow_world import plan_of

from budgetplan.workflows import DEFER


def test_rows_without_a_label_are_the_list_where_something_is_said_of_them(tmp_path):
    plan, flow = plan_of(tmp_path, "[sure]\nresamples = 40\n"), DEFER
    data = flow.read(plan, {})
    solution = flow.solve(plan, data, lambda *_: None)
    assert solution.alone.is_list
    assert len(data.excluded) == 10
    assert flow.excluded(data, solution) == ()
