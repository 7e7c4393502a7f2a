"""The manifest of a queue as files: one with what was declared, one with a row an item (METHODS R7)."""

from __future__ import annotations

import csv
import dataclasses
import hashlib
import io
import json
import math
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np

from budgetplan import __version__
from budgetplan.arrays import FloatArray, IntArray
from budgetplan.domain.messages import Message
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import JUDGING, Prices
from budgetplan.domain.review import ALPHA, ROLES, Before, Manifest, QueueItems
from budgetplan.errors import BadDataError, Problem
from budgetplan.files import refuse_unfinished
from budgetplan.tables.celltext import plain_csv

DECLARED, ITEMS, BEFORE = "manifest/manifest.json", "manifest/items.csv", "manifest/before.csv"
FORMAT, VERSION = "budgetplan queue", 2
_WHOLE = ("place", "rank", "packet")
_REAL = ("score", "rate", "nearby", "standing", "cost", "seconds", "units", "listed")
_HEADER = ("item", "role", *_WHOLE, *_REAL, "label")
_FURTHER = ("stratum", "answered_by", "said")
"""The last columns, where the plan has quotas, where somebody beside the model answers, and where a model does."""

_NAMES = {
    "recipe": "mixture",
    "n_list": "list",
    "tail": "tail_sample",
    "id_column": "columns.item",
    "label_column": "columns.label",
    "text_column": "columns.text",
    "sample": "labelled",
    "sample_rate": "labelled_rate",
}
"""Attributes of a manifest that are called otherwise in its file."""
_APART = {"Manifest": {"items", "before"}, "Labelled": {"part"}, "Before": {"ids", "labels", "random"}}
"""Attributes that stand in a file of their own, or in none, by their type."""
_OF_PRICES = {"currency": str, "stated": bool, "listed": bool}


class FieldError(ValueError):
    """A field is not as it was written; ``problem`` says which, without its file. ``value``: none where it is missing."""

    def __init__(self, key: str, message: Message, *value: Any) -> None:
        shown_value = "".join(json.dumps(part, ensure_ascii=False)[:60] for part in value)
        self.problem = Problem(message, option=key, found=shown_value if value else None)
        super().__init__(str(self.problem))


def manifest_files(manifest: Manifest) -> dict[str, bytes]:
    """Return the files by name; the first one ends with a checksum of itself and so of all others."""
    items, before = manifest.items, manifest.before
    columns: list[Sequence[Any]] = [items.ids, [ROLES[code] for code in items.role.tolist()]]
    columns += [getattr(items, name).tolist() for name in _WHOLE]
    # Numbers are written so that they read back as they were.
    columns += [["" if math.isnan(value) else repr(value) for value in getattr(items, name).tolist()] for name in _REAL]
    further = {name: getattr(items, name) for name in _FURTHER if getattr(items, name)}
    cells = zip(*columns, items.label, *further.values(), strict=True)
    files = {ITEMS: plain_csv((*_HEADER, *further), cells, end="\n").encode()}
    declared: dict[str, Any] = {"format": FORMAT, "version": VERSION, "budgetplan": __version__}
    for name in _kinds(Manifest):
        group, _, part = _NAMES.get(name, name).rpartition(".")
        (declared.setdefault(group, {}) if group else declared)[part] = _as_json(getattr(manifest, name))
    declared |= _counted(manifest) | {"items_sha256": _sha256(files[ITEMS]), "before": None}
    if before is not None:
        labels = before.labels or ("",) * len(before.ids)
        standing = (repr(before.random[name]) if name in before.random else "" for name in before.ids)
        rows = zip(before.ids, labels, standing, strict=True)
        files[BEFORE] = plain_csv(("item", "label", "standing"), rows, end="\n").encode()
        n_items, digest = {"items": len(before.ids)}, {"sha256": _sha256(files[BEFORE])}
        declared["before"] = n_items | _as_json(before) | digest
    declared["sha256"] = _checksum(declared)
    # What tells readers that there is a queue is the last to be written.
    return {**files, DECLARED: (json.dumps(declared, indent=2, ensure_ascii=False) + "\n").encode()}


@cache
def _kinds(of: Any) -> dict[str, Any]:
    """Return the attributes of a type that are written as fields, with what each may hold."""
    from budgetplan.core.curve import Labelled  # loading scipy takes a while

    if of is Prices:  # as they are held, whatever a plan file may say
        return {name: _OF_PRICES.get(name, Decimal) for name in JUDGING}
    kinds = get_type_hints(of, localns={"Labelled": Labelled})
    return {name: kind for name, kind in kinds.items() if name not in _APART.get(of.__name__, ())}


