"""The tables on a joint plan: who decides on how many for how much, in worlds worked out by hand.

In the default world thirty sure answers are right and worth 1 each; of ten unsure ones half are wrong, at -4; a
review gives a label worth 1 for 0.50; the budget of 3 pays for six. What thirty right answers leave open is drawn.
"""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from joint_report_world import BY_CLASS, GOOD, HASTY, MONEY, SCENES, TWINS, Model, uneven, world

from budgetplan.plans.ways import whole_counts
from budgetplan.report.display import Style, without_tags
from budgetplan.report.joint import ways
from budgetplan.workflows import JOINT

D = Decimal


def table_of(told, key):
    """Return a table of the report, or one that is a file alone."""
    tables = (*told.document.tables(), *JOINT.files(told.joint))
    return next(one for one in tables if one.key == key)


def rows(told, key):
    """Return the cells of a table by column, words as they are shown."""
    table, _style = table_of(told, key), Style.of(told.document)
    return [
        {
            column.name: without_tags(cell).replace("\u00a0", " ") if hasattr(cell, "key") else cell
            for column, cell in zip(table.columns, row.cells, strict=True)
        }
        for row in table.rows
    ]


def strong(told, key):
    return [place for place, row in enumerate(table_of(told, key).rows) if row.strong]


def test_the_plan_of_each_budget():
    told = world()
    found = rows(told, "budgets")
    assert [row["budget"].replace("\u00a0", " ") for row in found] == [
        "EUR 0.00",
        "EUR 1.50",
        "EUR 3.00",
        "EUR 4.50",
        "EUR 6.00",
    ]
    assert [(row["alone"], row["reviewed"], row["left"], row["spend"]) for row in found] == [
        (30, 0, 10, D("0.00")),
        (30, 3, 7, D("1.50")),
        (30, 6, 4, D("3.00")),
        (30, 9, 1, D("4.50")),
        (30, 10, 0, D("5.00")),
    ]
    assert strong(told, "budgets") == [2]
    for row in found:
        assert row["interval"].low < row["net"] <= row["interval"].high


def test_without_a_budget_the_last_row_has_no_limit():
    told = world(budget=None)
    found = rows(told, "budgets")
    # Everything left is reviewed for 5; the other rows are quarters of that, in whole cents.
    assert [row["budget"].replace("\u00a0", " ") for row in found] == [
        "EUR 0.00",
        "EUR 1.25",
        "EUR 2.50",
        "EUR 3.75",
        "no limit",
    ]
    assert [row["reviewed"] for row in found] == [0, 2, 5, 7, 10]
    assert strong(told, "budgets") == [4]


def test_joining_beside_either_alone():
    told = world()
    found = rows(told, "ways")
    assert [row["way"] for row in found] == ["recommended", "people alone", "model alone", "nothing is done"]
    assert [(row["alone"], row["reviewed"], row["left"], row["spend"]) for row in found] == [
        (30, 6, 4, D("3.00")),
        (0, 6, 34, D("3.00")),
        (30, 0, 10, D("0.00")),
        (0, 0, 40, 0),
    ]
    assert found[0]["more"] is None
    assert found[2]["more"].high == pytest.approx(3), "six reviews gain 3 and no more"
    assert strong(told, "ways") == [0]
    listed = ways(told.facts)
    assert [option is None for _, option, _ in listed] == [False] * 3 + [True]
    assert [net.value for _, _, net in listed] == [row["net"] for row in found]


def test_each_model_alone_the_best_first():
    told = world()
    found = rows(told, "models")
    assert [row["model"] for row in found] == ["good", "bad"]
    # BAD is right about every second answer, so that people review six alone: 3 of 33.
    assert [(row["alone"], row["reviewed"]) for row in found] == [(30, 6), (0, 6)]
    assert [row["more"] for row in found] == pytest.approx([0, -30])
    assert found[1]["interval"].low < -30 < found[1]["interval"].high


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
        if told.joint.models and len(told.joint.grid) > 1:
            assert rows(told, "winners")[-1]["to"] == told.joint.grid[-1].amount, name


def test_if_a_wrong_answer_lost_more():
    told = world(models=(HASTY,), budget="4")
    found = rows(told, "harsher")
    assert [row["factor"] for row in found] == [0.5, 1, 2, 5]
    assert [row["alone"] for row in found] == sorted((row["alone"] for row in found), reverse=True)
    assert [row["net"] for row in found] == sorted((row["net"] for row in found), reverse=True)


