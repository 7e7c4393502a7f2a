"""For every statement of the catalogue: a world in which it is printed, and one change after which it is not."""

from __future__ import annotations

from documents_world import GOOD, LABELS, POOR, Model, placed

# --- models
TWINS = (Model("a", 2.0, 1), Model("b", 2.0, 3))
DEAR_TWIN = (TWINS[0], Model("b", 2.0, 3, cost="1000"))
"""Two models that ten idioms cannot tell apart."""
TIED = (Model("tied", order="aabb" * 4 + "aaab" * 4 + "b" * 8),)
"""Scores of two values only, eight idioms in the first twenty: every stop but 20 and 40 lies among equals."""
LONG = "x..." * 15
EARLY = Model("early", order=placed(LONG, (*range(1, 9), *range(40, 47))))
"""Eight idioms first, the others far below: good for little money, poor in F1."""
LATE = Model("late", order=placed(LONG, range(11, 26)))
"""Ten wrong items first, then every idiom: good in F1, poor for little money."""
CROSSED = {"labels": LONG, "models": (EARLY, LATE)}
MANY = {
    "labels": "x..." * 2000,
    "models": (
        Model("early", order=placed("x..." * 2000, (*range(1, 1201), *range(6001, 6801)))),
        Model("late", order=placed("x..." * 2000, range(1401, 3401))),
    ),
}
"""As ``CROSSED``, with so many items that the lead is firm on both sides of where it changes."""
CLEAR = {
    "labels": "x..." * 200,
    "models": (
        Model("early", order=placed("x..." * 200, (*range(1, 101), *range(601, 701)))),
        Model("late", order=placed("x..." * 200, range(141, 341))),
    ),
}
"""As ``CROSSED``, with the lead firm at both ends."""
SWITCHING = (
    Model("a", order=placed(LABELS, (1, 4, 5, 8, 9, 12, 13, 16, 17, 20))),
    Model("b", order=placed(LABELS, (2, 3, 6, 7, 10, 11, 14, 15, 18, 19))),
)
"""Two orders that take the lead from each other at every second idiom."""
STEPPED = (Model("stepped", order=placed(LABELS, (1, 2, 3, 4, 8, 12, 16, 20, 24, 28))),)
"""Four idioms first, then one in four."""
TYPED = {"types": "abab" * 10}
"""Every idiom is of the type a."""
WEIGHED = {"labels": LABELS + "!" * 40, "weights": [1] * 40 + [2] * 40}
FLAT = (Model("flat", order="a" * 40),)
UNPROVEN = (Model("a", 2.5, 1), Model("b", 2.0, 3), Model("c", 0.8, 1))
"""The third wins hardly ever, and yet ten idioms do not prove it worse."""
AHEAD = {
    "models": (Model("a", 3.0, 4), Model("b", 0.3, 47), Model("c", 0.3, 42), Model("d", 0.3, 48)),
    "budget": ("6", "money"),
}
"""The first wins nearly always, and yet is not firmly better than all others at once."""
SAME = (Model("a", 9.0, 1), Model("b", 9.0, 3))
"""Two models that put every idiom first: within a small budget they find the same in every resample."""
DEAR = (Model("a", 2.0, 1, cost="1"), Model("b", 2.0, 3, cost="1"))
THREE = {
    "labels": "x..." * 200,
    "models": (Model("a", 1.5, 1), Model("b", 1.5, 3), Model("c", 1.5, 4)),
    "budget": ("200", "money"),
}
"""Three models that each know something of their own: together they find firmly more."""
MIXED = {"mixture": True, "models": TWINS}
UNEQUAL = MIXED | {"models": (Model("a", 2.0, 7), Model("b", 0.3, 27))}
"""Ten idioms do not show that the second model only spoils what the first one says."""
ALONE = {"mixture": False}
BIG = {"labels": "x..." * 500}
FLAT_END = BIG | {"budget": ("1500", "money"), "resamples": 0}
"""So many labels that the curve is flat at its end."""
TURNS = (
    Model("a", order=placed("x..." * 500, [4 * at + (1 if at // 25 % 2 else 4) for at in range(500)])),
    Model("b", order=placed("x..." * 500, [4 * at + (4 if at // 25 % 2 else 1) for at in range(500)])),
)
"""Two orders that take the lead from each other at every 25th idiom."""

# --- money
EACH = {"per_item": "1", "currency": "EUR"}
FIXED = EACH | {"fixed": {"Guidelines": "100"}}
TIMED = {"hourly_rate": "36", "seconds_per_item": "60", "currency": "EUR"}
SIZED = {"per_item": "1", "per_unit": "0.1", "unit": "letters", "currency": "EUR"}
SIZES = tuple(range(1, 41))

WORTH = {"entry": {"idiom": "6"}}
NET = {"values": WORTH, "budget": None}
LOST = NET | {"values": WORTH | {"left_out": {"idiom": "-0.5"}}}
"""An idiom that is left out costs something, too."""
PLAIN = NET | {"models": (Model("plain", 1.0, 1),), "values": {"entry": {"idiom": "4"}}}
STEEP = NET | {"models": (GOOD,), "values": {"entry": {"idiom": "3"}}}
JUST_PAYS = {
    "models": (GOOD,),
    "budget": None,
    "values": {"entry": {"idiom": "3"}},
    "price": FIXED | {"fixed": {"Guidelines": "19"}},
}
OPEN = {"budget": None}
ITEMS = {"budget": ("8", "items"), "price": None}
SOON = {"labels": ("x" + "." * 19) * 25, "models": (GOOD,), "budget": ("20", "money"), "parts": 4}
"""All 25 idioms are on top: of the quarter of the list after 20 sentences the first few hold the rest of them."""
"""Of the forty items that follow the first ten bring ten idioms, the others none."""
TARGET = {"budget": None, "target": ("0.5", "share")}
SEVERAL = {"entry": {"idiom": "6", "collocation": "3"}}
TWO_CLASSES = {"labels": "x.o." * 10, "positive": ("idiom", "collocation")}
FAIR = Model("fair", 0.7, 3)
"""An order that beats a random one, and too few labels to show that reviewing pays."""
TURNED = (Model("turned", -3.0),)
"""Most idioms last."""
NO_ENTRIES = {"labels": "." * 40}
BOUGHT = ("8", "money")

EXTRA = {"price": EACH | {"extra_per_entry": "0.5"}}
"""An entry costs more to review than another item."""

# --- a list with scores: "!" stands for an entry that nobody has labelled
LISTED = {"labels": LABELS + "!???" * 20}
REVIEWED = {"labels": LABELS + "?" * 40, "models": (Model("top", order="a" * 40 + "b" * 40),)}
"""All labelled items stand before all others."""
BEYOND = {"labels": LABELS + "?" * 40, "models": (Model("high", order="b" * 40 + "a" * 40),)}
"""All items of the list score higher than any labelled one."""
UNSEEN = {
    "labels": LABELS + "?" * 40,
    "models": (
        Model("known", order="abb" * 13 + "a" + "ab" * 20),
        Model("high", order="b" * 40 + "a" * 40),
    ),
    "budget": ("20", "money"),
}
"""Two models that know little; what the second would have reviewed scores higher than all that is labelled."""
ELSEWHERE = {
    "labels": LABELS + "?" * 400,
    "models": (Model("shifted", order="abcdefghijklmnopqrst" * 2 + "b" * 400),),
}
"""The list scores higher than most labelled items, and none of it higher than all."""

BAD = {"models": (*TWINS, Model("bad", -9.0))}
WORSE = {"models": (*TWINS, Model("bad", -9.0), Model("worse", -9.0, 2))}
"""One model, or two, that are firmly worse than the twins."""
LIST_OF_40 = {"list_size": 40}


def _entry(worth):
    return {"entry": {"idiom": worth}}


def _worth(worth, model):
    """A world in which entries are worth so much, and one model there is."""
    return NET | {"models": (model,), "values": _entry(worth)}


PAIRS: dict[str, tuple[dict, dict]] = {
    # --- the recommendation in one sentence
    "title.spend": ({"budget": ("8", "items")}, {"price": None}),
    "title.whole": ({"budget": ("40", "money")}, {"budget": ("8", "money")}),
    "title.review": (ITEMS, {"price": EACH}),
    "title.spend_mixed": (MIXED, ALONE),
    "title.review_mixed": (MIXED | ITEMS, ALONE),
    "title.target_mixed": (MIXED | TARGET, ALONE),
    "title.target_unpriced_mixed": (MIXED | TARGET | {"price": None}, ALONE),
    "title.target_over_mixed": (MIXED | TARGET | {"budget": ("3", "money")}, ALONE),
    "title.target_over_unpriced_mixed": (
        MIXED | TARGET | {"price": None, "budget": ("3", "items")},
        ALONE,
    ),
    "lede.mixture_of": (MIXED, ALONE),
    "lede.mixture": (
        MIXED | {"models": tuple(Model(name, 2.0, at) for at, name in enumerate("abcd"))},
        ALONE,
    ),
    "lede.beside_fewer": (MIXED, {"resamples": 0}),
    "lede.beside_fewer_plain": (MIXED | {"resamples": 0}, {"resamples": 100}),
    "lede.beside_more": (UNEQUAL, {"models": TWINS}),
    "lede.beside_more_plain": (UNEQUAL | {"resamples": 0}, {"models": TWINS}),
    "lede.single_cost": (MIXED | TARGET, {"price": None}),
    "lede.single_reviews": (MIXED | TARGET | {"price": None}, {"price": EACH}),
    "title.target": (TARGET, {"target": None}),
    "title.target_unpriced": (TARGET | {"price": None}, {"price": EACH}),
    "title.open": (OPEN, {"budget": BOUGHT}),
    "title.open_unpriced": (OPEN | {"price": None}, {"price": EACH}),
    "title.not_going_on": (
        {"judged": True, "values": {"entry": {"idiom": "0.5"}}, "budget": None},
        {"judged": False},
    ),
    "title.not_starting": ({"values": {"entry": {"idiom": "0.5"}}, "budget": None}, {"values": WORTH}),
    "title.cannot_start": ({"price": FIXED}, {"budget": ("101", "money")}),
    "title.cannot_buy": ({"budget": ("0.99", "money")}, {"budget": ("1", "money")}),
    "title.target_unreachable": ({"target": ("11", "entries")}, {"target": ("8", "entries")}),
    "title.no_entries": (NO_ENTRIES, {"labels": LABELS}),
    "title.refused_few": ({"labels": "x..." * 7}, {"labels": LABELS}),
    "title.refused_few_entries": ({"labels": "xx" + "." * 38}, {"labels": LABELS}),
    "title.refused_few_others": ({"labels": ".." + "x" * 38}, {"labels": LABELS}),
    "title.refused_few_alike": ({"labels": "x" * 40}, {"labels": LABELS}),
    "title.refused_chance": ({"models": (POOR,)}, {"models": (GOOD,)}),
    "title.refused_worse": ({"models": TURNED}, {"models": (GOOD,)}),
    "title.refused_reviewed": (REVIEWED, {"models": (GOOD,)}),
    "title.refused_outside": (BEYOND, {"models": (GOOD,)}),
    "note.spend_within": (EXTRA | {"budget": ("12", "money")}, {"budget": ("8", "items")}),
    "note.spend_varies": (EXTRA | {"budget": ("8", "items")}, {"budget": ("12", "money")}),
    "note.spend_unknown": (EXTRA | {"resamples": 0}, {"resamples": 100}),
    # --- the lede
    "lede.refused_few": ({"labels": "x..." * 7}, {"labels": LABELS}),
    "lede.refused_chance": ({"models": (POOR,)}, {"models": (GOOD,)}),
    "lede.refused_turned": ({"models": TURNED}, {"models": (POOR,)}),
    "lede.few_entries": ({}, {"resamples": 0}),
    "lede.refused_reviewed": (REVIEWED, {"models": (GOOD,)}),
    "lede.refused_split": (REVIEWED, {"models": (GOOD,)}),
    "lede.refused_outside": (BEYOND, {"models": (GOOD,)}),
    "lede.refused_todo": (BEYOND, {"models": (GOOD,)}),
    "lede.unlike": (
        ELSEWHERE,
        {"models": (Model("shifted", order="abcdefghijklmnopqrst" * 22),)},
    ),
    "lede.target_over_budget": (TARGET | {"budget": ("4", "money")}, {"budget": ("5", "money")}),
    "title.target_over": (TARGET | {"budget": ("4", "money")}, {"budget": ("5", "money")}),
    "title.target_over_unpriced": (
        TARGET | {"price": None, "budget": ("4", "items")},
        {"budget": ("5", "items")},
    ),
    "lede.finds": (LIST_OF_40 | {"budget": ("9", "money")}, {"list_size": None}),
    "lede.finds_like": ({"budget": ("9", "money")}, {"list_size": 40}),
    "lede.finds_plain": (LIST_OF_40 | {"resamples": 0}, {"resamples": 100}),
    "lede.finds_plain_like": ({"resamples": 0}, {"list_size": 40}),
    "lede.finds_all": (LIST_OF_40 | {"budget": ("40", "money")}, {"budget": ("39", "money")}),
    "lede.finds_all_like": ({"budget": ("40", "money")}, {"list_size": 40}),
    "lede.value": (
        TWO_CLASSES | {"values": {"entry": {"idiom": "6", "collocation": "6"}}},
        {"values": SEVERAL},
    ),
    "lede.value_left": (NET | {"values": WORTH | {"left_out": {"idiom": "-2"}}}, {"values": WORTH}),
    "lede.value_several": (
        TWO_CLASSES | {"values": SEVERAL},
        {"values": {"entry": {"idiom": "6", "collocation": "6"}}},
    ),
    "lede.luck": (NET, {"values": None}),
    "lede.not_shown": (_worth("3.5", FAIR), {"models": (GOOD,)}),
    "lede.errors": (NET | {"values": WORTH | {"error": {"idiom": "0.2"}}}, {"values": WORTH}),
    "lede.only_model": ({"models": (GOOD,)}, {"models": (GOOD, POOR)}),
    "lede.no_noise": ({"resamples": 0}, {"resamples": 100}),
    "lede.not_starting": ({"values": {"entry": {"idiom": "0.5"}}}, {"values": WORTH}),
    "lede.cannot_start": ({"price": FIXED}, {"budget": ("101", "money")}),
    "lede.unreachable": ({"target": ("11", "entries")}, {"target": ("8", "entries")}),
    "lede.unreachable_unpriced": (OPEN | {"target": ("11", "entries"), "price": None}, {"price": EACH}),
    "lede.no_entries": (NO_ENTRIES, {"labels": LABELS}),
    "lede.open": (OPEN, {"price": None}),
    "lede.open_unpriced": (OPEN | {"price": None}, {"price": EACH}),
    "lede.question": (OPEN | {"models": TWINS}, {"models": FLAT}),
    "lede.question_unpriced": (
        OPEN | {"price": None, "models": TWINS},
        {"models": (Model("flat", order="a" * 40),)},
    ),
    # --- notes on the budget
    "note.tenths_not_bought": ({"budget": ("15", "money")}, {"budget": ("16", "money")}),
    "note.tenth_costs": ({"sizes": SIZES}, {"price": SIZED}),
    "note.perfect_limit": ({"budget": ("9", "money")}, {"budget": ("10", "money")}),
    "note.list_ends": ({"budget": ("41", "money")}, {"budget": ("8.5", "money")}),
    "note.unspent": ({"budget": ("8.5", "money")}, {"budget": ("8", "money")}),
    "note.unspent_few": (last_too_dear(), {"budget": ("2", "money")}),
    "note.unspent_value": ({"values": WORTH, "budget": ("30", "money")}, {"budget": ("5", "money")}),
    "note.tie": ({"models": TIED}, {"budget": ("20", "money")}),
    # --- what is counted
    "note.weights": (WEIGHED, {"weights": [1] * 80}),
    "note.weights_sample": ({"weights": [3] * 40}, {"weights": [1] * 40}),
    "note.types": (TYPED, {"types": "r"}),
    "note.types_rows": ({"types": "r", "weights": [2] * 40}, {"types": ""}),
    "note.tokens": (TYPED, {"types": "r"}),
    "note.tokens_rows": ({"types": "r", "weights": [2] * 40}, {"types": ""}),
    "note.spare": (TYPED, {"types": "".join(map(chr, range(65, 105)))}),
    # --- how sure: the model
    "sure.model_mixture": (MIXED, ALONE),
    "sure.model_single": ({}, {"models": (GOOD,)}),
    "sure.alone_fewer": ({}, {"resamples": 0}),
    "sure.alone_fewer_plain": ({"resamples": 0}, {"resamples": 100}),
    "lede.beside_alike": (MIXED | {"budget": ("40", "money")}, {"resamples": 0}),
    "lede.beside_alike_plain": (MIXED | {"budget": ("40", "money"), "resamples": 0}, {"resamples": 100}),
    "sure.alone_alike": ({"budget": ("40", "money")}, {"resamples": 0}),
    "sure.alone_alike_plain": ({"budget": ("40", "money"), "resamples": 0}, {"resamples": 100}),
    "sure.alone_more": (MIXED | {"budget": ("12", "money")}, ALONE),
    "sure.alone_more_plain": (MIXED | {"budget": ("12", "money"), "resamples": 0}, ALONE),
    "sure.in_table": (TARGET, {"target": None}),
    "sure.model_only": ({"models": (GOOD,)}, {"models": (GOOD, POOR)}),
    "sure.only": ({"models": (GOOD,)}, {"models": (GOOD, POOR)}),
    # --- how sure: the stop
    "sure.stop_worth": (STEEP, {"values": None}),
    "sure.stop_luck": (_worth("3.5", FAIR), {"models": (GOOD,)}),
    "sure.stop_budget": ({}, {"target": ("0.5", "share")}),
    "sure.stop_whole": ({"budget": ("40", "money")}, {"budget": ("39", "money")}),
    "sure.stop_target": (TARGET, {"target": None}),
    "sure.next_tenth": ({"budget": ("3", "money")}, {"resamples": 0}),
    "sure.next_items": (BIG | {"budget": ("450", "money"), "parts": 20}, {"parts": 10}),
    "sure.next_tenth_open": ({}, {"budget": ("3", "money")}),
    "sure.next_items_soon": (SOON, {"parts": 10}),
    "sure.next_items_open": ({"parts": 20}, {"parts": 10}),
    "sure.next_tenth_unpriced": (ITEMS, {"price": EACH}),
    "sure.next_items_unpriced": (ITEMS | {"parts": 20}, {"parts": 10}),
    "sure.next_tenth_plain": ({"resamples": 0}, {"resamples": 100}),
    "sure.next_items_plain": ({"resamples": 0, "parts": 20}, {"parts": 10}),
    "sure.next_tenth_none": (FLAT_END, {"budget": ("450", "money")}),
    "sure.next_items_none": (FLAT_END | {"parts": 20}, {"parts": 10}),
    "sure.worth": (NET | {"models": STEPPED, "values": {"entry": {"idiom": "3"}}}, {"values": None}),
    "sure.next_nothing": ({"budget": ("40", "money")}, {"budget": ("39", "money")}),
    "sure.stop_range": (STEEP, {"values": None}),
    "sure.target_safe": (TARGET, {"resamples": 0}),
    "sure.target_safe_unpriced": (TARGET | {"price": None}, {"price": EACH}),
    "sure.target_unsafe_like": (TARGET | {"target": ("8", "entries")}, {"target": ("3", "entries")}),
    "sure.target_unsafe": (LIST_OF_40 | OPEN | {"target": ("8", "entries")}, {"list_size": None}),
    "sure.target_worst": (
        {"models": TIED, "budget": None, "target": ("0.4", "share")},
        {"models": (GOOD,)},
    ),
    # --- how sure: more labels
    "labels.ceiling": (NET | {"models": TWINS}, {"values": None}),
    "labels.gain": (NET | {"models": TWINS}, {"values": None}),
    "labels.price": (NET | {"models": TWINS}, {"resamples": 0}),
    # --- how sure: the amount found
    "sure.found": ({}, {"resamples": 0}),
    "sure.found_plain": ({"resamples": 0}, {"resamples": 100}),
    "sure.from_sample": ({}, {"groups": "abcd" * 10}),
    "sure.from_groups": ({"groups": "abcdefgh" * 5}, {"groups": ""}),
    "sure.few": ({"labels": "x....." * 7}, {"labels": "x..." * 10}),
    "sure.few_groups": ({"groups": "abcdefgh" * 5}, {"groups": "".join(map(chr, range(65, 105)))}),
    # --- what would change it
    "change.heading": ({"budget": ("1", "money")}, {"budget": ("0.99", "money")}),
    "change.worth": (_worth("2", GOOD), {"values": None}),
    "change.worth_stops": (_worth("6", Model("fair", 1.5)), {"values": _entry("600")}),
    "change.worth_starts": (_worth("2", Model("fair", 1.5)), {"values": WORTH}),
    "change.worth_above": (_worth("30", Model("poor", 0.5)), {"values": None}),
    "change.worth_above_stops": (_worth("12", Model("poor", 0.5, 2)), {"values": _entry("4")}),
    "change.worth_above_starts": (_worth("6", Model("blind", order="a" * 40)), {"values": _entry("30")}),
    "change.earlier": ({"models": STEPPED}, {"price": None}),
    "change.earlier_more": (
        TARGET | {"price": FIXED, "models": STEPPED, "target": ("4", "entries")},
        {"price": EACH},
    ),
    "change.earlier_alike": ({"budget": ("3", "money")}, {"models": STEPPED}),
    "change.earlier_items": (ITEMS, {"price": EACH}),
    "change.earlier_none": (FLAT_END, {"budget": ("450", "money")}),
    "change.price": ({}, {"price": None}),
    "change.price_value": (PLAIN, {"models": (GOOD,)}),
    "change.price_value_none": (_worth("2", Model("fair", 0.9, 3)), {"values": WORTH}),
    "change.price_value_same": (NET, {"models": (Model("poor", 0.5, 2),)}),
    "change.price_target": (TARGET, {"price": None}),
    # --- justification
    "paste.request": ({}, {"price": None}),
    "paste.request_unpriced": (ITEMS, {"price": EACH}),
    "paste.by_worth": (NET, {"budget": ("5", "money")}),
    "paste.by_budget": ({}, {"budget": ("40", "money")}),
    "paste.by_target": (TARGET, {"target": None}),
    "paste.by_all": ({"budget": ("40", "money")}, {"budget": ("39", "money")}),
    "paste.ranked": ({}, {"models": (GOOD,)}),
    "paste.ranked_mixed": (MIXED, ALONE),
    "paste.ranked_one": ({"models": (GOOD,)}, {"models": (GOOD, POOR)}),
    "paste.expect": (LIST_OF_40, {"list_size": None}),
    "paste.expect_like": ({}, {"list_size": 40}),
    "paste.expect_unpriced": (LIST_OF_40 | ITEMS, {"list_size": None}),
    "paste.expect_unpriced_like": (ITEMS, {"list_size": 40}),
    "paste.expect_plain": (LIST_OF_40 | {"resamples": 0}, {"list_size": None}),
    "paste.expect_plain_like": ({"resamples": 0}, {"list_size": 40}),
    "paste.worth": ({"values": WORTH}, {"values": None}),
    "paste.further_soon": (SOON, {"parts": 10}),
    "paste.further": ({"budget": ("8", "money")}, {"budget": ("40", "money")}),
    "paste.further_stop": (NET | {"models": STEPPED, "values": {"entry": {"idiom": "3"}}}, {"values": None}),
    "paste.further_none": (FLAT_END, {"budget": ("450", "money")}),
    "paste.whole": ({"budget": ("39", "money")}, {"budget": ("40", "money")}),
    "paste.short": ({}, {"resamples": 0}),
    "paste.short_mixed": (MIXED, ALONE),
    "paste.short_plain_mixed": (MIXED | {"resamples": 0}, ALONE),
    "paste.short_plain": ({"resamples": 0}, {"resamples": 100}),
    # --- which model
    # --- where to stop
}
