"""Entries that are types: what is counted, what is resampled, and what stays as it is where every item is a type."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import permutations
from math import comb

import numpy as np
import pytest
from sample_evidence import ONE_EURO, items_of

from budgetplan.core.path import found_by, rank, slice_ends, types_along
from budgetplan.domain.items import ModelOutput
from budgetplan.domain.plan import Budget, Columns, ModelSpec, Plan, Target, Values
from budgetplan.domain.prices import Prices, Quantities
from budgetplan.lists.evidence import gather, types_of
from budgetplan.plans.review import Analysis
from budgetplan.report.ranked import decision_record

D = Decimal


def counted(label, scores, kind=None, *, by_type=True, prices=ONE_EURO, often=None, group=None, units=None, **said):
    """Evidence by types: a label string such as "yny" or labels, a type for each item, scores by model."""
    label = [{"y": "yes", "n": "no", " ": ""}[letter] for letter in label]
    plan = Plan(
        "t.csv",
        Columns("gold", type="" if kind is None else "lemma", weight="" if often is None else "w"),
        ("yes",),
        tuple(ModelSpec(name, name) for name in scores),
        prices=prices,
        by_type=by_type,
        **{"mixture": False, "resamples": 0} | said,
    )
    items = items_of(label, weight=often, group=group, units=units)
    names = None if kind is None else sorted(set(kind))
    if names is not None:
        items = replace(items, kind=np.array([names.index(one) for one in kind], dtype=np.int64))
    outputs = [ModelOutput(name, np.array(score, dtype=float)) for name, score in scores.items()]
    return gather(plan, items, outputs)


def a_world(seed=1, n=120, n_types=25, ties=9):
    rng = np.random.default_rng(seed)
    kind = rng.integers(0, n_types, n)
    likely = rng.random(n_types)
    positive = rng.random(n) < likely[kind]
    scores = {
        name: np.round(rng.normal(positive, spread), 1 + (ties > 20)) for name, spread in (("a", 0.7), ("b", 1.5))
    }
    return "".join(np.where(positive, "y", "n")), scores, [f"t{code:03d}" for code in kind]


def test_a_type_counts_at_its_first_confirmed_item():
    evidence = counted("nyyny", {"m": [5, 4, 3, 2, 1]}, "aabbc")
    path = evidence.models[0].path
    assert path.sums["positives"].tolist() == [0, 0, 1, 2, 2, 3]
    assert path.sums["tokens"].tolist() == [0, 0, 1, 2, 2, 3]
    assert path.sums["judged"].tolist() == [0, 1, 2, 3, 3, 4]
    assert evidence.n_positives == 3
    assert evidence.perfect.path.read("positives", [1, 2, 3]).tolist() == [1, 2, 3]


def test_of_equal_items_as_many_types_may_be_found_as_the_order_allows():
    """Of three of four equal ones a, a, a and b are seen in some orders, and a alone in another."""
    assert counted("yyyy", {"m": [1, 1, 1, 1]}, "aaab").models[0].extremes(3) == (1, 2)


def test_a_type_is_worth_something_once_and_what_follows_is_passed_over():
    evidence = counted("yyyn", {"m": [4, 3, 2, 1]}, "aaab", values=Values({"yes": D(10)}))
    net = evidence.net_values(evidence.models[0], np.array([0.0, 1, 2, 4]))
    assert net.tolist() == [0, 9, 9, 8]


@pytest.mark.parametrize("seed", range(2))
def test_what_is_billed_is_what_a_walk_judges_that_passes_over_confirmed_types(seed):
    rng = np.random.default_rng(seed)
    n, said = 60, {"contingency": D("0.1"), "indirect": D("0.2"), "fixed": {"server": D(7)}, "stated": True}
    per = {"per_item": D("0.35"), "per_unit": D("0.01"), "annotators": D("1.5"), "currency": "EUR"}
    prices = Prices(**said, **per, adjudicated_share=D("0.1"), adjudication=D(2))
    label, kind = "".join(rng.choice(["y", "n"], n)), [f"t{at}" for at in rng.integers(0, 9, n)]
    units, order = rng.integers(1, 90, n).astype(float), rng.permutation(n)
    evidence = counted(label, {"m": np.argsort(-order)}, kind, prices=prices, units=units)
    model, known, judged, size = evidence.models[0], set(), 0, 0.0
    for items, at in enumerate(model.ranking.order, start=1):
        if kind[at] not in known:
            judged, size = judged + 1, size + units[at]
        known |= {kind[at]} if label[at] == "y" else set()
        walked = Quantities(judged, units=size)
        assert evidence.spend(model, items) == prices.printed_total(walked)
        assert evidence.affordable(model, Budget(D(judged), "items")) >= items


def test_a_budget_buys_as_many_places_as_the_judgements_it_pays_for():
    evidence = counted("yynynn", {"m": [6, 5, 4, 3, 2, 1]}, "aabbbc")
    model = evidence.models[0]
    # a, (a), b, b, (b), c
    for money, places in ((1, 2), (2, 3), (3, 5), (4, 6)):
        assert evidence.affordable(model, Budget(D(money))) == places
        assert evidence.affordable(model, Budget(D(money), "items")) == places


def test_whole_types_are_resampled_unless_coarser_groups_are_named():
    label, scores, kind = a_world()
    evidence = counted(label, scores, kind)
    assert evidence.n_groups == len(set(kind))
    assert evidence.group_column == "lemma"
    coarse = [name[-1] for name in kind]
    assert counted(label, scores, kind, group=coarse).n_groups == len(set(coarse))


GOALS = {
    "budget": {"budget": Budget(D(30))},
    "worth": {"values": Values({"yes": D(3)})},
    "target": {"target": Target(D("0.6"), "share")},
    "open": {},
}


def printed(evidence):
    analysis = Analysis(evidence)
    record = decision_record(analysis, {})
    record.pop("plan")
    for key in ("types", "target_certified"):  # of types none is certified
        record["filter"].pop(key)
    return record, analysis.parts


@pytest.mark.parametrize("goal", GOALS)
def test_items_of_a_type_each_are_planned_as_items(goal):
    label, scores, _ = a_world(ties=50)
    own = [f"t{place:04d}" for place in range(len(label))]
    by_type = counted(label, scores, own, resamples=60, **GOALS[goal])
    by_item = counted(label, scores, by_type=False, resamples=60, **GOALS[goal])
    said, parts = printed(by_type)
    plain, plain_parts = printed(by_item)
    assert said["labels"] is None
    assert {**said, "labels": None} == {**plain, "labels": None}
    for name, one in plain_parts.items():
        told = ([(part.found, part.total) for part in each] for each in (parts[name], one))
        assert next(told) == next(told)


def test_types_stay_within_their_bounds():
    label, scores, kind = a_world(ties=3)
    evidence = counted(label, scores, kind)
    in_all = len({name for name, letter in zip(kind, label, strict=True) if letter == "y"})
    drawn = Analysis(counted(label, scores, kind, resamples=40, budget=Budget(D(30)))).lead.drawn
    assert (drawn.found <= drawn.paid["judged"] + 1e-9).all()
    assert (drawn.paid["judged"] <= drawn.ends + 1e-9).all()
    for model in (*evidence.models, evidence.random, evidence.perfect):
        found = model.path.sums["positives"]
        assert found[-1] == in_all
        assert (np.diff(found) >= -1e-12).all()
        assert (found <= model.path.sums["tokens"] + 1e-9).all()
        assert (found <= evidence.perfect.path.read("positives", model.path.items) + 1e-9).all()
        for items in range(0, len(label), 7):
            least, most = model.extremes(items)
            assert least - 1e-9 <= float(model.path.read("positives", items)) <= most + 1e-9


def test_what_a_budget_finds_of_types_is_the_mean_of_draws_that_it_ends():
    """In draws in which types are confirmed late the money ends the review before the stop: what lies behind is not found."""
    label, scores, kind = a_world(n=400, n_types=60)
    analysis = Analysis(counted(label, scores, kind, values=Values({"yes": D(9)}), budget=Budget(D(60)), resamples=400))
    chosen, drawn = analysis.chosen, analysis.in_draws(analysis.planned)
    whole = analysis.draws.at(np.array([float(analysis.planned)]))[:, 0]
    assert (drawn.found <= whole).all()
    assert np.mean(whole - drawn.found) > 0.2
    uncut = float(analysis.lead.path.read("positives", analysis.planned))
    assert chosen.found.value == pytest.approx(uncut - float(np.mean(whole - drawn.found)))
    assert chosen.net.value == pytest.approx(
        9 * chosen.found.value - float(chosen.spend) - analysis.off(analysis.planned)
    )


def test_rows_that_are_types_are_judged_once_however_often_they_occur():
    label, scores, _ = a_world(n=60)
    often = np.random.default_rng(2).integers(1, 900, 60).astype(float)
    by_row = counted(label, scores, often=often, resamples=40, budget=Budget(D(20)))
    plain = counted(label, scores, by_type=False, resamples=40, budget=Budget(D(20)))
    assert by_row.whole_items == 60
    assert {**printed(by_row)[0], "labels": None} == {**printed(plain)[0], "labels": None}
    path = by_row.models[0].path
    assert path.total("tokens") == often[[letter == "y" for letter in label]].sum()


def test_a_perfect_order_takes_the_cheapest_item_of_each_type():
    prices = Prices(listed=True, stated=True)
    plan = Plan("t.csv", Columns("gold", type="lemma"), ("yes",), (), prices=prices, by_type=True)
    items = replace(items_of(["yes", "yes", "no"]), kind=np.array([0, 0, 1]))
    types = types_of(plan, items, None, np.array([1.0, 1, 0]))
    assert types is not None
    found = types.counted({}, np.array([3.0, 2.0, 1.0]))
    assert found["positives"].tolist() == [0, 1, 0]
    assert found["tokens"].tolist() == [1, 1, 0]


# --- types along a review, and what passing over confirmed ones saves: exact over all orders inside tie groups
def orders_of(score):
    """Every order that the scores allow."""
    orders = [[]]
    for value in sorted(set(score), reverse=True):
        tie = np.flatnonzero(score == value).tolist()
        orders = [[*order, *more] for order in orders for more in permutations(tie)]
    return orders


def walked(order, kind, positive, cost):
    """Types found, items judged and what they cost so far, where each item of a confirmed type is passed over."""
    known, along = set(), [(0, 0, 0)]
    for at in order:
        new = kind[at] not in known
        known |= {kind[at]} if positive[at] else set()
        along.append((len(known), along[-1][1] + new, along[-1][2] + new * cost[at]))
    return np.transpose(along)


def queue_of(score, kind, positive, **measures):
    score, kind = np.asarray(score, dtype=float), np.asarray(kind)
    return types_along(rank(score), kind, np.asarray(positive, dtype=float), measures)


def small_worlds():
    rng = np.random.default_rng(5)
    for _ in range(20):
        n = int(rng.integers(1, 8))
        yield rng.integers(0, 3, n), rng.integers(0, 3, n), rng.integers(0, 2, n)


@pytest.mark.parametrize("world", [*small_worlds()], ids=str)
def test_what_is_found_judged_and_paid_is_the_mean_over_all_orders_at_every_item(world):
    score, kind, positive = world
    cost = np.random.default_rng(int(score.sum())).integers(1, 9, len(score)).astype(float)
    every = np.array([walked(order, kind, positive, cost) for order in orders_of(score)])
    queue, items = queue_of(score, kind, positive, cost=cost), np.arange(len(score) + 1)
    found, judged, paid = every.mean(axis=0)
    assert queue.path.read("positives", items) == pytest.approx(found, abs=1e-12)
    assert queue.path.judged(items) == pytest.approx(judged, abs=1e-12)
    assert queue.path.read("cost", items) == pytest.approx(paid, abs=1e-12)
    ends = zip(every[:, 0].min(axis=0), every[:, 0].max(axis=0), strict=True)
    assert [queue.extremes(at) for at in items.tolist()] == list(ends)


@pytest.mark.parametrize(("size", "entries", "reviewed"), [(4, 2, 2), (9, 3, 4), (60, 7, 11), (500, 30, 40)])
def test_a_chance_to_be_found_is_one_less_that_of_missing_every_entry(size, entries, reviewed):
    missed = Fraction(comb(size - entries, reviewed), comb(size, reviewed))
    got = found_by(np.array([size]), np.array([entries]), np.array([reviewed]))
    assert float(got[0]) == pytest.approx(float(1 - missed), abs=1e-12)


@pytest.mark.parametrize(
    ("score", "judged", "cost"),
    [
        ([3, 2, 1], [0, 1, 1, 2], [0, 1, 1, 5]),  # a, then a again, which is passed over, then b
        ([2, 2, 1], [0, 1, 1, 2], [0, 1.5, 1.5, 5.5]),  # either a first
        ([1, 1, 1], [0, 1, 5 / 3, 2], [0, 7 / 3, 25 / 6, 5.5]),  # two of three: a b, a b, a a
    ],
)
def test_of_a_type_twice_and_another_one_only_the_second_item_is_passed_over(score, judged, cost):
    queue = queue_of(score, [0, 0, 1], [1, 1, 1], cost=np.array([1.0, 2.0, 4.0]))
    assert queue.path.judged([0, 1, 2, 3]) == pytest.approx(judged)
    assert queue.path.read("cost", [0, 1, 2, 3]) == pytest.approx(cost)


def test_what_is_paid_along_an_order_without_ties_is_exact():
    rng = np.random.default_rng(8)
    score, kind, positive = rng.permutation(500), rng.integers(0, 40, 500), rng.random(500) < 0.3
    cost = rng.integers(1, 10**6, 500).astype(float)
    _, judged, paid = walked(np.argsort(-score), kind, positive, cost).tolist()
    path = queue_of(score, kind, positive, cost=cost).path
    assert path.sums["judged"].tolist() == judged
    assert path.sums["cost"].tolist() == paid


@pytest.mark.parametrize("size", [1, 31, 32, 33, 40, 1000, 123_457])
def test_slices_end_at_whole_items_and_never_stand_still(size):
    ends = slice_ends(size)
    assert ends[-1] == size
    assert (np.diff(ends, prepend=0) > 0).all()


def test_between_slices_of_a_large_group_little_is_lost():
    rng = np.random.default_rng(3)
    kind = rng.integers(0, 60, 3000)
    queue = queue_of(np.zeros(3000), kind, np.ones(3000))
    count = np.bincount(kind)
    for items in (20, 55, 300, 1100, 2900):
        exact = float(found_by(np.full(60, 3000), count, np.full(60, items)).sum())
        got = float(queue.path.read("positives", items))
        assert exact * 0.98 <= got <= exact + 1e-9
