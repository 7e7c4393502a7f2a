"""What the command line and a notebook call: from a plan, or several, to a report; what comes before one, and what after it."""

from __future__ import annotations

import dataclasses
import gc
import hashlib
import json
import os
import platform
import shlex
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, partial
from html import escape
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from budgetplan import __version__
from budgetplan.dataset.list_files import files_read, read_unlabelled
from budgetplan.dataset.rows import TableRead
from budgetplan.domain.asked.keys import Language
from budgetplan.domain.asked.profile import PROFILES
from budgetplan.domain.decision import Recommendation
from budgetplan.domain.doubt import DataWarning, Doubt, DoubtKind, worst_first
from budgetplan.domain.items import Answerer, Excluded
from budgetplan.domain.messages import Message, literal
from budgetplan.domain.options import words_of
from budgetplan.domain.plan import Columns, Plan, TableForm
from budgetplan.domain.prices import JUDGING
from budgetplan.domain.review import LogNote, Manifest, TailSample
from budgetplan.domain.risk.ranges import WORTH
from budgetplan.engines.counting import TAIL, read_queue
from budgetplan.engines.counting import write_queue as write_items
from budgetplan.errors import UNMET, BadDataError, BudgetplanError, Problem, Problems, UsageError, counted
from budgetplan.files import Fill, PeoplesWork, as_bytes, checksum, refuse_work, save, written_before
from budgetplan.plans.compared import Comparison, PlanOutcome
from budgetplan.plans.screening import first_to_ask
from budgetplan.preflight.doubts import MOST_ROWS, doubts_of_files, doubts_of_lines
from budgetplan.preflight.draft import Draft, Survey, find_family, guess_judgements, guess_long
from budgetplan.preflight.plan_text import told_of_answerers, understood, write_draft
from budgetplan.preflight.survey import arrays_beside, labels_beside, nothing_in, read_plan, read_scenarios, read_survey
from budgetplan.queues import packets
from budgetplan.queues.manifest import BEFORE, DECLARED, ITEMS, budget_told, manifest_folder, queue_id
from budgetplan.queues.rest import read_review, rest_of, told_of_labels
from budgetplan.render.data import FOR_PEOPLE, RawTable, csv_text, raw_tables, render_json, render_tables
from budgetplan.render.text import paste_text, render_text
from budgetplan.render.warning_texts import findings_text, to_look_at, warnings_of
from budgetplan.render.workbook import render_cost_book, render_workbook
from budgetplan.report.card import CardSpeaker, build_card, card_files, card_record
from budgetplan.report.compare import build_comparison, comparison_record
from budgetplan.report.costs import RULES, work_record
from budgetplan.report.display import Style, show, without_tags
from budgetplan.report.explore import Exploration
from budgetplan.report.model import UNSEEN, Document, Table, TableColumn, Text
from budgetplan.report.page import Framing, why_left_out
from budgetplan.report.phrases import Nouns
from budgetplan.report.record import plain
from budgetplan.settings.build import Scenario, are_several
from budgetplan.tables.opened import separator_for
from budgetplan.tables.reshape.vote import require
from budgetplan.tables.table import Rows, Source
from budgetplan.tools.registry import QUEUE_TOOLS
from budgetplan.work.building import ASK_FILE
from budgetplan.work.onward import Onward
from budgetplan.work.standing import Pace, holds_sizes
from budgetplan.workflows import COMPARING, READING, Progress, opened, silent, workflow_of

if TYPE_CHECKING:
    from budgetplan.evaluation.page import Evaluation

T = TypeVar("T")
PASTED = "justification.txt"
"""The file of the text to paste."""
SIDE_BY_SIDE = ("options", "quotas", "models", "budgets", "ways", "weights", "scenarios", "worths")
"""Tables that are printed in a terminal."""


@dataclass(frozen=True, repr=False)
class Result:
    """What a command did: its exit code, what to print, what to warn of, the report's title, and the files to open.

    ``written``: the line of what is printed that says where these are.
    """

    exit_code: int
    summary: str
    warnings: tuple[str, ...] = ()
    title: str = ""
    files: tuple[str, ...] = ()
    written: str = ""

    def __repr__(self) -> str:
        """Return the title and where the report is, in one line."""
        where = f"; written: {', '.join(self.files)}" if self.files else ""
        return f"<budgetplan: {self.title}{where}>"

    def _repr_html_(self) -> str:
        """Return the title, and a link to each file."""
        links = "".join(f'<li><a href="{escape(file)}">{escape(file)}</a></li>' for file in self.files)
        return f"<p><b>{escape(self.title)}</b></p><ul>{links}</ul>"


OFFICE_TEXTS = {"docx": "application.docx", "odt": "justification.odt", "tex": "application.tex"}
"""What goes into a text program, by its format."""
OFFICE = ("tables.xlsx", "costs.xlsx", *OFFICE_TEXTS.values())


def make_report(plan: Plan, *, date: str, progress: Progress = silent, **how: Any) -> Result:
    """Write the decision report of a plan into a folder; ``how``: the arguments of :func:`write_report`.

    Writes ``report.html``, ``report.pdf``, ``report.json``, ``decision.json``, ``tables/*.csv``,
    ``justification.txt`` and, where rows were left out, ``excluded.csv``: all of them, or none. With the format
    ``explore`` other amounts are tried in ``explore.html``, where there are any and no funder gets it; with
    ``xlsx`` all tables are in ``tables.xlsx`` too, and the cost build-up in ``costs.xlsx`` with formulas; ``docx`` and
    ``odt`` give ``application.docx`` and ``justification.odt``, ``tex`` gives ``application.tex``, ``figures`` each
    figure as SVG and PNG in ``figures``, and the decision in one picture, ``summary.svg`` and ``summary.png``.
    Without the libraries that make a PDF the rest is written and the exit code is 5; where nothing meets the goal
    the report says so and it is 3. What an earlier run wrote there is replaced; what else is in the way is refused,
    or put away first as ``NAME.before-1`` (``replace``). ``inputs``: files that were read beside those of the plan,
    such as its own.
    """
    return write_report(Solved(plan, progress).made(date, texts=True), progress=progress, **how)


