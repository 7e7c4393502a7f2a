"""What asking costs, exactly, and that answers are taken along."""

import math
from dataclasses import FrozenInstanceError
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.domain.items import Answerer, Answers

MONEY = st.decimals(0, 100, places=6)


@given(MONEY, st.integers(0, 5000), st.decimals(0, 100, places=3), st.integers(1, 9), st.booleans())
def test_an_item_costs_all_its_calls_rounded_up_to_a_millionth(price, tokens, per_million, calls, column):
    said = Answerer(
        "llm",
        "said",
        price=price,
        tokens_in="n" if column else Decimal(tokens),
        price_in=per_million,
        calls=calls,
    )
    found = said.item_cost(1, {"n": np.array([float(tokens)])}).tolist()
    exact = calls * (Fraction(price) * 10**6 + tokens * Fraction(per_million))
    assert found == [math.ceil(exact)]


def test_what_is_paid_never_costs_nothing():
    assert Answerer("llm", "a", tokens_in=Decimal(1), price_in=Decimal("0.0004")).item_cost(2).tolist() == [
        1,
        1,
    ]
    assert Answerer("llm", "a").item_cost(2).tolist() == [0, 0]


def test_answers_are_taken_with_all_that_belongs_to_them():
    said = Answers("llm", np.array([1, 0, -1]), np.array([7.0, 8, 9]), np.array([0.5, np.nan, 1]))
    taken = said.take(np.array([2, 1]))
    assert (taken.answer.tolist(), taken.cost.tolist(), taken.asked) == ([-1, 0], [9, 8], None)
    assert taken.confidence[0] == 1
    assert np.isnan(taken.confidence[1])
    assert not taken.answer.flags.writeable


def test_an_answerer_is_not_changed_after_it_was_read():
    one = Answerer("llm", "answer")
    with pytest.raises(FrozenInstanceError):
        one.column = "other"
