"""Items as they are planned with: what models and answerers say of them, what people say they are, and a list that is only counted."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import BoolArray, FloatArray, Held, IntArray, frozen, taken
from budgetplan.domain.asked.keys import AnswererKeys, ReadOnly


class Answerer(AnswererKeys):
    """An answerer as the user names it; tokens of a call are a column, or a mean."""

    @property
    def token_columns(self) -> tuple[str, ...]:
        """Columns with the tokens of each call, if any."""
        tokens = (self.tokens_in, self.tokens_out)
        return tuple(dict.fromkeys(column for column in tokens if isinstance(column, str) and column))

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
        for amount, price in ((self.tokens_in, self.price_in), (self.tokens_out, self.price_out)):
            if isinstance(amount, Decimal):
                flat += amount * price
            elif amount:
                by_item = by_item + tokens[amount] * float(price)
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
    """Whom to ask (empty: nobody), and whether every answer stands that may; else those worth more than what else there is."""

    answerer: str = ""
    all_stand: bool = False


UNLABELLED = -1
"""Class code of an item without a label."""


class Reason(NamedTuple):
    """Why an item is left out: the key of a text, and the name of a split, column or model that stands in it."""

    key: str
    name: str = ""


@dataclass(frozen=True)
class Excluded:
    """An item that is left out, and why; ``place`` is its line in the file."""

    item: str
    reason: Reason
    place: str


class LabelCount(NamedTuple):
    """A label, and how many items have it; ``mark``: ``collected`` or ``positive`` where the plan wants it."""

    name: str
    n: int
    mark: str = ""


@dataclass(frozen=True)
class ItemSet:
    """What is known of items of any plan, in the order of their ids.

    Attributes
    ----------
    ids
        Item names, sorted, unique; n of them.
    classes
        Names of classes, sorted; a class's code is its position.
    weight
        Shape (n,): weights >= 0 (how many items each stands for), or None where all are 1.
    group, groups
        Shape (n,): position in ``groups`` (names, sorted), or None where items are independent.
    units
        Shape (n,): size of each item in the cost model's unit (characters, tokens, seconds), or None.
    stratum
        Shape (n,): code of the part of the list that an item was drawn from, or None for the whole.
    answers
        One for each answerer, in the order of the plan.

    Unlabelled items may come without these: their weight is then 1, their group and stratum -1, their size NaN.
    """

    ids: tuple[str, ...]
    classes: tuple[str, ...]
    weight: FloatArray | None = field(default=None, kw_only=True)
    group: IntArray | None = field(default=None, kw_only=True)
    groups: tuple[str, ...] = field(default=(), kw_only=True)
    units: FloatArray | None = field(default=None, kw_only=True)
    stratum: IntArray | None = field(default=None, kw_only=True)
    answers: tuple[Answers, ...] = field(default=(), kw_only=True)

    @property
    def n_items(self) -> int:
        """Number of items n, labelled or not."""
        return len(self.ids)

    @property
    def alike(self) -> dict[str, Any]:
        """What any set of these items has, by name, without what is said of them."""
        return {name: getattr(self, name) for name in ("ids", "weight", "group", "groups", "units", "stratum")}


@dataclass(frozen=True)
class Items(ItemSet):
    """Items with labels, or of a list without any; their classes are those that occur as labels.

    Attributes
    ----------
    label
        Shape (n,): position in ``classes``, or :data:`UNLABELLED`.
    listed_cost
        Shape (n,): price of each item in millionths of the currency unit, or None; NaN for unlabelled items without one.
    quota, quotas
        Shape (n,): position in ``quotas`` (names of the strata of which so many entries are wanted, sorted), or None.
    kind
        Shape (n,): code of each item's type, in the order of the types' names, -1 where none is given; or None where no column names types.

    An answer is 1 for any of the classes collected, 0 for another one.
    """

    label: IntArray
    listed_cost: FloatArray | None = None
    quota: IntArray | None = None
    quotas: tuple[str, ...] = ()
    kind: IntArray | None = None

    @property
    def labelled(self) -> npt.NDArray[np.bool_]:
        """Shape (n,): which items carry a label."""
        return np.asarray(self.label != UNLABELLED)


@dataclass(frozen=True)
class ModelOutput:
    """What one model says of the items.

    Attributes
    ----------
    name
        The name the user gave it.
    score
        Shape (n,), in the order of the items' ids: higher is reviewed earlier. Ranks and scores where lower
        is better come negated. ``-inf`` marks an item the model did not score (it goes last).
    cut
        From which score on the model says "positive", or None where nobody said so.
    cost
        What using the model costs (licence, computing), in currency units.
    column
        Where the scores come from, for the reproduction block.
    """

    name: str
    score: FloatArray
    cut: float | None = None
    cost: float = 0.0
    column: str = ""


WITHOUT: Mapping[str, float] = MappingProxyType(
    {"weight": 1.0, "asked": True}
    | dict.fromkeys(("group", "stratum", "quota", "kind", "domain"), -1)
    | dict.fromkeys(("units", "listed_cost", "cost", "confidence", "review_cost"), np.nan)
)
"""What stands for items that come without these, where they are joined with others: see :func:`budgetplan.arrays.joined`."""


def of_same_names(every: Sequence[Held]) -> list[Held]:
    """Return sets of items whose groups, labels and strata are positions in the sorted names of those of all.

    >>> one = Items(("a",), ("no",), np.array([0]), group=np.array([0]), groups=("y",))
    >>> other = Items(("b",), ("maybe",), np.array([0]), group=np.array([0]), groups=("x",))
    >>> [(both.group.tolist(), both.label.tolist()) for both in of_same_names([one, other])]
    [([1], [1]), ([0], [0])]
    """
    sets: list[Any] = list(every)
    for codes, names in (("group", "groups"), ("label", "classes"), ("quota", "quotas")):
        of_set = [(part, code) for part in sets if (code := getattr(part, codes, None)) is not None]
        known = sorted({getattr(part, names)[at] for part, code in of_set for at in np.unique(code) if at >= 0})
        places = {name: place for place, name in enumerate(known)}
        for at, part in enumerate(sets):
            if (code := getattr(part, codes, None)) is not None:
                place = np.array([*(places.get(name, -1) for name in getattr(part, names)), -1])
                sets[at] = replace(part, **{codes: frozen(place[code]), names: tuple(known)})
    return sets


Missing = Literal["error", "last", "exclude", "silent"]
"""``silent``: of models that answer, where they are measured only: no answer was given."""


@dataclass(frozen=True)
class Scaling:
    """How decision values were turned into probabilities, on validation items alone (METHODS S7).

    Two classes: P(second) = 1 / (1 + exp(-(slope f + intercept))), f the decision value of the second class
    less that of the first; more: softmax(decision values / temperature), > 0. What does not apply is None.
    ``classes`` are those that the model has decision values for.

    Of answers without a confidence, ``rates``: a row for each answer with the share of each true class where it was
    given, of new items; both in the order of ``classes``, which are then all classes. The last row: where none was given.
    """

    classes: tuple[str, ...]
    slope: float | None = None
    intercept: float | None = None
    temperature: float | None = None
    rates: tuple[tuple[float, ...], ...] | None = None


@dataclass(frozen=True)
class Member:
    """One of the models in a mean of several: its probabilities are rescaled by a temperature, None: as they are."""

    name: str
    temperature: float | None


@dataclass(frozen=True)
class Predictions:
    """What one classifier says of the items, in the order of their ids.

    Attributes
    ----------
    name
        The name the user gave it.
    predicted
        Shape (n,): code of the predicted class, 0 to C - 1; -1 where the model gives no answer: never right, so that people
        decide. From probabilities: the most probable class, of equally probable ones the lowest code (as numpy's argmax).
    confidence
        Shape (n,): in [0, 1], higher is surer; 0 where there is no answer. From probabilities: the greatest one; else as given.
    probabilities
        Shape (n, C): in [0, 1], one column for each class in the order of the codes, used as given; or None
        where only prediction and confidence are known.
    column
        Where they come from (prefix of columns, file, or column), for the reproduction block.
    cost
        What using the model costs (licence, computing), in currency units.
    decision
        Shape (n, C): decision values, any finite numbers, higher is surer; -inf for a class without any; or
        None. Until they are scaled there are no probabilities and ``confidence`` is NaN, as it is of answers alone
        until labels say how often they are right.
    scaling
        How they were turned into probabilities, or None.
    members
        Of which models these are the mean; empty for a model of the plan.
    one_column
        Whether the column holds one number for two classes: it does not sort by how sure the model is.
    """

    name: str
    predicted: IntArray
    confidence: FloatArray
    probabilities: FloatArray | None = None
    column: str = ""
    cost: float = 0.0
    decision: FloatArray | None = None
    scaling: Scaling | None = None
    members: tuple[Member, ...] = ()
    one_column: bool = False

    @property
    def unscaled(self) -> bool:
        """Whether it is not known yet how sure the model is: it has decision values, or answers alone."""
        return self.scaling is None and bool(np.isnan(self.confidence).all())


@dataclass(frozen=True)
class ClassifiedSet(ItemSet):
    """Labelled items, with what every classifier says of them; their classes are the C classes that a model knows.

    Attributes
    ----------
    truth
        Shape (n,): code of each label. A label that no model knows has the code C + its position in
        ``unknown``: it is right for nobody.
    unknown
        Names of labels that no model knows, sorted; the same in the validation and the test set.
    domain, domains
        Shape (n,): position in ``domains`` (names, sorted), or None where the plan names no such column.
    review_cost
        Shape (n,): what reviewing each item costs, in currency units, >= 0; or None where nothing was said.
    models
        One for each classifier, in the order of the plan.
    """

    truth: IntArray
    unknown: tuple[str, ...] = ()
    domain: IntArray | None = None
    domains: tuple[str, ...] = ()
    review_cost: FloatArray | None = None
    models: tuple[Predictions, ...] = ()

    @property
    def n_classes(self) -> int:
        """Number of classes C that a model knows."""
        return len(self.classes)

    @property
    def n_independent(self) -> int:
        """Number of items, or of the groups that hold them, that are drawn independently."""
        return self.n_items if self.group is None else len(np.unique(self.group))

    @property
    def n_unknown(self) -> int:
        """Number of items whose label no model knows."""
        return int((self.truth >= self.n_classes).sum())

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all truths by their codes: the classes, then the labels that no model knows."""
        return self.classes + self.unknown


@dataclass(frozen=True, eq=False)
class CountedRows(ReadOnly):
    """An order of the list, the item reviewed first at the beginning.

    Attributes
    ----------
    score
        Shape (K,), never rising: a score that lies among the labelled ones as those of the items do.
    count
        Shape (K,), > 0: how many items.
    one_score, tied
        Shape (K,): whether all of them have this very score; and this very price, too, so that their order is open.
    sums
        What differs between items, shape (K,) each: ``cost`` and ``listed`` in millionths of the currency unit, ``units``
        and ``seconds`` in millionths.
    each
        What is the same for every item of the list, in the same units.
    """

    score: FloatArray
    count: IntArray
    one_score: BoolArray
    tied: BoolArray
    sums: Mapping[str, IntArray] = field(default_factory=dict)
    each: Mapping[str, int] = field(default_factory=dict)

    def total(self, name: str) -> IntArray:
        """Return the sum of an amount over the items of each row, shape (K,).

        >>> one = CountedRows(np.array([0.5]), np.array([3]), np.array([True]), np.array([True]), each={"cost": 40000})
        >>> one.total("cost").tolist(), one.total("units").tolist()
        ([120000], [0])
        """
        return self.sums[name] if name in self.sums else self.count * self.each.get(name, 0)

    def row_at(self, items: float) -> int:
        """Return in which row the first ``items`` of the order end; -1 where they end with a row.

        >>> rows = CountedRows(np.array([2.0, 1]), np.array([3, 4]), *(np.array([True, True]),) * 2)
        >>> rows.row_at(2), rows.row_at(3), rows.row_at(5)
        (0, -1, 1)
        """
        ends = np.cumsum(self.count)
        row = int(np.searchsorted(ends, items, side="left"))
        return -1 if items <= 0 or row >= len(ends) or ends[row] == items else row


class CountedList(Protocol):
    """Whoever counts the list: an engine that reads it where it is."""

    n_items: int
    without: Mapping[str, int]

    def rows(self, name: str) -> CountedRows:
        """Return the list in a model's order."""

    def coarse(self, name: str) -> CountedRows:
        """Return the same as it was counted before any stop was looked at."""

    def among(self, name: str, ids: Collection[str]) -> IntArray:
        """Return how many items of each row of :meth:`coarse` have one of these names."""

    def scored_by_all(self, name: str) -> IntArray:
        """Return how many items of each row of :meth:`coarse` have a score of every model."""

    def mix(self, name: str, places: Mapping[str, IntArray], labelled: FloatArray, per: int) -> CountedRows:
        """Return the list in the order of the sum of the places of several models.

        Parameters
        ----------
        name
            What that order is called.
        places
            By model: a whole number for each row of its order, as :meth:`coarse` gives it.
        labelled
            Shape (n,): the scores of the labelled items in this order, ``-inf`` allowed.
        per
            How many of the whole numbers are 1 in these scores.
        """
