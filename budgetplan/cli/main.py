"""The commands, made from the option table, and how they end. Nothing heavy is loaded before a command runs."""

from __future__ import annotations

import contextlib
import ctypes
import datetime as dt
import gc
import importlib
import importlib.util
import os
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from budgetplan import __version__
from budgetplan.cli import terminal
from budgetplan.domain.asked.keys import Option, ValueKind
from budgetplan.domain.messages import Message, as_flag, listing, literal, quoted_word
from budgetplan.domain.options import BY_KEY, FORMATS, OPTIONS, PARTS, REPEATED, SECTIONS, unknown_flag, words_of
from budgetplan.errors import UNMET, BadDataError, BudgetplanError, CannotWriteError, Problem, UsageError
from budgetplan.tools import WRITTEN

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
        single = [param for param in order if isinstance(param, click.Option) and not (param.multiple or param.is_flag)]
        twice = [entry.opts[0] for entry, n_times in Counter(single).items() if n_times > 1]
        if twice:
            raise UsageError([Problem(Message("cli.twice"), option=flag) for flag in twice])
        return rest


class PlanCommand(OnceCommand):
    """A command whose options stand in the help under the headings of the plan file's sections."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; for an option that is a key of the plan file alone, say how to give it."""
        ctx.allow_extra_args = True
        try:
            rest = super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            message = Message("cli.not_here")
            if error.option_name not in RUN_ONLY:
                lost = Message("options.see_help", command=ctx.info_name or "")
                here = [flag for param in self.params for flag in param.opts if isinstance(param, click.Option)]
                message = Message("cli.no_option", advice=unknown_flag(error.option_name, lost=lost, here=here))
            raise UsageError.of(message, option=error.option_name) from None
        except click.MissingParameter as error:
            names = [param.make_metavar(ctx) for param in self.params if isinstance(param, click.Argument)]
            usage = " ".join(["budgetplan", ctx.info_name or "", *names])
            missing = error.param.make_metavar(ctx) if error.param else ""
            raise UsageError.of(Message("cli.argument_missing", name=missing, usage=usage)) from None
        except click.BadParameter as error:
            raise UsageError.of(literal(error.message), option=error.param.opts[0] if error.param else "") from None
        if ctx.args:
            raise UsageError.of(Message("cli.words_left"), found=" ".join(ctx.args))
        return rest

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options by section."""
        sections = {entry.param: entry.section for entry in OPTIONS}
        records: dict[str, list[tuple[str, str]]] = {name: [] for name in SECTIONS}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if record is not None:
                records[sections.get(parameter.name or "", "")].append(record)
        for name, records_of_help in records.items():
            if rows := records_of_help + _further(name):
                with formatter.section(SECTIONS[name]):
                    formatter.write_dl(rows)


def _further(section: str) -> list[tuple[str, str]]:
    """Return the line of the help that names the keys of a section without an option of their own."""
    further = [entry for entry in OPTIONS if entry.section == section and not entry.flag]
    # The table is the argument, and tables inside a plan file cannot be given here.
    keys = (entry.key for entry in further if entry.key != "table.file" and entry.kind is not ValueKind.CELLS)
    names = ", ".join(name for key in keys if (name := key.partition(".")[2]))
    first = f", or {section}.1.KEY for the first alone" if section in REPEATED else ""
    return [(f"--set {section}.KEY=VALUE{first}", names)] if names else []


class Commands(click.Group):
    """The group of commands: errors that a user can mend become one message and their exit code."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; click would end with exit code 1 where the reader of our output went away."""
        name = "SOURCE_DATE_EPOCH"
        # Libraries would stumble over it when they are loaded.
        if (epoch := os.environ.get(name, "")) and not (epoch.isascii() and epoch.isdigit()):
            raise UsageError.of(Message("cli.no_seconds"), option=name, found=epoch)
        try:
            code = super().invoke(ctx)
            terminal.flush()
        except BrokenPipeError:
            terminal.drop(sys.stdout)
            return PIPE_CLOSED
        except MemoryError:
            raise UsageError.of(Message("cli.no_memory")) from None
        return code

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the command; for a file in its place, say which command takes it."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            if not Path(args[0]).suffix:
                raise
            raise UsageError.of(Message("cli.no_command", file=quoted_word(args[0])), found=args[0]) from None

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the command line and leave with its exit code."""
        standalone = extra.pop("standalone_mode", True)
        extra["standalone_mode"] = False
        # Looked for here, because what is wrong may be another option.
        told_as_json = JSON_ERRORS in ((args[0] if args else extra.get("args")) or sys.argv[1:])
        with terminal.ready():
            code = self._run(args, extra, as_data=told_as_json)
        if not standalone:
            return code
        sys.exit(code or 0)

    def _run(self, args: tuple[Any, ...], extra: dict[str, Any], *, as_data: bool) -> Any:
        """Run the command line, say what went wrong, and return the exit code."""
        try:
            return super().main(*args, **extra)
        except click.ClickException as error:
            code = error.exit_code
            if as_data:
                tell_json([Problem(literal(error.format_message()))], code)
            else:
                error.show()
        except BudgetplanError as error:
            code = error.exit_code
            if as_data:
                tell_json(error.problems, code)
            else:
                tell(str(error))
        except OSError:
            # Help and version are written by click itself; whether that failed is seen by writing again.
            try:
                terminal.say("")
                raise
            except CannotWriteError as full:
                tell(str(full))
                code = full.exit_code
        except click.Abort:
            # Libraries end with another error than ours where a signal ends what they do.
            code = terminal.asked_to_end() or INTERRUPTED
        except terminal.Terminated as ended:
            code = ended.exit_code
        return code


def tell(message: str) -> None:
    """Write a message to stderr, after the name of the program."""
    terminal.say_aside(f"budgetplan: {message}")


def tell_json(problems: Iterable[Problem], code: int, doubts: Iterable[Problem] = ()) -> None:
    """Write problems to stderr as one JSON list.

    ``code``: the exit code that they lead to; ``doubts`` lead to none and have the code 0.
    """
    listed_problems = [as_data(problem, code) for problem in problems] + [as_data(doubt, 0) for doubt in doubts]
    terminal.say_aside(terminal.as_json(listed_problems, sys.stderr.encoding))


def as_data(problem: Problem, code: int) -> dict[str, Any]:
    """Return a problem as plain data; what does not apply is None.

    >>> data = as_data(Problem(literal("this is below 0", "write 0 or more"), option="--cost", found="-1"), 2)
    >>> data["option"], data["wrong"], data["found"], data["code"], data["line"]
    ('--cost', 'this is below 0', '-1', 2, None)
    """
    names = ("file", "line", "column", "item", "option", "wrong", "found", "todo")
    values = {name: None if (part := getattr(problem, name)) == "" else part for name in names}
    values["found"] = problem.found
    return {
        "kind": problem.message.kind,
        "values": problem.message.plain(),
        **values,
        "options": problem.options,
        "code": code,
    }


def show_progress(what: str, done: int, total: int) -> None:
    """Show on a terminal how far the work is, always on the same line."""
    if not sys.stderr.isatty():
        return
    count = f" {done:,} of {total:,}" if total > 1 else ""
    # The line is cleared first and, when the last piece is done, for good.
    with contextlib.suppress(OSError):
        click.echo(f"\r\033[K{what}{count}" if done < total else "\r\033[K", err=True, nl=False)


@contextlib.contextmanager
def progress_line(*, shown: bool) -> Iterator[Callable[[str, int, int], None]]:
    """Give what shows progress, where it is to be shown, and clear its line at the end."""
    try:
        yield show_progress if shown else _door("workflows").silent
    finally:
        if shown:
            show_progress("", 1, 1)


def folder(text: str) -> Path:
    """Return the folder that is written to; an empty name is mostly a variable that nobody set."""
    if text.strip():
        return Path(text)
    raise UsageError.of(Message("cli.no_folder"), option="--out", found=text)


def _date(text: str) -> str:
    try:
        return dt.datetime.strptime(text, "%Y-%m-%d").date().isoformat()  # noqa: DTZ007 - a date has no time zone
    except ValueError:
        raise UsageError.of(Message("cli.no_date"), option="--date", found=text) from None


def _several(flag: str, names: Sequence[str], message: Message) -> Callable[[str], tuple[str, ...]]:
    """Return what reads names with commas between them, each once and in their own order.

    >>> _several("--only", ("decision", "card"), Message("cli.twice"))("card, decision")
    ('decision', 'card')
    """

    def read(text: str) -> tuple[str, ...]:
        wanted = {part.strip().lower() for part in text.split(",")} - {""}
        if not wanted or not wanted <= {*names}:
            raise UsageError.of(message, option=flag, found=text)
        return tuple(name for name in names if name in wanted)

    return read


_OF_RUNS = {
    "--out": folder,
    "--date": _date,
    "--only": _several("--only", PARTS, Message("cli.no_part", names=PARTS)),
}
"""What reads the options of a run: messages of click's own types would not say what to write."""
_FORMATS_OF = {
    "progress": (("html", "pdf", "xlsx", "figures"), "html,pdf"),
    "comparison": (("html", "pdf", "xlsx", "figures"), "html,pdf"),
    "evaluation": (("html", "figures"), "html"),
}
"""Formats of what is no report on one plan, and those written where none is asked for."""


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
    formats, written = _FORMATS_OF.get(out, (FORMATS, "html,pdf,explore"))
    read = (
        _OF_RUNS | {"--format": _several("--format", formats, Message("cli.no_format", names=formats))} if run else {}
    )
    shown_default = {"--out": out, "--format": written}
    usual = {**shown_default, "--date": lambda: dt.date.today().isoformat()} if run else {}  # noqa: DTZ011 - the user's own calendar

    def decorate(command: F) -> F:
        for entry in reversed(OPTIONS):
            if entry.flag in only or not (only or entry.flag in without):
                shown = replace(entry, default=shown_default.get(entry.flag, entry.default))
                many = entry.many or entry.flag in several
                how = {"type": read.get(entry.flag), "default": usual.get(entry.flag)}
                command = _click_option(shown, many=many, **how)(command)
        return command

    return decorate


