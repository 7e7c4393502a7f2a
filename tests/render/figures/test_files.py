"""Figures as files: one SVG and one PNG of each, the same bytes each time, wide enough to print."""

import struct

from quota_world import world

from budgetplan.render.figures.drawing import DPI, WIDTH_MM, figure_files


def test_every_figure_is_a_drawing_and_a_picture_of_300_dots_an_inch():
    document = world().document
    files = figure_files(document)
    keys = [one.key for one in document.figures()]
    assert keys
    assert sorted(files) == sorted(f"figures/{key}.{kind}" for key in keys for kind in ("png", "svg"))
    for name, content in files.items():
        if name.endswith(".svg"):
            assert b"<svg" in content
            assert b"<script" not in content
        else:
            width, _ = struct.unpack(">II", content[16:24])
            assert abs(width - WIDTH_MM / 25.4 * DPI) <= 1
    assert figure_files(document) == files
