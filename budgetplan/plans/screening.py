"""What an answerer would change that reads items of a ranked list before people do (METHODS A).

It stands beside the recommended plan, which asks nobody, in the same draws. Asked of an item, an answerer says that it is an
entry, that it is none, or nothing; then people review it, its answer stands, or nobody looks at it: whatever is worth most.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.core.answers import EQUAL, LOWEST
from budgetplan.core.asking import draw_along, levels
from budgetplan.core.path import Path, Ranking, make_path, rank
from budgetplan.core.stops import SAFE, interval, spread
from budgetplan.domain.decision import Estimate
from budgetplan.domain.items import Answerer, Answers
from budgetplan.domain.prices import MICRO, Calls, exact
from budgetplan.domain.review import Band, Course
from budgetplan.lists.evidence import BILLED
from budgetplan.lists.forecast import ScoredList
from budgetplan.models.value import item_weights
from budgetplan.plans.answerers import KnownAnswerer, known_answerer
from budgetplan.plans.bench import Purse, calls_of
from budgetplan.plans.review_reading import DrawnOrder

SCARCE = (0.5, 0.7, 1.0, 1.4, 2.0)
"""Where money ends the review it is worth more than itself: about so many times what it brings at the plan's stop."""
_SLACK = 1e-9


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
    objective: str
    with_it: ScreenedBy
    without: ScreenedBy
    only: ScreenedBy | None
    gain: Estimate
    luck: float

    def net_more(self, way: ScreenedBy) -> float:
        """Return by how much the net value of a way is greater than that of the recommended plan."""
        return (way.net or 0.0) - (self.without.net or 0.0)

    @property
    def pays(self) -> bool:
        """Whether asking it brings more than it costs, on average."""
        return self.with_it.asked > 0 and self.gain.value > 0


def screenings(reading: DrawnOrder, planned: int) -> tuple[tuple[Screening, ScreenedList | None], ...]:
    """Return what each answerer of the plan would change beside reviewing the first ``planned`` items.

    With how that is carried out on the list; None where asking does not pay, or the list is not loaded. Nothing where a
    target is wanted, or neither a worth nor a budget is given: then there is nothing to compare by.
    """
    evidence = reading.evidence
    plan, answers = evidence.plan, evidence.answers
    if not answers or plan.target is not None or (plan.values is None and plan.budget is None):
        return ()
    cells = _Cells(reading, planned)
    every = zip(plan.answerers, answers, evidence.answers_of_list, strict=True)
    return tuple(_screening(cells, *pair) for pair in every)


_ENTRIES: FloatArray = np.array([[[0.0]], [[1.0]]])
"""What every entry counts; as all worths of items that are no entries, and of entries: shape (2, B, K)."""


