"""In a terminal a draft asks for what no table says; nowhere else, and not with --yes."""

import os
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from budgetplan.cli import main as cli
from budgetplan.settings.build import read_plan

ROWS = [f"w{at:02d},{'idiom' if at % 3 == 0 else 'literal'},{(at * 7 % 40) / 40:.3f}" for at in range(40)]
TABLE = "\n".join(["item_id,gold,p_rf", *ROWS]) + "\n"
CLASSES = "\n".join(
    ["gold,p:a,p:b,p:c", *(f"{'abc'[at % 3]},{at / 50:.2f},{(50 - at) / 50:.2f},0" for at in range(40))]
)


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run ``init`` as in a terminal, with these lines typed in; return what was printed and the plan."""

    def run(*lines, table=TABLE, more=()):
        (tmp_path / "t.csv").write_text(table)
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(cli.terminal, "at_terminal", lambda: True)
        told = CliRunner().invoke(cli.main, ["init", "t.csv", *more], input="\n".join([*lines, ""]))
        assert told.exit_code == 0, told.output
        return told.output, Path("plan.toml").read_text(encoding="utf-8")

    return run


def test_what_is_answered_stands_in_the_plan_and_is_a_plan(run):
    told, written = run("literal", "0.04", "400 items")
    plan = tomllib.loads(written)
    assert plan["table"]["positive"] == ["literal"]
    assert plan["cost"]["per_item"] == "0.04"
    assert plan["goal"]["budget"] == "400 items"
    assert "worth" not in told
    assert "Needed before" not in told
    checked = CliRunner().invoke(cli.main, ["check", "plan.toml"])
    assert checked.exit_code == 0, checked.output


def test_where_the_labels_are_is_asked_first(run):
    texts = ("Stand", "Status", "literal", "0.04", "20 items")
    asked, plan = run(*texts, table=TABLE.replace("gold", "Status", 1))
    steps = ["Which column holds people's labels", "The table has no column Stand.", "Which label is collected"]
    assert sorted(steps, key=asked.index) == steps
    assert 'label = "Status"' in plan


def test_empty_answers_leave_every_line_as_it_is_without_a_terminal(run, tmp_path):
    asked = run("", "", "", "")[1]
    (tmp_path / "plan.toml").unlink()
    assert run(more=["--yes"])[1] == asked
    assert "# per_item" in asked


def test_what_is_no_value_or_makes_no_plan_is_asked_again(run):
    told, written = run("loan", "literal", "cheap", "", "5 EUR", "")
    assert "No row has the label loan." in told
    assert told.count("What does the review") == 2
    # An amount of money says nothing of items without a price.
    assert told.count("What is the budget") == 2
    assert "worth" not in told
    assert tomllib.loads(written)["table"]["positive"] == ["literal"]
    read_plan("plan.toml")


def test_what_an_entry_is_worth_is_asked_where_there_is_no_budget(run):
    plan = tomllib.loads(run("", "0.04", "", "-6", "6")[1])
    assert (plan["entry"], "budget" in plan["goal"]) == ({"value": "6"}, False)
    read_plan("plan.toml")


@pytest.mark.parametrize(
    ("lines", "worths"),
    [
        (["", "4", "20 items"], {"error_weight": "4"}),
        (["0.10", "0.08", "-0.4", "2"], {"unit": "money", "right": "0.08", "wrong": "-0.4"}),
    ],
)
def test_models_that_answer_are_asked_what_answers_are_worth(run, lines, worths):
    told, written = run(*lines, table=CLASSES)
    assert "Which label" not in told
    assert tomllib.loads(written)["answers"] == worths
    assert "Needed before" not in told
    checked = CliRunner().invoke(cli.main, ["check", "plan.toml"])
    assert checked.exit_code == 0, checked.output


def test_half_of_what_answers_are_worth_stays_a_comment(run):
    told, written = run("0.10", "0.08", "", "", table=CLASSES)
    assert "answers" not in tomllib.loads(written) or not tomllib.loads(written)["answers"]
    assert "Needed before" in told


def test_scripts_are_asked_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("t.csv").write_text(TABLE)
    told = CliRunner().invoke(cli.main, ["init", "t.csv"])
    assert (told.exit_code, "?" in told.output) == (0, False)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pty")
def test_a_terminal_is_known_as_one(tmp_path):
    import pty

    (tmp_path / "t.csv").write_text(TABLE)
    pid, place = pty.fork()
    if not pid:  # pragma: no cover - another process
        os.chdir(tmp_path)
        os.execv(sys.executable, [sys.executable, "-m", "budgetplan", "init", "t.csv"])
    os.write(place, b"\n0.04\n16\n\n")
    told = b""
    while b"Next: " not in told:
        told += os.read(place, 1000)
    assert os.waitpid(pid, 0)[1] == 0
    os.close(place)
    plan = tomllib.loads((tmp_path / "plan.toml").read_text())
    assert (plan["cost"]["per_item"], plan["goal"]["budget"]) == ("0.04", "16")


def test_what_a_blank_stands_for_is_asked_where_a_score_is_missing(run):
    told, written = run(
        "literal", "first", "last", "0.04", "20 items", table=TABLE.replace("0.000", "").replace("0.175", "")
    )
    assert told.count("What becomes of labelled rows with nothing in p_rf (2): last or exclude?") == 2
    assert tomllib.loads(written)["table"]["missing"] == "last"
    assert "Needed before" not in told
    assert "last in its queue: 2" in CliRunner().invoke(cli.main, ["check", "plan.toml"]).output
