"""Label Studio: tasks with annotations and predictions, as a table and as a log."""

import csv
import io
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from export_world import annotation, column, prediction, task
from log_world import logged, read_log, written

from budgetplan.dataset.predicted import read_classified
from budgetplan.dataset.scored import read_table
from budgetplan.domain.items import Reason
from budgetplan.domain.plan import Columns, ModelSpec, Plan, TableForm
from budgetplan.errors import BadDataError
from budgetplan.settings.build import read_plan


def test_annotations_become_labels(read):
    tasks = [
        task(1, annotation("idiom"), p_idiom=0.91),
        task(2, annotation("literal", lead_time=9.5), annotation("literal", 11, lead_time=3.1), p_idiom=0.1),
        task(3, annotation("idiom", lead_time=None), annotation("literal", 11), p_idiom=0.5),
        task(4, annotation("idiom"), annotation("literal", 11, ground_truth=True), p_idiom=0.4),
        task(5, annotation("idiom", was_cancelled=True, lead_time=500), p_idiom=0.3),
        task(6, annotation(None, lead_time=500), p_idiom=0.2),
        task(7, p_idiom=0.2),
    ]
    content, header, problems = read(tasks, numbers=("p_idiom",))
    assert problems == []
    assert header == ("id", "text", "item_id", "p_idiom", "label")
    assert content.ids == [f"s-0{number}" for number in range(1, 8)]
    assert column(content, "label") == ["idiom", "literal", "", "literal", "", "", ""]
    assert content.numbers["p_idiom"].values.tolist() == [0.91, 0.1, 0.5, 0.4, 0.3, 0.2, 0.2]
    assert content.left_out == {"label": {2: "tie"}}
    # The times are 8, 9.5, 3.1, 8, 8, 8: cancelled and empty annotations do not count, those of the tie do.
    for said, counted in zip(
        (*map(str, content.messages),),
        ("7 tasks, 2 annotators, 7 annotations", "3; taken: the adjudicated label (1), the label with most judgements (1)",
         "without a label: 1 (s-03)", "1.8 judgements on average", "Cancelled annotations, left out: 1.", "without a choice, left out: 1.",
         "median 8 s from 6 annotations, those of ties too; to use it: --set cost.seconds_per_item=8"),
        strict=True,
    ):  # fmt: skip
        assert counted in said


@pytest.mark.parametrize(
    ("times", "told"),
    [
        ((8.3, 8.5), "median 8.4 s from 2 annotations; to use it: --set cost.seconds_per_item=8.4"),
        ((12345.67,), "median 12345.7 s from 1 annotation; to use it: --set cost.seconds_per_item=12345.7"),
        ((0.1234,), "median 0.12 s from 1 annotation; to use it: --set cost.seconds_per_item=0.12"),
        ((0, 0), "median 0 s from 2 annotations"),
    ],
)
def test_the_median_of_the_times_is_said_as_it_can_be_given_back(read, times, told):
    tasks = [task(n, annotation("a", lead_time=time)) for n, time in enumerate(times)]
    assert str(read(tasks)[0].messages[-1]) == f"Measured time: {told}"


@pytest.mark.parametrize("time", ["soon", "1e999", -1, True])
def test_a_time_that_is_none_is_a_problem_where_labels_are_asked_for(read, time):
    tasks = [task(1, annotation("a", lead_time=time))]
    content, _, [problem] = read(tasks)
    assert problem.startswith("t, line 1, column label, item s-01: the lead_time is not a time in seconds (found")
    assert not [text for text in map(str, content.messages) if "Measured" in text]
    assert read(tasks, texts=())[2] == []


def test_the_median_is_not_used_silently(tmp_path):
    path = written(tmp_path, "e.json", [task(n, annotation("ab"[n % 2]), p=n / 9) for n in range(9)])
    plan = read_plan(path, {"table.label": "label", "table.positive": ("a",), "models.name": ("p",)})
    assert not plan.prices.timed


def test_annotators_may_be_numbers_objects_or_texts(read):
    who = [10, "10", {"id": 10, "email": "a@b.org"}, {"email": "c@d.org"}, None]
    content, *_ = read([task(1, *(annotation("a", one) for one in who))])
    assert str(content.messages[0]) == "Read as a Label Studio export: 1 task, 2 annotators, 5 annotations."


