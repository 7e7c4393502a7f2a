"""How a plan is carried out, in words: two lines of page 1, and the half page after it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from budgetplan.report.model import (
    Block,
    Bullet,
    Bullets,
    FilledColumn,
    Heading,
    Paragraph,
    Range,
    Ref,
    Section,
    Table,
    Text,
    by_columns,
)
from budgetplan.report.phrases import Nouns, fields
from budgetplan.report.record import plain
from budgetplan.work.building import PROGRESS_COMMAND, QUEUE_COMMAND, REVIEW_FILE, Checkpoint, WorkPlan

CHECKS = "checkpoints"
"""Key of the table of checkpoints."""


def work_bullets(speaker: Nouns, work: WorkPlan | None) -> list[Block]:
    """Return the two lines of page 1: what to open first, and when to look whether all is as planned."""
    if work is None:
        return []
    begin = Bullet(speaker.say("work.begin"), (_begin(speaker, work),))
    # First steps leave a page that is too full; that the money does not last does not.
    breaks = _breaks(speaker, work)
    warned = [Paragraph(tuple(breaks), "warning")] if breaks else []
    return [*warned, Bullets((begin, *_first_check(speaker, work)), "begin")]


def _breaks(speaker: Nouns, work: WorkPlan) -> list[Text]:
    """Say on page 1 where what is mixed in breaks the budget: whoever follows the plan would run out of money."""
    mixed, budget = work.mixed_in, speaker.plan.budget
    if mixed is None or budget is None or mixed.fits is not False:
        return []
    said: dict[str, Any] = {"more": mixed.items, "budget": speaker.budget(budget)}
    if mixed.total is None:
        return [speaker.say("work.begin_breaks_unpriced", **said)]
    return [speaker.say("work.begin_breaks", total=mixed.total, **said)]


def work_sections(
    speaker: Nouns,
    work: WorkPlan | None,
    before: Sequence[Bullet] = (),
    in_time: Sequence[Bullet] = (),
) -> list[Section]:
    """Return the page on how the plan is carried out; none where nothing is recommended.

    ``before``: what has to be done before people begin; ``in_time``: whether it is done in time, if known.
    """
    if work is None:
        return []
    points = [
        *before,
        Bullet(speaker.say("work.first"), (_where(speaker, work), *_scores(speaker, work))),
        *_on_top(speaker, work),
        Bullet(speaker.say("work.packets"), (_packets(speaker, work),)),
        Bullet(speaker.say("work.who"), tuple(_who(speaker, work))),
        *_when(speaker, work),
        *in_time,
        Bullet(speaker.say("work.ends"), (_ends(speaker, work),)),
    ]
    blocks: list[Block] = [Heading(speaker.say("head.work")), Bullets(tuple(points))]
    if work.checkpoints:
        blocks.append(_checks(speaker, work))
    return [Section("work", tuple(blocks))]


def work_record(work: WorkPlan | None) -> dict[str, Any] | None:
    """Return the same as plain data, for those who carry the plan out; None where nothing is recommended."""
    if work is None:
        return None
    pause = "pause_below" if work.counts == "found" else "pause_above"
    checks = [plain(one) | {pause: _alarm(work, one)} for one in work.checkpoints]
    return {**plain(vars(work)), "checkpoints": checks}


def _say(speaker: Nouns, work: WorkPlan, key: str, **more: Any) -> Text:
    """Return a sentence on the work; what it names of that is filled in."""
    files = {"command": QUEUE_COMMAND, "file": REVIEW_FILE, "table": Path(speaker.plan.table).name}
    known = vars(work) | files | more
    wanted = fields(key, speaker.plan.language)
    return speaker.say(key, **{name: one for name, one in known.items() if name in wanted})


def _begin(speaker: Nouns, work: WorkPlan) -> Text:
    if work.source == "strata":
        return _say(speaker, work, "quota.begin", table=Ref("quotas"))
    key = work.order if work.counts == "found" else _sure(work)
    if work.source == "missing":
        key = "missing_types" if speaker.plan.columns.type else "missing"
    elif work.source == "file":  # the file holds the plan's own items alone
        key = "file" if work.mixed_in is None else "queue"
    elif work.source in ("queue", "answered"):
        key = work.source
    return _say(speaker, work, f"work.begin_{key}")


def _first_check(speaker: Nouns, work: WorkPlan) -> list[Bullet]:
    """Return the first checkpoint with an alarm; none where there is none before the stop."""
    before = work.checkpoints if work.counts == "wrong" else work.checkpoints[:-1]
    alarms = [one for one in before if _alarm(work, one) is not None]
    if not alarms:
        return []
    one = alarms[-1] if work.counts == "wrong" else alarms[0]
    end = "low" if work.counts == "found" else "high"
    said: dict[str, Any] = {"items": one.items, "expected": one.expected, end: _alarm(work, one)}
    if work.counts == "corrected":
        said["model"] = work.model
    told = [speaker.say(f"work.check_{work.counts}", table=Ref(CHECKS), **said)]
    if work.mixed_in is not None and work.counts != "wrong":
        more = work.mixed_in.items
        told.append(speaker.say("work.check_counted", command=PROGRESS_COMMAND, more=more))
    return [Bullet(speaker.say("work.check"), tuple(told))]


def _alarm(work: WorkPlan, one: Checkpoint) -> int | None:
    return one.pause_below if work.counts == "found" else one.pause_above


def _pause(speaker: Nouns, work: WorkPlan, one: Checkpoint) -> int | Text:
    """Return from where on the plan is in doubt, for a cell: at the end, or of so few items, nothing is."""
    alarm = _alarm(work, one)
    return speaker.say("work.no_alarm") if alarm is None else alarm


def _where(speaker: Nouns, work: WorkPlan) -> Text:
    """Say which file is opened, and sorted by what."""
    if work.source == "strata":
        return _say(speaker, work, "quota.where", table=Ref("quotas"))
    key = work.order if work.counts == "found" else f"rest_{_sure(work)}"
    if work.source == "missing":
        key = "missing_types" if speaker.plan.columns.type else "missing"
    elif work.source in ("queue", "answered", "file"):
        key = work.source
    return _say(speaker, work, f"work.{key}")


def _sure(work: WorkPlan) -> str:
    """Return how a model's sureness stands in the list: in one column, or in several of which one is the greatest."""
    return "unsure" if work.order == "unsure" else "sure"


