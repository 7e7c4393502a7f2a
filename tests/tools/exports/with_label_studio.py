"""Run by Label Studio's own Python: tasks with predictions are judged, some twice, some skipped; its exporters write.

    python with_label_studio.py FOLDER

The control is not called ``label``, as people's own are not.
"""

import importlib.util
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from items import items

_SPEC = importlib.util.spec_from_file_location("base", Path(__file__).parents[1] / "with_label_studio.py")
base = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(base)

CONFIG = """<View><Text name="text" value="$text"/><Choices name="reading" toName="text">
<Choice value="idiom"/><Choice value="literal"/></Choices></View>"""
N, JUDGED, TWICE, SKIPPED, CERTAIN = 150, 110, 20, 4, 6


def choice(label):
    """Return a result as the labelling page sends it."""
    return {"from_name": "reading", "to_name": "text", "type": "choices", "value": {"choices": [label]}}


def tasks():
    """Return tasks with a score among their data and a prediction."""
    for one in items(N):
        predicted = "idiom" if one["score"] >= 0.5 else "literal"
        sure = max(one["score"], 1 - one["score"])
        data = {"item_id": one["item_id"], "text": one["text"], "p_idiom": one["score"]}
        yield {"data": data, "predictions": [{"model_version": "m1", "score": sure, "result": [choice(predicted)]}]}


def main(folder):
    """Import, judge, export in every way."""
    home = Path(tempfile.mkdtemp())
    base.started(home)
    clients = base.people(["ann", "bob"])
    owner = clients["ann"]
    options = {"title": "Idioms", "label_config": CONFIG, "maximum_annotations": 2}
    project = base.said(owner.post("/api/projects/", options, format="json"))["id"]
    base.said(owner.post(f"/api/projects/{project}/import", list(tasks()), format="json"))
    listed = base.said(owner.get(f"/api/tasks/?project={project}&page_size=1000&fields=all"))["tasks"]
    by_item = {one["data"]["item_id"]: one["id"] for one in listed}
    for at, one in enumerate(items(N)[:JUDGED]):
        url = f"/api/tasks/{by_item[one['item_id']]}/annotations/"
        body = {"result": [choice(one["label"])], "lead_time": 4 + at % 7, "ground_truth": at < CERTAIN}
        base.said(owner.post(url, body, format="json"))
        if at < TWICE:
            other = "literal" if at % 9 == 0 else one["label"]
            body = {"result": [choice(other)], "lead_time": 6}
            base.said(clients["bob"].post(url, body, format="json"))
    for one in items(N)[JUDGED : JUDGED + SKIPPED]:
        body = {"result": [], "was_cancelled": True, "lead_time": 2}
        base.said(owner.post(f"/api/tasks/{by_item[one['item_id']]}/annotations/", body, format="json"))

    def write(name, response):
        content = b"".join(response.streaming_content) if response.streaming else response.content
        if response.status_code >= 300:
            raise SystemExit(content[:2000])
        (folder / name).write_bytes(content)

    for kind, name in (("JSON", "json"), ("JSON_MIN", "min.json"), ("CSV", "csv"), ("TSV", "tsv")):
        write(f"all.{name}", owner.get(f"/api/projects/{project}/export?exportType={kind}&download_all_tasks=true"))
    # Without this the predictions of a snapshot are bare numbers, as in the export.
    options = {"serialization_options": {"predictions": {"only_id": False}}}
    made = base.said(owner.post(f"/api/projects/{project}/exports/", options, format="json"))
    write("snapshot.json", owner.get(f"/api/projects/{project}/exports/{made['id']}/download?exportType=JSON"))
    (folder / "version.txt").write_text(f"Label Studio {version('label-studio')}\n", encoding="utf-8")


main(Path(sys.argv[1]).resolve())
