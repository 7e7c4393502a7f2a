"""Items dealt into folds for the mixture of all models."""

import numpy as np
import pytest

from budgetplan.core.mixture import FOLDS, deal, weights


@pytest.mark.parametrize("seed", range(8))
def test_every_fold_has_as_many_items_entries_and_groups(seed):
    """Ten items with five entries, then as many groups of three: two items, or groups, and an entry in each fold."""
    entry = (np.arange(10) % 2).astype(float)
    fold = deal(entry, None, seed)
    assert np.bincount(fold, minlength=FOLDS).tolist() == [2] * 5
    assert np.bincount(fold, entry, FOLDS).tolist() == [1] * 5
    group = np.repeat(np.arange(10), 3)
    by_group = deal(entry[group], group, seed)
    assert np.bincount(by_group, minlength=FOLDS).tolist() == [6] * 5
    assert all(len(set(by_group[group == each].tolist())) == 1 for each in range(10))


@pytest.mark.parametrize("entry", [[0.0] * 4, [1.0] * 4])
def test_where_all_labels_are_alike_models_weigh_the_same(entry):
    places, weight = np.array([[2.0, -1.0], [1.0, 0.5], [0.5, -1.0], [-1.0, 1.0]]), np.array([1.0, 3.0, 1.0, 3.0])
    assert weights(places, np.array(entry), weight).tolist() == [0.5, 0.5]
