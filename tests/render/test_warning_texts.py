"""What looks wrong, in words: every kind of doubt as it is printed, and the sum."""

import re
from dataclasses import replace

import pytest

from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.errors import Problem
from budgetplan.render.warning_texts import findings_text, summary, to_look_at, told, warnings_of

LINES = {
    Doubt(DoubtKind.DUPLICATES, "t.csv", n=1_200, of=5_000, names=("2",), line=7): (
        "t.csv, line 7: 1,200 of 5,000 rows repeat an earlier one under another id (this line repeats line 2); see whether these are the same items"
    ),
    Doubt(DoubtKind.DUPLICATES_ACROSS, "t.csv", "split", 1, 4): (
        "t.csv, column split: 1 of the 4 rows behind these numbers stands in another split too; keep each item in one split, else the results look too good"
    ),
    Doubt(DoubtKind.MANY_DUPLICATES, "t.csv", n=300, of=600, names=("2",), line=7): (
        "t.csv, line 7: 300 of 600 rows repeat an earlier one under another id (this line repeats line 2); see whether these are the same items"
    ),
    Doubt(DoubtKind.MANY_DUPLICATES_ACROSS, "t.csv", "split", 300, 300, ("test",)): (
        "t.csv, column split: 300 of the 300 rows behind these numbers stand in another split too; keep each item in one split, else the results look too good"
    ),
    Doubt(DoubtKind.LABELS_LIKE_SCORES, "t.csv", "gold", 900, 1_000, ("0.1", "0.2", "0.3")): (
        "t.csv, column gold: the labels look like scores or names: 900 different ones for 1,000 items, such as 0.1, 0.2, 0.3; name the column in which people's labels are: --label COLUMN"
    ),
    Doubt(DoubtKind.RARE_LABEL, "t.csv", "gold", 2, 40, ("idoim", "idiom")): (
        "t.csv, column gold: 2 rows have the label idoim, which may be idiom (40); if it is, write both alike"
    ),
    Doubt(DoubtKind.SAME_ANSWER, "t.csv", "gold", 11, 56, ("y", "Yes", "Yes")): (
        "t.csv, column gold: 11 rows have the label y, which may be Yes (56); if it is, collect both (--positive Yes --positive y); if it is another class, say so: --set table.as_label=y"
    ),
    Doubt(DoubtKind.SHORT_LIST, "t.csv", "gold", 3, 200): (
        "t.csv, column gold: 3 of 200 rows have no label and are taken as your whole list; if their labels were forgotten, write them: without a list the plan is for a list like the labelled rows"
    ),
    Doubt(DoubtKind.SCORES_LIKE_LABELS, "t.csv", "p", 2, 50, ("m",)): (
        "t.csv, column p: the scores of the model m look like labels: only 2 values for 50 items; name a column with scores or probabilities"
    ),
    Doubt(DoubtKind.SCORES_LIKE_ABSTENTIONS, "t.csv", "lf", 20, 50, ("lf",)): (
        't.csv, column lf: the scores of the model lf are −1, 0 and 1 alone: if −1 stands for no answer (20 of 50 items), these now come after every no; if so, empty these cells and use --set table.missing=last or exclude, or let the model answer (predicted, with no_answer = ["-1"])'
    ),
    Doubt(DoubtKind.PRICED_PER_THOUSAND, "t.csv", n=50, names=("llm",)): (
        "t.csv: no call of llm costs more than a millionth of the currency unit: its tokens seem to be priced by the thousand, and price_in and price_out are for a million; multiply prices of a thousand tokens by 1,000"
    ),
    Doubt(DoubtKind.CONSTANT, "t.csv", "p", 96, 100, ("m",), 0.5): (
        "t.csv, column p: the model m says the same of almost all: 0.5 for 96 of 100 items; see that the column was filled; such a model orders nothing"
    ),
    Doubt(DoubtKind.REVERSED, "t.csv", "p", 0, 80, ("m", "lower"), 0.304): (
        't.csv, column p: lower scores of the model m seem better: by its order now a positive item comes before another in 30% of pairs (80 items); say order = "lower" for the model, or see that the positive label is right'
    ),
    Doubt(DoubtKind.UNSURE_IS_RIGHT, "t.csv", "conf", 0, 80, ("m",), 0.2): (
        "t.csv, column conf: the model m is more often right where it is less sure: right answers have the higher confidence in 20% of pairs (80 items); see that the confidence is not an error or a distance"
    ),
    Doubt(DoubtKind.PERFECT, "t.csv", "p", 80, 80, ("m",)): (
        "t.csv, column p: the model m puts every positive item before every other (80 items); see that the column was not made from the labels, and that it did not learn from these items"
    ),
    Doubt(DoubtKind.NO_PROBABILITIES, "t.csv", "p_m", 3, 80, ("m",)): (
        "t.csv, column p_m: 3 of 80 items have a probability below 0 or above 1; see that it is the right column"
    ),
    Doubt(DoubtKind.BELOW_CHANCE, "t.csv", "conf", 3, 80, ("m",), 1 / 3): (
        "t.csv, column conf: 3 of 80 items have a confidence below 0.333, less than chance; see that it is the right column"
    ),
    Doubt(DoubtKind.AGREES_BY_CHANCE, "p.npy", "", 30, 80, ("m", "array")): (
        "p.npy: the model m agrees with the labels no more than by chance (30 of 80 items); see that its rows stand in the order of the table and its classes in the order of its columns"
    ),
    Doubt(DoubtKind.AGREES_BY_CHANCE, "t.csv", "p_m", 30, 80, ("m",)): (
        "t.csv, column p_m: the model m agrees with the labels no more than by chance (30 of 80 items); see that each column belongs to the class it is named after"
    ),
    Doubt(DoubtKind.COPIES, "t.csv", "p_b", 80, 80, ("b", "a")): (
        "t.csv, column p_b: the models b and a say the same of all 80 items; see that their columns are the right ones, or leave one out"
    ),
    Doubt(DoubtKind.NO_POSITIVES, "t.csv", "gold", 80, 80, ("y",)): (
        "t.csv, column gold: none of 80 labelled items has the label y; see that the positive label and the split are right: with items of one kind nothing can be compared"
    ),
    Doubt(DoubtKind.ALL_POSITIVE, "t.csv", "gold", 80, 80, ("y",)): (
        "t.csv, column gold: each of 80 labelled items has the label y; label items of other classes too: with items of one kind nothing can be compared"
    ),
    Doubt(DoubtKind.ONE_CLASS, "t.csv", "gold", 80, 80, ("y",)): (
        "t.csv, column gold: each of 80 test items has the label y; label items of other classes too: with items of one kind nothing can be compared"
    ),
    Doubt(DoubtKind.FEW_POSITIVES, "t.csv", "gold", 12, 80, ("y",)): (
        "t.csv, column gold: only 12 of 80 labelled items have the label y; label more items: with fewer than 30, models and stops can hardly be told apart"
    ),
    Doubt(DoubtKind.FEW_OF_CLASSES, "t.csv", "gold", 4, 9, ("a 3", "b 5", "c 0", "d 29")): (
        "t.csv, column gold: 4 of 9 classes have fewer than 30 test items (a 3, b 5, c 0 and 1 more); label more items of them, or take their errors as unknown"
    ),
    Doubt(DoubtKind.FEW_GROUPS, "t.csv", "doc", 1, 80): (
        "t.csv, column doc: there is only 1 group among 80 items, so that intervals may be too narrow; 100 groups are enough, or 30 of similar size: label items of further groups, or name a finer group with --group"
    ),
    Doubt(DoubtKind.GROUPS_ACROSS, "t.csv", "doc", 2, 9, ("d1", "test", "dev", "train")): (
        "t.csv, column doc: 2 of 9 groups of the split test are in dev, train too, such as d1; leave each group in one split: a model that saw the group before looks better than it is"
    ),
    Doubt(DoubtKind.OTHER_ORDER, "l.csv", n=2, of=9): (
        "l.csv: 2 of 9 ids stand in another order than in the table; nothing is lost, rows are matched by id; see that no other file is matched by its rows"
    ),
    Doubt(DoubtKind.ALL_RIGHT, "p.npy", n=2000, of=2000, names=("bert",)): (
        "p.npy: every answer of the model bert is right (2,000 items); see that its answers were not made from the labels, and that it did not learn from these items"
    ),
    Doubt(DoubtKind.LIST_UNLIKE, "t.csv", n=300, names=("m",), value=0.4): (
        "t.csv: by their scores the labelled items are no random sample of the list; label some items of the list, taken at random, and plan on those"
    ),
    Doubt(DoubtKind.DOMAIN_LOSES, "t.csv", "genre", 2, 5, ("letters", "poems")): (
        "t.csv, column genre: in letters, poems the model's answers are worth less than leaving everything to people; leave items of these domains to people if you recognise them beforehand, or train the model on such items"
    ),
    Doubt(DoubtKind.CONFIDENCE, "t.csv", "conf", 80, 80, ("m", "y"), 0.5012): (
        't.csv, column conf: the scores of the model m seem to say how sure it is of whatever it says, not how probable y is: none of 80 is below 0.501; name the column with the probability of y; of two classes say in which column the label stands that it is the probability of: says = "COLUMN"'
    ),
    Doubt(DoubtKind.ROW_NUMBERS, "t.csv", "rowIndex", of=80, names=("rowIndex",)): (
        "t.csv, column rowIndex: the scores of the model rowIndex look like numbers of rows; name a column with scores or probabilities"
    ),
    Doubt(DoubtKind.MADE_WITH_LABELS, "t.csv", "asreview_ranking", of=80, names=("m",)): (
        "t.csv, column asreview_ranking: the model m is a ranking that was made with the labels: what was found relevant comes first in it; name scores of a model that has not seen the label of the item it scores, such as those of a cross-validation"
    ),
    Doubt(DoubtKind.FROM_THE_TOP, "t.csv", "p", 600, 900, ("m",)): (
        "t.csv, column p: 600 of 900 labelled items stand above almost all others in the order of the model m: the labels came from reviewing its top, or it learnt from them, and they are no sample of the list; plan on labels of items taken at random: name them in a column (table.split_column, table.split), or label some of the list"
    ),
    Doubt(DoubtKind.RICHER_REST, "log.csv", n=100, of=100, names=("32", "44"), value=69): (
        "log.csv: 69 of the first 100 items of this plan are to be wanted ones, and 32 of the last 100 reviewed were: no richer than these, they hold at most 44; have one packet judged, then plan again; more can be right where another model now orders the rest"
    ),
    Doubt(DoubtKind.OUTSIDE, "t.csv", n=12, of=300): (
        "t.csv: 12 items of those to be reviewed score beyond all 300 labelled ones: nothing labelled says how many entries are among them, and the intervals only carry on what the labelled ones show; label some of the list, taken at random"
    ),
    Doubt(DoubtKind.OUTSIDE, "t.csv", n=1, of=300, names=("m",)): (
        "t.csv: of 1 item of the plan m is surer, or less sure, than of all 300 labelled ones: nothing labelled says how often it is right there, and the intervals only carry on what the labelled ones show; label some of the list, taken at random"
    ),
    Doubt(DoubtKind.NOT_PRICED, "t.csv", "price", 40, 300): (
        "t.csv, column price: 40 of the 300 items of the list have nothing in this column: they count as the mean of the others; if those at the top cost more, the plan costs more than is said; write what they are"
    ),
    Doubt(DoubtKind.ROUNDED_UP, "", names=("100",), value=1300.0): (
        "rounded to multiples of 100 the lines of the budget come to 1,300.00, which is more than the budget; to stay within it, let the plan count in these: cost.round_to = 100"
    ),
    Doubt(DoubtKind.JUDGEMENTS, "t.csv", "coder", 400, 1200, ("word_id",)): (
        "t.csv, column coder: the 1,200 rows seem to be what several people say of 400 items (column word_id), and each is taken for an item; if so, use --id word_id and --set table.annotator=coder"
    ),
}


