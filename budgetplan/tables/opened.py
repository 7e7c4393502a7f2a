"""Opens a table of any kind and reads the columns that are asked for."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from types import MappingProxyType

from budgetplan.domain.options import advise
from budgetplan.domain.plan import Plan, TableForm
from budgetplan.errors import BadDataError, BudgetplanError, Problem
from budgetplan.tables.archives import ZIP, unpacked
from budgetplan.tables.cells import Gathered
from budgetplan.tables.files import Opened, Source, broken, open_bytes
from budgetplan.tables.formats.csv_rows import CsvSource
from budgetplan.tables.formats.data_frames import open_frame
from budgetplan.tables.formats.foreign import refuse_foreign
from budgetplan.tables.formats.json_files import open_json
from budgetplan.tables.formats.json_lines import looks_like_json
from budgetplan.tables.formats.npy import MAGIC, NpySource
from budgetplan.tables.formats.parquet import ARROW, ArrowSource, ParquetSource
from budgetplan.tables.formats.typed_csv import DeclinedError
from budgetplan.tables.formats.workbook import WorkbookSource
from budgetplan.tables.frame import Frame
from budgetplan.tables.problems import Problems, listing
from budgetplan.tools.base import Asked, ExportSource, Record
from budgetplan.tools.registry import TOOLS

_SIGNS = MappingProxyType({"point": ".", "comma": ","})
_SUM_WORDS = "total|totals|totale|grand total|sum|somme|suma|summe|gesamt|gesamtsumme|insgesamt|σ|∑"
_SUMS = frozenset(_SUM_WORDS.split("|"))
"""How a row at the end of a table begins that is no item, but the sum which a spreadsheet shows below its columns."""


@contextmanager
def open_table(
    path: str,
    form: TableForm | None = None,
    names: Mapping[str, str] = MappingProxyType({}),
    empty: Sequence[str] = (),
    collected: Sequence[str] = (),
    beside: str | None = None,
) -> Iterator[TableFile]:
    """Open a table and read its header.

    Parameters
    ----------
    path
        The file.
    form
        What the options say of it; None where they are about another file.
    names
        From names of columns in the file to those by which they are asked for.
    empty, collected
        Texts that stand for an empty cell, and labels that are collected, where ``form`` does not say it.
    beside
        The encoding that the plan says, where the file stands beside its table and ``form`` does not say it.

    Raises
    ------
    BadDataError
        The file cannot be read, or is no table, or can be read in two ways.
    """
    with open_bytes(path) as packed, unpacked(packed) as opened:
        decimal = "" if form is None else form.decimal
        empty = form.empty if form else empty
        asked = Asked(empty=frozenset(empty), positive=tuple(form.collected if form else collected))
        source = open_source(replace(opened, beside=beside), form, asked)
        yield TableFile(source, opened.sha256, names, decimal, empty)


def open_beside(
    path: str, form: TableForm, collected: Sequence[str] = ()
) -> AbstractContextManager[TableFile]:
    """Open a file that stands beside the table of which ``form`` tells: names, empty cells and the encoding hold for both."""
    return open_table(path, None, form.map, form.empty, collected, form.encoding)


def open_source(opened: Opened, form: TableForm | None, asked: Asked) -> Source:
    """Return the rows of a file of any kind, and of the export of any tool."""
    if looks_like_json(opened):
        return open_json(opened, form, asked)
    refuse_json(opened, form)
    said, table = "" if form is None else form.dialect, open_rows_of(opened, form)
    for tool in TOOLS.values():
        if tool.read_rows is not None and (
            said == tool.key or (not said and tool.heads(table.header, asked.label_column))
        ):
            if not tool.fits(table.header):
                raise broken(opened.path, *tool.lacks)
            spoilt = Problems(opened.path)
            for name in (name for name, n_times in Counter(table.header).items() if name and n_times > 1):
                spoilt.add("two columns have the same name", "give each its own", line=1, column=name)
            spoilt.raise_if_any()
            export = tool.read_rows(opened.path, table.header, records_of(table, spoilt), asked)
            return ExportSource(export, spoilt, table if tool.tells_form else None)
    return table


def refuse_json(opened: Opened, form: TableForm | None) -> None:
    """Refuse a table that is said to be of a tool that writes none."""
    said = "" if form is None else form.dialect
    tool = TOOLS.get(said)
    if tool is not None and tool.read is not None and tool.read_rows is None:
        todo = advise("export it as JSON, or leave out {table.dialect}")
        raise broken(opened.path, f"this is no JSON, as {tool.called} is", todo)


def records_of(table: Source, problems: Problems) -> list[Record]:
    """Return the rows of a table as objects, each with its line."""
    return [
        (line, dict(zip(table.header, row, strict=True)))
        for lines, rows in table.pieces(problems, {*table.header})
        for line, row in zip(lines.tolist(), rows, strict=True)
    ]


def open_rows_of(opened: Opened, form: TableForm | None) -> Source:
    """Return the rows of a table; its bytes tell the kind, not its name."""
    start = opened.file.read(8)
    opened.file.seek(0)
    if start.startswith(b"PAR1"):
        return ParquetSource(opened)
    if start.startswith(ARROW):
        return ArrowSource(opened)
    if (read := open_frame(opened, form)) is not None:
        return read
    if start.startswith(ZIP):
        return WorkbookSource(opened, form)
    if start.startswith(MAGIC):
        return NpySource(opened)
    refuse_foreign(opened)
    return CsvSource(opened, form)


class TableFile:
    """An open table: its header is known, its rows are read by :meth:`read`.

    ``header_at``: the line of the header where others above it are left out, else 0.
    """

    def __init__(
        self, source: Source, sha256: str, names: Mapping[str, str], decimal: str, empty: Sequence[str] = ()
    ) -> None:
        self.header = tuple(names.get(name, name) for name in source.header)
        for theirs, ours in names.items():
            if theirs in source.header and ours in source.header and ours != theirs and ours not in names:
                wrong = f"the table has a column {ours} already, so that {theirs} cannot be called so"
                raise BadDataError(
                    [Problem(wrong, "choose another name", option="--map", found=f"{theirs}={ours}")]
                )
        self._source = source
        self.questions, self.header_at, self._by = source.questions, source.header_at, source.by
        self._sha256 = sha256
        self._decimal = _SIGNS.get(decimal, "")
        self._empty = frozenset(empty)

    @property
    def is_text(self) -> bool:
        """Whether it is a text with separated cells."""
        return isinstance(self._source, CsvSource)

    @property
    def by_semicolons(self) -> bool:
        """Whether its cells are separated by semicolons."""
        return isinstance(self._source, CsvSource) and self._source.dialect.separator == "semicolon"

    def read(self, ids: str, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Frame:
        """Read the rows; rows of the wrong length are noted as problems and left out.

        The sign before decimals in a column is the one that its numbers show; where they show both, the more
        frequent one, so that each of the others is a problem with its line.
        """

        def gather(signs: Mapping[str, str], *, settled: bool) -> tuple[Gathered, Problems]:
            return self._gather((ids, texts, numbers), signs, problems.file, settled=settled)

        problems.by = self._by
        said = self._decimal
        gathered, noted = gather(dict.fromkeys(numbers, said or "."), settled=bool(said))
        # What was read up to the first other sign is judged anew when all has been read.
        for _ in range(1 if said else 2):
            if (better := gathered.better_signs(said)) == gathered.signs:
                break
            gathered, noted = gather(better, settled=True)
        problems.take(noted)
        shown = {name: sign for name, sign in gathered.signs.items() if gathered.n_own[name]}
        signs = {*shown.values()}
        decimal = said or ("," if signs == {","} else ".")
        told = self._source.told("" if len(signs) > 1 or not (signs or said) else decimal)
        commas = [name for name, sign in shown.items() if sign == "," and len(signs) > 1]
        mixed = (f"Decimal commas in {listing(commas)}, decimal points elsewhere.",) if commas else ()
        percents = gathered.in_percent()
        shares = (f"Written in percent, read as shares: {listing(percents)}.",) if percents else ()
        source, empty = self._source, self._empty
        ours = dict(zip(source.header, self.header, strict=True))
        found_ids, found_texts = gathered.ids(), gathered.texts()
        found_numbers = gathered.numbers(said=bool(said))
        if empty:
            found_texts = {name: one.without(empty, decimal) for name, one in found_texts.items()}
            found_numbers = {
                name: one.without(empty, gathered.signs[name]) for name, one in found_numbers.items()
            }
            found_ids = found_ids and ["" if one in empty else one for one in found_ids]
        return Frame.of(
            gathered.lines(),
            found_ids,
            found_texts,
            found_numbers,
            {
                aspect: {ours[column]: cells for column, cells in by_column.items()}
                for aspect, by_column in source.marks.items()
            },
            sha256=self._sha256,
            decimal=decimal,
            signs=shown,
            by=self._by,
            messages=((f"Read as {told}.",) if told else ()) + mixed + shares + source.messages,
        )

    def _gather(
        self,
        asked: tuple[str, Sequence[str], Sequence[str]],
        signs: Mapping[str, str],
        name: str,
        *,
        settled: bool,
    ) -> tuple[Gathered, Problems]:
        """Return the columns, read with these signs before decimals, and what is wrong with single rows.

        ``settled``: the signs are known; else reading ends where the other one is seen to be meant.
        """
        wanted = {asked[0], *asked[1], *asked[2]}
        gathered, noted = Gathered(self.header, *asked, signs=signs), Problems(name)
        noted.by = self._by
        if isinstance(self._source, CsvSource):
            with contextlib.suppress(DeclinedError):
                note_sum(noted, self.header, wanted, *self._source.typed(gathered))
                return gathered, noted
            gathered = Gathered(self.header, *asked, signs=signs)
        named = zip(self._source.header, self.header, strict=True)
        columns = {theirs for theirs, ours in named if ours in wanted}
        last: tuple[list[str], int] | None = None
        for lines, rows in self._source.pieces(noted, columns):
            gathered.take(lines, rows)
            last = (rows[-1], int(lines[-1])) if rows else last
            if not settled and gathered.only_other:
                return gathered, noted
        if last is not None:
            note_sum(noted, self.header, wanted, *last)
        return gathered, noted


def note_sum(
    problems: Problems, header: Sequence[str], columns: Collection[str], row: Sequence[str], line: int
) -> None:
    """Note the last row of a table where it begins as a sum and says nothing in one of ``columns``.

    Without a label it would be an item of the list to be reviewed.
    """
    at, first = next(((at, cell.strip()) for at, cell in enumerate(row) if cell.strip()), (0, ""))
    said = [cell.strip() for name, cell in zip(header, row, strict=True) if name in columns]
    if first.rstrip(":").rstrip().casefold() in _SUMS and not all(said):
        wrong = "the last row looks like a sum of the others, not like an item"
        todo = "take it out; if it is an item, give it another name"
        problems.add(wrong, todo, line=line, column=header[at], found=first)


def separator_for(plan: Plan) -> str:
    """Return what separates the cells of tables that people open: as in their own table, or as their spreadsheet has it.

    A spreadsheet that writes decimal commas reads semicolons, and shows rows with commas as one cell.
    """
    if plan.language == "de":
        return ";"
    try:
        with open_table(plan.table, plan.form) as file:
            return ";" if file.by_semicolons else ","
    except BudgetplanError:  # arrays of a notebook, and lists in files of their own
        return ","
