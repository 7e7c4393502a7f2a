"""All numbers of plans whose inputs differ in everything they can differ in: a change of any shows here, and nowhere else perhaps.

The numbers themselves were not worked out by hand: cases, laws and oracles say whether they are right. They are kept here to
six digits, as `golden` keeps words, so that a line of code that is run at all is one whose change somebody reads.
"""

import json
import numbers
import random
import re
from collections.abc import Mapping
from zlib import crc32

import pytest
from click.testing import CliRunner
from golden import golden

from budgetplan.api import work
from budgetplan.cli.main import main
from budgetplan.report.display import without_tags
from budgetplan.report.model import Prose
from budgetplan.settings.build import read_plan

SIZE, LABELLED, DATE = 160, 90, "2026-01-31"
MOST = 5
"""So many rows of a table, or numbers of a list, are kept each; of more than these two sums."""

NUMBER = re.compile(r"\d[\d.,\u202f]*")


def table():
    """Return items of unlike sizes, prices and weights, some of which tie, from groups and parts of the list; and their truths."""
    truths = []
    drawn = random.Random(7)
    lines = [
        "id,gold,a,b,group,part,kind,weight,length,price,split,domain,helper,sure,x:idiom,x:term,x:free,y:idiom,y:term,y:free"
    ]
    for n in range(SIZE):
        hidden = drawn.random()
        truth = "idiom" if hidden > 0.75 else "term" if hidden > 0.6 else "free"
        a = round(hidden * 0.6 + drawn.random() * 0.4, 2)
        b = round(hidden * 0.4 + drawn.random() * 0.6, 1)
        shares = []
        for noise in (0.5, 0.9):
            raw = [drawn.random() * noise + (truth == name) * 0.6 for name in ("idiom", "term", "free")]
            first, second = round(raw[0] / sum(raw), 3), round(raw[1] / sum(raw), 3)
            shares += [first, second, round(1 - first - second, 3)]
        helper = truth if drawn.random() < 0.8 else drawn.choice(["idiom", "term", "free", "refused"])
        cells = [f"i{n:03d}", truth if n < LABELLED else "", a, b, f"g{n % 5}", "high" if n % 3 else "low"]
        cells += [
            f"k{n % 31}",
            3 if n % 3 else 1,
            3 + n % 11,
            round(0.1 + n % 7 / 10, 1),
            "test" if n % 4 else "validation",
        ]
        cells += ["ab"[n % 2], helper, drawn.choice(["low", "high"]), *shares]
        lines.append(",".join(map(str, cells)))
        truths.append(truth)
    return lines, truths


