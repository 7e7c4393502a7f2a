"""What is true of a ranked list, for the words of its report (``review.j2``)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from budgetplan.domain.decision import FEWEST, Alternative, Contender, Decision, Goal
from budgetplan.domain.plan import MIXTURE, Plan
from budgetplan.domain.prices import Prices
from budgetplan.domain.risk.ranges import LEVEL, WORTH
from budgetplan.domain.rounding import cut_to
from budgetplan.lists.evidence import Evidence
from budgetplan.plans import review
from budgetplan.plans.list_check import LEAST_KIND
from budgetplan.plans.review import Analysis
from budgetplan.plans.review_reading import ListPart
from budgetplan.plans.screening import Screening, first_to_ask
from budgetplan.report.model import Range, interval
from budgetplan.report.phrases import TENTHS, Speaker
from budgetplan.report.risk import covered
from budgetplan.report.wording import Wording
from budgetplan.work.building import ASK_FILE, MixedIn, WorkPlan

TEN = 10
"""From so few labelled entries intervals held 80 % in place of 95 (METHODS F8)."""
NAMED = 2
"""So many other models are named; all stand in the table of models."""
LEAST_LUCK = 0.5
"""Units of money that are worth a sentence."""
ALL = 0.999999999999
"""All entries, but for rounding."""
MOST_FOUND = 0.85
"""Beyond so large a part of the entries few are left."""
LEAST_LOST = 0.5
"""Entries rejected by mistake that are worth a sentence: from one on, as it is printed."""


@dataclass(frozen=True)
class ToAsk:
    """An answerer with the interval of what it gains, and the price above or below which it is asked, if there is one."""

    plan: Screening
    gain: Range | None
    limit: Decimal | None


@dataclass(frozen=True)
class DecisionFacts:
    """What ``review.j2`` tells of a ranked list.

    Attributes
    ----------
    evidence, lacking, more, unlike
        The labels; which are too few ("labels", "entries", "few", "others", "alike"), and how many more are needed; in
        whose order they do not stand where the list does.
    analysis, decision, plan, prices
        The plan's own results.
    model, members, left_out
        The recommended order, what it is mixed of (nothing where it is one model's), and which models cost too much for it.
    rivals
        Other models that page 1 names, the next best first, each with the interval of its difference.
    aim
        What tells two models apart: entries, net, cost, or reviews.
    spend, mixed, breaks
        All the money that is needed; what is mixed in on top of the plan, within the budget or beyond it.
    level
        In which share of the draws the money is enough, where its contingency was computed.
    ranges
        Intervals: found, spend, new, stop, money. None where there is none.
    fixed, once, cannot_start
        Fixed costs of the cheapest and of the recommended model; whether they may be what is beyond the budget.
    flat, around
        Whether each item costs the same, and nothing else; then the tenth that the budget comes near to, with its place.
    wanted, in_budget
        A target in entries, and what the budget finds where the target is beyond it.
    worth, left, luck, lost
        Of one entry, where all are worth the same; the net value of leaving everything out; what is taken off; how many
        entries people reject by mistake, and how often they do. None where that is not worth a sentence.
    all_found, few_left
        Whether the stop finds all entries, or nearly all.
    unspent
        Why money is left: "little", "ends", "worth", "few"; empty where none is.
    holds, moves
        Whether the budget holds in 95 % of the draws though entries cost more; whether half or twice the worth moves the stop.
    lacks
        Labels that are wanting, where entries are so few that intervals say little.
    spares
        Items of types confirmed before.
    seen
        Whether the table of inputs says what the worth, and what prices, do to the plan.
    asked, ask_file
        Answerers, the one that would bring most first; the file that says what to ask it about.
    """

    evidence: Evidence
    lacking: str
    more: int
    unlike: Sequence[str]
    analysis: Analysis
    decision: Decision
    plan: Plan
    prices: Prices
    model: str
    members: Mapping[str, float]
    left_out: Sequence[str]
    rivals: Sequence[tuple[Contender, Range | None]]
    aim: str
    spend: Decimal | None
    mixed: MixedIn | None
    breaks: MixedIn | None
    level: float | None
    ranges: Mapping[str, Range | None]
    fixed: Decimal
    once: Decimal
    cannot_start: bool
    flat: bool
    around: tuple[int, ListPart] | None
    wanted: float | None
    in_budget: float | None
    worth: Decimal | None
    left: float | None
    luck: float | None
    lost: tuple[float, Decimal] | None
    all_found: bool
    few_left: bool
    unspent: str
    holds: bool
    moves: bool
    lacks: int
    spares: float | None
    seen: tuple[bool, bool]
    asked: Sequence[ToAsk]
    ask_file: str


def _aim(goal: Goal, *, priced: bool) -> str:
    """Return what tells two models apart."""
    if goal == "target":
        return "cost" if priced else "reviews"
    return "net" if goal == "net_value" else "entries"


def _lacking(evidence: Evidence) -> str:
    """Return which labels are too few; empty: none."""
    n, (entries, others) = evidence.n_sample, evidence.kinds_labelled
    kinds = {
        "labels": n < FEWEST,
        "alike": entries == n,
        "entries": not entries,
        "few": entries < LEAST_KIND,
        "others": others < LEAST_KIND,
    }
    return next((kind for kind, holds in kinds.items() if holds), "")


def decision_facts(speaker: Speaker, work: WorkPlan | None = None) -> DecisionFacts:
    """Return what is true of a ranked list; ``work``: how the plan is carried out."""
    analysis, evidence, plan, prices = speaker.analysis, speaker.evidence, speaker.plan, speaker.prices
    decision, budget, values, lead = analysis.decision, plan.budget, plan.values, analysis.lead
    chosen, mixed, types = decision.chosen, work.mixed_in if work else None, evidence.types
    best, ids = best_asked(speaker)
    check = analysis.check
    breaks = mixed is not None and mixed.fits is False
    fixed, once = min(prices.total_fixed(one.cost) for one in evidence.models), prices.total_fixed(lead.cost)
    sized = prices.listed or prices.per_unit or prices.seconds_per_unit or prices.adjudication
    flat = not (sized or prices.extra_per_entry or prices.contingency or prices.indirect or once)
    tenths = flat and decision.goal == "budget" and plan.parts == TENTHS
    worths = set(values.entry.values()) if values is not None else set()
    left_out = values is not None and any(values.left_out.values())
    luck = decision.luck if (decision.luck or 0.0) >= LEAST_LUCK or decision.shown is False else None
    lost = None if chosen is None else analysis.lost_to_errors(chosen)
    recall = 1.0 if chosen is None or chosen.recall is None else chosen.recall
    moves = False
    if decision.worths:
        (_, stay), (half, _), (twice, _) = decision.worths
        moves = half < stay.low and (stay.high is None or twice > stay.high)
    everything = budget is not None and (budget.unit, budget.covers) == ("money", "everything")
    beyond = budget is not None and not decision.within_budget
    few = 0 < evidence.kinds_labelled[0] <= TEN and plan.resamples
    # Less than one of them would be no saving that anybody could make.
    spare = analysis.type_counts().get("spare", 0.0) if types is not None and not types.alone else 0.0
    return DecisionFacts(
        evidence=evidence,
        lacking=_lacking(evidence),
        more=0 if check is None else check.more,
        unlike=() if check is None else tuple(map(speaker.named, check.unlike)),
        analysis=analysis,
        decision=decision,
        plan=plan,
        prices=prices,
        model=speaker.named(lead.name),
        members=evidence.mixture if lead.name == MIXTURE else {},
        left_out=[name for name in evidence.left_out if name != lead.name],
        rivals=_rivals(speaker),
        aim=_aim(decision.goal, priced=prices.stated),
        spend=mixed.total if mixed and mixed.total and not breaks else chosen.spend if chosen else None,
        mixed=None if breaks else mixed,
        breaks=mixed if breaks else None,
        level=LEVEL if prices.computed and analysis.contingency else None,
        ranges=_ranges(analysis),
        fixed=fixed,
        once=once,
        cannot_start=bool(fixed) and everything,
        flat=flat and prices.stated,
        around=analysis.part_around if tenths else None,
        wanted=None if plan.target is None else analysis.wanted(plan.target),
        in_budget=analysis.bought(lead, budget).found.value if beyond and budget else None,
        worth=next(iter(worths)) if len(worths) == 1 else None,
        left=evidence.left_value(lead) if left_out else None,
        luck=luck,
        lost=None if lost is None or lost[0] < LEAST_LOST else lost,
        all_found=recall >= ALL,
        few_left=recall >= MOST_FOUND,
        unspent=_unspent(speaker, chosen) if chosen else "",
        holds=chosen is not None and review.holds(budget, chosen),
        moves=moves,
        lacks=review.labels_lacking(evidence.n_sample, evidence.entries_labelled) if few else 0,
        spares=spare if spare >= 1 else None,
        seen=(covered(speaker, WORTH), covered(speaker, "")),
        asked=_asked(speaker, best),
        ask_file=ASK_FILE if ids else "",
    )


def _rivals(speaker: Speaker) -> list[tuple[Contender, Range | None]]:
    """Return other models to name: that of the figure first, then by what they find alone."""
    lead, first = speaker.analysis.lead.name, speaker.analysis.rival
    others = [one for one in speaker.analysis.decision.contenders if one.name != lead]
    gaps = {one.name: one.difference.opposite.value if one.difference else 0.0 for one in others}
    others.sort(key=lambda one: (one.name != first, gaps[one.name], one.name))
    return [(one, interval(one.apart)) for one in others[:NAMED]]


def _ranges(analysis: Analysis) -> dict[str, Range | None]:
    """Return the intervals of page 1."""
    chosen, step, ends = analysis.decision.chosen, analysis.next_step, analysis.stop_money
    return {
        "found": interval(chosen.found if chosen else None),
        "spend": interval(chosen.spend_range if chosen else None),
        "new": interval(step.new if step else None),
        "stop": Range(*analysis.stop_range) if analysis.stop_range else None,
        "money": Range(float(ends[0]), float(ends[1])) if ends else None,
    }


def _unspent(speaker: Speaker, chosen: Alternative) -> str:
    """Return why money of the budget is left."""
    analysis, budget = speaker.analysis, speaker.plan.budget
    left = analysis.unspent(chosen)
    if not left or left < 0 or budget is None:
        return ""
    if analysis.bought(analysis.lead, budget).items <= chosen.items:
        return "ends" if chosen.items >= speaker.evidence.whole_items else "little"
    if chosen.spend_high is not None or analysis.decision.goal != "net_value":
        return ""  # what is left is for more entries than are expected
    return "few" if speaker.stopped_by_budget else "worth"


def best_asked(speaker: Speaker) -> tuple[Screening | None, list[str]]:
    """Return the answerer that would bring most, and what it is asked about."""
    analysis = speaker.analysis
    return first_to_ask(analysis.screenings, speaker.evidence.own, analysis.lead.name)


def _asked(speaker: Speaker, best: Screening | None) -> list[ToAsk]:
    """Return all answerers, the best one first."""
    every = sorted(speaker.analysis.screenings, key=lambda one: one is not best)
    limits = [one.known.worth_up_to or math.inf for one in every]
    shown = [cut_to(2, limit) if speaker.priced and math.isfinite(limit) else None for limit in limits]
    return [ToAsk(one, interval(one.gain), limit) for one, limit in zip(every, shown, strict=True)]


def decision_words(speaker: Speaker, work: WorkPlan | None = None) -> Wording:
    """Return a ranked list in words."""
    return speaker.wording("review", decision_facts(speaker, work))
