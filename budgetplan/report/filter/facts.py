"""What is true of a ranked list, for the words of its report (``review.j2``)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from budgetplan.domain.decision import FEWEST, Alternative, Contender, Decision, StopChoice
from budgetplan.domain.plan import MIXTURE, Plan
from budgetplan.domain.prices import Prices
from budgetplan.domain.risk.ranges import LEVEL, WORTH
from budgetplan.domain.rounding import cut_to
from budgetplan.lists.evidence import Evidence
from budgetplan.plans import review
from budgetplan.plans.list_check import LEAST_KIND, ListCheck
from budgetplan.plans.review import Analysis
from budgetplan.plans.review_reading import ListPart, dearer
from budgetplan.plans.screening import Screening, first_to_ask
from budgetplan.report.model import Range
from budgetplan.report.phrases import TENTHS, RankedNouns, Speaker, interval
from budgetplan.report.risk.page import covered
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
class Asked:
    """An answerer with the interval of what it gains, and the price above or below which it is asked, if there is one."""

    plan: Screening
    gain: Range | None
    limit: float | None


@dataclass(frozen=True)
class LabelFacts:
    """What ``review.j2`` tells of the labels alone, also where strata have quotas.

    ``lacking``: which labels are too few ("labels", "entries", "few", "others", "alike"); ``unlike``: in whose order they do
    not stand where the list does.
    """

    evidence: Evidence | None = None
    lacking: str = ""
    more: int = 0
    unlike: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class ReviewFacts(LabelFacts):
    """What ``review.j2`` tells of a ranked list.

    Attributes
    ----------
    analysis, decision, plan, prices, check
        The plan's own results.
    model, members
        The recommended order, and what it is mixed of; nothing where it is one model's.
    rivals
        Other models that page 1 names, the next best first, each with the interval of its difference.
    spend, mixed
        All the money that is needed, and what is mixed in on top of the plan; ``breaks``: beyond the budget.
    ranges
        Intervals: found, net, per, spend, new, new_per, stop, money. None where there is none.
    aim
        What tells two models apart: entries, net, cost, or reviews.
    worth
        Of one entry, where all are worth the same.
    fixed
        Fixed costs of the cheapest model; ``cannot_start``: they are beyond the budget.
    left
        The net value of leaving everything out, where that has a worth.
    luck
        What is taken off the net value, if worth a sentence.
    lost
        Entries that people reject by mistake, and how often they do, if worth a sentence.
    in_budget
        What the budget finds of a target that is beyond it.
    unspent
        Why money is left: "little", "ends", "worth", "few"; empty where none is.
    moves
        Whether half or twice the worth of an entry leads to another stop.
    steady
        Whether a dearer review leaves the stop where it is.
    seen
        Whether the table of inputs says what the worth, and what prices, do to the plan.
    asked
        Answerers, the one that would bring most first; ``ask_file``: the file that says what to ask it about, if there is one.
    steps_pay
        Whether some entry after the stop may pay.
    level
        In which share of the draws the money is enough, where its contingency was computed.
    flat, once
        Whether each item costs the same, and nothing else; what is paid once.
    around
        The part of the list that the budget comes near to, with its place, where that is one of ten and prices are flat.
    extra, holds
        What an entry costs more than another item, and whether the budget holds in 95 % of the draws all the same.
    pays
        From which worth of an entry on the stop, and any, is best, where nobody gave one.
    counts, spares
        Of types: tokens found, and items of types confirmed before; whether these are worth a sentence.
    few_left
        Whether few entries are left after the stop.
    """

    analysis: Analysis
    decision: Decision
    plan: Plan
    prices: Prices
    check: ListCheck | None
    model: str
    members: Mapping[str, float]
    rivals: Sequence[tuple[Contender, Range | None]]
    ranges: Mapping[str, Range | None]
    aim: str
    going: bool
    budget_binds: bool
    lists: bool
    tenths: bool
    seen: tuple[bool, bool]
    wanted: float | None = None
    spend: Decimal | None = None
    mixed: MixedIn | None = None
    breaks: bool = False
    worth: Decimal | None = None
    fixed: Decimal | None = None
    cannot_start: bool = False
    left: float | None = None
    luck: float | None = None
    lost: tuple[float, Decimal] | None = None
    all_found: bool = False
    in_budget: float | None = None
    unspent: str = ""
    step_is_tenth: bool = False
    moves: bool = False
    dearer: tuple[int, float, float] | None = None
    steady: bool = False
    lacks: int = 0
    few: bool = False
    most_of_labels: float | None = None
    counts: Mapping[str, float] = field(default_factory=dict)
    asked: Sequence[Asked] = ()
    ask_file: str = ""
    steps_pay: bool = True
    level: float | None = None
    flat: bool = False
    once: Decimal | None = None
    around: tuple[int, ListPart] | None = None
    extra: Decimal | None = None
    holds: bool = False
    left_out: Sequence[str] = ()
    pays: tuple[str, StopChoice, StopChoice] | None = None
    spares: bool = False
    by_f1: Contender | None = None
    few_left: bool = False


def label_facts(evidence: Evidence | None, check: ListCheck | None, speaker: RankedNouns) -> dict[str, Any]:
    """Return what a plan says of its labels alone, by field of :class:`LabelFacts`."""
    said = {} if check is None else {"more": check.more, "unlike": tuple(map(speaker.named, check.unlike))}
    if evidence is None:
        return said
    n, (entries, others) = evidence.n_sample, evidence.kinds_labelled
    kinds = {
        "labels": n < FEWEST,
        "alike": entries == n,
        "entries": not entries,
        "few": entries < LEAST_KIND,
        "others": others < LEAST_KIND,
    }
    lacking = next((kind for kind, holds in kinds.items() if holds), "")
    return {**said, "evidence": evidence, "lacking": lacking}


def review_facts(speaker: Speaker, work: WorkPlan | None = None) -> ReviewFacts:
    """Return what is true of a ranked list; ``work``: how the plan is carried out."""
    analysis, evidence, plan, prices = speaker.analysis, speaker.evidence, speaker.plan, speaker.prices
    decision, budget, values = analysis.decision, plan.budget, plan.values
    chosen, lead, step = decision.chosen, analysis.lead, analysis.next_step
    best, ids = best_asked(speaker)
    lost = None if chosen is None else analysis.lost_to_errors(chosen)
    worths = set(values.entry.values()) if values is not None else set()
    once = prices.total_fixed(lead.cost)
    sized = prices.listed or prices.per_unit or prices.seconds_per_unit or prices.adjudication
    flat = not (sized or prices.extra_per_entry or prices.contingency or prices.indirect or once)
    said: dict[str, Any] = label_facts(evidence, analysis.check, speaker)
    if chosen is not None:
        mixed = None if work is None else work.mixed_in
        said["mixed"], said["breaks"] = mixed, mixed is not None and mixed.fits is False
        whole = mixed is not None and mixed.total is not None and not said["breaks"]
        said["spend"] = mixed.total if whole and mixed is not None else chosen.spend
        said |= {"unspent": _unspent(speaker, chosen), "dearer": dearer(analysis, analysis.planned)}
        said["steady"] = analysis.same_stop(said["dearer"][0])
        said["all_found"] = chosen.recall is None or chosen.recall >= ALL
        said["few_left"] = chosen.recall is not None and chosen.recall >= MOST_FOUND
        if decision.goal != "net_value":
            said["pays"] = analysis.pays_from(chosen.items)
        if flat and decision.goal == "budget" and plan.parts == TENTHS:
            said["around"] = analysis.part_around
        if evidence.types is not None:
            said["counts"] = counts = analysis.type_counts()
            # Less than one of them would be no saving that anybody could make.
            said["spares"] = not evidence.types.alone and counts.get("spare", 0.0) >= 1
    if len(evidence.single) > 1:
        said["by_f1"] = next((one for one in decision.contenders if one.name == decision.by_f1), None)
    if decision.worths:
        (_, stay), (half, _), (twice, _) = decision.worths
        said["moves"] = half < stay.low and (stay.high is None or twice > stay.high)
    if budget is not None and not decision.within_budget:
        said["in_budget"] = analysis.bought(lead, budget).found.value
    if values is not None and any(values.left_out.values()):
        said["left"] = evidence.left_value(lead)
    fixed = [prices.total_fixed(model.cost) for model in evidence.models]
    everything = budget is not None and budget.unit == "money" and budget.covers == "everything"
    entries = evidence.entries_labelled
    return ReviewFacts(
        analysis=analysis,
        decision=decision,
        plan=plan,
        prices=prices,
        check=analysis.check,
        model=speaker.named(lead.name),
        members=evidence.mixture if lead.name == MIXTURE else {},
        rivals=_rivals(speaker),
        ranges=_ranges(analysis),
        aim=speaker.aim,
        going=plan.reviewed is not None and bool(plan.reviewed.ids),
        budget_binds=speaker.stopped_by_budget,
        lists=evidence.basis == "list",
        tenths=plan.parts == TENTHS,
        seen=(covered(speaker, WORTH), covered(speaker, "")),
        wanted=None if plan.target is None else analysis.wanted(plan.target),
        worth=next(iter(worths)) if len(worths) == 1 else None,
        fixed=min(fixed) or None,
        cannot_start=bool(max(fixed)) and everything,
        luck=None if (decision.luck or 0.0) < LEAST_LUCK and decision.shown is not False else decision.luck,
        lost=None if lost is None or lost[0] < LEAST_LOST else lost,
        step_is_tenth=step is not None and plan.parts == TENTHS and step.items == evidence.tranche,
        lacks=review.labels_lacking(evidence.n_sample, entries) if 0 < entries < TEN else 0,
        few=0 < evidence.kinds_labelled[0] <= TEN and bool(plan.resamples),
        most_of_labels=analysis.labels.at_most(prices.minor_digits) if analysis.labels is not None else None,
        asked=_asked(speaker, best),
        ask_file=ASK_FILE if ids else "",
        level=LEVEL if prices.computed and analysis.contingency else None,
        flat=flat,
        once=once or None,
        extra=prices.extra_per_entry or None,
        holds=chosen is not None and review.holds(budget, chosen),
        left_out=[name for name in evidence.left_out if name != lead.name],
        steps_pay=analysis.more_may_pay,
        **said,
    )


def _rivals(speaker: Speaker) -> list[tuple[Contender, Range | None]]:
    """Return other models to name: that of the figure first, then by what they find alone."""
    lead, first = speaker.analysis.lead.name, speaker.analysis.rival
    others = [one for one in speaker.analysis.decision.contenders if one.name != lead]
    others.sort(
        key=lambda one: (
            one.name != first,
            one.difference.opposite.value if one.difference else 0.0,
            one.name,
        )
    )
    return [(one, interval(one.apart)) for one in others[:NAMED]]


def _ranges(analysis: Analysis) -> dict[str, Range | None]:
    """Return the intervals of page 1."""
    chosen, step = analysis.decision.chosen, analysis.next_step
    stop, money = analysis.stop_range, analysis.stop_money
    return {
        "found": None if chosen is None else interval(chosen.found),
        "spend": None if chosen is None else interval(chosen.spend_range),
        "new": None if step is None else interval(step.new),
        "new_per": None if step is None else interval(step.cost_per_entry),
        "stop": None if stop is None else Range(*stop),
        "money": None if money is None else Range(*map(float, money)),
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


def _asked(speaker: Speaker, best: Screening | None) -> list[Asked]:
    """Return all answerers, the best one first."""
    every = sorted(speaker.analysis.screenings, key=lambda one: one is not best)
    limits = [one.known.worth_up_to or math.inf for one in every]
    shown = [cut_to(2, limit) if speaker.priced and math.isfinite(limit) else None for limit in limits]
    return [Asked(one, interval(one.gain), limit) for one, limit in zip(every, shown, strict=True)]


def review_words(speaker: Speaker, work: WorkPlan | None = None) -> Wording:
    """Return a ranked list in words."""
    return speaker.wording("review", review_facts(speaker, work))


def label_words(speaker: RankedNouns, evidence: Evidence | None, check: ListCheck | None = None) -> Wording:
    """Return what a plan says of its labels alone."""
    return speaker.wording("review", LabelFacts(**label_facts(evidence, check, speaker)))
