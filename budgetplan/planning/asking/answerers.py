"""Answerers who are paid by the item: whose answers may stand, and about what it pays to ask (METHODS Part A, 0.12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.answers import ALONE, LEFT
from budgetplan.domain.answerers import AnswerRule, Answers
from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.domain.plan import Budget, Plan
from budgetplan.domain.prices import ANSWERS, MICRO, MODEL
from budgetplan.metrics.ranking.path import Path, make_path
from budgetplan.planning.joint.bench import Bench
from budgetplan.planning.joint.purse import calls_of
from budgetplan.planning.joint.ways import (
    AMOUNTS,
    SETTLED,
    AskedItems,
    AskingCells,
    Drawn,
    Way,
    by_answerer,
    way,
)

MOST_LEVELS = 50
"""So many levels of an answerer's sureness are tried at most."""
LEVELS_ANEW = 12
"""So many of them where a plan is made over and over, for the price at which an answerer drops out."""
TRIED = {"levels": MOST_LEVELS}
_SLACK = 1e-9


@dataclass(frozen=True, eq=False)
class Answering:
    """One answerer on the labelled items: what it said, which of its answers may stand, and what a call costs."""

    said: Answers
    accept: str
    predicted: IntArray

    def rules(self, most: int) -> tuple[AnswerRule, ...]:
        """Return by which rules its answers may stand."""
        return answer_rules(self.said.name, self.accept, self.said.confidence, most)

    def settled(self, rule: AnswerRule) -> BoolArray:
        """Return of which items its answer stands by a rule, shape (n,)."""
        return settled_by(rule, self.said.answer, self.predicted, self.said.confidence)

    def at_price(self, cost: FloatArray) -> Answering:
        """Return the same at other prices, in millionths."""
        return replace(self, said=replace(self.said, cost=cost))


def answerings(plan: Plan, data: ClassifiedSet, predicted: IntArray) -> tuple[Answering, ...]:
    """Return every answerer on one set; what no model can answer has no worth in the plan, and is no answer."""
    found = []
    for spec, said in zip(plan.answerers, data.answers, strict=True):
        given = (said.answer >= 0) & (said.answer < data.n_classes)
        found.append(
            Answering(replace(said, answer=np.where(given, said.answer, -1)), spec.accept, predicted)
        )
    return tuple(sorted(found, key=lambda one: one.said.name))


def answer_rules(
    answerer: str, accept: str, confidence: FloatArray | None, most: int = MOST_LEVELS
) -> tuple[AnswerRule, ...]:
    """Return the rules by which answers of one answerer may stand.

    Parameters
    ----------
    answerer
        Its name.
    accept
        ``agree``, ``confident``, ``all``, ``none``, or ``auto`` for the first three.
    confidence
        Shape (n,): how sure it is, NaN where it does not say; None: it never says.
    most
        So many levels are tried at most, spread over the items.

    Examples
    --------
    >>> [(rule.stands, rule.level) for rule in answer_rules("llm", "auto", np.array([0.5, np.nan, 0.9]))]
    [('agree', 0.0), ('confident', 0.5), ('confident', 0.9), ('all', 0.0)]
    """
    found = []
    if accept in ("auto", "agree"):
        found.append(AnswerRule(answerer, "agree"))
    if accept in ("auto", "confident") and confidence is not None:
        known = np.sort(confidence[np.isfinite(confidence)])
        levels = np.unique(known)
        if len(levels) > most:
            levels = np.unique(known[np.linspace(0, len(known) - 1, most).round().astype(np.int64)])
        found += [AnswerRule(answerer, "confident", float(level)) for level in levels]
    if accept in ("auto", "all"):
        found.append(AnswerRule(answerer, "all"))
    return tuple(found)


def settled_by(
    rule: AnswerRule, answer: IntArray, predicted: IntArray, confidence: FloatArray | None
) -> BoolArray:
    """Return of which items the answer stands, shape (n,); no answer (-1) never does.

    Examples
    --------
    >>> sure = np.array([0.9, 0.4, 0.9])
    >>> settled_by(AnswerRule("llm", "confident", 0.5), np.array([1, 0, -1]), np.array([1, 1, 1]), sure).tolist()
    [True, False, False]
    """
    given: BoolArray = answer >= 0
    if rule.stands == "agree":
        return np.asarray(given & (answer == predicted))
    if rule.stands == "confident":
        assert confidence is not None
        # What it does not say is NaN, and no NaN reaches a level.
        return np.asarray(given & (confidence >= rule.level))
    return given if rule.stands == "all" else np.zeros(len(answer), dtype=bool)


