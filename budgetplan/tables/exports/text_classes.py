"""Reads what programs say of the classes of texts, as JSON Lines: spaCy's categories, predictions of Hugging Face."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from typing import Any

from budgetplan.errors import counted
from budgetplan.tables.cells import NUMBER
from budgetplan.tables.exports.base import Export, Record, Tool, flat
from budgetplan.tables.problems import listing

_CATS, _PREDICTION, _LABEL = "cats", "prediction", "label"
PREDICTION = _PREDICTION
"""The key of what a pipeline predicts, beside the other keys of a line."""
_OF_DOCS = frozenset({"tokens", "ents", "sents", "spans"})
"""What spaCy writes of a document beside its categories."""
_NO_SCORES = "write objects with label and score"


def read_spacy(path: str, records: Sequence[Record], empty: Collection[str] = ()) -> Export:  # noqa: ARG001 - as all of them
    """Return lines with ``cats`` as rows, with a column ``cats:CLASS`` for each class.

    Where they are 0 and 1 alone they are labels, and the class with the 1 is in the column ``label``; else
    they are probabilities.
    """
    export = Export()
    classes = sorted({name for _, one in records for name in _cats(one)})
    found = [value for _, one in records for value in _cats(one).values()]
    gold = bool(found) and all(_digit(value) for value in found)
    labels = _CATS if any(_LABEL in one for _, one in records) else _LABEL
    for line, one in records:
        cats = _cats(one)
        row = export.add(
            line, flat(one, "meta", [_CATS, *(_OF_DOCS if isinstance(one.get("tokens"), list) else ())])
        )
        if _CATS in one and one[_CATS] is not None and not isinstance(one[_CATS], dict):
            export.note(row, labels, "cats is no object", 'write {"CLASS": 1}', one[_CATS])
        for name in classes:
            export.put(row, f"{_CATS}:{name}", _digit(cats.get(name)) or cats.get(name))
        if gold:
            ones = [name for name in classes if _digit(cats.get(name)) == "1"]
            export.put(row, labels, _one_hot(export, row, labels, ones, cats, classes))
    what = "labels, for they are 0 and 1 alone" if gold else "probabilities, for they are not 0 and 1 alone"
    export.told = f"a file of spaCy categories: {counted(len(records), 'text')}, {counted(len(classes), 'class', 'classes')}; cats are {what}"
    return export


def _one_hot(
    export: Export,
    row: int,
    column: str,
    ones: Sequence[str],
    cats: Mapping[str, Any],
    classes: Sequence[str],
) -> str:
    """Return the class that has the 1; of a single class in the whole file, "not" it where it has the 0."""
    if len(ones) == 1 or not cats:
        return "".join(ones)
    if not ones and len(classes) == 1:
        return f"not {classes[0]}"
    wrong = "several classes have a 1" if ones else "no class has a 1"
    export.note(row, column, wrong, "write 1 for the class of the text and 0 for all others", cats)
    return ""


def _cats(one: Mapping[str, Any]) -> dict[str, Any]:
    cats = one.get(_CATS)
    return cats if isinstance(cats, dict) else {}


def _digit(value: Any) -> str:
    """Return "0" or "1" for what means these, else an empty text.

    >>> [_digit(value) for value in ("1.0", "0", True, "0.5", "x", None)]
    ['1', '0', '1', '', '', '']
    """
    if isinstance(value, bool):
        return str(int(value))
    number = float(value) if isinstance(value, str) and NUMBER.fullmatch(value) else None
    return {0.0: "0", 1.0: "1"}.get(number, "") if number is not None else ""


def read_huggingface(path: str, records: Sequence[Record], empty: Collection[str] = ()) -> Export:  # noqa: ARG001 - as all of them
    """Return lines with ``prediction`` as rows: ``prediction.predicted`` and ``prediction.confidence``.

    Where all classes are told, or the winner of two, there is a column ``prediction:CLASS`` for each.
    """
    export = Export()
    told = [_scores(one.get(_PREDICTION)) for _, one in records]
    classes = sorted({name for scores in told for name in scores})
    labels = {one[_LABEL] for _, one in records if isinstance(one.get(_LABEL), str) and one[_LABEL]}
    top = max(map(len, told), default=0) == 1
    two = sorted({*classes, *labels})
    # What a softmax over two classes calls more probable; rounding may write a half a little low.
    likelier = all(0.5 - 1e-6 <= float(score) <= 1 for scores in told for score in scores.values())
    halves = top and len(two) == 2 and likelier
    for name in two if halves else () if top else classes:
        # The order of classes may not depend on that of the rows.
        export.columns.setdefault(f"{_PREDICTION}:{name}")
    for (line, one), scores in zip(records, told, strict=True):
        row = export.add(line, {key: value for key, value in one.items() if key != _PREDICTION})
        if not scores and one.get(_PREDICTION):
            wrong = "the prediction is no list of labels with scores"
            for column in ("", ".predicted", ".confidence", *(f":{name}" for name in classes)):
                export.note(row, _PREDICTION + column, wrong, _NO_SCORES, one[_PREDICTION])
        if scores:
            # Of equal scores the one that the pipeline names first.
            best = max(scores, key=lambda name: float(scores[name]))
            export.put(row, f"{_PREDICTION}.predicted", best)
            export.put(row, f"{_PREDICTION}.confidence", scores[best])
        if halves and scores:
            [(name, score)] = scores.items()
            other = two[1 - two.index(name)]
            export.put(row, f"{_PREDICTION}:{name}", score)
            export.put(row, f"{_PREDICTION}:{other}", str(1 - Decimal(score)))
        for name in () if top else sorted(scores):
            export.put(row, f"{_PREDICTION}:{name}", scores[name])
    export.columns = dict.fromkeys(key for key in export.columns if key != _PREDICTION)
    export.told = f"a file of Hugging Face predictions: {counted(len(records), 'text')}, {counted(len(classes), 'class', 'classes')}"
    unnamed = all({*one} == {_PREDICTION} for _, one in records)
    export.messages = _said(classes, two, top=top, halves=halves, unnamed=unnamed)
    return export


def _said(classes: Sequence[str], two: Sequence[str], *, top: bool, halves: bool, unnamed: bool) -> list[str]:
    said = []
    if halves:
        said.append(
            f"Predictions name the winner of two classes alone ({listing(two)}): the other one gets 1 less its score."
        )
    elif top:
        why = f" (classes in the file: {len(two):,})"
        if len(two) == 2:
            why = ", below 0.5 or above 1 in a file of two classes"
        said.append(
            f"Predictions name the winner alone{why}: that is no probability of each class. Use the columns prediction.predicted and prediction.confidence, or predict with top_k=None."
        )
    if unnamed:
        said.append(
            'These are a pipeline\'s predictions alone: they say neither whose they are nor what people say. Write a line for each text instead: {"id": ..., "label": what people say, "prediction": ...}, or name a file with both in the same order of rows.'
        )
    if any(name.startswith("LABEL_") for name in classes):
        said.append(f"The model's classes have no names of their own ({listing(classes, 5)}).")
    return said


def pipeline_scores(one: Any) -> list[Any] | None:
    """Return what a pipeline predicts of one text where nothing else stands beside it; None for anything else.

    >>> pipeline_scores([{"label": "a", "score": "0.9"}, {"label": "b", "score": "0.1"}])
    [{'label': 'a', 'score': '0.9'}, {'label': 'b', 'score': '0.1'}]
    >>> pipeline_scores({"label": "a", "score": "0.9"})
    [{'label': 'a', 'score': '0.9'}]
    >>> pipeline_scores({"label": "a", "score": "0.9", "id": "1"}) is None, pipeline_scores([]) is None
    (True, True)
    """
    alone = isinstance(one, dict) and {*one} == {"label", "score"}
    listed = [one] if alone else one
    if not isinstance(listed, list) or not listed:
        return None
    if not all(isinstance(each, dict) and {*each} == {"label", "score"} for each in listed):
        return None
    return listed if _scores(listed) else None


def _scores(prediction: Any) -> dict[str, str]:
    """Return the score of each label, empty where a prediction is written in another way.

    >>> _scores([[{"label": "a", "score": "0.9"}]]), _scores([{"label": "a"}]), _scores("a")
    ({'a': '0.9'}, {}, {})
    """
    if isinstance(prediction, list) and len(prediction) == 1 and isinstance(prediction[0], list):
        prediction = prediction[0]
    if isinstance(prediction, dict):
        prediction = [prediction]
    if not isinstance(prediction, list):
        return {}
    scores: dict[str, str] = {}
    for one in prediction:
        label, score = (one.get("label"), one.get("score")) if isinstance(one, dict) else (None, None)
        if not isinstance(label, str) or not label or label in scores:
            return {}
        if not isinstance(score, str) or not NUMBER.fullmatch(score):
            return {}
        scores[label] = score
    return scores


TOOLS = (
    Tool(
        "spacy",
        "a file of spaCy categories",
        "cats",
        lambda one: isinstance(one.get(_CATS), dict),
        read_spacy,
    ),
    Tool(
        "huggingface",
        "a file of Hugging Face predictions",
        "prediction with labels and scores",
        lambda one: bool(_scores(one.get(_PREDICTION))),
        read_huggingface,
    ),
)
"""What is read here."""
