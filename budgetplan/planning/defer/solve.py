"""Models that answer: what they may answer alone, what comes of it, and what stands beside for comparison (METHODS 0.10).

The models answer together, where an answer is expected to be worth at least leaving the item: no cutoff is chosen, and no
model. How often answers are right is read from draws of one curve through the test items.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.domain.decision import FEWEST, Estimate, LabelsWorth, Refusal
from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.domain.plan import Plan
from budgetplan.domain.utilities import Worths
from budgetplan.errors import Problem, UsageError
from budgetplan.forecast.support import labels_to_draw
from budgetplan.intervals.estimates import paired, resampled_if_told_apart
from budgetplan.metrics.answers.accepting import confidence_spans, cutoffs_of_theory
from budgetplan.metrics.answers.guarantee import upper_bound
from budgetplan.metrics.answers.risk import RiskCurve, risk_curve
from budgetplan.metrics.answers.value import (
    Counts,
    WorthTable,
    answer_worths,
    confusion,
    count,
    item_weights,
    omega,
    worth_matrix,
)
from budgetplan.metrics.answers.voc import FixedSet
from budgetplan.planning.defer.by_answer import ByAnswer, of_plan
from budgetplan.planning.defer.choice import Choice, choose
from budgetplan.planning.defer.cutoff_methods import Judge, Judged, Route, worth_of_deferring
from budgetplan.planning.defer.error_weights import (
    SPANS,
    AtPrice,
    AtWeight,
    Curves,
    Missed,
    WorthByWeight,
    at_other_prices,
    by_error_weight,
    curves,
    worth_by_weight,
    worth_curve,
    worth_if_missed,
)
from budgetplan.planning.defer.guaranteed import check_exact, cutoffs_to_try, items_needed
from budgetplan.planning.defer.labels import labels_worth
from budgetplan.planning.defer.list_answers import (
    AnsweredAlone,
    answered_alone,
    is_whole_list,
    planned,
)
from budgetplan.planning.defer.pooling import same_model, with_pool, with_pooled
from budgetplan.planning.defer.quality import ScoresByClass, by_class, quality
from budgetplan.planning.defer.reliability import Reliability, reliability
from budgetplan.planning.defer.sampler import Sampler
from budgetplan.planning.defer.scaling import scale_decisions, scaled_alike

if TYPE_CHECKING:
    # It stands on joint plans, which stand on this.
    from budgetplan.planning.asking.beside import AskedBeside

Made = TypeVar("Made")
ALPHA = 0.1
"""The guarantee on errors holds with 90 % confidence."""
TAIL = 0.025
"""What a 95 % interval leaves out on either side."""


@dataclass(frozen=True)
class WrongRate:
    """How many of the accepted answers may be wrong, as shares of them (Clopper and Pearson).

    ``low``, ``high``: two-sided, 95 %. ``most``: one-sided, 90 %, for ``n_models`` at once: where the same items chose
    the cutoff, a bound that holds for every model holds for this one.
    """

    low: float
    high: float
    most: float
    n_models: int


@dataclass(frozen=True, eq=False)
class DeferSolution:
    """Everything the documents need; values are means per item, in the plan's unit.

    ``alone``: what the recommended answers come to, on the project's own list (``listed``) or on the test items.
    ``differences``: each model less the recommended, as counted on the test items.
    ``by_class``, ``reliability`` and ``risk`` are of each model with every answer, ``every_curve``: the value of each
    against the error weight, shape (weights,); ``curves`` and ``domains`` of the
    recommended one; ``losing``: the domains in which it is worth less than leaving everything out.
    ``error_weight``: how many right answers a wrong one costs, None where that differs by class or item;
    ``stops_paying``: the weight from which the model is worth nothing if every answer is accepted, or inf.
    ``worth_matrix``: what each answer (row) is worth at each true class, in the last row leaving it out;
    ``class_cutoffs``: the cutoff of theory for each predicted class, None where there is none; ``confidence_spans``: below
    which confidence theory accepts no answer of a class, and from which on every one, shape (2, C), None where that cannot be said; ``missed``: what models are
    worth as a missed positive costs more, where it has a cost of its own; ``pairs``: how many
    items of each answer (row) and true class are answered alone by the recommended model, and left to people.
    ``dearer``: how much is answered alone where wrong answers cost less or more.
    ``labels``: what more labels are worth before deciding; None where there is nothing to say of that.
    ``asked``: what asking somebody for a price would change; None where nobody may be asked.
    ``by_answer``: what becomes of each answer of a recommended model without confidence.
    """

    plan: Plan
    validation: ClassifiedSet | None
    test: ClassifiedSet
    table: WorthTable
    models: tuple[Judged, ...]
    chosen: Judged
    choice: Choice
    alone: AnsweredAlone
    differences: Mapping[str, Estimate]
    weights: tuple[AtWeight, ...]
    quality: Mapping[str, Mapping[str, Estimate]]
    worth_by_weight: Mapping[str, WorthByWeight]
    by_class: Mapping[str, ScoresByClass]
    reliability: Mapping[str, Reliability]
    risk: Mapping[str, RiskCurve]
    curves: Curves
    every_curve: Mapping[str, FloatArray]
    domains: tuple[tuple[str, Estimate, Counts], ...]
    losing: tuple[str, ...]
    wrong_rate: WrongRate
    error_weight: float | None
    stops_paying: float
    worth_matrix: FloatArray
    class_cutoffs: FloatArray | None
    confidence_spans: FloatArray | None
    missed: Missed | None
    pairs: tuple[FloatArray, FloatArray]
    dearer: tuple[AtPrice, ...] = ()
    listed: ClassifiedSet | None = None
    labels: LabelsWorth | None = None
    asked: AskedBeside | None = None
    by_answer: tuple[ByAnswer, ...] = ()

    @property
    def ordered(self) -> list[Judged]:
        """The models, the recommended first, then by value."""
        return sorted(
            self.models, key=lambda one: (one is not self.chosen, -one.deployed.value.value, one.name)
        )

    def more_wrong(self, model: Judged) -> float:
        """Return how many more answers of a model are wrong than of the recommended one; below 0: fewer."""
        return model.deployed.counts.n_wrong - self.chosen.deployed.counts.n_wrong

    @property
    def shares_if_dearer(self) -> tuple[float, float, float]:
        """Which part is answered alone if wrong answers cost least, as planned, and most of what is tried."""
        return self.dearer[0].share, self.alone.share, self.dearer[-1].share

    @property
    def same_if_dearer(self) -> bool:
        """Whether these parts are the same as they are printed."""
        return len({round(100 * share) for share in self.shares_if_dearer}) == 1

    @property
    def massless(self) -> int:
        """How many more classes the means of a model's probabilities leave out than those of its answers, at most."""
        every = [one for one in self.by_class.values() if one.probabilistic]
        return max((one.left_out["cf1"] - one.left_out["recall"] for one in every), default=0)

    @property
    def refusal(self) -> Refusal:
        """Why nothing is recommended, although something would be; else empty."""
        if self.alone.refusal == "few":
            return "few"
        if self.most_wrong is not None and all(each.deployed.cutoff == np.inf for each in self.models):
            return "uncertified"
        return self.alone.refusal if self.used else ""

    @property
    def used(self) -> bool:
        """Whether anything is answered alone: that is worth more than leaving all."""
        return self.alone.alone > 0 and self.alone.gain.value > 0

    @property
    def most_wrong(self) -> float | None:
        """The share of wrong answers that the cutoff has to guarantee, None where that is no goal."""
        deferral = self.plan.deferral
        return None if deferral is None or deferral.most_wrong is None else float(deferral.most_wrong)

    @property
    def items_needed(self) -> float:
        """How many test items would guarantee it with the model of which the fewest do; inf where none would."""
        assert self.most_wrong is not None
        found = []
        for one in self.models:
            known = None if self.validation is None else same_model(self.validation, one.predictions)
            seen = one.predictions.confidence, one.correct, cutoffs_to_try(known)
            found.append(items_needed(self.most_wrong, *seen, len(self.models)))
        return min(found)

    @property
    def pays(self) -> bool:
        """Whether using the models is worth more than using none, beyond noise."""
        return self.alone.gain.wholly_above(0.0)

    @property
    def worths(self) -> Worths:
        """What answers are worth, as the user said it."""
        assert self.plan.deferral is not None
        return self.plan.deferral.worths

    @property
    def labels_to_draw(self) -> int:
        """Of how many items of the list a random sample would let it be planned, where these labels do not."""
        return labels_to_draw(self.test.n_items, round(self.alone.items))

    @property
    def labels_wanted(self) -> int:
        """How many labels more make enough of them."""
        return max(FEWEST - self.test.n_items, 0)

    @property
    def confusion(self) -> tuple[FloatArray, FloatArray]:
        """Items answered alone by answer (rows; in the last one those left) and truth, and by answer those left.

        Labels that no model knows share the last column. Shapes (C + 1, C or C + 1) and (C + 1,), the last their sum.
        """
        alone, left = self.pairs
        n, cells = self.test.n_classes, np.vstack([alone, left.sum(axis=0)])
        if self.test.unknown:
            cells = np.hstack([cells[:, :n], cells[:, n:].sum(axis=1, keepdims=True)])
        return cells, np.append(left.sum(axis=1), left.sum())

    @property
    def met_pairs(self) -> tuple[FloatArray | IntArray, ...]:
        """Of each answer and truth that occur together: their codes, what the answer is worth, and the two counts."""
        alone, left = self.pairs
        at = np.nonzero(alone + left)
        return (*at, self.worth_matrix[at], alone[at], left[at])

    @property
    def by_accuracy(self) -> str:
        """The model that accuracy would choose."""
        return self.choice.by_accuracy

    @property
    def by_error_cost(self) -> str:
        """The model that cost-sensitive error would choose."""
        return self.choice.by_error_cost

    @property
    def answer_worths(self) -> Mapping[str, tuple[float, float]]:
        """What right, wrong and left-out answers count: the least and the greatest."""
        return answer_worths(self.table, unknown=bool(self.test.unknown))

    @property
    def warnings(self) -> tuple[Doubt, ...]:
        """What makes the result doubtful, beside what the data do."""
        lost = self.losing
        domain = "" if self.plan.deferral is None else self.plan.deferral.domain
        where = (self.plan.table, domain)
        own = self.alone.doubts(self.plan.table, self.test.n_items, self.chosen.name)
        loses = (
            (Doubt(DoubtKind.DOMAIN_LOSES, *where, len(lost), len(self.test.domains), lost),) if lost else ()
        )
        return (*own, *loses)


