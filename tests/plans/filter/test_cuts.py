"""F1 and accuracy at a cut, against scikit-learn."""

import numpy as np
import pytest
from sample_evidence import falling, gathered
from sklearn.metrics import accuracy_score, f1_score

from budgetplan.plans.review import Analysis
from budgetplan.plans.review_reading import cut_quality


def random_sample(seed, n=60):
    rng = np.random.default_rng(seed)
    label = rng.random(n) < 0.3
    return np.round(rng.random(n) + 0.3 * label, 1), label.astype(float), rng.integers(1, 4, n).astype(float)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("weighted", [False, True])
def test_every_cut_is_scikit_learns_and_the_best_is_the_best_of_all(seed, weighted):
    score, label, weight = random_sample(seed)
    weight, tried = weight if weighted else None, []
    for cut in [np.inf, *np.unique(score)[::-1]]:
        said = score >= cut
        by_sklearn = (f1_score(label, said, sample_weight=weight), accuracy_score(label, said, sample_weight=weight))
        assert cut_quality(score, label, weight, cut) == pytest.approx(by_sklearn, abs=1e-12)
        tried.append(by_sklearn)
    assert cut_quality(score, label, weight, None) == pytest.approx(tuple(np.max(tried, axis=0)), abs=1e-12)


def test_nothing_to_find():
    score, label = np.array([0.2, 0.1]), np.zeros(2)
    assert [cut_quality(score, label, None, cut)[0] for cut in (1.0, 0.2, 0.1)] == [0, 0, 0]
    assert cut_quality(score, label, None, None) == (0, 1)


def test_other_measures_choose_the_model_that_puts_all_entries_first():
    order = falling(40)
    analysis = Analysis(gathered("y" * 20 + "n" * 20, {"a": -order, "b": order, "c": -order}))
    assert (analysis.by_f1, analysis.by_accuracy) == ("b", "b")
