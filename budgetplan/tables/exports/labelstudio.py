"""Label Studio: tasks with their annotations (JSON), or a row for each annotation (JSON_MIN, CSV)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from statistics import median
from typing import Any

from budgetplan.domain.options import advise, ask
from budgetplan.errors import counted
from budgetplan.tables.cells import NUMBER
from budgetplan.tables.exports.base import SEVERAL, Export, Record, Tool, refuse_kinds
from budgetplan.tables.judgements.base import Entries
from budgetplan.tables.problems import Problems, listing

_CALLED = "a Label Studio export"
_CHOICES, _OF_PARTS, _NOTES = "choices", "choices for parts of items", "textarea"
_PREDICTED, _CONFIDENCE = ".predicted", ".confidence"
_MIN_KEYS = frozenset(("id", "annotator", "annotation_id", "created_at", "updated_at", "lead_time"))
_NO_TIME = ("the lead_time is no time in seconds", "write the seconds, or null")
_EXPORT_AGAIN = "export the tasks again"
_CONTROL = "label"
"""What the control is called in the interface that is written with a queue."""


def is_task(one: dict[str, Any]) -> bool:
    """Return whether an object is a task of Label Studio's JSON."""
    return isinstance(one.get("data"), dict) and any(
        isinstance(one.get(key), list) for key in ("annotations", "predictions")
    )


def is_judgement(one: dict[str, Any]) -> bool:
    """Return whether an object is a row of Label Studio's JSON_MIN."""
    return "annotation_id" in one and ("lead_time" in one or "annotator" in one)


def is_table_of_judgements(header: Collection[str]) -> bool:
    """Return whether a table has the columns of Label Studio's CSV.

    >>> is_table_of_judgements(["text", "id", "label", "annotator", "annotation_id", "lead_time"])
    True
    >>> is_table_of_judgements(["id", "label", "annotator"])
    False
    """
    return {"id", "annotation_id", "lead_time"} <= {*header}


def read_label_studio(path: str, records: Sequence[Record], empty: Collection[str] = ()) -> Export:
    """Return the tasks as rows.

    The choice that people made is in the column ``label``, or in a column for each control where there are
    several. What a model predicts is in ``MODEL.predicted`` and ``MODEL.confidence``: the score of the label
    it predicts says nothing of the other labels.

    Raises
    ------
    BadDataError
        Where the annotations are no choices for whole items.
    """
    if any(is_judgement(one) and not is_task(one) for _, one in records):
        return _read_rows(records, "JSON_MIN", empty)
    once, copies = _once(path, records)
    kinds = _kinds(once, "annotations", "predictions")
    kinds.pop(_CHOICES, None)
    refuse_kinds(path, _CALLED, kinds)
    export = _Tasks(once, empty).read()
    export.messages += copies
    return export


def _once(path: str, records: Sequence[Record]) -> tuple[list[Record], list[str]]:
    """Return every task once, and what is said of copies: an export may hold a task once for each of its annotations.

    Raises
    ------
    BadDataError
        Two copies of a task say different things of it.
    """
    seen: dict[str, dict[str, Any]] = {}
    once, problems = [], Problems(path)
    for line, one in records:
        name = json.dumps([one.get("id"), one.get("data")], sort_keys=True)
        first = seen.setdefault(name, one)
        if first is one or one.get("id") is None:
            once.append((line, one))
        elif json.dumps(first, sort_keys=True) != json.dumps(one, sort_keys=True):
            wrong = "the task stands here again, with other annotations or predictions than before"
            todo = f"keep one of the two, or {_EXPORT_AGAIN}"
            problems.add(wrong, todo, line=line, column="id", item=str(one["id"]))
    problems.raise_if_any()
    n = len(records) - len(once)
    return once, [f"Copies of tasks that stand there already, left out: {n:,}."] if n else []


def _kinds(records: Sequence[Record], *keys: str) -> dict[str, int]:
    """Return the first line of each kind of result but notes."""
    kinds: dict[str, int] = {}
    for line, task in records:
        for result in (result for key in keys for result in _results(task, key)):
            kind, value = result.get("type"), result.get("value")
            if kind == _CHOICES and isinstance(value, dict) and {"start", "x", "ranges"} & value.keys():
                kind = _OF_PARTS
            if kind != _NOTES:
                kinds.setdefault(kind if isinstance(kind, str) else "results without a type", line)
    return kinds


