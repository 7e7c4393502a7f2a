"""How commands are made from the option table, and how they end."""

import click
import pytest
from click.testing import CliRunner

from budgetplan.cli import commands
from budgetplan.cli.commands import Commands, flags_of, show_progress, tell
from budgetplan.domain.options import OPTIONS
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
    monkeypatch.setattr(commands.sys.stderr, "isatty", lambda: True)
    show_progress(*call)
    assert capsys.readouterr().err.replace("\x1b", "\033") in {written, written.replace("\033[K", "")}
