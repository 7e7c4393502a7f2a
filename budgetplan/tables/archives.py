"""Unpacks a table that is packed by gzip, bzip2 or xz, or alone in a zip archive; the bytes tell, not the name."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import IO, Any

from budgetplan.domain.messages import Message
from budgetplan.tables.files import Opened, broken, kept, room, size_of

ZIP = b"PK\x03\x04"
ANNOTATOR = "annotator"
"""The column that says of a file in an archive whose it is."""
_EMPTY_ZIP = b"PK\x05\x06"
_DAMAGED = (
    OSError,
    EOFError,
    ValueError,
    NotImplementedError,
    struct.error,
    zlib.error,
    lzma.LZMAError,
    zipfile.BadZipFile,
)
"""What the libraries raise for damaged files; ValueError where not even the names in an archive are text."""


_PACKERS: tuple[tuple[bytes, str, Callable[[IO[bytes]], Any]], ...] = (
    (b"\x1f\x8b", "gzip", gzip.open),
    (b"BZh", "bzip2", bz2.open),
    (b"\xfd7zXZ\x00", "xz", lzma.open),
)
"""With which bytes a packed file begins, by what it is packed, and what opens it."""


@contextmanager
def unpacked(opened: Opened) -> Iterator[Opened]:
    """Give the file as it was before it was packed; a file that is not packed is given as it is.

    Raises
    ------
    BadDataError
        The file is damaged, or an archive of several files.
    """
    start, packed = opened.data(6), size_of(opened.file)
    name, unpack = next(((name, unpack) for magic, name, unpack in _PACKERS if start.startswith(magic)), ("", None))
    if start.startswith((ZIP, _EMPTY_ZIP)) and not is_office(opened.file):
        name, unpack = "zip", partial(_only_member, opened.path)
    if unpack is None:
        yield opened
        return
    with ExitStack() as stack:
        try:
            with unpack(opened.file) as stream:
                file = stack.enter_context(kept(opened.path, stream, packed))
        except _DAMAGED:
            raise broken(opened.path, Message("tables.packed_damaged", packer=name)) from None
        file.seek(257)
        if file.read(5) == b"ustar":
            raise broken(opened.path, Message("tables.archive_of_files"))
        file.seek(0)
        yield replace(opened, file=file)


def is_office(file: IO[bytes]) -> bool:
    """Return whether a zip archive is a document of an office program."""
    try:
        with zipfile.ZipFile(file) as archive:
            return bool({"[Content_Types].xml", "mimetype"} & set(archive.namelist()))
    except _DAMAGED:
        return False
    finally:
        file.seek(0)


def _only_member(path: str, file: IO[bytes]) -> IO[bytes]:
    """Open the one file in an archive; what programs add unasked is passed over."""
    archive = zipfile.ZipFile(file)
    members = [
        member
        for member in archive.infolist()
        if not member.is_dir() and not member.filename.startswith("__MACOSX/") and "/." not in f"/{member.filename}"
    ]
    if (each := _of_each_person(archive, members)) is not None:
        return each
    if len(members) != 1:
        if not members:
            raise broken(path, Message("tables.archive_empty"))
        names = [member.filename for member in members]
        raise broken(path, Message("tables.archive_of_several", n=len(names), names=names))
    if members[0].flag_bits & 1:
        raise broken(path, Message("tables.archive_locked"))
    return archive.open(members[0])


def _of_each_person(archive: zipfile.ZipFile, members: list[zipfile.ZipInfo]) -> IO[bytes] | None:
    """Return the files of an archive that holds one for each person as one, with their names; None for any other.

    So doccano exports a project in which people do not share their judgements: every file holds every text.
    """
    endings = {Path(member.filename).suffix for member in members}
    if len(members) < 2 or endings not in ({".jsonl"}, {".csv"}) or any(member.flag_bits & 1 for member in members):
        return None
    packed = sum(member.compress_size for member in members)
    if sum(member.file_size for member in members) > room(packed):
        return None
    try:
        texts = {Path(member.filename).stem: archive.read(member).decode("utf-8-sig") for member in members}
    except UnicodeDecodeError:
        return None
    joined = _joined_lines(texts) if endings == {".jsonl"} else _joined_rows(texts)
    return None if joined is None else io.BytesIO(joined.encode())


def _joined_lines(texts: dict[str, str]) -> str | None:
    lines = []
    for who, text in texts.items():
        for line in filter(None, map(str.strip, text.split("\n"))):
            if not line.startswith("{") or '"label"' not in line or f'"{ANNOTATOR}"' in line:
                return None
            lines.append(f'{{"{ANNOTATOR}": {json.dumps(who)}, {line[1:]}')
    return "\n".join(lines) + "\n"


def _joined_rows(texts: dict[str, str]) -> str | None:
    stream, header = io.StringIO(), list[str]()
    for who, text in texts.items():
        rows = csv.DictReader(io.StringIO(text, newline=""))
        names = [*(rows.fieldnames or ())]
        # The columns of a file stand in the order of its first text's fields.
        header = header or [*names, ANNOTATOR]
        if not {"id", "text", "label"} <= {*names} or {*names} != {*header} - {ANNOTATOR}:
            return None
        writer = csv.DictWriter(stream, header, lineterminator="\n")
        if not stream.tell():
            writer.writeheader()
        # A row that is longer has a key None, and one that is shorter such a value.
        whole = (row for row in rows if None not in row and None not in row.values())
        writer.writerows({**row, ANNOTATOR: who} for row in whole)
    return stream.getvalue()
