"""Pages and tables of a joint plan and its record: one amount, one unit, who decides on how many, worked out by hand.

In the default world thirty sure answers are right and worth 1 each; of ten unsure ones half are wrong, at -4; a
review gives a label worth 1 for 0.50; the budget of 3 pays for six. What thirty right answers leave open is drawn.
"""

import itertools
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from joint_report_world import BY_CLASS, EVEN, GOOD, MONEY, SCENES, TWINS, Model, uneven, world
from laid_out import first_page_of
from pango import AVAILABLE

from budgetplan.api import Solved
from budgetplan.plans.joint import recommend
from budgetplan.render.text import lengths
from budgetplan.report.display import Style, show, without_tags
from budgetplan.report.joint import JointSpeaker, classes_table, ways
from budgetplan.report.locale import heads
from budgetplan.report.model import Tiles
from budgetplan.settings.build import read_plan
from budgetplan.workflows import JOINT

NAMES = (
    *("no budget", "a budget in items", "no price", "nothing can be paid", "enough for everything"),
    *("by class", "a list with predictions", "people alone", "nothing pays", "fixed costs"),
    *("people err", "by score", "by value, people err", "the model is paid, with indirect costs"),
    *("weights", "by gain"),
)


@pytest.fixture(params=NAMES)
def told(request):
    return world(**SCENES[request.param])


def cells(told, key):
    """Return the rows of a table by column, with whether they are marked."""
    names = [column.name for column in told.table(key).columns]
    return [(row.strong, dict(zip(names, row.cells, strict=True))) for row in told.table(key).rows]


def test_page_1_has_the_numbers_of_the_record(told):
    decision = told.record["joint"]["chosen"]
    tiles = next((block.tiles for block in told.document.blocks() if isinstance(block, Tiles)), ())
    page = {tile.label: tile.value for tile in tiles}
    (row,) = [row for strong, row in cells(told, "budgets") if strong]
    assert bool(page) == told.joint.option.starts
    if page:
        assert page[heads()["joint.c_right"]] == pytest.approx(decision["found"]["value"], abs=0.5 + 1e-6)
        assert page[heads()["col.net"]] == told.facts.short(told.facts.option.net.value)
        assert page[heads()["joint.tile_wrong"]] == row["wrong"]
        if told.joint.plan.prices.stated:
            assert page[heads()["col.spend"]] == Decimal(decision["spend"])
        else:
            assert page[heads()["col.reviewed"]] == decision["reviewed"]["value"]
    assert row["net"] == decision["net"]["value"]
    assert row["alone"] == decision["answered_alone"]["value"]
    assert row["left"] == pytest.approx(decision["left"]["value"])


def test_all_items_are_answered_reviewed_or_left_in_the_same_numbers_everywhere(told):
    total, marked = told.joint.total, []
    for key in ("budgets", "ways"):
        for _, row in cells(told, key):
            assert row["alone"] + row["reviewed"] + row["left"] == pytest.approx(total)
            assert 0 <= row["wrong"] <= total - row["left"]
    for stack in next((figure.stacks for figure in told.document.figures() if figure.kind == "split"), ()):
        assert sum(stack.parts) == pytest.approx(total)
    for table in told.document.tables():
        marked += [row for strong, row in cells(told, table.key) if strong]
    assert len(marked) >= 2
    for name in ("alone", "wrong", "reviewed", "left", "spend", "net"):
        assert len({row[name] for row in marked if name in row}) <= 1, name


def test_cost_lines_add_up_to_the_spend_of_the_title(told):
    spend, plan = told.joint.option.spend, told.joint.plan
    tables = [table for table in told.document.tables() if table.key == "costs"]
    assert bool(tables) == bool(spend)
    for table in tables:
        *lines, total = table.rows
        assert sum((row.cells[-1] for row in lines), Decimal(0)) == total.cells[-1] == told.facts.spend == spend
        assert total.total
        assert show(spend, "amount", Style.of(told.document)) in without_tags(told.document.title)
    keys = [section.key for section in told.document.sections]
    assert ("justification" in keys) == bool(tables)
    assert ("work" in keys) == (told.joint.option.items > 0)
    names = {column.name for table in told.document.tables() for column in table.columns}
    assert ("spend" in names) == plan.prices.stated
    assert bool(told.document.currency) == (plan.prices.stated or plan.deferral.worths.unit == "money")


