"""What the labelled items cost, hold and are worth, one by one."""

from decimal import Decimal

import numpy as np
from sample_evidence import items_of

from budgetplan.domain.plan import Columns, Plan, Values
from budgetplan.domain.prices import MICRO, Prices
from budgetplan.lists.evidence import item_measures

D = Decimal


def test_an_item_costs_its_price_and_an_entry_more_and_is_worth_what_its_class_is():
    plan = Plan(
        "t.csv",
        Columns("gold"),
        ("yes",),
        (),
        prices=Prices(per_item=D(2), extra_per_entry=D("0.5"), stated=True),
        values=Values({"yes": D(6)}, left_out={"yes": D(-1)}),
    )
    items = items_of(["yes", "no", ""])
    known, measures = item_measures(plan, items)
    assert (known / MICRO).tolist() == [2, 2]
    assert (measures["cost"] / MICRO).tolist() == [2.5, 2]
    assert measures["positives"].tolist() == [1, 0]
    assert measures["value"].tolist() == [7, 0]
    assert measures["left"].tolist() == [-1, 0]
    assert all(np.count_nonzero(measures[name]) == 0 for name in ("seconds", "units", "listed"))
