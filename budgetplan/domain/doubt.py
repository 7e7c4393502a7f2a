"""What may be wrong in the data of a plan: one kind for each thing to look at, where it was seen, and the warning it becomes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Literal, Self

from budgetplan.domain.messages import Message, NamedOption
from budgetplan.errors import Problem

FEW = 30
"""Fewer positives or groups than this carry no firm answer."""


SERIOUS = "serious"
"""Mark of what makes a whole report doubtful, so that its title says so."""

OF_A_MODEL = "of a model"
"""Mark of doubts whose first name is that of a model."""


class DoubtKind(Enum):
    """What may be wrong, with its marks; those that are told first stand first."""

    serious: bool
    """Whether it makes a whole report doubtful."""
    of_a_model: bool
    """Whether the first name of such a doubt is that of a model."""

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
    FAR_OUT = "far out", OF_A_MODEL
    NO_PROBABILITIES = "no probabilities", OF_A_MODEL
    OTHER_ORDER = "other order"
    OTHER_PACE = "other pace"
    SAME_START = "same start"
    ROUNDED_UP = "rounded up"

    def __new__(cls, key: str, *marks: str) -> Self:
        """Make one whose value is its key alone."""
        kind = object.__new__(cls)
        kind._value_ = key
        kind.serious, kind.of_a_model = SERIOUS in marks, OF_A_MODEL in marks
        return kind


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

    @property
    def message(self) -> Message:
        """What looks wrong, and what to do about it.

        >>> print(Doubt(DoubtKind.FEW_GROUPS, "t.csv", "speaker", 1, 300).message.texts()[0])
        there is only 1 group among 300 items, so that intervals may be too narrow
        """
        names, kind, value = self.names, self.kind.name.lower(), self.value or 0.0
        first, second = (*names, "", "")[:2]
        values = {"n": self.n, "of": self.of, "names": names, "first": first, "second": second, "rest": names[1:]}
        values |= {"after": names[2:], "value": value, "percent": round(100 * value)}
        match self.kind:
            case DoubtKind.DUPLICATES | DoubtKind.MANY_DUPLICATES:
                kind = "duplicate" if self.n == 1 else "duplicates"
            case DoubtKind.MANY_DUPLICATES_ACROSS:
                kind = "duplicates_across"
            case DoubtKind.REVERSED:
                kind = "reversed_lower" if second == "lower" else "reversed_higher"
            case DoubtKind.AGREES_BY_CHANCE if names[1:]:
                kind = "agrees_by_chance_in_array"
            case DoubtKind.OUTSIDE if names:
                kind = "outside_of_answers"
            case DoubtKind.LIST_UNLIKE if names[1:]:
                kind = "list_unlike_by_share"
                # Exact, so that no small share is printed with an exponent.
                shares = ((100 * Decimal(name)).normalize() for name in names[1:])
                values |= zip(("share", "low", "high"), shares, strict=True)
                values |= {"say": NamedOption("list.prevalence", second)}
            case DoubtKind.RICHER_REST:
                values |= {"value": round(value), "found": round(float(first)), "most": round(float(second))}
            case DoubtKind.OTHER_PACE:
                settings = [NamedOption(key, value) for key, _, value in (name.partition("=") for name in names[1:])]
                values |= {"planned": float(first), "say": settings}
            case DoubtKind.DOMAIN_LOSES:
                values["n"] = len(names)
            case DoubtKind.JUDGEMENTS:
                values |= {"say": NamedOption("table.annotator", self.column), "also": NamedOption("table.id", first)}
            case DoubtKind.SAME_ANSWER:
                # What is given on the command line takes the place of what a plan file says: all are named.
                both = [NamedOption("table.positive", name) for name in (*names[2:], first)]
                values |= {"say": NamedOption("table.as_label", first), "also": both}
        return Message(f"doubts.{kind}", **values)

    @property
    def problem(self) -> Problem:
        """The same with its place."""
        return Problem(self.message, self.file, self.line, self.column)


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
        kind, place = warning.key, (warning.file, warning.column, warning.line or 0)
        return warning.severity != "serious", rank.get(kind, len(rank)), kind, *place, warning.told

    return tuple(sorted(dict.fromkeys(warnings), key=order))


def is_serious(warnings: Iterable[DataWarning]) -> bool:
    """Return whether one of the warnings can turn the decision."""
    return any(warning.severity == "serious" for warning in warnings)
