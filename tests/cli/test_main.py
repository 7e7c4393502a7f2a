"""The commands: what they call, what they print, and that help loads nothing heavy."""

import datetime as dt
import json
import re
import subprocess
import sys
import types
from pathlib import Path

import pytest
from commands import ended
from compare_world import MORE, write_plan
from rows import rows_of

from budgetplan import __version__
from budgetplan.api import Checked
from budgetplan.cli import main as cli
from budgetplan.domain.messages import literal
from budgetplan.domain.options import OPTIONS
from budgetplan.domain.plan import TableForm
from budgetplan.errors import Problem
from budgetplan.workflows import silent

DATA = rows_of(__file__)

TABLE = ["t.csv", "--label", "gold", "--positive", "y", "--model", "p"]


@pytest.fixture
def api(monkeypatch):
    """Stand in for what makes reports; ``calls`` keeps how it was called."""
    calls = []

    def make_report(plan, **how):
        calls.append((plan, how))
        return types.SimpleNamespace(
            exit_code=3 if "unmet" in plan.table else 5, summary="done", warnings=("no PDF", "few groups"), title="No"
        )

    def compare(plan, **how):
        calls.append((plan, how))
        code = 3 if "unmet" in plan.table else 0
        return types.SimpleNamespace(exit_code=code, summary="a table", warnings=())

    def draft_plan(table, out, form, columns, replace, asked):
        calls.append((table, {"out": out, "form": form, "replace": replace}))
        return ("table.positive", "models.name", "models.name") if "unclear" in table else ()

    def check(path, flags, progress):
        calls.append((path, flags))
        if "unmet" in path:
            return Checked((), (), 3, Problem(literal("No recommendation", "label more")))
        wrong = (Problem(literal("bad", "mend it"), "t.csv", 3),)
        return Checked(wrong, (Problem(literal("odd", "look at it")),), 4)

    stand_in = types.SimpleNamespace(
        make_report=make_report, compare=compare, draft_plan=draft_plan, check=check, calls=calls
    )
    door = cli._door
    monkeypatch.setattr(cli, "_door", lambda name: stand_in if name in ("api", "before") else door(name))
    return stand_in


def test_report_hands_on_what_was_said(api):
    more = ["--cost", "0.04", "--set", "sure.seed=3"]
    done = ended("report", *TABLE, *more, "--out", "o", "--date", "2026-01-31", "--format", "pdf")
    assert (done.exit_code, done.stdout) == (5, "done\n")
    assert done.stderr == "budgetplan: no PDF\nbudgetplan: few groups\n"
    ((plan, how),) = api.calls
    assert (plan.table, plan.columns.label, plan.positive) == ("t.csv", "gold", ("y",))
    assert (plan.models[0].name, str(plan.prices.per_item), plan.seed) == ("p", "0.04", 3)
    assert how.pop("progress") is not None
    assert how == {
        "out": Path("o"),
        "date": "2026-01-31",
        "formats": ("pdf",),
        "only": (),
        "replace": False,
        "inputs": ("t.csv",),
        # Without the budget, which whoever tries another one puts behind it.
        "command": ["budgetplan", "report", *TABLE, *more],
    }


def test_report_has_defaults_and_can_be_quiet(api):
    done = ended("report", *TABLE, "--quiet")
    assert (done.stdout, done.stderr.splitlines()[-1]) == ("", "budgetplan: few groups")
    ((_, how),) = api.calls
    assert (how["out"], how["formats"], how["progress"]) == (Path("report"), ("html", "pdf", "explore"), silent)
    assert how["date"] == dt.date.today().isoformat()  # noqa: DTZ011
    # A goal that nothing meets is no silent end.
    assert ended("report", "unmet.csv", *TABLE[1:], "--quiet").stderr.splitlines()[-1] == "budgetplan: No"


def test_compare_prints(api):
    result = ended("compare", *TABLE)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "a table\n", "")
    result = ended("compare", "unmet.csv", *TABLE[1:])
    assert (result.exit_code, result.stdout, result.stderr) == (3, "a table\n", "")


def test_warnings_for_programs_are_one_list(api):
    done = ended("report", *TABLE, "--json-errors")
    told = [(one["wrong"], one["code"]) for one in json.loads(done.stderr)]
    assert told == [("no PDF", 5), ("few groups", 5)]
    # A line of progress is no JSON.
    assert api.calls[0][1]["progress"] is silent


def test_check_prints_what_it_found(api):
    result = ended("check", *TABLE, "--cost", "0.04")
    assert (result.exit_code, result.stderr) == (4, "")
    assert result.stdout == (
        "Wrong:\n- t.csv, line 3: bad; mend it\n\nTo look at:\n- odd; look at it\n\n"
        "1 thing is wrong; 1 thing to look at.\n"
    )
    ((path, flags),) = api.calls
    assert path == "t.csv"
    assert flags["table.label"] == "gold"
    assert flags["cost.per_item"] == "0.04"


