"""What the pages tell is so: facts in the worlds where they hold, and numbers that follow from the labels."""

from copy import copy
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from documents_world import FIXED, GOOD, LABELS, LISTED, NET, SCENES, Model, last_too_dear, placed, world
from golden import golden

import budgetplan
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Words
from budgetplan.render.text import prose_lines
from budgetplan.report.ranked import ReviewSpeaker
from budgetplan.work.building import work_of_filter

STEPPED = (Model("stepped", order=placed(LABELS, (1, 2, 3, 4, 8, 12, 16, 20, 24, 28))),)
"""Four idioms first, then one in four."""
SOON = {"labels": ("x" + "." * 19) * 25, "models": (GOOD,), "budget": ("20", "money"), "parts": 4}
"""All 25 idioms are on top: of the quarter of the list after 20 sentences the first few hold the rest of them."""
TURNED = (Model("turned", -3.0),)
"""Most idioms last."""
REVIEWED = {"labels": LABELS + "?" * 40, "models": (Model("top", order="a" * 40 + "b" * 40),)}
"""All labelled items stand before all others."""
BEYOND = {"labels": LABELS + "?" * 40, "models": (Model("high", order="b" * 40 + "a" * 40),)}
"""All items of the list score higher than any labelled one."""

TWINS = (Model("a", 2.0, 1), Model("b", 2.0, 3))
TIED = (Model("tied", order="aabb" * 4 + "aaab" * 4 + "b" * 8),)
"""Scores of two values only: every stop but 20 and 40 lies among equals."""
CHECKS = {"work": {"tail_sample": 5, "control": 3}}
UNSURE = NET | {"values": {"entry": {"idiom": "1.2"}}}
"""The net value is no more than luck explains."""
STEEP = {
    "models": (Model("steep", order=placed(LABELS, (*range(1, 10), 40))),),
    "budget": None,
    "values": {"entry": {"idiom": "3"}},
}
"""Nine idioms first, then none for long."""
WHOLE = {"budget": ("100", "money"), "models": (GOOD,)}
WEIGHED = {"labels": LABELS + "?" * 40, "weights": [1.0] * 40 + [2.0] * 40}
DEAR = {"price": {"per_item": "1", "extra_per_entry": "3.50", "currency": "EUR"}, "resamples": 200}


def dear(cost):
    """Return a model with all entries first that costs so much."""
    return Model("good", 9.0, cost=str(cost))


def spoken(analysis, language, work=None):
    """Return the words of an analysis in a language, with nouns of that language; nothing is reckoned anew."""
    if language == "de":
        analysis, evidence = copy(analysis), analysis.evidence
        words = Words("Satz", "Sätze", "Idiom", "Idiome", items_dative="Sätzen", entries_dative="Idiomen")
        plan = replace(evidence.plan, language="de", words=words)
        vars(analysis)["evidence"] = replace(evidence, plan=plan)
    return ReviewSpeaker(analysis, work)


def facts(**args):
    """Return what is told of a world, with how its plan is carried out."""
    analysis = world(**args).analysis
    return ReviewSpeaker(analysis, work_of_filter(analysis))


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ({}, {"set_by": "budget", "model": "good", "members": {}, "weighted": False, "errors": {}, "spend": 8}),
        ({}, {"lacking": "", "lacks": 80, "spares": 0}),  # until 30 of the labelled are idioms, at 10 of 40
        ({"labels": "x..." * 11}, {"lacks": 0}),
        ({"weights": [2.0] * 40}, {"weighted": True}),
        (WEIGHED, {"weighted": True}),
        ({"list_size": 90, "weights": [2.0] * 40}, {"weighted": True}),
        ({"labels": "x..." * 7}, {"lacking": "labels"}),
        ({"labels": "x" * 40}, {"lacking": "alike"}),
        ({"labels": "x" + "." * 39}, {"lacking": "few"}),
        ({"labels": "x" * 39 + "."}, {"lacking": "others"}),
        ({"budget": ("8.75", "money")}, {"unspent": "little"}),
        ({"budget": ("8", "money")}, {"unspent": ""}),
        ({"budget": ("41", "money")}, {"unspent": "ends"}),
        (SCENES["net value within a budget"] | {"budget": ("30", "money")}, {"unspent": "worth"}),
        (SCENES["cannot start"], {"cannot_start": True, "once": 100}),
        ({"budget": ("11", "items"), "models": (GOOD,), "price": None}, {"around": None}),
    ],
)
def test_facts_are_those_of_the_plan(said, known):
    told = facts(**said)
    assert {name: getattr(told, name, getattr(told.analysis, name, None)) for name in known} == known
    assert told.analysis.refusal == ("few" if told.lacking else "")