def option(
    flag: str, help_text: str, default: Any = (), read: Callable[[str], Any] | click.ParamType[Any] | None = None
) -> Callable[[F], F]:
    """Return a decorator that adds an option of one command alone, which may be given several times without a default."""
    name, _, metavar = flag.partition(" ")
    many = default == ()
    help_text += " Can be given several times." if many else f"  [default: {default}]"
    return click.option(name, name[2:], metavar=metavar, help=help_text, multiple=many, default=default, type=read)


def _click_option(entry: Option, *, many: bool, **how: Any) -> Callable[[F], F]:
    help_text = entry.help
    if many:
        help_text += " Can be given several times."
    elif entry.default not in {"", "0", "none"}:
        help_text += f"  [default: {entry.default}]"
    if entry.kind is ValueKind.SWITCH:
        return click.option(entry.flag, entry.param, is_flag=True, help=help_text)
    # Values of the plan stay text: its reader checks all of them at once, with those of the plan file.
    return click.option(entry.flag, entry.param, metavar=entry.metavar, multiple=many, help=help_text, **how)


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


_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
"""Names and numbers of the header ``malloc.h``."""
SEVERAL = ("--budget",)
"""Options of which each value makes a plan of its own, where several are given."""
MOST_SHOWN = 12
"""So many labels are named in a question."""
LEAST_LABELS = 20
"""A smaller sample says next to nothing."""


