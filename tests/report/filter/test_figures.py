"""Figures as data: the points are those of the paths and tables, and marks stand where the decision is."""

from __future__ import annotations

import numpy as np
import pytest
from documents_world import GOOD, POOR, SCENES, Model, world
from statement_pairs import LISTED, NET

from budgetplan.plans.review import POINTS
from budgetplan.report.model import Range


def line(figure, name):
    return next(one for one in figure.lines if one.name == name)


def test_the_gain_curve_is_the_order_in_numbers():
    figure = world().figure("figure_gain")
    good = line(figure, "good")
    # What stands at each stop of the table of options, and nearly all of it among the first ten items.
    in_all = world().analysis.evidence.n_positives
    drawn = dict(zip(good.x, good.y, strict=True))
    for option in (*world().analysis.options, world().analysis.whole):
        assert drawn[option.items] == option.found.value
    assert 0.75 * in_all < drawn[10] < drawn[40] == pytest.approx(in_all)
    perfect, random = line(figure, "perfect order"), line(figure, "random order")
    assert np.interp([5, 10, 40], perfect.x, perfect.y) == pytest.approx([5, in_all, in_all])
    assert np.interp([4, 20, 40], random.x, random.y) == pytest.approx([in_all / 10, in_all / 2, in_all])


@pytest.mark.parametrize("name", [name for name in SCENES if name != "no entries"])
def test_curves_rise_to_the_same_end_within_both_bounds(name):
    told = world(**SCENES[name])
    figure = told.figure("figure_gain")
    perfect = line(figure, "perfect order")
    names = [one.name for one in figure.lines]
    assert len({*names}) == len(names)
    for one in figure.lines:
        assert len(one.x) == len(one.y) <= POINTS + 250
        assert np.all(np.diff(one.x) > 0)
        assert np.all(np.diff(one.y) >= -1e-9)
        assert (one.x[0], one.y[0]) == (0, 0)
        evidence = told.analysis.evidence
        # By score each model makes a forecast of its own; the two bounds go by the recommended one's.
        promised = {model.name: model.path.total("positives") for model in evidence.models}
        assert one.y[-1] == pytest.approx(promised.get(one.name, evidence.n_positives))
        # Entries first is the best order where all cost the same; weights may cut an entry in two.
        if evidence.scored is not None and one.role not in ("recommended", "perfect", "random"):
            continue
        assert np.all(np.array(one.y) <= np.interp(one.x, perfect.x, perfect.y) + 1e-9)
    assert figure.lines[0].role == "recommended"
    assert {"perfect", "random"} <= {one.role for one in figure.lines}


def test_the_band_belongs_to_the_recommended_model():
    figure = world().figure("figure_gain")
    good = line(figure, "good")
    assert len(good.low) == len(good.high) == len(good.x)
    assert all(low <= high for low, high in zip(good.low, good.high, strict=True))
    assert line(figure, "poor").low is None
    off = world(resamples=0).figure("figure_gain")
    assert line(off, "good").low is None
    assert line(off, "good").label == "good, recommended"


def test_where_nothing_is_recommended_no_curve_is_called_so():
    figure = world(**SCENES["open"]).figure("figure_gain")
    assert figure.markers == ()
    assert line(figure, "good").label == "good (band: 95\u00a0% interval)"


def test_the_second_axis_is_the_money_of_the_same_stops():
    figure = world(**SCENES["all costs"]).figure("figure_gain")
    good = line(figure, "good")
    for items, money in figure.top:  # fixed costs come before the first item
        found = float(np.interp(items, good.x, good.y))
        annotation = (1.2 * 0.333 + 0.15 * 0.625) * items + 0.115 * found
        assert money == pytest.approx((2.5 + 1.005 + 1.25 + 1.075 * annotation) * 1.125, rel=1e-5)
    assert figure.top[0][0] == 0
    assert len(figure.top) == 41
    assert world(**SCENES["unpriced"]).figure("figure_gain").top == ()


def test_the_money_of_a_review_with_checks_begins_with_their_cost():
    """Where anything is reviewed they are paid for: nothing costs less, and no amount below stands on the axis."""
    checks = {"work": {"tail_sample": 5, "control": 3}}
    told = world(**LISTED | NET | checks)
    (start, least), (first, cost), *_ = told.figure("figure_gain").top
    assert (start, first) == (0, 1)
    assert least == pytest.approx(5 + 3)
    assert cost == pytest.approx(5 + 3 + 1)


def test_long_lists_are_thinned_and_keep_their_ends():
    told = world(labels="x..." * 250, resamples=0)
    good = line(told.figure("figure_gain"), "good")
    assert len(good.x) == POINTS
    assert (good.x[0], good.x[-1], good.y[-1]) == (0, 1000, told.analysis.whole.found.value)
    # 250 of 1,000 labelled items are idioms: the draws' mean is within a standard error, sqrt(1000 / 4 * 3 / 4).
    assert good.y[-1] == pytest.approx(250, abs=14)


def test_the_model_that_page_1_names_is_drawn_beside_the_recommended_one():
    models = (GOOD, Model("mid", 3.0, 4), POOR)
    told = world(models=models, mixture=True)
    roles = {one.name: one.role for one in told.figure("figure_gain").lines}
    assert told.analysis.rival == told.analysis.decision.single == "good"
    assert [roles[name] for name in ("mixture", "good", "mid", "poor")] == [
        "recommended",
        "second",
        "other",
        "other",
    ]
    alone = world()
    assert alone.analysis.rival == "poor"
    drawn = [one.name for one in alone.figure("figure_gain").lines]
    assert drawn == ["good", "poor", "perfect order", "random order"]
    assert world(models=(GOOD,)).analysis.rival == ""


def test_steps_are_cost_per_new_entry_by_tenth():
    # Tenths of four items for 4.00 each.
    told = world()
    figure, path = told.figure("figure_steps"), told.analysis.lead.path
    new = np.diff(path.read("positives", np.arange(11) * 4.0))
    values = [bar.value for bar in figure.bars]
    some = [one for one in new if one >= 0.5]
    assert values == [*(pytest.approx(4 / one) for one in some), *[None] * (10 - len(some))]
    assert values[: len(some)] == sorted(values[: len(some)])  # the curve falls all along a good order
    # Where fewer than one is found, as it is printed, none has a price.
    assert 0 < len(some) < 10
    assert [bar.note for bar in figure.bars] == [None] * len(some) + ["hardly any more"] * (10 - len(some))
    assert [bar.filled for bar in figure.bars] == [True, True] + [False] * 8
    assert all(bar.interval is None or isinstance(bar.interval, Range) for bar in figure.bars)


def test_the_stop_stands_between_the_steps_where_it_falls():
    # Eight of forty items, four a tenth: after the second of ten, whose dots stand at 0 to 9.
    (mark,) = world().figure("figure_steps").markers
    assert (mark.x, mark.label) == (1.5, "Stop: 8 sentences")
    assert world(budget=("40", "money")).figure("figure_steps").markers == ()


def test_half_of_the_entries_lie_where_the_title_says():
    told = world()
    path, half = told.analysis.lead.path, told.analysis.half_found()
    in_all = told.analysis.evidence.n_positives
    below, there = path.read("positives", np.array([half - 1.0, half]))
    assert below < in_all / 2 <= there


def test_the_worth_of_an_entry_is_the_level():
    assert world(**SCENES["net value"]).figure("figure_steps").level == 6
    assert world().figure("figure_steps").level is None
    assert world(**SCENES["two classes"]).figure("figure_steps").level is None
    assert world(**SCENES["people err"]).figure("figure_steps").level is None
