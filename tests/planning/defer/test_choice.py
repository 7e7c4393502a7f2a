"""Which model: chosen where cutoffs are learnt, and what the test items have no say in."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from classified_world import made
from defer_world import BY_CLASS, DEFAULT, GOOD, RISKY, UNLUCKY, Model, chosen_in, make_plan

from budgetplan.dataset.predicted import read_classified
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.domain.plan import ClassifierSpec, Columns, Deferral, Plan
from budgetplan.domain.prices import Prices
from budgetplan.domain.utilities import Worths
from budgetplan.metrics.answers.value import WorthTable, triple
from budgetplan.planning.defer import solve as selective
from budgetplan.planning.defer.choice import error_cost
from budgetplan.planning.defer.solve import select
from budgetplan.report.defer.record import selection_record

TRUTH = np.arange(400) % 2


def equal_models(rng, n, n_models, prefix):
    """Models that are right in four of five items and sure of all, drawn anew."""
    models = []
    for number in range(n_models):
        sure = 0.5 + rng.random(n) / 2
        right = rng.random(n) < 0.3 + 0.7 * sure
        truth = np.zeros(n, dtype=np.int64)
        predicted = np.where(right, truth, 1)
        p = np.where(np.arange(2) == predicted[:, None], sure[:, None], 1 - sure[:, None])
        models.append(Predictions(f"m{number}", predicted, sure, p))
    ids = tuple(f"{prefix}{place:04d}" for place in range(n))
    return ClassifiedSet(ids, ("a", "b"), truth, models=tuple(models))


def projects(count, n, n_models, *, validation, **said):
    plan = make_plan(DEFAULT | {"worths": {"error_weight": "4"}, "resamples": 100} | said)
    for seed in range(count):
        rng = np.random.default_rng([seed, n])
        other = equal_models(rng, n, n_models, "v") if validation else None
        yield select(plan, other, equal_models(rng, n, n_models, "t"))


@pytest.fixture
def bare(monkeypatch):
    """Leave out what says nothing of the choice, and takes most of the time."""
    monkeypatch.setattr(selective, "_scores", lambda *_: (None, None))
    monkeypatch.setattr(selective, "at_other_prices", lambda *_: ())
    monkeypatch.setattr(selective, "by_error_weight", lambda *_: ())
    monkeypatch.setattr(selective, "reliability", lambda *_: None)
    monkeypatch.setattr(selective, "worth_curve", lambda *_: None)
    monkeypatch.setattr(selective, "curves", lambda *_: None)
    monkeypatch.setattr(selective, "labels_worth", lambda *_, **__: None)


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize("validation", [True, False])
def test_the_value_of_the_best_of_ten_equal_models_is_not_flattered(validation):
    # Chosen on the items that report it, the value is a quarter too high and more.
    told, best, alone, wrong = [], [], [], []
    for selection in projects(25, 300, 10, validation=validation):
        rates = [one.deployed.counts.n_wrong / one.deployed.counts.n_accepted for one in selection.models]
        own, more = selection.chosen.deployed.counts, selection.more_wrong
        wrong.append([own.n_wrong / own.n_accepted, more / own.n_accepted, np.mean(rates)])
        values = [one.deployed.value.value for one in selection.models]
        told.append(selection.value.value)
        best.append(max(values))
        alone.append(np.mean(values))
    assert np.mean(best) > 1.25 * np.mean(alone)
    # Of models that are truly equal resampling shows two thirds of what choosing among them flatters: what is left
    # of 40 % is 14 % with one set, measured on 120 projects.
    assert np.mean(told) == pytest.approx(np.mean(alone), rel=0.12 if validation else 0.2)
    # With one set the chosen one has seemed to be wrong too seldom, and half of that at least is told.
    seen, more, true = np.mean(wrong, axis=0)
    if validation:
        assert more == 0
    else:
        assert seen < 0.97 * true
        assert 0.4 * (true - seen) < more < 1.3 * (true - seen)


@pytest.mark.usefixtures("bare")
def test_some_of_ten_equal_models_is_firmly_worse_in_few_projects():
    alarms = 0
    for selection in projects(40, 200, 10, validation=True):
        alarms += any(gap.wholly_below(0) for gap in selection.differences.values())
    assert alarms <= 6


def test_the_test_labels_choose_nothing():
    plan = make_plan(DEFAULT | {"resamples": 100})
    validation, test = made(seed=1), made(seed=2)
    found = {select(plan, validation, test).choice.chosen}
    for shift in (1, 2):
        turned = replace(test, truth=(test.truth + shift) % 3)
        other = select(plan, validation, turned)
        found.add(other.choice.chosen)
        assert other.choice.by_accuracy == other.choice.by_error_cost == other.choice.chosen
        assert other.choice.optimism == 0
    assert found == {"m0"}
    assert len({select(plan, validation, test).choice.by_weight}) == 1


def test_validation_chooses_though_the_test_items_say_otherwise():
    turned = Model("turned", UNLUCKY.test, ((40, True, 0.9),))
    selection = chosen_in(models=(turned, GOOD))
    assert selection.chosen.name == "turned"
    assert selection.differences["good"].wholly_above(0)
    assert selection.value.value == selection.chosen.deployed.value.value == pytest.approx((20 - 80) / 40)


def test_renaming_the_models_and_their_order_change_only_names():
    names = {"m0": "zz", "m1": "aa", "m2": "mm"}
    validation, test = made(seed=1, n_models=3), made(seed=2, n_models=3)
    plan = make_plan(DEFAULT | {"resamples": 100})

    def renamed(data):
        models = tuple(replace(one, name=names[one.name]) for one in reversed(data.models))
        return replace(data, models=models)

    for known in (validation, None):
        one = select(plan, known, test)
        other = select(plan, None if known is None else renamed(known), renamed(test))
        assert names[one.chosen.name] == other.chosen.name
        assert one.value.value == pytest.approx(other.value.value, abs=1e-12)
        assert [names[row.best] for row in one.weights] == [row.best for row in other.weights]
        for name, gap in one.differences.items():
            assert gap.low == pytest.approx(other.differences[names[name]].low, abs=1e-12)


def test_of_equally_good_models_the_cheaper_is_chosen_then_the_first_by_name():
    test = made(n_models=1)
    said = test.models[0]
    plan = make_plan(DEFAULT | {"resamples": 50})

    def chosen(*named):
        twins = tuple(replace(said, name=name, cost=cost) for name, cost in named)
        return select(plan, None, replace(test, models=twins)).chosen.name

    assert chosen(("b", 1.0), ("a", 2.0)) == "b"
    assert chosen(("b", 1.0), ("a", 1.0)) == "a"


def test_the_cost_of_errors_is_that_of_the_errors_alone():
    # 40 items. A: 8 false positives, at 1 each; B: 7 at 1. A's right answers are worth far more.
    truth = np.array([1] * 20 + [0] * 20)
    table = WorthTable(np.array([[1.0, -3.0], [-1.0, 9.0]]), np.zeros(2), np.zeros(2), 0.0)
    data = ClassifiedSet(tuple(f"i{at:02d}" for at in range(40)), ("n", "p"), truth)
    one = np.where(np.arange(40) >= 32, 1, truth)
    other = np.where((np.arange(40) < 1) | (np.arange(40) >= 36), 1 - truth, truth)
    assert error_cost(table, data, one) == pytest.approx(0.200)
    assert error_cost(table, data, other) == pytest.approx((3 + 4) / 40) == pytest.approx(0.175)


def test_cost_sensitive_error_names_its_own_model():
    # All answered, the second is worth more: its right answers are the dear ones.
    truth = "b" * 20 + "a" * 20
    worths = {"right": "1", "wrong": "-1", "cells": {("b", "b"): "9", ("a", "b"): "-3"}}
    first = Model("A", ((32, True, 0.9), (8, False, 0.9)))
    second = Model("B", ((1, False, 0.9), (35, True, 0.9), (4, False, 0.9)))
    selection = chosen_in(truth=truth, worths=worths, models=(first, second), resamples=0)
    everything = {one.name: one.routes["all"].value.value for one in selection.models}
    assert everything["A"] > everything["B"]
    assert selection.choice.error_cost == pytest.approx({"A": 0.200, "B": 0.175})
    assert selection.by_error_cost == "B"


@pytest.mark.parametrize("abstain", [0.0, -0.5, 2.0])
def test_cost_sensitive_error_orders_as_accuracy_where_errors_weigh_alike(abstain):
    data = made(n_models=2)
    table = triple(3, 3.0, -4.0, abstain)
    for one in data.models:
        wrong = float((one.predicted != data.truth).mean())
        assert error_cost(table, data, one.predicted) == pytest.approx((abstain + 4) * wrong)
        shifted = triple(3, 10.0, 3.0, abstain + 7)
        assert error_cost(shifted, data, one.predicted) == pytest.approx((abstain + 4) * wrong)


def test_the_cost_of_errors_among_those_of_the_report():
    assert dict(chosen_in(**BY_CLASS).choice.error_cost) == pytest.approx(
        {"accurate": 60 / 40, "cheap errors": 5 / 40, "choosy": 6 / 40}
    )


def test_answers_by_expected_value_are_chosen_on_validation_too():
    wary = RISKY["models"][0]
    always_wrong = Model("wrong", ((40, False, 0.9),))
    args = RISKY | {"models": (always_wrong, wary), "validation": True}
    selection = chosen_in(**args)
    assert selection.chosen.name == "wary"
    assert selection.chosen.deployed.key == "relabel"
    assert selection.choice.optimism == 0


def test_one_validation_item_still_chooses():
    plan = make_plan(DEFAULT | {"resamples": 40})
    for relabel in (False, True):
        own = replace(plan, deferral=replace(plan.deferral, relabel=relabel))
        assert select(own, made(n=1), made(seed=2)).choice.chosen in {"m0", "m1"}


@pytest.mark.parametrize("split", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_rows_and_of_class_columns_changes_no_digit(tmp_path, seed, split):
    rng, n = np.random.default_rng(seed), 60
    classes, truth = ["hate", "neither", "offensive"], rng.integers(0, 3, n)
    # Quarters, so that classes tie.
    quarters = {name: rng.multinomial(4, [0.4, 0.3, 0.3], n) / 4 for name in ("m", "n")}
    part = np.where(rng.random(n) < 0.5, "test", "validation")
    specs = tuple(ClassifierSpec(name, name) for name in quarters)
    worths = Worths(right=Decimal(1), wrong=Decimal("-0.3"), cells={("hate", "neither"): Decimal(-2)})
    records = []
    for turn in range(3):
        order = np.random.default_rng([seed, turn]).permutation(n)
        columns = [
            (name, at) for name in quarters for at in np.roll(np.arange(3), turn)[:: 1 - 2 * (turn % 2)]
        ]
        lines = [",".join(["item_id", "split", "gold", *(f"{name}:{classes[at]}" for name, at in columns)])]
        for row in order:
            said = [str(quarters[name][row, at]) for name, at in columns]
            cells = [f"i{row:03}", part[row] if split else "", classes[truth[row]], *said]
            lines.append(",".join(cells))
        path = tmp_path / "t.csv"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        own = Columns(label="gold", id="item_id", split="split" if split else "")
        deferral = Deferral(specs, worths, relabel=bool(seed % 2))
        plan = Plan(str(path), own, (), (), Prices(), resamples=50, deferral=deferral)
        data = read_classified(plan)
        records.append(selection_record(select(plan, data.validation, data.test), {}))
    assert records[0] == records[1] == records[2]