def _scores(speaker: Nouns, work: WorkPlan) -> list[Text]:
    """Say from which score on to which one."""
    first, last = work.first_score, work.last_score
    if last is None:
        return []
    if work.counts == "wrong" or first is None:
        return [speaker.say("work.below" if work.counts == "wrong" else "work.about", last=last)]
    key = {"rank": "work.ranks", "highest": "work.scores"}.get(work.order, "work.scores_up")
    return [speaker.say(key, first=first, last=last)]


def _packets(speaker: Nouns, work: WorkPlan) -> Text:
    key = "many" if work.packets > 1 else "one"
    if work.packets > 1 and work.last_packet == work.packet:
        return _say(speaker, work, "work.packets_even")
    return _say(speaker, work, f"work.packets_{key}", last=work.last_packet)


def _who(speaker: Nouns, work: WorkPlan) -> list[Text]:
    """Say how many people judge, for how long, and what they get."""
    alone, prices = work.people == 1, speaker.plan.prices
    several = "several" if work.judgements == int(work.judgements) else "some_twice"
    said = [_say(speaker, work, f"work.{'once' if work.judgements == 1 else several}")]
    if work.hours is None:
        said.append(speaker.say("work.no_hours"))
    elif alone:
        said.append(_say(speaker, work, "work.hours"))
    else:
        said.append(_say(speaker, work, "work.hours_each", each=work.hours_each))
    if work.pay is None:
        return said
    if alone:
        said.append(_say(speaker, work, "work.pay"))
    else:
        key = "work.pay_settling" if work.settling else "work.pay_each"
        said.append(_say(speaker, work, key, each=work.pay_each))
    more = [key for key, rate in (("contingency", prices.contingency), ("indirect", prices.indirect)) if rate]
    if more:
        said.append(speaker.say("work.pay_before" if len(more) > 1 else f"work.pay_before_{more[0]}"))
    return said


