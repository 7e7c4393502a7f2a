"""What a cutoff does on the project's own list, counted by hand."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from classified_world import made
from defer_world import DEFAULT, GOOD, MONEY, RISKY, SVC, Model, chosen_in, make_plan

from budgetplan.domain.doubt import DoubtKind
from budgetplan.domain.labelled import Predictions
from budgetplan.metrics.answers.value import count
from budgetplan.planning.defer import list_answers
from budgetplan.planning.defer.list_answers import answer_list, is_whole_list
from budgetplan.planning.defer.solve import select

HALF_SURE = Model("m", ((16, True, 0.9), (4, False, 0.9), (10, True, 0.7), (10, False, 0.4)))
"""At an error weight of 3 answers from 70 % on are accepted: 26 right, 4 wrong of them at 90 %."""


def own(listed, **said):
    args = {"models": (GOOD,), "resamples": 0} | said
    return chosen_in(listed=listed, **args).own_list


def counted(split):
    return split.alone, split.wrong, split.left, split.cost


def test_a_list_like_the_test_items_gives_what_they_do():
    """Thirty of forty are answered, none wrong: ten times as many of ten times as many."""
    found = own(tuple((10 * n, right, sure) for n, right, sure in GOOD.test))
    assert found.n_items == 400
    assert counted(found.own) == counted(found.by_share) == (300.0, 0.0, 100.0, None)
    assert (found.beyond, found.unlike) == (0.0, ())


def test_a_list_of_unsure_items_is_left_to_people():
    found = own(((50, True, 0.9), (350, True, 0.6)))
    assert counted(found.own) == (50.0, 0.0, 350.0, None)
    assert counted(found.by_share) == (300.0, 0.0, 100.0, None)
    assert found.unlike == ("good",)


def test_wrong_answers_are_expected_from_those_as_sure():
    """Ten are sure by 70 %, and twenty by 90 %: pooled, as the surer ones are wrong more often, 4 of 30 are wrong."""
    said = {"models": (HALF_SURE,), "worths": {"error_weight": "2"}}
    assert counted(own(((60, True, 0.9), (40, True, 0.4)), **said).own) == (
        60.0,
        pytest.approx(8.0),
        40.0,
        None,
    )
    falling = Model("m", ((20, True, 0.9), (8, True, 0.7), (2, False, 0.7), (10, False, 0.4)))
    found = own(((10, True, 0.9), (40, True, 0.7), (5, True, 0.8)), **said | {"models": (falling,)})
    # Between 70 % (two of ten wrong) and 90 % (none) the share is the mean of both.
    assert counted(found.own) == (55.0, pytest.approx(40 * 0.2 + 5 * 0.1), 0.0, None)


def test_what_is_left_costs_what_its_items_cost():
    """Thirty answered; of the ten that are left each costs 0.30 in the list, 0.25 among the test items."""
    said = MONEY | {"review_cost": 0.25}
    found = own(GOOD.test, list_cost=[0.1] * 30 + [0.3] * 10, **said)
    assert counted(found.own) == (30.0, 0.0, 10.0, pytest.approx(3.0))
    assert found.by_share.cost == pytest.approx(2.5)


def test_prices_are_money_where_answers_are_not():
    worths = {"error_weight": "4", "worth_of_right_answer": "0.5"}
    found = own(GOOD.test, worths=worths, review_cost=0.1, list_cost=0.2)
    assert (found.own.left, found.own.cost) == (10.0, pytest.approx(2.0))
    assert found.by_share.cost == pytest.approx(1.0)


def test_answers_by_expected_value_are_chosen_in_the_list_too():
    """Of 30 as sure as 90 % half are b, and answered; those at 70 % and 55 % are called b: one of ten is wrong."""
    risky = {name: value for name, value in RISKY.items() if name != "models"}
    (wary,) = RISKY["models"]
    like = chosen_in(listed=wary.test, models=(wary,), resamples=0, **risky)
    found, counts = like.own_list, like.chosen.deployed.counts
    assert found.own.alone == counts.n_accepted
    # The truths of the list are unknown, so that what it calls b is not what the test items are.
    assert found.own.left == 40 - counts.n_accepted
    assert 0 <= found.own.wrong <= found.own.alone


def test_decision_values_are_scaled_as_on_validation():
    found = own(SVC.test, models=(SVC,))
    assert counted(found.own) == counted(found.by_share)
    assert found.beyond == 0


def test_confidences_beyond_the_test_items_are_counted_and_leave_the_interval_open():
    """Four at 99 %: of the test items as sure as any, 4 of 20 are wrong; of these perhaps none."""
    said = {"models": (HALF_SURE,), "worths": {"error_weight": "3"}, "resamples": 200}
    inside, beyond = (own(((60 - n, True, 0.9), (n, True, 0.99), (3, True, 0.34)), **said) for n in (0, 30))
    assert (inside.beyond, beyond.beyond) == (3.0, 33.0)
    assert beyond.own.wrong == pytest.approx(inside.own.wrong)
    assert beyond.wrong.low == pytest.approx(max(inside.wrong.low - 30 * 4 / 30, 0))
    assert beyond.wrong.high == pytest.approx(inside.wrong.high)


def test_none_wrong_among_few_is_no_promise():
    """Thirty right answers: of three hundred like them more than thirty may be wrong."""
    found = own(tuple((10 * n, right, sure) for n, right, sure in GOOD.test), resamples=200)
    assert found.wrong.low == 0
    assert 30 < found.wrong.high < 45


def test_nothing_answered_is_nothing_wrong():
    found = own(((40, True, 0.6),), resamples=200)
    assert counted(found.own) == (0.0, 0.0, 40.0, None)
    assert (found.wrong.low, found.wrong.high) in {(None, None), (0.0, 0.0)}


def test_without_a_list_or_with_one_of_another_size_nothing_is_said_of_it():
    assert chosen_in().own_list is None
    plan = make_plan(DEFAULT)
    listed = made(n=50)
    assert is_whole_list(plan, listed)
    assert is_whole_list(replace(plan, list_size=50), listed)
    assert not is_whole_list(replace(plan, list_size=60), listed)


def test_weights_count_items_of_the_list():
    data, more = made(n=300), made(n=100, seed=9)
    plan = make_plan(DEFAULT | {"resamples": 50})
    plain = select(plan, made(n=300, seed=4), data, twice(more)).own_list
    heavy = select(plan, made(n=300, seed=4), data, replace(more, weight=np.full(100, 2.0))).own_list
    assert (heavy.n_items, heavy.own.alone) == (plain.n_items, plain.own.alone)
    assert heavy.own.wrong == pytest.approx(plain.own.wrong)
    assert (heavy.wrong.low, heavy.wrong.high) == pytest.approx((plain.wrong.low, plain.wrong.high))


def twice(data):
    """Return a set with every item twice."""
    models = tuple(
        replace(
            one,
            predicted=np.tile(one.predicted, 2),
            confidence=np.tile(one.confidence, 2),
            probabilities=np.tile(one.probabilities, (2, 1)),
        )
        for one in data.models
    )
    ids = tuple(f"{one}{end}" for end in "xy" for one in data.ids)
    return replace(data, ids=ids, truth=np.tile(data.truth, 2), models=models)


def permuted(data, rows, columns):
    """Return a set with its items in another order, and its classes too."""
    back = np.argsort(columns)
    models = tuple(
        replace(
            one,
            predicted=back[one.predicted[rows]],
            confidence=one.confidence[rows],
            probabilities=one.probabilities[rows][:, columns],
        )
        for one in data.models
    )
    classes = tuple(data.classes[place] for place in columns)
    ids = tuple(data.ids[place] for place in rows)
    return replace(data, ids=ids, classes=classes, truth=back[data.truth[rows]], models=models)


@pytest.mark.parametrize("relabel", [False, True])
def test_the_order_of_the_lists_rows_and_of_classes_changes_nothing(relabel):
    rng = np.random.default_rng(5)
    validation, test, listed = made(n=200, seed=4), made(n=250), made(n=400, seed=7)
    plan = make_plan(DEFAULT | {"resamples": 60, "relabel": relabel})
    one = select(plan, validation, test, listed).own_list
    columns = np.array([2, 0, 1])
    rows = rng.permutation(400)
    still = np.arange(250), np.arange(200)
    other = select(
        plan,
        permuted(validation, still[1], columns),
        permuted(test, still[0], columns),
        permuted(listed, rows, columns),
    ).own_list
    assert counted(one.own)[:3] == pytest.approx(counted(other.own)[:3])
    assert counted(one.by_share)[:3] == counted(other.by_share)[:3]
    assert (one.wrong.low, one.wrong.high) == pytest.approx((other.wrong.low, other.wrong.high))
    assert (one.beyond, one.unlike) == (other.beyond, other.unlike)
    assert one.shifts == pytest.approx(other.shifts)


def drawn(rng, n, name, *, moved=0.0, per_group=0):
    """Items of which a model is mostly as often right as it says; in groups, oftener in some of them."""
    group, names, own = None, (), 0.0
    if per_group:
        codes = rng.integers(0, n // per_group, n)
        own = rng.normal(0, 0.8, n // per_group)[codes]
        group = np.unique(codes, return_inverse=True)[1]
        names = tuple(f"{name}{place}" for place in range(int(group.max()) + 1))
    sure = np.clip(rng.beta(4, 1.5, n) - moved, 0.01, 0.99)
    right = rng.random(n) < 1 / (1 + np.exp(-np.log(sure / (1 - sure)) - own))
    model = Predictions("m", np.zeros(n, dtype=int), sure)
    data = replace(made(n=n), models=(model,), group=group, groups=names)
    return data, right


def held(rounds, n, size, cutoff, moved=0.0, per_group=0):
    """Return how often the interval holds how many answers of the list turn out to be wrong."""
    plan, found = make_plan(DEFAULT | {"resamples": 200}), []
    for seed in range(rounds):
        rng = np.random.default_rng(seed)
        test, right = drawn(rng, n, "t", per_group=per_group)
        listed, hidden = drawn(rng, size, "l", moved=moved, per_group=per_group)
        (model,) = test.models
        accepted = model.confidence >= cutoff
        route = SimpleNamespace(
            key="learnt",
            cutoff=cutoff,
            correct=right,
            accepted=accepted,
            counts=count(right, accepted),
            calibration=None,
            theory=None,
        )
        chosen = SimpleNamespace(deployed=route, predictions=model)
        one = answer_list(plan, None, chosen, (test, listed), (None, None))
        wrong = int(((listed.models[0].confidence >= cutoff) & ~hidden).sum())
        found.append(one.wrong.low <= wrong <= one.wrong.high)
    return float(np.mean(found))


@pytest.mark.parametrize(
    ("n", "size", "cutoff", "more", "least"),
    [
        (300, 1000, 0.65, {}, 0.88),
        (300, 1000, 0.65, {"moved": 0.1}, 0.88),
        (100, 500, 0.9, {}, 0.94),
        (400, 800, 0.65, {"per_group": 8}, 0.82),
    ],
    ids=["like the test items", "less sure", "few wrong", "groups"],
)
def test_the_interval_holds_what_the_list_turns_out_to_be(monkeypatch, n, size, cutoff, more, least):
    """Least: 95 % less what sixty rounds leave to chance; groups are held in 91 % of many rounds."""
    # How unlike the test items the list is moves no interval.
    monkeypatch.setattr(list_answers, "shifts_of", lambda *_: {})
    assert held(60, n, size, cutoff, **more) >= least


def test_a_list_unlike_the_test_items_is_a_doubt_of_every_model_that_shows_it():
    test, plan = made(n=500), make_plan(DEFAULT | {"resamples": 0})
    like, blurred = made(n=500, seed=8), made(n=500, seed=8, sharpness=0.0)
    alike = select(plan, made(n=200, seed=4), test, like)
    assert alike.own_list.unlike == ()
    assert DoubtKind.LIST_UNLIKE not in {one.kind for one in alike.warnings}
    mixed = replace(like, models=(blurred.models[0], like.models[1]))
    unlike = select(plan, made(n=200, seed=4), test, mixed)
    assert unlike.own_list.unlike == ("m0",)
    doubts = [one for one in unlike.warnings if one.kind is DoubtKind.LIST_UNLIKE]
    assert [(one.names, one.n, one.of) for one in doubts] == [(("m0",), 500, 500)]


def test_a_class_that_has_become_rare_is_seen_though_confidence_is_the_same():
    data, plan = made(n=400), make_plan(DEFAULT | {"resamples": 0})
    swapped = made(n=600, seed=8)
    models = tuple(
        replace(
            one,
            predicted=np.zeros(600, dtype=int),
            probabilities=-np.sort(-one.probabilities, axis=1),
        )
        for one in swapped.models
    )
    found = select(plan, made(n=200, seed=4), data, replace(swapped, models=models)).own_list
    assert found.unlike == ("m0", "m1")


def test_false_alarms_are_rare():
    plan = make_plan(DEFAULT | {"resamples": 0})
    alarms = [
        bool(
            select(
                plan, made(n=60, seed=3), made(n=100, seed=seed), made(n=300, seed=seed + 999)
            ).own_list.unlike
        )
        for seed in range(40)
    ]
    # Of 40 lists and two models, each in 370 samples once: three or more in 1 of 1,000 such tests.
    assert sum(alarms) <= 2


SURER = Model("m", ((40, True, 0.9), (40, True, 0.7), (20, False, 0.4)))
"""At an error weight of 1 all from 70 % on are answered."""


def of_hundred(listed, **said):
    return own(listed, **{"models": (SURER,), "worths": {"error_weight": "1"}} | said)


@pytest.mark.parametrize(("n_outside", "refused"), [(0, ""), (16, ""), (17, "outside"), (80, "outside")])
def test_where_more_than_a_fifth_of_the_answers_are_surer_than_any_labelled_nothing_is_recommended(
    n_outside, refused
):
    found = of_hundred(((80 - n_outside, True, 0.8), (n_outside, True, 0.99), (20, True, 0.5)))
    assert found.own.alone == 80
    assert (found.support.outside, found.refusal) == (n_outside, refused)


def test_a_small_sample_may_miss_the_surest_by_accident():
    """Of 400 answers 100 are surer than all labelled ones, of a list of 10,000: (1 - 0.01)^100 is 0.37."""
    found = of_hundred(((300, True, 0.8), (100, True, 0.99), (9600, True, 0.5)))
    assert found.support.outside == 100
    assert found.refusal == ""


def test_what_is_left_to_people_needs_no_labels():
    """Nobody asks how often the model is right where it does not answer."""
    found = of_hundred(((40, True, 0.8), (60, True, 0.34)))
    assert (found.own.alone, found.beyond, found.support.outside) == (40.0, 60.0, 0.0)
    assert found.refusal == ""


@pytest.mark.parametrize("times", [1, 10, 1000, 10_000])
def test_the_size_of_the_list_decides_nothing_about_its_support(times):
    """Twenty items stand for so many each."""
    for n_outside, refused in ((1, ""), (10, "outside")):
        blocks = ((10 - n_outside, True, 0.8), (n_outside, True, 0.99), (10, True, 0.5))
        found = of_hundred(blocks, list_weight=(float(times),) * 20)
        assert found.n_items == 20 * times
        assert (found.support.outside, found.refusal) == (n_outside * times, refused)


def test_a_list_outside_all_that_is_labelled_is_a_doubt_and_a_few_items_are_none():
    for n_outside, said in ((1, False), (10, True), (80, True)):
        found = of_hundred(((80 - n_outside, True, 0.8), (n_outside, True, 0.99), (20, True, 0.5)))
        kinds = {doubt.kind for doubt in found.doubts("scores.csv", 100)}
        assert (DoubtKind.OUTSIDE in kinds) == said
