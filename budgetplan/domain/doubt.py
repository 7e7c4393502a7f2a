"""What may be wrong in the data of a plan: one kind for each thing to look at, and where it was seen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

FEW = 30
"""Fewer positives or groups than this carry no firm answer."""


class DoubtKind(Enum):
    """What may be wrong."""

    DUPLICATES = "duplicates"
    DUPLICATES_ACROSS = "duplicates across splits"
    MANY_DUPLICATES = "many duplicates"
    MANY_DUPLICATES_ACROSS = "many duplicates across splits"
    LABELS_LIKE_SCORES = "labels like scores"
    RARE_LABEL = "rare label"
    SHORT_LIST = "short list"
    SCORES_LIKE_LABELS = "scores like labels"
    CONSTANT = "constant"
    REVERSED = "reversed"
    UNSURE_IS_RIGHT = "unsure is right"
    PERFECT = "perfect"
    NO_PROBABILITIES = "no probabilities"
    BELOW_CHANCE = "below chance"
    AGREES_BY_CHANCE = "agrees by chance"
    COPIES = "copies"
    NO_POSITIVES = "no positives"
    ALL_POSITIVE = "all positive"
    ONE_CLASS = "one class"
    FEW_POSITIVES = "few positives"
    FEW_OF_CLASSES = "few of classes"
    FEW_GROUPS = "few groups"
    GROUPS_ACROSS = "groups across splits"
    OTHER_ORDER = "other order"
    JUDGEMENTS = "judgements"
    ALL_RIGHT = "all right"
    LIST_UNLIKE = "list unlike"
    DOMAIN_LOSES = "domain loses"
    FROM_THE_TOP = "from the top"
    RICHER_REST = "richer rest"
    OUTSIDE = "outside"
    NOT_PRICED = "not priced"
    CONFIDENCE = "confidence"
    ROW_NUMBERS = "row numbers"
    MADE_WITH_LABELS = "made with labels"
    SCORES_LIKE_ABSTENTIONS = "scores like abstentions"
    PRICED_PER_THOUSAND = "priced per thousand"
    SAME_ANSWER = "same answer"


SERIOUS = frozenset(
    {
        DoubtKind.REVERSED,
        DoubtKind.UNSURE_IS_RIGHT,
        DoubtKind.PERFECT,
        DoubtKind.ALL_RIGHT,
        DoubtKind.BELOW_CHANCE,
        DoubtKind.AGREES_BY_CHANCE,
        DoubtKind.COPIES,
        DoubtKind.LIST_UNLIKE,
        DoubtKind.CONFIDENCE,
        DoubtKind.ROW_NUMBERS,
        DoubtKind.MADE_WITH_LABELS,
        DoubtKind.FROM_THE_TOP,
        DoubtKind.RICHER_REST,
        DoubtKind.SAME_ANSWER,
        DoubtKind.MANY_DUPLICATES,
        DoubtKind.MANY_DUPLICATES_ACROSS,
    }
)
"""What makes a whole report doubtful, so that its title says so."""

OF_A_MODEL = frozenset(
    {
        DoubtKind.SCORES_LIKE_LABELS,
        DoubtKind.SCORES_LIKE_ABSTENTIONS,
        DoubtKind.CONSTANT,
        DoubtKind.REVERSED,
        DoubtKind.UNSURE_IS_RIGHT,
        DoubtKind.PERFECT,
        DoubtKind.ALL_RIGHT,
        DoubtKind.NO_PROBABILITIES,
        DoubtKind.BELOW_CHANCE,
        DoubtKind.AGREES_BY_CHANCE,
        DoubtKind.COPIES,
        DoubtKind.LIST_UNLIKE,
        DoubtKind.FROM_THE_TOP,
        DoubtKind.CONFIDENCE,
        DoubtKind.ROW_NUMBERS,
        DoubtKind.MADE_WITH_LABELS,
    }
)
"""Doubts whose first name is that of a model."""


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
