"""All numbers of plans whose inputs differ in everything they can differ in: a change of any shows here, and nowhere else perhaps.

The numbers themselves were not worked out by hand: cases, laws and oracles say whether they are right. They are kept here to
six digits, as `golden` keeps words, so that a line of code that is run at all is one whose change somebody reads.
"""

import csv
import json
import numbers
import random
import re
from collections.abc import Mapping
from zlib import crc32

import pytest
from commands import ended
from golden import golden
from rows import rows_of

from budgetplan.api import Solved
from budgetplan.report.display import without_tags
from budgetplan.report.model import Prose
from budgetplan.report.record import plain
from budgetplan.settings.build import read_plan

SIZE, LABELLED, DATE = 160, 90, "2026-01-31"
MOST, FLIPS = 12, 5
"""So many rows of a table, or numbers of a list, are kept each; of more than these two sums; so many lines may differ."""

CLASS_NAMES = ("idiom", "term", "free")
NUMBER = re.compile(r"(?<!BP-)(?<!\w)\d[\d.,\u202f]*(?!\w)")


def table():
    """Return rows of unlike sizes, prices and weights, some of which tie, from groups and parts of the list; and their truths."""
    drawn, rows, truths = random.Random(7), [], []
    for n in range(SIZE):
        hidden = drawn.random()
        truth = "idiom" if hidden > 0.75 else "term" if hidden > 0.6 else "free"
        row = {"id": f"i{n:03d}", "gold": truth if n < LABELLED else ""}
        row |= {"a": round(hidden * 0.6 + drawn.random() * 0.4, 2), "b": round(hidden * 0.4 + drawn.random() * 0.6, 1)}
        row |= {"group": f"g{n % 5}", "part": "high" if n % 3 else "low", "kind": f"k{n % 31}", "domain": "ab"[n % 2]}
        row |= {
            "weight": 3 if n % 3 else 1,
            "one": 1,
            "odd": 0.4 if n % 3 else 1.27,
            "length": 3 + n % 11,
            "price": round(0.1 + n % 7 / 10, 1),
        }
        row |= {"split": "test" if n % 4 else "validation"}
        for model, noise in (("x", 0.5), ("y", 0.9)):
            raw = [drawn.random() * noise + (truth == name) * 0.6 for name in CLASS_NAMES]
            first, second = round(raw[0] / sum(raw), 3), round(raw[1] / sum(raw), 3)
            shares = (first, second, round(1 - first - second, 3))
            row |= {f"{model}:{name}": share for name, share in zip(CLASS_NAMES, shares, strict=True)}
        row["helper"] = truth if drawn.random() < 0.8 else drawn.choice([*CLASS_NAMES, "refused"])
        row["sure"] = drawn.choice(["low", "high"])
        rows.append(row)
        truths.append(truth)
    return rows, truths


def of_two(row):
    """Return a row whose classes are "yes" and "free", with their probabilities."""
    kept = {name: cell for name, cell in row.items() if name[:2] != "y:" and name not in {"x:idiom", "x:term"}}
    label = {"idiom": "yes", "term": "yes"}.get(row["gold"], row["gold"])
    return kept | {"gold": label, "x:yes": round(1 - row["x:free"], 3)}


PIECES, PLANS = rows_of(__file__).values()


def plan_of(name):
    """Return the text of a plan, of whose parts the second one stands in its table."""
    first, more, *others = PLANS[name]
    more += "" if "file" in first + more else '\nfile = "t.csv"'
    return "\n".join([first.replace("MORE", more), *others, ""])


def word(value):
    """Return a value as it is kept: of a number six digits."""
    is_float = isinstance(value, numbers.Real) and not isinstance(value, int)
    return f"{round(float(f'{value:.6g}'), 9) + 0.0:g}" if is_float else str(value)


