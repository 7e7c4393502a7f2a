"""Every module of a tool is found, and the plan knows each by its name."""

from __future__ import annotations

import sys

from click.testing import CliRunner

from budgetplan.cli.main import main
from budgetplan.domain.options import BY_KEY
from budgetplan.tables import exports
from budgetplan.tables.exports.registry import tools


def test_the_tools_are_those_that_a_plan_may_name():
    assert ["auto", "table", *tools()] == list(BY_KEY["table.dialect"].choices)


def test_every_tool_says_what_it_is():
    for name, tool in tools().items():
        assert tool.key == name
        assert tool.called
        assert bool(tool.sign) == (tool.read is not None)
        assert not tool.shows({})


def test_a_tool_that_no_plan_can_name_yet_stops_no_table(tmp_path, monkeypatch):
    module = """from budgetplan.tables.exports.base import Tool
TOOLS = (Tool("aa", "an aa export"),)
"""
    (tmp_path / "aa.py").write_text(module, encoding="utf-8")
    rows = [f'{{"id": "i{n}", "gold": "{"yes" if n % 3 else "no"}", "p": 0.{n + 1}}}' for n in range(9)]
    (tmp_path / "t.jsonl").write_text("\n".join(rows), encoding="utf-8")
    monkeypatch.setattr(exports, "__path__", [*exports.__path__, str(tmp_path)])
    monkeypatch.chdir(tmp_path)
    known = [*tools()]
    tools.cache_clear()
    try:
        assert [*tools()] == [*known, "aa"]
        done = CliRunner().invoke(main, ["init", "t.jsonl"], catch_exceptions=False)
    finally:
        tools.cache_clear()
        sys.modules.pop(f"{exports.__name__}.aa", None)
    assert done.exit_code == 0, done.output
