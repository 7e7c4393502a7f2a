"""Label Studio: tasks with their annotations (JSON), or a row for each annotation (JSON_MIN, CSV); packets as tasks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from math import inf
from statistics import median
from typing import Any

from budgetplan.domain.messages import Message, NamedOption
from budgetplan.errors import Problems
from budgetplan.tables.cells import NUMBER
from budgetplan.tools.base import ITEM_ID, Asked, Export, Record, Tool, dicts, first_of, text_of
from budgetplan.tools.packets import Files, Packet, QueueTool, lines, records_of

_CALLED = Message("tools.labelstudio")
_CHOICES, _NOTES = "choices", "textarea"
_PREDICTED, _CONFIDENCE = ".predicted", ".confidence"
_MIN_KEYS = ("id", "annotator", "annotation_id", "created_at", "updated_at", "lead_time")
_CANCELLED, _EMPTY = "tools.cancelled", "tools.without_choice"
_SAYING = ("annotations", "predictions")
_TIMES = ("lead_time", "created_at")
_TEXT, _LABEL = "text", "label"
"""What the text and the control are called in the interface that is written with a queue."""


def is_task(record: dict[str, Any]) -> bool:
    """Return whether an object is a task of Label Studio's JSON."""
    return isinstance(record.get("data"), dict) and any(isinstance(record.get(key), list) for key in _SAYING)


def is_judgement(record: dict[str, Any]) -> bool:
    """Return whether an object is a row of Label Studio's JSON_MIN."""
    return "annotation_id" in record and ("lead_time" in record or "annotator" in record)


def is_table_of_judgements(header: Collection[str]) -> bool:
    """Return whether a table has the columns of Label Studio's CSV.

    >>> is_table_of_judgements(["text", "id", "label", "annotator", "annotation_id", "lead_time"])
    True
    >>> is_table_of_judgements(["id", "label", "annotator"])
    False
    """
    return {"id", "annotation_id", "lead_time"} <= {*header}


def read(path: str, records: Sequence[Record], asked: Asked) -> Export:
    """Return what tasks say.

    The choice that people made is in the column ``label``, or in a column for each control where there are
    several. What a model predicts is in ``MODEL.predicted`` and ``MODEL.confidence``: the score of the label
    it predicts says nothing of the other labels.
    """
    if asked.header or any(is_judgement(record) and not is_task(record) for _, record in records):
        return _read_rows(path, records, asked)
    export = Export(path, asked, _CALLED, odd_label=Message("tools.choice_no_list"), times=_TIMES)
    tasks = _once(export, records)
    annotations = ((line, annotation) for line, task in tasks for key in _SAYING for annotation in dicts(task.get(key)))
    for line, result in ((line, result) for line, annotation in annotations for result in _results(annotation)):
        kind, value = result.get("type"), result.get("value")
        if kind == _CHOICES and isinstance(value, dict) and {"start", "x", "ranges"} & value.keys():
            export.parts.setdefault(Message("tools.choices_of_parts"), line)
        elif kind not in (_CHOICES, _NOTES):
            export.parts.setdefault(kind if isinstance(kind, str) else Message("tools.results_without_type"), line)
    labels, predicted = _columns(tasks, "annotations") or {"": _LABEL}, _columns(tasks, "predictions")
    export.ask(labels, Message("tools.several_controls"), ", ".join(labels))
    foretold = [prediction for _, task in tasks for prediction in _foretold(task)]

    def name_of(prediction: dict[str, Any], control: str) -> str:
        """Return what the columns of a prediction begin with."""
        model = text_of(prediction.get("model_version")) or "model"
        return f"{model}.{control}" if len(predicted) > 1 else model

    controls = {name_of(result, control) for result in foretold for control in predicted}
    taken = {*labels.values(), *(name + end for name in controls for end in (_PREDICTED, _CONFIDENCE))}
    keys = {key for _, task in tasks for key in _data(task)}
    has_id = any(task.get("id") is not None for _, task in tasks)
    task_id = "task_id" if "id" in keys else "id"
    n: Counter[str] = Counter()
    for line, task in tasks:
        fields = {f"data.{key}" if key in taken else key: value for key, value in _data(task).items()}
        row = export.add(line, ({task_id: task.get("id")} if has_id else {}) | fields)
        _annotate(export, row, task, labels, n)
        n["bare"] += isinstance(task.get("predictions"), list) and _foretold(task) != task["predictions"]
        for prediction in _foretold(task):
            for control, result in _choices(prediction):
                name, score = name_of(prediction, control), prediction.get("score", result.get("score"))
                label = export.label(row, name + _PREDICTED, _chosen(result), line)
                for column, value in ((name + _PREDICTED, label), (name + _CONFIDENCE, score)):
                    if value is not None:
                        export.agree(row, column, value, Message("tools.two_predictions"), line)
    for control, column in labels.items():
        export.settle(control, column)
    say = export.messages.append
    if "" not in labels and [*labels] != [_LABEL]:
        say(Message("tools.chosen_in", pairs=_pairs(labels)))
    for kind in (_CANCELLED, _EMPTY):
        if n[kind]:
            say(Message(kind, n=n[kind]))
    _measure(export, next(iter(labels.values())))
    if renamed := {key: f"data.{key}" for key in sorted(keys & taken)}:
        say(Message("tools.fields_renamed", pairs=_pairs(renamed)))
    if n["bare"]:
        say(Message("tools.bare_predictions", n=n["bare"]))
    if columns := sorted(column for column in export.columns if foretold and column.endswith(_PREDICTED)):
        say(Message("tools.predicted_in", columns=columns, confidence=_CONFIDENCE))
    export.messages += export.log_messages
    return export


