"""The plan with quotas: which model, what is said of each stratum, and how often quotas are met."""

from dataclasses import replace

import numpy as np
import pytest
from quota_world import CZECH, LATVIAN, MALTESE, STRATA, world

from budgetplan.planning.filter.quota.replicated import held
from budgetplan.planning.filter.quota.solve import SURE, _preference

WORTH = "per_item = 1\n[entry]\nvalue = 3"


def test_the_cheapest_of_the_orders_that_hold_all_quotas_is_recommended():
    told = world(models=["good", "late"])
    by_name = {one.name: one for one in told.quota.models}
    assert told.quota.offer.name == "good"
    assert by_name["good"].least_spend < by_name["late"].least_spend


def test_with_a_worth_the_greatest_net_value_decides_and_a_dear_model_loses():
    free = world(models=["good", "late"], cost=WORTH).quota
    assert free.offer.name == "good"
    assert free.net.value == pytest.approx(max(one.net for one in free.models))


def test_rows_are_those_of_the_strata_by_name():
    told = world(strata={"Maltese": MALTESE, **STRATA}, quota="minimum = 4")
    assert [row.name for row in told.quota.rows] == ["Czech", "Latvian", "Maltese"]
    czech = told.row("Czech")
    assert (czech.quota, czech.items, czech.labelled) == (4, 4, 4 * len(CZECH))
    # Latvian has four entries, then four others before the next four.
    latvian = world(quota="minimum = 5").row("Latvian")
    assert latvian.items == 4 + 4 + 1
    assert latvian.last_entry == 5.0


def test_shares_of_resamples_are_those_of_the_resamples_themselves():
    quota = world(quota="minimum = 3").quota
    met = []
    for one, read, order, row in zip(quota.strata, quota.read, quota.offer.orders, quota.rows, strict=True):
        found = held(read, order)[:, read.place(row.items)]
        met.append(found >= one.quota - 1e-9)
        # Equal resamples of a rate seen as 1 are no surer than its interval.
        assert 0.5 <= row.chance <= met[-1].mean() + 1e-9
    assert quota.chance <= np.all(met, axis=0).mean() + 1e-9
    assert quota.chance <= min(row.chance for row in quota.rows)
    assert quota.safer.chance >= SURE
    assert quota.safer.items > quota.chosen.reviewed


def test_a_quota_beyond_the_list_is_named_with_the_most_that_it_holds():
    quota = world(quota="minimum = 13").quota
    assert quota.chosen is None
    assert [(row.name, row.most) for row in quota.beyond] == [("Latvian", 12.0)]
    assert quota.within_budget


def test_labels_of_other_strata_say_nothing_of_how_far_the_scores_of_this_one_go():
    """Two of 56 items beyond 168 labels of their own: chance is (54/56)^168 = 0.002; beyond all 312 it would be 1e-5."""
    said = {"times": 12, "listed": 4, "quota": "minimum = 3", "resamples": 0}
    assert world(**said, shift=0.0002).quota.refusal == ""
    assert world(**said, shift=0.0003).quota.refused == "Czech"


def test_a_budget_below_the_least_cost_is_no_plan():
    quota = world(goal="budget = 9").quota
    assert quota.chosen is None
    assert not quota.within_budget
    assert quota.offer.least.spend == 20
    assert world(goal="budget = 20").quota.chosen.items == quota.offer.least.items


def test_the_price_of_quotas_is_the_net_value_that_they_cost():
    told = world(cost="per_item = 1\n[entry]\nvalue = 2", quota="minimum = 12")
    free, best = told.quota.offer.free, told.quota.offer.best
    assert told.quota.price == pytest.approx(free.net - best.net)
    assert told.quota.price > 0


@pytest.mark.parametrize("more", ["", "[list]\nsize = 5000"])
def test_the_order_of_rows_and_increasing_scores_change_nothing(more, tmp_path):
    from quota_world import written

    from budgetplan.evidence.paths import gather
    from budgetplan.planning.filter.quota.solve import plan_with_quotas
    from budgetplan.settings.build import read_plan
    from budgetplan.workflows.filter import FilterWorkflow

    path = written(tmp_path, more=more, quota="minimum = 5")

    def solved():
        plan = read_plan(str(path), {})
        data = FilterWorkflow().read(plan, {})
        return plan_with_quotas(plan, data.items, gather(plan, data.items, data.models))

    first = solved()
    header, *rows = (tmp_path / "t.csv").read_text().splitlines()
    turned = [row.rsplit(",", 1) for row in reversed(rows)]
    (tmp_path / "t.csv").write_text(
        "\n".join([header, *(f"{rest},{float(score) ** 3:.12f}" for rest, score in turned)]) + "\n"
    )
    second = solved()
    assert first.rows == second.rows
    assert (first.chance, first.safer, first.found) == (second.chance, second.safer, second.found)


