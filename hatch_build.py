"""Refuse to build a release while the tree has blanks: names, addresses and dates that somebody must fill in.

Each blank has the word ``MARK`` in its line. ``python hatch_build.py`` lists them and ends with 1 where there are any.
A build lists and refuses them where BUDGETPLAN_RELEASE is set; other builds, as for tests, take them as they are.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.builders.sdist import SdistBuilder

MARK = "-".join(["FILL", "IN"])


def blanks(root: str | Path) -> list[str]:
    """Return the file, the number and the text of each line with a blank, of all that a source distribution holds."""
    found = []
    for file in sorted(SdistBuilder(str(root)).recurse_included_files(), key=lambda file: file.relative_path):
        lines = Path(file.path).read_bytes().decode(errors="replace").splitlines()
        place = file.relative_path.replace(os.sep, "/")
        found += [f"{place}:{n}: {line.strip()}" for n, line in enumerate(lines, 1) if MARK in line]
    return found


class Blanks(BuildHookInterface):  # type: ignore[type-arg]
    """Looked for before a distribution is written."""

    def initialize(self, _version: str, _build_data: dict[str, Any]) -> None:
        """End the build of a release with the list of its blanks."""
        if os.environ.get("BUDGETPLAN_RELEASE") and (found := blanks(self.root)):
            self.app.abort("\n".join([f"{len(found)} blanks are to be filled in before a release:", *found]))


if __name__ == "__main__":
    sys.exit("\n".join(blanks(Path(__file__).parent)) or 0)
