"""What is true of a ranked list, for the words of its report (``review.j2``)."""

from __future__ import annotations

import math
from decimal import Decimal

from budgetplan.domain.plan import MIXTURE
from budgetplan.domain.risk.ranges import LABELS, LEVEL, WORTH
from budgetplan.domain.rounding import cut_to
from budgetplan.plans import review
from budgetplan.plans.list_check import labels_too_few
from budgetplan.plans.screening import Screening, first_to_ask
from budgetplan.report.model import Range
from budgetplan.report.phrases import TENTHS, Speaker
from budgetplan.report.risk import switches, widest
from budgetplan.report.wording import Wording
from budgetplan.work.building import ASK_FILE, WorkPlan

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


class ReviewFacts:
    """What ``review.j2`` tells of a ranked list.

    Attributes
    ----------
    analysis, evidence, plan, decision, chosen
        The plan's own results.
    task
        What money is asked for.
    lacking, unlike
        Which labels are too few ("labels", "entries", "few", "others", "alike"); in whose order they do not stand where
        the list does.
    model, members, left_out
        The recommended order, what it is mixed of (nothing where it is one model's), and which models cost too much for it.
    rivals, ahead, ahead_by
        Other models that page 1 names, the next best first; which of them does better on these labels than the mixture, and by how much net value.
    spend, mixed
        All the money that is needed; what is mixed in beside the plan's own items.
    level
        In which share of the draws the money is enough, where its contingency was computed.
    stop_money
        What the best stops of the draws cost.
    fixed, once, cannot_start
        Fixed costs of the cheapest and of the recommended model; whether they may be what is beyond the budget.
    flat, around
        Whether each item costs the same, and nothing else; then the tenth that the budget comes near to, with its place.
    wanted, in_budget
        A target in entries, and what the budget finds where the target is beyond it.
    worth, left, luck, lost, errors
        Of one entry, where all are worth the same; the net value of leaving everything out; what is taken off; how many
        entries people reject by mistake, and how often they do. None where that is not worth a sentence. How often people
        get a class wrong.
    all_found, few_left
        Whether the stop finds all entries, or nearly all.
    unspent
        Why money is left: "little", "ends", "worth", "few"; empty where none is, or only rounding leaves it.
    holds
        Whether the budget holds in 95 % of the draws though entries cost more.
    lacks
        Labels that are wanting, where entries are so few that intervals say little.
    judged, spares
        Items that people judge, and those passed over as their type has been confirmed.
    weighted
        Whether rows have weights.
    seen, switches, widest
        Whether it was tried what the worth, and what prices, do to the plan; which inputs change it, and from where on;
        which moves its cost or net value most.
    asked, ask_file
        Answerers, the one that would bring most first; the file that says what to ask it about.
    """

    def __init__(self, speaker: Speaker, work: WorkPlan | None = None) -> None:
        self.analysis = analysis = speaker.analysis
        self.evidence = evidence = analysis.evidence
        plan = self.plan = evidence.plan
        prices, budget = plan.prices, plan.budget
        self.decision, self.chosen = decision, chosen = analysis.decision, analysis.decision.chosen
        self.task, lead = speaker.task, analysis.lead
        self.lacking = labels_too_few(evidence)
        self.unlike = [speaker.named(model) for model in analysis.check.unlike]
        few = 0 < evidence.kinds_labelled[0] <= TEN and plan.resamples
        self.lacks = review.labels_lacking(evidence.n_sample, evidence.entries_labelled) if few else 0
        self.weighted = bool(plan.columns.weight) and not (evidence.weight is None and evidence.rows is None)

        self.model = speaker.named(lead.name)
        self.members = evidence.mixture if lead.name == MIXTURE else {}
        self.left_out = [name for name in evidence.left_out if name != lead.name]
        self.rivals = analysis.rivals[:NAMED]
        self.ahead, self.ahead_by = analysis.ahead if self.members and chosen else ("", 0.0)

        self.mixed = work.mixed_in if work else None
        self.spend = chosen and chosen.spend
        self.level = LEVEL if prices.computed and analysis.contingency else None
        ends = analysis.stop_money
        self.stop_money = Range(float(ends[0]), float(ends[1])) if ends else None
        self.fixed = min(prices.total_fixed(model.cost) for model in evidence.models)
        self.once = prices.total_fixed(lead.cost)
        everything = budget is not None and (budget.unit, budget.covers) == ("money", "everything")
        checks = plan.work.tail_sample or plan.work.control
        self.cannot_start = bool(self.fixed or checks) and everything
        sized = prices.listed or prices.per_unit or prices.seconds_per_unit or prices.adjudication
        more = prices.extra_per_entry or prices.contingency or prices.indirect or self.once
        self.flat = prices.stated and not (sized or more)
        tenths = self.flat and decision.goal == "budget" and plan.parts == TENTHS
        self.around = analysis.part_around if tenths else None
        self.unspent = analysis.why_unspent if chosen else ""
        self.holds = chosen is not None and review.holds(budget, chosen)
        tried = {one.key for one in analysis.risk.swings if one.tested} if analysis.risk else set[str]()
        self.seen = WORTH in tried, bool(tried - {LABELS, WORTH})
        self.switches, self.widest = switches(speaker), widest(speaker)

        self.wanted = None if plan.target is None else analysis.wanted(plan.target)
        beyond = budget is not None and not decision.within_budget
        self.in_budget = analysis.bought(lead, budget).found.value if beyond and budget else None
        recall = 1.0 if chosen is None or chosen.recall is None else chosen.recall
        self.all_found, self.few_left = recall >= ALL, recall >= MOST_FOUND
        self.judged, self.spares = analysis.judged()

        values = plan.values
        worths = set(values.entry.values()) if values else set()
        self.worth = next(iter(worths)) if len(worths) == 1 else None
        self.errors = dict(sorted(values.error.items())) if values else {}
        self.left = evidence.left_value(lead) if values and any(values.left_out.values()) else None
        unsure = (decision.luck or 0.0) >= LEAST_LUCK or decision.shown is False
        self.luck = decision.luck if unsure else None
        lost = analysis.lost_to_errors(chosen) if chosen else None
        self.lost = lost if lost and lost[0] >= LEAST_LOST else None

        first, ids = best_asked(speaker)
        self.asked = sorted(analysis.screenings, key=lambda screening: screening is not first)
        self.ask_file = ASK_FILE if ids else ""

    def limit(self, screening: Screening) -> Decimal | None:
        """Return the price above or below which an answerer is asked, if there is one."""
        limit = screening.known.worth_up_to or math.inf
        return cut_to(2, limit) if self.plan.prices.stated and math.isfinite(limit) else None


def best_asked(speaker: Speaker) -> tuple[Screening | None, list[str]]:
    """Return the answerer that would bring most, and what it is asked about."""
    analysis = speaker.analysis
    return first_to_ask(analysis.screenings, speaker.evidence.own, analysis.lead.name)


def decision_words(speaker: Speaker, work: WorkPlan | None = None) -> Wording:
    """Return a ranked list in words; ``work``: how the plan is carried out."""
    return speaker.wording("review", ReviewFacts(speaker, work))
