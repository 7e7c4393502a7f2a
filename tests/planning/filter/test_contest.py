"""Who is recommended: the rule on hand-made objectives, and how models enter."""

from dataclasses import replace
from decimal import Decimal
from types import SimpleNamespace

import numpy as np
import pytest
from sample_evidence import falling, gathered, read_by_hand

from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import MIXTURE, Budget, Target, Values
from budgetplan.domain.prices import Prices
from budgetplan.evidence import noise
from budgetplan.intervals.flattery import Again, Flattery
from budgetplan.planning.filter import contest
from budgetplan.planning.filter.analysis import analyse
from budgetplan.planning.filter.contest import Entrant, settle

D = Decimal
STEADY = np.full(100, 10.0)
SWING = np.where(np.arange(100) % 2 == 0, 13.0, 8.0)


def entrant(name, objective, replicates=None, mean=0.0):
    return Entrant(SimpleNamespace(name=name, cost=D(0)), 5, objective, replicates, mean)


def test_a_stop_chosen_anew_in_every_resample_shows_how_the_choice_flatters_itself():
    # Net values 3 found - items: in the first resample best at 1 item with 2 (the sample says 2), in the second,
    # smoothed to entries 0, 1, 2, 2, 2, at 2 with 4 (the sample says 4), in the third at 3 with 6 (the sample
    # says 3, and one entry less).
    evidence = gathered("yynn", {"m": falling(4)}, values=Values({"yes": D(3)}))
    shares = [0, 0.25, 0.5, 0.75, 1]
    read = read_by_hand(evidence, {"m": [[0, 1, 1, 1, 1], [0, 0, 2, 2, 2], [0, 1, 2, 3, 3]]}, shares)
    flattery = settle(contest.by_net_value(evidence, None, read)).flattery
    assert (flattery.net, flattery.found) == pytest.approx((3 / 3, 1 / 3))
    # Within two items the third resample is best at 2 with 4, as the sample is.
    within = settle(contest.by_net_value(evidence, Budget(D(2)), read)).flattery
    assert (within.net, within.found) == pytest.approx((0, 0))


def again(score, found):
    return Again(np.array(score, float), np.array(found, float), np.array(found, float) * 2)


def test_the_model_chosen_anew_in_every_resample_flatters_itself_too():
    # a leads in the first two resamples and finds 3 more there than on all labels, b in the others, 1 more.
    one = Entrant(
        SimpleNamespace(name="a", cost=D(0)), 5, 10.0, STEADY[:4], 9.0, again=again([9, 9, 1, 1], [3] * 4)
    )
    two = Entrant(
        SimpleNamespace(name="b", cost=D(0)), 5, 9.0, STEADY[:4], 8.0, again=again([5, 5, 5, 5], [1] * 4)
    )
    assert settle([one, two]).flattery == Flattery(2.0, 4.0)
    assert settle([replace(one, again=None), two]).flattery == Flattery()


def mixed_up(objective, replicates, mean, cost=0, **more):
    return Entrant(SimpleNamespace(name=MIXTURE, cost=D(cost)), 5, objective, replicates, mean, **more)


def test_the_mixture_is_recommended_unless_a_single_model_is_firmly_better():
    rivals = [entrant("a", 10.5, SWING, 10.5), entrant("b", 9.0, STEADY - 1, 9.0)]
    result = settle([*rivals, mixed_up(10.0, STEADY, 10.0)])
    assert (result.best.name, result.rule, result.single.name) == (MIXTURE, "mixture", "a")
    # One that always finds two more is firmly better.
    beaten = settle([*rivals, entrant("c", 12.0, STEADY + 2, 12.0), mixed_up(10.0, STEADY, 10.0)])
    assert (beaten.best.name, beaten.rule, beaten.single.name) == ("c", "mean_over_budgets", "c")


def test_a_mixture_that_costs_more_must_bring_more():
    one = entrant("a", 10.0, STEADY, 10.0)
    assert settle([one, mixed_up(9.9, STEADY - 0.1, 9.9)]).best.name == "a"  # always a little less
    assert settle([one, mixed_up(9.9, SWING, 9.9)]).best.name == MIXTURE
    assert settle([one, mixed_up(9.9, SWING, 9.9, cost=5)]).best.name == "a"
    assert settle([one, mixed_up(10.1, SWING, 10.1, cost=5)]).best.name == MIXTURE


