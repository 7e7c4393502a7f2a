"""What a model's cutoff does on the project's own list, by what it says of the list's items (METHODS F9, by score).

Which items are answered, which are left and what reviewing these costs is counted on the list. How many answers are
right is expected from the test items: of their accepted answers those as sure as the list's, by isotonic regression.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.places import farthest, shift, unlike
from budgetplan.domain.decision import Estimate, Refusal
from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.domain.plan import Plan
from budgetplan.forecast.groups import as_they_come, group_codes, groups_of_the_list
from budgetplan.forecast.queue import Listing, Sample, forecast
from budgetplan.forecast.scored_list import KNOWN
from budgetplan.forecast.support import Beyond, doubts_of_support
from budgetplan.intervals.estimates import estimate
from budgetplan.intervals.few import trials
from budgetplan.metrics.answers.thresholds import ABSTAIN
from budgetplan.metrics.answers.value import WorthTable, item_weights
from budgetplan.metrics.likeness.expected import Expected
from budgetplan.metrics.resampling.bounds import few_seen, forecast_interval, independent
from budgetplan.metrics.resampling.paired import Resamples
from budgetplan.metrics.resampling.widening import widening
from budgetplan.planning.defer.cutoff_methods import Judged, answers_by_value, same_model
from budgetplan.planning.defer.scaling import as_new
from budgetplan.planning.defer.theory import accept, calibrated

MOST_REPEATED = 1000
"""So often what is expected of the list is worked out anew, at most: more often tells its interval no better."""


@dataclass(frozen=True)
class ListSplit:
    """How many items are answered alone, wrong among them, and left to people, and what that costs.

    ``cost``: of reviewing what is left, in currency units; None where nothing was said of it.
    """

    alone: float
    wrong: float
    left: float
    cost: float | None


@dataclass(frozen=True)
class ListAnswers:
    """The recommended cutoff on the project's own list.

    Attributes
    ----------
    n_items
        Items of the list, weighted.
    own
        What it does there, by what the model says of each item and by the prices of these.
    wrong
        The wrong answers expected among those it gives alone, with what may come of them in this list.
    by_share
        What it does on the test items, which stand for the list in proportion.
    beyond
        Items of the list on which the model is less, or more, sure than on every test item.
    support
        How much of what it answers alone lies beyond the test items: see :func:`_support`.
    refusal
        Why nothing can be recommended; empty where the test items can speak for the list.
    shifts
        How far the test items stand from the middle of the list by how sure the mean of the models is, in standard
        errors; by each model where there is no mean.
    """

    n_items: float
    own: ListSplit
    wrong: Estimate
    by_share: ListSplit
    beyond: float
    shifts: Mapping[str, float]
    support: Beyond
    model: str
    refusal: Refusal = ""

    @property
    def unlike(self) -> tuple[str, ...]:
        """Models by whose confidence the test items do not stand where the list does, by name."""
        return unlike(self.shifts)

    def doubts(self, file: str, n_test: int) -> tuple[Doubt, ...]:
        """Return what makes it doubtful that the test items speak for the list."""
        n = round(self.n_items)
        found = [
            Doubt(DoubtKind.LIST_UNLIKE, file, n=n, of=n_test, names=(name,), value=self.shifts[name])
            for name in self.unlike
        ]
        refused = self.refusal == "outside"
        return (*found, *doubts_of_support(self.support, file, n_test, self.model, refused=refused))


@dataclass(frozen=True, eq=False)
class _ListAnswers:
    """What a model answers of some items: ``accepted`` or not, how sure it is of it (``key``); shape (n,) each."""

    accepted: BoolArray
    key: FloatArray
    weight: FloatArray


def is_whole_list(plan: Plan, listed: ClassifiedSet) -> bool:
    """Say whether the rows of a list are all of it: one of which another size is said is planned by share."""
    size = float(item_weights(listed.n_items, listed.weight).sum())
    return plan.list_size is None or abs(plan.list_size - size) < 1e-9 * max(size, 1.0)


def answer_list(
    plan: Plan,
    table: WorthTable,
    chosen: Judged,
    sets: tuple[ClassifiedSet, ClassifiedSet],
    prices: tuple[FloatArray | None, FloatArray | None],
) -> ListAnswers:
    """Return what the cutoff of the recommended model does on a list.

    Parameters
    ----------
    plan, table, chosen
        What the user said, the values by class, and the model on the test items.
    sets
        The test items and the list, whose truths are unknown; review costs in the unit of the values.
    prices
        What reviewing each of their items costs, in currency units, or None; shapes (n,) and (N,).
    """
    test, listed = sets
    known, own = _on_test(table, chosen, test), _on_list(table, chosen, listed)
    alone = float(own.weight[own.accepted].sum())
    size = float(own.weight.sum())
    wrong, right_beyond = _wrong(plan, chosen, (test, listed), (known, own))
    support = _support(known, own, alone - wrong.value, right_beyond)
    n_groups = None if test.group is None else len(np.unique(test.group))
    scale = size / float(known.weight.sum())
    counts, (price, listed_price) = chosen.deployed.counts, prices
    return ListAnswers(
        n_items=size,
        own=ListSplit(alone, wrong.value, size - alone, _paid(own, listed_price)),
        wrong=wrong,
        by_share=ListSplit(
            counts.n_accepted * scale,
            counts.n_wrong * scale,
            counts.n_abstained * scale,
            _paid(known, price, scale),
        ),
        beyond=float(own.weight[_outside(known, own)].sum()),
        shifts=shifts_of(test, listed),
        support=support,
        model=chosen.predictions.name,
        refusal="outside" if support.too_much(test.n_items if n_groups is None else n_groups) else "",
    )


def _outside(known: _ListAnswers, own: _ListAnswers) -> BoolArray:
    """Return of which answers to the list's items the model is surer, or less sure, than of all to test items."""
    return np.asarray((own.key > known.key.max()) | (own.key < known.key.min()))


