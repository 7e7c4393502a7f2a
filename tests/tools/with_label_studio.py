"""Run by Label Studio's own Python: its importer takes packets, its queue is answered, its exporter writes logs.

    python with_label_studio.py FOLDER

FOLDER holds ``setup/label-studio.xml``, ``packets/*.json`` and ``answers.json``: for each person the label of each item
to be judged, null to skip it. Written there: ``order.json``, the items as they were handed out; the exports; and
``version.txt``.
"""

import json
import os
import sys
from importlib.metadata import version
from pathlib import Path


def started(folder):
    """Start Label Studio with an empty database in a folder."""
    os.environ.update(
        {
            "LABEL_STUDIO_BASE_DATA_DIR": str(folder / "data"),
            "DJANGO_DB": "sqlite",
            "DJANGO_SETTINGS_MODULE": "label_studio.core.settings.label_studio",
            "COLLECT_ANALYTICS": "false",
            "LATEST_VERSION_CHECK": "false",
            "SENTRY_DSN": "",
            "FRONTEND_SENTRY_DSN": "",
        }
    )
    import label_studio

    sys.path.insert(0, str(Path(label_studio.__file__).parent))
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", "--no-color", verbosity=0)


def people(names):
    """Return a client of its interface for each person, all in one organization."""
    from organizations.models import Organization
    from rest_framework.test import APIClient
    from users.models import User

    users = [User.objects.create_user(email=f"{name}@example.org", password="none") for name in names]
    organization = Organization.create_organization(created_by=users[0], title="Reviewers")
    clients = {}
    for name, user in zip(names, users, strict=True):
        if user != users[0]:
            organization.add_user(user)
        user.active_organization = organization
        user.save()
        clients[name] = APIClient(SERVER_NAME="localhost")
        clients[name].force_authenticate(user)
    return clients


def said(response):
    """Return what a call gives back, or stop."""
    if response.status_code >= 300:
        raise SystemExit(f"{response.status_code}: {response.content[:2000]!r}")
    return response.json() if response.content[:1] in b"[{" else response.content


def main(folder):
    """Import, answer, export."""
    started(folder)
    answers = json.loads((folder / "answers.json").read_text(encoding="utf-8"))
    clients = people([*answers])
    first = [next(iter(answers))]
    owner = clients[first[0]]
    config = (folder / "setup" / "label-studio.xml").read_text(encoding="utf-8")
    options = {"title": "Queue", "label_config": config, "maximum_annotations": 1}
    project = said(owner.post("/api/projects/", options, format="json"))["id"]
    from django.core.files.uploadedfile import SimpleUploadedFile

    for path in sorted((folder / "packets").iterdir()):
        upload = SimpleUploadedFile(path.name, path.read_bytes(), content_type="application/json")
        said(owner.post(f"/api/projects/{project}/import", {"file": upload}, format="multipart"))
    order = {}
    listed = said(owner.get(f"/api/tasks/?project={project}&page_size=1000&fields=all"))["tasks"]
    for name, labels in answers.items():
        order[name] = []
        for at in range(len(labels)):
            # Who judges what somebody has judged takes it from the list; the queue has only what is left.
            handed_out = f"/api/projects/{project}/next/" if name in first else f"/api/tasks/{listed[at]['id']}/"
            task = said(clients[name].get(handed_out))
            order[name].append(task["data"]["item_id"])
            label = labels[task["data"]["item_id"]]
            result = {"from_name": "label", "to_name": "text", "type": "choices", "value": {"choices": [label]}}
            body = {"result": [] if label is None else [result], "was_cancelled": label is None, "lead_time": 4.5}
            said(clients[name].post(f"/api/tasks/{task['id']}/annotations/", body, format="json"))
    (folder / "order.json").write_text(json.dumps(order, ensure_ascii=False), encoding="utf-8")
    for kind, ending in (("JSON", ".json"), ("JSON_MIN", "-min.json"), ("CSV", ".csv")):
        url = f"/api/projects/{project}/export?exportType={kind}&download_all_tasks=true"
        response = owner.get(url)
        content = b"".join(response.streaming_content) if response.streaming else response.content
        if response.status_code >= 300:
            raise SystemExit(content[:2000])
        (folder / f"label-studio{ending}").write_bytes(content)
    (folder / "version.txt").write_text(f"Label Studio {version('label-studio')}\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
