"""Names a file that is no table by its format, with one way to make a table of it: its bytes tell, not its name."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

from budgetplan.domain.messages import Message
from budgetplan.tables.files import Opened, broken

_LOOKED_AT = 1 << 14
_FORMATS = (
    (re.compile(rb"%PDF"), "tables.pdf"),
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
    (
        re.compile(rb"(?:[TREAMN#*]\d*\t[^\t\n]+ \d+ \d+(;\d+ \d+)*\t[^\n]*\r?\n){1,}(?:[TREAMN#*]\d*\t|\Z)"),
        "tables.brat",
    ),
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
