"""The five pages: what each shows of the plan in the folder, and what its form changes there."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from starlette.datastructures import FormData, UploadFile
from starlette.responses import HTMLResponse, Response

from budgetplan.app.folder import PLAN, Folder, changes_of, fields_of, keys_by_heading, option_of, to_text, value_of
from budgetplan.domain.asked.keys import Language
from budgetplan.domain.asked.profile import PROFILES
from budgetplan.domain.messages import Message, NamedOption, quoted_word
from budgetplan.errors import BudgetplanError, Problem, UsageError
from budgetplan.files import save
from budgetplan.preflight.draft import MOST_CHOICES, Column, Draft, Survey
from budgetplan.render.html import as_json
from budgetplan.render.templating import environment, read_template
from budgetplan.report.display import Style, show
from budgetplan.settings.amounts import UNITS, with_unit
from budgetplan.settings.sources import SOURCES
from budgetplan.tables.cells import NOTHING
from budgetplan.tables.columns import find_id
from budgetplan.tools import WRITTEN

Texts = Mapping[str, str]
Sections = Mapping[str, Any]
"""What a plan file says, by section."""
Shown = dict[str, Any]
"""What a template reads."""
BUDGETS = ("money", "hours", "items")
"""In what a budget may be."""
N_ROWS, N_TIMED, MOST_VALUES = 8, 10, 50
"""Rows that are shown of a table, judgements that are timed, and values of labels that are listed."""
FORM = tuple(f"table.{name}" for name in ("separator", "decimal", "header", "sheet", "encoding"))
"""How a table is written."""
ROLES = {"id": "table.id", "label": "table.label"} | dict.fromkeys(("text", "score", "answer", "answerer"), "")
ROLES |= {"cost": "table.cost", "group": "table.group", "split": "table.split_column"}
ROLES |= {name: f"table.{name}" for name in ("units", "weight")}
"""What a column may be, with the key that names it; models and answerers have tables of their own, and texts are for those who judge."""
PARTS = ("table.split", "table.validation", "table.test")
"""Keys that say which values of a split column are used."""
PRICES = ("cost.per_item", "cost.hourly_rate", "cost.seconds_per_item", "cost.annotators", "cost.currency")
TIMES = ("work.people", "work.hours_a_week", "work.start", "work.deadline")
EXPLORE = "explore.html"
MADE = {"html": "report.html", "pdf": "report.pdf", "explore": EXPLORE}
USUAL = tuple(MADE)
MADE |= {"docx": "application.docx", "xlsx": "tables.xlsx"}
"""The file that a format is known by; the first formats are ticked where nothing was written yet."""
OF_REPORT = (*MADE.values(), "costs.xlsx", "justification.txt", "tables/review.csv", "tables/ask.csv")
_IN_TABLE = re.compile(r"(model|answerer) (\d+), (\w+)")
"""Where a problem lies in one of several tables."""
_OF_EXAMPLES = (".toml", ".csv", ".npy", ".parquet", ".txt")


@dataclass(frozen=True)
class PageRequest:
    """What somebody asks of a page: in which language, and what was sent by its form, if one was."""

    language: Language
    sent: FormData = field(default_factory=FormData)

    @property
    def form(self) -> dict[str, str]:
        """What the fields of the form say."""
        return {name: value for name, value in self.sent.items() if isinstance(value, str)}

    def ticked(self, name: str) -> list[str]:
        """Return what was ticked in a field."""
        return [value for value in self.sent.getlist(name) if isinstance(value, str)]

    def files(self, name: str) -> list[UploadFile]:
        """Return the files that were chosen in a field."""
        sent = self.sent.getlist(name)
        return [value for value in sent if isinstance(value, UploadFile) and value.filename]


@cache
def wording(language: Language) -> Mapping[str, Any]:
    """Return the wording of all pages in a language."""
    return tomllib.loads(read_template(f"app/{language}.toml"))


def render_page(page: str, folder: Folder, request: PageRequest, problems: Sequence[Problem]) -> Response:
    """Return a page, with status 422 where something is wrong; ``problems``: of the form that was sent."""
    t = wording(request.language)
    shown: Shown = {"names": (), "doubts": (), "problems": (), "card": "", "files": (), "t": t}
    shown |= {"language": request.language, "page": page, "pages": PAGES, "folder": folder}
    shown |= {"units": BUDGETS, "tools": WRITTEN, "quoted": quoted_word, "page_of": _page_of}
    shown |= {"counted": lambda number: show(number, "count", Style(language=request.language))}
    try:
        PAGES[page][0](folder, request, shown)
    except BudgetplanError as error:
        shown["problems"] = (*shown["problems"], *error.problems)
    # What is wrong with the plan itself stands behind a form that was refused.
    wrong = [*dict.fromkeys(problems or shown["problems"])]
    placed: dict[str, list[Problem]] = {}
    for problem in (*wrong, *(() if problems else shown["doubts"])):
        placed.setdefault(_place(problem, shown["names"], shown["keys"]), []).append(problem)
    columns = {f"column-{place}": column for place, column in enumerate(shown["names"])}
    shown |= {"placed": placed, "wrong": wrong, "is_posted": bool(problems), "called": t["labels"] | columns}
    shown |= {"worded": lambda problem, place: _worded(problem, place, request.language).replace(f"{folder.root}/", "")}
    return HTMLResponse(environment().get_template(f"app/{page}.html").render(shown), 422 if wrong else 200)


def _place(problem: Problem, names: Sequence[str], keys: Sequence[str]) -> str:
    """Return where on a page a problem is told: beside a column, beside a field, or (nothing) at the top."""
    if problem.column in names:
        return f"column-{names.index(problem.column)}"
    option = _IN_TABLE.sub(r"\1s.\2.\3", problem.option)
    beside = (key for key in keys if option == key or option.startswith(f"{key}.") or key in problem.options)
    return next(beside, "")


def _page_of(problem: Problem) -> str:
    """Return the page on which a problem is mended; nothing where none is known."""
    keys = (_IN_TABLE.sub(r"\1s.\2.\3", problem.option), *problem.options)
    if problem.column or any(key.startswith(("table.", "models")) for key in keys):
        return "columns"
    return "money" if any(map(option_of, keys)) else ""


def _worded(problem: Problem, place: str, language: Language) -> str:
    """Return a problem in one line, in which keys are called as the pages call them; without the place beside which it stands."""
    is_column = place.startswith("column-")
    file = "" if place and not is_column else problem.file.rpartition("/")[2]
    column, option = "" if is_column else problem.column, "" if place else problem.option
    return replace(problem, file=file, column=column, option=option).words(language, _key)


def _key(option: NamedOption) -> str:
    value = option.value or option.like
    return f"{option.key} = {value}" if value else option.key


# The file.


def examples() -> dict[str, Path]:
    """Return the folders of the examples by name; none where the program is installed without them."""
    plans = sorted(Path(__file__).resolve().parents[2].glob("examples/*/plan.toml"))
    return {path.parent.name: path.parent for path in plans}


def _show_file(folder: Folder, request: PageRequest, shown: Shown) -> None:
    notes = {"table": "", "labels": "", "form": {}} | folder.notes
    fields = fields_of(FORM, {}, notes["form"] | request.form)
    values = {field.key: field.value for field in fields} | {"table.labels": notes["labels"]}
    words = [word for key, value in values.items() if value for word in ("--set", f"{key}={value}")]
    init = ("init", notes["table"] or "scores.csv", *words, "--out", folder.plan_name)
    shown |= {"table": notes["table"], "labels": notes["labels"], "path": request.form.get("path", "")}
    shown |= {"examples": examples(), "fields": fields, "commands": [init]}
    shown |= {"keys": ("table.file", "table.labels", *FORM)}


def _post_file(folder: Folder, request: PageRequest) -> str:
    form, notes = request.form, folder.notes
    if "example" in form:
        return _take_example(folder, form["example"], request.language)
    kept = {name: folder.keep(file) for name in ("scores", "labels") for file in request.files(name)[-1:]}
    path = form.get("path", "").strip().strip("\"'")
    table_path = str(Path(path).expanduser().absolute()) if path else notes.get("table", "")
    table = kept.get("scores") or table_path
    has_others = table == notes.get("table") and "no_labels" not in form
    labels = kept.get("labels") or (notes.get("labels", "") if has_others else "")
    return _draft(folder, request, table, labels)


def _draft(folder: Folder, request: PageRequest, table: str, labels: str) -> str:
    form = {key: value for key in FORM if (value := request.form.get(key, "").strip())}
    folder.note(table=table, labels=labels, form=form)
    if not table:
        raise UsageError.of(Message("app.no_file"), option="table.file")
    folder.draft(table, labels, form, request.language)
    return "/columns"


def _take_example(folder: Folder, name: str, language: Language) -> str:
    if name not in examples():
        raise UsageError.of(Message("app.no_example"), option="example", found=name)
    files = [path for path in sorted(examples()[name].iterdir()) if path.suffix in _OF_EXAMPLES]
    content = {path.name if path.name != PLAN else folder.plan_name: path.read_bytes() for path in files}
    folder.put_away()
    save(content, folder.root, "example", replace=True)
    folder.note(table="", labels="", form={}, example=name)
    folder.change({"report.language": language})
    return "/columns"


# The columns.


def _show_columns(folder: Folder, request: PageRequest, shown: Shown) -> None:
    plan, form = folder.plan, request.form
    shown |= {"columns": (), "values": (), "label": "", "roles": ("", *ROLES)}
    shown |= {"fields": fields_of(FORM, plan, form), "missing": fields_of(["table.missing"], plan, form)}
    shown |= {"keys": ("table.label", "table.positive", "models.name", "table.missing", *FORM, *PARTS)}
    shown |= {"commands": [("check", folder.plan_name)]}
    draft = folder.table()
    survey, roles = draft.survey, _roles_of(plan, draft, folder.notes.get("texts"))
    roles |= {name: form[f"role:{name}"] for name in survey.names if f"role:{name}" in form}
    label, split = (next(iter(_by_role(roles)[role]), "") for role in ("label", "split"))
    shown |= {"survey": survey, "names": survey.names, "label": label}
    shown |= {"values": _values_of(plan, survey, label, form)}
    shown |= {"empty": survey.n_rows - sum(survey.by_name[label].counts().values()) if shown["values"] else 0}
    shown["columns"] = [(name, roles[name], _cells(survey, name, N_ROWS)) for name in survey.names]
    shown["odd"] = {column.name: odd for column in survey.columns if (odd := _odd_cells(column))}
    if column := survey.column(split):
        parts = PARTS[1:] if _is_deferred(plan) else PARTS[:1]
        shown |= {"splits": column.different[:MOST_VALUES], "parts": fields_of(parts, plan, form)}
    if not form:
        checked = folder.checked()
        shown |= {"problems": checked.errors, "doubts": checked.doubts}


def _cells(survey: Survey, name: str, n_rows: int) -> list[str]:
    column = survey.by_name[name]
    return [column.names[code] for code in column.codes[:n_rows]]


def _odd_cells(column: Column) -> tuple[int, str] | None:
    """Return how many cells of a column of numbers are none, and the first; None where it is no such column."""
    if not 0 < column.n_odd < np.isfinite(column.values).sum():
        return None
    places = np.flatnonzero(np.isnan(column.values))
    return column.n_odd, next(filter(None, (column.names[column.codes[place]] for place in places)))


def _roles_of(plan: Sections, draft: Draft, texts: Sequence[str] | None) -> dict[str, str]:
    """Return what each column is: as the plan has it, and as it looks where the plan says nothing."""
    survey, models = draft.survey, plan.get("models", ())
    if texts is None:
        of_texts = (column for column in survey.columns if not (column.is_number or _odd_cells(column)))
        texts = [column.name for column in of_texts if column.n_different > MOST_CHOICES]
    roles = dict.fromkeys(texts, "text")
    if not models:
        roles |= {score.column: "score" for score in draft.scores if not score.is_confidence}
    usual = {"id": find_id(survey.names, ""), "label": next(iter(draft.roles.label.choices), "")}
    usual |= {"split": "split"} if any(value_of(plan, key) for key in PARTS) else {}
    columns = {role: value_of(plan, key) or usual.get(role) for role, key in ROLES.items() if key}
    roles |= {name: role for role, name in columns.items() if isinstance(name, str)}
    for model in models:
        role, names = _columns_of(model, survey)
        roles |= dict.fromkeys(names, role)
    for answerer in plan.get("answerers", ()):
        roles |= dict.fromkeys(_columns_of_answerer(answerer), "answerer")
    return {name: roles.get(name, "") for name in survey.names}


def _by_role(roles: Texts) -> dict[str, list[str]]:
    return {role: [name for name in roles if roles[name] == role] for role in ROLES}


def _columns_of(model: Mapping[str, Any], survey: Survey) -> tuple[str, list[str]]:
    """Return whether a model of a plan scores or answers, and the columns that it has."""
    if prefix := model.get("probabilities") or model.get("decision"):
        return "answer", [name for name in survey.names if name == prefix or name.startswith(f"{prefix}:")]
    if "predicted" in model:
        return "answer", [model[name] for name in ("predicted", "confidence") if name in model]
    return "score", [] if "array" in model else [model.get("column", model.get("name", ""))]


def _columns_of_answerer(answerer: Mapping[str, Any]) -> list[str]:
    """Return the column of the answers, and the one that says how sure each is, if there is one."""
    return [answerer.get("column", answerer.get("name", "")), *filter(None, [answerer.get("confidence")])]


def _values_of(plan: Sections, survey: Survey, label: str, form: Texts) -> list[tuple[str, int, str]]:
    """Return the values of the labels with how many rows have each and what is said of them: yes, no or none."""
    column = survey.column(label)
    if column is None:
        return []
    empty = dict.fromkeys(_texts(plan, "table.empty"), "none")
    marks = dict.fromkeys(_texts(plan, "table.positive"), "yes") | empty
    counts = dict.fromkeys(empty, 0) | dict(Counter(column.counts()).most_common(MOST_VALUES))
    return [(name, n, form.get(f"value:{name}", marks.get(name, "no"))) for name, n in counts.items()]


def _texts(plan: Sections, key: str) -> list[str]:
    value = value_of(plan, key) or []
    return [*map(str, value)] if isinstance(value, list) else [str(value)]


def _post_columns(folder: Folder, request: PageRequest) -> str:
    form, plan = request.form, folder.plan
    if form.get("action") == "again":
        table, labels = (to_text(value_of(plan, f"table.{name}")) for name in ("file", "labels"))
        return _draft(folder, request, table, labels)
    draft = folder.table()
    survey = draft.survey
    roles = {name: form[f"role:{name}"] for name in survey.names if form.get(f"role:{name}") in ROLES}
    of_role = _by_role(roles)
    if doubled := [name for role, key in ROLES.items() if key for name in of_role[role][1:]]:
        raise UsageError([Problem(Message("app.twice"), column=name) for name in doubled])
    values: dict[str, Any] = {key: next(iter(of_role[role]), None) for role, key in ROLES.items() if key}
    values |= {"models": _models_of(plan, survey, roles) or None, "table.positive": None}
    values["answerers"] = _answerers_of(plan, draft, of_role["answerer"]) or None
    values |= changes_of(plan, {key: form[key] for key in ("table.missing", *PARTS) if key in form})
    values |= {} if of_role["split"] else dict.fromkeys(PARTS)
    folder.note(texts=of_role["text"])
    if form.get("label") == values["table.label"]:
        values |= _marked(plan, form)
        # What answers are worth is asked on the next page.
        _refuse_needed([key for key in folder.needed(values) if key != "answers"])
        folder.change(values)
        return "/money"
    folder.change(values)
    if name := folder.table().positive.name:
        folder.change({"table.positive": [name]})
    return "/columns#labels"


_NEEDED = {
    "table.label": "app.label_needed",
    "table.positive": "app.positive_needed",
    "models.name": "app.models_needed",
    "answers": "app.worth_needed",
}


def _refuse_needed(keys: Iterable[str]) -> None:
    """Refuse to go on where a report still needs some keys."""
    fields = {"answers": "answers.error_weight"}
    if needed := [Problem(Message(_NEEDED[key]), option=fields.get(key, key)) for key in keys]:
        raise UsageError(needed)


def _marked(plan: Sections, form: Texts) -> dict[str, Any]:
    """Return what the marks beside the values of the labels say."""
    marks = {key.removeprefix("value:"): mark for key, mark in form.items() if key.startswith("value:")}
    yes, nothing = ([name for name in marks if marks[name] == mark] for mark in ("yes", "none"))
    like_nothing = [name for name in marks if name.lower() in NOTHING and name not in nothing]
    values: dict[str, Any] = {"table.positive": yes or None}
    for key, names in (("table.empty", nothing), ("table.as_label", like_nothing)):
        kept = [name for name in _texts(plan, key) if name not in marks]
        values[key] = kept + names or None
    return values


def _models_of(plan: Sections, survey: Survey, roles: Texts) -> list[dict[str, Any]]:
    """Return the models of the plan whose columns are still called so, and those of the other columns."""
    models, taken = list[dict[str, Any]](), set[str]()
    for model in plan.get("models", ()):
        role, names = _columns_of(model, survey)
        if all(roles.get(name) == role for name in names):
            models.append(model)
            taken |= {*names}
    of_role = _by_role({name: role for name, role in roles.items() if name not in taken})
    models += [{"name": name} for name in of_role["score"]]
    answers = of_role["answer"]
    for columns in survey.by_class:
        if {*columns.columns} <= {*answers}:
            kind = "probabilities" if columns.low >= 0 and columns.high <= 1 else "decision"
            models.append({"name": columns.prefix, kind: columns.prefix})
            answers = [name for name in answers if name not in columns.columns]
    return [*models, *({"name": name, "predicted": name} | sure for name, sure in _with_sure(survey, answers))]


def _answerers_of(plan: Sections, draft: Draft, columns: Sequence[str]) -> list[dict[str, Any]]:
    """Return the answerers of the plan whose columns are still called so, and those of the other columns."""
    kept = [answerer for answerer in plan.get("answerers", ()) if {*_columns_of_answerer(answerer)} <= {*columns}]
    taken = {*chain(*map(_columns_of_answerer, kept))}
    others = [name for name in columns if name not in taken]
    pairs = ((guess.column, guess.confidence, guess.levels) for guess in draft.answerers if guess.levels)
    words = {name: {"confidence": sure, "levels": [*levels]} for name, sure, levels in pairs if sure in others}
    answers = [name for name in others if all(name != sure["confidence"] for sure in words.values())]
    return [*kept, *({"name": name} | words.get(name, sure) for name, sure in _with_sure(draft.survey, answers))]


def _with_sure(survey: Survey, columns: Sequence[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield columns of answers, each with the key of a column of numbers that says how sure they are, while there are such."""
    sure = [name for name in columns if (column := survey.by_name[name]).is_number and not column.is_whole]
    for name in [name for name in columns if name not in sure]:
        yield name, {"confidence": sure.pop(0)} if sure else {}


