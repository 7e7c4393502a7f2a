"""Places in a list and how far labelled items stand from its middle: worked cases, laws, and how often it alarms."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from budgetplan.core import places as module
from budgetplan.core.path import rank
from budgetplan.core.places import UNLIKE, alike_in_groups, design_effect, farthest, places


def shift(score, listed, count=None, **how):
    """Return how far scores of labelled items are from those of a list."""
    return module.shift(places(score, listed, count), places(listed, listed, count), count=count, **how)


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=30), st.lists(st.integers(0, 4), min_size=30, max_size=30))
def test_a_list_whose_order_is_known_has_the_same_places(listed, count):
    score, count = np.array(listed, dtype=float), np.array(count[: len(listed)], dtype=float)
    score[score == -3], count[0] = -np.inf, max(count[0], 1)
    for held in (None, count):
        known = places(score, score, held, rank(score).order)
        assert known.tolist() == places(score, score, held).tolist()


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=30), st.lists(st.integers(0, 4), min_size=30, max_size=30))
def test_a_row_that_stands_for_several_items_is_so_many_rows(listed, count):
    score, count = np.array(listed, dtype=float), np.array(count[: len(listed)], dtype=float)
    count[0] = max(count[0], 1)
    each = np.repeat(score, count.astype(int))
    at = np.arange(-4.0, 5.0)
    assert places(at, score, count) == pytest.approx(places(at, each))
    assert shift(at, score, count=count) == pytest.approx(shift(at, each))


def test_far_is_how_far_by_hand():
    """Three of a list of nine, in its two highest places and its middle: by the sums of the definition."""
    listed = np.arange(9.0)
    every = stats.norm.ppf((np.arange(9) + 1) / 10)
    weight = np.array([3.0, 1, 1])

    def apart(of):
        own, other = of(every[[4, 7, 8]]), of(every)
        return (weight @ own / 5 - other.mean()) / (other.std() * np.sqrt((9 + 1 + 1) / 25 + 1 / 9))

    found = shift(np.array([4.0, 7, 8]), listed, weight=weight)
    assert found == pytest.approx(farthest([apart(np.asarray), apart(np.abs)]))


def test_items_from_both_ends_of_an_order_are_no_sample_of_it():
    listed = np.arange(1000.0)
    assert shift(np.concatenate([listed[:40], listed[-40:]]), listed) > UNLIKE
    assert shift(listed[480:520], listed) > UNLIKE


@pytest.mark.parametrize("case", ["same", "turned", "doubled", "monotone"])
def test_what_is_no_difference_moves_nothing(case):
    rng = np.random.default_rng(3)
    own, listed = rng.normal(0.4, 1, 60), rng.normal(0, 1, 300)
    far = shift(own, listed)
    if case == "same":
        assert shift(listed, listed) == pytest.approx(0, abs=1e-9)
    elif case == "turned":
        assert shift(-own, -listed) == pytest.approx(far)
    elif case == "doubled":
        assert shift(own, listed, weight=np.full(60, 7.0)) == pytest.approx(far)
    else:
        assert shift(np.exp(own), np.exp(listed)) == pytest.approx(far)


def test_a_list_of_one_score_is_like_items_that_have_it_and_no_others():
    assert shift(np.ones(4), np.ones(9)) == 0
    assert shift(np.full(20, 2.0), np.ones(90)) > UNLIKE


@pytest.mark.parametrize(("groups", "drawn"), [(None, 80), (200, 20), (60, 5)], ids=["items", "texts", "few texts"])
def test_samples_of_a_list_are_hardly_ever_called_unlike(groups, drawn):
    """Texts whose items stand together: without the design effect one sample of four or more would be called unlike."""
    rng, far = np.random.default_rng(1), []
    for _ in range(600):
        if groups is None:
            listed = rng.normal(size=1000)
            far.append(shift(rng.choice(listed, drawn, replace=False), listed))
            continue
        listed = rng.normal(size=(groups, 1)) + 0.7 * rng.normal(size=(groups, 8))
        own = listed[rng.choice(groups, drawn, replace=False)].ravel()
        far.append(shift(own, listed.ravel(), group=np.repeat(np.arange(drawn), 8)))
    assert np.mean(np.array(far) > UNLIKE) <= 0.01
    assert 0.02 < np.mean(np.array(far) > 2) < 0.08


def test_a_list_that_stands_elsewhere_is_called_unlike():
    rng = np.random.default_rng(2)
    found = [shift(rng.normal(0.5, 1, 100), rng.normal(0, 1, 1000)) > UNLIKE for _ in range(100)]
    assert np.mean(found) > 0.85


def test_items_of_one_text_that_say_the_same_count_as_few():
    residual = np.repeat([1.0, -1.0] * 50, 5)
    group = np.repeat(np.arange(100), 5)
    # A mean product of 1, drawn to a half as by ten groups: (100 + 5) / 110.
    assert alike_in_groups(residual, group) == pytest.approx(105 / 110)
    assert design_effect(residual, group) == pytest.approx(1 + 105 / 110 * 4)
    assert design_effect(residual, np.arange(500)) == 1
    assert design_effect(residual, None) == 1


@pytest.mark.parametrize("n", [1, 2, 5, 40])
def test_the_farthest_of_many_is_no_rarer_than_one_alone(n):
    """As often beyond 2 among many as one is; of one itself."""
    far = np.random.default_rng(n).normal(size=(20_000, n))
    beyond = np.mean([farthest(row.tolist()) > 2 for row in far])
    assert beyond == pytest.approx(2 * stats.norm.sf(2), abs=0.006)
    assert farthest([50.0] * n) == pytest.approx(50.0, abs=0.2)
