"""Documents of UIMA: a row for each annotation of the user's own layer."""

import csv
import json
from pathlib import Path

import pytest
from export_world import column

from budgetplan.errors import BadDataError
from budgetplan.tables.opened import open_table
from budgetplan.tables.problems import Problems

DOCUMENT = Path(__file__).parents[2] / "tools" / "fixtures" / "inception" / "candidates.json"


def read(path):
    problems = Problems("t")
    with open_table(str(path)) as file:
        return file.read("item_id", ("label", "text"), ("score",), problems), file.header


def test_every_annotation_is_a_row():
    frame, header = read(DOCUMENT)
    assert {"item_id", "label", "score", "text", "begin"} <= {*header}
    with (DOCUMENT.parents[1] / "r" / "row_names.csv").open(encoding="utf-8", newline="") as file:
        known = [*csv.DictReader(file)]
    assert frame.ids == [one[""] for one in known]
    assert column(frame, "label") == [one["gold"] if at < 110 else "" for at, one in enumerate(known)]
    assert frame.numbers["score"].values.tolist() == pytest.approx([float(one["model_a"]) for one in known])
    assert column(frame, "text")[0] == "She saw the light on the kitchen floor."
    assert frame.messages[0] == "Read as a document of UIMA (CAS JSON): 150 annotations of the layer Candidate."


def test_damaged_and_empty_documents(tmp_path):
    path = tmp_path / "d.json"
    path.write_text(DOCUMENT.read_text(encoding="utf-8")[:-400], encoding="utf-8")
    with pytest.raises(BadDataError, match="the document breaks off or is damaged"):
        read(path)
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    document["%FEATURE_STRUCTURES"] = document["%FEATURE_STRUCTURES"][:1]
    document["%VIEWS"]["_InitialView"]["%MEMBERS"] = []
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(BadDataError, match="no layer of the document has annotations"):
        read(path)


def test_an_annotation_without_a_place_is_told(tmp_path):
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    own = [one for one in document["%FEATURE_STRUCTURES"] if one["%TYPE"] == "custom.Candidate"]
    own[0]["begin"] = 0.5
    path = tmp_path / "d.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(BadDataError, match="is of no place in the text"):
        read(path)
