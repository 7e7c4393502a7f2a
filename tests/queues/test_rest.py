"""The rest of a plan: what is judged leaves the list and the money, and never becomes a sample."""

import html
import json
import re
import shlex
import shutil
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import budgetplan.workflows as workflow
from budgetplan.api import solve
from budgetplan.cli.main import main
from budgetplan.domain.doubt import DoubtKind
from budgetplan.errors import BadDataError
from budgetplan.plans.review import doubts_of_rest
from budgetplan.queues.manifest import _checksum, read_manifest
from budgetplan.queues.rest import rest_of
from budgetplan.settings.build import read_plan
from budgetplan.workflows import FILTER

pytestmark = pytest.mark.usefixtures("undrawn")

N = 600
SCORES = [(n * 37 % N) / N for n in range(N)]
TRUTH = ["yes" if (score > 0.7) != (n % 9 == 0) else "no" for n, score in enumerate(SCORES)]
LABELLED = 200
ROWS = "item_id,gold,p\n" + "".join(
    f"i{n:03d},{TRUTH[n] if n < LABELLED else ''},{SCORES[n]}\n" for n in range(N)
)
PLAN = """[table]
file = "t.csv"
label = "gold"
positive = ["yes"]
[[models]]
name = "p"
cost = 5
[cost]
per_item = "1"
currency = "EUR"
[cost.fixed]
"Guidelines" = 10
[goal]
budget = "145"
[sure]
resamples = 100
[work]
tail_sample = 30
"""


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """Return a folder with a queue half of which is judged, and what is judged; both are made once."""
    folder = tmp_path_factory.mktemp("begun")
    (folder / "t.csv").write_text(ROWS, encoding="utf-8")
    (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        run("queue", "plan.toml")
    [packet] = (folder / "queue/packets").iterdir()
    head, *rows = packet.read_text(encoding="utf-8-sig").splitlines()
    names = [row.split(",")[0] for row in rows]
    # The first half of the queue.
    judged = names[: len(names) // 2]
    log = [head.split(",")[0] + ",gold", *(f"{name},{TRUTH[int(name[1:])]}" for name in judged)]
    (folder / "log.csv").write_text("\n".join(log) + "\n", encoding="utf-8")
    return folder, judged


@pytest.fixture
def folder(begun, tmp_path, monkeypatch):
    made, judged = begun
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path, judged


def run(*words):
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


def report(*more):
    done = run("report", "plan.toml", *more, "--format", "html", "--out", "report")
    assert done.exit_code == 0, done.output
    with open("report/decision.json", encoding="utf-8") as file:  # noqa: PTH123 - in the test's own folder
        return json.load(file)["recommendation"], done.output


def test_what_is_judged_leaves_the_list_and_its_cost_the_budget(folder):
    _, judged = folder
    whole, _ = report()
    rest, output = report("--set", "list.reviewed=log.csv")
    assert whole["items"] == N - LABELLED
    assert rest["items"] == N - LABELLED - len(judged)
    # 145 less 15 paid once and 30 random items is 100 items; 65 of the 130 in the queue are judged.
    assert whole["reviewed"]["value"] == 100
    assert len(judged) == 65
    assert rest["reviewed"]["value"] == 145 - 15 - 30 - 65
    assert float(rest["spend"]) == 35 + 30
    assert "Left of the budget, and planned with: 65.00 EUR" in output
    assert "Look at this" not in output


def test_the_next_items_are_not_promised_what_the_first_ones_held(folder):
    """After the top is read the rest is poorer: the forecast says what is there, and not what was found."""
    _, judged = folder
    rest, _ = report("--set", "list.reviewed=log.csv")
    left = [n for n in range(LABELLED, N) if f"i{n:03d}" not in {*judged}]
    nxt = sorted(left, key=lambda n: -SCORES[n])[:35]
    true = sum(TRUTH[n] == "yes" for n in nxt)
    assert rest["found"]["low"] <= true <= rest["found"]["high"]


def test_what_was_judged_is_listed_with_its_reason(folder):
    tmp_path, judged = folder
    report("--set", "list.reviewed=log.csv")
    told = (tmp_path / "report/excluded.csv").read_text(encoding="utf-8")
    assert told.count("judged already") == len(judged)


def test_a_count_that_is_wanted_is_what_is_still_missing(folder):
    flags = {"list.reviewed": ("log.csv",), "goal.target": "120"}
    plan, told = rest_of(read_plan("plan.toml", flags))
    found = sum(TRUTH[int(name[1:])] == "yes" for name in folder[1])
    assert plan.target.amount == 120 - found
    assert plan.prices.fixed == {}
    assert plan.models[0].cost == 0
    assert any("paid once" in line for line in told)
    with pytest.raises(BadDataError, match="reached already"):
        rest_of(read_plan("plan.toml", flags | {"goal.target": "20"}))
    with pytest.raises(BadDataError, match="no target for the rest"):
        rest_of(read_plan("plan.toml", flags | {"goal.target": "80 %"}))


def test_a_model_that_the_queue_left_out_is_still_to_be_paid(folder):
    plan = read_plan("plan.toml", {"list.reviewed": ("log.csv",)})
    other = replace(plan.models[0], name="another", cost=Decimal(25))
    rest, _ = rest_of(replace(plan, models=(*plan.models, other)))
    assert [model.cost for model in rest.models] == [0, 25]


def test_a_queue_of_the_rest_holds_nothing_that_is_judged(folder):
    tmp_path, judged = folder
    done = run("queue", "plan.toml", "--set", "list.reviewed=log.csv", "--out", "second")
    assert done.exit_code == 0, done.output
    items = (tmp_path / "second/manifest/items.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert not {row.split(",")[0] for row in items} & {*judged}


def test_what_was_skipped_is_named_and_is_no_entry_that_was_not_found(folder):
    tmp_path, first = folder
    rows = (tmp_path / "log.csv").read_text(encoding="utf-8").splitlines()
    assert rows[0] == "item_id,gold"
    skipped = {row.split(",")[0] for row in rows[1:16]}
    # With a time, a row without a label was in somebody's hands.
    timed = [f"{row.split(',')[0]},,5" if row.split(",")[0] in skipped else f"{row},5" for row in rows[1:]]
    (tmp_path / "skips.csv").write_text("\n".join(["item_id,gold,seconds", *timed]) + "\n", encoding="utf-8")
    _, output = report("--set", "list.reviewed=skips.csv")
    assert f"no longer on the list: {len(first)} items" in output
    assert "Of these 15 were skipped and have no label: no later queue holds them" in output
    done = run("progress", "plan.toml", "skips.csv", "--out", "skips")
    said = " ".join(done.output.split())
    judged = int(re.search(r"(\d+) of the 100 items of the plan are judged", said)[1])
    told = int(re.search(r"For these (\d+) items the plan expected", said)[1])
    # Some of those skipped may be random items from after the stop.
    assert judged - len(skipped) <= told < judged
    assert "Pause" not in said


def test_a_queue_of_a_later_round_begins_further_down(folder, monkeypatch):
    """Labelled items are left aside down to where all rounds together have come, not the last one alone."""
    tmp_path, first = folder
    seen = []
    passed = workflow.stand_within
    monkeypatch.setattr(workflow, "stand_within", lambda *of: seen.append(of[2]) or passed(*of))
    run("queue", "plan.toml", "--set", "list.reviewed=log.csv", "--out", "later")
    [packet] = (tmp_path / "later/packets").iterdir()
    names = [row.split(",")[0] for row in packet.read_text(encoding="utf-8-sig").splitlines()[1:12]]
    rows = [f"{name},{TRUTH[int(name[1:])]}" for name in names]
    (tmp_path / "later.csv").write_text("\n".join(["item_id,gold", *rows]) + "\n", encoding="utf-8")
    report("--set", "list.reviewed=later.csv", "--set", "list.queue=later")
    judged = {int(name[1:]) for name in (*first, *names)}
    order = sorted(range(LABELLED, N), key=lambda n: -SCORES[n])
    best = max(range(len(order) + 1), key=lambda d: sum(1 if n in judged else -1 for n in order[:d]))
    assert seen[-1] == best
    assert best > seen[0]


def test_a_third_round_counts_what_both_before_it_judged_and_paid(folder):
    """145 in all, 15 of them once; each item is 1."""
    tmp_path, first = folder
    run("queue", "plan.toml", "--set", "list.reviewed=log.csv", "--out", "second")
    with open("second/manifest/manifest.json", encoding="utf-8") as file:  # noqa: PTH123 - in the test's own folder
        told = json.load(file)["before"]
    assert (told["items"], told["spent"]) == (len(first), f"{15 + len(first)}.00")
    used = {"money": f"{15 + len(first)}.00", "annotation": f"{len(first)}.00", "items": str(len(first))}
    assert {unit: amount for unit, amount in told["used"].items() if unit != "hours"} == used
    [packet] = (tmp_path / "second/packets").iterdir()
    names = [row.split(",")[0] for row in packet.read_text(encoding="utf-8-sig").splitlines()[1:12]]
    rows = [f"{name},{TRUTH[int(name[1:])]}" for name in names]
    (tmp_path / "log2.csv").write_text("\n".join(["item_id,gold", *rows]) + "\n", encoding="utf-8")
    done = run("progress", "plan.toml", "log2.csv", "--queue", "second", "--out", "card")
    assert done.exit_code == 0, done.output
    said = " ".join(done.output.split())
    found = sum(TRUTH[int(name[1:])] == "yes" for name in first)
    # What is paid once was paid with the first queue.
    assert ", for EUR 11.00. Before" in said
    assert (
        f"Before this queue {len(first)} items were judged and {found} entries found, for EUR {15 + len(first)}.00"
        in said
    )
    with open("card/card-record.json", encoding="utf-8") as file:  # noqa: PTH123
        card = json.load(file)
    left = 145 - 15 - len(first) - 11
    assert float(card["budget_left"]["amount"]) == left
    # The logs of the first round are counted in the second one's queue.
    done = run("progress", "plan.toml", "log.csv", "log2.csv", "--queue", "second", "--out", "both")
    assert done.exit_code == 4
    assert done.output.count("log.csv: this was judged before the queue in second was written") == 1
    assert "leave this log out" in done.output
    given = [
        f"list.{key}" for key in ("reviewed=log.csv", "queue=queue", "reviewed=log2.csv", "queue=second")
    ]
    done = run("report", "plan.toml", *(word for one in given for word in ("--set", one)))
    assert "name the latest queue and its logs alone" in done.output
    # And the rest of the rest is without the items of both.
    said, output = report("--set", "list.reviewed=log2.csv", "--set", "list.queue=second")
    assert f"no longer on the list: {len(first) + 11} items" in output
    assert f"Left of the budget, and planned with: {left}.00 EUR" in output
    assert float(said["spend"]["value"] if isinstance(said["spend"], dict) else said["spend"]) <= left


def test_the_command_that_the_card_prints_plans_the_rest_with_the_same_money(folder):
    """A plan that was given on the command line alone: its price, worth and budget are in the command."""
    said = ["t.csv", "--label", "gold", "--positive", "yes", "--model", "p"]
    said += [
        "--set",
        "cost.per_item=1",
        "--set",
        "cost.currency=EUR",
        "--set",
        "entry.value=3",
        "--budget",
        "100",
    ]
    said += ["--set", "sure.resamples=100", "--set", "work.packet=50"]
    assert run("queue", *said, "--out", "my queue").exit_code == 0
    names = (folder[0] / "my queue/packets/packet-001.csv").read_text(encoding="utf-8-sig").splitlines()[1:41]
    rows = [f"{name.split(',')[0]},{TRUTH[int(name[1:4])]}" for name in names]
    (folder[0] / "log.csv").write_text("\n".join(["item_id,gold", *rows]) + "\n", encoding="utf-8")
    done = run("progress", *said, "log.csv", "--queue", "my queue", "--format", "html", "--out", "card")
    assert done.exit_code == 0, done.output
    page = html.unescape((folder[0] / "card/card.html").read_text(encoding="utf-8"))
    command = shlex.split(re.search(r"plan the rest again: budgetplan (report .*?)<", page)[1])
    rest = run(*command, "--format", "html", "--out", "rest")
    assert rest.exit_code == 0, rest.output
    assert "Left of the budget, and planned with: 60.00 EUR" in rest.output
    record = json.loads((folder[0] / "rest/decision.json").read_text(encoding="utf-8"))
    assert record["plan"]["values"]["entry"] == {"yes": "3"}
    assert float(record["recommendation"]["spend"]) <= 60


BUDGETS = {"145": (145 - 15, "EUR"), "200 items": (200, "items"), "3 hours": (300, "hours")}
"""Each with how many items it pays for, all of which cost 1.00 and take 36 seconds."""


@pytest.mark.parametrize("second", BUDGETS)
@pytest.mark.parametrize("third", BUDGETS)
def test_a_third_round_counts_what_both_before_it_used_in_its_own_unit(folder, second, third):
    """However the budget of a round is counted, the next one knows what it used in every unit."""
    tmp_path, _ = folder
    plan = (tmp_path / "plan.toml").read_text(encoding="utf-8")
    timed = plan.replace('per_item = "1"', 'hourly_rate = "100"\nseconds_per_item = "36"')
    (tmp_path / "plan.toml").write_text(timed, encoding="utf-8")
    assert run("queue", "plan.toml", "--out", "timed").exit_code == 0
    [packet] = (tmp_path / "timed/packets").iterdir()
    first = [row.split(",")[0] for row in packet.read_text(encoding="utf-8-sig").splitlines()[1:66]]
    rows = [f"{name},{TRUTH[int(name[1:])]}" for name in first]
    (tmp_path / "log.csv").write_text("\n".join(["item_id,gold", *rows]) + "\n", encoding="utf-8")
    reviewed = ("--set", "list.reviewed=log.csv", "--set", "list.queue=timed")
    assert run("queue", "plan.toml", *reviewed, "--budget", second, "--out", "second").exit_code == 0
    packet = tmp_path / "second/packets/packet-001.csv"
    names = [row.split(",")[0] for row in packet.read_text(encoding="utf-8-sig").splitlines()[1:12]]
    rows = [f"{name},{TRUTH[int(name[1:])]}" for name in names]
    (tmp_path / "log2.csv").write_text("\n".join(["item_id,gold", *rows]) + "\n", encoding="utf-8")
    flags = {"list.reviewed": ("log2.csv",), "list.queue": "second", "goal.budget": third}
    rest, _ = rest_of(read_plan("plan.toml", flags))
    items, unit = BUDGETS[third]
    left = items - len(first) - len(names)
    assert float(rest.budget.amount) == pytest.approx(left / 100 if unit == "hours" else left)


def test_a_queue_that_counted_one_unit_alone_is_read(folder):
    tmp_path, first = folder
    run("queue", "plan.toml", "--set", "list.reviewed=log.csv", "--out", "second")
    path = tmp_path / "second/manifest/manifest.json"
    said = json.loads(path.read_text(encoding="utf-8"))
    said["before"] |= {"used": said["before"]["used"]["money"], "unit": "money"}
    said["sha256"] = _checksum(said)
    path.write_text(json.dumps(said), encoding="utf-8")
    assert read_manifest(tmp_path / "second").before.used == {"money": 15 + len(first)}


def test_that_prices_have_changed_since_the_queue_was_written_is_said(folder):
    told = "other prices than when the queue was written"
    same = ("--set", "goal.budget=200", "--set", "cost.fixed.Guidelines=30")
    assert told not in " ".join(run("progress", "plan.toml", "log.csv", *same, "--out", "one").output.split())
    dearer = run("progress", "plan.toml", "log.csv", "--set", "cost.per_item=2", "--out", "two")
    assert told in " ".join(dearer.output.split())


@pytest.mark.parametrize(
    "command",
    [("progress", "plan.toml", "log.csv"), ("report", "plan.toml", "--set", "list.reviewed=log.csv")],
)
def test_a_plan_of_another_label_or_model_than_the_queue_is_refused(folder, command):
    plan = (folder[0] / "plan.toml").read_text(encoding="utf-8")
    table = ROWS.replace("item_id,gold,p\n", "item_id,gold,q\n")
    (folder[0] / "q.csv").write_text(table, encoding="utf-8")
    for changed, told in (
        (plan.replace('"yes"', '"no"'), "the queue was written to find yes, and the plan collects no"),
        (
            plan.replace('"p"', '"q"').replace("t.csv", "q.csv"),
            "the queue stands in the order of p, and the models of the plan are q",
        ),
    ):
        (folder[0] / "plan.toml").write_text(changed, encoding="utf-8")
        done = run(*command)
        assert done.exit_code == 4, done.output
        assert told in done.output
    (folder[0] / "plan.toml").write_text(plan, encoding="utf-8")
    assert run(*command).exit_code == 0


def test_that_the_budget_is_another_than_when_the_queue_was_written_is_said(folder):
    told = "The queue was written with a budget of EUR 145; this card goes by EUR 90"
    for more, said in (((), False), (("--budget", "145.00"), False), (("--budget", "90"), True)):
        done = run("progress", "plan.toml", "log.csv", "--out", "card", *more)
        assert (told in " ".join(done.output.replace("\u00a0", " ").split())) == said
    run("queue", "plan.toml", "--set", "list.reviewed=log.csv", "--out", "rest", "--budget", "135")
    [packet] = (folder[0] / "rest/packets").iterdir()
    name = packet.read_text(encoding="utf-8-sig").splitlines()[1].split(",")[0]
    (folder[0] / "one.csv").write_text(f"item_id,gold\n{name},no\n", encoding="utf-8")
    for more, said in (((), True), (("--budget", "135"), False)):
        done = run("progress", "plan.toml", "one.csv", "--queue", "rest", "--out", "card", *more)
        assert ("The queue was written with a budget of" in " ".join(done.output.split())) == said


def test_what_was_judged_before_is_read_as_it_was_written_or_refused(folder):
    tmp_path, first = folder
    run("queue", "plan.toml", "--set", "list.reviewed=log.csv", "--out", "second")
    assert read_manifest(tmp_path / "second").before.ids == tuple(sorted(first))
    with (tmp_path / "second/manifest/before.csv").open("a", encoding="utf-8") as file:
        file.write("i599\n")
    with pytest.raises(BadDataError, match="judged before"):
        read_manifest(tmp_path / "second")


def test_a_plan_without_logs_stays_as_it_is(folder):
    plan = read_plan("plan.toml")
    assert rest_of(plan) == (plan, ())


def test_a_report_twice_gives_the_same_name_and_check_says_the_same(folder):
    done = run("check", "plan.toml", "--set", "list.reviewed=log.csv")
    assert done.exit_code == 0, done.output
    assert "above almost all others" not in done.output


MANY = 3_000


def two_models(seed):
    """Two models that know different things; 800 labelled items, a list of 2,200; the queue goes by the first one."""
    rng = np.random.default_rng(seed)
    first, second = rng.normal(size=(2, MANY))
    truth = rng.normal(size=MANY) + 1.5 * first + 1.2 * second > 2.2
    rows = [
        f"i{n:04d},{('yes' if truth[n] else 'no') if n < 800 else ''},{first[n]:.6f},{second[n]:.6f}"
        for n in range(MANY)
    ]
    Path("t.csv").write_text("item_id,gold,a,b\n" + "\n".join(rows) + "\n", encoding="utf-8")
    models = '[[models]]\nname = "a"\n[[models]]\nname = "b"\n'
    said = 'currency = "EUR"\n[goal]\nbudget = "500 items"\nmixture = "off"\n[sure]\nresamples = 100\n'
    plan = PLAN.partition("[[models]]")[0] + models + '[cost]\nper_item = "1"\n' + said
    Path("plan.toml").write_text(plan, encoding="utf-8")
    Path("first.toml").write_text(plan.replace('[[models]]\nname = "b"\n', ""), encoding="utf-8")
    assert run("queue", "first.toml").exit_code == 0
    items = Path("queue/manifest/items.csv").read_text(encoding="utf-8").splitlines()[1:]
    judged = [row.split(",")[0] for row in items if row.split(",")[1] == "review"]
    log = [f"{name},{'yes' if truth[int(name[1:])] else 'no'}" for name in judged]
    Path("log.csv").write_text("item_id,gold\n" + "\n".join(log) + "\n", encoding="utf-8")
    left = [n for n in range(800, MANY) if f"i{n:04d}" not in {*judged}]
    return truth, left


@pytest.mark.parametrize("seed", range(3))
def test_in_another_order_the_rest_is_not_promised_what_was_passed_over(tmp_path, monkeypatch, seed):
    # Items that the first order passed over are poorer than labelled ones of which the second model says the same.
    monkeypatch.chdir(tmp_path)
    truth, left = two_models(seed)
    done = run(
        *("report", "plan.toml", "--set", "list.reviewed=log.csv", "--budget", "2200 items"),
        *("--format", "html", "--out", "report"),
    )
    assert done.exit_code == 0, done.output
    record = json.loads(Path("report/decision.json").read_text(encoding="utf-8"))
    whole = record["filter"]["whole_list"]["found"]
    assert whole["low"] <= truth[left].sum() <= whole["high"]
    told = Path("report/excluded.csv").read_text(encoding="utf-8")
    assert 100 < told.count("like what has been reviewed, unlike what is left") < 300


def test_the_model_of_the_queue_must_be_known(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    two_models(0)
    alone = Path("plan.toml").read_text(encoding="utf-8").replace('[[models]]\nname = "a"\n', "")
    Path("plan.toml").write_text(alone, encoding="utf-8")
    done = run("report", "plan.toml", "--set", "list.reviewed=log.csv", "--out", "report")
    assert done.exit_code == BadDataError.exit_code
    assert "the queue stands in the order of a, and the models of the plan are b" in done.output


def judged_rows(folder, *roles):
    """Write a log of all items of the queue in these roles, and return their names by role."""
    rows = (folder / "queue/manifest/items.csv").read_text(encoding="utf-8").splitlines()[1:]
    names = {role: [row.split(",")[0] for row in rows if row.split(",")[1] == role] for role in roles}
    log = [f"{name},{TRUTH[int(name[1:])]}" for some in names.values() for name in some]
    (folder / "log.csv").write_text("\n".join(["item_id,gold", *log]) + "\n", encoding="utf-8")
    return names


def test_random_items_become_labelled_ones_of_the_rest_once_all_before_the_stop_is_reviewed(folder):
    tmp_path, _ = folder
    names = judged_rows(tmp_path, "review", "tail sample")
    rest, told = rest_of(read_plan("plan.toml", {"list.reviewed": ("log.csv",), "goal.budget": "500"}))
    assert dict(rest.reviewed.known) == {name: TRUTH[int(name[1:])] for name in names["tail sample"]}
    assert any("Random items from after the stop" in line for line in told)
    data = FILTER.read(rest, {})
    labels = dict(zip(*data.known_labels(), strict=True))
    assert labels.keys() >= {*names["tail sample"]}
    assert not {*names["review"]} & {*data.items.ids}
    assert all(TRUTH[int(name[1:])] == label for name, label in labels.items())
    # What is labelled is no longer to be done, and is not left out either.
    left = {data.items.ids[row] for row in np.flatnonzero(~data.items.labelled)}
    assert not left & {*names["tail sample"]}
    assert not {one.item for one in data.excluded} & {*names["tail sample"]}


def test_random_items_say_nothing_of_a_rest_that_begins_before_the_stop(folder):
    tmp_path, _ = folder
    names = judged_rows(tmp_path, "review", "tail sample")
    log = (tmp_path / "log.csv").read_text(encoding="utf-8").splitlines()
    short = [line for line in log if line.split(",")[0] not in names["review"][-3:]]
    (tmp_path / "log.csv").write_text("\n".join(short) + "\n", encoding="utf-8")
    flags = {"list.reviewed": ("log.csv",), "goal.budget": "500"}
    assert not rest_of(read_plan("plan.toml", flags))[0].reviewed.known
    judged_rows(tmp_path, "review", "tail sample")
    # Known prevalence weighs the labelled items, which random ones would not be.
    assert not rest_of(read_plan("plan.toml", flags | {"list.prevalence": "0.3"}))[0].reviewed.known


def rich_and_poor(n, reviewed_yield, promised_yield):
    """A list of n items in the order of p, whose first half is judged, and a labelled sample that promises the rest.

    Every tenth item of the table is labelled; of what is judged one in so many is wanted, and so it is promised of the
    rest, but for the last tenth of the list, which holds none: far from where the rest begins, since a smooth curve lies
    above a rate just before it falls off.
    """
    scores = np.arange(n)[::-1] / n
    row = np.arange(n)
    wanted = np.where(scores > 0.5, row % 10 < 10 * reviewed_yield, row % 10 < 10 * promised_yield)
    labelled = row % 10 == 3
    wanted[labelled & (scores > 0.1)] = row[labelled & (scores > 0.1)] // 10 * 3 % 10 < 10 * promised_yield
    wanted[scores <= 0.1] = False
    names = [f"i{place:05d}" for place in row]
    said = ["yes" if one else "no" for one in wanted]
    rows = [
        f"{name},{label if own else ''},{score}"
        for name, label, own, score in zip(names, said, labelled, scores, strict=True)
    ]
    Path("t.csv").write_text("item_id,gold,p\n" + "\n".join(rows) + "\n", encoding="utf-8")
    plan = (
        PLAN.replace('"145"', f'"{n // 2}"').replace("cost = 5\n", "") + "packet = 100\n[entry]\nvalue = 2\n"
    )
    Path("plan.toml").write_text(plan, encoding="utf-8")
    assert run("queue", "plan.toml").exit_code == 0
    judged = [
        f"{name},{label}"
        for name, label, own, score in zip(names, said, labelled, scores, strict=True)
        if score > 0.55 and not own
    ]
    Path("log.csv").write_text("item_id,gold\n" + "\n".join(judged) + "\n", encoding="utf-8")
    plan = read_plan("plan.toml", {"list.reviewed": ("log.csv",), "goal.budget": str(n)})
    return solve(plan).solution


@pytest.mark.parametrize("n", [1000, 4000])
def test_a_rest_that_is_promised_more_than_what_went_before_is_doubtful(tmp_path, monkeypatch, n):
    # Of 100 reviewed 33 were wanted; of 200 items 78 of which are wanted, a random half holds 33 or fewer in 5.5 %
    # of cases, with 79 in 4.1 % (hypergeometric): the other half holds at most 45.
    monkeypatch.chdir(tmp_path)
    solution = rich_and_poor(n, 0.3, 0.8)
    [doubt] = doubts_of_rest(solution)
    assert (doubt.kind, doubt.n, doubt.of, doubt.names) == (DoubtKind.RICHER_REST, 100, 100, ("33", "45"))
    assert 65 <= doubt.value <= 90
    assert doubt.kind.serious


@pytest.mark.parametrize("n", [1000, 4000])
@pytest.mark.parametrize(("reviewed", "promised"), [(0.8, 0.8), (0.9, 0.7)])
def test_a_rest_as_rich_as_what_went_before_or_poorer_is_not_doubtful(
    tmp_path, monkeypatch, reviewed, promised, n
):
    monkeypatch.chdir(tmp_path)
    assert not doubts_of_rest(rich_and_poor(n, reviewed, promised))


def test_a_plan_from_the_start_is_not_held_against_what_was_reviewed(folder):
    assert not doubts_of_rest(solve(read_plan("plan.toml", {})).solution)
