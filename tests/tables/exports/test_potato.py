"""Potato: what its exporters wrote, and what people may do in it besides."""

import csv
import json
from pathlib import Path

import pytest
from export_world import column, lines
from log_world import read_log

from budgetplan.errors import BadDataError
from budgetplan.tables.opened import open_table
from budgetplan.tables.problems import Problems

FIXTURES = Path(__file__).parents[2] / "tools" / "fixtures" / "potato"


def read(path, texts=("reading",)):
    problems = Problems("t")
    with open_table(str(path)) as file:
        return file.read("id", texts, (), problems), [*map(str, problems.listed())]


@pytest.mark.parametrize("name", ["annotations.csv", "annotations.tsv", "annotations.jsonl"])
def test_what_the_tool_wrote(name):
    frame, told = read(FIXTURES / name)
    assert not told
    said = {}
    with (FIXTURES / "annotations.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            label = "idiom" if row["reading.idiom"] else "literal"
            said.setdefault(row["instance_id"], set()).add(label)
    agreed = {item: labels.pop() if len(labels) == 1 else "" for item, labels in said.items()}
    assert dict(zip(frame.ids, column(frame, "reading"), strict=True)) == agreed
    assert frame.messages[0] == "Read as a Potato export: 110 items, 2 annotators, 220 annotations."
    assert "Items judged more than once (reading): 110" in frame.messages[1]


def judged(item, who, **labels):
    return {"instance_id": item, "user_id": who, "labels": labels, "spans": {}, "links": {}}


def test_ties_and_what_somebody_typed(tmp_path):
    path = tmp_path / "p.jsonl"
    both = judged("a", "1", reading={"idiom": "on"}, note={"text_box": "odd"})
    path.write_text(lines(both, judged("a", "2", reading={"literal": "on"})), encoding="utf-8")
    frame, told = read(path, ("reading", "note"))
    assert not told
    assert (column(frame, "reading"), column(frame, "note")) == ([""], ["odd"])
    assert frame.left_out["reading"] == {0: "tie"}


def test_several_choices_and_parts_of_texts_are_told(tmp_path):
    path = tmp_path / "p.jsonl"
    path.write_text(lines(judged("a", "1", reading={"idiom": "on", "literal": "on"})), encoding="utf-8")
    assert "several labels are chosen at once" in read(path)[1][0]
    path.write_text(json.dumps(judged("a", "1") | {"spans": {"x": [1]}}), encoding="utf-8")
    with pytest.raises(BadDataError, match="a Potato export with spans cannot be used"):
        read(path)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"user_id": [["ann"]]}, "user_id is no name"),
        ({"instance_id": {}}, "instance_id is no name"),
        ({"labels": "idiom"}, "labels is no object"),
    ],
)
def test_a_line_that_is_not_as_the_tool_writes_it_is_named(tmp_path, more, told):
    whole = {"instance_id": "s-1", "user_id": "ann", "labels": {"reading": {"idiom": "on"}}}
    path = tmp_path / "a.jsonl"
    path.write_text(f"{json.dumps(whole)}\n{json.dumps(whole | more)}\n", encoding="utf-8")
    with pytest.raises(BadDataError, match="line 2") as refused:
        read_log(str(path), id_column="id", label_column="label")
    assert told in str(refused.value)
