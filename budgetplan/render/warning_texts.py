"""Says in words what looks wrong in the data, and sums up what was found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from budgetplan.domain.doubt import DataWarning, Doubt, Severity, worst_first
from budgetplan.domain.messages import ENGLISH, Message, literal
from budgetplan.errors import Problem, counted


def warnings_of(doubts: Iterable[Doubt], language: str = ENGLISH) -> tuple[DataWarning, ...]:
    """Return doubts as the warnings of a report in its language, worst first.

    >>> from budgetplan.domain.doubt import DoubtKind
    >>> [warning.key for warning in warnings_of([Doubt(DoubtKind.FEW_GROUPS, "t.csv", "speaker", 12, 300)])]
    ['few groups']
    """
    warnings = []
    for doubt in doubts:
        model = doubt.names[0] if doubt.kind.of_a_model and doubt.names else ""
        severity: Severity = "serious" if doubt.kind.serious else "note"
        about = severity, *doubt.message.texts(language), doubt.file, doubt.column, doubt.line, model
        warnings.append(DataWarning(doubt.kind.value, *about))
    return worst_first(warnings)


def to_look_at(warning: DataWarning, language: str = ENGLISH) -> str:
    """Return a warning as the line of a terminal, with the file as it was given; ``language``: that of its words.

    >>> to_look_at(DataWarning("few groups", "note", "there is only 1 group", "label more", "d/t.csv", "doc"))
    'To look at: d/t.csv, column doc: there is only 1 group; label more'
    """
    problem = Problem(literal(warning.told, warning.todo), warning.file, warning.line, warning.column)
    return Message("api.to_look_at", note=problem.words(language)).words(language)


def summary(errors: Sequence[Problem], n_doubts: int, *, unmet: bool = False) -> str:
    """Return the last line of a check; ``unmet``: a report would recommend nothing.

    >>> summary([], 3), summary([], 1, unmet=True)
    ('Nothing is wrong; 3 things to look at.', 'A report would recommend nothing; 1 thing to look at.')
    """
    wrong = "A report would recommend nothing" if unmet else "Nothing is wrong"
    if n_errors := sum(problem.n_more or 1 for problem in errors):
        wrong = "1 thing is wrong" if n_errors == 1 else f"{n_errors:,} things are wrong"
    # Who stopped at what is wrong has not looked at the rest.
    return f"{wrong}; {counted(n_doubts, 'thing')} to look at." if n_doubts else f"{wrong}."


def findings_text(
    errors: Sequence[Problem], doubts: Sequence[Problem], unmet: Problem | None = None, declared: Sequence[str] = ()
) -> str:
    """Return everything that was found as text: what is wrong, what to look at, why nothing is recommended, the sum.

    ``declared``: what the plan says of how its inputs may vary, one line each.

    >>> print(findings_text([], []))
    Nothing is wrong.
    """
    blocks = [
        "\n".join([heading, *(f"- {problem}" for problem in problems)])
        for heading, problems in (("Wrong:", errors), ("To look at:", doubts), ("Declared:", declared))
        if problems
    ]
    if unmet is not None:
        blocks.append(f"{unmet.wrong}\n{unmet.todo}".strip())
    return "\n\n".join([*blocks, summary(errors, len(doubts), unmet=unmet is not None)])
