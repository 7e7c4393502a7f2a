"""The one table of options: plan file keys, command line options and the reference table are made from it.

Each section of the plan file is a class, each key one of its fields: its type says what the value is, and the text
beside it stands in the help. This module loads nothing heavy: the help of the command line is made from it.
"""

from __future__ import annotations

import difflib
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from string import Formatter
from types import MappingProxyType
from typing import Any, Literal

from budgetplan.domain.asked.option_form import (
    HEADINGS,
    ROWS,
    Amount,
    AmountByClass,
    AmountByName,
    BudgetText,
    Cells,
    Count,
    CountByName,
    FourWords,
    Number,
    Pairs,
    Range,
    RangesByKey,
    Share,
    ShareByClass,
    Switch,
    TargetText,
    Text,
    Texts,
    Worth,
    WorthByClass,
    option,
)
from budgetplan.domain.asked.option_form import PlanSection as _Section
from budgetplan.domain.asked.profile import ProfileName
from budgetplan.errors import Advice, NamedOption, Problem, parts_of


class _Table(_Section, name="table", heading="The table"):
    file: Text = option(
        "The table, one row an item: text with commas, semicolons or tabs, .xlsx, Parquet, JSON Lines, or the export of an annotation tool. On the command line: the first argument.",
        "",
    )
    label: Text = option(
        "Column with the label that people gave; empty where nobody has labelled the item.",
        "",
        flag="--label COLUMN",
    )
    positive: Texts = option("Label that the resource collects.", "", flag="--positive CLASS")
    id: Text = option(
        "Column with the name of each item.", "item_id, id or row.names, else the line", flag="--id COLUMN"
    )
    split: Text = option("Use the labels of this split alone.", "all rows")
    split_column: Text = option("Column that says to which split a row belongs.", "split")
    group: Text = option(
        "Column of what items share (a type, a text, a speaker), so that they are not independent.",
        flag="--group COLUMN",
    )
    weight: Text = option("Column that says for how many items a row stands.", "all 1")
    type: Text = option("Column with the type of each item (a lemma, an idiom), where entries are types.")
    stratum: Text = option(
        "Column that says from which part of the list a labelled item was drawn: resamples draw as many from each part as the sample has."
    )
    units: Text = option("Column with the size of each item (characters, tokens, seconds).")
    cost: Text = option("Column with the price of each item.")
    missing: Literal["error", "last", "exclude"] = option(
        "What to do with a labelled item that has no score: stop, put it last, or leave it out for every model."
    )
    separator: Literal["auto", "comma", "semicolon", "tab", "space"] = option(
        "What stands between the cells of the table."
    )
    decimal: Literal["auto", "point", "comma"] = option("Sign before the decimals of the table's numbers.")
    encoding: Text = option(
        "Encoding of the table and of files beside it, where they are not UTF-8, as Python names it: utf-8, utf-16, windows-1250, iso-8859-2, koi8-r ...",
        "auto: as its bytes show",
    )
    empty: Texts = option("What stands in a cell that is meant to be empty, such as NA.")
    as_label: Texts = option(
        "Label that is one though it looks as if nobody had judged the item (none, -1), or like another label."
    )
    sheet: Text = option("Sheet of the workbook.", "the only one")
    header: Count = option(
        "Line of the table, as its program counts them, in which the names of the columns stand; those above it are left out.",
        "the first one that is as wide as the table",
        low=1,
    )
    dialect: Literal[
        "auto",
        "table",
        "label-studio",
        "prodigy",
        "doccano",
        "spacy",
        "huggingface",
        "asreview",
        "argilla",
        "potato",
    ] = option(
        "Whose export the file is, where its keys leave that open; table: nobody's, it is read as it stands.",
        flag="--dialect",
    )
    map: Pairs = option("Call a column of the file by another name.", flag="--map THEIRS=OURS")
    labels: Text = option(
        "File with the labels, where they are not in the table: the columns of the ids and of the labels."
    )
    costs: Text = option(
        "File with the price of each item, where it is not in the table: the columns of the ids and of the prices."
    )
    sample: Text = option(
        "File that says how the labelled items were drawn, where that was not at random from the whole list: the columns of the ids, of the weights (weight) and of the parts of the list (stratum)."
    )
    long: Texts = option(
        "Columns with the item, the model and the score, where the table has a row for each item and model."
    )
    annotator: Text = option(
        "Column that says who judged, where the table has a row for each judgement: the label with most judgements counts."
    )
    adjudicator: Text = option("Who of them settles what the others say.")
    workflow: Literal["auto", "filter", "defer", "joint"] = option(
        "Filter: models order items for review. Defer: a model's answer is accepted or left to people. Joint: defer, and people review what a budget pays for. Auto: defer where models give classes or [answers] is used (joint where there is a budget too), else filter."
    )
    validation: Text = option("Defer: split on which cutoffs are chosen.", "validation")
    test: Text = option("Defer: split on which values are reported.", "test")
    file_validation: Text = option(
        "Defer: table with the validation items, where they have a file of their own."
    )
    file_test: Text = option("Defer: table with the test items, in place of table.file.")
    domain: Text = option("Defer: column with the domain of each item.")
    classes: Text = option(
        "Classes of the columns of .npy files, in their order: a text file with one a line, a JSON list, their names with commas, or sorted for the table's labels in sorted order, as scikit-learn has them.",
        "a file beside the array: proba.classes.txt or .json for proba.npy",
        flag="--classes FILE|A,B|sorted",
    )


