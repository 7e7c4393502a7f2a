"""Nothing is paid or counted twice, nor at another price: the logs of a queue, and the rest planned on them."""

import csv
import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from commands import run

pytestmark = pytest.mark.usefixtures("undrawn", "plan_alone")
PLAN = """
table = {file = "t.csv", id = "item_id", label = "gold", positive = ["loan"]}
models = [{name = "p_a"}, {name = "d_b"}]
goal = {budget = "85 items"}
work = {packet = 20, tail_sample = 20, control = 5}
sure = {resamples = 40}
[cost]
currency = "EUR"
per_item = "0.50"
"""
TWO = PLAN + "annotators = 2\n"
NAMED = "item_id,gold,annotator"


def queued(plan="plan.toml", *words):
    """Make a queue in place of the one that is there, and return its items in their order."""
    run("queue", plan, "--out", "queue", "--replace", *words)
    with Path("queue/manifest/items.csv").open(newline="") as file:
        return [item for _, item in sorted((int(row["place"]), row["item"]) for row in csv.DictReader(file) if int(row["place"]))]  # fmt: skip


@pytest.fixture
def review(tmp_path, monkeypatch):
    """Make a queue; return its items in their order and what each truly is."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(4)
    loan = rng.random(240) < 0.35
    a, b = np.clip(rng.normal(0.38 + 0.24 * loan, 0.18), 0.01, 0.99), rng.normal(-0.4 + 1.2 * loan, 1)
    truth = {f"w-{at:04d}": "loan" if loan[at] else "native" for at in range(240)}
    rows = [f"{item},{label if at < 80 else ''},{a[at]:.4f},{b[at]:.3f}" for at, (item, label) in enumerate(truth.items())]  # fmt: skip
    write("t.csv", rows, header="item_id,gold,p_a,d_b")
    Path("plan.toml").write_text(PLAN)
    Path("two.toml").write_text(TWO)
    return queued(), truth


def write(path, rows, header="item_id,gold"):
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text("\n".join([header, *rows]) + "\n")


def card(*logs, plan="plan.toml", queue="queue"):
    """Return the record of a card, without what goes by the files, and what the terminal says."""
    told = run("progress", plan, *logs, "--queue", queue, "--format", "html", "--out", "card")
    record = json.loads(Path("card/card-record.json").read_text())
    return {name: value for name, value in record.items() if name not in ("logs", "checksums")}, told


def refused(*logs, plan="plan.toml"):
    told = run("progress", plan, *logs, "--queue", "queue", "--out", "no", code=4)
    assert not Path("no").exists()
    return told


def test_files_of_one_name_in_two_folders_are_two_people_or_asked_about(review):
    items = review[0][:20]
    logs = [f"{who}/packet-001.csv" for who in ("anna", "bert")]
    write(logs[0], [f"{item},loan" for item in items])
    write(logs[1], [f"{item},{'loan' if at % 4 else 'native'}" for at, item in enumerate(items)])
    (first, told), (second, _) = (card(*order, plan="two.toml") for order in itertools.permutations(logs))
    assert all(f"{log}: Read as" in told for log in logs)
    assert first == second
    assert [one["name"] for one in first["pace"]["annotators"]] == ["anna", "bert"]
    assert (first["pace"]["pairs"]["agree"], first["pace"]["pairs"]["n"]) == (15, 20)
    # Where each item is judged once, two who differ are two people; of the same judgements nobody can tell.
    assert len(card(*logs)[0]["pace"]["annotators"]) == 2
    write(logs[1], [f"{item},loan" for item in items])
    for order in itertools.permutations(logs):
        assert "leave out one of them, or name who judged" in refused(*order)
    # Both remedies work.
    for who in ("anna", "bert"):
        write(f"{who}.csv", [f"{item},loan,{who}" for item in items], header=NAMED)
    assert len(card("anna.csv", "bert.csv")[0]["pace"]["annotators"]) == 2
    assert card(logs[0])[0]["found"]


FLAT = 'per_item = "0.50"'
HOURLY = 'hourly_rate = "24.00"\nseconds_per_item = "90"'
REPRICED = {
    # prices then, prices now: what 40 judged items cost then, what the next 20 cost now; how a report of the rest ends.
    "an hour in place of a flat price": (FLAT, HOURLY, 20.00, 12.00, 0),
    "by size, which the queue does not hold": (FLAT, 'per_unit = "0.05"', 20.00, 10.00, 0),
    "twice as long": (HOURLY, HOURLY.replace("90", "180"), 24.00, 24.00, 0),
    "the same": (HOURLY, HOURLY, 24.00, 12.00, 0),
}


@pytest.mark.parametrize("case", REPRICED)
@pytest.mark.few(1)
def test_what_is_judged_is_paid_at_the_prices_then_and_the_rest_at_those_of_now(review, case):
    then, now, spent, following, code = REPRICED[case]
    size = '\nunits = "d_b", ' if "per_unit" in now else ""
    Path("then.toml").write_text(PLAN.replace(FLAT, then))
    Path("now.toml").write_text(PLAN.replace(FLAT, now).replace("table = {", f"table = {{{size.strip()} "))
    if size:
        Path("t.csv").write_text(Path("t.csv").read_text().replace(",-", ","))
    write("a.csv", [f"{item},loan" for item in queued("then.toml")[:40]])
    record, _ = card("a.csv", plan="now.toml")
    assert (float(record["spent"]), record["onward"]["coming"]["cost"]) == (spent, pytest.approx(following))
    notes = {note["kind"] for note in record["notes"] if "prices" in note["kind"]}
    assert notes == ({"prices_sizes"} if size else {"prices"} if then != now else set())
    words = ("--set", "list.reviewed=a.csv", "--set", "list.queue=queue", "--format", "html", "--out", "rest")
    told = run("report", "now.toml", "--budget", "60", *words, code=code)
    assert f"They cost EUR {spent:.2f}" in told
    assert f"Left of the budget, and planned with: {60 - spent:.2f} EUR" in told
    assert ("prices that the plan had when the queue was written" in told) == (then != now)


def test_with_reserve_overheads_and_fixed_costs_spent_goes_by_then_and_the_next_by_now(review):
    items, truth = review
    write("a.csv", [f"{item},{truth[item]}" for item in items[:40]])
    more = '\ncontingency = "10 %"\nindirect = "20 %"\nannotators = 1.5\nfixed = {Training = "7.00"}'
    prices, cards = {"then.toml": FLAT, "now.toml": 'per_item = "0.10"\nextra_per_entry = "0.3"'}, {}
    for name, price in prices.items():
        Path(name).write_text(PLAN.replace(FLAT, price + more))
    for written in prices:
        queued(written)
        cards |= {(written, read): card("a.csv", plan=read)[0] for read in prices}
    mixed, now = cards["then.toml", "now.toml"], cards["now.toml", "now.toml"]
    assert mixed["spent"] == cards["then.toml", "then.toml"]["spent"] != now["spent"]
    assert mixed["onward"]["coming"]["prices"] == now["onward"]["coming"]["prices"]
    # A bill of its own is rounded by itself.
    assert mixed["pace"]["rest_planned"] == pytest.approx(now["pace"]["rest_planned"], abs=0.02)


def test_a_queue_with_prices_in_another_currency_is_refused(review):
    write("a.csv", [f"{item},loan" for item in review[0][:40]])
    Path("other.toml").write_text(PLAN.replace('"EUR"', '"USD"'))
    assert "written with prices in EUR" in refused("a.csv", plan="other.toml")


def test_what_was_skipped_has_a_time_that_can_be_read(review):
    """One judged an item once more in a later packet, and skipped another: by time the last judgement counts."""
    header, day = f"{NAMED},seconds,timestamp", "2026-12-01T10"
    first, second, third = review[0][:3]
    write("a.csv", [f"{first},loan,A,20,{day}:00:00", f"{second},,A,20,{day}:01:00"], header=header)
    write("b.csv", [f"{first},native,A,20,{day}:02:00", f"{third},loan,A,20,{day}:03:00"], header=header)
    assert again("a.csv", "b.csv")[1:] == (False, True)


def corrected(items, when):
    """Return rows by one person, on a later day each; the last corrects the first to native."""
    first = [f"{item},loan,A,2026-12-0{day}T10:00:00" for day, item in enumerate(items[:6], 1)]
    return [*first, f"{items[0]},native,A,{when}"]


def again(*logs):
    """Return what a card is, and what it says of items that were judged again."""
    record, _ = card(*logs)
    page = Path("card/card.html").read_text(encoding="utf-8")
    return record, "the later line counts" in page, "the last judgement counts" in page


@pytest.mark.parametrize("name", ["Created_At", "time", "When"])
def test_the_later_judgement_counts_wherever_it_stands(review, name):
    rows = corrected(review[0], "2026-12-08T09:00:00")
    for log, part in {"last": rows, "first": rows[::-1], "a": rows[-1:], "b": rows[:-1]}.items():
        write(f"{log}.csv", part, header=f"{NAMED},{name}")
    cards = [again(*logs) for logs in (["last.csv"], ["first.csv"], ["a.csv", "b.csv"], ["b.csv", "a.csv"])]
    assert (cards[0][0]["found"], *cards[0][1:]) == (5, False, True)
    assert cards.count(cards[0]) == 4


@pytest.mark.parametrize("cell", ["", "8.12.2026", "1998", "nan", "-5"])
def test_what_is_no_time_is_not_read_and_lines_count(review, cell):
    rows = corrected(review[0], cell)
    found = []
    for part in (rows, rows[::-1]):
        write("log.csv", part, header=f"{NAMED},time")
        record, *told = again("log.csv")
        assert told == [True, False]
        found.append(record["found"])
    assert found == [5, 6]


@pytest.mark.parametrize("when", ["2026-12-01T10:00:00", ""])
def test_a_copy_of_a_log_and_a_later_export_change_nothing_but_a_note(review, when):
    header = f"{NAMED},seconds,time"
    rows = [f"{item},{'loan' if at % 3 else 'native'},A,{10 + at},{when}" for at, item in enumerate(review[0][:30])]
    write("log.csv", rows, header=header)
    plain = card("log.csv")[0] | {"notes": []}
    for name, part in (("a.csv", rows), ("z.csv", rows), ("m.csv", rows[:12])):
        write(name, part, header=header)
        record, _ = card("log.csv", name)
        assert [(note["kind"], note["n"]) for note in record["notes"]] == [("repeated", len(part))]
        assert record | {"notes": []} == plain


@pytest.mark.parametrize("tool", ["csv", "jsonl", "prodigy"])
@pytest.mark.few(1)
def test_a_log_of_a_queue_that_was_put_away_is_not_taken_for_a_log_of_the_queue_in_its_place(review, tool):
    queued("plan.toml", "--for", tool)
    [packet] = [path for path in Path("queue/packets").iterdir() if "001" in path.name]
    log, text = Path(f"back{packet.suffix}"), packet.read_text(encoding="utf-8-sig")
    if tool == "csv":
        rows = [f"{row['item_id']},{row['queue_id']},loan" for row in csv.DictReader(text.splitlines())]
        write(log, rows, header="item_id,queue_id,gold")
    else:
        more = {"answer": "accept", "accept": ["loan"]} if tool == "prodigy" else {"gold": "loan"}
        log.write_text("\n".join(json.dumps(json.loads(line) | more) for line in text.splitlines()))
    assert card(log)[0]["spent"] == "10.00"
    Path("dear.toml").write_text(PLAN.replace('"0.50"', '"0.65"'))
    assert "list.reviewed" in run("queue", "dear.toml", "--out", "queue", code=6)
    queued("dear.toml")
    # The remedy names where its queue lies now, and works; so does a plan of the rest.
    where = refused(log, plan="dear.toml").split("--queue ")[1].split()[0].rstrip(".")
    assert where == "queue/manifest.before-1"
    assert card(log, plan="dear.toml", queue=where)[0]["spent"] == "10.00"
    Path("rest.toml").write_text(f'{PLAN}[list]\nreviewed = ["{log}"]\nqueue = "{where}"\n')
    # One of the 20 had a label before.
    told = run("queue", "rest.toml", "--out", "second")
    assert "Judged already, and no longer on the list: 19 items" in told


def test_judgements_that_are_planned_and_not_in_the_logs_are_counted_as_spent_and_told(review):
    """Two a item at 0.50: 20 items of one person are 20 judgements, and EUR 20.00 are counted for 40."""
    items, truth = queued("two.toml")[:20], review[1]
    for who in ("anna", "bert"):
        write(f"{who}.csv", [f"{item},{truth[item]},{who}" for item in items], header=NAMED)
    (one, told), (both, told_of_both) = (card(*logs, plan="two.toml") for logs in (["anna.csv"], ["anna.csv", "bert.csv"]))  # fmt: skip
    assert one["spent"] == both["spent"] == "20.00"
    assert "The logs hold 20 judgements of what is judged, but 40 are planned" in told
    assert "are planned" not in told_of_both
    Path("rest.toml").write_text(f'{TWO}[list]\nreviewed = ["anna.csv"]\nqueue = "queue"\n')
    told = run("queue", "rest.toml", "--out", "second")
    assert "of 40 judgements as planned: the logs hold 20, and the others may be out yet" in told


def test_what_is_not_settled_is_no_want_of_entries(review):
    """All that two people judge they judge otherwise: nothing is found, and nothing says that there is nothing."""
    for who, label in (("anna", "loan"), ("bert", "native")):
        write(f"{who}.csv", [f"{item},{label},{who}" for item in review[0][:40]], header=NAMED)
    (torn, told_of_torn), (poor, told_of_poor) = card("anna.csv", "bert.csv"), card("bert.csv")
    assert (torn["found"], poor["found"]) == (0, 0)
    assert "40 items are not settled" in told_of_torn
    assert "fewer entries are found" not in told_of_torn
    assert "fewer entries are found" in told_of_poor


def test_who_settles_what_others_differ_on_settles_it_for_the_rest_too(review):
    """The card's own command for the rest ended in "there is no such column": who judged stands in the logs alone."""
    items, truth = queued()[:20], review[1]
    other = {"loan": "native", "native": "loan"}
    write("anna.csv", [f"{item},{truth[item]},anna" for item in items], header=NAMED)
    write("bert.csv", [f"{item},{other[truth[item]]},bert" for item in items[:4]], header=NAMED)
    write("clara.csv", [f"{item},{truth[item]},clara" for item in items[:4]], header=NAMED)
    words = ["--set", "table.adjudicator=clara", "--set", "table.annotator=annotator", "--set", "list.queue=queue"]
    words += [word for name in ("anna", "bert", "clara") for word in ("--set", f"list.reviewed={name}.csv")]
    assert "there is no such column" not in run("check", "plan.toml", *words)
    told = run("report", "plan.toml", *words, "--out", "rest", "--format", "html")
    assert f"{sum(truth[item] == 'loan' for item in items)} of which are wanted" in told


