"""Figures as data: the points are those of the paths and tables, and marks stand where the decision is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from documents_world import GOOD, POOR, SCENES, Model, world

from budgetplan.planning.filter.facts import POINTS
from budgetplan.report.model import Range


def line(figure, name):
    return next(one for one in figure.lines if one.name == name)


def test_the_gain_curve_is_the_order_in_numbers():
    figure = world().figure("figure_gain")
    good = line(figure, "good")
    # All ten idioms on top, then none.
    assert [dict(zip(good.x, good.y, strict=True))[x] for x in (0, 4, 10, 40)] == [0, 4, 10, 10]
    perfect, random = line(figure, "perfect order"), line(figure, "random order")
    assert np.interp([5, 10, 40], perfect.x, perfect.y).tolist() == [5, 10, 10]
    assert np.interp([4, 20, 40], random.x, random.y).tolist() == [1, 5, 10]


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
        promised = {model.name: evidence.entries(model) for model in evidence.models}
        assert one.y[-1] == pytest.approx(promised.get(one.name, evidence.n_positives))
        # Entries first is the best order where all cost the same; weights may cut an entry in two.
        if evidence.own is not None and one.role not in ("recommended", "perfect", "random"):
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
    assert line(off, "good").label.key == "curve.recommended"


def test_where_nothing_is_recommended_no_curve_is_called_so():
    figure = world(**SCENES["open"]).figure("figure_gain")
    assert figure.markers == ()
    assert line(figure, "good").label.key == "curve.lead_band"


def test_the_second_axis_is_the_money_of_the_same_stops():
    figure = world(**SCENES["all costs"]).figure("figure_gain")
    for items, money in figure.top:  # fixed costs come before the first item
        annotation = (1.2 * 0.333 + 0.15 * 0.625) * items + 0.115 * min(items, 10)
        assert money == pytest.approx((2.5 + 1.005 + 1.25 + 1.075 * annotation) * 1.125, rel=1e-5)
    assert figure.top[0][0] == 0
    assert len(figure.top) == 41
    assert world(**SCENES["unpriced"]).figure("figure_gain").top == ()


def test_long_lists_are_thinned_and_keep_their_ends():
    told = world(labels="x..." * 250, resamples=0)
    good = line(told.figure("figure_gain"), "good")
    assert len(good.x) == POINTS
    assert (good.x[0], good.x[-1], good.y[-1]) == (0, 1000, 250)


def test_the_runner_up_that_f1_would_choose_is_drawn_once():
    # At its own cut the better order says no to everything, the other one yes.
    told = world(models=(replace(GOOD, cut=1000), replace(POOR, cut=-1000)))
    assert (told.analysis.lead.name, told.analysis.decision.by_f1) == ("good", "poor")
    drawn = [one.name for one in told.figure("figure_gain").lines]
    assert drawn == ["good", "poor", "perfect order", "random order"]


def test_the_model_that_f1_would_choose_is_drawn_beside_the_runner_up():
    cut = {"good": 1000, "mid": 1000, "poor": -1000}
    models = tuple(replace(one, cut=cut[one.name]) for one in (GOOD, Model("mid", 3.0, 4), POOR))
    told = world(models=models)
    assert (told.analysis.lead.name, told.analysis.decision.by_f1) == ("good", "poor")
    roles = {one.name: one.role for one in told.figure("figure_gain").lines}
    assert (roles["good"], roles["poor"], roles["mid"]) == ("recommended", "second", "third")


def test_at_most_three_models_have_a_colour():
    models = (GOOD, POOR, Model("other", 1.0, 3), Model("last", 0.0, 4))
    figure = world(models=models).figure("figure_gain")
    roles = [one.role for one in figure.lines]
    assert {one.name for one in figure.lines} == {model.name for model in models} | {
        "perfect order",
        "random order",
    }
    assert roles.count("recommended") == 1
    assert sum(role in {"second", "third"} for role in roles) <= 2


def test_steps_are_cost_per_new_entry_by_tenth():
    # Tenths of four: 4, 4 and 2 idioms for 4.00 each, then none.
    figure = world().figure("figure_steps")
    assert [bar.value for bar in figure.bars] == [1, 1, 2] + [None] * 7
    assert [bar.note is None for bar in figure.bars] == [True] * 3 + [False] * 7
    assert [bar.filled for bar in figure.bars] == [True, True] + [False] * 8
    assert all(bar.interval is None or isinstance(bar.interval, Range) for bar in figure.bars)


def test_the_stop_stands_between_the_steps_where_it_falls():
    # Eight of forty items, four a tenth: after the second of ten, whose dots stand at 0 to 9.
    (mark,) = world().figure("figure_steps").markers
    assert (mark.x, mark.label.args["items"]) == (1.5, 8)
    assert world(budget=("40", "money")).figure("figure_steps").markers == ()


def test_a_title_says_where_half_of_the_entries_lie():
    said = world().figure("figure_gain").title
    # Of ten idioms the fifth is in the fifth place; after eight of them a fifth is left.
    assert (said.key, said.args["half"], said.args["share"]) == ("fig.gain_stop", 5, 0.8)


def test_the_worth_of_an_entry_is_the_level():
    assert world(**SCENES["net value"]).figure("figure_steps").level == 6
    assert world().figure("figure_steps").level is None
    assert world(**SCENES["two classes"]).figure("figure_steps").level is None
    assert world(**SCENES["people err"]).figure("figure_steps").level is None
