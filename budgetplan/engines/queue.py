"""Writes the queue of a plan from the list where it lies: the items to review in their order, and random ones after them.

Items that are equal in score and price stand in the order of a hash of their names, which every engine computes alike:
the same list gives the same queue wherever it lies, and nobody's sort of texts plays a part (METHODS F2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd

from budgetplan import __version__
from budgetplan.arrays import FloatArray
from budgetplan.domain.prices import MICRO
from budgetplan.engines.counting import MOST_COMPARED, Counting

TAIL = "tail.csv"
"""The file of the random items."""
HASH_RULE = "md5 of the name, a colon and the seed, as UTF-8, in small letters"
"""How the random order is made, for the manifest."""


def write_queue(
    counted: Counting, model: str, items: int, out: Path, *, seed: int, tail: int = 0, shard: int = 0
) -> dict[str, Any]:
    """Write the first items of a model's order, and a random sample of those after them, as CSV.

    The list is not loaded, a file at a time is. Labelled items are no part of either. Files of the queue have the columns
    place (from 1), id, score; that of the random items id, score, hash, first drawn first.

    Parameters
    ----------
    counted
        The list, as ``ScoredTable.counted`` has it after the plan was made.
    model
        In whose order: a model of the plan, or ``mixture``.
    items
        How many, from 1 to all of them: the stop of the plan.
    out
        A folder for the files ``queue-0001.csv`` ... and ``tail.csv``: what is written through
        :func:`budgetplan.files.save` is written here first. It is made where it is not there.
    seed
        Of the order among equal items, and of the sample.
    tail
        How many of the items after the stop are drawn: those of the smallest hashes; at most all.
    shard
        Items in a file; 0: all in one.

    Returns
    -------
    dict
        The record, as plain data who is in the queue: with it anybody finds the same items again.

    Raises
    ------
    BadDataError
        Two rows of the list have the same name.
    OSError
        A file cannot be written.
    """
    writer, engine = _Writer(counted, model, items, seed), counted.engine

    def save(name: str, query: str) -> str:
        engine.ask(query).to_csv(out / name, index=False, lineterminator="\n")
        return name

    out.mkdir(parents=True, exist_ok=True)
    size, queue, files = shard or items, writer.queue(), list[str]()
    for first in range(0, items, size):
        within = f"SELECT q.place, q.id, q.score FROM {queue} q WHERE q.place > {first} AND q.place <= {first + size}"
        files.append(save(f"queue-{len(files) + 1:04d}.csv", f"{within} ORDER BY q.place"))
    if tail:
        save(TAIL, writer.tail(tail))
    cut, n_after = writer.cut, counted.n_items - items
    score = writer.order.knots.shown(np.array([cut.score]))[0].item()
    cutoff = {"score": score if np.isfinite(score) else None, "price_micros": cut.price, "hash": cut.hash}
    return {
        "format": "budgetplan list",
        "version": 1,
        "budgetplan": __version__,
        "model": model,
        "review": items,
        "after": n_after,
        "random": min(tail, n_after),
        "seed": seed,
        "hash_rule": HASH_RULE,
        "cutoff": cutoff,
        "engine": engine.called,
        "files": files,
    }


@dataclass(frozen=True, eq=False)
class QueuedItems:
    """The items of a queue and the random ones after it, where they are few enough to be held.

    Attributes
    ----------
    ids, score
        Names and scores, those of the queue in its order, then the random ones, first drawn first.
    n_items, n_after
        How many of them are in the queue, and how many items of the list stand after it.
    texts
        By column: what is shown of each.
    amounts
        ``cost`` and ``listed`` in millionths of the currency unit, ``units``, ``seconds``: of each, shape of ``score``.
    """

    ids: tuple[str, ...]
    score: FloatArray
    n_items: int
    n_after: int
    texts: Mapping[str, tuple[str, ...]]
    amounts: Mapping[str, FloatArray]


def read_queue(
    counted: Counting, model: str, items: int, *, seed: int, tail: int, shown: Sequence[str] = ()
) -> QueuedItems:
    """Return the first items of a model's order and a random sample of those after them: see :func:`write_queue`.

    ``shown``: columns of the list whose texts come with them.
    """
    writer = _Writer(counted, model, items, seed, shown, held=True)
    engine = counted.engine
    parts = [engine.ask(f"SELECT q.* FROM {writer.queue()} q ORDER BY q.place")]
    if tail:
        parts.append(engine.ask(writer.tail(tail)))

    frame, sums, each = pd.concat(parts, ignore_index=True), counted.asked.sums, counted.asked.each
    amounts = {
        name: frame[f"s_{name}"].to_numpy(np.float64) if name in sums else np.full(len(frame), float(each.get(name, 0)))
        for name in ("cost", "listed", "units", "seconds")
    }
    amounts |= {name: amounts[name] / MICRO for name in ("units", "seconds")}
    texts = {name: tuple(map(str, frame[f"t{at}"].fillna(""))) for at, name in enumerate(shown)}
    ids, score = tuple(map(str, frame["id"])), frame["score"].to_numpy(np.float64)
    return QueuedItems(ids, score, items, counted.n_items - items, MappingProxyType(texts), amounts)


class _Writer:
    """Asks for the queue of a model's first items; ``shown`` columns and, where they are ``held``, amounts are taken along.

    Raises
    ------
    BadDataError
        Two rows of the list have the same name; in short lists that was looked at when they were opened.
    """

    def __init__(
        self, counted: Counting, model: str, items: int, seed: int, shown: Sequence[str] = (), *, held: bool = False
    ) -> None:
        if counted.n_rows > MOST_COMPARED:
            counted.refuse_doubled()
        counted.look_at({model: [items]})
        self.engine, self.asked, self.order = counted.engine, counted.asked, counted.orders[model]
        words, asked = self.engine.words, counted.asked
        hashed = words.md5.format(f"{asked.id} || {words.literal(f':{seed}')}")
        texts = {f"t{at}": f"CAST({words.named(name)} AS {words.text})" for at, name in enumerate(shown)}
        self.listed = self.asked.scored({"x": self.order.order}, more={"id": asked.id, "h": hashed, **texts})
        self.by_price = "cost" in asked.sums
        taken = [*(f"s_{name}" for name in asked.sums if held), *texts]
        self.taken = "".join(f", l.{name} AS {name}" for name in taken)
        # Of the items at the cut some are taken, by their hashes.
        cut, wanted = self.order.cut(items)
        at_cut = f"SELECT l.h AS h FROM {self.listed} l WHERE {self.asked.side('l.x', cut)} = 1"
        last = self.engine.ask(f"SELECT MAX(e.h) AS h FROM ({at_cut} ORDER BY l.h LIMIT {wanted}) e")
        self.cut = replace(cut, hash=str(last["h"][0]))

    def queue(self) -> str:
        """Return what stands after FROM for the queue, with the place of each item: counted within its bucket."""
        words, side = self.engine.words, self.asked.side("l.x", self.cut)
        bucket = self.order.buckets.query("l.x", words, lacking=self.order.order.lacking)
        before_cut = f"{side} = 2 OR ({side} = 1 AND l.h <= {words.literal(self.cut.hash)})"
        inside = f"SELECT l.*, {bucket} AS b FROM {self.listed} l WHERE {before_cut}"
        by = f"l.x DESC, {'l.s_cost, ' if self.by_price else ''}l.h"
        place = f"o.before + ROW_NUMBER() OVER (PARTITION BY l.b ORDER BY {by})"
        # How many items stand before those of each bucket.
        parts = self.order.coarse
        buckets = self.order.stretches.bucket[parts["stretch"].to_numpy()]
        held = np.bincount(buckets + 1, parts["count"]).astype(np.int64)
        after = np.cumsum(held)
        columns = {"b": np.arange(-1, len(held) - 1), "before": int(after[-1]) - after}
        before = self.engine.hold("budgetplan_before", columns)
        query = f"SELECT {place} AS place, l.id AS id, {self._score} AS score{self.taken}"
        return self.engine.keep("budgetplan_queue", f"{query} FROM ({inside}) l JOIN {before} o ON l.b = o.b")

    def tail(self, n: int) -> str:
        """Return the query for so many random items after the stop."""
        side, last = self.asked.side("l.x", self.cut), self.engine.words.literal(self.cut.hash)
        query = f"SELECT l.id AS id, {self._score} AS score, l.h AS hash{self.taken} FROM {self.listed} l"
        return f"{query} WHERE {side} = 0 OR ({side} = 1 AND l.h > {last}) ORDER BY l.h LIMIT {n}"

    @property
    def _score(self) -> str:
        """The score of an item as the models give it; nothing where there is none."""
        words, per = self.engine.words, self.order.knots.per
        score = "l.x" if per == 1 else f"l.x / {words.number(per)}"
        return f"CASE WHEN l.x > {words.number(-np.inf)} THEN {score} END"
