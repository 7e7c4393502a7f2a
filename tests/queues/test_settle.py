"""From logs to what each item is settled as: the last word of each annotator, most of them, the adjudicator."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from queue_world import LABELS, drawn, manifest

from budgetplan.domain.review import NOT_YET, SKIPPED, UNSETTLED
from budgetplan.errors import BadDataError
from budgetplan.queues.rest import settle
from budgetplan.tools.log import Log

IDIOM, LITERAL = 0, 1
ITEMS = drawn()
QUEUE = [ITEMS.ids[at] for at in np.flatnonzero(ITEMS.place > 0).tolist()]
"""The queue in its order."""
LEFT = [ITEMS.ids[at] for at in np.flatnonzero(ITEMS.role == 4).tolist()]
FIRST, SECOND = QUEUE[:2]


def log(*rows, file="log.csv"):
    """Return a log of (item, label, annotator, seconds) rows."""
    item, label, who, seconds = zip(*((*row, *("", np.nan)[len(row) - 2 :]) for row in rows), strict=True)
    return Log(
        item=item,
        label=label,
        annotator=who,
        seconds=np.array(seconds, dtype=np.float64),
        when=("",) * len(rows),
        line=np.arange(2, 2 + len(rows)),
        file=file,
        sha256=repr(rows) + file,
    )


def settled(*logs, **more):
    back = settle(manifest(ITEMS), logs, **more)
    return {ITEMS.ids[at]: int(code) for at, code in enumerate(back.label) if code != NOT_YET}, back


def notes(back):
    return {note.kind: (note.n, note.items) for note in back.notes}


def test_times_tell_one_persons_work_from_anothers():
    rows, later = ([(FIRST, "idiom", "", sec), (SECOND, "literal", "", 9.0)] for sec in (7.0, 8.0))
    for first, second, other, n in (("a", "b", rows, 2), ("x/a", "y/a", rows, 2), ("a", "b", later, 4)):
        _, back = settled(log(*rows, file=first), log(*other, file=second), several=True)
        assert (len(back.item), "repeated" in notes(back)) == (n, n == 2)


def test_rows_that_stand_twice_in_a_log_and_what_was_skipped_are_not_judged_again():
    copied = [(FIRST, "idiom", "anna", 7.0), (SECOND, "", "anna", 5.0)]
    _, back = settled(log(*copied, *copied))
    assert notes(back) == {"repeated": (2, tuple(sorted((FIRST, SECOND)))), "skipped": (1, (SECOND,))}
    assert (len(back.seconds), back.last.all()) == (2, True)
    _, back = settled(log((FIRST, "", "anna", 7.0), (FIRST, "idiom", "anna", 5.0), (SECOND, "idiom", "anna", 1.0)))
    assert notes(back) == {}
    _, back = settled(
        log((FIRST, "literal", "anna", 7.0), (FIRST, "idiom", "anna", 5.0), (SECOND, "idiom", "anna", 1.0))
    )
    assert notes(back) == {"again": (1, (FIRST,))}


def test_the_label_with_most_judgements_counts_and_where_two_are_even_none_does():
    rows = [(FIRST, label, f"p{at}") for at, label in enumerate(("idiom", "idiom", "literal"))]
    rows += [(SECOND, "idiom", "anna"), (SECOND, "literal", "ben")]
    label, back = settled(log(*rows))
    assert label == {FIRST: IDIOM, SECOND: UNSETTLED}
    assert notes(back)["disagree"] == (1, (SECOND,))
    assert settled(log(*rows, (FIRST, "literal", "p9")))[0][FIRST] == UNSETTLED
    assert settled(log(*rows), adjudicator="ben")[0] == {FIRST: IDIOM, SECOND: LITERAL}
    # Of three labels more than every other is enough.
    three = replace(manifest(ITEMS), labels=(*LABELS, "maybe"))
    assert settle(three, [log(*rows, (FIRST, "maybe", "p4"))]).label[ITEMS.ids.index(FIRST)] == IDIOM


def test_what_was_skipped_is_noted_unless_somebody_else_has_judged_it():
    rows = [(FIRST, "", "anna", 3.0), (FIRST, "idiom", "ben"), (SECOND, "", "anna", 4.0)]
    # Of the third one only who is to judge it is known.
    label, back = settled(log(*rows, (QUEUE[2], "", "anna")))
    assert label == {FIRST: IDIOM, SECOND: SKIPPED}
    assert notes(back)["skipped"] == (1, (SECOND,))


def test_items_judged_before_others_above_them_and_outside_the_queue_are_noted():
    _, back = settled(log((FIRST, "idiom"), (QUEUE[3], "idiom"), (LEFT[0], "literal")))
    assert notes(back) == {"ahead": (1, (QUEUE[3],)), "outside": (1, (LEFT[0],))}


def test_the_order_of_logs_and_rows_of_different_annotators_changes_nothing():
    rows = [(name, LABELS[at % 2], who) for at, name in enumerate(QUEUE) for who in ("anna", "ben", "cleo")]
    for order in (1, -1):
        parts = [log(*rows[at::5], file=str(at)) for at in range(5)][::order]
        expected = {name: at % 2 for at, name in enumerate(QUEUE)}
        assert settled(log(*rows[::order]))[0] == settled(*parts)[0] == expected


def test_everything_that_is_wrong_is_named_at_once_and_where():
    with pytest.raises(BadDataError) as raised:
        settled(log((FIRST, "idiom"), ("who", "idiom"), (SECOND, "idoim"), (QUEUE[2], "literal")))
    first, second = (str(problem) for problem in raised.value.problems)
    assert "log.csv, line 3, item who: this item is not on the list" in first
    assert f"line 4, item {SECOND}" in second
    assert '(found "idoim"); did you mean idiom? Write one of idiom, literal' in second


def test_of_many_items_that_are_not_on_the_list_the_others_are_counted():
    with pytest.raises(BadDataError) as raised:
        settled(log((FIRST, "idiom"), *((f"who{at}", "idiom") for at in range(7))))
    *shown, others = raised.value.problems
    assert [problem.item for problem in shown] == [f"who{at}" for at in range(5)]
    assert (str(others), others.n_more) == ("log.csv: and 2 more like it", 2)


def test_logs_of_other_queues_and_one_log_twice_are_refused_in_one_message_each():
    elsewhere = [(name, "literal") for name in (*QUEUE[:5], *LEFT[:5])]
    for logs, wrong in (
        ([log(*elsewhere)], "5 of the 10 rows of this log are not in the queue"),
        ([log(("a", "x"), ("b", "x"))], "belongs to another queue"),
        ([log((FIRST, "idiom"), file="one"), log((FIRST, "idiom"), file="./one")], "named twice"),
    ):
        with pytest.raises(BadDataError, match=wrong) as raised:
            settled(*logs)
        assert len(raised.value.problems) == 1
    settled(log(*((name, "literal") for name in (*QUEUE[:6], *LEFT[:4]))))


def test_whoever_settles_is_named_where_there_is_something_to_settle_or_a_name_like_theirs():
    apart = log((FIRST, "idiom", "anna"), (FIRST, "literal", "ben"))
    together = log((FIRST, "idiom", "anna"), (SECOND, "idiom", "clara"))
    for rows, adjudicator, note in (
        (apart, "clara", (1, ("clara",))),
        (apart, "ben", None),
        (together, "dora", None),
        (together, "Klara", (1, ("Klara", "clara"))),
    ):
        assert notes(settled(rows, adjudicator=adjudicator)[1]).get("settler") == note


@pytest.mark.parametrize(
    ("planned", "seconds", "doubted"), [(20, 2_000, False), (20, 2_001, True), (0, 3_600, False), (0, 3_601, True)]
)
def test_milliseconds_are_doubted_by_what_is_planned_or_else_by_the_hour(planned, seconds, doubted):
    items = replace(ITEMS, seconds=np.full(len(ITEMS.ids), float(planned)))
    back = settle(manifest(items), [log((FIRST, "idiom", "", seconds), (SECOND, "idiom"))])
    assert notes(back).get("slow") == ((seconds, ()) if doubted else None)


def test_an_export_that_holds_an_earlier_one_is_one_person_judging_once():
    first = [(name, "idiom", "", 7.0) for name in QUEUE[:3]]
    more = [*first, (QUEUE[3], "literal", "", 9.0)]
    for several in (False, True):
        label, back = settled(log(*first, file="week1.csv"), log(*more, file="week2.csv"), several=several)
        assert label == dict.fromkeys(QUEUE[:3], IDIOM) | {QUEUE[3]: LITERAL}
        assert (back.annotators, len(back.item)) == (("week2.csv",), 4)
        assert notes(back) == {"repeated": (3, tuple(sorted(QUEUE[:3])))}
    # Two who say the same of the same items, one who says otherwise, and people with names are no export of each other.
    other = [(name, "idiom", "", 8.0) for name in QUEUE[:3]]
    for one, two in ((first, other), ([(FIRST, "literal")], more), ([(*first[0][:2], "anna")], more)):
        assert "repeated" not in notes(settled(log(*one, file="a"), log(*two, file="b"))[1])
    # Where several people judge each item the same labels alone are no sign of one export.
    one, two = log((FIRST, "idiom"), file="a"), log((FIRST, "idiom"), (SECOND, "literal"), file="b")
    for judgements, people in ((1, ("b",)), (2, ("a", "b"))):
        back = settle(replace(manifest(ITEMS), judgements=Decimal(judgements)), [one, two])
        assert back.annotators == people


def test_the_same_judgements_in_one_folder_are_one_log_and_in_two_folders_two_people():
    rows = [(FIRST, "idiom"), (SECOND, "literal")]
    for several in (False, True):
        _, back = settled(log(*rows, file="a.csv"), log(*rows[::-1], file="b.csv"), several=several)
        assert (back.annotators, len(back.item), "repeated" in notes(back)) == (("a.csv",), 2, True)
    _, back = settled(log(*rows, file="ben/p.csv"), log(*rows, file="anna/p.csv"), several=True)
    assert (back.annotators, len(back.item), notes(back)) == (("anna", "ben"), 4, {})
    for at_once in (("anna/p.csv", "ben/p.csv"), ("x/anna/p.csv", "ben/q.csv")):
        with pytest.raises(BadDataError, match="name who judged") as raised:
            settled(*(log(*rows, file=file) for file in at_once))
        assert all(file in str(raised.value) for file in at_once)
    # What two people share out is judged once, whatever their files are called.
    _, back = settled(log(rows[0], file="anna/p.csv"), log(rows[1], file="ben/p.csv"))
    assert (back.annotators, notes(back)) == (("anna", "ben"), {})
