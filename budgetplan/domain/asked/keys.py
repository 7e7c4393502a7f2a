"""What may be said: the form of a key, and every key with its type, its default and its help.

Each section of the plan file is a class, each key one of its fields: its type says what the value is, and the text below
it stands in the help. This module loads nothing heavy: the help of the command line is made from it.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections import ChainMap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import Enum
from functools import cache
from itertools import pairwise
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal, dataclass_transform, get_args, get_origin, get_type_hints

from budgetplan.domain.asked.profile import ProfileName
from budgetplan.tools import READ


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
ShareByClass = Annotated[Mapping[str, Decimal], _Of.SHARE_BY_CLASS]
AmountByName = Annotated[Mapping[str, Decimal], _Of.BY_NAME]
# What something is worth may be below 0.
Worth = Annotated[Decimal, _Of.MONEY, "negative"]
WorthByClass = Annotated[Mapping[str, Decimal], _Of.BY_CLASS, "negative"]
Cells = Annotated[Mapping[tuple[str, str], Decimal], _Of.CELLS, "negative"]
Pairs = Annotated[Mapping[str, str], _Of.PAIRS]
Range = Annotated[tuple[Decimal, Decimal], _Of.RANGE]
Switch = Annotated[bool, _Of.SWITCH]
Language = Literal["en", "de"]
Dialect = Literal["auto", "table", *READ, ""]  # type: ignore[valid-type]

ROWS: list[Option] = []
"""Every option, as the sections are declared."""

HEADINGS: dict[str, str] = {}
"""Sections of the plan file, with their headings in the help."""


def option(default: Any = None, *, shown: str | None = None, flag: str = "", key: str = "", **more: Any) -> Any:
    """Return what a field says beside its type and the text below it.

    ``default`` holds where nothing is said; ``shown`` says in words what does, where that is no value. ``flag`` holds
    the metavar too: ``--cost AMOUNT``.
    """
    name, _, metavar = flag.partition(" ")
    words = ("none" if default is None else str(default)) if shown is None else shown
    return Option(key, name, metavar, ValueKind.TEXT, words, "", default, **more)


class ReadOnly:
    """A frozen dataclass whose dictionaries are read-only, too."""

    def __post_init__(self) -> None:
        """Make dictionaries read-only."""
        for name, value in vars(self).items():
            if isinstance(value, dict):
                object.__setattr__(self, name, MappingProxyType(dict(value)))


@dataclass_transform(frozen_default=True)
class PlanSection(ReadOnly):
    """A section of the plan file, or a part of one: its fields are options, in the order of the reference table.

    What a plan holds of a section inherits from its class, so that every key is declared once: its type, what holds
    where nothing is said, and as the text below the field what stands in the help. All of them are frozen dataclasses.
    """

    keys: ClassVar[Mapping[str, str]] = MappingProxyType({})

    def __init_subclass__(cls, name: str | None = None, heading: str = "", *, kw_only: bool = False) -> None:
        keys: dict[str, str] = dict(ChainMap(*(getattr(base, "keys", {}) for base in cls.__bases__)))
        if name is not None:
            HEADINGS.setdefault(name, heading)
            keys |= _declared(cls, name)
        cls.keys = MappingProxyType(keys)
        dataclass(frozen=True, kw_only=kw_only)(cls)


def _declared(cls: type, section: str) -> Iterator[tuple[str, str]]:
    """Make the fields of a section options, and yield their names with their keys."""
    hints, meanings = get_type_hints(cls, include_extras=True), _texts_below_fields(cls)
    for name in tuple(cls.__annotations__):
        declared: Option = getattr(cls, name)
        key = declared.key or (section and f"{section}.{name}")
        entry = _typed(replace(declared, key=key, help=meanings.get(name, "")), hints[name])
        ROWS.append(entry)
        default: Any = {"default_factory": dict} if entry.value == {} else {"default": entry.value}
        setattr(cls, name, field(**default, compare=entry.compared))
        yield name, key


def _typed(entry: Option, hint: Any) -> Option:
    """Return an option with what its type says: its kind, its choices, and its default as a value of that kind."""
    # A type with a value beside it: what may be said, and what else a field of the plan holds.
    meant = hint if get_origin(hint) in (Literal, Annotated) else get_args(hint)[0]
    if get_origin(meant) is Literal:
        # The first choice holds where none is said, unless the field names another; nobody writes an empty one.
        choices = tuple(filter(None, get_args(meant)))
        default = entry.value or choices[0]
        value = default if entry.value is None else entry.value
        shown = "|".join(choices)
        return replace(entry, kind=ValueKind.CHOICE, choices=choices, default=default, value=value, metavar=shown)
    kind, *more = meant.__metadata__
    value = entry.value
    if kind in _EMPTY and value is None:
        value = _EMPTY[kind]
    elif meant.__origin__ is Decimal and value is not None:
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
    """Return the text below each field of a class, in one line; none where the program is installed without its source."""
    try:
        nodes = ast.walk(_parsed(section.__module__))
    except OSError:
        return {}
    source = next(node for node in nodes if isinstance(node, ast.ClassDef) and node.name == section.__name__)
    return {
        above.target.id: " ".join(str(ast.literal_eval(below.value)).split())
        for above, below in pairwise(source.body)
        if isinstance(above, ast.AnnAssign) and isinstance(above.target, ast.Name) and isinstance(below, ast.Expr)
    }


@cache
def _parsed(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(sys.modules[module]))


class _Table(PlanSection, name="table", heading="The table"):
    """Section [table]."""

    file: Text = option(shown="")
    """The table, one row for each item: text with commas, semicolons or tabs, .xlsx, Parquet, JSON Lines, or the
    export of an annotation tool. On the command line: the first argument."""


class ColumnKeys(PlanSection, name="table"):
    """Section [table]: columns."""

    label: Text = option(shown="", flag="--label COLUMN")
    """Column with the label that people gave; empty where nobody has labelled the item."""
    id: Text = option(shown="item_id, id or row.names, else the line", flag="--id COLUMN")
    """Column with the name of each item."""
    split: Text = option("split", key="table.split_column")
    """Column that says to which split a row belongs."""
    group: Text = option(flag="--group COLUMN")
    """Column of what items share (a type, a text, a speaker), so that they are not independent."""
    weight: Text = option(shown="all 1")
    """Column that says for how many items a row stands."""
    units: Text = option()
    """Column with the size of each item (characters, tokens, seconds)."""
    cost: Text = option()
    """Column with the price of each item."""
    stratum: Text = option()
    """Column that says from which part of the list a labelled item was drawn: in each draw, every part keeps its
    weight."""
    type: Text = option()
    """Column with the type of each item (a lemma, an idiom), where entries are types; a group with entry.unit = "item"."""


class _Wanted(PlanSection, name="table"):
    """Section [table]: what is collected from which rows, and how."""

    positive: Texts = option(shown="", flag="--positive CLASS")
    """Label that the resource collects."""
    split: Text = option(shown="all rows")
    """Use the labels of this split alone."""
    missing: Literal["error", "last", "exclude"] = option()
    """What to do with a labelled item that has no score: stop, put it last, or leave it out for every model."""
    workflow: Literal["auto", "filter", "defer", "joint"] = option()
    """Filter: models order items for review. Defer: a model's answer is accepted or left to people. Joint:
    defer, and people review what a budget pays for. Auto: defer where models give classes or [answers] is
    used (joint where there is a budget too), else filter."""
    classes: Text = option(
        shown="a file beside the array: proba.classes.txt or .json for proba.npy", flag="--classes FILE|A,B|sorted"
    )
    """Classes of the columns of .npy files, in their order: a text file with one on each line, a JSON list, their
    names with commas, or "sorted": the table's labels in sorted order, as scikit-learn has them."""


