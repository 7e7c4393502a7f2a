"""What looks wrong, in words: of every kind of doubt the numbers, the names and the option to use, and the sum."""

import re
from dataclasses import replace

import pytest

from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.domain.messages import catalogue, literal
from budgetplan.errors import Problem
from budgetplan.render.warning_texts import findings_text, summary, to_look_at, warnings_of

Kind = DoubtKind
SAID = [
    (Kind.DUPLICATES, 1_200, 5_000, ("2",), None, "1,200 of 5,000 rows repeat", "line 2"),
    (Kind.DUPLICATES_ACROSS, 1, 4, (), None, "1 of the 4 rows", "another split"),
    (Kind.MANY_DUPLICATES, 300, 600, ("2",), None, "300 of 600 rows repeat", "line 2"),
    (Kind.MANY_DUPLICATES_ACROSS, 300, 300, ("test",), None, "300 of the 300 rows", "another split"),
    (Kind.LABELS_LIKE_SCORES, 900, 1_000, ("0.1", "b"), None, "900 different ones for 1,000", "0.1, b", "--label"),
    (Kind.RARE_LABEL, 2, 40, ("idoim", "idiom"), None, "2 rows have the label idoim", "idiom (40)"),
    (Kind.SAME_ANSWER, 11, 56, ("y", "Yes", "Yes"), None, "11 rows", "Yes (56)", "--positive y", "table.as_label=y"),
    (Kind.SHORT_LIST, 3, 200, (), None, "3 of 200 rows have no label", "your whole list"),
    (Kind.SCORES_LIKE_LABELS, 2, 50, ("m",), None, "model m", "only 2 values for 50 items"),
    (Kind.SCORES_LIKE_ABSTENTIONS, 20, 50, ("lf",), None, "lf are −1, 0", "(20 of 50 items)", "table.missing=last"),
    (Kind.PRICED_PER_THOUSAND, 50, 0, ("llm",), None, "llm costs", "by 1,000"),
    (Kind.CONSTANT, 96, 100, ("m",), 0.5, "the model m says the same of almost all: 0.5 for 96 of 100"),
    (Kind.FAR_OUT, 2, 300, ("m",), 85_594, "2 scores of 300 by the model m are far", "between -1 and 1; the greatest is 85,594"),
    (Kind.REVERSED, 0, 80, ("m", "lower"), 0.304, "in 30% of pairs (80 items)", 'order = "lower"'),
    (Kind.UNSURE_IS_RIGHT, 0, 80, ("m",), 0.2, "model m", "in 20% of pairs (80 items)"),
    (Kind.PERFECT, 80, 80, ("m",), None, "model m puts every positive item before every other (80 items)"),
    (Kind.NO_PROBABILITIES, 3, 80, ("m",), None, "3 of 80 items have a probability below 0 or above 1"),
    (Kind.BELOW_CHANCE, 3, 80, ("m",), 1 / 3, "3 of 80 items have a confidence below 0.333"),
    (Kind.AGREES_BY_CHANCE, 30, 80, ("m", "array"), None, "(30 of 80 items)", "rows stand in the order"),
    (Kind.AGREES_BY_CHANCE, 30, 80, ("m",), None, "(30 of 80 items)", "each column belongs to the class"),
    (Kind.COPIES, 80, 80, ("b", "a"), None, "models b and a say the same of all 80 items"),
    (Kind.NO_POSITIVES, 80, 80, ("y",), None, "none of 80 labelled items has the label y"),
    (Kind.ALL_POSITIVE, 80, 80, ("y",), None, "each of 80 labelled items has the label y"),
    (Kind.ONE_CLASS, 80, 80, ("y",), None, "each of 80 test items has the label y"),
    (Kind.FEW_POSITIVES, 12, 80, ("y",), None, "only 12 of 80 labelled items have the label y", "fewer than 30"),
    (Kind.FEW_OF_CLASSES, 4, 9, ("a 3", "b 5", "c 0", "d 9"), None, "4 of 9", "(a 3, b 5, c 0 and 1 more)"),
    (Kind.FEW_GROUPS, 1, 80, (), None, "only 1 group among 80 items", "100 groups", "--group"),
    (Kind.GROUPS_ACROSS, 2, 9, ("d1", "test", "dev", "x"), None, "2 of 9 groups of the split test are in dev, x", "d1"),
    (Kind.OTHER_ORDER, 2, 9, (), None, "2 of 9 ids stand in another order"),
    (Kind.ALL_RIGHT, 2_000, 2_000, ("bert",), None, "every answer of the model bert is right (2,000 items)"),
    (Kind.LIST_UNLIKE, 300, 0, ("m",), 0.4, "no random sample of the list"),
    (Kind.DOMAIN_LOSES, 2, 5, ("letters", "poems"), None, "in letters, poems", "worth less than leaving everything"),
    (Kind.CONFIDENCE, 80, 80, ("m", "y"), 0.5012, "how probable y is: none of 80 is below 0.501", 'says = "COLUMN"'),
    (Kind.ROW_NUMBERS, 0, 80, ("rowIndex",), None, "model rowIndex look like numbers of rows"),
    (Kind.MADE_WITH_LABELS, 0, 80, ("m",), None, "the model m is a ranking that was made with the labels"),
    (Kind.FROM_THE_TOP, 600, 900, ("m",), None, "600 of 900 labelled items", "model m", "table.split_column"),
    (Kind.RICHER_REST, 100, 100, ("32", "44"), 69, "69 of the first 100", "32 of the last 100", "at most 44"),
    (Kind.OTHER_PACE, 0, 0, ("29.43", "cost.seconds_per_item=26.24"), 38.618, "took 38.62 seconds so far, not 29.43", "--set cost.seconds_per_item=26.24"),
    (Kind.SAME_START, 0, 0, ("2026-12-07",), None, "to start on 2026-12-07, as the queue before it did", "--set work.start=YYYY-MM-DD"),
    (Kind.OUTSIDE, 12, 300, (), None, "12 items of those to be reviewed score beyond all 300"),
    (Kind.OUTSIDE, 1, 300, ("m",), None, "of 1 item of the plan m is surer", "than of all 300"),
    (Kind.NOT_PRICED, 40, 300, (), None, "40 of the 300 items", "the mean of the others"),
    (Kind.ROUNDED_UP, None, 0, ("100",), 1300.0, "multiples of 100", "come to 1,300.00", "cost.round_to = 100"),
    (Kind.JUDGEMENTS, 400, 1_200, ("id",), None, "the 1,200 rows", "400 items (column id)", "--id id", "annotator=c"),
]  # fmt: skip


