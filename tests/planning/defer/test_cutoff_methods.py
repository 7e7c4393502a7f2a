"""Every way to a cutoff: what it may look at, and what it is worth."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from classified_world import made

from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.domain.plan import Columns, Deferral, Plan
from budgetplan.metrics.answers.calibration import fit_curve
from budgetplan.metrics.answers.value import WorthTable, triple
from budgetplan.planning.defer.cutoff_methods import Judge, same_model, worth_of_deferring
from budgetplan.planning.defer.sampler import Sampler

PLAN = Plan("t.csv", Columns("gold"), (), (), resamples=0)
VALIDATION, TEST = made(seed=1), made(seed=2)
K4 = triple(3, 1.0, -4.0, 0.0)


def judged(table=K4, validation=VALIDATION, test=TEST, model=0):
    return Judge(PLAN, table, validation, test, Sampler(test, 0, 1)).judge(test.models[model])


def test_the_cutoff_of_theory_is_k_over_k_plus_one():
    one = judged()
    assert one.routes["raw"].cutoff == pytest.approx(0.8)
    accepted = TEST.models[0].confidence >= 0.8
    right = TEST.models[0].predicted == TEST.truth
    assert one.routes["raw"].value.value == pytest.approx(
        np.where(accepted, np.where(right, 1.0, -4.0), 0).mean()
    )


def test_accepting_all_is_accuracy_less_k_times_the_errors():
    one = judged()
    assert one.routes["all"].value.value == pytest.approx(one.accuracy - 4 * (1 - one.accuracy))
    assert one.routes["all"].counts.n_abstained == 0


def test_what_is_learnt_does_not_see_the_labels_of_the_test_items():
    turned = replace(TEST, truth=(TEST.truth + 1) % 3)
    one, other = judged(), judged(test=turned)
    for key in ("raw", "calibrated", "learnt", "by_class"):
        assert (one.routes[key].accepted == other.routes[key].accepted).all(), key
    assert one.temperature == other.temperature
    assert one.routes["ceiling"].cutoff != other.routes["ceiling"].cutoff


def test_nothing_learnt_beats_the_ceiling_of_one_cutoff():
    one = judged()
    for key in ("all", "raw", "learnt"):
        assert one.routes[key].value.value <= one.routes["ceiling"].value.value + 1e-12


def test_one_labelled_set_is_cross_fitted_and_never_judged_by_itself():
    one = judged(validation=None)
    assert one.routes["learnt"].value.value <= one.routes["ceiling"].value.value + 1e-12
    assert one.routes["calibrated"].value.value <= one.accuracy
    assert set(one.missing) == {"by_class"}


def test_the_interval_of_a_cross_fitted_value_holds_the_noise_of_its_cutoffs():
    plan, sampler = replace(PLAN, resamples=200), Sampler(TEST, 200, 1)
    one = Judge(plan, K4, None, TEST, sampler).judge(TEST.models[1])
    learnt = one.routes["learnt"]
    held, _ = sampler.mean(learnt.per_item)
    assert learnt.value.value == held.value
    assert learnt.value.high - learnt.value.low > 1.05 * (held.high - held.low)
    tested = Judge(plan, K4, VALIDATION, TEST, sampler).judge(TEST.models[1]).routes["learnt"]
    plain = sampler.mean(tested.per_item)[0]
    assert (tested.value.value, tested.value.high) == (plain.value, plain.high)
    # Few of the answers are wrong: their exact rate leaves more open below than the resamples do.
    assert tested.value.low < plain.low


def test_without_probabilities_the_rest_still_works_and_says_what_is_missing():
    bare = replace(TEST, models=(replace(TEST.models[0], probabilities=None),))
    one = judged(test=bare)
    assert one.routes["raw"].cutoff == pytest.approx(0.8)
    # The curve of the validation items' confidences, and the cutoff of theory on it.
    curve = fit_curve(VALIDATION.models[0].confidence, VALIDATION.models[0].predicted == VALIDATION.truth)
    seen = replace(VALIDATION, models=(replace(VALIDATION.models[0], probabilities=None),))
    one = judged(test=bare, validation=seen)
    assert one.routes["calibrated"].cutoff == pytest.approx(curve.stated(0.8))
    sure = curve.confidence(TEST.models[0].confidence) >= 0.8
    assert (one.routes["calibrated"].accepted == sure).all()
    uneven = WorthTable(
        np.array([[1, -4, -9], [-4, 1, -4], [-4, -4, 1.0]]), np.zeros(3), np.full(3, -4.0), 0.0
    )
    uneven_one = judged(table=uneven, test=bare, validation=seen)
    assert set(uneven_one.missing) == {"raw", "calibrated"}
    assert uneven_one.deployed is uneven_one.routes["learnt"]


def test_reviewing_costs_are_taken_off_what_is_left():
    costly = replace(TEST, review_cost=np.full(TEST.n_items, 0.25))
    assert worth_of_deferring(K4, costly).tolist() == [-0.25] * TEST.n_items
    # Leaving costs a quarter, so theory asks for less: (-0.25 + 4) / (1 + 4).
    one = judged(test=costly)
    assert one.routes["raw"].cutoff == pytest.approx(0.75)
    right = TEST.models[0].predicted == TEST.truth
    accepted = TEST.models[0].confidence >= 0.75
    assert one.routes["raw"].value.value == pytest.approx(
        np.where(accepted, np.where(right, 1.0, -4.0), -0.25).mean()
    )
    assert one.routes["learnt"].counts.coverage >= judged().routes["learnt"].counts.coverage


def test_a_review_cost_moves_the_cutoff_of_theory_in_fractions():
    # Leaving is worth -0.1 - 0.2 = -0.3 (in floats a little less): (-0.3 + 5) / (2 + 5), and with -0.1 alone 0.7.
    table, costly = triple(3, 2.0, -5.0, -0.1), replace(TEST, review_cost=np.full(TEST.n_items, 0.2))
    assert judged(table=table, test=costly).routes["raw"].cutoff == float(Fraction(47, 70))
    assert judged(table=table).routes["raw"].cutoff == 0.7


def test_costs_that_differ_are_weighed_item_by_item():
    cost = np.where(np.arange(TEST.n_items) % 2, 5.0, 0.0)
    one = judged(test=replace(TEST, review_cost=cost))
    # Where leaving costs five, even an answer that is surely wrong is the lesser loss.
    assert one.routes["raw"].accepted[cost > 0].all()
    assert (one.routes["raw"].accepted[cost == 0] == judged().routes["raw"].accepted[cost == 0]).all()


def test_models_are_matched_by_name():
    assert same_model(VALIDATION, TEST.models[1]) is VALIDATION.models[1]


# --- answers by expected value. A missed b costs ten, a false one a quarter.
DEAR = WorthTable(
    np.array([[1.0, -10.0], [-0.25, 1.0]]), np.zeros(2), np.array([[-10.0], [-0.25]]), np.zeros(1)
)
RELABEL = replace(PLAN, deferral=Deferral((), relabel=True))


def posts(truth, positive, **more):
    """Items with these probabilities of b; the code 2 is a label that no model knows."""
    p = np.stack([1 - np.array(positive), np.array(positive)], axis=1)
    said = Predictions("m", p.argmax(axis=1), p.max(axis=1), p)
    ids = tuple(f"i{n}" for n in range(len(truth)))
    return ClassifiedSet(ids, ("a", "b"), np.array(truth), ("z",), models=(said,), **more)


# p(b) = .3: a is worth .7 - 3, b -.175 + .3 = .125. p(b) = .1: a .9 - 1 = -.1, b -.225 + .1 = -.125.
# p(b) = .05: a .95 - .5. p(b) = .8: b -.05 + .8.
POSTS = posts([0, 1, 0, 0, 1, 0, 1, 2], [0.3, 0.3, 0.3, 0.1, 0.1, 0.05, 0.05, 0.8])


def relabelled(test=POSTS, plan=RELABEL, validation=None, table=DEAR):
    one = Judge(plan, table, validation, test, Sampler(test, 0, 1)).judge(test.models[0])
    return one, one.routes.get("relabel")


def test_the_answer_of_greatest_expected_value_by_hand():
    one, route = relabelled()
    assert one.deployed is route
    assert route.cutoff is None
    assert route.accepted.tolist() == [True, True, True, False, False, True, True, True]
    assert route.per_item.tolist() == [-0.25, 1, -0.25, 0, 0, 1, -10, -0.25]
    # The three at .3 are called b: right once. The label that no model knows is right for nobody.
    assert (route.counts.n_correct, route.counts.n_wrong, route.counts.n_abstained) == (2, 4, 2)
    assert route.relabelled == 3
    assert route.correct.tolist() == [False, True, False, True, False, True, False, False]
    assert one.correct.tolist() == [True, False, True, True, False, True, False, False]
    weighted = replace(POSTS, weight=np.array([2.0, 0, 1, 1, 1, 1, 1, 1]))
    assert relabelled(weighted)[1].relabelled == 3
    assert relabelled(replace(weighted, weight=np.arange(8.0)))[1].relabelled == 0 + 1 + 2


def test_without_the_option_theory_on_calibrated_probabilities_is_deployed():
    one, route = relabelled(plan=replace(PLAN, deferral=Deferral(())))
    assert route is None
    assert one.deployed is one.routes["calibrated"]
    assert "relabel" not in one.missing
    assert all(other.relabelled == 0 for other in one.routes.values())


def test_review_costs_make_answers_worth_more_than_abstaining():
    # Abstaining at p(b) = .1 is now worth -.2 and the answer a -.1.
    dear = replace(POSTS, review_cost=np.full(8, 0.2))
    assert relabelled(dear)[1].accepted.all()
    assert relabelled(dear)[1].per_item.tolist() == [-0.25, 1, -0.25, 1, -10, 1, -10, -0.25]
    # Item by item: only the first of the two costs enough.
    each = replace(POSTS, review_cost=np.array([0, 0, 0, 0.2, 0.05, 0, 0, 0]))
    got = relabelled(each)[1]
    assert got.accepted.tolist() == [True, True, True, True, False, True, True, True]
    assert got.per_item.tolist() == [-0.25, 1, -0.25, 1, -0.05, 1, -10, -0.25]


def test_expected_values_are_those_of_calibrated_probabilities():
    # On validation .95 is right in three of four: log(19) / T = log(3), so that .05 is .25 on test.
    seen = posts([0, 0, 0, 1] * 2, [0.05] * 8)
    one, route = relabelled(validation=seen)
    assert one.temperature == pytest.approx(np.log(19) / np.log(3))
    # Then p(b) is .25 at least: b everywhere but where it is .8 already.
    assert route.accepted.all()
    assert route.relabelled == 7
    assert one.calibrated.probabilities[5].tolist() == pytest.approx([0.75, 0.25])


def test_a_model_without_probabilities_keeps_its_cutoff():
    bare = replace(POSTS, models=(replace(POSTS.models[0], probabilities=None),))
    one, route = relabelled(bare)
    assert route is None
    assert one.deployed is one.routes["calibrated"]
    assert one.missing["relabel"] == "relabel"


def test_where_values_are_alike_no_answer_is_changed():
    one, route = relabelled(TEST, table=K4)
    assert route.relabelled == 0
    assert (route.accepted == one.routes["raw"].accepted).all()
