"""Tables that people open are separated as their own table is, and are read back: the whole way to the card."""

import csv
import json
import re
from pathlib import Path

import numpy as np
import pytest
from commands import ended, run

pytestmark = pytest.mark.usefixtures("undrawn", "plan_alone")
PLAN = """table = {file = "t.csv", id = "item_id", label = "gold", positive = ["loan"]}
models = [{name = "p_a"}]
cost = {currency = "EUR", per_item = "0.50"}
goal = {budget = "60 items"}
work = {packet = 20, tail_sample = 20}
sure = {resamples = 40}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def write(separator, decimal, model="p_a", sign=""):
    rng = np.random.default_rng(4)
    loan = rng.random(240) < 0.35
    score = np.clip(rng.normal(0.38 + 0.24 * loan, 0.18), 0.01, 0.99)
    rows = [
        (
            f"w-{at:03d}",
            f"Wort; {at}",
            ("loan" if loan[at] else "native") if at < 80 else "",
            f"{sign}{1 - score[at] if sign else score[at]:.4f}".replace(".", decimal),
        )
        for at in range(240)
    ]
    with Path("t.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, delimiter=separator).writerows([("item_id", "Satz", "gold", model), *rows])


def signs(path):
    """Return the mark at the beginning, and the cells of the first two rows by their separator."""
    content = path.read_bytes()
    text = content.decode("utf-8-sig")
    head = text.splitlines()[0]
    separator = ";" if ";" in head else ","
    return content[:3] == b"\xef\xbb\xbf", separator, list(csv.reader(text.splitlines(), delimiter=separator))


@pytest.mark.parametrize(
    ("separator", "decimal", "language", "wanted", "saved"),
    [(";", ",", "en", ";", "cp1252"), (",", ".", "de", ";", "utf-8-sig"), ("\t", ",", "en", ",", "utf-8")],
)
def test_packets_are_separated_as_the_table_is_and_read_as_a_spreadsheet_saves_them(
    separator, decimal, language, wanted, saved
):
    write(separator, decimal)
    Path("plan.toml").write_text(f'{PLAN}[report]\nlanguage = "{language}"\n')
    run("queue", "plan.toml", "--out", "queue")
    packet = Path("queue/packets/packet-001.csv")
    marked, found, rows = signs(packet)
    assert (marked, found, rows[0][0], rows[0][-1]) == (True, wanted, "item_id", "gold")
    assert all(row[1].startswith("Wort; ") for row in rows[1:])
    texts = {row[0]: row[1 : rows[0].index("queue_id")] for row in rows}
    with Path("back.csv").open("w", newline="", encoding=saved) as file:
        csv.writer(file, delimiter=wanted).writerows([rows[0], *([*row[:-1], "loan"] for row in rows[1:])])
    run("progress", "plan.toml", "back.csv", "--queue", "queue", "--format", "html", "--out", "card")
    card = json.loads(Path("card/card-record.json").read_text())
    assert (len(rows) - 1, card["found"], card["spent"]) == (20, 20, "10.00")
    run("report", "plan.toml", "--format", "html", "--out", "report")
    marked, found, rows = signs(Path("report/tables/review.csv"))
    assert (marked, found, rows[0]) == (True, wanted, ["place", "item", "score", *texts["item_id"]])
    # Beside the score stands what packets show.
    assert all(row[3:] == texts.get(row[1], row[3:]) for row in rows[1:])
    assert ("," in rows[1][2]) == (wanted == ";")
    assert float(rows[1][2].replace(",", ".")) >= float(rows[2][2].replace(",", "."))
    # What programs read has commas and points, whatever the table has.
    assert signs(Path("report/tables/models.csv"))[:2] == (False, ",")
    done = ended("pilot", "t.csv", "--set", "table.id=item_id", "--labels", "20")
    assert done.exit_code == 0, done.output
    assert signs(Path("pilot/pilot.csv"))[:2] == (True, ";" if separator == ";" else ",")


def test_a_score_below_0_stays_a_number_where_decimals_have_commas():
    write(";", ",", "d_a", "-")
    Path("plan.toml").write_text(PLAN.replace("p_a", "d_a"))
    run("report", "plan.toml", "--format", "html", "--out", "report")
    scores = [row[2] for row in signs(Path("report/tables/review.csv"))[2][1:]]
    assert scores
    assert all(re.fullmatch(r"-0,\d+", score) for score in scores)
