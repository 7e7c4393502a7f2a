"""What is asked of a list's columns: how each stands in a query, what is wrong with it, and what an item costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType

from budgetplan.arrays import FloatArray
from budgetplan.dataset.list_files import NO_SCORE
from budgetplan.domain.items import Items
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import MICRO
from budgetplan.engines.base import Answer, Engine, Kind
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
    relation
        What stands after FROM for the list.
    id
        The name of an item as a text.
    id_column, id_kind
        The column of the names as it stands in a query, and what its values are.
    id_name
        What it is called in the files.
    scores
        By model: its score, higher reviewed earlier; nothing where it has none.
    single
        Models whose scores are of single precision.
    n_items
        Rows of the list.
    found
        By model: for how many of them it has a score, the lowest and the highest.
    columns
        What sizes and prices are called in queries, and how they are asked for.
    sums, each
        What is added up of them, as whole numbers, and what is the same for every item: see
        :class:`budgetplan.domain.counted.CountedRows`.
    without
        By column: how many items lack a price or a size, where others have one.
    hashed
        Whether names are compared by their hashes alone.
    """

    relation: str
    id: str
    id_column: str
    id_kind: Kind
    scores: Mapping[str, str]
    single: frozenset[str]
    n_items: int
    found: Mapping[str, tuple[int, float, float]]
    columns: Mapping[str, str] = field(default_factory=dict)
    sums: Mapping[str, str] = field(default_factory=dict)
    each: Mapping[str, int] = field(default_factory=dict)
    without: Mapping[str, int] = field(default_factory=dict)
    hashed: bool = False
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


