"""The figures of the report, as data."""

from __future__ import annotations

from budgetplan.lists.evidence import Ranked
from budgetplan.report.model import Bar, Figure, Line, Marker, Range, Ref, Role, Text
from budgetplan.report.phrases import Speaker, interval

MOST_FOUND = 0.85
"""Beyond so large a part of the entries few are left."""


def gain_figure(speaker: Speaker) -> Figure:
    """Return entries found against items reviewed, for all models and the two comparators."""
    analysis, evidence = speaker.analysis, speaker.evidence
    chosen = analysis.decision.chosen
    lines = [_model_line(speaker, model) for model in _in_colour(speaker)]
    lines += [
        _line(speaker, model, "other")
        for model in evidence.models
        if all(model.name != line.name for line in lines)
    ]
    lines += [
        _line(speaker, evidence.perfect, "perfect", name=speaker.text("curve.perfect")),
        _line(speaker, evidence.random, "random", name=speaker.text("curve.random")),
    ]
    markers: tuple[Marker, ...] = ()
    if chosen is not None:
        label = speaker.say("mark.stop")
        markers = (Marker(float(chosen.items), chosen.found.value, label),)
    key = "alt.gain_open" if chosen is None else "alt.gain"
    alt = speaker.say(key, models=len(evidence.models), table=Ref("gain_recommended"))
    return Figure(
        key="figure_gain",
        kind="gain",
        title=_gain_title(speaker),
        alt=alt,
        x_label=speaker.say("axis.items"),
        y_label=speaker.say("axis.found"),
        caption=None,
        lines=tuple(lines),
        markers=markers,
        top=tuple(analysis.costs_along()) if speaker.priced else (),
        top_label=speaker.in_money("axis.cost") if speaker.priced else None,
    )


def _gain_title(speaker: Speaker) -> Text:
    """Say how early half of the entries come, where they come early, and whether many are left after the stop."""
    analysis, evidence = speaker.analysis, speaker.evidence
    chosen, half = analysis.decision.chosen, analysis.half_found()
    if chosen is None or half is None:
        return speaker.say("fig.gain")
    if chosen.items >= evidence.whole_items or half > chosen.items:
        return speaker.say("fig.gain_half", half=half)
    assert chosen.recall is not None  # half of the entries lie before the stop
    if chosen.recall >= MOST_FOUND:
        return speaker.say("fig.gain_few", half=half)
    return speaker.say("fig.gain_stop", half=half, share=chosen.recall)


def _in_colour(speaker: Speaker) -> list[Ranked]:
    """Return at most three orders: the recommended one, the best single model, the one that F1 would choose."""
    decision, evidence = speaker.analysis.decision, speaker.evidence
    names = dict.fromkeys(filter(None, (speaker.analysis.lead.name, decision.by_f1, decision.single)))
    return [evidence.model(name) for name in names]


def _model_line(speaker: Speaker, model: Ranked) -> Line:
    analysis = speaker.analysis
    if model is analysis.lead:
        key = "lead" if analysis.decision.chosen is None else "recommended"
        if analysis.band is not None:
            key = "lead_band" if analysis.decision.chosen is None else "band"
        return _line(speaker, model, "recommended", speaker.say(f"curve.{key}", model=model.name))
    best_f1 = model.name == analysis.decision.by_f1
    label = speaker.say("curve.f1" if best_f1 else "curve.other", model=model.name)
    return _line(speaker, model, "second" if best_f1 else "third", label)


def _line(speaker: Speaker, model: Ranked, role: Role, label: Text | None = None, name: str = "") -> Line:
    items, found, *band = speaker.analysis.curve(model)
    low, high = (None if end is None else tuple(end.tolist()) for end in band)
    return Line(name or model.name, tuple(items.tolist()), tuple(found.tolist()), role, low, high, label)


def steps_figure(speaker: Speaker) -> Figure:
    """Return what one more entry costs in each part of the list, in the recommended order."""
    analysis, evidence = speaker.analysis, speaker.evidence
    chosen = analysis.decision.chosen
    reviewed = chosen.items if chosen is not None else evidence.whole_items
    bars = []
    for tenth, part in enumerate(analysis.parts[analysis.lead.name], start=1):
        per, label, filled = (
            part.cost_per_entry,
            speaker.say("bar.tenth", tenth=tenth),
            part.middle <= reviewed,
        )
        if per is None:
            bars.append(Bar(label, None, note=speaker.say("none_found"), filled=filled))
            continue
        span = interval(per)
        if span is None and per.low is not None:
            span = Range(per.low, per.value)
        bars.append(Bar(label, per.value, span, filled=filled))
    worth = single_worth(speaker)
    markers: tuple[Marker, ...] = ()
    at = analysis.stop_in_parts()
    if chosen is not None and at is not None:
        markers = (Marker(at, 0.0, speaker.say("mark.stop_here")),)
    return Figure(
        key="figure_steps",
        kind="steps",
        title=speaker.say(_steps_title(speaker)),
        alt=speaker.say("alt.steps", table=Ref("gain_recommended")),
        x_label=speaker.say("axis.tenths"),
        y_label=speaker.in_money("axis.per_new") if speaker.priced else speaker.say("axis.per_new_items"),
        caption=speaker.say(
            "caption.steps" if all(bar.value is not None for bar in bars) else "caption.steps_none"
        ),
        bars=tuple(bars),
        markers=markers,
        level=worth,
        level_label=None if worth is None else speaker.say("mark.worth", worth=worth),
    )


def single_worth(speaker: Speaker) -> float | None:
    """Return what one entry is worth, where all are worth the same."""
    values = speaker.plan.values
    if values is None or len(set(values.entry.values())) != 1 or values.error:
        return None
    return float(next(iter(values.entry.values())))


def _steps_title(speaker: Speaker) -> str:
    """Say that no entry after the stop pays only where that holds for the next step and every later tenth."""
    analysis, worth = speaker.analysis, single_worth(speaker)
    if not speaker.priced:
        return "fig.steps_unpriced"
    chosen = analysis.decision.chosen
    # Where the money ends the review, what comes first after the stop may pay though a whole tenth does not.
    if worth is None or chosen is None or analysis.next_step is None or speaker.stopped_by_budget:
        return "fig.steps"
    parts = analysis.parts[analysis.lead.name]
    later = [part.cost_per_entry for part in parts if part.start >= chosen.items]
    dear = all(per is None or per.value > worth for per in [analysis.next_step.cost_per_entry, *later])
    return "fig.steps_stop" if dear else "fig.steps"
