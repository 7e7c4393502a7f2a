"""Send a queue through a real tool and read what comes back: order, ids and labels must be those that were given.

    python tests/tools/run.py label-studio VENV/bin/python
    python tests/tools/run.py doccano VENV/bin/python --keep tests/tools/fixtures
    python tests/tools/run.py asreview VENV/bin/python

The second argument is the Python of an environment in which the tool is installed. ``--keep`` copies its exports.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "worlds"))

from packet_world import HOSTILE, IDS, packet  # noqa: E402

from budgetplan.tools.log import read_logs  # noqa: E402
from budgetplan.tools.registry import QUEUE_TOOLS as TOOLS  # noqa: E402

LABELS = ("idiom", 'literal & "so"', "ни то ни сё")
EXPORTS = {
    "label-studio": (["label-studio.json"], ["label-studio-min.json"], ["label-studio.csv"]),
    "doccano": (["ann.jsonl", "bob.jsonl"],),
    "asreview": (["asreview.csv"],),
}
SECOND = 4
"""So many items are judged by a second person."""


def packets():
    """Return two packets whose order is neither that of ids nor that of texts, and who answers what."""
    others = tuple(f"z-{(7 * number) % 10}" for number in range(10))
    texts = tuple(f"Text {(3 * number) % 10}, said twice." for number in range(9))
    both = [
        packet(labels=LABELS, id=("9", "8", "7", "6", "5"), label=LABELS[:1] * 5, named="sentence_id"),
        packet(
            *texts,
            texts[0],
            ids=others,
            labels=LABELS,
            name="packet-002",
            id=("1",) * 10,
            label=("x",) * 10,
            named="sentence_id",
        ),
    ]
    ids = IDS + others
    assert both[0].judged == HOSTILE
    first = {item: None if at == 2 else LABELS[at % 3] for at, item in enumerate(ids)}
    return both, {"ann": first, "bob": dict.fromkeys(ids[:SECOND], LABELS[1])}


def relevance(answers, items):
    """Return the answers of one person as ASReview knows them: relevant or not."""
    return {
        "": {item: label and str(int(label == LABELS[0])) for item, label in answers["ann"].items() if item in items}
    }


def check(folder, names, answers, order, kept_order):
    """Compare what a tool gives back with what was answered."""
    logs = read_logs([str(folder / name) for name in names], id_column="sentence_id", label_column="gold")
    got = [(item, label) for log in logs for item, label in zip(log.item, log.label, strict=True) if label]
    meant = [(item, label) for who in order for item in order[who] if (label := answers[who][item])]
    assert got == meant if kept_order else sorted(got) == sorted(meant), (names, got, meant)
    people = {who for log in logs for who in log.annotator if who}
    assert len(people) == len({*answers} - {""}), people
    print(f"{', '.join(names)}: {len(got)} judgements of {len(people)} people, as they were given")


def main():
    """Write packets, let the tool take them, and compare."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("tool", choices=[*EXPORTS])
    parser.add_argument("python")
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    tool, (both, answers) = TOOLS[options.tool], packets()
    if options.tool == "asreview":
        answers = relevance(answers, both[0].ids)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = {f"packets/{key}": content for one in both for key, content in tool.write(one).items()}
        files |= {f"setup/{key}": content for key, content in tool.setup(both[0]).items()}
        files["answers.json"] = json.dumps(answers, ensure_ascii=False).encode()
        for key, content in files.items():
            (folder / key).parent.mkdir(exist_ok=True)
            (folder / key).write_bytes(content)
        script = HERE / f"with_{options.tool.replace('-', '_')}.py"
        # Tools leave files where they are started.
        subprocess.run([options.python, str(script.resolve()), name], check=True, cwd=name)
        order = json.loads((folder / "order.json").read_text(encoding="utf-8"))
        for who, handed_out in order.items():
            if who:
                assert handed_out == [*answers[who]], (who, handed_out)
                print(f"{who}: {len(handed_out)} items in the order of the queue")
        for names in EXPORTS[options.tool]:
            check(folder, names, answers, order, kept_order=options.tool != "doccano")
        print((folder / "version.txt").read_text(encoding="utf-8").strip())
        if options.keep:
            kept = options.keep / options.tool
            kept.mkdir(parents=True, exist_ok=True)
            for key in [
                *(one for names in EXPORTS[options.tool] for one in names),
                "order.json",
                "answers.json",
                "version.txt",
            ]:
                shutil.copy(folder / key, kept / key)


if __name__ == "__main__":
    main()