def write_report(
    made: Made,
    *,
    out: str | Path,
    formats: Sequence[str] = ("html", "pdf"),
    only: Sequence[str] = (),
    progress: Progress = silent,
    replace: bool = False,
    inputs: Sequence[str] = (),
    command: Sequence[str] = (),
) -> Result:
    """Write what was made of a plan into a folder, as :func:`make_report` does.

    ``only``: page and PDF of these sections alone. ``command``: the words that wrote it, for whoever wants another budget.
    """
    document, shown, folder = made.document, made.document, Path(out)
    if only:
        wanted = ["work" if part == "card" else part for part in only]
        there = [key for key in wanted if any(section.key == key for section in document.sections)]
        if not there:
            raise UsageError.of(Message("api.no_part"), option="--only", found=", ".join(only))
        shown = document.only(there)
    files, warnings, exit_code = _files(made, formats, shown, progress, command)
    earlier = written_before(folder, made.command)
    save(files, folder, made.command, replace=replace, inputs=(*made.inputs, *inputs))
    gone = [name for name in earlier if name not in files and not (folder / name).exists()]
    names = [name for name in (f"{made.stem}.html", f"{made.stem}.pdf", "explore.html", *OFFICE) if name in files]
    written = tuple(str(folder / name) for name in names)
    title = without_tags(document.title)
    # The files to go on with, and what is in them; tables of the document stand in it.
    captions = {table.key: without_tags(table.caption) for table in made.tables if table.caption}
    beside = (f"{folder / 'tables' / name}.csv: {caption}" for name, caption in captions.items())
    where = f"Written: {', '.join(written) or out}"
    pasted = [f"{folder / PASTED}: the text for an application"] if PASTED in files else []
    lines = [*map(str, made.messages), title, where, *pasted, *beside, *_rules_of(document)]
    lines += [str(Message("files.gone", folder=str(folder), names=gone, n=len(gone)))] if gone else []
    return Result(exit_code or made.exit_code, "\n".join(lines), (*made.to_look_at, *warnings), title, written, where)


def _rules_of(document: Document) -> list[str]:
    """Return the rules of the funder, a line each, for whoever applies; none where the report is for no funder."""
    table = document.table(RULES)
    if table is None:
        return []
    rules = ([show(cell, "text", Style(language=document.language)) for cell in row.cells] for row in table.rows)
    lines = (f"- {rule} ({source}, {date})" for rule, source, date in rules)
    return [f"{without_tags(table.caption)}:", *lines, *map(without_tags, table.notes)]


def compare(plan: Plan, *, date: str = "2000-01-01", progress: Progress = silent) -> Result:
    """Compare the models: the summary is text for a terminal, the exit code 3 where nothing meets the goal."""
    made = Solved(plan, progress).made(date)
    return Result(made.exit_code, comparison(made), title=without_tags(made.document.title))


def comparison(made: Made) -> str:
    """Return the comparison of the models that was made, as text for a terminal."""
    return "\n".join([*map(str, made.messages), *made.to_look_at]) + "\n\n" + render_text(made.document, SIDE_BY_SIDE)


@dataclass(frozen=True)
class Made:
    """What every workflow gives: the document, tables beside it, the record of the decision, what the input is.

    ``excluded`` are rows that were left out, ``unmet`` says that nothing meets the goal, ``warnings`` what makes
    all of it doubtful; ``inputs`` are the paths of what was read, ``stem`` what its files are called; ``separator``
    stands between the cells of tables that people open; ``explore`` gives what the page with a handle shows.
    """

    document: Document
    record: dict[str, Any]
    messages: tuple[Message, ...]
    excluded: tuple[Excluded, ...]
    unmet: bool
    tables: tuple[Table, ...] = ()
    warnings: tuple[DataWarning, ...] = ()
    inputs: tuple[str, ...] = ()
    stem: str = "report"
    separator: str = ","
    explore: Callable[[], Exploration | None] = lambda: None

    @property
    def record_file(self) -> str:
        """The file with the record: of the decision, or of how far a review is."""
        return "decision.json" if self.stem == "report" else f"{self.stem}-record.json"

    @property
    def command(self) -> str:
        """The command whose files these are."""
        return {"comparison": "compare", "card": "progress"}.get(self.stem, self.stem)

    @property
    def exit_code(self) -> int:
        """What a run that wrote all it could ends with."""
        return UNMET if self.unmet else 0

    @property
    def to_look_at(self) -> tuple[str, ...]:
        """The warnings as lines for a terminal."""
        return tuple(to_look_at(warning, self.document.language) for warning in self.warnings)


class Solved:
    """A plan whose data are read, and its numbers, which are worked out when they are first asked for: the one road to all doors.

    Attributes
    ----------
    asked, plan
        The plan as it was asked for, and as it is made; of a review that is under way both are of what is left.
    workflow, data, given
        How it is planned, what was read, and tables that are no files, by their names in the plan.
    told
        What is told of a review of which a part is done.
    inputs, further
        The paths of all that was read, and the checksums of all but the table, by path.
    """

    def __init__(
        self, plan: Plan, progress: Progress = silent, given: Mapping[str, Rows] = MappingProxyType({})
    ) -> None:
        progress(READING, 0, 1)
        self.asked, told = rest_of(plan)
        self.plan, self.workflow, self.data = opened(self.asked, given)
        as_before = getattr(self.data, "whole", None) is not None
        self.told = (*told, *told_of_labels(self.plan, self.data.known_labels()[0], as_before=as_before))
        self.given, self._progress = given, progress
        self.inputs = self.plan.table, *self.data.checksums
        self.further = {path: digest for path, digest in self.data.checksums.items() if path != self.plan.table}

    @cached_property
    def solution(self) -> Any:
        """All there is to compute."""
        self._progress(COMPARING, 0, 1)
        return self.workflow.solve(self.plan, self.data, self._progress)

    @cached_property
    def recommendation(self) -> Recommendation:
        """What is recommended."""
        return self.workflow.recommend(self.solution)

    @property
    def messages(self) -> tuple[Message, ...]:
        """What is told of a plan's file, of a review that is under way, and of the labels.

        In English, whatever the language of the report: only what is quoted from that stands in its own.
        """
        labels = Message("api.labels", labels=labels_told(self.plan, self.data, "en"))
        return (*(literal(str(problem)) for problem in self.plan.notices), *self.told, *self.data.messages, labels)

    @property
    def doubts(self) -> list[Doubt]:
        """What is doubtful in the items, in the result, and in the printed lines."""
        of_result = self.workflow.doubts(self.plan, self.data, self.solution)
        # What is recommended, not read before, needs every order.
        rounds = self.plan.prices.printed_in and self.plan.budget is not None
        return [*of_result, *(doubts_of_lines(self.plan, self.recommendation) if rounds else ())]

    @cached_property
    def warnings(self) -> tuple[DataWarning, ...]:
        """What makes a report doubtful, worst first: found in its items and its result, and in its files."""
        plan, data = self.plan, self.data
        of_files = () if plan.table in self.given or data.n_rows > MOST_ROWS else doubts_of_files(plan, data.source)
        return warnings_of((*self.doubts, *of_files), plan.language)

    @property
    def identifier(self) -> str:
        """A short name for this report: the same inputs and version give the same name, wherever they lie."""
        plan, identity = self.plan, plain(self.plan) | {"version": __version__}
        identity |= {"sha256": self.data.sha256, "further": sorted(self.further.values())}
        text = json.dumps(identity, sort_keys=True)
        folders = (plan.reviewed.queue if plan.reviewed else "", plan.listed.temp if plan.listed else "")
        for path in filter(None, (*files_read(plan), *folders)):
            # What a file holds stands where it is named: arrays of two models are not those of each other.
            text = text.replace(json.dumps(path), json.dumps(self.further.get(path, "")))
        return "BP-" + hashlib.sha256(text.encode()).hexdigest()[:8]

    @property
    def unmet(self) -> Problem | None:
        """What a report says where nothing meets the goal: its title as what is wrong, the rest as what to do."""
        if (unmet := self.workflow.unmet(self.solution)) is None:
            return None
        title, why = unmet
        return Problem(literal(without_tags(title), " ".join(map(without_tags, why))))

    def texts(self, wanted: Sequence[str] = ()) -> packets.Shown:
        """Return what people see of the items: these columns, or all that hold texts; of the files that the plan was made from."""
        read = {} if self.given else {self.plan.table: self.data.sha256, **self.data.checksums}
        asked = self.asked
        if asked.listed is not None:  # whose ids are called as those of the table, where nobody says otherwise
            asked = replace(asked, columns=replace(asked.columns, id=self.data.id_column))
        labels = sorted({label.name for label in self.data.labels})
        return packets.read_shown(asked, labels, wanted, read, self.given)

    def made(self, date: str, *, texts: bool = False) -> Made:
        """Return what is made of it on a date (2026-01-31); ``texts``: with the texts of the items to review."""
        plan, workflow, data, solution = self.plan, self.workflow, self.data, self.solution
        excluded, carried_out = workflow.excluded(data, solution), workflow.work(solution)
        framing = Framing(date, self.identifier, _facts(self), excluded, self.warnings)
        document = workflow.report(solution, framing, carried_out)
        meets_goal = self.recommendation.meets_goal
        record = workflow.record(solution, provenance_of(plan, document, data.sha256, data.n_rows)) | {
            "workflow": workflow.name,
            "recommendation": plain(self.recommendation) | {"meets_goal": meets_goal},
            "work_plan": work_record(carried_out),
            "warnings": plain(document.warnings),
        }
        files = workflow.files(solution)
        separator = separator_for(plan) if any(file.key == FOR_PEOPLE for file in files) else ","
        if texts and data.n_rows <= MOST_HELD:
            files = tuple(_with_texts(file, self) if file.key in _NAMES_AT else file for file in files)
        return Made(
            document,
            record,
            self.messages,
            excluded,
            not meets_goal,
            files,
            self.warnings,
            inputs=(*self.inputs, *files_read(plan)),
            separator=separator,
            explore=partial(workflow.explore, solution, carried_out),
        )


