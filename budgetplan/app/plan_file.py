"""Sets keys in the text of a plan file, whose comments stay; and what a form has for a key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from budgetplan.domain.asked.keys import TABLES, Option, ValueKind
from budgetplan.domain.messages import Message
from budgetplan.domain.options import BY_KEY, OPTIONS, REPEATED, SECTIONS
from budgetplan.errors import UsageError
from budgetplan.preflight.plan_text import toml

Path = tuple[str, ...]
"""The names that lead to a key."""
CELL = ("predicted", "truth", "value")
ELSEWHERE = ("words", "table.file", "table.labels")
"""Keys with no field of their own: all of [words] in one, and files, which are chosen on the first page."""
SEVERAL = (*TABLES, ValueKind.TEXTS, ValueKind.CELLS)
"""Kinds with a line for each value."""


class _Statement(NamedTuple):
    """Some lines of a plan file: a key, the heading of a section, or (without a path) comments and empty lines."""

    text: str
    section: Path
    path: Path


def _statements(text: str) -> Iterator[_Statement]:
    section, lines = Path(), ""
    # A text in quotation marks may hold the other signs that end a line elsewhere.
    for line in re.findall(r".*\n|.+", text):
        lines += line if line.endswith("\n") else f"{line}\n"
        try:
            value: Any = tomllib.loads(lines)
        except tomllib.TOMLDecodeError:  # a value of several lines
            continue
        names = list[str]()
        while isinstance(value, dict) and len(value) == 1:
            names += value
            value = value[names[-1]]
        is_heading = lines.lstrip().startswith("[")
        section = tuple(names) if is_heading else section
        yield _Statement(lines, section, section if is_heading else (*section, *names) if names else ())
        lines = ""


def read_toml(text: str) -> dict[str, Any]:
    """Return what a plan file says; numbers stay as they are written."""
    return tomllib.loads(text, parse_float=str)


def with_values(text: str, values: Mapping[str, Any]) -> str:
    """Return the text of a plan file in which keys have these values, and all else stands as before.

    Parameters
    ----------
    text
        A plan file.
    values
        By key: a text, a list or a table of texts; None takes the key away. ``models`` and ``answerers`` have a list of
        tables each.

    Raises
    ------
    UsageError
        A key stands in one line with others.

    Examples
    --------
    >>> print(with_values('[cost] # of a judgement' + chr(10) + 'per_item = 1', {"cost.per_item": "0.04", "goal.budget": "9"}))
    [cost] # of a judgement
    per_item = "0.04"
    <BLANKLINE>
    [goal]
    budget = "9"
    <BLANKLINE>
    """
    for key, value in values.items():
        plan, path = read_toml(text), tuple(key.split("."))
        if value_of(plan, key) == value:
            continue
        changed, section = _with_value(text, path, value), plan.get(path[0])
        if not _says(changed, key, value) and isinstance(section, dict):
            # Keys of one line get lines of their own.
            changed = _with_value(text, path[:1], None)
            for name, each in {**section, path[-1]: value}.items():
                changed = _with_value(changed, (path[0], name), each)
        if not _says(changed, key, value):
            raise UsageError.of(Message("app.one_line"), option=key)
        text = changed
    return text


def _says(text: str, key: str, value: Any) -> bool:
    with suppress(ValueError):
        return bool(value_of(read_toml(text), key) == value)
    return False


def _with_value(text: str, path: Path, value: Any) -> str:
    parts, above, name = [*_statements(text)], path[:-1], path[-1]
    texts = ["" if part.path[: len(path)] == path else part.text for part in parts]
    if value is None:
        return "".join(texts)
    here = [at for at, part in enumerate(parts) if part.section == above]
    of_section = [at + 1 for at in here if parts[at].path and texts[at]]
    # In the place of what was there or was drafted as a comment, or else at the end of the section.
    places = [at for at in (here if above else range(len(parts))) if not texts[at]]
    places += [at + 1 for at in here if not parts[at].path and texts[at].startswith(f"# {name} = ")]
    if above:
        lines = _line(name, value)
        if not places and not of_section:
            lines = f"\n[{'.'.join(above)}]\n{lines}"
    else:
        tables = ("".join(map(_line, table, table.values())) for table in value)
        lines = "\n".join(f"[[{name}]]\n{table}" for table in tables)
        lines = lines if places else f"\n{lines}"
    place = min(places, default=max(of_section, default=len(parts)))
    return "".join([*texts[:place], lines, *texts[place:]])


def _line(name: str, value: Any) -> str:
    return f"{name} = {toml(value)}\n"


def value_of(plan: Mapping[str, Any], key: str) -> Any:
    """Return what a plan says of a key, ``models.2.cut`` of the second model; None where it says nothing."""
    value: Any = plan
    for name in key.split("."):
        if isinstance(value, list) and name.isdecimal():
            value = dict(enumerate(value, start=1)).get(int(name))
        else:
            value = value.get(name) if isinstance(value, Mapping) else None
    return value


def to_text(value: Any) -> str:
    """Return a value as a field of a form has it: one line each of several.

    >>> to_text({"idiom": "3", "mwe": "2"}).splitlines(), to_text(["15", "30"]).splitlines(), to_text(True)
    (['idiom = 3', 'mwe = 2'], ['15', '30'], 'true')
    """
    if isinstance(value, Mapping):
        return "\n".join(f"{name} = {_in_line(amount)}" for name, amount in value.items())
    if isinstance(value, list):
        return "\n".join(map(_in_line, value))
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _in_line(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(str(value.get(name, "")) for name in CELL)
    return " to ".join(map(str, value)) if isinstance(value, list) else to_text(value)


_RANGE = re.compile(r"\[([^\[\],]+),([^\[\],]+)\]$")


def from_text(option: Option, text: str) -> Any:
    """Return what a field of a form says, as a plan file has it; None where it is empty. What it means, its reader checks.

    >>> from_text(BY_KEY["cost.fixed"], "Guidelines = 480"), from_text(BY_KEY["entry.value"], " 6 ")
    ({'Guidelines': '480'}, '6')
    >>> from_text(BY_KEY["cost.ranges"], "seconds_per_item = [15, 35]")
    {'seconds_per_item': '15 to  35'}
    """
    # As a plan file has a range, and as one line has it.
    lines = [_RANGE.sub(r"\1 to \2", line.strip()) for line in text.splitlines() if line.strip()]
    if not lines:
        return None
    if option.kind in TABLES and all("=" in line for line in lines):
        pairs = (line.rpartition("=") for line in lines)
        return {name.strip(): value.strip() for name, _, value in pairs}
    if option.kind is ValueKind.CELLS and all(line.count(",") == 2 for line in lines):
        return [dict(zip(CELL, map(str.strip, line.split(",")), strict=True)) for line in lines]
    return lines if option.kind is ValueKind.TEXTS else " ".join(lines)


class Field(NamedTuple):
    """A key as a form has it: ``key`` has the number of its model; ``has_lines``: its value may take several."""

    key: str
    option: Option
    value: str
    has_lines: bool


def fields_of(keys: Sequence[str], plan: Mapping[str, Any], form: Mapping[str, str]) -> list[Field]:
    """Return fields with what a form says, or else the plan."""
    options = [(key, option) for key in keys if (option := option_of(key))]
    values = {key: form.get(key, to_text(value_of(plan, key))) for key, _ in options}
    return [Field(key, option, values[key], option.kind in SEVERAL) for key, option in options]


def keys_by_heading(plan: Mapping[str, Any], without: Sequence[str]) -> dict[str, list[str]]:
    """Return the other keys of a plan by the heading of their section; of models and answerers those of each."""
    keys = dict[str, list[str]]()
    for option in OPTIONS:
        if option.key and option.key not in {*ELSEWHERE, *without}:
            heading, section = SECTIONS[option.section], option.section
            n_tables = max(1, len(plan.get(section, ()))) if section in REPEATED else 0
            for number in range(1, n_tables + 1):
                keys.setdefault(f"{heading} {number}", []).append(option.key.replace(".", f".{number}.", 1))
            if not n_tables:
                keys.setdefault(heading, []).append(option.key)
    return keys


def option_of(key: str) -> Option | None:
    """Return the option of a field's key; None where there is none.

    >>> option_of("models.2.cut").key, option_of("models.2.x"), option_of("x")
    ('models.cut', None, None)
    """
    section, _, last = key.partition(".")
    number, dot, name = last.partition(".")
    return BY_KEY.get(f"{section}.{name}" if section in REPEATED and dot and number.isdecimal() else key)


def changes_of(plan: Mapping[str, Any], form: Mapping[str, str]) -> dict[str, Any]:
    """Return by key what the fields of a form change in a plan; fields that stand as they were change nothing."""
    values = dict[str, Any]()
    for key, text in form.items():
        option = option_of(key)
        if option is None or "\n".join(text.split("\r\n")).strip() == to_text(value_of(plan, key)).strip():
            continue
        section, value = option.section, from_text(option, text)
        if section not in REPEATED:
            values[key] = value
            continue
        _, number, name = key.split(".", 2)
        tables = values.setdefault(section, dict(enumerate(plan.get(section, ()), start=1)))
        if 1 <= int(number) <= len(tables) + 1:
            tables[int(number)] = tables.get(int(number), {}) | {name: value}
    for section in values.keys() & REPEATED.keys():
        tables = (table.items() for table in values[section].values())
        filled = ({name: value for name, value in items if value is not None} for items in tables)
        values[section] = [*filter(None, filled)] or None
    return values
