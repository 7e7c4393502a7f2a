"""Opens a file as bytes that can be read several times, and unpacks it where it is packed."""

from __future__ import annotations

import hashlib
import io
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import IO, Any, Literal

import numpy as np

from budgetplan.errors import BadDataError, Problem

BLOCK = 1 << 20
"""Bytes that are read at once."""

_IN_MEMORY = 1 << 26
"""What comes from a pipe or a packed file is kept in memory up to so many bytes, then in a temporary file."""


def load_array(source: str | IO[bytes], *, mapped: bool = False) -> Any:
    """Return what an .npy file holds, never Python objects, which could run code when loaded.

    NumPy's errors are passed on; its warnings of a header that says impossible shapes are not, since the error
    that follows says it. ``mapped``: the numbers stay in the file until they are looked at.
    """
    mode: Literal["r"] | None = "r" if mapped else None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return np.load(source, mmap_mode=mode, allow_pickle=False)


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
    """

    path: str
    file: IO[bytes]
    sha256: str


@contextmanager
def open_bytes(path: str) -> Iterator[Opened]:
    """Open a file.

    Raises
    ------
    BadDataError
        The file is not there or cannot be read.
    """
    try:
        raw = io.FileIO(path)
    except FileNotFoundError:
        raise broken(path, "there is no such file", "check the name and the folder") from None
    except IsADirectoryError:
        raise broken(path, "this is a folder", "name the table in it") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise broken(path, f"the file cannot be read ({reason})", "check the name and the rights") from None
    with ExitStack() as stack:
        stack.enter_context(raw)
        try:
            # A pipe can be read only once, and what it says is looked at several times.
            file = io.BufferedReader(raw, BLOCK) if raw.seekable() else stack.enter_context(kept(raw))
            digest = _checksum(file)
        except OSError as error:
            raise unreadable(path, error) from None
        yield Opened(path, file, digest)


@contextmanager
def kept(stream: Any) -> Iterator[IO[bytes]]:
    """Give the rest of a stream as a file of its own, at its beginning."""
    with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY) as file:
        shutil.copyfileobj(stream, file, BLOCK)
        file.seek(0)
        yield file


def _checksum(file: IO[bytes]) -> str:
    """Return the SHA-256 of a file; it is at its beginning before and after."""
    digest = hashlib.sha256()
    while block := file.read(BLOCK):
        digest.update(block)
    file.seek(0)
    return digest.hexdigest()


def unreadable(path: str, error: OSError) -> BadDataError:
    """Return the error for a file that breaks off while it is read."""
    return broken(path, f"the file cannot be read ({error.strerror or error})", "check the disk")


def broken(path: str, wrong: str, todo: str, line: int | None = None, column: str = "") -> BadDataError:
    """Return the error for a file that cannot be used at all."""
    return BadDataError([Problem(wrong, todo, path, line, column)])
