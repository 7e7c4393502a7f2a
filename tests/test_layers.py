"""The architecture holds: imports run one way, and every module has its test."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "budgetplan"
LAYERS = [
    "errors",
    "arrays",
    "domain",
    "metrics",
    "forecast",
    "intervals",
    "evidence",
    "planning",
    "workplan",
    "progress",
    "risk",
    "tables",
    "dataset",
    "settings",
    "engines",
    "report",
    "preflight",
    "queues",
    "workflows",
    "render",
    "api",
    "before",
    "after",
    "comparing",
    "notebook",
    "cli",
]
"""Lower first: a module may import its own room and lower ones."""
ARITHMETIC = {
    "metrics",
    "forecast",
    "intervals",
    "evidence",
    "planning",
    "workplan",
    "progress",
    "risk",
    "report",
}
FORBIDDEN = {
    "tables": ARITHMETIC,
    "dataset": ARITHMETIC,
    "settings": ARITHMETIC,
    "engines": ARITHMETIC,
    "report": {"tables", "dataset", "settings", "engines", "metrics"},
    "render": {
        "tables",
        "dataset",
        "settings",
        "engines",
        "preflight",
        "planning",
        "workplan",
        "progress",
        "risk",
        "evidence",
        "forecast",
        "metrics",
    },
}
"""Readers know nothing of what is computed, the report nothing of files and formulas, renderers nothing but the report."""
WORKFLOWS = ("filter", "defer", "joint")
"""Within planning and report: a joint plan stands on the other two, a classifier on the ranked list."""
HEAVY = {"matplotlib": "render", "weasyprint": "render", "jinja2": "render"}
"""Only these layers know these libraries."""

TYPES = {PACKAGE / "arrays.py", PACKAGE / "workflows" / "base.py"}
"""Names of types, and nothing that runs."""

TABLES = {"options.py": "the table of options"}
"""Lists rather than logic: they may be long."""
MOST_FILES, MOST_OF_ALL = 15, 0.17
"""How many files a folder may hold itself, and which share of all lines, texts among them, a room."""

ACROSS = {
    "report/defer/texts": "the sentences on a classifier",
    "report/joint/texts": "the sentences on a joint plan",
    "tables/broken": "broken files of every kind, through the command line",
    "settings/answers": "plans in which a model answers",
    "settings/review": "plans in which people review beside it",
}
"""Tests of a whole room rather than of one of its modules."""

COMPUTES = ("metrics", "forecast")
TO_BE_USED: set[str] = set()
"""What is worked out, and not yet offered."""

MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.name not in ("__init__.py", "__main__.py"))


def layer(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        assert not (isinstance(node, ast.ImportFrom) and node.level), f"{path}: a relative import"
    return names


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_one_way(path: Path) -> None:
    own = layer(path)
    for name in imported(path):
        head, *rest = name.split(".")
        if head in HEAVY:
            assert own == HEAVY[head], f"{path.name} must not import {head}"
        if head == "budgetplan" and rest:
            other = rest[0]
            assert LAYERS.index(other) <= LAYERS.index(own), f"{path.name} imports {name} from above"
            assert other not in FORBIDDEN.get(own, set()), f"{path.name} must not import {name}"
            inner, theirs = (*path.relative_to(PACKAGE).parts, "")[1], (*rest, "")[1]
            if other == own and inner in WORKFLOWS and theirs in WORKFLOWS:
                assert WORKFLOWS.index(theirs) <= WORKFLOWS.index(inner), f"{path} imports {name}"


def its_test(path: Path) -> Path:
    """Return where the test of a module stands: in the same folder of the tests."""
    inside = path.relative_to(PACKAGE)
    return ROOT / "tests" / inside.with_name(f"test_{inside.name}")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_module_has_its_test(path: Path) -> None:
    assert path in TYPES or its_test(path).is_file() or (ROOT / "tests" / f"test_{path.name}").is_file()


def test_every_test_of_a_module_has_its_module() -> None:
    known = {its_test(path) for path in MODULES}
    for test in sorted((ROOT / "tests").glob("*/**/test_*.py")):
        name = str(test.relative_to(ROOT / "tests")).removesuffix(".py").replace("test_", "")
        if name.split("/")[0] in LAYERS and name not in ACROSS:
            assert test in known, f"{test} tests no module"


def test_rooms_are_small_enough_to_find_ones_way() -> None:
    folders = Counter(path.parent for path in MODULES)
    assert {str(folder): n for folder, n in folders.items() if n > MOST_FILES} == {}
    lines = Counter[str]()
    for path in (*MODULES, *PACKAGE.rglob("*.toml")):
        lines[layer(path)] += path.read_text(encoding="utf-8").count("\n")
    most = MOST_OF_ALL * lines.total()
    assert {room: n for room, n in lines.items() if n > most} == {}


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["report", "--help"]])
def test_help_loads_no_heavy_library_and_no_texts(arguments: list[str]) -> None:
    code = (
        "import sys\n"
        "from budgetplan.cli.main import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit as end:\n    assert not end.code\n"
        "loaded = {'pandas', 'matplotlib', 'weasyprint', 'jinja2', 'scipy'} & set(sys.modules)\n"
        "assert not loaded, loaded\n"
        "texts = sys.modules.get('budgetplan.report.sentences')\n"
        "assert texts is None or not texts.subjects.cache_info().currsize\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_files_and_functions_can_be_held_in_the_head() -> None:
    too_long = []
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        if text.count("\n") > 600 and path.name not in TABLES:
            too_long.append(f"{path.name}: {text.count(chr(10))} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno > 60:
                body = node.body[1:] if ast.get_docstring(node) else node.body
                length = (node.end_lineno or 0) - body[0].lineno + 1 if body else 0
                if length > 60:
                    too_long.append(f"{path.name}:{node.name}: {length} lines")
    assert not too_long, too_long


def used(tree: ast.Module) -> set[str]:
    """Return the names that a module uses, by import, by attribute or alone."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.alias):
            names.add(node.name)
    return names


def test_all_that_is_computed_reaches_the_product() -> None:
    """What tests alone need stands in tests/reference; a class may be what its own module returns."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in MODULES}
    names = {path: used(tree) for path, tree in trees.items()}
    n_using = Counter(name for found in names.values() for name in found)
    idle = set()
    for path in MODULES:
        for node in trees[path].body if layer(path) in COMPUTES else ():
            if not isinstance(node, ast.FunctionDef | ast.ClassDef) or node.name.startswith("_"):
                continue
            if not n_using[node.name]:
                idle.add(node.name)
            idle |= {
                method.name
                for method in node.body
                if isinstance(node, ast.ClassDef) and isinstance(method, ast.FunctionDef)
                if not method.name.startswith("_") and not n_using[method.name]
            }
    assert idle == TO_BE_USED


def test_no_type_name_means_two_things() -> None:
    homes: dict[str, list[str]] = {}
    for path in MODULES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(str(path.relative_to(PACKAGE)))
    assert not {name: where for name, where in homes.items() if len(where) > 1}