# Money and aim.


def _budget_of(plan: Sections, form: Texts) -> tuple[str, str]:
    """Return the amount and the unit of a budget as the fields have them."""
    amount = form.get("goal.budget", to_text(value_of(plan, "goal.budget")))
    number, word = with_unit(amount)
    unit = next((unit for unit in BUDGETS[1:] if word in UNITS[unit]), "")
    return (number, unit) if unit else (amount, form.get("unit", BUDGETS[0]))


def _change(folder: Folder, form: Texts) -> None:
    """Set the keys that the fields of a form say, the budget with its unit."""
    amount, unit = _budget_of({}, form)
    bare = amount.strip() and not with_unit(amount)[1]  # "400 words" says its own unit
    whole = f"{amount.strip()} {unit}" if bare and unit in BUDGETS[1:] else amount
    folder.change(changes_of(folder.plan, {**form, "goal.budget": whole} if "goal.budget" in form else form))


def _is_deferred(plan: Sections) -> bool:
    return "answers" in plan or any({*SOURCES} & {*model} for model in plan.get("models", ()))


def _worth_of(plan: Sections) -> str:
    """Return the key that says what a plan is to bring."""
    return "answers.error_weight" if _is_deferred(plan) else "entry.value"


def _show_money(folder: Folder, request: PageRequest, shown: Shown) -> None:
    plan, form = folder.plan, request.form
    paid = {
        f"answerers.{at}.price": answerer.get("name", "") for at, answerer in enumerate(plan.get("answerers", ()), 1)
    }
    main = {"prices": (*PRICES, *paid), "aims": (_worth_of(plan), "goal.target"), "times": TIMES}
    keys = ["goal.budget", *chain(*main.values())]
    more = keys_by_heading(plan, keys)
    shown |= {name: fields_of(names, plan, form) for name, names in main.items()}
    shown["more"] = {heading: fields_of(names, plan, form) for heading, names in more.items()}
    shown |= {"keys": [*keys, *chain(*more.values())], "budget": _budget_of(plan, form), "paid": paid}
    shown |= {"timed": _timed(folder), "commands": [("check", folder.plan_name)]}


