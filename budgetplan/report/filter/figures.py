"""The figures of the report, as data."""

from __future__ import annotations

import math

from budgetplan.lists.evidence import Ranked
from budgetplan.report.model import Bar, Figure, Line, Marker, Range, Role, Text
from budgetplan.report.phrases import Speaker, interval
from budgetplan.report.wording import Wording, escaped


def gain_figure(speaker: Speaker, say: Wording) -> Figure:
    """Return entries found against items reviewed, for all models and the two comparators."""
    analysis, evidence = speaker.analysis, speaker.evidence
    chosen, lead, beside = analysis.decision.chosen, analysis.lead, analysis.rival
    label = speaker.say("curve.lead", recommended=chosen is not None, band=analysis.band is not None)
    lines = [_line(speaker, lead, "recommended", label)]
    if beside:
        lines.append(_line(speaker, evidence.model(beside), "second", escaped(speaker.named(beside))))
    named = (lead.name, beside)
    lines += [_line(speaker, model, "other") for model in evidence.models if model.name not in named]
    lines += [
        _line(speaker, evidence.perfect, "perfect", name=speaker.say("curve.perfect")),
        _line(speaker, evidence.random, "random", name=speaker.say("curve.random")),
    ]
    marks = []
    if chosen is not None:
        marks.append(Marker(float(chosen.items), chosen.found.value, speaker.say("mark.stop")))
    return Figure(
        key="figure_gain",
        kind="gain",
        title=say("gain_title"),
        alt=speaker.say("alt.gain" if marks else "alt.gain_open", models=len(evidence.models)),
        x_label=speaker.say("axis.items"),
        y_label=speaker.say("axis.found"),
        lines=tuple(lines),
        markers=tuple(marks),
        top=tuple(analysis.costs_along()) if speaker.priced else (),
        top_label=speaker.in_money("axis.cost") if speaker.priced else None,
    )


def _line(speaker: Speaker, model: Ranked, role: Role, label: Text | None = None, name: str = "") -> Line:
    items, found, *band = speaker.analysis.curve(model)
    low, high = (None if end is None else tuple(end.tolist()) for end in band)
    return Line(name or model.name, tuple(items.tolist()), tuple(found.tolist()), role, low, high, label)


def steps_figure(speaker: Speaker, title: Text) -> Figure:
    """Return what one more entry costs in each part of the list, in the recommended order."""
    analysis, evidence = speaker.analysis, speaker.evidence
    chosen, at, worth = analysis.decision.chosen, analysis.stop_in_parts(), single_worth(speaker)
    reviewed = chosen.items if chosen is not None else evidence.whole_items
    bars = []
    for tenth, part in enumerate(analysis.parts[analysis.lead.name], start=1):
        per, label = part.cost_per_entry, speaker.shown(tenth, "count")
        span, filled = interval(per), part.middle <= reviewed
        if span is None and per is not None and per.low is not None:
            span = Range(per.low, math.inf)
        note = speaker.say("none_found") if per is None else None
        bars.append(Bar(label, None if per is None else per.value, span, note, filled=filled))
    stop = () if chosen is None or at is None else (Marker(at, 0.0, speaker.say("mark.stop_here")),)
    some_empty = any(bar.value is None for bar in bars)
    return Figure(
        key="figure_steps",
        kind="steps",
        title=title,
        alt=speaker.say("alt.steps"),
        x_label=speaker.say("axis.tenths"),
        y_label=speaker.in_money("axis.per_new") if speaker.priced else speaker.say("axis.per_new_items"),
        caption=speaker.say("caption.steps_none" if some_empty else "caption.steps"),
        bars=tuple(bars),
        markers=stop,
        level=worth,
        level_label=None if worth is None else speaker.say("mark.worth", worth=worth),
    )


def single_worth(speaker: Speaker) -> float | None:
    """Return what one entry is worth, where all are worth the same."""
    values = speaker.plan.values
    return None if values is None else values.common
