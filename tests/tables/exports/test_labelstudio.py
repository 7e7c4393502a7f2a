"""Label Studio: tasks with annotations and predictions, in the shape that its documentation gives."""

import csv
import io
import json
from dataclasses import replace

import pytest
from click.testing import CliRunner
from export_world import annotation, column, lines, prediction, task
from log_world import read_log

from budgetplan.cli.main import main
from budgetplan.dataset.predicted import read_classified
from budgetplan.dataset.scored import read_table
from budgetplan.domain.items import Reason
from budgetplan.domain.plan import Columns, ModelSpec, Plan, TableForm
from budgetplan.errors import BadDataError
from budgetplan.settings.build import read_plan
from budgetplan.tables.opened import open_table
from budgetplan.tables.problems import Problems


@pytest.fixture
def read(tmp_path):
    def read_tasks(tasks, texts=("label",), numbers=(), ids="item_id", write=json.dumps):
        path = tmp_path / ("export.json" if write is not as_csv else "export.csv")
        path.write_text(write(tasks), encoding="utf-8")
        problems = Problems("t")
        with open_table(str(path)) as file:
            return file.read(ids, texts, numbers, problems), file.header, [*map(str, problems.listed())]

    return read_tasks


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
    assert content.messages == (
        "Read as a Label Studio export: 7 tasks, 2 annotators, 7 annotations.",
        "Items judged more than once (label): 3; taken: the adjudicated label (1), the label with most judgements (1).",
        "Ties, left without a label: 1 (s-03).",
        "An item that people judged has 1.8 judgements on average; how many a review pays for is said by cost.annotators (1 where nothing is said).",
        "Cancelled annotations, left out: 1.",
        "Annotations without a choice, left out: 1.",
        "Measured time: median 8 s from 6 annotations, those of ties too; to use it: --set cost.seconds_per_item=8",
    )


@pytest.mark.parametrize(
    ("times", "told"),
    [
        ((8.3, 8.5), "median 8.4 s from 2 annotations; to use it: --set cost.seconds_per_item=8.4"),
        ((1, 2, 12345.6), "median 2 s from 3 annotations; to use it: --set cost.seconds_per_item=2"),
        ((12345.67,), "median 12345.7 s from 1 annotation; to use it: --set cost.seconds_per_item=12345.7"),
        ((0.1234,), "median 0.12 s from 1 annotation; to use it: --set cost.seconds_per_item=0.12"),
        ((0, 0), "median 0 s from 2 annotations"),
    ],
)
def test_the_median_of_the_times_is_said_as_it_can_be_given_back(read, times, told):
    tasks = [task(n, annotation("a", lead_time=time)) for n, time in enumerate(times)]
    assert read(tasks)[0].messages[-1] == f"Measured time: {told}"


@pytest.mark.parametrize("time", ["soon", "1e999", -1, True, [8.0]])
def test_a_time_that_is_none_is_a_problem_where_labels_are_asked_for(read, time):
    tasks = [task(1, annotation("a", lead_time=time))]
    content, _, [problem] = read(tasks)
    assert problem.startswith("t, line 1, column label, item s-01: the lead_time is no time in seconds (found")
    assert not [text for text in content.messages if "Measured" in text]
    assert read(tasks, ())[2] == []


def test_the_median_is_not_used_silently(tmp_path):
    path = tmp_path / "e.json"
    path.write_text(json.dumps([task(n, annotation("ab"[n % 2]), p=n / 9) for n in range(9)]))
    plan = read_plan(str(path), {"table.label": "label", "table.positive": ("a",), "models.name": ("p",)})
    assert not plan.prices.timed


def test_annotators_may_be_numbers_objects_or_texts(read):
    who = [10, "10", {"id": 10, "email": "a@b.org"}, {"email": "c@d.org"}, None]
    content, *_ = read([task(1, *(annotation("a", one) for one in who))])
    assert content.messages[0] == "Read as a Label Studio export: 1 task, 2 annotators, 5 annotations."


