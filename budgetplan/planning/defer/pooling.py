"""The models together: which of them are pooled, and what they then say of any items (METHODS 0.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.core.answers import (
    ALONE,
    LEFT,
    AnswerDraws,
    Payoffs,
    PooledModels,
    Statement,
    draw_answers,
    outcome,
    together,
    useful,
)
from budgetplan.domain.labelled import ClassifiedSet, Member, Predictions
from budgetplan.domain.plan import MEAN, Plan
from budgetplan.metrics.answers.thresholds import accepted
from budgetplan.metrics.answers.value import WorthTable, item_weights, predict, worth_matrix


def same_model(data: ClassifiedSet, model: Predictions) -> Predictions:
    """Return what the same model says of another set."""
    return next(each for each in data.models if each.name == model.name)


@dataclass(frozen=True, eq=False)
class PooledAnswers:
    """One or more models, made as sure as they are right.

    Attributes
    ----------
    members
        Their names.
    known
        What was learnt on the validation items, or on the one labelled set.
    test
        Shape (n, C): probabilities of the test items, none of which has a say in its own.
    """

    members: tuple[str, ...]
    known: PooledModels
    test: FloatArray

    def of(self, data: ClassifiedSet) -> FloatArray:
        """Return the probabilities of items without a label, (N, C)."""
        return self.known.of(statements(data, self.members))

    @property
    def power(self) -> float | None:
        """What a single model's probabilities are raised to; None of several."""
        pool = self.known.pool
        return pool.inverse[0] * pool.of_mean if len(self.members) == 1 else None


def pooled_answers(
    members: Sequence[str], validation: ClassifiedSet | None, test: ClassifiedSet, seed: int
) -> PooledAnswers:
    """Return models pooled on the validation items, or out of fold on the one labelled set."""
    data = test if validation is None else validation
    known = together(
        statements(data, members),
        data.truth,
        data.n_classes,
        weight=data.weight,
        group=data.group,
        seed=seed,
    )
    told = known.labelled if validation is None else known.of(statements(test, members))
    return PooledAnswers(tuple(members), known, told)


def statements(data: ClassifiedSet, members: Sequence[str]) -> list[Statement]:
    """Return what each of some models states of a set."""
    said = {each.name: each for each in data.models}
    return [
        Statement(said[name].predicted, said[name].confidence, said[name].probabilities) for name in members
    ]


def members_of(data: ClassifiedSet, names: Sequence[str], seed: int) -> list[str]:
    """Return which models are worth pooling, by name; none of none."""
    if len(names) < 2:
        return list(names)
    stated = statements(data, sorted(names))
    places = useful(stated, data.truth, data.n_classes, weight=data.weight, group=data.group, seed=seed)
    return [sorted(names)[place] for place in places]


def with_pool(
    plan: Plan, table: WorthTable, validation: ClassifiedSet | None, test: ClassifiedSet, size: float
) -> tuple[ClassifiedSet | None, ClassifiedSet, Mapping[str, PooledAnswers], str]:
    """Return both sets with the mean of the models as one more, what each is pooled to, and who is recommended.

    Parameters
    ----------
    table
        What answers are worth: models that cost are let in while they bring more.
    size
        Items that models answer, for what they cost.
    """
    pools = {each.name: pooled_answers([each.name], validation, test, plan.seed) for each in test.models}
    members = _let_in(plan, table, validation, test, pools, size)
    if len(members) < 2:
        return validation, test, MappingProxyType(pools), members[0]
    pools[MEAN] = pooled_answers(members, validation, test, plan.seed)
    test = _add(test, pools[MEAN], pools[MEAN].test)
    if validation is not None:
        validation = _add(validation, pools[MEAN], pools[MEAN].known.labelled)
    return validation, test, MappingProxyType(pools), MEAN


def with_pooled(data: ClassifiedSet, pool: PooledAnswers) -> ClassifiedSet:
    """Return a list with what pooled models say of it; as it is where there is but one."""
    return _add(data, pool, pool.of(data)) if len(pool.members) > 1 else data


