"""What a plan does with each item of the list: who is reviewed, in which order, what the model answers alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

import numpy as np

from budgetplan.arrays import FloatArray, IntArray

if TYPE_CHECKING:
    from budgetplan.core.curve import Labelled


OrderBy = Literal["score", "uncertain", "value-per-cost"]
"""What orders a queue: a score, the least sure answers first, or what a review is worth for its price."""


@dataclass(frozen=True, eq=False)
class Band:
    """What is expected to be found along the queue, shape (P,) each: after so many items, with a 95 % interval.

    ``low`` and ``high`` are NaN where nothing was resampled.
    """

    items: FloatArray
    expected: FloatArray
    low: FloatArray
    high: FloatArray


@dataclass(frozen=True, eq=False, kw_only=True)
class Course:
    """What becomes of the N rows of a list.

    Attributes
    ----------
    model
        Whose order, and whose answers.
    recipe
        Of a mixture the weight of each member; else empty.
    order_by
        What orders the queue.
    ids
        Names of the items, sorted; N of them.
    queue
        Shape (K,): rows in the order in which people review them, the first one first; those after the stop too.
    review
        How many of these the plan has reviewed, in [0, K].
    answered, answers
        Rows that nobody reviews as they are answered, shape (A,), and the answer to each; A + K = N.
    answered_by
        Who answers each of them, A names; empty: the model answers all.
    said, corrections
        What the model says of each of the N rows, and of how many of its answers along the queue people are expected
        to differ; empty and None where models only order the list.
    score
        Shape (N,): what the queue is ordered by, as far as one number says it: higher is reviewed earlier.
    rate
        Shape (N,): how likely each item is an entry, in [0, 1]; NaN where nothing says so.
    nearby
        Shape (N,): the same, as the items around it are: what is expected of a part of the order; empty: as ``rate``.
    known_cost
        Shape (N,): price of reviewing each as known beforehand, in millionths of the currency unit.
    sizes
        ``seconds``, ``units`` and ``listed`` of each, shape (N,): what the price is made of.
    band
        What is expected along the queue; None where nothing is collected.
    weighted
        Whether rows stand for more items than one.
    model_cost
        What using the model costs, and asking who answers beside it, in currency units.
    sample
        The labelled items, as the curve takes them; None where no curve along the queue says how likely an entry is.
    strata
        The stratum of each of the N rows, where so many entries of each are wanted; else empty.
    """

    model: str
    order_by: OrderBy = "score"
    ids: tuple[str, ...]
    queue: IntArray
    review: int
    answered: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    answers: tuple[str, ...] = ()
    score: FloatArray
    rate: FloatArray
    known_cost: FloatArray
    sizes: Mapping[str, FloatArray]
    band: Band | None = None
    recipe: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    weighted: bool = False
    model_cost: Decimal = Decimal(0)
    strata: tuple[str, ...] = ()
    answered_by: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    nearby: FloatArray = field(default_factory=lambda: np.zeros(0))
    corrections: Band | None = None
    sample: Labelled | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "sizes", MappingProxyType(dict(self.sizes)))
        object.__setattr__(self, "recipe", MappingProxyType(dict(self.recipe)))

    @property
    def n_items(self) -> int:
        """Rows of the list."""
        return len(self.ids)
