"""What was said, and where: plan file first, flags over it."""

from pathlib import Path

import pytest

from budgetplan.settings.sources import gather


@pytest.fixture
def gathered(tmp_path, monkeypatch):
    """Return what gathers a plan file with this text, and flags."""
    monkeypatch.chdir(tmp_path)

    def gather_text(text, flags=None):
        Path("plan.toml").write_text(text)
        return gather("plan.toml", flags or {})

    return gather_text


def test_decimals_stay_as_they_are_written(gathered):
    settings = gathered("[cost]\nper_item = 0.1000000000000000055\n")
    assert settings.by_key["cost.per_item"].value == "0.1000000000000000055"


def test_an_empty_value_on_the_command_line_takes_that_of_the_file_away_or_is_refused(gathered):
    assert "table.split" not in gathered('[table]\nsplit = "test"\n', {"table.split": ""}).by_key
    text = "[goal]\nbudget = 5\n"
    assert "goal.budget" not in gathered(text, {"set": ("goal.budget=",)}).by_key
    [problem] = gathered(text, {"goal.budget": ""}).problems
    assert (problem.option, problem.wrong) == ("--budget", "there is no value here")


def test_a_class_with_a_dot_or_an_equals_sign_can_be_set_or_written():
    settings = gather("t.csv", {"set": ("entry.value.a.b=3", "cost.fixed.x = y=2")})
    assert settings.by_key["entry.value"].value == {"a.b": "3"}
    assert settings.by_key["cost.fixed"].value == {"x": "y=2"}


def test_classes_of_a_model_are_a_list_and_its_other_keys_are_not(gathered):
    settings = gathered('[[models]]\nname = "m"\nclasses = ["a", "b"]\nprobabilities = ["p"]\n')
    assert settings.models[0]["classes"].value == ["a", "b"]
    assert "probabilities" not in settings.models[0]
    [problem] = settings.problems
    assert (problem.wrong, problem.found) == ("this is not one value", "a list")


def test_names_of_columns_come_from_the_plan_file_the_flag_and_set(gathered):
    flags = {"table.map": ("b=d", "x=y=z"), "set": ("table.map.Note = n", "table.map=q=r")}
    settings = gathered('[table.map]\n"Punkte" = "score"\nb = "c"\n', flags)
    assert settings.problems == []
    names = {"Punkte": "score", "b": "d", "x=y": "z", "Note": "n", "q": "r"}
    assert settings.by_key["table.map"].value == names
    [problem] = gather("t.csv", {"table.map": ("b",)}).problems
    assert str(problem).startswith('--map: there is no equals sign (found "b")')
