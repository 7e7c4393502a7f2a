"""The joint plan as a workflow: rows without a label are the list, and progress is told."""

from __future__ import annotations

from workflow_world import plan_of

from budgetplan.workflows import JOINT


def test_rows_without_a_label_are_the_list_and_progress_is_told(tmp_path):
    more = '[cost]\nper_item = "1"\ncurrency = "EUR"\n[goal]\nbudget = "3"\n[sure]\nresamples = 40\n'
    flow, told = JOINT, []
    plan = plan_of(tmp_path, "worth_of_right_answer = 1\n" + more)
    data = flow.read(plan, {})
    solution = flow.solve(plan, data, lambda *step: told.append(step))
    assert flow.excluded(data, solution) == ()
    assert told[0] == ("resampling", 0, 1)
    assert told[-1][1] <= told[-1][2] == 1
