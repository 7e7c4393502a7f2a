"""DuckDB: it counts a list in files on this machine, of any size, in little memory, and finds in them what the reader of tables does."""

from __future__ import annotations

import errno
import glob
import io
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

import numpy.typing as npt

from budgetplan import lazy_pandas as pd
from budgetplan.domain.messages import Message
from budgetplan.domain.plan import ListFiles, TableForm
from budgetplan.engines.base import DIALECTS, Engine, Kind, SqlWords, kinds_of_all
from budgetplan.errors import BadDataError, Problems, UsageError, imported
from budgetplan.files import state_of
from budgetplan.tables.columns import note_same_names
from budgetplan.tables.files import BLOCK, Opened, broken, changed, open_raw, unpacked
from budgetplan.tables.formats.json_files import looks_like_json
from budgetplan.tables.formats.text import SEPARATORS, CsvSource, open_rows, scanned
from budgetplan.tables.opened import open_table

_GZIP = b"\x1f\x8b"


@dataclass(frozen=True)
class ListFile:
    """One file of a list.

    Attributes
    ----------
    path
        The file.
    state
        Its size, its time and its place on the disk when it was first looked at.
    reads
        What stands after FROM for files that are written like this one, but for their names.
    header
        Its columns as they are called in it, and in the order of what DuckDB calls them.
    theirs, types
        What DuckDB calls the columns, and what it says that their values are.
    """

    path: str
    state: tuple[int, ...]
    reads: str
    header: tuple[str, ...]
    theirs: tuple[str, ...]
    types: tuple[str, ...]

    @property
    def kinds(self) -> dict[str, str]:
        """The types of the columns that have names."""
        return {name: kind for name, kind in zip(self.header, self.types, strict=True) if name}


def look_at(path: str, form: TableForm, words: SqlWords, connection: Any) -> ListFile:
    """Find out how a file is to be read.

    Raises
    ------
    BadDataError
        It cannot be read, or has two columns of one name.
    """
    state = state_of(path)
    with open_raw(path) as raw:
        if not raw.seekable():
            raise broken(path, Message("engines.pipe"))
        opened = Opened(path, io.BufferedReader(raw, BLOCK), form=form, can_say=True)
        start = opened.data(4)
        if start == b"PAR1":
            looked = _parquet(path, state, words, connection)
        else:
            with unpacked(opened) as inner:
                packed = "none" if inner is opened else "gzip" if start[:2] == _GZIP else ""
                # What is UTF-8 throughout says so itself, whatever is said of the table.
                looked = _text(replace(inner, form=replace(form, encoding="")), state, packed, connection)
    problems = Problems(path)
    note_same_names(looked.header, problems)
    problems.raise_if_any()
    return looked


def _parquet(path: str, state: tuple[int, ...], words: SqlWords, connection: Any) -> ListFile:
    """Return how a Parquet file is read: DuckDB calls columns otherwise that have one name, or differ in capitals alone."""
    file = words.literal(glob.escape(path))
    reads = "read_parquet([{}], hive_partitioning = false)"
    described = connection.execute(f"DESCRIBE SELECT * FROM {reads.format(file)}").fetchall()
    schema = connection.execute(f"SELECT name, num_children, logical_type FROM parquet_schema({file})").fetchall()
    columns, inside = list[tuple[str, str]](), 0
    for name, n_inner, kind in schema[1:]:
        if not inside:
            columns.append((name, kind))
        # What stands inside of a column follows it.
        inside = max(inside - 1, 0) + (n_inner or 0)
    header, kinds = zip(*columns, strict=True)
    theirs, types = zip(*(row[:2] for row in described), strict=True)
    # It takes numbers of half precision for those of single.
    types = tuple("HALF" if kind == "Float16Type()" else known for kind, known in zip(kinds, types, strict=True))
    return ListFile(path, state, reads, header, theirs, types)


