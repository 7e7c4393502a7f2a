"""How commands are made from the option table, and how they end: messages and exit codes."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from budgetplan.cli.terminal import Terminated, as_json, asked_to_end, drop, flush, ready, say, say_aside
from budgetplan.domain.asked.keys import Option, ValueKind
from budgetplan.domain.options import (
    BY_KEY,
    FORMATS,
    OPTIONS,
    PARTS,
    REPEATED,
    SECTIONS,
    quoted_word,
    unknown_flag,
)
from budgetplan.errors import BudgetplanError, CannotWriteError, Problem, UsageError

F = TypeVar("F", bound=Callable[..., Any])

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it."""

PIPE_CLOSED = 141
"""Exit code where the reader of our output went away, as shells have it."""

JSON_ERRORS = "--json-errors"
"""Option with which problems are written as JSON."""

RUN_ONLY = ("--out", "--date", "--format", "--only", "--quiet", "--replace")
"""Options of commands that write a report."""


class OnceCommand(click.Command):
    """A command of which no option may be given twice that holds one value."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; of two values the last one would win without a word."""
        given = list(args)
        rest = super().parse_args(ctx, args)
        _, _, order = self.make_parser(ctx).parse_args(args=given)
        single = [one for one in order if isinstance(one, click.Option) and not (one.multiple or one.is_flag)]
        twice = [one.opts[0] for one, n_times in Counter(single).items() if n_times > 1]
        if twice:
            raise UsageError([Problem("this is given twice", "give it once", option=flag) for flag in twice])
        return rest


class PlanCommand(OnceCommand):
    """A command whose options stand in the help under the headings of the plan file's sections."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; for an option that is a key of the plan file alone, say how to give it."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            wrong, todo = "there is no such option", unknown_flag(error.option_name)
            if error.option_name in RUN_ONLY:
                wrong, todo = "this option has nothing to do here", "leave it out"
            raise UsageError([Problem(wrong, todo, option=error.option_name)]) from None
        except click.UsageError as error:
            if isinstance(error, click.BadParameter) and isinstance(error.param, click.Option):
                told = error.message.rstrip(".")
                raise UsageError([Problem(told, "", option=error.param.opts[0])]) from None
            words = re.search(r"unexpected extra arguments? \((.*)\)", error.message)
            if words is None:
                raise
            message = 'these words belong to no option; put a name with spaces in quotation marks, such as --model "Model A"'
            raise UsageError.of(message, found=words[1]) from None

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options by section."""
        sections = {entry.param: entry.section for entry in OPTIONS}
        records: dict[str, list[tuple[str, str]]] = {name: [] for name in SECTIONS}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if record is not None:
                records[sections.get(parameter.name or "", "")].append(record)
        for name, told in records.items():
            if rows := told + _further(name):
                with formatter.section(SECTIONS[name]):
                    formatter.write_dl(rows)


def _further(section: str) -> list[tuple[str, str]]:
    """Return the line of the help that names the keys of a section without an option of their own."""
    further = [entry for entry in OPTIONS if entry.section == section and not entry.flag]
    # The table is the argument, and tables inside a plan file cannot be given here.
    shown = [
        entry.key for entry in further if entry.key != "table.file" and entry.kind is not ValueKind.CELLS
    ]
    names = ", ".join(name for key in shown if (name := key.partition(".")[2]))
    first = f", or {section}.1.KEY for the first alone" if section in REPEATED else ""
    return [(f"--set {section}.KEY=VALUE{first}", names)] if names else []


def _check_clock() -> None:
    """Refuse a time from the environment that libraries would stumble over when they are loaded."""
    name = "SOURCE_DATE_EPOCH"
    told = os.environ.get(name, "")
    if told and not (told.isascii() and told.isdigit()):
        message = "this is no number of seconds; write a whole number, or unset it"
        raise UsageError.of(message, option=name, found=told)


