"""What is wrong with a cell that holds no number, and what to write instead."""

from __future__ import annotations

import re

from budgetplan.domain.messages import Message, NamedOption, word
from budgetplan.tables.cells import NAMES, NUMBER, readings, told_of_two, ungrouped

NO_LABEL = frozenset({"na", "n/a", "#n/a", "<na>", "nan", "null"})
"""What programs write for an empty cell; as a label it would be counted among those that people gave."""
NOTHING = NO_LABEL | {"none", "-", "--", "?", "missing"}
"""What programs and people write where there is no number."""
ERRORS = frozenset({"#DIV/0!", "#REF!", "#VALUE!", "#NAME?", "#NUM!", "#NULL!"})
"""What spreadsheets write where a formula fails."""

_MONTH = "(jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[tz]?"
_DATE = re.compile(
    r"\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?"
    r"|\d{1,2}[./]\d{1,2}[./](\d{2}|\d{4})"
    rf"|\d{{1,2}}[-. ]+{_MONTH}\.?([-. ]+\d+)?|{_MONTH}[-. ]+\d+",
    re.ASCII | re.IGNORECASE,
)
"""A date, as a workbook holds it and as spreadsheets write it into text files."""


def is_date(cell: str) -> bool:
    """Return whether a cell is a date.

    >>> is_date("2026-03-07"), is_date("7-Mar"), is_date("7.3")
    (True, True, False)
    """
    return _DATE.fullmatch(cell) is not None


def what_is_odd(
    cell: str, decimal: str, *, can_say: bool = True, mixed: bool = False, dates: tuple[int, int] = (0, 0)
) -> Message:
    """Return what is wrong with a cell that holds no number, and what to do.

    ``can_say``: an option is about the file. ``mixed``: other numbers of the column have the sign ``decimal``, so
    that no option makes numbers of all of them. ``dates``: how many cells of the column are dates, and how many are full.

    >>> print(what_is_odd("0,5", "."))
    this number has a decimal comma; write 0.5 with a decimal point, or use --set table.decimal=comma if all numbers are written so
    >>> print(what_is_odd("1.234,5", ","))
    this number has thousands separators; write 1234,5
    """
    other = "," if decimal == "." else "."
    own_name, other_name, pointed = word(NAMES[decimal]), word(NAMES[other]), cell.replace(decimal, ".")
    way = NamedOption("table.decimal", NAMES[other]) if can_say and not mixed else ""
    if whole := ungrouped(cell):
        return Message("tables.number_grouped", number=whole.replace(".", decimal))
    if (two := readings(cell, other)) is not None:
        if way and decimal == ".":
            return Message("tables.number_of_two_signs", sign=other_name, whole=two[0], way=way)
        return Message("tables.number_of_two", sign=other_name, whole=two[0], decimals=two[1].replace(".", decimal))
    if decimal not in cell and NUMBER.fullmatch(cell.replace(",", ".")) and other in cell:
        number = cell.replace(other, decimal)
        if way:
            return Message("tables.other_signs", other=other_name, number=number, sign=own_name, way=way)
        return Message("tables.other_sign", other=other_name, number=number, sign=own_name)
    if cell.lower().lstrip("+-") in {"inf", "infinity"} or NUMBER.fullmatch(pointed):
        return Message("tables.number_infinite")
    if cell[:1] in "\u2212\u2013\u2012" and NUMBER.fullmatch(pointed[1:]):
        return Message("tables.minus_of_print", number=f"-{cell[1:]}")
    percent = cell.removesuffix("%").strip().replace(",", ".")
    if NUMBER.fullmatch(percent):
        return Message("tables.number_in_percent", share=f"{float(percent) / 100:g}".replace(".", decimal))
    if is_date(cell):
        n, of = dates
        return Message("tables.dates", n=n, of=of) if n > 1 else Message("tables.date")
    if cell.upper() in ERRORS:
        return Message("tables.error_of_spreadsheet")
    if cell.lower() in NOTHING:
        way = NamedOption("table.empty", cell)
        return Message("tables.nothing_or", way=way) if can_say else Message("tables.nothing")
    return Message("tables.no_number", sign=own_name, example=f"0{decimal}5")


def what_is_unsure(cell: str, decimal: str, *, can_say: bool = True) -> Message:
    """Return what is wrong with a number whose sign may separate thousands, and what to do.

    ``can_say``: an option is about the file.

    >>> what_is_unsure("1.100", ".").texts()[1]
    'write 1100 if it separates thousands, 1.1 if it is a decimal point; if every point of the table is one, use --set table.decimal=point'
    """
    doubtful = told_of_two(cell, decimal, decimal)
    assert doubtful is not None
    if not can_say:
        return doubtful
    name = NAMES[decimal]
    return Message("tables.numbers_unsure", wrong=doubtful, sign=word(name), way=NamedOption("table.decimal", name))
