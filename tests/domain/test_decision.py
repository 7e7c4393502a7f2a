"""Estimates: what lies beyond noise."""

import numpy as np

from budgetplan.domain.decision import Alternative, Contender, Decision, Estimate


def test_an_interval_lies_above_or_below_only_as_a_whole():
    estimate = Estimate(2.0, 1.0, 3.0)
    assert estimate.known
    assert estimate.wholly_above(0.9)
    assert estimate.wholly_below(3.1)
    # An end that touches the level does not exclude it.
    assert not estimate.wholly_above(1.0)
    assert not estimate.wholly_below(3.0)
    assert not estimate.wholly_above(2.0)
    assert not estimate.wholly_below(2.0)


def test_nothing_lies_beyond_noise_where_nothing_was_resampled():
    estimate = Estimate(2.0)
    assert not estimate.known
    assert not estimate.wholly_above(-np.inf)
    assert not estimate.wholly_below(np.inf)


def test_an_open_dear_end_is_an_interval():
    estimate = Estimate(5.0, 2.0, np.inf)
    assert estimate.known
    assert estimate.wholly_above(1.0)
    assert not estimate.wholly_below(1e300)


def test_a_decision_not_to_start_names_no_option():
    decision = Decision("budget", "impossible", None, ())
    assert decision.chosen is None
    assert (decision.shown, decision.luck, decision.worths) == (None, None, ())
    assert (decision.by_f1, decision.by_accuracy) == ("", "")


def test_options_and_contenders_compare_by_what_they_hold():
    option = Alternative("m", 3, 0.5, 3, Estimate(1.0), 0.5, None)
    assert option == Alternative("m", 3, 0.5, 3, Estimate(1.0), 0.5, None)
    assert (option.net, option.hours, option.found_worst, option.found_best) == (None,) * 4
    contender = Contender("m", option, Estimate(1.0), 0.5, 0.5)
    assert contender != Contender("m", option, Estimate(2.0), 0.5, 0.5)
