"""Blocks of a document: numbers as they are, and words.

The same document gives HTML, PDF, JSON, CSV and text. Renderers read it and nothing else. Numbers stand
here at full precision; :mod:`budgetplan.report.display` alone rounds them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from decimal import Decimal
from types import MappingProxyType
from typing import Any, Literal, get_args

from markupsafe import Markup

from budgetplan.domain.asked.profile import ProfileName
from budgetplan.domain.decision import Estimate
from budgetplan.domain.doubt import DataWarning, Severity

FORMAT_VERSION = 2
"""Version of ``report.json``. 1: first version (2026). 2: words are texts, no keys with what is filled in."""


@dataclass(frozen=True)
class Range:
    """An interval, ``low <= high``, in the unit of what it belongs to; in figures ``high`` may be endless."""

    low: float
    high: float


def interval(estimate: Estimate | None) -> Range | None:
    """Return the interval of an estimate as a range to show, None where there is none or it has no end."""
    if estimate is None or estimate.low is None or estimate.high is None:
        return None
    if estimate.high == float("inf") or estimate.low == float("inf"):
        return None
    return Range(estimate.low, estimate.high)


Text = Markup
"""Words of a report, as HTML."""

_TABLE = re.compile("\ue000([^\ue001]*)\ue001")


def table_number(key: str) -> Markup:
    """Return what stands for the number of a table in the words of a template until the document is numbered."""
    return Markup(f"\ue000{key}\ue001")  # noqa: S704 - a key of the program


ColumnKind = Literal[
    "text",  # a name or noun of the user, or a word of ours
    "sentence",  # words of a template
    "count",  # whole number of items or entries; expectations are rounded for display
    "items",  # number of items that may be a fraction (209.1)
    "money",  # currency units, to the minor unit
    "money_fine",  # currency units, two digits below the minor unit: worths that lie closer than a coin
    "gap",  # difference of two counts, with its sign
    "money_full",  # currency units at full precision (0.7520, 8.364)
    "quantity",  # number of a budget line, printed as it is multiplied
    "share",  # ratio shown in per cent
    "number",  # a plain number with two decimals
    "ratio",  # three decimals (F1, accuracy)
    "hours",  # hours, two decimals
]
"""How a value is to be shown. A value may always be a Range, words or None (an empty cell)."""


@dataclass(frozen=True)
class TableColumn:
    """A column of a table: its machine name, its heading, how its cells are shown; ``repeats`` as that of a row."""

    name: str
    heading: Text
    kind: ColumnKind
    unit: str = ""
    repeats: bool = False


Value = float | int | Decimal | str | Range | Markup | None


@dataclass(frozen=True)
class Row:
    """A row of a table; ``strong`` marks the recommended one, ``total`` a sum under a line.

    ``repeats``: it says what the rows around it say, and stands in files only, not on pages. ``of``: of which rows
    of the table, by their places, it is a share; empty: of all above it.
    """

    cells: tuple[Value, ...]
    strong: bool = False
    total: bool = False
    repeats: bool = False
    of: tuple[int, ...] = ()


@dataclass(frozen=True)
class Table:
    """A table. ``rows[i].cells[j]`` belongs to ``columns[j]``; the first column heads its row.

    ``number`` is given by :meth:`Document.numbered`.
    """

    key: str
    caption: Text
    columns: tuple[TableColumn, ...]
    rows: tuple[Row, ...]
    notes: tuple[Text, ...] = ()
    number: int = 0

    def on_page(self) -> Table:
        """Return what of it stands on a page; a table without rows stands on none."""
        kept = [at for at, column in enumerate(self.columns) if not column.repeats]
        rows = (replace(row, cells=tuple(row.cells[i] for i in kept)) for row in self.rows if not row.repeats)
        return replace(self, columns=tuple(self.columns[at] for at in kept), rows=tuple(rows))

    def showing(self, places: Container[int]) -> Table:
        """Return the table with the rows at these places alone on pages; all stand in files."""
        rows = (replace(row, repeats=place not in places) for place, row in enumerate(self.rows))
        return replace(self, rows=tuple(rows))


UNSEEN = Markup("")
"""The caption, and the heads, of a table that is a file alone, whose columns have names."""

FilledColumn = tuple[str, Text, ColumnKind, Sequence[Value]]
"""A column with what stands in it: machine name, heading, how its cells are shown, its cells from top to bottom."""


def by_columns(
    key: str,
    caption: Text,
    columns: Sequence[FilledColumn | None],
    *,
    strong: Sequence[bool] = (),
    notes: Sequence[Text] = (),
    repeats: Container[str] = (),
) -> Table:
    """Return a table whose columns are given each with its cells, so that a column is left out in one place.

    Parameters
    ----------
    columns
        All with as many cells as the table has rows; None: none.
    strong
        Which rows are marked, as many as there are rows; none where it is empty.
    repeats
        Names of columns that stand in files only.

    Examples
    --------
    >>> one = by_columns("k", Markup("c"), [("n", Markup("h"), "count", [1, 2])], strong=[False, True])
    >>> [(row.cells, row.strong) for row in one.rows]
    [((1,), False), ((2,), True)]
    """
    filled = [column for column in columns if column is not None]
    cells = zip(*(column[3] for column in filled), strict=True)
    rows = tuple(Row(row, place < len(strong) and strong[place]) for place, row in enumerate(cells))
    heads = tuple(TableColumn(*column[:3], repeats=column[0] in repeats) for column in filled)
    return Table(key, caption, heads, rows, tuple(filter(None, notes)))


def file_of(key: str, names: Sequence[str], rows: Iterable[Iterable[Value]], caption: Text = UNSEEN) -> Table:
    """Return a table that is a file alone, by the names of its columns."""
    columns = tuple(TableColumn(name, UNSEEN, "number") for name in names)
    return Table(key, caption, columns, tuple(Row(tuple(cells)) for cells in rows))


Role = Literal["recommended", "second", "third", "other", "perfect", "random"]
"""How a curve is drawn."""


@dataclass(frozen=True)
class Line:
    """A curve of a figure: x and y of equal length, at most about 1,000 points."""

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    role: Role
    low: tuple[float, ...] | None = None
    high: tuple[float, ...] | None = None
    label: Text | None = None


@dataclass(frozen=True)
class Bar:
    """A bar or an interval mark; ``note`` stands behind its name, or in the place of a ``value`` that is None."""

    label: Text
    value: float | None
    interval: Range | None = None
    note: Text | None = None
    strong: bool = False
    filled: bool = True


@dataclass(frozen=True)
class Marker:
    """A point of a figure with a label."""

    x: float
    y: float
    label: Text


@dataclass(frozen=True)
class Stack:
    """A bar cut into parts: ``parts`` in the order of the figure's ``part_labels``, each >= 0."""

    label: Text
    parts: tuple[float, ...]
    strong: bool = False


