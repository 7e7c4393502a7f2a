"""Who answers one item at a time for a price: a language model, a crowd, a second model that is billed (METHODS A)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray, taken
from budgetplan.domain.asked.keys import AnswererKeys


class Answerer(AnswererKeys):
    """An answerer as the user names it; tokens of a call are a column, or a mean."""

    @property
    def token_columns(self) -> tuple[str, ...]:
        """Columns with the tokens of each call, if any."""
        given = (self.tokens_in, self.tokens_out)
        return tuple(dict.fromkeys(one for one in given if isinstance(one, str) and one))

    def item_cost(self, n_items: int, tokens: Mapping[str, FloatArray] = MappingProxyType({})) -> FloatArray:
        """Return what asking about each item costs, all calls of it together.

        Parameters
        ----------
        n_items
            How many items are asked about.
        tokens
            By column: shape (n,), tokens of one call; NaN where nobody said.

        Returns
        -------
        FloatArray
            Shape (n,): whole millionths of the currency unit, rounded up once for each item, so that a spend is never
            more than was said and no paid item costs nothing: at most one currency unit too much in a million items.
            NaN where the tokens are not known.

        References
        ----------
        METHODS A.

        Examples
        --------
        600 tokens at 0.15 for a million, 12 at 0.60, asked twice: 2 x (90 + 7.2) millionths.

        >>> llm = Answerer("llm", "said", tokens_in="n", price_in=Decimal("0.15"), tokens_out=Decimal(12),
        ...     price_out=Decimal("0.60"), calls=2)
        >>> llm.item_cost(3, {"n": np.array([600.0, 1, np.nan])}).tolist()
        [195.0, 15.0, nan]
        >>> Answerer("crowd", "said", price=Decimal("0.07")).item_cost(2).tolist()
        [70000.0, 70000.0]
        """
        flat, by_item = self.price * 10**6, np.zeros(n_items)
        for given, price in ((self.tokens_in, self.price_in), (self.tokens_out, self.price_out)):
            if isinstance(given, Decimal):
                flat += given * price
            elif given:
                by_item = by_item + tokens[given] * float(price)
        micro = self.calls * (by_item + float(flat))
        # What floats add to a whole number, a few units in its last place, is no further one.
        whole = np.rint(micro)
        return np.where(np.abs(micro - whole) <= 1e-13 * whole, whole, np.ceil(micro))


@dataclass(frozen=True)
class AmongPeople:
    """An answerer beside people, on items that several of them judged by themselves and that it answered.

    Attributes
    ----------
    items
        How many items.
    pairs, same
        Pairs of people who judged the same item, and those of them who said the same.
    beside, beside_same
        Judgements of one of them beside its answer, and those that say what it says.
    """

    items: int
    pairs: int
    same: int
    beside: int
    beside_same: int

    @property
    def people(self) -> float:
        """How often two people say the same."""
        return self.same / self.pairs

    @property
    def answerer(self) -> float:
        """How often it says what a person says."""
        return self.beside_same / self.beside


@dataclass(frozen=True)
class Answers:
    """What one answerer said of the items, in the order of their ids; arrays of shape (n,).

    Attributes
    ----------
    name
        The name the user gave it.
    answer
        Code of its answer, as those of the truth; -1: no answer.
    cost
        What asking about each item costs, in whole millionths of the currency unit. NaN for an item of the list of
        which nobody says how many tokens it takes.
    confidence
        How sure it is, higher is surer (of ordered words: 0 for the least sure); NaN where it says nothing. None:
        it never says.
    asked
        Whether it was asked; None: about every item. It was about every labelled item, and need not be about the list.
    among_people
        How it agrees with people beside how these agree, in all that was read with it; None where no item was judged by
        several, or nobody knows what each said.
    """

    name: str
    answer: IntArray
    cost: FloatArray
    confidence: FloatArray | None = None
    asked: BoolArray | None = None
    among_people: AmongPeople | None = None

    def take(self, rows: IntArray | BoolArray) -> Answers:
        """Return its answers of some items, in this order.

        >>> said = Answers("llm", np.array([1, 0, -1]), np.array([7.0, 8, 9]), asked=np.array([True, True, False]))
        >>> said.take(np.array([2, 0])).answer.tolist(), said.take(said.asked).cost.tolist()
        ([-1, 1], [7.0, 8.0])
        """
        return taken(self, rows)


@dataclass(frozen=True)
class AnswerRule:
    """Whom to ask, and whether every answer stands that may; else those that are worth more than what else there is."""

    answerer: str = ""
    all_stand: bool = False


NOBODY = AnswerRule()
"""Nobody is asked."""
