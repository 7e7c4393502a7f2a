"""Tables with one thing wrong in each, for every workflow: what makes a report doubtful, and sound ones beside it."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import numpy as np

from budgetplan.api import write_queue
from budgetplan.domain.doubt import DoubtKind
from budgetplan.settings.build import read_plan

Columns = dict[str, list]

N = 240
_RNG = np.random.default_rng(11)
_Z = _RNG.normal(size=(4, N))
_U = _RNG.random((3, N))


def _column(values) -> list:
    return [f"{value:.6f}" for value in values]


def ranked() -> Columns:
    """A sound table of ranked items: 80 loans, two scores that know something, 40 texts."""
    loan = np.arange(N) % 3 == 0
    return {
        "id": [f"w{place:03}" for place in range(N)],
        "gold": ["loan" if one else "native" for one in loan],
        "a": _column(_Z[0] + 1.5 * loan),
        "b": _column(_Z[1] + 1.0 * loan),
        "doc": [f"d{place % 40:02}" for place in range(N)],
        "split": ["test"] * N,
        "price": ["1"] * N,
    }


def classified() -> Columns:
    """A sound table of answers: two classes, two models that are mostly right and know when."""
    truth = np.arange(N) % 2
    columns: Columns = {
        "id": [f"w{place:03}" for place in range(N)],
        "gold": [f"c{one}" for one in truth],
        "split": ["validation" if place < N // 2 else "test" for place in range(N)],
        "genre": [("news", "letters")[place // 2 % 2] for place in range(N)],
        "doc": [f"d{place // 2:03}" for place in range(N)],
    }
    for name, z in (("m", _U[0]), ("k", _U[1])):
        confidence = 0.5 + 0.5 * z
        right = _U[2] < confidence if name == "m" else (_U[2] + z) % 1 < confidence
        columns[f"{name}_says"] = [f"c{one if ok else 1 - one}" for one, ok in zip(truth, right, strict=True)]
        columns[f"{name}_sure"] = _column(confidence)
    return columns


def _copied(columns: Columns, split: str = "", n: int = 3) -> None:
    """Put the last ``n`` rows in once more, with ids of their own, of another split if one is named."""
    for name, cells in columns.items():
        more = cells[-n:]
        if name == "id":
            more = [f"again{place}" for place in range(n)]
        elif name == "split" and split:
            more = [split] * n
        columns[name] = cells + more


def _set(name: str, values) -> Callable[[Columns], None]:
    def change(columns: Columns) -> None:
        columns[name] = list(values)

    return change


def _renamed(columns: Columns) -> None:
    columns["p_b"] = columns.pop("b")


def _judged(columns: Columns) -> None:
    columns["row"] = columns.pop("id")
    columns["coder"] = [("ann", "ben")[place % 2] for place in range(N)]
    columns["word_id"] = [f"v{place // 2}" for place in range(N)]


def _wholly(name: str, label: str) -> Callable[[Columns], None]:
    """Let a split hold one label alone; the other items are in another split."""

    def change(columns: Columns) -> None:
        columns[name] = ["test" if one == label else "rest" for one in columns["gold"]]

    return change


def _lone_labels(columns: Columns) -> None:
    columns["gold"] = [one if one == "loan" else f"other{place}" for place, one in enumerate(columns["gold"])]


def _shifted(columns: Columns) -> None:
    """Add a list without labels, on which the models are much less sure."""
    n = 120
    for name, cells in columns.items():
        more = [""] * n
        if name == "id":
            more = [f"list{place}" for place in range(n)]
        elif name.endswith("_says"):
            more = [f"c{place % 2}" for place in range(n)]
        elif name.endswith("_sure"):
            more = _column(0.5 + 0.02 * _U[0][:n])
        elif name in {"split", "genre", "doc"}:
            more = ["test"] * n if name == "split" else cells[:n]
        columns[name] = cells + more


def _with_a_list(columns: Columns) -> None:
    """Add a list without labels that scores as the labelled items do, for which the price is not always known."""
    n = 120
    more = {
        "id": [f"list{place}" for place in range(n)],
        "gold": [""] * n,
        "a": _column(_Z[2][:n] + 1.5 * _LOAN[:n]),
        "b": _column(_Z[3][:n] + 1.0 * _LOAN[:n]),
        "price": ["" if place % 3 == 0 else "1" for place in range(n)],
    }
    for name, cells in columns.items():
        columns[name] = cells + more.get(name, cells[:n])


def _with_a_greater_list(columns: Columns) -> None:
    """Add a list of which four items score higher than whatever has a label."""
    _with_a_list(columns)
    for name in "ab":
        columns[name][-4:] = ["9.1", "9.2", "9.3", "9.4"]


def _reviewed(columns: Columns) -> None:
    """Leave a label to the 80 items alone that the second model puts first: they were reviewed."""
    rest = np.argsort([-float(score) for score in columns["b"]])[80:]
    columns["gold"] = ["" if place in rest else one for place, one in enumerate(columns["gold"])]


_TRUTH = np.arange(N) % 2
_LOAN = np.arange(N) % 3 == 0

FILTER: dict[DoubtKind, tuple[Callable[[Columns], None], str]] = {
    DoubtKind.DUPLICATES: (_copied, ""),
    DoubtKind.DUPLICATES_ACROSS: (lambda columns: _copied(columns, "train"), ""),
    DoubtKind.MANY_DUPLICATES: (lambda columns: _copied(columns, n=80), ""),
    DoubtKind.MANY_DUPLICATES_ACROSS: (lambda columns: _copied(columns, "train", n=60), ""),
    DoubtKind.LABELS_LIKE_SCORES: (_lone_labels, ""),
    DoubtKind.RARE_LABEL: (_set("gold", [*ranked()["gold"][:-1], "natvie"]), ""),
    DoubtKind.SAME_ANSWER: (_set("gold", [{0: "Yes", 3: "y"}.get(place % 9, "No") for place in range(N)]), "yes"),
    DoubtKind.SHORT_LIST: (_set("gold", [*ranked()["gold"][:-3], "", "", ""]), ""),
    DoubtKind.SCORES_LIKE_LABELS: (_set("b", (_U[0] < 0.3 + 0.4 * _LOAN).astype(int)), ""),
    DoubtKind.SCORES_LIKE_ABSTENTIONS: (
        _set("b", np.where(_U[1] < 0.3, -1, (_U[0] < 0.3 + 0.4 * _LOAN).astype(int))),
        "",
    ),
    DoubtKind.PRICED_PER_THOUSAND: (lambda columns: columns.update(said=columns["gold"]), "answerer"),
    DoubtKind.CONSTANT: (_set("b", [0.5] * (N - 3) + [0.1, 0.2, 0.3]), ""),
    DoubtKind.FAR_OUT: (_set("b", [*_column(_U[0])[1:], "85594"]), ""),
    DoubtKind.REVERSED: (_set("b", _column(_Z[1] - 1.5 * _LOAN)), ""),
    DoubtKind.PERFECT: (_set("b", _column(_U[0] + 2 * _LOAN)), ""),
    DoubtKind.NO_PROBABILITIES: (_renamed, "p_b"),
    DoubtKind.COPIES: (_set("b", ranked()["a"]), ""),
    DoubtKind.FEW_POSITIVES: (_set("gold", ["loan" if place < 20 else "native" for place in range(N)]), ""),
    DoubtKind.FEW_GROUPS: (_set("doc", [f"d{place % 7}" for place in range(N)]), ""),
    DoubtKind.GROUPS_ACROSS: (_set("split", ["test" if place < 200 else "train" for place in range(N)]), ""),
    DoubtKind.JUDGEMENTS: (_judged, "row"),
    DoubtKind.NO_POSITIVES: (_wholly("split", "native"), ""),
    DoubtKind.ALL_POSITIVE: (_wholly("split", "loan"), ""),
    DoubtKind.OTHER_ORDER: (lambda columns: None, "prices"),
    DoubtKind.CONFIDENCE: (_set("b", _column(0.5 + 0.5 * _U[0])), ""),
    DoubtKind.ROW_NUMBERS: (lambda columns: columns.update(rowIndex=columns["b"]), "rowIndex"),
    DoubtKind.MADE_WITH_LABELS: (
        lambda columns: columns.update(
            asreview_ranking=columns["b"], included=[str(int(one == "loan")) for one in columns["gold"]]
        ),
        "asreview_ranking",
    ),
    DoubtKind.FROM_THE_TOP: (_reviewed, ""),
    DoubtKind.OUTSIDE: (_with_a_greater_list, ""),
    DoubtKind.RICHER_REST: (_with_a_list, "reviewed"),
    DoubtKind.OTHER_PACE: (_with_a_list, "timed"),
    DoubtKind.SAME_START: (_with_a_list, "timed start"),
    DoubtKind.NOT_PRICED: (_with_a_list, "own prices"),
    DoubtKind.ROUNDED_UP: (lambda columns: None, "whole"),
}
"""For each kind of doubt in ranked items, what is done to a sound table, and what else is special."""

ANSWERS: dict[DoubtKind, tuple[Callable[[Columns], None], str]] = {
    DoubtKind.DUPLICATES: (_copied, ""),
    DoubtKind.DUPLICATES_ACROSS: (lambda columns: _copied(columns, "validation"), ""),
    DoubtKind.MANY_DUPLICATES: (lambda columns: _copied(columns, n=80), ""),
    DoubtKind.MANY_DUPLICATES_ACROSS: (lambda columns: _copied(columns, "validation", n=60), ""),
    DoubtKind.UNSURE_IS_RIGHT: (
        lambda columns: columns.update(k_sure=_column([1.5 - float(one) for one in columns["k_sure"]])),
        "",
    ),
    DoubtKind.ALL_RIGHT: (_set("k_says", [f"c{one}" for one in _TRUTH]), ""),
    DoubtKind.AGREES_BY_CHANCE: (_set("k_says", [f"c{int(one < 0.5)}" for one in _RNG.random(N)]), ""),
    DoubtKind.BELOW_CHANCE: (
        lambda columns: columns.update(k_sure=_column([float(one) - 0.4 for one in columns["k_sure"]])),
        "",
    ),
    DoubtKind.CONSTANT: (_set("k_sure", [0.9] * (N - 3) + [0.6, 0.7, 0.8]), ""),
    DoubtKind.COPIES: (lambda columns: columns.update(k_says=columns["m_says"], k_sure=columns["m_sure"]), ""),
    DoubtKind.FEW_OF_CLASSES: (
        _set(
            "gold",
            [f"c{one}" if place % 10 < 8 else "c0" for place, one in enumerate(_TRUTH * (np.arange(N) % 5 == 1))],
        ),
        "",
    ),
    DoubtKind.ONE_CLASS: (
        _set("gold", [f"c{one}" if place < N // 2 else "c0" for place, one in enumerate(_TRUTH)]),
        "",
    ),
    DoubtKind.FEW_GROUPS: (_set("doc", [f"{'vt'[place >= N // 2]}{place % 8}" for place in range(N)]), "group"),
    DoubtKind.GROUPS_ACROSS: (_set("doc", [f"d{place % 40}" for place in range(N)]), "group"),
}
"""As ``FILTER``, for answers."""

DEFER = ANSWERS | {
    DoubtKind.DOMAIN_LOSES: (
        lambda columns: columns.update(
            genre=[
                "letters" if a not in {b, c} else "news"
                for a, b, c in zip(columns["gold"], columns["m_says"], columns["k_says"], strict=True)
            ]
        ),
        "domain",
    ),
    DoubtKind.LIST_UNLIKE: (_shifted, ""),
}
JOINT = {DoubtKind.COPIES: ANSWERS[DoubtKind.COPIES]}
"""Answers are looked at as in the other workflow."""

WORLDS = [
    (workflow, kind)
    for workflow, worlds in (("filter", FILTER), ("defer", DEFER), ("joint", JOINT))
    for kind in (None, *worlds)
]
"""Every workflow with the kinds of doubt that are tried in it; None is the sound table."""


def write(folder: Path, workflow: str, kind: DoubtKind | None) -> str:
    """Write the table and the plan of a world, and return where the plan is."""
    worlds = {"filter": FILTER, "defer": DEFER, "joint": JOINT}[workflow]
    columns = ranked() if workflow == "filter" else classified()
    change, special = worlds[kind] if kind is not None else (lambda columns: None, "")
    change(columns)
    if special == "prices":
        prices = {"id": columns["id"][::-1], "price": columns["price"]}
        _table(folder / "prices.csv", prices)
    if special != "own prices":
        columns.pop("price", None)
    _table(folder / "t.csv", columns)
    plan = folder / "plan.toml"
    plan.write_text(_filter(special) if workflow == "filter" else _answers(special, workflow), encoding="utf-8")
    if special in ("reviewed", "timed", "timed start"):
        _review(plan, {"seconds": ["30"] * 30} if special == "timed" else {})
    return str(plan)


def _review(plan: Path, beside: Columns) -> None:
    """Write the queue of a plan and a log of its first 30 items, of which none is a loan; then plan the rest."""
    queue, log = plan.parent / "queue", plan.parent / "log.csv"
    write_queue(read_plan(str(plan)), queue, "csv")
    with (queue / "manifest" / "items.csv").open(encoding="utf-8") as stream:
        items = list(csv.DictReader(stream))
    first = [one["item"] for one in items if one["role"] == "review"][:30]
    _table(log, {"id": first, "gold": ["native"] * len(first)} | beside)
    said = f'[list]\nreviewed = ["{log}"]\nqueue = "{queue}"\n'
    plan.write_text(plan.read_text(encoding="utf-8") + said, encoding="utf-8")


def _table(path: Path, columns: Columns) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))


def _filter(special: str) -> str:
    own = special if special.startswith(("p_", "rowIndex", "asreview")) else "b"
    ids = 'id = "row"\n' if special == "row" else 'id = "id"\n'
    cost = 'per_item = "1"'
    costs = ""
    if special == "prices":
        costs, cost = 'costs = "prices.csv"\ncost = "price"\n', ""
    elif special == "own prices":
        costs, cost = 'cost = "price"\n', ""
    budget, report = "60", ""
    if special == "whole":  # 59 items come to 59.59, printed as 60
        cost, budget, report = 'per_item = "1.01"', "59.9", '[report]\nprofile = "nih"\n'
    if special.startswith("timed"):
        cost = 'hourly_rate = "24.00"\nseconds_per_item = "20"'
    if special == "answerer":
        costs += '[[answerers]]\nname = "llm"\ncolumn = "said"\ntokens_in = "620"\nprice_in = "0.00015"\n'
    return (
        '[table]\nfile = "t.csv"\nlabel = "gold"\n'
        f'positive = ["{"Yes" if special == "yes" else "loan"}"]\ngroup = "doc"\n'
        f'{ids}split_column = "split"\nsplit = "test"\n{costs}'
        '[[models]]\nname = "a"\ncolumn = "a"\n'
        f'[[models]]\nname = "b"\ncolumn = "{own}"\n'
        f'[cost]\ncurrency = "EUR"\n{cost}\n[goal]\nbudget = "{budget}"\n[sure]\nresamples = 60\n{report}'
        + ('[work]\npeople = 2\nhours_a_week = 4\nstart = "2026-12-07"\n' if special == "timed start" else "")
    )


def _answers(special: str, workflow: str) -> str:
    more = {"group": 'group = "doc"\n', "domain": 'domain = "genre"\n'}.get(special, "")
    models = "".join(
        f'[[models]]\nname = "{name}"\npredicted = "{name}_says"\nconfidence = "{name}_sure"\n' for name in "mk"
    )
    money = ""
    if workflow == "joint":
        money = '[cost]\ncurrency = "EUR"\nper_item = "0.2"\n[goal]\nbudget = "10"\n'
    return (
        f'[table]\nfile = "t.csv"\nid = "id"\nlabel = "gold"\nsplit_column = "split"\n'
        f'validation = "validation"\ntest = "test"\n{more}{models}{money}'
        '[answers]\nunit = "money"\nright = "1"\nwrong = "-1"\nabstain = "0"\n[sure]\nresamples = 60\n'
    )
