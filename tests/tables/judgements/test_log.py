"""Logs of all tools through one door; what is no log says what to do."""

import gzip
import io
import json
from pathlib import Path

import pytest
from export_world import annotation, lines, task
from log_world import logged, written
from openpyxl import load_workbook
from packet_world import IDS, objects, only, packet

from budgetplan.errors import BadDataError
from budgetplan.tools.log import read_logs
from budgetplan.tools.registry import QUEUE_TOOLS as TOOLS

KEPT = Path(__file__).parents[2] / "tools" / "fixtures"


def answered(key, content):
    """Return a packet as its tool gives it back, each item judged an idiom."""
    if key == "label-studio":
        return [one | {"annotations": [annotation("idiom")]} for one in content]
    if key == "prodigy":
        return lines(*(one | {"accept": ["idiom"], "answer": "accept", "_task_hash": 1} for one in content))
    label = ["idiom"] if key == "doccano" else "idiom"
    return lines(*(one | {("label" if key == "doccano" else "gold"): label} for one in content))


@pytest.mark.parametrize("key", ["label-studio", "prodigy", "doccano", "jsonl"])
def test_what_is_sent_out_comes_back(key, tmp_path):
    content = only(TOOLS[key].write(packet()))
    sent = json.loads(content) if key == "label-studio" else objects(content)
    log = logged(tmp_path, answered(key, sent), "log.json" if key == "label-studio" else "log.jsonl", ids="id")
    assert log.item == IDS
    assert {*log.label} == {"idiom"}


def test_a_workbook_that_was_filled_in_comes_back(tmp_path):
    [content] = TOOLS["xlsx"].write(packet()).values()
    book, saved = load_workbook(io.BytesIO(content)), io.BytesIO()
    for row in book.active.iter_rows(min_row=2):
        row[-1].value = "idiom"
    book.save(saved)
    log = logged(tmp_path, saved.getvalue(), "packet-001.xlsx", ids="id")
    assert (log.item, {*log.label}) == (IDS, {"idiom"})


@pytest.mark.parametrize("key", ["csv", "xlsx", "jsonl", "doccano"])
def test_a_packet_that_nobody_has_judged_is_a_log_without_judgements(tmp_path, key):
    [(name, content)] = TOOLS[key].write(packet()).items()
    log = logged(tmp_path, content, name, ids="id")
    assert (log.item, {*log.label}) == (IDS, {""})


def test_packed_logs_are_read(tmp_path):
    log = logged(tmp_path, gzip.compress(b"item_id,gold\ns-1,a\n"), "log.csv.gz")
    assert log.item == ("s-1",)


@pytest.mark.parametrize(
    ("content", "name", "told"),
    [
        (lines({"text": "A.", "cats": {"a": 1, "b": 0}}), "a.jsonl", "a file of spaCy categories, which is not a log"),
        (b"\xd0\xcf\x11\xe0old", "c.xls", "this is a document of an old office program"),
        (b"%PDF-1.7\n\x00\xff", "d.pdf", "d.pdf"),
        (lines({"text": "A.", "label": ["a"], "answer": "accept"}), "e.jsonl", "--dialect"),
    ],
)
def test_what_is_no_log_says_what_to_do(tmp_path, content, name, told):
    with pytest.raises(BadDataError, match=told) as caught:
        logged(tmp_path, content, name)
    assert len(caught.value.problems) == 1


def test_an_empty_log_is_read_and_none_is_refused(tmp_path):
    assert logged(tmp_path, "item_id,gold\n", "b.csv").item == ()
    with pytest.raises(BadDataError, match="there is no such file"):
        read_logs([str(tmp_path / "none.csv")], id_column="id", label_column="gold")


def test_the_dialect_that_is_said_is_taken_where_the_file_leaves_it_open(tmp_path):
    both = lines({"text": "A.", "item_id": "s-1", "label": ["a"], "answer": "accept"})
    assert logged(tmp_path, both, "e.jsonl", dialect="doccano").label == ("a",)
    with pytest.raises(BadDataError, match="has no item_id") as caught:
        logged(tmp_path, both.replace("item_id", "x"), "e.jsonl", dialect="doccano")
    assert "--dialect" not in str(caught.value)


def test_how_the_table_is_written_says_nothing_of_a_log(tmp_path):
    plain = "item_id,gold\ns-1,ä\n"
    forms = ({"dialect": "prodigy"}, {"separator": "semicolon"}, {"encoding": "utf-16"}, {"sheet": "Sheet 9"})
    for form in forms:
        assert logged(tmp_path, plain, "e.csv", **form).label == ("ä",)
    with pytest.raises(BadDataError, match="the time is not a number of seconds"):
        logged(tmp_path, "item_id,gold,seconds\ns-1,ä,x\n", "e.csv", separator="semicolon")
    export = [task(1, annotation("a"))]
    assert logged(tmp_path, export, "e.json", dialect="table").label == ("a",)


def test_no_judgement_takes_longer_than_a_year(tmp_path):
    assert logged(tmp_path, "item_id,gold,seconds\ns-1,ä,8e6\n", "e.csv").seconds.tolist() == [8e6]
    with pytest.raises(BadDataError, match="item s-1: the time is longer than a year"):
        logged(tmp_path, "item_id,gold,seconds\ns-1,ä,1e300\n", "e.csv")


def test_files_of_doccano_are_named_after_their_annotators(tmp_path):
    record = {"id": 1, "text": "A.", "item_id": "s-1", "label": ["a"]}
    content = lines(record, record | {"item_id": "s-2", "label": []})
    names = ("ann.jsonl", "bob.jsonl", "all.jsonl", "packet-001.jsonl")
    paths = [written(tmp_path, name, content) for name in names]
    paths.append(written(tmp_path, "plain.csv", "item_id,gold\ns-1,a\ns-2,\n"))
    logs = read_logs(paths, id_column="id", label_column="gold")
    # An item that nobody has judged is nobody's: every file of doccano's holds all items.
    assert [log.annotator for log in logs] == [("ann", ""), ("bob", ""), ("", ""), ("", ""), ("", "")]
    assert str(logs[0].messages[-1]) == "Annotator of all of them, by the name of the file: ann."
    [alone] = read_logs(paths[:1], id_column="id", label_column="gold")
    assert alone.annotator == ("", "")


@pytest.mark.parametrize(
    "names",
    [
        ("label-studio/label-studio.json",),
        ("label-studio/label-studio-min.json",),
        ("label-studio/label-studio.csv",),
        ("doccano/ann.jsonl", "doccano/bob.jsonl"),
        ("asreview/asreview.csv",),
    ],
    ids=" and ".join,
)
def test_what_the_tools_themselves_wrote(names):
    """Packets that Label Studio 1.23.2, doccano 1.8.4 and ASReview 3.0.8 imported, and what they exported."""
    folder = KEPT / Path(names[0]).parent
    answers, order = (
        json.loads((folder / name).read_text(encoding="utf-8")) for name in ("answers.json", "order.json")
    )
    logs = read_logs([str(KEPT / name) for name in names], id_column="sentence_id", label_column="gold")
    got = [(item, label) for log in logs for item, label in zip(log.item, log.label, strict=True) if label]
    assert got == [(item, label) for who in order for item in order[who] if (label := answers[who][item])]
    assert len({who for log in logs for who in log.annotator if who}) == len({*order} - {""})
    assert len(got) == (4 if "" in order else 18)