FigureKind = Literal[
    "gain", "curve", "options", "steps", "split", "flow", "reliability", "distribution", "chance", "swings"
]


@dataclass(frozen=True)
class Figure:
    """A figure as data; ``number`` is given by :meth:`Document.numbered`.

    Attributes
    ----------
    kind
        ``curve``: any quantity (y, may be negative) against another (x, from 0), as lines;
        ``gain``: entries (y) against items (x), with a second x axis in money if ``top`` is given;
        ``options``: horizontal intervals, one per ``bars``, with an upright mark at each marker (x, and as y the place of
        its bar); ``steps``: dots per tenth with intervals on an axis of
        ratios, a horizontal line at ``level`` and an upright one at each marker (x in tenths, the first at 0);
        ``split``: horizontal bars cut into parts, one per ``stacks``; ``flow``: bands from one of them to its parts;
        ``reliability``: share of right answers (y) against confidence (x), both in
        [0, 1], as points with intervals, and a diagonal named ``level_label``; ``distribution``: two lines of
        counts (y) at the middles of bins of equal width (x), the first as bars upwards, the second downwards,
        and a vertical line at each marker;
        ``chance``: how likely (y, a share) an amount of money (x) suffices, as one line, with points as markers and
        a level; ``swings``: bars of money from one end of an interval to the other around ``level``, one per
        ``bars``, with a diamond at each marker (x, and as y the place of its bar, from 0).
    title
        The finding where it holds, else a neutral title.
    alt
        One sentence for those who don't see the figure, ending with where the numbers stand.
    top
        For ``gain``: pairs (items, money) of the recommended order, increasing, for the second axis.
    top_label
        For ``gain``: what the second axis counts.
    level
        For ``steps``: a value to compare with, and its label.
    value_kind
        How the values written beside bars are shown; without it counts in ``options`` and ``split``, money
        in ``steps``.
    part_labels
        For ``split``: what the parts of each bar are, at most four: answered and right, answered and wrong,
        judged by people, left without a label.
    """

    key: str
    kind: FigureKind
    title: Text
    alt: Text
    x_label: Text
    y_label: Text
    caption: Text | None = None
    lines: tuple[Line, ...] = ()
    bars: tuple[Bar, ...] = ()
    markers: tuple[Marker, ...] = ()
    top: tuple[tuple[float, float], ...] = ()
    top_label: Text | None = None
    level: float | None = None
    level_label: Text | None = None
    value_kind: ColumnKind | None = None
    stacks: tuple[Stack, ...] = ()
    part_labels: tuple[Text, ...] = ()
    number: int = 0


