"""The tables of the report on several plans."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from budgetplan.domain.decision import Estimate
from budgetplan.planning.compare.outcome import Gap, PlanOutcome
from budgetplan.report.compare.context import CompareContext
from budgetplan.report.model import ColumnKind, FilledColumn, Table, Value, by_columns
from budgetplan.report.phrases import interval

SIDE_BY_SIDE = 4
"""What was said of so many plans stands in a column each."""


def scenarios_table(context: CompareContext) -> Table:
    """Return a row for each plan: its budget, model, stop, what it finds, costs and earns."""
    outcomes = context.comparison.outcomes

    def each(of: Callable[[PlanOutcome], Value]) -> list[Value]:
        return [of(one) if one.met else None for one in outcomes]

    def net(one: PlanOutcome) -> Value:
        return None if one.net is None else one.net.value

    budgets = [
        context.say("compare.no_budget") if one.plan.budget is None else context.budget(one.plan.budget)
        for one in outcomes
    ]
    found = "joint.c_right" if context.joint else "col.found"
    columns: list[FilledColumn] = [
        ("scenario", context.say("compare.c_scenario"), "text", [one.name for one in outcomes]),
        ("budget", context.say("col.budget"), "sentence", budgets),
        ("model", context.say("col.model"), "sentence", [context.model(one) for one in outcomes]),
        ("items", context.say("joint.c_reviewed"), "count", each(lambda one: one.reviewed)),
        ("found", context.say(found), "count", each(lambda one: one.found.value)),
        ("found_interval", context.say("col.interval"), "count", each(lambda one: interval(one.found))),
    ]
    if any(one.quotas_met is not None for one in outcomes):
        met = each(lambda one: one.quotas_met)
        columns.append(("quotas", context.say("tile.quota_met"), "share", met))
    if context.priced:
        columns.append(("spend", context.in_money("col.spend"), "money", each(lambda one: one.spend)))
    if context.valued:
        columns += [
            ("net", context.in_money("col.net"), context.net_kind, each(net)),
            ("net_interval", context.say("col.interval"), context.net_kind, each(lambda one: interval(one.net))),
        ]  # fmt: skip
    best = () if context.whom.net is None and context.whom.found is None else _best(context)
    strong = [one.name in best for one in outcomes] if len(best) < len(outcomes) else []
    return by_columns("scenarios", context.say("compare.t_scenarios"), columns, strong=strong)


def who_table(context: CompareContext) -> Table | None:
    """Return who answers how many items of each plan, and how many wrong; None where people alone do."""
    if not context.joint:
        return None
    outcomes = [one for one in context.comparison.outcomes if one.met]
    said = [one.recommendation for one in outcomes]
    if not any(one.answered_alone.value or one.settled is not None for one in said):
        return None
    columns: list[FilledColumn] = [
        ("scenario", context.say("compare.c_scenario"), "text", [one.name for one in outcomes]),
        ("alone", context.say("joint.c_alone"), "count", [one.answered_alone.value for one in said]),
        ("alone_wrong", context.say("compare.c_wrong"), "count", [_value(one.wrong) for one in said]),
    ]
    if any(one.settled is not None for one in said):
        columns += [
            ("settled", context.say("compare.c_settled"), "count", [_value(one.settled) for one in said]),
            ("settled_wrong", context.say("compare.c_wrong"), "count", [_value(one.settled_wrong) for one in said]),
        ]  # fmt: skip
    columns += [
        ("reviewed", context.say("joint.c_reviewed"), "count", [one.reviewed.value for one in said]),
        ("left", context.say("joint.c_left"), "count", [one.left.value for one in said]),
    ]
    if not context.plan.positive:
        # Where some classes are collected, nobody counts what people err in others.
        columns.append(("wrong", context.say("asked.c_wrong_all"), "count", [one.all_wrong for one in said]))
    return by_columns("who", context.say("compare.t_who"), columns)


def _value(estimate: Estimate | None) -> float | None:
    return None if estimate is None else estimate.value


def _best(context: CompareContext) -> tuple[str, ...]:
    foremost = context.whom.net or context.whom.found
    return () if foremost is None else foremost.names


def worths_table(context: CompareContext) -> Table | None:
    """Return between which worths of an entry each plan is the best, None where that says nothing."""
    worths = context.whom.by_worth
    if len(worths) < 2:
        return None
    nothing = context.say("compare.not_started")
    best = [context.say("plain", text=context.names(one.names)) if one.names else nothing for one in worths]
    ends: list[Value] = [context.say("and_above") if one.high is None else one.high for one in worths]
    columns: list[FilledColumn] = [
        ("from", context.in_money("col.worth_from"), "money", [one.low for one in worths]),
        ("to", context.say("col.worth_to"), "money", ends),
        ("best", context.say("compare.c_best"), "sentence", best),
    ]
    return by_columns("worths", context.say("compare.t_worths"), columns)


def gaps_table(context: CompareContext) -> Table:
    """Return how much more each plan earns, finds and costs than the first."""
    comparison = context.comparison
    others = list(zip(comparison.outcomes, comparison.gaps, strict=True))[1:]
    gaps = [each for _, each in others]
    found = "compare.c_right" if context.joint else "compare.c_found"
    columns: list[FilledColumn] = [
        ("scenario", context.say("compare.c_scenario"), "text", [one.name for one, _ in others])
    ]
    if context.valued:
        columns += _difference(
            context, "net", "compare.c_net", [None if one is None else one.net for one in gaps]
        )
    columns += _difference(context, "found", found, [None if one is None else one.found for one in gaps])
    if context.priced:
        spent = [None if one is None else one.spend for one in gaps]
        columns.append(("spend", context.in_money("compare.c_spend"), "money", spent))
        ranges = [_range(one) for one in gaps]
        if any(ranges):
            columns.append(("spend_interval", context.say("col.interval"), "money", ranges))
    return by_columns("differences", context.say("compare.t_gaps", first=comparison.first.name), columns)


def _difference(
    context: CompareContext, name: str, key: str, found: Sequence[Estimate | None]
) -> list[FilledColumn]:
    kind: ColumnKind = "money" if name == "net" and context.money else "gap"
    heading = context.in_money(key) if kind == "money" else context.say(key)
    return [
        (name, heading, kind, [None if one is None else one.value for one in found]),
        (f"{name}_interval", context.say("col.interval"), kind, [interval(one) for one in found]),
    ]


def _range(one: Gap | None) -> Value:
    return None if one is None else interval(one.spend_range)


def inputs_table(context: CompareContext) -> Table | None:
    """Return what was said of the plans where that differs, None where nothing does."""
    comparison = context.comparison
    keys, outcomes = comparison.differing, comparison.outcomes
    if not keys:
        return None
    caption = context.say("compare.t_inputs")
    if len(outcomes) <= SIDE_BY_SIDE:
        columns: list[FilledColumn] = [("key", context.say("compare.c_key"), "text", keys)]
        columns += [
            (
                f"scenario_{place}",
                context.say("plain", text=one.name),
                "text",
                [one.said.get(key, "") for key in keys],
            )
            for place, one in enumerate(outcomes, 1)
        ]
        return by_columns("inputs", caption, columns)
    rows = [(key, one.name, one.said.get(key, "")) for key in keys for one in outcomes]
    named, names, said = zip(*rows, strict=True)
    columns = [
        ("key", context.say("compare.c_key"), "text", named),
        ("scenario", context.say("compare.c_scenario"), "text", names),
        ("value", context.say("compare.c_value"), "text", said),
    ]
    return by_columns("inputs", caption, columns)
