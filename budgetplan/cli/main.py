"""The commands. Nothing heavy is loaded before a command runs."""

from __future__ import annotations

import datetime as dt
import importlib
import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from budgetplan import __version__
from budgetplan.cli.commands import (
    RUN_ONLY,
    Commands,
    OnceCommand,
    PlanCommand,
    flags_of,
    folder,
    option,
    plan_options,
    progress_line,
    tell,
    tell_json,
)
from budgetplan.cli.terminal import ask_for, at_terminal, say
from budgetplan.domain.options import with_flags, words_of
from budgetplan.errors import UNMET, BadDataError, Problem, UsageError
from budgetplan.tables.problems import listing
from budgetplan.tools import WRITTEN

SEVERAL = ("--budget",)
"""Options of which each value makes a plan of its own, where several are given."""
MOST_SHOWN = 12
"""So many labels are named in a question."""
LEAST_LABELS = 20
"""A smaller sample says next to nothing."""


_FORM = "How the table is written, where its bytes do not say it: table.separator, table.decimal, table.encoding, table.sheet, table.header, table.dialect, table.empty, table.long or table.annotator; where the labels are: table.labels."


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
    short: str,
    *examples: str,
    takes: str = "plan_or_table",
    kind: type[click.Command] = PlanCommand,
    **how: Any,
) -> Callable[[Callable[..., int]], click.Command]:
    """Return a decorator that makes a command of a function, with an argument before all others."""

    def decorate(command: Callable[..., int]) -> click.Command:
        told = click.argument(takes, **{"metavar": "PLAN_OR_TABLE", **how})(command)
        return main.command(cls=kind, short_help=short, epilog=_example(*examples))(told)

    return decorate


@_command("Write the report.", _REPORT)
@plan_options(run=True, several=SEVERAL)
def report(plan_or_table: str, **params: Any) -> int:
    """Write the report on which model to review from, how far, and how sure that is.

    PLAN_OR_TABLE is a plan file (its name ends in .toml), or a table with one row an item, a column with
    labels and a column of scores for each model. Options override the plan file. With several budgets, or where the
    plan file has scenarios, the report compares them.
    """
    flags = flags_of(params)
    if _door("settings.scenarios").are_several([plan_or_table], flags):
        return _compared([plan_or_table], flags, params, "report")
    date, how = _how(params, "report", [plan_or_table])
    plan = _door("settings.build").read_plan(plan_or_table, flags)
    return _written(params, lambda shown: _door("api").make_report(plan, date=date, progress=shown, **how))


def _written(params: dict[str, Any], write: Callable[[Any], Any]) -> int:
    """Do what a command is for, and say what there is to say of that."""
    as_json, quiet = bool(params["json_errors"]), bool(params.get("quiet"))
    # A line of progress is no JSON.
    with progress_line(shown=not (quiet or as_json)) as progress:
        result = write(progress)
    if as_json and result.warnings:
        tell_json([Problem(warning, "") for warning in result.warnings], int(result.exit_code))
    for warning in () if as_json else result.warnings:
        tell(warning)
    if not quiet:
        say(result.summary)
    elif result.exit_code == UNMET:
        # Nothing meets the goal: that is no silent end.
        tell(result.title)
    return int(result.exit_code)


def _compared(sources: Sequence[str], flags: dict[str, Any], params: dict[str, Any], folder: str) -> int:
    """Write the report on several plans, into a folder of this name where no other is named."""
    date, how = _how(params, folder, sources)
    scenarios = _door("settings.scenarios").read_scenarios(sources, flags)

    def write(progress: Any) -> Any:
        made = _door("comparing").compare_scenarios(scenarios, date=date, progress=progress)
        result = _door("api").write_report(made, progress=progress, **how)
        reports = [f"Report of {one.name}: {one.command}" for one in scenarios]
        # What makes them doubtful is told beside the summary already.
        told = _door("api").comparison(replace(made, warnings=()))
        return replace(result, summary="\n".join([told, *reports, result.written]))

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
    """Print what each model finds, side by side, without writing a report; or compare several plans in one report.

    PLAN_OR_TABLE is a plan file (its name ends in .toml), or a table with one row an item, a column with
    labels and a column of scores for each model. Options override the plan file. Several plan files, several budgets,
    or a plan file with scenarios: one report says which is for whom, and how far they are apart.
    """
    flags = flags_of(params)
    if _door("settings.scenarios").are_several(plans_or_table, flags):
        return _compared(plans_or_table, flags, params, "comparison")
    alone = [flag for flag in RUN_ONLY if params[flag.lstrip("-")]]
    if alone:
        wrong, todo = "this option has nothing to do here", "leave it out"
        raise UsageError([Problem(wrong, todo, option=flag) for flag in alone])
    plan = _door("settings.build").read_plan(plans_or_table[0], flags)
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
    """Measure every model in every way that the five papers name, without deciding anything.

    Writes a page and each table as CSV and JSON: of ranked lists gain, lift, scores at the cut, budgets and targets; of
    models that answer value over the weight of an error, confidence, precision, recall and F1 of answers and of
    probabilities, domains.
    """
    how = {
        "figures": "figures" in (params["format"] or ()),
        "out": params["out"] or Path("evaluation"),
        "replace": params["replace"],
        "inputs": (plan_or_table,),
    }
    how |= {name: said for name, said in (("weights", weights), ("areas", areas)) if said is not None}
    plan = _door("settings.build").read_plan(plan_or_table, flags_of(params), evaluated=True)
    return _written(params, lambda shown: _door("api").make_evaluation(plan, progress=shown, **how))


