"""The architecture holds: imports run one way, heavy libraries are loaded late, a type name means one thing."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

from budgetplan.domain.messages import catalogue
from budgetplan.domain.options import OPTIONS

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "budgetplan"
LAYERS = [
    "arrays", "core", "domain", "files", "models", "lists", "plans", "work", "tables", "dataset",
    "settings", "engines", "report", "preflight", "queues", "workflows", "render", "evaluation", "api",
    "notebook", "app", "cli",
]  # fmt: skip
"""Lower first: a module may import its own room and lower ones."""
BESIDE = {"tools": "tables", "errors": "domain"}
"""What stands beside another room: tools read their exports as tables; errors hold messages, which name options."""
NAMES = {"budgetplan.tools"}
"""What holds names alone and loads nothing, so that help and settings may know them."""
ARITHMETIC = {"models", "lists", "plans", "work", "report"}
FORBIDDEN = {
    "tables": ARITHMETIC,
    "tools": ARITHMETIC,
    "dataset": ARITHMETIC,
    "settings": ARITHMETIC,
    "engines": ARITHMETIC,
    "report": {"tables", "dataset", "settings", "engines", "models"},
    "render": {"tables", "dataset", "settings", "engines", "preflight", "models", "lists", "plans", "work"},
}
"""Readers know nothing of what is computed, the report nothing of files and formulas, renderers nothing but the report."""
WORKFLOWS = {"report": ("ranked", "answers", "joint")}
"""Pages of a joint plan have those of the other two in them."""
HEAVY = {
    "matplotlib": {"render"},
    "weasyprint": {"render"},
    "jinja2": {"report", "render", "preflight"},
    "starlette": {"app"},
    "uvicorn": {"app"},
}
"""Only these layers know these libraries: pages are rendered and served by them, and a drafted plan file."""

COMPUTES = ("core", "models", "lists")
TO_BE_USED: set[str] = set()
"""What is worked out, and not yet offered."""

MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.name not in ("__init__.py", "__main__.py"))


def layer(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def rank(room: str) -> int:
    return LAYERS.index(BESIDE.get(room, room))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        assert not (isinstance(node, ast.ImportFrom) and node.level), f"{path}: a relative import"
    return names


def test_imports_run_one_way() -> None:
    for path, name in [(each, name) for each in MODULES for name in imported(each)]:
        own, (head, *rest) = layer(path), name.split(".")
        if head in HEAVY:
            assert own in HEAVY[head], f"{path.name} must not import {head}"
        if head == "budgetplan" and rest and name not in NAMES:
            other = rest[0]
            assert rank(other) <= rank(own), f"{path.name} imports {name} from above"
            assert other not in FORBIDDEN.get(own, set()), f"{path.name} must not import {name}"
            inner, theirs = (*path.relative_to(PACKAGE).with_suffix("").parts, "")[1], (*rest, "")[1]
            order = WORKFLOWS.get(own, ())
            if other == own and inner in order and theirs in order:
                assert order.index(theirs) <= order.index(inner), f"{path} imports {name}"


READS = {"read", "totals", "spend", "affordable", "net_values", "interp"}
"""What works out numbers along an order."""


def test_what_is_printed_is_worked_out_before_it_is_said() -> None:
    """Pages, records and cards take numbers as they are; of evidence they know types alone. Drawing is geometry."""
    shown = [path for path in MODULES if layer(path) in ("report", "render") and "figures" not in path.parts]
    assert not [path for path in shown if "numpy" in imported(path)]
    for path, node in [(each, node) for each in shown for node in ast.walk(tree_of(each))]:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and layer(path) == "report":
            assert node.func.attr not in READS, f"{path}, line {node.lineno} computes"
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("budgetplan.lists"):
            assert all(alias.name[0].isupper() for alias in node.names), f"{path}, line {node.lineno}"


LAYOUT = {
    "capital", "excluded_blocks", "in_dative", "joined", "printed_date", "sentence", "shown_rows", "_in_brief",
}  # fmt: skip
"""Functions of the report that reckon with letters, with places in a row or in a text, and with no number that is printed."""
OPERATORS = ast.Mult | ast.Div | ast.Sub | ast.Pow | ast.FloorDiv | ast.Mod
ROUNDS = {"sum", "round", "abs", "divmod"}
REDUCES = {"sum", "mean", "quantize", "floor", "ceil", "log10", "cumsum", "create_decimal", "scaleb"}


def of_places(node: ast.expr) -> bool:
    """Return whether an expression is made of lengths, places in a sequence, limits and whole numbers alone."""
    if isinstance(node, ast.BinOp):
        return of_places(node.left) and of_places(node.right)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "len"
    if isinstance(node, ast.Name):
        return node.id.isupper() or node.id in {"at", "most", "place"}
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def joins(node: ast.expr) -> bool:
    """Return whether an expression is a text, a row, a set or a path: of these, some signs are no arithmetic."""
    if isinstance(node, ast.BinOp):
        return joins(node.left) or joins(node.right)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    return isinstance(node, ast.List | ast.Tuple | ast.Set | ast.SetComp | ast.ListComp | ast.Dict | ast.JoinedStr)


def computed(tree: ast.AST) -> list[ast.expr]:
    """Return what works out a number, outside of the functions that lay out."""
    idle = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name in LAYOUT
        for inner in ast.walk(node)
    }
    found: list[ast.expr] = []
    for node in ast.walk(tree):
        if id(node) in idle:
            continue
        if isinstance(node, ast.BinOp) and isinstance(node.op, OPERATORS):
            found += [] if joins(node) or of_places(node) else [node]
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            ends = (node.left, node.right)
            numbers = any(isinstance(one, ast.Constant) and not joins(one) for one in ends)
            numbers |= all(isinstance(one, ast.Attribute) for one in ends)
            found += [node] if numbers and not of_places(node) else []
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            found += [] if of_places(node.operand) else [node]
        elif isinstance(node, ast.Call):
            named = isinstance(node.func, ast.Name) and node.func.id in ROUNDS
            method = isinstance(node.func, ast.Attribute) and node.func.attr in REDUCES
            found += [node] if named or method else []
    return found


def test_the_report_computes_nothing_that_is_printed() -> None:
    """Sums, shares and differences are properties of what was planned; a page names them, and ``display`` rounds them."""
    pages = [path for path in MODULES if layer(path) == "report" and path.stem != "display"]
    assert not [f"{path}, line {node.lineno}" for path in pages for node in computed(tree_of(path))]


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
    names = {path: used(tree_of(path)) for path in MODULES}
    n_using = Counter(name for found in names.values() for name in found)
    for template in (ROOT / "templates").glob("*/*.j2"):
        n_using.update(re.findall(r"(?<=\.)\w+", template.read_text(encoding="utf-8")))
    idle = set()
    for path in MODULES:
        for node in tree_of(path).body if layer(path) in COMPUTES else ():
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
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(str(path.relative_to(PACKAGE)))
    assert not {name: where for name, where in homes.items() if len(where) > 1}


NAMED = re.compile(r"--(set(?= [a-z]+\.)|(?!set\b)[a-z][a-z-]*)")
OF_DOORS = ("cli/", "domain/options.py", "domain/asked/", "settings/arguments.py")


def is_command(text: str) -> bool:
    """Return whether a text is a part of a command line, and no message."""
    return re.fullmatch(r"--[a-z-]+|.*(budgetplan|prodigy) .*|--set \S*", text, re.DOTALL) is not None


FLAGS = {"set", *(entry.flag.lstrip("-") for entry in OPTIONS if entry.flag and entry.key)}


def option_in(text: str) -> bool:
    """Return whether a text names an option that has a key, as the command line does."""
    return not FLAGS.isdisjoint(NAMED.findall(text))


def test_messages_know_the_options_that_they_name() -> None:
    bare = []
    for path in MODULES:
        if str(path.relative_to(PACKAGE)).startswith(OF_DOORS):
            continue
        tree = tree_of(path)
        told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        bare += [
            f"{path.relative_to(PACKAGE)}:{node.lineno}: {node.value[:90]}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told
            if option_in(node.value) and not is_command(node.value)
        ]
    for section, kinds in ((section, kinds) for section, kinds in catalogue().items() if section != "cli"):
        texts = [(name, text) for name, each in kinds.items() for text in ([each] if isinstance(each, str) else each)]
        bare += [f"{section}.{name}: {text}" for name, text in texts if option_in(text) and not is_command(text)]
    assert not bare
