"""What `budgetplan init` writes for small tables, and that `budgetplan check` takes it."""

import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from budgetplan.cli.main import main

N = 60
SHOWN = [f"{0.05 + at % 9 / 10:.2f}" for at in range(N)]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words):
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


def write(name="t.csv", **columns):
    rows = [",".join(columns), *(",".join(row) for row in zip(*columns.values(), strict=True))]
    Path(name).write_text("\n".join(rows) + "\n", encoding="utf-8")


def draft(*words, table="t.csv"):
    """Return the text of the draft of a table, and what it says."""
    Path("plan.toml").unlink(missing_ok=True)
    done = run("init", table, *words)
    assert done.exit_code == 0, done.output
    text = Path("plan.toml").read_text(encoding="utf-8")
    return text, tomllib.loads(text)


def words_of(text):
    """Return the comments of a draft without their breaks."""
    return re.sub(r"\n# ", " ", text)


IDS = [f"w{at:02d}" for at in range(N)]
LABELS = ["yes" if at % 3 == 0 else "no" for at in range(N)]


@pytest.mark.parametrize("sign", ["\u202e", "\u2028", "\u2066", "\u200b", "\x85", "\U000e0041"])
def test_no_letter_that_nobody_sees_stands_in_a_draft(sign):
    write(item_id=IDS, gold=LABELS, **{f"p_{sign}x": SHOWN})
    text, plan = draft()
    assert sign not in text
    assert plan["models"] == [{"name": f"p_{sign}x"}]


@pytest.mark.parametrize("first", ["[[models]]", "[[table]", "[ [x"])
def test_a_header_that_begins_with_brackets_is_one(first):
    write(**{first: IDS, "gold": LABELS, "p_m": SHOWN})
    assert draft()[1]["table"]["id"] == first


TOKENS = [str(300 + at % 17) for at in range(N)]
BESIDE = {
    "llm_label": ["input_tokens", "output_tokens"],
    "label": ["input_tokens", "output_tokens"],
    "answer": ["answer_tokens"],
    "verdict": ["verdict_prob"],
    "category": ["category_cost"],
    "model_label": ["model_score"],
    "gpt4_label": ["gpt4_score"],
    "class_b": ["p_x", "score_b"],
    "claude": ["price_in"],
    "pred": ["p_x"],
    "model_answer": ["p_x"],
}


@pytest.mark.parametrize("name", BESIDE)
def test_what_a_model_said_is_never_drafted_as_the_truth(name):
    numbers = {one: TOKENS if "tokens" in one else SHOWN for one in BESIDE[name]}
    write(msg_id=IDS, **{name: LABELS}, **numbers)
    text, plan = draft()
    assert "label" not in plan["table"]
    assert f"{name} " in words_of(text)
    # Where people have judged, their column is the truth whatever stands beside it.
    write(msg_id=IDS, **{name: LABELS}, **numbers, gold=LABELS[::-1])
    assert draft()[1]["table"]["label"] == "gold"


@pytest.mark.parametrize("other", ["label_2", "second_label", "gold_standard", "annotation_b"])
def test_of_two_columns_with_the_same_labels_none_is_chosen(other):
    write(item_id=IDS, label=LABELS, **{other: LABELS[::-1]}, p_m=SHOWN)
    text, plan = draft()
    assert "label" not in plan["table"]
    assert f"choose among label, {other}." in words_of(text)
