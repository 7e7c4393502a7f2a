"""Page 1 in numbers: title, tiles, options and figures show one amount, one count, and the points of the curve."""

import numpy as np
import pytest
from documents_world import LISTED, NET, SCENES, world

from budgetplan.core.stops import POINTS
from budgetplan.report.display import Style, show, without_tags
from budgetplan.report.model import Paste, Tiles

RECOMMENDING = (
    *("budget", "target share", "net value", "list in the table", "weights", "types in ties", "all costs"),
    *("listed prices", "hours", "yen", "people err", "unpriced", "target without a price"),
)


def column(table, name):
    place = [one.name for one in table.columns].index(name)
    return [row.cells[place] for row in table.rows]


def tiles(told):
    return {tile.label: tile for tile in next(b for b in told.document.blocks() if isinstance(b, Tiles)).tiles}


def line(figure, name):
    return next(one for one in figure.lines if one.name == name)


@pytest.mark.parametrize("name", RECOMMENDING)
def test_there_is_one_money_and_one_count_of_items_and_of_entries(name):
    told = world(**SCENES[name])
    chosen, style = told.analysis.chosen, Style.of(told.document)
    money = show(chosen.spend, "amount", style) if SCENES[name].get("price", 1) else ""
    for key in ("options", "models"):
        table = told.table(key)
        names = [column.name for column in table.columns]
        (cells,) = [dict(zip(names, row.cells, strict=True)) for row in table.rows if row.strong]
        assert (cells["items"], cells["found"]) == (chosen.items, chosen.found.value)
        assert cells.get("spend") == (chosen.spend if money else None)
    title = without_tags(told.document.title)
    assert show(chosen.items, "count", style) in title
    assert money in title
    if money:
        assert tiles(told)["Total cost"].value == money
        *lines, total = told.table("costs").rows
        assert total.cells[-1] == sum(row.cells[-1] for row in lines) == chosen.spend
        for text in (block for block in told.document.blocks() if isinstance(block, Paste)):
            assert money in " ".join(without_tags(one) for one in text.paragraphs[0])
    figure = told.figure("figure_gain")
    assert (figure.markers[0].x, figure.markers[0].y) == (chosen.items, chosen.found.value)
    assert f"finds {show(chosen.found.value, 'count', Style())} " in figure.alt


@pytest.mark.parametrize("name", ["open", "not starting", "no entries", "cannot start", "cannot buy", "unreachable"])
def test_where_no_stop_is_recommended_nothing_is_asked_for_and_the_tiles_say_what_there_is(name):
    told = world(**SCENES[name])
    assert told.analysis.chosen is None
    assert "justification" not in {section.key for section in told.document.sections}
    shown = tiles(told)
    assert shown["Labelled sentences"].value == 40
    assert shown["Idioms among them"].value == (0 if name == "no entries" else 10)
    assert shown["Models"].value == 2
    assert shown["Whole list"].value == f"EUR\u00a0{140 if name == 'cannot start' else 40}.00"


def test_currency_digits_and_notes_come_from_the_plan():
    yen = world(**SCENES["yen"]).document
    assert (yen.currency, yen.minor_digits, world(**SCENES["unpriced"]).document.currency) == ("JPY", 0, "")
    assert world(**SCENES["yen"]).analysis.chosen.spend == 100
    noted = world(notes=("Money is invented.",)).document
    assert noted.sections[0].blocks[0].html.endswith(" · <strong>Money is invented.</strong>")


