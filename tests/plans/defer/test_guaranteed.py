"""A goal for errors: which cutoff it takes, and how many labels it wants."""

from __future__ import annotations

import numpy as np
import pytest
from defer_world import BAD, COMPLEMENT, GOOD, Model, chosen_in

from budgetplan.errors import UsageError
from budgetplan.models.bounds import lowest_cutoff_within, upper_bound
from budgetplan.plans.answer import cutoffs_to_try, items_needed


def test_the_lowest_cutoff_that_keeps_the_share_by_hand():
    # Thirty right answers at .9: at most 1 - .05^(1/30) = 9.5 % wrong for two models at once; at .6 five of forty.
    found = chosen_in(most_wrong="0.1")
    route = found.chosen
    assert (found.chosen.name, route.found_by, route.cutoff) == ("good", "guaranteed", 0.9)
    assert (route.counts.n_accepted, route.counts.n_wrong) == (30, 0)
    assert found.refusal == ""
    assert found.bound == pytest.approx(1 - 0.05 ** (1 / 30))
    assert found.bound <= 0.1
    # One model alone needs less: 1 - .1^(1/30) = 7.4 %.
    assert chosen_in(most_wrong="0.08", models=(GOOD,)).chosen.cutoff == 0.9
    assert chosen_in(most_wrong="0.08").refusal == "uncertified"


def test_one_labelled_set_has_cutoffs_that_were_fixed_before():
    found = chosen_in(most_wrong="0.1", validation=False).chosen
    # Its own confidences, of which the labels choose none.
    assert (found.cutoff, found.counts.n_accepted) == (0.9, 30)


def test_a_mean_that_is_chosen_on_the_test_items_shares_the_chance_of_error_with_its_models():
    """Out of fold the mean of two that err where they are unsure is right about all forty: 1 - (.1 / 3)^(1/40) is 8.2 %."""
    found = chosen_in(most_wrong="0.1", models=COMPLEMENT, mixture=True, validation=False)
    assert (found.chosen.name, found.n_models, found.refusal) == ("the mean of the models", 3, "")
    counts, tried = found.chosen.counts, cutoffs_to_try(found.chosen.predictions)
    assert (counts.n_accepted, counts.n_wrong, found.chosen.cutoff) == (40, 0, tried[0])
    assert found.bound == pytest.approx(1 - (0.1 / 3) ** (1 / 40))


def test_a_mean_that_was_fixed_on_validation_shares_no_chance_of_error_with_other_models():
    """At 8 % thirty right answers do for one model (7.4 %), not for two of which the test items choose one (9.5 %)."""
    fixed = chosen_in(most_wrong="0.08", mixture=True)
    assert (fixed.n_models, fixed.chosen.counts.n_accepted) == (1, 30)
    assert fixed.bound == pytest.approx(1 - 0.1 ** (1 / 30))
    assert chosen_in(most_wrong="0.08", mixture=True, validation=False).refusal == "uncertified"
    assert chosen_in(most_wrong="0.08").refusal == "uncertified"


def test_the_bound_on_the_answers_accepted_is_within_the_goal_whatever_it_is():
    rng = np.random.default_rng(1)
    sure = 0.5 + rng.random(300) / 2
    blocks = tuple((1, bool(rng.random() < one), float(one)) for one in sure)
    for risk in (0.05, 0.2):
        for validation in (True, False):
            found = chosen_in(models=(Model("m", blocks),), most_wrong=str(risk), validation=validation, resamples=0)
            counts = found.chosen.counts
            if counts.n_accepted:
                assert upper_bound(counts.n_wrong, counts.n_accepted, 0.1) <= risk
            else:
                assert found.refusal == "uncertified"


def test_how_many_items_would_do():
    right = np.ones(10, dtype=bool)
    # Half of the items accepted, all right: 45 accepted, 90 in all.
    half = np.where(np.arange(10) < 5, 0.9, 0.1)
    assert items_needed(0.05, half, right, np.array([0.5]), 1) == 90
    # Of all cutoffs the one that needs the fewest.
    assert items_needed(0.05, half, right, np.array([0.05, 0.5]), 1) == 45
    # More models share the chance of error: .95^n <= .05.
    assert items_needed(0.05, half, right, np.array([0.05]), 2) == 59
    # A tenth wrong never shows a twentieth; one in a hundred does with more.
    assert items_needed(0.05, np.full(10, 0.9), np.arange(10) > 0, np.array([0.5]), 1) == np.inf
    some = items_needed(0.05, np.full(50, 0.9), np.arange(50) > 0, np.array([0.5]), 1)
    assert 50 < some < 200
    assert upper_bound(0.02 * some, some, 0.1) <= 0.05 < upper_bound(0.02 * (some - 1), some - 1, 0.1)
    assert chosen_in(most_wrong="0.01", models=(GOOD,)).items_needed == np.ceil(230 * 40 / 30)


@pytest.mark.parametrize("risk", [0.05, 0.06, 0.08, 0.1])
def test_as_many_items_do_as_the_search_itself_needs_of_such(risk):
    """Of the surest 30, 70, 130 and 200 there are 1, 3, 3 and 33 wrong: the first that are enough have to hold."""
    sure, right = np.repeat([0.95, 0.9, 0.85, 0.8], [30, 40, 60, 70]), np.ones(200, dtype=bool)
    right[[0, 30, 31, *range(130, 160)]] = False
    cutoffs = np.array([0.8, 0.85, 0.9, 0.95])
    times = [t for t in range(1, 40) if lowest_cutoff_within(risk, np.tile(sure, t), np.tile(right, t), cutoffs) < 1]
    needed = items_needed(risk, sure, right, cutoffs, 1)
    assert times[0] > 1
    assert times[0] - 1 < needed / 200 <= times[0]


def test_cutoffs_do_not_know_the_test_items():
    one, other = (
        chosen_in(most_wrong="0.1", models=(Model("m", blocks, GOOD.test),)) for blocks in (GOOD.test, BAD.test)
    )
    known = next(each for each in one.validation.models)
    assert cutoffs_to_try(known).tolist() == [0.6, 0.9]
    assert (cutoffs_to_try(known) == cutoffs_to_try(other.validation.models[0])).all()


@pytest.mark.parametrize("more", [{"group": tuple(place // 4 for place in range(40))}, {"weight": (2.0,) * 40}])
def test_items_that_are_weighted_or_grouped_have_no_exact_test(more):
    with pytest.raises(UsageError, match="independent and count once"):
        chosen_in(most_wrong="0.1", **more)