_FORM = "How the table is written, if its bytes do not say it: table.separator, table.decimal, table.encoding, table.sheet, table.header, table.dialect, table.empty, table.long or table.annotator; where the labels are: table.labels."


def _example(*commands: str) -> str:
    """Return the end of a help text."""
    # The first character tells click to leave the lines as they are.
    return "\n".join(["\b", "Example:", *(f"  budgetplan {command}" for command in commands), ""])


_REPORT = "report scores.csv --label gold --positive idiom --model p_rf --cost 0.04 --budget 16"


@click.group(cls=Commands, epilog=_example(_REPORT), context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="budgetplan")
def main() -> None:
    """Plan an annotation budget: which model to review from, how many items, where to stop."""


def _command(
    short: str, *examples: str, takes: str = "plan_or_table", kind: type[click.Command] = PlanCommand, **how: Any
) -> Callable[[Callable[..., int]], click.Command]:
    """Return a decorator that makes a command of a function, with an argument before all others."""

    def decorate(command: Callable[..., int]) -> click.Command:
        decorated = click.argument(takes, **{"metavar": "PLAN_OR_TABLE", **how})(command)
        return main.command(cls=kind, short_help=short, epilog=_example(*examples))(decorated)

    return decorate


@_command("Write the report.", _REPORT)
@plan_options(run=True, several=SEVERAL)
def report(plan_or_table: str, **params: Any) -> int:
    """Write the report: which model to review from, how far, and how sure that is.

    PLAN_OR_TABLE is a plan file (its name ends in .toml), or a table with one row for each item, a column with labels
    and a column of scores for each model. Options override the plan file. If there are several budgets, or the plan
    file has scenarios, the report compares them.
    """
    flags = flags_of(params)
    if _door("settings.build").are_several([plan_or_table], flags):
        return _compared([plan_or_table], flags, params)
    date, how = _how(params, [plan_or_table])
    plan = _door("preflight.survey").read_plan(plan_or_table, flags)
    # The same wherever the files lie.
    how["command"] = ["budgetplan", "report", Path(plan_or_table).name, *words_of(flags, "goal.budget", "goal.target")]
    return _written(params, lambda shown: _door("api").make_report(plan, date=date, progress=shown, **how))