@_command(
    "Draft a plan file.", "init scores.csv --out plan.toml", takes="table", kind=OnceCommand, metavar="FILE"
)
@option("--out PLAN", "The plan file.", "plan.toml")
@plan_options(only=("--replace",))
@option("--set KEY=VALUE", _FORM)
@plan_options(only=("--label", "--id", "--map", "--json-errors"))
@click.option("--yes", is_flag=True, help="Ask nothing in a terminal: what no table says stays a comment.")
def init(table: str, out: str, **params: Any) -> int:
    """Write a commented plan file from what can be seen in a table.

    FILE is a table with one row an item. What is clear is filled in; what is not stands as a comment with the
    choices. In a terminal it is asked for what no table says: an empty answer leaves the line as it is. A plan file that is
    there already is never overwritten: --replace puts it away first.
    """
    if table.lower().endswith(".toml"):
        todo = f"name the table; to see what is wrong with a plan: budgetplan check {table}"
        raise UsageError.of(f"this is a plan file; {todo}", table)
    if not out.lower().endswith(".toml"):
        message = "the name of a plan file ends in .toml; write such a name"
        raise UsageError.of(message, option="--out", found=out)
    read = _door("preflight.survey").read_form(table, params.pop("set"), flags_of(params))
    answers = (
        None if params["yes"] or params["json_errors"] or not at_terminal() else partial(_answers, table)
    )
    needed = _door("before").draft_plan(table, out, *read, put_away=params["replace"], asked=answers)
    say(f"Written: {out}")
    if needed:
        say(f'Needed before a report (look for "Needed" in it): {", ".join(dict.fromkeys(needed))}')
    say(f"{'Then' if needed else 'Next'}: budgetplan check {shlex.quote(out)}")
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
    """Ask for what no table says, and return by key what was answered: all of it together makes a plan."""
    answers = dict[str, Any]()
    # What the plan will have beside the answers, so that these can be tried.
    plan: dict[str, Any] = {"table.label": "label", "models.name": ("p",), "table.positive": ("p",)}
    if draft.deferred:
        plan = {"table.label": "label", "models.probabilities": ("p",), "answers.error_weight": "1"}
    elif known := draft.positive.choices or tuple(draft.labels):
        question = f"Which label is collected ({listing(known, MOST_SHOWN)})"
        while (label := ask_for(question, draft.positive.name)) and label not in known:
            say(f"No row has the label {label}.")
        answers |= {"table.positive": [label]} if label != draft.positive.name else {}
    idle = "entry." if draft.deferred else "answers."
    for key, question, after, unless in (row for row in _ASKED if not row[0].startswith(idle)):
        while (after in answers or not after) and unless not in answers and (answer := ask_for(question)):
            money = {**_IN_MONEY, "answers.wrong": "-1"} if key == "answers.right" else {}
            try:
                _door("settings.build").read_plan(table, tried := plan | money | {key: answer})
                plan, answers[key] = tried, answer
                break
            except UsageError as error:
                say(str(error))
    if "answers.wrong" in answers:
        return answers | _IN_MONEY
    # Half of what answers are worth says nothing.
    return {key: value for key, value in answers.items() if key != "answers.right"}


@_command(
    "Say what is wrong or doubtful.",
    "check scores.csv --label gold --positive idiom --model p_rf --model p_bert",
)
@plan_options(run=False)
def check(plan_or_table: str, **params: Any) -> int:
    """Say everything that is wrong or doubtful in a plan and its data, without making a report.

    PLAN_OR_TABLE is a plan file (its name ends in .toml), or a table, with the options of a report. Exit code:
    0 where nothing is wrong (there may be things to look at), 2 where the plan is wrong, 3 where a report would
    recommend nothing, 4 where the data are wrong.
    """
    with progress_line(shown=not params["json_errors"]) as progress:
        found = _door("before").check(plan_or_table, flags_of(params), progress)
    if params["json_errors"]:
        unmet = () if found.unmet is None else (found.unmet,)
        tell_json((*found.errors, *unmet), found.exit_code, found.doubts)
    else:
        say(found.text)
    return int(found.exit_code)


