"""Prodigy asks of one text whether it is of this label, then of that: the answer about the collected label decides."""

import itertools
import json
import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from log_world import logged

from budgetplan.cli.main import main

N = 120


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(*words):
    done = CliRunner().invoke(main, list(words), catch_exceptions=False)
    return done.exit_code, done.output


def answers(seed, questions, per_text):
    """Return answers about N texts, as many questions a text as said, and half as many texts that nobody judged."""
    rng = random.Random(seed)
    found = []
    for at in range(N):
        for label in rng.sample(questions, per_text):
            answer = rng.choices(("accept", "reject", "ignore"), (3, 6, 1))[0]
            found.append(line(at) | {"label": label, "answer": answer})
    rng.shuffle(found)
    return [*found, *map(line, range(N, N + N // 2))]


def line(at):
    score = 0.05 + at * 37 % 90 / 100
    return {"text": f"Text {at}.", "meta": {"item_id": f"w{at:03d}", "p": score}, "_input_hash": at}


def write(records, name="p.jsonl"):
    Path(name).write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")


def said(records, label):
    """Return by hand how many texts are, and are not, of a label."""
    given = [one["answer"] for one in records if one.get("label") == label]
    return given.count("accept"), given.count("reject")


ASKED = ("--label", "label", "--model", "p", "--budget", "20 items")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("per_text", [1, 2, 3])
@pytest.mark.parametrize("beside", [False, True], ids=["one file", "labels beside"])
@pytest.mark.few(3)
def test_the_answers_about_the_collected_label_are_its_yes_and_no(seed, per_text, beside):
    records = answers(seed, ["A", "B", "C"], per_text)
    write(records)
    Path("t.csv").write_text(
        "item_id,p\n"
        + "".join(f"{one['item_id']},{one['p']}\n" for one in (line(at)["meta"] for at in range(N + N // 2)))
    )
    table = ("t.csv", "--set", "table.labels=p.jsonl") if beside else ("p.jsonl",)
    for label in "ABC":
        code, output = run("check", *table, "--positive", label, *ASKED)
        yes, no = said(records, label)
        assert (code in (0, 3), f"Labels: {label} ({yes}, collected), not {label} ({no})." in output) == (
            True,
            True,
        ), output


@pytest.mark.parametrize(("seed", "label"), [*itertools.product(range(3), "AB")])
def test_a_log_and_a_table_say_the_same_of_each_item(tmp_path, seed, label):
    records = [one for one in answers(seed, ["A", "B"], 2) if one.get("answer") != "ignore"]
    write(records)
    code, output = run("check", "p.jsonl", "--positive", label, *ASKED)
    log = logged(tmp_path, Path("p.jsonl").read_text(), "log.jsonl", positive=(label,))
    assert code in (0, 3), output
    counts = (log.label.count(label), log.label.count(f"not {label}"))
    assert counts == said(records, label)
    assert f"{label} ({counts[0]}, collected), not {label} ({counts[1]})." in output


def test_what_a_skipped_question_took_is_no_part_of_the_next_answer(tmp_path):
    """A, B, A, B of two texts by one person: 4, 9 and 5 s; the second answer about B took 5 s, not 14."""
    told = ((0, "A", 0), (0, "B", 4), (1, "A", 13), (1, "B", 18))
    records = [
        line(at) | {"label": label, "answer": "accept", "_timestamp": 1735725600 + time, "_annotator_id": "a"}
        for at, label, time in told
    ]
    write(records)
    text = Path("p.jsonl").read_text()
    seconds = {label: logged(tmp_path, text, "log.jsonl", positive=(label,)).seconds for label in "AB"}
    assert [*map(str, seconds["A"])] == ["nan", "9.0"]
    assert [*map(str, seconds["B"])] == ["4.0", "5.0"]


@pytest.mark.parametrize("seed", range(2))
def test_who_collects_what_is_not_of_a_label_means_its_question(seed):
    records = answers(seed, ["A", "B"], 2)
    write(records)
    code, output = run("check", "p.jsonl", "--positive", "not A", *ASKED)
    yes, no = said(records, "A")
    assert (code in (0, 3), f"Labels: not A ({no}, collected), A ({yes})." in output) == (True, True), output


def test_several_collected_labels_are_refused_where_items_were_asked_about_each():
    write(answers(1, ["A", "B"], 2))
    code, output = run("check", "p.jsonl", "--positive", "A", "--positive", "B", *ASKED)
    assert code == 4
    assert "items were asked about A, B one by one, and all of them are collected; collect one of them" in output


@pytest.mark.parametrize("seed", range(3))
def test_a_draft_asks_which_question_is_collected_and_then_passes(seed):
    records = answers(seed, ["A", "B"], 2)
    write(records)
    code, output = run("init", "p.jsonl")
    text = Path("plan.toml").read_text(encoding="utf-8")
    comments = re.sub(r"\n# ", " ", text)
    yes, no = said(records, "A")
    assert code == 0
    assert '(look for "Needed" in it): table.positive' in output
    assert f"Labels: A ({yes}), not A ({no})." in comments
    assert "choose among A, B; items were asked about one at a time, and what is said here is of A" in comments
    for label in "AB":
        Path("plan.toml").write_text(text.replace('# positive = ["A"]', f'positive = ["{label}"]'), encoding="utf-8")
        code, output = run("check", "plan.toml", "--budget", "20 items")
        yes, no = said(records, label)
        assert (code in (0, 3), f"{label} ({yes}, collected), not {label} ({no})." in output) == (
            True,
            True,
        ), output
