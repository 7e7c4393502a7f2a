"""The examples' tables as ranking and as answering tasks, all rows labelled, and how they are split."""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

EXAMPLES = Path(__file__).parents[2] / "examples"
LEAST_GROUPS = 5
"""Fewer whole groups than this say nothing of chance, so more labels are drawn."""


@dataclass(frozen=True, eq=False)
class Ranked:
    """What every model scores and what is true of items: shape (n,), higher scores are reviewed earlier."""

    positive: np.ndarray
    scores: Mapping[str, np.ndarray]
    group: np.ndarray | None = None

    def __len__(self) -> int:
        return len(self.positive)

    def take(self, rows: np.ndarray) -> Ranked:
        return _taken(self, rows)


@dataclass(frozen=True, eq=False)
class Answered:
    """True classes, and of each model the answer it is surest of, how sure it is, and what the package is given."""

    truth: np.ndarray
    classes: list[str]
    answer: Mapping[str, np.ndarray]
    confidence: Mapping[str, np.ndarray]
    probabilities: Mapping[str, np.ndarray]
    group: np.ndarray | None = None

    def __len__(self) -> int:
        return len(self.truth)

    def take(self, rows: np.ndarray) -> Answered:
        return _taken(self, rows)

    def given(self) -> dict[str, Any]:
        """Return the models as ``budgetplan.plan`` takes them."""
        pairs = {
            name: {"predicted": answer, "confidence": self.confidence[name]} for name, answer in self.answer.items()
        }
        return pairs | dict(self.probabilities)


def _taken(table: Any, rows: np.ndarray) -> Any:
    """Return some rows of a table: of its columns, and of those of each model."""
    parts = vars(table).items()
    columns = {name: part[rows] for name, part in parts if isinstance(part, np.ndarray)}
    by_model = {
        name: {model: values[rows] for model, values in part.items()}
        for name, part in parts
        if isinstance(part, Mapping)
    }
    return replace(table, **columns, **by_model)


