"""The tables of the report on a joint plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from budgetplan.domain.decision import Estimate
from budgetplan.plans.bench import OwnList
from budgetplan.plans.ways import JointAlternative, WholeCounts
from budgetplan.report.joint import answerer
from budgetplan.report.joint.context import JointContext, values
from budgetplan.report.ladder import leads, table
from budgetplan.report.model import (
    Bar,
    ColumnKind,
    Figure,
    FilledColumn,
    Grid,
    Line,
    Marker,
    Ref,
    Stack,
    Table,
    Text,
    by_columns,
)
from budgetplan.report.phrases import interval, intervals_of, values_of


def _counts(
    context: JointContext, options: Sequence[JointAlternative | None], *, narrow: bool = False
) -> list[FilledColumn | None]:
    """Return what becomes of the items, and what that costs; None: nothing is done, and all items are left.

    ``narrow``: without those left.
    """
    nothing, asks = WholeCounts(0, 0, 0, 0, 0, 0, 0, 0), bool(context.joint.answerers)
    counted = [nothing if one is None else context.whole(one) for one in options]
    asked = {answerer.answerer_of(one) for one in options if one is not None} - {""}
    someone = asked.pop() if len(asked) == 1 else context.text("asked.c_someone")
    # Where some classes are collected, nobody counts what people err in others.
    amiss = "asked.c_wrong_but" if context.plan.positive else "asked.c_wrong_all"
    wrong = [0 if one is nothing else one.all_wrong if asks else one.wrong for one in counted]
    theirs = context.say("asked.c_settled", answerer=someone)
    every = zip(options, counted, strict=True)
    left = [context.joint.total if one is None else each.left for one, each in every]
    spend = [0 if one is None else one.spend for one in options]
    return [
        ("alone", context.say("joint.c_alone"), "count", [one.accepted for one in counted]),
        ("settled", theirs, "count", [one.settled for one in counted]) if asks else None,
        ("wrong", context.say(amiss if asks else "joint.c_wrong"), "count", wrong),
        ("reviewed", context.say("joint.c_reviewed"), "count", [one.reviewed for one in counted]),
        None if narrow else ("left", context.say("joint.c_left"), "count", left),
        ("spend", context.in_money("joint.c_spend"), "money", spend) if context.priced else None,
    ]


def _net(context: JointContext, nets: Sequence[Estimate]) -> list[FilledColumn]:
    kind = context.net_kind
    return [
        ("net", context.in_money("joint.c_net"), kind, values_of(nets)),
        ("interval", context.say("joint.c_interval"), kind, intervals_of(nets)),
    ]


def budgets_table(context: JointContext) -> Table:
    """Return the plan at each budget, the budget in question marked."""
    rows = context.joint.rows
    shown = told_rows(context)
    columns: list[FilledColumn | None] = [
        ("budget", context.say("joint.c_budget"), "sentence", [context.budget(one.budget) for one in rows]),
        *_counts(context, rows),
        *_net(context, [one.net for one in rows]),
    ]  # fmt: skip
    main = context.joint.plan.budget
    strong = [one.budget == main and not context.joint.refusal for one in rows]
    notes = values(context)
    if len(shown) < len(rows):
        notes.append(context.say("joint.enough", budget=context.takes(shown[-1])))
    caption = context.say("joint.t_budgets")
    if context.joint.answerers:
        caption = context.say("asked.t_budgets", answerer=answerer.names(context))
    table = by_columns("budgets", caption, columns, strong=strong, notes=notes)
    told = [replace(row, repeats=place >= len(shown)) for place, row in enumerate(table.rows)]
    return replace(table, rows=tuple(told))


def told_rows(context: JointContext) -> list[JointAlternative]:
    """Return the plans at the budgets up to that from which on more money changes nothing."""
    rows = list(context.joint.rows)
    main = context.joint.plan.budget
    while len(rows) > 1 and rows[-1].budget != main and _alike(context, rows[-1], rows[-2]):
        rows.pop()
    return rows


def _alike(context: JointContext, one: JointAlternative, other: JointAlternative) -> bool:
    same = (one.spend, one.net.value) == (other.spend, other.net.value)
    return same and context.whole(one) == context.whole(other)


def ways(context: JointContext) -> list[tuple[Text, JointAlternative | None, Estimate]]:
    """Return what joining is compared with: its name, its plan (None: nothing is done), its net value."""
    joint = context.joint
    both = context.say("asked.way_joint" if joint.answerers else "joint.way_joint")
    found: list[tuple[Text, JointAlternative | None, Estimate]] = [(both, joint.option, joint.option.net)]
    for kind, one in joint.rivals.items():
        alone = kind in ("people", "machine")
        name = context.say(f"joint.way_{kind}") if alone else answerer.way(context, kind)
        found.append((name, one, one.net))
    return [*found, (context.say("joint.way_nothing"), None, joint.nothing)]


def ways_table(context: JointContext) -> Table:
    """Return joining both beside either alone, and beside doing nothing."""
    joint = context.joint
    names, options, nets = zip(*ways(context), strict=True)
    over = [None, *(interval(joint.over_rivals[kind]) for kind in (*joint.rivals, "nothing"))]
    columns: list[FilledColumn | None] = [
        ("way", context.say("joint.c_way"), "sentence", names),
        *_counts(context, options),
        *_net(context, nets),
        ("more", context.say("joint.c_more"), context.net_kind, over),
    ]
    caption = context.say("asked.t_ways" if joint.answerers else "joint.t_ways")
    return by_columns("ways", caption, columns, strong=[True, *[False] * (len(names) - 1)])


def models_table(context: JointContext) -> Table:
    """Return what each single model's own plan comes to at this budget, the best one first."""
    models = sorted(context.joint.models, key=lambda one: (one.more.opposite.value, one.name))
    columns: list[FilledColumn | None] = [
        ("model", context.say("joint.c_model"), "text", [one.name for one in models]),
        ("alone", context.say("joint.c_alone"), "count", [one.accepted for one in models]),
        ("wrong", context.say("joint.c_wrong"), "count", [one.wrong for one in models]),
        ("reviewed", context.say("joint.c_reviewed"), "count", [one.reviewed for one in models]),
    ]
    if context.priced:
        columns.append(("spend", context.in_money("joint.c_spend"), "money", [one.spend for one in models]))
    columns += [
        ("more", context.in_money("joint.c_beside"), context.net_kind, [one.more.value for one in models]),
        ("interval", context.say("joint.c_interval"), context.net_kind, [interval(one.more) for one in models]),
    ]  # fmt: skip
    return by_columns("models", context.say("joint.t_models"), columns)


