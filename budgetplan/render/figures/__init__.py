"""Figures of a document as SVG. The plotting library is loaded here, whatever the machine's settings for it say.

A shell of a notebook names a backend in ``MPLBACKEND`` that need not be installed where a report is made; the
library then does not even load. A backend that is named and not there is none, one that is there stays in force.
"""

from __future__ import annotations

import importlib
import os
import sys
from contextlib import suppress

if "matplotlib" not in sys.modules:
    _backend = os.environ.pop("MPLBACKEND", None)
    _library = importlib.import_module("matplotlib")
    if _backend is not None:
        os.environ["MPLBACKEND"] = _backend
        with suppress(ValueError):
            _library.rcParams["backend"] = _backend
    # While it is loaded it writes down all properties of all that can be drawn, to be read by people: a fifth of its time.
    _artist = vars(importlib.import_module("matplotlib.artist"))
    _described, _artist["kwdoc"] = _artist["kwdoc"], lambda _: ""
    importlib.import_module("matplotlib.figure")
    _artist["kwdoc"] = _described
