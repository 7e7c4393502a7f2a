"""Writes a plan file from what was guessed of a table; every key is explained by the table of options."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from budgetplan.domain.plan import TableForm
from budgetplan.domain.survey import MOST_CHOICES, Survey
from budgetplan.errors import counted
from budgetplan.preflight.answerer_columns import AnswererGuess
from budgetplan.preflight.column_roles import Guess, is_training
from budgetplan.preflight.draft import ClassifierGuess, Draft, ScoreGuess
from budgetplan.preflight.plan_lines import EXAMPLES, PlanLines, clean, quoted
from budgetplan.tables.label_names import told_of_forms

_N_NAMED = 12
_ABOUT_FORM: Mapping[str, str] = MappingProxyType(
    {
        "empty": "Where one of these is a label of yours, give it another name.",
        "long": "Every model named there is a model of this plan.",
    }
)

SCENARIOS = (
    "Several plans in one report: add [[scenario]] tables below, each with a name and the keys that differ, such as "
    "goal.budget."
)
"""How a draft ends."""


@dataclass(frozen=True)
class PlanText:
    """A plan file, and the keys that must be filled in before there can be a report."""

    text: str
    needed: tuple[str, ...]


def write_draft(draft: Draft, file: str, form: TableForm | None = None) -> PlanText:
    """Return the plan file of a draft.

    Parameters
    ----------
    draft
        What was guessed.
    file
        The table's name as seen from the folder of the plan file.
    form
        How the table is written, as far as the user had to say it.
    """
    lines = PlanLines()
    lines.say(
        f"A plan drafted from {clean(file)}: {counted(draft.survey.n_rows, 'row')}, {counted(len(draft.survey.columns), 'column')}."
    )
    for message in draft.survey.messages:
        lines.say(message)
    lines.say('Lines that begin with "#" say nothing yet: take the "#" away to use one.')
    lines.say('What stands below a line with "Needed" must be filled in before there can be a report.')
    _table(lines, draft, file, form or TableForm())
    if draft.deferred:
        if draft.passed_over:
            first = quoted(draft.passed_over[0])
            lines.say(
                f"Columns of scores that are not used here: {_named(draft.passed_over)}. To have all items reviewed in the order of one instead, write a model with name = {first} alone, and no other models."
            )
        _collected_instead(lines, draft)
        for one in draft.classifiers:
            _classifier(lines, one, draft)
    else:
        _scores(lines, draft)
    for answerer in draft.answerers:
        _answerer(lines, answerer)
    _money(lines, draft)
    if draft.n_unlabelled:
        lines.section("work")
        lines.maybe_all("work.packet", "work.tail_sample", "work.people", "work.hours_a_week", "work.start")
        if not draft.deferred:
            lines.maybe_all("work.deadline")
    lines.section("words")
    lines.maybe_all("words.item", "words.items", "words.entry", "words.entries")
    lines.section("report")
    lines.maybe_all("report.title", "report.project")
    lines.remark(SCENARIOS)
    return PlanText(lines.text(), tuple(lines.needed))


def _collected_instead(lines: PlanLines, draft: Draft) -> None:
    """Say how the same columns rank items, for somebody who looks for those with one label, the rarest here."""
    for one in draft.classifiers:
        of_class = (
            {} if one.by_class is None else dict(zip(one.by_class.classes, one.by_class.columns, strict=True))
        )
        known = [name for name in draft.labels if name in of_class]
        if known and not one.doubtful:
            wanted = min(known, key=lambda name: (draft.labels[name], name))
            lines.say(
                f"Here models answer. To collect the items with one label instead, such as {clean(wanted)}: write positive = [{quoted(wanted)}] above and column = {quoted(of_class[wanted])} in place of what {clean(one.name)} has below, so with each model; leave out [answers]{_only_where_models_answer(draft)}."
            )
            return


def _only_where_models_answer(draft: Draft) -> str:
    """Return the keys above that a plan without answers of models has no use for, and what takes their place."""
    roles = draft.roles
    keys = [
        name
        for name, said in (
            ("validation", roles.validation),
            ("test", roles.test),
            ("domain", roles.domain.name),
        )
        if said
    ]
    split = f", and write split = {quoted(roles.test)}" if roles.test else ""
    return "".join(f", {key}" for key in keys) + split


def _table(lines: PlanLines, draft: Draft, file: str, form: TableForm) -> None:
    roles, survey = draft.roles, draft.survey
    lines.section("table")
    lines.key("table.file", quoted(file))
    _form(lines, form, {name for one in survey.by_class for name in one.columns})
    # No column of the table: it may be a model's.
    usual = ("gold", "label", "people_say")
    example = next((name for name in usual if name not in survey.names), "?")
    question = "which column holds people's labels"
    _choose(lines, "table.label", roles.label, question, needed=True, example=example, but=_no_labels(draft))
    if draft.labels:
        lines.say(f"Labels: {_counted(draft.labels)}.")
        unknown = {name: n for name, n in draft.labels.items() if name not in draft.classes}
        if draft.classes and unknown:
            lines.say(f"Labels that no model knows, so that no answer is right there: {_counted(unknown)}.")
    if draft.n_unlabelled:
        use = (
            "they are left out, or the list where a budget is given"
            if draft.deferred
            else "they are your list"
        )
        lines.say(f"Rows without a label: {draft.n_unlabelled:,}; {use}.")
    if roles.id.name or roles.id.choices:
        _choose(lines, "table.id", roles.id, "")
    else:
        lines.maybe(
            "table.id",
            quoted("item_id"),
            "No column is sure to name every row; rows are named by their lines.",
        )
    _positive(lines, draft)
    _splits(lines, draft)
    shared = roles.group
    if draft.deferred:
        _choose(lines, "table.domain", roles.domain, "")
    else:
        shared = (*shared, *filter(None, (roles.domain.name, *roles.domain.choices)))
    _candidates(lines, "table.group", shared, survey)
    if shared and not draft.deferred:
        lines.maybe("table.type", quoted(shared[0]), f"Write {COUNTED}, too, where the resource lists these.")
    for key, names in (
        ("table.units", roles.units),
        ("table.weight", roles.weight),
        ("table.cost", roles.cost),
    ):
        _candidates(lines, key, names, survey)
    if draft.missing:
        say = "exclude" if draft.deferred else "last or exclude"
        todo = f"labelled rows have empty cells in {_counted(draft.missing)}; write {say}, or fill the cells, or leave the models out."
        lines.need("table.missing", quoted("exclude"), todo)
    if draft.unnamed:
        _classes(lines, draft)


def _no_labels(draft: Draft) -> str:
    """Return what was not taken for labels and why, in sentences."""
    roles, told = draft.roles, []
    if roles.answers:
        seem = "seems to hold what a model" if len(roles.answers) == 1 else "seem to hold what models"
        told.append(f" {_named(roles.answers)} {seem} said, which is no label of people.")
    if roles.perhaps:
        told.append(
            f" {_named(roles.perhaps)} may hold what a model said, by the numbers beside it: use it only if people said so."
        )
    if told:
        told.append(" If people's labels stand in a file of their own, name it with labels.")
    if roles.unlike:
        holds = "holds" if len(roles.unlike) == 1 else "hold"
        known = _named(draft.classes)
        told.append(
            f" {_named(roles.unlike)} {holds} no class that the models know ({known}): write them alike."
        )
    return "".join(told)


def _classes(lines: PlanLines, draft: Draft) -> None:
    """Ask for the classes of the arrays' columns: a wrong order would give wrong numbers without a word."""
    fits = draft.unnamed == len(draft.labels)
    counted = f"the arrays have {draft.unnamed:,} columns and there are {len(draft.labels):,} labels"
    todo = (
        f'{counted}: "sorted" if the columns are the labels as scikit-learn sorts them (model.classes_), else a file with one class a line.'
        if fits
        else f"{counted}: name a file with one class a line, in the order of the columns."
    )
    lines.need("table.classes", quoted("sorted" if fits else "classes.txt"), todo)


