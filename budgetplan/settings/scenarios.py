"""Several plans at once: plan files side by side, a budget given several times, or the scenarios of a plan file."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from budgetplan.domain.options import words_of
from budgetplan.domain.plan import Plan
from budgetplan.errors import Problem, UsageError
from budgetplan.settings.build import plan_of
from budgetplan.settings.sources import SCENARIO, Settings, gather, several

BUDGET = "goal.budget"


@dataclass(frozen=True)
class Scenario:
    """One of several plans that are compared.

    Attributes
    ----------
    name
        What it is called; no two are called the same.
    said
        Everything that was said of it, as it was written, by key.
    command
        What makes its own report.
    """

    name: str
    plan: Plan
    said: Mapping[str, str]
    command: str


def are_several(sources: Sequence[str], flags: Mapping[str, Any]) -> bool:
    """Return whether a command names several plans: files, budgets, or the scenarios of a plan file.

    A plan file that cannot be read is one plan; whoever reads it says why.
    """
    if len(sources) > 1 or len(_budgets(flags)) > 1:
        return True
    if flags.get(SCENARIO) or not sources[0].lower().endswith(".toml"):
        return False
    try:
        return bool(gather(sources[0], {}).scenarios)
    except UsageError:
        return False


def read_scenarios(sources: Sequence[str], flags: Mapping[str, Any]) -> tuple[Scenario, ...]:
    """Return the plans that are compared, in the order in which they were named.

    Parameters
    ----------
    sources
        Plan files, or tables; one of them has several budgets or scenarios. The scenarios of a plan file stand after the
        plan as it is without them.
    flags
        By key of the option table, as :func:`budgetplan.settings.build.read_plan` takes them; they hold for every plan.

    Raises
    ------
    UsageError
        With one line for each problem of any plan.
    """
    problems: list[Problem] = []
    found = []
    for name, source, own in _named(sources, flags):
        settings = gather(source, own)
        try:
            plan = plan_of(settings)
        except UsageError as error:
            problems += error.problems
        else:
            command = shlex.join(["budgetplan", "report", source, *words_of(own)])
            found.append(Scenario(name, plan, said_of(settings), command))
    if problems:
        raise UsageError(problems)
    return tuple(found)


def _named(sources: Sequence[str], flags: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield name, source and flags of each plan."""
    budgets, plain = _budgets(flags), dict(flags)
    if len(budgets) > 1:
        plain.pop(BUDGET)
    if len(sources) > 1:
        if len(budgets) > 1:
            message = "several plans are named, and several budgets; give one of the two"
            raise UsageError.of(message, option="--budget")
        yield from zip(_file_names(sources), sources, [plain] * len(sources), strict=True)
        return
    (source,) = sources
    scenarios = gather(source, plain).scenarios if source.lower().endswith(".toml") else {}
    if len(budgets) > 1:
        if scenarios and not flags.get(SCENARIO):
            message = "the plan has scenarios, and several budgets are given; give one budget, or take one scenario with --scenario NAME"
            raise UsageError.of(message, source, option="--budget")
        twice = [text for text, n_times in Counter(budgets).items() if n_times > 1]
        if twice:
            raise UsageError.of("this budget is given twice; give it once", option="--budget", found=twice[0])
        yield from ((text, source, plain | {BUDGET: text}) for text in budgets)
        return
    base = Path(source).stem
    if base in scenarios:
        message = "the plan without its scenarios has this name; give the scenario another one"
        raise UsageError.of(message, source, option=f"scenario {base}")
    # By its own name the plan without its scenarios has a report, too.
    yield base, source, plain | ({SCENARIO: base} if scenarios else {})
    yield from ((name, source, plain | {SCENARIO: name}) for name in scenarios)


def _budgets(flags: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the budgets that were given, as they were written."""
    return tuple(" ".join(budget.split()) for budget in several(flags.get(BUDGET)))


def _file_names(sources: Sequence[str]) -> list[str]:
    """Return what plans in files are called: as their files, with the folders where these are alike.

    >>> _file_names(["a.toml", "b.toml"]), _file_names(["x/plan.toml", "y/plan.toml"]), _file_names(["a.toml", "a.toml"])
    (['a', 'b'], ['x/plan.toml', 'y/plan.toml'], ['a.toml', 'a.toml (2)'])
    """
    stems = [Path(one).stem for one in sources]
    names = stems if len(set(stems)) == len(stems) else [Path(one).as_posix() for one in sources]
    seen: Counter[str] = Counter()
    told = []
    for name in names:
        seen[name] += 1
        told.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return told


def said_of(settings: Settings) -> dict[str, str]:
    """Return everything that was said, as it was written, by key; a table by the keys in it."""
    said: dict[str, str] = {}
    for key, setting in settings.by_key.items():
        if isinstance(setting.value, dict):
            said |= {f"{key}.{name}": _text(one) for name, one in setting.value.items()}
        else:
            said[key] = _text(setting.value)
    for section, entries in (("models", settings.models), ("answerers", settings.answerers)):
        for entry in entries:
            name = str(entry["name"].value).strip()
            others = {key: _text(one.value) for key, one in entry.items() if key != "name"}
            said |= {f"{section}.{name}.{key}": text for key, text in others.items()}
            said[f"{section}.{name}"] = name
    return said


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ", ".join(map(_text, value))
    if isinstance(value, dict):
        return ", ".join(f"{name} = {_text(one)}" for name, one in value.items())
    return " ".join(str(value).split())
