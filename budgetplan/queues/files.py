"""All files of a queue: packets for those who judge, the tool's settings, and what is kept apart."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from decimal import ROUND_UP, Decimal
from typing import Any

import numpy as np

from budgetplan.arrays import IntArray
from budgetplan.domain.messages import Message
from budgetplan.domain.plan import Plan
from budgetplan.domain.review import ALPHA, ROLES, Course, Manifest, PacketFile, QueueItems, TailSample, packet_name
from budgetplan.errors import BadDataError, Problem
from budgetplan.lists.unseen import anytime_range, most_positives
from budgetplan.preflight.plan_text import printed
from budgetplan.queues.draw import judged_again, unreviewed
from budgetplan.queues.manifest import budget_told, manifest_files, queue_id
from budgetplan.queues.settle import settle
from budgetplan.queues.shown import Shown
from budgetplan.tables.celltext import formulas_told, plain_csv
from budgetplan.tools.base import QUEUE_ID
from budgetplan.tools.packets import Packet, QueueTool
from budgetplan.work.standing import ReviewState

PACKETS, AGAIN, ASIDE, ANSWERS, HOW = "packets", "again", "manifest", "answered.csv", "how-to-import.txt"
"""Folders for those who judge, for one person more, and for what is kept apart; answers that nobody reviews; how the order is kept."""


_OF_COURSE = ["model", "recipe", "order_by", "model_cost", "calls", "band", "corrections", "sample", "sample_rate"]
"""What a manifest keeps of what the plan does with each item."""


def declare(
    plan: Plan, course: Course, items: QueueItems, id_column: str, labels: Sequence[str], **provenance: Any
) -> Manifest:
    """Return the manifest of a queue, without its packets.

    ``labels``: what a judgement may say; ``provenance``: the workflow, the identifier of the report with the same plan, and
    the checksum of the table.
    """
    before = None if plan.reviewed is None else plan.reviewed.before
    if before is not None and course.sample_rate is None:
        # In another order than that of earlier rounds nothing is known of where their random items stand.
        before = replace(before, random={})
    n_tail = int((items.role == ROLES.index("tail sample")).sum())
    return Manifest(
        **provenance,
        **{name: getattr(course, name) for name in _OF_COURSE},
        seed=plan.seed,
        n_list=course.n_items,
        review=course.review,
        tail=TailSample(n_tail, len(unreviewed(course)), plan.work.looks),
        tool="",
        packets=(),
        id_column=id_column,
        label_column=plan.columns.label,
        text_column="",
        labels=tuple(labels),
        positive=plan.positive,
        items=items,
        judgements=plan.prices.annotators,
        before=before,
        prices=plan.prices,
        budget=budget_told(plan),
        start=plan.work.start,
    )


def queue_files(manifest: Manifest, shown: Shown, tool: QueueTool) -> tuple[Manifest, dict[str, bytes]]:
    """Return the manifest with the names of its packets, and all files by name.

    Nothing in a packet depends on roles, ranks or scores but the order of its items.

    Raises
    ------
    BadDataError
        A text cannot be written for this tool.
    """
    files: dict[str, bytes] = {}

    def written(packets: Sequence[Packet], folder: str) -> tuple[PacketFile, ...]:
        """Write packets into a folder of the files, and return which these are."""
        made, wrong = list[PacketFile](), list[Problem]()
        for packet in packets:
            try:
                contents = tool.write(packet)
            except BadDataError as error:
                wrong += error.problems
                continue
            for name, content in contents.items():
                files[f"{folder}/{name}"] = content
                digest = hashlib.sha256(content).hexdigest()
                made.append(PacketFile(f"{folder}/{name}", len(packet.ids), digest))
            files.update({f"{ASIDE}/{name}": content for name, content in tool.aside(packet).items()})
        if wrong:
            raise BadDataError(wrong)
        return tuple(made)

    every, again = _packets(manifest, shown)
    packets, twice = written(every, PACKETS), written(again, AGAIN)
    if every:
        files |= tool.setup(every[0])
    manifest = replace(manifest, packets=packets, again=twice, text_column=shown.text, tool=tool.key)
    items = manifest.items
    if rows := np.flatnonzero(items.role == ROLES.index("answered")).tolist():
        columns = {manifest.id_column: items.ids, manifest.label_column: items.label}
        columns |= {"answered_by": items.answered_by} if items.answered_by else {}
        cells = ([column[row] for column in columns.values()] for row in rows)
        files[ANSWERS] = plain_csv(tuple(columns), cells, shown.separator).encode()
    files[HOW] = f"{tool.called}\n\n{tool.order}\n".encode()
    return manifest, files | manifest_files(manifest)


def _packets(manifest: Manifest, shown: Shown) -> tuple[list[Packet], list[Packet]]:
    """Return what is judged together, in the order of the queue, and what of it one person more judges."""
    items = manifest.items
    n_packets = int(items.packet.max(initial=0))
    mark = queue_id(manifest)
    item, label = manifest.id_column, manifest.label_column

    def packet(name: str, rows: IntArray) -> Packet:
        ids = tuple(items.ids[row] for row in rows.tolist())
        cells = {name: column for name, column in shown.of(ids).items() if name not in (item, label)}
        # By this a log is known as that of another queue, whose items may be the same.
        cells.setdefault(QUEUE_ID, (mark,) * len(ids))
        return Packet(name, item, ids, cells, shown.text, label, manifest.labels, shown.separator)

    each = [np.flatnonzero(items.packet == number) for number in range(1, n_packets + 1)]
    names = [packet_name(number, n_packets) for number in range(1, n_packets + 1)]
    again = judged_again([len(rows) for rows in each], manifest.judgements, manifest.seed)
    packets = [*zip(names, each, again, strict=True)]
    twice = [packet(f"{AGAIN}-{name}", rows[places]) for name, rows, places in packets if len(places)]
    return [packet(name, rows) for name, rows, _ in packets], twice


def told_of_budget(plan: Plan, manifest: Manifest) -> tuple[str, ...]:
    """Return what judging the whole queue takes beyond the plan's budget, which pays for the review; nothing where it suffices."""
    lacking = ReviewState(plan, manifest, settle(manifest, ())).lacking
    if not lacking or plan.budget is None:
        return ()
    prices, unit = plan.prices, plan.budget.unit
    digits = {"money": prices.minor_digits if prices.stated else 0, "hours": 2, "items": 0}[unit]
    # Rounded up, so that it suffices.
    least, amounts = Decimal(1).scaleb(-digits), (plan.budget.amount + lacking, lacking)
    sums = (f"{amount.quantize(least, rounding=ROUND_UP):,f}" for amount in amounts)
    whole, more = (f"{prices.currency} {amount}".strip() if unit == "money" else f"{amount} {unit}" for amount in sums)
    return (
        f"To judge all of the queue takes {whole}, mixed-in items among it: {more} more than the budget. Have these at hand, or mix in fewer items (work.tail_sample, work.control).",
    )


def told_of(manifest: Manifest, shown: Shown, tool: QueueTool) -> tuple[str, ...]:
    """Return what is printed of a queue."""
    items, tail, kept = manifest.items, manifest.tail, bool(manifest.items.said)
    n = {role: int((items.role == code).sum()) for code, role in enumerate(ROLES)}
    most = None
    if n["tail sample"] and not kept and manifest.positive and tail.items < tail.of:
        most = anytime_range(tail.of, tail.items, 0)[1]
        if tail.looks:
            most = most_positives(tail.of, tail.items, 0, ALPHA / tail.looks)
    names = [items.ids[row] for row in np.flatnonzero(items.packet).tolist()]
    cells = [names, *shown.of(names).values()] if tool.key == "csv" else []
    by = Counter(name for name in items.answered_by if name)
    return printed(
        "queue.j2",
        manifest=manifest,
        tail=tail,
        kept=kept,
        n=n,
        most=most,
        shown=shown,
        answers=ANSWERS,
        by=[f"{name} {count:,}" for name, count in sorted(by.items())],
        again=AGAIN,
        n_again=sum(file.items for file in manifest.again),
        formulas=formulas_told(cells, Message("tables.packets")),
        tool=tool,
    )
