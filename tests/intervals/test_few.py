"""No rate seen as 0 or 1, and no value that rests on few answers, is certain."""

from __future__ import annotations

import numpy as np
import pytest
from classified_world import made
from defer_world import PERFECT, UNLUCKY, chosen_in
from scipy.stats import binomtest

from budgetplan.domain.decision import Estimate
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.intervals.few import answered, macro, rate
from budgetplan.planning.defer.quality import quality
from budgetplan.planning.defer.sampler import Sampler

RATES = ("accuracy", "precision_macro", "recall_macro", "f1_macro")


def exact(hits, trials):
    """Clopper and Pearson's interval."""
    found = binomtest(hits, trials).proportion_ci(0.95, "exact")
    return found.low, found.high


def set_of(truth, predicted, **said):
    n = len(truth)
    data = ClassifiedSet(tuple(f"i{i:03}" for i in range(n)), ("a", "b"), np.array(truth), **said)
    return data, Predictions("m", np.array(predicted), np.full(n, 0.9))


def scores(truth, predicted, **said):
    data, model = set_of(truth, predicted, **said)
    return quality(model, data, None, Sampler(data, 200, 1))


def test_the_accuracy_of_answers_all_right_or_all_wrong_has_the_exact_interval():
    found = scores([0, 1] * 20, [0, 1] * 20)["accuracy"]
    assert (found.low, found.high) == pytest.approx(exact(40, 40))
    found = scores([0, 1] * 20, [1, 0] * 20)["accuracy"]
    assert (found.low, found.high) == pytest.approx(exact(0, 40))


def test_few_errors_are_no_surer_than_the_exact_interval():
    found = scores([0, 1] * 20, [1] + [1] + [0, 1] * 19)["accuracy"]
    low, high = exact(39, 40)
    assert found.low <= low + 1e-12
    assert found.high >= high - 1e-12


def test_many_errors_keep_the_percentiles_of_their_resamples():
    data = made(400, sharpness=1.0)
    sampler, model = Sampler(data, 300, 1), data.models[0]
    right = (model.predicted == data.truth).astype(float)
    found, plain = quality(model, data, None, sampler)["accuracy"], sampler.mean(right)[0]
    assert (found.low, found.high) == (plain.low, plain.high)


@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize("group", [None, np.arange(40) // 4])
@pytest.mark.parametrize("weight", [None, 1.0 + np.arange(40) % 3])
def test_no_score_that_is_a_rate_is_a_point(right, group, weight):
    truth = np.arange(40) % 2
    names = () if group is None else tuple(f"g{one}" for one in range(10))
    found = scores(truth, truth if right else 1 - truth, group=group, groups=names, weight=weight)
    for name in RATES:
        one = found[name]
        assert 0 <= one.low <= one.value <= one.high <= 1
        assert one.high - one.low > 0.05, name


def test_groups_and_weights_make_answers_all_alike_less_sure():
    truth = np.arange(40) % 2
    alone = scores(truth, truth)["accuracy"].low
    # Ten groups are ten trials; weights 1 and 3 in turn are 40 x (4/2)^2 / (10/2) / 4 = 32.
    of_groups = scores(truth, truth, group=np.arange(40) // 4, groups=tuple("abcdefghij"))
    assert of_groups["accuracy"].low == pytest.approx(exact(10, 10)[0])
    weighted = scores(truth, truth, weight=1.0 + 2 * (np.arange(40) % 2))
    assert weighted["accuracy"].low == pytest.approx(exact(32, 32)[0])
    assert alone > weighted["accuracy"].low > of_groups["accuracy"].low


def test_f1_of_two_classes_all_right_by_hand():
    # Either class has 20 items: 20 of 20 in the union of given and true, at least .8316; F1 = 2 x / (1 + x).
    # Each error lies in two unions, so both fall together.
    found = scores([0, 1] * 20, [0, 1] * 20)
    least = exact(20, 20)[0]
    assert found["f1_macro"].low == pytest.approx(2 * least / (1 + least))
    # Recalls fall on their own: (1 - .8316) / 2 x sqrt(2).
    assert found["recall_macro"].low == pytest.approx(1 - (1 - least) / np.sqrt(2))


def test_a_rare_class_found_whole_makes_the_mean_unsure():
    # 300 of the first, 5 of the second, all found; 30 of the first are taken for the second.
    truth, predicted = np.repeat([0, 1], [300, 5]), np.repeat([0, 1, 1], [270, 30, 5])
    one = scores(truth, predicted)["recall_macro"]
    assert one.value == pytest.approx((0.9 + 1) / 2)
    assert one.value - one.low > (1 - exact(5, 5)[0]) / 2 - 1e-12  # of the rare class alone


def test_without_resamples_few_items_get_no_interval_either():
    plain = Estimate(1.0)
    assert rate(plain, np.ones(5, dtype=bool)) == plain
    assert macro(plain, np.ones(2), np.full(2, 5.0)) == plain
    assert answered(plain, np.ones(5, dtype=bool), np.ones(5, dtype=bool), np.ones(5)) == plain


def test_the_value_of_answers_all_right_has_the_exact_bound_of_their_errors():
    # 40 of 40: an error rate of at most .0881, and each costs 1 + 4.
    selection = chosen_in(models=(PERFECT,))
    worst = 1 - exact(40, 40)[0]
    assert selection.value.low == pytest.approx(1 - 5 * worst)
    assert selection.value.high == 1
    assert selection.gain_over_none.low == pytest.approx(1 - 5 * worst)
    # Thirty of forty are answered, all right.
    found = chosen_in().value
    assert found.low <= 0.75 - 0.75 * 5 * (1 - exact(30, 30)[0]) + 1e-12


def test_the_value_of_a_domain_of_few_items_is_no_point():
    found = {
        name: value
        for name, value, _ in chosen_in(models=(UNLUCKY,), domain="x" * 5 + "y" * 15 + "z" * 20).domains
    }
    assert found["x"].low == pytest.approx(1 - 5 * (1 - exact(5, 5)[0]))
    assert found["x"].high == 1
    # Twenty answers, all wrong: worth -4 each, 1 each if right.
    assert found["z"].low == -4
    assert found["z"].high == pytest.approx(-4 + 5 * exact(0, 20)[1])


def test_nothing_answered_is_certain_only_where_nothing_can_be():
    nobody = np.zeros(20, dtype=bool)
    found = answered(Estimate(0.0, 0.0, 0.0), nobody, nobody, np.full(20, 5.0), (1.0, -4.0))
    most = exact(0, 20)[1]
    assert (found.low, found.high) == pytest.approx((-4 * most, most))
    assert answered(Estimate(0.0, 0.0, 0.0), nobody, nobody, np.full(20, 5.0)) == Estimate(0.0, 0.0, 0.0)


@pytest.mark.parametrize("errors", range(9))
def test_more_errors_never_raise_an_end(errors):
    """Both ends fall as errors are added, where the exact interval begins and where it ends, too."""
    ends = []
    for wrong in (errors, errors + 1):
        correct = np.arange(60) >= wrong
        value = Estimate(float(correct.mean()), *[float(correct.mean())] * 2)
        ends.append(rate(value, correct))
    assert ends[1].low < ends[0].low
    assert ends[1].high <= ends[0].high