def test_what_is_mixed_in_is_paid_from_the_budget_and_named_in_the_title():
    told = facts(**LISTED | NET | CHECKS)
    assert told.spend == told.chosen.spend
    assert told.words("title").strip().endswith("and 8 as a check")
    short = facts(**LISTED | CHECKS | {"budget": ("20", "money")})
    assert (short.spend, short.chosen.items, short.mixed.items) == (20, 12, 8)


def test_the_models_beside_the_recommended_one_are_told_in_whole_numbers():
    mixed = facts(models=TWINS, mixture=True)
    assert mixed.rivals[0].name == mixed.analysis.single == mixed.analysis.rival
    assert sum(mixed.members.values()) == pytest.approx(1)
    for told in (mixed, facts()):
        rival, found = told.rivals[0], told.chosen.found.value
        assert rival.option.found.value == pytest.approx(found + rival.difference.value, abs=0.5)
        # Whoever subtracts the two printed counts gets the printed difference.
        assert rival.apart.value == abs(round(rival.option.found.value) - round(found))
        assert rival.apart.low <= abs(rival.difference.value) <= rival.apart.high
        assert rival.open == (rival.difference.low <= 0 <= rival.difference.high)
    many = facts(models=(GOOD, *(Model(name, 2.0 - at, at) for at, name in enumerate("abcd"))), mixture=True)
    assert len(many.rivals) == 2
    same = (Model("a", 9.0, 1), Model("b", 9.0, 3))
    assert [one.alike for one in facts(models=same, budget=("4", "money")).rivals] == [True]


def test_the_best_single_model_is_the_best_of_the_table_that_compares_them():
    """By the curves alone it was b."""
    models = Model("a", 1.2, 3), Model("b", 1.2, 73)
    mixed = facts(**LISTED | NET | {"resamples": 20, "models": models, "mixture": True})
    nets = {each.name: each.option.net.value for each in mixed.analysis.contenders if each.name in ("a", "b")}
    assert mixed.analysis.single == max(nets, key=nets.get) == mixed.rivals[0].name == "a"


@pytest.mark.parametrize(("seed", "ahead"), [(1, ""), (2, "a")])
def test_a_model_that_leads_on_the_labels_is_named_beside_the_mixture(seed, ahead):
    models = tuple(Model(name, 1.5, seed + 20 * at) for at, name in enumerate("abc"))
    told = facts(models=models, mixture=True)
    assert told.ahead == ahead
    assert (told.rivals[0].difference.value > 0) == bool(ahead)


def test_from_which_worth_on_all_of_the_review_pays_and_from_which_any_of_it():
    told = facts(models=STEPPED).analysis
    how, first, near = told.pays_from(8)
    found = told.lead.path.read("positives", np.arange(9.0))
    # The first item pays from the price of what it finds on, the eighth from the price of what it adds on.
    assert how == ""
    assert (first.low, near.low) == pytest.approx((1 / found[1], 1 / (found[8] - found[7])))
    # With so much paid once, one begins only where all of it pays.
    dear = facts(models=STEPPED, price=FIXED, budget=("108", "money")).analysis
    how, _, near = dear.pays_from(dear.planned)
    assert (how, near.low) == ("alike", pytest.approx(108 / dear.chosen.found.value))


def test_how_far_to_go_for_a_target():
    told = facts(**SCENES["target share"])
    assert told.wanted == told.chosen.found.value
    assert told.analysis.target_safe > told.chosen.items
    aimed = facts(models=TIED, budget=None, target=("0.2", "share"))
    found = float(aimed.analysis.lead.path.read("positives", 20))
    # At worst all others come before them.
    assert aimed.analysis.target_worst() == int(np.ceil(20 - found + np.ceil(aimed.wanted)))
    beyond = facts(**SCENES["target over the budget"])
    assert 0 < beyond.in_budget < beyond.wanted


