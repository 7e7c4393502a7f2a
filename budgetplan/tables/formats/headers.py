"""Where the names of the columns stand: below the title, the search terms or the groups that programs write above them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from budgetplan.domain.messages import Message, NamedOption
from budgetplan.domain.options import nearest
from budgetplan.errors import did_you_mean
from budgetplan.tables.files import Opened, broken

N_LOOKED_AT = 200
"""So many rows are looked at: what stands above a header is short."""

_NUMBER = re.compile(r"[+-]?(?=[.,]?\d)[\d.,]+([eE][+-]?\d+)?\s*%?", re.ASCII)

Row = tuple[int, Sequence[str]]
"""A row: its line, and its cells."""


def find_header(rows: Sequence[Row]) -> tuple[int, bool]:
    """Return which of the first rows of a table, those that hold something, is the header, and whether that is sure.

    It is the first one, unless most rows below are wider and another one is as wide as they are, with names that
    differ and are no numbers.

    >>> rows = [["Corpus", "News 2024"], ["w", "gold", "p"], ["a", "loan", "0.7"], ["b", "", "0.2"]]
    >>> find_header([*enumerate(rows, 1)])
    (1, True)
    >>> find_header([*enumerate(rows[1:], 1)])
    (0, True)
    """
    cells = [[cell.strip() for cell in row] for _, row in rows]
    widths = [max((at for at, cell in enumerate(row, 1) if cell), default=0) for row in cells]
    below = widths[1:]
    if sum(width > widths[0] for width in below) <= len(below) / 2 or _names_rows(cells, widths):
        return 0, True
    filled = [sum(map(bool, row)) for row in cells]
    for at in range(1, len(rows) - 1):
        under = widths[at + 1 :]
        # The first column of R has no name; any other one has.
        is_full = filled[at] == widths[at] - (not cells[at][0])
        if widths[at] > widths[0] and is_full and _fits(widths[at], under):
            with_numbers = [any(map(_NUMBER.fullmatch, row)) for row in cells[at:]]
            # Where rows hold numbers, the one below the header does, too: else it may be a second header.
            mostly = sum(with_numbers[1:]) > len(under) / 2
            names = [*filter(None, cells[at])]
            sure = (
                not with_numbers[0]
                and len({*names}) == len(names)
                and max(filled[:at]) < filled[at]
                and (with_numbers[1] if mostly else max(widths[:at]) < widths[at])
            )
            # Rows of data right below the first line: that line is a header that is too short.
            plain = with_numbers[0] and rows[at][0] == rows[0][0] + at
            same = len(rows[0][1]) == len(rows[at][1])
            return (0, True) if not sure and (plain or same) else (at, sure)
    return 0, True


def _fits(width: int, below: Sequence[int]) -> bool:
    """Return whether all rows but a few that are broken have at most so many cells, and some as many."""
    return sum(other > width for other in below) <= len(below) / 10 and width in below


def _names_rows(cells: Sequence[Sequence[str]], widths: Sequence[int]) -> bool:
    """Return whether all rows have one cell more than the first one, as R writes tables with names of rows."""
    whole = widths[0] >= 2 and all(cells[0][: widths[0]]) and {*widths[1:]} == {widths[0] + 1}
    numbers = [any(map(_NUMBER.fullmatch, row)) for row in cells[1:]]
    return whole and numbers[0] >= any(numbers[1:])


def place_header(opened: Opened, rows: Sequence[Row]) -> int:
    """Return the position of the header among the rows that hold something: the line that is said, or the one found.

    Raises
    ------
    BadDataError
        There is no such line, or one of two may be meant.
    """
    if header_line := opened.form.header:
        at = next((at for at, (line, _) in enumerate(rows) if line == header_line), None)
        if at is None:
            first = NamedOption("table.header", str(rows[0][0] if rows else 1))
            raise broken(opened.path, Message("tables.header_empty", way=first), header_line)
        return at
    place, sure = find_header(rows)
    if not sure:
        line = rows[place][0]
        way = Message("tables.say_header", way=NamedOption("table.header", str(line)))
        todo = way if opened.can_say else Message("tables.take_out_lines")
        message = Message("tables.header_unclear", line=line, todo=todo)
        raise broken(opened.path, message, line, found=_shown(rows[place]))
    return place


def choose_sheet(opened: Opened, names: Collection[str], filled: Mapping[str, Mapping[int, Sequence[Any]]]) -> str:
    """Return the name of the sheet to be read: the one that is said, or the only one that is not empty, or else none.

    Of a log, the only one that has its column of ids. ``filled``: sheets that are not empty, each with its rows.

    Raises
    ------
    BadDataError
        There is no such sheet, or several are not empty.
    """
    sheet = opened.form.sheet
    if sheet and sheet not in names:
        hint = did_you_mean(nearest(sheet, names))
        raise broken(opened.path, Message("tables.no_sheet", sheet=sheet, hint=hint, names=[*names]))
    first, *others = filled or [""]
    if sheet or not others:
        return sheet or first
    firsts = {name: {*map(str, chain(*islice(rows.values(), N_LOOKED_AT)))} for name, rows in filled.items()}
    logs = [name for name, cells in firsts.items() if opened.heads & cells]
    if len(logs) == 1:
        return logs[0]
    todo = Message("tables.leave_log_sheet" if opened.heads else "tables.leave_sheet")
    if opened.can_say and not opened.heads:
        todo = Message("tables.say_sheet", way=NamedOption("table.sheet", first))
    raise broken(opened.path, Message("tables.several_sheets", n=len(filled), names=[*filled], todo=todo))


def left_out(rows: Sequence[Row], at: int) -> tuple[Message, ...]:
    """Return what is told of the lines above a header; nothing where there are none.

    >>> print(*left_out([(1, ["Corpus", "News"]), (3, ["w", "p"])], 1))
    The header is line 3; the lines above it are left out: Corpus News.
    """
    return (Message("tables.lines_above", line=rows[at][0], above=[_shown(row) for row in rows[:at]]),) if at else ()


def _shown(row: Row) -> str:
    return " ".join(filter(None, map(str.strip, row[1])))
