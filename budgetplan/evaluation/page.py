"""An evaluation: its tables as DataFrames, and as files: a page, and each table as CSV and JSON."""

from __future__ import annotations

import base64
import json
import math
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import Any

import numpy as np

from budgetplan import lazy_pandas as pd
from budgetplan.arrays import FloatArray
from budgetplan.domain.plan import MEAN, MIXTURE, PERFECT, RANDOM
from budgetplan.models.resampling import interval
from budgetplan.render.data import csv_text
from budgetplan.render.templating import environment, read_template
from budgetplan.report.display import Style, show
from budgetplan.report.model import Range

KINDS = {
    name: kind
    for kind, names in {
        "items": "items n right wrong found count",
        "count": "worst_items from_items to_items items_paid part left_out classes pairs_told_apart",
        "number": "wrong_per_1000 per_1000 cut k below_from above_from k_fn k_fp fewer hits false_positives false_negatives",
        "money": "money cost budget from_budget to_budget",
        "money_fine": "cost_per_entry",
        "share": "fewer_share saved share",
    }.items()
    for name in names.split()
}
"""How a column of this name is shown; other numbers are ratios."""


OVER_SOURCES = "mean over sources"
"""In the place of a source: the mean over all of them."""


@dataclass(frozen=True, eq=False)
class Measured:
    """One table of an evaluation.

    Attributes
    ----------
    name
        Of its files, and of its texts.
    frame
        Raw numbers, a row for each case; NaN where a number is undefined.
    given
        What its title and its note say of this plan, by name.
    across
        Columns that the page shows one after the other, each with the error weights k across; none: it shows the rows.
    """

    name: str
    frame: pd.DataFrame
    given: Mapping[str, Any] = field(default_factory=dict)
    across: tuple[str, ...] = ()


Block = dict[str, Any]
"""Rows of a table by column: a number or text that all of them have, or one for each of them."""


def measured(name: str, blocks: Iterable[Mapping[str, Any]], across: tuple[str, ...] = (), **given: Any) -> Measured:
    """Return blocks of rows as a table; columns in the order of the first block that has them.

    >>> measured("t", [{"model": "a", "k": np.array([1.0, 2.0])}, {"model": "b", "k": 4.0}]).frame["model"].tolist()
    ['a', 'a', 'b']
    """
    frames = [
        pd.DataFrame(block, range(max(len(np.atleast_1d(cells)) for cells in block.values()))) for block in blocks
    ]
    frame = pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()
    return Measured(name, frame, given, across)


def ends(
    replicates: FloatArray | None, name: str = "", place: int | None = None, *, least: Any = -np.inf, most: Any = np.inf
) -> Block:
    """Return the ends of the middle 95 % of replicates, shape (B,) or (B, k), NaN where there are none.

    ``name``: what the names of these cells begin with; ``place``: which column of the replicates; None: each; ``least``,
    ``most``: what the number can be, since replicates of few groups are widened beyond it.
    """
    if replicates is None or not len(replicates):
        return {f"{name}low": np.nan, f"{name}high": np.nan}
    low, high = np.clip(interval(replicates if place is None else replicates[:, place]), least, most)
    return {f"{name}low": low, f"{name}high": high}


def spread(replicates: FloatArray | None) -> Any:
    """Return the standard deviation of the replicates that are defined, shape (k,), NaN where fewer than two are."""
    return np.nan if replicates is None else pd.DataFrame(replicates).std().to_numpy()


LEADING = ("calibrated", "stated", "learnt")
"""Ways to a cutoff that stand first on the page."""
SCREEN = 15
"""Rows that are seen before a table folds."""
MOST_ROWS = 1000
"""Rows of a table on the page; the rest stands in its file."""

MOST_LABELS = 12
"""Of more labels only the number is said."""
LEAST_SHOWN = 0.001
"""Chances below this are said to be less."""
MOST_SHOWN = 1000
"""Error weights and areas beyond this are said to be more."""


SAID = frozenset({"way", "cut_is", "scores_of", "mean", "of", "mistake", "measure", "other_measure", "confidence_is"})
"""Columns of which the texts are ours."""
OURS = frozenset({MIXTURE, PERFECT, RANDOM, MEAN, OVER_SOURCES})


