"""Noise: readings in resamples, against drawing them naively."""

from decimal import Decimal

import numpy as np
import pytest
from sample_evidence import falling, gathered

from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Budget, Values
from budgetplan.domain.prices import Prices
from budgetplan.evidence import noise
from budgetplan.metrics.resampling.paired import Resamples, draws

D = Decimal
PRICES = Prices(per_item=D(2), fixed={"F": D(5)}, contingency=D("0.5"), stated=True)


def counts(evidence, size=None):
    """How often each item is drawn in each resample, shape (resamples, n)."""
    how = Resamples(
        evidence.n_sample, evidence.plan.resamples, evidence.plan.seed, evidence.group, evidence.weight, size
    )
    return np.concatenate(list(draws(how, 7)))


def repeated(evidence, rows, values):
    """What the items of a resample carry, one by one in the order of review."""
    order = evidence.models[0].ranking.order
    return np.repeat(np.asarray(values)[order], rows[order].astype(int))


LABEL = "yynynnyn"


def test_readings_are_those_of_the_resamples_written_out():
    evidence = gathered(LABEL, {"m": falling(8)}, prices=PRICES, resamples=30, costs={"m": 1})
    shares = np.array([0.0, 0.25, 0.5, 1.0])
    read = noise.draw(evidence, evidence.models, shares, [Budget(D(20)), Budget(D(5))])
    (model,) = evidence.models
    for row, drawn in enumerate(counts(evidence)):
        found = np.cumsum([0, *repeated(evidence, drawn, [c == "y" for c in LABEL])])
        assert read.positives(model)[row].tolist() == found[[0, 2, 4, 8]].tolist()
        # 20 - 6 leave 14, at 3 an item: 4 items. 5 do not pay for the fixed part.
        assert read.found_within(model)[row].tolist() == [found[4], 0]
    assert read.totals(model).tolist() == [[0, 5 + 1 + 6, 5 + 1 + 12, 5 + 1 + 24]] * 30


def test_net_values_of_a_common_worth():
    evidence = gathered(LABEL, {"m": falling(8)}, prices=PRICES, resamples=9, values=Values({"yes": D(7)}))
    read = noise.draw(evidence, evidence.models, np.array([0.0, 0.5]))
    (model,) = evidence.models
    assert read.net(model).tolist() == (7 * read.positives(model) - read.totals(model)).tolist()
    assert read.net(model)[:, 0].tolist() == [0] * 9


def test_net_values_where_left_out_items_count():
    values = Values({"yes": D(7)}, error={"no": D("0.1")}, left_out={"yes": D(-1)})
    evidence = gathered(LABEL, {"m": falling(8)}, prices=PRICES, resamples=9, values=values)
    read = noise.draw(evidence, evidence.models, np.array([0.0, 0.5, 1.0]))
    (model,) = evidence.models
    for row, drawn in enumerate(counts(evidence)):
        is_yes = repeated(evidence, drawn, [c == "y" for c in LABEL])
        worth = [
            (7 * is_yes[:k] - 0.7 * ~is_yes[:k]).sum() - is_yes[k:].sum() - (5 + 3 * k if k else 0)
            for k in (0, 4, 8)
        ]
        assert read.net(model)[row].tolist() == pytest.approx(worth, abs=1e-9)


def test_whole_groups_are_drawn():
    evidence = gathered(LABEL, {"m": falling(8)}, resamples=20, columns={"group": list("aabbccdd")})
    read = noise.draw(evidence, evidence.models, np.array([1.0]))
    weights = counts(evidence)
    assert (weights[:, ::2] == weights[:, 1::2]).all()
    found = weights @ np.array([c == "y" for c in LABEL])
    assert read.positives(evidence.models[0])[:, 0].tolist() == found.tolist()


def test_a_list_is_drawn_within_each_resample():
    evidence = gathered(LABEL, {"m": falling(8)}, resamples=20, list_size=50)
    read = noise.draw(evidence, evidence.models, np.array([0.5, 1.0]))
    weights = counts(evidence, 50)
    assert (weights.sum(axis=1) == 50).all()
    assert (
        read.positives(evidence.models[0])[:, 1].tolist()
        == (weights @ np.array([c == "y" for c in LABEL])).tolist()
    )
    assert (read.totals(evidence.models[0]) == [25, 50]).all()


def test_models_are_read_in_the_same_resamples_and_again():
    evidence = gathered(LABEL, {"a": falling(8), "b": -falling(8)}, resamples=25)
    read = noise.draw(evidence, evidence.models, np.array([0.5, 1.0]))
    a, b = evidence.models
    # What the upper half of one order holds, the lower half of its reverse holds.
    halves = read.positives(a)[:, 0] + read.positives(b)[:, 0]
    assert halves.tolist() == read.positives(a)[:, 1].tolist() == read.positives(b)[:, 1].tolist()
    again = noise.draw(evidence, [b], np.array([0.5]), again=read)
    assert again.positives(b)[:, 0].tolist() == read.positives(b)[:, 0].tolist()