def _text(opened: Opened, state: tuple[int, ...], packed: str, connection: Any) -> ListFile:
    """Return how a text is read: its header and what separates its cells are found as in tables, on its beginning."""
    if not packed or looks_like_json(opened) or (scan := scanned(opened.file)).zero or scan.bad:
        refuse(opened.path, opened.form)
    start = opened.data(BLOCK)
    if len(start) == BLOCK:
        start = start[: start.rfind(b"\n") + 1] or start
    beginning = replace(opened, file=io.BytesIO(start))
    source = CsvSource(beginning)
    dialect = source.dialect
    if dialect.encoding != "utf-8":
        refuse(opened.path, opened.form)
    # Empty lines may stand above the header.
    rows = itertools.takewhile(lambda row: not any(map(str.strip, row)), open_rows(beginning.file, dialect))
    n_above = dialect.n_before + 1 + sum(1 for _ in rows)
    *theirs, extra = (f"c{at}" for at in range(len(source.header) + 1))
    sign, quote = SEPARATORS[dialect.separator], "'\"'" if dialect.quoted else "''"

    def reads(names: Sequence[str]) -> str:
        columns = ", ".join(f"{name}: 'VARCHAR'" for name in names)
        return (
            f"read_csv([{{}}], columns = {{{{{columns}}}}}, header = false, skip = {n_above}, auto_detect = false, "
            f"delim = '{sign}', quote = {quote}, escape = {quote}, nullstr = '', ignore_errors = {len(names) > len(theirs)}, "
            f"strict_mode = true, compression = '{packed}')"
        )

    lines = iter(lambda: opened.file.read(BLOCK) + opened.file.readline(), b"")
    ends = [f"{sign}{nothing}{end}".encode() for nothing in ("", '""') for end in "\r\n"]
    if any(end in block for block in lines for end in ends):
        # It passes over an empty cell too many, where a comma in a text may have moved the others.
        longer = reads((*theirs, extra)).format(DIALECTS["duckdb"].literal(glob.escape(opened.path)))
        filled = f"CONCAT({', '.join(theirs)}) <> ''"
        if connection.execute(f"SELECT 1 FROM {longer} WHERE {filled} LIMIT 1").fetchall():
            why_not(opened.path, opened.form)
    return ListFile(opened.path, state, reads(theirs), source.header, tuple(theirs), ("VARCHAR",) * len(theirs))


def why_not(path: str, form: TableForm) -> None:
    """Raise what the reader of tables says of a file, if it finds anything wrong with it."""
    problems = Problems(path)
    with open_table(path, form) as opened:
        is_text = isinstance(opened, CsvSource)
        opened.read("", [] if is_text else opened.header, [], problems)
        # Of other files, a column that nobody asked for may be no text.
        if is_text:
            problems.raise_if_any()


def refuse(path: str, form: TableForm) -> NoReturn:
    """Raise why a file cannot be counted: what the reader of tables says of it, else that DuckDB does not read it."""
    why_not(path, form)
    raise broken(path, Message("engines.unreadable_by_duckdb"))


def relation_of(files: Sequence[ListFile], words: SqlWords, empty: Sequence[str]) -> str:
    """Return what stands after FROM for all files: those that are written alike are read together."""
    together: dict[tuple[Any, ...], list[ListFile]] = {}
    for file in files:
        together.setdefault((file.reads, file.header, file.theirs), []).append(file)
    names = list(files[0].kinds)
    parts = []
    for (reads, header, theirs), group in together.items():
        their_names = dict(zip(header, theirs, strict=True))
        held = [name for name in names if name in their_names]
        cells = [f"{_cell(their_names[name], words, empty)} AS {words.named(name)}" for name in held]
        listed = ", ".join(words.literal(glob.escape(file.path)) for file in group)
        part = f"SELECT {', '.join(cells)} FROM {reads.format(listed)}"
        if reads.startswith("read_csv"):
            # A row of separators alone is as empty as a line without them.
            whole = words.stripped.format(f"CONCAT({', '.join(theirs)})")
            part += f" WHERE {whole} <> ''"
        parts.append(part)
    return f"({' UNION ALL '.join(parts)})"


