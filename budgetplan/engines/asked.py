"""What is asked of a list's columns: how each stands in a query, what is wrong with it, and what an item costs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from budgetplan.arrays import FloatArray
from budgetplan.dataset.list_files import NO_SCORE, refuse_none_left
from budgetplan.domain.items import Items
from budgetplan.domain.messages import Message
from budgetplan.domain.plan import ModelSpec, Plan
from budgetplan.domain.prices import MICRO
from budgetplan.engines.base import Engine, Kind, SqlWords, hold_names
from budgetplan.engines.counting import AskedList
from budgetplan.errors import Problems
from budgetplan.tables.columns import GREATEST, Layout

MOST_ADDED = 2**62
"""Sums of whole numbers below this fit every engine."""
NUMBERS = ("single", "double", "whole", "text")
"""What may be a column of numbers."""


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
    relation = _without(engine, layout.id, key, names, whole=kinds[layout.id] == "whole")
    columns = [(model.column, _score(model, kinds, words)) for model in plan.models]
    amounts = {"size": layout.units, "price": layout.cost}
    amounts = {what: column for what, column in amounts.items() if column}
    columns += [(column, words.finite(as_number(column, kinds, words))) for column in amounts.values()]
    asked, seen = _looked(engine, relation, kinds, layout.id, columns)
    n_items = int(asked["n"])
    if asked["rows"]:
        refuse_none_left(plan, n_items)
    by_model = dict(zip((model.name for model in plan.models), seen, strict=False))
    by_amount = dict(zip(amounts, seen[len(by_model) :], strict=True))
    _check_rows(asked, plan, layout, by_model, problems)
    for what, column in amounts.items():
        _check_amount(column, by_amount[what], n_items, problems)
    problems.raise_if_any()
    scores = {}
    for model in plan.models:
        # A number that all rows have needs no second look.
        sure = by_model[model.name].n == n_items
        score = _score(model, kinds, words, sure=sure)
        scores[model.name] = score if sure else f"COALESCE({score}, {words.number(-np.inf)})"
    columns_of, sums, each = _priced(plan, items, by_amount, words)
    return AskedList(
        words=words,
        relation=relation,
        id=identity,
        key=key,
        id_name=layout.id,
        scores=scores,
        single=frozenset(model.name for model in plan.models if kinds[model.column] == "single"),
        n_items=n_items,
        n_known=int(asked["rows"]) - n_items,
        found={name: (int(spec.n), spec.low, spec.high) for name, spec in by_model.items()},
        columns=columns_of,
        sums=sums,
        each=each,
        without={amounts[what]: n_items - int(seen.n) for what, seen in by_amount.items() if seen.n < n_items},
    )


def rows_of(engine: Engine, plan: Plan, layout: Layout, names: Collection[str]) -> pd.DataFrame:
    """Return the rows of the list with these names: id, x0 ... for the score of each model, units and cost where asked for.

    A colon stands before each id: an answer that comes back as CSV would turn 007 into a number.
    """
    kinds, words = engine.columns(), engine.words
    whole = kinds[layout.id] == "whole"
    identity, key = _identity(engine, layout.id, kinds[layout.id])
    columns = {"id": f"{words.literal(':')} || {identity}"} | {
        f"x{at}": _score(model, kinds, words) for at, model in enumerate(plan.models)
    }
    amounts = {"units": layout.units, "cost": layout.cost}
    columns |= {name: words.finite(as_number(column, kinds, words)) for name, column in amounts.items() if column}
    if not (held := hold_names(engine, "budgetplan_random", names, whole=whole)):
        return pd.DataFrame(columns=list(columns))
    asked = ", ".join(f"{query} AS {name}" for name, query in columns.items())
    return engine.ask(f"SELECT {asked} FROM {engine.relation} WHERE {key} IN (SELECT k.known FROM {held} k)")


def _identity(engine: Engine, column: str, kind: Kind) -> tuple[str, str]:
    """Return the name of an item as a text, and as it is compared with others."""
    words = engine.words
    name = words.named(column) if kind == "whole" else words.stripped.format(words.named(column))
    text = f"CAST({name} AS {words.text})" if kind == "whole" or engine.hashed else name
    if engine.hashed:
        return text, words.md5.format(text)
    return text, f"CAST({name} AS {words.whole})" if kind == "whole" else text


def _without(engine: Engine, column: str, key: str, names: Sequence[str], *, whole: bool) -> str:
    """Return what stands after FROM for the list without the rows of these names, which the engine is handed over."""
    if not (held := hold_names(engine, "budgetplan_known", names, whole=whole)):
        return engine.relation
    # Not every engine has NOT EXISTS, and nothing is not in a table of names; rows without a name are told later.
    other = f"{engine.words.named(column)} IS NULL OR {key} NOT IN (SELECT k.known FROM {held} k)"
    return f"(SELECT every.* FROM {engine.relation} every WHERE {other})"


def as_number(column: str, kinds: Mapping[str, Kind], words: SqlWords) -> str:
    """Return a column as numbers of double precision: single ones are equal to no decimal before that."""
    name = words.named(column)
    return words.tried.format(name) if kinds[column] == "text" else f"CAST({name} AS {words.double})"


def _score(model: ModelSpec, kinds: Mapping[str, Kind], words: SqlWords, *, sure: bool = False) -> str:
    number = as_number(model.column, kinds, words)
    number = number if model.order == "higher" else f"-({number})"
    return number if sure else words.finite(number)


def _check_kinds(kinds: Mapping[str, Kind], layout: Layout, problems: Problems) -> None:
    if kinds[layout.id] not in ("text", "whole"):
        problems.add(Message("engines.odd_names"), column=layout.id)
    for column in layout.numbers:
        if kinds[column] not in NUMBERS:
            problems.add(Message("engines.no_numbers"), column=column)


@dataclass(frozen=True)
class _Seen:
    """What is in a column, asked for as ``value``: numbers, their ends and sum; and how many cells hold no finite number."""

    value: str
    n: float
    low: float
    high: float
    added: float
    endless: float
    odd: float


def _looked(
    engine: Engine, relation: str, kinds: Mapping[str, Kind], id_column: str, columns: Sequence[tuple[str, str]]
) -> tuple[Mapping[str, float], list[_Seen]]:
    """Return how many rows there are, and what is in each column of numbers, in one scan."""
    words = engine.words

    def counted(condition: str) -> str:
        return f"SUM(CASE WHEN {condition} THEN 1 ELSE 0 END)"

    name = words.named(id_column)
    empty = f" OR {words.stripped.format(name)} = ''" if kinds[id_column] == "text" else ""
    asked = {"n": "COUNT(*)", "rows": f"(SELECT COUNT(*) FROM {engine.relation})"}
    asked["unnamed"] = counted(f"{name} IS NULL{empty}")
    for at, (column, value) in enumerate(columns):
        raw, quoted = as_number(column, kinds, words), words.named(column)
        asked |= {f"n{at}": f"COUNT({value})", f"low{at}": f"MIN({value})", f"high{at}": f"MAX({value})"}
        asked[f"added{at}"] = f"SUM({value})"
        is_nan = words.is_nan.format(raw)
        asked[f"endless{at}"] = counted(f"{raw} IS NOT NULL AND ({value}) IS NULL AND NOT {is_nan}")
        if kinds[column] == "text":
            asked[f"odd{at}"] = counted(f"{quoted} IS NOT NULL AND TRIM({quoted}) <> '' AND {raw} IS NULL")
    # Sums are read as numbers of double precision here: that they are small enough is seen first.
    query = ", ".join(f"CAST({query} AS {words.double}) AS {name}" for name, query in asked.items())
    answer = engine.ask(f"SELECT {query} FROM {relation} l")
    got = {str(name): each for name, each in answer.astype(float).fillna(0.0).iloc[0].items()}
    keys = ("n", "low", "high", "added", "endless", "odd")
    return got, [_Seen(value, *(got.get(f"{key}{at}", 0.0) for key in keys)) for at, (_, value) in enumerate(columns)]


def _check_rows(
    asked: Mapping[str, float], plan: Plan, layout: Layout, seen: Mapping[str, _Seen], problems: Problems
) -> None:
    if not asked["n"]:
        problems.add(Message("engines.no_rows"))
        problems.raise_if_any()
    if unnamed := int(asked["unnamed"]):
        problems.add(Message("engines.without_id", n=unnamed), column=layout.id)
    for model in plan.models:
        counts, column = seen[model.name], model.column
        if counts.endless:
            problems.add(Message("engines.infinite_score", n=int(counts.endless)), column=column)
        if counts.odd:
            problems.add(Message("engines.odd_score", n=int(counts.odd)), column=column)
        if not counts.n and not problems:
            problems.add(NO_SCORE, column=column)
        # Ranks come negated.
        if model.order == "rank" and counts.n and counts.high > -1:
            problems.add(Message("engines.rank_below_1"), column=column, found=f"{-counts.high:g}")


def _check_amount(column: str, seen: _Seen, n_items: int, problems: Problems) -> None:
    if odd := seen.endless + seen.odd:
        problems.add(Message("engines.odd_amount", n=int(odd)), column=column)
    if seen.low < 0:
        problems.add(Message("engines.amount_below_0"), column=column, found=f"{seen.low:g}")
    if seen.high > GREATEST:
        problems.add(Message("engines.amount_too_great"), column=column, found=f"{seen.high:g}")
    elif seen.high * 1e6 * n_items >= MOST_ADDED:
        problems.add(Message("engines.sums_too_great", n=n_items, most=seen.high), column=column)


def rounded(value: str, words: SqlWords) -> str:
    """Return a number of 0 or more as the nearest whole one, halves to the even one as numpy does: casts differ."""
    half, floor = words.number(0.5), f"FLOOR({value})"
    even = f"{words.number(2.0)} * FLOOR(({value} + {half}) * {half})"
    up, above = f"{floor} + {words.number(1.0)}", f"{value} - {floor}"
    nearest = f"CASE WHEN {above} < {half} THEN {floor} WHEN {above} > {half} THEN {up} ELSE {even} END"
    return f"CAST({nearest} AS {words.whole})"


def _filled(seen: _Seen, labelled: FloatArray | None, times: float, words: SqlWords) -> str:
    """Return a column of amounts; where it has nothing, the mean stands in: its own, else that of the labelled."""
    rate = 0.0 if labelled is None or not len(labelled) else float(labelled.mean())
    mean = seen.added / seen.n * times if seen.n else rate
    value = seen.value if times == 1 else f"({seen.value}) * {words.number(times)}"
    return f"COALESCE({value}, {words.number(mean)})"


def _priced(
    plan: Plan, items: Items, amounts: Mapping[str, _Seen], words: SqlWords
) -> tuple[dict[str, str], dict[str, str], dict[str, int]]:
    """Return the columns that costs are made of, what is added up of them, and what all items have alike."""
    prices, million = plan.prices, words.number(1e6)
    columns, sums, each = dict[str, str](), dict[str, str](), dict[str, int]()
    if "price" in amounts:
        columns["price"] = _filled(amounts["price"], items.listed_cost, float(MICRO), words)
        sums["listed"] = rounded("price", words)
    flat, per_unit = prices.known_rates
    if not prices.stated:
        each["cost"] = MICRO
    elif prices.listed and "price" in amounts:
        sums["cost"] = sums["listed"]
    elif "size" not in amounts or not per_unit:
        each["cost"] = int(prices.item_cost(1, None, None)[0])
    else:
        sums["cost"] = rounded(f"({words.number(float(flat))} + {words.number(float(per_unit))} * size)", words)
    of_item, of_unit = prices.seconds_per_item, prices.seconds_per_unit
    start, slope = (float(prices.annotators * seconds) for seconds in (of_item, of_unit))
    if "size" in amounts:
        columns["size"] = _filled(amounts["size"], items.units, 1.0, words)
        sums["units"] = rounded(f"(size * {million})", words)
    if "size" in amounts and slope:
        sums["seconds"] = rounded(f"(({words.number(start)} + {words.number(slope)} * size) * {million})", words)
    else:
        each["seconds"] = round(start * 1e6)
    return columns, sums, each