class PageWords:
    """The titles, notes and heads of a language, and how it writes numbers."""

    def __init__(self, style: Style) -> None:
        self.texts: Mapping[str, Any] = tomllib.loads(read_template(f"evaluation/{style.language}.toml"))
        self.style = style

    def __call__(self, name: str) -> str:
        """Return a head or a word of ours in this language; a name of the user's as it is."""
        return str(self.texts["words"].get(name, name))

    def name(self, name: str) -> str:
        """Return a model's name; those of ours, which no model of the user's may have, in this language."""
        return self(name) if name in OURS else name

    def weight(self, value: float) -> str:
        """Return the weight of an error."""
        return show(float(value), "quantity", self.style)

    def number(self, value: float) -> str:
        """Return a number with two decimals."""
        return show(float(value), "number", self.style)

    def head(self, column: str) -> str:
        """Return what a column is called; numbers at its end, such as an error weight, stay."""
        if column in self.texts["words"]:
            return self(column)
        stem, _, rest = column.partition("_")
        if column == "low" or column.endswith("_low"):
            return self("interval")
        if stem == "area":
            return f"{self('area')} {' – '.join(rest.split('_'))}"
        if stem == "value" and rest:
            return f"{self(stem)}, k = {self.weight(float(rest))}"
        if stem == "classes" and rest:
            return f"{self(stem)} {self(rest)}"
        if column.startswith("place_by_"):
            return f"{self('place_by')} {self(column.removeprefix('place_by_'))}"
        return column.replace("_", " ")

    def cell(self, column: str, value: Any) -> str:
        """Return a cell as it is shown: "" where a number is undefined."""
        if isinstance(value, bool | np.bool_):
            return self("yes" if value else "no")
        if isinstance(value, str):
            return self(value) if column in SAID else self.name(value)
        if value is None or math.isnan(value):
            return ""
        if math.isinf(value):
            return self("none" if column == "cutoff" else "unbounded")
        if column in {"first_fails", "omega_sup", "area_all"} and value > MOST_SHOWN:
            return self("over").format(show(MOST_SHOWN, "count", self.style))
        if column.startswith("p_") and value < LEAST_SHOWN:
            return self("under").format(self.weight(LEAST_SHOWN))
        kind = "count" if column.startswith(("place", "classes")) else KINDS.get(column, "ratio")
        return show(float(value), kind, self.style)


