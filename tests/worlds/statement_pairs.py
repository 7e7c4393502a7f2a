"""For every statement of the catalogue: a world in which it is printed, and one change after which it is not."""

from __future__ import annotations

from documents_world import GOOD, LABELS, Model, placed

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
