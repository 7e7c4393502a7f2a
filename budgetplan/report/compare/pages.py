"""The report on several plans: which is for whom on page 1, how far apart they are and in what behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from budgetplan.planning.compare.outcome import Comparison, Foremost
from budgetplan.report.compare.context import CompareContext
from budgetplan.report.compare.tables import (
    gaps_table,
    inputs_table,
    scenarios_table,
    who_table,
    worths_table,
)
from budgetplan.report.model import (
    Bar,
    Block,
    Bullet,
    Bullets,
    Document,
    Facts,
    Figure,
    Heading,
    Paragraph,
    Section,
    Sentence,
)
from budgetplan.report.page import Framing, back, framed, head
from budgetplan.report.phrases import interval

ON_ONE_PAGE = 8
"""So many plans fit on page 1 with their figure."""


def build_comparison(comparison: Comparison, framing: Framing, why: Mapping[str, Sentence]) -> Document:
    """Return the report; ``why``: of plans that recommend nothing, by name, the title of their own report."""
    context = CompareContext(comparison, why)
    title = _title(context)
    sections = [_first(context, title, framing), _apart(context), _back(context, framing)]
    document = framed(
        context, title, sections, framing, money=(context.money and context.valued) or context.priced
    )
    return replace(document, subject=context.say("compare.subject"))


def _title(context: CompareContext) -> Sentence:
    met, n_all = context.comparison.met, len(context.comparison.outcomes)
    if not met:
        return context.say("compare.title_none", n=n_all)
    if len(met) == 1:
        return context.say("compare.title_one", names=context.names([met[0].name]))
    if context.comparison.unlike:
        return context.say("compare.title_unlike", n=n_all)
    best, name = context.whom.net or context.whom.found, context.headline()[0]
    assert best is not None
    if len(best.names) == n_all:
        return context.say("compare.title_equal", n=n_all)
    said = {"names": context.names(best.names), "n": len(best.names), name: best.value}
    sure = best.lead is None or not best.lead.known or best.lead.wholly_above(0.0)
    return context.say(f"compare.title_{name}{'' if sure else '_open'}", **said)


def _first(context: CompareContext, title: Sentence, framing: Framing) -> Section:
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


def _lede(context: CompareContext) -> list[Sentence]:
    """Say how far the best is ahead, and whether that is chance."""
    best, money = context.whom.net or context.whom.found, context.headline()[1]
    unlike = [context.text(f"compare.apart_{name}") for name in context.comparison.unlike]
    said = [context.say("compare.lede_unlike", what=context.locale.listing(unlike))] if unlike else []
    if best is not None and best.over and best.lead is not None:
        names = {"first": context.names(best.names[:1]), "next": context.names([best.over])}
        gap = {"gap": context.amount(best.lead.value, money=money)}
        span = context.span(best.lead, money=money)
        if span is None:
            said.append(context.say("compare.lede_plain", **names, **gap))
        else:
            lead = "clear" if best.lead.wholly_above(0.0) else "open"
            said.append(context.say(f"compare.lede_{lead}", **names, **gap, range=span))
    return [*said, *_pairing(context)]


def _pairing(context: CompareContext) -> list[Sentence]:
    """Say in which draws differences are told, and where in none."""
    comparison = context.comparison
    told = [one for one in comparison.gaps[1:] if one is not None]
    said = []
    if any(one.found is not None and one.found.known for one in told):
        said.append(context.say("compare.lede_paired", resamples=context.plan.resamples))
    for apart in sorted({one.apart for one in told if one.apart}):
        names = [
            outcome.name
            for outcome, one in zip(comparison.outcomes, comparison.gaps, strict=True)
            if one is not None and one.apart == apart
        ]
        what = context.locale.listing([context.text(f"compare.apart_{name}") for name in apart])
        first = context.names([comparison.first.name])
        said.append(context.say("compare.lede_apart", first=first, names=context.names(names), what=what))
    return said


def _for_whom(context: CompareContext) -> list[Bullet]:
    """Return which plan is for whom, and which cannot be planned."""
    whom, several = context.whom, len(context.comparison.outcomes)
    right = "right" if context.joint else "found"
    asked: list[tuple[str, str, Foremost | None, Callable[[float], dict[str, float]]]] = [
        ("net", "net", whom.net, lambda value: {"net": value}),
        (right, "found", whom.found, lambda value: {"found": value}),
        ("rate", "rate", whom.rate, lambda value: {"per": 1 / value}),
        ("cheapest", "cheapest", whom.cheapest, lambda value: {"spend": -value}),
    ]
    points = [
        Bullet(
            context.say(f"compare.for_{heading}"),
            (context.say(f"compare.whom_{key}", names=context.names(best.names), **of(best.value)),),
        )
        for heading, key, best, of in asked
        if best is not None and len(best.names) < several
    ]
    idle = [one.name for one in context.comparison.met if one.recommendation.model is None]
    if idle:
        said = context.say("compare.whom_idle", names=context.names(idle))
        points.append(Bullet(context.say("compare.for_idle"), (said,)))
    return points + [
        Bullet(
            context.say("compare.for_none", name=one.name),
            (context.say("compare.whom_not", title=context.why[one.name]),),
        )
        for one in context.comparison.outcomes
        if one.name in context.why
    ]


def _figure(context: CompareContext) -> Figure:
    name, money = context.headline()
    best = context.whom.net or context.whom.found
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
    if any(
        one is not None and one.found is not None and one.found.known for one in context.comparison.gaps[1:]
    ):
        said.append(context.say("compare.m_paired"))
    if any(one.plan.quota is not None for one in context.comparison.outcomes):
        said.append(context.say("compare.m_quotas"))
    if worths_table(context) is not None:
        said.append(context.say("compare.m_worth"))
    commands = tuple((one.name, one.command) for one in context.comparison.outcomes)
    blocks: list[Block] = [
        Heading(context.say("compare.head_commands")),
        Facts(commands),
        Heading(context.say("head.method")),
        *(Paragraph((one,)) for one in said),
        *back(context, "compare", framing),
    ]
    return Section("back", tuple(blocks))