def test_the_choice_made_anew_follows_the_same_rule():
    # The mixture stays but where a leads by more than it takes to be firm: half the width of their interval.
    a = np.array([10.0, 10.0, 10.0, 20.0])
    rival = replace(entrant("a", 10.0, a, 10.0), again=again(a, [4] * 4))
    mixed = mixed_up(10.0, STEADY[:4], 10.0, again=again([10] * 4, [0] * 4))
    # Differences 0, 0, 0 and 10: 95 % of them between 0 and 9.25, so a lead takes 4.625.
    result = settle([rival, mixed])
    assert result.best.name == MIXTURE
    assert result.flattery == Flattery(1.0, 2.0)
    assert result.flattery_single == Flattery(4.0, 8.0)


def test_the_only_model_is_recommended():
    result = settle([entrant("a", 3.0, STEADY)])
    assert (result.best.model.name, result.rule, result.lead_firm) == ("a", "only_model", None)
    assert result.differences == {"a": Estimate(0.0, 0.0, 0.0)}
    assert result.won == {"a": 1.0}
    assert result.either_would_do == ()


def test_without_resampling_the_best_estimate_is_taken_and_nothing_is_said_of_noise():
    result = settle([entrant("a", 3.0), entrant("b", 4.0)])
    assert (result.best.model.name, result.rule, result.lead_firm) == ("b", "best_estimate", None)
    assert result.differences["a"] == Estimate(-1.0)
    assert result.won == {"a": None, "b": None}
    assert result.either_would_do == ()
    assert not result.firmly_worse("a")


def test_a_firm_leader_is_recommended_whatever_the_mean():
    result = settle([entrant("a", 8.0, STEADY - 2, mean=99.0), entrant("b", 10.0, STEADY, mean=1.0)])
    assert (result.best.model.name, result.rule, result.lead_firm) == ("b", "firm_leader", True)
    assert result.firmly_worse("a")
    assert result.differences["a"] == Estimate(-2.0, -2.0, -2.0)
    assert result.won == {"a": 0.0, "b": 1.0}


def test_among_those_not_firmly_worse_the_mean_over_budgets_decides():
    # c is firmly worse, so its mean counts for nothing; a and b cannot be told apart here.
    rivals = [
        entrant("a", 10.0, STEADY, mean=5.0),
        entrant("b", 10.5, SWING, mean=4.0),
        entrant("c", 1.0, STEADY - 9, mean=50.0),
    ]
    result = settle(rivals)
    assert (result.best.model.name, result.rule, result.lead_firm) == ("a", "mean_over_budgets", False)
    assert result.either_would_do == ("b",)
    assert result.differences["b"].value == 0.5
    assert (result.differences["b"].low, result.differences["b"].high) == (-2, 3)
    assert result.won == {"a": 0.5, "b": 0.5, "c": 0.0}


def test_a_tie_of_all_resamples_is_split():
    result = settle([entrant("b", 10.0, STEADY, mean=4.0), entrant("a", 10.0, STEADY, mean=4.0)])
    assert result.won == {"a": 0.5, "b": 0.5}
    assert result.best.model.name == "a"  # names break exact ties
    assert result.either_would_do == ("b",)
    assert [one.model.name for one in result.entrants] == ["a", "b"]


def test_a_difference_that_touches_zero_is_not_firm():
    touching = np.append(np.full(90, 9.0), np.full(10, 10.0))
    result = settle([entrant("a", 9.0, touching, mean=1.0), entrant("b", 10.0, STEADY, mean=2.0)])
    assert result.differences["a"].high == 0
    assert (result.rule, result.lead_firm) == ("mean_over_budgets", False)


def test_five_budgets_run_from_half_to_twice_the_budget():
    five = contest.around(Budget(D("0.1"), "hours", "annotation"))
    assert [float(one.amount) for one in five] == pytest.approx(
        [0.05, 0.0707107, 0.1, 0.141421, 0.2], rel=1e-5
    )
    assert five[contest.HERE].amount == D("0.1")
    assert {(one.unit, one.covers) for one in five} == {("hours", "annotation")}


LABEL = "yyynnnynnn"
MODELS = {"good": falling(10), "bad": -falling(10)}


