"""What workflows of models that answer share: rows without a label are the list, columns are named, progress is told."""

from __future__ import annotations

from workflow_world import plan_of

from budgetplan.report.display import without_tags
from budgetplan.workflows import DEFER, JOINT, silent


def test_rows_without_a_label_are_the_list_and_progress_is_told(tmp_path):
    more = '[cost]\nper_item = "1"\ncurrency = "EUR"\n[goal]\nbudget = "3"\n[sure]\nresamples = 40\n'
    told, plan = [], plan_of(tmp_path, "worth_of_right_answer = 1\n" + more)
    data = JOINT.read(plan, {})
    solution = JOINT.solve(plan, data, lambda *step: told.append(step))
    assert JOINT.excluded(data, solution) == ()
    assert (told[0], told[-1][2]) == (("resampling", 0, 1), 1)
    assert [without_tags(model) for model in JOINT.models(plan, data)] == ["m (p)"]


def test_a_classifier_that_answers_alone_is_asked_of_rows_without_a_label(tmp_path):
    plan = plan_of(tmp_path, "[sure]\nresamples = 40\n")
    data = DEFER.read(plan, {})
    solution = DEFER.solve(plan, data, silent)
    assert solution.alone.is_list
    assert (len(data.excluded), DEFER.excluded(data, solution)) == (10, ())
