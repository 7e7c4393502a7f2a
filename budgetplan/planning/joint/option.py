"""A plan on the test items with its intervals (METHODS Part J, F8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Budget
from budgetplan.intervals.estimates import estimate, paired, spanning
from budgetplan.intervals.few import answered, stake
from budgetplan.metrics.answers.guarantee import upper_bound
from budgetplan.metrics.resampling.widening import widened
from budgetplan.metrics.wholes import whole_parts
from budgetplan.planning.joint.list_choice import Off
from budgetplan.planning.joint.noise import JointResamples, Replicates
from budgetplan.planning.joint.optimism import repeat_folds
from budgetplan.planning.joint.plans import Applied, Planner

_FEWER = 0.4
"""More than none, and printed as fewer than one."""


@dataclass(frozen=True)
class WholeCounts:
    """Items of the list: accepted + settled + reviewed + left are all; found + the wrong ones those with an answer.

    ``accepted``: answered by the model alone, ``wrong`` of them wrong; ``settled``: by an answerer, ``settled_wrong``
    of them wrong; ``reviewed`` by people, ``amiss`` of them wrong; ``left`` to nobody. Where only some classes are
    collected, ``found`` are those of these, and nobody counts what people err in others: ``amiss`` is None. Less than
    one wrong answer is not rounded to none: it is what it is, and counts as none where all are added up.
    """

    accepted: int
    wrong: float
    settled: int
    settled_wrong: float
    reviewed: int
    amiss: float | None
    left: int
    found: int

    @property
    def all_wrong(self) -> float:
        """Wrong answers of all, those of people where they are counted."""
        each = (self.wrong, self.settled_wrong, self.amiss or 0)
        return _or_fewer(sum(map(int, each)), sum(each))


@dataclass(frozen=True, eq=False)
class JointAlternative:
    """A plan on the test items with its intervals, in items of the list and currency units.

    ``asked``: items that an answerer is asked about; ``settled``: those of them whose answers stand, ``settled_wrong``
    of them wrong. ``found``: right labels that come out, of the classes collected where any are named, else of all.
    ``flattered``: what was taken off the net value, where the model was chosen on these items; ``chosen_here``:
    where cutoff and stop were. ``unseen``: how far few wrong answers let the net value lie below, and above, what
    its resamples say.
    """

    applied: Applied
    net: Estimate
    spend: Estimate
    accepted: Estimate
    wrong: Estimate
    reviewed: Estimate
    left: Estimate
    found: Estimate
    asked: Estimate
    settled: Estimate
    settled_wrong: Estimate
    replicates: Replicates | None
    flattered: float = 0.0
    chosen_here: float = 0.0
    unseen: tuple[float, float] = (0.0, 0.0)

    @property
    def starts(self) -> bool:
        """Whether anything is answered or reviewed."""
        split = self.applied.split
        return split.accepted > 0 or split.calls > 0 or self.applied.reviewed > 0

    def reviews_lose(self, rate: float) -> tuple[float, float] | None:
        """Return what reviewing one of the items left costs on average, and gains, where no number of reviews pays.

        None where some do, where there is nothing to review, or where no review costs anything. ``rate``: see
        :class:`budgetplan.metrics.payoffs.stakes.Tariff`.
        """
        path = self.applied.split.path
        gain, cost = path.read("gain", path.items), rate * path.read("cost", path.items)
        if self.applied.reviewed or path.n_items <= 0 or cost[-1] <= 0 or float((gain - cost).max()) > 0:
            return None
        return float(cost[-1]) / path.n_items, float(gain[-1]) / path.n_items

    @property
    def goes_by_model(self) -> bool:
        """Whether answers of the model stand, or answers because the model gives the same."""
        rules = (self.applied.deployed, *self.applied.rules)
        return self.accepted.value > 0 or any(one.rule.stands == "agree" for one in rules)

    @property
    def net_replicates(self) -> FloatArray | None:
        """Net value in every resample, widened where whole groups are resampled."""
        if self.replicates is None:
            return None
        return widened(self.replicates.net, self.replicates.widening) - self.flattered - self.chosen_here

    def less(self, flattered: float) -> JointAlternative:
        """Return the same with so much taken off its net value, if it does anything."""
        net = self.net
        if not flattered or not self.starts:
            return self
        low, high = (None if end is None else end - flattered for end in (net.low, net.high))
        return replace(self, net=Estimate(net.value - flattered, low, high), flattered=flattered)

    def less_for_choice(self, off: Off) -> JointAlternative:
        """Return the same less what its own choice of cutoff and stop flatters.

        As METHODS F7: the end of the interval that is bad news moves, the other one stays.
        """
        if not self.starts or not any(off):
            return self
        few = replace(self, net=_lower(self.net, off.net), chosen_here=self.chosen_here + off.net)
        return few.less_right(off)

    def less_right(self, off: Off) -> JointAlternative:
        """Return the same with more wrong answers, and fewer right labels."""
        found = _lower(self.found, min(off.found, self.found.value))
        wrong, most = self.wrong, self.accepted.value
        value = min(wrong.value + off.wrong, most)
        high = None if wrong.high is None else max(min(wrong.high + off.wrong, most), value)
        return replace(self, wrong=Estimate(value, wrong.low, high), found=found)

    def between(self, other: JointAlternative) -> JointAlternative:
        """Return the same with the intervals of another one."""
        names = ("net", "spend", "accepted", "reviewed", "left", "found", "asked", "settled", "settled_wrong")
        own = {name: replace(getattr(other, name), value=getattr(self, name).value) for name in names}
        exact = self.wrong.value in (0.0, self.accepted.value)
        wrong = self.wrong if exact else replace(other.wrong, value=self.wrong.value)
        return replace(self, wrong=wrong, unseen=other.unseen, **own)

    def over(self, other: JointAlternative) -> Estimate:
        """Return how much more net value it has than another plan, paired by resample.

        Errors that no labelled item shows are those of both plans where both accept the same answers.
        """
        gap = paired(self.net.value - other.net.value, self.net_replicates, other.net_replicates)
        if np.array_equal(self.applied.accepted, other.applied.accepted):
            return gap
        return spanning(gap, self.unseen[0] + other.unseen[1], self.unseen[1] + other.unseen[0])


def _around(estimate: Estimate) -> Estimate:
    """Return an estimate whose interval holds it: a total as printed may lie beside all that resamples pay."""
    low, value, high = estimate.low, estimate.value, estimate.high
    return replace(
        estimate,
        low=None if low is None else min(low, value),
        high=None if high is None else max(high, value),
    )


def _lower(estimate: Estimate, by: float) -> Estimate:
    """Return an estimate that is so much lower, and may be so much lower at worst."""
    low = None if estimate.low is None else estimate.low - by
    return Estimate(estimate.value - by, low, estimate.high)


def repeated(
    planner: Planner,
    own: Mapping[Budget | None, JointAlternative],
    budgets: Sequence[Budget | None],
    noise: JointResamples,
) -> dict[Budget | None, JointAlternative]:
    """Return plans of one labelled set with the intervals of choosing cutoffs and stops anew in each resample."""
    repeats = repeat_folds(planner, [own[budget].applied for budget in budgets], noise)
    return {
        budget: own[budget].between(make_option(planner, own[budget].applied, one))
        for budget, one in zip(budgets, repeats, strict=True)
    }


def make_option(planner: Planner, applied: Applied, repeats: Replicates | None) -> JointAlternative:
    """Return a plan with the intervals of its replicates."""
    outcome, total = applied.outcome, planner.test.total
    by = 1.0 if repeats is None else repeats.widening

    def of(name: str, value: float) -> Estimate:
        if repeats is None:
            return Estimate(value)
        each = getattr(repeats, name)
        # No resample spends more than the budget.
        most = float(each.max()) if name == "spend" else total
        return repeats.spanned(name, estimate(value, each, by, least=0.0, most=most), 0.0, most)

    net = estimate(applied.net, None if repeats is None else repeats.net, by)
    unseen = _unseen(planner, applied, net)
    net = _around(spanning(net, *unseen))
    # Sums of floats may miss nothing by their last digits.
    left = max(float(outcome.unreviewed), 0.0)
    return JointAlternative(
        applied=applied,
        net=net if repeats is None else repeats.spanned("net", net),
        spend=of("spend", float(applied.spend)),
        accepted=of("accepted", float(outcome.accepted)),
        wrong=_wrong(planner, applied, repeats),
        reviewed=of("reviewed", float(outcome.reviewed)),
        left=estimate(left, None if repeats is None else repeats.left(total), by, least=0.0, most=total),
        found=of("found", applied.found),
        asked=of("asked", applied.split.calls),
        settled=of("settled", applied.split.settled),
        settled_wrong=of("settled_wrong", applied.split.settled_wrong),
        replicates=repeats,
        unseen=unseen,
    )


def _unseen(planner: Planner, applied: Applied, net: Estimate) -> tuple[float, float]:
    """Return how far few wrong answers let a net value lie below, and above, what its resamples say.

    These say nothing of errors that no labelled item shows, see :func:`budgetplan.intervals.few.answered`.
    """
    side, taken = planner.labelled_side, planner.labelled_accepted(applied)
    alone, data, said = applied.split.accepted, side.data, side.said.predicted
    if net.low is None or net.high is None or alone <= 0 or not taken.any():
        return 0.0, 0.0
    each = Estimate(net.value / alone, net.low / alone, net.high / alone)
    right, stakes = (said == data.truth)[taken], stake(planner.worth.table, said)[taken]
    weight = None if data.weight is None else data.weight[taken]
    group = None if data.group is None else data.group[taken]
    wide = answered(each, np.ones(len(right), dtype=bool), right, stakes, None, weight, group)
    assert each.low is not None
    assert each.high is not None
    assert wide.low is not None
    assert wide.high is not None
    return (each.low - wide.low) * alone, (wide.high - each.high) * alone


def _wrong(planner: Planner, applied: Applied, repeats: Replicates | None) -> Estimate:
    """Return how many accepted answers are wrong; none or all on the test items gets the exact interval."""
    wrong, accepted = applied.split.wrong, applied.split.accepted
    if repeats is None:
        return Estimate(wrong)
    if (0 < wrong < accepted) or accepted == 0:
        found = estimate(wrong, repeats.wrong, repeats.widening, least=0.0, most=planner.test.total)
        return repeats.spanned("wrong", found, 0.0, accepted)
    data, taken = planner.labelled_side.data, planner.labelled_accepted(applied)
    # Weighted or grouped items say less than their number; the number of groups at least is independent.
    tried = float(taken.sum()) if data.group is None else float(len(np.unique(data.group[taken])))
    part = upper_bound(0, tried, 0.025) * accepted if tried else accepted
    found = Estimate(0.0, 0.0, part) if wrong == 0 else Estimate(wrong, accepted - part, accepted)
    if not tried:
        found = Estimate(wrong, 0.0, accepted)
    return repeats.spanned("wrong", found, 0.0, accepted)


def whole_counts(option: JointAlternative, *, collected: bool) -> WholeCounts:
    """Return the counts of a plan; ``collected``: only some classes are counted as found."""
    accepted, settled = option.accepted.value, option.settled.value
    reviewed, left, calls = option.applied.reviewed, option.left.value, option.applied.split.calls
    total = round(accepted + settled + reviewed + left)
    # All that the model leaves is asked about: so many calls are paid, and the model answers the others.
    rest = min(round(calls), total) if calls and abs(calls - settled - reviewed - left) < 1e-6 else None
    if rest is None:
        nobody, people, theirs, alone = whole_parts(
            np.array([left, reviewed, settled, accepted]), total
        ).tolist()
    else:
        nobody, people, theirs = whole_parts(np.array([left, reviewed, settled]), rest).tolist()
        alone = total - rest
    wrong, settled_wrong, found = option.wrong.value, option.settled_wrong.value, option.found.value
    if collected:
        own, others = min(_half_up(wrong), alone), min(_half_up(settled_wrong), theirs)
        amiss, bad, right = 0.0, 0, _half_up(found)
    else:
        amiss = max(accepted + settled + reviewed - found - wrong - settled_wrong, 0.0)
        parts = np.array([amiss, settled_wrong, wrong, max(found, 0.0)])
        bad, others, own, _ = whole_parts(parts, alone + theirs + people).tolist()
        bad, others, own = min(bad, people), min(others, theirs), min(own, alone)
        right = alone + theirs + people - bad - others - own
    return WholeCounts(
        accepted=alone,
        wrong=_or_fewer(own, wrong),
        settled=theirs,
        settled_wrong=_or_fewer(others, settled_wrong),
        reviewed=people,
        amiss=None if collected else _or_fewer(bad, amiss),
        left=nobody,
        found=right,
    )


def _or_fewer(whole: int, number: float) -> float:
    """Return a whole number, or where it is none and the number is not, what is printed as fewer than one."""
    return float(whole) or (min(number, _FEWER) if number > 1e-6 else 0.0)


def _half_up(number: float) -> int:
    return int(np.floor(number + 0.5))
