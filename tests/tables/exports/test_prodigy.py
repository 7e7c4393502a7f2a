"""Prodigy: answers in the shape that its example data sets and its documentation show, as a table and as a log."""

import random
import re
from pathlib import Path

import pytest
from commands import ended
from export_world import column, lines
from log_world import logged

from budgetplan.errors import BadDataError


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


def chosen(number, *names, time=0, who="x-ann", **more):
    """Return a line of a recipe with options."""
    return {
        "text": f"Text {number}.",
        "meta": {"item_id": f"s-{number}"},
        "_input_hash": number,
        "_task_hash": -number,
        "options": [{"id": name, "text": name} for name in ("a", "b")],
        "accept": [*names],
        "answer": "accept",
        "_timestamp": 1735725600 + time,
        "_annotator_id": who,
        "_session_id": who,
    } | more


def test_yes_or_no_to_a_label_says_or_denies_it(read, tmp_path):
    text = lines(answer(1, "accept"), answer(2, "reject"), answer(3, "ignore"), answer(4, None))
    content, header, problems = read(text, numbers=("score",))
    assert problems == []
    assert header == ("text", "item_id", "meta.score", "score", "label")
    assert content.ids == ["s-1", "s-2", "s-3", "s-4"]
    assert column(content, "label") == ["IDIOM", "not IDIOM", "", ""]
    # The score of the line, not the rounded one that annotators see.
    assert content.numbers["score"].values.tolist() == pytest.approx([0.8, 0.7, 0.6, 0.5])
    assert (*map(str, content.messages),) == (
        "Read as a Prodigy export: 4 items, 3 answers.",
        "Answers that are ignored or choose nothing, left out: 1.",
    )
    for known, denied in (((), "not IDIOM"), (("IDIOM", "b"), "b"), (("IDIOM", "b", "c"), "not IDIOM")):
        assert logged(tmp_path, text, "log.jsonl", known=known).label[:3] == ("IDIOM", denied, "")


def test_several_people_and_a_review(read):
    people = [{"_annotator_id": name} for name in ("x-ann", "x-bob", "x-eva")]
    said = {1: ("accept", "accept", "reject"), 2: ("accept", "reject"), 3: ("accept", "reject")}
    given = [answer(n, one, **who) for n, all_said in said.items() for one, who in zip(all_said, people, strict=False)]
    content, *_ = read(lines(*given, answer(3, "reject", versions=[{"sessions": ["x-ann"]}], **people[2])))
    assert content.ids == ["s-1", "s-2", "s-3"]
    assert column(content, "label") == ["IDIOM", "", "not IDIOM"]
    assert list(content.left_out["label"]) == [1]
    assert str(content.messages[0]) == "Read as a Prodigy export: 3 items, 3 annotators, 8 answers."
    assert "3; taken: the adjudicated label (1), the label with most judgements (1)" in str(content.messages[1])
    assert str(content.messages[2]) == "Ties, left without a label: 1 (s-2)."


def test_items_without_ids_are_told_apart_by_the_hash_of_the_input(read):
    lone = [{key: value for key, value in answer(n, "accept").items() if key != "meta"} for n in (1, 1, 2)]
    content, header, _ = read(lines(*lone))
    assert (header[0], content.ids) == ("item_id", ["101", "102"])


def test_one_of_several_options_is_chosen(read):
    other = [chosen(4, "a", answer="reject"), chosen(5, "a", answer="ignore")]
    content, header, problems = read(lines(chosen(1, "a"), chosen(2, "b"), chosen(3), *other))
    assert (problems, header) == ([], ("text", "item_id", "label"))
    assert column(content, "label") == ["a", "b", "", "", ""]
    assert (*map(str, content.messages[1:]),) == (
        "Answers that are ignored or choose nothing, left out: 2.",
        "Rejected answers that do not say which label is right, left out: 1.",
    )


