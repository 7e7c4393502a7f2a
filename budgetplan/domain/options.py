"""The one table of options: plan file keys, command line options and the reference table are made from it.

This module loads nothing heavy: the help of the command line is made from it.
"""

from __future__ import annotations

import difflib
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType


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
    PAIRS = "names by name"
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
        The values allowed, for :attr:`Kind.CHOICE`.
    low, high
        Smallest and greatest whole number allowed, for :attr:`Kind.COUNT`.
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

        >>> option("cost.per_item").param
        'cost__per_item'
        """
        return self.key.replace(".", "__") if self.key else self.flag.lstrip("-").replace("-", "_")

    @property
    def is_money(self) -> bool:
        """Whether the value is money, so that a currency may stand beside it.

        >>> option("cost.per_item").is_money, option("cost.seconds_per_item").is_money
        (True, False)
        """
        return self.kind in {ValueKind.MONEY, ValueKind.BY_CLASS, ValueKind.BY_NAME, ValueKind.BUDGET}


SECTIONS = MappingProxyType(
    {
        "table": "The table",
        "models": "The models",
        "cost": "What reviewing costs",
        "value": "What an entry is worth",
        "values": "What a model's answers are worth",
        "goal": "What is wanted",
        "list": "The list to be reviewed",
        "words": "Words",
        "sure": "How sure",
        "report": "The report",
        "": "The run",
    }
)
"""Sections of the plan file, with their headings in the help; "" holds what only the command line has."""

_TEXT, _MONEY, _SHARE, _COUNT, _NUMBER = (
    ValueKind.TEXT,
    ValueKind.MONEY,
    ValueKind.SHARE,
    ValueKind.COUNT,
    ValueKind.NUMBER,
)

OPTIONS: tuple[Option, ...] = (
    Option(
        "table.file",
        "",
        "FILE",
        _TEXT,
        "",
        "The table, one row an item: text with commas, semicolons or tabs, .xlsx, Parquet, JSON Lines, or the export of an annotation tool. On the command line: the first argument.",
    ),
    Option(
        "table.label",
        "--label",
        "COLUMN",
        _TEXT,
        "",
        "Column with the label that people gave; empty where nobody has labelled the item.",
    ),
    Option(
        "table.positive",
        "--positive",
        "CLASS",
        ValueKind.TEXTS,
        "",
        "Label that the resource collects.",
        many=True,
    ),
    Option(
        "table.id",
        "--id",
        "COLUMN",
        _TEXT,
        "item_id or id, else the line",
        "Column with the name of each item.",
    ),
    Option("table.split", "", "VALUE", _TEXT, "all rows", "Use the labels of this split alone."),
    Option(
        "table.split_column",
        "",
        "COLUMN",
        _TEXT,
        "split",
        "Column that says to which split a row belongs.",
    ),
    Option(
        "table.group",
        "--group",
        "COLUMN",
        _TEXT,
        "none",
        "Column of what items share (a type, a text, a speaker), so that they are not independent.",
    ),
    Option(
        "table.weight",
        "",
        "COLUMN",
        _TEXT,
        "all 1",
        "Column that says for how many items a row stands.",
    ),
    Option(
        "table.units",
        "",
        "COLUMN",
        _TEXT,
        "none",
        "Column with the size of each item (characters, tokens, seconds).",
    ),
    Option("table.cost", "", "COLUMN", _TEXT, "none", "Column with the price of each item."),
    Option(
        "table.missing",
        "",
        "error|last|exclude",
        ValueKind.CHOICE,
        "error",
        "What to do with a labelled item that has no score: stop, put it last, or leave it out for every model.",
        choices=("error", "last", "exclude"),
    ),
    Option(
        "table.separator",
        "",
        "auto|comma|semicolon|tab",
        ValueKind.CHOICE,
        "auto",
        "What stands between the cells of the table.",
        choices=("auto", "comma", "semicolon", "tab"),
    ),
    Option(
        "table.decimal",
        "",
        "auto|point|comma",
        ValueKind.CHOICE,
        "auto",
        "Sign before the decimals of the table's numbers.",
        choices=("auto", "point", "comma"),
    ),
    Option(
        "table.encoding",
        "",
        "auto|utf-8|utf-16|utf-16-le|utf-16-be|windows-1252",
        ValueKind.CHOICE,
        "auto",
        "Encoding of the table.",
        choices=("auto", "utf-8", "utf-16", "utf-16-le", "utf-16-be", "windows-1252"),
    ),
    Option(
        "table.empty",
        "",
        "TEXT",
        ValueKind.TEXTS,
        "none",
        "What stands in a cell that is meant to be empty, such as NA.",
        many=True,
    ),
    Option(
        "table.as_label",
        "",
        "LABEL",
        ValueKind.TEXTS,
        "none",
        "Label that is one though it looks as if nobody had judged the item (none, -1), or like another label.",
        many=True,
    ),
    Option("table.sheet", "", "NAME", _TEXT, "the only one", "Sheet of the workbook."),
    Option(
        "table.dialect",
        "--dialect",
        "auto|table|label-studio|prodigy|doccano|spacy|huggingface|asreview",
        ValueKind.CHOICE,
        "auto",
        "Whose export the file is, where its keys leave that open; table: nobody's, it is read as it stands.",
        choices=("auto", "table", "label-studio", "prodigy", "doccano", "spacy", "huggingface", "asreview"),
    ),
    Option(
        "table.map",
        "--map",
        "THEIRS=OURS",
        ValueKind.PAIRS,
        "none",
        "Call a column of the file by another name.",
        many=True,
    ),
    Option(
        "table.labels",
        "",
        "FILE",
        _TEXT,
        "none",
        "File with the labels, where they are not in the table: the columns of the ids and of the labels.",
    ),
    Option(
        "table.costs",
        "",
        "FILE",
        _TEXT,
        "none",
        "File with the price of each item, where it is not in the table: the columns of the ids and of the prices.",
    ),
    Option(
        "table.long",
        "",
        "ITEM,MODEL,SCORE",
        ValueKind.TEXTS,
        "none",
        "Columns with the item, the model and the score, where the table has a row for each item and model.",
        many=True,
    ),
    Option(
        "table.annotator",
        "",
        "COLUMN",
        _TEXT,
        "none",
        "Column that says who judged, where the table has a row for each judgement: the label with most judgements counts.",
    ),
    Option(
        "table.adjudicator",
        "",
        "NAME",
        _TEXT,
        "none",
        "Who of them settles what the others say.",
    ),
    Option(
        "table.workflow",
        "",
        "auto|filter|defer|joint",
        ValueKind.CHOICE,
        "auto",
        "Filter: models order items for review. Defer: a model's answer is accepted or left to people. Joint: defer, and people review what a budget pays for. Auto: defer where models give classes or [values] is used (joint where there is a budget too), else filter.",
        choices=("auto", "filter", "defer", "joint"),
    ),
    Option(
        "table.validation",
        "",
        "VALUE",
        _TEXT,
        "validation",
        "Defer: split on which cutoffs are chosen.",
    ),
    Option("table.test", "", "VALUE", _TEXT, "test", "Defer: split on which values are reported."),
    Option(
        "table.file_validation",
        "",
        "FILE",
        _TEXT,
        "none",
        "Defer: table with the validation items, where they have a file of their own.",
    ),
    Option(
        "table.file_test",
        "",
        "FILE",
        _TEXT,
        "none",
        "Defer: table with the test items, in place of table.file.",
    ),
    Option("table.domain", "", "COLUMN", _TEXT, "none", "Defer: column with the domain of each item."),
    Option(
        "table.classes",
        "--classes",
        "FILE|A,B|sorted",
        _TEXT,
        "a file beside the array: proba.classes.txt or .json for proba.npy",
        "Classes of the columns of .npy files, in their order: a text file with one a line, a JSON list, their names with commas, or sorted for the table's labels in sorted order, as scikit-learn has them.",
    ),
    Option(
        "models.name",
        "--model",
        "NAME[=COLUMN]",
        _TEXT,
        "",
        "A model, and the column of its scores where that has another name. In the plan file: one [[models]] table each.",
        many=True,
    ),
    Option("models.column", "", "COLUMN", _TEXT, "the name", "Column with the scores of the model."),
    Option(
        "models.order",
        "",
        "higher|lower|rank",
        ValueKind.CHOICE,
        "higher",
        "What is reviewed first: higher scores, lower scores, or rank 1.",
        choices=("higher", "lower", "rank"),
    ),
    Option("models.cut", "", "SCORE", _NUMBER, "none", "Score from which on the model itself says yes."),
    Option("models.cost", "", "AMOUNT", _MONEY, "0", "What using the model costs, once."),
    Option(
        "models.probabilities",
        "--probabilities",
        "NAME=PREFIX",
        _TEXT,
        "none",
        "A model with class probabilities, and the beginning of their columns: p_rf for p_rf:hate, p_rf:neither.",
        many=True,
    ),
    Option(
        "models.decision",
        "--decision",
        "NAME=PREFIX",
        _TEXT,
        "none",
        "A model with decision values in place of probabilities, such as a support vector machine: the beginning of their columns, or the column where there are two classes. Validation items turn them into probabilities.",
        many=True,
    ),
    Option(
        "models.array",
        "--array",
        "NAME=FILE",
        _TEXT,
        "none",
        "A model whose class probabilities are a file of their own (.npy, .parquet), one row for each row of the table.",
        many=True,
    ),
    Option(
        "models.classes",
        "",
        "CLASS",
        ValueKind.TEXTS,
        "the columns of the parquet file",
        "Classes of the array's columns, in their order; or the two of one column of decision values, the one with the higher values second.",
        many=True,
    ),
    Option("models.predicted", "", "COLUMN", _TEXT, "none", "Column with the class that the model predicts."),
    Option(
        "models.confidence",
        "",
        "COLUMN",
        _TEXT,
        "none",
        "Column with the model's confidence in it, between 0 and 1.",
    ),
    Option("cost.currency", "--currency", "CODE", _TEXT, "none", "Currency, such as EUR."),
    Option(
        "cost.minor_digits",
        "",
        "N",
        _COUNT,
        "by the currency, else 2",
        "Decimals to which amounts are rounded.",
        high=6,
    ),
    Option("cost.per_item", "--cost", "AMOUNT", _MONEY, "0", "Price of one judgement of one item."),
    Option(
        "cost.per_unit",
        "",
        "AMOUNT",
        _MONEY,
        "0",
        "Price of one unit of an item's size; needs table.units.",
    ),
    Option("cost.unit", "", "NAME", _TEXT, "units", "Name of the unit of size, such as characters."),
    Option("cost.hourly_rate", "", "AMOUNT", _MONEY, "0", "Price of one hour of one annotator."),
    Option(
        "cost.seconds_per_item",
        "",
        "SECONDS",
        _NUMBER,
        "0",
        "Time of one judgement of one item.",
    ),
    Option(
        "cost.seconds_per_unit",
        "",
        "SECONDS",
        _NUMBER,
        "0",
        "Time of one judgement for each unit of size; needs table.units.",
    ),
    Option(
        "cost.annotators",
        "",
        "NUMBER",
        _NUMBER,
        "1",
        "Judgements for each item; 1.2 where a fifth is judged twice.",
    ),
    Option(
        "cost.adjudicated_share", "", "SHARE", _SHARE, "0", "Share of the items that an adjudicator settles."
    ),
    Option("cost.adjudication", "", "AMOUNT", _MONEY, "0", "Price of settling one item."),
    Option(
        "cost.extra_per_entry",
        "",
        "AMOUNT",
        _MONEY,
        "0",
        "What a confirmed entry costs more than a rejected item.",
    ),
    Option(
        "cost.fixed",
        "",
        "NAME = AMOUNT",
        ValueKind.BY_NAME,
        "none",
        "Costs paid once, by name: guidelines, training, platform.",
    ),
    Option("cost.contingency", "", "SHARE", _SHARE, "0", "Reserve on the cost of annotation."),
    Option("cost.indirect", "", "SHARE", _SHARE, "0", "Indirect rate on all direct costs."),
    Option(
        "value.entry",
        "--entry-value",
        "AMOUNT",
        ValueKind.BY_CLASS,
        "none",
        "What an entry is worth; one amount holds for every class collected.",
    ),
    Option(
        "value.left_out",
        "",
        "AMOUNT",
        ValueKind.BY_CLASS,
        "0",
        "What leaving an item out is worth (mostly below 0); one amount holds for every class collected.",
        negative=True,
    ),
    Option(
        "value.error",
        "",
        "SHARE",
        ValueKind.SHARE_BY_CLASS,
        "0",
        "How often people get an item wrong; one share holds for every class.",
    ),
    Option(
        "value.wrong",
        "",
        "AMOUNT",
        ValueKind.BY_CLASS,
        "0 for a lost entry, minus an entry's worth for a false one",
        "What an item that people got wrong is worth; one amount holds for every false entry.",
        negative=True,
    ),
    Option(
        "values.unit",
        "",
        "money|right answers",
        ValueKind.CHOICE,
        "right answers",
        "What the values below are counted in.",
        choices=("money", "right answers"),
    ),
    Option(
        "values.error_weight",
        "--error-weight",
        "K",
        _NUMBER,
        "none",
        "A right answer is worth 1, leaving the item to people 0, a wrong answer minus this.",
    ),
    Option("values.right", "", "AMOUNT", _MONEY, "none", "What a right answer is worth.", negative=True),
    Option("values.wrong", "", "AMOUNT", _MONEY, "none", "What a wrong answer is worth.", negative=True),
    Option(
        "values.abstain", "", "AMOUNT", _MONEY, "0", "What leaving an item to people is worth.", negative=True
    ),
    Option(
        "values.left_out",
        "",
        "AMOUNT",
        ValueKind.BY_CLASS,
        "values.abstain",
        "What leaving an item to people is worth, by its true class.",
        negative=True,
    ),
    Option(
        "values.k_tp",
        "",
        "AMOUNT",
        _MONEY,
        "none",
        "Two classes: what a true positive is worth; a true negative is worth 1.",
    ),
    Option("values.k_fp", "", "AMOUNT", _MONEY, "none", "Two classes: what a false positive costs."),
    Option("values.k_fn", "", "AMOUNT", _MONEY, "none", "Two classes: what a false negative costs."),
    Option(
        "values.matrix",
        "",
        "FILE",
        _TEXT,
        "none",
        "CSV file with the columns predicted, truth, value: what each answer is worth at each truth.",
    ),
    Option(
        "values.cell",
        "",
        "TABLE",
        ValueKind.CELLS,
        "none",
        "The same in the plan file: [[values.cell]] with predicted, truth and value.",
    ),
    Option(
        "values.worth_of_right_answer",
        "",
        "AMOUNT",
        _MONEY,
        "none",
        "What a right answer is worth in money, where the unit is right answers.",
    ),
    Option(
        "values.relabel",
        "",
        "true|false",
        ValueKind.CHOICE,
        "false",
        "Give each item the answer of greatest expected value, which need not be the most probable class, and accept it by that value; needs class probabilities.",
        choices=("true", "false"),
    ),
    Option(
        "values.review_cost",
        "",
        "AMOUNT",
        _MONEY,
        "what [cost] says",
        "What reviewing one item costs.",
    ),
    Option(
        "values.reviewed",
        "",
        "AMOUNT",
        ValueKind.BY_CLASS,
        "what a right answer is worth there",
        "Joint: what an item that people review is worth, by its true class.",
        negative=True,
    ),
    Option(
        "values.review_error",
        "",
        "SHARE",
        ValueKind.SHARE_BY_CLASS,
        "0",
        "Joint: how often people get an item wrong; one share holds for every class.",
    ),
    Option(
        "values.review_wrong",
        "",
        "AMOUNT",
        ValueKind.BY_CLASS,
        "the mean worth of a wrong answer there",
        "Joint: what an item that people got wrong is worth, by its true class.",
        negative=True,
    ),
    Option(
        "goal.order",
        "",
        "uncertain|score|value-per-cost",
        ValueKind.CHOICE,
        "uncertain",
        "Joint: who is reviewed first: what the model is least sure of, the highest probability of the label that is collected, or the most expected gain for its price.",
        choices=("uncertain", "score", "value-per-cost"),
    ),
    Option(
        "goal.budget",
        "--budget",
        "BUDGET",
        ValueKind.BUDGET,
        "none",
        'What may be spent: "1600", "40 hours" or "400 items".',
    ),
    Option(
        "goal.covers",
        "",
        "everything|annotation",
        ValueKind.CHOICE,
        "everything",
        "What the budget pays: all costs, or annotation alone.",
        choices=("everything", "annotation"),
    ),
    Option(
        "goal.target",
        "--target",
        "TARGET",
        ValueKind.TARGET,
        "none",
        'What is to be found: "300" entries, or a share of all: "80 %" or "0.8".',
    ),
    Option(
        "list.size",
        "",
        "N",
        _COUNT,
        "the rows without a label",
        "Number of items on the list to be reviewed, where the table does not hold it.",
        low=1,
    ),
    Option(
        "list.prevalence",
        "",
        "SHARE",
        _SHARE,
        "as among the labelled items",
        "Share of entries in the list, where the labelled items were chosen to hold more or fewer of them.",
    ),
    Option(
        "words",
        "",
        "A,B,C,D",
        ValueKind.WORDS,
        "item,items,entry,entries",
        "Your words for one item, several items, one entry, several entries.",
    ),
    Option("words.item", "", "WORD", _TEXT, "item", "Your word for one item."),
    Option("words.items", "", "WORD", _TEXT, "items", "Your word for several items."),
    Option("words.entry", "", "WORD", _TEXT, "entry", "Your word for one entry."),
    Option("words.entries", "", "WORD", _TEXT, "entries", "Your word for several entries."),
    Option("sure.seed", "", "N", _COUNT, "1", "Start of the random numbers.", high=2**32 - 1),
    Option(
        "sure.resamples",
        "",
        "N",
        _COUNT,
        "2000",
        "How often the sample is drawn anew, at least twice; 0 for never.",
        high=1_000_000,
    ),
    Option("report.title", "", "TEXT", _TEXT, "none", "Title of the report."),
    Option("report.project", "", "TEXT", _TEXT, "none", "Name of the project."),
    Option("report.author", "", "TEXT", _TEXT, "none", "Who asks for the budget."),
    Option("report.notes", "", "TEXT", ValueKind.TEXTS, "none", "Notes printed in the report.", many=True),
    Option(
        "report.parts",
        "",
        "N",
        _COUNT,
        "10",
        "Into how many parts of equal size the list is cut.",
        low=1,
        high=1000,
    ),
    Option("", "--set", "KEY=VALUE", _TEXT, "", "Any key of the plan file.", many=True),
    Option("", "--out", "FOLDER", _TEXT, "report", "Folder for what is written."),
    Option("", "--date", "YYYY-MM-DD", _TEXT, "today", "Date on the report."),
    Option("", "--format", "html,pdf", _TEXT, "html,pdf", "What to write."),
    Option("", "--quiet", "", ValueKind.SWITCH, "", "Print warnings and errors alone."),
    Option(
        "",
        "--json-errors",
        "",
        ValueKind.SWITCH,
        "",
        "Write what is wrong to stderr as JSON, for programs: a list with one object a problem.",
    ),
)
"""Every option, in the order of the reference table."""

BY_KEY = MappingProxyType({entry.key: entry for entry in OPTIONS if entry.key})
"""Options by their key in the plan file."""

MODEL_KEYS = tuple(entry.key.partition(".")[2] for entry in OPTIONS if entry.section == "models")
"""Keys of a [[models]] table."""


def option(key: str) -> Option:
    """Return the option with this key.

    >>> option("cost.per_item").flag
    '--cost'
    """
    return BY_KEY[key]


def ask(key: str, value: str) -> str:
    """Return how to give a key on the command line, for messages that tell what to do.

    >>> ask("cost.per_item", "0.04"), ask("cost.contingency", "0.05")
    ('--cost 0.04', '--set cost.contingency=0.05')
    >>> ask("table.split", "dev set")
    '--set table.split="dev set"'
    """
    flag, said = BY_KEY[key].flag, quoted_word(value)
    return f"{flag} {said}" if flag else f"--set {key}={said}"


def quoted_word(word: str) -> str:
    """Return a word as command lines take it, in quotation marks that Windows knows too where they do.

    >>> quoted_word("p_rf"), quoted_word("my class"), quoted_word("a $b")
    ('p_rf', '"my class"', "'a $b'")
    """
    quoted = shlex.quote(word)
    return f'"{word}"' if quoted != word and not set(word) & set('"$`\\!%') else quoted


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the known name that is most like this one, or an empty text.

    >>> nearest("p_fr", ["p_rf", "gold"]), nearest("xyz", ["p_rf"])
    ('p_rf', '')
    """
    names = list(known)
    for other in names:
        if other.strip().casefold() == name.strip().casefold():
            return other
    return next(iter(difflib.get_close_matches(name, names, n=1, cutoff=0.6)), "")


