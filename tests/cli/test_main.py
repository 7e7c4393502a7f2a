"""The commands: what they call, what they print, and that help loads nothing heavy."""

import datetime as dt
import json
import re
import subprocess
import sys
import types
from pathlib import Path

import pytest
from click.testing import CliRunner
from compare_world import MORE, write_plan

from budgetplan import __version__
from budgetplan.api import Checked
from budgetplan.cli import main as cli
from budgetplan.domain.options import OPTIONS
from budgetplan.domain.plan import TableForm
from budgetplan.errors import Problem
from budgetplan.workflows import silent

TABLE = ["t.csv", "--label", "gold", "--positive", "y", "--model", "p"]


@pytest.fixture
def api(monkeypatch):
    """Stand in for what makes reports; ``calls`` keeps how it was called."""
    calls = []

    def make_report(plan, **how):
        calls.append((plan, how))
        return types.SimpleNamespace(
            exit_code=3 if "unmet" in plan.table else 5,
            summary="done",
            warnings=("no PDF", "few groups"),
            title="No",
        )

    def compare(plan, **how):
        calls.append((plan, how))
        code = 3 if "unmet" in plan.table else 0
        return types.SimpleNamespace(exit_code=code, summary="a table", warnings=())

    def draft_plan(table, out, form, columns, put_away, asked):
        calls.append((table, {"out": out, "form": form, "put_away": put_away}))
        return ("table.positive", "models.name", "models.name") if "unclear" in table else ()

    def check(path, flags, progress):
        calls.append((path, flags))
        if "unmet" in path:
            return Checked((), (), 3, Problem("No recommendation", "label more"))
        wrong = (Problem("bad", "mend it", "t.csv", 3),)
        return Checked(wrong, (Problem("odd", "look at it"),), 4)

    stand_in = types.SimpleNamespace(
        make_report=make_report, compare=compare, draft_plan=draft_plan, check=check, calls=calls
    )
    door = cli._door
    monkeypatch.setattr(cli, "_door", lambda name: stand_in if name in ("api", "before") else door(name))
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
    assert how == {
        "out": Path("o"),
        "date": "2026-01-31",
        "formats": ("pdf",),
        "only": (),
        "replace": False,
        "inputs": ("t.csv",),
        # Without the budget, which whoever tries another one puts behind it.
        "command": ["budgetplan", "report", *TABLE, "--cost", "0.04", "--set", "sure.seed=3"],
    }


def test_report_has_defaults_and_can_be_quiet(api):
    result = run("report", *TABLE, "--quiet")
    assert result.stdout == ""
    assert "no PDF" in result.stderr
    ((_, how),) = api.calls
    assert how == {
        "out": Path("report"),
        "date": dt.date.today().isoformat(),  # noqa: DTZ011
        "formats": ("html", "pdf", "explore"),
        "only": (),
        "progress": silent,
        "replace": False,
        "inputs": ("t.csv",),
        "command": ["budgetplan", "report", *TABLE],
    }


def test_compare_prints(api):
    result = run("compare", *TABLE)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "a table\n", "")
    result = run("compare", "unmet.csv", *TABLE[1:])
    assert (result.exit_code, result.stdout, result.stderr) == (3, "a table\n", "")


def test_warnings_for_programs_are_one_list(api):
    result = run("report", *TABLE, "--json-errors")
    assert (result.exit_code, result.stdout) == (5, "done\n")
    told = json.loads(result.stderr)
    assert [(one["wrong"], one["code"]) for one in told] == [("no PDF", 5), ("few groups", 5)]
    # A line of progress is no JSON.
    assert api.calls[0][1]["progress"] is silent


def test_check_prints_what_it_found(api):
    result = run("check", *TABLE, "--cost", "0.04")
    assert (result.exit_code, result.stderr) == (4, "")
    assert result.stdout == (
        "Wrong:\n- t.csv, line 3: bad; mend it\n\nTo look at:\n- odd; look at it\n\n"
        "1 thing is wrong; 1 thing to look at.\n"
    )
    ((path, flags),) = api.calls
    assert path == "t.csv"
    assert flags["table.label"] == "gold"
    assert flags["cost.per_item"] == "0.04"


def test_check_tells_programs_errors_and_doubts(api):
    result = run("check", *TABLE, "--json-errors")
    assert (result.exit_code, result.stdout) == (4, "")
    assert [(one["wrong"], one["code"]) for one in json.loads(result.stderr)] == [("bad", 4), ("odd", 0)]


def test_check_tells_programs_that_nothing_would_be_recommended(api):
    result = run("check", "unmet.csv", *TABLE[1:], "--json-errors")
    assert result.exit_code == 3
    assert [(one["wrong"], one["todo"], one["code"]) for one in json.loads(result.stderr)] == [
        ("No recommendation", "label more", 3)
    ]
    assert run("check", "unmet.csv", *TABLE[1:]).stdout == (
        "No recommendation\nlabel more\n\nA report would recommend nothing.\n"
    )


