"""What comes after a report, through the command line: the queue, and how far it is."""

import json
from pathlib import Path

import pandas as pd
import pytest
from asked_list_world import rows_of
from asked_list_world import write_world as write_asked
from commands import run
from list_world import world, write_apart, write_plan

from budgetplan.files import RECORD
from budgetplan.plans.joint import HARSHER
from budgetplan.queues.manifest import read_manifest

pytestmark = pytest.mark.usefixtures("undrawn", "plan_alone")
SCORES = [(n * 37 % 100) / 100 for n in range(200)]
TRUTH = ["yes" if (score > 0.6) != (n % 7 == 0) else "no" for n, score in enumerate(SCORES)]
ROWS = "item_id,gold,p,text\n" + "".join(
    f"i{n:03d},{TRUTH[n] if n < 60 else ''},{SCORES[n]},sentence {n}\n" for n in range(200)
)
PLAN = """
table = {file = "t.csv", label = "gold", positive = ["yes"]}
models = [{name = "p"}]
cost = {per_item = "1", currency = "EUR"}
goal = {budget = "53"}
sure = {resamples = 40}
work = {packet = 10, tail_sample = 20, control = 3}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(ROWS, encoding="utf-8")
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    return tmp_path


def lines_of(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def files_of(folder):
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_queue_is_written_and_never_written_over(folder):
    run("queue", "plan.toml", "--for", "jsonl")
    made = json.loads((folder / "queue/manifest/manifest.json").read_text(encoding="utf-8"))
    assert made["counts"] == {"review": 30, "tail sample": 20, "control": 3, "answered": 0, "left": 90}
    packets = [*(folder / "queue/packets").iterdir()]
    assert (len(packets), sum(len(lines_of(path)) for path in packets)) == (6, 53)
    assert "holds a queue already" in run("queue", "plan.toml", code=6)


def test_the_same_plan_gives_the_same_bytes_whatever_the_order_of_rows(folder):
    run("queue", "plan.toml")
    head, *rows = ROWS.splitlines(keepends=True)
    (folder / "t.csv").write_text(head + "".join(reversed(rows)), encoding="utf-8")
    run("queue", "plan.toml", "--out", "again")
    first, again = files_of(folder / "queue"), files_of(folder / "again")
    assert {name for name in first if first[name] != again[name]} == {"manifest.json", RECORD}
    before, now = (json.loads(files["manifest.json"]) for files in (first, again))
    assert {key for key in before if before[key] != now[key]} == {"table_sha256", "identifier", "sha256"}


def test_a_tool_that_is_not_known_a_weighted_list_and_a_plan_without_a_list_or_stop_are_refused(folder):
    run("queue", "plan.toml", "--for", "excel", code=2)
    run("queue", "plan.toml", "--target", "5000", "--set", "goal.budget=", code=3)
    rows = [line + (",2\n" if at else ",w\n") for at, line in enumerate(ROWS.splitlines())]
    (folder / "t.csv").write_text("".join(rows), encoding="utf-8")
    assert "stand for several items" in run("queue", "plan.toml", "--set", "table.weight=w", code=4)
    (folder / "t.csv").write_text("".join(ROWS.splitlines(keepends=True)[:61]), encoding="utf-8")
    assert "does not hold the list" in run("queue", "plan.toml", code=4)
    assert not (folder / "queue").exists()


@pytest.fixture
def queue(folder):
    run("queue", "plan.toml", "--for", "jsonl")
    return folder


def judged(folder, n_packets, who="anna"):
    """Fill in the first packets, as the truth is; return the names of the logs."""
    names = []
    for packet in sorted((folder / "queue/packets").iterdir())[:n_packets]:
        cells = [
            {**row, "gold": TRUTH[int(row["item_id"][1:])], "annotator": who, "seconds": 20} for row in lines_of(packet)
        ]
        names.append(f"{packet.stem}-{who}.jsonl")
        (folder / names[-1]).write_text("".join(json.dumps(row) + "\n" for row in cells), encoding="utf-8")
    return names


def card(*words):
    """Return what the terminal says of a card, and the card's record."""
    told = run("progress", "plan.toml", *words, "--format", "html", "--out", "card")
    record = json.loads(Path("card/card-record.json").read_text(encoding="utf-8"))
    return told.replace("\xa0", " "), record