def test_check_tells_programs_errors_doubts_and_that_nothing_would_be_recommended(api):
    done = ended("check", *TABLE, "--json-errors")
    assert (done.exit_code, done.stdout) == (4, "")
    assert [(one["wrong"], one["code"]) for one in json.loads(done.stderr)] == [("bad", 4), ("odd", 0)]
    done = ended("check", "unmet.csv", *TABLE[1:], "--json-errors")
    [told] = json.loads(done.stderr)
    assert (done.exit_code, told["wrong"], told["todo"], told["code"]) == (3, "No recommendation", "label more", 3)
    assert ended("check", "unmet.csv", *TABLE[1:]).stdout == (
        "No recommendation\nlabel more\n\nA report would recommend nothing.\n"
    )


def test_init_says_what_is_needed_and_what_comes_next(api):
    result = ended("init", "t.csv")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "Written: plan.toml\nNext: budgetplan check plan.toml\n"
    result = ended("init", "unclear.csv", "--out", "my plan.toml", "--set", "table.decimal=comma")
    assert result.stdout == (
        "Written: my plan.toml\n"
        'Needed before a report (look for "Needed" in it): table.positive, models.name\n'
        "Then: budgetplan check 'my plan.toml'\n"
    )
    assert api.calls == [
        ("t.csv", {"out": "plan.toml", "form": TableForm(), "replace": False}),
        ("unclear.csv", {"out": "my plan.toml", "form": TableForm(decimal="comma"), "replace": False}),
    ]


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["plan.toml"], "plan.toml: this is a plan file; name the table"),
        (["t.csv", "--out", "plan.txt"], '--out: the name of a plan file ends in .toml (found "plan.txt")'),
        (["t.csv", "--set", "table.decimal=dot"], "--set table.decimal: this is not one of the choices (found"),
    ],
)
def test_init_refuses_what_makes_no_draft(api, args, told):
    done = ended("init", *args)
    assert (done.exit_code, done.stdout, api.calls) == (2, "", [])
    assert done.stderr.startswith(f"budgetplan: {told}")


def test_every_command_takes_json_errors():
    for command in cli.main.commands:
        assert "--json-errors" in ended(command, "--help").stdout


def test_thousands_of_problems_stay_grouped_for_programs(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("gold,p\n" + "y,x\n" * 3000, encoding="utf-8")
    args = ("compare", str(path), "--label", "gold", "--positive", "y", "--model", "p")
    told = json.loads(ended(*args, "--json-errors").stderr)
    assert [one["line"] for one in told] == [2, 3, 4, None]
    assert told[3]["wrong"] == "and 2,997 more like it"
    assert {one["code"] for one in told} == {4}
    plain = ended(*args)
    assert plain.exit_code == ended(*args, "--json-errors").exit_code == 4
    assert len(plain.stderr.splitlines()) == 4


@pytest.mark.parametrize(("args", "told"), DATA["usage"])
def test_usage_errors_are_one_message_without_a_traceback(api, args, told):
    done = ended("report", *TABLE, *args)
    assert (done.exit_code, done.stdout, api.calls) == (2, "", [])
    assert done.stderr.startswith(f"budgetplan: {told}")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "known"),
    [
        (("evaluate", *TABLE), "html, figures"),
        (("progress", *TABLE, "log.csv"), "html, pdf, xlsx, figures"),
        (("compare", *TABLE, "--budget", "1", "--budget", "2"), "html, pdf, xlsx, figures"),
    ],
)
def test_formats_that_a_command_does_not_write_are_refused(api, command, known):
    done = ended(*command, "--format", "docx")
    assert (done.exit_code, api.calls) == (2, [])
    assert done.stderr.startswith(
        f'budgetplan: --format: there is no such format here (found "docx"); write one of {known}, or several'
    )


@pytest.mark.parametrize(("command", "flag", "wrong", "todo"), DATA["unknown"])
def test_an_unknown_option_is_a_usage_error(command, flag, wrong, todo):
    done = ended(command, *TABLE, flag, "html", "--json-errors")
    assert done.exit_code == 2
    [told] = json.loads(done.stderr)
    assert (told["option"], told["wrong"], told["todo"]) == (flag, wrong, todo)