def test_the_gain_curve_is_the_order_in_numbers():
    told = world()
    figure, in_all = told.figure("figure_gain"), told.analysis.evidence.n_positives
    good = line(figure, "good")
    # What stands at each stop of the table of options, and nearly all of it among the first ten items.
    drawn = dict(zip(good.x, good.y, strict=True))
    for option in (*told.analysis.options, told.analysis.whole):
        assert drawn[option.items] == option.found.value
    assert 0.75 * in_all < drawn[10] < drawn[40] == pytest.approx(in_all)
    perfect, random = line(figure, "perfect order"), line(figure, "random order")
    assert np.interp([5, 10, 40], perfect.x, perfect.y) == pytest.approx([5, in_all, in_all])
    assert np.interp([4, 20, 40], random.x, random.y) == pytest.approx([in_all / 10, in_all / 2, in_all])
    assert all(low <= high for low, high in zip(good.low, good.high, strict=True))
    assert line(figure, "poor").low is None
    half = told.analysis.half_found()
    below, there = told.analysis.lead.path.read("positives", np.array([half - 1.0, half]))
    assert below < in_all / 2 <= there
    undrawn = line(world(resamples=0).figure("figure_gain"), "good")
    assert (undrawn.low, undrawn.label) == (None, "good, recommended")
    nothing = world(**SCENES["open"]).figure("figure_gain")
    assert (nothing.markers, line(nothing, "good").label) == ((), "good (band: 95\u00a0%)")


@pytest.mark.parametrize("name", ["budget", "list in the table", "weights", "types in ties", "two classes", "yen"])
def test_curves_rise_to_the_same_end_within_both_bounds(name):
    told = world(**SCENES[name])
    figure, evidence = told.figure("figure_gain"), told.analysis.evidence
    perfect = line(figure, "perfect order")
    assert figure.lines[0].role == "recommended"
    # By score each model makes a forecast of its own; the two bounds go by the recommended one's.
    promised = {model.name: model.path.total("positives") for model in evidence.models}
    for one in figure.lines:
        assert len(one.x) == len(one.y) <= POINTS + 250
        assert np.all(np.diff(one.x) > 0)
        assert np.all(np.diff(one.y) >= -1e-9)
        assert (one.x[0], one.y[0]) == (0, 0)
        assert one.y[-1] == pytest.approx(promised.get(one.name, evidence.n_positives))
        # Entries first is the best order where all cost the same; weights may cut an entry in two.
        if evidence.scored is None or one.role in ("recommended", "random"):
            assert np.all(np.array(one.y) <= np.interp(one.x, perfect.x, perfect.y) + 1e-9)


def test_the_second_axis_is_the_money_of_the_same_stops():
    figure = world(**SCENES["all costs"]).figure("figure_gain")
    good = line(figure, "good")
    for items, money in figure.top:  # fixed costs come before the first item
        found = float(np.interp(items, good.x, good.y))
        annotation = (1.2 * 0.333 + 0.15 * 0.625) * items + 0.115 * found
        assert money == pytest.approx((2.5 + 1.005 + 1.25 + 1.075 * annotation) * 1.125, rel=1e-5)
    assert (figure.top[0][0], len(figure.top)) == (0, 41)
    assert world(**SCENES["unpriced"]).figure("figure_gain").top == ()
    # Where anything is reviewed checks are paid for: nothing costs less.
    told = world(**LISTED | NET | {"work": {"tail_sample": 5, "control": 3}})
    assert told.figure("figure_gain").top[:2] == ((0, pytest.approx(5 + 3)), (1, pytest.approx(5 + 3 + 1)))


def test_steps_are_cost_per_new_entry_by_tenth():
    # Tenths of four items for 4.00 each.
    told = world()
    figure = told.figure("figure_steps")
    new = np.diff(told.analysis.lead.path.read("positives", np.arange(11) * 4.0))
    some = [one for one in new if one >= 0.5]
    assert 0 < len(some) < 10
    values = [bar.value for bar in figure.bars]
    # Where fewer than one is found, as it is printed, none has a price.
    assert values == [*(pytest.approx(4 / one) for one in some), *[None] * (10 - len(some))]
    assert values[: len(some)] == sorted(values[: len(some)])  # the curve falls all along a good order
    assert [bar.note for bar in figure.bars] == [None] * len(some) + ["hardly any more"] * (10 - len(some))
    assert [bar.filled for bar in figure.bars] == [True, True] + [False] * 8
    # Eight of forty items, four a tenth: after the second of ten, whose dots stand at 0 to 9.
    (mark,) = figure.markers
    assert (mark.x, mark.label) == (1.5, "Stop: 8 sentences")
    assert world(budget=("40", "money")).figure("figure_steps").markers == ()
    levels = [world(**SCENES[name]).figure("figure_steps").level for name in ("net value", "budget", "two classes")]
    assert levels == [6, None, None]
