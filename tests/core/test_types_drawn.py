"""Types drawn along an order: as many as there are, shown by the items that show them."""

from __future__ import annotations

import numpy as np
import pytest

from budgetplan.core.curve import Labelled
from budgetplan.core.draws import of_types
from budgetplan.core.places import places


def world(seed: int, types: int = 80, each: int = 25, share: float = 0.3, shown: float = 0.6):
    """Return labelled items in their order, the type of each, and how many types are entries by what was confirmed.

    Scores tell items that show an entry from others, and nothing of the types of which no item does.
    """
    rng = np.random.default_rng(seed)
    kind = np.repeat(np.arange(types), each)
    entry = rng.random(types) < share
    outcome = (entry[kind] & (rng.random(len(kind)) < shown)).astype(float)
    score = rng.normal(outcome, 1.0)
    order = np.argsort(-score, kind="stable")
    sample = Labelled(places(score, score)[order], outcome[order], group=kind[order])
    return sample, kind[order], len(set(kind[outcome > 0].tolist()))


@pytest.mark.parametrize("seed", range(5))
def test_as_many_types_are_expected_as_were_confirmed(seed):
    sample, kind, confirmed = world(seed)
    drawn = of_types(sample, kind, 400, seed)
    assert drawn.mean[-1] == pytest.approx(confirmed, rel=0.15)
    low, high = np.quantile(drawn.found[:, -1], [0.025, 0.975])
    assert low <= confirmed <= high


@pytest.mark.parametrize("seed", range(5))
def test_the_first_items_show_as_many_types_as_they_did(seed):
    sample, kind, _ = world(seed)
    shown = len(set(kind[:300][sample.outcome[:300] > 0].tolist()))
    drawn = of_types(sample, kind, 400, seed)
    assert drawn.expected(np.array([300.0]))[0] == pytest.approx(shown, rel=0.2)


def test_twice_as_many_items_than_are_held_one_by_one_lose_nothing():
    """Pairs alike: of 10,001 types 1,500 are entries, by both of their items."""
    rng = np.random.default_rng(1)
    entry = rng.permutation(10_001) < 1_500
    kind = np.repeat(np.arange(10_001), 2)
    score = rng.normal(entry[kind] * 1.0, 1.0)
    order = np.argsort(-score, kind="stable")
    sample = Labelled(places(score, score)[order], entry[kind][order].astype(float), group=kind[order])
    drawn = of_types(sample, kind[order], 40, 1)
    assert drawn.mean[-1] == pytest.approx(1_500, rel=0.05)


def test_types_of_one_item_each_are_found_as_the_labels_say():
    rng = np.random.default_rng(2)
    outcome = (rng.random(400) < 0.3).astype(float)
    score = rng.normal(outcome, 1.0)
    order = np.argsort(-score, kind="stable")
    sample = Labelled(places(score, score)[order], outcome[order])
    at = np.array([50, 150, 400])
    expected = of_types(sample, np.arange(400), 999, 3).expected(at.astype(float))
    # What the first fifty of this list find is a little more than those of one like it do on average.
    assert expected == pytest.approx(np.cumsum(outcome[order])[at - 1], rel=0.05)


def a_list(rng: np.random.Generator, types: int = 150):
    """Return the type of each item and whether it shows an entry, best first: types of 1 to 25 items, some oftener entries."""
    size = np.minimum(rng.geometric(0.22, types), 25)
    entry = rng.random(types) < np.clip(0.05 + 0.06 * size, 0.0, 0.8)
    kind = np.repeat(np.arange(types), size)
    shows = entry[kind] & (rng.random(len(kind)) < 0.7)
    order = np.argsort(-rng.normal(1.5 * shows + 0.5 * entry[kind]))
    return kind[order], shows[order].astype(float)


def walked(kind, shows):
    """Return how many types are found, and how many items judged, after each item."""
    known, finds, judged = set(), [0], [0]
    for type_of, outcome in zip(kind.tolist(), shows.tolist(), strict=True):
        new = type_of not in known
        judged.append(judged[-1] + new)
        finds.append(finds[-1] + (new and outcome > 0))
        known |= {type_of} if outcome else set()
    return finds, judged