def test_help_shows_every_flag_and_ends_in_an_example():
    for command in ("report", "compare", "check"):
        done = ended(command, "--help")
        assert done.exit_code == 0
        for entry in OPTIONS:
            if entry.flag and (entry.key or command == "report"):
                assert entry.flag in done.stdout
            elif entry.key not in {"table.file", "answers.cell"}:
                assert re.search(rf"\b{entry.key.rpartition('.')[2]}\b", done.stdout), entry.key
        assert f"budgetplan {command} scores.csv --label gold" in done.stdout.rpartition("Example:")[2]
    assert "budgetplan report scores.csv" in ended("--help").stdout.rpartition("Example:")[2]
    told = ended("pilot", "--help").stdout
    for flag in ("--out FOLDER", "--labels N", "--show COLUMN", "--model NAME[=COLUMN]", "--budget"):
        assert flag in told
    assert "--date" not in told
    assert "budgetplan pilot list.csv" in told.rpartition("Example:")[2]


def test_the_version():
    assert ended("--version").stdout == f"budgetplan, version {__version__}\n"


def test_help_and_version_load_nothing_heavy():
    commands = ("report", "compare", "check", "init", "pilot")
    script = (
        "import sys\n"
        "from budgetplan.cli.main import main\n"
        f"for args in {[['--help'], ['--version'], *([command, '--help'] for command in commands)]}:\n"
        "    main(args, standalone_mode=False)\n"
        "heavy = {'numpy', 'pandas', 'matplotlib', 'weasyprint', 'jinja2', 'scipy', 'starlette'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_bad_data_has_its_exit_code_in_a_process_of_its_own(tmp_path):
    args = [sys.executable, "-m", "budgetplan", "compare", "no.csv", *TABLE[1:]]
    done = subprocess.run(args, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 4
    assert done.stderr.startswith("budgetplan: no.csv: there is no such file")


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
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.read(10)
        process.stdout.close()
        stderr = process.stderr.read()
    assert (process.returncode, stderr) == (141, b"")


def test_items_that_all_have_one_label_make_a_plan_for_both(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [f"{name},{label},1" for name, label in zip(range(33), ["y"] * 32 + [""], strict=True)]
    (tmp_path / "t.csv").write_text("\n".join(["item_id,gold,m:y", *rows]), encoding="utf-8")
    told = ["--label", "gold", "--probabilities", "m=m", "--error-weight", "4", "--cost", "0.3"]
    more = ["--budget", "10", "--set", "answers.worth_of_right_answer=2", "--set", "sure.resamples=40"]
    done = ended("compare", "t.csv", *told, *more)
    assert (done.exit_code, done.exception) == (0, None)
    assert "no label" in done.stdout


@pytest.mark.usefixtures("undrawn", "plan_alone")
def test_several_plans_become_one_report_and_say_what_makes_each(tmp_path):
    path = write_plan(tmp_path, MORE)
    done = ended("compare", path, "--out", str(tmp_path / "out"), "--date", "2026-01-01", "--format", "html")
    assert done.exit_code == 0
    assert "Which for whom" in done.stdout
    assert f"Report of more: budgetplan report {path} --scenario more" in done.stdout
    assert done.stdout.splitlines()[-1] == f"Written: {tmp_path / 'out' / 'comparison.html'}"
    files = {one.name for one in (tmp_path / "out").iterdir()}
    made = {"comparison.html", "comparison.json", "comparison-record.json", "tables"}
    assert files == made | {".budgetplan.json"}
    again = ended("report", path, "--out", str(tmp_path / "two"), "--date", "2026-01-01", "--format", "html")
    assert again.exit_code == 0
    assert (tmp_path / "two" / "comparison.html").read_bytes() == (tmp_path / "out" / "comparison.html").read_bytes()


@pytest.mark.usefixtures("undrawn", "plan_alone")
def test_one_scenario_has_the_report_of_a_plan(tmp_path):
    path = write_plan(tmp_path, MORE)
    done = ended("report", path, "--scenario", "more", "--out", str(tmp_path / "out"), "--format", "html")
    assert done.exit_code == 0
    assert (tmp_path / "out" / "report.html").exists()
    done = ended("report", path, "--scenario", "plan", "--out", str(tmp_path / "own"), "--format", "html")
    assert (done.exit_code, (tmp_path / "own" / "report.html").exists()) == (0, True)
    done = ended("report", path, "--scenario", "less")
    assert done.exit_code == 2
    assert done.stderr.startswith('budgetplan: --scenario: there is no such scenario (found "less")')


def test_where_no_scenario_can_be_planned_the_exit_code_says_so(tmp_path):
    path = write_plan(tmp_path)
    args = ("--budget", "1", "--budget", "2", "--format", "html", "--out", str(tmp_path / "out"))
    done = ended("compare", path, *args)
    assert done.exit_code == 3
    assert "None of 2 scenarios can be planned" in done.stdout
    assert ended("compare", str(tmp_path / "no.toml"), path).exit_code == 2


def test_an_argument_that_is_missing_is_named_with_where_it_stands():
    done = ended("progress", "plan.toml")
    told = "budgetplan: LOG... is missing; write: budgetplan progress PLAN_OR_TABLE LOG...\n"
    assert (done.exit_code, done.output) == (2, told)