def _timed(folder: Folder) -> list[tuple[str, ...]]:
    """Return what is seen of the first items, so that somebody can judge them against the clock."""
    with suppress(BudgetplanError):
        draft = folder.table()
        of_role = _by_role(_roles_of(folder.plan, draft, folder.notes.get("texts")))
        cells = (_cells(draft.survey, name, N_TIMED) for name in of_role["text"] or of_role["id"])
        return [*zip(*cells, strict=True)]
    return []


def _post_money(folder: Folder, request: PageRequest) -> str:
    _change(folder, request.form)
    _refuse_needed(folder.needed())
    return "/plan"


# The plan.


def _show_plan(folder: Folder, request: PageRequest, shown: Shown) -> None:
    plan, form, job = folder.plan, request.form, folder.job
    price = "cost.hourly_rate" if value_of(plan, "cost.hourly_rate") else "cost.per_item"
    keys = (_worth_of(plan), price)
    # No page to try amounts on goes to a funder.
    profile = PROFILES.get(str(value_of(plan, "report.profile")))
    formats = [name for name in MADE if not (name == "explore" and profile and profile.called)]
    there = [name for name in formats if folder.inside(f"report/{MADE[name]}")]
    ticked = request.ticked("format") or there or [name for name in formats if name in USUAL]
    tool = form.get("tool", folder.notes.get("tool", WRITTEN[0]))
    shown |= {"fields": fields_of(keys, plan, form), "budget": _budget_of(plan, form)}
    shown |= {"keys": ("goal.budget", *keys, "put_away"), "ticked": ticked, "tool": tool, "formats": formats}
    shown |= {"files": [name for name in OF_REPORT if folder.inside(f"report/{name}")]}
    shown |= {"is_old": folder.is_older("report/decision.json")}
    shown |= {"is_old_queue": folder.is_old_queue}
    report = ("report", folder.plan_name, "--format", ",".join(ticked), "--out", "report")
    shown |= {"commands": [report, ("queue", folder.plan_name, "--for", tool, "--out", "queue")]}
    shown |= {"problems": job.problems if job else ()}
    shown["card"], explored = folder.page()
    if explored is not None:
        command = f"budgetplan report {quoted_word(folder.plan_name)}"
        shown |= {"words": explored["text"], "json": as_json({"command": command} | explored)}


