"""Judgements in what Argilla and Potato themselves wrote: who said what of which item."""

import json
from collections import Counter
from pathlib import Path

import pytest
from export_world import lines
from log_world import read_log

from budgetplan.errors import BadDataError

FIXTURES = Path(__file__).parents[2] / "tools" / "fixtures"


def log(path, label="label"):
    return read_log(str(path), id_column="item_id", label_column=label)


@pytest.mark.parametrize("name", ["flat.json", "records.json"])
def test_answers_of_argilla(name):
    found = log(FIXTURES / "argilla" / name)
    flat = json.loads((FIXTURES / "argilla" / "flat.json").read_text(encoding="utf-8"))
    said = [
        (one["id"], label, user)
        for one in flat
        for label, user in zip(one.get("label.responses") or (), one.get("label.responses.users") or (), strict=True)
    ]
    judged = zip(found.item, found.label, found.annotator, strict=True)
    assert sorted(one for one in judged if one[1]) == sorted(said)
    assert {*found.item} == {one["id"] for one in flat}


@pytest.mark.parametrize("name", ["annotations.csv", "annotations.tsv", "annotations.jsonl"])
def test_judgements_of_potato(name):
    found = log(FIXTURES / "potato" / name, "gold")
    lines_ = (FIXTURES / "potato" / "annotations.jsonl").read_text(encoding="utf-8").splitlines()
    said = [
        (one["instance_id"], next(iter(one["labels"]["reading"])), one["user_id"]) for one in map(json.loads, lines_)
    ]
    assert sorted(zip(found.item, found.label, found.annotator, strict=True)) == sorted(said)
    assert Counter(found.annotator) == {"sim_user_0000": 110, "sim_user_0001": 110}


def test_people_of_an_archive_of_doccano():
    found = log(FIXTURES / "doccano-archives" / "each-jsonl.zip")
    assert Counter(found.annotator) == {"ann": 110, "bob": 30, "": 160}


def test_drafts_are_no_judgements_and_two_questions_need_a_name(tmp_path):
    one = {
        "item_id": "a",
        "_server_id": None,
        "gold.responses": ["x", "y"],
        "gold.responses.users": ["1", "2"],
    }
    path = tmp_path / "a.jsonl"
    path.write_text(lines(one | {"gold.responses.status": ["submitted", "draft"]}), encoding="utf-8")
    found = log(path, "gold")
    assert (found.item, found.label, found.annotator) == (("a",), ("x",), ("1",))
    assert "Answers that were not submitted, left out: 1 answer." in found.messages
    more = {"sure.responses": ["yes"], "sure.responses.users": ["1"]}
    path.write_text(lines(one | more), encoding="utf-8")
    assert log(path, "gold").label == ("x", "y")
    with pytest.raises(BadDataError, match=r"none of the questions \(gold, sure\) is called as the labels are"):
        log(path, "reading")
