"""The form of an option: what may be said of it, and how a section of the plan file becomes options."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints


class ValueKind(Enum):
    """What the value of an option is; the text stands in the reference table."""

    TEXT = "text"
    TEXTS = "texts"
    COUNT = "whole number"
    NUMBER = "number"
    MONEY = "amount"
    SHARE = "share"
    CHOICE = "choice"
    BY_CLASS = "amount, or amounts by class"
    SHARE_BY_CLASS = "share, or shares by class"
    BY_NAME = "amounts by name"
    CELLS = "tables with predicted, truth, value"
    COUNT_BY_NAME = "whole numbers by name"
    PAIRS = "names by name"
    RANGE = "range"
    RANGES = "ranges by key"
    BUDGET = "budget"
    TARGET = "target"
    WORDS = "four words"
    SWITCH = "switch"


@dataclass(frozen=True)
class Option:
    """One thing the user can say.

    Attributes
    ----------
    key
        ``section.key`` in the plan file; empty where only the command line has it.
    flag
        Command line option; empty where only the plan file and ``--set`` have it. What a first report from a table
        needs has one, and no more: a short help is read.
    metavar
        What stands for the value in the help.
    kind
        What the value is.
    default
        What holds where nothing is said, in words.
    help
        One sentence.
    many
        May be given several times.
    choices
        The values allowed, for :attr:`ValueKind.CHOICE`.
    low, high
        Smallest and greatest whole number allowed, for :attr:`ValueKind.COUNT`.
    negative
        Whether an amount may be below 0.
    """

    key: str
    flag: str
    metavar: str
    kind: ValueKind
    default: str
    help: str
    many: bool = False
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 10**9
    negative: bool = False

    @property
    def section(self) -> str:
        """The table of the plan file in which the key stands."""
        return self.key.partition(".")[0]

    @property
    def param(self) -> str:
        """Name of the parameter on the command line.

        >>> from budgetplan.domain.options import BY_KEY
        >>> BY_KEY["cost.per_item"].param
        'cost__per_item'
        """
        return self.key.replace(".", "__") if self.key else self.flag.lstrip("-").replace("-", "_")

    @property
    def is_money(self) -> bool:
        """Whether the value is money, so that a currency may stand beside it.

        >>> from budgetplan.domain.options import BY_KEY
        >>> BY_KEY["cost.per_item"].is_money, BY_KEY["cost.seconds_per_item"].is_money
        (True, False)
        """
        return self.kind in {ValueKind.MONEY, ValueKind.BY_CLASS, ValueKind.BY_NAME, ValueKind.BUDGET}


_Of = ValueKind
Text = Annotated[str, _Of.TEXT]
Texts = Annotated[tuple[str, ...], _Of.TEXTS]
Count = Annotated[int, _Of.COUNT]
Number = Annotated[Decimal, _Of.NUMBER]
Amount = Annotated[Decimal, _Of.MONEY]
Share = Annotated[Decimal, _Of.SHARE]
AmountByClass = Annotated[dict[str, Decimal], _Of.BY_CLASS]
ShareByClass = Annotated[dict[str, Decimal], _Of.SHARE_BY_CLASS]
AmountByName = Annotated[dict[str, Decimal], _Of.BY_NAME]
CountByName = Annotated[dict[str, int], _Of.COUNT_BY_NAME]
# What something is worth may be below 0.
Worth = Annotated[Decimal, _Of.MONEY, "negative"]
WorthByClass = Annotated[dict[str, Decimal], _Of.BY_CLASS, "negative"]
Cells = Annotated[dict[tuple[str, str], Decimal], _Of.CELLS, "negative"]
Pairs = Annotated[dict[str, str], _Of.PAIRS]
Range = Annotated[tuple[Decimal, Decimal], _Of.RANGE]
RangesByKey = Annotated[dict[str, tuple[Decimal, Decimal]], _Of.RANGES]
BudgetText = Annotated[str, _Of.BUDGET]
TargetText = Annotated[str, _Of.TARGET]
FourWords = Annotated[str, _Of.WORDS]
Switch = Annotated[bool, _Of.SWITCH]

ROWS: list[Option] = []
"""Every option, as the sections are declared."""

HEADINGS: dict[str, str] = {}
"""Sections of the plan file, with their headings in the help."""


def option(meaning: str, default: str = "none", *, flag: str = "", key: str = "", **more: Any) -> Any:
    """Return what a field says beside its type; ``flag`` holds the metavar too: ``--cost AMOUNT``."""
    name, _, metavar = flag.partition(" ")
    return Option(key, name, metavar, ValueKind.TEXT, default, meaning, **more)


class PlanSection:
    """A section of the plan file: every field of a class made from this one is an option, in the order of the table."""

    def __init_subclass__(cls, name: str, heading: str) -> None:
        HEADINGS[name] = heading
        for field, hint in get_type_hints(cls, include_extras=True).items():
            said: Option = getattr(cls, field)
            key = said.key or (name and f"{name}.{field}")
            if get_origin(hint) is Literal:
                choices = get_args(hint)
                # The first choice holds where none is said, unless the field names another.
                default = choices[0] if said.default == "none" else said.default
                shown = "|".join(choices)
                found = replace(said, kind=ValueKind.CHOICE, choices=choices, default=default, metavar=shown)
            else:
                kind, *more = hint.__metadata__
                many = said.many or kind in {ValueKind.TEXTS, ValueKind.PAIRS}
                metavar = said.metavar or ("" if kind is ValueKind.SWITCH else kind.name)
                found = replace(said, kind=kind, many=many, metavar=metavar, negative=bool(more))
            ROWS.append(replace(found, key=key))
