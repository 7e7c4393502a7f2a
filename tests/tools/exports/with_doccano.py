"""Run by doccano's own Python: two people judge the same examples, each for themselves, and its exporter writes.

    python with_doccano.py FOLDER

Where people do not share their judgements its export is an archive with a file a person.
"""

import importlib.util
import json
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from items import items

_SPEC = importlib.util.spec_from_file_location("base", Path(__file__).parents[1] / "with_doccano.py")
base = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(base)
JUDGED, TWICE = 110, 30


def judge(client, project, kinds, labels):
    """Say a label of each example, by its item."""
    listed = base.said(client.get(f"/v1/projects/{project}/examples?limit=1000&offset=0"))["results"]
    for one in listed:
        if label := labels.get(one["meta"]["item_id"]):
            url = f"/v1/projects/{project}/examples/{one['id']}/categories"
            base.said(client.post(url, {"label": kinds[label]}, format="json"))


def main(folder):
    """Import, judge, export: each for themselves, and together."""
    home = Path(tempfile.mkdtemp())
    base.started(home)
    rows = items()
    members = base.people(["ann", "bob"])
    owner, client = members["ann"]
    lines = [{"text": one["text"], "item_id": one["item_id"], "p_idiom": one["score"], "label": []} for one in rows]
    (home / "items.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    (home / "labels.json").write_text(
        json.dumps([{"text": "idiom", "suffix_key": "1"}, {"text": "literal", "suffix_key": "2"}]), encoding="utf-8"
    )
    from data_export.celery_tasks import export_dataset

    for together in (False, True):
        options = {"name": "Idioms", "description": "Idioms", "guideline": "", "random_order": False}
        options |= {"project_type": "DocumentClassification", "resourcetype": "TextClassificationProject"}
        options |= {"single_class_classification": True, "collaborative_annotation": together}
        project = base.said(client.post("/v1/projects", options, format="json"))["id"]
        roles = {one["name"]: one["id"] for one in base.said(client.get("/v1/roles"))}
        member = {"user": members["bob"][0].id, "role": roles["annotator"]}
        base.said(client.post(f"/v1/projects/{project}/members", member, format="json"))
        with (home / "labels.json").open("rb") as file:
            base.said(client.post(f"/v1/projects/{project}/category-type-upload", {"file": file}, format="multipart"))
        base.uploaded(project, owner, home / "items.jsonl")
        kinds = {one["text"]: one["id"] for one in base.said(client.get(f"/v1/projects/{project}/category-types"))}
        judge(client, project, kinds, {one["item_id"]: one["label"] for one in rows[:JUDGED]})
        if not together:
            judge(members["bob"][1], project, kinds, {one["item_id"]: one["label"] for one in rows[:TWICE]})
        for kind in ("JSONL", "CSV"):
            name = f"{'together' if together else 'each'}-{kind.lower()}.zip"
            (folder / name).write_bytes(Path(export_dataset(project, kind)).read_bytes())
    (folder / "version.txt").write_text(f"doccano {version('doccano')}\n", encoding="utf-8")


main(Path(sys.argv[1]).resolve())
