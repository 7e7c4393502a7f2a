"""How commands are made from the option table, and how they end."""

import json
import sys

import click
import pytest
from click.testing import CliRunner

from budgetplan.cli.main import (
    Commands,
    as_data,
    flags_of,
    main,
    plan_options,
    show_progress,
    tell,
    tell_json,
)
from budgetplan.domain.options import OPTIONS, advise
from budgetplan.errors import BadDataError, CannotWriteError, PdfUnavailableError, Problem, UsageError


def run(error):
    group = Commands("budgetplan")

    @group.command()
    def go():
        if isinstance(error, BaseException):
            raise error
        return error

    return CliRunner().invoke(group, ["go"])


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (None, 0, ""),
        (3, 3, ""),
        (UsageError("a\nb"), 2, "budgetplan: a\nb\n"),
        (BadDataError([Problem("bad", "mend it")]), 4, "budgetplan: bad; mend it\n"),
        (PdfUnavailableError("no"), 5, "budgetplan: no\n"),
        (CannotWriteError("no"), 6, "budgetplan: no\n"),
        (
            click.UsageError("no"),
            2,
            "Usage: budgetplan go [OPTIONS]\nTry 'budgetplan go --help' for help.\n\nError: no\n",
        ),
        (KeyboardInterrupt(), 130, "\n"),
        (BrokenPipeError(), 141, ""),
        (
            MemoryError(),
            2,
            "budgetplan: this takes more memory than there is; plan from a random sample of the rows, or lower sure.resamples\n",
        ),
    ],
)
def test_every_end_has_its_exit_code(error, code, message):
    result = run(error)
    assert result.exit_code == code
    assert result.stderr == message
    assert result.stdout == ""


def test_a_bug_is_not_hidden():
    result = run(ZeroDivisionError())
    assert result.exit_code == 1
    assert isinstance(result.exception, ZeroDivisionError)


def test_a_caller_gets_the_code_without_leaving():
    group = Commands("budgetplan")
    group.command("go")(lambda: 3)
    assert group.main(["go"], standalone_mode=False) == 3


def test_every_flag_has_its_key_again():
    params = {entry.param: entry.flag for entry in OPTIONS if entry.flag and entry.key}
    assert flags_of(params) == {entry.key: entry.flag for entry in OPTIONS if entry.flag and entry.key}


def test_tell_writes_to_stderr(capsys):
    tell("hello")
    assert capsys.readouterr() == ("", "budgetplan: hello\n")


@pytest.mark.parametrize(
    ("call", "written"),
    [
        (("resampling", 1000, 2000), "\r\033[Kresampling 1,000 of 2,000"),
        (("drawing", 0, 1), "\r\033[Kdrawing"),
        (("resampling", 2000, 2000), "\r\033[K"),
    ],
)
def test_progress_stays_on_one_line_of_a_terminal(capsys, monkeypatch, call, written):
    show_progress(*call)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    show_progress(*call)
    assert capsys.readouterr().err.replace("\x1b", "\033") in {written, written.replace("\033[K", "")}


def run_for_a_program(error, *args):
    group = Commands("budgetplan")

    @group.command()
    @plan_options(only=["--json-errors"])
    def go(**_):
        if error is not None:
            raise error

    return CliRunner().invoke(group, ["go", *args, "--json-errors"])


NOTHING = {**dict.fromkeys(("file", "line", "column", "item", "option", "found", "todo")), "options": {}}


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (
            BadDataError(
                [Problem("bad", "mend it", "t.csv", 7, "p", "w1", "n/a"), Problem("odd", "", line=0)]
            ),
            4,
            [
                {
                    "file": "t.csv",
                    "line": 7,
                    "column": "p",
                    "item": "w1",
                    "option": None,
                    "wrong": "bad",
                    "found": "n/a",
                    "todo": "mend it",
                    "options": {},
                    "code": 4,
                },
                NOTHING | {"line": 0, "wrong": "odd", "code": 4},
            ],
        ),
        (
            UsageError([Problem("bad", "mend it", option="--cost", found="")]),
            2,
            [NOTHING | {"option": "--cost", "wrong": "bad", "found": "", "todo": "mend it", "code": 2}],
        ),
        (
            BadDataError([Problem("no score", advise("use {table.missing=last}, or {table.id=COLUMN}"))]),
            4,
            [
                NOTHING
                | {
                    "wrong": "no score",
                    "todo": "use --set table.missing=last, or --id COLUMN",
                    "options": {"table.missing": ["last"], "table.id": []},
                    "code": 4,
                }
            ],
        ),
        (CannotWriteError("no"), 6, [NOTHING | {"wrong": "no", "code": 6}]),
        (click.UsageError("no"), 2, [NOTHING | {"wrong": "no", "code": 2}]),
    ],
)
def test_errors_for_programs_are_one_list(error, code, told):
    result = run_for_a_program(error)
    assert (result.exit_code, result.stdout) == (code, "")
    assert json.loads(result.stderr) == told
    assert list(json.loads(result.stderr)[0]) == [
        "file", "line", "column", "item", "option", "wrong", "found", "todo", "options", "code",
    ]  # fmt: skip


