"""How far a review is, by hand."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from progress_world import gone

from budgetplan.domain.plan import Budget, Quota
from budgetplan.domain.prices import Prices
from budgetplan.work.standing import ReviewState, expected_beyond


def test_counts_money_and_what_the_plan_expected():
    standing = gone(100, 40, found=(1, 2, 3, 30), judged=20, tail=10, tail_found=1, tail_judged=5)
    part = standing.reviewed
    assert (part.of, part.judged, part.settled, part.found) == (40, 20, 20, 3)
    tail = standing.parts["tail sample"]
    assert (tail.of, tail.judged, tail.found) == (10, 5, 1)
    assert standing.found == 4
    assert standing.spent == Decimal("12.50")
    expected = standing.expected
    assert (expected.value, expected.low, expected.high) == pytest.approx((10, 6, 14))
    assert standing.below_plan
    assert not standing.above_plan


@pytest.mark.parametrize(
    ("budget", "judged", "over", "lacking"),
    # 0.50 each: 20 reviews in the queue and 10 random ones, 15.00 in all.
    [
        ("15", 10, "0", "0"),
        ("14", 10, "0", "1"),
        ("6", 20, "4", "5"),
        ("10", 20, "0", "5"),
        ("5", 10, "0", "10"),
    ],
)
def test_what_the_budget_lacks_for_all_that_is_in_the_queue(budget, judged, over, lacking):
    standing = gone(100, 20, judged=judged, tail=10, tail_judged=0, budget=Budget(Decimal(budget)))
    assert (standing.over_budget, standing.lacking) == (Decimal(over), Decimal(lacking))
    assert standing.budget_left == max(Decimal(budget) - Decimal(judged) / 2, 0)


def test_how_often_people_differ_from_the_model():
    # It says literal of everything: what is found to be an idiom is corrected. Half of 20 were expected.
    said = {"found": (1, 2, 3, 30), "judged": 20, "tail": 10, "tail_found": 4, "tail_judged": 5}
    # All of the sixty others are answered by the model: five random ones of them were judged.
    found = gone(100, 40, answers="literal", alone=60, **said).corrected
    assert (found.of, found.differ, found.expected, found.random, found.random_differ) == (20, 3, 10.0, 5, 4)
    other = gone(100, 40, answers="idiom", alone=60, **said).corrected
    assert (other.differ, other.random_differ) == (17, 1)
    # Of items that are left without a label the model's answer is not kept: whether it is wrong there is no matter.
    left = gone(100, 40, answers="literal", **said).corrected
    assert (left.random, left.random_differ) == (0, 0)
    both = gone(100, 40, answers="literal", alone=30, **(said | {"tail_judged": 10, "tail_found": 10}))
    tail = both.rows("tail sample")
    assert 0 < both.corrected.random == int((tail & (both.manifest.items.rank == 0)).sum()) < 10
    assert both.corrected.random_differ == both.corrected.random
    # A class that nobody judges by is never people's label.
    assert gone(100, 40, answers="never", **said).corrected.differ == 20
    assert gone(100, 40, **said).corrected is None
    assert gone(100, 40, answers="literal", judged=0).corrected is None


def test_fixed_costs_extra_prices_and_overheads_are_paid_as_in_the_plan():
    prices = Prices(
        currency="EUR",
        per_item=Decimal("0.50"),
        extra_per_entry=Decimal(1),
        fixed={"guidelines": Decimal(100)},
        indirect=Decimal("0.10"),
        stated=True,
    )
    standing = gone(100, 40, found=(1, 2), judged=20, prices=prices)
    assert standing.spent == Decimal("1.1") * (100 + 10 + 2)
    nothing = gone(100, 40, judged=0, prices=prices)
    assert nothing.spent == 0


@pytest.mark.parametrize(
    ("budget", "left"),
    [(Budget(Decimal(30)), "20"), (Budget(Decimal(30), "items"), "10"), (Budget(Decimal(5)), "0")],
)
def test_what_is_left_of_a_budget(budget, left):
    assert gone(100, 40, judged=20, budget=budget).budget_left == Decimal(left)


def test_hours_are_those_of_the_items_judged():
    standing = gone(100, 40, judged=24, budget=Budget(Decimal(1), "hours"))
    assert standing.budget_left == pytest.approx(Decimal(1) - Decimal(24 * 30) / 3600)


def test_judgements_beyond_those_planned_are_paid_and_fewer_are_no_saving():
    """Twenty items by two people where one was planned cost twice as much; a settled label may hold several."""
    state = gone(100, 40, found=(1,), judged=20)
    assert state.spent == Decimal("10.00")
    back = state.returned
    double = replace(
        back,
        item=np.tile(back.item, 2),
        said=np.tile(back.said, 2),
        annotator=np.repeat([0, 1], 20),
        seconds=np.tile(back.seconds, 2),
        annotators=("anna", "ben"),
        last=np.ones(40, dtype=bool),
    )
    assert ReviewState(state.plan, state.manifest, double).spent == Decimal("20.00")
    twice = replace(state.plan, prices=replace(state.plan.prices, annotators=Decimal(2)))
    assert ReviewState(twice, state.manifest, double).spent == ReviewState(twice, state.manifest, back).spent


def test_spent_and_left_are_the_budget_and_entries_to_come_are_paid_too():
    # 1/3 of a minute at 20 an hour: hours are billed to the hundredth, so that what is printed differs from what is exact.
    prices = Prices(
        currency="EUR",
        hourly_rate=Decimal(20),
        seconds_per_item=Decimal(20),
        extra_per_entry=Decimal(3),
        stated=True,
    )
    for judged in (7, 11, 20):
        state = gone(100, 40, found=(1, 2), judged=judged, prices=prices, budget=Budget(Decimal(30)))
        timed = replace(state.manifest.items, seconds=np.full(100, 20.0))
        state = ReviewState(state.plan, replace(state.manifest, items=timed), state.returned)
        assert state.spent + state.budget_left == 30
        coming = float(timed.rate[(timed.role == 0) & (timed.rank > judged)].sum())
        least = 40 * 20 * 20 / 3600 + 3 * (2 + coming) - 30
        assert float(state.lacking) == pytest.approx(
            max(least, 0), abs=1.7
        )  # entries are billed by the whole one
    assert state.lacking > 0


def test_entries_of_each_stratum_are_counted_against_what_is_wanted_of_it():
    state = gone(40, 12, found=(1, 2, 5, 6), tail=0)
    names = np.where(state.manifest.items.rank % 2 == 1, "Czech", "Latvian")
    one = replace(state.manifest, items=replace(state.manifest.items, stratum=tuple(names.tolist())))
    plan = replace(state.plan, quota=Quota("language", 3, {"Latvian": 7}))
    assert ReviewState(plan, one, state.returned).quotas == {"Czech": (2, 3), "Latvian": (2, 7)}
    assert ReviewState(state.plan, one, state.returned).quotas == {}


def test_after_the_stop_the_plan_expects_what_the_whole_list_holds_beyond_it():
    """The band of the world rises by half an entry an item: 28 items after the stop hold 14."""
    state = gone(40, 12, judged=3)
    assert expected_beyond(state.manifest) == pytest.approx(14)
