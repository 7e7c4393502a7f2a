"""The list in its own order, at its own prices."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from sample_evidence import falling, gathered

from budgetplan.core.curve import Labelled
from budgetplan.core.path import Ranking, make_path
from budgetplan.core.places import places
from budgetplan.domain.items import CountedRows
from budgetplan.domain.plan import MIXTURE, Budget
from budgetplan.domain.prices import MICRO, Prices
from budgetplan.lists.evidence import alike, led_by
from budgetplan.lists.forecast import path_of_rows, worths_of

LISTED = Prices(currency="EUR", listed=True, stated=True)


def dear_list(**said):
    """Three labelled items at 1 each, four unlabelled ones at 10 each, whose scores are low."""
    prices = np.array([1, 1, 1, 10, 10, 10, 10]) * MICRO
    return gathered(
        "yyn    ", {"m": [0.9, 0.8, 0.1, 0.1, 0.1, 0.05, 0.85]}, prices=LISTED, columns={"listed": prices}, **said
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


@pytest.mark.parametrize("seed", [1, 6])
def test_the_list_stands_in_the_order_of_the_weighted_places_of_its_models(seed):
    """The third model tells little: without some fifth of the labels it weighs nothing, with all of them something."""
    rng = np.random.default_rng(seed)
    hit = rng.random(700) < 0.3
    models = {name: rng.normal(by * hit, 1) for name, by in (("a", 1.5), ("b", 1.0), ("c", 0.1))}
    evidence = gathered("".join("y" if each else "n" for each in hit[:100]) + " " * 600, models, mixture=True)
    assert 0 < evidence.mixture["c"] < 0.2
    at = sum(part * places(models[name][100:], models[name][100:]) for name, part in evidence.mixture.items())
    order = np.argsort(-np.round(at, 9), kind="stable")
    assert evidence.scored.rankings[MIXTURE].order.tolist() == order.tolist()


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


# --- what reviewing items is worth, by fifth of the list, where entries have several worths
TOP, END = 1.5, -1.5
"""Places in the first and in the last fifth."""
DRAWS = 20_000


def test_each_fifth_has_its_own_mean_and_all_together_count_as_one_more():
    """Nine entries: six at the top are worth 8, two there 2, one at the end 2. They weigh 1, and 3 the one at the end."""
    place = np.array([TOP] * 8 + [END] * 2)
    outcome = np.array([1.0] * 9 + [0.0])
    weight = np.array([1.0] * 8 + [3.0, 1.0])
    worth = np.array([8.0] * 6 + [2.0] * 3 + [-1.0])
    sample = Labelled(place, outcome, weight=weight)
    found = worths_of(sample, {"value": worth}, 12.0, 100.0, DRAWS, 1)["value"]
    # Of weights of 11 entries six are worth 8.
    dear = 6 / 11
    top = np.array([6 + dear, 2 + 1 - dear])
    for fifth, (more, less) in {0: top, 2: (dear, 1 - dear), 4: (dear, 3 + 1 - dear)}.items():
        size = more + less
        share = more / size
        mean, spread = 2 + 6 * share, 6 * np.sqrt(share * (1 - share) / (size + 1))
        drawn = found.entry[:, fifth]
        assert drawn.mean() == pytest.approx(mean, abs=5 * spread / DRAWS**0.5)
        assert drawn.std() == pytest.approx(spread, rel=0.05)
    assert (found.other == -1).all()


# --- counting items together changes no sum: against the items one by one
@pytest.mark.parametrize("seed", range(2))
def test_sums_at_the_ends_of_rows_are_those_of_the_items(seed):
    rng = np.random.default_rng(seed)
    count = rng.integers(1, 30, 12)
    each = np.ones(12, dtype=bool)
    of_row = np.repeat(np.arange(12), count)
    units = rng.integers(1, 50, count.sum())
    sums = {
        "cost": np.bincount(of_row, units * 2000).astype(np.int64),
        "units": np.bincount(of_row, units * 10**6).astype(np.int64),
    }
    rows = CountedRows(np.arange(12.0)[::-1], count, each, each, sums, {"seconds": 2_500_000})
    path = path_of_rows(rows)
    single = make_path(
        Ranking(np.arange(count.sum()), np.cumsum(count)),
        None,
        {"cost": units * 2000.0, "units": units.astype(float), "seconds": np.full(count.sum(), 2.5)},
    )
    assert path.items.tolist() == single.items.tolist()
    for name in single.sums:
        assert path.sums[name] == pytest.approx(single.sums[name], rel=1e-12)


# --- what the labelled items cost, hold and are worth, one by one, and whose groups they are of
D = Decimal


@pytest.mark.parametrize(("known", "whole"), [(3, True), (8, False)])
def test_whole_groups_were_labelled_where_the_list_is_mostly_of_others(known, whole):
    """Ten labelled items of two groups, ten more rows of which so many are of these groups."""
    group = ["a", "b"] * 5 + ["a"] * known + [f"g{place}" for place in range(10 - known)]
    made = gathered("yn" * 5 + " " * 10, {"m": falling(20)}, columns={"group": group})
    assert (made.scored.whole_groups is not None) is whole


def test_no_order_is_read_more_smoothly_than_another_once_none_is_recommended():
    """Of a list by its size each holds the labelled entries along it, as many in all as the recommended one did."""
    label, scores = "yynynnynnnynnnnnnnnn" * 3, {"m": falling(60), "o": np.cos(np.arange(60.0))}
    given, at = gathered(label, scores, list_size=600, resamples=30), np.array([100.0, 300.0])
    led = led_by(given, "m")
    times = led.n_positives / given.n_positives
    plain = alike(given, led)
    for name in scores:
        labelled = given.model(name).path.read("positives", at)
        assert plain.model(name).path.read("positives", at) == pytest.approx(labelled * times)
