"""Tables on classifiers: every row has its cells, and the cells their numbers."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from defer_world import BAD, GOOD, MONEY, SCENES, UNLUCKY, Model, world
from sklearn.metrics import accuracy_score, f1_score, log_loss

from budgetplan.report.defer.pages import build_defer_files
from budgetplan.report.model import Range, Sentence, Table


@pytest.fixture(params=SCENES)
def told(request):
    return world(**SCENES[request.param])


def cells(told, key):
    """Return the rows of a table by their first cell, each by column."""
    table = told.table(key)
    names = [column.name for column in table.columns]
    return {row.cells[0]: dict(zip(names, row.cells, strict=True)) for row in table.rows}


def test_a_row_has_a_cell_for_every_column(told):
    for table in told.document.tables():
        assert table.rows
        assert {len(row.cells) for row in table.rows} == {len(table.columns)}
        names = [column.name for column in table.columns]
        assert len(names) == len(set(names))
        assert sum(row.strong for row in table.rows) <= 1


def test_every_number_can_be_shown(told):
    for table in told.document.tables():
        for row in table.rows:
            for cell in row.cells:
                if isinstance(cell, Range):
                    assert math.isfinite(cell.low)
                    assert math.isfinite(cell.high)
                    assert cell.low <= cell.high
                elif isinstance(cell, float):
                    assert math.isfinite(cell)


def test_a_model_is_not_compared_with_itself(told):
    for row in cells(told, "weights").values():
        same = row["best"] == told.selection.choice.by_accuracy
        assert (getattr(row["gain"], "key", None) == "defer.same_model") == same


def test_the_recommended_model_comes_first_and_others_from_the_best_down(told):
    _, *gaps = [row["difference"] for row in cells(told, "models").values()]
    values = [gap.args["gap" if "gap" in gap.args else "value"] for gap in gaps]
    values = [value.args["value"] if isinstance(value, Sentence) else value for value in values]
    assert values == sorted(values, reverse=True)
    assert told.table("models").rows[0].strong
    assert list(cells(told, "routes")) == list(cells(told, "models")) == list(cells(told, "order"))


def test_the_models_by_hand():
    rows = cells(world(), "models")
    alone = world().selection.alone
    assert (rows["good"]["alone"], rows["good"]["wrong"]) == (0.75, alone.wrong.value)
    assert rows["good"]["value"] == pytest.approx(alone.value.value * 1000)
    assert (
        rows["good"]["cutoff"] == world().selection.chosen.deployed.cutoff == pytest.approx(0.666, abs=0.001)
    )
    three = cells(world(classes=("a", "b", "c")), "models")["good"]["cutoff"]
    assert (three.key, three.args["cutoff"]) == ("defer.cut_calibrated", 0.8)
    assert rows["good"]["difference"] is None
    assert isinstance(rows["bad"]["cutoff"], Sentence)  # it accepts nothing: no number
    assert (rows["bad"]["alone"], rows["bad"]["value"]) == (0, None)
    assert (rows["bad"]["wrong"].key, rows["bad"]["wrong"].args["n"]) == ("defer.wrong_fewer", 0)
    gap = rows["bad"]["difference"].args
    assert gap["gap"].args["value"] == pytest.approx(-750)
    assert gap["range"].args["range"].high < 0


def test_the_routes_by_hand():
    rows = cells(world(), "routes")
    assert rows["good"]["all"] == pytest.approx(1000 * (35 - 20) / 40)
    assert rows["good"]["raw"] == rows["good"]["ceiling"] == pytest.approx(750)
    assert rows["bad"]["all"] == rows["bad"]["raw"] == pytest.approx(1000 * (20 - 80) / 40)
    assert rows["bad"]["learnt"] == 0
    bare = cells(world(validation=False), "routes")
    assert bare["good"]["by_class"].key == "defer.not_possible"
    assert bare["bad"]["calibrated"] == 0
    assert bare["good"]["calibrated"] == pytest.approx(750)


def test_money_is_money_by_thousand():
    told = world(**MONEY)
    gap = cells(told, "models")["bad"]["difference"].args["gap"]
    assert (gap.key, gap.args["value"]) == ("defer.money", pytest.approx(-375))
    kinds = {column.name: column.kind for column in told.table("models").columns}
    assert kinds["value"] == kinds["interval"] == kinds["difference"] == "money"
    assert {column.kind for column in world().table("models").columns if column.name == "value"} == {"gap"}


def test_the_weights_by_hand():
    rows = cells(world(), "weights")
    assert list(rows) == [0.0, 0.5, 1.0, 2.0, 3.0, 5.0, 7.0, 10.0]
    assert rows[0.0]["value"] == pytest.approx(875)
    assert rows[0.5]["value"] == pytest.approx(1000 * (35 - 2.5) / 40)
    assert rows[10.0]["value"] == pytest.approx(750)


def number(cell):
    """Return a cell's number, whether it stands alone or with its interval."""
    return cell.args["value"] if isinstance(cell, Sentence) else cell


