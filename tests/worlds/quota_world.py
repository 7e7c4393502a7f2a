"""Small worlds of strata with labels in their order of review, and all that is made of them."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from rows import rows_of

from budgetplan.lists.evidence import gather
from budgetplan.plans.quota import QuotaPlan
from budgetplan.report.model import Document
from budgetplan.report.page import Framing
from budgetplan.settings.build import read_plan
from budgetplan.work.building import WorkPlan
from budgetplan.workflows import workflow_of

CZECH, LATVIAN, MALTESE = "xxx.x.x..x....", "x.x..x......", "x....x...."
STRATA = {"Czech": CZECH, "Latvian": LATVIAN}
"""Labels in the model's order: x is an entry."""

PLAN = rows_of(__file__)["plan"]


@dataclass(frozen=True)
class Told:
    """A plan with quotas, and all that is said of it."""

    plan: Any
    data: Any
    quota: QuotaPlan

    @cached_property
    def work(self) -> WorkPlan | None:
        return workflow_of(self.plan).work(self.quota)

    @cached_property
    def document(self) -> Document:
        return workflow_of(self.plan).report(self.quota, Framing("2026-01-31", "BP-1"), self.work)

    @cached_property
    def record(self) -> dict[str, Any]:
        return workflow_of(self.plan).record(self.quota, {})

    def row(self, name: str) -> Any:
        return next(row for row in self.quota.rows if row.name == name)


def other(place, n, again):
    """A score that takes two neighbours in turn, another two with every copy."""
    return 1 - ((place ^ (1 + again % 2)) + 0.5) / n - 0.0001 * again


def rows_of(strata, models, listed, times, shift):
    """Rows with an id, a stratum, a label, and scores: the second model has the order the wrong way round."""
    header = ["item", "language", "gold", *models]
    rows = []
    for name, labels in strata.items():
        n = len(labels)
        for again in range(times):
            for place, label in enumerate(labels):
                good = 1 - (place + 0.5) / n - 0.0001 * again
                said = {"good": good, "late": 1 - good, "other": other(place, n, again)}
                item = f"{name[:3]}{again:02d}-{place:02d}"
                gold = "y" if label == "x" else "n"
                rows.append([item, name, gold, *(f"{said[model]:.6f}" for model in models)])
        for again in range(listed):
            for place in range(n):
                good = 1 - (place + 0.5) / n - 0.00003 - 0.0001 * again + shift
                said = {"good": good, "late": 1 - good, "other": other(place, n, again)}
                rows.append([f"{name[:3]}L{again:02d}-{place:02d}", name, "", *(f"{said[m]:.6f}" for m in models)])
    return "\n".join(",".join(row) for row in [header, *rows]) + "\n"


SAID = {"table": "", "cost": "per_item = 1", "quota": "minimum = 8", "goal": "", "mixture": "off"}
SAID |= {"resamples": 60, "language": "en", "more": ""}


def written(folder: Path, *, strata=STRATA, models=("good",), listed=0, times=4, shift=0.0, **said) -> Path:
    """Write table and plan, and return the plan file; ``said``: as in ``SAID``."""
    assert set(said) <= set(SAID), said
    (folder / "t.csv").write_text(rows_of(dict(strata), models, listed, times, shift), encoding="utf-8")
    named = "\n".join(f'[[models]]\nname = "{name}"' for name in models)
    path = folder / "plan.toml"
    path.write_text(PLAN.format(models=named, **SAID | said), encoding="utf-8")
    return path


@cache
def _made(said: str) -> Told:
    with tempfile.TemporaryDirectory() as folder:
        plan = read_plan(str(written(Path(folder), **json.loads(said))), {})
        data = workflow_of(plan).read(plan, {})
        return Told(plan, data, QuotaPlan(plan, data.items, gather(plan, data.items, data.models)))


def world(**said: Any) -> Told:
    """Return what is made of a world; the same one is made once."""
    return _made(json.dumps(said))