def worth_table(worths: Worths, data: ClassifiedSet) -> WorthTable:
    """Turn what the user said into values by class; a pair without a value is a usage error.

    A label that no model knows has the values said for it by name; else its answers count as other wrong ones,
    or as the worst of them where every pair has a value of its own.
    """
    said = {
        (predicted, truth): worths.accepted(predicted, truth)
        for predicted in data.classes
        for truth in data.classes
    }
    lacking = [f'predicted "{one}", truth "{other}"' for (one, other), value in said.items() if value is None]
    if lacking:
        more = f" and {len(lacking) - 3} more" if len(lacking) > 3 else ""
        raise UsageError(
            f"No value is given for {'; '.join(lacking[:3])}{more}; give every pair of classes a value"
        )
    v = np.array([[float(said[one, other] or 0) for other in data.classes] for one in data.classes])
    r = np.array([float(worths.deferred(name)) for name in data.classes])
    off = ~np.eye(len(r), dtype=bool)
    worst = np.array([v[i][off[i]].min() if len(r) > 1 else v[i, i] for i in range(len(r))])
    if not data.unknown:
        return WorthTable(v, r, worst, 0.0)
    wrong = np.repeat(worst[:, None], len(data.unknown), axis=1)
    for i, name in enumerate(data.classes):
        for j, label in enumerate(data.unknown):
            value = worths.accepted(name, label)
            wrong[i, j] = worst[i] if value is None else float(value)
    return WorthTable(v, r, wrong, np.array([float(worths.deferred(label)) for label in data.unknown]))


