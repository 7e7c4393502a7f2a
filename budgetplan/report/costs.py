"""How a plan is carried out and what that costs, line by line: the same in every report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from markupsafe import Markup

from budgetplan.domain.asked.profile import PROFILES
from budgetplan.domain.decision import Estimate
from budgetplan.domain.prices import BudgetLine, bearing_of, total_of
from budgetplan.domain.risk.ranges import DRAWS, LEVEL
from budgetplan.report import model as doc
from budgetplan.report.phrases import Nouns
from budgetplan.report.record import plain
from budgetplan.report.risk import risk_words
from budgetplan.report.wording import Wording, escaped
from budgetplan.work.building import MOST_YEARS, WorkPlan, counted_in, days_of, lines_by_year, parts_by_year

COSTS, RULES, EFFORT, YEARS = "costs", "rules", "effort", "years"
"""Keys of the cost build-up, of the funder's rules, of the table of work, and of the budget by year."""


def how_paid(speaker: Nouns, hours: float | None, model_costs: Mapping[str, Decimal]) -> list[doc.Text]:
    """Say what a judgement costs, and what comes on top; ``hours``: all judgements together, if known."""
    prices = speaker.prices
    computed = risk_words(speaker)("contingency") if prices.contingency and prices.computed else ""
    once = {name: cost for name, cost in {**prices.fixed, **model_costs}.items() if cost}
    return speaker.wording("costs", speaker).parts("paid", computed, hours, once)


def justification(
    speaker: Nouns,
    lines: Sequence[BudgetLine],
    asked: Sequence[doc.Text],
    why: Sequence[doc.Text],
    short: Sequence[doc.Text] = (),
    more: Sequence[doc.Text] = (),
) -> doc.Section:
    """Return the text to paste into an application, and the cost build-up behind it, by year where that is asked for.

    ``asked``: what is asked for, and how it is paid; ``why``: where the quantity comes from, and what it brings;
    ``short``: both in two sentences, ``more`` what may follow these where there is room, first things first. What is kept
    as a contingency, and what is mixed in, is added to each of them.
    """
    lines = lines if speaker.priced else ()
    say, table = speaker.wording("costs", speaker), lines_table(speaker, lines)
    kept = total_of([line for line in lines if line.key == "contingency"])
    # The text above the table says all of a single line that is not rounded.
    multiplied = len(lines) == 1 and speaker.prices.multiplies_out(lines)
    ready = say("ready", lines, bool(lines) and not multiplied)
    blocks: list[doc.Block] = [doc.Heading(speaker.say("head.justification")), doc.Prose(ready, "note")]
    total = speaker.shown(total_of(lines), "amount")
    task = [Markup("<strong>{}, {}.</strong>").format(escaped(speaker.task), total)] if lines else []
    blocks.append(doc.Paste(((*task, *asked, *say.parts("money", kept, brief=False, level=LEVEL)), tuple(why))))
    if lines:
        blocks += [table.showing(()), *(doc.Prose(note, "note") for note in table.notes)] if multiplied else [table]
        blocks += [*_years(speaker, lines, say), *_effort(speaker, lines)]
    if lines and short:
        brief = (*short, *say.parts("money", kept, brief=True, level=LEVEL))
        blocks.append(doc.Paste((brief,), short=True, more=tuple(more)))
    return doc.Section("justification", (*blocks, *funder_rules(speaker)))


def lines_table(speaker: Nouns, lines: Sequence[BudgetLine]) -> doc.Table:
    """Return the budget lines; quantity times unit price is the amount, and the amounts add up.

    Where it is known how the plan is carried out, the notes say how quantities come about.
    """
    work, say = speaker.work, speaker.say
    units = {"entries": str(speaker.nouns.entries)} | {unit: say(f"unit.{unit}") for unit in _UNITS}
    cells: dict[str, Any] = {"work": [_work_of(speaker, line) for line in lines]}
    cells["unit"] = [units.get(line.unit, line.unit) for line in lines]
    cells["amount"] = [line.amount for line in lines]
    notes = [] if work is None else speaker.wording("costs", speaker).parts("build_up", lines, work)
    table = speaker.table("costs.costs", speaker.in_money("table.costs"), lines, cells, notes=notes)
    bearing = bearing_of(lines)
    part = any(line.key != "indirect" and not line.bears for line in lines)
    pairs = zip(table.rows, lines, strict=True)
    rows = [replace(row, of=bearing) if part and line.key == "indirect" else row for row, line in pairs]
    rows.append(doc.Row((speaker.say("row.total"), None, None, None, total_of(lines)), total=True))
    return replace(table, rows=tuple(rows))


_UNITS = ("judgements", "hours", "adjudications", "answers")


def _work_of(speaker: Nouns, line: BudgetLine) -> doc.Text:
    if line.key == "fixed":
        return escaped(line.label)
    # A contingency that is computed is named with its method.
    draws = (speaker.plan.resamples or DRAWS) if speaker.prices.computed else 0
    part = bool(speaker.prices.without_indirect)
    return speaker.say(f"line.{line.key}", label=line.label, part=part, level=LEVEL, draws=draws)