def _cell(theirs: str, words: SqlWords, empty: Sequence[str]) -> str:
    """Return a cell, nothing where it holds what the plan calls empty, or the same number."""
    column = replace(words, aliases={}).named(theirs)
    if not empty:
        return column
    listed = ", ".join(map(words.literal, empty))
    text = words.stripped.format(f"CAST({column} AS {words.text})")
    number = f"TRY_CAST({text} AS {words.double}) IN (SELECT TRY_CAST(e AS {words.double}) FROM (SELECT UNNEST([{listed}]) e))"
    return f"CASE WHEN {text} IN ({listed}) OR COALESCE({number}, false) THEN NULL ELSE {column} END"


class DuckEngine(Engine):
    """See :class:`budgetplan.engines.base.Engine`."""

    words = DIALECTS["duckdb"]

    def __init__(self, listed: ListFiles, files: Sequence[str], form: TableForm) -> None:
        library = imported("duckdb", UsageError.of(Message("engines.no_duckdb"), option="list.engine"))
        self.called = f"DuckDB {library.__version__}"
        self._library, self._form = library, form
        config: dict[str, bool | str] = {"autoinstall_known_extensions": False, "preserve_insertion_order": False}
        config |= {"memory_limit": listed.memory} if listed.memory else {}
        config |= {"temp_directory": listed.temp} if listed.temp else {}
        self._connection = library.connect(":memory:", config=config)
        # A bar of its own would stand among what is printed.
        self._connection.execute("SET enable_progress_bar = false")
        # Parquet files say between which numbers theirs lie, of which NaN is none: it would be taken for one of them.
        self._connection.execute("SET disabled_optimizers = 'statistics_propagation'")
        self._files = [self._looked_at(file) for file in files]
        # Columns may differ in capitals alone, which it takes for one.
        aliases = {name: f"budgetplan_column_{at}" for at, name in enumerate(self._files[0].kinds)}
        self.words = replace(self.words, aliases=aliases)
        self.relation = relation_of(self._files, self.words, form.empty)

    def columns(self) -> Mapping[str, Kind]:
        """Return the columns of the list, and what their values are.

        Raises
        ------
        BadDataError
            A file cannot be read, or two have columns of other types: the first one's would be taken for all.
        """
        return kinds_of_all((file.path, file.kinds) for file in self._files)

    def hold(self, name: str, columns: Mapping[str, npt.NDArray[Any] | Sequence[str]]) -> str:
        """Take a small table; return what stands after FROM for it."""
        self._connection.register("taken", pd.DataFrame(dict(columns)))
        kept = self.keep(name, "SELECT * FROM taken")
        self._connection.unregister("taken")
        return kept

    def keep(self, name: str, query: str) -> str:
        """Keep the answer to a query where the list is; return what stands after FROM for it."""
        self.ask(f"CREATE OR REPLACE TEMP TABLE {self.words.named(name)} AS {query}")
        return self.words.named(name)

    def write(self, query: str, path: Path) -> None:
        """Write the answer to a query as CSV, in its order: numbers as Python writes them, and no row is held."""
        try:
            self.ask(f"COPY ({query}) TO {self.words.literal(str(path))} (FORMAT csv, HEADER)")
        except BadDataError as error:
            if isinstance(error.__cause__, self._library.IOException):
                raise OSError(errno.EIO, str(error.__cause__), str(path)) from error
            raise

    def check(self) -> None:
        """Raise where a file of the list is another one than when it was first looked at."""
        for file in self._files:
            if state_of(file.path) != file.state:
                raise changed(file.path)

    def _looked_at(self, file: str) -> ListFile:
        try:
            return look_at(file, self._form, self.words, self._connection)
        except self._library.Error:
            refuse(file, self._form)

    def ask(self, query: str) -> pd.DataFrame:
        """Return the answer to a query."""
        try:
            frame: pd.DataFrame = self._connection.execute(query).df()
        except RuntimeError as error:
            # A signal ends a query, and what its handler raised is lost.
            raise KeyboardInterrupt from error
        except self._library.Error as error:
            self.check()
            is_full = isinstance(error, self._library.OutOfMemoryException)
            for file in () if is_full else self._files:
                why_not(file.path, self._form)
            message = Message("engines.out_of_memory" if is_full else "engines.not_counted")
            raise BadDataError.of(message, self._files[0].path) from error
        # Two queries of one list would be about two lists.
        self.check()
        return frame
