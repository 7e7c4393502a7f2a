"""Every statement on quotas is printed where it holds and not where it does not; page 1 adds up."""

from __future__ import annotations

from copy import copy
from decimal import Decimal
from types import SimpleNamespace

import pytest
from documents_world import sentences
from quota_world import CZECH, LATVIAN, MALTESE, STRATA, world

from budgetplan.report.display import Style, sentence_text
from budgetplan.report.quota.pages import QuotaSpeaker, shown_rows, sureness, title
from budgetplan.report.sentences import subjects

STATEMENTS = subjects()["quota"]["statements"]
BOTH = {"models": ("good", "late")}
MIXED = {"models": ("good", "other"), "mixture": "auto", "quota": "minimum = 5"}
UNPRICED = {"cost": "", "goal": 'budget = "40 items"'}
WORTH = {"cost": "per_item = 1\n[entry]\nvalue = 2"}
RICH = {"cost": "per_item = 1\n[entry]\nvalue = 3"}
BUDGET = {"goal": "budget = 40"}
LIST = {"listed": 4}
BEYOND = {"quota": "minimum = 13"}
THREE = {"strata": {**STRATA, "Maltese": MALTESE}}
SURELY = {"quota": 'minimum = 3\nsure = "90 %"'}
FOUR = {"strata": {**STRATA, "Maltese": MALTESE, "Welsh": LATVIAN}}
MANY = {"goal": 'budget = "20 items"', "quota": "minimum = 2"}
UNSURE = {"quota": 'minimum = 12\nsure = "95 %"'}
# Every stratum is one group, which cannot be resampled.
PAIRS = {
    "quota.title": (RICH | {"quota": "minimum = 3"}, {"quota": "minimum = 8"}),
    "quota.title_mixed": (MIXED | MANY, {"mixture": "off"}),
    "quota.title_never": ({}, {"quota": "minimum = 3"}),
    "quota.title_never_unpriced": ({"cost": ""}, {"quota": "minimum = 3"}),
    "quota.title_even_mixed": (MIXED, {"mixture": "off"}),
    "quota.title_even_unpriced_mixed": (MIXED | {"cost": ""}, {"mixture": "off"}),
    "quota.title_unpriced": (UNPRICED | {"quota": "minimum = 2"}, {"cost": "per_item = 1"}),
    "quota.title_even": ({"quota": "minimum = 3"}, {"quota": "minimum = 8"}),
    "quota.title_even_unpriced": ({"quota": "minimum = 3", "cost": ""}, {"cost": "per_item = 1"}),
    "quota.title_beyond": (BEYOND, {"quota": "minimum = 12"}),
    "quota.title_beyond_many": (BEYOND | {"quota": "minimum = 70"}, {"quota": "minimum = 13"}),
    "quota.title_over": ({"goal": "budget = 9"}, {"goal": "budget = 90"}),
    "quota.title_over_items": ({"goal": 'budget = "9 items"'}, {"goal": 'budget = "90 items"'}),
    "quota.wanted": ({}, {"quota": "minimum = 8\nminimums.Czech = 9"}),
    "quota.wanted_range": ({"quota": "minimum = 8\nminimums.Czech = 9"}, {"quota": "minimum = 8"}),
    "quota.wanted_one": ({"quota": "minimums.Czech = 9"}, {"quota": "minimum = 8"}),
    "quota.finds": ({}, {"resamples": 0}),
    "quota.finds_plain": ({"resamples": 0}, {"resamples": 60}),
    "quota.like": ({}, LIST),
    "quota.least": ({}, BUDGET),
    "quota.least_sure": (SURELY, {"quota": "minimum = 3"}),
    "quota.method_sure": (SURELY, {"quota": "minimum = 3"}),
    "quota.more": (BUDGET, {"goal": ""}),
    "quota.more_items": (UNPRICED, {"goal": ""}),
    "quota.chance": ({"quota": "minimum = 3"}, {"quota": "minimum = 8"}),
    "quota.chance_unpriced": ({"quota": "minimum = 3", "cost": ""}, {"cost": "per_item = 1"}),
    "quota.chance_enough": (RICH | {"quota": "minimum = 3"}, {"quota": "minimum = 8"}),
    "quota.chance_never": ({"quota": "minimum = 12"}, {"quota": "minimum = 3"}),
    "quota.chance_unknown": ({"resamples": 0}, {"resamples": 60}),
    "quota.net": (WORTH | {"resamples": 0}, {"resamples": 60}),
    "quota.net_range": (WORTH, {"resamples": 0}),
    "quota.price": (WORTH | {"quota": "minimum = 12"}, {"quota": "minimum = 3"}),
    "quota.price_none": (WORTH | {"quota": "minimum = 3"}, {"quota": "minimum = 12"}),
    "quota.price_found": (BUDGET | {"quota": "minimum = 11"}, {"goal": ""}),
    "quota.last": ({}, {"quota": "minimums.Czech = 9"}),
    "quota.last_items": ({"cost": ""}, {"cost": "per_item = 1"}),
    "quota.point_dearest": ({}, {"quota": "minimums.Czech = 9"}),
    "quota.point_order": (BOTH, {"models": ("good",)}),
    "quota.other": (BOTH, {"models": ("good",)}),
    "quota.other_unpriced": (BOTH | {"cost": ""}, {"cost": "per_item = 1"}),
    "quota.most": (BEYOND, {"quota": "minimum = 12"}),
    "quota.beyond_todo": (BEYOND, {"quota": "minimum = 12"}),
    "quota.over": ({"goal": "budget = 9"}, {"goal": "budget = 90"}),
    "quota.over_table": ({"goal": "budget = 9"}, {"goal": "budget = 90"}),
    "quota.paste_chance": ({"quota": "minimum = 3"}, {"quota": 'minimum = 3\nsure = "90 %"'}),
    "quota.most_more": (FOUR | {"quota": "minimum = 70"}, {"quota": "minimum = 13"}),
    "quota.expect": ({}, {"resamples": 0}),
    "quota.expect_plain": ({"resamples": 0}, {"resamples": 60}),
    "quota.paste_last": ({}, {"cost": ""}),
    "quota.method_least": ({}, {"listed": 4, "shift": 40.0}),
    "quota.method_heard": (LIST, {"listed": 0}),
    "quota.method_net": (WORTH, {"cost": "per_item = 1"}),
    "quota.method_more": (BUDGET, {"goal": ""}),
    "quota.method_model": (BOTH, {"models": ("good",)}),
    "quota.title_over_sure": (SURELY | {"goal": "budget = 5"}, {"goal": ""}),
    "quota.title_over_items_sure": (SURELY | {"goal": 'budget = "5 items"'}, {"goal": "budget = 5"}),
    "quota.over_sure": (SURELY | {"goal": "budget = 5"}, {"goal": ""}),
    "quota.title_unsure": (UNSURE, {"quota": "minimum = 8"}),
    "quota.unsure_least": (UNSURE, {"quota": "minimum = 8"}),
    "quota.unsure_least_unpriced": (UNSURE | {"cost": ""}, {"cost": "per_item = 1"}),
    "quota.unsure_todo": (UNSURE, {"quota": "minimum = 8"}),
    "quota.more_sure": (SURELY | BUDGET, {"quota": "minimum = 3"}),
    "quota.more_sure_items": (SURELY | UNPRICED, {"quota": "minimum = 3"}),
    "quota.other_sure": (SURELY | BOTH, {"quota": "minimum = 3"}),
    "quota.other_sure_unpriced": (SURELY | BOTH | {"cost": ""}, {"quota": "minimum = 3"}),
    "quota.method_merged": ({}, {"listed": 4, "shift": 40.0}),
    "quota.method_noise": ({}, {"resamples": 0}),
    "quota.method_safer": ({}, {"quota": 'minimum = 3\nsure = "90 %"'}),
}
ELSEWHERE = {
    "quota.title_unpriced_mixed",
    "quota.title_never_mixed",
    "quota.title_never_unpriced_mixed",
    "quota.other_none",
    "quota.other_none_sure",
    "quota.refused_outside",
    "quota.less",
}
ALWAYS = {"quota.method_least", "quota.method_merged"}


