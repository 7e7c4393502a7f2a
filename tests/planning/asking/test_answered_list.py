"""A plan with an answerer on the list itself: worked out row by row, and named where answers are missing."""

import random

import pytest
from asked_list_world import rows_of, solved

from budgetplan.planning.joint.course import course_of

pytestmark = pytest.mark.usefixtures("plan_alone")


def by_hand(joint, rows):
    """Who answers which row of the list, and who is left for people, the least sure first; by the printed rule."""
    rule = joint.option.applied.deployed
    assert rule.family == "confidence"
    model, answerer, people = set(), set(), []
    for name, gold, *p, says, sure, _ in rows:
        confidence = max(map(float, p))
        answer = "ab"[float(p[1]) > float(p[0])]
        given = says in ("a", "b")
        stands = {
            "none": False,
            "agree": given and says == answer,
            "all": given,
            "confident": given and bool(sure) and float(sure) >= rule.rule.level,
        }[rule.rule.stands]
        if gold:
            continue
        if confidence >= rule.cutoff:
            model.add(name)
        elif stands:
            answerer.add(name)
        else:
            people.append((confidence, name))
    return model, answerer, [name for _, name in sorted(people)]


@pytest.mark.parametrize(
    ("accept", "goal"),
    [
        *(("auto", f"budget = {budget}") for budget in (1000, 20, 6)),
        ("agree", "budget = 20"),
        ("confident", "budget = 6"),
        ("all", "budget = 1000"),
    ],
)
def test_each_row_goes_where_the_printed_rule_sends_it(tmp_path, goal, accept):
    rows = rows_of(300, 120)
    joint = solved(tmp_path, rows, goal=goal, answerer=f'accept = "{accept}"')
    assert joint.option.applied.deployed.rule.answerer == "llm"
    model, answerer, people = by_hand(joint, rows)
    course, known = course_of(joint), joint.answered_list
    answered = dict(zip(course.answered.tolist(), course.answered_by, strict=True))
    told = {name: {course.ids[row] for row, by in answered.items() if by == name} for name in ("m", "llm")}
    assert told == {"m": model, "llm": answerer}
    assert [course.ids[row] for row in course.queue.tolist()] == people
    assert len(model) + len(answerer) + len(people) == course.n_items == 120
    said = {row[0]: ("ab"[float(row[3]) > float(row[2])], row[4]) for row in rows}
    for row, answer in zip(course.answered.tolist(), course.answers, strict=True):
        assert answer == said[course.ids[row]][answered[row] == "llm"]
    # What is left after 0.02 for each that is asked pays for reviews at 0.50 each.
    left = float(goal.split()[-1]) - 0.02 * (120 - len(model))
    assert known.review == min(int(left / 0.5 + 1e-9), len(people))
    assert course.review == known.review <= len(people)


def test_rows_that_nobody_was_asked_about_are_named_and_there_is_no_queue_yet(tmp_path):
    rows = rows_of(300, 120, asked=False)
    joint = solved(tmp_path, rows)
    model, answerer, people = by_hand(joint, rows)
    known = joint.answered_list
    assert not answerer
    assert sorted(people) == [known.side.data.ids[row] for row in known.unasked.tolist()]
    assert not model & set(people)
    assert course_of(joint) is None


def test_once_they_are_asked_no_answer_is_missing_and_the_plan_itself_is_the_same(tmp_path):
    before = solved(tmp_path, rows_of(300, 120, asked=False))
    after = solved(tmp_path, rows_of(300, 120))
    asked = {before.answered_list.side.data.ids[row] for row in before.answered_list.unasked.tolist()}
    filled = [row if row[1] or row[0] in asked else [*row[:4], "", "", ""] for row in rows_of(300, 120)]
    some = solved(tmp_path, filled)
    for one in (after, some):
        assert one.option.net == before.option.net
        assert not len(one.answered_list.unasked)
    assert course_of(some).answers == course_of(after).answers
    assert course_of(some).queue.tolist() == course_of(after).queue.tolist()


def test_where_the_budget_ends_before_all_are_asked_about_so_many_are(tmp_path):
    """The model is sure of nothing on the list, and 2 pays for 100 answers at 0.02 about its 120 items."""
    said = {"goal": "budget = 2", "answerer": 'accept = "all"', "per_item": "5"}
    known = solved(tmp_path, rows_of(300, 120, asked=False, unsure=True), **said).answered_list
    assert known.answerer == "llm"
    assert not known.accepted.any()
    assert len(known.unasked) == 100
    assert known.review == 0
    # Of these 30 are asked about now: 70 of the others are still to be.
    half = rows_of(300, 120, unsure=True)
    drawn = {known.side.data.ids[row] for row in known.unasked[:30].tolist()}
    half = [row if row[1] or row[0] in drawn else [*row[:4], "", "", ""] for row in half]
    rest = solved(tmp_path, half, **said).answered_list
    assert len(rest.unasked) == 70
    assert not drawn & {rest.side.data.ids[row] for row in rest.unasked.tolist()}


def test_the_order_of_rows_changes_nothing(tmp_path):
    rows = rows_of(200, 80)
    shuffled = rows.copy()
    random.Random(2).shuffle(shuffled)
    one, other = (course_of(solved(tmp_path, each, goal="budget = 12")) for each in (rows, shuffled))
    assert (one.ids, one.answers, one.answered_by) == (other.ids, other.answers, other.answered_by)
    assert (one.queue.tolist(), one.review) == (other.queue.tolist(), other.review)


def test_tokens_that_nobody_counted_yet_are_paid_as_those_of_the_labelled_items_on_average(tmp_path):
    priced = "price = 0\ntokens_in = 'tokens'\nprice_in = 200"
    rows = rows_of(300, 120, asked=False)
    joint = solved(tmp_path, rows, goal="budget = 6", price=priced)
    mean = sum(float(row[-1]) for row in rows[:300]) / 300
    cost = joint.answered_list.side.answerers[0].said.cost
    # Prices are rounded up to a millionth for each item.
    assert cost == pytest.approx(mean * 200, abs=1)


def test_there_is_none_without_a_list_or_without_an_answerer_to_ask(tmp_path):
    assert solved(tmp_path, rows_of(100, 0)).answered_list is None
    nobody = solved(tmp_path, rows_of(200, 50), answerer='accept = "none"')
    assert nobody.answered_list.answerer == ""
    course = course_of(nobody)
    assert (course.answered_by, len(course.answered) + len(course.queue)) == ((), 50)