def _when(speaker: Nouns, work: WorkPlan) -> list[Bullet]:
    """Say how many weeks it takes, and until when; nothing where nothing was said of either."""
    hours, date = speaker.plan.work.hours_a_week, speaker.locale.printed_date
    if work.weeks is not None and work.end:
        dates = {"start": date(work.start), "end": date(work.end)}
        when = _say(speaker, work, "work.dates", hours=hours, **dates)
    elif work.weeks is not None:
        when = _say(speaker, work, "work.weeks", hours=hours)
    elif work.start:
        when = speaker.say("work.from_untimed" if work.hours is None else "work.from", start=date(work.start))
    else:
        return []
    return [Bullet(speaker.say("work.when"), (when,))]


def _on_top(speaker: Nouns, work: WorkPlan) -> list[Bullet]:
    """Say what is mixed in, what that costs, and whether the budget holds with it."""
    mixed, budget = work.mixed_in, speaker.plan.budget
    if mixed is None:
        return []
    said = []
    if mixed.tail_sample:
        key = "work.tail_answered" if work.counts == "corrected" else "work.tail"
        said.append(speaker.say(key, tail=mixed.tail_sample))
    if mixed.control:
        said.append(speaker.say("work.control", control=mixed.control))
    if mixed.cost is None:
        said.append(speaker.say("work.mixed"))
    else:
        said.append(speaker.say("work.top_cost", cost=mixed.cost, total=mixed.total))
    if mixed.fits is not None and budget is not None:
        key = "work.top_fits" if mixed.fits else "work.top_breaks"
        said.append(speaker.say(key, budget=speaker.budget(budget)))
    return [Bullet(speaker.say("work.top"), tuple(said))]


def _ends(speaker: Nouns, work: WorkPlan) -> Text:
    budget, quota = speaker.plan.budget, speaker.plan.quota
    if work.counts == "wrong":
        return speaker.say("work.by_rest")
    if work.counts == "corrected" and work.binds == "list":  # where that ends may be the budget's doing
        return _say(speaker, work, "work.by_queue")
    if work.binds == "quota":
        return speaker.say("quota.ends" if quota is None or quota.sure is None else "quota.ends_sure")
    if work.reserved and budget is not None:
        return speaker.say("work.by_money_reserved", left=work.reserved, budget=speaker.budget(budget))
    if work.not_worth:
        return speaker.say("work.by_money_nearly", left=work.not_worth)
    if budget is not None and work.binds in ("money", "number", "hours"):
        return speaker.say(f"work.by_{work.binds}", budget=speaker.budget(budget))
    return speaker.say(f"work.by_{work.binds}")


def _checks(speaker: Nouns, work: WorkPlan) -> Table:
    """Return what should have been found, corrected, or wrong after how many items."""
    checks, few = work.checkpoints, work.counts == "found"
    known = any(one.low is not None for one in checks)
    spans = [None if one.low is None or one.high is None else Range(one.low, one.high) for one in checks]
    items = "col.check_answers" if work.counts == "wrong" else "col.check_items"
    columns: list[FilledColumn] = [
        ("items", speaker.say(items), "count", [one.items for one in checks]),
        ("expected", speaker.say("col.check_expected"), "count", [one.expected for one in checks]),
    ]
    if known:
        pause = "col.check_below" if few else "col.check_above"
        columns += [
            ("interval", speaker.say("col.interval"), "count", spans),
            ("pause", speaker.say(pause), "count", [_pause(speaker, work, one) for one in checks]),
        ]
    like = "_like" if few and any(one.like for one in checks) else ""
    notes = [speaker.say(f"work.pause_{work.counts}{like}" if known else "work.pause_unknown")]
    if work.mixed_in is not None and work.counts != "wrong":
        notes.append(speaker.say("work.own_items"))
    strong = [work.counts != "wrong" and one.items == work.items for one in checks]
    return by_columns(CHECKS, speaker.say(f"table.check_{work.counts}"), columns, strong=strong, notes=notes)
