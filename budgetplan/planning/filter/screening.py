"""What an answerer would change that screens the top of the list before people review it (METHODS A).

Everything here is told by the labelled items, by share of the list, beside the recommended plan, which asks nobody: the
answers on the list itself are not known yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, Decimal
from typing import Literal

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.answerers import AmongPeople, Answerer, Answers
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import ANSWERS, MICRO, AfterCalls, Calls
from budgetplan.evidence.paths import Evidence, Ranked
from budgetplan.intervals.estimates import estimate
from budgetplan.metrics.ranking.path import Path, Ranking
from budgetplan.metrics.ranking.screening import (
    MOST_ENDS,
    PlanTerms,
    ScreenBlocks,
    ScreenedPlan,
    best_asked,
    best_in_each,
    best_screening,
    block_ends,
    make_blocks,
    mixed_up,
    queue_of,
    read_each,
    read_plan_at,
)
from budgetplan.metrics.resampling.paired import Resamples, batch_size, draws
from budgetplan.metrics.resampling.widening import widening

IN_RESAMPLES, IN_SEARCH = 60, 200
"""Blocks of the order in every resample, and where the price and the error are searched at which it drops out."""
MOST_COMPARED = MOST_ENDS
"""At most so many stops of the answerer are compared."""
CUTS_AGAIN = 8
"""So many of the cuts are chosen among in each resample."""
MOST_CUTS = 50
"""At most so many cuts of how sure an answerer is are compared, where the surest answers may stand."""
MOST_DRAWN = 50_000_000
"""Resamples times labelled items; of larger samples fewer resamples are drawn, never fewer than 200."""
HALVINGS = 18
NEVER = 2.0**60

Measure = Literal["net", "found"]


@dataclass(frozen=True)
class ScreenedBy:
    """One way of using an answerer, told on average.

    Attributes
    ----------
    asked, items, kept
        Items of the list that are asked about, reviewed, and taken over without a review.
    found, net
        Entries, and net value in currency units (None where entries have no worth), on these labels.
    spend
        Everything that is paid, as printed; None where it cannot be paid from the budget.
    calls
        What answers cost of it.
    """

    asked: int
    items: int
    kept: int
    found: float
    net: float | None
    spend: Decimal
    calls: Decimal


@dataclass(frozen=True)
class Screening:
    """What one answerer would change.

    Attributes
    ----------
    name, priced_on
        The answerer, and the day of its price (empty: nobody said).
    price
        What asking about one item costs on average, in currency units.
    unanswered, answered, right, called, called_right
        Labelled items without and with an answer; of these, answers that are right, that call an item positive, and
        that do so rightly.
    objective
        What plans are compared by: net value, or entries at the budget.
    with_it, without
        The best plan that may ask it, and the recommended plan, which does not.
    only
        The best plan in which it is asked about the whole list, without any model's order; None: beyond the budget.
    gain
        By how much more the objective is with it, its optimism taken off.
    optimism
        What choosing how much to ask and to review flatters itself by.
    found, found_without
        Entries with and without it, by share; None where nothing was resampled.
    highest_price
        Price of an answer above which the best plan on these labels does not ask it; None: it is not asked even for
        nothing; infinite: money limits nothing here.
    most_errors
        Share of its right answers that may be wrong before the best plan on these labels does not ask it; None: it is
        not asked as it is.
    among_people
        How it agrees with people beside how these agree; None where several judged nothing.
    """

    name: str
    priced_on: str
    price: Decimal
    unanswered: int
    answered: int
    right: int
    called: int
    called_right: int
    objective: Measure
    with_it: ScreenedBy
    without: ScreenedBy
    only: ScreenedBy | None
    gain: Estimate
    optimism: float
    found: Estimate
    found_without: Estimate
    highest_price: float | None
    most_errors: float | None
    among_people: AmongPeople | None = None

    @property
    def only_more(self) -> float:
        """By how much the net value is greater where it is asked about the whole list, without any model's order."""
        return 0.0 if self.only is None else (self.only.net or 0.0) - (self.without.net or 0.0)

    @property
    def pays(self) -> bool:
        """Whether asking it brings more than it costs, on average."""
        return self.with_it.asked > 0 and self.gain.value > 0


