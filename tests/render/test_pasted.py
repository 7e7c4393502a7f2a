"""What is pasted into an application: in three lengths, each as long as it says."""

import re

import pytest
from documents_world import SCENES, world
from joint_report_world import world as joint_world
from quota_world import world as quota_world

from budgetplan.domain.doubt import DataWarning
from budgetplan.render.text import LIMIT, lengths, paste_text
from budgetplan.report.display import without_tags
from budgetplan.report.page import warned

DOCUMENTS = {
    "ranked list": lambda: world(**SCENES["list by its size"]).document,
    "quotas": lambda: quota_world().document,
    "classifier and people": lambda: joint_world().document,
}


def texts(document):
    return [(without_tags(one.heading), "\n".join(one.paragraphs)) for one in lengths(document)]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_there_are_three_lengths_and_each_is_counted(name):
    document = DOCUMENTS[name]()
    found = dict(texts(document))
    assert [*found] == ["In full", "In 500 characters", "In brief"]
    for one in lengths(document):
        text = "\n".join(one.paragraphs)
        assert one.counted == f"{len(text):,} characters, {len(text.split())} words"
    assert len(found["In brief"]) <= len(found["In 500 characters"]) <= LIMIT
    # What is asked for, and what it brings, stands in every length.
    money = re.search(r"EUR\u00a0[\d,.]+\d", found["In full"])[0]
    assert all(money in text for text in found.values())
    assert all("We expect" in text for key, text in found.items() if key != "In full")
    assert found["In 500 characters"].startswith(found["In brief"])
    shown = paste_text(document)
    assert all(text.replace("\n", "\n\n") in shown for text in found.values())
    assert without_tags(lengths(document)[2].counted) in shown


def test_what_does_not_fit_is_passed_over_and_what_fits_behind_it_is_taken():
    document = world(**SCENES["list by its size"]).document
    (block,) = [one for one in document.blocks() if getattr(one, "short", False)]
    (fitted,) = [one for one in lengths(document) if one.heading == "In 500 characters"]
    left = [without_tags(one) for one in block.more if without_tags(one) not in fitted.paragraphs[0]]
    assert all(len(fitted.paragraphs[0]) + 1 + len(one) > LIMIT for one in left)


def test_what_is_to_be_read_before_is_no_part_of_the_count():
    note = DataWarning("few groups", "note", "there are only 7 groups", "label more", "t.csv", "doc")
    plain, doubtful = world().document, warned(world().document, (note,))
    full = lengths(doubtful)[0]
    assert full.before == ("To look at:\n- t.csv, column doc: there are only 7 groups; label more.",)
    assert full.counted == lengths(plain)[0].counted
    text = "\n".join(full.paragraphs)
    assert full.counted.startswith(f"{len(text):,} characters")
    assert full.before[0] in paste_text(doubtful)


def test_in_500_characters_a_contingency_is_named():
    price = {"per_item": "1", "currency": "EUR", "contingency": "0.1", "fixed": {"Guidelines": "3"}}
    found = dict(texts(world(price=price, budget=("12", "money")).document))
    # Eight items at 1.00 and guidelines at 3.00: a tenth of the annotation is kept.
    assert "contingency" in found["In 500 characters"]


def test_nothing_is_asked_for_where_nothing_is_recommended():
    document = quota_world(quota="minimum = 70").document
    assert lengths(document) == ()
    assert paste_text(document) == ""
