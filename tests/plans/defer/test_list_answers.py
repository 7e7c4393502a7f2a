"""What recommended answers come to: in draws, on the list or on the test items, by hand and by law."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from answer_values import payoffs
from classified_world import made
from defer_world import BAD, COSTS, DEFAULT, GOOD, PERFECT, TWINS, UNLUCKY, Model, chosen_in, make_plan, make_set, world

from budgetplan import evaluate, plan
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Work
from budgetplan.domain.prices import Prices
from budgetplan.models.thresholds import theoretical_by_class
from budgetplan.models.value import answer_worths
from budgetplan.plans.answer import DeferSolution, OfClass, course_of, recommend
from budgetplan.plans.bench import Pools
from budgetplan.queues.packets import draw_queue
from budgetplan.work.building import work_of_defer


@pytest.mark.parametrize("validation", [True, False])
def test_what_is_said_of_a_list_holds_of_such_lists(validation):
    """The list's truths are known here, and lie within the interval of four seeds of five."""
    assert sum(holds_of_a_list(seed, validation) for seed in range(5)) >= 4


def holds_of_a_list(seed, validation):
    """Return whether wrong answers, those by class, and the value lie in their intervals."""
    sets = [made(n, seed=10 * seed + at, sharpness=1.0) for at, n in enumerate((600, 600, 4000))]
    known, test, listed = (replace(one, ids=tuple(f"{at}{i}" for i in one.ids)) for at, one in enumerate(sets))
    plan = make_plan(DEFAULT | {"resamples": 199, "worths": {"error_weight": "2"}, "mixture": True})
    unlabelled = replace(listed, truth=np.full(listed.n_items, -1))
    found = DeferSolution(plan, known if validation else None, test, unlabelled).alone
    assert found.is_list
    wrong = int((found.accepted & (found.answer != listed.truth)).sum())
    worth = np.where(found.accepted, np.where(found.answer == listed.truth, 1.0, -2.0), 0.0).mean()
    held = [found.wrong.low <= wrong <= found.wrong.high, found.value.low <= worth <= found.value.high]
    for name, code in zip(listed.classes, range(listed.n_classes), strict=True):
        true = int((found.accepted & (found.answer != listed.truth) & (listed.truth == code)).sum())
        held.append(found.wrong_by_truth[name].low - 5 <= true <= found.wrong_by_truth[name].high + 5)
    return all(held)


def test_the_labels_of_the_list_are_not_looked_at():
    known, listed = made(200, seed=1), made(300, seed=2)
    plan = make_plan(DEFAULT | {"resamples": 60})
    first = DeferSolution(plan, None, known, replace(listed, truth=np.full(300, -1))).alone
    second = DeferSolution(plan, None, known, listed).alone
    assert (first.wrong, first.value) == (second.wrong, second.value)


def test_a_list_of_which_another_size_is_said_is_known_by_its_size_alone():
    args = DEFAULT | {"models": (GOOD,), "validation": False}
    plan = replace(make_plan(args), list_size=1000)
    alone = DeferSolution(plan, None, make_set(args), replace(make_set(args), truth=np.full(40, -1))).alone
    assert (alone.own_list, alone.items, alone.alone) == (None, 1000, 750)


def test_fewer_than_thirty_labels_recommend_nothing_and_say_how_many_more():
    found = chosen_in(models=(Model("m", ((20, True, 0.9), (5, False, 0.6))),))
    assert (found.refusal, found.labels_wanted) == ("few", 5)
    assert chosen_in(models=(GOOD,)).refusal == ""


