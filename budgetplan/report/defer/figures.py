"""The figures of the report on a selective classifier, as data."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from budgetplan.arrays import FloatArray
from budgetplan.planning.defer.cutoff_methods import Judged
from budgetplan.planning.defer.quality import N_BINS
from budgetplan.planning.defer.reliability import Bin
from budgetplan.report.defer.context import PER, DeferContext, per_thousand
from budgetplan.report.model import Bar, Figure, Line, Marker, Range, Ref, Role

IN_COLOUR: tuple[Role, ...] = ("recommended", "second", "third")
POINTS = 400
"""Points of a curve: more cannot be seen in print."""
NAMED_LINES = 6
"""So many models are named at their lines; the file of the figure has all."""
LEAST_BINS = 6
"""A distribution shows at least so many bins, also where all answers lie in the last."""


def value_figure(context: DeferContext) -> Figure:
    """Return by how much each model alone, and doing without one, differs in value from what is recommended."""
    selection, speaker, words = context.selection, context.speaker, context.words
    bars = []
    for one in context.ordered:
        label, gap = speaker.say("plain", text=one.name), selection.differences[one.name]
        strong = one is selection.chosen
        bars.append(Bar(label, gap.value * PER, None if strong else per_thousand(gap), strong=strong))
    gain = selection.alone.gain
    span = per_thousand(gain)
    without = None if span is None else Range(-span.high, -span.low)
    bars.append(Bar(speaker.say("defer.none_row"), -gain.value * PER, without))
    return Figure(
        key="figure_value",
        kind="options",
        title=speaker.say("defer.fig_models", model=selection.chosen.name),
        alt=speaker.say("defer.fig_alt"),
        x_label=speaker.say("defer.axis_value", unit=words.unit),
        y_label=speaker.say("defer.axis_models"),
        value_kind=words.kind,
        bars=tuple(bars),
    )


def weights_figure(context: DeferContext) -> Figure:
    """Return the chosen model's value against the error weight, by the way its cutoff is found."""
    speaker, selection = context.speaker, context.selection
    made = selection.curves
    x = tuple(made.weights.tolist())

    def line(
        key: str, y: FloatArray, role: Role, low: FloatArray | None = None, high: FloatArray | None = None
    ) -> Line:
        below = None if low is None else tuple((low * PER).tolist())
        above = None if high is None else tuple((high * PER).tolist())
        label = f"defer.l_{key}" if role != "recommended" else f"defer.l_{key}_band"
        return Line(key, x, tuple((y * PER).tolist()), role, below, above, speaker.say(label))

    band = made.low, made.high
    lines = [line("calibrated", made.calibrated, "recommended", *band), line("learnt", made.learnt, "third")]
    if made.raw is not None:
        lines.insert(1, line("raw", made.raw, "second"))
    lines.append(line("ceiling", made.ceiling, "other"))
    return Figure(
        key="figure_weights",
        kind="curve",
        title=speaker.say("defer.fig_weights", model=selection.chosen.name),
        alt=speaker.say("defer.fig_weights_alt", table=Ref("weights")),
        x_label=speaker.say("defer.axis_weight"),
        y_label=speaker.say("defer.axis_right"),
        lines=tuple(lines),
    )


def every_curve_figure(context: DeferContext) -> Figure:
    """Return every model's value against the error weight (S24); beyond so many the lines have no names."""
    speaker, selection = context.speaker, context.selection
    return Figure(
        key="figure_models",
        kind="curve",
        title=speaker.say("defer.fig_every"),
        alt=speaker.say("defer.fig_every_alt", table=Ref("weights")),
        x_label=speaker.say("defer.axis_weight"),
        y_label=speaker.say("defer.axis_right"),
        lines=model_lines(context, selection.curves.weights, selection.every_curve),
    )


def model_lines(context: DeferContext, x: FloatArray, worth: Mapping[str, FloatArray]) -> tuple[Line, ...]:
    """Return a line a model, of its worth per item at each ``x``."""
    lines = []
    for place, one in enumerate(context.ordered):
        y = tuple((worth[one.name] * PER).tolist())
        role: Role = IN_COLOUR[place] if place < len(IN_COLOUR) else "other"
        label = context.speaker.say("plain", text=one.name) if place < NAMED_LINES else None
        lines.append(Line(one.name, tuple(x.tolist()), y, role, label=label))
    return tuple(lines)


def _cutoff(one: Judged) -> float | None:
    """Return the cutoff that a figure can mark: none where nothing is accepted."""
    cutoff = one.deployed.cutoff
    return None if cutoff is None or not math.isfinite(cutoff) else cutoff


