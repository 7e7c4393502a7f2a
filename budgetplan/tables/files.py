"""Opens a file as bytes that can be read several times, and unpacks it where it is packed."""

from __future__ import annotations

import bz2
import csv
import gzip
import hashlib
import io
import json
import lzma
import os
import re
import stat
import struct
import tempfile
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from pathlib import Path
from typing import IO, Any

import numpy as np

from budgetplan.domain.messages import Message, word
from budgetplan.domain.options import nearest
from budgetplan.domain.plan import TableForm
from budgetplan.errors import BadDataError, Problem
from budgetplan.files import refuse_unfinished, state_of
from budgetplan.tables.celltext import plain_csv

BLOCK = 1 << 20
"""Bytes that are read at once."""

_IN_MEMORY = 1 << 26
"""What comes from a pipe or a packed file is kept in memory up to so many bytes, then in a temporary file."""

_NO_FILES = dict.fromkeys((stat.S_IFCHR, stat.S_IFBLK), Message("tables.device"))
_NO_FILES |= {stat.S_IFSOCK: Message("tables.socket"), stat.S_IFIFO: Message("tables.pipe")}
"""What never ends or never begins, by its kind: nothing may wait for it."""

_NO_TABLES = frozenset({".md", ".toml", ".html", ".pdf", ".docx", ".svg", ".png", ".py", ".ipynb", ".r", ".log"})
"""How files are called that lie beside tables: of a folder all others are named."""

_GROWTH = 200
_ALWAYS = 1 << 26
"""Packed data may grow to so many bytes, and beyond that to so many times their size: tables grow ten times."""


def load_array(path: str, source: str | IO[bytes], todo: Message | str, *, mapped: bool = False) -> Any:
    """Return what an .npy file holds, never Python objects, which could run code when loaded.

    ``todo``: how it is to be saved. ``mapped``: the numbers stay in the file until they are looked at.

    Raises
    ------
    BadDataError
        It is no such file, or holds objects.
    """
    try:
        # Of a header that says impossible shapes NumPy warns before it refuses it.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return np.load(source, mmap_mode="r" if mapped else None, allow_pickle=False)
    except Exception as error:  # noqa: BLE001 - NumPy raises errors of many kinds, and tells them apart in words alone
        kind = "tables.array_of_objects" if "Object arrays" in str(error) else "tables.array_damaged"
        raise broken(path, Message(kind, todo=todo)) from None


@dataclass(frozen=True)
class Opened:
    """A file's bytes.

    Attributes
    ----------
    path
        The name the user gave it.
    file
        Its bytes, at their beginning; :meth:`seek` works.
    sha256
        Checksum of the file as it lies on the disk.
    form
        What the options say of it.
    can_say
        Whether all options of tables are about it, so that messages may name them.
    beside
        Whether it stands beside the table that the options are about: the encoding holds for both.
    heads
        Of a log, what its column of ids may be called: it is a file of its own, so that the sheet with such a column is
        meant, whatever sheet of the table the options name.
    """

    path: str
    file: IO[bytes]
    sha256: str = ""
    form: TableForm = field(default_factory=TableForm)
    can_say: bool = False
    beside: bool = False
    heads: frozenset[str] = frozenset()

    def data(self, n: int = -1) -> bytes:
        """Return the bytes of the file, or its first ``n``; the file is at its beginning afterwards."""
        self.file.seek(0)
        data = self.file.read(n)
        self.file.seek(0)
        return data


def no_file(path: str) -> Message | None:
    """Return what a path is that cannot be read to an end; None where it is a file, or a pipe of the shell's own.

    >>> str(no_file("/dev/zero")), no_file("/dev/no such thing")
    ('this is a device; save its output as a file, and name that', None)
    """
    try:
        kind = stat.S_IFMT(Path(path).stat().st_mode)
    except (OSError, ValueError):
        # Opening it says what is wrong.
        return None
    # Whoever writes into a pipe of the shell, as in <(command), has begun, and it ends with him.
    from_shell = kind == stat.S_IFIFO and os.path.realpath(path).startswith(("/proc/", "/dev/fd/"))
    return None if from_shell else _NO_FILES.get(kind)


def near_file(path: str) -> str:
    """Return the file in the folder of one that is not there whose name is most like its, or an empty text."""
    folder = Path(path).parent
    with suppress(OSError, ValueError):
        near = nearest(Path(path).name, sorted(other.name for other in folder.iterdir() if other.is_file()))
        return near and str(folder / near)
    return ""


def _files_in(folder: str) -> list[str]:
    """Return the files in a folder that may be read."""
    with suppress(OSError):
        # Where each annotator has a folder, they lie in these.
        places = map(Path(folder).glob, ("[!.]*", "*/[!.]*"))
        paths = (
            sorted(path for path in place if path.suffix.lower() not in _NO_TABLES and path.is_file())
            for place in places
        )
        return [*map(str, next(filter(None, paths), []))]
    return []


