"""Random small projects, and every joint plan of them tried one by one in exact fractions, paid as it is printed."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

import numpy as np

from budgetplan.domain.answerers import Answerer, Answers
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.domain.plan import Budget, ClassifierSpec, Columns, Deferral, Plan
from budgetplan.domain.prices import MICRO, Prices
from budgetplan.domain.utilities import Reviewing, Worths

D, F0 = Decimal, Fraction(0)


@dataclass(frozen=True)
class Project:
    plan: Plan
    items: ClassifiedSet

    @property
    def validation(self) -> ClassifiedSet:
        """The same items under other names: what is best on them is best on the test items."""
        return replace(self.items, ids=tuple("v" + one for one in self.items.ids))


PRICES = (
    {"per_item": "0.25"},
    {"per_item": "0.004"},
    {"hourly_rate": "24", "seconds_per_item": "90"},
    {"hourly_rate": "11.50", "seconds_per_item": "20", "seconds_per_unit": "7"},
    {"per_item": "0.13", "annotators": "1.5", "contingency": "0.05", "indirect": "0.07"},
    {"per_item": "0.2", "fixed": {"training": D("0.33")}, "indirect": "0.1"},
    {
        "per_item": "0.2",
        "contingency": "0.1",
        "indirect": "0.25",
        "without_indirect": ("annotation",),
    },
    {
        "per_item": "0.13",
        "fixed": {"training": D("0.33"), "server": D("0.44")},
        "indirect": "0.2",
        "without_indirect": (
            "training",
            "model",
            "answers",
        ),
    },
    {"per_item": "0.13", "indirect": "0.1", "coin": "0.05"},
    {"listed": True},
    None,
)


def with_answerer(one: Project, seed: int) -> Project:
    """Add what somebody says of the items who is paid for each, and how sure that is."""
    rng = np.random.default_rng([seed, 7])
    n = one.items.n_items
    answer = np.where(rng.random(n) < 0.7, one.items.truth, rng.integers(-1, 2, n))
    sure = np.where(rng.random(n) < 0.2, np.nan, rng.integers(0, 3, n) / 2)
    flat = rng.choice([0.0, 2_000.0, 40_000.0, 333_333.0])
    cost = np.full(n, flat) if seed % 2 else rng.choice([1_000.0, 4_500.0, 90_001.0], n)
    said = Answers("llm", answer, cost, None if seed % 5 == 0 else sure)
    plan = replace(one.plan, answerers=(Answerer("llm", "llm"),))
    return Project(plan, replace(one.items, answers=(said,)))


def project(seed: int) -> Project:
    """Draw at most nine items, weights, a list, prices, a budget and an order."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 10))
    first = rng.integers(0, 9, n) / 8
    p = np.stack([first, 1 - first], axis=1)
    predicted = p.argmax(axis=1)
    truth = np.where(rng.random(n) < 0.6, predicted, 1 - predicted)
    weight = [None, rng.integers(1, 4, n) / 2, rng.integers(0, 4, n) / 3][int(rng.integers(3))]
    if weight is not None and weight.sum() < 1:
        weight = None
    size = [None, None, int(rng.integers(1, 40))][int(rng.integers(3))]
    said = PRICES[int(rng.integers(len(PRICES)))]
    prices = Prices()
    if said is not None:
        known = {name: D(one) if isinstance(one, str) else one for name, one in said.items()}
        prices = Prices(currency="EUR", stated=True, unit="words", **known)
    units = rng.integers(1, 6, n).astype(float) if prices.seconds_per_unit else None
    listed = rng.choice([0.0, 100_000.0, 333_000.0], n)
    cost = prices.item_cost(n, units, listed) / MICRO
    unit = ["money", "none", "items", "hours"][int(rng.integers(4))]
    budget = None
    if unit == "money" and prices.stated:
        budget = Budget(D(int(rng.integers(0, 300))) / 100, covers=["everything", "annotation"][seed % 2])
    elif unit == "items":
        budget = Budget(D(int(rng.integers(0, 8))), "items")
    elif unit == "hours" and prices.timed:
        budget = Budget(D(int(rng.integers(0, 30))) / 100, "hours")
    order = ["uncertain", "score", "value-per-cost"][int(rng.integers(3))]
    worths = Worths(
        unit="money",
        right=D(int(rng.integers(0, 5))) / 4,
        wrong=D(int(rng.integers(-8, 1))) / 4,
        abstain=D(0),
    )
    reviewed = {"a": D(int(rng.integers(0, 8))) / 4, "b": D(int(rng.integers(1, 8))) / 4}
    plan = Plan(
        table="t.csv",
        columns=Columns(label="gold"),
        positive=("a",),
        models=(),
        prices=prices,
        budget=budget,
        list_size=size,
        resamples=0,
        deferral=Deferral((ClassifierSpec("m", "m"),), worths, reviewing=Reviewing(reviewed, order=order)),
    )
    price = D(["0", "0", "0.40"][int(rng.integers(3))]) if prices.stated else D(0)
    items = ClassifiedSet(
        ids=tuple(f"i{place}" for place in range(n)),
        classes=("a", "b"),
        truth=truth,
        models=(Predictions("m", predicted, p.max(axis=1), p, cost=float(price)),),
        weight=weight,
        units=units,
        review_cost=cost,
    )
    return Project(plan, items)