class Counted(Drawn):
    """What a way comes to on the labelled items by their labels, drawn again: what an answerer says of others is not known.

    The last of the amounts is what is paid beyond what is printed, in currency units, as another list has other items.
    """

    def _amounts(self) -> tuple[FloatArray, FloatArray]:
        """Return amounts of each item where nobody reviews it, and by how much a review changes them, (n, A) each."""
        alone, left, seen = self.tables
        truth, role = self.bench.data.truth, self.way.role[:, None]
        answered, theirs = (table[self.way.answer, truth] for table in (alone, by_answerer(alone)))
        instead = np.where(role == ALONE, answered, np.where(role == SETTLED, theirs, left[truth]))
        gained = seen[truth] - instead
        instead[:, -1], gained[:, -1] = self._asking, self.bench.price
        return instead, gained

    @property
    def _asking(self) -> FloatArray:
        """What asking about each item costs, in currency units, shape (n,)."""
        asked = self.way.asked
        if asked is None:
            return np.zeros(len(self.way.role))
        return np.asarray(self.bench.purse.tariff.calls * asked.asked * asked.price)

    @property
    def mean(self) -> float:
        """What all is worth where nobody reviews anything."""
        return float(self.bench.count @ self._amounts()[0][:, 0])

    @cached_property
    def weights(self) -> FloatArray:
        """How many items each labelled one stands for in every draw, whole groups together, shape (B, n)."""
        bench = self.bench
        code = np.arange(len(bench.count)) if bench.group is None else bench.group
        rng = np.random.default_rng([bench.plan.seed, 7])
        each = rng.gamma(1.0, 1.0, (bench.pool.n_draws, int(code.max()) + 1))[:, code] * bench.count
        each *= (bench.total / each.sum(axis=1))[:, None]
        return np.asarray(each * (bench.count / np.maximum(each.mean(axis=0), 1e-300)))

    @cached_property
    def listed(self) -> FloatArray:
        """The same of one list with a chance of its own."""
        if not self.bench.chance:
            return self.weights
        drawn = np.random.default_rng([self.bench.plan.seed, 8]).poisson(self.weights) * 1.0
        drawn *= (self.bench.total / np.maximum(drawn.sum(axis=1), 1.0))[:, None]
        return np.asarray(drawn + (self.weights.mean(axis=0) - drawn.mean(axis=0)))

    @cached_property
    def base(self) -> FloatArray:
        """Amounts where nobody reviews anything, shape (B, A)."""
        return np.asarray(self.weights @ self._amounts()[0])

    @cached_property
    def run(self) -> FloatArray:
        """By how much reviews change amounts, at every knot of the queue, shape (B, K + 1, A)."""
        found = np.zeros((len(self.weights), len(self.knots), len(AMOUNTS)))
        rows, gained = self.way.queue.order, self._amounts()[1]
        if len(rows):
            ends = np.concatenate([[0], self.way.queue.ends])[self.knots]
            drawn = self.weights[:, rows]
            for column in range(len(AMOUNTS)):
                found[:, 1:, column] = np.add.reduceat(drawn * gained[rows, column], ends[:-1], axis=1)
        return np.cumsum(found, axis=1)

    @property
    def _extra(self) -> float:
        return 1.0

    @cached_property
    def path(self) -> Path:
        """The queue with what its reviews change."""
        known = self.way.known
        if len(known.items) == 1:
            return Path(known.items, {**known.sums, "gain": np.zeros(1)})
        gain = make_path(self.way.queue, self.bench.count, {"gain": self._amounts()[1][:, 0]})
        return Path(known.items, {**known.sums, "gain": gain.sums["gain"]})

    def by_item(self, stop: float) -> FloatArray:
        """Return amounts of each item if the first so many are reviewed, shape (n, A)."""
        instead, gained = self._amounts()
        return np.asarray(instead + self.way.shares(stop)[:, None] * gained)

    def chance(self, stop: float) -> FloatArray | None:
        """Return how much amounts vary by the list's own chance, shape (B, A); None: no list."""
        if not self.bench.chance:
            return None
        return np.asarray((self.listed - self.weights) @ self.by_item(stop))

    def apart(self, stop: float, other: Drawn, at: float) -> FloatArray | None:
        """Return how much the difference of two ways' net value varies by the list's own chance, shape (B,)."""
        if not self.bench.chance:
            return None
        assert isinstance(other, Counted)
        gap = self.by_item(stop) - other.by_item(at)
        return np.asarray((self.listed - self.weights) @ (gap[:, 0] - gap[:, -1]))

    def spread(self, stop: float) -> dict[str, FloatArray]:
        """Return how many items each has in every draw, by name."""
        shares, role = self.way.shares(stop), self.way.role
        asked = np.zeros(len(role)) if self.way.asked is None else self.way.asked.asked
        parts = {
            "accepted": (1 - shares) * (role == ALONE),
            "settled": (1 - shares) * (role == SETTLED),
            "left": (1 - shares) * (role == LEFT),
            "reviewed": shares,
            "asked": asked,
        }
        return dict(zip(parts, (self.listed @ np.stack(list(parts.values()), axis=1)).T, strict=True))