def test_the_card_counts_what_came_back_whatever_the_order_of_logs_and_earlier_cards_are_replaced(queue):
    logs = judged(queue, 3)
    _, record = card(*logs)
    assert sum(part["judged"] for part in record["parts"].values()) == 30
    assert record["spent"] == "30.00"
    _, turned = card(*logs[::-1])
    for key in ("parts", "onward", "decision", "found", "spent"):
        assert turned[key] == record[key]
    told, record = card(*judged(queue, 6))
    assert "Stop: the budget of EUR 53.00 is spent" in told
    assert record["onward"]["unseen"]["drawn"] == 20


def test_what_is_odd_in_logs_and_table_is_told_in_the_terminal_too(queue):
    logs = [*judged(queue, 2), *judged(queue, 2, "ben")]
    told, _ = card(*logs)
    assert "20 of 20 pairs of judgements" in told
    assert "alpha 1.000" in told
    assert "checksum" not in told
    rows = lines_of(queue / logs[0])
    other = {**rows[0], "gold": "no" if rows[0]["gold"] == "yes" else "yes"}
    (queue / logs[0]).write_text("\n".join(map(json.dumps, [*rows, other])) + "\n", encoding="utf-8")
    (queue / "t.csv").write_text(ROWS + "\n", encoding="utf-8")
    told, _ = card(logs[0])
    assert "To look at: 1 item was judged again under one name" in told
    assert f"({other['item_id']})." in told
    assert "its checksum has changed" in told


def test_bad_logs_are_one_message_each_and_nothing_is_written(queue):
    [name] = judged(queue, 1)
    (queue / "other.csv").write_text("item_id,gold\nzzz,yes\n", encoding="utf-8")
    (queue / "slip.csv").write_text("item_id,gold\ni070,yse\nwho,no\ni071,no\n", encoding="utf-8")
    for log, wrong in (
        ("other.csv", "belongs to another queue"),
        ("slip.csv", "there is no such label"),
        ("none.csv", "none.csv"),
    ):
        assert wrong in run("progress", "plan.toml", name, log, code=4)
    run("progress", "plan.toml", name, name, code=4)
    run("progress", "plan.toml", name, "--queue", "nowhere", code=4)
    assert not (queue / "progress").exists()


def test_a_log_with_columns_of_other_names_is_read_as_map_says(queue):
    [name] = judged(queue, 1)
    _, same = card(name)
    cells = "".join(f"{row['item_id']},{row['gold']},anna,20\n" for row in lines_of(queue / name))
    (queue / "other.csv").write_text("Wort,Urteil,wer,sek\n" + cells, encoding="utf-8")
    assert "no --map COLUMN=item_id says which one it is" in run("progress", "plan.toml", "other.csv", code=4)
    columns = ("Wort=item_id", "Urteil=gold", "wer=annotator", "sek=seconds")
    _, record = card("other.csv", *(word for column in columns for word in ("--map", column)))
    for key in ("parts", "spent", "found"):
        assert record[key] == same[key]


WORK = "[work]\npacket = 40\ntail_sample = 25\n"


