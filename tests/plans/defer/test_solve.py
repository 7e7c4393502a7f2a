"""Which model, which cutoff, what value: small sets whose answers are worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from defer_world import ACCURATE, BAD, CHOOSY, DEFAULT, GOOD, MONEY, Model, chosen_in, make_plan, make_set

from budgetplan.core.answers import DrawnItems
from budgetplan.domain.items import ClassifiedSet, Predictions
from budgetplan.domain.plan import Worths
from budgetplan.errors import UsageError
from budgetplan.models.bounds import exact_interval
from budgetplan.plans.answer import ERROR_WEIGHTS, DeferSolution, recommend, worth_table


def named(*classes, unknown=()):
    return ClassifiedSet(ids=("i",), classes=classes, truth=np.zeros(1, dtype=int), unknown=unknown)


def model(selection, name):
    return next(one for one in selection.models if one.name == name)


# --- what the user said, in numbers
D = Decimal
CELLS = {("b", "a"): D(-9), ("a", "a"): D(7)}


@pytest.mark.parametrize(
    ("worths", "classes", "answered", "left"),
    # Rows are answers: a missed p is worth -5, a false one -3, wherever the positive class stands.
    [
        (Worths(right=D(2), wrong=D(-3), abstain=D("0.5")), "abc", [[2, -3, -3], [-3, 2, -3], [-3, -3, 2]], 0.5),
        (Worths(error_weight=D("2.5")), "ab", [[1, -2.5], [-2.5, 1]], 0),
        (Worths(k_tp=D(2), k_fp=D(3), k_fn=D(5), positive="p"), "np", [[1, -5], [-3, 2]], 0),
        (Worths(k_tp=D(2), k_fp=D(3), k_fn=D(5), positive="p"), "pq", [[2, -3], [-5, 1]], 0),
        (Worths(right=D(1), wrong=D(-1), cells=CELLS, left_out={"b": D(-2)}), "ab", [[7, -1], [-9, 1]], [0, -2]),
    ],
)
def test_what_is_said_of_answers_is_worth_so_much_by_answer_and_truth(worths, classes, answered, left):
    table = worth_table(worths, named(*classes))
    assert table.answer.tolist() == answered
    assert table.left.tolist() == np.broadcast_to(left, len(classes)).tolist()


def test_every_pair_of_classes_needs_a_value():
    cells = {("a", "a"): Decimal(1), ("b", "b"): Decimal(1), ("a", "b"): Decimal(-1)}
    with pytest.raises(UsageError, match=r'predicted "b" \(truth "a"\)'):
        worth_table(Worths(cells=cells), named("a", "b"))
    with pytest.raises(UsageError, match="and 6 more"):
        worth_table(Worths(), named("a", "b", "c"))


def test_labels_that_no_model_knows_have_values_of_their_own():
    said = Worths(
        right=Decimal(1),
        wrong=Decimal(-1),
        abstain=Decimal("0.5"),
        cells={("a", "spam"): Decimal(-8), ("b", "oos"): Decimal(-2)},
        left_out={"spam": Decimal(-3)},
    )
    table = worth_table(said, named("a", "b", unknown=("oos", "spam")))
    # A row for each answer, a column for each label; what is not said is as for other errors.
    assert table.answer[:, 2:].tolist() == [[-1, -8], [-2, -1]]
    assert table.left[2:].tolist() == [0.5, -3]
    # With values by cell alone, the worst error of the answer.
    cells = {(one, other): Decimal(1 if one == other else -2) for one in "abc" for other in "abc"}
    table = worth_table(Worths(cells=cells | {("a", "c"): Decimal(-6)}), named("a", "b", "c", unknown=("z",)))
    assert table.answer[:, 3].tolist() == [-6, -2, -2]


def test_right_answers_must_be_worth_something():
    with pytest.raises(UsageError, match="nothing would ever be accepted; raise what"):
        chosen_in(worths={"right": "1", "wrong": "0", "abstain": "1"})


# --- the models on the test items, by hand
def test_calibration_moves_the_cutoff_of_theory():
    # Validation says .8 and is right half the time: calibrated it is .5 and, at k = 2, below the cutoff 2/3;
    # what says .95 is right 9 times of 10.
    blocks = ((18, True, 0.95), (2, False, 0.95), (10, True, 0.7), (10, False, 0.7))
    selection = chosen_in(models=(Model("m", blocks),), worths={"error_weight": "2"}, resamples=0)
    judged = selection.chosen
    assert judged.temperature > 1  # too sure of itself
    assert judged.value.value == pytest.approx((18 - 4) / 40)


def test_without_validation_items_are_judged_by_the_cutoffs_of_the_others():
    selection = chosen_in(models=(GOOD,), validation=False, resamples=0)
    judged = selection.chosen
    # By theory: 1 / (1 + 4^-T), the confidence that is calibrated to .8.
    assert judged.cutoff == pytest.approx(1 / (1 + 4**-judged.temperature))
    assert judged.value.value == pytest.approx(0.75)
    assert judged.counts.n_accepted == 30


def test_whole_groups_are_left_out_together():
    # Two items of a group share their confidence; with groups apart an item would be judged by its twin.
    groups = tuple(place // 2 for place in range(40))
    blocks = tuple((2, place % 2 == 0, 0.6 + place / 100) for place in range(20))
    apart = chosen_in(models=(Model("m", blocks),), validation=False, group=groups, worths={"error_weight": "1"})
    values = apart.chosen.accepted
    assert all(values[place] == values[place + 1] for place in range(0, 40, 2))


# --- review costs, weights, groups


@pytest.mark.parametrize("size", [40, 80])
def test_using_a_model_is_paid_for_where_it_answers(size):
    """Thirty answers, all but surely right, bring 0.50 each: at 8, with a tenth for overheads, they bring less by 8.80."""
    money = MONEY | {"models": (GOOD,), "listed": GOOD.test * (size // 40), "prices": {"indirect": "0.1"}}
    free, paid, dear = (chosen_in(model_cost=cost, **money) for cost in ("0", "8", "80"))
    assert (paid.used, dear.used) == (True, False)
    for costly, price in ((paid, 8.8), (dear, 88.0)):
        for name in ("value", "gain"):
            one, other = (getattr(selection.alone, name) for selection in (free, costly))
            for end in ("value", "low", "high"):
                assert getattr(one, end) - getattr(other, end) == pytest.approx(price / size)
        assert free.chosen.value.value - costly.chosen.value.value == pytest.approx(price / size)
        assert recommend(costly).net.value == pytest.approx(max(free.alone.value.value * size - price, 0.0))
    # Nobody would use it at any price of errors, and knowing all would not pay for it.
    assert [each["share"] for each in dear.dearer] == [0.0, 0.0]
    assert (dear.shares_if_dearer, dear.labels.everything) == ({}, 0.0)


def test_using_a_model_is_paid_for_in_right_answers_where_values_are():
    worths = {"error_weight": "4", "worth_of_right_answer": "2"}
    free, paid = (chosen_in(models=(GOOD,), worths=worths, model_cost=cost) for cost in ("0", "8"))
    assert free.alone.gain.value - paid.alone.gain.value == pytest.approx(4 / 40)
    with pytest.raises(UsageError, match="worth_of_right_answer"):
        chosen_in(models=(GOOD,), model_cost="8")


def test_answers_that_lose_less_than_is_paid_once_for_reviews_stand():
    """Right with 0.693, answers to ten items are worth 1.17 less than leaving them: more than 1.08 paid once, less than 1.20."""
    said = MONEY | {"models": (GOOD,), "listed": GOOD.test, "review_cost": 0.1, "list_cost": 0.1}
    prices = {"contingency": "0.25", "indirect": "0.2"}
    both = [chosen_in(**said, prices=prices | {"fixed": {"training": each}}) for each in ("0.90", "1.00")]
    assert [each.alone.left for each in both] == [10, 0]
    # So they do where the model is compared with others on the labelled items.
    assert [each.chosen.counts.n_accepted for each in both] == [30, 40]


def test_without_their_unit_values_count_from_leaving_everything_in_right_answers():
    """5, -10 and -1 in a unit of their own: a right answer is 6 more than none, so that V is (V + 1) / 6."""
    worths = {"right": "5", "wrong": "-10", "abstain": "-1"}
    selection = chosen_in(models=(GOOD, CHOOSY), worths=worths, resamples=99)
    plain = selection.without_unit
    for model, other in zip(selection.models, plain.models, strict=True):
        for name in ("value", "low", "high"):
            assert getattr(other.value, name) == pytest.approx((getattr(model.value, name) + 1) / 6, abs=1e-9)
    assert (plain.alone.none.value, plain.alone.gain.value) == pytest.approx((0, selection.alone.gain.value / 6))


# --- which model
def test_the_best_by_value_need_not_be_the_most_accurate():
    selection = chosen_in(models=(ACCURATE, CHOOSY), worths={"error_weight": "10"}, resamples=0)
    assert (selection.choice.by_accuracy, selection.chosen.name) == ("accurate", "choosy")
    assert selection.chosen.value.value == pytest.approx(36 / 40)
    assert model(selection, "accurate").value.value == pytest.approx((38 - 20) / 40)
    assert selection.differences["accurate"].value == pytest.approx(-18 / 40)
    assert selection.choice.by_error_cost == "accurate"  # all answered: 38 - 20 against 36 - 40


def test_using_a_model_pays_beyond_noise_or_not():
    assert chosen_in(models=(GOOD,)).pays
    assert not chosen_in(models=(GOOD,), resamples=0).pays
    assert not chosen_in(models=(BAD,)).pays


def test_resamples_are_the_same_for_every_model():
    twins = Model("z", GOOD.test), Model("y", GOOD.test)
    selection = chosen_in(models=twins)
    assert selection.differences["z"] == selection.differences["y"]
    assert (selection.differences["z"].low, selection.differences["z"].high) == (0, 0)


def test_the_interval_has_the_width_of_the_standard_error():
    # Of 60 answers 20 are wrong: far from none, which no resample would tell of.
    unsure = Model("unsure", ((40, True, 0.9), (20, False, 0.9)))
    said = {"models": (unsure,), "worths": {"error_weight": "1"}, "resamples": 1000}
    value = chosen_in(**said).chosen.value
    # Worth 1 or -1, 1/3 on average: s = sqrt((1 - 1/9) / 60) = 0.1217.
    assert value.low == pytest.approx(1 / 3 - 1.96 * 0.1217, abs=0.03)
    assert value.high == pytest.approx(1 / 3 + 1.96 * 0.1217, abs=0.03)


def test_without_resamples_nothing_is_claimed():
    selection = chosen_in(resamples=0)
    assert not any(one.known for one in (selection.chosen.value, selection.alone.gain, selection.alone.wrong))
    assert len(selection.curve) == 1


# --- at every error weight


# --- domains


BY_CELL = {"unit": "money", "right": "1", "wrong": "-4", "abstain": "-0.3", "cells": {("a", "b"): "-7"}}
PAID = {"fixed": {"training": "2"}, "contingency": "0.1", "indirect": "0.2"}


@pytest.mark.parametrize(
    "said",
    [
        {"worths": BY_CELL},
        {"worths": BY_CELL | {"abstain": "-6"}},
        {"worths": BY_CELL, "relabel": True, "review_cost": 0.6, "prices": PAID},
        {"worths": BY_CELL, "review_cost": 0.3, "prices": PAID, "weight": (1, 2, 3) * 10, "model_cost": 3},
        {"worths": {"error_weight": "3"}, "weight": (1, 2, 3) * 10, "classes": ("a", "b")},
        {"worths": BY_CELL | {"wrong": "-9"}, "relabel": True, "review_cost": 0.2, "truth": "d", "prices": PAID},
    ],
)
def test_every_number_is_that_of_all_items_and_draws_counted_one_by_one(said):
    """Probabilities of 30 items as dice fall."""
    args = DEFAULT | {"classes": ("a", "b", "c"), "models": (Model("m", ((30, True, 0.9),)),), "resamples": 6}
    args |= {"domain": "xyz" * 10} | said
    n, n_known, rng = 30, len(args["classes"]), np.random.default_rng(len(repr(said)))

    def drawn(part):
        p = rng.dirichlet([0.3] * n_known, n).round(2) + 0.01
        p /= p.sum(axis=1, keepdims=True)
        truth = np.array([rng.choice(n_known, p=each) for each in p])
        model = Predictions("m", p.argmax(axis=1), p.max(axis=1), p, "m", cost=float(args["model_cost"]))
        made = replace(make_set(args | {"truth": ""}, part), truth=truth, models=(model,))
        if args["truth"] and part == "test":  # the last two are of a class that no model knows
            made = replace(made, truth=np.append(truth[:-2], [n_known] * 2), unknown=(args["truth"],))
        return made

    plan, test = make_plan(args), drawn("test")
    solution = DeferSolution(plan, drawn("validation"), test)
    bench, prices, alone = solution.bench, plan.prices, solution.alone
    p, items, truths, draws = bench.probability.tolist(), range(n), range(len(test.names)), range(6)
    worth, left = bench.payoffs.answer.tolist(), bench.payoffs.left.tolist()
    count = [1.0] * n if args["weight"] is None else list(args["weight"])
    total, each_cost = sum(count), (args["review_cost"] or 0) * float(prices.per_direct)
    once = float(prices.once(D(0))) if args["review_cost"] else 0.0
    using = float(args["model_cost"]) * 1.2

    def best(i):
        values = [sum(p[i][t] * worth[c][t] for t in range(n_known)) for c in range(n_known)]
        leaving = sum(p[i][t] * left[t] for t in range(n_known)) - each_cost
        c = max(range(n_known), key=lambda c: (values[c] if args["relabel"] else p[i][c], p[i][c]))
        return c, values[c] - leaving

    answers, margins = zip(*map(best, items), strict=True)
    stands = [margin >= -1e-12 for margin in margins]
    people = sum(count[i] for i in items if not stands[i]) * each_cost + once * (not all(stands))
    model = using * any(stands)

    # Counted by the labels.
    judged, code = solution.chosen, test.truth.tolist()
    per_item = [worth[answers[i]][code[i]] if stands[i] else left[code[i]] - each_cost for i in items]
    mean = sum(c * v for c, v in zip(count, per_item, strict=True))
    assert judged.value.value == pytest.approx((mean - model - once * (not all(stands))) / total)
    right = sum(count[i] for i in items if stands[i] and answers[i] == code[i])
    wrong = sum(count[i] for i in items if stands[i] and answers[i] != code[i])
    assert (judged.counts.n_correct, judged.counts.n_wrong, judged.counts.n) == pytest.approx((right, wrong, total))
    assert (judged.cutoff is None) == (n_known > 2)
    if n_known == 2:
        assert stands == (test.models[0].confidence >= judged.cutoff).tolist()
    for side, pairs in zip((True, False), solution.pairs, strict=True):
        for c in range(n_known):
            for t in truths:
                rows = [i for i in items if stands[i] is side and code[i] == t]
                given = [answers[i] if side else int(np.argmax(p[i])) for i in rows]
                assert pairs[c, t] == sum(count[i] for i, g in zip(rows, given, strict=True) if g == c)
    assert len(solution.domains) == 3
    for at, (name, value, counts, loses) in enumerate(solution.domains):
        rows = [i for i in items if i % 3 == at]
        size = sum(count[i] for i in rows)
        assert (name, counts.n) == ("xyz"[at], size)
        mistaken = sum(count[i] for i in rows if stands[i] and answers[i] != code[i])
        assert (counts.n_wrong, counts.n_accepted) == (mistaken, sum(count[i] for i in rows if stands[i]))
        assert value.value == pytest.approx(sum(count[i] * per_item[i] for i in rows) / size)
        lost = sum(count[i] * (per_item[i] - left[code[i]] + each_cost) for i in rows)
        assert loses is (lost < -1e-12)
    sure = [max(each) for each in p]
    named = [int(np.argmax(each)) for each in p]
    for weight, at_1000 in zip(ERROR_WEIGHTS.tolist(), solution.curve[0].tolist(), strict=True):
        kept = [i for i in items if sure[i] >= weight / (1 + weight)]
        every = sum(count[i] * (1 if named[i] == code[i] else -weight) for i in kept)
        assert at_1000 == pytest.approx(1000 * every / total)

    # By confidence: a fifteenth holds what is above its lower end, and the first one 0, too.
    (alone_pairs, left_pairs), (cells, ends) = solution.pairs, solution.confusion
    for c in range(n_known):
        assert ends[c] == sum(left_pairs[c])
        for t in range(n_known):
            assert (cells[c, t], cells[-1, t]) == (alone_pairs[c, t], sum(left_pairs[:, t]))
    assert ends[-1] + alone_pairs.sum() == pytest.approx(total)
    met = [(c, t) for c in range(n_known) for t in truths if alone_pairs[c, t] + left_pairs[c, t]]
    assert [tuple(map(float, row)) for row in zip(*solution.met_pairs, strict=True)] == [
        (c, t, pytest.approx(worth[c][t]), alone_pairs[c, t], left_pairs[c, t]) for c, t in met
    ]
    for key, stated in (("stated", judged.predictions), ("calibrated", judged.pool.labelled)):
        edges = np.linspace(0, 1, 16).tolist()
        place = [next(k for k in range(1, 16) if each <= edges[k]) - 1 for each in stated.confidence.tolist()]
        points = []
        for k in sorted(set(place)):
            rows = [i for i in items if place[i] == k]
            size, squares = (sum(count[i] ** power for i in rows) for power in (1, 2))
            hits = sum(count[i] for i in rows if stated.predicted[i] == code[i]) / size
            counted = size**2 / squares
            low, high = exact_interval(np.array(hits * counted), np.array(counted))
            at = sum(count[i] * stated.confidence[i] for i in rows) / size
            points.append([100 * each for each in (at, hits, float(low), float(high))])
        told = list(map(list, zip(*solution.reliability[key], strict=True)))
        assert told == [pytest.approx(row) for row in points]
    off = sorted((row for row in points if not row[2] <= row[0] <= row[3]), key=lambda row: -abs(row[1] - row[0]))
    assert solution.off_the_line == (len(points), [pytest.approx(tuple(row)) for row in off])
    middles, sides = solution.by_confidence(9)
    place = [next(k for k in range(1, 16) if each <= edges[k]) - 1 for each in judged.predictions.confidence.tolist()]
    first = min(*place, 6)
    assert middles == pytest.approx([100 * (k + 0.5) / 15 for k in range(first, 15)])
    for key, hit in (("right", True), ("wrong", False)):
        each = [
            sum(count[i] for i in items if place[i] == k and bool(judged.predictions.predicted[i] == code[i]) is hit)
            for k in range(first, 15)
        ]
        assert sides[key] == (pytest.approx(each), pytest.approx(sum(each)))

    # On average over the draws, in which items that are nearly as sure are one kind.
    rows = DrawnItems(bench.pool.draws, bench.probability, np.array(count))
    of = {who: t[0].tolist() for who, _, _, t in rows.by_part(np.array(answers), np.arange(n), chance=False)}
    true = [[sum(of[i][b][t] for b in draws) / 6 for t in truths] for i in items]
    value = sum(true[i][t] * (worth[answers[i]][t] if stands[i] else left[t]) for i in items for t in truths)
    none = sum(true[i][t] * left[t] for i in items for t in truths) - total * each_cost - once
    value = value - people - model
    means = alone.value.value, alone.none.value, alone.gain.value
    assert means == pytest.approx((value / total, none / total, (value - none) / total), rel=3e-3)
    assert alone.used is (any(stands) and value > none)
    assert alone.alone == sum(count[i] for i in items if stands[i])
    for t, tally in enumerate(alone.classes):
        answered = sum(true[i][t] for i in items if stands[i])
        assert tally.alone == pytest.approx(answered, rel=3e-3)
        assert tally.left == pytest.approx(max(sum(count[i] for i in items if code[i] == t) - answered, 0), rel=3e-3)
        assert tally.wrong.value == pytest.approx(
            sum(true[i][t] for i in items if stands[i] and answers[i] != t), rel=3e-3
        )
        if t < n_known:
            rows = [i for i in items if stands[i] and answers[i] == t]
            assert tally.answered == sum(count[i] for i in rows)
            assert tally.misnamed.value == pytest.approx(
                sum(true[i][u] for i in rows for u in truths if u != t), rel=3e-3
            )
    order = sorted(items, key=lambda i: -margins[i])
    along = [[0.0] for b in draws]
    for b in draws:
        for i in order:
            more = sum(of[i][b][t] * (worth[answers[i]][t] - left[t]) for t in truths) + count[i] * each_cost
            along[b].append(along[b][-1] + more)
        along[b][1:] = [each - using for each in along[b][1:]]
    here = sum(each[sum(stands)] for each in along) / 6 if alone.used else 0.0
    everything = max(sum(map(max, along)) / 6 - here, 0.0) * 1000 / total
    assert solution.labels.everything == pytest.approx(everything, rel=3e-3)
