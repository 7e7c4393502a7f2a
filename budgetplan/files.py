"""The one way files get onto the disk: all of them whole, or none and the earlier ones as they were.

A folder that is written into holds a record: which command wrote which file, with its checksum. What matches the
record may be replaced by a later run of that command; whatever else stands there is somebody's, and is put away at
most, where that is asked for. All this is looked at and done under one lock on the folder.
"""

from __future__ import annotations

import errno
import hashlib
import importlib
import io
import json
import os
import re
import shutil
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path, PurePosixPath
from typing import IO, Any, NamedTuple

from budgetplan.domain.messages import Message
from budgetplan.errors import BadDataError, CannotWriteError, imported

RECORD = ".budgetplan.json"
"""Names the files that this program wrote into a folder, with their checksums, by command."""
_FORMAT, _VERSION = "budgetplan files", 1
_NO_ROOM = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
_WORK, _LOCK, _JOURNAL = ".budgetplan-unfinished", ".budgetplan-lock", "journal"
_TRIES, _PAUSE = 1200, 0.05
"""How often, and how many seconds apart, a folder is tried that another run is writing into."""
_MADE = {
    "compare": "files.made_comparison",
    "evaluate": "files.made_evaluation",
    "init": "files.made_plan",
    "pilot": "files.made_sample",
    "progress": "files.made_card",
    "queue": "files.made_queue",
}
"""What a command makes, in messages."""

Fill = Callable[[Path], Iterable[str]]
"""Writes files into a folder it is given, and returns their names in the order in which they are moved from there."""


class PeoplesWork(NamedTuple):
    """What people work on once it is written: a later run puts it away as a whole, or refuses, even where it is untouched.

    Attributes
    ----------
    patterns
        What says that such work lies in a folder; of a folder all files in it.
    kind
        Of the message on a folder that holds it.
    """

    patterns: tuple[str, ...]
    kind: str


def save(
    files: Mapping[str, bytes] | Fill,
    folder: Path,
    command: str = "",
    *,
    replace: bool = False,
    inputs: Iterable[str] = (),
    work: PeoplesWork | None = None,
) -> tuple[Path, ...]:
    """Write files into a folder.

    All are written and flushed beside their place first, with copies of what they replace and a journal, then
    moved one by one, the record last. If anything fails, what stood there before stands there again, and nothing else
    is left behind; after a kill the next run that writes there reads the journal and does the same, and until then
    :func:`refuse_unfinished` says so to readers.

    Parameters
    ----------
    files
        Contents by name, in the order in which they are moved; a name may have folders, written with ``/``. Or what
        writes them, where they are too large to be held.
    folder
        Made if it does not exist.
    command
        Who writes: its earlier files that match the record are replaced, or removed where there are no new ones. None: single
        files in a folder of the user's, without a record.
    replace
        Whether what is in the way, and not ours to replace, is put away first: as ``NAME.before-1``, or the next free number.
    inputs
        Files that were read: they are never moved or replaced.
    work
        What must not stand there, even if it matches the record.

    Returns
    -------
    tuple of Path
        Where the files are, in the order given.

    Raises
    ------
    budgetplan.errors.CannotWriteError
        If a file cannot be written, or one stands there that is not ours to replace: which, why, and what to do.
    ValueError
        If a name leads out of the folder.
    """
    with _locked(folder):
        # What a killed run left half done; a run that goes on has the lock.
        if os.path.lexists(folder / _WORK) and not _take_back(folder):
            raise CannotWriteError.of(Message("files.not_taken_back", folder=str(folder), work=str(folder / _WORK)))
        plan = _Look(folder, command, tuple(inputs), work, replace)
        plan.refuse_work()
        try:
            with _writing(folder):
                new = folder / _WORK / "new"
                new.mkdir(parents=True)
            if callable(files):
                with _writing(folder):
                    names = tuple(files(new))
            else:
                names = tuple(files)
                for name, content in files.items():
                    with _writing(_inside(folder, name)):
                        staged = _inside(new, name)
                        staged.parent.mkdir(parents=True, exist_ok=True)
                        staged.write_bytes(content)
            _commit(folder, command, plan.changes(names))
        except BaseException:
            _take_back(folder)
            raise
        shutil.rmtree(folder / _WORK, ignore_errors=True)
    return tuple(_inside(folder, name) for name in names)


