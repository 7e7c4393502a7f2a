"""Whatever a refusal tells those who have a queue to do leads to acceptance: to progress, the rest, and its queue."""

import json
import re
from pathlib import Path

import pytest
from commands import ended

pytestmark = pytest.mark.usefixtures("undrawn", "plan_alone")
PLAN = """table = {file = "t.csv", label = "gold", id = "item_id", positive = ["yes"]}
models = [{name = "p"}]
cost = {per_item = "1", currency = "EUR"}
goal = {budget = "90"}
sure = {resamples = 40}
work = {packet = 20, tail_sample = 20}
"""


def rows(first=0):
    """Return a list as text, a third of it labelled; ``first``: the number of its first item."""
    found = ["item_id,gold,p,text"]
    for n in range(150):
        label = ("yes" if n * 37 % 100 > 60 else "no") if n % 3 == 0 else ""
        found.append(f"{first + n:04d},{label},{n * 37 % 100},sentence {first + n}")
    return "\n".join([*found, ""])


def run(words):
    done = ended(*words)
    return done.exit_code, done.output


def changed(name, old, new):
    path = Path(name)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def judged(queue, name, header="item_id,gold", label=lambda at: "yes" if at % 3 else "no", item=str):
    """Write a log of the first items of a queue, and return its name."""
    names = []
    for packet in sorted(Path(queue, "packets").glob("*.csv")):
        names += [line.split(",")[0] for line in packet.read_text(encoding="utf-8-sig").splitlines()[1:]]
    lines = [header, *(f"{item(one)},{label(at)}" for at, one in enumerate(names[:20])), ""]
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text("\n".join(lines), encoding="utf-8")
    return name


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """A list with its queue, and another list without."""
    monkeypatch.chdir(tmp_path)
    for name, list_name, first in (("plan", "t", 0), ("other", "other", 5000)):
        Path(f"{list_name}.csv").write_text(rows(first), encoding="utf-8")
        Path(f"{name}.toml").write_text(PLAN.replace("t.csv", f"{list_name}.csv"), encoding="utf-8")
    assert run(["queue", "plan.toml", "--out", "queue"])[0] == 0


def after(door, *logs, queue="queue"):
    """Return the command that reads logs of a queue."""
    if door == "progress":
        return [door, "plan.toml", *logs, "--queue", queue, "--out", "card", "--format", "html"]
    reviewed = [word for log in logs for word in ("--set", f"list.reviewed={log}")]
    form = [] if door == "queue" else ["--format", "html"]
    return [door, "plan.toml", *reviewed, "--set", f"list.queue={queue}", "--out", "rest", *form]


def given(words, said, value):
    """Return a command with an option that it has said anew, as the message writes it with another value."""
    for flag in re.findall(r"--set [a-z_.]+=|--[a-z-]+ ", said):
        at = [n for n in range(len(words) - 1) if f"{words[n]} {words[n + 1]}".startswith(flag)]
        if at:
            told = value if flag.endswith(" ") else f"{flag.removeprefix('--set ')}{value}"
            return [*words[: at[0] + 1], told, *words[at[0] + 2 :]]
    raise AssertionError((words, said))


def a_log_of_another_list(door):
    assert run(["queue", "other.toml", "--out", "other"])[0] == 0
    words = after(door, judged("other", "a.csv"))
    said = yield words
    assert "it belongs to another queue" in said
    Path("plan.toml").write_text(Path("other.toml").read_text(encoding="utf-8"), encoding="utf-8")
    yield given(words, said, "other")


def a_log_that_says_its_queue(door):
    assert run(["queue", "plan.toml", "--out", "third", "--budget", "40"])[0] == 0
    packet = Path("third/packets/packet-001.csv")
    Path("a.csv").write_bytes(packet.read_bytes().replace(b",\r\n", b",yes\r\n"))
    words = after(door, "a.csv")
    said = yield words
    assert "this was judged in the queue" in said
    yield given(words, said, "third")


def a_label_that_is_none(door):
    judged("queue", "a.csv", label=lambda at: "yess" if at == 3 else "no")
    said = yield after(door, "a.csv")
    meant = re.search(r"did you mean (\w+)\?", said)[1]
    changed("a.csv", "yess", meant)
    yield after(door, "a.csv")


def no_column_of_ids(door):
    words = after(door, judged("queue", "a.csv", header="name,gold"))
    said = yield words
    assert re.search(r"--map COLUMN=item_id|the columns name, gold", said), said
    yield [*words, "--map", "name=item_id"]


def two_logs_of_nobody_named(door):
    for name in ("one/a.csv", "two/a.csv"):
        judged("queue", name)
    said = yield after(door, "one/a.csv", "two/a.csv")
    assert "leave out one of them" in said
    assert "name who judged in a column annotator of both" in said
    for name in ("one/a.csv", "two/a.csv"):
        judged("queue", name, "item_id,gold,annotator", lambda at, who=name[:3]: f"yes,{who}")
    yield after(door, "one/a.csv", "two/a.csv")


def ids_that_a_spreadsheet_changed(door):
    judged("queue", "a.csv", item=lambda one: str(int(one)))
    said = yield after(door, "a.csv")
    assert "import" in said or "as text" in said, said
    judged("queue", "a.csv")
    yield after(door, "a.csv")


