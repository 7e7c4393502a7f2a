"""Opens a table of any kind and reads the columns that are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from types import MappingProxyType

from budgetplan.domain.messages import Message
from budgetplan.domain.plan import Plan, TableForm
from budgetplan.errors import BudgetplanError
from budgetplan.tables.archives import unpacked
from budgetplan.tables.columns import note_same_names
from budgetplan.tables.files import Opened, broken, open_bytes
from budgetplan.tables.formats.csv_rows import CsvSource
from budgetplan.tables.formats.foreign import refuse_foreign
from budgetplan.tables.formats.json_files import looks_like_json, open_json
from budgetplan.tables.formats.typed import open_typed
from budgetplan.tables.formats.workbook import open_sheet
from budgetplan.tables.problems import Problems
from budgetplan.tables.table import Source
from budgetplan.tools.base import Asked, ExportSource, Record
from budgetplan.tools.registry import TOOLS

_SIGNS = MappingProxyType({"point": ".", "comma": ","})


@contextmanager
def open_table(path: str, form: TableForm | None = None, *, beside: bool = False) -> Iterator[Source]:
    """Open a table and read its header.

    Parameters
    ----------
    path
        The file.
    form
        What is said of it; None where the options are about another file.
    beside
        Whether the file stands beside the table that the options are about.

    Raises
    ------
    BadDataError
        The file cannot be read, or is no table, or can be read in two ways.
    """
    with open_bytes(path) as packed, unpacked(packed) as opened:
        can_say, form = form is not None and not beside, form or TableForm()
        asked = Asked(empty=frozenset(form.empty), positive=form.collected)
        source = open_source(replace(opened, form=form, can_say=can_say, beside=beside), asked)
        source.sha256, source.decimal, source.empty = opened.sha256, _SIGNS.get(form.decimal, ""), asked.empty
        source.rename(form.map)
        yield source


def open_beside(path: str, form: TableForm, collected: Sequence[str] = ()) -> AbstractContextManager[Source]:
    """Open a file that stands beside the table of which ``form`` tells: names, empty cells and the encoding hold for both."""
    form_beside = TableForm(encoding=form.encoding, empty=form.empty, map=form.map, collected=tuple(collected))
    return open_table(path, form_beside, beside=True)


def open_source(opened: Opened, asked: Asked) -> Source:
    """Return the rows of a file of any kind, and of the export of any tool."""
    if looks_like_json(opened):
        return open_json(opened, asked)
    dialect = opened.form.dialect
    if dialect in TOOLS and TOOLS[dialect].heads is None:
        raise broken(opened.path, Message("tables.no_json", tool=TOOLS[dialect].called))
    # The bytes tell the kind, not the name.
    table: Source | None = open_typed(opened) or open_sheet(opened)
    if table is None:
        refuse_foreign(opened)
        table = CsvSource(opened)
    for tool in TOOLS.values():
        if tool.heads and (dialect == tool.key or (not dialect and tool.heads(table.header, asked.label_column))):
            if tool.lacks and not tool.fits(table.header):
                raise broken(opened.path, tool.lacks)
            spoilt = Problems(opened.path)
            note_same_names(table.header, spoilt)
            spoilt.raise_if_any()
            records: list[Record] = [
                (line, dict(zip(table.header, row, strict=True))) for line, row in table.rows(spoilt)
            ]
            export = tool.read(opened.path, records, replace(asked, header=table.header))
            return ExportSource(export, spoilt, table if tool.tells_form else None)
    return table


def separator_for(plan: Plan) -> str:
    """Return what separates the cells of tables that people open: as in their own table, or as their spreadsheet has it.

    A spreadsheet that writes decimal commas reads semicolons, and shows rows with commas as one cell.
    """
    if plan.language == "de":
        return ";"
    try:
        with open_table(plan.table, plan.form) as file:
            return ";" if isinstance(file, CsvSource) and file.dialect.separator == "semicolon" else ","
    except BudgetplanError:  # arrays of a notebook, and lists in files of their own
        return ","
