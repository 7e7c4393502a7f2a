"""What is said of an answerer that reads the top of the list first: each statement where it holds, and not next door."""

import copy
import dataclasses

import pytest
from documents_world import LABELS, Model, world
from golden import golden

from budgetplan.render.text import prose_lines
from budgetplan.report.ranked import ReviewSpeaker, build_files

SOME = (Model("some", 1.0, 3),)
RIGHT = "".join("1" if letter == "x" else "0" for letter in LABELS)
GAPS = "--" + RIGHT[2:]
NET = {"values": {"entry": {"idiom": "3"}}, "budget": None}
FOUND = {"models": SOME, "answers": RIGHT, "list_size": 4000, "budget": ("800", "money")}
WORTH = FOUND | NET
LISTED = FOUND | {
    "labels": LABELS + "!" * 200,
    "answers": RIGHT + "-" * 200,
    "list_size": None,
    "budget": ("100", "money"),
}
"""The 200 items to be reviewed are in the table, and nobody has been asked about them."""
TWO = {"mixture": True, "models": (Model("a", 1.0, 1), Model("b", 1.0, 3))}


def told_of(**args):
    """Return what is told of a world, and its answerer."""
    facts = ReviewSpeaker(world(**args).analysis)
    return facts, *facts.asked


@pytest.mark.parametrize(
    ("said", "change", "told"),
    [
        (FOUND, {"answer_price": "9"}, lambda facts, one: one.pays),
        (WORTH | {"answer_price": "0"}, {"answer_price": "0.01"}, lambda facts, one: one.with_it.calls == 0),
        (FOUND | {"answers": GAPS}, {"answers": RIGHT}, lambda facts, one: one.known.items - one.known.answered == 2),
        (WORTH | {"accept": "all"}, {"accept": "auto"}, lambda facts, one: one.with_it.kept > 0),
        (FOUND, {"answers": "-" * 40}, lambda facts, one: facts.limit(one) is not None),
        (FOUND, {"answer_price": "9"}, lambda facts, one: one.known.errors_up_to is not None),
    ],
)
@pytest.mark.few(1)
def test_what_is_told_of_an_answerer_holds_there_and_not_next_door(said, change, told):
    assert told(*told_of(**said))
    assert not told(*told_of(**(said | change)))


@pytest.mark.few(1)
def test_where_a_target_is_wanted_it_is_said_that_nothing_is_said_of_an_answerer():
    wanted = FOUND | {"budget": None, "target": ("0.6", "share")}
    line = "What asking llm first would change is worked out only for a budget or a worth of idioms."
    for args, said in ((wanted, True), (FOUND, False)):
        page = ReviewSpeaker(world(**args).analysis).words
        assert (line in "\n".join(prose_lines(page("asking")))) == said


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.few(1)
def test_answerers_read_as_they_were_read(language):
    lines = []
    for args in (FOUND, WORTH, FOUND | {"answer_price": "9"}, FOUND | TWO, LISTED, WORTH | {"accept": "all"}):
        analysis = copy.copy(world(**args).analysis)
        plan = dataclasses.replace(analysis.evidence.plan, language=language)
        vars(analysis)["evidence"] = dataclasses.replace(analysis.evidence, plan=plan)
        say = ReviewSpeaker(analysis).words
        lines += [line for macro in ("asking", "answerers") for line in prose_lines(say(macro))]
    golden(f"screening.{language}.txt", "\n".join([*lines, ""]))


def test_the_table_holds_the_recommended_plan_first_and_every_way_beside_it():
    told = world(**WORTH)
    table = told.table("screening")
    ways = [row.cells[0] for row in table.rows]
    assert ways == ["As recommended, asking nobody", "llm, then people", "llm alone"]
    assert [row.strong for row in table.rows] == [True, False, False]
    assert table.rows[0].cells[2] == told.analysis.chosen.items
    assert table.rows[0].cells[4] == told.analysis.chosen.spend


@pytest.mark.slow
def test_a_file_names_the_items_to_ask_about_as_joint_plans_do():
    told = world(**LISTED)
    [ask] = [table for table in build_files(told.analysis) if table.key == "ask"]
    way = told.analysis.screenings[0].with_it
    assert len(ask.rows) == way.asked == sum(last - first + 1 for first, last in way.places)
    own = told.analysis.evidence.scored
    order = [own.ids[row] for row in own.rankings[told.analysis.lead.name].order]
    assert [row.cells[0] for row in ask.rows] == [
        name for first, last in way.places for name in order[first - 1 : last]
    ]
    assert {row.cells[1] for row in ask.rows} == {""}
    assert told_of(**FOUND)[0].asked_list is None
    too_dear = world(**LISTED | {"answer_price": "9"}).analysis
    assert not [table for table in build_files(too_dear) if table.key == "ask"]