@dataclass
class _Times:
    """Annotators, annotations and the seconds that they took."""

    seconds: list[float] = field(default_factory=list)
    annotators: set[str] = field(default_factory=set)
    n: int = 0

    def take(self, annotator: Any, lead_time: Any) -> bool:
        """Count an annotation; return whether its time is one, or not there at all."""
        self.n += 1
        if isinstance(who := _whom(annotator), str):
            self.annotators.add(who)
        if lead_time is None:
            return True
        seconds = float(lead_time) if isinstance(lead_time, str) and NUMBER.fullmatch(lead_time) else -1.0
        if not 0 <= seconds < inf:
            return False
        self.seconds.append(seconds)
        return True

    def told(self) -> str:
        """Say how many annotators and annotations there are."""
        who = f"{counted(len(self.annotators), 'annotator')}, " if self.annotators else ""
        return f"{who}{counted(self.n, 'annotation')}"

    def said(self, *, tied: bool) -> list[str]:
        """Say what an annotation takes; the number is as it can be given back."""
        if not self.seconds:
            return []
        middle = median(self.seconds)
        text = (f"{middle:.1f}" if middle >= 1 else f"{middle:.2g}").removesuffix(".0")
        use = advise("; to use it: {}", ask("cost.seconds_per_item", text)) if middle > 0 else ""
        ties = ", those of ties too" if tied else ""
        n = counted(len(self.seconds), "annotation")
        return [advise("Measured time: median {} s from {}{}{}", text, n, ties, use)]


