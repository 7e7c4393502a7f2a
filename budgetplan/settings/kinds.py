"""From settings to values: one converter for each kind of option, so that a kind is worded in one place."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from budgetplan.domain.asked.option_form import Option, ValueKind
from budgetplan.domain.options import BY_KEY
from budgetplan.domain.plan import Words
from budgetplan.settings import amounts
from budgetplan.settings.amounts import RefusedError
from budgetplan.settings.matrix import CELL_KEYS
from budgetplan.settings.sources import Setting, Settings
from budgetplan.settings.spans import ends, span_key
from budgetplan.tables.formats.encodings import text_encoding

T = TypeVar("T")
COMPUTED = "computed"
"""In place of a contingency: what the draws say."""
_ABSENT: Any = object()


def is_date(text: str) -> bool:
    """Say whether a text is a date as 2026-12-07.

    >>> is_date("2026-12-07"), is_date("2026-13-07"), is_date("20261207")
    (True, False, False)
    """
    try:
        return dt.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


class Reader:
    """Turns settings into values by the kind of their option; what is refused is noted, and as if never said."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @cached_property
    def words(self) -> Words:
        """The user's words."""
        four = self.value("words")
        names = ("item", "items", "entry", "entries")
        datives = {name: self.value(f"words.{name}", "") for name in ("items_dative", "entries_dative")}
        return Words(
            **{name: self.value(f"words.{name}") or getattr(four, name) for name in names}, **datives
        )

    def value(self, key: str, default: Any = _ABSENT) -> Any:
        """Return the value of a key; where none is said ``default``, by default that of its option."""
        return self.convert(BY_KEY[key], self.settings.by_key.get(key), default)

    def convert(self, entry: Option, setting: Setting | None, default: Any = _ABSENT) -> Any:
        """Return what a setting of an option means."""
        default = _default(entry) if default is _ABSENT else default
        return default if setting is None else _CONVERTERS[entry.kind](self, entry, setting, default)

    def take(self, setting: Setting, convert: Callable[[Any], T], default: T) -> T:
        """Return what one value means; ``default`` where it is refused."""
        try:
            return convert(setting.value)
        except RefusedError as error:
            self.settings.refuse(setting.where, error.wrong, error.todo, setting.value)
            return default

    def texts(self, setting: Setting) -> list[str]:
        """Return one text or several as several, also the empty ones."""
        values = setting.value if isinstance(setting.value, list) else [setting.value]
        return [self.take(Setting(value, setting.where), amounts.text, "") for value in values]

    def path(self, written: str) -> str:
        """Return where a file is: in a plan file, paths start at its folder."""
        source = self.settings.source
        if not written or not source.lower().endswith(".toml"):
            return written
        return str(Path(source).parent / written)

    def path_of(self, key: str, written: str) -> str:
        """Return where a file is that a key names: said in a plan file it starts there, else where the command runs."""
        said = self.settings.by_key.get(key)
        inside = said is not None and said.where.startswith(f"{self.settings.source}, ")
        return self.path(written) if inside else written

    def by_class(self, key: str, every: tuple[str, ...]) -> dict[str, Decimal]:
        """Return amounts by class; a plain amount holds for each of ``every``."""
        amount = self.value(key, {})
        return amount if isinstance(amount, dict) else dict.fromkeys(every, amount)


def _default(entry: Option) -> Any:
    """Return what holds where nothing is said: what the table of options says, if that is a value."""
    if entry.kind in _EMPTY:
        return _EMPTY[entry.kind]
    if entry.kind is ValueKind.CHOICE:
        return entry.default
    try:
        number = Decimal(entry.default)
    except InvalidOperation:
        return None
    return int(number) if entry.kind is ValueKind.COUNT else number


def _single(
    parse: Callable[[Reader, Option], Callable[[Any], Any]],
) -> Callable[[Reader, Option, Setting, Any], Any]:
    """Return the converter of a kind that holds one value."""
    return lambda reader, entry, setting, default: reader.take(setting, parse(reader, entry), default)


def _money(reader: Reader, entry: Option) -> Callable[[Any], Decimal]:
    return lambda value: amounts.money(value, reader.settings.currency, negative=entry.negative)


