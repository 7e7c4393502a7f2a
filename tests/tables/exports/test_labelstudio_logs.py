"""Label Studio: every annotation is a row, none is settled by a vote."""

import csv
import io
import math
from collections import Counter
from pathlib import Path

import pytest
from export_world import annotation, prediction, task
from log_world import logged, read_log

from budgetplan.errors import BadDataError


def at(minute):
    return f"2026-03-09T22:{minute:02d}:08.728353Z"


def short(number, label, **more):
    """Return a row of a short export."""
    return (
        {
            "text": f"Text {number}.",
            "item_id": f"s-{number:02d}",
            "id": number,
            "annotator": 10,
            "annotation_id": 70 + number,
            "created_at": at(number),
            "updated_at": at(59),
            "lead_time": 8.5,
        }
        | ({} if label is None else {"label": label})
        | more
    )


def as_csv(rows):
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(dict.fromkeys(key for row in rows for key in row)))
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def test_annotations_in_the_order_in_which_they_were_made(tmp_path):
    log = logged(
        tmp_path,
        [
            task(
                1,
                annotation("idiom", created_at=at(5)),
                annotation("literal", 11, created_at=at(2), lead_time=None),
                predictions=[prediction("idiom", 0.9)],
            ),
            task(2, annotation("idiom", was_cancelled=True, created_at=at(3), lead_time=2)),
            task(3, annotation(None, created_at=at(4))),
            task(4, predictions=[prediction("idiom", 0.8)]),
            task(5, annotation("idiom", {"id": 12, "email": "e@x"}, created_at=at(1))),
        ],
    )
    assert log.item == ("s-05", "s-01", "s-02", "s-03", "s-01", "s-04")
    assert log.label == ("idiom", "literal", "", "", "idiom", "")
    assert log.annotator == ("12", "11", "10", "10", "10", "")
    assert [*map(str, log.seconds)] == ["8.0", "nan", "2.0", "8.0", "8.0", "nan"]
    assert log.when[0] == "2026-03-09T22:01:08.728353+00:00"
    assert log.when[-1] == ""
    assert log.messages == (
        "Read as a Label Studio export: 3 judgements of 2 items by 10, 11, 12; 3 skipped or not judged yet.",
    )


@pytest.mark.parametrize("write", [lambda rows: rows, as_csv], ids=["JSON_MIN", "CSV"])
def test_short_exports(write, tmp_path):
    rows = [
        short(3, "idiom"),
        short(1, "literal", annotator=11),
        short(2, None, lead_time=None),
        short(1, "idiom", created_at=at(9)),
    ]
    content = write(rows)
    log = logged(tmp_path, content, "log.csv" if isinstance(content, str) else "log.json")
    assert log.item == ("s-01", "s-02", "s-03", "s-01")
    assert log.label == ("literal", "", "idiom", "idiom")
    assert log.annotator == ("11", "10", "10", "10")
    assert log.seconds[0] == 8.5
    assert math.isnan(log.seconds[1])


@pytest.mark.parametrize(
    "content", [[short(1, {"choices": ["a", "b"]})], as_csv([short(1, '{"choices": ["a", "b"]}')])]
)
def test_two_labels_in_one_row_are_a_problem(content, tmp_path):
    with pytest.raises(BadDataError, match="column label, item s-01: one judgement has several labels"):
        logged(tmp_path, content, "log.csv" if isinstance(content, str) else "log.json")


def test_two_labels_in_one_annotation_and_a_task_without_an_id(tmp_path):
    two = annotation("a")
    two["result"] = [two["result"][0], two["result"][0] | {"value": {"choices": ["b"]}}]
    nameless = task(2, annotation("a"))
    del nameless["data"]["item_id"]
    with pytest.raises(BadDataError) as caught:
        logged(tmp_path, [task(1, two), nameless, task(3, annotation("a", lead_time="soon"))])
    said = str(caught.value).splitlines()
    assert len(said) == 3
    assert 'item s-01: one judgement has several labels (found "a, b")' in said[0]
    assert "has no item_id or sentence_id" in said[1]
    assert "column lead_time, item s-03: the time is no number of seconds" in said[2]


def test_the_users_own_name_of_the_ids_is_known_but_never_the_number_of_the_task(tmp_path):
    other = task(1, annotation("a"))
    other["data"] = {"sentence_id": "s-77"}
    assert logged(tmp_path, [other]).item == ("s-77",)
    row = short(1, "a")
    del row["item_id"]
    with pytest.raises(BadDataError, match="it has no item_id;"):
        logged(tmp_path, [row], ids="id")


def test_the_control_with_the_label(tmp_path):
    both = annotation("a")
    both["result"].append(both["result"][0] | {"from_name": "sure", "value": {"choices": ["yes"]}})
    assert logged(tmp_path, [task(1, both)]).label == ("a",)
    for one in both["result"]:
        one["from_name"] = {"label": "gold"}.get(one["from_name"], one["from_name"])
    assert logged(tmp_path, [task(1, both)]).label == ("a",)
    with pytest.raises(BadDataError, match=r"none of them is called label \(found .gold, sure.\)"):
        logged(tmp_path, [task(1, both)], labels="class")


def test_rows_without_a_column_of_labels(tmp_path):
    with pytest.raises(BadDataError, match=r"column label: there is no column with a label; call the control label"):
        logged(tmp_path, [short(1, None)])


def test_labels_of_parts_are_refused(tmp_path):
    spans = annotation("a")
    spans["result"][0]["type"] = "labels"
    with pytest.raises(BadDataError, match="a Label Studio export with labels cannot be used"):
        logged(tmp_path, [task(1, spans)])


@pytest.mark.parametrize("name", ["all.min.json", "all.csv", "all.tsv"])
def test_the_only_control_is_found_in_short_exports_whatever_it_is_called(name):
    """One project in all its forms, as Label Studio wrote it; its control is called reading."""
    folder = Path(__file__).parents[2] / "tools" / "fixtures" / "label-studio-tasks"
    whole, short = (
        read_log(str(folder / each), id_column="item_id", label_column="gold") for each in ("all.json", name)
    )

    def judged(log):
        rows = zip(log.item, log.label, log.annotator, log.when, log.seconds.tolist(), strict=True)
        return Counter(row for row in rows if row[1])

    assert judged(short) == judged(whole) != Counter()