class FormKeys(PlanSection, name="table"):
    """Section [table]: how the table is written."""

    separator: Literal["auto", "comma", "semicolon", "tab", "space", ""] = option("")
    """What stands between the cells of the table."""
    decimal: Literal["auto", "point", "comma", ""] = option("")
    """Sign before the decimals of the table's numbers."""
    encoding: Text = option(shown="auto: as its bytes show")
    """Encoding of the table and of files beside it, where they are not UTF-8, as Python names it: utf-8,
    utf-16, windows-1250, iso-8859-2, koi8-r ..."""
    empty: Texts = option()
    """What stands in a cell that is meant to be empty, such as NA."""
    as_label: Texts = option()
    """A real label, though it looks like another one, or as if nobody had judged the item (none, -1)."""
    sheet: Text = option(shown="the only one")
    """Sheet of the workbook."""
    header: Count = option(0, shown="the first one that is as wide as the table", low=1)
    """Line of the table with the names of the columns, as its program counts lines; lines above it are left out."""
    dialect: Dialect = option("", flag="--dialect")
    """Tool that exported the file, if that is not clear from its keys; table: none, it is read as it stands."""
    map: Pairs = option(flag="--map THEIRS=OURS")
    """Call the column THEIRS of the file OURS."""
    labels: Text = option()
    """File with the labels, where they are not in the table: the columns of the ids and of the labels, and
    of splits, weights and strata of the sample that the table lacks."""
    costs: Text = option()
    """File with the price of each item, where it is not in the table: the columns of the ids and of the
    prices."""
    sample: Text = option()
    """File that says how the labelled items were drawn, where that was not at random from the whole list: the
    columns of the ids, of the weights (weight) and of the parts of the list (stratum)."""
    long: Texts = option()
    """Columns with the item, the model and the score, where the table has a row for each item and model."""
    annotator: Text = option()
    """Column that says who judged, where the table has a row for each judgement: the label with most
    judgements counts."""
    adjudicator: Text = option()
    """The annotator who settles disagreements."""


