"""The page for those who work on the code names what is there, and every room."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_every_path_and_file_that_is_named_exists():
    paths = re.findall(r"`((?:budgetplan|tests|examples)(?:/[\w./]+)?)`", PAGE)
    assert len(paths) > 40
    known = {path.name for path in (*(ROOT / "budgetplan").rglob("*.py"), *ROOT.iterdir())}
    missing = [name for name in paths if "ROOM" not in name and not (ROOT / name).exists()]
    assert missing + [name for name in re.findall(r"`([\w]+\.(?:py|md))`", PAGE) if name not in known] == []


def test_the_rooms_are_told_in_their_order():
    rooms = PAGE.partition("\n## The rooms\n")[2].partition("\n## ")[0]
    law = (ROOT / "tests" / "test_layers.py").read_text(encoding="utf-8")
    layers = ast.literal_eval(re.search(r"^LAYERS = (\[.*?^\])", law, re.MULTILINE | re.DOTALL)[1])
    assert [*dict.fromkeys(re.findall(r"`budgetplan/(\w+)(?:\.py)?`", rooms))] == layers


def test_its_commands_are_well_formed_and_name_what_is_there():
    for block in re.findall(r"^```sh\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL):
        assert subprocess.run(["sh", "-n"], input=block, text=True, check=False).returncode == 0
        for name in re.findall(r"\btests/[\w./]+", block):
            assert (ROOT / name).exists(), name


def test_it_is_one_page():
    assert PAGE.count("\n") < 100
