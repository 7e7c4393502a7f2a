"""Guesses a plan from a table: what its columns are, which of them are models, and what nobody can guess."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Literal

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.core.path import auc
from budgetplan.lists.likeness import is_reversed
from budgetplan.preflight.column_roles import (
    CALLED,
    WORDS,
    Guess,
    Roles,
    beside_numbers,
    beside_scores,
    called_as_ids,
    called_as_rows,
    goes_with_labels,
    guess_answerers,
    is_confidence,
    is_sure_of_any,
    made_with_labels,
    winners,
)
from budgetplan.preflight.surveyed import ArrayBeside, ClassColumns, Column, Survey

_TOLD_BY_TOOL = ".predicted"
"""How columns end that are made of the predictions in a tool's export."""

CLEAR_AUC = 0.6
"""From here on all scores must speak for one label, so that it is taken for the one they look for."""

Doubtful = Literal["", "sums", "classes", "labels", "range", "same", "scaling", "numbers"]
"""Why a classifier is no safe guess; empty where it is one."""


@dataclass(frozen=True)
class ScoreGuess:
    """A column of scores; ``lower``: lower ones seem better; ``is_sure``: it is certainly a model.

    ``is_confidence``: it may say how sure a model is of whatever it says, in the column ``of`` where that is known.
    ``says``: the column with the one of two labels that it is the probability of. ``half``: the class of the other
    column, where the two add up to 1.
    """

    column: str
    is_sure: bool
    is_rank: bool = False
    lower: bool = False
    is_confidence: bool = False
    of: str = ""
    says: str = ""
    half: str = ""


@dataclass(frozen=True)
class ClassifierGuess:
    """A classifier: columns by class, a column with its answer and one with its confidence, or an array file."""

    name: str
    by_class: ClassColumns | None = None
    predicted: str = ""
    confidence: str = ""
    doubtful: Doubtful = ""
    array: ArrayBeside | None = None

    @property
    def is_decision(self) -> bool:
        """Whether its numbers are no probabilities: below 0 or above 1."""
        return self.by_class is not None and (self.by_class.low < 0 or self.by_class.high > 1)


