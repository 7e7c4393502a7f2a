"""Models that answer: pooled, drawn, and read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.special import softmax

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.core.answers import (
    AnswerDraws,
    DrawnItems,
    Payoffs,
    Statement,
    Truths,
    _otherwise,
    decide,
    draw_answers,
    inverse_temperature,
    log_odds,
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


def test_a_labelled_item_is_pooled_without_its_own_label() -> None:
    one, truth = world(60, 3, 2)
    before = together([one], Truths(truth, 3, seed=1)).labelled[7]
    other = truth.copy()
    other[7] = (truth[7] + 1) % 3
    # Processors differ in the last digit of exp and log by where a number stands among others.
    assert together([one], Truths(other, 3, seed=1)).labelled[7] == pytest.approx(before, rel=1e-12)


def test_neither_the_order_of_items_nor_of_models_matters() -> None:
    (first, truth), (second, _) = world(80, 3, 3), world(80, 3, 4)
    turn = np.random.default_rng(5).permutation(80)
    plain = together([first, second], Truths(truth, 3, seed=1))
    turned = together([second.at(turn), first.at(turn)], Truths(truth[turn], 3, seed=1))
    assert np.allclose(plain.labelled[turn], turned.labelled, atol=1e-12)
    every = np.ones(80, dtype=bool)
    drawn = draw_answers(plain.labelled, Truths(truth, 3, seed=1), DRAWS)
    found = DrawnItems(drawn, plain.of([first, second])).outcome(truth, every)
    drawn = draw_answers(turned.labelled, Truths(truth[turn], 3, seed=1), DRAWS)
    again = DrawnItems(drawn, turned.of([second.at(turn), first.at(turn)])).outcome(truth[turn], every)
    assert np.allclose(found.alone, again.alone, atol=1e-9)


def test_labels_that_no_model_knows_give_no_temperature_but_are_wrong() -> None:
    one, truth = world(300, 3, 8)
    kept = np.arange(300) < 240
    strange = np.where(kept, truth, 3)
    made, known = together([one], Truths(strange, 3)), together([one.at(kept)], Truths(truth[kept], 3))
    assert (made.inverse, made.of_mean) == (known.inverse, known.of_mean)
    pooled = together([one], Truths(strange, 3, seed=1))
    drawn = draw_answers(pooled.labelled, Truths(strange, 3, 1, seed=1), DRAWS)
    found = DrawnItems(drawn, pooled.of([one])).outcome(one.answer, np.ones(300, dtype=bool))
    assert found.wrong_by_truth.mean(axis=0)[3] == pytest.approx(60, rel=0.15)
    assert found.wrong.mean() == pytest.approx(60 + (one.answer != truth)[kept].sum(), rel=0.15)


def test_a_model_that_states_a_confidence_alone_is_pooled() -> None:
    """Of two classes a confidence says it all."""
    one, truth = world(100, 2, 9)
    whole = together([one], Truths(truth, 2, seed=1))
    short = together([Statement(one.answer, one.confidence)], Truths(truth, 2, seed=1))
    assert np.allclose(whole.labelled, short.labelled, atol=1e-9)


def test_the_most_valuable_answer_by_hand() -> None:
    """A missed b costs ten, a false one a quarter."""
    worths = Payoffs(np.array([[1.0, -10.0], [-0.25, 1.0]]), np.zeros(2), np.zeros(2))

    def decided(positive: list[float], leaving: list[float] | None = None) -> tuple[list[bool], list[int]]:
        p = np.stack([1 - np.array(positive), positive], axis=1)
        cost = None if leaving is None else np.array(leaving)
        found = decide(p, worths, leaving=cost)
        return found.answered.tolist(), found.answer.tolist()

    # p(b) = .3: a is worth .7 - 3, b -.175 + .3 = .125. p(b) = .1: a .9 - 1 = -.1, b -.225 + .1 = -.125.
    # p(b) = .05: a .95 - .5. p(b) = .8: b -.05 + .8.
    each = [0.3, 0.1, 0.05, 0.8]
    assert decided(each) == ([True, False, True, True], [1, 0, 0, 1])
    # Leaving costs .2 each: at .1 an a is the lesser loss. Item by item, so where it costs .2 alone.
    assert decided(each, [0.2] * 4)[0] == [True] * 4
    assert decided(each, [0, 0.05, 0, 0])[0] == [True, False, True, True]


def test_at_an_equal_value_an_answer_stands() -> None:
    """In floats four in five of 1 is a little less than one in five of 4."""
    worths = Payoffs(np.array([[1.0, -4.0], [-4.0, 1.0]]), np.zeros(2), np.zeros(2))
    found = decide(np.array([[0.8, 0.2], [0.2, 0.8]]), worths, relabel=False)
    assert found.answered.all()


def test_of_answers_worth_the_same_the_more_probable_is_given_then_the_first() -> None:
    same = Payoffs(np.ones((3, 3)), np.zeros(3), np.zeros(3))
    found = decide(np.array([[0.2, 0.3, 0.5], [0.4, 0.4, 0.2]]), same)
    assert found.answer.tolist() == [2, 0]


@pytest.mark.parametrize("seed", range(3))
def test_the_most_valuable_answer_is_never_worth_less_than_the_most_probable(seed: int) -> None:
    rng = np.random.default_rng(seed)
    p = rng.dirichlet(np.ones(3), 50)
    worths = Payoffs(rng.integers(-5, 5, (3, 3)) * 1.0, rng.integers(-3, 3, 3) * 1.0, rng.integers(-3, 3, 3) * 1.0)
    worth = [
        np.where(found.answered, found.alone, found.left)
        for found in (decide(p, worths, relabel=relabel) for relabel in (True, False))
    ]
    assert (worth[0] >= worth[1] - 1e-9).all()
    best = np.maximum((p @ worths.answer.T).max(axis=1), p @ worths.left)
    assert worth[0] == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize("relabel", [False, True])
def test_every_item_has_a_truth_in_every_draw(relabel: bool) -> None:
    one, truth = world(200, 4, 10)
    probability, drawn = drawn_of(one, truth)
    worths = Payoffs(np.where(np.eye(4) > 0, 1.0, -2.0 - 3 * np.arange(4)[:, None]), np.ones(4), np.zeros(4))
    plan = decide(probability, worths, relabel=relabel)
    found = DrawnItems(drawn, probability).outcome(plan.answer, plan.answered)
    by_truth = found.alone.sum(axis=1) + found.left
    assert by_truth.sum(axis=1) == pytest.approx(200)
    assert found.alone.sum(axis=(1, 2)) == pytest.approx(plan.answered.sum())
    assert found.wrong_by_answer.sum(axis=1) == pytest.approx(found.wrong_by_truth.sum(axis=1))
    by_hand = (found.alone * worths.answer).sum(axis=(1, 2)) + found.left @ worths.left
    assert found.value(worths) == pytest.approx(by_hand)


def test_means_are_those_of_the_rates() -> None:
    one, truth = world(150, 3, 11)
    probability, drawn = drawn_of(one, truth)
    rate = drawn.curve.rate(log_odds(probability.max(axis=1)), probability.argmax(axis=1))
    found = DrawnItems(drawn, probability).outcome(probability.argmax(axis=1), np.ones(150, dtype=bool))
    assert (150 - found.wrong.mean()) == pytest.approx(rate.sum(axis=1).mean(), rel=2e-3)


def test_another_answer_is_right_as_often_as_the_rest_says() -> None:
    """(1 - chance of the first) p/(1 - p of the first), whatever else is drawn."""
    one, truth = world(150, 3, 12)
    probability, drawn = drawn_of(one, truth)
    top, second = probability.argmax(axis=1), probability.argsort(axis=1)[:, 1]
    rows = np.arange(150)
    rate = drawn.curve.rate(log_odds(probability.max(axis=1)), top).mean(axis=0)
    chance = (1 - rate) * probability[rows, second] / (1 - probability[rows, top])
    found = DrawnItems(drawn, probability).outcome(second, np.ones(150, dtype=bool))
    assert (150 - found.wrong.mean()) == pytest.approx(chance.sum(), rel=5e-3)


def test_errors_go_where_labelled_errors_went() -> None:
    """Class 2 is never mistaken for class 0, although probabilities say half of the errors are that."""
    n = 600
    probability = np.tile([0.6, 0.2, 0.2], (n, 1))
    truth = np.where(np.arange(n) % 10 < 6, 0, 1)
    drawn = draw_answers(probability, Truths(truth, 3, seed=1), DRAWS)
    by_truth = DrawnItems(drawn, probability).outcome(np.zeros(n, dtype=int), np.ones(n, dtype=bool)).wrong_by_truth
    assert by_truth[:, 1].mean() > 50 * by_truth[:, 2].mean()


def test_the_truths_of_wrong_answers_are_those_of_a_calculation_item_by_item() -> None:
    """METHODS S5: among wrong ones class j in proportion to p_j and a factor for the answer, by which counts are met."""
    one, truth = world(400, 3, 11)
    assert one.probability is not None
    drawn = draw_answers(one.probability, Truths(truth, 3, seed=1), DRAWS)
    rng = np.random.default_rng(3)
    top, share = rng.integers(0, 3, 25), rng.uniform(0.1, 0.9, 25)
    sure = np.linspace(0.45, 0.97, 25)
    items = np.empty((25, 3))
    items[np.arange(25), top] = sure
    items[np.arange(25), (top + 1) % 3], items[np.arange(25), (top + 2) % 3] = (1 - sure) * [share, 1 - share]
    who = sure > 0.7
    expected = np.zeros((DRAWS, 3, 3))
    right = drawn.curve.rate(log_odds(sure), top)
    for item in np.flatnonzero(who).tolist():
        m = int(top[item])
        chance = items[item] * drawn.factor[:, m]
        chance[:, m] = 0.0
        expected[:, m] += (1 - right[:, item])[:, None] * chance / chance.sum(axis=1, keepdims=True)
        expected[:, m, m] += right[:, item]
    found = DrawnItems(drawn, items).outcome(top, who)
    assert np.allclose(found.alone.mean(axis=0), expected.mean(axis=0), atol=1e-9)
    # Of each answer as many labelled items have each truth as were counted, but for one more of each.
    truths = DrawnItems(drawn, one.probability).expected_truths(one.answer)
    for m in range(3):
        counted = np.bincount(truth[one.answer == m], minlength=3)
        assert truths[one.answer == m].sum(axis=0) == pytest.approx(counted, abs=2.0), m


def test_each_item_has_the_truths_of_as_many_wrong_answers_as_it_has_a_part_in() -> None:
    """Half and a tenth of two kinds of 300 are wrong, half of these b, half c; stated are four b to one c, and one to four."""
    p = np.repeat([[0.5, 0.4, 0.1], [0.9, 0.02, 0.08]], 300, axis=0)
    truth = np.repeat([0, 1, 2, 0, 1, 2], [150, 75, 75, 270, 15, 15])
    truths = DrawnItems(draw_answers(p, Truths(truth, 3, seed=1), DRAWS), p).expected_truths(np.zeros(600, dtype=int))
    assert truths.sum(axis=0) == pytest.approx([420, 90, 90], abs=2)


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


def test_the_forecast_keeps_what_it_says() -> None:
    one, truth = world(400, 3, 16)
    probability, drawn = drawn_of(one, truth)
    found = DrawnItems(drawn, probability).surest()
    at = found.least(0.1)
    assert at is not None
    assert (found.wrong[:, at] <= 0.1 * found.answered[at] + 1e-9).mean() >= 0.95
    assert (found.wrong[:, at + 1 :] <= 0.1 * found.answered[at + 1 :] + 1e-9).mean(axis=0).max() < 0.95
    assert found.answered[-1] == 400


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


def test_models_that_know_other_things_are_pooled_and_copies_and_guesses_are_not() -> None:
    rng = np.random.default_rng(18)
    truth = rng.integers(0, 3, 600)
    parts = rng.normal(size=(3, 600, 3))
    for part in parts[:2]:
        part[np.arange(600), truth] += 2.0
    first, second, guess = (stated(softmax(part, axis=1)) for part in parts)
    models = [guess, first, first, second]

    def chosen(models: list[Statement]) -> tuple[int, ...]:
        return useful(models, Truths(truth, 3, seed=1))

    assert chosen(models) == (1, 3)
    # The order of the models moves nothing.
    assert chosen(models[::-1]) == (0, 1)


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
    assert useful([each.at(turned) for each in models], Truths(truth[turned], 3)) == (0, 2)


def test_a_model_that_is_good_on_heavy_items_is_let_in_by_weight() -> None:
    rng = np.random.default_rng(8)
    truth, heavy = rng.integers(0, 2, 400), np.arange(400) < 100
    known = np.where(truth[:, None] == np.arange(2), 0.9, 0.1)
    guess = np.tile(np.array([[0.6, 0.4], [0.4, 0.6]]), (200, 1))
    models = [stated(np.where(heavy[:, None] == good, known, guess)) for good in (True, False)]
    assert useful(models, Truths(truth, 2, weight=np.where(heavy, 50.0, 0.01)))[0] == 0
    assert useful(models[:1] + models, Truths(truth, 2, weight=np.where(heavy, 0.01, 50.0))) == (2,)


def test_a_label_that_no_model_knows_is_a_wrong_answer() -> None:
    assert worth_at_any_cutoff(np.array([[0.5, 0.5]]), np.array([2])) == pytest.approx(0.5 + np.log(0.5))


@pytest.mark.parametrize("listed", [True, False])
def test_many_parts_at_once_are_what_they_are_one_by_one(listed):
    rng = np.random.default_rng(4)
    said, truth = rng.dirichlet(np.ones(3), 300), rng.integers(0, 4, 300)
    drawn = draw_answers(said, Truths(truth, 3, 1, weight=rng.integers(1, 4, 300) * 1.0, seed=5), 60)
    answer = np.where(rng.random(300) < 0.2, rng.integers(0, 3, 300), said.argmax(axis=1))
    kind, part, count = rng.integers(0, 2, 300), rng.integers(0, 7, 300), rng.integers(1, 5, 300) * 1.0
    items = DrawnItems(drawn, said, count, sample=None if listed else np.arange(300))
    one_by_one, at_once = np.zeros((2, 2, 7, 3, 60, 4))
    for code, given, draws, truths in items.by_part(answer, 7 * kind + part, chance=False):
        one_by_one[code // 7, code % 7, given, draws] += truths[0]
    for code, given, parts, draws, truths in items.expected_by_part(answer, kind, part):
        at_once[code, parts, given, draws] += truths
    assert at_once == pytest.approx(one_by_one, abs=1e-9)
    assert at_once.sum(axis=(0, 1, 2, 4)).mean() == pytest.approx(count.sum(), rel=0.01)


@pytest.mark.parametrize("by_size", [False, True])
def test_how_many_numbers_are_held_at_a_time_moves_no_draw(monkeypatch, by_size: bool) -> None:
    one, truth = world(60, 3, 21)
    probability, drawn = drawn_of(one, truth)
    sample = np.arange(60) if by_size else None
    places = np.arange(60) % 4

    def counted(alike: bool) -> FloatArray:
        found = np.zeros((4, 3, DRAWS, 3))
        items = DrawnItems(drawn, probability, sample=sample)
        for at, said, draws, truths in items.by_part(one.answer, places, chance=False, alike=alike):
            found[at, said, draws] += truths[0]
        return found

    whole = [counted(alike) for alike in (False, True)]
    # Where answers are worth the same whatever else is true, it is the right ones alone that count, and all of the rest.
    for said in range(3):
        assert whole[1][:, said, :, said] == pytest.approx(whole[0][:, said, :, said])
    assert whole[1].sum(axis=3) == pytest.approx(whole[0].sum(axis=3))
    if not by_size:
        assert whole[0].sum(axis=(0, 1, 3)) == pytest.approx(60)
    for name in ("HELD", "AT_HAND"):
        monkeypatch.setattr(f"budgetplan.core.answers.{name}", 60 * 7)
    for before, alike in zip(whole, (False, True), strict=True):
        assert counted(alike) == pytest.approx(before)


def test_labels_that_no_model_gives_a_probability_say_nothing_of_its_temperature() -> None:
    """Three of four items called 9 in 10 sure are right; what is truly of the third class, or of none, is left out."""
    sure = np.array([[0.9, 0.1, 0.0]] * 6)
    truth = np.array([0, 0, 0, 1, 2, 3])
    assert inverse_temperature(sure, truth, np.ones(6)) == pytest.approx(0.5, abs=1e-4)
    assert inverse_temperature(sure[:2], truth[4:], np.ones(2)) == 1.0
    assert inverse_temperature(np.full((6, 2), 0.5), truth, np.ones(6)) == 1.0
    weight = np.array([1.0, 1, 1, 1, 0, 0])
    assert inverse_temperature(sure, truth, weight) == pytest.approx(0.5, abs=1e-4)


def test_truths_of_wrong_answers_are_shared_by_what_is_stated_row_by_row() -> None:
    """Of an item stated 0.5, 0.3 and 0.2 the others have 3 and 2 in five; of the next 0.1 and 0.3 one and three in four."""
    found = _otherwise(np.array([[0.5, 0.3, 0.2], [0.6, 0.1, 0.3]]), 0, np.zeros(0))
    assert found == pytest.approx(np.array([[0.0, 0.6, 0.4], [0.0, 0.25, 0.75]]))


@pytest.mark.parametrize("times", [0.01, 100.0])
def test_what_all_weights_add_up_to_changes_no_truth_of_a_wrong_answer(times):
    """Weights say how many items of a list each stands for: of 120 that stand for 100 each no more is known than of 120."""
    rng = np.random.default_rng(3)
    p = rng.dirichlet([0.4] * 3, 120)
    truth = np.array([rng.choice(3, p=each / each.sum()) for each in p * [1, 3, 0.2]])
    weight = 1.0 + rng.integers(0, 3, 120)
    one, other = (draw_answers(p, Truths(truth, 3, weight=weight * each, seed=1), 99) for each in (1.0, times))
    assert one.factor == pytest.approx(other.factor)
