"""How each kind of plan is carried out: packets, people, hours, weeks, money by year, what is mixed in, and checkpoints.

People review a list, as a whole or with so many entries of each stratum; or the rest of what a model answers, as far as a
budget goes; or they look at its answers.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import InitVar, dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate, pairwise
from types import MappingProxyType
from typing import Any, Literal, cast

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.core.path import Path
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import MEAN, MIXTURE, Budget, ModelSpec, Plan
from budgetplan.domain.prices import BudgetLine, Prices, Quantities, bearing_of, number_of, round_to
from budgetplan.lists.evidence import Evidence, Ranked
from budgetplan.models.bounds import TWO_SIDED, forecast_interval
from budgetplan.plans.answer import DeferSolution
from budgetplan.plans.joint import JointPlan, corrected_along, worth_more
from budgetplan.plans.quota import QuotaPlan, checked
from budgetplan.plans.reserving import last_day, weeks_of
from budgetplan.plans.review import Analysis

ASK_FILE = "tables/ask.csv"
"""Holds the items of the list that an answerer is still to be asked about."""
Source = Literal["file", "column", "queue", "answered", "missing", "strata"]
Order = Literal["highest", "lowest", "rank", "unsure"]
Binds = Literal["money", "number", "hours", "worth", "target", "list", "quota"]
BY_BUDGET: Mapping[str, Binds] = MappingProxyType({"money": "money", "items": "number", "hours": "hours"})
"""What ends a review that goes as far as its budget, by the budget's unit."""
Counts = Literal["found", "corrected", "wrong"]
_FIRST: dict[str, Order] = {"higher": "highest", "lower": "lowest", "rank": "rank"}
LOOKS = (50, 100, 200)
"""Of so many accepted answers, drawn at random, it is said how many may be wrong."""
MOST_YEARS = 9
"""More years have no room in a table, and no funder."""


@dataclass(frozen=True)
class Checkpoint:
    """What is expected after so many items, and from where on the plan is in doubt.

    Attributes
    ----------
    items
        Of the plan's own order, without those mixed in.
    expected
        Entries found, or wrong answers, in [0, items].
    low, high
        Ends of the 95 % interval, ``low <= expected <= high``; None where nothing was resampled. The chance of the list
        itself is in it (METHODS F9), also where only its size is known.
    """

    items: int
    expected: float
    low: float | None = None
    high: float | None = None

    @property
    def pause_below(self) -> int | None:
        """Fewer than so many are an alarm; None where none at all would be no alarm.

        The low end in whole items, as it is printed everywhere; all of the items only where nothing less is possible.

        >>> [Checkpoint(400, 399.8, low).pause_below for low in (399.6, 400.0, 285.5, 0.3)]
        [399, 400, 286, None]
        """
        if self.low is None:
            return None
        whole = max(math.floor(self.low + 0.5), 0)
        return min(whole, self.items if self.low >= self.items else self.items - 1) or None

    @property
    def pause_above(self) -> int | None:
        """More than so many are an alarm; None where even all of them would be none.

        >>> [Checkpoint(200, 5.0, 1.0, high).pause_above for high in (11.4, 11.005, 200.0)]
        [12, 12, None]
        """
        if self.high is None or self.high >= self.items:
            return None
        return math.ceil(self.high - 1e-9)


@dataclass(frozen=True)
class MixedIn:
    """What is mixed into the packets beside the plan's own items: random ones from after the stop, and labelled ones."""

    tail_sample: int
    control: int

    @property
    def items(self) -> int:
        """How many they are."""
        return self.tail_sample + self.control


