"""What a budget pays for: by hand, in money, hours and items, with everything fixed."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest

from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import MICRO, Prices
from budgetplan.metrics.ranking.path import Path
from budgetplan.planning.joint.purse import Purse, reserved

D = Decimal


def path(n=10, seconds=6.0, unit="money"):
    """``n`` items at 0.50."""
    items = np.arange(n + 1.0)
    cost = items * 0.5 * MICRO
    nothing = np.zeros(n + 1)
    counted = cost if unit == "money" else items
    sums = {"cost": cost, "counted": counted, "seconds": items * seconds}
    return Path(items, sums | dict.fromkeys(("units", "listed", "positives"), nothing))


FULL = Prices(
    currency="EUR",
    per_item=D("0.50"),
    fixed={"training": D(1)},
    contingency=D("0.1"),
    indirect=D("0.1"),
    stated=True,
)


def test_the_tariff_is_that_of_the_prices():
    """T = (F + F_model + (1 + g) C)(1 + h): four reviews, 1 + 2 + 1.1 x 2.00, times 1.1."""
    purse = Purse.of(plan=type("P", (), {"prices": FULL})(), model_cost=2.0)
    found = purse.tariff.total(np.array(2.0 * MICRO), np.array(4.0), np.array(0.0))
    assert float(found) == pytest.approx((1 + 2 + 1.1 * 2.0) * 1.1)
    assert float(purse.tariff.total(np.array(0.0), np.array(0.0), np.array(7.0))) == pytest.approx(2.2)


def test_without_prices_nothing_is_paid():
    purse = Purse(Prices(), D(0))
    assert purse.tariff.rate == 0
    assert purse.total(path(), 4, used=True) == 0


@pytest.mark.parametrize(
    ("budget", "items"),
    [
        (None, 10),
        (Budget(D("2.99")), 3),  # 1.50 + 0.15 + 1.00, and 0.27 on it: 2.92
        (Budget(D("2.91")), 2),
        (Budget(D("1.09")), 0),  # the training alone is 1.10
        (Budget(D("2.00"), covers="annotation"), 4),
        (Budget(D(3), "items"), 3),
        (Budget(D(99), "items"), 10),
    ],
)
def test_what_a_budget_buys_by_hand(budget, items):
    purse = Purse(FULL, D(0))
    assert purse.affordable(path(unit="money" if budget is None else budget.unit), budget) == items


def test_the_printed_total_decides():
    """Two reviews take 12 seconds: 0.01 hours as printed, though 0.00333 are worked: 0.24 at 24 an hour."""
    timed = Prices(currency="EUR", hourly_rate=D(24), seconds_per_item=D(6), stated=True)
    cut = path()
    assert Purse(timed).total(cut, 2, used=True) == D("0.00")
    assert Purse(timed).total(cut, 3, used=True) == D("0.24")  # 0.005 hours are printed as 0.01
    assert Purse(timed).affordable(cut, Budget(D("0.23"))) == 2


def test_a_model_that_answers_alone_is_paid_for():
    purse = Purse(FULL, D(5))
    assert purse.total(path(), 0, used=True) == D("5.50")
    assert purse.total(path(), 0, used=False) == 0
    assert not purse.pays_model(Budget(D("5.49")))
    assert purse.pays_model(Budget(D("5.50")))
    assert purse.pays_model(Budget(D(0), covers="annotation"))
    assert purse.pays_model(None)


def test_limits_are_in_the_unit_of_the_budget():
    purse = Purse(FULL, D(2))
    # (6.60 / 1.1 - 1 - 2) / 1.1 = 2.7272...
    assert purse.limit(Budget(D("6.60"))) == 2_727_272
    assert purse.limit(Budget(D(2), "hours")) == 7200
    assert purse.limit(Budget(D(7), "items")) == 7
    assert purse.limit(None) == np.inf
    assert purse.limit(Budget(D(1))) < 0


def test_what_is_mixed_into_the_queue_is_paid_first():
    """Of 2.92, that pay for three reviews, one is a random item: two of the plan's own are left."""
    mean = {"seconds": 6.0, "units": 0.0, "listed": 0.0, "positives": 0.0}
    purse = Purse(FULL, D(0), reserved(1, mean))
    assert purse.affordable(path(), Budget(D("2.99"))) == 2
    assert purse.affordable(path(unit="items"), Budget(D(3), "items")) == 2
    assert purse.affordable(path(unit="items"), Budget(D(0), "items")) == 0
