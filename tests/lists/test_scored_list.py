"""The list in its own order, at its own prices."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from sample_evidence import gathered

from budgetplan.domain.plan import MIXTURE, Budget
from budgetplan.domain.prices import MICRO, Prices
from budgetplan.lists.evidence import led_by

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
    evidence = led_by(dear_list(), "m")
    (model,) = evidence.models
    assert evidence.list_items == 4
    assert evidence.affordable(model, Budget(Decimal(25))) == 2
    assert evidence.spend(model, 2) == 20
    assert evidence.spend(evidence.random, 4) == 40
    # Entries come early: each next item is less likely one, equal ones alike.
    new = np.diff(model.path.read("positives", [0, 1, 2, 3, 4]))
    assert new[0] > new[1] == pytest.approx(new[2])
    assert new[2] > new[3]


def test_among_equal_scores_the_cheaper_comes_first():
    prices = np.array([1, 1, 5, 3]) * MICRO
    evidence = gathered("yn  ", {"m": [2, 1, 2, 2]}, prices=LISTED, columns={"listed": prices})
    evidence = led_by(evidence, "m")
    assert [evidence.spend(evidence.models[0], n) for n in (0, 1, 2)] == [0, 3, 8]


def test_a_list_counts_as_often_as_its_weights_say():
    weighed = led_by(gathered("yn  ", {"m": [2, 1, 2, 1]}, columns={"weight": [1, 1, 5, 2]}), "m")
    each = led_by(gathered("yn" + " " * 7, {"m": [2, 1] + [2] * 5 + [1] * 2}), "m")
    assert (weighed.list_items, weighed.whole_items) == (7, 7)
    read = [evidence.models[0].path.read("positives", [5, 7]) for evidence in (weighed, each)]
    assert read[0] == pytest.approx(read[1])


def test_by_share_where_the_size_is_said_to_be_another_or_a_model_scores_nothing():
    assert gathered("yn  ", {"m": [2, 1, 2, 1]}, list_size=2).scored is not None
    assert gathered("yn  ", {"m": [2, 1, 2, 1]}, list_size=50).scored is None
    assert gathered("yn  ", {"m": [2, 1, -np.inf, -np.inf]}).scored is None


def test_items_without_a_price_count_as_the_mean_of_the_others():
    prices = np.array([1, 1, 4, np.nan, 2]) * MICRO
    evidence = gathered("yn   ", {"m": [5, 1, 4, 3, 2]}, prices=LISTED, columns={"listed": prices})
    evidence = led_by(evidence, "m")
    assert evidence.spend(evidence.models[0], 3) == 9
    assert sum(evidence.scored.without.values()) == 1


def test_an_item_that_no_model_of_the_mixture_scored_stands_last():
    """The model ``noise`` weighs nothing: what it alone scored stands beside what nobody did."""
    rng = np.random.default_rng(3)
    entry = np.arange(120) % 2 == 0
    good, noise = entry + 0.3 * rng.random(160)[:120], rng.random(160)
    listed = np.array([0.9] * 10 + [-np.inf] * 30)
    seen = np.concatenate([noise[:120], np.where(np.arange(40) < 35, noise[120:], -np.inf)])
    scores = {"good": np.concatenate([good, listed]), "noise": seen}
    text = "".join("yn"[place % 2] for place in range(120)) + " " * 40
    evidence = gathered(text, scores, mixture=True)
    assert "noise" not in evidence.mixture
    order = evidence.scored.rankings[MIXTURE].order
    assert len(order) == 40
    assert set(order[:10].tolist()) == set(range(10))
    assert evidence.scored.scores[MIXTURE][1][10:].tolist() == [-np.inf] * 30