def pays_to_ask(plain: Way, answering: Answering, rule: AnswerRule, *, people: bool) -> AskingCells:
    """Return what a call brings beyond the best that happens without it, by cell, in currency units.

    ``people``: whether items worth a review get one otherwise; else they are counted as nobody reviews them.
    """
    bench, data = plain.bench, plain.bench.data
    drawn = Counted(plain)
    instead, gained = drawn._amounts()  # noqa: SLF001 - of this module
    other = instead[:, 0].copy()
    if people:
        worth = plain.gain > _SLACK
        other[worth] += (gained[:, 0] - bench.price)[worth]
    stands = answering.settled(rule)
    answer = np.maximum(answering.said.answer, 0)
    worth_of = bench.payoffs.answer[answer, data.truth]
    return AskingCells.of(bench, np.where(stands, worth_of - other, 0.0))


def asked_about(
    bench: Bench,
    answering: Answering,
    rule: AnswerRule,
    cells: AskingCells | None,
    budget: Budget | None,
    stands: BoolArray | None = None,
) -> AskedItems:
    """Return who is asked about which items: where that pays, best first, while the money lasts; None: about all."""
    price = answering.said.cost
    per_call = bench.purse.tariff.calls * price
    benefit = np.full(len(price), np.inf) if cells is None else cells.benefit[cells.code(bench)] - per_call
    order = np.lexsort((price, -np.round(benefit, 9)))
    order = order[benefit[order] > _SLACK]
    paid = np.cumsum((bench.count * price)[order])
    order = order[paid <= _allowance(bench, budget) * (1 + _SLACK)]
    asked = np.zeros(len(price))
    asked[order] = 1.0
    number, total = float(bench.count @ asked), float(bench.count @ (asked * price))
    calls = calls_of(answering.said.name, number, total) if number else None
    answer = np.maximum(answering.said.answer, 0)
    return AskedItems(
        rule, asked, answer, answering.settled(rule) if stands is None else stands, price, calls, cells
    )


def _allowance(bench: Bench, budget: Budget | None) -> float:
    """Return what a budget leaves for an answerer, in millionths."""
    if budget is None or budget.unit != "money":
        return np.inf
    prices, left = bench.plan.prices, budget.amount
    if budget.covers == "everything":
        left = (left - bench.purse.model_cost * prices.onward(MODEL)) / prices.onward(ANSWERS)
    return float(left * MICRO)


def ways_to_ask(
    bench: Bench,
    every: Sequence[Answering],
    budget: Budget | None,
    *,
    model: bool = True,
    people: bool = True,
    all_items: bool = False,
    most: int = MOST_LEVELS,
) -> Iterator[Way]:
    """Return every way in which somebody is asked; options may be left out.

    ``all_items``: everything is asked, and every answer stands.
    """
    plain = way(bench, model=model, people=people)
    for one in every:
        rules = [rule for rule in one.rules(most) if not all_items or rule.stands == "all"]
        for rule in rules:
            cells: list[AskingCells | None] = [None]
            if not all_items:
                cells = [
                    pays_to_ask(plain, one, rule, people=each)
                    for each in ([True, False] if people else [False])
                ]
            for each in cells:
                asked = asked_about(bench, one, rule, each, budget)
                if asked.calls is not None:
                    yield way(bench, model=model, people=people, asked=asked)
