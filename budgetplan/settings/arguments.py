"""From the arguments of a call in Python to a plan and the tables it is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

import numpy as np

from budgetplan.dataset.rows import NO_LABELS
from budgetplan.domain.asked.keys import ValueKind
from budgetplan.domain.options import ANSWERER_KEYS, BY_KEY, FORMER_SECTIONS, MODEL_KEYS, REPEATED, SECTIONS
from budgetplan.domain.plan import Plan
from budgetplan.errors import BadDataError, Problem, UsageError
from budgetplan.settings.argument_names import (
    OF_FILES,
    OF_ITEMS,
    as_arguments,
    in_arguments,
    meanings,
    unknown_argument,
)
from budgetplan.settings.build import ANSWERS_WORTH, WORTH_OR_COLLECT, plan_of, refuse_same_classes
from budgetplan.settings.sources import (
    NO_NAME,
    Setting,
    Settings,
    gather,
    is_classifier,
    is_deferred,
    meant_or_known,
    take,
)
from budgetplan.tables.celltext import NoTextError
from budgetplan.tables.memory import LABEL, VALIDATION, Gathering, GivenTable, is_frame, shape_of, text_of
from budgetplan.tables.problems import listing

SOURCE = "budgetplan.plan"
DATA_KEYS = ("column", "probabilities", "decision", "predicted", "confidence")
"""Keys of a model that hold data: an array, or the name of a column."""
_WHO = "table.annotator"
_NO_KEY = "there is no such key; {}"
INDEX = "index"
"""What the labels of rows are called where they name the items."""
ANSWERERS, ANSWERED = "answerers", ("column", "confidence", "tokens_in", "tokens_out")
"""Who answers for a price; the keys of one that hold data, where tokens may be a number as well."""


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
        """Return a problem with the arguments in which it lies, and what to do in their names."""
        problem = in_arguments(problem)
        if problem.file not in self.tables:
            return problem
        # Arrays have no columns that could be named.
        arrays = LABEL in self._arguments and problem.todo == as_arguments(NO_LABELS)
        todo = "give the labels of those items that people have judged" if arrays else problem.todo
        names = [VALIDATION] if problem.file == VALIDATION else []
        column = problem.column
        # Columns by class are called PLACE:CLASS.
        place = next((one for one in self._arguments if column == one or column.startswith(f"{one}:")), "")
        if place:
            names.append(place)
            column = column[len(place) :].removeprefix(":").removeprefix("…")
        elif not names and problem.file == self.plan.table and LABEL not in self._arguments:
            names.append(problem.file)
        return replace(problem, todo=todo, file=", ".join(names), column=column, by="position")


def read_arguments(
    source: Any,
    models: Any,
    classes: Any,
    validation: Any,
    options: Mapping[str, Any],
    *,
    evaluated: bool = False,
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
    reader = _Arguments(classes)
    reader.read(source, models, validation, options)
    reader.settings.by_key["table.file"] = Setting(reader.main.name, SOURCE)
    plan: Plan | None = None
    try:
        plan = plan_of(replace(reader.settings, evaluated=evaluated), _lacking)
    except UsageError:
        if reader.settings.problems or not reader.problems:
            raise
    if not reader.problems and not reader.main.table().n_rows:
        first = "DataFrame" if reader.main.is_frame else LABEL
        todo = "give one label for each item, also an empty one"
        reader.problems.append(Problem("there are no items", todo, first))
    if reader.problems or plan is None:
        raise BadDataError(reader.problems)
    tables = {part.name: part.table() for part in reader.parts}
    return Given(plan, tables, frozenset(place for part in reader.parts for place in part.places))


def _lacking(_plan: Plan, source: str, lacking: Sequence[str]) -> Problem:
    said = [as_arguments(one) for one in lacking]
    only_order = "where models only order items for review, give one score an item, such as proba[:, 1]"
    todo = only_order if {ANSWERS_WORTH, WORTH_OR_COLLECT} & {*lacking} else ""
    return Problem(f"still needed: {', '.join(said)}", todo, source)


def read_file(path: str, options: Mapping[str, Any], *, evaluated: bool = False) -> Plan:
    """Return the plan of a plan file, with options of a call laid over it.

    Raises
    ------
    UsageError
        With one line for each problem: where, what is wrong, what was found, what to do.
    """
    if not path.lower().endswith(".toml"):
        todo = "give a plan file whose name ends in .toml, or read the table yourself and give the DataFrame"
        raise UsageError(str(Problem("this is no plan file", todo, SOURCE, found=path)))
    settings = replace(gather(path, {}), worded=as_arguments, evaluated=evaluated)
    for key, value, where in said(settings, options):
        say(settings, key, value, where)
    return plan_of(settings, _lacking)


def _of_answerer(place: str, value: Any) -> list[tuple[str, Any, str]]:
    """Return the keys of an answerer with what they say, and where: an array alone is its answers."""
    given = value if isinstance(value, Mapping) else {"answers": value}
    named = {"column" if key == "answers" else key: (one, f"{place}[{key!r}]") for key, one in given.items()}
    return [(str(key), one, place if len(given) == 1 else where) for key, (one, where) in named.items()]


class _Arguments:
    """Turns arguments into settings and tables; what is wrong is noted."""

    def __init__(self, classes: Any) -> None:
        self.settings = Settings(SOURCE, {}, [], [], as_arguments)
        self.refuse = self.settings.refuse
        self.problems: list[Problem] = []
        named = None if classes is None else plain(classes, "models.classes")
        self.classes: tuple[str, ...] = tuple(named or ())
        refuse_same_classes(self.settings, self.classes, "classes")
        self.parts: list[Gathering] = []
        self.arrays: list[tuple[Any, str, str, list[str]]] = []

    @property
    def main(self) -> Gathering:
        """The items that values are reported on."""
        return self.parts[0]

    def read(self, source: Any, models: Any, validation: Any, options: Mapping[str, Any]) -> None:
        self.parts.append(Gathering("DataFrame" if is_frame(source) else "arrays", source, self.problems))
        if not self.main.is_frame:
            self.settings.by_key["table.label"] = Setting(LABEL, LABEL)
            if self.main.is_true_or_false() and not {"positive", "table__positive", "table"} & {*options}:
                say(self.settings, "table.positive", True, LABEL)
        self._options(options)
        apart = validation is not None and not isinstance(validation, str)
        # The labels of the rows name the items where nothing else does.
        known = apart or "table.id" in self.settings.by_key or self.main.has_ids()
        names = None if known else self.main.named_rows()
        if names is not None:
            self.settings.by_key["table.id"] = self._array(INDEX, names)
        if isinstance(validation, str):
            say(self.settings, "table.validation", validation, VALIDATION)
        second_models, more = (self._second(validation) if apart else None) or (None, None)
        self._models(models, second_models)
        if more is not None:
            self._of_second(more)

    def _array(self, where: str, value: Any) -> Setting:
        """Take an array as a column that is called as its place."""
        self.main.add(where, value)
        return Setting(where, where)

    def _second(self, validation: Any) -> tuple[Any, Mapping[str, Any]] | None:
        """Begin the table of validation items; return their models and further arrays."""
        parts = (validation,) if is_frame(validation) else validation
        if not isinstance(parts, tuple) or not 1 <= len(parts) <= 3:
            message = "validation items are not given like this; give validation=(y_true, {{name: array}}), a DataFrame, or the name of their split"
            self.refuse(VALIDATION, message)
            return None
        labels, models, more = (*parts, None, None)[:3]
        self.parts.append(Gathering(VALIDATION, labels, self.problems))
        self.settings.by_key["table.file_validation"] = Setting(VALIDATION, VALIDATION)
        return models if models is not None else {}, more or {}

    def _options(self, options: Mapping[str, Any]) -> None:
        others = {name: value for name, value in options.items() if name != ANSWERERS}
        for key, value, where in said(self.settings, others):
            self._option(key, value, where)
        answerers = options.get(ANSWERERS)
        if answerers is not None and not isinstance(answerers, Mapping):
            todo = 'give a dictionary: {"llm": array}, or {"llm": {"answers": array, "price": 0.002}}'
            self.refuse(ANSWERERS, "answerers are not given like this; {}", todo)
            return
        for name, value in (answerers or {}).items():
            self._answerer(name, value)

    def _answerer(self, name: Any, value: Any) -> None:
        """Take who answers for a price: columns by their names in the DataFrame or as arrays, and what it costs."""
        place = f"{ANSWERERS}[{name!r}]"
        answerer = {"name": Setting(name_of(name), place)}
        for key, one, where in _of_answerer(place, value):
            if key not in ANSWERER_KEYS or key == "name":
                known = ["answers", *(each for each in ANSWERER_KEYS if each not in {"name", "column"})]
                self.refuse(where, _NO_KEY, meant_or_known(key, known, "of an answerer "))
            elif key in ANSWERED and not isinstance(one, str | int | float | Decimal):
                answerer[key] = self._array(where, one)
            elif key in ANSWERED and isinstance(one, str) and not self.main.is_frame:
                self._no_columns(where, one)
            else:
                answerer[key] = Setting(plain(one, f"{ANSWERERS}.{key}"), where)
        self.settings.answerers.append(answerer)

    def _no_columns(self, where: str, value: str, each: str = "value") -> None:
        """Refuse the name of a column where there is nothing but arrays."""
        message = "this names a column, and there is no DataFrame; give an array with one {} for each item"
        self.refuse(where, message, each, found=value)

    def _option(self, key: str, value: Any, where: str) -> None:
        if key in OF_FILES:
            message = "this says how a file is read, and there is none; leave it out"
            self.refuse(where, message, found=_short(value))
        elif key == "table.split" and not isinstance(value, str):
            self._of_items("table.split_column", value, where)
        elif key in OF_ITEMS or key == _WHO:
            self._of_items(key, value, where)
        elif key == "table.label" and not self.main.is_frame:
            message = "the labels are the first argument; leave it out"
            self.refuse(where, message, found=_short(value))
        else:
            say(self.settings, key, value, where)

    def _of_items(self, key: str, value: Any, where: str) -> None:
        """Take a column: by its name in the DataFrame, or as an array."""
        if self.main.is_frame and isinstance(value, str | int):
            say(self.settings, key, value, where)
        elif isinstance(value, str):
            self._no_columns(where, value)
        else:
            self.settings.by_key[key] = self._array(where, value)

    def _of_second(self, more: Mapping[str, Any]) -> None:
        """Take the further arrays of the validation items, which need what the others have."""
        part = self.parts[-1]
        said = {key: one.value for key, one in self.settings.by_key.items() if key in OF_ITEMS}
        self._second_answers(part, more.get(ANSWERERS) or {})
        for name, value in more.items():
            if name == ANSWERERS:
                continue
            keys = meanings(name)
            if len(keys) != 1 or keys[0] not in said or said[keys[0]] not in self.main.places:
                have = listing(sorted(set(said.values()))) or "none"
                message = "the other items have no such array; those that the other items have are {}"
                self.refuse(f"{VALIDATION}, {name}", message, have)
            else:
                part.add(said[keys[0]], value)
        for place in said.values():
            if place == "split":
                message = "the validation items are given apart; give one of the two: an array of splits, or validation items of their own"
                self.refuse(place, message)
            elif place in self.main.places and place not in part.places:
                todo = f'give them as the third: validation=(y_true, models, {{"{place}": array}})'
                self.problems.append(Problem(f"the validation items have no {place}", todo, VALIDATION))

    def _second_answers(self, part: Gathering, answered: Mapping[Any, Any]) -> None:
        """Take what answerers said of the validation items, where it is given as arrays."""
        for answerer in self.settings.answerers:
            name = answerer["name"].value
            given = {key: one for key, one, _ in _of_answerer("", answered[name])} if name in answered else {}
            for key in ANSWERED:
                place = answerer[key].value if key in answerer else ""
                if place not in self.main.places:
                    continue
                if key in given:
                    part.add(place, given[key])
                    continue
                todo = f'give it as the third: validation=(y_true, models, {{"{ANSWERERS}": {{"{name}": array}}}})'
                self.problems.append(Problem(f"the validation items have no {place}", todo, VALIDATION))

    def _models(self, models: Any, second: Any) -> None:
        """Take the models: by name, or as the names of their columns."""
        models = _by_name(models)
        if models is not None and not isinstance(models, Mapping):
            todo = 'give a dictionary: {"rf": array}; for a DataFrame also names of columns; of several keys {"rf": {"column": "p", "says": "label"}}'
            self.refuse("models", "models are not given like this; {}", todo)
            return
        for name, value in (models or {}).items():
            self._model(name, value)
        deferred = is_deferred(self.settings)
        for model in self.settings.models:
            # One number an item is a score, or the probability of the positive class where answers are valued.
            if deferred and "column" in model and not is_classifier(model):
                model["probabilities"] = model.pop("column")
        if len(self.parts) > 1:
            self._second_models({} if second is None else second)
            if not deferred:
                message = "models that order items need no validation items; leave it out, or say what answers are worth (error_weight)"
                self.refuse(VALIDATION, message)
        if self.classes and not any(part.named for part in self.parts):
            message = "no model has an array with a column for each class; leave this out"
            self.refuse("classes", message)

    def _model(self, name: Any, value: Any) -> None:
        place = f"models[{name!r}]"
        described = isinstance(value, Mapping)
        said = dict(value) if described else {"probabilities" if self._by_class(value) else "column": value}
        if "scores" in said:
            said["column"] = said.pop("scores")
        model = {"name": Setting(name_of(name), place)}
        own = plain(said.pop("classes"), "models.classes") if said.get("classes") is not None else None
        for key, one in said.items():
            where = place if len(said) == 1 else f"{place}[{key!r}]"
            if key in DATA_KEYS:
                self._model_data(model, (name, key, where), one, own)
            elif key in MODEL_KEYS and key not in {"name", "array", "classes"}:
                model[key] = Setting(plain(one, f"models.{key}"), where)
            else:
                known = ["scores", *DATA_KEYS, "no_answer", "says", "order", "cut", "cost", "classes"]
                self.refuse(where, _NO_KEY, meant_or_known(key, known, "of a model "))
        if not model["name"].value:
            self.refuse(place, f"{NO_NAME}; name it, such as rf")
        if own:
            refuse_same_classes(self.settings, own, f"{place}['classes']")
        self.settings.models.append(model)

    def _model_data(
        self, model: dict[str, Setting], at: tuple[Any, str, str], value: Any, own: list[str] | None
    ) -> None:
        """Take an array, or the name of a column; ``own``: the classes that the model itself names."""
        name, key, where = at
        if isinstance(value, str) and not self.main.is_frame:
            self._no_columns(where, value, "row")
            return
        model[key] = Setting(value if isinstance(value, str) else where, where)
        classes = own or list(self.classes)
        if not isinstance(value, str):
            self.arrays.append((name, key, where, classes))
            self.main.add_model(where, value, classes)
        if key == "decision" and len(classes) == 2 and not self._by_class(value):
            # One column of decision values tells two classes apart.
            model["classes"] = Setting(classes, where)
            self.main.named = True

    def _by_class(self, value: Any) -> bool:
        """Return whether an array, or the columns of a name, hold a number for each class."""
        return self.main.has_classes(value) if isinstance(value, str) else shape_of(value) == 2

    def _second_models(self, second: Any) -> None:
        """Take what the same models say of the validation items."""
        if not isinstance(second, Mapping):
            todo = 'give a dictionary: {"rf": array}'
            self.refuse(f"{VALIDATION}, models", "models are not given like this; {}", todo)
            return
        for name, key, where, classes in self.arrays:
            value = second.get(name)
            if isinstance(value, Mapping):
                value = value.get("scores" if key == "column" and "scores" in value else key)
            if value is None:
                todo = "give one for each model, by the same name"
                wrong = "the validation items have no such array"
                self.problems.append(Problem(wrong, todo, f"{VALIDATION}, {where}"))
            else:
                self.parts[-1].add_model(where, value, classes)


def _by_name(models: Any) -> Any:
    """Return models by their names: of a list of these, as names of columns; of tables as a plan file has them."""
    given = [models] if isinstance(models, str) else models
    if not isinstance(given, list | tuple):
        return given
    if all(isinstance(one, str) for one in given):
        return {name: name for name in given}
    if not all(isinstance(one, Mapping) and "name" in one for one in given):
        return given
    named = {one["name"]: {key: said for key, said in one.items() if key != "name"} for one in given}
    return named if len(named) == len(given) else given


def _short(value: Any) -> str:
    """Return a value that was refused, or what it is."""
    return str(value) if isinstance(value, str | int | float) else type(value).__name__


def said(settings: Settings, options: Mapping[str, Any]) -> Iterator[tuple[str, Any, str]]:
    """Yield the key, the value and the name of each option; names that mean none are noted as problems."""
    for name, value in options.items():
        keys = meanings(name)
        if value is None:
            continue
        if "__" in name:
            settings.today(name.replace("__", "."), name)
        is_section = FORMER_SECTIONS.get(name, name) in {*SECTIONS} - {"", *REPEATED}
        if is_section and isinstance(value, Mapping):
            yield from _of_section(settings, name, value)
        elif len(keys) != 1:
            settings.refuse(f"{settings.source}, {name}", "{}; {}", *unknown_argument(name))
        else:
            yield keys[0], value, name


def _of_section(settings: Settings, name: str, values: Mapping[Any, Any]) -> Iterator[tuple[str, Any, str]]:
    """Yield the keys of a section; pairs (predicted, truth) are what single answers are worth."""
    single = []
    for inner, value in values.items():
        where = f"{name}[{inner!r}]"
        key = settings.today(f"{name}.{inner}", where)
        section = key.partition(".")[0]
        if section == "answers" and isinstance(inner, tuple) and len(inner) == 2:
            single.append({"predicted": inner[0], "truth": inner[1], "value": value})
        elif key in BY_KEY:
            yield key, value, where
        else:
            keys = [known.partition(".")[2] for known in BY_KEY if known.startswith(f"{section}.")]
            settings.refuse(where, _NO_KEY, meant_or_known(inner, keys))
    if single:
        yield "answers.cell", single, name


def say(settings: Settings, key: str, value: Any, where: str) -> None:
    """Note what was said for one key."""
    if key == "words" and isinstance(value, list | tuple):
        value = ",".join(map(str, value))
    value = plain(value, key)
    take(settings, key, cells(value) if key == "answers.cell" else value, where)


def plain(value: Any, key: str) -> Any:
    """Return a value as a plan file has it.

    >>> plain(np.float32(0.1), "cost.per_item"), plain(np.array([0, 1]), "models.classes")
    (Decimal('0.1'), ['0', '1'])
    >>> plain(True, "table.positive"), plain({True: 3}, "entry.value")
    ('True', {'True': 3})
    """
    if isinstance(value, np.ndarray) or (hasattr(value, "tolist") and not isinstance(value, np.generic)):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {name_of(one): plain(inner, key) for one, inner in value.items()}
    if isinstance(value, set | frozenset):
        value = sorted(value, key=str)
    if isinstance(value, list | tuple):
        return [plain(one, key) for one in value]
    if isinstance(value, np.generic):
        shortest = isinstance(value, np.floating) and value.itemsize < 8
        value = Decimal(str(value)) if shortest else value.item()
    labels = key in _OF_CLASSES or (BY_KEY[key].kind in _NAMES and isinstance(value, float | Decimal))
    return name_of(value) if labels else value


def cells(rows: Any) -> Any:
    """Return what single answers are worth with the classes as texts.

    >>> cells([{"predicted": 1, "truth": True, "value": -2}])
    [{'predicted': '1', 'truth': 'True', 'value': -2}]
    """
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        return rows
    return [
        {key: name_of(one) if key in {"predicted", "truth"} else one for key, one in row.items()}
        for row in rows
    ]


def name_of(value: Any) -> str:
    """Return the name of a class or a model, as labels have it.

    >>> name_of(1.0), name_of(True), name_of(("a", 1))
    ('1', 'True', "('a', 1)")
    """
    try:
        return text_of(value)
    except NoTextError:
        return str(value).encode("utf-8", "replace").decode()