def test_init_says_what_is_needed_and_what_comes_next(api):
    result = run("init", "t.csv")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "Written: plan.toml\nNext: budgetplan check plan.toml\n"
    result = run("init", "unclear.csv", "--out", "my plan.toml", "--set", "table.decimal=comma")
    assert result.stdout == (
        "Written: my plan.toml\n"
        'Needed before a report (look for "Needed" in it): table.positive, models.name\n'
        "Then: budgetplan check 'my plan.toml'\n"
    )
    assert api.calls == [
        ("t.csv", {"out": "plan.toml", "form": TableForm(), "put_away": False}),
        ("unclear.csv", {"out": "my plan.toml", "form": TableForm(decimal="comma"), "put_away": False}),
    ]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (
            ["plan.toml"],
            "plan.toml: this is a plan file; name the table; to see what is wrong with a plan: budgetplan check plan.toml",
        ),
        (
            ["t.csv", "--out", "plan.txt"],
            '--out: the name of a plan file ends in .toml (found "plan.txt"); write such a name',
        ),
        (
            ["t.csv", "--set", "table.decimal=dot"],
            '--set table.decimal: this is not one of the choices (found "dot"); write one of auto, point, comma',
        ),
    ],
)
def test_init_refuses_what_makes_no_draft(api, args, message):
    result = run("init", *args)
    assert (result.exit_code, result.stderr, result.stdout) == (2, f"budgetplan: {message}\n", "")
    assert api.calls == []


def test_every_command_takes_json_errors():
    for command in cli.main.commands:
        assert "--json-errors" in run(command, "--help").stdout


