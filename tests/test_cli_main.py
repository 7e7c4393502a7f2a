"""The commands: what they call, what they print, and that help loads nothing heavy."""

import datetime as dt
import subprocess
import sys
import types
from pathlib import Path

import pytest
from click.testing import CliRunner

from budgetplan import __version__
from budgetplan.cli import main as cli
from budgetplan.domain.options import OPTIONS

TABLE = ["t.csv", "--label", "gold", "--positive", "y", "--model", "p"]


@pytest.fixture
def api(monkeypatch):
    """Stand in for what makes reports; ``calls`` keeps how it was called."""
    calls = []

    def make_report(plan, **how):
        calls.append((plan, how))
        return types.SimpleNamespace(exit_code=5, summary="done", warnings=("no PDF", "few groups"))

    def compare(plan):
        calls.append((plan, {}))
        return "a table"

    stand_in = types.SimpleNamespace(make_report=make_report, compare=compare, calls=calls)
    monkeypatch.setattr(cli, "_api", lambda: stand_in)
    return stand_in


def run(*args):
    return CliRunner().invoke(cli.main, args, prog_name="budgetplan")


def test_report_hands_on_what_was_said(api):
    result = run(
        "report",
        *TABLE,
        "--cost",
        "0.04",
        "--out",
        "o",
        "--date",
        "2026-01-31",
        "--format",
        "pdf",
        "--set",
        "sure.seed=3",
    )
    assert (result.exit_code, result.stdout) == (5, "done\n")
    assert result.stderr == "budgetplan: no PDF\nbudgetplan: few groups\n"
    ((plan, how),) = api.calls
    assert (plan.table, plan.columns.label, plan.positive, plan.models[0].name) == (
        "t.csv",
        "gold",
        ("y",),
        "p",
    )
    assert (str(plan.prices.per_item), plan.seed) == ("0.04", 3)
    assert how.pop("progress") is not None
    assert how == {"out": Path("o"), "date": "2026-01-31", "formats": ("pdf",)}


def test_report_has_defaults_and_can_be_quiet(api):
    result = run("report", *TABLE, "--quiet")
    assert result.stdout == ""
    assert "no PDF" in result.stderr
    ((_, how),) = api.calls
    assert how == {
        "out": Path("report"),
        "date": dt.date.today().isoformat(),  # noqa: DTZ011
        "formats": ("html", "pdf"),
        "progress": None,
    }


def test_compare_prints(api):
    result = run("compare", *TABLE)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "a table\n", "")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (
            ["--date", "31.1.2026"],
            'budgetplan: --date: this is not a date (found "31.1.2026"); write it as 2026-01-31\n',
        ),
        (
            ["--format", "docx"],
            'budgetplan: --format: this is not a format (found "docx"); write html, pdf or html,pdf\n',
        ),
        (
            ["--format", ""],
            'budgetplan: --format: this is not a format (found ""); write html, pdf or html,pdf\n',
        ),
        (["--cost", "-1"], 'budgetplan: --cost: this is below 0 (found "-1"); write 0 or more\n'),
    ],
)
def test_usage_errors_are_one_message_without_a_traceback(api, args, message):
    result = run("report", *TABLE, *args)
    assert (result.exit_code, result.stderr, result.stdout) == (2, message, "")
    assert api.calls == []


def test_an_unknown_option_is_a_usage_error():
    result = run("report", *TABLE, "--labl", "x")
    assert result.exit_code == 2
    assert "No such option" in result.stderr


def test_help_shows_every_flag_and_ends_in_an_example():
    for command in ("report", "compare"):
        result = run(command, "--help")
        assert result.exit_code == 0
        for entry in OPTIONS:
            if entry.flag and (entry.key or command == "report"):
                assert entry.flag in result.stdout
        assert f"budgetplan {command} scores.csv --label gold" in result.stdout.rpartition("Example:")[2]
        assert "PLAN_OR_TABLE is a plan file" in result.stdout
    assert "budgetplan report scores.csv" in run("--help").stdout.rpartition("Example:")[2]


def test_the_version():
    assert run("--version").stdout == f"budgetplan, version {__version__}\n"


@pytest.mark.parametrize("args", [["--help"], ["--version"], ["report", "--help"], ["compare", "--help"]])
def test_help_and_version_load_nothing_heavy(args):
    script = (
        "import sys\n"
        "from budgetplan.cli.main import main\n"
        f"main({args!r}, standalone_mode=False)\n"
        "heavy = {'numpy', 'pandas', 'matplotlib', 'weasyprint', 'jinja2', 'scipy'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_bad_data_has_its_exit_code_in_a_process_of_its_own(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "budgetplan", "compare", "no.csv", *TABLE[1:]],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 4
    assert done.stderr == "budgetplan: no.csv: there is no such file; check the name and the folder\n"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end differently there")
def test_a_closed_pipe_is_quiet(tmp_path):
    script = (
        "import types\n"
        "from budgetplan.cli import main as cli\n"
        "cli._api = lambda: types.SimpleNamespace(compare=lambda plan: [print('x' * 100_000) for _ in range(1000)])\n"
        f"cli.main(['compare', *{TABLE!r}])\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.read(10)
        process.stdout.close()
        stderr = process.stderr.read()
    assert (process.returncode, stderr) == (141, b"")
