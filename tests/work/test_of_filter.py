"""A ranked list, carried out: which column, up to which score, what ends it; checkpoints agree with the plan."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from documents_world import DEFAULT, GOOD, LABELS, POOR, SCENES, Model, make_items, make_plan, outputs, placed

from budgetplan.domain.plan import ModelSpec, Work
from budgetplan.lists.evidence import gather
from budgetplan.plans.review import Analysis
from budgetplan.report.ranked import build_files
from budgetplan.work.building import work_of_filter


def reviewed(analysis):
    """Return the file of items to review, None where there is none."""
    return next((one for one in build_files(analysis) if one.key == "review"), None)


STEPPED = Model("stepped", order=placed(LABELS, (1, 2, 3, 4, 8, 12, 16, 20, 24, 28)))
LISTED = {"labels": LABELS + "?!???!" * 5}


def carried(packet=200, order="higher", **said):
    """Return the analysis of a world whose plan says something of the work, and how it is carried out."""
    args = DEFAULT | said
    plan = make_plan(args)
    models = tuple(ModelSpec(one.name, one.name, order) for one in args["models"])
    plan = replace(plan, work=Work(packet=packet), models=models)
    evidence = gather(plan, make_items(args), outputs(args))
    analysis = Analysis(evidence)
    return analysis, work_of_filter(analysis)


@pytest.mark.parametrize(
    ("scene", "binds"),
    [
        ({}, "money"),
        ({"budget": ("8", "items")}, "number"),
        ({"budget": ("99", "items")}, "list"),
        ({"budget": None, "target": ("4", "entries")}, "target"),
        ({"budget": None, "values": {"entry": {"idiom": "6"}}}, "worth"),
        ({"budget": ("5", "money"), "values": {"entry": {"idiom": "6"}}}, "money"),
        ({"budget": ("30", "money"), "values": {"entry": {"idiom": "6"}}}, "worth"),
        (SCENES["hours"], "hours"),
    ],
)
def test_what_ends_the_review(scene, binds):
    found = carried(**scene)[1]
    assert found.binds == binds


def test_nothing_recommended_is_nothing_to_carry_out():
    for scene in ("open", "not starting", "cannot buy", "no entries", "unreachable"):
        assert carried(**SCENES[scene])[1] is None


def test_the_score_at_the_stop_is_that_of_the_list_or_of_the_labelled_items_in_proportion():
    # 40 labelled items stand for 400: the first 80 of the list are the first 8, whose last letter is "H".
    found = carried(models=(STEPPED,), list_size=400, budget=("80", "money"))[1]
    assert (found.source, found.column, found.order) == ("column", "stepped", "highest")
    assert (found.first_score, found.last_score) == (None, -float(ord("H")))
    lowest = carried(order="lower", models=(STEPPED,), list_size=400, budget=("80", "money"))[1]
    assert (lowest.order, lowest.last_score) == ("lowest", float(ord("H")))
    rank = carried(order="rank", models=(STEPPED,), list_size=400, budget=("80", "money"))[1]
    assert (rank.order, rank.first_score, rank.last_score) == ("rank", 1.0, 80.0)


@pytest.mark.parametrize("weights", [None, [2.0] * 70])
def test_a_list_in_the_table_is_reviewed_from_the_file_that_holds_it(weights):
    analysis, found = carried(**LISTED, weights=weights, models=(GOOD,))
    rows = reviewed(analysis).rows
    assert found.source == "file"
    assert (found.first_score, found.last_score) == (rows[0].cells[2], rows[-1].cells[2])
    assert found.items == analysis.chosen.items


def test_a_mixture_has_no_column():
    twins = (Model("a", 2.0, 1), Model("b", 2.0, 3))
    analysis, found = carried(mixture=True, models=twins)
    assert analysis.lead.name == "mixture"
    assert (found.source, found.column, found.last_score) == ("missing", "", None)
    assert carried(**LISTED, mixture=True, models=twins)[1].source == "file"


def worlds():
    """Lists of small and great sizes, weights, by share and by score, one model, several, and a mixture."""
    yield {"list_size": 45, "models": (GOOD, POOR), "budget": ("22", "money")}
    yield {"list_size": 10**9, "models": (STEPPED,), "budget": (str(10**9 // 2), "money")}
    yield {**LISTED, "mixture": True, "models": (Model("a", 2.0, 1), Model("b", 2.0, 3))}
    yield {**LISTED, "weights": [1.0 + place % 3 for place in range(70)], "budget": ("35", "money")}
    yield {"weights": [1.0 + place % 3 for place in range(40)], "budget": ("17", "money")}
    yield {"groups": "abcdefgh" * 5, "budget": ("30", "money")}
    yield {"resamples": 0, "budget": ("20", "money")}
    yield {"budget": None, "target": ("0.8", "share"), "models": (STEPPED, POOR)}


@pytest.mark.parametrize("said", list(worlds()))
def test_checkpoints_never_fall_and_end_with_what_is_printed_of_the_plan(said):
    size = said.get("list_size", 60)
    analysis, found = carried(packet=size // 20, **said)
    chosen, checks = analysis.chosen, found.checkpoints
    last = checks[-1]
    assert (last.items, last.expected) == (chosen.items, chosen.found.value)
    assert (last.low, last.high) == (chosen.found.low, chosen.found.high)
    for one, later in itertools.pairwise(checks):
        assert one.items < later.items
        assert one.expected <= later.expected
        if one.low is not None:
            assert one.low <= later.low
            assert one.high <= later.high
    for one in checks:
        assert 0 <= one.expected <= one.items
        assert (one.low is None) == (analysis.evidence.plan.resamples == 0)
        assert one.low is None or 0 <= one.low <= one.expected


def test_a_checkpoint_where_the_options_have_one_says_the_same():
    # 8 items are recommended; 4 are one of the options.
    analysis, found = carried(packet=4, models=(STEPPED, POOR))
    [half] = [one for one in analysis.options if one.items == 4]
    [check] = [one for one in found.checkpoints if one.items == 4]
    assert (check.expected, check.low, check.high) == (half.found.value, half.found.low, half.found.high)
