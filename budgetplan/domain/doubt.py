"""What may be wrong in the data of a plan: one kind for each thing to look at, where it was seen, and the warning it becomes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Literal, Self

FEW = 30
"""Fewer positives or groups than this carry no firm answer."""


SERIOUS = "serious"
"""Mark of what makes a whole report doubtful, so that its title says so."""

OF_A_MODEL = "of a model"
"""Mark of doubts whose first name is that of a model."""


class DoubtKind(Enum):
    """What may be wrong, with its marks; those that are told first stand first."""

    marks: tuple[str, ...]

    SAME_ANSWER = "same answer", SERIOUS
    PERFECT = "perfect", SERIOUS, OF_A_MODEL
    MADE_WITH_LABELS = "made with labels", SERIOUS, OF_A_MODEL
    ALL_RIGHT = "all right", SERIOUS, OF_A_MODEL
    FROM_THE_TOP = "from the top", SERIOUS, OF_A_MODEL
    RICHER_REST = "richer rest", SERIOUS
    LIST_UNLIKE = "list unlike", SERIOUS, OF_A_MODEL
    OUTSIDE = "outside"
    REVERSED = "reversed", SERIOUS, OF_A_MODEL
    UNSURE_IS_RIGHT = "unsure is right", SERIOUS, OF_A_MODEL
    ROW_NUMBERS = "row numbers", SERIOUS, OF_A_MODEL
    CONFIDENCE = "confidence", SERIOUS, OF_A_MODEL
    AGREES_BY_CHANCE = "agrees by chance", SERIOUS, OF_A_MODEL
    BELOW_CHANCE = "below chance", SERIOUS, OF_A_MODEL
    COPIES = "copies", SERIOUS, OF_A_MODEL
    MANY_DUPLICATES_ACROSS = "many duplicates across splits", SERIOUS
    MANY_DUPLICATES = "many duplicates", SERIOUS
    NO_POSITIVES = "no positives"
    ALL_POSITIVE = "all positive"
    ONE_CLASS = "one class"
    LABELS_LIKE_SCORES = "labels like scores"
    RARE_LABEL = "rare label"
    SHORT_LIST = "short list"
    JUDGEMENTS = "judgements"
    DUPLICATES_ACROSS = "duplicates across splits"
    GROUPS_ACROSS = "groups across splits"
    PRICED_PER_THOUSAND = "priced per thousand"
    NOT_PRICED = "not priced"
    FEW_POSITIVES = "few positives"
    FEW_GROUPS = "few groups"
    FEW_OF_CLASSES = "few of classes"
    DOMAIN_LOSES = "domain loses"
    DUPLICATES = "duplicates"
    SCORES_LIKE_ABSTENTIONS = "scores like abstentions", OF_A_MODEL
    SCORES_LIKE_LABELS = "scores like labels", OF_A_MODEL
    CONSTANT = "constant", OF_A_MODEL
    NO_PROBABILITIES = "no probabilities", OF_A_MODEL
    OTHER_ORDER = "other order"
    ROUNDED_UP = "rounded up"

    def __new__(cls, key: str, *marks: str) -> Self:
        """Make one whose value is its key alone."""
        kind = object.__new__(cls)
        kind._value_ = key
        kind.marks = marks
        return kind

    @property
    def serious(self) -> bool:
        """Whether it makes a whole report doubtful."""
        return SERIOUS in self.marks

    @property
    def of_a_model(self) -> bool:
        """Whether the first name of such a doubt is that of a model."""
        return OF_A_MODEL in self.marks


@dataclass(frozen=True)
class Doubt:
    """One thing to look at.

    Attributes
    ----------
    kind
        What it is.
    file, column, line
        Where; empty or None where it does not apply.
    n, of
        How many, of how many.
    names
        What it is about: models, labels, groups, splits; as the kind needs them.
    value
        A number of the kind's own: a score, an AUC.
    """

    kind: DoubtKind
    file: str
    column: str = ""
    n: int = 0
    of: int = 0
    names: tuple[str, ...] = ()
    value: float | None = None
    line: int | None = None


Severity = Literal["serious", "note"]
"""``serious``: it can turn the whole decision; ``note``: it is worth a look, the numbers may stand."""


@dataclass(frozen=True)
class DataWarning:
    """One warning.

    Attributes
    ----------
    key
        Which kind it is: a value of :class:`~budgetplan.domain.doubt.DoubtKind`.
    severity
        Whether it can turn the decision.
    told, todo
        What is the matter, as the beginning of a sentence, and what to do; neither has a full stop.
    file, column, line
        Where; empty or None where it does not apply.
    model
        The model it is about; empty where it is about none or several.
    """

    key: str
    severity: Severity
    told: str
    todo: str
    file: str = ""
    column: str = ""
    line: int | None = None
    model: str = ""


def worst_first(warnings: Iterable[DataWarning]) -> tuple[DataWarning, ...]:
    """Return the warnings in the order in which they are told, each once: serious ones before notes, then by kind.

    The order depends on what they say alone, not on that of rows, columns or models.

    >>> [one.key for one in worst_first([DataWarning(key, "note", "", "") for key in ("constant", "one class")])]
    ['one class', 'constant']
    """
    rank = {kind.value: place for place, kind in enumerate(DoubtKind)}

    def order(warning: DataWarning) -> tuple[bool, int, str, str, str, int, str]:
        place = rank.get(warning.key, len(rank))
        return (
            warning.severity != "serious",
            place,
            warning.key,
            warning.file,
            warning.column,
            warning.line or 0,
            warning.told,
        )

    return tuple(sorted(dict.fromkeys(warnings), key=order))


def is_serious(warnings: Iterable[DataWarning]) -> bool:
    """Return whether one of the warnings can turn the decision."""
    return any(warning.severity == "serious" for warning in warnings)