@pytest.mark.parametrize(
    ("random", "control", "hours", "pay"),
    [(0, 0, 1600 / 3600, "15.84"), (0, 4, 1970 / 3600, "19.80"), (4, 0, 1880 / 3600, "18.72")],
)
def test_who_reviews_what_is_left_is_paid_by_its_own_size(random, control, hours, pay):
    """Two judge each of ten unsure items of 100 words for 80 seconds, at 36 an hour; any of all for 46.25 on average.

    Random items of those answered, of ten words, take 35.
    """
    worths = {"unit": "money", "right": "5", "wrong": "-20", "abstain": "0"}
    prices = {"hourly_rate": "36", "seconds_per_item": "30", "seconds_per_unit": "0.5", "annotators": "2"}
    plan = make_plan(DEFAULT | {"models": (GOOD,), "worths": worths, "currency": "EUR", "prices": prices})
    plan = replace(plan, prices=replace(plan.prices, stated=True), work=Work(tail_sample=random, control=control))
    items = make_set(DEFAULT | {"models": (GOOD,)})
    words = np.repeat([10.0, 100.0], [30, 10])
    items = replace(items, units=words, review_cost=plan.prices.item_cost(40, words, None) / 1e6)
    listed = replace(items, ids=tuple(f"l{name}" for name in items.ids), truth=np.full(40, -1))
    solution = DeferSolution(plan, None, items, listed)
    work = work_of_defer(solution)
    assert (solution.alone.left, solution.alone.cost) == (10, pytest.approx(16.0))
    assert (work.judgements, work.people, work.hours) == (2, 2, pytest.approx(hours))
    assert work.pay == Decimal(pay)
    course = course_of(solution)
    queue = draw_queue(course, ([], []), tail_sample=random, n_control=0, packet=20, seed=1)
    assert ((queue.role == 1).sum(), (queue.role == 3).sum()) == (random, 30 - random)
    assert set(course.known_cost[course.queue]) == {1_600_000}
    assert course.sizes["seconds"][course.queue].sum() == pytest.approx(1600)
    # And by prices of their own.
    own = replace(plan, prices=Prices(currency="EUR", listed=True, stated=True, indirect=Decimal("0.2")))
    solution = DeferSolution(own, None, items, listed)
    assert (solution.alone.cost, work_of_defer(solution).pay) == (
        pytest.approx(19.2),
        Decimal("16.00") + control * Decimal("0.925") + random * Decimal("0.7"),
    )


def test_lists_drawn_from_elsewhere_are_called_unlike():
    assert not chosen_in(listed=GOOD.test).alone.unlike
    assert chosen_in(listed=((5, True, 0.9), (400, True, 0.6))).alone.unlike == ("good",)
    one = made(300, seed=3)
    plan = make_plan(DEFAULT)
    assert Pools(plan, None, one).of(one.models[0].name).shift(made(300, seed=4)) < 3


def test_at_most_so_many_wrong_is_said_twice():
    found = chosen_in(models=(GOOD,), most_wrong="0.15")
    assert found.chosen.found_by == "guaranteed"
    cutoff, n = found.forecast
    assert n == (found.alone.sure >= found.chosen.cutoff).sum() == found.alone.alone == 30
    assert cutoff == pytest.approx(
        0.9**found.chosen.pool.power / (0.9**found.chosen.pool.power + 0.1**found.chosen.pool.power)
    )
    assert chosen_in(models=(GOOD,)).forecast is None


# --- what answers to labels that no model knows are worth, and where such and other items stand in the table of answers


def test_where_reviews_cost_differently_no_cutoff_serves_a_class():
    table = payoffs(np.array([[1.0, -4], [-1, 3]]), np.zeros(2))
    assert theoretical_by_class(table, np.array([0.5, 0.25])) is None
    # Leaving costs half a euro: 3.5 against 1.5 for the first class, and 0.5 against 3.5 for the other.
    assert theoretical_by_class(table, np.array([0.5, 0.5])).tolist() == pytest.approx([3.5 / 5, 0.5 / 4])


def test_values_of_labels_that_no_model_knows_are_among_those_that_are_told():
    of_classes = np.array([[1.0, -4], [-1, 3]]), np.array([0.0, -0.5])
    table = payoffs(*of_classes, np.array([-9.0, -2]), -2.0)
    assert dict(answer_worths(payoffs(*of_classes))) == {"right": (1, 3), "wrong": (-4, -1), "abstain": (-0.5, 0)}
    assert dict(answer_worths(table)) == {"right": (1, 3), "wrong": (-9, -1), "abstain": (-2, 0)}


