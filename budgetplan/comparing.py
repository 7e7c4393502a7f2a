"""Several plans in one report: each is planned as its own report plans it, and then they are told apart."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from budgetplan import __version__
from budgetplan.api import Made, Solved, identifier_of, messages_of, solve, warnings_told
from budgetplan.dataset.list_files import files_read
from budgetplan.domain.doubt import DataWarning, worst_first
from budgetplan.errors import BudgetplanError, Problem, UsageError
from budgetplan.plans.compared import Comparison, PlanOutcome
from budgetplan.report.compare import build_comparison, comparison_record
from budgetplan.report.display import Style, show
from budgetplan.report.model import Text
from budgetplan.report.page import Framing
from budgetplan.report.record import plain

if TYPE_CHECKING:
    from budgetplan.settings.scenarios import Scenario
    from budgetplan.workflows import Progress


def compare_scenarios(scenarios: Sequence[Scenario], *, date: str, progress: Progress | None = None) -> Made:
    """Return the report on several plans.

    Parameters
    ----------
    scenarios
        In the order in which they are told; the first is what the others are compared with.
    date
        On the report (2026-01-31).

    Raises
    ------
    UsageError
        There is one plan only, or plans that count different things.
    BadDataError
        Data of a plan cannot be used: everything that is wrong with all of them.
    """
    _check(scenarios)
    solved = _solved(scenarios, progress)
    names = [_named(scenario) for scenario in scenarios]
    outcomes, why, facts = list[PlanOutcome](), dict[str, Text](), [("budgetplan", __version__)]
    tables, inputs = dict[tuple[str, str], None](), list[str]()
    for name, scenario, each in zip(names, scenarios, solved, strict=True):
        plan, workflow, data, solution = each.plan, each.workflow, each.data, each.solution
        outcome = PlanOutcome(
            name=name,
            plan=plan,
            recommendation=each.recommendation,
            draws=workflow.draws(solution),
            drawn=workflow.drawn(plan, data, solution),
            said=scenario.said,
            command=scenario.command,
            quotas_met=None if plan.quota is None else solution.chance,
        )
        outcomes.append(outcome)
        if (unmet := workflow.unmet(solution)) is not None:
            why[name] = unmet[0]
        source = workflow.source(plan, data)
        facts.append((name, identifier_of(plan, data.sha256, source.further)))
        inputs += [*source.inputs, *files_read(plan)]
        tables[Path(plan.table).name, f"SHA-256 {data.sha256}"] = None
    comparison, reports = Comparison(outcomes), dict(facts[1:])
    identifier = "BP-" + hashlib.sha256("|".join(reports.values()).encode()).hexdigest()[:8]
    warnings = _warnings(scenarios, solved)
    framing = Framing(date, identifier, [*facts, *tables], warnings=warnings)
    document = build_comparison(comparison, framing, why)
    provenance = {"budgetplan": __version__, "date": date, "identifier": identifier, "reports": reports}
    return Made(
        document,
        comparison_record(comparison, provenance) | {"warnings": plain(document.warnings)},
        tuple(dict.fromkeys(told for each in solved for told in messages_of(each))),
        (),
        unmet=not comparison.met,
        warnings=warnings,
        inputs=tuple(dict.fromkeys(inputs)),
        stem="comparison",
    )


def _named(scenario: Scenario) -> str:
    """Return what a plan is called: a bare amount, given as one of several budgets, with its unit."""
    plan, name = scenario.plan, scenario.name
    if plan.budget is None or scenario.said.get("goal.budget") != name or plan.budget.unit != "money":
        return name
    whole = plan.budget.amount == plan.budget.amount.to_integral_value()
    style = Style(plan.prices.currency, 0 if whole else plan.prices.minor_digits, plan.language)
    return show(plan.budget.amount, "amount", style).replace("\u00a0", " ")


def _solved(scenarios: Sequence[Scenario], progress: Progress | None) -> list[Solved]:
    """Return every plan with its numbers; what is wrong with the data of any is one error."""
    problems: dict[Problem, list[str]] = {}
    errors: list[BudgetplanError] = []
    solved = []
    for one in scenarios:
        try:
            solved.append(solve(one.plan, progress))
        except BudgetplanError as error:
            errors.append(error)
            for problem in error.problems:
                problems.setdefault(problem, []).append(one.name)
    if not errors:
        return solved
    # What is wrong in some of them alone is named after these.
    told = [
        problem
        if problem.option or len(names) == len(scenarios)
        else replace(problem, option=f"scenario {', '.join(names)}")
        for problem, names in problems.items()
    ]
    raise type(errors[0])(told)


def _warnings(scenarios: Sequence[Scenario], solved: Sequence[Solved]) -> tuple[DataWarning, ...]:
    """Return what makes any of the reports doubtful, each once; with the plans' names where it does so in some of them."""
    whose: dict[DataWarning, list[str]] = {}
    for scenario, each in zip(scenarios, solved, strict=True):
        for warning in warnings_told(each):
            whose.setdefault(warning, []).append(scenario.name)
    return worst_first(
        one if len(names) == len(scenarios) else replace(one, told=f"{one.told} ({', '.join(names)})")
        for one, names in whose.items()
    )


def _check(scenarios: Sequence[Scenario]) -> None:
    """Refuse plans that cannot stand beside each other, with all that is in the way."""
    first = scenarios[0].plan
    problems = []
    if len(scenarios) < 2:
        todo = "name a second plan or a second budget, or write [[scenario]] with a name and what it changes into the plan"
        problems.append(Problem("one plan alone is compared with nothing", todo, option=scenarios[0].name))
    for one in scenarios:
        plan, wrong, todo = one.plan, "", ""
        if plan.workflow == "defer":
            wrong = "no budget bounds this plan, and what people judge in it is what the model leaves"
            todo = "give it a budget (goal.budget), or compare ranked lists"
        elif plan.workflow != first.workflow:
            who = "a model answers", "people judge all"
            mine, theirs = who if plan.deferral else who[::-1]
            wrong = f"in this plan {mine}, and in {scenarios[0].name} {theirs}"
            todo = "compare plans of one kind: entries found and right labels are not the same, and net values count from different zeros"
        elif plan.deferral is None and not any((plan.budget, plan.target, plan.values, plan.quota)):
            wrong = "this plan has no budget, no target and no worth of an entry"
            todo = "say one of them: goal.budget, goal.target or entry.value"
        if wrong:
            problems.append(Problem(wrong, todo, option=f"scenario {one.name}"))
    if problems:
        raise UsageError(problems)