def _form(lines: PlanLines, form: TableForm, by_class: Collection[str]) -> None:
    """Write how the table is written, as far as it was said or guessed; ``by_class``: columns of models."""
    for name in ("separator", "decimal", "encoding", "sheet", "dialect", "annotator", "labels"):
        if getattr(form, name):
            lines.key(f"table.{name}", quoted(getattr(form, name)))
    if form.header:
        lines.key("table.header", str(form.header))
    if form.annotator:
        lines.maybe("table.adjudicator", quoted("chief"))
    if form.map:
        pairs = ", ".join(f"{quoted(theirs)} = {quoted(ours)}" for theirs, ours in form.map.items())
        about = "They add up to 1 in each row, and are called as the classes are."
        guessed = not {*form.map.values()}.isdisjoint(by_class)
        lines.key("table.map", f"{{ {pairs} }}", about if guessed else "")
    for name in ("empty", "long"):
        if getattr(form, name):
            lines.key(f"table.{name}", _list(*getattr(form, name)), _ABOUT_FORM[name])


def _positive(lines: PlanLines, draft: Draft) -> None:
    positive = draft.positive
    others = [name for name in draft.labels if name != positive.name]
    if draft.deferred:
        if len(draft.labels) == 2:
            lines.maybe("table.positive", _list(positive.name or positive.choices[0]), "")
    elif positive.name:
        why = "its scores are the higher ones" if draft.by_scores else "by its name"
        note = f"Guessed: {why}; the other label is {_named(others)}."
        lines.key("table.positive", _list(positive.name), note)
    else:
        known, choices = positive.choices, draft.roles.label.choices
        column = draft.survey.column(choices[0]) if choices else None
        choice = f"choose among {_named(known)}" if known else "write the label"
        if draft.survey.questions:
            choice += f"; items were asked about one at a time, and what is said here is of {clean(known[0])}"
        if column is not None and not known:
            known = column.different
            choice = (
                f"write the label; if {clean(column.name)} holds the labels, choose among {_named(known)}"
            )
        lines.need("table.positive", _list(known[0] if known else "idiom"), f"{choice}.")