def test_a_command_that_cannot_be_understood_is_told_to_programs_too():
    result = run_for_a_program(None, "--lable", "x")
    assert result.exit_code == 2
    [problem] = json.loads(result.stderr)
    assert problem["wrong"].startswith("No such option")
    assert (problem["code"], problem["todo"]) == (2, None)


def test_nothing_wrong_is_silence():
    result = run_for_a_program(None)
    assert (result.exit_code, result.stderr, result.stdout) == (0, "", "")


def test_doubts_lead_to_no_exit_code(capsys):
    tell_json([Problem("bad", "")], 4, [Problem("odd", "")])
    written = capsys.readouterr()
    assert written.out == ""
    assert [(one["wrong"], one["code"]) for one in json.loads(written.err)] == [("bad", 4), ("odd", 0)]


def test_every_part_of_a_problem_is_told():
    # Lines are counted from 1 on the command line, which speaks English; only arrays in a notebook have positions.
    fields = set(Problem.__dataclass_fields__) - {"n_more", "by", "ways", "language"}
    assert set(as_data(Problem("bad", ""), 4)) == fields | {"code", "options"}


@pytest.mark.parametrize("name", ["report", "compare", "check"])
def test_an_option_with_one_value_is_given_once(name):
    done = CliRunner().invoke(
        main, [name, "t.csv", "--cost", "5", "--positive", "a", "--positive", "b", "--cost=6"]
    )
    assert done.exit_code == 2
    assert done.stderr == "budgetplan: --cost: this is given twice; give it once\n"


def test_several_budgets_are_plans_of_their_own_where_plans_are_compared():
    """A budget given twice elsewhere would vanish."""
    done = CliRunner().invoke(main, ["check", "t.csv", "--budget", "5", "--budget=6"])
    assert (done.exit_code, done.stderr) == (2, "budgetplan: --budget: this is given twice; give it once\n")
    for name in ("report", "compare"):
        done = CliRunner().invoke(main, [name, "t.csv", "--budget", "5", "--budget", "5"])
        assert done.exit_code == 2
        assert done.stderr == 'budgetplan: --budget: this budget is given twice (found "5"); give it once\n'


def test_one_budget_is_one_value():
    assert flags_of({"goal__budget": ("5",)}) == {"goal.budget": "5"}
    assert flags_of({"goal__budget": ()}) == {"goal.budget": None}
    assert flags_of({"goal__budget": ("5", "6"), "table__positive": ("a",)}) == {
        "goal.budget": ("5", "6"),
        "table.positive": ("a",),
    }


def test_two_plan_files_are_not_drafted_at_once():
    done = CliRunner().invoke(main, ["init", "t.csv", "--out", "a.toml", "--out", "b.toml"])
    assert (done.exit_code, done.stderr) == (2, "budgetplan: --out: this is given twice; give it once\n")


@pytest.mark.parametrize("clock", ["abc", "1.5", "-1", "١"])
def test_a_clock_that_is_no_number_is_refused_before_libraries_stumble(monkeypatch, clock):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", clock)
    done = CliRunner().invoke(main, ["compare", "t.csv"])
    assert done.exit_code == 2
    assert f'SOURCE_DATE_EPOCH: this is no number of seconds (found "{clock}"); ' in done.stderr


def test_a_card_has_no_parts_to_choose_from():
    done = CliRunner().invoke(main, ["progress", "plan.toml", "log.csv", "--only", "card"])
    assert done.exit_code == 2
    assert "--only: this option has nothing to do here; leave it out" in done.output
