"""A document as data: JSON with every number and sentence, and a CSV file for each table and figure."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from decimal import Decimal
from typing import Any

from markupsafe import Markup

from budgetplan.render.text import prose_lines
from budgetplan.report.display import without_tags
from budgetplan.report.model import Document, Figure, Prose, Range, Section, Table

FOR_PEOPLE = "review"
"""The key of the table that people work with, in their spreadsheet."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
_OF_BARS = frozenset({"options", "steps", "swings"})
_YES = {True: "yes", False: "no"}


def render_json(document: Document, decision: Mapping[str, Any]) -> str:
    """Return a document and the decision it tells of as JSON.

    Parameters
    ----------
    document
        All its blocks are given, tables with raw numbers, sentences with key, arguments and text.
    decision
        Plain data: what was decided and from which inputs.

    Returns
    -------
    str
        Sorted keys, finite numbers only, a line feed at the end; see ``templates/schema/report-2.json``.

    Raises
    ------
    ValueError
        If a number is not finite.
    TypeError
        If the decision holds something that is not data.
    """
    data = _plain(document)
    del data["summary"]  # nothing in it that is not told elsewhere
    data["format"] = "budgetplan report"
    data["decision"] = _plain(dict(decision))
    return json.dumps(data, ensure_ascii=False, allow_nan=False, indent=1, sort_keys=True) + "\n"


def render_tables(document: Document, more: Sequence[Table] = (), separator: str = ",") -> dict[str, str]:
    """Return each table and each figure of a document as CSV, by file name.

    Numbers have full precision (but for the last digits that sums of floats are off by) and no separators; a range
    takes two columns, ``_low`` and ``_high``. Words that a spreadsheet would take for a formula begin with an apostrophe.

    Parameters
    ----------
    document
        Whose tables.
    more
        Tables that are too long for the document and are files only.
    separator
        Between the cells of the table that people review by; with semicolons go decimal commas.

    Returns
    -------
    dict
        ``tables/<key>.csv`` and the text of the file, lines ended as RFC 4180 asks.
    """
    files = {}
    for key, table in raw_tables(document, more).items():
        text = csv_text(table.header, table.rows, separator if key == FOR_PEOPLE else ",")
        # A spreadsheet knows UTF-8 by its mark.
        files[f"tables/{key}.csv"] = f"\ufeff{text}" if key == FOR_PEOPLE else text
    return files


@dataclass(frozen=True)
class RawTable:
    """A table or a figure as raw values; ``money``: names of columns with amounts of the currency."""

    header: Sequence[str]
    rows: Sequence[Sequence[Any]]
    money: Collection[str] = ()

    def data_frame(self) -> Any:
        """Return it as a DataFrame; amounts of money become floats."""
        from pandas import DataFrame  # heavy, and only tables need it

        plain = [[float(cell) if isinstance(cell, Decimal) else cell for cell in row] for row in self.rows]
        return DataFrame(plain, columns=list(self.header))