def refuse_work(
    folder: Path, command: str, work: PeoplesWork, *, replace: bool = False, inputs: Iterable[str] = ()
) -> None:
    """Refuse what :func:`save` would refuse before it writes: for commands that work for long before they write."""
    if not _unfinished(folder):
        _Look(folder, command, tuple(inputs), work, replace).refuse_work()


def written_before(folder: Path, command: str) -> tuple[str, ...]:
    """Return the names of the files that a command wrote into a folder when it was last run there."""
    return tuple(_recorded(folder).get(command, ()))


def refuse_unfinished(path: str | Path) -> None:
    """Refuse to read a file, or a folder, among whose files are those of two runs: one was ended while it moved them.

    Raises
    ------
    BadDataError
        It lies in a folder that a run has not done writing into.
    """
    place = Path(path).absolute()
    for folder in (place, *place.parents[:2]):
        for _ in range(_TRIES):
            if not (_unfinished(folder) and _in_use(folder)):
                break
            time.sleep(_PAUSE)
        if _unfinished(folder):
            raise BadDataError.of(Message("files.unfinished", command=_journal(folder)[0] or "init"), str(folder))


def as_bytes(text: str) -> bytes:
    r"""Return a text in UTF-8; half a surrogate, as a byte of a name that is no text, as JSON has it: \udcff.

    >>> as_bytes("ř\udcff")
    b'\xc5\x99\\udcff'
    """
    return text.encode("utf-8", "backslashreplace")


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


class _Change(NamedTuple):
    """A file that is put into its place, from where it was written; without one, a file that is taken away."""

    name: str
    sha256: str = ""
    staged: Path | None = None


@dataclass(frozen=True)
class _Look:
    """What stands in a folder, and what of it a command may replace."""

    folder: Path
    command: str
    inputs: tuple[str, ...]
    work: PeoplesWork | None
    replace: bool

    def recorded(self) -> dict[str, dict[str, str]]:
        """Return the checksums of the files that were written here, by command and name."""
        return _recorded(self.folder) if self.command else {}

    def standing_work(self) -> list[str]:
        """Return the names of all files of the work that stands here."""
        if self.work is None:
            return []
        standing = [path for pattern in self.work.patterns for path in self.folder.glob(pattern)]
        inner = [path for folder in standing if folder.is_dir() for path in folder.rglob("*")]
        names = {path.relative_to(self.folder).as_posix() for path in (*standing, *inner) if path.is_file()}
        names |= {name for name in self.recorded().get(self.command, ()) if _inside(self.folder, name).is_file()}
        return sorted(names)

    def refuse_work(self) -> None:
        """Refuse a folder with work of people in it, unless it is to be put away and was not read."""
        standing = self.standing_work()
        self._refuse_inputs(standing)
        if standing and self.work is not None and not self.replace:
            way = self._remedy(standing)
            raise CannotWriteError.of(Message(self.work.kind, folder=str(self.folder), names=standing, way=way))

    def changes(self, names: Sequence[str]) -> list[_Change]:
        """Return all that is done to the folder, in its order; refuse what must not be done."""
        new = self.folder / _WORK / "new"
        for name in names:
            with _writing(_inside(self.folder, name)):
                _check_place(self.folder, name)
        recorded = self.recorded()
        ours = {name: digest for written in recorded.values() for name, digest in written.items()}
        fresh = {name: checksum(_inside(new, name)) for name in names}
        stands = {name: digest for name in names if (digest := _digest(_inside(self.folder, name)))}
        foreign = [name for name, digest in stands.items() if digest not in (ours.get(name), fresh[name])]
        foreign += [RECORD] if self.command and not recorded and (self.folder / RECORD).exists() else []
        work = self.standing_work()
        left = [(name, digest) for name, digest in recorded.get(self.command, {}).items() if name not in fresh]
        stale = [name for name, digest in left if name not in work and _digest(_inside(self.folder, name)) == digest]
        self._refuse_inputs([*stands, *work, *stale])
        if foreign and not self.replace:
            kind = "files.changed" if all(name in ours for name in foreign) else "files.there_already"
            files_named = [str(self.folder / name) for name in foreign]
            raise CannotWriteError.of(Message(kind, files=files_named, n=len(foreign), way=self._remedy(foreign)))
        aside = dict.fromkeys((*work, *foreign))
        ending = free_ending(self.folder, aside)
        changes = [self._put_away(name, ending, number) for number, name in enumerate(aside)]
        changes += [_Change(name) for name in (*aside, *stale) if name not in fresh and name != RECORD]
        changes += [_Change(name, digest, _inside(new, name)) for name, digest in fresh.items()]
        if self.command:
            gone = fresh.keys() | aside.keys() | set(stale)
            kept = {
                who: {name: digest for name, digest in written.items() if name not in gone}
                for who, written in recorded.items()
            }
            written = {who: names for who, names in (kept | {self.command: fresh}).items() if names}
            content = {"format": _FORMAT, "version": _VERSION, "files": written}
            record = as_bytes(json.dumps(content, indent=2, sort_keys=True, ensure_ascii=False) + "\n")
            with _writing(self.folder):
                (new.parent / RECORD).write_bytes(record)
            changes.append(_Change(RECORD, hashlib.sha256(record).hexdigest(), new.parent / RECORD))
        return changes

    def _put_away(self, name: str, ending: str, number: int) -> _Change:
        """Return how a file gets a name under which it is kept; it keeps its old one until something else has that."""
        target, staged = _inside(self.folder, name), self.folder / _WORK / f"before-{number}"
        with _writing(target):
            _copy(target, staged)
            return _Change(_with_ending(name, ending), checksum(staged), staged)

    def _refuse_inputs(self, names: Iterable[str]) -> None:
        """Refuse to touch a file that was read."""
        read = {at for path in self.inputs if (at := state_of(path)[:2])}
        for name in names:
            if read and state_of(self.folder / name)[:2] in read:
                made = Message(_MADE.get(self.command, "files.made_report"))
                raise CannotWriteError.of(Message("files.read", file=str(self.folder / name), made=made))

    def _remedy(self, aside: Sequence[str]) -> Message:
        ending = free_ending(self.folder, aside)
        tops = dict.fromkeys(_with_ending(PurePosixPath(name).parts[0], ending) for name in aside)
        return Message("files.replace_or_folder" if self.command else "files.replace_or_name", kept=[*tops])