def test_a_class_is_answered_right_wrong_or_left_in_per_cent_of_it():
    some = OfClass("a", 12.0, 15.0, 5.0, Estimate(6.0), None)
    assert some.parts == (45.0, 30.0, 25.0)
    unknown = OfClass("c", None, 15.0, 5.0, Estimate(15.0), None)
    assert unknown.parts == (0.0, 75.0, 25.0)
    assert OfClass("d", 0.0, 0.0, 0.0, Estimate(0.0), None).parts == (0, 0, 0)


def test_values_of_labels_that_no_model_knows_count_where_these_are_the_greatest():
    small = np.array([[1.0, -1], [-1, 1]])
    assert payoffs(small, np.zeros(2), np.array([-1.0, -2]), -3.0).scale == 3
    assert payoffs(small, np.zeros(2), np.array([-60.0, 1]), 0.0).scale == 60


# --- what is answered alone at other prices of errors is what a plan with these prices says
def dearer(worths, factor):
    """Multiply what wrong answers cost in the words of a plan, and leave the rest."""
    costs = {key: worths[key] for key in ("error_weight", "wrong", "k_fp", "k_fn") if key in worths}
    return worths | {key: str(Decimal(cost) * Decimal(factor)) for key, cost in costs.items()}


@pytest.mark.parametrize("given", [{}, {"models": TWINS}, {"validation": False}, COSTS], ids=str)
@pytest.mark.parametrize("weight", ["0.4", "4"])
def test_other_prices_of_errors_say_what_a_plan_with_these_prices_says(given, weight):
    worths = {"error_weight": weight} if given is not COSTS else COSTS["worths"] | {"k_fn": weight}
    found = world(**given | {"worths": worths}).selection
    assert [one["factor"] for one in found.dearer] == [0.5, 2.0]
    for one in found.dearer:
        other = world(**given | {"worths": dearer(worths, str(one["factor"]))}).selection
        # Without a mean of them another model may be recommended at other prices.
        if other.chosen.name == found.chosen.name:
            assert one["share"] == other.alone.alone / other.alone.items
            assert one["wrong"] == pytest.approx(other.alone.wrong.value)


@pytest.mark.parametrize("given", [{"most_wrong": "0.2"}, {"worths": {"error_weight": "0"}}], ids=str)
def test_where_the_price_of_errors_moves_no_cutoff_nothing_is_said(given):
    assert world(**given).selection.dearer == ()


def test_right_and_wrong_answers_add_up_to_all_of_them():
    alone = chosen_in(models=(TWINS[0],), listed=TWINS[0].test * 5).alone
    right, wrong = alone.right_and_wrong
    assert (right + wrong, wrong) == (alone.alone, round(alone.wrong.value))
    assert wrong > 0


# --- what more labels could be worth at most
def everything(n, seed=1, **said):
    plan = make_plan(DEFAULT | {"worths": {"error_weight": "3"}, "resamples": 199} | said)
    return DeferSolution(plan, None, made(n, seed=seed, sharpness=1.0)).labels.everything


def test_the_more_labels_there_are_the_less_more_of_them_bring():
    assert everything(60) > 1.5 * everything(2000) > 0


def test_for_a_list_it_is_the_list_that_gains():
    found = chosen_in(models=(GOOD,), listed=GOOD.test * 5).labels
    assert found.listed == 200
    alone = chosen_in(models=(GOOD,)).labels
    assert alone.listed is None
    # As for five lists of forty, of which a thousand items are 25.
    assert found.everything / 200 == pytest.approx(alone.everything / 1000, rel=0.5)


def test_nothing_is_said_where_value_does_not_decide_or_nothing_is_drawn():
    assert chosen_in(resamples=0).labels is None
    assert chosen_in(most_wrong="0.2").labels is None