@pytest.mark.parametrize("doubt", LINES, ids=lambda doubt: doubt.kind.value)
def test_every_doubt_is_one_line(doubt):
    assert str(told(doubt)) == LINES[doubt]


PLURAL = "rows|items|groups|ids|classes|labels|models|ones"


@pytest.mark.parametrize("doubt", LINES, ids=lambda doubt: doubt.kind.value)
def test_one_of_many_is_said_in_the_singular(doubt):
    wrong = told(replace(doubt, n=1, of=1 if doubt.kind is DoubtKind.NO_POSITIVES else 80)).wrong
    assert not re.search(rf"(?<!of )\b1 (?:\w+ )?(?:{PLURAL})\b", wrong)
    assert not re.search(r"\b1 of (?:the )?80 [^,;:]*?\b(?:have|are|stand|score)\b", wrong)


def test_every_kind_has_words_and_is_tested():
    assert set(DoubtKind) == {doubt.kind for doubt in LINES}
    for doubt in LINES:
        (one,) = warnings_of([doubt], "de")
        assert one.told
        assert one.todo


def test_warnings_are_told_worst_first_and_each_once():
    few = Doubt(DoubtKind.FEW_GROUPS, "d/t.csv", "doc", 12, 300)
    leak = Doubt(DoubtKind.PERFECT, "d/t.csv", "p", 80, 80, ("m",))
    odd = Doubt(DoubtKind.DUPLICATES, "d/t.csv", n=2, of=9, names=("2",), line=7)
    for order in ([few, leak, odd, leak], [odd, few, leak]):
        warnings = warnings_of(order)
        assert [(one.key, one.severity, one.model) for one in warnings] == [
            ("perfect", "serious", "m"),
            ("few groups", "note", ""),
            ("duplicates", "note", ""),
        ]
        assert [to_look_at(one) for one in warnings] == [
            f"To look at: {told(one)}" for one in (leak, few, odd)
        ]


WRONG = [Problem("bad", "mend it", "t.csv", 3), Problem("and 998 more like it", "", "t.csv", n_more=998)]


@pytest.mark.parametrize(
    ("errors", "n_doubts", "expected"),
    [
        ([], 0, "Nothing is wrong."),
        ([], 1, "Nothing is wrong; 1 thing to look at."),
        ([], 3, "Nothing is wrong; 3 things to look at."),
        (WRONG[:1], 0, "1 thing is wrong."),
        (WRONG, 2, "999 things are wrong; 2 things to look at."),
    ],
)
def test_the_sum(errors, n_doubts, expected):
    assert summary(errors, n_doubts) == expected


def test_errors_and_doubts_are_kept_apart():
    assert findings_text(WRONG[:1], [Problem("odd", "look at it")]) == (
        "Wrong:\n- t.csv, line 3: bad; mend it\n\nTo look at:\n- odd; look at it\n\n1 thing is wrong; 1 thing to look at."
    )
