"""Numbers with separators of thousands, and those in which a sign may be one or stand before decimals.

Half of the world writes 1.600 for one thousand six hundred, the other half for one and three fifths. Exactly three
digits behind one sign are therefore two things, and nothing here guesses which.
"""

from __future__ import annotations

import re
from types import MappingProxyType

from budgetplan.domain.messages import Message, word

NAMES = MappingProxyType({".": "point", ",": "comma"})
"""Signs before decimals, by what they are called."""

THOUSANDS = MappingProxyType({sign: re.compile(rf"[+-]?[1-9]\d{{0,2}}(\{sign}\d{{3}})+", re.ASCII) for sign in ".,"})
"""By sign: a whole number whose thousands it may separate, as well as its decimals where it occurs once."""

_COMMA = re.compile(r"[+-]?\d+,\d+", re.ASCII)
_GROUPED = re.compile(r"[+-]?\d{1,3}((,\d{3})+\.\d*|(\.\d{3})+,\d*)", re.ASCII)
_SPACED = re.compile(r"[+-]?\d{1,3}([ \u00a0\u2009\u202f'\u2019]\d{3})+([.,]\d*)?", re.ASCII)


def readings(written: str, sign: str) -> tuple[str, str] | None:
    """Return the two numbers that a text may mean, with decimal points: the whole one and the one with decimals.

    Each is written so that it means one thing alone; None where the text means one thing alone itself.

    >>> readings("1.600", "."), readings("-1,125", ","), readings("2.000", ".")
    (('1600', '1.6'), ('-1125', '-1.1250'), ('2000', '2'))
    >>> readings("0.125", "."), readings("1.25", "."), readings("1234.567", ".")
    (None, None, None)
    """
    before, _, behind = written.strip().partition(sign)
    if sign in behind or not THOUSANDS[sign].fullmatch(written.strip()):
        return None
    decimals = behind.rstrip("0")
    if len(decimals) == 3:
        decimals += "0"
    return before + behind, f"{before}.{decimals}" if decimals else before


def ungrouped(written: str) -> str:
    """Return a number without its separators of thousands, with a decimal point; empty where it has none for sure.

    >>> ungrouped("1.600,50"), ungrouped("1,600,000"), ungrouped("1 600"), ungrouped("1'600.5"), ungrouped("1.600")
    ('1600.50', '1600000', '1600', '1600.5', '')
    """
    if _GROUPED.fullmatch(written) or _SPACED.fullmatch(written):
        last = max(written.rfind("."), written.rfind(","))
        whole, decimals = (written, "") if last < 0 else (written[:last], written[last + 1 :])
        digits = re.sub(r"[^\d+-]", "", whole, flags=re.ASCII)
        return f"{digits}.{decimals}" if decimals else digits
    if any(written.count(sign) > 1 and THOUSANDS[sign].fullmatch(written) for sign in ".,"):
        return written.replace(".", "").replace(",", "")
    return ""


def pointed(written: str) -> str:
    """Return a number with a decimal point and no separators; empty where it may be another, or is none.

    >>> pointed("0,50"), pointed("1.500,00"), pointed("1,600.5"), pointed("0,125"), pointed("1,500")
    ('0.50', '1500.00', '1600.5', '0.125', '')
    """
    if _COMMA.fullmatch(written):
        return "" if readings(written, ",") else written.replace(",", ".")
    return ungrouped(written)


def told_of_two(written: str, sign: str, decimal: str = ".") -> Message | None:
    """Return what is wrong with a number that may mean two things, and what to do; None where it means one.

    ``decimal`` is the sign with which decimals are to be written.

    >>> print(told_of_two("5.000", "."))
    the point in this number may be a decimal point or separate thousands; write 5000 if it separates thousands, 5 if it is a decimal point
    """
    two = readings(written, sign)
    if two is None:
        return None
    whole, decimals = two[0], two[1].replace(".", decimal)
    return Message("tables.number_unsure", sign=word(NAMES[sign]), whole=whole, decimals=decimals)
