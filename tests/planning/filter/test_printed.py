"""What is printed of a stop: one figure for it everywhere, with what the choice flatters itself by taken off."""

import itertools
from decimal import Decimal

import numpy as np
import pytest
from sample_evidence import gathered

from budgetplan.domain.plan import MIXTURE, Budget, Values, Work
from budgetplan.domain.prices import Prices
from budgetplan.planning.filter.analysis import analyse
from budgetplan.planning.ladder.rungs import HERE

D = Decimal
WORTH = Values({"yes": D(6)})


def world(n=120, skills=(1.0, 1.0, 1.0), seed=5, **said):
    rng = np.random.default_rng(seed)
    entry = rng.random(n) < 0.25
    label = "".join("y" if one else "n" for one in entry)
    scores = {f"m{place}": entry * skill + rng.normal(size=n) for place, skill in enumerate(skills)}
    return analyse(gathered(label, scores, **({"resamples": 100} | said)))


_RANKED = {}


def ranked(seed, **said):
    """Return a world whose entries have a worth; equal worlds are made once."""
    name = repr((seed, said))
    if name not in _RANKED:
        _RANKED[name] = world(values=WORTH, seed=seed, **said)
    return _RANKED[name]


def contender(analysis, name):
    return next(one for one in analysis.decision.contenders if one.name == name)


@pytest.mark.usefixtures("plan_alone")
@pytest.mark.parametrize("mixture", [False, True])
@pytest.mark.parametrize(
    "more", [{"values": WORTH}, {"values": WORTH, "budget": Budget(D(40))}, {"list_size": 900}]
)
def test_one_figure_stands_for_a_stop_everywhere(mixture, more):
    analysis = world(mixture=mixture, **({"budget": Budget(D(30))} | more))
    chosen = analysis.decision.chosen
    assert contender(analysis, chosen.model).option == chosen
    assert chosen in analysis.options


def test_worth_less_spend_is_the_net_value():
    chosen = world(values=WORTH).decision.chosen
    assert 6 * chosen.found.value - float(chosen.spend) == pytest.approx(chosen.net.value, abs=1e-6)


@pytest.mark.parametrize(
    "more", [{}, {"budget": Budget(D(40))}, {"mixture": True}, {"list_size": 900}], ids=str
)
def test_no_stop_is_printed_as_worth_more_than_the_recommended_one_and_each_is_its_worth_less_its_spend(more):
    for seed in range(6):
        analysis = ranked(seed, **more)
        chosen = analysis.decision.chosen
        if chosen is None or not chosen.items:
            continue
        ladder = [one.option for one in analysis.ladder]
        within = [one for one in (*analysis.options, *ladder[: HERE + 1]) if one.items <= chosen.items]
        assert max(one.net.value for one in within) <= chosen.net.value + 1e-6
        nets = [one.net.value for one in ladder[: HERE + 1]]
        assert nets == pytest.approx(np.maximum.accumulate(nets), abs=1e-6)
        for one in (*analysis.options, *ladder):
            assert one.net.value == pytest.approx(6 * one.found.value - float(one.spend), abs=1e-6)


@pytest.mark.parametrize(
    "more", [{}, {"mixture": True, "budget": Budget(D(60))}, {"list_size": 700}], ids=str
)
def test_the_net_value_of_every_stop_and_model_is_worth_less_spend_where_prices_differ_by_item(more):
    # Longer items are dearer, and hours are billed to the hundredth: in the resamples the price of a stop varies, too.
    timed = Prices(
        currency="EUR", hourly_rate=D(30), seconds_per_item=D(9), seconds_per_unit=D(4), stated=True
    )
    for seed in range(4):
        units = np.random.default_rng([seed, 1]).lognormal(2.0, 0.8, 120).round()
        analysis = world(values=WORTH, prices=timed, seed=seed, columns={"units": units}, **more)
        options = [one.option for one in (*analysis.decision.contenders, *analysis.ladder)]
        for one in (*analysis.options, *options):
            assert one.net.value == pytest.approx(6 * one.found.value - float(one.spend), abs=1e-6)