def test_quality_is_that_of_scikit_learn():
    told = world(classes=("a", "b", "c"))
    test = told.selection.test
    for one in told.selection.models:
        said, row = one.predictions, cells(told, "quality")[one.name]
        assert row["accuracy"] == pytest.approx(accuracy_score(test.truth, said.predicted))
        assert number(row["f1"]) == pytest.approx(f1_score(test.truth, said.predicted, average="macro"))
        assert number(row["log_loss"]) == pytest.approx(
            log_loss(test.truth, said.probabilities, labels=[0, 1, 2])
        )
        brier = ((said.probabilities - np.eye(3)[test.truth]) ** 2).sum(axis=1).mean()
        assert number(row["brier"]) == pytest.approx(brier)
    # good says .9 thirty times, always right, and .6 ten times, half right: gaps .1 and .1.
    good = cells(told, "quality")["good"]
    assert number(good["ece"]) == pytest.approx(0.1)
    assert number(good["mce"]) == pytest.approx(0.1)


def test_classes_by_hand():
    # Twenty a are called a; twenty b are called c, which has no item; nothing is called b.
    told = world(**SCENES["a class without items, one without an answer"])
    rows = cells(told, "classes_recommended")
    assert rows["a"] == {
        "class": "a", "n": 20, "precision": 1, "recall": 1, "f1": 1, "cprecision": 1, "crecall": 1, "cf1": 1,
    }  # fmt: skip
    assert (rows["b"]["n"], rows["b"]["precision"], rows["b"]["recall"], rows["b"]["f1"]) == (20, 0, 0, 0)
    assert (rows["b"]["cprecision"], rows["b"]["crecall"], rows["b"]["cf1"]) == (None, 0, None)
    assert (rows["c"]["n"], rows["c"]["precision"], rows["c"]["recall"], rows["c"]["f1"]) == (
        0,
        None,
        None,
        None,
    )
    assert (rows["c"]["cprecision"], rows["c"]["crecall"], rows["c"]["cf1"]) == (0, None, None)
    (quality,) = cells(told, "quality").values()
    assert (quality["f1"], quality["cf1"]) == (0.5, 1)
    (empty,), (massless,) = told.said("defer.q_empty"), told.said("defer.q_massless")
    assert (empty.args["n"], empty.args["classes"], massless.args["n"]) == (1, 3, 1)


def test_all_classes_of_all_models_are_in_a_file_of_their_own(told):
    table, *_ = build_defer_files(told.selection)
    test = told.selection.test
    columns = [column.name for column in table.columns]
    rows = [dict(zip(columns, row.cells, strict=True)) for row in table.rows]
    assert [(row["model"], row["class"]) for row in rows] == [
        (model, name) for model in cells(told, "models") for name in test.classes
    ]
    for one in told.selection.models:
        own, score = [row for row in rows if row["model"] == one.name], told.selection.quality[one.name]
        for name in ("precision", "recall", "f1", "cprecision", "crecall", "cf1"):
            defined = [row[name] for row in own if row[name] is not None]
            if f"{name}_macro" in score:
                assert np.mean(defined) == pytest.approx(score[f"{name}_macro"].value)
            else:
                assert not defined


def test_many_classes_have_no_table_in_the_report():
    letters = tuple("abcdefghijk")
    assert "classes_recommended" in {table.key for table in world(classes=letters[:10]).document.tables()}
    many = world(classes=letters)
    assert "classes_recommended" not in {table.key for table in many.document.tables()}
    assert "f1" in cells(many, "quality")["good"]


def test_without_probabilities_their_scores_are_empty():
    told = world(models=(Model("plain", GOOD.test, bare=True), BAD))
    row = cells(told, "quality")["plain"]
    assert row["brier"] is row["log_loss"] is row["cf1"] is None
    assert row["temperature"] is None
    assert row["accuracy"] == 0.875


def test_the_order_by_hand():
    row = cells(world(models=(BAD,)), "order")["bad"]
    # Up to k = 9 everything is accepted: (20 - 20 k) / 40, positive up to 1, area 1/4 on [0, 1].
    assert number(row["voc_0_1"]) == pytest.approx(0.25)
    assert number(row["voc_1_10"]) == pytest.approx(0)
    assert number(row["first_fails"]) == pytest.approx(1)
    assert number(row["last_pays"]) == pytest.approx(1)
    assert row["voc_total"] == pytest.approx(0.25)
    # Half of the answers are wrong, and nothing tells which: 250 of 1,000 at a half, 400 at four fifths.
    assert (row["wrong_50"], row["wrong_80"]) == (pytest.approx(250), pytest.approx(400))
    # One tie: W(k) = k / 2, mean of (W(k-1) + W(k)) / 2 over N^2: 1 / 4.
    assert number(row["augrc"]) == pytest.approx(0.25)


