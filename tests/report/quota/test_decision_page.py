"""Page 1 of a plan with quotas: its facts hold, its numbers add up, and it reads as somebody has read it."""

from copy import copy
from dataclasses import replace
from decimal import Decimal

import jsonschema
import pytest
from golden import golden
from markupsafe import Markup
from quota_world import CZECH, LATVIAN, STRATA, world
from rows import rows_of
from schemas import schema_of

from budgetplan.render.text import paste_text, prose_lines, render_text
from budgetplan.report.display import without_tags
from budgetplan.report.explore import explore_quotas
from budgetplan.report.model import Prose
from budgetplan.report.quota import MOST_RUNGS, QuotaSpeaker, build_quota_files, shown_rows

DATA = rows_of(__file__)

BOTH = {"models": ("good", "late")}
MIXED = {"models": ("good", "other"), "mixture": "auto", "quota": "minimum = 5"}
UNPRICED = {"cost": "", "goal": 'budget = "40 items"'}
BUDGET = {"goal": "budget = 40"}
BEYOND = {"quota": "minimum = 13"}
SURELY = {"quota": 'minimum = 3\nsure = "90 %"'}
MIXED_IN = {"more": "[work]\ntail_sample = 6\ncontrol = 4", "listed": 4}
READ = DATA["read"]


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=pytest.mark.slow)])
def test_the_report_reads_as_it_was_read(language):
    parts = []
    for name, said in READ.items():
        document = world(**said, **({"language": "de"} if language == "de" else {})).document
        behind = [block for part in document.sections[1:] for block in part.blocks if isinstance(block, Prose)]
        lines = [line for block in behind for line in prose_lines(block.html)] if name in BACK_OF else []
        notes = [note for one in document.tables() for note in one.notes if name in BACK_OF]
        figure = [f"[{one.title}] [{one.alt}] [{one.caption}]" for one in document.figures()]
        parts += [f"=== {name}", render_text(document, ()), *figure, paste_text(document), *lines]
        parts += [note for note in notes if isinstance(note, Markup)]
    golden(f"quota.{language}.txt", "\n".join(parts) + "\n")


BACK_OF = {"from a list", "sure, and more", "with a worth", "a mixture", "without draws"}
"""Of these the method, the glossary and the notes are read, too."""


@pytest.mark.parametrize(
    ("said", "free", "forgone"),
    [
        ({}, True, True),
        (BUDGET | {"quota": "minimum = 11"}, True, True),
        ({"quota": "minimums.Czech = 9"}, True, False),
        (BEYOND, False, False),
        (UNPRICED, True, False),
    ],
)
def test_the_price_of_the_quotas_is_what_the_same_money_finds_without_them(said, free, forgone):
    quota = world(**said).quota
    assert (quota.free is not None) is free
    assert (quota.forgone is not None) is forgone
    if forgone:
        assert quota.forgone.value == pytest.approx(quota.free.found.value - quota.chosen.found.value)
        assert quota.forgone.low <= quota.forgone.value <= quota.forgone.high
    if free:
        assert quota.free.spend <= (quota.plan.budget.amount if quota.plan.budget else quota.chosen.spend)


def changed(offer, **changes):
    """The same offer with other attributes."""
    other = copy(offer)
    vars(other).update(changes)
    return other


def test_the_other_order_is_the_cheapest_that_holds_all_quotas():
    quota = world(**BOTH).quota
    assert quota.other.name != quota.offer.name
    others = [changed(one, least=None) for one in quota.offers if one.name != quota.offer.name]
    assert changed(quota, offers=(quota.offer, *others)).other is None
    unsure = [changed(one, unsure=True) for one in quota.offers if one.name != quota.offer.name]
    assert changed(quota, offers=(quota.offer, *unsure)).other is None
    assert world().quota.other is None


def test_what_is_mixed_in_is_part_of_the_money():
    made = world(**MIXED_IN)
    chosen, without = made.quota.chosen, world(**{**MIXED_IN, "more": ""}).quota.chosen
    assert (chosen.items, chosen.spend) == (without.items, without.spend + 10)
    tight = world(**MIXED_IN | BUDGET).quota
    assert tight.chosen is None or tight.chosen.spend <= tight.plan.budget.amount


def test_the_plans_beside_the_recommended_one_are_those_of_the_plan():
    quota, document = world(**SURELY | BOTH).quota, world(**SURELY | BOTH).document
    table = document.table("plans")
    place = [column.name for column in table.columns].index("items")
    others = [quota.free, quota.offer.expected, quota.chosen, quota.safer, quota.other and quota.other.least]
    kept = [one for one in others if one and (one is quota.chosen or one.by_stratum != quota.chosen.by_stratum)]
    assert [row.cells[place] for row in table.rows] == [one.items for one in kept]
    assert [row.strong for row in table.rows].index(True) == kept.index(quota.chosen)


