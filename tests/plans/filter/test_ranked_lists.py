"""A plan for a ranked list, from its items to its numbers: laws that hold in an awkward world, and brute force.

The world: labelled items of weights 1 and 3, two worths, prices of items, contingency and overheads, fixed costs, groups,
a model that costs, tied scores.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate
from math import comb

import numpy as np
import pytest

from budgetplan.domain.items import UNLABELLED, Items, ModelOutput
from budgetplan.domain.plan import MIXTURE, Budget, Columns, ModelSpec, Plan, Reviewed, Target, Values
from budgetplan.domain.prices import MICRO, Prices
from budgetplan.domain.review import Before
from budgetplan.lists.evidence import gather
from budgetplan.plans.ladder import leading
from budgetplan.plans.review import Analysis, band_of
from budgetplan.plans.review_reading import DrawnOrder

D = Decimal
PRICES = Prices(
    currency="EUR", listed=True, stated=True, fixed={"Guidelines": D(20)}, contingency=D("0.1"), indirect=D("0.15")
)
WORTHS = Values({"yes": D(6), "rare": D(15)})
ONE_WORTH = Values({"yes": D(6), "rare": D(6)})
PER_LABEL = Prices(currency="EUR", per_item=D(1), extra_per_entry=D(2), stated=True)


def items_of(labelled=240, listed=900, *, groups=False, weights=True):
    """Labelled items and a list; groups of four."""
    rng = np.random.default_rng(1)
    n = labelled + listed
    likely = rng.normal(size=n)
    entry = rng.random(n) < 1 / (1 + np.exp(1.2 - 1.6 * likely))
    label = np.where(entry, np.where(rng.random(n) < 0.2, 1, 2), 0)
    label[labelled:] = UNLABELLED
    scores = {
        "a": np.round(likely + rng.normal(size=n), 1),
        "b": likely + 1.5 * rng.normal(size=n),
        "c": rng.normal(size=n),
    }
    weight = np.ones(n)
    if weights:
        weight[: labelled // 3] = 3.0
    price = np.rint(rng.uniform(0.5, 3, n) * 100) / 100 * MICRO
    group = np.arange(n) // 4
    items = Items(
        tuple(f"i{place:06d}" for place in range(n)),
        ("no", "rare", "yes"),
        label,
        weight=weight if weights else None,
        group=group if groups else None,
        groups=tuple(f"g{code:05d}" for code in range(int(group.max()) + 1)) if groups else (),
        listed_cost=np.rint(price),
    )
    outputs = [ModelOutput(name, score, cost=3.0 * (name == "b")) for name, score in scores.items()]
    return items, outputs


def rows_of(items, outputs, rows):
    """The same items, some of them left out or there twice."""
    ids = tuple(f"i{place:06d}" for place in range(len(rows)))
    weight = None if items.weight is None else items.weight[rows]
    some = replace(items, ids=ids, label=items.label[rows], weight=weight, listed_cost=items.listed_cost[rows])
    return some, [replace(each, score=each.score[rows]) for each in outputs]


def plan_of(**said):
    said = {"values": WORTHS, "prices": PRICES, "resamples": 99} | said
    models = tuple(ModelSpec(name, name) for name in "abc")
    return Plan("t.csv", Columns("gold"), ("yes", "rare"), models, **said)


def planned(world=None, **said):
    items, outputs = items_of() if world is None else world
    return Analysis(gather(plan_of(**said), items, outputs))


GOALS = {
    "worth": {},
    "worth within a budget": {"budget": Budget(D(150))},
    "budget": {"values": None, "budget": Budget(D(200))},
    "target": {"values": None, "target": Target(D("0.6"), "share")},
    "open": {"values": None},
}
COMMON = {"values": ONE_WORTH}


@pytest.mark.parametrize("goal", GOALS)
def test_one_stop_has_one_value_wherever_it_is_printed(goal):
    analysis = planned(**GOALS[goal])
    seen = {}
    options = [*analysis.options, analysis.whole, *(rung.option for rung in analysis.ladder)]
    options += [each.option for each in analysis.contenders if each.name == analysis.lead.name]
    options += [analysis.chosen] if analysis.chosen else []
    for option in options:
        assert seen.setdefault(option.items, option) == option
    parts = analysis.parts[MIXTURE]
    ends, found = np.array([part.end for part in parts]), [part.found for part in parts]
    read = DrawnOrder(analysis.evidence, analysis.lead)
    assert [each.value for each in found] == pytest.approx(read.draws.expected(ends).tolist())
    band = band_of(analysis)
    for items, estimate in analysis.along:
        place = int(np.searchsorted(band.items, items))
        assert band.expected[place] == pytest.approx(estimate.value)


@pytest.mark.parametrize("budget", [None, Budget(D(150))])
def test_net_values_of_models_are_less_their_part_of_the_luck(budget):
    """Off every row in proportion, so that two rows of the table of models can be compared."""
    analysis = planned(**COMMON, budget=budget)
    rows = [each.option for each in analysis.contenders]
    assert [row.model for row in rows] == ["a", "b", "c", MIXTURE]
    luck = DrawnOrder(analysis.evidence, analysis.lead).luck
    part = min(luck.whole, luck.best) / luck.best
    for row in rows:
        gain = 6 * row.found.value - float(row.spend)
        assert gain - row.net.value == pytest.approx(part * max(gain, 0), abs=1e-9)
        assert budget or gain > row.net.value or not row.items


@pytest.mark.parametrize("values", [WORTHS, ONE_WORTH])
def test_more_money_is_never_worth_less(values):
    ladder = planned(values=values, budget=Budget(D(150)), resamples=40).ladder
    nets = [rung.option.net.value for rung in ladder]
    assert len(ladder) > 5
    assert (np.diff(nets) >= -1e-9).all()
    # A row of the ladder is the plan of its budget.
    for rung in ladder[6:20:6]:
        chosen = planned(values=values, budget=Budget(rung.budget.amount), resamples=40).chosen
        assert chosen.items == rung.option.items
        assert chosen.net.value == pytest.approx(rung.option.net.value)


def test_other_orders_keep_a_budget_for_dear_entries_as_the_recommended_one_does():
    """A random order, which has to pay for as many entries as it may meet, finds no more than the plan for the same money."""
    world = items_of(weights=False)
    analysis = planned(world, values=None, prices=PER_LABEL, budget=Budget(D(300)), resamples=199)
    perfect, random = analysis.comparators()
    every, whole = analysis.draws.found[:, -1], analysis.evidence.whole_items
    rng = np.random.default_rng(3)

    def kept(items, finds):
        return (items + 2 * finds <= 300).mean()

    def by_chance(items):
        return rng.hypergeometric(
            np.tile(np.rint(every).astype(int), 50), whole - np.tile(np.rint(every).astype(int), 50), items
        )

    assert kept(perfect.items, np.minimum(perfect.items, every)) >= 0.95
    assert kept(perfect.items + 1, np.minimum(perfect.items + 1, every)) < 0.95
    assert (
        kept(random.items - 3, by_chance(random.items - 3)) > 0.95 > kept(random.items + 3, by_chance(random.items + 3))
    )
    # Who leads at a budget is told by the same rule as the best single model.
    for amount in (20, 60, 150, 300):
        analysis = planned(world, values=None, prices=PER_LABEL, budget=Budget(D(amount)), resamples=99)
        assert analysis.single in leading(analysis.winners, D(amount))


def test_labelled_entries_alone_guarantee_a_target_whatever_the_curve_is():
    """Among v entries of a sample the j-th, with fewer than j below it in 95 of 100 samples, exactly counted."""
    items, outputs = items_of(weights=False)
    wanted, share = {"values": None, "target": Target(D("0.6"), "share"), "mixture": False}, Fraction(3, 5)
    entry, listed = np.isin(items.label, [1, 2]), items.label == UNLABELLED
    v = int(entry.sum())
    chance = list(accumulate(comb(v, j) * share**j * (1 - share) ** (v - j) for j in range(v + 1)))
    # Chosen among three by these labels, an order held the share in 94 of 100 samples, among ten in 88.
    for models in (outputs[:1], outputs):
        analysis = planned((items, models), **wanted)
        score = next(each.score for each in models if each.name == analysis.lead.name)
        j = next(j for j, below in enumerate(chance) if below >= 1 - Fraction(5, 100) / len(models))
        reached = int((score[listed] >= np.sort(score[entry])[::-1][j]).sum())
        assert (analysis.certified.entries, analysis.certified.items) == (v, reached)
    for less in ({"target": Target(D(150))}, {"target": None}):
        assert planned((items, outputs[:1]), **wanted | less).certified is None
    assert planned(**GOALS["target"]).certified is None  # of weights no test is exact
    # Of a list of which only the size is known nobody has counted what stands above an entry.
    assert planned(items_of(weights=False, listed=0), **wanted, list_size=900).certified is None
    few = planned((items, outputs[:1]), values=None, target=Target(D("0.99"), "share")).certified
    assert (few.items, few.least) == (None, 299)


@pytest.mark.parametrize(
    ("goal", "rule"),
    [
        ({"values": None, "target": Target(D(5000))}, "impossible"),
        ({"budget": Budget(D("20.50"))}, "impossible"),
        ({"values": Values({"yes": D("0.1"), "rare": D("0.1")})}, "not_starting"),
    ],
)
def test_what_cannot_be_met_or_does_not_pay_has_no_stop(goal, rule):
    analysis = planned(**goal)
    assert (analysis.rule, analysis.chosen) == (rule, None)


@pytest.mark.parametrize("goal", ["worth", "target"])
@pytest.mark.parametrize("case", ["models turned", "scores stretched", "a model without weight"])
def test_what_is_no_difference_moves_nothing(goal, case):
    items, outputs = items_of()
    first = planned((items, outputs), **GOALS[goal])
    if case == "models turned":
        outputs = outputs[::-1]
    elif case == "scores stretched":
        outputs = [replace(each, score=np.exp(each.score) * 7) for each in outputs]
    else:
        outputs = [*outputs, ModelOutput("z", np.zeros(items.n_items))]
    second = planned((items, outputs), **GOALS[goal])
    assert second.chosen == first.chosen
    assert second.evidence.mixture == first.evidence.mixture
    assert second.stop_luck == first.stop_luck


@pytest.mark.parametrize("size", [10, 10**9])
def test_the_size_of_a_list_moves_no_share(size):
    items, outputs = items_of(listed=0)
    said = {"values": None, "prices": replace(PRICES, fixed={}), "list_size": size}
    analysis = planned((items, outputs), **said, budget=Budget(D(size) * 3 / 10, "items"))
    one = planned((items, outputs), **said | {"list_size": 240}, budget=Budget(D(72), "items"))
    assert analysis.chosen.items == size * 3 // 10
    assert analysis.chosen.recall == pytest.approx(one.chosen.recall, abs=0.02)
    assert analysis.evidence.n_positives / size == pytest.approx(one.evidence.n_positives / 240, abs=0.01)


def test_without_draws_means_are_printed_and_no_interval():
    with_draws, without = planned(**COMMON, resamples=999), planned(**COMMON, resamples=0)
    one, other = with_draws.chosen, without.chosen
    assert (other.items, other.spend, other.found.value) == (one.items, one.spend, one.found.value)
    assert not other.found.known
    assert not other.net.known
    assert without.stop_range is None


def test_models_that_are_not_to_be_mixed_leave_the_best_single_one():
    analysis = planned(mixture=False)
    assert analysis.rule == "best_single"
    assert MIXTURE not in [each.name for each in analysis.contenders]
    items, outputs = items_of()
    nets = {each.name: planned((items, [each])).chosen.net.value for each in outputs}
    assert analysis.lead.name == analysis.single == max(nets, key=nets.get)


def test_what_a_single_model_finds_beside_the_order_of_all_is_counted_among_the_labelled():
    """By hand: entries among the first of the labelled items, as many as the stop is of the list; equal places are shared."""
    analysis = planned(values=None, budget=Budget(D(300), "items"), prices=replace(PRICES, listed=True))
    evidence = analysis.evidence
    weight, entry, whole = evidence.sample.weights, evidence.measures["positives"], evidence.list_items

    # The rows to review are those that hold 300 items, the last one some of it.
    items, rows = items_of()[0], [int(name[1:]) for name, _ in analysis.rows_to_review()]
    assert np.cumsum(items.weight[rows])[-2] < analysis.planned == 300 <= np.cumsum(items.weight[rows])[-1]

    def among_first(name):
        place, left, found = evidence.model(name).place, 300 / whole * weight.sum(), 0.0
        for each in np.unique(place)[::-1]:
            at = place == each
            part = min(1.0, left / weight[at].sum())
            found, left = found + part * (weight * entry)[at].sum(), left - part * weight[at].sum()
        return whole * found / weight.sum()

    for each in analysis.contenders:
        if each.name == MIXTURE:
            assert each.difference is None
            continue
        assert each.difference.value == pytest.approx(among_first(each.name) - among_first(MIXTURE))
        assert each.difference.low <= each.difference.value <= each.difference.high


def test_a_known_share_of_entries_holds_in_the_list():
    """All entries of a random sample were kept, and a quarter of its other items."""
    items, outputs = items_of(labelled=2000, listed=6000, weights=False)
    share = float((items.label[items.labelled] > 0).mean())
    others = items.labelled & (items.label == 0)
    kept = np.flatnonzero(~others | (np.cumsum(others) % 4 == 0))
    fewer = rows_of(items, outputs, kept)
    said = {"prevalence": D(repr(share)), "budget": Budget(D(3000), "items"), "values": None}
    evidence = planned(fewer, **said).evidence
    assert evidence.n_positives / evidence.list_items == pytest.approx(share, abs=0.02)
    assert planned(fewer, **said | {"prevalence": None}).evidence.n_positives > 7500 * share


@pytest.mark.parametrize("goal", GOALS)
def test_no_stop_is_recommended_of_an_order_that_says_nothing(goal):
    items, outputs = items_of(weights=False)
    analysis = planned((items, outputs[2:]), **GOALS[goal])
    if analysis.planned in {0, 900}:  # not to start, or all of the list: no order decides anything
        assert analysis.refusal == ""
    else:
        assert (analysis.refusal, analysis.chosen) == ("chance", None)
        assert analysis.unmet
        assert not analysis.check.worse
    assert planned(**GOALS[goal]).refusal == ""


def test_an_order_in_which_all_stand_alike_is_no_worse_than_a_random_one():
    items, outputs = items_of(weights=False)
    alike = replace(outputs[0], score=np.full_like(outputs[0].score, 0.5))
    check = planned((items, (alike,)), **GOALS["budget"]).check
    assert (check.refusal, check.worse) == ("chance", False)


def _few(labelled, entries):
    """So many labelled items, the first ones entries, and a list of 300."""
    items, outputs = items_of(labelled=labelled, listed=300, weights=False)
    label = items.label.copy()
    label[:labelled] = np.where(np.arange(labelled) < entries, 2, 0)
    return replace(items, label=label), outputs


@pytest.mark.parametrize(
    ("labelled", "entries", "more"),
    [
        (29, 10, 1),
        (10, 5, 20),
        (100, 2, 50),  # one more entry at a rate of 2 in 100
        (100, 0, 606),  # three at a rate of 0.5 in 101
        (100, 98, 50),
        (100, 100, 606),
    ],
)
@pytest.mark.parametrize("goal", ["worth within a budget", "target"])
def test_few_labels_give_order_prices_and_curve_and_no_stop(goal, labelled, entries, more):
    analysis = planned(_few(labelled, entries), **GOALS[goal])
    assert (analysis.refusal, analysis.chosen, analysis.unmet, analysis.silent) == ("few", None, True, False)
    assert analysis.check.more == more
    low, high = analysis.band[1:]
    assert (low <= high).all()
    assert low[-1] < analysis.evidence.n_positives < high[-1]
    assert all(option.found.known for option in analysis.options)
    assert analysis.whole.spend > 0
    assert (analysis.ladder, analysis.labels, analysis.along) == ((), None, ())


def test_thirty_labels_with_three_of_either_kind_are_enough():
    for entries in (3, 27):
        assert planned(_few(30, entries), **GOALS["open"]).refusal != "few"


def test_what_was_reviewed_before_counts_as_labelled():
    items, outputs = _few(25, 10)
    judged = frozenset(f"j{place}" for place in range(5))
    rest = Reviewed((), ids=judged, before=Before(tuple(sorted(judged)), 2, D(5), {}))
    assert planned((items, outputs), **GOALS["open"], reviewed=rest).refusal != "few"
    rest = replace(rest, ids=frozenset(sorted(judged)[:4]))
    assert planned((items, outputs), **GOALS["open"], reviewed=rest).check.more == 1
    # Random items from after the stop are labelled items by now. Of 10 items with 2 entries 7, with one, stand beside 60 with one:
    # one more entry at a rate of 2 in 67.
    known = {"j0": "yes", "j1": "no", "j2": "no"}
    ids = frozenset(f"j{place}" for place in range(10))
    rest = Reviewed((), ids=ids, known=known, before=Before(tuple(sorted(ids)), 2, D(5), {}))
    assert planned(_few(60, 1), **GOALS["open"], reviewed=rest).check.more == 34