def test_several_labels_asked_about_singly(read):
    asked = (
        answer(1, "reject", label="LITERAL", score=0.2),
        answer(1, "accept", label="IDIOM", score=0.8),
        answer(2, "reject", label="IDIOM", score=0.3),
    )
    content, header, _ = read(lines(*asked), numbers=("score:IDIOM", "score:LITERAL"))
    assert [name for name in header if ":" in name] == ["score:IDIOM", "score:LITERAL"]
    assert column(content, "label") == ["IDIOM", ""]
    assert content.numbers["score:IDIOM"].values.tolist() == [0.8, 0.3]
    assert str(content.messages[-1]) == "Rejected answers that do not say which label is right, left out: 2."


def test_words_that_a_pattern_has_found_are_no_spans_to_plan_for(read):
    spans = [{"start": 0, "end": 4, "pattern": 3}]
    assert column(read(lines(answer(1, "accept", spans=spans)))[0], "label") == ["IDIOM"]


@pytest.mark.parametrize("scores", [(0.9, 0.1), (0.1, 0.9)])
def test_two_scores_of_one_item_are_told_in_any_order(read, scores):
    given = [answer(1, "accept", score=score, _session_id=who) for score, who in zip(scores, "ab", strict=True)]
    [problem] = read(lines(*given), numbers=("score",))[2]
    assert problem.startswith("t, line 2, column score, item s-1: the item has two scores (found")


def test_answers_that_say_different_things_of_an_item_are_refused_where_they_are_read(read):
    given = [answer(1, "accept", meta={"p": p, "source": p}) for p in (0.9, 0.2)]
    [problem] = read(lines(*given), numbers=("p",))[2]
    assert problem.startswith(
        't, line 2, column p, item 101: the answers to one item say different things here (found "0.2")'
    )


def test_of_items_asked_about_several_labels_the_answers_about_the_collected_one_count(read, tmp_path):
    said = ((1, "IDIOM", "accept"), (1, "LITERAL", "reject"), (2, "IDIOM", "reject"), (2, "LITERAL", "accept"),
            (3, "IDIOM", "ignore"), (3, "LITERAL", "accept"), (4, "LITERAL", "accept"), (5, "IDIOM", "accept"),
            (5, "LITERAL", "accept"))  # fmt: skip
    text = lines(*(answer(number, given, label=label) for number, label, given in said))
    labels = {"IDIOM": ["IDIOM", "not IDIOM", "", "", "IDIOM"], "LITERAL": ["not LITERAL", *["LITERAL"] * 4]}
    for collected, other in (("IDIOM", "LITERAL"), ("LITERAL", "IDIOM")):
        assert column(read(text, collected=(collected,))[0], "label") == labels[collected]
        # A log of the same answers says the same.
        log = logged(tmp_path, text, "e.jsonl", known=tuple(labels), positive=(collected,))
        judged = dict(zip(log.item, log.label, strict=True))
        expected = [other if label.startswith("not") else label for label in labels[collected]]
        assert [judged.get(f"s-{n}", "") for n in range(1, 6)] == expected
    with pytest.raises(BadDataError, match="one by one, and all of them are collected"):
        read(text, collected=tuple(labels))


def test_a_log_has_the_choices_of_two_people_and_what_passed_between_them(tmp_path):
    given = lines(
        chosen(1, "a", time=0),
        chosen(2, "b", time=7),
        chosen(1, "b", time=4, who="x-bob"),
        chosen(3, time=307, answer="ignore"),
        chosen(4, "a", time=608),
        chosen(5, time=619),
    )
    log = logged(tmp_path, given, "log.jsonl")
    assert log.item == ("s-1", "s-1", "s-2", "s-3", "s-4", "s-5")
    assert log.label == ("a", "b", "b", "", "a", "")
    assert log.annotator == ("x-ann", "x-bob", *["x-ann"] * 4)
    # 7 s after the first; then 300 s, the longest time; then 301 s, which is a pause; then 11 s.
    assert [*map(str, log.seconds)] == ["nan", "nan", "7.0", "300.0", "nan", "11.0"]
    assert log.when[:2] == ("2025-01-01T10:00:00+00:00", "2025-01-01T10:00:04+00:00")
    assert log.line.tolist() == [1, 3, 2, 4, 5, 6]