class _Models(_Section, name="models", heading="The models"):
    name: Text = option(
        "A model, and the column of its scores where that has another name. In the plan file: one [[models]] table each.",
        "",
        flag="--model NAME[=COLUMN]",
        many=True,
    )
    column: Text = option("Column with the scores of the model.", "the name")
    order: Literal["higher", "lower", "rank"] = option(
        "What is reviewed first: higher scores, lower scores, or rank 1."
    )
    cut: Number = option("Score from which on the model itself says yes.")
    says: Text = option(
        "Column with the label that the model says, where its score is the probability of that one and not of what is collected. Of two labels the score is turned round where it says the other one; of more that is no order."
    )
    cost: Amount = option("What using the model costs, once.", "0")
    probabilities: Text = option(
        "A model with class probabilities, and the beginning of their columns: p_rf for p_rf:hate, p_rf:neither. Of two classes one column will do: the probability of the positive one.",
        flag="--probabilities NAME=PREFIX",
        many=True,
    )
    decision: Text = option(
        "A model with decision values in place of probabilities, such as a support vector machine: the beginning of their columns, or the column where there are two classes. Validation items turn them into probabilities.",
        flag="--decision NAME=PREFIX",
        many=True,
    )
    array: Text = option(
        "A model whose class probabilities are a file of their own (.npy, .parquet), one row for each row of the table.",
        flag="--array NAME=FILE",
        many=True,
    )
    classes: Texts = option(
        "Classes of the array's columns, in their order; or the two of one column of decision values, the one with the higher values second.",
        "the columns of the parquet file",
    )
    predicted: Text = option("Column with the class that the model predicts.")
    confidence: Text = option(
        "Column with the model's confidence in it, between 0 and 1. Without one, it is how often the labels agree where the model predicts that class."
    )
    no_answer: Texts = option(
        "What stands in the column of the predicted class where the model gave no answer, such as -1; such items go to people, as do those with an empty cell."
    )


class _Answerers(_Section, name="answerers", heading="Who answers for a price"):
    name: Text = option(
        "Who answers one item at a time for a price: a language model, a crowd, a second model. One [[answerers]] table each.",
        "",
    )
    column: Text = option("Column with its answers: labels, or nothing.", "the name")
    confidence: Text = option("Column with how sure it is of each: numbers, higher is surer, or words.")
    levels: Texts = option("These words, the least sure first.")
    price: Amount = option("What one call costs, beside what tokens cost.", "0")
    tokens_in: Text = option("Tokens that a call sends: a column, or their mean.")
    tokens_out: Text = option("Tokens that a call returns: a column, or their mean.")
    price_in: Amount = option("What a million tokens sent cost.", "0")
    price_out: Amount = option("What a million tokens returned cost.", "0")
    calls: Count = option("How often each item is asked.", "1", low=1, high=1000)
    priced_on: Text = option("Day of the price, such as 2026-11-01.")
    accept: Literal["auto", "agree", "confident", "all", "none"] = option(
        "Which of its answers stand without a person: where a model answers too, what is worth most (auto), those that agree with the model, those it is sure of, all or none. Where models order items, auto lets none stand, and all or confident let those count that say what is collected."
    )
    empty: Literal["no answer", "not asked"] = option(
        "What an empty cell of a labelled item says: a call was paid and gave no answer, or it was never asked; such items are left out for all."
    )
    no_answer: Texts = option("What stands in the column where it gave no answer, such as refused.")


