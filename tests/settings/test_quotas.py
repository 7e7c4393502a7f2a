"""Quotas as they are said, and what contradicts them."""

import pytest

from budgetplan.domain.plan import Quota
from budgetplan.errors import UsageError
from budgetplan.settings.build import read_plan

FLAGS = {"table.label": "gold", "table.positive": ("idiom",), "models.name": ("p_rf",), "cost.per_item": "1"}


def refused(flags, file="t.csv"):
    with pytest.raises(UsageError) as error:
        read_plan(file, FLAGS | flags)
    return [str(one) for one in error.value.problems]


def plan_file(tmp_path, text):
    path = tmp_path / "plan.toml"
    path.write_text(
        '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = "idiom"\n[[models]]\nname = "p_rf"\n'
        "[cost]\nper_item = 1\n" + text
    )
    return str(path)


def test_one_minimum_holds_for_all_and_some_have_their_own(tmp_path):
    text = '[quota]\nby = "language"\nminimum = 300\n[quota.minimums]\nLatvian = 100\n'
    quota = read_plan(plan_file(tmp_path, text)).quota
    assert quota == Quota("language", 300, {"Latvian": 100})
    assert (quota.of("Latvian"), quota.of("Czech")) == (100, 300)


def test_minimums_can_be_said_on_the_command_line():
    said = FLAGS | {"set": ("quota.by=language", "quota.minimums.Latvian=100")}
    assert read_plan("t.csv", said).quota == Quota("language", 0, {"Latvian": 100})


@pytest.mark.parametrize("minimum", ["0", 0])
def test_a_quota_of_nothing_everywhere_is_none(minimum):
    assert read_plan("t.csv", FLAGS | {"quota.by": "language", "quota.minimum": minimum}).quota is None


def test_quotas_that_nobody_mentions_are_none():
    assert read_plan("t.csv", FLAGS).quota is None


@pytest.mark.parametrize("minimum", ["-1", "2.5", "many"])
def test_a_minimum_is_a_whole_number_from_0_on(minimum):
    (told,) = refused({"quota.by": "language", "quota.minimum": minimum})
    assert "quota.minimum" in told
    assert minimum in told
    (told,) = refused({"set": ("quota.by=language", f"quota.minimums.Latvian={minimum}")})
    assert "quota.minimums.Latvian" in told


def test_column_and_minimum_belong_together(tmp_path):
    (told,) = refused({"quota.by": "language"})
    assert "how many of each are wanted is not known" in told
    (told,) = refused({"quota.minimum": "3"})
    assert "--set quota.by=COLUMN" in told
    (told,) = refused({}, plan_file(tmp_path, '[quota]\nby = "language"\nminimums = 5\n'))
    assert "write quota.minimums.NAME = 300" in told


@pytest.mark.parametrize(
    ("column", "why"),
    [
        ("gold", "is not known before it is reviewed"),
        ("item", "every item is alone"),
        ("p_rf", "a model reads this column"),
    ],
)
def test_labels_names_and_scores_are_no_strata(column, why):
    told = refused({"quota.by": column, "quota.minimum": "3", "table.id": "item"})
    assert len(told) == 1
    assert why in told[0]


@pytest.mark.parametrize(
    "other",
    [
        {"goal.target": "50"},
        {"list.prevalence": "0.1"},
        {"list.file": "list/*.parquet"},
        {"list.reviewed": ("back.csv",)},
    ],
)
def test_what_quotas_cannot_be_planned_with_is_refused(other):
    told = refused({"quota.by": "language", "quota.minimum": "3"} | other)
    assert len(told) == 1
    assert "leave the quotas out" in told[0]


def test_where_a_model_answers_there_are_no_quotas():
    flags = {"table.label": "gold", "models.probabilities": ("rf=p_rf",), "answers.error_weight": "4"}
    with pytest.raises(UsageError, match="quotas are held by people who review a ranked list"):
        read_plan("t.csv", flags | {"quota.by": "language", "quota.minimum": "3"})


def test_an_answerer_does_not_screen_by_stratum(tmp_path):
    text = '[quota]\nby = "language"\nminimum = 300\n[[answerers]]\nname = "llm"\ncolumn = "says"\nprice = 0.01\n'
    told = refused({}, plan_file(tmp_path, text))
    assert len(told) == 1
    assert "leave the answerers out, or the quotas" in told[0]


@pytest.mark.parametrize("sure", ["0", "100 %"])
def test_nothing_is_sure_in_all_resamples_or_in_none(sure):
    said = refused({"quota.by": "language", "quota.minimum": "3", "quota.sure": sure})
    assert len(said) == 1
    assert "this is none or all of them" in said[0]