def test_a_budget_that_misses_the_target_finds_what_it_finds_without_one():
    """Also where it buys fewer items than it is expected to pay for, as each entry costs more."""
    price = {"per_item": "0.10", "currency": "EUR", "extra_per_entry": "5"}
    said = {"labels": "x..x....x." * 6, "models": (Model("good", 1.5),), "price": price, "budget": ("50", "money")}
    told, plain = facts(**said, target=("12", "entries")), facts(**said)
    assert not told.analysis.within_budget
    assert told.in_budget == plain.chosen.found.value


@pytest.mark.parametrize(("budget", "told"), [(("0.50", "money", "annotation"), False), (("0.50", "money"), True)])
def test_fixed_costs_are_named_where_the_budget_has_to_pay_them(budget, told):
    lede = str(facts(price=FIXED, budget=budget).words("lede"))
    assert ("Fixed costs of" in lede) == told


def test_the_case_of_klubicka_salton_and_kelleher():
    # Section 4: 16 dollars at 0.04 are "two deciles" of 2,091 candidates; Table 5 prints 16.73 for two deciles.
    price = {"per_item": "0.04", "currency": "USD"}
    told = facts(labels=("x..." * 523)[:2091], price=price, budget=("16", "money"), resamples=0)
    place, part = told.around
    assert (told.chosen.items, place, part.end) == (400, 2, pytest.approx(418.2))
    assert round(part.total, 2) == 16.73
    assert facts(budget=("8", "money")).around is None  # two tenths of forty


@pytest.mark.parametrize("budget", [("20", "items"), ("20", "money", "annotation"), ("120", "money")])
def test_where_types_are_confirmed_late_the_budget_ends_the_review_whatever_it_counts(budget):
    """It pays for twenty judgements at 1 each; 100 is paid once."""
    kinds = "".join("abcdefghijklm"[place * place % 13] for place in range(120))
    labels = "".join("x" if kind in "ad" and place % 3 else "." for place, kind in enumerate(kinds))
    price = {"per_item": "1", "currency": "EUR", "fixed": {"Guidelines": "100"}}
    said = {"labels": labels, "types": kinds, "models": (Model("good", 1.5),), "price": price}
    told = facts(**said, budget=budget)
    chosen, once = told.chosen, 100 * (budget[0] == "120")
    for rung in told.analysis.ladder:
        option, pays = rung.option, float(rung.budget.amount) - once
        assert option.judged.value <= option.judged.high <= max(pays, 0) + 1e-6
        # Whole judgements are paid for: what is drawn lies half a one beside it at most.
        assert option.spend_range is None or option.spend_range.high <= 100 + pays + 0.5
    assert chosen.judged.value <= chosen.judged.high == pytest.approx(20)
    assert chosen.spend <= chosen.spend_range.high == pytest.approx(120)


@pytest.mark.parametrize("budget", [("20", "items"), ("38", "money", "annotation"), ("138", "money")])
def test_a_budget_that_entries_do_not_use_up_is_not_told_to_end_the_review(budget):
    """Of items none costs more of it; what is paid once is none of annotation; of 138 the same 38 are left for it."""
    said = DEAR | {"price": DEAR["price"] | {"fixed": {"Guidelines": "100"}}}
    told = facts(**said, budget=budget)
    points = str(told.words("points"))
    assert "depends on how many are found" in points
    assert "ends it sooner" not in points
    assert ("The budget holds in 95" in points) == (budget[1] == "money")


def test_fixed_costs_are_one_number_on_all_pages_with_the_indirect_costs_on_them():
    price = {"per_item": "1", "currency": "EUR", "fixed": {"Guidelines": "100"}, "indirect": "0.25"}
    told = facts(price=price, budget=("150", "money"))
    page_1, gain = (
        str(told.words(*said)).replace("\u00a0", " ") for said in (("options_note", []), ("gain_note", False))
    )
    assert "Costs include EUR 125.00 fixed (indirect costs in it)" in page_1
    assert "Tenth 1 includes EUR 125.00 paid once" in gain