def _choice(_: Reader, entry: Option) -> Callable[[Any], str]:
    def choose(value: Any) -> str:
        # True and false are also understood as TOML has them.
        written = str(value).lower() if isinstance(value, bool) else amounts.text(value)
        if written not in entry.choices:
            raise RefusedError("this is not one of the choices", f"write one of {', '.join(entry.choices)}")
        return written

    return choose


def _annotators(value: Any) -> Decimal:
    parsed = amounts.number(value)
    if parsed < 1:
        raise RefusedError(
            "every item is judged at least once", "write 1 or more, such as 1.2 where a fifth is judged twice"
        )
    if parsed > 1000:
        raise RefusedError(
            "no item is judged so often", "write how many people judge each item, at most 1000"
        )
    return parsed


def _hours_a_week(value: Any) -> Decimal:
    parsed = amounts.number(value)
    if not 0 < parsed <= 168:
        raise RefusedError("a week has 168 hours", "write how many of them one person reviews, such as 10")
    return parsed


def _month_hours(value: Any) -> Decimal:
    parsed = amounts.number(value)
    if not 1 <= parsed <= 744:
        raise RefusedError(
            "a month of work has 1 to 744 hours", "write how many of them one person works, such as 160"
        )
    return parsed


def _contingency(value: Any) -> Decimal | str:
    return COMPUTED if value == COMPUTED else amounts.share(value)


def _encoding(value: Any) -> str:
    written = amounts.text(value)
    if written == "auto":
        return ""
    if found := text_encoding(written):
        return found
    todo = "write one that Python knows, such as utf-8, windows-1252, windows-1250 or iso-8859-2"
    raise RefusedError("there is no such encoding of texts", todo)


# Scores have any sign and any decimals; a share of the list is neither none nor all.
_NARROWER: Mapping[str, Callable[[Any], Decimal | str]] = MappingProxyType(
    {
        "cost.annotators": _annotators,
        "models.cut": amounts.decimal,
        "table.encoding": _encoding,
        "list.prevalence": amounts.share_between,
        "goal.most_wrong": amounts.share_between,
        "work.hours_a_week": _hours_a_week,
        "work.month_hours": _month_hours,
        "cost.contingency": _contingency,
    }
)


def _texts(reader: Reader, _: Option, setting: Setting, __: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in reader.texts(setting) if text))


def _inner(setting: Setting, name: str) -> Setting:
    """Return one entry of a table; --set entry.value.idiom=10 names it in its place already."""
    where = setting.where if setting.where.endswith(f".{name}") else f"{setting.where}.{name}"
    return Setting(setting.value[name], where)


def _by_class(reader: Reader, entry: Option, setting: Setting, default: Any) -> Any:
    share = entry.kind is ValueKind.SHARE_BY_CLASS
    parse: Callable[[Any], Decimal] = amounts.share if share else _money(reader, entry)
    if not isinstance(setting.value, dict):
        return reader.take(setting, parse, default)
    taken = {name: reader.take(_inner(setting, name), parse, None) for name in setting.value}
    return {name: amount for name, amount in taken.items() if amount is not None}


def _by_name(reader: Reader, entry: Option, setting: Setting, default: Any) -> Any:
    if isinstance(setting.value, dict):
        return _by_class(reader, entry, setting, default)
    known = not isinstance(setting.value, bool | list)
    todo = f"write {entry.key}.NAME = {setting.value if known else 200}"
    reader.settings.refuse(setting.where, "this cost has no name", todo, setting.value)
    return default


def _count_by_name(reader: Reader, entry: Option, setting: Setting, default: Any) -> Any:
    if not isinstance(setting.value, dict):
        todo = f"write {entry.key}.NAME = 300"
        reader.settings.refuse(setting.where, "this number has no name", todo, setting.value)
        return default
    taken = {
        name: reader.take(
            _inner(setting, name), lambda value: amounts.whole(value, entry.low, entry.high), None
        )
        for name in setting.value
    }
    return {name: count for name, count in taken.items() if count is not None}


def _pairs(reader: Reader, entry: Option, setting: Setting, default: Any) -> Any:
    if not isinstance(setting.value, dict):
        todo = f'write [{entry.key}] and below it lines such as "Punkte" = "score"'
        reader.settings.refuse(setting.where, "names are not written like this", todo, setting.value)
        return default
    return {
        theirs: reader.take(Setting(ours, f"{setting.where}.{theirs}"), amounts.text, theirs)
        for theirs, ours in setting.value.items()
    }


