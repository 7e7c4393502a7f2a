"""Prices and worths that differ in everything they can differ in, for arithmetic by hand."""

from __future__ import annotations

AWKWARD = """per_item = "0.70"
annotators = 2
adjudicated_share = 0.25
adjudication = "0.40"
extra_per_entry = "0.30"
fixed.guidelines = "3"
contingency = 0.10
indirect = 0.20
"""
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