def test_predictions_are_columns(read):
    tasks = [
        task(1, annotation("idiom"), predictions=[prediction("idiom", 0.91), prediction("literal", 0.6, "m2")]),
        task(2, annotation("literal"), predictions=[prediction("literal", 0.8), prediction("idiom", None, "m2")]),
    ]
    names = ("m1.predicted", "m2.predicted")
    content, header, problems = read(tasks, texts=names, numbers=("m1.confidence", "m2.confidence"))
    assert problems == []
    assert header[3:] == ("m1.predicted", "m1.confidence", "m2.predicted", "m2.confidence", "label")
    assert [column(content, name) for name in names] == [["idiom", "literal"], ["literal", "idiom"]]
    assert content.numbers["m1.confidence"].values.tolist() == [0.91, 0.8]
    bare, header, _ = read([task(1, annotation("a"), predictions=[17, 18]), task(2, predictions=[{"id": 3}])])
    assert "m1.predicted" not in header
    assert "Tasks whose predictions are bare ids, without labels and scores: 2." in str(bare.messages[-1])


def test_two_predictions_of_one_model_are_a_problem_where_they_differ(read):
    for label, problems in (("a", 0), ("b", 1)):
        found = [prediction("a", 0.5), prediction(label, 0.5)]
        told = read([task(1, annotation("a"), predictions=found)], texts=("m1.predicted",))[2]
        assert len(told) == problems
    assert 'column m1.predicted, item s-01: the task has two predictions of this model (found "b")' in told[0]


def test_fields_of_the_task_keep_their_names_where_they_can(read):
    names = ("label", "data.label", "id", "task_id")
    content, header, _ = read([task(5, annotation("a"), id="mine", label="old")], texts=names)
    assert header == ("task_id", "text", "item_id", "id", "data.label", "label")
    assert [column(content, name) for name in names] == [["a"], ["old"], ["mine"], ["5"]]
    assert "Fields of the tasks with the name of a column made here: label in data.label." in [
        *map(str, content.messages)
    ]


def test_several_controls_are_several_columns(read):
    both, other = annotation("a"), annotation("a", 11)
    for one, topic in ((both, "x"), (other, "y")):
        one["result"].append({"from_name": "topic", "type": "choices", "value": {"choices": [topic]}})
    both["result"].append({"from_name": "why", "type": "textarea", "value": {"text": ["so"]}})
    content, *_ = read([task(1, both, other)], texts=("label", "topic"))
    assert (column(content, "label"), column(content, "topic")) == (["a"], [""])
    assert (content.left_out["label"], list(content.left_out["topic"])) == ({}, [0])
    renamed = json.dumps([task(1, annotation("a"))]).replace('"label", "to', '"mood", "to')
    assert "What people chose is in these columns: mood in label." in [*map(str, read(renamed)[0].messages)]


def judgement(task_id, item, label, annotator, annotation_id, seconds, **more):
    """Return a row of JSON_MIN, in the order of the columns of the CSV."""
    return {
        "text": f"{item.upper()}, and more.",
        "item_id": item,
        "id": task_id,
        "label": label,
        "annotator": annotator,
        "annotation_id": annotation_id,
        "created_at": f"2026-01-31T10:00:{annotation_id:02d}Z",
        "updated_at": "2026-01-31T10:00:00Z",
        "lead_time": seconds,
    } | more


JUDGEMENTS = [
    judgement(1, "a", "idiom", 10, 7, 4.0),
    judgement(1, "a", "literal", 11, 8, 6.0),
    judgement(2, "b", "literal", 10, 12, 6.5),
    judgement(3, "c", "idiom", 10, 10, 7),
    judgement(3, "c", "literal", 11, 11, 7),
    judgement(3, "c", "idiom", 12, 9, None),
]


def as_csv(rows):
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


