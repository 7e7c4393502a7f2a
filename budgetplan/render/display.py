"""The one place that rounds: numbers and keyed sentences as a reader sees them.

Nothing is rounded to a claim it does not support. "100 %" and "0 %" are printed only when they are exactly
true; a share just below one reads "over 99.9 %", a cost above nothing reads "under 0.01".
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal
from html import escape
from typing import Any

from budgetplan.report import sentences
from budgetplan.report.model import Document, Range, Sentence, Value

NO_BREAK = "\u00a0"
MINUS = "\u2212"
WORDS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
MAX_DECIMALS = 6
WITHOUT_CENTS = 100
"""From here on estimates of money are shown without cents."""

# The usual 28 digits are too few for a great number with its decimals.
_ALL_DIGITS = Context(prec=400)

# Overrides and isolates could reverse the words around a name; the rest of C0, DEL and C1 has no glyph.
_UNPRINTABLE = re.compile(
    "[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]+"
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_Piece = tuple[str, str | None, str | None, str | None]
"""What a text is made of: letters, then a field with its kind (and a conversion, which no text has)."""

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
    """

    currency: str = ""
    minor_digits: int = 2

    @classmethod
    def of(cls, document: Document) -> Style:
        """Return the style of a document."""
        return cls(document.currency, document.minor_digits)


def clean(text: str) -> str:
    r"""Return the text on one line, without characters that cannot be printed or turn the line around.

    >>> clean("two\nlines\x00")
    'two lines'
    """
    return _SURROGATE.sub("\ufffd", _UNPRINTABLE.sub(" ", text)).strip(" ")


def exact(value: float | Decimal) -> Decimal:
    """Return a number as a decimal, without the noise of binary arithmetic in the last digits.

    Raises
    ------
    ValueError
        If the number is not finite: "none found" is said in words, never as a number.

    >>> exact(0.285 * 100)
    Decimal('28.5')
    """
    if isinstance(value, Decimal):
        number = value
    elif isinstance(value, int):
        number = Decimal(value)
    else:
        number = Decimal(format(float(value), ".14g"))
    if not number.is_finite():
        raise ValueError(f"Cannot show {value}: only finite numbers have a place in a document.")
    return number


def _digits(number: Decimal) -> str:
    """Return all digits of a number with thousands separators and a true minus sign."""
    return f"{number:,f}".replace("-", MINUS)


def _step(decimals: int) -> Decimal:
    return Decimal(1).scaleb(-decimals)


def _rounded(number: Decimal, decimals: int, rounding: str = ROUND_HALF_UP) -> Decimal:
    """Return a number of any size with so many decimals.

    >>> _rounded(Decimal("1e30"), 2)
    Decimal('1000000000000000000000000000000.00')
    """
    # plus() takes the sign off a zero.
    return _ALL_DIGITS.plus(number.quantize(_step(decimals), rounding, _ALL_DIGITS))


def _fixed(value: float | Decimal, decimals: int) -> str:
    """Return a number rounded half up, but never a zero that is not one."""
    number, step = exact(value), _step(decimals)
    rounded = _rounded(number, decimals)
    if rounded == 0 and number != 0:
        return f"under {_digits(step)}" if number > 0 else f"between {_digits(-step)} and 0"
    return _digits(rounded)


def _free(value: float | Decimal, at_least: int = 0) -> str:
    """Return a number with up to six decimals, at least ``at_least``, no zeros beyond those."""
    number = exact(value)
    rounded = _rounded(number, MAX_DECIMALS)
    if rounded == 0 and number != 0:
        return _fixed(value, MAX_DECIMALS)
    whole, _, decimals = f"{rounded:f}".partition(".")
    decimals = decimals.rstrip("0").ljust(at_least, "0")
    return _digits(Decimal(f"{whole}.{decimals}" if decimals else whole))


def _count(value: float | Decimal, _style: Style) -> str:
    number = exact(value)
    if 0 < number < Decimal("0.5"):
        return "fewer than 1"
    return _fixed(number, 0)


def _about(value: float | Decimal, style: Style) -> str:
    shown = _count(value, style)
    return shown if shown.startswith("fewer") else f"about {shown}"


def _items(value: float | Decimal, _style: Style) -> str:
    number = exact(value)
    return _fixed(number, 0 if number == number.to_integral_value() else 1)


