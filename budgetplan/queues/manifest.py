"""The manifest of a queue as files: one with what was declared, one with a row an item (METHODS R7)."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import numpy as np

from budgetplan import __version__
from budgetplan.arrays import FloatArray
from budgetplan.domain.options import advise
from budgetplan.domain.plan import Plan
from budgetplan.domain.recommendation import WorkflowName
from budgetplan.domain.review.before import Before
from budgetplan.domain.review.manifest import ROLES, Manifest, QueueItems
from budgetplan.errors import BadDataError, Problem
from budgetplan.files import refuse_unfinished
from budgetplan.queues.fields import (
    AMOUNT,
    BAND,
    PACKETS,
    PRICES,
    PUT_BACK,
    SAMPLE,
    TAIL,
    TEXT,
    TEXTS,
    WEIGHTS,
    WHOLE,
    FieldError,
    Kind,
    at,
    choice,
    value_of,
)

DECLARED, ITEMS, BEFORE = "manifest/manifest.json", "manifest/items.csv", "manifest/before.csv"
FORMAT, VERSION = "budgetplan queue", 2
_WHOLE, _REAL = ("place", "rank", "packet"), ("score", "rate", "nearby", "cost", "seconds", "units", "listed")
_HEADER = ("item", "role", *_WHOLE, *_REAL, "label")
_FURTHER = ("stratum", "answered_by", "said")
"""The last columns, where the plan has quotas, where somebody beside the model answers, and where a model does."""
_FIELDS: dict[str, tuple[str, Kind]] = {
    "identifier": ("identifier", TEXT),
    "workflow": ("workflow", choice(*get_args(WorkflowName))),
    "model": ("model", TEXT),
    "mixture": ("recipe", WEIGHTS),
    "order_by": ("order_by", choice("score", "uncertain", "value-per-cost")),
    "model_cost": ("model_cost", AMOUNT),
    "seed": ("seed", WHOLE),
    "table_sha256": ("table_sha256", TEXT),
    "prices": ("prices", PRICES),
    "budget": ("budget", TEXT),
    "list": ("n_list", WHOLE),
    "review": ("review", WHOLE),
    "tail_sample": ("tail", TAIL),
    "tool": ("tool", TEXT),
    "packets": ("packets", PACKETS),
    "judgements": ("judgements", AMOUNT),
    "again": ("again", PACKETS),
    "columns.item": ("id_column", TEXT),
    "columns.label": ("label_column", TEXT),
    "columns.text": ("text_column", TEXT),
    "labels": ("labels", TEXTS),
    "positive": ("positive", TEXTS),
    "band": ("band", BAND),
    "corrections": ("corrections", BAND),
    "labelled": ("sample", SAMPLE),
}
"""What is declared: by its name in the file the attribute of a manifest, and what it may be."""
_EARLIER: dict[str, Any] = {
    "judgements": "1",
    "prices": None,
    "budget": "",
    "again": [],
    "corrections": None,
    "labelled": None,
    "before": None,
}
"""What manifests of the first version may lack."""


def manifest_files(manifest: Manifest) -> dict[str, bytes]:
    """Return the files by name; the first one ends with a checksum of itself and so of all others."""
    rows = _rows(manifest.items)
    declared: dict[str, Any] = {"format": FORMAT, "version": VERSION, "budgetplan": __version__}
    for key, (name, kind) in _FIELDS.items():
        group, _, part = key.rpartition(".")
        (declared.setdefault(group, {}) if group else declared)[part] = kind.write(getattr(manifest, name))
    declared |= _counted(manifest) | {"items_sha256": hashlib.sha256(rows).hexdigest(), "before": None}
    files = {ITEMS: rows}
    if manifest.before is not None:
        files[BEFORE] = _before_rows(manifest.before)
        declared["before"] = _before_told(manifest.before, files[BEFORE])
    declared["sha256"] = _checksum(declared)
    told = json.dumps(declared, indent=2, ensure_ascii=False) + "\n"
    # What tells readers that there is a queue is the last to be written.
    return {**files, DECLARED: told.encode()}


def _checksum(declared: Mapping[str, Any]) -> str:
    """Return the checksum of all fields but itself, however the file is laid out."""
    rest = {name: value for name, value in declared.items() if name != "sha256"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def _counted(manifest: Manifest) -> dict[str, Any]:
    """Return the fields that say once more what the items say."""
    counts = {role: int((manifest.items.role == code).sum()) for code, role in enumerate(ROLES)}
    return {"counts": counts, "cutoff": _cutoff(manifest)}


def _before_rows(before: Before) -> bytes:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(("item",))
    writer.writerows((name,) for name in before.ids)
    return stream.getvalue().encode()


def _before_told(before: Before, rows: bytes) -> dict[str, Any]:
    amounts = {"spent": str(before.spent), "used": str(before.used), "unit": before.unit}
    digest = hashlib.sha256(rows).hexdigest()
    return {"items": len(before.ids), "found": before.found, **amounts, "sha256": digest}


def _read_before(said: Mapping[str, Any], folder: Path) -> Before | None:
    """Return what was judged before; the file of it must be as it was written."""
    if at(said, "before") is None:
        return None
    file = folder / Path(BEFORE).name
    content = file.read_bytes() if file.is_file() else b""
    if hashlib.sha256(content).hexdigest() != value_of(said, "before.sha256", TEXT):
        wrong = "this file is not as it was written, so nobody can tell what was judged before"
        raise _problem(wrong, PUT_BACK, str(file))
    _, *rows = csv.reader(io.StringIO(content.decode()))
    ids = tuple(name for (name,) in rows)
    if len(ids) != value_of(said, "before.items", WHOLE):
        raise FieldError("before.items", f"this is not what {BEFORE} says", said["before"]["items"])
    found, unit = value_of(said, "before.found", WHOLE), value_of(said, "before.unit", TEXT)
    spent, used = (value_of(said, f"before.{name}", AMOUNT) for name in ("spent", "used"))
    return Before(ids, found, spent, used, unit)


def _cutoff(manifest: Manifest) -> dict[str, Any] | None:
    """Return the last item that the plan has reviewed: with the order, it says who is in the queue."""
    items = manifest.items
    at = np.flatnonzero((items.rank == manifest.review) & (items.role == 0))
    if not len(at):
        return None
    score = float(items.score[at[0]])
    return {"item": items.ids[at[0]], "score": score if np.isfinite(score) else None}


def _rows(items: QueueItems) -> bytes:
    """Return a row an item, in the order of the queue; numbers so that they read back as they were."""
    columns: list[Sequence[Any]] = [items.ids, [ROLES[code] for code in items.role.tolist()]]
    columns += [getattr(items, name).tolist() for name in _WHOLE]
    columns += [
        ["" if one != one else repr(one) for one in getattr(items, name).tolist()]  # noqa: PLR0124
        for name in _REAL
    ]
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    further = {name: getattr(items, name) for name in _FURTHER if getattr(items, name)}
    writer.writerow((*_HEADER, *further))
    writer.writerows(zip(*columns, items.label, *further.values(), strict=True))
    return stream.getvalue().encode()


def budget_told(plan: Plan) -> str:
    """Return the budget of a plan in few signs, the same in every language; empty without one.

    >>> from decimal import Decimal
    >>> from budgetplan.domain.plan import Budget, Columns
    >>> plan = Plan("t.csv", Columns("gold"), (), ())
    >>> budget_told(replace(plan, budget=Budget(Decimal("40.50"), "hours"))), budget_told(plan)
    ('40.5 h', '')
    """
    if plan.budget is None:
        return ""
    amount = format(plan.budget.amount.normalize(), "f")
    signs = {"money": f"{plan.prices.currency} {amount}".strip(), "hours": f"{amount} h", "items": amount}
    return signs[plan.budget.unit]


def queue_id(manifest: Manifest) -> str:
    """Return a short name for a queue: the same items in the same places, at the same prices, have the same name.

    Who judges gets to see it, so it says nothing of roles.
    """
    items = manifest.items
    rows = np.argsort(items.place, kind="stable")[(items.place == 0).sum() :].tolist()
    told = json.dumps([[items.ids[row] for row in rows], PRICES.write(manifest.prices), manifest.positive])
    return "BQ-" + hashlib.sha256(told.encode()).hexdigest()[:8]


def manifest_folder(folder: Path) -> Path:
    """Return where the manifest of a queue lies: in its folder, or, of one that was put away, in what is named itself."""
    return folder if (folder / Path(DECLARED).name).is_file() else folder / Path(DECLARED).parent


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a queue that was written into a folder; of one that was put away, name where its manifest is.

    Raises
    ------
    BadDataError
        There is none, or it is not as it was written.
    """
    refuse_unfinished(folder)
    where = manifest_folder(folder)
    declared, rows = (where / Path(name).name for name in (DECLARED, ITEMS))
    todo = advise("name the folder that budgetplan queue wrote: {list.queue=FOLDER}")
    try:
        told, content = declared.read_bytes(), rows.read_bytes()
    except OSError:
        raise _problem("this is no folder of a queue with its manifest", todo, str(folder)) from None
    try:
        said = json.loads(told, parse_constant=_no_number)
        if (
            not isinstance(said, dict)
            or said.get("format") != FORMAT
            or said.get("version") not in (1, VERSION)
        ):
            raise _problem("this is no manifest of a queue that this version reads", todo, str(declared))
        return _manifest(said, content, where)
    except FieldError as error:
        raise BadDataError([replace(error.problem, file=str(declared))]) from None
    except (ValueError, RecursionError):
        raise _problem("this is no JSON, so it is not as it was written", PUT_BACK, str(declared)) from None