class _Cost(_Section, name="cost", heading="What reviewing costs"):
    currency: Text = option("Currency, such as EUR.", flag="--currency CODE")
    minor_digits: Count = option("Decimals to which amounts are rounded.", "by the currency, else 2", high=6)
    per_item: Amount = option("Price of one judgement of one item.", "0", flag="--cost AMOUNT")
    per_unit: Amount = option("Price of one unit of an item's size; needs table.units.", "0")
    unit: Text = option("Name of the unit of size, such as characters.", "units")
    hourly_rate: Amount = option("Price of one hour of one annotator.", "0")
    seconds_per_item: Number = option("Time of one judgement of one item.", "0")
    seconds_per_unit: Number = option("Time of one judgement for each unit of size; needs table.units.", "0")
    annotators: Number = option(
        "Judgements for each item; 1.2 where a fifth is judged twice: budgetplan queue draws these items and writes them apart.",
        "1",
    )
    adjudicated_share: Share = option("Share of the items that an adjudicator settles.", "0")
    adjudication: Amount = option("Price of settling one item.", "0")
    extra_per_entry: Amount = option("What a confirmed entry costs more than a rejected item.", "0")
    fixed: AmountByName = option("Costs paid once, by name: guidelines, training, platform.")
    contingency: Share = option(
        'Reserve on the cost of annotation: a share, or "computed" for what lets the plan reach the same in 80 % of the draws.',
        "0",
    )
    indirect: Share = option("Indirect rate on the direct costs.", "0")
    without_indirect: Texts = option(
        "Direct costs that bear no indirect ones, as the funder's rules say: annotation, model, answers, or names of fixed costs."
    )
    round_to: Amount = option(
        "Lines are rounded to multiples of this: 0.05 for the smallest coin of CHF.",
        "the currency's last decimal; 1 for nih and sshrc",
    )
    ranges: RangesByKey = option(
        "Between what some of these may lie, by their keys: seconds_per_item = [15, 35]. Times and shares: all but a twentieth at either end; prices: all. For seconds_per_item, seconds_per_unit, adjudicated_share, per_item, per_unit, hourly_rate and adjudication."
    )


class _Entry(_Section, name="entry", heading="What an entry is worth"):
    value: AmountByClass = option(
        "What an entry is worth; one amount holds for every class collected.", flag="--entry-value AMOUNT"
    )
    unit: Literal["item", "type"] = option(
        "What is counted, and paid once: every item confirmed, or its type (table.type; without it every row is a type, and table.weight says how often it occurs)."
    )
    left_out: WorthByClass = option(
        "What leaving an item out is worth (mostly below 0); one amount holds for every class collected.", "0"
    )
    range: Range = option("Between what the worth of an entry may lie: [3, 9].")
    error: ShareByClass = option("How often people get an item wrong; one share holds for every class.", "0")
    wrong: WorthByClass = option(
        "What an item that people got wrong is worth; one amount holds for every false entry.",
        "0 for a lost entry, minus an entry's worth for a false one",
    )


class _Answers(_Section, name="answers", heading="What a model's answers are worth"):
    unit: Literal["money", "right answers"] = option("What the values below are counted in.", "right answers")
    error_weight: Number = option(
        "A right answer is worth 1, leaving the item to people 0, a wrong answer minus this.",
        flag="--error-weight K",
    )
    right: Worth = option("What a right answer is worth.")
    wrong: Worth = option("What a wrong answer is worth.")
    abstain: Worth = option("What leaving an item to people is worth.", "0")
    left_out: WorthByClass = option(
        "What leaving an item to people is worth, by its true class.", "answers.abstain"
    )
    k_tp: Amount = option("Two classes: what a true positive is worth; a true negative is worth 1.")
    k_fp: Amount = option("Two classes: what a false positive costs.")
    k_fn: Amount = option("Two classes: what a false negative costs.")
    matrix: Text = option(
        "CSV file with the columns predicted, truth, value: what each answer is worth at each truth."
    )
    cell: Cells = option("The same in the plan file: [[answers.cell]] with predicted, truth and value.")
    worth_of_right_answer: Amount = option(
        "What a right answer is worth in money, where the unit is right answers."
    )
    relabel: Literal["true", "false"] = option(
        "Give each item the answer of greatest expected value, which need not be the most probable class, and accept it by that value; needs class probabilities.",
        "false",
    )
    review_cost: Amount = option("What reviewing one item costs.", "what [cost] says")
    reviewed: WorthByClass = option(
        "Joint: what an item that people review is worth, by its true class.",
        "what a right answer is worth there",
    )
    review_error: ShareByClass = option(
        "Joint: how often people get an item wrong; one share holds for every class.", "0"
    )
    review_wrong: WorthByClass = option(
        "Joint: what an item that people got wrong is worth, by its true class.",
        "the mean worth of a wrong answer there",
    )


