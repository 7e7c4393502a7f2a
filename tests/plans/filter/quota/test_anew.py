"""A plan with quotas beside every stop of every stratum tried one by one."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from awkward_world import AWKWARD, BOTH, LABELS, SIZED, TIED, TIMED, TWO
from documents_world import DEFAULT, make_items, make_plan, outputs
from quotas import Quotas
from stood import close

from budgetplan.domain.plan import Quota
from budgetplan.lists.evidence import gather
from budgetplan.plans.quota import QuotaPlan, checked, course_with_quotas

LIST = "?" * 40
SAID = [
    {},
    {"values": TWO},
    {"values": TWO, "budget": ("70", "money"), "price": SIZED},
    {"values": TWO, "minimum": 6, "sure": "0.6"},
    {"minimum": 2, "minimums": {"c": 0}, "budget": ("75", "money", "annotation"), "sure": "0.5"},
    {"budget": ("60", "money"), "price": SIZED, "models": (TIED,)},
    {"budget": ("20", "money"), "minimum": 3},
    {"price": None, "budget": ("30", "items"), "minimum": 2, "work": {"tail_sample": 4}},
    {"price": TIMED, "budget": ("0.9", "hours"), "minimum": 2},
    {"price": SIZED, "budget": ("30", "items"), "minimum": 2, "values": TWO},
    {"price": TIMED, "values": TWO, "budget": ("1.2", "hours"), "minimum": 1, "models": (TIED,)},
    {"minimum": 90},
    {"minimum": 7, "sure": "0.99"},
    {"values": TWO, "minimum": 0, "minimums": {"a": 1}, "work": {"tail_sample": 6, "control": 5}},
    {"values": TWO, "minimum": 0, "minimums": {"a": 1}, "budget": ("30", "money")},
    {**BOTH, "budget": ("90", "money"), "minimum": 3},
    {**BOTH, "minimum": 3, "sure": "0.7", "values": TWO},
    {**BOTH, "mixture": False, "minimum": 4},
    {**BOTH, "mixture": False, "minimum": 4, "budget": ("60", "money"), "resamples": 0},
    {"labels": LABELS + LIST, "minimum": 3},
    {"labels": LABELS + LIST, "minimum": 2, "values": TWO, "budget": ("60", "money"), "price": SIZED},
    {"labels": LABELS + LIST, "minimum": 2, "models": (TIED,), "weights": None, "groups": ""},
    {"labels": LABELS + LIST, "minimum": 2, "resamples": 0, **BOTH},
    {"list_size": 250, "minimum": 12, "values": TWO},
    {"price": {"currency": "EUR"}, "listed": [f"{place % 7}.5" for place in range(88)], "minimum": 3, "values": TWO},
]


def made(said):
    """Return a plan with quotas of three strata, and the rows of each order by stratum."""
    said, quota = {**said}, {"minimum": 4}
    quota |= {name: said.pop(name) for name in ("minimum", "minimums", "sure") if name in said}
    if "sure" in quota:
        quota["sure"] = Decimal(quota["sure"])
    args = DEFAULT | AWKWARD | said
    n = len(args["labels"])
    args |= {name: args[name] and args[name][:n] for name in ("groups", "weights", "sizes", "listed")}
    args["models"] = tuple(replace(each, order=each.order[:n]) for each in args["models"])
    code = np.array(["aabac"[place % 5] for place in range(n)])
    plan = replace(make_plan(args), quota=Quota(by="stratum", **quota))
    items = replace(make_items(args), quota=np.searchsorted(["a", "b", "c"], code), quotas=("a", "b", "c"))
    data = outputs(args)
    plan_made = QuotaPlan(plan, items, whole := gather(plan, items, data))
    listed = [place for place in range(n) if args["labels"][place] == "?"]
    rows, size = {}, [stratum.evidence.list_items for stratum in plan_made.strata]
    among, known = listed or range(n), plan.prices.item_cost(n, items.units, items.listed_cost)
    for model in whole.models:
        scores = dict(zip(among, whole.scored.scores[model.name][1] if listed else model.score, strict=True))
        rows[model.name] = []
        for s, name in enumerate("abc"):
            inside = [place for place in among if code[place] == name]
            weight = {place: args["weights"][place] if args["weights"] else 1.0 for place in inside}
            times, each = size[s] / sum(weight.values()), []
            for place in inside:
                units, cost = (0.0 if column is None else column[place] for column in (items.units, items.listed_cost))
                each.append((scores[place], known[place], units, cost, weight[place] * times))
            rows[model.name].append(each)
    return plan_made, Quotas(plan_made, rows, size), [code[place] for place in among]


def ends(estimate):
    if estimate is None:
        return None
    return (estimate.value,) if estimate.low is None else (estimate.value, estimate.low, estimate.high)


def of_stops(stops):
    told = {name: getattr(stops, name) for name in ("items", "share", "luck", "held", "met", "hours", "chance")}
    told |= {"spend": float(stops.spend), "found": ends(stops.found), "net": ends(stops.net)}
    return told | {"range": ends(stops.spend_range) or ()}


@pytest.mark.parametrize(
    "place", [pytest.param(at, marks=[pytest.mark.slow] * (at in {9, 10, 14, 17, 18, 22})) for at in range(len(SAID))]
)
def test_every_number_is_that_of_all_stops_tried_one_by_one(place):
    quota, anew, _ = made(SAID[place])
    offer, order = quota.offer, anew.order
    assert offer.name == order.name

    def stops(option):
        return option and list(option.by_stratum)

    printed = {"least": stops(offer.least), "best": stops(offer.best), "unsure": offer.unsure}
    printed |= {"needed": [*offer.needed], "reached": [*offer.reached]}
    assert stops(offer.expected) == (None if None in order.reached else order.reached)
    assert printed == {name: getattr(order, name) for name in printed}
    for each in (offer.least, offer.best, quota.safer):
        if each is not None:
            assert of_stops(each) == close(order.printed(each.by_stratum))
            assert offer.as_budget(each) == order.as_budget(each.by_stratum)
    price = quota.price and (quota.price[0], float(quota.price[1]))
    beside = {"free": stops(quota.free), "forgone": ends(quota.forgone), "price": price}
    assert beside | {"other": quota.other and quota.other.name} == close(anew.beside())
    rows = [
        (row.most, row.items, float(row.spend), ends(row.found), row.found_worst, row.last_entry) for row in quota.rows
    ]
    rows = [(row, (each.chance, each.safe_items)) for row, each in zip(rows, quota.rows, strict=True)]
    assert rows == close(list(anew.rows()))
    assert float(quota.paid_once) == pytest.approx(order.paid_once(order.best or order.least or [0] * 3))
    if quota.ladder and quota.plan.budget is None:
        assert quota.ladder[10].budget == order.as_budget(order.best or order.least)
    rungs = [(stops(rung.option), rung.models) for rung in quota.ladder]
    assert rungs == anew.ladder([rung.budget for rung in quota.ladder])
    chance = (quota.chosen or offer.least).chance if quota.chosen or offer.unsure else None
    sure, every = SAID[place].get("sure"), order.chances(order.whole)[1] if quota.plan.resamples else None
    assert (quota.chance, quota.surest) == (chance, every)
    assert quota.is_sure is (None not in (sure, chance) and chance >= float(sure))
    assert quota.within_budget is (order.unsure or order.least is None or order.best is not None)
    assert [row.name for row in quota.beyond] == [row.name for row in quota.rows if row.quota > row.most]
    wanted = [row for row in quota.rows if row.quota]
    assert (quota.wanted, quota.n_wanted) == (wanted, sum(row.quota for row in wanted))
    chances = [row for row in wanted if row.chance is not None]
    assert quota.rarest == (min(chances, key=lambda row: row.chance) if chances else None)
    dear = [row for row in wanted if row.last_entry is not None]
    assert quota.dearest == (max(dear, key=lambda row: (row.last_entry, row.name)) if dear else None)


@pytest.mark.parametrize("place", [2, 15, 19, 20, 21, 22, 23])
def test_the_queue_holds_the_first_items_of_each_stratum_and_what_is_found_along_it_is_read_item_by_item(place):
    quota, anew, stratum = made(SAID[place])
    offer, scored, tied = quota.offer, quota.evidence.scored, place == 21  # of equal items any may come first
    rows = anew.rows_of[offer.name]
    flat = [(-row[0], row[1], s, row[4]) for s, each in enumerate(rows) for row in each]
    queue = [(s, n) for _, _, s, n in sorted(flat, key=lambda row: row[:2])]
    stops = [0.0, 1.0, 2.5, 7.0, float(quota.chosen.items), quota.chosen.items + 4.5, float(sum(anew.order.size))]
    for at, found in zip(stops, checked(quota, stops), strict=True):
        assert tied or ends(found) == close(anew.along(at, queue)[1])
    course = course_with_quotas(quota)
    assert (course is None) is (scored is None)
    if course is None:
        return
    score, known = scored.scores[offer.name][1].tolist(), scored.known.tolist()
    left, planned = dict(zip("abc", offer.best.by_stratum, strict=True)), []
    for at in sorted(range(len(score)), key=lambda at: (-score[at], known[at])):
        if left[stratum[at]] > 0:
            planned.append(at)
        left[stratum[at]] -= scored.weight[at]
    assert course.review == len(planned)
    assert tied or course.queue[: course.review].tolist() == planned
    assert sorted(course.queue.tolist()) == list(range(len(score)))
    assert course.strata == tuple(stratum)
    for at in range(len(score)):  # how likely each is: what it adds to its stratum
        s = "abc".index(stratum[at])
        before = sum(n for x, cost, _, _, n in rows[s] if (-x, cost) < (-score[at], known[at]))
        more = anew.order.entries(s, before + scored.weight[at]) - anew.order.entries(s, before)
        assert course.rate[at] == pytest.approx(more / scored.weight[at], abs=1e-6)
    assert (course.recipe == {}) is (offer.name != "mixture")
    if tied:
        return
    band = course.band
    expected = [anew.along(at, queue)[1] for at in band.items.tolist()]
    assert band.expected.tolist() == close([each[0] for each in expected])
    if quota.plan.resamples:
        low = [max(each[1] for each in expected[: at + 1]) for at in range(len(expected))]
        high = [max(each[2] for each in expected[: at + 1]) for at in range(len(expected))]
        assert (band.low.tolist(), band.high.tolist()) == close((low, np.minimum(high, band.items).tolist()))