def test_endless_weights_are_said_in_words():
    told = world(models=(Model("certain", ((40, True, 1.0),)),))
    row = cells(told, "order")["certain"]
    assert row["first_fails"].key == row["last_pays"].key == row["voc_total"].key == "defer.unbounded"
    # 0.9999 pays up to a weight of 9,999: more than a thousand are not told apart.
    nearly = cells(world(models=(Model("nearly", ((40, True, 0.9999),)),)), "order")["nearly"]
    assert (nearly["last_pays"].key, nearly["last_pays"].args["weight"]) == ("defer.beyond", 1000)


def test_weights_of_items_count_in_every_column():
    # Half of the items weigh nothing: what is left is the first twenty, all right.
    told = world(models=(UNLUCKY,), weight=(1.0,) * 20 + (0.0,) * 20, resamples=0)
    quality, order = cells(told, "quality")["unlucky"], cells(told, "order")["unlucky"]
    assert quality["accuracy"] == 1
    assert number(quality["f1"]) == pytest.approx(1)
    assert number(order["augrc"]) == pytest.approx(0)


def test_domains_by_hand():
    rows = cells(world(models=(UNLUCKY,), domain="x" * 10 + "y" * 30), "domains")
    assert {key: rows["y"][key] for key in ("n", "alone", "wrong")} == {"n": 30, "alone": 1, "wrong": 20}
    assert rows["y"]["value"] == pytest.approx(1000 * (10 - 80) / 30)
    assert rows["x"]["value"] == pytest.approx(1000)


def test_accuracy_and_ece_stand_with_their_intervals():
    row, score = cells(world(), "quality")["good"], world().selection.quality["good"]
    assert row["accuracy_interval"] == Range(score["accuracy"].low, score["accuracy"].high)
    assert row["ece_interval"] == Range(score["ece"].low, score["ece"].high)
    assert row["accuracy_interval"].low < row["accuracy"] < row["accuracy_interval"].high
    assert "accuracy_interval" not in cells(world(resamples=0), "quality")["good"]


def test_the_bins_by_hand():
    rows = cells(world(models=(GOOD,)), "bins")
    # .6 is the upper edge of the ninth of fifteen bins, .9 lies in the fourteenth.
    assert {(round(one.low * 15), round(one.high * 15)) for one in rows} >= {(8, 9), (13, 14)}
    unsure, sure = (next(row for one, row in rows.items() if round(one.high * 15) == at) for at in (9, 14))
    assert (unsure["right"], unsure["wrong"], unsure["share_right"]) == (5, 5, 0.5)
    assert (sure["right"], sure["wrong"], sure["share_right"]) == (30, 0, 1.0)
    assert sure["mean_confidence"] == pytest.approx(0.9)
    assert sure["interval"].low == pytest.approx(0.025 ** (1 / 30))
    # Calibration moves the answers to other bins and loses none.
    assert sum(row["calibrated_answers"] for row in rows.values()) == 40
    assert sum(row["right"] + row["wrong"] for row in rows.values()) == 40


def test_bins_have_no_interval_where_items_come_in_groups():
    rows = cells(world(group=tuple(place // 4 for place in range(40))), "bins")
    assert all("interval" not in row and "calibrated_interval" not in row for row in rows.values())
    assert "interval" in next(iter(cells(world(), "bins").values()))
    assert "calibrated_mean" in next(iter(cells(world(validation=False), "bins").values()))


def test_page_1_has_the_first_five_of_many_models_and_the_table_of_all_stands_behind():
    few = world(models=(GOOD,))
    assert few.table("models").number == 1
    assert "best_models" not in [table.key for table in few.document.tables()]
    many = tuple(replace(GOOD, name=f"m{place}") for place in range(7))
    told = world(models=many)
    first, every = told.table("best_models"), told.table("models")
    assert first.rows == every.rows[:5]
    assert len(every.rows) == 7
    (note,) = told.said("defer.more_models")
    assert (note.args["n"], note.args["table"]) == (7, every.number)
    assert "best_models" in [
        block.key for block in told.document.sections[0].blocks if isinstance(block, Table)
    ]


def test_the_value_follows_from_what_is_printed_below_it():
    # Rights, wrongs and what is left to people at their prices, the price of the reviews taken off.
    told = world(**(MONEY | {"review_cost": 0.25}))
    table = next(one for one in told.document.tables() if one.key == "models")
    said = {note.key: note.args for note in table.notes}
    worth, cost = said["defer.said_alike"], said["defer.said_reviews"]["cost"].args["value"]
    right, wrong, left = (worth[name].args["value"] for name in ("right", "wrong", "abstain"))
    row = cells(told, "models")["good"]
    answered = 40 * row["alone"]
    value = right * (answered - row["wrong"]) + wrong * row["wrong"] + (left - cost) * (40 - answered)
    assert row["value"] == pytest.approx(1000 * value / 40)
    assert "defer.said_reviews" not in {note.key for note in world(**MONEY).table("models").notes}
