"""The one place that rounds: numbers as a reader sees them.

Nothing is rounded to a claim it does not support. "100 %" and "0 %" are printed only when they are exactly
true; a share just below one reads "over 99.9 %", a cost above nothing reads "under 0.01".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal
from html import escape, unescape

from markupsafe import Markup

from budgetplan.domain.messages import ENGLISH
from budgetplan.report.locale import Locale, locale_of
from budgetplan.report.model import Document, Range, Value

MAX_DECIMALS = 6
WITHOUT_CENTS = 100
"""From here on estimates of money are shown without cents."""

# The usual 28 digits are too few for a great number with its decimals.
_ALL_DIGITS = Context(prec=400)

# Overrides and isolates could reverse the words around a name; the rest of C0, DEL and C1 has no glyph.
_UNPRINTABLE = re.compile("[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]+")
_TAG = re.compile("<[^>]*>")
_SURROGATE = re.compile("[\ud800-\udfff]")
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


@dataclass(frozen=True)
class Style:
    """What the numbers of one document have in common.

    Attributes
    ----------
    currency
        Written before amounts; empty where nothing has a price.
    minor_digits
        Digits of the currency's minor unit.
    language
        Whose texts and signs are written.
    """

    currency: str = ""
    minor_digits: int = 2
    language: str = ENGLISH

    @classmethod
    def of(cls, document: Document) -> Style:
        """Return the style of a document."""
        return cls(document.currency, document.minor_digits, document.language)

    @property
    def locale(self) -> Locale:
        """The signs and small words of the language."""
        return locale_of(self.language)


@dataclass(frozen=True)
class _Shown:
    """A number as it is printed: its digits or its word, and what is said around it of how exact it is."""

    digits: str
    around: str = "{number}"

    def text(self, unit: str = "{number}", currency: str = "") -> str:
        """Return the number with its sign."""
        return self.around.format(number=unit.format(number=self.digits, currency=currency))


def clean(text: str) -> str:
    r"""Return the text on one line, without characters that cannot be printed or turn the line around.

    >>> clean("two\nlines\x00")
    'two lines'
    """
    return printable(text).strip(" ")


def printable(text: str) -> str:
    """Return the same with the spaces around it, which a template may have set."""
    return _SURROGATE.sub("\ufffd", _UNPRINTABLE.sub(" ", text))


def exact(value: float | Decimal) -> Decimal:
    """Return a number as a decimal, without the noise of binary arithmetic in the last digits.

    Raises
    ------
    ValueError
        If the number is not finite: "none found" is said in words, never as a number.

    >>> exact(0.285 * 100)
    Decimal('28.5')
    """
    number = Decimal(value if isinstance(value, Decimal | int) else format(float(value), ".14g"))
    if not number.is_finite():
        raise ValueError(f"Cannot show {value}: only finite numbers have a place in a document.")
    return number


def _rounded(number: Decimal, decimals: int, rounding: str = ROUND_HALF_UP) -> Decimal:
    """Return a number of any size with so many decimals.

    >>> _rounded(Decimal("1e30"), 2)
    Decimal('1000000000000000000000000000000.00')
    """
    # plus() takes the sign off a zero.
    return _ALL_DIGITS.plus(number.quantize(Decimal(1).scaleb(-decimals), rounding, _ALL_DIGITS))


def _fixed(value: float | Decimal, decimals: int, style: Style, rounding: str = ROUND_HALF_UP) -> _Shown:
    """Return a number with so many decimals, but never a zero that is not one."""
    number, locale = exact(value), style.locale
    rounded, around = _rounded(number, decimals, rounding), "{number}"
    if rounded == 0 and number != 0:
        rounded = Decimal(1).copy_sign(number).scaleb(-decimals)
        around = locale.under if number > 0 else locale.near_zero
    return _Shown(locale.digits(f"{rounded:,f}"), around)


def _free(value: float | Decimal, style: Style, at_least: int = 0, *, grouped: bool = True) -> _Shown:
    """Return a number with up to six decimals, at least ``at_least``, no zeros beyond those."""
    number = _rounded(exact(value), MAX_DECIMALS)
    if number == 0 and exact(value) != 0:
        return _fixed(value, MAX_DECIMALS, style)
    whole, _, decimals = f"{number:{',' if grouped else ''}f}".partition(".")
    decimals = decimals.rstrip("0").ljust(at_least, "0")
    return _Shown(style.locale.digits(f"{whole}.{decimals}" if decimals else whole))


def _count(value: float | Decimal, style: Style) -> _Shown:
    number = exact(value)
    if 0 < number < Decimal("0.5"):
        return _Shown("1", style.locale.fewer)
    return _fixed(number, 0, style)


def as_counted(value: float) -> float:
    """Return a count as it is printed; of fewer than one, which is said in words, what it is.

    >>> as_counted(794.46), as_counted(0.4)
    (794, 0.4)
    """
    return value if 0 < value < 0.5 else int(_rounded(exact(value), 0))


def _about(value: float | Decimal, style: Style) -> _Shown:
    shown = _count(value, style)
    return shown if shown.around == style.locale.fewer else _Shown(shown.text(), style.locale.about)


def _fine(value: float | Decimal, style: Style) -> _Shown:
    """Return money to two digits below the minor unit in a sentence, where nothing stands in line below it: 0.10, 0.105."""
    shown = _fixed(value, style.minor_digits + 2, style)
    if shown.around != "{number}":
        return shown
    return _free(_rounded(exact(value), style.minor_digits + 2), style, style.minor_digits)


def _share(value: float | Decimal, style: Style) -> _Shown:
    """Return whole per cent from 10 % on, one decimal below and where 100 % would be untrue."""
    percent = exact(value) * 100
    size = abs(percent)
    decimals = 1 if _rounded(size, 1) < 10 else 0
    if size < 100 and _rounded(size, decimals) == 100:
        decimals = 1
        if _rounded(size, 1) == 100 and percent > 0:
            return replace(_fixed(percent, 1, style, ROUND_FLOOR), around=style.locale.over)
    elif percent > 100 and _rounded(percent, 0) == 100:
        return _Shown("100", style.locale.over)
    return _fixed(percent, decimals if percent else 0, style)


def _ratio(value: float | Decimal, style: Style) -> _Shown:
    number = exact(value)
    if number < 1 and _rounded(number, 3) == 1:
        return replace(_fixed(number, 3, style, ROUND_FLOOR), around=style.locale.over)
    return _fixed(number, 3, style)


def _words(value: float | Decimal, style: Style) -> _Shown:
    number, small = exact(value), style.locale.small
    if number == number.to_integral_value() and 1 <= number <= len(small):
        return _Shown(small[int(number) - 1])
    return _count(value, style)


_Print = Callable[[float | Decimal, Style], _Shown]


def _to(decimals: Callable[[Decimal, Style], int]) -> _Print:
    """Return what prints a number with as many decimals as its size and the currency ask for."""
    return lambda value, style: _fixed(value, decimals(exact(value), style), style)


_NUMBERS: dict[str, _Print] = {
    "text": lambda value, style: _free(value, style, grouped=False),
    "quantity": _free,
    "count": _count,
    "about": _about,
    "items": _to(lambda number, _: 0 if number == number.to_integral_value() else 1),
    "money": _to(lambda _, style: style.minor_digits),
    "money_full": lambda value, style: _free(value, style, style.minor_digits),
    "money_fine": _to(lambda _, style: style.minor_digits + 2),
    # Cents would claim what nobody knows.
    "whole": _to(lambda number, style: 0 if abs(number) >= WITHOUT_CENTS else style.minor_digits),
    "fine": _fine,
    # A difference of counts has a decimal where it would round to none.
    "gap": _to(lambda number, _: 1 if 0 < abs(number) < Decimal("0.5") else 0),
    "share": _share,
    "percent": lambda value, style: _free(exact(value) * 100, style),
    "number": _to(lambda _number, _style: 2),
    "ratio": _ratio,
    "words": _words,
}
_DIGITS_OF = {"sentence": "quantity", "amount": "money", "amount_full": "money_full", "hours": "number"}
_NUMBERS |= {kind: _NUMBERS[other] for kind, other in _DIGITS_OF.items()}
_WITH_CURRENCY = frozenset({"amount", "amount_full", "whole", "fine"})
_WITH_PERCENT = frozenset({"share", "percent"})
KINDS = frozenset(_NUMBERS)
"""The kinds of the model, and for sentences ``words``, ``amount``, ``amount_full``, ``whole``, ``fine``, ``percent``."""


def show(value: Value, kind: str, style: Style) -> str:
    """Return a value as a reader sees it.

    Parameters
    ----------
    value
        A number at full precision, a word, a range, a sentence, or None for an empty cell. Words stand in
        for numbers as they are ("none found").
    kind
        One of :data:`KINDS`. Counts are whole and rounded half up; money has the digits of the currency's
        minor unit, ``amount`` also its name; ``money_full`` and ``quantity`` keep up to six decimals, so that
        a reader with a calculator gets every product; a ``share`` is whole per cent from 10 % on and has one
        decimal below; ``percent`` is a share of the user, printed as it was given.
    style
        Currency and minor digits.

    Returns
    -------
    str
        Plain text with no-break spaces before % and after the currency.

    Examples
    --------
    >>> eur = Style("EUR", 2)
    >>> show(2879.5, "count", eur), show(8319.205, "money", eur), show(0.752, "money_full", eur)
    ('2,880', '8,319.21', '0.752')
    >>> show(Range(2544, 3216), "count", eur), show(0.9996, "share", eur).replace("\u00a0", " ")
    ('2,544 to 3,216', 'over 99.9 %')
    >>> show(Decimal("8319.2"), "amount", eur).replace("\u00a0", " "), show(None, "money", eur)
    ('EUR 8,319.20', '')
    """
    if value is None:
        return ""
    if isinstance(value, Markup):
        return without_tags(value)
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, Range):
        return _range(value, kind, style)
    return _NUMBERS[kind](value, style).text(_unit(kind, style), clean(style.currency))


def _unit(kind: str, style: Style) -> str:
    """Return the sign that a number of this kind has, with a field for the number."""
    if kind in _WITH_CURRENCY and style.currency:
        return style.locale.money
    return style.locale.percent if kind in _WITH_PERCENT else "{number}"


def _range(value: Range, kind: str, style: Style) -> str:
    """Return both ends, one where they look alike, or where the lower is less than one and no number.

    The currency stands once, and so does the sign % where both ends are bare numbers.
    """
    low, high = _ends(value, kind, style)
    unit, currency = _unit(kind, style), clean(style.currency)
    if low == high or (low.digits == "0" and high.around == style.locale.fewer):
        return high.text(unit, currency)
    if low.around == style.locale.fewer:
        return style.locale.up_to.format(high=high.text(unit, currency))
    at_low, at_high = unit, unit
    if kind in _WITH_CURRENCY or low.around == high.around == "{number}":
        at_low, at_high = (unit, "{number}") if unit.endswith("{number}") else ("{number}", unit)
    return style.locale.range.format(low=low.text(at_low, currency), high=high.text(at_high, currency))


def _ends(value: Range, kind: str, style: Style) -> tuple[_Shown, _Shown]:
    """Return both ends of a range; estimates of money have cents at both ends or at none."""
    if kind == "whole" and max(abs(exact(value.low)), abs(exact(value.high))) >= WITHOUT_CENTS:
        return _fixed(value.low, 0, style), _fixed(value.high, 0, style)
    return _NUMBERS[kind](value.low, style), _NUMBERS[kind](value.high, style)


def is_one(value: Value, kind: str, style: Style) -> bool:
    """Return whether a number is printed as a single one, exact or not, so that the noun behind it is singular."""
    ones = ("1", style.locale.small[0])
    if isinstance(value, Range):
        low, high = _ends(value, kind, style)
        return low == high and low.digits in ones
    if value is None or isinstance(value, str):
        return show(value, kind, style) in ones
    return _NUMBERS[kind](value, style).digits in ones


def without_tags(html: str | None) -> str:
    """Return words of a report as plain text; None: nothing."""
    return "" if html is None else unescape(_TAG.sub("", html)).replace("-\u2060%", "-%")


def isolated(text: str) -> str:
    """Return words as HTML; those written from right to left leave the words around them in place."""
    turned = any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in text)
    return f"<bdi>{escape(text)}</bdi>" if turned else escape(text)
