"""What an export may not hold: each kind of it with its place and what is wrong, as a table and as a log."""

import json

import pytest
from export_world import annotation, lines, task
from log_world import logged

from budgetplan.errors import BadDataError


def text(number, *labels, **more):
    """Return a line of doccano's."""
    return {"id": 16 + number, "text": "T.", "item_id": f"s-{number}", "label": [*labels], "Comments": []} | more


def answer(said="accept", **more):
    """Return a line of Prodigy's."""
    return {"text": "T.", "label": "a", "meta": {"item_id": "s-2"}, "_input_hash": 2, "answer": said} | more


def chosen(accept):
    """Return a line of Prodigy's with options."""
    return answer(options=[{"id": "a"}, {"id": "b"}], accept=accept)


def short(number, label, **more):
    """Return a row of a short export of Label Studio's."""
    row = {"item_id": f"s-{number:02d}", "id": number, "annotation_id": number, "lead_time": 4.0}
    return row | ({} if label is None else {"label": label}) | more


def judged(**more):
    """Return a line of Potato's."""
    return {"instance_id": "s-1", "user_id": "ann", "labels": {"label": {"a": "on"}}} | more


def results(*values, **more):
    """Return an annotation of Label Studio's with several results."""
    whole = annotation("a")
    return whole | {"result": [whole["result"][0] | {"value": value} | more for value in values]}


TWO = {"choices": ["a", "b"]}
PART = {"start": 0, "end": 4, "labels": ["a"]}
DIFFERING = [task(1, annotation("a"), p=0.9), task(1, annotation("b"), p=0.9)]
LABEL_CSV = 'item_id,id,label,annotation_id,lead_time\na,1,x,7,4\na,1,"{}",8,4\n'
ARGILLA = {"id": "u0", "fields": {"text": "x"}, "responses": {"label": [{"value": "yes"}]}}


def argilla(**more):
    """Return two records of Argilla's; what is wrong is on the second line."""
    return f"[{json.dumps(ARGILLA)},\n{json.dumps(ARGILLA | more)}]"


def quoted(value):
    """Return a value as a cell of a CSV."""
    return json.dumps(value).replace('"', '""')


@pytest.mark.parametrize(
    ("content", "name", "told"),
    [
        ([short(1, "a"), short(1, TWO)], "e.json", "object 2, column label, item s-01: several labels are chosen at once"),
        (LABEL_CSV.format(quoted(TWO)), "e.csv", "line 3, column label, item a: several labels are chosen at once"),
        (LABEL_CSV.format(quoted([PART])), "e.csv", "line 3, column label, item a: this is not a label of a whole item"),
        ([task(1, results({"choices": ["a"]}, {"choices": ["a"]}))], "e.json",
         "line 1, column label, item s-01: one annotation has several choices"),
        ([task(1, annotation("a")), task(2, results(PART, type="labels"))], "e.json",
         "object 2: a Label Studio export with labels cannot be used"),
        (DIFFERING, "e.json", "object 2, column id, item 1: the task appears again, with other"),
        ("[{},\n{}]".format(*map(json.dumps, DIFFERING)), "e.json", "line 2, column id, item 1: the task appears again, with"),
        (lines(chosen(["a", "b"])), "e.jsonl", 'several labels are chosen at once (found "["a", "b"]")'),
        (lines(chosen("a")), "e.jsonl", 'the choice is not a list of texts (found "a")'),
        (lines(answer(), answer("maybe")), "e.jsonl", 'line 2, column label, item s-2: this is not an answer that Prodigy gives (found "maybe")'),
        (lines(answer(label=None)), "e.jsonl", 'the answer names no label (found "null")'),
        (lines({"cats": {"a": 1, "b": 0}}, {"cats": {"a": 1, "b": 1}}), "e.jsonl", 'several classes have the value 1 (found "{"a": "1", "b": "1"}")'),
        (lines({"cats": {"a": 1, "b": 0}}, {"cats": {"a": 0, "b": 0}}), "e.jsonl", 'no class has the value 1 (found "{"a": "0", "b": "0"}")'),
        (lines({"cats": {"a": 1, "b": 0}}, {"cats": ["a"]}), "e.jsonl", 'cats is not an object (found "["a"]")'),
        (lines(text(1, "a"), text(2), text(3, "a", "b")), "e.jsonl",
         'line 3, column label, item s-3: the text has several labels (found "["a", "b"]")'),
        (lines({"id": "s-1", "_server_id": None, "label.responses": [["a", "b"]]}), "e.jsonl", "the answer is not a single label"),
        ('[{"id": "s-1", "_server_id": null},\n {"id": ', "e.json", "line 2"),
        (lines(judged(labels={"label": {"a": "on", "b": "on"}})), "e.jsonl", "several labels are chosen at once"),
        (lines(judged(spans={"x": [1]})), "e.jsonl", "a Potato export with spans cannot be used"),
    ],
)  # fmt: skip
def test_what_a_table_cannot_use_is_told_with_its_place(read, content, name, told):
    try:
        [problem] = read(content, name, ids="item_id" if "item_id" in str(content) else "")[2]
        # Where nobody asks for labels nothing is wrong.
        assert read(content, name, texts=(), ids="")[2] == []
    except BadDataError as refused:
        problem = str(refused)
    assert told in problem


