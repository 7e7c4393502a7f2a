"""What tests look at, as data beside them: rows of inputs and of what is said of them."""

import re
import tomllib
from pathlib import Path
from typing import Any


def rows_of(test: str) -> dict[str, Any]:
    """Return the tables in the TOML file that is called as a file of tests, by name.

    Of a table ``pieces`` each stands wherever its name does in braces.
    """
    tables = tomllib.loads(Path(test).with_suffix(".toml").read_text(encoding="utf-8"))
    pieces = tables.get("pieces", {})

    def filled(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: filled(each) for name, each in value.items()}
        if isinstance(value, list):
            return [filled(each) for each in value]
        if not isinstance(value, str):
            return value
        return re.sub(r"\{([A-Z_\d]+)\}", lambda named: pieces.get(named[1], named[0]), value)

    return filled(tables)
