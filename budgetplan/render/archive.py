"""Office files are archives of files; made anew without the times, the same content has the same bytes."""

from __future__ import annotations

import io
import re
import zipfile

from budgetplan.errors import CannotWriteError

_TIME = re.compile(rb"(<(?:dcterms:(?:created|modified)|meta:creation-date|dc:date)[^>]*>)[^<]*")
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
FIRST = "mimetype"
"""OpenDocument has this file first and as it is, so that programs know the kind of file by its first bytes."""


def without_times(archive: bytes) -> bytes:
    """Return an office file that does not say when it was made."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in sorted(old.namelist(), key=lambda one: one != FIRST):
            content = _TIME.sub(rb"\g<1>1980-01-01T00:00:00Z", old.read(name))
            how = zipfile.ZIP_STORED if name == FIRST else zipfile.ZIP_DEFLATED
            new.writestr(zipfile.ZipInfo(name), content, how)
    return made.getvalue()


def no_library(file: str, what: str, package: str) -> CannotWriteError:
    """Return the message on a file that needs a library which is not installed.

    >>> str(no_library("tables.xlsx", ".xlsx workbooks", "openpyxl")).split(";")[0]
    'Cannot write tables.xlsx: no library for .xlsx workbooks is installed'
    """
    kind = file.rpartition(".")[2]
    told = f"Cannot write {file}: no library for {what} is installed; run: pip install {package}, or leave out {kind}. Nothing was changed."
    return CannotWriteError(told)


def clean(text: str) -> str:
    r"""Return a text without the signs that no such file can hold.

    >>> clean("a\x00b") == "a\ufffdb"
    True
    """
    return _NOT_IN_XML.sub("\ufffd", text)