def test_models_enter_with_what_they_find_within_the_budget():
    evidence = gathered(LABEL, MODELS, resamples=40)
    budget = Budget(D(4))
    plain = contest.by_entries(evidence, budget, None)
    # bad finds one entry among the last four.
    assert [(e.model.name, e.items, e.objective) for e in plain] == [("bad", 4, 1), ("good", 4, 3)]
    assert [e.mean_objective for e in plain] == [1, 3]
    budgets = (Budget(D(1)), *contest.around(budget))
    read = noise.draw(evidence, evidence.models, np.array([0.0, 1.0]), budgets)
    noisy = contest.by_entries(evidence, budget, read, first=1)
    for one in noisy:
        found = read.found_within(one.model)
        assert one.replicates.tolist() == found[:, 3].tolist()
        assert one.mean_objective == pytest.approx(found[:, 1:].mean())


def test_models_enter_with_their_own_best_stop():
    evidence = gathered(LABEL, MODELS, values=Values({"yes": D(3)}))
    # good: 3 entries for 3 items, 9 - 3 = 6; the fourth would need 4 more items. bad: nothing pays before
    # all ten are read (12 - 10 = 2), and after 4 items it is 3 - 4.
    free = contest.by_net_value(evidence, None, None)
    assert [(e.model.name, e.items, e.objective) for e in free] == [("bad", 10, 2), ("good", 3, 6)]
    tight = contest.by_net_value(evidence, Budget(D(4)), None)
    assert [(e.model.name, e.items, e.objective) for e in tight] == [("bad", 0, 0), ("good", 3, 6)]
    assert contest.stop_on_sample(evidence, evidence.model("good"), Budget(D(2))) == 2


def test_the_stop_has_the_greatest_mean_over_resamples():
    evidence = gathered("yyny", {"m": falling(4)}, values=Values({"yes": D(2)}), resamples=2)
    # Net values: 0, 3, 2, -1 and 0, -1, 4, 5 at 0, 1, 2 and 4 items: means 0, 1, 3, 2.
    shares = [0, 0.25, 0.5, 1]
    read = read_by_hand(evidence, {"m": [[0, 2, 2, 1.5], [0, 0, 3, 4.5]]}, shares)
    (one,) = contest.by_net_value(evidence, None, read)
    assert one.items == 2
    assert one.objective == 2 * 2 - 2  # the sample's own net value at that stop
    assert one.replicates.tolist() == [2, 4]
    # The five budgets lie around what that stop costs, 2: 1 and 1.41 buy one item, 2 and more the best stop.
    assert one.mean_objective == pytest.approx((1 + 1 + 3 + 3 + 3) / 5)
    (tight,) = contest.by_net_value(evidence, Budget(D(1)), read)
    # 0.5 and 0.71 buy nothing, 1 and 1.41 one item, 2 two.
    assert (tight.items, tight.mean_objective) == (1, pytest.approx((0 + 0 + 1 + 1 + 3) / 5))


def test_models_enter_with_what_the_target_costs():
    evidence = gathered(LABEL, MODELS)
    rows = contest.by_target(evidence, Target(D(3)), None)
    # In reverse the entries stand at 4, 8, 9 and 10.
    assert [(e.model.name, e.items, e.objective) for e in rows] == [("bad", 9, -9), ("good", 3, -3)]
    share = contest.by_target(evidence, Target(D("0.75"), "share"), None)
    assert [e.items for e in share] == [9, 3]
    assert contest.by_target(evidence, Target(D(5)), None) == []
    assert contest.wanted_entries(evidence, Target(D("0.5"), "share"), evidence.models[0]) == 2


def test_the_target_in_every_resample():
    evidence = gathered("yyny", {"m": falling(4)}, resamples=3)
    read = read_by_hand(
        evidence,
        {"m": [[0, 1, 2, 2], [0, 0, 4, 4], [0, 0, 1, 1]]},
        [0, 0.25, 0.5, 1],
    )
    (model,) = evidence.models
    # Two entries: at half the list; halfway between a quarter and a half; never, so the whole list.
    assert contest.target_shares(read, model, Target(D(2)), counted=True).tolist() == [0.5, 0.375, 1]
    # Half of all entries: after a quarter; halfway from there to a half; the same.
    for counted in (True, False):
        shares = contest.target_shares(read, model, Target(D("0.5"), "share"), counted=counted)
        assert shares.tolist() == [0.25, 0.375, 0.375]
    # 1.5 of the sample's three entries are half of all in every resample, whatever that holds.
    half = contest.target_shares(read, model, Target(D("1.5")), counted=False)
    assert half.tolist() == [0.25, 0.375, 0.375]


