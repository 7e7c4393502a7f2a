"""What pages read of a plan for a ranked list, beside every whole number of items tried as a stop."""

from dataclasses import replace

import numpy as np
import pytest
from awkward_world import LABELS, ODD, PRICES
from documents_world import Model, world
from facts import Facts
from stood import close

from budgetplan.plans.explored import Explored
from budgetplan.plans.review import band_of
from budgetplan.plans.review_reading import Comparator

AWKWARD = ODD | {"models": (Model("good", 2.5, cost="7"), Model("fair", 1.5, 4))}
DEAR = (Model("good", 2.5, cost="31"), Model("fair", 2.0, 4, cost="29"))
TWO = {"entry": {"idiom": "9", "collocation": "5"}, "error": {"*": "0.1"}}
PLAIN = {name: each for name, each in PRICES.items() if name != "extra_per_entry"}
TIMED = {"hourly_rate": "36", "seconds_per_item": "60", "currency": "EUR", "fixed": {"training": "1"}}
SAID = [
    {"values": TWO, "budget": ("60", "money")},
    {"values": TWO, "budget": None},
    {"values": TWO, "budget": ("20", "money", "annotation")},
    {"budget": ("60", "money")},
    {"budget": ("30", "money", "annotation")},
    {"budget": None},
    {"budget": None, "target": ("0.7", "share")},
    {"budget": ("70", "money"), "target": ("14", "entries")},
    {"budget": ("500", "money")},
    {"price": None, "budget": ("20", "items")},
    {"price": None, "budget": None, "target": ("0.9", "share")},
    {"price": TIMED, "budget": ("0.5", "hours")},
    {"price": PLAIN, "values": {"entry": {"idiom": "9", "collocation": "9"}}, "budget": ("200", "money")},
    {"price": PLAIN, "values": {"entry": {"idiom": "9", "collocation": "9"}}, "budget": ("60.9", "money")},
    {"price": PLAIN, "budget": ("60.9", "money"), "models": (Model("good", 0.8, cost="19"),)},
    {"price": PLAIN, "budget": ("60.9", "money"), "models": (Model("fair", 0.9, 2, cost="25"),)},
    {"price": PLAIN, "values": TWO, "budget": ("80.9", "money"), "models": (Model("fair", 0.9, 2, cost="25"),)},
    {"price": PLAIN, "values": TWO, "budget": None, "models": (Model("good", 1.2, cost="29"),)},
    {"price": PLAIN, "budget": ("15", "money"), "models": (Model("tied", order=("aabbccdd" * 6)),)},
    {"values": TWO, "budget": ("60", "money"), "mixture": True},
    {"price": PLAIN, "budget": ("60", "money"), "mixture": True, "models": DEAR},
    {"price": PLAIN, "values": TWO, "budget": ("55", "money"), "mixture": True, "models": DEAR},
    {"models": tuple(Model(name, 2.0 - 0.3 * at, at) for at, name in enumerate("abcd")), "budget": ("55", "money")},
    {"values": {"entry": {"idiom": "0.5", "collocation": "1"}}, "budget": None},
    {"values": {"entry": {"idiom": "0", "collocation": "0"}}, "budget": None},
    {"budget": ("60", "money"), "resamples": 0, "price": {"per_item": "0.004", "currency": "EUR"}},
    {
        "budget": None,
        "price": {"per_item": "0.003", "currency": "EUR"},
        "labels": LABELS * 3,
        "weights": None,
        "groups": "",
    },
    {"price": PLAIN, "budget": ("500", "money"), "models": (Model("good", 2.5, cost="7"),)},
]


def told(choice):
    return (choice.items, choice.found, choice.low, choice.high)


