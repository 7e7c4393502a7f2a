"""What leaves page 1 where it is too full: in the stated order, and nothing is lost."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from documents_world import world

from budgetplan.render.pdf import _highest, _loosest
from budgetplan.report.first_page import (
    BEHIND,
    FEW_POINTS,
    LEDE,
    ORDER,
    WAYS,
    Point,
    points_shown,
    shortened,
)
from budgetplan.report.model import Bullet, Bullets, Figure, Notice, Paragraph, Section, Sentence, Table


def said(block):
    """Return what a block says, sentence by sentence, and a table or figure by its key."""
    if isinstance(block, Paragraph):
        return list(block.sentences)
    if isinstance(block, Bullets):
        return [one for point in block.points for one in (point.verdict, *point.sentences)]
    return [block.key] if isinstance(block, Table | Figure) else []


def all_said(document):
    return [one for block in document.blocks() for one in said(block)]


@pytest.mark.parametrize("made", [world])
def test_whatever_leaves_stands_behind_it_and_first_steps_in_the_work_plan(made):
    whole = made().document
    begun = [
        one
        for block in whole.sections[0].blocks
        if isinstance(block, Bullets) and block.role == "begin"
        for one in said(block)
    ]
    assert begun
    for steps in range(len(ORDER) + 1):
        short = shortened(whole, ORDER[:steps])
        now = all_said(short)
        assert not [one for one in all_said(whole) if one not in now and one not in begun]
        kept = [one for block in short.sections[0].blocks for one in said(block)]
        if steps:
            before = [
                one
                for block in shortened(whole, ORDER[: steps - 1]).sections[0].blocks
                for one in said(block)
            ]
            assert set(map(repr, kept)) <= set(map(repr, before))
        assert short.sections[0].blocks[1] == whole.sections[0].blocks[1], "the title stays"
        behind = [one for one in short.sections if one.key == BEHIND]
        assert len(behind) <= 1


def a_page(*, points=5, sentences=LEDE):
    bullets = tuple(Bullet(Sentence(f"v{n}"), (Sentence(f"r{n}"),)) for n in range(points))
    return (
        Paragraph(tuple(Sentence(f"s{n}") for n in range(sentences)), "lede"),
        Notice(Sentence("box"), (Sentence("w0"), Sentence("w1")), "serious"),
        Bullets((Bullet(Sentence("begin")),), "begin"),
        Paragraph((Sentence("note"),), "note"),
        Bullets(bullets),
    )


def page_after(steps, **page):
    document = replace(
        world().document, sections=(Section("decision", a_page(**page), one_page=True), Section("back", ()))
    )
    first, *rest = shortened(document, ORDER[:steps]).sections
    return [str(one.key) for block in first.blocks for one in said(block)], rest


def test_the_order_is_the_stated_one():
    everything = [
        "s0",
        "s1",
        "s2",
        "begin",
        "note",
        "v0",
        "r0",
        "v1",
        "r1",
        "v2",
        "r2",
        "v3",
        "r3",
        "v4",
        "r4",
    ]
    assert page_after(0)[0] == everything
    assert page_after(1)[0] == [one for one in everything if one != "note"]
    assert page_after(2)[0] == [one for one in everything if one not in {"note", "begin"}]
    assert page_after(5)[0][-2:] == ["r3", "v4"]
    assert page_after(8)[0] == ["s0", "s1", "s2", "v0", "r0", "v1", "v2", "v3", "v4"]
    assert page_after(10)[0] == ["s0", "s1", "v0", "r0", "v1", "v2", "v3", "v4"]
    assert page_after(len(ORDER))[0] == ["s0", "v0", "v1", "v2"]
    # Behind it sentences come first, then the points in the order of page 1, each verdict once, then notes.
    _, (behind, back) = page_after(len(ORDER))
    left = [one.key for block in behind.blocks for one in said(block)]
    points = [f"{kind}{n}" for n in range(5) for kind in "vr"]
    assert left == ["s1", "s2", *points, "note"]
    assert (behind.key, behind.new_page, back.key) == (BEHIND, True, "back")


def test_what_a_point_says_stands_together_whether_it_left_the_page_or_never_stood_there():
    own = Bullets((Bullet(Sentence("v1"), (Sentence("more"),)), Bullet(Sentence("aside"), (Sentence("x"),))))
    rest = Section(BEHIND, (Paragraph((Sentence("head"),)), Paragraph((Sentence("lede"),)), own))
    first = Section("decision", a_page(), one_page=True)
    short = shortened(replace(world().document, sections=(first, rest)), ORDER[:10])
    told = [[one.key for one in said(block)] for block in short.sections[1].blocks]
    assert told == [
        ["head"],
        ["s2"],
        ["lede"],
        ["v1", "r1", "more", "aside", "x", "v2", "r2", "v3", "r3", "v4", "r4"],
        ["note"],
    ]


def test_the_first_of_the_notes_and_the_worst_of_the_warnings_never_go():
    def points(steps, severity):
        page = a_page()
        box = replace(page[1], severity=severity)
        document = replace(
            world().document,
            sections=(Section("decision", (box, *page[2:]), one_page=True), Section("back", ())),
        )
        return len(shortened(document, ORDER[:steps]).sections[0].blocks[0].points)

    assert [points(steps, "note") for steps in (2, 3, len(ORDER))] == [2, 1, 1]
    assert [points(steps, "serious") for steps in (3, 8, 9, len(ORDER))] == [2, 2, 1, 1]


def test_a_point_that_only_leads_to_its_sentence_keeps_it_and_stays_longest():
    points = Bullets((*a_page()[-1].points[:4], Bullet(Sentence("v"), (Sentence("r"),), leads=True)))
    document = replace(
        world().document, sections=(Section("decision", (points,), one_page=True), Section("back", ()))
    )

    def verdicts(steps):
        first = shortened(document, ORDER[:steps]).sections[0]
        return [one.verdict.key for block in first.blocks for one in block.points]

    # Reasons of other points leave first, then the points that say something without: what would change stays to the end.
    assert verdicts(11) == ["v0", "v1", "v2", "v3", "v"]
    assert verdicts(12) == ["v0", "v1", "v2", "v"]
    assert verdicts(len(ORDER)) == ["v0", "v1", "v"]


def test_the_first_of_each_point_are_shown_and_those_aside_are_not():
    two = Bullet(Sentence("v"), (Sentence("a"), Sentence("b")))
    shown = points_shown([Point(two), Point(two, 2), Point(two, 0), Point(two, aside=True)])
    assert [[one.key for one in point.sentences] for point in shown] == [["a"], ["a", "b"], []]
    assert FEW_POINTS == 3


def test_where_even_the_figure_leaves_what_went_for_its_sake_comes_back():
    with_figure, without = WAYS
    figure = without[0][0]
    assert all(figure not in cuts for cuts in with_figure)
    assert all(figure in cuts for cuts in without)
    for way in WAYS:
        assert [len(cuts) for cuts in way] == sorted(len(cuts) for cuts in way)
        assert all(set(less) <= set(more) for less, more in pairwise(way))
    # A page that holds all but its figure loses nothing else; one that holds nothing loses all.
    assert _loosest(lambda fit: figure in fit[1])[1] == (figure,)
    assert _loosest(lambda fit: False)[1] == ORDER
    assert _loosest(lambda fit: True) == (0, ())
    for wanted in range(len(with_figure)):
        assert len(_loosest(lambda fit, wanted=wanted: len(fit[1]) >= wanted)[1]) == wanted


@pytest.mark.parametrize("cut_off", [0.0, 2.5])
@pytest.mark.parametrize("pictures", [1, 2])
def test_pictures_grow_until_one_step_more_does_not_fit(cut_off, pictures):
    for room in np.linspace(0.0, 60.0, 41):
        tried = []

        def left(steps, room=room, tried=tried):
            tried.append(steps)
            rest = room - 3.0 * pictures * steps  # the last margin is cut off where the page ends
            return rest if rest >= -cut_off else None

        for most in (0, 1, 5, 30):
            wanted = max(steps for steps in range(most + 1) if steps == 0 or left(steps) is not None)
            tried.clear()
            assert _highest(left, most) == wanted
            assert len(tried) <= 7
    assert _highest(lambda steps: None, 9) == 0
