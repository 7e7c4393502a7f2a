"""A small plan of one classifier, some of whose rows have no label."""

from __future__ import annotations

from budgetplan.settings.build import read_plan

ROWS = "id,gold,split,p:a,p:b\n" + "".join(
    f"{n},{'' if n % 8 == 7 else 'ab'[n % 2]},{'test' if n % 4 else 'validation'},{0.9 - n % 40 / 100},{0.1 + n % 40 / 100}\n"
    for n in range(80)
)


def plan_of(folder, more=""):
    (folder / "t.csv").write_text(ROWS, encoding="utf-8")
    (folder / "plan.toml").write_text(
        f'[table]\nfile = "t.csv"\nlabel = "gold"\n[[models]]\nname = "m"\nprobabilities = "p"\n[answers]\nerror_weight = 2\n{more}',
        encoding="utf-8",
    )
    return read_plan(str(folder / "plan.toml"), {})
