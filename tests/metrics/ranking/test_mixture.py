"""One order made of several models."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression

from budgetplan.metrics.ranking.mixture import (
    deal_folds,
    logistic_weights,
    mix,
    normal_places,
    places_in_list,
    shares_of_weight,
    without_twins,
)

FREE = {"a": 0.0, "b": 0.0, "c": 0.0}


def world(seed, n=120, groups=None):
    """Labels, three models that know something of them, and groups."""
    rng = np.random.default_rng(seed)
    positive = (rng.random(n) < 0.3).astype(float)
    scores = {
        name: positive * skill + rng.normal(size=n)
        for name, skill in zip("abc", (2.0, 1.0, 0.5), strict=True)
    }
    group = None if groups is None else np.unique(rng.integers(0, groups, n), return_inverse=True)[1]
    return scores, positive, group


def places(scores, weight=None):
    return {name: normal_places(score, weight) for name, score in scores.items()}


@pytest.mark.parametrize("seed", range(5))
def test_the_weights_are_those_of_another_program(seed):
    """C = 0.05 is a penalty of 10 on the squared weights; scikit-learn leaves the intercept free too."""
    scores, positive, _ = world(seed)
    weight = np.random.default_rng(seed).uniform(0.2, 3, len(positive))
    columns = np.column_stack(list(places(scores, weight).values()))
    theirs = LogisticRegression(C=0.05, tol=1e-12, max_iter=10_000).fit(columns, positive, weight)
    ours = logistic_weights(columns, positive, weight)
    assert ours[1:] == pytest.approx(theirs.coef_[0], abs=1e-7)
    assert ours[0] == pytest.approx(theirs.intercept_[0], abs=1e-7)


@given(st.integers(0, 10_000), st.integers(8, 60))
@settings(max_examples=30, deadline=None)
def test_only_the_order_of_each_model_counts(seed, n):
    scores, positive, _ = world(seed, n)
    fold = deal_folds(positive, None, 1)
    bent = {"a": np.exp(scores["a"]), "b": scores["b"] * 7 - 100, "c": scores["c"] ** 3}
    one, other = (mix(places(each), positive, fold, FREE) for each in (scores, bent))
    if one is None:
        assert other is None
        return
    assert one.members == other.members
    assert one.weights.tolist() == other.weights.tolist()
    assert one.out_of_fold(places(scores)).tolist() == other.out_of_fold(places(bent)).tolist()


@given(st.integers(0, 10_000))
@settings(max_examples=20, deadline=None)
def test_the_order_of_items_and_of_models_moves_nothing(seed):
    scores, positive, _ = world(seed, 50)
    fold = deal_folds(positive, None, 1)
    if fold is None:
        return
    found = mix(places(scores), positive, fold, FREE)
    turned = np.random.default_rng(seed).permutation(50)
    moved = {name: scores[name][turned] for name in "cab"}
    other = mix(places(moved), positive[turned], fold[turned], FREE)
    if found is None:
        assert other is None
        return
    assert dict(zip(found.members, found.weights, strict=True)) == dict(
        zip(other.members, other.weights, strict=True)
    )
    np.testing.assert_allclose(
        found.out_of_fold(places(scores))[turned], other.out_of_fold(places(moved)), atol=1e-11
    )


@pytest.mark.parametrize("seed", range(5))
def test_what_is_said_of_an_item_was_learnt_without_its_label(seed):
    scores, positive, group = world(seed, groups=15 if seed % 2 else None)
    fold = deal_folds(positive, group, 1)
    z = places(scores)
    before = mix(z, positive, fold, FREE)
    item = int(np.flatnonzero(positive)[0])
    changed = positive.copy()
    changed[item] = 0
    after = mix(z, changed, fold, FREE)
    assert before.members == after.members
    own = fold[item]
    assert before.fold_weights[own].tolist() == after.fold_weights[own].tolist()
    assert before.weights.tolist() != after.weights.tolist()


@pytest.mark.parametrize("seed", range(8))
def test_groups_are_dealt_whole_and_entries_evenly(seed):
    _, positive, group = world(seed, groups=40)
    fold = deal_folds(positive, group, seed)
    for each in range(group.max() + 1):
        assert len(set(fold[group == each].tolist())) == 1
    alone = deal_folds(positive, None, seed)
    entries = np.bincount(alone[positive > 0])
    items = np.bincount(alone)
    assert len(items) == 5
    assert entries.max() - entries.min() <= 1
    assert items.max() - items.min() <= 1


def test_too_few_labels_are_not_dealt():
    one_group = np.zeros(6, dtype=int)
    assert deal_folds(np.array([1.0, 1, 1, 0, 0, 0]), one_group, 1) is None
    # All entries hang together: without them there would be nothing to learn from.
    assert deal_folds(np.array([1.0, 1, 0, 0]), np.array([0, 0, 1, 2]), 1) is None
    assert deal_folds(np.array([1.0, 1, 0]), None, 1) is None
    assert mix({"a": np.zeros(3), "b": np.ones(3)}, np.array([1.0, 1, 0]), None, FREE) is None


def test_more_of_the_same_labels_are_a_weight():
    """A weight of 2 on every item moves no place; the labels count twice against the penalty."""
    scores, positive, _ = world(3, 60)
    twice = {name: np.repeat(score, 2) for name, score in scores.items()}
    z, doubled = places(scores, np.full(60, 2.0)), places(twice)
    for name in z:
        np.testing.assert_allclose(np.repeat(z[name], 2), doubled[name])
    columns, more = (np.column_stack(list(each.values())) for each in (z, doubled))
    np.testing.assert_allclose(
        logistic_weights(columns, positive, np.full(60, 2.0)),
        logistic_weights(more, np.repeat(positive, 2)),
        atol=1e-9,
    )


def test_items_without_weight_have_places_too():
    found = normal_places(np.array([3.0, 2, 1, 0]), np.array([0.0, 1, 1, 0]))
    assert np.isfinite(found).all()
    assert (np.diff(found) <= 0).all()
    assert normal_places(np.array([1.0, 2]), np.zeros(2)).tolist() == [0, 0]


def test_an_item_without_a_score_is_the_last_of_its_model():
    found = normal_places(np.array([0.3, -np.inf, 0.1, -np.inf]))
    assert found[1] == found[3] == found.min()
    assert np.isfinite(found).all()
    listed = places_in_list(np.array([-np.inf, 0.5]), np.array([-np.inf, 0.4]))
    assert np.isfinite(listed).all()
    assert listed[0] < listed[1]


def test_a_list_unlike_the_sample_is_seen_as_such():
    """All labelled items score above the list: among themselves they would look like it."""
    score = np.arange(10.0) + 100
    assert (places_in_list(score, np.arange(10.0)) > 1.6).all()
    assert abs(normal_places(score).mean()) < 1e-9


def test_rows_of_the_list_that_stand_for_several_count_as_often():
    score, listed = np.array([1.5, 2.0]), np.array([1.0, 2.0, 3.0])
    weighted = places_in_list(score, listed, np.array([2.0, 1.0, 3.0]))
    written = places_in_list(score, np.array([1.0, 1, 2, 3, 3, 3]))
    assert weighted.tolist() == written.tolist()


def test_of_models_that_rank_alike_the_cheapest_is_asked():
    z = normal_places(np.array([1.0, 2, 3]))
    assert without_twins({"a": z, "b": z}, {"a": 1.0, "b": 1.0}) == ("a",)
    assert without_twins({"a": z, "b": z.copy()}, {"a": 2.0, "b": 1.0}) == ("b",)


def test_hardly_any_weight_is_none():
    assert shares_of_weight(np.array([0.98, 0.019, 0.001])).tolist() == [1, 0, 0]
    assert shares_of_weight(np.zeros(3)).tolist() == [0, 0, 0]
    thirds = shares_of_weight(np.ones(3))
    assert thirds.tolist() == [0.333333] * 3


@pytest.mark.parametrize("n", [1, 2, 25, 26, 60, 1000])
@pytest.mark.parametrize("spread", [0.0, 0.5, 50.0])
def test_models_of_like_quality_all_stay_however_many_they_are(n, spread):
    fitted = np.random.default_rng(n).uniform(1, 1 + spread, n)
    found = shares_of_weight(fitted)
    assert found.sum() == pytest.approx(1, abs=n * 1e-6)
    assert (found > 0).all() == bool((fitted >= fitted.sum() * min(0.02, 1 / (2 * n))).all())


def test_labels_of_which_a_fold_has_all_the_weight_make_no_mixture():
    scores, positive, _ = world(3, 40)
    fold = deal_folds(positive, None, 1)
    weight = np.where((positive > 0) | (fold == 0), 1.0, 0.0)
    assert mix(places(scores), positive, fold, FREE, weight) is None
    assert mix(places(scores), positive, fold, FREE) is not None
