"""What an answerer would change that reads items of a ranked list before people do (METHODS 0.12, A).

It stands beside the recommended plan, which asks nobody, in the same draws. Asked of an item, an answerer says that it is an
entry, that it is none, or nothing; then people review it, its answer stands, or nobody looks at it: whatever is worth most.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.answers import EQUAL, LOWEST
from budgetplan.core.asking import ListAnswers, draw_along, levels
from budgetplan.core.path import Path, Ranking, make_path, rank
from budgetplan.domain.answerers import Answerer, Answers
from budgetplan.domain.decision import Estimate
from budgetplan.domain.prices import MICRO, Calls, Tariff
from budgetplan.lists.forecast import ScoredList
from budgetplan.models.value import item_weights
from budgetplan.plans.answerers import KnownAnswerer, known_answerer
from budgetplan.plans.purse import MEASURES, Purse, calls_of
from budgetplan.plans.review_reading import DrawnOrder

SCARCE = (0.5, 0.7, 1.0, 1.4, 2.0)
"""Where money ends the review it is worth more than itself: about so many times what it brings at the plan's stop."""
_SLACK = 1e-9

Measure = Literal["net", "found"]


@dataclass(frozen=True)
class ScreenedBy:
    """One way of using an answerer.

    Attributes
    ----------
    asked, items, kept
        Items of the list that are asked about, reviewed, and taken over without a review.
    found, net
        Entries to expect, and net value in currency units, luck taken off (None where entries have no worth).
    spend
        Everything that is paid, as printed.
    calls
        What answers cost of it.
    places
        First and last place, from 1, of each stretch of the order whose items are asked about.
    """

    asked: int
    items: int
    kept: int
    found: Estimate
    net: float | None
    spend: Decimal
    calls: Decimal
    places: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Screening:
    """What one answerer would change.

    Attributes
    ----------
    known
        How often it is right among the labelled items, what it costs, and at which price and share of errors nobody would
        ask it.
    called, called_right
        Labelled items that it calls entries, and those of them that are.
    objective
        What plans are compared by: net value, or entries at the budget.
    with_it, without
        The best plan that may ask it, and the recommended plan, which does not.
    only
        The best plan in which it is asked about the whole list, without any model's order; None: beyond the budget.
    gain
        By how much more the objective is with it, luck taken off.
    luck
        What was taken off.
    """

    known: KnownAnswerer
    called: int
    called_right: int
    objective: Measure
    with_it: ScreenedBy
    without: ScreenedBy
    only: ScreenedBy | None
    gain: Estimate
    luck: float

    @property
    def net_more(self) -> float:
        """By how much the net value is greater with it."""
        return (self.with_it.net or 0.0) - (self.without.net or 0.0)

    @property
    def only_more(self) -> float:
        """By how much the net value is greater where it is asked about the whole list, without any model's order."""
        return 0.0 if self.only is None else (self.only.net or 0.0) - (self.without.net or 0.0)

    @property
    def pays(self) -> bool:
        """Whether asking it brings more than it costs, on average."""
        return self.with_it.asked > 0 and self.gain.value > 0

    def items_to_ask(self, scored: ScoredList | None, model: str) -> list[str]:
        """Return the items of a list that it is asked about, in the order of a model; none where asking does not pay."""
        if not self.pays or scored is None or model not in scored.rankings or not scored.ids:
            return []
        order = scored.rankings[model].order
        place = np.cumsum(scored.weight[order]) - scored.weight[order] / 2
        first, last = np.array(self.with_it.places).T
        asked = order[((place[:, None] > first - 1) & (place[:, None] < last)).any(axis=1)]
        return [scored.ids[row] for row in asked.tolist()]


def screenings(reading: DrawnOrder, planned: int) -> tuple[Screening, ...]:
    """Return what each answerer of the plan would change beside reviewing the first ``planned`` items.

    None where a target is wanted, or neither a worth nor a budget is given: then there is nothing to compare by.
    """
    plan, answers = reading.evidence.plan, reading.evidence.answers
    if not answers or plan.target is not None or (plan.values is None and plan.budget is None):
        return ()
    cells = _Cells(reading, planned)
    return tuple(_screening(cells, *each) for each in zip(plan.answerers, answers, strict=True))


Both = tuple[FloatArray, FloatArray]
"""What holds of entries, and of other items; shape (B, K) each, or what spreads to it."""
_ONES: Both = np.ones(1), np.ones(1)
_ENTRIES: Both = np.ones(1), np.zeros(1)


