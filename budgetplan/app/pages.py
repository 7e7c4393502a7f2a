"""The five pages: what each shows of the plan in the folder, and what its form changes there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import IO, Any

from budgetplan.app.folder import Folder
from budgetplan.app.plan_file import Field, fields_of, option_of, stated, to_text, values_of
from budgetplan.domain.asked.keys import Language
from budgetplan.domain.options import BY_KEY, quoted_word
from budgetplan.errors import BudgetplanError, NamedOption, Problem, UsageError, parts_of
from budgetplan.files import save
from budgetplan.preflight.draft import Draft
from budgetplan.preflight.surveyed import MOST_CHOICES, Survey
from budgetplan.queues.files import PACKETS
from budgetplan.render.templating import environment, read_template
from budgetplan.tables.bad_numbers import NOTHING
from budgetplan.tables.columns import find_id
from budgetplan.tools import WRITTEN

PAGES = ("file", "columns", "money", "plan", "review")
FORMATS = ("html", "pdf", "docx", "xlsx")
UNITS = ("money", "hours", "items")
N_ROWS, N_TIMED, MOST_VALUES = 8, 10, 50
"""Rows that are shown of a table, judgements that are timed, and values of labels that are listed."""
FORM = tuple(f"table.{name}" for name in ("separator", "decimal", "header", "sheet", "encoding"))
"""How a table is written."""
ROLES: Mapping[str, str] = {
    "id": "table.id",
    "label": "table.label",
    "text": "",
    "score": "",
    "answer": "",
    "cost": "table.cost",
    "group": "table.group",
    "split": "table.split_column",
    "units": "table.units",
    "weight": "table.weight",
}
"""What a column may be, with the key that names it; models have tables of their own, and texts are for those who judge."""
PARTS = ("table.split", "table.validation", "table.test")
"""Keys that say which values of a split column are used."""
PRICES = ("cost.per_item", "cost.hourly_rate", "cost.seconds_per_item", "cost.currency")
AIMS = ("entry.value", "goal.target")
TIMES = ("work.people", "work.hours_a_week", "work.start", "work.deadline")
MEANT = re.compile(r"(model|answerer) (\d+), (\w+)")
"""Where a problem lies in one of several tables."""
WRITTEN_FILES = (
    *("report.html", "report.pdf", "application.docx", "tables.xlsx", "costs.xlsx", "justification.txt"),
    "explore.html",
)
EXAMPLE_FILES = (".toml", ".csv", ".npy", ".parquet", ".txt")


@dataclass(frozen=True)
class Upload:
    """A file that was sent: what its sender calls it, and what is in it."""

    name: str
    content: IO[bytes]


@dataclass(frozen=True)
class PageRequest:
    """What somebody asked of a page: in which language, and what a form says where one was sent."""

    language: Language
    form: Mapping[str, str] = field(default_factory=dict)
    ticked: Mapping[str, Sequence[str]] = field(default_factory=dict)
    uploads: Mapping[str, Sequence[Upload]] = field(default_factory=dict)

    @property
    def texts(self) -> Mapping[str, Any]:
        """The wording of the pages."""
        return wording(self.language)


@cache
def wording(language: Language) -> Mapping[str, Any]:
    """Return the wording of all pages in a language."""
    return tomllib.loads(read_template(f"app/{language}.toml"))


def render_page(
    name: str, folder: Folder, asked: PageRequest, problems: Sequence[Problem] = ()
) -> tuple[str, int]:
    """Return a page and its status: 422 where something is wrong; ``problems``: of the form that was sent."""
    shown = _SHOWN[name](folder, asked, problems)
    found = [*dict.fromkeys((*problems, *shown.pop("problems", ())))]
    names, keys = shown.get("names", ()), shown.get("keys", ())
    placed: dict[str, list[Problem]] = {}
    for one in (*found, *shown.get("doubts", ())):
        placed.setdefault(_place(one, names, keys), []).append(one)
    values: dict[str, Any] = {
        "t": asked.texts,
        "language": asked.language,
        "page": name,
        "pages": PAGES,
        "placed": placed,
    }
    values |= {
        "root": str(folder.root),
        "worded": lambda one: _worded(one, folder),
        "is_wrong": found.__contains__,
    }
    wrong = [place for place, each in placed.items() if place and any(one in found for one in each)]
    values |= {"n_wrong": len(found), "wrong_places": wrong, "job": folder.job, "plan_name": folder.plan_name}
    values |= {"is_posted": bool(problems), "mended_on": _mended_on}
    values["anchor"] = lambda place: _anchor(place, names)
    values |= {"has_plan": bool(folder.text), "cd": f"cd {quoted_word(str(folder.root))}"}
    return environment().get_template(f"app/{name}.html").render(values | shown), 422 if found else 200


def _place(problem: Problem, names: Sequence[str], keys: Sequence[str]) -> str:
    """Return where on a page a problem is told: beside a column, beside a field, or (nothing) at the top."""
    if problem.column in names:
        return f"column:{problem.column}"
    option = MEANT.sub(r"\1s.\2.\3", problem.option)
    mine = [key for key in keys if option == key or option.startswith(f"{key}.")]
    mine += [key for key in problem.options if key in keys]
    return f"key:{mine[0]}" if mine else ""


def _mended_on(problem: Problem) -> str:
    """Return the page on which a problem is mended; nothing where none is known."""
    keys = (MEANT.sub(r"\1s.\2.\3", problem.option), *problem.options)
    if problem.column or any(key.startswith(("table.", "models")) for key in keys):
        return "columns"
    return "money" if any(option_of(key) for key in keys) else ""


def _anchor(place: str, names: Sequence[str]) -> str:
    """Return what a place of a page is called: a name of a column may have any signs."""
    kind, _, name = place.partition(":")
    return f"column-{names.index(name)}" if kind == "column" else name


def _worded(problem: Problem, folder: Folder) -> str:
    """Return a problem in one line, in which keys are called as the pages call them."""
    told = [
        "".join(_named(one) if isinstance(one, NamedOption) else one for one in parts_of(text))
        for text in (problem.wrong, problem.todo)
    ]
    where = f"line {problem.line}" if problem.line is not None and problem.by == "line" else ""
    where = ", ".join(
        filter(None, (problem.file.rpartition("/")[2], where, problem.column and f"column {problem.column}"))
    )
    found = "" if problem.found is None else f' (found "{problem.found}")'
    line = f"{where}: " * bool(where) + told[0] + found + f"; {told[1]}" * bool(told[1])
    return line.replace(f"{folder.root}/", "")


def _named(option: NamedOption) -> str:
    value = option.value or option.like
    return f"{option.key} = {value}" if value else option.key


def _command(*words: str) -> str:
    return " ".join(map(quoted_word, ("budgetplan", *words)))


# The file.


def examples() -> dict[str, Path]:
    """Return the folders of the examples by name; none where the program is installed without them."""
    found = Path(__file__).resolve().parents[2].glob("examples/*/plan.toml")
    return {
        path.parent.name: path.parent
        for path in sorted(found, key=lambda path: "loanwords" not in path.parts)
    }


def _show_file(folder: Folder, asked: PageRequest, _problems: Sequence[Problem]) -> dict[str, Any]:
    notes, form = folder.notes, dict(asked.form)
    table, labels = notes.get("table", ""), notes.get("labels", "")
    said = {key: form.get(key, notes.get("form", {}).get(key, "")) for key in FORM}
    words = [word for key, value in said.items() if value for word in ("--set", f"{key}={value}")]
    words += ["--set", f"table.labels={labels}"] if labels else []
    return {
        "table": table,
        "labels": labels,
        "path": form.get("path", ""),
        "examples": list(examples()),
        "fields": _fields(FORM, said),
        "keys": ("table.file", "table.labels", *FORM),
        "commands": [_command("init", table or "scores.csv", *words, "--out", folder.plan_name)],
    }


def _fields(keys: Sequence[str], said: Mapping[str, str]) -> list[Field]:
    return [Field(key, BY_KEY[key], said.get(key, ""), 1) for key in keys]


def _post_file(folder: Folder, asked: PageRequest) -> str:
    form, notes = asked.form, folder.notes
    if name := form.get("example"):
        if name not in examples():
            raise UsageError.of("there is no such example", option="example", found=name)
        found = [path for path in examples()[name].iterdir() if path.suffix in EXAMPLE_FILES]
        content = {path.name: path.read_bytes() for path in sorted(found)}
        if folder.plan_name != "plan.toml":
            content[folder.plan_name] = content.pop("plan.toml")
        save(content, folder.root, "example", replace=True)
        folder.note(table="", labels="", form={})
        folder.change({"report.language": asked.language})
        return "/columns"
    kept = {
        place: folder.keep(one.name, one.content) for place, each in asked.uploads.items() for one in each
    }
    path = form.get("path", "").strip().strip("\"'")
    table = kept.get("scores") or (
        str(Path(path).expanduser().absolute()) if path else notes.get("table", "")
    )
    is_new = table != notes.get("table")
    labels = kept.get("labels") or ("" if is_new or form.get("no_labels") else notes.get("labels", ""))
    written = {key: value for key in FORM if (value := form.get(key, "").strip())}
    folder.note(table=table, labels=labels, form=written)
    if not table:
        raise UsageError.of(asked.texts["file"]["none"], option="table.file")
    folder.draft(table, labels, written, asked.language)
    return "/columns"


# The columns.


def _show_columns(folder: Folder, asked: PageRequest, problems: Sequence[Problem]) -> dict[str, Any]:
    said, form = folder.said, asked.form
    shown: dict[str, Any] = {
        "columns": [],
        "names": (),
        "values": [],
        "splits": [],
        "parts": [],
        "label": "",
        "survey": None,
    }
    shown |= {"commands": [_command("check", folder.plan_name)], "roles": ("", *ROLES)}
    keys = ("table.missing", *FORM)
    texts = {key: form.get(key, to_text(stated(said, key))) for key in keys}
    shown["fields"], shown["missing"] = _fields(FORM, texts), _fields(keys[:1], texts)
    shown["keys"] = ("table.label", "table.positive", "models.name", *keys, *PARTS)
    try:
        draft, _ = folder.table()
    except BudgetplanError as error:
        return shown | {"problems": error.problems}
    survey, roles = draft.survey, _roles_of(said, draft, folder.notes.get("texts"))
    roles |= {name: form[f"role:{name}"] for name in survey.names if f"role:{name}" in form}
    label, split = (next((name for name in roles if roles[name] == role), "") for role in ("label", "split"))
    shown["names"] = survey.names
    shown["columns"] = [
        {"name": one.name, "role": roles[one.name], "cells": [one.names[code] for code in one.codes[:N_ROWS]]}
        for one in survey.columns
    ]
    shown |= {"label": label, "values": _values_of(said, survey, label, form), "survey": survey}
    if column := survey.column(split):
        shown["splits"] = list(column.different[:MOST_VALUES])
        parts = PARTS[1:] if _is_deferred(said) else PARTS[:1]
        shown["parts"] = _fields(parts, {key: form.get(key, to_text(stated(said, key))) for key in parts})
    if not problems and not folder.needed():
        checked = folder.checked()
        shown |= {"problems": checked.errors, "doubts": checked.doubts}
    return shown


def _roles_of(said: Mapping[str, Any], draft: Draft, texts: Sequence[str] | None) -> dict[str, str]:
    """Return what each column is: as the plan has it, and as it looks where the plan says nothing."""
    survey, roles = draft.survey, dict[str, str]()
    usual = {
        "id": find_id(survey.names, ""),
        "split": "split" if any(stated(said, key) for key in PARTS) else "",
    }
    for role, key in ROLES.items():
        if key and isinstance(name := stated(said, key) or usual.get(role), str):
            roles[name] = role
    for model in said.get("models", ()):
        role, names = _columns_of(model, survey)
        roles |= dict.fromkeys(names, role)
    if "label" not in roles.values() and draft.roles.label.choices:
        roles.setdefault(draft.roles.label.choices[0], "label")
    if not said.get("models"):
        guessed = [one.column for one in draft.scores if not one.is_confidence]
        roles |= {name: "score" for name in guessed if name not in roles}
    if texts is None:
        long = (one for one in survey.columns if not one.is_number and one.n_different > MOST_CHOICES)
        texts = [one.name for one in long]
    roles |= {name: "text" for name in texts if name not in roles}
    return {name: roles.get(name, "") for name in survey.names}


def _columns_of(model: Mapping[str, Any], survey: Survey) -> tuple[str, list[str]]:
    """Return whether a model of a plan scores or answers, and the columns that it has."""
    answers = [model[name] for name in ("predicted", "confidence", "says") if name in model]
    if prefix := model.get("probabilities") or model.get("decision"):
        names = [name for name in survey.names if name == prefix or name.startswith(f"{prefix}:")]
        return "answer", names
    if "predicted" in model:
        return "answer", answers
    return "score", [] if "array" in model else [model.get("column", model.get("name", ""))]


def _values_of(
    said: Mapping[str, Any], survey: Survey, label: str, form: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Return the values of the labels with how many rows have each and what is said of them: yes, no or none."""
    column = survey.column(label)
    if column is None:
        return []
    positive, empty = (stated(said, f"table.{name}") or [] for name in ("positive", "empty"))
    counts = sorted(column.counts().items(), key=lambda one: -one[1])[:MOST_VALUES]
    known = {"yes": positive, "none": empty}
    values = {**dict(counts), **{name: 0 for name in empty if isinstance(empty, list)}}
    return [
        {
            "name": name,
            "n": n,
            "said": form.get(f"value:{name}", next((one for one in known if name in known[one]), "no")),
        }
        for name, n in values.items()
    ]