class _Tasks:
    """The tasks of an export on their way to rows."""

    def __init__(self, records: Sequence[Record], empty: Collection[str]) -> None:
        self._empty = empty
        self._records = records
        self._export = Export()
        self._times = _Times()
        self._n: Counter[str] = Counter()
        self._labels = self._columns("annotations") or {"": "label"}
        self._predicted = self._columns("predictions")

    def read(self) -> Export:
        export, records = self._export, self._records
        models = {_model(each) for _, one in records for each in _with_results(one.get("predictions"))}
        named = {self._column(model, control) for model in models for control in self._predicted}
        taken = {*self._labels.values(), *(name + end for name in named for end in (_PREDICTED, _CONFIDENCE))}
        own = {key for _, one in records for key in _fields(one)}
        has_id = any(one.get("id") is not None for _, one in records)
        task_id = "task_id" if "id" in own else "id"
        for line, one in records:
            fields = {f"data.{key}" if key in taken else key: value for key, value in _fields(one).items()}
            row = export.add(line, ({task_id: one.get("id")} if has_id else {}) | fields)
            self._annotated(row, one)
            self._foretold(row, one)
        for column in self._labels.values():
            export.settle(column)
        export.told = f"{_CALLED}: {counted(len(records), 'task')}, {self._times.told()}"
        self._say(own & taken, models)
        return export

    def _columns(self, key: str) -> dict[str, str]:
        """Return the column of each control with choices: "label" where there is one."""
        results = (one for _, task in self._records for one in _results(task, key))
        controls = sorted({_control(one) for one in results if one.get("type") == _CHOICES})
        return {name: "label" if len(controls) == 1 else name or "label" for name in controls}

    def _column(self, model: str, control: str) -> str:
        return f"{model}.{control}" if len(self._predicted) > 1 else model

    def _annotated(self, row: int, task: dict[str, Any]) -> None:
        """Take the annotations of a task."""
        note, first, annotations = (
            self._export.note,
            next(iter(self._labels.values())),
            task.get("annotations"),
        )
        if annotations is not None and (
            not isinstance(annotations, list) or len(_dicts(annotations)) < len(annotations)
        ):
            note(row, first, "the annotations are no list of objects", _EXPORT_AGAIN, annotations)
        for one in _dicts(annotations):
            chosen = [result for result in _dicts(one.get("result")) if result.get("type") == _CHOICES]
            cancelled = one.get("was_cancelled") is True
            if cancelled or not chosen:
                self._n["cancelled" if cancelled else "empty"] += 1
                continue
            if not self._times.take(one.get("completed_by"), one.get("lead_time")):
                note(row, first, *_NO_TIME, one["lead_time"])
            controls = [_control(result) for result in chosen]
            for control in sorted({name for name in controls if controls.count(name) > 1}):
                values = [result.get("value") for result in chosen if _control(result) == control]
                note(row, self._labels[control], "one annotation has several choices", SEVERAL, values)
            for result in chosen:
                column = self._labels[_control(result)]
                label = self._chosen(row, column, result)
                if label and label not in self._empty:
                    self._export.vote(row, column, label, settles=one.get("ground_truth") is True)

    def _chosen(self, row: int, column: str, result: dict[str, Any]) -> str:
        """Return the one choice of a result, or an empty text where that is a problem."""
        value = result.get("value")
        choices = value.get("choices") if isinstance(value, dict) else None
        if isinstance(choices, list) and all(isinstance(one, str) and one.strip() for one in choices):
            if len(choices) == 1:
                return str(choices[0]).strip()
            if choices:
                self._export.note(row, column, "several labels are chosen at once", SEVERAL, choices)
                return ""
        wrong, todo = "the choice is not a list of one text", 'write one, such as "choices": ["idiom"]'
        self._export.note(row, column, wrong, todo, value if choices is None else choices)
        return ""

    def _foretold(self, row: int, task: dict[str, Any]) -> None:
        """Take what models predict of a task."""
        predictions = task.get("predictions")
        if isinstance(predictions, list) and len(_with_results(predictions)) < len(predictions):
            self._n["without scores"] += 1
        for one in _with_results(predictions):
            for result in _dicts(one.get("result")):
                if result.get("type") != _CHOICES:
                    continue
                name = self._column(_model(one), _control(result))
                score = one.get("score", result.get("score"))
                cells = {name + _PREDICTED: self._chosen(row, name + _PREDICTED, result)}
                cells |= {} if score is None else {name + _CONFIDENCE: score}
                for column, value in cells.items():
                    if self._export.rows[row].get(column, value) != value:
                        wrong = "the task has two predictions of this model"
                        self._export.note(row, column, wrong, "leave one of them", value)
                    self._export.put(row, column, value)

    def _say(self, renamed: set[str], models: set[str]) -> None:
        say, export = self._export.messages.append, self._export
        if "" not in self._labels and [*self._labels] != ["label"]:
            say(f"What people chose is in these columns: {_pairs(self._labels)}.")
        if n := self._n["cancelled"]:
            say(f"Cancelled annotations, left out: {n:,}.")
        if n := self._n["empty"]:
            say(f"Annotations without a choice, left out: {n:,}.")
        export.messages += self._times.said(tied=any(export.left_out.values()))
        if renamed:
            told = _pairs({key: f"data.{key}" for key in sorted(renamed)})
            say(f"Fields of the tasks with the name of a column made here: {told}.")
        if n := self._n["without scores"]:
            say(
                f"Tasks whose predictions are bare ids, without labels and scores: {n:,}. To have those too, make a snapshot with them in Label Studio (in its API: serialization_options.predictions.only_id = false); scores in the tasks' own data come back in every export."
            )
        if self._predicted and models:
            named = ", ".join(sorted(column for column in export.columns if column.endswith(_PREDICTED)))
            say(
                f"Predicted labels are in the columns {named}; in {_CONFIDENCE} is the score of that label alone."
            )


def read_table(records: Sequence[Record], empty: Collection[str] = ()) -> Export:
    """Return one row for each task out of a row of a table for each annotation."""
    return _read_rows(records, "CSV", empty)


