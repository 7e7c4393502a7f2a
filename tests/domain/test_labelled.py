"""Items with classes: the counts and names that follow from what is stored."""

import dataclasses

import numpy as np
import pytest

from budgetplan.domain.items import ClassifiedSet, Predictions


def test_counts_and_names_follow_the_codes():
    items = ClassifiedSet(("a", "b", "c"), ("x", "y"), np.array([0, 2, 1]), unknown=("oos",))
    assert (items.n_items, items.n_classes) == (3, 2)
    assert [items.names[code] for code in items.truth] == ["x", "oos", "y"]
    assert (items.weight, items.group, items.domain, items.review_cost) == (None, None, None, None)


def test_sets_are_frozen():
    said = Predictions("m", np.array([0]), np.array([1.0]))
    assert (said.probabilities, said.column, said.cost) == (None, "", 0.0)
    assert (said.decision, said.scaling) == (None, None)
    with pytest.raises(dataclasses.FrozenInstanceError):
        said.name = "n"
