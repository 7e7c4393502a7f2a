"""The one way files get onto the disk: all of them whole, or none and the earlier ones as they were."""

from __future__ import annotations

import importlib
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path, PurePosixPath
from typing import IO

from budgetplan.errors import CannotWriteError

_UNFINISHED = ".unfinished-"
_IN_USE = "in-use"


def save(files: Mapping[str, bytes], folder: Path) -> tuple[Path, ...]:
    """Write files into a folder.

    All are written and flushed beside their place first, then moved there one by one. If anything fails,
    what stood there before stands there again, and nothing else is left behind.

    Parameters
    ----------
    files
        Contents by name; a name may have folders, written with ``/``.
    folder
        Made if it does not exist.

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
    for name in files:
        _check_name(name)
    targets = {name: folder.joinpath(*PurePosixPath(name).parts) for name in files}
    place = folder
    with ExitStack() as undo:
        try:
            for made in _new_folders({folder, *(target.parent for target in targets.values())}):
                place = made
                made.mkdir()
                undo.callback(_remove_folder, made)
            place = folder
            _clear_abandoned(folder)
            work = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=folder))
            undo.callback(shutil.rmtree, work, ignore_errors=True)
            in_use = undo.enter_context((work / _IN_USE).open("wb"))
            _lock(in_use)
            for number, (name, content) in enumerate(files.items()):
                place = targets[name]
                _prepare(content, work / f"new-{number}", place)
            for number, place in enumerate(targets.values()):
                _move(work, number, place, undo)
        except OSError as error:
            raise CannotWriteError(_message(place, error)) from error
        undo.pop_all()
        # An open file cannot be removed everywhere.
        in_use.close()
        shutil.rmtree(work, ignore_errors=True)
    _settle({target.parent for target in targets.values()})
    return tuple(targets.values())


def _clear_abandoned(folder: Path) -> None:
    """Remove what killed runs left behind; the work of a run that goes on is locked, and stays."""
    for work in folder.glob(f"{_UNFINISHED}*"):
        with suppress(OSError):
            with (work / _IN_USE).open("r+b") as in_use:
                abandoned = _lock(in_use)
            if abandoned:
                shutil.rmtree(work, ignore_errors=True)


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


def discard(names: Iterable[str], folder: Path) -> None:
    """Remove files that an earlier run wrote and this one did not: they would contradict the new ones."""
    for name in names:
        _check_name(name)
        with suppress(OSError):
            folder.joinpath(*PurePosixPath(name).parts).unlink()


def _check_name(name: str) -> None:
    parts = PurePosixPath(name).parts
    if not parts or parts[0] == "/" or ".." in parts or "\\" in name or ":" in name or "\0" in name:
        raise ValueError(f"{name!r} is not the name of a file inside the folder.")


def _new_folders(wanted: set[Path]) -> list[Path]:
    """Return the folders that do not exist yet, outer ones first."""
    missing = {parent for path in wanted for parent in (path, *path.parents) if not parent.exists()}
    return sorted(missing, key=lambda path: len(path.parts))


def _prepare(content: bytes, beside: Path, target: Path) -> None:
    """Write the new content beside its place, and make sure that it can go there."""
    if target.is_dir():
        raise IsADirectoryError(None, "a folder has this name")
    with beside.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


def _move(work: Path, number: int, target: Path, undo: ExitStack) -> None:
    """Put one file into its place, and note how to take it back."""
    if target.exists():
        earlier = work / f"old-{number}"
        shutil.copy2(target, earlier)
        (work / f"new-{number}").replace(target)
        undo.callback(_restore, earlier, target)
    else:
        (work / f"new-{number}").replace(target)
        undo.callback(target.unlink, missing_ok=True)


def _restore(earlier: Path, target: Path) -> None:
    with suppress(OSError):
        earlier.replace(target)


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
    if isinstance(error, PermissionError):
        advice = "choose another folder with --out, or close the program that has the file open"
    elif isinstance(error, IsADirectoryError | NotADirectoryError | FileExistsError):
        advice = "rename what is in the way, or choose another folder with --out"
    else:
        advice = "make room or choose another folder with --out"
    return f"Cannot write {place}: {reason[:1].lower()}{reason[1:]}; {advice}. Nothing was changed."
