"""The report on several plans: which is for whom on page 1, how far apart they are and in what behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from budgetplan.domain.plan import MIXTURE
from budgetplan.plans.compared import Comparison, PlanOutcome, currencies
from budgetplan.report.model import (
    Bar,
    Block,
    Bullet,
    Bullets,
    ColumnKind,
    Document,
    Facts,
    Figure,
    FilledColumn,
    Heading,
    Paragraph,
    Section,
    Table,
    Text,
    Value,
    by_columns,
)
from budgetplan.report.page import Framing, back, framed, head
from budgetplan.report.phrases import Nouns, interval, intervals_of, values_of
from budgetplan.report.record import picked, plain


class CompareContext(Nouns):
    """Says numbers of several plans, in the nouns and the currency of the first.

    ``why``: for plans that recommend nothing, by name, the title that their own report would have.
    """

    def __init__(self, comparison: Comparison, why: Mapping[str, Text]) -> None:
        super().__init__(comparison.first.plan)
        self.comparison, self.why = comparison, why
        outcomes = comparison.outcomes
        self.priced = any(one.spend is not None for one in outcomes)
        self.valued = any(one.net is not None for one in outcomes)
        self.currencies = currencies(outcomes)
        # By what the plans are told apart first.
        self.best, self.by = comparison.net or comparison.found, "found" if comparison.net is None else "net"
        self.joint = comparison.first.recommendation.workflow == "joint"

    @property
    def money(self) -> bool:
        """Whether net values are money; of answers without a price they may be counted in right answers."""
        deferral = self.plan.deferral
        return self.priced or deferral is None or deferral.worths.unit == "money"

    @property
    def net_kind(self) -> ColumnKind:
        """How a cell of a table shows a net value."""
        return "money" if self.money else "gap"

    def model(self, outcome: PlanOutcome) -> Text:
        """Return the model of a plan for a cell, or why there is none."""
        name = outcome.recommendation.model
        if not outcome.met:
            return self.say("compare.not_planned")
        if name is None:
            return self.say("compare.not_started")
        return self.say("plain", text=self.text("name.mixture") if name == MIXTURE else name)

    def names(self, names: Sequence[str]) -> str:
        """Return names of plans in a row, each in quotation marks."""
        quoted = self.text("compare.quoted")
        return self.locale.listing([quoted.format(name=name) for name in names])


ON_ONE_PAGE = 8
"""So many plans fit on page 1 with their figure."""


def build_comparison(comparison: Comparison, framing: Framing, why: Mapping[str, Text]) -> Document:
    """Return the report; ``why``: of plans that recommend nothing, by name, the title of their own report."""
    context = CompareContext(comparison, why)
    title = _title(context)
    sections = [_first(context, title, framing), _apart(context), _back(context, framing)]
    money = (context.money and context.valued) or context.priced
    document = framed(context, title, sections, framing, money=money)
    if len(context.currencies) > 1:
        # Each amount is in its own plan's currency, which stands in a column of its own.
        digits = max(one.plan.prices.minor_digits for one in comparison.outcomes)
        document = replace(document, currency="", minor_digits=digits)
    return replace(document, subject=context.say("compare.subject"))


def _title(context: CompareContext) -> Text:
    met, n_all = context.comparison.met, len(context.comparison.outcomes)
    if not met:
        return context.say("compare.title_none", n=n_all)
    if len(met) == 1:
        return context.say("compare.title_one", names=context.names([met[0].name]))
    if context.comparison.unlike:
        return context.say("compare.title_unlike", n=n_all)
    best, name = context.best, context.by
    assert best is not None
    if len(best.names) == n_all:
        return context.say("compare.title_equal", n=n_all)
    said = {"names": context.names(best.names), "n": len(best.names), name: best.value}
    sure = best.lead is None or not best.lead.known or best.lead.wholly_above(0.0)
    return context.say(f"compare.title_{name}{'' if sure else '_open'}", **said)


def _first(context: CompareContext, title: Text, framing: Framing) -> Section:
    blocks: list[Block] = [*head(context, title, _lede(context), framing), scenarios_table(context)]
    who = who_table(context)
    blocks += [] if who is None else [who]
    points = tuple(_for_whom(context))
    if points:
        blocks += [Heading(context.say("compare.head_whom")), Bullets(points)]
    worths = worths_table(context)
    blocks += [] if worths is None else [worths]
    blocks += [] if not context.comparison.met else [_figure(context)]
    fits = len(context.comparison.outcomes) <= ON_ONE_PAGE
    return Section("decision", tuple(blocks), one_page=fits)


def _lede(context: CompareContext) -> list[Text]:
    """Say how far the best is ahead, and whether that is chance."""
    best = context.best
    named = [name for name in context.comparison.unlike if name != "currencies"]
    unlike = [context.text(f"compare.apart_{name}") for name in named]
    said = [context.say("compare.lede_unlike", what=context.locale.listing(unlike))] if unlike else []
    if len(context.currencies) > 1:
        said.append(context.say("compare.lede_currencies", names=context.locale.listing(context.currencies)))
    if best is not None and best.over and best.lead is not None:
        names = {"first": context.names(best.names[:1]), "next": context.names([best.over])}
        kind = "money" if context.by == "net" and context.money else "count"
        gap = {"gap": context.say(f"compare.{kind}", value=best.lead.value)}
        key = "compare.lede_plain"
        if (span := interval(best.lead)) is not None:
            key = f"compare.lede_{'clear' if best.lead.wholly_above(0.0) else 'open'}"
            gap["range"] = context.say(f"compare.range_{kind}", range=span)
        said.append(context.say(key, **names, **gap))
    return [*said, *_pairing(context)]


def _pairing(context: CompareContext) -> list[Text]:
    """Say in which draws differences are told, and where in none."""
    comparison = context.comparison
    told = [one for one in comparison.gaps[1:] if one is not None]
    said = []
    if any(one.found is not None and one.found.known for one in told):
        said.append(context.say("compare.lede_paired", resamples=context.plan.resamples))
    for apart in sorted({one.apart for one in told if one.apart}):
        pairs = zip(comparison.outcomes, comparison.gaps, strict=True)
        names = [outcome.name for outcome, one in pairs if one is not None and one.apart == apart]
        what = context.locale.listing([context.text(f"compare.apart_{name}") for name in apart])
        first = context.names([comparison.first.name])
        said.append(context.say("compare.lede_apart", first=first, names=context.names(names), what=what))
    return said


def _for_whom(context: CompareContext) -> list[Bullet]:
    """Return which plan is for whom, and which cannot be planned."""
    whom = context.comparison
    asked = [
        ("net", "net", whom.net, "net", "value"),
        ("right" if context.joint else "found", "found", whom.found, "found", "value"),
        ("rate", "rate", whom.rate, "per", "each"),
        ("cheapest", "cheapest", whom.cheapest, "spend", "spend"),
    ]
    points = []
    for heading, key, best, name, number in asked:
        if best is not None and len(best.names) < len(whom.outcomes):
            said = {"names": context.names(best.names), name: getattr(best, number)}
            told = context.say(f"compare.whom_{key}", **said)
            points.append(Bullet(context.say(f"compare.for_{heading}"), (told,)))
    idle = [one.name for one in context.comparison.met if one.recommendation.model is None]
    if idle:
        none = context.say("compare.whom_idle", names=context.names(idle))
        points.append(Bullet(context.say("compare.for_idle"), (none,)))
    for name in (one.name for one in context.comparison.outcomes if one.name in context.why):
        why = context.say("compare.whom_not", title=context.why[name])
        points.append(Bullet(context.say("compare.for_none", name=name), (why,)))
    return points


def _figure(context: CompareContext) -> Figure:
    name, best = context.by, context.best
    money = name == "net" and context.money
    bars = []
    for one in context.comparison.outcomes:
        found = one.net if name == "net" else one.found
        label = context.say("plain", text=one.name)
        if not one.met or found is None:
            bars.append(Bar(label, None, note=context.say("compare.not_planned")))
            continue
        strong = best is not None and one.name in best.names
        bars.append(Bar(label, found.value, interval(found), strong=strong, filled=strong))
    axis = "compare.axis_net"
    if name == "found":
        axis = "compare.axis_right" if context.joint else "compare.axis_found"
    return Figure(
        key="figure_scenarios",
        kind="options",
        title=context.say(f"compare.fig_{name}"),
        alt=context.say("compare.alt"),
        x_label=context.in_money(axis) if money else context.say(axis),
        y_label=context.say("compare.c_scenario"),
        bars=tuple(bars),
        value_kind="count" if name == "found" or money else context.net_kind,
    )


def _apart(context: CompareContext) -> Section:
    """Return how far apart the plans are, and in what they differ."""
    told = not context.comparison.unlike or any(context.comparison.gaps[1:])
    blocks: list[Block] = [Heading(context.say("compare.head_gaps")), gaps_table(context)] if told else []
    inputs = inputs_table(context)
    blocks += [] if inputs is None else [Heading(context.say("compare.head_inputs")), inputs]
    return Section("differences", tuple(blocks))


def _back(context: CompareContext, framing: Framing) -> Section:
    said = [context.say("compare.m_solved")]
    gaps = [one.found for one in context.comparison.gaps[1:] if one is not None]
    if any(found is not None and found.known for found in gaps):
        said.append(context.say("compare.m_paired"))
    if any(one.plan.quota is not None for one in context.comparison.outcomes):
        said.append(context.say("compare.m_quotas"))
    if worths_table(context) is not None:
        said.append(context.say("compare.m_worth"))
    commands = tuple((one.name, one.command) for one in context.comparison.outcomes)
    begin = (Heading(context.say("compare.head_commands")), Facts(commands))
    method: list[Block] = [Heading(context.say("head.method")), *(Paragraph((one,)) for one in said)]
    return Section("back", (*begin, *method, *back(context, "compare", framing)))


SIDE_BY_SIDE = 4
"""What was said of so many plans stands in a column each."""


def scenarios_table(context: CompareContext) -> Table:
    """Return a row for each plan: its budget, model, stop, what it finds, costs and earns."""
    outcomes = context.comparison.outcomes

    def each(of: Callable[[PlanOutcome], Value]) -> list[Value]:
        return [of(one) if one.met else None for one in outcomes]

    budgets = [
        context.say("compare.no_budget") if one.plan.budget is None else context.budget(one.plan.budget)
        for one in outcomes
    ]
    found = "joint.c_right" if context.joint else "col.found"
    columns: list[FilledColumn] = [
        ("scenario", context.say("compare.c_scenario"), "text", [one.name for one in outcomes]),
        ("budget", context.say("col.budget"), "sentence", budgets),
        ("model", context.say("col.model"), "sentence", [context.model(one) for one in outcomes]),
        (
            "items",
            context.say("joint.c_reviewed"),
            "count",
            each(lambda one: one.recommendation.reviewed.value),
        ),
        ("found", context.say(found), "count", each(lambda one: one.found.value)),
        ("found_interval", context.say("col.interval"), "count", each(lambda one: interval(one.found))),
    ]
    if any(one.quotas_met is not None for one in outcomes):
        columns.append(("quotas", context.say("tile.quota_met"), "share", each(lambda one: one.quotas_met)))
    in_money = context.in_money
    if len(context.currencies) > 1:
        in_money = context.say
        own = [one.plan.prices.currency if one.plan.prices.stated else "" for one in outcomes]
        columns.append(("currency", context.say("compare.c_currency"), "text", own))
    if context.priced:
        columns.append(("spend", in_money("col.spend"), "money", each(lambda one: one.spend)))
    if context.valued:
        nets, kind = [one.net if one.met else None for one in outcomes], context.net_kind
        columns.append(("net", in_money("col.net"), kind, values_of(nets)))
        columns.append(("net_interval", context.say("col.interval"), kind, intervals_of(nets)))
    best = () if context.best is None else context.best.names
    strong = [one.name in best for one in outcomes] if len(best) < len(outcomes) else []
    return by_columns("scenarios", context.say("compare.t_scenarios"), columns, strong=strong)


_WHO = {"answered_alone": "alone", "wrong": "alone_wrong", "all_wrong": "wrong"}
"""Columns that are called otherwise than what stands in them."""


def who_table(context: CompareContext) -> Table | None:
    """Return who answers how many items of each plan, and how many wrong; None where people alone do."""
    if not context.joint:
        return None
    outcomes = [one for one in context.comparison.outcomes if one.met]
    said = [one.recommendation for one in outcomes]
    if not any(one.answered_alone.value or one.settled is not None for one in said):
        return None
    settled = any(one.settled is not None for one in said)
    columns: list[FilledColumn | None] = [
        ("scenario", context.say("compare.c_scenario"), "text", [one.name for one in outcomes])
    ]
    for name, key, shown in (
        ("answered_alone", "joint.c_alone", True),
        ("wrong", "compare.c_wrong", True),
        ("settled", "compare.c_settled", settled),
        ("settled_wrong", "compare.c_wrong", settled),
        ("reviewed", "joint.c_reviewed", True),
        ("left", "joint.c_left", True),
        # Where some classes are collected, nobody counts what people err in others.
        ("all_wrong", "asked.c_wrong_all", not context.plan.positive),
    ):
        cells = [getattr(one, name) for one in said]
        numbers = cells if name == "all_wrong" else values_of(cells)
        columns.append((_WHO.get(name, name), context.say(key), "count", numbers) if shown else None)
    return by_columns("who", context.say("compare.t_who"), columns)


def worths_table(context: CompareContext) -> Table | None:
    """Return between which worths of an entry each plan is the best, None where that says nothing."""
    worths = context.comparison.by_worth
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
    interval_head = context.say("col.interval")
    for name, key in (("net", "compare.c_net"), ("found", found)):
        if name == "found" or context.valued:
            cells = [None if one is None else getattr(one, name) for one in gaps]
            kind: ColumnKind = "money" if name == "net" and context.money else "gap"
            heading = context.in_money(key) if kind == "money" else context.say(key)
            columns.append((name, heading, kind, values_of(cells)))
            columns.append((f"{name}_interval", interval_head, kind, intervals_of(cells)))
    if context.priced:
        spent = [None if one is None else one.spend for one in gaps]
        ranges = intervals_of(None if one is None else one.spend_range for one in gaps)
        columns.append(("spend", context.in_money("compare.c_spend"), "money", spent))
        columns += [("spend_interval", interval_head, "money", ranges)] if any(ranges) else []
    return by_columns("differences", context.say("compare.t_gaps", first=comparison.first.name), columns)


def inputs_table(context: CompareContext) -> Table | None:
    """Return what was said of the plans where that differs, None where nothing does."""
    comparison = context.comparison
    keys, outcomes = comparison.differing, comparison.outcomes
    if not keys:
        return None
    caption = context.say("compare.t_inputs")
    if len(outcomes) <= SIDE_BY_SIDE:
        columns: list[FilledColumn] = [("key", context.say("compare.c_key"), "text", keys)]
        for place, one in enumerate(outcomes, 1):
            said = [one.said.get(key, "") for key in keys]
            columns.append((f"scenario_{place}", context.say("plain", text=one.name), "text", said))
        return by_columns("inputs", caption, columns)
    rows = [(key, one.name, one.said.get(key, "")) for key in keys for one in outcomes]
    named, names, told = zip(*rows, strict=True)
    columns = [
        ("key", context.say("compare.c_key"), "text", named),
        ("scenario", context.say("compare.c_scenario"), "text", names),
        ("value", context.say("compare.c_value"), "text", told),
    ]
    return by_columns("inputs", caption, columns)


def comparison_record(comparison: Comparison, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return every number of a comparison, and where it comes from; differences are to the first scenario."""
    return {
        "format": "budgetplan comparison",
        "version": 2,
        "provenance": dict(provenance),
        "scenarios": [
            picked(one, "name", "recommendation", "net", "quotas_met", "plan", "command", meets_goal="met")
            for one in comparison.outcomes
        ],
        "unlike": list(comparison.unlike),
        "differing": {
            key: {one.name: one.said.get(key) for one in comparison.outcomes} for key in comparison.differing
        },
        "differences": {
            one.name: plain(each)
            for one, each in zip(comparison.outcomes[1:], comparison.gaps[1:], strict=True)
        },
        "for_whom": plain(
            {name: getattr(comparison, name) for name in ("net", "found", "cheapest", "rate", "by_worth")}
        ),
    }