_NAMES_AT = {FOR_PEOPLE: 1, Path(ASK_FILE).stem: 0}
"""Tables of items that somebody judges, with the place of the column of their names."""


def _with_texts(table: Table, solved: Solved) -> Table:
    """Return the items to judge beside their texts, as packets show them; as it is, where it has no texts."""
    try:
        texts = solved.texts()
    except BadDataError:  # without names of its items a table cannot say which text is whose
        return table
    there = {column.name for column in table.columns} | {*zip(*(row.cells for row in table.rows), strict=True)}
    more = texts.of([str(row.cells[_NAMES_AT[table.key]]) for row in table.rows])
    more = {name: cells for name, cells in more.items() if not there & {name, cells}}
    columns = (*table.columns, *(TableColumn(name, UNSEEN, "text") for name in more))
    rows = (replace(row, cells=(*row.cells, *cells)) for row, *cells in zip(table.rows, *more.values(), strict=True))
    return replace(table, columns=columns, rows=tuple(rows))


def provenance_of(plan: Plan, document: Document, sha256: str, n_rows: int) -> dict[str, Any]:
    """Return where a decision comes from."""
    return {
        "budgetplan": __version__,
        "libraries": _versions(),
        "identifier": document.identifier,
        "date": document.date,
        "table_sha256": sha256,
        "rows": n_rows,
        "seed": plan.seed,
        "resamples": plan.resamples,
    }


def _versions() -> dict[str, str]:
    named = {name: version(name) for name in ("numpy", "matplotlib", "weasyprint")}
    return {"python": platform.python_version()} | named


def labels_told(plan: Plan, data: TableRead, language: Language) -> str:
    """Return how many labelled items there are of each class, in words of a language."""
    return without_tags(Nouns(dataclasses.replace(plan, language=language)).counted(data.labels))


def _written(answerer: Answerer) -> str:
    """Return what was said of an answerer, by key, without what nobody said.

    >>> _written(Answerer("llm", "p_llm", levels=("low", "high"), priced_on="2026-11-01"))
    'llm (column = p_llm, levels = low < high, priced_on = 2026-11-01)'
    """
    given = {key.name: value for key in fields(answerer) if (value := getattr(answerer, key.name)) != key.default}
    words = {name: " < ".join(value) if isinstance(value, tuple) else value for name, value in given.items()}
    return f"{words.pop('name')} ({', '.join(f'{name} = {value}' for name, value in words.items())})"


COLUMNS = ("label", "group", "weight", "units", "cost", "stratum", "type")
"""Columns without which the numbers are others, as a plan calls them."""

MISSING = tuple(f"dataset.{kind}" for kind in ("unscored_of_list", "blind", "unscored_last", "unscored_left_out"))
"""Kinds of messages that say what became of items without a score."""


def _facts(solved: Solved) -> list[tuple[str, str]]:
    """Return what somebody needs to make this report again."""
    plan, data, nouns = solved.plan, solved.data, Nouns(solved.plan)

    def text(key: str, **args: Any) -> str:
        return without_tags(nouns.say(f"fact.{key}", **args))

    # The rows that were used.
    split = (plan.deferral.test if plan.deferral is not None and data.validation is not None else "") or plan.split
    apart = plan.deferral is not None and split == plan.deferral.test
    settings = {
        "report.project": plan.project,
        "report.title": plan.title,
        **{f"table.{name}": getattr(plan.columns, name) for name in COLUMNS},
        "table.positive": ", ".join(plan.positive),
        "table.test" if apart else "table.split": split,
        "list.size": plan.list_size or "",
        "list.prevalence": plan.prevalence or "",
        "answerers": ", ".join(map(_written, plan.answerers)),
        "sure.resamples": plan.resamples,
        "sure.seed": plan.seed,
        **dict(plan.written),
    }
    unscored = [message.words(plan.language) for message in data.messages if message.kind in MISSING]
    return [
        ("budgetplan", __version__),
        (text("table"), text("file", file=Path(plan.table).name, number=data.n_rows, digest=data.sha256)),
        *(
            (text("further"), text("file", file=Path(path).name, number=None, digest=digest))
            for path, digest in sorted(solved.further.items())
        ),
        (text("labels"), labels_told(plan, data, plan.language)),
        *[(text("unscored"), " ".join(unscored))] * bool(unscored),
        (text("models"), ", ".join(map(without_tags, solved.workflow.models(plan, data)))),
        (text("said"), "; ".join(f"{key} = {value}" for key, value in settings.items() if value != "")),
        (text("libraries"), ", ".join(f"{name} {number}" for name, number in _versions().items())),
    ]