def _no_number(name: str) -> None:
    raise ValueError(name)


def _problem(wrong: str, todo: str, file: str) -> BadDataError:
    return BadDataError([Problem(wrong, todo, file)])


def _manifest(said: dict[str, Any], content: bytes, folder: Path) -> Manifest:
    if said["version"] == 1 and "sha256" not in said:
        said = _EARLIER | said | {"sha256": _checksum(_EARLIER | said)}
    checksum = _checksum(said)
    # Queues that were written before do not hold it.
    said = {"labelled": None} | said
    try:
        items = _read_items(content.decode())
    except (KeyError, ValueError):
        items = None
    if items is None or hashlib.sha256(content).hexdigest() != value_of(said, "items_sha256", TEXT):
        wrong = "this file is not as it was written, so nobody can tell random items from others"
        raise _problem(wrong, PUT_BACK, str(folder / Path(ITEMS).name))
    fields = {name: value_of(said, key, kind) for key, (name, kind) in _FIELDS.items()}
    manifest = Manifest(items=items, before=_read_before(said, folder), **fields)
    _check_counts(manifest, said)
    if said.get("sha256") != checksum:
        wrong = "this file is not as it was written, so nothing that it declares can be relied on"
        raise _problem(wrong, PUT_BACK, str(folder / Path(DECLARED).name))
    return manifest


