"""The tables of the report on a joint plan."""

from __future__ import annotations

from budgetplan.domain.decision import Estimate
from budgetplan.planning.joint.option import JointAlternative
from budgetplan.planning.joint.own_list import OwnList
from budgetplan.planning.joint.solve import RIVALS
from budgetplan.report.joint.context import JointContext, by_net, span
from budgetplan.report.model import Row, Sentence, Table, TableColumn, Value


def _counts(context: JointContext, *, narrow: bool = False) -> list[TableColumn]:
    """Return the columns that say what becomes of the items, and what that costs; ``narrow``: all but those left."""
    # With folds the items are judged by a cutoff each; the table has the one for new items.
    cutoff = "joint.c_cutoff" if context.joint.validation is not None else "joint.c_cutoff_new"
    columns = [
        TableColumn("cutoff", context.say(cutoff), "share"),
        TableColumn("alone", context.say("joint.c_alone"), "count"),
        TableColumn("wrong", context.say("joint.c_wrong"), "count"),
        TableColumn("reviewed", context.say("joint.c_reviewed"), "count"),
    ]
    if not narrow:
        columns.append(TableColumn("left", context.say("joint.c_left"), "count"))
    if context.priced:
        columns.append(TableColumn("spend", context.say("joint.c_spend"), "money"))
    return columns


def _cells(context: JointContext, option: JointAlternative, *, narrow: bool = False) -> list[Value]:
    cells: list[Value] = [
        context.cutoff(option.applied),
        option.accepted.value,
        option.wrong.value,
        option.reviewed.value,
    ]
    if not narrow:
        cells.append(option.left.value)
    return [*cells, option.applied.spend] if context.priced else cells


def _net(context: JointContext) -> list[TableColumn]:
    return [
        TableColumn("net", context.say("joint.c_net"), context.net_kind),
        TableColumn("interval", context.say("joint.c_interval"), context.net_kind),
    ]


def budgets_table(context: JointContext, number: int) -> Table:
    """Return the recommended model's plan at each budget, the budget in question marked.

    Cutoffs are left out where none is one of confidence: a column of "by value" says nothing.
    """
    plain = any(one.applied.deployed.family == "confidence" for one in context.joint.rows)
    shown = slice(0 if plain else 1, None)
    counts = _counts(context)[shown]
    columns = (TableColumn("budget", context.say("joint.c_budget"), "sentence"), *counts, *_net(context))
    rows = []
    for option in context.joint.rows:
        is_main = option.applied.budget == context.joint.budgets.main
        cells = _cells(context, option)[shown]
        name = context.budget(option.applied.budget)
        rows.append(Row((name, *cells, option.net.value, span(option.net)), strong=is_main))
    caption = context.say("joint.t_budgets", model=context.model)
    return Table("budgets", number, caption, columns, tuple(rows))


def ways(context: JointContext) -> list[tuple[Sentence, JointAlternative | None, Estimate]]:
    """Return what joining is compared with: its name, its plan (None: nothing is done), its net value."""
    joint = context.joint
    names = {
        "people": context.say("joint.way_people"),
        "machine": context.say("joint.way_machine", model=context.model),
        "all deferred": context.say("joint.way_all", model=context.model),
    }
    found: list[tuple[Sentence, JointAlternative | None, Estimate]] = [
        (context.say("joint.way_joint"), joint.option, joint.option.net)
    ]
    found += [(names[kind], joint.rivals[kind], joint.rivals[kind].net) for kind in RIVALS]
    return [*found, (context.say("joint.way_nothing"), None, joint.nothing)]


def ways_table(context: JointContext, number: int) -> Table:
    """Return joining both beside either alone, and beside doing nothing."""
    joint = context.joint
    columns = (
        TableColumn("way", context.say("joint.c_way"), "sentence"),
        *_counts(context),
        *_net(context),
        TableColumn("more", context.say("joint.c_more"), context.net_kind),
    )
    over = [None, *(joint.over_rivals[kind] for kind in RIVALS), joint.over_nothing]
    rows = []
    for (name, option, net), more in zip(ways(context), over, strict=True):
        empty: list[Value] = [context.say("joint.nothing"), 0, 0, 0, joint.total]
        cells = (empty + ([0] if context.priced else [])) if option is None else _cells(context, option)
        gap = None if more is None else span(more)
        rows.append(Row((name, *cells, net.value, span(net), gap), strong=more is None))
    return Table("ways", number, context.say("joint.t_ways"), columns, tuple(rows))


