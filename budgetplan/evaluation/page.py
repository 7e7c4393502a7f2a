"""An evaluation as files: a page, and each table as CSV and JSON."""

from __future__ import annotations

import base64
import json
import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from budgetplan.domain.plan import Plan
from budgetplan.evaluation.measured import KINDS, Measured
from budgetplan.render.data import csv_text
from budgetplan.render.display import Style, show
from budgetplan.render.templating import environment, read_template
from budgetplan.report.model import Range

SCREEN = 15
"""Rows that are seen before a table folds."""
MOST_ROWS = 1000
"""Rows of a table on the page; the rest stands in its file."""

MOST_SHOWN = 1000
"""Error weights and areas beyond this are said to be more."""


class PageWords:
    """The titles, notes and heads of a language, and how it writes numbers."""

    def __init__(self, language: str, style: Style) -> None:
        texts = tomllib.loads(read_template(f"evaluation/{language}.toml"))
        self.texts: Mapping[str, Any] = texts
        self.style = style

    def __call__(self, name: str) -> str:
        """Return a head or a word of ours in this language; a name of the user's as it is."""
        return str(self.texts["words"].get(name, name))

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
        if stem in {"value", "classes"} and rest:
            return f"{self(stem)} {self(rest)}"
        if column.startswith("place_by_"):
            return f"{self('place_by')} {self(column.removeprefix('place_by_'))}"
        return column.replace("_", " ")

    def cell(self, column: str, value: Any) -> str:
        """Return a cell as it is shown: "" where a number is undefined."""
        if isinstance(value, bool | np.bool_):
            return self("yes" if value else "no")
        if isinstance(value, str):
            return self(value)
        if value is None or math.isnan(value):
            return ""
        if math.isinf(value):
            return self("unbounded")
        if column in {"first_fails", "omega_sup", "area_all"} and value > MOST_SHOWN:
            return self("over").format(show(MOST_SHOWN, "count", self.style))
        kind = "count" if column.startswith(("place", "classes")) else KINDS.get(column, "ratio")
        return show(float(value), kind, self.style)


