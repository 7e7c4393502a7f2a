"""Laws that hold for every queue: each law runs on every member of one list of queues."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pytest
from sample_evidence import gathered

from budgetplan.core import path
from budgetplan.domain.plan import Budget, Values
from budgetplan.domain.prices import MICRO, Prices
from budgetplan.models.ranks import gain_by_part

D = Decimal


@dataclass(frozen=True)
class Queue:
    """Items with whole scores, labels, prices in millionths and weights."""

    name: str
    label: tuple[str, ...]
    score: np.ndarray
    cost: np.ndarray
    weight: np.ndarray | None = None
    positive: tuple[str, ...] = ("yes",)

    def evidence(self, **said):
        columns = {"weight": self.weight, "listed": self.cost}
        said = {"prices": LISTED, "positive": self.positive} | said
        return gathered(list(self.label), {"m": self.score}, columns=columns, **said)

    def rows(self, rows):
        """The queue with these rows, in this order."""
        weight = None if self.weight is None else self.weight[rows]
        label = tuple(self.label[row] for row in rows)
        return replace(self, label=label, score=self.score[rows], cost=self.cost[rows], weight=weight)


LISTED = Prices(currency="EUR", listed=True, stated=True, minor_digits=6)


def random_queue(name, n, *, rate=0.3, classes=None, scores=50, prices=(40_000,), weights=None, seed=1):
    rng = np.random.default_rng([seed, n])
    if classes:
        label = rng.choice(["no", *classes], n, p=[1 - rate, *[rate / len(classes)] * len(classes)])
    else:
        label = np.where(rng.random(n) < rate, "yes", "no")
    return Queue(
        name,
        tuple(label.tolist()),
        rng.integers(0, scores, n).astype(float),
        rng.choice(prices, n).astype(float),
        None if weights is None else rng.choice(weights, n).astype(float),
        tuple(classes or ("yes",)),
    )


QUEUES = [
    *(random_queue(f"n = {n}", n) for n in (1, 7, 23)),
    random_queue("n = 2091", 2091, rate=0.2, scores=2000),
    random_queue("all tied", 20, scores=1),
    random_queue("no positives", 12, rate=0),
    random_queue("all positives", 13, rate=1),
    random_queue("zero cost", 15, prices=(0,)),
    random_queue("mixed costs with ties", 40, scores=5, prices=(0, 10_000, 10_000, 35_500, 1_234_567)),
    random_queue("integer weights", 30, scores=12, weights=(0, 1, 2, 5), prices=(20_000, 50_000)),
    random_queue("fractional weights", 30, scores=12, weights=(0.1, 0.7, 1.3), prices=(20_000, 50_000)),
    random_queue("several positive classes", 60, classes=("loan", "calque"), rate=0.4, prices=(30_000, 60_000)),
]


def same_path(one, other):
    """Equal up to the last digits of sums of fractions, which depend on the order of adding."""
    for measure in ("cost", "positives", "value"):
        at = np.linspace(0, one.n_items, 41)
        assert other.n_items == pytest.approx(one.n_items, rel=1e-12)
        assert other.read(measure, at).tolist() == pytest.approx(one.read(measure, at).tolist(), rel=1e-9, abs=1e-9)


def stops(evidence):
    """Whole numbers of items: all of them in short queues."""
    return np.unique(np.linspace(0, evidence.whole_items, 60).astype(int))


def best_stop(evidence, model, budget=None):
    """The stop of the most net value; reviews cost what they cost."""
    most = evidence.whole_items if budget is None else evidence.affordable(model, budget)
    items = evidence.stops(model, most).astype(float)
    return int(items[path.best_stop(model.path.read("value", items) - evidence.curve(model, items))])


def worth(queue, amount="0.15"):
    return Values(dict.fromkeys(queue.positive, D(amount)))


def order_of_rows_changes_nothing(queue):
    rows = np.random.default_rng(3).permutation(len(queue.label))
    values = worth(queue)
    same_path(queue.evidence(values=values).models[0].path, queue.rows(rows).evidence(values=values).models[0].path)


def increasing_transform_of_scores_changes_nothing(queue):
    one = queue.evidence().models[0]
    for transform in (lambda s: s**3 - 7, lambda s: np.exp(s / 100), lambda s: -1 / (1 + s), np.arctan):
        other = replace(queue, score=transform(queue.score)).evidence().models[0]
        assert other.ranking.order.tolist() == one.ranking.order.tolist()
        assert other.ranking.ends.tolist() == one.ranking.ends.tolist()


def gains_add_up_to_one(queue):
    for count in (1, 3, 10, len(queue.label), 17):
        table = gain_by_part(queue.evidence().models[0].path, count)
        if not set(queue.label) & set(queue.positive):
            assert np.isnan(table.gain).all()
            continue
        assert table.gain.sum() == pytest.approx(1, abs=1e-12)
        assert (table.gain >= 0).all()
        assert table.cumulative[-1] == pytest.approx(1, abs=1e-12)


def spend_stays_within_the_budget_and_the_next_item_is_unaffordable(queue):
    evidence = queue.evidence()
    (model,) = evidence.models
    whole = evidence.spend(model, evidence.whole_items)
    exactly = [evidence.spend(model, int(m)) for m in stops(evidence)]
    for amount in [*exactly, *(one - D("0.000001") for one in exactly if one), whole * 2, D("0.1")]:
        items = evidence.affordable(model, Budget(amount))
        assert evidence.spend(model, items) <= amount
        assert items == evidence.whole_items or evidence.spend(model, items + 1) > amount


def perfect_order_dominates(queue):
    evidence = queue.evidence()
    at = np.arange(evidence.whole_items + 1)
    best = evidence.perfect.path.read("positives", at)
    for order in (*evidence.models, evidence.random):
        assert (order.path.read("positives", at) <= best + 1e-9).all()


def a_weight_of_two_is_a_doubled_row(queue):
    ones = np.ones(len(queue.label)) if queue.weight is None else queue.weight
    heavy = replace(queue, weight=2 * ones).evidence(values=worth(queue))
    double = queue.rows(np.repeat(np.arange(len(queue.label)), 2)).evidence(values=worth(queue))
    assert heavy.list_items == pytest.approx(double.list_items)
    same_path(heavy.models[0].path, double.models[0].path)
    for budget in (D("0.1"), D("0.5"), D(1)):
        bought = [one.affordable(one.models[0], Budget(budget)) for one in (heavy, double)]
        assert bought[0] == bought[1]


def scaling_money_scales_money(queue):
    one = queue.evidence(values=worth(queue))
    triple = replace(queue, cost=3 * queue.cost).evidence(values=worth(queue, "0.45"))
    at = stops(one).astype(float)
    (small,), (large,) = one.models, triple.models
    assert triple.totals(large, at).tolist() == pytest.approx((3 * one.totals(small, at)).tolist(), rel=1e-12)
    nets = 3 * one.net_values(small, at)
    assert triple.net_values(large, at).tolist() == pytest.approx(nets.tolist(), rel=1e-9, abs=1e-9)
    assert best_stop(one, small) == best_stop(triple, large)
    for items in at.astype(int):
        spend = one.spend(small, items)
        assert triple.affordable(large, Budget(3 * spend)) == one.affordable(small, Budget(spend))


def best_plan_never_falls_with_the_budget(queue):
    evidence = queue.evidence(values=worth(queue))
    (model,) = evidence.models
    reached = []
    for items in stops(evidence):
        best = best_stop(evidence, model, Budget(evidence.spend(model, int(items))))
        reached.append(float(evidence.net_values(model, np.array([float(best)]))[0]))
    assert (np.diff(reached) >= -1e-9).all()


def not_starting_is_always_a_candidate(queue):
    values = replace(worth(queue), left_out=dict.fromkeys(queue.positive, D("-0.01")))
    # So dear to start that nothing pays: then nothing is started, and what is left out is lost.
    for fixed in (D(0), D(10**6)):
        evidence = queue.evidence(values=values, prices=replace(LISTED, fixed={"F": fixed}))
        (model,) = evidence.models
        best = best_stop(evidence, model)
        net = evidence.net_values(model, np.array([0.0, float(best)]))
        assert net[0] == pytest.approx(-0.01 * evidence.n_positives)
        assert net[1] >= net[0]
        assert evidence.spend(model, 0) == 0
        if fixed:
            assert best == 0
            assert evidence.affordable(model, Budget(fixed - 1)) == 0


def cumulative_curves_never_fall(queue):
    path = queue.evidence().models[0].path
    for sums in (path.items, path.sums["cost"], path.sums["positives"]):
        assert sums[0] == 0
        assert (np.diff(sums) >= 0).all()


CROWD = {"hourly_rate": D("17.77"), "seconds_per_item": D("7.3"), "annotators": D("1.3")}
EXTRAS = {"adjudicated_share": D("0.11"), "adjudication": D("0.335"), "extra_per_entry": D("0.005")}
FIXED = {"F": D("12.345"), "G": D(7)}
BILLS = [
    replace(LISTED, minor_digits=2, contingency=D("0.07"), indirect=D("0.155"), fixed={"F": D("12.345")}),
    Prices(per_item=D("0.015"), **CROWD, **EXTRAS, contingency=D("0.10"), indirect=D("0.25"), stated=True),
    Prices(per_item=D(3), hourly_rate=D(1234), seconds_per_item=D(9), minor_digits=0, indirect=D("0.2"), stated=True),
    Prices(per_item=D("0.333"), coin=D("0.05"), contingency=D("0.07"), fixed=FIXED, indirect=D("0.155"),
           without_indirect=("F", "model"), stated=True),
    Prices(per_item=D("0.333"), fixed=FIXED, indirect=D("0.25"), without_indirect=("annotation",), stated=True),
]  # fmt: skip


def printed_lines_multiply_and_add_up(queue):
    for prices in BILLS:
        evidence = queue.evidence(prices=prices)
        (model,) = evidence.models
        cent = D(1).scaleb(-prices.minor_digits)
        coin = prices.coin or cent
        for items in stops(evidence)[:20]:
            bought = replace(evidence.bought(model, int(items)), model_cost=D("2.50"))
            lines = prices.lines(bought, "m")
            for line in lines:
                whole = (line.quantity * line.price / coin).quantize(D(1), ROUND_HALF_UP)
                assert line.amount == whole * coin
                assert line.amount.as_tuple().exponent == -prices.minor_digits
            assert sum((line.amount for line in lines), D(0)) == prices.printed_total(bought)
            bears = [line for line in lines if line.key != "indirect" and named(line) not in prices.without_indirect]
            rate = [line for line in lines if line.key == "indirect"]
            assert sum((line.amount for line in bears), D(0)) == sum((one.price * 100 for one in rate), D(0))


def named(line):
    """What of the direct costs a line belongs to, as the plan file names it."""
    return {"fixed": line.label, "model": "model", "calls": "answers"}.get(line.key, "annotation")


LAWS = [
    order_of_rows_changes_nothing,
    increasing_transform_of_scores_changes_nothing,
    gains_add_up_to_one,
    spend_stays_within_the_budget_and_the_next_item_is_unaffordable,
    perfect_order_dominates,
    a_weight_of_two_is_a_doubled_row,
    scaling_money_scales_money,
    best_plan_never_falls_with_the_budget,
    not_starting_is_always_a_candidate,
    cumulative_curves_never_fall,
    printed_lines_multiply_and_add_up,
]


@pytest.mark.parametrize("queue", QUEUES, ids=lambda queue: queue.name)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law(law, queue):
    law(queue)


def test_queues_are_what_their_names_say():
    named = {queue.name: queue for queue in QUEUES}
    assert len(named) == len(QUEUES)
    assert set(named["no positives"].label) == {"no"}
    assert set(named["all positives"].label) == {"yes"}
    assert set(named["several positive classes"].label) == {"no", "loan", "calque"}
    assert len(set(named["all tied"].score)) == 1
    assert named["zero cost"].cost.sum() == 0
    assert max(queue.cost.max() for queue in QUEUES) > MICRO
