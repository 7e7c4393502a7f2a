"""What is told of a joint plan holds, each fact in a world made for it; and who is asked for a price, by hand."""

from dataclasses import replace
from decimal import Decimal

import pytest
from defer_world import COMPLEMENT
from joint_report_world import BAD, BY_CLASS, GOOD, HASTY, HOPELESS, SCENES, SURE, uneven, world
from paid_world import ALL, DEAR, DEARER, OWN, PART, SAID_OF_LIST, THREE, WRONG, one
from scipy.stats import beta

from budgetplan.core.answers import ALONE
from budgetplan.report.model import Range, Tiles
from budgetplan.workflows import JOINT

ERR = {"error": {"*": "0.1"}}

TENS = tuple(place // 10 for place in range(40))
FOURS = tuple(place // 4 for place in range(40))
MEAN = {"models": COMPLEMENT, "mixture": True}
FACTS = [
    # One costs 0.50, and adds 0.9 times 1 less 0.1 times 4.
    (ERR, {"option.unspent": True, "errs": None, "joint.reviews_lose": (0.5, 0.5)}),
    ({}, {"priced": True, "counts.accepted": 30, "counts.reviewed": 6, "counts.left": 4, "luck": None}),
    ({"price": None, "budget": "4", "unit": "items"}, {"priced": False, "money": True, "spend": None}),
    ({"models": (HOPELESS,)}, {"counts.accepted": 0, "counts.reviewed": 6, "option.sure_from": None}),
    ({"models": (SURE,), "model_cost": "3"}, {"counts.reviewed": 0, "counts.left": 0, "spend": True}),
    ({"budget": "3.1"}, {"option.unspent": None}),
    ({"work": {"control": 4}, "budget": "6"}, {"mixed.items": 4, "option.items": 8, "spend": 6}),
    (ERR | {"price": "0.10"}, {"errs": Range(0.1, 0.1), "counts.amiss": True}),
    ({"error": {"a": "0.1"}, "price": "0.10"}, {"errs": Range(0.0, 0.1)}),
    (MEAN, {"joint.members": True, "model": "the combined model", "joint.single.more.value": -3.0}),
    ({"models": (uneven(2),)}, {"luck": True}),
    ({"models": (uneven(7),), "group": TENS}, {"option.shown": False, "few": 4}),
    ({"models": (HASTY,), "budget": "4"}, {"heavier.factor": 5}),
    ({"models": (HASTY,), "budget": None}, {"heavier.factor": 2}),
    ({"validation": False}, {"joint.bound": None}),
    ({"group": FOURS}, {"joint.bound": None}),
    ({"weight": (2.0,) * 40}, {"joint.bound": None}),
    (BY_CLASS, {"joint.bench.payoffs.by_pairs": True, "states.wrong": Range(-9.0, -4.0)}),
    (BY_CLASS | {"classes": tuple("abcdefghijklm")}, {"many": True}),
    ({"resamples": 0}, {"spans.found": None, "labels_gain": None}),
    # No bound is exact of answers that asking leaves to the model; it is where nobody is asked.
    (one(ALL), {"answerer": "llm", "counts.reviewed": 0, "joint.bound": None, "joint.counted": None}),
    (one(DEAR), {"asked.0.pays": False, "asked.0.limit": True, "joint.counted": (0, 30)}),
    (one(WRONG), {"asked.0.pays": False, "asked.0.limit": False}),
    (SCENES["the model is paid, with indirect costs"], {"spend": Decimal("2.20")}),
    (one(ALL, price=None, budget="4", unit="items"), {"asked": ()}),
    (one(ALL, models=(HOPELESS,)), {"counts.accepted": 0, "counts.reviewed": 0, "counts.settled": True}),
    (one(replace(DEARER, price="0.5"), models=(HASTY,), budget=None), {"heavier.answerer": "", "heavier.factor": 2}),
]


@pytest.mark.parametrize(("said", "facts"), FACTS)
@pytest.mark.few(4)
def test_facts_are_those_of_the_plan(said, facts):
    known = world(**said).facts
    for name, value in facts.items():
        found = known
        for part in name.split("."):
            if part.isdigit() or isinstance(found, dict):
                found = found[int(part) if part.isdigit() else part]
            else:
                found = getattr(found, part)
        if isinstance(value, bool):
            assert bool(found) is value, name
        else:
            assert found == (pytest.approx(value) if isinstance(value, float | tuple) else value), name


@pytest.mark.parametrize(("covers", "paid", "note"), [("everything", 3.0, True), ("annotation", 4.0, False)])
def test_what_is_paid_in_all_is_part_of_a_budget_for_everything_alone(covers, paid, note):
    """Six reviews at 0.50 take the three of either; one is paid once, of which a budget for annotation knows nothing."""
    once = {"fixed": {"training": "1"}} if covers == "annotation" else {}
    told = world(covers=covers, prices=once)
    tile = next(block for block in told.document.blocks() if isinstance(block, Tiles)).tiles[0]
    assert (float(tile.value), "3.00" in str(tile.note)) == (paid, note)


def test_joining_is_worth_more_where_both_intervals_exclude_zero():
    joint = world().joint
    people, machine = (joint.over_rivals[kind] for kind in ("people", "machine"))
    assert people.value == pytest.approx(joint.option.net.value - joint.rivals["people"].net.value)
    assert machine.value == pytest.approx(3, abs=0.05)
    assert people.wholly_above(0.0)
    assert machine.wholly_above(0.0)
    assert not world(models=(uneven(1),)).joint.over_rivals["people"].wholly_above(0.0)


@pytest.mark.parametrize("models", [(GOOD, BAD), (GOOD,)])
def test_the_bound_on_errors_is_clopper_and_pearsons(models):
    """None of 30 accepted answers is wrong. Of two models, the better chosen by these, each has half the chance of error."""
    joint = world(models=models).joint
    assert joint.bound == pytest.approx(beta.ppf(1 - 0.1 / len(models), 1, 30))
    assert (joint.tried, joint.counted) == (len(models), (0, 30))
    # 0.0739...: a bound is never printed as less than it is.
    assert world(models=(GOOD,)).facts.bound == 0.074


def test_from_how_sure_on_the_model_answers():
    """Of forty answers ten are unsure and half of them wrong, which is worth less than no label; the others stand."""
    for said in ({}, {"validation": False}):
        joint = world(models=(GOOD,), budget="0", **said).joint
        least, always = joint.option.sure_from
        assert joint.cutoff <= least == always <= 1
        assert joint.option.accepted.value == 30


@pytest.mark.parametrize("name", ["default", "the mean of two", "twins", "weights", "by class"])
def test_the_most_that_labels_gain_is_never_rounded_down(name):
    told = world(**SCENES[name])
    assert told.joint.labels.everything <= told.facts.labels_gain * (1 + 1e-9) + 1e-9


ASKING = [one(PART), one(THREE), one(PART, prices={"indirect": "0.1"}), one(ALL, models=(HOPELESS,))]


def test_the_file_of_who_is_to_be_asked_about_names_what_the_model_leaves():
    told = world(**OWN)
    known = told.joint.answered_list
    left = [known.way.bench.data.ids[row] for row in known.unasked.tolist()]
    assert left
    *_, table = JOINT.files(told.joint)
    assert (table.key, [column.name for column in table.columns]) == ("ask", ["item_id", "llm", "sure"])
    assert [row.cells for row in table.rows] == [(name, "", "") for name in left]
    assert told.record["joint"]["answered_list"] == {
        "answerer": "llm",
        "unasked": len(left),
        "answered_alone": int(((known.way.role == ALONE) & (known.way.shares(known.review) < 1)).sum()),
        "settled": 0,
        "to_people": None,
        "reviewed": None,
    }
    told = world(**OWN | {"listed_said": SAID_OF_LIST})
    assert "ask" not in [table.key for table in JOINT.files(told.joint)]
    counts = told.record["joint"]["answered_list"]
    assert counts["answered_alone"] + counts["settled"] + counts["to_people"] <= 400
    assert counts["reviewed"] == told.joint.answered_list.review > 0


def test_who_answers_what_for_how_much_and_how_many_are_wrong():
    """Ten unsure items are asked at five cents; half of the answers stand, and people review four at 0.50: 2.50 in all.

    It was silent on the five that the model has wrong: of one in six it may say something (Jeffreys), half of that wrong.
    """
    told = world(**one(PART))
    model, asked, people, *_ = [list(row.cells[1:]) for row in told.table("who").rows]
    assert model[:2] == [40.0, 30.0]
    assert (asked[0], asked[1] in (5, 6)) == (10, True)
    assert 0 < asked[2] < 5 / 6 / 2
    assert people[:3] == [4, 4, pytest.approx(0.0, abs=0.01)]
    assert [asked[-1], people[-1], told.joint.option.spend] == [Decimal("0.50"), Decimal("2.00"), Decimal("2.50")]
    record = told.record["joint"]["chosen"]["asked"]
    assert (record["rule"]["answerer"], record["items"]["value"], float(record["cost"])) == ("llm", 10, 0.5)


@pytest.mark.parametrize("scene", range(len(ASKING)))
@pytest.mark.few(1)
def test_everybody_together_answers_all_items_for_the_total(scene):
    told = world(**ASKING[scene])
    option = told.joint.option
    parts = (option.accepted, option.settled, option.left)
    assert option.items + sum(part.value for part in parts) == pytest.approx(told.joint.total)
    # Class by class, too, answers that stand and wrong ones of them are those of who is asked.
    each = option.by_class
    assert sum(name.settled for name in each) == pytest.approx(option.settled.value, rel=0.01)
    assert sum(name.settled_wrong for name in each) == pytest.approx(option.settled_wrong.value, rel=0.01, abs=0.02)
    counts = told.facts.counts
    if counts.accepted + counts.settled:  # else nothing stands
        theirs = zip(*(row.cells[3:] for row in told.table("classes").rows), strict=True)
        wanted = [counts.settled, counts.settled_wrong] if counts.settled else []
        assert [sum(column) for column in theirs] == pytest.approx(wanted)


@pytest.mark.parametrize("paid", [DEAR, WRONG])
def test_an_answerer_who_is_not_worth_it_changes_nothing_and_stands_among_the_ways(paid):
    plain, told = world(models=(GOOD,)).joint, world(**one(paid))
    assert plain.option.way.role.tolist() == told.joint.option.way.role.tolist()
    assert plain.option.spend == told.joint.option.spend
    assert [row.cells[0] for row in told.table("ways").rows] == [
        *("recommended", "people alone", "model alone"),
        *("llm alone", "model, then people", "llm, then people", "nothing is done"),
    ]


def test_the_price_and_the_errors_up_to_which_asking_is_worth_it_by_hand():
    """Ten are asked; without it five are reviewed for 2.50 of the ten, right or not, gaining one each.

    With enough money people gain 0.50 on each of the ten: an answer that is always right would be worth as much. Half an
    item may be wrong of 35 that the model has right, and of 5 that it has not (Jeffreys), which loses 5. An answer that is wrong with chance e is worth
    1 - 5 e less a cent; a review 0.50: they part at e = 0.098. Agreeing answers stay better a little longer.
    """
    (known,) = world(**one(ALL, budget=None)).joint.answerers
    assert 0.50 - 5 * (0.5 / 36 + 0.5 / 6) / 2 < known.worth_up_to < 0.50
    assert (known.right, known.agrees) == (1.0, 0.875)
    assert known.errors_up_to >= 0.09


def test_a_single_model_may_ask_as_the_plan_may():
    """Beside a model that is always wrong all forty are asked, at fifteen cents each; the good one leaves ten: 1.50 in all."""
    told = world(**one(replace(ALL, price="0.15"), models=(GOOD, BAD), budget="6"))
    good, bad = told.joint.single, told.joint.models[0]
    assert (good.name, good.spend) == ("good", told.joint.option.spend) == ("good", Decimal("1.50"))
    assert (good.counted["accepted"], good.counted["settled"]) == (30, 10)
    assert good.more.value == good.more.low == good.more.high == 0
    assert (bad.name, bad.spend) == ("bad", Decimal("6.00"))
    assert [bad.counted[name] for name in ("accepted", "settled", "wrong")] == [0, 40, 0]
    assert bad.more.value == pytest.approx(-4.5)
    rows = {row.cells[0]: row.cells[1:5] for row in told.table("models").rows}
    assert rows == {"good": (30, 10, 0, 0), "bad": (0, 40, 0, 0)}
    assert [each["settled"]["value"] for each in told.record["singles"]] == [40, 10]


@pytest.mark.slow
def test_answers_of_a_single_model_s_plan_are_counted_as_they_were_given():
    """Of 35 answers of llm all stand beside the model that is wrong; people see two of the other five."""
    bad = world(**one(PART, models=(GOOD, BAD))).joint.models[0]
    assert (bad.counted["settled"], bad.reviewed, bad.counted["left"], bad.spend) == (35, 2, 3, Decimal("3.00"))
    # 35 + 2 right labels for 3.00, beside 30 + 5 + 4 for 2.50.
    assert bad.more.value == pytest.approx(37 - 3 - (39 - 2.5))


def test_luck_is_that_of_any_budget_where_somebody_is_asked():
    """EUR 408 stood at a budget of 12 in the table of one of 40, where a report for 12 said 405."""
    paid = [world(**one(PART, budget=budget, listed=GOOD.test * 10)).facts.joint for budget in ("0.4", "2", "30")]
    assert all(joint.option.calls for joint in paid)
    assert len({str(joint.planner.luck) for joint in paid}) == 1
