"""What is asked of a list's columns: how each stands in a query, what is wrong with it, and what an item costs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import FloatArray
from budgetplan.dataset.list_files import NO_SCORE, refuse_none_left
from budgetplan.domain.items import Items
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import MICRO
from budgetplan.engines.base import Engine, Kind
from budgetplan.engines.words import SqlWords
from budgetplan.errors import BadDataError, Problem
from budgetplan.tables.columns import GREATEST, Layout
from budgetplan.tables.problems import Problems

MOST_ADDED = 2**62
"""Sums of whole numbers below this fit every engine."""
NUMBERS = ("single", "double", "whole", "text")
"""What may be a column of numbers."""


@dataclass(frozen=True, eq=False)
class AskedList:
    """How the list is asked.

    Attributes
    ----------
    whole, relation
        What stands after FROM for the files as they are, and for the list: without the rows that are labelled items.
    id, key
        The name of an item as a text, and as it is compared: its hash, a whole number where all are, or the text.
    id_name
        What the column of the names is called in the files.
    scores
        By model: its score, higher reviewed earlier; minus infinity where it has none.
    single
        Models whose scores are of single precision.
    n_items, n_known
        Items of the list, and how many more rows are labelled items.
    found
        By model: for how many items it has a score, the lowest and the highest.
    columns
        What sizes and prices are called in queries, and how they are asked for.
    sums, each
        What is added up of them, as whole numbers, and what is the same for every item: see
        :class:`budgetplan.domain.counted.CountedRows`.
    without
        By column: how many items lack a price or a size, where others have one.
    """

    whole: str
    relation: str
    id: str
    key: str
    scores: Mapping[str, str]
    single: frozenset[str]
    n_items: int
    found: Mapping[str, tuple[int, float, float]]
    columns: Mapping[str, str] = field(default_factory=dict)
    sums: Mapping[str, str] = field(default_factory=dict)
    each: Mapping[str, int] = field(default_factory=dict)
    without: Mapping[str, int] = field(default_factory=dict)
    n_known: int = 0
    id_name: str = ""


@dataclass(frozen=True)
class _Amount:
    """A column of sizes or prices: how it is asked for, and what is in it."""

    column: str
    what: str
    query: str
    n: int = 0
    least: float = 0.0
    most: float = 0.0
    added: float = 0.0
    all_whole: bool = False


def ask_of(
    engine: Engine, plan: Plan, layout: Layout, where: str, items: Items, names: Sequence[str] = ()
) -> AskedList:
    """Look at the columns of a list, in one scan of it.

    Parameters
    ----------
    engine
        With the list open.
    plan, layout
        What the user said, and which columns that is.
    where
        How the list is called in messages.
    items
        The labelled items.
    names
        Of labelled items: rows with these names are no part of the list. They never stand in a query.

    Raises
    ------
    BadDataError
        With every problem of the columns.
    """
    kinds, words, problems = engine.columns(), engine.words, Problems(where)
    _check_kinds(kinds, layout, problems)
    problems.raise_if_any()
    identity, key = _identity(engine, layout.id, kinds[layout.id])
    relation = _without(engine, key, names, whole=kinds[layout.id] == "whole")
    scores = {model.name: _score(model.column, model.order, kinds, words) for model in plan.models}
    amounts = [
        _Amount(column, what, words.finite(as_number(column, kinds, words)))
        for column, what in ((layout.units, "size"), (layout.cost, "price"))
        if column
    ]
    asked = _looked(engine, relation, plan, kinds, layout, scores, amounts)
    n_items, n_rows = int(asked["n"]), int(asked["rows"])
    if n_rows:
        refuse_none_left(plan, n_items)
    _check_rows(asked, plan, layout, problems)
    amounts = [_answered(one, f"a{at}", asked) for at, one in enumerate(amounts)]
    for one in amounts:
        _check_amount(one, n_items, problems)
    problems.raise_if_any()
    found = {
        model.name: (int(asked[f"m{at}n"]), asked[f"m{at}low"], asked[f"m{at}high"])
        for at, model in enumerate(plan.models)
    }
    for model in plan.models:
        # A number that all rows have needs no second look.
        sure = found[model.name][0] == n_items
        score = _score(model.column, model.order, kinds, words, sure=sure)
        scores[model.name] = score if sure else f"COALESCE({score}, {words.number(float('-inf'))})"
    columns, sums, each = _priced(plan, items, {one.what: one for one in amounts}, words)
    return AskedList(
        whole=engine.relation,
        relation=relation,
        id=identity,
        key=key,
        id_name=layout.id,
        scores=MappingProxyType(scores),
        single=frozenset(model.name for model in plan.models if kinds[model.column] == "single"),
        n_items=n_items,
        n_known=n_rows - n_items,
        found=MappingProxyType(found),
        columns=columns,
        sums=MappingProxyType(sums),
        each=MappingProxyType(each),
        without=MappingProxyType({one.column: n_items - one.n for one in amounts if one.n < n_items}),
    )


def _identity(engine: Engine, column: str, kind: Kind) -> tuple[str, str]:
    """Return the name of an item as a text, and as it is compared with others."""
    words = engine.words
    named = words.named(column) if kind == "whole" else words.stripped.format(words.named(column))
    text = f"CAST({named} AS {words.text})" if kind == "whole" or engine.hashed else named
    if engine.hashed:
        return text, words.md5.format(text)
    return text, f"CAST({named} AS {words.whole})" if kind == "whole" else text


def _without(engine: Engine, key: str, names: Sequence[str], *, whole: bool) -> str:
    """Return what stands after FROM for the list without the rows of these names, which the engine is handed over."""
    known: npt.NDArray[Any] | Sequence[str] = names
    if engine.hashed:
        known = sorted(hashlib.md5(name.encode(), usedforsecurity=False).hexdigest() for name in names)
    elif whole:
        numbers = [int(name) for name in names if name.lstrip("-").isdigit() and str(int(name)) == name]
        known = np.array([number for number in numbers if -(2**63) <= number < 2**63], dtype=np.int64)
    if not len(known):
        return engine.relation
    held = engine.hold("budgetplan_known", {"known": known})
    keyed = f"(SELECT b.*, {key} AS budgetplan_key FROM {engine.relation} b)"
    alike = f"SELECT 1 FROM {held} k WHERE k.known = l.budgetplan_key"
    return f"(SELECT l.* FROM {keyed} l WHERE NOT EXISTS ({alike}))"


def as_number(column: str, kinds: Mapping[str, Kind], words: SqlWords) -> str:
    """Return a column as numbers of double precision: single ones are equal to no decimal before that."""
    named = words.named(column)
    return words.tried.format(named) if kinds[column] == "text" else f"CAST({named} AS {words.double})"


def _score(column: str, order: str, kinds: Mapping[str, Kind], words: SqlWords, *, sure: bool = False) -> str:
    number = as_number(column, kinds, words)
    number = number if order == "higher" else f"-({number})"
    return number if sure else words.finite(number)


def _check_kinds(kinds: Mapping[str, Kind], layout: Layout, problems: Problems) -> None:
    if kinds[layout.id] not in ("text", "whole"):
        wrong = "names of items are texts or whole numbers: engines write other numbers in different ways"
        problems.add(wrong, "write the column as texts", column=layout.id)
    for column in layout.numbers:
        if kinds[column] not in NUMBERS:
            problems.add("this column holds no numbers", "write numbers", column=column)


def _looked(
    engine: Engine,
    relation: str,
    plan: Plan,
    kinds: Mapping[str, Kind],
    layout: Layout,
    scores: Mapping[str, str],
    amounts: Sequence[_Amount],
) -> Mapping[str, float]:
    """Return counts, ends and sums of all columns, in one scan."""
    words = engine.words

    def counted(condition: str) -> str:
        return f"SUM(CASE WHEN {condition} THEN 1 ELSE 0 END)"

    def described(name: str, column: str, value: str) -> dict[str, str]:
        """Return how many numbers a column has, their ends, and how many cells are endless or hold no number."""
        raw, named = as_number(column, kinds, words), words.named(column)
        endless = f"{raw} IS NOT NULL AND ({value}) IS NULL AND NOT {words.is_nan.format(raw)}"
        found = {f"{name}n": f"COUNT({value})", f"{name}low": f"MIN({value})", f"{name}high": f"MAX({value})"}
        found[f"{name}endless"] = counted(endless)
        if kinds[column] == "text":
            odd = f"{named} IS NOT NULL AND TRIM({named}) <> '' AND {raw} IS NULL"
            found[f"{name}odd"] = counted(odd)
        return found

    name, unnamed = words.named(layout.id), "{} IS NULL"
    if kinds[layout.id] == "text":
        unnamed = f"{{}} IS NULL OR {words.stripped.format(name)} = ''"
    asked = {"n": "COUNT(*)", "rows": f"(SELECT COUNT(*) FROM {engine.relation})"}
    asked["unnamed"] = counted(unnamed.format(name))
    for at, model in enumerate(plan.models):
        asked |= described(f"m{at}", model.column, scores[model.name])
    for at, one in enumerate(amounts):
        asked |= described(f"a{at}", one.column, one.query)
        asked[f"a{at}whole"] = counted(f"({one.query}) = FLOOR({one.query})")
        asked[f"a{at}sum"] = f"SUM({one.query})"
    # Sums are read as numbers of double precision here: that they are small enough is seen first.
    named = ", ".join(f"CAST({query} AS {words.double}) AS {name}" for name, query in asked.items())
    return {name: float(cell[0]) for name, cell in engine.ask(f"SELECT {named} FROM {relation} l").items()}


def _check_rows(asked: Mapping[str, float], plan: Plan, layout: Layout, problems: Problems) -> None:
    if not asked["n"]:
        problems.add("the list has no rows", "write one row for each item")
        problems.raise_if_any()
    if unnamed := int(asked["unnamed"]):
        wrong = f"{_rows(unnamed)} no id"
        problems.add(wrong, "give every item of the list an id of its own", column=layout.id)
    for at, model in enumerate(plan.models):
        if endless := int(asked[f"m{at}endless"]):
            todo = "write a number, or leave the cell empty where the model has none"
            problems.add(f"{_rows(endless)} an endless score", todo, column=model.column)
        if odd := int(asked.get(f"m{at}odd", 0)):
            todo = "write numbers with a decimal point, and nothing where the model has no score"
            problems.add(f"{_rows(odd)} a score that is no number", todo, column=model.column)
        if not asked[f"m{at}n"] and not problems:
            problems.add(NO_SCORE[0], NO_SCORE[1], column=model.column)
        # Ranks come negated.
        if model.order == "rank" and (highest := asked[f"m{at}high"]) > -1:
            todo = "write ranks from 1 on, or say order = lower"
            problems.add("a rank is 1 or more", todo, column=model.column, found=f"{-highest:g}")


def _rows(n: int) -> str:
    return "1 row of the list has" if n == 1 else f"{n:,} rows of the list have"


def _answered(one: _Amount, name: str, asked: Mapping[str, float]) -> _Amount:
    n = int(asked[f"{name}n"])
    if odd := int(asked[f"{name}endless"] + asked.get(f"{name}odd", 0)):
        wrong, todo = f"{_rows(odd)} a {one.what} that is no number", "write a number of 0 or more"
        raise BadDataError([Problem(wrong, todo, column=one.column)])
    least, most, added = (asked[f"{name}{key}"] if n else 0.0 for key in ("low", "high", "sum"))
    return replace(one, n=n, least=least, most=most, added=added, all_whole=int(asked[f"{name}whole"]) == n)


def _check_amount(one: _Amount, n_items: int, problems: Problems) -> None:
    if one.least < 0:
        told = "write a number of 0 or more"
        problems.add(f"the {one.what} is below 0", told, column=one.column, found=f"{one.least:g}")
    if one.most > GREATEST:
        told = "write a number of at most twelve digits"
        problems.add(f"the {one.what} is too great", told, column=one.column, found=f"{one.most:g}")
    elif one.most * 1e6 * n_items >= MOST_ADDED:
        wrong = f"sums over {n_items:,} items of up to {one.most:,.0f} each are too great to be exact"
        problems.add(wrong, "write them in a larger unit, such as thousands", column=one.column)


def rounded(value: str, words: SqlWords, *, whole: bool = False) -> str:
    """Return a number of 0 or more as the nearest whole one, halves to the even one as numpy does: casts differ.

    ``whole``: it is a whole number already.
    """
    if whole:
        return f"CAST({value} AS {words.whole})"
    half, floor = words.number(0.5), f"FLOOR({value})"
    even = f"{words.number(2.0)} * FLOOR(({value} + {half}) * {half})"
    found = f"CASE WHEN {value} - {floor} < {half} THEN {floor} WHEN {value} - {floor} > {half} THEN {floor} + {words.number(1.0)} ELSE {even} END"
    return f"CAST({found} AS {words.whole})"


def _filled(one: _Amount, labelled: FloatArray | None, times: float, words: SqlWords) -> str:
    """Return a column of amounts; where it has nothing, the mean stands in: its own, else that of the labelled."""
    told = float(labelled.mean()) if labelled is not None and len(labelled) else 0.0
    mean = one.added / one.n * times if one.n else told
    value = one.query if times == 1 else f"({one.query}) * {words.number(times)}"
    return f"COALESCE({value}, {words.number(mean)})"


def _priced(
    plan: Plan, items: Items, amounts: Mapping[str, _Amount], words: SqlWords
) -> tuple[dict[str, str], dict[str, str], dict[str, int]]:
    """Return the columns that costs are made of, what is added up of them, and what all items have alike."""
    prices, sums, each = plan.prices, dict[str, str](), dict[str, int]()
    columns = dict[str, str]()
    size, listed = amounts.get("size"), amounts.get("price")
    if listed is not None:
        columns["price"] = _filled(listed, items.listed_cost, float(MICRO), words)
        sums["listed"] = rounded("price", words)
    flat, per_unit = prices.known_rates
    if not prices.stated:
        each["cost"] = MICRO
    elif prices.listed and listed is not None:
        sums["cost"] = sums["listed"]
    elif size is None or not per_unit:
        each["cost"] = int(prices.item_cost(1, None, None)[0])
    else:
        exact = _is_whole(flat) and _is_whole(per_unit) and size.all_whole and size.n > 0
        value = f"({words.number(float(flat))} + {words.number(float(per_unit))} * size)"
        sums["cost"] = rounded(value, words, whole=exact)
    start, slope = (
        float(prices.annotators * one) for one in (prices.seconds_per_item, prices.seconds_per_unit)
    )
    if size is not None:
        columns["size"] = _filled(size, items.units, 1.0, words)
        sums["units"] = rounded(f"(size * {words.number(1e6)})", words, whole=size.all_whole)
    if size is not None and slope:
        value = f"(({words.number(start)} + {words.number(slope)} * size) * {words.number(1e6)})"
        sums["seconds"] = rounded(value, words)
    else:
        each["seconds"] = round(start * 1e6)
    return columns, sums, each


def _is_whole(number: Decimal) -> bool:
    return number == number.to_integral_value()
