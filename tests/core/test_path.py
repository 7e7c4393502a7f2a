"""The path along an order: its ties, its sums, what a budget buys and a target needs, and the area under a curve."""

import json
import math
import os
import subprocess
import sys
from fractions import Fraction
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu
from sklearn.metrics import roc_auc_score

from budgetplan.core import path
from budgetplan.core.path import (
    Path,
    Ranking,
    Reach,
    affordable_items,
    auc,
    auc_by_chance,
    is_whole,
    items_for_target,
    make_path,
    rank,
    tie_extremes,
)

# --- The order of the queue: ties, extreme values, and the same numbers on every machine
EXTREMES = [0.0, -0.0, 5e-324, -5e-324, 1e-300, 1e308, -1e308, np.inf, -np.inf, 0.1, 0.1 + 2**-54, -3.5, 7.0]

any_score = st.one_of(st.floats(allow_nan=False), st.sampled_from(EXTREMES))

short_score = st.integers(-20, 120).map(lambda whole: whole / 100)

near_score = st.integers(0, 3).map(lambda ulps: 0.7 + ulps * 2**-53)

scores = st.one_of(*(st.lists(one, min_size=1, max_size=60) for one in (any_score, short_score, near_score)))

seeds = st.integers(0, 2**32 - 1)

MACHINES = [
    "",
    "AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL",
    "AVX2 FMA3",
    "X86_V4 AVX512_ICL",
    "X86_V3 X86_V4 AVX512_ICL",
]


def naive(score, cost):
    """Order by Python's own sort; groups by comparing neighbours."""
    rows = sorted(range(len(score)), key=lambda row: (-score[row], cost[row], row))
    keys = [(score[row], cost[row]) for row in rows]
    ends = [place + 1 for place in range(len(rows)) if place + 1 == len(rows) or keys[place] != keys[place + 1]]
    return rows, ends


def costs_like(score, seed):
    rng = np.random.default_rng(seed)
    return rng.choice([0.0, 1.0, 40_000.0, 41_000.0, 2.0**40], len(score))


def same_path(one, other):
    assert one.items.tolist() == other.items.tolist()
    for name, sums in one.sums.items():
        assert sums.tolist() == other.sums[name].tolist()


@pytest.mark.parametrize("widest", [path.WIDEST, 0])
@given(scores, seeds)
def test_rank_is_the_naive_order(widest, score, seed):
    """Whether scores, prices and rows fit into one number or not."""
    cost = costs_like(score, seed)
    with patch.object(path, "WIDEST", widest):
        ranking, without = rank(np.array(score), cost), rank(np.array(score))
    assert (ranking.order.tolist(), ranking.ends.tolist()) == naive(score, cost)
    assert (without.order.tolist(), without.ends.tolist()) == naive(score, np.zeros(len(score)))


def test_scores_and_costs_that_agree_in_their_first_digits_stay_apart():
    rng = np.random.default_rng(5)
    score = 0.7 + rng.integers(0, 9, 3000) * 2.0**-53
    score[:3] = -1e308, 1e308, 5e-324
    cost = 1e6 + rng.integers(0, 9, 3000) * 2.0**-33
    cost[:3] = 0.0, 1e300, 5e-324
    ranking = rank(score, cost)
    assert (ranking.order.tolist(), ranking.ends.tolist()) == naive(score.tolist(), cost.tolist())


@given(scores, seeds)
def test_order_of_rows_changes_no_path(score, seed):
    score, cost = np.array(score), costs_like(score, seed)
    rng = np.random.default_rng(seed)
    measures = {"cost": cost, "positives": rng.integers(0, 2, len(score)).astype(float)}
    rows = rng.permutation(len(score))
    moved = {name: amount[rows] for name, amount in measures.items()}
    same_path(make_path(rank(score, cost), None, measures), make_path(rank(score[rows], cost[rows]), None, moved))


@given(st.lists(st.integers(-1000, 1000), min_size=1, max_size=60), seeds)
def test_increasing_transform_of_scores_changes_nothing(whole, seed):
    cost = costs_like(whole, seed)
    ranking = rank(np.array(whole, dtype=float), cost)
    for transform in (lambda s: s / 8192, lambda s: s**3 * 1e280, np.exp, lambda s: np.arctan(s) * 5e-310):
        other = (
            rank(transform(np.array(whole, dtype=float)), cost)
            if transform is not np.exp
            else rank(np.exp(np.array(whole) / 100), cost)
        )
        assert ranking.order.tolist() == other.order.tolist()
        assert ranking.ends.tolist() == other.ends.tolist()