def flat(value, path):
    """Yield each number and word below a value with its place, those of a list in one line; of what is long, a digest."""
    if isinstance(value, Mapping):
        single = sorted(key for key in value if not isinstance(value[key], Mapping | list | tuple))
        yield " ".join([path, *(f"{key}={word(value[key])}" for key in single)])
        for key in sorted({*value} - {*single}):
            yield from flat(value[key], f"{path}.{key}")
    elif not isinstance(value, list | tuple):
        yield f"{path} {word(value)}"
    elif value and all(isinstance(each, Mapping) for each in value):
        for key in sorted({key for each in value for key in each}):
            yield from flat([each.get(key) for each in value], f"{path}.{key}")
    elif any(isinstance(each, Mapping | list | tuple) for each in value) and len(value) <= MOST:
        for n, each in enumerate(value):
            yield from flat(each, f"{path}.{n}")
    elif len(value) <= MOST:
        yield " ".join([path, *map(word, value)])
    elif all(isinstance(each, numbers.Real) for each in value):
        yield from flat([sum(value), sum(n * each for n, each in enumerate(value))], path)
    else:
        yield f"{path} {crc32(chr(10).join(line for each in value for line in flat(each, '')).encode())}"


def flat_record(record, path):
    """Yield what was decided, without what the plan said, where it comes from, and words."""
    return flat(
        {
            key: value
            for key, value in record.items()
            if key not in {"provenance", "plan", "warnings", "checksums", "queue"}
        },
        path,
    )


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
    handle = {key: value for key, value in (made.explore() or {}).items() if key not in {"text", "ends"}}
    doubts = NUMBER.findall(" ".join(made.to_look_at))
    parts = {"tables": tables, "prose": prose, "handle": handle, "doubts": doubts}
    return "\n".join(
        [
            *flat_record(made.record, "record"),
            *(line for part in parts.items() for line in flat(plain(part[1]), part[0])),
            "",
        ]
    )


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch, undrawn):
    monkeypatch.chdir(tmp_path)
    rows, truths = table()
    files = {"t.csv": rows, "labelled.csv": rows[:LABELLED], "two.csv": [*map(of_two, rows)]}
    files["few.csv"] = rows[:30]
    files["rich.csv"] = [row | {"gold": row["gold"] if row["a"] > 0.35 or row["id"] > "i080" else ""} for row in rows]
    for name, written in files.items():
        with (tmp_path / name).open("w", encoding="utf-8", newline="") as stream:
            writer = csv.DictWriter(stream, written[0])
            writer.writeheader()
            writer.writerows(written)
    return truths


@pytest.mark.parametrize("name", PLANS)
def test_every_number_of_a_plan(tmp_path, name):
    (tmp_path / "plan.toml").write_text(plan_of(name), encoding="utf-8")
    golden(f"numbers/{name}.txt", shown(Solved(read_plan("plan.toml", {})).made(DATE)), FLIPS)


def run(*words):
    done = ended(*words)
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


@pytest.mark.parametrize(
    ("name", "tail"),
    [
        ("review", 9),
        ("review", 0),
        ("target", 9),
        ("target", 0),
        ("rare", 20),
        ("worth", 30),
        ("screening", 5),
        ("share", 12),
        ("share", 0),
        ("annotation", 15),
        ("quota", 9),
        ("joint", 9),
        ("joint_entries", 0),
    ],
)
def test_every_number_of_a_second_round(folder, tmp_path, name, tail):
    """A queue is written, a part and then all of it comes back, and a plan of a ranked list is made anew for what is left."""
    plan = plan_of(name).replace('weight = "weight"', 'weight = "one"').replace('"70 %"', "17").replace('"60"', "90")
    plan = (plan + ("" if "[work]" in plan else PIECES["WORK"])).replace("tail_sample = 9", f"tail_sample = {tail}")
    (tmp_path / "plan.toml").write_text(plan, encoding="utf-8")
    run("queue", "plan.toml", "--for", "csv")
    lines = []
    for packets in (99, 2, 1):
        logs = judged(tmp_path, folder, packets)
        run("progress", "plan.toml", *logs, "--format", "html", "--out", "card")
        record = json.loads((tmp_path / "card/card-record.json").read_text(encoding="utf-8"))
        lines += flat_record(record, f"card.{packets}")
    if name in {"review", "target", "rare", "worth", "annotation"}:
        (tmp_path / "plan.toml").write_text(f"{plan}[list]\nreviewed = {json.dumps(logs)}\n", encoding="utf-8")
        lines.append(shown(Solved(read_plan("plan.toml", {})).made(DATE)))
    golden(f"numbers/{name}_again_{tail}.txt", "\n".join([*lines, ""]), FLIPS)