def select(
    plan: Plan,
    validation: ClassifiedSet | None,
    test: ClassifiedSet,
    listed: ClassifiedSet | None = None,
) -> DeferSolution:
    """Pool the models, decide who answers what, and judge every model beside.

    ``listed``: the project's own list with what the models say of it; its truths are not looked at.
    """
    plan = resampled_if_told_apart(plan, test.group)
    assert plan.deferral is not None
    worths = plan.deferral.worths
    if plan.deferral.most_wrong is not None:
        check_exact(test)
    table = worth_table(worths, test)
    validation, test = scale_decisions(plan, validation, test)
    test = _in_one_unit(worths, test)
    validation = None if validation is None else _in_one_unit(worths, validation)
    _check_worth(table, test)
    whole = listed is not None and is_whole_list(plan, listed)
    own = scaled_alike(_in_one_unit(worths, listed), test) if whole and listed is not None else None
    sampler = Sampler(test, plan.resamples, plan.seed)
    validation, test, pools, name = with_pool(plan, table, validation, test, _size(plan, test, own))
    own = None if own is None else with_pooled(own, pools[name])
    judge = Judge(plan, table, validation, test, sampler, pools)
    judged = tuple(judge.judge(each) for each in test.models)
    chosen = next(each for each in judged if each.name == name)
    choice, route = choose(judge, judged, name), chosen.deployed
    cutoff = route.cutoff if route.key == "guaranteed" else None
    this = planned(plan, table, test, own, (chosen.predictions, pools[name]), cutoff)
    scores = _each(judged, lambda each: _scores(each, test, sampler))
    found = DeferSolution(
        plan=plan,
        validation=validation,
        test=test,
        table=table,
        models=judged,
        chosen=chosen,
        choice=choice,
        alone=answered_alone(this, _price(worths, this.items)),
        differences=_apart_from(judged, chosen),
        weights=by_error_weight(judged, choice, test, sampler),
        quality=_each(judged, lambda each: scores[each.name][0]),
        worth_by_weight=_each(judged, lambda each: scores[each.name][1]),
        by_class=_each(judged, lambda each: by_class(each.predictions, test)),
        reliability=_each(judged, lambda each: reliability(each, test)),
        risk=_each(judged, lambda each: risk_curve(each.predictions.confidence, each.correct, test.weight)),
        curves=curves(chosen, validation, test, sampler),
        every_curve=_each(judged, lambda each: worth_curve(each, test)),
        domains=by_domain(route, test, plan),
        losing=losing_domains(route, table, test),
        error_weight=_error_weight(table, test),
        stops_paying=_stops_paying(chosen),
        wrong_rate=_wrong_rate(route, len(judged), fixed=validation is not None),
        worth_matrix=worth_matrix(table, len(test.unknown)),
        class_cutoffs=cutoffs_of_theory(table, test.review_cost),
        confidence_spans=confidence_spans(table, test.review_cost),
        missed=worth_if_missed(worths, table, judged, test),
        pairs=(_pairs(route, test, alone=True), _pairs(route, test, alone=False)),
        dearer=at_other_prices(this),
        listed=own,
    )
    found = replace(found, by_answer=tuple(of_plan(found.test, chosen.predictions, this, found.alone)))
    return found if found.refusal else replace(found, labels=labels_worth(this))


