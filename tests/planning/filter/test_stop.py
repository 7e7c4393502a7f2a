"""Where to stop: options, steps, and what would move the stop, on curves made by hand."""

from decimal import Decimal

import numpy as np
import pytest
from sample_evidence import falling, gathered, read_by_hand
from scipy import stats

from budgetplan.domain.decision import Estimate, StopChoice
from budgetplan.domain.plan import Values
from budgetplan.domain.prices import Prices
from budgetplan.evidence import noise
from budgetplan.planning.filter import stop
from budgetplan.planning.filter.parts import part_tables

D = Decimal
WORTH = Values({"yes": D(3)})
SHARES = [0, 0.25, 0.5, 0.75, 1]


def four(**said):
    """Four items at 1 each, the first two of them entries."""
    return gathered("yynn", {"m": falling(4)}, **said)


def test_an_option_says_what_its_items_give():
    prices = Prices(per_item=D(2), seconds_per_item=D(1800), hourly_rate=D(2), fixed={"F": D(4)}, stated=True)
    evidence = gathered("yynnn ", {"m": falling(6)}, prices=prices, values=WORTH, list_size=50)
    one = stop.option(evidence, evidence.models[0], 15, None, None)
    assert (one.model, one.items, one.share, one.recall) == ("m", 15, 0.3, 0.75)
    # 15 items at 2, 7.5 hours at 2, 4 to start.
    assert one.spend == 30 + 15 + 4
    assert one.hours == 7.5
    assert one.found == Estimate(15.0)
    assert one.cost_per_entry == Estimate(49 / 15)
    assert one.net == Estimate(45 - 49)


def test_an_option_with_resamples_prints_the_mean_net_value():
    evidence = four(values=WORTH)
    found, net = Estimate(2.0, 1.05, 2.0), np.array([1.0, 4.0, 4.0])
    one = stop.option(evidence, evidence.models[0], 2, found, net)
    assert one.found is found
    assert one.net.value == 3
    assert one.cost_per_entry == Estimate(1.0, 1.0, 2 / one.found.low)


def test_an_option_without_worths_times_or_entries_leaves_them_out():
    evidence = gathered("nn", {"m": [2, 1]})
    one = stop.option(evidence, evidence.models[0], 1, None, None)
    assert (one.net, one.hours, one.recall, one.cost_per_entry) == (None, None, None, None)


def test_an_option_inside_a_tie_has_a_best_and_a_worst_case():
    evidence = gathered("yynn", {"m": [1, 1, 1, 1]})
    one = stop.option(evidence, evidence.models[0], 3, None, None)
    assert (one.found.value, one.found_worst, one.found_best) == (1.5, 1, 2)


def test_a_step_brings_the_difference_of_its_ends():
    evidence = four(values=WORTH)
    (model,) = evidence.models
    plain = stop.step(evidence, model, None, 1, 3)
    assert (plain.items, plain.new, plain.cost, plain.net) == (2, Estimate(1.0), 2, Estimate(1.0))
    assert plain.cost_per_entry == Estimate(2.0)
    read = read_by_hand(evidence, {"m": [[0, 1, 1, 2, 2], [0, 0, 1, 2, 2]]}, SHARES)
    noisy = stop.step(evidence, model, read, 1, 3)
    # One of two items: the exact interval of a half of two is wider than the resamples' 1.025 to 1.975.
    exact = stats.binomtest(1, 2).proportion_ci(0.95, "exact")
    assert (noisy.new.low, noisy.new.high) == pytest.approx((2 * exact.low, 1.975))
    # The net value allows for as many fewer, at 3 each.
    fewer = 1.025 - 2 * exact.low
    assert (noisy.net.low, noisy.net.high) == pytest.approx((3.075 - 2 - 3 * fewer, 5.925 - 2))
    assert stop.step(evidence, model, read, 3, 3) is None
    assert stop.step(four(), four().models[0], None, 1, 3).net is None


@pytest.mark.parametrize(
    ("following", "ends"),
    # A tenth of the list is 8 items; those that bring nine tenths of its entries are at most a quarter of it.
    [("yynnnnnn", 10), ("ynynnnnn", None), ("ynnnnnnn", None), ("nnnnnnnn", None)],
)
def test_where_the_first_few_of_a_tranche_bring_nearly_all_of_it_they_end_the_lump(following, ends):
    labels = "y" * 8 + following + "n" * 64
    evidence = gathered(labels, {"m": [-place for place in range(80)]})
    assert stop.lump_end(evidence, evidence.models[0], 8) == ends
    assert stop.lump_end(evidence, evidence.models[0], 80) is None


