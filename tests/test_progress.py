"""What is shown to somebody who waits: each workflow says what it does, on a terminal alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from commands import ended

from budgetplan import api
from budgetplan.settings.build import read_plan

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.mark.parametrize("example", ["loanwords/plan.toml", "hate_speech/plan.toml"])
@pytest.mark.few(1)
def test_every_workflow_says_what_it_does(example):
    told = []
    plan = read_plan(str(EXAMPLES / example), {"sure.resamples": "40"})
    api.compare(plan, progress=lambda *one: told.append(one))
    assert told[0] == ("reading the table", 0, 1)
    assert ("comparing the models", 0, 1) in told
    counts = [(done, total) for what, done, total in told if what == "resampling"]
    assert [done for done, _ in counts] == sorted(done for done, _ in counts)
    assert all(done <= total for done, total in counts)


@pytest.fixture
def asked(tmp_path):
    """Return a command line without the command, and where it runs."""
    rows = [f"w{n},{'y' if n % 3 == 0 else 'n'},{(n * 7 % 40 + 40 * (n % 3 == 0)) / 80}" for n in range(40)]
    (tmp_path / "t.csv").write_text("\n".join(["item_id,gold,p", *rows, ""]), encoding="utf-8")
    return ["t.csv", "--label", "gold", "--positive", "y", "--model", "p"]


@pytest.mark.parametrize("command", ["compare", "check"])
@pytest.mark.parametrize("more", [[], ["--json-errors"]])
def test_where_nobody_waits_nothing_is_shown(tmp_path, monkeypatch, asked, command, more):
    monkeypatch.chdir(tmp_path)
    done = ended(command, *asked, *more)
    assert done.exit_code == 0
    assert "reading" not in done.stderr
    assert bool(done.stderr) == (command == "check" and bool(more))


@pytest.mark.parametrize("command", ["compare", "check"])
@pytest.mark.few(1)
def test_on_a_terminal_there_is_one_line_that_is_cleared(tmp_path, asked, command):
    pty = pytest.importorskip("pty")
    try:
        ours, theirs = pty.openpty()
    except OSError:
        pytest.skip("this machine has no terminals; what is written to one is tested with the commands")
    run = [sys.executable, "-m", "budgetplan", command, *asked]
    with subprocess.Popen(run, cwd=tmp_path, stdout=subprocess.PIPE, stderr=theirs) as shown:
        os.close(theirs)
        assert b"p" in shown.stdout.read()
    seen = os.read(ours, 10_000).decode()
    os.close(ours)
    assert seen.startswith("\r\033[Kreading the table")
    assert seen.endswith("\r\033[K")
    assert "\n" not in seen
