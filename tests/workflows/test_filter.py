"""The ranked list as a workflow: from a table to what is recommended, with its progress."""

from __future__ import annotations

from budgetplan.render.display import Style, sentence_text
from budgetplan.settings.build import read_plan
from budgetplan.workflows.filter import FilterWorkflow


def test_a_table_becomes_a_recommendation(tmp_path):
    table = tmp_path / "scores.csv"
    table.write_text("id,gold,m\na,y,3\nb,n,1\nc,y,2\nd,n,0\n", encoding="utf-8")
    (tmp_path / "plan.toml").write_text(
        '[table]\nfile = "scores.csv"\nlabel = "gold"\npositive = ["y"]\n[[models]]\nname = "m"\n'
        '[cost]\nper_item = "1"\ncurrency = "EUR"\n[goal]\nbudget = "2"\n',
        encoding="utf-8",
    )
    plan, flow, told = read_plan(str(tmp_path / "plan.toml"), {}), FilterWorkflow(), []
    data = flow.read(plan, {})
    solution = flow.solve(plan, data, lambda *step: told.append(step))
    found = flow.recommend(solution)
    assert (found.model, found.reviewed.value, found.found.value) == ("m", 2.0, 2.0)
    [model] = flow.source(plan, data).models
    assert sentence_text(model, Style()) == "m (column m, higher)"
    assert told[-1] == ("comparing the models", 0, 1)
