"""The five pages: what each shows of the plan in the folder, and what its form changes there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import IO, Any

import numpy as np

from budgetplan.app.folder import PLAN, Folder
from budgetplan.app.plan_file import changes_of, fields_of, keys_by_heading, option_of, to_text, value_of
from budgetplan.domain.asked.keys import Language
from budgetplan.domain.asked.profile import PROFILES
from budgetplan.domain.options import quoted_word
from budgetplan.errors import BudgetplanError, NamedOption, Problem, UsageError, parts_of
from budgetplan.files import save
from budgetplan.preflight.draft import Draft
from budgetplan.preflight.surveyed import MOST_CHOICES, Column, Survey
from budgetplan.render.explore import as_json
from budgetplan.render.templating import environment, read_template
from budgetplan.settings.sources import SOURCES
from budgetplan.tables.bad_numbers import NOTHING
from budgetplan.tables.columns import find_id
from budgetplan.tools import WRITTEN

Texts = Mapping[str, str]
Shown = dict[str, Any]
"""What a template reads."""
UNITS = ("money", "hours", "items")
N_ROWS, N_TIMED, MOST_VALUES = 8, 10, 50
"""Rows that are shown of a table, judgements that are timed, and values of labels that are listed."""
FORM = tuple(f"table.{name}" for name in ("separator", "decimal", "header", "sheet", "encoding"))
"""How a table is written."""
ROLES = {"id": "table.id", "label": "table.label"} | dict.fromkeys(("text", "score", "answer"), "")
ROLES |= {"cost": "table.cost", "group": "table.group", "split": "table.split_column"}
ROLES |= {name: f"table.{name}" for name in ("units", "weight")}
"""What a column may be, with the key that names it; models have tables of their own, and texts are for those who judge."""
PARTS = ("table.split", "table.validation", "table.test")
"""Keys that say which values of a split column are used."""
PRICES = ("cost.per_item", "cost.hourly_rate", "cost.seconds_per_item", "cost.annotators", "cost.currency")
TIMES = ("work.people", "work.hours_a_week", "work.start", "work.deadline")
EXPLORE = "explore.html"
MADE = {
    "html": "report.html",
    "pdf": "report.pdf",
    "explore": EXPLORE,
    "docx": "application.docx",
    "xlsx": "tables.xlsx",
}
"""The file that a format is known by."""
FORMATS = tuple(MADE)
OF_REPORT = (*MADE.values(), "costs.xlsx", "justification.txt", "tables/review.csv")
_IN_TABLE = re.compile(r"(model|answerer) (\d+), (\w+)")
"""Where a problem lies in one of several tables."""
_OF_EXAMPLES = (".toml", ".csv", ".npy", ".parquet", ".txt")


@dataclass(frozen=True)
class Upload:
    """A file that was sent: what its sender calls it, and what is in it."""

    name: str
    content: IO[bytes]


@dataclass(frozen=True)
class PageRequest:
    """What somebody asks of a page: in which language, and what a form says where one was sent."""

    language: Language
    form: Texts = field(default_factory=dict)
    ticked: Mapping[str, Sequence[str]] = field(default_factory=dict)
    uploads: Mapping[str, Sequence[Upload]] = field(default_factory=dict)


@cache
def wording(language: Language) -> Mapping[str, Any]:
    """Return the wording of all pages in a language."""
    return tomllib.loads(read_template(f"app/{language}.toml"))


def render_page(
    name: str, folder: Folder, request: PageRequest, problems: Sequence[Problem] = ()
) -> tuple[str, int]:
    """Return a page and its status: 422 where something is wrong; ``problems``: of the form that was sent."""
    shown: Shown = {"names": (), "doubts": (), "problems": ()} | PAGES[name][0](folder, request)
    # What is wrong with the plan itself stands behind a form that was refused.
    wrong = [*dict.fromkeys(problems or shown["problems"])]
    placed: dict[str, list[Problem]] = {}
    for problem in (*wrong, *(() if problems else shown["doubts"])):
        placed.setdefault(_place(problem, shown["names"], shown["keys"]), []).append(problem)
    shown |= {"t": wording(request.language), "language": request.language, "page": name, "pages": PAGES}
    shown |= {"folder": folder, "units": UNITS, "tools": WRITTEN}
    shown |= {"placed": placed, "wrong": wrong, "is_posted": bool(problems), "page_of": _page_of}
    shown |= {"worded": lambda *problem: _worded(*problem).replace(f"{folder.root}/", "")}
    shown |= {"anchor": lambda place: _anchor(place, shown["names"]), "quoted": quoted_word}
    return environment().get_template(f"app/{name}.html").render(shown), 422 if wrong else 200


def _place(problem: Problem, names: Sequence[str], keys: Sequence[str]) -> str:
    """Return where on a page a problem is told: beside a column, beside a field, or (nothing) at the top."""
    if problem.column in names:
        return f"column:{problem.column}"
    option = _IN_TABLE.sub(r"\1s.\2.\3", problem.option)
    beside = [key for key in keys if option == key or option.startswith(f"{key}.") or key in problem.options]
    return f"key:{beside[0]}" if beside else ""


def _page_of(problem: Problem) -> str:
    """Return the page on which a problem is mended; nothing where none is known."""
    keys = (_IN_TABLE.sub(r"\1s.\2.\3", problem.option), *problem.options)
    if problem.column or any(key.startswith(("table.", "models")) for key in keys):
        return "columns"
    return "money" if any(map(option_of, keys)) else ""


def _anchor(place: str, names: Sequence[str]) -> str:
    """Return what a place of a page is called: a name of a column may have any signs."""
    kind, _, name = place.partition(":")
    return f"column-{names.index(name)}" if kind == "column" else name


def _worded(problem: Problem, place: str) -> str:
    """Return a problem in one line, in which keys are called as the pages call them; without the place beside which it stands."""
    wrong, todo = (
        "".join(_key(part) if isinstance(part, NamedOption) else part for part in parts_of(text))
        for text in (problem.wrong, problem.todo)
    )
    is_column = place.startswith("column:")
    worded = replace(problem, wrong=wrong, todo=todo, option="" if place else problem.option)
    file = "" if place and not is_column else problem.file.rpartition("/")[2]
    return str(replace(worded, file=file, column="" if is_column else problem.column))


def _key(option: NamedOption) -> str:
    value = option.value or option.like
    return f"{option.key} = {value}" if value else option.key


# The file.


def examples() -> dict[str, Path]:
    """Return the folders of the examples by name; none where the program is installed without them."""
    plans = sorted(Path(__file__).resolve().parents[2].glob("examples/*/plan.toml"))
    return {path.parent.name: path.parent for path in plans}


def _show_file(folder: Folder, request: PageRequest) -> Shown:
    notes = {"table": "", "labels": "", "form": {}} | folder.notes
    fields = fields_of(FORM, {}, notes["form"] | request.form)
    words = [("--set", f"{field.key}={field.value}") for field in fields if field.value]
    words += [("--set", f"table.labels={notes['labels']}")] if notes["labels"] else []
    init = ("init", notes["table"] or "scores.csv", *(word for pair in words for word in pair))
    return {
        **{name: notes[name] for name in ("table", "labels")},
        "path": request.form.get("path", ""),
        "examples": examples(),
        "fields": fields,
        "keys": ("table.file", "table.labels", *FORM),
        "commands": [(*init, "--out", folder.plan_name)],
    }


def _post_file(folder: Folder, request: PageRequest) -> str:
    form, notes = request.form, folder.notes
    if "example" in form:
        return _take_example(folder, form["example"], request.language)
    kept = {place: folder.keep(files[-1].name, files[-1].content) for place, files in request.uploads.items()}
    path = form.get("path", "").strip().strip("\"'")
    named = str(Path(path).expanduser().absolute()) if path else notes.get("table", "")
    table = kept.get("scores") or named
    has_others = table == notes.get("table") and "no_labels" not in form
    labels = kept.get("labels") or (notes.get("labels", "") if has_others else "")
    return _draft(folder, request, table, labels)


def _draft(folder: Folder, request: PageRequest, table: str, labels: str) -> str:
    form = {key: value for key in FORM if (value := request.form.get(key, "").strip())}
    folder.note(table=table, labels=labels, form=form)
    if not table:
        raise UsageError.of(wording(request.language)["file"]["none"], option="table.file")
    folder.draft(table, labels, form, request.language)
    return "/columns"


def _take_example(folder: Folder, name: str, language: Language) -> str:
    if name not in examples():
        raise UsageError.of("there is no such example", option="example", found=name)
    paths = sorted(path for path in examples()[name].iterdir() if path.suffix in _OF_EXAMPLES)
    content = {path.name: path.read_bytes() for path in paths}
    content[folder.plan_name] = content.pop(PLAN)
    folder.put_away()
    save(content, folder.root, "example", replace=True)
    folder.note(table="", labels="", form={}, example=name)
    folder.change({"report.language": language})
    return "/columns"


# The columns.


def _show_columns(folder: Folder, request: PageRequest) -> Shown:
    plan, form = folder.plan, request.form
    shown: Shown = {"columns": (), "values": (), "label": "", "roles": ("", *ROLES)}
    shown |= {"fields": fields_of(FORM, plan, form), "missing": fields_of(["table.missing"], plan, form)}
    shown |= {"keys": ("table.label", "table.positive", "models.name", "table.missing", *FORM, *PARTS)}
    shown |= {"commands": [("check", folder.plan_name)]}
    try:
        draft = folder.table()
    except BudgetplanError as error:
        return shown | {"problems": error.problems}
    survey, roles = draft.survey, _roles_of(plan, draft, folder.notes.get("texts"))
    roles |= {name: form[f"role:{name}"] for name in survey.names if f"role:{name}" in form}
    label, split = (next((name for name in roles if roles[name] == role), "") for role in ("label", "split"))
    shown |= {"survey": survey, "names": survey.names, "label": label}
    shown |= {"values": _values_of(plan, survey, label, form)}
    shown["columns"] = [(name, roles[name], _cells(survey, name, N_ROWS)) for name in survey.names]
    shown["odd"] = {column.name: odd for column in survey.columns if (odd := _odd_cells(column))}
    if column := survey.column(split):
        parts = PARTS[1:] if _is_deferred(plan) else PARTS[:1]
        shown |= {"splits": column.different[:MOST_VALUES], "parts": fields_of(parts, plan, form)}
    if not form and not folder.needed():
        checked = folder.checked()
        shown |= {"problems": checked.errors, "doubts": checked.doubts}
    return shown


def _cells(survey: Survey, name: str, n_rows: int) -> list[str]:
    column = survey.by_name[name]
    return [column.names[code] for code in column.codes[:n_rows]]


def _odd_cells(column: Column) -> tuple[int, str] | None:
    """Return how many cells of a column of numbers are none, and the first; None where it is no such column."""
    if not 0 < column.n_odd < np.isfinite(column.values).sum():
        return None
    places = np.flatnonzero(np.isnan(column.values))
    return column.n_odd, next(filter(None, (column.names[column.codes[place]] for place in places)))


def _roles_of(plan: Mapping[str, Any], draft: Draft, texts: Sequence[str] | None) -> dict[str, str]:
    """Return what each column is: as the plan has it, and as it looks where the plan says nothing."""
    survey, roles = draft.survey, dict[str, str]()
    usual = {"id": find_id(survey.names, "")}
    usual |= {"split": "split"} if any(value_of(plan, key) for key in PARTS) else {}
    for role, key in ROLES.items():
        if key and isinstance(name := value_of(plan, key) or usual.get(role), str):
            roles[name] = role
    for model in plan.get("models", ()):
        role, names = _columns_of(model, survey)
        roles |= dict.fromkeys(names, role)
    guesses = [(name, "label") for name in draft.roles.label.choices[:1] if "label" not in roles.values()]
    if not plan.get("models"):
        guesses += [(score.column, "score") for score in draft.scores if not score.is_confidence]
    if texts is None:
        of_texts = (column for column in survey.columns if not column.is_number)
        texts = [column.name for column in of_texts if column.n_different > MOST_CHOICES]
    for name, role in (*guesses, *((name, "text") for name in texts)):
        roles.setdefault(name, role)
    return {name: roles.get(name, "") for name in survey.names}


def _columns_of(model: Mapping[str, Any], survey: Survey) -> tuple[str, list[str]]:
    """Return whether a model of a plan scores or answers, and the columns that it has."""
    if prefix := model.get("probabilities") or model.get("decision"):
        return "answer", [name for name in survey.names if name == prefix or name.startswith(f"{prefix}:")]
    if "predicted" in model:
        return "answer", [model[name] for name in ("predicted", "confidence") if name in model]
    return "score", [] if "array" in model else [model.get("column", model.get("name", ""))]


def _values_of(
    plan: Mapping[str, Any], survey: Survey, label: str, form: Texts
) -> list[tuple[str, int, str]]:
    """Return the values of the labels with how many rows have each and what is said of them: yes, no or none."""
    column = survey.column(label)
    if column is None:
        return []
    marks = dict.fromkeys(_texts(plan, "table.positive"), "yes")
    empty = dict.fromkeys(_texts(plan, "table.empty"), "none")
    counts = sorted(column.counts().items(), key=lambda item: -item[1])[:MOST_VALUES]
    values = dict.fromkeys(empty, 0) | dict(counts)
    marks |= empty
    return [(name, n, form.get(f"value:{name}", marks.get(name, "no"))) for name, n in values.items()]


def _texts(plan: Mapping[str, Any], key: str) -> list[str]:
    value = value_of(plan, key) or []
    return [*map(str, value)] if isinstance(value, list) else [str(value)]


def _post_columns(folder: Folder, request: PageRequest) -> str:
    form, plan, t = request.form, folder.plan, wording(request.language)["columns"]
    if form.get("action") == "again":
        table, labels = (to_text(value_of(plan, f"table.{name}")) for name in ("file", "labels"))
        return _draft(folder, request, table, labels)
    survey = folder.table().survey
    roles = {name: form[f"role:{name}"] for name in survey.names if form.get(f"role:{name}") in ROLES}
    of_role = {role: [name for name in roles if roles[name] == role] for role in ROLES}
    doubled = [name for role, key in ROLES.items() if key for name in of_role[role][1:]]
    if doubled:
        raise UsageError([Problem(t["twice"], "", column=name) for name in doubled])
    values: dict[str, Any] = {key: next(iter(of_role[role]), None) for role, key in ROLES.items() if key}
    values |= {"models": _models_of(plan, survey, roles) or None, "table.positive": None}
    values |= changes_of(plan, {key: form[key] for key in ("table.missing", *PARTS) if key in form})
    values |= {} if of_role["split"] else dict.fromkeys(PARTS)
    is_same = form.get("label") == values["table.label"]
    values |= _marked(plan, form) if is_same else {}
    folder.note(texts=of_role["text"])
    if is_same:
        # What answers are worth is asked on the next page.
        folder.change(
            values, lambda needed: _refuse_needed([key for key in needed if key != "answers"], request)
        )
        return "/money"
    folder.change(values)
    if name := folder.table().positive.name:
        folder.change({"table.positive": [name]})
    return "/columns#labels"


def _refuse_needed(keys: Iterable[str], request: PageRequest) -> None:
    """Refuse to go on where a report still needs some keys."""
    t, fields = wording(request.language)["columns"]["needed"], {"answers": "answers.error_weight"}
    if needed := [Problem(t[key], "", option=fields.get(key, key)) for key in keys]:
        raise UsageError(needed)


def _marked(plan: Mapping[str, Any], form: Texts) -> dict[str, Any]:
    """Return what the marks beside the values of the labels say."""
    marks = {key.removeprefix("value:"): mark for key, mark in form.items() if key.startswith("value:")}
    marked = {mark: [name for name in marks if marks[name] == mark] for mark in ("yes", "no", "none")}
    like_nothing = [name for name in (*marked["yes"], *marked["no"]) if name.lower() in NOTHING]
    values = {"table.positive": marked["yes"] or None}
    for key, names in (("table.empty", marked["none"]), ("table.as_label", like_nothing)):
        kept = [name for name in _texts(plan, key) if name not in marks]
        values[key] = kept + names or None
    return values


def _models_of(plan: Mapping[str, Any], survey: Survey, roles: Texts) -> list[dict[str, Any]]:
    """Return the models of the plan whose columns are still called so, and those of the other columns."""
    models, taken = list[dict[str, Any]](), set[str]()
    for model in plan.get("models", ()):
        role, names = _columns_of(model, survey)
        if all(roles.get(name) == role for name in names):
            models.append(model)
            taken |= {*names}
    scores, answers = (
        [name for name in roles if roles[name] == role and name not in taken] for role in ("score", "answer")
    )
    models += [{"name": name} for name in scores]
    for columns in survey.by_class:
        if {*columns.columns} <= {*answers}:
            kind = "probabilities" if columns.low >= 0 and columns.high <= 1 else "decision"
            models.append({"name": columns.prefix, kind: columns.prefix})
            answers = [name for name in answers if name not in columns.columns]
    sure = [name for name in answers if (column := survey.by_name[name]).is_number and not column.is_whole]
    for name in [name for name in answers if name not in sure]:
        models.append({"name": name, "predicted": name} | ({"confidence": sure.pop(0)} if sure else {}))
    return models


# Money and aim.


def _budget_of(plan: Mapping[str, Any], form: Texts) -> tuple[str, str]:
    """Return the amount and the unit of a budget as the fields have them."""
    amount = form.get("goal.budget", to_text(value_of(plan, "goal.budget")))
    unit = next((unit for unit in UNITS if amount.endswith(f" {unit}")), "")
    return amount.removesuffix(f" {unit}"), unit or form.get("unit", UNITS[0])


def _change(folder: Folder, form: Texts) -> None:
    """Set the keys that the fields of a form say, the budget with its unit."""
    amount, unit = _budget_of({}, form)
    whole = f"{amount.strip()} {unit}" if amount.strip() and unit in UNITS[1:] else amount
    folder.change(changes_of(folder.plan, {**form, "goal.budget": whole} if "goal.budget" in form else form))


def _is_deferred(plan: Mapping[str, Any]) -> bool:
    return "answers" in plan or any({*SOURCES} & {*model} for model in plan.get("models", ()))


def _show_money(folder: Folder, request: PageRequest) -> Shown:
    plan, form = folder.plan, request.form
    aims = ("answers.error_weight" if _is_deferred(plan) else "entry.value", "goal.target")
    main = {"prices": PRICES, "aims": aims, "times": TIMES}
    keys = ["goal.budget", *(key for names in main.values() for key in names)]
    more = {
        heading: fields_of([key for key in names if key not in keys], plan, form)
        for heading, names in keys_by_heading(plan).items()
    }
    return {
        **{name: fields_of(names, plan, form) for name, names in main.items()},
        "budget": _budget_of(plan, form),
        "more": {heading: fields for heading, fields in more.items() if fields},
        "keys": [*keys, *(field.key for fields in more.values() for field in fields)],
        "timed": _timed(folder),
        "commands": [("check", folder.plan_name)],
    }


def _timed(folder: Folder) -> list[tuple[str, ...]]:
    """Return what is seen of the first items, so that somebody can judge them against the clock."""
    try:
        draft = folder.table()
    except BudgetplanError:
        return []
    roles = _roles_of(folder.plan, draft, folder.notes.get("texts"))
    texts, ids = ([name for name in roles if roles[name] == role] for role in ("text", "id"))
    return [*zip(*(_cells(draft.survey, name, N_TIMED) for name in texts or ids), strict=True)]


def _post_money(folder: Folder, request: PageRequest) -> str:
    _change(folder, request.form)
    _refuse_needed(folder.needed(), request)
    return "/plan"


# The plan.


def _show_plan(folder: Folder, request: PageRequest) -> Shown:
    plan, form, job = folder.plan, request.form, folder.job
    price = "cost.hourly_rate" if value_of(plan, "cost.hourly_rate") else "cost.per_item"
    keys = ("answers.error_weight" if _is_deferred(plan) else "entry.value", price)
    # No page to try amounts on goes to a funder.
    profile = PROFILES.get(str(value_of(plan, "report.profile")))
    formats = [name for name in FORMATS if not (name == "explore" and profile and profile.called)]
    there = [name for name in formats if folder.inside(f"report/{MADE[name]}")]
    ticked = request.ticked.get("format", there or [name for name in formats if name in FORMATS[:3]])
    tool = form.get("tool", folder.notes.get("tool", WRITTEN[0]))
    files = [name for name in OF_REPORT if folder.inside(f"report/{name}")]
    shown: Shown = {"card": "", "fields": fields_of(keys, plan, form), "budget": _budget_of(plan, form)}
    shown |= {"keys": ("goal.budget", *keys, "put_away"), "files": files, "ticked": ticked, "tool": tool}
    shown |= {"formats": formats, "is_old": folder.is_older("report/decision.json")}
    shown |= {"is_old_queue": folder.is_older("queue/manifest/manifest.json")}
    report = ("report", folder.plan_name, "--format", ",".join(ticked), "--out", "report")
    shown |= {"commands": [report, ("queue", folder.plan_name, "--for", tool, "--out", "queue")]}
    shown |= {"problems": job.problems if job else ()}
    try:
        card, explored = folder.page()
    except BudgetplanError as error:
        return shown | {"problems": (*shown["problems"], *error.problems)}
    if explored is not None:
        command = f"budgetplan report {quoted_word(folder.plan_name)}"
        shown |= {"words": explored["text"], "json": as_json({"command": command} | explored)}
    return shown | {"card": card}


def _post_plan(folder: Folder, request: PageRequest) -> str:
    form, formats = request.form, [name for name in FORMATS if name in request.ticked.get("format", ())]
    tool, put_away = form.get("tool", ""), "put_away" in form
    if form.get("action") == "report":
        folder.start(lambda progress: folder.write_report(formats, progress))
    elif form.get("action") == "queue" and tool in WRITTEN:
        if folder.has_queue and not put_away:
            raise UsageError.of(wording(request.language)["plan"]["has_queue"], option="put_away")
        folder.note(tool=tool)
        folder.start(lambda progress: folder.write_queue(tool, progress, put_away=put_away))
    else:
        _change(folder, form)
        return "/plan"
    return "/plan#work"


# The review.


def _show_review(folder: Folder, request: PageRequest) -> Shown:
    logs = folder.notes.get("logs", [])
    command = (
        "progress",
        folder.plan_name,
        *(logs or ["export.json"]),
        "--queue",
        "queue",
        "--out",
        "progress",
    )
    shown: Shown = {"logs": logs, "card": "", "files": (), "commands": [command], "keys": ("logs",)}
    if not logs or request.form or request.uploads:
        return shown
    try:
        shown["card"] = folder.card(logs)
    except BudgetplanError as error:
        return shown | {"problems": error.problems}
    return shown | {
        "files": [f"card.{end}" for end in ("html", "pdf") if folder.inside(f"progress/card.{end}")]
    }


def _post_review(folder: Folder, request: PageRequest) -> str:
    kept = [name for name in folder.notes.get("logs", ()) if name in request.ticked.get("log", ())]
    new = [folder.keep(upload.name, upload.content) for upload in request.uploads.get("logs", ())]
    logs = [*dict.fromkeys((*kept, *new))]
    if not logs:
        raise UsageError.of(wording(request.language)["review"]["none"], option="logs")
    folder.card(logs)
    folder.note(logs=logs)
    return "/review"


PAGES: Mapping[str, tuple[Callable[[Folder, PageRequest], Shown], Callable[[Folder, PageRequest], str]]] = {
    "file": (_show_file, _post_file),
    "columns": (_show_columns, _post_columns),
    "money": (_show_money, _post_money),
    "plan": (_show_plan, _post_plan),
    "review": (_show_review, _post_review),
}
"""What each page shows, and what its form does: that gives where to go on, or raises what is wrong."""