def no_manifest(door):
    words = after(door, judged("queue", "a.csv"), queue="packets")
    said = yield words
    yield given(words, said, "queue")


def another_label_is_collected(door):
    judged("queue", "a.csv")
    changed("plan.toml", '["yes"]', '["no"]')
    said = yield after(door, "a.csv")
    label = re.search(r"the queue was written to find (\w+)", said)[1]
    assert "write the label of the queue here" in said
    changed("plan.toml", '["no"]', f'["{label}"]')
    yield after(door, "a.csv")


def a_share_of_the_rest(door):
    judged("queue", "a.csv")
    changed("plan.toml", 'budget = "90"', 'target = "80 %"')
    words = after(door, "a.csv")
    said = yield words
    found = int(re.search(r"wanted in all, (\d+) of which", said)[1])
    assert "--target COUNT" in said
    yield [*words, "--target", str(found + 10)]


def a_target_that_is_reached(door):
    judged("queue", "a.csv")
    changed("plan.toml", 'budget = "90"', 'target = "5"')
    said = yield after(door, "a.csv")
    found = int(re.search(r'\(found "(\d+)"\); write a higher target', said)[1])
    changed("plan.toml", 'target = "5"', f'target = "{found + 5}"')
    yield after(door, "a.csv")


def no_ids(_):
    Path("t.csv").write_text(rows().replace("item_id,", "name,", 1), encoding="utf-8")
    changed("plan.toml", ', id = "item_id"', "")
    words = ["queue", "plan.toml", "--out", "new"]
    said = yield words
    assert "--id COLUMN" in said
    yield [*words, "--id", "name"]


def a_tool_that_needs_texts(_):
    changed("t.csv", "sentence 1\n", "\n")
    words = ["queue", "plan.toml", "--out", "new", "--budget", "120", "--for"]
    said = yield [*words, "doccano"]
    assert "choose another tool than doccano" in said
    yield [*words, "csv"]


def accepts_what_it_asked_for(case):
    words = next(case)
    code, said = run(words)
    assert code not in (0, 1, 3), (words, said[-300:])
    words = case.send(" ".join(said.split()))
    code, said = run(words)
    assert code in (0, 3), (words, said)


CASES = [
    (case, door)
    for case, doors in {
        a_log_of_another_list: ("progress", "report", "queue"),
        a_log_that_says_its_queue: ("queue",),
        a_label_that_is_none: ("progress", "report"),
        no_column_of_ids: ("progress",),
        two_logs_of_nobody_named: ("report",),
        ids_that_a_spreadsheet_changed: ("progress",),
        no_manifest: ("queue",),
        another_label_is_collected: ("progress",),
        a_share_of_the_rest: ("report",),
        a_target_that_is_reached: ("queue",),
        no_ids: ("queue",),
        a_tool_that_needs_texts: ("queue",),
    }.items()
    for door in doors
]


@pytest.mark.parametrize(("case", "door"), CASES, ids=lambda part: getattr(part, "__name__", part))
def test_what_a_refusal_tells_to_do_is_accepted(case, door):
    accepts_what_it_asked_for(case(door))


def test_what_is_told_of_a_second_round_where_a_model_answers_leads_to_it():
    """What people judged leaves the table; random items among it stay with their labels, as labelled ones of what is left."""
    plan, (head, *lines) = Path("plan.toml"), Path("t.csv").read_text(encoding="utf-8").splitlines()
    table = {line.split(",")[0]: line.split(",") for line in lines}
    sure = {name: f"{0.5 + abs(float(row[2]) - 50) / 101:.3f}" for name, row in table.items()}
    says = {name: "yes" if float(row[2]) > 50 else "no" for name, row in table.items()}

    def write(kept):
        rows = [",".join([*table[name], says[name], sure[name]]) for name in kept]
        Path("t.csv").write_text("\n".join([f"{head},says,sure", *rows, ""]), encoding="utf-8")

    changed("plan.toml", '{name = "p"}', '{name = "m", predicted = "says", confidence = "sure"}')
    changed("plan.toml", ', positive = ["yes"]', "")
    plan.write_text(plan.read_text() + 'answers = {right = "3", wrong = "-4", unit = "money"}\n', encoding="utf-8")
    write(table)
    assert run(["queue", "plan.toml", "--out", "joint"])[0] == 0
    code, output = run(["report", "plan.toml", "--set", "list.reviewed=log.csv"])
    assert (code, "keep its random items, with their labels" in output) == (2, True)
    items = [line.split(",")[:2] for line in Path("joint/manifest/items.csv").read_text("utf-8-sig").splitlines()[1:]]
    random = [name for name, role in items if role == "tail sample"]
    gone = {name for name, role in items if role == "review"}
    assert (len(random), len(gone)) == (20, 20)
    for name in random:
        table[name][1] = says[name]
    write([name for name in table if name not in gone])
    assert run(["queue", "plan.toml", "--out", "rest"])[0] == 0
    assert json.loads(Path("rest/manifest/manifest.json").read_text(encoding="utf-8"))["list"] == 100 - 20 - 20
    labels = re.search("Labels: (.*)", run(["check", "plan.toml"])[1])
    assert sum(map(int, re.findall(r"\d+", labels[1]))) == 50 + 20
