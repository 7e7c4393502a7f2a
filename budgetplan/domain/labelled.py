"""Items with classes, and what each classifier says of them: the input of the defer workflow (METHODS S1)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.domain.items import ItemSet


@dataclass(frozen=True)
class Scaling:
    """How decision values were turned into probabilities, on validation items alone (METHODS S7).

    Two classes: P(second) = 1 / (1 + exp(-(slope f + intercept))), f the decision value of the second class
    less that of the first; more: softmax(decision values / temperature), > 0. What does not apply is None.
    ``classes`` are those that the model has decision values for.

    Of answers without a confidence, ``rates``: a row for each answer with the share of each true class where it was
    given, of new items; both in the order of ``classes``, which are then all classes.
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
        Shape (n,): code of the predicted class, 0 to C - 1. From probabilities: the most probable class,
        of equally probable ones the lowest code (as numpy's argmax).
    confidence
        Shape (n,): in [0, 1], higher is surer. From probabilities: the greatest one; else as given.
    probabilities
        Shape (n, C): in [0, 1], one column for each class in the order of the codes, used as given; or None
        where only prediction and confidence are known.
    column
        Where they come from (prefix of columns, file, or column), for the reproduction block.
    largest_deviation
        The largest |sum of an item's probabilities - 1|: 0 or more.
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
    largest_deviation: float = 0.0
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
