"""README, guide and options are true: commands run, tables are the program's, words are the code's."""

from __future__ import annotations

import ast
import inspect
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from budgetplan import errors
from budgetplan.cli.main import as_data, main
from budgetplan.domain.options import BY_KEY, OPTIONS
from budgetplan.errors import BudgetplanError, Problem
from budgetplan.settings.build import read_plan

ROOT = Path(__file__).parents[1]
README, GUIDE, REFERENCE = (
    (ROOT / name).read_text(encoding="utf-8")
    for name in ("README.md", "docs/guide.md", "docs/reference/options.md")
)
PAGES = f"{README}\n{GUIDE}"


def section(heading):
    """Return what stands under a heading of the second level, in the README or the guide."""
    parts = re.split(r"^## (.+)$", PAGES, flags=re.MULTILINE)
    assert parts[1::2].count(heading) == 1
    return dict(zip(parts[1::2], parts[2::2], strict=True))[heading]


def fences(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def table(text):
    """Return the rows of the first Markdown table, without its header."""
    rows = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]


@pytest.mark.parametrize("heading", ["Try it", "Test it"])
def test_trying_and_testing_are_one_block_each(heading):
    assert len(re.findall(r"^```", section(heading), flags=re.MULTILINE)) == 2
    [block] = fences(section(heading), "sh")
    assert subprocess.run(["sh", "-n"], input=block, text=True, check=False).returncode == 0


def test_what_is_tried_is_there():
    [block] = fences(section("Try it"), "sh")
    last = shlex.split(block.strip().splitlines()[-1])
    assert last[1] == "report"
    assert (ROOT / last[2]).is_file()
    # The folder named below the block is the one the command writes to.
    out = last[last.index("--out") + 1]
    assert f"`{out}/report.html`" in section("Try it")


def test_the_readme_is_read_in_one_sitting():
    assert README.count("\n") < 200


def test_plan_files_that_the_guide_reports_on_can_be_read():
    commands = [shlex.split(line) for block in fences(GUIDE, "sh") for line in block.splitlines()]
    reports = [words for words in commands if words[1] == "report"]
    assert {words[2] for words in reports} >= {
        "examples/hate_speech/plan.toml",
        "examples/idioms/types.toml",
    }
    for words in reports:
        plan = read_plan(str(ROOT / words[2]))
        assert plan.models or plan.deferral.models, words


def grown(rows):
    """Return a table of six rows with each twelve times: no stop is recommended from three labels."""
    header, *lines = rows.splitlines()
    cells = [line.partition(",")[2] for line in lines] * 12
    return "\n".join([header, *(f"w-{place:04},{rest}" for place, rest in enumerate(cells, 1))]) + "\n"


@pytest.mark.usefixtures("undrawn")
def test_the_small_case_runs_on_the_table_above_it(tmp_path, monkeypatch):
    own = section("Your own table")
    [rows] = fences(own, "csv")
    [command] = fences(own, "sh")
    program, *arguments = shlex.split(command)
    assert program == "budgetplan"
    monkeypatch.chdir(tmp_path)
    Path(arguments[1]).write_text(grown(rows), encoding="utf-8")
    done = CliRunner().invoke(
        main, [*arguments, "--format", "html", "--date", "2026-11-21"], catch_exceptions=False
    )
    assert done.exit_code == 0, done.output
    assert "Written: report/report.html" in done.stdout.replace("\\", "/")
    assert Path("report/report.html").is_file()
    for path in Path("report").iterdir():
        assert f"`{path.name}" in section("What comes out"), path.name
    compared = [argument for argument in arguments if argument != "report"]
    shown = CliRunner().invoke(main, ["compare", *compared], catch_exceptions=False)
    assert shown.exit_code == 0
    assert "p_logreg" in shown.stdout


def test_the_notebook_runs_on_the_table_above_it(tmp_path, monkeypatch):
    [rows] = fences(section("Your own table"), "csv")
    [block] = fences(section("In a notebook"), "python")
    monkeypatch.chdir(tmp_path)
    Path("scores.csv").write_text(grown(rows), encoding="utf-8")
    told = {}
    exec(compile(block, "README.md", "exec"), told)
    # 16 at 0.04 would pay 400 items: all 36 of the list.
    assert told["planned"].decision["recommendation"]["reviewed"]["value"] == 36
    assert told["deferred"].decision["sample"]["labelled_items"] == 4
    assert {path.name for path in tmp_path.iterdir()} == {"scores.csv", "gain.svg", "report"}
    assert Path("report/report.html").is_file()


def test_options_that_the_notebook_names_exist():
    from budgetplan.settings.arguments import meanings

    text = section("In a notebook")
    named = re.findall(r"`([a-z_]+)(?:=[^`(]*)?`", text)
    own = {"classes", "validation", "answers"}
    assert {"entry_value", "budget", "cost__contingency", "weights"} <= {*named}
    for name in {*named} - own:
        assert len(meanings(name)) == 1, name