@pytest.mark.parametrize(
    ("content", "name", "told"),
    [
        ([short(1, TWO)], "e.json", ["column label, item s-01: one judgement has several labels"]),
        ([task(1, results({"choices": ["a"]}, {"choices": ["b"]})), task(2, annotation("a"), item_id=""),
          task(3, annotation("a", lead_time="soon"))], "e.json",
         ['item s-01: one judgement has several labels (found "a, b")', "has no item_id or sentence_id",
          "column lead_time, item s-03: the time is not a number of seconds"]),
        (DIFFERING, "e.json", ["item 1: the task appears again, with other"]),
        ([short(1, None)], "e.json", ["column label: there is no column with a label"]),
        ([task(1, results(PART, type="labels"))], "e.json", ["a Label Studio export with labels cannot be used"]),
        (lines(chosen(["a", "b"]), answer(meta={}), answer("maybe")), "e.jsonl",
         ["line 1, column accept, item s-2: one judgement has several labels", "line 2: the judgement does not say which item it is for",
          'line 3, column answer, item s-2: this is not an answer that Prodigy gives (found "maybe")']),
        (lines({"text": "T.", "answer": "accept", "_task_hash": 1, "spans": [{"start": 0}]}), "e.jsonl", ["a Prodigy export with spans cannot be used"]),
        (lines(text(1, "a", "b"), text(2, "a", item_id="")), "e.jsonl", ["line 1", "line 2"]),
        (lines(text(1, [0, 3, "a"])), "e.jsonl", ["a doccano export with spans cannot be used"]),
    ],
)  # fmt: skip
def test_what_a_log_cannot_use_is_told_with_its_place(tmp_path, content, name, told):
    with pytest.raises(BadDataError) as refused:
        logged(tmp_path, content, name, ids="sentence_id", labels="label")
    problems = str(refused.value).splitlines()
    assert len(problems) == len(told)
    for problem, part in zip(problems, told, strict=True):
        assert part in problem


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (argilla(responses={"updated_at": 1e308}), "the responses to updated_at are not a list of answers"),
        (argilla(responses={"label": {"a": None}}), "the responses to label are not a list of answers"),
        (argilla(responses={"label": ["yes"]}), "the responses to label are not a list of answers"),
        (argilla(suggestions=[1]), "suggestions is not an object"),
        (argilla(suggestions={"label": "yes"}), "the suggestions for label are not an object"),
        (argilla(metadata=7), "metadata is not an object"),
        (
            argilla(**{"fields": 7, "label.responses": "yes", "_server_id": None}),
            "label.responses is not a list of answers",
        ),
        (lines(judged(), judged(user_id=[["ann"]])), "user_id is not a name"),
        (lines(judged(), judged(instance_id={})), "instance_id is not a name"),
        (lines(judged(), judged(labels="a")), "labels is not an object"),
    ],
)
def test_a_record_that_is_not_as_the_tool_writes_it_names_its_line(read, tmp_path, content, told):
    for reading in (lambda: read(content, ids=""), lambda: logged(tmp_path, content)):
        with pytest.raises(BadDataError, match="line 2") as refused:
            reading()
        assert told in str(refused.value)
