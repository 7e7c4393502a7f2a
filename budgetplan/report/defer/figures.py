"""The figures of the report on a selective classifier, as data."""

from __future__ import annotations

import math

from budgetplan.domain.rounding import in_percent
from budgetplan.report.defer.context import DeferContext
from budgetplan.report.defer.tables import MOST_ROWS
from budgetplan.report.model import Bar, Figure, Line, Marker, Role, Stack
from budgetplan.report.phrases import interval
from budgetplan.report.wording import escaped

LEAST_BINS = 6
"""A distribution shows at least so many bins, also where all answers lie in the last."""


def classes_figure(context: DeferContext) -> Figure:
    """Return what becomes of the items of each class, in per cent of it: answered right, wrong, left to people."""
    alone, say = context.selection.alone, context.say
    return Figure(
        key="figure_classes",
        kind="split",
        title=context.words("fig_classes"),
        alt=say("defer.fig_classes_alt"),
        x_label=say("defer.axis_classes"),
        y_label=say("defer.c_truth"),
        stacks=tuple(
            Stack(escaped(one.name), one.parts, strong=one is alone.worst_class)
            for one in alone.worst_classes(MOST_ROWS)
        ),
        part_labels=tuple(say(f"defer.l_{key}") for key in ("right", "wrong", "people")),
    )


def value_figure(context: DeferContext) -> Figure:
    """Return by how much each model alone, and doing without one, differs in value from what is recommended."""
    selection = context.selection
    bars = []
    for one in selection.ordered:
        label, gap = escaped(one.name), selection.differences[one.name]
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
        y_label=context.say("defer.c_model"),
        value_kind=context.kind,
        bars=tuple(bars),
    )


def distribution_figure(context: DeferContext) -> Figure:
    """Return how sure the chosen model is of its right and of its wrong answers, as counts by bin."""
    chosen = context.selection.chosen
    x, counts = context.selection.by_confidence(LEAST_BINS)
    roles: tuple[tuple[str, Role], ...] = (("right", "recommended"), ("wrong", "second"))
    lines = []
    for key, role in roles:
        y, n = counts[key]
        lines.append(Line(key, x, y, role, label=context.say(f"defer.d_{key}", number=n)))
    cutoff = chosen.cutoff
    markers: tuple[Marker, ...] = ()
    if cutoff is not None and math.isfinite(cutoff):  # none where nothing is accepted
        markers = (Marker(in_percent(cutoff), 0.0, context.say("defer.d_cutoff", cutoff=cutoff)),)
    return Figure(
        key="figure_confidence",
        kind="distribution",
        title=context.say("defer.fig_confidence"),
        alt=context.say("defer.fig_confidence_alt"),
        x_label=context.say("defer.axis_stated"),
        y_label=context.say("defer.axis_answers"),
        lines=tuple(lines),
        markers=markers,
        value_kind="count",
    )


def reliability_figure(context: DeferContext) -> Figure:
    """Return the share of right answers in each bin of confidence, as stated and calibrated."""
    roles: tuple[tuple[str, Role], ...] = (("stated", "recommended"), ("calibrated", "second"))
    points, lines = context.selection.reliability, []
    for key, role in roles:
        if key in points:
            x, y, *ends = points[key]
            low, high = ends or (None, None)
            lines.append(Line(key, x, y, role, low, high, context.say(f"defer.b_{key}")))
    return Figure(
        key="figure_reliability",
        kind="reliability",
        title=context.say("defer.fig_reliability"),
        alt=context.say("defer.fig_reliability_alt"),
        x_label=context.say("defer.axis_confidence"),
        y_label=context.say("defer.axis_share_right" if lines[0].low else "defer.axis_share_plain"),
        lines=tuple(lines),
        level_label=context.say("defer.b_diagonal"),
    )