@dataclass(frozen=True)
class Heading:
    """A heading of level 1 (the document's title) to 3."""

    text: Text
    level: Literal[1, 2, 3] = 2


@dataclass(frozen=True)
class Tile:
    """One of the few numbers of page 1: what it is, the number, and a line below it."""

    label: Text
    value: Value
    kind: ColumnKind
    note: Text | None = None


@dataclass(frozen=True)
class Tiles:
    """The numbers of page 1 side by side."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class Paste:
    """Text made to be pasted into an application.

    ``short``: whether it is the one in two sentences; ``more`` may then follow them, as far as there is room.
    """

    paragraphs: tuple[tuple[Text, ...], ...]
    short: bool = False
    more: tuple[Text, ...] = ()


@dataclass(frozen=True)
class Facts:
    """Name and value, verbatim: what somebody needs to reproduce the report."""

    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Notice:
    """The box of warnings on page 1: what to look at, a sentence each, worst first."""

    heading: Text
    points: tuple[Text, ...]
    severity: Severity


@dataclass(frozen=True)
class Prose:
    """What a template says in paragraphs and lists, as HTML; ``role`` says where it stands."""

    html: Markup
    role: Literal["kicker", "lede", "body", "note", "warning", "points", "glossary"] = "body"


Fate = Literal["right", "wrong", "asked_right", "asked_wrong", "people", "nobody"]
"""What becomes of an item: an answer of the model, or of somebody who is asked; a review; nothing."""
FATES: tuple[Fate, ...] = get_args(Fate)


@dataclass(frozen=True)
class BarPart:
    """Items of a list of which the same becomes; ``entries`` among them, None where none are collected."""

    fate: Fate
    label: Text
    items: float
    entries: float | None = None


@dataclass(frozen=True)
class Summary:
    """A report in one picture, beside the numbers of page 1.

    Attributes
    ----------
    title
        The decision in about twenty words; it stands alone where nothing is recommended.
    parts
        They add up to the list; none where nothing is recommended.
    spare
        Which of the numbers of page 1 the picture leaves out, where there are four.
    change, shown
        What would change the decision; whether the labels show that it pays, None where that is no question.
    per_dot, dot
        How many entries a dot stands for, and in words; 0 and None where no entries are collected.
    """

    title: Text
    parts: tuple[BarPart, ...] = ()
    spare: int = 0
    change: Text = UNSEEN
    shown: bool | None = None
    per_dot: int = 0
    dot: Text | None = None


Block = Heading | Prose | Notice | Tiles | Paste | Facts | Table | Figure


FINE = ("doubts", "method", "back")
"""Keys of the sections that are looked up, not read through: two columns of small type."""


@dataclass(frozen=True)
class Section:
    """Blocks that belong together. ``one_page``: must fit exactly one page in print."""

    key: str
    blocks: tuple[Block, ...]
    new_page: bool = False
    one_page: bool = False


@dataclass(frozen=True)
class Document:
    """A whole document.

    Attributes
    ----------
    kind
        ``report`` for the decision report.
    title, subject
        For the file's metadata, plain text.
    project, author
        The user's words; may be empty.
    date
        ISO date given by the caller, never the clock of the renderer.
    identifier
        Short name made from the inputs (``BP-1a2b3c4d``).
    currency
        ``EUR``, ``USD`` ... or empty where nothing has a price.
    minor_digits, coin
        Digits of the currency's minor unit (2 for EUR, 0 for JPY), and what lines are rounded to where it is not that.
    warnings
        What may make its numbers wrong, worst first.
    profile
        For whom it is printed.
    summary
        The picture beside it; None: it has none.
    """

    kind: Literal["report"]
    title: Text
    subject: Text
    project: str
    author: str
    date: str
    identifier: str
    currency: str
    minor_digits: int
    sections: tuple[Section, ...]
    warnings: tuple[DataWarning, ...] = ()
    language: str = "en"
    profile: ProfileName = "a4"
    coin: Decimal = Decimal(0)
    version: int = FORMAT_VERSION
    summary: Summary | None = None

    def numbered(self, names: Mapping[str, str] = MappingProxyType({})) -> Document:
        """Return the document with its tables and figures numbered in reading order, and every reference resolved.

        Whoever writes a page names a table by its key and need not know what stands before it. ``names``: what is called
        otherwise on a page.

        Raises
        ------
        KeyError
            If a sentence refers to a table that is not in the document.
        """
        on_pages = [table.key for table in self.tables() if table.on_page().rows]
        number_of = {key: number for number, key in enumerate(on_pages, start=1)}
        every = number_of | {figure.key: number for number, figure in enumerate(self.figures(), start=1)}

        def numbered(block: Block) -> Block:
            if isinstance(block, Table | Figure) and block.key in every:
                return replace(block, number=every[block.key])
            return block

        def resolved(text: str) -> str:
            for name, other in names.items():
                text = text.replace(name, other) if name in text else text
            if "\ue000" not in text:
                return text
            return Markup(_TABLE.sub(lambda key: str(number_of[key[1]]), text))  # noqa: S704

        sections = tuple(replace(section, blocks=tuple(map(numbered, section.blocks))) for section in self.sections)
        made: Document = _mapped(replace(self, sections=sections), resolved)
        return made

    def only(self, keys: Sequence[str]) -> Document:
        """Return the document with some of its sections alone, for whoever may attach a page or two.

        Tables and figures keep their numbers. Where the first page is not among them, it begins as that does: with the
        line above the title, and the title. Warnings stay.

        Raises
        ------
        KeyError
            It has no such section.
        """
        by_key = {section.key: section for section in self.sections}
        kept = [replace(by_key[key], new_page=place > 0) for place, key in enumerate(keys)]
        first = self.sections[0]
        if first.key not in keys:
            begins = [block for block in first.blocks if is_head(block)]
            kept[0] = replace(kept[0], blocks=(*begins, *kept[0].blocks))
        return replace(self, sections=tuple(kept))

    def blocks(self) -> tuple[Block, ...]:
        """Return all blocks in reading order."""
        return tuple(block for section in self.sections for block in section.blocks)

    def tables(self) -> tuple[Table, ...]:
        """Return the tables in reading order."""
        return tuple(block for block in self.blocks() if isinstance(block, Table))

    def table(self, key: str) -> Table | None:
        """Return the table of this key, None where there is none."""
        return next((table for table in self.tables() if table.key == key), None)

    def figures(self) -> tuple[Figure, ...]:
        """Return the figures in reading order."""
        return tuple(block for block in self.blocks() if isinstance(block, Figure))


def is_head(block: Block, roles: Container[str] = ("kicker",)) -> bool:
    """Return whether a block is the title of a document, the warnings below it, or prose of these roles."""
    if isinstance(block, Prose):
        return block.role in roles
    return isinstance(block, Notice) or (isinstance(block, Heading) and block.level == 1)


def _mapped(part: Any, change: Callable[[str], str]) -> Any:
    """Return a document, or a part of one, with each of its texts changed."""
    if isinstance(part, str):
        return change(part)
    if isinstance(part, tuple):
        return tuple(_mapped(value, change) for value in part)
    if is_dataclass(part) and not isinstance(part, type):
        return replace(part, **{field.name: _mapped(getattr(part, field.name), change) for field in fields(part)})
    return part
