"""From settings to values: one converter for each kind of option, so that a kind is worded in one place."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import cached_property, partial
from pathlib import Path
from typing import Any, TypeVar

from budgetplan.domain.asked.keys import TABLES, Option, PlanSection, ValueKind
from budgetplan.domain.messages import Message, quoted_word
from budgetplan.domain.options import BY_KEY, nearest
from budgetplan.domain.plan import Words
from budgetplan.domain.risk.ranges import RANGED, WORTH
from budgetplan.errors import BadDataError, Problems
from budgetplan.settings import amounts
from budgetplan.settings.sources import Setting, Settings
from budgetplan.tables.cells import what_is_unsure
from budgetplan.tables.celltext import RefusedError
from budgetplan.tables.formats.text import text_encoding
from budgetplan.tables.opened import open_table

T = TypeVar("T")
Parse = Callable[[Any], Any]
COMPUTED = "computed"
"""In place of a contingency: what the draws say."""
CELL_KEYS = ("predicted", "truth", "value")
"""What says what one answer is worth at one truth."""
_RANGED = tuple(key for key in RANGED if key != WORTH)


class Reader:
    """Turns settings into values by the kind of their option; what is refused is noted, and as if never said."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @cached_property
    def words(self) -> Words:
        """The user's words."""
        four = self.value("words") or Words()
        names = ("item", "items", "entry", "entries")
        words_given = {name: getattr(four, name) for name in names if f"words.{name}" not in self.settings.by_key}
        return Words(**self.section(Words) | words_given)

    def value(self, key: str) -> Any:
        """Return the value of a key; where none is said, that of its option."""
        return self.convert(BY_KEY[key], self.settings.by_key.get(key))

    def convert(self, entry: Option, setting: Setting | None) -> Any:
        """Return what a setting of an option means."""
        if setting is None:
            return entry.value
        if entry.kind is ValueKind.TEXTS:
            return tuple(dict.fromkeys(text for text in self.texts(setting) if text))
        if entry.kind is ValueKind.CELLS:
            return _cells(self, entry, setting)
        if entry.kind in TABLES:
            return _table(self, entry, setting)
        # An empty text says nothing.
        taken = self.take(setting, self.parse(entry), entry.value)
        return entry.value if taken == "" else taken

    def parse(self, entry: Option, name: str = "") -> Parse:
        """Return what reads one value of an option, or of several the one of this name."""
        if entry.key in _NARROWER:
            return _NARROWER[entry.key]
        currency, whole = self.settings.currency, partial(amounts.whole, low=entry.low, high=entry.high)
        by_kind: dict[ValueKind, Parse] = {
            **dict.fromkeys((ValueKind.COUNT, ValueKind.COUNT_BY_NAME), whole),
            **dict.fromkeys((ValueKind.TEXT, ValueKind.PAIRS), amounts.text),
            **dict.fromkeys((ValueKind.SHARE, ValueKind.SHARE_BY_CLASS), amounts.share),
            ValueKind.NUMBER: amounts.amount,
            ValueKind.WORDS: amounts.words,
            ValueKind.CHOICE: partial(_choice, choices=entry.choices, default=entry.value),
            ValueKind.RANGE: partial(ends, parse=partial(amounts.money, currency=currency)),
            # In the kind of what they are ends of.
            ValueKind.RANGES: lambda value: ends(value, self.parse(BY_KEY[f"cost.{span_key(name)}"])),
            ValueKind.BUDGET: lambda value: amounts.budget(value, self.words, currency),
            ValueKind.TARGET: lambda value: amounts.target(value, self.words),
        }
        return by_kind.get(entry.kind) or partial(amounts.money, currency=currency, negative=entry.negative)

    def section(self, filled: type[PlanSection], given_keys: Mapping[str, Setting] | None = None) -> dict[str, Any]:
        """Return the values of the keys that a class of the plan inherits from its section, by their names.

        ``given_keys``: what one table of a repeated section says, by these names.
        """
        keys = filled.keys.items()
        given = {name: self.settings.by_key.get(key) for name, key in keys} if given_keys is None else given_keys
        return {name: self.convert(BY_KEY[key], given.get(name)) for name, key in keys}

    def take(self, setting: Setting, convert: Callable[[Any], T], default: T) -> T:
        """Return what one value means; ``default`` where it is refused."""
        try:
            return convert(setting.value)
        except RefusedError as error:
            self.settings.refuse(setting.where, error.message, setting.value)
            return default

    def texts(self, setting: Setting) -> list[str]:
        """Return one text or several as several, also the empty ones."""
        values = setting.value if isinstance(setting.value, list) else [setting.value]
        return [self.take(Setting(value, setting.where), amounts.text, "") for value in values]

    def path(self, written: str, key: str = "") -> str:
        """Return where a file is: in a plan file, paths start at its folder.

        ``key``: of what starts there only if the plan file itself says it, else where the command runs.
        """
        source, setting = self.settings.source, self.settings.by_key.get(key)
        inside = not key or (setting is not None and setting.where.startswith(f"{source}, "))
        in_file = written and inside and source.lower().endswith(".toml")
        return str(Path(source).parent / written) if in_file else written

    def by_class(self, key: str, every: tuple[str, ...]) -> dict[str, Decimal]:
        """Return amounts by class; a plain amount holds for each of ``every``."""
        amount = self.value(key)
        return amount if isinstance(amount, dict) else dict.fromkeys(every, amount)