def test_budgets_of_hours_and_items_in_resamples():
    prices = Prices(hourly_rate=D(10), seconds_per_item=D(900), stated=True)
    evidence = gathered(LABEL, {"m": falling(8)}, prices=prices, resamples=12)
    shares = np.array([0.0, 0.25, 0.5])
    hours = noise.draw(evidence, evidence.models, shares, [Budget(D("0.5"), "hours"), Budget(D(1), "hours")])
    items = noise.draw(evidence, evidence.models, shares, [Budget(D(2), "items"), Budget(D(4), "items")])
    (model,) = evidence.models
    assert hours.found_within(model).tolist() == hours.positives(model)[:, 1:].tolist()
    assert items.found_within(model).tolist() == items.positives(model)[:, 1:].tolist()


@pytest.mark.parametrize("n", [1, 7, 200])
def test_short_lists_are_compared_at_every_item(n):
    shares = noise.grid(gathered("y" * n, {"m": falling(n)}))
    for item in np.arange(n + 1) / n:
        assert np.abs(shares - item).min() < 1e-11
    assert (np.diff(shares) > 0).all()
    assert (shares[0], shares[-1]) == (0, 1)


def test_long_lists_are_compared_at_every_half_percent():
    shares = noise.grid(gathered("y" * 2091, {"m": falling(2091)}))
    assert shares.tolist() == pytest.approx([step / 200 for step in range(201)])


def test_cost_per_entry_is_dear_where_few_are_found():
    assert noise.per_entry(60.0, Estimate(20.0, 10.0, 30.0)) == Estimate(3.0, 2.0, 6.0)
    assert noise.per_entry(60.0, Estimate(20.0, 0.0, 30.0)) == Estimate(3.0, 2.0, np.inf)
    assert noise.per_entry(60.0, Estimate(20.0, 0.0, 0.0)) == Estimate(3.0, np.inf, np.inf)
    assert noise.per_entry(60.0, Estimate(20.0)) == Estimate(3.0)
    assert noise.per_entry(60.0, Estimate(0.0, 0.0, 5.0)) is None


@pytest.mark.parametrize("size", [10**3, 10**6, 10**9])
def test_money_of_any_size_buys_the_same_in_every_resample(size):
    label = "yynynnynyn" * 3
    found = []
    # Up to the most that can be counted: half the items cost twice the price.
    for price in ("0.04", str(10**9 // size), str(6 * 10**11 // size)):
        prices = Prices(per_item=D(price), extra_per_entry=D(price), stated=True)
        evidence = gathered(label, {"m": falling(30)}, prices=prices, list_size=size, resamples=50)
        budgets = [Budget(D(price) * size * k / 9) for k in range(1, 10)]
        drawn = noise.draw(evidence, evidence.models, np.array([0.0, 1.0]), budgets)
        found.append(drawn.found_within(evidence.models[0]) / size)
    for one in found[1:]:
        assert one == pytest.approx(found[0], abs=2 / size + 1e-9)


def test_chance_of_the_sample_alone_is_that_of_the_labelled_items_scaled_to_the_list():
    evidence = gathered(LABEL, {"m": falling(8)}, prices=PRICES, resamples=30, list_size=80)
    shares = np.array([0.0, 0.25, 0.5, 1.0])
    listed = noise.draw(evidence, evidence.models, shares)
    alone = noise.of_sample(listed)
    (model,) = evidence.models
    for row, drawn in enumerate(counts(evidence)):
        found = np.cumsum([0, *repeated(evidence, drawn, [c == "y" for c in LABEL])])
        assert alone.positives(model)[row].tolist() == (10 * found[[0, 2, 4, 8]]).tolist()
    assert alone.totals(model)[0].tolist() == [0, 5 + 60, 5 + 120, 5 + 240]
    assert alone.positives(model)[:, -1].std() < listed.positives(model)[:, -1].std()


def test_without_a_list_there_is_no_chance_but_that_of_the_sample():
    evidence = gathered(LABEL, {"m": falling(8)}, prices=PRICES, resamples=9)
    read = noise.draw(evidence, evidence.models, np.array([0.0, 0.5, 1.0]))
    assert noise.of_sample(read) is read


def test_resamples_keep_as_many_items_of_each_stratum_as_were_drawn():
    # Entries are the stratum that was drawn more often, so that no resample has more or fewer of them.
    columns = {"stratum": [1, 1, 0, 0, 0, 0], "weight": [1, 1, 4, 4, 4, 4]}
    scores, shares = {"m": falling(6)}, np.array([0.0, 0.5, 1.0])
    for more in ({}, {"list_size": None}):
        evidence = gathered("yynnnn", scores, resamples=40, columns=columns, **more)
        [model] = evidence.models
        assert np.ptp(noise.draw(evidence, [model], shares).positives(model)[:, -1]) == 0
    free = gathered("yynnnn", scores, resamples=40, columns={"weight": columns["weight"]})
    assert np.ptp(noise.draw(free, free.models, shares).positives(free.models[0])[:, -1]) > 0


@pytest.mark.parametrize("label", ["yynnnn", "yynnnn   "])
def test_one_stratum_is_the_whole_sample(label):
    n = len(label)
    strata = np.where([letter == " " for letter in label], -1, 0)
    said = {"resamples": 30, "columns": {"weight": [2.0] * n}}
    plain = gathered(label, {"m": falling(n)}, **said)
    said["columns"] |= {"stratum": strata}
    one = gathered(label, {"m": falling(n)}, **said)
    shares = np.linspace(0, 1, 5)
    read = [noise.draw(each, each.models, shares).positives(each.models[0]) for each in (plain, one)]
    assert (read[0] == read[1]).all()
