"""What tests look at, as data beside them: rows of inputs and of what is said of them."""

import tomllib
from pathlib import Path
from typing import Any


def rows_of(test: str) -> dict[str, Any]:
    """Return the tables of rows in the TOML file that is called as a file of tests, by name."""
    return tomllib.loads(Path(test).with_suffix(".toml").read_text(encoding="utf-8"))