class SplitKeys(PlanSection, kw_only=True, name="table"):
    """Section [table]: where validation and test items are."""

    validation: Text = option("validation")
    """Defer: split on which cutoffs are chosen."""
    test: Text = option("test")
    """Defer: split on which values are reported."""
    file_validation: Text = option()
    """Defer: table with the validation items, where they have a file of their own."""
    file_test: Text = option()
    """Defer: table with the test items, in place of table.file."""
    domain: Text = option()
    """Defer: column with the domain of each item."""


class NameKeys(PlanSection, name="models", heading="The models"):
    """Section [models]: any model."""

    name: Text = option(shown="", flag="--model NAME[=COLUMN]", many=True)
    """A model, and the column of its scores where that has another name. In the plan file: one [[models]]
    table each."""


class ScoreKeys(PlanSection, name="models"):
    """Section [models]: a model that orders items."""

    column: Text = option(shown="the name")
    """Column with the scores of the model."""
    order: Literal["higher", "lower", "rank"] = option()
    """What is reviewed first: higher scores, lower scores, or rank 1."""
    cut: Annotated[float, _Of.NUMBER] | None = option()
    """Score from which on the model itself says yes."""
    says: Text = option()
    """Column with the model's answer, if its score is the probability of that answer. Of two labels, the score
    is turned round where the answer is the label that is not collected; more than two give no order."""


class CostKeys(PlanSection, name="models", kw_only=True):
    """Section [models]: what any model costs."""

    cost: Amount = option(0)
    """What using the model costs, once."""


