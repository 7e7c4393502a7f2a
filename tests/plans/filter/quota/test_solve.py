"""The plan with quotas: when it is recommended, what it lacks, and what makes no difference to it."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from quota_world import world, written
from rows import rows_of

from budgetplan.api import Solved
from budgetplan.plans.list_check import labels_wanted
from budgetplan.plans.quota import checked, recommend_with_quotas
from budgetplan.report.display import without_tags
from budgetplan.settings.build import read_plan

DATA = rows_of(__file__)


@pytest.mark.parametrize(("said", "why"), DATA["decided"])
def test_a_plan_is_recommended_or_said_why_not(said, why):
    """Three of each stratum take four items of either at 1 each, and in 95 of 100 draws five more."""
    quota = world(**said).quota
    told = recommend_with_quotas(quota)
    assert (told.why_not, told.meets_goal, told.model is None) == (why, not why, bool(why))
    assert (quota.chosen is None, quota.within_budget) == (bool(why), why != "over_budget")
    assert told.reviewed.value + told.left.value == pytest.approx(told.items)
    reviewed = quota.check.top[1] if why == "reviewed" else 0.0
    assert quota.to_label == labels_wanted(quota.evidence, reviewed)
    if why == "unsure":  # said of the stops that are sure most often within what is found
        assert quota.chance == quota.offer.least.chance < quota.surest < 0.95
    if why == "impossible":
        assert [row.items for row in quota.rows] == [0, 0]


@pytest.mark.parametrize("more", ["", "[list]\nsize = 5000"])
def test_the_order_of_rows_and_increasing_scores_change_nothing(more, tmp_path):
    path = written(tmp_path, more=more, quota="minimum = 5")
    first = Solved(read_plan(str(path), {})).solution
    header, *rows = (tmp_path / "t.csv").read_text().splitlines()
    turned = [row.rsplit(",", 1) for row in reversed(rows)]
    (tmp_path / "t.csv").write_text(
        "\n".join([header, *(f"{rest},{float(score) ** 3:.12f}" for rest, score in turned)]) + "\n"
    )
    second = Solved(read_plan(str(path), {})).solution
    assert first.rows == second.rows
    assert (first.chance, first.safer, first.chosen) == (second.chance, second.safer, second.chosen)


@pytest.mark.parametrize(("unit", "one_less"), [("items", "1"), ("hours", "0.01")])
def test_the_items_or_hours_that_are_said_to_be_lacking_pay_for_the_quotas_and_their_checks(unit, one_less):
    said = {"cost": "hourly_rate = 36\nseconds_per_item = 30", "quota": "minimum = 10", "listed": 4}
    said |= {"more": "[work]\ntail_sample = 10\n"}
    dry = world(**said, goal=f'budget = "0.1 {unit}"' if unit == "hours" else 'budget = "11 items"')
    judged = dry.quota.offer.least.items + 10
    enough = Decimal(judged) if unit == "items" else (Decimal(judged * 30) / 3600).quantize(Decimal("0.01"), "ROUND_UP")
    assert f"{enough} {unit} would be" in without_tags(dry.document.title)
    assert world(**said, goal=f'budget = "{enough} {unit}"').quota.chosen is not None
    assert world(**said, goal=f'budget = "{enough - Decimal(one_less)} {unit}"').quota.chosen is None


def test_where_all_labels_at_the_top_are_entries_an_early_check_is_as_unsure_as_they_are_few():
    """Every resample says that the first ten are entries; ten labels of each stratum stand for them, and one may err."""
    strata = {"Czech": "xxxxx.....", "Latvian": "xxxxx....."}
    quota = world(strata=strata, times=2, listed=4, quota="minimum = 12").quota
    assert quota.chosen.found.low < quota.chosen.found.value - 1
    early, stop = checked(quota, [10, quota.chosen.items])
    assert early.low < early.value - 1
    assert early.low <= stop.low + 1e-9


def test_a_stratum_holds_what_the_recommended_order_finds_in_all_of_it(tmp_path):
    """Each model alone lacks entries of another stratum: no order meets both quotas, though each is met by some order."""
    rng = np.random.default_rng(3)
    n, stratum = 700, np.array(["a", "b"])[rng.integers(0, 2, 700)]
    label = rng.random(n) < 0.15
    scores = {name: (label * (stratum == name) + rng.normal(size=n)).round(3) for name in "ab"}
    known = np.where(np.arange(n) < 100, np.where(label, "yes", "no"), "")
    pd.DataFrame({"id": np.arange(n), "label": known, "place": stratum, **scores}).to_csv(tmp_path / "t.csv")
    said = '[table]\nfile = "t.csv"\nid = "id"\nlabel = "label"\npositive = ["yes"]\n'
    said += "".join(f'[[models]]\nname = "{name}"\n' for name in "ab") + '[cost]\ncurrency = "EUR"\nper_item = "1"\n'

    def planned(a, b):
        quotas = f'[quota]\nby = "place"\nminimum = 1\n[quota.minimums]\na = {a}\nb = {b}\n'
        (tmp_path / "plan.toml").write_text(said + quotas)
        return read_plan(str(tmp_path / "plan.toml"), {})

    quota = Solved(planned(1, 1)).solution
    whole = [stratum.evidence.whole_items for stratum in quota.strata]
    assert sum(row.most for row in quota.rows) == pytest.approx(quota.offer.at(whole).found.value)
    held = np.array([each.read("positives", whole) for each in quota.offers])
    wanted = held.max(axis=0).astype(int)
    assert (held < wanted).any(axis=1).all()
    made = Solved(planned(*wanted)).made("2026-11-30")
    assert without_tags(made.document.title).startswith("No plan")
