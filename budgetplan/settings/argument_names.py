"""Options by the names they have in Python: which key an argument means, and messages in these names."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from types import MappingProxyType

from budgetplan.domain.options import BY_KEY, OPTIONS, REPEATED, SECTIONS, ending, nearest, today
from budgetplan.errors import NamedOption, Problem, parts_of

PLURALS = MappingProxyType(
    {
        "ids": "table.id",
        "groups": "table.group",
        "weights": "table.weight",
        "strata": "table.stratum",
        "costs": "table.cost",
        "domains": "table.domain",
    }
)
"""Names of arrays, one value an item."""

OF_ITEMS = frozenset({*PLURALS.values(), "table.units", "table.split_column"})
"""Keys that name a column, and take an array too."""

_ABOUT_FILES = "file file_test file_validation separator decimal encoding sheet header empty map labels costs sample long classes"
OF_FILES = frozenset(f"table.{name}" for name in _ABOUT_FILES.split())
"""Keys that say how files are read."""

_KNOWN = MappingProxyType({key: entry for key, entry in BY_KEY.items() if entry.section not in REPEATED})
_FLAGS = MappingProxyType({entry.flag: entry for entry in OPTIONS if entry.flag})


def meanings(name: str) -> tuple[str, ...]:
    """Return the keys that an argument may mean: none, one, or several between which a section must decide.

    >>> meanings("cost"), meanings("cost__contingency"), meanings("contingency"), meanings("groups")
    (('cost.per_item',), ('cost.contingency',), ('cost.contingency',), ('table.group',))
    >>> meanings("left_out"), meanings("list_size"), meanings("bugdet")
    (('entry.left_out', 'answers.left_out'), ('list.size',), ())
    """
    dotted = name.replace("__", ".")
    flag = _FLAGS.get("--" + name.replace("_", "-"))
    if name in PLURALS:
        return (PLURALS[name],)
    for key in map(today, (dotted, name.replace("_", ".", 1))):
        if key in _KNOWN:
            return (key,)
    if flag is not None and flag.key in _KNOWN:
        return (flag.key,)
    return tuple(key for key in ending(name) if key in _KNOWN)


def argument(key: str) -> str:
    """Return the shortest name in Python for a key.

    >>> argument("cost.per_item"), argument("cost.contingency"), argument("answers.left_out")
    ('cost', 'contingency', 'answers__left_out')
    """
    entry = BY_KEY[key]
    plain = entry.flag.lstrip("-").replace("-", "_") if entry.flag else key.rpartition(".")[2]
    return plain if meanings(plain) == (key,) else key.replace(".", "__")


def unknown_argument(name: str) -> tuple[str, str]:
    """Return what is wrong with an argument that means no option, and what to do.

    >>> unknown_argument("bugdet")
    ('there is no such option', 'did you mean budget?')
    """
    several = meanings(name)
    if several:
        named = " or ".join(key.replace(".", "__") for key in several)
        return "several options end like this", f"write {named}"
    section, _, last = name.rpartition("__")
    beside = {key.rpartition(".")[2]: key for key, entry in _KNOWN.items() if entry.section == section}
    if near := nearest(last, beside):
        return "there is no such option", f"did you mean {argument(beside[near])}?"
    names = [argument(key) for key in _KNOWN if key not in OF_FILES]
    inner = [key.rpartition(".")[2] for key in _KNOWN]
    meant = nearest(name, [*names, *PLURALS]) or nearest(last, [*names, *PLURALS])
    if not meant and (like := nearest(last, inner)):
        meant = argument(next(key for key in _KNOWN if key.rpartition(".")[2] == like))
    if meant:
        return "there is no such option", f"did you mean {meant}?"
    sections = ", ".join(section for section in SECTIONS if section and section not in REPEATED)
    return (
        "there is no such option",
        f"options are called as on the command line (cost, budget), or by section and key (cost__contingency); the sections are {sections}",
    )


def as_arguments(text: str) -> str:
    """Return a message with the options that it names as arguments.

    >>> from budgetplan.domain.options import advise, ask
    >>> as_arguments(advise("use {table.missing=last} or {table.missing=exclude}"))
    'use missing="last" or missing="exclude"'
    >>> as_arguments(ask("cost.per_item", "0.04")), as_arguments(ask("table.positive", like="CLASS"))
    ('cost=0.04', 'positive="CLASS"')
    >>> as_arguments(ask("models.decision", like="NAME=PREFIX")), as_arguments("the label --cost 5")
    ('models={name: {"decision": array}}', 'the label --cost 5')
    """
    return "".join(_argued(part) if isinstance(part, NamedOption) else part for part in parts_of(text))


def _argued(named: NamedOption) -> str:
    """Return an option with its value as an argument."""
    value = named.like or named.value
    if BY_KEY[named.key].section == "models":
        array = '{"decision": array}' if named.key == "models.decision" else "array"
        return f"models={{name: {array}}}" if value else "models"
    name = argument(named.key)
    if not value:
        return name
    # Numbers as they are, texts in quotes.
    is_number = re.fullmatch(r"[0-9.]*[0-9]", value)
    return f"{name}={value if is_number else json.dumps(value, ensure_ascii=False)}"


def in_arguments(problem: Problem) -> Problem:
    """Return a problem with the options that it names as arguments."""
    return replace(problem, wrong=as_arguments(problem.wrong), todo=as_arguments(problem.todo))
