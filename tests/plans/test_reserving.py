"""What is kept in reserve, how long work takes and what moves a plan, beside every draw and stop tried one by one."""

from dataclasses import replace
from decimal import Decimal

import pytest
from awkward_world import LABELS, ODD, PRICES
from documents_world import DEFAULT, make_items, make_plan, outputs
from reserved import Reserved
from risk_world import kept, plan_of, sample, spans
from risk_world import planned as with_its_risk
from stood import close

from budgetplan.domain.plan import Budget, Values, Work
from budgetplan.domain.prices import Prices
from budgetplan.domain.risk.ranges import Ranges
from budgetplan.lists.evidence import gather
from budgetplan.plans.reserving import of_filter, priced_with, with_risk
from budgetplan.plans.review import Analysis

TIMED = {"hourly_rate": "36", "seconds_per_item": "60", "seconds_per_unit": "4", "annotators": "2", "currency": "EUR"}
TIMED |= {"adjudicated_share": "0.2", "adjudication": "0.9", "extra_per_entry": "0.3", "fixed": {"training": "4"}}
TIMED |= {"indirect": "0.2"}
DEAR = TIMED | {"extra_per_entry": "9"}
AWKWARD = ODD | {"price": TIMED, "positive": ("idiom",), "budget": None, "resamples": 40}
AWKWARD |= {"sizes": tuple(1 + place % 4 for place in range(len(LABELS)))}
WIDE = {"seconds_per_item": (30, 150), "seconds_per_unit": (1, 9), "hourly_rate": (20, 70)}
WIDE |= {"adjudicated_share": ("0.05", "0.5"), "adjudication": (0, 3)}
WORTH = {"entry": {"idiom": "9"}, "error": {"*": "0.1"}}
BOTH = {"per_item": ("0.2", 2), "adjudication": ("0.1", "0.4"), "adjudicated_share": ("0.1", "0.3")}
SAID = [
    {"values": WORTH, "ranges": {**WIDE, "value": (2, 30)}},
    {"values": WORTH, "ranges": {**WIDE, "value": (8, 10)}, "budget": ("90", "money"), "computed": True},
    {"values": WORTH, "ranges": WIDE, "budget": ("40", "money", "annotation")},
    {"values": WORTH, "ranges": WIDE, "budget": ("1.5", "hours"), "work": {"deadline": "2026-12-27"}},
    {"values": WORTH, "ranges": WIDE, "budget": ("20", "items")},
    {"values": WORTH, "ranges": WIDE, "resamples": 0, "computed": True},
    {"ranges": WIDE, "target": ("0.7", "share"), "computed": True, "work": {"people": 1, "hours_a_week": "0.1"}},
    {"ranges": WIDE, "target": ("14", "entries"), "work": {"deadline": "2026-12-13", "hours_a_week": "0.3"}},
    {"ranges": WIDE, "target": ("0.9", "share"), "resamples": 0},
    {"ranges": {}, "computed": True, "budget": ("70", "money")},
    {"ranges": BOTH, "price": PRICES, "budget": ("60", "money"), "work": {"tail_sample": 6, "control": 3}},
    {"ranges": BOTH, "price": PRICES, "values": WORTH, "list_size": 120, "computed": True},
    {"ranges": BOTH, "price": PRICES, "values": WORTH, "types": ("abcdefghijk" * 9)[: len(LABELS)]},
    {"ranges": {}, "price": None, "budget": ("20", "items"), "work": {"deadline": "2026-12-27"}},
    {"ranges": {"per_unit": ("0.01", "0.4")}, "price": PRICES | {"per_unit": "0.1"}, "values": WORTH},
    {"ranges": WIDE, "values": {"entry": {"idiom": "20"}}, "labels": LABELS + "?" * 40},
    {"ranges": {}, "computed": True, "resamples": 0, "target": ("14", "entries")},
    {
        "ranges": WIDE,
        "target": ("8", "entries"),
        "work": {"deadline": "2026-12-13", "hours_a_week": "0.05"},
        "values": WORTH,
    },
    {"ranges": WIDE, "values": {"entry": {"idiom": "30"}}, "price": DEAR, "budget": ("150", "money")},
]


def made(said):
    """Return a plan with its risk, and what makes plans of its items."""
    said, n = {**said}, len(said.get("labels", LABELS))
    ranges = Ranges(spans(**said.pop("ranges")), computed=said.pop("computed", False))
    work = {"people": 2, "hours_a_week": "0.5", "start": "2026-12-07"} | said.pop("work", {})
    args = DEFAULT | AWKWARD | said
    args |= {name: args[name] and (args[name] * 2)[:n] for name in ("groups", "weights", "sizes")}
    if args["types"]:
        args |= {"groups": "", "weights": None}
    plan = replace(make_plan(args), ranges=ranges, work=Work(**work | {"hours_a_week": Decimal(work["hours_a_week"])}))

    def planned(plan):
        return Analysis(gather(plan, make_items(args), outputs(args)))

    return with_risk(plan, planned), planned


