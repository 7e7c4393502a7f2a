"""What theory accepts, by which rule."""

import numpy as np
import pytest
from answer_values import payoffs, triple
from classified_world import made

from budgetplan.models.thresholds import accepted, confidence_spans

SAID = made(n=300, seed=4).models[0]
K4 = triple(3, 1.0, -4.0, 0.0)
UNEVEN = payoffs(np.array([[1, -4, -9], [-4, 1, -4], [-4, -4, 1.0]]), np.zeros(3))


def accept(table, cost=None, *, bare=False):
    return accepted(table, SAID.predicted, SAID.confidence, None if bare else SAID.probabilities, cost)


def test_one_cutoff_where_one_is_enough():
    for bare in (False, True):
        items, cutoff = accept(K4, bare=bare)
        assert cutoff == pytest.approx(0.8)
        assert (items == (SAID.confidence >= 0.8)).all()


def test_the_gate_where_values_differ_by_class_and_nothing_without_probabilities():
    items, cutoff = accept(UNEVEN)
    assert cutoff is None
    expected = (SAID.probabilities @ UNEVEN.answer.T)[np.arange(300), SAID.predicted]
    assert (items == (expected >= -1e-11)).all()
    assert accept(UNEVEN, bare=True) == (None, None)


def test_a_cutoff_for_each_class_where_the_errors_of_a_class_cost_alike():
    table = payoffs(np.array([[1.0, -4], [-1, 3]]), np.zeros(2))
    items, cutoff = accepted(table, np.array([0, 0, 1, 1]), np.array([0.75, 0.85, 0.2, 0.3]), None)
    # .8 for the first class, 1 / (3 + 1) for the second.
    assert items.tolist() == [False, True, False, True]
    assert cutoff is None


def test_review_costs_that_differ_are_weighed_item_by_item():
    cost = np.where(np.arange(300) % 2, 5.0, 0.0)
    items, _ = accept(K4, cost)
    # Where leaving costs five, even an answer that is surely wrong is the lesser loss.
    assert items[cost > 0].all()
    assert (items[cost == 0] == accept(K4)[0][cost == 0]).all()
    assert accept(K4, cost, bare=True) == (None, None)


def test_a_review_cost_for_all_is_taken_off_abstaining():
    assert accept(K4, np.full(300, 0.25))[1] == 0.75


@pytest.mark.parametrize("seed", range(20))
def test_theory_keeps_to_the_span_of_confidences(seed):
    """However the other classes share what is left: nothing below it is accepted, and all above it."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 6))
    v = -rng.uniform(0.1, 9, (n, n))
    np.fill_diagonal(v, rng.uniform(0.5, 3, n))
    cost = None if seed % 2 else np.full(4000, rng.uniform(0, 0.4))
    table = payoffs(v, rng.uniform(-0.05, 0.05, n))
    p = rng.dirichlet(np.full(n, 0.3), 4000)
    p[:1000] = np.eye(n)[rng.integers(0, n, 1000)] * 0.5 + 0.5 * p[:1000]
    spans, answer = confidence_spans(table, cost), p.argmax(axis=1)
    got, _ = accepted(table, answer, p.max(axis=1), p, cost)
    assert not got[p.max(axis=1) < spans[0][answer] - 1e-9].any()
    assert got[p.max(axis=1) > spans[1][answer] + 1e-9].all()
    least, surely = spans[0].min(), spans[1].max()
    # Both ends are reached: with all the rest on the dearest class, or on the cheapest.
    net = v - (table.left if cost is None else table.left - cost[0])
    at = [
        (np.eye(n)[k] * q + np.eye(n)[c] * (1 - q))
        for k in range(n)
        for c in range(n)
        if c != k
        for q in np.linspace(0.5, 1, 501)
    ]
    ends = np.array(at)
    worth = (ends @ net.T)[np.arange(len(ends)), ends.argmax(axis=1)]
    sure = ends.max(axis=1)
    if least > 0.502:
        assert sure[worth >= 0].min() == pytest.approx(least, abs=0.0021)
    if surely > 0.502:
        assert sure[worth < 0].max() == pytest.approx(surely, abs=0.0021)


def test_no_span_where_a_class_is_never_answered_or_costs_differ():
    never = payoffs(np.array([[-1.0, -4], [-1, 3]]), np.zeros(2))
    assert confidence_spans(never, None) is None
    assert confidence_spans(UNEVEN, np.array([1.0, 2.0])) is None
    # 4 / (4 + 1) at best, 9 / (9 + 1) at worst.
    spans = confidence_spans(UNEVEN, None)
    assert (spans[0].min(), spans[1].max()) == (pytest.approx(0.8), pytest.approx(0.9))
