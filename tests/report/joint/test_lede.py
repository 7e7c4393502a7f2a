"""The title and the first paragraph on a joint plan, in full, in worlds worked out by hand."""

from __future__ import annotations

import pytest
from joint_report_world import HOPELESS, SCENES, SURE, Model, world

from budgetplan.report.display import Style, sentence_text
from budgetplan.report.joint.context import JointContext
from budgetplan.report.joint.lede import lede, title


def shown(told, sentences):
    style = Style.of(told.document)
    return " ".join(sentence_text(one, style) for one in sentences).replace("\u00a0", " ")


def of(**said):
    told = world(**said)
    context = JointContext(told.joint)
    return shown(told, [title(context)]), shown(told, lede(context))


def scene(name, **said):
    return of(**(SCENES[name] | said))


TITLES = {
    "default": "Spend EUR 3.00: good answers 30 posts, people review 6; 4 keep no label",
    "no price": "Let good answer 30 posts, and people review 4; 6 keep no label",
    "people alone": "Spend EUR 3.00: people review 6 posts, no model answers alone; 34 keep no label",
    "nothing can be paid": "Let good answer 30 posts alone; people review nothing; 10 keep no label",
    "the model is paid": "Spend EUR 3.00: sure answers 40 posts alone; people review nothing",
    "nothing pays": "Use no model and review nothing: no plan within EUR 3.00 promises more than leaving all posts without a label",
    "nothing pays, no budget": "Use no model and review nothing: no plan promises more than leaving all posts without a label",
    "the model is dear": "Use no model and review nothing: no plan within EUR 3.00 promises more than leaving all posts without a label",
}


@pytest.mark.parametrize("name", TITLES)
def test_titles(name):
    assert scene(name)[0] == TITLES[name]


def test_the_default_world_in_full():
    told = world(resamples=0)
    net, wrong = told.joint.option.net.value, told.joint.option.wrong.value
    machine = told.joint.rivals["machine"].net.value
    assert 0 < wrong < 0.4
    assert scene("default", resamples=0)[1] == (
        "Of 40 posts like the labelled ones, good answers 30 alone, people review 6, and 4 keep no label. In all 36 posts "
        f"get their right label, fewer than 1 a wrong one. All costs paid, that is worth EUR {net:.2f}; for the same budget "
        f"people alone would reach EUR 3.00, and the model alone EUR {machine:.2f}. It answers where it is at least 80 % "
        "sure, in line with the labels. Those that gain most for their price are reviewed first. Expected to be wrong among "
        "the answers it gives alone: fewer than 1."
    )


BEGINNINGS = {
    "enough for everything": "Of 40 posts like the labelled ones, good answers 30 alone, and people review the other 10. In all",
    "people alone": "Of 40 posts like the labelled ones, people review 6; 34 keep no label. In all",
    "everything by people": "People review all 40 posts like the labelled ones; hopeless answers nothing alone. In all",
    "everything by the model": "Of 40 posts like the labelled ones, sure answers all 40 alone; people review nothing. In all",
    "nothing can be paid": "EUR 0.00 is too little for a single review. Of 40 posts like the labelled ones, good answers 30 alone; people review nothing, and 10 keep no label. In all",
    "a list": "Of 4,000 posts in the list, good answers 3,000 alone, people review",
    "nothing pays": "With nothing done, all posts together are worth EUR 0.00.",
    "the model is dear": "EUR 3.00 does not pay for using good. With nothing done, all posts together are worth EUR 0.00.",
}


@pytest.mark.parametrize("name", BEGINNINGS)
def test_what_becomes_of_the_items(name):
    assert scene(name)[1].startswith(BEGINNINGS[name])


def test_what_stays_unspent_is_explained():
    assert (
        "EUR 95.00 of the budget stay unspent: all that the model leaves is reviewed."
        in scene("enough for everything")[1]
    )
    # A review gives 0.9 - 0.4 = 0.5 and costs 0.50: none is worth it.
    assert (
        "EUR 3.00 of the budget stay unspent: no further review is expected to add what it costs."
        in scene("people err")[1]
    )
    # 0.49 buy no further review, and a twentieth of the budget or less is not worth a sentence.
    for budget in ("0.99", "3.1"):
        assert "unspent" not in of(budget=budget)[1]


def test_where_fewer_items_are_left_than_on_validation_the_plan_is_not_called_the_best_cheap_one():
    # On validation twenty are left to people and the budget of 8 pays for sixteen; on test five are left.
    told = world(
        models=(
            Model("m", ((35, True, 0.9), (3, True, 0.6), (2, False, 0.6)),
                  ((20, True, 0.9), (10, True, 0.6), (10, False, 0.6))),
        ),
        budget="8",
    )  # fmt: skip
    assert told.joint.option.items == 5
    assert "joint.unspent_all" in told.keys
    assert "joint.unspent" not in told.keys


def test_doing_nothing_may_be_worth_less_than_nothing():
    # Each of forty posts without a label loses 1, a review costs 9.
    said = of(
        models=(HOPELESS,), price="9", worths={"unit": "money", "right": "1", "wrong": "-4", "abstain": "-1"}
    )
    assert "With nothing done, all posts together are worth EUR −40.00." in said[1]


def counts(**said):
    """Return what stands below the table of page 1."""
    told = world(**said)
    return shown(told, told.table("budgets").notes)


def test_what_each_answer_counts_stands_below_the_table_of_page_1():
    assert counts() == (
        "A right answer counts EUR 1.00, a wrong one EUR −4.00, a reviewed post EUR 1.00 before its cost, one without a "
        "label EUR 0.00."
    )
    alone = "A right answer counts 1, a wrong one −4, a reviewed post 1, one without a label 0."
    assert counts(**SCENES["no price"]) == alone


def test_amounts_of_one_item_are_not_rounded():
    said = counts(
        models=(SURE,), worths={"unit": "money", "right": "0.005", "wrong": "-0.02", "abstain": "0"}
    )
    assert (
        "A right answer counts EUR 0.005, a wrong one EUR −0.02, a reviewed post EUR 0.005 before its cost"
        in said
    )
