"""The whole computation, from evidence to a decision and the tables that justify it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.domain.decision import (
    Alternative,
    Contender,
    Decision,
    Estimate,
    LabelsWorth,
    Refusal,
    Rule,
    Step,
    StopChoice,
    WinnerInterval,
)
from budgetplan.domain.doubt import Doubt
from budgetplan.domain.plan import Budget
from budgetplan.domain.risk.ranges import Risk
from budgetplan.evidence import noise
from budgetplan.evidence.paths import Evidence, Ranked, seen_from
from budgetplan.evidence.rates import found_along, found_at
from budgetplan.intervals.estimates import estimate
from budgetplan.intervals.flattery import Flattery
from budgetplan.metrics.ranking.budget import items_for_target
from budgetplan.metrics.ranking.cuts import CutQuality, quality_at_own_cut
from budgetplan.metrics.ranking.order import path_by_label, rank
from budgetplan.metrics.ranking.path import make_path
from budgetplan.planning.compare.replicated import Replicated, of_queue
from budgetplan.planning.filter import contest, outlay, stop
from budgetplan.planning.filter.chance import doubts_of_order
from budgetplan.planning.filter.labels import labels_worth
from budgetplan.planning.filter.list_check import ListCheck, beyond, check_list, check_plan, doubts_of_list
from budgetplan.planning.filter.objective import AtStop, Objective, StopFacts, objective_of
from budgetplan.planning.filter.parts import PartTable, part_tables
from budgetplan.planning.filter.printed import Printed
from budgetplan.planning.filter.screening import Screening, screenings
from budgetplan.planning.filter.winners import winners_by_budget
from budgetplan.planning.ladder.of_queue import Rise, rises, rungs_of_queue
from budgetplan.planning.ladder.rungs import Rung

LESS_AND_MORE = (Decimal("0.5"), Decimal("0.75"), Decimal(1), Decimal("1.5"))
"""Multiples of the recommended amount in the table of options."""
EXAMPLES = (0.5, 0.8, 0.95)
"""Shares of all entries at which example stops are shown where nobody said what is wanted."""


@dataclass(frozen=True)
class Analysis:
    """Everything the documents are made of.

    ``budget`` is what was decided for; ``reference`` the budget at which models were compared;
    ``options`` what less or more money buys (the chosen one among them), or the example stops; ``band``
    (shares, low, high) of entries found by the chosen model; ``target_safe`` the items with which 95 % of
    samples reach the target (``target_needs``: how many labelled entries it would take to say so); ``money_ends`` whether the budget, and not the worth of an entry, the target or the list, ends the review; ``stop_range`` the interval of the best stop; ``worth`` for which worths of an entry the stop is best; ``dearer_stop`` the best stop if
    every review cost 10 % more; ``warnings`` what makes the result doubtful, beside what the data do; ``planned`` the stop before any refusal, ``most`` the items that the budget pays for;
    ``along`` how many items of the recommended plan should have brought what by then, as it is printed of any stop;
    ``check`` whether the labelled items may speak for the list; ``by_share`` the entries found if the list were just like the
    sample, scaled: the check beside a forecast by score; ``labels`` what more labels could be worth at most (None:
    not resampled, or there is nothing that labels could better); ``screenings`` what each answerer would change;
    ``ladder`` what each of 21 budgets buys (none where nothing is worth reviewing); ``replicated`` the plan in every
    resample; ``resamples`` every model read along the list, where ranges ask for it; ``risk`` what the plan may cost
    and how long it may take, where that was asked.
    """

    evidence: Evidence
    decision: Decision
    budget: Budget | None
    reference: Budget
    lead: Ranked
    options: tuple[Alternative, ...]
    whole: Alternative
    parts: dict[str, PartTable]
    winners: tuple[WinnerInterval, ...]
    axis: str
    choices: tuple[StopChoice, ...]
    next_step: Step | None
    last_step: Step | None
    quality: dict[str, CutQuality]
    band: tuple[FloatArray, FloatArray, FloatArray] | None
    target_safe: int | None = None
    target_needs: int | None = None
    money_ends: bool = False
    stop_range: tuple[float, float] | None = None
    dearer_stop: int | None = None
    worth: stop.Switching | None = None
    warnings: tuple[Doubt, ...] = ()
    check: ListCheck | None = None
    planned: int = 0
    most: int = 0
    along: tuple[tuple[int, Estimate], ...] = ()
    by_share: Estimate | None = None
    labels: LabelsWorth | None = None
    screenings: tuple[Screening, ...] = ()
    ladder: tuple[Rung[Alternative], ...] = ()
    replicated: Replicated | None = None
    resamples: noise.ReviewResamples | None = None
    risk: Risk | None = None


def analyse(
    evidence: Evidence, progress: Callable[[int], None] | None = None, share: Evidence | None = None
) -> Analysis:
    """Decide which model, how far, and how sure, and gather what justifies it.

    ``share``: where the evidence goes by the list's scores, the same by share, for the check beside it.
    """
    plan, objective = evidence.plan, objective_of(evidence.plan)
    reference = objective.budget(plan) or contest.reference_budget(evidence, plan.target)
    first = _first(evidence, reference, progress) if plan.resamples else None
    entrants: Sequence[contest.Entrant] = ()
    if evidence.n_positives > 0:
        entrants = objective.entrants(evidence, objective.budget(plan), reference, first)
    result = contest.settle(entrants) if entrants else None
    quality = {model.name: own_cut(evidence, model) for model in evidence.models}
    lead = result.best.model if result is not None else evidence.models[0]
    evidence = seen_from(evidence, lead)
    most = _most(evidence, lead, first)
    flattery = Flattery() if result is None or first is None else result.flattery
    items = 0 if result is None else objective.items(evidence, result.best, first, most, flattery)
    climb = () if result is None else _climb(evidence, objective, result, items, reference, first)
    second = _second(evidence, lead, result, items, first, climb)
    printed = Printed(evidence, second, result, items)
    facts = objective.facts(AtStop(evidence, lead, items, most, first, second, result is not None, flattery))
    decision = _decision(printed, objective, quality, facts, flattery)
    check = check_plan(check_list(evidence), evidence, lead, items)
    if check.refusal:
        decision = refused(decision, check.refusal)
    winners = winners_by_budget(evidence, reference.unit, [one.budget.amount for one in climb])
    return Analysis(
        evidence=evidence,
        decision=decision,
        budget=plan.budget,
        reference=reference,
        lead=lead,
        options=_options(printed, objective, lead),
        whole=printed.at(lead, evidence.whole_items),
        parts=part_tables(evidence, second),
        winners=winners,
        axis=reference.unit,
        choices=stop.choices_by_worth(evidence, lead, most) if plan.values is None else (),
        next_step=stop.step(evidence, lead, second, items, items + stop.tranche(evidence)),
        last_step=stop.step(evidence, lead, second, items - stop.tranche(evidence), items),
        quality=quality,
        band=None if second is None else (second.shares, *found_along(second, lead)),
        target_safe=facts.target_safe,
        target_needs=facts.target_needs,
        money_ends=facts.money_ends,
        stop_range=facts.stop_range,
        dearer_stop=facts.dearer_stop,
        worth=facts.worth,
        warnings=_doubts(evidence, check, second if items else first, items),
        check=check,
        planned=items,
        most=most,
        along=_along(printed, decision.chosen, lead),
        by_share=None if share is None or check.unlike or not items else _by_share(share, lead.name, items),
        labels=None if check.refusal else labels_worth(evidence, objective.goal, result, second),
        screenings=() if check.refusal or result is None else screenings(evidence, lead, items),
        ladder=() if check.refusal else rungs_of_queue(printed, lead, climb, winners),
        replicated=of_queue(printed, lead, items),
        resamples=first if plan.asks_for_risk else None,
    )


def _doubts(
    evidence: Evidence, check: ListCheck, read: noise.ReviewResamples | None, items: int
) -> tuple[Doubt, ...]:
    """Return what makes the result doubtful: the order, then the list."""
    return (*doubts_of_order(evidence, read, items), *doubts_of_list(check, evidence))


def _most(evidence: Evidence, lead: Ranked, first: noise.ReviewResamples | None) -> int:
    """Return how many items the budget pays for, all of them where there is none."""
    budget = evidence.plan.budget
    return evidence.whole_items if budget is None else outlay.whole_items(evidence, lead, budget, first)


def _climb(
    evidence: Evidence,
    objective: Objective,
    result: contest.Contest,
    items: int,
    reference: Budget,
    first: noise.ReviewResamples | None,
) -> tuple[Rise, ...]:
    """Return the stops of the ladder of budgets; where nobody said what is wanted, it ends at the whole list."""
    bound = reference if objective.shows_examples else objective.budget(evidence.plan)
    return rises(evidence, result.best.model, objective.goal, items, bound, first, result.flattery)


def _first(
    evidence: Evidence, reference: Budget, progress: Callable[[int], None] | None
) -> noise.ReviewResamples:
    """Resample the labelled items, and read every model along the list and at the budgets around the one in question."""
    budgets = contest.around(reference)
    return noise.draw(evidence, evidence.models, noise.grid(evidence), budgets, progress=progress)


def stops_named(analysis: Analysis) -> dict[str, set[int]]:
    """Return by model the stops of which something is printed: there a counted list is looked at more closely."""
    evidence, decision = analysis.evidence, analysis.decision
    named: dict[str, set[int]] = {model.name: set() for model in evidence.models}
    options = [*analysis.options, analysis.whole, *(one.option for one in decision.contenders)]
    options += [one.option for one in analysis.ladder]
    options += [decision.chosen] if decision.chosen is not None else []
    for option in options:
        named[option.model].add(option.items)
    tranche, whole = stop.tranche(evidence), evidence.whole_items
    # The score of the first item is printed, too.
    named[analysis.lead.name] |= {1, *(one.items for one in analysis.choices)}
    named[analysis.lead.name] |= {
        int(np.clip(analysis.planned + step, 0, whole)) for step in (-tranche, 0, tranche)
    }
    for name, table in analysis.parts.items():
        named[name] |= {round(items) for items in table.parts.items}
    return named


def refused(decision: Decision, refusal: Refusal) -> Decision:
    """Return a decision that recommends nothing, because the labels cannot speak for the list."""
    return replace(
        decision,
        rule="impossible",
        chosen=None,
        contenders=(),
        either_would_do=(),
        beyond_labels=(),
        lead_firm=None,
        stop_firm=None,
        best_on_sample=None,
        optimism=None,
        worth_low=None,
        worth_high=None,
        refusal=refusal,
    )


def _by_share(share: Evidence, name: str, items: int) -> Estimate:
    """Return the entries among the first ``items`` if the list were like the sample, only larger."""
    model = share.model(name)
    if not share.plan.resamples:
        return stop.option(share, model, items, None, None).found
    read = noise.draw(share, [model], np.array([0.0, items / share.list_items, 1.0]))
    return found_at(read, model, [items])[0]


def own_cut(evidence: Evidence, model: Ranked) -> CutQuality:
    """Return F1 and accuracy of a model at its own cut, stated or best on these labels."""
    # A cut says yes to items, whatever is counted as an entry.
    types = evidence.types
    positive = evidence.measures["positives"] if types is None else types.confirmed
    if evidence.weight is None:
        path = path_by_label(model.score, positive)
        ends: FloatArray | IntArray = path.items[1:]
    else:
        ranking = rank(model.score)
        path, ends = make_path(ranking, evidence.weight, {"positives": positive}), ranking.ends
    if model.cut is None:
        return quality_at_own_cut(path, None)
    n_above = int((model.score >= model.cut).sum())
    return quality_at_own_cut(path, int(np.searchsorted(ends, n_above)) + 1 if n_above else 0)


def _second(
    evidence: Evidence,
    lead: Ranked,
    result: contest.Contest | None,
    items: int,
    first: noise.ReviewResamples | None,
    climb: Sequence[Rise],
) -> noise.ReviewResamples | None:
    """Read every model once more, at exactly the stops that the report names too: the same resamples."""
    if first is None:
        return None
    tranche, whole = stop.tranche(evidence), evidence.whole_items
    stops = {0, items, whole, max(items - tranche, 0), min(items + tranche, whole)}
    stops |= set(_option_items(evidence, lead, items))
    stops |= set(_example_items(evidence, lead)) | {one.items for one in climb}
    if result is not None:
        stops |= {entrant.items for entrant in result.entrants}
    named = np.array(sorted(stops), dtype=np.float64) / evidence.list_items
    return noise.draw(evidence, evidence.models, stop.with_shares(first.shares, named), again=first)


def _option_items(evidence: Evidence, lead: Ranked, items: int) -> list[int]:
    """Return the stops that a half to twice the recommended amount buys, and that of a few more that bring much."""
    if items == 0:
        return [round(evidence.whole_items * share) for share in (0.1, 0.2, 0.4)]
    early = stop.lump_end(evidence, lead, items)
    return [*_parts_of(evidence, lead, items), *([] if early is None else [early])]


def _parts_of(evidence: Evidence, lead: Ranked, items: int) -> list[int]:
    if not evidence.prices.stated:
        return [min(int(items * factor), evidence.whole_items) for factor in LESS_AND_MORE]
    spend = evidence.spend(lead, items)
    bought = {factor: evidence.affordable(lead, Budget(spend * factor)) for factor in LESS_AND_MORE}
    return [items if factor == 1 else amount for factor, amount in bought.items()]


def _example_items(evidence: Evidence, lead: Ranked) -> list[int]:
    reaches = [items_for_target(lead.path, share * evidence.entries(lead)) for share in EXAMPLES]
    return [reach.items for reach in reaches if reach is not None and reach.items > 0]


def _along(printed: Printed, chosen: Alternative | None, lead: Ranked) -> tuple[tuple[int, Estimate], ...]:
    """Return what the recommended plan should have found at ends of packets, and at its stop; none without one."""
    stops = () if chosen is None else printed.evidence.plan.work.checked_at(chosen.items)
    return tuple((stop, printed.found(lead, stop)) for stop in stops)


def _options(printed: Printed, objective: Objective, lead: Ranked) -> tuple[Alternative, ...]:
    evidence = printed.evidence
    stops = (
        _example_items(evidence, lead)
        if objective.shows_examples
        else _option_items(evidence, lead, printed.items)
    )
    distinct = sorted({number for number in stops if number > 0})
    return tuple(printed.at(lead, number) for number in distinct)


def _decision(
    printed: Printed,
    objective: Objective,
    quality: dict[str, CutQuality],
    facts: StopFacts,
    flattery: Flattery,
) -> Decision:
    evidence, result, items = printed.evidence, printed.contest, printed.items
    # What another measure would choose is one of the users' models.
    names = sorted(model.name for model in evidence.single)
    by_f1 = max(names, key=lambda name: quality[name].f1)
    by_accuracy = max(names, key=lambda name: quality[name].accuracy)
    goal, basis = objective.goal, evidence.basis
    mixture = {} if evidence.mixture is None else evidence.mixture.recipe
    if result is None:
        return Decision(
            goal,
            basis,
            "impossible",
            None,
            (),
            (),
            None,
            None,
            by_f1=by_f1,
            by_accuracy=by_accuracy,
            mixture=mixture,
        )
    chosen = None
    if items and not objective.shows_examples:
        chosen = printed.at(result.best.model, items)
    rule: Rule = "not_starting" if items == 0 else result.rule
    honest = printed.noise is not None
    # Of a model that would have people review what no label speaks of nobody can say that it is as good.
    unseen = {one.name for one in result.entrants if beyond(evidence, one.model, one.items).most}
    return Decision(
        goal=goal,
        basis=basis,
        rule=rule,
        chosen=chosen,
        contenders=_contenders(printed, result, quality),
        either_would_do=tuple(name for name in result.either_would_do if name not in unseen),
        beyond_labels=tuple(
            name for name in sorted(unseen - {result.best.name}) if not result.firmly_worse(name)
        ),
        lead_firm=result.lead_firm,
        stop_firm=facts.stop_firm,
        best_on_sample=facts.best_on_sample,
        optimism=flattery.net if honest and goal == "net_value" else None,
        optimism_found=flattery.found if honest and goal != "target" else None,
        within_budget=facts.within_budget,
        worth_low=facts.worth.low if facts.worth else None,
        worth_high=facts.worth.high if facts.worth else None,
        by_f1=by_f1,
        by_accuracy=by_accuracy,
        single=result.single.name,
        mixture=mixture,
        cannot_prove_worse=result.cannot_prove_worse,
    )


def _contenders(
    printed: Printed, result: contest.Contest, quality: dict[str, CutQuality]
) -> tuple[Contender, ...]:
    """Return every model at its stop, compared with the recommended one at its own."""
    own = printed.at(result.best.model, printed.items or result.best.items)
    return tuple(
        _contender(printed, result, entrant, own, quality[entrant.name]) for entrant in result.entrants
    )


def _contender(
    printed: Printed, result: contest.Contest, entrant: contest.Entrant, own: Alternative, quality: CutQuality
) -> Contender:
    name, goal = entrant.name, printed.evidence.plan
    option = printed.at(entrant.model, printed.items if entrant is result.best else entrant.items)
    objective, difference = estimate(entrant.objective, entrant.replicates), result.differences[name]
    reached = None if goal.target is not None else option.net if goal.values is not None else option.found
    if reached is not None:
        ahead = own.net if goal.values is not None else own.found
        assert ahead is not None
        objective, difference = reached, replace(difference, value=reached.value - ahead.value)
    return Contender(
        name=name,
        option=option,
        objective=objective,
        difference=difference,
        mean_objective=entrant.mean_objective,
        won=result.won[name],
        f1=quality.f1,
        accuracy=quality.accuracy,
        firmly_worse=result.firmly_worse(name),
    )