def test_groups_are_resampled_whole_within_a_stratum(tmp_path):
    from quota_world import written

    from budgetplan.evidence.paths import gather
    from budgetplan.planning.filter.quota.solve import plan_with_quotas
    from budgetplan.settings.build import read_plan
    from budgetplan.workflows.filter import FilterWorkflow

    path = written(tmp_path, table='group = "text"', quota="minimum = 3", strata={"a": LATVIAN, "b": CZECH})
    header, *rows = (tmp_path / "t.csv").read_text().splitlines()
    lines = [f"{header},text", *(f"{row},{row.split(',')[0][-2:]}" for row in rows)]
    (tmp_path / "t.csv").write_text("\n".join(lines) + "\n")
    plan = read_plan(str(path), {})
    data = FilterWorkflow().read(plan, {})
    quota = plan_with_quotas(plan, data.items, gather(plan, data.items, data.models))
    assert [one.evidence.n_groups for one in quota.strata] == [len(LATVIAN), len(CZECH)]
    alone = world(quota="minimum = 3", strata={"a": LATVIAN, "b": CZECH}).quota
    assert quota.offer.least.items == alone.offer.least.items
    # All entries of a place are in one text: how many there are is less sure.
    spread = [
        np.ptp(read.positives(order)[:, -1])
        for read, order in zip(quota.read, quota.offer.orders, strict=True)
    ]
    usual = [
        np.ptp(read.positives(order)[:, -1])
        for read, order in zip(alone.read, alone.offer.orders, strict=True)
    ]
    assert sum(spread) > sum(usual)


@pytest.mark.parametrize("sure", ["50 %", "90 %", "95 %"])
@pytest.mark.parametrize("said", [{}, {"listed": 4}, {"models": ("good", "late")}, {"cost": ""}])
def test_all_quotas_are_met_as_surely_as_is_wanted_by_the_least_stops(sure, said):
    if said.get("cost") == "":
        said = said | {"goal": 'budget = "500 items"'}
    plain = world(**said, quota="minimum = 3").quota
    surely = world(**said, quota=f'minimum = 3\nsure = "{sure}"').quota
    share = float(sure[:2]) / 100
    assert surely.chance >= share
    assert surely.offer.least.reviewed >= plain.offer.least.reviewed
    if plain.offer.name == surely.offer.name and share == 0.95:
        assert surely.offer.least.reviewed == max(plain.safer.items, plain.offer.least.reviewed)
    if share == SURE:
        assert [row.safe_items for row in surely.rows] == list(surely.offer.least.items)
        assert surely.safer.items == surely.offer.least.reviewed
    for one in surely.ladder:
        assert not one.option.all_held or one.option.chance >= share


def test_a_budget_that_does_not_pay_for_so_much_sureness_is_not_enough():
    on_average = world(quota="minimum = 3", goal="budget = 12").quota
    surely = world(quota='minimum = 3\nsure = "95 %"', goal="budget = 12").quota
    assert on_average.chosen is not None
    assert surely.chosen is None
    assert not surely.within_budget


def test_what_no_review_is_sure_of_is_no_plan():
    """Of twelve entries that the list is expected to hold, some resamples hold fewer."""
    surely = world(quota='minimum = 12\nsure = "95 %"').quota
    assert surely.offer.least.items == world(quota="minimum = 12").quota.offer.least.items
    assert surely.chance <= surely.surest < 0.95
    assert surely.offer.unsure
    assert surely.chosen is None
    # The budget has nothing to do with it.
    assert surely.within_budget
    assert all(one.unsure and one.items is None and one.least_items is None for one in surely.models)


def test_an_order_that_is_sure_enough_comes_before_a_cheaper_one_that_is_not():
    quota = world(models=("good", "late"), quota='minimum = 3\nsure = "90 %"').quota
    sure, doubtful = quota.offer, replace(quota.offer, best=None, unsure=True, name="a")
    nowhere = replace(doubtful, least=None, unsure=False)
    ranks = [_preference(quota.plan, one)[0] for one in (sure, replace(sure, best=None), doubtful, nowhere)]
    assert ranks == [0, 1, 2, 3]


@pytest.mark.parametrize("price", ["hourly_rate = 23.7\nseconds_per_item = 17", "per_item = 0.333"])
@pytest.mark.parametrize("minimum", [3, 7])
def test_items_of_one_price_cost_each_stratum_as_much_an_item_and_all_add_up(price, minimum):
    """Hours are billed in hundredths of all of them, 0.24 each here: that is not put upon single strata."""
    quota = world(cost=f"{price}\nfixed.Guide = 3.33", quota=f"minimum = {minimum}").quota
    left = float(quota.chosen.spend - quota.once)
    for row in quota.rows:
        assert float(row.spend) == pytest.approx(left * row.items / quota.chosen.reviewed, abs=0.011)
    assert sum(row.spend for row in quota.rows) + quota.once == quota.chosen.spend
