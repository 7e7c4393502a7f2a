"""Inputs with the traits of public reports: the right value, or a refusal that names the cause and a remedy.

Where a file comes from, and what is odd about it, stands in tests/public/README.md.
"""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from commands import ended
from rows import rows_of

DATA = rows_of(__file__)

PUBLIC = Path(__file__).parent / "public"
pytestmark = pytest.mark.usefixtures("undrawn", "plan_alone")


@pytest.fixture
def case(tmp_path, monkeypatch):
    """Return a function that copies a case into the working folder."""
    monkeypatch.chdir(tmp_path)

    def copy(number):
        (folder,) = PUBLIC.glob(f"{number}-*")
        shutil.copytree(folder, tmp_path, dirs_exist_ok=True)

    return copy


def run(words):
    return ended(*shlex.split(words))


def decided(words):
    """Return the recommendation of a report, which must be made."""
    done = run(f"report {words} --set sure.resamples=100 --format html --out out")
    assert done.exit_code == 0, done.output
    return json.loads(Path("out/decision.json").read_text(encoding="utf-8"))["recommendation"]


def refused(words, code=4):
    """Return the message of a command that must be refused."""
    done = run(f"{words} --json-errors")
    assert done.exit_code == code, done.output
    assert json.loads(done.output.strip().splitlines()[-1])
    return done.output


def tally(words):
    """Return what ``check`` prints, which must find nothing wrong."""
    done = run(f"check {words}")
    assert done.exit_code == 0, done.output
    return done.output


def drafted(words):
    """Return the plan file that ``init`` drafts."""
    done = run(f"init {words} --out draft.toml")
    assert done.exit_code == 0, done.output
    return Path("draft.toml").read_text(encoding="utf-8")


BUDGET = "--budget '50 items'"
ANSWERS = "--label label --error-weight 4"
YES = f"--label Urteil --positive ja --model Wert {BUDGET}"
TASKS = "export.json --label label --positive ja --model p_model --budget '100 items'"

REFUSED = DATA["refused"]


@pytest.mark.parametrize("number", REFUSED)
def test_a_file_with_a_trap_is_refused_with_its_cause(case, number):
    case(number)
    words, cause = REFUSED[number]
    assert cause in refused(words)


def test_amounts_are_no_classes(case):
    case("21")
    assert "amount" in refused(f"check t.csv --label spend --model pred {BUDGET}", code=2)


READ = {
    "04": (TASKS, ("ja (43, collected), nein (197)", "360")),
    "05": (TASKS, ("ja (35, collected), nein (143)", "422")),
    "17": (f"export.csv --label label --positive 1 --model score {BUDGET}", ("1 (75, collected), 0 (325)",)),
    "23": (f"t.csv {YES}", ("ja (54, collected), nein (246)",)),
    "25": (f"t.csv --label verdict --positive loan --model score {BUDGET}", ("5", "header")),
}


@pytest.mark.parametrize("number", READ)
def test_what_is_read_is_counted(case, number):
    case(number)
    words, counts = READ[number]
    text = tally(words)
    assert all(count in text for count in counts)


def test_a_packet_whose_ids_were_rounded_is_not_called_another_queues(case):
    case("02")
    assert run("queue plan.toml --for csv --out queue").exit_code == 0
    message = refused("progress plan.toml back_from_excel.csv --queue queue")
    assert "spreadsheet" in message
    assert "another queue" not in message


def test_the_answer_to_the_collected_question_decides(case):
    case("14")
    words = f"--label label --positive POLITICS --model meta.score {BUDGET}"
    two, single = decided(f"db-out.jsonl {words}")["found"], decided(f"one-question.jsonl {words}")["found"]
    # True in the first 50 of the list of 271, known to the program that made the file: 36.
    assert two["low"] <= 36 <= two["high"]
    assert two == single


def test_two_questions_are_two_columns_and_asked_about(case):
    case("40")
    assert "choose among loan, sure" in drafted("export.json")


