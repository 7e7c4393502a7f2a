"""From settings to what the defer workflow needs: classifiers, what answers are worth, and the two sets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

from budgetplan.dataset.array_classes import SORTED, beside
from budgetplan.domain.options import BY_KEY, MODEL_KEYS
from budgetplan.domain.plan import ClassifierSpec, Deferral, Plan
from budgetplan.domain.utilities import Worths
from budgetplan.errors import BadDataError
from budgetplan.settings import amounts
from budgetplan.settings.amounts import RefusedError
from budgetplan.settings.matrix import CELL_KEYS, read_matrix
from budgetplan.settings.review import KEYS, read_reviewing
from budgetplan.settings.sources import Setting, Settings

T = TypeVar("T")

SOURCES = ("probabilities", "decision", "array", "predicted")
"""Keys of a model of which a classifier has one."""

NAMED = (
    'name the classes in their order: in a file (--classes classes.txt, or {} beside it), by classes = ["hate", '
    '"neither"] in a plan file, or use --classes sorted if they are the sorted labels, as scikit-learn has them'
)
"""What to do where nobody names the columns of an array."""

_SPLITS, _TABLES = ("table.validation", "table.test"), ("table.file_validation", "table.file_test")
_COSTS = tuple(f"values.{name}" for name in ("k_tp", "k_fp", "k_fn"))
_TRIPLE = ("values.right", "values.wrong", "values.abstain")
_MONEY_KEYS = (*_TRIPLE, "values.error_weight", *_COSTS, "values.worth_of_right_answer", "values.review_cost")


def is_classifier(model: Mapping[str, Setting]) -> bool:
    """Return whether a model says classes rather than one score an item."""
    return any(key in model for key in (*SOURCES, "classes", "confidence"))


def is_deferred(settings: Settings) -> bool:
    """Return whether the plan is for the defer workflow: said, or seen from the models and the values."""
    said = settings.by_key.get("table.workflow")
    if said is not None and said.value in ("defer", "filter", "joint"):
        return bool(said.value != "filter")
    valued = any(BY_KEY[key].section == "values" for key in settings.by_key)
    return valued or any(map(is_classifier, settings.models))


def says_worths(settings: Settings) -> bool:
    """Return whether anything says what answers are worth, rightly or not."""
    keys = (*_TRIPLE[:2], "values.error_weight", *_COSTS, "values.cell", "values.matrix")
    return any(key in settings.by_key for key in keys)


def read_deferral(settings: Settings, positive: tuple[str, ...]) -> Deferral:
    """Return the plan's part for the defer workflow; what is wrong is noted in the settings' problems."""
    reader = _Reader(settings)
    review_cost = reader.number("values.review_cost")
    return Deferral(
        models=tuple(spec for model in settings.models if (spec := reader.classifier(model))),
        worths=reader.worths(positive),
        validation=reader.text("table.validation") or BY_KEY["table.validation"].default,
        test=reader.text("table.test") or BY_KEY["table.test"].default,
        review_cost=review_cost,
        domain=reader.text("table.domain"),
        file_validation=reader.path(reader.text("table.file_validation")),
        file_test=reader.path(reader.text("table.file_test")),
        relabel=reader.choice("values.relabel") == "true",
        reviewing=read_reviewing(settings, positive),
    )


class _Reader:
    """Turns settings into values; what is refused is noted and replaced by nothing said."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def take(self, setting: Setting, convert: Callable[[Any], T], default: T) -> T:
        try:
            return convert(setting.value)
        except RefusedError as error:
            self.settings.refuse(setting.where, error.wrong, error.todo, setting.value)
            return default

    def text(self, key: str) -> str:
        setting = self.settings.by_key.get(key)
        return "" if setting is None else self.take(setting, amounts.text, "")

    def number(self, key: str) -> Decimal | None:
        setting = self.settings.by_key.get(key)
        convert = self._money(negative=BY_KEY[key].negative) if BY_KEY[key].is_money else amounts.amount
        return None if setting is None else self.take(setting, convert, None)

    def _money(self, *, negative: bool) -> Callable[[Any], Decimal]:
        return lambda value: amounts.money(value, self.settings.currency, negative=negative)

    def choice(self, key: str) -> str:
        """Return one of the choices of an option; true and false are also understood as TOML has them."""
        entry, setting = BY_KEY[key], self.settings.by_key.get(key)
        if setting is None:
            return entry.default
        said = str(setting.value).lower() if isinstance(setting.value, bool) else setting.value
        written = self.take(Setting(said, setting.where), amounts.text, entry.default)
        if written in entry.choices:
            return written
        todo = f"write one of {', '.join(entry.choices)}"
        self.settings.refuse(setting.where, "this is not one of the choices", todo, written)
        return entry.default

    def path(self, written: str) -> str:
        """Return where a file is: in a plan file, paths start at its folder."""
        source = self.settings.source
        if not written or not source.lower().endswith(".toml"):
            return written
        return str(Path(source).parent / written)

    def classifier(self, model: Mapping[str, Setting]) -> ClassifierSpec | None:
        name = self.take(model["name"], amounts.text, "")
        keys = [key for key in MODEL_KEYS if key in model]
        told = {
            key: self.take(model[key], amounts.text, "") for key in (*SOURCES, "confidence") if key in model
        }
        where, refuse = model["name"].where, self.settings.refuse
        given = [key for key in SOURCES if key in told]
        if len(given) != 1:
            wrong = "no class probabilities and no predicted classes" if not given else "more than one source"
            refuse(
                where,
                f"the model has {wrong}",
                'give one of probabilities = "p_rf", decision = "d_svc", array = "proba.npy", predicted = "pred_rf"',
                name,
            )
            return None
        if given == ["predicted"] and "confidence" not in told:
            refuse(where, "the model has no confidence", 'name its column: confidence = "conf_rf"', name)
        for key in keys:
            if (key == "confidence" and given != ["predicted"]) or key in {"column", "order", "cut"}:
                refuse(model[key].where, f"{key} says nothing beside {given[0]}", "leave it out")
            elif key == "classes" and given[0] not in ("array", "decision"):
                todo = "leave them out"
                refuse(model[key].where, "classes are named for an array or decision values alone", todo)
        classes = self._classes(model["classes"]) if "classes" in model else ()
        if given == ["decision"] and classes and len(classes) != 2:
            refuse(
                model["classes"].where,
                "a column of decision values tells two classes apart",
                'name two, the one with the higher values second: classes = ["neither", "hate"]; or write columns PREFIX:CLASS',
                ", ".join(classes),
            )
        cost = (
            self.take(model["cost"], self._money(negative=False), Decimal(0))
            if "cost" in model
            else Decimal(0)
        )
        array = self.path(told.pop("array", ""))
        named = ""
        if array.lower().endswith(".npy") and not classes:
            named = self._classes_from(array)
            classes = self._listed_classes(named)
            if classes:
                named = ""
            elif not named:
                refuse(
                    where, "the columns of an .npy file have no names", NAMED.format(beside(array)[0]), name
                )
        return ClassifierSpec(name=name, array=array, classes=classes, cost=cost, classes_from=named, **told)

    def _classes_from(self, array: str) -> str:
        """Return where the classes of an array are named: as said, else the file beside it, if there is one."""
        said = self.text("table.classes")
        if said:
            return said if said == SORTED else self.path(said)
        return next((path for path in beside(array) if Path(path).is_file()), "")

    def _listed_classes(self, said: str) -> tuple[str, ...]:
        """Return the classes that are named one after the other where a file could be named."""
        if "," not in said or Path(said).is_file():
            return ()
        setting = self.settings.by_key["table.classes"]
        return self._classes(Setting([name.strip() for name in str(setting.value).split(",")], setting.where))

    def _classes(self, setting: Setting) -> tuple[str, ...]:
        values = setting.value if isinstance(setting.value, list) else [setting.value]
        names = [self.take(Setting(value, setting.where), amounts.text, "") for value in values]
        if not all(names):
            todo = "name every column in its order, with one comma between two names"
            self.settings.refuse(setting.where, "a class has no name", todo, ",".join(names))
        for name in dict.fromkeys(name for name in names if names.count(name) > 1):
            self.settings.refuse(
                setting.where, "two classes have the same name", "give each column a class of its own", name
            )
        return tuple(names)

    def worths(self, positive: tuple[str, ...]) -> Worths:
        by_key = self.settings.by_key
        numbers = {key.partition(".")[2]: self.number(key) for key in _MONEY_KEYS}
        numbers.pop("review_cost")
        unit: Any = self.choice("values.unit")
        left_out = self._left_out()
        if left_out is not None and not isinstance(left_out, dict):
            if numbers["abstain"] is not None:
                where = by_key["values.left_out"].where
                self.settings.refuse(where, "values.abstain says the same", "give one of the two")
            numbers["abstain"], left_out = left_out, None
        cells = self._listed_cells() | self._matrix()
        worths = Worths(
            unit=unit,
            cells=cells,
            left_out=left_out or {},
            positive=positive[0] if len(positive) == 1 else "",
            **numbers,
        )
        self._check(worths, positive)
        return worths

    def _left_out(self) -> dict[str, Decimal] | Decimal | None:
        setting = self.settings.by_key.get("values.left_out")
        if setting is None:
            return None
        convert = self._money(negative=True)
        if not isinstance(setting.value, dict):
            return self.take(setting, convert, None)
        places = {
            name: setting.where if setting.where.endswith(f".{name}") else f"{setting.where}.{name}"
            for name in setting.value
        }
        taken = {
            name: self.take(Setting(value, places[name]), convert, None)
            for name, value in setting.value.items()
        }
        return {name: value for name, value in taken.items() if value is not None}

    def _listed_cells(self) -> dict[tuple[str, str], Decimal]:
        setting = self.settings.by_key.get("values.cell")
        if setting is None:
            return {}
        rows = setting.value
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            todo = "write [[values.cell]] with predicted, truth and value for each, in a plan file"
            self.settings.refuse(setting.where, "cells are not written like this", todo, rows)
            return {}
        cells: dict[tuple[str, str], Decimal] = {}
        for position, row in enumerate(rows, 1):
            where = f"{setting.where} {position}"
            if set(row) != set(CELL_KEYS):
                self.settings.refuse(
                    where, "a cell has predicted, truth and value", "write these three keys", ", ".join(row)
                )
                continue
            pair = (
                self.take(Setting(row["predicted"], where), amounts.text, ""),
                self.take(Setting(row["truth"], where), amounts.text, ""),
            )
            value = self.take(Setting(row["value"], where), self._money(negative=True), None)
            if pair in cells:
                self.settings.refuse(
                    where, "this cell is given twice", "give it once", f"{pair[0]}, {pair[1]}"
                )
            if value is not None:
                cells[pair] = value
        return cells

    def _matrix(self) -> dict[tuple[str, str], Decimal]:
        written = self.text("values.matrix")
        if not written:
            return {}
        where = self.settings.by_key["values.matrix"].where
        if "values.cell" in self.settings.by_key:
            self.settings.refuse(where, "there are values.cell tables too", "give one of the two")
        try:
            return read_matrix(self.path(written))
        except BadDataError as error:
            self.settings.problems.extend(error.problems)
            return {}

    def _check(self, worths: Worths, positive: tuple[str, ...]) -> None:
        """Note ways of saying it that contradict each other, and triples that decide nothing."""
        given = self.settings.by_key
        costs = [key for key in _COSTS if key in given]
        cells = [key for key in ("values.cell", "values.matrix") if key in given]
        triple = [key for key in (*_TRIPLE, "values.left_out") if key in given]
        weight = [key for key in ("values.error_weight",) if key in given]
        ways = [way for way in (weight, costs, cells or triple) if way]
        refuse = self.settings.refuse
        for way in ways[1:]:
            refuse(
                given[way[0]].where, f"{ways[0][0]} says otherwise what answers are worth", "give one of them"
            )
        if len(ways) > 1:
            return
        if costs and len(costs) < len(_COSTS):
            refuse(given[costs[0]].where, "three costs belong together", f"give {', '.join(_COSTS)}")
        elif costs and len(positive) != 1:
            refuse(
                given[costs[0]].where,
                "these costs need one positive class",
                "name it: --positive CLASS",
                ", ".join(positive) or None,
            )
        if triple and not cells:
            self._check_triple(worths, triple)
        if worths.worth_of_right_answer is None:
            return
        place = given["values.worth_of_right_answer"].where
        if worths.unit == "money":
            refuse(
                place,
                "the values are in money already",
                'leave it out, or say values.unit = "right answers"',
            )
        elif worths.worth_of_right_answer == 0:
            wrong = "a right answer worth no money pays for no review"
            refuse(place, wrong, "give an amount above 0, or leave it out", worths.worth_of_right_answer)

    def _check_triple(self, worths: Worths, triple: list[str]) -> None:
        where = self.settings.by_key[triple[0]].where
        if worths.right is None or worths.wrong is None:
            todo = "give values.right and values.wrong, or --error-weight 4"
            self.settings.refuse(where, "the worth of right and of wrong answers belong together", todo)
            return
        least = min([worths.deferred(""), *worths.left_out.values()])
        if not worths.right > least:
            self.settings.refuse(
                where,
                "a right answer is worth no more than leaving the item to people: nothing would ever be accepted",
                f"give right answers more than {least}",
                worths.right,
            )


