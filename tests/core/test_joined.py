"""A sample that later rounds of review join."""

import numpy as np
import pytest

from budgetplan.core.curve import Labelled


def test_what_was_reviewed_since_is_a_part_of_the_list_of_its_own_and_each_item_a_group():
    """Weights 10 and 30 become 0.5 and 1.5; those that join stand for one item each, whatever order they come in."""
    weight = np.array([10.0, 30.0, 10.0, 30.0])
    sample = Labelled(
        np.arange(4.0), np.array([1.0, 0, 0, 1]), weight, np.array([0, 0, 1, 1]), drawn=np.array([0, 1, 1, 0])
    )
    both = sample.joined(np.array([2.5, -1.0]), np.array([0.0, 1.0]))
    assert both.place.tolist() == [0, 1, 2, 3, -1, 2.5]
    assert both.outcome.tolist() == [1, 0, 0, 1, 1, 0]
    assert both.weights == pytest.approx([0.5, 1.5, 0.5, 1.5, 1, 1])
    assert both.group.tolist() == [0, 0, 1, 1, 2, 3]
    assert both.drawn.tolist() == [0, 1, 1, 0, 2, 2]
    alone = Labelled(np.arange(2.0), np.array([1.0, 0.0])).joined(np.ones(1), np.ones(1))
    assert (alone.group, alone.drawn) == (None, None)
    assert sample.joined(np.zeros(0), np.zeros(0)) is sample
