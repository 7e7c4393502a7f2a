"""What is common to all exports: fields, names of items, and cells told only where they are used."""

import json

from budgetplan.domain.messages import literal
from budgetplan.domain.options import BY_KEY
from budgetplan.errors import Problems
from budgetplan.tables.opened import open_table
from budgetplan.tools import READ, WRITTEN
from budgetplan.tools.base import Asked, Export, ExportSource
from budgetplan.tools.registry import QUEUE_TOOLS, TOOLS


def small():
    export = Export("t", Asked(), told="a small export")
    export.add(3, {"item_id": "a", "n": "0.50", "deep": {"x": [None]}})
    export.add(5, {"n": None, "yes": True})
    export.note(1, "label", literal("it is odd", "mend it"), ["u", "v"])
    return export


def read(export, columns):
    problems, spoilt = Problems("t"), Problems("t")
    spoilt.add(literal("a line is broken", "mend it"), line=9)
    source = ExportSource(export, spoilt)
    lines, rows = zip(*source.rows(problems, columns), strict=True)
    return source, list(lines), [list(row) for row in rows], [str(one) for one in problems.listed()]


def test_cells_that_are_not_asked_for_are_empty_and_not_told():
    source, lines, rows, problems = read(small(), {"n", "yes", "item_id"})
    assert source.header == ("item_id", "n", "deep", "yes", "label")
    assert lines == [3, 5]
    assert rows == [["a", "0.50", "", "", ""], ["", "", "", "true", ""]]
    assert problems == ["t, line 9: a line is broken; mend it"]
    assert [small().name(0), small().name(1)] == ["a", "line 5"]
    assert [", ".join(map(str, source.told(sign))) for sign in ".,"] == [
        "a small export",
        "a small export, decimal comma",
    ]


def test_what_is_odd_is_told_where_it_is_used():
    assert read(small(), {"label", "deep"})[3] == [
        "t, line 9: a line is broken; mend it",
        't, line 5, column label: it is odd (found "["u", "v"]"); mend it',
        't, line 3, column deep: this value is an object (found "{"x": [null]}"); write one text or number for each item',
    ]
    export = small()
    export.note(0, "label", literal("it is odd", "mend it"), None)
    assert 't, line 3, column label, item a: it is odd (found "null"); mend it' in read(export, {"label"})[3]


def test_no_name_of_a_users_is_rewritten_where_objects_and_not_lines_are_counted(tmp_path):
    path = tmp_path / "one.json"
    for names, told in ((("line 103", "line 104"), "(line 103, line 104)"), (None, "(object 1, object 2)")):
        tasks = [
            {
                "data": {"text": f"T {at}"} | ({"item_id": names[at]} if names else {}),
                "annotations": [
                    {"completed_by": who, "result": [{"type": "choices", "value": {"choices": [label]}}]}
                    for who, label in enumerate(("yes", "no"))
                ],
            }
            for at in range(2)
        ]
        path.write_text(json.dumps(tasks), encoding="utf-8")
        with open_table(str(path)) as file:
            messages = (*map(str, file.read("item_id" if names else "", ["label"], [], Problems("t")).messages),)
        assert f"Ties, left without a label: 2 {told}." in messages


def test_the_tools_are_those_that_a_plan_and_a_queue_may_name():
    assert [*QUEUE_TOOLS] == [*WRITTEN]
    assert ["auto", "table", *TOOLS] == ["auto", "table", *READ] == list(BY_KEY["table.dialect"].choices)
    for name, tool in TOOLS.items():
        assert tool.key == name
        assert tool.sign or tool.heads
        assert not tool.shows({})
