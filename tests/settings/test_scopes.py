"""What goes with a kind of plan and what not: types, quotas, and keys that change nothing."""

from __future__ import annotations

import pytest
from rows import rows_of

from budgetplan.domain.plan import Quota

DATA = rows_of(__file__)
RANKED = DATA["pieces"]["RANKED"]

FLAGS = {"table.label": "gold", "table.positive": ("y",), "models.name": ("m",), "cost.per_item": "1"}
ANSWERS = {"table.label": "gold", "models.probabilities": ("m=p",), "answers.error_weight": "2"}
TYPE = ("entry.unit=type", "table.type=lemma")
ROWS = ("entry.unit=type", "table.weight=f")
PLAN = '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = ["y"]\n[[models]]\nname = "a"\n'


def settings(*lines):
    return FLAGS | {"set": lines}


def test_types_are_named_by_a_column_or_are_the_rows(read, refused):
    plan = read(None, settings(*TYPE))
    assert (plan.by_type, plan.columns.type) == (True, "lemma")
    assert not read(None, FLAGS).by_type
    # Rows that are types are items in all but their weight.
    more = ("list.size=500", "list.prevalence=0.1", "entry.error=0.1", "cost.extra_per_entry=1", "entry.value=2")
    assert read(None, settings(*ROWS, *more)).by_type
    assert "the types are not known" in refused(None, settings("entry.unit=type"))[0]
    assert "entries are items in this plan" in refused(None, settings("table.type=lemma"))[0]
    # What every such refusal advises: items are counted, which are no more independent for that.
    counted = read(None, settings("entry.unit=item", "table.type=lemma", "list.size=500"))
    assert (counted.by_type, counted.columns.type, counted.columns.group) == (False, "", "lemma")
    grouped = read(None, settings("entry.unit=item", "table.type=lemma", "table.group=text"))
    assert grouped.columns.group == "text"
    sampled = read(None, settings("entry.unit=item", "table.type=lemma", "table.sample=s.csv"))
    assert (sampled.columns.group, sampled.columns.stratum, sampled.columns.weight) == ("lemma", "", "weight")
    assert "how items were drawn does not show" in refused(None, settings(*ROWS, "table.sample=s.csv"))[0]


def test_types_have_one_worth_and_are_not_counted_by_stratum_nor_answered(read, refused):
    quota = ("quota.by=s", "quota.minimum=5")
    [line] = refused(None, settings(*TYPE, "entry.value=2", *quota))
    assert line.startswith("--set table.type: types are not counted by stratum")
    assert read(None, settings(*ROWS, *quota)).quota
    two = settings(*TYPE, "entry.value.y=2", "entry.value.z=3") | {"table.positive": ("y", "z")}
    assert "a type with items of several classes has no single worth" in refused(None, two)[0]
    assert "items are labelled, not types" in refused(None, ANSWERS | {"set": TYPE})[0]


def test_one_minimum_holds_for_all_and_some_have_their_own(read):
    quota = read(RANKED.replace('[goal]\nbudget = "9"\n', '[quota]\nby = "l"\nminimum = 300\nminimums.Latvian = 100\n'))
    assert quota.quota == Quota("l", 300, {"Latvian": 100})
    assert (quota.quota.of("Latvian"), quota.quota.of("Czech")) == (100, 300)
    said = settings("quota.by=language", "quota.minimums.Latvian=100")
    assert read(None, said).quota == Quota("language", 0, {"Latvian": 100})
    assert read(None, FLAGS).quota is None
    assert read(None, settings("quota.by=language", "quota.minimum=0")).quota is None


LANGUAGE = {"quota.by": "language", "quota.minimum": "3"}


def test_quotas_go_with_neither_answers_nor_answerers(refused):
    told = refused(None, ANSWERS | LANGUAGE)
    assert "quotas hold only where people review a ranked list" in told[0]
    quota = '[quota]\nby = "l"\nminimum = 3\n'
    [line] = refused(PLAN + "[cost]\nper_item = 1\n" + quota + '[[answerers]]\nname = "llm"\nprice = 0.01\n')
    assert "leave the answerers out, or the quotas" in line
    [line] = refused(PLAN + "[cost]\nper_item = 1\n" + '[quota]\nby = "l"\nminimums = 5\n')
    assert "write minimums = { NAME = 5 }" in line


@pytest.mark.parametrize(("text", "said", "reason"), DATA["idle"])
def test_a_key_that_changes_nothing_is_told_in_one_line(read, text, said, reason):
    [notice] = read(text, {"set": (said,)}).notices
    assert str(notice).startswith(f"--set {said.partition('=')[0]}: this changes nothing here: {reason}")


@pytest.mark.parametrize("said", DATA["used"])
def test_what_has_its_use_is_not_told(read, said):
    assert read(RANKED, {"set": said}).notices == ()


def test_a_key_of_the_plan_file_is_named_with_its_file(read):
    [notice] = read(RANKED + "[work]\nlooks = 2\n").notices
    assert str(notice).startswith("plan.toml, work.looks: ")


@pytest.mark.parametrize(
    ("said", "warned"), [((), False), (("entry.unit=item",), True), (("entry.unit=item", "entry.value=1"), False)]
)
def test_the_worth_of_a_type_is_doubted_where_an_option_counts_its_items(read, said, warned):
    types = RANKED.replace("[table]", '[table]\ntype = "lemma"') + '[entry]\nunit = "type"\nvalue = 20\n'
    notices = read(types, {"set": said}).notices
    assert [str(notice).startswith("plan.toml, entry.value: this is what a type is worth") for notice in notices] == [
        True
    ] * warned