@dataclass(eq=False)
class WorkPlan:
    """How a plan is carried out.

    Parameters
    ----------
    plan
        What the user said: people, packets, prices, budget.
    bought
        What is paid for, what is mixed in included.
    whole, labelled
        How many items the list has, of which some are left after the stop, and how many labelled ones could be judged once
        more.

    Attributes
    ----------
    source
        Where the order is: in the file of items to review; a column of the user's own list; the queue that is written from the
        table, as it stands or once the answers are there; nowhere yet, as no one column holds the order and the list is
        not in the table; in each stratum of the user's own list, so many of each.
    model, column, order
        Whose order it is, and for a column which end of it comes first; ``rank``: 1 first; ``unsure``: the lowest first of
        the greatest value among several columns, those of the classes.
    first_score, last_score
        Scores of the first item and of the last one before the stop, as in the user's column; None: not known.
    items, places
        Items that the plan has reviewed, and how many stand in the order up to its stop: more, where some are passed over.
    judged, size
        All items that are judged, what is mixed in included, and how much they hold of the unit of prices by size, as
        characters.
    packet, packets, last_packet
        Items in a packet, how many packets there are, what is mixed in included, and how many items the last one has.
    judgements
        Of one item, on average.
    people
        How many review; never fewer than an item has judgements, which are independent.
    hours, hours_each
        Of all that is in the packets, and for each of them; None where nobody said how long a judgement takes.
    weeks, start, end
        Calendar weeks, first and last day (2026-12-07); None and empty where they are not known.
    pay, pay_each, settling
        What is paid for judging all that is in the packets, in currency units, what of it each of those gets who review, and
        what whoever settles their disagreements does; None without prices.
    mixed_in
        What is on top of the plan; None: nothing is.
    binds
        What ends the review: an amount of money, of items, or of hours; the worth of what would come next; the target; the
        end of the list; quotas that are met; nothing more that is expected.
    not_worth
        How many further items the money pays for where it ends the review: too dear, each for itself.
    reserved
        How many further items it would pay for there if no more entries than expected were found: that is kept for more.
    answerer
        Who is asked before people are, and whose answers settle items that people then do not see; empty: nobody.
    counts, checkpoints
        What is counted after how many items, the last at the stop; none where nothing can be said. Entries found, too few of
        which are an alarm; answers of the model that people have put right while they reviewed, or wrong ones among
        accepted answers drawn at random, too many of which are.
    """

    plan: InitVar[Plan]
    bought: InitVar[Quantities]
    whole: InitVar[int]
    labelled: InitVar[int]
    items: int
    source: Source
    model: str
    binds: Binds
    column: str = ""
    order: Order = "highest"
    first_score: float | None = None
    last_score: float | None = None
    not_worth: int = 0
    reserved: int = 0
    answerer: str = ""
    counts: Counts = "found"
    checkpoints: tuple[Checkpoint, ...] = ()
    places: int = 0

    def __post_init__(self, plan: Plan, bought: Quantities, whole: int, labelled: int) -> None:
        work, prices = plan.work, plan.prices
        self.judged = bought.n_items
        # Of all of them together, in the unit of prices by size.
        sized = bought.n_seconds / float(prices.annotators) - self.judged * float(prices.seconds_per_item)
        self.size = sized / float(prices.seconds_per_unit) if prices.seconds_per_unit else number_of(bought.units)
        mixed = MixedIn(min(work.tail_sample, max(whole - self.items, 0)), min(work.control, labelled))
        self.mixed_in = mixed if mixed.items else None
        self.packet, self.judgements = work.packet, prices.annotators
        # Which items are passed over is known only while people review: packets hold them all.
        self.places = self.places or self.items
        self.packets, self.last_packet = work.packets(self.places + mixed.items)
        self.people = max(work.people, math.ceil(prices.annotators))
        self.hours = bought.n_seconds / 3600 if prices.timed else None
        self.hours_each = None if self.hours is None else self.hours / self.people
        self.weeks = None if self.hours_each is None else weeks_of(self.hours_each, work.hours_a_week)
        self.start, self.end = work.start, last_day(work, self.weeks)
        self.pay = self.pay_each = self.settling = None
        if prices.stated:
            self.pay = _pay(prices, bought)
            for_judging = _pay(replace(prices, adjudicated_share=Decimal(0)), bought)
            self.pay_each = round_to(for_judging / self.people, prices.minor_digits)
            self.settling = self.pay - for_judging

    def alarm(self, check: Checkpoint) -> int | None:
        """Return from where on a checkpoint puts the plan in doubt: at the end, or of so few items, nothing does."""
        return check.pause_below if self.counts == "found" else check.pause_above


UNITS = ("money", "annotation", "items", "hours")
"""What a budget may be counted in; ``annotation``: money that covers judging alone."""


def unit_of(budget: Budget) -> str:
    """Return what a budget is counted in, one of :data:`UNITS`."""
    return "annotation" if budget.unit == "money" and budget.covers == "annotation" else budget.unit