def test_where_no_model_is_used_it_is_what_one_would_bring_and_dearer_errors_change_nothing():
    """Half of what it answers is wrong, in all draws far too much for it to be used, at half the price of errors, too."""
    found = chosen_in(models=(UNLUCKY,))
    assert (found.used, found.alone.share, found.alone.gain.wholly_below(0.0)) == (False, 1.0, True)
    assert found.labels.everything == 0.0
    assert [one["share"] for one in found.dearer] == [0.0, 0.0]
    # At a fifth of the price it is.
    cheap = chosen_in(models=(UNLUCKY,), worths={"error_weight": "0.8"})
    assert cheap.used
    assert [one["share"] for one in cheap.dearer] == [1.0, 0.0]
    assert cheap.shares_if_dearer == {"cheap": 1.0, "today": 1.0, "dear": 0.0}


def test_the_price_is_that_of_a_review():
    money = {"worths": {"unit": "money", "right": "0.5", "wrong": "-2", "abstain": "0"}, "currency": "EUR"}
    assert chosen_in(models=(GOOD,), review_cost=0.25, **money).labels.price == pytest.approx(0.25)


# --- what is recommended of a selective classifier: counts of the test items, everything else to people
def test_answers_of_which_it_is_sure_are_its_own_and_people_get_the_least_sure_first():
    listed = ((50, True, 0.9), (30, True, 0.6), (20, True, 0.5))
    solution = chosen_in(models=(GOOD,), resamples=0, listed=listed)
    course = course_of(solution)
    assert (len(course.answered), len(course.answers), course.review, len(course.queue)) == (50, 50, 50, 50)
    sure = 1 - course.score[course.queue]
    assert sure.round(3).tolist() == sorted(sure.round(3).tolist())
    assert solution.alone.alone == len(course.answered)
    assert course_of(chosen_in(models=(GOOD,), resamples=0)) is None


def test_a_worthless_model_is_not_recommended_and_everything_goes_to_people():
    said = recommend(chosen_in(models=(BAD,)))
    assert (said.model, said.answered_alone.value, said.reviewed.value) == (None, 0.0, 40.0)
    assert said.net.value == 0.0


def test_the_net_value_of_a_classifier_is_that_of_all_its_items():
    solution = chosen_in(models=(PERFECT,))
    said = recommend(solution)
    # Forty right answers of forty: of forty others hardly one is wrong, at five right ones each.
    assert 37 < said.net.value == pytest.approx(40 - 5 * said.wrong.value)
    assert said.net_unit == "right answers"
    assert said.net.low == pytest.approx(40 * solution.alone.value.low)


# --- where a model gives no answer by itself, none stands: by no route, and in no count (S24 section 3.1, case d)
def test_blanks_are_left_to_people_by_every_route():
    rng = np.random.default_rng(5)
    truth = np.where(rng.random(300) < 0.3, "pos", "neg").astype(object)
    said = np.where(rng.random(300) < 0.85, truth, np.where(truth == "pos", "neg", "pos")).astype(object)
    said[::5] = ""
    made = plan(list(truth), {"idk": {"predicted": list(said)}}, error_weight=1, resamples=39)
    (model,) = made.decision["defer"]["models"]
    answered = np.arange(300) % 5 > 0
    right = int(((said == truth) & answered).sum())
    assert model["answered_alone"] == answered.sum() == 240
    assert model["value_per_item"]["value"] == pytest.approx((2 * right - 240) / 300)
    ways = evaluate(list(truth), {"idk": {"predicted": list(said)}}, error_weight=1, resamples=0).tables["ways"]
    for row in ways[ways["way"].isin(["all", "calibrated", "learnt"])].itertuples():
        assert (row.coverage, row.per_1000) == pytest.approx((0.8, 1000 * (2 * right - 240) / 300))
    table = made.tables["confusion"]
    assert made.decision["recommendation"]["answered_alone"]["value"] == 240
    assert table is not None
