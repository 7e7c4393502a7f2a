"""The commands. Nothing heavy is loaded before a command runs."""

from __future__ import annotations

import datetime as dt
import importlib
from pathlib import Path
from typing import Any

import click

from budgetplan import __version__
from budgetplan.cli.commands import Commands, PlanCommand, flags_of, plan_options, show_progress, tell
from budgetplan.errors import UsageError

_FORMATS = ("html", "pdf")

# The character \b tells click to leave the lines as they are.
_EXAMPLE_REPORT = """\b
Example:
  budgetplan report scores.csv --label gold --positive idiom \\
      --model p_rf --model p_bert --cost 0.04 --budget 16 --out report
"""
_EXAMPLE_COMPARE = """\b
Example:
  budgetplan compare scores.csv --label gold --positive idiom --model p_rf --model p_bert
"""


@click.group(cls=Commands, epilog=_EXAMPLE_REPORT, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="budgetplan")
def main() -> None:
    """Plan an annotation budget: which model to review from, how many items, where to stop."""


@main.command(cls=PlanCommand, short_help="Write the report.", epilog=_EXAMPLE_REPORT)
@click.argument("plan_or_table", metavar="PLAN_OR_TABLE")
@plan_options(run=True)
def report(plan_or_table: str, **params: Any) -> int:
    """Write the report on which model to review from, how far, and how sure that is.

    PLAN_OR_TABLE is a plan file (its name ends in .toml), or a table with one row an item, a column with
    labels and a column of scores for each model. Options override the plan file.
    """
    from budgetplan.readers.planfile import read_plan  # noqa: PLC0415 - loads numpy

    quiet = bool(params["quiet"])
    date = _date(params["date"])
    formats = _formats(params["format"])
    plan = read_plan(plan_or_table, flags_of(params))
    progress = None if quiet else show_progress
    try:
        result = _api().make_report(
            plan, out=Path(params["out"] or "report"), date=date, formats=formats, progress=progress
        )
    finally:
        if not quiet:
            show_progress("", 1, 1)
    for warning in result.warnings:
        tell(warning)
    if not quiet:
        click.echo(result.summary)
    return int(result.exit_code)


@main.command(cls=PlanCommand, short_help="Print the models side by side.", epilog=_EXAMPLE_COMPARE)
@click.argument("plan_or_table", metavar="PLAN_OR_TABLE")
@plan_options(run=False)
def compare(plan_or_table: str, **params: Any) -> int:
    """Print what each model finds, side by side, without writing a report.

    PLAN_OR_TABLE is a plan file (its name ends in .toml), or a table with one row an item, a column with
    labels and a column of scores for each model. Options override the plan file.
    """
    from budgetplan.readers.planfile import read_plan  # noqa: PLC0415 - loads numpy

    click.echo(_api().compare(read_plan(plan_or_table, flags_of(params))))
    return 0


def _api() -> Any:
    """Return the functions that a notebook calls too; they load numpy, and more as it is needed."""
    return importlib.import_module("budgetplan.api")


def _date(text: str | None) -> str:
    """Return a date as 2026-01-31, by default the one on the user's own calendar."""
    if text is None:
        return dt.date.today().isoformat()  # noqa: DTZ011
    try:
        return dt.datetime.strptime(text, "%Y-%m-%d").date().isoformat()  # noqa: DTZ007 - a date has no time zone
    except ValueError:
        raise UsageError(f'--date: this is not a date (found "{text}"); write it as 2026-01-31') from None


def _formats(text: str | None) -> tuple[str, ...]:
    """Return the formats in the order in which they are written.

    >>> _formats("pdf, html")
    ('html', 'pdf')
    """
    if text is None:
        return _FORMATS
    wanted = {part.strip().lower() for part in text.split(",")}
    if not wanted <= set(_FORMATS):
        raise UsageError(f'--format: this is not a format (found "{text}"); write html, pdf or html,pdf')
    return tuple(name for name in _FORMATS if name in wanted)
