"""Run by ASReview's own Python: its importer takes a packet, records are judged one by one, its exporter writes a log.

    python with_asreview.py FOLDER

FOLDER holds ``packets/*.csv``, of which the first is taken, and ``answers.json``: the label of each item of one person,
null to leave it unseen. Written there: ``order.json``, the items in the order in which they were judged, which is not that
of the file; ``asreview.csv``; and ``version.txt``.
"""

import io
import json
import os
import sys
import time
from importlib.metadata import version
from pathlib import Path


def said(response):
    """Return what a call gives back, or stop."""
    if response.status_code >= 300:
        raise SystemExit(f"{response.status_code}: {response.data[:2000]!r}")
    return response


def main(folder):
    """Import, judge, export."""
    os.environ["ASREVIEW_PATH"] = str(folder / "projects")
    (folder / "projects").mkdir()
    from asreview.webapp.app import create_app

    client = create_app(TESTING=True, AUTHENTICATION=False, SECRET_KEY="none").test_client()
    [answers] = json.loads((folder / "answers.json").read_text(encoding="utf-8")).values()
    packet = min((folder / "packets").iterdir())
    data = {"mode": "oracle", "file": (io.BytesIO(packet.read_bytes()), packet.name)}
    created = client.post("/api/projects/create", data=data, content_type="multipart/form-data")
    project = f"/api/projects/{said(created).json['id']}"
    order = [item for item in [*answers][::-1] if answers[item] is not None]
    records = {item: at for at, item in enumerate(answers)}
    for item in order:
        form = {"record_id": records[item], "label": answers[item]}
        said(client.post(f"{project}/record/{records[item]}", data=form))
        # Its exports tell the time to the second.
        time.sleep(1.1)
    url = f"{project}/export_dataset?format=csv&collections=relevant&collections=not_seen&collections=irrelevant"
    (folder / "asreview.csv").write_bytes(said(client.get(url)).data)
    (folder / "order.json").write_text(json.dumps({"": order}, ensure_ascii=False), encoding="utf-8")
    (folder / "version.txt").write_text(f"ASReview {version('asreview')}\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
