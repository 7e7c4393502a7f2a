"""The tables on a joint plan, cell by cell in worlds worked out by hand.

In the default world thirty sure answers are right and worth 1 each; of ten unsure ones half are wrong, at -4; a
review gives a label worth 1 for 0.50; the budget of 3 pays for six.
"""

from __future__ import annotations

from decimal import Decimal

import pytest
from joint_report_world import BY_CLASS, EVEN, GOOD, HOPELESS, SCENES, TWINS, UNLUCKY, world

from budgetplan.render.display import Style, sentence_text
from budgetplan.report.joint.context import JointContext
from budgetplan.report.joint.tables import ways
from budgetplan.report.model import Range

D = Decimal


def rows(told, key):
    """Return the cells of a table by column, words as they are shown."""
    table, style = told.table(key), Style.of(told.document)
    return [
        {
            column.name: sentence_text(cell, style).replace("\u00a0", " ") if hasattr(cell, "key") else cell
            for column, cell in zip(table.columns, row.cells, strict=True)
        }
        for row in table.rows
    ]


def strong(told, key):
    return [place for place, row in enumerate(told.table(key).rows) if row.strong]


def counts(row):
    return tuple(row[name] for name in ("alone", "wrong", "reviewed", "left", "spend", "net"))


def test_the_plan_of_each_budget():
    told = world()
    found = rows(told, "budgets")
    assert [row["budget"] for row in found] == ["EUR 0.00", "EUR 1.50", "EUR 3.00", "EUR 4.50", "EUR 6.00"]
    assert [counts(row) for row in found] == [
        (30, 0, 0, 10, D("0.00"), 30),
        (30, 0, 3, 7, D("1.50"), 31.5),
        (30, 0, 6, 4, D("3.00"), 33),
        (30, 0, 9, 1, D("4.50"), 34.5),
        (30, 0, 10, 0, D("5.00"), 35),
    ]
    assert {row["cutoff"] for row in found} == {0.75}
    assert strong(told, "budgets") == [2]
    for row in found:
        assert row["interval"].low < row["net"] < row["interval"].high


def test_without_a_budget_the_last_row_has_no_limit():
    told = world(budget=None)
    found = rows(told, "budgets")
    # Everything left is reviewed for 5; the other rows are quarters of that, in whole cents.
    assert [row["budget"] for row in found] == ["EUR 0.00", "EUR 1.25", "EUR 2.50", "EUR 3.75", "no limit"]
    assert [row["reviewed"] for row in found] == [0, 2, 5, 7, 10]
    assert strong(told, "budgets") == [4]


def test_joining_beside_either_alone():
    told = world()
    found = rows(told, "ways")
    assert [row["way"] for row in found] == [
        "both joined",
        "people alone",
        "good alone",
        "good, all the rest meant for people",
        "nothing is done",
    ]
    # The fourth may leave no more than six: it answers everything, five times wrongly (35 - 20).
    assert [counts(row) for row in found] == [
        (30, 0, 6, 4, D("3.00"), 33),
        (0, 0, 6, 34, D("3.00"), 3),
        (30, 0, 0, 10, D("0.00"), 30),
        (40, 5, 0, 0, D("0.00"), 15),
        (0, 0, 0, 40, 0, 0),
    ]
    assert [row["cutoff"] for row in found] == [0.75, "none", 0.75, 0, "none"]
    assert found[0]["more"] is None
    assert found[4]["more"] == found[0]["interval"]
    assert found[2]["more"].high == 3, "six reviews gain 3 and no more"
    assert strong(told, "ways") == [0]


def test_ways_come_with_their_plans():
    told = world()
    found = ways(JointContext(told.joint))
    assert [option is None for _, option, _ in found] == [False] * 4 + [True]
    assert [net.value for _, _, net in found] == [33, 3, 30, 15, 0]


def test_the_models_the_recommended_first():
    told = world()
    found = rows(told, "models")
    assert [row["model"] for row in found] == ["good", "bad"]
    # BAD is right about every second answer: 20 - 80, so people review six alone.
    assert [(row["alone"], row["reviewed"], row["net"]) for row in found] == [(30, 6, 33), (0, 6, 3)]
    assert found[0]["difference"] is None
    gap = found[1]["difference"]
    assert gap.low < -30 < gap.high < 0
    assert "left" not in found[0]


def test_which_model_at_which_budget():
    assert rows(world(), "winners") == [{"from": D(0), "to": D("6.00"), "leader": "good"}]
    twins = rows(world(models=TWINS), "winners")
    assert twins == [{"from": D(0), "to": D("6.00"), "leader": "one, two"}]
    # HASTY 22 + 0.5 m for m up to 8, SLOW 20 + 0.5 m for m up to 20: equal at m = 12, which costs 6.
    told = world(**SCENES["the lead changes"])
    assert [(row["from"], row["to"], row["leader"]) for row in rows(told, "winners")] == [
        (D(0), D("6.00"), "hasty"),
        (D("6.00"), D("6.67"), "hasty, slow"),
        (D("6.67"), D("8.00"), "slow"),
    ]


