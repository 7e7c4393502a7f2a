"""Prodigy: answers in the shape that its example data sets and its documentation show."""

import json

import pytest
from export_world import column, lines
from log_world import read_log

from budgetplan.domain.plan import TableForm
from budgetplan.errors import BadDataError
from budgetplan.tables.opened import open_table
from budgetplan.tables.problems import Problems


@pytest.fixture
def read(tmp_path):
    def read_lines(*objects, texts=("label",), numbers=(), ids="item_id"):
        path = tmp_path / "p.jsonl"
        path.write_text(lines(*objects), encoding="utf-8")
        problems = Problems("t")
        with open_table(str(path)) as file:
            return file.read(ids, texts, numbers, problems), file.header, [*map(str, problems.listed())]

    return read_lines


def answer(number, said, **more):
    """Return a line of a recipe that asks yes or no."""
    return {
        "text": f"Text {number}.",
        "label": "IDIOM",
        "score": 0.9 - number / 10,
        "meta": {"item_id": f"s-{number}", "score": 0.1},
        "_input_hash": 100 + number,
        "_task_hash": -number,
        "answer": said,
        "_timestamp": 1735725608,
    } | more


def chosen(number, *names, **more):
    """Return a line of a recipe with options."""
    options = [{"id": name, "text": name} for name in ("a", "b")]
    line = {"text": f"T {number}.", "options": options, "_input_hash": number, "_task_hash": number}
    return line | {"accept": [*names], "answer": "accept"} | more


def test_one_label_is_said_or_denied(read):
    content, header, problems = read(
        answer(1, "accept"), answer(2, "reject"), answer(3, "ignore"), answer(4, None), numbers=("score",)
    )
    assert problems == []
    assert header == ("text", "item_id", "meta.score", "score", "label")
    assert content.ids == ["s-1", "s-2", "s-3", "s-4"]
    assert column(content, "label") == ["IDIOM", "not IDIOM", "", ""]
    # The score of the line, not the rounded one that annotators see.
    assert content.numbers["score"].values.tolist() == pytest.approx([0.8, 0.7, 0.6, 0.5])
    assert content.messages == (
        "Read as a Prodigy export: 4 items, 3 answers.",
        "Answers that are ignored or choose nothing, left out: 1.",
    )


def test_several_people_and_a_review(read):
    people = [{"_annotator_id": name} for name in ("x-ann", "x-bob", "x-eva")]
    content, *_ = read(
        *(answer(1, said, **who) for said, who in zip(("accept", "accept", "reject"), people, strict=True)),
        *(answer(2, said, **who) for said, who in zip(("accept", "reject"), people[:2], strict=True)),
        *(answer(3, said, **who) for said, who in zip(("accept", "reject"), people[:2], strict=True)),
        answer(3, "reject", versions=[{"sessions": ["x-ann"]}], **people[2]),
    )
    assert content.ids == ["s-1", "s-2", "s-3"]
    assert column(content, "label") == ["IDIOM", "", "not IDIOM"]
    assert list(content.left_out["label"]) == [1]
    assert content.messages[:3] == (
        "Read as a Prodigy export: 3 items, 3 annotators, 8 answers.",
        "Items judged more than once (label): 3; taken: the adjudicated label (1), the label with most judgements (1).",
        "Ties, left without a label: 1 (s-2).",
    )


def test_items_without_ids_are_told_apart_by_the_hash_of_the_input(read):
    lone = [{key: value for key, value in answer(n, "accept").items() if key != "meta"} for n in (1, 1, 2)]
    content, header, _ = read(*lone)
    assert header[0] == "item_id"
    assert content.ids == ["101", "102"]


def test_one_of_several_options_is_chosen(read):
    content, header, problems = read(
        chosen(1, "a"),
        chosen(2, "b"),
        chosen(3),
        chosen(4, "a", answer="reject"),
        chosen(5, "a", answer="ignore"),
    )
    assert problems == []
    assert header == ("item_id", "text", "label")
    assert column(content, "label") == ["a", "b", "", "", ""]
    assert content.messages[1:] == (
        "Answers that are ignored or choose nothing, left out: 2.",
        "Rejected answers that do not say which label is right, left out: 1.",
    )


