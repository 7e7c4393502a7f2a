"""The example tables: known figures, and scikit-learn's and numpy's answers to the same questions."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, f1_score, roc_auc_score

from budgetplan.core.path import make_path, rank
from budgetplan.dataset.predicted import read_classified
from budgetplan.dataset.scored import read_table
from budgetplan.lists.evidence import gather
from budgetplan.plans.review import Analysis
from budgetplan.plans.review_reading import DrawnOrder, by_itself
from budgetplan.settings.build import read_plan

EXAMPLES = Path(__file__).parent.parent / "examples"
# Figures that the README files of the two datasets give for their tables (WOLD: World Loanword Database;
# MAGPIE: corpus of potentially idiomatic expressions).
KNOWN = {
    "loanwords": {
        "rows": 7088,
        "test": ({"native": 3780, "loanword": 700}, 5363),
        "validation": ({"native": 2154, "loanword": 454}, 3137),
        "empty": ("s_meaning_prior", 9),
        "domain": {
            "Otomi": 1177, "Q'eqchi'": 980, "Yaqui": 768, "Bezhta": 732, "Wichí": 666,
            "Oroqen": 613, "Ket": 568, "Manange": 540, "Hup": 537, "Gawwada": 507,
        },
        "cuts": [0.5, 0.5, 0, 0.5, 0.5],
    },
    "idioms": {
        "rows": 2963,
        "test": ({"idiomatic": 1374, "literal": 691}, 57697),
        "validation": ({"idiomatic": 669, "literal": 229}, 25718),
        "empty": ("s_lexicon", 82),
        "domain": {"moderately_rare": 1188, "frequent": 964, "very_rare": 811},
        "cuts": [None] * 5,
    },
}  # fmt: skip
# Of those whose items have one of several classes: by split the labels, or how many have the label that no model knows.
OF_CLASSES = {
    "hate_speech/scores.csv": (
        {"test": {"offensive": 3839, "neither": 832, "hate": 286}, "validation": {"offensive": 3838, "neither": 833, "hate": 286}},
        {"test": 70_546, "validation": 69_632},
    ),
    "intents/items.csv": ({"test": {"oos": 1000}, "validation": {"oos": 100}}, {"test": 45_606}),
}  # fmt: skip
POSITIVE = {"loanwords": "loanword", "idioms": "literal"}


def rows_of(name):
    with (EXAMPLES / name / "scores.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module", params=KNOWN)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def tested(name):
    """Label and score columns of the test rows, in the order of their ids as the package has them."""
    chosen = sorted((row for row in rows_of(name) if row["split"] == "test"), key=lambda row: row["item_id"])
    is_entry = np.array([row["gold"] == POSITIVE[name] for row in chosen])
    scores = [column for column in chosen[0] if column[:2] in ("p_", "d_")]
    return is_entry, {column: np.array([float(row[column]) for row in chosen]) for column in scores}


@pytest.fixture(scope="module")
def evidence(name):
    plan = replace(read_plan(str(EXAMPLES / name / "plan.toml")), resamples=50)
    table = read_table(plan)
    return gather(plan, table.items, table.models)


def test_known_figures_of_the_table(name, evidence):
    known, rows = KNOWN[name], rows_of(name)
    assert len(rows) == len({row["item_id"] for row in rows}) == known["rows"]
    assert Counter(row["domain"] for row in rows) == known["domain"]
    for split in ("test", "validation"):
        chosen = [row for row in rows if row["split"] == split]
        tokens = sum(int(row["n_tokens"]) for row in chosen)
        assert (Counter(row["gold"] for row in chosen), tokens) == known[split]
    column, empty = known["empty"]
    assert sum(row[column] == "" for row in rows) == empty
    labels, tokens = known["test"]
    assert evidence.n_sample == sum(labels.values())
    assert evidence.measures["positives"].sum() == labels[POSITIVE[name]]
    assert [spec.cut for spec in evidence.plan.models] == known["cuts"]
    if name == "idioms":
        assert evidence.measures["units"].sum() == tokens
        assert evidence.n_groups == len({row["idiom"] for row in rows if row["split"] == "test"})


@pytest.mark.parametrize("table", OF_CLASSES)
def test_known_figures_of_tables_with_several_classes(table):
    labels, tokens = OF_CLASSES[table]
    with (EXAMPLES / table).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    by_split = {split: [row for row in rows if row["split"] == split] for split in ("test", "validation")}
    assert {split: sum(int(row["n_tokens"]) for row in by_split[split]) for split in tokens} == tokens
    read = read_classified(read_plan(str((EXAMPLES / table).parent / "plan.toml")))
    for split, known in labels.items():
        items = getattr(read, split)
        counted = Counter(items.names[code] for code in items.truth.tolist())
        assert counted.total() == items.n_items == len(by_split[split])
        assert {name: counted[name] for name in known} == known
        # Of each of 150 intents 20 validation and 30 test queries.
        others = {count for name, count in counted.items() if name not in known}
        assert others == (set() if table.startswith("hate") else {30} if split == "test" else {20})


def test_area_under_the_roc_curve_is_scikit_learns(tested):
    is_entry, columns = tested
    assert len(columns) >= 6
    for score in columns.values():
        path = make_path(rank(score), None, {"positives": is_entry.astype(float)})
        found = path.sums["positives"]
        false = path.items - found
        area = (np.diff(false) * (found[1:] + found[:-1]) / 2).sum() / (false[-1] * found[-1])
        assert area == pytest.approx(roc_auc_score(is_entry, score), abs=1e-12)


def test_cumulative_gain_is_numpys_at_untied_points(evidence, tested):
    is_entry, columns = tested
    n = len(is_entry)
    for spec in evidence.plan.models:
        score = columns[spec.column]
        order = np.argsort(-score)
        counted = np.cumsum(is_entry[order])
        ends = np.flatnonzero(np.append(np.diff(score[order]) != 0, True))
        path = evidence.model(spec.name).path
        gain = path.read("positives", (ends + 1) * evidence.list_items / n) / path.total("positives")
        assert gain.tolist() == pytest.approx((counted[ends] / is_entry.sum()).tolist(), abs=1e-9)


@pytest.mark.few(1)
def test_quality_at_the_models_cut_is_scikit_learns(evidence, tested):
    is_entry, columns = tested
    for spec in evidence.plan.models:
        score = columns[spec.column]
        quality = by_itself(evidence, evidence.model(spec.name)).quality[spec.name]
        cuts = [*np.unique(score)[::20], score.max()] if spec.cut is None else [spec.cut]
        f1 = max(f1_score(is_entry, score >= cut) for cut in cuts)
        accuracy = max(accuracy_score(is_entry, score >= cut) for cut in cuts)
        if spec.cut is None:
            # Best on these labels: at least as good as any cut that is tried.
            assert f1 <= quality[0] <= f1 + 0.05
            assert accuracy <= quality[1] + 1e-12
        else:
            assert quality == pytest.approx((f1, accuracy), abs=1e-12)


def test_the_plan_stays_within_its_budget_or_stops_where_net_value_is_best(name, evidence):
    analysis = Analysis(evidence)
    chosen = analysis.chosen
    if name == "idioms":
        budget = evidence.plan.budget.amount
        assert analysis.goal == "budget"
        assert chosen.spend <= budget < evidence.spend(evidence.model(chosen.model), chosen.items + 1)
        assert chosen.found.low < chosen.found.value < chosen.found.high
        assert chosen.found.value <= evidence.perfect.path.read("positives", chosen.items)
        return
    assert (analysis.goal, evidence.basis, evidence.list_items) == ("net_value", "list", 12000)
    # 700 of 4,480 words are loanwords: 1,875 of 12,000.
    assert evidence.n_positives == pytest.approx(1875)
    nets = DrawnOrder(analysis.evidence, analysis.lead).mean_net(np.arange(12001.0))
    assert nets[chosen.items] == pytest.approx(nets.max(), abs=1e-6)
    _, stay = analysis.worths[0]
    assert stay.low <= 6 <= stay.high
