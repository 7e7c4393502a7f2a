"""The folder in which all of it lies: the plan file, what was uploaded, what was written, and what the pages remember."""

from __future__ import annotations

import datetime as dt
import io
import json
import re
import tempfile
import threading
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any, TypeVar, cast

from markupsafe import Markup

from budgetplan import api
from budgetplan.app.plan_file import read_toml, with_values
from budgetplan.domain.plan import Columns, TableForm
from budgetplan.errors import BadDataError, BudgetplanError, CannotWriteError, Problem, UsageError
from budgetplan.files import save
from budgetplan.preflight.draft import Draft
from budgetplan.preflight.plan_text import write_draft
from budgetplan.preflight.survey import read_form
from budgetplan.queues.files import PACKETS
from budgetplan.render.html import render_card
from budgetplan.settings.build import plan_of, read_plan, table_form
from budgetplan.settings.kinds import Reader
from budgetplan.settings.sources import gather
from budgetplan.workflows import Progress

T = TypeVar("T")
_DRAWING = threading.Lock()
"""Matplotlib draws one figure at a time."""
NOTES = ".budgetplan-app.json"
"""What the pages remember beside the plan."""
PLAN = "plan.toml"
_UNSAFE = re.compile(r"[^\w.-]+")
_LONGEST = 80
_NAMES_OF_DEVICES = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\.|$)")


def safe_name(name: str) -> str:
    r"""Return the name under which an upload is kept: no path, no sign that a shell or a system reads, its ending kept.

    >>> safe_name("../../etc/passwd"), safe_name("C:\\x\\Kandidaten für A.xlsx"), safe_name("-rf .csv"), safe_name("nul.csv")
    ('passwd', 'Kandidaten_für_A.xlsx', 'rf_.csv', 'file-nul.csv')
    >>> safe_name(".."), safe_name("plan.toml")
    ('file', 'plan.toml')
    """
    last = _UNSAFE.sub("_", re.split(r"[/\\]", name)[-1]).lstrip(".-_") or "file"
    last = f"file-{last}" if _NAMES_OF_DEVICES.match(last) else last
    stem, dot, ending = last.rpartition(".")
    return f"{stem[:_LONGEST]}.{ending[:_LONGEST]}" if dot else last[:_LONGEST]


@dataclass
class Job:
    """Something that takes long: how far it is, what it said at its end, or what was wrong."""

    what: str = ""
    done: int = 0
    total: int = 0
    is_done: bool = False
    told: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    def progress(self, what: str, done: int, total: int) -> None:
        """Note how far it is."""
        self.what, self.done, self.total = what, done, total


