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