def test_predictions_are_columns(read):
    tasks = [
        task(1, annotation("idiom"), predictions=[prediction("idiom", 0.91), prediction("literal", 0.6, "m2")]),
        task(
            2,
            annotation("literal"),
            predictions=[prediction("literal", 0.8), prediction("idiom", None, "m2")],
        ),
    ]
    content, header, problems = read(tasks, ("m1.predicted", "m2.predicted"), ("m1.confidence", "m2.confidence"))
    assert problems == []
    assert header[3:] == ("m1.predicted", "m1.confidence", "m2.predicted", "m2.confidence", "label")
    assert column(content, "m1.predicted") == ["idiom", "literal"]
    assert column(content, "m2.predicted") == ["literal", "idiom"]
    assert content.numbers["m1.confidence"].values.tolist() == [0.91, 0.8]
    assert content.messages[-1] == (
        "Predicted labels are in the columns m1.predicted, m2.predicted; in .confidence is the score of that label alone."
    )


def test_predictions_that_are_ids_alone_are_said(read):
    content, header, _ = read([task(1, annotation("a"), predictions=[17, 18]), task(2, predictions=[{"id": 3}])])
    assert not [name for name in header if name.endswith(".predicted")]
    assert content.messages[-1] == (
        "Tasks whose predictions are bare ids, without labels and scores: 2. To have those too, make a snapshot with them in Label Studio (in its API: serialization_options.predictions.only_id = false); scores in the tasks' own data come back in every export."
    )


def test_two_predictions_of_one_model_are_a_problem_where_they_differ(read):
    same = [prediction("a", 0.5), prediction("a", 0.5)]
    assert read([task(1, annotation("a"), predictions=same)], ("m1.predicted",))[2] == []
    other = [prediction("a", 0.5), prediction("b", 0.5)]
    assert read([task(1, annotation("a"), predictions=other)], ("m1.predicted",))[2] == [
        't, line 1, column m1.predicted, item s-01: the task has two predictions of this model (found "b"); leave one of them'
    ]


def test_fields_of_the_task_keep_their_names_where_they_can(read):
    tasks = [task(5, annotation("a"), id="mine", label="old")]
    content, header, _ = read(tasks, ("label", "data.label", "id", "task_id"))
    assert header == ("task_id", "text", "item_id", "id", "data.label", "label")
    assert [column(content, name) for name in ("label", "data.label", "id", "task_id")] == [
        ["a"],
        ["old"],
        ["mine"],
        ["5"],
    ]
    assert "Fields of the tasks with the name of a column made here: label in data.label." in content.messages


def test_several_controls_are_several_columns(read):
    both = annotation("a")
    both["result"].append({"from_name": "topic", "to_name": "text", "type": "choices", "value": {"choices": ["x"]}})
    other = annotation("a", 11)
    other["result"].append({"from_name": "topic", "to_name": "text", "type": "choices", "value": {"choices": ["y"]}})
    content, *_ = read([task(1, both, other)], ("label", "topic"))
    assert column(content, "label") == ["a"]
    assert column(content, "topic") == [""]
    assert content.left_out["label"] == {}
    assert list(content.left_out["topic"]) == [0]
    renamed = json.loads(json.dumps([task(1, annotation("a"))]).replace('"label", "to', '"mood", "to'))
    assert "What people chose is in these columns: mood in label." in read(renamed)[0].messages


def test_notes_beside_a_choice_are_no_hindrance(read):
    noted = annotation("a")
    noted["result"].append({"from_name": "why", "type": "textarea", "value": {"text": ["so"]}})
    assert column(read([task(1, noted)])[0], "label") == ["a"]


def test_tasks_nobody_has_judged_are_a_list(read):
    content, header, _ = read([{"data": {"item_id": "a", "p": 1}, "predictions": []}], (), ("p",))
    assert header == ("item_id", "p", "label")
    assert content.messages == ("Read as a Label Studio export: 1 task, 0 annotations.",)


@pytest.mark.parametrize("write", [lambda tasks: json.dumps(tasks, indent=1), lambda tasks: lines(*tasks)])
def test_lines_are_those_of_the_tasks(read, write):
    tasks = [task(1, annotation("a")), task(2, annotation("b"))]
    content, *_ = read(tasks, write=write)
    text = write(tasks).splitlines()
    assert [text[line - 1].strip()[:1] for line in content.lines.tolist()] == ["{", "{"]
    assert content.lines[1] > content.lines[0]


