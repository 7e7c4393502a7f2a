"""Hugging Face: what pipelines predict of the classes of texts, as JSON Lines."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from budgetplan.domain.messages import Message
from budgetplan.tables.cells import NUMBER
from budgetplan.tools.base import Asked, Export, Record, Tool, dicts, text_of

_CALLED = Message("tools.huggingface")
PREDICTION, _LABEL = "prediction", "label"
"""The key of what a pipeline predicts, beside the other keys of a line."""
_KEYS = {"label", "score"}


def read(path: str, records: Sequence[Record], asked: Asked) -> Export:
    """Return lines with ``prediction`` as rows: ``prediction.predicted`` and ``prediction.confidence``.

    Where all classes are told, or the winner of two, there is a column ``prediction:CLASS`` for each.
    """
    export = Export(path, asked, _CALLED, judged=False)
    scores_read = [_scores(record.get(PREDICTION)) for _, record in records]
    classes = sorted({name for scores in scores_read for name in scores})
    labels = {record[_LABEL] for _, record in records if isinstance(record.get(_LABEL), str) and record[_LABEL]}
    top = max(map(len, scores_read), default=0) == 1
    two = sorted({*classes, *labels})
    # What a softmax over two classes calls more probable; rounding may write a half a little low.
    likelier = all(0.5 - 1e-6 <= float(score) <= 1 for scores in scores_read for score in scores.values())
    halves = top and len(two) == 2 and likelier
    for name in two if halves else () if top else classes:
        # The order of classes may not depend on that of the rows.
        export.columns.setdefault(f"{PREDICTION}:{name}")
    for (line, record), scores in zip(records, scores_read, strict=True):
        row = export.add(line, {key: value for key, value in record.items() if key != PREDICTION})
        shares = {} if top and not halves else dict(scores)
        if halves and scores:
            [(name, score)] = scores.items()
            shares[two[1 - two.index(name)]] = str(1 - Decimal(score))
        if scores:
            # Of equal scores the one that the pipeline names first.
            best = max(scores, key=lambda name: float(scores[name]))
            export.put(row, f"{PREDICTION}.predicted", best)
            export.put(row, f"{PREDICTION}.confidence", scores[best])
        elif record.get(PREDICTION):
            for column in (".predicted", ".confidence", *(f":{name}" for name in classes)):
                export.note(row, PREDICTION + column, Message("tools.no_list_of_scores"), record[PREDICTION])
        for name in sorted(shares):
            export.put(row, f"{PREDICTION}:{name}", shares[name])
    export.tell(Message("tools.n_texts", n=len(records)), Message("tools.n_classes", n=len(classes)))
    say = export.messages.append
    if halves:
        say(Message("tools.winner_of_two", names=two))
    elif top:
        why = Message("tools.no_shares_of_two") if len(two) == 2 else Message("tools.classes_in_file", n=len(two))
        say(Message("tools.winner_alone", why=why))
    if all({*record} == {PREDICTION} for _, record in records):
        say(Message("tools.predictions_alone"))
    if any(name.startswith("LABEL_") for name in classes):
        say(Message("tools.classes_unnamed", names=classes))
    return export


def pipeline_scores(prediction: Any) -> list[Any] | None:
    """Return what a pipeline predicts of one text where nothing else stands beside it; None for anything else.

    >>> pipeline_scores([{"label": "a", "score": "0.9"}, {"label": "b", "score": "0.1"}])
    [{'label': 'a', 'score': '0.9'}, {'label': 'b', 'score': '0.1'}]
    >>> pipeline_scores({"label": "a", "score": "0.9"})
    [{'label': 'a', 'score': '0.9'}]
    >>> pipeline_scores({"label": "a", "score": "0.9", "id": "1"}) is None, pipeline_scores([]) is None
    (True, True)
    """
    listed = [prediction] if isinstance(prediction, dict) else prediction
    if isinstance(listed, list) and all(isinstance(score, dict) and {*score} == _KEYS for score in listed):
        return listed if _scores(listed) else None
    return None


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
    pairs = [(text_of(score.get("label")), text_of(score.get("score"))) for score in dicts(prediction)]
    scores = {label: score for label, score in pairs if label and NUMBER.fullmatch(score)}
    # One that has no score, or a label that stands there twice, spoils them all.
    return scores if len(scores) == len(prediction) else {}


TOOL = Tool(
    "huggingface", _CALLED, read, Message("tools.huggingface_sign"), lambda pair: bool(_scores(pair.get(PREDICTION)))
)
"""What is read here."""
