"""A small plan of two models in files, and what comparing it with itself changed gives."""

from __future__ import annotations

import numpy as np
from rows import rows_of

from budgetplan.api import compare_scenarios
from budgetplan.settings.build import read_scenarios

PLAN = rows_of(__file__)["plan"]
CHEAP = '\n[[scenario]]\nname = "cheap"\ncost.per_item = "0.50"\n'
MORE = '\n[[scenario]]\nname = "more"\ngoal.budget = "60"\n'
SAME = '\n[[scenario]]\nname = "same"\n'
OTHER_SEED = '\n[[scenario]]\nname = "seed"\nsure.seed = 9\n'
TOO_SMALL = '\n[[scenario]]\nname = "small"\ngoal.budget = "2"\n'
WORTHLESS = '\n[[scenario]]\nname = "worthless"\ncost.per_item = "30.00"\n'


def write_plan(folder, more="", *, name="plan", text=PLAN, n=160):
    """Write the table and a plan, and return the plan's path."""
    rng = np.random.default_rng(5)
    loan = rng.random(n) < 0.3
    one, other = (np.round(rng.normal(loan * skill, 1.0), 3) for skill in (2.0, 1.2))
    rows = zip(range(n), np.where(loan, "loan", "native"), one, other, strict=True)
    table = "id,gold,a,b\n" + "".join(f"w{at},{gold},{x},{y}\n" for at, gold, x, y in rows)
    (folder / "words.csv").write_text(table, encoding="utf-8")
    path = folder / f"{name}.toml"
    path.write_text(text + more, encoding="utf-8")
    return str(path)


def made_of(folder, more="", flags=None, sources=None):
    """Return what comparing a plan with its scenarios makes."""
    sources = sources or [write_plan(folder, more)]
    return compare_scenarios(read_scenarios(sources, flags or {}), date="2026-01-01")
