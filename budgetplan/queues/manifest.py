"""The manifest of a queue as files: one with what was declared, one with a row an item (METHODS R7)."""

from __future__ import annotations

import csv
import dataclasses
import hashlib
import io
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, get_args

import numpy as np

from budgetplan import __version__
from budgetplan.domain.decision import WorkflowName
from budgetplan.domain.options import advise
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import JUDGING, Prices
from budgetplan.domain.review import ALPHA, ROLES, Band, Before, Manifest, PacketFile, QueueItems, TailSample
from budgetplan.errors import BadDataError, Problem
from budgetplan.files import refuse_unfinished

DECLARED, ITEMS, BEFORE = "manifest/manifest.json", "manifest/items.csv", "manifest/before.csv"
FORMAT, VERSION = "budgetplan queue", 2
PUT_BACK = "put back the file that budgetplan queue wrote, from a copy of the folder"
_WHOLE, _REAL = ("place", "rank", "packet"), ("score", "rate", "nearby", "cost", "seconds", "units", "listed")
_HEADER = ("item", "role", *_WHOLE, *_REAL, "label")
_FURTHER = ("stratum", "answered_by", "said")
"""The last columns, where the plan has quotas, where somebody beside the model answers, and where a model does."""

# What a field may hold: a type; names to choose from (a tuple); a list of one kind; an array of numbers; fields with their
# kinds; any name with a kind (``{str: ...}``). None may stand for all that begins with ``OR_NONE``.
OR_NONE = "or none"
_BAND = (OR_NONE, dict.fromkeys(("items", "expected", "low", "high"), np.float64))
_SAMPLE = {
    "place": np.float64,
    "outcome": np.float64,
    "weight": (OR_NONE, np.float64),
    "group": (OR_NONE, np.int64),
    "drawn": (OR_NONE, np.int64),
    "share": (OR_NONE, float),
}
_FILES = [{"name": str, "items": int, "sha256": str}]
_TEXTS = {"currency": str, "stated": bool, "listed": bool}
_FIELDS: dict[str, tuple[str, Any]] = {
    "identifier": ("identifier", str),
    "workflow": ("workflow", get_args(WorkflowName)),
    "model": ("model", str),
    "mixture": ("recipe", {str: float}),
    "order_by": ("order_by", ("score", "uncertain", "value-per-cost")),
    "model_cost": ("model_cost", Decimal),
    "seed": ("seed", int),
    "table_sha256": ("table_sha256", str),
    "prices": ("prices", (OR_NONE, {name: _TEXTS.get(name, Decimal) for name in JUDGING})),
    "budget": ("budget", str),
    "list": ("n_list", int),
    "review": ("review", int),
    "tail_sample": ("tail", {"items": int, "of": int, "looks": int, "alpha": (ALPHA,)}),
    "tool": ("tool", str),
    "packets": ("packets", _FILES),
    "judgements": ("judgements", Decimal),
    "again": ("again", _FILES),
    "columns.item": ("id_column", str),
    "columns.label": ("label_column", str),
    "columns.text": ("text_column", str),
    "labels": ("labels", [str]),
    "positive": ("positive", [str]),
    "band": ("band", _BAND),
    "corrections": ("corrections", _BAND),
    "labelled": ("sample", (OR_NONE, _SAMPLE)),
}
"""What is declared: by its name in the file the attribute of a manifest, and what it may be."""
_BEFORE = {"items": int, "found": int, "spent": Decimal, "used": {str: Decimal}, "sha256": str}
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


class FieldError(ValueError):
    """A field is not as it was written; ``problem`` says which, without its file. ``value``: none where it is missing."""

    def __init__(self, key: str, wrong: str, *value: Any) -> None:
        found = "".join(json.dumps(each, ensure_ascii=False)[:60] for each in value)
        self.problem = Problem(wrong, PUT_BACK, option=key, found=found if value else None)
        super().__init__(str(self.problem))


