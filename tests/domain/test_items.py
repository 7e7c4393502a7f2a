"""Items: labelled and unlabelled ones."""

from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from budgetplan.domain.items import UNLABELLED, Excluded, Items, ModelOutput, Reason


def test_items_count_labelled_and_unlabelled_ones():
    items = Items(ids=("a", "b", "c"), classes=("no", "yes"), label=np.array([1, UNLABELLED, 0]))
    assert items.n_items == 3
    assert items.labelled.tolist() == [True, False, True]


def test_the_first_class_is_a_label():
    # Class code 0 is a label like any other.
    assert Items(("a",), ("no",), np.array([0])).labelled.tolist() == [True]


def test_items_have_nothing_that_was_not_given():
    items = Items(("a",), ("no",), np.array([0]))
    assert (items.weight, items.group, items.groups, items.units, items.listed_cost) == (
        None,
        None,
        (),
        None,
        None,
    )


def test_model_outputs_cost_nothing_and_have_no_cut_unless_said():
    output = ModelOutput("m", np.array([0.5]))
    assert (output.cut, output.cost, output.column) == (None, 0, "")


def test_items_do_not_change():
    excluded = Excluded("w1", Reason("no_score", "p"), "line 3")
    with pytest.raises(FrozenInstanceError):
        excluded.reason = Reason("tie")
