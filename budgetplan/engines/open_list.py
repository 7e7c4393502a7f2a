"""Opens the list of a plan in the engine that the plan names: DuckDB, the Spark session that runs, or a warehouse that we never see."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from budgetplan.arrays import FloatArray
from budgetplan.dataset.list_files import (
    files_of_list,
    labelled_alone,
    list_layout,
    list_messages,
    list_plan,
    names_elsewhere,
    with_known,
)
from budgetplan.dataset.scored import ScoredTable, without_score
from budgetplan.domain.items import UNLABELLED, Items
from budgetplan.domain.messages import Message
from budgetplan.domain.plan import ListFiles, Plan, TableForm
from budgetplan.domain.prices import MICRO
from budgetplan.engines.asked import ask_of, rows_of
from budgetplan.engines.base import DIALECTS, Engine, Kind, SqlWords, kinds_of_all, load
from budgetplan.engines.counting import Counting, as_shown
from budgetplan.engines.duck import DuckEngine
from budgetplan.errors import BadDataError, UsageError
from budgetplan.files import save
from budgetplan.tables.columns import Layout


class SparkEngine(Engine):
    """See :class:`budgetplan.engines.base.Engine`."""

    words = DIALECTS["spark"]
    relation = "budgetplan_list"

    def __init__(self, listed: ListFiles, files: Sequence[str], form: TableForm) -> None:
        builder = load("pyspark.sql", Message("engines.no_spark")).SparkSession.builder
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

    def __init__(self, listed: ListFiles, columns: Sequence[str], dialect: str) -> None:
        self.words = DIALECTS[dialect]
        self.relation = ".".join(self.words.named(part) for part in listed.files.split("."))
        self.called = f"printed queries ({dialect})"
        self._folder = Path(listed.temp or FOLDER)
        self._columns, self._id = columns, columns[0]
        self._asked = 0

    def columns(self) -> Mapping[str, Kind]:
        """Return the columns of the list: as the plan has them, since nobody can look."""
        return {name: "text" if name == self._id else "double" for name in self._columns}

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


def columns_of(plan: Plan) -> tuple[str, ...]:
    """Return the columns of the list that a plan asks for, that of the names first."""
    columns = [plan.columns.id, plan.columns.units, plan.columns.cost, *(model.column for model in plan.models)]
    return tuple(dict.fromkeys(name for name in columns if name))


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
    data = labelled_alone(data)
    # Of a warehouse its table stands for the files.
    files = (listed.files,) if listed.engine == "sql" else files_of_list(listed)
    where = files[0] if len(files) == 1 else listed.files
    asked = _by_their_names(list_plan(plan, data.id_column))
    engine: Engine
    if listed.engine == "sql":
        engine = PrintedEngine(listed, columns_of(asked), listed.dialect)
    else:
        engine = (SparkEngine if listed.engine == "spark" else DuckEngine)(listed, files, asked.form)
    layout = list_layout(tuple(engine.columns()), asked, files[0], plan.columns.weight)
    data = _with_random(plan, data, engine, asked, layout)
    asked_list = ask_of(engine, asked, layout, where, data.items, sorted(names_elsewhere(plan, data)))
    counted = Counting(engine, asked_list, {output.name: output.score for output in data.models}, where)
    n_items, judged = counted.n_items, plan.reviewed is not None
    messages_of_list = list_messages(files, n_items, counted.n_known, n_unlabelled, judged=judged)
    found = asked_list.found.items()
    missing = [without_score(name, n_items - n, n_items) for name, (n, _, _) in found if n < n_items]
    checksums = MappingProxyType({**data.checksums, listed.files: counted.digest()})
    messages = (*data.messages, *messages_of_list, *_messages(plan, counted), *missing)
    return replace(data, counted=counted, checksums=checksums, messages=messages)


def _with_random(plan: Plan, data: ScoredTable, engine: Engine, asked: Plan, layout: Layout) -> ScoredTable:
    """Return labelled items with the random ones of a queue whose labels came back, as they are where the list lies."""
    if plan.reviewed is None or not plan.reviewed.known:
        return data
    frame = rows_of(engine, asked, layout, plan.reviewed.known)
    n = len(frame)

    def numbers(name: str) -> FloatArray:
        return np.asarray(frame[name].to_numpy(np.float64, na_value=np.nan))

    single = {model.column for model in asked.models if engine.columns()[model.column] == "single"}
    models = []
    for at, (model, output) in enumerate(zip(asked.models, data.models, strict=True)):
        score = np.nan_to_num(numbers(f"x{at}"), nan=-np.inf)
        models.append(replace(output, score=as_shown(score) if model.column in single else score))
    items = Items(
        ids=tuple(name[1:] for name in frame["id"]),
        classes=(),
        label=np.full(n, UNLABELLED, dtype=np.int64),
        units=numbers("units") if layout.units else None,
        listed_cost=np.rint(numbers("cost") * MICRO) if layout.cost else None,
    )
    return with_known(plan, data, replace(data, items=items, models=tuple(models)))


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