def _files(
    made: Made, formats: Sequence[str], shown: Document, progress: Progress, command: Sequence[str]
) -> tuple[dict[str, bytes], tuple[str, ...], int]:
    """Return the files; ``shown``: what page and PDF have of the document, whose data are written whole."""
    from budgetplan.errors import PdfUnavailableError
    from budgetplan.render.figures.drawing import Drawings  # drawing is heavy
    from budgetplan.render.html import render_explore, render_html
    from budgetplan.render.pdf import render_pdf

    document, record = made.document, dict(made.record)
    files = {f"{made.stem}.json": as_bytes(render_json(document, record))}
    files |= {name: as_bytes(text) for name, text in render_tables(document, made.tables, made.separator).items()}
    if pasted := paste_text(document):
        files[PASTED] = as_bytes(pasted)
    style, left_out = Style.of(document), None
    if made.excluded:
        why = {
            reason: without_tags(why_left_out(reason, style)) for reason in {group.reason for group in made.excluded}
        }
        rows = [(group.item, why[group.reason], group.place) for group in made.excluded]
        left_out = RawTable(("item", "reason", "place"), rows)
        files["excluded.csv"] = as_bytes(csv_text(left_out.header, rows))
    warnings, exit_code, drawings = list[str](), 0, Drawings(Style.of(shown))
    if "html" in formats:
        progress("drawing the page", 0, 1)
        files[f"{made.stem}.html"] = as_bytes(render_html(shown, drawings))
    if "pdf" in formats:
        progress("drawing the PDF", 0, 1)
        try:
            drawn = render_pdf(shown, drawings)
            files[f"{made.stem}.pdf"] = drawn.data
            warnings += drawn.warnings
        except PdfUnavailableError as error:
            warnings.append(str(error))
            exit_code = error.exit_code
    explored = made.explore() if "explore" in formats and not PROFILES[document.profile].called else None
    if explored is not None:
        data = {"command": shlex.join(command)} | explored
        report = next((name for kind in ("html", "pdf") if (name := f"{made.stem}.{kind}") in files), "")
        files["explore.html"] = as_bytes(render_explore(document, data, report))
    files |= _to_take_away(made, formats, left_out)
    unwritten = [name for kind, name in OFFICE_TEXTS.items() if kind in formats and name not in files]
    warnings += [f"No {name}: there is no text to paste, since no money is asked for." for name in unwritten]
    record["files"] = sorted([*files, made.record_file])
    record["checksums"] = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    recorded = json.dumps(record, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    return files | {made.record_file: as_bytes(recorded)}, tuple(warnings), exit_code


def _to_take_away(made: Made, formats: Sequence[str], left_out: RawTable | None) -> dict[str, bytes]:
    """Return what goes into other programs: workbooks, the justification as a text document, figures."""
    from budgetplan.render.figures.drawing import figure_files  # drawing is heavy
    from budgetplan.render.figures.summary import summary_files
    from budgetplan.render.office import render_office

    document, files = made.document, dict[str, bytes | None]()
    if "xlsx" in formats:
        # The report has a table of its own that counts them.
        tables = raw_tables(document, made.tables) | ({} if left_out is None else {"excluded_rows": left_out})
        # A report that recommends nothing may have none; a workbook without a sheet cannot be opened.
        files["tables.xlsx"] = render_workbook(tables) if tables else None
        files["costs.xlsx"] = render_cost_book(document)
    for kind, name in OFFICE_TEXTS.items():
        if kind in formats:
            files[name] = render_office(document, kind)
    if {"figures", "tex"} & set(formats):  # LaTeX takes the picture from its file
        files |= figure_files(document)
    if "figures" in formats:
        files |= summary_files(document)
    return {name: content for name, content in files.items() if content is not None}


WEIGHTS = (0.5, 1.0, 2.0, 4.0, 8.0, 10.0)
"""Weights of an error at which models are evaluated where no others are named."""


def _weights_said(given: str | Sequence[Any], name: str, n: int) -> list[tuple[float, ...]]:
    """Return weights of an error, or ranges of them (``n`` 2), each once, rising; text is of the command line.

    >>> _weights_said("4, 1,1", "weights", 1), _weights_said([(0, 2.5)], "areas", 2)
    ([(1.0,), (4.0,)], [(0.0, 2.5)])
    """
    try:
        parts = [weight.split(":") for weight in given.split(",")] if isinstance(given, str) else map(np.ravel, given)
        weights = sorted({tuple(map(float, weight)) for weight in parts})
    except (TypeError, ValueError):
        weights = [()]
    # A single weight is above 0, a range may begin there.
    if any(len(weight) != n or not 0 <= (0.0, *weight)[-2] < weight[-1] < 1e6 for weight in weights):
        option = f"--{name}" if isinstance(given, str) else name.replace("weights", "weights_of_errors")
        raise UsageError.of(Message("api.no_weights" if n == 1 else "api.no_areas"), option=option, found=str(given))
    return weights


def evaluate(
    plan: Plan,
    weights: str | Sequence[float] = (),
    areas: str | Sequence[tuple[float, float]] = (),
    progress: Progress = silent,
    given: Mapping[str, Rows] = MappingProxyType({}),
) -> tuple[Evaluation, tuple[str, ...], Sequence[str]]:
    """Measure every model of a plan, apart from any decision.

    ``weights``: of an error, k > 0; none: ``WEIGHTS``, and what the plan says an error weighs. ``areas``: ranges of
    weights, beside those between two neighbours, over which areas under the curves of value are measured. Both as in
    "1,4,10" and "0:2,2:8", too.

    Returns
    -------
    tuple
        The evaluation, what there is to say of the table, and the paths that were read.
    """
    stated = None if plan.deferral is None else plan.deferral.worths.own_error_weight
    chosen = [k for (k,) in _weights_said(weights, "weights", 1)]
    chosen = chosen or sorted({*WEIGHTS, *([stated] if stated else [])})
    spans = [(low, high) for low, high in _weights_said(areas, "areas", 2)]
    from budgetplan.evaluation.answers import answer_tables
    from budgetplan.evaluation.page import Evaluation
    from budgetplan.evaluation.ranked import ranked_tables

    progress(READING, 0, 1)
    if plan.deferral is not None and plan.missing != "exclude":
        # A model that was trained in one domain may have been run in the others alone.
        plan = dataclasses.replace(plan, missing="silent")
    data = workflow_of(plan).read(plan, given)
    progress("measuring the models", 0, 1)
    tables = ranked_tables(plan, data) if plan.deferral is None else answer_tables(plan, data, chosen, spans)
    facts = {"budgetplan": __version__, "SHA-256": data.sha256, "seed": plan.seed, "resamples": plan.resamples}
    learnt = None if plan.deferral is None else data.validation
    evaluation = Evaluation(
        title=plan.title or Path(plan.table).name,
        measured={table.name: table for table in tables},
        style=Style(plan.prices.currency if plan.prices.stated else "", plan.prices.minor_digits, plan.language),
        items=dict(sorted(Counter(data.known_labels()[1]).items())),
        facts=[(name, str(fact)) for name, fact in facts.items()],
        validation=0 if learnt is None else learnt.n_items,
    )
    return evaluation, data.messages, (plan.table, *data.checksums)


def make_evaluation(
    plan: Plan, *, out: str | Path, figures: bool, progress: Progress, inputs: Sequence[str], replace: bool, **how: Any
) -> Result:
    """Write ``evaluation.html`` and every table as CSV and JSON into a folder: all of them, or none.

    ``how``: the weights and areas of :func:`evaluate`.
    """
    evaluation, messages, read = evaluate(plan, progress=progress, **how)
    progress("drawing the page", 0, 1)
    folder = Path(out)
    save(evaluation.files(figures=figures), folder, "evaluate", replace=replace, inputs=(*read, *inputs))
    page = str(folder / "evaluation.html")
    lines = [*map(str, messages), f"Written: {page}", f"{len(evaluation.tables)} tables: {folder / 'tables'}"]
    return Result(0, "\n".join(lines), title=evaluation.title, files=(page,))


def compare_scenarios(scenarios: Sequence[Scenario], *, date: str, progress: Progress = silent) -> Made:
    """Return the report on several plans.

    Parameters
    ----------
    scenarios
        In the order in which they are told; the first is what the others are compared with.
    date
        On the report (2026-01-31).

    Raises
    ------
    UsageError
        There is one plan only, or plans that count different things.
    BadDataError
        Data of a plan cannot be used: everything that is wrong with all of them.
    """
    _check_scenarios(scenarios)
    solved = _solve_all(scenarios, progress)
    names = [_name_of(scenario) for scenario in scenarios]
    outcomes, why, facts = list[PlanOutcome](), dict[str, Text](), [("budgetplan", __version__)]
    tables, inputs = dict[tuple[str, str], None](), list[str]()
    for name, scenario, answered in zip(names, scenarios, solved, strict=True):
        plan, workflow, data, solution = answered.plan, answered.workflow, answered.data, answered.solution
        outcomes.append(
            PlanOutcome(
                name=name,
                plan=plan,
                recommendation=answered.recommendation,
                draws=workflow.draws(solution),
                drawn=workflow.drawn(plan, data, solution),
                written=scenario.written,
                command=scenario.command,
                quotas_met=None if plan.quota is None else solution.chance,
                unreserved=plan.ranges.computed and solution.chosen is not None and not solution.contingency,
            )
        )
        if (unmet := workflow.unmet(solution)) is not None:
            why[name] = unmet[0]
        facts.append((name, answered.identifier))
        inputs += [*answered.inputs, *files_read(plan)]
        tables[Path(plan.table).name, f"SHA-256 {data.sha256}"] = None
    comparison, reports = Comparison(outcomes), dict(facts[1:])
    identifier = "BP-" + hashlib.sha256("|".join(reports.values()).encode()).hexdigest()[:8]
    # What makes any of the reports doubtful, each once; with the plans' names where it does so in some of them.
    whose = _whose(scenarios, [part.warnings for part in solved]).items()
    warnings = worst_first(replace(doubt, told=f"{doubt.told} ({who})" if who else doubt.told) for doubt, who in whose)
    document = build_comparison(comparison, Framing(date, identifier, [*facts, *tables], warnings=warnings), why)
    provenance = {"budgetplan": __version__, "date": date, "identifier": identifier, "reports": reports}
    return Made(
        document,
        comparison_record(comparison, provenance) | {"warnings": plain(document.warnings)},
        tuple(dict.fromkeys(message for part in solved for message in part.messages)),
        (),
        unmet=not comparison.met,
        warnings=warnings,
        inputs=tuple(dict.fromkeys(inputs)),
        stem="comparison",
    )


def _name_of(scenario: Scenario) -> str:
    """Return what a plan is called: a bare amount, given as one of several budgets, with its unit."""
    plan, name = scenario.plan, scenario.name
    if plan.budget is None or scenario.written.get("goal.budget") != name or plan.budget.unit != "money":
        return name
    whole = plan.budget.amount == plan.budget.amount.to_integral_value()
    style = Style(plan.prices.currency, 0 if whole else plan.prices.minor_digits, plan.language)
    return show(plan.budget.amount, "amount", style).replace("\u00a0", " ")


def _solve_all(scenarios: Sequence[Scenario], progress: Progress) -> list[Solved]:
    """Return every plan with its numbers; what is wrong with the data of any is one error."""
    errors: list[BudgetplanError] = []
    solved, problems = list[Solved](), list[Sequence[Problem]]()
    for scenario in scenarios:
        try:
            solved.append(Solved(scenario.plan, progress))
            _ = solved[-1].solution  # here, so that what is wrong with any of them is told at once
            problems.append(())
        except BudgetplanError as error:
            errors.append(error)
            problems.append(error.problems)
    if not errors:
        return solved
    named = ((problem, f"scenario {names}" if names else "") for problem, names in _whose(scenarios, problems).items())
    raise type(errors[0])([replace(problem, option=problem.option or option) for problem, option in named])


def _whose(scenarios: Sequence[Scenario], by_plan: Sequence[Sequence[T]]) -> dict[T, str]:
    """Return what is told of plans, each once, with the names of those of which it is told; empty where that is all."""
    whose: dict[T, list[str]] = {}
    for scenario, of_plan in zip(scenarios, by_plan, strict=True):
        for item in of_plan:
            whose.setdefault(item, []).append(_name_of(scenario))
    return {item: ", ".join(names) if len(names) < len(scenarios) else "" for item, names in whose.items()}


def _check_scenarios(scenarios: Sequence[Scenario]) -> None:
    """Refuse plans that cannot stand beside each other, with all that is in the way."""
    first = scenarios[0].plan
    problems = []
    if len(scenarios) < 2:
        problems.append(Problem(Message("api.one_plan"), option=scenarios[0].name))
    for scenario in scenarios:
        plan, message = scenario.plan, None
        if plan.workflow == "defer":
            message = Message("api.unbounded_plan")
        elif plan.workflow != first.workflow:
            kind = "api.answers_beside_judged" if plan.deferral else "api.judged_beside_answers"
            message = Message(kind, first=scenarios[0].name)
        elif _says_no_goal(plan):
            message = Message("api.no_goal")
        if message:
            problems.append(Problem(message, option=f"scenario {scenario.name}"))
    if problems:
        raise UsageError(problems)


def draft_plan(
    table: str,
    out: str | Path,
    form: TableForm | None = None,
    columns: Columns | None = None,
    *,
    replace: bool = False,
    asked: Callable[[Draft], Mapping[str, Any]] | None = None,
) -> tuple[str, ...]:
    """Write a commented plan file for a table, and return the keys that must be filled in before a report.

    ``columns``: those of the labels and of the items' names, as far as they were said. ``asked``: gives by key what no table
    says, where somebody is there to be asked.

    Raises
    ------
    BadDataError
        The table cannot be read.
    CannotWriteError
        ``out`` is there already and is not to be put away (``replace``), or cannot be written.
    """
    draft, name, read_as = read_draft(table, Path(out).parent, form, columns)
    answers = asked(draft) if asked else {}
    if "table.label" in answers:  # what else there is to ask depends on the labels
        columns = dataclasses.replace(columns or Columns(""), label=answers["table.label"])
        return draft_plan(table, out, form, columns, replace=replace, asked=asked)
    inputs = tuple(filter(None, (table, read_as.labels and str(Path(out).parent / read_as.labels))))
    written = write_draft(draft, name, read_as, answers)
    save({Path(out).name: written.text.encode()}, Path(out).parent, replace=replace, inputs=inputs)
    return written.needed


def read_draft(
    table: str, folder: Path, form: TableForm | None = None, columns: Columns | None = None
) -> tuple[Draft, str, TableForm]:
    """Return what can be guessed of a table, its name as seen from a folder, and how it is written.

    Raises
    ------
    BadDataError
        The table cannot be read.
    """
    try:
        table.encode()
    except UnicodeEncodeError:
        raise BadDataError.of(Message("api.name_not_utf8"), table) from None
    survey, form = _survey(table, form or TableForm(), columns or Columns(""))
    arrays = tuple(replace(array, prefix=_seen_from(folder, array.prefix)) for array in survey.arrays)
    form = replace(form, labels=_seen_from(folder, form.labels) if form.labels else "")
    return Draft(replace(survey, arrays=arrays)), _seen_from(folder, table), form


def draw_pilot(
    plan: Plan, out: str | Path, n_labels: int, shown: Sequence[str] = (), command: Sequence[str] = (), **how: Any
) -> str:
    """Draw the items to label first from a list without labels, and return what to print.

    Writes ``pilot.csv`` (to be labelled) and ``pilot.json`` (how it was drawn).

    Parameters
    ----------
    plan
        From :func:`budgetplan.settings.build.read_plan`, of a list that nobody has labelled.
    out
        A folder that holds none of these files yet.
    n_labels
        How many items; at most the list is drawn.
    shown
        Columns that whoever labels will see; none: all that hold texts.
    command
        Words of the report that will read the labels, without those that name the new files.
    how
        ``replace``: whether an earlier sample is put away first, as ``pilot.csv.before-1``; ``inputs``: files that were read
        beside those of the plan, such as its own.

    Raises
    ------
    BadDataError
        The table cannot be used.
    CannotWriteError
        A sample is there already, or the files cannot be written.
    """
    folder, drawn = Path(out), PeoplesWork(packets.FILES, "files.holds_sample")
    how["inputs"] = (*files_read(plan), *how.get("inputs", ()))
    refuse_work(folder, "pilot", drawn, **how)
    table = read_unlabelled(plan, shown)
    table = table if shown else packets.without_labels(table)
    items = packets.draw_items(len(table.ids), n_labels, plan.seed)
    contents = {name: as_bytes(text) for name, text in packets.pilot_files(plan, table, items).items()}
    save(contents, folder, "pilot", work=drawn, **how)
    return packets.told_of_pilot(plan, table, items, folder, command)


def _survey(table: str, form: TableForm, columns: Columns) -> tuple[Survey, TableForm]:
    """Return a table as it is meant, and how it is written: what stands for nothing, and whether it is long."""
    survey, asked = read_survey(table, form), form.empty
    form, names = replace(form, header=survey.header), ("", "")

    def again(**more: Any) -> Survey:
        """Read the table anew where it is written otherwise than was thought."""
        nonlocal form
        earlier, form = form, replace(form, **more)
        return survey if form == earlier else read_survey(table, form, *names)

    survey = again(empty=asked or nothing_in(survey))
    survey = again(long=form.long or guess_long(survey))
    # Where probabilities of the labels add up to 1, these are classes of which an item has one.
    if survey.questions and all(classifier.n_off for classifier in survey.by_class):
        about = read_survey(table, replace(form, collected=survey.questions[:1]))
        survey = replace(about, questions=survey.questions, by_class=())
    else:
        survey = replace(survey, questions=())
    if form.labels:
        columns, annotator = labels_beside(survey, form, columns)
        form, names = replace(form, annotator=annotator), (columns.label, columns.id)
        survey = read_survey(table, form, *names)
        survey = again(empty=asked or tuple(sorted({*form.empty, *nothing_in(survey)})))
    judged = guess_judgements(survey) if not form.long and not form.labels else None
    if judged is not None:
        form = replace(form, annotator=form.annotator or judged.annotator)
        if judged.label:
            survey = read_survey(table, form, judged.label, judged.item)
        survey = replace(survey, label=judged.label, ids=judged.item)
    family = None if survey.by_class or form.long or form.map else find_family(survey.columns)
    if family is not None and len(family.by_class) == 2:
        survey = replace(survey, halves=family.by_class)
    elif family is not None:
        # More than two classes need names by which a plan can say that they belong together.
        names = columns.label, columns.id
        survey = again(map={theirs: f"{family.model}:{name}" for name, theirs in family.by_class.items()})
    require(survey.names, (columns.label, columns.id), Problems(survey.path))
    survey = replace(survey, label=columns.label or survey.label, ids=columns.id or survey.ids)
    return replace(survey, arrays=arrays_beside(table, survey.n_rows)), form


def _seen_from(folder: Path, table: str) -> str:
    """Return the name of a table for a plan file in a folder: paths in plan files start there."""
    try:
        relative = Path(os.path.relpath(table, folder)).as_posix()
    except ValueError:  # pragma: no cover - another drive on Windows
        return str(Path(table).resolve())
    return str(Path(table)) if Path(table).is_absolute() and relative.startswith("..") else relative


@dataclass(frozen=True)
class Checked:
    """What a check found: errors, things to look at, and the exit code of a report (0 where nothing is wrong).

    ``unmet`` is what a report would say where nothing meets the goal: its title, and why. ``notes`` are sentences on
    what was read that is neither. ``declared``: what the plan says of how its inputs may vary, one line each.
    """

    errors: tuple[Problem, ...]
    doubts: tuple[Problem, ...]
    exit_code: int = 0
    unmet: Problem | None = None
    notes: tuple[str, ...] = ()
    declared: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Everything in words, one line a finding, and the sum at the end."""
        findings = findings_text(self.errors, self.doubts, self.unmet, self.declared)
        return "".join(f"{note}\n" for note in self.notes) + ("\n" if self.notes else "") + findings


def check(path_or_table: str, flags: Mapping[str, Any] | None = None, progress: Progress = silent) -> Checked:
    """Return everything that is wrong or doubtful in a plan and its data, without making a report."""
    try:
        plan = read_plan(path_or_table, flags)
        if are_several([path_or_table], flags or {}):
            read_scenarios([path_or_table], flags or {})
    except BudgetplanError as error:
        return Checked(error.problems, (), error.exit_code)
    progress(READING, 0, 1)
    doubts, notes = list[Doubt](), list[str]()
    errors, unmet, source = tuple[Problem, ...](), None, None
    try:
        unmet, source = _try_out(plan, doubts, notes)
        exit_code = 0 if unmet is None else UNMET
    except BudgetplanError as error:
        errors, exit_code = error.problems, error.exit_code
    # What a template is filled with is held in a circle: 600 MB of 3,000,000 rows, which may be read once more now.
    gc.collect()
    # The rows first, the order of other files last, as they are read.
    every = sorted((*doubts_of_files(plan, source), *doubts), key=lambda doubt: doubt.kind is DoubtKind.OTHER_ORDER)
    doubtful = (*plan.notices, *(doubt.problem for doubt in every))
    return Checked(errors, doubtful, exit_code, unmet, tuple(notes), declared_in(plan))


def _try_out(plan: Plan, doubts: list[Doubt], notes: list[str]) -> tuple[Problem | None, Source | None]:
    """Read the items and solve the plan, noting what is doubtful and how they are understood.

    Return why nothing meets the goal, and what the table can be read from, where it is at hand.
    """
    solved = Solved(plan)
    notes += map(str, solved.messages[len(plan.notices) :])  # what is wrong with its file is told as doubtful
    notes += [*understood(solved.plan), *told_of_answerers(solved.plan, solved.data)]
    if solved.plan.deferral is not None:
        # Resamples of answers take long, and decide nothing of whether there is a plan.
        solved.plan = replace(solved.plan, resamples=0)
    doubts += solved.doubts
    return solved.unmet, solved.data.source


def declared_in(plan: Plan) -> tuple[str, ...]:
    """Return what a plan says of how its inputs may vary, and until when the work is to be done, one line each."""
    spans = {"entry.range" if key == WORTH else f"cost.ranges.{key}": span for key, span in plan.ranges.spans.items()}
    lines = [f"{key}: {span.low} to {span.high}" for key, span in spans.items()]
    if plan.ranges.computed:
        lines.append("cost.contingency: computed")
    if plan.work.deadline:
        lines.append(f"work.deadline: {plan.work.deadline}")
    return tuple(lines)


OF_LIST = "manifest/list.json"
"""What says who is in the queue of a list that is not loaded."""
SHARD, MOST_HELD = 100_000, 200_000
"""Items in one of its files; a longer queue is written by the engine alone: names in their order, without packets."""

QUEUE = PeoplesWork(
    ("packets", "again", "manifest/manifest.json", OF_LIST, "queue-[0-9][0-9][0-9][0-9].*"), "files.holds_queue"
)
"""What says that a folder holds a queue; all of it is put away together."""


def write_queue(
    plan: Plan, out: str | Path, tool: str, shown: Sequence[str] = (), progress: Progress = silent, **how: Any
) -> Result:
    """Write the items that a plan has reviewed, in their order, for a tool; and the manifest that is kept apart.

    Parameters
    ----------
    plan
        Its list stands in the table: rows without a label.
    out
        A folder that holds no queue yet.
    tool
        A name of :data:`budgetplan.tools.registry.QUEUE_TOOLS`.
    shown
        Columns that annotators see, the one that is judged first; none: all that hold texts.
    how
        ``replace``: whether a queue that the folder holds is put away first, as ``packets.before-1`` and so on; ``inputs``:
        files that were read beside those of the plan, such as its own.

    Raises
    ------
    BadDataError
        The table cannot be used, or a text cannot be written for this tool.
    CannotWriteError
        The folder holds a queue already, or cannot be written.
    """
    folder = Path(out)
    how["inputs"] = (*files_read(plan), *how.get("inputs", ()))
    refuse_work(folder, "queue", QUEUE, **how)
    save_files: Callable[[Any], object] = partial(save, folder=folder, command="queue", work=QUEUE, **how)
    if plan.listed is not None and plan.work.control:
        raise UsageError.of(Message("api.no_control"), option="work.control", found=str(plan.work.control))
    solved = Solved(plan, progress)
    plan, workflow, data, solution = solved.plan, solved.workflow, solved.data, solved.solution
    work, labels = plan.work, sorted({label.name for label in data.labels})
    in_memory = plan.listed is None or plan.listed.engine == "memory"
    chosen: Any = None if in_memory else solution.chosen
    course = workflow.course(solution) if in_memory else None
    if course is None and chosen is None:
        return _nothing_to_write(solved)
    if chosen is not None and chosen.items + work.tail_sample > MOST_HELD:
        return _write_long(plan, data, chosen, folder, tool, save_files)
    provenance = {"identifier": solved.identifier, "workflow": workflow.name, "table_sha256": data.sha256}
    draw = partial(packets.draw_queue, tail_sample=work.tail_sample, packet=work.packet, seed=plan.seed)
    if course is not None:
        if course.weighted:
            raise BadDataError.of(Message("api.weighted_queue"), plan.table, column=plan.columns.weight)
        texts = solved.texts(shown)
        items = draw(course, data.known_labels(), n_control=work.control)
        manifest = packets.declare(plan, course, items, texts.id_column, labels, **provenance)
    else:
        id_column, engine = data.counted.asked.id_name, data.counted.engine
        of_text = [name for name, kind in engine.columns().items() if kind == "text"]
        columns = packets.shown_columns(of_text, plan, id_column, shown)
        held = read_queue(
            data.counted, chosen.model, chosen.items, seed=plan.seed, tail=work.tail_sample, shown=columns
        )
        course = packets.course_of_counted(solution, held)
        texts = packets.shown_among(id_column, held.ids, held.texts, labels, shown)
        items = draw(course, ([], []), n_control=0)
        # The manifest has those alone that people judge.
        tail = TailSample(len(held.ids) - held.n_items, held.n_after, work.looks)
        manifest = packets.declare(plan, course, items, id_column, labels, **provenance)
        manifest = replace(manifest, n_list=data.counted.n_items, tail=tail)
    manifest, files = packets.queue_files(manifest, texts, QUEUE_TOOLS[tool])
    # What is told of a counted list is how it was counted.
    read = solved.told if in_memory else data.messages
    lines = [*map(str, (*plan.notices, *read)), *packets.told_of_queue(manifest, texts, QUEUE_TOOLS[tool])]
    lines += [*packets.told_of_budget(plan, manifest), *_told_of_asking(solution)]
    # Writing comes last: whatever fails, no queue stands there that the next run would refuse to replace.
    save_files(files)
    lines.append(f"Written: {folder / packets.PACKETS}, for those who judge; keep {folder / packets.ASIDE} from them.")
    return Result(0, "\n".join(lines))


def _write_long(
    plan: Plan, data: Any, chosen: Any, folder: Path, tool: str, save_files: Callable[[Fill], object]
) -> Result:
    """Write a queue that is too long to be held: names of items in their order, by the engine that counts the list."""
    if tool != "csv":
        raise UsageError.of(Message("api.no_texts"), option="--for", found=tool)
    lines = list[str]()

    def fill(where: Path) -> list[str]:
        how = {"seed": plan.seed, "tail": plan.work.tail_sample, "shard": SHARD}
        record = write_items(data.counted, chosen.model, chosen.items, where, **how)
        names = sorted(path.name for path in where.iterdir())
        (where / OF_LIST).parent.mkdir()
        (where / OF_LIST).write_bytes(as_bytes(json.dumps(record, indent=2, ensure_ascii=False) + "\n"))
        files = counted(len(record["files"]), "file")
        lines.append(f"{counted(chosen.items, 'item')} in the order of {chosen.model}, in {files}.")
        if plan.work.tail_sample:
            random = f"{record['random']:,} random items after the stop are in {folder / TAIL}"
            lines.append(f"{random}: mix them in unseen.")
        # What tells readers that there is a queue is the last to be moved.
        return [*names, OF_LIST]

    save_files(fill)
    return Result(0, "\n".join([*map(str, (*plan.notices, *data.messages)), *lines, f"Written: {folder}"]))


def read_progress(
    plan: Plan,
    logs: Sequence[str],
    *,
    queue: str | Path,
    date: str,
    progress: Progress = silent,
    planned: Sequence[str] = ("report", "PLAN"),
    given: Mapping[str, Any] = MappingProxyType({}),
) -> Made:
    """Return the card on a review that is under way.

    Parameters
    ----------
    plan
        What the queue was written from: its prices, worths, budget and target.
    logs
        What came back: exports of annotation tools, or tables.
    queue
        The folder of the queue, with its manifest.
    date
        On the card (2026-01-31).
    planned
        The command that wrote the report, word by word: with the logs and the queue it plans the rest.
    given
        What flags said of the plan, by key.

    Raises
    ------
    BadDataError
        A log or the manifest cannot be used: everything that is wrong at once.
    """
    progress(READING, 0, 1)
    state, read = read_review(plan, logs, Path(queue))
    plan, manifest, back = state.plan, state.manifest, state.returned
    notes = [*back.notes, *_since_written(plan, manifest)]
    notes += [] if state.fewer is None else [state.fewer]
    state.returned = replace(back, notes=tuple(notes))
    onward, took = Onward(state), Pace(state)
    provenance = {"budgetplan": __version__, "date": date, "table_sha256": manifest.table_sha256}
    rest = [f"list.reviewed={log}" for log in logs] + [f"list.queue={queue}"]
    words = words_of(given, *("goal.target",) * state.retargets)
    command = shlex.join(["budgetplan", *planned, *words, *(word for path in rest for word in ("--set", path))])
    speaker = CardSpeaker(state, onward, took, command, given)
    document = build_card(speaker, Framing(date, queue_id(manifest)))
    alike = len({Path(log.file).name for log in read}) < len(read)
    names = {log.file: log.file if alike else Path(log.file).name for log in read}
    messages = [
        Message("api.of_log", file=names[log.file], message=message) for log in read for message in log.messages
    ]
    messages += [Message("api.to_look_at", note=without_tags(note)) for note in speaker.notes()]
    kept = (manifest_folder(Path(queue)) / Path(name).name for name in (DECLARED, ITEMS, BEFORE))
    return Made(
        document,
        card_record(state, onward, took, provenance),
        (*(literal(str(problem)) for problem in plan.notices), *messages),
        (),
        unmet=False,
        tables=card_files(speaker),
        inputs=(*logs, *map(str, kept), *files_read(plan)),
        stem="card",
    )


def _since_written(plan: Plan, manifest: Manifest) -> list[LogNote]:
    """Return what has changed since a queue was written: its table, what judging costs, and what may be spent."""
    notes = []
    # A table that is not there says nothing.
    if Path(plan.table).is_file() and checksum(Path(plan.table)) != manifest.table_sha256:
        notes.append(LogNote("table", 1))
    if manifest.prices is None:
        notes.append(LogNote("prices_unknown", 1))
    elif any(getattr(manifest.prices, name) != getattr(plan.prices, name) for name in JUDGING):
        notes.append(LogNote("prices" if holds_sizes(plan, manifest) else "prices_sizes", 1))
    now = budget_told(plan)
    # Whether to stop hangs on it, and whoever gave it on the command line has to give it again.
    other = bool(now and manifest.budget) and now != manifest.budget
    return [*notes, LogNote("budget", 1, (manifest.budget, now))] if other else notes


def _told_of_asking(solution: Any) -> list[str]:
    """Say what is still to be asked where asking somebody before people review a ranked list would bring more."""
    _, listed = first_to_ask(getattr(solution, "asking", ()))
    if listed is None or not listed.unasked:
        return []
    items = counted(len(listed.unasked), "item")
    if listed.answered:
        waits = f"{listed.answerer} is still to be asked about {items}; here they stand as if nobody asked."
    else:
        waits = f"This queue is of the plan that asks nobody. Asking {listed.answerer} first about {items} would bring more."
    advice = f"budgetplan report names these items in {ASK_FILE}; write the answers into the column {listed.column}"
    return [f"{waits} {advice}, and a queue written then goes by them."]


def _says_no_goal(plan: Plan) -> bool:
    return plan.deferral is None and not any((plan.budget, plan.target, plan.values, plan.quota))


def _nothing_to_write(solved: Solved) -> Result:
    """Say why there is no queue: nothing is recommended, or there is no list that could be ordered."""
    plan, unmet, answered = solved.plan, solved.unmet, getattr(solved.solution, "answered_list", None)
    if answered is not None and answered.waits:  # what the answers to come settle nobody is to review
        message = Message("api.not_asked", answerer=answered.answerer, n=len(answered.unasked), file=ASK_FILE)
        raise BadDataError.of(message, plan.table, column=plan.answerer(answered.answerer).column)
    if unmet is None and _says_no_goal(plan):
        raise UsageError.of(Message("api.no_goal"))
    if unmet is None:
        raise BadDataError.of(Message("api.nothing_to_review"), plan.table)
    return Result(UNMET, f"{unmet.wrong} {unmet.todo}".rstrip())