@pytest.mark.parametrize(("form", "write", "first"), [("JSON_MIN", json.dumps, [1, 3, 4]), ("CSV", as_csv, [2, 4, 5])])
def test_a_row_for_each_annotation_is_one_for_each_task(read, tmp_path, form, write, first):
    name = "e.csv" if form == "CSV" else "e.json"
    content, header, problems = read(write(JUDGEMENTS), name)
    assert (problems, header) == ([], ("id", "text", "item_id", "label"))
    assert content.ids == ["a", "b", "c"]
    assert column(content, "label") == ["", "literal", "idiom"]
    assert content.left_out == {"label": {0: "tie"}}
    assert content.lines.tolist() == first
    assert str(content.messages[0]) == f"Read as a Label Studio export ({form}): 3 tasks, 3 annotators, 6 annotations."
    assert "2; taken: the label with most judgements (1)" in str(content.messages[1])
    assert "2.0 judgements on average" in str(content.messages[3])
    assert "median 6.5 s from 5 annotations" in str(content.messages[4])
    log = logged(tmp_path, write(JUDGEMENTS), name)
    assert (log.item, log.annotator) == (("a", "a", "c", "c", "c", "b"), ("10", "11", "12", "10", "11", "10"))
    assert log.label == ("idiom", "literal", "idiom", "idiom", "literal", "literal")
    assert [*map(str, log.seconds)] == ["4.0", "6.0", "nan", "7.0", "7.0", "6.5"]


def test_a_table_of_annotations_can_be_read_as_it_stands(read):
    assert read(as_csv(JUDGEMENTS), "e.csv", ids="", dialect="table")[0].n_rows == 6
    with pytest.raises(BadDataError, match="a Label Studio export has the columns id, annotation_id and lead_time"):
        read("item_id,label\na,x\n", "t.csv", dialect="label-studio")


def test_an_empty_choice_is_no_vote(read):
    rows = [judgement(1, "a", "y", 10, 1, 3), judgement(1, "a", "NA", 11, 2, 3), judgement(2, "b", "n", 10, 3, 3)]
    tasks = [task(1, annotation("y"), annotation("NA", 11)), task(2, annotation("n"))]
    for name, content in (("e.csv", as_csv(rows)), ("m.json", rows), ("t.json", tasks)):
        assert column(read(content, name, empty=("NA",))[0], "label") == ["y", "n"], name


def test_a_number_written_in_two_ways_is_one_number(read):
    rows = [judgement(1, "a", "idiom", 10 + n, 7 + n, 4.0, p=p) for n, p in enumerate(("0.9", "0.90"))]
    content, _, problems = read(as_csv(rows), "e.csv", numbers=("p",))
    assert (problems, content.numbers["p"].values.tolist()) == ([], [0.9])


def exported():
    """Return 40 tasks: every third one is an idiom, every fifth has two judgements, two are tied, ten are new."""
    tasks = []
    for n in range(40):
        label = "idiom" if n % 3 == 0 else "literal"
        twice = [annotation("literal" if n in {0, 15} else label, 11)] if n % 5 == 0 and n < 30 else []
        chosen = [annotation(label, lead_time=5 + n % 4), *twice] if n < 30 else []
        # New tasks score like the others: a list below every judged task would be another population.
        p = (0.9 if n % 3 == 0 else 0.2) - n * 7 % 40 / 1000
        foretold = prediction("idiom" if p > 0.5 else "literal", max(p, 1 - p))
        tasks.append(task(n, *chosen, predictions=[foretold], p_idiom=round(p, 3)))
    return tasks


def test_ties_are_neither_sample_nor_list_in_any_workflow(tmp_path):
    plan = Plan(written(tmp_path, "e.json", exported()), Columns("label"), ("idiom",), (ModelSpec("m", "p_idiom"),))
    table = read_table(plan)
    assert (table.n_rows, len(table.items.ids), int((table.items.label >= 0).sum())) == (40, 38, 28)
    assert [(one.item, one.reason) for one in table.excluded] == [(name, Reason("tie")) for name in ("s-00", "s-15")]
    assert str(table.messages[-1]) == "10 of 40 rows have no label: taken as your list."
    renamed = read_table(replace(plan, columns=Columns("gold"), form=TableForm(map={"label": "gold"})))
    assert renamed.excluded == table.excluded
    flags = {"table.label": "label", "answers.error_weight": "4", "table.workflow": "defer"}
    models = '[[models]]\nname = "m1"\npredicted = "m1.predicted"\nconfidence = "m1.confidence"\n'
    toml = written(tmp_path, "plan.toml", f'[table]\nfile = "e.json"\n{models}')
    data = read_classified(read_plan(toml, flags))
    assert (len(data.test.ids), data.n_unlabelled) == (28, 10)
    assert sum(one.reason == Reason("tie") for one in data.excluded) == 2