def limit_of(budget: Budget) -> Decimal:
    """Return what may be used of a budget; noise of the last digits of hours is no time."""
    return budget.amount * (1 + Decimal("1e-9")) if budget.unit == "hours" else budget.amount


def used_of(unit: str, prices: Prices, bought: Quantities, *, billed: bool = True) -> Decimal:
    """Return how much of a budget in some unit something takes at some prices.

    What was spent is what is billed, so that it and what is left add up to the budget; what is still to be bought (not
    ``billed``) must be paid before it is rounded, too.
    """
    if unit == "hours":
        return Decimal(repr(bought.n_seconds / 3600))
    if unit == "items":
        return Decimal(bought.n_items)
    asked = prices.printed_totals if billed else prices.least_budgets
    total = asked(bought, annotation_only=unit == "annotation")
    return Decimal(int(np.ravel(total)[0])).scaleb(-prices.minor_digits if prices.stated else 0)


def _pay(prices: Prices, bought: Quantities) -> Decimal:
    """Return what judging costs, without what is paid once, contingency and indirect costs."""
    minor = int(prices.printed_totals(replace(bought, calls=None), annotation_only=True)[0])
    return Decimal(minor).scaleb(-prices.minor_digits)


def rising(checks: Sequence[Checkpoint], stop: Estimate | None = None) -> tuple[Checkpoint, ...]:
    """Return checkpoints of which none promises more than a later one, each within its own ends.

    ``stop``: what the last one says, as it is printed.

    >>> [check.low for check in rising([Checkpoint(5, 4.0, 3.5), Checkpoint(9, 5.0, 4.0)], Estimate(5.0, 3.0, 7.0))]
    [3.0, 3.0]
    """
    kept = list(checks)
    if stop is not None:
        kept[-1] = replace(kept[-1], expected=stop.value, low=stop.low, high=stop.high)
    for at in reversed(range(len(kept))):  # five at most
        check, later = kept[at], kept[min(at + 1, len(kept) - 1)]
        expected, low, high = min(check.expected, later.expected, check.items), check.low, check.high
        low = None if low is None or later.low is None else min(low, later.low, expected)
        if high is not None and later.high is not None:
            high = max(min(high, later.high, check.items), expected)
        kept[at] = replace(check, expected=expected, low=low, high=high)
    return tuple(kept)


def _first_end(budget: Budget | None, **ends: bool) -> Binds:
    """Return what ends a review: the first of these that does so, of a budget what it is counted in; else the worth."""
    end = next((name for name, holds in ends.items() if holds and (budget or name != "money")), "worth")
    return BY_BUDGET[budget.unit] if budget is not None and end == "money" else cast("Binds", end)


def work_of_filter(analysis: Analysis) -> WorkPlan | None:
    """Return how the recommended plan is carried out; None where nothing is recommended."""
    chosen, evidence, lead = analysis.chosen, analysis.evidence, analysis.lead
    if chosen is None:
        return None
    budget, not_worth, reserved = evidence.plan.budget, 0, 0
    at_end, target = chosen.items >= evidence.whole_items, analysis.goal == "target"
    binds = _first_end(budget, list=at_end, target=target, money=analysis.money_ends)
    if budget is not None and binds == BY_BUDGET[budget.unit]:
        not_worth = analysis.most - chosen.items
        reserved = max(evidence.affordable(lead, budget) - analysis.most, 0)
    checks = [Checkpoint(stop, expected.value, expected.low, expected.high) for stop, expected in analysis.along]
    return WorkPlan(
        evidence.plan,
        evidence.bought(lead, chosen.items),
        round(float(lead.path.judged(evidence.whole_items))),
        evidence.n_sample,
        analysis.judged()[0],
        model=lead.name,
        binds=binds,
        checkpoints=rising(checks, chosen.found),
        places=chosen.items,
        not_worth=not_worth,
        reserved=reserved,
        answerer=analysis.answered_list.answerer if analysis.answered_list is not None else "",
        **_where(evidence, lead, chosen.items),
    )


