"""Says in words what looks wrong in the data, and sums up what was found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from budgetplan.domain.doubt import DataWarning, Doubt, DoubtKind, Severity, worst_first
from budgetplan.domain.messages import ENGLISH, Message, NamedOption, literal, parts_of
from budgetplan.domain.options import advise, ask
from budgetplan.errors import Problem, counted
from budgetplan.report.display import Style, without_tags
from budgetplan.report.wording import wording


class DoubtFacts:
    """What ``warnings.j2`` tells of one doubt.

    Attributes
    ----------
    doubt, kind
        The doubt and its kind.
    percent, value
        Its number in per cent and as it is written.
    say, also
        Options that the advice names.
    """

    def __init__(self, doubt: Doubt, style: Style) -> None:
        value, ways = doubt.value or 0.0, _ways(doubt)
        self.doubt, self.kind = doubt, doubt.kind.name.lower()
        self.percent = round(100 * value)
        self.value = style.locale.digits(format(value, ".6g" if doubt.kind is DoubtKind.CONSTANT else ".3g"))
        self.say, self.also = ways.get("say", ""), ways.get("also", "")


def as_problem(doubt: Doubt, language: str = ENGLISH) -> Problem:
    """Return a doubt as one line in a language: where, what, how many, what to do.

    >>> print(as_problem(Doubt(DoubtKind.FEW_GROUPS, "t.csv", "speaker", 12, 300)))
    t.csv, column speaker: there are only 12 groups among 300 items, so that intervals may be too narrow; 100 groups are enough, or 30 of similar size: label items of further groups, or name a finer group with --group
    """
    wrong, todo = _texts(doubt, Style(language=language))
    ways = tuple(part for way in _ways(doubt).values() for part in parts_of(way) if isinstance(part, NamedOption))
    return Problem(Message("literal", wrong=wrong, todo=todo, ways=ways), doubt.file, doubt.line, doubt.column)


def warnings_of(doubts: Iterable[Doubt], language: str = ENGLISH) -> tuple[DataWarning, ...]:
    """Return doubts as the warnings of a report in its language, worst first.

    >>> [one.key for one in warnings_of([Doubt(DoubtKind.FEW_GROUPS, "t.csv", "speaker", 12, 300)])]
    ['few groups']
    """
    return worst_first(_warning(doubt, Style(language=language)) for doubt in doubts)


def _warning(doubt: Doubt, style: Style) -> DataWarning:
    severity: Severity = "serious" if doubt.kind.serious else "note"
    model = doubt.names[0] if doubt.kind.of_a_model and doubt.names else ""
    wrong, todo = _texts(doubt, style)
    return DataWarning(doubt.kind.value, severity, wrong, todo, doubt.file, doubt.column, doubt.line, model)


def to_look_at(warning: DataWarning) -> str:
    """Return a warning as the line of a terminal, with the file as it was given.

    >>> to_look_at(DataWarning("few groups", "note", "there is only 1 group", "label more", "d/t.csv", "doc"))
    'To look at: d/t.csv, column doc: there is only 1 group; label more'
    """
    return f"To look at: {Problem(literal(warning.told, warning.todo), warning.file, warning.line, warning.column)}"


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
    errors: Sequence[Problem],
    doubts: Sequence[Problem],
    unmet: Problem | None = None,
    declared: Sequence[str] = (),
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


def _ways(doubt: Doubt) -> dict[str, str]:
    """Return the options that the advice for a doubt names, by their places in its text."""
    names = doubt.names
    match doubt.kind:
        case DoubtKind.LABELS_LIKE_SCORES:
            return {"say": ask("table.label")}
        case DoubtKind.SCORES_LIKE_ABSTENTIONS:
            return {"say": ask("table.missing", "last")}
        case DoubtKind.FEW_GROUPS:
            return {"say": ask("table.group")}
        case DoubtKind.JUDGEMENTS:
            return {"say": ask("table.annotator", doubt.column), "also": ask("table.id", names[0])}
        case DoubtKind.LIST_UNLIKE if names[1:]:
            return {"say": ask("list.prevalence", names[1])}
        case DoubtKind.SAME_ANSWER:
            # What is given on the command line takes the place of what a plan file says: all are named.
            all_of_them = [ask("table.positive", name) for name in (*names[2:], names[0])]
            both = advise(" ".join(["{}"] * len(all_of_them)), *all_of_them)
            return {"say": ask("table.as_label", names[0]), "also": both}
    return {}


def _texts(doubt: Doubt, style: Style) -> tuple[str, str]:
    """Return what looks wrong, and what to do about it."""
    wrong, todo = wording("warnings", style, None, DoubtFacts(doubt, style)).parts("doubt")
    return without_tags(wrong), without_tags(todo)
