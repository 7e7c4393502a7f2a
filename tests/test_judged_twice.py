"""Nothing is paid or counted twice, nor at another price: the logs of a queue, and the rest planned on them."""

import csv
import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from budgetplan.cli.main import main

pytestmark = pytest.mark.usefixtures("undrawn")
PLAN = """[table]
file = "t.csv"
id = "item_id"
label = "gold"
positive = ["loan"]
[[models]]
name = "p_a"
[[models]]
name = "d_b"
[cost]
currency = "EUR"
per_item = "0.50"
[goal]
budget = "85 items"
[work]
packet = 20
tail_sample = 20
control = 5
[sure]
resamples = 40
"""


def run(*words):
    done = CliRunner().invoke(main, list(words), catch_exceptions=False)
    return done.exit_code, done.output


@pytest.fixture
def review(tmp_path, monkeypatch):
    """Make a queue; return its items in their order and what each truly is."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(4)
    loan = rng.random(240) < 0.35
    a, b = np.clip(rng.normal(0.38 + 0.24 * loan, 0.18), 0.01, 0.99), rng.normal(-0.4 + 1.2 * loan, 1)
    rows = [
        (f"w-{at:04d}", ("loan" if loan[at] else "native") if at < 80 else "", f"{a[at]:.4f}", f"{b[at]:.3f}")
        for at in range(240)
    ]
    with Path("t.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("item_id", "gold", "p_a", "d_b"), *rows])
    Path("plan.toml").write_text(PLAN)
    assert run("queue", "plan.toml", "--out", "queue")[0] == 0
    with Path("queue/manifest/items.csv").open(newline="") as file:
        items = [row for row in csv.DictReader(file) if int(row["place"])]
    items = [row["item"] for row in sorted(items, key=lambda row: int(row["place"]))]
    return items, {f"w-{at:04d}": "loan" if loan[at] else "native" for at in range(240)}


def write(path, rows, *, end="\n", header="item_id,gold"):
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_bytes((end.join([header, *rows]) + end).encode())


def card(*logs, plan="plan.toml"):
    code, text = run("progress", plan, *logs, "--queue", "queue", "--format", "html", "--out", "card")
    assert code == 0, text
    record = json.loads(Path("card/card-record.json").read_text())
    # What was read, and the course of what was found, go by the files.
    return {name: value for name, value in record.items() if name not in ("logs", "checksums")}


def test_files_of_one_name_in_two_folders_are_two_people_or_asked_about(review):
    items, _ = review
    Path("two.toml").write_text(PLAN.replace('per_item = "0.50"', 'per_item = "0.50"\nannotators = 2'))
    logs = [f"{who}/packet-001.csv" for who in ("anna", "bert")]
    write(logs[0], [f"{item},loan" for item in items[:20]])
    write(logs[1], [f"{item},{'loan' if at % 4 else 'native'}" for at, item in enumerate(items[:20])])
    cards = [card(*order, plan="two.toml") for order in itertools.permutations(logs)]
    said = run("progress", "two.toml", *logs, "--queue", "queue", "--format", "html", "--out", "card")[1]
    assert all(f"{log}: Read as" in said for log in logs)
    assert cards[0] == cards[1]
    assert [one["name"] for one in cards[0]["pace"]["annotators"]] == ["anna", "bert"]
    assert (cards[0]["pace"]["pairs"]["agree"], cards[0]["pace"]["pairs"]["n"]) == (15, 20)
    # Where each item is judged once, two who differ are two people; of the same judgements nobody can tell.
    assert len(card(*logs)["pace"]["annotators"]) == 2
    write(logs[1], [f"{item},loan" for item in items[:20]])
    for order in itertools.permutations(logs):
        code, text = run("progress", "plan.toml", *order, "--queue", "queue", "--out", "no")
        assert (code, Path("no").exists()) == (4, False)
        assert "leave one of the two out, or name who judged" in text
    # Both remedies work.
    write("named.csv", [f"{item},loan,anna" for item in items[:20]], header="item_id,gold,annotator")
    write("bert.csv", [f"{item},loan,bert" for item in items[:20]], header="item_id,gold,annotator")
    assert len(card("named.csv", "bert.csv")["pace"]["annotators"]) == 2
    assert card(logs[0])["found"]


def test_a_log_says_the_same_whatever_the_order_of_its_rows_and_of_the_logs(review):
    items, truth = review
    rng = np.random.default_rng(1)
    rows = [
        f"{item},{truth[item] if rng.random() < 0.8 else 'native'},{who}"
        for item in items[:30]
        for who in ("anna", "bert", "cleo")
    ]
    cards = []
    for seed in range(3):
        mixed = [rows[at] for at in np.random.default_rng(seed).permutation(len(rows))]
        cuts = (mixed[:40], mixed[40:])
        for at, cut in enumerate(cuts):
            write(f"{at}.csv", cut, header="item_id,gold,annotator", end=("\n", "\r\n")[seed % 2])
        cards.append(card(*("0.csv", "1.csv")[:: 1 if seed % 2 else -1]))
    assert cards[0] == cards[1] == cards[2]


HOURLY = 'hourly_rate = "24.00"\nseconds_per_item = "90"'
FLAT = 'per_item = "0.50"'
REPRICED = {
    # prices then, prices now: what 40 judged items cost then, what the next 20 cost now.
    "an hour in place of a flat price": (FLAT, HOURLY, 20.00, 12.00),
    "ten times as much": (FLAT, 'per_item = "5.00"', 20.00, 100.00),
    "both together": (FLAT, f"{FLAT}\n{HOURLY}", 20.00, 22.00),
    "by size, which the queue does not hold": (FLAT, 'per_unit = "0.05"', 20.00, 10.00),
    "twice as long": (HOURLY, HOURLY.replace("90", "180"), 24.00, 24.00),
    "twice the pay": (HOURLY, HOURLY.replace("24.00", "48.00"), 24.00, 24.00),
    "the same": (HOURLY, HOURLY, 24.00, 12.00),
}


@pytest.mark.parametrize("case", REPRICED)
def test_what_is_judged_is_paid_at_the_prices_then_and_the_rest_at_those_of_now(review, case):
    then, now, spent, following = REPRICED[case]
    size = '\nunits = "d_b"' if "per_unit" in now else ""
    Path("then.toml").write_text(PLAN.replace(FLAT, then))
    Path("now.toml").write_text(PLAN.replace(FLAT, now).replace('id = "item_id"', f'id = "item_id"{size}'))
    if size:
        Path("t.csv").write_text(Path("t.csv").read_text().replace(",-", ","))
    assert run("queue", "then.toml", "--out", "queue", "--replace")[0] == 0
    with Path("queue/manifest/items.csv").open(newline="") as file:
        items = sorted((int(row["place"]), row["item"]) for row in csv.DictReader(file) if int(row["place"]))
    write("a.csv", [f"{item},loan" for _, item in items[:40]])
    record = card("a.csv", plan="now.toml")
    assert (float(record["spent"]), record["onward"]["coming"]["cost"]) == (spent, pytest.approx(following))
    notes = {note["kind"] for note in record["notes"] if "prices" in note["kind"]}
    assert notes == ({"prices_sizes"} if size else {"prices"} if then != now else set())
    words = ("--set", "list.reviewed=a.csv", "--set", "list.queue=queue", "--format", "html", "--out", "rest")
    code, text = run("report", "now.toml", "--budget", "60", *words)
    assert code in (0, 3), text
    assert f"They cost EUR {spent:.2f}" in text
    assert f"Left of the budget, and planned with: {60 - spent:.2f} EUR" in text
    assert ("prices that the plan had when the queue was written" in text) == (then != now)


AWKWARD = """
contingency = "10 %"
indirect = "20 %"
annotators = 1.5
[cost.fixed]
Training = "7.00"
"""


@pytest.mark.parametrize("now", [HOURLY, 'per_item = "5.00"', 'per_item = "0.10"\nextra_per_entry = "0.3"'])
def test_with_reserve_overheads_and_fixed_costs_spent_goes_by_then_and_the_next_by_now(review, now):
    items, truth = review
    write("a.csv", [f"{item},{truth[item]}" for item in items[:40]])
    plans = {"then.toml": FLAT, "now.toml": now}
    for name, price in plans.items():
        Path(name).write_text(PLAN.replace(FLAT, price + AWKWARD))
    cards = {}
    for written in plans:
        assert run("queue", written, "--out", "queue", "--replace")[0] == 0
        for read in plans:
            cards[written, read] = card("a.csv", plan=read)
    mixed = cards["then.toml", "now.toml"]
    assert mixed["spent"] == cards["then.toml", "then.toml"]["spent"]
    assert mixed["onward"]["coming"]["prices"] == cards["now.toml", "now.toml"]["onward"]["coming"]["prices"]
    assert mixed["pace"]["rest_planned"] == cards["now.toml", "now.toml"]["pace"]["rest_planned"]


def test_a_queue_with_prices_in_another_currency_is_refused(review):
    items, _ = review
    write("a.csv", [f"{item},loan" for item in items[:40]])
    Path("other.toml").write_text(PLAN.replace('"EUR"', '"USD"'))
    code, text = run("progress", "other.toml", "a.csv", "--queue", "queue", "--out", "no")
    assert (code, "written with prices in EUR" in text) == (4, True)


TIMED = "item_id,gold,annotator,"


def judged(items, correction):
    """Return rows by one person, on a later day each; the last one corrects the first to native."""
    first = [f"{item},loan,A,2026-12-0{day}T10:00:00" for day, item in enumerate(items[:6], 1)]
    return [*first, f"{items[0]},native,A,{correction}"]


def again(*logs):
    """Return what a card is, and what it says of items that were judged again."""
    told = card(*logs)
    page = Path("card/card.html").read_text(encoding="utf-8")
    return told, "the later line counts" in page, "the last word counts" in page


@pytest.mark.parametrize(
    "name", ["timestamp", "Created_At", "updated_at", "judged_at", "time", "When", "date"]
)
def test_the_later_judgement_counts_wherever_it_stands(review, name):
    items, _ = review
    rows = judged(items, "2026-12-08T09:00:00")
    write("last.csv", rows, header=TIMED + name)
    write("first.csv", rows[::-1], header=TIMED + name)
    write("a.csv", rows[-1:], header=TIMED + name)
    write("b.csv", rows[:-1], header=TIMED + name)
    cards = [again(*logs) for logs in (["last.csv"], ["first.csv"], ["a.csv", "b.csv"], ["b.csv", "a.csv"])]
    assert cards[0][0]["found"] == 5
    assert cards[0][1:] == (False, True)
    assert cards.count(cards[0]) == 4


@pytest.mark.parametrize("when", ["2026-12-01T10:00:00", ""])
def test_a_copy_of_a_log_and_a_later_export_change_nothing_but_a_note(review, when):
    items, _ = review
    header = "item_id,gold,annotator,seconds,time"
    rows = [
        f"{item},{'loan' if at % 3 else 'native'},A,{10 + at},{when}" for at, item in enumerate(items[:30])
    ]
    write("log.csv", rows, header=header)
    plain = {key: value for key, value in card("log.csv").items() if key != "notes"}
    for name, part in (("a.csv", rows), ("z.csv", rows), ("m.csv", rows[:12])):
        write(name, part, header=header)
        told = card("log.csv", name)
        assert [(note["kind"], note["n"]) for note in told.pop("notes")] == [("repeated", len(part))]
        assert told == plain


@pytest.mark.parametrize("cell", ["", "monday", "8.12.2026", "12.5", "1998", "nan", "inf", "1e400", "-5"])
def test_what_is_no_time_is_not_read_and_lines_count(review, cell):
    items, _ = review
    rows = judged(items, cell)
    write("last.csv", rows, header=TIMED + "time")
    write("first.csv", rows[::-1], header=TIMED + "time")
    (last, *told), (first, *_) = again("last.csv"), again("first.csv")
    assert told == [True, False]
    assert (last["found"], first["found"]) == (5, 6)


def test_the_date_of_an_item_says_nothing_of_who_judged_it(review):
    items, _ = review
    rows = [f"{item},{'loan' if at < 4 else ''},2020-05-0{at}" for at, item in enumerate(items[:9], 1)]
    write("log.csv", rows, header="item_id,gold,date")
    dated = card("log.csv")
    write("log.csv", [row[:-11] for row in rows])
    assert card("log.csv") == dated
    for who in ("anna", "bert"):
        write(f"{who}/packet-001.csv", rows, header="item_id,gold,date")
    code, text = run(
        "progress", "plan.toml", "anna/packet-001.csv", "bert/packet-001.csv", "--queue", "queue"
    )
    assert code == 4
    assert "leave one of the two out" in text


def as_tool(tool, packet):
    """Return what comes back of a packet where all is judged to be wanted, as one tool exports it, and its name."""
    if tool == "csv":
        rows = list(csv.DictReader(packet.decode("utf-8-sig").splitlines()))
        return "back.csv", "\n".join(
            ["item_id,queue_id,gold"] + [f"{r['item_id']},{r['queue_id']},loan" for r in rows]
        )
    told = (
        [json.loads(line) for line in packet.decode().splitlines()]
        if tool != "label-studio"
        else json.loads(packet)
    )
    if tool == "label-studio":
        choice = {"from_name": "label", "to_name": "text", "type": "choices", "value": {"choices": ["loan"]}}
        back = [
            {"id": at, **one, "annotations": [{"id": at, "result": [choice]}]} for at, one in enumerate(told)
        ]
        return "back.json", json.dumps(back)
    further = {
        "prodigy": {"answer": "accept", "accept": ["loan"]},
        "doccano": {"label": ["loan"]},
        "jsonl": {"gold": "loan"},
    }
    return "back.jsonl", "\n".join(json.dumps(one | further[tool]) for one in told)


@pytest.mark.parametrize("tool", ["csv", "jsonl", "label-studio", "prodigy", "doccano"])
def test_a_log_of_a_queue_that_was_put_away_is_not_taken_for_one_of_the_queue_in_its_place(review, tool):
    assert run("queue", "plan.toml", "--for", tool, "--out", "queue", "--replace")[0] == 0
    packet = next(path for path in sorted(Path("queue/packets").iterdir()) if "001" in path.name)
    log, text = as_tool(tool, packet.read_bytes())
    Path(log).write_text(text)
    before = card(log)
    assert before["spent"] == "10.00"
    Path("dear.toml").write_text(PLAN.replace('"0.50"', '"0.65"'))
    code, told = run("queue", "dear.toml", "--out", "queue")
    assert code == 6
    assert "list.reviewed" in told
    assert run("queue", "dear.toml", "--out", "queue", "--replace")[0] == 0
    code, told = run("progress", "dear.toml", log, "--queue", "queue", "--out", "no")
    assert (code, Path("no").exists()) == (4, False)
    # The remedy names where its own queue lies now, and works; so does a plan of the rest.
    where = Path(told.split("--queue ")[1].split()[0].rstrip("."))
    assert where == Path("queue/manifest.before-1")
    done = run("progress", "dear.toml", log, "--queue", str(where), "--format", "html", "--out", "then")
    assert done[0] == 0
    then = json.loads(Path("then/card-record.json").read_text())
    assert then["spent"] == before["spent"]
    rest = f'{PLAN}[list]\nreviewed = ["{log}"]\nqueue = "{where}"\n'
    Path("rest.toml").write_text(rest)
    code, told = run("queue", "rest.toml", "--out", "second")
    assert code == 0, told
    # One of the 20 had a label before.
    assert "Judged already, and no longer on the list: 19 items" in told


def test_judgements_that_are_planned_and_not_in_the_logs_are_counted_as_spent_and_told(review):
    """Two a item at 0.50: 20 items of one person are 20 judgements, and EUR 20.00 are counted for 40."""
    _, truth = review
    Path("two.toml").write_text(PLAN.replace('per_item = "0.50"', 'per_item = "0.50"\nannotators = 2'))
    assert run("queue", "two.toml", "--out", "queue", "--replace")[0] == 0
    with Path("queue/packets/packet-001.csv").open(newline="", encoding="utf-8-sig") as file:
        items = [row["item_id"] for row in csv.DictReader(file)]
    write("anna.csv", [f"{item},{truth[item]},anna" for item in items[:20]], header="item_id,gold,annotator")
    write("bert.csv", [f"{item},{truth[item]},bert" for item in items[:20]], header="item_id,gold,annotator")
    told = run("progress", "two.toml", "anna.csv", "--queue", "queue", "--format", "html", "--out", "one")[1]
    assert "The logs hold 20 judgements of what is judged, where 40 are planned" in told
    assert (
        card("anna.csv", plan="two.toml")["spent"]
        == card("anna.csv", "bert.csv", plan="two.toml")["spent"]
        == "20.00"
    )
    both = run(
        "progress", "two.toml", "anna.csv", "bert.csv", "--queue", "queue", "--format", "html", "--out", "two"
    )
    assert "are planned" not in both[1]
    rest = PLAN.replace('per_item = "0.50"', 'per_item = "0.50"\nannotators = 2')
    Path("rest.toml").write_text(f'{rest}[list]\nreviewed = ["anna.csv"]\nqueue = "queue"\n')
    told = run("queue", "rest.toml", "--out", "second")[1]
    assert "of 40 judgements as planned: the logs hold 20, and the others may be out yet" in told


def test_what_is_not_settled_is_no_want_of_entries(review):
    """All that two people judge they judge otherwise: nothing is found, and nothing says that there is nothing."""
    items, _ = review
    for who, label in (("anna", "loan"), ("bert", "native")):
        write(f"{who}.csv", [f"{item},{label},{who}" for item in items[:40]], header="item_id,gold,annotator")
    torn, poor = card("anna.csv", "bert.csv"), card("bert.csv")
    assert (torn["found"], poor["found"]) == (0, 0)
    said = [
        run("progress", "plan.toml", *logs, "--queue", "queue", "--format", "html", "--out", "said")[1]
        for logs in (("anna.csv", "bert.csv"), ("bert.csv",))
    ]
    assert "fewer entries are found" not in said[0]
    assert "fewer entries are found" in said[1]
    assert "40 items are not settled" in said[0]
