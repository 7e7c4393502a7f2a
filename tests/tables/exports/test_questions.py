"""Argilla and Potato: what the tools themselves wrote, and what people may do in them besides."""

import json
from collections import Counter
from pathlib import Path

import pytest
from export_world import column, lines
from log_world import logged, read_log

from budgetplan.errors import BadDataError

FIXTURES = Path(__file__).parents[2] / "tools" / "fixtures"


def judged(log):
    """Return who said what of which item, sorted."""
    return sorted(one for one in zip(log.item, log.label, log.annotator, strict=True) if one[1])


@pytest.mark.parametrize("name", ["flat.json", "records.json"])
def test_records_of_argilla_itself(read, name):
    path = FIXTURES / "argilla" / name
    numbers = ("p_idiom", "m1.confidence")
    frame, header, told = read(path.read_bytes(), "a.json", ("label", "m1.predicted"), numbers, ids="id")
    assert not told
    assert {"id", "text", "p_idiom", "label", "m1.predicted", "m1.confidence"} <= {*header}
    assert not {"_server_id", "vectors", "label.responses.users"} & {*header}
    flat = json.loads((FIXTURES / "argilla" / "flat.json").read_text(encoding="utf-8"))
    answers = [set(one.get("label.responses") or ()) for one in flat]
    assert column(frame, "label") == [one.pop() if len(one) == 1 else "" for one in answers]
    assert str(frame.messages[0]) == "Read as a file of Argilla records: 150 records, 121 answers."
    assert "Ties, left without a label: 11" in " ".join(map(str, frame.messages))
    p, sure = (frame.numbers[name].values for name in numbers)
    turned = [
        one if label == "idiom" else 1 - one for one, label in zip(sure, column(frame, "m1.predicted"), strict=True)
    ]
    assert turned == pytest.approx(p.tolist())
    log = read_log(str(path), id_column="item_id", label_column="label")
    assert {*log.item} == {one["id"] for one in flat}
    assert judged(log) == sorted(
        (one["id"], label, user)
        for one in flat
        for label, user in zip(one.get("label.responses") or (), one.get("label.responses.users") or (), strict=True)
    )


@pytest.mark.parametrize("name", ["annotations.csv", "annotations.tsv", "annotations.jsonl"])
def test_annotations_of_potato_itself(read, name):
    path = FIXTURES / "potato" / name
    frame, _, told = read(path.read_bytes(), name, ("reading",), ids="id")
    assert not told
    written = map(json.loads, (FIXTURES / "potato" / "annotations.jsonl").read_text(encoding="utf-8").splitlines())
    said = sorted((one["instance_id"], next(iter(one["labels"]["reading"])), one["user_id"]) for one in written)
    labels = {}
    for item, label, _ in said:
        labels.setdefault(item, set()).add(label)
    agreed = {item: names.pop() if len(names) == 1 else "" for item, names in labels.items()}
    assert dict(zip(frame.ids, column(frame, "reading"), strict=True)) == agreed
    assert str(frame.messages[0]) == "Read as a Potato export: 110 items, 2 annotators, 220 annotations."
    assert "Items judged more than once (reading): 110" in str(frame.messages[1])
    assert judged(read_log(str(path), id_column="item_id", label_column="gold")) == said


def test_people_of_an_archive_of_doccano():
    path = FIXTURES / "doccano-archives" / "each-jsonl.zip"
    log = read_log(str(path), id_column="item_id", label_column="label")
    assert Counter(log.annotator) == {"ann": 110, "bob": 30, "": 160}


def record(number, answers, status=None, **more):
    """Return a record of Argilla's as its answers say it."""
    people = [str(at) for at in range(len(answers))]
    status = status or ["submitted"] * len(answers)
    said = {"label.responses": answers, "label.responses.users": people, "label.responses.status": status}
    return {"item_id": f"s-{number}", "_server_id": None, **said, **more}


def test_drafts_and_what_was_discarded_are_no_judgements(read, tmp_path):
    text = lines(
        record(1, ["idiom"]),
        record(2, ["idiom", "literal"], ["discarded", "submitted"]),
        record(3, ["idiom"], ["draft"]),
    )
    frame, _, told = read(text)
    assert not told
    assert column(frame, "label") == ["idiom", "literal", ""]
    assert "Answers that were not submitted, left out: 2." in [*map(str, frame.messages)]
    log = logged(tmp_path, text, labels="label")
    assert judged(log) == [("s-1", "idiom", "0"), ("s-2", "literal", "1")]
    assert "Answers that were not submitted, left out: 2." in [*map(str, log.messages)]


def test_two_questions_are_two_columns_and_need_a_name_in_a_log(read, tmp_path):
    more = {"sure.responses": ["yes"], "sure.responses.users": ["1"], "sure.suggestion": "no"}
    text = lines(record(1, ["idiom"], **more, **{"label.suggestion": "idiom"}))
    frame, header, _ = read(text, texts=("label", "sure"))
    assert (column(frame, "label"), column(frame, "sure")) == (["idiom"], ["yes"])
    assert {"suggestion.label.predicted", "suggestion.sure.predicted"} <= {*header}
    assert logged(tmp_path, text, labels="sure").label == ("yes",)
    with pytest.raises(BadDataError, match=r"none of the questions \(gold, sure\) has the name of the labels"):
        logged(tmp_path, text.replace('"label.', '"gold.'), labels="reading")


def test_a_suggestion_that_nobody_made_is_none(read):
    whole = {"id": "u0", "fields": {"text": "x"}, "responses": {"label": [{"value": "yes"}]}}
    frame, header, told = read([whole | {"suggestions": {"a": None}}], ids="")
    assert (column(frame, "label"), "a" in header, told) == (["yes"], False, [])


def test_ties_and_what_somebody_typed_in_potato(read):
    said = {"1": {"reading": {"idiom": "on"}, "note": {"text_box": "odd"}}, "2": {"reading": {"literal": "on"}}}
    rows = [{"instance_id": "a", "user_id": who, "labels": labels} for who, labels in said.items()]
    frame, _, told = read(lines(*rows), texts=("reading", "note"), ids="id")
    assert not told
    assert (column(frame, "reading"), column(frame, "note")) == ([""], ["odd"])
    assert frame.left_out["reading"] == {0: "tie"}