def manifest_files(manifest: Manifest) -> dict[str, bytes]:
    """Return the files by name; the first one ends with a checksum of itself and so of all others."""
    items, before = manifest.items, manifest.before
    columns: list[Sequence[Any]] = [items.ids, [ROLES[code] for code in items.role.tolist()]]
    columns += [getattr(items, name).tolist() for name in _WHOLE]
    # Numbers are written so that they read back as they were.
    columns += [
        ["" if math.isnan(one) else repr(one) for one in getattr(items, name).tolist()] for name in _REAL
    ]
    further = {name: getattr(items, name) for name in _FURTHER if getattr(items, name)}
    rows = _table((*_HEADER, *further), zip(*columns, items.label, *further.values(), strict=True))
    files = {ITEMS: rows}
    declared: dict[str, Any] = {"format": FORMAT, "version": VERSION, "budgetplan": __version__}
    for key, (name, kind) in _FIELDS.items():
        group, _, part = key.rpartition(".")
        (declared.setdefault(group, {}) if group else declared)[part] = _as_json(
            kind, getattr(manifest, name)
        )
    declared |= _counted(manifest) | {"items_sha256": _sha256(rows), "before": None}
    if before is not None:
        files[BEFORE] = _table(("item",), ((name,) for name in before.ids))
        said = dataclasses.asdict(before) | {"items": len(before.ids), "sha256": _sha256(files[BEFORE])}
        declared["before"] = _as_json(_BEFORE, said)
    declared["sha256"] = _checksum(declared)
    # What tells readers that there is a queue is the last to be written.
    return {**files, DECLARED: (json.dumps(declared, indent=2, ensure_ascii=False) + "\n").encode()}


def _as_json(kind: Any, value: Any) -> Any:
    """Return a value as JSON has it, of a type the fields that its kind names."""
    if isinstance(kind, tuple) and kind[0] == OR_NONE:
        return None if value is None else _as_json(kind[1], value)
    if isinstance(kind, list):
        return [_as_json(kind[0], each) for each in value]
    if isinstance(kind, dict) and str in kind:
        return {name: _as_json(kind[str], each) for name, each in value.items()}
    if isinstance(kind, dict):
        held = value if isinstance(value, dict) else {"alpha": ALPHA, **vars(value)}
        return {name: _as_json(each, held[name]) for name, each in kind.items()}
    if isinstance(value, np.ndarray):
        return [None if math.isnan(each) else each for each in value.tolist()]
    return str(value) if isinstance(value, Decimal) else value


def _as_kind(kind: Any, value: Any, key: str) -> Any:
    """Return what stands in a field of JSON; what would not be written as it stands there is an error that names the field."""
    if isinstance(kind, tuple) and kind[0] == OR_NONE:
        return None if value is None else _as_kind(kind[1], value, key)
    if kind in (np.float64, np.int64):
        each = (OR_NONE, float) if kind is np.float64 else int
        return np.array(_as_kind([each], value, key), dtype=kind)
    if isinstance(kind, list) and isinstance(value, list):
        return tuple(_as_kind(kind[0], each, key) for each in value)
    if isinstance(kind, dict) and isinstance(value, dict):
        kinds = dict.fromkeys(value, kind[str]) if str in kind else kind
        if value.keys() == kinds.keys():
            return {name: _as_kind(kinds[name], each, f"{key}.{name}") for name, each in value.items()}
    try:
        made = kind[kind.index(value)] if isinstance(kind, tuple) else kind(value)
        # No number is a text or a truth value, and NaN is not itself.
        if _as_json(kind, made) == value and made == made and isinstance(value, bool) == (kind is bool):  # noqa: PLR0124
            return made
    except (TypeError, ValueError, ArithmeticError):
        pass
    raise FieldError(key, "this is not as it was written", value)


def _field(said: Mapping[str, Any], key: str, kind: Any) -> Any:
    """Return the value of a field such as ``columns.item``.

    >>> _field({"columns": {"item": "id"}}, "columns.item", str)
    'id'
    """
    value: Any = said
    for name in key.split("."):
        if not isinstance(value, dict) or name not in value:
            raise FieldError(key, "this field is missing")
        value = value[name]
    return value if kind is object else _as_kind(kind, value, key)


def _made(name: str, value: Any) -> Any:
    """Return what an attribute of a manifest is made of."""
    from budgetplan.core.curve import Labelled  # loading scipy takes a while

    kinds: dict[str, Any] = {"prices": Prices, "band": Band, "corrections": Band, "sample": Labelled}
    if name == "tail":
        return TailSample(value["items"], value["of"], value["looks"])
    if name in ("packets", "again"):
        return tuple(PacketFile(**each) for each in value)
    return kinds[name](**value) if name in kinds and value is not None else value


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