def test_the_cost_of_the_target_in_every_resample():
    evidence = gathered("yyny", {"m": falling(4)}, resamples=2)
    shares = np.array([0, 0.25, 0.5, 1])
    read = read_by_hand(evidence, {"m": [[0, 1, 2, 2], [0, 0, 4, 4]]}, shares)
    five = replace(read.readings["m"], at_limits={"positives": np.tile([1.0, 1, 2, 2, 3], (2, 1))})
    read = replace(read, readings={"m": five})
    (one,) = contest.by_target(evidence, Target(D(2)), read)
    # Two of three entries are 4 / 3 of 2, a third of the list at 4, and 8 / 3 of 4, five twelfths of it.
    assert one.replicates.tolist() == pytest.approx([-4 / 3, -5 / 3])
    assert one.mean_objective == pytest.approx(9 / 5)


def test_what_is_paid_once_is_paid_with_the_first_item_that_the_target_takes():
    prices = Prices(currency="EUR", per_item=D(1), fixed={"training": D(100)}, stated=True)
    evidence = gathered("yyny", {"m": falling(4)}, resamples=2, prices=prices)
    shares = np.array([0, 0.5, 1])
    read = read_by_hand(evidence, {"m": [[0, 3, 3], [0, 2, 2]]}, shares)
    five = replace(read.readings["m"], at_limits={"positives": np.ones((2, 5))})
    read = replace(read, readings={"m": five})
    (one,) = contest.by_target(evidence, Target(D(1)), read)
    # A third of what is there: a third of the way to half of four items, in both resamples.
    assert one.replicates.tolist() == pytest.approx([-(100 + 2 / 3), -(100 + 2 / 3)])


@pytest.mark.parametrize("n", [1000, 4000, 40_000])
def test_models_are_compared_also_where_a_few_items_alone_pay(n):
    # Of the first 4 of a's order all are entries, elsewhere one item in a hundred: 1/200 of the list is 5 items or
    # more, and nothing pays there. b finds no more at its top than anywhere.
    rng = np.random.default_rng(n)
    label = rng.random(n) < 0.01
    label[:4] = True
    scores = {"a": falling(n), "b": rng.random(n)}
    said = {"values": Values({"yes": D(10)}), "prices": Prices(currency="EUR", per_item=D(9), stated=True)}
    found = analyse(gathered(["yes" if one else "no" for one in label], scores, resamples=100, **said))
    chosen = found.decision.chosen
    assert chosen is None or chosen.model == "a"
    for one in found.decision.contenders:
        low, high = one.difference.low, one.difference.high
        assert one.name == "a" or low < one.difference.value < high


def test_without_a_budget_models_are_compared_at_half_the_list_or_at_the_target():
    evidence = gathered(LABEL, MODELS)
    assert contest.reference_budget(evidence, None) == Budget(D("5.00"))
    assert contest.reference_budget(evidence, Target(D(3))) == Budget(D("3.00"))
    assert contest.reference_budget(evidence, Target(D(99))) == Budget(D("5.00"))
    unpriced = gathered(LABEL, MODELS, prices=Prices())
    assert contest.reference_budget(unpriced, None) == Budget(D(5), "items")
    assert contest.reference_budget(unpriced, Target(D(4))) == Budget(D(7), "items")


def equals(prices=None, costs=None, resamples=0, names=("b_free", "a_dear"), **said):
    """Two models that find the same in the same order; the one whose name comes first costs more."""
    said = {
        "prices": Prices(per_item=D(1), stated=True) if prices is None else prices,
        "resamples": resamples,
    } | said
    costs = {names[0]: 0, names[1]: 20} if costs is None else costs
    return gathered("yyynnnnnnn" * 3, dict.fromkeys(names, falling(30)), costs=costs, **said)


GOALS = {
    "entries": {"budget": Budget(D(40))},
    "entries in items": {"budget": Budget(D(9), "items")},
    "annotation alone": {"budget": Budget(D(9), covers="annotation")},
    "target": {"target": Target(D(3))},
    "net value": {"values": Values({"yes": D(9)})},
    "open": {},
}


@pytest.mark.parametrize("said", GOALS.values(), ids=GOALS)
@pytest.mark.parametrize("resamples", [0, 60])
def test_of_equal_models_the_cheaper_is_recommended_whatever_is_wanted(said, resamples):
    chosen = analyse(equals(resamples=resamples, **said)).lead
    assert chosen.name == "b_free"