def test_who_settles_is_paid_for_settling_and_not_as_one_more_who_judges(review):
    """20 items twice at 0.50, a fifth of them settled at 1.00: EUR 24; it was 26, as what was settled counted as judged."""
    Path("three.toml").write_text(TWO + 'adjudicated_share = 0.2\nadjudication = "1.00"\n')
    items, truth = queued("three.toml")[:20], review[1]
    said = {"anna": ["loan"] * 20, "bert": ["loan"] * 16 + ["native"] * 4, "clara": [truth[item] for item in items]}
    for who, labels in said.items():
        rows = [f"{item},{label},{who}" for item, label in zip(items, labels, strict=True)]
        write(f"{who}.csv", rows[16:] if who == "clara" else rows, header=NAMED)
    words = ["--set", "table.adjudicator=clara", "--set", "table.annotator=annotator"]
    run(
        "progress",
        "three.toml",
        *(f"{who}.csv" for who in said),
        *words,
        "--queue",
        "queue",
        "--out",
        "card",
        "--format",
        "html",
    )
    assert json.loads(Path("card/card-record.json").read_text())["spent"] == "24.00"


def test_columns_that_were_added_with_a_capital_say_who_judged_and_how_long(review):
    """Without who judged, a second judgement counted as the first one's correction, and nobody's time was known."""
    items = queued("two.toml")[:20]
    for name, who, label in (("packet-1", "anna", "loan"), ("packet-2", "bert", "native")):
        write(f"{name}.csv", [f"{item},{label},{who},9" for item in items], header="item_id,gold,Annotator,Seconds")
    record = card("packet-1.csv", "packet-2.csv", plan="two.toml")[0]
    assert [(each["name"], each["time"]["median"]) for each in record["pace"]["annotators"]] == [
        ("anna", 9),
        ("bert", 9),
    ]


def test_columns_with_a_capital_that_a_packet_shows_are_not_read_as_who_judged(review):
    """How long a recording is was taken for how long a judgement took."""
    rows = [f"{item},Ann,4.5,,loan" for item in queued("two.toml")[:20]]
    write("packet-1.csv", rows, header="item_id,Annotator,Seconds,queue_id,gold")
    pace = card("packet-1.csv", plan="two.toml")[0]["pace"]["annotators"]
    assert [(each["name"], each["time"]) for each in pace] == [("packet-1.csv", None)]
