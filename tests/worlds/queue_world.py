"""A small list with its queue, for the tests of what follows a plan."""

from decimal import Decimal

import numpy as np

from budgetplan.domain.plan import Columns, ModelSpec, Plan, Values
from budgetplan.domain.prices import Prices
from budgetplan.domain.review import Band, Course, Manifest, TailSample
from budgetplan.queues.packets import draw_queue, unreviewed

LABELS = ("idiom", "literal")


def course(n=40, review=12, answered=0):
    """Return what a plan does with n items: x000 is the last of the order, the first ``answered`` rows are answered."""
    ids = tuple(f"x{number:03d}" for number in range(n))
    rows = np.arange(n)
    score = rows / n
    queue = rows[answered:][::-1].copy()
    places = np.arange(0.0, n + 1)
    return Course(
        model="m",
        order_by="score",
        ids=ids,
        queue=queue,
        review=review,
        answered=rows[:answered],
        answers=("literal",) * answered,
        score=score,
        rate=score**2,
        known_cost=np.full(n, 500_000.0),
        sizes={"seconds": np.full(n, 30.0), "units": np.zeros(n), "listed": np.zeros(n)},
        band=Band(places, places * 0.5, places * 0.3, places * 0.7),
    )


KNOWN = ([f"k{number:02d}" for number in range(9)], ["idiom", "literal", "literal"] * 3)
"""Labelled items."""


def drawn(made=None, *, tail=6, control=3, packet=5, seed=1):
    return draw_queue(made or course(), KNOWN, tail_sample=tail, n_control=control, packet=packet, seed=seed)


def plan(**changes):
    """Return the plan behind the queue: 0.50 a review, an entry is worth 4."""
    said = {
        "table": "list.csv",
        "columns": Columns("gold", id="item_id"),
        "positive": ("idiom",),
        "models": (ModelSpec("m", "p"),),
        "prices": Prices(currency="EUR", per_item=Decimal("0.50"), stated=True),
        "values": Values({"idiom": Decimal(4)}),
    }
    return Plan(**said | changes)


def manifest(items=None, made=None, **changes):
    """Return the manifest of the queue."""
    made, items = made or course(), items if items is not None else drawn(made)
    n_tail = int((items.role == 1).sum())
    said = {
        "identifier": "BP-1",
        "workflow": "filter",
        "model": "m",
        "order_by": "score",
        "model_cost": Decimal(0),
        "seed": 1,
        "table_sha256": "abc",
        "n_list": made.n_items,
        "review": made.review,
        "tail": TailSample(n_tail, len(unreviewed(made))),
        "tool": "csv",
        "packets": (),
        "id_column": "item_id",
        "label_column": "gold",
        "text_column": "",
        "labels": LABELS,
        "positive": ("idiom",),
        "items": items,
        "band": made.band,
        "corrections": made.corrections,
        "recipe": {},
    }
    return Manifest(**said | changes)
