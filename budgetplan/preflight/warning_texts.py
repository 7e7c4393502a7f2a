"""Says in words what looks wrong in the data, and sums up what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from budgetplan.domain.data_warning import DataWarning, worst_first
from budgetplan.domain.doubt import OF_A_MODEL, SERIOUS, Doubt, DoubtKind
from budgetplan.domain.options import ask
from budgetplan.errors import Problem

Wording = tuple[str, str]
"""What looks wrong, and what to do about it."""

_N_NAMED = 3


def told(doubt: Doubt) -> Problem:
    """Return a doubt as one line: where, what, how many, what to do.

    >>> print(told(Doubt(DoubtKind.FEW_GROUPS, "t.csv", "speaker", 12, 300)))
    t.csv, column speaker: there are only 12 groups among 300 items; intervals need 30 of like size, or 100, to be trusted: label items of further groups, or name a finer group with --group
    """
    wrong, todo = WORDS[doubt.kind](doubt)
    return Problem(wrong, todo, doubt.file, doubt.line, doubt.column)


def warnings_of(doubts: Iterable[Doubt]) -> tuple[DataWarning, ...]:
    """Return doubts as the warnings of a report, worst first.

    >>> [one.key for one in warnings_of([Doubt(DoubtKind.FEW_GROUPS, "t.csv", "speaker", 12, 300)])]
    ['few groups']
    """
    return worst_first(_warning(doubt) for doubt in doubts)


def _warning(doubt: Doubt) -> DataWarning:
    wrong, todo = WORDS[doubt.kind](doubt)
    return DataWarning(
        key=doubt.kind.value,
        severity="serious" if doubt.kind in SERIOUS else "note",
        told=wrong,
        todo=todo,
        file=doubt.file,
        column=doubt.column,
        line=doubt.line,
        model=doubt.names[0] if doubt.kind in OF_A_MODEL and doubt.names else "",
    )


def to_look_at(warning: DataWarning) -> str:
    """Return a warning as the line of a terminal, with the file as it was given.

    >>> to_look_at(DataWarning("few groups", "note", "there is only 1 group", "label more", "d/t.csv", "doc"))
    'To look at: d/t.csv, column doc: there is only 1 group; label more'
    """
    return f"To look at: {Problem(warning.told, warning.todo, warning.file, warning.line, warning.column)}"


def summary(errors: Sequence[Problem], n_doubts: int, *, unmet: bool = False) -> str:
    """Return the last line of a check; ``unmet``: a report would recommend nothing.

    >>> summary([], 3), summary([], 1, unmet=True)
    ('Nothing is wrong; 3 things to look at.', 'A report would recommend nothing; 1 thing to look at.')
    """
    n_errors = sum(problem.n_more or 1 for problem in errors)
    wrong = "A report would recommend nothing" if unmet else "Nothing is wrong"
    wrong = f"{_things(n_errors)} wrong" if n_errors else wrong
    return f"{wrong}; {_count(n_doubts)} to look at."


def findings_text(errors: Sequence[Problem], doubts: Sequence[Problem], unmet: Problem | None = None) -> str:
    """Return everything that was found as text: what is wrong, what to look at, why nothing is recommended, the sum.

    >>> print(findings_text([], []))
    Nothing is wrong; nothing to look at.
    """
    blocks = [
        "\n".join([heading, *(f"- {problem}" for problem in problems)])
        for heading, problems in (("Wrong:", errors), ("To look at:", doubts))
        if problems
    ]
    if unmet is not None:
        blocks.append(f"{unmet.wrong}\n{unmet.todo}".strip())
    return "\n\n".join([*blocks, summary(errors, len(doubts), unmet=unmet is not None)])


def _things(n: int) -> str:
    return "1 thing is" if n == 1 else f"{n:,} things are"


def _count(n: int) -> str:
    return "nothing" if n == 0 else "1 thing" if n == 1 else f"{n:,} things"


def _items(n: int) -> str:
    return "1 item" if n == 1 else f"{n:,} items"


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _N_NAMED:,} more" if len(names) > _N_NAMED else ""
    return ", ".join(names[:_N_NAMED]) + more


def _duplicates(doubt: Doubt) -> Wording:
    rows = "1 row says" if doubt.n == 1 else f"{doubt.n:,} of {doubt.of:,} rows say"
    return (
        f"{rows} the same as an earlier one, but for the id (this one as line {doubt.names[0]})",
        "see whether these are the same items; repeated ones make the sample look greater than it is",
    )


def _duplicates_across(doubt: Doubt) -> Wording:
    rows = "1 row says" if doubt.n == 1 else f"{doubt.n:,} rows say"
    return f"{rows} the same as an earlier row in another split", "leave each item in one split"


def _many_duplicates_across(doubt: Doubt) -> Wording:
    (name,) = doubt.names
    return (
        f"{doubt.n:,} of {doubt.of:,} rows of the split {name} are in another split too",
        "leave each item in one split: what was learnt or chosen on the same rows looks better than it is",
    )


def _labels_like_scores(doubt: Doubt) -> Wording:
    return (
        f"the labels look like scores or names: {doubt.n:,} different ones for {_items(doubt.of)}, such as {_listed(doubt.names)}",
        "name the column in which people's labels are: --label COLUMN",
    )


def _scores_like_labels(doubt: Doubt) -> Wording:
    return (
        f"the scores of the model {doubt.names[0]} look like labels: only {doubt.n:,} different ones for {_items(doubt.of)}",
        "name a column with its scores or probabilities, which order the items",
    )


def _constant(doubt: Doubt) -> Wording:
    return (
        f"the model {doubt.names[0]} says the same of almost all: {doubt.value:.6g} for {doubt.n:,} of {_items(doubt.of)}",
        "see that the column was filled; such a model orders nothing",
    )


def _reversed(doubt: Doubt) -> Wording:
    name, order = doubt.names
    end = "lower" if order == "lower" else "higher"
    return (
        f"{end} scores of the model {name} seem better: by its order now a positive item comes before another in {doubt.value:.0%} of pairs ({_items(doubt.of)})",
        f'say order = "{order}" for the model, or see that the positive label is right',
    )


def _unsure_is_right(doubt: Doubt) -> Wording:
    return (
        f"the model {doubt.names[0]} is more often right where it is less sure: right answers have the higher confidence in {doubt.value:.0%} of pairs ({_items(doubt.of)})",
        "see that the confidence is not an error or a distance",
    )


def _perfect(doubt: Doubt) -> Wording:
    return (
        f"the model {doubt.names[0]} puts every positive item before every other ({_items(doubt.of)})",
        "see that the column was not made from the labels, and that it did not learn from these items",
    )


def _all_right(doubt: Doubt) -> Wording:
    return (
        f"every answer of the model {doubt.names[0]} is right ({_items(doubt.of)})",
        "see that its answers were not made from the labels, and that it did not learn from these items",
    )


def _no_probabilities(doubt: Doubt) -> Wording:
    return (
        f"the column is named as if it held probabilities, and {doubt.n:,} of {_items(doubt.of)} have a number below 0 or above 1",
        "see that it is the right column; as scores they can be used",
    )


def _below_chance(doubt: Doubt) -> Wording:
    return (
        f"{doubt.n:,} of {_items(doubt.of)} have a confidence of the model {doubt.names[0]} below {doubt.value:.3g}, which the most probable class always has",
        "see that the confidence is the probability of the predicted class",
    )


def _agrees_by_chance(doubt: Doubt) -> Wording:
    name, *array = doubt.names
    wrong = (
        f"the model {name} agrees with the labels no more than by chance ({doubt.n:,} of {_items(doubt.of)})"
    )
    if array:
        return (
            wrong,
            "see that its rows stand in the order of the table and its classes in the order of its columns",
        )
    return wrong, "see that each column belongs to the class it is named after"


def _copies(doubt: Doubt) -> Wording:
    one, other = doubt.names
    return (
        f"the models {one} and {other} say the same of all {_items(doubt.n)}",
        "see that their columns are the right ones, or leave one out",
    )


def _no_positives(doubt: Doubt) -> Wording:
    return (
        f"none of {doubt.n:,} labelled items has the label {_listed(doubt.names)}",
        "see that the positive label and the split are right; without positives nothing can be compared",
    )


def _all_positive(doubt: Doubt) -> Wording:
    return (
        f"all {doubt.n:,} labelled items have the label {_listed(doubt.names)}",
        "label other items too; with positives alone nothing can be compared",
    )


def _one_class(doubt: Doubt) -> Wording:
    return (
        f"all {doubt.n:,} test items have the label {doubt.names[0]}",
        "label items of other classes too; this is not what a model is needed for",
    )


def _few_positives(doubt: Doubt) -> Wording:
    return (
        f"only {doubt.n:,} of {doubt.of:,} labelled items have the label {_listed(doubt.names)}",
        "label more items: with fewer than 30 the models can hardly be told apart",
    )


def _few_of_classes(doubt: Doubt) -> Wording:
    return (
        f"{doubt.n:,} of {doubt.of:,} classes have fewer than 30 test items ({_listed(doubt.names)})",
        "label more items of them, or take their errors as unknown",
    )


def _few_groups(doubt: Doubt) -> Wording:
    groups = "is only 1 group" if doubt.n == 1 else f"are only {doubt.n:,} groups"
    return (
        f"there {groups} among {_items(doubt.of)}",
        "intervals need 30 of like size, or 100, to be trusted: label items of further groups, or name a finer group with --group",
    )


def _groups_across(doubt: Doubt) -> Wording:
    first, here, *others = doubt.names
    return (
        f"{doubt.n:,} of {doubt.of:,} groups of the split {here} are in {_listed(others)} too, such as {first}",
        "leave each group in one split: a model that saw the group before looks better than it is",
    )


def _judgements(doubt: Doubt) -> Wording:
    """Words for rows that are taken for items and seem to be judgements of fewer items."""
    return (
        f"the {doubt.of:,} rows seem to be what several people say of {doubt.n:,} items (column {doubt.names[0]}), and each is taken for an item",
        f"if so, use --id {doubt.names[0]} and {ask('table.annotator', doubt.column)}",
    )


def _confidence(doubt: Doubt) -> Wording:
    """Words for scores that say how sure a model is of any label."""
    name, *positive = doubt.names
    label = _listed(positive)
    return (
        f"the scores of the model {name} seem to say how sure it is of whatever it says, not how probable {label} is: none of {doubt.n:,} is below {doubt.value:.3g}",
        f"name the column with the probability of {label}; of two classes it is 1 less the confidence where the model says the other one",
    )


def _from_the_top(doubt: Doubt) -> Wording:
    """Words for labels that are no sample."""
    (name,) = doubt.names
    return (
        f"{doubt.n:,} of {doubt.of:,} labelled items stand above almost all others in the order of the model {name}: the labels came from reviewing its top, or it learnt from them, and they are no sample of the list",
        "plan on labels of items taken at random: name them in a column (table.split_column, table.split), or label some of the list",
    )


def _other_order(doubt: Doubt) -> Wording:
    return (
        f"{doubt.n:,} of {doubt.of:,} ids stand in another order than in the table",
        "nothing is lost, rows are matched by id; see that no other file is matched by its rows",
    )


def _no_better(doubt: Doubt) -> Wording:
    alone = len(doubt.names) == 1
    models = (
        f"the only model, {doubt.names[0]}, does not order"
        if alone
        else f"none of the {len(doubt.names):,} models orders"
    )
    where = f" (in the first {doubt.n:,} of {doubt.of:,})" if doubt.n else ""
    return (
        f"{models} the items better than chance would, as far as these labels can tell{where}",
        "do not rely on the order, nor on what it is said to find: label more items first, taken at random",
    )


def _list_unlike(doubt: Doubt) -> Wording:
    return (
        f"the list to be annotated is not like the labelled items: the scores of the model {doubt.names[0]} are others there",
        "label some items of the list, taken at random, and plan on those",
    )


def _outside(doubt: Doubt) -> Wording:
    if doubt.names:
        return (
            f"of {_items(doubt.n)} of the plan {doubt.names[0]} is surer, or less sure, than of all {doubt.of:,} labelled ones: nothing labelled says how often it is right there; the intervals allow for never and for always",
            "label some of the list, taken at random",
        )
    return (
        f"{_items(doubt.n)} of those to be reviewed score beyond all {doubt.of:,} labelled ones: nothing labelled says how many entries are among them; the intervals allow for none and for all",
        "label some of the list, taken at random",
    )


def _not_priced(doubt: Doubt) -> Wording:
    return (
        f"{doubt.n:,} of the {_items(doubt.of)} of the list have nothing in this column: they count as the mean of the others",
        "write what they are",
    )


def _domain_loses(doubt: Doubt) -> Wording:
    return (
        f"in {_listed(doubt.names)} the model's answers are worth less than leaving everything to people",
        "leave the items there to people, or choose a cutoff of its own",
    )


WORDS: Mapping[DoubtKind, Callable[[Doubt], Wording]] = MappingProxyType(
    {
        DoubtKind.DUPLICATES: _duplicates,
        DoubtKind.DUPLICATES_ACROSS: _duplicates_across,
        DoubtKind.MANY_DUPLICATES: _duplicates,
        DoubtKind.MANY_DUPLICATES_ACROSS: _many_duplicates_across,
        DoubtKind.LABELS_LIKE_SCORES: _labels_like_scores,
        DoubtKind.SCORES_LIKE_LABELS: _scores_like_labels,
        DoubtKind.CONSTANT: _constant,
        DoubtKind.REVERSED: _reversed,
        DoubtKind.UNSURE_IS_RIGHT: _unsure_is_right,
        DoubtKind.PERFECT: _perfect,
        DoubtKind.NO_PROBABILITIES: _no_probabilities,
        DoubtKind.BELOW_CHANCE: _below_chance,
        DoubtKind.AGREES_BY_CHANCE: _agrees_by_chance,
        DoubtKind.COPIES: _copies,
        DoubtKind.NO_POSITIVES: _no_positives,
        DoubtKind.ALL_POSITIVE: _all_positive,
        DoubtKind.ONE_CLASS: _one_class,
        DoubtKind.FEW_POSITIVES: _few_positives,
        DoubtKind.FEW_OF_CLASSES: _few_of_classes,
        DoubtKind.FEW_GROUPS: _few_groups,
        DoubtKind.GROUPS_ACROSS: _groups_across,
        DoubtKind.OTHER_ORDER: _other_order,
        DoubtKind.JUDGEMENTS: _judgements,
        DoubtKind.ALL_RIGHT: _all_right,
        DoubtKind.NO_BETTER: _no_better,
        DoubtKind.LIST_UNLIKE: _list_unlike,
        DoubtKind.DOMAIN_LOSES: _domain_loses,
        DoubtKind.FROM_THE_TOP: _from_the_top,
        DoubtKind.OUTSIDE: _outside,
        DoubtKind.NOT_PRICED: _not_priced,
        DoubtKind.CONFIDENCE: _confidence,
    }
)
"""The words of every kind of doubt."""