@pytest.mark.parametrize(
    "place", [pytest.param(at, marks=[pytest.mark.slow] * (at in {1, 8, 13, 15, 17, 21})) for at in range(len(SAID))]
)
def test_every_fact_is_that_of_all_stops_tried_one_by_one(place):
    analysis = world(**AWKWARD | SAID[place]).analysis
    by_hand = Facts(analysis, 60.0 if SAID[place].get("price") is TIMED else 0.0)
    step = {name: getattr(analysis, f"{name}_step") for name in ("next", "last")}
    printed = {
        name: each and (each.items, each.new.value, each.cost, each.net and each.net.value)
        for name, each in step.items()
    }
    printed |= {"stop": analysis.planned, "ends": analysis.money_ends, "by": analysis.set_by}
    printed |= {"safe": analysis.target_safe, "ladder": [rung.option.items for rung in analysis.ladder]}
    assert printed | {"options": [each.items for each in analysis.options]} == close(by_hand.decided())

    printed = {"choices": [told(each) for each in analysis.choices]}
    if analysis.choices:
        question = analysis.question()
        printed |= {"question": question and tuple(map(told, question)), "shown": analysis.choices_shown()}
        printed |= {"tells": analysis.tells_choices, "closer": analysis.closer_than_coins(), "pays from": {}}
        for items in {1, analysis.planned or 1, by_hand.whole // 2, by_hand.whole}:
            pays = analysis.pays_from(items)
            printed["pays from"][items] = pays and (pays[0], *map(told, pays[1:]))
    assert printed == close(by_hand.by_worth())

    chosen, whole = analysis.chosen, by_hand.whole
    printed = {"first": float(analysis.spend_to(1)), "in budget": analysis.found_in_budget()}
    printed["within"] = [items for items in range(whole + 1) if analysis.same_stop(items)]
    printed |= {"half": analysis.half_found(), "least loss": analysis.least_loss() if by_hand.valued else None}
    printed |= {"unspent": analysis.why_unspent, "holds": analysis.holds}
    if chosen is not None:
        spare = analysis.unspent(chosen)
        printed |= {"left": analysis.left(chosen), "spare": None if spare is None else float(spare)}
        printed |= {"place": analysis.stop_in_parts()}
        printed["parts"] = {items: analysis.part_of(analysis.at(items)) for items in range(1, whole + 1)}
    assert printed == close(by_hand.of_stop())

    rivals = [each.name for each in analysis.rivals]
    assert {"rival": analysis.rival, "rivals": rivals} == by_hand.beside()
    if not analysis.evidence.prices.extra_per_entry:
        other = analysis.without_model
        assert (other and (other.items, float(other.spend))) == close(by_hand.without())
        if analysis.planned or analysis.goal == "open":
            both = [(each.items, each.found.value) for each in analysis.comparators()]
            assert both == close(by_hand.comparators())
            # Among the first of a random order are never more entries than items.
            random = Comparator(analysis.evidence, replace(analysis.evidence.random, drawn=analysis.draws))
            assert (np.clip(among := random.among_first(few := np.arange(4.0)), 0, few) == among).all()
        single = analysis.single_instead
        assert (single and (single.items, single.model)) == by_hand.single()
    by_worth = analysis.goal == "net_value" and analysis.planned > 0 and not analysis.refusal
    assert [each is not None for each in (analysis.stop_luck, analysis.shown)] == [by_worth and chosen is not None] * 2
    half = analysis.half_of_whole
    printed = {"no more": analysis.pays_no_more, "may": analysis.more_may_pay, "half": half and half.items}
    printed["ahead"] = analysis.ahead if analysis.contenders else ("", 0.0)
    assert printed | {"span": analysis.stop_range} == close(by_hand.of_steps())
    assert analysis.target_worst() == by_hand.worst()
    if (target := analysis.evidence.plan.target) is not None:
        assert analysis.wanted(target) == close(chosen.found.value if target.unit == "share" else float(target.amount))
    if analysis.band is not None:
        ends, low, high = (each.tolist() for each in analysis.band)
        band = {int(end): ends for end, *ends in zip(ends, low, high, strict=True) if end == int(end)}
        assert band == close({items: list(each) for items, each in by_hand.drawn()["band"].items()})
        along = band_of(analysis)
        for at, *line in zip(along.items, along.low, along.high, strict=True):
            ends = by_hand.drawn()["band"].get(at)
            assert ends is None or line == close([ends[0], min(ends[1], at)])
        items, found, under, over = analysis.curve(analysis.lead)
        for m, line in by_hand.drawn()["band"].items():
            assert (np.interp(m, items, under), np.interp(m, items, over)) == close(line)
            assert np.interp(m, items, found) == close(by_hand.known[m])


@pytest.mark.parametrize("place", [0, 2, 3, 4, 7, 11, 12, 14, 21, 23, 24, 25])
def test_every_handle_shows_the_best_of_all_stops(place):
    """What other budgets and worths buy: no stop is left out that some money buys."""
    analysis = world(**AWKWARD | {"resamples": 39} | SAID[place]).analysis
    if analysis.silent:
        return
    made, by_hand = Explored(analysis), Facts(analysis, 60.0 if SAID[place].get("price") is TIMED else 0.0)
    some, stops = {*made.worths[place % 3 :: 6], *(each for each in made.worths if each.planned)}, {}
    anew = by_hand.handles([each.worth for each in some])
    for stop, judging in zip(made.stops, made.judging, strict=True):
        option, found = stop.option, stop.option.found
        said = {"found": (found.value, found.low, found.high), "spend": float(option.spend), "hours": option.hours}
        said |= {"money": float(stop.budget.amount), "further": stop.further}
        stops[option.items] = said
        assert made.once * (option.items > 0) + judging == pytest.approx(by_hand.exact(option.items), abs=1e-4)
        assert sum(line.amount for line in stop.lines) == option.spend
    assert stops == close(anew["stops"])
    assert made.stops[made.planned].option.items == analysis.planned
    worths = {each.worth: (each.items, each.net, each.luck, list(each.dearer)) for each in some}
    assert worths == close(anew["worths"])
    planned, common = [each for each in made.worths if each.planned], analysis.evidence.common_worth
    worth = 1 if common is None else common
    assert [each.worth for each in planned] == [worth] * (by_hand.valued and bool(worths))
    for each in planned if analysis.stop_luck is not None and not analysis.money_ends else ():
        assert (each.items, each.luck) == (analysis.planned, pytest.approx(analysis.stop_luck))
        assert analysis.shown is (each.net + each.luck > analysis.luck.whole)
    assert made.in_times is (common is None and by_hand.valued)
    for name, (few, found, spent, hours) in made.others.items():
        random = analysis.evidence.random
        path = random.path if name == random.name else analysis.evidence.model(name).path
        assert found == [round(float(path.read("positives", m)), 1) for m in few]
        assert hours == [round(by_hand.seconds * m / 3600, 2) for m in few]
        assert (few[0], few[-1], spent[0]) == (0, by_hand.whole, 0)
