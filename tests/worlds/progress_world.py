"""Reviews that have gone so far: what came back of a queue, item by item."""

from dataclasses import replace

import numpy as np
from queue_world import LABELS, course, drawn, manifest
from queue_world import plan as plan_of

from budgetplan.domain.review import NOT_YET, Returned
from budgetplan.work.standing import ReviewState

REVIEW, TAIL, CONTROL, ANSWERED, LEFT = range(5)


def returned(label, seconds=None, notes=()):
    """Return what came back where one annotator judged every item once, in the order of the manifest."""
    rows = np.flatnonzero(label != NOT_YET)
    times = np.full(len(rows), np.nan) if seconds is None else np.full(len(rows), seconds)
    return Returned(
        label=label,
        item=rows,
        said=np.maximum(label[rows], 0),
        annotator=np.zeros(len(rows), dtype=np.int64),
        seconds=times,
        annotators=("anna",),
        last=np.ones(len(rows), dtype=bool),
        notes=notes,
        logs=(("log.csv", "0" * 64),),
    )


def gone(
    n=10_000,
    review=3_000,
    *,
    found=(),
    judged=None,
    tail=0,
    tail_found=0,
    tail_judged=None,
    looks=0,
    packet=500,
    rated=True,
    answers=None,
    alone=0,
    **changes,
):
    """Return how a review stands.

    ``found``: ranks (from 1) of the reviewed items that are entries; ``judged``: how many were reviewed from the top, or the
    ranks of those that were;
    ``answers``: what a model says of every item, half of which people are expected to correct; ``alone``: of how many items
    nobody reviews what it answers.
    ``rated``: whether scores say how likely items are entries; ``tail_found`` of the first ``tail_judged`` random items are entries.
    """
    made = course(n, review, alone)
    if answers is not None:
        made = replace(made, said=(answers,) * n, corrections=made.band)
    items = drawn(made, tail=tail, control=0, packet=packet)
    label = np.full(len(items.ids), NOT_YET, dtype=np.int64)
    entry, other = LABELS.index("idiom"), LABELS.index("literal")
    judged = review if judged is None else judged
    done = np.arange(1, judged + 1) if isinstance(judged, int) else np.asarray(judged)
    read = (items.role != TAIL) & np.isin(items.rank, done) & (items.rank > 0)
    label[read] = np.where(np.isin(items.rank[read], np.asarray(found)), entry, other)
    random = np.flatnonzero(items.role == TAIL)[: tail if tail_judged is None else tail_judged]
    label[random] = other
    label[random[:tail_found]] = entry
    one = manifest(items, made)
    one = replace(one, tail=replace(one.tail, looks=looks))
    plan = plan_of(**changes)
    each = np.full(len(items.ids), float(plan.prices.per_item) * 1_000_000)
    rate = items.rate if rated else np.full(len(items.ids), np.nan)
    one = replace(one, items=replace(items, cost=each, rate=rate, nearby=rate))
    plan = replace(plan, work=replace(plan.work, packet=packet, tail_sample=tail, looks=looks))
    return ReviewState(plan, one, returned(label))