def doubt_of(kind, n, of, names, value):
    return Doubt(kind, "t.csv", "c", n or 0, of, names, value, 7)


@pytest.mark.parametrize("said", SAID, ids=lambda said: said[0].value)
def test_every_doubt_says_where_how_many_and_what_to_do(said):
    doubt = doubt_of(*said[:5])
    line = str(doubt.problem)
    assert line.startswith("t.csv, line 7, column c: ")
    assert all(words in line for words in said[5:]), line
    # One of many is said in the singular.
    wrong = replace(doubt, n=1, of=1 if doubt.kind is Kind.NO_POSITIVES else 80).problem.wrong
    plural = "rows|items|groups|ids|classes|labels|models|ones"
    assert not re.search(rf"(?<!of )\b1 (?:\w+ )?(?:{plural})\b", wrong)
    assert not re.search(r"\b1 of (?:the )?80 [^,;:]*?\b(?:have|are|stand|score)\b", wrong)
    (german,) = warnings_of([doubt], "de")
    assert german.told
    assert german.todo


def test_every_kind_is_tested():
    assert {said[0] for said in SAID} == set(Kind)
    told = {doubt_of(kind, n, *rest[:3]).message.kind for kind, n, *rest in SAID}
    told |= {doubt_of(Kind.DUPLICATES, 1, 4, ("2",), None).message.kind}
    told |= {doubt_of(Kind.REVERSED, 0, 80, ("m", "higher"), 0.3).message.kind}
    told |= {doubt_of(Kind.LIST_UNLIKE, 300, 0, ("m", "0.03", "0.01", "0.05"), 0.4).message.kind}
    assert told == {f"doubts.{name}" for name in catalogue()["doubts"]}


def test_shares_and_money_are_written_as_the_language_does():
    unlike = doubt_of(Kind.LIST_UNLIKE, 300, 0, ("m", "0.035", "0.01", "0.05"), 0.4)
    assert "about 3.5\u00a0% (1\u00a0% to 5\u00a0%): --set list.prevalence=0.035;" in unlike.problem.todo
    assert "etwa 3,5\u00a0% (1\u00a0% bis 5\u00a0%)" in unlike.problem.words("de")
    rare = doubt_of(Kind.LIST_UNLIKE, 300, 0, ("m", "9e-05", "1e-05", "0.1"), 0.4)
    assert "about 0.009\u00a0% (0.001\u00a0% to 10\u00a0%): --set list.prevalence=9e-05;" in rare.problem.todo
    rounded = doubt_of(Kind.ROUNDED_UP, 0, 0, ("100",), 1300.0)
    assert "ergeben die Posten 1.300,00, mehr" in rounded.problem.words("de")


def test_warnings_are_told_worst_first_and_each_once():
    few, leak, odd = (doubt_of(kind, 80, 80, ("m",), None) for kind in (Kind.FEW_GROUPS, Kind.PERFECT, Kind.DUPLICATES))
    for order in ([few, leak, odd, leak], [odd, few, leak]):
        warnings = warnings_of(order)
        assert [(one.key, one.severity, one.model) for one in warnings] == [
            ("perfect", "serious", "m"),
            ("few groups", "note", ""),
            ("duplicates", "note", ""),
        ]
        assert [to_look_at(one) for one in warnings] == [f"To look at: {one.problem}" for one in (leak, few, odd)]
    german = to_look_at(warnings_of([few], "de")[0], "de")
    assert german == f"Bitte ansehen: {few.problem.words('de')}"


WRONG = [
    Problem(literal("bad", "mend it"), "t.csv", 3),
    Problem(literal("and 998 more like it", ""), "t.csv", n_more=998),
]


def test_errors_and_doubts_are_counted_and_kept_apart():
    assert summary([], 0) == "Nothing is wrong."
    assert summary([], 1) == "Nothing is wrong; 1 thing to look at."
    assert summary(WRONG, 2) == "999 things are wrong; 2 things to look at."
    assert findings_text(WRONG[:1], [Problem(literal("odd", "look at it"))]) == (
        "Wrong:\n- t.csv, line 3: bad; mend it\n\nTo look at:\n- odd; look at it\n\n1 thing is wrong; 1 thing to look at."
    )