def test_the_first_step_pays_the_fixed_costs():
    evidence = gathered("yn", {"m": [2, 1]}, prices=Prices(per_item=D(1), fixed={"F": D(9)}, stated=True))
    assert stop.step(evidence, evidence.models[0], None, 0, 1).cost == 10
    assert stop.step(evidence, evidence.models[0], None, 1, 2).cost == 1


def test_the_worths_between_which_a_stop_stays():
    # The second with falling yields 0, 2, 13/6, 14/6, 2.5; on average 0, 18/12, 25/12, 26/12, 27/12 at 0 to 4 items:
    # steps cost 2/3, 12/7, 12 and 12 an entry.
    found = [[0, 1, 2, 2, 2], [0, 2, 2, 2, 2.5]]
    evidence = four(values=WORTH)
    read = read_by_hand(evidence, {"m": found}, SHARES)
    (model,) = evidence.models
    ends = [stop.switching_values(evidence, read, model, items, 4) for items in (0, 1, 2, 4)]
    assert [(one.low, one.high) for one in ends] == [
        (0, pytest.approx(2 / 3)),
        (pytest.approx(2 / 3), pytest.approx(12 / 7)),
        (pytest.approx(12 / 7), pytest.approx(12)),
        (pytest.approx(12), None),
    ]
    assert stop.switching_values(evidence, read, model, 3, 4) is None  # never the best place
    # A budget for two items leaves nothing beyond them.
    assert stop.switching_values(evidence, read, model, 2, 2).high is None


@pytest.mark.parametrize(
    "values",
    [
        None,
        Values({"yes": D(3)}, error={"*": D("0.1")}),
        Values({"yes": D(3)}, left_out={"yes": D(-1)}),
        Values({"yes": D(3), "no": D(1)}),
    ],
)
def test_without_a_single_worth_there_is_none_to_move(values):
    evidence = four(values=values)
    read = read_by_hand(evidence, {"m": [[0, 1, 2, 2, 2]]}, SHARES)
    assert stop.switching_values(evidence, read, evidence.models[0], 2, 4) is None


def test_a_class_without_worth_is_no_single_worth():
    # Two classes are collected, and one of them is worth nothing.
    evidence = gathered(["a", "b", "c"], {"m": falling(3)}, positive=("a", "b"), values=Values({"a": D(3)}))
    read = read_by_hand(evidence, {"m": [[0, 1, 2, 2]]}, [0, 1 / 3, 2 / 3, 1])
    assert stop.switching_values(evidence, read, evidence.models[0], 2, 3) is None


def test_expected_entries_that_dip_at_the_end_of_the_list_leave_the_worths_as_they_are():
    evidence = four(values=WORTH)
    shares, model = [0.0, 0.25, 0.5, 0.75, 1.0], evidence.models[0]
    straight = read_by_hand(evidence, {"m": [[0, 2, 2, 2, 2]]}, shares)
    dips = read_by_hand(evidence, {"m": [[0, 2] + [2 - 1e-9] * 3]}, shares)
    found = [stop.switching_values(evidence, dips, model, items, 4) for items in (0, 1, 4)]
    assert found == [stop.switching_values(evidence, straight, model, items, 4) for items in (0, 1, 4)]
    # One item at 1 finds two entries: worth it from half of 1 each.
    assert (found[0].high, found[1].low, found[1].high, found[2]) == (0.5, 0.5, None, None)


def test_choices_by_worth_are_the_hull():
    # Entries at 1, 2, 5; 1 to start and 1 an item: 3 / 2 an entry for two, then 3 for the third.
    prices = Prices(per_item=D(1), fixed={"F": D(1)}, stated=True)
    evidence = gathered("yynnyn", {"m": falling(6)}, prices=prices)
    (model,) = evidence.models
    assert stop.choices_by_worth(evidence, model, 6) == (
        StopChoice(0, D(0), 0.0, 0.0, 1.5),
        StopChoice(2, D("3.00"), 2.0, 1.5, 3.0),
        StopChoice(5, D("6.00"), 3.0, 3.0, None),
    )
    # Cut at what a budget buys: 4 items hold no third entry.
    assert [one.items for one in stop.choices_by_worth(evidence, model, 4)] == [0, 2]