def _read_rows(records: Sequence[Record], form: str, empty: Collection[str]) -> Export:
    """Return one row for each task out of a row for each annotation; its columns are judged like labels.

    ``form``: what Label Studio calls such a file, for messages.
    """
    export, times = Export(), _Times()
    control = _the_control(records, is_min=form == "JSON_MIN")
    for line, theirs in records:
        one = {_CONTROL if control and key == control else key: value for key, value in theirs.items()}
        task = one.get("id")
        fields = {"id": task} | dict.fromkeys(key for key in one if key not in _MIN_KEYS)
        row = export.row(task, line, fields) if isinstance(task, str) else export.add(line, fields)
        # Of tasks that nobody has judged there is a row, too.
        timed = not _is_judged(one) or times.take(one.get("annotator"), one.get("lead_time") or None)
        if not timed:
            export.note(row, "id", *_NO_TIME, one["lead_time"], line)
        _judge(export, row, line, {key: value for key, value in one.items() if value not in empty})
    for key in sorted(export.ballots):
        ballots = export.ballots[key]
        if any(one != judged[0] for judged in ballots.by_row.values() for one in judged):
            export.settle(key)
        for row, label in ballots.settled()[0].items():
            export.put(row, key, label)
    export.told = f"{_CALLED} ({form}): {counted(len(export.rows), 'task')}, {times.told()}"
    if control:
        export.messages.append(f"What people chose is in these columns: {_pairs({control: 'label'})}.")
    export.messages += times.said(tied=any(export.left_out.values()))
    return export


def _is_judged(one: dict[str, Any]) -> bool:
    """Return whether a row is of an annotation: only these have a number of one."""
    return one.get("annotation_id") not in (None, "")


def _the_control(records: Sequence[Record], *, is_min: bool) -> str:
    """Return the only column with what people chose, where it is not called ``label``; empty where that is not clear.

    JSON_MIN has the task's own fields before its number. A table has them by the alphabet, so that a column is one if
    all judged rows have something in it, and no other row.
    """
    judged = [one for _, one in records if _is_judged(one)]
    others = [one for _, one in records if not _is_judged(one)]
    keys = dict.fromkeys(key for one in judged for key in one)
    if "label" in keys or not judged:
        return ""
    order = [*judged[0]]
    own = set(order[: order.index("id")]) if is_min and "id" in order else set()
    found = [
        key
        for key in keys
        if key not in {*_MIN_KEYS, *own}
        and all(isinstance(one.get(key), str) and one[key].strip() for one in judged)
        and not any(one.get(key) for one in others)
    ]
    return found[0] if len(found) == 1 and (others or is_min) else ""


def _judge(export: Export, row: int, line: int, one: dict[str, Any]) -> None:
    """Take the texts of a JSON_MIN row as judgements of its task; what is no text is a field."""
    for key, value in one.items():
        if key in _MIN_KEYS:
            continue
        is_text = isinstance(value, str)
        if (isinstance(value, dict) and "choices" in value) or (is_text and value.startswith('{"choices":')):
            export.note(row, key, "several labels are chosen at once", SEVERAL, value, line)
        elif isinstance(value, list | dict) or (is_text and value.startswith('[{"')):
            export.note(row, key, "this is no label of a whole item", SEVERAL, value, line)
        elif is_text and value.strip():
            export.vote(row, key, _alike(export, row, key, value.strip()))
        elif value not in (None, ""):
            export.put(row, key, value)


def _alike(export: Export, row: int, column: str, text: str) -> str:
    """Return a number as the task's first row has it written, where it is the same number."""
    if not NUMBER.fullmatch(text) or column not in export.ballots:
        return text
    judged = export.ballots[column].by_row.get(row, ())
    numbers = (one.label for one in judged if NUMBER.fullmatch(one.label))
    return next((label for label in numbers if float(label) == float(text)), text)


def add_tasks(records: Sequence[Record], entries: Entries) -> None:
    """Add every annotation of every task to a log; a task that nobody has annotated is a row without a label.

    Raises
    ------
    BadDataError
        The annotations are about parts of items.
    """
    if any(is_judgement(one) and not is_task(one) for _, one in records):
        add_rows(records, entries)
        return
    path, kinds = entries.problems.file, _kinds(records, "annotations")
    # Annotations may say something of parts of items, too, but not of parts alone.
    if not {_CHOICES, _OF_PARTS} & kinds.keys():
        refuse_kinds(path, _CALLED, kinds)
    results = (result for _, one in records for result in _results(one, "annotations"))
    names = {str(result.get("from_name")) for result in results if result.get("type") == _CHOICES}
    control = next((name for name in (_CONTROL, entries.asked.label_column) if name in names), "")
    if not control and len(names) > 1:
        wrong = "people chose in several controls, and none of them is called label"
        todo = f"call the control of the label {_CONTROL}"
        entries.problems.add(wrong, todo, found=", ".join(sorted(names)))
    elif not control:
        control = "".join(names)
    once, copies = _once(path, records)
    entries.messages += copies
    for line, one in once:
        item = entries.item_of(_fields(one), line)
        annotations = _dicts(one.get("annotations"))
        for annotation in annotations:
            chosen = [] if annotation.get("was_cancelled") is True else _dicts(annotation.get("result"))
            values = [
                result.get("value")
                for result in chosen
                if result.get("type") == _CHOICES and result.get("from_name") == control
            ]
            listed = (value.get("choices") for value in values if isinstance(value, dict))
            labels = [label for choices in listed if isinstance(choices, list) for label in choices]
            _add(line, item, annotation, labels, control, _whom(annotation.get("completed_by")), entries)
        if not annotations:
            entries.add(line, item, "")