@pytest.mark.skipif(not AVAILABLE, reason="the libraries that make a PDF are not here")
@pytest.mark.parametrize("name", ["a list", "by value"])
@pytest.mark.few(1)
def test_one_page_section_stands_on_one_page_of_the_pdf(name):
    assert first_page_of(world(**SCENES[name]).document) == (1, 1)


def test_from_fewer_than_thirty_labels_nothing_is_recommended_but_what_budgets_bring_is_told():
    few = Model("even", ((15, True, 0.9), (7, True, 0.6), (7, False, 0.6)))
    told = world(models=(few,))
    assert (told.joint.refusal, told.joint.labels_wanted, told.joint.unmet) == ("few", 1, True)
    assert "only 29 posts are labelled" in without_tags(told.document.title)
    assert not any(row.strong for row in told.table("budgets").rows)
    assert not lengths(told.document)
    assert told.record["joint"]["chosen"] is None
    assert world(models=(EVEN,)).joint.refusal == ""


D = Decimal


def table_of(told, key):
    """Return a table of the report, or one that is a file alone."""
    return next(table for table in (*told.document.tables(), *JOINT.files(told.joint)) if table.key == key)


def rows(told, key):
    """Return the cells of a table by column, words as they are shown."""
    table, _style = table_of(told, key), Style.of(told.document)
    names = [column.name for column in table.columns]
    shown = [
        [without_tags(cell).replace("\u00a0", " ") if isinstance(cell, str) else cell for cell in row.cells]
        for row in table.rows
    ]
    return [dict(zip(names, cells, strict=True)) for cells in shown]


def counts(row):
    return row["alone"], row["reviewed"], row["left"], row["spend"]


def strong(told, key):
    return [place for place, row in enumerate(table_of(told, key).rows) if row.strong]


def test_the_plan_of_each_budget():
    told = world()
    found = rows(told, "budgets")
    assert [row["budget"] for row in found] == [f"EUR {each}" for each in ("0.00", "1.50", "3.00", "4.50", "6.00")]
    assert [counts(row) for row in found] == [
        (30, 0, 10, D("0.00")),
        (30, 3, 7, D("1.50")),
        (30, 6, 4, D("3.00")),
        (30, 9, 1, D("4.50")),
        (30, 10, 0, D("5.00")),
    ]
    assert strong(told, "budgets") == [2]
    assert all(row["interval"].low < row["net"] <= row["interval"].high for row in found)
    nets = [row["net"] for row in found]
    assert np.subtract(nets, nets[2]) == pytest.approx([-3, -1.5, 0, 1.5, 2], abs=1e-6)


def test_without_a_budget_the_last_row_has_no_limit():
    told = world(budget=None)
    found = rows(told, "budgets")
    # Everything left is reviewed for 5; the other rows are quarters of that, in whole cents.
    assert [row["budget"] for row in found] == ["EUR 0.00", "EUR 1.25", "EUR 2.50", "EUR 3.75", "no limit"]
    assert [row["reviewed"] for row in found] == [0, 2, 5, 7, 10]
    assert strong(told, "budgets") == [4]
    assert told.record["joint"]["chosen"]["budget"] is None
    cheap = rows(world(budget=None, price="0.08"), "budgets")
    assert [row["budget"] for row in cheap] == ["EUR 0.00", "EUR 0.20", "EUR 0.40", "EUR 0.60", "no limit"]


