"""Prodigy: every answer is a row; what passed since the one before is its time."""

import pytest
from export_world import lines
from log_world import logged

from budgetplan.errors import BadDataError


def chosen(number, *names, time=None, who="packet-001-ann", **more):
    """Return an answer with options, as textcat.manual writes it."""
    options = [{"id": name, "text": name} for name in ("idiom", "literal")]
    return {
        "text": f"Text {number}.",
        "meta": {"item_id": f"s-{number}"},
        "_input_hash": number,
        "_task_hash": -number,
        "options": options,
        "accept": [*names],
        "answer": "accept",
        "_timestamp": 1735725600 + (time if time is not None else number),
        "_annotator_id": who,
        "_session_id": who,
    } | more


def test_choices_of_two_people(tmp_path):
    log = logged(
        tmp_path,
        lines(
            chosen(1, "idiom", time=0),
            chosen(2, "literal", time=7),
            chosen(1, "literal", time=4, who="packet-001-bob"),
            chosen(3, time=600, answer="ignore"),
            chosen(4, "idiom", time=609),
            chosen(5, time=620),
        ),
        "log.jsonl",
    )
    assert log.item == ("s-1", "s-1", "s-2", "s-3", "s-4", "s-5")
    assert log.label == ("idiom", "literal", "literal", "", "idiom", "")
    assert log.annotator == ("packet-001-ann", "packet-001-bob", *["packet-001-ann"] * 4)
    # 7 s after the first; then 593 s, which is a pause; then 9 s and 11 s.
    assert [*map(str, log.seconds)] == ["nan", "nan", "7.0", "nan", "9.0", "11.0"]
    assert log.when[:2] == ("2025-01-01T10:00:00+00:00", "2025-01-01T10:00:04+00:00")
    assert log.line.tolist() == [1, 3, 2, 4, 5, 6]


def test_yes_and_no_to_one_label(tmp_path):
    def asked(number, answer):
        one = chosen(number, label="idiom", score=0.9, answer=answer)
        return {key: value for key, value in one.items() if key not in {"options", "accept"}}

    log = logged(tmp_path, lines(asked(1, "accept"), asked(2, "reject"), asked(3, "ignore")), "log.jsonl")
    assert log.label == ("idiom", "not idiom", "")
    content = lines(asked(1, "accept"), asked(2, "reject"), asked(3, "ignore"))
    two = logged(tmp_path, content, "log.jsonl", known=("idiom", "literal"))
    assert two.label == ("idiom", "literal", "")
    three = logged(tmp_path, content, "log.jsonl", known=("idiom", "literal", "other"))
    assert three.label == ("idiom", "not idiom", "")


def test_bad_answers_are_told_together(tmp_path):
    nameless = chosen(2, "idiom")
    del nameless["meta"]
    with pytest.raises(BadDataError) as caught:
        logged(
            tmp_path,
            lines(chosen(1, "idiom", "literal"), nameless, chosen(3, "idiom", answer="maybe"), chosen(4, 7)),
            "log.jsonl",
        )
    said = str(caught.value).splitlines()
    assert len(said) == 3
    assert "line 1, column accept, item s-1: one judgement has several labels" in said[0]
    assert "line 2: the judgement says nothing of its item" in said[1]
    assert 'line 3, column answer, item s-3: this is no answer of Prodigy\'s (found "maybe")' in said[2]


def test_answers_about_parts_are_refused(tmp_path):
    spans = {
        "text": "A b.",
        "meta": {"item_id": "s"},
        "spans": [{"start": 0}],
        "answer": "accept",
        "_task_hash": 1,
    }
    with pytest.raises(BadDataError, match="a Prodigy export with spans cannot be used"):
        logged(tmp_path, lines(spans), "log.jsonl")
