"""A table as it stands, before anybody has said what its columns are, and a plan that is guessed from it.

What its columns are (labels, ids, splits, sizes, groups, answers), which of them are models, whether a row is an item, and
what nobody can guess. The words and patterns of ``names.toml`` say how columns and their texts are called.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.path import auc, auc_by_chance
from budgetplan.dataset.arrays import n_off_one
from budgetplan.domain.messages import Message
from budgetplan.lists.likeness import agrees_beyond_chance, is_reversed
from budgetplan.tables.cells import Texts, to_numbers
from budgetplan.tables.columns import PERSON
from budgetplan.tables.labels import in_other_capitals, may_be_nothing

MOST_CHOICES = 20
"""A column of texts without a telling name may be labels, splits or the like where it has no more different ones."""

MOST_LABELS = 200
"""More different texts than this are no labels, unless models know them as classes."""


@dataclass(frozen=True, eq=False)
class Column:
    """One column, as texts and as numbers.

    Attributes
    ----------
    name
        Its name in the header.
    texts
        Its cells as texts; those of numbers are made where somebody asks for them.
    values
        Shape (n,): numbers, NaN where a cell is empty or no finite number.
    n_odd
        How many cells are neither empty nor a number.
    single
        Whether the numbers are of single precision.
    """

    name: str
    texts: Texts
    values: FloatArray
    n_odd: int
    single: bool = False

    @property
    def codes(self) -> IntArray:
        """Shape (n,): position of each cell's text in ``names``."""
        return self.texts.codes

    @property
    def names(self) -> Sequence[str]:
        """The texts as they appear; empty cells are ""."""
        return self.texts.names

    @cached_property
    def filled(self) -> BoolArray:
        """Shape (n,): which cells hold something."""
        return ~self.texts.empty

    @cached_property
    def n_filled(self) -> int:
        """How many cells hold something."""
        return int(self.filled.sum())

    @cached_property
    def different(self) -> tuple[str, ...]:
        """The texts that occur, sorted, without the empty one."""
        return tuple(sorted(name for name in self.names if name))

    @property
    def n_different(self) -> int:
        """How many texts occur but for the empty one: sorting them takes long where each row has its own."""
        return self.texts.n_different

    @property
    def is_number(self) -> bool:
        """Whether every cell that holds something holds a number, and there is one."""
        return self.n_odd == 0 and bool(np.isfinite(self.values).any())

    @cached_property
    def is_whole(self) -> bool:
        """Whether all of it are whole numbers."""
        numbers = self.numbers
        return self.is_number and bool((numbers == np.rint(numbers)).all())

    @cached_property
    def numbers(self) -> FloatArray:
        """The numbers, without empty cells."""
        is_number = np.isfinite(self.values)
        return self.values if is_number.all() else self.values[is_number]

    def counts(self, among: BoolArray | None = None) -> dict[str, int]:
        """Return how many rows have each text, in the order of the texts, without the empty one."""
        return dict(sorted(self.texts.counts(among).items()))


@dataclass(frozen=True)
class ClassColumns:
    """Columns of one beginning with a column for each class, such as p_rf:hate and p_rf:neither; or an array beside a table.

    ``prefix``: how they begin, or the path of the array's file. ``classes``: their names, where they are known.
    ``low``, ``high``: smallest and greatest number in them. ``n_off``: rows with a number in every column that
    do not add up to 1, beyond what rounding explains; ``n_rows``: rows with a number in every column.
    """

    prefix: str
    classes: tuple[str, ...]
    columns: tuple[str, ...]
    low: float
    high: float
    n_off: int
    n_rows: int