class Draft:
    """What can be guessed from a table alone.

    Attributes
    ----------
    survey, roles
        The table and its columns.
    labels
        How many rows have each label; empty where the label column is not clear.
    positive
        The label that is collected, or the choices.
    by_scores
        Whether ``positive`` was guessed from the scores rather than from the labels' names.
    n_unlabelled
        Rows without a label.
    scores, classifiers
        Models.
    missing
        By column of a model that is sure, or of all where none is: how many labelled rows in use have nothing
        there.
    classes
        Classes that models know, in the order of the columns.
    made_with_labels
        Columns of numbers that were made with the labels, so that they are no models.
    passed_over
        Columns of scores that are not used, since other models answer.
    answerers
        Columns beside the labels with the labels' values.
    spoilt
        Columns of scores in which some cells hold no number.
    """

    def __init__(self, survey: Survey) -> None:
        """Guess what the columns of a table are, and which of them are models."""
        self.survey = survey
        pairs = _pairs(survey)
        stated = {name for group in survey.by_class for name in group.columns}
        stated |= {name for pair in pairs for name in (pair.predicted, pair.confidence)}
        stated |= {*survey.models}
        self.classes = _known_classes(survey, pairs)
        won = winners(survey)
        self.roles = roles = Roles(survey, frozenset(stated), self.classes, {*won, *beside_numbers(survey)})
        label = roles.label_column
        self.labels = {} if label is None else label.counts()
        n_tied = 0 if label is None else survey.n_tied.get(label.name, 0)
        self.n_unlabelled = 0 if label is None else survey.n_rows - label.n_filled - n_tied
        self.answerers = guess_answerers(survey, label, {*stated, *roles.taken})
        told = ((answerer.column, answerer.confidence, *answerer.paid.values()) for answerer in self.answerers)
        answered = {*chain(*told)}
        no_groups = {*answered, *won, *beside_scores(survey)}
        # What models say is nothing that items share.
        roles.group = tuple(name for name in roles.group if name not in no_groups)
        others = {*roles.taken, *roles.label.choices, *stated, *answered}
        spoilt = (each for each in survey.columns if 0 < each.n_odd < len(each.numbers) and each.name not in others)
        self.spoilt = tuple(each.name for each in spoilt if (each.numbers != np.rint(each.numbers)).any())
        free = _free(survey, roles.taken)
        self.made_with_labels = tuple(column.name for column in free if made_with_labels(column, label))
        free = [column for column in free if column.name not in {*self.made_with_labels, *answered}]
        scores = self._scores(free, {sure: answer for answer, sure in won.items()})
        classifiers, arrays = self._classifiers(pairs), self._arrays()
        # A file beside a table may have nothing to do with it, unless it looks like what is missing.
        no_score = not any(score.is_sure for score in scores) and not all(array.doubtful for array in arrays)
        if classifiers or not scores or no_score:
            classifiers += arrays
        if two := self._of_two_labels(classifiers, scores, won):
            scores, classifiers = [score for score in scores if not score.is_confidence], []
            scores += [score for score in two if not _known_already(survey, score, scores)]
        self.classifiers = tuple(classifiers)
        unused = [score.column for score in scores if classifiers and score.is_sure and score.column not in stated]
        self.passed_over = tuple(unused)
        scores = [] if classifiers else scores
        self.positive, self.by_scores = self._positive(scores)
        self.scores = tuple(replace(score, lower=self._seems_lower(score)) for score in scores)
        self.missing = self._missing()

    @property
    def unnamed(self) -> int:
        """How many columns the arrays have whose classes no file names; 0 where there is no such array."""
        arrays = [classifier.array for classifier in self.classifiers if not classifier.doubtful]
        return max((array.n_columns for array in arrays if array is not None and not array.classes), default=0)

    @property
    def deferred(self) -> bool:
        """Whether the models classify, so that their answers may be accepted."""
        return bool(self.classifiers)

    def _scores(self, free: Sequence[Column], answer: Mapping[str, str]) -> list[ScoreGuess]:
        """Return the columns of numbers that are, or may be, scores; of two that add up to 1 that of the rarer label alone.

        ``free``: those that nothing else is known of. ``answer``: by column that may say how sure a model is, the one with
        what it says.
        """
        scores, label, survey = list[ScoreGuess](), self.roles.label_column, self.survey
        for column in free:
            called = CALLED["score"].fullmatch(column.name.casefold()) is not None
            is_called, is_rank = called or column.name in survey.models, _is_rank(column)
            # Numbers of rows in another order are places of a queue as well, so that the labels must agree.
            is_queue = is_rank and ("rank" in column.name.casefold() or goes_with_labels(column, label))
            n_classes = 0 if label is None else label.n_different
            sure_of_any = column.name in answer or is_confidence(column, n_classes)
            if is_called or is_rank or not column.is_whole:
                of = answer.get(column.name, "")
                is_sure = (is_called or is_queue) and not sure_of_any
                scores.append(ScoreGuess(column.name, is_sure, is_rank, is_confidence=sure_of_any, of=of))
        if not (halves := survey.halves):
            return scores
        # What is collected is mostly rare.
        name, other = sorted(halves, key=lambda label: (_says_no(label), self.labels.get(label, 0), label))
        half = ScoreGuess(halves[name], is_sure=bool(self.labels), half=other)
        return [half, *(score for score in scores if score.column not in halves.values())]

    def _classifiers(self, pairs: Sequence[ClassifierGuess]) -> list[ClassifierGuess]:
        """Return all classifiers of the table with what speaks against each."""
        survey, roles, classifiers = self.survey, self.roles, list[ClassifierGuess]()
        scaled = roles.validation and roles.labelled(roles.validation).any()
        short = [_short(group.prefix) for group in survey.by_class]
        for group, name in zip(survey.by_class, short, strict=True):
            classifier = ClassifierGuess(name if short.count(name) == 1 else group.prefix, group)
            off: Doubtful = "sums" if group.n_off else ""
            if classifier.is_decision:
                off = "" if scaled else "scaling"
            classifiers.append(replace(classifier, doubtful=self._unlike(group.classes) or off))
        known = {name for guess in classifiers if guess.by_class for name in (guess.name, guess.by_class.prefix)}
        for pair in pairs:
            sure = survey.by_name[pair.confidence].numbers
            if pair.name in known:
                classifiers.append(replace(pair, name=f"{pair.name} answers", doubtful="same"))
            elif self.labels and self.labels.keys().isdisjoint(survey.by_name[pair.predicted].different):
                classifiers.append(replace(pair, doubtful="labels"))
            else:
                classifiers.append(replace(pair, doubtful="range" if sure.min() < 0 or sure.max() > 1 else ""))
        return classifiers

    def _arrays(self) -> list[ClassifierGuess]:
        """Return the arrays beside the table as classifiers, with what speaks against each."""
        guesses = []
        for array in self.survey.arrays:
            doubtful: Doubtful = "numbers" if array.low < 0 or array.n_off else ""
            if array.classes and not doubtful:
                doubtful = self._unlike(array.classes)
            guesses.append(ClassifierGuess(_short(Path(array.path).stem), doubtful=doubtful, array=array))
        return guesses

    def _unlike(self, classes: Sequence[str]) -> Doubtful:
        """Return why classes are no safe guess: other models know others, or they are none of the labels."""
        if {*classes} != {*self.classes}:
            return "classes"
        return "labels" if self.labels and self.labels.keys().isdisjoint(classes) else ""

    def _of_two_labels(
        self, classifiers: Sequence[ClassifierGuess], scores: Sequence[ScoreGuess], answers: Mapping[str, str]
    ) -> list[ScoreGuess]:
        """Return, where models say one of two labels and how sure they are of it, their scores; else nothing.

        Tools export what models predict beside scores, and reviewing in an order asks less of the user than letting a model
        answer, which the draft names as another way. ``answers``: columns that may be a model's answers with the one that
        says how sure it is.
        """
        if len({*self.classes, *self.labels}) != 2:
            return []
        if classifiers:
            # Of two labels what is likelier is at least a half.
            likely = {column.name for column in self.survey.columns if is_sure_of_any(column, 2)}
            told = [guess for guess in classifiers if guess.predicted.endswith(_TOLD_BY_TOOL) and not guess.doubtful]
            sure = [(guess.confidence, guess.predicted) for guess in told if guess.confidence in likely]
            two_columns = sure if len(sure) == len(classifiers) else []
        else:
            two_columns = [(score.column, score.of) for score in scores if score.is_confidence and score.of in answers]
        return [ScoreGuess(column, is_sure=True, says=says) for column, says in two_columns]

    def _positive(self, scores: Sequence[ScoreGuess]) -> tuple[Guess, bool]:
        """Return the label that is collected, and whether the scores say so; the choices by rarity."""
        labels = self.labels
        if self.survey.questions or not labels:
            return Guess(choices=self.survey.questions), False
        # What is collected is mostly rare, and no label that says "no" or "I don't know".
        rarest = tuple(sorted(labels, key=lambda name: (_says_no(name), labels[name], name)))
        if len(labels) != 2:
            affirmed = [name for name in rarest if name.casefold() in WORDS["affirmative"]]
            plain = affirmed and all(_says_no(name) for name in {*labels} - {*affirmed})
            return (Guess(affirmed[-1]) if plain else Guess(choices=rarest)), False
        first, other = sorted(labels)
        collected = [name for name, opposite in ((other, first), (first, other)) if _negates(opposite, name)]
        sure = (score for score in scores if score.is_sure and not score.says)
        areas = np.nan_to_num([auc(*self._judged(score, other)) for score in sure] or [0.5], nan=0.5)
        for_one, for_other = bool(areas.max() <= 1 - CLEAR_AUC), bool(areas.min() >= CLEAR_AUC)
        # 0 says "no", unless it is the number of a class, and all scores speak for it.
        if for_one and (first, other) == ("0", "1"):
            return Guess(choices=rarest), False
        if len(collected) == 1:
            return Guess(collected[0]), False
        if for_one or for_other:
            return Guess(first if for_one else other), True
        return Guess(choices=rarest), False

    def _seems_lower(self, score: ScoreGuess) -> bool:
        """Return whether lower scores seem better, where it is known what is collected."""
        wanted = self.positive.name
        return bool(wanted) and not score.says and is_reversed(*self._judged(score, wanted))

    def _judged(self, score: ScoreGuess, positive: str) -> tuple[FloatArray, BoolArray]:
        """Return the scores of labelled rows of the test split, higher first, and which of them are positive."""
        label, values = self.survey.by_name[self.roles.label.name], self.survey.by_name[score.column].values
        used = self.roles.labelled(self.roles.test) & np.isfinite(values)
        return (-values if score.is_rank else values)[used], label.texts.holds(positive)[used]

    def _missing(self) -> dict[str, int]:
        """Count labelled rows in use that have nothing in a column of a sure model, or of any where none is sure."""
        scores, classifiers, roles = self.scores, self.classifiers, self.roles
        any_sure = any(score.is_sure for score in scores) or any(not classifier.doubtful for classifier in classifiers)
        names = [score.column for score in scores if score.is_sure or not any_sure]
        for guess in classifiers:
            if guess.array is None and (not guess.doubtful or not any_sure):
                names += guess.by_class.columns if guess.by_class else (guess.predicted, guess.confidence)
        used = roles.labelled(roles.test)
        if classifiers and roles.validation:
            used = used | roles.labelled(roles.validation)
        columns = (column for column in self.survey.columns if column.name in names)
        counts = {column.name: int((used & ~column.filled).sum()) for column in columns}
        return {name: n for name, n in counts.items() if n}


