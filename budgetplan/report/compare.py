"""The report on several plans: in what they differ and which is for whom on page 1, how far apart they are behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Literal

from budgetplan.domain.plan import MIXTURE
from budgetplan.plans.compared import Comparison, PlanOutcome, currencies
from budgetplan.report.display import WITHOUT_CENTS
from budgetplan.report.model import (
    Bar,
    Block,
    ColumnKind,
    Document,
    Facts,
    Figure,
    FilledColumn,
    Heading,
    Prose,
    Section,
    Table,
    Text,
    Value,
    by_columns,
    interval,
)
from budgetplan.report.page import Framing, framed
from budgetplan.report.phrases import Nouns, intervals_of, values_of
from budgetplan.report.record import picked, plain
from budgetplan.report.wording import escaped

ON_ONE_PAGE = 8
"""So many plans fit on page 1 with their figure."""
SIDE_BY_SIDE = 4
"""What was said of so many plans stands in a column each."""
MOST_INPUTS, UNRANKED = 6, 14
"""So many inputs that differ stand on page 1, with a figure and without one; the file has all."""
FIRST = ("entry.", "answers.", "cost.", "goal.", "quota.", "list.", "table.")
"""Inputs that stand there before others, by how their keys begin."""
ASIDE = ("report.", "words.")
"""Inputs that change no number."""


class PlansSpeaker(Nouns):
    """Says short heads and what ``compare.j2`` says, in the nouns and the currency of the first plan.

    Attributes
    ----------
    comparison, currencies
        The plans, who is foremost in what, and the currencies of their prices.
    by, lead
        What tells them apart first, and the interval of how far the foremost is ahead.
    money, priced, valued, joint
        Whether net values are money, anything has a price or a worth, and a model answers.
    why
        Plans that recommend nothing, with the title of their own report.
    """

    def __init__(self, comparison: Comparison, why: Mapping[str, Text] = MappingProxyType({})) -> None:
        super().__init__(comparison.first.plan)
        plan, outcomes, best = self.plan, comparison.outcomes, comparison.best
        self.comparison, self.currencies = comparison, currencies(outcomes)
        self.by: Literal["net", "found"] = "found" if comparison.net is None else "net"
        self.lead = None if best is None else interval(best.lead)
        self.priced = any(one.spend is not None for one in outcomes)
        self.money = self.priced or plan.deferral is None or plan.deferral.worths.unit == "money"
        self.valued = any(one.net is not None for one in outcomes)
        self.joint = comparison.first.recommendation.workflow == "joint"
        self.why = tuple(why.items())
        self.words = self.wording("compare", self)


def build_comparison(comparison: Comparison, framing: Framing, why: Mapping[str, Text]) -> Document:
    """Return the report; ``why``: of plans that recommend nothing, by name, the title of their own report."""
    speaker = PlansSpeaker(comparison, why)
    say = speaker.words
    title, lede, points, inputs = say("title"), say("lede"), say("points"), inputs_table(speaker)
    few = len(comparison.outcomes) <= SIDE_BY_SIDE
    gaps = gaps_table(speaker) if not comparison.unlike or any(comparison.gaps[1:]) else None
    # Bars on one axis would rank what stands side by side.
    ranked = comparison.met and not comparison.unlike
    whom: list[Block] = [Heading(speaker.say("compare.head_whom")), Prose(points, "points")]
    first: list[Block | None] = [
        Prose(say("kicker", framing.date, framing.identifier), "kicker"),
        Heading(title, 1),
        Prose(lede, "lede") if lede else None,
        inputs if few else None,
        scenarios_table(speaker),
        _figure(speaker) if ranked else gaps,
        *(whom if "<li>" in points else []),
    ]
    back: list[Block | None] = [
        gaps if ranked else None,
        None if few else inputs,
        who_table(speaker),
        worths_table(speaker),
        Heading(speaker.say("compare.head_commands")),
        Facts(tuple((one.name, one.command) for one in comparison.outcomes)),
        Heading(speaker.say("head.method")),
        Prose(say("method")),
        Heading(speaker.say("head.reproduce")),
        Facts(tuple(framing.facts)),
    ]
    one_page = len(comparison.outcomes) <= ON_ONE_PAGE
    page_1, behind = (tuple(one for one in blocks if one) for blocks in (first, back))
    sections = [Section("decision", page_1, one_page=one_page), Section("back", behind)]
    if not ranked:  # there is little to say
        sections = [Section("decision", (*page_1, *behind))]
    money = speaker.money and (speaker.valued or speaker.priced)
    document = framed(speaker, title, sections, framing, money=money)
    if len(speaker.currencies) > 1:
        # Each amount is in its own plan's currency, which stands in a column of its own.
        digits = max(one.plan.prices.minor_digits for one in comparison.outcomes)
        document = replace(document, currency="", minor_digits=digits)
    return replace(document, subject=speaker.say("compare.subject"))


def _figure(speaker: PlansSpeaker) -> Figure:
    bars = []
    for one in speaker.comparison.outcomes:
        found, label = one.net if speaker.by == "net" else one.found, escaped(one.name)
        if not one.met or found is None:
            bars.append(Bar(label, None, note=speaker.say("compare.not_planned")))
            continue
        strong = one.name in speaker.comparison.marked
        bars.append(Bar(label, found.value, interval(found), strong=strong, filled=strong))
    money = speaker.by == "net" and speaker.money
    axis = "compare.axis_right" if speaker.joint else "compare.axis_found"
    axis = "compare.axis_net" if speaker.by == "net" else axis
    return Figure(
        key="figure_scenarios",
        kind="options",
        title=speaker.words("figure"),
        alt=speaker.say("compare.alt"),
        x_label=speaker.in_money(axis) if money else speaker.say(axis),
        y_label=speaker.say("compare.c_scenario"),
        bars=tuple(bars),
        value_kind="count" if speaker.by == "found" or money else "gap",
    )


def scenarios_table(speaker: PlansSpeaker) -> Table:
    """Return a row for each plan: its budget, model, stop, what it finds, costs and earns."""
    outcomes, say = speaker.comparison.outcomes, speaker.say

    def each(of: Callable[[PlanOutcome], Value]) -> list[Value]:
        return [of(one) if one.met else None for one in outcomes]

    nets = [one.net if one.met else None for one in outcomes]
    # Estimates of money have cents where any is small.
    money: ColumnKind = "count" if speaker.comparison.smallest_net >= WITHOUT_CENTS else "money"
    kind, several = money if speaker.money else "gap", len(speaker.currencies) > 1
    in_money, right = say if several else speaker.in_money, "joint.c_right" if speaker.joint else "col.found"
    met = [one.quotas_met for one in outcomes]
    spent, ends = each(lambda one: one.spend), say("col.interval")
    # Of a few plans the table of inputs says what it is.
    many, budgets = len(outcomes) > SIDE_BY_SIDE, [speaker.budget(one.plan.budget) for one in outcomes]
    coins = [one.plan.prices.currency if one.plan.prices.stated else "" for one in outcomes]
    columns: list[FilledColumn | None] = [
        ("scenario", say("compare.c_scenario"), "text", [one.name for one in outcomes]),
        ("budget", say("col.budget"), "sentence", budgets) if many else None,
        ("model", say("col.model"), "sentence", [_model(speaker, one) for one in outcomes]),
        ("items", say("col.reviewed"), "count", each(lambda one: one.recommendation.reviewed.value)),
        ("found", say(right), "count", each(lambda one: one.found.value)),
        ("found_interval", ends, "count", each(lambda one: interval(one.found))),
        ("quotas", say("tile.quota_met"), "share", each(lambda one: one.quotas_met))
        if any(one is not None for one in met)
        else None,
        ("currency", say("compare.c_currency"), "text", coins) if several else None,
        ("spend", in_money("col.spend"), "money", spent) if speaker.priced else None,
        ("net", in_money("col.net"), kind, values_of(nets)) if speaker.valued else None,
        ("net_interval", ends, kind, intervals_of(nets)) if speaker.valued else None,
    ]
    strong = [one.name in speaker.comparison.marked for one in outcomes]
    return by_columns("scenarios", say("compare.t_scenarios"), columns, strong=[] if all(strong) else strong)


def _model(speaker: PlansSpeaker, outcome: PlanOutcome) -> Text:
    """Return the model of a plan for a cell, or why there is none."""
    name = outcome.recommendation.model
    if not outcome.met:
        return speaker.say("compare.not_planned")
    if name is None:
        return speaker.say("compare.not_started")
    return speaker.say("name.mixture") if name == MIXTURE else escaped(name)


def who_table(speaker: PlansSpeaker) -> Table | None:
    """Return who answers how many items of each plan, and how many wrong; None where people alone do."""
    if not speaker.joint:
        return None
    outcomes = [one for one in speaker.comparison.outcomes if one.met]
    said = [one.recommendation for one in outcomes]
    if not any(one.answered_alone.value or one.settled is not None for one in said):
        return None
    settled = any(one.settled is not None for one in said)
    # Where some classes are collected, nobody counts what people err in others.
    wrong = None if speaker.plan.positive else [one.all_wrong for one in said]
    say = speaker.say
    columns: list[FilledColumn | None] = [
        ("scenario", say("compare.c_scenario"), "text", [one.name for one in outcomes]),
        ("alone", say("joint.c_alone"), "count", values_of(one.answered_alone for one in said)),
        ("alone_wrong", say("joint.c_wrong"), "count", values_of(one.wrong for one in said)),
        ("settled", say("compare.c_settled"), "count", values_of(one.settled for one in said))
        if settled
        else None,
        ("settled_wrong", say("joint.c_wrong"), "count", values_of(one.settled_wrong for one in said))
        if settled
        else None,
        ("reviewed", say("col.reviewed"), "count", values_of(one.reviewed for one in said)),
        ("left", say("joint.c_left"), "count", values_of(one.left for one in said)),
        ("wrong", say("asked.c_wrong_all"), "count", wrong) if wrong is not None else None,
    ]
    return by_columns("who", say("compare.t_who"), columns)


def worths_table(speaker: PlansSpeaker) -> Table | None:
    """Return between which worths of an entry each plan is the best, None where that says nothing."""
    worths = speaker.comparison.by_worth
    if len(worths) < 2:
        return None
    nothing = speaker.say("compare.not_started")
    best = [speaker.words("named", one.names) if one.names else nothing for one in worths]
    ends: list[Value] = [speaker.say("and_above") if one.high is None else one.high for one in worths]
    columns: list[FilledColumn] = [
        ("from", speaker.in_money("col.worth_from"), "money", [one.low for one in worths]),
        ("to", speaker.say("col.to"), "money", ends),
        ("best", speaker.say("compare.c_best"), "sentence", best),
    ]
    return by_columns("worths", speaker.say("compare.t_worths"), columns)


def gaps_table(speaker: PlansSpeaker) -> Table:
    """Return how much more each plan earns, finds and costs than the first."""
    say, gaps = speaker.say, speaker.comparison.gaps[1:]
    nets = [None if one is None else one.net for one in gaps]
    found = [None if one is None else one.found for one in gaps]
    kind: ColumnKind = "money" if speaker.money else "gap"
    net = speaker.in_money("compare.c_net") if speaker.money else say("compare.c_net")
    right, ends = say("compare.c_right" if speaker.joint else "compare.c_found"), say("col.interval")
    spend = speaker.in_money("compare.c_spend")
    spent = [None if one is None else one.spend for one in gaps]
    ranges = intervals_of(None if one is None else one.spend_range for one in gaps)
    valued, priced = any(one is not None for one in nets), speaker.priced
    columns: list[FilledColumn | None] = [
        (
            "scenario",
            say("compare.c_scenario"),
            "text",
            [one.name for one in speaker.comparison.outcomes[1:]],
        ),
        ("net", net, kind, values_of(nets)) if valued else None,
        ("net_interval", ends, kind, intervals_of(nets)) if valued else None,
        ("found", right, "gap", values_of(found)),
        ("found_interval", ends, "gap", intervals_of(found)),
        ("spend", spend, "money", spent) if priced else None,
        ("spend_interval", ends, "money", ranges) if priced and any(ranges) else None,
    ]
    first = speaker.comparison.first.name
    return by_columns("differences", say("compare.t_gaps", first=first), columns)


def inputs_table(speaker: PlansSpeaker) -> Table | None:
    """Return what was said of the plans where that differs, None where nothing does.

    What matters least stands in the file alone: words of the report, and what page 1 has no room for.
    """
    say, keys, outcomes = speaker.say, speaker.comparison.differing, speaker.comparison.outcomes
    if not keys:
        return None
    caption, head = say("compare.t_inputs"), say("compare.c_key")
    if len(outcomes) > SIDE_BY_SIDE:
        rows = [(key, one.name, one.said.get(key, "")) for key in keys for one in outcomes]
        named, names, values = zip(*rows, strict=True)
        listed: list[FilledColumn] = [
            ("key", head, "text", named),
            ("scenario", say("compare.c_scenario"), "text", names),
            ("value", say("compare.c_value"), "text", values),
        ]
        return by_columns("inputs", caption, listed)
    columns: list[FilledColumn] = [("key", head, "text", keys)]
    for place, one in enumerate(outcomes, start=1):
        columns.append(
            (f"scenario_{place}", escaped(one.name), "text", [one.said.get(key, "") for key in keys])
        )
    table = by_columns("inputs", caption, columns)
    most = UNRANKED if speaker.comparison.unlike else MOST_INPUTS
    shown = sorted((key for key in keys if not key.startswith(ASIDE)), key=_weight)[:most] or keys
    left = len([key for key in keys if key not in shown])
    rows_shown = tuple(replace(row, repeats=row.cells[0] not in shown) for row in table.rows)
    return replace(table, rows=rows_shown, notes=(speaker.words("inputs_note", left),) if left else ())


def _weight(key: str) -> int:
    """Return how much an input matters for a comparison: what things are worth, what is paid and wanted, the list, the rest."""
    return next((place for place, begin in enumerate(FIRST) if key.startswith(begin)), len(FIRST))


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