def _size(plan: Plan, test: ClassifiedSet, listed: ClassifiedSet | None) -> float:
    """Return how many items models are used for."""
    data = test if listed is None else listed
    if listed is None and plan.list_size is not None:
        return float(plan.list_size)
    return float(item_weights(data.n_items, data.weight).sum())


def _price(worths: Worths, items: ClassifiedSet) -> FloatArray | None:
    """Return what reviewing each item costs, in currency units."""
    if items.review_cost is None or worths.unit == "money":
        return items.review_cost
    return np.asarray(items.review_cost * worths.right_answer_in_money())


def _apart_from(judged: Sequence[Judged], chosen: Judged) -> Mapping[str, Estimate]:
    """Return by how much each model is worth more than the recommended one, in the same resamples."""
    best = chosen.deployed
    return MappingProxyType(
        {
            each.name: paired(
                each.deployed.value.value - best.value.value, each.deployed.replicates, best.replicates
            )
            for each in judged
        }
    )


def _pairs(route: Route, test: ClassifiedSet, *, alone: bool) -> FloatArray:
    """Count the items of each answer and true class that are answered alone, or else left to people."""
    shape = test.n_classes, test.n_classes + len(test.unknown)
    weight = item_weights(test.n_items, test.weight) * (route.accepted == alone)
    return confusion(route.answers, test.truth, shape, weight)


def _stops_paying(chosen: Judged) -> float:
    """Return the error weight from which on a model that answers everything is worth nothing."""
    every = chosen.routes["all"].counts
    return FixedSet(every.n_correct, every.n_wrong, every.n).omega_sup