@dataclass(frozen=True, eq=False)
class Evaluation:
    """Every model, measured: tables as DataFrames by name, and figures; see :func:`budgetplan.evaluate`."""

    title: str
    measured: Mapping[str, Measured]
    style: Style
    items: Mapping[str, float]
    """How many labelled items of each label were measured."""
    validation: int = 0
    """On how many validation items temperatures and cutoffs were learnt; 0: on the other folds of the same items."""
    facts: Sequence[tuple[str, str]] = ()

    def __repr__(self) -> str:
        """Return the names of the tables in one line."""
        return f"<budgetplan: {self.title}; tables: {', '.join(self.measured)}>"

    def _repr_html_(self) -> str:
        """Return the names of the tables."""
        names = "".join(f"<li>{escape(name)}</li>" for name in self.measured)
        return f"<p><b>{escape(self.title)}</b></p><ul>{names}</ul>"

    @property
    def tables(self) -> dict[str, pd.DataFrame]:
        """By name, the tables; NaN where a number is undefined."""
        return {name: measure.frame for name, measure in self.measured.items()}

    @cached_property
    def words(self) -> PageWords:
        """The texts of the page."""
        return PageWords(self.style)

    @cached_property
    def figures(self) -> dict[str, Any]:
        """By the name of their table, figures of matplotlib."""
        from budgetplan.evaluation.figures import draw_figures

        return draw_figures(self.measured, self.words)

    def files(self, *, figures: bool = False) -> dict[str, bytes]:
        """Return the page and every table as CSV and JSON; ``figures``: each as SVG and PNG, too."""
        from budgetplan.render.figures.canvas import written

        files = {"evaluation.html": self.html().encode()}
        for name, measure in self.measured.items():
            rows = _plain(measure.frame)
            files[f"tables/{name}.csv"] = csv_text(list(measure.frame.columns), rows).encode()
            data = {"table": name, "columns": list(measure.frame.columns), "rows": rows}
            text = json.dumps(data, ensure_ascii=False, allow_nan=False, indent=1)
            files[f"tables/{name}.json"] = f"{text}\n".encode()
        for name, figure in self.figures.items() if figures else ():
            files[f"figures/{name}.svg"] = written(figure, "path")
            files[f"figures/{name}.png"] = written(figure, "path", 300)
        return files

    def html(self) -> str:
        """Return the page: one file, without scripts."""
        from budgetplan.render.figures.canvas import written

        words, texts = self.words, self.words.texts
        pictures = {name: written(figure, "path") for name, figure in self.figures.items()}
        drawn = {name: base64.b64encode(svg).decode() for name, svg in pictures.items()}
        sections = []
        for section in texts["sections"]:
            tables = [self._table(name, drawn) for name in section["tables"] if name in self.measured]
            if tables:
                sections.append({"title": section["title"], "key": section["key"], "tables": tables})
        page = environment().get_template("evaluation/page.html")
        return page.render(
            language=self.style.language,
            title=self.title,
            css=read_template("report.css"),
            sections=sections,
            facts=[(words(name), value) for name, value in self.facts],
            measured=self._measured(),
            words=words,
            lede=texts["lede"],
            screen=SCREEN,
        )

    def _measured(self) -> str:
        """Return what was measured in a sentence."""

        def count(value: float) -> str:
            return show(float(value), "items", self.style)

        labels = ", ".join(f"{name} {count(n)}" for name, n in self.items.items())
        labels = count(len(self.items)) if len(self.items) > MOST_LABELS or not labels else labels
        sentence = self.words("measured").format(count(sum(self.items.values())), labels)
        if "value" not in self.measured:
            return sentence
        learnt = "learnt_there" if self.validation else "learnt_folds"
        return f"{sentence} {self.words(learnt).format(count(self.validation))}"

    def _table(self, name: str, drawn: Mapping[str, str]) -> dict[str, Any]:
        """Return what the page has of a table: its title, note and figure, and one grid or several."""
        measure, words = self.measured[name], self.words
        texts, given = words.texts["tables"][name], dict(measure.given)
        if "parts" in given:
            given["part"] = words("tenth") if given["parts"] == 10 else words("nth_part").format(**given)
        title = texts["title"].format(**given)
        frame = measure.frame
        if name == "matrix":  # the confusions that are most frequent first
            frame = frame.iloc[np.lexsort((-frame["count"], frame["truth"] == frame["answer"]))]
        grids = [self._across(frame, column) for column in measure.across] or [self._grid(frame, title)]
        return {
            "name": name,
            "title": title,
            "note": texts["note"].format(**given),
            "figure": drawn.get(name),
            "grids": grids,
            "cut": max(0, len(measure.frame) - MOST_ROWS),
        }

    def _across(self, frame: pd.DataFrame, column: str) -> dict[str, Any]:
        """Return one column of a table with a column for each error weight."""
        by = "model" if "way" not in frame and column == "calibrated" else "k"
        keys = ["k", "mistake", "measure", "model", "way"]
        keys = [name for name in keys if name in frame and name not in {column, by}]
        if column == "lost":
            keys.remove("model")
        wide = frame.pivot_table(column, keys, by, "first", sort=False, dropna=False).dropna(how="all")
        if "way" in keys:  # models beside each other
            ways = list(dict.fromkeys(LEADING + tuple(frame["way"])))
            order = wide.index.get_level_values("way").map(ways.index)
            wide = wide.iloc[np.argsort(order, kind="stable")]
        wide = wide.reset_index()
        words, across = self.words, [name for name in wide.columns if name not in keys]
        heads = [words.name(name) if by == "model" else f"k = {words.weight(name)}" for name in across]
        shown = [key if key in keys else column for key in wide.columns]
        rows = [list(map(words.cell, shown, row)) for row in wide.itertuples(index=False)]
        left = [key != "k" for key in keys] + [column == "model"] * len(across)
        caption = words(column) if by == "k" else f"{words('value')}, {words(column)}"
        heads = [*map(words.head, keys), *heads]
        return {"caption": caption, "heads": heads, "left": left, "rows": rows, "n": len(rows)}

    def _grid(self, frame: pd.DataFrame, caption: str) -> dict[str, Any]:
        """Return a table as it is."""
        # Spreads stand in the file alone; the ends of an interval take one column.
        columns = [name for name in frame.columns if name != "high" and not name.endswith(("_sd", "_high"))]
        records = frame.head(MOST_ROWS).to_dict("records")
        rows = [[self._cell(column, row) for column in columns] for row in records]
        left = [not pd.api.types.is_numeric_dtype(frame[column]) for column in columns]
        heads = [*map(self.words.head, columns)]
        return {"caption": caption, "heads": heads, "left": left, "rows": rows, "n": len(frame)}

    def _cell(self, column: str, row: Mapping[str, Any]) -> str:
        """Return a cell of the page; where a column holds the low end of an interval, the interval."""
        if column != "low" and not column.endswith("_low"):
            return self.words.cell(column, row[column])
        low, high = row[column], row[f"{column.removesuffix('low')}high"]
        if np.isnan(low):
            return ""
        kind = KINDS.get(column.removesuffix("_low"), "ratio")
        return show(Range(float(low), float(high)), kind, self.style)


def _plain(frame: pd.DataFrame) -> list[list[Any]]:
    """Return rows as JSON has them: null where a number is undefined, "inf" where it is without bound."""

    def value(cell: Any) -> Any:
        if not isinstance(cell, float):
            return cell
        return float(f"{cell:.12g}") if math.isfinite(cell) else None if math.isnan(cell) else str(cell)

    return [[*map(value, row)] for row in frame.to_dict("split")["data"]]
