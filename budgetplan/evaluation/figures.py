"""Figures of an evaluation, drawn from its tables: gain, value over the weight of errors, confidence, matrices, domains."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from budgetplan import lazy_pandas as pd
from budgetplan.domain.plan import NO_ANSWER
from budgetplan.evaluation.page import Measured, PageWords
from budgetplan.render.figures.canvas import BLUE, GRID, SMALL, VERMILION, Sheet, blank, families, settings

LINES = ("#0072b2", "#d55e00", "#009e73", "#8c6bb1", "#b8860b", "#4d4d4d", "#c0519b", "#56b4e9")
STYLES = ("-", "--", "-.", ":")
WIDE, HIGH = 6.9, 3.6
"""Inches of a figure that takes the width of the page."""
MOST_CLASSES = 25
"""A heat map of more classes could not be read."""


def draw_figures(tables: Mapping[str, Measured], words: PageWords) -> dict[str, Sheet]:
    """Return the figures that the tables give, by the name of the table that each belongs to."""
    painters = {
        "gain": _gain,
        "curves": _curves,
        "risk": _risk,
        "confidence": _confidence,
        "matrix": _matrix,
        "domains": _domains,
    }
    with settings("path"):
        drawn = {name: paint(tables[name].frame, words) for name, paint in painters.items() if name in tables}
    return {name: figure for name, figure in drawn.items() if figure is not None}


def _sheet(rows: int, columns: int, height: float) -> tuple[Sheet, np.ndarray]:
    figure = blank(WIDE, height, layout="constrained")
    return figure, np.atleast_2d(figure.subplots(rows, columns, squeeze=False))


def _legend(axes: Any) -> None:
    legend = axes.legend(fontsize=SMALL, frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    for text in legend.get_texts():
        text.set_family(list(families(text.get_text())))


def _gain(frame: pd.DataFrame, words: PageWords) -> Sheet:
    """Draw cumulative gain over the part of the list (K18 Sheet 1)."""
    starts = frame.drop_duplicates("model").assign(items=0.0, cumulative_gain=0.0)
    shown = pd.concat([starts, frame])  # the first line of each model is that of no items
    whole = shown.groupby("model")["items"].transform("max")
    shown = shown.assign(items=shown["items"] / whole * 100, cumulative_gain=shown["cumulative_gain"] * 100)
    names = ("x_list", "y_gain")
    figure = _lines(shown, "items", "cumulative_gain", words, names, marker="o", markersize=3)
    figure.axes[0].set_ylim(0, 102)
    return figure


def _curves(frame: pd.DataFrame, words: PageWords) -> Sheet:
    """Draw the value of every model by the cutoff of theory on calibrated confidences (C21 Sheet 3)."""
    figure = _lines(frame, "k", "calibrated", words, ("x_weight", "y_value"))
    figure.axes[0].axhline(0.0, color="#444444", linewidth=0.8)
    return figure


def _risk(frame: pd.DataFrame, words: PageWords) -> Sheet:
    """Draw wrong answers over the share that is answered, the surest first."""
    return _lines(frame, "coverage", "wrong_per_1000", words, ("coverage", "wrong_per_1000"))


def _lines(frame: pd.DataFrame, x: str, y: str, words: PageWords, names: tuple[str, str], **how: Any) -> Sheet:
    """Draw a line a model; ``names``: of the axes."""
    figure, axes = _sheet(1, 1, HIGH)
    plot = axes[0, 0]
    for place, (model, rows) in enumerate(frame.groupby("model", sort=False)):
        style = STYLES[place // len(LINES) % len(STYLES)]
        color = LINES[place % len(LINES)]
        plot.plot(rows[x], rows[y], style, color=color, label=words.name(str(model)), **how)
    plot.set_xlabel(words(names[0]))
    plot.set_ylabel(words(names[1]))
    plot.set_xlim(0, frame[x].max())
    _legend(plot)
    return figure


def _panels(
    frame: pd.DataFrame, words: PageWords, high: float, more: float
) -> tuple[Sheet, list[tuple[Any, pd.DataFrame]]]:
    """Return a figure with a panel a model, and each with the rows of its model; ``high``: inches of a row of panels."""
    models = list(dict.fromkeys(frame["model"]))
    columns = min(3, len(models))
    rows = math.ceil(len(models) / columns)
    figure, axes = _sheet(rows, columns, high * rows + more)
    panels = axes.ravel()
    for plot, model in zip(panels, models, strict=False):
        plot.set_title(words.name(model), fontsize=SMALL, family=list(families(model)))
    for plot in panels[len(models) :]:
        plot.set_axis_off()
    pairs = zip(panels, models, strict=False)
    return figure, [(plot, frame[frame["model"] == model]) for plot, model in pairs]


def _confidence(frame: pd.DataFrame, words: PageWords) -> Sheet:
    """Draw how sure right and wrong answers of each model are (C21 Sheet 2)."""
    shown = frame[frame["confidence_is"] == "stated"] if (frame["confidence_is"] == "stated").any() else frame
    figure, panels = _panels(shown, words, 1.9, 0.4)
    for plot, rows in panels:
        width = rows["to"] - rows["from"]
        plot.bar(rows["from"], rows["right"], width, align="edge", color=BLUE, label=words("right"))
        plot.bar(
            rows["from"], rows["wrong"], width, rows["right"], align="edge", color=VERMILION, hatch="//",
            edgecolor="white", linewidth=0.0, label=words("wrong"),
        )  # fmt: skip
        plot.set_xlim(0, 1)
    handles, labels = panels[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower right", ncols=2, fontsize=SMALL, frameon=False)
    figure.supxlabel(words("x_confidence"), fontsize=SMALL)
    return figure


def _matrix(frame: pd.DataFrame, words: PageWords) -> Sheet | None:
    """Draw the confusion matrix of each model's probabilities as shares of each truth (Y20 eq. 3)."""
    shown = frame[frame["probability"].notna() & (frame["answer"] != NO_ANSWER)]
    truths, answers = (list(dict.fromkeys(shown[name])) for name in ("truth", "answer"))
    if not len(shown) or max(len(truths), len(answers)) > MOST_CLASSES:
        return None
    figure, panels = _panels(shown, words, 2.3, 0.3)
    for plot, rows in panels:
        plot.grid(visible=False)
        grid = rows.pivot_table("probability", "truth", "answer", "sum", fill_value=0.0)
        grid = grid.reindex(index=truths, columns=answers, fill_value=0.0).to_numpy()
        share = (grid / np.maximum(grid.sum(axis=1, keepdims=True), np.finfo(float).tiny)).round(9)
        plot.imshow(share, cmap="Blues", vmin=0.0, vmax=1.0, aspect="auto")
        for row, column in np.ndindex(share.shape) if share.size <= 64 else ():
            value, tone = words.number(share[row, column]), "white" if share[row, column] > 0.6 else "#111111"
            plot.text(column, row, value, ha="center", va="center", fontsize=SMALL, color=tone)
        small = SMALL if max(len(truths), len(answers)) <= 10 else 5.0
        for axis, names in ((plot.xaxis, answers), (plot.yaxis, truths)):
            axis.set_ticks(range(len(names)), labels=[_short(name) for name in names], fontsize=small)
        plot.tick_params(axis="x", rotation=45 if max(map(len, answers)) > 6 else 0)
    figure.supxlabel(words("x_answer"), fontsize=SMALL)
    figure.supylabel(words("y_truth"), fontsize=SMALL)
    return figure


def _short(name: str) -> str:
    return name if len(name) <= 12 else f"{name[:11]}…"


def _domains(frame: pd.DataFrame, words: PageWords) -> Sheet | None:
    """Draw the accuracy of every model in each domain."""
    domains, models = (list(dict.fromkeys(frame[name])) for name in ("domain", "model"))
    if len(domains) > MOST_CLASSES:
        return None
    figure, axes = _sheet(1, 1, 0.28 * len(domains) + 1.3)
    plot = axes[0, 0]
    for place, model in enumerate(models):
        rows = frame[frame["model"] == model].drop_duplicates("domain").set_index("domain").reindex(domains)
        plot.plot(
            rows["accuracy"], range(len(domains)), "os^Dvp*h"[place % 8], color=LINES[place % len(LINES)],
            label=words.name(model), linestyle="",
        )  # fmt: skip
    plot.set_yticks(range(len(domains)), labels=list(domains))
    plot.set_ylim(len(domains) - 0.5, -0.5)
    plot.grid(axis="y", color=GRID)
    plot.set_xlabel(words("accuracy"))
    _legend(plot)
    return figure