@dataclass(frozen=True)
class Tried:
    net: Fraction
    spend: Fraction
    reviewed: int
    accepted: Fraction
    rule: str = "none"


def half_up(value: Fraction, digits: int) -> Fraction:
    unit = Fraction(1, 10**digits)
    return math.floor(value / unit + Fraction(1, 2)) * unit


def bills(
    prices: Prices, model: Fraction, m: int, sums: dict[str, Fraction], calls: Fraction = F0
) -> tuple[Fraction, ...]:
    """Annotation and total, exact and as printed, of m > 0 items, or of calls alone."""
    if prices.listed:
        lines = [(sums["listed"], 2, Fraction(1))]
    else:
        share = Fraction(prices.annotators)
        lines = [(share * m, 0, Fraction(prices.per_item))]
        lines.append((sums["seconds"] / 3600, 2, Fraction(prices.hourly_rate)))
    exact = sum((quantity * price for quantity, _, price in lines), Fraction(0))
    printed = sum(
        (in_coins(prices, half_up(quantity, digits) * price) for quantity, digits, price in lines),
        Fraction(0),
    )
    g, h = Fraction(prices.contingency), Fraction(prices.indirect)
    once = {name: Fraction(one) for name, one in prices.fixed.items()} if m else {}
    once |= {"model": model, "answers": calls}
    direct = {name: in_coins(prices, one) for name, one in once.items()}
    direct["annotation"] = printed + in_coins(prices, printed * g)
    bearing = sum((one for name, one in direct.items() if name not in prices.without_indirect), Fraction(0))
    once["annotation"] = exact * (1 + g)
    total = sum(
        (one if name in prices.without_indirect else one * (1 + h) for name, one in once.items()), Fraction(0)
    )
    every = sum(direct.values(), Fraction(0)) + in_coins(prices, bearing * h)
    return exact + calls, printed + in_coins(prices, calls), total, every


def in_coins(prices: Prices, amount: Fraction) -> Fraction:
    """An amount as a line has it: in whole coins."""
    coin = Fraction(prices.coin) or Fraction(1, 100)
    return half_up(amount / coin, 0) * coin


def rules(data: ClassifiedSet) -> list[tuple[str, list[bool]]]:
    """By name: of which items an answer stands; nobody asked first."""
    if not data.answers:
        return [("none", [])]
    said, predicted = data.answers[0], data.models[0].predicted
    given = [0 <= int(a) < data.n_classes for a in said.answer]
    found = [
        ("none", []),
        ("agree", [g and a == p for g, a, p in zip(given, said.answer, predicted, strict=True)]),
    ]
    if said.confidence is not None:
        sure = said.confidence.tolist()
        levels = sorted({c for c in sure if not math.isnan(c)})
        found += [(str(x), [g and c >= x for g, c in zip(given, sure, strict=True)]) for x in levels]
    return [*found, ("all", given)]


def along(groups, m, weight, amounts) -> dict[str, Fraction]:
    """Add up amounts over the first m weighted items, a tie group in proportion."""
    sums = dict.fromkeys(amounts, Fraction(0))
    room = Fraction(m)
    for group in groups:
        size = sum((weight[i] for i in group), Fraction(0))
        share = min(Fraction(1), room / size)
        for name, each in amounts.items():
            sums[name] += share * sum((weight[i] * each[i] for i in group), Fraction(0))
        room -= share * size
    return sums