def test_every_statement_has_its_pair():
    assert PAIRS.keys() | ELSEWHERE == STATEMENTS.keys()


@pytest.mark.parametrize("key", PAIRS)
def test_a_statement_is_printed_where_it_holds_and_not_next_door(key):
    args, change = PAIRS[key]
    assert key in world(**args).keys
    assert key in ALWAYS or key not in world(**(args | change)).keys


@pytest.mark.parametrize("key", PAIRS)
def test_all_sentences_are_filled(key):
    document = world(**PAIRS[key][0]).document
    style = Style.of(document)
    for sentence in sentences(document):
        shown = sentence_text(sentence, style)
        assert "nan" not in shown.casefold().split(), sentence.key
        assert not [sign for sign in ("{", "**", "  ") if sign in shown], sentence.key


def points_of(quota):
    return [said.key for one in sureness(QuotaSpeaker(quota)) for said in one.bullet.sentences]


def changed(offer, **changes):
    """The same offer with other attributes."""
    other = copy(offer)
    vars(other).update(changes)
    return other


def test_where_no_other_order_holds_the_quotas_that_is_said():
    quota = world(**BOTH).quota
    others = [changed(one, least=None) for one in quota.offers if one.name == "late"]
    alone = changed(quota, offers=(*[one for one in quota.offers if one.name == "good"], *others))
    assert "quota.other_none" in points_of(alone)
    assert "quota.other_none" not in points_of(quota)
    less_sure = changed(alone, offers=tuple(changed(one, unsure=True) for one in alone.offers))
    assert "quota.other_none_sure" in points_of(less_sure)


