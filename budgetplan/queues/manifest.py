"""The manifest of a queue as files: one with what was declared, one with a row an item (METHODS R7)."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np

from budgetplan import __version__
from budgetplan.arrays import FloatArray
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import Prices
from budgetplan.domain.review.before import Before
from budgetplan.domain.review.course import Band
from budgetplan.domain.review.manifest import ALPHA, ROLES, Manifest, PacketFile, QueueItems, TailSample
from budgetplan.errors import BadDataError, Problem

DECLARED, ITEMS, BEFORE = "manifest/manifest.json", "manifest/items.csv", "manifest/before.csv"
FORMAT, VERSION = "budgetplan queue", 1
_WHOLE, _REAL = ("place", "rank", "packet"), ("score", "rate", "nearby", "cost", "seconds", "units", "listed")
_HEADER = ("item", "role", *_WHOLE, *_REAL, "label")
_JUDGING = (
    "currency",
    "per_item",
    "per_unit",
    "hourly_rate",
    "seconds_per_item",
    "seconds_per_unit",
    "annotators",
    "adjudicated_share",
    "adjudication",
    "extra_per_entry",
    "listed",
    "indirect",
)
_FURTHER = ("stratum", "answered_by", "said")
"""The last columns, where the plan has quotas, where somebody beside the model answers, and where a model does."""


def manifest_files(manifest: Manifest) -> dict[str, bytes]:
    """Return both files by name."""
    rows = _rows(manifest.items)
    tail = manifest.tail
    declared = {
        "format": FORMAT,
        "version": VERSION,
        "budgetplan": __version__,
        "identifier": manifest.identifier,
        "workflow": manifest.workflow,
        "model": manifest.model,
        "mixture": dict(manifest.recipe),
        "order_by": manifest.order_by,
        "model_cost": str(manifest.model_cost),
        "seed": manifest.seed,
        "table_sha256": manifest.table_sha256,
        "prices_sha256": manifest.prices_sha256,
        "budget": manifest.budget,
        "list": manifest.n_list,
        "review": manifest.review,
        "tail_sample": {"items": tail.items, "of": tail.of, "looks": tail.looks, "alpha": ALPHA},
        "counts": {role: int((manifest.items.role == code).sum()) for code, role in enumerate(ROLES)},
        "cutoff": _cutoff(manifest),
        "tool": manifest.tool,
        "packets": [vars(one) for one in manifest.packets],
        "judgements": str(manifest.judgements),
        "again": [vars(one) for one in manifest.again],
        "columns": {
            "item": manifest.id_column,
            "label": manifest.label_column,
            "text": manifest.text_column,
        },
        "labels": list(manifest.labels),
        "positive": list(manifest.positive),
        "band": _band(manifest.band),
        "corrections": _band(manifest.corrections),
        "items_sha256": hashlib.sha256(rows).hexdigest(),
    }
    files = {ITEMS: rows}
    if manifest.before is not None:
        files[BEFORE] = _before_rows(manifest.before)
        declared["before"] = _before_told(manifest.before, files[BEFORE])
    told = json.dumps(declared, indent=2, ensure_ascii=False) + "\n"
    return {DECLARED: told.encode(), **files}


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


def _read_before(said: Mapping[str, Any] | None, folder: Path) -> Before | None:
    """Return what was judged before; the file of it must be as it was written."""
    if said is None:
        return None
    file = folder / BEFORE
    content = file.read_bytes() if file.exists() else b""
    if hashlib.sha256(content).hexdigest() != said["sha256"]:
        wrong = "this file is not as it was written, so nobody can tell what was judged before"
        raise _problem(wrong, "put back the file that budgetplan queue wrote", str(file))
    _, *rows = csv.reader(io.StringIO(content.decode()))
    ids = tuple(name for (name,) in rows)
    return Before(ids, said["found"], Decimal(said["spent"]), Decimal(said["used"]), said["unit"])


def _band(band: Band | None) -> dict[str, list[float | None]] | None:
    return None if band is None else {name: _plain(values) for name, values in vars(band).items()}


def _read_band(said: Mapping[str, Any] | None) -> Band | None:
    return None if said is None else Band(**{name: _real(values) for name, values in said.items()})


def _cutoff(manifest: Manifest) -> dict[str, Any] | None:
    """Return the last item that the plan has reviewed: with the order, it says who is in the queue."""
    items = manifest.items
    at = np.flatnonzero((items.rank == manifest.review) & (items.role == 0))
    if not len(at):
        return None
    score = float(items.score[at[0]])
    return {"item": items.ids[at[0]], "score": score if np.isfinite(score) else None}


def _plain(values: FloatArray) -> list[float | None]:
    return [one if one == one else None for one in values.tolist()]  # noqa: PLR0124 - NaN is not itself


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


def prices_checksum(prices: Prices) -> str:
    """Return a checksum of what judging costs; a contingency, which may be computed, and what is paid once are no part of it.

    >>> one = Prices(per_item=Decimal("0.1"), stated=True)
    >>> prices_checksum(one) == prices_checksum(replace(one, per_item=Decimal("0.10"), contingency=Decimal("0.2")))
    True
    >>> prices_checksum(one) == prices_checksum(replace(one, per_item=Decimal("0.11")))
    False
    """
    told = {
        name: str(value.normalize() if isinstance(value, Decimal) else value)
        for name, value in vars(prices).items()
        if name in _JUDGING
    }
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a queue that was written into a folder.

    Raises
    ------
    BadDataError
        There is none, or it is not as it was written.
    """
    declared, rows = folder / DECLARED, folder / ITEMS
    todo = (
        "name the folder that budgetplan queue wrote: --queue FOLDER, or list.queue where the rest is planned"
    )
    try:
        said = json.loads(declared.read_bytes())
        content = rows.read_bytes()
    except (OSError, ValueError):
        raise _problem("this is no folder of a queue with its manifest", todo, str(folder)) from None
    if not isinstance(said, Mapping) or said.get("format") != FORMAT or said.get("version") != VERSION:
        raise _problem("this is no manifest of a queue that this version reads", todo, str(declared))
    if hashlib.sha256(content).hexdigest() != said.get("items_sha256"):
        wrong = "this file is not as it was written, so nobody can tell random items from others"
        raise _problem(wrong, "put back the file that budgetplan queue wrote", str(rows))
    try:
        return replace(_manifest(said, content.decode()), before=_read_before(said.get("before"), folder))
    except (KeyError, TypeError, ValueError, IndexError):
        raise _problem("this manifest is incomplete", todo, str(declared)) from None