def _written(params: dict[str, Any], write: Callable[[Any], Any]) -> int:
    """Do what a command is for, and say what there is to say of that."""
    as_json, quiet = bool(params["json_errors"]), bool(params.get("quiet"))
    # A line of progress is no JSON.
    with progress_line(shown=not (quiet or as_json)) as progress:
        result = write(progress)
    if as_json and result.warnings:
        tell_json([Problem(literal(warning)) for warning in result.warnings], int(result.exit_code))
    for warning in () if as_json else result.warnings:
        tell(warning)
    if not quiet:
        terminal.say(result.summary)
    elif result.exit_code == UNMET:
        # Nothing meets the goal: that is no silent end.
        tell(result.title)
    return int(result.exit_code)


def _compared(sources: Sequence[str], flags: dict[str, Any], params: dict[str, Any]) -> int:
    """Write the report on several plans."""
    date, how = _how(params, sources)
    scenarios = _door("preflight.survey").read_scenarios(sources, flags)

    def write(progress: Any) -> Any:
        made = _door("api").compare_scenarios(scenarios, date=date, progress=progress)
        result = _door("api").write_report(made, progress=progress, **how)
        reports = [f"Report of {scenario.name}: {scenario.command}" for scenario in scenarios]
        # What makes them doubtful is told beside the summary already.
        text = _door("api").comparison(replace(made, warnings=()))
        return replace(result, summary="\n".join([text, *reports, result.written]))

    return _written(params, write)


@_command(
    "Compare models, or plans.",
    "compare scores.csv --label gold --positive idiom --model p_rf --model p_bert",
    "compare small.toml large.toml --out comparison",
    takes="plans_or_table",
    metavar="PLAN_OR_TABLE...",
    nargs=-1,
    required=True,
)
@plan_options(run=True, out="comparison", several=SEVERAL)
def compare(plans_or_table: tuple[str, ...], **params: Any) -> int:
    """Print side by side what each model finds, without writing a report; or compare several plans in one report.

    PLAN_OR_TABLE is a plan file (its name ends in .toml), or a table with one row for each item, a column with labels
    and a column of scores for each model. Options override the plan file. For several plan files, several budgets, or
    a plan file with scenarios, one report says which is best, and by how much.
    """
    flags = flags_of(params)
    if _door("settings.build").are_several(plans_or_table, flags):
        return _compared(plans_or_table, flags, params)
    source = click.get_current_context().get_parameter_source
    alone = [flag for flag in RUN_ONLY if source(flag.lstrip("-")) is not ParameterSource.DEFAULT]
    if alone:
        raise UsageError([Problem(Message("cli.not_here"), option=flag) for flag in alone])
    plan = _door("preflight.survey").read_plan(plans_or_table[0], flags)
    return _written(params, lambda shown: _door("api").compare(plan, progress=shown))