def _support(known: _ListAnswers, own: _ListAnswers, right: float, right_beyond: float) -> Beyond:
    """Return how much of what is answered alone lies beyond the test items.

    An answer lies beyond them where the model is surer, or less sure, of it than of every answer to a test item,
    of whatever class: how often answers are right is read by how sure they are, all classes together. What is
    left to people needs no labels, however unsure the model is of it. What is found are the right answers.
    """
    outside = _outside(known, own)
    return Beyond(
        planned=float(own.weight[own.accepted].sum()),
        outside=float(own.weight[own.accepted & outside].sum()),
        entries=right,
        entries_outside=right_beyond,
        share=float(own.weight[outside].sum()) / float(own.weight.sum()),
    )


def _on_test(table: WorthTable, chosen: Judged, test: ClassifiedSet) -> _ListAnswers:
    """Return what the model answers of the test items, each by the cutoff that it was judged by."""
    weight = item_weights(test.n_items, test.weight)
    key = _decided(table, chosen, chosen.predictions, test)[1]
    return _ListAnswers(chosen.deployed.accepted, _told_apart(chosen, key), weight)


def _on_list(table: WorthTable, chosen: Judged, listed: ClassifiedSet) -> _ListAnswers:
    accepted, key, _ = decided_on_list(table, chosen, listed)
    return _ListAnswers(accepted, _told_apart(chosen, key), item_weights(listed.n_items, listed.weight))


def _told_apart(chosen: Judged, key: FloatArray) -> FloatArray:
    """Return by what the accepted answers are told apart: nothing where labels alone say how sure each is.

    Read again from the same labels, the luckiest answers would look better than they are.
    """
    scaling = chosen.predictions.scaling
    return key if scaling is None or scaling.rates is None else np.zeros_like(key)


def decided_on_list(
    table: WorthTable, one: Judged, listed: ClassifiedSet
) -> tuple[BoolArray, FloatArray, IntArray]:
    """Return of each item of a list whether a model answers it alone, how sure it is of the answer, and the answer.

    All have the shape (N,); answers are codes of classes.
    """
    return _decided(table, one, same_model(listed, one.predictions), listed)


def answers_on_list(table: WorthTable, one: Judged, listed: ClassifiedSet) -> IntArray:
    """Return what a model answers of each item of a list at its own cutoff, or ABSTAIN, shape (N,)."""
    accepted, _, answers = decided_on_list(table, one, listed)
    return np.where(accepted, answers, ABSTAIN)


def _decided(
    table: WorthTable, chosen: Judged, said: Predictions, data: ClassifiedSet
) -> tuple[BoolArray, FloatArray, IntArray]:
    """Return whether each answer is accepted, by the cutoff for new items, how sure the model is of it, and the answer."""
    route = chosen.deployed
    if route.calibration is not None:
        said = calibrated(said, route.calibration)
    if route.theory is not None:
        return said.confidence >= route.theory, said.confidence, said.predicted
    if route.key == "calibrated":
        items = accept(table, said, data.review_cost).items
        assert items is not None
        return items, said.confidence, said.predicted
    if route.key != "relabel":
        cutoff = np.inf if route.cutoff is None else route.cutoff
        return said.confidence >= cutoff, said.confidence, said.predicted
    assert said.probabilities is not None
    decided = answers_by_value(table, said.probabilities, data.review_cost)
    accepted = decided != ABSTAIN
    answer = np.where(accepted, decided, said.predicted)
    return accepted, said.probabilities[np.arange(len(answer)), answer], answer


def _paid(answers: _ListAnswers, price: FloatArray | None, scale: float = 1.0) -> float | None:
    left = ~answers.accepted
    return None if price is None else float(answers.weight[left] @ price[left]) * scale