class ClassifierKeys(PlanSection, name="models"):
    """Section [models]: a model that answers."""

    probabilities: Text = option(flag="--probabilities NAME=PREFIX", many=True)
    """A model with class probabilities, and the beginning of their columns: p_rf for p_rf:hate, p_rf:neither.
    Of two classes one column will do: the probability of the positive one."""
    decision: Text = option(flag="--decision NAME=PREFIX", many=True)
    """A model with decision values in place of probabilities, such as a support vector machine: the beginning
    of their columns, or the column where there are two classes. Validation items turn them into
    probabilities."""
    array: Text = option(flag="--array NAME=FILE", many=True)
    """A model whose class probabilities are a file of their own (.npy, .parquet), one row for each row of the
    table."""
    classes: Texts = option(shown="the columns of the parquet file")
    """Classes of the array's columns, in their order; or the two of one column of decision values, the one
    with the higher values second."""
    predicted: Text = option()
    """Column with the class that the model predicts."""
    confidence: Text = option()
    """Column with the model's confidence in its answer, between 0 and 1. Without this column, the confidence is
    how often the labels agree with such an answer."""
    no_answer: Texts = option()
    """What stands in the column of the predicted class where the model gave no answer, such as -1; such items
    go to people, as do those with an empty cell."""


class AnswererKeys(PlanSection, name="answerers", heading="Who answers for a price"):
    """Section [answerers]."""

    name: Text = option(shown="")
    """Who answers one item at a time for a price: a language model, a crowd, a second model. One [[answerers]]
    table each."""
    column: Text = option(shown="the name")
    """Column with its answers: labels, or nothing."""
    confidence: Text = option()
    """Column with how sure it is of each: numbers, higher is surer, or words."""
    levels: Texts = option()
    """These words, the least sure first."""
    price: Amount = option(0)
    """What one call costs, beside what tokens cost."""
    tokens_in: Text | Decimal = option()
    """Tokens that a call sends: a column, or their mean."""
    tokens_out: Text | Decimal = option()
    """Tokens that a call returns: a column, or their mean."""
    price_in: Amount = option(0)
    """What a million tokens sent cost."""
    price_out: Amount = option(0)
    """What a million tokens returned cost."""
    calls: Count = option(1, low=1, high=1000)
    """How often each item is asked."""
    priced_on: Text = option()
    """Day of the price, such as 2026-11-01."""
    accept: Literal["auto", "agree", "confident", "all", "none"] = option()
    """Which of its answers stand without a person. If a model answers too: those that are worth most (auto), that
    agree with the model (agree), that it is sure of (confident), all, or none. If models order items: auto and none
    accept no answer; all and confident accept those that name a label that is collected."""
    empty: Literal["no answer", "not asked"] = option()
    """What an empty cell of a labelled item says: a call was paid and gave no answer, or it was never asked about
    the item, which is then left out for all."""
    no_answer: Texts = option()
    """What stands in the column where it gave no answer, such as refused."""


class PriceKeys(PlanSection, name="cost", heading="What reviewing costs"):
    """Section [cost]."""

    currency: Text = option(flag="--currency CODE")
    """Currency, such as EUR."""
    minor_digits: Count = option(2, shown="by the currency, else 2", high=6)
    """Decimals to which amounts are rounded."""
    per_item: Amount = option(0, flag="--cost AMOUNT")
    """Price of one judgement of one item."""
    per_unit: Amount = option(0)
    """Price of one unit of an item's size; needs table.units."""
    unit: Text = option("units")
    """Name of the unit of size, such as characters."""
    hourly_rate: Amount = option(0)
    """Price of one hour of one annotator."""
    seconds_per_item: Number = option(0)
    """Time of one judgement of one item."""
    seconds_per_unit: Number = option(0)
    """Time of one judgement for each unit of size; needs table.units."""
    annotators: Number = option(1)
    """Judgements for each item; 1.2 if a fifth is judged twice: budgetplan queue draws these items and writes them
    apart."""
    adjudicated_share: Share = option(0)
    """Share of the items that an adjudicator settles."""
    adjudication: Amount = option(0)
    """Price of settling one item."""
    extra_per_entry: Amount = option(0)
    """What a confirmed entry costs more than a rejected item."""
    fixed: AmountByName = option()
    """Costs paid once, by name: guidelines, training, platform."""
    contingency: Share = option(0)
    """Reserve on the cost of annotation: a share, or "computed" for what lets the plan reach the same in 80 %
    of the draws."""
    indirect: Share = option(0)
    """Indirect rate on the direct costs."""
    without_indirect: Texts = option()
    """Direct costs that bear no indirect ones, as the funder's rules say: annotation, model, answers, or names
    of fixed costs."""


