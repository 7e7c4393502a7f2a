"""What the plan may cost, and which of its inputs matter; and whether it is done in time, for the work plan."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from budgetplan.domain.plan import Plan
from budgetplan.domain.risk.ranges import (
    DRAWS,
    LABELS,
    LEVEL,
    SHARES,
    TIMES,
    WORTH,
    Calendar,
    Reserve,
    Risk,
    Swing,
)
from budgetplan.domain.rounding import in_digits
from budgetplan.report.model import (
    Bar,
    Block,
    Bullet,
    Bullets,
    Figure,
    FilledColumn,
    Heading,
    Line,
    Marker,
    Range,
    Ref,
    Section,
    Sentence,
    Table,
    Value,
    by_columns,
)
from budgetplan.report.phrases import Nouns, Speaker, joined
from budgetplan.report.record import plain

SWINGS = "swings"
"""Key of the table of inputs."""


def risk_sections(speaker: Speaker) -> list[Section]:
    """Return the page; none where nobody asked, nothing is recommended, or nothing has a price."""
    risk = speaker.analysis.risk
    if risk is None or risk.reserve is None or not speaker.plan.ranges.asked:
        return []
    points = _points(speaker, "risk.cost", _reserve(speaker, risk.reserve))
    points += _points(speaker, "risk.change", _changes(speaker, risk))
    blocks: list[Block] = [Heading(speaker.say("head.risk"))]
    if points:
        blocks.append(Bullets(tuple(points)))
    if len(risk.reserve.cost) > 1:
        blocks.append(chance_figure(speaker, risk.reserve))
    if any(one.key != LABELS for one in risk.swings):
        blocks += [swings_figure(speaker, risk), swings_table(speaker, risk)]
    return [Section("risk", tuple(blocks))]


def calendar_points(speaker: Speaker) -> list[Bullet]:
    """Return the point of the work plan on whether it is done in time; none where that is not known."""
    risk = speaker.analysis.risk
    return [] if risk is None else _points(speaker, "risk.time", calendar_said(speaker, risk.calendar))


def risk_record(risk: Risk | None) -> dict[str, Any]:
    """Return the same as plain data: each part null where nobody asked for it."""
    if risk is None:
        return {"contingency": None, "calendar": None, "swings": None}
    return {
        "contingency": None if risk.reserve is None else plain(dict(vars(risk.reserve))),
        "calendar": None if risk.calendar is None else plain(dict(vars(risk.calendar))),
        "swings": {"measure": risk.measure, "planned": risk.here, "inputs": plain(risk.swings)},
    }


def _points(speaker: Speaker, key: str, said: list[Sentence]) -> list[Bullet]:
    return [Bullet(speaker.say(key), tuple(said))] if said else []


def _reserve(speaker: Speaker, reserve: Reserve) -> list[Sentence]:
    """Say how much more lets the plan find as much, how often that is, and what was drawn."""
    prices, ranges = speaker.prices, ranges_said(speaker)
    key = "computed" if prices.computed else "typed" if prices.contingency else "would"
    key = "no_reserve" if reserve.rate is None else key if reserve.rate else "enough"
    said = [speaker.say_of(f"risk.{key}", reserve)]
    if reserve.missed and reserve.rate is not None:
        said.append(speaker.say("risk.missed", missed=reserve.missed))
    if ranges is None:
        return [*said, speaker.say("risk.drawn_labels")]
    drawn = "risk.drawn" if speaker.plan.resamples else "risk.drawn_alone"
    return [*said, speaker.say(drawn, ranges=ranges)]


def calendar_said(speaker: Speaker, calendar: Calendar | None) -> list[Sentence]:
    """Say how long it takes in most draws, how likely it is done by the deadline, and with how many people."""
    if calendar is None:
        return []
    said, date, level = [], speaker.locale.printed_date, calendar.level
    if calendar.weeks is not None:
        if calendar.end:
            said.append(speaker.say_of("risk.until", calendar, end=date(calendar.end)))
        else:
            said.append(speaker.say_of("risk.weeks", calendar))
    if calendar.chance is not None:
        by = date(calendar.deadline)
        said.append(speaker.say("risk.done", deadline=by, chance=calendar.chance))
        if calendar.people_needed is None:
            said.append(speaker.say("risk.people_none", level=level))
        elif calendar.people_needed != calendar.people:
            said.append(speaker.say("risk.people", level=level, needed=calendar.people_needed))
    return said


def _changes(speaker: Speaker, risk: Risk) -> list[Sentence]:
    """Say how many inputs lead to another plan; nothing where that was not tried."""
    tested = [one for one in risk.swings if one.tested]
    if not tested:
        return []
    table = Ref(SWINGS)
    switching = len([one for one in tested if one.below is not None or one.above is not None])
    if not switching:
        return [speaker.say("risk.steady", table=table)]
    key = "risk.switches" if risk.measure == "net" else "risk.switches_model"
    return [speaker.say(key, switching=switching, table=table)]


def chance_figure(speaker: Speaker, reserve: Reserve) -> Figure:
    """Return how likely an amount finds as many entries as planned."""
    here = reserve.chance_as_planned
    marks = [Marker(reserve.planned, here, speaker.say("mark.planned"))]
    if reserve.amount:
        marks.append(Marker(reserve.enough, LEVEL, speaker.say("mark.reserve")))
    name = speaker.text("axis.chance")
    return Figure(
        key="figure_chance",
        kind="chance",
        title=speaker.say("fig.chance"),
        alt=speaker.say("alt.chance", here=here),
        x_label=speaker.in_money("axis.risk_cost"),
        y_label=speaker.say("axis.chance"),
        lines=(Line(name, reserve.cost, reserve.chance, "recommended"),),
        markers=tuple(marks),
        level=reserve.level,
        level_label=speaker.say("mark.level", level=reserve.level),
    )


def swings_figure(speaker: Speaker, risk: Risk) -> Figure:
    """Return how far the plan moves with each input, and where another one is recommended."""
    bars, marks = [], []
    for row, one in enumerate(risk.swings):
        low, high = sorted((one.at_low, one.at_high))
        span = ends_of(speaker, one)
        note = span if isinstance(span, Sentence) else None
        bars.append(Bar(name_of_input(speaker, one.key), risk.here, Range(low, high), note=note))
        ends = (one.at_below, one.at_above)
        label = switch_of(speaker, one)
        if label is not None:
            marks += [Marker(at, float(row), label) for at in ends if at is not None]
    return Figure(
        key="figure_swings",
        kind="swings",
        title=speaker.say(f"fig.swings_{risk.measure}"),
        alt=speaker.say("alt.swings", table=Ref(SWINGS)),
        x_label=speaker.in_money(f"axis.swings_{risk.measure}"),
        y_label=speaker.say("axis.inputs"),
        caption=speaker.say("caption.swings" if marks else "caption.swings_none"),
        bars=tuple(bars),
        markers=tuple(marks),
        level=risk.here,
        level_label=speaker.say("mark.swings"),
        value_kind="money",
    )


def swings_table(speaker: Speaker, risk: Risk) -> Table:
    """Return every input with its range, what the plan is at its ends, and from where on it is another one."""
    rows = risk.swings
    columns: list[FilledColumn] = [
        ("input", speaker.say("col.input"), "text", [name_of_input(speaker, one.key) for one in rows]),
        ("planned", speaker.say("col.planned"), "text", [planned_of(speaker, one) for one in rows]),
        ("range", speaker.say("col.ends"), "text", [ends_of(speaker, one) for one in rows]),
        ("low", speaker.in_money("col.at_low"), "money", [one.at_low for one in rows]),
        ("high", speaker.in_money("col.at_high"), "money", [one.at_high for one in rows]),
        ("switch", speaker.say("col.switch"), "text", [switch_of(speaker, one) for one in rows]),
    ]
    return by_columns(SWINGS, speaker.say(f"table.swings_{risk.measure}"), columns)


def covered(speaker: Speaker, key: str) -> bool:
    """Return whether the table of inputs says what a price, or the worth of an entry, does to the plan.

    ``key``: of the input; empty for any price or time.
    """
    risk = speaker.analysis.risk
    named = set() if risk is None else {one.key for one in risk.swings if one.tested}
    return key in named if key else bool(named - {LABELS, WORTH})


def draws_of(plan: Plan) -> int:
    """Return how many draws there are."""
    return plan.resamples or DRAWS


def ranges_said(speaker: Nouns) -> Sentence | None:
    """Return which inputs vary between which ends, in a row; None where none does."""
    ends = {key: Range(float(one.low), float(one.high)) for key, one in speaker.plan.ranges.spans.items()}
    said = [_with_unit(speaker, f"input.{key}", range=span) for key, span in ends.items() if key != WORTH]
    return joined(said) if said else None


def contingency_said(speaker: Nouns, rate: Decimal) -> Sentence:
    """Return how much the computed contingency is, and how it was computed."""
    plan, ranges = speaker.plan, ranges_said(speaker)
    said = {"share": rate, "level": LEVEL, "draws": draws_of(plan), "seed": str(plan.seed)}
    if ranges is None:
        return speaker.say("paste.contingency_labels", **said)
    key = "paste.contingency_computed" if plan.resamples else "paste.contingency_alone"
    return speaker.say(key, **said, ranges=ranges)


def line_said(speaker: Nouns) -> Sentence:
    """Return the name of the computed contingency among the costs."""
    return speaker.say("line.contingency_computed", level=LEVEL, draws=draws_of(speaker.plan))


def name_of_input(speaker: Nouns, key: str) -> Sentence:
    """Return the name of an input."""
    return _with_unit(speaker, f"name.{key}")


def planned_of(speaker: Nouns, swing: Swing) -> Value:
    """Return an input as planned; nothing for labels."""
    return None if swing.planned is None else _amount(speaker, swing.key, swing.planned)


def ends_of(speaker: Nouns, swing: Swing) -> Value:
    """Return between what an input lies; nothing for labels."""
    if swing.low is None or swing.high is None:
        return None
    span = Range(float(swing.low), float(swing.high))
    return speaker.say(f"ends.{_kind(swing.key)}", range=span)


def switch_of(speaker: Nouns, swing: Swing) -> Sentence | None:
    """Return from which values of an input on another plan is recommended; None for labels."""
    if swing.key == LABELS:
        return None
    if not swing.tested:
        return speaker.say("switch.untested")
    ends = {"low": swing.below, "high": swing.above}
    known = {name: in_digits(3, value) for name, value in ends.items() if value is not None}
    said = {name: _amount(speaker, swing.key, value) for name, value in known.items()}
    key = {(): "none", ("low",): "below", ("high",): "above", ("low", "high"): "both"}[tuple(said)]
    return speaker.say(f"switch.{key}", **said)


def _amount(speaker: Nouns, key: str, value: Decimal) -> Sentence:
    return speaker.say(f"value.{_kind(key)}", value=value)


def _kind(key: str) -> str:
    return "time" if key in TIMES else "share" if key in SHARES else "money"


def _with_unit(speaker: Nouns, key: str, **said: Range) -> Sentence:
    sized = key.endswith(("_per_unit", ".per_unit"))
    return speaker.say(key, **said, unit=speaker.plan.prices.unit) if sized else speaker.say(key, **said)