class Commands(click.Group):
    """The group of commands: errors that a user can mend become one message and their exit code."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; click would end with exit code 1 where the reader of our output went away."""
        _check_clock()
        try:
            code = super().invoke(ctx)
            flush()
        except BrokenPipeError:
            drop(sys.stdout)
            return PIPE_CLOSED
        return code

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the command; for a file in its place, say which command takes it."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            if not Path(args[0]).suffix:
                raise
            message = f"this is a file, not a command; say what to do with it: budgetplan report {quoted_word(args[0])}"
            raise UsageError.of(message, found=args[0]) from None

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the command line and leave with its exit code."""
        standalone = extra.pop("standalone_mode", True)
        extra["standalone_mode"] = False
        # Looked for here, because what is wrong may be another option.
        told_as_json = JSON_ERRORS in ((args[0] if args else extra.get("args")) or sys.argv[1:])
        with ready():
            code = self._run(args, extra, as_data=told_as_json)
        if not standalone:
            return code
        sys.exit(code or 0)

    def _run(self, args: tuple[Any, ...], extra: dict[str, Any], *, as_data: bool) -> Any:
        """Run the command line, say what went wrong, and return the exit code."""
        try:
            return super().main(*args, **extra)
        except (click.ClickException, BudgetplanError) as error:
            code = error.exit_code
            if as_data and isinstance(error, click.ClickException):
                error = UsageError(error.format_message())
            if as_data:
                tell_json(getattr(error, "problems", ()), code)
            elif isinstance(error, click.ClickException):
                error.show()
            else:
                tell(str(error))
        except OSError:
            # Help and version are written by click itself; whether that failed is seen by writing again.
            try:
                say("")
                raise
            except CannotWriteError as full:
                tell(str(full))
                code = full.exit_code
        except click.Abort:
            # Libraries end with another error than ours where a signal ends what they do.
            code = asked_to_end() or INTERRUPTED
        except Terminated as ended:
            code = ended.exit_code
        return code


def tell(message: str) -> None:
    """Write a message to stderr, after the name of the program."""
    say_aside(f"budgetplan: {message}")


def tell_json(problems: Iterable[Problem], code: int, doubts: Iterable[Problem] = ()) -> None:
    """Write problems to stderr as one JSON list.

    ``code``: the exit code that they lead to; ``doubts`` lead to none and have the code 0.
    """
    told = [as_data(problem, code) for problem in problems] + [as_data(doubt, 0) for doubt in doubts]
    say_aside(as_json(told, sys.stderr.encoding))


def as_data(problem: Problem, code: int) -> dict[str, Any]:
    """Return a problem as plain data; what does not apply is None.

    >>> as_data(Problem("this is below 0", "write 0 or more", option="--cost", found="-1"), 2)
    {'file': None, 'line': None, 'column': None, 'item': None, 'option': '--cost', 'wrong': 'this is below 0', 'found': '-1', 'todo': 'write 0 or more', 'options': {}, 'code': 2}
    """
    names = ("file", "line", "column", "item", "option", "wrong", "found", "todo")
    said = {name: None if (part := getattr(problem, name)) == "" else part for name in names}
    said["found"] = problem.found
    return {**said, "options": problem.options, "code": code}


def show_progress(what: str, done: int, total: int) -> None:
    """Show on a terminal how far the work is, always on the same line."""
    if not sys.stderr.isatty():
        return
    count = f" {done:,} of {total:,}" if total > 1 else ""
    # The line is cleared first and, when the last piece is done, for good.
    with contextlib.suppress(OSError):
        click.echo(f"\r\033[K{what}{count}" if done < total else "\r\033[K", err=True, nl=False)


@contextlib.contextmanager
def progress_line(*, shown: bool = True) -> Iterator[Callable[[str, int, int], None] | None]:
    """Give what shows progress, where it is to be shown, and clear its line at the end."""
    try:
        yield show_progress if shown else None
    finally:
        if shown:
            show_progress("", 1, 1)


def folder(text: str) -> Path:
    """Return the folder that is written to; an empty name is mostly a variable that nobody set."""
    if text.strip():
        return Path(text)
    message = "this is no folder; name one, or leave --out away for the folder report"
    raise UsageError.of(message, option="--out", found=text)


def _date(text: str) -> str:
    try:
        return dt.datetime.strptime(text, "%Y-%m-%d").date().isoformat()  # noqa: DTZ007 - a date has no time zone
    except ValueError:
        message = "this is not a date; write it as 2026-01-31"
        raise UsageError.of(message, option="--date", found=text) from None


def _several(flag: str, known: Sequence[str], message: str) -> Callable[[str], tuple[str, ...]]:
    """Return what reads names with commas between them, each once and in their own order.

    >>> _several("--only", ("decision", "card"), "")("card, decision")
    ('decision', 'card')
    """

    def read(text: str) -> tuple[str, ...]:
        wanted = {part.strip().lower() for part in text.split(",")} - {""}
        if not wanted or not wanted <= {*known}:
            raise UsageError.of(message, option=flag, found=text)
        return tuple(name for name in known if name in wanted)

    return read


_OF_A_FORMAT = f"this is not a format; write {', '.join(FORMATS)} or several: html,pdf"
_OF_A_PART = f"a report has no such part of its own; write {', '.join(PARTS)}, or several of them"
_OF_AN_EVALUATION = "an evaluation has no such format; write html or html,figures; tables are always written"
_OF_RUNS = {
    "--out": folder,
    "--date": _date,
    "--format": _several("--format", FORMATS, _OF_A_FORMAT),
    "--only": _several("--only", PARTS, _OF_A_PART),
}
"""What reads the options of a run: messages of click's own types would not say what to write."""


