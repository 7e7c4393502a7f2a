"""Every module of a tool is found, and the plan knows each by its name."""

from __future__ import annotations

from budgetplan.domain.options import BY_KEY
from budgetplan.tables.exports.registry import tools


def test_the_tools_are_those_that_a_plan_may_name():
    assert ["auto", "table", *tools()] == list(BY_KEY["table.dialect"].choices)


def test_every_tool_says_what_it_is():
    for name, tool in tools().items():
        assert tool.key == name
        assert tool.called
        assert bool(tool.sign) == (tool.read is not None)
        assert not tool.shows({})
