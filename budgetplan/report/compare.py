"""The report on several plans: in what they differ and which is for whom on page 1, how far apart they are behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Literal

from budgetplan.domain.plan import MIXTURE
from budgetplan.plans.compared import Comparison, PlanOutcome, currencies
from budgetplan.report import model as doc
from budgetplan.report.display import WITHOUT_CENTS
from budgetplan.report.page import Framing, framed, head
from budgetplan.report.phrases import Nouns, values_of
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

    def __init__(self, comparison: Comparison, why: Mapping[str, doc.Text] = MappingProxyType({})) -> None:
        super().__init__(comparison.first.plan)
        plan, outcomes, best = self.plan, comparison.outcomes, comparison.best
        self.comparison, self.currencies = comparison, currencies(outcomes)
        self.by: Literal["net", "found"] = "found" if comparison.net is None else "net"
        self.lead = None if best is None else doc.interval(best.lead)
        self.priced = any(outcome.spend is not None for outcome in outcomes)
        self.money = self.priced or plan.deferral is None or plan.deferral.worths.unit == "money"
        self.kind = "money" if self.money else "gap"
        self.valued = any(outcome.net is not None for outcome in outcomes)
        self.joint = comparison.first.recommendation.workflow == "joint"
        self.why = tuple(why.items())
        self.words = self.wording("compare", self)


def build_comparison(comparison: Comparison, framing: Framing, why: Mapping[str, doc.Text]) -> doc.Document:
    """Return the report; ``why``: of plans that recommend nothing, by name, the title of their own report."""
    speaker = PlansSpeaker(comparison, why)
    say, n = speaker.words, len(comparison.outcomes)
    points, inputs = say("points"), inputs_table(speaker)
    gaps = gaps_table(speaker) if not comparison.unlike or any(comparison.gaps[1:]) else None
    # Bars on one axis would rank what stands side by side.
    ranked = comparison.met and not comparison.unlike
    whom: list[doc.Block] = [doc.Heading(speaker.say("compare.head_whom")), doc.Prose(points, "points")]
    first: list[doc.Block | None] = [
        *head(speaker, say("title"), say.parts("lede"), framing),
        inputs if n <= SIDE_BY_SIDE else None,
        scenarios_table(speaker),
        _figure(speaker) if ranked else gaps,
        *(whom if "<li>" in points else []),
    ]
    behind: list[doc.Block | None] = [
        gaps if ranked else None,
        inputs if n > SIDE_BY_SIDE else None,
        who_table(speaker),
        worths_table(speaker),
        doc.Heading(speaker.say("compare.head_commands")),
        doc.Facts(tuple((outcome.name, outcome.command) for outcome in comparison.outcomes)),
        doc.Heading(speaker.say("head.method")),
        doc.Prose(say("method")),
        doc.Heading(speaker.say("head.reproduce")),
        doc.Facts(tuple(framing.facts)),
    ]
    page_1, back = (tuple(block for block in blocks if block) for blocks in (first, behind))
    sections = [doc.Section("decision", page_1, one_page=n <= ON_ONE_PAGE), doc.Section("back", back)]
    if not ranked:  # there is little to say
        sections = [doc.Section("decision", (*page_1, *back))]
    document = framed(speaker, sections, framing, money=speaker.money and (speaker.valued or speaker.priced))
    if len(speaker.currencies) > 1:
        # Each amount is in its own plan's currency, which stands in a column of its own.
        digits = max(outcome.plan.prices.minor_digits for outcome in comparison.outcomes)
        document = replace(document, currency="", minor_digits=digits)
    return document


def _figure(speaker: PlansSpeaker) -> doc.Figure:
    bars, say, net = [], speaker.say, speaker.by == "net"
    for outcome in speaker.comparison.outcomes:
        value, strong = outcome.net if net else outcome.found, outcome.name in speaker.comparison.marked
        if not outcome.met or value is None:
            bars.append(doc.Bar(escaped(outcome.name), None, note=say("compare.not_planned")))
        else:
            bars.append(doc.Bar(escaped(outcome.name), value.value, doc.interval(value), strong=strong, filled=strong))
    axis = "col.net" if net else "joint.c_right" if speaker.joint else "axis.found"
    axes = speaker.in_money(axis, None if net and speaker.money else ""), say("compare.c_scenario")
    return doc.Figure(
        *("figure_scenarios", "options", speaker.words("figure"), say("compare.alt"), *axes),
        bars=tuple(bars),
        value_kind="gap" if net and not speaker.money else "count",
    )


def scenarios_table(speaker: PlansSpeaker) -> doc.Table:
    """Return a row for each plan: its budget, model, stop, what it finds, costs and earns."""
    outcomes, say = speaker.comparison.outcomes, speaker.say
    met = [outcome if outcome.met else None for outcome in outcomes]
    # Estimates of money have cents where any is small.
    whole = speaker.money and speaker.comparison.smallest_net >= WITHOUT_CENTS
    kind, several = "count" if whole else speaker.kind, len(speaker.currencies) > 1
    right = "joint.c_right" if speaker.joint else "col.found"
    # Of a few plans the table of inputs says what the budget is.
    many, budgets = len(outcomes) > SIDE_BY_SIDE, [speaker.budget(outcome.plan.budget) for outcome in outcomes]
    coins = [outcome.plan.prices.currency if outcome.plan.prices.stated else "" for outcome in outcomes]
    cells: dict[str, Any] = {"scenario": [outcome.name for outcome in outcomes], "budget": budgets if many else None}
    cells |= {"model": [_model(speaker, outcome) for outcome in outcomes], "currency": coins if several else None}
    cells["quotas"] = [outcome and outcome.quotas_met for outcome in met]
    cells["quotas"] = cells["quotas"] if any(chance is not None for chance in cells["quotas"]) else None
    heads = {"found": say(right)} | ({name: say(f"col.{name}") for name in ("spend", "net")} if several else {})
    has = dict.fromkeys(("net", "net_interval"), speaker.valued)
    how: dict[str, Any] = {"heads": heads, "kinds": {"net": kind, "net_interval": kind}, "has": has}
    strong = [outcome.name in speaker.comparison.marked for outcome in outcomes]
    how["strong"] = [] if all(strong) else strong
    return speaker.table("compare.scenarios", say("compare.t_scenarios"), met, cells, **how)


def _model(speaker: PlansSpeaker, outcome: PlanOutcome) -> doc.Text:
    """Return the model of a plan for a cell, or why there is none."""
    name = outcome.recommendation.model
    if name is None or not outcome.met:
        return speaker.say("compare.not_started" if outcome.met else "compare.not_planned")
    return speaker.say("name.mixture") if name == MIXTURE else escaped(name)


def who_table(speaker: PlansSpeaker) -> doc.Table | None:
    """Return who answers how many items of each plan, and how many wrong; None where people alone do."""
    outcomes, say = [outcome for outcome in speaker.comparison.outcomes if outcome.met], speaker.say
    decided = [outcome.recommendation for outcome in outcomes]
    asks = any(outcome.settled is not None for outcome in decided)
    if not speaker.joint or not (asks or any(values_of(outcome.answered_alone for outcome in decided))):
        return None
    # Where some classes are collected, nobody counts what people err in others.
    has = {"settled": asks, "settled_wrong": asks, "wrong": not speaker.plan.positive}
    cells = {"scenario": [outcome.name for outcome in outcomes]}
    return speaker.table("compare.who", say("asked.t_who"), decided, cells, has=has)


def worths_table(speaker: PlansSpeaker) -> doc.Table | None:
    """Return between which worths of an entry each plan is the best, None where that says nothing."""
    worths, say = speaker.comparison.by_worth, speaker.say
    if len(worths) < 2:
        return None
    best = [speaker.words("named", worth.names) or say("compare.not_started") for worth in worths]
    ends: list[doc.Value] = [say("and_above") if worth.high is None else worth.high for worth in worths]
    heads = {"from": speaker.in_money("col.worth_from", priced=True)}
    cells, kinds = {"to": ends, "best": best}, {"to": "money"}
    return speaker.table("compare.worths", say("compare.t_worths"), worths, cells, heads=heads, kinds=kinds)


def gaps_table(speaker: PlansSpeaker) -> doc.Table:
    """Return how much more each plan earns, finds and costs than the first."""
    say, (first, *others) = speaker.say, speaker.comparison.outcomes
    gaps, right = speaker.comparison.gaps[1:], "joint.c_right" if speaker.joint else "col.found"
    spend = speaker.in_money("col.gap", what=say("col.spend"))
    heads = {"found": say("col.gap", what=say(right)), "spend": spend, "spend_interval": say("col.interval")}
    heads["net"] = speaker.in_money("col.gap", None if speaker.money else "", what=say("col.net"))
    valued = any(gap is not None and gap.net is not None for gap in gaps)
    has = {"net": valued, "net_interval": valued, "spend": speaker.priced, "spend_interval": speaker.priced}
    cells, caption = {"scenario": [other.name for other in others]}, say("compare.t_gaps", first=first.name)
    return speaker.table("compare.differences", caption, gaps, cells, heads=heads, has=has)


def inputs_table(speaker: PlansSpeaker) -> doc.Table | None:
    """Return what was said of the plans where that differs, None where nothing does.

    What matters least stands in the file alone: words of the report, and what page 1 has no room for.
    """
    say, keys, outcomes = speaker.say, speaker.comparison.differing, speaker.comparison.outcomes
    if not keys:
        return None
    caption, of_keys = say("compare.t_inputs"), say("compare.c_key")
    if len(outcomes) > SIDE_BY_SIDE:
        values = [outcome.written.get(key, "") for key in keys for outcome in outcomes]
        listed: list[doc.FilledColumn] = [
            ("key", of_keys, "text", [key for key in keys for _ in outcomes]),
            ("scenario", say("compare.c_scenario"), "text", [outcome.name for _ in keys for outcome in outcomes]),
            ("value", say("compare.c_value"), "text", values),
        ]
        return doc.by_columns("inputs", caption, listed)
    columns: list[doc.FilledColumn] = [("key", of_keys, "text", keys)]
    for at, outcome in enumerate(outcomes, start=1):
        settings = [outcome.written.get(key, "") for key in keys]
        columns.append((f"scenario_{at}", escaped(outcome.name), "text", settings))
    table = doc.by_columns("inputs", caption, columns)
    most = UNRANKED if speaker.comparison.unlike else MOST_INPUTS
    telling = [key for key in keys if not key.startswith(ASIDE)]
    # What things are worth, what is paid and wanted, the list, the rest.
    telling.sort(key=lambda key: [not key.startswith(begin) for begin in FIRST])
    shown = telling[:most] or keys
    rows_shown = tuple(replace(row, repeats=row.cells[0] not in shown) for row in table.rows)
    left = len(keys) - len(shown)
    return replace(table, rows=rows_shown, notes=(speaker.words("inputs_note", left),) if left else ())


def comparison_record(comparison: Comparison, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return every number of a comparison, and where it comes from; differences are to the first scenario."""
    outcomes, for_whom = comparison.outcomes, ("net", "found", "cheapest", "rate", "by_worth")
    return {
        "format": "budgetplan comparison",
        "version": 2,
        "provenance": dict(provenance),
        "scenarios": [
            picked(outcome, "name", "recommendation", "net", "quotas_met", "plan", "command", meets_goal="met")
            for outcome in outcomes
        ],
        "unlike": list(comparison.unlike),
        "differing": {key: {plan.name: plan.written.get(key) for plan in outcomes} for key in comparison.differing},
        "differences": {plan.name: plain(gap) for plan, gap in zip(outcomes[1:], comparison.gaps[1:], strict=True)},
        "for_whom": picked(comparison, *for_whom),
    }
