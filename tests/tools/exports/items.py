"""The items that every tool is given: 150 short sentences, invented, half of which hold an idiom's words.

Nothing but the standard library, since each tool runs this in an environment of its own.
"""

import csv
import io
import random

POSITIVE, NEGATIVE = "idiom", "literal"
_PEOPLE = ("She", "He", "Our neighbour", "The new editor", "Nobody", "My aunt", "The committee")
_IDIOMS = ("spilled the beans", "broke the ice", "let the cat out of the bag", "pulled his leg", "saw the light")
_WHERE = {
    POSITIVE: ("about the party", "at the first meeting", "before anybody asked", "in the end", "as usual"),
    NEGATIVE: ("on the kitchen floor", "with a hammer", "in the garden", "near the old barn", "at the vet's"),
}


def items(n=150, share=0.3, seed=7):
    """Return ``n`` items as dictionaries: item_id, text, label, and a score that knows something of it."""
    rng = random.Random(seed)
    found, seen = [], set()
    while len(found) < n:
        label = POSITIVE if rng.random() < share else NEGATIVE
        where = rng.choice(_WHERE[label if rng.random() < 0.85 else rng.choice([POSITIVE, NEGATIVE])])
        text = f"{rng.choice(_PEOPLE)} {rng.choice(_IDIOMS)} {where}."
        if text in seen:
            continue
        seen.add(text)
        score = rng.betavariate(4, 2) if label == POSITIVE else rng.betavariate(2, 4)
        found.append({"item_id": f"s-{len(found) + 1:04d}", "text": text, "label": label, "score": round(score, 4)})
    return found


def as_csv(rows):
    """Return dictionaries as the text of a CSV file."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, [*rows[0]], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()
