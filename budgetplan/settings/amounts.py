"""From what the user writes to exact amounts, shares, budgets and targets.

Every function takes one value as it stands in the plan file or on the command line, and either returns what it
means or raises :class:`~budgetplan.tables.celltext.RefusedError`, which says what is wrong and what to write instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from budgetplan.domain.messages import Message, NamedOption
from budgetplan.domain.plan import Budget, Target, Words
from budgetplan.tables.cells import pointed, told_of_two
from budgetplan.tables.celltext import RefusedError

# ASCII digits alone: Decimal itself would also take underscores and digits of other scripts.
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?", re.ASCII)
_SIGNS: Mapping[str, tuple[str, ...]] = {
    "EUR": ("€", "euro", "euros"),
    "USD": ("$", "us$", "dollar", "dollars"),
    "GBP": ("£", "pound", "pounds"),
    "CHF": ("fr.", "franken", "francs"),
    "JPY": ("¥", "yen"),
}
"""How people write frequent currencies."""
_OF_SEVERAL = frozenset({"$", "dollar", "dollars", "pound", "pounds", "¥", "fr.", "francs"})
"""Signs and names that several currencies share, so that they cannot tell which is meant."""
UNITS: Mapping[str, frozenset[str]] = {
    "hours": frozenset({"h", "hour", "hours", "stunde", "stunden"}),
    "items": frozenset({"item", "items", "review", "reviews", "element", "elemente"}),
    "entries": frozenset({"entry", "entries", "eintrag", "einträge"}),
}
"""What stands behind an amount that is no money, in the languages of the reports."""
_UNIT_BEFORE = re.compile(r"([A-Za-z]{3}|US\$|[€$£¥])\s*([+-]?\d[\d.,' \u00a0\u2009\u202f\u2019]*)")
_WITH_UNIT = re.compile(
    r"([+-]?\d{1,3}(?:[ \u00a0\u2009\u202f'\u2019]\d{3})+(?:[.,]\d*)?|[+-]?[\d.,eE'+-]*\d\.?)\s*(\D.*)?",
    re.ASCII | re.DOTALL,
)
_MINOR_DIGITS: Mapping[str, int] = (
    dict.fromkeys(("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI"), 0)
    | dict.fromkeys(("VND", "VUV", "XAF", "XOF", "XPF"), 0)
    | dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3)
)

GREATEST = Decimal(10) ** 12
"""No amount may be greater: beyond it money is no longer counted exactly in floats."""


class SeparatorError(RefusedError):
    """A number with a sign that is, or may be, a decimal comma or a separator of thousands."""


def minor_digits(currency: str) -> int:
    """Return how many decimals amounts in this currency have: ISO 4217, else 2.

    >>> minor_digits("EUR"), minor_digits("jpy"), minor_digits("")
    (2, 0, 2)
    """
    return _MINOR_DIGITS.get(currency.strip().upper(), 2)


def code_of(currency: str) -> str:
    """Return a currency as it is printed: codes of three letters in capitals, other names as they are.

    >>> code_of("chf"), code_of("Punkte")
    ('CHF', 'Punkte')
    """
    return currency.upper() if len(currency) == 3 and currency.isascii() and currency.isalpha() else currency


def _written(value: Any) -> str | None:
    """Return a value as it is written, or None where it is no single text or number."""
    # Python prints no whole number of more than 4,300 digits.
    if isinstance(value, bool) or (isinstance(value, int) and abs(value) > GREATEST**2):
        return None
    return str(value).strip() if isinstance(value, str | int | float | Decimal) else None


def text(value: Any) -> str:
    """Return a text; whole numbers and decimals are read as the text they print as.

    >>> text(" gold "), text(1)
    ('gold', '1')
    """
    written = _written(value)
    if written is None:
        raise RefusedError(Message("amounts.no_text"))
    return written


def number(value: Any) -> Decimal:
    """Return a number exactly as it is written; what may be thousands or decimals is refused.

    Numbers of Python and of typed files mean one thing: only what somebody typed is asked about.

    >>> number("0.04"), number(16), number(1.125)
    (Decimal('0.04'), Decimal('16'), Decimal('1.125'))
    >>> number("0,04"), number("1.500,00")
    (Decimal('0.04'), Decimal('1500.00'))
    >>> number("1,500")
    Traceback (most recent call last):
    budgetplan.settings.amounts.SeparatorError: the comma in this number may be a decimal comma or a thousands separator; write 1500 if it separates thousands, 1.5 if it is a decimal comma
    """
    written = _written(value)
    if isinstance(value, str) and written is not None:
        two = told_of_two(written, ".") or told_of_two(written, ",")
        if two is not None:
            raise SeparatorError(two)
    return decimal(value)


def decimal(value: Any) -> Decimal:
    """Return a number exactly as it is written: a score, or what has a small limit, so that 1.125 has decimals.

    A comma is taken for what it must be: before decimals, or between thousands.

    >>> decimal("1.125"), decimal("0,5")
    (Decimal('1.125'), Decimal('0.5'))
    """
    written = _written(value)
    if written is None:
        raise RefusedError(Message("amounts.no_number"))
    written = pointed(written) or written
    if not _NUMBER.fullmatch(written):
        if two := told_of_two(written, ","):
            raise SeparatorError(two)
        if written.lower().lstrip("+-") in {"nan", "inf", "infinity"}:
            raise RefusedError(Message("amounts.not_finite"))
        raise RefusedError(Message("amounts.no_number"))
    parsed = Decimal(written)
    if abs(parsed) > GREATEST or (parsed and abs(parsed) < 1 / GREATEST):
        raise RefusedError(Message("amounts.too_great_or_small"))
    return parsed


def amount(value: Any, *, negative: bool = False) -> Decimal:
    """Return an amount of money or time, 0 or more unless ``negative`` amounts are allowed.

    >>> amount("16.50")
    Decimal('16.50')
    """
    parsed = number(value)
    if parsed < 0 and not negative:
        raise RefusedError(Message("amounts.below_0"))
    return parsed


def money(value: Any, currency: str, *, negative: bool = False) -> Decimal:
    """Return an amount of money, also where its currency stands beside it.

    >>> money("0,50 €", "EUR"), money("EUR 1.500,00", "EUR"), money(0.04, "")
    (Decimal('0.50'), Decimal('1500.00'), Decimal('0.04'))
    """
    written, unit = with_unit(value)
    if not unit:
        return amount(value, negative=negative)
    parsed = amount(written, negative=negative)
    if not _is_in(unit, currency):
        raise _unknown_unit(unit, currency, Message("amounts.unknown_unit"))
    return parsed


def currency_of(value: Any) -> str:
    """Return the currency that stands beside an amount; empty where none does, or where it may be several.

    >>> currency_of("1500 €"), currency_of("USD 16"), currency_of("$16"), currency_of("40 hours"), currency_of(16)
    ('EUR', 'USD', '', '', '')
    """
    _, unit = with_unit(value)
    return "" if unit in _OF_SEVERAL else _code(unit)


def _code(unit: str) -> str:
    return next((code for code, signs in _SIGNS.items() if unit in {code.casefold(), *signs}), "")


def _is_in(unit: str, currency: str) -> bool:
    """Return whether a unit (in lower case) is the currency of the plan, by its code or one of its signs."""
    return bool(currency) and unit in {currency.casefold(), *_SIGNS.get(currency.upper(), ())}


def _unknown_unit(unit: str, currency: str, unknown: Message) -> RefusedError:
    """Return what is wrong with a unit: it is a currency, but not that of the plan, or none at all."""
    if not (code := _code(unit)):
        return RefusedError(unknown)
    if currency:
        return RefusedError(Message("amounts.other_currency", currency=currency))
    return RefusedError(Message("amounts.no_currency", way=NamedOption("cost.currency", code)))


def share(value: Any) -> Decimal:
    """Return a share between 0 and 1, also from a percentage.

    >>> share("5 %"), share("0.05")
    (Decimal('0.05'), Decimal('0.05'))
    """
    written = _written(value) or ""
    # Thousands are no share, so that three digits behind a point are decimals.
    parsed = decimal(written[:-1]) / 100 if written.endswith("%") else decimal(value)
    if not 0 <= parsed <= 1:
        raise RefusedError(Message("amounts.no_share"))
    return parsed


def share_between(value: Any) -> Decimal:
    """Return a share that is neither none nor all.

    >>> share_between("3 %")
    Decimal('0.03')
    """
    parsed = share(value)
    if not 0 < parsed < 1:
        raise RefusedError(Message("amounts.none_or_all"))
    return parsed


def whole(value: Any, low: int, high: int) -> int:
    """Return a whole number between two limits.

    >>> whole("20", 0, 100)
    20
    """
    message = Message("amounts.no_whole_number", low=low, high=high)
    parsed = _advised(number, value, lambda _: message)
    if parsed != parsed.to_integral_value() or not low <= parsed <= high:
        raise RefusedError(message)
    return int(parsed)


def words(value: Any) -> Words:
    """Return the user's four words from one text.

    >>> words("candidate,candidates,idiom,idioms").entries
    'idioms'
    """
    parts = [part.strip() for part in text(value).split(",")]
    if len(parts) != 4 or not all(parts):
        raise RefusedError(Message("amounts.not_four_words"))
    return Words(*parts)


def _advised(parse: Callable[[Any], Decimal], written: Any, advise: Callable[[Message], Message]) -> Decimal:
    """Return a number; ``advise``: what to write where it is none, from what is wrong."""
    try:
        return parse(written)
    except SeparatorError:
        raise
    except RefusedError as error:
        raise RefusedError(advise(error.message)) from None


def _no_budget(wrong: Message) -> Message:
    return Message("amounts.no_budget", wrong=wrong)


def _no_target(wrong: Message) -> Message:
    return Message("amounts.no_target", wrong=wrong)


def budget(value: Any, used: Words, currency: str) -> Budget:
    """Return a budget in money, in hours, or in items; ``covers`` is left as it is by default.

    >>> budget("16.50", Words(), ""), budget("40 hours", Words(), "").unit, budget("400 Elemente", Words(), "").unit
    (Budget(amount=Decimal('16.50'), unit='money', covers='everything'), 'hours', 'items')
    """
    written, unit = with_unit(value)
    parsed = _advised(amount, written, _no_budget)
    if not unit or _is_in(unit, currency):
        return Budget(parsed)
    if unit in UNITS["hours"]:
        return Budget(parsed, "hours")
    if unit in {*UNITS["items"], used.item.casefold(), used.items.casefold()}:
        if parsed != parsed.to_integral_value():
            raise RefusedError(_no_budget(Message("amounts.items_are_whole")))
        return Budget(parsed, "items")
    raise _unknown_unit(unit, currency, _no_budget(Message("amounts.unknown_unit")))


def target(value: Any, used: Words) -> Target:
    """Return a target: a share where it has a % or is below 1, else a number of entries.

    >>> target("300", Words()).unit, target("0.8", Words()), target("80 %", Words()).amount, target("1", Words())
    ('entries', Target(amount=Decimal('0.8'), unit='share'), Decimal('0.8'), Target(amount=Decimal('1'), unit='entries'))
    """
    written, unit = with_unit(value)
    # More than a hundred percent is no share, so that three digits behind a point are decimals.
    parsed = _advised(decimal if unit == "%" else number, written, _no_target)
    if parsed <= 0:
        raise RefusedError(_no_target(Message("amounts.target_above_0")))
    if unit == "%":
        if parsed > 100:
            raise RefusedError(_no_target(Message("amounts.share_at_most_100")))
        return Target(parsed / 100, "share")
    if unit and unit not in {*UNITS["entries"], used.entry.casefold(), used.entries.casefold()}:
        raise RefusedError(_no_target(Message("amounts.unknown_unit_of_target")))
    if parsed == 1 and not unit and not str(written).isdigit():  # 0.9 is a share, and 1 a number
        raise RefusedError(_no_target(Message("amounts.one_or_all")))
    if parsed < 1 and not unit:
        return Target(parsed, "share")
    if parsed != parsed.to_integral_value():
        raise RefusedError(_no_target(Message("amounts.entries_are_whole")))
    return Target(parsed, "entries")


def with_unit(value: Any) -> tuple[Any, str]:
    """Split an amount from its unit (in lower case), also a currency before it; what is no text has no unit.

    >>> with_unit("40 Hours"), with_unit("EUR 150"), with_unit("€150"), with_unit(150)
    (('40', 'hours'), ('150', 'eur'), ('150', '€'), (150, ''))
    """
    if not isinstance(value, str):
        return value, ""
    if before := _UNIT_BEFORE.fullmatch(value.strip()):
        value = f"{before[2]} {before[1]}"
    match = _WITH_UNIT.fullmatch(value.strip())
    return (value, "") if match is None else (match[1], (match[2] or "").strip().casefold())
