"""What the command line and a notebook call: from a plan, or several, to a report, or to a comparison in the terminal."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import platform
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from html import escape
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from budgetplan import __version__
from budgetplan.dataset.list_files import files_read
from budgetplan.dataset.rows import TableRead
from budgetplan.domain.answerers import Answerer
from budgetplan.domain.asked.keys import Language
from budgetplan.domain.decision import Recommendation
from budgetplan.domain.doubt import DataWarning, worst_first
from budgetplan.domain.items import Excluded
from budgetplan.domain.plan import Plan
from budgetplan.errors import UNMET, BudgetplanError, PdfUnavailableError, Problem, UsageError
from budgetplan.files import as_bytes, save
from budgetplan.plans.compared import Comparison, PlanOutcome
from budgetplan.preflight.doubts import MOST_ROWS, doubts_of_files, doubts_of_lines
from budgetplan.queues.rest import rest_of
from budgetplan.render.text import paste_text, render_text
from budgetplan.render.warning_texts import to_look_at, warnings_of
from budgetplan.report.compare import build_comparison, comparison_record
from budgetplan.report.costs import work_record
from budgetplan.report.display import Style, show, without_tags
from budgetplan.report.model import Document, Table, Text
from budgetplan.report.page import Framing, why_left_out
from budgetplan.report.phrases import Nouns
from budgetplan.report.record import plain
from budgetplan.settings.scenarios import Scenario
from budgetplan.tables.frame import Rows
from budgetplan.workflows import COMPARING, READING, Origin, Progress, Workflow, opened, silent, workflow_of

if TYPE_CHECKING:
    from budgetplan.evaluation.page import Evaluation
    from budgetplan.render.data import RawTable

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
        links = "".join(f'<li><a href="{escape(one)}">{escape(one)}</a></li>' for one in self.files)
        return f"<p><b>{escape(self.title)}</b></p><ul>{links}</ul>"


OFFICE_TEXTS = {"docx": "application.docx", "odt": "justification.odt", "tex": "application.tex"}
"""What goes into a text program, by its format."""
OFFICE = ("tables.xlsx", "costs.xlsx", *OFFICE_TEXTS.values())


def make_report(plan: Plan, *, date: str, progress: Progress | None = None, **how: Any) -> Result:
    """Write the decision report of a plan into a folder; ``how``: the arguments of :func:`write_report`.

    Writes ``report.html``, ``report.pdf``, ``report.json``, ``decision.json``, ``tables/*.csv``,
    ``justification.txt`` and, where rows were left out, ``excluded.csv``: all of them, or none. With the format
    ``xlsx`` all tables are in ``tables.xlsx`` too, and the cost build-up in ``costs.xlsx`` with formulas; ``docx`` and
    ``odt`` give ``application.docx`` and ``justification.odt``, ``tex`` gives ``application.tex``, ``figures`` each figure as SVG and PNG in ``figures``. Without the
    libraries that make a PDF the rest is written and the exit code is 5; where nothing meets the goal the report says
    so and it is 3. What an earlier run wrote there is replaced; what else is in the way is refused, or put away first as
    ``NAME.before-1`` (``replace``). ``inputs``: files that were read beside those of the plan, such as its own.
    """
    return write_report(work(plan, progress)(date), progress=progress, **how)


def write_report(
    made: Made,
    *,
    out: str | Path,
    formats: Sequence[str] = ("html", "pdf"),
    only: Sequence[str] = (),
    progress: Progress | None = None,
    replace: bool = False,
    inputs: Sequence[str] = (),
) -> Result:
    """Write what was made of a plan into a folder, as :func:`make_report` does; ``only``: page and PDF of these sections alone."""
    document, shown, folder = made.document, made.document, Path(out)
    if only:
        wanted = ["work" if part == "card" else part for part in only]
        there = [key for key in wanted if any(section.key == key for section in document.sections)]
        if not there:
            message = "this report has no such part: nothing is recommended, or no money is asked for; leave --only out"
            raise UsageError.of(message, option="--only", found=", ".join(only))
        shown = document.only(there)
    files, warnings, exit_code = _files(made, formats, shown, progress or silent)
    save(files, folder, made.command, replace=replace, inputs=(*made.inputs, *inputs))
    names = [name for name in (f"{made.stem}.html", f"{made.stem}.pdf", *OFFICE) if name in files]
    written = tuple(str(folder / name) for name in names)
    title = _title(document)
    # The files to go on with, and what is in them; tables of the document stand in it.
    beside = (
        f"{folder / 'tables' / one.key}.csv: {without_tags(one.caption)}"
        for one in made.tables
        if one.caption
    )
    where = f"Written: {', '.join(written) or out}"
    told = [*made.messages, title, where, *beside]
    every = (*made.to_look_at, *warnings)
    return Result(exit_code or made.exit_code, "\n".join(told), every, title, written, where)


def compare(plan: Plan, *, date: str = "2000-01-01", progress: Progress | None = None) -> Result:
    """Compare the models: the summary is text for a terminal, the exit code 3 where nothing meets the goal."""
    made = work(plan, progress)(date)
    return Result(made.exit_code, comparison(made), title=_title(made.document))


def comparison(made: Made) -> str:
    """Return the comparison of the models that was made, as text for a terminal."""
    return "\n".join([*made.messages, *made.to_look_at]) + "\n\n" + render_text(made.document, SIDE_BY_SIDE)


@dataclass(frozen=True)
class Made:
    """What every workflow gives: the document, tables beside it, the record of the decision, what the input is.

    ``excluded`` are rows that were left out, ``unmet`` says that nothing meets the goal, ``warnings`` what makes
    all of it doubtful; ``inputs`` are the paths of what was read, ``stem`` what its files are called; ``separator``
    stands between the cells of tables that people open.
    """

    document: Document
    record: dict[str, Any]
    messages: tuple[str, ...]
    excluded: tuple[Excluded, ...]
    unmet: bool
    tables: tuple[Table, ...] = ()
    warnings: tuple[DataWarning, ...] = ()
    inputs: tuple[str, ...] = ()
    stem: str = "report"
    separator: str = ","

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
        return tuple(map(to_look_at, self.warnings))


@dataclass(frozen=True)
class Solved:
    """A plan whose data are read and whose numbers are all there, before anything is said of them.

    ``rest``: what is told of a review of which a part is done; the plan is then that of what is left.
    """

    plan: Plan
    workflow: Workflow
    data: Any
    solution: Any
    recommendation: Recommendation
    rest: tuple[str, ...]


def solve(
    plan: Plan, progress: Progress | None = None, given: Mapping[str, Rows] = MappingProxyType({})
) -> Solved:
    """Read the items of a plan, and compute all there is to compute; ``given`` as in :func:`work`."""
    progress = progress or silent
    progress(READING, 0, 1)
    plan, rest = rest_of(plan)
    plan, workflow, data = opened(plan, given)
    progress(COMPARING, 0, 1)
    solution = workflow.solve(plan, data, progress)
    return Solved(plan, workflow, data, solution, workflow.recommend(solution), rest)


def work(
    plan: Plan, progress: Progress | None = None, given: Mapping[str, Rows] = MappingProxyType({})
) -> Callable[[str], Made]:
    """Read the items of a plan and compute all there is to compute.

    ``given`` holds tables that are no files, by their names in the plan.

    Returns
    -------
    callable
        From the date on the report (2026-01-31) to what was made.
    """
    solved = solve(plan, progress, given)
    plan, workflow, data, solution = solved.plan, solved.workflow, solved.data, solved.solution
    recommendation = solved.recommendation
    messages = messages_of(solved)
    warnings = warnings_told(solved, given)
    excluded = workflow.excluded(data, solution)
    source = workflow.source(plan, data)
    identifier = identifier_of(plan, data.sha256, source.further)
    facts = _facts(plan, data, source)

    def made(date: str) -> Made:
        from budgetplan.render.data import FOR_PEOPLE
        from budgetplan.tables.opened import separator_for  # with pandas

        framing, carried_out = Framing(date, identifier, facts, excluded, warnings), workflow.work(solution)
        document = workflow.report(solution, framing, carried_out)
        provenance = provenance_of(plan, document, data.sha256, data.n_rows)
        record = workflow.record(solution, provenance) | {
            "workflow": workflow.name,
            "recommendation": plain(recommendation) | {"meets_goal": recommendation.meets_goal},
            "work_plan": work_record(carried_out),
            "warnings": plain(document.warnings),
        }
        files, unmet = workflow.files(solution), not recommendation.meets_goal
        inputs = (*source.inputs, *files_read(plan))
        return Made(
            document,
            record,
            messages,
            excluded,
            unmet,
            files,
            warnings,
            inputs,
            separator=separator_for(plan) if any(one.key == FOR_PEOPLE for one in files) else ",",
        )

    return made


def messages_of(solved: Solved) -> tuple[str, ...]:
    """Return what is told of a plan's file, of a review that is under way, and of the labels.

    In English, whatever the language of the report: only what is quoted from that stands in its own.
    """
    plan, data = solved.plan, solved.data
    told = f"Labels: {labels_told(plan, data, 'en')}."
    return (*map(str, plan.notices), *solved.rest, *data.messages, told)


def warnings_told(
    solved: Solved, given: Mapping[str, Rows] = MappingProxyType({})
) -> tuple[DataWarning, ...]:
    """Return what makes a report doubtful, worst first: found in its items and its result, and in its files."""
    plan, data = solved.plan, solved.data
    doubts = solved.workflow.doubts(plan, data, solved.solution)
    own = () if plan.table in given or data.n_rows > MOST_ROWS else doubts_of_files(plan)
    return warnings_of((*doubts, *own, *doubts_of_lines(plan, solved.recommendation)), plan.language)


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


def identifier_of(plan: Plan, table_hash: str, further: Mapping[str, str]) -> str:
    """Return a short name for this report: the same inputs and version give the same name, wherever they lie."""
    form = plain(plan.form) | {"labels": "", "costs": "", "sample": ""}
    said = plain(plan) | {"table": "", "form": form, "version": __version__, "sha256": table_hash}
    said["further"] = sorted(further.values())
    return "BP-" + hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:8]


def _versions(missing: str = "not installed") -> dict[str, str]:
    found = {"python": platform.python_version()}
    for name in ("numpy", "matplotlib", "weasyprint"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:  # pragma: no cover - all are dependencies
            found[name] = missing
    return found


def labels_told(plan: Plan, data: TableRead, language: Language) -> str:
    """Return how many labelled items there are of each class, in words of a language."""
    counts = Nouns(dataclasses.replace(plan, language=language)).counted(data.labels)
    return without_tags(counts)


def _written(answerer: Answerer) -> str:
    """Return what was said of an answerer, by key, without what nobody said.

    >>> _written(Answerer("llm", "p_llm", levels=("low", "high"), priced_on="2026-11-01"))
    'llm (column = p_llm, levels = low < high, priced_on = 2026-11-01)'
    """
    said = [
        f"{one.name} = {' < '.join(value) if isinstance(value, tuple) else value}"
        for one in fields(answerer)
        if one.name != "name" and (value := getattr(answerer, one.name)) != one.default
    ]
    return f"{answerer.name} ({', '.join(said)})"


def _facts(plan: Plan, data: TableRead, source: Origin) -> list[tuple[str, str]]:
    """Return what somebody needs to make this report again."""
    nouns = Nouns(plan)

    def text(key: str, **args: Any) -> str:
        return without_tags(nouns.say(f"fact.{key}", **args))

    apart = plan.deferral is not None and source.split == plan.deferral.test
    settings = {
        # On page 1 the project stands in its place.
        "report.title": plan.title if plan.project else "",
        "table.label": plan.columns.label,
        "table.positive": ", ".join(plan.positive),
        "table.test" if apart else "table.split": source.split,
        "answerers": ", ".join(map(_written, plan.answerers)),
        "sure.resamples": plan.resamples,
        "sure.seed": plan.seed,
        **dict(plan.said),
    }
    versions = ", ".join(f"{name} {number}" for name, number in _versions(text("not_installed")).items())
    return [
        ("budgetplan", __version__),
        (text("table"), text("file", file=Path(plan.table).name, number=data.n_rows, digest=data.sha256)),
        *(
            (text("further"), text("file", file=Path(path).name, number=None, digest=digest))
            for path, digest in sorted(source.further.items())
        ),
        (text("labels"), labels_told(plan, data, plan.language)),
        (text("models"), ", ".join(without_tags(one) for one in source.models)),
        (text("said"), "; ".join(f"{key} = {value}" for key, value in settings.items() if value != "")),
        (text("libraries"), versions),
    ]


def _files(
    made: Made, formats: Sequence[str], shown: Document, progress: Progress
) -> tuple[dict[str, bytes], tuple[str, ...], int]:
    """Return the files; ``shown``: what page and PDF have of the document, whose data are written whole."""
    from budgetplan.render.data import csv_text, render_json, render_tables  # drawing is heavy
    from budgetplan.render.figures.drawing import Drawings

    document, record = made.document, dict(made.record)
    files = {f"{made.stem}.json": as_bytes(render_json(document, record))}
    tables = render_tables(document, made.tables, made.separator)
    files |= {name: as_bytes(text) for name, text in tables.items()}
    if pasted := paste_text(document):
        files["justification.txt"] = as_bytes(pasted)
    left_out = _excluded(made)
    if left_out is not None:
        files["excluded.csv"] = as_bytes(csv_text(left_out.header, left_out.rows))
    warnings, exit_code, drawings = list[str](), 0, Drawings(Style.of(shown))
    if "html" in formats:
        from budgetplan.render.html import render_html

        progress("drawing the page", 0, 1)
        files[f"{made.stem}.html"] = as_bytes(render_html(shown, drawings))
    if "pdf" in formats:
        from budgetplan.render.pdf import render_pdf  # weasyprint is heavy

        progress("drawing the PDF", 0, 1)
        try:
            drawn = render_pdf(shown, drawings)
            files[f"{made.stem}.pdf"] = drawn.data
            warnings += drawn.warnings
        except PdfUnavailableError as error:
            warnings.append(str(error))
            exit_code = error.exit_code
    files |= _to_take_away(made, formats, left_out)
    texts = [name for kind, name in OFFICE_TEXTS.items() if kind in formats]
    unwritten = [name for name in texts if name not in files]
    warnings += [f"No {name}: there is no text to paste, since no money is asked for." for name in unwritten]
    record["files"] = sorted([*files, made.record_file])
    record["checksums"] = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    told = json.dumps(record, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    return files | {made.record_file: as_bytes(told)}, tuple(warnings), exit_code


def _to_take_away(made: Made, formats: Sequence[str], left_out: RawTable | None) -> dict[str, bytes]:
    """Return what goes into other programs: workbooks, the justification as a text document, figures."""
    document, files = made.document, dict[str, bytes | None]()
    if "xlsx" in formats:
        from budgetplan.render.data import raw_tables
        from budgetplan.render.workbook import render_cost_book, render_workbook

        # The report has a table of its own that counts them.
        rows = {} if left_out is None else {"excluded_rows": left_out}
        tables = raw_tables(document, made.tables) | rows
        # A report that recommends nothing may have none; a workbook without a sheet cannot be opened.
        files["tables.xlsx"] = render_workbook(tables) if tables else None
        files["costs.xlsx"] = render_cost_book(document)
    for kind, name in OFFICE_TEXTS.items():
        if kind in formats:
            from budgetplan.render.office import render_office

            files[name] = render_office(document, kind)
    if {"figures", "tex"} & set(formats):  # LaTeX takes the picture from its file
        from budgetplan.render.figures.drawing import figure_files

        files |= figure_files(document)
    return {name: content for name, content in files.items() if content is not None}


def _excluded(made: Made) -> RawTable | None:
    """Return the rows that were left out with the reason of each; None where there are none."""
    from budgetplan.render.data import RawTable  # drawing is heavy

    style, named = Style.of(made.document), ("item", "reason", "place")
    rows = [(one.item, without_tags(why_left_out(one.reason, style)), one.place) for one in made.excluded]
    return RawTable(named, rows) if rows else None


def _title(document: Document) -> str:
    return without_tags(document.title)


WEIGHTS = (0.5, 1.0, 2.0, 4.0, 8.0, 10.0)
"""Weights of an error at which models are evaluated where no others are named."""


def _weights_said(said: str | Sequence[Any], name: str, todo: str, n: int) -> list[tuple[float, ...]]:
    """Return weights of an error, or ranges of them (``n`` 2), each once, rising; text is of the command line.

    >>> _weights_said("4, 1,1", "weights", "", 1), _weights_said([(0, 2.5)], "areas", "", 2)
    ([(1.0,), (4.0,)], [(0.0, 2.5)])
    """
    try:
        each = [one.split(":") for one in said.split(",")] if isinstance(said, str) else map(np.ravel, said)
        found = sorted({tuple(map(float, one)) for one in each})
    except (TypeError, ValueError):
        found = [()]
    # A single weight is above 0, a range may begin there.
    if any(len(one) != n or not 0 <= (0.0, *one)[-2] < one[-1] < 1e6 for one in found):
        option = f"--{name}" if isinstance(said, str) else name.replace("weights", "weights_of_errors")
        raise UsageError.of(f"these are no weights of an error; {todo}", option=option, found=str(said))
    return found


def evaluate(
    plan: Plan,
    weights: str | Sequence[float] = (),
    areas: str | Sequence[tuple[float, float]] = (),
    progress: Progress | None = None,
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
    own = None if plan.deferral is None else plan.deferral.worths.own_error_weight
    chosen = [k for (k,) in _weights_said(weights, "weights", "write numbers above 0: 1,4,10", 1)]
    chosen = chosen or sorted({*WEIGHTS, *([own] if own else [])})
    todo = "write from which weight to which greater one: 0:2,2:8"
    spans = [(low, high) for low, high in _weights_said(areas, "areas", todo, 2)]
    from budgetplan.evaluation.answers import answer_tables
    from budgetplan.evaluation.page import Evaluation, document_style
    from budgetplan.evaluation.ranked import ranked_tables

    (progress or silent)(READING, 0, 1)
    if plan.deferral is not None and plan.missing != "exclude":
        # A model that was trained in one domain may have been run in the others alone.
        plan = dataclasses.replace(plan, missing="silent")
    workflow = workflow_of(plan)
    data = workflow.read(plan, given)
    (progress or silent)("measuring the models", 0, 1)
    tables = ranked_tables(plan, data) if plan.deferral is None else answer_tables(plan, data, chosen, spans)
    facts = [
        ("budgetplan", __version__),
        ("SHA-256", data.sha256),
        ("seed", str(plan.seed)),
        ("resamples", str(plan.resamples)),
    ]
    known = (
        {}
        if plan.deferral is None
        else {"validation": 0 if data.validation is None else data.validation.n_items}
    )
    found = Evaluation(
        title=plan.title or Path(plan.table).name,
        measured={one.name: one for one in tables},
        language=plan.language,
        style=document_style(plan),
        items=dict(sorted(Counter(data.known_labels()[1]).items())),
        facts=facts,
        **known,
    )
    return found, data.messages, (plan.table, *data.checksums)


def make_evaluation(
    plan: Plan,
    *,
    out: str | Path,
    weights: str | Sequence[float] = (),
    areas: str | Sequence[tuple[float, float]] = (),
    figures: bool = False,
    progress: Progress | None = None,
    replace: bool = False,
    inputs: Sequence[str] = (),
) -> Result:
    """Write ``evaluation.html`` and every table as CSV and JSON into a folder: all of them, or none."""
    found, messages, read = evaluate(plan, weights, areas, progress)
    (progress or silent)("drawing the page", 0, 1)
    folder = Path(out)
    save(found.files(figures=figures), folder, "evaluate", replace=replace, inputs=(*read, *inputs))
    page = str(folder / "evaluation.html")
    told = [*messages, f"Written: {page}", f"{len(found.tables)} tables: {folder / 'tables'}"]
    return Result(0, "\n".join(told), title=found.title, files=(page,))


def compare_scenarios(scenarios: Sequence[Scenario], *, date: str, progress: Progress | None = None) -> Made:
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
    for name, scenario, each in zip(names, scenarios, solved, strict=True):
        plan, workflow, data, solution = each.plan, each.workflow, each.data, each.solution
        outcome = PlanOutcome(
            name=name,
            plan=plan,
            recommendation=each.recommendation,
            draws=workflow.draws(solution),
            drawn=workflow.drawn(plan, data, solution),
            said=scenario.said,
            command=scenario.command,
            quotas_met=None if plan.quota is None else solution.chance,
        )
        outcomes.append(outcome)
        if (unmet := workflow.unmet(solution)) is not None:
            why[name] = unmet[0]
        source = workflow.source(plan, data)
        facts.append((name, identifier_of(plan, data.sha256, source.further)))
        inputs += [*source.inputs, *files_read(plan)]
        tables[Path(plan.table).name, f"SHA-256 {data.sha256}"] = None
    comparison, reports = Comparison(outcomes), dict(facts[1:])
    identifier = "BP-" + hashlib.sha256("|".join(reports.values()).encode()).hexdigest()[:8]
    warnings = _warnings_of_all(scenarios, solved)
    framing = Framing(date, identifier, [*facts, *tables], warnings=warnings)
    document = build_comparison(comparison, framing, why)
    provenance = {"budgetplan": __version__, "date": date, "identifier": identifier, "reports": reports}
    return Made(
        document,
        comparison_record(comparison, provenance) | {"warnings": plain(document.warnings)},
        tuple(dict.fromkeys(told for each in solved for told in messages_of(each))),
        (),
        unmet=not comparison.met,
        warnings=warnings,
        inputs=tuple(dict.fromkeys(inputs)),
        stem="comparison",
    )


def _name_of(scenario: Scenario) -> str:
    """Return what a plan is called: a bare amount, given as one of several budgets, with its unit."""
    plan, name = scenario.plan, scenario.name
    if plan.budget is None or scenario.said.get("goal.budget") != name or plan.budget.unit != "money":
        return name
    whole = plan.budget.amount == plan.budget.amount.to_integral_value()
    style = Style(plan.prices.currency, 0 if whole else plan.prices.minor_digits, plan.language)
    return show(plan.budget.amount, "amount", style).replace("\u00a0", " ")


def _solve_all(scenarios: Sequence[Scenario], progress: Progress | None) -> list[Solved]:
    """Return every plan with its numbers; what is wrong with the data of any is one error."""
    problems: dict[Problem, list[str]] = {}
    errors: list[BudgetplanError] = []
    solved = []
    for one in scenarios:
        try:
            solved.append(solve(one.plan, progress))
        except BudgetplanError as error:
            errors.append(error)
            for problem in error.problems:
                problems.setdefault(problem, []).append(one.name)
    if not errors:
        return solved
    # What is wrong in some of them alone is named after these.
    told = [
        problem
        if problem.option or len(names) == len(scenarios)
        else replace(problem, option=f"scenario {', '.join(names)}")
        for problem, names in problems.items()
    ]
    raise type(errors[0])(told)


def _warnings_of_all(scenarios: Sequence[Scenario], solved: Sequence[Solved]) -> tuple[DataWarning, ...]:
    """Return what makes any of the reports doubtful, each once; with the plans' names where it does so in some of them."""
    whose: dict[DataWarning, list[str]] = {}
    for scenario, each in zip(scenarios, solved, strict=True):
        for warning in warnings_told(each):
            whose.setdefault(warning, []).append(scenario.name)
    return worst_first(
        one if len(names) == len(scenarios) else replace(one, told=f"{one.told} ({', '.join(names)})")
        for one, names in whose.items()
    )


def _check_scenarios(scenarios: Sequence[Scenario]) -> None:
    """Refuse plans that cannot stand beside each other, with all that is in the way."""
    first = scenarios[0].plan
    problems = []
    if len(scenarios) < 2:
        todo = "name a second plan or a second budget, or write [[scenario]] with a name and what it changes into the plan"
        problems.append(Problem("one plan alone is compared with nothing", todo, option=scenarios[0].name))
    for one in scenarios:
        plan, wrong, todo = one.plan, "", ""
        if plan.workflow == "defer":
            wrong = "no budget bounds this plan, and what people judge in it is what the model leaves"
            todo = "give it a budget (goal.budget), or compare ranked lists"
        elif plan.workflow != first.workflow:
            who = "a model answers", "people judge all"
            mine, theirs = who if plan.deferral else who[::-1]
            wrong = f"in this plan {mine}, and in {scenarios[0].name} {theirs}"
            todo = "compare plans of one kind: entries found and right labels are not the same, and net values count from different zeros"
        elif plan.deferral is None and not any((plan.budget, plan.target, plan.values, plan.quota)):
            wrong = "this plan has no budget, no target and no worth of an entry"
            todo = "say one of them: goal.budget, goal.target or entry.value"
        if wrong:
            problems.append(Problem(wrong, todo, option=f"scenario {one.name}"))
    if problems:
        raise UsageError(problems)