@pytest.mark.parametrize(("worth", "shown"), [("2", False), ("6", True)])
def test_luck_that_is_taken_off_is_told_also_where_leaving_items_out_has_a_worth(worth, shown):
    values = {"entry": {"idiom": worth}, "left_out": {"idiom": "-0.05"}}
    told = facts(budget=None, values=values, models=(Model("fair", 1.2),))
    assert (told.analysis.shown, told.luck >= 0.5) == (shown, True)
    lede = str(told.words("lede")).replace("\u00a0", " ")
    assert f"EUR {told.luck:.2f} {'is already taken off, as' if shown else 'is taken off for that'}" in lede
    assert ("do not show that reviewing pays" in lede) != shown


def test_the_question_names_worths_that_move_the_stop():
    # Four idioms at once, then one in four: each further one is dearer.
    told = facts(models=STEPPED, budget=None).analysis
    few, many = told.question()
    assert few.items < many.items
    assert few.high < many.low
    # An idiom of that worth is what the next sentence costs by the curve.
    more = told.lead.path.read("positives", np.array([few.items, few.items + 1.0]))
    assert few.high == pytest.approx(1 / (more[1] - more[0]))


@pytest.mark.parametrize("name", ["open", "list in the table", "weights"])
def test_the_table_of_worths_has_the_rows_that_page_1_speaks_of_and_none_that_is_empty(name):
    analysis = world(**SCENES[name]).analysis
    shown = [analysis.choices[place] for place in analysis.choices_shown()]
    chosen = analysis.chosen
    named = analysis.pays_from(chosen.items)[1:] if chosen else analysis.question()
    assert all(one.high is None or one.high - one.low >= 1e-4 for one in shown)
    # Of one that lies between worths that are printed alike the row before has the worth.
    ends = {end for one in shown for end in (one.low, one.high) if end is not None}
    assert all(min(abs(end - one.low) for end in ends) < 1e-4 for one in named)


def test_what_the_first_item_costs_and_loses():
    assert facts(**SCENES["cannot start"]).analysis.spend_to(1) == 101
    least = facts(**SCENES["not starting"]).analysis
    first = float(least.lead.path.read("positives", 1))
    # One idiom is worth 0.50 and costs 1.00: the least loss is the first, which is nearly always one.
    assert least.least_loss() == (1, pytest.approx(1 - 0.5 * first))


def test_of_several_models_none_is_compared_where_nothing_is_reviewed():
    told = facts(**SCENES["not starting"] | {"models": (GOOD, Model("fair", 1.0, 3), Model("poor", 0.0, 2))})
    assert "alone.</strong> Measured on" in " ".join(str(told.words("points")).split())


def test_where_a_check_eats_the_budget_page_1_says_what_would_pay():
    """Eight items are judged as a check; an idiom is worth 3 and nearly each of the first six is: four do not bear eight more."""
    told = facts(**LISTED | NET | CHECKS | {"budget": ("12", "money"), "values": {"entry": {"idiom": "3"}}})
    analysis, words = told.analysis, " ".join(told.words("lede").split())
    items, loss = analysis.least_loss()
    assert (told.chosen, items <= 4, loss > 0) == (None, True, True)
    assert "At every stopping point within EUR 12.00" in words
    assert analysis.unchecked().items > 0 < analysis.pays_beyond()
    assert analysis.mean_net(np.array([float(analysis.pays_beyond())]))[0] > 0
    assert f"Without a check {analysis.unchecked().items} sentences would pay" in words
    assert "A review pays from" in words