@pytest.mark.parametrize(
    "said",
    [
        {"cost": "per_item = 0.333\ncontingency = 0.07\nindirect = 0.13\nfixed.Guidelines = 12.3456"},
        {"cost": "hourly_rate = 17\nseconds_per_item = 31\nannotators = 1.2"},
        {"cost": "per_item = 0.333\n", "listed": 4},
        BUDGET,
    ],
)
def test_what_strata_cost_and_what_is_paid_once_add_up_to_the_total(said):
    made = world(**said)
    table, chosen = made.document.table("quotas"), made.quota.chosen
    for place, column in enumerate(table.columns):
        *parts, total = [row.cells[place] or Decimal(0) for row in table.rows]
        if column.name in ("spend", "items", "found"):
            assert float(sum(map(float, parts))) == pytest.approx(float(total))
        if column.name == "spend":
            assert sum(parts, Decimal(0)) == total == chosen.spend
    assert made.document.table("costs").rows[-1].cells[-1] == chosen.spend
    quotas = made.record["quotas"]
    paid = [Decimal(stratum["spend"]) for stratum in quotas["strata"]]
    assert sum(paid, Decimal(quotas["paid_once"])) == chosen.spend


def test_each_stratum_is_drawn_with_its_interval_what_is_wanted_and_what_is_reviewed():
    made = world(**SURELY)
    (figure,) = made.document.figures()
    assert [bar.value for bar in figure.bars] == [row.found.value for row in made.quota.rows]
    assert [bar.note for bar in figure.bars] == [f"{row.items} items" for row in made.quota.rows]
    assert [mark.x for mark in figure.markers] == [row.quota for row in made.quota.rows]
    # Of many those are drawn whose quotas are met most rarely.
    many = {f"s{place:02d}": CZECH if place % 2 else LATVIAN for place in range(13)}
    crowd = world(strata=many, quota="minimum = 4", times=3)
    (figure,) = crowd.document.figures()
    assert len(figure.bars) == len(figure.markers) == 12
    assert len(crowd.document.table("quotas").rows) == 14
    assert len(shown_rows(crowd.quota.rows, 4)) == 4


def test_the_file_of_items_names_the_stratum_of_each():
    made = world(listed=5)
    (table,) = build_quota_files(made.quota)
    assert [column.name for column in table.columns] == ["place", "item", "score", "stratum"]
    assert len(table.rows) == made.quota.chosen.items
    for name in STRATA:
        assert sum(row.cells[3] == name for row in table.rows) == made.row(name).items
        assert all(row.cells[1][:3] == name[:3] for row in table.rows if row.cells[3] == name)
    assert build_quota_files(world().quota) == ()


def test_the_ladder_has_a_row_for_each_budget_and_that_of_the_plan_is_page_1():
    made = world(goal="budget = 60")
    table, here = made.document.table("ladder"), made.quota.chosen
    cells = {column.name: [row.cells[at] for row in table.rows] for at, column in enumerate(table.columns)}
    assert [*cells] == ["part", "budget", "items", "spend", "found", "interval", "expected", "met"]
    assert cells["part"] == [one / 10 for one in range(21)]
    # Of all budgets few are printed, and none that buys nothing or what the one before it buys.
    bought = cells["items"]
    printed = [place for place, row in enumerate(table.rows) if not row.repeats]
    assert len(printed) <= MOST_RUNGS + 1
    assert all(bought[place] and bought[place] != bought[place - 1] for place in printed if place != 10)
    assert (bought[10], cells["spend"][10]) == (here.items, here.spend)
    assert cells["expected"][10] == 2
    assert [row.strong for row in table.rows].index(True) == 10
    assert [rung["option"]["reviewed"]["value"] for rung in made.record["ladder"]] == bought


@pytest.mark.parametrize("language", ["en", "de"])
def test_page_1_tells_the_luck_that_is_taken_off_what_is_found_less_what_is_spent(language):
    """At 1 an item, and 6 an entry."""
    cost = "per_item = 1\n[entry]\nvalue = 6"
    made = world(goal="budget = 140", cost=cost, listed=4, language=language)
    chosen = made.quota.chosen
    ledes = [str(one.html) for one in made.document.blocks() if isinstance(one, Prose) and one.role == "lede"]
    luck = 6 * chosen.found.value - float(chosen.spend) - chosen.net.value
    assert luck >= 0.5
    assert f"{luck:.2f}".replace(".", "," if language == "de" else ".") in " ".join(ledes)