def _known_classes(survey: Survey, pairs: Sequence[ClassifierGuess]) -> tuple[str, ...]:
    """Return the classes that models know: by their columns, else by their answers, else by files beside arrays."""
    if survey.by_class:
        return tuple(dict.fromkeys(survey.by_class[0].classes))
    answers = [survey.column(pair.predicted) for pair in pairs]
    classes = tuple(dict.fromkeys(name for column in answers if column for name in column.different))
    return classes or next((array.classes for array in survey.arrays if array.classes), ())


def _known_already(survey: Survey, score_guess: ScoreGuess, scores: Sequence[ScoreGuess]) -> bool:
    """Return whether the score of one of two labels, turned round where the other is said, is a column itself."""
    sure, label = survey.by_name[score_guess.column].values, survey.by_name[score_guess.says]
    is_number = np.isfinite(sure)
    return any(
        np.allclose(turned[is_number], survey.by_name[score.column].values[is_number], rtol=0, atol=1e-6)
        for turned in (np.where(label.texts.holds(name), sure, 1 - sure) for name in label.different)
        for score in scores
        if score.is_sure
    )


def _pairs(survey: Survey) -> tuple[ClassifierGuess, ...]:
    """Return columns with an answer and a confidence that are named alike."""

    def matched(pattern: re.Pattern[str]) -> dict[str, Column]:
        matches = [(pattern.fullmatch(column.name), column) for column in reversed(survey.columns)]
        by_name = {(match[1] or match[2] or "").casefold(): column for match, column in matches if match}
        return dict(reversed(by_name.items()))

    predicted, confidence = matched(CALLED["predicted"]), matched(CALLED["confidence"])
    return tuple(
        ClassifierGuess(name or "model", None, column.name, confidence[name].name)
        for name, column in predicted.items()
        if name in confidence and confidence[name].is_number and column.n_different < survey.n_rows
    )