class _Goal(_Section, name="goal", heading="What is wanted"):
    order: Literal["uncertain", "score", "value-per-cost"] = option(
        "Joint: the order of review on the map of one cutoff for each budget, beside the plan: what the models are least sure of, the highest probability of the label that is collected, or the most expected gain for its price. The plan itself reviews by gain for money."
    )
    budget: BudgetText = option(
        'What may be spent: "1600", "40 hours" or "400 items".', flag="--budget BUDGET"
    )
    covers: Literal["everything", "annotation"] = option(
        "What the budget pays: all costs, or annotation alone."
    )
    target: TargetText = option(
        'What is to be found: "300" entries, or a share of all: "80 %" or "0.8".', flag="--target TARGET"
    )
    most_wrong: Share = option(
        'Defer: the greatest share of wrong answers among the accepted, guaranteed with 90 % confidence: "2 %". The lowest cutoff that keeps it is recommended.',
        flag="--most-wrong SHARE",
    )
    mixture: Literal["auto", "off"] = option(
        "Whether models are used together (auto), or the best single one alone (off).",
        flag="--mixture auto|off",
    )


class _Quota(_Section, name="quota", heading="At least so many of each"):
    by: Text = option(
        "Column of what at least so many entries are wanted of each: a language, a domain, a period."
    )
    minimum: Count = option("How many entries of each are wanted at least.", "0")
    minimums: CountByName = option(
        "The same for some of them by name, in place of quota.minimum: [quota.minimums] and below it Latvian = 300."
    )
    sure: Share = option(
        "In which share of the resamples all of them are to be met at once, such as 95 %: the review then goes as far as that takes.",
        "each is met on average, so in about half",
    )


class _List(_Section, name="list", heading="The list to be reviewed"):
    size: Count = option(
        "Number of items on the list to be reviewed, where the table does not hold it.",
        "the rows without a label",
        low=1,
    )
    prevalence: Share = option(
        "Share of entries in the list, where the labelled items were chosen to hold more or fewer of them.",
        "as among the labelled items",
    )
    reviewed: Texts = option(
        "What came back of a queue that was written before: what is judged leaves the list, and its cost the budget."
    )
    queue: Text = option("Folder of that queue, with its manifest.", "queue")
    file: Text = option(
        'Files of the list, Parquet or CSV, where it is not in the table: "list/*.parquet". The table then holds the labelled items alone.'
    )
    id: Text = option("Column with the name of each item in these files.", "as in the table")
    engine: Literal["duckdb", "memory", "spark", "sql"] = option(
        "What counts the list. duckdb: on this machine, without loading it. memory: all of it is loaded. spark: the session that runs. sql: queries are written for a warehouse, of which list.file names the table, and their answers read."
    )
    memory: Text = option("Memory that the engine may use, as 4GB.", "2GB")
    temp: Text = option(
        "Folder for what the engine cannot keep in memory, and for the answers to printed queries.",
        "the system's; for sql: answers",
    )
    dialect: Literal["duckdb", "spark", "postgres", "bigquery", "datafusion", "clickhouse"] = option(
        "Sql: in whose words queries are written."
    )


