"""What stands around the pages of every report is the same for all three workflows."""

from __future__ import annotations

from dataclasses import replace

import defer_world
import documents_world
import joint_report_world
import pytest
from markupsafe import Markup

from budgetplan.domain.doubt import DataWarning
from budgetplan.report.model import Facts, Heading, Paste, Prose, Section
from budgetplan.report.page import Framing, framed, head
from budgetplan.report.phrases import Nouns

SPEAKER = documents_world.world().speaker


@pytest.mark.parametrize("made", [documents_world.world, defer_world.world, joint_report_world.world])
def test_a_report_begins_with_its_title_and_ends_with_how_to_make_it_again(made):
    document = made().document
    kicker, title, lede = document.sections[0].blocks[:3]
    assert (kicker.role, lede.role) == ("kicker", "lede")
    assert title == Heading(document.title, 1)
    end = next(one for one in document.sections if one.key in ("back", "method")).blocks[-4:]
    assert [type(block) for block in end if type(block) is not Prose] == [Heading, Heading, Facts]
    assert end[-1].facts == (("Table", "scores.csv"),)


def test_the_frame_says_what_the_plan_and_the_caller_say():
    warning = DataWarning("perfect", "serious", "all is right", "look", "folder/t.csv")
    framing = Framing("2026-11-22", "BP-1", (("Table", "t.csv"),), (), (warning,))
    title = Markup("T")
    page = Section("decision", tuple(head(SPEAKER, title, [Markup("What it brings.")], framing)))
    paste = Section("justification", (Paste(((title,), (title,))),))
    end = Section("back", (Heading(title), Facts(framing.facts)))
    document = framed(SPEAKER, title, [page, end, paste], framing, money=False)
    assert (document.date, document.identifier, document.currency) == ("2026-11-22", "BP-1", "")
    assert document.title.startswith("Doubtful until the warning is settled: ")
    assert document.warnings[0].file == "t.csv"
    assert document.blocks()[-1] == Facts((("Table", "t.csv"),))
    kicker, _, _, lede = document.sections[0].blocks
    assert kicker == Prose(Markup("<strong>Decision report</strong> · 22 November 2026 · BP-1"), "kicker")
    assert lede == Prose(Markup("What it brings."), "lede")
    assert [one.key for one in document.sections] == ["decision", "justification", "back"]
    [pasted] = document.sections[1].blocks
    assert pasted.paragraphs == ((Markup("Doubtful until this is settled: all is right."), title), (title,))


@pytest.mark.parametrize(
    ("plan", "begins"),
    [
        ({"project": "P", "title": "T", "author": "A"}, "<strong>P</strong> · A · "),
        ({"title": "T"}, "<strong>T</strong> · 22"),
        ({"author": "A"}, "<strong>Decision report</strong> · 22"),
        ({"title": "<b>"}, "<strong>&lt;b&gt;</strong>"),
    ],
)
def test_the_line_above_the_title_names_the_project_and_the_notes(plan, begins):
    speaker = Nouns(replace(SPEAKER.plan, notes=("n",), **plan))
    kicker, *_ = head(speaker, Markup("plain"), (), Framing("2026-11-22", "BP-1"))
    assert kicker.html.startswith(begins)
    assert kicker.html.endswith(" · BP-1 · <strong>n</strong>")