def _once(export: Export, records: Sequence[Record]) -> list[Record]:
    """Return every task once: an export may hold a task once for each of its annotations.

    Raises
    ------
    BadDataError
        Two copies of a task say different things of it.
    """
    seen: dict[str, dict[str, Any]] = {}
    once, problems = [], Problems(export.path, export.asked.by)
    for line, record in records:
        name = json.dumps([record.get("id"), record.get("data")], sort_keys=True)
        first = seen.setdefault(name, record)
        if first is record or record.get("id") is None:
            once.append((line, record))
        elif json.dumps(first, sort_keys=True) != json.dumps(record, sort_keys=True):
            problems.add(Message("tools.task_differs"), line=line, column="id", item=str(record["id"]))
    problems.raise_if_any()
    if n := len(records) - len(once):
        export.log_messages.append(Message("tools.copies", n=n))
    return once


def _results(annotation: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the results of an annotation or a prediction; none where it was cancelled."""
    return [] if annotation.get("was_cancelled") is True else dicts(annotation.get("result"))


def _choices(annotation: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return those of its results that are choices, each with its control."""
    return [
        (text_of(result.get("from_name")), result) for result in _results(annotation) if result.get("type") == _CHOICES
    ]


def _columns(tasks: Sequence[Record], key: str) -> dict[str, str]:
    """Return the column of each control with choices: "label" where there is one."""
    annotations = (annotation for _, task in tasks for annotation in dicts(task.get(key)))
    controls = sorted({control for annotation in annotations for control, _ in _choices(annotation)})
    return {name: _LABEL if len(controls) == 1 else name or _LABEL for name in controls}


def _annotate(export: Export, row: int, task: dict[str, Any], labels: Mapping[str, str], n: Counter[str]) -> None:
    """Take the annotations of a task; ``n`` counts those that are left out."""
    annotations, line = task.get("annotations"), export.lines[row]
    if annotations is not None and dicts(annotations) != annotations:
        export.note(row, next(iter(labels.values())), Message("tools.annotations_no_list"), annotations)
    for annotation in dicts(annotations):
        by_control: dict[str, Any] = {}
        for control, result in (choices := _choices(annotation)):
            by_control.setdefault(control, []).append(_chosen(result))
        if not choices:
            n[_CANCELLED if annotation.get("was_cancelled") is True else _EMPTY] += 1
        for control, marks in by_control.items():
            if len(marks) > 1:
                values = [result.get("value") for name, result in choices if name == control]
                export.note(row, labels[control], Message("tools.several_choices"), values)
            lists = [chosen for chosen in marks if isinstance(chosen, list)]
            by_control[control] = marks[0] if len(marks) == 1 else [label for chosen in lists for label in chosen]
        export.judge(row, line, by_control, _data(task), **_act(annotation))
    if not dicts(annotations):
        export.judge(row, line, {}, _data(task))


def _act(annotation: dict[str, Any]) -> dict[str, Any]:
    """Return whose an annotation is, a number, an address or an object with one of them, when it was made and how fast."""
    who = annotation.get("completed_by", annotation.get("annotator"))
    who = who.get("id", who.get("email")) if isinstance(who, dict) else who
    times = {"seconds": annotation.get("lead_time") or None, "when": annotation.get("created_at")}
    return {"who": text_of(who), "settles": annotation.get("ground_truth") is True, **times}


def _measure(export: Export, column: str, form: str = "") -> None:
    """Say how many annotations there are, and what each takes: as a number that can be given back."""
    # Of a row, only the number of an annotation says that it was judged.
    judged = [vote for vote in export.judgements if (_is_judged(vote.named) if form else vote.answers)]
    called = Message("tools.labelstudio_as", form=form) if form else _CALLED
    export.tell(*export.counts("tools.n_tasks", len(judged), "tools.n_annotations", judged), called=called)
    seconds = []
    for vote in judged:
        text = vote.seconds if isinstance(vote.seconds, str) else ""
        took = float(text) if NUMBER.fullmatch(text) else -1.0
        if 0 <= took < inf:
            seconds.append(took)
        elif vote.seconds is not None:
            export.note(vote.row, column, Message("tools.lead_time"), vote.seconds, vote.line)
    if seconds:
        middle = median(seconds)
        text = (f"{middle:.1f}" if middle >= 1 else f"{middle:.2g}").removesuffix(".0")
        kind = "tools.n_annotations_of_ties" if any(export.left_out.values()) else "tools.n_annotations"
        measured = Message("tools.measured", seconds=float(text), of=Message(kind, n=len(seconds)))
        use = NamedOption("cost.seconds_per_item", text)
        export.messages.append(Message("tools.measured_use", measured=measured, use=use) if middle > 0 else measured)


def _read_rows(path: str, records: Sequence[Record], asked: Asked) -> Export:
    """Return one item for each task out of a row for each annotation; its columns are judged like labels."""
    form = "CSV" if asked.header else "JSON_MIN"
    export = Export(path, asked, _CALLED, tool_keys=("id",), times=_TIMES, like_labels=True)
    control = _the_control([record for _, record in records], is_min=form == "JSON_MIN")
    # How a number stands in the first row of a task: written in another way it is the same one.
    numbers: dict[tuple[int, str, float], str] = {}
    keys: dict[str, None] = {}
    for line, theirs in records:
        row_fields = {_LABEL if control and key == control else key: value for key, value in theirs.items()}
        fields = dict.fromkeys(key for key in row_fields if key not in _MIN_KEYS)
        keys |= fields
        task, labels_given = row_fields.get("id"), dict[str, Any]()
        columns = {"id": task} | fields
        row = export.row(task, line, columns) if isinstance(task, str) else export.add(line, columns)
        for key in (key for key in fields if row_fields[key] not in [None, "", *asked.empty]):
            labels = _labels(row_fields[key])
            if labels and not isinstance(labels[0], str):
                export.note(row, key, Message("tools.no_whole_label"), row_fields[key], line)
            elif len(labels) > 1:
                export.note(row, key, export.several, row_fields[key], line)
            elif not labels and not isinstance(row_fields[key], str):
                export.put(row, key, row_fields[key])
            elif labels and NUMBER.fullmatch(labels[0]):
                labels = [numbers.setdefault((row, key, float(labels[0])), labels[0])]
            labels_given[key] = labels
        export.judge(row, line, labels_given, row_fields, **_act(row_fields))
    # The ids first, by which items are called.
    voted = {key for vote in export.judgements for key in vote.answers}
    for key in sorted(voted, key=lambda key: (key != ITEM_ID, key)):
        export.settle(key)
    export.question = first_of((_LABEL, asked.label_column), keys)
    if not export.question:
        export.lacking.add(Message("tools.no_label_column", names=[*keys]), column=_LABEL)
    if control:
        export.messages.append(Message("tools.chosen_in", pairs=_pairs({control: _LABEL})))
    _measure(export, "id", form)
    return export


def _is_judged(record: Mapping[str, Any]) -> bool:
    return record.get("annotation_id") not in (None, "")


def _the_control(records: Sequence[dict[str, Any]], *, is_min: bool) -> str:
    """Return the only column with what people chose, where it is not called ``label``; empty where that is not clear.

    JSON_MIN has the task's own fields before its number. A table has them by the alphabet, so that a column is one if
    all judged rows have something in it, and no other row.
    """
    judged = [record for record in records if _is_judged(record)]
    others = [record for record in records if not _is_judged(record)]
    keys = dict.fromkeys(key for record in judged for key in record)
    if _LABEL in keys or not judged:
        return ""
    order = [*judged[0]]
    before_id = order[: order.index("id")] if is_min and "id" in order else []
    candidates = [
        key
        for key in keys
        if key not in (*_MIN_KEYS, *before_id)
        and all(isinstance(record.get(key), str) and record[key].strip() for record in judged)
        and not any(other.get(key) for other in others)
    ]
    return candidates[0] if len(candidates) == 1 and (others or is_min) else ""


def _labels(value: Any) -> list[Any]:
    """Return the labels of a cell: of one choice its text, of several an object with all of them.

    >>> _labels("idiom"), _labels(None), _labels('{"choices": ["a", "b"]}'), _labels([{"start": 0}])
    (['idiom'], [], ['a', 'b'], [[{'start': 0}]])
    """
    text = value.strip() if isinstance(value, str) else ""
    if text.startswith(('{"choices":', '[{"')):
        try:
            value = json.loads(text)
        except ValueError:
            return [None]
    if isinstance(value, list | dict):
        choices = value.get("choices") if isinstance(value, dict) else None
        return choices if isinstance(choices, list) and choices else [value]
    return [text] if text else []


def _chosen(result: Mapping[str, Any]) -> Any:
    """Return the labels of a result, or what stands there instead of a list of them."""
    value = result.get("value")
    choices = value.get("choices") if isinstance(value, dict) else None
    return value if choices is None else choices


def _pairs(names: Mapping[str, str]) -> list[Message]:
    return [Message("tools.stands_in", theirs=theirs, ours=ours) for theirs, ours in names.items()]


def _data(task: dict[str, Any]) -> dict[str, Any]:
    data = task.get("data")
    return data if isinstance(data, dict) else {}


def _foretold(task: dict[str, Any]) -> list[dict[str, Any]]:
    return [prediction for prediction in dicts(task.get("predictions")) if "result" in prediction]


TOOL = Tool(
    "label-studio",
    _CALLED,
    read,
    Message("tools.labelstudio_sign"),
    lambda pair: is_task(pair) or is_judgement(pair),
    heads=lambda header, _: is_table_of_judgements(header),
    fits=is_table_of_judgements,
    lacks=Message("tools.labelstudio_lacks"),
)
"""What is read here."""

_TAKEN = (
    *(ITEM_ID, _TEXT, _LABEL),
    # What its short exports write beside the data of a task.
    *("id", "annotator", "annotation_id", "created_at", "updated_at", "lead_time", "comment", "sentiment"),
    # What its importer takes for more than data.
    *("data", "annotations", "predictions", "meta", "agreement"),
)
_START, _BETWEEN, _END = b"[\n", b",\n", b"\n]\n"


def write(packet: Packet, most_tasks: int = 250_000, most_bytes: int = 50_000_000) -> Files:
    """Return the packet as lists of tasks, without annotations and predictions.

    ``most_tasks``, ``most_bytes``: what one file may hold; a larger packet becomes several files, whose names are in
    the order in which they are to be imported.

    Raises
    ------
    BadDataError
        An item alone is larger than a file may be.
    """
    room, problems = most_bytes - len(_START) - len(_END), Problems("")
    parts: list[list[bytes]] = [[]]
    size = 0
    for data in records_of({ITEM_ID: packet.ids, _TEXT: packet.judged, **packet.others(_TAKEN)}):
        task = lines([{"data": data}]).rstrip(b"\n")
        size_of_task = len(task) + len(_BETWEEN)
        if size_of_task > room:
            problems.add(Message("tools.task_too_large", most=most_bytes), item=data[ITEM_ID])
        if parts[-1] and (len(parts[-1]) == most_tasks or size + size_of_task > room):
            parts.append([])
            size = 0
        parts[-1].append(task)
        size += size_of_task
    problems.raise_if_any()
    files = [_START + _BETWEEN.join(part) + _END for part in parts]
    if len(files) == 1:
        return {f"{packet.name}.json": files[0]}
    width = len(str(len(files)))
    return {f"{packet.name}-{number:0{width}d}.json": file for number, file in enumerate(files, 1)}


def interface(packet: Packet) -> Files:
    """Return the labelling interface: the text, and one choice among the classes."""
    from xml.sax.saxutils import quoteattr  # it loads what speaks with servers

    choices = "".join(f"    <Choice value={quoteattr(label)}/>\n" for label in packet.labels)
    text = (
        "<View>\n"
        f'  <Text name="{_TEXT}" value="${_TEXT}"/>\n'
        f'  <Choices name="{_LABEL}" toName="{_TEXT}" choice="single" required="true">\n'
        f"{choices}"
        "  </Choices>\n"
        "</View>\n"
    )
    return {"label-studio.xml": text.encode()}


QUEUE = QueueTool(
    "label-studio",
    "Label Studio",
    write,
    "Make a project, paste label-studio.xml under Settings, Labeling Interface, Code, import the files one after the other in the order of their names, and leave the task sampling sequential and the annotations per task at 1: sampling by uncertainty or at random loses the order, and so do several annotations per task, for which tasks are drawn at random (where two people judge the same items, make a project for each).",
    interface,
)
"""What is written here."""
