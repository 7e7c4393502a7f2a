"""The figures of the report, as data."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.plan import Target
from budgetplan.domain.prices import MICRO
from budgetplan.evidence.paths import Ranked
from budgetplan.planning.filter.targets import on_the_curve
from budgetplan.report.model import Bar, Figure, Line, Marker, Range, Ref, Sentence
from budgetplan.report.phrases import Speaker, interval

POINTS = 400
"""Points of a curve: more cannot be seen in print."""
HALF = Target(Decimal("0.5"), "share")
SEEN = 0.02
"""A dot is seen to lie apart from its line by such a share of the height of the figure."""
EARLY = 0.4
"""Half of the entries come early where they are in less than this part of the list."""
FEW_LEFT = 0.15
"""So small a part of the entries is few."""


def _thinned(path_items: FloatArray) -> FloatArray:
    """Return at most POINTS stops with both ends, spread over the list."""
    if len(path_items) <= POINTS:
        return path_items
    return path_items[np.unique(np.round(np.linspace(0, len(path_items) - 1, POINTS)).astype(np.int64))]


def gain_figure(speaker: Speaker) -> Figure:
    """Return entries found against items reviewed, for all models and the two comparators."""
    analysis, evidence = speaker.analysis, speaker.evidence
    chosen, lead = analysis.decision.chosen, analysis.lead
    lines = [_model_line(speaker, model) for model in _in_colour(speaker)]
    lines += [
        _other_line(model) for model in evidence.models if all(model.name != line.name for line in lines)
    ]
    lines += [
        _comparator(speaker, evidence.perfect, "perfect"),
        _comparator(speaker, evidence.random, "random"),
    ]
    markers: tuple[Marker, ...] = ()
    if chosen is not None:
        label = speaker.say("mark.stop", items=chosen.items, found=chosen.found.value)
        markers = (Marker(float(chosen.items), chosen.found.value, label),)
    n_models = len(evidence.models)
    alt = speaker.say("alt.gain_open", models=n_models, table=Ref("gain_recommended"))
    if chosen is not None:
        alt = speaker.say(
            "alt.gain",
            models=n_models,
            items=chosen.items,
            model=lead.name,
            found=chosen.found.value,
            table=Ref("gain_recommended"),
        )
    stops = _thinned(lead.path.items)
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
        top=_money_axis(speaker, stops) if speaker.priced else (),
        top_label=speaker.in_money("axis.cost") if speaker.priced else None,
    )


def dot_notes(speaker: Speaker) -> list[Sentence]:
    """Say why the dot of the stop lies below its line, where that can be seen."""
    chosen, path = speaker.analysis.decision.chosen, speaker.analysis.lead.path
    if chosen is None:
        return []
    gap = float(path.read("positives", chosen.items)) - chosen.found.value
    return [speaker.say("note.dot")] if gap >= max(0.5, SEEN * path.total("positives")) else []


def _gain_title(speaker: Speaker) -> Sentence:
    """Say how early half of the entries come, where they come early, and whether many are left after the stop."""
    analysis, evidence = speaker.analysis, speaker.evidence
    chosen, lead = analysis.decision.chosen, analysis.lead
    half = on_the_curve(evidence, lead, HALF)  # of the line that is drawn
    if chosen is None or half is None or half.items > EARLY * evidence.whole_items:
        return speaker.say("fig.gain")
    if chosen.items >= evidence.whole_items or half.items > chosen.items:
        return speaker.say("fig.gain_half", half=half.items)
    if 1 - chosen.found.value / evidence.n_positives <= FEW_LEFT:
        return speaker.say("fig.gain_few", half=half.items)
    return speaker.say("fig.gain_stop", half=half.items, share=chosen.found.value / evidence.n_positives)


def _money_axis(speaker: Speaker, stops: FloatArray) -> tuple[tuple[float, float], ...]:
    """Return items and their total cost; the axis starts at the fixed costs, which come before the first item."""
    evidence, lead = speaker.evidence, speaker.analysis.lead
    total = evidence.prices.total(lead.path.read("cost", stops), lead.cost) / MICRO
    return tuple(zip(stops.tolist(), total.tolist(), strict=True))


def _in_colour(speaker: Speaker) -> list[Ranked]:
    """Return at most three models: the recommended one, the runner-up, the one that F1 would choose."""
    decision, evidence = speaker.analysis.decision, speaker.evidence
    lead = speaker.analysis.lead.name
    ranked = sorted(decision.contenders, key=lambda contender: (-contender.objective.value, contender.name))
    runner_up = next((contender.name for contender in ranked if contender.name != lead), None)
    names = dict.fromkeys(filter(None, (lead, decision.by_f1, runner_up)))
    return [evidence.model(name) for name in names]


def _model_line(speaker: Speaker, model: Ranked) -> Line:
    analysis = speaker.analysis
    x = _thinned(model.path.items)
    y = model.path.read("positives", x)
    low = high = None
    if model is analysis.lead:
        open_goal = analysis.decision.chosen is None
        label = speaker.say("curve.lead" if open_goal else "curve.recommended", model=model.name)
        if analysis.band is not None:
            shares, below, above = analysis.band
            x = np.unique(np.concatenate([shares * speaker.evidence.list_items, x]))
            y = model.path.read("positives", x)
            low = tuple(np.interp(x, shares * speaker.evidence.list_items, below).tolist())
            high = tuple(np.interp(x, shares * speaker.evidence.list_items, above).tolist())
            label = speaker.say("curve.lead_band" if open_goal else "curve.band", model=model.name)
        return Line(model.name, tuple(x.tolist()), tuple(y.tolist()), "recommended", low, high, label)
    best_f1 = model.name == analysis.decision.by_f1
    label = speaker.say("curve.f1" if best_f1 else "curve.other", model=model.name)
    return Line(
        model.name, tuple(x.tolist()), tuple(y.tolist()), "second" if best_f1 else "third", label=label
    )


def _other_line(model: Ranked) -> Line:
    x = _thinned(model.path.items)
    return Line(model.name, tuple(x.tolist()), tuple(model.path.read("positives", x).tolist()), "other")


def _comparator(speaker: Speaker, ranked: Ranked, role: Literal["perfect", "random"]) -> Line:
    x = _thinned(ranked.path.items)
    kept = np.unique(np.concatenate([x, [ranked.path.total("positives")]])) if role == "perfect" else x
    y = ranked.path.read("positives", kept)
    return Line(speaker.text(f"curve.{role}"), tuple(kept.tolist()), tuple(y.tolist()), role)


def steps_figure(speaker: Speaker) -> Figure:
    """Return what one more entry costs in each part of the list, in the recommended order."""
    analysis, evidence = speaker.analysis, speaker.evidence
    table = analysis.parts[analysis.lead.name]
    chosen = analysis.decision.chosen
    reviewed = chosen.items if chosen is not None else evidence.whole_items
    bars = []
    for place, per in enumerate(table.cost_per_entry):
        span = interval(per)
        if per is not None and span is None and per.low is not None:
            span = Range(per.low, per.value)
        middle = table.parts.items[place] - table.parts.part_items[place] / 2
        bars.append(
            Bar(
                speaker.say("bar.tenth", tenth=place + 1),
                None if per is None else per.value,
                span,
                note=speaker.say("none_found") if per is None else None,
                filled=bool(middle <= reviewed),
            )
        )
    worth = single_worth(speaker)
    markers: tuple[Marker, ...] = ()
    if chosen is not None and chosen.items < evidence.whole_items:
        at = chosen.items / evidence.whole_items * len(bars) - 0.5
        markers = (Marker(at, 0.0, speaker.say("mark.stop_here", items=chosen.items)),)
    return Figure(
        key="figure_steps",
        kind="steps",
        title=speaker.say(_steps_title(speaker)),
        alt=speaker.say("alt.steps", model=analysis.lead.name, table=Ref("gain_recommended")),
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
    table = analysis.parts[analysis.lead.name]
    starts = table.parts.items - table.parts.part_items
    later = [per for start, per in zip(starts, table.cost_per_entry, strict=True) if start >= chosen.items]
    dear = all(per is None or per.value > worth for per in [analysis.next_step.cost_per_entry, *later])
    return "fig.steps_stop" if dear else "fig.steps"