@given(scores, seeds)
def test_duplicated_items_double_the_path(score, seed):
    score, cost = np.array(score), costs_like(score, seed)
    once = make_path(rank(score, cost), None, {"cost": cost})
    twice = np.tile(cost, 2)
    double = make_path(rank(np.tile(score, 2), twice), None, {"cost": twice})
    assert (2 * once.items).tolist() == double.items.tolist()
    assert (2 * once.sums["cost"]).tolist() == double.sums["cost"].tolist()


def test_results_are_read_only():
    ranking = rank(np.array([0.5, 0.25]))
    made = make_path(ranking, None, {"positives": np.ones(2)})
    for array in (ranking.order, ranking.ends, made.items, made.sums["positives"]):
        assert not array.flags.writeable


PROGRAM = """
import hashlib, json, warnings
warnings.simplefilter("ignore")
import numpy as np
from budgetplan.core.path import rank
from budgetplan.core.path import make_path
rng = np.random.default_rng(1)
digest = hashlib.sha256()
for n in (9, 1000, 40_000):
    score, cost = np.round(rng.random(n), 2), rng.integers(1, 4, n) * 1000.0
    positive = (rng.random(n) < 0.2) * 1.0
    ranking = rank(score, cost)
    path = make_path(ranking, None, {"cost": cost, "positives": positive})
    for array in (ranking.order, ranking.ends, path.items, *path.sums.values()):
        digest.update(np.ascontiguousarray(array).tobytes())
print(json.dumps(digest.hexdigest()))
"""


def test_numbers_do_not_depend_on_the_processor():
    digests = set()
    for features in MACHINES:
        # numpy refuses to start where it is asked to leave out what its build takes for granted.
        run = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "NPY_DISABLE_CPU_FEATURES": features},
        )
        if run.returncode == 0:
            digests.add(json.loads(run.stdout))
        else:
            assert "NPY_DISABLE_CPU_FEATURES" in run.stderr
    assert len(digests) == 1


# --- The path: sums at the ends of tie groups, straight between them
# Order 3, 1, then 0 and 4 tied, then 2.
RANKING = Ranking(order=np.array([3, 1, 0, 4, 2]), ends=np.array([1, 2, 4, 5]))

COST = np.array([4.0, 7.0, 1.0, 2.0, 6.0])

FOUND = np.array([1.0, 0.0, 0.0, 1.0, 0.0])


def test_sums_stand_at_the_ends_of_tie_groups():
    path = make_path(RANKING, None, {"cost": COST, "positives": FOUND})
    # Costs in order: 2, 7, (4, 6), 1. Positives: yes, no, (yes, no), no.
    assert path.items.tolist() == [0, 1, 2, 4, 5]
    assert path.sums["cost"].tolist() == [0, 2, 9, 19, 20]
    assert path.sums["positives"].tolist() == [0, 1, 1, 2, 2]
    assert path.n_items == 5
    assert path.total("cost") == 20


def test_a_weight_counts_items_and_amounts():
    weight = np.array([2.0, 1.0, 0.0, 3.0, 0.5])
    path = make_path(RANKING, weight, {"cost": COST, "positives": FOUND})
    # Weights in order: 3, 1, (2, 0.5), 0. Costs: 6, 7, (8 + 3), 0.
    assert path.items.tolist() == [0, 3, 4, 6.5, 6.5]
    assert path.sums["cost"].tolist() == [0, 6, 13, 24, 24]
    assert path.sums["positives"].tolist() == [0, 3, 3, 5, 5]


def test_a_path_runs_straight_inside_a_tie_group():
    # Two of the four items are positive and nothing says which: after k of them k / 2 are expected.
    tied = make_path(Ranking(np.arange(4), np.array([4])), None, {"positives": np.array([0.0, 1, 0, 1])})
    assert tied.read("positives", [0, 1, 2.5, 4]).tolist() == [0, 0.5, 1.25, 2]


