"""What budgetplan answers to the questions of the value cases, by the inputs they give."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import answer_scores
import answer_values
import numpy as np
import penalties
from logits import logits

from budgetplan.core.answers import Payoffs, decide, scale
from budgetplan.evaluation.answers import theory
from budgetplan.models import calibration, thresholds, value, voc
from budgetplan.models.resampling import interval


def array(values: Any) -> np.ndarray:
    return np.array(values, dtype=float)


def winner_shares(replicates: np.ndarray) -> np.ndarray:
    """The share of resamples that each model wins, (B, M) to (M,); those as good share a win."""
    best = replicates >= replicates.max(axis=1, keepdims=True) - 1e-12 * np.abs(replicates).max(axis=1, keepdims=True)
    return np.asarray((best / best.sum(axis=1, keepdims=True)).mean(axis=0))


def counts(y: Any, yhat: Any, accepted: np.ndarray) -> value.Counts:
    return value.count(np.array(y) == np.array(yhat), accepted)


def summary(got: value.Counts, per_item: np.ndarray) -> dict[str, Any]:
    names = ["n", "n_accepted", "n_abstained", "n_correct", "n_wrong", "coverage"]
    return {name: getattr(got, name) for name in names} | {
        "rejection_rate": got.n_abstained / got.n,
        "accuracy_accepted": answer_values.accuracy_accepted(got),
        "total_value": per_item.sum(),
        "mean_value": per_item.mean(),
    }


def triple(inputs: dict[str, Any]) -> dict[str, Any]:
    right, wrong, abstain = inputs["v_correct"], inputs["v_wrong"], inputs["v_abstain"]
    table = answer_values.triple(inputs["n_classes"], right, wrong, abstain)
    cutoff = answer_values.theoretical_triple(right, wrong, abstain)
    accepted = array(inputs["conf"]) >= cutoff
    per_item = answer_values.value_per_item(table, np.array(inputs["yhat"]), np.array(inputs["y"]), accepted)
    got = counts(inputs["y"], inputs["yhat"], accepted)
    penalty = answer_values.omega(right, wrong, abstain)
    return summary(got, per_item) | {
        "theoretical_threshold": cutoff,
        "omega": penalty,
        "dimensionless_value": answer_values.dimensionless_value(got, penalty),
    }


def at_equality(inputs: dict[str, Any]) -> dict[str, Any]:
    k = inputs["k"]
    table = answer_values.triple(2, inputs["v_correct"], -k * inputs["v_correct"], inputs["v_abstain"])
    cutoff = answer_values.theoretical_triple(inputs["v_correct"], -k * inputs["v_correct"], inputs["v_abstain"])
    conf, y, yhat = array(inputs["conf"]), np.array(inputs["y"]), np.array(inputs["yhat"])

    def told(accepted: np.ndarray) -> dict[str, Any]:
        return summary(counts(y, yhat, accepted), answer_values.value_per_item(table, yhat, y, accepted))

    return {
        "theoretical_threshold": cutoff,
        "accept_ge": told(conf >= cutoff),
        "accept_gt_companion_only": told(conf > cutoff),
    }


def two_class(p: Any) -> tuple[np.ndarray, np.ndarray]:
    positive = array(p)
    return value.predict(np.stack([1 - positive, positive], axis=1))


def by_class(inputs: dict[str, Any]) -> dict[str, Any]:
    table = answer_values.cost_sensitive(inputs["k_tp"], inputs["k_fp"], inputs["k_fn"])
    cutoffs = thresholds.theoretical_by_class(table)
    assert cutoffs is not None
    y = np.array(inputs["y"])
    yhat, conf = two_class(inputs["p_class1"])
    accepted = conf >= cutoffs[yhat]
    per_item = answer_values.value_per_item(table, yhat, y, accepted)
    hit = {(a, b): int((accepted & (yhat == a) & (y == b)).sum()) for a in (0, 1) for b in (0, 1)}
    return {
        "V_pred_by_truth": table.answer[:, :2].tolist(),
        "yhat": yhat.tolist(),
        "conf": conf.tolist(),
        "threshold_positive": cutoffs[1],
        "threshold_negative": cutoffs[0],
        "accepted": accepted.tolist(),
        "tp": hit[1, 1], "fp": hit[1, 0], "fn": hit[0, 1], "tn": hit[0, 0],
        "n_abstained": int((~accepted).sum()),
        "total_value": per_item.sum(),
        "mean_value": per_item.mean(),
    }  # fmt: skip


def matrix(inputs: dict[str, Any]) -> dict[str, Any]:
    p, y = array(inputs["P"]), np.array(inputs["y"])
    v, r = array(inputs["V_pred_by_truth"]), array(inputs["R_by_truth"])
    table = answer_values.payoffs(v, r)
    yhat, _ = value.predict(p)
    answer, abstain = p @ v.T, p @ r
    accepted, _ = thresholds.accepted(table, yhat, p.max(axis=1), p)
    chosen = decide(p, table)
    decided = np.where(chosen.answered, chosen.answer, -1)
    bayes = answer_values.value_per_item(table, np.maximum(decided, 0), y, decided >= 0)
    return {
        "yhat": yhat.tolist(),
        "expected_value_of_predicting": answer.tolist(),
        "expected_value_of_abstaining": abstain.tolist(),
        "gated_decision": np.where(accepted, yhat, -1).tolist(),
        "bayes_decision": decided.tolist(),
        "gated_mean_value": answer_values.value_per_item(table, yhat, y, accepted).mean(),
        "bayes_mean_value": bayes.mean(),
    }


def worths(table: Payoffs, y: Any, yhat: Any) -> tuple[np.ndarray, np.ndarray]:
    """What each answer is worth if it is accepted, and if it is left."""
    return value.values_if_accepted(table, np.array(yhat), np.array(y)), value.values_if_deferred(table, np.array(y))


def learnt(inputs: dict[str, Any]) -> dict[str, Any]:
    right, wrong, abstain = inputs["v_correct"], inputs["v_wrong"], inputs["v_abstain"]
    table = answer_values.triple(2, right, wrong, abstain)
    sets = {
        name: (array(inputs[name]["conf"]), *worths(table, inputs[name]["y"], inputs[name]["yhat"]))
        for name in ("validation", "test")
    }
    conf, if_accepted, if_deferred = sets["validation"]
    best = answer_values.empirical(conf, if_accepted, if_deferred, table.scale)
    amounts = np.stack([np.ones(len(conf)), if_accepted - if_deferred])
    candidates, (number, gained) = thresholds.staircase(conf, amounts)
    means = (gained + if_deferred.sum()) / len(conf)
    theory = answer_values.theoretical_triple(right, wrong, abstain)

    def on_test(cutoff: float) -> float:
        conf, if_accepted, if_deferred = sets["test"]
        return float(np.where(conf >= cutoff, if_accepted, if_deferred).mean())

    return {
        "candidates": [list(row) for row in zip(candidates, number, means, strict=True)],
        "threshold": best.cutoff,
        "threshold_if_placed_on_the_score": min(conf[conf >= best.cutoff], default=float("inf"))
        if best.cutoff
        else 0.0,
        "validation_n_accepted": best.n_accepted,
        "validation_mean_value": best.mean_value,
        "test_mean_value": on_test(best.cutoff),
        "theoretical_threshold": theory,
        "test_mean_value_theoretical": on_test(theory),
    }


def learnt_by_class(inputs: dict[str, Any]) -> dict[str, Any]:
    table = answer_values.cost_sensitive(inputs["k_tp"], inputs["k_fp"], inputs["k_fn"])
    sets = {}
    for name in ("validation", "test"):
        yhat, conf = two_class(inputs[name]["p_class1"])
        sets[name] = (yhat, conf, *worths(table, inputs[name]["y"], yhat))
    yhat, conf, if_accepted, if_deferred = sets["validation"]
    cutoffs = thresholds.empirical_of_parts([yhat == 0, yhat == 1], conf, if_accepted, if_deferred, table.scale)
    single = answer_values.empirical(conf, if_accepted, if_deferred, table.scale)

    def mean(name: str, cutoff: np.ndarray | float) -> float:
        yhat, conf, if_accepted, if_deferred = sets[name]
        limit = cutoff[yhat] if isinstance(cutoff, np.ndarray) else cutoff
        return float(np.where(conf >= limit, if_accepted, if_deferred).mean())

    return {
        "threshold_negative": cutoffs[0],
        "threshold_positive": cutoffs[1],
        "validation_mean_value": mean("validation", cutoffs),
        "test_mean_value": mean("test", cutoffs),
        "single_threshold": single.cutoff,
        "single_validation_mean_value": single.mean_value,
        "single_test_mean_value": mean("test", single.cutoff),
    }


def theoretical_values(correct, confidence, omegas, weight=None):
    """The value at each omega with the cutoff omega / (1 + omega), shape (K,): right answers less omega times wrong ones, an item."""
    right, wrong = voc.accepted_at(theory(omegas), correct, confidence, weight)
    return (right - omegas * wrong) / (len(correct) if weight is None else weight.sum())


def curve(inputs: dict[str, Any]) -> dict[str, Any]:
    correct, conf = np.array(inputs["correct"]), array(inputs["conf"])
    pieces = voc.voc_curve(correct, conf)
    return {
        "values": theoretical_values(correct, conf, array(inputs["omegas"])).tolist(),
        "pieces_from_to_correct_wrong": [
            list(row) for row in zip(pieces.start, pieces.end, pieces.right, pieces.wrong, strict=True)
        ],
        "omega_sup": pieces.omega_sup,
        "auc": [pieces.area(float(low), float(high)) for low, high in inputs["ranges"]],
        "discrimination": answer_scores.discrimination(conf),
    }


def fixed_set(right: float, wrong: float, n: float) -> voc.VocCurve:
    """The curve of answers that stand at any penalty."""
    return voc.VocCurve(array([0]), array([np.inf]), array([right]), array([wrong]), n)


def fixed_sets(inputs: dict[str, Any]) -> dict[str, Any]:
    sets = [fixed_set(one["n_correct"], one["n_wrong"], one["n"]) for one in inputs["sets"]]
    return {
        "omega_sup": [one.omega_sup for one in sets],
        "auc": [one.area() for one in sets],
        "auc_0_to_1": [one.area(0, 1) for one in sets],
    }


def calibrated(inputs: dict[str, Any]) -> dict[str, Any]:
    p, y = array(inputs["P"]), np.array(inputs["y"])
    yhat, conf = value.predict(p)
    got = calibration.bins(conf, yhat == y, inputs["n_bins"])
    return {
        "yhat": yhat.tolist(),
        "conf": conf.tolist(),
        "bins_index_n_meanconf_accuracy": [
            list(row) for row in zip(got.index, got.weight, got.confidence, got.accuracy, strict=True)
        ],
        "ece": answer_scores.ece(got),
        "mce": answer_scores.mce(got),
        "brier_sum": answer_scores.brier_sum(p, y),
        "brier_half": answer_scores.brier_sum(p, y) / 2,
        "log_loss": answer_scores.log_loss(p, y),
        "discrimination": answer_scores.discrimination(conf),
    }


def probabilistic(inputs: dict[str, Any]) -> dict[str, Any]:
    p, y = array(inputs["P"]), np.array(inputs["y"])
    soft = answer_scores.confusion(p, y)
    got = answer_scores.class_scores(soft)
    hard = answer_scores.class_scores(
        answer_scores.confusion(answer_scores.one_hot(value.predict(p)[0], p.shape[1]), y)
    )
    return {
        "pCM_ref_by_hyp": soft.tolist(),
        "cprecision": got.precision.tolist(),
        "crecall": got.recall.tolist(),
        "cf1": got.f1.tolist(),
        "macro_cprecision_crecall_cf1": got.means().tolist(),
        "classes_left_out_of_macro": got.left_out().tolist(),
        "hard_precision": hard.precision.tolist(),
        "hard_recall": hard.recall.tolist(),
        "hard_f1": hard.f1.tolist(),
    }


def temperatures(inputs: dict[str, Any]) -> dict[str, Any]:
    results = []
    for problem in inputs["problems"]:
        p, y = array(problem["P"]), np.array(problem["y"])
        fitted = calibration.fit_temperature(logits(p), y)
        scaled = scale(logits(p), fitted.t)
        results.append(
            {
                "T": fitted.t,
                "at_bound": answer_values.at_bound(fitted),
                "first_row": scaled[0].tolist(),
                "log_loss_before": answer_scores.log_loss(p, y),
                "log_loss_after": answer_scores.log_loss(scaled, y),
            }
        )
    return {"results": results}


def paired(inputs: dict[str, Any]) -> dict[str, Any]:
    names = list(inputs["item_values"])
    items = np.stack([array(inputs["item_values"][name]) for name in names])
    replicates = items[:, np.array(inputs["resamples"])].mean(axis=2)
    level = inputs["level"]
    gap = replicates[0] - replicates[1]
    per = dict(zip(names, replicates, strict=True))
    return {
        "means": dict(zip(names, items.mean(axis=1), strict=True)),
        "standard_errors": dict(zip(names, items.std(axis=1, ddof=1) / np.sqrt(items.shape[1]), strict=True)),
        "replicates": {name: values.tolist() for name, values in per.items()},
        "intervals": {name: [float(end) for end in interval(values, level=level)] for name, values in per.items()},
        "difference_first_minus_second": {
            "replicates": gap.tolist(),
            "interval": [float(end) for end in interval(gap, level=level)],
        },
        "winner_shares": dict(zip(names, winner_shares(replicates.T), strict=True)),
    }


def deferral(inputs: dict[str, Any]) -> dict[str, Any]:
    y, yhat, conf = np.array(inputs["y"]), np.array(inputs["yhat"]), array(inputs["conf"])
    v, r = array(inputs["V_pred_by_truth"]), array(inputs["R_by_truth"])
    table = answer_values.payoffs(v, r)
    got = answer_values.deferral(conf, *worths(table, y, yhat), array(inputs["review_cost"]))
    rows = [list(row) for row in zip(got.cutoffs, got.n_deferred, got.cost, got.value, got.net, strict=True)]
    return {
        "rows_threshold_deferred_cost_value_netvalue": rows,
        "best_by_value": [
            rows[answer_values.within_budget(got.value, got.cost, b, table.scale)] for b in inputs["budgets"]
        ],
        "best_by_net_value": [
            rows[answer_values.within_budget(got.net, got.cost, b, table.scale)] for b in inputs["budgets"]
        ],
    }


def risks(inputs: dict[str, Any]) -> dict[str, Any]:
    items = [(right, Fraction(sure), 1) for right, sure in zip(inputs["correct"], inputs["conf"], strict=True)]
    n, each = len(items), np.array(penalties.risk(items), dtype=float).T
    k, wrong = np.arange(1, n + 1), n * np.interp(np.arange(n + 1) / n, *each)
    aurc, best = (float(np.mean(of / k)) for of in (wrong[1:], np.maximum(k - (n - wrong[-1]), 0)))
    augrc = float(penalties.area_of_risk(items))
    return {"cumulative_wrong": wrong.tolist(), "aurc": aurc, "eaurc": aurc - best, "augrc": augrc}


def tuned_curve(inputs: dict[str, Any]) -> dict[str, Any]:
    omegas = array(inputs["omegas"])
    cutoffs = voc.hull_cutoffs(np.array(inputs["validation"]["correct"]), array(inputs["validation"]["conf"]), omegas)
    correct, conf = np.array(inputs["test"]["correct"]), array(inputs["test"]["conf"])
    accepted = conf[None, :] >= cutoffs[:, None]
    values = ((accepted & correct).sum(axis=1) - omegas * (accepted & ~correct).sum(axis=1)) / len(conf)
    return {"thresholds": cutoffs.tolist(), "test_values": values.tolist()}


def crossed(inputs: dict[str, Any]) -> dict[str, Any]:
    table = answer_values.triple(2, inputs["v_correct"], inputs["v_wrong"], inputs["v_abstain"])
    y, yhat = np.array(inputs["y"]), np.array(inputs["yhat"])
    conf, folds = array(inputs["conf"]), np.array(inputs["folds"])
    if_accepted, if_deferred = worths(table, y, yhat)
    got = thresholds.empirical_of_parts(
        [folds != fold for fold in range(folds.max() + 1)], conf, if_accepted, if_deferred, table.scale
    )
    items = np.where(conf >= got[folds], if_accepted, if_deferred)
    in_sample = answer_values.empirical(conf, if_accepted, if_deferred, table.scale)
    return {
        "thresholds_by_fold": got.tolist(),
        "item_values": items.tolist(),
        "mean_value": items.mean(),
        "in_sample_threshold": in_sample.cutoff,
        "in_sample_mean_value": in_sample.mean_value,
        "optimism": in_sample.mean_value - items.mean(),
    }


def value_answers(inputs: dict[str, Any], _expected: dict[str, Any]) -> dict[str, Any]:
    """Answer a value case; which question it is follows from what is given."""
    asked = [
        ("problems", temperatures),
        ("resamples", paired),
        ("sets", fixed_sets),
        ("review_cost", deferral),
        ("folds", crossed),
        ("ranges", curve),
        ("n_bins", calibrated),
        ("V_pred_by_truth", matrix),
    ]
    for key, answer in asked:
        if key in inputs:
            return answer(inputs)
    if "validation" in inputs:
        if "omegas" in inputs:
            return tuned_curve(inputs)
        return learnt_by_class(inputs) if "k_tp" in inputs else learnt(inputs)
    if "k_tp" in inputs:
        return by_class(inputs)
    if "k" in inputs:
        return at_equality(inputs)
    if "v_correct" in inputs:
        return triple(inputs)
    return probabilistic(inputs) if "P" in inputs else risks(inputs)