def test_choices_inside_a_tie_end_where_the_budget_does():
    evidence = gathered("yyyynn", {"m": [2, 2, 2, 2, 1, 1]})
    assert stop.choices_by_worth(evidence, evidence.models[0], 3) == (
        StopChoice(0, D(0), 0.0, 0.0, 1.0),
        StopChoice(3, D("3.00"), 3.0, 1.0, None),
    )


def test_the_interval_of_the_best_stop():
    evidence = four(values=WORTH)
    found = [[0, 1, 1, 1, 1]] * 2 + [[0, 0, 2, 2, 2]] * 37 + [[0, 1, 2, 3, 3]] * 2
    read = read_by_hand(evidence, {"m": found}, SHARES)
    # Of 41 best stops 1, 1, 2 ... 2, 3, 3, a fortieth from each end is the second.
    assert stop.stop_interval(read, evidence.models[0], 4) == pytest.approx((1, 3))
    assert stop.stop_interval(read, evidence.models[0], 2) == pytest.approx((1, 2))


def test_stops_are_refined_item_by_item_around_the_best():
    evidence = gathered("y" * 40 + "n" * 60, {"m": falling(100)}, values=WORTH)
    # Best at 40 of the stops 0, 20, 40, 60, 100.
    read = read_by_hand(evidence, {"m": [[0, 20, 40, 40, 40]]}, [0, 0.2, 0.4, 0.6, 1])
    items = stop.refined_shares(evidence, read, evidence.models[0], 100) * 100
    assert items.round(9).tolist() == [0, *range(20, 61), 100]
    cut = stop.refined_shares(evidence, read, evidence.models[0], 50) * 100
    assert cut.round(9).tolist() == [0, *range(20, 51), 60, 100]
    # What the budget buys lies below the best stop: around the last one that it pays for.
    low = stop.refined_shares(evidence, read, evidence.models[0], 30) * 100
    assert low.round(9).tolist() == [*range(31), 40, 60, 100]


def test_wide_stretches_are_refined_evenly():
    evidence = gathered("yn", {"m": [2, 1]}, list_size=100_000, values=WORTH)
    read = read_by_hand(evidence, {"m": [[0, 50_000, 50_000]]}, [0, 0.5, 1])
    shares = stop.refined_shares(evidence, read, evidence.models[0], 100_000)
    assert len(shares) == stop.FINEST + 1  # those of the grid stay: 1/2 is no step of the finer one
    assert (shares[0], shares[-1]) == (0, 1)


@pytest.mark.parametrize("n", [12, 14, 15, 23, 30])
@pytest.mark.parametrize("size", [100, 999, 1000, 10**9])
def test_a_step_that_brings_nothing_brings_exactly_nothing(n, size):
    # All entries come first, so the next step from there brings none: not 7e-15 of one at a million million each.
    for entries in range(1, n):
        evidence = gathered(
            "y" * entries + "n" * (n - entries), {"m": falling(n)}, list_size=size, resamples=20
        )
        (model,) = evidence.models
        start = -(-entries * size // n)
        if start >= size:
            continue
        shares = np.array([0.0, start / size, 1.0])
        read = noise.draw(evidence, [model], shares)
        for drawn in (None, read):
            one = stop.step(evidence, model, drawn, start, size)
            assert (one.new.value, one.cost_per_entry) == (0, None)
        assert one.new.low == 0


def test_a_part_that_brings_nothing_has_no_price_of_an_entry():
    for entries in range(1, 15):
        evidence = gathered(
            "y" * entries + "n" * (15 - entries), {"m": falling(15)}, list_size=1000, resamples=20
        )
        (model,) = evidence.models
        table = part_tables(evidence, noise.draw(evidence, [model], noise.grid(evidence)))["m"]
        for new, per in zip(table.new, table.cost_per_entry, strict=True):
            assert new.value == 0 or new.value > 1e-3
            assert (per is None) == (new.value == 0)
            assert new.low == 0 or new.low > 1e-3
            assert new.high > 1e-3
