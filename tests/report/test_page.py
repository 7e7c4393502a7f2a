"""What stands around the pages of every report is the same for all three workflows."""

from __future__ import annotations

import defer_world
import documents_world
import joint_report_world
import pytest

from budgetplan.domain.data_warning import DataWarning
from budgetplan.report.model import Facts, Heading, Paragraph, Prose, Section, Sentence, Terms
from budgetplan.report.page import Framing, back, framed, head

DOCUMENTS = {
    "filter": lambda: documents_world.world().document,
    "defer": lambda: defer_world.world().document,
    "joint": lambda: joint_report_world.world().document,
}
SPEAKER = documents_world.world().speaker


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_report_begins_with_its_title_and_ends_with_how_to_make_it_again(name):
    document = DOCUMENTS[name]()
    kicker, title, lede = document.sections[0].blocks[:3]
    assert (kicker.role, lede.role) == ("kicker", "lede")
    assert title == Heading(document.title, 1)
    end = next(one for one in document.sections if one.key in ("back", "method")).blocks[-4:]
    assert [type(block) for block in end if type(block) is not Prose] in (
        [Heading, Terms, Heading, Facts],
        [Heading, Heading, Facts],
    )


def test_the_frame_says_what_the_plan_and_the_caller_say():
    warning = DataWarning("perfect", "serious", "all is right", "look", "folder/t.csv")
    framing = Framing("2026-11-22", "BP-1", (("Table", "t.csv"),), (), (warning,))
    title = Sentence("plain", {"text": "T"})
    page = Section("decision", tuple(head(SPEAKER, title, [title], framing)))
    document = framed(
        SPEAKER, title, [page, Section("back", tuple(back(SPEAKER, "filter", framing)))], framing, money=False
    )
    assert (document.date, document.identifier, document.currency) == ("2026-11-22", "BP-1", "")
    assert document.title.key == "title.doubtful"
    assert document.warnings[0].file == "t.csv"
    assert document.blocks()[-1] == Facts((("Table", "t.csv"),))
    assert isinstance(document.blocks()[0], Paragraph)
