"""The pilot of a list: budgets, pairs of models, the sample and its weights."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from sample_evidence import ONE_EURO, falling, gathered, items_of

from budgetplan.domain.items import ModelOutput
from budgetplan.domain.plan import Budget, Columns, ModelSpec, Plan
from budgetplan.evidence.pilot import ONE_IN, plan_pilot

N = 400


def scores(*noises, n=N, seed=3):
    """Models of the same truth, each with noise of its own."""
    rng = np.random.default_rng(seed)
    truth = rng.normal(size=n)
    return {f"m{place}": truth + noise * rng.normal(size=n) for place, noise in enumerate(noises)}


def pilot(given, n_labels=100, costs=None, **said):
    plan = Plan(
        "list.csv",
        Columns(label=""),
        (),
        tuple(ModelSpec(name, name) for name in given),
        prices=ONE_EURO,
        **said,
    )
    outputs = [ModelOutput(name, score, cost=(costs or {}).get(name, 0.0)) for name, score in given.items()]
    return plan_pilot(plan, items_of([""] * len(outputs[0].score)), outputs, n_labels)


def test_without_a_budget_a_tenth_a_fifth_and_half_of_the_list_are_looked_at():
    found = pilot(scores(0.5, 1))
    assert [set(one.items.values()) for one in found.budgets] == [{40}, {80}, {200}]
    # The sample asks about twice the middle one.
    assert found.reach == {"m0": 160, "m1": 160}


@pytest.mark.parametrize(
    ("budget", "items"),
    [(Budget(Decimal(60), "items"), {60}), (Budget(Decimal(60)), {60, 50}), (Budget(Decimal(9999)), {N})],
)
def test_a_budget_buys_what_each_model_leaves_of_it(budget, items):
    costs = {"m1": 10.0} if budget.unit == "money" and budget.amount < 100 else None
    found = pilot(scores(0.5, 1), budget=budget, costs=costs)
    assert [set(one.items.values()) for one in found.budgets] == [items]


def test_the_share_on_which_two_models_differ_is_counted():
    given = scores(0.5, 1, 2)
    found = pilot(given, budget=Budget(Decimal(50), "items"))
    tops = {name: set(np.argsort(-score)[:50].tolist()) for name, score in given.items()}
    pairs = found.budgets[0].pairs
    assert [pair.models for pair in pairs] == [("m0", "m1"), ("m0", "m2"), ("m1", "m2")]
    for pair in pairs:
        first, second = (tops[name] for name in pair.models)
        assert pair.share == pytest.approx(len(first ^ second) / N)
        for k in ONE_IN:
            n, own = pair.labels[k], pair.where_they_differ(k)
            assert n is None or own == pytest.approx(pair.share * n, abs=1)


def test_the_stratum_is_what_some_models_have_among_twice_the_budget_and_others_have_not():
    given = scores(0.5, 1, 2)
    found = pilot(given, budget=Budget(Decimal(50), "items"))
    tops = [set(np.argsort(-score)[:100].tolist()) for score in given.values()]
    assert set(np.flatnonzero(found.inside).tolist()) == set.union(*tops) - set.intersection(*tops)
    assert found.differ


def test_weights_add_up_to_the_list_and_are_one_over_the_chance():
    for given in (scores(0.5, 1), scores(1), {"a": falling(N), "b": falling(N)}):
        found = pilot(given)
        assert found.weight.sum() == pytest.approx(N)
        (n_in, drawn_in), (n_rest, drawn_rest) = found.sizes
        assert (n_in + n_rest, drawn_in + drawn_rest) == (N, 100)
        taken = found.inside[found.drawn]
        assert found.weight[taken] == pytest.approx(np.full(drawn_in, n_in / drawn_in))
        assert found.weight[~taken] == pytest.approx(np.full(drawn_rest, n_rest / drawn_rest))


def test_one_model_or_equal_ones_are_sampled_by_their_top_set():
    for given in ({"a": falling(N)}, {"a": falling(N), "b": 2 * falling(N)}):
        found = pilot(given)
        assert not found.differ
        assert np.flatnonzero(found.inside).tolist() == list(range(160))


def test_no_more_than_the_list_is_drawn():
    found = pilot(scores(0.5, 1, n=30), n_labels=200)
    assert sorted(found.drawn.tolist()) == list(range(30))
    assert found.weight.tolist() == [1.0] * 30


def test_weighted_entries_of_a_list_with_a_biased_top_half_are_right_on_average():
    """Entries stand where models differ: unweighted, the sample has far too many of them."""
    given = scores(0.7, 1.5, n=1000)
    rng = np.random.default_rng(1)
    base = pilot(given)
    entry = rng.random(1000) < np.where(base.inside, 0.4, 0.05)
    weighted, plain = [], []
    for seed in range(400):
        found = pilot(given, seed=seed)
        weighted.append(found.weight @ entry[found.drawn])
        plain.append(entry[found.drawn].mean() * 1000)
    error = np.std(weighted) / np.sqrt(400)
    assert np.mean(weighted) == pytest.approx(entry.sum(), abs=4 * error)
    assert np.mean(plain) > entry.sum() + 20 * error


def test_another_order_of_models_changes_nothing():
    given = scores(0.5, 1, 2)
    turned = dict(reversed(given.items()))
    first, second = pilot(given), pilot(turned)
    assert (first.drawn == second.drawn).all()
    assert first.budgets == second.budgets


def labelled(given, found, entry, *, weighted=True):
    """Evidence of the list after its sample was labelled."""
    n = len(entry)
    label = np.full(n, "", dtype="<U3")
    label[found.drawn] = np.where(entry[found.drawn], "yes", "no")
    weight, stratum = np.ones(n), np.full(n, -1)
    weight[found.drawn] = found.weight
    stratum[found.drawn] = found.inside[found.drawn]
    columns = {"weight": weight, "stratum": stratum} if weighted else None
    return gathered(label.tolist(), given, resamples=40, columns=columns)


def test_entries_promised_by_a_labelled_pilot_are_those_of_the_list():
    """Most labels are disputed items, which the top of each order is not made of: unweighted it promises too little."""
    ratios = {True: [], False: []}
    for seed in range(25):
        rng = np.random.default_rng(seed)
        entry = rng.random(2000) < 0.15
        given = {name: rng.normal(by * entry, 1) for name, by in (("a", 2.0), ("b", 1.6))}
        found = pilot(given, n_labels=200, seed=seed, budget=Budget(Decimal(300), "items"))
        own = np.ones(2000, dtype=bool)
        own[found.drawn] = False
        for weighted, ratio in ratios.items():
            evidence = labelled(given, found, entry, weighted=weighted)
            assert evidence.list_items == 1800
            for model in evidence.models:
                first = np.argsort(-np.where(own, given[model.name], -np.inf))[:300]
                ratio.append(model.path.read("positives", np.array([300.0]))[0] / entry[first].sum())
    assert np.mean(ratios[True]) == pytest.approx(1, abs=0.06)
    assert np.mean(ratios[False]) < 0.85
