"""What a notebook calls: from arrays or DataFrames to a plan whose tables and figures are at hand."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from budgetplan.domain.messages import Message, NamedOption, as_flag, literal
from budgetplan.domain.options import FORMATS
from budgetplan.errors import BadDataError, UsageError
from budgetplan.files import save
from budgetplan.report.display import Style, without_tags
from budgetplan.report.model import Figure

if TYPE_CHECKING:
    from budgetplan.api import Made, Result
    from budgetplan.domain.plan import Plan
    from budgetplan.evaluation.page import Evaluation

T = TypeVar("T")

_SHOWN = "2000-01-01"
"""The date in a document that is shown without one; what a notebook shows never prints it."""


def plan(source: Any, models: Any = None, *, classes: Any = None, validation: Any = None, **options: Any) -> Planned:
    """Plan an annotation budget from arrays, from a DataFrame, or from a plan file.

    Does what ``budgetplan report`` does, on data that are already in memory, with the same results.

    Parameters
    ----------
    source
        Labels, shape (n,): texts, numbers, or true and false; None, NaN and "" where nobody has labelled the
        item. Items without a label are the list to be reviewed. Or a DataFrame with one row an item, whose
        columns are then named (``label="gold"``). Or the path of a plan file, ending in ``.toml``.
    models
        By the name of each model, what it says of the items, in the order of the labels:

        - shape (n,): scores, higher is reviewed earlier; or the probability of the positive class, in [0, 1],
          where answers have values (``error_weight``, ``values``);
        - shape (n, C): probabilities of the classes, each row summing to 1, in the order of ``classes``; or a
          DataFrame with a column for each class;
        - a dictionary with the keys of a model in a plan file, arrays in the place of columns:
          ``{"scores": array, "order": "lower", "cut": 0.5, "cost": 30}``, ``{"decision": array}``,
          ``{"predicted": array, "confidence": array}``.

        For a DataFrame also names of its columns, or a list of them.
    classes
        Names of the columns of arrays with class probabilities, in their order: a sequence, or a text with commas.
    validation
        Validation items, on which cutoffs are chosen: ``(y_true, models)``, and as a third, if need be, a
        dictionary with their ``ids``, ``groups``, ``weights``, ``units``, ``costs`` and ``domains``. For a
        DataFrame: another one with the same columns. A text names their split, as on the command line.
    **options
        ``ids``, ``groups``, ``weights``, ``units``, ``costs``, ``domains``, ``split``, ``type``, ``quota__by``: shape
        (n,), or the name of a column of the DataFrame (``split``: ``split_column``). All others as on the command line
        (``positive="idiom"``, ``cost=0.04``, ``budget="40 hours"``, ``entry_value=6``), or by their keys in
        the plan file with two underscores (``cost__contingency=0.05``), or by sections
        (``answers={"right": 0.05, "wrong": -0.2, ("neither", "hate"): -1}``: pairs are predicted and truth).
        ``answerers``: who answers for a price, by name: an array of answers, or a dictionary with the keys of the
        plan file, arrays in the place of columns (``{"llm": {"answers": array, "confidence": array, "price": 0.002}}``).

    Returns
    -------
    Planned
        The decision, its tables and figures, and the report.

    Raises
    ------
    UsageError
        Options that are unknown or cannot be, with one line for each.
    BadDataError
        Arrays that cannot be used, with one line for each problem: which argument, position and item.

    Examples
    --------
    36 labelled candidates and four that are not: whose order to review in, for the price of two reviews?

    >>> import numpy as np
    >>> gold = ["idiom", "literal", "idiom", "literal", "literal", "idiom"] * 6 + [None] * 4
    >>> scores = {
    ...     "rf": np.array([0.9, 0.2, 0.8, 0.3, 0.1, 0.7] * 6 + [0.85, 0.25, 0.75, 0.15]),
    ...     "svm": np.array([0.1, 0.9, 0.4, 0.8, 0.7, 0.3] * 6 + [0.2, 0.75, 0.35, 0.85]),
    ... }
    >>> planned = plan(gold, scores, positive="idiom", cost=0.5, budget=1, resamples=50)
    >>> planned.decision["recommendation"]["model"], planned.decision["recommendation"]["reviewed"]["value"]
    ('mixture', 2.0)

    What may a model answer alone, where a wrong answer costs four times what a right one is worth?

    >>> truth = ["hate", "neither"] * 20
    >>> proba = np.array([[0.9, 0.1], [0.2, 0.8]] * 19 + [[0.5, 0.5]] * 2)
    >>> deferred = plan(truth, {"rf": proba}, classes=["hate", "neither"], error_weight=4, resamples=50)
    >>> int(deferred.decision["recommendation"]["answered_alone"]["value"])
    38
    """
    from budgetplan.api import Solved

    def work_out(plan: Plan, **given: Any) -> Solved:
        solved = Solved(plan, **given)
        _ = solved.solution  # here, so that what is wrong with it is said of arguments
        return solved

    solved, option = _called((source, models, classes, validation, options), work_out)
    return Planned(solved.made, option)


def _called(
    arguments: tuple[Any, Any, Any, Any, dict[str, Any]], call: Callable[..., T], *, evaluated: bool = False
) -> tuple[T, Callable[[NamedOption], str]]:
    """Return what is made of a plan that was given as ``arguments`` of :func:`plan` or as a file, and how options are given there."""
    source, models, classes, validation, options = arguments
    # With pandas: nothing that only imports this package waits for it.
    from budgetplan.settings.arguments import as_argument, read_arguments, read_file

    if isinstance(source, str | Path):
        if str(source).lower().endswith(".toml") and (models is not None or classes is not None):
            raise UsageError.of(Message("arguments.models_in_plan_file"))
        options = options if validation is None else {**options, "validation": validation}
        return call(read_file(str(source), options, evaluated=evaluated)), as_flag
    given = read_arguments(*arguments, evaluated=evaluated)
    try:
        return call(given.plan, given=given.tables), as_argument
    except BadDataError as error:
        placed = BadDataError([given.placed(problem) for problem in error.problems])
        placed.option = as_argument
        raise placed from None
    except UsageError as error:
        error.option = as_argument
        raise


def evaluate(
    source: Any,
    models: Any = None,
    *,
    classes: Any = None,
    validation: Any = None,
    weights_of_errors: Sequence[float] = (),
    areas: Sequence[tuple[float, float]] = (),
    **options: Any,
) -> Evaluation:
    """Measure every model in every way that the five papers name, without deciding anything.

    Parameters
    ----------
    source, models, classes, validation, **options
        As :func:`plan` has them; no price, worth or goal is needed.
    weights_of_errors
        At which weights k of an error models that answer are valued; none: 0.5, 1, 2, 4, 8, 10
        and what the plan says an error weighs.
    areas
        Ranges of these weights, beside those between two neighbours, over which areas under the curve of value are
        measured, such as ``[(0, 2), (2, 8)]``.

    Returns
    -------
    Evaluation
        ``tables``: DataFrames by name, NaN where a number is undefined; ``figures``, of matplotlib; ``html()``.

    Raises
    ------
    UsageError, BadDataError
        As :func:`plan` does.

    Examples
    --------
    >>> gold, scores = ["idiom", "idiom", "literal", "idiom"] * 5, {"m": [4, 3, 2, 1] * 5}
    >>> tables = evaluate(gold, scores, positive="idiom", report__parts=4).tables
    >>> tables["gain"].query("model == 'm'")["cumulative_gain"].round(3).tolist()
    [0.333, 0.667, 0.667, 1.0]
    """
    from budgetplan import api

    measure = partial(api.evaluate, weights=weights_of_errors, areas=areas)
    (evaluation, *_), _ = _called((source, models, classes, validation, options), measure, evaluated=True)
    return evaluation


class Planned:
    """A plan that was made: the decision, with its tables and figures as notebooks have them.

    Attributes
    ----------
    decision
        What ``decision.json`` holds: the decision, the plan, and where both come from.
    tables
        By name, the tables of the report as DataFrames with raw numbers: an interval takes two columns,
        ``_low`` and ``_high``.
    figures
        By name, the figures of the report; each draws itself in a notebook.
    messages
        Sentences about how the data were read.
    meets_goal
        False where nothing meets the goal; the report says why.

    Examples
    --------
    >>> labels, scores = list("y" * 8 + "yn" * 6 + "n" * 16), list(range(36, 0, -1))
    >>> planned = plan(labels, {"m": scores}, positive="y", budget="2 items", resamples=0)
    >>> planned
    <budgetplan: Review the 2 items that m ranks highest, then stop>
    >>> planned.meets_goal, planned.messages
    (True, ('Items have no ids: they are named by their positions.', 'Labels: y (14, collected), n (22).'))
    >>> "options" in planned.tables, "figure_gain" in planned.figures
    (True, True)
    """

    def __init__(self, made: Callable[..., Made], option: Callable[[NamedOption], str] = as_flag) -> None:
        self._make = made
        self._made = made(_SHOWN, texts=True)
        self.decision: dict[str, Any] = dict(self._made.record)
        # When a report is written it gets a date; what is only looked at has none.
        self.decision["provenance"] = {**self.decision["provenance"], "date": None}
        self.messages = tuple(message.words(option=option) for message in self._made.messages)
        self.meets_goal = not self._made.unmet

    @cached_property
    def tables(self) -> Mapping[str, Any]:
        """The tables of the report by name, as DataFrames."""
        from budgetplan.render.data import table_rows  # drawing is heavy

        tables = (*self._made.document.tables(), *self._made.tables)
        return _Named({table.key: table_rows(table).data_frame() for table in tables})

    @cached_property
    def figures(self) -> Mapping[str, Drawing]:
        """The figures of the report by name."""
        document = self._made.document
        style = Style.of(document)
        return _Named({figure.key: Drawing(figure, style) for figure in document.figures()})

    def text(self) -> str:
        """Return what ``budgetplan compare`` prints: the first page and the comparison of the models."""
        from budgetplan.api import comparison

        return comparison(dataclasses.replace(self._made, messages=tuple(map(literal, self.messages)))).lstrip("\n")

    def report(
        self,
        out: str | Path = "report",
        *,
        date: str | None = None,
        formats: Sequence[str] = ("html", "pdf"),
        replace: bool = False,
    ) -> Result:
        """Write the report into a folder: the same files as ``budgetplan report``.

        Parameters
        ----------
        out
            Folder for what is written.
        date
            Date on the report (2026-01-31), by default today's on your calendar.
        formats
            ``html``, ``pdf``, ``xlsx`` (all tables as one workbook, ``tables.xlsx``) or several; data and tables are
            always written.
        replace
            Whether what is in the way, and is no earlier report as it was written, is put away first as ``NAME.before-1``.

        Returns
        -------
        Result
            The exit code of the command line (0 done, 3 nothing meets the goal, 5 no PDF), what it prints, and
            what it warns of.

        Raises
        ------
        UsageError
            The date is none, or a format is not known.
        CannotWriteError
            The folder cannot be written.
        """
        from budgetplan.api import write_report

        wanted = (formats,) if isinstance(formats, str) else tuple(formats)
        unknown = [name for name in wanted if name not in FORMATS]
        if unknown:
            raise UsageError.of(Message("arguments.no_format", formats=FORMATS), option="formats", found=unknown[0])
        made = self._make(_date(date), texts=True)
        made = dataclasses.replace(made, messages=tuple(map(literal, self.messages)))
        return write_report(made, out=out, formats=wanted, replace=replace)

    def _repr_html_(self) -> str:
        """Return the title, the lede, the numbers of page 1, the first figure and the first table."""
        from budgetplan.render.html import render_card  # drawing is heavy

        return render_card(self._made.document)

    def __repr__(self) -> str:
        """Return the title in one line."""
        return f"<budgetplan: {' '.join(without_tags(self._made.document.title).split())}>"


@dataclass(frozen=True)
class Drawing:
    """A figure of the report. In a notebook it draws itself.

    ``title`` is the finding it shows.
    """

    _figure: Figure
    _style: Style

    @property
    def title(self) -> str:
        """What the figure shows."""
        return without_tags(self._figure.title)

    @property
    def data(self) -> Any:
        """The numbers in the figure, as a DataFrame."""
        from budgetplan.render.data import figure_rows  # with pandas

        return figure_rows(self._figure).data_frame()

    def _repr_svg_(self) -> str:
        """Return the figure as SVG, letters drawn as shapes."""
        from budgetplan.render.figures.drawing import draw  # drawing is heavy

        drawn = draw(self._figure, self._style).decode()
        alt = f"{self.title}. {without_tags(self._figure.alt)}"
        return drawn.replace("<svg ", f'<svg role="img" aria-label="{escape(alt)}" ', 1)

    def save(self, path: str | Path, *, replace: bool = False) -> Path:
        """Write the figure as an SVG file and return where it is.

        ``replace``: whether another file of this name is put away first, as ``NAME.before-1``.

        Raises
        ------
        UsageError
            The name does not end in .svg.
        CannotWriteError
            The file cannot be written, or another one has this name.
        """
        path = Path(path)
        if path.suffix.lower() != ".svg":
            raise UsageError.of(Message("arguments.no_svg"), option="save", found=path.name)
        [written] = save({path.name: self._repr_svg_().encode()}, path.parent, replace=replace)
        return written

    def __repr__(self) -> str:
        """Return the title in one line."""
        return f"<figure: {' '.join(self.title.split())}>"


class _Named(dict[str, T]):
    """Tables or figures by name."""

    def __missing__(self, name: str) -> T:
        raise KeyError(f"{name}: there is none; there are {', '.join(self)}")

    def __repr__(self) -> str:
        return f"<{', '.join(self)}>"


def _date(text: str | None) -> str:
    if text is None:
        return dt.date.today().isoformat()  # noqa: DTZ011 - the user's own calendar
    try:
        return dt.date.fromisoformat(text).isoformat()
    except (TypeError, ValueError):
        raise UsageError.of(Message("amounts.no_date"), option="date", found=text) from None