def test_several_labels_asked_about_one_by_one(read):
    content, header, _ = read(
        answer(1, "reject", label="LITERAL", score=0.2),
        answer(1, "accept", label="IDIOM", score=0.8),
        answer(2, "reject", label="IDIOM", score=0.3),
        numbers=("score:IDIOM", "score:LITERAL"),
    )
    assert header[-2:] != ("score:LITERAL", "score:IDIOM")
    assert [name for name in header if ":" in name] == ["score:IDIOM", "score:LITERAL"]
    assert column(content, "label") == ["IDIOM", ""]
    assert content.numbers["score:IDIOM"].values.tolist() == [0.8, 0.3]
    assert content.messages[-1] == "Rejected answers that do not say which label is right, left out: 2."


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (chosen(1, "a", "b"), 'several labels are chosen at once (found "["a", "b"]")'),
        (chosen(1, accept="a"), 'what is chosen is no list of texts (found "a")'),
        (answer(1, "maybe"), 'this is no answer of Prodigy\'s (found "maybe")'),
        (answer(1, "accept", label=None), 'the answer says nothing of a label (found "null")'),
    ],
)
def test_answers_that_give_no_label_are_problems_where_labels_are_asked_for(read, line, told):
    [problem] = read(line)[2]
    assert told in problem
    assert read(line, texts=())[2] == []


def test_words_that_a_pattern_has_found_are_no_spans_to_plan_for(read):
    assert column(read(answer(1, "accept", spans=[{"start": 0, "end": 4, "pattern": 3}]))[0], "label") == ["IDIOM"]


@pytest.mark.parametrize("scores", [(0.9, 0.1), (0.1, 0.9)])
def test_two_scores_of_one_item_are_told_in_any_order(tmp_path, scores):
    answers = [
        {"text": "A", "label": "x", "answer": "accept", "score": score, "_input_hash": 1, "_session_id": who}
        for score, who in zip(scores, ("ann", "bob"), strict=True)
    ]
    path = tmp_path / "p.jsonl"
    path.write_text(lines(*answers), encoding="utf-8")
    problems = Problems("p")
    with open_table(str(path)) as file:
        file.read("", ["label"], ["score"], problems)
    assert [one.partition(" (found")[0] for one in map(str, problems.listed())] == [
        "p, line 2, column score, item 1: the item has two scores"
    ]


def test_an_empty_choice_is_no_vote(tmp_path):
    answers = [
        {"text": "A", "label": label, "answer": "accept", "_input_hash": 1, "_session_id": who}
        for label, who in (("x", "ann"), ("NA", "bob"))
    ]
    path = tmp_path / "p.jsonl"
    path.write_text(lines(*answers), encoding="utf-8")
    with open_table(str(path), TableForm(empty=("NA",))) as file:
        assert column(file.read("", ["label"], [], Problems("p")), "label") == ["x"]


def test_answers_to_one_item_that_say_different_things_of_it_are_refused_where_they_are_read(tmp_path):
    lines = [
        {
            "text": "a",
            "_input_hash": 1,
            "answer": "accept",
            "label": "X",
            "meta": {"p": 0.9, "source": "one"},
        },
        {
            "text": "a",
            "_input_hash": 1,
            "answer": "reject",
            "label": "X",
            "meta": {"p": 0.2, "source": "two"},
        },
        {"text": "b", "_input_hash": 2, "answer": "reject", "label": "X", "meta": {"p": 0.1}},
    ]
    path = tmp_path / "p.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in lines))
    problems = Problems("p.jsonl")
    with open_table(str(path)) as file:
        file.read("item_id", ["label"], ["p"], problems)
    assert [str(one) for one in problems.listed()] == [
        'p.jsonl, line 2, column p, item 1: the answers to one item say different things here (found "0.2"); write the same in each, or leave one of them out'
    ]


def test_of_items_asked_about_several_labels_the_answers_about_the_collected_one_count(tmp_path):
    rows = [
        answer(1, "accept", label="IDIOM"),
        answer(1, "reject", label="LITERAL"),
        answer(2, "reject", label="IDIOM"),
        answer(2, "accept", label="LITERAL"),
        answer(3, "ignore", label="IDIOM"),
        answer(3, "accept", label="LITERAL"),
        answer(4, "accept", label="LITERAL"),
        answer(5, "accept", label="IDIOM"),
        answer(5, "accept", label="LITERAL"),
    ]
    path = tmp_path / "export.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    told = {"IDIOM": ["IDIOM", "not IDIOM", "", "", "IDIOM"], "LITERAL": ["not LITERAL", *["LITERAL"] * 4]}
    for collected, labels in told.items():
        with open_table(str(path), TableForm(collected=(collected,))) as file:
            assert column(file.read("item_id", ["label"], [], Problems("")), "label") == labels
        # A log of the same answers says the same.
        log = read_log(str(path), id_column="item_id", label_column="label", labels=tuple(told), positive=(collected,))
        other = {"IDIOM": "LITERAL", "LITERAL": "IDIOM"}[collected]
        said = dict(zip(log.item, log.label, strict=True))
        expected = [label if not label.startswith("not") else other for label in labels]
        assert [said.get(f"s-{n}", "") for n in range(1, 6)] == expected
    both = open_table(str(path), TableForm(collected=("IDIOM", "LITERAL")))
    with pytest.raises(BadDataError, match="one by one, and all of them are collected"), both:
        pass
