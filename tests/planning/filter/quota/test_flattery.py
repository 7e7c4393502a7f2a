"""What a plan with quotas flatters itself by is taken off: beyond the quotas, and as much as draws of labels say."""

import numpy as np
import pytest
from quota_world import world, written

from budgetplan.evidence.paths import gather
from budgetplan.planning.filter.quota import solve
from budgetplan.planning.filter.quota.flattery import Flattered
from budgetplan.planning.filter.quota.solve import plan_with_quotas
from budgetplan.settings.build import read_plan
from budgetplan.workflows.filter import FilterWorkflow

WORTH = {"cost": "per_item = 1\n[entry]\nvalue = 3"}
BUDGET = {"goal": "budget = 40"}


@pytest.mark.parametrize("said", [{}, BUDGET | {"resamples": 0}, {"listed": 4}])
def test_nothing_is_taken_off_where_nothing_is_resampled_or_only_quotas_set_the_stops(said):
    assert world(**said).quota.flattered == {}


@pytest.mark.parametrize(
    "said",
    [
        WORTH,
        BUDGET,
        BUDGET | {"listed": 5, "models": ("good", "other"), "mixture": "auto"},
        {"goal": 'budget = "50 items"', "quota": "minimum = 9"},
        BUDGET | {"quota": 'minimum = 3\nsure = "90 %"'},
        {"cost": "hourly_rate = 20\nseconds_per_item = 90", "goal": 'budget = "1 hour"'},
    ],
)
def test_strata_add_up_and_a_quota_that_is_expected_stays_expected(said):
    quota = world(**said).quota
    off = quota.flattered[quota.offer.name]
    assert quota.found.value == pytest.approx(quota.chosen.found - off.entries)
    assert sum(row.found.value for row in quota.rows) == pytest.approx(quota.found.value)
    for row in quota.rows:
        assert row.found.value >= row.quota - 1e-9
        assert row.found.low <= row.found.value <= row.found.high
    if quota.net is not None:
        # Anybody can compute it again: worth less spend.
        assert quota.net.value == pytest.approx(3 * quota.found.value - float(quota.chosen.spend))
    told = {one.name: one for one in quota.models}[quota.offer.name]
    assert told.found == pytest.approx(quota.found.value)


def test_stops_at_the_first_item_that_holds_a_quota_have_nothing_taken_off():
    quota = world(goal="budget = 20").quota
    assert quota.chosen.items == quota.offer.least.items
    assert quota.flattered["good"].entries == pytest.approx(0, abs=1)
    assert [row.found.value >= row.quota for row in quota.rows] == [True, True]


def test_nobody_who_reviews_everything_is_flattered():
    quota = world(goal="budget = 900").quota
    assert quota.found.value == pytest.approx(sum(row.most for row in quota.rows))


def test_more_items_never_hold_less():
    for off in (6.0, -6.0):
        one = Flattered((off,), (0.0,), ((60.0, 20, 70.0),))
        told = one.less(0, np.linspace(0.0, 70.0, 141))
        assert (np.diff(told) >= -1e-12).all()
        assert told[[0, -1]].tolist() == [0.0, 70.0]


def _alike(tmp_path, seed):
    """Eight strata of 40 labels and 200 others, a fifth of them entries whatever their score, and a model that guesses."""
    rng = np.random.default_rng(seed)
    lines = ["item,language,gold,good"]
    for stratum in range(8):
        for place in range(240):
            gold = "yn"[int(rng.random() > 0.2)] if place < 40 else ""
            lines.append(f"{stratum}-{place},s{stratum},{gold},{rng.random():.6f}")
    path = written(tmp_path, quota="minimum = 1", goal="budget = 400", resamples=100)
    (tmp_path / "t.csv").write_text("\n".join(lines) + "\n")
    plan = read_plan(str(path), {})
    data = FilterWorkflow().read(plan, {})
    return plan_with_quotas(plan, data.items, gather(plan, data.items, data.models))


def test_where_strata_differ_by_chance_alone_about_half_of_what_that_flatters_is_taken_off(
    tmp_path, monkeypatch
):
    """A fifth of 400 items is 80; where labels say more the budget goes, and finds no more there than anywhere.

    Resamples take the differences of the labels for true ones, so that they see half of the flattery where all of it is
    chance; where strata do differ they see most of it.
    """
    # What other budgets buy is not asked here, and takes more time than all else.
    monkeypatch.setattr(solve, "ladder_of_quotas", lambda *_: ())
    plans = [_alike(tmp_path, seed) for seed in range(16)]
    told = np.array([one.found.value for one in plans])
    looks = np.array([one.chosen.found for one in plans])
    error = told.std() / len(told) ** 0.5
    assert looks.mean() > 80 + 3 * error
    assert 0 < told.mean() - 80 < 0.6 * (looks.mean() - 80)
