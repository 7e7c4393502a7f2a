"""The whole computation: what is decided for each goal, and how sure it is said to be."""

from decimal import Decimal

import numpy as np
import pytest
from sample_evidence import falling, gathered
from sklearn.metrics import accuracy_score, f1_score

from budgetplan.domain.plan import Budget, Target, Values
from budgetplan.domain.prices import Prices
from budgetplan.planning.filter.analysis import analyse, own_cut

pytestmark = pytest.mark.usefixtures("plan_alone")

D = Decimal
LABEL = "y" * 30 + "n" * 70
MODELS = {"good": falling(100), "bad": -falling(100)}


def decide(label=LABEL, scores=None, **said):
    return analyse(gathered(label, scores or MODELS, **({"resamples": 60} | said)))


def test_a_budget_is_spent_on_the_better_model():
    analysis = decide(budget=Budget(D("25.50")))
    decision = analysis.decision
    assert (decision.goal, decision.basis, decision.rule) == ("budget", "sample", "firm_leader")
    chosen = decision.chosen
    assert (chosen.model, chosen.items, chosen.spend, chosen.found.value) == ("good", 25, 25, 25)
    assert chosen.recall == 25 / 30
    assert (decision.lead_firm, decision.stop_firm, decision.either_would_do) == (True, None, ())
    bad, good = decision.contenders
    assert (bad.option.found.value, bad.won, bad.firmly_worse) == (0, 0, True)
    assert bad.difference.value == -25
    # None of 25 items seen: 25 (1 - 0.025^(1/25)).
    assert bad.option.found.high == pytest.approx(25 * (1 - 0.025 ** (1 / 25)))
    assert (good.won, good.firmly_worse, good.difference.value) == (1, False, 0)
    # Half, three quarters and one and a half times the money.
    assert [one.items for one in analysis.options] == [12, 18, 25, 37]
    assert (analysis.whole.items, analysis.whole.found.value) == (100, 30)


def test_a_worth_stops_where_entries_end():
    decision = decide(values=Values({"yes": D(3)})).decision
    # Every entry of the first 30 brings 2, every further item loses 1. The stop of the mean over resamples
    # lies a little beyond: a resample holds 30 entries on average, sometimes 35.
    assert (decision.goal, decision.chosen.model) == ("net_value", "good")
    assert decision.best_on_sample.items == 30
    assert decision.best_on_sample.net.value == 60
    assert 30 <= decision.chosen.items <= 35
    assert decision.optimism >= 0
    assert decision.worth_low < 3 < decision.worth_high