def raw_tables(document: Document, more: Sequence[Table] = ()) -> dict[str, RawTable]:
    """Return each table and each figure of a document, and ``more`` tables, by key."""
    tables = {table.key: table_rows(table) for table in (*document.tables(), *more)}
    return tables | {figure.key: figure_rows(figure) for figure in document.figures()}


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Any]], separator: str = ",") -> str:
    r"""Return rows of raw values as CSV that no spreadsheet takes for formulas; with semicolons go decimal commas.

    >>> csv_text(("word", "score"), [("=cmd", -0.5), ("ab", None)])
    "word,score\r\n'=cmd,-0.5\r\nab,\r\n"
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n", delimiter=separator)
    writer.writerow([_cell(name) for name in header])
    decimal = "," if separator == ";" else "."
    writer.writerows([_cell(value, decimal) for value in row] for row in rows)
    return stream.getvalue()


def table_rows(table: Table) -> RawTable:
    """Return a table with two columns where any cell of a column is a range."""
    header, money = list[str](), list[str]()
    rows: list[list[Any]] = [[] for _ in table.rows]
    for place, column in enumerate(table.columns):
        values = [row.cells[place] for row in table.rows]
        twice = any(isinstance(value, Range) for value in values)
        names = [f"{column.name}_low", f"{column.name}_high"] if twice else [column.name]
        header += names
        money += names if column.kind == "money" else []
        for row, value in zip(rows, values, strict=True):
            shown = without_tags(value) if isinstance(value, Markup) else value
            row.extend(_both_ends(shown) if twice else [shown])
    return RawTable(header, rows, money)


def figure_rows(figure: Figure) -> RawTable:
    """Return the numbers of a figure.

    For lines: part, name, role, x, y, low, high. For bars: part, label, value, low, high, note, strong,
    filled. For bars cut into parts: part, label, each part by its name, strong. ``part`` says what a row is: a line, a
    marker, a level, a pair of the upper axis, a bar.
    """
    if figure.stacks:
        parts = map(without_tags, figure.part_labels)
        stacks = [("bar", without_tags(stack.label), *stack.parts, _YES[stack.strong]) for stack in figure.stacks]
        return RawTable(("part", "label", *parts, "strong"), stacks)
    marks = [(mark, without_tags(mark.label)) for mark in figure.markers]
    rows = list[tuple[Any, ...]]()
    if figure.kind not in _OF_BARS:
        for line in figure.lines:
            nothing = (None,) * len(line.x)
            points = zip(line.x, line.y, line.low or nothing, line.high or nothing, strict=True)
            rows += [("line", line.name, line.role, *point) for point in points]
        rows += [("marker", label, "", mark.x, mark.y, None, None) for mark, label in marks]
        rows += [("upper axis", without_tags(figure.top_label), "", *pair, None, None) for pair in figure.top]
        return RawTable(("part", "name", "role", "x", "y", "low", "high"), rows)
    for bar in figure.bars:
        low, high = (bar.interval.low, bar.interval.high) if bar.interval else (None, None)
        ends, flags = (low, None if high == math.inf else high), (_YES[bar.strong], _YES[bar.filled])
        rows.append(("bar", without_tags(bar.label), bar.value, *ends, without_tags(bar.note), *flags))
    rows += [("marker", label, mark.x, None, None, "", "", "") for mark, label in marks]
    if figure.level is not None:
        rows.append(("level", without_tags(figure.level_label), figure.level, None, None, "", "", ""))
    return RawTable(("part", "label", "value", "low", "high", "note", "strong", "filled"), rows)


def _both_ends(value: Any) -> list[Any]:
    """Return the ends of a range; a number is both of its ends, words stand once."""
    if isinstance(value, Range):
        return [value.low, value.high]
    return [value, None] if value is None or isinstance(value, str) else [value, value]


def _cell(value: Any, decimal: str = ".") -> str:
    """Return what stands between the separators.

    >>> _cell(-0.5), _cell("-0.5"), _cell(Decimal("8319.20")), _cell(None)
    ('-0.5', "'-0.5", '8319.20', '')
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return f"'{value}" if value.lstrip(" ").startswith(_FORMULA) else value
    if isinstance(value, Decimal):
        return f"{_finite(value):f}".replace(".", decimal)
    if isinstance(value, int):
        return str(int(value))
    return _number(_finite(float(value))).replace(".", decimal)


def _number(value: float) -> str:
    """Return a float in full, without the last digits that sums of floats are off by.

    >>> _number(225.95199999999966), _number(1 / 3), _number(1e22)
    ('225.952', '0.3333333333333333', '1e+22')
    """
    near = float(f"{value:.13g}")
    return repr(near) if near == float(f"{value:.10g}") else repr(value)


def _finite(number: Any) -> Any:
    if not math.isfinite(number):
        raise ValueError(f"{number} has no place in a file of data: say in words what it stands for.")
    return number


def _plain(value: Any) -> Any:
    """Return anything a document holds as lists, mappings, words, numbers."""
    if isinstance(value, Markup):
        return without_tags(value)
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, float | Decimal):
        return float(_finite(value))
    if isinstance(value, Range):  # an interval without an upper end has none
        return {"low": float(value.low), "high": None if value.high == math.inf else float(value.high)}
    if is_dataclass(value) and not isinstance(value, type):
        return _fields(value)
    if isinstance(value, Mapping):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, Sequence):
        return [_plain(part) for part in value]
    if hasattr(value, "tolist"):  # a number or an array of numpy
        return _plain(value.tolist())
    raise TypeError(f"{type(value).__name__} is not data.")


def _fields(value: Any) -> dict[str, Any]:
    """Return a dataclass by its fields; blocks say what they are."""
    data = {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Section):
        for block, shown in zip(value.blocks, data["blocks"], strict=True):
            shown["type"] = type(block).__name__.lower()
            if isinstance(block, Prose):
                shown["html"], shown["text"] = str(block.html), "\n".join(prose_lines(block.html))
            if isinstance(block, Table):
                names = [column.name for column in block.columns]
                for row in shown["rows"]:
                    row["cells"] = dict(zip(names, row["cells"], strict=True))
    return data
