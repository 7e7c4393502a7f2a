"""Every branch of every template is printed in every language, and names only facts that there are."""

import ast
import inspect
import re
import textwrap
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import get_args

import pytest
from jinja2 import nodes
from jinja2.filters import FILTERS

from budgetplan.domain.messages import template_dir
from budgetplan.plans.answerers import KnownAnswerer
from budgetplan.report.answers import AnswerSpeaker
from budgetplan.report.card import CardSpeaker
from budgetplan.report.compare import PlansSpeaker
from budgetplan.report.display import Style
from budgetplan.report.joint import JointSpeaker
from budgetplan.report.locale import heads, tables
from budgetplan.report.model import ColumnKind
from budgetplan.report.page import Framing
from budgetplan.report.phrases import Nouns
from budgetplan.report.quota import QuotaSpeaker
from budgetplan.report.ranked import ReviewSpeaker
from budgetplan.report.risk import RiskFacts
from budgetplan.report.wording import environment
from budgetplan.work.building import WorkPlan

FACTS = {
    "answerer": KnownAnswerer,
    "answers": AnswerSpeaker,
    "common": Framing,
    "compare": PlansSpeaker,
    "costs": Nouns,
    "joint": JointSpeaker,
    "progress": CardSpeaker,
    "quota": QuotaSpeaker,
    "ranked": ReviewSpeaker,
    "review": ReviewSpeaker,
    "risk": RiskFacts,
    "warnings": Framing,
    "work": WorkPlan,
}
"""What each template is filled in with."""
LANGUAGES = sorted(path.parent.name for path in template_dir().glob("*/risk.j2"))
NAMES = sorted(path.stem for path in template_dir().glob("en/*.j2"))
NOUNS = {
    "item": "wug",
    "items": "wugs",
    "entry": "dax",
    "entries": "daxes",
    "items_dat": "wugsd",
    "entries_dat": "daxesd",
}


class Anything:
    """A fact of any kind: it has every field, is any number and a short list of itself."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()

    def __call__(self, *args, **named):
        return Anything()

    def __iter__(self):
        return iter((Anything(), Anything()))

    def items(self):
        return [(Anything(), Anything())]

    def __len__(self):
        return 2

    def __getitem__(self, key):
        return Anything()

    def __eq__(self, other):
        return False

    def __hash__(self):
        return 0

    def _compared(self, other):
        return True

    __lt__ = __le__ = __gt__ = __ge__ = _compared

    def _sum(self, other=None):
        return Anything()

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __neg__ = _sum

    def __str__(self):
        return "fact"


def shown(value, *_, **__):
    """Stand in for a filter of numbers: what it prints is not looked at here."""
    return "7"


def branches(tree):
    """Return the conditions of a template, statements and expressions, in their order."""
    return [*tree.find_all(nodes.If), *tree.find_all(nodes.CondExpr)]


def every_choice(n):
    """Return how conditions may come out: all, none, each alone, and all but each."""
    yield from ([True] * n, [False] * n)
    for at in range(n):
        yield [place == at for place in range(n)]
        yield [place != at for place in range(n)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_branch_is_printed(language, name):
    made = environment(Style("EUR", 2, language)).overlay()
    made.filters = dict.fromkeys(made.filters, shown) | {"capital": shown}
    made.finalize = made.bytecode_cache = None
    tree = made.parse(made.loader.get_source(made, f"{name}.j2")[0])
    for at, branch in enumerate(conditions := branches(tree)):
        branch.test = nodes.Getitem(nodes.Name("choice", "load"), nodes.Const(at), "load")
    template = made.from_string(tree)
    places = {id(branch): at for at, branch in enumerate(conditions)}
    for macro in tree.find_all(nodes.Macro):
        inside = [places[id(branch)] for branch in branches(macro)]
        for choices in every_choice(len(inside)):
            others = dict.fromkeys(range(len(conditions)), choices[:1] != [False])
            choice = others | dict(zip(inside, choices, strict=True))
            facts = {"p": Anything(), "n": SimpleNamespace(**NOUNS), "choice": choice}
            facts |= dict.fromkeys(("plan", "budget", "model", "file"), Anything())
            printed = getattr(template.make_module(facts), macro.name)
            said = str(printed(*[Anything() for _ in printed.arguments]))
            assert "{{" not in said
            assert "{%" not in said
            assert said.count("<li>") == said.count("</li>")
            assert said.count("<strong>") == said.count("</strong>")


def known_to(facts):
    """Return the names of what a template may be told: fields, what is set when they are made, and properties."""
    trees = [ast.parse(textwrap.dedent(inspect.getsource(one))) for one in facts.__mro__[:-1]]
    parts = [part for tree in trees for part in ast.walk(tree)]
    named = {one.attr for one in parts if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store)}
    named |= {one.name for one in parts if isinstance(one, ast.FunctionDef)}
    return named | ({one.name for one in fields(facts)} if is_dataclass(facts) else set())


@pytest.mark.parametrize("name", NAMES)
def test_languages_have_the_same_macros_and_name_the_same_facts(name):
    def inside(language):
        """Return the macros of a template, and the facts that it names."""
        made = environment(Style("EUR", 2, language))
        tree = made.parse(made.loader.get_source(made, f"{name}.j2")[0])
        macros = {one.name: [arg.name for arg in one.args] for one in tree.find_all(nodes.Macro)}
        facts = {one.attr for one in tree.find_all(nodes.Getattr) if getattr(one.node, "name", "") == "p"}
        return macros, facts

    assert inside("en")[1] <= known_to(FACTS[name])
    assert len({repr([sorted(part) for part in inside(language)]) for language in LANGUAGES}) == 1


PACKAGE = Path(__file__).parents[2] / "budgetplan"
IDENTIFIERS = {
    *("the same items", "gain over review", "all deferred", "right answers"),
    *("tail sample", "budgetplan progress", "budgetplan comparison"),
}
"""Values of the record and of a plan's parts, with a space in them."""