@pytest.mark.parametrize("worth", [3, 5, 8])
def test_at_half_and_twice_the_worth_stands_the_stop_of_a_plan_with_that_worth(worth):
    # Labels thin out along the list, so that every worth has a stop of its own.
    labels = "".join("y" if (at * at) % 97 < 60 - at // 4 else "n" for at in range(200))
    scores = {"m": falling(200)}
    half, here, twice = (decide(labels, scores, values=Values({"yes": D(worth) * n / 2})) for n in (1, 2, 4))
    assert half.decision.chosen.items < here.decision.chosen.items < twice.decision.chosen.items
    assert (here.worth.at_half, here.worth.at_twice) == (
        half.decision.chosen.items,
        twice.decision.chosen.items,
    )


def test_a_stop_where_entries_end_is_firm_in_a_large_sample():
    # The tenth before the stop brings about 100 entries in every resample, the next one few.
    decision = decide("y" * 300 + "n" * 700, {"m": falling(1000)}, values=Values({"yes": D(3)})).decision
    assert decision.stop_firm


def test_a_stop_on_a_slope_is_not_firm():
    # Entries thin out evenly, so that the next tenth pays about as much as the last one.
    rng = np.random.default_rng(3)
    label = "".join("y" if rng.random() < 0.6 - place / 200 else "n" for place in range(100))
    assert decide(label, values=Values({"yes": D("2.5")})).decision.stop_firm is False


def test_nothing_pays_so_nothing_is_started():
    decision = decide(values=Values({"yes": D("0.5")})).decision
    assert (decision.rule, decision.chosen) == ("not_starting", None)
    assert decision.best_on_sample.items == 0


def test_a_budget_ends_the_review_before_the_worth_does():
    decision = decide(values=Values({"yes": D(3)}), budget=Budget(D(12))).decision
    assert (decision.chosen.items, decision.best_on_sample.items) == (12, 12)
    # The next items would pay: that is no verdict on the stop.
    assert decision.stop_firm is None


def test_a_target_is_met_by_the_fewest_items():
    analysis = decide(target=Target(D(24)))
    decision = analysis.decision
    assert (decision.chosen.model, decision.chosen.items, decision.chosen.spend) == ("good", 24, 24)
    bad, _ = decision.contenders
    assert (bad.option.items, bad.difference.value) == (94, -70)
    assert 24 <= analysis.target_safe <= 100
    half = decide(target=Target(D("0.5"), "share")).decision
    assert half.chosen.items == 15


@pytest.mark.parametrize(
    "said",
    [
        {"target": Target(D(31))},
        {"budget": Budget(D("0.99"))},
        {"budget": Budget(D(49)), "prices": Prices(per_item=D(1), fixed={"F": D(50)}, stated=True)},
    ],
)
def test_what_cannot_be_is_said(said):
    decision = decide(**said).decision
    assert (decision.rule, decision.chosen, decision.contenders) == ("impossible", None, ())
    assert decision.lead_firm is None


def test_a_share_of_no_entries_is_no_target():
    decision = decide("nnnnn", {"m": falling(5)}, target=Target(D("0.8"), "share")).decision
    assert (decision.rule, decision.chosen) == ("impossible", None)


def test_without_a_goal_examples_are_shown_and_no_stop_is_chosen():
    analysis = decide()
    assert (analysis.decision.goal, analysis.decision.chosen) == ("open", None)
    # Half, 80 % and 95 % of 30 entries: 15, 24 and 28.5.
    assert [one.items for one in analysis.options] == [15, 24, 29]
    assert [(one.items, one.low) for one in analysis.choices] == [(0, 0), (30, 1)]
    assert analysis.decision.contenders[1].name == "good"


def test_without_resampling_nothing_is_said_of_noise():
    analysis = decide(resamples=0, values=Values({"yes": D(3)}))
    decision = analysis.decision
    assert (decision.chosen.items, decision.chosen.net.value) == (30, 60)
    assert (decision.rule, decision.lead_firm, decision.stop_firm) == ("best_estimate", None, None)
    assert not decision.chosen.found.known
    assert (decision.optimism, decision.worth_low, analysis.band, analysis.stop_range) == (None,) * 4
    assert (analysis.next_step.items, analysis.next_step.net.value) == (10, -10)
    assert (analysis.last_step.items, analysis.last_step.net.value) == (10, 20)


def test_a_list_is_what_counts_refer_to():
    analysis = decide(list_size=1000, budget=Budget(D(250)))
    chosen = analysis.decision.chosen
    assert (analysis.decision.basis, chosen.items, chosen.found.value) == ("list", 250, 250)
    assert analysis.whole.items == 1000
    assert analysis.parts["good"].new[0].value == 100


def test_the_same_seed_gives_the_same_analysis():
    one, other = decide(budget=Budget(D(25))), decide(budget=Budget(D(25)))
    assert one.decision == other.decision
    assert one.options == other.options
    assert one.decision != decide(budget=Budget(D(25)), seed=2).decision


def test_the_order_of_models_changes_nothing():
    turned = dict(reversed(MODELS.items()))
    assert decide(budget=Budget(D(25))).decision == decide(scores=turned, budget=Budget(D(25))).decision


def test_quality_at_a_stated_cut_is_scikit_learns():
    rng = np.random.default_rng(8)
    is_entry, score, weight = rng.random(50) < 0.4, rng.random(50).round(1), rng.integers(1, 4, 50) / 4
    label = "".join("y" if one else "n" for one in is_entry)
    evidence = gathered(label, {"m": score}, cuts={"m": 0.3}, columns={"weight": weight})
    quality = own_cut(evidence, evidence.models[0])
    said = score >= 0.3
    assert quality.f1 == pytest.approx(f1_score(is_entry, said, sample_weight=weight))
    assert quality.accuracy == pytest.approx(accuracy_score(is_entry, said, sample_weight=weight))
    assert quality.f1_items == weight[said].sum()


def test_quality_does_not_hang_on_the_last_digit_of_weights():
    # 0.1 + 0.2 + 0.3 is not 0.3 + 0.2 + 0.1 in floats.
    evidence = gathered("yyn", {"m": [0.1, 0.2, 0.3]}, cuts={"m": 0.0}, columns={"weight": [0.1, 0.2, 0.3]})
    quality = own_cut(evidence, evidence.models[0])
    assert quality.f1 == pytest.approx(2 * 0.3 / (0.6 + 0.3))
    assert quality.f1_items == pytest.approx(0.6)


def test_models_are_named_by_the_usual_measures():
    scores = {"all": falling(10), "cautious": np.where(np.arange(10) == 0, 1.0, 0.0)}
    analysis = decide("yynnnynnnn", scores, cuts={"all": 0.0, "cautious": 0.5}, budget=Budget(D(3)))
    # all: 3 of 3 found among 10, F1 6/13, accuracy 0.3. cautious: 1 of 3, F1 2/4, accuracy 0.8.
    assert analysis.quality["all"].f1 == pytest.approx(6 / 13)
    assert (analysis.decision.by_f1, analysis.decision.by_accuracy) == ("cautious", "cautious")


@pytest.mark.parametrize("size", [10_000, 50_000, 65_536, 200_000, 1_000_000])
def test_the_size_of_the_list_scales_counts_and_moves_no_share(size):
    rng = np.random.default_rng(5)
    label = rng.permutation(["yes"] * 120 + ["no"] * 480)
    scores = {"m": rng.normal(size=600) + 1.2 * (label == "yes")}
    said = {"values": Values({"yes": D(4)}), "resamples": 200}
    small, large = (decide(label.tolist(), scores, list_size=one, **said) for one in (2000, size))
    one, other = small.decision.chosen, large.decision.chosen
    assert other.share == pytest.approx(one.share, abs=0.015)
    # The draw of the list itself adds noise, 2,000 items the most.
    shown = [one.found.value / 2000, one.found.low / 2000, one.found.high / 2000, float(one.spend) / 2000]
    scaled = [other.found.value / size, other.found.low / size, other.found.high / size]
    assert [*scaled, float(other.spend) / size] == pytest.approx(shown, abs=0.02)
    ends = [end / 2000 for end in small.stop_range]
    assert [end / size for end in large.stop_range] == pytest.approx(ends, abs=0.1)