@pytest.mark.parametrize(
    "values",
    [
        Values({"yes": D(6)}, left_out={"yes": D("-0.3"), "no": D("-0.1")}),
        Values({"yes": D(7)}, error={"yes": D("0.1")}),
    ],
    ids=["left out", "error"],
)
def test_no_stop_is_worth_more_than_the_recommended_one_where_entries_have_several_worths(values):
    held = 0
    for seed in range(12):
        analysis = world(values=values, seed=seed)
        chosen = analysis.decision.chosen
        if chosen is None or not chosen.items:
            continue
        ladder = [one.option for one in analysis.ladder[: HERE + 1]]
        within = [one.net.value for one in (*analysis.options, *ladder) if one.items <= chosen.items]
        assert max(within) <= chosen.net.value + 1e-6
        held += sum(abs(one - chosen.net.value) < 1e-6 for one in within) > 2
    assert held


def test_more_money_never_finds_less():
    for seed in range(6):
        analysis = ranked(seed)
        found = [one.found.value for one in analysis.options]
        assert found == sorted(found)


@pytest.mark.usefixtures("plan_alone")
def test_what_the_choice_flatters_itself_by_is_taken_off_the_value_and_the_lower_end():
    """The more equally good models there are, the better the best of them looks, and the more is taken off."""
    few, many = (world(skills=(1.0,) * n, budget=Budget(D(30)), resamples=300).decision for n in (2, 12))
    assert 0 <= few.optimism_found < many.optimism_found
    analysis = world(skills=(1.0,) * 12, budget=Budget(D(30)), resamples=300)
    chosen, lead = analysis.decision.chosen, analysis.lead
    raw = float(lead.path.read("positives", chosen.items))
    assert chosen.found.value < raw
    # Without a choice nothing is taken off.
    [alone] = [world(skills=(1.0,), budget=Budget(D(30)), resamples=300)]
    assert alone.decision.optimism_found == pytest.approx(0, abs=0.3)


@pytest.mark.usefixtures("plan_alone")
def test_the_mixture_is_no_choice_and_the_best_single_model_is_one():
    analysis = world(mixture=True, budget=Budget(D(30)), skills=(1.0,) * 6)
    decision = analysis.decision
    assert decision.chosen.model == MIXTURE
    single = contender(analysis, decision.single)
    path = analysis.evidence.model(decision.single).path
    assert single.option.found.value < float(path.read("positives", single.option.items))
    mixed = float(analysis.lead.path.read("positives", decision.chosen.items))
    assert abs(decision.chosen.found.value - mixed) < 1


@pytest.mark.usefixtures("plan_alone")
def test_a_plan_that_only_looks_worth_it_is_not_recommended():
    """Models that know nothing: the best stop of the best of them looks worth something in most samples."""
    started = 0
    for seed in range(20):
        said = {"prices": Prices(per_item=D(1), currency="EUR", stated=True), "values": Values({"yes": D(4)})}
        started += (
            world(n=100, skills=(0.0,) * 4, seed=seed, resamples=100, **said).decision.chosen is not None
        )
    assert started <= 8


def test_without_resamples_nothing_is_taken_off():
    analysis = world(values=WORTH, resamples=0)
    chosen = analysis.decision.chosen
    assert analysis.decision.optimism is None
    assert chosen.found.value == float(analysis.lead.path.read("positives", chosen.items))


@pytest.mark.usefixtures("plan_alone")
def test_no_stop_finds_more_than_all():
    """Where nearly everything is found already, what is printed of two stops differs by chance alone."""
    for seed in (8, *range(4)):
        bought = Budget(D(12), "items")
        analysis = world(n=40, skills=(3.5,) * 3, seed=seed, budget=bought, mixture=False, resamples=100)
        assert all(one.recall <= 1 and one.found.value <= one.items for one in analysis.options)


@pytest.mark.usefixtures("plan_alone")
@pytest.mark.parametrize("size", [None, 900, 10**6])
@pytest.mark.parametrize("mixture", [False, True])
def test_between_the_stops_that_were_read_the_entries_found_never_fall(size, mixture):
    """Half of the budget is an option, too: what is said of it there is said of it on the way."""
    budget = Budget(D(30 if size is None else size // 4))
    analysis = world(
        mixture=mixture, budget=budget, list_size=size, work=Work(packet=int(budget.amount) // 4)
    )
    along = analysis.along
    assert along[-1][0] == analysis.decision.chosen.items
    assert along[-1][1].value == pytest.approx(analysis.decision.chosen.found.value, rel=1e-12)
    for (_, one), (_, later) in itertools.pairwise(along):
        assert one.value <= later.value + 1e-9
        assert one.low <= later.low + 1e-9
    options = {one.items: one.found for one in analysis.options}
    for items, found in along:
        if items in options:
            assert found == options[items]