def test_intervals_hold_what_new_lists_bring_and_take():
    """A curve over types, at the place of each one's first item, held 30 to 80 % of them."""
    rng, shares = np.random.default_rng(4), np.array([0.05, 0.15, 0.5, 1.0])
    held = []
    for seed in range(24):
        kind, shows = a_list(rng)
        n = len(kind)
        sample = Labelled(-np.arange(n, dtype=float), shows)
        drawn = of_types(sample, kind, 199, seed, {"judged": np.ones(n)})
        ends = [
            np.quantile(drawn.at(shares * n, each), [0.025, 0.975], axis=0) for each in (None, drawn.paid["judged"])
        ]
        for _ in range(12):
            new_kind, new_shows = a_list(rng)
            at = np.arange(len(new_kind) + 1) / len(new_kind)
            new = [np.interp(shares, at, each) * n / len(new_kind) for each in walked(new_kind, new_shows)]
            held.append([(low <= each) & (each <= high) for (low, high), each in zip(ends, new, strict=True)])
    assert (np.mean(held, axis=0) > 0.86).all()
    assert (np.mean(held, axis=0) < 0.995).all()


def test_each_draw_finds_whole_types_and_no_fewer_further_down():
    sample, kind, _ = world(9)
    found = of_types(sample, kind, 50, 9).found
    assert (found == np.rint(found)).all()
    assert (np.diff(found, axis=1) >= 0).all()
    assert found.max() <= 80


@pytest.mark.parametrize("seed", range(3))
def test_in_each_draw_what_is_judged_is_what_a_confirmed_type_does_not_spare(seed):
    sample, kind, _ = world(seed)
    cost = np.random.default_rng(seed).integers(1, 9, len(kind)).astype(float)
    drawn = of_types(sample, kind, 200, seed, {"judged": np.ones(len(kind)), "cost": cost})
    known, walk = set(), 0
    for type_of, outcome in zip(kind, sample.outcome, strict=True):
        walk += type_of not in known
        known |= {type_of} if outcome else set()
    judged, paid = drawn.paid["judged"], drawn.paid["cost"]
    assert judged[:, -1].mean() == pytest.approx(walk, rel=0.1)
    assert (np.diff(judged, axis=1) >= 0).all()
    assert (np.diff(judged, axis=1) <= np.diff(drawn.ends)).all()
    # As many are passed over as types have been found, or more; none where none has been.
    assert (judged[drawn.found == 0] == np.broadcast_to(drawn.ends, judged.shape)[drawn.found == 0]).all()
    assert (judged >= drawn.found).all()
    assert (paid >= judged).all()
    assert drawn.found.tolist() == of_types(sample, kind, 200, seed).found.tolist()


def test_where_each_item_is_a_type_all_are_judged():
    rng = np.random.default_rng(2)
    outcome = (rng.random(90) < 0.3).astype(float)
    sample = Labelled(places(outcome, outcome), outcome)
    drawn = of_types(sample, np.arange(90), 60, 3, {"judged": np.ones(90)})
    assert (drawn.paid["judged"] == drawn.ends).all()


def test_without_any_entry_few_types_are_expected():
    sample, kind, _ = world(4, share=0.0)
    assert of_types(sample, kind, 200, 4).mean[-1] < 2.0


@pytest.mark.parametrize("seed", range(3))
def test_a_random_order_finds_the_mean_over_all_orders(seed):
    """As many as where all items are equal, each draw in an order of its own."""
    kind, shows = a_list(np.random.default_rng(seed))
    sample, at = Labelled(-np.arange(len(kind), dtype=float), shows), np.array([0.1, 0.3, 0.6, 1.0]) * len(kind)
    drawn = of_types(sample, kind, 999, seed)
    shuffled = of_types(sample, kind, 999, seed + 10, ends=np.array([len(kind)]))
    assert drawn.at(at, drawn.at_random).mean(axis=0) == pytest.approx(shuffled.expected(at), rel=0.04)
    assert drawn.at_random[:, -1] == pytest.approx(drawn.rates[:, -1])
