"""What a budget pays for: by hand, in money, hours and items, with everything fixed."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest

from budgetplan.core.path import Path
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import MICRO, Prices
from budgetplan.lists.evidence import whole_stops
from budgetplan.plans.bench import Purse

D = Decimal


def path(n=10, seconds=6.0, unit="money"):
    """``n`` items at 0.50."""
    items = np.arange(n + 1.0)
    cost = items * 0.5 * MICRO
    nothing = np.zeros(n + 1)
    counted = cost if unit == "money" else items
    sums = {"cost": cost, "counted": counted, "seconds": items * seconds}
    return Path(items, sums | dict.fromkeys(("units", "listed", "positives"), nothing))


MORE = {"fixed": {"training": D(1)}, "contingency": D("0.1"), "indirect": D("0.1")}
FULL = Prices(currency="EUR", per_item=D("0.50"), stated=True, **MORE)


def test_the_tariff_is_that_of_the_prices():
    """T = (F + F_model + (1 + g) C)(1 + h): four reviews, 1 + 2 + 1.1 x 2.00, times 1.1."""
    total = Purse(FULL, D(2)).tariff.total(np.array([2.0, 0.0]) * MICRO, np.array([4.0, 0.0]), np.array([0.0, 7.0]))
    assert total == pytest.approx([(1 + 2 + 1.1 * 2.0) * 1.1, 2.2])
    assert (Purse(Prices()).tariff.rate, Purse(Prices()).totals(path(), 4, used=True)) == (0, (0, 0))


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
    assert Purse(timed).totals(cut, 2, used=True)[0] == D("0.00")
    assert Purse(timed).totals(cut, 3, used=True)[0] == D("0.24")  # 0.005 hours are printed as 0.01
    assert Purse(timed).affordable(cut, Budget(D("0.23"))) == 2


def test_a_model_that_answers_alone_is_paid_for():
    purse = Purse(FULL, D(5))
    assert purse.totals(path(), 0, used=True) == (D("5.50"), D("5.50"))
    assert purse.totals(path(), 0, used=False) == (0, 0)
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


def test_calls_are_paid_from_what_the_model_leaves():
    """Of 6.60 the model takes 2.20 with overheads; calls bear them too, and no reserve."""
    purse = Purse(FULL, D(2))
    assert purse.for_calls(Budget(D("6.60"))) == pytest.approx(4_000_000)
    assert purse.for_calls(Budget(D("6.60"), covers="annotation")) == pytest.approx(6_600_000)
    assert purse.for_calls(Budget(D(7), "items")) == purse.for_calls(None) == np.inf


HALF = D("0.50")


def gaining(items, gain, price=HALF, **more):
    """A queue in which the first so many items gain so much, at one price an item."""
    prices = Prices(currency="EUR", per_item=price, stated=True, **more)
    items = np.array(items, dtype=float)
    cost = items * float(price) * MICRO
    sums = {"gain": np.array(gain, dtype=float), "cost": cost, "counted": cost}
    nothing = np.zeros(len(items))
    return Purse(prices), Path(items, sums | dict.fromkeys(("seconds", "units", "listed", "positives"), nothing))


@pytest.mark.parametrize("seed", range(10))
def test_the_best_whole_stop_lies_beside_a_bend(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 8))
    items = np.append(0, np.cumsum(rng.integers(1, 9, n) / 4))
    purse, queue = gaining(items, np.append(0, np.cumsum(rng.integers(-3, 4, n))), price=D(int(rng.integers(3))))
    most = int(items[-1])
    stop = purse.best_stop(queue, most, 1e-12)
    every = [float(queue.read("gain", m)) - float(purse.prices.per_item) * m for m in range(1, most + 1)]
    if not every:
        assert stop is None
        return
    assert stop[1] - stop[2] == pytest.approx(max(every))
    assert set(whole_stops(items, most)) <= set(range(most + 1))


def test_the_printed_total_decides_which_stop_is_best():
    """Each item costs 0.004 and gains 0.006: of seven at most, three cost 0.012, printed 0.01, six print 0.02, seven 0.03."""
    purse, queue = gaining(range(8), np.arange(8) * 0.006, price=D("0.004"))
    assert purse.best_stop(queue, 7, 1e-12) == (6, pytest.approx(0.036), pytest.approx(0.02))
    assert purse.best_stop(queue, 5, 1e-12) == (5, pytest.approx(0.03), pytest.approx(0.02))
    assert purse.best_stop(queue, 3, 1e-12) == (3, pytest.approx(0.018), pytest.approx(0.01))


def test_of_equal_stops_the_first_holds_and_noise_makes_no_item():
    purse, queue = gaining([0, 1, 2], [0, 1, 1.5])
    assert purse.best_stop(queue, 2, 1e-12)[0] == 1
    assert whole_stops(np.array([0.0, 3.2, 1999.9999999]), 2000).tolist() == [0.0, 1.0, 3.0, 4.0, 2000.0]
