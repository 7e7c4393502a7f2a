"""Run by an environment with spaCy: a text classifier's predictions as JSON, and a DocBin.

python with_spacy.py FOLDER
"""

import json
import sys
from pathlib import Path

import spacy
from spacy.tokens import DocBin
from spacy.training import Example

sys.path.insert(0, str(Path(__file__).parent))
from items import items


def main(folder):
    """Train for some seconds, and write what spaCy writes."""
    spacy.util.fix_random_seed(1)
    rows = items()
    nlp = spacy.blank("en")
    model = {"@architectures": "spacy.TextCatBOW.v3", "length": 262144, "ngram_size": 1}
    nlp.add_pipe("textcat", config={"model": model | {"no_output_layer": False, "exclusive_classes": True}})

    def gold(one):
        return {name: float(one["label"] == name) for name in ("idiom", "literal")}

    examples = [Example.from_dict(nlp.make_doc(one["text"]), {"cats": gold(one)}) for one in rows[:100]]
    optimizer = nlp.initialize(lambda: examples)
    for _ in range(8):
        nlp.update(examples, sgd=optimizer)
    docs = list(nlp.pipe([one["text"] for one in rows]))
    with_gold = [
        {"text": doc.text, "cats": doc.cats, "label": one["label"], "meta": {"item_id": one["item_id"]}}
        for one, doc in zip(rows, docs, strict=True)
    ]
    (folder / "cats.jsonl").write_text("".join(json.dumps(one) + "\n" for one in with_gold), encoding="utf-8")
    (folder / "to_json.json").write_text(json.dumps([doc.to_json() for doc in docs]), encoding="utf-8")
    (folder / "to_json.jsonl").write_text("".join(json.dumps(doc.to_json()) + "\n" for doc in docs), encoding="utf-8")
    DocBin(docs=docs[:20], store_user_data=True).to_disk(folder / "docs.spacy")
    (folder / "version.txt").write_text(f"spacy {spacy.__version__}\n", encoding="utf-8")


main(Path(sys.argv[1]))
