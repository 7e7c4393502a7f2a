"""The folder in which all of it lies: the plan file, what was uploaded, what was written, and what the pages remember.

Keys are set in the text of the plan file, whose comments stay; what a form has for a key is made here too.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import io
import json
import re
import threading
import tomllib
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar, cast

from markupsafe import Markup
from starlette.datastructures import UploadFile

from budgetplan import api
from budgetplan.domain.asked.keys import TABLES, Option, ValueKind
from budgetplan.domain.messages import Message
from budgetplan.domain.options import BY_KEY, OPTIONS, REPEATED, SECTIONS
from budgetplan.domain.plan import Columns
from budgetplan.errors import BadDataError, BudgetplanError, CannotWriteError, Problem, UsageError
from budgetplan.files import free_ending, save, state_of
from budgetplan.preflight.draft import Draft, Survey
from budgetplan.preflight.plan_text import toml, write_draft
from budgetplan.preflight.survey import read_form
from budgetplan.queues.manifest import read_manifest
from budgetplan.queues.packets import ASIDE, PACKETS
from budgetplan.render.html import render_card
from budgetplan.report.explore import Exploration
from budgetplan.settings.build import plan_of, read_plan, table_form
from budgetplan.settings.kinds import BRACKETED, Reader
from budgetplan.settings.sources import SCENARIO, gather
from budgetplan.workflows import Progress

Names = tuple[str, ...]
"""The names that lead to a key."""
CELL = ("predicted", "truth", "value")
ELSEWHERE = ("words", "table.file", "table.labels")
"""Keys with no field of their own: all of [words] in one, and files, which are chosen on the first page."""
SEVERAL = (*TABLES, ValueKind.TEXTS, ValueKind.CELLS)
"""Kinds with a line for each value."""


class _Statement(NamedTuple):
    """Some lines of a plan file: a key, the heading of a section, or (without a path) comments and empty lines."""

    text: str
    section: Names
    path: Names


def _statements(text: str) -> Iterator[_Statement]:
    section, lines = Names(), ""
    # A text in quotation marks may hold the other signs that end a line elsewhere.
    for line in re.findall(r".*\n|.+", text):
        lines += line if line.endswith("\n") else f"{line}\n"
        try:
            value: Any = tomllib.loads(lines)
        except tomllib.TOMLDecodeError:  # a value of several lines
            continue
        names = list[str]()
        while isinstance(value, dict) and len(value) == 1:
            names += value
            value = value[names[-1]]
        is_heading = lines.lstrip().startswith("[")
        section = tuple(names) if is_heading else section
        yield _Statement(lines, section, section if is_heading else (*section, *names) if names else ())
        lines = ""


def read_toml(text: str) -> dict[str, Any]:
    """Return what a plan file says; numbers stay as they are written."""
    return tomllib.loads(text, parse_float=str)


def with_values(text: str, values: Mapping[str, Any]) -> str:
    """Return the text of a plan file in which keys have these values, and all else stands as before.

    Parameters
    ----------
    text
        A plan file.
    values
        By key: a text, a list or a table of texts; None takes the key away. ``models`` and ``answerers`` have a list of
        tables each.

    Raises
    ------
    UsageError
        A key stands in one line with others.

    Examples
    --------
    >>> print(with_values('[cost] # of a judgement' + chr(10) + 'per_item = 1', {"cost.per_item": "0.04", "goal.budget": "9"}))
    [cost] # of a judgement
    per_item = "0.04"
    <BLANKLINE>
    [goal]
    budget = "9"
    <BLANKLINE>
    """
    for key, value in values.items():
        plan, path = read_toml(text), tuple(key.split("."))
        if value_of(plan, key) == value:
            continue
        changed, section = _with_value(text, path, value), plan.get(path[0])
        if not _says(changed, key, value) and isinstance(section, dict):
            # Keys of one line get lines of their own.
            changed = _with_value(text, path[:1], None)
            for name, entry in {**section, path[-1]: value}.items():
                changed = _with_value(changed, (path[0], name), entry)
        if not _says(changed, key, value):
            raise UsageError.of(Message("app.one_line"), option=key)
        text = changed
    return text


def _says(text: str, key: str, value: Any) -> bool:
    with suppress(ValueError):
        return bool(value_of(read_toml(text), key) == value)
    return False


def _with_value(text: str, path: Names, value: Any) -> str:
    parts, above, name = [*_statements(text)], path[:-1], path[-1]
    texts = ["" if part.path[: len(path)] == path else part.text for part in parts]
    if value is None:
        return "".join(texts)
    here = [at for at, part in enumerate(parts) if part.section == above]
    of_section = [at + 1 for at in here if parts[at].path and texts[at]]
    # In the place of what was there or was drafted as a comment, or else at the end of the section.
    places = [at for at in (here if above else range(len(parts))) if not texts[at]]
    places += [at + 1 for at in here if not parts[at].path and texts[at].startswith(f"# {name} = ")]
    if above:
        lines = _line(name, value)
        if not places and not of_section:
            lines = f"\n[{'.'.join(above)}]\n{lines}"
    else:
        tables = ("".join(map(_line, table, table.values())) for table in value)
        lines = "\n".join(f"[[{name}]]\n{table}" for table in tables)
        lines = lines if places else f"\n{lines}"
    place = min(places, default=max(of_section, default=len(parts)))
    return "".join([*texts[:place], lines, *texts[place:]])


def _line(name: str, value: Any) -> str:
    return f"{name} = {toml(value)}\n"


def value_of(plan: Mapping[str, Any], key: str) -> Any:
    """Return what a plan says of a key, ``models.2.cut`` of the second model; None where it says nothing."""
    value: Any = plan
    for name in key.split("."):
        if isinstance(value, list) and name.isdecimal():
            value = dict(enumerate(value, start=1)).get(int(name))
        else:
            value = value.get(name) if isinstance(value, Mapping) else None
    return value


def to_text(value: Any) -> str:
    """Return a value as a field of a form has it: one line each of several.

    >>> to_text({"idiom": "3", "mwe": "2"}).splitlines(), to_text(["15", "30"]).splitlines(), to_text(True)
    (['idiom = 3', 'mwe = 2'], ['15', '30'], 'true')
    """
    if isinstance(value, Mapping):
        return "\n".join(f"{name} = {_in_line(amount)}" for name, amount in value.items())
    if isinstance(value, list):
        return "\n".join(map(_in_line, value))
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _in_line(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(str(value.get(name, "")) for name in CELL)
    return " to ".join(map(str, value)) if isinstance(value, list) else to_text(value)


def from_text(option: Option, text: str) -> Any:
    """Return what a field of a form says, as a plan file has it; None where it is empty. What it means, its reader checks.

    >>> from_text(BY_KEY["cost.fixed"], "Guidelines = 480"), from_text(BY_KEY["entry.value"], " 6 ")
    ({'Guidelines': '480'}, '6')
    >>> from_text(BY_KEY["cost.ranges"], "seconds_per_item = [15, 35]")
    {'seconds_per_item': '15 to  35'}
    """
    # As a plan file has a range, and as one line has it.
    lines = [BRACKETED.sub(r"\1 to \2", line.strip()) for line in text.splitlines() if line.strip()]
    if not lines:
        return None
    if option.kind in TABLES and all("=" in line for line in lines):
        pairs = (line.rpartition("=") for line in lines)
        return {name.strip(): value.strip() for name, _, value in pairs}
    if option.kind is ValueKind.CELLS and all(line.count(",") == 2 for line in lines):
        return [dict(zip(CELL, map(str.strip, line.split(",")), strict=True)) for line in lines]
    return lines if option.kind is ValueKind.TEXTS else " ".join(lines)


class Field(NamedTuple):
    """A key as a form has it: ``key`` has the number of its model; ``has_lines``: its value may take several."""

    key: str
    option: Option
    value: str
    has_lines: bool


def fields_of(keys: Sequence[str], plan: Mapping[str, Any], form: Mapping[str, str]) -> list[Field]:
    """Return fields with what a form says, or else the plan."""
    options = [(key, option) for key in keys if (option := option_of(key))]
    values = {key: form.get(key, to_text(value_of(plan, key))) for key, _ in options}
    return [Field(key, option, values[key], option.kind in SEVERAL) for key, option in options]


def keys_by_heading(plan: Mapping[str, Any], without: Sequence[str]) -> dict[str, list[str]]:
    """Return the other keys of a plan by the heading of their section; of models and answerers those of each."""
    keys = dict[str, list[str]]()
    for option in OPTIONS:
        if option.key and option.key not in ELSEWHERE:
            heading, section = SECTIONS[option.section], option.section
            by_heading = {heading: option.key}
            if section in REPEATED:
                numbers = range(1, max(1, len(plan.get(section, ()))) + 1)
                by_heading = {f"{heading} {number}": option.key.replace(".", f".{number}.", 1) for number in numbers}
            for place, key in by_heading.items():
                if key not in without:
                    keys.setdefault(place, []).append(key)
    return keys


def option_of(key: str) -> Option | None:
    """Return the option of a field's key; None where there is none.

    >>> option_of("models.2.cut").key, option_of("models.2.x"), option_of("x")
    ('models.cut', None, None)
    """
    section, _, last = key.partition(".")
    number, dot, name = last.partition(".")
    return BY_KEY.get(f"{section}.{name}" if section in REPEATED and dot and number.isdecimal() else key)


def changes_of(plan: Mapping[str, Any], form: Mapping[str, str]) -> dict[str, Any]:
    """Return by key what the fields of a form change in a plan; fields that stand as they were change nothing."""
    values = dict[str, Any]()
    for key, text in form.items():
        option = option_of(key)
        if option is None or "\n".join(text.split("\r\n")).strip() == to_text(value_of(plan, key)).strip():
            continue
        section, value = option.section, from_text(option, text)
        if section not in REPEATED:
            values[key] = value
            continue
        _, number, name = key.split(".", 2)
        tables = values.setdefault(section, dict(enumerate(plan.get(section, ()), start=1)))
        if 1 <= int(number) <= len(tables) + 1:
            tables[int(number)] = tables.get(int(number), {}) | {name: value}
    for section in values.keys() & REPEATED.keys():
        tables = (table.items() for table in values[section].values())
        filled = ({name: value for name, value in items if value is not None} for items in tables)
        values[section] = [*filter(None, filled)] or None
    return values


T = TypeVar("T")
_DRAWING = threading.Lock()
"""Matplotlib draws one figure at a time."""
NOTES = ".budgetplan-app.json"
"""What the pages remember beside the plan."""
PLAN = "plan.toml"
ROOMS = ("report", "progress", "queue")
"""What may be read from outside: what was written, without what is kept from those who judge."""
_UNSAFE = re.compile(r"[^\w.-]+")
_OF_DEVICES = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\.|$)")
_LONGEST = 80


def safe_name(name: str) -> str:
    r"""Return the name under which an upload is kept: no path, no sign that a shell or a system reads, its ending kept.

    >>> safe_name("../../etc/passwd"), safe_name("C:\\x\\Kandidaten für A.xlsx"), safe_name("-rf .csv"), safe_name("nul.csv")
    ('passwd', 'Kandidaten_für_A.xlsx', 'rf_.csv', 'file-nul.csv')
    >>> safe_name("..")
    'file'
    """
    last = _UNSAFE.sub("_", re.split(r"[/\\]", name)[-1]).lstrip(".-_") or "file"
    path = Path(f"file-{last}" if _OF_DEVICES.match(last) else last)
    return path.stem[:_LONGEST] + path.suffix[:_LONGEST]


@dataclass
class Job:
    """Something that takes long: how far it is, what it said at its end, or what was wrong."""

    what: str = ""
    done: int = 0
    total: int = 0
    is_done: bool = False
    messages: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    def progress(self, what: str, done: int, total: int) -> None:
        """Note how far it is."""
        self.what, self.done, self.total = what, done, total

    def run(self, write: Callable[[Progress], api.Result]) -> None:
        """Do it to its end."""
        try:
            with _DRAWING:
                result = write(self.progress)
            self.messages = (*result.warnings, *([result.summary] if result.exit_code else []))
        except BudgetplanError as error:
            self.problems = error.problems
        except Exception as error:  # noqa: BLE001 - a page tells it; nobody sees a thread end
            self.problems = (Problem(Message("app.failed", kind_of_error=type(error).__name__, error=str(error))),)
        self.is_done = True


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
    def path(self) -> str:
        """Where the plan file is."""
        return str(self.root / self.plan_name)

    @property
    def text(self) -> str:
        """The plan file; nothing where there is none yet."""
        with suppress(FileNotFoundError):
            return Path(self.path).read_text(encoding="utf-8-sig", errors="replace")
        return ""

    @property
    def digest(self) -> str:
        """What the plan file is told from an earlier one by."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]

    @property
    def plan(self) -> dict[str, Any]:
        """What the plan file says by section, as far as it is written as such."""
        with suppress(ValueError):
            sections = read_toml(self.text).items()
            kinds = dict.fromkeys(REPEATED, list)
            return {name: keys for name, keys in sections if _is_section(keys, kinds.get(name, dict))}
        return {}

    @property
    def is_planned(self) -> bool:
        """Whether there is a plan, and it is for the table that was named last."""
        table = self.notes.get("table")
        return bool(self.text) and table in {None, "", self.plan.get("table", {}).get("file")}

    @property
    def notes(self) -> dict[str, Any]:
        """What the pages remember."""
        with suppress(OSError, ValueError, TypeError):
            return dict(json.loads((self.root / NOTES).read_bytes()))
        return {}

    def note(self, **more: Any) -> None:
        """Remember more."""
        with self._lock:
            fresh = self.root / f"{NOTES}.new"
            fresh.write_text(json.dumps(self.notes | more, ensure_ascii=False), encoding="utf-8")
            fresh.replace(self.root / NOTES)

    def keep(self, upload: UploadFile) -> str:
        """Keep an upload under a name that nothing has yet, and return it; what is there with the same content is it."""
        data, safe = upload.file.read(), Path(safe_name(upload.filename or ""))
        for number in count(1):
            place = self.root / (f"{safe.stem}-{number}{safe.suffix}" if number > 1 else safe)
            with suppress(FileExistsError), place.open("xb") as stream:
                stream.write(data)
            if place.is_file() and not place.is_symlink() and place.read_bytes() == data:
                break
        return place.name

    def put_away(self) -> None:
        """Put the plan away under the next free name, where there is one."""
        with self._lock:
            if Path(self.path).is_file():
                Path(self.path).rename(self.path + free_ending(self.root, [self.plan_name]))

    def draft(self, table: str, labels: str, form: Mapping[str, str], language: str) -> None:
        """Write a plan file for a table, ``labels``: for one with labels of its own.

        What the plan says of money stays, but for that of an example; the plan for another table is put away, and what
        it says of its list stays with it, unless this table has that list too.

        Raises
        ------
        BudgetplanError
            The table cannot be read as it is said to be written.
        """
        path = str(self.root / table)
        filled = {**form, "table.labels": str(self.root / labels)} if labels else form
        written, columns = read_form(path, [f"{key}={value}" for key, value in filled.items()])
        with self._lock:
            drafted = api.read_draft(path, self.root, written, columns)
            text = write_draft(*drafted).text
            plan, values = self.plan, {"report.language": language}
            is_other = plan.get("table", {}).get("file") != table
            of_table = {"table", SCENARIO, *REPEATED}
            if is_other and not self._has_list(drafted[0].survey, value_of(plan, "list.queue")):
                of_table.add("list")
            for section in sorted(plan.keys() - of_table) if not self.notes.get("example") else ():
                values |= {f"{section}.{name}": value for name, value in plan[section].items()}
            text = with_values(text, values)
            if is_other:
                self.put_away()
            self.write(text)
            self.note(example="")

    def _has_list(self, survey: Survey, queue: Any) -> bool:
        """Return whether a table has all items of the queue of a plan."""
        with suppress(BudgetplanError, TypeError):
            manifest = read_manifest(self.root / queue)
            column = survey.column(manifest.id_column)
            return column is not None and {*manifest.items.ids} <= {*column.different}
        return False

    def write(self, text: str) -> None:
        """Write the plan file; one that somebody changed meanwhile is put away first."""
        save({self.plan_name: text.encode()}, self.root, "app", replace=True)

    def change(self, values: Mapping[str, Any]) -> None:
        """Set keys of the plan, if it can then be read.

        Raises
        ------
        BudgetplanError
            It could not: everything that is wrong; the plan stays as it was.
        """
        with self._lock:
            self.needed(values)
            if (text := with_values(self.text, values)) != self.text:
                self.write(text)

    def needed(self, values: Mapping[str, Any] = MappingProxyType({})) -> list[str]:
        """Return the keys that the plan lacks for a report once keys are set.

        Raises
        ------
        BudgetplanError
            The plan cannot be read then: everything that is wrong.
        """
        needed, lacking = list[str](), Problem(Message("app.needed"))

        def note(_plan: object, _source: str, keys: Mapping[str, object]) -> Problem:
            needed.extend(keys)
            return lacking

        gather(self.path, {})  # refuses what is no plan file
        try:
            plan_of(gather(self.path, {}, read_toml(with_values(self.text, values))), note)
        except BudgetplanError as error:
            if problems := [problem for problem in error.problems if problem is not lacking]:
                raise UsageError(problems) from None
        return needed

    def table(self) -> Draft:
        """Return what can be guessed of the table as the plan says that it is written.

        Raises
        ------
        BudgetplanError
            It cannot be read.
        """
        reader = Reader(gather(self.path, {}))
        table, form = reader.path(reader.value("table.file")), table_form(reader)
        columns = Columns(reader.value("table.label"), reader.value("table.id"))

        def read() -> tuple[Draft, Sequence[str]]:
            return api.read_draft(table, self.root, form, columns)[0], (table, form.labels)

        return self._cached("table", (table, repr(form), columns), read)

    def checked(self) -> api.Checked:
        """Return everything that is wrong or doubtful, once nothing is lacking.

        Raises
        ------
        BudgetplanError
            The plan cannot be read: everything that is wrong.
        """
        table = self.plan.get("table", {})
        paths = [str(self.root / str(table.get(name, ""))) for name in ("file", "labels")]

        def read() -> tuple[api.Checked, Sequence[str]]:
            checked = api.Checked((), ()) if self.needed() else api.check(self.path)
            return checked, paths

        return self._cached("checked", self.text, read)

    def page(self) -> tuple[Markup, Exploration | None]:
        """Return the first page of the report, and what other amounts buy.

        Raises
        ------
        BudgetplanError
            There can be none.
        """

        def make() -> tuple[tuple[Markup, Exploration | None], Sequence[str]]:
            with _DRAWING:
                made = api.Solved(read_plan(self.path)).made(today())
                return (_card(made), made.explore()), made.inputs

        return self._cached("page", (self.text, today()), make)

    def card(self, logs: Sequence[str]) -> Markup:
        """Write the card on a review as the command line does, and return it.

        Raises
        ------
        BudgetplanError
            A log or the queue cannot be used.
        """
        paths, command = [str(self.root / log) for log in logs], ("report", self.path)

        def write() -> tuple[Markup, Sequence[str]]:
            plan, queue, out = read_plan(self.path), self.root / "queue", self.root / "progress"
            with _DRAWING:
                made = api.read_progress(plan, paths, queue=queue, date=today(), planned=command)
                api.write_report(made, out=out, replace=True, inputs=(self.path,))
                return _card(made), made.inputs

        return self._cached("card", (self.text, tuple(logs), today()), write)

    def plan_rest(self, logs: Sequence[str]) -> None:
        """Plan what these logs of the queue leave; it makes room for the next one, in a folder of its own.

        Raises
        ------
        BudgetplanError
            The rest of this plan cannot be planned.
        """
        with self._lock:
            name = next(name for at in count(1) if not (self.root / (name := f"queue-{at}")).exists())
            self.change({"list.reviewed": [*logs], "list.queue": name})
            (self.root / "queue").rename(self.root / name)
            self.note(logs=[])

    def _cached(self, name: str, question: object, read: Callable[[], tuple[T, Sequence[str]]]) -> T:
        """Return what was read last, where the question and the files are still the same."""
        with self._lock:
            key, result = self._kept.get(name, (None, None))
            if key is None or key != (question, {path: state_of(path) for path in key[1]}):
                result, paths = read()
                self._kept[name] = ((question, {path: state_of(path) for path in paths}), result)
            return cast("T", result)

    def start(self, write: Callable[[Progress], api.Result]) -> None:
        """Begin to write what takes long, unless something is being written."""
        with self._lock:
            if self.job is None or self.job.is_done:
                self.job = Job()
                threading.Thread(target=self.job.run, args=(write,), daemon=True).start()

    def write_report(self, formats: Sequence[str], progress: Progress) -> api.Result:
        """Write the report as the command line does."""
        how: dict[str, Any] = {"out": self.root / "report", "formats": formats, "inputs": (self.path,)}
        how["command"] = ("budgetplan", "report", self.plan_name)
        return api.make_report(read_plan(self.path), date=today(), progress=progress, replace=True, **how)

    def write_queue(self, tool: str, progress: Progress, *, replace: bool) -> api.Result:
        """Write the queue as the command line does."""
        plan, texts, inputs = read_plan(self.path), self.notes.get("texts", ()), (self.path,)
        out = self.root / "queue"
        queued = self._queued  # the plan may be changed meanwhile
        written = api.write_queue(plan, out, tool, tuple(texts), progress, replace=replace, inputs=inputs)
        self.note(queued=queued)
        return written

    @property
    def _queued(self) -> str:
        """What the plan says of a queue: all but how its report looks."""
        return json.dumps({**self.plan, "report": None}, sort_keys=True, default=str)

    def packets(self) -> bytes:
        """Return the packets of the queue in one archive."""
        archive, queue = io.BytesIO(), self.root / "queue"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
            # What earlier queues left, and what the program knows a folder by, is nobody's work.
            for path in sorted([*queue.glob("[!.]*"), *(queue / PACKETS).rglob("*")]):
                if ".before-" not in path.name and self.inside(str(path)):
                    made.write(path, path.relative_to(queue))
        return archive.getvalue()

    def inside(self, name: str) -> Path | None:
        """Return a file that may be read from outside: one of what was written, or the plan; else None."""
        with suppress(OSError, ValueError):
            path, root = (self.root / name).resolve(strict=True), self.root.resolve()
            is_open = path == root / self.plan_name or any(root / room in path.parents for room in ROOMS)
            is_kept = root / "queue" / ASIDE in path.parents
            return path if is_open and path.is_file() and not is_kept else None
        return None

    @property
    def has_queue(self) -> bool:
        """Whether a queue was written."""
        return (self.root / "queue" / PACKETS).is_dir()

    def is_older(self, name: str) -> bool:
        """Return whether the plan was changed after a file was written."""
        path = self.root / name
        return path.is_file() and path.stat().st_mtime < Path(self.path).stat().st_mtime

    @property
    def is_old_queue(self) -> bool:
        """Whether the plan was changed after its queue was written, and not the language of its report alone."""
        return self.is_older("queue/manifest/manifest.json") and self.notes.get("queued") != self._queued


def _is_section(value: object, kind: type) -> bool:
    tables = value if isinstance(value, list) else [value]
    return isinstance(value, kind) and all(isinstance(table, dict) for table in tables)


def _card(made: api.Made) -> Markup:
    return Markup(render_card(made.document, styled=False))  # noqa: S704 - escaped where it was rendered


def today() -> str:
    """Return the date on what is written."""
    return dt.date.today().isoformat()  # noqa: DTZ011 - the user's own calendar


def open_folder(name: str) -> Folder:
    """Return the folder of this name, or that of a file; of a plan file this is the plan.

    Raises
    ------
    BudgetplanError
        There is no such file, or no such folder can be made.
    """
    path = Path(name or "budgetplan-app").absolute()
    if path.is_file():
        is_plan = path.suffix.lower() == ".toml"
        folder = Folder(path.parent, path.name if is_plan else PLAN)
        folder.note(table="" if is_plan else path.name)
        return folder
    if path.suffix and not path.is_dir():
        raise BadDataError.of(Message("app.no_such_file"), name)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or Message("files.refused")
        raise CannotWriteError.of(Message("app.no_folder", folder=str(path), reason=reason)) from None
    return Folder(path)
