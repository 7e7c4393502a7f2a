"""What an answerer says where a model is right and where it is wrong, drawn from labelled items."""

from __future__ import annotations

import numpy as np
import pytest

from budgetplan.core.answers import Truths
from budgetplan.core.asking import MODELS, OTHER, RIGHT, draw_asked, levels


def world(n, seed=1, classes=3):
    """Items that are hard or easy for both: a model is right in 9 of 10 easy ones and in half of the hard ones, an answerer, too."""
    rng = np.random.default_rng(seed)
    truth, easy = rng.integers(0, classes, n), rng.random(n) < 0.5
    sure = np.where(easy, 0.9, 0.5)
    top, said = (np.where(rng.random(n) < sure, truth, (truth + 1) % classes) for _ in range(2))
    probability = np.repeat(((1 - sure) / (classes - 1))[:, None], classes, axis=1)
    probability[np.arange(n), top] = sure
    return said, probability, truth, sure


def drawn(said, probability, truth, draws=199, **more):
    return draw_asked(said, np.zeros(len(said), dtype=int), probability, Truths(truth, 3, seed=3, **more), draws)


def table(classes=3):
    """A right answer is worth 1, a wrong one -2."""
    return np.where(np.eye(classes, dtype=bool), 1.0, -2.0)[..., None]


def test_chances_add_up_to_one_and_none_is_certain():
    said, probability, truth, _ = world(300)
    asked = drawn(said, probability, truth)
    assert asked.chance.sum(axis=-1) == pytest.approx(1.0)
    assert (asked.mean[1, :, :, MODELS] == 0).all() or asked.mean[1, :, :, MODELS].max() < 1e-9
    for top in range(3):
        whole = asked.shares(top).sum(axis=(1, 2)) + asked.pooled[(np.arange(3) == top) * 1, np.arange(3), -1]
        assert whole == pytest.approx(1.0)


def test_an_answerer_errs_more_often_where_the_model_is_less_sure():
    """By hand: it is right in 9 of 10 easy items and in half of the hard ones."""
    said, probability, truth, _ = world(20_000)
    asked = drawn(said, probability, truth)
    hard, easy = asked.part(np.array([0.5, 0.9])).tolist()
    assert asked.mean[1, hard, :, RIGHT] == pytest.approx(0.5, abs=0.03)
    assert asked.mean[1, easy, :, RIGHT] == pytest.approx(0.9, abs=0.03)
    # Where both err they say the same, as both take the next class.
    assert asked.mean[0, hard, :, MODELS] == pytest.approx(0.5, abs=0.03)
    assert asked.mean[0, hard, :, OTHER] == pytest.approx(0.0, abs=0.01)


def test_what_no_answer_settles_is_what_it_was():
    """Where no answer stands asking changes nothing; where all do, nothing is left but what was not answered."""
    said, probability, truth, _ = world(300)
    said[:60] = -1
    asked = drawn(said, probability, truth)
    truths = np.random.default_rng(2).random((2, 199, 3))
    none, every = (asked.policy(1, 5, np.full((3, 1), stands), table()) for stands in (False, True))
    rest, settled = asked.read(none, truths, slice(None))
    assert rest == pytest.approx(truths, abs=1e-12)
    assert not settled.any()
    rest, settled = asked.read(every, truths, slice(None))
    silent = asked.chance[:, (np.arange(3) == 1) * 1, 5, np.arange(3), -1]
    assert rest == pytest.approx(truths * silent)
    # Sixty of 300 were not answered; every item that is answered is so in some way, and in one way.
    assert asked.chance[..., -1].mean() == pytest.approx(0.2, abs=0.05)
    # How often it says nothing of a truth is drawn to that of all by one item, and that by one more that is answered.
    right, silent = probability.argmax(axis=1) == truth, said < 0
    for is_right in (False, True):
        every = silent[right == is_right].sum() / ((right == is_right).sum() + 1)
        for code in range(3):
            of = (right == is_right) & (truth == code)
            quiet = (silent[of].sum() + every) / (of.sum() + 1)
            assert asked.pooled[int(is_right), code, -1] == pytest.approx(quiet)


