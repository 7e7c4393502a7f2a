"""Run by an environment with Argilla's SDK: records with answers, suggestions and scores, as ``to_list`` and ``to_json`` have them.

    python with_argilla.py FOLDER

No server is asked: records are what the SDK holds before it sends them and after it has fetched them.
"""

import json
import sys
import uuid
from importlib.metadata import version
from pathlib import Path

import argilla as rg
from argilla.records._io import GenericIO, JsonIO

sys.path.insert(0, str(Path(__file__).parent))
from items import items


def main(folder):
    """Write the records flat, and as the SDK's own JSON."""
    users = [uuid.UUID(int=1), uuid.UUID(int=2)]
    records = []
    for at, one in enumerate(items()):
        responses = []
        if at < 110:
            responses = [rg.Response("label", one["label"], user_id=users[0], status="submitted")]
            if at % 10 == 0:
                responses.append(rg.Response("label", "idiom", user_id=users[1], status="submitted"))
        sure = max(one["score"], 1 - one["score"])
        suggested = rg.Suggestion(
            "label", "idiom" if one["score"] >= 0.5 else "literal", score=round(sure, 4), agent="m1"
        )
        records.append(
            rg.Record(
                id=one["item_id"],
                fields={"text": one["text"]},
                metadata={"p_idiom": one["score"]},
                responses=responses,
                suggestions=[suggested],
            )
        )
    flat = GenericIO.to_list(records, flatten=True)
    (folder / "flat.json").write_text(json.dumps(flat, default=str), encoding="utf-8")
    (folder / "records.json").unlink(missing_ok=True)
    JsonIO.to_json(records, folder / "records.json")
    (folder / "version.txt").write_text(f"argilla {version('argilla')}\n", encoding="utf-8")


main(Path(sys.argv[1]))