def distribution_figure(context: DeferContext) -> Figure:
    """Return how sure the chosen model is of its right and of its wrong answers, as counts by bin."""
    speaker, chosen = context.speaker, context.selection.chosen
    found = {round(row.end * N_BINS) - 1: row for row in context.selection.reliability[chosen.name].stated}
    first = min(*found, N_BINS - LEAST_BINS)
    places = range(first, N_BINS)
    x = tuple(100 * (place + 0.5) / N_BINS for place in places)

    def line(key: str, role: Role) -> Line:
        counts = tuple(float(getattr(found[place], key)) if place in found else 0.0 for place in places)
        return Line(key, x, counts, role, label=speaker.say(f"defer.d_{key}", n=sum(counts)))

    cutoff = _cutoff(chosen)
    markers: tuple[Marker, ...] = ()
    if cutoff is not None:
        markers = (Marker(100 * cutoff, 0.0, speaker.say("defer.d_cutoff", cutoff=cutoff)),)
    return Figure(
        key="figure_confidence",
        kind="distribution",
        title=speaker.say("defer.fig_confidence", model=chosen.name),
        alt=speaker.say("defer.fig_confidence_alt", table=Ref("bins")),
        x_label=speaker.say("defer.axis_stated"),
        y_label=speaker.say("defer.axis_answers"),
        lines=(line("right", "recommended"), line("wrong", "second")),
        markers=markers,
        value_kind="count",
    )


def risk_figure(context: DeferContext) -> Figure:
    """Return wrong answers against the share answered alone, one line for each model."""
    speaker, selection = context.speaker, context.selection
    lines = []
    for place, one in enumerate(context.ordered):
        curve = selection.risk[one.name].thinned(POINTS)
        x, y = 100 * curve.coverage, PER * curve.wrong
        role: Role = IN_COLOUR[place] if place < len(IN_COLOUR) else "other"
        label = speaker.say("plain", text=one.name)
        lines.append(Line(one.name, tuple(x.tolist()), tuple(y.tolist()), role, label=label))
    chosen = selection.chosen.deployed
    markers: tuple[Marker, ...] = ()
    # Where each fold has a cutoff of its own, or values decide, what is accepted need not be the surest.
    by_confidence = selection.validation is not None and chosen.cutoff is not None
    if chosen.counts.n_accepted and by_confidence:
        wrong = chosen.counts.n_wrong / chosen.counts.n * PER
        label = speaker.say("defer.r_cutoff", wrong=wrong)
        markers = (Marker(100 * chosen.counts.coverage, wrong, label),)
    return Figure(
        key="figure_risk",
        kind="curve",
        title=speaker.say("defer.fig_risk"),
        alt=speaker.say("defer.fig_risk_alt", table=Ref("order")),
        x_label=speaker.say("defer.axis_coverage"),
        y_label=speaker.say("defer.axis_risk"),
        lines=tuple(lines),
        markers=markers,
    )


def reliability_figure(context: DeferContext) -> Figure:
    """Return the share of right answers in each bin of confidence, as stated and calibrated."""
    speaker, chosen = context.speaker, context.selection.chosen
    found = context.selection.reliability[chosen.name]

    def line(key: str, rows: Sequence[Bin], role: Role) -> Line:
        shares = [row.accuracy for row in rows]
        low = tuple(100 * one.low for one in shares if one.low is not None)
        high = tuple(100 * one.high for one in shares if one.high is not None)
        x, y = (tuple(100 * one for one in each) for each in _means(rows))
        return Line(key, x, y, role, low or None, high or None, speaker.say(f"defer.b_{key}"))

    lines = [line("stated", found.stated, "recommended")]
    if found.calibrated is not None:
        lines.append(line("calibrated", found.calibrated, "second"))
    return Figure(
        key="figure_reliability",
        kind="reliability",
        title=speaker.say("defer.fig_reliability", model=chosen.name),
        alt=speaker.say("defer.fig_reliability_alt", table=Ref("bins")),
        x_label=speaker.say("defer.axis_confidence"),
        y_label=speaker.say("defer.axis_share_right" if lines[0].low else "defer.axis_share_plain"),
        lines=tuple(lines),
        level_label=speaker.say("defer.b_diagonal"),
    )


def _means(rows: Sequence[Bin]) -> tuple[list[float], list[float]]:
    """Return mean confidence and share of right answers of each bin."""
    return [row.confidence for row in rows], [row.accuracy.value for row in rows]
