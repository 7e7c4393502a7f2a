"""Names a file that is no table by its format, with one way to make a table of it: its bytes tell, not its name."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

from budgetplan.domain.messages import literal
from budgetplan.tables.files import Opened, broken

_LOOKED_AT = 1 << 14
_TABLE = "write a table with a row for each item: its name, its label and a score for each model"
_CSV = "save the table as CSV"
_CAS = "export it as UIMA CAS JSON, or write a table with a row for each candidate"

_DOCBIN = (
    "a DocBin of spaCy",
    'in Python, write a line of JSON for each document: {{"text": doc.text, "cats": doc.cats}}',
)
_FORMATS: tuple[tuple[re.Pattern[bytes], str, str], ...] = (
    (re.compile(rb"%PDF"), "a PDF", _CSV),
    (re.compile(rb"\x89HDF"), "an HDF5 file", 'in Python: pandas.read_hdf("{name}").to_csv("{stem}.csv", index=False)'),
    (re.compile(rb"SQLite format 3"), "an SQLite database", "save the table with the items in it as CSV"),
    (re.compile(rb"ASCII SPSS PORT"), "a portable file of SPSS", "save it as .sav or CSV"),
    (
        re.compile(rb"FEA1"),
        "a Feather file of version 1",
        'in Python: pandas.read_feather("{name}").to_parquet("{stem}.parquet")',
    ),
    (re.compile(rb"\x00{12}\xc2\xea\x81\x60"), "a table of SAS", _CSV),
    (re.compile(rb"II\*\x00|\x89PNG|\xff\xd8\xff"), "a picture", _CSV),
    (
        re.compile(rb"RD[AX][23]\n"),
        "an R workspace",
        'in R: load("{name}"), then write.csv(TABLE, "{stem}.csv", row.names = FALSE)',
    ),
    (
        re.compile(rb"X\n\x00\x00\x00[\x02\x03]|A\n[23]\n|B\n[\x02\x03]\x00\x00\x00"),
        "an object that R saved",
        'in R: write.csv(readRDS("{name}"), "{stem}.csv", row.names = FALSE)',
    ),
    (
        re.compile(rb"(?s)\x80[\x02-\x05](\x95|[\]}c(K])"),
        "a pickle of Python",
        'in Python: pandas.read_pickle("{name}").to_csv("{stem}.csv", index=False)',
    ),
    (
        re.compile(rb"structure\(list\("),
        "a table as R code",
        'in R: write.csv(dget("{name}"), "{stem}.csv", row.names = FALSE)',
    ),
    (re.compile(rb"#FORMAT=WebAnno"), "WebAnno TSV, which holds labels of parts of texts", _CAS),
    (re.compile(rb"(?s)(<\?xml.{0,300})?<xmi:XMI"), "a document of UIMA (CAS XMI)", _CAS),
    (
        re.compile(rb"(?i)<!doctype html|<html[^>\n]*>\s*(<head|<body)"),
        "a web page, as where a download asks to sign in",
        "download or export the table again",
    ),
    (re.compile(rb"<\?xml"), "XML", _TABLE),
    (re.compile(rb"(?:#[^\n]*\n)*TY  - "), "RIS", "export the records as CSV"),
    (re.compile(rb"(?i)(%[^\n]*\n)*\s*@relation\s"), "a table of Weka (ARFF)", _CSV),
    (re.compile(rb"__label__\S+ "), "a file of fastText, whose lines are no rows", _TABLE),
    (re.compile(rb"(#[^\n]*\n)+1(-\d+)?\t[^\n\t]+(\t[^\n\t]*){8}\n"), "CoNLL-U, which holds labels of words", _TABLE),
    (
        re.compile(rb"(?:[TREAMN#*]\d*\t[^\t\n]+ \d+ \d+(;\d+ \d+)*\t[^\n]*\r?\n){1,}(?:[TREAMN#*]\d*\t|\Z)"),
        "brat's annotations, which are labels of parts of texts",
        _TABLE,
    ),
)
"""By how they begin: what such files are called, and what to do."""


def refuse_foreign(opened: Opened) -> None:
    """Raise where a file is of a format that is no table; the file is at its beginning afterwards.

    Raises
    ------
    BadDataError
        It names the format, and one way to make a table of it.
    """
    start = opened.data(_LOOKED_AT)
    text = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    foreign = [_DOCBIN] * _is_docbin(start) + [kind[1:] for kind in _FORMATS if kind[0].match(text)]
    if foreign:
        (called, todo), path = foreign[0], Path(opened.path)
        stem = path.parent / (path.name.split(".")[0] or "table")
        todo = todo.format(name=path.as_posix(), stem=stem.as_posix())
        raise broken(opened.path, literal(f"this is {called}", todo))


def _is_docbin(start: bytes) -> bool:
    """Return whether a file is packed as spaCy packs its documents: a map whose keys begin with the version."""
    if start[:1] != b"\x78":
        return False
    try:
        inside = zlib.decompressobj().decompress(start, 200)
    except zlib.error:
        return False
    return b"version" in inside and b"attrs" in inside