def _recorded(folder: Path) -> dict[str, dict[str, str]]:
    """Return the checksums that a folder's record has, by command and name; nothing where there is none that is ours."""
    try:
        record = json.loads((folder / RECORD).read_bytes())
        if (record["format"], record["version"]) != (_FORMAT, _VERSION):
            return {}
        written = {who: dict(names.items()) for who, names in record["files"].items()}
        for names in written.values():
            for name in names:
                _inside(folder, name)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
    return written


def _with_ending(name: str, ending: str) -> str:
    """Return the name under which a file is kept: what stands outermost has the ending.

    >>> _with_ending("packets/packet-001.csv", ".before-1"), _with_ending("plan.toml", ".before-2")
    ('packets.before-1/packet-001.csv', 'plan.toml.before-2')
    """
    outer, *inner = PurePosixPath(name).parts
    return "/".join([outer + ending, *inner])


def free_ending(folder: Path, names: Iterable[str]) -> str:
    """Return the first ending with which nothing stands in a folder that is to hold these files."""
    tops = {PurePosixPath(name).parts[0] for name in names}
    endings = (f".before-{number}" for number in count(1))
    return next(ending for ending in endings if not any(os.path.lexists(folder / (top + ending)) for top in tops))


def state_of(path: str | Path | int) -> tuple[int, ...]:
    """Return two numbers that tell a file from all others under whatever name, and two that change with what it holds.

    Nothing where there is none.
    """
    try:
        status = os.stat(path)  # noqa: PTH116 - of an open file, too
    except (OSError, ValueError):  # most are not there yet; what was given as arrays never is
        return ()
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _digest(path: Path) -> str:
    """Return the checksum of what stands at a place: nothing where nothing does, a dash where it cannot be read."""
    try:
        return checksum(path) if path.is_file() else ""
    except OSError:
        return "-"


def _check_place(folder: Path, name: str) -> None:
    """Make sure that a file can go to a place: nothing but a file stands there, and no file in the place of a folder."""
    target = _inside(folder, name)
    if target.is_dir():
        raise CannotWriteError.of(Message("files.is_folder", place=str(target)))
    if os.path.lexists(target) and not target.is_file():
        raise CannotWriteError.of(Message("files.is_no_file", place=str(target)))
    above = [folder / inner for inner in target.relative_to(folder).parents]
    if any(os.path.lexists(path) and not path.is_dir() for path in above):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))