def test_a_draft_of_the_table_above_it_is_sound(tmp_path, monkeypatch):
    [rows] = fences(section("Your own table"), "csv")
    [commands] = fences(section("Before you begin"), "sh")
    monkeypatch.chdir(tmp_path)
    Path("scores.csv").write_text(grown(rows), encoding="utf-8")
    for command in commands.splitlines():
        program, *arguments = shlex.split(command)
        assert program == "budgetplan"
        done = CliRunner().invoke(main, arguments, catch_exceptions=False)
        assert (done.exit_code, done.stderr) == (0, "")
    assert re.fullmatch(r"Nothing is wrong; \d things? to look at\.", done.stdout.splitlines()[-1])
    assert re.search(r"`Nothing is wrong; \d things to look at\.`", section("Before you begin"))
    done = CliRunner().invoke(main, ["compare", "plan.toml"], catch_exceptions=False)
    assert done.exit_code == 0
    assert "p_logreg" in done.stdout


def test_problems_for_programs_have_the_parts_that_are_named():
    told = section("Before you begin").partition("one object a problem: ")[2]
    parts = list(as_data(Problem("bad", ""), 4))
    assert re.findall(r"`([a-z]+)`", told) == parts


def test_every_command_is_told():
    for name in main.commands:
        assert f"budgetplan {name}" in README


def test_examples_in_other_languages_are_well_formed():
    import tomllib

    for text in fences(PAGES, "toml"):
        tomllib.loads(text)
    for text in fences(PAGES, "python"):
        ast.parse(text)


def test_every_exit_code_exists_and_every_one_is_told():
    told = section("What comes out").partition("Exit codes: ")[2]
    codes = {int(code) for code in re.findall(r"(?:^|;\s)(\d)\b", told)}
    own = {
        kind.exit_code
        for _, kind in inspect.getmembers(errors, inspect.isclass)
        if issubclass(kind, BudgetplanError)
    }
    # 0 and 3 are results, not errors; 1 is what Python ends with after a bug.
    assert codes - {0, 3} == own - {1}


def test_flags_that_are_named_exist():
    of_commands = {flag for command in main.commands.values() for one in command.params for flag in one.opts}
    flags = {entry.flag for entry in OPTIONS if entry.flag} | of_commands
    assert set(re.findall(r"`(--[a-z-]+)", PAGES + REFERENCE)) <= flags
    prose = README.partition("## Test it")[0].partition("## Your own table")[2] + GUIDE
    used = {word for block in fences(prose, "sh") for word in re.findall(r"(--[a-z-]+)", block)}
    assert used <= flags


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
                names |= {
                    one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)
                }
    rows = table(section("Glossary"))
    assert len(rows) > 10
    literals = {"sample", "list", "positives"}  # values of Basis, and a name of a path's sums
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "budgetplan").rglob("*.py"))
    for word, code, meaning in rows:
        assert word
        assert meaning
        for name in re.findall(r"`([^`]+)`", code):
            known = name in names or (name in literals and f'"{name}"' in source)
            assert known, f"{name} is not in the code"
    assert "words" in {key.partition(".")[0] for key in BY_KEY}


def test_every_page_is_reached_from_the_readme():
    for name in ("docs/guide.md", "docs/reference/options.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        assert f"]({name})" in README, name


def test_files_that_are_named_are_there():
    for name in re.findall(r"`((?:tests|templates|examples)/[^` ]+)`", PAGES):
        assert (ROOT / name).exists(), name


@pytest.mark.usefixtures("undrawn")
def test_the_way_from_the_plan_to_the_card_runs(tmp_path, monkeypatch):
    """The five commands, with few resamples; what they say is what the text and the picture say."""
    [block] = fences(section("Carry it out"), "sh")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    told = []
    for command in block.splitlines():
        program, name, *arguments = shlex.split(command)
        assert program == "budgetplan"
        formats = ["--format", "html"] if name in {"report", "progress"} else []
        few = ["--set", "sure.resamples=40"]
        done = CliRunner().invoke(main, [name, *arguments, *formats, *few], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        told.append((name, done.output))
    assert [name for name, _ in told] == ["check", "report", "queue", "progress", "report"]
    assert "Continue: the next 200 words will probably pay" in told[3][1]
    assert "700 judgements of 700 items" in told[3][1]
    assert "Judged already, and no longer on the list: 690 items" in told[4][1]


def test_the_page_of_options_says_which_command_takes_what():
    taken = {
        name: {flag for one in command.params for flag in one.opts if flag.startswith("--")}
        for name, command in main.commands.items()
    }
    written = {name for name, flags in taken.items() if {"--date", "--format", "--only", "--quiet"} & flags}
    assert written == {"report", "compare", "progress", "evaluate"}
    assert {name for name, flags in taken.items() if "--replace" in flags} == main.commands.keys() - {
        "app",
        "check",
    }
    run_only = {"--date", "--format", "--only", "--quiet", "--replace"}
    every = {entry.flag for entry in OPTIONS if entry.flag} - run_only
    plans = {name for name, flags in taken.items() if every <= flags | {"--out"}}
    assert plans == {"report", "compare", "check", "pilot", "queue", "progress", "evaluate"}
    known = every | run_only | {"--out", "--help"}
    own = {name: sorted(taken[name] - known) for name in plans}
    assert own == {
        "report": [], "compare": [], "check": [], "pilot": ["--labels", "--show"], "queue": ["--for", "--show"],
        "progress": ["--queue"], "evaluate": ["--areas", "--weights"],
    }  # fmt: skip
    assert (
        "`--labels` and\n`--show` of `pilot`, `--for` and `--show` of `queue`, `--queue` of `progress`"
        in REFERENCE
    )