@pytest.mark.parametrize("long", [5_000, 0])
def test_reading_keeps_the_shape_asked_for_and_stops_at_the_ends(long, monkeypatch):
    monkeypatch.setattr("budgetplan.core.path.LONG", long)
    path = make_path(RANKING, None, {"cost": COST})
    assert path.read("cost", 3).shape == ()
    assert path.read("cost", [[1, 3], [5, 99]]).tolist() == [[2, 14], [20, 20]]
    assert path.read("cost", -1) == 0


def test_sums_of_whole_amounts_are_exact():
    # Float sums of a third of a million times 0.1 currency units drift; millionths do not.
    cost = np.full(300_001, 100_000.0)
    path = make_path(Ranking(np.arange(300_001), np.arange(1, 300_002)), None, {"cost": cost})
    assert path.sums["cost"].tolist() == [100_000 * m for m in range(300_002)]
    # The same where amounts differ, and are whole numbers of millionths.
    tenths = make_path(Ranking(np.arange(30), np.arange(1, 31)), None, {"cost": np.tile([0.1, 0.2, 0.3], 10)})
    assert tenths.sums["cost"][::3].tolist() == [round(0.6 * m, 1) for m in range(11)]


def test_making_a_path_leaves_the_amounts_alone():
    cost, weight = COST.copy(), np.ones(5)
    make_path(RANKING, weight, {"cost": cost})
    make_path(RANKING, None, {"cost": cost})
    assert cost.tolist() == COST.tolist()


# --- What bills read off a path: sums as by hand in fractions, whatever the order and the weights


def by_hand(score, amount, weight, place):
    """The sum over the first ``place`` of the weight, equal scores in proportion."""
    total, before = Fraction(0), Fraction(0)
    for value in sorted(set(score), reverse=True):
        tied = [row for row, one in enumerate(score) if one == value]
        inside = sum(weight[row] for row in tied)
        if inside:
            share = min(max(place - before, 0), inside) / inside
            total += share * sum(weight[row] * amount[row] for row in tied)
        before += inside
    return total


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("weights", [None, (0, 1, 2), ("0.1", "0.7", "1.25"), ("0", "12345.678", "0.000001")])
@pytest.mark.parametrize("size", [10**12, 1])
def test_sums_are_those_of_fractions(seed, weights, size):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 25))
    score = rng.integers(0, 7, n).astype(float)
    weight = [Fraction(1)] * n
    if weights is not None:
        weight = [Fraction(weights[one]) for one in rng.integers(0, len(weights), n)]
    weight[0] = weight[0] or Fraction(1)
    amount = [Fraction(int(one) * size, 8) for one in rng.integers(0, 30, n)]
    floats = None if weights is None else np.array([float(one) for one in weight])
    path = make_path(rank(score), floats, {"units": np.array([float(one) for one in amount])})
    total = sum(weight)
    stops = [int(total * k // 9) for k in range(10)]
    expected = [float(by_hand(score, amount, weight, stop)) for stop in stops]
    largest = max(expected[-1], 1.0)
    assert path.billed("units", stops).tolist() == pytest.approx(expected, rel=1e-15, abs=largest * 6e-12 + 6e-7)


def test_half_a_hundredth_is_one_however_rows_were_added_up():
    for rows in range(2, 300):
        weight = np.full(rows, 330 / rows)
        path = make_path(rank(np.arange(float(rows))), weight, {"hours": np.full(rows, 0.025)})
        assert path.billed("hours", [33]).tolist() == [0.825]


def test_decimals_add_up_exactly():
    amount = np.tile([0.1, 0.2, 0.000001, 7.25], 250_000)
    path = make_path(rank(np.arange(1e6)), None, {"units": amount})
    assert path.total("units") == 1_887_500.25
    assert path.billed("units", [500_000, 10**6]).tolist() == [943_750.125, 1_887_500.25]


def test_whole_sums_are_whole_numbers_of_any_size():
    path = Path(np.array([0.0, 2.0]), {"listed": np.array([0.0, 6e15])})
    assert path.billed("listed", [1, 2]).tolist() == [3 * 10**15, 6 * 10**15]
    assert path.billed("listed", [1]).dtype == np.int64


# --- What a budget buys and what a target needs: checked against trying every whole number of items


def groups_path(groups):
    """A path of tie groups, each (size, cost of the group, positives in the group)."""
    sums = np.cumsum(np.array([(0, 0, 0), *groups], dtype=float), axis=0)
    return Path(sums[:, 0], {"cost": sums[:, 1], "positives": sums[:, 2]})


def expected_after(groups, items, column):
    """An exact sum after so many items: whole groups, and a proportional part of the one they end in."""
    total = Fraction(0)
    for group in groups:
        inside = min(items, group[0])
        total += Fraction(inside * group[column], group[0])
        items -= inside
    return total


group = st.integers(1, 20).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, 90), st.integers(0, size)))

