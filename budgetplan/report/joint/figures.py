"""The figures of the report on a joint plan, as data."""

from __future__ import annotations

from budgetplan.report.joint import answerer
from budgetplan.report.joint.context import JointContext
from budgetplan.report.joint.tables import told_rows, ways
from budgetplan.report.model import Bar, Figure, Grid, Line, Marker, Ref, Sentence, Stack
from budgetplan.report.phrases import interval


def split_figure(context: JointContext) -> Figure:
    """Return what becomes of the items at each budget."""
    stacks, joint = [], context.joint
    for option in told_rows(context):
        counts = context.whole(option)
        parts: tuple[float, ...] = (counts.accepted - counts.wrong, counts.wrong)
        if joint.answerers:
            parts += (counts.settled - counts.settled_wrong, counts.settled_wrong)
        parts += (counts.reviewed, counts.left)
        is_main = option.budget == context.joint.budgets.main
        stacks.append(Stack(context.budget(option.budget), parts, strong=is_main))
    names = [context.say(f"joint.part_{name}") for name in ("right", "wrong", "reviewed", "left")]
    if joint.answerers:
        said = {"answerer": answerer.names(context)}
        flows = [("right", {"model": context.model}), ("wrong", {"model": context.model})]
        flows += [("settled", said), ("amiss", said)]
        names[:2] = [context.say(f"asked.part_{name}", **args) for name, args in flows]
    return Figure(
        key="figure_split",
        kind="split",
        title=_split_title(context),
        alt=context.say("asked.fig_alt" if joint.answerers else "joint.fig_split_alt"),
        x_label=context.say("joint.axis_items"),
        y_label=context.say("joint.axis_budget"),
        stacks=tuple(stacks),
        part_labels=tuple(names),
    )


def _split_title(context: JointContext) -> Sentence:
    """Return from which budget on no item is left without a label, or that even the largest leaves some; else what is drawn."""
    rows = context.joint.rows
    left = [context.whole(one).left for one in rows]
    if len(left) < 2 or any(one.budget is None for one in rows):
        return context.say("joint.fig_split")
    if left[-1] >= 1:
        return context.say("joint.fig_split_left", budget=context.budget(rows[-1].budget), left=left[-1])
    done = [count == 0 for count in left]
    first = done.index(True)
    if first and all(done[first:]):
        return context.say("joint.fig_split_done", budget=context.takes(rows[first]))
    return context.say("joint.fig_split")


def ways_figure(context: JointContext) -> Figure:
    """Return the net value of joining both beside that of either alone."""
    bars = tuple(
        Bar(name, net.value, interval(net), strong=place == 0)
        for place, (name, _, net) in enumerate(ways(context))
    )
    return Figure(
        key="figure_ways",
        kind="options",
        title=context.say("asked.fig_ways" if context.joint.answerers else "joint.fig_rivals"),
        alt=context.say("joint.fig_rivals_alt", table=Ref("ways")),
        x_label=context.say("joint.axis_net", unit=context.net_unit),
        y_label=context.say("joint.axis_way"),
        bars=bars,
        value_kind=context.net_kind,
    )


def surface_figure(context: JointContext) -> Figure:
    """Return net value over budget and share answered alone, with the best plan of each budget."""
    joint = context.joint
    cells, total = joint.cells, joint.total
    # A cutoff that accepts more stands lower in the list of cutoffs: shares must increase.
    shares, values = cells.by_share
    grid = Grid(
        x=tuple(float(budget.amount) for budget in cells.budgets),
        y=tuple(shares.tolist()),
        z=tuple(tuple(row.tolist()) for row in values),
    )
    along = [option for option in joint.along if option.budget is not None]
    x = tuple(float(option.budget.amount) for option in along if option.budget is not None)
    ridge = Line(
        "ridge",
        x,
        tuple(min(option.accepted.value / total, 1.0) for option in along),
        "recommended",
        label=context.say("joint.ridge"),
    )
    option = joint.option
    here = min(float((option.budget or joint.budgets.reference).amount), grid.x[-1])
    net = context.amount(option.net.value)
    marker = Marker(here, min(option.accepted.value / total, 1.0), context.say("joint.here", net=net))
    return Figure(
        key="figure_surface",
        kind="surface",
        title=context.say("joint.fig_surface", model=context.model),
        alt=context.say("joint.fig_surface_alt"),
        x_label=context.say("joint.axis_money", unit=context.budget_unit),
        y_label=context.say("joint.axis_alone"),
        top_label=context.say("joint.net_short", unit=context.net_unit),
        grid=grid,
        lines=(ridge,),
        markers=(marker,),
        value_kind=context.net_kind,
    )