def work_with_quotas(quota: QuotaPlan) -> WorkPlan | None:
    """Return how the recommended plan is carried out; None where nothing is recommended."""
    chosen, offer, budget = quota.chosen, quota.offer, quota.plan.budget
    if chosen is None or not chosen.items:
        return None
    whole = sum(stratum.evidence.whole_items for stratum in quota.strata)
    least = offer.least is not None and chosen.by_stratum == offer.least.by_stratum
    binds = _first_end(budget, list=chosen.items >= whole, quota=least, money=quota.plan.values is None)
    stops = quota.plan.work.checked_at(chosen.items)
    along = zip(stops, checked(quota, stops), strict=True)
    checks = [Checkpoint(stop, expected.value, expected.low, expected.high) for stop, expected in along]
    return WorkPlan(
        quota.plan,
        offer.bought(chosen.by_stratum),
        whole,
        quota.evidence.n_sample,
        chosen.items,
        source="file" if quota.listed else "strata",
        model=offer.name,
        binds=binds,
        checkpoints=rising(checks, chosen.found),
    )


def _where(evidence: Evidence, model: Ranked, items: float) -> dict[str, Any]:
    """Return where the order is: in the file of items, in a column of the user's own list, or nowhere yet."""
    scored, name, source = evidence.scored, model.name, "column"
    spec = next((output for output in evidence.plan.models if output.name == name != MIXTURE), None)
    column = {} if spec is None else {"column": spec.column, "order": _FIRST[spec.order]}
    listed = scored is not None and (scored.counted is not None or name in scored.rankings)
    if scored is not None and scored.counted is not None:
        rows, source = scored.counted.rows(name), "column" if spec else "queue"
        scores, weight = rows.score, rows.count.astype(np.float64)
    elif scored is not None and listed:
        order, source = scored.rankings[name].order, "file"
        scores, weight = scored.scores[name][1][order], scored.weight[order]
    elif spec is None:
        return {"source": "missing"}
    elif spec.order == "rank":
        return {"source": source, **column, "first_score": 1.0, "last_score": float(items)}
    else:
        # The top share of the list ends where that of the labelled items does.
        order = model.ranking.order
        scores, weight = model.score[order], np.ones(len(order))
        weight = weight if evidence.weight is None else evidence.weight[order]
        items = items / evidence.list_items * float(weight.sum())
    first, last = (_as_given(scores[row], spec) for row in (0, _row_of(weight, items)))
    return {"source": source, **column, "first_score": first if listed else None, "last_score": last}


def _row_of(weight: FloatArray, items: float) -> int:
    """Return the row that holds the last of so many items; ``weight``: how many items each row stands for.

    Beyond all of them the last row holds it.

    >>> _row_of(np.array([2.0, 2.0, 2.0]), 4), _row_of(np.array([2.0, 2.0, 2.0]), 4.5)
    (1, 2)
    """
    return min(int(np.searchsorted(np.cumsum(weight), items * (1 - 1e-12), side="left")), len(weight) - 1)


def _as_given(score: float, spec: ModelSpec | None) -> float | None:
    """Return a score as it stands in the user's column; None where an item has none."""
    if not np.isfinite(score):
        return None
    return float(score) if spec is None or spec.order == "higher" else 0.0 - float(score)


def work_of_defer(solution: DeferSolution) -> WorkPlan | None:
    """Return how what the model leaves is reviewed; None where it answers nothing, or leaves nothing."""
    alone, chosen, plan = solution.alone, solution.chosen, solution.plan
    items = math.floor(alone.left + 0.5)
    if not solution.used or solution.refusal or items < 1:
        return None
    # Nobody counts how many entries people find.
    plan = replace(plan, prices=replace(plan.prices, extra_per_entry=Decimal(0)))
    predictions, cutoff = chosen.predictions, chosen.cutoff
    no_column = chosen.name == MEAN or predictions.one_column
    source: Source = "queue" if alone.is_list else "missing" if no_column else "column"
    confidence = {model.name: model.confidence for model in plan.answering.models}.get(predictions.name, "")
    one_cutoff = cutoff is not None and np.isfinite(cutoff) and not predictions.members
    labelled, whole = solution.test.n_items, items + int(alone.alone) * alone.is_list
    return WorkPlan(
        plan,
        _left_and_mixed_in(
            solution, items, min(plan.work.tail_sample, whole - items), min(plan.work.control, labelled)
        ),
        whole,
        labelled,
        items,
        source=source,
        model=chosen.name,
        column=confidence or predictions.column,
        order="lowest" if confidence else "unsure",
        last_score=cutoff if one_cutoff else None,
        binds="list",
        counts="wrong",
        checkpoints=_wrong_answers(solution),
    )