class _Cells:
    """The recommended order in K cells: what each holds in every draw, to expect and by the list's own chance, (B, K).

    ``seen``, ``stands``: what an entry, and another item, is worth if people see it, or if an answer stands that calls it
    an entry; in currency units where entries have a worth, else in entries. ``each``: what an item takes, shape (K,);
    ``plain``: what the recommended plan comes to.
    """

    def __init__(self, reading: DrawnOrder, planned: int) -> None:
        evidence, lead, ends = reading.evidence, reading.lead, reading.draws.ends
        self.reading, self.planned, self.valued = reading, np.array([float(planned)]), reading.valued
        self.count = np.diff(ends)
        self.entry, self.by_chance = np.diff(reading.draws.rates), np.diff(reading.draws.found)
        self.each = {
            name: np.diff(lead.path.read(name, ends)) / self.count for name in ("cost", *MEASURES[:3])
        }
        self.each["cost"] -= evidence.extra_micros * self.entry.mean(axis=0) / self.count
        unit = "money" if evidence.plan.budget is None else evidence.plan.budget.unit
        counted = {
            "money": self.each["cost"],
            "hours": self.each["seconds"],
            "items": np.ones(len(self.count)),
        }
        self.each["counted"], self.money = counted[unit], unit == "money"
        self.seen = self.stands = _ENTRIES
        self.plain = float(reading.draws.expected(self.planned)[0])
        if self.valued:
            self.plain = float(reading.mean_net(self.planned)[0])
            worths = [evidence.worths[name] for name in ("value", "standing")]
            first, last = worths[0].edges[:-1, None], worths[0].edges[1:, None]
            inside = np.maximum(np.minimum(ends[1:], last) - np.maximum(ends[:-1], first), 0.0) / self.count
            self.seen, self.stands = ((each.entry @ inside, each.other @ inside) for each in worths)
        if evidence.own is not None:
            place, held = evidence.own.standing(lead.name)
        else:
            order, held = lead.ranking.order, item_weights(evidence.n_sample, evidence.weight)
            place, held = lead.place[order], held[order] * (evidence.list_items / held.sum())
        middle = np.searchsorted(np.cumsum(held), (ends[1:] + ends[:-1]) / 2)
        self.place = place[np.minimum(middle, len(place) - 1)]

    def of(self, worth: Both, entry: FloatArray) -> Both:
        """Return what the entries, and the other items, of each cell come to in every draw."""
        return entry * worth[0], (self.count - entry) * worth[1]

    def taken(self, scarce: float, tariff: Tariff) -> tuple[FloatArray, float]:
        """Return what a review takes of the objective, shape (K,), and what one of an entry takes beside."""
        rate = tariff.rate * self.valued
        extra = (rate + scarce * self.money) * self.reading.evidence.extra_micros
        return rate * self.each["cost"] + scarce * self.each["counted"], extra

    def scarce(self) -> list[float]:
        """Return what a unit of what the budget counts may be worth beside itself: for each one plan is made."""
        reading = self.reading
        if reading.evidence.plan.budget is None or (self.valued and reading.best() <= self.planned[0]):
            return [0.0]
        at = int(np.searchsorted(reading.draws.ends, self.planned[0], side="right")) - 1
        at = min(at, len(self.count) - 1)
        each, extra = self.taken(0.0, Purse(reading.evidence.plan.prices).tariff)
        entry, other = (
            amount.mean(axis=0)[at] for amount in self.of((self.seen[0] - extra, self.seen[1]), self.entry)
        )
        margin = float((entry + other) / self.count[at] - each[at])
        margin = max(margin, 0.0) / max(float(self.each["counted"][at]), LOWEST)
        return [margin * times for times in SCARCE] + [0.0] * self.valued


@dataclass(frozen=True, eq=False)
class _Planned:
    """A plan that asks somebody about some of K cells of the list, with M outcomes.

    ``asked``: shape (K,); ``kept``: shape (K, M), whose answers stand; ``shares``: shape (K, M + 1), which share of each
    outcome people review, and of items that nobody is asked about, along ``path``. ``mean``: of the objective;
    ``ends``: whether money ends the review; ``scarce``: what a unit of what the budget counts was taken to be worth
    beside itself; ``cut``: the level from which on answers stand that call an item an entry.
    """

    asked: BoolArray
    kept: BoolArray
    shares: FloatArray
    path: Path
    purse: Purse
    calls: Calls
    reviewed: int
    spend: Decimal
    mean: float
    ends: bool
    scarce: float
    cut: int