def add_rows(records: Sequence[Record], entries: Entries) -> None:
    """Add the rows of a short export to a log, each an annotation."""
    keys = dict.fromkeys(key for _, one in records for key in one)
    column = next((name for name in (_CONTROL, entries.asked.label_column) if name in keys), "")
    if not column:
        wrong = "there is no column with a label"
        todo = f"call the control {_CONTROL}, as label-studio.xml does; the columns are {listing([*keys])}"
        entries.problems.add(wrong, todo, column=_CONTROL)
        return
    for line, one in records:
        item = entries.item_of(one, line, ("id",))
        _add(line, item, one, labels_of(one.get(column)), column, _whom(one.get("annotator")), entries)


def _add(
    line: int,
    item: str,
    annotation: dict[str, Any],
    labels: Sequence[Any],
    column: str,
    who: Any,
    entries: Entries,
) -> None:
    moment, when = entries.moment_of(annotation.get("created_at"), line, "created_at", item)
    entries.add(
        line,
        item,
        entries.chosen(labels, line, column, item),
        annotator=who if isinstance(who, str) else "",
        seconds=entries.seconds_of(annotation.get("lead_time"), line, "lead_time", item),
        moment=moment,
        when=when,
    )


def labels_of(value: Any) -> Sequence[Any]:
    """Return the labels of a cell: of one choice its text, of several an object with all of them.

    >>> labels_of("idiom"), labels_of(None), labels_of('{"choices": ["a", "b"]}')
    (['idiom'], [], ['a', 'b'])
    """
    if isinstance(value, str) and value.startswith('{"choices":'):
        try:
            value = json.loads(value)
        except ValueError:
            return [value]
    if isinstance(value, dict):
        choices = value.get("choices")
        return choices if isinstance(choices, list) and choices else [value]
    return [] if value is None or value == "" else [value]


def _whom(value: Any) -> Any:
    """Return who it was: a number, an address, or of an object with both the number."""
    return value.get("id", value.get("email")) if isinstance(value, dict) else value


def _pairs(names: dict[str, str]) -> str:
    return ", ".join(f"{theirs} in {ours}" for theirs, ours in names.items())


def _fields(task: dict[str, Any]) -> dict[str, Any]:
    data = task.get("data")
    return data if isinstance(data, dict) else {}


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _with_results(predictions: Any) -> list[dict[str, Any]]:
    return [one for one in _dicts(predictions) if "result" in one]


def _results(task: dict[str, Any], key: str) -> Iterator[dict[str, Any]]:
    for one in _dicts(task.get(key)):
        if one.get("was_cancelled") is not True:
            yield from _dicts(one.get("result"))


def _control(result: dict[str, Any]) -> str:
    name = result.get("from_name")
    return name if isinstance(name, str) else ""


def _model(prediction: dict[str, Any]) -> str:
    name = prediction.get("model_version")
    return name if isinstance(name, str) and name else "model"


TOOLS = (
    Tool(
        "label-studio",
        _CALLED,
        "tasks with data and annotations",
        lambda one: is_task(one) or is_judgement(one),
        read_label_studio,
        log=add_tasks,
        heads=is_table_of_judgements,
        columns="id, annotation_id and lead_time",
        better="JSON",
        read_table=read_table,
        log_table=add_rows,
    ),
)
"""What is read here."""