def _years(speaker: Nouns, lines: Sequence[BudgetLine], say: Wording) -> list[doc.Block]:
    """Return the budget by year, where the work takes years or it is asked for by year; nothing where nobody said how long."""
    work, a_week = speaker.work, speaker.plan.work.hours_a_week
    if work is None or not work.hours_each or a_week is None:
        return []
    parts = parts_by_year(days_of(work.hours_each, a_week), work.start)
    if len(parts) == 1 and not PROFILES[speaker.plan.profile].by_year:
        return []
    note = say("years", work.weeks, len(parts), len(parts) > MOST_YEARS)
    if len(parts) > MOST_YEARS:
        return [doc.Prose(note, "note")]
    *rows, sums = lines_by_year(lines, parts, speaker.prices.rounded)
    years = enumerate(zip(*rows, strict=True), start=1)
    columns: list[doc.FilledColumn] = [
        ("work", speaker.say("col.work"), "sentence", [_work_of(speaker, line) for line in lines]),
        *((f"year_{place}", speaker.say("col.year", year=place), "money", year) for place, year in years),
        ("total", speaker.say("row.total"), "money", [line.amount for line in lines]),
    ]
    table = doc.by_columns(YEARS, speaker.in_money("table.years"), columns, notes=[note])
    last = doc.Row((speaker.say("row.total"), *sums, total_of(lines)), total=True)
    table = replace(table, rows=(*table.rows, last))
    # One year has the amounts of the cost table.
    return [table] if len(parts) > 1 else [table.showing(()), doc.Prose(note, "note")]


def funder_rules(speaker: Nouns) -> list[doc.Block]:
    """Return each rule of the funder with its source and date; none where the report is for no funder.

    They are for whoever applies and stand in a file and on the terminal, not in what the funder gets.
    """
    profile = PROFILES[speaker.plan.profile]
    rules, say = profile.rules, speaker.wording("costs", speaker)
    if not rules:
        return []
    cells = {"rule": [say("rule", rule.key, rule.values) for rule in rules]}
    caption, check = speaker.say("table.rules", name=profile.called), say("rule", "check", {})
    return [speaker.table("costs.rules", caption, rules, cells, notes=[check]).showing(())]


def _effort(speaker: Nouns, lines: Sequence[BudgetLine]) -> list[doc.Block]:
    """Return the hours of each line in days and person-months, where the funder or the institution counts in these."""
    profile = PROFILES[speaker.plan.profile]
    lines = [line for line in lines if line.unit == "hours"]
    month = float(speaker.plan.work.month_hours or profile.month_hours)
    if not lines or not month:
        return []
    hours, a_day = [float(line.quantity) for line in lines], profile.day_hours
    cells: dict[str, Any] = {"task": [_work_of(speaker, line) for line in lines], "hours": hours}
    cells["days"] = counted_in(hours, a_day, 1) if a_day else None
    cells["months"] = counted_in(hours, month, 2)
    caption = speaker.say("table.effort", days=bool(a_day), hours=a_day or month)
    return [speaker.table("costs.effort", caption, cells=cells)]


CHECKS = "checkpoints"
"""Key of the table of checkpoints."""


def work_sections(speaker: Nouns, before: Sequence[Markup] = (), in_time: Sequence[Markup] = ()) -> list[doc.Section]:
    """Return the page on how the plan is carried out; none where nothing is recommended.

    ``before``: what has to be done before people begin; ``in_time``: whether it is done in time, if known.
    """
    if (work := speaker.work) is None:
        return []
    file, checks = Path(speaker.plan.table).name, work.checkpoints
    say = speaker.wording("work", work, model=speaker.named(work.model), file=file)
    blocks: list[doc.Block] = [
        doc.Heading(speaker.say("head.work")),
        doc.Prose(say("points", before, in_time), "points"),
    ]
    if checks:
        # What should have been found, corrected, or wrong after how many items.
        has_range = any(check.low is not None for check in checks)
        none, head = speaker.say("work.no_alarm"), speaker.say("col.check_items", counts=work.counts)
        alarms = [none if (alarm := work.alarm(check)) is None else alarm for check in checks]
        spans = [doc.interval(Estimate(check.expected, check.low, check.high)) for check in checks]
        cells = {"interval": spans if has_range else None, "pause": alarms if has_range else None}
        heads = {"items": head, "pause": speaker.say("col.check_pause", counts=work.counts)}
        strong = [work.counts != "wrong" and check is checks[-1] for check in checks]
        caption = speaker.say("table.checks", counts=work.counts)
        how: dict[str, Any] = {"heads": heads, "strong": strong, "notes": [say("pause")]}
        blocks.append(speaker.table("costs.checkpoints", caption, checks, cells, **how))
    return [doc.Section("work", tuple(blocks))]


def work_record(work: WorkPlan | None) -> dict[str, Any] | None:
    """Return the same as plain data, for those who carry the plan out; None where nothing is recommended."""
    if work is None:
        return None
    pause = "pause_below" if work.counts == "found" else "pause_above"
    checks = [plain(checkpoint) | {pause: work.alarm(checkpoint)} for checkpoint in work.checkpoints]
    fields_kept = {name: value for name, value in vars(work).items() if name not in ("judged", "size", "places")}
    return {**plain(fields_kept), "checkpoints": checks}