def _problem(wrong: str, todo: str, file: str) -> BadDataError:
    return BadDataError([Problem(wrong, todo, file)])


def _manifest(said: Mapping[str, Any], content: str) -> Manifest:
    tail, columns = said["tail_sample"], said["columns"]
    return Manifest(
        identifier=said["identifier"],
        workflow=said["workflow"],
        model=said["model"],
        order_by=said["order_by"],
        model_cost=Decimal(said["model_cost"]),
        seed=said["seed"],
        table_sha256=said["table_sha256"],
        n_list=said["list"],
        review=said["review"],
        tail=TailSample(tail["items"], tail["of"], tail["looks"]),
        tool=said["tool"],
        packets=tuple(PacketFile(**one) for one in said["packets"]),
        id_column=columns["item"],
        label_column=columns["label"],
        text_column=columns["text"],
        labels=tuple(said["labels"]),
        positive=tuple(said["positive"]),
        items=_read_items(content),
        band=_read_band(said["band"]),
        corrections=_read_band(said.get("corrections")),
        recipe=said["mixture"],
        judgements=Decimal(said.get("judgements", "1")),
        prices_sha256=said.get("prices_sha256", ""),
        budget=said.get("budget", ""),
        again=tuple(PacketFile(**one) for one in said.get("again", ())),
    )


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
