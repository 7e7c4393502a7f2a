"""F1 and accuracy at a cut, against scikit-learn."""

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, f1_score

from budgetplan.plans.review_reading import cut_quality


def random_sample(seed, n=60):
    rng = np.random.default_rng(seed)
    label = rng.random(n) < 0.3
    return np.round(rng.random(n) + 0.3 * label, 1), label.astype(float), rng.integers(1, 4, n).astype(float)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("weighted", [False, True])
def test_every_cut_is_scikit_learns(seed, weighted):
    score, label, weight = random_sample(seed)
    weight = weight if weighted else None
    for cut in np.unique(score)[::-1]:
        said = score >= cut
        quality = cut_quality(score, label, weight, cut)
        assert quality[0] == pytest.approx(f1_score(label, said, sample_weight=weight), abs=1e-12)
        expected = accuracy_score(label, said, sample_weight=weight)
        assert quality[1] == pytest.approx(expected, abs=1e-12)
    nothing = cut_quality(score, label, weight, np.inf)
    assert nothing[0] == 0
    assert nothing[1] == pytest.approx(np.average(1 - label, weights=weight), abs=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_best_cuts_are_the_best_of_all_tried(seed):
    score, label, _ = random_sample(seed)
    cuts = [np.inf, *np.unique(score)[::-1]]
    f1 = [f1_score(label, score >= cut) for cut in cuts]
    accuracy = [accuracy_score(label, score >= cut) for cut in cuts]
    quality = cut_quality(score, label, None, None)
    assert quality[0] == pytest.approx(max(f1), abs=1e-12)
    assert quality[1] == pytest.approx(max(accuracy), abs=1e-12)


def test_stated_cut_is_read_where_it_lies():
    # Above 0.5 lie yes, yes, no: F1 = 2 * 2 / (3 + 3), and one error of each kind among six.
    score = np.array([0.9, 0.8, 0.6, 0.4, 0.3, 0.1])
    label = np.array([1.0, 1, 0, 0, 1, 0])
    assert cut_quality(score, label, None, 0.6) == (2 / 3, 4 / 6)
    assert cut_quality(score, label, None, 1.0) == (0, 0.5)


def test_nothing_to_find():
    score, label = np.array([0.2, 0.1]), np.zeros(2)
    assert [cut_quality(score, label, None, cut)[0] for cut in (1.0, 0.2, 0.1)] == [0, 0, 0]
    assert cut_quality(score, label, None, None) == (0, 1)