def screenings(evidence: Evidence, lead: Ranked, planned: int) -> tuple[Screening, ...]:
    """Return what each answerer of the plan would change beside reviewing the first ``planned`` items of a model.

    None where a target is wanted, or neither a worth nor a budget is given: then there is nothing to compare by.
    """
    plan = evidence.plan
    if plan.target is not None or (plan.values is None and plan.budget is None):
        return ()
    every = zip(plan.answerers, evidence.answers, strict=False)
    return tuple(_Screen(evidence, lead, planned, *one).told() for one in every)


def terms_of(plan: Plan, model_cost: Decimal) -> PlanTerms:
    """Return how plans are measured, in millionths of the currency unit.

    >>> from budgetplan.domain.plan import Columns
    >>> terms_of(Plan("t.csv", Columns("gold"), ("y",), ()), Decimal(2)).once
    2000000.0
    """
    prices, budget = plan.prices, plan.budget
    said = PlanTerms(
        objective="net" if plan.values is not None else "found",
        once=float(prices.once(model_cost)) * MICRO,
        by_cost=float(prices.per_direct),
        by_price=float(prices.onward(ANSWERS)),
    )
    if budget is None:
        return said
    if budget.unit == "items":
        return replace(said, limit=float(budget.amount), limited="items")
    if budget.unit == "hours":
        return replace(said, limit=float(budget.amount * 3600), limited="seconds")
    limit = float(budget.amount) * MICRO
    return replace(said, limit=limit, limited="annotation" if budget.covers == "annotation" else "total")