@pytest.mark.parametrize("said", GOALS.values(), ids=GOALS)
@pytest.mark.parametrize("resamples", [0, 60])
def test_renaming_models_changes_names_alone(said, resamples):
    seen = []
    for names in (("m1", "m2", "m3"), ("z", "b", "a")):
        rng = np.random.default_rng(5)
        scores = dict(zip(names, [falling(30), falling(30), rng.random(30)], strict=True))
        said_all = {"prices": Prices(per_item=D(1), stated=True), "resamples": resamples} | said
        costs = dict(zip(names, [2, 0, 1], strict=True))  # no two equal in all
        decision = analyse(gathered("yyynnnnnnn" * 3, scores, costs=costs, **said_all)).decision
        option = decision.contenders[[one.name for one in decision.contenders].index(names[1])].option
        chosen = decision.chosen
        seen.append(
            (
                chosen and names.index(chosen.model),
                chosen and (chosen.items, chosen.spend, chosen.found, chosen.net),
                (option.items, option.spend, option.found),
                {names.index(one.name): (one.difference, one.mean_objective) for one in decision.contenders},
                decision.rule,
            )
        )
    assert seen[0] == seen[1]


def test_ties_go_to_the_cheaper_then_to_fewer_items_then_to_the_name():
    def one(name, spend, items, objective=5.0):
        return Entrant(SimpleNamespace(name=name, cost=D(0)), items, objective, None, objective, D(spend))

    def first(*entrants):
        return settle(entrants).best.name

    assert first(one("a", 30, 1), one("b", 10, 9)) == "b"
    assert first(one("a", 10, 9), one("b", 10, 1)) == "b"
    assert first(one("b", 10, 9), one("a", 10, 9)) == "a"
    # Noise of the last digits is no lead; a real one is.
    assert first(one("a", 30, 1, 5 + 2e-12), one("b", 10, 9)) == "b"
    assert first(one("a", 30, 1, 5 + 1e-9), one("b", 10, 9)) == "a"


@pytest.mark.parametrize("weight", [0.5, 0.7, 1.3])
def test_no_target_goes_beyond_the_items_of_a_weighted_list(weight):
    evidence = gathered("yyn", {"m": falling(3)}, columns={"weight": [weight] * 3})
    for share in range(1, 11):
        for entrant in contest.by_target(evidence, Target(D(share) / 10, "share"), None):
            assert entrant.items <= evidence.whole_items
            assert entrant.items / evidence.list_items <= 1
            assert (
                entrant.model.path.read("positives", entrant.items)
                >= 0.0999999 * share * evidence.n_positives
            )


def test_a_target_that_one_model_reaches_in_the_last_part_of_an_item_costs_it_the_whole_list():
    # Of 2.5 items two are whole: the first model finds both entries in them, the second one and a half.
    scores = {"first": [3.0, 2.0, 1.0], "second": [1.0, 3.0, 2.0]}
    evidence = gathered("yyn", scores, columns={"weight": [1.0, 0.5, 1.0]})
    entrants = contest.by_target(evidence, Target(D("1.5")), None)
    assert [(one.name, one.items) for one in entrants] == [("first", 2), ("second", 2)]


def test_noise_of_the_last_digits_makes_no_model_firmly_worse():
    below = entrant("a", 10.0 - 1e-14, STEADY - 1e-14, mean=10.0 - 1e-14)
    result = settle([below, entrant("b", 10.0, STEADY, mean=10.0)])
    assert result.differences == {"a": Estimate(0.0, 0.0, 0.0), "b": Estimate(0.0, 0.0, 0.0)}
    assert (result.best.name, result.rule, result.lead_firm) == ("a", "mean_over_budgets", False)


def test_a_model_that_promises_no_entry_takes_its_whole_list_for_a_target():
    # The only item of the list is scored last by "none", where no labelled item is an entry, and first by "all".
    scores = {"all": [0.9, 0.8, 0.3, 0.2, 0.1, 1.0], "none": [0.9, 0.8, 0.3, 0.2, 0.1, 0.05]}
    evidence = gathered("yynnn ", scores, resamples=20)
    read = noise.draw(evidence, list(evidence.models), np.array([0.0, 1.0]), [Budget(D(1))] * 5)
    shares = contest.target_shares(read, evidence.model("none"), Target(D(1)), counted=False)
    assert shares.tolist() == [1.0] * 20
    assert analyse(replace(evidence, plan=replace(evidence.plan, target=Target(D(1))))).decision
