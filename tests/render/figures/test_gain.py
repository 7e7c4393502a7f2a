"""The figure of gain names its lines where they are, whatever the names."""

from __future__ import annotations

import dataclasses
import itertools

import pytest
from sample_document import HOSTILE, gain_figure, plain

from budgetplan.render.figures.canvas import sheet
from budgetplan.render.figures.gain import draw_gain
from budgetplan.render.figures.labels import Box
from budgetplan.report.display import Style
from budgetplan.report.model import Line

EUR = Style("EUR", 2)
PLAIN = ("model B", "model A", "model C")


def boxes(canvas):
    """Return the boxes of all labels, shrunk by the room between letters and line."""
    found = []
    for text in canvas.figure.texts:
        extent = text.get_window_extent()
        found.append((text.get_text(), Box(extent.x0 + 1, extent.y0 + 1, extent.x1 - 1, extent.y1 - 1)))
    return found


@pytest.mark.parametrize(
    "names", [PLAIN, (HOSTILE[4], HOSTILE[0], HOSTILE[3]), (HOSTILE[2], HOSTILE[1], HOSTILE[4])]
)
@pytest.mark.parametrize("height", [62.0, 50.0])
def test_labels_stay_inside_and_apart(names, height):
    with sheet(159.2, height, "path", EUR) as canvas:
        draw_gain(canvas, gain_figure(names))
        labels = boxes(canvas)
        page = Box(0, 0, canvas.width, canvas.height)
        for index, (words, box) in enumerate(labels):
            assert page.holds(box), words
            assert not [other for other, at in labels[index + 1 :] if at.meets(box)], words


def test_each_coloured_line_the_marker_and_the_comparators_are_named():
    with sheet(159.2, 62, "none", EUR) as canvas:
        draw_gain(canvas, gain_figure(PLAIN))
        said = " ".join(words.replace("\n", " ") for words, _ in boxes(canvas))
    for name in (*PLAIN, "perfect order", "random order", "Stop: 9,600 candidates"):
        assert name in said
    assert "frequency of the head word" not in said


@pytest.mark.parametrize("most", [900.0, 20_000.0, 49_382_716_050.0])
def test_amounts_on_the_upper_axis_stand_apart(most):
    figure = dataclasses.replace(gain_figure(PLAIN), top=((0.0, 0.0), (24000.0, most)))
    with sheet(159.2, 62, "none", EUR) as canvas:
        draw_gain(canvas, figure)
        upper = canvas.figure.axes[1]
        extents = [label.get_window_extent() for label in upper.get_xticklabels()]
    assert len(extents) > 1
    for left, right in itertools.pairwise(extents):
        assert left.x1 + 2 < right.x0


def test_uneven_prices_give_an_uneven_upper_axis():
    figure = dataclasses.replace(gain_figure(PLAIN), top=((0.0, 0.0), (12000.0, 2000.0), (24000.0, 20000.0)))
    with sheet(159.2, 62, "none", EUR) as canvas:
        draw_gain(canvas, figure)
        upper = canvas.figure.axes[1]
        at = {
            label.get_text(): place
            for place, label in zip(upper.get_xticks(), upper.get_xticklabels(), strict=True)
        }
    # Twelve thousand items for the first two thousand, as many again for the other eighteen.
    assert at["2,000"] == 12000
    assert all(
        place == pytest.approx(12000 + (float(name.replace(",", "")) - 2000) / 1.5)
        for name, place in at.items()
        if name != "0"
    )
    places = sorted(at.values())
    assert min(after - before for before, after in itertools.pairwise(places)) > 2000


def test_a_figure_without_lines_markers_or_money_is_drawn():
    figure = dataclasses.replace(gain_figure(PLAIN), lines=(), markers=(), top=(), top_label=None)
    with sheet(159.2, 62, "none", EUR) as canvas:
        draw_gain(canvas, figure)
    flat = Line("flat", (0.0, 10.0), (0.0, 0.0), "recommended", label=plain("nothing found"))
    with sheet(159.2, 62, "none", EUR) as canvas:
        draw_gain(canvas, dataclasses.replace(figure, lines=(flat,)))
        assert "nothing found" in [words for words, _ in boxes(canvas)]