@dataclass
class Folder:
    """A folder with a plan file in it.

    Attributes
    ----------
    root
        Where it is.
    plan_name
        What the plan file is called.
    job
        What is being written, or was last.
    """

    root: Path
    plan_name: str = PLAN
    job: Job | None = None
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _kept: dict[str, tuple[Any, Any]] = field(default_factory=dict)

    @property
    def plan_path(self) -> Path:
        """Where the plan file is."""
        return self.root / self.plan_name

    @property
    def text(self) -> str:
        """The plan file; nothing where there is none yet."""
        with suppress(FileNotFoundError):
            return self.plan_path.read_text(encoding="utf-8-sig", errors="replace")
        return ""

    @property
    def said(self) -> dict[str, Any]:
        """What the plan file says; nothing where it cannot be read."""
        with suppress(ValueError):
            return read_toml(self.text)
        return {}

    @property
    def notes(self) -> dict[str, Any]:
        """What the pages remember."""
        with suppress(OSError, ValueError):
            noted = json.loads((self.root / NOTES).read_bytes())
            return noted if isinstance(noted, dict) else {}
        return {}

    def note(self, **more: Any) -> None:
        """Remember more."""
        with self._lock:
            self.root.mkdir(parents=True, exist_ok=True)
            fresh = self.root / f"{NOTES}.new"
            fresh.write_text(json.dumps(self.notes | more, ensure_ascii=False), encoding="utf-8")
            fresh.replace(self.root / NOTES)

    def keep(self, name: str, content: IO[bytes]) -> str:
        """Keep an upload under a name that nothing has yet, and return it; what is there with the same content is it."""
        whole = content.read()
        stem, dot, ending = safe_name(name).rpartition(".")
        self.root.mkdir(parents=True, exist_ok=True)
        number = 1
        while True:
            number_told = f"-{number}" if number > 1 else ""
            kept = f"{stem}{number_told}.{ending}" if dot else f"{ending}{number_told}"
            place, number = self.root / kept, number + 1
            try:
                with place.open("xb") as stream:
                    stream.write(whole)
            except FileExistsError:
                if place.is_symlink() or not place.is_file() or place.read_bytes() != whole:
                    continue
            return kept

    def write(self, text: str) -> None:
        """Write the plan file; one that somebody changed meanwhile is put away first."""
        save({self.plan_name: text.encode()}, self.root, "app", replace=True)

    def draft(self, table: str, labels: str, form: Mapping[str, str], language: str) -> None:
        """Write a plan file for a table, ``labels``: for one with labels of its own; what it says of money stays.

        Raises
        ------
        BudgetplanError
            The table cannot be read as it is said to be written.
        """
        labels_path = str(self.root / labels) if labels else ""
        texts = [f"{key}={value}" for key, value in {**form, "table.labels": labels_path}.items() if value]
        with self._lock:
            table_path = str(self.root / table)
            written = write_draft(*api.read_draft(table_path, self.root, *read_form(table_path, texts)))
            values = {"report.language": language}
            if self.said.get("table", {}).get("file") == table:
                values |= {
                    f"{section}.{name}": value
                    for section in (
                        "cost",
                        "entry",
                        "answers",
                        "goal",
                        "work",
                        "list",
                        "words",
                        "report",
                        "sure",
                    )
                    for name, value in self.said.get(section, {}).items()
                }
            self.write(with_values(written.text, values))

    def change(self, values: Mapping[str, Any]) -> None:
        """Set keys of the plan, if it can then be read.

        Raises
        ------
        BudgetplanError
            It could not: everything that is wrong; the plan stays as it was.
        """
        with self._lock:
            gather(str(self.plan_path), {})
            text = with_values(self.text, values)
            if problems := self.problems(text):
                raise UsageError(problems)
            if text != self.text:
                self.write(text)

    def problems(self, text: str) -> list[Problem]:
        """Return what is wrong with the text of a plan file, but for what is still needed."""
        needed = Problem("still needed", "")
        with self._beside(text) as path:
            try:
                plan_of(gather(str(path), {}), lambda *_: needed)
            except BudgetplanError as error:
                return [
                    replace(one, file=self.plan_name if one.file == str(path) else one.file)
                    for one in error.problems
                    if one is not needed
                ]
        return []

    def needed(self) -> dict[str, str]:
        """Return the keys without which there is no report, and what each is."""
        found = dict[str, str]()

        def lacking(_plan: Any, _source: str, needed: Mapping[str, str]) -> Problem:
            found.update(needed)
            return Problem("still needed", "")

        with suppress(BudgetplanError):
            plan_of(gather(str(self.plan_path), {}), lacking)
        return found

    @contextmanager
    def _beside(self, text: str) -> Iterator[Path]:
        """Give a file with a text beside the plan file, where paths mean the same."""
        self.root.mkdir(parents=True, exist_ok=True)
        number, name = tempfile.mkstemp(".toml", ".budgetplan-", self.root)
        try:
            with open(number, "wb") as stream:  # noqa: PTH123 - it is open already
                stream.write(text.encode())
            yield Path(name)
        finally:
            Path(name).unlink()

    def table(self) -> tuple[Draft, TableForm]:
        """Return what can be guessed of the table as the plan says that it is written.

        Raises
        ------
        BudgetplanError
            It cannot be read.
        """
        reader = Reader(gather(str(self.plan_path), {}))
        table, form = reader.path(reader.value("table.file")), table_form(reader)
        columns = Columns(reader.value("table.label"), reader.value("table.id"))

        def read() -> tuple[tuple[Draft, TableForm], list[str]]:
            draft, _, read_as = api.read_draft(table, self.root, form, columns)
            return (draft, read_as), [table, form.labels]

        return self._cached("table", (table, repr(form), columns), read)

    def checked(self) -> api.Checked:
        """Return everything that is wrong or doubtful."""
        return self._cached("checked", self.text, lambda: (api.check(str(self.plan_path)), self._read()))

    def page(self) -> Markup:
        """Return the first page of the report.

        Raises
        ------
        BudgetplanError
            There can be none.
        """

        def make() -> tuple[Markup, Sequence[str]]:
            with _DRAWING:
                made = api.work(read_plan(str(self.plan_path)))(today())
                return _shown(made), made.inputs

        return self._cached("page", (self.text, today()), make)

    def _read(self) -> list[str]:
        said = self.said.get("table", {})
        return [str(self.root / said[name]) for name in ("file", "labels") if isinstance(said.get(name), str)]

    def _cached(self, name: str, asked: Any, read: Callable[[], tuple[T, Sequence[str]]]) -> T:
        """Return what was read last, where what was asked and the files are still the same."""
        with self._lock:
            key, result = self._kept.get(name, (None, None))
            if key is not None and key == (asked, {path: _state(path) for path in key[1]}):
                return cast("T", result)
            result, paths = read()
            self._kept[name] = ((asked, {path: _state(path) for path in paths}), result)
            return result

    def start(self, run: Callable[[Progress], api.Result]) -> None:
        """Begin what takes long, unless something runs; ``run`` takes what shows progress, and gives a result."""
        with self._lock:
            if self.job is not None and not self.job.is_done:
                return
            job = self.job = Job()

        def work() -> None:
            try:
                with _DRAWING:
                    result = run(job.progress)
                job.told = (*result.warnings, *([result.summary] if result.exit_code else []))
            except BudgetplanError as error:
                job.problems = error.problems
            except Exception as error:  # noqa: BLE001 - a page tells it; nobody sees a thread end
                job.problems = (Problem(f"this failed ({type(error).__name__}: {error})", ""),)
            finally:
                job.is_done = True

        threading.Thread(target=work, daemon=True).start()

    def write_report(self, formats: Sequence[str], progress: Progress) -> api.Result:
        """Write the report as the command line does."""
        plan = read_plan(str(self.plan_path))
        how = {"out": self.root / "report", "formats": formats, "inputs": (str(self.plan_path),)}
        return api.make_report(plan, date=today(), progress=progress, replace=True, **how)

    def write_queue(self, tool: str, progress: Progress, *, put_away: bool) -> api.Result:
        """Write the queue as the command line does."""
        plan, shown = read_plan(str(self.plan_path)), tuple(self.notes.get("texts", ()))
        how: dict[str, Any] = {"put_away": put_away, "inputs": (str(self.plan_path),)}
        return api.write_queue(plan, self.root / "queue", tool, shown, progress, **how)

    def card(self, logs: Sequence[str]) -> Markup:
        """Write the card on a review as the command line does, and return it.

        Raises
        ------
        BudgetplanError
            A log or the queue cannot be used.
        """
        plan_path, paths = str(self.plan_path), [str(self.root / log) for log in logs]

        def write() -> tuple[Markup, Sequence[str]]:
            said: dict[str, Any] = {
                "planned": ("report", plan_path),
                "queue": self.root / "queue",
                "date": today(),
            }
            with _DRAWING:
                made = api.read_progress(read_plan(plan_path), paths, **said)
                api.write_report(made, out=self.root / "progress", replace=True, inputs=(plan_path,))
                return _shown(made), made.inputs

        return self._cached("card", (self.text, tuple(logs), today()), write)

    def packets(self) -> bytes:
        """Return the packets of the queue in one archive, without what is to be kept from those who judge."""
        archive, packets = io.BytesIO(), self.root / "queue" / PACKETS
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
            for path in sorted(packets.rglob("*")):
                if path.is_file() and not path.is_symlink():
                    made.writestr(path.relative_to(packets.parent).as_posix(), path.read_bytes())
        return archive.getvalue()

    def inside(self, name: str) -> Path | None:
        """Return a file that may be read from outside: one of what was written, or the plan; else None."""
        path = self.root / name
        with suppress(OSError, ValueError):
            whole, root = path.resolve(strict=True), self.root.resolve()
            rooms = [root / room for room in ("report", "progress")]
            if whole.is_file() and (
                whole == root / self.plan_name or any(one in whole.parents for one in rooms)
            ):
                return whole
        return None


def _shown(made: api.Made) -> Markup:
    return Markup(render_card(made.document, styled=False))  # noqa: S704 - escaped where it was rendered


def today() -> str:
    """Return the date on what is written."""
    return dt.date.today().isoformat()  # noqa: DTZ011 - the user's own calendar


def _state(path: str) -> tuple[int, int] | None:
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size


def open_folder(named: str) -> Folder:
    """Return the folder that was named, or that of a file; of a plan file this is the plan.

    Raises
    ------
    BudgetplanError
        There is no such file.
    """
    path = Path(named or "budgetplan-app").absolute()
    if path.is_file() or path.suffix:
        if not path.is_file():
            raise BadDataError.of("there is no such file; check the name and the folder", named)
        if path.suffix.lower() == ".toml":
            return Folder(path.parent, path.name)
        folder = Folder(path.parent)
        folder.note(table=path.name)
        return folder
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or "the system refused"
        raise CannotWriteError(
            f"Cannot write {path}: {reason}; choose another folder. Nothing was changed."
        ) from None
    return Folder(path)