def judgement(task_id, item, label, annotator, annotation_id, seconds):
    """Return a row of JSON_MIN, in the order of the columns of the CSV."""
    return {
        "text": f"{item.upper()}, and more.",
        "item_id": item,
        "id": task_id,
        "label": label,
        "annotator": annotator,
        "annotation_id": annotation_id,
        "created_at": "2026-01-31T10:00:00Z",
        "updated_at": "2026-01-31T10:00:00Z",
        "lead_time": seconds,
    }


JUDGEMENTS = [
    judgement(1, "a", "idiom", 10, 7, 4.0),
    judgement(1, "a", "literal", 11, 8, 6.0),
    judgement(2, "b", "literal", 10, 9, 6.5),
    judgement(3, "c", "idiom", 10, 10, 7),
    judgement(3, "c", "literal", 11, 11, 7),
    judgement(3, "c", "idiom", 12, 12, None),
]


def as_csv(rows):
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


@pytest.mark.parametrize(("form", "write"), [("JSON_MIN", json.dumps), ("CSV", as_csv)])
def test_a_row_for_each_annotation_is_one_for_each_task(read, form, write):
    content, header, problems = read(JUDGEMENTS, write=write)
    assert problems == []
    assert header == ("id", "text", "item_id", "label")
    assert content.ids == ["a", "b", "c"]
    assert column(content, "label") == ["", "literal", "idiom"]
    assert content.left_out == {"label": {0: "tie"}}
    assert content.messages == (
        f"Read as a Label Studio export ({form}): 3 tasks, 3 annotators, 6 annotations.",
        "Items judged more than once (label): 2; taken: the label with most judgements (1).",
        "Ties, left without a label: 1 (a).",
        "An item that people judged has 2.0 judgements on average; how many a review pays for is said by cost.annotators (1 where nothing is said).",
        "Measured time: median 6.5 s from 5 annotations, those of ties too; to use it: --set cost.seconds_per_item=6.5",
    )
    first = [1, 3, 4] if form == "JSON_MIN" else [2, 4, 5]
    assert content.lines.tolist() == first


def test_several_choices_at_once_are_refused_in_a_table_too(read):
    both = judgement(1, "a", '{"choices": ["idiom", "literal"]}', 10, 7, 4.0)
    _, _, problems = read([both], write=as_csv)
    assert problems == [
        't, line 2, column label, item a: several labels are chosen at once (found "{"choices": ["idiom", "literal"]}"); budgetplan needs one label for each item; keep one'
    ]


def test_a_table_of_annotations_can_be_read_as_it_stands(tmp_path):
    (tmp_path / "e.csv").write_text(as_csv(JUDGEMENTS), encoding="utf-8")
    with open_table(str(tmp_path / "e.csv"), TableForm(dialect="table")) as file:
        assert file.read("", ["label"], [], Problems("t")).n_rows == 6
    (tmp_path / "t.csv").write_text("item_id,label\na,x\n", encoding="utf-8")
    with (
        pytest.raises(BadDataError) as raised,
        open_table(str(tmp_path / "t.csv"), TableForm(dialect="label-studio")),
    ):
        pass
    assert str(raised.value).endswith(
        "t.csv: a Label Studio export has the columns id, annotation_id and lead_time; export it as JSON, or leave out --dialect"
    )


def test_an_empty_choice_is_no_vote(tmp_path):
    rows = [
        judgement(1, "a", "y", 10, 1, 3),
        judgement(1, "a", "NA", 11, 2, 3),
        judgement(2, "b", "n", 10, 3, 3),
    ]
    tasks = [task(1, annotation("y"), annotation("NA", 11)), task(2, annotation("n"))]
    for name, text in (("e.csv", as_csv(rows)), ("m.json", json.dumps(rows)), ("t.json", json.dumps(tasks))):
        (tmp_path / name).write_text(text, encoding="utf-8")
        with open_table(str(tmp_path / name), TableForm(empty=("NA",))) as file:
            assert column(file.read("", ["label"], [], Problems("t")), "label") == ["y", "n"], name