def _as_json(value: Any) -> Any:
    """Return a value as JSON has it: of a type its fields, of an array its numbers, none for NaN."""
    if hasattr(value, "__dataclass_fields__"):
        return {name: _as_json(getattr(value, name)) for name in _kinds(value.__class__)}
    if isinstance(value, Mapping):
        return {name: _as_json(part) for name, part in value.items()}
    if isinstance(value, tuple):
        return [_as_json(part) for part in value]
    if isinstance(value, np.ndarray):
        return [None if math.isnan(part) else part for part in value.tolist()]
    return str(value) if isinstance(value, Decimal) else value


def _as_kind(kind: Any, value: Any, key: str) -> Any:
    """Return what stands in a field of JSON; what would not be written as it stands there is an error that names the field."""
    origin, inside = get_origin(kind), get_args(kind)
    if type(None) in inside:
        return None if value is None else _as_kind(inside[0], value, key)
    if kind == FloatArray:
        return np.array(_as_kind(tuple[float | None, ...], value, key), dtype=np.float64)
    if kind == IntArray:
        return np.array(_as_kind(tuple[int, ...], value, key), dtype=np.int64)
    if origin is tuple and isinstance(value, list):
        return tuple(_as_kind(inside[0], part, key) for part in value)
    if origin is Mapping and isinstance(value, dict):
        return {name: _as_kind(inside[1], part, f"{key}.{name}") for name, part in value.items()}
    kinds = _kinds(kind) if hasattr(kind, "__dataclass_fields__") else {}
    if kinds and isinstance(value, dict) and value.keys() == kinds.keys():
        return kind(**{name: _as_kind(kinds[name], part, f"{key}.{name}") for name, part in value.items()})
    try:
        made = inside[inside.index(value)] if origin is Literal else kind(value)
        # No number is a text or a truth value, and NaN is not itself.
        if _as_json(made) == value and made == made and isinstance(value, bool) == (kind is bool):  # noqa: PLR0124
            return made
    except (TypeError, ValueError, ArithmeticError):
        pass
    raise FieldError(key, Message("queues.not_as_written"), value)


