"""How a language writes numbers, dates and names in a row: signs and small words, from its ``locale.toml``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from budgetplan.report.sentences import ENGLISH, subjects


@dataclass(frozen=True)
class Locale:
    """The signs and small words of a language; in braces stands what is put in.

    Attributes
    ----------
    decimal, thousands, minus
        Signs of numbers.
    percent, money
        A ``number`` with its sign, or with its ``currency``.
    small
        The numbers from one on, in words.
    range
        From ``low`` to ``high``.
    about, fewer, under, over, near_zero
        A ``number`` that is not exact; ``near_zero`` is the least below 0 that is shown.
    comma, all_of, one_of
        What stands between the names of a row, and the row with its ``last`` name.
    date, months
        ``day``, ``month`` by its name and ``year``.
    nouns
        What an item, items, an entry, entries are called where the user has no words for them.
    dative
        What a plural takes in the dative; empty where the language has none.
    """

    decimal: str
    thousands: str
    minus: str
    percent: str
    money: str
    small: Sequence[str]
    range: str
    about: str
    fewer: str
    under: str
    over: str
    near_zero: str
    comma: str
    all_of: str
    one_of: str
    date: str
    months: Sequence[str]
    nouns: Sequence[str]
    dative: str

    @cached_property
    def _signs(self) -> Mapping[int, str]:
        return str.maketrans({".": self.decimal, ",": self.thousands, "-": self.minus})

    def digits(self, number: str) -> str:
        """Return a number as Python writes it with this language's signs.

        >>> locale_of().digits("-1,234.5")
        '−1,234.5'
        """
        return number.translate(self._signs)

    def printed_date(self, date: str) -> str:
        """Return an ISO date as it is read.

        >>> locale_of().printed_date("2026-11-21")
        '21 November 2026'
        """
        year, month, day = date.split("-")
        return self.date.format(day=int(day), month=self.months[int(month) - 1], year=year)

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
        if len(names) == 1:
            return names[0]
        pattern = self.one_of if choice else self.all_of
        return pattern.format(names=self.comma.join(names[:-1]), last=names[-1])


@cache
def locale_of(language: str = ENGLISH) -> Locale:
    """Return the signs and small words of a language."""
    return Locale(**subjects(language)["locale"])