def _inside(folder: Path, name: str) -> Path:
    """Return where a name lies in a folder; a name that leads out of it is refused."""
    parts = PurePosixPath(name).parts
    if not parts or parts[0] == "/" or ".." in parts or "\\" in name or ":" in name or "\0" in name:
        raise ValueError(f"{name!r} is not the name of a file inside the folder.")
    return folder.joinpath(*parts)


def _commit(folder: Path, command: str, changes: Sequence[_Change]) -> None:
    """Copy what stands in the folder, note what is about to be done, and do it."""
    work, entries = folder / _WORK, []
    for number, change in enumerate(changes):
        target = _inside(folder, change.name)
        with _writing(target):
            earlier = target.exists()
            if earlier:
                _copy(target, work / f"old-{number}")
            if change.staged is not None:
                _flush(change.staged)
            entries.append({"name": change.name, "sha256": change.sha256, "earlier": earlier})
    with _writing(folder):
        draft = work / "draft"
        draft.write_bytes(json.dumps({"command": command, "entries": entries}).encode())
        _flush(draft)
        draft.replace(work / _JOURNAL)
        _settle({work})
    for change in changes:
        target = _inside(folder, change.name)
        with _writing(target):
            _move(change, target)
    _settle({_inside(folder, change.name).parent for change in changes})
    with _writing(folder):
        # From here on the new files count.
        (work / _JOURNAL).unlink()


def _move(change: _Change, target: Path) -> None:
    """Put one file into its place, or take it away; the journal says how to take that back."""
    if change.staged is None:
        target.unlink(missing_ok=True)
        _remove_empty(target.parent)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        change.staged.replace(target)


def _unfinished(folder: Path) -> bool:
    return os.path.lexists(folder / _WORK / _JOURNAL)


def _journal(folder: Path) -> tuple[str, list[tuple[str, str, bool]]]:
    """Return which command was about to do what to a folder; nothing where it had not begun, or was done."""
    path = folder / _WORK / _JOURNAL
    if not os.path.lexists(path):
        return "", []
    try:
        record = json.loads(path.read_bytes())
        entries = [(str(entry["name"]), str(entry["sha256"]), bool(entry["earlier"])) for entry in record["entries"]]
        return str(record["command"]), entries
    except (OSError, ValueError, TypeError, KeyError):
        raise CannotWriteError.of(Message("files.no_journal", folder=str(folder), work=str(folder / _WORK))) from None


