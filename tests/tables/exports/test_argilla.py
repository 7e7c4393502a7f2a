"""Argilla: records as its SDK wrote them, and what they may hold besides."""

import json
from pathlib import Path

import pytest
from export_world import column
from log_world import read_log

from budgetplan.errors import BadDataError
from budgetplan.tables.opened import open_table
from budgetplan.tables.problems import Problems

FIXTURES = Path(__file__).parents[2] / "tools" / "fixtures" / "argilla"


def read(path, texts=("label",), numbers=()):
    problems = Problems("t")
    with open_table(str(path)) as file:
        return file.read("id", texts, numbers, problems), file.header, [*map(str, problems.listed())]


@pytest.mark.parametrize("name", ["flat.json", "records.json"])
def test_records_of_the_tool_itself(name):
    frame, header, told = read(FIXTURES / name, ("label", "m1.predicted"), ("p_idiom", "m1.confidence"))
    assert not told
    assert {"id", "text", "p_idiom", "label", "m1.predicted", "m1.confidence"} <= {*header}
    assert not {"_server_id", "vectors", "label.responses.users"} & {*header}
    label = column(frame, "label")
    flat = json.loads((FIXTURES / "flat.json").read_text(encoding="utf-8"))
    answers = [set(one.get("label.responses") or ()) for one in flat]
    assert label == [one.pop() if len(one) == 1 else "" for one in answers]
    assert frame.messages[0] == "Read as a file of Argilla records: 150 records, 121 answers."
    assert "Ties, left without a label: 11" in " ".join(frame.messages)
    p, sure = (frame.numbers[name].values for name in ("p_idiom", "m1.confidence"))
    said = column(frame, "m1.predicted")
    turned = [one if name == "idiom" else 1 - one for one, name in zip(sure, said, strict=True)]
    assert turned == pytest.approx(p.tolist())


def record(number, answers=(), status=None, **more):
    said = {
        "label.responses": list(answers),
        "label.responses.users": [str(at) for at in range(len(answers))],
    }
    said |= {"label.responses.status": status or ["submitted"] * len(answers)}
    return {"id": f"s-{number}", "text": "A.", "_server_id": None, **said, **more}


def written(tmp_path, *records):
    path = tmp_path / "a.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    return path


def test_drafts_and_what_was_discarded_are_no_judgements(tmp_path):
    path = written(
        tmp_path,
        record(1, ["idiom"]),
        record(2, ["idiom", "literal"], ["discarded", "submitted"]),
        record(3, ["idiom"], ["draft"]),
    )
    frame, _, told = read(path)
    assert not told
    assert column(frame, "label") == ["idiom", "literal", ""]
    assert "Answers that were not submitted, left out: 2." in frame.messages


def test_two_questions_are_two_columns(tmp_path):
    more = {
        "sure.responses": ["yes"],
        "sure.responses.users": ["1"],
        "sure.suggestion": "no",
        "label.suggestion": "idiom",
    }
    frame, header, _ = read(written(tmp_path, record(1, ["idiom"], **more)), ("label", "sure"))
    assert (column(frame, "label"), column(frame, "sure")) == (["idiom"], ["yes"])
    assert {"suggestion.label.predicted", "suggestion.sure.predicted"} <= {*header}


def test_several_labels_at_once_are_a_problem_where_they_are_asked_for(tmp_path):
    path = written(tmp_path, record(1, [["idiom", "literal"]]), record(2, ["idiom"]))
    assert "the answer is no single label" in read(path)[2][0]


def test_a_damaged_list_names_its_line_and_place(tmp_path):
    path = tmp_path / "a.json"
    path.write_text('[{"id": "s-1", "_server_id": null},\n {"id": ', encoding="utf-8")
    with pytest.raises(BadDataError, match="line 2"):
        read(path)


WHOLE = {"id": "u0", "fields": {"text": "x"}, "responses": {"label": [{"value": "yes"}]}}


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"responses": {"updated_at": 1e308}}, "what responses says of updated_at is no list of answers"),
        ({"responses": {"label": {"a": None}}}, "what responses says of label is no list of answers"),
        ({"responses": {"label": ["yes"]}}, "what responses says of label is no list of answers"),
        ({"suggestions": [1]}, "suggestions is no object"),
        ({"suggestions": {"label": "yes"}}, "what suggestions says of label is no object"),
        ({"metadata": 7}, "metadata is no object"),
        (
            {"fields": 7, "label.responses": "yes", "_server_id": None},
            "label.responses is no list of answers",
        ),
    ],
)
def test_a_record_that_is_not_as_the_tool_writes_it_names_its_line(tmp_path, more, told):
    path = tmp_path / "a.json"
    path.write_text(f"[{json.dumps(WHOLE)},\n{json.dumps(WHOLE | more)}]", encoding="utf-8")
    for reading in (read, lambda path: read_log(str(path), id_column="id", label_column="label")):
        with pytest.raises(BadDataError, match="line 2") as refused:
            reading(path)
        assert told in str(refused.value)


def test_a_suggestion_that_nobody_made_is_none(tmp_path):
    frame, header, told = read(written(tmp_path, WHOLE | {"suggestions": {"a": None}}))
    assert (column(frame, "label"), "a" in header, told) == (["yes"], False, [])
