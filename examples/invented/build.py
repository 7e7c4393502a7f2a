"""Make the files of this folder: everything in them is invented."""

from __future__ import annotations

import csv
import json
import math
import random
from collections.abc import Iterable, Sequence
from pathlib import Path

HERE = Path(__file__).parent
START = (
    "Kä",
    "Brü",
    "Tor",
    "Schlei",
    "Fö",
    "Mar",
    "Glu",
    "Pan",
    "Re",
    "Zwi",
    "Lau",
    "Spö",
    "Ter",
    "Wo",
    "Fla",
    "Gri",
)
MIDDLE = ("", "ne", "li", "ßa", "to", "mü", "ren", "ka")
LAST = ("ling", "tion", "bel", "ker", "age", "ung", "ett", "mus", "rich", "tze")
BEANS = ("the beans", "all the beans", "his beans", "her beans")
WHO = ("The clerk", "My aunt", "A neighbour", "The coach", "Her cousin", "The cook", "Our guide", "The twins")
LITERAL = ("on the floor", "next to the stove", "all over the counter", "while unpacking", "into the sink")
IDIOM = ("about the merger", "to a reporter", "before the party", "under pressure", "at the hearing")


def words(rng: random.Random, n: int) -> list[str]:
    every = [a + b + c for a in START for b in MIDDLE for c in LAST]
    return rng.sample(every, n)


def score(rng: random.Random, entry: bool, skill: float) -> float:
    """Return a probability of an item: the higher the skill, the further apart entries and others are."""
    return 1 / (1 + math.exp(-((skill if entry else -skill) + rng.gauss(0, 1.5) - 0.8)))


def candidates() -> None:
    """A table as a German Excel saves it: semicolons, decimal commas, Windows-1252."""
    rng = random.Random(1)
    lines = ["Nr;Wort;Lehnwort;Modell A;Modell B"]
    for place, word in enumerate(words(rng, 900), 1):
        entry = rng.random() < 0.25
        label = ("ja" if entry else "nein") if place <= 300 else ""
        cells = [f"{score(rng, entry, skill):.3f}".replace(".", ",") for skill in (1.2, 0.8)]
        lines.append(f"{place};{word};{label};{cells[0]};{cells[1]}")
    (HERE / "Kandidaten.csv").write_text("\r\n".join(lines) + "\r\n", encoding="cp1252", newline="")


def project() -> None:
    """An export of Label Studio: a third of the tasks is annotated, all have the scores of two models."""
    rng = random.Random(2)
    sentences = [
        (f"{who} spilled {beans} {end}.", end in IDIOM)
        for who in WHO for beans in BEANS for end in (*LITERAL, *IDIOM)
    ]  # fmt: skip
    rng.shuffle(sentences)
    tasks = []
    for place, (text, entry) in enumerate(sentences, 1):
        data = {
            "text": text,
            "p_bert": round(score(rng, entry, 1.4), 4),
            "p_svm": round(score(rng, entry, 0.9), 4),
        }
        value = {"choices": ["idiom" if entry else "literal"]}
        result = {"from_name": "label", "to_name": "text", "type": "choices", "value": value}
        annotation = {
            "id": place,
            "completed_by": 1,
            "lead_time": round(rng.uniform(3, 12), 2),
            "result": [result],
        }
        tasks.append(
            {
                "id": place,
                "data": data,
                "annotations": [annotation] if place <= 120 else [],
                "predictions": [],
            }
        )
    text = "[\n" + ",\n".join(json.dumps(task) for task in tasks) + "\n]\n"
    (HERE / "label-studio.json").write_text(text, encoding="utf-8")


def posts() -> None:
    """A table that a language model has labelled: it does not say how sure it is, and people judged a part."""
    rng = random.Random(3)
    rows = [("post_id", "label", "llm_label", "p_spam")]
    for place in range(1, 801):
        spam = rng.random() < 0.3
        right = rng.random() < (0.93 if spam else 0.86)
        said = spam if right else not spam
        label = ("spam" if spam else "fine") if place <= 250 else ""
        rows.append((f"post-{place:03}", label, "spam" if said else "fine", f"{score(rng, spam, 0.9):.4f}"))
    write("posts.csv", rows)


def long_list() -> None:
    """A list in two files without labels, and a random part of it with labels in a file of its own."""
    rng = random.Random(4)
    head = ("item_id", "word", "p_rf", "p_bert")
    items = []
    for place, word in enumerate(words(rng, 1200), 1):
        entry = rng.random() < 0.2
        items.append((entry, (f"w-{place:04}", word, f"{score(rng, entry, 0.8):.4f}", f"{score(rng, entry, 1.2):.4f}")))
    write("list-1.csv", [head, *(row for _, row in items[:600])])
    write("list-2.csv", [head, *(row for _, row in items[600:])])
    labelled = sorted(rng.sample(items, 250), key=lambda item: item[1])
    write(
        "labelled.csv",
        [(*head, "gold"), *((*row, "loanword" if entry else "native") for entry, row in labelled)],
    )
    drawn = [(key, word, "loanword" if entry else "native") for entry, (key, word, *_) in rng.sample(items[:600], 100)]
    write("pilot.csv", [("item_id", "word", "label"), *drawn])


def write(name: str, rows: Iterable[Sequence[str]]) -> None:
    with (HERE / name).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


if __name__ == "__main__":
    candidates()
    project()
    posts()
    long_list()
