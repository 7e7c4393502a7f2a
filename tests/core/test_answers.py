"""Models that answer: pooled, drawn, and read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.special import softmax

from budgetplan.arrays import FloatArray, IntArray, taken
from budgetplan.core.answers import (
    AnswerDraws,
    DrawnItems,
    Payoffs,
    Statement,
    Truths,
    decide,
    draw_answers,
    inverse_temperature,
    together,
    useful,
    worth_at_any_cutoff,
)
from budgetplan.core.curve import ODDS, Fit, Labelled
from budgetplan.core.stops import interval

DRAWS = 199


def world(n: int, classes: int, seed: int, heat: float = 1.5, apart: float = 2.0) -> tuple[Statement, IntArray]:
    """Return what a model says that is too sure by ``heat``, and the truth."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, n)
    signal = rng.normal(size=(n, classes))
    signal[np.arange(n), truth] += apart
    return stated(softmax(heat * apart * signal, axis=1)), truth


def stated(probability: FloatArray) -> Statement:
    return Statement(probability.argmax(axis=1), probability.max(axis=1), probability)


def drawn_of(one: Statement, truth: IntArray, **more: IntArray) -> tuple[FloatArray, AnswerDraws]:
    """Return pooled probabilities of the items as if they were new, and the draws."""
    assert one.probability is not None
    labels = Truths(truth, one.probability.shape[1], seed=1)
    pooled = together([one], labels)
    return pooled.of([one]), draw_answers(pooled.labelled, replace(labels, **more), DRAWS)


def test_every_draw_finds_its_curve_where_nearly_all_is_right() -> None:
    """Newton's method without a check of its steps left a third of these draws at "half of the surest are wrong"."""
    place = np.linspace(0.0, 6.9, 200)
    right = np.ones(200)
    right[[2, 5, 9, 14, 30]] = 0.0
    sample = Labelled(place, right)
    middle = Fit.of(sample, ODDS).mean.rate(place)[0]
    drawn = Fit.of(sample, ODDS).drawn(500, np.random.default_rng(4)).rate(place)
    assert np.abs(drawn.mean(axis=0) - middle).max() < 0.06
    assert (drawn[:, -1] > 0.8).mean() > 0.99


def test_neither_the_order_of_items_nor_of_models_matters() -> None:
    (first, truth), (second, _) = world(80, 3, 3), world(80, 3, 4)
    turn = np.random.default_rng(5).permutation(80)
    plain = together([first, second], Truths(truth, 3, seed=1))
    turned = together([taken(second, turn), taken(first, turn)], Truths(truth[turn], 3, seed=1))
    assert np.allclose(plain.labelled[turn], turned.labelled, atol=1e-12)


