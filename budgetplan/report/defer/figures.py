"""The figures of the report on a selective classifier, as data."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from budgetplan.arrays import FloatArray
from budgetplan.domain.rounding import in_percent
from budgetplan.plans.quality import GRID, Bin, risk_points, told_points
from budgetplan.report.defer.context import DeferContext
from budgetplan.report.model import Bar, Figure, Line, Marker, Ref, Role
from budgetplan.report.phrases import interval

IN_COLOUR: tuple[Role, ...] = ("recommended", "second", "third")
POINTS = 400
"""Points of a curve: more cannot be seen in print."""
NAMED_LINES = 6
"""So many models are named at their lines; the file of the figure has all."""
LEAST_BINS = 6
"""A distribution shows at least so many bins, also where all answers lie in the last."""


def value_figure(context: DeferContext) -> Figure:
    """Return by how much each model alone, and doing without one, differs in value from what is recommended."""
    selection = context.selection
    bars = []
    for one in context.ordered:
        label, gap = context.say("plain", text=one.name), selection.differences[one.name]
        strong = one is selection.chosen
        told = gap.per_thousand
        bars.append(Bar(label, told.value, None if strong else interval(told), strong=strong))
    less = selection.alone.gain.opposite.per_thousand
    bars.append(Bar(context.say("defer.none_row"), less.value, interval(less)))
    return Figure(
        key="figure_value",
        kind="options",
        title=context.say("defer.fig_models"),
        alt=context.say("defer.fig_alt"),
        x_label=context.say("defer.axis_value", unit=context.unit),
        y_label=context.say("defer.axis_models"),
        value_kind=context.kind,
        bars=tuple(bars),
    )


def weights_figure(context: DeferContext) -> Figure:
    """Return the chosen model's value against the error weight, by the way its cutoff is found."""
    selection = context.selection
    made = selection.curves
    x = tuple(GRID.tolist())

    low, high = told_points(made.get("low")), told_points(made.get("high"))
    label = context.say("defer.l_calibrated_band")
    lines = [Line("calibrated", x, told_points(made["calibrated"]) or (), "recommended", low, high, label)]
    roles: tuple[tuple[str, Role], ...] = (("raw", "second"), ("learnt", "third"), ("ceiling", "other"))
    for key, role in roles:
        if key in made:
            lines.append(
                Line(key, x, told_points(made[key]) or (), role, label=context.say(f"defer.l_{key}"))
            )
    return Figure(
        key="figure_weights",
        kind="curve",
        title=context.say("defer.fig_weights"),
        alt=context.say("defer.fig_weights_alt", table=Ref("weights")),
        x_label=context.say("defer.axis_weight"),
        y_label=context.say("defer.axis_right"),
        lines=tuple(lines),
    )


def every_curve_figure(context: DeferContext) -> Figure:
    """Return every model's value against the error weight (S24); beyond so many the lines have no names."""
    selection = context.selection
    return Figure(
        key="figure_models",
        kind="curve",
        title=context.say("defer.fig_every"),
        alt=context.say("defer.fig_every_alt", table=Ref("weights")),
        x_label=context.say("defer.axis_weight"),
        y_label=context.say("defer.axis_right"),
        lines=model_lines(context, GRID, selection.every_curve),
    )


def model_lines(context: DeferContext, x: FloatArray, worth: Mapping[str, FloatArray]) -> tuple[Line, ...]:
    """Return a line a model, of its worth per item at each ``x``."""
    lines = []
    for place, one in enumerate(context.ordered):
        y = told_points(worth[one.name]) or ()
        role: Role = IN_COLOUR[place] if place < len(IN_COLOUR) else "other"
        label = context.say("plain", text=one.name) if place < NAMED_LINES else None
        lines.append(Line(one.name, tuple(x.tolist()), y, role, label=label))
    return tuple(lines)


def distribution_figure(context: DeferContext) -> Figure:
    """Return how sure the chosen model is of its right and of its wrong answers, as counts by bin."""
    chosen = context.selection.chosen
    found = context.selection.reliability[chosen.name]
    x, counts = found.histogram(LEAST_BINS)
    roles: tuple[tuple[str, Role], ...] = (("right", "recommended"), ("wrong", "second"))
    lines = []
    for key, role in roles:
        y, n = counts[key]
        lines.append(Line(key, x, y, role, label=context.say(f"defer.d_{key}", n=n)))
    cutoff = chosen.deployed.cutoff
    markers: tuple[Marker, ...] = ()
    if cutoff is not None and math.isfinite(cutoff):  # none where nothing is accepted
        markers = (Marker(in_percent(cutoff), 0.0, context.say("defer.d_cutoff", cutoff=cutoff)),)
    return Figure(
        key="figure_confidence",
        kind="distribution",
        title=context.say("defer.fig_confidence"),
        alt=context.say("defer.fig_confidence_alt", table=Ref("bins")),
        x_label=context.say("defer.axis_stated"),
        y_label=context.say("defer.axis_answers"),
        lines=tuple(lines),
        markers=markers,
        value_kind="count",
    )


def risk_figure(context: DeferContext) -> Figure:
    """Return wrong answers against the share answered alone, one line for each model."""
    selection = context.selection
    lines = []
    for place, one in enumerate(context.ordered):
        x, y = risk_points(selection.risk[one.name], POINTS)
        role: Role = IN_COLOUR[place] if place < len(IN_COLOUR) else "other"
        label = context.say("plain", text=one.name)
        lines.append(Line(one.name, x, y, role, label=label))
    chosen = selection.chosen.deployed
    markers: tuple[Marker, ...] = ()
    # Where each fold has a cutoff of its own, or values decide, what is accepted need not be the surest.
    by_confidence = selection.validation is not None and chosen.cutoff is not None
    if chosen.counts.n_accepted and by_confidence:
        at, wrong = chosen.counts.point
        markers = (Marker(at, wrong, context.say("defer.r_cutoff", wrong=wrong)),)
    return Figure(
        key="figure_risk",
        kind="curve",
        title=context.say("defer.fig_risk"),
        alt=context.say("defer.fig_risk_alt", table=Ref("order")),
        x_label=context.say("defer.axis_coverage"),
        y_label=context.say("defer.axis_risk"),
        lines=tuple(lines),
        markers=markers,
    )


def reliability_figure(context: DeferContext) -> Figure:
    """Return the share of right answers in each bin of confidence, as stated and calibrated."""
    chosen = context.selection.chosen
    found = context.selection.reliability[chosen.name]

    def line(key: str, rows: Sequence[Bin], role: Role) -> Line:
        x, shares = zip(*(row.in_percent for row in rows), strict=True)
        low = tuple(one.low for one in shares if one.low is not None)
        high = tuple(one.high for one in shares if one.high is not None)
        y = tuple(one.value for one in shares)
        return Line(key, x, y, role, low or None, high or None, context.say(f"defer.b_{key}"))

    lines = [line("stated", found.stated, "recommended")]
    if found.calibrated is not None:
        lines.append(line("calibrated", found.calibrated, "second"))
    return Figure(
        key="figure_reliability",
        kind="reliability",
        title=context.say("defer.fig_reliability"),
        alt=context.say("defer.fig_reliability_alt", table=Ref("bins")),
        x_label=context.say("defer.axis_confidence"),
        y_label=context.say("defer.axis_share_right" if lines[0].low else "defer.axis_share_plain"),
        lines=tuple(lines),
        level_label=context.say("defer.b_diagonal"),
    )