def _splits(lines: PlanLines, draft: Draft) -> None:
    split = draft.roles.split
    if not split.name and not split.choices:
        if draft.deferred:
            lines.say(
                "No column of splits was found: cutoffs will be chosen and tested on the same items, by folds."
            )
        return
    _choose(lines, "table.split_column", split, "")
    column = draft.survey.column(split.name)
    if column is None:
        return
    counts = column.counts()
    lines.say(f"Splits: {_counted(counts)}.")
    roles = draft.roles
    parts = (
        (("table.validation", roles.validation), ("table.test", roles.test))
        if draft.deferred
        else (("table.split", roles.test),)
    )
    for key, name in parts:
        others = [other for other in counts if other != roles.validation] or list(counts)
        first = quoted(next((other for other in others if not is_training(other)), others[0]))
        if name and key == "table.split" and draft.n_unlabelled:
            lines.maybe(
                key,
                quoted(name),
                f"One split alone leaves the others out, their rows of your list too: {_named(counts)}.",
            )
        elif name:
            lines.key(key, quoted(name))
        elif key == "table.test":
            lines.need(key, first, f"choose among {_named(others)}.")
        else:
            lines.maybe(key, first, f"Choose among {_named(counts)}.")


def _choose(
    lines: PlanLines,
    key: str,
    guess: Guess,
    question: str,
    *,
    needed: bool = False,
    example: str = "",
    but: str = "",
) -> None:
    """Write a column where it is clear; else the choices, or an ``example`` where there are none.

    ``but``: what is to be said beside the choices.
    """
    if guess.name:
        lines.key(key, quoted(guess.name))
    elif guess.choices and not needed:
        lines.maybe(key, quoted(guess.choices[0]), f"Choose among {_named(guess.choices)}.")
    elif needed:
        choices = f": choose among {_named(guess.choices)}" if guess.choices else ""
        lines.need(key, quoted(guess.choices[0] if guess.choices else example), f"{question}{choices}.{but}")


COUNTED = 'unit = "type" below [entry]'
"""What has entries be types."""


def _candidates(lines: PlanLines, key: str, names: Sequence[str], survey: Survey) -> None:
    """Write columns that may have a role, with how many different texts each has; none is chosen."""
    if names:
        known = [(name, survey.column(name)) for name in names[:_N_NAMED]]
        told = [f"{clean(name)} ({len(column.different):,} different)" for name, column in known if column]
        lines.maybe(key, quoted(names[0]), f"Choose, or leave it so: {', '.join(told)}.")


