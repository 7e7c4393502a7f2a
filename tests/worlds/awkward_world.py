"""Prices and worths that differ in everything they can differ in, for arithmetic by hand."""

from __future__ import annotations

from documents_world import Model

EACH = 0.70 * 2 + 0.25 * 0.40
"""Any item, before the reserve and overheads."""
FIXED, EXTRA, RESERVE, OVERHEADS = 3.0, 0.30, 1.10, 1.20
TIMES = RESERVE * OVERHEADS
"""By what each amount of annotation is multiplied."""


PRICES = {
    "currency": "EUR",
    "per_item": "0.70",
    "annotators": "2",
    "adjudicated_share": "0.25",
    "adjudication": "0.40",
    "extra_per_entry": "0.30",
    "fixed": {"guidelines": "3"},
    "contingency": "0.10",
    "indirect": "0.20",
}
"""The same for plans that are made from arguments."""
MODEL = 7.0
"""What using a model costs, which bears overheads, and no reserve."""


def bill(items: float, entries: float, model: float = 0.0, times: float = 1.0) -> float:
    """What so many items with so many entries cost, before lines are rounded, each so many times as dear."""
    annotation = (EACH * items + EXTRA * entries) * times
    return (FIXED + model + annotation * RESERVE) * OVERHEADS if items else 0.0


LABELS = ("xx.ox.x..o" + "." * 6) * 3
PLAIN = {"currency": "EUR", "per_item": "0.70", "fixed": {"guidelines": "3"}, "indirect": "0.20"}
SIZED = {"per_unit": "0.10", "unit": "page", **PLAIN, "contingency": "0.10", "extra_per_entry": "0.30"}
TIMED = {"hourly_rate": "36", "seconds_per_item": "50", "seconds_per_unit": "5", "currency": "EUR", "annotators": "2"}
ODD = {
    "labels": LABELS,
    "models": (Model("good", 2.5, cost="7"),),
    "price": PRICES,
    "positive": ("idiom", "collocation"),
    "groups": ("abcde" * 10)[: len(LABELS)],
    "weights": tuple(3.0 if place % 3 == 1 else 1.0 for place in range(len(LABELS))),
}
"""A plan for a ranked list: weights 1 and 3, groups, two kinds of entries, a model that costs."""
AWKWARD = ODD | {"groups": "abcde" * 20, "weights": [3.0 if place % 3 == 1 else 1.0 for place in range(88)]}
AWKWARD |= {"sizes": [1 + place % 4 for place in range(88)], "budget": None, "resamples": 39}
"""The same with sizes, of labels and a list."""
TIED = Model("tied", order="aabbccdd" * 11)
TWO = {"entry": {"idiom": "9", "collocation": "5"}, "error": {"*": "0.1"}, "left_out": {"idiom": "-0.5"}}
BOTH = {"models": (Model("fair", 2.0, 4, cost="5"), Model("good", 2.5)), "mixture": True}
