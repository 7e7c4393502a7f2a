"""From the arguments of a call in Python to a plan and the tables it is about: arrays and DataFrames, read as the columns of a file.

What is a DataFrame or a Series is known by what it can do, not by the library that makes it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from types import MappingProxyType
from typing import Any

import numpy as np

from budgetplan.domain.asked.keys import ValueKind
from budgetplan.domain.messages import Message, NamedOption
from budgetplan.domain.options import BY_KEY, REPEATED, SECTIONS, ending, today, unknown_flag, unknown_of
from budgetplan.domain.plan import Plan
from budgetplan.errors import BadDataError, Problem, Problems, UsageError
from budgetplan.settings.build import plan_of
from budgetplan.settings.kinds import CELL_KEYS
from budgetplan.settings.sources import Setting, Settings, gather, is_classifier, stated, take, workflow_of
from budgetplan.tables.celltext import NoTextError, NumberText, RefusedError, as_text
from budgetplan.tables.table import POSITION, ByColumn, Frame, GivenColumn


class NoArrayError(RefusedError):
    """A value that holds no array."""


def is_frame(value: Any) -> bool:
    """Return whether a value is a DataFrame, of pandas or of another library.

    >>> is_frame([1, 2]), is_frame(np.zeros((2, 2)))
    (False, False)
    """
    return hasattr(value, "columns") and hasattr(value, "__getitem__") and hasattr(value, "shape")


def _of_arrow(value: Any) -> bool:
    """Return whether a value is an array or a table of pyarrow."""
    return type(value).__module__.partition(".")[0] == "pyarrow"


def frame_columns(frame: Any, *, with_index: bool = True) -> dict[str, Any]:
    """Return the columns of a DataFrame by name, an index that has a name among them if it is wanted.

    Raises
    ------
    NoArrayError
        Where two columns have the same name.
    """
    # A table of pyarrow has its columns where others have their names.
    of_arrow = _of_arrow(frame)
    names = [str(name).strip() for name in (frame.column_names if of_arrow else frame.columns)]
    for name, n_times in Counter(names).items():
        if n_times > 1:
            raise NoArrayError(Message("tables.frame_same_name", name=name))
    columns = dict(zip(names, frame.columns if of_arrow else (frame[column] for column in frame.columns), strict=True))
    index = getattr(frame, "index", None) if with_index else None
    index_name = str(getattr(index, "name", None) or "")
    return columns if not index_name or index_name in columns else {**columns, index_name: index}


def as_array(value: Any) -> GivenColumn:
    """Return an array, a Series or a list as an array; what is missing stays missing.

    >>> as_array(["a", float("nan"), None]).tolist()
    ['a', nan, None]
    >>> as_array(np.ma.array([1, 2], mask=[False, True])).tolist()
    [1, None]
    """
    if isinstance(value, np.ma.MaskedArray):
        whole = np.asarray(value.data).astype(object)
        whole[np.ma.getmaskarray(value)] = None
        return whole
    if _of_arrow(value) and hasattr(value, "type"):
        # Whole numbers beside nothing would become floats, which do not hold long ids.
        value = value.to_pandas(integer_object_nulls=True)
    if isinstance(value, list | tuple):
        return _of_list(value)
    if not (hasattr(value, "to_numpy") or hasattr(value, "__array__") or isinstance(value, range)):
        raise NoArrayError(Message("tables.no_array"))
    array = np.asarray(value.to_numpy() if hasattr(value, "to_numpy") else value)
    if array.ndim == 0:
        raise NoArrayError(Message("tables.single_value"))
    return array


def _of_list(value: Sequence[Any]) -> GivenColumn:
    """Return a list as an array; numpy itself would make the text "nan" of a missing value beside texts."""
    if any(isinstance(element, list | tuple | np.ndarray) for element in value):
        try:
            return np.array(value)
        except ValueError:
            raise NoArrayError(Message("tables.ragged_list")) from None
    array = np.empty(len(value), dtype=object)
    array[:] = value
    return array


def text_of(value: Any) -> str:
    """Return the text of a label, an id or a group; empty where there is none. Whole numbers have no point.

    >>> [text_of(one) for one in (" a ", 1, 1.0, 0.5, True, np.float32(0.1), None, float("nan"), np.int8(3))]
    ['a', '1', '1', '0.5', 'True', '0.1', '', '', '3']
    """
    if isinstance(value, np.generic):
        # A number of single precision means its shortest text: 0.1, not 0.10000000149.
        value = float(str(value)) if value.dtype.kind == "f" and value.itemsize < 8 else value.item()
    if type(value).__name__ in {"NAType", "NaTType"}:  # pandas' signs for what is missing
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, Decimal) and value.is_nan():
        return ""
    text = as_text(value, "True", "False").strip()
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise NoTextError(Message("tables.half_text"), ascii(text)) from None
    return text


class GivenTable(ByColumn):
    """Columns that were given: arrays, lists or Series, all of one length, which is ``n_rows``."""

    by, sign, whole, single = POSITION, ".", True, True

    def __init__(self, columns: Mapping[str, Any], n_rows: int) -> None:
        self.header, self.lines = tuple(columns), np.arange(n_rows)
        self._columns, self.n_rows = columns, n_rows

    def values(self, at: int) -> GivenColumn:
        """Return a column, by its position."""
        array = as_array(self._columns[self.header[at]])
        if array.dtype.kind in "mM":
            # Finer times than Python has would become plain numbers.
            array = array.astype(array.dtype.kind + "8[us]").astype(object)
        # A column of a DataFrame may hold arrays.
        return array if array.ndim == 1 else np.fromiter(array, object, len(array))

    def text(self, at: int, row: int, value: Any) -> str:
        """Return the text of a value; of one that is no text, what it is."""
        try:
            text = text_of(value)
        except NoTextError as error:
            self.note(at, row, error, error.found)
            text = error.found
        # What Python has as a number means one thing.
        return text if isinstance(value, str) else NumberText(text)

    def read(self, ids: str, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Frame:
        """Return these columns; values that are neither text nor number are noted as problems."""
        if sum(self._note_several(name, problems) for name in numbers):
            problems.raise_if_any()
        frame = super().read(ids, texts, numbers, problems)
        return replace(frame, sha256=_checksum(frame))

    def _note_several(self, name: str, problems: Problems) -> bool:
        """Note a column whose cells hold several numbers each, or an answer with its score, and say whether it is one."""
        values = self.values(self.header.index(name))
        if values.dtype != object:
            return False
        # A single odd cell among numbers is told by its line.
        cell: Any = next((value for value in values if not (value is None or isinstance(value, float))), None)
        if isinstance(cell, dict):
            key = str(next(reversed(cell), "score"))
            problems.add(Message("tables.cells_are_dictionaries", key=key, name=name), column=name)
        elif isinstance(cell, list | tuple | np.ndarray):
            problems.add(Message("tables.cells_are_arrays", name=name), column=name)
        return isinstance(cell, dict | list | tuple | np.ndarray)


def _checksum(frame: Frame) -> str:
    """Return a SHA-256 of the values, so that the same data have the same name in reports."""
    digest = hashlib.sha256()
    for text in frame.ids or ():
        digest.update(f"{len(text)}:{text}".encode())
    for name, column in sorted(frame.texts.items()):
        digest.update(repr((name, tuple(column.names))).encode())
        digest.update(column.codes.astype("<i8").tobytes())
    for name, numbers in sorted(frame.numbers.items()):
        digest.update(repr((name, sorted(numbers.odd.items()))).encode())
        digest.update(numbers.values.astype("<f8").tobytes())
    return digest.hexdigest()


LABEL = "y_true"
"""What the labels are called where they are an array."""

VALIDATION = "validation"
"""The argument with the validation items, and the name of their table."""


class Gathering:
    """A table as it is gathered.

    Attributes
    ----------
    name
        Its name in the plan.
    is_frame
        Whether it began with a DataFrame, whose columns have names.
    places
        Columns that are arguments of their own, as they are called in messages.
    named
        Whether names of classes were used for an array.
    """

    def __init__(self, name: str, source: Any, problems: list[Problem]) -> None:
        self.name = name
        self.is_frame = is_frame(source)
        self.places: list[str] = []
        self.named = False
        self._problems = problems
        self._index = _index(source)
        self._columns: dict[str, Any] = {}
        self._n_rows: int | None = None
        if self.is_frame:
            self._n_rows = len(source)
            try:
                self._columns = frame_columns(source)
            except NoArrayError as error:
                self._note("", error.message)
        else:
            self.add(LABEL, source)

    def add(self, place: str, value: Any, classes: Sequence[str] | None = None) -> None:
        """Take an argument with one value for each item, or of a model, whose ``classes`` are given, one for each class.

        Columns of a DataFrame are found by the names of the classes; those of an array have these names.
        """
        if place not in self.places:
            self.places.append(place)
        index, mine = _index(value), self._index
        # Of another number of rows that alone is told.
        if index is not None and mine is not None and len(index) == len(mine) and not mine.equals(index):
            unlike = Message("tables.index_unlike", first=LABEL)
            self._note(place, Message("tables.index_unlike_frame") if self.is_frame else unlike)
        try:
            columns = self._read(value, classes)
        except NoArrayError as error:
            self._note(place, error.message)
            return
        for name, array in columns.items():
            self._n_rows = len(array) if self._n_rows is None else self._n_rows
            if len(array) == self._n_rows:
                self._columns[f"{place}:{name}" if name else place] = array
                continue
            of_frame = Message("tables.n_values_unlike_frame", n=len(array), n_rows=self._n_rows)
            unlike = Message("tables.n_values_unlike", n=len(array), n_labels=self._n_rows, first=LABEL)
            self._note(place, of_frame if self.is_frame else unlike)

    def _read(self, value: Any, classes: Sequence[str] | None) -> dict[str, GivenColumn]:
        """Return what an argument holds by class, or by no name where it has one value for each item.

        Raises
        ------
        NoArrayError
            It is no array, or has other classes than are named.
        """
        self.named |= bool(classes) and shape_of(value) == 2
        if is_frame(value) and shape_of(value) == 1:
            value = next(iter(frame_columns(value).values()))
        elif is_frame(value) and classes is not None:
            columns = frame_columns(value, with_index=False)
            names = list(classes) or list(columns)
            if set(names) != set(columns):
                raise NoArrayError(Message("tables.columns_no_classes", names=sorted({*names} ^ {*columns})))
            return {name: as_array(columns[name]) for name in names}
        array = as_array(value)
        # Other libraries make an array of one column of what has one value an item.
        array = array[:, 0] if array.ndim == 2 and array.shape[1] == 1 else array
        if array.ndim == 1:
            return {"": array}
        if classes is None or array.ndim != 2:
            kind = "tables.array_no_values" if classes is None else "tables.array_no_rows_of_classes"
            raise NoArrayError(Message(kind, shape=str(array.shape)))
        if not classes:
            raise NoArrayError(Message("tables.classes_unnamed"))
        if array.shape[1] != len(classes):
            raise NoArrayError(Message("tables.other_number_of_classes", n=array.shape[1], n_named=len(classes)))
        return dict(zip(classes, array.T, strict=True))

    def is_true_or_false(self) -> bool:
        """Return whether the labels are true and false where there is one; the first is what is looked for."""
        from pandas.api.types import infer_dtype

        return not self.is_frame and infer_dtype(self._columns.get(LABEL, ()), skipna=True) == "boolean"

    def has_ids(self) -> bool:
        """Return whether a column names the items, as it is called in most tables."""
        return bool({"item_id", "id"} & {*self._columns})

    def named_rows(self) -> Sequence[Any] | None:
        """Return the labels of the rows, where they name items: each its own, and no mere count from 0."""
        index = self._index
        if index is None or getattr(index, "nlevels", 1) > 1 or not index.is_unique or not len(index):
            return None
        if any(label != label or label is None or str(label).strip() == "" for label in index):  # noqa: PLR0124 - NaN
            return None
        counted = index.dtype.kind in "iu" and (index == np.arange(len(index))).all()
        return None if counted else [str(label) for label in index]

    def has_classes(self, prefix: str) -> bool:
        """Return whether the DataFrame has columns by class that begin like this, and none with just this name."""
        return prefix not in self._columns and any(name.startswith(f"{prefix}:") for name in self._columns)

    def table(self) -> GivenTable:
        """Return the table; columns of a DataFrame are converted when they are asked for."""
        return GivenTable(self._columns, self._n_rows or 0)

    def _note(self, place: str, message: Message) -> None:
        where = [self.name if self.name == VALIDATION or not place else "", place]
        self._problems.append(Problem(message, ", ".join(filter(None, where))))


def _index(value: Any) -> Any:
    """Return the index of a Series or a DataFrame, None for everything else."""
    index = getattr(value, "index", None)
    return index if hasattr(index, "equals") and hasattr(value, "to_numpy") else None


def shape_of(value: Any) -> int:
    """Return how many dimensions an argument has.

    >>> shape_of(np.zeros((3, 2))), shape_of([0.1, 0.2]), shape_of([[0.1, 0.9], [0.5, 0.5]])
    (2, 1, 2)
    >>> shape_of(np.zeros((3, 1))), shape_of([[0.1], [0.2]])
    (1, 1)
    """
    if is_frame(value):
        return 1 if value.shape[1] == 1 else 2
    if isinstance(value, list | tuple):
        several = value and isinstance(value[0], list | tuple | np.ndarray)
        return 2 if several and any(len(row) != 1 for row in value) else 1
    n_dimensions = int(getattr(value, "ndim", 1))
    return 1 if n_dimensions == 2 and value.shape[1] == 1 else n_dimensions


PLURALS = MappingProxyType(
    {"ids": "table.id", "groups": "table.group", "weights": "table.weight"}
    | {"strata": "table.stratum", "costs": "table.cost", "domains": "table.domain"}
)
"""Names of arrays, one value an item."""

OF_ITEMS = frozenset({*PLURALS.values(), "table.units", "table.split_column", "table.type", "quota.by"})
"""Keys that name a column, and take an array too."""

_ABOUT_FILES = (
    "file file_test file_validation separator decimal encoding sheet header empty map labels costs sample long classes"
)
OF_FILES = frozenset(f"table.{name}" for name in _ABOUT_FILES.split())
"""Keys that say how files are read."""

_KNOWN = MappingProxyType({key: entry for key, entry in BY_KEY.items() if entry.section not in REPEATED})
_FLAGS = MappingProxyType({entry.flag: key for key, entry in _KNOWN.items() if entry.flag})


def meanings(name: str) -> tuple[str, ...]:
    """Return the keys that an argument may mean: none, one, or several between which a section must decide.

    >>> meanings("cost"), meanings("cost__contingency"), meanings("contingency"), meanings("groups")
    (('cost.per_item',), ('cost.contingency',), ('cost.contingency',), ('table.group',))
    >>> meanings("left_out"), meanings("list_size"), meanings("bugdet")
    (('entry.left_out', 'answers.left_out'), ('list.size',), ())
    """
    dotted = name.replace("__", ".")
    flag = _FLAGS.get("--" + name.replace("_", "-"), "")
    whole = (PLURALS.get(name, ""), today(dotted), today(name.replace("_", ".", 1)), flag)
    named = [key for key in whole if key in _KNOWN][:1]
    return tuple(named or (key for key in ending(name) if key in _KNOWN))


def argument(key: str) -> str:
    """Return the shortest name in Python for a key.

    >>> argument("cost.per_item"), argument("cost.contingency"), argument("answers.left_out")
    ('cost', 'contingency', 'answers__left_out')
    """
    entry = BY_KEY[key]
    plain = entry.flag.lstrip("-").replace("-", "_") if entry.flag else key.rpartition(".")[2]
    return plain if meanings(plain) == (key,) else key.replace(".", "__")


def unknown_argument(name: str) -> Message:
    """Return what to do about an argument that means no option, or one of several.

    >>> print(*unknown_argument("bugdet").texts(option=as_argument))
    did you mean budget?
    >>> print(*unknown_argument("left_out").texts(option=as_argument))
    write entry__left_out or answers__left_out
    """
    sections = [section for section in SECTIONS if section and section not in REPEATED]
    return unknown_flag(name.replace("__", "."), "", Message("arguments.lost", sections=sections))


def as_argument(option: NamedOption) -> str:
    """Return an option with its value as an argument.

    >>> as_argument(NamedOption("table.missing", "last")), as_argument(NamedOption("cost.per_item", "0.04"))
    ('missing="last"', 'cost=0.04')
    >>> as_argument(NamedOption("models.decision", like="NAME=PREFIX"))
    'models={name: {"decision": array}}'
    """
    value = option.like or option.value
    if BY_KEY[option.key].section == "models":
        array = '{"decision": array}' if option.key == "models.decision" else "array"
        return f"models={{name: {array}}}" if value else "models"
    name = argument(option.key)
    if not value:
        return name
    # Numbers as they are, texts in quotes.
    is_number = re.fullmatch(r"[0-9.]*[0-9]", value)
    return f"{name}={value if is_number else json.dumps(value, ensure_ascii=False)}"


SOURCES = {False: "budgetplan.plan", True: "budgetplan.evaluate"}
"""What is called, by whether models are measured only."""
DATA_KEYS = ("column", "probabilities", "decision", "predicted", "confidence", "tokens_in", "tokens_out")
"""Keys of a model, or of who answers for a price, that hold data: an array, or the name of a column."""
INDEX = "index"
"""What the labels of rows are called where they name the items."""
ANSWERERS = "answerers"
_COLUMN = {"models": "scores", ANSWERERS: "answers"}
"""What their column is called where it is an array."""
_NAMES = frozenset({ValueKind.TEXT, ValueKind.TEXTS})
_OF_CLASSES = frozenset({"table.positive", "table.split", "table.validation", "table.test", "models.classes"})
"""Keys whose values are labels, which may be true and false."""


@dataclass(frozen=True)
class Given:
    """What a call gave.

    Attributes
    ----------
    plan
        The plan; its table is one of ``tables``.
    tables
        The items: by the plan's name of the table, and of the validation items where they have one.
    """

    plan: Plan
    tables: Mapping[str, GivenTable]
    _arguments: frozenset[str] = field(default_factory=frozenset)

    def placed(self, problem: Problem) -> Problem:
        """Return a problem with the arguments in which it lies."""
        # Labels that are an array cannot be looked for in another column.
        elsewhere = problem.column == LABEL in self._arguments and "table.label" in problem.options
        if problem.file not in self.tables:
            return problem
        if elsewhere:
            problem = replace(problem, message=Message("arguments.labels_needed", wrong=problem.message))
        names = [VALIDATION] if problem.file == VALIDATION else []
        column = problem.column
        # Columns by class are called PLACE:CLASS.
        place = next((name for name in self._arguments if column == name or column.startswith(f"{name}:")), "")
        if place:
            names.append(place)
            column = column[len(place) :].removeprefix(":").removeprefix("…")
        elif not names and problem.file == self.plan.table and LABEL not in self._arguments:
            names.append(problem.file)
        return replace(problem, file=", ".join(names), column=column, by="position")


def read_arguments(
    source: Any, models: Any, classes: Any, validation: Any, options: Mapping[str, Any], *, evaluated: bool = False
) -> Given:
    """Return the plan and the items of a call.

    Parameters
    ----------
    source
        The labels, one for each item; or a DataFrame.
    models
        Scores or class probabilities by the name of the model; for a DataFrame also names of columns.
    classes
        Names of the columns of arrays with class probabilities; None where they have names.
    validation
        The validation items: a pair of labels and models, with further arrays as a third if need be; a
        DataFrame; or the name of the split they are in. None: there are none, or the split of that name.
    options
        By their names in Python.
    evaluated
        Whether models are measured only: then answers need no worth.

    Raises
    ------
    UsageError
        With one line for each option that cannot be.
    BadDataError
        With one line for each array that cannot be, such as of another length.
    """
    reader = _Arguments(source, models, classes, validation, options, evaluated=evaluated)
    plan: Plan | None = None
    try:
        plan = _planned(reader.settings)
    except UsageError:
        if reader.settings.problems or not reader.problems:
            raise
    if not reader.problems and not reader.main.table().n_rows:
        first = "DataFrame" if reader.main.is_frame else LABEL
        reader.problems.append(Problem(Message("arguments.no_items"), first))
    if reader.problems or plan is None:
        raise BadDataError(reader.problems)
    tables = {part.name: part.table() for part in reader.parts}
    return Given(plan, tables, frozenset(place for part in reader.parts for place in part.places))


def _planned(settings: Settings) -> Plan:
    """Return the plan that was said; what is refused is worded as arguments."""
    try:
        return plan_of(settings)
    except UsageError as error:
        error.option = as_argument
        raise


def read_file(path: str, options: Mapping[str, Any], *, evaluated: bool = False) -> Plan:
    """Return the plan of a plan file, with options of a call laid over it.

    Raises
    ------
    UsageError
        With one line for each problem: where, what is wrong, what was found, what to do.
    """
    if not path.lower().endswith(".toml"):
        raise UsageError.of(Message("arguments.no_plan_file"), SOURCES[evaluated], found=path)
    settings = replace(gather(path, {}), evaluated=evaluated)
    for key, value, where in stated_in(settings, options):
        say(settings, key, value, where)
    return _planned(settings)


class _Arguments:
    """Turns arguments into settings and tables; what is wrong is noted."""

    def __init__(
        self, source: Any, models: Any, classes: Any, validation: Any, options: Mapping[str, Any], *, evaluated: bool
    ) -> None:
        self.settings = Settings(SOURCES[evaluated], {}, [], [], evaluated=evaluated)
        self.refuse = self.settings.refuse
        self.problems: list[Problem] = []
        self.classes: list[str] = [] if classes is None else _class_names(classes)
        self.settings.refuse_twice("classes", self.classes)
        # The items that values are reported on; validation items may stand apart from them.
        self.main = Gathering("DataFrame" if is_frame(source) else "arrays", source, self.problems)
        self.parts = [self.main]
        self.arrays: list[tuple[str, Any, str, str, list[str] | None]] = []
        self.settings.by_key["table.file"] = Setting(self.main.name, self.settings.source)
        if not self.main.is_frame:
            self.settings.by_key["table.label"] = Setting(LABEL, LABEL)
            if self.main.is_true_or_false() and not {"positive", "table__positive", "table"} & {*options}:
                say(self.settings, "table.positive", True, LABEL)
        others = {name: value for name, value in options.items() if name != ANSWERERS}
        for key, value, where in stated_in(self.settings, others):
            self._option(key, value, where)
        self._entries(ANSWERERS, options.get(ANSWERERS))
        apart = validation is not None and not isinstance(validation, str)
        # The labels of the rows name the items where nothing else does.
        has_ids = apart or "table.id" in self.settings.by_key or self.main.has_ids()
        names = None if has_ids else self.main.named_rows()
        if names is not None:
            self._array("table.id", names, INDEX)
        if isinstance(validation, str):
            say(self.settings, "table.validation", validation, VALIDATION)
        self._entries("models", _by_name(models))
        deferred = workflow_of(self.settings) != "filter"
        for model in self.settings.models:
            # One number an item is a score, or the probability of the positive class where answers are valued.
            if deferred and "column" in model and not is_classifier(model):
                model["probabilities"] = model.pop("column")
        if apart:
            self._second(validation)
        if self.classes and not any(part.named for part in self.parts):
            self.refuse("classes", Message("arguments.no_array_by_class"))

    def _array(self, key: str, value: Any, where: str) -> None:
        """Take an array as a column that is called as its place."""
        self.main.add(where, value)
        self.settings.by_key[key] = Setting(where, where)

    def _entries(self, section: str, given: Any) -> None:
        """Take the models, or who answers for a price, by their names."""
        if given is not None and not isinstance(given, Mapping):
            kind = "arguments.models_otherwise" if section == "models" else "arguments.answerers_otherwise"
            self.refuse(section, Message(kind))
            return
        for name, value in (given or {}).items():
            self._entry(section, name, value)

    def _entry(self, section: str, name: Any, value: Any) -> None:
        """Take one of them: arrays, or columns by their names in the DataFrame, and what else is said of it."""
        place, of_models = f"{section}[{name!r}]", section == "models"
        if not isinstance(value, Mapping):
            value = {"probabilities" if of_models and self._by_class(value) else "column": value}
        entry_given = dict(value)
        own_classes = entry_given.pop("classes", None) if of_models else None
        classes = self.classes if own_classes is None else _class_names(own_classes)
        entry = {"name": Setting(name_of(name), place)}
        keys = [key for key in REPEATED[section] if key not in {"name", "array"}]
        for key_given, datum in entry_given.items():
            key = "column" if key_given == _COLUMN[section] else str(key_given)
            where = place if len(entry_given) == 1 else f"{place}[{key_given!r}]"
            is_mean = key.startswith("tokens") and isinstance(datum, int | float | Decimal)
            if key not in keys:
                keys_known = [_COLUMN[section], *keys]
                self.refuse(where, Message("settings.no_key", todo=unknown_of(section, key, keys_known)))
            elif key not in DATA_KEYS or is_mean:
                entry[key] = Setting(plain(datum, f"{section}.{key}"), where)
            elif isinstance(datum, str) and not self.main.is_frame:
                self.refuse(where, Message("arguments.no_columns"), found=datum)
            else:
                entry[key] = Setting(datum if isinstance(datum, str) else where, where)
                if not isinstance(datum, str):
                    self.arrays.append((section, name, key, where, classes if of_models else None))
                    self.main.add(where, datum, classes if of_models else None)
                if key == "decision" and len(classes) == 2 and not self._by_class(datum):
                    # One column of decision values tells two classes apart.
                    entry["classes"] = Setting(classes, where)
                    self.main.named = True
        if not entry["name"].value:
            self.refuse(place, Message("arguments.model_nameless" if of_models else "arguments.answerer_nameless"))
        if own_classes is not None:
            self.settings.refuse_twice(f"{place}['classes']", classes)
        getattr(self.settings, section).append(entry)

    def _option(self, key: str, value: Any, where: str) -> None:
        """Take an option; a column by its name in the DataFrame, or as an array."""
        if key == "table.split" and not isinstance(value, str):
            key = "table.split_column"
        of_items, is_frame = key in OF_ITEMS or key == "table.annotator", self.main.is_frame
        if key in OF_FILES:
            self.refuse(where, Message("arguments.no_file"), found=_short(value))
        elif key == "table.label" and not is_frame:
            self.refuse(where, Message("arguments.label_is_first"), found=_short(value))
        elif not of_items or (is_frame and isinstance(value, str | int)):
            say(self.settings, key, value, where)
        elif isinstance(value, str):
            self.refuse(where, Message("arguments.no_columns"), found=value)
        else:
            self._array(key, value, where)

    def _second(self, validation: Any) -> None:
        """Take the validation items that are given apart: labels, and of all else what the other items have."""
        given = (validation,) if is_frame(validation) else validation
        if not isinstance(given, tuple) or not 1 <= len(given) <= 3:
            self.refuse(VALIDATION, Message("arguments.validation_otherwise"))
            return
        labels, models, more = (*given, None, None)[:3]
        models, more, by_key = {} if models is None else models, dict(more or {}), self.settings.by_key
        part = Gathering(VALIDATION, labels, self.problems)
        self.parts.append(part)
        by_key["table.file_validation"] = Setting(VALIDATION, VALIDATION)
        if workflow_of(self.settings) == "filter":
            self.refuse(VALIDATION, Message("arguments.no_validation_needed"))
        if isinstance(models, Mapping):
            self._second_arrays(part, {"models": models, ANSWERERS: more.pop(ANSWERERS, None) or {}})
        else:
            self.refuse(f"{VALIDATION}, models", Message("arguments.validation_models"))
        places = {key: inner.value for key, inner in by_key.items() if key in OF_ITEMS}
        for name, value in more.items():
            place = places.get("".join(meanings(name)))
            if place in self.main.places:
                part.add(place, value)
            else:
                others = Message("arguments.no_such_array", names=sorted(set(places.values())))
                self.refuse(f"{VALIDATION}, {name}", others if places else Message("arguments.no_arrays"))
        for place in places.values():
            if place == "split":
                self.refuse(place, Message("arguments.split_and_validation"))
            elif place in self.main.places and place not in part.places:
                self.problems.append(Problem(Message("arguments.validation_lacks", place=place), VALIDATION))

    def _second_arrays(self, part: Gathering, given: Mapping[str, Mapping[str, Any]]) -> None:
        """Take what the same models and answerers say of the validation items."""
        for section, name, key, where, classes in self.arrays:
            value = given[section].get(name)
            if isinstance(value, Mapping):
                value = value.get(_COLUMN[section] if key == "column" and _COLUMN[section] in value else key)
            elif section == ANSWERERS and key != "column":
                value = None
            if value is not None:
                part.add(where, value, classes)
            elif section == ANSWERERS:
                lacking = Message("arguments.validation_lacks_answerer", place=where, name=str(name))
                self.problems.append(Problem(lacking, VALIDATION))
            else:
                self.problems.append(Problem(Message("arguments.validation_lacks_model"), f"{VALIDATION}, {where}"))

    def _by_class(self, value: Any) -> bool:
        """Return whether an array, or the columns of a name, hold a number for each class."""
        return self.main.has_classes(value) if isinstance(value, str) else shape_of(value) == 2


def _by_name(models: Any) -> Any:
    """Return models by their names: of a list of these, as names of columns; of tables as a plan file has them."""
    given = [models] if isinstance(models, str) else models
    if not isinstance(given, list | tuple):
        return given
    if all(isinstance(model, str) for model in given):
        return {name: name for name in given}
    if not all(isinstance(model, Mapping) and "name" in model for model in given):
        return given
    by_name = {model["name"]: {key: datum for key, datum in model.items() if key != "name"} for model in given}
    return by_name if len(by_name) == len(given) else given


def _short(value: Any) -> str:
    """Return a value that was refused, or what it is."""
    return str(value) if isinstance(value, str | int | float) else type(value).__name__


def stated_in(settings: Settings, options: Mapping[str, Any]) -> Iterator[tuple[str, Any, str]]:
    """Yield the key, the value and the name of each option; names that mean none are noted as problems."""
    for name, value in options.items():
        keys = meanings(name)
        if value is None:
            continue
        if "__" in name:
            settings.today(name.replace("__", "."), name)
        if isinstance(value, Mapping) and today(name) in {*SECTIONS} - {"", *REPEATED}:
            # Pairs (predicted, truth) are what single answers are worth.
            pairs = [key for key in value if isinstance(key, tuple) and len(key) == 2]
            cells = [{"predicted": key[0], "truth": key[1], "value": value[key]} for key in pairs]
            others = {str(key): setting for key, setting in value.items() if key not in pairs}
            yield from stated(settings, "", {name: others | ({"cell": cells} if cells else {})})
        elif len(keys) != 1:
            settings.refuse(f"{settings.source}, {name}", Message("arguments.no_option", todo=unknown_argument(name)))
        else:
            yield keys[0], value, name


def say(settings: Settings, key: str, value: Any, where: str) -> None:
    """Note what was said for one key."""
    if key == "words" and isinstance(value, list | tuple):
        value = ",".join(map(str, value))
    take(settings, key, plain(value, key), where)


def plain(value: Any, key: str) -> Any:
    """Return a value as a plan file has it.

    >>> plain(np.float32(0.1), "cost.per_item"), plain(np.array([0, 1]), "models.classes")
    (Decimal('0.1'), ['0', '1'])
    >>> plain(True, "table.positive"), plain({True: 3}, "entry.value")
    ('True', {'True': 3})
    >>> plain([{"predicted": 1, "truth": True, "value": -2}], "answers.cell")
    [{'predicted': '1', 'truth': 'True', 'value': -2}]
    """
    if isinstance(value, np.ndarray) or (hasattr(value, "tolist") and not isinstance(value, np.generic)):
        value = value.tolist()
    if isinstance(value, Mapping):
        classes = CELL_KEYS[:2] if key == "answers.cell" else ()
        entries = value.items()
        return {name_of(name): name_of(inner) if name in classes else plain(inner, key) for name, inner in entries}
    if isinstance(value, set | frozenset):
        value = sorted(value, key=str)
    if isinstance(value, list | tuple):
        return [plain(inner, key) for inner in value]
    if isinstance(value, np.generic):
        value = Decimal(str(value)) if value.dtype.kind == "f" and value.itemsize < 8 else value.item()
    labels = key in _OF_CLASSES or (BY_KEY[key].kind in _NAMES and isinstance(value, float | Decimal))
    return name_of(value) if labels else value


def _class_names(classes: Any) -> list[str]:
    """Return the names of classes; a text has commas between them, as on the command line.

    >>> _class_names("hate, neither"), _class_names(("a, b", 1))
    (['hate', 'neither'], ['a, b', '1'])
    """
    if isinstance(classes, str):
        classes = [name.strip() for name in classes.split(",")]
    return [*plain(classes, "models.classes")]


def name_of(value: Any) -> str:
    """Return the name of a class or a model, as labels have it.

    >>> name_of(1.0), name_of(True), name_of(("a", 1))
    ('1', 'True', "('a', 1)")
    """
    try:
        return text_of(value)
    except NoTextError:
        return str(value).encode("utf-8", "replace").decode()
