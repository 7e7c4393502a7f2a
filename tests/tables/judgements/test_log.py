"""Logs: who judged what and when, in the order of times, from tables and tools."""

import io
import json
import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from export_world import annotation, lines, task
from hypothesis import given
from hypothesis import strategies as st
from log_world import logged, written
from openpyxl import load_workbook
from packet_world import IDS, objects, only, packet

from budgetplan.errors import BadDataError
from budgetplan.tools.base import Asked, Export, moment
from budgetplan.tools.log import gaps, log_of, read_logs
from budgetplan.tools.registry import QUEUE_TOOLS as TOOLS

# --- Logs of all tools through one door; what is no log says what to do
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
    book = load_workbook(io.BytesIO(content))
    for row in book.active.iter_rows(min_row=2):
        row[-1].value = "idiom"

    def read(sheet=""):
        saved = io.BytesIO()
        book.save(saved)
        log = logged(tmp_path, saved.getvalue(), "packet-001.xlsx", ids="id", sheet=sheet)
        return log.item, {*log.label}

    assert read() == (IDS, {"idiom"})
    further = book.create_sheet("notes", 0)
    further.append(["remarks"])
    # The option is about the table, which is another file.
    assert read() == read("notes") == read("of the table") == (IDS, {"idiom"})
    further.append(["id"])
    with pytest.raises(BadDataError, match=r"2 sheets \(notes, Sheet\); keep only the one with the judgements"):
        read("of the table")


@pytest.mark.parametrize("key", ["csv", "xlsx", "jsonl", "doccano"])
def test_a_packet_that_nobody_has_judged_is_a_log_without_judgements(tmp_path, key):
    [(name, content)] = TOOLS[key].write(packet()).items()
    log = logged(tmp_path, content, name, ids="id")
    assert (log.item, {*log.label}) == (IDS, {""})


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


# --- Plain tables of judgements, and the table of ASReview
ROWS = [("s-2", "idiom", "ann", "8.5"), ("s-1", "", "bob", ""), ("s-2", "literal", "bob", "12")]

HEADER = ("sentence_id", "gold", "annotator", "seconds")


def workbook(rows, header):
    stream = io.BytesIO()
    pd.DataFrame(rows, columns=header).to_excel(stream, index=False)
    return stream.getvalue()


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl", "json", "xlsx"])
def test_a_row_is_a_judgement_in_the_order_of_the_file(kind, tmp_path):
    objects = [dict(zip(HEADER, row, strict=True)) for row in ROWS]
    content = {
        "csv": "\n".join(map(",".join, [HEADER, *ROWS])) + "\n",
        "tsv": "\n".join(map("\t".join, [HEADER, *ROWS])) + "\n",
        "jsonl": lines(*objects),
        "json": objects,
        "xlsx": workbook(ROWS, HEADER),
    }[kind]
    log = logged(tmp_path, content, f"log.{kind}")
    assert log.item == ("s-2", "s-1", "s-2")
    assert log.label == ("idiom", "", "literal")
    assert log.annotator == ("ann", "bob", "bob")
    assert [*map(str, log.seconds)] == ["8.5", "nan", "12.0"]
    assert (
        str(log.messages[0])
        == "Read as a table of judgements: 2 judgements of 1 item by ann, bob; 1 skipped or not judged yet."
    )
    assert len(log.sha256) == 64


def test_decimal_commas_and_other_names(tmp_path):
    content = "id;label;lead_time\ns-1;idiom;8,5\n"
    log = logged(tmp_path, content, "log.csv", ids="id")
    assert (log.label, log.annotator, log.seconds.tolist()) == (("idiom",), ("",), [8.5])
    log = logged(
        tmp_path, "key,cls,who\ns-1,a,ann\n", "log.csv", map={"key": "sentence_id", "cls": "gold"}, annotator="who"
    )
    assert (log.item, log.label, log.annotator) == (("s-1",), ("a",), ("ann",))


def test_the_number_of_a_tool_is_not_taken_for_the_item(tmp_path):
    log = logged(tmp_path, "id,item_id,label\n17,s-1,idiom\n", "log.csv", ids="id")
    assert log.item == ("s-1",)


@pytest.mark.parametrize(
    ("content", "places"),
    [
        ("a,b\n1,2\n", [(None, "sentence_id"), (None, "gold")]),
        ("title,asreview_label\nT,1\n", [(None, "sentence_id"), (2, "")]),
        ("sentence_id,gold,seconds\n,idiom,3\ns-2,idiom,fast\n", [(2, "sentence_id"), (3, "seconds")]),
    ],
)
def test_what_is_missing_or_wrong_is_told_at_once(tmp_path, content, places):
    with pytest.raises(BadDataError) as caught:
        logged(tmp_path, content, "log.csv")
    assert [(problem.line, problem.column) for problem in caught.value.problems] == places


