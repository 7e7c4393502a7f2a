"""Run by the own Python of ASReview 2 or 3: some records are judged in its server, and its exporter writes.

python with_asreview.py FOLDER
"""

import io
import os
import sys
import tempfile
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
    """Import, judge, export."""
    os.environ["ASREVIEW_PATH"] = tempfile.mkdtemp()
    from asreview.webapp.app import create_app

    client = create_app(TESTING=True, AUTHENTICATION=False, SECRET_KEY="none").test_client()
    rows = items()
    kept = [{"item_id": one["item_id"], "title": one["item_id"], "abstract": one["text"]} for one in rows]
    data = {"mode": "oracle", "file": (io.BytesIO(as_csv(kept).encode()), "items.csv")}
    created = client.post("/api/projects/create", data=data, content_type="multipart/form-data")
    project = f"/api/projects/{said(created).json['id']}"
    for at, one in enumerate(rows[:JUDGED]):
        form = {"record_id": at, "label": int(one["label"] == POSITIVE)}
        said(client.post(f"{project}/record/{at}", data=form))
    url = f"{project}/export_dataset?format=csv&collections=relevant&collections=not_seen&collections=irrelevant"
    (folder / "export.csv").write_bytes(said(client.get(url)).data)
    (folder / "version.txt").write_text(f"ASReview {version('asreview')}\n", encoding="utf-8")


main(Path(sys.argv[1]).resolve())