def test_labels_may_be_an_export_beside_a_table_of_scores(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "e.json", exported())
    written(tmp_path, "s.csv", "item_id,p\n" + "".join(f"s-{n:02d},{n}\n" for n in reversed(range(40))))
    form = TableForm(labels="e.json")
    table = read_table(Plan("s.csv", Columns("label"), ("idiom",), (ModelSpec("p", "p"),), form=form))
    assert int((table.items.label >= 0).sum()) == 28
    assert sorted(one.item for one in table.excluded) == ["s-00", "s-15"]
    assert str(table.messages[0]).startswith("e.json: Read as a Label Studio export: 40 tasks")


def test_ties_stay_ties_in_a_long_table(tmp_path):
    tied = (annotation("a"), annotation("b", 11))
    tasks = [
        task(n, *(tied if item == "x" else (annotation("a"),)), item_id=item, model=model, score=n)
        for n, (item, model) in enumerate((("x", "m1"), ("x", "m2"), ("y", "m2"), ("y", "m1")))
    ]
    columns, form = Columns("label", id="item_id"), TableForm(long=("item_id", "model", "score"))
    table = read_table(Plan(written(tmp_path, "e.json", tasks), columns, ("a",), (ModelSpec("m1", "m1"),), form=form))
    assert table.items.ids == ("y",)
    assert [one.item for one in table.excluded] == ["x"]


def test_a_task_that_stands_once_for_each_annotation_is_one_task(read, tmp_path):
    twice = task(1, annotation("idiom"), annotation("idiom", 11), p_idiom=0.9)
    tasks = [twice, dict(reversed(twice.items())), task(2, annotation("literal"), p_idiom=0.1)]
    content, _, problems = read(tasks)
    assert (problems, content.ids, column(content, "label")) == ([], ["s-01", "s-02"], ["idiom", "literal"])
    log = logged(tmp_path, tasks)
    assert log.item == ("s-01", "s-01", "s-02")
    for messages in ((*map(str, content.messages),), (*map(str, log.messages),)):
        assert "Copies of tasks that are there already, left out: 1." in messages


def at(minute):
    return f"2026-03-09T22:{minute:02d}:08.728353Z"


def test_a_log_has_the_annotations_in_the_order_in_which_they_were_made(tmp_path):
    tasks = [
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
    ]
    log = logged(tmp_path, tasks)
    assert log.item == ("s-05", "s-01", "s-02", "s-03", "s-01", "s-04")
    assert log.label == ("idiom", "literal", "", "", "idiom", "")
    assert log.annotator == ("12", "11", "10", "10", "10", "")
    assert [*map(str, log.seconds)] == ["8.0", "nan", "2.0", "8.0", "8.0", "nan"]
    assert (log.when[0], log.when[-1]) == ("2026-03-09T22:01:08.728353+00:00", "")
    assert "3 judgements of 2 items by 10, 11, 12; 3 skipped or not judged yet" in str(log.messages[0])


def test_a_log_names_items_by_the_users_name_of_the_ids_and_never_by_the_number_of_the_task(tmp_path):
    other = task(1, annotation("a"))
    other["data"] = {"sentence_id": "s-77"}
    assert logged(tmp_path, [other]).item == ("s-77",)
    row = judgement(1, "a", "idiom", 10, 7, 4.0)
    del row["item_id"]
    with pytest.raises(BadDataError, match="it has no item_id;"):
        logged(tmp_path, [row], ids="id")


def test_a_log_takes_the_control_with_the_label(tmp_path):
    both = annotation("a")
    both["result"].append(both["result"][0] | {"from_name": "sure", "value": {"choices": ["yes"]}})
    assert logged(tmp_path, [task(1, both)]).label == ("a",)
    both["result"][0]["from_name"] = "gold"
    assert logged(tmp_path, [task(1, both)]).label == ("a",)
    with pytest.raises(BadDataError, match=r'none of them has the name "label" \(found .gold, sure.\)'):
        logged(tmp_path, [task(1, both)], labels="class")


@pytest.mark.parametrize("name", ["all.min.json", "all.csv", "all.tsv"])
def test_the_only_control_is_found_in_short_exports_whatever_it_is_called(name):
    """One project in all its forms, as Label Studio wrote it; its control is called reading."""
    folder = Path(__file__).parents[2] / "tools" / "fixtures" / "label-studio-tasks"

    def judged(path):
        log = read_log(str(path), id_column="item_id", label_column="gold")
        rows = zip(log.item, log.label, log.annotator, log.when, log.seconds.tolist(), strict=True)
        return Counter(row for row in rows if row[1])

    assert judged(folder / name) == judged(folder / "all.json") != Counter()