some_groups = st.lists(group, min_size=1, max_size=6)


def tried(groups, limit, column=1):
    """The greatest number of items within the limit, by trying all of them."""
    n = sum(size for size, *_ in groups)
    return max(m for m in range(n + 1) if expected_after(groups, m, column) <= limit)


@given(some_groups, st.integers(0, 300))
def test_affordable_is_the_greatest_of_all_tried(groups, limit):
    assert affordable_items(groups_path(groups), limit) == tried(groups, limit)


@given(some_groups)
def test_every_number_of_items_is_bought_by_what_it_costs(groups):
    path = groups_path(groups)
    costs = [expected_after(groups, items, 1) for items in range(int(path.n_items) + 1)]
    for cost in {cost for cost in costs if cost.denominator == 1}:
        most = max(items for items, other in enumerate(costs) if other <= cost)
        assert affordable_items(path, float(cost)) == most


@pytest.mark.parametrize("price", [40_000, 70_000, 100_000])
def test_a_budget_for_exactly_so_many_items_buys_them(price):
    # In floats, 57 % of such budgets at 0.04 an item buy one item less.
    path = groups_path([(1, price, 0)] * 1000)
    for items in range(1001):
        assert affordable_items(path, items * price) == items
        assert affordable_items(path, items * price - 1) == max(items - 1, 0)


def test_amounts_that_are_not_whole_have_a_slack():
    # 0.1 added up a hundred times is 9.99999999999998.
    path = make_path(Ranking(np.arange(100), np.arange(1, 101)), None, {"cost": np.full(100, 0.1)})
    assert [affordable_items(path, items / 10) for items in range(101)] == list(range(101))
    assert affordable_items(path, 3.0999) == 30


def test_weights_that_are_not_whole_have_a_slack():
    # Ten rows of weight 0.7 are 7 items, though their sum in floats is 6.999999999999999 or so.
    path = make_path(Ranking(np.arange(10), np.arange(1, 11)), np.full(10, 0.7), {"cost": np.full(10, 1_000_000.0)})
    assert affordable_items(path, 7_000_000) == 7
    assert affordable_items(path, 2_000_000) == 2
    assert affordable_items(path, 1_990_000) == 1


def test_limits_of_nothing_and_more_than_all():
    path = groups_path([(2, 0, 1), (3, 6, 0)])
    assert affordable_items(path, -1) == 0
    assert affordable_items(path, 0) == 2  # what is free is reviewed without a budget
    assert affordable_items(path, 1e12) == 5


def test_items_can_be_the_limit_themselves():
    path = groups_path([(2, 5, 1), (3, 6, 0)])
    assert [affordable_items(path, limit, "items") for limit in (0, 1, 3.7, 5, 9)] == [0, 1, 3, 5, 5]


def test_other_measures_can_be_the_limit():
    assert affordable_items(groups_path([(1, 5, 0), (1, 5, 1), (2, 9, 1)]), 1, "positives") == 2


@given(some_groups, st.integers(0, 40))
def test_target_is_the_least_of_all_tried(groups, target):
    path = groups_path(groups)
    n = int(path.n_items)
    enough = [m for m in range(n + 1) if expected_after(groups, m, 2) >= target]
    reach = items_for_target(path, target)
    assert (None if reach is None else reach.items) == (min(enough) if enough else None)


@given(some_groups, st.integers(0, 40))
def test_worst_case_of_a_target_puts_positives_last_in_their_group(groups, target):
    path = groups_path(groups)
    row = [label for size, _, found in groups for label in [0] * (size - found) + [1] * found]
    worst = [m for m in range(len(row) + 1) if sum(row[:m]) >= target]
    reach = items_for_target(path, target)
    assert (None if reach is None else reach.worst_items) == (min(worst) if worst else None)