def nearest_key(key: str) -> str:
    """Return the plan file key that was probably meant, or an empty text.

    >>> nearest_key("cost.per_itm"), nearest_key("per_item"), nearest_key("costs.unit"), nearest_key("zzz")
    ('cost.per_item', 'cost.per_item', 'cost.unit', '')
    """
    last = key.rpartition(".")[2]
    same = [known for known in BY_KEY if known.rpartition(".")[2] == last]
    return nearest(key, same) or (same[0] if same else nearest(key, BY_KEY))


def unknown_key(key: str) -> tuple[str, str]:
    """Return what is wrong with an unknown key, and what to do.

    >>> unknown_key("cost.per_itm")
    ('there is no such key', 'did you mean cost.per_item?')
    """
    meant = nearest_key(key)
    if meant:
        return "there is no such key", f"did you mean {meant}?"
    section = key.partition(".")[0]
    keys = [known for known, entry in BY_KEY.items() if entry.section == section]
    if keys:
        return "there is no such key", f"the keys here are {', '.join(keys)}"
    return "there is no such key", f"the sections are {', '.join(name for name in SECTIONS if name)}"


def unknown_flag(flag: str, value: str = "VALUE") -> tuple[str, str]:
    """Return what is wrong with an option that the command line does not have, and what to do.

    >>> unknown_flag("--hourly-rate")
    ('there is no such option', 'write --set cost.hourly_rate=VALUE')
    >>> unknown_flag("--cost-per-unit")[1], unknown_flag("--budgte")[1]
    ('write --set cost.per_unit=VALUE', 'did you mean --budget?')
    >>> unknown_flag("--left-out")[1]
    'write --set value.left_out=VALUE or --set values.left_out=VALUE'
    """
    name = flag.lstrip("-").replace("-", "_").replace(".", "_")
    keys = [key for key in BY_KEY if name in {key.replace(".", "_"), key.rpartition(".")[2]}]
    if not keys:
        # Without their dashes, which would make any two options alike.
        flags = {entry.flag.lstrip("-").replace("-", "_"): entry.flag for entry in OPTIONS if entry.flag}
        if near := nearest(name, flags):
            return "there is no such option", f"did you mean {flags[near]}?"
        key = nearest_key(name)
        keys = [key] if key else []
    if keys == ["table.file"]:
        return "there is no such option", "the table is the first argument: write it there"
    ways = [
        f"{entry.key.partition('.')[2]} in [[models]] of a plan file"
        if entry.section == "models" and not entry.flag
        else ask(key, value)
        for key in keys
        if (entry := BY_KEY[key])
    ]
    if ways:
        return "there is no such option", f"write {' or '.join(ways)}"
    return "there is no such option", "budgetplan report --help lists the options"


def reference_table() -> str:
    """Return the table of all options in Markdown, for the documentation.

    >>> print(reference_table().splitlines()[4])
    | `table.positive` | `--positive CLASS` | texts |  | Label that the resource collects. Can be given several times. |
    """
    lines = [
        "| In the plan file | On the command line | Value | Default | Meaning |",
        "|---|---|---|---|---|",
    ]
    for entry in OPTIONS:
        key = f"`{entry.key}`" if entry.key else ""
        shown = f"{entry.flag} {entry.metavar}".strip()
        flag = f"`{shown}`" if entry.flag else ""
        value = ", ".join(entry.choices) or entry.kind.value
        meaning = entry.help + (" Can be given several times." if entry.many else "")
        cells = (key, flag, value, entry.default, meaning)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"
