"""Opens a table of any kind and reads the columns that are asked for."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from budgetplan.domain.messages import Message
from budgetplan.domain.plan import Plan, TableForm
from budgetplan.errors import BudgetplanError, Problems
from budgetplan.tables.columns import note_same_names
from budgetplan.tables.files import ZIP, Opened, broken, open_bytes, unpacked
from budgetplan.tables.formats.json_files import looks_like_json, open_json
from budgetplan.tables.formats.text import CsvSource
from budgetplan.tables.formats.typed import OLD_OFFICE, open_sheet, open_typed
from budgetplan.tables.table import Source
from budgetplan.tools.base import Asked, ExportSource, Record
from budgetplan.tools.registry import TOOLS

_LOOKED_AT = 1 << 14
_FORMATS = (
    (re.compile(rb"%PDF"), "tables.pdf"),
    (re.compile(rb"\x28\xb5\x2f\xfd|7z\xbc\xaf\x27\x1c|Rar!\x1a\x07|\x1f\x8b"), "tables.packed_otherwise"),
    (re.compile(rb"\x89HDF"), "tables.hdf"),
    (re.compile(rb"SQLite format 3"), "tables.sqlite"),
    (re.compile(rb"ASCII SPSS PORT"), "tables.spss_portable"),
    (re.compile(rb"FEA1"), "tables.feather_1"),
    (re.compile(rb"\x00{12}\xc2\xea\x81\x60"), "tables.sas"),
    (re.compile(rb"II\*\x00|\x89PNG|\xff\xd8\xff"), "tables.picture"),
    (re.compile(rb"RD[AX][23]\n"), "tables.r_workspace"),
    (re.compile(rb"X\n\x00\x00\x00[\x02\x03]|A\n[23]\n|B\n[\x02\x03]\x00\x00\x00"), "tables.r_object"),
    (re.compile(rb"(?s)\x80[\x02-\x05](\x95|[\]}c(K])"), "tables.pickle"),
    (re.compile(rb"structure\(list\("), "tables.r_code"),
    (re.compile(rb"#FORMAT=WebAnno"), "tables.webanno"),
    (re.compile(rb"(?s)(<\?xml.{0,300})?<xmi:XMI"), "tables.uima"),
    (re.compile(rb"(?i)<!doctype html|<html[^>\n]*>\s*(<head|<body)"), "tables.web_page"),
    (re.compile(rb"<\?xml"), "tables.xml"),
    (re.compile(rb"(?:#[^\n]*\n)*TY  - "), "tables.ris"),
    (re.compile(rb"(?i)(%[^\n]*\n)*\s*@relation\s"), "tables.weka"),
    (re.compile(rb"__label__\S+ "), "tables.fasttext"),
    (re.compile(rb"(#[^\n]*\n)+1(-\d+)?\t[^\n\t]+(\t[^\n\t]*){8}\n"), "tables.conllu"),
    (re.compile(rb"(?:[TREAMN#*]\d*\t[^\t\n]+ \d+ \d+(;\d+ \d+)*\t[^\n]*\r?\n)+([TREAMN#*]\d*\t|\Z)"), "tables.brat"),
)
"""By how they begin: what is said of such files."""


def refuse_foreign(opened: Opened) -> None:
    """Raise where a file is of a format that is no table; the file is at its beginning afterwards.

    Raises
    ------
    BadDataError
        It names the format, and one way to make a table of it.
    """
    start = opened.data(_LOOKED_AT)
    text = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    kinds = ["tables.docbin"] * _is_docbin(start) + [kind for begins, kind in _FORMATS if begins.match(text)]
    if kinds:
        path = Path(opened.path)
        stem = path.parent / (path.name.split(".")[0] or "table")
        raise broken(opened.path, Message(kinds[0], name=path.as_posix(), stem=stem.as_posix()))


def _is_docbin(start: bytes) -> bool:
    """Return whether a file is packed as spaCy packs its documents: a map whose keys begin with the version."""
    if start[:1] != b"\x78":
        return False
    try:
        inside = zlib.decompressobj().decompress(start, 200)
    except zlib.error:
        return False
    return b"version" in inside and b"attrs" in inside


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
        if form.sheet and can_say and not form.of_two and not opened.data(4).startswith((ZIP, OLD_OFFICE)):
            raise broken(path, Message("tables.sheet_of_no_workbook", sheet=form.sheet))
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
            rows = table.rows(spoilt)
            records: list[Record] = [(line, dict(zip(table.header, row, strict=True))) for line, row in rows]
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