def check_deferral(plan: Plan, settings: Settings) -> None:
    """Note what contradicts the defer workflow elsewhere in the plan."""
    deferral = plan.deferral
    named = settings.by_key.get("table.classes")
    open_ones = [
        spec for spec in (deferral.models if deferral else ()) if spec.array.lower().endswith(".npy")
    ]
    own = {str(model["name"].value).strip() for model in settings.models if "classes" in model}
    if named and all(spec.name in own for spec in open_ones):
        settings.refuse(named.where, "no model has an .npy file whose classes are open", "leave it out")
    if deferral is None:
        settings.refuse_said(
            (*KEYS, *_SPLITS, *_TABLES, "table.domain"),
            "this is for plans in which a model answers part of the items",
            "leave it out",
        )
        for model in filter(is_classifier, settings.models):
            settings.refuse(
                model["name"].where,
                "the filter workflow needs one score an item",
                'give the model a column, or say workflow = "defer"',
            )
        return
    if deferral.file_validation:
        settings.refuse_said(
            (*_SPLITS, "table.split_column"),
            "validation and test items have a table each, of which all rows are used",
            "leave this out, or put both into one table",
        )
    settings.refuse_said(
        ["table.split"],
        "items are deferred with two splits",
        "name them: --set table.validation=VALUE and --set table.test=VALUE",
    )
    if plan.missing == "last":
        settings.refuse(
            settings.by_key["table.missing"].where,
            "an item without a prediction has no place in a queue",
            "write error or exclude",
        )
    if deferral.review_cost is not None and plan.prices.stated:
        settings.refuse(
            settings.by_key["values.review_cost"].where,
            "[cost] says what reviewing costs",
            "give one of the two",
        )
    both = deferral.file_test and settings.by_key.get("table.file")
    if both:
        settings.refuse(both.where, "table.file_test names the test items", "give one of the two")
