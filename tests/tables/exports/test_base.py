"""What is common to all exports: fields, names of items, and cells told only where they are used."""

import importlib.util
import json
import shutil
from pathlib import Path

from budgetplan import tools
from budgetplan.domain.messages import literal
from budgetplan.domain.options import BY_KEY
from budgetplan.errors import Problems
from budgetplan.tables.opened import open_table
from budgetplan.tools import READ, WRITTEN
from budgetplan.tools.base import Asked, Export, ExportSource
from budgetplan.tools.registry import QUEUE_TOOLS, TOOLS


def small():
    export = Export("t", Asked(), read_as="a small export")
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


def test_a_further_tool_is_a_further_file(tmp_path):
    """Its names are known before any file of the folder is loaded."""
    folder = shutil.copytree(Path(tools.__file__).parent, tmp_path / "tools")
    (folder / "labelbox.py").write_text(
        'TOOL = Tool("labelbox", CALLED, read)\nQUEUE = QueueTool(\n    "labelbox",\n)\n'
    )
    spec = importlib.util.spec_from_file_location("further", folder / "__init__.py")
    further = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(further)
    assert {*further.READ} - {*READ} == {*further.WRITTEN} - {*WRITTEN} == {"labelbox"}
    assert {*further.FILES} - {*tools.FILES} == {"labelbox"}
