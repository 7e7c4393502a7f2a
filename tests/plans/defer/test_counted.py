"""What answers to labels that no model knows are worth, and where such and other items stand in the table of answers."""

import numpy as np
import pytest
from defer_world import Model, chosen_in

from budgetplan.domain.decision import Estimate
from budgetplan.models.thresholds import theoretical_by_class
from budgetplan.models.value import WorthTable, answer_worths
from budgetplan.plans.answer import OfClass

UNEVEN = Model("uneven", ((8, True, 0.9), (2, False, 0.9), (6, True, 0.6), (4, False, 0.6)))


def test_items_left_are_counted_by_truth_and_those_of_each_answer_by_answer():
    """Of twenty items of one class in three ten are left: which they are is counted again, item by item."""
    found = chosen_in(models=(UNEVEN,), truth="a" * 14 + "b" * 6, worths={"error_weight": "4"})
    model, test = found.chosen, found.test
    cells, by_answer = found.confusion
    assert 0 < model.accepted.sum() < 20
    by_hand = np.zeros((3, 2))
    for said, truth, stands in zip(model.answers, test.truth, model.accepted, strict=True):
        by_hand[said if stands else 2, truth] += 1
    assert cells.tolist() == by_hand.tolist()
    left = [int(((model.answers == code) & ~model.accepted).sum()) for code in range(2)]
    assert by_answer.tolist() == pytest.approx([*left, sum(left)])
    assert by_hand[2, 0] != by_answer[0]


def test_where_reviews_cost_differently_no_cutoff_serves_a_class():
    table = WorthTable(np.array([[1.0, -4], [-1, 3]]), np.zeros(2), np.array([-4.0, -1]), 0.0)
    assert theoretical_by_class(table, np.array([0.5, 0.25])) is None
    # Leaving costs half a euro: 3.5 against 1.5 for the first class, and 0.5 against 3.5 for the other.
    assert theoretical_by_class(table, np.array([0.5, 0.5])).tolist() == pytest.approx([3.5 / 5, 0.5 / 4])


def test_values_of_labels_that_no_model_knows_are_among_those_that_are_told():
    table = WorthTable(np.array([[1.0, -4], [-1, 3]]), np.array([0.0, -0.5]), np.array([-9.0, -2]), -2.0)
    assert dict(answer_worths(table)) == {"right": (1, 3), "wrong": (-4, -1), "abstain": (-0.5, 0)}
    assert dict(answer_worths(table, unknown=True)) == {
        "right": (1, 3),
        "wrong": (-9, -1),
        "abstain": (-2, 0),
    }


def test_a_class_is_answered_right_wrong_or_left_in_per_cent_of_it():
    some = OfClass("a", 12.0, 15.0, 5.0, Estimate(6.0), None)
    assert (some.parts, some.share_wrong) == ((45.0, 30.0, 25.0), 0.4)
    unknown = OfClass("c", None, 15.0, 5.0, Estimate(15.0), None)
    assert (unknown.parts, unknown.share_wrong) == ((0.0, 75.0, 25.0), 1.0)
    assert OfClass("d", 0.0, 0.0, 0.0, Estimate(0.0), None).parts == (0, 0, 0)


def test_values_of_labels_that_no_model_knows_count_where_these_are_the_greatest():
    small = np.array([[1.0, -1], [-1, 1]])
    assert WorthTable(small, np.zeros(2), np.array([-1.0, -2]), -3.0).scale == 3
    assert WorthTable(small, np.zeros(2), np.array([[-1.0, -2], [-1, -2]]), np.array([-50.0, 1])).scale == 50
    assert WorthTable(small, np.zeros(2), np.array([-60.0, 1]), 0.0).scale == 60
