"""From logs to what each item is settled as: the last word of each annotator, most of them, the adjudicator."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from queue_world import LABELS, drawn, manifest

from budgetplan.domain.review import NOT_YET, SKIPPED, UNSETTLED
from budgetplan.errors import BadDataError
from budgetplan.queues.settle import settle
from budgetplan.tools.log import Log

IDIOM, LITERAL = 0, 1
ITEMS = drawn()
QUEUE = [ITEMS.ids[at] for at in np.flatnonzero(ITEMS.place > 0).tolist()]
"""The queue in its order."""


def log(*rows, file="log.csv", sha256=None):
    """Return a log of (item, label, annotator, seconds) rows."""
    full = [
        (row[0], row[1], row[2] if len(row) > 2 else "", row[3] if len(row) > 3 else np.nan) for row in rows
    ]
    item, label, who, seconds = zip(*full, strict=True) if full else ((), (), (), ())
    return Log(
        item=item,
        label=label,
        annotator=who,
        seconds=np.array(seconds, dtype=np.float64),
        when=("",) * len(full),
        line=np.arange(2, 2 + len(full)),
        file=file,
        sha256=sha256 or repr(rows) + file,
    )


def settled(*logs, **more):
    back = settle(manifest(ITEMS), logs, **more)
    return {ITEMS.ids[at]: int(code) for at, code in enumerate(back.label) if code != NOT_YET}, back


def notes(back):
    return {note.kind: (note.n, note.items) for note in back.notes}


def test_one_judgement_each_is_what_it_says_and_the_rest_waits():
    label, back = settled(log((QUEUE[0], "idiom"), (QUEUE[1], "literal"), (QUEUE[2], "")))
    assert label == {QUEUE[0]: IDIOM, QUEUE[1]: LITERAL}
    assert back.notes == ()
    assert back.annotators == ("log.csv",)


def test_an_export_that_holds_an_earlier_one_is_one_person_judging_once():
    first = [(name, "idiom", "", 7.0) for name in QUEUE[:3]]
    more = [*first, (QUEUE[3], "literal", "", 9.0)]
    label, back = settled(log(*first, file="week1.csv"), log(*more, file="week2.csv"))
    assert label == dict.fromkeys(QUEUE[:3], IDIOM) | {QUEUE[3]: LITERAL}
    assert (back.annotators, len(back.item)) == (("week2.csv",), 4)
    assert notes(back) == {"repeated": (3, tuple(sorted(QUEUE[:3])))}
    # Two who say the same of the same items, one who says otherwise, and people with names are no export of each other.
    other = [(name, "idiom", "", 8.0) for name in QUEUE[:3]]
    for one, two in ((first, other), ([(QUEUE[0], "literal")], more), ([(*first[0][:2], "anna")], more)):
        assert "repeated" not in notes(settled(log(*one, file="a"), log(*two, file="b"))[1])


def test_where_several_people_judge_each_item_the_same_labels_alone_are_no_sign_of_one_export():
    one, two = log((QUEUE[0], "idiom"), file="a"), log((QUEUE[0], "idiom"), (QUEUE[1], "literal"), file="b")
    for judgements, people in ((1, ("b",)), (2, ("a", "b"))):
        back = settle(replace(manifest(ITEMS), judgements=Decimal(judgements)), [one, two])
        assert back.annotators == people


def test_the_same_judgements_in_one_folder_are_one_log_and_in_two_folders_two_people():
    rows = [(QUEUE[0], "idiom"), (QUEUE[1], "literal")]
    for several in (False, True):
        _, back = settled(log(*rows, file="a.csv"), log(*rows[::-1], file="b.csv"), several=several)
        assert (back.annotators, len(back.item), "repeated" in notes(back)) == (("a.csv",), 2, True)
    _, back = settled(log(*rows, file="ben/p.csv"), log(*rows, file="anna/p.csv"), several=True)
    assert (back.annotators, len(back.item), notes(back)) == (("anna", "ben"), 4, {})
    for at_once in (("anna/p.csv", "ben/p.csv"), ("ben/p.csv", "anna/p.csv"), ("x/anna/p.csv", "ben/q.csv")):
        with pytest.raises(BadDataError, match="leave one of the two out, or name who judged") as raised:
            settled(*(log(*rows, file=file) for file in at_once))
        assert all(file in str(raised.value) for file in at_once)
    # What two people share out is judged once, whatever their files are called.
    _, back = settled(log(rows[0], file="anna/p.csv"), log(rows[1], file="ben/p.csv"))
    assert (back.annotators, notes(back)) == (("anna", "ben"), {})


def test_times_tell_one_persons_work_from_anothers():
    rows, later = ([(QUEUE[0], "idiom", "", sec), (QUEUE[1], "literal", "", 9.0)] for sec in (7.0, 8.0))
    for first, second in (("a.csv", "b.csv"), ("x/a.csv", "y/a.csv")):
        _, back = settled(log(*rows, file=first), log(*rows, file=second), several=True)
        assert (len(back.item), "repeated" in notes(back)) == (2, True)
    _, back = settled(log(*rows, file="a.csv"), log(*later, file="b.csv"), several=True)
    assert (len(back.item), "repeated" in notes(back)) == (4, False)


def test_the_last_word_of_an_annotator_counts_across_logs_too():
    label, back = settled(
        log((QUEUE[0], "idiom", "anna"), (QUEUE[0], "literal", "anna")),
        log((QUEUE[1], "idiom", "anna"), file="b"),
        log((QUEUE[1], "literal", "anna"), file="c"),
    )
    assert label == {QUEUE[0]: LITERAL, QUEUE[1]: LITERAL}
    assert notes(back)["again"] == (2, (QUEUE[0], QUEUE[1]))
    assert back.last.tolist() == [False, True, False, True]


def test_the_label_with_more_judgements_than_every_other_counts_in_logs_as_in_tables():
    said = [(QUEUE[0], label, f"p{at}") for at, label in enumerate(("idiom", "idiom", "literal"))]
    for more, expected in (([], IDIOM), ([(QUEUE[0], "literal", "p9")], UNSETTLED)):
        assert settled(log(*said, *more))[0] == {QUEUE[0]: expected}
    three = replace(manifest(ITEMS), labels=(*LABELS, "maybe"))
    back = settle(three, [log(*said, (QUEUE[0], "maybe", "p4"))])
    assert back.label[ITEMS.ids.index(QUEUE[0])] == IDIOM


def test_most_of_the_annotators_decide_and_where_they_are_even_nobody_does():
    rows = [(QUEUE[0], "idiom", who) for who in ("anna", "ben")] + [(QUEUE[0], "literal", "cleo")]
    rows += [(QUEUE[1], "idiom", "anna"), (QUEUE[1], "literal", "ben")]
    label, back = settled(log(*rows))
    assert label == {QUEUE[0]: IDIOM, QUEUE[1]: UNSETTLED}
    assert notes(back)["disagree"] == (1, (QUEUE[1],))
    label, _ = settled(log(*rows), adjudicator="ben")
    assert label == {QUEUE[0]: IDIOM, QUEUE[1]: LITERAL}


def test_what_was_skipped_is_told_unless_somebody_else_has_judged_it():
    label, back = settled(
        log(
            *((QUEUE[0], "", "anna", 3.0), (QUEUE[0], "idiom", "ben"), (QUEUE[1], "", "anna", 4.0)),
            (QUEUE[2], "", "anna"),
        )
    )
    # Of the third one only who is to judge it is known.
    assert label == {QUEUE[0]: IDIOM, QUEUE[1]: SKIPPED}
    assert notes(back)["skipped"] == (1, (QUEUE[1],))


def test_items_judged_before_others_above_them_and_outside_the_queue_are_told():
    left = ITEMS.ids[int(np.flatnonzero(ITEMS.role == 4)[0])]
    _, back = settled(log((QUEUE[0], "idiom"), (QUEUE[3], "idiom"), (left, "literal")))
    assert notes(back) == {"ahead": (1, (QUEUE[3],)), "outside": (1, (left,))}


@pytest.mark.parametrize("order", [1, -1])
def test_the_order_of_logs_and_rows_of_different_annotators_changes_nothing(order):
    rows = [(name, LABELS[at % 2], who) for at, name in enumerate(QUEUE) for who in ("anna", "ben", "cleo")]
    whole, _ = settled(log(*rows[::order]))
    parts, _ = settled(*[log(*rows[at::5], file=str(at)) for at in range(5)][::order])
    assert whole == parts == {name: at % 2 for at, name in enumerate(QUEUE)}


def test_everything_that_is_wrong_is_said_at_once_and_where():
    with pytest.raises(BadDataError) as raised:
        settled(log((QUEUE[0], "idiom"), ("who", "idiom"), (QUEUE[1], "idoim"), (QUEUE[2], "literal")))
    told = [str(problem) for problem in raised.value.problems]
    assert len(told) == 2
    assert "log.csv, line 3, item who: this item is not on the list" in told[0]
    assert "line 4, item " in told[1]
    assert '(found "idoim"); did you mean idiom? Write one of idiom, literal' in told[1]


def test_a_log_of_which_much_is_on_the_list_and_not_in_the_queue_comes_from_another_one():
    left = [ITEMS.ids[at] for at in np.flatnonzero(ITEMS.role == 4).tolist()]
    with pytest.raises(BadDataError, match="5 of the 10 rows of this log are not in the queue"):
        settled(log(*((name, "literal") for name in (*QUEUE[:5], *left[:5]))))
    settled(log(*((name, "literal") for name in (*QUEUE, *left[:2]))))


def test_a_log_of_another_queue_and_the_same_log_twice_are_one_message_each():
    with pytest.raises(BadDataError, match="belongs to another queue") as raised:
        settled(log(("a", "x"), ("b", "x")))
    assert len(raised.value.problems) == 1
    with pytest.raises(BadDataError, match="named twice"):
        settled(log((QUEUE[0], "idiom"), file="one"), log((QUEUE[0], "idiom"), file="./one"))


def test_that_whoever_settles_is_not_in_the_logs_is_said_where_there_is_something_to_settle():
    apart = log((QUEUE[0], "idiom", "anna"), (QUEUE[0], "literal", "ben"))
    assert notes(settled(apart, adjudicator="clara")[1])["settler"] == (1, ("clara",))
    assert "settler" not in notes(settled(apart, adjudicator="ben")[1])
    assert "settler" not in notes(settled(log((QUEUE[0], "idiom", "anna")), adjudicator="clara")[1])


def test_whoever_settles_under_a_name_that_is_misspelt_is_named_at_once():
    together = log((QUEUE[0], "idiom", "anna"), (QUEUE[1], "idiom", "clara"))
    assert notes(settled(together, adjudicator="Klara")[1])["settler"] == (1, ("Klara", "clara"))
    assert "settler" not in notes(settled(together, adjudicator="dora")[1])


@pytest.mark.parametrize(
    ("planned", "seconds", "doubted"),
    [(20, 1_999, False), (20, 21_000, True), (0, 3_000, False), (0, 4_000, True)],
)
def test_milliseconds_are_doubted_by_what_is_planned_or_else_by_the_hour(planned, seconds, doubted):
    items = replace(ITEMS, seconds=np.full(len(ITEMS.ids), float(planned)))
    back = settle(manifest(items), [log((QUEUE[0], "idiom", "", seconds), (QUEUE[1], "idiom"))])
    assert notes(back).get("slow") == ((seconds, ()) if doubted else None)