def _scores(lines: PlanLines, draft: Draft) -> None:
    sure = [score for score in draft.scores if score.is_sure]
    for score in (*sure, *(score for score in draft.scores if not score.is_sure)):
        lines.section(
            "models", f"Values: {_range(draft.survey, score.column)}.", is_model=True, used=score.is_sure
        )
        if not score.is_sure:
            lines.ask_model(_is_score(score), needed=not sure)
        write = lines.key if score.is_sure else lines.maybe
        write("models.name", quoted(score.column))
        if score.half:
            lines.say(
                f"The probability of one of two labels. Where {clean(score.half)} is collected, name the column {clean(quoted(draft.survey.halves[score.half]))} instead."
            )
        if score.says:
            lines.key("models.says", quoted(score.says), _SAYS)
        _order(lines, score, write)
    for name in draft.spoilt:
        _spoilt(lines, draft.survey, name, needed=not draft.scores and name == draft.spoilt[0])
    if not draft.scores and not draft.spoilt:
        lines.section("models", is_model=True, used=False)
        why = "no column looks like a score; name one."
        if draft.made_with_labels:
            was = "was" if len(draft.made_with_labels) == 1 else "were"
            why = f"{_named(draft.made_with_labels)} {was} made with the labels and is no model; name a column with scores that know no label."
        if any(name.startswith("asreview_") for name in draft.survey.names):
            why += _NO_SCORES_OF_ASREVIEW
        lines.ask_model(why, needed=True)
        lines.maybe("models.name", quoted("p_model"))


def _spoilt(lines: PlanLines, survey: Survey, name: str, *, needed: bool) -> None:
    """Write a column of scores in which some cells hold no number, with the first of them."""
    column = survey.column(name)
    assert column is not None
    odd = column.filled & ~np.isfinite(column.values)
    first = int(odd.argmax())
    lines.section("models", f"Values: {_range(survey, name)}.", is_model=True, used=False)
    lines.ask_model(
        f"is {clean(name)} a model's score? No number stands in {column.n_odd:,} of its {column.n_filled:,} cells, the first time on line {survey.lines[first]:,} ({clean(quoted(column.names[column.codes[first]]))}): mend these first.",
        needed=needed,
    )
    lines.maybe("models.name", quoted(name))


_NO_SCORES_OF_ASREVIEW = (
    " ASReview exports none, and its model has seen the labels: let a model of your own score each record without having"
    " seen its label, as cross_val_predict of scikit-learn does, and add its scores as a column."
)
_SAYS = (
    "Its score is the probability of the label in this column. To let the model answer what it is sure of, write "
    "predicted and confidence with these two columns instead."
)


def _is_score(score: ScoreGuess) -> str:
    """Return the question whether a column is a model's score."""
    if not score.is_confidence:
        return "is this column a model's score?"
    of = f"what it says in {clean(score.of)}" if score.of else "whatever it says"
    said = clean(quoted(score.of or "COLUMN"))
    return f"is this a score for the label that is collected? It may be how sure a model is of {of}: if so, write predicted = {said} and confidence = {clean(quoted(score.column))} instead of a name alone."


def _order(lines: PlanLines, score: ScoreGuess, write: Callable[[str, str], None]) -> None:
    if score.is_rank and not score.lower:
        write("models.order", quoted("rank"))
    elif score.lower:
        opposite = "higher" if score.is_rank else "lower"
        ends = ("higher", "lower") if score.is_rank else ("lower", "higher")
        lines.maybe(
            "models.order",
            quoted(opposite),
            f"Choose: {ends[0]} numbers go with the positive label here; {ends[1]} ones are reviewed first now.",
        )
        if score.is_rank:
            lines.key("models.order", quoted("rank"))


def _classifier(lines: PlanLines, one: ClassifierGuess, draft: Draft) -> None:
    sure = not one.doubtful
    any_sure = any(not other.doubtful for other in draft.classifiers)
    if one.array is not None:
        told = f"An array of {one.array.n_columns:,} columns beside the table: {one.array.low:.6g} to {one.array.high:.6g}."
    elif one.by_class is not None:
        kind = "below 0 or above 1: decision values" if one.is_decision else "they add up to 1"
        if one.doubtful == "sums":
            kind = f"they do not add up to 1 in {one.by_class.n_off:,} of {one.by_class.n_rows:,} rows"
        told = (
            f"Classes: {_named(one.by_class.classes)}; numbers {kind}."
            if one.is_decision
            else f"Classes: {_named(one.by_class.classes)}; {kind}."
        )
    else:
        told = f"An answer and a confidence: {_range(draft.survey, one.confidence)}."
    lines.section("models", told, is_model=True, used=sure)
    if not sure:
        lines.ask_model(_DOUBTFUL[one.doubtful], needed=not any_sure)
    write = lines.key if sure else lines.maybe
    write("models.name", quoted(one.name))
    if one.array is not None:
        write("models.array", quoted(one.array.path))
    elif one.by_class is not None:
        key = "models.decision" if one.is_decision or one.doubtful == "sums" else "models.probabilities"
        write(key, quoted(one.by_class.prefix))
    else:
        write("models.predicted", quoted(one.predicted))
        write("models.confidence", quoted(one.confidence))


