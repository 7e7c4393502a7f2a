"""What is wrong with a cell that holds no number, and what to write instead."""

from __future__ import annotations

import re

from budgetplan.domain.options import advise, ask
from budgetplan.tables.cells import NUMBER
from budgetplan.tables.thousands import NAMES, readings, told_of_two, ungrouped

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
    cell: str, decimal: str, *, can_say: bool = True, mixed: bool = False, dates: str = ""
) -> tuple[str, str]:
    """Return what is wrong with a cell that holds no number, and what to do.

    ``can_say``: an option is about the file. ``mixed``: other numbers of the column have the sign ``decimal``, so
    that no option makes numbers of all of them. ``dates``: how many cells of the column are dates, to be told last.

    >>> what_is_odd("0,5", ".")
    ('this number has a decimal comma', 'write 0.5 with a decimal point, or use --set table.decimal=comma if all numbers are written so')
    >>> what_is_odd("1.234,5", ",")
    ('this number has separators of thousands', 'write 1234,5')
    """
    other = "," if decimal == "." else "."
    own_name, other_name, pointed = NAMES[decimal], NAMES[other], cell.replace(decimal, ".")
    way = ask("table.decimal", other_name) if can_say and not mixed else None
    if whole := ungrouped(cell):
        return "this number has separators of thousands", f"write {whole.replace('.', decimal)}"
    if (two := readings(cell, other)) is not None:
        wrong = f"the {other_name} in this number may be a decimal {other_name} or separate thousands"
        decimals = advise("use {}", way) if way and decimal == "." else f"write {two[1].replace('.', decimal)}"
        todo = "write {} if it separates thousands; if it is a decimal {}, {}"
        return wrong, advise(todo, two[0], other_name, decimals)
    if decimal not in cell and NUMBER.fullmatch(cell.replace(",", ".")) and other in cell:
        every = advise(", or use {} if all numbers are written so", way) if way else ""
        todo = advise("write {} with a decimal {}{}", cell.replace(other, decimal), own_name, every)
        return f"this number has a decimal {other_name}", todo
    if cell.lower().lstrip("+-") in {"inf", "infinity"} or NUMBER.fullmatch(pointed):
        return "this is infinite or too great", "write a number, or leave the cell empty where there is none"
    if cell[:1] in "\u2212\u2013\u2012" and NUMBER.fullmatch(pointed[1:]):
        wrong = "this minus is a sign of print, not the one of numbers"
        return wrong, f"write -{cell[1:]}, and so in the whole column"
    percent = pointed.removesuffix("%").strip()
    if NUMBER.fullmatch(percent):
        share = f"{float(percent) / 100:g}".replace(".", decimal)
        return "this number has a percent sign", f"write {share}, and so in the whole column"
    if is_date(cell):
        wrong = "this is a date, as spreadsheets make of numbers such as 7.3"
        return wrong, f"import the column again as text; or restore the number{dates}"
    if cell.upper() in ERRORS:
        return "this is an error of the spreadsheet", "mend the formula, or leave the cell empty"
    if cell.lower() in NOTHING:
        advice = advise(", or use {}", ask("table.empty", cell)) if can_say else ""
        return "this is not a number", advise("leave the cell empty where there is none{}", advice)
    return "this is not a number", f"write a number with a decimal {own_name}, such as 0{decimal}5"


def what_is_unsure(cell: str, decimal: str, *, can_say: bool = True) -> tuple[str, str]:
    """Return what is wrong with a number whose sign may separate thousands, and what to do.

    ``can_say``: an option is about the file.

    >>> what_is_unsure("1.100", ".")[1]
    'write 1100 if it separates thousands, 1.1 if it is a decimal point; if every point of the table is one, use --set table.decimal=point'
    """
    doubtful = told_of_two(cell, decimal, decimal)
    assert doubtful is not None
    name = NAMES[decimal]
    if not can_say:
        return doubtful
    every = ask("table.decimal", name)
    return doubtful[0], advise("{}; if every {} of the table is one, use {}", doubtful[1], name, every)
