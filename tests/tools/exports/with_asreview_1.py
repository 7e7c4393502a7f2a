"""Run by ASReview 1's own Python: records are judged in its server, some of them left, and its exporter writes.

    python with_asreview_1.py FOLDER

Its export lists what was judged relevant first, and numbers the rows: ``asreview_ranking`` is made with the labels.
"""

import io
import json
import os
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from items import POSITIVE, as_csv, items

JUDGED = 110


def said(response):
    """Return what a call gives back, or stop."""
    if response.status_code >= 300:
        raise SystemExit(f"{response.status_code}: {response.data[:2000]!r}")
    return response


def main(folder):
    """Import, judge some at the beginning, train, judge on, export."""
    home = tempfile.mkdtemp()
    os.environ["ASREVIEW_PATH"] = home
    os.environ |= {"ASREVIEW_LAB_SECRET_KEY": "none", "ASREVIEW_LAB_LOGIN_DISABLED": "true"}
    from asreview.webapp.app import create_app

    app = create_app()
    client = app.test_client()
    made = client.post(
        "/api/projects/info", data={"mode": "oracle", "name": "idioms", "authors": "", "description": ""}
    )
    project = f"/api/projects/{said(made).json['id']}"
    rows = items()
    kept = [{"item_id": one["item_id"], "title": one["item_id"], "abstract": one["text"]} for one in rows]
    table = as_csv(kept)
    upload = {"file": (io.BytesIO(table.encode()), "items.csv")}
    said(client.post(f"{project}/data", data=upload, content_type="multipart/form-data"))

    def judge(at, *, prior):
        relevant = int(rows[at]["label"] == POSITIVE)
        form = {"doc_id": at, "label": relevant, "is_prior": int(prior), "note": ""}
        said(client.post(f"{project}/record/{at}", data=form))

    for at in range(20):
        judge(at, prior=True)
    names = {"model": "nb", "query_strategy": "max", "balance_strategy": "double", "feature_extraction": "tfidf"}
    said(client.post(f"{project}/algorithms", data=names))
    said(client.post(f"{project}/start"))
    status = None
    for _ in range(120):
        status = client.get(f"{project}/status").json["status"]
        if status == "review":
            break
        time.sleep(0.5)
    for _ in range(JUDGED - 20):
        found = said(client.get(f"{project}/get_document")).json["result"]
        judge(int(found["doc_id"]), prior=False)
    export = client.get(f"{project}/export_dataset?file_format=csv&dataset_label=all")
    (folder / "export.csv").write_bytes(said(export).data)
    (folder / "version.txt").write_text(f"ASReview {version('asreview')}\n", encoding="utf-8")
    (folder / "answers.json").write_text(json.dumps({one["item_id"]: one["label"] for one in rows}), encoding="utf-8")


main(Path(sys.argv[1]).resolve())