def is_date(text: str) -> bool:
    """Say whether a text is a date as 2026-12-07.

    >>> is_date("2026-12-07"), is_date("2026-13-07"), is_date("20261207")
    (True, False, False)
    """
    try:
        return dt.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _text(value: Any, is_meant: Callable[[str], object], refused: Message) -> str:
    written = amounts.text(value)
    if written and not is_meant(written):
        raise RefusedError(refused)
    return written


def _choice(value: Any, choices: Sequence[str], default: str) -> str:
    # True and false are also understood as TOML has them.
    written = str(value).lower() if isinstance(value, bool) else amounts.text(value)
    if written not in choices:
        raise RefusedError(Message("amounts.no_choice", choices=choices))
    return default if written == "auto" else written


def _tokens(value: Any) -> str | Decimal:
    # A number is a mean, any other text a column.
    written = amounts.text(value)
    return amounts.amount(value) if _LIKE_A_NUMBER.fullmatch(written) else written


def _number(value: Any, least: Decimal, most: int, refused: Message) -> Decimal:
    parsed = amounts.number(value)
    if not least <= parsed <= most:
        raise RefusedError(refused)
    return parsed


LEAST_DRAWS = 39
"""Of so many draws the first and the last lie just outside the middle 95 %."""


def _resamples(value: Any) -> int:
    parsed = amounts.whole(value, 0, BY_KEY["sure.resamples"].high)
    if 0 < parsed < LEAST_DRAWS:
        raise RefusedError(Message("amounts.few_draws", least=LEAST_DRAWS))
    return parsed


def _encoding(value: Any) -> str:
    written = amounts.text(value)
    encoding = "" if written == "auto" else text_encoding(written)
    if not encoding and written != "auto":
        raise RefusedError(Message("amounts.no_encoding"))
    return encoding


_LIKE_A_NUMBER = re.compile(r"[+-]?[\d.,' ]*\d[\d.,' ]*([eE][+-]?\d+)?", re.ASCII)
_SIZE = re.compile(r"[1-9][0-9]*\s?(MB|GB|MiB|GiB)")
_DATE: Parse = partial(_text, is_meant=is_date, refused=Message("amounts.no_date"))
# Scores have any sign and any decimals; a share of the list is neither none nor all.
_NARROWER: Mapping[str, Parse] = (
    {
        "cost.annotators": lambda value: _number(value, Decimal(1), 1000, Message("amounts.annotators")),
        "models.cut": lambda value: float(amounts.decimal(value)),
        "cost.currency": lambda value: amounts.code_of(amounts.text(value)),
        "table.encoding": _encoding,
        "list.memory": lambda value: _text(value, _SIZE.fullmatch, Message("amounts.no_memory")),
        "sure.resamples": _resamples,
        "work.hours_a_week": lambda value: _number(value, 1 / amounts.GREATEST, 168, Message("amounts.week")),
        "work.month_hours": lambda value: _number(value, Decimal(1), 744, Message("amounts.month")),
        "cost.contingency": lambda value: COMPUTED if value == COMPUTED else amounts.share(value),
    }
    | dict.fromkeys(("work.start", "work.deadline", "answerers.priced_on"), _DATE)
    | dict.fromkeys(("answerers.tokens_in", "answerers.tokens_out"), _tokens)
    | dict.fromkeys(("list.prevalence", "goal.most_wrong", "quota.sure"), amounts.share_between)
)
"""What reads the values of single options, where these are fewer than those of their kind."""


def _table(reader: Reader, entry: Option, setting: Setting) -> Any:
    """Return what each entry of a table means, without those that are refused."""
    if isinstance(setting.value, dict):
        taken = {name: reader.take(setting.inner(name), reader.parse(entry, name), None) for name in setting.value}
        return {name: value for name, value in taken.items() if value is not None}
    nameless = {
        ValueKind.BY_NAME: Message("amounts.nameless_cost", way=_with_a_name(setting, entry.key)),
        ValueKind.COUNT_BY_NAME: Message("amounts.nameless_number", way=_with_a_name(setting, entry.key)),
        ValueKind.PAIRS: Message("amounts.no_pairs", key=entry.key),
        ValueKind.RANGES: Message("amounts.range_of_nothing", key=entry.key),
    }
    if entry.kind not in nameless:  # it holds for every class
        return reader.take(setting, reader.parse(entry), entry.value)
    reader.settings.refuse(setting.where, nameless[entry.kind], found=setting.value)
    return entry.value