COST = """
[cost]
currency = "EUR"
per_item = "0.70"
annotators = 2
adjudicated_share = 0.25
adjudication = "0.40"
extra_per_entry = "0.30"
fixed = {guidelines = "3", licence = "2"}
without_indirect = ["licence"]
contingency = 0.10
indirect = 0.20
"""
RANKED = """
[table]
label = "gold"
positive = ["idiom", "term"]
MORE
[[models]]
name = "a"
cost = "7"
cut = 0.6
[[models]]
name = "b"
[words]
item = "phrase"
items = "phrases"
[sure]
resamples = 60
seed = 3
"""
WORTH = """
[entry]
value = {idiom = "12", term = "7"}
left_out = {idiom = "-1", term = "-0.50"}
error = {idiom = 0.05, term = 0.1, free = 0.02}
"""
CLASSES = """
[table]
label = "gold"
split_column = "split"
MORE
[[models]]
name = "x"
probabilities = "x"
cost = "2"
[[models]]
name = "y"
probabilities = "y"
[sure]
resamples = 60
seed = 3
"""
VALUES = """
[answers]
unit = "money"
right = "2"
wrong = "-3"
left_out = {idiom = "-1", term = "0", free = "0.20"}
[[answers.cell]]
predicted = "free"
truth = "idiom"
value = "-6"
"""
HELPER = """
[[answerers]]
name = "helper"
column = "helper"
confidence = "sure"
levels = ["low", "high"]
no_answer = ["refused"]
price = "0.04"
calls = 2
"""
WORK = """
[work]
packet = 10
people = 2
hours_a_week = 0.25
start = "2026-02-02"
tail_sample = 9
control = 5
looks = 2
"""
TIME = """
[cost]
currency = "EUR"
hourly_rate = "24"
seconds_per_item = "60"
seconds_per_unit = "6"
unit = "letters"
round_to = "0.05"
"""
RANGED = """
contingency = "computed"
[cost.ranges]
seconds_per_item = [40, 90]
hourly_rate = [20, 30]
"""
ERRORS = """
[answers.review_error]
idiom = 0.05
term = 0.1
free = 0.02
"""
HOURS = '[goal]\nbudget = "1.5 hours"\ncovers = "annotation"'
QUOTA = """
[quota]
by = "domain"
minimum = 7
sure = 0.8
[quota.minimums]
b = 5
"""
WEIGHED = 'group = "group"\nweight = "weight"'
PRICED = COST.replace('per_item = "0.70"\n', "").replace('adjudicated_share = 0.25\nadjudication = "0.40"\n', "")
PAID_ONCE = COST.replace('extra_per_entry = "0.30"\n', "")
PLANS = {
    "review": [RANKED, WEIGHED, COST, WORTH, '[goal]\nbudget = "60"'],
    "worth": [RANKED, 'stratum = "part"\nweight = "weight"\ncost = "price"', PRICED, WORTH],
    "target": [
        RANKED,
        'units = "length"',
        f'{WORK}deadline = "2026-02-20"',
        TIME,
        RANGED,
        '[goal]\ntarget = "70 %"\n[entry]\nvalue = "5"\nrange = [3, 9]',
    ],
    "labels": [RANKED, f'{WEIGHED}\nsplit = "test"', COST, WORTH, "[list]\nsize = 700\nprevalence = 0.2"],
    "types": [
        RANKED,
        'file = "labelled.csv"\ntype = "kind"',
        PAID_ONCE,
        '[entry]\nunit = "type"\nvalue = "6"\n[goal]\nbudget = "40 items"',
    ],
    "screening": [RANKED, 'weight = "weight"', COST, WORTH, HELPER, '[goal]\nbudget = "70"'],
    "quota": [RANKED, 'group = "group"', COST, QUOTA],
    "answers": [CLASSES, f'{WEIGHED}\ndomain = "domain"', '[cost]\ncurrency = "EUR"', VALUES],
    "accepted": [CLASSES, "", '[cost]\ncurrency = "EUR"', VALUES, '[goal]\nmost_wrong = "30 %"'],
    "joint": [CLASSES, WEIGHED, COST, VALUES, ERRORS, '[goal]\nbudget = "50"'],
    "single": [RANKED.replace('[[models]]\nname = "b"', ""), 'units = "length"', TIME, WORTH, HOURS],
    "counted": [
        RANKED,
        'weight = "weight"',
        COST,
        WORTH,
        "[list]\nsize = 900",
        '[goal]\ntarget = "20"\nmixture = "off"',
    ],
    "rare": [RANKED.replace(', "term"]', "]"), 'group = "kind"', COST, '[entry]\nvalue = "2"\nerror = 0.1'],
    "no_draws": [RANKED.replace("resamples = 60", "resamples = 0"), WEIGHED, COST, WORTH],
    "quotas_worth": [RANKED, "", COST, WORTH, QUOTA, '[goal]\nbudget = "95"'],
    "confident": [RANKED, "", COST, WORTH, HELPER + 'accept = "confident"'],
    "relabelled": [
        CLASSES,
        WEIGHED,
        COST,
        VALUES.replace('right = "2"', 'right = "2"\nrelabel = true'),
        '[goal]\nbudget = "60"',
    ],
    "joint_rest": [
        CLASSES,
        "",
        COST,
        VALUES,
        ERRORS,
        '[goal]\nbudget = "25 items"\norder = "value-per-cost"\n[list]\nsize = 400',
    ],
    "penalty": [CLASSES.replace('cost = "2"', ""), 'group = "group"', "[answers]\nerror_weight = 2"],
    "asked": [CLASSES, 'units = "length"', WORK, TIME, VALUES, ERRORS, HELPER, '[goal]\nbudget = "30"'],
}
"""What a plan is made of; the second part stands in its table."""


def plan_of(name):
    first, more, *others = PLANS[name]
    more += "" if "file" in more else '\nfile = "t.csv"'
    return "\n".join([first.replace("MORE", more), *others, ""])


