"""The joint plan as a workflow: rows without a label are the list, and progress is told."""

from __future__ import annotations

from budgetplan.settings.build import read_plan
from budgetplan.workflows.joint import JointWorkflow

ROWS = "id,gold,split,p:a,p:b\n" + "".join(
    f"{n},{'' if n % 8 == 7 else 'ab'[n % 2]},{'test' if n % 4 else 'validation'},{0.9 - n / 100},{0.1 + n / 100}\n"
    for n in range(40)
)


def plan_of(folder, more=""):
    (folder / "t.csv").write_text(ROWS, encoding="utf-8")
    (folder / "plan.toml").write_text(
        f'[table]\nfile = "t.csv"\nlabel = "gold"\n[[models]]\nname = "m"\nprobabilities = "p"\n[answers]\nerror_weight = 2\n{more}',
        encoding="utf-8",
    )
    return read_plan(str(folder / "plan.toml"), {})


def test_rows_without_a_label_are_the_list_and_progress_is_told(tmp_path):
    more = '[cost]\nper_item = "1"\ncurrency = "EUR"\n[goal]\nbudget = "3"\n[sure]\nresamples = 20\n'
    flow, told = JointWorkflow(), []
    plan = plan_of(tmp_path, "worth_of_right_answer = 1\n" + more)
    data = flow.read(plan, {})
    solution = flow.solve(plan, data, lambda *step: told.append(step))
    assert flow.excluded(data, solution) == ()
    assert told[0] == ("resampling", 0, 1)
    assert told[-1][1] <= told[-1][2] == 1