def _money(value: float | Decimal, style: Style) -> str:
    return _fixed(value, style.minor_digits)


def _whole(value: float | Decimal, style: Style) -> str:
    """Return an estimate of money without cents from a hundred on: they would claim what nobody knows."""
    return _fixed(value, 0 if abs(exact(value)) >= WITHOUT_CENTS else style.minor_digits)


def _money_fine(value: float | Decimal, style: Style) -> str:
    return _fixed(value, style.minor_digits + 2)


def _gap(value: float | Decimal, _style: Style) -> str:
    """Return a difference of counts: whole, but with a decimal where it would round to none."""
    number = exact(value)
    if number != 0 and abs(number) < Decimal("0.5"):
        return _fixed(number, 1)
    return _fixed(number, 0)


def _money_full(value: float | Decimal, style: Style) -> str:
    return _free(value, style.minor_digits)


def _share(value: float | Decimal, _style: Style) -> str:
    """Return whole per cent from 10 % on, one decimal below and where 100 % would be untrue."""
    percent = exact(value) * 100
    size = abs(percent)
    decimals = 1 if _rounded(size, 1) < 10 else 0
    if size < 100 and _rounded(size, decimals) == 100:
        decimals = 1
        if _rounded(size, 1) == 100 and percent > 0:
            return f"over 99.9{NO_BREAK}%"
    elif percent > 100 and _rounded(percent, 0) == 100:
        return f"over 100{NO_BREAK}%"
    if percent == 0:
        decimals = 0
    return _percent_sign(_fixed(percent, decimals))


def _percent(value: float | Decimal, _style: Style) -> str:
    return _percent_sign(_free(exact(value) * 100))


def _percent_sign(number: str) -> str:
    return f"{number}{NO_BREAK}%"


def _ratio(value: float | Decimal, _style: Style) -> str:
    number = exact(value)
    if number < 1 and _rounded(number, 3) == 1:
        return f"over {_digits(_rounded(number, 3, ROUND_FLOOR))}"
    return _fixed(number, 3)


def _words(value: float | Decimal, style: Style) -> str:
    number = exact(value)
    small = number == number.to_integral_value() and 1 <= number <= len(WORDS)
    return WORDS[int(number) - 1] if small else _count(value, style)


