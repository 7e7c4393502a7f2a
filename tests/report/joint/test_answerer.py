"""What is told of who is asked for a price holds; numbers are those of the plan."""

from __future__ import annotations

from decimal import Decimal

import pytest
from joint_report_world import BAD, GOOD, HOPELESS, world
from paid_world import ALL, DEAR, FREE, GRADED, NUMBERS, OWN, PART, SAID_OF_LIST, THREE, WRONG, one

from budgetplan.workflows import JOINT

SCENES = [
    *(one(paid) for paid in (ALL, PART, GRADED, THREE, FREE)),
    one(ALL, models=(HOPELESS,)),
    one(ALL, list_size=4000, budget="300"),
    one(NUMBERS, validation=False),
    one(PART, prices={"indirect": "0.1"}),
    one(PART, positive=("a",)),
]


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
        "answered_alone": int(known.accepted.sum()),
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
    """Ten unsure items are asked at five cents; half of the answers stand, and people review four at 0.50: 2.50 in all."""
    told = world(**one(PART))
    model, asked, people, *_ = [list(row.cells[1:]) for row in told.table("who").rows]
    assert model[:2] == [40.0, 30.0]
    assert asked[:3] == [10, 5.0, pytest.approx(0.03, abs=0.02)]
    assert people[:3] == [4, 4, pytest.approx(0.0, abs=0.01)]
    assert [asked[-1], people[-1], told.joint.option.spend] == [
        Decimal("0.50"),
        Decimal("2.00"),
        Decimal("2.50"),
    ]
    record = told.record["joint"]["chosen"]["asked"]
    assert (record["rule"]["answerer"], record["items"]["value"], float(record["cost"])) == ("llm", 10, 0.5)


@pytest.mark.parametrize("scene", range(len(SCENES)))
def test_everybody_together_answers_all_items_for_the_total(scene):
    told = world(**SCENES[scene])
    option = told.joint.option
    parts = (option.accepted, option.settled, option.left)
    assert option.items + sum(part.value for part in parts) == pytest.approx(told.joint.total)
    tables = {table.key: table for table in told.document.tables()}
    assert "costs" not in tables or tables["costs"].rows[-1].cells[-1] == option.spend
    if "who" in tables and option.spend is not None:
        assert sum(row.cells[-1] or Decimal(0) for row in tables["who"].rows) == option.spend


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

    With enough money people gain 0.50 on each of the ten: an answer that is always right would be worth as much. Of 40
    that were one may be wrong by half an item (METHODS A), which loses 5. An answer that is wrong with chance e is worth
    1 - 5 e less a cent; a review 0.50: they part at e = 0.098. Agreeing answers stay better a little longer.
    """
    (known,) = world(**one(ALL, budget=None)).joint.answerers
    assert known.worth_up_to == pytest.approx(0.50, abs=5 * 0.5 / 40)
    assert known.worth_up_to < 0.50
    assert (known.right, known.agrees) == (1.0, 0.875)
    assert known.errors_up_to >= 0.09


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
