"""How commands are made from the option table, and how they end."""

import json
import sys

import click
import pytest
from click.testing import CliRunner
from rows import rows_of

from budgetplan.cli.main import Commands, as_data, flags_of, main, plan_options, show_progress, tell_json
from budgetplan.domain.messages import Message, literal
from budgetplan.domain.options import OPTIONS
from budgetplan.errors import BadDataError, CannotWriteError, PdfUnavailableError, Problem, UsageError

DATA = rows_of(__file__)


def ended(end, *args):
    """Run a command that ends so; with ``--json-errors`` for a program."""
    group = Commands("budgetplan")

    @group.command()
    @plan_options(only=["--json-errors"])
    def go(**_):
        if isinstance(end, BaseException):
            raise end
        return end

    return CliRunner().invoke(group, ["go", *args])


@pytest.mark.parametrize(
    ("end", "code", "message"),
    [
        (None, 0, ""),
        (3, 3, ""),
        (UsageError.of(literal("a\nb")), 2, "budgetplan: a\nb\n"),
        (BadDataError([Problem(literal("bad", "mend it"))]), 4, "budgetplan: bad; mend it\n"),
        (PdfUnavailableError.of(literal("no")), 5, "budgetplan: no\n"),
        (CannotWriteError.of(literal("no")), 6, "budgetplan: no\n"),
        (KeyboardInterrupt(), 130, "\n"),
        (BrokenPipeError(), 141, ""),
    ],
)
def test_every_end_has_its_exit_code(end, code, message):
    done = ended(end)
    assert (done.exit_code, done.stderr, done.stdout) == (code, message, "")


def test_too_little_memory_is_told_and_a_bug_is_not_hidden():
    done = ended(MemoryError())
    assert done.exit_code == 2
    assert "this needs more memory than there is" in done.stderr
    done = ended(ZeroDivisionError())
    assert (done.exit_code, type(done.exception)) == (1, ZeroDivisionError)
    done = ended(click.UsageError("no"))
    assert done.exit_code == 2
    assert done.stderr.endswith("Error: no\n")


def test_a_caller_gets_the_code_without_leaving():
    group = Commands("budgetplan")
    group.command("go")(lambda: 3)
    assert group.main(["go"], standalone_mode=False) == 3


def test_every_flag_has_its_key_again_and_one_budget_is_one_value():
    params = {entry.param: entry.flag for entry in OPTIONS if entry.flag and entry.key}
    assert flags_of(params) == {entry.key: entry.flag for entry in OPTIONS if entry.flag and entry.key}
    assert flags_of({"goal__budget": ("5",)}) == {"goal.budget": "5"}
    assert flags_of({"goal__budget": ()}) == {"goal.budget": None}
    several = {"goal__budget": ("5", "6"), "table__positive": ("a",)}
    assert flags_of(several) == {"goal.budget": ("5", "6"), "table.positive": ("a",)}


@pytest.mark.parametrize(
    ("call", "written"),
    [
        (("resampling", 1000, 2000), "resampling 1,000 of 2,000"),
        (("drawing", 0, 1), "drawing"),
        (("resampling", 2000, 2000), ""),
    ],
)
def test_progress_stays_on_one_line_of_a_terminal(capsys, monkeypatch, call, written):
    show_progress(*call)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    show_progress(*call)
    assert capsys.readouterr().err.replace("\x1b[K", "") == f"\r{written}"


PLACES = ["kind", "values", "file", "line", "column", "item", "option", "wrong", "found", "todo", "options", "code"]
NOTHING = dict.fromkeys(PLACES) | {"kind": "literal", "values": {}, "options": {}}


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (UsageError, 2, {"option": "--cost", "found": ""}),
        (CannotWriteError, 6, {}),
        (BadDataError, 4, {"line": 0}),
        (BadDataError, 4, {"file": "t.csv", "line": 7, "column": "p", "item": "w1", "found": "n/a"}),
    ],
)
def test_errors_for_programs_are_one_list(error, code, told):
    done = ended(error.of(literal("bad", "mend it"), **told), "--json-errors")
    assert (done.exit_code, done.stdout) == (code, "")
    [problem] = json.loads(done.stderr)
    assert problem == NOTHING | {"wrong": "bad", "todo": "mend it", "code": code} | told
    assert list(problem) == PLACES


def test_programs_are_told_the_options_that_the_advice_names():
    [problem] = json.loads(ended(BadDataError.of(Message("queues.no_ids"), "t.csv"), "--json-errors").stderr)
    assert (problem["kind"], problem["options"]) == ("queues.no_ids", {"table.id": []})
    assert problem["wrong"] == "the items have no ids, which are needed to find their judgements again"
    assert problem["todo"] == "name the column of the ids (--id COLUMN), or add one: item_id"


def test_programs_are_told_what_cannot_be_understood_and_nothing_else():
    done = ended(None, "--json-errors", "--lable", "x")
    assert done.exit_code == 2
    [problem] = json.loads(done.stderr)
    assert problem["wrong"].startswith("No such option")
    assert (problem["code"], problem["todo"]) == (2, None)
    done = ended(None, "--json-errors")
    assert (done.exit_code, done.stderr, done.stdout) == (0, "", "")


def test_doubts_lead_to_no_exit_code(capsys):
    tell_json([Problem(literal("bad", ""))], 4, [Problem(literal("odd", ""))])
    assert [(one["wrong"], one["code"]) for one in json.loads(capsys.readouterr().err)] == [("bad", 4), ("odd", 0)]


def test_every_part_of_a_problem_is_told():
    # Lines are counted from 1 on the command line, which speaks English; only arrays in a notebook have positions.
    fields = set(Problem.__dataclass_fields__) - {"n_more", "by", "message"}
    more = {"kind", "values", "wrong", "todo", "code", "options"}
    assert set(as_data(Problem(literal("bad", "")), 4)) == fields | more


@pytest.mark.parametrize(("args", "told"), DATA["options"])
def test_an_option_that_does_not_go_so_is_told_by_its_name(args, told):
    done = CliRunner().invoke(main, args)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"budgetplan: {told}")


@pytest.mark.parametrize("clock", ["abc", "1.5", "-1", "١"])
def test_a_clock_that_is_no_number_is_refused_before_libraries_stumble(monkeypatch, clock):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", clock)
    done = CliRunner().invoke(main, ["compare", "t.csv"])
    assert done.exit_code == 2
    assert f'SOURCE_DATE_EPOCH: this is not a number of seconds (found "{clock}"); ' in done.stderr