class _Cells:
    """The recommended order in K cells: what each holds in every draw, other items and entries, shape (2, B, K).

    ``held``: to expect; ``by_chance``: by the list's own chance. ``seen``, ``stands``: what each is worth if people see it,
    or if an answer stands that calls it an entry; in currency units where entries have a worth, else in entries. ``per_item``:
    what an item takes, shape (K,); ``plain``: what the recommended plan comes to; ``scarce``: what a unit of what the budget
    counts may be worth beside itself: for each one plan is made.
    """

    def __init__(self, reading: DrawnOrder, planned: int) -> None:
        evidence, lead, draws = reading.evidence, reading.lead, reading.draws
        self.reading, self.planned, self.valued = reading, np.array([float(planned)]), reading.valued
        self.plan, self.extra, ends = evidence.plan, evidence.extra_micros, draws.ends
        self.purse = Purse(self.plan.prices, exact(float(lead.cost)))
        self.truth = evidence.measures["positives"].astype(np.int64)
        self.weight = item_weights(evidence.n_sample, evidence.weight)
        self.count = count = np.diff(ends)
        entries = np.diff(draws.rates), np.diff(draws.found)
        self.held, self.by_chance = (np.stack([count - entry, entry]) for entry in entries)
        names = ("cost", *BILLED[:3])
        self.checks = lead.path.checks
        self.per_item = per_item = {name: np.diff(lead.path.alone.read(name, ends)) / count for name in names}
        per_item["cost"] -= self.extra * np.diff(lead.path.read("positives", ends)) / count
        counted = {"hours": per_item["seconds"], "items": np.ones(len(count))}
        unit = "money" if self.plan.budget is None else self.plan.budget.unit
        self.money, per_item["counted"] = unit == "money", counted.get(unit, per_item["cost"])
        self.seen = self.stands = _ENTRIES
        self.plain = float((reading.mean_net if self.valued else draws.expected)(self.planned)[0])
        if self.valued:
            worths = [evidence.worths[name] for name in ("value", "standing")]
            first, last = worths[0].edges[:-1, None], worths[0].edges[1:, None]
            inside = np.maximum(np.minimum(ends[1:], last) - np.maximum(ends[:-1], first), 0.0) / count
            self.seen, self.stands = (np.stack([worth.other @ inside, worth.entry @ inside]) for worth in worths)
        self.tie = _SLACK * max(1.0, abs(self.plain))
        order = lead.ranking.order
        place, items = lead.place[order], self.weight[order] * (evidence.list_items / self.weight.sum())
        if evidence.scored is not None:
            place, items = evidence.scored.standing(lead.name)
        middle = np.searchsorted(np.cumsum(items), (ends[1:] + ends[:-1]) / 2)
        self.place = place[np.minimum(middle, len(place) - 1)]
        self.scarce = [0.0]
        if self.plan.budget is not None and not (self.valued and reading.best() <= self.planned[0]):
            at = int(np.searchsorted(ends[1:-1], self.planned[0], side="right"))
            takes, extra, _ = self.taken(0.0)
            brings = (self.held * (self.seen - extra * _ENTRIES)).mean(axis=1)[:, at].sum() / count[at]
            dearer = self.money * self.extra * float(self.held[1].mean(axis=0)[at] / count[at])
            margin = max(float(brings - takes[at]), 0.0) / max(float(per_item["counted"][at]) + dearer, LOWEST)
            self.scarce = [margin * times for times in SCARCE] + [0.0] * self.valued

    def taken(self, scarce: float) -> tuple[FloatArray, float, float]:
        """Return what a review takes of the objective, shape (K,), and one of an entry beside; what a call takes, by its price.

        ``scarce``: what a unit of what the budget counts is worth beside itself.
        """
        rate, calls = self.purse.tariff.rate * self.valued, self.purse.tariff.calls * self.valued
        review = rate * self.per_item["cost"] + scarce * self.per_item["counted"]
        return review, (rate + scarce * self.money) * self.extra, calls + scarce * self.money

    def stop(self, path: Path, purse: Purse, calls: Calls | None, surely: Callable[[int], float]) -> tuple[int, int]:
        """Return where people stop along a queue, and the most that can be paid.

        ``surely``: how many entries the first so many items hold at most, in 95 % of the draws.
        """
        budget = self.plan.budget
        stop = most = purse.affordable(path, budget, calls)
        if self.money and self.extra and budget is not None:
            stop = most = purse.kept(path, most, budget, calls, surely)
        if self.valued:
            best = purse.best_stop(path, most, _SLACK, calls)
            idle = float(purse.totals(path, 0, used=True, calls=calls)[1])
            stop = best[0] if best is not None and best[1] - best[2] > -idle else 0
        return stop, most


@dataclass(frozen=True, eq=False)
class _Planned:
    """A plan that asks somebody about some of K cells of the list, with M outcomes, the last of which is not to be asked.

    ``asked``: shape (K,); ``kept``, ``shares``: shape (K, M), whose answers stand, and which share of each outcome people
    review along ``path``. ``mean``: of the objective; ``ends``: whether money ends the review; ``scarce``: what a unit of
    what the budget counts was taken to be worth beside itself; ``cut``: the level from which on answers stand that call an
    item an entry.
    """

    asked: BoolArray
    kept: BoolArray
    shares: FloatArray
    path: Path
    calls: Calls
    reviewed: int
    spend: Decimal
    mean: float
    ends: bool
    scarce: float
    cut: int