def _check_worth(table: WorthTable, test: ClassifiedSet) -> None:
    """Refuse values with which nothing would ever be accepted."""
    dearest = 0.0 if test.review_cost is None else float(test.review_cost.max(initial=0.0))
    if not np.any(np.diag(table.v) > table.r - dearest):
        wrong = (
            "no right answer is worth more than leaving the item to people: nothing would ever be accepted"
        )
        todo = "raise what right answers are worth (answers.right, answers.cell, answers.matrix), or lower answers.left_out"
        raise UsageError([Problem(wrong, todo, option="answers")])


def _each(judged: Sequence[Judged], make: Callable[[Judged], Made]) -> Mapping[str, Made]:
    """Return what is made of each model, by its name."""
    return MappingProxyType({one.name: make(one) for one in judged})


def _scores(
    judged: Judged, test: ClassifiedSet, sampler: Sampler
) -> tuple[Mapping[str, Estimate], WorthByWeight]:
    """Return the scores of a model and its worth by error weight: both have areas from one pass through the resamples."""
    said = judged.predictions
    areas = sampler.areas(judged.correct, said.confidence, SPANS)
    scores = quality(said, test, judged.calibrated, sampler, areas)
    return scores, worth_by_weight(said, judged.correct, test, areas)


def _error_weight(table: WorthTable, test: ClassifiedSet) -> float | None:
    """Return how many right answers a wrong one costs; None where that differs by class or item."""
    off = table.v[~np.eye(table.n_classes, dtype=bool)]
    alike = (np.diag(table.v), off, table.r)
    if test.review_cost is not None or not len(off) or any(np.ptp(values) > 0 for values in alike):
        return None
    right, wrong, abstain = (float(values[0]) for values in alike)
    return omega(right, wrong, abstain) if right > abstain else None


def _wrong_rate(route: Route, n_models: int, *, fixed: bool) -> WrongRate:
    """Return the bounds on the share of wrong answers among those accepted; ``fixed``: all was chosen on other items."""
    counts, n_models = route.counts, 1 if fixed and route.key != "guaranteed" else n_models
    wrong, accepted = round(counts.n_wrong), round(counts.n_accepted)
    return WrongRate(
        low=1 - upper_bound(accepted - wrong, accepted, TAIL),
        high=upper_bound(wrong, accepted, TAIL),
        most=upper_bound(wrong, accepted, ALPHA / n_models),
        n_models=n_models,
    )


def _in_one_unit(worths: Worths, data: ClassifiedSet) -> ClassifiedSet:
    """Return a set whose review costs are in the unit of the values: money is never added to right answers."""
    if data.review_cost is None or worths.unit == "money":
        return data
    return replace(data, review_cost=data.review_cost / worths.right_answer_in_money())


def losing_domains(route: Route, table: WorthTable, test: ClassifiedSet) -> tuple[str, ...]:
    """Return the domains in which the model's answers are worth less than leaving everything out."""
    if test.domain is None:
        return ()
    gain = route.per_item - worth_of_deferring(table, test)
    weight = np.ones(len(gain)) if test.weight is None else test.weight
    summed = np.bincount(test.domain, weights=weight * gain, minlength=len(test.domains))
    return tuple(name for name, one in zip(test.domains, summed, strict=True) if one < -1e-12)


def by_domain(route: Route, test: ClassifiedSet, plan: Plan) -> tuple[tuple[str, Estimate, Counts], ...]:
    """Return value and counts of a model's cutoff in each domain of the test items (S24 4.2.4)."""
    if test.domain is None:
        return ()
    found = []
    for code, name in enumerate(test.domains):
        own: IntArray = np.flatnonzero(test.domain == code)
        weight = None if test.weight is None else test.weight[own]
        if not len(own) or (weight is not None and weight.sum() == 0):
            continue
        group = None if test.group is None else np.unique(test.group[own], return_inverse=True)[1]
        stratum = None if test.stratum is None else test.stratum[own]
        ids = tuple(test.ids[i] for i in own)
        part = replace(test, ids=ids, weight=weight, group=group, stratum=stratum)
        value, _ = Sampler(part, plan.resamples, plan.seed).mean(route.per_item[own])
        found.append((name, value, count(route.correct[own], route.accepted[own], weight)))
    return tuple(found)
