"""Evidence: paths of the sample or scaled to the list, and what budgets buy by the printed total."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from sample_evidence import falling, gathered

from budgetplan.domain.plan import Budget, Values
from budgetplan.domain.prices import Prices

D = Decimal


@pytest.mark.parametrize(
    ("entry", "worth"),
    [
        ({"a": 5, "b": 5}, 5),
        ({"a": 5, "b": 4}, None),
        ({"a": 5}, None),  # the other class that is collected is worth nothing
        ({"a": 5, "b": 5, "c": 1}, None),  # a class that is not collected is worth something
        ({"a": 5, "b": 5, "c": 0}, 5),
    ],
)
def test_entries_have_a_common_worth_only_if_nothing_else_counts(entry, worth):
    values = Values({name: D(amount) for name, amount in entry.items()})
    evidence = gathered(["a", "b", "c"], {"m": falling(3)}, positive=("a", "b"), values=values)
    assert evidence.common_worth == worth


def printed_by_hand(label, score, list_size, items):
    """The printed total at 24 an hour and 90 seconds an item plus 0.40 an entry, in fractions throughout."""
    n, total = len(label), Fraction(list_size)
    place, found, before = items * Fraction(n) / total, Fraction(0), 0
    for value in sorted(set(score), reverse=True):
        tied = [letter == "y" for letter, one in zip(label, score, strict=True) if one == value]
        found += min(max(place - before, 0), len(tied)) * Fraction(sum(tied), len(tied))
        before += len(tied)
    entries = half_up(found * total / n)
    hours = Fraction(half_up(Fraction(items * 90, 3600) * 100), 100)
    cents = half_up(hours * 24 * 100) + half_up(Fraction(entries * 40))
    exact = items * Fraction(90 * 24, 3600) + found * total / n * Fraction(2, 5)
    return Fraction(cents, 100), exact


def half_up(amount):
    return int((amount + Fraction(1, 2)) // 1)


BY_THE_HOUR = Prices(currency="EUR", hourly_rate=D(24), seconds_per_item=D(90), stated=True)
WITH_ENTRIES = replace(BY_THE_HOUR, extra_per_entry=D("0.40"))


@pytest.mark.parametrize("seed", range(3))
def test_printed_totals_and_what_budgets_buy_are_those_of_fractions(seed):
    rng = np.random.default_rng(seed)
    n, size = int(rng.integers(3, 60)), int(rng.choice([10, 33, 64, 97]))
    label, score = "".join(rng.choice(["y", "n"], n)), rng.integers(0, 9, n).astype(float)
    rows = rng.permutation(n)
    label_again = "".join(label[row] for row in rows) * 2
    same = [
        gathered(label, {"m": score}, prices=WITH_ENTRIES, list_size=size),
        gathered(label_again, {"m": np.tile(score[rows], 2)}, prices=WITH_ENTRIES, list_size=size),
    ]
    totals = [printed_by_hand(label, score, size, items) for items in range(size + 1)]
    for evidence in same:
        model = evidence.models[0]
        spent = [evidence.spend(model, items) for items in range(size + 1)]
        assert spent == [printed for printed, _ in totals]
        for budget in [*spent, *(one + D("0.01") for one in spent), *(one - D("0.003") for one in spent[1:])]:
            expected = max(items for items, paid in enumerate(totals) if max(paid) <= Fraction(budget))
            assert evidence.affordable(model, Budget(budget)) == expected


def test_what_a_budget_buys_costs_no_more_exactly_or_printed():
    # 0.004 prints as 0.00, but nothing is bought for nothing; 13 at 0.4 yen are 5.2, printed as 5.
    said = (
        (Prices(per_item=D("0.004"), stated=True), 300, {"0": 0, "0.004": 1, "0.01": 2, "1.2": 300}),
        (Prices(per_item=D("0.4"), minor_digits=0, stated=True), 50, {"4": 10, "5": 12, "6": 15}),
    )
    for prices, size, buys in said:
        evidence = gathered("yn", {"m": falling(2)}, prices=prices, list_size=size)
        bought = {budget: evidence.affordable(evidence.models[0], Budget(D(budget))) for budget in buys}
        assert bought == buys


@pytest.mark.parametrize(
    ("price", "size"),
    # Up to a million million in all, beyond which a plan is refused.
    [("0.04", 10**9), ("999", 10**9), ("9999999", 10**4), ("0.0000017", 10**9)],
)
def test_budgets_buy_from_lists_of_any_size_at_any_price(size, price):
    prices = Prices(per_item=D(price), stated=True, fixed={"F": D(7)})
    evidence = gathered("ynyyn" * 4, {"m": falling(20)}, prices=prices, list_size=size)
    (model,) = evidence.models
    for items in (1, 999, size // 3, size):
        budget = max(D(price) * items + 7, evidence.spend(model, items))
        bought = evidence.affordable(model, Budget(budget))
        paid = max(D(price) * bought + 7, evidence.spend(model, bought))
        assert bought >= items
        assert paid <= budget
        assert bought == size or max(D(price) * (bought + 1) + 7, evidence.spend(model, bought + 1)) > budget