def _short(prefix: str) -> str:
    """Return the name of a model from the beginning of its columns.

    >>> _short("p_rf"), _short("forest")
    ('rf', 'forest')
    """
    return re.sub(r"^(p|d|prob|proba)[_\-. ](?=.)", "", prefix)


def _free(survey: Survey, taken: Collection[str]) -> list[Column]:
    """Return the columns of numbers that have no role of their own and do more than number the rows."""
    free = [column for column in survey.columns if column.is_number and column.name not in taken]
    free = [column for column in free if len(np.unique(column.numbers)) > 2]
    return [column for column in free if column.name in survey.models or not _numbers_rows(column)]


def _numbers_rows(column: Column) -> bool:
    """Return whether a column only says which row or item it is: called so, or 1, 2, 3 and so on from the top."""
    if called_as_ids([column]) or (column.is_whole and called_as_rows(column.name)):
        return True
    # Numbers near the greatest ones would have an infinite difference.
    values = np.clip(column.values, -1e15, 1e15)
    # Mostly the first ones tell that they do not count.
    counts = (np.array_equal(some - some[0], np.arange(len(some))) for some in (values[:100], values))
    return "rank" not in column.name.casefold() and all(counts)


def _is_rank(column: Column) -> bool:
    """Return whether the numbers are places in a queue: 1, 2, 3 and so on, or so named from 1 on."""
    if not column.is_whole or column.numbers.min() < 1:
        return False
    different = np.unique(column.numbers)
    return bool(len(different) == len(column.numbers) == different.max()) or "rank" in column.name.casefold()


def _says_no(name: str) -> bool:
    return name.casefold() in WORDS["negative"] + WORDS["undecided"]


def _negates(name: str, opposite: str) -> bool:
    """Return whether a label says that an item is not what another says.

    >>> _negates("other", "idiom"), _negates("not_idiom", "idiom"), _negates("idiom", "literal")
    (True, True, False)
    """
    lower, against = name.casefold(), opposite.casefold()
    negated = re.compile(rf"(not|non|no|un)[_\-. ]?{re.escape(against)}")
    return lower in WORDS["negative"] or negated.fullmatch(lower) is not None