def _add(data: ClassifiedSet, pool: PooledAnswers, probabilities: FloatArray) -> ClassifiedSet:
    said = {each.name: each for each in data.models}
    predicted, confidence = predict(probabilities)
    members = tuple(
        Member(name, 1 / inverse) for name, inverse in zip(pool.members, pool.known.pool.inverse, strict=True)
    )
    cost = sum(said[name].cost for name in pool.members)
    mean = Predictions(MEAN, predicted, confidence, probabilities, cost=cost, members=members)
    return replace(data, models=(*data.models, mean))


def _let_in(
    plan: Plan,
    table: WorthTable,
    validation: ClassifiedSet | None,
    test: ClassifiedSet,
    pools: Mapping[str, PooledAnswers],
    size: float,
) -> tuple[str, ...]:
    """Return which of the models that know the same classes are pooled.

    Those that cost nothing where they help; then those that cost, the cheapest first, while they bring more than they cost.
    """
    alike = _alike(test)
    if len(alike) == 1:
        return alike
    cost = {each.name: _in_unit(plan, each.cost) for each in test.models}

    def net(members: Sequence[str]) -> float:
        pool = (
            pools[members[0]] if len(members) == 1 else pooled_answers(members, validation, test, plan.seed)
        )
        return size * _mean_value(plan, table, test, pool) - sum(cost[name] for name in members)

    if not plan.mixture:
        return (max(alike, key=lambda name: (round(net([name]), 9), -cost[name], name)),)
    by_cost = sorted(alike, key=lambda name: (cost[name], name))
    free, data = [name for name in alike if not cost[name]], test if validation is None else validation
    members = members_of(data, free, plan.seed) or by_cost[:1]
    paid = [name for name in by_cost if cost[name] and name not in members]
    reached = net(members) if paid else 0.0
    for name in paid:
        more = net([*members, name])
        if more > reached:
            members, reached = [*members, name], more
    return tuple(sorted(members))


def _alike(test: ClassifiedSet) -> tuple[str, ...]:
    """Return the models that know the same classes, where most do; others would take them for impossible."""
    by_classes: dict[tuple[int, ...], list[str]] = {}
    bare = [each.name for each in test.models if each.probabilities is None]
    for each in test.models:
        if each.probabilities is not None:
            known = tuple(np.flatnonzero((each.probabilities > 0).any(axis=0)).tolist())
            by_classes.setdefault(known, []).append(each.name)
    ranked = sorted(by_classes.items(), key=lambda pair: (-len(pair[1]), -len(pair[0]), pair[0]))
    return tuple(sorted([*(ranked[0][1] if ranked else []), *bare]))


def _in_unit(plan: Plan, cost: float) -> float:
    """Return what a model costs in the unit of the values."""
    assert plan.deferral is not None
    worths = plan.deferral.worths
    return cost if worths.unit == "money" or not cost else cost / worths.right_answer_in_money()


def _mean_value(plan: Plan, table: WorthTable, test: ClassifiedSet, pool: PooledAnswers) -> float:
    """Return what an item is worth on average if the pool answers where that pays."""
    weight = item_weights(test.n_items, test.weight)
    answer, confidence = predict(pool.test)
    taken = accepted(table, answer, confidence, pool.test, test.review_cost).items
    assert taken is not None
    drawn = draws_of(plan, test, pool.test)
    found = outcome(drawn, pool.test, answer, np.where(taken, ALONE, LEFT), count=weight, group=test.group)
    paid = 0.0 if test.review_cost is None else float(weight[~taken] @ test.review_cost[~taken])
    return (float(found.value(payoffs(table, test)).mean()) - paid) / float(weight.sum())


def draws_of(plan: Plan, test: ClassifiedSet, probability: FloatArray) -> AnswerDraws:
    """Return the draws of how often a pool is right, from the test items and what it says of them, (n, C)."""
    return draw_answers(
        probability,
        test.truth,
        len(test.names),
        plan.draws,
        plan.seed,
        weight=test.weight,
        group=test.group,
        drawn=test.stratum,
    )


def payoffs(table: WorthTable, test: ClassifiedSet) -> Payoffs:
    """Return what answers and leaving are worth by truth; people's answers play no part."""
    worth = worth_matrix(table, len(test.unknown))
    return Payoffs(worth[:-1], worth[-1], worth[-1])
