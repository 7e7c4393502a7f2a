"""What a sentence claims is so: cases in which an earlier wording claimed too much."""

from __future__ import annotations

from documents_world import LABELS, POOR, Model, placed, world
from statement_pairs import EACH, STEPPED


def test_a_share_of_all_is_always_reached_by_reviewing_all():
    assert "sure.target_unsafe" not in world(models=(POOR,), budget=None, target=("1", "share")).keys


# a reason is given only where it is the reason
def test_a_budget_that_ends_the_review_is_not_given_as_a_want_of_entries():
    assert "paste.further_none_stop" not in world(budget=("20", "money")).keys
    assert "paste.further_none_stop" not in world(budget=None, target=("1", "share")).keys


def test_a_budget_that_ends_the_review_is_not_given_as_a_want_of_worth():
    told = world(models=STEPPED, budget=("3", "money"), values={"entry": {"idiom": "3"}})
    assert "paste.further_stop" not in told.keys


def test_the_whole_list_leaves_nothing_to_buy():
    keys = world(budget=("41", "money")).keys
    assert "note.unspent" not in keys
    assert "stop.budget_rule" not in keys


def test_all_the_money_of_the_note_on_tenths_is_of_one_kind():
    told = world(price=EACH | {"contingency": "0.1", "fixed": {"G": "5"}}, budget=("21", "money"))
    [note] = told.said("note.tenth_costs") or [None]
    assert note is None or note.args["whole"] == float(told.analysis.whole.spend)


# the title holds for every bar right of the stop
def test_no_tenth_after_the_stop_pays_where_the_title_says_so():
    model = Model("m", order=placed(LABELS, (1, 2, 3, 4, 20, 21, 22, 23, 24, 25)))
    told = world(models=(model,), budget=None, values={"entry": {"idiom": "3"}}, resamples=0)
    after = [
        bar.value for bar in told.figure("figure_steps").bars if not bar.filled and bar.value is not None
    ]
    assert ("fig.steps_stop" in told.keys) == all(value > 3 for value in after)


def test_a_loss_is_not_called_a_gain():
    told = world(budget=None, values={"entry": {"idiom": "0.5"}, "left_out": {"idiom": "-2"}})
    assert not [one for one in told.said("lede.value") if one.args["net"] < 0]


# "The next tenth of the list (N items)" is a tenth
def test_a_step_that_is_called_a_tenth_is_one():
    for args in (
        {"budget": ("38", "money"), "models": (Model("late", order=placed(LABELS, range(31, 41))),)},
        {"parts": 20},
    ):
        told = world(**args)
        for key in ("sure.next_step", "sure.next_step_none", "sure.next_step_plain"):
            assert not [
                one
                for one in told.said(key)
                if (one.args["step"].key == "step.tenth")
                != (one.args["step"].args["items"] == 4 and "parts" not in args)
            ]