def test_targets_have_a_slack_of_the_last_digits():
    # Ten entries of weight 0.1 are one entry, though their sum in floats is 0.9999999999999999.
    tenths = make_path(Ranking(np.arange(10), np.arange(1, 11)), np.full(10, 0.1), {"positives": np.ones(10)})
    assert tenths.total("positives") < 1
    assert items_for_target(tenths, 1) == Reach(1, 1)
    assert items_for_target(tenths, 1 + 1e-9) is None


@given(some_groups, st.data())
def test_extremes_are_those_of_the_best_and_worst_order(groups, data):
    path = groups_path(groups)
    items = data.draw(st.integers(0, int(path.n_items)))
    worst = [label for size, _, found in groups for label in [0] * (size - found) + [1] * found]
    best = [label for size, _, found in groups for label in [1] * found + [0] * (size - found)]
    assert tie_extremes(path, items) == (sum(worst[:items]), sum(best[:items]))


def test_extremes_at_the_end_of_a_group_are_what_is_found():
    path = groups_path([(2, 0, 1), (3, 0, 2)])
    assert tie_extremes(path, 2) == (1, 1)
    assert tie_extremes(path, 99) == (3, 3)


def test_whole_numbers_are_recognised():
    assert is_whole(np.array([0.0, -3.0, 2.0**60]), np.array([1.0]))
    assert not is_whole(np.array([1.0]), np.array([1.0, 0.5]))


def one_by_one(n):
    """Items in the order of their numbers, none tied."""
    return Ranking(np.arange(n), np.arange(1, n + 1))


def test_targets_are_counted_in_whole_items_of_the_list():
    # Three entries of weight 0.5: the list of 1.5 holds one item, and that finds one of the 1.5 entries.
    halves = make_path(one_by_one(3), np.full(3, 0.5), {"positives": np.ones(3)})
    assert items_for_target(halves, 1) == Reach(1, 1)
    assert items_for_target(halves, 1.2) is None
    # In the worst order a tie needs no more than the whole list either.
    tied = make_path(Ranking(np.arange(3), np.array([3])), np.full(3, 0.9), {"positives": np.array([1.0, 0, 0])})
    assert items_for_target(tied, 0.6) == Reach(2, 2)
    whole = make_path(one_by_one(7), np.full(7, 10 / 7), {"positives": np.ones(7)})
    assert items_for_target(whole, 10) == Reach(10, 10)


# --- The area under the ROC curve: scikit-learn's and scipy's numbers, and laws


@pytest.mark.parametrize("decimals", [0, 1, 6])
@pytest.mark.parametrize("weighted", [False, True])
def test_auc_is_that_of_scikit_learn(decimals, weighted):
    rng = np.random.default_rng(3)
    for _ in range(20):
        positive, weight = rng.random(60) < 0.3, rng.uniform(0, 3, 60) if weighted else None
        score = np.round(rng.normal(positive * 0.7), decimals)
        theirs = roc_auc_score(positive, score, sample_weight=weight)
        assert auc(score, positive, weight) == pytest.approx(theirs, abs=1e-12)


def test_auc_of_one_kind_is_unknown():
    assert math.isnan(auc(np.array([1.0, 2.0]), np.array([True, True])))
    assert math.isnan(auc(np.array([1.0, 2.0]), np.array([False, False])))
    assert math.isnan(auc(np.array([1.0, 2.0]), np.array([False, True]), np.array([1.0, 0.0])))
    assert auc(np.array([-np.inf, np.inf]), np.array([False, True])) == 1


def test_the_error_by_chance_is_that_of_scipys_test():
    # Without ties and without correction, scipy's z is (U - n m / 2) / (n m error).
    score, positive = (np.array([0.1, 0.9, 0.4, 0.8, 0.3, 0.7, 0.2]), np.array([1, 1, 0, 1, 0, 0, 0], dtype=bool))
    p = mannwhitneyu(score[positive], score[~positive], method="asymptotic", use_continuity=False).pvalue
    z = abs(auc(score, positive) - 0.5) / auc_by_chance(3, 4)
    assert math.erfc(z / math.sqrt(2)) == pytest.approx(p, abs=1e-12)
