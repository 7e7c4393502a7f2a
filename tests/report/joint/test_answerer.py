"""What is told of who is asked for a price holds; numbers are those of the plan."""

from __future__ import annotations

from decimal import Decimal

import pytest
from joint_report_world import BAD, EVEN, GOOD, HASTY, HOPELESS, world
from paid_world import (
    ALL,
    DEAR,
    DEARER,
    FREE,
    GRADED,
    NUMBERS,
    OWN,
    PART,
    SAID_OF_LIST,
    THREE,
    UNSURE,
    WRONG,
    one,
)

from budgetplan.report.display import without_tags
from budgetplan.workflows import JOINT

ALONE = one(ALL, models=(HOPELESS,))
LITTLE = one(UNSURE, models=(EVEN,), price="2")
LIST = one(ALL, list_size=4000, budget="300")

SCENES = [one(ALL), one(PART), one(GRADED), one(THREE), one(NUMBERS), one(FREE), ALONE, LIST]
SCENES += [
    one(ALL, resamples=0),
    one(PART, models=(HOPELESS,)),
    one(NUMBERS, validation=False),
    one(PART, prices={"indirect": "0.1"}),
    one(PART, positive=("a",)),
]


FACTS = [
    (one(ALL), {"answerer": "llm", "counts.reviewed": 0}),
    (one(PART), {"answerer": "llm", "counts.reviewed": 4}),
    (one(DEAR), {"answerer": "", "asked.0.pays": False, "asked.0.limit": True}),
    (one(WRONG), {"answerer": "", "asked.0.pays": False, "asked.0.limit": False}),
    (one(ALL), {"asked.0.pays": True}),
    (one(ALL, price=None, budget="4", unit="items"), {"asked": ()}),
    (one(PART, models=(HOPELESS,)), {"counts.accepted": 0, "counts.reviewed": True}),
    (ALONE, {"counts.accepted": 0, "counts.reviewed": 0, "counts.settled": True}),
    (OWN, {"joint.answered_list.waits": True}),
    (OWN | {"listed_said": SAID_OF_LIST}, {"joint.answered_list.waits": False}),
    (one(DEARER, models=(HASTY,), budget=None), {"heavier.answerer": "llm", "heavier.factor": 2}),
]


@pytest.mark.parametrize(("said", "facts"), FACTS)
def test_facts_are_those_of_the_plan(said, facts):
    known = world(**said).facts
    for name, value in facts.items():
        found = known
        for part in name.split("."):
            found = found[int(part)] if part.isdigit() else getattr(found, part)
        assert (bool(found) is value) if isinstance(value, bool) else found == value, name


def test_worth_more_than_either_alone_is_shown_or_open():
    shown, still_open = world(**LITTLE | {"asked": (ALL,)}).joint, world(**LITTLE).joint
    for joint, is_shown in ((shown, True), (still_open, False)):
        gaps = [joint.over_rivals[kind] for kind in ("people", "machine")]
        assert all(gap.wholly_above(0.0) for gap in gaps) is is_shown


def test_the_file_of_who_is_to_be_asked_about_names_what_the_model_leaves():
    told = world(**OWN)
    joint = told.joint
    known = joint.answered_list
    left = [known.way.bench.data.ids[row] for row in known.unasked.tolist()]
    assert left
    *_, table = JOINT.files(joint)
    assert table.key == "ask"
    assert [one.name for one in table.columns] == ["item_id", "llm", "sure"]
    assert [row.cells for row in table.rows] == [(name, "", "") for name in left]
    assert without_tags(table.caption) == "The posts of your list to ask llm about"
    assert told.record["joint"]["answered_list"] == {
        "answerer": "llm",
        "unasked": len(left),
        "answered_alone": int(known.accepted.sum()),
        "settled": 0,
        "to_people": None,
        "reviewed": None,
    }
    told = world(**OWN | {"listed_said": SAID_OF_LIST})
    assert "ask" not in [one.key for one in JOINT.files(told.joint)]
    counts = told.record["joint"]["answered_list"]
    assert counts["answered_alone"] + counts["settled"] + counts["to_people"] <= 400
    assert counts["reviewed"] == told.joint.answered_list.review > 0


def test_who_answers_what_for_how_much_and_how_many_are_wrong():
    """Ten unsure items are asked at five cents; half of the answers stand, and people review four at 0.50: 2.50 in all."""
    told = world(**one(PART))
    table = told.table("who")
    rows = [list(row.cells[1:]) for row in table.rows]
    assert rows[0][:2] == [40.0, 30.0]
    assert rows[1][:3] == [10, 5.0, pytest.approx(0.03, abs=0.02)]
    assert rows[2][:3] == [4, 4, pytest.approx(0.0, abs=0.01)]
    assert [row[-1] for row in rows[1:3]] == [Decimal("0.50"), Decimal("2.00")]
    assert told.joint.option.spend == Decimal("2.50")