@pytest.mark.parametrize("price", ['per_item = "0.04"', 'per_unit = "0.01"\nper_item = "0.02"'])
def test_the_queue_of_a_list_that_is_not_loaded_is_that_of_a_list_that_is(tmp_path, price):
    frame = world(seed=5, units="unit" in price)
    frame["sentence"] = ['text, "quoted" ' + str(at) for at in range(len(frame))]
    said = {"listed": write_apart(tmp_path, frame, files=2), "cost": price, "budget": "24", "more": WORK}
    said["more_table"] = 'units = "units"' if "unit" in price else ""
    found = []
    for engine in ("memory", "duckdb"):
        path = write_plan(tmp_path, "labelled.csv", name=engine, engine=engine, **said)
        run("queue", path, "--out", tmp_path / engine, "--for", "jsonl")
        found.append(read_manifest(tmp_path / engine))
    first, second = found
    assert (first.n_list, first.review, first.tail.of) == (second.n_list, second.review, second.tail.of)
    assert second.tail.items == 25
    reviewed = [
        {name for name, role in zip(made.items.ids, made.items.role.tolist(), strict=True) if role == 0}
        for made in found
    ]
    # Equal scores are ordered by name in memory and by a hash where the list lies.
    assert len(reviewed[0] ^ reviewed[1]) <= 2
    known, cost = (dict(zip(made.items.ids, made.items.cost.tolist(), strict=True)) for made in found)
    assert all(cost[name] == known[name] for name in reviewed[1])
    row, *_ = lines_of(tmp_path / "duckdb/packets/packet-001.jsonl")
    assert row["sentence"].startswith('text, "quoted" ')
    assert not {"m0", "score", "place"} & {*row}


def test_the_card_on_a_list_that_is_not_loaded_ends_at_the_plans_stop(tmp_path):
    listed = write_apart(tmp_path, world(seed=5))
    path = write_plan(tmp_path, "labelled.csv", listed=listed, engine="duckdb", more=WORK)
    run("queue", path, "--out", tmp_path / "q", "--for", "jsonl")
    rows = [row for packet in sorted((tmp_path / "q/packets").iterdir()) for row in lines_of(packet)]
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps({**row, "gold": "y"}) + "\n" for row in rows), encoding="utf-8")
    run("progress", path, log, "--queue", tmp_path / "q", "--out", tmp_path / "p", "--format", "html")
    record = json.loads((tmp_path / "p/card-record.json").read_text(encoding="utf-8"))
    assert record["decision"]["why"] in {"plan_done", "no_money"}
    assert record["onward"]["unseen"]["drawn"] == 25
    # What comes next is not known, but how to plan it is.
    card = (tmp_path / "p/card.html").read_text(encoding="utf-8")
    assert ("To plan the rest again" in card) == (record["decision"]["why"] == "plan_done")


def test_the_card_on_a_list_that_is_not_loaded_expects_what_that_on_one_that_is_does(tmp_path):
    """Of the first packet of three a third are entries: what was judged joins the labelled items for both."""
    said = {"listed": write_apart(tmp_path, world(seed=5)), "budget": "4.8", "more": "[work]\npacket = 40\n"}
    coming = []
    for engine in ("memory", "duckdb"):
        path = write_plan(tmp_path, "labelled.csv", name=engine, engine=engine, **said)
        run("queue", path, "--out", tmp_path / engine, "--for", "jsonl")
        rows = lines_of(tmp_path / engine / "packets/packet-001.jsonl")
        judged_rows = [{**row, "gold": "n" if int(row["id"][1:]) % 3 else "y"} for row in rows]
        log = tmp_path / f"{engine}.jsonl"
        log.write_text("".join(json.dumps(row) + "\n" for row in judged_rows), encoding="utf-8")
        run("progress", path, log, "--queue", tmp_path / engine, "--out", tmp_path / "p", "--format", "html")
        coming.append(json.loads((tmp_path / "p/card-record.json").read_text(encoding="utf-8"))["onward"]["coming"])
    assert coming[0] == coming[1]
    assert coming[0]["items"] == 40
    assert coming[0]["forecast"][0] < coming[0]["expected"] < coming[0]["forecast"][2]


