"""Entries that are types: what is counted, what is resampled, and what stays as it is where every item is a type."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from sample_evidence import ONE_EURO, items_of

from budgetplan.domain.items import ModelOutput
from budgetplan.domain.plan import Budget, Columns, ModelSpec, Plan, Target, Values
from budgetplan.domain.prices import Prices, Quantities
from budgetplan.lists.evidence import gather, types_of
from budgetplan.plans.review import analyse
from budgetplan.report.ranked import decision_record

D = Decimal


def counted(
    label,
    scores,
    kind=None,
    *,
    by_type=True,
    resamples=0,
    prices=ONE_EURO,
    often=None,
    group=None,
    units=None,
    **said,
):
    """Evidence by types: a label string such as "yny" or labels, a type for each item, scores by model."""
    label = [{"y": "yes", "n": "no", " ": ""}[letter] for letter in label]
    plan = Plan(
        "t.csv",
        Columns("gold", type="" if kind is None else "lemma", weight="" if often is None else "w"),
        ("yes",),
        tuple(ModelSpec(name, name) for name in scores),
        prices=prices,
        resamples=resamples,
        by_type=by_type,
        **{"mixture": False} | said,
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
        name: np.round(rng.normal(positive, spread), 1 + (ties > 20))
        for name, spread in (("a", 0.7), ("b", 1.5))
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


def test_a_type_is_worth_something_once_and_what_follows_is_passed_over():
    evidence = counted("yyyn", {"m": [4, 3, 2, 1]}, "aaab", values=Values({"yes": D(10)}))
    net = evidence.net_values(evidence.models[0], np.array([0.0, 1, 2, 4]))
    assert net.tolist() == [0, 9, 9, 8]


@pytest.mark.parametrize("seed", range(4))
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


def test_a_random_order_finds_types_as_they_come():
    # Two of three items are of one type: after one item 1, after two 1 + 2/3, after three 2.
    evidence = counted("yyy", {"m": [1, 2, 3]}, "aab")
    assert evidence.random.path.read("positives", [1, 2, 3]) == pytest.approx([1, 5 / 3, 2])


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
    analysis = analyse(evidence)
    record = decision_record(analysis, {})
    record.pop("plan")
    record["filter"].pop("types")
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
        assert [(part.found, part.total) for part in parts[name]] == [
            (part.found, part.total) for part in one
        ]


@pytest.mark.parametrize("goal", GOALS)
def test_one_type_for_all_is_one_entry(goal):
    label, scores, _ = a_world()
    evidence = counted(label, scores, ["t"] * len(label), resamples=40, **GOALS[goal])
    assert evidence.n_positives == 1
    said, parts = printed(evidence)
    assert said["sample"]["positives"] == 1
    # One type that is an entry, and one made-up item of either kind beside it: about three draws in four, or more.
    for table in parts.values():
        assert 0.7 < table[-1].found.value <= 1 + 1e-9


def test_names_of_types_play_no_part():
    label, scores, kind = a_world()
    names = dict(zip(sorted(set(kind)), np.random.default_rng(3).permutation(sorted(set(kind))), strict=True))
    one = printed(counted(label, scores, kind, resamples=50, budget=Budget(D(30))))[0]
    other = printed(
        counted(label, scores, [names[name] for name in kind], resamples=50, budget=Budget(D(30)))
    )[0]
    assert one == other


def test_groups_that_are_the_types_change_nothing():
    label, scores, kind = a_world()
    # Called in the order in which they come, types and groups are drawn alike.
    names = {name: f"t{place:03d}" for place, name in enumerate(dict.fromkeys(kind))}
    kind = [names[name] for name in kind]
    one = counted(label, scores, kind, resamples=50, budget=Budget(D(30)))
    other = counted(label, scores, kind, group=kind, resamples=50, budget=Budget(D(30)))
    assert printed(one)[0] == printed(other)[0]


def test_types_stay_within_their_bounds():
    label, scores, kind = a_world(ties=3)
    evidence = counted(label, scores, kind)
    in_all = len({name for name, letter in zip(kind, label, strict=True) if letter == "y"})
    for model in (*evidence.models, evidence.random, evidence.perfect):
        found = model.path.sums["positives"]
        assert found[-1] == in_all
        assert (np.diff(found) >= -1e-12).all()
        assert (found <= model.path.sums["tokens"] + 1e-9).all()
        assert (found <= evidence.perfect.path.read("positives", model.path.items) + 1e-9).all()
        for items in range(0, len(label), 7):
            least, most = model.extremes(items)
            assert least - 1e-9 <= float(model.path.read("positives", items)) <= most + 1e-9


def test_rows_that_are_types_are_judged_once_however_often_they_occur():
    label, scores, _ = a_world(n=60)
    often = np.random.default_rng(2).integers(1, 900, 60).astype(float)
    by_row = counted(label, scores, often=often, resamples=40, budget=Budget(D(20)))
    plain = counted(label, scores, by_type=False, resamples=40, budget=Budget(D(20)))
    assert by_row.whole_items == 60
    assert {**printed(by_row)[0], "labels": None} == {**printed(plain)[0], "labels": None}
    path = by_row.models[0].path
    assert path.total("tokens") == often[[letter == "y" for letter in label]].sum()


def test_rows_may_have_errors_prices_by_label_and_worths_by_class():
    label, scores, _ = a_world(n=60)
    often = np.full(60, 7.0)
    values = Values({"yes": D(6)}, error={"yes": D("0.1"), "no": D("0.02")}, left_out={"yes": D(-1)})
    prices = Prices(currency="EUR", per_item=D(1), extra_per_entry=D("0.5"), stated=True)
    said = {"values": values, "prices": prices, "prevalence": D("0.2"), "list_size": 300, "resamples": 40}
    by_row = counted(label, scores, often=often, **said)
    plain = counted(label, scores, by_type=False, **said)
    assert {**printed(by_row)[0], "labels": None} == {**printed(plain)[0], "labels": None}


def test_a_perfect_order_takes_the_cheapest_item_of_each_type():
    prices = Prices(listed=True, stated=True)
    plan = Plan("t.csv", Columns("gold", type="lemma"), ("yes",), (), prices=prices, by_type=True)
    items = replace(items_of(["yes", "yes", "no"]), kind=np.array([0, 0, 1]))
    types = types_of(plan, items, None, np.array([1.0, 1, 0]))
    assert types is not None
    found = types.counted({}, np.array([3.0, 2.0, 1.0]))
    assert found["positives"].tolist() == [0, 1, 0]
    assert found["tokens"].tolist() == [1, 1, 0]
