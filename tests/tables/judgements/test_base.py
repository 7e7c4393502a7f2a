"""A log stands in the order of its times; what cannot be used is told with its line."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.errors import BadDataError
from budgetplan.tables.judgements.base import Asked, Entries, gaps, moment


def entries(**more):
    return Entries("log.csv", Asked("id", "gold", **more))


def test_judgements_stand_in_the_order_of_their_times_and_the_rest_behind():
    some = entries()
    for line, (item, label, time) in enumerate(
        [("a", "x", 30.0), ("b", "", math.nan), ("c", "y", 10.0), ("d", "x", 20.0), ("e", "", 15.0)], 1
    ):
        some.add(line, item, label, annotator=item.upper(), seconds=time / 10, moment=time, when=str(time))
    log = some.log("a log", "f00d")
    assert log.item == ("c", "e", "d", "a", "b")
    assert log.label == ("y", "", "x", "x", "")
    assert log.annotator == ("C", "E", "D", "A", "B")
    assert log.line.tolist() == [3, 5, 4, 1, 2]
    assert log.seconds[:4].tolist() == [1, 1.5, 2, 3]
    assert (log.file, log.sha256) == ("log.csv", "f00d")
    assert log.messages == (
        "Read as a log: 3 judgements of 3 items by A, C, D; 2 skipped or not judged yet.",
    )


def test_where_a_judgement_has_no_time_the_file_gives_the_order():
    some = entries()
    some.add(1, "a", "x", moment=30.0, when="30")
    some.add(2, "b", "y")
    log = some.log("a log", "")
    assert log.item == ("a", "b")
    assert log.messages[1] == "Some judgements have no time: all stand in the order of the file."


def test_what_means_an_empty_cell_is_no_label():
    some = entries(empty=frozenset({"NA"}))
    some.add(1, "a", "NA")
    assert some.log("a log", "").label == ("",)


def test_an_empty_log_has_no_rows():
    log = entries().log("a log", "")
    assert log.item == ()
    assert log.seconds.shape == log.line.shape == (0,)


def test_all_problems_are_told_at_once():
    some = entries()
    some.item_of({"item_id": " ", "id": "9"}, 1, ("id",))
    some.item_of({}, 2)
    some.chosen(["a", "b"], 3, "label", "s-3")
    some.chosen([["a"]], 4, "label", "s-4")
    some.seconds_of("-1", 5, "lead_time", "s-5")
    some.moment_of("yesterday", 6, "created_at", "s-6")
    with pytest.raises(BadDataError) as caught:
        some.log("a log", "")
    assert str(caught.value).splitlines() == [
        "log.csv, line 1: the judgement says nothing of its item: it has no item_id; import the packets of the queue as they are, and export all their fields",
        "log.csv, line 2: the judgement says nothing of its item: it has no item_id or id; import the packets of the queue as they are, and export all their fields",
        'log.csv, line 3, column label, item s-3: one judgement has several labels (found "a, b"); keep one, and let people choose a single one',
        'log.csv, line 4, column label, item s-4: the label is no text (found "[["a"]]"); export the judgements again',
        'log.csv, line 5, column lead_time, item s-5: the time is no number of seconds (found "-1"); write the seconds, or leave the cell empty',
        'log.csv, line 6, column created_at, item s-6: the time stamp is no time (found "yesterday"); export the judgements again',
    ]


def test_times_of_every_form_are_one_moment():
    assert {
        moment(text)[0] for text in ("0", "1970-01-01", "1970-01-01T01:00+01:00", "1970-01-01 00:00:00Z")
    } == {0}


@given(
    st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 2)), max_size=30),
    st.randoms(use_true_random=False),
)
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