def test_what_is_no_single_choice_is_told_with_its_own_line(read):
    for label, wrong in (
        ({"choices": ["idiom", "literal"]}, "several labels are chosen at once"),
        ([{"start": 0, "end": 4, "labels": ["idiom"]}], "this is no label of a whole item"),
    ):
        rows = [judgement(1, "a", "idiom", 10, 7, 4.0), judgement(1, "a", label, 11, 8, 4.0)]
        if isinstance(label, dict):
            _, _, problems = read(rows)
            found = [one.partition(" (found")[0] for one in problems]
            assert found == [f"t, object 2, column label, item a: {wrong}"]
        rows[1]["label"] = json.dumps(label)
        _, _, problems = read(rows, write=as_csv)
        assert [one.partition(" (found")[0] for one in problems] == [f"t, line 3, column label, item a: {wrong}"]


def test_a_number_written_in_two_ways_is_one_number(read):
    rows = [
        judgement(1, "a", "idiom", 10, 7, 4.0) | {"p": "0.9"},
        judgement(1, "a", "idiom", 11, 8, 4.0) | {"p": "0.90"},
    ]
    content, _, problems = read(rows, numbers=("p",), write=as_csv)
    assert problems == []
    assert content.numbers["p"].values.tolist() == [0.9]


def test_two_choices_of_one_annotation_are_not_two_votes(read):
    twice = annotation("y")
    twice["result"] = twice["result"] * 2
    _, _, problems = read([task(1, twice, annotation("n", 11))])
    assert problems[0].startswith("t, line 1, column label, item s-01: one annotation has several choices")


def test_two_columns_of_one_name_are_refused(tmp_path):
    (tmp_path / "e.csv").write_text("id,label,label,annotation_id,lead_time\n1,y,n,1,3\n", encoding="utf-8")
    with (
        pytest.raises(BadDataError, match="column label: two columns have the same name"),
        open_table(str(tmp_path / "e.csv")),
    ):
        pass


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
    path = tmp_path / "e.json"
    path.write_text(json.dumps(exported()))
    plan = Plan(str(path), Columns("label"), ("idiom",), (ModelSpec("m", "p_idiom"),))
    table = read_table(plan)
    assert table.n_rows == 40
    assert len(table.items.ids) == 38
    assert int((table.items.label >= 0).sum()) == 28
    assert [(one.item, one.reason) for one in table.excluded] == [(name, Reason("tie")) for name in ("s-00", "s-15")]
    assert table.messages[-1] == "10 of 40 rows have no label: taken as your list."
    renamed = read_table(replace(plan, columns=Columns("gold"), form=TableForm(map={"label": "gold"})))
    assert renamed.excluded == table.excluded
    flags = {"table.label": "label", "answers.error_weight": "4", "table.workflow": "defer"}
    toml = tmp_path / "plan.toml"
    toml.write_text(
        '[table]\nfile = "e.json"\n[[models]]\nname = "m1"\npredicted = "m1.predicted"\nconfidence = "m1.confidence"\n'
    )
    data = read_classified(read_plan(str(toml), flags))
    assert len(data.test.ids) == 28
    assert data.n_unlabelled == 10
    assert sum(one.reason == Reason("tie") for one in data.excluded) == 2
    assert "10 of 40 rows have no label: taken as your list." in data.messages


def test_labels_may_be_an_export_beside_a_table_of_scores(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "e.json").write_text(json.dumps(exported()))
    (tmp_path / "s.csv").write_text("item_id,p\n" + "".join(f"s-{n:02d},{n}\n" for n in reversed(range(40))))
    form = TableForm(labels="e.json")
    table = read_table(Plan("s.csv", Columns("label"), ("idiom",), (ModelSpec("p", "p"),), form=form))
    assert int((table.items.label >= 0).sum()) == 28
    assert sorted(one.item for one in table.excluded) == ["s-00", "s-15"]
    assert table.messages[0].startswith("e.json: read as a Label Studio export: 40 tasks")


