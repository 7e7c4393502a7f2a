"""How a plan is carried out, in words: the half page after page 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from budgetplan.domain.plan import Plan
from budgetplan.report.model import (
    Block,
    FilledColumn,
    Heading,
    Prose,
    Range,
    Section,
    Table,
    by_columns,
)
from budgetplan.report.phrases import Nouns
from budgetplan.report.record import plain
from budgetplan.report.wording import Wording
from budgetplan.work.building import WorkPlan

CHECKS = "checkpoints"
"""Key of the table of checkpoints."""


@dataclass(frozen=True)
class WorkFacts:
    """What ``work.j2`` tells.

    Attributes
    ----------
    work, plan
        How the plan is carried out, and what the user asked for.
    model
        Whose order it is, as it is printed.
    table
        File of the items, without its folder.
    """

    work: WorkPlan
    plan: Plan
    model: str
    table: str


def work_bullets(speaker: Nouns, work: WorkPlan | None) -> list[Block]:
    """Return the warning of page 1 where what is mixed in breaks the budget: whoever follows the plan would run out of money."""
    if work is None or work.mixed_in is None or work.mixed_in.fits is not False:
        return []
    return [Prose(_say(speaker, work)("breaks"), "warning")]


def work_sections(
    speaker: Nouns,
    work: WorkPlan | None,
    before: Sequence[Markup] = (),
    in_time: Sequence[Markup] = (),
) -> list[Section]:
    """Return the page on how the plan is carried out; none where nothing is recommended.

    ``before``: what has to be done before people begin; ``in_time``: whether it is done in time, if known.
    """
    if work is None:
        return []
    say = _say(speaker, work)
    points = Prose(say("points", _points(before), _points(in_time)), "points")
    blocks: list[Block] = [Heading(speaker.say("head.work")), points]
    if work.checkpoints:
        blocks.append(_checks(speaker, work, say))
    return [Section("work", tuple(blocks))]


def work_record(work: WorkPlan | None) -> dict[str, Any] | None:
    """Return the same as plain data, for those who carry the plan out; None where nothing is recommended."""
    if work is None:
        return None
    pause = "pause_below" if work.counts == "found" else "pause_above"
    checks = [plain(one) | {pause: work.alarm(one)} for one in work.checkpoints]
    known = {name: value for name, value in vars(work).items() if name != "size"}
    return {**plain(known), "checkpoints": checks}


def _say(speaker: Nouns, work: WorkPlan) -> Wording:
    facts = WorkFacts(work, speaker.plan, speaker.named(work.model), Path(speaker.plan.table).name)
    return speaker.wording("work", facts)


def _points(points: Sequence[Markup]) -> Markup:
    """Return what another page says as items of the list."""
    return Markup("").join(Markup("<li>{}</li>").format(one) for one in points)


def _checks(speaker: Nouns, work: WorkPlan, say: Wording) -> Table:
    """Return what should have been found, corrected, or wrong after how many items."""
    checks, few = work.checkpoints, work.counts == "found"
    items = "col.check_answers" if work.counts == "wrong" else "col.check_items"
    columns: list[FilledColumn] = [
        ("items", speaker.say(items), "count", [one.items for one in checks]),
        ("expected", speaker.say("col.check_expected"), "count", [one.expected for one in checks]),
    ]
    if any(one.low is not None for one in checks):
        spans = [None if one.low is None or one.high is None else Range(one.low, one.high) for one in checks]
        alarms = [work.alarm(one) for one in checks]
        pause = "col.check_below" if few else "col.check_above"
        none = speaker.say("work.no_alarm")
        columns += [
            ("interval", speaker.say("col.interval"), "count", spans),
            ("pause", speaker.say(pause), "count", [none if one is None else one for one in alarms]),
        ]
    strong = [work.counts != "wrong" and one.items == work.items for one in checks]
    caption = speaker.say(f"table.check_{work.counts}")
    return by_columns(CHECKS, caption, columns, strong=strong, notes=[say("pause")])