def test_what_a_skipped_question_took_is_no_part_of_the_next_answer(tmp_path):
    """A, B, A, B of two texts by one person: 4, 9 and 5 s; the second answer about B took 5 s, not 14."""
    told = ((0, "A", 0), (0, "B", 4), (1, "A", 13), (1, "B", 18))
    given = [answer(n, "accept", label=label, _timestamp=1735725600 + time) for n, label, time in told]
    text = lines(*(one | {"_annotator_id": "a"} for one in given))
    for label, seconds in (("A", ["nan", "9.0"]), ("B", ["4.0", "5.0"])):
        assert [*map(str, logged(tmp_path, text, "log.jsonl", positive=(label,)).seconds)] == seconds


N = 120
ASKED = ("--label", "label", "--model", "p", "--budget", "20 items")


def run(*words):
    done = ended(*words)
    return done.exit_code, done.output


def line(number):
    score = 0.05 + number * 37 % 90 / 100
    return {"text": f"Text {number}.", "meta": {"item_id": f"w{number:03d}", "p": score}, "_input_hash": number}


@pytest.fixture
def questions(tmp_path, monkeypatch):
    """Write answers to two of three questions about N texts, and N / 2 unjudged texts; count yes and no by hand."""
    monkeypatch.chdir(tmp_path)
    rng, given = random.Random(5), []
    for number in range(N):
        for label in rng.sample("ABC", 2):
            said = rng.choices(("accept", "reject", "ignore"), (3, 6, 1))[0]
            given.append(line(number) | {"label": label, "answer": said})
    rng.shuffle(given)
    Path("p.jsonl").write_text(lines(*given, *map(line, range(N, N + N // 2))), encoding="utf-8")
    scores = "".join(f"w{n:03d},{line(n)['meta']['p']}\n" for n in range(N + N // 2))
    Path("t.csv").write_text(f"item_id,p\n{scores}", encoding="utf-8")
    said = {label: [one["answer"] for one in given if one["label"] == label] for label in "ABC"}
    return {label: (all_said.count("accept"), all_said.count("reject")) for label, all_said in said.items()}


@pytest.mark.parametrize("table", [("p.jsonl",), ("t.csv", "--set", "table.labels=p.jsonl")], ids=["alone", "beside"])
def test_the_answers_about_the_collected_label_are_its_yes_and_no(questions, table, tmp_path):
    text = Path("p.jsonl").read_text(encoding="utf-8")
    for label, (yes, no) in questions.items():
        for positive, told in ((label, f"{label} ({yes}, collected), not {label} ({no})."),
                               (f"not {label}", f"not {label} ({no}, collected), {label} ({yes}).")):  # fmt: skip
            code, output = run("check", *table, "--positive", positive, *ASKED)
            assert code in (0, 3), output
            assert f"Labels: {told}" in output
        log = logged(tmp_path, text, "log.jsonl", positive=(label,))
        assert (log.label.count(label), log.label.count(f"not {label}")) == (yes, no)


def test_a_draft_asks_which_question_is_collected_and_then_passes(questions):
    code, output = run("init", "p.jsonl")
    text = Path("plan.toml").read_text(encoding="utf-8")
    comments = re.sub(r"\n# ", " ", text)
    yes, no = questions["A"]
    assert code == 0
    assert '(look for "Needed" in it): table.positive' in output
    assert f"Labels: A ({yes}), not A ({no})." in comments
    assert "choose among A, B, C; items were asked about one at a time, and what is said here is of A" in comments
    yes, no = questions["B"]
    Path("plan.toml").write_text(text.replace('# positive = ["A"]', 'positive = ["B"]'), encoding="utf-8")
    code, output = run("check", "plan.toml", "--budget", "20 items")
    assert code in (0, 3), output
    assert f"B ({yes}, collected), not B ({no})." in output
    code, output = run("check", "p.jsonl", "--positive", "A", "--positive", "B", *ASKED)
    assert code == 4
    assert "one by one, and all of them are collected; collect one of them" in output