def ask_of(engine: Engine, plan: Plan, layout: Layout, where: str, items: Items) -> AskedList:
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

    Raises
    ------
    BadDataError
        With every problem of the columns.
    """
    kinds, words, problems = engine.columns(), engine.words, Problems(where)
    _check_kinds(kinds, layout, problems)
    problems.raise_if_any()
    scores = {model.name: _score(model.column, model.order, kinds, words) for model in plan.models}
    amounts = [
        _Amount(column, what, words.finite(as_number(column, kinds, words)))
        for column, what in ((layout.units, "size"), (layout.cost, "price"))
        if column
    ]
    asked = _looked(engine, plan, kinds, layout, scores, amounts)
    n_items = int(asked["n"][0])
    _check_rows(asked, plan, layout, problems)
    amounts = [_answered(one, at, asked) for at, one in enumerate(amounts)]
    for one in amounts:
        _check_amount(one, n_items, problems)
    problems.raise_if_any()
    found = {
        model.name: (int(asked[f"f{at}"][0]), float(asked[f"low{at}"][0]), float(asked[f"high{at}"][0]))
        for at, model in enumerate(plan.models)
    }
    identity = words.named(layout.id)
    if asked["padded"][0]:
        identity = words.stripped.format(identity)
    priced = _priced(plan, items, {one.what: one for one in amounts}, words)
    return AskedList(
        relation=engine.relation,
        id=identity
        if kinds[layout.id] == "text" and not engine.hashed
        else f"CAST({identity} AS {words.text})",
        hashed=engine.hashed,
        id_column=identity,
        id_name=layout.id,
        id_kind=kinds[layout.id],
        scores=MappingProxyType(
            {
                # A number that all rows have needs no second look.
                model.name: _score(
                    model.column, model.order, kinds, words, sure=found[model.name][0] == n_items
                )
                for model in plan.models
            }
        ),
        single=frozenset(model.name for model in plan.models if kinds[model.column] == "single"),
        n_items=n_items,
        found=MappingProxyType(found),
        columns=priced.columns,
        sums=MappingProxyType(dict(priced.sums)),
        each=MappingProxyType(dict(priced.each)),
        without=MappingProxyType({one.column: n_items - one.n for one in amounts if one.n < n_items}),
    )


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
    plan: Plan,
    kinds: Mapping[str, Kind],
    layout: Layout,
    scores: Mapping[str, str],
    amounts: Sequence[_Amount],
) -> Answer:
    """Return counts, ends and sums of all columns, in one scan."""
    words = engine.words

    def counted(condition: str) -> str:
        return f"SUM(CASE WHEN {condition} THEN 1 ELSE 0 END)"

    name, unnamed, padded = words.named(layout.id), "{} IS NULL", "1 = 0"
    if kinds[layout.id] == "text":
        bare = words.stripped.format(name)
        unnamed, padded = f"{{}} IS NULL OR {bare} = ''", f"{name} <> {bare}"
    asked = {"n": "COUNT(*)", "unnamed": counted(unnamed.format(name)), "padded": counted(padded)}
    for at, model in enumerate(plan.models):
        raw, score = as_number(model.column, kinds, words), scores[model.name]
        asked |= {f"f{at}": f"COUNT({score})", f"low{at}": f"MIN({score})", f"high{at}": f"MAX({score})"}
        asked[f"endless{at}"] = counted(
            f"{raw} IS NOT NULL AND ({score}) IS NULL AND NOT {words.is_nan.format(raw)}"
        )
        if kinds[model.column] == "text":
            asked[f"odd{at}"] = counted(_no_number(model.column, raw, words))
    for at, one in enumerate(amounts):
        raw = as_number(one.column, kinds, words)
        value = one.query
        asked |= {f"an{at}": f"COUNT({value})", f"alow{at}": f"MIN({value})", f"ahigh{at}": f"MAX({value})"}
        asked[f"awhole{at}"] = counted(f"({value}) = FLOOR({value})")
        asked[f"asum{at}"] = f"SUM({value})"
        asked[f"aendless{at}"] = counted(
            f"{raw} IS NOT NULL AND ({value}) IS NULL AND NOT {words.is_nan.format(raw)}"
        )
        if kinds[one.column] == "text":
            asked[f"aodd{at}"] = counted(_no_number(one.column, raw, words))
    # Sums are read as numbers of double precision here: that they are small enough is seen first.
    named = ", ".join(f"CAST({query} AS {words.double}) AS {name}" for name, query in asked.items())
    return engine.ask(f"SELECT {named} FROM {engine.relation}")


def _no_number(column: str, raw: str, words: SqlWords) -> str:
    named = words.named(column)
    return f"{named} IS NOT NULL AND TRIM({named}) <> '' AND {raw} IS NULL"


def _check_rows(asked: Answer, plan: Plan, layout: Layout, problems: Problems) -> None:
    if not asked["n"][0]:
        problems.add("the list has no rows", "write one row for each item")
        problems.raise_if_any()
    if unnamed := int(asked["unnamed"][0]):
        wrong = f"{_rows(unnamed)} no id"
        problems.add(wrong, "give every item of the list an id of its own", column=layout.id)
    for at, model in enumerate(plan.models):
        if endless := int(asked[f"endless{at}"][0]):
            todo = "write a number, or leave the cell empty where the model has none"
            problems.add(f"{_rows(endless)} an endless score", todo, column=model.column)
        if f"odd{at}" in asked and (odd := int(asked[f"odd{at}"][0])):
            todo = "write numbers with a decimal point, and nothing where the model has no score"
            problems.add(f"{_rows(odd)} a score that is no number", todo, column=model.column)
        if not asked[f"f{at}"][0] and not problems:
            problems.add(NO_SCORE[0], NO_SCORE[1], column=model.column)
        # Ranks come negated.
        if model.order == "rank" and asked[f"high{at}"][0] > -1:
            told = "write ranks from 1 on, or say order = lower"
            problems.add(
                "a rank is 1 or more", told, column=model.column, found=f"{-asked[f'high{at}'][0]:g}"
            )


def _rows(n: int) -> str:
    return "1 row of the list has" if n == 1 else f"{n:,} rows of the list have"


def _answered(one: _Amount, at: int, asked: Answer) -> _Amount:
    n = int(asked[f"an{at}"][0])
    odd = sum(int(asked[name][0]) for name in (f"aendless{at}", f"aodd{at}") if name in asked)
    if odd:
        wrong, todo = f"{_rows(odd)} a {one.what} that is no number", "write a number of 0 or more"
        raise BadDataError([Problem(wrong, todo, column=one.column)])
    least, most = (float(asked[f"a{end}{at}"][0]) if n else 0.0 for end in ("low", "high"))
    added = float(asked[f"asum{at}"][0]) if n else 0.0
    return _Amount(one.column, one.what, one.query, n, least, most, added, int(asked[f"awhole{at}"][0]) == n)


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


@dataclass(frozen=True)
class _Priced:
    """What items cost: the columns that this is made of, what is added up of them, and what all have alike."""

    columns: Mapping[str, str]
    sums: Mapping[str, str]
    each: Mapping[str, int]


def _priced(plan: Plan, items: Items, amounts: Mapping[str, _Amount], words: SqlWords) -> _Priced:
    prices, sums, each = plan.prices, dict[str, str](), dict[str, int]()
    columns = {}
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
    return _Priced(columns, sums, each)


def _is_whole(number: Decimal) -> bool:
    return number == number.to_integral_value()