class _Screen:
    """One answerer beside one model's recommended stop."""

    def __init__(
        self, evidence: Evidence, lead: Ranked, planned: int, answerer: Answerer, said: Answers
    ) -> None:
        self.evidence, self.lead, self.planned = evidence, lead, planned
        self.answerer, self.said = answerer, said
        self.terms = terms_of(evidence.plan, lead.cost)
        self.unit = MICRO if self.terms.objective == "net" else 1.0
        n = evidence.n_sample
        weight = np.ones(n) if evidence.weight is None else evidence.weight
        self.weight: FloatArray = weight * (evidence.list_items / weight.sum())
        self.called = (said.answer == 1).astype(np.float64)
        self.answered = (said.answer >= 0).astype(np.float64)
        label = evidence.measures["positives"]
        self.right = self.answered * (self.called == label)
        self.measures = {
            "cost": evidence.measures["cost"],
            "gain": evidence.measures["value"] * MICRO,
            "found": label,
        }
        if self.terms.limited == "seconds":
            self.measures["seconds"] = evidence.measures["seconds"]
        self.standing = None if evidence.standing is None else evidence.standing * MICRO

    def told(self) -> Screening:
        kept, best = self._best()
        stays = self._read(0.0, float(self.planned), kept)
        chosen = best if best.asked > 0 else stays
        gain, optimism, found, without = self._noise(chosen, stays, kept)
        one, alone = self._printed(chosen, kept), self._printed(stays, np.zeros_like(kept))
        weigh = self.evidence.weight if self.evidence.weight is not None else np.ones(len(self.called))
        price = float(self.said.cost @ weigh) / float(weigh.sum()) / MICRO
        return Screening(
            name=self.answerer.name,
            priced_on=self.answerer.priced_on,
            price=_price(price),
            unanswered=int((self.answered == 0).sum()),
            answered=int(self.answered.sum()),
            right=int(self.right.sum()),
            called=int(self.called.sum()),
            called_right=int((self.called * self.right).sum()),
            objective=self.terms.objective,
            with_it=one,
            without=alone,
            only=self._only(kept),
            gain=gain,
            optimism=optimism,
            found=found,
            found_without=without,
            highest_price=self._highest_price(kept, price),
            most_errors=self._most_errors(kept) if best.asked > 0 else None,
            among_people=self.said.among_people,
        )

    def _blocks(
        self,
        kept: FloatArray,
        most: int = MOST_ENDS,
        weight: FloatArray | None = None,
        *,
        ranking: Ranking | None = None,
        called: FloatArray | None = None,
        price: FloatArray | None = None,
    ) -> ScreenBlocks:
        ranking = self.lead.ranking if ranking is None else ranking
        called = self.called if called is None else called
        return make_blocks(
            ranking.order,
            block_ends(ranking, self.evidence.weight, most),
            self.weight if weight is None else weight,
            self.measures,
            (called, self.said.cost if price is None else price, np.minimum(kept, called)),
            self.standing,
        )

    def _kept(self) -> Iterator[FloatArray]:
        """Yield whose answers may stand: nobody's; where the plan allows it all positives, or the surest of them."""
        yield np.zeros(len(self.called))
        if self.answerer.accept == "all":
            yield self.called
        sure = self.said.confidence
        if self.answerer.accept != "confident" or sure is None:
            return
        cuts = np.unique(sure[(self.called > 0) & ~np.isnan(sure)])
        if len(cuts) > MOST_CUTS:
            cuts = cuts[np.linspace(0, len(cuts) - 1, MOST_CUTS).astype(np.int64)]
        for cut in cuts.tolist():
            # What is not known is below every cut.
            yield self.called * (np.nan_to_num(sure, nan=-np.inf) >= cut)

    def _best(self) -> tuple[FloatArray, ScreenedPlan]:
        """Return whose answers stand, and the best plan on these labels; the first of equal ones."""
        every = list(self._kept())
        most = MOST_ENDS if len(every) < 3 else IN_SEARCH
        plans = [best_screening(self._blocks(kept, most), self.terms) for kept in every]
        worth = [self._worth(plan) for plan in plans]
        place = int(np.argmax(np.array(worth) >= max(worth) - 1e-12 * max(1.0, *map(abs, worth))))
        return every[place], plans[place]

    def _worth(self, plan: ScreenedPlan) -> float:
        return plan.net if self.terms.objective == "net" else plan.found

    def _read(self, asked: float, items: float, kept: FloatArray) -> ScreenedPlan:
        return read_plan_at(self._blocks(kept), self.terms, asked, items)

    def _only(self, kept: FloatArray) -> ScreenedBy | None:
        """Return the best plan in which the whole list is asked about, its positives in no order."""
        n = len(self.called)
        blocks = self._blocks(kept, ranking=Ranking(np.arange(n), np.array([n])))
        whole = float(blocks.whole["items"].sum())
        found = best_asked(blocks, self.terms, whole)
        return None if found is None else self._printed(found, kept, np.arange(n))

    def _printed(
        self, plan: ScreenedPlan, kept: FloatArray, unordered: np.ndarray | None = None
    ) -> ScreenedBy:
        """Return a plan with its spend as budget lines print it."""
        evidence, prices = self.evidence, self.evidence.prices
        ranking = self.lead.ranking if unordered is None else Ranking(unordered, np.array([len(unordered)]))
        billed = {name: evidence.measures[name] for name in ("seconds", "units", "listed", "positives")}
        blocks = make_blocks(
            ranking.order,
            block_ends(ranking, evidence.weight),
            self.weight,
            billed | {"found": evidence.measures["positives"], "gain": self.measures["gain"]},
            (self.called, self.said.cost, kept),
            self.standing,
        )
        queue, _ = queue_of(blocks, np.asarray(plan.asked))
        path = Path(queue["items"], queue)
        asked, items = round(plan.asked), round(plan.items)
        read = {name: path.read(name, np.array([float(items)])) for name in billed}
        # The price of one, not of the part of one that rounding leaves out.
        each = _price(plan.price / MICRO / plan.asked) if asked else Decimal(0)
        calls = Calls(self.answerer.name, asked, each)
        bought = AfterCalls(np.array([items]), **read, asked=calls)
        cost = self.lead.cost if unordered is None else Decimal(0)
        left = evidence.left_value(self.lead)
        return ScreenedBy(
            asked=asked,
            items=items,
            kept=round(plan.kept),
            found=plan.found,
            net=plan.net / MICRO + left if evidence.plan.values is not None else None,
            spend=prices.printed_total(bought, cost),
            calls=calls.amount,
        )

    def _noise(
        self, chosen: ScreenedPlan, stays: ScreenedPlan, kept: FloatArray
    ) -> tuple[Estimate, float, Estimate, Estimate]:
        """Return the gain with its interval, its optimism, and the entries with it and without it."""
        ahead = self._worth(chosen) - self._worth(stays)
        plan, n = self.evidence.plan, self.evidence.n_sample
        if not plan.resamples:
            return Estimate(ahead / self.unit), 0.0, Estimate(chosen.found), Estimate(stays.found)
        gains, lucky, found, without = [], [], [], []
        count, every_kept = replace(self.terms, objective="found"), list(self._kept())
        few = [every_kept[at] for at in {*np.linspace(0, len(every_kept) - 1, CUTS_AGAIN).astype(np.int64)}]
        for weight in self._draws(n, plan.resamples):
            blocks = self._blocks(kept, IN_RESAMPLES, weight)

            def read(one: ScreenedPlan, terms: PlanTerms, blocks: ScreenBlocks = blocks) -> FloatArray:
                size = np.ones(len(blocks.price))
                return read_each(blocks, terms, one.asked * size, one.items * size)

            here = [read(one, self.terms) for one in (chosen, stays)]
            gains.append(here[0] - here[1])
            # Luck: by how much each draw's own best plan is worth more there, with the answerer beyond without it.
            every = [self._blocks(each, IN_RESAMPLES, weight) for each in few]
            best = np.max([best_in_each(each, self.terms) for each in every], axis=0)
            lucky.append(best - here[0] - (best_in_each(blocks, self.terms, may_ask=False) - here[1]))
            found.append(read(chosen, count))
            without.append(read(stays, count))
        gain, by = np.concatenate(gains) / self.unit, widening(self.evidence.n_groups)
        luck = max(float(np.concatenate(lucky).mean()) / self.unit, 0.0) if chosen.asked else 0.0
        return (
            estimate(float(gain.mean()) - luck, gain - luck, by),
            luck,
            estimate(chosen.found, np.concatenate(found), by, least=0.0),
            estimate(stays.found, np.concatenate(without), by, least=0.0),
        )

    def _draws(self, n: int, times: int) -> Iterator[FloatArray]:
        """Yield resamples as weights that add up to the list: the same ones in which models are compared."""
        evidence = self.evidence
        share = evidence.sample.share
        balance = None if share is None else (evidence.measures["positives"], share)
        some = min(times, max(200, MOST_DRAWN // n))
        seed, group, weight, part = evidence.plan.seed, evidence.group, evidence.weight, evidence.stratum
        how = Resamples(n, some, seed, group, weight, balance=balance, stratum=part)
        if evidence.basis == "list" and evidence.group is None:
            how = replace(how, list_size=evidence.whole_items)
        for drawn in draws(how, batch_size(n)):
            weight = drawn.astype(np.float64)
            total = weight.sum(axis=1, keepdims=True)
            yield weight * np.divide(evidence.list_items, total, out=np.zeros_like(total), where=total > 0)

    def _highest_price(self, kept: FloatArray, price: float) -> float | None:
        """Return the price of an answer above which the best plan does not ask for any, in currency units."""
        if self.terms.objective == "found" and self.terms.limited in {"items", "seconds"}:
            return np.inf
        each = self.said.cost if price else np.ones(len(self.called))
        unit = price or 1 / MICRO

        def asks(times: float) -> bool:
            return best_screening(self._blocks(kept, IN_SEARCH, price=each * times), self.terms).asked > 0

        if not asks(0.0):
            return None
        low, high = 0.0, 1.0
        while asks(high):
            low, high = high, high * 2
            if high > NEVER:
                return np.inf
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if asks(middle) else (low, middle)
        return low * unit

    def _most_errors(self, kept: FloatArray) -> float:
        """Return the share of right answers that may turn wrong before the best plan does not ask for any."""

        def asks(share: float) -> bool:
            called = mixed_up(self.called, self.right, self.answered, share)
            stands = kept * (1 - share * self.right)
            return best_screening(self._blocks(stands, IN_SEARCH, called=called), self.terms).asked > 0

        low, high = 0.0, 1.0
        for _ in range(HALVINGS // 2):
            middle = (low + high) / 2
            low, high = (middle, high) if asks(middle) else (low, middle)
        return low


def _price(price: float) -> Decimal:
    """Return a price in whole millionths, rounded up as that of one item is.

    >>> _price(0.0020000000001), _price(0.00000123)
    (Decimal('0.002000'), Decimal('0.000002'))
    """
    exact = Decimal(repr(round(price, 12)))
    return exact.quantize(Decimal("0.000001"), ROUND_CEILING)
