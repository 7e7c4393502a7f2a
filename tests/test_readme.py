"""The README is short, and its two commands do all that is needed."""

from __future__ import annotations

import re
import shlex
import subprocess

import pytest
from reader import BLOCK, ROOT

from budgetplan.cli.main import main

README = (ROOT / "README.md").read_text(encoding="utf-8")


def section(heading):
    parts = re.split(r"^## (.+)$", README, flags=re.MULTILINE)
    assert parts[1::2].count(heading) == 1
    return dict(zip(parts[1::2], parts[2::2], strict=True))[heading]


def commands(heading):
    return [block for language, _, block in BLOCK.findall(section(heading)) if language == "sh"]


@pytest.mark.parametrize("heading", ["Try it", "Test it"])
def test_trying_and_testing_are_one_command_each(heading):
    [block] = commands(heading)
    assert len(BLOCK.findall(section(heading))) == 1
    assert subprocess.run(["sh", "-n"], input=block, text=True, check=False).returncode == 0


def test_what_is_tried_is_there():
    [block] = commands("Try it")
    last = shlex.split(block.strip().splitlines()[-1])
    assert last[1] == "report"
    assert (ROOT / last[2]).is_file()
    # The folder named below the block is the one the command writes to.
    out = last[last.index("--out") + 1]
    assert f"`{out}/report.html`" in section("Try it")


def test_the_readme_is_read_in_one_sitting():
    assert README.count("\n") < 110


def test_every_command_is_told():
    for name in main.commands:
        assert f"budgetplan {name}`" in README