def test_without_prices_there_is_no_cost():
    told = world(**SCENES["no price"])
    for key, net in (("budgets", "net"), ("ways", "net"), ("models", "more"), ("harsher", "net")):
        assert "spend" not in rows(told, key)[0]
        kinds = {column.name: column.kind for column in table_of(told, key).columns}
        assert kinds[net] == "gap"
    assert [row["budget"] for row in rows(told, "budgets")] == [f"{n} posts" for n in (0, 2, 4, 6, 8)]
    nets = [row["net"] for row in rows(told, "budgets")]
    assert np.diff(nets) == pytest.approx([2, 2, 2, 2])


def test_counts_are_items_of_the_list():
    found = rows(world(list_size=4000, budget="300", models=(GOOD,)), "budgets")
    row = found[2]
    assert (row["alone"], row["reviewed"], row["left"], row["spend"]) == (3000, 600, 400, D("300.00"))


def test_the_plan_on_the_list_itself():
    """Of 400 items 300 are sure; at 0.50 a review 30.00 pay for sixty."""
    own, share = rows(world(**SCENES["a list with predictions"]), "own_list")
    for row in (own, share):
        assert (row["alone"], row["reviewed"], row["left"], row["spend"]) == (300, 60, 40, D("30.00"))
    own, share = rows(world(**SCENES["a list unlike the sample"]), "own_list")
    assert (own["alone"], own["reviewed"], share["alone"]) == (0, 60, 300)


def test_values_by_class_are_printed_in_full():
    """A missed b loses nine; reviews give the right label, worth 1."""
    told = world(**BY_CLASS)
    table = told.table("values")
    assert f"(by class: table {table.number})" in told.table("who").notes[0]
    assert [row.cells[1:] for row in table.rows] == [(1, -9), (-4, 1), (0, 0), (1, 1)]
    assert "values" not in {one.key for one in world().document.tables()}


def test_the_ladder_has_the_plan_in_its_middle_and_the_table_s_rows_beside_it():
    told = world()
    here = rows(told, "ladder")
    assert [row["part"] for row in here[:3]] == [0, 0.1, 0.2]
    by_budget = {row["budget"]: row for row in here}
    names = ("alone", "wrong", "reviewed", "spend", "net")
    for row in rows(told, "budgets"):
        assert [by_budget[row["budget"]][name] for name in names] == [row[name] for name in names]


def test_the_classes_that_the_model_gets_wrong_stand_first():
    """Of ten sure items of either class it is wrong about one a and five b."""
    model = Model("m", ((9, True, 0.9), (1, False, 0.9), (5, True, 0.9), (5, False, 0.9), (20, True, 0.9)))
    told = world(
        models=(model,), truth="a" * 10 + "b" * 10 + "ab" * 10, worths=MONEY | {"wrong": "-1"}, resamples=0
    )
    found = rows(told, "classes")
    # Whole numbers that add up to those of page 1.
    assert sum(row["wrong"] for row in found) == round(told.joint.option.wrong.value)
    assert sum(row["alone"] for row in found) == round(told.joint.option.accepted.value)
    assert [row["wrong"] for row in found] == sorted((row["wrong"] for row in found), reverse=True)


def test_who_answers_adds_up_to_all_the_money():
    told = world(budget="9", prices={"fixed": {"training": "1"}, "contingency": "0.1"}, work={"control": 4})
    *_, mixed = found = rows(told, "who")
    spent = sum(row["cost"] for row in found if row["cost"] is not None)
    assert spent == told.facts.spend == told.joint.option.spend
    assert (mixed["items"], mixed["cost"]) == (4, None)


def test_classes_add_up_to_what_page_1_says():
    """Each class rounded by itself, they were one more or one less."""
    for seed in range(3):
        told = world(models=(uneven(seed),), list_size=397, budget="30")
        if not told.facts.counts.accepted:
            continue
        rows = [row.cells[1:] for row in told.table("classes").rows]
        alone, wrong = map(sum, zip(*rows, strict=True))
        assert alone == told.facts.counts.accepted
        assert int(wrong) == int(told.facts.counts.wrong)


def test_people_err_in_the_share_that_is_stated():
    # Whatever is interpolated between two stops that are drawn: a tenth of what people review is wrong.
    for budget in ("1.5", "3", "4.5"):
        counts = whole_counts(world(error={"*": "0.1"}, budget=budget).joint.option, collected=False)
        assert counts.amiss == pytest.approx(counts.reviewed / 10, abs=0.5)
        assert counts.found + counts.wrong + counts.amiss + counts.left == pytest.approx(40, abs=0.5)
