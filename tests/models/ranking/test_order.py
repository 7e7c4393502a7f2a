"""The order of the queue: ties, extreme values, and the same numbers on every machine."""

import json
import os
import subprocess
import sys
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.core import path
from budgetplan.core.path import make_path, rank

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


@pytest.mark.parametrize("score", [-np.inf, -1.0, -0.0, 0.0, 0.3, np.inf])
def test_one_item(score):
    ranking = rank(np.array([score]), np.array([3.0]))
    assert (ranking.order.tolist(), ranking.ends.tolist()) == ([0], [1])


def test_zeros_tie_and_infinities_stand_at_the_ends():
    ranking = rank(np.array([0.0, -np.inf, -0.0, np.inf, -5e-324]))
    assert ranking.order.tolist() == [3, 0, 2, 4, 1]
    assert ranking.ends.tolist() == [1, 3, 4, 5]


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
