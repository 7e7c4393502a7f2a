"""From the arguments of a call in Python to a plan and the tables it is about."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from types import MappingProxyType
from typing import Any

import numpy as np

from budgetplan.domain.asked.keys import ValueKind
from budgetplan.domain.messages import Message, NamedOption
from budgetplan.domain.options import BY_KEY, REPEATED, SECTIONS, ending, today, unknown_flag, unknown_of
from budgetplan.domain.plan import Plan
from budgetplan.errors import BadDataError, Problem, UsageError
from budgetplan.settings.build import plan_of
from budgetplan.settings.kinds import CELL_KEYS
from budgetplan.settings.sources import Setting, Settings, gather, is_classifier, is_deferred, stated, take
from budgetplan.tables.celltext import NoTextError
from budgetplan.tables.memory import LABEL, VALIDATION, Gathering, GivenTable, is_frame, shape_of, text_of

PLURALS = MappingProxyType(
    {"ids": "table.id", "groups": "table.group", "weights": "table.weight"}
    | {"strata": "table.stratum", "costs": "table.cost", "domains": "table.domain"}
)
"""Names of arrays, one value an item."""

OF_ITEMS = frozenset({*PLURALS.values(), "table.units", "table.split_column"})
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
_WHO = "table.annotator"
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


def _lacking(_plan: Plan, source: str, needed: Mapping[str, Message]) -> Problem:
    kind = "arguments.still_needed_for_answers" if "answers" in needed else "arguments.still_needed"
    return Problem(Message(kind, needed=[*needed.values()]), source)


def _planned(settings: Settings) -> Plan:
    """Return the plan that was said; what is refused is worded as arguments."""
    try:
        return plan_of(settings, _lacking)
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
        self.arrays: list[tuple[str, Any, str, str, list[str]]] = []
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
        deferred = is_deferred(self.settings)
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
                    self.arrays.append((section, name, key, where, classes))
                    self._add(self.main, section, where, datum, classes)
                if key == "decision" and len(classes) == 2 and not self._by_class(datum):
                    # One column of decision values tells two classes apart.
                    entry["classes"] = Setting(classes, where)
                    self.main.named = True
        if not entry["name"].value:
            self.refuse(place, Message("arguments.model_nameless" if of_models else "arguments.answerer_nameless"))
        if own_classes is not None:
            self.settings.refuse_twice(f"{place}['classes']", classes)
        getattr(self.settings, section).append(entry)

    def _add(self, part: Gathering, section: str, where: str, value: Any, classes: list[str]) -> None:
        """Take what a model says, or an answerer, as columns of a table."""
        if section == "models":
            part.add_model(where, value, classes)
        else:
            part.add(where, value)

    def _option(self, key: str, value: Any, where: str) -> None:
        if key in OF_FILES:
            self.refuse(where, Message("arguments.no_file"), found=_short(value))
        elif key == "table.split" and not isinstance(value, str):
            self._of_items("table.split_column", value, where)
        elif key in OF_ITEMS or key == _WHO:
            self._of_items(key, value, where)
        elif key == "table.label" and not self.main.is_frame:
            self.refuse(where, Message("arguments.label_is_first"), found=_short(value))
        else:
            say(self.settings, key, value, where)

    def _of_items(self, key: str, value: Any, where: str) -> None:
        """Take a column: by its name in the DataFrame, or as an array."""
        if self.main.is_frame and isinstance(value, str | int):
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
        if not is_deferred(self.settings):
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
                self._add(part, section, where, value, classes)
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
            others = {str(key): each for key, each in value.items() if key not in pairs}
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