def test_asreview_in_the_order_of_its_times(tmp_path):
    content = (
        "item_id,title,abstract,asreview_label,asreview_time,asreview_user_name\n"
        "s-1,s-1,A.,1,2026-01-01 10:00:20,ann\n"
        "s-2,s-2,B.,1,2026-01-01 10:00:00,ann\n"
        "s-3,s-3,C.,,,\n"
        "s-4,s-4,D.,0,2026-01-01 10:00:08,ann\n"
    )
    log = logged(tmp_path, content, "log.csv")
    assert log.item == ("s-2", "s-4", "s-1", "s-3")
    assert log.label == ("1", "0", "1", "")
    assert [*map(str, log.seconds)] == ["nan", "8.0", "12.0", "nan"]
    assert str(log.messages[0]).startswith("Read as an ASReview export: 3 judgements")


def test_asreview_without_times(tmp_path):
    log = logged(tmp_path, "item_id,title,included\ns-1,T,1.0\ns-2,T,-1\n", "log.csv")
    assert (log.item, log.label, log.when) == (("s-1", "s-2"), ("1", ""), ("", ""))


def test_relevant_is_the_class_that_is_collected(tmp_path):
    content = "item_id,title,asreview_label\ns-1,T,1\ns-2,T,0\ns-3,T,\n"
    log = logged(tmp_path, content, "log.csv", known=("idiom", "literal"), positive=("literal",))
    assert log.label == ("literal", "idiom", "")
    assert logged(tmp_path, content, "log.csv", known=("0", "1"), positive=("1",)).label == ("1", "0", "")


def test_relevant_is_no_label_of_three_classes(tmp_path):
    content = "item_id,title,asreview_label\ns-1,T,1\ns-2,T,0\n"
    with pytest.raises(BadDataError, match="which is not a label where there are 3 classes; write a table"):
        logged(tmp_path, content, "log.csv", known=("a", "b", "c"), positive=("a",))
    with pytest.raises(BadDataError, match="the class that is collected is not given"):
        logged(tmp_path, content, "log.csv", known=("a", "b"))


# --- A log stands in the order of its times; what cannot be used is told with its line


def export(**more):
    return Export("log.csv", Asked("id", "gold", **more), "a log", times=("lead_time", "created_at"))


def judge(some, line, item, label, **more):
    some.judge(some.add(line, {}), line, {"label": [label] if label else []}, {"item_id": item}, **more)


def test_where_a_judgement_has_no_time_the_file_gives_the_order():
    some = export()
    judge(some, 1, "a", "x", when="30")
    judge(some, 2, "b", "y")
    log = log_of(some, "")
    assert log.item == ("a", "b")
    assert str(log.messages[1]) == "Some judgements have no time, so all keep the order of the file."


def test_all_problems_are_told_at_once():
    some = export()
    some.tool_keys = ("id",)
    some.judge(0, 1, {"label": ["a"]}, {"item_id": " ", "id": "9"})
    some.judge(0, 3, {"label": ["a", "b"]}, {"item_id": "s-3"})
    some.judge(0, 4, {"label": [["a"]]}, {"item_id": "s-4"})
    some.judge(0, 5, {"label": ["a"]}, {"item_id": "s-5"}, seconds="-1")
    some.judge(0, 6, {"label": ["a"]}, {"item_id": "s-6"}, when="yesterday")
    with pytest.raises(BadDataError) as caught:
        log_of(some, "")
    told = ("line 1: the judgement does not say which item it is for: it has no item_id;",
            'line 3, column label, item s-3: one judgement has several labels (found "a, b")',
            'line 4, column label, item s-4: the label is not text (found "[["a"]]")',
            'line 5, column lead_time, item s-5: the time is not a number of seconds (found "-1")',
            'line 6, column created_at, item s-6: the time stamp is not a time (found "yesterday")')  # fmt: skip
    for problem, wrong in zip(str(caught.value).splitlines(), told, strict=True):
        assert problem.startswith(f"log.csv, {wrong}")
    other = export()
    other.judge(0, 2, {}, {})
    with pytest.raises(BadDataError, match=r"log\.csv, line 2: .* it has no item_id or id;"):
        log_of(other, "")


def test_times_of_every_form_are_one_moment():
    assert {moment(text)[0] for text in ("0", "1970-01-01", "1970-01-01T01:00+01:00", "1970-01-01 00:00:00Z")} == {0}


@given(st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 2)), max_size=30), st.randoms(use_true_random=False))
def test_gaps_depend_on_times_and_people_and_not_on_the_order_of_rows(answers, random):
    def told(rows):
        times = np.array([time for time, _ in rows], dtype=float)
        seconds = gaps(times, np.array([who for _, who in rows], dtype=np.int64))
        return sorted(zip(rows, seconds.tolist(), strict=True), key=repr)

    def plain(rows):
        found = []
        for at, (time, who) in enumerate(rows):
            before = [t for i, (t, w) in enumerate(rows) if w == who and (t, i) < (time, at)]
            passed = float(time - max(before)) if before else math.inf
            found.append(((time, who), passed if passed <= 300 else math.nan))
        return sorted(found, key=repr)

    shuffled = random.sample(answers, len(answers))
    assert repr(told(answers)) == repr(told(shuffled)) == repr(plain(answers))