def _post_columns(folder: Folder, asked: PageRequest) -> str:
    form, said, t = asked.form, folder.said, asked.texts["columns"]
    if form.get("action") == "again":
        written = {key: value for key in FORM if (value := form.get(key, "").strip())}
        table = said.get("table", {})
        folder.note(form=written)
        folder.draft(table.get("file", ""), table.get("labels", ""), written, asked.language)
        return "/columns"
    draft, _ = folder.table()
    roles = {name: form[f"role:{name}"] for name in draft.survey.names if form.get(f"role:{name}") in ROLES}
    values = dict[str, Any]()
    problems = list[Problem]()
    for role, key in ROLES.items():
        named = [name for name, one in roles.items() if one == role]
        problems += [Problem(t["twice"], "", column=name, option=key) for name in named[1:] if key]
        values |= {key: named[0] if named else None} if key else {}
    if problems:
        raise UsageError(problems)
    folder.note(texts=[name for name, role in roles.items() if role == "text"])
    values["models"] = _models_of(said, draft.survey, roles) or None
    values |= values_of(said, {key: form[key] for key in ("table.missing", *PARTS) if key in form})
    values |= {} if values["table.split_column"] else dict.fromkeys(PARTS)
    if same_label := form.get("label") == values["table.label"]:
        values |= _values_said(said, form)
    else:
        values["table.positive"] = None
    folder.change(values)
    if not same_label:
        if name := folder.table()[0].positive.name:
            folder.change({"table.positive": [name]})
        return "/columns#labels"
    needed = [Problem(t["needed"][key], "", option=key) for key in folder.needed() if key in t["needed"]]
    if needed:
        raise UsageError(needed)
    return "/money"


