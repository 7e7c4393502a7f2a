"""What the pages of a joint plan say, as it was read once; a change of wording shows in one file a language."""

from copy import copy
from dataclasses import replace

import pytest
from defer_world import COMPLEMENT
from golden import golden
from joint_report_world import GOOD, HASTY, SCENES, Model, world
from paid_world import ALL, AMONG, DATED, DEAR, OWN, PART, SAID_OF_LIST, WRONG, one

from budgetplan.domain.plan import Words
from budgetplan.render.text import prose_lines
from budgetplan.report.display import Style, without_tags
from budgetplan.report.joint import build_joint_report
from budgetplan.report.model import Paste, Prose
from budgetplan.report.page import Framing
from budgetplan.work.building import work_of_joint

WORDS = {"en": Words("post", "posts"), "de": Words("Beitrag", "Beiträge", items_dative="Beiträgen")}
FEW = tuple(
    Model(name, ((15, True, sure), (7, True, 0.6), (7, False, 0.6))) for name, sure in (("even", 0.9), ("bold", 0.99))
)
READ = {
    "model and people": {},
    "several models, no budget": {"models": COMPLEMENT, "mixture": True, "budget": None},
    "one of several models looks better": {
        "models": (
            Model("one", ((40, True, 0.9),), COMPLEMENT[0].test),
            Model("two", ((6, False, 0.99), (34, True, 0.9)), COMPLEMENT[1].test),
        ),
        "mixture": True,
        "budget": None,
    },
    "no price": SCENES["no price"],
    "people alone, by class": {"models": (HASTY,), "price": "0.01", "error": {"a": "0.1"}, "budget": "100"},
    "the model is paid": SCENES["the model is paid, with indirect costs"],
    "too little": {"budget": "0"},
    "items mixed in": {"work": {"control": 4}, "budget": "4"},
    "nothing pays": SCENES["nothing pays"],
    "paid once more than reviews bring": {
        "prices": {"fixed": {"training": "9"}},
        "budget": "100",
        "error": {"*": "0.02"},
    },
    "few labels": {"models": FEW},
    "a list that labels cannot speak for": {"models": (GOOD,), "listed": ((40, True, 0.99),)},
    "a list unlike the sample": SCENES["a list unlike the sample"],
    "a list like it": SCENES["a list with predictions"],
    "a label that no model knows": SCENES["labels that no model knows"],
    "classes collected": {"positive": ("a",)},
    "somebody asked": one(PART),
    "all answered for money": one(DATED),
    "nobody worth asking": one(DEAR),
    "one worth asking, and one who brings more": one(ALL, asked=(replace(ALL, name="small", price="0.06"), ALL)),
    "not even for nothing": one(WRONG),
    "beside people": one(AMONG),
    "still to be asked": OWN,
    "asked already": OWN | {"listed_said": SAID_OF_LIST},
    "people and somebody asked": one(ALL, models=SCENES["people alone"]["models"], resamples=0),
}


def printed(said, language):
    """Return a report's own words: its prose, and what notes, figures and texts to paste say."""
    told = world(**said)
    joint = copy(told.joint)
    joint.plan = replace(joint.plan, language=language, words=WORDS[language])
    framing = Framing("2026-11-21", "BP-0", facts=(("Table", "scores.csv"),))
    document = build_joint_report(joint, framing, work_of_joint(joint))
    _style, lines = Style.of(document), [f"# {without_tags(document.title)}"]
    for block in document.blocks():
        if isinstance(block, Prose) and block.role != "glossary":
            lines += prose_lines(block.html)
        elif isinstance(block, Paste):
            lines += [" ".join(without_tags(each) for each in row) for row in block.paragraphs]
    for figure in document.figures():
        lines += [without_tags(each) for each in (figure.title, figure.alt)]
    for table in document.tables():
        lines += [without_tags(each) for each in table.notes if table.key == "budgets"]
    return [line.replace("\u00a0", " ").replace("\u2060", "") for line in lines if line]


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_reads_as_it_was_read(language):
    told, text = set(), []
    for name, said in READ.items():
        # What was read once is not read again.
        lines = [line for line in printed(said, language) if line not in told]
        told |= set(lines)
        text += [f"== {name}", *lines, ""]
    golden(f"joint.{language}.txt", "\n".join(text))
