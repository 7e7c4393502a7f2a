"""Items, answers and rows: what follows from what is stored, joined and taken."""

import math
import time
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from budgetplan.arrays import joined
from budgetplan.domain.items import (
    UNLABELLED,
    WITHOUT,
    AmongPeople,
    Answerer,
    Answers,
    CountedRows,
    Items,
    of_same_names,
)

PEOPLE = AmongPeople(1, 2, 1, 2, 1)
SAMPLE = Items(
    ("a", "c"),
    ("no", "yes"),
    np.array([1, 0]),
    group=np.array([0, -1]),
    groups=("y",),
    kind=np.array([0, 1]),
    answers=(Answers("llm", np.array([1, 0]), np.array([5.0, 6.0]), among_people=PEOPLE),),
)
LIST = Items(
    ("d", "b"),
    (),
    np.array([UNLABELLED, UNLABELLED]),
    weight=np.array([2.0, 3.0]),
    group=np.array([1, 0]),
    groups=("x", "y"),
    answers=(Answers("llm", np.array([-1, 0]), np.array([7.0, 8.0]), asked=np.array([False, True])),),
)


def test_what_one_set_lacks_stands_for_nothing_and_groups_are_those_of_both():
    whole = joined(of_same_names([SAMPLE, LIST]), WITHOUT, np.array([0, 3, 1, 2]))
    assert (whole.ids, whole.classes) == (("a", "b", "c", "d"), ("no", "yes"))
    assert (whole.label.tolist(), whole.weight.tolist(), whole.units) == ([1, -1, 0, -1], [1, 3, 1, 2], None)
    assert ([whole.groups[code] for code in whole.group[[0, 1, 3]]], whole.group[2]) == (["y", "x", "y"], -1)
    assert whole.kind.tolist() == [0, -1, 1, -1]
    [llm] = whole.answers
    assert (llm.answer.tolist(), llm.cost.tolist()) == ([1, 0, 0, -1], [5, 8, 6, 7])
    assert llm.asked.tolist() == [True, True, True, False]
    assert (llm.confidence, llm.among_people) == (None, PEOPLE)


def test_groups_are_renamed_in_no_more_time_than_there_are_of_them():
    """Each name was sought among all others: 40,000 groups took half a minute."""
    groups = tuple(f"g{at:05d}" for at in range(40_000))
    every = np.arange(40_000)
    one = Items(groups, (), np.full(40_000, UNLABELLED), group=every, groups=groups)
    since = time.process_time()
    first, second = of_same_names([one, replace(one, groups=groups[::-1])])
    assert time.process_time() - since < 5
    assert (first.group.tolist(), second.group.tolist()) == (every.tolist(), every[::-1].tolist())


MONEY = st.decimals(0, 100, places=6)


@settings(max_examples=50)
@given(MONEY, st.integers(0, 5000), st.decimals(0, 100, places=3), st.integers(1, 9), st.booleans())
def test_an_item_costs_all_its_calls_rounded_up_to_a_millionth(price, tokens, per_million, calls, column):
    tokens_in = "n" if column else Decimal(tokens)
    answerer = Answerer("llm", "a", price=price, tokens_in=tokens_in, price_in=per_million, calls=calls)
    exact = calls * (Fraction(price) * 10**6 + tokens * Fraction(per_million))
    assert answerer.item_cost(1, {"n": np.array([float(tokens)])}).tolist() == [math.ceil(exact)]


def test_what_is_paid_never_costs_nothing():
    paid = Answerer("llm", "a", tokens_in=Decimal(1), price_in=Decimal("0.0004"))
    assert paid.item_cost(2).tolist() == [1, 1]
    assert Answerer("llm", "a").item_cost(2).tolist() == [0, 0]


def test_a_stop_falls_inside_a_row_or_between_two():
    rows = CountedRows(np.array([3.0, 2, 1]), np.array([1, 5, 2]), *(np.array([True, False, True]),) * 2)
    stops = {0: -1, 0.5: 0, 1: -1, 2: 1, 5.5: 1, 6: -1, 7: 2, 8: -1, 9: -1}
    assert {items: rows.row_at(items) for items in stops} == stops