def flat(value, path):
    """Yield each number and word below a value with its place; of what is long, a digest of each column."""
    if isinstance(value, Mapping):
        for key in sorted(value, key=str):
            yield from flat(value[key], f"{path}.{key}")
    elif not isinstance(value, list | tuple):
        is_float = isinstance(value, numbers.Real) and not isinstance(value, int)
        yield f"{path} {round(float(f'{value:.6g}'), 9) + 0.0:g}" if is_float else f"{path} {value}"
    elif len(value) <= MOST:
        for n, each in enumerate(value):
            yield from flat(each, f"{path}.{n}")
    elif all(isinstance(each, Mapping) for each in value):
        for key in sorted({key for each in value for key in each}):
            yield from flat([each.get(key) for each in value], f"{path}.{key}")
    elif all(isinstance(each, numbers.Real) for each in value):
        yield from flat([sum(value), sum(n * each for n, each in enumerate(value))], path)
    else:
        yield f"{path} {crc32(chr(10).join(line for each in value for line in flat(each, '')).encode())}"


def flat_record(record, path):
    """Yield what was decided, without what the plan said, where it comes from, and words."""
    return flat({key: value for key, value in record.items() if key not in {"provenance", "plan", "warnings"}}, path)


def shown(made):
    """Return the record of a decision, the columns of its tables, the numbers of its prose, and what its handle shows."""
    sections = {section.key: section.blocks for section in made.document.sections}
    blocks = [*(block for several in sections.values() for block in several), *made.tables]
    tables = {
        block.key: list(map(list, zip(*(row.cells for row in block.rows), strict=True)))
        for block in blocks
        if getattr(block, "rows", ())
    }
    prose = {
        key: " ".join(
            NUMBER.findall(" ".join(without_tags(block.html) for block in several if isinstance(block, Prose)))
        )
        for key, several in sections.items()
        if key != "back"  # versions of libraries
    }
    handle = {key: value for key, value in (made.explore() or {}).items() if key != "text"}
    parts = {"tables": tables, "prose": prose, "handle": handle}
    return "\n".join(
        [*flat_record(made.record, "record"), *(line for part in parts.items() for line in flat(*part[::-1])), ""]
    )


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines, truths = table()
    (tmp_path / "t.csv").write_text("\n".join([*lines, ""]), encoding="utf-8")
    (tmp_path / "labelled.csv").write_text("\n".join([*lines[: LABELLED + 1], ""]), encoding="utf-8")
    return truths


@pytest.mark.parametrize("name", PLANS)
def test_every_number_of_a_plan(tmp_path, name):
    (tmp_path / "plan.toml").write_text(plan_of(name), encoding="utf-8")
    golden(f"numbers/{name}.txt", shown(work(read_plan("plan.toml", {}))(DATE)))


def run(*words):
    done = CliRunner().invoke(main, [*map(str, words)], catch_exceptions=False)
    assert done.exit_code in {0, 3}, done.output


def judged(folder, truths, packets):
    """Return the names of packets that people filled in, one item in nine otherwise than the truth, a fifth twice."""
    names = []
    for path in sorted((folder / "queue/packets").glob("*.csv"))[:packets]:
        head, *rows = (line.split(",") for line in path.read_text(encoding="utf-8-sig").split())
        lines = ["id,gold,annotator,seconds"]
        for row in rows:
            name = row[head.index("id")]
            n = int(name[1:])
            lines += [f"{name},{truths[n] if n % 9 else 'free'},ann,{40 + n % 30}"]
            lines += [f"{name},{truths[n]},bob,{50 + n % 20}"] if n % 5 == 0 else []
        names.append(f"{path.stem}-back.csv")
        (folder / names[-1]).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return names


@pytest.mark.parametrize("name", ["review", "target", "quota", "joint"])
def test_every_number_of_a_second_round(folder, tmp_path, name):
    """A queue is written, a part and then all of it comes back, and a plan of a ranked list is made anew for what is left."""
    plan = plan_of(name).replace('weight = "weight"', "").replace('"70 %"', "17").replace('"60"', "90")
    plan += "" if "[work]" in plan else WORK
    (tmp_path / "plan.toml").write_text(plan, encoding="utf-8")
    run("queue", "plan.toml", "--for", "csv")
    lines = []
    for packets in (99, 2):
        logs = judged(tmp_path, folder, packets)
        run("progress", "plan.toml", *logs, "--format", "html", "--out", "card")
        record = json.loads((tmp_path / "card/card-record.json").read_text(encoding="utf-8"))
        lines += flat_record(record, f"card.{packets}")
    if name in {"review", "target"}:
        (tmp_path / "plan.toml").write_text(f"{plan}[list]\nreviewed = {json.dumps(logs)}\n", encoding="utf-8")
        lines.append(shown(work(read_plan("plan.toml", {}))(DATE)))
    golden(f"numbers/{name}_again.txt", "\n".join([*lines, ""]))