_SEEN = "in place of all that hold texts."
_TOOLS = f"{', '.join(WRITTEN[:-1])} or {WRITTEN[-1]}"


@_command(
    "Draw the items to label first.", "pilot list.csv --model p_rf --model p_bert --labels 200 --out pilot"
)
@plan_options(run=False)
@option("--out FOLDER", "Folder for the sample; earlier samples are never overwritten.", "pilot", folder)
@plan_options(only=("--replace",))
@option("--labels N", "How many items to label.", "200", click.IntRange(LEAST_LABELS))
@option("--show COLUMN", f"Column that whoever labels will see, {_SEEN}")
def pilot(plan_or_table: str, out: Path, labels: int, show: tuple[str, ...], **params: Any) -> int:
    """Draw the items to label first, at random, from a list that has no labels.

    PLAN_OR_TABLE is a plan file (its name ends in .toml), or a table with one row an item. Columns of scores may be
    named and play no part in the draw: whoever labels does not see them.
    """
    flags = flags_of(params)
    plan = _door("settings.build").read_plan_without_labels(plan_or_table, flags)
    how = {"put_away": params["replace"], "inputs": (plan_or_table,)}
    # Without the column that is still to be filled.
    command = ["report", plan_or_table, *words_of(flags | {"table.label": None})]
    say(_door("before").draw_pilot(plan, out, labels, show, command, **how))
    return 0


@_command("Write what is to be reviewed.", "queue plan.toml --for label-studio --out queue")
@plan_options(run=False)
@option("--out FOLDER", "Folder for the queue; an earlier queue is never overwritten.", "queue", folder)
@plan_options(only=("--replace",))
@option("--for TOOL", f"In what people judge: {_TOOLS}.", "csv", click.Choice(WRITTEN))
@option("--show COLUMN", f"Column that annotators see, the one that is judged first, {_SEEN}")
def queue(plan_or_table: str, out: Path, show: tuple[str, ...], **params: Any) -> int:
    """Write the items that a plan has reviewed, in their order, in packets for the tool in which people judge.

    PLAN_OR_TABLE is a plan file (its name ends in .toml), or a table, with the options of a report; its rows without
    a label are the list. The manifest that comes with the packets says who is in the queue and why; keep it from
    those who judge. budgetplan progress reads it.
    """
    plan = _door("settings.build").read_plan(plan_or_table, flags_of(params))
    how = {"put_away": params["replace"], "inputs": (plan_or_table,)}
    tool = params["for"]
    return _written(params, lambda shown: _door("after").write_queue(plan, out, tool, show, shown, **how))


@_command("Say how far a review is.", "progress plan.toml export.json --queue queue")
@click.argument("logs", metavar="LOG...", nargs=-1, required=True)
@plan_options(run=True, out="progress")
@option("--queue FOLDER", "Folder of the queue, with its manifest.", "queue", folder)
def progress(plan_or_table: str, logs: tuple[str, ...], queue: Path, **params: Any) -> int:
    """Say how far a review is and whether to go on: found, spent, left, what the next items bring.

    PLAN_OR_TABLE is what the queue was written from; each LOG is what came back: the export of an annotation tool, or a
    table with a column of the items' names and one of their labels. Writes a card of one page.
    """
    date, how = _how(params, "progress", [plan_or_table])
    flags = flags_of(params)
    plan = _door("settings.build").read_plan(plan_or_table, flags)
    planned = ["report", plan_or_table, *words_of(flags)]

    def write(shown: Any) -> Any:
        try:
            made = _door("after").read_progress(
                plan, logs, queue=queue, date=date, progress=shown, planned=planned
            )
        except BadDataError as error:
            # Where the rest is planned this is a key of the plan.
            flags = {"list.queue": "--queue"}
            raise BadDataError([with_flags(one, flags) for one in error.problems]) from None
        result = _door("api").write_report(made, progress=shown, **how)
        files = _door("report.model").Section("files", made.tables)
        every = replace(made.document, sections=(*made.document.sections, files)).numbered()
        card = _door("render.text").render_text(every, ("next", "people"))
        return replace(result, summary="\n".join([*made.messages, card, result.written]))

    return _written(params, write)


def _door(name: str) -> Any:
    """Return a module that loads numpy, and more as it is needed: only the command that needs it waits for that."""
    return importlib.import_module(f"budgetplan.{name}")


def _how(params: dict[str, Any], folder: str, inputs: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """Return the date on a report, and how it is written: into a folder of this name where no other is named."""
    # Without a date, the one on the user's own calendar.
    date = params["date"] or dt.date.today().isoformat()  # noqa: DTZ011
    return date, {
        "formats": params["format"] or ("html", "pdf"),
        "out": params["out"] or Path(folder),
        "only": params.get("only") or (),
        "replace": params["replace"],
        "inputs": tuple(inputs),
    }