@dataclass(frozen=True, eq=False)
class Evaluation:
    """Every model, measured: tables as DataFrames by name, and figures; see :func:`budgetplan.evaluate`."""

    title: str
    measured: Mapping[str, Measured]
    language: str
    style: Style
    facts: Sequence[tuple[str, str]] = ()

    @property
    def tables(self) -> dict[str, pd.DataFrame]:
        """By name, the tables; NaN where a number is undefined."""
        return {name: one.frame for name, one in self.measured.items()}

    @cached_property
    def words(self) -> PageWords:
        """The texts of the page."""
        return PageWords(self.language, self.style)

    @cached_property
    def figures(self) -> dict[str, Any]:
        """By the name of their table, figures of matplotlib."""
        from budgetplan.evaluation.figures import draw_figures

        return draw_figures(self.measured, self.words)

    def files(self, *, figures: bool = False) -> dict[str, bytes]:
        """Return the page and every table as CSV and JSON; ``figures``: each as SVG and PNG, too."""
        from budgetplan.evaluation.figures import as_png, as_svg

        files = {"evaluation.html": self.html().encode()}
        for name, one in self.measured.items():
            rows = _plain(one.frame)
            files[f"tables/{name}.csv"] = csv_text(list(one.frame.columns), rows).encode()
            data = {"table": name, "columns": list(one.frame.columns), "rows": rows}
            text = json.dumps(data, ensure_ascii=False, allow_nan=False, indent=1)
            files[f"tables/{name}.json"] = f"{text}\n".encode()
        for name, figure in self.figures.items() if figures else ():
            files[f"figures/{name}.svg"] = as_svg(figure)
            files[f"figures/{name}.png"] = as_png(figure)
        return files

    def html(self) -> str:
        """Return the page: one file, without scripts."""
        from budgetplan.evaluation.figures import as_svg

        words, texts = self.words, self.words.texts
        drawn = {name: base64.b64encode(as_svg(figure)).decode() for name, figure in self.figures.items()}
        sections = []
        for section in texts["sections"]:
            tables = [self._table(name, drawn) for name in section["tables"] if name in self.measured]
            if tables:
                sections.append({"title": section["title"], "key": section["key"], "tables": tables})
        page = environment().get_template("evaluation/page.html")
        return page.render(
            language=self.language,
            title=self.title,
            css=read_template("report.css"),
            sections=sections,
            facts=self.facts,
            words=words,
            lede=texts["lede"],
        )

    def _table(self, name: str, drawn: Mapping[str, str]) -> dict[str, Any]:
        """Return what the page has of a table: its title, note and figure, and one grid or several."""
        one, words = self.measured[name], self.words
        texts, given = words.texts["tables"][name], dict(one.given)
        if "parts" in given:
            given["part"] = words("tenth") if given["parts"] == 10 else words("nth_part").format(**given)
        title = texts["title"].format(**given)
        grids = [self._across(one.frame, column) for column in one.across] or [self._grid(one.frame, title)]
        return {
            "name": name,
            "title": title,
            "note": texts["note"].format(**given),
            "figure": drawn.get(name),
            "grids": grids,
            "cut": max(0, len(one.frame) - MOST_ROWS),
        }

    def _across(self, frame: pd.DataFrame, column: str) -> dict[str, Any]:
        """Return one column of a table with a column for each error weight."""
        keys = [name for name in ("mistake", "measure", "model", "way") if name in frame and name != column]
        if column == "lost":
            keys.remove("model")
        wide = (
            frame.pivot_table(column, keys, "k", "first", sort=False, dropna=False)
            .dropna(how="all")
            .reset_index()
        )
        weights = [name for name in wide.columns if name not in keys]
        heads = [
            *map(self.words.head, keys),
            *(f"k = {show(float(k), 'quantity', self.words.style)}" for k in weights),
        ]
        rows = [
            [
                self.words.cell(key if key in keys else column, cell)
                for key, cell in zip(wide.columns, row, strict=True)
            ]
            for row in wide.itertuples(index=False)
        ]
        left = [True] * len(keys) + [column == "model"] * len(weights)
        return _folded(self.words.head(column), heads, rows, left, len(rows))

    def _grid(self, frame: pd.DataFrame, caption: str) -> dict[str, Any]:
        """Return a table as it is."""
        # Spreads stand in the file alone; the ends of an interval take one column.
        columns = [name for name in frame.columns if name != "high" and not name.endswith(("_sd", "_high"))]
        rows = [
            [self._cell(column, row) for column in columns]
            for row in frame.head(MOST_ROWS).to_dict("records")
        ]
        left = [not pd.api.types.is_numeric_dtype(frame[column]) for column in columns]
        return _folded(caption, [self.words.head(each) for each in columns], rows, left, len(frame))

    def _cell(self, column: str, row: Mapping[str, Any]) -> str:
        """Return a cell of the page; where a column holds the low end of an interval, the interval."""
        if column != "low" and not column.endswith("_low"):
            return self.words.cell(column, row[column])
        low, high = row[column], row[f"{column.removesuffix('low')}high"]
        if np.isnan(low):
            return ""
        kind = KINDS.get(column.removesuffix("_low"), "ratio")
        return show(Range(float(low), float(high)), kind, self.style)


def _folded(
    caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[bool], n: int
) -> dict[str, Any]:
    """Return a grid of which a screen is seen and the rest unfolds."""
    return {
        "caption": caption,
        "heads": heads,
        "left": left,
        "first": rows[:SCREEN],
        "rest": rows[SCREEN:],
        "n": n,
    }


def _plain(frame: pd.DataFrame) -> list[list[Any]]:
    """Return rows as JSON has them: null where a number is undefined, "inf" where it is without bound."""

    def value(cell: Any) -> Any:
        if isinstance(cell, bool | np.bool_):
            return bool(cell)
        if isinstance(cell, str) or cell is None:
            return cell
        number = float(cell)
        if math.isnan(number):
            return None
        if math.isinf(number):
            return "inf" if number > 0 else "-inf"
        return (
            int(number)
            if number.is_integer() and isinstance(cell, int | np.integer)
            else float(f"{number:.12g}")
        )

    return [[value(cell) for cell in row] for row in frame.itertuples(index=False)]


def document_style(plan: Plan) -> Style:
    """Return how a plan's numbers are written."""
    prices = plan.prices
    return Style(prices.currency if prices.stated else "", prices.minor_digits, plan.language)