class _Work(_Section, name="work", heading="Carrying it out"):
    packet: Count = option("Items in one packet of the queue.", "200", low=1, high=250_000)
    people: Count = option("How many people review.", "1", low=1, high=10_000)
    hours_a_week: Number = option("Hours a week that each of them reviews; dates follow from it.")
    month_hours: Number = option(
        "Hours of a person-month, as your institution counts them: work is then told in person-months, too.",
        "what the funder of the profile says",
    )
    start: Text = option("First day of reviewing, as 2026-12-07.")
    deadline: Text = option("Last day of reviewing: how likely it is done by then.")
    tail_sample: Count = option(
        "Items drawn at random from those that nobody would review and mixed into the queue: they show what is left after the stop, and how often a model is wrong that answers alone.",
        "0",
    )
    looks: Count = option(
        "How often the random items are read before all of them are judged; 0 for after any of them, whenever you like.",
        "0",
        high=100,
    )
    control: Count = option(
        "Labelled items mixed into the queue once more, which show how often people agree with their labels.",
        "0",
    )


class _Words(_Section, name="words", heading="Words"):
    four: FourWords = option(
        "Your words for one item, several items, one entry, several entries.",
        "item,items,entry,entries",
        key="words",
    )
    item: Text = option("Your word for one item.", "item")
    items: Text = option("Your word for several items.", "items")
    entry: Text = option("Your word for one entry.", "entry")
    entries: Text = option("Your word for several entries.", "entries")
    items_dative: Text = option(
        "In German, the dative of your word for several items.", "made from the plural"
    )
    entries_dative: Text = option(
        "In German, the dative of your word for several entries.", "made from the plural"
    )


class _Sure(_Section, name="sure", heading="How sure"):
    seed: Count = option("Start of the random numbers.", "1", high=2**32 - 1)
    resamples: Count = option(
        "How often the labels are drawn anew, at least 39 times; 0: means alone are printed.",
        "999",
        high=1_000_000,
    )


class _Report(_Section, name="report", heading="The report"):
    title: Text = option("Title of the report.")
    project: Text = option("Name of the project.")
    author: Text = option("Who asks for the budget.")
    notes: Texts = option("Notes printed in the report.")
    language: Literal["en", "de"] = option("Language of the report.", "en")
    profile: ProfileName = option(
        "For whom it is printed: paper, margins, type, page limit and rules of a funder.",
        "a4",
        flag="--profile NAME",
    )
    parts: Count = option("Into how many parts of equal size the list is cut.", "10", low=1, high=1000)


class _Run(_Section, name="", heading="The run"):
    set: Text = option("Any key of the plan file.", "", flag="--set KEY=VALUE", many=True)
    scenario: Text = option("One scenario of the plan file, in place of all.", "", flag="--scenario NAME")
    out: Text = option("Folder for what is written.", "report", flag="--out FOLDER")
    date: Text = option("Date on the report.", "today", flag="--date YYYY-MM-DD")
    format: Text = option(
        "What to write, beside data and tables: html, pdf, xlsx (all tables in one workbook, and the costs in another that computes), docx and odt (the justification), figures (each as SVG and PNG).",
        "html,pdf",
        flag="--format html,pdf",
    )
    only: Text = option(
        "Of the page and the PDF these parts alone: decision (page 1), card (how it is carried out: what first, when to pause, when to stop), justification (what is asked for, and why), or several of them.",
        "",
        flag="--only PART",
    )
    replace: Switch = option(
        "Put away what stands in the way first, as NAME.before-1, where it is not as an earlier run wrote it.",
        "",
        flag="--replace",
    )
    quiet: Switch = option("Print warnings and errors alone.", "", flag="--quiet")
    json_errors: Switch = option(
        "Write what is wrong to stderr as JSON, for programs: a list with one object a problem.",
        "",
        flag="--json-errors",
    )


PARTS = ("decision", "card", "justification")
"""What a report may be cut down to, in the order in which it is."""

FORMATS = ("html", "pdf", "xlsx", "docx", "odt", "figures")
"""What a report may be written as, in the order in which it is."""

OPTIONS = tuple(ROWS)
"""Every option, in the order of the reference table."""

SECTIONS = MappingProxyType(dict(HEADINGS))
"""Sections of the plan file, with their headings in the help; "" holds what only the command line has."""

BY_KEY = MappingProxyType({entry.key: entry for entry in OPTIONS if entry.key})
"""Options by their key in the plan file."""

MODEL_KEYS = tuple(entry.key.partition(".")[2] for entry in OPTIONS if entry.section == "models")
"""Keys of a [[models]] table."""

