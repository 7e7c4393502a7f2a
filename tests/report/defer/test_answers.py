"""What is told of a classifier holds: facts, pages, tables, figures and record of small worlds, worked out by hand."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from defer_world import (
    BAD,
    BLIND,
    BY_CLASS,
    COMPLEMENT,
    GOOD,
    LLM,
    MANY,
    MONEY,
    PERFECT,
    RISKY,
    SCENES,
    SVC,
    UNLUCKY,
    Model,
    world,
)
from golden import golden

from budgetplan.api import Solved
from budgetplan.report.answers import LEAST_BINS, AnswerSpeaker, build_defer_files, wrong_table
from budgetplan.report.display import Style
from budgetplan.report.locale import heads
from budgetplan.report.model import Tiles
from budgetplan.report.wording import short_text
from budgetplan.settings.build import read_plan

UNSURE = ((5, True, 0.9), (400, True, 0.6))
"""A list on which no model is as sure as on the test items."""

SUREST = ((30, True, 0.99), (10, True, 0.6))
"""A list of which the answers that are given are surer than all on test items."""
OFTEN_WRONG = {
    "truth": "a" * 35 + "b" * 5,
    "models": (Model("llm", ((30, True, 0.9), (5, False, 0.9), (5, True, 0.9)), alone=True),),
}
"""Answers alone: b is right as often as not."""
EVEN = Model("even", ((33, True, 0.9), (7, False, 0.9)), ((38, True, 0.9), (2, False, 0.9)))
GROUPS = tuple(place // 4 for place in range(40))
DEAR = {"models": MANY, "worths": {"error_weight": "10"}}
FACTS = [
    ({}, {"facts.accepts": "cutoff", "facts.few": None, "facts.bare": [], "facts.scaled": ()}),
    ({"models": (BAD,)}, {"facts.accepts": "none", "facts.cutoff": None, "facts.bound": None}),
    (BLIND, {"facts.accepts": "value", "facts.cutoff": None}),
    ({"worths": {"error_weight": "0"}}, {"facts.accepts": "all", "facts.cutoff": None}),
    (OFTEN_WRONG, {"facts.accepts": "named", "facts.people": ("b",)}),
    (OFTEN_WRONG | {"worths": {"error_weight": "0.5"}}, {"facts.accepts": "all"}),
    (RISKY, {"facts.accepts": "value", "facts.bound": True}),
    (RISKY | {"relabel": False}, {"facts.accepts": "span", "facts.cutoff": True}),
    ({"validation": False}, {"facts.bound": None}),
    ({"weight": (2.0,) * 40}, {"facts.bound": None}),
    ({"models": (EVEN,)}, {"selection.pays": False, "against": False}),
    # Two models, thirty of forty accepted, none wrong: 0.05 ** (1 / 299) > 0.99, and 299 * 40 / 30 is 399.
    ({"most_wrong": "0.01"}, {"facts.needed": 399.0, "selection.refusal": "uncertified"}),
    ({"most_wrong": "0.01", "models": (BAD,)}, {"facts.needed": None}),
    ({"models": (Model("plain", GOOD.test, bare=True),), "relabel": True}, {"facts.bare": ["plain"]}),
    ({"classes": tuple("abcdefghijklm")}, {"facts.differ": False, "facts.many": True}),
    ({"models": (Model("m", ((20, True, 0.9), (5, False, 0.6))),)}, {"selection.refusal": "few"}),
    ({"listed": UNSURE}, {"selection.refusal": ""}),
]


@pytest.mark.parametrize(("said", "known"), FACTS)
def test_facts_are_those_of_the_plan(said, known):
    """Bounds are given for independent items that chose nothing; what is refused has no numbers of the list."""
    told = world(**said)
    for name, value in known.items():
        of, _, last = name.rpartition(".")
        shown = getattr(getattr(told, of), last) if of else told.selection.alone.gain.wholly_below(0.0)
        if last == "scaled":
            shown = tuple(model.name for model in shown)
        assert (bool(shown) if isinstance(value, bool) else shown) == value, name
    keys = [section.key for section in told.document.sections]
    assert (keys == ["decision", "back"]) == bool(told.selection.refusal)


def test_cutoffs_are_those_of_the_model():
    assert world().facts.cutoff == world().selection.chosen.cutoff
    three = world(classes=("a", "b", "c"))
    assert (three.facts.accepts, three.facts.cutoff, three.selection.chosen.cutoff) == ("cutoff", 0.8, None)
    # A missed b costs twenty, a false one as much as a right answer brings.
    span = world(**BY_CLASS | {"models": (GOOD,)}).facts.cutoff
    assert (span.low, span.high) == pytest.approx((1 / 2, 20 / 21))


@pytest.mark.parametrize("scene", ["by class", "weights", "a list", "three classes", "labels that no model knows"])
def test_classes_add_up(scene):
    selection = world(**SCENES[scene]).selection
    alone, test = selection.alone, selection.test
    weight = np.ones(test.n_items) if test.weight is None else test.weight
    counted = np.bincount(test.truth, weight, len(test.names)) * alone.items / weight.sum()
    assert sum(one.alone for one in alone.classes) == pytest.approx(alone.alone)
    for one, size in zip(alone.classes, counted.tolist(), strict=True):
        assert alone.own_list is not None or one.alone + one.left == pytest.approx(max(size, one.alone))
    if alone.own_list is not None:  # nobody knows how many of a list are of each class
        assert sum(one.left for one in alone.classes) == pytest.approx(alone.left)
    assert sum(one.answered or 0.0 for one in alone.classes) == pytest.approx(alone.alone)
    assert sum(one.wrong.value for one in alone.classes) == pytest.approx(alone.wrong.value, abs=1e-9)
    for one in alone.classes:
        assert sum(one.parts) == pytest.approx(100 if one.alone + one.left else 0)
    worst = alone.worst_class
    assert worst is None or worst.wrong.value == max(one.wrong.value for one in alone.classes) >= 0.5
    assert alone.worst_classes(1)[0].wrong.value == max(one.wrong.value for one in alone.classes)


def test_the_class_with_most_errors_is_told():
    """Of the last ten, all c, every answer is a: all are answered alone, and none is right."""
    model = Model("m", ((30, True, 0.9), (10, False, 0.9)))
    said = {"truth": "a" * 15 + "b" * 15 + "c" * 10, "models": (model,), "worths": {"error_weight": "1"}}
    told = world(**said, classes=("a", "b", "c"))
    worst = told.selection.alone.worst_class
    assert (worst.name, told.selection.worst_counted) == ("c", (10, 10))
    assert worst.wrong.value > 0.7 * worst.alone
    assert "(counted: 10 of 10)" in told.shown
    unknown = world(**said).selection.alone.worst_class
    assert (unknown.name, unknown.answered, unknown.wrong.value) == ("c", None, pytest.approx(unknown.alone))


def test_what_accuracy_would_lose_is_the_difference_in_value():
    dear = world(**DEAR)
    # accurate answers all 400, 20 of them wrong; choosy answers 360, all right.
    choice, gap = dear.selection.choice, dear.selection.differences["accurate"].opposite.per_thousand
    assert choice.by_accuracy == "accurate"
    assert gap.value == pytest.approx(1000 * (0.9 - (380 - 200) / 400))
    assert gap.low > 0
    assert (choice.accuracy["accurate"], choice.accuracy["choosy"]) == (0.95, 0.9)
    assert "With accurate alone, which accuracy would choose (95 % against 90 %), the value" in dear.shown
    assert "accuracy would choose" not in world().shown


@pytest.mark.parametrize("language", ["en", "de"])
def test_reports_in_words(language):
    """The usual case, a list with prices and all classes told, a goal for errors, and each refusal."""
    worlds = [
        {"models": (GOOD, BAD, PERFECT, replace(PERFECT, name="second"))},
        SCENES["a list with prices"],
        RISKY | {"models": (*RISKY["models"], *BLIND["models"])},
        BY_CLASS | MONEY | {"domain": "x" * 20 + "y" * 20, "models": COMPLEMENT, "mixture": True},
        {"most_wrong": "0.1", "truth": "ab" * 19 + "ac"},
        {"models": (LLM, SVC), "group": GROUPS},
        {"models": (UNLUCKY,), "domain": "x" * 20 + "y" * 20},
        {"most_wrong": "0.01"},
        {"listed": SUREST},
    ]
    parts = []
    for said in worlds:
        method = "Method\n" if language == "en" else "Methode\n"
        words, _, rest = world(language=language, **said).shown.partition(method)
        parts.append(words if parts else words + method + rest)
    golden(f"answers.{language}.txt", "\n---\n".join(parts))


PLAIN = Model("plain", GOOD.test, bare=True)

NAMES = (
    *("costs of errors", "nothing accepted", "money by class", "review costs in right answers", "weights"),
    *("by expected value, with domains", "one set", "a goal for errors", "the mean of two", "three classes"),
    *("labels that no model knows", "a class without items, one without an answer", "a list with prices"),
    *("a unit of their own", "values by class"),
)


@pytest.fixture(params=NAMES)
def told(request):
    return world(**SCENES[request.param])


def figure(told, key):
    return next(one for one in told.document.figures() if one.key == f"figure_{key}")


def cells(table):
    """Return the numbers of a table, without its first column."""
    return [row.cells[1:] for row in table.rows]


def test_page_1_and_the_record_tell_one_count(told):
    alone, record = told.selection.without_unit.alone, told.record["defer"]
    decision = record["chosen"]
    tiles = next(block.tiles for block in told.document.blocks() if isinstance(block, Tiles))
    page = {tile.label: tile.value for tile in tiles}
    assert page[heads()["defer.c_alone"]] == alone.alone == decision["answered_alone"]["value"]
    assert page[heads()["defer.c_wrong"]] == alone.wrong.value == decision["wrong"]["value"]
    assert page[heads()["defer.c_people"]] == alone.left == decision["reviewed"]["value"]
    assert alone.alone + alone.left == pytest.approx(told.record["list"]["items"])
    own = record.get("dimensionless_value_per_item", record["value_per_item"])
    assert own["value"] == alone.value.value
    gain = record["value_per_item"]["value"] - record["value_of_no_model"]["value"]
    assert record["gain_over_no_model"]["value"] == pytest.approx(gain)
    assert decision["model"] == told.selection.chosen.name
    names = [model.name for model in told.selection.models]
    assert [model["name"] for model in record["models"]] == names
    assert set(record["differences"]) == set(names)
    for model in record["models"]:
        assert (model["cutoff_found"] == "guaranteed") == (told.selection.most_wrong is not None)
        assert 0 <= model["wrong_among_them"] <= model["answered_alone"]


def test_every_item_and_error_is_counted_once(told):
    selection, alone = told.selection, told.selection.alone
    counts, inner = selection.chosen.counts, np.array(cells(told.table("confusion")), dtype=float)
    assert inner[:-1, :-1].sum() == pytest.approx(counts.n_accepted)
    assert inner[-1, -1] == pytest.approx(counts.n_abstained)
    assert inner[-1, :-1].sum() == pytest.approx(inner[:-1, -1].sum())
    pairs = next(one for one in build_defer_files(selection) if one.key == "pairs")
    assert sum(row.cells[3] for row in pairs.rows) == pytest.approx(counts.n_accepted)
    assert sum(row.cells[4] for row in pairs.rows) == pytest.approx(counts.n_abstained)
    for by in (alone.wrong_by_answer, alone.wrong_by_truth):
        assert sum(each.value for each in by.values()) == pytest.approx(alone.wrong.value, abs=1e-9)
    weight = np.ones(selection.test.n_items) if selection.test.weight is None else selection.test.weight
    right, wrong = figure(told, "confidence").lines
    correct = selection.chosen.correct
    assert sum(right.y) == pytest.approx(weight[correct].sum())
    assert sum(wrong.y) == pytest.approx(weight[~correct].sum())
    assert right.x == wrong.x
    assert len(right.x) >= LEAST_BINS
    assert np.diff(right.x) == pytest.approx(np.full(len(right.x) - 1, 100 / 15))
    for line in figure(told, "reliability").lines:
        assert list(line.x) == sorted(line.x)
        assert all(
            low <= y <= high for low, y, high in zip(line.low or line.y, line.y, line.high or line.y, strict=True)
        )


def test_answers_are_counted_by_true_class_and_what_is_left_to_people_apart():
    """Truths a, b in turn: thirty sure answers right, of ten unsure ones five right; each left to people.

    Of the unsure, a, b, a, b, a are right; then b, a, b, a, b get the other answer.
    """
    table = world(models=(GOOD,)).table("confusion")
    assert [one.name for one in table.columns] == ["answer", "truth_a", "truth_b", "left"]
    assert cells(table) == [(15, 0, 6), (0, 15, 4), (5, 5, 10)]
    weighted = world(models=(GOOD,), weight=(2.0,) * 40).table("confusion")
    assert cells(weighted) == [(30, 0, 12), (0, 30, 8), (10, 10, 20)]
    unknown = world(truth="ab" * 19 + "ac").table("confusion")
    assert unknown.columns[3].heading == short_text("defer.c_unknown", Style())
    assert sum(row.cells[3] for row in unknown.rows) == 1


def test_answers_by_expected_value_are_the_ones_given():
    told = world(**RISKY)
    a, b, _ = cells(told.table("confusion"))
    route, test = told.selection.chosen, told.selection.test
    given = np.where(route.accepted, route.answers, -1)
    for answer, shown in enumerate((a, b)):
        assert list(shown[:2]) == [((given == answer) & (test.truth == truth)).sum() for truth in (0, 1)]
    # All that is unsure and called a is answered b, which a missed b is worth: most of these are.
    changed = told.record["defer"]["relabelled"]
    assert changed == route.relabelled > 0
    assert (route.answers != route.predictions.predicted).sum() > 0
    assert world(**RISKY | {"relabel": False}).record["defer"]["relabelled"] is None


def test_the_distribution_by_hand():
    drawn = figure(world(), "confidence")
    right, wrong = (dict(zip(one.x, one.y, strict=True)) for one in drawn.lines)
    # The middles of (8/15, 9/15] and (13/15, 14/15].
    at = {round(x * 15 / 100 - 0.5): x for x in right}
    assert (right[at[8]], wrong[at[8]], right[at[13]], wrong[at[13]]) == (5, 5, 30, 0)
    (mark,) = drawn.markers
    # The stated confidence that is calibrated to .8.
    assert mark.x == pytest.approx(100 / (1 + 4 ** -world().selection.chosen.temperature))
    assert figure(world(models=(BAD,)), "confidence").markers == ()  # it accepts nothing


def test_reliability_by_hand():
    drawn = figure(world(), "reliability")
    stated, calibrated = drawn.lines
    assert stated.x == pytest.approx([60, 90])
    assert stated.y == calibrated.y == pytest.approx([50, 100])
    # Five of ten (Clopper and Pearson 1934, as in any table): 18.7 to 81.3.
    assert (stated.low[0], stated.high[0]) == pytest.approx((18.71, 81.29), abs=0.01)
    assert calibrated.x != pytest.approx(stated.x)
    assert drawn.y_label == "Right answers (%), with 95\u00a0% interval"
    # Calibrated points stand where something was fitted, intervals where items are independent.
    lines = [len(figure(world(**said), "reliability").lines) for said in ({"models": (PLAIN,)}, {"models": (SVC,)})]
    assert lines == [2, 1]
    grouped = figure(world(group=tuple(place // 4 for place in range(40))), "reliability")
    assert (grouped.lines[0].low, grouped.y_label) == (None, "Right answers (%)")


def test_domains_by_hand():
    table = world(models=(UNLUCKY,), domain="x" * 10 + "y" * 30).table("domains")
    names = [column.name for column in table.columns]
    x, y = (dict(zip(names, row.cells, strict=True)) for row in table.rows)
    assert (y["n"], y["alone"], y["wrong"]) == (30, 1, 20)
    assert (x["value"], y["value"]) == pytest.approx((1000, 1000 * (10 - 80) / 30))


def test_the_numbers_of_the_record_by_hand():
    record = world().record["defer"]
    decision, good = record["chosen"], record["models"][0]
    assert (decision["answered_alone"]["value"], decision["reviewed"]["value"]) == (30, 10)
    # Of thirty all are right: wrong may be one of the next thirty, and each costs five right ones.
    assert 0 < decision["wrong"]["value"] < 1
    assert record["value_per_item"]["value"] == pytest.approx((30 - 5 * decision["wrong"]["value"]) / 40)
    assert decision["cutoff"] == pytest.approx(1 / (1 + 4 ** -good["temperature"]))
    assert (record["cutoff_found"], record["cutoff_on_calibrated_confidence"]) == ("computed", 0.8)
    assert (good["name"], good["accuracy"], good["value_per_item"]["value"]) == ("good", 0.875, pytest.approx(0.75))
    # Doing without a model is worth less by as much as the model gains.
    (values,) = [table for table in build_defer_files(world().selection) if table.key == "figure_value"]
    gain = 1000 * record["gain_over_no_model"]["value"]
    assert (values.rows[0].cells[2], values.rows[-1].cells[2]) == (0, pytest.approx(-gain))
    # At .6 two in three are expected to be right, which is enough where a wrong answer costs two, and not four.
    rows = [(row["factor"], row["share"]) for row in record["by_price_of_errors"]]
    assert rows == [(0.5, 1.0), (2.0, 0.75)]
    assert world(models=(BAD,)).record["defer"]["chosen"]["cutoff"] is None
    assert world(truth="ab" * 19 + "ac").record["sample"] == {
        "labelled_items": 40, "validation_items": 40, "positives": None, "groups": None,
        "classes": ["a", "b"], "labels_no_model_knows": ["c"],
    }  # fmt: skip


def test_the_classes_add_up_to_the_answers_and_page_1_names_the_worst_by_its_numbers():
    """Each class rounded by itself, 3,715 of 3,716 answers were of a class."""
    example = Path(__file__).parents[3] / "examples" / "hate_speech" / "plan.toml"
    speaker = AnswerSpeaker(Solved(read_plan(str(example), {})).solution)
    table, alone = wrong_table(speaker), speaker.solution.alone
    columns = {
        column.name: cells
        for column, cells in zip(table.columns, zip(*(row.cells for row in table.rows), strict=True), strict=True)
    }
    assert sum(columns["given"]) == sum(columns["alone"]) == round(alone.alone) == 3716
    assert sum(columns["true"]) == sum(map(int, columns["answered"])) == round(alone.wrong.value)
    assert f"of {columns['alone'][0]:.0f} such posts answered alone, {columns['true'][0]:.0f} get" in speaker.words(
        "lede"
    ).replace("\u00a0", " ")