def parser_of(text: str) -> argparse.ArgumentParser:
    """Return the parser of a study, with what all of them are asked."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--settings", nargs="*", default=[], help="settings whose names hold one of these")
    parser.add_argument("--most", type=int, default=3000, help="items of a list, at most")
    return parser


def chosen(tables: Mapping[str, Callable[[], Any]], parts: list[str]) -> Iterator[tuple[str, Any]]:
    """Give the tables whose settings are asked for; all where none are."""
    for setting, load in tables.items():
        if not parts or any(part in setting for part in parts):
            yield setting, load()


def tranches(n: int, count: int) -> np.ndarray:
    """Return where so many tranches of n items end."""
    return np.unique(np.rint(np.linspace(0, n, count + 1)[1:]).astype(int))


def split(rng: np.random.Generator, table: Ranked | Answered, n: int, most: int) -> tuple[np.ndarray, np.ndarray]:
    """Return which rows are labelled and which are the list (at most ``most``); groups stay whole."""
    if table.group is None:
        order = rng.permutation(len(table))
        return order[:n], order[n : n + most]
    groups = rng.permutation(int(table.group.max()) + 1)
    sizes = np.bincount(table.group)[groups]
    count = max(int(np.searchsorted(np.cumsum(sizes), n)) + 1, LEAST_GROUPS)
    inside = np.isin(table.group, groups[:count])
    return np.flatnonzero(inside), np.flatnonzero(~inside)[:most]


def _read(file: str) -> pd.DataFrame:
    table = pd.read_csv(EXAMPLES / file, keep_default_na=False, na_values=[""])
    scores = [name for name in table if name.startswith(("p_", "d_", "s_", "rank_", "conf_"))]
    return table.dropna(subset=scores).reset_index(drop=True)


def _codes(table: pd.DataFrame, column: str) -> np.ndarray:
    return np.unique(table[column], return_inverse=True)[1]


def _columns(table: pd.DataFrame, *beginnings: str) -> dict[str, np.ndarray]:
    return {name: table[name].to_numpy(float) for name in table if name.startswith(beginnings) and ":" not in name}


def _loanwords(language: str = "") -> Ranked:
    table = _read("loanwords/scores.csv")
    table = table[table["domain"] == language] if language else table
    return Ranked((table["gold"] == "loanword").to_numpy(), _columns(table, "p_", "d_", "s_"))


def _idioms(positive: str, group: str = "") -> Ranked:
    table = _read("idioms/scores.csv")
    sign = 1 if positive == "literal" else -1  # the columns say how literal a use is
    scores = {name: sign * score for name, score in _columns(table, "p_", "d_", "s_").items()}
    label = (table["gold"] == positive).to_numpy()
    return Ranked(label, scores, _codes(table, group) if group else None)


def _klubicka() -> Ranked:
    table = _read("klubicka2018/candidates.csv")
    scores = {name: -rank for name, rank in _columns(table, "rank_").items()}
    return Ranked((table["gold"] == "VNIC").to_numpy(), scores)


def _hate(positive: str) -> Ranked:
    table = _read("hate_speech/scores.csv")
    ending = f":{positive}"
    scores = {name.removesuffix(ending): table[name].to_numpy(float) for name in table if name.endswith(ending)}
    return Ranked((table["gold"] == positive).to_numpy(), scores)


def _intents_read() -> tuple[pd.DataFrame, np.ndarray, list[str]]:
    table = _read("intents/items.csv")
    plan = tomllib.loads((EXAMPLES / "intents/plan.toml").read_text(encoding="utf-8"))
    classes = next(model["classes"] for model in plan["models"] if "array" in model)
    return table, np.load(EXAMPLES / "intents/proba_logreg.npy"), classes


INTENT_MODELS = ("mlp1", "cnb", "rf")
"""Of these the top answer alone is known."""


def _intents(domain: str) -> Ranked:
    """Rank the queries of a domain: by how sure each model is of one of its intents, or of no intent at all."""
    table, proba, classes = _intents_read()
    inside = set(table.loc[table["domain"] == domain, "gold"])
    unknown = inside.isdisjoint(classes)
    scores = {}
    for name in INTENT_MODELS:
        sure = table[f"conf_{name}"].to_numpy(float)
        scores[name] = np.where(table[f"pred_{name}"].isin(inside), sure, -sure)
    own = [label in inside for label in classes]
    scores["logreg"] = -proba.max(axis=1) if unknown else proba[:, own].sum(axis=1)
    return Ranked((table["domain"] == domain).to_numpy(), scores)


def _answered(truth: pd.Series, classes: list[str], probabilities: dict[str, np.ndarray], **more: Any) -> Answered:
    names = np.array(classes)
    answer = {name: names[values.argmax(axis=1)] for name, values in probabilities.items()}
    confidence = {name: values.max(axis=1) for name, values in probabilities.items()}
    answer |= more.pop("answer", {})
    confidence |= more.pop("confidence", {})
    return Answered(truth.to_numpy(str), classes, answer, confidence, probabilities, **more)


def _hate_answered() -> Answered:
    table = _read("hate_speech/scores.csv")
    classes = ["hate", "neither", "offensive"]
    models = [name.split(":")[0] for name in table if name.startswith("p_") and name.endswith(":hate")]
    proba = {name: table[[f"{name}:{label}" for label in classes]].to_numpy(float) for name in models}
    return _answered(table["gold"], classes, proba)


def _intents_answered() -> Answered:
    table, proba, classes = _intents_read()
    answer = {name: table[f"pred_{name}"].to_numpy(str) for name in INTENT_MODELS}
    confidence = {name: table[f"conf_{name}"].to_numpy(float) for name in INTENT_MODELS}
    return _answered(table["gold"], classes, {"logreg": proba}, answer=answer, confidence=confidence)


def _two_classes(file: str, positive: str, negative: str, group: str = "") -> Answered:
    table = _read(file)
    proba = {name: np.column_stack([p, 1 - p]) for name, p in _columns(table, "p_").items()}
    more = {"group": _codes(table, group)} if group else {}
    return _answered(table["gold"], [positive, negative], proba, **more)


RANKED: dict[str, Callable[[], Ranked]] = {
    "loanwords": _loanwords,
    "loanwords, Otomi": lambda: _loanwords("Otomi"),
    "loanwords, Bezhta": lambda: _loanwords("Bezhta"),
    "literal uses": lambda: _idioms("literal"),
    "literal uses, by idiom": lambda: _idioms("literal", "idiom"),
    "idiomatic uses, by idiom": lambda: _idioms("idiomatic", "idiom"),
    "klubicka 2018": _klubicka,
    "hate": lambda: _hate("hate"),
    "neither hate nor offensive": lambda: _hate("neither"),
    "queries out of scope": lambda: _intents("out_of_scope"),
    "queries on banking": lambda: _intents("banking"),
}
"""One class against the rest: by its own score where a model has one for each class."""

ANSWERED: dict[str, Callable[[], Answered]] = {
    "hate speech": _hate_answered,
    "intents": _intents_answered,
    "loanword or native": lambda: _two_classes("loanwords/scores.csv", "loanword", "native"),
    "literal or idiomatic": lambda: _two_classes("idioms/scores.csv", "literal", "idiomatic"),
    "literal or idiomatic, by idiom": lambda: _two_classes("idioms/scores.csv", "literal", "idiomatic", "idiom"),
}