def test_thousands_of_problems_stay_grouped_for_programs(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("gold,p\n" + "y,x\n" * 3000, encoding="utf-8")
    args = ("compare", str(path), "--label", "gold", "--positive", "y", "--model", "p")
    told = json.loads(run(*args, "--json-errors").stderr)
    assert [one["line"] for one in told] == [2, 3, 4, None]
    assert told[3]["wrong"] == "and 2,997 more like it"
    assert {one["code"] for one in told} == {4}
    plain = run(*args)
    assert plain.exit_code == run(*args, "--json-errors").exit_code == 4
    assert len(plain.stderr.splitlines()) == 4


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (
            ["--date", "31.1.2026"],
            'budgetplan: --date: this is not a date (found "31.1.2026"); write it as 2026-01-31\n',
        ),
        (
            ["--format", "rtf"],
            'budgetplan: --format: this is not a format (found "rtf"); write html, pdf, explore, xlsx, docx, odt, tex, figures or several: html,pdf\n',
        ),
        (
            ["--format", ""],
            'budgetplan: --format: this is not a format (found ""); write html, pdf, explore, xlsx, docx, odt, tex, figures or several: html,pdf\n',
        ),
        (
            ["--out", " "],
            'budgetplan: --out: this is no folder (found " "); name one, or leave --out away for the folder report\n',
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
    assert result.stderr == "budgetplan: --labl: there is no such option; did you mean --label?\n"
    result = run("compare", *TABLE, "--format", "html")
    assert result.exit_code == 2
    assert result.stderr == "budgetplan: --format: this option has nothing to do here; leave it out\n"
    for flag, todo in (
        ("--hourly-rate", "write --set cost.hourly_rate=VALUE"),
        ("--colunm", "budgetplan report --help lists the options"),
        ("--predicted", "write predicted in [[models]] of a plan file"),
    ):
        result = run("check", *TABLE, flag, "28", "--json-errors")
        assert result.exit_code == 2
        [told] = json.loads(result.stderr)
        assert (told["option"], told["wrong"]) == (flag, "there is no such option")
        assert told["todo"] == todo


def test_help_shows_every_flag_and_ends_in_an_example():
    for command in ("report", "compare", "check"):
        result = run(command, "--help")
        assert result.exit_code == 0
        for entry in OPTIONS:
            if entry.flag and (entry.key or command == "report"):
                assert entry.flag in result.stdout
            elif entry.key not in {"table.file", "answers.cell"}:
                assert re.search(rf"\b{entry.key.rpartition('.')[2]}\b", result.stdout), entry.key
        assert f"budgetplan {command} scores.csv --label gold" in result.stdout.rpartition("Example:")[2]
        assert "PLAN_OR_TABLE is a plan file" in result.stdout
    assert "budgetplan report scores.csv" in run("--help").stdout.rpartition("Example:")[2]


def test_the_help_of_a_pilot_has_options_of_its_own_and_an_example():
    told = run("pilot", "--help")
    assert told.exit_code == 0
    for flag in ("--out FOLDER", "--labels N", "--show COLUMN", "--model NAME[=COLUMN]", "--budget"):
        assert flag in told.stdout
    assert "--date" not in told.stdout
    assert "budgetplan pilot list.csv" in told.stdout.rpartition("Example:")[2]


def test_the_version():
    assert run("--version").stdout == f"budgetplan, version {__version__}\n"


@pytest.mark.parametrize(
    "args",
    [
        ["--help"],
        ["--version"],
        *([command, "--help"] for command in ("report", "compare", "check", "init", "pilot")),
    ],
)
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
        "much = types.SimpleNamespace(compare=lambda plan, progress: [print('x' * 100_000) for _ in range(1000)])\n"
        "door = cli._door\n"
        "cli._door = lambda name: much if name == 'api' else door(name)\n"
        f"cli.main(['compare', *{TABLE!r}])\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.read(10)
        process.stdout.close()
        stderr = process.stderr.read()
    assert (process.returncode, stderr) == (141, b"")


def test_a_goal_that_nothing_meets_is_no_silent_end(api):
    assert run("report", "unmet.csv", *TABLE[1:], "--quiet").stderr.splitlines()[-1] == "budgetplan: No"
    assert run("report", *TABLE, "--quiet").stderr.splitlines()[-1] == "budgetplan: few groups"


def test_items_that_all_have_one_label_make_a_plan_for_both(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [f"{name},{label},1" for name, label in zip(range(33), ["y"] * 32 + [""], strict=True)]
    (tmp_path / "t.csv").write_text("\n".join(["item_id,gold,m:y", *rows]), encoding="utf-8")
    told = ["--label", "gold", "--probabilities", "m=m", "--error-weight", "4", "--cost", "0.3"]
    more = ["--budget", "10", "--set", "answers.worth_of_right_answer=2", "--set", "sure.resamples=40"]
    done = run("compare", "t.csv", *told, *more)
    assert (done.exit_code, done.exception) == (0, None)
    assert "no label" in done.stdout


def test_several_plans_become_one_report_and_say_what_makes_each(tmp_path):
    path = write_plan(tmp_path, MORE)
    done = run("compare", path, "--out", str(tmp_path / "out"), "--date", "2026-01-01", "--format", "html")
    assert done.exit_code == 0
    assert "Which for whom" in done.stdout
    assert f"Report of more: budgetplan report {path} --scenario more" in done.stdout
    assert done.stdout.splitlines()[-1] == f"Written: {tmp_path / 'out' / 'comparison.html'}"
    files = {one.name for one in (tmp_path / "out").iterdir()}
    assert files == {
        ".budgetplan.json",
        "comparison.html",
        "comparison.json",
        "comparison-record.json",
        "tables",
    }
    again = run("report", path, "--out", str(tmp_path / "two"), "--date", "2026-01-01", "--format", "html")
    assert again.exit_code == 0
    assert (tmp_path / "two" / "comparison.html").read_bytes() == (
        tmp_path / "out" / "comparison.html"
    ).read_bytes()


@pytest.mark.usefixtures("undrawn")
def test_one_scenario_has_the_report_of_a_plan(tmp_path):
    path = write_plan(tmp_path, MORE)
    done = run("report", path, "--scenario", "more", "--out", str(tmp_path / "out"), "--format", "html")
    assert done.exit_code == 0
    assert (tmp_path / "out" / "report.html").exists()
    done = run("report", path, "--scenario", "plan", "--out", str(tmp_path / "own"), "--format", "html")
    assert (done.exit_code, (tmp_path / "own" / "report.html").exists()) == (0, True)
    done = run("report", path, "--scenario", "less")
    assert done.exit_code == 2
    assert (
        done.stderr
        == 'budgetplan: --scenario: there is no such scenario (found "less"); write one of plan, more\n'
    )


def test_where_no_scenario_can_be_planned_the_exit_code_says_so(tmp_path):
    path = write_plan(tmp_path)
    args = ("--budget", "1", "--budget", "2", "--format", "html", "--out", str(tmp_path / "out"))
    done = run("compare", path, *args)
    assert done.exit_code == 3
    assert "None of 2 scenarios can be planned" in done.stdout
    assert run("compare", str(tmp_path / "no.toml"), path).exit_code == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["pilot", "--labels", "7"], "budgetplan: --labels: 7 is not in the range x>=20\n"),
        (["pilot", "--labels", "many"], "budgetplan: --labels: 'many' is not a valid integer range\n"),
        (
            ["queue", "--for", "word"],
            "budgetplan: --for: 'word' is not one of 'csv', ",
        ),
    ],
)
def test_a_value_that_an_option_does_not_take_is_told_with_what_it_takes(words, told):
    done = CliRunner().invoke(cli.main, [words[0], "t.csv", *words[1:]])
    assert done.exit_code == 2
    assert done.stderr.startswith(told)