def test_quotas_are_met_by_what_is_expected_in_every_table_and_on_the_page_with_a_handle():
    """Also where the plan has to be surer: six items hold five entries of Czech, as is expected of them."""
    made = world(goal='budget = "60 items"', cost="", quota="minimum = 5\nsure = 0.9", listed=4)
    table = made.document.table("ladder")
    place = [column.name for column in table.columns].index("expected")
    by_hand = [
        sum(
            float(order.path.read("positives", at)) >= 5
            for order, at in zip(made.quota.offer.orders, rung.option.by_stratum, strict=True)
        )
        for rung in made.quota.ladder
    ]
    assert [row.cells[place] for row in table.rows] == by_hand
    assert by_hand[1] == 1
    told = explore_quotas(made.quota, made.work)["beside"]
    assert {int(one.split()[2]) for one in told} == {*by_hand}


def test_the_page_with_a_handle_has_the_least_budget_that_meets_all_quotas():
    """Of tenths of a budget the first that does is more; and no tenth is the least that buys what it does."""
    told = world(**SURELY | BUDGET)
    page, offer = explore_quotas(told.quota, told.work), told.quota.offer
    assert f"From EUR {offer.as_budget(offer.least).amount:.2f} on" in page["text"]["lede"].replace("\u00a0", " ")
    assert "a smaller" in page["text"]["budget_of"]


def test_a_budget_that_is_not_enough_says_how_sure_it_can_be():
    """That share is met within the budget, and a hundredth more is not."""
    short, quota = {"goal": "budget = 8"}, 'minimum = 3\nsure = "{} %"'
    told = world(**short | {"quota": quota.format(95)})
    share = round(100 * told.quota.sure_within)
    lede = without_tags(QuotaSpeaker(told.quota, told.work).words("lede")).replace("\u00a0", " ")
    assert f"EUR 8.00 is enough for quota.sure = {share} %" in lede
    assert 0 < share < 94
    enough = [world(**short | {"quota": quota.format(each)}).quota.chosen is not None for each in (share, share + 1)]
    assert enough == [True, False]


def test_a_share_of_draws_above_the_wanted_one_is_not_called_as_wanted():
    told = world(**BUDGET | {"quota": 'minimum = 3\nsure = "40 %"'})
    points = without_tags(QuotaSpeaker(told.quota, told.work).words("points"))
    assert told.quota.chance > 0.41
    assert ", at least 40 % were wanted" in points.replace("\u00a0", " ")
    assert ", as wanted" not in points


@pytest.mark.parametrize("said", [{}, {"resamples": 0}, {"quota": "minimum = 70"}, {"goal": "budget = 9"}, BUDGET])
@pytest.mark.few(3)
def test_the_record_is_what_the_schema_says(said):
    record, schema = world(**said).record, schema_of("decision-3")
    jsonschema.validate(record["quotas"], {"$defs": schema["$defs"], "$ref": "#/$defs/quotas"})
    jsonschema.validate(record["ladder"], {"$defs": schema["$defs"], **schema["properties"]["ladder"]})
    assert record["plan"]["quota"]["by"] == "language"


@pytest.mark.parametrize(
    ("more", "start", "words"),
    [
        ({}, "In the order of", "good alone meeting all quotas would cost EUR 1.00"),
        ({"language": "de", "cost": "", "goal": ""}, "good allein käme", "für alle Mindestzahlen mit 2 Elementen aus"),
    ],
)
def test_a_cheaper_order_is_named_before_the_figure(more, start, words):
    told = world(**MIXED | more)
    quota, offer = told.quota, told.quota.offer
    offers = [
        changed(one, least=replace(one.least, spend=Decimal(1), items=2))
        for one in quota.offers
        if one.name != offer.name
    ]
    cheaper = changed(quota, offers=[offer, *offers])
    first, now = (
        without_tags(" ".join(map(str, QuotaSpeaker(each, told.work).words.parts("lede")))) for each in (quota, cheaper)
    )
    assert start not in first
    assert f"{start} {words}" in now.replace("\u00a0", " ")


def test_the_least_budget_that_pays_for_a_plan_is_told_apart_from_what_this_costs():
    made = world(**MIXED | {"cost": "seconds_per_item = 31\nhourly_rate = 24\ncontingency = 0.05"})
    least, spend = made.quota.ladder[10].budget.amount, made.quota.chosen.spend
    (note,) = made.document.table("ladder").notes
    assert least > spend
    assert f"The least budget that pays for the plan is EUR {least}" in without_tags(note).replace("\u00a0", " ")
    assert all("mixture" not in rung.models for rung in made.quota.ladder)


@pytest.mark.parametrize(
    ("language", "words", "rounded"),
    [
        ("en", "as each costs more", "before they are rounded"),
        ("de", "jeder Fund kostet zusätzlich", "ehe sie gerundet"),
    ],
)
def test_a_budget_that_pays_for_more_finds_than_expected_is_not_laid_on_rounding(language, words, rounded):
    made = world(**MIXED | {"cost": "per_item = 0.50\nextra_per_entry = 2", "language": language})
    assert made.quota.ladder[10].budget.amount > made.quota.chosen.spend
    note = " ".join(map(without_tags, made.document.table("ladder").notes))
    assert words in note
    assert rounded not in note
