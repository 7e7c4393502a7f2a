"""An awkward plan: weights 1 and 3, five groups, a model that costs, contingency, overheads, checks."""

from __future__ import annotations

from random import Random

from rows import rows_of

from budgetplan.api import Solved
from budgetplan.settings.build import read_plan

PLAN = rows_of(__file__)["plan"]


def world(folder, entry="", extra="0", work="", words=""):
    """Weights 1 and 3, five groups, two models of which one costs, contingency, overheads, checks."""
    rng, rows = Random(5), ["item,gold,a,b,weight,text"]
    for place in range(700):
        yes = rng.random() < 0.3
        gold = ("yes" if yes else "no") if place < 300 else ""
        a, b = (rng.gauss(1.2 * yes, 1) for _ in "ab")
        rows.append(f"i{place},{gold},{a:.2f},{b:.3f},{1 + 2 * (place % 3 == 0)},t{place % 5}")
    (folder / "t.csv").write_text("\n".join(rows))
    path = folder / "plan.toml"
    path.write_text(PLAN.format(entry=entry, extra=extra, work=work, words=words))
    return str(path)


def plan_of(path, **flags):
    return Solved(read_plan(path, {key.replace("__", "."): value for key, value in flags.items()})).solution
