"""A review in any tool is the same review: a queue goes out, judgements come back, and the card says the same."""

import csv
import json

import pytest
from click.testing import CliRunner
from export_world import annotation, lines

from budgetplan.cli.main import main

N, JUDGED = 160, 17
SCORES = [(n * 37 % 100) / 100 for n in range(N)]
TRUTH = {f"i{n:03d}": "yes" if (score > 0.6) != (n % 7 == 0) else "no" for n, score in enumerate(SCORES)}
ROWS = "item_id,gold,p,text\n" + "".join(
    f"{item},{label if n < 60 else ''},{SCORES[n]},sentence {n}\n"
    for n, (item, label) in enumerate(TRUTH.items())
)
PLAN = """[table]
file = "t.csv"
label = "gold"
positive = ["yes"]
[[models]]
name = "p"
[cost]
per_item = "1"
currency = "EUR"
[goal]
budget = "30"
[sure]
resamples = 50
[work]
packet = 10
tail_sample = 10
"""
STAMP = 1767261600
OF_THE_LOG = {"logs", "pace"}


def run(*words):
    done = CliRunner().invoke(main, list(words), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def from_csv(packets):
    rows = [
        row for path in packets for row in csv.reader(path.read_text(encoding="utf-8-sig").splitlines()[1:])
    ]
    return "log.csv", "item_id,gold\n" + "".join(f"{row[0]},{TRUTH[row[0]]}\n" for row in rows[:JUDGED])


def listed(packets):
    return [json.loads(line) for path in packets for line in path.read_text(encoding="utf-8").splitlines()]


def from_jsonl(packets):
    done = [one | {"gold": TRUTH[one["item_id"]]} for one in listed(packets)[:JUDGED]]
    return "log.jsonl", lines(*done, *listed(packets)[JUDGED:])


def from_label_studio(packets):
    tasks = [one for path in packets for one in json.loads(path.read_text(encoding="utf-8"))]
    stamps = [f"2026-01-01T10:{at:02d}:00Z" for at in range(JUDGED)]
    for task, stamp in zip(tasks, stamps, strict=False):
        task["annotations"] = [annotation(TRUTH[task["data"]["item_id"]], created_at=stamp)]
    return "log.json", [task | {"annotations": task.get("annotations", [])} for task in tasks]


def from_prodigy(packets):
    done = [
        one
        | {
            "accept": [TRUTH[one["meta"]["item_id"]]],
            "answer": "accept",
            "_task_hash": at,
            "_timestamp": STAMP + 9 * at,
        }
        for at, one in enumerate(listed(packets)[:JUDGED])
    ]
    return "log.jsonl", lines(*done)


def from_doccano(packets):
    done = [one | {"label": [TRUTH[one["item_id"]]]} for one in listed(packets)[:JUDGED]]
    return "ann.jsonl", lines(
        *(one | {"id": at} for at, one in enumerate([*done, *listed(packets)[JUDGED:]], 1))
    )


def from_inception(packets):
    """The first packets whole, each a document."""
    logs, n = [], 0
    for path in packets:
        text = path.read_text(encoding="utf-8")
        structures = [
            {"%ID": 1, "%TYPE": "uima.cas.Sofa", "sofaString": text},
            {"%ID": 2, "%TYPE": "x", "documentTitle": path.name},
        ]
        begin = 0
        for line in text.splitlines(keepends=True):
            place = {"begin": begin, "end": begin + len(line) - 1}
            begin += len(line)
            if n < JUDGED:
                label = TRUTH[f"i{int(line.split()[1]):03d}"]
                structures.append(
                    {"%ID": n + 3, "%TYPE": "custom.Candidate", "@sofa": 1, **place, "label": label}
                )
                n += 1
                logs = [*logs, None] if len(structures) == 3 else logs
                logs[-1] = (path.with_suffix(".json").name, {"%TYPES": {}, "%FEATURE_STRUCTURES": structures})
    return logs


def from_asreview(packets):
    rows = [row for path in packets for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines())]
    told = [
        f"{row['item_id']},{int(TRUTH[row['item_id']] == 'yes')},2026-01-01 10:{at:02d}:00"
        for at, row in enumerate(rows[:JUDGED])
    ]
    # As it exports them: the relevant ones first.
    told.sort(key=lambda row: row.split(",")[1], reverse=True)
    return "log.csv", "item_id,asreview_label,asreview_time\n" + "".join(f"{row}\n" for row in told)