def _table(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return stream.getvalue().encode()


def _read_before(said: Mapping[str, Any], folder: Path) -> Before | None:
    """Return what was judged before; the file of it must be as it was written."""
    earlier = said["before"]
    if isinstance(earlier, dict) and "unit" in earlier:  # written when one unit alone was counted
        used = {earlier["unit"]: earlier.get("used")} if earlier["unit"] else {}
        earlier = {name: value for name, value in earlier.items() if name != "unit"} | {"used": used}
    known = _field({"before": earlier}, "before", (OR_NONE, _BEFORE))
    if known is None:
        return None
    file = folder / Path(BEFORE).name
    content = file.read_bytes() if file.is_file() else b""
    if _sha256(content) != known.pop("sha256"):
        wrong = "this file is not as it was written, so nobody can tell what was judged before"
        raise BadDataError([Problem(wrong, PUT_BACK, str(file))])
    _, *rows = csv.reader(io.StringIO(content.decode()))
    ids = tuple(name for (name,) in rows)
    if len(ids) != known.pop("items"):
        raise FieldError("before.items", f"this is not what {BEFORE} says", said["before"]["items"])
    return Before(ids, **known)


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
    told = json.dumps(
        [[items.ids[row] for row in rows], _as_json(_FIELDS["prices"][1], manifest.prices), manifest.positive]
    )
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
        wrong = "this is no folder of a queue with its manifest"
        raise BadDataError([Problem(wrong, todo, str(folder))]) from None
    try:
        said = json.loads(told, parse_constant=_no_number)
        if not isinstance(said, dict) or (said.get("format"), said.get("version")) not in (
            (FORMAT, 1),
            (FORMAT, VERSION),
        ):
            wrong = "this is no manifest of a queue that this version reads"
            raise BadDataError([Problem(wrong, todo, str(declared))])
        return _manifest(said, content, where)
    except FieldError as error:
        raise BadDataError([dataclasses.replace(error.problem, file=str(declared))]) from None
    except (ValueError, RecursionError):
        wrong = "this is no JSON, so it is not as it was written"
        raise BadDataError([Problem(wrong, PUT_BACK, str(declared))]) from None


def _no_number(name: str) -> None:
    raise ValueError(name)


def _manifest(said: dict[str, Any], content: bytes, folder: Path) -> Manifest:
    checksum = _checksum(said)
    if said["version"] == 1:
        said = {"sha256": checksum} | said
    # Queues that were written before do not hold everything.
    said = _EARLIER | said
    try:
        items = _read_items(content.decode())
    except (KeyError, ValueError):
        items = None
    if items is None or _sha256(content) != _field(said, "items_sha256", str):
        wrong = "this file is not as it was written, so nobody can tell random items from others"
        raise BadDataError([Problem(wrong, PUT_BACK, str(folder / Path(ITEMS).name))])
    fields = {name: _made(name, _field(said, key, kind)) for key, (name, kind) in _FIELDS.items()}
    manifest = Manifest(items=items, before=_read_before(said, folder), **fields)
    _check_counts(manifest, said)
    if said.get("sha256") != checksum:
        wrong = "this file is not as it was written, so nothing that it declares can be relied on"
        raise BadDataError([Problem(wrong, PUT_BACK, str(folder / Path(DECLARED).name))])
    return manifest


def _check_counts(manifest: Manifest, said: Mapping[str, Any]) -> None:
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
    }
    for key, value in right.items():
        found = _field(said, key, object)
        if found != value or isinstance(found, bool):
            raise FieldError(key, f"this is not what {ITEMS} says", found)
    lengths = [
        {len(each) for each in vars(one).values() if isinstance(each, np.ndarray)}
        for one in (manifest.band, manifest.corrections, manifest.sample)
        if one is not None
    ]
    if any(len(different) > 1 for different in lengths):
        raise FieldError("band", "these are of different lengths")


def _read_items(content: str) -> QueueItems:
    header, *rows = csv.reader(io.StringIO(content))
    cells = dict(zip(header, zip(*rows, strict=True), strict=True)) if rows else dict.fromkeys(header, ())
    # Queues that were written before had one rate for everything.
    cells.setdefault("nearby", cells["rate"])
    numbers: dict[str, Any] = {name: np.array(cells[name], dtype=np.int64) for name in _WHOLE}
    numbers |= {name: np.array([float(cell or "nan") for cell in cells[name]]) for name in _REAL}
    role = np.array([ROLES.index(name) for name in cells["role"]], dtype=np.int64)
    texts: dict[str, Any] = {name: tuple(cells.get(name, ())) for name in ("label", *_FURTHER)}
    return QueueItems(ids=tuple(cells["item"]), role=role, **texts, **numbers)