SHOWN = {
    **SCENES,
    "reviewed": REVIEWED,
    "outside": BEYOND,
    "turned": {"models": TURNED},
    "mixture": {"models": TWINS, "mixture": True},
    "tied": {"models": TIED},
    "few": last_too_dear(),
    "not shown": UNSURE,
    "checks": LISTED | NET | CHECKS,
    "soon": SOON,
    "checks first": LISTED | CHECKS | {"budget": ("20", "money")},
    "checks alone": LISTED | CHECKS | {"budget": ("8", "money")},
    "whole": {"budget": ("40", "money")},
    "too dear to pay": NET | {"models": (dear(60),)},
    "dearer than any order": {"models": (dear(50),), "budget": ("20", "items"), "values": {"entry": {"idiom": "8"}}},
    "guaranteed": LISTED | {"budget": None, "target": ("0.5", "share")},
    "not guaranteed": LISTED | {"budget": None, "target": ("0.9", "share")},
    "dear and whole": {"models": (dear(9),), "budget": ("60", "money")},
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_page_1_reads_as_it_was_read(language):
    told = []
    for name, args in SHOWN.items():
        analysis = world(**args).analysis
        say = spoken(analysis, language, work_of_filter(analysis)).words
        macros = ["title", "lede", "gain_title", "steps_title"]
        above = [] if analysis.silent else [*prose_lines(say("options_note", ["whole list"]))]
        macros += [] if analysis.chosen is None else ["spend_note"]
        macros += [] if analysis.refusal else ["points"]
        lines = [line for macro in macros for line in prose_lines(say(macro))]
        told += [f"== {name}", *lines, *above, ""]
    golden(f"review.{language}.txt", "\n".join(told))


LONG_LIST = {"labels": LABELS + "!???" * 20}
IN_GROUPS = "".join(chr(65 + place // 4) for place in range(120))
"""Thirty groups of four, ten of them labelled."""
TOLD = {
    "budget": {},
    "mixture": {"mixture": True, **LONG_LIST},
    "target": SCENES["target share"],
    "target without a price": SCENES["target without a price"],
    "net value": STEEP,
    "not starting": SCENES["not starting"],
    "hours": SCENES["hours"],
    "unpriced": SCENES["unpriced"],
    "whole": WHOLE,
    "no draws": {"resamples": 0, "list_size": 400, "prevalence": Decimal("0.05")},
    "groups": LONG_LIST | {"groups": IN_GROUPS, "parts": 20},
    "types": SCENES["types"],
    "rows are types": SCENES["rows of a list are types"],
    "weights": SCENES["weights"],
    "people err": SCENES["people err"],
}
GLOSSARIES = {"mixture", "net value", "groups"}


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_pages_behind_read_as_they_were_read(language):
    lines = []
    for name, said in TOLD.items():
        told = spoken(world(**said).analysis, language)
        say = told.words
        parts = [say("gain_note", True) if told.chosen else "", say("models"), say("models_note", True)]
        if told.chosen is not None:
            parts += [say("request", False), say("request", True), say("expected", True), *say.parts("why")]
        parts += [say("method"), say("glossary") if name in GLOSSARIES else ""]
        lines += [f"== {name}", *(line for part in parts for line in prose_lines(part))]
    lines.append(spoken(world().analysis, language).words("choices_note", 9))
    text = "\n".join(lines).replace("\u00a0", " ").replace("\u2060", "") + "\n"
    golden(f"review_pages.{language}.txt", text)


def test_no_page_calls_a_lead_chance_that_another_page_calls_more_than_chance(tmp_path):
    """Nearly half of the entries are on top of a, the others at its end: the mixture leaves a out."""
    rng = np.random.default_rng(3)
    yes = rng.random(600) < 0.15
    on_top = yes & (rng.random(600) < 0.45)
    a = np.select([on_top, yes], [2.0, -1.0], 0.0) + rng.random(600)
    planned = budgetplan.plan(yes, {"a": a, "b": yes + rng.normal(size=600)}, budget="24 items")
    planned.report(tmp_path, formats=[])
    text = (tmp_path / "report.json").read_text(encoding="utf-8")
    assert "a is ahead on these labels, which is more than chance" in text
    assert "a is ahead on these labels. " in text
    assert "24 items that b ranks highest" in text
    assert "a mixture in which the others weigh nothing" in text


@pytest.mark.parametrize(
    ("lead", "words"),
    [
        (9.0, None),
        (0.6, "A random order finds"),
        (0.0, "it finds more idioms than a random order in fewer than 90"),
    ],
)
def test_page_1_says_where_a_random_order_meets_almost_as_many_types(lead, words):
    """Fifty types of ten items each, of which the order finds most early, some, or those of chance."""
    kinds = "".join(chr(300 + place * 7 % 50) for place in range(500))
    labels = "".join("x" if ord(kind) % 3 == 0 and place % 4 else "." for place, kind in enumerate(kinds))
    told = facts(labels=labels, types=kinds, models=(Model("good", lead),), budget=("60", "money"))
    beside, lede = told.analysis.random_instead, told.words("lede")
    assert (told.analysis.refusal == "chance") == (told.chosen is None) == (lead == 0)
    assert (words or "") in lede
    assert ("random order" in lede) == bool(words)
    assert (beside is not None) == (lead == 0.6)
    if beside is not None:
        assert beside.option.spend <= told.chosen.spend
        assert beside.option.found.value == pytest.approx(told.chosen.found.value + beside.difference.value)


@pytest.mark.parametrize("goal", [{}, {"values": {"entry": {"idiom": "3"}}, "budget": None}])
def test_a_model_that_alone_weighs_differs_by_nothing_from_the_mixture(goal):
    models = Model("good", 1.0), Model("upside down", -1.0, 2)
    told = facts(labels="x..." * 50, mixture=True, models=models, **goal)
    assert tuple(told.analysis.evidence.mixture) == ("good",)
    alone = next(each for each in told.analysis.contenders if each.name == "good")
    assert alone.difference == Estimate(0.0)
    assert (alone.option.items, alone.option.found) == (told.chosen.items, told.chosen.found)
    titles = [str(spoken(told.analysis, language).words("title")) for language in ("en", "de")]
    assert [text in title for text, title in zip(("that good ranks", "von good"), titles, strict=True)] == [True, True]
    assert "in the order of good." in told.words("request", ranked=True)


@pytest.mark.parametrize("scene", SCENES)
def test_what_is_found_lies_between_the_worst_and_the_best_order_of_equal_scores(scene):
    decision = world(**SCENES[scene]).analysis
    options = [each.option for each in decision.contenders] + [decision.chosen] * (decision.chosen is not None)
    held = [each for each in options if each.found_worst is not None]
    assert all(each.found_worst - 1e-9 <= each.found.value <= each.found_best + 1e-9 for each in held)


def test_a_check_that_uses_up_a_budget_is_named():
    told = facts(**LISTED | CHECKS | {"budget": ("8", "items")})
    assert told.analysis.rule == "impossible"
    assert str(told.words("title")).strip().endswith("8 sentences cannot pay for a single sentence beside the check")
    assert "The 8 sentences judged as a check (work.tail_sample, work.control) are paid first." in told.words("lede")
    alone = facts(**LISTED | {"work": {"control": 8}, "budget": ("8", "items")})
    assert "The 8 sentences judged as a check (work.control) are paid first." in alone.words("lede")
    fixed = {"price": {"per_item": "1", "currency": "EUR", "fixed": {"training": Decimal(5)}}, "budget": ("9", "money")}
    words = " ".join(facts(**LISTED | CHECKS | fixed).words("lede").split()).replace("\u00a0", " ")
    assert "Fixed costs of EUR 5.00 come before the first sentence, and so do 8 sentences judged as a check" in words


def test_what_a_model_costs_is_no_sign_that_its_order_is_worse_than_chance():
    """It leaves money for few of fifty types; a random order costs nothing and meets more."""
    kinds = "".join(chr(300 + place * 7 % 50) for place in range(500))
    labels = "".join("x" if ord(kind) % 3 == 0 and place % 4 else "." for place, kind in enumerate(kinds))
    told = facts(labels=labels, types=kinds, models=(Model("good", 9.0, cost="50"),), budget=("60", "money"))
    assert told.analysis.refusal == ""
    assert "more than this plan" in told.words("lede")


@pytest.mark.parametrize(("worth", "unrounded"), [("5", True), ("4", False)])
def test_a_net_value_that_whole_finds_do_not_give_names_them_before_rounding(worth, unrounded):
    """8.24 times 5 are 41.21, and 8 times 5 would be 40; 8.03 times 4 are 32.11, as good as 32."""
    analysis = world(**NET | {"values": {"entry": {"idiom": worth}}}).analysis
    for language, words in (("en", "(for 8.24 idioms, before rounding)"), ("de", ", mit ungerundeten 8,24 Idiomen, ")):
        assert (words in spoken(analysis, language).words("lede").replace("\u00a0", " ")) == unrounded
