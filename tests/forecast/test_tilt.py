"""Among equal scores the cheaper come first, and hold as many entries as cheap ones do."""

from __future__ import annotations

import numpy as np
import pytest

from budgetplan.forecast.queue import Listing, Sample, forecast
from budgetplan.forecast.tilt import LEAST_TIED, KnownPrices, Priced, find_lean
from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.resampling.paired import Resamples


def world(rng, n, *, lean=3.0, ties=4):
    """Return score, price and label: in each tie dearer items are more often entries, by ``lean`` log odds in all."""
    score = rng.integers(0, ties, n) / ties
    place = rng.random(n)
    odds = -1.5 + 2.5 * score + lean * (place - 0.5)
    return score, np.round(100 * place**3 + 5), (rng.random(n) < 1 / (1 + np.exp(-odds))).astype(float)


def promised(seed, n=600, size=3000, resamples=200, **how):
    rng = np.random.default_rng(seed)
    (score, price, label), (listed, cost, truth) = world(rng, n, **how), world(rng, size, **how)
    sample = Sample(label, {}, Resamples(n, resamples, 1))
    priced = KnownPrices(price, {"m": Priced(listed, cost, np.ones(size))})
    made = forecast(sample, {"m": (score, listed)}, Listing(np.ones(size)), prices=priced)
    return made.queues["m"], rank(listed, cost), truth


def test_the_first_of_a_tie_hold_as_many_entries_as_cheap_items_do():
    said, plain, true, inside = [], [], [], 0
    at = np.array([150.0, 400.0, 900.0, 1600.0])
    for seed in range(40):
        queue, ranking, truth = promised(seed)
        said.append(queue.read(at).mean(axis=0))
        plain.append(np.interp(at, queue.ends, queue.found))
        counted = np.concatenate([[0], np.cumsum(truth[ranking.order])])[at.astype(int)]
        true.append(counted)
        low, high = np.quantile(queue.read(at), [0.025, 0.975], axis=0)
        inside += int(((low <= counted) & (counted <= high)).sum())
    said, plain, true = (np.mean(each, axis=0) for each in (said, plain, true))
    # Within three standard errors of forty draws; the mean of the tie is off by many.
    assert said == pytest.approx(true, abs=9)
    assert (plain[:1] - true[:1] > 25).all()
    assert inside / 160 > 0.9


def test_a_tie_holds_in_all_what_its_score_says():
    queue, ranking, _ = promised(1)
    listed = np.sort(np.unique(queue.cells.cell))[::-1]
    ends = np.cumsum([(queue.cells.cell == cell).sum() for cell in listed]).astype(float)
    assert queue.tilt.dearer
    assert queue.tilt.read(ends) == pytest.approx(np.zeros(len(ends)), abs=1e-6)
    assert np.abs(queue.tilt.varied(ends)).max() == pytest.approx(0, abs=1e-6)
    along = np.cumsum(queue.rate_of_items[ranking.order])
    items = np.arange(1.0, len(along) + 1)
    assert np.interp(items, queue.ends, queue.found) + queue.tilt.read(items) == pytest.approx(
        along, abs=1e-6
    )
    assert ((queue.rate_of_items >= 0) & (queue.rate_of_items <= 1)).all()


def test_nothing_is_tilted_where_prices_say_nothing():
    found = [promised(seed, lean=0.0, resamples=0)[0].tilt is not None for seed in range(300)]
    # Chance alone does so in one of a hundred.
    assert sum(found) <= 9


@pytest.mark.parametrize("case", ["one price", "no ties", "few", "one label"])
def test_nothing_is_tilted_where_nothing_can_be_seen(case):
    rng = np.random.default_rng(3)
    score, price, label = world(rng, 400, lean=6.0)
    tie = (4 * score).astype(int)
    kept = np.ones(400, dtype=bool)
    if case == "one price":
        price = np.full(400, 7.0)
    elif case == "no ties":
        tie = np.arange(400)
    elif case == "few":
        kept = np.arange(400) < LEAST_TIED - 1
    else:
        label = np.ones(400)
    assert find_lean(tie[kept], price[kept], label[kept], np.ones(kept.sum()), np.arange(kept.sum())) is None


def test_neither_order_nor_currency_nor_the_scale_of_weights_matters():
    rng = np.random.default_rng(5)
    score, price, label = world(rng, 500)
    weight, tie = rng.random(500) + 0.5, (4 * score).astype(int)
    found = find_lean(tie, price, label, weight, np.arange(500))
    turned = np.random.default_rng(6).permutation(500)
    other = find_lean(tie[turned], price[turned], label[turned], weight[turned], np.arange(500))
    assert other.log_odds == pytest.approx(found.log_odds, rel=1e-9)
    assert other.influence == pytest.approx(found.influence[turned], rel=1e-9, abs=1e-12)
    dear = find_lean(tie, 50 * price, label, 7 * weight, np.arange(500))
    assert dear.log_odds == pytest.approx(found.log_odds, rel=1e-9)


def test_items_of_one_group_are_one_piece_of_evidence():
    rng = np.random.default_rng(7)
    score, price, label = world(rng, 40, lean=4.0)
    # Each item ten times: as items they show much, as groups no more than forty do.
    many = [np.repeat(each, 10) for each in ((4 * score).astype(int), price, label)]
    alone = find_lean(many[0], many[1], many[2], np.ones(400), np.arange(400))
    grouped = find_lean(many[0], many[1], many[2], np.ones(400), np.repeat(np.arange(40), 10))
    assert alone is not None
    few = find_lean((4 * score).astype(int), price, label, np.ones(40), np.arange(40))  # fmt: skip
    assert (grouped is None) == (few is None)