def _left_and_mixed_in(solution: DeferSolution, items: int, random: int, control: int) -> Quantities:
    """Return what people are paid for that judge so many items the model leaves, random ones of the others, and control items.

    The random ones are as dear as what the model answers, and control items as all are, on average.
    """
    bench, amounts, alone = solution.bench, solution.bench.quantities, solution.alone
    left, answered = bench.count * ~alone.accepted, bench.count * alone.accepted
    weight = left * (items / left.sum()) + answered * (random / alone.alone) + bench.count * (control / bench.total)
    return Quantities(
        items + random + control, *(float(weight @ amounts[name]) for name in ("seconds", "units", "listed"))
    )


def _wrong_answers(solution: DeferSolution) -> tuple[Checkpoint, ...]:
    """Return how many of some accepted answers, drawn at random, may be wrong; none where items say less than their number.

    References
    ----------
    METHODS F8.
    """
    test, alone = solution.test, solution.alone
    seen = solution.chosen.counts.n_accepted
    if test.weight is not None or test.group is not None or alone.unlike or not alone.alone or not seen:
        return ()
    rate = min(alone.wrong.value / alone.alone, 1.0)
    looks = [n for n in LOOKS if n <= alone.alone]
    return rising([Checkpoint(n, rate * n, *forecast_interval(rate * seen, seen, n)) for n in looks])


def work_of_joint(joint: JointPlan) -> WorkPlan | None:
    """Return how the recommended plan is carried out; None where people judge nothing."""
    option, bench, budget = joint.option, joint.bench, joint.option.budget
    if joint.refusal or joint.unmet or not option.starts or not (option.items or bench.checks):
        return None
    at_end = option.left.value < 1 and option.queue_ends
    binds = _first_end(budget, list=at_end, money=joint.budget_ends or bool(worth_more(joint)))
    # Further items that the budget would pay for cost more than they bring.
    is_dear = binds in BY_BUDGET.values() and not joint.budget_ends
    source: Source = "queue" if bench.on_list else "missing"
    source = source if joint.answered_list is None else "answered"
    return WorkPlan(
        joint.plan,
        option.purse.bought(option.way.path, option.items, option.calls),
        int(joint.total * (1 + 1e-9)),
        joint.test.n_items,
        option.items,
        source=source,
        model=joint.name,
        binds=binds,
        counts="found" if option.unaided else "corrected",
        checkpoints=_corrections(joint) if option.items and not option.unaided else (),
        not_worth=max(option.most - option.items, 0) if is_dear else 0,
        answerer=option.rule.answerer,
    )


def _corrections(joint: JointPlan) -> tuple[Checkpoint, ...]:
    """Return how many answers of the model people should have changed by when.

    With an interval where the labelled items are drawn singly and stand for the list in proportion: of those that
    stand for the first items so many were wrong; where people err, their errors vary, too.

    References
    ----------
    METHODS F8, F9.
    """
    path, data = corrected_along(joint.option.way), joint.test
    alike = data.weight is None and data.group is None and not joint.bench.on_list and joint.plan.resamples
    stops = joint.plan.work.checked_at(joint.option.items)
    share = data.n_items / joint.total
    changed = path.read("change", stops).tolist()
    ends = [_ends(path, stop, share) if alike else (None, None) for stop in stops]
    return rising([Checkpoint(stop, n, *span) for stop, n, span in zip(stops, changed, ends, strict=True)])


def _ends(path: Path, stop: int, share: float) -> tuple[float, float]:
    """Return between how many answers are changed among the first items: the model's errors vary, and people's do."""
    names = ("wrong", "change", "step", "chance")
    wrong, change, step, chance = (float(path.read(name, stop)) for name in names)
    ends, people = forecast_interval(wrong * share, stop * share, stop), TWO_SIDED * math.sqrt(chance)
    below, above = (math.hypot(step / stop * (end - wrong), people) for end in ends)
    return max(change - below, 0.0), min(change + above, float(stop))


