"""Plain texts: a plan file from what was guessed of a table, and what is printed on a terminal, such as a plan as it was understood.

Every key of a plan file is explained by the table of options; whoever checks a plan as it was understood sees a slip.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from budgetplan.arrays import BoolArray, joined
from budgetplan.dataset.predicted import Classified
from budgetplan.dataset.rows import TableRead
from budgetplan.dataset.scored import ScoredTable
from budgetplan.domain.items import WITHOUT, Answerer, Answers
from budgetplan.domain.messages import NamedOption, as_flag, listing, template_dir
from budgetplan.domain.options import BY_KEY, SECTIONS
from budgetplan.domain.plan import Plan, TableForm
from budgetplan.domain.prices import MICRO
from budgetplan.errors import counted
from budgetplan.preflight.draft import MOST_CHOICES, WORDS, Draft
from budgetplan.tables.labels import told_of_forms


@cache
def text_templates() -> Environment:
    """Return what plain texts and plan files are filled in with; an escape of HTML would be read there as it stands."""
    loader = FileSystemLoader(template_dir() / "printed")
    made = Environment(loader=loader, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)  # noqa: S701
    made.filters |= {"number": "{:,}".format, "listing": listing, "counted": counted}
    made.globals["ask"] = lambda key, value: as_flag(NamedOption(key, value))
    return made


def printed(template: str, **facts: Any) -> tuple[str, ...]:
    """Return the lines of a template of the folder ``printed`` for these facts."""
    return tuple(text_templates().get_template(template).render(facts).rstrip("\n").split("\n"))


def understood(plan: Plan) -> tuple[str, ...]:
    """Return the models, what an entry is worth, what judging an item costs, and what is wanted.

    Examples
    --------
    >>> from budgetplan.domain.plan import Budget, Columns, ModelSpec, Values
    >>> from budgetplan.domain.prices import Prices
    >>> models = ModelSpec("a", "a"), ModelSpec("b", "b")
    >>> prices = Prices(stated=True, currency="EUR", per_item=Decimal("0.8"))
    >>> plan = Plan("t.csv", Columns("gold"), ("x",), models, prices, Values({"x": Decimal("4.5")}), Budget(Decimal(1000)))
    >>> for line in understood(plan):
    ...     print(line)
    Models: a, b and a mixture of them.
    Worth: x EUR 4.50.
    Price: EUR 0.80 an item.
    Wanted: the greatest net value within EUR 1,000.00.
    """

    def money(amount: Decimal, digits: int = plan.prices.minor_digits) -> str:
        return f"{plan.prices.currency} {amount:,.{digits}f}".strip()

    def price(millionths: Decimal) -> str:
        amount = round(millionths / MICRO, 6).normalize()
        return money(amount, max(plan.prices.minor_digits, -int(amount.as_tuple().exponent)))

    values = plan.values.entry if plan.values is not None else {}
    worths = [f"{name} {money(amount)}" for name, amount in values.items()]
    return printed("understood.j2", plan=plan, worths=worths, money=money, price=price, micro=MICRO)


def told_of_answerers(plan: Plan, data: TableRead) -> tuple[str, ...]:
    """Return one sentence for each answerer: whom it was asked about, how often it is right, what it costs.

    ``data``: what was read of a plan of any workflow.
    """
    if not plan.answerers:
        return ()
    answered: list[tuple[Answers, BoolArray]]
    if isinstance(data, ScoredTable):
        items, labelled = data.items, data.items.labelled
        codes = [items.classes.index(name) for name in plan.positive if name in items.classes]
        wanted = np.isin(items.label[labelled], codes)
        answered = [(answer.take(labelled), wanted == (answer.answer[labelled] == 1)) for answer in items.answers]
    else:
        assert isinstance(data, Classified)
        sets = [part for part in (data.validation, data.test) if part is not None]
        truth = np.concatenate([part.truth for part in sets])
        by_answerer = zip(*(part.answers for part in sets), strict=True)
        every = [joined(parts, WITHOUT, np.arange(len(truth))) for parts in by_answerer]
        answered = [(answers, answers.answer == truth) for answers in every]
    facts = [_facts(answerer, *pair) for answerer, pair in zip(plan.answerers, answered, strict=True)]
    return printed("answerers.j2", plan=plan, every=facts)


def _facts(answerer: Answerer, answers: Answers, right: BoolArray) -> tuple[Any, ...]:
    """Return an answerer, about how many items it was asked, how many it answered, how many rightly, how sure, at what cost."""
    answered, levels = answers.answer >= 0, list[tuple[str, int]]()
    sure = None if answers.confidence is None else answers.confidence[~np.isnan(answers.confidence)]
    if sure is not None and answerer.levels:
        counts = np.bincount(sure.astype(np.int64), minlength=len(answerer.levels)).tolist()
        levels = list(zip(answerer.levels, counts, strict=True))
    n, n_right = (int(rows.sum()) for rows in (answered, answered & right))
    mean = Decimal(repr(round(float(answers.cost.mean()) / MICRO, 6)))
    return answerer, len(answered), n, n_right, sure, levels, answers.cost, mean


WIDTH = 100
"""Comments are broken into lines of at most so many characters."""

_N_NAMED = 12
_SCENARIOS = (
    "Several plans in one report: add [[scenario]] tables below, each with a name and the keys that differ, such as "
    "goal.budget."
)
"""How a draft ends."""


@dataclass(frozen=True)
class PlanText:
    """A plan file, and the keys that must be filled in before there can be a report."""

    text: str
    needed: tuple[str, ...]


def write_draft(
    draft: Draft, file: str, form: TableForm | None = None, answers: Mapping[str, Any] = MappingProxyType({})
) -> PlanText:
    """Return the plan file of a draft.

    Parameters
    ----------
    draft
        What was guessed.
    file
        The table's name as seen from the folder of the plan file.
    form
        How the table is written, as far as the user had to say it.
    answers
        By key what the user said when asked; the other keys stay as they are drafted.
    """
    roles, survey = draft.roles, draft.survey
    made = text_templates()
    made.filters |= {"clean": clean, "toml": toml, "named": _name_of, "counts": _counted}
    made.tests["training"] = lambda name: name.casefold() in WORDS["train"]
    groups = dict.fromkeys(filter(None, (roles.domain.name, *roles.domain.choices, *roles.group)))
    columns = [survey.column(name) for name in groups]
    written = made.get_template("plan.toml.j2").render(
        draft=draft,
        survey=survey,
        file=file,
        form=form or TableForm(),
        told_of_forms=told_of_forms,
        first_spoilt=lambda column: int((column.filled & ~np.isfinite(column.values)).argmax()),
        most_named=_N_NAMED,
        columns_by_class={name for group in survey.by_class for name in group.columns},
        collected_instead=_collected_instead(draft),
        of_asreview=any(name.startswith("asreview_") for name in survey.names),
        strata=[column.name for column in columns if column and 1 < column.n_different <= MOST_CHOICES],
    )
    return filled_in(written, answers)


def _collected_instead(draft: Draft) -> tuple[str, str, str] | None:
    """Return the first sure classifier by its name, the rarest label that it knows, and the column of that label."""
    for classifier in draft.classifiers:
        if classifier.by_class is not None and not classifier.doubtful:
            of_class = dict(zip(classifier.by_class.classes, classifier.by_class.columns, strict=True))
            if classes := [name for name in draft.labels if name in of_class]:
                wanted = min(classes, key=lambda name: (draft.labels[name], name))
                return classifier.name, wanted, of_class[wanted]
    return None


def filled_in(written: str, answers: Mapping[str, Any] = MappingProxyType({})) -> PlanText:
    """Return the plan file of a filled template, whose own signs the template explains; ``answers`` stand in place of its lines, but for empty ones: those keys are not needed.

    >>> made = filled_in('[table]' + chr(10) + '! choose.' + chr(10) + '#label = "gold"')
    >>> print(made.text.partition(chr(10) * 2)[0], made.needed)
    # The table.
    [table]
    # Column with the label that people gave; empty where nobody has labelled the item.
    # Needed: choose.
    # label = "gold" ('table.label',)
    """
    lines: list[str] = []
    needed: list[str] = []
    explained: set[str] = set()
    section = heading = ""
    notes: list[str] = []
    is_needed = False
    for drafted in (*written.split("\n"), ""):
        line = drafted
        if line.startswith(("# ", "! ")):
            is_needed |= line[0] == "!"
            notes.append(line[2:] if line[0] == "#" else f"Needed: {line[2:]}")
            continue
        if line:
            plain = line.removeprefix("#")
            opens = plain.startswith("[")
            section = plain.strip("[]") if opens else section
            key = section if opens else f"{section}.{plain.partition(' ')[0]}"
            first = key not in explained
            explained.add(key)
            if key in answers:
                notes, is_needed = [], False
            if answers.get(key):
                line = plain = f"{key.partition('.')[2]} = {toml(answers[key])}"
            # What belongs to a model that stands as a comment stays together.
            if opens or (first and lines[-1] != heading and not heading.startswith("#")):
                lines.append("")
            if first:
                notes.insert(0, f"{SECTIONS[section]}." if opens else BY_KEY[key].help)
            if is_needed:
                needed.append("models.name" if opens else key)
        lines += [part for note in notes for part in _comment(note)]
        notes, is_needed = [], False
        if line:
            lines.append(plain if plain == line else f"# {plain}")
            heading = lines[-1] if opens else heading
    lines += ["", *_comment(_SCENARIOS)]
    return PlanText("\n".join(lines).strip("\n") + "\n", tuple(needed))


def _comment(text: str) -> list[str]:
    return textwrap.wrap(clean(text), WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)


def toml(value: Any) -> str:
    r"""Return texts, numbers, and lists and tables of them as TOML has them: letters that nobody sees, or that turn what follows, by their numbers.

    >>> print(toml('a "b" ü' + chr(9) + chr(127) + chr(0x202E)), toml(["a", 1]), toml({"a b": "c"}))
    "a \"b\" ü\t\u007f\u202e" ["a", 1] { "a b" = "c" }
    """
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{toml(theirs)} = {toml(ours)}' for theirs, ours in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    if not isinstance(value, str):
        return str(value).lower()
    return "".join(
        sign if sign.isprintable() else f"\\u{ord(sign):04x}" if ord(sign) < 1 << 16 else f"\\U{ord(sign):08x}"
        for sign in json.dumps(value, ensure_ascii=False)
    )


def clean(text: str) -> str:
    """Return a text in one line without control characters, which no comment may hold."""
    return "".join(sign if sign.isprintable() else " " for sign in " ".join(text.split()))


def _name_of(names: Iterable[str]) -> str:
    every = [clean(name) for name in names]
    more = f" and {len(every) - _N_NAMED:,} more" if len(every) > _N_NAMED else ""
    return ", ".join(every[:_N_NAMED]) + more


def _counted(counts: Mapping[str, int]) -> str:
    return _name_of(f"{name} ({n:,})" for name, n in counts.items())
