"""Exports as the tools write them, small and by hand, for the tests of several modules."""

import json


def annotation(label, who=10, **more):
    """Return an annotation of Label Studio's, with one choice, or with none."""
    result = {"id": "r1", "from_name": "label", "to_name": "text", "type": "choices"}
    results = [] if label is None else [result | {"value": {"choices": [label]}}]
    return {
        "id": 7,
        "completed_by": who,
        "was_cancelled": False,
        "ground_truth": False,
        "lead_time": 8.0,
        "created_at": "2026-03-09T22:16:08.728353Z",
        "result": results,
    } | more


def prediction(label, score, model="m1"):
    """Return a prediction of Label Studio's."""
    result = {"from_name": "label", "to_name": "text", "type": "choices", "value": {"choices": [label]}}
    return {"model_version": model, "score": score, "result": [result]}


def task(number, *annotations, predictions=(), **data):
    """Return a task of Label Studio's."""
    return {
        "id": number,
        "data": {"text": f"Text {number}.", "item_id": f"s-{number:02d}"} | data,
        "annotations": list(annotations),
        "predictions": list(predictions),
        "project": 83,
    }


def lines(*objects):
    """Return objects as JSON Lines."""
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in objects)


def column(content, name):
    """Return a column of texts as it was read."""
    texts = content.texts[name]
    return [texts.names[code] for code in texts.codes]
