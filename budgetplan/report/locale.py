"""A language: its texts (a folder of ``templates``), its small words (``locale.toml``), its signs (Babel's)."""

from __future__ import annotations

import datetime as dt
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from babel import Locale as Signs
from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import get_decimal_symbol, get_group_symbol

from budgetplan.domain.messages import ENGLISH, template_dir

_TERRITORY = {ENGLISH: "en_GB"}
"""English dates begin with the day, as their readers in most countries expect."""


@dataclass(frozen=True)
class Locale:
    """The signs and small words of a language; in braces stands what is put in.

    Attributes
    ----------
    language, spelling
        Its code, and what text programs call it.
    percent
        A ``number`` with its sign.
    small
        The numbers from one on, in words.
    range, up_to
        From ``low`` to ``high``, and from less than one up to ``high``.
    about, fewer, under, over, near_zero
        A ``number`` that is not exact; ``near_zero`` is the least below 0 that is shown.
    nouns
        What an item, items, an entry, entries are called where the user has no words for them.
    dative
        What a plural takes in the dative; empty where the language has none.
    """

    language: str
    spelling: str
    percent: str
    small: Sequence[str]
    range: str
    up_to: str
    about: str
    fewer: str
    under: str
    over: str
    near_zero: str
    nouns: Sequence[str]
    dative: str

    @cached_property
    def _known(self) -> Signs:
        return Signs.parse(_TERRITORY.get(self.language, self.language))

    @cached_property
    def decimal(self) -> str:
        """What stands before decimals."""
        return get_decimal_symbol(self._known)

    @cached_property
    def thousands(self) -> str:
        """What stands between thousands."""
        return get_group_symbol(self._known)

    @cached_property
    def money(self) -> str:
        """A ``number`` with its ``currency``, on the side where the language has it."""
        first = self._known.currency_formats["standard"].pattern.startswith("\u00a4")
        return "{currency}\u00a0{number}" if first else "{number}\u00a0{currency}"

    def digits(self, number: str) -> str:
        """Return a number as Python writes it with this language's signs.

        >>> locale_of().digits("-1,234.5")
        '−1,234.5'
        """
        return number.translate({46: self.decimal, 44: self.thousands, 45: "\u2212"})  # point, comma, hyphen

    def printed_date(self, date: str) -> str:
        """Return an ISO date as it is read.

        >>> locale_of().printed_date("2026-11-21")
        '21 November 2026'
        """
        return format_date(dt.date.fromisoformat(date), "long", locale=self._known)

    def in_dative(self, plural: str) -> str:
        """Return a plural in the dative: what ends in n, s or no letter stays as it is.

        >>> from dataclasses import replace
        >>> german = replace(locale_of(), dative="n")
        >>> [german.in_dative(word) for word in ("Wörter", "Kandidaten", "Posts", "Idiome (VNICs)")]
        ['Wörtern', 'Kandidaten', 'Posts', 'Idiome (VNICs)']
        """
        bare = not plural[-1:].isalpha() or plural[-1:] in "nsaiou"
        return plural if bare else plural + self.dative

    def listing(self, names: Sequence[str], *, choice: bool = False) -> str:
        """Return names in running text; ``choice``: one of them, not all.

        >>> locale_of().listing(["a", "b", "c"]), locale_of().listing(["a", "b"], choice=True)
        ('a, b and c', 'a or b')
        """
        return format_list(list(names), style="or" if choice else "standard", locale=self._known)


@cache
def locale_of(language: str = ENGLISH) -> Locale:
    """Return the signs and small words of a language."""
    return Locale(language, **_read(language, "locale"))


@cache
def heads(language: str = ENGLISH) -> Mapping[str, str]:
    """Return the short texts of a language by key: headings, names of columns, axes and tiles, as Jinja writes them.

    >>> heads()["col.leader"], heads()["tile.per"]
    ('Best single', 'Cost per {{ n.entry }}')
    """
    return _read(language, "heads")


@cache
def explore_words(language: str = ENGLISH) -> Mapping[str, str]:
    """Return the words of the page with a handle by key; in braces stands what its script puts in."""
    return _read(language, "explore")


@cache
def tables() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """Return the columns of each table by report and key, as ``templates/tables.toml`` has them for all languages."""
    return _read("", "tables")


def _read(language: str, name: str) -> dict[str, Any]:
    return tomllib.loads(template_dir().joinpath(language, f"{name}.toml").read_text(encoding="utf-8"))
