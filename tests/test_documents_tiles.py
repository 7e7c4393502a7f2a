"""The tiles of page 1 show the decision's own numbers, with as many digits as their intervals need."""

from __future__ import annotations

from documents_world import world

from budgetplan.documents.tiles import tiles
from budgetplan.render.display import Style, show

EUR = Style("EUR", 2)


def shown(**said):
    told = world(**said)
    return told, {tile.label.key: tile for tile in tiles(told.speaker)}


def test_the_numbers_are_those_of_the_decision():
    told, by_label = shown()
    chosen = told.analysis.decision.chosen
    assert show(by_label["tile.spend"].value, "money", EUR).endswith(f"{chosen.spend:.2f}")
    assert by_label["tile.items"].value == chosen.items
    assert by_label["tile.found"].value == chosen.found.value


def test_one_price_is_told_and_several_are_not():
    _, by_label = shown()
    assert by_label["tile.spend"].note.key == "tile.each"
    _, by_label = shown(price={"per_item": "1", "currency": "EUR", "fixed": {"Guidelines": "2"}})
    assert by_label["tile.spend"].note is None


def test_a_number_lies_inside_the_interval_as_it_is_printed():
    for price in ("0.011", "0.04", "1", "7"):
        _, by_label = shown(price={"per_item": price, "currency": "EUR"}, budget=("8", "items"))
        tile = by_label["tile.per"]
        value = float(show(tile.value, "money", EUR).split()[-1])
        low, high = (
            float(end)
            for end in show(tile.note, "money", EUR)
            .removesuffix(" (95\u00a0%)")
            .replace(" (95 %)", "")
            .split(" to ")
        )
        assert low <= value <= high


def test_without_a_stop_the_tiles_say_what_there_is_to_decide_from():
    _, by_label = shown(budget=None)
    assert set(by_label) >= {"tile.labelled", "tile.positives", "tile.models"}