@dataclass(frozen=True, eq=False)
class Survey:
    """All columns of a table, in their order, and those that belong together.

    ``messages``: how the file was read. ``lines``: shape (n,), where the rows begin. ``models``:
    names of columns that are scores of models, as a long table says. ``arrays``: files beside the table that may
    be models. ``label``, ``ids``: the columns with the labels and with the items' names, where the table itself
    tells. ``n_tied``: by column, how many items people have judged without agreeing. ``header``: its line, where others
    above it are left out. ``questions``: labels that items were asked about one at a time; what is said here is of the first.
    ``halves``: by class, the columns
    of two that add up to 1, as probabilities of two classes do.
    """

    path: str
    columns: tuple[Column, ...]
    by_class: tuple[ClassColumns, ...]
    lines: IntArray
    messages: tuple[Message, ...] = ()
    models: tuple[str, ...] = ()
    arrays: tuple[ClassColumns, ...] = ()
    label: str = ""
    ids: str = ""
    n_tied: Mapping[str, int] = field(default_factory=dict)
    header: int = 0
    questions: tuple[str, ...] = ()
    halves: Mapping[str, str] = field(default_factory=dict)

    @property
    def n_rows(self) -> int:
        """Number of rows below the header."""
        return len(self.lines)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns."""
        return tuple(column.name for column in self.columns)

    def column(self, name: str) -> Column | None:
        """Return a column, or None where there is none of this name."""
        return self.by_name.get(name)

    @cached_property
    def by_name(self) -> dict[str, Column]:
        """The columns by their names."""
        return {column.name: column for column in reversed(self.columns)}


_FILE = tomllib.loads(Path(__file__).with_name("names.toml").read_text(encoding="utf-8"))

WORDS: dict[str, tuple[str, ...]] = {name: tuple(words) for name, words in _FILE["words"].items()}
"""Whole names."""
CALLED = {name: re.compile("".join(parts), re.IGNORECASE) for name, parts in _FILE["patterns"].items()}
"""What names are like."""
BESIDE = {
    name: re.compile(rf"(.*?)[_\-. ]?(?:{''.join(parts)})[_\-. ]?(.*)", re.IGNORECASE)
    for name, parts in _FILE["beside"].items()
}
"""How columns are called that stand beside another: as that one is, with one of these words."""
DEGREES = {word: place for place, words in enumerate(_FILE["degrees"]["words"]) for word in words}
"""How sure words say that somebody is: 0 for the least."""

_BY_ACCIDENT = 100
"""In how many orders rows must be able to stand before one of them is no accident."""

MADE_WITH_LABELS = "asreview_ranking"
"""Records that were included come first in it, then those that nobody judged, then the excluded ones."""


def called_as_answers(name: str) -> bool:
    """Return whether a column is called as the answers of a model are: they are never people's labels.

    >>> [called_as_answers(name) for name in ("prediction.predicted", ".pred_class", "y_pred", "PredictedLabel")]
    [True, True, True, True]
    >>> [called_as_answers(name) for name in ("llm_label", "gpt4", "modelLabel", "predicate", "gold", "modality")]
    [True, True, True, False, False, False]
    """
    words = re.split(r"[\W_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).casefold())
    is_called = not {*WORDS["answers"]}.isdisjoint(words) or words[-2:] == ["y", "hat"]
    return is_called or any(CALLED["model_word"].fullmatch(word) for word in words)


def called_as_rows(name: str) -> bool:
    """Return whether a column is called as the numbers of rows are.

    >>> [called_as_rows(name) for name in ("rowIndex", ".row", "Unnamed: 0", "...1", "rank", "p_1")]
    [True, True, True, True, False, False]
    """
    return re.sub(r"[\W_]+", "", name).casefold() in WORDS["rows"]


def winners(survey: Survey) -> dict[str, str]:
    """Return columns that may be a model's answers with the column that says how sure it is, by their names.

    Programs write the likelier class as ``label`` and its probability as ``score``. The probability of the
    likelier of k classes is at least 1/k, and that of a label which is looked for seldom is.
    """
    by_stem = {_stem(BESIDE["sure"], column.name): column for column in survey.columns}
    winning = {}
    for column in survey.columns:
        stem = _stem(BESIDE["told"], column.name)
        sure = None if stem is None else by_stem.get(stem)
        if sure is None or sure is column or not 2 <= column.n_different <= MOST_CHOICES:
            continue
        alone = {*survey.names} == {column.name, sure.name}
        if is_sure_of_any(sure, column.n_different) or (alone and _is_share(sure)):
            winning[column.name] = sure.name
    return winning


def beside_numbers(survey: Survey) -> set[str]:
    """Return columns beside which stand numbers that models have: a score, tokens or a price of the same name.

    What a call of a language model took belongs to every column that may be its answer, whatever that is called.
    """
    beside = beside_scores(survey, BESIDE["numbers"])
    if any(CALLED["call"].search(column.name) for column in survey.columns if column.is_number):
        called = {name for name in survey.names if CALLED["any_label"].search(name)}
        beside |= {name for name in called if not CALLED["people"].search(name)}
    return beside


def beside_scores(survey: Survey, pattern: re.Pattern[str] = BESIDE["sure"]) -> set[str]:
    """Return columns that are called as a score, or what ``pattern`` says, is but for that word: what a model says."""
    stems = {_stem(pattern, column.name) for column in survey.columns if column.is_number} - {None, ""}
    return {name for name in survey.names if not stems.isdisjoint((name.casefold(), _stem(BESIDE["told"], name)))}


def _stem(pattern: re.Pattern[str], name: str) -> str | None:
    match = pattern.fullmatch(name)
    return None if match is None else (match[1] + match[2]).casefold()


def is_sure_of_any(column: Column, n_classes: int) -> bool:
    """Return whether numbers can be the probability of the likeliest class: none below 1 / ``n_classes``."""
    # A tenth is left for rounding.
    return _is_share(column) and n_classes > 1 and bool(column.numbers.min() >= 0.9 / n_classes)


def is_confidence(column: Column, n_classes: int) -> bool:
    """Return whether a column is called a confidence and can be one in whatever class is the likeliest."""
    return called_as_confidence(column.name) and is_sure_of_any(column, n_classes)


def called_as_confidence(name: str) -> bool:
    """Return whether a column is called as confidences are.

    >>> [called_as_confidence(name) for name in ("bert.confidence", "conf_m", "p_m", "confused")]
    [True, True, False, False]
    """
    return not {"conf", "confidence", "confidences"}.isdisjoint(re.split(r"[\W_]+", name.casefold()))


def _is_share(column: Column) -> bool:
    return column.is_number and 0 <= float(column.numbers.min()) <= float(column.numbers.max()) <= 1


def made_with_labels(column: Column, label: Column | None) -> bool:
    """Return whether numbers were made with the labels: rows that nobody judged stand between two kinds of labels.

    Scores that were made before anybody judged do that by accident alone: all n rows that nobody judged stand in
    the one gap among the m judged ones in 1 of (n + m over n) orders. With few rows that says nothing.
    """
    if column.name.casefold() == MADE_WITH_LABELS:
        return True
    if label is None:
        return False
    is_number = np.isfinite(column.values)
    unjudged = column.values[is_number & ~label.filled]
    judged = is_number & label.filled
    n, n_judged = len(unjudged), int(judged.sum())
    n_orders = math.lgamma(n + n_judged + 1) - math.lgamma(n + 1) - math.lgamma(n_judged + 1)
    if not n or n_orders < math.log(_BY_ACCIDENT):
        return False
    low, high = column.values < unjudged.min(), column.values > unjudged.max()
    sides = [(bool(low[rows].all()), bool(high[rows].all())) for rows in _by_label(label, judged)]
    return (True, False) in sides and (False, True) in sides and all(side or other for side, other in sides)


def _by_label(label: Column, among: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Sequence[np.ndarray]:
    codes = np.unique(label.codes[among]).tolist()
    return [np.asarray(among & (label.codes == code)) for code in codes] if len(codes) <= MOST_CHOICES else []


def goes_with_labels(column: Column, label: Column | None) -> bool:
    """Return whether numbers go with some label beyond three standard errors of chance, in either direction."""
    if label is None:
        return False
    judged = np.isfinite(column.values) & label.filled
    values = column.values[judged]
    for rows in _by_label(label, judged):
        is_one = rows[judged]
        n_one, n_other = int(is_one.sum()), int((~is_one).sum())
        if n_one and n_other and abs(auc(values, is_one) - 0.5) > 3 * auc_by_chance(n_one, n_other):
            return True
    return False


class Family(NamedTuple):
    """Columns with the probability of a class each.

    ``model``: what the model may be called. ``by_class``: the column of each class.
    """

    model: str
    by_class: dict[str, str]


def find_family(columns: Sequence[Column]) -> Family | None:
    """Return the columns that are probabilities of classes: together 1 in every row, and called as the classes are.

    The classes are the texts of another column, such as the labels; where there is none, all columns of shares must
    add up to 1.

    Examples
    --------
    >>> from budgetplan.tables.cells import Texts
    >>> def column(name, values):
    ...     numbers = np.array(values, dtype=float) if not isinstance(values[0], str) else np.full(len(values), np.nan)
    ...     names, codes = np.unique(np.array([str(one) for one in values]), return_inverse=True)
    ...     return Column(name, Texts(codes, tuple(names.tolist())), numbers, int(np.isnan(numbers).sum()))
    >>> p = [column(".pred_no", [0.25, 0.5]), column(".pred_yes", [0.75, 0.5])]
    >>> find_family([*p, column("truth", ["yes", "no"])])
    Family(model='model', by_class={'no': '.pred_no', 'yes': '.pred_yes'})
    >>> find_family([column("no", [0.25, 0.4]), column("truth", ["yes", "no"])]) is None
    True
    """
    shares = {column.name: column for column in columns if (":" not in column.name and _is_share(column))}
    texts = [column for column in columns if not column.is_number and 2 <= column.n_different <= MOST_CHOICES]
    for names in dict.fromkeys(column.different for column in texts):
        # What stands before the name of a class is the end of a word.
        before = [share.removesuffix(names[0]) for share in shares if share.endswith(names[0])]
        for prefix in sorted((head for head in before if not head or not head[-1].isalnum()), key=len):
            by_class = {name: prefix + name for name in names}
            if {*by_class.values()} <= {*shares} and _adds_up([shares[name] for name in by_class.values()]):
                return Family(_called(prefix), by_class)
    if len(shares) < 2 or texts or not _adds_up([*shares.values()]):
        return None
    # How all names begin, up to a sign between words: the beginning of the first comes again behind the sign that parts two.
    match = re.match(r"(.*[\W_]).*\0\1", f"{min(shares)}\0{max(shares)}", re.DOTALL)
    prefix = match[1] if match else ""
    return Family(_called(prefix), {name.removeprefix(prefix): name for name in shares})


def _adds_up(columns: Sequence[Column]) -> bool:
    n_off, n_rows = n_off_one(np.column_stack([column.values for column in columns]))
    return n_rows > 0 and not n_off


def _called(prefix: str) -> str:
    """Return what a model may be called whose columns begin so.

    >>> _called(".pred_"), _called(""), _called("rf_prob_")
    ('model', 'model', 'rf')
    """
    no_names = {"", "pred", "p", "prob", "proba", "probability", "score"}
    return "_".join(word for word in re.split(r"[\W_]+", prefix) if word.casefold() not in no_names) or "model"


_MOSTLY = 0.9
"""So much of a column must be labels, so that the rest may say that there was no answer."""
_MOST_WORDS = 10


@dataclass(frozen=True)
class AnswererGuess:
    """A column that may be an answerer's.

    Attributes
    ----------
    column
        Its name.
    agrees, n_both
        Of so many rows that have a label and an answer, in how many both are the same.
    n_empty
        Labelled rows in which it is empty.
    no_answer
        Texts in it that are no label.
    confidence, levels
        The column that says how sure it is, if there is one; and its words, the least sure first, if it has words.
    in_order
        Whether the order of these words is known.
    other_forms
        Texts in it that differ from labels in capitals alone, with the label of each.
    paid
        The columns that say what each answer cost, by the key of an answerer: price, tokens_in, tokens_out.
    """

    column: str
    agrees: int
    n_both: int
    n_empty: int
    no_answer: tuple[str, ...] = ()
    confidence: str = ""
    levels: tuple[str, ...] = ()
    in_order: bool = True
    other_forms: Mapping[str, str] = field(default_factory=dict)
    paid: Mapping[str, str] = field(default_factory=dict)


def guess_answerers(survey: Survey, label: Column | None, taken: Collection[str]) -> tuple[AnswererGuess, ...]:
    """Return the columns that hold the labels' values beside the column with the labels.

    ``taken``: names of columns that are something else. Where labels are numbers, other columns of numbers may
    happen to hold the same, so that they must go with the labels beyond three standard errors of chance.
    """
    if label is None:
        return ()
    labels, answerers = {*label.different}, []
    for column in survey.columns:
        if column.name == label.name or column.name in taken or not column.n_filled:
            continue
        if column.n_different > max(MOST_LABELS, 3 * len(labels)):
            continue  # each of its texts would be compared with each label
        counts = column.counts()
        forms = in_other_capitals(counts, labels)
        meant = {name: forms.get(name, name) for name in column.names}
        answered = {name: n for name, n in counts.items() if meant[name] in labels}
        # One label alone tells nothing of the others.
        if len(answered) < 2 or sum(answered.values()) < _MOSTLY * column.n_filled:
            continue
        rest = tuple(name for name in counts if meant[name] not in labels)
        if rest and not all(may_be_nothing(name) or len(rest) <= 2 for name in rest):
            continue
        of_answer = np.array([label.texts.code(meant[name]) for name in column.names])[column.codes]
        both = label.filled & np.array([meant[name] in labels for name in column.names])[column.codes]
        certain = not label.is_number or called_as_answers(column.name)
        if not certain and not agrees_beyond_chance(of_answer[both], label.codes[both]):
            continue
        stems = {column.name.casefold(), _stem(BESIDE["answer_told"], column.name)} - {None}
        others = [other for other in survey.columns if other not in (column, label) and other.n_filled]
        sure = [other for other in others if _stem(BESIDE["answer_sure"], other.name) in stems]
        sure = [other for other in sure if other.is_number or other.n_different <= _MOST_WORDS]
        words = () if not sure or sure[0].is_number else sure[0].different
        answerers.append(
            AnswererGuess(
                column.name,
                agrees=int((of_answer == label.codes)[both].sum()),
                n_both=int(both.sum()),
                n_empty=int((label.filled & ~column.filled).sum()),
                no_answer=rest,
                confidence=sure[0].name if sure else "",
                levels=tuple(sorted(words, key=lambda word: (DEGREES.get(word.casefold(), 0), word))),
                in_order=all(word.casefold() in DEGREES for word in words),
                other_forms=forms,
                paid={
                    key: other.name
                    for key in ("price", "tokens_in", "tokens_out")
                    for other in others
                    if _stem(BESIDE[key], other.name) in stems and other.is_number and other.numbers.min() >= 0
                },
            )
        )
    return tuple(answerers)


def may_tell_of_models(name: str, counts: Mapping[str, int], labels: Collection[str]) -> bool:
    """Say whether a column may hold what a model answers, or how sure it is.

    Such are labels or numbers in the main, or few words of such a name.

    ``counts``: how many cells hold each text.

    >>> may_tell_of_models("llm_confidence", {"low": 7, "high": 90}, ("yes", "no"))
    True
    >>> may_tell_of_models("llm", {"Yes": 95, "n/a": 4}, ("yes", "no")), may_tell_of_models("word", {"low": 1}, ("yes",))
    (True, False)
    >>> may_tell_of_models("m2", {"-0.31": 1, "0.7": 10, "#REF!": 1}, ("yes", "no"))
    True
    """
    folded = {label.casefold() for label in labels}
    filled = {text: n for text, n in counts.items() if text}
    answers = sum(n for text, n in filled.items() if text.casefold() in folded)
    # An odd cell among a model's scores makes them no texts.
    odd = (to_numbers([*filled], sign)[1].tolist() for sign in ".,")
    answers = max(
        answers, *(sum(n for n, none in zip(filled.values(), empty, strict=True) if not none) for empty in odd)
    )
    mostly = answers >= _MOSTLY * sum(filled.values())
    return bool(filled) and (mostly or (bool(BESIDE["answer_sure"].fullmatch(name)) and len(filled) <= _MOST_WORDS))


LONGEST_NAME = 60
"""Longer texts are sentences, and name neither items nor groups."""


@dataclass(frozen=True)
class Guess:
    """A column for a role: ``name`` where it is clear, else ``choices``; both may be empty."""

    name: str = ""
    choices: tuple[str, ...] = ()

    @classmethod
    def among(cls, columns: Sequence[Column]) -> Guess:
        """Return the only one of some columns as clear; several are choices."""
        names = _names(columns)
        return cls(names[0]) if len(names) == 1 else cls(choices=names)


class Roles:
    """What the columns are that hold no model's statements.

    ``validation``, ``test``: values of the split column; empty where none is named so. ``group``: columns that
    items may share. ``answers``: columns that hold what a model said, by their names, and look like labels
    otherwise. ``perhaps``: choices for the labels that may hold what a model said. ``unlike``: columns called as
    labels are, of which no model knows a class. ``taken``: names of all columns that have a role of their own.
    """

    def __init__(
        self, survey: Survey, stated: frozenset[str], classes: Sequence[str], winners: Collection[str] = ()
    ) -> None:
        """Guess what the columns are.

        ``stated``: columns of models. ``classes``: those that models know. ``winners``: columns that may be a model's
        answers by the numbers that stand beside them.
        """
        left = [column for column in survey.columns if column.name not in stated and column.n_filled]
        self.id = Guess(survey.ids) if survey.ids else guess_ids(left, survey.n_rows)
        left = [column for column in left if column.name != self.id.name]
        self.split = _split(left)
        self.validation = _part(survey, self.split, WORDS["validation"])
        self.test = _part(survey, self.split, WORDS["test"])
        left = [column for column in left if column.name != self.split.name]
        amounts = [column for column in left if column.is_number and column.numbers.min() >= 0]
        kinds = (CALLED[role] for role in ("units", "weight", "cost"))
        self.units, self.weight, self.cost = (
            _names(column for column in amounts if _fits(kind, column)) for kind in kinds
        )
        left = [column for column in left if column.name not in {*self.units, *self.weight, *self.cost}]
        left = [column for column in left if not (column.is_number and CALLED["tokens"].search(column.name))]
        # Who judged is not what they said.
        possible = [column for column in left if not PERSON.fullmatch(column.name)]
        answers = [column for column in survey.columns if called_as_answers(column.name)]
        answers = [column for column in answers if column.n_filled and _may_be_labels(column, classes)]
        self.answers = _names(answers)
        possible = [column for column in possible if not called_as_answers(column.name)]
        self.label = Guess(survey.label) if survey.label else _label(possible, classes, winners)
        self.perhaps = tuple(name for name in self.label.choices if name in winners)
        self.unlike = () if self.label.name or not classes else _names(_by_name(possible, WORDS["label"]))
        shared = [column for column in left if column.name != self.label.name and _is_shared(column)]
        domains = [column for column in shared if _fits(CALLED["domain"], column)]
        self.domain = Guess.among(domains)
        no_groups = {*_names(domains), *self.label.choices, *self.answers}
        self.group = _names(column for column in shared if column.name not in no_groups)
        with_roles = (self.label.name, self.id.name, self.split.name, self.domain.name)
        self.taken = frozenset({*filter(None, with_roles), *self.units, *self.weight, *self.cost})
        self.label_column, self._split_column = survey.column(self.label.name), survey.column(self.split.name)
        self._n_rows = survey.n_rows

    def labelled(self, split: str = "") -> BoolArray:
        """Return which rows have a label, of one split where it is named, shape (rows,); all where none is known."""
        label, column = self.label_column, self._split_column
        kept = np.ones(self._n_rows, dtype=bool) if label is None else label.filled
        return kept & column.texts.holds(split) if column is not None and split else kept


def _fits(pattern: re.Pattern[str], column: Column) -> bool:
    return pattern.fullmatch(column.name.casefold()) is not None


def guess_ids(columns: Sequence[Column], n_rows: int) -> Guess:
    """Return the column that names every row by a text of its own."""
    ids = [column for column in columns if (column.is_whole if column.is_number else _are_short(column))]
    ids = [column for column in ids if column.n_filled == n_rows == column.n_different]
    is_named = called_as_ids(ids, (*WORDS["id_ends"], "_key"))
    words = [column for column in ids if not column.is_number and not any(" " in name for name in column.names)]
    first = [column for column in words if column is columns[0]]
    if len(words) > 1 and not is_named and not first:
        return Guess(choices=_names(words))
    numbered = [column for column in ids if CALLED["number"].search(column.name)]
    return Guess(next((column.name for column in (*is_named, *words, *numbered)), ""))


def called_as_ids(columns: Sequence[Column], ends: tuple[str, ...] = WORDS["id_ends"]) -> list[Column]:
    """Return the columns that are called as the names of items are: the usual names first, then by their ends."""
    return _by_name(columns, WORDS["id"]) + [column for column in columns if column.name.casefold().endswith(ends)]


def _split(columns: Sequence[Column]) -> Guess:
    """Return the column that divides rows into train, validation and test."""
    words = {*WORDS["validation"], *WORDS["test"], *WORDS["train"]}
    texts = [column for column in columns if column.n_filled and not column.is_number]
    clear = [column for column in texts if all(name.casefold() in words for name in column.names if name)]
    by_name = [column for column in columns if column.name.casefold() in WORDS["split"]]
    return Guess.among(clear or [column for column in by_name if 2 <= column.n_different <= MOST_CHOICES])


def _part(survey: Survey, split: Guess, words: Sequence[str]) -> str:
    """Return the value of the split column that has one of these names."""
    column = survey.column(split.name)
    names = () if column is None else column.different
    return next((name for wanted in words for name in names if name.casefold() == wanted), "")


def is_label_name(name: str) -> bool:
    """Return whether a column is called as people's labels are.

    >>> is_label_name("Label"), is_label_name("score")
    (True, False)
    """
    return name.casefold() in WORDS["label"]


def _by_name(columns: Sequence[Column], names: Sequence[str]) -> list[Column]:
    return [column for name in names for column in columns if column.name.casefold() == name]


def _label(columns: Sequence[Column], classes: Sequence[str], winners: Collection[str]) -> Guess:
    """Return the column with people's labels: by the classes that models know, and by its name.

    One that may be a model's answers (``winners``) is never taken, but asked for.
    """
    possible = [column for column in columns if _may_be_labels(column, classes)]
    won = [column for column in possible if column.name in winners]
    possible = [column for column in possible if 2 * len({*classes}.intersection(column.names)) >= len(classes)]
    possible = [column for column in possible if column not in won]
    by_name = _by_name(possible, WORDS["label"])
    candidates = [column for column in possible if re.search("gold|label|annot", column.name.casefold())]
    if len(by_name) == 1 and "gold" not in by_name[0].name.casefold():
        # Of the same labels in another column that is called so nothing says whose they are.
        first = by_name[0]
        alike = (column for column in candidates if column is not first and column.different == first.different)
        by_name += [column for column in alike if (first.texts.among(column.names) != column.codes).any()]
    if len(by_name) == 1 or (classes and len(possible) == 1):
        return Guess((by_name or possible)[0].name)
    candidates = by_name or candidates
    if len(candidates) == 1:
        return Guess.among(candidates)
    rest = [column for column in possible if column.n_different <= MOST_CHOICES]
    # The fewer different texts, the more like labels.
    rest = sorted(candidates or rest, key=lambda column: column.n_different)
    return Guess(choices=_names([*won, *rest]))


def _may_be_labels(column: Column, classes: Sequence[str]) -> bool:
    most = max(MOST_LABELS, 2 * len(classes))
    if column.is_number and not column.is_whole:
        return False
    return 2 <= column.n_different <= min(most, column.n_filled - 1)


def _is_shared(column: Column) -> bool:
    """Return whether a column names something that several items share."""
    if column.is_number and (not column.is_whole or re.match(r"n[_ ]|rank|year|age", column.name.casefold())):
        return False
    return 2 <= column.n_different <= column.n_filled * 2 / 3 and (column.is_number or _are_short(column))


def _are_short(column: Column) -> bool:
    return max(map(len, column.names)) <= LONGEST_NAME


def _names(columns: Iterable[Column]) -> tuple[str, ...]:
    return tuple(column.name for column in columns)


MOST_MODELS = 50
"""More different texts than this in a column are no names of models."""


def guess_long(survey: Survey) -> tuple[str, ...]:
    """Return the columns with the item, the model and the score; nothing where a row is an item.

    A column that is called as models are, in which each name stands once for each item, and one column of numbers
    that differ between the rows of an item: no other table is like this by chance.
    """
    models = [column for column in survey.columns if not column.is_number and column.n_filled == survey.n_rows]
    models = [column for column in models if CALLED["long_model"].fullmatch(column.name)]
    model = _only([column for column in models if 2 <= column.n_different <= MOST_MODELS])
    if model is None:
        return ()
    items = [column for column in survey.columns if column is not model and _tells_rows_apart(column, model)]
    if not items:
        return ()
    item = (called_as_ids(items) or items)[0]
    scores = [column for column in survey.columns if column.is_number and not _is_steady(column, item)]
    score = _only([column for column in scores if CALLED["long_score"].fullmatch(column.name)]) or _only(scores)
    return () if score is None else (item.name, model.name, score.name)


class Judgements(NamedTuple):
    """The columns of a table with a row for each judgement; ``label`` is empty where several may be the labels."""

    item: str
    annotator: str
    label: str


def guess_judgements(survey: Survey) -> Judgements | None:
    """Return the columns with the item, with who judged it, and with what they said; None where a row is an item.

    What the rows of an item do not agree on is what people say of it.
    """
    people = [column for column in survey.columns if PERSON.fullmatch(column.name) and column.n_different > 1]
    if len(people) != 1:
        return None
    items = [column for column in survey.columns if column is not people[0]]
    items = [column for column in items if _tells_rows_apart(column, people[0], among=1.0)]
    ids = called_as_ids(items)
    if not ids or ids[0].n_different == survey.n_rows:
        return None
    answers = [column for column in survey.columns if column is not people[0] and not _is_steady(column, ids[0])]
    answers = [
        column for column in answers if 2 <= column.n_different <= MOST_CHOICES and not called_as_answers(column.name)
    ]
    usual = _by_name(answers, WORDS["label"])
    label = usual[0] if usual else _only(answers)
    # Nobody is named where an item is still to be judged.
    if (~people[0].filled & (True if label is None else label.filled)).any():
        return None
    return Judgements(ids[0].name, people[0].name, "" if label is None else label.name)


def _tells_rows_apart(column: Column, model: Column, among: float = 0.75) -> bool:
    """Return whether a text stands at most once for each model, and mostly for more than one of them.

    ``among``: the greatest number of different texts, as a share of the rows.
    """
    n_rows = len(column.codes)
    if column.n_filled < n_rows or column.n_different > n_rows * among:
        return False
    return len(np.unique(column.codes * len(model.names) + model.codes)) == n_rows


def _is_steady(column: Column, item: Column) -> bool:
    """Return whether a column says the same in all rows of an item."""
    first = np.unique(item.codes, return_index=True)
    return bool((column.codes[first[1]][np.searchsorted(first[0], item.codes)] == column.codes).all())


def _only(columns: Sequence[Column]) -> Column | None:
    return columns[0] if len(columns) == 1 else None


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
    array: ClassColumns | None = None

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
        spoilt = (
            column for column in survey.columns if 0 < column.n_odd < len(column.numbers) and column.name not in others
        )
        self.spoilt = tuple(column.name for column in spoilt if (column.numbers != np.rint(column.numbers)).any())
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
        return max((len(array.columns) for array in arrays if array is not None and not array.classes), default=0)

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
            guesses.append(ClassifierGuess(_short(Path(array.prefix).stem), doubtful=doubtful, array=array))
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
    turned = [np.where(label.texts.holds(name), sure, 1 - sure)[is_number] for name in label.different]
    known = [survey.by_name[score.column].values[is_number] for score in scores if score.is_sure]
    return any(np.allclose(column, other, rtol=0, atol=1e-6) for column in turned for other in known)


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
