"""Ranked lists as Klubička et al. (2018) measure them: the worked example and the case study."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.stats import spearmanr
from sklearn.metrics import f1_score, precision_recall_fscore_support

from budgetplan import api, evaluate
from budgetplan.domain.plan import Budget, Target
from budgetplan.models.ranks import best_cut
from budgetplan.settings.build import read_plan

EXAMPLE = Path(__file__).parents[2] / "examples" / "klubicka2018" / "plan.toml"
# Tables 1 to 3: the orders of phrases 1 to 6, of which 1 to 3 are idioms; two thirds are called positive.
ORDERS = {
    "S1 M1": [1, 5, 4, 2, 6, 3],
    "S1 M2": [1, 2, 6, 5, 3, 4],
    "S2 M1": [3, 6, 4, 5, 2, 1],
    "S2 M2": [5, 4, 3, 1, 6, 2],
}


@pytest.fixture(scope="module")
def worked():
    gold = ["idiom"] * 3 + ["literal"] * 3
    models = {}
    for name, order in ORDERS.items():
        ranks = np.empty(6)
        ranks[np.array(order) - 1] = np.arange(1, 7)
        models[name] = {"scores": ranks, "order": "rank", "cut": 4}
    return evaluate(gold, models, positive="idiom", report__parts=6, mixture="off").tables


def column(frame, name, **where):
    for key, value in where.items():
        frame = frame[frame[key] == value]
    return frame[name].tolist()


def test_table_1_accuracy(worked):
    accuracy = {name: column(worked["choices"], "accuracy", model=name)[0] for name in ORDERS}
    assert accuracy == pytest.approx({"S1 M1": 0.5, "S1 M2": 0.5, "S2 M1": 1 / 6, "S2 M2": 0.5})


def test_table_3_true_positives_and_section_3_gain(worked):
    found = {name: sum(column(worked["gain"], "found", model=name)[:2]) for name in ORDERS}
    assert found == {"S1 M1": 1, "S1 M2": 2, "S2 M1": 1, "S2 M2": 0}
    gain = column(worked["gain"], "gain", model="S1 M2")
    assert gain[:2] == pytest.approx([1 / 3, 1 / 3])
    assert sum(gain) == pytest.approx(1)


@pytest.fixture(scope="module")
def case_study():
    plan = replace(read_plan(str(EXAMPLE), {}), budget=Budget(Decimal("16.72")), target=Target(Decimal(300)))
    return api.evaluate(plan)[0].tables


def test_situation_1_budgets(case_study):
    found = {
        name: column(case_study["budgets"], "found", model=name, budget=16.72)[0]
        for name in ("M1", "M2", "M3", "perfect order")
    }
    assert found == {"M1": 414, "M2": 410, "M3": 394, "perfect order": 414}
    # "20 fewer with M3", 5 %.
    row = case_study["budgets"].query("model == 'M3' and budget == 16.72").iloc[0]
    assert (row["fewer"], round(row["fewer_share"], 2)) == (20, 0.05)
    winners = case_study["winners"]
    assert column(winners, "model", from_budget=11.72) == ["M1, M2"]
    last = winners.iloc[-1]
    assert (last["from_budget"], last["model"]) == (41.8, "M1, M2, M3")


def test_situation_2_targets_and_table_5(case_study):
    whole = case_study["targets"].query("share == 1").set_index("model")
    assert whole["cost"].to_dict() == pytest.approx(
        {"M1": 16.72, "M2": 33.44, "M3": 41.8, "mixture": whole.loc["mixture", "cost"], "perfect order": 16.56}
    )
    assert whole.loc["M1", "saved"] == pytest.approx(0.6)
    some = case_study["targets"].query("found == 300").set_index("model")["items"]
    assert some[["M1", "M2", "M3"]].tolist() == [304, 304, 317]


def test_deciles_are_not_rounded(case_study):
    first = case_study["gain"].query("model == 'M1'").iloc[0]
    assert first["items"] == pytest.approx(209.1)
    assert first["cost"] == pytest.approx(8.364)


def test_scores_at_the_cut_are_scikit_learns():
    rng = np.random.default_rng(4)
    score, gold = rng.normal(size=200), rng.random(200) < 0.3
    got = evaluate(np.where(gold, "y", "n"), {"m": {"scores": score, "cut": 0.2}}, positive="y", mixture="off").tables[
        "cut_scores"
    ]
    for mean in ("macro", "weighted"):
        wanted = precision_recall_fscore_support(gold, score >= 0.2, average=mean)[:3]
        row = got[got["scores_of"] == mean].iloc[0]
        assert row[["precision", "recall", "f1"]].tolist() == pytest.approx(wanted)
    each = precision_recall_fscore_support(gold, score >= 0.2, labels=[True, False])[:3]
    assert pytest.approx(np.array(each)) == got.iloc[:2][["precision", "recall", "f1"]].to_numpy().T


def test_scores_at_the_cut_are_of_items_where_entries_are_types(tmp_path):
    rng = np.random.default_rng(9)
    kind = np.repeat(np.arange(40), 3)
    gold, score = kind % 2 == 0, (kind % 2 == 0) + rng.normal(size=120) * 0.5
    table = {"id": np.arange(120), "lemma": kind, "gold": np.where(gold, "y", "n"), "m": score}
    pd.DataFrame(table).to_csv(tmp_path / "t.csv", index=False)
    flags = {"table.type": "lemma", "entry.unit": "type", "table.positive": ("y",), "models.name": ("m",)}
    plan = read_plan(str(tmp_path / "t.csv"), {**flags, "table.label": "gold", "table.id": "id"})
    plan = replace(plan, models=tuple(replace(model, cut=0.5) for model in plan.models))
    row = api.evaluate(plan)[0].tables["cut_scores"].iloc[0]
    assert row["f1"] == pytest.approx(f1_score(gold, score >= 0.5))


def test_a_row_that_stands_for_several_items_correlates_as_these():
    rng = np.random.default_rng(3)
    times = rng.integers(1, 5, 60)
    gold, scores = rng.random(60) < 0.4, {name: rng.normal(size=60).round(1) for name in "ab"}
    given = {"positive": "y", "mixture": "off", "resamples": 0}
    weighted = evaluate(np.where(gold, "y", "n"), scores, table__weight=times, **given).tables
    each = {name: np.repeat(score, times) for name, score in scores.items()}
    repeated = evaluate(np.where(np.repeat(gold, times), "y", "n"), each, **given).tables
    for table, name in (("orders", "spearman"), ("choices", "spearman_with_labels"), ("choices", "auc")):
        assert weighted[table][name].tolist() == pytest.approx(repeated[table][name].tolist())
    # Sixty rows of unlike weight are no more than sixty, however many items they stand for.
    at_all = spearmanr(*each.values()).pvalue
    assert repeated["orders"]["p_value"][0] == pytest.approx(at_all, abs=1e-9)
    assert weighted["orders"]["p_value"][0] > 2 * at_all


def test_the_best_cut_is_found_by_trying_all():
    rng = np.random.default_rng(5)
    for _ in range(20):
        score, gold = rng.integers(0, 9, 40) / 8, rng.random(40) < 0.4
        tried = {cut: 2 * (gold & (score >= cut)).sum() / ((score >= cut).sum() + gold.sum()) for cut in set(score)}
        top = max(tried.values())
        assert best_cut(score, gold) == max(cut for cut, f1 in tried.items() if f1 > top - 1e-12)


def test_items_without_a_score_are_called_alike(tmp_path):
    """Which of the six unscored items stands first in the file moves nothing: above 2 F1 is 2/3, of all 4/9."""
    table = {"gold": ["y", "y", *"nnnnn"], "m": [2.0, *[np.nan] * 6]}
    flags = {"table.positive": ("y",), "models.name": ("m",), "table.label": "gold", "table.missing": "last"}
    pd.DataFrame(table).to_csv(tmp_path / "t.csv", index=False)
    row = api.evaluate(read_plan(str(tmp_path / "t.csv"), flags))[0].tables["cut_scores"].iloc[0]
    assert (row["cut"], row["f1"]) == (2.0, pytest.approx(2 / 3))