ANSWERER_KEYS = tuple(entry.key.partition(".")[2] for entry in OPTIONS if entry.section == "answerers")
"""Keys of an [[answerers]] table."""

REPEATED = frozenset({"models", "answerers"})
"""Sections of which a plan file has a table for each; their keys are none of the plan itself."""


FORMER_SECTIONS = MappingProxyType({"value": "entry", "values": "answers"})
"""What sections of the plan file were called once, by their old names, which still work."""

_FORMER = MappingProxyType({"value.entry": "entry.value"})

SHORT = MappingProxyType({"mixture": "goal.mixture"})
"""Keys that may stand at the top of the plan file, outside any section."""


def today(key: str) -> str:
    """Return what a key is called today.

    >>> today("values.right"), today("value.entry.idiom"), today("cost.per_item")
    ('answers.right', 'entry.value.idiom', 'cost.per_item')
    """
    for old, new in (*_FORMER.items(), *FORMER_SECTIONS.items()):
        if key == old or key.startswith(f"{old}."):
            return new + key.removeprefix(old)
    return key


def ending(name: str) -> list[str]:
    """Return the keys that end in a name, or once did.

    >>> ending("left_out"), ending("entry")
    (['entry.left_out', 'answers.left_out'], ['entry.value', 'words.entry'])
    """
    once = {new for old, new in _FORMER.items() if old.rpartition(".")[2] == name}
    return [key for key in BY_KEY if key.rpartition(".")[2] == name or key in once]


def ask(key: str, value: str = "", *, like: str = "") -> str:
    """Return how to give a key on the command line, for messages that tell what to do.

    ``like`` stands for a value that only the user knows; without either, the option alone is named.

    >>> ask("cost.per_item", "0.04"), ask("cost.contingency", "0.05")
    ('--cost 0.04', '--set cost.contingency=0.05')
    >>> ask("table.split", "dev set"), ask("table.id", like="COLUMN"), ask("table.id")
    ('--set table.split="dev set"', '--id COLUMN', '--id')
    """
    named = NamedOption(key, value, like)
    return Advice(_as_flag(named, BY_KEY[key].flag), [named])


def _as_flag(named: NamedOption, flag: str) -> str:
    told = named.like or (quoted_word(named.value) if named.value else "")
    return f"{flag} {told}".rstrip() if flag else f"--set {named.key}={told}".rstrip("=")


def with_flags(problem: Problem, flags: Mapping[str, str]) -> Problem:
    """Return a problem whose advice names some keys by the flags that a command alone has for them.

    >>> with_flags(Problem("no queue", ask("list.queue", like="FOLDER")), {"list.queue": "--queue"}).todo
    '--queue FOLDER'
    """
    parts = parts_of(problem.todo)
    told = (
        one if isinstance(one, str) else _as_flag(one, flags.get(one.key, BY_KEY[one.key].flag))
        for one in parts
    )
    return replace(problem, todo=Advice("".join(told), parts))


def advise(sentence: str, *values: Any) -> str:
    """Return a sentence with values in its places, as ``format`` does, and options where a place names their key.

    What stands for a value that only the user knows is in capitals.

    >>> advise("{:,} rows: name it ({table.id=COLUMN}), or leave {table.id} out", 1000)
    '1,000 rows: name it (--id COLUMN), or leave --id out'
    >>> parts_of(advise("{}, or {}", "write 1", ask("table.decimal", "comma")))
    ('', 'write 1', ', or ', NamedOption(key='table.decimal', value='comma', like=''))
    """
    parts: list[str | NamedOption] = []
    told = ""
    following = iter(values)
    for text, place, form, _ in Formatter().parse(sentence):
        value: Any = ""
        if place:
            key, _, said = place.partition("=")
            value = ask(key, like=said) if said.isupper() else ask(key, said)
        elif place is not None:
            value = next(following)
        shown = value if isinstance(value, str) else format(value, form or "")
        parts += [text, *parts_of(shown)]
        told += text + shown
    return Advice(told, parts)


def one_of(key: str, values: Sequence[str]) -> str:
    """Return how to give one of several values of a key.

    >>> one_of("table.separator", ["tab", "comma"])
    '--set table.separator=tab or comma'
    """
    first, *others = values
    return advise("{}" + " or {}" * len(others), ask(key, first), *others)


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