class _Cost(PlanSection, name="cost"):
    """What else is said in [cost]."""

    round_to: Amount = option(shown="the currency's last decimal; for nih and sshrc lines are printed whole")
    """Lines are rounded to multiples of this, and the plan is made with these: 0.05 for the smallest coin of CHF."""
    ranges: Annotated[Mapping[str, tuple[Decimal, Decimal]], _Of.RANGES] = option()
    """Ranges of some of these keys: seconds_per_item = [15, 35]. A range of a time or share holds 90 % of the possible
    values, that of a price all. For seconds_per_item, seconds_per_unit, adjudicated_share, per_item, per_unit,
    hourly_rate and adjudication."""


class _Entry(PlanSection, name="entry", heading="What an entry is worth"):
    """Section [entry]."""

    value: Annotated[Mapping[str, Decimal], _Of.BY_CLASS] = option(flag="--entry-value AMOUNT")
    """What an entry is worth; one amount holds for every class that is collected."""
    unit: Literal["item", "type"] = option()
    """What is counted, and paid once: every item confirmed, or its type (table.type; without it every row is a
    type, and table.weight says how often it occurs)."""
    left_out: WorthByClass = option(shown="0")
    """What leaving an item out is worth (mostly below 0); one amount holds for every class collected."""
    range: Range = option()
    """Range of the worth of an entry: [3, 9]."""
    error: ShareByClass = option(shown="0")
    """How often people get an item wrong; one share holds for every class."""
    wrong: WorthByClass = option(shown="0 for a lost entry, minus an entry's worth for a false one")
    """What an item that people got wrong is worth; one amount holds for every false entry."""


class WorthKeys(PlanSection, name="answers", heading="What a model's answers are worth"):
    """Section [answers]."""

    unit: Literal["money", "right answers"] = option("right answers")
    """What the values below are counted in."""
    error_weight: Number | None = option(flag="--error-weight K")
    """A right answer is worth 1, leaving the item to people 0, a wrong answer minus this."""
    right: Worth | None = option()
    """What a right answer is worth."""
    wrong: Worth | None = option()
    """What a wrong answer is worth."""
    abstain: Worth | None = option(shown="0")
    """What leaving an item to people is worth."""
    left_out: WorthByClass = option(shown="answers.abstain")
    """What leaving an item to people is worth, by its true class."""
    k_tp: Amount | None = option()
    """Two classes: what a true positive is worth; a true negative is worth 1."""
    k_fp: Amount | None = option()
    """Two classes: what a false positive costs."""
    k_fn: Amount | None = option()
    """Two classes: what a false negative costs."""


class _Answers(PlanSection, name="answers"):
    """What else is said in [answers]."""

    matrix: Text = option()
    """CSV file with the columns predicted, truth, value: what each answer is worth at each truth."""
    cell: Cells = option()
    """The same in the plan file: [[answers.cell]] with predicted, truth and value."""
    worth_of_right_answer: Amount = option()
    """What a right answer is worth in money, where the unit is right answers."""
    relabel: Literal["true", "false"] = option("false")
    """Give each item the answer of greatest expected value, which need not be the most probable class, and
    accept it by that value; needs class probabilities."""
    review_cost: Amount = option(shown="what [cost] says")
    """What reviewing one item costs."""
    reviewed: WorthByClass = option(shown="what a right answer is worth there")
    """Joint: what an item that people review is worth, by its true class."""
    review_error: ShareByClass = option(shown="0")
    """Joint: how often people get an item wrong; one share holds for every class."""
    review_wrong: WorthByClass = option(shown="the mean worth of a wrong answer there")
    """Joint: what an item that people got wrong is worth, by its true class."""


