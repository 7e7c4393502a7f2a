"""What people do beside a model on one budget: whose answers they review first, and how many they put right."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from joint_report_world import EVEN, SURE, TWINS, planned

from budgetplan.core.path import make_path, rank
from budgetplan.plans.joint import course_of
from budgetplan.queues.packets import draw_queue
from budgetplan.report.joint import lines_of
from budgetplan.work.building import _ends, work_of_joint

pytestmark = pytest.mark.usefixtures("plan_alone")

LISTED = {"listed": ((30, True, 0.9), (30, True, 0.6))}


def test_the_first_of_the_queue_are_reviewed_and_half_of_them_put_right():
    # Of forty items twenty are unsure (0.6), half of them wrong; three euros review six of them.
    found = work_of_joint(planned(models=(EVEN,)))
    assert (found.source, found.items, found.counts, found.binds) == ("missing", 6, "corrected", "money")
    assert found.checkpoints[-1].expected == pytest.approx(3.0, abs=0.3)
    assert (found.places, found.packets, found.last_packet) == (6, 1, 6)


@pytest.mark.parametrize(
    ("said", "binds"),
    [
        ({"budget": "4", "unit": "items"}, "number"),
        ({"budget": "100"}, "list"),
        ({"budget": None}, "list"),
        ({"budget": None, "price": "0.50", "worths": {"right": "0.1", "wrong": "-0.4", "unit": "money"}}, None),
    ],
)
def test_what_ends_the_review(said, binds):
    found = work_of_joint(planned(models=(EVEN,), **said))
    assert (found and found.binds) == binds


def test_where_people_review_nothing_there_is_nothing_to_carry_out():
    assert work_of_joint(planned(models=(SURE,), budget="0")) is None


@pytest.mark.parametrize(("price", "reviewed"), [("0.20", 30), ("2.00", 0)])
def test_what_is_checked_is_paid_whether_anything_is_reviewed_or_not(price, reviewed):
    """Five items that nobody would review and four that have a label: each costs what a review costs, and is in the queue."""
    more = {"work": {"tail_sample": 5, "control": 4}, "budget": "100", "price": price}
    joint = planned(models=(EVEN,), **LISTED, **more)
    known = joint.test.ids, ["a"] * joint.test.n_items
    queue = draw_queue(course_of(joint), known, tail_sample=5, n_control=4, packet=200, seed=1)
    assert joint.option.items == reviewed
    assert np.sum(queue.place > 0) == work_of_joint(joint).judged == reviewed + 9
    assert [line.quantity for line in lines_of(joint, joint.option)] == [reviewed + 9]
    assert float(joint.option.spend) == pytest.approx((reviewed + 9) * float(price))
    # A budget that pays for eight of the nine pays for no answer that is to be checked.
    assert not planned(models=(EVEN,), **LISTED, **(more | {"budget": str(8 * float(price))})).option.starts


def test_a_list_with_predictions_is_reviewed_from_the_queue():
    found = work_of_joint(planned(models=(EVEN,), **LISTED))
    assert found.source == "queue"
    assert found.checkpoints[-1].low is None


@pytest.mark.parametrize("size", [None, 10**9])
@pytest.mark.parametrize("models", [(EVEN,), TWINS])
def test_checkpoints_never_fall_and_lie_within_their_ends(size, models):
    budget = "3" if size is None else str(size // 20)
    found = work_of_joint(planned(models=models, list_size=size, budget=budget))
    assert found.checkpoints[-1].items == found.items
    for one, later in itertools.pairwise(found.checkpoints):
        assert one.items < later.items
        assert one.expected <= later.expected
        assert one.high <= later.high
    for one in found.checkpoints:
        assert 0 <= one.low <= one.expected <= one.high <= one.items


@pytest.mark.parametrize("error", [0.0, 0.3])
def test_a_pause_is_called_for_about_once_in_forty_times_though_people_err(error):
    """Sixty labels and two hundred items of one world: three in ten answers are wrong, and people err in both classes."""
    rng, outside, n = np.random.default_rng(5), np.zeros(2), 1_000
    for _ in range(n):
        wrong = (rng.random(60) < 0.3).astype(float)
        amounts = {"wrong": wrong, "change": wrong * (1 - error) + (1 - wrong) * error}
        amounts |= {"chance": np.full(60, error * (1 - error)), "step": np.full(60, 1 - 2 * error)}
        path = make_path(rank(rng.random(60)), np.full(60, 400 / 60), amounts)
        low, high = _ends(path, 200, 60 / 400)
        changed = int(((rng.random(200) < 0.3) != (rng.random(200) < error)).sum())
        outside += (changed < low, changed > high)
    assert (outside / n < 0.035).all()
    assert outside.sum() / n > 0.005
