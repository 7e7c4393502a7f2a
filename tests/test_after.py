"""What comes after a report, through the command line: the queue, and how far it is."""

import json

import pandas as pd
import pytest
from asked_list_world import rows_of
from asked_list_world import write_world as write_asked
from click.testing import CliRunner
from list_world import world, write_apart, write_plan

from budgetplan.cli.main import main
from budgetplan.files import RECORD
from budgetplan.queues.manifest import read_manifest

SCORES = [(n * 37 % 100) / 100 for n in range(200)]
TRUTH = ["yes" if (score > 0.6) != (n % 7 == 0) else "no" for n, score in enumerate(SCORES)]
ROWS = "item_id,gold,p,text\n" + "".join(
    f"i{n:03d},{TRUTH[n] if n < 60 else ''},{SCORES[n]},sentence {n}\n" for n in range(200)
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
budget = "{budget}"
[sure]
resamples = 50
[work]
packet = 10
tail_sample = 20
control = 3
"""


def run(*words):
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(ROWS, encoding="utf-8")
    (tmp_path / "plan.toml").write_text(PLAN.format(budget="53"), encoding="utf-8")
    return tmp_path


def test_a_queue_is_written_and_never_written_over(folder):
    done = run("queue", "plan.toml", "--for", "jsonl")
    assert done.exit_code == 0, done.output
    said = json.loads((folder / "queue/manifest/manifest.json").read_text(encoding="utf-8"))
    assert said["counts"] == {"review": 30, "tail sample": 20, "control": 3, "answered": 0, "left": 90}
    lines = [
        line
        for name in sorted((folder / "queue/packets").iterdir())
        for line in name.read_text(encoding="utf-8").splitlines()
    ]
    assert len(lines) == 53
    assert len(list((folder / "queue/packets").iterdir())) == 6
    again = run("queue", "plan.toml")
    assert again.exit_code == 6
    assert "holds a queue already" in again.output


def test_what_fails_while_a_queue_is_made_leaves_no_folder_that_stops_the_next_run(folder, monkeypatch):
    def crash(*_):
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr("budgetplan.api.told_of_budget", crash)
        with pytest.raises(RuntimeError):
            run("queue", "plan.toml")
    assert not (folder / "queue").exists()
    assert run("queue", "plan.toml").exit_code == 0


def test_the_same_plan_gives_the_same_bytes_whatever_the_order_of_rows(folder):
    run("queue", "plan.toml")
    first = {p.name: p.read_bytes() for p in (folder / "queue").rglob("*") if p.is_file()}
    head, *rows = ROWS.splitlines(keepends=True)
    (folder / "t.csv").write_text(head + "".join(reversed(rows)), encoding="utf-8")
    run("queue", "plan.toml", "--out", "again")
    again = {p.name: p.read_bytes() for p in (folder / "again").rglob("*") if p.is_file()}
    for name, content in first.items():
        if name not in ("manifest.json", RECORD):
            assert again[name] == content, name
    one, other = (json.loads(files["manifest.json"]) for files in (first, again))
    assert {key for key in one if one[key] != other[key]} == {"table_sha256", "identifier", "sha256"}


def test_a_tool_that_is_not_known_a_weighted_list_and_a_plan_without_a_list_are_refused(folder):
    assert run("queue", "plan.toml", "--for", "excel").exit_code == 2
    rows = [line + (",2\n" if at else ",w\n") for at, line in enumerate(ROWS.splitlines())]
    (folder / "t.csv").write_text("".join(rows), encoding="utf-8")
    done = run("queue", "plan.toml", "--set", "table.weight=w")
    assert done.exit_code == 4
    assert "stand for several items" in done.output
    (folder / "t.csv").write_text("".join(ROWS.splitlines(keepends=True)[:61]), encoding="utf-8")
    done = run("queue", "plan.toml")
    assert done.exit_code == 4
    assert "does not hold the list" in done.output


def test_where_nothing_meets_the_goal_there_is_no_queue(folder):
    done = run("queue", "plan.toml", "--target", "5000", "--set", "goal.budget=")
    assert done.exit_code in (2, 3)
    assert not (folder / "queue").exists()


def judged(folder, n_packets, who="anna"):
    """Fill in the first packets, as the truth is; return the names of the logs."""
    truth = {f"i{n:03d}": label for n, label in enumerate(TRUTH)}
    names = []
    for packet in sorted((folder / "queue/packets").iterdir())[:n_packets]:
        rows = [json.loads(line) for line in packet.read_text(encoding="utf-8").splitlines()]
        cells = [{**row, "gold": truth[row["item_id"]], "annotator": who, "seconds": 20} for row in rows]
        name = f"{packet.stem}-{who}.jsonl"
        (folder / name).write_text("".join(json.dumps(one) + "\n" for one in cells), encoding="utf-8")
        names.append(name)
    return names


def test_the_card_counts_what_came_back_and_earlier_cards_are_replaced(folder):
    run("queue", "plan.toml", "--for", "jsonl")
    done = run("progress", "plan.toml", *judged(folder, 3), "--format", "html")
    assert done.exit_code == 0, done.output
    record = json.loads((folder / "progress/card-record.json").read_text(encoding="utf-8"))
    parts = record["parts"]
    assert sum(part["judged"] for part in parts.values()) == 30
    assert parts["review"]["judged"] + parts["tail sample"]["judged"] + parts["control"]["judged"] == 30
    assert record["spent"] == "30.00"
    assert (folder / "progress/card.html").is_file()
    whole = run("progress", "plan.toml", *judged(folder, 6), "--format", "html")
    assert "Stop: the budget of EUR 53.00 is spent" in whole.output.replace("\xa0", " ")
    record = json.loads((folder / "progress/card-record.json").read_text(encoding="utf-8"))
    assert record["onward"]["unseen"]["drawn"] == 20


def test_two_people_on_the_same_packets_are_compared(folder):
    run("queue", "plan.toml", "--for", "jsonl")
    logs = [*judged(folder, 2), *judged(folder, 2, "ben")]
    done = run("progress", "plan.toml", *logs, "--format", "html")
    assert "20 of 20 pairs of judgements" in done.output
    assert "alpha 1.000" in done.output


def test_bad_logs_are_one_message_each_and_nothing_is_written(folder):
    run("queue", "plan.toml", "--for", "jsonl")
    [name] = judged(folder, 1)
    (folder / "other.csv").write_text("item_id,gold\nzzz,yes\n", encoding="utf-8")
    (folder / "slip.csv").write_text("item_id,gold\ni070,yse\nwho,no\ni071,no\n", encoding="utf-8")
    for log, told in (
        ("other.csv", "belongs to another queue"),
        ("slip.csv", "there is no such label"),
        ("none.csv", "none.csv"),
    ):
        done = run("progress", "plan.toml", name, log)
        assert done.exit_code == 4, done.output
        assert told in done.output
    assert run("progress", "plan.toml", name, name).exit_code == 4
    assert run("progress", "plan.toml", name, "--queue", "nowhere").exit_code == 4
    assert not (folder / "progress").exists()


def test_a_log_in_columns_of_its_own_is_read_as_map_says(folder):
    run("queue", "plan.toml", "--for", "jsonl")
    [name] = judged(folder, 1)
    run("progress", "plan.toml", name, "--format", "html")
    card = folder / "progress/card-record.json"
    same = json.loads(card.read_text(encoding="utf-8"))
    rows = [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").splitlines()]
    cells = "".join(f"{one['item_id']},{one['gold']},anna,20\n" for one in rows)
    (folder / "own.csv").write_text("Wort,Urteil,wer,sek\n" + cells, encoding="utf-8")
    refused = run("progress", "plan.toml", "own.csv")
    assert "no --map COLUMN=item_id says which one it is" in refused.output
    columns = ("Wort=item_id", "Urteil=gold", "wer=annotator", "sek=seconds")
    maps = [word for one in columns for word in ("--map", one)]
    done = run("progress", "plan.toml", "own.csv", *maps, "--format", "html")
    assert done.exit_code == 0, done.output
    record = json.loads(card.read_text(encoding="utf-8"))
    for key in ("parts", "spent", "found"):
        assert record[key] == same[key]


def test_a_table_that_has_changed_since_the_queue_was_written_is_told(folder):
    run("queue", "plan.toml", "--for", "jsonl")
    logs = judged(folder, 1)
    same = run("progress", "plan.toml", *logs, "--format", "html")
    assert "checksum" not in same.output
    (folder / "t.csv").write_text(ROWS + "\n", encoding="utf-8")
    other = run("progress", "plan.toml", *logs, "--format", "html")
    assert (
        "To look at: The table is not the one the queue was written from: its checksum has changed."
        in other.output
    )


def test_what_is_odd_in_a_log_is_told_in_the_terminal_too(folder):
    run("queue", "plan.toml", "--for", "jsonl")
    [name] = judged(folder, 1)
    rows = (folder / name).read_text(encoding="utf-8").splitlines()
    other = json.loads(rows[0]) | {"gold": "no" if json.loads(rows[0])["gold"] == "yes" else "yes"}
    (folder / name).write_text("\n".join([*rows, json.dumps(other)]) + "\n", encoding="utf-8")
    done = run("progress", "plan.toml", name, "--format", "html")
    assert (
        f"To look at: 1 item was judged again under one name, which is one person here: the later line counts, as not every judgement has a time that could be read ({other['item_id']})."
        in done.output
    )


def test_the_order_of_logs_changes_no_number(folder):
    run("queue", "plan.toml", "--for", "jsonl")
    logs = judged(folder, 4)
    records = []
    for order in (logs, logs[::-1]):
        run("progress", "plan.toml", *order, "--format", "html")
        record = json.loads((folder / "progress/card-record.json").read_text(encoding="utf-8"))
        records.append({key: record[key] for key in ("parts", "onward", "decision", "found", "spent")})
    assert records[0] == records[1]


@pytest.mark.parametrize("price", ['per_item = "0.04"', 'per_unit = "0.01"\nper_item = "0.02"'])
def test_the_queue_of_a_list_that_is_not_loaded_is_that_of_one_that_is(tmp_path, price):
    frame = world(seed=5, units="unit" in price)
    frame["sentence"] = ['text, "quoted" ' + str(at) for at in range(len(frame))]
    listed = write_apart(tmp_path, frame, files=2)
    more = "[work]\npacket = 40\ntail_sample = 25\n"
    units = 'units = "units"' if "unit" in price else ""
    manifests = {}
    for engine in ("memory", "duckdb"):
        path = write_plan(
            *(tmp_path, "labelled.csv"),
            name=engine,
            listed=listed,
            engine=engine,
            more=more,
            cost=price,
            budget="24",
            more_table=units,
        )
        done = run("queue", path, "--out", str(tmp_path / engine), "--for", "jsonl")
        assert done.exit_code == 0, done.output
        manifests[engine] = read_manifest(tmp_path / engine)
    one, other = manifests["memory"], manifests["duckdb"]
    assert (one.n_list, one.review, one.tail.of) == (other.n_list, other.review, other.tail.of)
    assert other.tail.items == 25
    first = {name for name, role in zip(one.items.ids, one.items.role.tolist(), strict=True) if role == 0}
    second = {
        name for name, role in zip(other.items.ids, other.items.role.tolist(), strict=True) if role == 0
    }
    # Equal scores are ordered by name in memory and by a hash where the list lies.
    assert len(first ^ second) <= 2
    packet = (tmp_path / "duckdb/packets/packet-001.jsonl").read_text(encoding="utf-8").splitlines()
    told = json.loads(packet[0])
    assert told["sentence"].startswith('text, "quoted" ')
    assert not {"m0", "score", "place"} & {*told}
    cost = dict(zip(other.items.ids, other.items.cost.tolist(), strict=True))
    known = dict(zip(one.items.ids, one.items.cost.tolist(), strict=True))
    assert all(cost[name] == known[name] for name in second)


def test_the_card_on_a_list_that_is_not_loaded_ends_at_the_plans_stop(tmp_path):
    frame = world(seed=5)
    listed = write_apart(tmp_path, frame)
    more = "[work]\npacket = 40\ntail_sample = 25\n"
    path = write_plan(tmp_path, "labelled.csv", listed=listed, engine="duckdb", more=more)
    assert run("queue", path, "--out", str(tmp_path / "q"), "--for", "jsonl").exit_code == 0
    logs = []
    for packet in sorted((tmp_path / "q/packets").iterdir()):
        rows = [json.loads(line) for line in packet.read_text(encoding="utf-8").splitlines()]
        log = tmp_path / f"log-{packet.name}"
        log.write_text("".join(json.dumps({**row, "gold": "y"}) + "\n" for row in rows), encoding="utf-8")
        logs.append(str(log))
    out = ["--queue", str(tmp_path / "q"), "--out", str(tmp_path / "p"), "--format", "html"]
    done = run("progress", path, *logs, *out)
    assert done.exit_code == 0, done.output
    record = json.loads((tmp_path / "p/card-record.json").read_text(encoding="utf-8"))
    assert record["decision"]["why"] in {"plan_done", "no_money"}
    assert record["onward"]["unseen"]["drawn"] == 25


def test_a_queue_too_long_to_be_held_is_written_by_the_engine(tmp_path, monkeypatch):
    monkeypatch.setattr("budgetplan.api.MOST_HELD", 10)
    frame = world(seed=41)
    listed = write_apart(tmp_path, frame)
    more = "[work]\ntail_sample = 20\n"
    path = write_plan(tmp_path, "labelled.csv", listed=listed, engine="duckdb", more=more)
    done = run("queue", path, "--out", str(tmp_path / "q"))
    assert done.exit_code == 0
    assert "280 items in the order of m0, in 1 file." in done.output
    told = json.loads((tmp_path / "q/manifest/list.json").read_text(encoding="utf-8"))
    queue = pd.read_csv(tmp_path / "q" / told["files"][0])
    rest = frame[frame["gold"] == ""].sort_values("m0", ascending=False)
    assert queue["id"].tolist() == rest["id"].tolist()[:280]
    assert told["cutoff"]["score"] == rest["m0"].iloc[279]
    assert (told["review"], told["after"], told["random"]) == (280, 620, 20)
    drawn = set(pd.read_csv(tmp_path / "q/tail.csv")["id"])
    assert len(drawn) == 20
    assert drawn <= set(rest["id"].iloc[280:])
    again = run("queue", path, "--out", str(tmp_path / "q"))
    assert (again.exit_code, "it holds a queue already" in again.output) == (6, True)
    refused = run("queue", path, "--out", str(tmp_path / "p"), "--for", "prodigy")
    assert refused.exit_code == 2
    assert "the names of its items are written, and no texts" in refused.output


ASKED = """
[[answerers]]
name = "llm"
column = "llm"
price = "{price}"
"""


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(("price", "told"), [("0.001", True), ("9", False)])
def test_the_queue_of_a_ranked_list_says_that_it_asks_nobody_where_asking_first_would_bring_more(
    folder, price, told
):
    head, *rows = ROWS.splitlines()
    lines = [f"{head},llm", *(f"{row},{TRUTH[n] if n < 60 else ''}" for n, row in enumerate(rows))]
    (folder / "t.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "plan.toml").write_text(PLAN.format(budget="53") + ASKED.format(price=price), encoding="utf-8")
    done = run("queue", "plan.toml", "--for", "csv")
    assert done.exit_code == 0, done.output
    [found] = [line for line in done.output.splitlines() if "asks nobody" in line] or [""]
    assert bool(found) == told
    if told:
        assert run("report", "plan.toml", "--out", "r").exit_code == 0
        asked = pd.read_csv(folder / "r/tables/ask.csv", comment="#")
        assert f"llm first about {len(asked)} items" in found


@pytest.mark.usefixtures("undrawn")
def test_the_queue_of_a_plan_with_an_answerer_waits_for_the_answers_and_then_holds_what_they_leave(tmp_path):
    """Ask, fill in, queue, judge: the card counts what came back."""
    (tmp_path / "before").mkdir()
    plan = write_asked(tmp_path / "before", rows_of(300, 120, asked=False), goal="budget = 20")
    refused = run("queue", str(plan), "--out", str(tmp_path / "queue"))
    assert refused.exit_code == 4
    assert "column says" in refused.output
    assert "Traceback" not in refused.output
    assert not (tmp_path / "queue").exists()
    done = run("report", str(plan), "--out", str(tmp_path / "out"), "--format", "html")
    assert done.exit_code == 0, done.output
    assert "ask.csv: The items of your list to ask llm about" in done.output
    header, *asked = (tmp_path / "out/tables/ask.csv").read_text().split()
    # Cells for the answers, in columns called as those of the table.
    assert {row.split(",", 1)[1] for row in asked} == {","}
    asked = [row.split(",")[0] for row in asked]
    file = tmp_path / "out/tables/ask.csv"
    # Answers that somebody has filled in are not written over.
    file.write_text(file.read_text().replace(",,", ",a,"))
    filled_in = file.read_bytes()
    again = run("report", str(plan), "--out", str(tmp_path / "out"), "--format", "html")
    assert (again.exit_code, "ask.csv: it is no longer as budgetplan wrote it" in again.output) == (6, True)
    assert file.read_bytes() == filled_in
    assert f"about {len(asked)} items" in refused.output
    assert header == "item,says,sure"
    filled = [row if row[1] or row[0] in asked else [*row[:4], "", "", row[6]] for row in rows_of(300, 120)]
    plan = write_asked(tmp_path, filled, goal="budget = 20")
    done = run("queue", str(plan), "--out", str(tmp_path / "queue"))
    assert done.exit_code == 0, done.output
    answered = [line.split(",") for line in (tmp_path / "queue/answered.csv").read_text().split()[1:]]
    packet = (tmp_path / "queue/packets/packet-001.csv").read_text()
    names = [line.split(",")[0] for line in packet.split()[1:]]
    assert not {name for name, *_ in answered} & set(names)
    assert {by for *_, by in answered} == {"m", "llm"}
    assert "llm" not in packet
    assert "says" not in packet
    (tmp_path / "log.csv").write_text("item,gold\n" + "".join(f"{name},a\n" for name in names))
    words = ("--queue", str(tmp_path / "queue"), "--out", str(tmp_path / "card"), "--format", "html")
    card = run("progress", str(plan), str(tmp_path / "log.csv"), *words)
    assert card.exit_code == 0, card.output
    record = json.loads((tmp_path / "card/card-record.json").read_text(encoding="utf-8"))
    assert record["parts"]["review"]["judged"] == len(names)
    # Asking is paid before people begin: 0.02 for each, and 0.50 for each that is judged.
    assert record["spent"] == f"{0.02 * len(asked) + len(names) / 2:.2f}"