def _answerer(lines: PlanLines, one: AnswererGuess) -> None:
    """Write a column with the labels' values as a comment: only the user knows who answered, and for what price."""
    told = f"{clean(one.column)} holds labels too: the same as people's in {one.agrees:,} of {one.n_both:,} rows that have both, empty in {one.n_empty:,} labelled rows."
    if one.other_forms:
        told += f" {told_of_forms(one.other_forms)}: write both alike."
    lines.section("answerers", told, is_model=True, used=False)
    question = "did somebody or something answer there for a price, such as a language model, or a model that does not say how sure it is (price 0)? It is never people's label."
    question += f" Where its answers are there already, and the question is which of them people must look at: [[models]] with predicted = {quoted(one.column)} in place of [[answerers]]."
    lines.ask_model(question, needed=False)
    lines.maybe("answerers.name", quoted(one.column))
    if one.confidence:
        lines.maybe("answerers.confidence", quoted(one.confidence))
    if one.levels:
        note = "" if one.in_order else "Put these words in order."
        lines.maybe("answerers.levels", _list(*one.levels), note)
    if one.no_answer:
        lines.maybe("answerers.no_answer", _list(*one.no_answer))
    lines.maybe_all("answerers.price", "answerers.priced_on")


_DOUBTFUL: Mapping[str, str] = MappingProxyType(
    {
        "sums": "are these decision values? As probabilities they must add up to 1.",
        "classes": "other models know other classes; all must know the same.",
        "labels": "its classes are none of the labels; name them alike.",
        "range": "its confidence is not between 0 and 1; a probability is needed.",
        "scaling": "decision values need validation items, which turn them into probabilities; name their split.",
        "numbers": "are these class probabilities? They must be between 0 and 1 and add up to 1.",
        "same": "the columns by class seem to be the same model.",
    }
)


def _money(lines: PlanLines, draft: Draft) -> None:
    lines.section("cost")
    lines.maybe_all("cost.currency", "cost.per_item", "cost.hourly_rate", "cost.seconds_per_item")
    if draft.roles.units:
        lines.maybe_all("cost.per_unit")
    lines.maybe_all("cost.annotators")
    if not draft.deferred:
        lines.maybe_all("cost.contingency", "cost.ranges")
    if draft.deferred:
        lines.section("answers")
        key = "answers.error_weight"
        lines.need(
            key,
            EXAMPLES[key],
            "the price of a wrong answer, in right ones.",
        )
        lines.maybe("answers.unit", '"money"', "In place of error_weight answers may be valued in money:")
        lines.maybe_all("answers.right", "answers.wrong")
        lines.maybe("answers.review_cost", EXAMPLES["answers.review_cost"], "Give this or [cost], not both.")
    else:
        lines.section("entry")
        lines.maybe_all("entry.value")
    lines.section("goal")
    joint = "With a budget it is also planned which of the items left to people they review."
    lines.maybe("goal.budget", EXAMPLES["goal.budget"], joint if draft.deferred else "")
    if not draft.deferred:
        lines.maybe_all("goal.target")
    _quota(lines, draft)
    if not draft.n_unlabelled:
        lines.section("list")
        lines.maybe_all("list.size")


def _quota(lines: PlanLines, draft: Draft) -> None:
    """Write, where items are ranked, the columns of which so many entries of each may be wanted."""
    roles, survey = draft.roles, draft.survey
    seen = dict.fromkeys(filter(None, (roles.domain.name, *roles.domain.choices, *roles.group)))
    columns = [survey.column(name) for name in seen]
    names = [one.name for one in columns if one and 1 < len(one.different) <= MOST_CHOICES]
    if draft.deferred or not names:
        return
    lines.section("quota")
    _candidates(lines, "quota.by", names, survey)
    lines.maybe_all("quota.minimum", "quota.sure")


def _list(*texts: str) -> str:
    return f"[{', '.join(map(quoted, texts))}]"


def _named(names: Iterable[str]) -> str:
    every = [clean(name) for name in names]
    more = f" and {len(every) - _N_NAMED:,} more" if len(every) > _N_NAMED else ""
    return ", ".join(every[:_N_NAMED]) + more


def _counted(counts: Mapping[str, int]) -> str:
    return _named(f"{name} ({n:,})" for name, n in counts.items())


def _range(survey: Survey, name: str) -> str:
    column = survey.column(name)
    assert column is not None
    return f"{column.numbers.min():.6g} to {column.numbers.max():.6g}"