@dataclass(frozen=True, eq=False)
class _Asking:
    """One answerer: what it says of each cell, and what may follow.

    ``split``: items, entries, and the worth of a review and of an answer that stands, of each outcome and of all, shape
    (K, M + 1); ``pooled``: the same where what it says is as likely at all places; ``price``: of a call, in millionths;
    ``cuts``: levels from which on answers may stand that call an item an entry: of each plans are made. Chosen for every
    place by itself, what stood was promised to gain 98 where it gained 62.
    """

    cells: _Cells
    spec: Answerer
    said: ListAnswers
    split: tuple[FloatArray, ...]
    pooled: tuple[FloatArray, ...]
    price: float
    cuts: tuple[int, ...]

    @classmethod
    def of(cls, cells: _Cells, spec: Answerer, answers: Answers, price: float) -> _Asking | None:
        """Return an answerer; None where it says yes of entries no more often than of others: then it changes nothing."""
        evidence, lead = cells.reading.evidence, cells.reading.lead
        entry = evidence.measures["positives"]
        yes = np.sign(answers.answer - 0.5) * (answers.answer >= 0)
        if not np.cov(yes, entry, aweights=evidence.weight)[0, 1] > _SLACK:
            return None
        level, draws = levels(answers.confidence, evidence.n_sample), len(cells.entry)
        sample = replace(evidence.sample, place=lead.place)
        said = draw_along(answers.answer, level, sample, cells.place, draws, evidence.plan.seed)
        amounts = [cells.of(worth, cells.entry) for worth in (_ONES, _ENTRIES, cells.seen, cells.stands)]
        split, pooled = (
            tuple(
                np.column_stack([said.split(*amount, pooled=pooled), (amount[0] + amount[1]).mean(axis=0)])
                for amount in amounts
            )
            for pooled in (False, True)
        )
        none = said.chance.shape[-1] // 2
        least = {"all": (0, none), "confident": tuple(range(1, none + 1))}
        return cls(cells, spec, said, split, pooled, price, least.get(spec.accept, (none,)))

    def stand(self, cut: int) -> BoolArray:
        """Return which outcomes stand, shape (M,)."""
        outcome = np.arange(self.said.chance.shape[-1])
        return (outcome >= cut) & (outcome < len(outcome) // 2)

    def call(self, scarce: float, tariff: Tariff) -> float:
        """Return what a call takes of the objective."""
        return (tariff.calls * self.cells.valued + scarce * self.cells.money) * self.price

    def plans(self) -> tuple[list[_Planned], list[_Planned]]:
        """Return plans that ask, and those that ask about everything and review in no order, as far as they can be paid.

        An item is asked about where the best of what may follow is worth more than not asking and the call, those that gain
        most first, while the money lasts. People review by what an item is then expected to be worth. All this is chosen
        as if what it says were as likely at all places: chosen by what it is in each tenth, the plans followed the chance
        of the labels; in known worlds of 250 labels and a barely useful answerer they lost 3.6 where they now gain 9.3.
        """
        cells, (items, entries, seen, stands) = self.cells, self.pooled
        plan, made, alone = cells.reading.evidence.plan, [], []
        purse = Purse(plan.prices, Decimal(repr(float(cells.reading.lead.cost))))
        without = Purse(plan.prices)
        key, everything = seen / np.maximum(items, LOWEST), np.ones(len(items), dtype=bool)
        together = np.tile(seen.sum(axis=0) / np.maximum(items.sum(axis=0), LOWEST), (len(items), 1))
        for cut in self.cuts:
            stand = self.stand(cut)
            for scarce in cells.scarce():
                each, extra = cells.taken(scarce, purse.tariff)
                best = np.maximum(seen - each[:, None] * items - extra * entries, 0.0)
                after = np.where(stand, stands[:, :-1], best[:, :-1]).sum(axis=1)
                gain = after - best[:, -1] - self.call(scarce, purse.tariff) * cells.count
                order = np.argsort(-np.round(gain / cells.count, EQUAL), kind="stable")
                order = order[gain[order] > _SLACK]
                within = np.cumsum(cells.count[order]) * self.price <= purse.for_calls(plan.budget) * (
                    1 + _SLACK
                )
                asked = np.zeros(len(cells.count), dtype=bool)
                asked[order[within]] = True
                made.append(self._planned(asked, cut, key, purse, scarce))
            alone.append(self._planned(everything, cut, together, without, 0.0))
        return [one for one in made if one is not None], [one for one in alone if one is not None]

    def _planned(
        self, asked: BoolArray, cut: int, key: FloatArray, purse: Purse, scarce: float
    ) -> _Planned | None:
        """Return where people stop that review by a key what no answer settles."""
        cells, (items, entries, seen, stands) = self.cells, self.split
        budget, extra = cells.reading.evidence.plan.budget, cells.reading.evidence.extra_micros
        number, kept = float(cells.count[asked].sum()), asked[:, None] & self.stand(cut)
        calls = calls_of(self.spec.name, number, number * self.price) if number else None
        if calls is None or not purse.pays(calls, budget):
            return None
        rows = np.nonzero(np.column_stack([asked[:, None] & ~kept, ~asked]) & (items > _SLACK))
        measures = {name: each[rows[0]] for name, each in cells.each.items()}
        measures["positives"], measures["gain"] = (each[rows] / items[rows] for each in (entries, seen))
        measures["cost"] = measures["cost"] + extra * measures["positives"]
        measures["counted"] = measures["cost"] if cells.money else measures["counted"]
        queue = rank(np.round(key[rows], EQUAL), measures["cost"]) if len(rows[0]) else Ranking(*rows)
        path = make_path(queue, items[rows], measures)
        stop = most = purse.affordable(path, budget, calls)
        if cells.valued:
            best = purse.best_stop(path, most, _SLACK, calls)
            idle = float(purse.total(path, 0, used=True, calls=calls))
            stop = best[0] if best is not None and best[1] - best[2] > -idle else 0
        spend = purse.total(path, stop, used=True, calls=calls)
        mean = float(stands[:, :-1][kept].sum() + path.read("gain", stop)) - float(spend) * cells.valued
        ends = stop == most and most + 1 < path.n_items
        part = np.clip((stop - path.items[:-1]) / np.maximum(np.diff(path.items), LOWEST), 0.0, 1.0)
        shares = np.zeros_like(items)
        in_turn = tuple(index[queue.order] for index in rows)
        shares[in_turn] = np.repeat(part, np.diff(queue.ends, prepend=0))
        return _Planned(asked, kept, shares, path, purse, calls, stop, spend, mean, ends, scarce, cut)

    def luck(self, made: _Planned) -> float:
        """Return what choosing whom to ask about what, and whom people review, owes to luck, tenth by tenth of the places.

        References
        ----------
        METHODS 0.8: the mean over the draws of what each one's own choice, made as the plan's is, gains there, less what
        the same choice gains in the mean of all.
        """
        cells, said, tariff = self.cells, self.said, made.purse.tariff
        each, extra = cells.taken(made.scarce, tariff)
        tenth = (said.part[:, None] == np.arange(said.chance.shape[2])) * 1.0
        seen = cells.of((cells.seen[0] - each - extra, cells.seen[1] - each), cells.entry)

        def by_outcome(worth: Both, chance: FloatArray) -> FloatArray:
            """Return what a worth comes to in each draw, tenth and outcome, (B, P, M)."""
            entry, other = ((amount @ tenth)[..., None] for amount in worth)
            return np.asarray(chance[:, 1] * entry + chance[:, 0] * other)

        kept = cells.of(cells.stands, cells.entry)
        stand, pooled = self.stand(made.cut), said.pooled[:, :, None]
        reviewed = by_outcome(seen, pooled)
        chosen = np.where(stand, by_outcome(kept, pooled), np.maximum(reviewed, 0.0)).sum(axis=-1)
        worth = np.where(stand, by_outcome(kept, said.chance), by_outcome(seen, said.chance))
        follows = stand | (reviewed > 0)
        ends = cells.reading.draws.ends
        passed = np.clip((cells.planned - ends[:-1]) / cells.count, 0.0, 1.0)[:, None]
        plain = (seen[0] + seen[1]) @ (tenth * passed)
        asks = chosen - plain > self.call(made.scarce, tariff) * (cells.count @ tenth)
        more = ((worth - worth.mean(axis=0)) * follows).sum(axis=-1) - (plain - plain.mean(axis=0))
        return max(float((more * asks).sum(axis=1).mean()), 0.0)

    def best(self) -> tuple[_Planned | None, float]:
        """Return the best plan that asks, and what it owes to luck; None where it gains no more than that."""
        made, alone = self.plans()
        top = max([*made, *alone], key=lambda one: one.mean, default=None)
        tie = _SLACK * max(1.0, abs(self.cells.plain))
        if top is None or top.mean <= self.cells.plain + tie:
            return None, 0.0
        owed = self.luck(top)
        return (top, owed) if top.mean - owed > self.cells.plain + tie else (None, 0.0)

    def read(self, made: _Planned, entry: FloatArray) -> Both:
        """Return the objective of a plan, and the entries it finds, in every draw, shape (B,) each.

        Where the queue of a draw holds more items than are expected, they are paid; where money ends the review, as many
        fewer are reviewed, at what an item brings there.
        """
        cells, path, share = self.cells, made.path, made.shares

        def people(worth: Both) -> FloatArray:
            amount = cells.of(worth, entry)
            return self.said.read(*amount, share[:, :-1]) + (amount[0] + amount[1]) @ share[:, -1]

        def kept(worth: Both) -> FloatArray:
            return self.said.read(*cells.of(worth, entry), made.kept.astype(np.float64))

        near = np.clip(made.reviewed * np.array([0.98, 1.02]), 0.0, path.n_items)

        def brings(measure: str) -> float:
            return float(np.diff(path.read(measure, near))[0] / max(near[1] - near[0], LOWEST))

        surplus, confirmed = people(_ONES) - made.reviewed, people(_ENTRIES)
        confirmed = confirmed - surplus * brings("positives") * made.ends
        found = confirmed + kept(_ENTRIES)
        if not cells.valued:
            return found, found
        rate = made.purse.tariff.rate
        paid = float(made.spend) + surplus * (brings("gain") if made.ends else rate * brings("cost"))
        paid += rate * cells.reading.evidence.extra_micros * (confirmed - confirmed.mean())
        return people(cells.seen) + kept(cells.stands) - paid, found

    def printed(self, made: _Planned, net: float | None) -> ScreenedBy:
        """Return a plan as it is printed; ``net``: of all."""
        kept = float(self.split[0][:, :-1][made.kept].sum())
        found, drawn = (self.read(made, each)[1] for each in (self.cells.entry, self.cells.by_chance))
        most = made.reviewed + kept if made.ends else np.inf
        turns = np.flatnonzero(np.diff(np.concatenate([[False], made.asked, [False]]).astype(np.int64)))
        edges = np.rint(self.cells.reading.draws.ends[turns]).astype(np.int64)
        return ScreenedBy(
            asked=made.calls.items,
            items=made.reviewed,
            kept=round(kept),
            found=self.cells.reading.estimate(float(found.mean()), drawn, least=0.0, most=most),
            net=net,
            spend=made.spend,
            calls=made.calls.amount,
            places=tuple((first + 1, last) for first, last in edges.reshape(-1, 2).tolist() if last > first),
        )


def _screening(cells: _Cells, spec: Answerer, answers: Answers) -> Screening:
    """Return what one answerer would change."""
    reading, evidence, plain = cells.reading, cells.reading.evidence, cells.plain
    truth = evidence.measures["positives"].astype(np.int64)
    weight = item_weights(len(truth), evidence.weight)
    price = float(np.average(answers.cost, weights=weight))
    asking = _Asking.of(cells, spec, answers, price)
    top, owed = (None, 0.0) if asking is None else asking.best()

    def gain(answer: IntArray | None, flat: float | None) -> float:
        changed = asking
        if answer is not None:
            changed = _Asking.of(cells, spec, replace(answers, answer=answer), price)
        if changed is not None and flat is not None:
            changed = replace(changed, price=flat * MICRO)
        if changed is not None and top is not None:
            changed = replace(changed, cuts=(top.cut,))
        best, luck = (None, 0.0) if changed is None else changed.best()
        return 0.0 if best is None else best.mean - luck - plain

    stays = reading.at(int(cells.planned[0]))
    net = None if stays.net is None else stays.net.value
    without = ScreenedBy(0, stays.items, 0, stays.found, net, stays.spend, Decimal(0))
    with_it, only, more = without, None, Estimate(0.0)

    def net_of(made: _Planned) -> float | None:
        """Return the net value of a plan; of what it gains as large a part is luck as of the best one's gain."""
        gained = made.mean - plain
        part = owed / (top.mean - plain) if top is not None and gained > 0 else 0.0
        return None if net is None else net + gained * (1 - part)

    if asking is not None:
        alone = max(asking.plans()[1], key=lambda one: one.mean, default=None)
        only = None if alone is None else asking.printed(alone, net_of(alone))
    if asking is not None and top is not None:
        with_it = asking.printed(top, net_of(top))
        stop = reading.net(cells.planned) if cells.valued else reading.draws.at(cells.planned)
        more = reading.estimate(top.mean - plain, asking.read(top, cells.by_chance)[0] - stop[:, 0])
        more = Estimate(more.value - owed, None if more.low is None else more.low - owed, more.high)
    called = answers.answer == 1
    tie = _SLACK * max(1.0, abs(plain))
    return Screening(
        known=known_answerer(spec, answers, truth, weight, evidence.plan.seed, gain, tie=tie),
        called=int(called.sum()),
        called_right=int((called & (truth == 1)).sum()),
        objective="net" if cells.valued else "found",
        with_it=with_it,
        without=without,
        only=only,
        gain=more,
        luck=owed,
    )
