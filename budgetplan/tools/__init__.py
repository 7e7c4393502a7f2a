"""The tools in which people judge, a file each: how their exports are read, and how a queue is written for them.

A further tool is a further file of this folder. Names alone stand here, and no file is loaded, so that help and settings
may know them: they are what each file gives its ``Tool`` and its ``QueueTool`` first.
"""

import re
from pathlib import Path

_NAMED = re.compile(r'^\w+ = (Queue)?Tool\(\s*"([\w-]+)"', re.MULTILINE)
_PATHS = sorted(Path(__file__).parent.glob("*.py"), key=lambda path: (path.stem != "plain", path.stem))
_FOUND = [(path.stem, *named) for path in _PATHS for named in _NAMED.findall(path.read_text(encoding="utf-8"))]

FILES = tuple(dict.fromkeys(stem for stem, _, _ in _FOUND))
READ = tuple(name for _, queue, name in _FOUND if not queue)
"""Whose exports are told apart, as ``table.dialect`` names them."""
WRITTEN = tuple(name for _, queue, name in _FOUND if queue)
"""For what a queue is written, as the command line names it; tables that need no tool come first."""
