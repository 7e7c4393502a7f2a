"""doccano: the file says what was judged, neither by whom nor when."""

import math

import pytest
from export_world import lines
from log_world import logged

from budgetplan.errors import BadDataError


def text(number, *labels, **more):
    return {
        "id": 16 + number,
        "text": f"T {number}.",
        "item_id": f"s-{number}",
        "label": [*labels],
        "Comments": [],
    } | more


def test_labels_stand_as_the_file_has_them(tmp_path):
    log = logged(tmp_path, lines(text(2, "idiom"), text(1), text(3, "literal")), "admin.jsonl", ids="id")
    assert log.item == ("s-2", "s-1", "s-3")
    assert log.label == ("idiom", "", "literal")
    assert log.annotator == ("", "", "")
    assert all(map(math.isnan, log.seconds))
    assert log.messages == ("Read as a doccano export: 2 judgements of 2 items; 1 skipped or not judged yet.",)


def test_two_labels_and_no_id(tmp_path):
    nameless = text(2, "idiom")
    del nameless["item_id"]
    with pytest.raises(BadDataError) as caught:
        logged(tmp_path, lines(text(1, "idiom", "literal"), nameless), "admin.jsonl", ids="id")
    assert [problem.line for problem in caught.value.problems] == [1, 2]


def test_labels_of_parts_are_refused(tmp_path):
    with pytest.raises(BadDataError, match="a doccano export with spans cannot be used"):
        logged(tmp_path, lines(text(1, [0, 3, "idiom"])), "admin.jsonl")
