"""The site takes from the program what it says of it: every option, command, schema and exit code is on a page."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import pytest

from budgetplan.cli.main import main
from budgetplan.domain.options import OPTIONS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


def loaded(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


hooks = loaded(DOCS / "hooks.py")


def page(name):
    """Return a page as the site has it."""
    return hooks.filled((DOCS / name).read_text(encoding="utf-8"))


def rows(text):
    return [line for line in text.splitlines() if line.startswith("| ") and not line.startswith("| --- ")]


def test_the_page_of_options_has_a_row_for_every_option():
    shown = [line for line in rows(page("reference/options.md")) if "| In the plan file |" not in line]
    assert len(shown) == len(OPTIONS)
    for entry, line in zip(OPTIONS, shown, strict=True):
        assert line.replace("\\|", "").count("|") == 6
        assert f"`{entry.key}`" in line or not entry.key
        assert f"`{entry.flag}" in line.replace("\\|", "|") or not entry.flag


def test_the_page_of_commands_names_every_command_and_each_of_its_options():
    options = page("reference/options.md")
    parts = page("reference/commands.md").split("\n## ")[1:]
    assert len(parts) == len(main.commands)
    for part in parts:
        name = part.split()[1]
        for option in main.commands[name].params:
            for flag in option.opts:
                known = part if not flag.startswith("--") or flag in part else options
                assert flag in known or not flag.startswith("--"), (name, flag)


def test_the_page_of_files_describes_every_schema():
    text = page("reference/files.md")
    for path in (ROOT / "templates" / "schema").glob("*.json"):
        schema = json.loads(path.read_text(encoding="utf-8"))
        assert schema["description"] in text
        assert all(f"| `{key}` |" in text for key in schema["properties"])


def anchors(text):
    """Return what links to the headings of a page name: what a heading says of itself, else as code hosts make it."""
    for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE):
        words, _, own = heading.partition(" { #")
        yield own.removesuffix(" }") or re.sub(r"[^\w -]", "", words.lower()).replace(" ", "-")


def linked(path):
    """Return the file that a link names, where the site may have it from another place."""
    there = path.resolve()
    if there.is_relative_to(DOCS):
        return hooks.PAGES.get(there.relative_to(DOCS).as_posix(), there)
    return there


@pytest.mark.parametrize(
    "path",
    [*DOCS.rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_what_is_linked_is_there(path):
    text = hooks.filled(path.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", text):
        name, _, place = target.partition("#")
        there = linked(path.parent / name) if name else path
        assert there.exists(), target
        assert not place or place in anchors(hooks.filled(there.read_text(encoding="utf-8"))), target
