"""The mutants: each place in the rooms that compute at which a small mistake may be made."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("core", "models", "plans", "lists", "work")

COMPARED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
COMPUTED = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Div,
    ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
SWAPPED = {
    "min": "max", "minimum": "maximum", "argmin": "argmax", "floor": "ceil", "any": "all", "nanmin": "nanmax",
    "fmin": "fmax",
}  # fmt: skip
SWAPPED |= {after: before for before, after in SWAPPED.items()} | {"mean": "sum"}
SIDES = {"left": "right", "right": "left"}


@dataclass(frozen=True)
class Mutant:
    """One small mistake: what stands in a file from ``start`` to ``end``, and what stands there instead."""

    file: str
    start: int
    end: int
    after: str
    line: int
    last: int
    inside: str
    """The function it stands in; nothing where it stands outside."""
    occurrence: int = 0

    @property
    def room(self) -> str:
        return self.file.split("/")[1]

    @property
    def original(self) -> bytes:
        return (ROOT / self.file).read_bytes()

    @property
    def before(self) -> str:
        return self.original[self.start : self.end].decode()

    @property
    def source(self) -> bytes:
        return self.original[: self.start] + self.after.encode() + self.original[self.end :]

    @property
    def text(self) -> str:
        return self.original.decode().splitlines()[self.line - 1].strip()

    @property
    def named(self) -> tuple[str, str, str, str]:
        return self.file, self.text, self.before, self.after

    @property
    def key(self) -> str:
        return "|".join((*self.named, self.inside, str(self.occurrence)))

    def unbroken(self) -> Mutant:
        return replace(self, after=f"({self.before})")

    def shown(self) -> dict[str, object]:
        shown = {"file": self.file, "at": self.line, "line": self.text, "inside": self.inside}
        return {**shown, "before": self.before, "after": self.after, "key": self.key}


def _number(value: object) -> object:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return 0.01 if abs(value) < 1e-6 else value * 2  # a tolerance twice as wide changes nothing


def changed(node: ast.AST) -> Iterator[ast.AST | str]:
    """Give what may stand instead of a node."""
    match node:
        case ast.Constant(value=bool() | int() | float() as value):
            yield ast.Constant(_number(value))
        case ast.Compare(ops=ops):
            for number, operator in enumerate(ops):
                if type(operator) in COMPARED:
                    other = copy.deepcopy(node)
                    other.ops[number] = COMPARED[type(operator)]()
                    yield other
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in COMPUTED:
            words = any(isinstance(one, ast.JoinedStr) or _is_text(one) for one in (left, right))
            if not words:
                yield ast.BinOp(left, COMPUTED[type(operator)](), right)
            if isinstance(operator, ast.Mult):
                yield from (one for one, other in ((left, right), (right, left)) if "weight" in ast.unparse(other))
        case ast.AugAssign(target=target, op=operator, value=value) if type(operator) in COMPUTED:
            yield ast.AugAssign(target, COMPUTED[type(operator)](), value)
        case ast.BoolOp(op=operator, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert(), operand=operand):
            yield operand
        case ast.IfExp(body=body, orelse=orelse):
            yield from (body, orelse)
        case ast.Call(func=function, args=args, keywords=keywords):
            name = getattr(function, "id", getattr(function, "attr", ""))
            if name in SWAPPED:
                other = copy.deepcopy(node)
                setattr(other.func, "id" if isinstance(function, ast.Name) else "attr", SWAPPED[name])
                yield other
            for number, keyword in enumerate(keywords):
                usual = keyword.arg in (None, "strict") or ast.unparse(keyword) == "side='left'"  # what holds anyway
                if not usual and not name[:1].isupper():
                    yield ast.Call(function, args, [*keywords[:number], *keywords[number + 1 :]])
                if keyword.arg == "side" and _is_text(keyword.value):
                    other = copy.deepcopy(node)
                    other.keywords[number].value = ast.Constant(SIDES[keyword.value.value])
                    yield other


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _computing(node: ast.AST, inside: str) -> Iterator[tuple[ast.AST, str]]:
    """Walk through what computes: no messages, documentation, types, or names of fields."""
    match node:
        case ast.Raise() | ast.Assert() | ast.Import() | ast.ImportFrom() | ast.JoinedStr():
            return
        case ast.FunctionDef(name="__repr__" | "__str__"):
            return
        case ast.FunctionDef(name=name, body=body):
            inside = f"{inside}.{name}" if inside else name
            children = body
        case ast.ClassDef(name=name, body=body):
            children = body
        case ast.AnnAssign(value=value):
            children = [value] if value else []
        case ast.Call(func=ast.Name(id="cast" | "field")) | ast.keyword(arg="strict"):
            return
        case _:
            children = list(ast.iter_child_nodes(node))
    yield node, inside
    for child in children:
        yield from _computing(child, inside)


def _of(path: Path) -> Iterator[Mutant]:
    source = path.read_bytes()
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    seen: Counter[tuple[str, str]] = Counter()
    for node, inside in _computing(ast.parse(source), ""):
        branches = [("True",), ("False",)] if isinstance(node, ast.If) else []
        places = [(node, other) for other in changed(node)] + [(node.test, one) for (one,) in branches]
        for place, other in places:
            start = lines[place.lineno - 1] + place.col_offset
            end = lines[place.end_lineno - 1] + place.end_col_offset
            after = other if isinstance(other, str) else ast.unparse(other)
            if isinstance(other, ast.expr) and not isinstance(other, ast.Constant | ast.Name):
                after = f"({after})"
            file = str(path.relative_to(ROOT))
            mutant = Mutant(file, start, end, after, place.lineno, place.end_lineno, inside)
            seen[mutant.named] += 1
            yield replace(mutant, occurrence=seen[mutant.named])


def mutants() -> list[Mutant]:
    """Return all mutants inside functions of the rooms, in the order of their places."""
    paths = [path for room in ROOMS for path in sorted((ROOT / "budgetplan" / room).glob("*.py"))]
    return [one for path in paths for one in _of(path) if one.inside]
