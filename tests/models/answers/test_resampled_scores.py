"""Resampled precision, recall and F1: those of the items written out, however many classes there are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from answer_scores import class_counts, class_scores, confusion
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import precision_recall_fscore_support

from budgetplan.models.confidence import probabilistic, usual
from budgetplan.models.resampling import Weights, weights

seeds = st.integers(0, 10**6)


def a_set(seed, n=40, n_classes=6):
    """Some classes may have no item or no answer; codes from n_classes on are labels that no model knows."""
    rng = np.random.default_rng(seed)
    p = rng.dirichlet(np.ones(n_classes), n)
    p[:, rng.integers(n_classes)] = 0.0
    return p, p.argmax(axis=1), rng.integers(0, n_classes + 2, n)


@settings(max_examples=30)  # of five resamples each
@given(seeds)
def test_every_resample_has_the_scores_of_its_items_written_out(seed):
    p, predicted, truth = a_set(seed)
    drawn = weights(40, 5, seed)
    hard, soft = (score(drawn).means() for score in (usual(predicted, truth, 6), probabilistic(p, truth)))
    for place, row in enumerate(drawn.counts):
        again = np.repeat(np.arange(40), row)
        occur = np.unique(truth[again][truth[again] < 6])
        f1 = precision_recall_fscore_support(
            truth[again], predicted[again], labels=occur, average="macro", zero_division=0
        )[2]
        assert hard[place, 2] == pytest.approx(f1)
        here = class_counts(truth[again], 6)
        found = class_scores(confusion(p[again], truth[again]), here)
        # A class that the resample alone lacks is not one that is never right.
        lacking = (here == 0) & (class_counts(truth, 6) > 0)
        expected = replace(found, claimed=np.where(lacking, np.nan, found.claimed)).means()
        assert soft[place] == pytest.approx(expected)


def test_classes_that_a_resample_lacks_do_not_lower_its_scores():
    # Two items of each of thirty classes, each 0.6 sure of its own class and 0.4 / 29 of each other one: on all
    # items cP is 0.6. A resample lacks e^-2 of the classes, 0.135: were these never right, it would be 0.52.
    truth = np.repeat(np.arange(30), 2)
    p = np.full((60, 30), 0.4 / 29)
    p[np.arange(60), truth] = 0.6
    precision = probabilistic(p, truth)(weights(60, 500, 1)).means()[:, 0]
    assert np.percentile(precision, 2.5) <= 0.6 <= np.percentile(precision, 97.5)


@given(seeds)
def test_weights_need_not_be_whole(seed):
    p, predicted, truth = a_set(seed)
    weight = np.random.default_rng(seed).random(40)
    for score, claims in ((usual(predicted, truth, 6), np.eye(6)[predicted]), (probabilistic(p, truth), p)):
        by_class = score(Weights(np.ones((1, 40), dtype=np.uint8), weight=weight))
        expected = class_scores(confusion(claims, truth, weight), class_counts(truth, 6, weight))
        assert by_class.recall[0] == pytest.approx(expected.recall, nan_ok=True)
        both = ~np.isnan(expected.f1)
        assert by_class.precision[0][both] == pytest.approx(expected.precision[both])
        assert by_class.f1[0][both] == pytest.approx(expected.f1[both])


def test_whole_groups_are_drawn():
    # Two groups, one all right, one all wrong: every resample finds everything, half or nothing.
    truth = np.array([0, 1, 0, 1])
    predicted = np.array([0, 1, 1, 0])
    drawn = weights(4, 50, 1, group=np.array([0, 0, 1, 1]))
    assert set(usual(predicted, truth, 2)(drawn).means()[:, 1]) == {0.0, 0.5, 1.0}


def test_where_no_class_is_known_nothing_is_said():
    truth = np.array([2, 3])
    drawn = weights(2, 3, 1)
    # Precision is 0 where something is answered; nothing else is defined.
    assert np.isnan(usual(np.array([0, 1]), truth, 2)(drawn).means()[:, 1:]).all()
    assert np.isnan(probabilistic(np.full((2, 2), 0.5), truth)(drawn).means()[:, 1:]).all()