def plan_options(
    *, run: bool = False, out: str = "report", several: Sequence[str] = (), only: Sequence[str] = ()
) -> Callable[[F], F]:
    """Return a decorator that adds the options of the table, or some of them alone (``only``).

    ``run``: also those of a run that writes files, into the folder ``out`` where no other is named. ``several``: options
    that may be given several times here, for a scenario each.
    """
    # A card is one part; an evaluation has no date and no parts.
    less = {"progress": ("--only",), "evaluation": ("--only", "--date")}
    without = ("", *(less.get(out, ()) if run else RUN_ONLY))
    read = dict(_OF_RUNS) if run else {}
    if out == "evaluation":
        read["--format"] = _several("--format", ("html", "figures"), _OF_AN_EVALUATION)

    def decorate(command: F) -> F:
        for entry in reversed(OPTIONS):
            if entry.flag in only or not (only or entry.flag in without):
                shown = replace(entry, default=out) if entry.flag == "--out" else entry
                many = entry.many or entry.flag in several
                command = _click_option(shown, many=many, read=read.get(entry.flag))(command)
        return command

    return decorate


def option(
    flag: str, told: str, default: Any = (), read: Callable[[str], Any] | click.ParamType[Any] | None = None
) -> Callable[[F], F]:
    """Return a decorator that adds an option of one command alone, which may be given several times without a default."""
    name, _, metavar = flag.partition(" ")
    many = default == ()
    told += " Can be given several times." if many else f"  [default: {default}]"
    return click.option(name, name[2:], metavar=metavar, help=told, multiple=many, default=default, type=read)


def _click_option(
    entry: Option, *, many: bool = False, read: Callable[[str], Any] | None = None
) -> Callable[[F], F]:
    told = entry.help
    if many:
        told += " Can be given several times."
    elif entry.default not in {"", "0", "none"}:
        told += f"  [default: {entry.default}]"
    if entry.kind is ValueKind.SWITCH:
        return click.option(entry.flag, entry.param, is_flag=True, help=told)
    # Values of the plan stay text: its reader checks all of them at once, with those of the plan file.
    return click.option(entry.flag, entry.param, metavar=entry.metavar, multiple=many, help=told, type=read)


def flags_of(params: dict[str, Any]) -> dict[str, Any]:
    """Return what the command line said, by key of the option table.

    >>> flags_of({"cost__per_item": "0.04", "set": ("report.parts=20",), "out": "report"})
    {'cost.per_item': '0.04', 'set': ('report.parts=20',)}
    """
    keys = {entry.param: key for key, entry in BY_KEY.items()} | {"set": "set", "scenario": "scenario"}
    return {keys[name]: _single(keys[name], value) for name, value in params.items() if name in keys}


def _single(key: str, value: Any) -> Any:
    """Return what was given once as one value, though the option may be given several times with this command."""
    several = isinstance(value, tuple) and key in BY_KEY and not BY_KEY[key].many
    if not several or len(value) > 1:
        return value
    return value[0] if value else None