def test_amounts_are_those_of_a_sum_over_all_answers():
    """Brute force: each answer at each level by its own chance."""
    said, probability, truth, _ = world(400)
    level = np.random.default_rng(5).integers(0, 3, 400)
    asked = draw_asked(said, level, probability, Truths(truth, 3, seed=3), 99)
    stands = np.random.default_rng(6).random((3, 3)) < 0.5
    policy = asked.policy(2, 7, stands, table())
    share, amount = asked.expected(policy)
    kinds = asked.mean[(np.arange(3) == 2) * 1, 7, np.arange(3)][:, :-1].reshape(3, 3, 3)
    chance, worth = np.einsum("tkl,tkc->tcl", kinds, asked.answers(2)), table()[..., 0]
    for t in range(3):
        pairs = [(a, at) for a in range(3) for at in range(3) if stands[a, at]]
        assert share[t] == pytest.approx(sum(chance[t, a, at] for a, at in pairs))
        assert amount[t, 0] == pytest.approx(sum(chance[t, a, at] * worth[a, t] for a, at in pairs))


def test_what_stands_is_chosen_by_the_shares_of_all_items():
    """Whatever the tenth: where the model is right, and where it is wrong, by plain counts of nine hundred items."""
    said, probability, truth, _ = world(900)
    level = np.random.default_rng(5).integers(0, 3, 900)
    asked = draw_asked(said, level, probability, Truths(truth, 3, seed=3), 999)
    for is_right in (0, 1):
        among = (probability.argmax(axis=1) == truth) == bool(is_right)
        right = np.bincount(level[among & (said == truth)], minlength=3)
        for at_truth in asked.pooled[is_right]:
            assert at_truth[:3] == pytest.approx(right / among.sum(), abs=0.04)


def test_an_answerer_who_does_not_know_one_class_is_believed_less_of_it():
    """By hand: it is right of each item of two classes, and of half of those of the third."""
    rng = np.random.default_rng(8)
    truth = rng.integers(0, 3, 3000)
    right = (truth < 2) | (rng.random(3000) < 0.5)
    said = np.where(right, truth, 0)
    probability = np.full((3000, 3), 0.2)
    probability[np.arange(3000), truth] = 0.6
    asked = draw_asked(said, np.zeros(3000, dtype=int), probability, Truths(truth, 3, seed=3), 199)
    assert asked.pooled[1, :, RIGHT] == pytest.approx([1.0, 1.0, 0.5], abs=0.03)


def test_of_wrong_answers_where_the_model_is_wrong_as_many_are_its_own_as_were_counted():
    """Half of the answers are right, a third says what the model does, a sixth the third class."""
    n = np.arange(3000)
    truth = n % 3
    probability = np.full((3000, 3), 0.2)
    probability[n, (truth + 1) % 3] = 0.6
    said = (truth + np.array([0, 0, 0, 1, 1, 2])[n // 3 % 6]) % 3
    asked = draw_asked(said, np.zeros(3000, dtype=int), probability, Truths(truth, 3, seed=3), 9)
    shares = asked.pooled[0][:, [RIGHT, MODELS, OTHER]]
    assert shares == pytest.approx(np.tile([1 / 2, 1 / 3, 1 / 6], (3, 1)), abs=0.01)


def test_the_order_of_rows_plays_no_part():
    said, probability, truth, _ = world(200)
    turned = np.random.default_rng(4).permutation(200)
    one, other = drawn(said, probability, truth), drawn(said[turned], probability[turned], truth[turned])
    assert np.array_equal(one.chance, other.chance)


def test_groups_make_it_less_sure():
    said, probability, truth, _ = world(400)
    # Whole groups are easy or hard.
    order = np.argsort(said == truth, kind="stable")
    said, probability, truth = said[order], probability[order], truth[order]
    alone = drawn(said, probability, truth)
    whole = drawn(said, probability, truth, group=np.arange(400) // 20)
    easy = int(alone.part(np.array([0.9]))[0])
    spread = [each.chance[:, 1, easy, :, RIGHT].std(axis=0).mean() for each in (alone, whole)]
    assert spread[1] > 1.5 * spread[0]


def test_of_many_classes_what_is_said_is_not_told_apart_by_truth():
    rng = np.random.default_rng(7)
    truth = rng.integers(0, 30, 500)
    probability = rng.dirichlet(np.ones(30), 500)
    asked = draw_asked(truth, np.zeros(500, dtype=int), probability, Truths(truth, 30, seed=1), 39)
    assert asked.mean.shape == (2, 10, 1, 4)
    assert asked.shares(3).shape == (30, 30, 1)


def test_levels_of_many_numbers_are_tenths_and_what_is_not_stated_is_the_least():
    sure = np.append(np.linspace(0, 1, 101), np.nan)
    found = levels(sure, 102)
    assert (found[-1], found[0], found[100]) == (0, 1, 10)
    assert levels(np.array([-5.0, 0.55, np.nan]), 3, sure).tolist() == [1, 6, 0]
    # Where nothing was stated, nothing is told apart.
    assert levels(np.array([0.5]), 1, np.array([np.nan])).tolist() == [0]