def _field(fields_read: Mapping[str, Any], key: str, kind: Any) -> Any:
    """Return the value of a field such as ``columns.item``.

    >>> _field({"columns": {"item": "id"}}, "columns.item", str)
    'id'
    """
    value: Any = fields_read
    for name in key.split("."):
        if not isinstance(value, dict) or name not in value:
            raise FieldError(key, Message("queues.field_missing"))
        value = value[name]
    return value if kind is object else _as_kind(kind, value, key)


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _checksum(declared: Mapping[str, Any]) -> str:
    """Return the checksum of all fields but itself, however the file is laid out."""
    rest = {name: value for name, value in declared.items() if name != "sha256"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def _counted(manifest: Manifest) -> dict[str, Any]:
    """Return the fields that say once more what the items say: how many there are, and the last that the plan has reviewed.

    With the order, that one says who is in the queue.
    """
    items, cutoff = manifest.items, None
    for row in np.flatnonzero((items.rank == manifest.review) & (items.role == 0)).tolist():
        score = float(items.score[row])
        cutoff = {"item": items.ids[row], "score": score if math.isfinite(score) else None}
    counts = {role: int((items.role == code).sum()) for code, role in enumerate(ROLES)}
    return {"counts": counts, "cutoff": cutoff}


def _read_before(fields_read: Mapping[str, Any], folder: Path) -> Before | None:
    """Return what was judged before; the file of it must be as it was written."""
    earlier = fields_read.get("before")
    if earlier is None:
        return None
    if isinstance(earlier, dict) and "unit" in earlier:  # written when one unit alone was counted
        used = {earlier["unit"]: earlier.get("used")} if earlier["unit"] else {}
        earlier = {name: value for name, value in earlier.items() if name != "unit"} | {"used": used}
    kinds = {"items": int, **_kinds(Before), "sha256": str}
    if not isinstance(earlier, dict) or earlier.keys() != kinds.keys():
        raise FieldError("before", Message("queues.not_as_written"), earlier)
    numbers_before = {name: _as_kind(kind, earlier[name], f"before.{name}") for name, kind in kinds.items()}
    file = folder / Path(BEFORE).name
    content = file.read_bytes() if file.is_file() else b""
    if _sha256(content) != numbers_before.pop("sha256"):
        raise BadDataError.of(Message("queues.before_changed"), str(file))
    header, *rows = csv.reader(io.StringIO(content.decode()))
    ids = tuple(row[0] for row in rows)
    labels = tuple(row[1] for row in rows if len(header) > 1)  # earlier versions wrote names alone
    random = {row[0]: float(row[2]) for row in rows if len(row) > 2 and row[2]}
    if len(ids) != numbers_before.pop("items"):
        message = Message("queues.not_what_file_says", file=BEFORE)
        raise FieldError("before.items", message, fields_read["before"]["items"])
    return Before(ids, labels=labels, random=random, **numbers_before)


def budget_told(plan: Plan) -> str:
    """Return the budget of a plan in few signs, the same in every language; empty without one.

    >>> from decimal import Decimal
    >>> from budgetplan.domain.plan import Budget, Columns
    >>> plan = Plan("t.csv", Columns("gold"), (), ())
    >>> budget_told(dataclasses.replace(plan, budget=Budget(Decimal("40.50"), "hours"))), budget_told(plan)
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
    content = json.dumps([[items.ids[row] for row in rows], _as_json(manifest.prices), manifest.positive])
    return "BQ-" + hashlib.sha256(content.encode()).hexdigest()[:8]


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
    try:
        text, content = declared.read_bytes(), rows.read_bytes()
    except OSError:
        raise BadDataError.of(Message("queues.no_folder"), str(folder)) from None
    try:
        fields_read = json.loads(text, parse_constant=_no_number)
        kinds = ((FORMAT, 1), (FORMAT, VERSION))
        if not isinstance(fields_read, dict) or (fields_read.get("format"), fields_read.get("version")) not in kinds:
            raise BadDataError.of(Message("queues.no_manifest"), str(declared))
        return _manifest(fields_read, content, where)
    except FieldError as error:
        raise BadDataError([dataclasses.replace(error.problem, file=str(declared))]) from None
    except (ValueError, RecursionError):
        raise BadDataError.of(Message("queues.no_json"), str(declared)) from None


def _no_number(name: str) -> None:
    raise ValueError(name)


def _manifest(fields_read: dict[str, Any], content: bytes, folder: Path) -> Manifest:
    checksum = _checksum(fields_read)
    if fields_read["version"] == 1:
        fields_read = {"sha256": checksum} | fields_read
    try:
        items = _read_items(content.decode())
    except (KeyError, ValueError):
        items = None
    if items is None or _sha256(content) != _field(fields_read, "items_sha256", str):
        raise BadDataError.of(Message("queues.items_changed"), str(folder / Path(ITEMS).name))
    may_lack = {field.name for field in dataclasses.fields(Manifest) if field.default is not dataclasses.MISSING}
    fields = {
        name: _field(fields_read, key, kind)
        for name, kind in _kinds(Manifest).items()
        if (key := _NAMES.get(name, name)) in fields_read or name not in may_lack
    }
    manifest = Manifest(items=items, before=_read_before(fields_read, folder), **fields)
    _check_counts(manifest, fields_read)
    if fields_read.get("sha256") != checksum:
        raise BadDataError.of(Message("queues.manifest_changed"), str(folder / Path(DECLARED).name))
    return manifest


def _check_counts(manifest: Manifest, fields_read: Mapping[str, Any]) -> None:
    """Hold what is declared to the items; whoever changes a number and the checksum with it is seen, too."""
    counted = _counted(manifest)
    n = counted["counts"]
    listed = len(manifest.items.ids) - n["control"]
    kept = 0 if manifest.items.said else n["answered"]
    # Of a list that is not loaded the items of the queue alone are written.
    whole = listed if n["left"] or n["answered"] else max(listed, manifest.n_list)
    right = {
        **{f"counts.{role}": count for role, count in n.items()},
        "review": n["review"],
        "cutoff": counted["cutoff"],
        "list": whole,
        "tail_sample.items": n["tail sample"],
        "tail_sample.of": manifest.n_list - manifest.review - kept,
        "tail_sample.alpha": ALPHA,
    }
    for key, value in right.items():
        value_there = _field(fields_read, key, object)
        if value_there != value or isinstance(value_there, bool):
            raise FieldError(key, Message("queues.not_what_file_says", file=ITEMS), value_there)
    tables = [vars(table).values() for table in (manifest.band, manifest.corrections, manifest.sample) if table]
    if any(len({len(column) for column in table if isinstance(column, np.ndarray)}) > 1 for table in tables):
        raise FieldError("band", Message("queues.lengths_differ"))


def _read_items(content: str) -> QueueItems:
    header, *rows = csv.reader(io.StringIO(content))
    cells = dict(zip(header, zip(*rows, strict=True), strict=True)) if rows else dict.fromkeys(header, ())
    # Queues that were written before had one rate for everything, and said nothing of the whole list.
    cells.setdefault("nearby", cells["rate"])
    cells = {"standing": ("",) * len(rows)} | cells
    numbers: dict[str, Any] = {name: np.array(cells[name], dtype=np.int64) for name in _WHOLE}
    numbers |= {name: np.array([float(cell or "nan") for cell in cells[name]]) for name in _REAL}
    role = np.array([ROLES.index(name) for name in cells["role"]], dtype=np.int64)
    texts: dict[str, Any] = {name: tuple(cells.get(name, ())) for name in ("label", *_FURTHER)}
    return QueueItems(ids=tuple(cells["item"]), role=role, **texts, **numbers)
