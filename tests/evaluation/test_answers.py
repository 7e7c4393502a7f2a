"""Models that answer, as Casati, Sayin and Yacouby measure them: examples of the papers, identities, brute force."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import norm
from scipy.stats import t as student
from sklearn.metrics import f1_score, roc_auc_score

from budgetplan import evaluate
from budgetplan.models.resampling import weights
from budgetplan.models.voc import voc_curve

WEIGHTS = (0.5, 1.0, 4.0)
CLASSES = ["a", "b", "c"]
EXAMPLES = Path(__file__).parents[2] / "examples"


def a_world(n=240, seed=1, n_classes=3, models=2):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, n_classes, n)
    found = {}
    for place in range(models):
        z = rng.normal(size=(n, n_classes))
        z[np.arange(n), truth] += 1.5 + place
        p = np.exp(z)
        found[f"m{place}"] = p / p.sum(axis=1, keepdims=True)
    return truth, found


@pytest.fixture(scope="module")
def tables():
    truth, models = a_world()
    domain = np.array(["x", "y"])[np.arange(len(truth)) % 2]
    gold = [CLASSES[code] for code in truth]
    got = evaluate(gold, models, classes=CLASSES, domains=domain, weights_of_errors=WEIGHTS, resamples=99)
    return truth, models, got


def test_value_is_counted(tables):
    truth, models, got = tables
    value = got.tables["value"].set_index(["model", "way", "k"])
    for name, p in models.items():
        said, sure = p.argmax(axis=1), p.max(axis=1)
        for k in WEIGHTS:
            row = value.loc[name, "stated", k]
            stands = sure >= k / (k + 1)
            right, wrong = (stands & (said == truth)).mean(), (stands & (said != truth)).mean()
            assert row["value"] == pytest.approx(right - k * wrong)
            assert row["coverage"] == pytest.approx(stands.mean())
            assert row["accuracy_above"] == pytest.approx(right / (right + wrong))
            # V = (1 - rho)(alpha - k (1 - alpha)), S22 eq. 4 and 5.
            alpha = row["accuracy_above"]
            assert row["value"] == pytest.approx(row["coverage"] * (alpha - k * (1 - alpha)))
            top = max(
                np.where(sure >= cut, np.where(said == truth, 1.0, -k), 0.0).mean() for cut in (*np.unique(sure), 2.0)
            )
            assert value.loc[name, "ceiling", k]["value"] == pytest.approx(top)
        assert value.loc[name, "all", 0.5]["value"] == pytest.approx(np.where(said == truth, 1.0, -0.5).mean())


def test_areas_are_those_of_the_curves(tables):
    truth, models, got = tables
    voc = got.tables["voc"].set_index(["model", "way"])
    for name, p in models.items():
        area = voc_curve(p.argmax(axis=1) == truth, p.max(axis=1)).area
        told = voc.loc[(name, "stated"), ["area_0_1", "area_1_10"]].tolist()
        assert told == pytest.approx([area(0, 1), area(1, 10)])


def test_a_monotone_recalibration_changes_no_learnt_curve():
    truth, models = a_world(n_classes=2, models=1)
    sure = models["m0"].max(axis=1)
    gold, said = truth.astype(str), models["m0"].argmax(axis=1).astype(str)
    voc = {}
    for name, confidence in (("c", sure), ("c squared", sure**2)):
        given = {"m": {"predicted": said, "confidence": confidence}}
        rows = evaluate(gold, given, resamples=0, weights_of_errors=(1.0,)).tables["voc"]
        voc[name] = rows[rows["way"] == "learnt"].iloc[0]
    for column in ("area_0_1", "area_1_10", "omega_sup", "first_fails"):
        assert voc["c"][column] == pytest.approx(voc["c squared"][column])


def test_scores_by_class_and_matrix(tables):
    truth, models, got = tables
    classes = got.tables["classes"].set_index(["model", "of", "class"])
    matrix = got.tables["matrix"].set_index(["model", "truth", "answer"])
    means = got.tables["means"].set_index(["model", "of", "mean"])
    for name, p in models.items():
        said = p.argmax(axis=1)
        for code, label in enumerate(CLASSES):
            soft = classes.loc[name, "probabilities", label]
            assert soft["hits"] == pytest.approx(p[truth == code, code].sum())
            assert soft["false_positives"] == pytest.approx(p[truth != code, code].sum())
            assert soft["false_negatives"] == pytest.approx((truth == code).sum() - soft["hits"])
            assert soft["precision"] == pytest.approx(soft["hits"] / p[:, code].sum())
            for other, answer in enumerate(CLASSES):
                cell = matrix.loc[name, label, answer]
                assert cell["count"] == ((truth == code) & (said == other)).sum()
                assert cell["probability"] == pytest.approx(p[truth == code, other].sum())
        for mean in ("macro", "micro", "weighted"):
            assert means.loc[name, "answers", mean]["f1"] == pytest.approx(f1_score(truth, said, average=mean))
        row = means.loc[name, "probabilities", "macro"]
        assert row["f1_low"] < row["f1"] < row["f1_high"]


def test_calibration_has_scikit_learns_auc(tables):
    truth, models, got = tables
    rows = got.tables["calibration"].query("confidence_is == 'stated'").set_index("model")
    for name, p in models.items():
        assert rows.loc[name, "auc"] == pytest.approx(roc_auc_score(np.eye(3)[truth], p))
        one_hot = np.eye(3)[truth]
        assert rows.loc[name, "brier_sum"] == pytest.approx(((p - one_hot) ** 2).sum(axis=1).mean())


def test_discrimination_is_the_mean_of_its_halves_less_a_quarter(tables):
    rows = tables[2].tables["discrimination"]
    halves = (rows["mean_squared_confidence"] + rows["mean_squared_doubt"]) / 2
    assert (halves - 0.25).tolist() == pytest.approx(rows["discrimination"].tolist())


def test_domains_add_up(tables):
    _, models, got = tables
    rows = got.tables["domains"]
    value = got.tables["value"].set_index(["model", "way", "k"])["value"]
    for name in models:
        for way in ("all", "stated", "calibrated", "learnt"):
            own = rows[(rows["model"] == name) & (rows["way"] == way)]
            for k in WEIGHTS:
                mean = np.average(own[f"value_{k:g}"], weights=own["n"])
                assert mean == pytest.approx(value.loc[name, way, k])
    assert set(got.tables["transfer"]["source"]) == {"x", "y"}


def best_cutoff(right, sure, k):
    """Try every cutoff, midway between two confidences; of equal ones the lowest."""
    sure_of = np.unique(sure)
    cuts = [0.0, *(sure_of[1:] + sure_of[:-1]) / 2, np.inf]
    return cuts[int(np.argmax([np.round(np.where(right, 1.0, -k)[sure >= cut].sum(), 9) for cut in cuts]))]


@pytest.mark.parametrize("form", ["probabilities", "predicted"])
def test_a_model_without_answers_in_its_own_domain_leaves_blanks_and_the_others_as_they_are(form):
    # Sayin et al. train a model in each domain and run it in the others: 12 pairs of four domains.
    truth, models = a_world(n_classes=2, models=2)
    domain = np.array(["w", "x", "y", "z"])[np.arange(len(truth)) % 4]
    gold, p = np.array(["a", "b"])[truth], models["m0"].copy()
    p[domain == "w"] = np.nan
    said, sure = np.array(["a", "b"], dtype=object)[np.nan_to_num(p).argmax(axis=1)], p.max(axis=1)
    said[domain == "w"] = None
    given = p if form == "probabilities" else {"predicted": said, "confidence": sure}
    both = {"blank": given, "m1": models["m1"]}
    more = {"classes": ["a", "b"]} if form == "probabilities" else {}
    if form == "predicted":
        both = {"blank": given}
    got = evaluate(gold, both, domains=domain, weights_of_errors=(1.0, 4.0), resamples=0, **more).tables
    pairs = got["transfer"].set_index(["model", "source", "target"])
    right = said == gold
    for source in "wxyz":
        for target in set("wxyz") - {source}:
            row = pairs.loc["blank", source, target]
            if "w" in (source, target):
                assert row.isna().all()
                continue
            here, there = domain == source, domain == target
            for k in (1.0, 4.0):
                stands = sure[there] >= best_cutoff(right[here], sure[here], k)
                wanted = np.where(stands, np.where(right[there], 1.0, -k), 0.0).mean()
                assert row[f"value_{k:g}"] == pytest.approx(wanted)
    mean = pairs.loc["blank", "mean over sources", "z"]["value_4"]
    assert mean == pytest.approx(np.mean([pairs.loc["blank", one, "z"]["value_4"] for one in "xy"]))
    domains = got["domains"].set_index(["model", "domain", "way"]).sort_index()
    assert domains.loc["blank", "w"][["accuracy", "f1", "value_1", "value_4"]].isna().all(axis=None)
    every = np.where(right, 1.0, -4.0)[domain == "x"].mean()
    assert domains.loc[("blank", "x", "all"), "value_4"] == pytest.approx(every)
    value = got["value"].query("model == 'blank' and way == 'all' and k == 4").iloc[0]
    assert value["coverage"] == pytest.approx(0.75)
    assert value["value"] == pytest.approx(np.where(right, 1.0, -4.0)[domain != "w"].sum() / 240)
    if form == "probabilities":
        # The other model has the numbers that it has alone, and what is blank claims no probability.
        alone = evaluate(gold, {"m1": models["m1"]}, domains=domain, weights_of_errors=(1.0, 4.0), resamples=0, **more)
        for name in ("value", "domains", "transfer", "classes", "calibration"):
            mine = got[name].query("model == 'm1'").reset_index(drop=True)
            theirs = alone.tables[name].reset_index(drop=True)
            assert mine[theirs.columns].equals(theirs) or np.allclose(
                mine.select_dtypes("number"), theirs.select_dtypes("number"), equal_nan=True
            )
        soft = got["classes"].query("model == 'blank' and of == 'probabilities'").set_index("class")
        assert soft.loc["b", "hits"] == pytest.approx(np.nansum(p[truth == 1, 1]))


def test_no_cutoff_is_learnt_where_a_model_says_nothing():
    gold = np.array(["a", "b"] * 40)
    domain = np.repeat(["x", "y"], 40)
    said = np.where(np.isin(np.arange(80) % 20, (3, 8)), np.where(gold == "a", "b", "a"), gold).astype(object)
    blank = np.arange(80) % 4 == 2
    said[blank] = ""
    rows = evaluate(gold, {"m": {"predicted": said}}, domains=domain, weights_of_errors=(2.0,), resamples=0)
    transfer = rows.tables["transfer"].set_index("source")["value_2"]
    # Nine in ten of what is answered are right: everything stands, blanks are worth 0.
    for source, target in (("x", "y"), ("y", "x")):
        at = (domain == target) & ~blank
        assert transfer[source] == pytest.approx(np.where(said == gold, 1.0, -2.0)[at].sum() / 40)


def test_areas_from_any_weight_to_any_other():
    truth, models = a_world()
    got = evaluate(
        [CLASSES[code] for code in truth],
        models,
        classes=CLASSES,
        weights_of_errors=(3.0, 0.5, 1.0),
        areas=[(0.25, 2.0)],
        resamples=99,
    )
    areas = got.tables["areas"].set_index(["model", "way", "from", "to"])
    assert {each[2:] for each in areas.index} == {(0.5, 1.0), (1.0, 3.0), (0.25, 2.0)}
    for name, p in models.items():
        right, sure = p.argmax(axis=1) == truth, p.max(axis=1)
        for low, high in ((0.5, 1.0), (1.0, 3.0), (0.25, 2.0)):
            k = low + (high - low) * (np.arange(4000) + 0.5) / 4000
            for way, stands in (("all", sure[None, :] >= 0), ("stated", sure >= (k / (1 + k))[:, None])):
                value = np.where(stands, np.where(right, 1.0, -k[:, None]), 0.0).mean(axis=1)
                row = areas.loc[name, way, low, high]
                assert row["area"] == pytest.approx(np.maximum(value, 0).mean() * (high - low), abs=1e-3)
                assert row["low"] < row["area"] < row["high"]
        voc = got.tables["voc"].set_index(["model", "way"]).loc[name, "all"]
        # A line: it pays up to right / wrong, and its area is right^2 / (2 wrong n).
        assert voc["omega_sup"] == pytest.approx(right.sum() / (~right).sum())
        assert voc["area_all"] == pytest.approx(right.sum() ** 2 / (2 * (~right).sum() * len(right)))


def test_models_are_told_apart_by_f1_as_by_cf1():
    truth, models = a_world(models=2)
    gold = [CLASSES[code] for code in truth]
    sure = np.where(np.eye(3)[truth] > 0, 0.98, 0.01)
    given = {"perfect": sure, **models, "again": models["m0"]}
    got = evaluate(gold, given, classes=CLASSES, weights_of_errors=(1.0,), resamples=199).tables
    apart = got["differences"].pivot(index=["model", "other"], columns="of")
    sign = np.sign(apart["difference"]) * apart["told_apart"]
    both = (sign["answers"] != 0) & (sign["probabilities"] != 0)
    alike = (sign["answers"] == sign["probabilities"])[both]
    row = got["rankings"].set_index(["measure", "other_measure"]).loc[("F1", "cF1")]
    assert row["told_apart_alike"] == pytest.approx(alike.mean())
    assert 0 < row["pairs_told_apart"] == both.sum() < len(both)


def test_smaller_samples_are_scored_as_scikit_learn_does():
    truth, models = a_world(n=400)
    ids = [f"i{row:03}" for row in range(400)]
    got = evaluate([CLASSES[code] for code in truth], models, classes=CLASSES, ids=ids, resamples=39).tables
    macro, by_class = got["subsets"], got["subsets_by_class"]
    assert sorted(set(macro["share"])) == [0.01, 0.05, 0.1, 0.25, 0.5]
    rng, said = np.random.default_rng([1, 44]), models["m0"].argmax(axis=1)
    drawn = {size: rng.integers(0, 400, (100, size)) for size in (40, 100, 200, 4, 20)}
    for size in (100, 20):
        rows = drawn[size]
        each = np.array(
            [f1_score(truth[row], said[row], labels=range(3), average=None, zero_division=0) for row in rows]
        )
        there = np.array([[(truth[row] == code).any() for code in range(3)] for row in rows])
        each[~there] = np.nan
        of = macro[(macro["n"] == size) & (macro["model"] == "m0") & (macro["of"] == "answers")].iloc[0]
        assert of["mean_f1"] == pytest.approx(np.nanmean(each, axis=1).mean())
        assert of["sd"] == pytest.approx(np.nanmean(each, axis=1).std(ddof=1))
        own = by_class[(by_class["n"] == size) & (by_class["model"] == "m0") & (by_class["of"] == "answers")]
        assert own["mean_f1"].tolist() == pytest.approx(np.nanmean(each, axis=0).tolist())
        assert own["sd"].tolist() == pytest.approx(np.nanstd(each, axis=0, ddof=1).tolist())


def test_cost_sensitive_error_and_its_cutoffs():
    # S24 equations 7 and 8: tau_n = k_fn / (1 + k_fn), tau_p = k_fp / (1 + k_fp).
    truth, models = a_world(n_classes=2, models=1)
    p = models["m0"]
    got = evaluate(
        np.array(["n", "p"])[truth], models, classes=["n", "p"], positive="p", weights_of_errors=(4.0,), resamples=0
    )
    said = p.argmax(axis=1)
    rows = got.tables["costs"].set_index("mistake")
    missed, false = (said == 0) & (truth == 1), (said == 1) & (truth == 0)
    assert rows.loc["missed", "error"] == pytest.approx((4 * missed + false).mean())
    assert rows.loc["false", "error"] == pytest.approx((missed + 4 * false).mean())
    stands = np.where(said == 0, p[:, 0] >= 0.8, p[:, 1] >= 0.5)
    worth = np.where(said == truth, 1.0, np.where(missed, -4.0, -1.0))
    assert rows.loc["missed", "value_stated"] == pytest.approx(np.where(stands, worth, 0.0).mean())


def test_a_classifier_that_abstains_by_itself():
    # C21's example of a selector: no cutoff is asked of it, its blanks are left.
    gold = np.array(["a", "b"] * 20)
    said = gold.copy().astype(object)
    said[:4] = "b"  # two wrong
    said[4:14] = ""
    got = evaluate(gold, {"m": {"predicted": said}}, weights_of_errors=(2.0,), resamples=0)
    row = got.tables["value"].query("way == 'all'").iloc[0]
    assert row["coverage"] == pytest.approx(30 / 40)
    assert row["value"] == pytest.approx((28 - 2 * 2) / 40)


def test_values_of_a_model_without_confidences_are_those_that_were_published():
    """S24 Table 6 (S22 Tables 2 and 3): T5 states no confidence, so that every answer stands; accuracies to a ten-thousandth."""
    published = {
        "electronics": (0.7840, (0.568, 0.352, -0.08, -0.944, -1.376)),
        "dvd": (0.7888, (0.578, 0.367, -0.056, -0.9, -1.323)),
        "books": (0.7704, (0.541, 0.311, -0.148, -1.066, -1.525)),
        "kitchen": (0.7774, (0.555, 0.332, -0.113, -1.004, -1.449)),
    }
    gold = np.array(["positive", "negative"])[np.arange(10_000) % 2]
    other = np.array(["negative", "positive"])[np.arange(10_000) % 2]
    said = [np.where(np.arange(10_000) < 10_000 * accuracy, gold, other) for accuracy, _ in published.values()]
    domains = np.repeat([*published], 10_000)
    models, weights = {"t5": {"predicted": np.concatenate(said)}}, (1.0, 2.0, 4.0, 8.0, 10.0)
    got = evaluate(np.tile(gold, 4), models, domains=domains, weights_of_errors=weights, resamples=0)
    rows = got.tables["domains"].query("way == 'all'").set_index("domain")
    for domain, (accuracy, values) in published.items():
        assert rows.loc[domain, "accuracy"] == pytest.approx(accuracy)
        assert rows.loc[domain, [f"value_{k:g}" for k in weights]].tolist() == pytest.approx(values, abs=1e-3)


def test_an_answer_that_is_not_given_is_neither_right_nor_wrong():
    truth, models = a_world(n_classes=2, models=1)
    said = np.array(["a", "b"], dtype=object)[models["m0"].argmax(axis=1)]
    said[::5] = ""
    got = evaluate(np.array(["a", "b"])[truth], {"m": {"predicted": said}}, weights_of_errors=(1.0,), resamples=39)
    tables, answered = got.tables, np.arange(len(truth)) % 5 > 0
    held = tables["confidence"]
    assert held["right"].sum() + held["wrong"].sum() == answered.sum()
    # The area is that of the curve that is drawn.
    voc = tables["voc"].set_index("way")
    curve = tables["curves"].query("k <= 1")
    drawn = np.trapezoid(np.maximum(curve["calibrated"], 0), curve["k"])
    assert voc.loc["calibrated", "area_0_1"] == pytest.approx(drawn, abs=0.01)
    assert voc.loc["calibrated", "area_0_1_low"] <= voc.loc["calibrated", "area_0_1"]
    assert tables["calibration"]["accuracy"].iloc[0] == pytest.approx(
        ((said == np.array(["a", "b"])[truth]) & answered).sum() / answered.sum()
    )


def test_a_triple_of_values_has_its_own_weight_of_an_error():
    # C21 eq. 3: right 5, left -1, wrong -10: omega 1.5, and the value without a unit is (V - V_a) / (V_c - V_a).
    truth, models = a_world(n_classes=2, models=1)
    got = evaluate(
        np.array(["a", "b"])[truth],
        models,
        classes=["a", "b"],
        answers={"right": 5, "abstain": -1, "wrong": -10},
        resamples=0,
    ).tables["value"]
    row = got.query("k == 1.5 and way == 'stated'").iloc[0]
    said, sure = models["m0"].argmax(axis=1), models["m0"].max(axis=1)
    worth = np.where(sure >= 0.6, np.where(said == truth, 5.0, -10.0), -1.0)
    assert row["value"] == pytest.approx((worth.mean() + 1) / 6)


def test_nobody_pays_for_what_a_plan_with_people_leaves():
    ways = evaluate(EXAMPLES / "hate_speech" / "joint.toml", resamples=0).tables["ways"]
    ways = ways.set_index(["model", "way"])
    # Computed apart from this program: what keeps no label is worth `left_out`, and is not reviewed.
    found = [ways.loc[("logreg", way), "per_1000"] for way in ("stated", "calibrated", "by value")]
    assert found == pytest.approx([11.21, 11.35, 13.24], abs=0.006)


def test_a_confidence_below_an_equal_share_makes_no_other_answer():
    truth, models = a_world(n_classes=3)
    gold = [CLASSES[code] for code in truth]
    p = models["m0"]
    answer, sure = [CLASSES[code] for code in p.argmax(axis=1)], p.max(axis=1)
    both = {"c": sure, "c squared": sure**2}
    given = {name: {"predicted": answer, "confidence": each} for name, each in both.items()}
    got = evaluate(gold, given, weights_of_errors=(1.0,), resamples=0).tables
    assert got["calibration"]["accuracy"].to_numpy() == pytest.approx(np.mean(p.argmax(axis=1) == truth))
    # Of equal curves neither is ever below.
    learnt = got["nowhere_below"].set_index("way").loc["learnt"]
    assert learnt[["never_below", "never_above"]].all()
    assert np.isinf(learnt[["below_from", "above_from"]].to_numpy(dtype=float)).all()


def test_with_few_groups_intervals_of_scores_are_widened_and_stay_within_what_they_can_be():
    truth, models = a_world(60, seed=3, models=2)
    gold, group = [CLASSES[code] for code in truth], np.repeat(np.arange(5), 12)
    rows = evaluate(gold, models, classes=CLASSES, group=group, resamples=120).tables["means"]
    rows = rows[(rows["of"] == "answers") & (rows["mean"] == "macro") & rows["model"].isin(models)]
    # Five groups: t of four degrees of freedom for the normal quantile, and 5 groups for 4 (METHODS F8).
    factor = float(student.ppf(0.975, 4) / norm.ppf(0.975) * np.sqrt(5 / 4))
    for row in rows.itertuples():
        said = models[row.model].argmax(axis=1)
        drawn = weights(60, 120, 1, group=group)
        counts = np.asarray(drawn.counts)[:, group]
        f1 = [f1_score(truth, said, average="macro", sample_weight=each) for each in counts]
        low, high = np.mean(f1) + factor * (np.quantile(f1, [0.025, 0.975]) - np.mean(f1))
        assert (row.f1_low, row.f1_high) == pytest.approx((max(low, 0), min(high, 1)), abs=1e-9)
    few = evaluate(
        gold[:24], {name: p[:24] for name, p in models.items()}, classes=CLASSES, group=group[:24], resamples=120
    ).tables
    value, held, f1 = few["value"], few["calibration"], few["classes"]
    assert (value["low"] >= -value["k"]).all()
    assert (value["high"].max(), f1["f1_high"].max()) <= (1, 1)
    assert held[["log_loss_low", "brier_sum_low", "augrc_low", "ece_low"]].min().min() >= 0


def test_the_same_probabilities_in_another_order_are_as_sure_once_calibrated():
    """Sums of three in another order differ in their last digit: such items are tied, before as after."""
    rng = np.random.default_rng(1)
    p, q = (rng.permuted(np.tile([0.57, 0.3, 0.13], (90, 1)), axis=1) for _ in range(2))
    gold, known = ([CLASSES[code] for code in rng.integers(0, 3, 90)] for _ in range(2))
    got = evaluate(gold, {"m": p}, classes=CLASSES, validation=(known, {"m": q}), resamples=0)
    assert got.tables["calibration"].set_index("confidence_is").loc["calibrated", "auc_of_right"] == 0.5


def test_where_no_model_knows_a_label_none_is_chosen_by_f1():
    truth, models = a_world(n=40)
    known = [CLASSES[code] for code in truth]
    got = evaluate(["unheard of"] * 40, models, classes=CLASSES, validation=(known, models), resamples=0)
    assert set(got.tables["choices"]["measure"]) == {"value", "cost-sensitive error", "accuracy"}