def _with_a_name(setting: Setting, key: str) -> str:
    """Return how to write a number with its name: with those that are in the value, else with what stands for them.

    >>> _with_a_name(Setting("Schulung 480", "--set cost.fixed"), "cost.fixed")
    '--set cost.fixed.Schulung=480'
    >>> _with_a_name(Setting(480, "plan.toml"), "cost.fixed")
    'fixed = { NAME = 480 }'
    """
    both = re.fullmatch(r"(?:(.*\S)\s+)?([\d.]*\d)", str(setting.value))
    name, number = both.groups() if both else (None, "200")
    name = name or "NAME"
    if setting.where.startswith("--set"):
        return f"--set {quoted_word(f'{key}.{name}={number}')}"
    return f"{key.rpartition('.')[2]} = {{ {name if re.fullmatch('[A-Za-z0-9_-]+', name) else json.dumps(name)} = {number} }}"


BRACKETED = re.compile(r"\[([^\[\],]+),([^\[\],]+)\]")
"""A range as a plan file has it, typed as text."""


def ends(value: Any, parse: Callable[[Any], Decimal]) -> tuple[Decimal, Decimal]:
    """Return the two ends of a range, each as ``parse`` reads it.

    >>> from budgetplan.settings.amounts import amount, share
    >>> ends([15, "35.5"], amount), ends("5 % to 20 %", share) == ends("[0.05, 0.2]", share)
    ((Decimal('15'), Decimal('35.5')), True)
    """
    listed = BRACKETED.fullmatch(value.strip()) if isinstance(value, str) else None
    both = listed.groups() if listed else value.split(" to ") if isinstance(value, str) else value
    if not isinstance(both, list | tuple) or len(both) != 2:
        raise RefusedError(Message("amounts.no_ends"))
    low, high = (parse(end) for end in both)
    if low > high:
        raise RefusedError(Message("amounts.ends_swapped"))
    return low, high


def span_key(name: Any) -> str:
    """Return a key that may have a range.

    >>> span_key("hourly_rate")
    'hourly_rate'
    """
    if name in _RANGED:
        return str(name)
    meant = nearest(str(name), _RANGED)
    todo = Message("options.meant", meant=meant) if meant else Message("options.keys_here", names=_RANGED)
    raise RefusedError(Message("amounts.no_range", name=str(name), todo=todo))


def _cells(reader: Reader, entry: Option, setting: Setting) -> Any:
    cells: dict[tuple[str, str], Decimal] = {}
    refuse = reader.settings.refuse
    rows = reader.settings.tables(setting.where, setting.value, Message("amounts.no_cells"))
    for position, row in enumerate(rows, 1):
        where = f"{setting.where} {position}"
        if set(row) != set(CELL_KEYS):
            refuse(where, Message("amounts.keys_of_cell"), found=", ".join(row))
            continue
        predicted, truth = (reader.take(Setting(row[key], where), amounts.text, "") for key in CELL_KEYS[:2])
        value = reader.take(Setting(row["value"], where), reader.parse(entry), None)
        if (predicted, truth) in cells:
            refuse(where, Message("amounts.cell_twice"), found=f"{predicted}, {truth}")
        if value is not None:
            cells[predicted, truth] = value
    return cells


def read_matrix(path: str) -> dict[tuple[str, str], Decimal]:
    """Return what each answer is worth at each truth: a CSV file with the columns predicted, truth, value.

    Raises
    ------
    BadDataError
        With every problem of the file at once.
    """
    problems = Problems(path)
    with open_table(path) as file:
        for name in CELL_KEYS:
            if file.header.count(name) != 1:
                raise BadDataError.of(Message("amounts.column_of_cells"), path, column=name)
        # Read as numbers too, so that the sign before their decimals is known.
        frame = file.read("", CELL_KEYS, CELL_KEYS[2:], problems)
    cells: dict[tuple[str, str], Decimal] = {}
    for row, cell in frame.numbers["value"].unsure.items():
        doubtful = what_is_unsure(cell, frame.sign("value"), can_say=False)
        problems.add(doubtful, line=int(frame.lines[row]), column="value", found=cell)
    rows = [frame.texts[name].listed() for name in CELL_KEYS]
    for line, predicted, truth, value in zip(frame.lines.tolist(), *rows, strict=True):
        if (predicted, truth) in cells:
            problems.add(Message("amounts.cell_twice"), line=line, found=f"{predicted}, {truth}")
        try:
            # The column as a whole has shown what its signs are, or it was noted above.
            cells[predicted, truth] = amounts.decimal(frame.pointed(value, "value"))
        except RefusedError as error:
            problems.add(error.message, line=line, column="value", found=value)
    problems.raise_if_any()
    return cells