@_command(
    "Measure every model.",
    "evaluate scores.csv --label gold --positive idiom --model p_rf --model p_bert",
    "evaluate plan.toml --weights 1,4,10 --areas 0:2,2:8 --format html,figures",
)
@click.option("--weights", metavar="K,...", help="Weights of an error.  [default: 0.5,1,2,4,8,10]")
@click.option("--areas", metavar="FROM:TO,...", help="Areas under the value curve from weight to weight.")
@plan_options(run=True, out="evaluation")
def evaluate(plan_or_table: str, weights: str | None, areas: str | None, **params: Any) -> int:
    """Measure every model in the ways of five papers, without deciding anything.

    Writes a page and each table as CSV and JSON. For ranked lists: gain, lift, measures at the cut, budgets and targets.
    For models that answer: value by the weight of an error, confidence, domains; precision, recall and F1 of answers
    and of probabilities.
    """
    how = {"figures": "figures" in params["format"], "inputs": (plan_or_table,)}
    how |= {name: params[name] for name in ("out", "replace")}
    how |= {name: area for name, area in (("weights", weights), ("areas", areas)) if area is not None}
    plan = _door("preflight.survey").read_plan(plan_or_table, flags_of(params), evaluated=True)
    return _written(params, lambda shown: _door("api").make_evaluation(plan, progress=shown, **how))


@_command("Draft a plan file.", "init scores.csv --out plan.toml", takes="table", kind=OnceCommand, metavar="FILE")
@option("--out PLAN", "The plan file.", "plan.toml")
@plan_options(only=("--replace",))
@option("--set KEY=VALUE", _FORM)
@plan_options(only=("--label", "--id", "--map", "--json-errors"))
@click.option("--yes", is_flag=True, help="Ask nothing: what no table says stays a comment.")
def init(table: str, out: str, **params: Any) -> int:
    """Write a commented plan file from what can be seen in a table.

    FILE is a table with one row for each item. What is clear is filled in; the rest stays a comment with the choices.
    In a terminal the program asks for what no table says; an empty answer leaves the line as it is. An existing plan
    file is never overwritten: --replace puts it away first.
    """
    if table.lower().endswith(".toml"):
        raise UsageError.of(Message("cli.no_table", file=table), table)
    if not out.lower().endswith(".toml"):
        raise UsageError.of(Message("cli.no_plan_name"), option="--out", found=out)
    read = _door("preflight.survey").read_form(table, params.pop("set"), flags_of(params))
    nobody = params["yes"] or params["json_errors"] or not terminal.at_terminal()
    asked = None if nobody else partial(_answers, table)
    needed = _door("api").draft_plan(table, out, *read, replace=params["replace"], asked=asked)
    terminal.say(f"Written: {out}")
    if needed:
        terminal.say(f'Needed before a report (look for "Needed" in it): {", ".join(dict.fromkeys(needed))}')
    terminal.say(f"{'Then' if needed else 'Next'}: budgetplan check {shlex.quote(out)}")
    return 0


_ASKED = (
    ("cost.per_item", "What does the review of an item cost, such as 0.04 or EUR 0.04", "", ""),
    ("answers.right", "What is a right answer worth, in money, such as 0.08", "cost.per_item", ""),
    ("answers.wrong", "What is a wrong answer worth, in money, such as -0.40", "answers.right", ""),
    ("answers.error_weight", "How many right answers does a wrong one cost, such as 4", "", "cost.per_item"),
    ("goal.budget", "What is the budget, such as 400 items, 40 hours or an amount of money", "", ""),
    ("entry.value", "What is an entry worth, in money", "cost.per_item", "goal.budget"),
)
"""Keys that no table says, with what is asked: where another one was answered, and where yet another was not."""
_IN_MONEY = {"answers.unit": "money", "answers.error_weight": None}


def _answers(table: str, draft: Any) -> dict[str, Any]:
    """Ask for what no table says, and return by key what was answered: all of it together makes a plan.

    Where the column with the labels is not clear, that comes first and alone.
    """
    answers, roles, columns = dict[str, Any](), draft.roles, draft.survey.by_name
    if not draft.deferred and not roles.label.name:
        question = f"Which column holds people's labels ({listing(roles.label.choices or [*columns], MOST_SHOWN)})"
        while (column := terminal.ask_for(question)) and column not in columns:
            terminal.say(f"The table has no column {column}.")
        if column:
            return {"table.label": column}
    # What the plan will have beside the answers, so that these can be tried.
    plan: dict[str, Any] = {"table.label": "label", "models.name": ("p",), "table.positive": ("p",)}
    if draft.deferred:
        plan = {"table.label": "label", "models.probabilities": ("p",), "answers.error_weight": "1"}
    elif labels := draft.positive.choices or tuple(draft.labels):
        question = f"Which label is collected ({listing(labels, MOST_SHOWN)})"
        while (label := terminal.ask_for(question, draft.positive.name)) and label not in labels:
            terminal.say(f"No row has the label {label}.")
        answers |= {"table.positive": [label]} if label != draft.positive.name else {}
    idle, ways = ("entry.", "exclude") if draft.deferred else ("answers.", "last or exclude")
    without = listing([f"{name} ({n:,})" for name, n in draft.missing.items()])
    blank = ("table.missing", f"What becomes of labelled rows with nothing in {without}: {ways}", "", "")
    for key, question, after, unless in (row for row in (blank, *_ASKED)[not without :] if not row[0].startswith(idle)):
        while (after in answers or not after) and unless not in answers and (answer := terminal.ask_for(question)):
            money = {**_IN_MONEY, "answers.wrong": "-1"} if key == "answers.right" else {}
            try:
                _door("settings.build").read_plan(table, tried := plan | money | {key: answer})
                plan, answers[key] = tried, answer
                break
            except UsageError as error:
                terminal.say(str(error))
    if "answers.wrong" in answers:
        return answers | _IN_MONEY
    # Half of what answers are worth says nothing.
    return {key: value for key, value in answers.items() if key != "answers.right"}


