"""What the plan may cost, and which of its inputs matter; and whether it is done in time, for the work plan."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from markupsafe import Markup

from budgetplan.domain.risk.ranges import (
    DRAWS,
    LABELS,
    LEVEL,
    SHARES,
    TIMES,
    WORTH,
    Reserve,
    Risk,
    Swing,
)
from budgetplan.domain.rounding import in_digits
from budgetplan.report.model import (
    Bar,
    Block,
    Figure,
    FilledColumn,
    Heading,
    Line,
    Marker,
    Prose,
    Range,
    Section,
    Table,
    Text,
    by_columns,
)
from budgetplan.report.phrases import Nouns, Speaker
from budgetplan.report.record import plain
from budgetplan.report.wording import Wording

SWINGS = "swings"
"""Key of the table of inputs."""


class RiskFacts:
    """What ``risk.j2`` tells.

    Attributes
    ----------
    plan, prices
        What was asked.
    reserve, calendar
        What the plan may cost and how long it may take; None where that is not told.
    ranges
        The ends of each input that varies, by its key.
    level, draws
        In which share of how many draws the contingency suffices.
    tested, switching, net
        How many inputs were tried at their ends, how many of them lead to another plan, and whether it goes by net value.
    """

    def __init__(self, speaker: Nouns, risk: Risk | None = None) -> None:
        self.plan, self.prices = speaker.plan, speaker.prices
        self.level, self.draws = LEVEL, speaker.plan.resamples or DRAWS
        self.reserve, self.calendar = (risk.reserve, risk.calendar) if risk else (None, None)
        spans = speaker.plan.ranges.spans
        self.ranges = {
            key: Range(float(span.low), float(span.high)) for key, span in spans.items() if key != WORTH
        }
        tested = [swing for swing in risk.swings if swing.tested] if risk else []
        moved = [swing for swing in tested if swing.below is not None or swing.above is not None]
        self.tested, self.switching = len(tested), len(moved)
        self.net = risk is not None and risk.measure == "net"


def risk_words(speaker: Nouns, risk: Risk | None = None) -> Wording:
    """Return what a plan may cost and take, in words; ``risk``: None where only its contingency is told."""
    return speaker.wording("risk", RiskFacts(speaker, risk))


def risk_sections(speaker: Speaker) -> list[Section]:
    """Return the page; none where nobody asked, nothing is recommended, or nothing has a price."""
    risk = speaker.analysis.risk
    if risk is None or risk.reserve is None or not speaker.plan.ranges.asked:
        return []
    say = risk_words(speaker, risk)
    blocks: list[Block] = [Heading(speaker.say("head.risk")), Prose(say("points"), "points")]
    if len(risk.reserve.cost) > 1:
        blocks.append(chance_figure(speaker, risk.reserve))
    if any(one.key != LABELS for one in risk.swings):
        blocks += [swings_figure(speaker, risk), swings_table(speaker, risk)]
    return [Section("risk", tuple(blocks))]


def calendar_points(speaker: Speaker) -> list[Markup]:
    """Return the point of the work plan on whether it is done in time; none where that is not known."""
    risk = speaker.analysis.risk
    return risk_words(speaker, risk).parts("time") if risk else []


def risk_record(risk: Risk | None) -> dict[str, Any]:
    """Return the same as plain data: each part null where nobody asked for it."""
    if risk is None:
        return {"contingency": None, "calendar": None, "swings": None}
    return {
        "contingency": None if risk.reserve is None else plain(dict(vars(risk.reserve))),
        "calendar": None if risk.calendar is None else plain(dict(vars(risk.calendar))),
        "swings": {"measure": risk.measure, "planned": risk.here, "inputs": plain(risk.swings)},
    }


def chance_figure(speaker: Speaker, reserve: Reserve) -> Figure:
    """Return how likely an amount finds as many entries as planned."""
    here = reserve.chance_as_planned
    marks = [Marker(reserve.planned, here, speaker.say("mark.planned"))]
    if reserve.amount:
        marks.append(Marker(reserve.enough, LEVEL, speaker.say("mark.reserve")))
    name = speaker.say("axis.chance")
    return Figure(
        key="figure_chance",
        kind="chance",
        title=speaker.say("fig.chance"),
        alt=speaker.say("alt.chance", here=here),
        x_label=speaker.in_money("col.spend"),
        y_label=name,
        lines=(Line(name, reserve.cost, reserve.chance, "recommended"),),
        markers=tuple(marks),
        level=reserve.level,
        level_label=speaker.say("mark.level", level=reserve.level),
    )


def swings_figure(speaker: Speaker, risk: Risk) -> Figure:
    """Return how far the plan moves with each input, and where another one is recommended."""
    bars, marks = [], []
    for row, one in enumerate(risk.swings):
        span = Range(*sorted((one.at_low, one.at_high)))
        bars.append(Bar(name_of_input(speaker, one.key), risk.here, span, note=ends_of(speaker, one)))
        if label := switch_of(speaker, one):
            ends = (one.at_below, one.at_above)
            marks += [Marker(at, float(row), label) for at in ends if at is not None]
    return Figure(
        key="figure_swings",
        kind="swings",
        title=speaker.say(f"fig.swings_{risk.measure}"),
        alt=speaker.say("alt.swings"),
        x_label=speaker.in_money(f"axis.swings_{risk.measure}"),
        y_label=speaker.say("col.input"),
        caption=speaker.say("caption.swings" if marks else "caption.swings_none"),
        bars=tuple(bars),
        markers=tuple(marks),
        level=risk.here,
        level_label=speaker.say("mark.swings"),
        value_kind="money",
    )


def swings_table(speaker: Nouns, risk: Risk) -> Table:
    """Return every input with its range, what the plan is at its ends, and from where on it is another one."""
    rows, planned = risk.swings, [_amount(speaker, one.key, one.planned) for one in risk.swings]
    columns: list[FilledColumn] = [
        ("input", speaker.say("col.input"), "text", [name_of_input(speaker, one.key) for one in rows]),
        ("planned", speaker.say("col.planned"), "text", planned),
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


def line_said(speaker: Nouns) -> Text:
    """Return the name of the computed contingency among the costs."""
    return speaker.say("line.contingency_computed", level=LEVEL, draws=speaker.plan.resamples or DRAWS)


def name_of_input(speaker: Nouns, key: str) -> Text:
    """Return the name of an input."""
    return speaker.say(f"name.{key}", unit=speaker.plan.prices.unit)


def ends_of(speaker: Nouns, swing: Swing) -> Text | None:
    """Return between what an input lies; nothing for labels."""
    if swing.low is None or swing.high is None:
        return None
    return _amount(speaker, swing.key, Range(float(swing.low), float(swing.high)))


def switch_of(speaker: Nouns, swing: Swing) -> Text | None:
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


def _amount(speaker: Nouns, key: str, value: Decimal | Range | None) -> Text | None:
    """Return a value of an input with its unit; labels have none."""
    if value is None:
        return None
    if key in TIMES:
        return Markup("{} s").format(speaker.shown(value, "quantity"))
    return speaker.shown(value, "percent" if key in SHARES else "amount_full")
