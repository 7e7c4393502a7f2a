"""Words are measured and broken, in fonts that have the letters, whatever the machine says about drawing."""

import os
import subprocess
import sys

import matplotlib as mpl
import pytest
from colours import contrast

from budgetplan.render.figures.canvas import DARK, families, sheet, ticks, written


def test_lines_and_labels_can_be_told_from_paper():
    for line, text in DARK.items():
        assert contrast(line, "#ffffff") >= 3
        assert contrast(text, "#ffffff") >= 4.5


def test_words_are_broken_or_cut_to_fit():
    with sheet(100, 50, "none") as canvas:
        for room in (40, 80, 160):
            words = canvas.fit("a very long model name of forty letters!!", room)
            assert canvas.measure(words)[0] <= room
            assert words.count("\n") <= 1
        assert [canvas.fit(words, 100) for words in ("short", "")] == ["short", ""]
        assert canvas.fit("unbreakable" * 9, 60).endswith("…")
        assert canvas.fit("word", 1) == "…"


def test_letters_without_a_font_are_drawn_without_a_warning():
    assert families("mɔˈdɛl → −") == ("Noto Sans", "DejaVu Sans")
    with sheet(100, 50, "path") as canvas:
        canvas.write(10, 10, "\u0915\U000e0fff")
        assert written(canvas.figure, "path")


def test_ticks_are_round_and_inside():
    assert ticks(0, 24000, 10) == [2500.0 * i for i in range(10)]
    assert ticks(0, 3, 8, whole=True) == [0, 1, 2, 3]
    assert ticks(0, 1, 4) == [0, 0.25, 0.5, 0.75, 1]
    with sheet(100, 50, "path") as canvas:
        canvas.number(canvas.axes.xaxis, [0, 0.25, 24000.0])
        assert [each.get_text() for each in canvas.axes.get_xticklabels()] == ["0", "0.25", "24,000"]


DRAW = """
import sys
import budgetplan.render.figures, matplotlib
named = matplotlib.rcParams._get_backend_or_none()
from budgetplan.render.figures.canvas import sheet, written
with sheet(100, 60, "path") as canvas:
    canvas.axes.plot([0, 1, 2], [-3, 1, 2])
    canvas.axes.bar([0, 1], [1, -2], hatch="//")
    canvas.write(9, 9, "a word")
    sys.stdout.buffer.write(written(canvas.figure, "path"))
print(named, file=sys.stderr)
"""
RULES = """
backend: nonsense
figure.facecolor: red
lines.linewidth: 9
path.sketch: 1, 100, 2
axes.unicode_minus: False
xtick.major.size: 20
axes.xmargin: 0.4
savefig.bbox: tight
savefig.dpi: 30
axes.prop_cycle: cycler("color", ["r"])
"""


def drawn(folder, **env):
    """Return a drawing of a process of its own, and the name of its backend."""
    done = subprocess.run(
        [sys.executable, "-c", DRAW], cwd=folder, env={**os.environ, **env}, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()[-500:]
    return done.stdout, done.stderr.decode().split()[-1]


@pytest.mark.slow
def test_settings_of_the_folder_and_an_unknown_backend_change_no_byte(tmp_path):
    plain, backend = drawn(tmp_path, MPLBACKEND="svg")
    assert plain.startswith(b"<?xml")
    assert backend == "svg"
    (tmp_path / "matplotlibrc").write_text(RULES, encoding="utf-8")
    assert drawn(tmp_path, MPLBACKEND="nonsense") == (plain, "None")


def test_settings_of_a_session_are_left_alone():
    before = dict(mpl.rcParams)
    with mpl.rc_context({"lines.linewidth": 7}), sheet(10, 10, "path") as canvas:
        assert mpl.rcParams["lines.linewidth"] == mpl.rcParamsDefault["lines.linewidth"]
        for name in ("interactive", "toolbar", "timezone"):
            assert mpl.rcParams[name] == before[name]
        assert written(canvas.figure, "path")
    assert dict(mpl.rcParams) == before