def models_table(context: JointContext, number: int) -> Table:
    """Return the models at this budget, the recommended first."""
    joint = context.joint
    columns = (
        TableColumn("model", context.say("joint.c_model"), "text"),
        *_counts(context, narrow=True),
        *_net(context),
        TableColumn("difference", context.say("joint.c_gap"), context.net_kind),
    )
    by_name = {one.name: one for one in joint.standings}
    rows = []
    for name in by_net(joint):
        one = by_name[name]
        own = one is joint.chosen
        gap = None if own else span(joint.differences[name])
        cells = _cells(context, one.option, narrow=True)
        net = one.option.net
        rows.append(Row((name, *cells, net.value, span(net), gap), strong=own))
    return Table("models", number, context.say("joint.t_models"), columns, tuple(rows))


def winners_table(context: JointContext, number: int) -> Table:
    """Return which model is worth most at which budgets."""
    joint = context.joint
    kind = "money" if joint.budgets.reference.unit == "money" else "quantity"
    columns = (
        TableColumn("from", context.say("joint.c_from"), kind),  # type: ignore[arg-type]
        TableColumn("to", context.say("joint.c_to"), kind),  # type: ignore[arg-type]
        TableColumn("leader", context.say("joint.c_leader"), "text"),
        TableColumn("firm", context.say("joint.c_firm"), "sentence"),
    )
    rows = []
    for one in joint.winners:
        high = joint.budgets.grid[-1].amount if one.high is None else one.high
        leader = ", ".join(one.models)
        rows.append(Row((one.low, high, leader, context.say("yes" if one.firm else "no"))))
    return Table("winners", number, context.say("joint.t_winners"), columns, tuple(rows))


def harsher_table(context: JointContext, number: int) -> Table:
    """Return the plan if a wrong answer lost more or less."""
    columns = (
        TableColumn("factor", context.say("joint.c_factor"), "quantity"),
        *_counts(context),
        TableColumn("net", context.say("joint.c_net"), context.net_kind),
    )
    rows = tuple(
        Row((factor, *_cells(context, option), option.net.value), strong=factor == 1)
        for factor, option in context.joint.harsher
    )
    return Table("harsher", number, context.say("joint.t_harsher"), columns, rows)


def own_table(context: JointContext, own: OwnList, number: int) -> Table:
    """Return the plan for the project's list by its own predictions, and as the test items stand for it."""
    columns = [
        TableColumn("how", context.say("joint.c_how"), "sentence"),
        TableColumn("items", context.say("joint.axis_items"), "count"),
        TableColumn("alone", context.say("joint.c_alone"), "count"),
        TableColumn("wrong", context.say("joint.c_wrong"), "count"),
        TableColumn("reviewed", context.say("joint.c_reviewed"), "count"),
        TableColumn("left", context.say("joint.c_left"), "count"),
    ]
    by_share = context.joint.by_share
    assert by_share is not None
    columns.append(TableColumn("net", context.say("joint.c_net"), context.net_kind))
    if context.priced:
        columns.insert(-1, TableColumn("spend", context.say("joint.c_spend"), "money"))

    def row(name: str, n: float, option: JointAlternative) -> Row:
        cells: list[Value] = [context.say(name), n, option.accepted.value, option.wrong.value]
        cells += [option.reviewed.value, option.left.value]
        cells += [option.applied.spend] if context.priced else []
        return Row((*cells, option.net.value))

    rows = (
        row("joint.row_own", own.n_items, context.chosen),
        row("joint.row_share", context.joint.total, by_share),
    )
    return Table("own_list", number, context.say("joint.t_own"), tuple(columns), rows)
