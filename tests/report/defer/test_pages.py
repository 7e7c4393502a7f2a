"""Pages, tables, figures and record on a classifier: one count, one value, the answers of each class, by hand."""

from __future__ import annotations

import numpy as np
import pytest
from defer_world import BAD, GOOD, RISKY, SCENES, SVC, UNLUCKY, Model, world

from budgetplan.report.answers import LEAST_BINS, build_defer_files
from budgetplan.report.display import Style
from budgetplan.report.locale import heads
from budgetplan.report.model import Tiles
from budgetplan.report.wording import short_text

PLAIN = Model("plain", GOOD.test, bare=True)
NAMES = (
    *("costs of errors", "nothing accepted", "money by class", "review costs in right answers", "weights"),
    *("by expected value, with domains", "one set", "a goal for errors", "the mean of two", "three classes"),
    *("labels that no model knows", "a class without items, one without an answer", "a list with prices"),
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
            low <= y <= high
            for low, y, high in zip(line.low or line.y, line.y, line.high or line.y, strict=True)
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
    lines = [
        len(figure(world(**said), "reliability").lines) for said in ({"models": (PLAIN,)}, {"models": (SVC,)})
    ]
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
    assert (good["name"], good["accuracy"], good["value_per_item"]["value"]) == (
        "good",
        0.875,
        pytest.approx(0.75),
    )
    # At .6 two in three are expected to be right, which is enough where a wrong answer costs two, and not four.
    rows = [(row["factor"], row["share"]) for row in record["by_price_of_errors"]]
    assert rows == [(0.5, 1.0), (2.0, 0.75)]
    assert world(models=(BAD,)).record["defer"]["chosen"]["cutoff"] is None
    assert world(truth="ab" * 19 + "ac").record["sample"] == {
        "labelled_items": 40, "validation_items": 40, "positives": None, "groups": None,
        "classes": ["a", "b"], "labels_no_model_knows": ["c"],
    }  # fmt: skip