@contextmanager
def open_raw(path: str, what: str = "table") -> Iterator[io.FileIO]:
    """Open a file as it lies on the disk; ``what`` is to be named instead of a folder.

    Raises
    ------
    BadDataError
        The file is not there or cannot be read, or lies among files of which some are of another run.
    """
    if wrong := no_file(path):
        raise broken(path, wrong)
    refuse_unfinished(path)
    try:
        raw = io.FileIO(path)
    except FileNotFoundError:
        if {*path} & {*"\b\f\n\r\t"}:  # "C:\temp" of a plan file
            raise broken(path.encode("unicode_escape").decode(), Message("tables.no_such_path")) from None
        near = near_file(path)
        missing = Message("tables.no_such_file_near", near=near) if near else Message("tables.no_such_file")
        raise broken(path, missing) from None
    except IsADirectoryError:
        names = _files_in(path)
        several = Message("tables.folder_of", what=word(what), names=names)
        raise broken(path, several if names else Message("tables.folder", what=word(what))) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise broken(path, Message("tables.cannot_be_read", reason=reason)) from None
    with raw:
        yield raw


@contextmanager
def open_bytes(path: str, what: str = "table") -> Iterator[Opened]:
    """Open a file and take its checksum; ``what`` is to be named instead of a folder.

    Raises
    ------
    BadDataError
        The file is not there or cannot be read, or is another one when it has been read.
    """
    with ExitStack() as stack:
        raw = stack.enter_context(open_raw(path, what))
        before = state_of(raw.fileno())
        try:
            # A pipe can be read only once, and what it says is looked at several times.
            file: Any = io.BufferedReader(raw, BLOCK) if raw.seekable() else stack.enter_context(kept(path, raw))
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            file.seek(0)
        except OSError as error:
            raise unreadable(path, error) from None
        yield Opened(path, file, digest)
        if raw.seekable() and state_of(raw.fileno()) != before:
            raise changed(path)


def room(packed: float) -> float:
    """Return to how many bytes so many packed ones may grow.

    >>> room(1000), room(1_000_000)
    (67108864, 200000000)
    """
    return max(_ALWAYS, _GROWTH * packed)


def grown(path: str, packed: float) -> BadDataError:
    """Return the error for a file that grows beyond its room."""
    return broken(path, Message("tables.grows", times=_GROWTH, n=packed))


@contextmanager
def kept(path: str, stream: Any, packed: float = inf) -> Iterator[IO[bytes]]:
    """Give the rest of a stream as a file of its own, at its beginning; ``packed``: of how many bytes it is unpacked.

    Raises
    ------
    BadDataError
        It grows beyond its room.
    """
    with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY) as file:
        size, most = 0, room(packed)
        while block := stream.read(BLOCK):
            size += len(block)
            if size > most:
                raise grown(path, packed)
            file.write(block)
        file.seek(0)
        yield file


def size_of(file: IO[bytes]) -> int:
    """Return the size of a file in bytes; it is at its beginning afterwards."""
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    return size


def unreadable(path: str, error: OSError) -> BadDataError:
    """Return the error for a file that breaks off while it is read."""
    return broken(path, Message("tables.breaks_off", reason=error.strerror or str(error)))


def changed(path: str) -> BadDataError:
    """Return the error for a file that is another one than when it was looked at first."""
    return broken(path, Message("tables.file_changed"))


def broken(
    path: str, message: Message, line: int | None = None, column: str = "", found: str | None = None
) -> BadDataError:
    """Return the error for a file that cannot be used at all."""
    return BadDataError([Problem(message, path, line, column, found=found)])


ZIP = b"PK\x03\x04"
ANNOTATOR = "annotator"
"""The column that says of a file in an archive whose it is."""
_EMPTY_ZIP = b"PK\x05\x06"
_DAMAGED = (
    *(OSError, EOFError, ValueError, NotImplementedError),
    *(struct.error, zlib.error, lzma.LZMAError, zipfile.BadZipFile),
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
    members = [member for member in archive.infolist() if not re.search(r"^__MACOSX/|(^|/)\.|/$", member.filename)]
    if (joined := _of_each_person(archive, members)) is not None:
        return joined
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
    if sum(member.file_size for member in members) > room(sum(member.compress_size for member in members)):
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
    header, joined = list[str](), list[list[str]]()
    for who, text in texts.items():
        rows = csv.DictReader(io.StringIO(text, newline=""))
        names = [*(rows.fieldnames or ())]
        # The columns of a file stand in the order of its first text's fields.
        header = header or [*names, ANNOTATOR]
        if not {"id", "text", "label"} <= {*names} or {*names} != {*header} - {ANNOTATOR}:
            return None
        # A row that is longer has a key None, and one that is shorter such a value.
        whole = (row for row in rows if None not in row and None not in row.values())
        joined += [[row.get(name, who) for name in header] for row in whole]
    return plain_csv(header, joined, end="\n")
