"""Who answers one item at a time for a price: a language model, a crowd, a second model that is billed (METHODS A)."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from budgetplan.arrays import BoolArray, FloatArray, IntArray

Accept = Literal["auto", "agree", "confident", "all", "none"]
"""Which of its answers stand without a person: what is worth most; those that agree with the model; those it is
sure of; all; none."""


@dataclass(frozen=True)
class Answerer:
    """An answerer as the user names it.

    Attributes
    ----------
    name
        The name the user gave it.
    column
        Column with its answers: labels, or nothing.
    confidence, levels
        Column with how sure it is of each, numbers or ordered words; the words, the least sure first, else empty.
    price
        What one call costs, in currency units; beside it what tokens cost.
    tokens_in, tokens_out
        Tokens of a call: a column, or a mean; empty: none are paid.
    price_in, price_out
        Currency units per million tokens.
    calls
        How often each item is asked.
    priced_on
        Day of the price (2026-11-01); empty: nobody said.
    accept
        Which of its answers stand.
    empty
        What an empty cell says: that it was asked and gave no answer, or that it was not asked.
    no_answer
        Texts in the column that say that it gave no answer.
    """

    name: str
    column: str
    confidence: str = ""
    levels: tuple[str, ...] = ()
    price: Decimal = Decimal(0)
    tokens_in: str | Decimal = ""
    tokens_out: str | Decimal = ""
    price_in: Decimal = Decimal(0)
    price_out: Decimal = Decimal(0)
    calls: int = 1
    priced_on: str = ""
    accept: Accept = "auto"
    empty: Literal["no answer", "not asked"] = "no answer"
    no_answer: tuple[str, ...] = ()


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
        What asking about each item costs, in whole millionths of the currency unit.
    confidence
        How sure it is, higher is surer (of ordered words: 0 for the least sure); NaN where it says nothing. None:
        it never says.
    asked
        Whether it was asked; None: about every item.
    """

    name: str
    answer: IntArray
    cost: FloatArray
    confidence: FloatArray | None = None
    asked: BoolArray | None = None
