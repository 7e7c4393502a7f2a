"""A log stands in the order of its times; what cannot be used is told with its line."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.errors import BadDataError
from budgetplan.tools.base import Asked, Export, moment
from budgetplan.tools.log import gaps, log_of


def export(**more):
    return Export("log.csv", Asked("id", "gold", **more), "a log", times=("lead_time", "created_at"))


def judge(some, line, item, label, **more):
    some.judge(some.add(line, {}), line, {"label": [label] if label else []}, {"item_id": item}, **more)


def test_judgements_stand_in_the_order_of_their_times_and_the_rest_behind():
    some = export()
    for line, (item, label, time) in enumerate(
        [("a", "x", 30.0), ("b", "", None), ("c", "y", 10.0), ("d", "x", 20.0), ("e", "", 15.0)], 1
    ):
        took = {} if time is None else {"seconds": str(time / 10), "when": str(time)}
        judge(some, line, item, label, who=item.upper(), **took)
    log = log_of(some, "f00d")
    assert log.item == ("c", "e", "d", "a", "b")
    assert log.label == ("y", "", "x", "x", "")
    assert log.annotator == ("C", "E", "D", "A", "")
    assert log.line.tolist() == [3, 5, 4, 1, 2]
    assert log.seconds[:4].tolist() == [1, 1.5, 2, 3]
    assert (log.file, log.sha256) == ("log.csv", "f00d")
    assert (*map(str, log.messages),) == (
        "Read as a log: 3 judgements of 3 items by A, C, D; 2 skipped or not judged yet.",
    )


def test_where_a_judgement_has_no_time_the_file_gives_the_order():
    some = export()
    judge(some, 1, "a", "x", when="30")
    judge(some, 2, "b", "y")
    log = log_of(some, "")
    assert log.item == ("a", "b")
    assert str(log.messages[1]) == "Some judgements have no time: all are in the order of the file."


def test_what_means_an_empty_cell_is_no_label():
    some = export(empty=frozenset({"NA"}))
    judge(some, 1, "a", "NA")
    assert log_of(some, "").label == ("",)


def test_an_empty_log_has_no_rows():
    log = log_of(export(), "")
    assert log.item == ()
    assert log.seconds.shape == log.line.shape == (0,)


def test_all_problems_are_told_at_once():
    some = export()
    some.own = ("id",)
    some.judge(0, 1, {"label": ["a"]}, {"item_id": " ", "id": "9"})
    some.judge(0, 3, {"label": ["a", "b"]}, {"item_id": "s-3"})
    some.judge(0, 4, {"label": [["a"]]}, {"item_id": "s-4"})
    some.judge(0, 5, {"label": ["a"]}, {"item_id": "s-5"}, seconds="-1")
    some.judge(0, 6, {"label": ["a"]}, {"item_id": "s-6"}, when="yesterday")
    with pytest.raises(BadDataError) as caught:
        log_of(some, "")
    told = ("line 1: the judgement does not say which item it is for: it has no item_id;",
            'line 3, column label, item s-3: one judgement has several labels (found "a, b")',
            'line 4, column label, item s-4: the label is not text (found "[["a"]]")',
            'line 5, column lead_time, item s-5: the time is not a number of seconds (found "-1")',
            'line 6, column created_at, item s-6: the time stamp is not a time (found "yesterday")')  # fmt: skip
    for problem, wrong in zip(str(caught.value).splitlines(), told, strict=True):
        assert problem.startswith(f"log.csv, {wrong}")
    other = export()
    other.judge(0, 2, {}, {})
    with pytest.raises(BadDataError, match=r"log\.csv, line 2: .* it has no item_id or id;"):
        log_of(other, "")


def test_times_of_every_form_are_one_moment():
    assert {moment(text)[0] for text in ("0", "1970-01-01", "1970-01-01T01:00+01:00", "1970-01-01 00:00:00Z")} == {0}


@given(st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 2)), max_size=30), st.randoms(use_true_random=False))
def test_gaps_depend_on_times_and_people_and_not_on_the_order_of_rows(answers, random):
    def told(rows):
        times = np.array([time for time, _ in rows], dtype=float)
        seconds = gaps(times, np.array([who for _, who in rows], dtype=np.int64))
        return sorted(zip(rows, seconds.tolist(), strict=True), key=repr)

    def plain(rows):
        found = []
        for at, (time, who) in enumerate(rows):
            before = [t for i, (t, w) in enumerate(rows) if w == who and (t, i) < (time, at)]
            passed = float(time - max(before)) if before else math.inf
            found.append(((time, who), passed if passed <= 300 else math.nan))
        return sorted(found, key=repr)

    shuffled = random.sample(answers, len(answers))
    assert repr(told(answers)) == repr(told(shuffled)) == repr(plain(answers))
