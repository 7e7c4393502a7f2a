"""What workflows share in which models answer."""

from __future__ import annotations

from budgetplan.settings.build import read_plan
from budgetplan.workflows.answers import source_of_answers

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


def test_models_are_named_with_the_columns_they_stand_in(tmp_path):
    from budgetplan.dataset.predicted import read_classified

    plan = plan_of(tmp_path)
    source = source_of_answers(plan, read_classified(plan))
    assert source.models == "m (p)"
    assert source.split == "test"
    assert source.inputs == (plan.table, *source.inputs[1:])