@_command(
    "Say what is wrong or doubtful.", "check scores.csv --label gold --positive idiom --model p_rf --model p_bert"
)
@plan_options(run=False)
def check(plan_or_table: str, **params: Any) -> int:
    """Say everything that is wrong or doubtful in a plan and its data, without making a report.

    PLAN_OR_TABLE is a plan file (its name ends in .toml), or a table, with the options of a report. Exit code:
    0 if nothing is wrong (there may be things to look at), 2 if the plan is wrong, 3 if a report would recommend
    nothing, 4 if the data are wrong.
    """
    with progress_line(shown=not params["json_errors"]) as progress:
        checked = _door("api").check(plan_or_table, flags_of(params), progress)
    if params["json_errors"]:
        unmet = () if checked.unmet is None else (checked.unmet,)
        tell_json((*checked.errors, *unmet), checked.exit_code, checked.doubts)
    else:
        terminal.say(checked.text)
    return int(checked.exit_code)


_SEEN = "in place of all columns that hold texts."
_TOOLS = f"{', '.join(WRITTEN[:-1])} or {WRITTEN[-1]}"


@_command("Draw the items to label first.", "pilot list.csv --model p_rf --model p_bert --labels 200 --out pilot")
@plan_options(run=False)
@option("--out FOLDER", "Folder for the sample; earlier samples are never overwritten.", "pilot", folder)
@plan_options(only=("--replace",))
@option("--labels N", "How many items to label.", "200", click.IntRange(LEAST_LABELS))
@option("--show COLUMN", f"Column that those who label see, {_SEEN}")
def pilot(plan_or_table: str, out: Path, labels: int, show: tuple[str, ...], **params: Any) -> int:
    """Draw the items to label first, at random, from a list that has no labels.

    PLAN_OR_TABLE is a plan file (its name ends in .toml), or a table with one row for each item. Columns of scores may
    be named, but play no part in the draw; those who label do not see them.
    """
    flags = flags_of(params)
    plan = _door("settings.build").read_plan(plan_or_table, flags, labelled=False)
    how = {"replace": params["replace"], "inputs": (plan_or_table,)}
    # Without the column that is still to be filled.
    command = ["report", plan_or_table, *words_of(flags, "table.label")]
    terminal.say(_door("api").draw_pilot(plan, out, labels, show, command, **how))
    return 0


@_command("Write what is to be reviewed.", "queue plan.toml --for label-studio --out queue")
@plan_options(run=False)
@option("--out FOLDER", "Folder for the queue; an earlier queue is never overwritten.", "queue", folder)
@plan_options(only=("--replace",))
@option("--for TOOL", f"Tool in which people judge: {_TOOLS}.", "csv", click.Choice(WRITTEN))
@option("--show COLUMN", f"Column that annotators see, the one that is judged first, {_SEEN}")
def queue(plan_or_table: str, out: Path, show: tuple[str, ...], **params: Any) -> int:
    """Write the items to be reviewed, in the order of the plan, in packets for the tool in which people judge.

    PLAN_OR_TABLE is a plan file (its name ends in .toml), or a table, with the options of a report; its rows without
    a label are the list. The manifest beside the packets says which items are in the queue and why; keep it from those
    who judge. budgetplan progress reads it.
    """
    plan = _door("preflight.survey").read_plan(plan_or_table, flags_of(params))
    how = {"replace": params["replace"], "inputs": (plan_or_table,)}
    return _written(params, lambda shown: _door("api").write_queue(plan, out, params["for"], show, shown, **how))


