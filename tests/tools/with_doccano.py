"""Run by doccano's own Python: its importer takes packets, its lists are answered, its exporter writes logs.

    python with_doccano.py FOLDER

FOLDER holds ``setup/doccano-labels.json``, ``packets/*.jsonl`` and ``answers.json``: for each person the label of each
item to be judged, null to skip it. Written there: ``order.json``, the items as they were listed; one export a person; and
``version.txt``.
"""

import json
import os
import sys
import zipfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path


def started(folder):
    """Start doccano with an empty database in a folder."""
    home = Path(find_spec("backend").origin).parent
    sys.path.insert(0, str(home))
    os.environ.update(
        {
            "DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}",
            "DJANGO_SETTINGS_MODULE": "config.settings.development",
            "MEDIA_ROOT": str(folder / "media"),
        }
    )
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", "--no-color", verbosity=0)
    call_command("create_roles")


def people(names):
    """Return the user and a client of its interface for each person; the first one may make projects."""
    from django.contrib.auth.models import User
    from rest_framework.test import APIClient

    found = {}
    for name in names:
        user = User.objects.create_user(name, password="none", is_staff=not found, is_superuser=not found)
        found[name] = user, APIClient(SERVER_NAME="localhost")
        found[name][1].force_login(user)
    return found


def said(response):
    """Return what a call gives back, or stop."""
    if response.status_code >= 300:
        raise SystemExit(f"{response.status_code}: {response.content[:2000]!r}")
    return response.json() if response.content[:1] in (b"[", b"{") else response.content


def uploaded(project, user, path):
    """Let the importer take one packet."""
    from data_import.celery_tasks import import_dataset
    from django.core.files import File
    from django_drf_filepond.models import TemporaryUpload
    from django_drf_filepond.utils import _get_file_id

    upload = _get_file_id()
    with path.open("rb") as file:
        TemporaryUpload.objects.create(
            upload_id=upload, file_id="1", file=File(file, path.name), upload_name=path.name, upload_type="F"
        )
        columns = {"column_data": "text", "column_label": "label"}
        done = import_dataset(user.id, project, "JSONL", [upload], "DocumentClassification", **columns)
    if done["error"]:
        raise SystemExit(done)


def main(folder):
    """Import, answer, export."""
    started(folder)
    answers = json.loads((folder / "answers.json").read_text(encoding="utf-8"))
    members = people([*answers])
    owner, client = members[next(iter(answers))]
    options = {"name": "Queue", "description": "Queue", "guideline": "", "project_type": "DocumentClassification"}
    options |= {"resourcetype": "TextClassificationProject", "single_class_classification": True}
    options |= {"random_order": False, "collaborative_annotation": False}
    project = said(client.post("/v1/projects", options, format="json"))["id"]
    roles = {one["name"]: one["id"] for one in said(client.get("/v1/roles"))}
    for user, _ in [*members.values()][1:]:
        said(
            client.post(f"/v1/projects/{project}/members", {"user": user.id, "role": roles["annotator"]}, format="json")
        )
    with (folder / "setup" / "doccano-labels.json").open("rb") as file:
        said(client.post(f"/v1/projects/{project}/category-type-upload", {"file": file}, format="multipart"))
    for path in sorted((folder / "packets").iterdir()):
        uploaded(project, owner, path)
    kinds = {one["text"]: one["id"] for one in said(client.get(f"/v1/projects/{project}/category-types"))}
    order = {}
    for name, labels in answers.items():
        browser = members[name][1]
        listed = said(browser.get(f"/v1/projects/{project}/examples?limit=1000&offset=0"))["results"]
        order[name] = [one["meta"]["item_id"] for one in listed][: len(labels)]
        for one in listed[: len(labels)]:
            label = labels[one["meta"]["item_id"]]
            if label is not None:
                url = f"/v1/projects/{project}/examples/{one['id']}/categories"
                said(browser.post(url, {"label": kinds[label]}, format="json"))
    (folder / "order.json").write_text(json.dumps(order, ensure_ascii=False), encoding="utf-8")
    from data_export.celery_tasks import export_dataset

    with zipfile.ZipFile(export_dataset(project, "JSONL")) as archive:
        archive.extractall(folder)
    (folder / "version.txt").write_text(f"doccano {version('doccano')}\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