def test_joining_beside_either_alone():
    told = world()
    found = rows(told, "ways")
    assert [row["way"] for row in found] == ["recommended", "people alone", "model alone", "nothing is done"]
    assert [counts(row) for row in found] == [
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
    (shown,) = [table for table in JOINT.files(told.joint) if table.key == "figure_ways"]
    heads = [column.name for column in shown.columns]
    bars = [dict(zip(heads, row.cells, strict=True)) for row in shown.rows]
    assert [bar["strong"] for bar in bars] == ["yes", "no", "no", "no"]
    for bar, row in zip(bars, found, strict=True):
        low, high = (row["interval"].low, row["interval"].high) if row["interval"] else (None, None)
        assert (bar["label"], bar["value"], bar["low"], bar["high"]) == (row["way"], row["net"], low, high)


def test_each_model_alone_the_best_first():
    found = rows(world(), "models")
    # BAD is right about every second answer, so that people review six alone: 3 of 33.
    assert [(row["model"], row["alone"], row["reviewed"]) for row in found] == [("good", 30, 6), ("bad", 0, 6)]
    assert [row["more"] for row in found] == pytest.approx([0, -30])
    assert found[1]["interval"].low < -30 < found[1]["interval"].high


def test_which_model_at_which_budget():
    assert rows(world(), "winners") == [{"from": D(0), "to": D("6.00"), "leader": "good"}]
    assert rows(world(models=TWINS), "winners") == [{"from": D(0), "to": D("6.00"), "leader": "one, two"}]
    # HASTY 22 + 0.5 m for m up to 8, SLOW 20 + 0.5 m for m up to 20: equal at m = 12, which costs 6.
    told = world(**SCENES["the lead changes"])
    assert [(row["from"], row["to"], row["leader"]) for row in rows(told, "winners")] == [
        (D(0), D("6.00"), "hasty"),
        (D("6.00"), D("6.67"), "hasty, slow"),
        (D("6.67"), D("8.00"), "slow"),
    ]
    # No lead is said to go on beyond the budgets it was read at.
    assert told.joint.grid[-1].amount == D("8.00")


def test_without_prices_there_is_no_cost():
    told = world(**SCENES["no price"])
    for key, net in (("budgets", "net"), ("ways", "net"), ("models", "more"), ("harsher", "net")):
        assert "spend" not in rows(told, key)[0]
        assert {column.name: column.kind for column in table_of(told, key).columns}[net] == "gap"
    assert [row["budget"] for row in rows(told, "budgets")] == [f"{n} posts" for n in (0, 2, 4, 6, 8)]
    assert np.diff([row["net"] for row in rows(told, "budgets")]) == pytest.approx([2, 2, 2, 2])


def test_a_budget_of_nothing_has_no_file_of_winners_and_values():
    keys = {table.key for table in JOINT.files(world(budget="0").joint)}
    assert not keys & {"winners", "figure_surface"}


def test_counts_are_items_of_the_list():
    told = world(list_size=4000, budget="300", models=(GOOD,))
    *items, spend = counts(rows(told, "budgets")[2])
    # In few draws fewer than 600 items are unsure: then people see some of the others.
    assert (items, spend) == (pytest.approx([3000, 600, 400], abs=2), D("300.00"))
    assert told.record["list"]["items"] == 4000.0


def test_the_plan_on_the_list_itself():
    """Of 400 items 300 are sure; at 0.50 a review 30.00 pay for sixty."""
    for row in rows(world(**SCENES["a list with predictions"]), "own_list"):
        assert counts(row) == (300, 60, 40, D("30.00"))
    own, share = rows(world(**SCENES["a list unlike the sample"]), "own_list")
    assert (own["alone"], own["reviewed"], share["alone"]) == (0, 60, 300)


def test_values_by_class_are_printed_in_full():
    """A missed b loses nine; reviews give the right label, worth 1."""
    told = world(**BY_CLASS)
    table = told.table("values")
    assert f"(by class: table\u00a0{table.number})" in told.table("who").notes[0]
    assert [row.cells[1:] for row in table.rows] == [(1, -9), (-4, 1), (0, 0), (1, 1)]
    assert "values" not in {table.key for table in world().document.tables()}


def test_the_ladder_has_the_plan_in_its_middle_and_the_table_s_rows_beside_it():
    told = world()
    here = rows(told, "ladder")
    assert [row["part"] for row in here[:3]] == [0, 0.1, 0.2]
    by_budget = {row["budget"]: row for row in here}
    names = ("alone", "wrong", "reviewed", "spend", "net")
    for row in rows(told, "budgets"):
        assert [by_budget[row["budget"]][name] for name in names] == [row[name] for name in names]
    ladder = told.record["ladder"]
    assert [rung["percent"] for rung in ladder] == list(range(0, 201, 10))
    assert ladder[10]["option"] == told.record["joint"]["chosen"]


def test_the_classes_that_the_model_gets_wrong_stand_first_and_add_up_to_page_1():
    """Of ten sure items of either class it is wrong about one a and five b."""
    model = Model("m", ((9, True, 0.9), (1, False, 0.9), (5, True, 0.9), (5, False, 0.9), (20, True, 0.9)))
    truth = "a" * 10 + "b" * 10 + "ab" * 10
    scenes = [{"models": (model,), "truth": truth, "worths": MONEY | {"wrong": "-1"}, "resamples": 0}]
    # Each class rounded by itself, they were one more or one less.
    scenes += [{"models": (uneven(seed),), "list_size": 397, "budget": "30"} for seed in (2,)]
    for said in scenes:
        told = world(**said)
        wrong = [row["wrong"] for row in rows(told, "classes")]
        assert wrong == sorted(wrong, reverse=True)
        assert sum(wrong) == int(told.facts.counts.wrong)
        assert sum(row["alone"] for row in rows(told, "classes")) == told.facts.counts.accepted > 0


def test_who_answers_adds_up_to_all_the_money():
    told = world(budget="9", prices={"fixed": {"training": "1"}, "contingency": "0.1"}, work={"control": 4})
    *_, mixed = found = rows(told, "who")
    spent = sum(row["cost"] for row in found if row["cost"] is not None)
    assert spent == told.facts.spend == told.joint.option.spend
    assert (mixed["items"], mixed["cost"]) == (4, 2)


def test_the_file_of_the_surface_has_the_values_worked_out_by_hand():
    values, others = {}, []
    for row in rows(world(), "figure_surface"):
        part, _, _, x, y, z = row.values()
        if part == "value":
            values.setdefault(y, {})[x] = z
        else:
            others.append((part, x, y))
    shown = [list(row.values()) for row in values.values()]
    assert list(values) == pytest.approx((0, 0.75, 1))
    assert len({tuple(row) for row in values.values()}) == 1
    *ridge, mark = others
    assert mark == ("marker", 3, 0.75)
    assert all(before[1] < after[1] for before, after in itertools.pairwise(ridge))
    # Nothing accepted: twelve reviews gain 0.5 each; the thirty sure ones, and all that is left reviewed: 5 more.
    assert (shown[0][0], shown[0][-1]) == pytest.approx((0, 6))
    assert shown[1][-1] - shown[1][0] == pytest.approx(5)
    assert shown[2][0] < shown[1][0] < 30


@pytest.mark.parametrize("name", ["default", "no price", "twins", "people err", "a list unlike the sample"])
def test_the_record_is_the_analysis(name):
    told = world(**SCENES[name])
    record = told.record["joint"]
    chosen, surface = record["chosen"], record["surface"]
    nets = {kind: other["net"]["value"] for kind, other in record["either_alone"].items()}
    assert nets.keys() == {"people", "machine"}
    for kind, net in (nets | {"nothing": record["nothing"]["value"]}).items():
        assert record["more_than"][kind]["value"] == pytest.approx(chosen["net"]["value"] - net)
    parts = sum(chosen[part]["value"] for part in ("answered_alone", "reviewed", "left"))
    assert parts == pytest.approx(told.record["list"]["items"])
    for part in ("value", "net", "reviewed"):
        assert len(surface[part]) == len(surface["cutoffs"]) == len(surface["share_answered_alone"])
        assert {len(row) for row in surface[part]} == {len(surface["budgets"])}
    assert [each["name"] for each in told.record["singles"]] == [model.name for model in told.joint.models]
    assert len(record["budgets"]) == len(told.joint.rows)
    assert [row["factor"] for row in record["wrong_answers_times"]] == [0.5, 1.0, 2.0, 5.0]


def test_the_numbers_of_the_record_by_hand():
    record = world().record
    own, decision = record["joint"], record["joint"]["chosen"]
    wrong = decision["wrong"]["value"]
    # No error is seen among 30, so that less than one of them is expected.
    assert 0 < wrong < 0.5
    assert decision["net"]["value"] == pytest.approx(30 - 5 * wrong + 6 - 3 - decision["luck"])
    assert (decision["budget"]["amount"], decision["spend"]) == ("3", "3.00")
    # A wrong answer loses four times what a right one is worth.
    assert world().joint.cutoff == pytest.approx(0.8)
    assert own["more_than"]["machine"]["value"] == pytest.approx(3, abs=1e-6)
    # None of 30 is wrong, and two models share the chance of error: 1 - 0.05^(1/30).
    assert own["errors_at_most_with_90_percent_confidence"] == pytest.approx(1 - 0.05 ** (1 / 30))
    assert decision["found"]["value"] == pytest.approx(36 - wrong)
    assert (own["by"], own["own_list"], own["by_share"]) == ("share", None, None)
    assert (own["winner_by_budget"]["unit"], len(own["winner_by_budget"]["read_at"])) == ("money", 13)
    assert record["list"] == {"basis": "sample", "items": 40.0, "expected_positives": None}
    assert world(truth="ab" * 19 + "ac").record["sample"] == {
        "labelled_items": 40, "validation_items": 40, "positives": None, "groups": None,
        "classes": ["a", "b"], "labels_no_model_knows": ["c"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"model_cost": "30"}, "8 posts judged as a check alone cost EUR 4.00, more than EUR 3.00."),
        ({"prices": {"fixed": {"Training": "2"}}}, "cost, with all that is paid once, EUR 6.00, more than EUR 3.00."),
        ({"budget": "7", "unit": "items"}, "8 posts judged as a check alone exceed the budget of 7 posts."),
    ],
)
def test_what_the_checks_are_beyond_is_said_in_what_the_budget_counts(more, words):
    checked = {"models": (GOOD,), "list_size": 100, "work": {"tail_sample": 6, "control": 2}}
    assert words in " ".join(lead_of(world(**{"budget": "3", "price": "0.5"} | checked | more)))


