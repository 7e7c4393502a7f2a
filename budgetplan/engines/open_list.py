"""Opens the list of a plan in the engine that the plan names: DuckDB, the Spark session that runs, or a warehouse that we never see.

What is asked of the list's columns: how each stands in a query, what is wrong with it, and what an item costs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from budgetplan import lazy_pandas as pd
from budgetplan.arrays import FloatArray
from budgetplan.dataset import list_files
from budgetplan.dataset.rows import read_sheet
from budgetplan.dataset.scored import ScoredTable, without_score
from budgetplan.domain.items import Items
from budgetplan.domain.messages import Message
from budgetplan.domain.plan import ListFiles, ModelSpec, Plan, TableForm
from budgetplan.domain.prices import MICRO
from budgetplan.engines.base import DIALECTS, Engine, Kind, SqlWords, hold_names, kinds_of_all
from budgetplan.engines.counting import SHORT, AskedList, Counting
from budgetplan.engines.duck import DuckEngine
from budgetplan.errors import BadDataError, Problems, UsageError, imported
from budgetplan.files import save
from budgetplan.tables.columns import GREATEST, Layout
from budgetplan.tables.formats.typed import FrameSource
from budgetplan.tables.table import Source


class SparkEngine(Engine):
    """See :class:`budgetplan.engines.base.Engine`."""

    words = DIALECTS["spark"]
    relation = "budgetplan_list"

    def __init__(self, listed: ListFiles, files: Sequence[str], form: TableForm) -> None:
        lacking = UsageError.of(Message("engines.no_spark"), option="list.engine")
        builder = imported("pyspark.sql", lacking).SparkSession.builder
        if listed.memory:
            builder = builder.config("spark.driver.memory", listed.memory.replace(" ", "").rstrip("iB"))
        self._session = builder.getOrCreate()
        self.called = f"Spark {self._session.version}"
        self._files, self._form = files, form
        self._frame = self._read(list(files))
        self._frame.createOrReplaceTempView(self.relation)

    def columns(self) -> Mapping[str, Kind]:
        """Return the columns of the list, and what their values are.

        Raises
        ------
        BadDataError
            Two files have columns of other types.
        """
        return kinds_of_all((file, dict(self._read([file]).dtypes)) for file in self._files)

    def ask(self, query: str) -> pd.DataFrame:
        """Return the answer to a query."""
        frame: pd.DataFrame = self._session.sql(query).toPandas()
        return frame

    def hold(self, name: str, columns: Mapping[str, npt.NDArray[Any] | Sequence[str]]) -> str:
        """Take a small table; return what stands after FROM for it."""
        self._session.createDataFrame(pd.DataFrame(dict(columns))).createOrReplaceTempView(name)
        return name

    def keep(self, name: str, query: str) -> str:
        """Keep the answer to a query where the list is; return what stands after FROM for it."""
        self._session.sql(query).cache().createOrReplaceTempView(name)
        return name

    def _read(self, files: list[str]) -> Any:
        if files[0].lower().endswith(".csv"):
            separator = {"semicolon": ";", "tab": "\t", "space": " "}.get(self._form.separator, ",")
            options = {"header": True, "sep": separator, "quote": '"', "escape": '"'}
            return self._session.read.options(**options).csv(files)
        return self._session.read.parquet(*files)


FOLDER = "answers"
"""Where queries and answers stand if nobody says it."""


class PrintedEngine(Engine):
    """See :class:`budgetplan.engines.base.Engine`.

    Every run goes as far as there are answers: it then writes the next query and says where its answer is expected.
    The same plan asks the same queries in the same order; a query whose text changes has another name.
    """

    n_buckets = 2048
    hashed = True

    def __init__(self, listed: ListFiles, plan: Plan) -> None:
        self.words = DIALECTS[listed.dialect]
        self.relation = ".".join(self.words.named(part) for part in listed.files.split("."))
        self.called = f"printed queries ({listed.dialect})"
        self._folder, self._plan = Path(listed.temp or FOLDER), plan
        self._asked = 0

    def columns(self) -> Mapping[str, Kind]:
        """Return the columns of the list: as the plan has them, since nobody can look."""
        columns = self._plan.columns
        numbers = (columns.units, columns.cost, *(model.column for model in self._plan.models))
        kinds: dict[str, Kind] = dict.fromkeys((columns.id, *filter(None, numbers)), "double")
        return kinds | {columns.id: "text"}

    def ask(self, query: str) -> pd.DataFrame:
        """Return the answer to a query.

        Raises
        ------
        BadDataError
            There is none yet: the query is written, and it is said what to do.
        """
        self._asked += 1
        name = f"{self._asked:02d}-{hashlib.sha256(query.encode()).hexdigest()[:8]}"
        for suffix in (".parquet", ".csv"):
            if (path := self._folder / f"{name}{suffix}").is_file():
                return _answer(path)
        written = self._folder / f"{name}.sql"
        save({written.name: f"{query}\n".encode()}, written.parent)
        raise BadDataError.of(Message("engines.no_answer", csv=str(written.with_suffix(".csv"))), str(written))

    def hold(self, name: str, columns: Mapping[str, npt.NDArray[Any] | Sequence[str]]) -> str:  # noqa: ARG002 - as others
        """Take a small table: it stands in the query itself; texts in it are hashes."""
        return inline({key: np.asarray(column) for key, column in columns.items()}, self.words)

    def keep(self, name: str, query: str) -> str:  # noqa: ARG002 - as others
        """Keep nothing: the query stands in others."""
        return f"({query})"


def _answer(path: Path) -> pd.DataFrame:
    try:
        if path.suffix == ".parquet":
            frame = pd.read_parquet(path)
        else:
            texts = pd.read_csv(path, dtype=str, keep_default_na=False)
            frame = pd.DataFrame({name: _column(texts[name]) for name in texts})
    except (OSError, ValueError, ImportError) as error:
        reason = str(error).partition("\n")[0]
        raise BadDataError.of(Message("engines.unreadable_answer", reason=reason), str(path)) from None
    # Some engines give names in capitals.
    return frame.rename(columns=str.lower)


def _column(texts: Iterable[str]) -> list[Any]:
    """Return a column with its texts as numbers, where they are: every digit counts.

    >>> _column(["1", "2"]), _column(["", "0.1"])
    ([1, 2], [nan, 0.1])
    """
    for kind in (int, float):
        with suppress(ValueError):
            return [kind(text or "nan") for text in texts]
    return list(texts)


def inline(columns: Mapping[str, npt.NDArray[Any]], words: SqlWords) -> str:
    """Return a small table of numbers, or of hashes, as it stands in a query.

    >>> import numpy as np
    >>> from budgetplan.engines.base import DIALECTS, SqlWords
    >>> table = {"a": np.array([1, 2]), "b": np.array(["9f", "a0"])}
    >>> inline(table, DIALECTS["duckdb"])
    "(SELECT * FROM (VALUES (CAST(1 AS BIGINT), '9f'), (2, 'a0')) AS v (a, b))"
    >>> inline(table, DIALECTS["bigquery"])
    "(SELECT * FROM UNNEST([STRUCT(CAST(1 AS INT64) AS a, '9f' AS b), (2, 'a0')]))"
    """
    written: dict[str, Callable[[Any], str]] = {"f": words.number, "U": words.literal}
    cells = [list(map(written.get(array.dtype.kind, str), array.tolist())) for array in columns.values()]
    for column, array in zip(cells, columns.values(), strict=True):
        if array.dtype.kind == "i":
            # As they stand whole numbers have 32 bits in some engines, too few for their sums: one cast makes a column long.
            column[:1] = [f"CAST({cell} AS {words.whole})" for cell in column[:1]]
    rows = list(zip(*cells, strict=True))
    tuples = [f"({', '.join(row)})" for row in rows]
    if words.in_structs:
        first_row = ", ".join(f"{cell} AS {name}" for cell, name in zip(rows[0], columns, strict=True))
        return f"(SELECT * FROM UNNEST([STRUCT({first_row}){''.join(f', {row}' for row in tuples[1:])}]))"
    return f"(SELECT * FROM (VALUES {', '.join(tuples)}) AS v ({', '.join(columns)}))"


MOST_ADDED = 2**62
"""Sums of whole numbers below this fit every engine."""
NUMBERS = ("single", "double", "whole", "text")
"""What may be a column of numbers; of half precision scores alone, which no engine writes as their shortest decimals."""


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
    if kinds[layout.id] not in ("text", "whole"):
        problems.add(Message("engines.odd_names"), column=layout.id)
    for column in (name for name in layout.numbers if kinds[name] not in NUMBERS + ("half",) * (name in layout.scores)):
        problems.add(Message("engines.no_numbers"), column=column)
    problems.raise_if_any()
    identity, key = _identity(engine, layout.id, kinds[layout.id])
    left_out = ""
    if held := hold_names(engine, "budgetplan_known", names, whole=kinds[layout.id] == "whole"):
        needed = ", ".join(f"every.{words.named(column)}" for column in dict.fromkeys((layout.id, *layout.numbers)))
        known = f"{key} IN (SELECT k.known FROM {held} k)"
        left_out = engine.keep("budgetplan_left_out", f"SELECT {needed} FROM {engine.relation} every WHERE {known}")
    columns = [(model.column, _score(model, kinds, words)) for model in plan.models]
    amounts = {"size": layout.units, "price": layout.cost}
    amounts = {what: column for what, column in amounts.items() if column}
    columns += [(column, words.finite(as_number(column, kinds, words))) for column in amounts.values()]
    asked, seen = _looked(engine, left_out, kinds, layout.id, columns)
    n_items = int(asked["n"])
    if asked["rows"]:
        list_files.refuse_none_left(plan, n_items)
    by_model = dict(zip((model.name for model in plan.models), seen, strict=False))
    by_amount = dict(zip(amounts, seen[len(by_model) :], strict=True))
    _check_rows(asked, plan, layout, by_model, problems)
    for what, column in amounts.items():
        _check_amount(column, by_amount[what], n_items, problems)
    problems.raise_if_any()
    scores = {}
    for model in plan.models:
        # A number that all rows have needs no second look.
        sure = by_model[model.name].everywhere
        score = _score(model, kinds, words, sure=sure)
        scores[model.name] = score if sure else f"COALESCE({score}, {words.number(-np.inf)})"
    short = {model.name: SHORT[kind] for model in plan.models if (kind := kinds[model.column]) in SHORT}
    found = {name: (int(spec.n), spec.low, spec.high) for name, spec in by_model.items()}
    priced = _priced(plan, items, by_amount, words)
    without = {amounts[what]: n_items - int(seen.n) for what, seen in by_amount.items() if seen.n < n_items}
    asked_list = AskedList(words, engine.relation, identity, key, scores, short, n_items, found, *priced, without)
    lacking = frozenset(name for name, seen in by_model.items() if not seen.everywhere)
    n_known = int(asked["rows"]) - n_items
    return replace(asked_list, n_known=n_known, id_name=layout.id, left_out=left_out, lacking=lacking)


def rows_of(engine: Engine, plan: Plan, layout: Layout, names: Collection[str]) -> Source | None:
    """Return the rows of the list with these names as a table; None where there is none.

    A colon stands before each id: an answer that comes back as CSV would turn 007 into a number.
    """
    kinds, words = engine.columns(), engine.words
    identity, key = _identity(engine, layout.id, kinds[layout.id])
    columns = {f"x{at}": model.column for at, model in enumerate(plan.models)}
    columns |= {name: column for name, column in (("units", layout.units), ("cost", layout.cost)) if column}
    numbers = [f"{words.finite(as_number(column, kinds, words))} AS {name}" for name, column in columns.items()]
    if not (held := hold_names(engine, "budgetplan_random", names, whole=kinds[layout.id] == "whole")):
        return None
    asked = ", ".join([f"{words.literal(':')} || {identity} AS id", *numbers])
    frame = engine.ask(f"SELECT {asked} FROM {engine.relation} WHERE {key} IN (SELECT k.known FROM {held} k)")
    cells: dict[str, Any] = {layout.id: [name[1:] for name in frame["id"]]}
    for name, column in columns.items():
        cells[column] = frame[name].to_numpy(np.float64, na_value=np.nan).astype(SHORT.get(kinds[column], np.float64))
    return FrameSource(pd.DataFrame(cells).drop_duplicates(layout.id)) if len(frame) else None


def _identity(engine: Engine, column: str, kind: Kind) -> tuple[str, str]:
    """Return the name of an item as a text, and as it is compared with others."""
    words = engine.words
    name = words.named(column) if kind == "whole" else words.stripped.format(words.named(column))
    text = f"CAST({name} AS {words.text})" if kind == "whole" or engine.hashed else name
    if engine.hashed:
        return text, words.md5.format(text)
    return text, f"CAST({name} AS {words.whole})" if kind == "whole" else text


def as_number(column: str, kinds: Mapping[str, Kind], words: SqlWords) -> str:
    """Return a column as numbers of double precision: single ones are equal to no decimal before that."""
    name = words.named(column)
    return words.tried.format(name) if kinds[column] == "text" else f"CAST({name} AS {words.double})"


def _score(model: ModelSpec, kinds: Mapping[str, Kind], words: SqlWords, *, sure: bool = False) -> str:
    number = as_number(model.column, kinds, words)
    number = number if model.order == "higher" else f"-({number})"
    return number if sure else words.finite(number)


@dataclass(frozen=True)
class _Seen:
    """What is in a column, asked for as ``value``: numbers, their ends and sum; and how many cells hold no finite number.

    Labelled items are no part of it but of its ends, and of the cells. ``everywhere``: all rows have a number, these among them.
    """

    value: str
    everywhere: bool
    n: float
    low: float
    high: float
    added: float
    endless: float
    odd: float


def _looked(
    engine: Engine, left_out: str, kinds: Mapping[str, Kind], id_column: str, columns: Sequence[tuple[str, str]]
) -> tuple[Mapping[str, float], list[_Seen]]:
    """Return how many rows there are, and what is in each column of numbers, in one scan."""
    words = engine.words

    def counted(condition: str) -> str:
        return f"SUM(CASE WHEN {condition} THEN 1 ELSE 0 END)"

    name = words.named(id_column)
    empty = f" OR {words.blank.format(name)}" if kinds[id_column] == "text" else ""
    asked = {"n": "COUNT(*)"}
    for at, (column, value) in enumerate(columns):
        raw, quoted = as_number(column, kinds, words), words.named(column)
        asked |= {f"n{at}": f"COUNT({value})", f"low{at}": f"MIN({value})", f"high{at}": f"MAX({value})"}
        asked[f"added{at}"] = f"SUM({value})"
        is_nan = words.is_nan.format(raw)
        asked[f"endless{at}"] = counted(f"{raw} IS NOT NULL AND ({value}) IS NULL AND NOT {is_nan}")
        if kinds[column] == "text":
            asked[f"odd{at}"] = counted(f"NOT ({words.blank.format(quoted)}) AND ({raw} IS NULL OR {is_nan})")

    def looked(part: int, rows: str) -> str:
        every = asked | {"part": str(part), "unnamed": f"(SELECT COUNT(*) FROM {rows} u WHERE {name} IS NULL{empty})"}
        # Read as numbers of double precision: that sums are small enough is seen first. Nothing is printed as each engine likes.
        numbers = {
            name: f"COALESCE(CAST({query} AS {words.double}), {words.number(0.0)})" for name, query in every.items()
        }
        query = ", ".join(f"{number} AS {name}" for name, number in numbers.items())
        return f"SELECT {query} FROM {rows} l"

    parts = [looked(part, rows) for part, rows in enumerate((engine.relation, left_out)) if rows]
    answer = engine.ask(" UNION ALL ".join(parts)).astype(float).sort_values("part")
    whole, rest = answer.iloc[0], answer.iloc[0] - answer.iloc[1:].sum()
    of_all = ("low", "high", "endless", "odd")
    got = {str(name): float((whole if str(name).startswith(of_all) else rest)[name]) for name in answer}
    keys = ("n", "low", "high", "added", "endless", "odd")
    return got | {"rows": float(whole["n"])}, [
        _Seen(value, bool(whole[f"n{at}"] == whole["n"]), *(got.get(f"{key}{at}", 0.0) for key in keys))
        for at, (_, value) in enumerate(columns)
    ]


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
            problems.add(list_files.NO_SCORE, column=column)
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
    columns, sums, per_item = dict[str, str](), dict[str, str](), dict[str, int]()
    if "price" in amounts:
        columns["price"] = _filled(amounts["price"], items.listed_cost, float(MICRO), words)
        sums["listed"] = rounded("price", words)
    flat, per_unit = prices.known_rates
    if not prices.stated:
        per_item["cost"] = MICRO
    elif prices.listed and "price" in amounts:
        sums["cost"] = sums["listed"]
    elif "size" not in amounts or not per_unit:
        per_item["cost"] = int(prices.item_cost(1, None, None)[0])
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
        per_item["seconds"] = round(start * 1e6)
    return columns, sums, per_item


def _by_their_names(plan: Plan) -> Plan:
    """Return the plan with columns called as they are in the files."""
    theirs = {ours: name for name, ours in plan.form.map.items()}
    return replace(
        plan,
        columns=replace(plan.columns, **{key: theirs.get(name, name) for key, name in vars(plan.columns).items()}),
        models=tuple(replace(model, column=theirs.get(model.column, model.column)) for model in plan.models),
        form=replace(plan.form, map={}),
    )


def with_counted_list(plan: Plan, data: ScoredTable) -> ScoredTable:
    """Return labelled items with their list counted where it is in the order of every model, and what is told of it.

    Parameters
    ----------
    plan
        With a list in files of its own.
    data
        The labelled items; what has no label is left out.

    Raises
    ------
    UsageError
        The engine is not there, or cannot do what the plan asks for.
    BadDataError
        With every problem of the list.
    """
    listed = plan.listed
    assert listed is not None
    if plan.columns.group:
        raise UsageError.of(Message("engines.groups"), option="table.group", found=plan.columns.group)
    n_unlabelled = int((~data.items.labelled).sum())
    data = list_files.labelled_alone(data)
    # Of a warehouse its table stands for the files.
    files = (listed.files,) if listed.engine == "sql" else list_files.files_of_list(listed)
    where = files[0] if len(files) == 1 else listed.files
    asked = _by_their_names(list_files.list_plan(plan, data.id_column))
    engine: Engine
    if listed.engine == "sql":
        engine = PrintedEngine(listed, asked)
    else:
        engine = (SparkEngine if listed.engine == "spark" else DuckEngine)(listed, files, asked.form)
    layout = list_files.list_layout(tuple(engine.columns()), asked, files[0], plan.columns.weight)
    data = _with_random(plan, data, engine, asked, layout)
    asked_list = ask_of(engine, asked, layout, where, data.items, sorted(list_files.names_elsewhere(plan, data)))
    counted = Counting(engine, asked_list, {output.name: output.score for output in data.models}, where)
    n_items, judged = counted.n_items, plan.reviewed is not None
    messages_of_list = list_files.list_messages(files, n_items, counted.n_known, n_unlabelled, judged=judged)
    found = asked_list.found.items()
    missing = [without_score(name, n_items - n, n_items) for name, (n, _, _) in found if n < n_items]
    checksums = MappingProxyType({**data.checksums, listed.files: counted.digest()})
    messages = (*data.messages, *messages_of_list, *_messages(plan, counted), *missing)
    return replace(data, counted=counted, checksums=checksums, messages=messages)


def _with_random(plan: Plan, data: ScoredTable, engine: Engine, asked: Plan, layout: Layout) -> ScoredTable:
    """Return labelled items with the random ones of a queue whose labels came back, as they are where the list lies."""
    known = plan.reviewed.known if plan.reviewed is not None else {}
    source = rows_of(engine, asked, layout, known) if known else None
    if source is None:
        return data
    sheet = read_sheet(source, asked, layout, Problems(engine.called))
    part = list_files.part_of(sheet, plan, data)
    return list_files.together(plan, data, list_files.labelled_alone(part))


def _messages(plan: Plan, counted: Counting) -> tuple[Message, ...]:
    """Return how the list was counted, and how exact a mixture's order of it is."""
    orders = [counted.coarse(name) for name in counted.labelled]
    most = max(len(rows.count) for rows in orders)
    counted_by = Message("engines.counted", engine=counted.engine.called, queries=counted.scans, n=most)
    # Items of a stretch count as if all stood in its middle.
    wrong = max(float(rows.count[~rows.one_score].max(initial=0)) for rows in orders) / 2
    if not (plan.mixture and len(orders) > 1 and wrong):
        return (counted_by,)
    return counted_by, Message("engines.mixed", n=wrong, of=counted.n_items)
