"""Where to stop: gain by tenth, and the worths that each stop suits."""

from __future__ import annotations

import pytest
from documents_world import GOOD, LABELS, SCENES, Model, placed, world

from budgetplan.report.filter.pages import build_files

STEPPED = (Model("stepped", order=placed(LABELS, (1, 2, 3, 4, 8, 12, 16, 20, 24, 28))),)


def cells(table, name):
    place = [one.name for one in table.columns].index(name)
    return [row.cells[place] for row in table.rows]


def test_gain_by_tenth_in_numbers():
    told = world(models=(GOOD,))
    table = told.table("gain_recommended")
    assert cells(table, "items") == [4 * d for d in range(1, 11)]
    assert cells(table, "new") == [4, 4, 2] + [0] * 7
    assert cells(table, "found") == [4, 8] + [10] * 8
    assert cells(table, "cumulative") == [0.4, 0.8] + [1.0] * 8
    assert cells(table, "cost") == [4.0 * d for d in range(1, 11)]
    assert cells(table, "per")[:3] == [1, 1, 2]
    assert {one.key for one in cells(table, "per")[3:]} == {"none_found"}
    assert [row.strong for row in table.rows] == [False, True] + [
        False
    ] * 8  # eight items end the second tenth
    long = next(one for one in build_files(told.analysis) if one.key == "gain_1")
    assert cells(long, "gain") == [0.4, 0.4, pytest.approx(0.2)] + [0] * 7
    assert cells(long, "lift")[:3] == pytest.approx([4, 4, 10 / 3])
    assert cells(long, "lift")[-1] == 1


@pytest.mark.parametrize("name", [name for name in SCENES if name != "no entries"])
def test_tenths_add_up_to_everything(name):
    told = world(**SCENES[name])
    for table in (*told.document.tables(), *build_files(told.analysis)):
        if not table.key.startswith("gain"):
            continue
        evidence = told.analysis.evidence
        in_all = evidence.entries(evidence.model(table.caption.args["model"]))
        assert sum(cells(table, "new")) == pytest.approx(in_all)
        assert cells(table, "found")[-1] == pytest.approx(in_all)
        assert cells(table, "cumulative")[-1] == pytest.approx(1)
        assert cells(table, "items")[-1] == pytest.approx(told.analysis.evidence.list_items)
        assert [row.cells[0] for row in table.rows] == list(range(1, len(table.rows) + 1))
        assert len(table.rows) == (20 if name == "twenty parts" else 10)


def test_the_stop_lies_in_the_strong_tenth():
    table = world(budget=("9", "money")).table("gain_recommended")
    assert [row.cells[0] for row in table.rows if row.strong] == [3]


def test_all_are_found_after_the_third_tenth():
    assert world().said("stop.earliest_tenth")[0].args["tenth"] == 3


def test_which_stop_is_best_for_which_worth():
    # Four idioms at 1.00, six more at 4.00 each, then nothing: under 1.00 don't start, over 4.00 go to 28.
    table = world(models=STEPPED, budget=None).table("worth")
    shown = [tuple(row.cells) for row in table.rows]
    assert [row[2] for row in shown] == [0, 4, 28]
    assert [row[0] for row in shown] == pytest.approx([0, 1, 4])
    assert [row[1] for row in shown[:2]] == pytest.approx([1, 4])
    assert shown[2][1].key == "and_above"
    assert [row[3] for row in shown] == [0, 4, 28]
    assert [row[4] for row in shown] == [0, 4, 10]


def test_where_the_review_ends_inside_a_tenth_the_table_says_what_is_marked():
    # A tenth is four sentences: eight end with the second one, nine inside the third.
    [note] = world(budget=("9", "money")).table("gain_recommended").notes
    assert (note.key, note.args["items"]) == ("note.stop_inside", 9)
    assert not world(budget=("8", "money")).table("gain_recommended").notes


def test_where_page_1_promises_less_than_the_labels_say_the_table_says_so():
    twins = (Model("a", 2.0, 1), Model("b", 2.0, 3))
    told = world(models=twins)
    [note] = [one for one in told.table("gain_recommended").notes if one.key == "note.parts_labels"]
    chosen = told.speaker.analysis.decision.chosen
    assert note.args["told"] == chosen.found.value < note.args["labels"]
    assert note.args["labels"] == told.speaker.analysis.lead.path.read("positives", chosen.items)
    assert not world(models=twins, resamples=0).table("gain_recommended").notes


def test_the_caption_speaks_of_what_was_not_found_only_where_something_was_not():
    def caption(**args):
        return next(one for one in world(**args).document.figures() if one.key == "figure_steps").caption.key

    assert caption() == "caption.steps_none"
    assert caption(labels="x" * 20 + "." * 20, models=(Model("even", order="a" * 40),)) == "caption.steps"


def test_where_a_worth_was_given_no_others_are_listed():
    assert "worth" not in {table.key for table in world(**SCENES["net value"]).document.tables()}


def test_the_best_stop_on_the_sample_stands_beside_the_recommended():
    [rule] = world(**SCENES["net value"]).said("stop.mean_rule")
    assert (rule.args["items"], rule.args["net"]) == (10, pytest.approx(50))