class _Goal(PlanSection, name="goal", heading="What is wanted"):
    """Section [goal]."""

    order: Literal["uncertain", "score", "value-per-cost"] = option()
    """Joint: the order of review in figure_surface.csv (one cutoff for each budget): what the models are least sure
    of, the highest probability of the label that is collected, or the most expected gain for its price. The plan
    itself reviews by gain for money."""
    budget: Annotated[str, _Of.BUDGET] = option(flag="--budget BUDGET")
    """What may be spent: "1600", "40 hours" or "400 items"."""
    covers: Literal["everything", "annotation"] = option()
    """What the budget pays: all costs, or annotation alone."""
    target: Annotated[str, _Of.TARGET] = option(flag="--target TARGET")
    """What is to be found: "300" entries, or a share of all: "80 %" or "0.8"."""
    most_wrong: Share = option(flag="--most-wrong SHARE")
    """Defer: the greatest share of wrong answers among the accepted, guaranteed with 90 % confidence: "2 %"."""
    mixture: Literal["auto", "off"] = option(flag="--mixture auto|off")
    """Whether models are used together (auto), or only the best one (off)."""


class QuotaKeys(PlanSection, name="quota", heading="At least so many of each"):
    """Section [quota]."""

    by: Text = option()
    """Column with the strata (languages, domains, periods), of each of which so many entries are wanted."""
    minimum: Count = option(0)
    """How many entries of each are wanted at least."""
    minimums: Annotated[Mapping[str, int], _Of.COUNT_BY_NAME] = option()
    """The same for some of them by name, in place of quota.minimum: [quota.minimums] and below it Latvian =
    300."""
    sure: Share | None = option(shown="each is met on average, so in about half")
    """Share of the draws in which all quotas are to be met at once, such as 95 %."""


class _List(PlanSection, name="list", heading="The list to be reviewed"):
    """Section [list]."""

    size: Count = option(shown="the rows without a label", low=1)
    """Number of items on the list to be reviewed, where the table does not hold it."""
    prevalence: Share = option(shown="as among the labelled items")
    """Share of entries in the list, where the labelled items were chosen to hold more or fewer of them."""
    reviewed: Texts = option()
    """Logs that came back from an earlier queue: judged items leave the list, and their cost leaves the budget."""
    queue: Text = option("queue")
    """Folder of that queue, with its manifest."""
    file: Text = option()
    """Files of the list, Parquet or CSV, where it is not in the table: "list/*.parquet". The table then holds
    the labelled items alone."""


class ListKeys(PlanSection, kw_only=True, name="list"):
    """Section [list]: where the list is."""

    id: Text = option(shown="as in the table")
    """Column with the name of each item in these files."""
    engine: Literal["duckdb", "memory", "spark", "sql"] = option()
    """What counts the list. duckdb: DuckDB on this machine, without loading the list. memory: the list is loaded.
    spark: the running Spark session. sql: a warehouse, whose table list.file names: queries are written, you run
    them, and their answers are read."""
    memory: Text = option(shown="2GB")
    """Memory that the engine may use, such as 4GB."""
    temp: Text = option(shown="the system's; for sql: answers")
    """Folder for what the engine cannot keep in memory, and for the answers to printed queries."""
    dialect: Literal["duckdb", "spark", "postgres", "bigquery", "datafusion", "clickhouse"] = option()
    """Sql: dialect of the queries."""