def _post_plan(folder: Folder, request: PageRequest) -> str:
    form, formats = request.form, [name for name in MADE if name in request.ticked("format")]
    tool, put_away = form.get("tool", ""), "put_away" in form
    if form.get("action") == "report":
        folder.start(lambda progress: folder.write_report(formats, progress))
    elif form.get("action") == "queue" and tool in WRITTEN:
        if folder.has_queue and not put_away:
            raise UsageError.of(Message("app.has_queue"), option="put_away")
        folder.note(tool=tool)
        folder.start(lambda progress: folder.write_queue(tool, progress, replace=put_away))
    else:
        _change(folder, form)
        return "/plan"
    return "/plan#work"


# The review.


def _show_review(folder: Folder, request: PageRequest, shown: Shown) -> None:
    logs = folder.notes.get("logs", [])
    read = ("progress", folder.plan_name, *(logs or ["export.json"]), "--queue", "queue", "--out", "progress")
    shown |= {"logs": logs, "commands": [read], "keys": ("logs",), "has_rest": not _is_deferred(folder.plan)}
    if logs and not request.form and not request.files("logs"):
        shown["card"] = folder.card(logs)
        shown["files"] = [name for name in ("card.html", "card.pdf") if folder.inside(f"progress/{name}")]


def _post_review(folder: Folder, request: PageRequest) -> str:
    kept = [name for name in folder.notes.get("logs", ()) if name in request.ticked("log")]
    if request.form.get("action") == "rest" and kept:
        folder.plan_rest(kept)
        return "/plan"
    logs = [*dict.fromkeys([*kept, *map(folder.keep, request.files("logs"))])]
    if not logs:
        raise UsageError.of(Message("app.no_log"), option="logs")
    folder.card(logs)
    folder.note(logs=logs)
    return "/review"


PAGES: Mapping[str, tuple[Callable[..., None], Callable[..., str]]] = {
    "file": (_show_file, _post_file),
    "columns": (_show_columns, _post_columns),
    "money": (_show_money, _post_money),
    "plan": (_show_plan, _post_plan),
    "review": (_show_review, _post_review),
}
"""What fills in what each page shows, up to what is wrong, which it raises; and what its form does, which gives where to go on."""
