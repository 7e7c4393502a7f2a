"""Whatever a refusal tells those who have a queue to do leads to acceptance: to progress, the rest, and its queue."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from budgetplan.cli.main import main

pytestmark = pytest.mark.usefixtures("undrawn")
PLAN = """[table]
file = "t.csv"
label = "gold"
id = "item_id"
positive = ["yes"]
[[models]]
name = "p"
[cost]
per_item = "1"
currency = "EUR"
[goal]
budget = "90"
[sure]
resamples = 40
[work]
packet = 20
tail_sample = 20
"""


def rows(first=0):
    """Return a list as text, a third of it labelled; ``first``: the number of its first item."""
    found = ["item_id,gold,p,text"]
    for n in range(200):
        label = ("yes" if n * 37 % 100 > 60 else "no") if n % 3 == 0 else ""
        found.append(f"{first + n:04d},{label},{n * 37 % 100},sentence {first + n}")
    return "\n".join([*found, ""])


def run(words):
    done = CliRunner().invoke(main, words, catch_exceptions=False)
    return done.exit_code, done.output


def changed(name, old, new):
    path = Path(name)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def judged(queue, name, header="item_id,gold", label=lambda at: "yes" if at % 3 else "no", item=str, n=20):
    """Write a log of the first items of a queue, and return its name."""
    names = []
    for packet in sorted(Path(queue, "packets").glob("*.csv")):
        names += [line.split(",")[0] for line in packet.read_text(encoding="utf-8-sig").splitlines()[1:]]
    lines = [header, *(f"{item(one)},{label(at)}" for at, one in enumerate(names[:n])), ""]
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text("\n".join(lines), encoding="utf-8")
    return name


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """A list with its queue, and another list with its own."""
    monkeypatch.chdir(tmp_path)
    for name, first in (("t", 0), ("other", 5000)):
        Path(f"{name}.csv").write_text(rows(first), encoding="utf-8")
        plan = "plan" if name == "t" else name
        Path(f"{plan}.toml").write_text(PLAN.replace("t.csv", f"{name}.csv"), encoding="utf-8")
        words = ["queue", f"{plan}.toml", "--out", "queue" if name == "t" else "other"]
        assert run(words)[0] == 0


DOORS = ("progress", "report", "queue")


def after(door, *logs, queue="queue", plan="plan.toml"):
    """Return the command that reads logs of a queue."""
    if door == "progress":
        return [door, plan, *logs, "--queue", queue, "--out", "card", "--format", "html"]
    reviewed = [word for log in logs for word in ("--set", f"list.reviewed={log}")]
    form = [] if door == "queue" else ["--format", "html"]
    return [door, plan, *reviewed, "--set", f"list.queue={queue}", "--out", "rest", *form]


def given(words, said, value):
    """Return a command with an option that it has said anew, as the message writes it with another value."""
    for flag in re.findall(r"--set [a-z_.]+=|--[a-z-]+ ", said):
        at = [n for n in range(len(words) - 1) if f"{words[n]} {words[n + 1]}".startswith(flag)]
        if at:
            told = value if flag.endswith(" ") else f"{flag.removeprefix('--set ')}{value}"
            return [*words[: at[0] + 1], told, *words[at[0] + 2 :]]
    raise AssertionError((words, said))


def a_log_of_another_list(door):
    words = after(door, judged("other", "a.csv"))
    words[1] = "plan.toml"
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


def a_log_of_a_queue_that_was_put_away(door):
    packet = Path("queue/packets/packet-001.csv")
    Path("a.csv").write_bytes(packet.read_bytes().replace(b",\r\n", b",yes\r\n"))
    assert run(["queue", "plan.toml", "--out", "queue", "--budget", "40", "--replace"])[0] == 0
    words = after(door, "a.csv")
    said = yield words
    folder = re.search(r"\S*manifest\.before-1", said)[0].partition("=")
    yield given(words, said, folder[2] or folder[0])


def a_row_of_another_list(door):
    judged("queue", "a.csv")
    changed("a.csv", "item_id,gold\n", "item_id,gold\n9999,yes\n")
    said = yield after(door, "a.csv")
    assert "line 2, item 9999" in said
    assert "take the row out" in said
    changed("a.csv", "9999,yes\n", "")
    yield after(door, "a.csv")


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


def no_column_of_labels(door):
    words = after(door, judged("queue", "a.csv", header="item_id,answer"))
    said = yield words
    assert re.search(r"--map COLUMN=gold|the columns item_id, answer", said), said
    yield [*words, "--map", "answer=gold"]


def a_log_named_twice(door):
    judged("queue", "a.csv")
    said = yield after(door, "a.csv", "a.csv")
    assert "name each log once" in said
    yield after(door, "a.csv")


def two_logs_of_nobody_left_out(door):
    judged("queue", "one/a.csv")
    judged("queue", "two/a.csv")
    said = yield after(door, "one/a.csv", "two/a.csv")
    assert "leave one of the two out" in said
    yield after(door, "one/a.csv")


def two_logs_of_nobody_named(door):
    judged("queue", "one/a.csv")
    judged("queue", "two/a.csv")
    said = yield after(door, "one/a.csv", "two/a.csv")
    assert "name who judged in a column annotator of both" in said
    for name, person in (("one/a.csv", "ann"), ("two/a.csv", "ben")):
        judged(
            "queue",
            name,
            header="item_id,gold,annotator",
            label=lambda at, who=person: f"{'yes' if at % 3 else 'no'},{who}",
        )
    yield after(door, "one/a.csv", "two/a.csv")


def people_who_look_alike(door):
    judged(
        "queue",
        "a.csv",
        header="item_id,gold,annotator",
        label=lambda at: "yes,Ann" if at % 2 else "yes,Ann\u200b",
    )
    said = yield after(door, "a.csv")
    assert 'write it as "Ann"' in said
    changed("a.csv", "\u200b", "")
    yield after(door, "a.csv")


def ids_that_a_spreadsheet_changed(door):
    judged("queue", "a.csv", item=lambda one: str(int(one)))
    said = yield after(door, "a.csv")
    assert "import" in said or "as text" in said, said
    judged("queue", "a.csv")
    yield after(door, "a.csv")


def a_manifest_that_was_edited(door):
    judged("queue", "a.csv")
    path = Path("queue/manifest/items.csv")
    before = path.read_bytes()
    path.write_bytes(before.replace(b"review", b"tail sample", 1))
    said = yield after(door, "a.csv")
    assert "put" in said, said
    path.write_bytes(before)
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


def another_model(door):
    judged("queue", "a.csv")
    changed("t.csv", "item_id,gold,p,", "item_id,gold,q,")
    changed("plan.toml", 'name = "p"', 'name = "q"')
    said = yield after(door, "a.csv")
    assert "name the model of the queue among them" in said
    changed("plan.toml", 'name = "q"', 'name = "p"\ncolumn = "q"')
    yield after(door, "a.csv")


def another_currency(door):
    judged("queue", "a.csv")
    changed("plan.toml", '"EUR"', '"USD"')
    said = yield after(door, "a.csv")
    assert "EUR" in said, said
    changed("plan.toml", '"USD"', '"EUR"')
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
    found = int(re.search(r'\(found "(\d+)"\); write a higher one', said)[1])
    changed("plan.toml", 'target = "5"', f'target = "{found + 5}"')
    yield after(door, "a.csv")


def a_field_of_the_manifest_that_was_edited(door):
    judged("queue", "a.csv")
    path = Path("queue/manifest/manifest.json")
    before = path.read_bytes()
    said = json.loads(before)
    said["seed"] = "soon"
    path.write_text(json.dumps(said), encoding="utf-8")
    told = yield after(door, "a.csv")
    assert "put back" in told, told
    path.write_bytes(before)
    yield after(door, "a.csv")


def a_packet_that_says_two_queues(door):
    packet = Path("queue/packets/packet-001.csv").read_bytes().replace(b",\r\n", b",yes\r\n")
    mine = re.search(rb"BQ-[0-9a-f]{8}", packet)[0]
    Path("a.csv").write_bytes(packet.replace(mine, b"BQ-00000000", 1))
    said = yield after(door, "a.csv")
    assert "BQ-00000000" in said
    assert mine.decode() in said
    Path("a.csv").write_bytes(packet)
    yield after(door, "a.csv")


def a_log_with_unclear_columns(door):
    judged("queue", "a.csv")
    lines = Path("a.csv").read_text(encoding="utf-8").splitlines()
    text = "\n".join(f"{line},1;2" for line in lines)
    Path("a.csv").write_text(text.replace("gold,1;2", "gold,a;b"), encoding="utf-8")
    words = after(door, "a.csv")
    said = yield words
    assert "table.separator=" in said, said
    yield [*words, "--set", "table.separator=comma"]


ALL = [
    a_log_of_another_list,
    a_log_that_says_its_queue,
    a_log_of_a_queue_that_was_put_away,
    a_row_of_another_list,
    a_label_that_is_none,
    no_column_of_ids,
    no_column_of_labels,
    two_logs_of_nobody_left_out,
    two_logs_of_nobody_named,
    people_who_look_alike,
    ids_that_a_spreadsheet_changed,
    a_manifest_that_was_edited,
    a_field_of_the_manifest_that_was_edited,
    a_packet_that_says_two_queues,
    a_log_with_unclear_columns,
    no_manifest,
    another_label_is_collected,
    another_model,
    another_currency,
]


def a_queue_that_is_there(_):
    words = ["queue", "plan.toml", "--budget", "40"]
    said = yield words
    assert "add --replace" in said
    yield [*words, "--replace"]


def a_queue_that_is_there_and_another_folder(_):
    words = ["queue", "plan.toml", "--budget", "40"]
    said = yield words
    assert "or choose another folder with --out" in said
    yield [*words, "--out", "new"]


def a_foreign_file_in_the_way(_):
    Path("new/manifest").mkdir(parents=True)
    Path("new/manifest/items.csv").write_text("mine", encoding="utf-8")
    words = ["queue", "plan.toml", "--out", "new"]
    said = yield words
    assert "add --replace" in said
    yield [*words, "--replace"]


def a_folder_in_the_way(_):
    Path("new/manifest/items.csv").mkdir(parents=True)
    words = ["queue", "plan.toml", "--out", "new"]
    said = yield words
    assert "rename what is in the way" in said
    Path("new/manifest/items.csv").rename("new/manifest/mine")
    yield words


def a_file_in_place_of_the_folder(_):
    Path("new").write_text("mine", encoding="utf-8")
    words = ["queue", "plan.toml", "--out", "new"]
    said = yield words
    assert "--out" in said
    yield ["queue", "plan.toml", "--out", "newer"]


def a_card_that_was_changed(_):
    words = after("progress", judged("queue", "a.csv"))
    assert run(words)[0] == 0
    Path("card/card.html").write_text("mine", encoding="utf-8")
    said = yield words
    assert "add --replace" in said
    yield [*words, "--replace"]


def no_ids(_):
    Path("t.csv").write_text(rows().replace("item_id,", "name,", 1), encoding="utf-8")
    changed("plan.toml", 'id = "item_id"\n', "")
    words = ["queue", "plan.toml", "--out", "new"]
    said = yield words
    assert "--id COLUMN" in said
    yield [*words, "--id", "name"]


def no_ids_and_a_column_is_added(_):
    changed("plan.toml", 'id = "item_id"\n', "")
    Path("t.csv").write_text(rows().replace("item_id,", "name,", 1), encoding="utf-8")
    words = ["queue", "plan.toml", "--out", "new"]
    said = yield words
    assert "or add one: item_id" in said
    Path("t.csv").write_text(rows(), encoding="utf-8")
    yield words


def an_unknown_column_to_be_shown(_):
    words = ["queue", "plan.toml", "--out", "new", "--show"]
    said = yield [*words, "txt"]
    assert "columns" in said
    yield [*words, "text"]


def a_tool_that_needs_texts(_):
    changed("t.csv", "sentence 1\n", "\n")
    words = ["queue", "plan.toml", "--out", "new", "--budget", "120", "--for"]
    said = yield [*words, "doccano"]
    assert "choose another tool than doccano" in said
    yield [*words, "csv"]


def a_tool_that_is_none(_):
    words = ["queue", "plan.toml", "--out", "new", "--for"]
    said = yield [*words, "dokano"]
    assert "doccano" in said
    yield [*words, "doccano"]


def a_log_that_is_not_there(_):
    judged("queue", "a.csv")
    said = yield after("progress", "b.csv")
    assert "b.csv" in said
    yield after("progress", "a.csv")


def no_plan_file(_):
    judged("queue", "a.csv")
    words = after("progress", "a.csv")
    said = yield ["progress", "t.csv", *words[2:], "--label", "gold", "--model", "p"]
    assert "--positive" in said
    yield ["progress", "t.csv", *words[2:], "--label", "gold", "--model", "p", "--positive", "yes"]


OF_FILES = [
    a_queue_that_is_there,
    a_queue_that_is_there_and_another_folder,
    a_foreign_file_in_the_way,
    a_folder_in_the_way,
    a_file_in_place_of_the_folder,
    a_card_that_was_changed,
    no_ids,
    no_ids_and_a_column_is_added,
    an_unknown_column_to_be_shown,
    a_tool_that_needs_texts,
    a_tool_that_is_none,
    a_log_that_is_not_there,
    no_plan_file,
]
OF_THE_REST = [a_share_of_the_rest, a_target_that_is_reached]


def accepts_what_it_asked_for(case):
    said = ""
    words = next(case)
    code, said = run(words)
    assert code not in (0, 1, 3), (words, said[-300:])
    words = case.send(" ".join(said.split()))
    code, said = run(words)
    assert code in (0, 3), (words, said)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("case", ALL, ids=lambda case: case.__name__)
def test_what_a_refused_log_is_told_to_do_is_accepted(case, door):
    accepts_what_it_asked_for(case(door))


@pytest.mark.parametrize("door", ["report", "queue"])
@pytest.mark.parametrize("case", OF_THE_REST, ids=lambda case: case.__name__)
def test_what_a_refused_rest_is_told_to_do_is_accepted(case, door):
    accepts_what_it_asked_for(case(door))


@pytest.mark.parametrize("case", [a_log_named_twice, *OF_FILES], ids=lambda case: case.__name__)
def test_what_those_who_write_or_read_a_queue_are_told_to_do_is_accepted(case):
    accepts_what_it_asked_for(case("progress"))


def test_a_packet_that_nobody_has_filled_in_is_a_log_of_nothing_yet():
    assert run(after("progress", "queue/packets/packet-001.csv"))[0] == 0