def _take_back(folder: Path) -> bool:
    """Put back what stood in the folder before a run began to move; return whether all of it stands again.

    A file that is neither the run's own nor missing has been changed by somebody since, and stays; what it replaced is
    kept beside it.
    """
    work, whole = folder / _WORK, True
    for number, (name, digest, earlier) in reversed([*enumerate(_journal(folder)[1])]):
        copy, target = work / f"old-{number}", _inside(folder, name)
        try:
            if (stands := _digest(target)) and stands != digest:
                if copy.exists() and checksum(copy) != stands:
                    copy.replace(_inside(folder, _with_ending(name, free_ending(folder, [name]))))
            elif not earlier:
                target.unlink(missing_ok=True)
                _remove_empty(target.parent)
            elif copy.exists():  # else it has been put back already
                target.parent.mkdir(parents=True, exist_ok=True)
                copy.replace(target)
        except OSError:
            whole = False
    if whole:
        # Without the journal first, half a folder would be taken back.
        with suppress(OSError):
            (work / _JOURNAL).unlink(missing_ok=True)
        shutil.rmtree(work, ignore_errors=True)
    return whole


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold a folder for this run alone; it is made where it is not there, and removed again where it stays empty."""
    with _writing(folder):
        made = [path for path in (folder, *folder.parents) if not path.is_dir()]
    try:
        with _lock_of(folder):
            try:
                yield
            finally:
                with suppress(OSError):
                    (folder / _LOCK).unlink(missing_ok=True)
    finally:
        for path in made:
            with suppress(OSError):
                path.rmdir()


def _lock_of(folder: Path) -> IO[bytes]:
    """Return the open file whose lock holds a folder."""
    for _ in range(_TRIES):
        with _writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
            try:
                lock = (folder / _LOCK).open("ab")
            except FileNotFoundError:  # whoever made the folder has just removed it
                continue
        # A run that is done removes the file; what was locked is then no longer the one that others find.
        if _lock(lock) and state_of(lock.fileno())[:2] == state_of(folder / _LOCK)[:2]:
            return lock
        lock.close()
        time.sleep(_PAUSE)
    raise CannotWriteError.of(Message("files.in_use", folder=str(folder)))


def _lock(file: IO[bytes]) -> bool:
    """Lock an open file for as long as it is open; return whether nobody else has. Where there are no locks, nobody has."""
    with suppress(ImportError, OSError):  # another system, or a disk of another machine
        locks = importlib.import_module("fcntl")
        try:
            locks.flock(file, locks.LOCK_EX | locks.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def _in_use(folder: Path) -> bool:
    """Say whether a run that goes on holds a folder."""
    try:
        with (folder / _LOCK).open("rb") as lock:
            return not _lock(lock)
    except OSError:
        return False


def _copy(path: Path, copy: Path) -> None:
    """Keep what a file is now under another name: as a second name of it, where the disk has such.

    Of a link what it leads to is copied: the link itself may lead nowhere from another folder.
    """
    with suppress(OSError):
        if not path.is_symlink():
            os.link(path, copy)
            return
    shutil.copy2(path, copy)


def _flush(path: Path) -> None:
    with path.open("r+b") as stream:
        os.fsync(stream.fileno())


def _remove_empty(folder: Path) -> None:
    """Remove a folder that is left without files, and those around it."""
    with suppress(OSError):
        while True:
            folder.rmdir()
            folder = folder.parent


def _settle(folders: set[Path]) -> None:
    """Make the names last through a power cut, where the system can do that."""
    for folder in sorted(folders):
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


@contextmanager
def _writing(place: Path) -> Iterator[None]:
    """Say of a place why it cannot be written."""
    try:
        yield
    except OSError as error:
        raise CannotWriteError.of(_message(place, error)) from error


def _message(place: Path, error: OSError) -> Message:
    kind, reason = "files.elsewhere", error.strerror or Message("files.refused")
    if isinstance(error, NotADirectoryError | FileExistsError):
        for path in (path for path in (place, *place.parents) if path.is_file()):
            return Message("files.is_file", place=str(path))
    if isinstance(error, PermissionError):
        kind = "files.no_right"
    elif isinstance(error, IsADirectoryError | NotADirectoryError | FileExistsError):
        kind = "files.in_the_way"
    elif error.errno in _NO_ROOM:
        kind = "files.no_room"
    return Message(kind, place=str(place), reason=reason)


_TIME = re.compile(rb"(<(?:dcterms:(?:created|modified)|meta:creation-date|dc:date)[^>]*>)[^<]*")
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
FIRST = "mimetype"
"""OpenDocument has this file first and as it is, so that programs know the kind of file by its first bytes."""


def without_times(save: Callable[[io.BytesIO], object]) -> bytes:
    """Return an office file as it is saved, but that it does not say when it was made."""
    saved, made = io.BytesIO(), io.BytesIO()
    save(saved)
    with zipfile.ZipFile(saved) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in sorted(old.namelist(), key=lambda member: member != FIRST):
            content = _TIME.sub(rb"\g<1>1980-01-01T00:00:00Z", old.read(name))
            how = zipfile.ZIP_STORED if name == FIRST else zipfile.ZIP_DEFLATED
            new.writestr(zipfile.ZipInfo(name), content, how)
    return made.getvalue()


def library(module: str, file: str, package: str) -> Any:
    """Return a library that a file needs.

    Raises
    ------
    budgetplan.errors.CannotWriteError
        It is not installed.
    """
    message = Message("files.no_library", file=file, package=package, format=file.rpartition(".")[2])
    return imported(module, CannotWriteError.of(message))


def clean(text: str) -> str:
    r"""Return a text without the signs that no such file can hold.

    >>> clean("a\x00b") == "a\ufffdb"
    True
    """
    return _NOT_IN_XML.sub("\ufffd", text)


def keep_text(cell: Any) -> None:
    """Keep a cell of a workbook a text: "=1+1" is not computed, "#N/A" is no error, and both stay so when edited."""
    cell.quotePrefix = cell.data_type != "s"
    cell.data_type = "s"