@pytest.mark.parametrize("scene", range(len(SCENES)))
def test_the_costs_of_all_who_answer_add_up_to_the_total(scene):
    told = world(**SCENES[scene])
    tables = {table.key: table for table in told.document.tables()}
    if "costs" not in tables:
        return
    total = tables["costs"].rows[-1].cells[-1]
    assert total == told.joint.option.spend
    if "who" in tables:
        paid = [row.cells[-1] for row in tables["who"].rows]
        assert sum((one for one in paid if one is not None), Decimal(0)) == total


@pytest.mark.parametrize("scene", range(len(SCENES)))
def test_everybody_together_answers_all_items(scene):
    option = world(**SCENES[scene]).joint.option
    parts = (option.accepted, option.settled, option.left)
    assert option.items + sum(part.value for part in parts) == pytest.approx(
        world(**SCENES[scene]).joint.total
    )


def test_an_answerer_who_is_not_worth_it_changes_nothing():
    plain, dear = world(models=(GOOD,)).joint, world(**one(DEAR)).joint
    assert plain.option.way.role.tolist() == dear.option.way.role.tolist()
    assert plain.option.spend == dear.option.spend


@pytest.mark.parametrize("paid", [DEAR, WRONG])
def test_a_way_of_who_is_worth_no_call_has_a_name(paid):
    names = [row.cells[0] for row in world(**one(paid)).table("ways").rows]
    assert names == [
        *("recommended", "people alone", "model alone"),
        *("llm alone", "model, then people", "llm, then people", "nothing is done"),
    ]


def test_the_price_up_to_which_asking_is_worth_it_by_hand():
    """Ten are asked; without it five are reviewed for 2.50 of the ten, right or not, gaining one each.

    With enough money people gain 0.50 on each of the ten: an answer that is always right would be worth as much. Of 40
    that were one may be wrong by half an item (METHODS A), which loses 5.
    """
    (known,) = world(**one(ALL, budget=None)).joint.answerers
    assert known.worth_up_to == pytest.approx(0.50, abs=5 * 0.5 / 40)
    assert known.worth_up_to < 0.50
    assert (known.right, known.agrees) == (1.0, 0.875)


def test_the_share_of_errors_from_which_nobody_asks_by_hand():
    """An answer that is wrong with chance e is worth 1 - 5 e less a cent; a review 0.50: they part at e = 0.098.

    Agreeing answers stay better a little longer, so that is the least that may come out.
    """
    (known,) = world(**one(ALL, budget=None)).joint.answerers
    assert known.errors_up_to is not None
    assert known.errors_up_to >= 0.09


def test_the_record_has_what_is_asked():
    record = world(**one(PART)).record
    asked = record["joint"]["chosen"]["asked"]
    assert asked["rule"]["answerer"] == "llm"
    assert asked["items"]["value"] == 10
    assert float(asked["cost"]) == pytest.approx(0.50)
    assert record["joint"]["answerers"][0]["name"] == "llm"


def test_a_single_model_may_ask_as_the_plan_may():
    """Beside a model that is always wrong all forty are asked, at five cents each; the good one leaves ten: 0.50 in all."""
    told = world(**one(ALL, models=(GOOD, BAD)))
    good, bad = told.joint.single, told.joint.models[0]
    assert (good.name, good.accepted, good.settled, good.spend) == ("good", 30, 10, told.joint.option.spend)
    assert good.more.value == good.more.low == good.more.high == 0
    assert (bad.name, bad.accepted, bad.settled, bad.wrong, bad.spend) == ("bad", 0, 40, 0, Decimal("2.00"))
    assert bad.more.value == pytest.approx(-1.5)
    rows = {row.cells[0]: row.cells[1:5] for row in told.table("models").rows}
    assert rows == {"good": (30, 10, 0, 0), "bad": (0, 40, 0, 0)}
    assert [each["settled"]["value"] for each in told.record["singles"]] == [40, 10]


def test_answers_of_a_single_model_s_plan_are_counted_as_they_were_given():
    """Of 35 answers of llm all stand beside the model that is wrong; people see two of the other five."""
    bad = world(**one(PART, models=(GOOD, BAD))).joint.models[0]
    assert (bad.settled, bad.reviewed, bad.left, bad.spend) == (35, 2, 3, Decimal("3.00"))
    # 35 + 2 right labels for 3.00, beside 30 + 5 + 4 for 2.50.
    assert bad.more.value == pytest.approx(37 - 3 - (39 - 2.5))


def test_no_bound_is_exact_of_answers_that_asking_leaves_to_the_model():
    """It was given all the same: of the answers that the model would give if nobody could be asked."""
    asked, not_asked = (world(**one(paid)) for paid in (ALL, DEAR))
    assert (asked.joint.bound, asked.joint.counted) == (None, None)
    assert not_asked.joint.counted == (0, 30)
    assert "binomial bound" not in str(asked.facts.words("method"))
    assert "(counted: 0 of 30)" in str(not_asked.facts.words("method"))
    assert not_asked.record["joint"]["wrong_of_answers_counted"] == [0, 30]
