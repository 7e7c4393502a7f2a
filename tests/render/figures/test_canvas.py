"""Words are measured, broken, and drawn in fonts that have the letters."""

from __future__ import annotations

import matplotlib as mpl
import pytest

from budgetplan.render.figures.canvas import DARK, families, sheet, ticks, written


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(colour):
    return 1.05 / (luminance(colour) + 0.05)


@pytest.mark.parametrize(("line", "text"), DARK.items())
def test_lines_and_labels_can_be_told_from_paper(line, text):
    assert contrast(line) >= 3
    assert contrast(text) >= 4.5


def test_words_are_broken_or_cut_to_fit():
    with sheet(100, 50, "none") as canvas:
        for room in (40, 80, 160):
            words = canvas.fit("a very long model name of forty letters!!", room)
            assert canvas.measure(words)[0] <= room
            assert words.count("\n") <= 1
        assert canvas.fit("short", 100) == "short"
        assert canvas.fit("", 100) == ""
        assert canvas.fit("unbreakable" * 9, 60).endswith("…")
        assert canvas.fit("word", 1) == "…"


def test_settings_are_left_as_they_were():
    before = dict(mpl.rcParams)
    with sheet(100, 50, "path"):
        pass
    assert dict(mpl.rcParams) == before


def test_a_dollar_sign_is_a_dollar_sign():
    with sheet(100, 50, "none") as canvas:
        canvas.write(10, 10, "$x^2$")
        assert "$x^2$" in written(canvas.figure, "none").decode()


def test_letters_without_a_font_are_drawn_without_a_warning():
    with sheet(100, 50, "path") as canvas:
        canvas.write(10, 10, "\u0915\U000e0fff")
        assert written(canvas.figure, "path")


def test_our_fonts_come_first():
    assert families("mɔˈdɛl → −") == ("Noto Sans", "DejaVu Sans")
    assert families("क")[:2] == ("Noto Sans", "DejaVu Sans")


def test_ticks_are_round_and_inside():
    assert ticks(0, 24000, 10) == [2500.0 * i for i in range(10)]
    assert ticks(0, 3, 8, whole=True) == [0, 1, 2, 3]
    assert ticks(0, 1, 4) == [0, 0.25, 0.5, 0.75, 1]
    with sheet(100, 50, "path") as canvas:
        canvas.number(canvas.axes.xaxis, [0, 0.25, 24000.0])
        assert [each.get_text() for each in canvas.axes.get_xticklabels()] == ["0", "0.25", "24,000"]
