"""pandas, loaded when something of it is asked for: that takes 0.3 s, and most commands come by without."""

import importlib
from typing import Any


def __getattr__(name: str) -> Any:
    """Return what pandas has by this name."""
    return getattr(importlib.import_module("pandas"), name)