@pytest.mark.parametrize("path", sorted((PACKAGE / "report").rglob("*.py")), ids=lambda path: path.name)
def test_no_prose_stands_in_the_code_of_the_report(path):
    tree = ast.parse(path.read_text("utf-8"))
    notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    # An assertion speaks to those who work on the code.
    notes |= {id(one) for node in ast.walk(tree) if isinstance(node, ast.Assert) for one in ast.walk(node)}
    # So does an error of the program, and a filter names itself.
    notes |= {id(one) for node in ast.walk(tree) if isinstance(node, ast.Raise) for one in ast.walk(node)}
    said = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in notes]
    said = [one.value for one in said if isinstance(one.value, str)]
    prose = {one for one in said if re.search(r"[a-z]{2,} [a-z]{2,}", one)}
    assert prose <= IDENTIFIERS


def test_columns_of_tables_have_heads_and_are_shown_in_ways_that_there_are():
    kinds = {*get_args(ColumnKind), "value", "worth"}
    for texts in (columns.values() for report in tables().values() for columns in report.values()):
        for head, kind, *_ in map(str.split, texts):
            assert kind in kinds
            assert head in {"-", *heads()}


def test_no_filter_of_ours_stands_behind_a_constant():
    """It would be filled in where a template is compiled, and be kept for every language and currency."""
    for language in LANGUAGES:
        made = environment(Style("EUR", 2, language))
        for name in NAMES:
            filters = made.parse(made.loader.get_source(made, f"{name}.j2")[0]).find_all(nodes.Filter)
            behind = [each.name for each in filters if isinstance(each.node, nodes.Const)]
            assert not {*behind} - {*FILTERS}, name


def test_no_words_stand_in_the_templates():
    for path in sorted(template_dir().glob("*.html")):
        text = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "", path.read_text("utf-8"), flags=re.DOTALL)
        text = re.sub(r"<style>.*?</style>|<[^>]*>", "", text, flags=re.DOTALL)
        assert not re.search(r"[A-Za-z]", text), path.name