def _wrong(
    plan: Plan,
    chosen: Judged,
    sets: tuple[ClassifiedSet, ClassifiedSet],
    both: tuple[_ListAnswers, _ListAnswers],
) -> tuple[Estimate, float]:
    """Return the wrong answers expected among those given alone on the list, and the right ones beyond the test items."""
    (test, listed), (known, own) = sets, both
    # Answers that are not given say nothing of how often given ones are right; they stand in where none is given.
    used = known.accepted & (known.weight > 0)
    used = used if used.any() else known.weight > 0
    right, weight = chosen.deployed.correct[used].astype(np.float64), known.weight[used]
    accepted, given = own.accepted, own.weight[own.accepted]
    alone = float(given.sum())
    key, key_listed = known.key[used], own.key[accepted]
    fit = Expected.of(1 - right, weight, -key, -key_listed, len(key_listed))
    fitted = fit.fitted()
    rate = fit.read(fitted)
    value = min(float(given @ rate), alone) if alone else 0.0
    beyond = _outside(known, own)[accepted]
    right_beyond = float(given[beyond] @ (1 - rate[beyond]))
    codes = group_codes(test, listed)
    group = None if codes is None else as_they_come(codes[0][used])
    n_groups = None if group is None else int(group.max()) + 1
    if not alone or not plan.resamples or n_groups == 1:
        return Estimate(value), right_beyond
    times = min(plan.resamples, MOST_REPEATED)
    stratum = None if test.stratum is None else test.stratum[used]
    weighted = None if test.weight is None else weight
    how = Resamples(len(right), times, plan.seed, group, weighted, stratum=stratum)
    listing = Listing(given)
    if codes is not None:
        listing = _listing((codes[0][used], codes[1][accepted]), (test, listed), given, weight)
    queue = forecast(Sample(right, {}, how), {"": (key, key_listed)}, listing).queues[""]
    found = estimate(value, value - queue.deviations[:, -1], widening(n_groups), least=0.0, most=alone)
    found = _few(found, alone, weight, n_groups)
    # Nothing labelled says how often answers are right of which the model is surer, or less sure, than of all
    # test items: of surer ones all may be right, of less sure ones none.
    surer = float(given[key_listed > known.key.max()].sum()) * float(fitted[0])
    less_sure = float(given[key_listed < known.key.min()].sum()) * float(1 - fitted[-1])
    assert found.low is not None
    assert found.high is not None
    low, high = max(found.low - surer, 0.0), min(found.high + less_sure, alone)
    return Estimate(value, low, high), right_beyond


def _few(found: Estimate, alone: float, weight: FloatArray, n_groups: int | None) -> Estimate:
    """Widen an interval to the exact one where too few right or wrong answers were seen for resampling."""
    assert found.low is not None
    assert found.high is not None
    rate, width = found.value / alone, (found.high - found.low) / alone
    seen = np.full(1, trials(weight, None, len(weight)))
    groups = None if n_groups is None else np.full(1, float(n_groups))
    number = float(independent(seen, np.full(1, alone), np.full(1, rate), np.full(1, width), groups)[0])
    if not few_seen(rate * number, number):
        return found
    low, high = forecast_interval(rate * number, number, alone)
    return Estimate(found.value, min(found.low, low), max(found.high, high))


def _listing(
    groups: tuple[IntArray, IntArray],
    sets: tuple[ClassifiedSet, ClassifiedSet],
    weight: FloatArray,
    known: FloatArray | None = None,
) -> Listing:
    """Return a list with what the test items know of its groups."""
    first = item_weights(sets[0].n_items, sets[0].weight) if known is None else known
    labelled = np.arange(len(groups[0]) + len(groups[1])) < len(groups[0])
    every = np.concatenate([first, weight])
    n_groups = len(np.unique(groups[0]))
    return Listing(weight, *groups_of_the_list(np.concatenate(groups), labelled, every, n_groups))


def shifts_of(test: ClassifiedSet, listed: ClassifiedSet) -> Mapping[str, float]:
    """Return how far test items stand from the middle of a list by what the models say, in standard errors (METHODS F9).

    By the mean of the models where there is one, else by each: by how sure it is, and by the probability of each class,
    since a list of other classes may be as sure; what is farthest away counts as the farthest of so many.
    """
    means = [one for one in test.models if one.members]
    codes = group_codes(test, listed)
    count = item_weights(listed.n_items, listed.weight)
    whole = codes is not None and _listing(codes, (test, listed), count).known_group < KNOWN
    group = test.group if whole else None
    return MappingProxyType(
        {
            one.name: farthest(
                [
                    shift(known, own, weight=test.weight, count=count, group=group)
                    for known, own in zip(
                        stated(as_new(one)).T, stated(same_model(listed, one)).T, strict=True
                    )
                ]
            )
            for one in means or test.models
        }
    )


def stated(said: Predictions) -> FloatArray:
    """Return what two sets are compared by, shape (n, k): the confidence, and each class's probability.

    Of two classes one says it all: the other's probability is what is left to 1.

    Examples
    --------
    >>> said = Predictions("m", np.array([0, 1]), np.array([0.75, 1.0]), np.array([[0.75, 0.25], [0.0, 1.0]]))
    >>> stated(said).tolist()
    [[0.75, 0.25], [1.0, 1.0]]
    """
    if said.probabilities is None:
        return said.confidence[:, None]
    classes = said.probabilities if said.probabilities.shape[1] > 2 else said.probabilities[:, -1:]
    return np.column_stack([said.confidence, classes])