def _values_said(said: Mapping[str, Any], form: Mapping[str, str]) -> dict[str, Any]:
    """Return what the marks beside the values of the labels say."""
    marks = {key.removeprefix("value:"): mark for key, mark in form.items() if key.startswith("value:")}
    empty, kept = (stated(said, f"table.{name}") or [] for name in ("empty", "as_label"))
    empty = [name for name in empty if name not in marks] + [name for name in marks if marks[name] == "none"]
    label_all_the_same = [name for name in marks if marks[name] != "none" and name.lower() in NOTHING]
    kept = [*dict.fromkeys([*(name for name in kept if name not in marks), *label_all_the_same])]
    positive = [name for name in marks if marks[name] == "yes"]
    return {"table.positive": positive or None, "table.empty": empty or None, "table.as_label": kept or None}


def _models_of(said: Mapping[str, Any], survey: Survey, roles: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the models of the plan whose columns are still called so, and those of the other columns."""
    kept, taken = list[dict[str, Any]](), set[str]()
    for model in said.get("models", ()):
        role, names = _columns_of(model, survey)
        if all(roles.get(name) == role for name in names):
            kept.append(model)
            taken |= {*names}
    new = [name for name, role in roles.items() if role in ("score", "answer") and name not in taken]
    kept += [{"name": name} for name in new if roles[name] == "score"]
    answers = [name for name in new if roles[name] == "answer"]
    prefixes = dict.fromkeys(name.partition(":")[0] for name in answers if ":" in name)
    kept += [{"name": prefix, "probabilities": prefix} for prefix in prefixes]
    numbers = [name for name in answers if ":" not in name and survey.by_name[name].is_number]
    for name in answers:
        if ":" not in name and name not in numbers:
            sure = {"confidence": numbers.pop(0)} if numbers else {}
            kept.append({"name": name, "predicted": name, **sure})
    return kept


# Money and aim.


def _budget_of(said: Mapping[str, Any], form: Mapping[str, str]) -> tuple[str, str]:
    """Return the amount and the unit of a budget as the fields have them."""
    amount, unit = form.get("goal.budget", to_text(stated(said, "goal.budget"))), form.get("unit", "money")
    for one in UNITS[1:]:
        if amount.endswith(f" {one}"):
            return amount.removesuffix(f" {one}"), one
    return amount, unit


def _said_of(said: Mapping[str, Any], form: Mapping[str, str]) -> dict[str, str]:
    """Return the keys that the fields of a form say, the budget with its unit."""
    amount, unit = _budget_of(said, form)
    whole = amount if unit not in UNITS[1:] or not amount.strip() else f"{amount.strip()} {unit}"
    return {**form, "goal.budget": whole} if "goal.budget" in form else dict(form)


def _is_deferred(said: Mapping[str, Any]) -> bool:
    models = said.get("models", ())
    return "answers" in said or any(
        {"probabilities", "decision", "array", "predicted"} & {*one} for one in models
    )


def _show_money(folder: Folder, asked: PageRequest, _problems: Sequence[Problem]) -> dict[str, Any]:
    said, form = folder.said, asked.form
    aims = ("answers.error_weight", *AIMS[1:]) if _is_deferred(said) else AIMS
    main = (*PRICES, "goal.budget", *aims, *TIMES)
    more = {
        heading: [
            Field(one.key, one.option, form.get(one.key, one.value), one.rows)
            for one in fields
            if one.key not in main
        ]
        for heading, fields in fields_of(said).items()
    }
    texts = {key: form.get(key, to_text(stated(said, key))) for key in main}
    return {
        **{
            name: _fields(keys, texts)
            for name, keys in (("prices", PRICES), ("aims", aims), ("times", TIMES))
        },
        "budget": _budget_of(said, form),
        "units": UNITS,
        "more": {heading: fields for heading, fields in more.items() if fields},
        "keys": (*main, *(one.key for fields in more.values() for one in fields)),
        "timed": _to_time(folder),
        "commands": [_command("check", folder.plan_name)],
    }


def _to_time(folder: Folder) -> list[list[str]]:
    """Return what is seen of the first items, so that somebody can judge them against the clock."""
    try:
        draft, _ = folder.table()
    except BudgetplanError:
        return []
    roles = _roles_of(folder.said, draft, folder.notes.get("texts"))
    names = [name for name, role in roles.items() if role == "text"] or [
        name for name, role in roles.items() if role == "id"
    ]
    columns = [draft.survey.by_name[name] for name in names]
    return [
        [one.names[one.codes[row]] for one in columns] for row in range(min(N_TIMED, draft.survey.n_rows))
    ]


def _post_money(folder: Folder, asked: PageRequest) -> str:
    said = folder.said
    folder.change(values_of(said, _said_of(said, asked.form)))
    if needed := folder.needed():
        t = asked.texts["columns"]["needed"]
        told = {"answers": "answers.error_weight"}
        raise UsageError([Problem(t.get(key, key), "", option=told.get(key, key)) for key in needed])
    return "/plan"


# The plan.


def _show_plan(folder: Folder, asked: PageRequest, _problems: Sequence[Problem]) -> dict[str, Any]:
    said, form = folder.said, asked.form
    wanted = "answers.error_weight" if _is_deferred(said) else "entry.value"
    price = "cost.hourly_rate" if stated(said, "cost.hourly_rate") else "cost.per_item"
    keys, files = (wanted, price), _written(folder)
    has_queue = (folder.root / "queue" / PACKETS).is_dir()
    formats = asked.ticked.get("format") or ("html", "pdf")
    shown: dict[str, Any] = {
        "card": "",
        "warnings": (),
        "fields": _fields(keys, {key: form.get(key, to_text(stated(said, key))) for key in keys}),
        "budget": _budget_of(said, form),
        "units": UNITS,
        "keys": ("goal.budget", *keys),
        "files": files,
        "is_old": _is_old(folder),
        "formats": FORMATS,
        "ticked": formats,
        "tools": WRITTEN,
        "tool": form.get("tool", "csv"),
        "has_queue": has_queue,
        "commands": [
            _command("report", folder.plan_name, "--format", ",".join(formats), "--out", "report"),
            _command("queue", folder.plan_name, "--for", form.get("tool", "csv"), "--out", "queue"),
        ],
        "problems": folder.job.problems if folder.job and not form else (),
    }
    try:
        return shown | {"card": folder.page()}
    except BudgetplanError as error:
        return shown | {"problems": (*shown["problems"], *error.problems)}


def _written(folder: Folder) -> list[str]:
    return [name for name in WRITTEN_FILES if folder.inside(f"report/{name}")]


def _is_old(folder: Folder) -> bool:
    """Return whether the plan was changed after the report was written."""
    record = folder.root / "report" / "decision.json"
    return record.is_file() and record.stat().st_mtime < folder.plan_path.stat().st_mtime


def _post_plan(folder: Folder, asked: PageRequest) -> str:
    action, form = asked.form.get("action", ""), asked.form
    if action == "report":
        wanted = [one for one in FORMATS if one in asked.ticked.get("format", ())]
        folder.start(lambda progress: folder.write_report(wanted, progress))
    elif action == "queue":
        if (tool := form.get("tool", "")) not in WRITTEN:
            raise UsageError.of("there is no such tool", option="tool", found=tool)
        folder.start(lambda progress: folder.write_queue(tool, progress, put_away=bool(form.get("put_away"))))
    else:
        folder.change(values_of(folder.said, _said_of(folder.said, form)))
        return "/plan"
    return "/plan#work"


# The review.


def _show_review(folder: Folder, _asked: PageRequest, problems: Sequence[Problem]) -> dict[str, Any]:
    logs = folder.notes.get("logs", [])
    words = (
        "progress",
        folder.plan_name,
        *(logs or ["export.json"]),
        "--queue",
        "queue",
        "--out",
        "progress",
    )
    shown: dict[str, Any] = {"logs": logs, "card": "", "commands": [_command(*words)], "keys": ("logs",)}
    shown["has_queue"] = (folder.root / "queue" / PACKETS).is_dir()
    if not logs or problems:
        return shown
    try:
        card = folder.card(logs)
    except BudgetplanError as error:
        return shown | {"problems": error.problems}
    names = [name for name in ("card.html", "card.pdf") if folder.inside(f"progress/{name}")]
    return shown | {"card": card, "files": names}


def _post_review(folder: Folder, asked: PageRequest) -> str:
    logs = [folder.keep(one.name, one.content) for one in asked.uploads.get("logs", ())]
    if not logs:
        raise UsageError.of(asked.texts["review"]["none"], option="logs")
    folder.card(logs)
    folder.note(logs=logs)
    return "/review"


_SHOWN: Mapping[str, Callable[[Folder, PageRequest, Sequence[Problem]], dict[str, Any]]] = {
    "file": _show_file,
    "columns": _show_columns,
    "money": _show_money,
    "plan": _show_plan,
    "review": _show_review,
}
POSTED: Mapping[str, Callable[[Folder, PageRequest], str]] = {
    "file": _post_file,
    "columns": _post_columns,
    "money": _post_money,
    "plan": _post_plan,
    "review": _post_review,
}
"""What the form of each page does; gives where to go on, or raises what is wrong."""