@pytest.mark.parametrize("grouped", [False, True])
def test_two_models_share_the_draws_of_their_items(grouped):
    """However sure each of them is of an item, it weighs as much in a draw of one as of the other."""
    (first, truth), (second, _) = world(80, 3, 3), world(80, 3, 4)
    labels = Truths(truth, 3, seed=1, group=np.arange(80) // 4 if grouped else None)
    drawn = [draw_answers(each.probability, labels, DRAWS) for each in (first, second)]
    weights = [each.fit.resampled(DRAWS, np.random.default_rng(1))[:, each.fit.code] for each in drawn]
    worth = [each.fit.worth.n_effective for each in drawn]
    assert np.allclose(weights[0] / worth[0], weights[1] / worth[1], rtol=1e-12)


@pytest.mark.parametrize("grouped", [False, True])
def test_each_item_has_its_truths_whatever_others_are_drawn_with_it(grouped: bool) -> None:
    """Two parts hold together what they hold as one; on average as many as are expected, of other answers, too."""
    model, truth = world(300, 3, 3)
    group = np.arange(300) // 3
    p, drawn = drawn_of(model, truth, **({"group": group} if grouped else {}))
    items = DrawnItems(drawn, p, group=group[::-1] if grouped else None)
    for answer in (items.top, (items.top + 1) % 3):
        halves, whole = np.zeros((2, 2, DRAWS, 3))
        for parts, into in ((np.arange(300) % 2, halves), (np.zeros(300, dtype=int), whole)):
            for _, _, draws, truths in items.by_part(answer, parts, by_item=True):
                into[:, draws] += truths
        assert np.allclose(halves, whole, atol=1e-9)
        assert np.array_equal(whole[1].sum(axis=1), np.full(DRAWS, 300))
        off = whole[1] - whole[0]
        assert np.abs(off.mean(axis=0)).max() < 4 * off.std() / np.sqrt(DRAWS)
        plain = sum(truths for *_, truths in items.by_part(answer, parts))
        assert off.std() == pytest.approx((plain[1] - plain[0]).std(), rel=0.15)


def test_at_an_equal_value_an_answer_stands() -> None:
    """In floats four in five of 1 is a little less than one in five of 4."""
    worths = Payoffs(np.array([[1.0, -4.0], [-4.0, 1.0]]), np.zeros(2), np.zeros(2))
    found = decide(np.array([[0.8, 0.2], [0.2, 0.8]]), worths, relabel=False)
    assert found.answered.all()


def test_of_answers_worth_the_same_the_more_probable_is_given_then_the_first() -> None:
    same = Payoffs(np.ones((3, 3)), np.zeros(3), np.zeros(3))
    found = decide(np.array([[0.2, 0.3, 0.5], [0.4, 0.4, 0.2]]), same)
    assert found.answer.tolist() == [2, 0]


def test_more_labels_narrow_the_interval() -> None:
    one, truth = world(100, 3, 13)
    probability, few = drawn_of(one, truth)
    twice = np.tile(np.arange(100), 8)
    pooled = together([one], Truths(truth, 3, seed=1)).labelled
    many = draw_answers(pooled[twice], Truths(truth[twice], 3, seed=1), DRAWS)
    widths = [
        np.ptp(
            interval(
                DrawnItems(drawn, probability, np.full(100, 50.0)).outcome(one.answer, np.ones(100, dtype=bool)).wrong
            )
        )
        for drawn in (few, many)
    ]
    assert widths[1] < 0.6 * widths[0]


def test_groups_widen_the_interval() -> None:
    one, truth = world(200, 3, 14)
    group = np.repeat(np.arange(20), 10)
    truth = np.where(group < 4, (one.answer + 1) % 3, one.answer)  # whole groups are wrong
    pooled = together([one], Truths(truth, 3, group=group, seed=1))
    apart = draw_answers(pooled.labelled, Truths(truth, 3, seed=1), DRAWS)
    whole = draw_answers(pooled.labelled, Truths(truth, 3, group=group, seed=1), DRAWS)
    assert whole.fit.worth.rho > 0.3
    p, given = pooled.of([one]), (one.answer, np.ones(200, dtype=bool))
    wide, narrow = DrawnItems(whole, p, group=group).outcome(*given), DrawnItems(apart, p).outcome(*given)
    assert np.ptp(interval(wide.wrong)) > 1.5 * np.ptp(interval(narrow.wrong))


def test_whole_groups_are_right_or_wrong_together() -> None:
    """Items that are alike in their groups by all of it: each group of ten is right, or wrong, as a whole."""
    one, truth = world(200, 3, 14)
    probability, drawn = drawn_of(one, truth, group=np.repeat(np.arange(20), 10))
    alike = replace(drawn, fit=replace(drawn.fit, worth=replace(drawn.fit.worth, rho=1.0)))
    items = DrawnItems(alike, probability[np.zeros(200, int)], group=np.repeat(np.arange(20), 10))
    found = items.outcome(items.top, np.ones(200, dtype=bool))
    parts = np.round((found.wrong - found.wrong.mean()) % 10, 9)
    assert len(np.unique(parts)) == 1


def test_a_long_list_says_what_its_items_one_by_one_say() -> None:
    one, truth = world(300, 3, 15)
    probability, drawn = drawn_of(one, truth, group=np.repeat(np.arange(60), 5))
    items = np.tile(np.arange(300), 70)
    listed = DrawnItems(drawn, probability[items], group=np.arange(len(items)) // 5)
    long = listed.outcome(one.answer[items], np.ones(len(items), dtype=bool))
    short = DrawnItems(drawn, probability, group=np.arange(300) // 5).outcome(one.answer, np.ones(300, dtype=bool))
    assert long.wrong.mean() == pytest.approx(70 * short.wrong.mean(), rel=5e-3)


def test_the_mean_value_over_all_cutoffs_is_that_of_many() -> None:
    one, truth = world(50, 3, 17)
    assert one.probability is not None
    cutoffs = (np.arange(20_000) + 0.5) / 20_000
    loss = cutoffs / (cutoffs - 1)
    taken = one.confidence[:, None] >= cutoffs
    value = np.where((one.answer == truth)[:, None], 1.0, loss) * taken
    # Beyond, so many cutoffs are too few.
    known = one.confidence < 0.99
    assert worth_at_any_cutoff(one.probability, truth)[known] == pytest.approx(value.mean(axis=1)[known], abs=5e-3)


def test_of_many_items_none_moves_the_pool_that_serves_it(monkeypatch) -> None:
    rng = np.random.default_rng(6)
    truth = rng.integers(0, 3, 30_000)
    parts = rng.normal(size=(2, len(truth), 3))
    for part in parts:
        part[np.arange(len(truth)), truth] += 1.0
    models = [stated(softmax(2 * part, axis=1)) for part in parts]
    whole = np.log(together(models, Truths(truth, 3)).labelled)
    monkeypatch.setattr("budgetplan.core.answers.MANY", len(truth) + 1)
    apart = np.abs(whole - np.log(together(models, Truths(truth, 3)).labelled))
    assert 0 < apart.mean() < 0.01
    assert (apart < 0.01 + np.abs(whole) / 50).all()


def test_of_many_items_some_choose_whatever_their_order() -> None:
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 3, 45_000)
    parts = rng.normal(size=(2, len(truth), 3))
    for part in parts:
        part[np.arange(len(truth)), truth] += 2.0
    first, second = (stated(softmax(part, axis=1)) for part in parts)
    models, turned = [first, first, second], rng.permutation(len(truth))
    assert useful(models, Truths(truth, 3)) == (0, 2)
    assert useful([taken(each, turned) for each in models], Truths(truth[turned], 3)) == (0, 2)


def test_a_label_that_no_model_knows_is_a_wrong_answer() -> None:
    assert worth_at_any_cutoff(np.array([[0.5, 0.5]]), np.array([2])) == pytest.approx(0.5 + np.log(0.5))


def test_labels_that_no_model_gives_a_probability_say_nothing_of_its_temperature() -> None:
    """Three of four items called 9 in 10 sure are right; what is truly of the third class, or of none, is left out."""
    sure = np.array([[0.9, 0.1, 0.0]] * 6)
    truth = np.array([0, 0, 0, 1, 2, 3])
    assert inverse_temperature(sure, truth, np.ones(6)) == pytest.approx(0.5, abs=1e-4)
    assert inverse_temperature(sure[:2], truth[4:], np.ones(2)) == 1.0
    assert inverse_temperature(np.full((6, 2), 0.5), truth, np.ones(6)) == 1.0
    weight = np.array([1.0, 1, 1, 1, 0, 0])
    assert inverse_temperature(sure, truth, weight) == pytest.approx(0.5, abs=1e-4)
