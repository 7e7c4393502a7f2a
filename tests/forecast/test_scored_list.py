"""The list in its own order, at its own prices."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from sample_evidence import ONE_EURO, gathered

from budgetplan.domain.plan import Budget, Values
from budgetplan.domain.prices import MICRO, Prices
from budgetplan.evidence.noise import draw
from budgetplan.forecast.scored_list import lacking

LISTED = Prices(currency="EUR", listed=True, stated=True)


def dear_list(**said):
    """Three labelled items at 1 each, four unlabelled ones at 10 each, whose scores are low."""
    prices = np.array([1, 1, 1, 10, 10, 10, 10]) * MICRO
    return gathered(
        "yyn    ",
        {"m": [0.9, 0.8, 0.1, 0.1, 0.1, 0.05, 0.85]},
        prices=LISTED,
        columns={"listed": prices},
        **said,
    )


def test_the_budget_buys_the_items_of_the_list_at_their_prices():
    evidence = dear_list()
    (model,) = evidence.models
    assert evidence.list_items == 4
    assert evidence.affordable(model, Budget(Decimal(25))) == 2
    assert evidence.spend(model, 2) == 20
    assert evidence.spend(evidence.random, 4) == 40
    # 0.85 lies between two entries; the two at 0.1 are as the labelled one, the last lies below all.
    assert model.path.read("positives", [1, 2, 3, 4]).tolist() == [1, 1, 1, 1]


def test_among_equal_scores_the_cheaper_comes_first():
    prices = np.array([1, 1, 5, 3]) * MICRO
    evidence = gathered("yn  ", {"m": [2, 1, 2, 2]}, prices=LISTED, columns={"listed": prices})
    assert [evidence.spend(evidence.models[0], n) for n in (0, 1, 2)] == [0, 3, 8]


def test_prices_on_the_list_and_off_it_give_the_same_shares():
    rng = np.random.default_rng(1)
    score, label = rng.random(300), rng.random(300)
    letters = ["y" if hit < s else "n" for s, hit in zip(score, label, strict=True)]
    both = np.concatenate([score, score])
    spaces = letters + [" "] * 300
    evidence = gathered("".join(spaces), {"m": both})
    share = gathered("".join(spaces), {"m": both}, by_share=True)
    (model,), (other,) = evidence.models, share.models
    budget = Budget(Decimal(90))
    assert evidence.affordable(model, budget) == share.affordable(other, budget) == 90
    # The list is the sample once more: both ways promise the same entries in all.
    assert model.path.total("positives") == pytest.approx(other.path.total("positives"))


@pytest.mark.parametrize("price", ["0", "0.7"])
def test_a_dearer_entry_is_paid_for_as_likely_as_it_is(price):
    prices = Prices(currency="EUR", per_item=Decimal(1), extra_per_entry=Decimal(price), stated=True)
    evidence = gathered("ynyn" + " " * 4, {"m": [8, 7, 6, 5, 8, 7, 6, 5]}, prices=prices, resamples=200)
    (model,) = evidence.models
    found = float(model.path.read("positives", 4))
    assert float(evidence.curve(model, np.array([4.0]))[0]) == pytest.approx(4 + float(price) * found)
    read = draw(evidence, evidence.models, np.array([0.0, 0.5, 1.0]), [Budget(Decimal("2.5"))])
    spent = read.readings["m"].at_shares["cost"][:, 1] / MICRO
    assert spent == pytest.approx(2 + float(price) * read.positives(model)[:, 1])
    bought = read.readings["m"].at_limits["cost"][:, 0]
    assert (bought <= 2.5 * MICRO * (1 + 1e-9)).all()


def test_worths_follow_the_expected_entries():
    values = Values({"yes": Decimal(5)}, left_out={"yes": Decimal(-2)})
    evidence = gathered("yn  ", {"m": [2, 1, 2, 1]}, values=values, prices=ONE_EURO)
    (model,) = evidence.models
    # One of the two is an entry for sure: reviewing it is worth 5 instead of losing 2.
    assert evidence.net_values(model, np.array([0.0, 1, 2])).tolist() == [-2, 4, 3]


def test_a_list_counts_as_often_as_its_weights_say():
    evidence = gathered("yn  ", {"m": [2, 1, 2, 1]}, columns={"weight": [1, 1, 5, 2]})
    assert (evidence.list_items, evidence.whole_items) == (7, 7)
    assert evidence.models[0].path.read("positives", [5, 7]).tolist() == [5, 5]


def test_by_share_where_the_size_is_said_to_be_another_or_a_model_scores_nothing():
    assert gathered("yn  ", {"m": [2, 1, 2, 1]}, list_size=2).own is not None
    assert gathered("yn  ", {"m": [2, 1, 2, 1]}, list_size=50).own is None
    assert gathered("yn  ", {"m": [2, 1, -np.inf, -np.inf]}).own is None


def test_items_without_a_price_count_as_the_mean_of_the_others():
    prices = np.array([1, 1, 4, np.nan, 2]) * MICRO
    evidence = gathered("yn   ", {"m": [5, 1, 4, 3, 2]}, prices=LISTED, columns={"listed": prices})
    assert evidence.spend(evidence.models[0], 3) == 9
    assert lacking(prices, np.array([False, False, True, True, True])) == 1


def test_the_order_of_rows_and_the_names_of_models_change_nothing():
    rng = np.random.default_rng(7)
    score = rng.random(60).round(2)
    letters = np.array(["y" if rng.random() < s else "n" for s in score[:20]] + [" "] * 40)
    first = gathered("".join(letters), {"a": score}, resamples=50)
    turn = rng.permutation(60)
    second = gathered("".join(letters[turn]), {"z": score[turn]}, resamples=50)
    assert first.models[0].path.total("positives") == pytest.approx(
        second.models[0].path.total("positives"), abs=1.5
    )
    exact = gathered("".join(letters), {"a": score}), gathered("".join(letters[turn]), {"z": score[turn]})
    paths = [one.models[0].path for one in exact]
    assert paths[0].sums["positives"] == pytest.approx(paths[1].sums["positives"])


@pytest.mark.parametrize("by_share", [True, False])
def test_a_known_share_of_entries_holds_in_the_list_and_in_every_resample(by_share):
    # Half of the labelled items are entries on purpose; one in ten of the list is.
    label = "yn" * 40 + " " * 300
    score = np.concatenate([np.tile([0.8, 0.2], 40), np.repeat([0.8, 0.2], 150)])
    evidence = gathered(label, {"m": score}, prevalence=Decimal("0.1"), resamples=100, by_share=by_share)
    (model,) = evidence.models
    if by_share:
        assert model.path.total("positives") == pytest.approx(30)
        read = draw(evidence, evidence.models, np.array([0.0, 1.0])).positives(model)[:, 1]
        # Each list is drawn anew: 300 items, one in ten an entry.
        assert read.mean() == pytest.approx(30, abs=2)
        assert read.std() == pytest.approx((300 * 0.1 * 0.9) ** 0.5, rel=0.3)
    else:
        # The scores decide, as they tell entries apart without fail, whatever the share among the labelled.
        assert model.path.total("positives") == pytest.approx(150)


def test_a_known_share_weighs_the_rates_of_equal_scores():
    # Of four labelled items of one score two are entries; at one in ten in all, a tenth of those is.
    evidence = gathered("yynn" + " " * 10, {"m": [1.0] * 14}, prevalence=Decimal("0.1"))
    assert evidence.models[0].path.total("positives") == pytest.approx(1)
