"""A review in any tool is the same review: a queue goes out, judgements come back, and the card says the same."""

import csv
import json

import pytest
from commands import run
from export_world import annotation, lines

pytestmark = pytest.mark.usefixtures("undrawn")
N, JUDGED = 160, 17
SCORES = [(n * 37 % 100) / 100 for n in range(N)]
TRUTH = {f"i{n:03d}": "yes" if (score > 0.6) != (n % 7 == 0) else "no" for n, score in enumerate(SCORES)}
ROWS = "item_id,gold,p,text\n" + "".join(
    f"{item},{label if n < 60 else ''},{SCORES[n]},sentence {n}\n" for n, (item, label) in enumerate(TRUTH.items())
)
PLAN = """
table = {file = "t.csv", label = "gold", positive = ["yes"]}
models = [{name = "p"}]
cost = {per_item = "1", currency = "EUR"}
goal = {budget = "30"}
sure = {resamples = 40}
work = {packet = 10, tail_sample = 10}
"""


def listed(packets):
    return [json.loads(line) for path in packets for line in path.read_text(encoding="utf-8").splitlines()]


def read_rows(packets):
    return [row for path in packets for row in csv.DictReader(path.read_text(encoding="utf-8-sig").splitlines())]


def table(header, rows):
    return "\n".join([header, *rows]) + "\n"


def from_csv(packets):
    judged = [row["item_id"] for row in read_rows(packets)[:JUDGED]]
    return "log.csv", table("item_id,gold", [f"{item},{TRUTH[item]}" for item in judged])


def from_label_studio(packets):
    tasks = [task for path in packets for task in json.loads(path.read_text(encoding="utf-8"))]
    for at, task in enumerate(tasks):
        made = annotation(TRUTH[task["data"]["item_id"]], created_at=f"2026-01-01T10:{at % 60:02d}:00Z")
        task["annotations"] = [made] if at < JUDGED else []
    return "log.json", tasks


def from_prodigy(packets):
    done = []
    for at, item in enumerate(listed(packets)[:JUDGED]):
        said = {"accept": [TRUTH[item["meta"]["item_id"]]], "answer": "accept"}
        done.append(item | said | {"_task_hash": at, "_timestamp": 1767261600 + 9 * at})
    return "log.jsonl", lines(*done)


def from_doccano(packets):
    items = listed(packets)
    done = [item | {"label": [TRUTH[item["item_id"]]]} for item in items[:JUDGED]]
    return "ann.jsonl", lines(*(item | {"id": at} for at, item in enumerate([*done, *items[JUDGED:]], 1)))


def from_inception(packets):
    """The first packets whole, each a document."""
    logs, n = [], 0
    for path in packets:
        text, begin = path.read_text(encoding="utf-8"), 0
        structures = [
            {"%ID": 1, "%TYPE": "uima.cas.Sofa", "sofaString": text},
            {"%ID": 2, "%TYPE": "x", "documentTitle": path.name},
        ]
        for line in text.splitlines(keepends=True)[: JUDGED - n]:
            place = {"@sofa": 1, "begin": begin, "end": begin + len(line) - 1}
            begin, n = begin + len(line), n + 1
            label = TRUTH[f"i{int(line.split()[1]):03d}"]
            structures.append({"%ID": n + 3, "%TYPE": "custom.Candidate", **place, "label": label})
        if begin:
            logs.append((path.with_suffix(".json").name, {"%TYPES": {}, "%FEATURE_STRUCTURES": structures}))
    return logs


def from_asreview(packets):
    rows = [
        (row["item_id"], int(TRUTH[row["item_id"]] == "yes"), f"2026-01-01 10:{at:02d}:00")
        for at, row in enumerate(read_rows(packets)[:JUDGED])
    ]
    # As it exports them: the relevant ones first.
    rows.sort(key=lambda row: -row[1])
    return "log.csv", table("item_id,asreview_label,asreview_time", [f"{a},{b},{c}" for a, b, c in rows])


def from_argilla(packets):
    """As its SDK gives records back, after the lines of the packets were logged to it."""
    done = []
    for at, item in enumerate(listed(packets)):
        said = {"": [TRUTH[item["item_id"]]], ".users": ["u"], ".status": ["submitted"]} if at < JUDGED else {}
        record = {"id": item["item_id"], "text": item["text"], "_server_id": None}
        done.append(record | {f"gold.responses{key}": value for key, value in said.items()})
    return "log.json", done


def from_potato(packets):
    empty = {"user_id": "ann", "spans": {}, "links": {}}
    said = [
        {"instance_id": item["item_id"], "labels": {"gold": {TRUTH[item["item_id"]]: "on"}}} | empty
        for item in listed(packets)[:JUDGED]
    ]
    return "log.jsonl", lines(*said)


TOOLS = {
    # What a queue is written for, how judgements come back, and the seconds that one takes where there is a clock.
    "csv": ("csv", from_csv, None),
    "label-studio": ("label-studio", from_label_studio, 8.0),
    "prodigy": ("prodigy", from_prodigy, 9.0),
    "doccano": ("doccano", from_doccano, None),
    "inception": ("inception", from_inception, None),
    "asreview": ("asreview", from_asreview, 60.0),
    "argilla": ("jsonl", from_argilla, None),
    "potato": ("jsonl", from_potato, None),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tools")
    (folder / "t.csv").write_text(ROWS, encoding="utf-8")
    (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def card(folder):
    """Send a queue to a tool and take what comes back; give what the card decides, once a tool."""
    known = {}

    def decision(tool):
        if tool not in known:
            kind, come_back, _ = TOOLS[tool]
            queue, plan, found = folder / tool, str(folder / "plan.toml"), []
            run("queue", plan, "--for", kind, "--out", str(queue))
            back = come_back(sorted((queue / "packets").iterdir()))
            for name, content in [back] if isinstance(back, tuple) else back:
                path = folder / f"{tool}-{name}"
                path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
                found.append(str(path))
            words = ("--queue", str(queue), "--out", str(queue / "card"), "--date", "2026-01-31", "--format", "html")
            run("progress", plan, *found, *words)
            known[tool] = json.loads((queue / "card" / "card.json").read_text(encoding="utf-8"))["decision"]
        return known[tool]

    return decision


@pytest.mark.parametrize("tool", TOOLS)
def test_the_card_is_that_of_a_plain_table_and_time_is_measured_where_the_tool_has_a_clock(tool, card):
    decision, plain = card(tool), card("csv")
    # Who judged, and how long it took, tools know or not.
    assert {key: decision[key] for key in decision if key not in ("logs", "pace")} == {
        key: plain[key] for key in plain if key not in ("logs", "pace")
    }
    assert sum(one["judgements"] for one in decision["pace"]["annotators"]) == JUDGED
    by_label = dict(decision["pace"]["by_label"] or ())
    assert (by_label["yes"]["median"] if by_label else None) == TOOLS[tool][2]
