"""A surface keeps its order of shades for every reader, its labels apart, and its file small."""

from __future__ import annotations

import dataclasses
import itertools
import random

import numpy as np
import pytest
from colours import SIGHTS, contrast, luminance
from sample_document import HOSTILE, install_texts, plain
from sample_splits import surface_figure, surface_grid

from budgetplan.render.figures.canvas import INK, sheet
from budgetplan.render.figures.drawing import draw
from budgetplan.render.figures.labels import Box
from budgetplan.render.figures.surface import BANDS, RIDGE, draw_surface, levels, shades, slim, surface_frame
from budgetplan.report.display import Style
from budgetplan.report.model import Grid, Line, Marker

EUR = Style("EUR", 2)

# Machado, Oliveira and Fernandes (2009), severity 1.0, for linear RGB.


@pytest.fixture(autouse=True)
def texts(monkeypatch):
    install_texts(monkeypatch)


def drawn(figure, height=84.0):
    """Return what is written, after checking that all of it is inside and apart."""
    with sheet(159.2, height, "none") as canvas:
        draw_surface(canvas, figure, EUR)
        canvas.figure.draw_without_rendering()  # puts the names of the axes where they will stand
        page = Box(-0.5, -0.5, canvas.width + 0.5, canvas.height + 0.5)
        axes, boxes = canvas.axes, []
        ticks = [*axes.get_xticklabels(), *axes.get_yticklabels()]
        for text in (*canvas.figure.texts, *ticks, axes.xaxis.label, axes.yaxis.label):
            if text.get_text():
                extent = text.get_window_extent(canvas._renderer())
                assert page.holds(Box(extent.x0, extent.y0, extent.x1, extent.y1)), text.get_text()
                box = Box(extent.x0 + 0.5, extent.y0 + 0.5, extent.x1 - 0.5, extent.y1 - 0.5)
                assert not [said for said, at in boxes if at.meets(box)], text.get_text()
                boxes.append((text.get_text(), box))
        return canvas, [said for said, _ in boxes]


def grid_of(value, columns=20, rows=20):
    """Return a grid of a function of budget and share."""
    x, y = [600.0 * j for j in range(columns)], [i / max(1, rows - 1) for i in range(rows)]
    return Grid(tuple(x), tuple(y), tuple(tuple(float(value(a, b)) for a in x) for b in y))


def bare(grid):
    return dataclasses.replace(surface_figure(), grid=grid, lines=(), markers=())


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("number", range(2, BANDS + 1))
def test_shades_grow_darker_for_every_reader(sight, number):
    seen = [luminance(colour, sight) for colour in shades(number)]
    # A step of lightness that an eye sees: 1.1 between neighbours even with seven shades.
    ratios = [(light + 0.05) / (dark + 0.05) for light, dark in itertools.pairwise(seen)]
    assert min(ratios) > 1.1
    assert len(set(shades(number))) == number


def test_numbers_zero_line_and_ridge_stand_out_from_every_shade():
    assert min(contrast(INK, shade) for shade in shades(BANDS)) > 4.5
    # The ridge is dark on light shades; on dark ones its white casing is what is seen.
    for shade in shades(BANDS):
        assert max(contrast(RIDGE, shade), contrast("#ffffff", shade)) > 3


@pytest.mark.parametrize("scale", [1e-3, 1.0, 12345.678, 1e7])
@pytest.mark.parametrize("low", [-3.0, -1.0, -0.37, 0.0, 0.2, 100.0])
def test_levels_are_round_few_and_hold_every_value(low, scale):
    edges = levels(low * scale, (low + 1) * scale)
    steps = np.diff(edges)
    assert 3 <= len(steps) <= BANDS
    assert steps == pytest.approx(np.full(len(steps), steps[0]))
    assert edges[0] <= low * scale < edges[1]
    assert edges[-2] < (low + 1) * scale <= edges[-1] * (1 + 1e-12)
    assert (0.0 in edges) == (low <= 0 <= low + 1)


def test_noise_around_zero_is_no_level():
    assert levels(-1e-12, 70.0)[0] == 0


@pytest.mark.parametrize("name", ["model B", HOSTILE[0], HOSTILE[1], HOSTILE[2], HOSTILE[3], HOSTILE[4] * 3])
@pytest.mark.parametrize("height", [84.0, 60.0])
def test_labels_stay_inside_and_apart(name, height):
    figure = surface_figure(name)
    label = plain(f"{name}: recommended")
    marker = dataclasses.replace(figure.markers[0], label=label)
    drawn(dataclasses.replace(figure, markers=(marker,), top_label=plain(name * 2)), height)