@_command("Say whether to go on with a review.", "progress plan.toml export.json --queue queue")
@click.argument("logs", metavar="LOG...", nargs=-1, required=True)
@plan_options(run=True, out="progress")
@option("--queue FOLDER", "Folder of the queue, with its manifest.", "queue", folder)
def progress(plan_or_table: str, logs: tuple[str, ...], queue: Path, **params: Any) -> int:
    """Say how far a review has come and whether to go on: found, spent, left, what the next items bring.

    PLAN_OR_TABLE is what the queue was written from; each LOG is what came back: the export of an annotation tool, or a
    table with a column of the items' names and one of their labels. Writes a card of one page.
    """
    date, how = _how(params, [plan_or_table])
    flags = flags_of(params)
    plan = _door("preflight.survey").read_plan(plan_or_table, flags)
    # This round's logs and queue take the place of those that it was planned from.
    kept = [text for text in flags.get("set", ()) if not text.startswith(("list.reviewed=", "list.queue="))]
    how_planned = {"planned": ("report", plan_or_table), "given": flags | {"set": tuple(kept)}}

    def write(shown: Any) -> Any:
        try:
            made = _door("api").read_progress(plan, logs, queue=queue, date=date, progress=shown, **how_planned)
        except BadDataError as error:
            # Where the rest is planned this is a key of the plan.
            error.option = partial(as_flag, flags={"list.queue": "--queue"})
            raise
        result = _door("api").write_report(made, progress=shown, **how)
        files = _door("report.model").Section("files", made.tables)
        every = replace(made.document, sections=(*made.document.sections, files)).numbered()
        card = _door("render.text").render_text(every, ("quotas", "next", "people"))
        return replace(result, summary="\n".join([*map(str, made.messages), card, result.written]))

    return _written(params, write)


_SERVER = ("starlette", "uvicorn", "python_multipart")
"""Libraries that serve the pages."""


@_command(
    "Plan in a browser.",
    "app",
    "app scores.xlsx --no-browser",
    takes="file_or_folder",
    kind=OnceCommand,
    metavar="[FILE|FOLDER]",
    default="",
)
@click.option("--port", metavar="N", type=click.IntRange(0, 65535), default=0, help="Port.  [default: a free one]")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@plan_options(only=("--json-errors",))
def app(file_or_folder: str, port: int, *, no_browser: bool, **_params: Any) -> int:
    """Plan in a browser, in five pages: file, columns, money, plan, review.

    FOLDER holds the plan file and all that is written (by default: budgetplan-app, in the current folder). FILE is a
    table or a plan file; its folder is used. Only this computer can open the pages, until Ctrl-C. Nothing leaves it.
    """
    lacking = [name for name in _SERVER if importlib.util.find_spec(name) is None]
    if lacking:
        raise UsageError.of(Message("cli.no_libraries", names=lacking))
    with contextlib.suppress(KeyboardInterrupt):
        _door("app.server").serve(file_or_folder, port, say=terminal.say, browser=not no_browser)
    return 0


def _door(name: str) -> Any:
    """Return a module that loads numpy, and more as it is needed: only the command that needs it waits for that."""
    # The C library of Linux keeps room for as many rows as it saw, unless it is told to give it back when columns of
    # millions are freed: a check of 3,000,000 rows took 1.86 GB in place of 1.44. Other systems lack the function.
    with contextlib.suppress(AttributeError, OSError, TypeError):
        library = ctypes.CDLL(None)
        library.mallopt(_M_MMAP_THRESHOLD, 4 * 2**20)
        library.mallopt(_M_TRIM_THRESHOLD, 64 * 2**20)
    # Modules live as long as the command: looking for garbage among them is a twentieth of a short one.
    gc.disable()
    module = importlib.import_module(f"budgetplan.{name}")
    gc.freeze()
    gc.enable()
    return module


def _how(params: dict[str, Any], inputs: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """Return the date on a report, and how it is written."""
    how = {"formats": params["format"], "only": params.get("only") or (), "inputs": tuple(inputs)}
    return params["date"], how | {name: params[name] for name in ("out", "replace")}