@pytest.mark.parametrize(("budget", "beyond"), [("3", (8, Decimal("4.00"))), ("4", None), ("8", None)])
def test_a_budget_below_the_price_of_the_checks_is_told_it(budget, beyond):
    """Six random items and two known ones at 0.50 are EUR 4 before anything is reviewed."""
    checked = {"models": (GOOD,), "list_size": 100, "work": {"tail_sample": 6, "control": 2}}
    told = world(**checked, budget=budget, price="0.5")
    assert told.joint.beyond == beyond
    assert recommend(told.joint).why_not == ("not_paid" if beyond else "")
    page = " ".join(lead_of(told))
    assert ("8 posts judged as a check alone cost EUR 4.00, more than EUR 3.00." in page) == (beyond is not None)
    if beyond is None:
        # What is mixed in is paid apart from what people review by the plan.
        cost = {str(row.cells[0]): row.cells[-1] for row in told.table("who").rows}
        assert cost["posts mixed in"] == 4
        assert cost["people"] == told.joint.option.items * Decimal("0.5")
        assert sum(cost[who] for who in ("people", "posts mixed in")) == told.joint.option.spend


def lead_of(told):
    """Return the first words of a report."""
    return [
        without_tags(block.html).replace("\u00a0", " ") for block in told.document.blocks() if hasattr(block, "html")
    ]


def test_page_1_names_the_class_with_most_errors_by_the_numbers_of_its_table():
    """Rounded by itself, 189.57 was 190 on page 1 and 189 in the table, which adds up."""
    example = Path(__file__).parents[3] / "examples" / "hate_speech" / "joint.toml"
    speaker = JointSpeaker(Solved(read_plan(str(example), {"goal.budget": "4"})).solution)
    name, alone, wrong, *_ = classes_table(speaker).rows[0].cells
    told = without_tags(speaker.words("lede")).replace("\u00a0", " ")
    assert f"Of {alone:.0f} posts of the class {name} that the model answers alone, {wrong:.0f} get" in told