_NUMBERS: dict[str, Callable[[float | Decimal, Style], str]] = {
    "text": lambda value, _: _free(value).replace(",", ""),
    "sentence": lambda value, _: _free(value),
    "count": _count,
    "about": _about,
    "items": _items,
    "money": _money,
    "money_full": _money_full,
    "money_fine": _money_fine,
    "whole": _whole,
    "fine": _money_fine,
    "gap": _gap,
    "amount": _money,
    "amount_full": _money_full,
    "quantity": lambda value, _: _free(value),
    "share": _share,
    "percent": _percent,
    "number": lambda value, _: _fixed(value, 2),
    "ratio": _ratio,
    "hours": lambda value, _: _fixed(value, 2),
    "words": _words,
}
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
    >>> show(Range(2544, 3216), "count", eur), show(0.9996, "share", eur).replace(NO_BREAK, " ")
    ('2,544 to 3,216', 'over 99.9 %')
    >>> show(Decimal("8319.2"), "amount", eur).replace(NO_BREAK, " "), show(None, "money", eur)
    ('EUR 8,319.20', '')
    """
    if kind not in _NUMBERS:
        raise ValueError(f"Unknown kind {kind!r}; known are {', '.join(sorted(_NUMBERS))}.")
    if value is None:
        return ""
    if isinstance(value, Sentence):
        return sentence_text(value, style)
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, Range) and value.low == value.high:
        text = _NUMBERS[kind](value.low, style)
    elif isinstance(value, Range):
        low, high = _ends(value, kind, style)
        text = low if low == high else _range(low, high)
    else:
        text = _NUMBERS[kind](value, style)
    if kind in {"amount", "amount_full", "whole", "fine"} and style.currency:
        return _with_currency(text, style)
    return text


def _ends(value: Range, kind: str, style: Style) -> tuple[str, str]:
    """Return both ends of a range; estimates of money have cents at both ends or at none."""
    if kind == "whole" and max(abs(exact(value.low)), abs(exact(value.high))) >= WITHOUT_CENTS:
        return _fixed(value.low, 0), _fixed(value.high, 0)
    return _NUMBERS[kind](value.low, style), _NUMBERS[kind](value.high, style)


def _range(low: str, high: str) -> str:
    """Return both ends; the sign % stands once where the low end is a bare number."""
    bare = low.removesuffix(f"{NO_BREAK}%")
    if low != bare and high.endswith("%") and bare[-1:].isdigit() and " " not in low + high:
        low = bare
    return f"{low} to {high}"


def _with_currency(text: str, style: Style) -> str:
    """Put the currency before the number, after a word such as "under"."""
    word, gap, number = text.partition(" ")
    if gap and word in {"under", "between"}:
        return f"{word} {clean(style.currency)}{NO_BREAK}{number}"
    return f"{clean(style.currency)}{NO_BREAK}{text}"


@dataclass(frozen=True)
class Run:
    """A piece of a sentence: its text, whether it is strong, whether the user wrote it."""

    text: str
    strong: bool = False
    foreign: bool = False


def runs(sentence: Sentence, style: Style, *, strong: bool = False) -> tuple[Run, ...]:
    """Return a sentence in pieces, with its fields filled in.

    Only the catalogue can mark text as strong: two stars in a name of the user stay two stars.
    """
    marked = False
    pieces: list[Run] = []
    template = _template(sentence)
    for literal, field, kind, _ in _chosen(sentence, template, style):
        for number, part in enumerate(literal.split("**")):
            marked = marked != (number > 0)
            if part:
                pieces.append(Run(part, strong or marked))
        if field is not None:
            pieces.extend(_filled(sentence, field, kind or "text", style, strong or marked))
    if marked:
        raise ValueError(f"The text {sentence.key!r} opens ** and does not close it.")
    return tuple(pieces)


def _template(sentence: Sentence) -> str:
    try:
        return sentences.texts()[sentence.key]
    except KeyError:
        raise KeyError(f"There is no text with the key {sentence.key!r}.") from None


def _chosen(sentence: Sentence, template: str, style: Style) -> Iterator[_Piece]:
    """Yield the pieces of a text; of ``{n:word|words}`` the one that goes with the number as it is printed.

    What stands for one and for several may be fields themselves: ``{items:count} {items:{noun}|{nouns}}``.
    """
    kinds: dict[str, str] = {}
    for literal, field, kind, conversion in string.Formatter().parse(template):
        if field is None or "|" not in (kind or ""):
            kinds.setdefault(field or "", kind or "")
            yield literal, field, kind, conversion
            continue
        one, _, several = (kind or "").partition("|")
        number = show(sentence.args[field], kinds.get(field, "count"), style)
        yield literal, None, None, None
        yield from string.Formatter().parse(one if _ONE.fullmatch(number) else several)


_ONE = re.compile(r"(about |fewer than |under )?(1|one)")
"""How a number is printed that has a noun in the singular behind it."""


def _filled(sentence: Sentence, field: str, kind: str, style: Style, strong: bool) -> tuple[Run, ...]:
    try:
        value: Any = sentence.args[field]
    except KeyError:
        raise KeyError(f"The text {sentence.key!r} needs {field!r}, which was not given.") from None
    if isinstance(value, Sentence):
        return runs(value, style, strong=strong)
    return (Run(show(value, kind, style), strong, isinstance(value, str)),)


def sentence_text(sentence: Sentence, style: Style) -> str:
    """Return a sentence as plain text, without marks of emphasis."""
    return "".join(run.text for run in runs(sentence, style))


def sentence_html(sentence: Sentence, style: Style) -> str:
    """Return a sentence as HTML: ``<strong>`` where the catalogue says so, all text escaped.

    Names written from right to left stand in ``<bdi>``, so that they leave the words around them in place.
    """
    parts: list[str] = []
    strong = False
    for run in runs(sentence, style):
        if run.strong != strong:
            parts.append("<strong>" if run.strong else "</strong>")
            strong = run.strong
        parts.append(_isolated(run.text) if run.foreign else escape(run.text))
    return "".join(parts) + ("</strong>" if strong else "")


def _isolated(text: str) -> str:
    turned = any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in text)
    return f"<bdi>{escape(text)}</bdi>" if turned else escape(text)