@pytest.mark.parametrize("place", range(len(SAID)))
def test_every_number_is_that_of_each_draw_and_of_all_stops(place):
    analysis, planned = made(SAID[place])
    anew, found = Reserved(analysis), analysis.risk
    assert found.entries == close(anew.entries)
    reserve, calendar, prices = found.reserve, found.calendar, analysis.evidence.prices
    assert (reserve is None) is not prices.stated
    if reserve is not None:
        rate = None if reserve.rate is None else float(reserve.rate)
        chance = list(zip(reserve.cost, reserve.chance, strict=True))
        assert (reserve.planned, reserve.missed, reserve.amount, rate, chance) == close(anew.reserve())
        if analysis.plan.ranges.computed:
            assert (reserve.rate or 0) <= prices.contingency
        if analysis.plan.ranges.computed and prices.contingency:
            # A tenth of a percent less would not suffice for the plan that is made with it.
            less = prices.contingency - Decimal("0.001")
            needed = of_filter(planned(priced_with(analysis.plan, less)))[1]
            assert needed.rate is None or needed.rate > less
    assert (calendar is None) is not prices.timed
    if calendar is not None:
        told = (calendar.people, calendar.weeks, calendar.end, calendar.chance, calendar.people_needed, calendar.missed)
        assert told == close(anew.calendar())
    here, swings = anew.swings()
    assert found.here == close(here)
    told = {
        each.key: ((each.at_low, each.at_high), [each.below, each.above], [each.at_below, each.at_above])
        for each in found.swings
    }
    assert told == close(swings)
    widths = [abs(each.at_high - each.at_low) for each in found.swings]
    assert widths == sorted(widths, reverse=True)


WORK = Work(people=2, hours_a_week=Decimal(5), start="2026-12-07", deadline="2027-01-31")


def test_the_calendar_needs_times_and_hours_a_week_and_no_price():
    budget = Budget(Decimal(300), "items")
    timed = Prices(seconds_per_item=Decimal(20))
    entries, reserve, calendar = of_filter(kept(plan_of(timed, budget=budget, work=WORK)))
    assert entries > 0
    assert reserve is None
    assert calendar.chance > 0
    assert with_risk(plan_of(timed, budget=budget, work=WORK), kept).risk.calendar == calendar
    assert of_filter(kept(plan_of(Prices(), budget=budget, work=WORK)))[1:] == (None, None)
    assert of_filter(kept(plan_of(timed, budget=budget)))[2] is None


RANGES = Ranges(spans(seconds_per_item=(15, 40)), computed=True)
BUDGET = {"budget": Budget(Decimal(400))}


def test_the_same_seed_keeps_the_same_whatever_models_are_called_and_another_one_nearly():
    plan = plan_of(ranges=RANGES, **BUDGET)
    one, again, other = (with_its_risk(each).risk for each in (plan, plan, replace(plan, seed=9)))
    assert (again.reserve.amount, again.swings) == (one.reserve.amount, one.swings)
    assert one.reserve.amount != other.reserve.amount == pytest.approx(one.reserve.amount, rel=0.6)
    items, outputs = sample()
    turned = [replace(output, name=f"x{output.name}") for output in outputs]
    renamed = with_risk(plan, lambda each: Analysis(gather(each, items, turned)))
    assert renamed.risk.reserve.amount == one.reserve.amount


def test_where_nothing_is_recommended_nothing_is_kept_in_reserve():
    assert with_its_risk(plan_of(**BUDGET)).risk is None  # nobody asked
    nothing = with_its_risk(plan_of(ranges=RANGES, values=Values({"yes": Decimal("0.01")})))
    assert nothing.chosen is None
    assert nothing.risk is None
    assert nothing.evidence.prices.contingency == 0


def test_a_contingency_that_leaves_nothing_worth_starting_is_not_the_last_that_is_tried():
    """What 22 items would need, 120 %, leaves none that pays; 41 % suffice for 15."""
    dear = TIMED | {"extra_per_entry": "5"}
    said = {"values": {"entry": {"idiom": "15"}}, "ranges": WIDE, "computed": True, "price": dear}
    analysis, planned = made(said | {"budget": ("200", "money")})
    bare = planned(priced_with(analysis.plan, Decimal(0)))
    needs = of_filter(bare)[1].rate
    assert planned(priced_with(analysis.plan, needs)).chosen is None
    assert 0 < analysis.chosen.items < bare.chosen.items
    assert analysis.risk.reserve.rate <= analysis.prices.contingency < needs