def test_a_lead_is_not_said_to_go_on_beyond_the_budgets_it_was_read_at():
    for name in SCENES:
        told = world(**SCENES[name])
        if "winners" in [table.key for table in told.document.tables()]:
            assert rows(told, "winners")[-1]["to"] == told.joint.budgets.grid[-1].amount, name


def test_if_a_wrong_answer_lost_more():
    told = world(models=(UNLUCKY,))
    found = rows(told, "harsher")
    assert [row["factor"] for row in found] == [0.5, 1, 2, 5]
    # On validation 38 - 2 x 4 f: accepted while that is more than the 3 that people reach. On test 20 - 80 f.
    assert [row["net"] for row in found] == [-20, -60, -140, 3]
    assert [row["alone"] for row in found] == [40, 40, 40, 0]
    assert strong(told, "harsher") == [1]


def test_without_prices_there_is_no_cost():
    told = world(**SCENES["no price"])
    for key in ("budgets", "ways", "models", "harsher"):
        assert "spend" not in rows(told, key)[0]
        kinds = {column.name: column.kind for column in told.table(key).columns}
        assert kinds["net"] == "gap"
    assert [row["budget"] for row in rows(told, "budgets")] == [f"{n} posts" for n in (0, 2, 4, 6, 8)]
    assert [row["net"] for row in rows(told, "budgets")] == [30, 32, 34, 36, 38]
    assert {column.kind for column in told.table("winners").columns[:2]} == {"quantity"}


def test_with_one_labelled_set_the_cutoff_is_the_one_for_new_items():
    told = world(validation=False)
    heading = {column.name: column.heading.key for column in told.table("budgets").columns}
    assert heading["cutoff"] == "joint.c_cutoff_new"
    assert {column.heading.key for column in world().table("budgets").columns} >= {"joint.c_cutoff"}
    none = world(**SCENES["one set, none of it would be accepted"])
    assert {row["cutoff"] for row in rows(none, "budgets")} == {"none"}


@pytest.mark.parametrize("name", ["by value", "by value, sure"])
def test_cutoffs_by_value_are_named_not_numbered(name):
    told = world(**SCENES[name])
    assert {row["cutoff"] for row in rows(told, "ways")} <= {"by value", "none"}
    # On page 1 a column of nothing else is left out.
    assert "cutoff" not in rows(told, "budgets")[0]


def test_nothing_accepted_has_no_cutoff():
    found = rows(world(models=(HOPELESS,)), "budgets")
    assert {row["cutoff"] for row in found} == {"none"}
    assert [row["interval"] for row in found] == [Range(net, net) for net in (0, 1.5, 3, 4.5, 6)]


def test_counts_are_items_of_the_list():
    found = rows(world(list_size=4000, budget="300", models=(GOOD,)), "budgets")
    assert counts(found[2]) == (3000, 0, 600, 400, D("300.00"), 3300)


def test_the_plan_on_the_list_itself():
    """Of 400 items 300 are sure; at 0.50 a review 30.00 pay for sixty."""
    table = world(**SCENES["a list with predictions"]).table("own_list")
    own, share = (row.cells[1:] for row in table.rows)
    assert share == (400.0, 300.0, 0.0, 60.0, 40.0, Decimal("30.00"), 330.0)
    assert own == (400, 300.0, 0.0, 60, 40.0, Decimal("30.00"), 330.0)
    unlike = world(**SCENES["a list unlike the sample"]).table("own_list")
    assert unlike.rows[0].cells[2:6] == (0.0, 0.0, 60, 340.0)
    assert unlike.rows[1].cells[2:6] == (300.0, 0.0, 60, 40.0)


def test_values_by_class_are_printed_in_full():
    """A missed b loses nine; reviews give the right label, worth 1."""
    told = world(**BY_CLASS)
    (said,) = told.said("joint.fair_pairs")
    table = told.table("values")
    assert said.args["table"] == table.number
    assert [row.cells[1:] for row in table.rows] == [(1, -9), (-4, 1), (0, 0), (1, 1)]
    assert "values" not in {one.key for one in world().document.tables()}


def test_the_ladder_has_the_plan_in_its_middle_and_the_table_s_rows_beside_it():
    told = world()
    here = rows(told, "ladder")
    assert strong(told, "ladder") == [10]
    assert [row["part"] for row in here[:3]] == [0, 0.1, 0.2]
    by_budget = {row["budget"]: row for row in here}
    names = ("alone", "wrong", "reviewed", "spend", "net")
    for row in rows(told, "budgets"):
        assert [by_budget[row["budget"]][name] for name in names] == [row[name] for name in names]


def test_a_model_that_the_items_that_report_show_to_be_worth_more_is_not_said_to_do_as_well():
    told = world(models=(UNLUCKY, EVEN))
    models = told.table("models")
    at = [column.name for column in models.columns].index("verdict")
    said = {row.cells[0]: row.cells[at].key for row in models.rows}
    assert said == {"unlucky": "verdict.recommended", "even": "verdict.better"}
    assert told.joint.differences["even"].wholly_above(0)
    assert {"joint.better", "defer.model_doubtful"} <= told.keys
    assert "joint.as_well" not in told.keys
