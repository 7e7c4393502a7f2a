"""What more labels are worth to a plan: against what is written out by hand, and laws."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from sample_evidence import ONE_EURO, gathered

from budgetplan.domain.plan import Budget, Target, Values
from budgetplan.evidence import noise
from budgetplan.intervals.labels import worth_of_everything
from budgetplan.metrics.resampling.paired import Resamples, draws
from budgetplan.planning.filter.analysis import analyse

pytestmark = pytest.mark.usefixtures("plan_alone")
D = Decimal
LABEL = "yyynynnynnynnnnnynnn" * 4
WORTH = Values({"yes": D(3)})
BOUGHT = Budget(D(16))


def scores(*seeds):
    """Models that each know something, with noise of their own."""
    skill = np.array([letter == "y" for letter in LABEL], dtype=float)
    return {f"m{seed}": 1.5 * skill + np.random.default_rng(seed).normal(size=len(LABEL)) for seed in seeds}


def labels(label=LABEL, models=None, **said):
    said = {"resamples": 200, "list_size": 800} | said
    return analyse(gathered(label, models or scores(1, 3), **said)).labels


def test_the_worth_of_knowing_everything_is_that_of_each_resample_written_out():
    """At a budget of 16 items of 80 each model finds what its first 16 hold in a resample; lists have ten times that."""
    models = scores(1, 3)
    found = labels(models=models, budget=Budget(D(160)))
    counts = np.concatenate(list(draws(Resamples(80, 200, 1), 50))).astype(float)
    positive = np.array([letter == "y" for letter in LABEL], dtype=float)
    by_hand = np.empty((200, 2))
    for column, score in enumerate(models.values()):
        order = np.argsort(-score)
        for row, times in enumerate(counts[:, order]):
            sums = np.concatenate([[0.0], np.cumsum(times)])
            gained = np.concatenate([[0.0], np.cumsum(times * positive[order])])
            by_hand[row, column] = 10 * np.interp(16, sums, gained)
    assert found.unit == "entries"
    assert found.everything == pytest.approx(worth_of_everything(by_hand))


def test_where_entries_have_a_worth_every_stop_is_an_action_and_so_is_not_starting():
    evidence = gathered(LABEL, scores(1, 3), resamples=200, values=WORTH, list_size=800)
    found = analyse(evidence).labels
    alone = noise.of_sample(noise.draw(evidence, evidence.models, noise.grid(evidence)))
    every = np.concatenate([alone.net(model) for model in evidence.models], axis=1)
    assert found.unit == "money"
    assert found.everything >= worth_of_everything(every) * 0.99  # it has the recommended stop, too
    assert found.everything == pytest.approx(worth_of_everything(every), rel=0.05)
    # With one model there are its stops to choose from; with a budget alone there is nothing to choose.
    assert labels(models=scores(1), values=WORTH).everything > 0
    assert labels(models=scores(1), budget=BOUGHT) is None
    # A worth that no order makes up for: not to start is best in every resample.
    nothing = labels(values=Values({"yes": D("0.01")}))
    assert nothing.everything == 0


def test_nothing_is_said_where_there_is_no_noise_or_nothing_to_gain():
    assert labels(values=WORTH, resamples=0) is None
    assert labels() is None  # nobody said what is wanted
    assert labels(target=Target(D("0.5"), "share")) is None
    assert labels(budget=Budget(D("0.5"))) is None


def test_a_price_is_that_of_one_more_judgement_with_all_that_goes_with_it():
    prices = replace(ONE_EURO, annotators=D(2), contingency=D("0.5"), fixed={"F": D(100)})
    assert labels(values=WORTH, prices=prices).price == pytest.approx(3)
    assert labels(budget=BOUGHT, prices=replace(ONE_EURO, per_item=D(0), stated=False)).price is None


@pytest.mark.parametrize(("size", "near"), [(40, 0.1), (10**9, 0.01)])
def test_a_longer_list_scales_what_labels_are_worth(size, near):
    """Up to the stops that can be had: of 40 items 41, of more up to 201."""
    found, other = labels(values=WORTH), labels(values=WORTH, list_size=size)
    share = size / 800
    assert other.everything == pytest.approx(share * found.everything, rel=near)
    assert other.price == found.price


def test_money_scales_and_neither_rows_nor_names_play_a_part():
    found = labels(values=WORTH)
    dear = labels(values=Values({"yes": D(300)}), prices=replace(ONE_EURO, per_item=D(100)))
    assert dear.everything == pytest.approx(100 * found.everything)
    models = scores(1, 3)
    renamed = labels(models={"z": models["m1"], "a": models["m3"]}, values=WORTH)
    assert renamed.everything == pytest.approx(found.everything)


def test_a_list_with_scores_is_judged_without_its_own_chance():
    label = LABEL + " " * 100
    rng = np.random.default_rng(5)
    models = {
        name: np.concatenate([score, rng.permutation(score)[:20], rng.permutation(score)])
        for name, score in scores(1, 3).items()
    }
    evidence = gathered(label, models, resamples=200, values=WORTH)
    analysis = analyse(evidence)
    read = noise.draw(evidence, evidence.models, noise.grid(evidence))
    both = [
        worth_of_everything(np.concatenate([one.net(model) for model in evidence.models], axis=1))
        for one in (noise.of_sample(read), read)
    ]
    assert evidence.own is not None
    assert both[0] < both[1]
    assert analysis.labels.everything == pytest.approx(both[0], rel=0.1)