def test_a_queue_too_long_to_be_held_is_written_by_the_engine_in_files(tmp_path, monkeypatch):
    monkeypatch.setattr("budgetplan.api.MOST_HELD", 10)
    monkeypatch.setattr("budgetplan.api.SHARD", 100)
    frame = world(seed=41)
    more = "[work]\ntail_sample = 20\n"
    path = write_plan(tmp_path, "labelled.csv", listed=write_apart(tmp_path, frame), engine="duckdb", more=more)
    words, out = ("queue", path, "--out", tmp_path / "q"), tmp_path / "q"
    told = run(*words)
    assert "280 items in the order of m0, in 3 files." in told
    assert f"after the stop are in {out / 'tail.csv'}" in told
    made = json.loads((out / "manifest/list.json").read_text(encoding="utf-8"))
    listed = json.loads((out / RECORD).read_text(encoding="utf-8"))["files"]["queue"]
    assert {*listed} == {*made["files"], "tail.csv", "manifest/list.json"}
    queue = pd.concat([pd.read_csv(out / name) for name in made["files"]])
    rest = frame[frame["gold"] == ""].sort_values("m0", ascending=False)
    assert queue["id"].tolist() == rest["id"].tolist()[:280]
    assert made["cutoff"]["score"] == rest["m0"].iloc[279]
    assert (made["review"], made["after"], made["random"]) == (280, 620, 20)
    drawn = {*pd.read_csv(out / "tail.csv")["id"]}
    assert len(drawn) == 20
    assert drawn <= {*rest["id"].iloc[280:]}
    first = files_of(out)
    (out / "manifest/list.json").unlink()
    assert "it holds a queue already" in run(*words, code=6)
    monkeypatch.setattr("budgetplan.api.SHARD", 1_000)
    run(*words, "--replace")
    assert [path.name for path in out.glob("queue-*.csv")] == ["queue-0001.csv"]
    for name in made["files"]:
        assert (out / f"{name}.before-1").read_bytes() == first[name]
    refused = run("queue", path, "--out", tmp_path / "p", "--for", "prodigy", code=2)
    assert "only the names of its items are written, not their texts" in refused