def test_axes_contour_lines_key_ridge_and_plan_are_named():
    _, said = drawn(surface_figure())
    words = " ".join(said).replace("\n", " ")
    assert {"20\u00a0%", "100\u00a0%", "12,000", "0", "2,000", "4,000", "\u22126,000", "8,000"} <= set(said)
    assert "Net value (EUR)" in said
    assert "best share of model B for each budget" in words
    assert "Recommended: EUR\u00a05,000 and 56\u00a0% answered alone" in words


def heavy(canvas):
    """Return the bold contour lines."""
    return [patch for patch in canvas.axes.patches if not patch.get_fill() and patch.get_linewidth() >= 2]


def test_zero_is_bold_only_where_the_values_cross_it():
    canvas, said = drawn(bare(grid_of(lambda a, b: a - 5700 + 0 * b)))
    (zero,) = heavy(canvas)
    assert np.allclose(zero.get_path().vertices[:, 0], 5700)
    assert "0" in said
    for away in (20000, -20000):
        canvas, _ = drawn(bare(grid_of(lambda a, b, away=away: a - 5700 + away)))
        assert not heavy(canvas)


def test_high_values_lie_in_the_darkest_shade():
    canvas, _ = drawn(bare(grid_of(lambda a, b: b)))
    filled = [patch for patch in canvas.axes.patches if patch.get_fill()]
    assert [
        f"#{''.join(f'{round(255 * part):02x}' for part in patch.get_facecolor()[:3])}" for patch in filled
    ] == shades(len(filled))
    # Each shade begins at its level, and the lowest is the ground of all.
    starts = [patch.get_path().vertices[:, 1].min() for patch in filled[1:]]
    assert starts == pytest.approx(levels(0.0, 1.0)[1:-1])


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e7])
@pytest.mark.parametrize("shift", [-2.0, 0.0, 1.0])
def test_values_of_any_size_and_sign_are_drawn(scale, shift):
    drawn(bare(grid_of(lambda a, b: scale * (shift + b * a / 11400))))


@pytest.mark.parametrize(
    ("grid", "expected"),
    [
        (grid_of(lambda a, b: 5000), "5,000.00"),
        (grid_of(lambda a, b: 0), "0.00"),
        (grid_of(lambda a, b: 0.0001, 1, 1), "0.0001"),
        (grid_of(lambda a, b: b, 1, 20), "0.45"),
        (grid_of(lambda a, b: -a, 20, 1), "\u22124,000"),
        (Grid((250.0,), (0.4,), ((3.5,),)), "40\u00a0%"),
        (grid_of(lambda a, b: a * b, 2, 2), "1"),
        (Grid((), (), ()), "Budget (EUR)"),
        (None, "Budget (EUR)"),
    ],
)
def test_flat_thin_and_empty_grids_are_drawn(grid, expected):
    figure = bare(grid)
    said = drawn(figure)[1]
    assert expected in said or expected == "1"
    drawn(dataclasses.replace(surface_figure(), grid=grid))


def test_what_is_marked_outside_the_grid_is_seen():
    figure = dataclasses.replace(surface_figure(), markers=(Marker(15000.0, 0.5, plain("far")),))
    canvas, said = drawn(figure)
    assert canvas.axes.get_xlim()[1] == 15000
    assert "far" in said


def test_smooth_and_rough_surfaces_are_small_files():
    chance = random.Random(7)
    rough = dataclasses.replace(surface_figure(), grid=grid_of(lambda a, b: chance.gauss(0, 1e6), 40, 40))
    for figure in (surface_figure(), rough):
        for text in ("path", "none"):
            assert len(draw(figure, EUR, text=text)) < 150_000


def test_outlines_keep_their_shape():
    turn = np.linspace(0, 2 * np.pi, 721)
    circle = 100 * np.column_stack((np.cos(turn), np.sin(turn)))
    kept = circle[slim(circle, 0.15)]
    assert 20 < len(kept) < 120
    middles = (kept[1:] + kept[:-1]) / 2
    assert np.hypot(*middles.T).min() > 100 - 0.16


def test_the_frame_has_every_value_the_ridge_and_the_plan():
    grid = surface_grid(3, 2)
    line = Line("ridge", (0.0, 1.0), (0.5, 0.4), "recommended")
    figure = dataclasses.replace(surface_figure(), grid=grid, lines=(line,))
    header, rows = surface_frame(figure, EUR)
    assert header == ("part", "name", "role", "x", "y", "z")
    assert rows[:2] == (
        ("value", "", "", 0.0, 0.0, grid.z[0][0]),
        ("value", "", "", 6000.0, 0.0, grid.z[0][1]),
    )
    assert rows[5] == ("value", "", "", 12000.0, 1.0, grid.z[1][2])
    assert rows[7] == ("line", "ridge", "recommended", 1.0, 0.4, None)
    assert rows[8][0] == "marker"
    assert len(rows) == 3 * 2 + 2 + 1