_ONCE = frozenset({"fixed", "model", "calls"})
"""What is paid before people begin."""


def days_of(hours: float, hours_a_week: Decimal) -> float:
    """Return how many days so many hours take at so many a week.

    >>> days_of(20.0, Decimal(10))
    14.0
    """
    return 7 * hours / float(hours_a_week)


def parts_by_year(days: float, start: str = "") -> tuple[Fraction, ...]:
    """Return which part of work that takes so many days, evenly, falls into each year; the parts add up to one.

    Of more years than :data:`MOST_YEARS` only one more is told.

    Parameters
    ----------
    days
        How long the work takes, above 0.
    start
        Its first day, as 2026-12-07; a year ends the day before the same day of the next. Empty: a year has 365 days.

    Examples
    --------
    >>> [str(one) for one in parts_by_year(730)], [str(one) for one in parts_by_year(500, "2027-03-01")]
    (['1/2', '1/2'], ['183/250', '67/250'])
    """
    length, ends = Fraction(days), [Fraction(0)]
    while ends[-1] < length and len(ends) <= MOST_YEARS + 1:
        ends.append(min(Fraction(_days_until(start, len(ends))), length))
    return tuple((later - earlier) / length for earlier, later in pairwise(ends))


def _days_until(start: str, years: int) -> int:
    """Return the days from the first one to its anniversary."""
    first = dt.date.fromisoformat(start) if start else dt.date.max
    if first.year + years > dt.MAXYEAR:  # no first day, or no calendar goes on for so long
        return 365 * years
    # Of 29 February it is 1 March.
    again = first.replace(year=first.year + years, day=1) + dt.timedelta(days=first.day - 1)
    return (again - first).days


def lines_by_year(
    lines: Sequence[BudgetLine], parts: Sequence[Fraction], rounded: Callable[[Decimal], Decimal]
) -> tuple[tuple[Decimal, ...], ...]:
    """Return the lines of a budget by year, and as the last row their sums; the years of a line add up to it exactly.

    What is paid before people begin falls into the first year, the indirect rate as the lines do that bear it, and all else
    as the work does. What is due by the end of a year is rounded, and the year has what of it was not due before.

    Parameters
    ----------
    lines
        Each as it is printed.
    parts
        Which part of the work falls into each year; they add up to one.
    rounded
        Rounds an amount to the smallest coin.

    Examples
    --------
    100 of work and 30 paid once over two years, and a tenth of both:

    >>> amounts = {"judgements": 100, "fixed": 30, "indirect": 13}
    >>> lines = [BudgetLine(key, "", Decimal(1), "", Decimal(n), Decimal(n)) for key, n in amounts.items()]
    >>> found = lines_by_year(lines, (Fraction(2, 3), Fraction(1, 3)), Prices().rounded)
    >>> [[str(amount) for amount in line] for line in found]
    [['66.67', '33.33'], ['30.00', '0.00'], ['9.67', '3.33'], ['106.34', '36.66']]
    """
    due, bearing = list(accumulate(parts)), [lines[place] for place in bearing_of(lines)]
    whole = Fraction(sum(line.amount for line in bearing))
    once = Fraction(sum(line.amount for line in bearing if line.key in _ONCE))
    rows = []
    for line in lines:
        # Which part of it is due by the end of each year.
        upto = [Fraction(1)] * len(due) if line.key in _ONCE else due
        if line.key == "indirect" and whole:
            upto = [(once + (whole - once) * part) / whole for part in due]
        exact = (Fraction(line.amount) * part for part in upto[:-1])
        due_by_then = [rounded(Decimal(part.numerator) / Decimal(part.denominator)) for part in exact]
        ends = [Decimal(0), *due_by_then, line.amount]
        rows.append(tuple(later - earlier for earlier, later in pairwise(ends)))
    return (*rows, tuple(sum(year, Decimal(0)) for year in zip(*rows, strict=True)))


def counted_in(hours: Sequence[float], unit: float, digits: int) -> list[float]:
    """Return hours in a longer unit of so many hours, to so many decimals.

    >>> counted_in([80.0, 4.0], 8.0, 1)
    [10.0, 0.5]
    """
    return [round(amount / unit, digits) for amount in hours]
