"""Fills in what is printed on a terminal: a template of plain text, one line a sentence."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from budgetplan.domain.messages import NamedOption, as_flag, listing, template_dir
from budgetplan.errors import counted


@cache
def text_templates() -> Environment:
    """Return what plain texts and plan files are filled in with; an escape of HTML would be read there as it stands."""
    loader = FileSystemLoader(template_dir() / "printed")
    made = Environment(loader=loader, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)  # noqa: S701
    made.filters |= {"number": "{:,}".format, "listing": listing, "counted": counted}
    made.globals["ask"] = lambda key, value: as_flag(NamedOption(key, value))
    return made


def printed(template: str, **facts: Any) -> tuple[str, ...]:
    """Return the lines of a template of the folder ``printed`` for these facts."""
    return tuple(text_templates().get_template(template).render(facts).rstrip("\n").split("\n"))
