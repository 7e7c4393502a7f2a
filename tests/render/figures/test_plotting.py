"""Figures are the same whatever the machine's settings for the plotting library say."""

from __future__ import annotations

import os
import subprocess
import sys

import matplotlib as mpl
import pytest

from budgetplan.render.figures.canvas import sheet, written

DRAW = """
import sys
from budgetplan.render.figures.canvas import sheet, written
with sheet(100, 60, "path") as canvas:
    canvas.axes.plot([0, 1, 2], [-3, 1, 2])
    canvas.axes.bar([0, 1], [1, -2], hatch="//")
    canvas.write(9, 9, "a word")
    sys.stdout.buffer.write(written(canvas.figure, "path"))
"""
RULES = """
backend: nonsense
figure.facecolor: red
axes.facecolor: blue
lines.linewidth: 9
path.sketch: 1, 100, 2
axes.unicode_minus: False
lines.solid_capstyle: round
xtick.major.size: 20
axes.xmargin: 0.4
savefig.bbox: tight
savefig.dpi: 30
hatch.linewidth: 4
axes.prop_cycle: cycler("color", ["r"])
"""


def drawn(folder, **env):
    done = subprocess.run(
        [sys.executable, "-c", DRAW], cwd=folder, env={**os.environ, **env}, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()[-500:]
    return done.stdout


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    return drawn(tmp_path_factory.mktemp("plain"))


def test_settings_of_the_folder_change_no_byte(tmp_path, plain):
    assert plain.startswith(b"<?xml")
    (tmp_path / "matplotlibrc").write_text(RULES, encoding="utf-8")
    assert drawn(tmp_path) == plain


@pytest.mark.parametrize(
    "backend", ["module://matplotlib_inline.backend_inline", "module://no.such", "nonsense", "", "svg"]
)
def test_a_backend_that_is_not_there_is_none(tmp_path, plain, backend):
    assert drawn(tmp_path, MPLBACKEND=backend) == plain


@pytest.mark.parametrize(("named", "kept"), [("svg", "svg"), ("nonsense", None)])
def test_the_backend_of_a_notebook_stays_in_force(named, kept):
    script = (
        "import os, budgetplan.render.figures, matplotlib\n"
        "print(os.environ['MPLBACKEND'], matplotlib.rcParams._get_backend_or_none())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, "MPLBACKEND": named}, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert done.stdout.split() == [named, str(kept)]


def test_settings_of_a_session_are_left_alone():
    before = dict(mpl.rcParams)
    with mpl.rc_context({"lines.linewidth": 7}), sheet(10, 10, "path") as canvas:
        assert mpl.rcParams["lines.linewidth"] == mpl.rcParamsDefault["lines.linewidth"]
        for name in ("interactive", "toolbar", "timezone"):
            assert mpl.rcParams[name] == before[name]
        assert written(canvas.figure, "path")
    assert dict(mpl.rcParams) == before
