"""No command replaces what it did not write, or what people work on; --replace puts that away first."""

import shutil
from pathlib import Path

import pytest
from commands import ended

pytestmark = pytest.mark.usefixtures("undrawn", "plan_alone")

TEXTS = {0: "=1+1", 1: "-1 and more", 2: "@home", 3: "+"}
ROWS = "item_id,gold,p,text\n" + "".join(
    f"i{n:03d},{('yes' if n * 37 % 100 > 60 else 'no') if 100 <= n < 160 else ''},{n * 37 % 100},{TEXTS.get(n, f'sentence {n}')}\n"
    for n in range(200)
)
PLAN = """table = {file = "t.csv", label = "gold", positive = ["yes"]}
models = [{name = "p"}]
cost = {per_item = "1", currency = "EUR"}
goal = {budget = "110"}
sure = {resamples = 40}
work = {packet = 10, tail_sample = 20}
"""


def files(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(Path(folder).rglob("*"))
        if path.is_file()
    }


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("t.csv").write_text(ROWS, encoding="utf-8")
    Path("plan.toml").write_text(PLAN, encoding="utf-8")
    rows = [line.split(",") for line in ROWS.splitlines()]
    Path("l.csv").write_text("".join(f"{row[0]},{row[2]},{row[3]}\n" for row in rows), encoding="utf-8")


PRICED = ("--budget", "30", "--budget", "40")


@pytest.fixture
def judged():
    """A queue whose first packet is filled in; return its files."""
    assert ended("queue", "plan.toml").exit_code == 0
    packet = Path("queue/packets/packet-001.csv")
    packet.write_bytes(packet.read_bytes().replace(b",\r\n", b",yes\r\n"))
    return files("queue")


@pytest.mark.parametrize("gone", [(), ("manifest", ".budgetplan.json")])
def test_a_queue_is_refused_whatever_of_it_was_put_away_and_replaced_as_a_whole(judged, gone):
    for name in gone:
        (shutil.rmtree if Path("queue", name).is_dir() else Path.unlink)(Path("queue", name))
    before = files("queue")
    done = ended("queue", "plan.toml")
    assert done.exit_code == 6
    assert "packets/packet-001.csv" in done.output or not gone
    assert "add --replace" in done.output
    assert files("queue") == before
    # The new queue is shorter: none of the packets of the old one stays among its own.
    assert ended("queue", "plan.toml", "--budget", "25 items", "--replace").exit_code == 0
    found = files("queue")
    assert len([name for name in found if name.startswith("packets/")]) == 3
    for name, content in before.items():
        top, *rest = name.split("/")
        if top in ("packets", "manifest"):
            assert found["/".join([f"{top}.before-1", *rest])] == content
    assert ended("queue", "plan.toml", "--replace").exit_code == 0
    assert "packets.before-2/packet-003.csv" in files("queue")


@pytest.mark.parametrize("named", ["table", "plan", "log"])
def test_a_queue_is_never_written_over_what_it_is_made_from(judged, named):
    words = ["queue", "plan.toml", "--out", "queue", "--replace"]
    file = "queue/packets/packet-001.csv"
    if named == "table":
        Path(file).write_text(ROWS, encoding="utf-8")
        Path("other.toml").write_text(PLAN.replace("t.csv", file), encoding="utf-8")
        words[1] = "other.toml"
    elif named == "plan":
        words[1] = file = "queue/packets/plan.toml"
        Path(file).write_text(PLAN.replace("t.csv", "../../t.csv"), encoding="utf-8")
    else:
        words += ["--set", f"list.reviewed={file}", "--set", "list.queue=queue"]
    before = files("queue")
    done = ended(*words)
    assert done.exit_code == 6
    assert "the queue is made from this file" in done.output
    assert named == "log" or file in done.output
    assert files("queue") == before


def test_a_card_is_written_run_after_run_into_any_folder_even_that_of_its_queue(judged):
    Path("a.csv").write_bytes(judged["queue/packets/packet-001.csv".removeprefix("queue/")])
    for out in ("progress", "queue", "progress", "queue"):
        done = ended("progress", "plan.toml", "a.csv", "--out", out, "--format", "html")
        assert done.exit_code == 0, done.output
    assert files("queue").items() >= {(name, judged[name]) for name in judged if name != ".budgetplan.json"}
    Path("progress/card.html").write_text("mine", encoding="utf-8")
    done = ended("progress", "plan.toml", "a.csv", "--format", "html")
    assert done.exit_code == 6
    assert "card.html: it is no longer as budgetplan wrote it; add --replace" in done.output


@pytest.mark.parametrize("command", ["report", "compare", "pilot", "init"])
def test_every_command_that_writes_refuses_what_it_did_not_write_and_keeps_it_with_replace(command):
    name, *words = {
        "report": ("report.json", "report", "plan.toml", "--out", "o", "--format", "html"),
        "compare": ("comparison.json", "compare", "plan.toml", *PRICED, "--out", "o", "--format", "html"),
        "pilot": ("pilot.csv", "pilot", "l.csv", "--model", "p", "--out", "o", "--labels", "30"),
        "init": ("new.toml", "init", "t.csv", "--out", "o/new.toml"),
    }[command]
    Path("o").mkdir()
    Path("o", name).write_text("mine", encoding="utf-8")
    done = ended(*words)
    assert done.exit_code == 6, done.output
    assert "add --replace" in done.output
    assert files("o") == {name: b"mine"}
    done = ended(*words, "--replace")
    assert done.exit_code == 0, done.output
    assert files("o")[f"{name}.before-1"] == b"mine"
    # What a report wrote it may replace; what may have been filled in, or begun, it may not.
    assert ended(*words).exit_code == (6 if command == "pilot" else 0)


def test_cells_that_begin_like_formulas_are_told_once_where_a_spreadsheet_reads_them():
    done = ended("queue", "plan.toml")
    assert done.output.count("begin with =, +, - or @") == 1
    packed = b"".join(content for name, content in files("queue").items() if name.startswith("packets/"))
    n = sum(f",{text},".encode() in packed for text in TEXTS.values())
    assert n > 0
    assert f"{n} cell{'s' if n > 1 else ''} of the packets" in done.output
    assert "begin with" not in ended("queue", "plan.toml", "--out", "lines", "--for", "jsonl").output
    done = ended("pilot", "l.csv", "--model", "p", "--labels", "200")
    assert "4 cells of pilot.csv begin with =, +, - or @, as formulas do" in done.output
