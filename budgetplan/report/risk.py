"""What the plan may cost, and which of its inputs matter; and whether it is done in time, for the work plan."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from markupsafe import Markup

from budgetplan.domain.decision import in_digits
from budgetplan.domain.risk.ranges import DRAWS, LABELS, LEVEL, SHARES, TIMES, WORTH, Reserve, Risk, Swing
from budgetplan.report import model as doc
from budgetplan.report.phrases import Nouns
from budgetplan.report.record import picked, plain
from budgetplan.report.wording import Wording


class RiskFacts:
    """What ``risk.j2`` tells.

    Attributes
    ----------
    reserve, calendar
        What the plan may cost and how long it may take; None where that is not told.
    ranges
        The ends of each input that varies, by its key.
    level, draws
        In which share of how many draws the contingency suffices.
    net
        Whether the plan goes by net value.
    """

    def __init__(self, speaker: Nouns, risk: Risk | None = None) -> None:
        self.level, self.draws = LEVEL, speaker.plan.resamples or DRAWS
        self.reserve, self.calendar = (risk.reserve, risk.calendar) if risk else (None, None)
        spans = {key: span for key, span in speaker.plan.ranges.spans.items() if key != WORTH}
        self.ranges = {key: doc.Range(float(span.low), float(span.high)) for key, span in spans.items()}
        self.net = risk is not None and risk.measure == "net"


def risk_words(speaker: Nouns, risk: Risk | None = None) -> Wording:
    """Return what a plan may cost and take, in words; ``risk``: None where only its contingency is told."""
    return speaker.wording("risk", RiskFacts(speaker, risk))


def risk_sections(speaker: Nouns, risk: Risk | None, contingency: Decimal | None) -> list[doc.Section]:
    """Return the page; none where nobody asked, nothing is recommended, or nothing has a price."""
    if risk is None or risk.reserve is None or not speaker.plan.ranges.asked:
        return []
    words = risk_words(speaker, risk)
    blocks: list[doc.Block] = [doc.Heading(speaker.say("head.risk"))]
    if risk.reserve.missed or not (speaker.plan.prices.computed and risk.reserve.rate):
        blocks.append(doc.Prose(words("points"), "points"))
    if len(risk.reserve.cost) > 1:
        blocks.append(chance_figure(speaker, risk.reserve, words))
    if _inputs_vary(risk):
        blocks.append(swings_figure(speaker, risk, words, contingency))
    return [doc.Section("risk", tuple(blocks))]


def _inputs_vary(risk: Risk) -> bool:
    return any(swing.key != LABELS for swing in risk.swings)


def risk_record(risk: Risk | None) -> dict[str, Any]:
    """Return the same as plain data: each part null where nobody asked for it."""
    if risk is None:
        return {"contingency": None, "calendar": None, "swings": None}
    return {
        "contingency": None if risk.reserve is None else plain(vars(risk.reserve)),
        "calendar": None if risk.calendar is None else plain(vars(risk.calendar)),
        "swings": picked(risk, "measure", planned="here", inputs="swings"),
    }


def chance_figure(speaker: Nouns, reserve: Reserve, words: Wording) -> doc.Figure:
    """Return how likely an amount finds as many entries as planned."""
    words_named, level = words.figure("fig_chance"), reserve.level
    marks = [doc.Marker(reserve.planned, reserve.chance_as_planned, speaker.say("mark.contingency", contingency=False))]
    if reserve.amount:
        marks.append(doc.Marker(reserve.enough, LEVEL, speaker.say("mark.contingency", contingency=True)))
    return doc.Figure(
        *("figure_chance", "chance"),
        *words_named,
        lines=(doc.Line(words_named[-1], reserve.cost, reserve.chance, "recommended"),),
        markers=tuple(marks),
        level=level,
        level_label=speaker.say("mark.level", level=level),
    )


def swings_figure(speaker: Nouns, risk: Risk, words: Wording, contingency: Decimal | None) -> doc.Figure:
    """Return how far the plan moves with each input, and where another one is recommended."""
    bars, marks = [], []
    for row, swing in enumerate(risk.swings):
        note = ends_of(speaker, swing)
        bars.append(doc.Bar(name_of_input(speaker, swing.key), risk.here, doc.Range(*swing.ends), note=note))
        if label := switch_of(speaker, swing):
            ends = (swing.at_below, swing.at_above)
            marks += [doc.Marker(at, float(row), label) for at in ends if at is not None]
    return doc.Figure(
        *("figure_swings", "swings"),
        *words.figure("fig_swings"),
        caption=words("caption", bool(marks), contingency),
        bars=tuple(bars),
        markers=tuple(marks),
        level=risk.here,
        level_label=speaker.say("col.planned"),
        value_kind="money",
    )


def risk_files(speaker: Nouns, risk: Risk | None) -> list[doc.Table]:
    """Return the tables behind the page."""
    return [swings_table(speaker, risk)] if risk and _inputs_vary(risk) else []


def swings_table(speaker: Nouns, risk: Risk) -> doc.Table:
    """Return the numbers of the figure of inputs: the plan at their ends, and from where on it is another one."""
    cells = {
        "input": [name_of_input(speaker, row.key) for row in risk.swings],
        "planned": [_amount(speaker, row.key, row.planned) for row in risk.swings],
        "range": [ends_of(speaker, row) for row in risk.swings],
        "switch": [switch_of(speaker, row) for row in risk.swings],
    }
    return speaker.table("risk.swings", doc.UNSEEN, risk.swings, cells)


def switches(speaker: Nouns, risk: Risk | None) -> list[tuple[doc.Text, doc.Text | None]]:
    """Return the inputs that lead to another plan within their ranges, and from which values on."""
    swings = risk.swings if risk else ()
    switching = [swing for swing in swings if swing.tested and (swing.below, swing.above) != (None, None)]
    return [(name_of_input(speaker, switch.key), switch_of(speaker, switch)) for switch in switching]


def widest(speaker: Nouns, risk: Risk | None) -> tuple[doc.Text, doc.Text | None, doc.Range] | None:
    """Return the input that moves the plan most, between which ends, and between which amounts it moves it."""
    for swing in risk.swings if risk else ():  # the widest comes first
        if swing.key != LABELS:
            return name_of_input(speaker, swing.key), ends_of(speaker, swing), doc.Range(*swing.ends)
    return None


def name_of_input(speaker: Nouns, key: str) -> doc.Text:
    """Return the name of an input."""
    return speaker.say(f"name.{key}", unit=speaker.plan.prices.unit)


def ends_of(speaker: Nouns, swing: Swing) -> doc.Text | None:
    """Return between what an input lies; nothing for labels."""
    if swing.low is None or swing.high is None:
        return None
    return _amount(speaker, swing.key, doc.Range(float(swing.low), float(swing.high)))


def switch_of(speaker: Nouns, swing: Swing) -> doc.Text | None:
    """Return from which values of an input on another plan is recommended; None for labels."""
    if swing.key == LABELS:
        return None
    ends = (None if end is None else in_digits(3, end) for end in (swing.below, swing.above))
    below, above = (_amount(speaker, swing.key, end) for end in ends)
    return speaker.say("risk.switch", tested=swing.tested, below=below, above=above)


def _amount(speaker: Nouns, key: str, value: Decimal | doc.Range | None) -> doc.Text | None:
    """Return a value of an input with its unit; labels have none."""
    if value is None:
        return None
    if key in TIMES:
        return Markup("{} s").format(speaker.shown(value, "quantity"))
    return speaker.shown(value, "percent" if key in SHARES else "amount_full")
