"""Run by an environment with transformers, torch and datasets: a tiny classifier's outputs in the shapes it has.

python with_huggingface.py FOLDER
"""

import json
import sys
from importlib.metadata import version
from pathlib import Path

import torch
from datasets import ClassLabel, Dataset, Features, Value
from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast, pipeline

sys.path.insert(0, str(Path(__file__).parent))
from items import items


def tiny(texts, labels, names, folder):
    """Train a classifier of a few thousand parameters for some seconds, and return its pipeline."""
    torch.manual_seed(1)
    words = sorted({word for text in texts for word in text.lower().replace(".", " .").split()})
    vocabulary = folder / "vocab.txt"
    vocabulary.write_text("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *words]), encoding="utf-8")
    tokenizer = BertTokenizerFast(str(vocabulary))
    vocabulary.unlink()
    config = BertConfig(
        vocab_size=len(words) + 5,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
        num_labels=len(names),
        id2label=dict(enumerate(names)),
        label2id={name: at for at, name in enumerate(names)},
    )
    model = BertForSequenceClassification(config)
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    wanted = torch.tensor([names.index(one) for one in labels])
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.02)
    for _ in range(25):
        optimizer.zero_grad()
        model(**batch, labels=wanted).loss.backward()
        optimizer.step()
    model.eval()
    return pipeline("text-classification", model=model, tokenizer=tokenizer, device="cpu")


def main(folder):
    """Write every shape."""
    rows = items()
    texts, names = [one["text"] for one in rows], ["idiom", "literal"]
    classify = tiny(texts[:100], [one["label"] for one in rows[:100]], names, folder)

    def written(name, lines):
        (folder / name).write_text(lines, encoding="utf-8")

    # What the pipeline returns, as people save it: the winner alone, and all labels of each text.
    written("top_1.json", json.dumps(classify(texts)))
    written("all_scores.json", json.dumps(classify(texts, top_k=None)))
    both = zip(rows, classify(texts, top_k=None), strict=True)
    written(
        "jsonl_with_gold.jsonl",
        "".join(
            json.dumps({"id": one["item_id"], "text": one["text"], "label": one["label"], "prediction": said}) + "\n"
            for one, said in both
        ),
    )
    best = zip(rows, classify(texts), strict=True)
    written(
        "top_1_with_gold.jsonl",
        "".join(json.dumps({"id": one["item_id"], "gold": one["label"], **said}) + "\n" for one, said in best),
    )
    # A dataset with a ClassLabel: labels are whole numbers, -1 where nobody has labelled.
    features = Features(
        {"id": Value("string"), "text": Value("string"), "label": ClassLabel(names=names), "score": Value("float32")}
    )
    dataset = Dataset.from_list(
        [
            {
                "id": one["item_id"],
                "text": one["text"],
                "label": -1 if at >= 110 else names.index(one["label"]),
                "score": next(each["score"] for each in said if each["label"] == "idiom"),
            }
            for at, (one, said) in enumerate(zip(rows, classify(texts, top_k=None), strict=True))
        ],
        features=features,
    )
    dataset.to_csv(str(folder / "dataset.csv"), index=False)
    dataset.to_json(str(folder / "dataset.jsonl"))
    dataset.to_parquet(str(folder / "dataset.parquet"))
    dataset.save_to_disk(str(folder / "saved"))
    (folder / "dataset_info.json").write_bytes((folder / "saved" / "dataset_info.json").read_bytes())
    for one in (folder / "saved").iterdir():
        if one.suffix == ".arrow":
            (folder / "dataset.arrow").write_bytes(one.read_bytes())
        one.unlink()
    (folder / "saved").rmdir()
    named = ("transformers", "datasets", "torch")
    written("version.txt", " ".join(f"{name} {version(name)}" for name in named) + "\n")


main(Path(sys.argv[1]))
