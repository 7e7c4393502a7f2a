"""The one way files get onto the disk: all of them whole, or none and the earlier ones as they were."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from budgetplan.errors import CannotWriteError

_UNFINISHED = ".unfinished-"
_IN_USE = "in-use"
_JOURNAL = "journal"


def save(files: Mapping[str, bytes], folder: Path, gone: Iterable[str] = ()) -> tuple[Path, ...]:
    """Write files into a folder.

    All are written and flushed beside their place first, with copies of what they replace and a journal, then
    moved one by one. If anything fails, what stood there before stands there again, and nothing else is left
    behind; after a kill the next run reads the journal and does the same.

    Parameters
    ----------
    files
        Contents by name; a name may have folders, written with ``/``.
    folder
        Made if it does not exist.
    gone
        Names of files that are removed: an earlier run wrote them, and they would contradict the new ones.

    Returns
    -------
    tuple of Path
        Where the files are, in the order given.

    Raises
    ------
    budgetplan.errors.CannotWriteError
        If a file cannot be written: which, why, and what to do.
    ValueError
        If a name leads out of the folder.
    """
    contents: dict[str, bytes | None] = {**dict.fromkeys(gone), **files}
    targets = {name: _inside(folder, name) for name in contents}
    place = folder
    with ExitStack() as undo:
        try:
            for made in _new_folders({folder, *(targets[name].parent for name in files)}):
                place = made
                made.mkdir()
                undo.callback(_remove_folder, made)
            place = folder
            _clear_abandoned(folder)
            work = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=folder))
            in_use = (work / _IN_USE).open("wb")
            undo.callback(_give_up, work, folder, in_use)
            _lock(in_use)
            entries = []
            for number, (name, content) in enumerate(contents.items()):
                place = targets[name]
                entries.append(_prepare(name, content, work, number, place))
            place = folder
            _write_journal(work, entries)
            for number, (name, content) in enumerate(contents.items()):
                place = targets[name]
                _move(work, number, place, content is None)
            (work / _JOURNAL).unlink()
        except OSError as error:
            raise CannotWriteError(_message(place, error)) from error
        _remove_work(work, in_use)
        undo.pop_all()
    _settle({target.parent for target in targets.values()})
    return tuple(targets[name] for name in files)


@dataclass(frozen=True)
class _Entry:
    """What a journal says of a file: its name, the checksum of its new content (empty: it is removed)."""

    name: str
    sha256: str
    earlier: bool
    """Whether there is a copy of what stood there before."""


def _write_journal(work: Path, entries: Sequence[_Entry]) -> None:
    """Note what is about to be moved; the note is there as a whole or not at all."""
    draft = work / "draft"
    _write(draft, json.dumps([asdict(entry) for entry in entries]).encode())
    draft.replace(work / _JOURNAL)


def _read_journal(work: Path) -> list[_Entry]:
    """Return what a run was about to move; nothing where it had not begun, or was done."""
    try:
        return [_Entry(**entry) for entry in json.loads((work / _JOURNAL).read_bytes())]
    except (OSError, ValueError, TypeError):
        return []


def _take_back(work: Path, folder: Path) -> bool:
    """Put back what stood in the folder before a run began to move; return whether all of it stands again.

    A file that is neither the run's own nor missing has been changed by somebody since, and stays.
    """
    whole = True
    for number, entry in enumerate(_read_journal(work)):
        earlier = work / f"old-{number}"
        try:
            target = _inside(folder, entry.name)
            if target.exists() and checksum(target) != entry.sha256:
                continue
            if not entry.earlier:
                target.unlink(missing_ok=True)
            elif earlier.exists():  # else it has been put back already
                earlier.replace(target)
        except (OSError, ValueError):
            whole = False
    return whole


def _give_up(work: Path, folder: Path, in_use: IO[bytes]) -> None:
    """Take everything back; copies that could not be put back stay for the next run."""
    if _take_back(work, folder):
        _remove_work(work, in_use)
    else:
        in_use.close()


def _remove_work(work: Path, in_use: IO[bytes]) -> None:
    # An open file cannot be removed everywhere. Without the journal first, half a folder would be taken back.
    with suppress(OSError):
        (work / _JOURNAL).unlink(missing_ok=True)
    in_use.close()
    shutil.rmtree(work, ignore_errors=True)


def _clear_abandoned(folder: Path) -> None:
    """Take back what killed runs left half done; the work of a run that goes on is locked, and stays."""
    for work in sorted(folder.glob(f"{_UNFINISHED}*")):
        with suppress(OSError), (work / _IN_USE).open("r+b") as in_use:
            if _lock(in_use):
                _give_up(work, folder, in_use)


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _lock(file: IO[bytes]) -> bool:
    """Lock an open file for as long as this program runs; return whether nobody else has locked it."""
    try:
        locks = importlib.import_module("fcntl")
    except ImportError:  # pragma: no cover - not on POSIX; there nothing is ever taken for abandoned
        return False
    try:
        locks.flock(file, locks.LOCK_EX | locks.LOCK_NB)
    except OSError:
        return False
    return True


def as_bytes(text: str) -> bytes:
    r"""Return a text in UTF-8; half a surrogate, as a byte of a name that is no text, as JSON has it: \udcff.

    >>> as_bytes("ř\udcff")
    b'\xc5\x99\\udcff'
    """
    return text.encode("utf-8", "backslashreplace")


def save_new(path: Path, content: bytes) -> None:
    """Write a file that is not there yet; one that is there stays as it is.

    Raises
    ------
    budgetplan.errors.CannotWriteError
        There is a file of this name, or it cannot be written.
    """
    try:
        stream = path.open("xb")
    except FileExistsError:
        told = f"Cannot write {path}: it is there already, and is never overwritten; choose another name with --out. Nothing was changed."
        raise CannotWriteError(told) from None
    except OSError as error:
        raise CannotWriteError(_message(path, error).replace("another folder", "another place")) from error
    try:
        with stream:
            stream.write(content)
    except OSError as error:
        with suppress(OSError):
            path.unlink()
        raise CannotWriteError(_message(path, error)) from error


def _inside(folder: Path, name: str) -> Path:
    """Return where a name lies in a folder; a name that leads out of it is refused."""
    parts = PurePosixPath(name).parts
    if not parts or parts[0] == "/" or ".." in parts or "\\" in name or ":" in name or "\0" in name:
        raise ValueError(f"{name!r} is not the name of a file inside the folder.")
    return folder.joinpath(*parts)


def _new_folders(wanted: set[Path]) -> list[Path]:
    """Return the folders that do not exist yet, outer ones first; ``new/..`` is there as soon as ``new`` is."""
    every = {parent for path in wanted for parent in (path, *path.parents)}
    missing = {path for path in every if path.name != ".." and not path.exists()}
    return sorted(missing, key=lambda path: len(path.parts))


def _prepare(name: str, content: bytes | None, work: Path, number: int, target: Path) -> _Entry:
    """Write the new content beside its place, copy what stands there, and make sure that it can go there."""
    if target.is_dir():
        raise IsADirectoryError(None, "a folder has this name")
    earlier = target.exists()
    if earlier:
        shutil.copy2(target, work / f"old-{number}")
    if content is None:
        return _Entry(name, "", earlier)
    _write(work / f"new-{number}", content)
    return _Entry(name, hashlib.sha256(content).hexdigest(), earlier)


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


def _move(work: Path, number: int, target: Path, gone: bool) -> None:
    """Put one file into its place, or take it away; the journal says how to take that back."""
    if gone:
        target.unlink(missing_ok=True)
    else:
        (work / f"new-{number}").replace(target)


def _remove_folder(path: Path) -> None:
    with suppress(OSError):
        path.rmdir()


def _settle(folders: set[Path]) -> None:
    """Make the names last through a power cut, where the system can do that."""
    if os.name != "posix":
        return
    for folder in sorted(folders):
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


def _message(place: Path, error: OSError) -> str:
    reason = error.strerror or "the system refused"
    if isinstance(error, NotADirectoryError | FileExistsError):
        blocking = [path for path in (place, *place.parents) if path.is_file()]
        place, reason = (blocking[0], "not a directory") if blocking else (place, reason)
    if isinstance(error, PermissionError):
        advice = "choose another folder with --out, or close the program that has the file open"
    elif isinstance(error, IsADirectoryError | NotADirectoryError | FileExistsError):
        advice = "rename what is in the way, or choose another folder with --out"
    else:
        advice = "make room or choose another folder with --out"
    return f"Cannot write {place}: {reason[:1].lower()}{reason[1:]}; {advice}. Nothing was changed."