def test_ties_stay_ties_in_a_long_table(tmp_path):
    tied = (annotation("a"), annotation("b", 11))
    tasks = [
        task(n, *(tied if item == "x" else (annotation("a"),)), item_id=item, model=model, score=n)
        for n, (item, model) in enumerate((("x", "m1"), ("x", "m2"), ("y", "m2"), ("y", "m1")))
    ]
    (tmp_path / "e.json").write_text(json.dumps(tasks))
    path = str(tmp_path / "e.json")
    form = TableForm(long=("item_id", "model", "score"))
    columns = Columns("label", id="item_id")
    table = read_table(Plan(path, columns, ("a",), (ModelSpec("m1", "m1"),), form=form))
    assert table.items.ids == ("y",)
    assert [one.item for one in table.excluded] == ["x"]


def test_a_report_from_an_export(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "e.json").write_text(json.dumps(exported()))
    asked = ["e.json", "--label", "label", "--positive", "idiom", "--model", "p_idiom"]
    more = [
        "--cost",
        "0.04",
        "--budget",
        "1",
        "--set",
        "sure.resamples=50",
        "--format",
        "html",
        "--date",
        "2026-11-21",
    ]
    done = CliRunner().invoke(main, ["report", *asked, *more, "--out", "r"], catch_exceptions=False)
    assert done.exit_code in (0, 3)
    # By hand: 30 + 6 judgements; the times are 5, 6, 7, 8 in turn, and 8 for the second ones.
    assert done.stdout.splitlines()[:5] == [
        "Read as a Label Studio export: 40 tasks, 2 annotators, 36 annotations.",
        "Items judged more than once (label): 6; taken: the label with most judgements (4).",
        "Ties, left without a label: 2 (s-00, s-15).",
        "An item that people judged has 1.2 judgements on average; how many a review pays for is said by cost.annotators (1 where nothing is said).",
        "Measured time: median 7 s from 36 annotations, those of ties too; to use it: --set cost.seconds_per_item=7",
    ]
    tie = "a tie: no label has the most judgements"
    excluded = (tmp_path / "r" / "excluded.csv").read_text().splitlines()
    assert excluded == ["item,reason,place", f"s-00,{tie},object 1", f"s-15,{tie},object 16"]
    page = (tmp_path / "r" / "report.html").read_text()
    assert tie in page


def test_a_task_that_stands_once_for_each_annotation_is_one_task(read, tmp_path):
    twice = task(1, annotation("idiom"), annotation("idiom", 11), p_idiom=0.9)
    tasks = [twice, dict(reversed(twice.items())), task(2, annotation("literal"), p_idiom=0.1)]
    content, _, problems = read(tasks)
    assert (problems, content.ids, column(content, "label")) == ([], ["s-01", "s-02"], ["idiom", "literal"])
    assert "Copies of tasks that stand there already, left out: 1." in content.messages
    log = read_log(str(tmp_path / "export.json"), id_column="item_id", label_column="label")
    assert log.item == ("s-01", "s-01", "s-02")
    assert "Copies of tasks that stand there already, left out: 1." in log.messages


def test_copies_of_a_task_that_say_different_things_are_refused_by_name(read, tmp_path):
    tasks = [task(1, annotation("idiom"), p_idiom=0.9), task(1, annotation("literal"), p_idiom=0.9)]

    def broken(tasks):
        return json.dumps(tasks).replace('}, {"id"', '},\n{"id"')

    for write, place in ((json.dumps, "object 2"), (broken, "line 2")):
        with pytest.raises(BadDataError) as caught:
            read(tasks, write=write)
        assert f"{place}, column id, item 1: the task stands here again, with other" in str(caught.value)
    with pytest.raises(BadDataError, match=r"item 1: the task stands here again, with other"):
        read_log(str(tmp_path / "export.json"), id_column="item_id", label_column="label")


def test_what_is_wrong_with_a_list_on_one_line_is_told_by_the_number_of_the_object(read):
    part = {"from_name": "label", "type": "labels", "value": {"start": 0, "end": 2, "labels": ["idiom"]}}
    with pytest.raises(BadDataError, match=r"object 2: a Label Studio export with labels cannot be used"):
        read([task(1, annotation("idiom")), task(2, annotation("idiom") | {"result": [part]})])
