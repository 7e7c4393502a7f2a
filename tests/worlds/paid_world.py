"""Who answers for a price in worlds of models and people, beside one model of which half of the unsure answers are wrong."""

from __future__ import annotations

from joint_report_world import GOOD, Paid

from budgetplan.domain.items import AmongPeople

ALL = Paid("llm", ((40, True, None),))
"""Right about everything, at five cents each: what the model is sure of is not worth that."""
PART = Paid("llm", ((35, True, None), (5, None, None)))
"""It gives no answer where the model is wrong."""
THREE = Paid("llm", ((30, True, 2.0), (5, True, 1.0), (5, False, 0.0)), levels=("low", "medium", "high"))
AMONG = Paid("llm", ALL.test, people=AmongPeople(20, 30, 24, 50, 45))
WRONG = Paid("llm", ((40, False, None),))


def one(paid, **said):
    return {"models": (GOOD,), "asked": (paid,), **said}


DEARER = Paid("llm", ALL.test, price="0.45")
DEAR = Paid("llm", ALL.test, price="0.90")
DATED = Paid("llm", ALL.test, priced_on="2026-11-01")
OWN = one(PART, listed=GOOD.test * 10, budget="30")
SAID_OF_LIST = ((300, True, None), (100, None, None))