@pytest.mark.parametrize("price", ["0.001", "9"])
def test_a_queue_of_a_ranked_list_says_that_it_asks_nobody_where_asking_first_would_bring_more(folder, price):
    head, *rows = ROWS.splitlines()
    lines = [f"{head},llm", *(f"{row},{TRUTH[n] if n < 60 else ''}" for n, row in enumerate(rows))]
    (folder / "t.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    asked = f'[[answerers]]\nname = "llm"\ncolumn = "llm"\nprice = "{price}"\n'
    (folder / "plan.toml").write_text(PLAN + asked, encoding="utf-8")
    found = [line for line in run("queue", "plan.toml", "--for", "csv").splitlines() if "asks nobody" in line]
    assert len(found) == (price == "0.001")
    if found:
        run("report", "plan.toml", "--out", "r", "--format", "html")
        asked_items = pd.read_csv(folder / "r/tables/ask.csv").set_index("item")
        assert f"llm first about {len(asked_items)} items" in found[0]
        # Whoever is asked needs the texts.
        texts = pd.read_csv(folder / "t.csv").set_index("item_id")["text"]
        assert asked_items["text"].equals(texts[asked_items.index])


@pytest.mark.slow
def test_the_queue_of_a_plan_with_an_answerer_waits_for_the_answers_and_then_holds_what_they_leave(
    tmp_path, monkeypatch
):
    """Ask, fill in, queue, judge: the card counts what came back."""
    monkeypatch.setattr("budgetplan.plans.joint.JointPlan.ladder", ())
    monkeypatch.setattr("budgetplan.plans.joint.HARSHER", HARSHER[:1])
    (tmp_path / "before").mkdir()
    plan = write_asked(tmp_path / "before", rows_of(120, 40, asked=False), goal="budget = 7")
    refused = run("queue", plan, "--out", tmp_path / "queue", code=4)
    assert "column says" in refused
    assert not (tmp_path / "queue").exists()
    told = run("report", plan, "--out", tmp_path / "out", "--format", "html")
    assert "ask.csv: The items of your list to ask llm about" in told
    header, *asked = (tmp_path / "out/tables/ask.csv").read_text().split()
    # Cells for the answers, in columns called as those of the table.
    assert header == "item,says,sure"
    assert {row.split(",", 1)[1] for row in asked} == {","}
    asked = [row.split(",")[0] for row in asked]
    assert f"about {len(asked)} items" in refused
    filled = [row if row[1] or row[0] in asked else [*row[:4], "", "", row[6]] for row in rows_of(120, 40)]
    plan = write_asked(tmp_path, filled, goal="budget = 7")
    run("queue", plan, "--out", tmp_path / "queue")
    answered = [line.split(",") for line in (tmp_path / "queue/answered.csv").read_text().split()[1:]]
    packet = (tmp_path / "queue/packets/packet-001.csv").read_text()
    names = [line.split(",")[0] for line in packet.split()[1:]]
    assert not {name for name, *_ in answered} & {*names}
    assert {"llm"} <= {by for *_, by in answered} <= {"m", "llm"}
    assert not {"llm", "says"} & {*packet.replace(",", " ").split()}
    words = ("--queue", tmp_path / "queue", "--out", tmp_path / "card", "--format", "html")
    # Before anybody judges the answers are paid.
    (tmp_path / "log.csv").write_text("item,gold\n" + "".join(f"{name},\n" for name in names))
    told = run("progress", plan, tmp_path / "log.csv", *words)
    record = json.loads((tmp_path / "card/card-record.json").read_text(encoding="utf-8"))
    left = record["budget_left"]["amount"]
    assert (record["spent"], float(left)) == (f"{0.02 * len(asked):.2f}", pytest.approx(7 - 0.02 * len(asked)))
    assert f"judged, for EUR {record['spent']} that answers cost." in " ".join(told.replace("\u00a0", " ").split())
    (tmp_path / "log.csv").write_text("item,gold\n" + "".join(f"{name},a\n" for name in names))
    run("progress", plan, tmp_path / "log.csv", *words)
    record = json.loads((tmp_path / "card/card-record.json").read_text(encoding="utf-8"))
    assert record["parts"]["review"]["judged"] == len(names)
    # Asking is paid before people begin: 0.02 for each, and 0.50 for each that is judged.
    assert record["spent"] == f"{0.02 * len(asked) + len(names) / 2:.2f}"


def test_a_second_round_counts_the_labels_that_the_first_one_took(folder):
    """Few of the labelled items that are left are entries, as those at the top are judged: no label is wanting for that."""
    rows = [line.split(",") for line in ROWS.splitlines()]
    truth = ["yes" if score > 0.6 else "no" for score in SCORES]
    lines = [rows[0], *([name, truth[n] if n < 60 else "", *rest] for n, (name, _, *rest) in enumerate(rows[1:]))]
    (folder / "t.csv").write_text("".join(",".join(line) + "\n" for line in lines), encoding="utf-8")
    (folder / "plan.toml").write_text(
        PLAN.replace('"53"', '"78"').replace("tail_sample = 20", "tail_sample = 5"), encoding="utf-8"
    )
    run("queue", "plan.toml", "--for", "jsonl")
    logs = judged(folder, 9)
    reviewed = [word for log in logs for word in ("--set", f"list.reviewed={log}")]
    told = run("report", "plan.toml", *reviewed, "--budget", "120", "--format", "html", "--out", "r")
    decision = json.loads((folder / "r/decision.json").read_text("utf-8"))
    hits = truth[:60].count("yes") + decision["filter"]["so_far"]["found"]
    assert f"Labels: yes ({hits}, collected), no ({60 + decision['filter']['so_far']['items'] - hits})" in told
    assert (decision["sample"]["labelled_items"], decision["sample"]["positives"]) == (135, hits)
    assert "No recommendation yet" not in told
