"""Which model: chosen where cutoffs are learnt, and what the test items have no say in."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from classified_world import made
from defer_world import ACCURATE, DEFAULT, UNLUCKY, Model, chosen_in, make_plan

from budgetplan.dataset.predicted import read_classified
from budgetplan.domain.plan import MEAN, ClassifierSpec, Columns, Deferral, Plan, Worths
from budgetplan.domain.prices import Prices
from budgetplan.plans.answer import DeferSolution
from budgetplan.report.answers import selection_record


def test_renaming_the_models_and_their_order_change_only_names():
    names = {"m0": "zz", "m1": "aa", "m2": "mm"}
    validation, test = made(seed=1, n_models=3), made(seed=2, n_models=3)
    plan = make_plan(DEFAULT | {"resamples": 40, "mixture": True})
    names[MEAN] = MEAN

    def renamed(data):
        models = tuple(replace(one, name=names[one.name]) for one in reversed(data.models))
        return replace(data, models=models)

    for known in (validation, None):
        one = DeferSolution(plan, known, test)
        other = DeferSolution(plan, None if known is None else renamed(known), renamed(test))
        assert one.chosen.name == other.chosen.name == MEAN
        for this, that in ((one.alone.value, other.alone.value), (one.alone.wrong, other.alone.wrong)):
            assert (this.value, this.low, this.high) == pytest.approx((that.value, that.low, that.high))
        assert names[one.choice.single] == other.choice.single
        assert one.curve == pytest.approx(other.curve)
        for name, gap in one.differences.items():
            assert gap.low == pytest.approx(other.differences[names[name]].low, abs=1e-12)


def test_cost_sensitive_error_names_its_own_model():
    # 40 items. A: 8 false positives, at 1 each; B: 7 at 1. A's right answers are worth far more.
    truth = "b" * 20 + "a" * 20
    worths = {"right": "1", "wrong": "-1", "cells": {("b", "b"): "9", ("a", "b"): "-3"}}
    first = Model("A", ((32, True, 0.9), (8, False, 0.9)))
    second = Model("B", ((1, False, 0.9), (35, True, 0.9), (4, False, 0.9)))
    selection = chosen_in(truth=truth, worths=worths, models=(first, second), resamples=0)
    assert selection.choice.error_cost == pytest.approx({"A": 0.200, "B": 0.175})
    assert selection.choice.by_error_cost == "B"


@pytest.mark.parametrize("split", [True, False])
@pytest.mark.parametrize("seed", range(2))
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
        columns = [(name, at) for name in quarters for at in np.roll(np.arange(3), turn)[:: 1 - 2 * (turn % 2)]]
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
        records.append(selection_record(DeferSolution(plan, data.validation, data.test), {}))
    assert records[0] == records[1] == records[2]


@pytest.mark.parametrize(("weight", "classes", "cutoff"), [("1", 2, 0.0), ("1", 3, 0.5), ("4", 2, 0.8)])
def test_no_cutoff_is_told_only_where_no_answer_could_be_less_sure(weight, classes, cutoff):
    """Of two classes one is at least one half likely, of three it may be less, though all of these are surer."""
    said = {"models": (ACCURATE,), "worths": {"error_weight": weight}, "classes": tuple("abc"[:classes])}
    judged = chosen_in(**said).chosen
    assert judged.counts.n_accepted == 40
    assert judged.theory == pytest.approx(cutoff)


def test_a_model_that_is_surer_than_it_is_right_is_off_the_line():
    """Calibrated where 38 of 40 answers at 0.9 are right, it is right about 20 of 40."""
    bins, [(sure, right, low, high)] = chosen_in(models=(UNLUCKY,)).off_the_line
    assert (bins, right) == (1, 50)
    assert low < right < high < 90 < sure
