"""What the report says of the project's own list: on page 1, and the same in the record."""

from __future__ import annotations

import pytest
from defer_world import GOOD, MONEY, Model, world

from budgetplan.report.display import Style, sentence_text
from budgetplan.report.model import Bullets, Paragraph

MOSTLY = Model("m", ((36, True, 0.9), (4, False, 0.9), (20, True, 0.7), (5, False, 0.6), (5, True, 0.6)))
"""At an error weight of 2 all are answered from 70 % on: of sixty 4 are wrong."""


def first_page(told):
    """Return the words of page 1, a paragraph or point at a time."""
    style, found = Style.of(told.document), []
    for block in told.document.sections[0].blocks:
        if isinstance(block, Paragraph) and block.role == "lede":
            found += [sentence_text(one, style) for one in block.sentences]
        if isinstance(block, Bullets):
            found += [
                " ".join(sentence_text(one, style) for one in (point.verdict, *point.sentences))
                for point in block.points
            ]
    return [text.replace("\u00a0", " ") for text in found]


def test_the_list_comes_first_with_its_own_numbers():
    said = MONEY | {"models": (GOOD,), "resamples": 0, "review_cost": 0.25}
    told = world(listed=((50, True, 0.9), (20, True, 0.6)), list_cost=0.25, **said)
    lede = first_page(told)
    assert lede[0] == (
        "Of your list of 70 posts good answers 50 alone, and fewer than 1 of these answers is expected to be "
        "wrong; 20 are left to people."
    )
    assert lede[1] == "Reviewing those costs EUR 5.00."
    assert "Your list: like the test posts, as far as the models’ answers tell." in lede
    assert "71 % of your list" in sentence_text(told.document.title, Style.of(told.document)).replace(
        "\u00a0", " "
    )


def test_a_forecast_has_its_interval():
    told = world(listed=((180, True, 0.9), (100, True, 0.7)), models=(MOSTLY,), worths={"error_weight": "2"})
    found = told.selection.alone
    assert found.alone == 280
    # Of sixty such answers four are wrong.
    low, high = found.wrong.low, found.wrong.high
    assert low < 280 * 4 / 60 < high
    assert f"({low:.0f} to {high:.0f}, 95 % interval)" in first_page(told)[0]


def test_models_count_as_less_sure_of_a_list_unlike_the_test_items():
    told = world(listed=((5, True, 0.9), (400, True, 0.6)))
    assert "defer.unlike" in told.keys
    assert "defer.list_alike" not in told.keys
    assert not told.record["defer"]["own_list"]["alike"]
    # The power by which .9 is as often right as it says is a tenth less, in log odds.
    power = 0.9 * told.selection.chosen.pool.power
    assert told.selection.alone.sure.max() == pytest.approx(9**power / (1 + 9**power))


def test_the_record_has_the_numbers_of_the_page():
    told = world(listed=GOOD.test * 3, models=(GOOD,), review_cost=0.1, list_cost=0.2, worths={
        "error_weight": "4", "worth_of_right_answer": "1"
    })  # fmt: skip
    record, chosen = told.record["defer"]["own_list"], told.record["defer"]["chosen"]
    wrong = told.selection.alone.wrong
    assert told.record["list"] == {"basis": "list", "items": 120, "expected_positives": None}
    assert (chosen["answered_alone"]["value"], chosen["reviewed"]["value"]) == (90.0, 30.0)
    assert chosen["wrong"] == {"value": wrong.value, "low": wrong.low, "high": wrong.high}
    assert record["cost_of_reviewing"] == pytest.approx(6.0)
    assert record["surer_than_all_test_items"] == 0
    assert record["shifts"] == {"good": pytest.approx(0, abs=1e-9)}
    assert record["alike"] is True


def test_without_a_list_nothing_of_it_is_said_or_recorded():
    told = world()
    assert told.record["defer"]["own_list"] is None
    assert not {key for key in told.keys if key.startswith(("defer.list", "defer.m_list"))}


SURER = Model(
    "m",
    ((38, True, 0.9), (2, False, 0.9), (30, True, 0.7), (10, False, 0.7), (11, True, 0.6), (9, False, 0.6)),
)
"""At an error weight of 1 all are answered."""
BEYOND = {
    "models": (SURER,),
    "worths": {"error_weight": "1"},
    "listed": ((40, True, 0.8), (80, True, 0.99)),
}
"""Of 120 answers 80 are surer than all on test items."""


def test_a_list_unlike_anything_labelled_is_refused_with_the_way_on():
    told = world(**BEYOND)
    style = Style.of(told.document)
    assert sentence_text(told.document.title, style) == (
        "No recommendation: much of what m would answer alone is unlike anything labelled"
    )
    assert first_page(told) == [
        "Of the 120 posts of your list that m would answer alone 80 are such as it is surer, or less sure, of than of all 100 test posts, so nothing says how often it is right there.",
        "What to do: label 100 posts of the list, taken at random, and plan again.",
    ]
    assert [section.key for section in told.document.sections] == ["decision", "back"]
    decided = told.record["defer"]
    assert (decided["refusal"], decided["chosen"], decided["value_per_item"]) == ("outside", None, None)
    assert decided["own_list"]["surer_than_all_test_items"] == 80