def from_argilla(packets):
    """As its SDK gives records back, after the lines of the packets were logged to it."""
    done = [
        {"id": one["item_id"], "text": one["text"], "_server_id": None}
        | (
            {
                "gold.responses": [TRUTH[one["item_id"]]],
                "gold.responses.users": ["u"],
                "gold.responses.status": ["submitted"],
            }
            if at < JUDGED
            else {}
        )
        for at, one in enumerate(listed(packets))
    ]
    return "log.json", done


def from_potato(packets):
    said = [
        {
            "instance_id": one["item_id"],
            "user_id": "ann",
            "labels": {"gold": {TRUTH[one["item_id"]]: "on"}},
            "spans": {},
            "links": {},
        }
        for one in listed(packets)[:JUDGED]
    ]
    return "log.jsonl", lines(*said)


def from_potato_as_table(packets):
    rows = [
        f"{one['item_id']},ann,{'on' if TRUTH[one['item_id']] == 'yes' else ''},{'on' if TRUTH[one['item_id']] == 'no' else ''}"
        for one in listed(packets)[:JUDGED]
    ]
    return "log.csv", "instance_id,user_id,gold.yes,gold.no\n" + "".join(f"{row}\n" for row in rows)


AS_LINES = {"argilla": from_argilla, "potato": from_potato, "potato table": from_potato_as_table}
"""Tools that take packets as JSON Lines."""


BACK = {
    "jsonl": from_jsonl,
    "label-studio": from_label_studio,
    "prodigy": from_prodigy,
    "doccano": from_doccano,
    "inception": from_inception,
    "asreview": from_asreview,
}


def card(folder, tool, come_back, kind=""):
    """Send a queue to a tool, take what comes back, and return the numbers of the card and what is not of time."""
    run("queue", "plan.toml", "--for", kind or tool, "--out", tool)
    found = come_back(sorted((folder / tool / "packets").iterdir()))
    logs = []
    for name, content in [found] if isinstance(found, tuple) else found:
        (folder / f"{tool}-logs").mkdir(exist_ok=True)
        path = folder / f"{tool}-logs" / name
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        logs.append(str(path))
    said = run(
        "progress",
        "plan.toml",
        *logs,
        "--queue",
        tool,
        "--out",
        f"{tool}-card",
        "--date",
        "2026-01-31",
        "--format",
        "html",
    )
    return json.loads((folder / f"{tool}-card" / "card.json").read_text(encoding="utf-8")), said


def numbers(made):
    """Return what a card says of the review, without who judged and how long it took: tools know that or not."""
    decision = {key: value for key, value in made["decision"].items() if key not in OF_THE_LOG}
    return decision | {"judgements": sum(one["judgements"] for one in made["decision"]["pace"]["annotators"])}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tools")
    (folder / "t.csv").write_text(ROWS, encoding="utf-8")
    (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
    return folder


@pytest.fixture
def plain(folder, monkeypatch):
    """What the card says of the judgements of a plain table; commands run in the folder."""
    monkeypatch.chdir(folder)
    if not (folder / "csv").exists():
        card(folder, "csv", from_csv)
    return numbers(json.loads((folder / "csv-card" / "card.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize("tool", BACK)
def test_the_card_is_that_of_a_plain_table(tool, folder, plain):
    got, said = card(folder, tool, BACK[tool])
    assert numbers(got) == plain, said


@pytest.mark.parametrize("tool", AS_LINES)
def test_the_card_is_the_same_where_packets_go_out_as_lines(tool, folder, plain):
    got, said = card(folder, tool, AS_LINES[tool], "jsonl")
    assert numbers(got) == plain, said


@pytest.mark.parametrize(
    ("tool", "seconds"),
    [("label-studio", 8.0), ("prodigy", 9.0), ("asreview", 60.0), ("doccano", None), ("jsonl", None)],
)
def test_the_time_of_a_judgement_is_measured_where_the_tool_has_a_clock(tool, seconds, folder, monkeypatch):
    monkeypatch.chdir(folder)
    if not (folder / tool).exists():
        card(folder, tool, BACK[tool])
    made = json.loads((folder / f"{tool}-card" / "card.json").read_text(encoding="utf-8"))
    by_label = dict(made["decision"]["pace"]["by_label"] or ())
    assert (by_label["yes"]["median"] if by_label else None) == seconds
