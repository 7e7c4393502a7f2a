"""A reader of the README and the site, who follows a page from its first command to its last."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
import shlex
import tomllib
from pathlib import Path

from commands import ended

from budgetplan.cli.main import main

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [*sorted(DOCS.rglob("*.md")), ROOT / "README.md"]
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
"""A block of a page: its language, the name of the file that it is, and its text."""
FEW = ("--set", "sure.resamples=40")
"""Where a page does not print what a command says, few draws do."""


def _loaded(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


hooks = _loaded(DOCS / "hooks.py")


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def text_of(name):
    """Return a page as the site has it."""
    return hooks.filled((ROOT / name).read_text(encoding="utf-8"))


def rows_of(text):
    """Return the rows of all tables of a page, each as its cells, without their heads."""
    lines = text.splitlines()
    heads = {place - 1 for place, line in enumerate(lines) if re.match(r"\|\s*-{3}", line)}
    shown = [line for place, line in enumerate(lines) if line.startswith("| ") and place not in heads]
    every = [re.split(r"(?<!\\)\|", line.strip("|")) for line in shown if not re.match(r"\|\s*-{3}", line)]
    return [[cell.strip().replace("\\|", "|") for cell in cells] for cells in every]


def follow(path, folder):
    """Follow a page in a folder that holds the examples; what is printed must be what the page prints."""
    names = {"__name__": "page"}
    blocks = BLOCK.findall(path.read_text(encoding="utf-8"))
    told = ""
    for place, (language, title, block) in enumerate(blocks, 1):
        if language == "toml":
            tomllib.loads(block)
        if title:
            (folder / title).write_text(block, encoding="utf-8")
        elif language == "sh":
            shown = [language for language, *_ in blocks[place : place + 1]] == ["text"]
            told = "".join(_printed(line, shown=shown) for line in _lines(block))
        elif language == "python":
            told = _executed(block, names)
        elif language == "text":
            _check(block, told)


def _lines(block):
    lines = block.replace("\\\n", " ").splitlines()
    if "apt-get" in block:
        # What sets a machine up is tried on bare machines; what it makes in the end is made here.
        lines = [line.removeprefix(".venv/bin/") for line in lines if line.startswith(".venv/bin/budgetplan")]
    return [line for line in lines if not line.startswith("#")]


def _printed(line, *, shown):
    line, fails, _ = line.partition(' || echo "exit code $?"')
    program, *words = shlex.split(line)
    assert program == "budgetplan", line
    if words[0] == "app":
        # It answers until Ctrl-C: tests/app asks it for its pages.
        main.commands["app"].make_context("app", words[1:])
        return ""
    takes = {flag for option in main.commands[words[0]].params for flag in option.opts}
    if words[0] in {"report", "progress"} and "--format" not in words:
        words += ["--format", "html"]
    if not shown and "--set" in takes and words[0] != "init" and "sure.resamples" not in line:
        words += FEW
    done = ended(*words)
    assert bool(done.exit_code) == bool(fails), f"{line}\n{done.output}"
    return done.output + (f"exit code {done.exit_code}\n" if fails else "")


def _executed(block, names):
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        exec(compile(block, "page", "exec"), names)
    return told.getvalue()


def _check(text, told):
    """Check that all lines of a text were told, in their order; dots stand for what is left out."""
    # A page has plain spaces where the program keeps an amount and its currency together.
    rest = iter([line.split() for line in told.splitlines()])
    for line in text.splitlines():
        assert line == "..." or line.split() in rest, f"not told: {line}\nTold:\n{told}"
