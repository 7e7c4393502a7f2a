"""Sets keys in the text of a plan file, whose comments stay; and what a form has for a key."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from budgetplan.domain.asked.keys import TABLES, Option, ValueKind
from budgetplan.domain.options import BY_KEY, OPTIONS, REPEATED, SECTIONS
from budgetplan.errors import UsageError
from budgetplan.preflight.plan_text import toml

Path = tuple[str, ...]
"""The names that lead to a key."""
CELL = ("predicted", "truth", "value")
ELSEWHERE = ("words", "table.file", "table.labels")
"""Keys with no field of their own: all of [words] in one, and files, which are chosen on the first page."""


@dataclass(frozen=True)
class _Statement:
    """Some lines of a plan file: a key, the heading of a section, or (without a path) comments and empty lines."""

    text: str
    section: Path
    path: Path = ()
    is_heading: bool = False


def _statements(text: str) -> Iterator[_Statement]:
    section, held = Path(), ""
    for line in text.splitlines(keepends=True):
        held += line if line.endswith("\n") else f"{line}\n"
        if not held.strip() or held.lstrip().startswith("#"):
            yield _Statement(held, section)
            held = ""
            continue
        try:
            said = tomllib.loads(held)
        except tomllib.TOMLDecodeError:  # a value of several lines
            continue
        names = list[str]()
        while isinstance(said, dict) and len(said) == 1:
            names += said
            said = said[names[-1]]
        is_heading = held.lstrip().startswith("[")
        section = tuple(names) if is_heading else section
        yield _Statement(held, section, section if is_heading else (*section, *names), is_heading)
        held = ""
    if held:
        yield _Statement(held, section)


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
        path = tuple(key.split("."))
        if _found(read_toml(text), path) == value:
            continue
        text = _with_value(text, path, value)
        if _found(read_toml(text), path) != value:
            message = (
                "this stands in one line with other keys; write it in a line of its own, below its section"
            )
            raise UsageError.of(message, option=key)
    return text


def _with_value(text: str, path: Path, value: Any) -> str:
    kept, place, section = list[str](), None, path[:-1]
    ends = dict[Path, int]()
    for one in _statements(text):
        if one.path and one.path[: len(path)] == path:
            beside = len(path) == 1 or (one.section == section and not one.is_heading)
            place = len(kept) if place is None and beside else place
            continue
        kept.append(one.text)
        drafted = one.section == section and not one.path and one.text.startswith(f"# {path[-1]} = ")
        place = len(kept) if place is None and drafted else place
        if one.path:
            ends[one.section] = len(kept)
    if value is None:
        return "".join(kept)
    if len(path) == 1:
        lines = "\n".join(f"[[{path[0]}]]\n" + "".join(map(_line, one.items())) for one in _tables(value))
    else:
        lines = _line((path[-1], value))
    if place is None and section not in ends and len(path) > 1:
        lines = f"\n[{'.'.join(section)}]\n{lines}"
    elif place is None and len(path) == 1:
        lines = f"\n{lines}"
    place = ends.get(section, len(kept)) if place is None else place
    return "".join([*kept[:place], lines, *kept[place:]])


def _tables(value: Any) -> Sequence[Mapping[str, Any]]:
    return value if isinstance(value, list) else []


def _line(item: tuple[str, Any]) -> str:
    name, value = item
    return f"{name} = {value if isinstance(value, int) else toml(value)}\n"


def _found(said: Any, path: Path) -> Any:
    for name in path:
        if not isinstance(said, dict) or name not in said:
            return None
        said = said[name]
    return said


def stated(said: Mapping[str, Any], key: str) -> Any:
    """Return what a plan file says of a key, ``models.2.cut`` of the second model; None where it says nothing."""
    section, _, last = key.partition(".")
    number, dot, name = last.partition(".")
    if section in REPEATED and dot:
        tables = _tables(said.get(section))
        return tables[int(number) - 1].get(name) if int(number) <= len(tables) else None
    return _found(said, tuple(key.split(".")))


def to_text(value: Any) -> str:
    """Return a value as a field of a form has it: one line each of several.

    >>> to_text({"idiom": "3", "mwe": "2"}).splitlines(), to_text(["15", "30"]).splitlines(), to_text(True)
    (['idiom = 3', 'mwe = 2'], ['15', '30'], 'true')
    """
    if isinstance(value, Mapping):
        return "\n".join(f"{name} = {_in_line(one)}" for name, one in value.items())
    if isinstance(value, list):
        return "\n".join(map(_in_line, value))
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _in_line(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(str(value.get(name, "")) for name in CELL)
    return " to ".join(map(str, value)) if isinstance(value, list) else to_text(value)


def from_text(option: Option, text: str) -> Any:
    """Return what a field of a form says, as a plan file has it; None where it is empty. What it means, its reader checks.

    >>> from_text(BY_KEY["cost.fixed"], "Guidelines = 480"), from_text(BY_KEY["entry.value"], " 6 ")
    ({'Guidelines': '480'}, '6')
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        return None
    if option.kind in TABLES and all("=" in line for line in lines):
        pairs = (line.rpartition("=") for line in lines)
        return {name.strip(): value.strip() for name, _, value in pairs}
    if option.kind is ValueKind.CELLS and all(line.count(",") == 2 for line in lines):
        return [dict(zip(CELL, map(str.strip, line.split(",")), strict=True)) for line in lines]
    if option.kind is ValueKind.TEXTS:
        return lines
    return " ".join(lines)


