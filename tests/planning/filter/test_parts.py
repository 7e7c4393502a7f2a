"""Gain tables with intervals: by hand, and against drawing the resamples naively."""

from decimal import Decimal

import numpy as np
import pytest
from sample_evidence import falling, gathered, read_by_hand
from scipy import stats

from budgetplan.domain.decision import Estimate
from budgetplan.domain.prices import Prices
from budgetplan.evidence import noise
from budgetplan.metrics.resampling.paired import Resamples, draws
from budgetplan.planning.filter.parts import part_tables


def exact(trials):
    return stats.binomtest(0, trials).proportion_ci(0.95, "exact").high


def test_a_table_without_resampling_has_values_alone():
    prices = Prices(per_item=Decimal(3), fixed={"F": Decimal(10)}, stated=True)
    evidence = gathered("yyny", {"m": falling(4)}, prices=prices, parts=2)
    table = part_tables(evidence, None)["m"]
    assert table.new == (Estimate(2.0), Estimate(1.0))
    assert table.found == (Estimate(2.0), Estimate(3.0))
    assert table.gain == (Estimate(2 / 3), Estimate(1 / 3))
    assert table.cumulative == (Estimate(2 / 3), Estimate(1.0))
    # The first part pays what it costs to start.
    assert table.total == (16, 22)
    assert table.part_total == (16, 6)
    assert table.cost_per_entry == (Estimate(8.0), Estimate(6.0))


def test_a_list_without_entries_has_no_gain():
    evidence = gathered("nnnn", {"m": falling(4)}, parts=2, resamples=20)
    for read in (None, noise.draw(evidence, evidence.models, noise.grid(evidence))):
        table = part_tables(evidence, read)["m"]
        assert (table.gain, table.cumulative) == (None, None)
        assert table.cost_per_entry == (None, None)


def test_intervals_are_those_of_the_parts_of_each_resample():
    evidence = gathered("y" * 80 + "n" * 40 + "y" * 40, {"m": falling(160)}, parts=2)
    found = [[0, 80, 80]] * 50 + [[0, 40, 120]] * 50
    table = part_tables(evidence, read_by_hand(evidence, {"m": found}, [0, 0.5, 1]))["m"]
    assert table.found == (Estimate(80.0, 40.0, 80.0), Estimate(120.0, 80.0, 120.0))
    assert table.new == (Estimate(80.0, 40.0, 80.0), Estimate(40.0, 0.0, 80.0))
    third = pytest.approx(1 / 3)
    assert table.gain == (Estimate(2 / 3, third, 1.0), Estimate(1 / 3, 0.0, pytest.approx(2 / 3)))
    assert table.cumulative == (Estimate(2 / 3, third, 1.0), Estimate(1.0, 1.0, 1.0))
    assert table.cost_per_entry[1] == Estimate(2.0, 1.0, np.inf)


def test_resamples_without_entries_say_nothing_of_gain():
    evidence = gathered("y" * 80 + "n" * 40 + "y" * 40, {"m": falling(160)}, parts=2)
    found = [[0, 0, 0]] * 50 + [[0, 40, 160]] * 50
    table = part_tables(evidence, read_by_hand(evidence, {"m": found}, [0, 0.5, 1]))["m"]
    # In the others a quarter lies in the first part, always.
    assert table.gain[0] == Estimate(2 / 3, 0.25, 0.25)
    # All 80 were entries among the labelled items themselves.
    assert table.found[0] == Estimate(80.0, 0.0, 80.0)


def test_a_part_that_never_holds_anything_gets_the_exact_bound():
    evidence = gathered("y" * 10 + "n" * 10, {"m": falling(20)}, parts=2, resamples=0)
    read = read_by_hand(evidence, {"m": [[0, 10, 10]] * 30}, [0, 0.5, 1])
    table = part_tables(evidence, read)["m"]
    assert table.new[1] == Estimate(0.0, 0.0, pytest.approx(10 * exact(10)))
    # Ten of ten entries in the first part: never an interval of no width.
    assert table.gain == (
        Estimate(1.0, pytest.approx(1 - exact(10)), 1.0),
        Estimate(0.0, 0.0, pytest.approx(exact(10))),
    )
    assert table.cumulative[0] == Estimate(1.0, pytest.approx(1 - exact(10)), 1.0)
    assert table.cumulative[1] == Estimate(1.0, 1.0, 1.0)


def test_groups_are_what_was_seen():
    # The second half holds items of two groups.
    groups = ["a", "b", "c", "d", "e"] * 2 + ["f"] * 7 + ["g"] * 3
    evidence = gathered("y" * 10 + "n" * 10, {"m": falling(20)}, parts=2, columns={"group": groups})
    table = part_tables(evidence, read_by_hand(evidence, {"m": [[0, 10, 10]] * 30}, [0, 0.5, 1]))["m"]
    assert table.new[1].high == pytest.approx(10 * exact(2))


@pytest.mark.parametrize("count", [10, 4, 7])
def test_intervals_belong_to_the_boundaries_of_the_parts(count):
    evidence = gathered("yynynnynynn", {"m": falling(11)}, parts=count, resamples=60)
    table = part_tables(evidence, noise.draw(evidence, evidence.models, noise.grid(evidence)))["m"]
    is_entry = np.array([letter == "y" for letter in "yynynnynynn"])
    ends = np.arange(1, count + 1) * 11 / count
    items = np.union1d(np.arange(1.0, 12), ends)
    curves = []
    for weights in draws(Resamples(11, 60, evidence.plan.seed), 60):
        for row in weights:
            found = np.concatenate([[0], np.cumsum(np.repeat(is_entry, row))])
            curves.append(np.interp(items, np.arange(12), found))
    low, high = np.quantile(curves, [0.025, 0.975], axis=0)
    # So few items: no narrower than the exact interval of the rate (quantiles of the beta distribution), and
    # what fewer items are sure to hold, more hold too.
    hits = np.interp(items, np.arange(12), np.concatenate([[0], np.cumsum(is_entry)]))
    exact_low = np.nan_to_num(stats.beta.ppf(0.025, hits, items - hits + 1), nan=0.0)
    exact_high = np.nan_to_num(stats.beta.ppf(0.975, hits + 1, items - hits), nan=1.0)
    low, high = np.minimum(low, items * exact_low), np.maximum(high, items * exact_high)
    low, high = np.maximum.accumulate(low), np.minimum.accumulate(high[::-1])[::-1]
    there = np.searchsorted(items, ends - 1e-9)
    assert [one.low for one in table.found] == pytest.approx(low[there].tolist(), abs=1e-9)
    assert [one.high for one in table.found] == pytest.approx(high[there].tolist(), abs=1e-9)
