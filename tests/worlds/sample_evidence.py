"""Small evidence made by hand: labels, scores and prices in, paths out."""

from __future__ import annotations

from decimal import Decimal

import numpy as np

from budgetplan.domain.items import UNLABELLED, Items, ModelOutput
from budgetplan.domain.plan import Columns, ModelSpec, Plan
from budgetplan.domain.prices import Prices
from budgetplan.lists.evidence import gather

ONE_EURO = Prices(currency="EUR", per_item=Decimal(1), stated=True)


def items_of(label, *, weight=None, group=None, units=None, listed=None, stratum=None, answers=()):
    """Items i0001, i0002 ... with these labels ("" where nobody gave one)."""
    classes = tuple(sorted({name for name in label if name}))
    codes = [classes.index(name) if name else UNLABELLED for name in label]
    groups = () if group is None else tuple(sorted(set(group)))
    return Items(
        ids=tuple(f"i{place + 1:04d}" for place in range(len(label))),
        classes=classes,
        label=np.array(codes, dtype=np.int64),
        weight=None if weight is None else np.array(weight, dtype=float),
        group=None if group is None else np.array([groups.index(name) for name in group], dtype=np.int64),
        groups=groups,
        units=None if units is None else np.array(units, dtype=float),
        listed_cost=None if listed is None else np.array(listed, dtype=float),
        stratum=None if stratum is None else np.array(stratum, dtype=np.int64),
        answers=answers,
    )


def gathered(label, scores, *, costs=None, cuts=None, columns=None, **said):
    """Evidence of models given as name -> scores; ``said`` goes into the plan.

    A label string such as "yny" stands for yes, no, yes; a space for an item without a label.
    """
    if isinstance(label, str):
        label = [{"y": "yes", "n": "no", " ": ""}[letter] for letter in label]
    costs, cuts = costs or {}, cuts or {}
    # What holds of single models is tested on them alone; the mixture has tests of its own.
    said = {"positive": ("yes",), "prices": ONE_EURO, "resamples": 0, "mixture": False} | said
    plan = Plan(
        table="items.csv", columns=Columns(label="gold"), models=tuple(ModelSpec(name, name) for name in scores), **said
    )
    outputs = [
        ModelOutput(name, np.array(score, dtype=float), cut=cuts.get(name), cost=float(costs.get(name, 0)))
        for name, score in scores.items()
    ]
    return gather(plan, items_of(label, **(columns or {})), outputs)


def falling(n):
    """Scores that put the items into the order of their ids."""
    return np.arange(n, 0, -1) / n