def test_the_likeliest_class_alone_is_turned_round_where_it_is_the_other_one(case):
    case("33")
    drafted("out.jsonl")
    rows = [json.loads(line) for line in Path("out.jsonl").read_text(encoding="utf-8").splitlines()]
    for row in rows:
        row["p"] = row["score"] if row["label"] == "LABEL_1" else 1 - row["score"]
    Path("turned.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    turned = decided(f"turned.jsonl --label gold --positive 1 --model p {BUDGET}")["found"]
    assert decided(f"draft.toml {BUDGET}")["found"] == pytest.approx(turned)


def test_names_of_classes_and_the_rounding_of_a_float_are_taken(case):
    case("06")
    tally(f"labels.csv {ANSWERS} --array m=proba.npy --classes classes.txt")
    case("07")
    tally(f"t.csv {ANSWERS} --probabilities rf=rf")
    tally(f"y.csv {ANSWERS} --array m=p.npy --classes sorted")


def test_few_different_scores_are_ties_whatever_the_order_of_rows(case):
    case("08")
    words = "--label label --positive fit --model llm_score --budget '150 items'"
    assert decided(f"a.csv {words}")["found"] == decided(f"b.csv {words}")["found"]


def test_few_entries_give_a_wide_interval(case):
    case("16")
    found = decided("t.csv --label label --positive fraud --model m --budget '25 items'")["found"]
    assert found["high"] - found["low"] >= 8


def test_dates_of_a_spreadsheet_are_told(case):
    case("12")
    draft = drafted("werte.xlsx")
    assert "Wert" in draft
    assert "date" in draft
    case("13")
    assert "date" in run(f"check lemmata.xlsx --id Lemma {YES}").output


def test_an_abstention_is_no_score_below_no(case):
    case("15")
    assert "-1" in run(f"check t.csv --label label --positive 1 --model p --model lf {BUDGET}").output


def test_other_spellings_of_one_answer_are_asked_about_and_either_answer_settles_it(case):
    case("32")
    words = f"t2.csv --label label --positive Yes --model m {BUDGET}"
    assert "11 rows have the label y, which may be Yes" in run(f"check {words}").output
    both = tally(f"{words} --positive y")
    assert "Yes (56, collected), y (11, collected)" in both
    assert "may be Yes" not in both + tally(f"{words} --set table.as_label=y")
    # The remedy holds as well where a plan file names the label.
    plan = '[table]\nfile = "t2.csv"\nlabel = "label"\npositive = ["Yes"]\n[[models]]\nname = "m"\n'
    Path("plan.toml").write_text(plan, encoding="utf-8")
    (remedy,) = re.findall(r"collect both \((.*?)\)", run(f"check plan.toml {BUDGET}").output)
    assert "Yes (56, collected), y (11, collected), No (233)" in tally(f"plan.toml {BUDGET} {remedy}")


@pytest.mark.parametrize(("number", "true", "share"), [("41", 65, 1.5), ("42", 97, 2.3)])
@pytest.mark.few(1)
def test_the_share_of_a_richer_sample_is_asked_for_and_with_it_the_number_is_right(case, number, true, share):
    """The truth is known to the program that made the files."""
    case(number)
    words = "t.csv --label label --positive 1 --model m --budget '500 items'"
    assert "list.prevalence" in run(f"check {words}").output
    found = decided(f"{words} --set 'list.prevalence={share} %'")["found"]
    assert found["low"] <= true <= found["high"]


def test_no_row_of_misses_is_a_guarantee(case):
    case("43")
    assert run("queue plan.toml --for csv --out queue").exit_code == 0
    done = run("progress plan.toml log.csv --queue queue --out card --format html")
    assert done.exit_code == 0, done.output
    assert "Stop" not in done.output.splitlines()[0]
    assert "nothing is guaranteed" in Path("card/card.html").read_text(encoding="utf-8")
