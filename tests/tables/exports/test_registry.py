"""Every tool is found by its file, and the plan and the command line know each by its name."""

from __future__ import annotations

from click.testing import CliRunner

from budgetplan.cli.main import main
from budgetplan.domain.options import BY_KEY
from budgetplan.tools import READ, WRITTEN
from budgetplan.tools.registry import QUEUE_TOOLS, TOOLS


def test_the_tools_are_those_that_a_plan_may_name():
    assert ["auto", "table", *TOOLS] == ["auto", "table", *READ] == list(BY_KEY["table.dialect"].choices)


def test_the_tools_of_a_queue_are_those_that_the_command_line_names():
    assert [*QUEUE_TOOLS] == [*WRITTEN]
    shown = " ".join(CliRunner().invoke(main, ["queue", "--help"]).output.split())
    assert f"{', '.join(WRITTEN[:-1])} or {WRITTEN[-1]}." in shown


def test_every_tool_says_what_it_is():
    for name, tool in TOOLS.items():
        assert tool.key == name
        assert tool.called
        assert bool(tool.sign) or tool.heads
        assert not tool.shows({})