def _check_counts(manifest: Manifest, said: Mapping[str, Any]) -> None:
    """Hold what is declared to the items; whoever changes a number and the checksum with it is seen, too."""
    counted = _counted(manifest)
    n = counted["counts"]
    listed = len(manifest.items.ids) - n["control"]
    kept = 0 if manifest.items.said else n["answered"]
    rest = manifest.n_list - manifest.review - kept
    # Of a list that is not loaded the items of the queue alone are written.
    whole = listed if n["left"] or n["answered"] else max(listed, manifest.n_list)
    right = {
        **{f"counts.{role}": count for role, count in n.items()},
        "review": n["review"],
        "cutoff": counted["cutoff"],
        "list": whole,
        "tail_sample.items": n["tail sample"],
        "tail_sample.of": rest,
    }
    for key, value in right.items():
        if (found := at(said, key)) != value or isinstance(found, bool):
            raise FieldError(key, f"this is not what {ITEMS} says", found)


def _real(cells: Sequence[Any]) -> FloatArray:
    return np.array([np.nan if cell in (None, "") else float(cell) for cell in cells], dtype=np.float64)


def _read_items(content: str) -> QueueItems:
    header, *rows = csv.reader(io.StringIO(content))
    cells = dict(zip(header, zip(*rows, strict=True), strict=True)) if rows else dict.fromkeys(header, ())
    codes = {role: code for code, role in enumerate(ROLES)}
    numbers: dict[str, Any] = {name: np.array(cells[name], dtype=np.int64) for name in _WHOLE}
    # Queues that were written before had one rate for everything.
    cells.setdefault("nearby", cells["rate"])
    numbers |= {name: _real(cells[name]) for name in _REAL}
    role = np.array([codes[name] for name in cells["role"]], dtype=np.int64)
    texts: dict[str, Any] = {name: tuple(cells.get(name, ())) for name in ("label", *_FURTHER)}
    return QueueItems(ids=tuple(cells["item"]), role=role, **texts, **numbers)