def test_the_mixture_and_labels_that_cannot_speak_for_the_list_have_titles_of_their_own():
    unpriced = world(**MIXED | MANY | {"cost": ""})
    assert "quota.title_unpriced_mixed" in unpriced.keys
    mixed = world(**MIXED).quota
    for prices, key in (({}, "quota.title_never_mixed"), ({"cost": ""}, "quota.title_never_unpriced_mixed")):
        sure = changed(world(**MIXED | prices).quota, safer=None)
        assert title(QuotaSpeaker(sure)).key == key
    assert title(QuotaSpeaker(mixed)).key == "quota.title_even_mixed"
    beyond = world(listed=4, shift=40.0)
    assert {"title.refused_outside", "quota.refused_outside"} <= beyond.keys
    assert "quota.refused_outside" not in world(listed=4).keys


def test_from_few_labels_no_stops_are_recommended_but_what_the_list_holds_is_told():
    few = world(times=1, listed=4)
    assert (few.quota.check.refusal, few.quota.chosen, few.quota.check.more) == ("few", None, 4)  # 26 labels
    assert {"title.refused_few", "lede.refused_few"} <= few.keys
    assert {"quotas", "models"} <= {table.key for table in few.document.tables()}
    assert world(times=2, listed=4).quota.check.refusal == ""


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"cost": "per_item = 0.333\ncontingency = 0.07\nindirect = 0.13\nfixed.Guidelines = 12.3456"},
        {"cost": "hourly_rate = 17\nseconds_per_item = 31\nannotators = 1.2"},
        {"cost": "per_item = 0.333\n", "listed": 4},
        BUDGET,
        WORTH,
    ],
)
def test_what_strata_cost_and_what_is_paid_once_add_up_to_the_total(said):
    told = world(**said)
    (table,) = [one for one in told.document.tables() if one.key == "quotas"]
    place = [column.name for column in table.columns].index("spend")
    *parts, total = [row.cells[place] for row in table.rows]
    assert sum(parts, Decimal(0)) == total == told.quota.chosen.spend
    (costs,) = [one for one in told.document.tables() if one.key == "costs"]
    assert costs.rows[-1].cells[-1] == total
    for name in ("items", "found"):
        column = [column.name for column in table.columns].index(name)
        *counts, whole = [row.cells[column] or 0 for row in table.rows]
        assert sum(counts) == pytest.approx(whole)


def test_of_many_strata_page_1_shows_the_rarest_met_and_the_others_together():
    many = {f"s{place:02d}": CZECH if place % 2 else LATVIAN for place in range(13)}
    told = world(strata=many, quota="minimum = 4", times=3)
    (table,) = [one for one in told.document.tables() if one.key == "quotas"]
    assert len(table.rows) == 11
    total = table.rows[-1].cells
    place = [column.name for column in table.columns].index("spend")
    assert sum(row.cells[place] for row in table.rows[:-1]) == total[place]
    (whole,) = [one for one in told.document.tables() if one.key == "quotas_all"]
    assert len(whole.rows) == 14
    assert len(shown_rows(told.quota.rows, 4)) == 3


def test_beside_the_mixture_an_order_that_does_all_quotas_for_less_is_called_partly_luck():
    quota = world(**MIXED).quota
    assert quota.offer.name == "mixture"
    name = quota.offers[0].name
    own = quota.offer.least
    for spend, told in ((own.spend + 1, False), (own.spend - 1, True)):
        other = SimpleNamespace(
            name=name, unsure=False, surely_least=SimpleNamespace(spend=spend, items=own.items)
        )
        offers = [other if one.name == name else one for one in quota.offers]
        keys = points_of(changed(quota, offers=tuple(offers)))
        assert "quota.other" in keys
        assert ("quota.less" in keys) is told
