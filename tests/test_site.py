"""README and site are true: commands run as printed, links lead somewhere, and the program's own words are told."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from pathlib import Path

import pytest
from commands import ended
from reader import BLOCK, DOCS, PAGES, ROOT, follow, hooks, name_of, rows_of, text_of

from budgetplan import errors
from budgetplan.cli.main import as_data, main
from budgetplan.domain.messages import literal
from budgetplan.domain.options import BY_KEY, OPTIONS, SECTIONS
from budgetplan.errors import BudgetplanError, Problem

SHORT = ("README.md", "docs/tutorial/last-packet.md", "docs/how-to/prepare-a-table.md")
READ = [path if name_of(path) in SHORT else pytest.param(path, marks=pytest.mark.slow) for path in PAGES]


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("path", READ, ids=name_of)
@pytest.mark.few(1)
def test_a_reader_can_follow_the_page(path, tmp_path, monkeypatch):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    follow(path, tmp_path)


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


def test_what_is_linked_is_there():
    for path in (*PAGES, ROOT / "CONTRIBUTING.md"):
        for target in re.findall(r"\]\((?!https?:)([^)]+)\)", text_of(name_of(path))):
            name, _, place = target.partition("#")
            there = linked(path.parent / name) if name else path
            assert there.exists(), (path, target)
            assert not place or place in anchors(text_of(name_of(there))), (path, target)


def test_every_page_is_in_the_navigation():
    told = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for path in DOCS.rglob("*.md"):
        assert f": {path.relative_to(DOCS).as_posix()}\n" in told


def test_every_picture_is_shown():
    shown = "".join(path.read_text(encoding="utf-8") for path in PAGES)
    for path in (DOCS / "app").iterdir():
        assert f"app/{path.name})" in shown, path.name


def test_the_page_of_options_has_every_option():
    text = text_of("docs/reference/options.md")
    told = re.findall(r"^(`.+)\n:   (.+)$", text, re.MULTILINE)
    assert len(told) == len(OPTIONS)
    for entry, (names, meaning) in zip(OPTIONS, told, strict=True):
        assert f"`{entry.key}`" in names or not entry.key
        assert f"`{entry.flag}" in names or not entry.flag
        assert entry.help in meaning


def test_the_page_of_commands_names_every_command_and_each_of_its_options():
    options = text_of("docs/reference/options.md")
    parts = text_of("docs/reference/commands.md").split("\n## ")[1:]
    assert {part.split()[1] for part in parts} == {*main.commands}
    for part in parts:
        flags = {flag for one in main.commands[part.split()[1]].params for flag in one.opts if flag[0] == "-"}
        for flag in flags:
            assert f"`{flag}" in part or f"`{flag}" in options, flag


def test_the_page_of_files_describes_every_schema_and_every_file_of_a_report(tmp_path, monkeypatch):
    text = text_of("docs/reference/files.md")
    for path in (ROOT / "templates" / "schema").glob("*.json"):
        schema = json.loads(path.read_text(encoding="utf-8"))
        assert schema["description"] in text
        assert all(f"| `{key}` |" in text for key in schema["properties"])
    monkeypatch.chdir(tmp_path)
    table = str(ROOT / "examples" / "invented" / "Kandidaten.csv")
    words = ["--id", "Nr", "--label", "Lehnwort", "--positive", "ja", "--model", "Modell A", "--cost", "1"]
    few = ["--budget", "90", "--set", "sure.resamples=40", "--format", "html,explore"]
    done = ended("report", table, *words, *few)
    assert done.exit_code == 0
    for path in Path("report").iterdir():
        assert f"`{path.name}" in text, path.name


def test_the_page_of_messages_tells_every_exit_code_and_every_part_of_a_problem():
    text = text_of("docs/reference/messages.md")
    codes = {
        kind.exit_code for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, BudgetplanError)
    }
    first = [row[0] for row in rows_of(text)]
    assert {f"`{code}`" for code in codes} <= {*first}
    parts = re.findall(r"`(\w+)`", " ".join(first[first.index("`141`") + 1 :]))
    assert parts == list(as_data(Problem(literal("bad", "")), 4))


def test_flags_that_are_named_exist():
    flags = {flag for command in main.commands.values() for one in command.params for flag in one.opts}
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        assert set(re.findall(r"`(--[a-z-]+)", text)) <= flags | {"--worlds"}, path.name


def keys_in(said, section=""):
    """Return the keys of options that a part of a plan file names."""
    for name, value in said.items():
        key = f"{section}.{name}".strip(".")
        if key in BY_KEY:
            yield key
        elif isinstance(value, list):
            for one in value:
                yield from keys_in(one, "" if key == "scenario" else key)
        elif isinstance(value, dict):
            yield from keys_in(value, key)
        else:
            yield key


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_keys_that_are_named_exist(path):
    text = path.read_text(encoding="utf-8")
    sections = "|".join(filter(None, SECTIONS))
    named = set(re.findall(rf"(?:`|--set )((?:{sections})\.[a-z_]+)(?=`| = |=)", text))
    named -= {"report.html", "report.pdf", "report.json"}
    for language, _, block in BLOCK.findall(text):
        if language == "toml":
            named |= {*keys_in(tomllib.loads(block))} - {"models.name", "answerers.name", "name"}
    assert named <= {*BY_KEY}


def test_files_that_are_named_are_there():
    for path in PAGES:
        for name in re.findall(r"`((?:tests|templates|examples)/[^` ]+)`", path.read_text(encoding="utf-8")):
            assert (ROOT / name).exists(), name


def test_options_that_the_page_of_notebooks_names_exist():
    from budgetplan.settings.arguments import meanings

    rows = rows_of(text_of("docs/how-to/notebook.md"))
    named = {name for row in rows for name in re.findall(r"^`([a-z_]+)=", row[1])}
    assert {"entry_value", "budget", "cost__contingency"} <= named
    for name in named - {"validation", "answers", "answerers"}:
        assert len(meanings(name)) == 1, name


def test_words_in_code_are_in_the_code():
    names = set()
    for path in (ROOT / "budgetplan").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                names.add(node.name)
            elif isinstance(node, ast.arg):
                names.add(node.arg)
            elif isinstance(node, ast.AnnAssign | ast.Assign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names |= {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}
    rows = rows_of(text_of("docs/explanation/glossary.md"))
    assert len(rows) > 10
    literals = {"sample", "list", "positives"}  # values of Basis, and a name of a path's sums
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "budgetplan").rglob("*.py"))
    for word, code, _, meaning in rows:
        assert word
        assert meaning
        for name in re.findall(r"`([^`]+)`", code):
            known = name in names or (name in literals and f'"{name}"' in source)
            assert known, f"{name} is not in the code"
    assert "words" in {key.partition(".")[0] for key in BY_KEY}