class WorkKeys(PlanSection, name="work", heading="Carrying it out"):
    """Section [work]."""

    packet: Count = option(200, low=1, high=250_000)
    """Items in one packet of the queue."""
    people: Count = option(1, low=1, high=10_000)
    """How many people review."""
    hours_a_week: Number | None = option()
    """Hours a week that each person reviews; dates follow from it."""
    month_hours: Number | None = option(shown="what the funder of the profile says")
    """Hours of a person-month, as your institution counts them: work is then given in person-months, too."""
    start: Text = option()
    """First day of reviewing, such as 2026-12-07."""
    deadline: Text = option()
    """Last day of reviewing; the report says how likely the work is done by then."""
    tail_sample: Count = option(0)
    """Random items that nobody would review, mixed into the queue: they show what is left after the stop, and how
    often a model that answers alone is wrong. They are paid from the budget first."""
    looks: Count = option(0, high=100)
    """How often the random items are read before all of them are judged; 0: after any item, as often as you like."""
    control: Count = option(0)
    """Labelled items mixed into the queue, to show how often people agree with their labels. They are paid from the
    budget first."""


class _Words(PlanSection, name="words", heading="Words"):
    """All of [words] in one text."""

    four: Annotated[str, _Of.WORDS] = option(shown="item,items,entry,entries", key="words")
    """Your words for one item, several items, one entry, several entries."""


class WordKeys(PlanSection, name="words"):
    """Section [words]."""

    item: Text = option("item")
    """Your word for one item."""
    items: Text = option("items")
    """Your word for several items."""
    entry: Text = option("entry")
    """Your word for one entry."""
    entries: Text = option("entries")
    """Your word for several entries."""
    items_dative: Text = option(shown="made from the plural", compared=False)
    """The German dative of your word for several items."""
    entries_dative: Text = option(shown="made from the plural", compared=False)
    """The German dative of your word for several entries."""


class SureKeys(PlanSection, kw_only=True, name="sure", heading="How sure"):
    """Section [sure]."""

    seed: Count = option(1, high=2**32 - 1)
    """Start of the random numbers."""
    resamples: Count = option(999, high=1_000_000)
    """How often the labels are drawn anew, at least 39 times; 0: means alone are printed."""


class ReportKeys(PlanSection, kw_only=True, name="report", heading="The report"):
    """Section [report]."""

    title: Text = option()
    """Title of the report."""
    project: Text = option()
    """Name of the project."""
    author: Text = option()
    """Who asks for the budget."""
    notes: Texts = option()
    """Notes printed in the report."""
    language: Language = option(compared=False)
    """Language of the report."""
    profile: ProfileName = option(flag="--profile NAME", compared=False)
    """Paper, margins, type, page limit and rules of a funder; a4 and letter are for no funder."""
    parts: Count = option(10, low=1, high=1000)
    """Number of equal parts into which the list is cut."""


class _Run(PlanSection, name="", heading="The run"):
    """What only the command line has."""

    set: Text = option(shown="", flag="--set KEY=VALUE", many=True)
    """Any key of the plan file."""
    scenario: Text = option(shown="", flag="--scenario NAME")
    """One scenario of the plan file, in place of all."""
    out: Text = option("report", flag="--out FOLDER")
    """Folder for what is written."""
    date: Text = option(shown="today", flag="--date YYYY-MM-DD")
    """Date on the report."""
    format: Text = option("html,pdf,explore", flag="--format html,pdf")
    """What to write, beside data and tables: html, pdf, explore (a page on which you try other amounts), xlsx (all
    tables in one workbook, the costs in another with formulas), docx and tex (two pages for a funder), odt (the
    justification), figures (each as SVG and PNG). A card and a comparison have html, pdf, xlsx and figures; an
    evaluation has html and figures."""
    only: Text = option(shown="", flag="--only PART")
    """Only these parts of the page and the PDF: decision (page 1), card (what to do first, when to pause, when to
    stop), justification (what is asked for, and why), or several of them."""
    replace: Switch = option(shown="", flag="--replace")
    """First rename files in the way to NAME.before-1, if they are not as an earlier run wrote them."""
    quiet: Switch = option(shown="", flag="--quiet")
    """Print only warnings and errors."""
    json_errors: Switch = option(shown="", flag="--json-errors")
    """Write problems to stderr as JSON, for programs: a list with one object for each."""