class _Asking:
    """One answerer, for a price of a call in millionths: what it says of each cell, and what may follow.

    ``tenths``, ``pooled``: what it says by the place, and where that is as likely at all places; ``split`` of each: items,
    entries, and the worth of a review and of an answer that stands, of each outcome, shape (K, M);
    ``cuts``: levels from which on answers may stand that call an item an entry: of each plans are made. Chosen for every
    place by itself, what stood was promised to gain 98 where it gained 62. There is none where it says yes of entries no more
    often than of others: then it changes nothing.
    """

    def __init__(self, cells: _Cells, spec: Answerer, answers: Answers, price: float) -> None:
        evidence, yes = cells.reading.evidence, np.sign(answers.answer - 0.5) * (answers.answer >= 0)
        self.cells, self.spec, self.price = cells, spec, price
        sample = replace(evidence.sample, place=cells.reading.lead.place)
        given = answers.answer, levels(answers.confidence, evidence.n_sample), sample, cells.place
        self.tenths, self.pooled = both = draw_along(*given, cells.held.shape[1], cells.plan.seed)
        amounts = [cells.held * worth for worth in (1.0, _ENTRIES, cells.seen, cells.stands)]
        self.split, self.split_pooled = (list(map(answers.split, amounts)) for answers in both)
        self.outcome = np.arange(self.tenths.chance.shape[-1])
        none = len(self.outcome) // 2 - 1
        cuts = {"all": (0, none), "confident": tuple(range(1, none + 1))}
        tells = np.cov(yes, evidence.measures["positives"], aweights=evidence.weight)[0, 1] > _SLACK
        self.cuts: tuple[int, ...] = cuts.get(spec.accept, (none,)) if tells else ()
        items, _, seen, _ = self.split_pooled
        self.key = seen / np.maximum(items, LOWEST)

    def stand(self, cut: int) -> BoolArray:
        """Return which outcomes stand, shape (M,)."""
        return np.asarray((self.outcome >= cut) & (self.outcome < len(self.outcome) // 2 - 1))

    def plans(self) -> tuple[list[_Planned], list[_Planned]]:
        """Return plans that ask, and those that ask about everything and review in no order, as far as they can be paid.

        An item is asked about where the best of what may follow is worth more than not asking and the call, those that gain
        most first, while the money lasts. People review by what an item is then expected to be worth. All this is chosen
        as if what it says were as likely at all places: chosen by what it is in each tenth, the plans followed the chance
        of the labels; in known worlds of 250 labels and a barely useful answerer they lost 3.6 where they now gain 9.3.
        """
        cells, (items, entries, seen, stands) = self.cells, self.split_pooled
        everything = np.ones(len(items), dtype=bool)
        together = np.tile(seen.sum(axis=0) / np.maximum(items.sum(axis=0), LOWEST), (len(items), 1))
        made, alone = list[_Planned](), list[_Planned]()
        for cut in self.cuts:
            for scarce in cells.scarce:
                spent, extra, call = cells.taken(scarce)
                best = np.maximum(seen - spent[:, None] * items - extra * entries, 0.0)
                after = np.where(self.stand(cut), stands, best)[:, :-1].sum(axis=1)
                gain = after - best[:, -1] - call * self.price * cells.count
                order = np.argsort(-np.round(gain / cells.count, EQUAL), kind="stable")
                order = order[gain[order] > _SLACK]
                asked = np.zeros(len(gain), dtype=bool)
                number = np.cumsum(cells.count[order])
                most = cells.purse.askable(self.spec.name, number, number * self.price, cells.plan.budget)
                asked[order[:most]] = True
                made += self._planned(asked, cut, self.key, cells.purse, scarce)
            alone += self._planned(everything, cut, together, Purse(cells.plan.prices), 0.0)
        return made, alone

    def _planned(self, asked: BoolArray, cut: int, key: FloatArray, purse: Purse, scarce: float) -> list[_Planned]:
        """Return where people stop that review by a key what no answer settles; none where the calls cannot be paid."""
        cells, (items, entries, seen, stands), budget = self.cells, self.split, self.cells.plan.budget
        number, kept = float(cells.count[asked].sum()), asked[:, None] & self.stand(cut)
        calls = calls_of(self.spec.name, number, number * self.price) if number else None
        if calls is None or not purse.pays(calls, budget):
            return []
        rows = np.nonzero((asked[:, None] != (self.outcome == self.outcome[-1])) & ~kept & (items > _SLACK))
        measures = {name: values[rows[0]] for name, values in cells.per_item.items()}
        measures["positives"], measures["gain"] = (array[rows] / items[rows] for array in (entries, seen))
        # Of equal ones the cheaper come first, as far as that is known before the review.
        queue = rank(np.round(key[rows], EQUAL), np.rint(measures["cost"])) if len(rows[0]) else Ranking(*rows)
        measures["cost"] = measures["cost"] + cells.extra * measures["positives"]
        path = replace(make_path(queue, items[rows], measures), checks=cells.checks)

        def shares_of(stop: int) -> FloatArray:
            part = np.clip((stop - path.items[:-1]) / np.maximum(np.diff(path.items), LOWEST), 0.0, 1.0)
            shares = np.zeros_like(items)
            shares[tuple(index[queue.order] for index in rows)] = np.repeat(part, np.diff(queue.ends, prepend=0))
            return shares

        def surely(stop: int) -> float:
            """Return how many entries people confirm at most in 95 % of the draws."""
            confirmed = self._confirmed(path, stop, shares_of(stop), cells.by_chance, ends=True)[0]
            return float(np.quantile(confirmed, SAFE, method="inverted_cdf"))

        stop, most = cells.stop(path, purse, calls, surely)
        spend, cost = purse.totals(path, stop, used=True, calls=calls)
        mean = float(stands[kept].sum() + path.read("gain", stop)) - float(cost) * cells.valued
        ends = stop == most and most + 1 < path.n_items
        return [_Planned(asked, kept, shares_of(stop), path, calls, stop, spend, mean, ends, scarce, cut)]

    def _confirmed(
        self, path: Path, stop: int, shares: FloatArray, held: FloatArray, *, ends: bool
    ) -> tuple[FloatArray, FloatArray, dict[str, float]]:
        """Return the entries that people confirm in every draw, shape (B,), how many more items the queue holds, what each brings.

        ``ends``: as many fewer items are reviewed.
        """
        reviewed, confirmed = (self.tenths.read(held * worth, shares) for worth in (1.0, _ENTRIES))
        near = np.clip(stop * np.array([0.98, 1.02]), 0.0, path.n_items)
        per_item = {
            name: float(np.diff(path.read(name, near))[0]) / max(near[1] - near[0], LOWEST) for name in path.sums
        }
        surplus = reviewed - stop
        return confirmed - surplus * per_item["positives"] * ends, surplus, per_item

    def luck(self, made: _Planned) -> float:
        """Return what choosing whom to ask about what, and whom people review, owes to luck, tenth by tenth of the places.

        References
        ----------
        METHODS F7: the mean over the draws of what each one's own choice, made as the plan's is, gains there, less what
        the same choice gains in the mean of all.
        """
        cells, part, stand = self.cells, self.tenths.part, self.stand(made.cut)[:-1]
        spent, extra, call = cells.taken(made.scarce)
        tenth = (part[:, None] == np.arange(self.tenths.chance.shape[2])) * 1.0
        # What a review, and an answer that stands, brings in each draw and tenth, (2, B, P, 1).
        seen, kept = cells.held * (cells.seen - spent - extra * _ENTRIES), cells.held * cells.stands
        review, answer = ((amount @ tenth)[..., None] for amount in (seen, kept))
        by_tenth, pooled = (np.swapaxes(asked.chance[..., :-1], 0, 1) for asked in (self.tenths, self.pooled))
        reviewed, stays = ((pooled * amount).sum(axis=0) for amount in (review, answer))
        chosen = np.where(stand, stays, np.maximum(reviewed, 0.0)).sum(axis=-1)
        worth = (by_tenth * np.where(stand, answer, review)).sum(axis=0)
        passed = np.clip((cells.planned - cells.reading.draws.ends[:-1]) / cells.count, 0.0, 1.0)[:, None]
        plain = seen.sum(axis=0) @ (tenth * passed)
        asks = chosen - plain > call * self.price * (cells.count @ tenth)
        more = ((worth - worth.mean(axis=0)) * (stand | (reviewed > 0))).sum(axis=-1)
        more -= plain - plain.mean(axis=0)
        return max(float((more * asks).sum(axis=1).mean()), 0.0)

    def best(self) -> tuple[_Planned | None, float]:
        """Return the best plan that asks, and what it owes to luck; None where it gains no more than that."""
        top = max(chain(*self.plans()), key=lambda plan: plan.mean, default=None)
        least = self.cells.plain + self.cells.tie
        owed = self.luck(top) if top is not None and top.mean > least else 0.0
        return (top, owed) if top is not None and top.mean - owed > least else (None, 0.0)

    def read(self, made: _Planned, held: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the objective of a plan, and the entries it finds, in every draw, shape (B,) each.

        Where the queue of a draw holds more items than are expected, they are paid; where money ends the review, as many
        fewer are reviewed, at what an item brings there.
        """
        cells, path, kept = self.cells, made.path, made.kept.astype(np.float64)
        confirmed, surplus, brings = self._confirmed(path, made.reviewed, made.shares, held, ends=made.ends)
        seen = self.tenths.read(held * cells.seen, made.shares)
        finds = confirmed + self.tenths.read(held * _ENTRIES, kept)
        if not cells.valued:
            return finds, finds
        rate = cells.purse.tariff.rate
        paid = float(made.spend) + surplus * (brings["gain"] if made.ends else rate * brings["cost"])
        paid += rate * cells.extra * (confirmed - confirmed.mean())
        return seen + self.tenths.read(held * cells.stands, kept) - paid, finds

    def printed(self, made: _Planned, without: ScreenedBy, luck: float) -> ScreenedBy:
        """Return a plan as it is printed; ``luck``: which part of what is gained over the plan without it."""
        cells, kept, calls = self.cells, float(self.split[0][made.kept].sum()), made.calls
        gained = made.mean - cells.plain
        net = None if without.net is None else without.net + gained * (1 - luck * (gained > 0))
        finds, drawn = (self.read(made, held)[1] for held in (cells.held, cells.by_chance))
        most = made.reviewed + kept if made.ends else np.inf
        estimate = cells.reading.estimate(float(finds.mean()), drawn, least=0.0, most=most)
        turns = np.flatnonzero(np.diff(np.concatenate([[False], made.asked, [False]]).astype(np.int64)))
        edges = np.rint(cells.reading.draws.ends[turns]).astype(np.int64).reshape(-1, 2).tolist()
        places = tuple((first + 1, last) for first, last in edges if last > first)
        counts = calls.items, made.reviewed, round(kept)
        return ScreenedBy(*counts, estimate, net, made.spend, calls.amount, places)


class ScreenedList:
    """A plan that asks somebody on the N rows of a list by itself, as far as the answers are there.

    People review by what an item is worth in view of its answer; rows without one stand where nobody asks. All answers that are
    there count, and are paid.

    Attributes
    ----------
    answerer, column
        Who is asked, and where the answers stand.
    unasked, answered
        Names of the items that are still to be asked about, in the order of the model; how many answers are there.
    """

    def __init__(self, asking: _Asking, made: _Planned, scored: ScoredList, here: Answers, like: Answers) -> None:
        cells, order = asking.cells, scored.rankings[asking.cells.reading.lead.name].order
        self._asking, self._made, self._scored = asking, made, scored
        self.answerer, self.column, ends = asking.spec.name, asking.spec.column, cells.reading.draws.ends
        middle = np.cumsum(scored.weight[order]) - scored.weight[order] / 2
        self._cell = np.empty(len(order), dtype=np.int64)
        self._cell[order] = np.clip(np.searchsorted(ends, middle) - 1, 0, len(cells.count) - 1)
        there = np.ones(len(order), dtype=bool) if here.asked is None else here.asked
        level = levels(None if like.confidence is None else here.confidence, len(order), like.confidence)
        last = int(asking.outcome[-1])
        outcome = np.select([here.answer == 1, here.answer == 0], [level, level + last // 2], last - 1)
        self._outcome = np.where(there, outcome, last)
        waits = made.asked[self._cell] & ~there
        self.unasked = [scored.ids[row] for row in order[waits[order]].tolist()]
        self.answered, cost = int(there.sum()), np.where(np.isnan(here.cost), asking.price, here.cost)
        self._calls = calls_of(self.answerer, self.answered, float(cost[there].sum()))

    def course(self) -> Course:
        """Return who does what with each row of the list."""
        asking, scored, cells = self._asking, self._scored, self._asking.cells
        reading, (items, entries, seen, _) = cells.reading, asking.split
        model, at = reading.lead.name, (self._cell, self._outcome)
        rate, gain = (array[at] / np.maximum(items[at], LOWEST) for array in (entries, seen))
        key, stands = np.round(asking.key[at], EQUAL), self._made.kept[at]
        rows = scored.rankings[model].order
        rows = rows[~stands[rows]]
        rows = rows[rank(key[rows], scored.known[rows]).order]
        measures = {name: scored.sizes[name][rows] for name in BILLED[:3]} | {
            "gain": gain[rows],
            "positives": rate[rows],
        }
        measures["cost"] = scored.known[rows] + cells.extra * rate[rows]
        ranking = Ranking(np.arange(len(rows)), np.arange(1, len(rows) + 1))
        path = replace(make_path(ranking, np.ones(len(rows)), measures), checks=cells.checks)
        code, of = np.unique(np.ravel_multi_index(at, items.shape)[rows], return_inverse=True)
        rates = asking.tenths.rates(cells.held, *np.divmod(code, items.shape[1]))
        luck = np.random.default_rng([cells.plan.seed, 18]).standard_normal((len(rates), 1))

        def found(stops: FloatArray) -> FloatArray:
            """Return the entries among the first so many rows in every draw, shape (B, P): by their rates, and by chance."""
            held = np.array([np.bincount(of[:stop], minlength=len(code)) for stop in stops.astype(np.int64).tolist()]).T
            return np.asarray(np.clip(rates @ held + luck * np.sqrt((rates * (1 - rates)) @ held), 0.0, stops))

        def surely(stop: int) -> float:
            return float(np.quantile(found(np.array([float(stop)])), SAFE, method="inverted_cdf"))

        review = max(cells.stop(path, cells.purse, self._calls, surely)[0], 0)
        stops = spread(float(len(rows)), [review])
        expected = path.read("positives", stops)
        low, high = interval(found(stops)) if reading.sure else np.full((2, len(stops)), np.nan)
        settled = np.flatnonzero(stands)
        return Course(
            model=model,
            ids=scored.ids,
            queue=rows,
            review=review,
            answered=settled,
            answers=(" | ".join(cells.plan.positive),) * len(settled),
            answered_by=(self.answerer,) * len(settled),
            score=key,
            rate=rate,
            known_cost=scored.known,
            sizes=scored.sizes,
            weighted=scored.weights is not None,
            band=Band(stops, expected, np.minimum(low, expected), np.maximum(high, expected)),
            recipe=reading.evidence.mixture,
            model_cost=reading.lead.cost,
            calls=self._calls,
        )


def first_to_ask(
    every: Sequence[tuple[Screening, ScreenedList | None]],
) -> tuple[Screening | None, ScreenedList | None]:
    """Return the answerer that would bring most, of those that pay one whose answers are all there, and the list with it.

    None where nobody may be asked; no list where asking does not pay, or it is not loaded.
    """

    def first(screened: tuple[Screening, ScreenedList | None]) -> tuple[bool, bool, float]:
        screening, listed = screened
        return screening.pays, listed is not None and listed.answered > 0 and not listed.unasked, screening.gain.value

    return max(every, key=first, default=(None, None))


def _screening(
    cells: _Cells, spec: Answerer, answers: Answers, of_list: Answers
) -> tuple[Screening, ScreenedList | None]:
    """Return what one answerer would change, and how that is carried out on the list."""
    reading, plain, truth = cells.reading, cells.plain, cells.truth
    price = float(np.average(answers.cost, weights=cells.weight))
    asking = _Asking(cells, spec, answers, price)
    top, owed = asking.best()

    def pays(theirs: Answers, flat: float | None) -> bool:
        changed = copy(asking) if theirs is answers else _Asking(cells, spec, theirs, price)
        changed.price = price if flat is None else flat * MICRO
        if top is not None and changed.cuts:
            changed.cuts = (top.cut,)
        best, luck = changed.best()
        return best is not None and best.mean - luck - plain > cells.tie

    stays = reading.at(int(cells.planned[0]))
    net = None if stays.net is None else stays.net.value
    with_it = without = ScreenedBy(0, stays.items, 0, stays.found, net, stays.spend, Decimal(0))
    luck, more = 0.0, Estimate(0.0)
    if top is not None:
        luck = owed / (top.mean - plain)
        with_it = asking.printed(top, without, luck)
        stop = reading.net(cells.planned) if cells.valued else reading.draws.at(cells.planned)
        more = reading.estimate(top.mean - plain, asking.read(top, cells.by_chance)[0] - stop[:, 0])
        more = Estimate(more.value - owed, None if more.low is None else more.low - owed, more.high)
    alone = max(asking.plans()[1], key=lambda plan: plan.mean, default=None)
    only, called = None if alone is None else asking.printed(alone, without, luck), answers.answer == 1
    answerer = known_answerer(spec, answers, truth, cells.weight, cells.plan.seed, pays)
    counts = int(called.sum()), int(truth[called].sum()), "net" if cells.valued else "found"
    screening, scored = Screening(answerer, *counts, with_it, without, only, more, owed), reading.evidence.scored
    listed = None
    if (
        screening.pays
        and top is not None
        and scored is not None
        and reading.lead.name in scored.rankings
        and scored.ids
    ):
        listed = ScreenedList(asking, top, scored, of_list, answers)
    return screening, listed
