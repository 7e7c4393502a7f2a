"""What more labels are worth before a classifier is chosen: against what is written out by hand, and laws."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from defer_world import (
    BAD,
    DEFAULT,
    GOOD,
    MONEY,
    PERFECT,
    RISKY,
    TWINS,
    UNLUCKY,
    Model,
    make_list,
    make_plan,
    make_set,
)

from budgetplan.intervals.labels import worth_of_everything
from budgetplan.metrics.resampling.paired import Resamples, draws
from budgetplan.planning.defer.cutoff_methods import Judge
from budgetplan.planning.defer.labels import objective_of, rules
from budgetplan.planning.defer.sampler import Sampler
from budgetplan.planning.defer.solve import select, worth_table

PRICED = MONEY | {"models": (GOOD, BAD), "review_cost": 0.25, "listed": GOOD.test, "list_cost": 0.25}


def labels(list_size=None, **said):
    """Return what is said of labels in a small world."""
    args = DEFAULT | {"models": TWINS, "validation": False} | said
    plan = replace(make_plan(args), list_size=list_size)
    validation = make_set(args, "validation") if args["validation"] else None
    return select(plan, validation, make_set(args), make_list(args)).labels


class Drawn:
    """Four resamples, written down: how often each of four items is drawn."""

    times = np.array([[1, 1, 1, 1], [2, 2, 0, 0], [0, 0, 2, 2], [1, 0, 0, 3]])

    def replicates(self, per_item):
        return self.times @ per_item.T / 4


def test_two_models_three_cutoffs_and_four_resamples_by_hand():
    """A right answer is worth 1, a wrong one -4. The first model errs where it is unsure, the second where it is sure."""
    first = Model("first", ((2, True, 0.9), (1, True, 0.6), (1, False, 0.6)))
    second = Model("second", ((1, False, 0.9), (1, True, 0.9), (2, True, 0.6)))
    args = DEFAULT | {"models": (first, second), "validation": False, "resamples": 0}
    data, plan = make_set(args), make_plan(args)
    judge = Judge(plan, worth_table(plan.deferral.worths, data), None, data, Sampler(data, 0, 1))
    judged = tuple(replace(judge.judge(one), known=None) for one in data.models)
    # Answer all, the sure two, none; a row for each cutoff, a column for each item.
    assert rules(judge, judged[0]).tolist() == [[1, 1, 1, -4], [1, 1, 0, 0], [0, 0, 0, 0]]
    assert rules(judge, judged[1]).tolist() == [[-4, 1, 1, 1], [-4, 1, 0, 0], [0, 0, 0, 0]]
    judge.deciding = Drawn()
    # Both models' own cutoff answers the sure ones: 2/4, 4/4, 0, 1/4 and -3/4, -6/4, 0, -4/4.
    own = np.array([[0.5, -0.75], [1, -1.5], [0, 0], [0.25, -1]])
    objective = objective_of(judge, judged, own)
    by_hand = np.array(
        [
            [0.5, -0.75, -0.25, 0.5, 0, -0.25, -0.75, 0],
            [1, -1.5, 1, 1, 0, -1.5, -1.5, 0],
            [0, 0, -1.5, 0, 0, 1, 0, 0],
            [0.25, -1, -2.75, 0.25, 0, -0.25, -1, 0],
        ]
    )
    assert objective == pytest.approx(by_hand)
    # Best are 1/2, 1, 1 and 1/4 in each; on average the first model's own with 7/16.
    assert worth_of_everything(objective) == pytest.approx(11 / 16 - 7 / 16)


def test_the_worth_of_knowing_everything_is_that_of_each_resample_written_out():
    """Each of the twins leaves two others of 40 items; at any cutoff each answers all, its sure 38, or none."""
    found = labels()
    counts = np.concatenate(list(draws(Resamples(40, 100, 1), 50))).astype(float)
    every = np.empty((100, 5))
    for at, blocks in enumerate(TWINS):
        right = np.array([one for n, one, _ in blocks.test for _ in range(n)])
        every[:, 2 * at] = counts @ np.where(right, 1.0, 0.0) / 40
        every[:, 2 * at + 1] = counts @ np.where(right, 1.0, -4.0) / 40
    every[:, 4] = 0
    assert (found.unit, found.labelled, found.listed) == ("right answers", 40, None)
    assert found.everything == pytest.approx(1000 * worth_of_everything(every))


def test_labels_are_added_where_the_choice_is_made():
    """On validation two unlucky models err twice each, on other items; on the test items both say the same."""
    other = replace(UNLUCKY, name="other", validation=((2, False, 0.9), (38, True, 0.9)))
    found = labels(models=(UNLUCKY, other), validation=True)
    lucky = tuple(replace(one, test=one.learnt_on) for one in (UNLUCKY, other))
    assert found.everything == labels(models=lucky, validation=True).everything > 0
    assert labels(models=(UNLUCKY, other)).everything < found.everything
    args = DEFAULT | {"models": TWINS}
    validation = make_set(args, "validation")
    more = replace(make_set(args), ids=tuple(f"m{one}" for one in range(40)))
    assert select(make_plan(args), validation, more).labels.labelled == validation.n_items


def test_nothing_is_said_where_there_is_no_noise_or_where_value_does_not_decide():
    assert labels(resamples=0) is None
    assert labels(most_wrong="0.1") is None


def test_equal_models_that_are_always_right_leave_nothing_to_gain():
    found = labels(models=(PERFECT, replace(PERFECT, name="other")))
    assert found.everything == 0


def test_answers_by_expected_value_have_no_cutoff_to_vary():
    found = labels(**RISKY | {"models": RISKY["models"]})
    assert found.everything >= 0


@pytest.mark.parametrize("validation", [True, False])
def test_units_and_constants_and_names_play_no_part(validation):
    euros = labels(**MONEY, validation=validation)
    cents = labels(
        worths={"unit": "money", "right": "50", "wrong": "-200", "abstain": "0"},
        currency="EUR",
        validation=validation,
    )
    assert cents.everything == pytest.approx(100 * euros.everything)
    more = {"unit": "money", "right": "3.5", "wrong": "1", "abstain": "3"}
    moved = labels(worths=more, currency="EUR", validation=validation)
    assert moved.everything == pytest.approx(euros.everything)
    renamed = labels(
        **MONEY,
        models=tuple(replace(one, name=name) for one, name in zip(TWINS, "ZA", strict=True)),
        validation=validation,
    )
    assert renamed.everything == pytest.approx(euros.everything)


def test_a_label_costs_what_a_review_costs_on_average():
    found = labels(**PRICED, validation=True)
    assert (found.unit, found.listed, found.price) == ("money", 40, 0.25)
    # Nobody said how many a model is to answer: what labels gain is told of 1,000.
    open_end = labels(**PRICED | {"listed": None, "list_cost": None}, validation=True)
    assert (open_end.listed, open_end.price) == (None, 0.25)
    assert open_end.everything == pytest.approx(25 * found.everything)
    assert labels(**PRICED | {"review_cost": None, "list_cost": None}, validation=True).price is None


def test_a_longer_list_makes_labels_worth_more():
    short = labels(list_size=1000, **MONEY, review_cost=0.25)
    long = labels(list_size=10**6, **MONEY, review_cost=0.25)
    assert long.everything == pytest.approx(1000 * short.everything)
    assert long.price == short.price == 0.25