def _range(reader: Reader, entry: Option, setting: Setting, default: Any) -> Any:
    """Return two ends, in the kind of what they are ends of."""
    parse: Callable[[Any], Any] = _money(reader, entry)
    if entry.kind is ValueKind.SHARE:
        parse = amounts.share
    elif entry.kind is ValueKind.NUMBER:
        parse = amounts.amount
    return reader.take(setting, lambda value: ends(value, parse), default)


def _ranges(reader: Reader, entry: Option, setting: Setting, default: Any) -> Any:
    if not isinstance(setting.value, dict):
        todo = f"write [{entry.key}] and below it lines such as seconds_per_item = [15, 35]"
        reader.settings.refuse(setting.where, "it is not said what lies in this range", todo, setting.value)
        return default
    found: dict[str, Any] = {}
    for name in setting.value:
        inner = _inner(setting, name)
        known = reader.take(Setting(name, inner.where), span_key, None)
        span = None if known is None else _range(reader, BY_KEY[f"cost.{known}"], inner, None)
        found |= {} if span is None else {name: span}
    return found


def _cells(reader: Reader, entry: Option, setting: Setting, default: Any) -> Any:
    rows, refuse = setting.value, reader.settings.refuse
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        todo = f"write [[{entry.key}]] with predicted, truth and value for each, in a plan file"
        refuse(setting.where, "cells are not written like this", todo, rows)
        return default
    cells: dict[tuple[str, str], Decimal] = {}
    for position, row in enumerate(rows, 1):
        where = f"{setting.where} {position}"
        if set(row) != set(CELL_KEYS):
            wrong = "a cell has predicted, truth and value"
            refuse(where, wrong, "write these three keys", ", ".join(row))
            continue
        predicted, truth = (reader.take(Setting(row[key], where), amounts.text, "") for key in CELL_KEYS[:2])
        value = reader.take(Setting(row["value"], where), _money(reader, entry), None)
        if (predicted, truth) in cells:
            refuse(where, "this cell is given twice", "give it once", f"{predicted}, {truth}")
        if value is not None:
            cells[predicted, truth] = value
    return cells


_EMPTY: Mapping[ValueKind, Any] = MappingProxyType(
    {
        ValueKind.TEXT: "",
        ValueKind.TEXTS: (),
        ValueKind.WORDS: Words(),
        ValueKind.BY_NAME: {},
        ValueKind.COUNT_BY_NAME: {},
        ValueKind.PAIRS: {},
        ValueKind.CELLS: {},
        ValueKind.RANGES: {},
    }
)

_CONVERTERS: Mapping[ValueKind, Callable[[Reader, Option, Setting, Any], Any]] = MappingProxyType(
    {
        ValueKind.TEXT: _single(lambda _, entry: _NARROWER.get(entry.key, amounts.text)),
        ValueKind.TEXTS: _texts,
        ValueKind.COUNT: _single(lambda _, entry: lambda value: amounts.whole(value, entry.low, entry.high)),
        ValueKind.NUMBER: _single(lambda _, entry: _NARROWER.get(entry.key, amounts.amount)),
        ValueKind.MONEY: _single(_money),
        ValueKind.SHARE: _single(lambda _, entry: _NARROWER.get(entry.key, amounts.share)),
        ValueKind.CHOICE: _single(_choice),
        ValueKind.BY_CLASS: _by_class,
        ValueKind.SHARE_BY_CLASS: _by_class,
        ValueKind.BY_NAME: _by_name,
        ValueKind.COUNT_BY_NAME: _count_by_name,
        ValueKind.CELLS: _cells,
        ValueKind.RANGE: _range,
        ValueKind.RANGES: _ranges,
        ValueKind.PAIRS: _pairs,
        ValueKind.BUDGET: _single(
            lambda reader, _: lambda value: amounts.budget(value, reader.words, reader.settings.currency)
        ),
        ValueKind.TARGET: _single(lambda reader, _: lambda value: amounts.target(value, reader.words)),
        ValueKind.WORDS: _single(lambda _, __: amounts.words),
    }
)
