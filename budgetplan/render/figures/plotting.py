"""The one place that loads the plotting library, whatever the machine's settings for it say.

A shell of a notebook names a backend in ``MPLBACKEND`` that need not be installed where a report is made; the
library then does not even load. Settings in a file ``matplotlibrc`` would change how figures look.
"""

from __future__ import annotations

import importlib
import os
import sys
from contextlib import suppress
from typing import Any

_NAME = "MPLBACKEND"


def load() -> Any:
    """Return the library; a backend that is named and not there is none, one that is there stays in force."""
    if "matplotlib" in sys.modules:
        return sys.modules["matplotlib"]
    backend = os.environ.pop(_NAME, None)
    try:
        library = importlib.import_module("matplotlib")
    finally:
        if backend is not None:
            os.environ[_NAME] = backend
    if backend:
        with suppress(ValueError):
            library.rcParams["backend"] = backend
    return library


_library = load()

from matplotlib import font_manager, get_data_path, rc_context  # noqa: E402 - only now it loads everywhere
from matplotlib.axes import Axes  # noqa: E402
from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402
from matplotlib.ft2font import FT2Font  # noqa: E402
from matplotlib.lines import Line2D  # noqa: E402
from matplotlib.patches import PathPatch, Rectangle  # noqa: E402
from matplotlib.path import Path as Outline  # noqa: E402
from matplotlib.text import Text  # noqa: E402
from matplotlib.ticker import MaxNLocator, NullLocator  # noqa: E402

_OF_THE_SESSION = (
    "backend",
    "interactive",
    "toolbar",
    "timezone",
    "date.",
    "webagg.",
    "tk.",
    "savefig.directory",
)


def own_settings() -> dict[str, Any]:
    """Return the library's settings as it comes, without those of a session rather than of a figure."""
    return {
        name: value
        for name, value in _library.rcParamsDefault.items()
        if not name.startswith(_OF_THE_SESSION)
    }


__all__ = [
    "Axes",
    "FT2Font",
    "Figure",
    "FigureCanvasAgg",
    "Line2D",
    "MaxNLocator",
    "NullLocator",
    "Outline",
    "PathPatch",
    "Rectangle",
    "Text",
    "font_manager",
    "get_data_path",
    "load",
    "own_settings",
    "rc_context",
]
