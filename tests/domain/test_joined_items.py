"""Items of several sets are joined, and taken, with all that is said of each."""

import numpy as np

from budgetplan.arrays import joined, taken
from budgetplan.domain.items import UNLABELLED, WITHOUT, AmongPeople, Answers, Items, of_same_groups

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
    whole = joined(of_same_groups([SAMPLE, LIST]), WITHOUT, np.array([0, 3, 1, 2]))
    assert (whole.ids, whole.classes, whole.label.tolist()) == (
        ("a", "b", "c", "d"),
        ("no", "yes"),
        [1, -1, 0, -1],
    )
    assert (whole.weight.tolist(), whole.units) == ([1, 3, 1, 2], None)
    assert ([whole.groups[code] for code in whole.group[[0, 1, 3]]], whole.group[2]) == (["y", "x", "y"], -1)
    assert whole.kind.tolist() == [0, -1, 1, -1]
    [said] = whole.answers
    assert (said.answer.tolist(), said.cost.tolist()) == ([1, 0, 0, -1], [5, 8, 6, 7])
    assert (said.asked.tolist(), said.confidence, said.among_people) == (
        [True, True, True, False],
        None,
        PEOPLE,
    )


def test_what_is_taken_of_items_is_in_the_order_asked_for_and_fixed():
    some = taken(LIST, np.array([1]))
    assert (some.ids, some.weight.tolist(), some.groups) == (("b",), [3], ("x", "y"))
    assert some.answers[0].asked.tolist() == [True]
    assert not some.label.flags.writeable