@dataclass(frozen=True)
class Field:
    """A key as a form has it: ``key`` has the number of its model, ``rows`` is above 1 where a value may have lines."""

    key: str
    option: Option
    value: str
    rows: int


def fields_of(said: Mapping[str, Any]) -> dict[str, list[Field]]:
    """Return every key of a plan by the heading of its section; of models and answerers those of each."""
    found = dict[str, list[Field]]()
    for option in OPTIONS:
        if not option.key or option.key in ELSEWHERE:
            continue
        section, heading = option.section, SECTIONS[option.section]
        n_tables = max(1, len(_tables(said.get(section)))) if section in REPEATED else 0
        keys = [option.key.replace(".", f".{number}.", 1) for number in range(1, n_tables + 1)] or [
            option.key
        ]
        for key in keys:
            several = option.kind in (*TABLES, ValueKind.TEXTS, ValueKind.CELLS)
            field = Field(key, option, to_text(stated(said, key)), 2 if several else 1)
            found.setdefault(f"{heading} {key.split('.')[1]}" if n_tables > 1 else heading, []).append(field)
    return found


def option_of(key: str) -> Option | None:
    """Return the option of a field's key; None where there is none.

    >>> option_of("models.2.cut").key, option_of("models.2.x"), option_of("x")
    ('models.cut', None, None)
    """
    section, _, last = key.partition(".")
    number, dot, name = last.partition(".")
    return BY_KEY.get(f"{section}.{name}" if section in REPEATED and dot and number.isdecimal() else key)


def values_of(said: Mapping[str, Any], form: Mapping[str, str]) -> dict[str, Any]:
    """Return by key what the fields of a form change in a plan; fields that stand as they were change nothing."""
    values, tables = dict[str, Any](), {name: [*map(dict, _tables(said.get(name)))] for name in REPEATED}
    for key, text in form.items():
        option = option_of(key)
        normal = "\n".join(text.split("\r\n")).strip()
        if option is None or normal == to_text(stated(said, key)).strip():
            continue
        value, section = from_text(option, normal), option.section
        if section not in REPEATED:
            values[key] = value
            continue
        number, name = int(key.split(".")[1]) - 1, option.key.partition(".")[2]
        if number > len(tables[section]):
            continue
        table = tables[section][number] if number < len(tables[section]) else {}
        tables[section][number:] = [{**table, name: value}, *tables[section][number + 1 :]]
        values[section] = tables[section]
    kept = {
        name: [_filled(one) for one in values[name] if _filled(one)] or None
        for name in REPEATED
        if name in values
    }
    return values | kept


def _filled(table: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in table.items() if value is not None}
