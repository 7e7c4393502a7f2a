"""The selective classifier as a workflow: rows without a label."""

from __future__ import annotations

from budgetplan.settings.build import read_plan
from budgetplan.workflows.defer import DeferWorkflow

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


def test_rows_without_a_label_are_the_list_where_something_is_said_of_them(tmp_path):
    plan, flow = plan_of(tmp_path, "[sure]\nresamples = 20\n"), DeferWorkflow()
    data = flow.read(plan, {})
    solution = flow.solve(plan, data, lambda *_: None)
    assert solution.own_list is not None
    assert len(data.excluded) == 5
    assert flow.excluded(data, solution) == ()