def tried(one: Project) -> list[Tried]:  # noqa: C901, PLR0912, PLR0915 - one enumeration from top to bottom
    """Every cutoff with every whole number of reviews that the budget pays for, and not starting."""
    plan, data = one.plan, one.items
    said, prices, budget = data.models[0], one.plan.prices, one.plan.budget
    n = data.n_items
    own = (
        [Fraction(1)] * n
        if data.weight is None
        else [Fraction(float(w)).limit_denominator(6) for w in data.weight]
    )
    total = Fraction(plan.list_size) if plan.list_size else sum(own, Fraction(0))
    weight = [w * total / sum(own, Fraction(0)) for w in own]
    worths, reviewing = plan.deferral.worths, plan.deferral.reviewing
    h = [Fraction(reviewing.worth[data.classes[t]]) for t in data.truth]
    v = [
        Fraction(worths.right if p == t else worths.wrong)
        for p, t in zip(said.predicted, data.truth, strict=True)
    ]
    cost = [Fraction(round(float(c) * MICRO)) for c in data.review_cost]
    seconds = [Fraction(float(s)) for s in prices.item_seconds(n, data.units)]
    model = Fraction(D(repr(said.cost)))
    order = reviewing.order
    if order == "uncertain":
        key = [-float(c) for c in said.confidence]
    elif order == "score":
        key = [float(x) for x in said.probabilities[:, 0]]
    else:
        gain = [
            sum(
                Fraction(float(x)) * Fraction(reviewing.worth[name])
                for x, name in zip(row, "ab", strict=True)
            )
            for row in said.probabilities
        ]
        key = [
            g / c if c else Fraction(10**9) if g > 0 else Fraction(-1)
            for g, c in zip(gain, cost, strict=True)
        ]
    rows = sorted((i for i in range(n) if weight[i] > 0), key=lambda i: (-key[i], cost[i]))
    pays = budget is None or budget.unit != "money" or budget.covers == "annotation"
    alone = in_coins(prices, model)
    if "model" not in prices.without_indirect:
        alone += in_coins(prices, alone * Fraction(prices.indirect))
    pays = pays or alone <= Fraction(budget.amount)
    found = [Tried(Fraction(0), Fraction(0), 0, Fraction(0))]
    scores = sorted({float(said.confidence[i]) for i in rows})
    for cutoff, (name, stands) in itertools.product([*scores, 9.0] if pays else [], rules(data)):
        taken = [i for i in rows if said.confidence[i] >= cutoff]
        base = sum((weight[i] * v[i] for i in taken), Fraction(0))
        accepted = sum((weight[i] for i in taken), Fraction(0))
        if taken and name == "none":
            found.append(Tried(base - alone, alone, 0, accepted))
        queue = [i for i in rows if i not in taken]
        calls = F0
        if name != "none":
            answers = data.answers[0]
            n_asked = sum((weight[i] for i in queue), F0)
            paid = sum((weight[i] * Fraction(float(answers.cost[i])) for i in queue), F0)
            if round(n_asked):
                calls = Fraction(round(n_asked) * round(paid / n_asked), MICRO)
            for i in queue:
                if stands[i]:
                    right = answers.answer[i] == data.truth[i]
                    base += weight[i] * Fraction(worths.right if right else worths.wrong)
            queue = [i for i in queue if not stands[i]]
            exact, printed, full, spend = bills(prices, model, 0, {"listed": F0, "seconds": F0}, calls)
            used = max(
                (exact, printed) if budget is not None and budget.covers == "annotation" else (full, spend)
            )
            if budget is not None and budget.unit == "money" and used > Fraction(budget.amount):
                continue
            spend = spend if prices.stated else F0
            if accepted or n_asked:
                found.append(Tried(base - spend, spend, 0, accepted, name))
        groups = [list(same) for _, same in itertools.groupby(queue, key=lambda i: (key[i], cost[i]))]
        for m in range(1, math.floor(sum((weight[i] for i in queue), Fraction(0))) + 1):
            sums = along(
                groups, m, weight, {"gain": h, "seconds": seconds, "listed": [c / MICRO for c in cost]}
            )
            exact, printed, full, spend = bills(prices, model, m, sums, calls)
            if budget is not None:
                amount = Fraction(budget.amount)
                only = budget.covers == "annotation"
                used = {
                    "money": max((exact, printed) if only else (full, spend)),
                    "items": Fraction(m),
                    "hours": sums["seconds"] / 3600,
                }[budget.unit]
                if used > amount:
                    break
            spend = spend if prices.stated else Fraction(0)
            found.append(Tried(base + sums["gain"] - spend, spend, m, accepted, name))
    return found


def best(found: list[Tried]) -> Tried:
    """The greatest net value; of equal ones the cheaper, fewer reviewed, lowest cutoff."""
    top = max(one.net for one in found)
    return min(
        (one for one in found if one.net == top), key=lambda one: (one.spend, one.reviewed, -one.accepted)
    )
