"""Output can be written whatever stands behind it: an old code page, a full disk, nothing at all, a terminal."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from budgetplan.cli.main import INTERRUPTED, main
from budgetplan.cli.terminal import Terminated, legible, ready

posix = pytest.mark.skipif(os.name != "posix", reason="streams are closed otherwise there")
LABELS = "ynnyynnnynnynnnnnnnynnnn" + "n" * 16
ASKED = ["--label", "gold", "--positive", "ναι", "--model", "p", "--set", "sure.resamples=40", "--cost", "0.5"]
UNDRAWN = ["--budget", "4", "--format", "html", "--only", "justification"]
"""The part without figures: to draw them takes longer than all else."""


@pytest.fixture
def folder(tmp_path):
    rows = [f"{'ναι' if label == 'y' else 'όχι'},{99 - place}" for place, label in enumerate(LABELS)]
    (tmp_path / "t.csv").write_text("\n".join(["gold,p", *rows, ""]), encoding="utf-8")
    return tmp_path


def command(*args):
    return [sys.executable, "-m", "budgetplan", *args]


def shell(folder, args, end):
    """Run a command with its streams as the end of a line of the shell has them."""
    line = " ".join(f"'{part}'" for part in command(*args)) + f" {end}"
    done = subprocess.run(["sh", "-c", line], cwd=folder, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr + done.stdout
    return done


@pytest.mark.parametrize("encoding", ["cp1252", "cp850", "utf-8"])
def test_every_code_page_can_be_written(folder, monkeypatch, encoding):
    monkeypatch.chdir(folder)
    for name in ("compare", "check"):
        done = CliRunner(charset=encoding).invoke(main, [name, "t.csv", *ASKED])
        assert done.exit_code == 0, done.exception
        assert done.stdout_bytes.decode(encoding)
        assert not done.stderr_bytes


@pytest.mark.slow
def test_a_process_writes_a_code_page_as_its_command_does(folder, monkeypatch):
    env = {**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}
    args = command("check", "t.csv", *ASKED)
    done = subprocess.run(args, cwd=folder, env=env, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    monkeypatch.chdir(folder)
    assert done.stdout == CliRunner(charset="cp1252").invoke(main, ["check", "t.csv", *ASKED]).stdout_bytes
    # Messages and their data keep foreign letters.
    args = command("check", "t.csv", "--label", "χρυσός 😀", "--positive", "ναι", "--model", "p", "--json-errors")
    done = subprocess.run(args, cwd=folder, env=env, capture_output=True, check=False)
    assert done.returncode == 4
    assert "χρυσός 😀" in json.dumps(json.loads(done.stderr.decode("cp1252")), ensure_ascii=False)


REPORT = ["report", "t.csv", *ASKED, *UNDRAWN, "--out", "r"]


@posix
@pytest.mark.parametrize(
    ("args", "end"), [(["--help"], ">&-"), (REPORT, ">&-"), (["check", "t.csv", *ASKED], "> /dev/full")]
)
@pytest.mark.few(1)
def test_output_that_cannot_be_written_is_said_and_files_do_not_wait_for_it(folder, args, end):
    if "full" in end and not Path("/dev/full").exists():
        pytest.skip("no full device here")
    done = shell(folder, args, end)
    assert done.returncode == 6
    assert done.stderr.splitlines()[-1].startswith("budgetplan: Cannot write to standard output: ")
    if args is REPORT:
        assert (folder / "r" / "report.html").read_bytes().rstrip().endswith(b"</html>")


@posix
@pytest.mark.slow
def test_without_a_place_for_messages_the_files_are_written(folder):
    assert shell(folder, ["init", "none.csv"], "2>&-").returncode == 4
    assert shell(folder, [*REPORT, "--quiet"], "<&- >&- 2>&-").returncode == 0
    html = (folder / "r" / "report.html").read_bytes()
    assert html.startswith(b"<!")
    assert html.rstrip().endswith(b"</html>")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]0;title\x07", r"\x1b]0;title\x07"),
        ("\x9b2J", r"\x9b2J"),
        ("a\rb", r"a\rb"),
        ("\u202ecsv.exe", r"\u202ecsv.exe"),
        ("a\tb\nc ř", "a\tb\nc ř"),
    ],
)
def test_no_character_commands_the_terminal(text, shown):
    assert legible(text) == shown


@pytest.mark.parametrize("more", [[], ["--json-errors"]])
def test_cells_reach_the_terminal_as_text(folder, monkeypatch, more):
    cell = "\x1b[2J\x1b]0;owned\x07\x9b1m"
    (folder / "odd.csv").write_text(f"gold,p\nναι,{cell}\nόχι,2\n", encoding="utf-8")
    monkeypatch.chdir(folder)
    done = CliRunner().invoke(main, ["compare", "odd.csv", *ASKED, *more], catch_exceptions=False)
    assert done.exit_code == 4
    told = done.stdout + done.stderr
    assert not set(told) & {"\x1b", "\x07", "\x9b"}
    assert r"\x1b[2J" in told or r"\u001b[2J" in told
    assert not more or json.loads(done.stderr)[0]["found"] == cell


WAITING = """import signal, sys, time
from pathlib import Path
from budgetplan.cli.main import Commands
signal.signal(getattr(signal, sys.argv[1]), getattr(signal, sys.argv[2]))
group = Commands('budgetplan')
@group.command()
def go():
    try:
        Path('began').touch()
        time.sleep(float(sys.argv[3]))
    finally:
        Path('cleared').touch()
group(['go'])
"""


def begun(folder, *said):
    """Return a command that waits, as soon as it does; its handler for a signal is what the caller left it."""
    running = subprocess.Popen([sys.executable, "-c", WAITING, *said], cwd=folder, stderr=subprocess.PIPE)
    for _ in range(600):
        if (folder / "began").exists():
            break
        time.sleep(0.05)
    return running


@posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_request_to_end_clears_away(tmp_path, name):
    with begun(tmp_path, name, "SIG_DFL", "60") as running:
        running.send_signal(getattr(signal, name))
        assert running.wait(timeout=30) == 128 + getattr(signal, name)
        assert running.stderr.read() == b""
    assert (tmp_path / "cleared").exists()


@posix
def test_what_the_caller_ignores_ends_nothing(tmp_path):
    with begun(tmp_path, "SIGHUP", "SIG_IGN", "1") as running:  # as a terminal's nohup has it
        running.send_signal(signal.SIGHUP)
        assert running.wait(timeout=30) == 0
    assert (tmp_path / "cleared").exists()


@posix
def test_handlers_are_as_before_when_a_command_ends():
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(Terminated), ready():
        os.kill(os.getpid(), signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) is before
    assert (Terminated(15).exit_code, INTERRUPTED) == (143, 130)
