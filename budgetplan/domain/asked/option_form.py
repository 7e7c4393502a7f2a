"""The form of an option: what may be said of it, and how a section of the plan file becomes options."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import Enum
from functools import cache
from itertools import pairwise
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin, get_type_hints


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


TABLES = (
    *(ValueKind.BY_CLASS, ValueKind.SHARE_BY_CLASS, ValueKind.BY_NAME),
    *(ValueKind.COUNT_BY_NAME, ValueKind.PAIRS, ValueKind.RANGES),
)
"""Kinds of which a plan file has a table."""


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
        What it means: one sentence or more.
    value
        What holds where nothing is said, of its kind; None where that is no value.
    many
        May be given several times.
    choices
        The values allowed, for :attr:`ValueKind.CHOICE`.
    low, high
        Smallest and greatest whole number allowed, for :attr:`ValueKind.COUNT`.
    negative
        Whether an amount may be below 0.
    compared
        Whether plans that differ in it are two.
    """

    key: str
    flag: str
    metavar: str
    kind: ValueKind
    default: str
    help: str
    value: Any
    many: bool = False
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 10**9
    negative: bool = False
    compared: bool = True

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
AmountByClass = Annotated[Mapping[str, Decimal], _Of.BY_CLASS]
ShareByClass = Annotated[Mapping[str, Decimal], _Of.SHARE_BY_CLASS]
AmountByName = Annotated[Mapping[str, Decimal], _Of.BY_NAME]
CountByName = Annotated[Mapping[str, int], _Of.COUNT_BY_NAME]
# What something is worth may be below 0.
Worth = Annotated[Decimal, _Of.MONEY, "negative"]
WorthByClass = Annotated[Mapping[str, Decimal], _Of.BY_CLASS, "negative"]
Cells = Annotated[Mapping[tuple[str, str], Decimal], _Of.CELLS, "negative"]
Pairs = Annotated[Mapping[str, str], _Of.PAIRS]
Range = Annotated[tuple[Decimal, Decimal], _Of.RANGE]
RangesByKey = Annotated[Mapping[str, tuple[Decimal, Decimal]], _Of.RANGES]
BudgetText = Annotated[str, _Of.BUDGET]
TargetText = Annotated[str, _Of.TARGET]
FourWords = Annotated[str, _Of.WORDS]
Switch = Annotated[bool, _Of.SWITCH]

ROWS: list[Option] = []
"""Every option, as the sections are declared."""

HEADINGS: dict[str, str] = {}
"""Sections of the plan file, with their headings in the help."""


def option(
    default: Any = None, *, shown: str | None = None, flag: str = "", key: str = "", **more: Any
) -> Any:
    """Return what a field says beside its type and the text below it.

    ``default`` holds where nothing is said; ``shown`` says in words what does, where that is no value. ``flag`` holds
    the metavar too: ``--cost AMOUNT``.
    """
    name, _, metavar = flag.partition(" ")
    words = ("none" if default is None else str(default)) if shown is None else shown
    return Option(key, name, metavar, ValueKind.TEXT, words, "", default, **more)


class PlanSection:
    """A section of the plan file, or a part of one: its fields are options, in the order of the reference table.

    What a plan holds of a section inherits from its class, so that every key is declared once: its type, what holds
    where nothing is said, and as the text below the field what stands in the help.
    """

    section: ClassVar[str] = ""
    names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, name: str | None = None, heading: str = "") -> None:
        if name is None:
            return
        HEADINGS.setdefault(name, heading)
        cls.section, cls.names = name, tuple(cls.__annotations__)
        hints, meanings = get_type_hints(cls, include_extras=True), _texts_below_fields(cls)
        for field_name in cls.names:
            declared: Option = getattr(cls, field_name)
            key = declared.key or (name and f"{name}.{field_name}")
            entry = _typed(replace(declared, key=key, help=meanings.get(field_name, "")), hints[field_name])
            ROWS.append(entry)
            default: Any = {"default_factory": dict} if entry.value == {} else {"default": entry.value}
            setattr(cls, field_name, field(**default, compare=entry.compared))

    def __post_init__(self) -> None:
        """Make dictionaries read-only."""
        read_only(self)


def read_only(record: Any) -> None:
    """Make the dictionaries among the fields of a frozen dataclass read-only."""
    for name, value in vars(record).items():
        if isinstance(value, dict):
            object.__setattr__(record, name, MappingProxyType(dict(value)))


def _typed(entry: Option, hint: Any) -> Option:
    """Return an option with what its type says: its kind, its choices, and its default as a value of that kind."""
    if get_origin(hint) is Literal:
        choices = get_args(hint)
        # The first choice holds where none is said, unless the field names another.
        default = entry.value or choices[0]
        shown = "|".join(choices)
        return replace(
            entry, kind=ValueKind.CHOICE, choices=choices, default=default, value=default, metavar=shown
        )
    annotated = hint if get_origin(hint) is Annotated else get_args(hint)[0]
    kind, *more = annotated.__metadata__
    value = entry.value
    if kind in _EMPTY and value is None:
        value = _EMPTY[kind]
    elif annotated.__origin__ is Decimal and value is not None:
        value = Decimal(value)
    return replace(
        entry,
        kind=kind,
        value=value,
        many=entry.many or kind in {ValueKind.TEXTS, ValueKind.PAIRS},
        metavar=entry.metavar or ("" if kind is ValueKind.SWITCH else kind.name),
        negative=bool(more),
    )


_EMPTY: Mapping[ValueKind, Any] = MappingProxyType(
    {_Of.TEXT: "", _Of.TEXTS: (), _Of.SWITCH: False} | {kind: {} for kind in (*TABLES, ValueKind.CELLS)}
)
"""What holds of some kinds where nothing is said."""


def _texts_below_fields(section: type) -> dict[str, str]:
    """Return the text below each field of a class, in one line."""
    (source,) = (
        node
        for node in ast.walk(_parsed(section.__module__))
        if isinstance(node, ast.ClassDef) and node.name == section.__name__
    )
    return {
        above.target.id: " ".join(str(ast.literal_eval(below.value)).split())
        for above, below in pairwise(source.body)
        if isinstance(above, ast.AnnAssign)
        and isinstance(above.target, ast.Name)
        and isinstance(below, ast.Expr)
    }


@cache
def _parsed(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(sys.modules[module]))