def ladder_table(context: JointContext) -> Table:
    """Return what each of 21 budgets buys by the recommended model, and who leads there."""
    joint, ladder = context.joint, context.joint.ladder
    options, base = [one.option for one in ladder], "cost" if joint.plan.budget is None else "budget"
    columns: list[FilledColumn | None] = [
        ("part", context.say(f"col.rung_{base}"), "share", [one.share for one in ladder]),
        ("budget", context.say("joint.c_budget"), "sentence", [context.budget(one.budget) for one in ladder]),
        *_counts(context, options, narrow=True),
        ("found", context.say("joint.c_right"), "count", [context.whole(one).found for one in options]),
        ("found_interval", context.say("joint.c_interval"), "count", [interval(one.found) for one in options]),
        ("net", context.say("joint.c_net"), context.net_kind, [one.net.value for one in options]),
        *leads(context, ladder, max(len(joint.models), 1)),
    ]  # fmt: skip
    caption = context.say(f"table.ladder_{base}")
    return table(context, ladder, caption, columns, [])


def winners_table(context: JointContext) -> Table:
    """Return which model is worth most at which budgets."""
    reference, winners = context.joint.reference, context.joint.winners
    kind: ColumnKind = "money" if reference.unit == "money" else "quantity"
    last = context.joint.grid[-1].amount
    columns: list[FilledColumn | None] = [
        ("from", context.say("joint.c_from"), kind, [one.low for one in winners]),
        ("to", context.say("joint.c_to"), kind, [last if one.high is None else one.high for one in winners]),
        ("leader", context.say("joint.c_leader"), "text", [", ".join(one.models) for one in winners]),
    ]  # fmt: skip
    return by_columns("winners", context.say("joint.t_winners"), columns)


def harsher_table(context: JointContext) -> Table:
    """Return the plan if a wrong answer lost more or less."""
    factors, options = zip(*context.joint.harsher, strict=True)
    columns: list[FilledColumn | None] = [
        ("factor", context.say("joint.c_factor"), "quantity", factors),
        *_counts(context, options),
        ("net", context.say("joint.c_net"), context.net_kind, [one.net.value for one in options]),
    ]
    strong = [factor == 1 for factor in factors]
    return by_columns("harsher", context.say("joint.t_harsher"), columns, strong=strong)


def own_table(context: JointContext, own: OwnList) -> Table:
    """Return the plan for the project's list by its own predictions, and as the test items stand for it."""
    by_share = context.joint.by_share
    assert by_share is not None
    options = (context.chosen, by_share)
    columns: list[FilledColumn | None] = [
        ("how", context.say("joint.c_how"), "sentence", [context.say("joint.row_own"), context.say("joint.row_share")]),
        ("items", context.say("joint.axis_items"), "count", [own.n_items, context.joint.total]),
        *_counts(context, options),
        ("net", context.say("joint.c_net"), context.net_kind, [one.net.value for one in options]),
    ]  # fmt: skip
    return by_columns("own_list", context.say("joint.t_own"), columns)


def split_figure(context: JointContext) -> Figure:
    """Return what becomes of the items at each budget."""
    stacks, joint = [], context.joint
    for option in told_rows(context):
        counts = context.whole(option)
        alone, settled = counts.right_and_wrong
        parts = (*alone, *(settled if joint.answerers else ()), counts.reviewed, counts.left)
        is_main = option.budget == context.joint.plan.budget
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


def _split_title(context: JointContext) -> Text:
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
    told = enumerate(ways(context))
    bars = tuple(Bar(name, net.value, interval(net), strong=at == 0) for at, (name, _, net) in told)
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
    cells = joint.cells
    # A cutoff that accepts more stands lower in the list of cutoffs: shares must increase.
    shares, values = cells.by_share
    grid = Grid(
        x=tuple(float(budget.amount) for budget in cells.budgets),
        y=tuple(shares.tolist()),
        z=tuple(tuple(row.tolist()) for row in values),
    )
    along = [option for option in joint.along if option.budget is not None]
    x = tuple(float(option.budget.amount) for option in along if option.budget is not None)
    best = tuple(option.share_alone for option in along)
    ridge = Line("ridge", x, best, "recommended", label=context.say("joint.ridge"))
    option = joint.option
    here = min(float((option.budget or joint.reference).amount), grid.x[-1])
    net = context.amount(option.net.value)
    marker = Marker(here, option.share_alone, context.say("joint.here", net=net))
    return Figure(
        key="figure_surface",
        kind="surface",
        title=context.say("joint.fig_surface"),
        alt=context.say("joint.fig_surface_alt"),
        x_label=context.say("joint.axis_money", unit=context.budget_unit),
        y_label=context.say("joint.axis_alone"),
        top_label=context.say("joint.net_short", unit=context.net_unit),
        grid=grid,
        lines=(ridge,),
        markers=(marker,),
        value_kind=context.net_kind,
    )
