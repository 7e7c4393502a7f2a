"""From the command line and the plan file to a plan; every problem in one error."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

from budgetplan.domain.options import BY_KEY, ValueKind
from budgetplan.domain.plan import (
    EVERY_CLASS,
    Budget,
    Columns,
    ModelSpec,
    Plan,
    TableForm,
    Values,
    Words,
)
from budgetplan.domain.prices import Prices
from budgetplan.errors import Problem, UsageError
from budgetplan.settings import amounts
from budgetplan.settings import contradictions as checks
from budgetplan.settings.amounts import RefusedError
from budgetplan.settings.answers import check_deferral, is_deferred, read_deferral, says_worths
from budgetplan.settings.missing_settings import lacking
from budgetplan.settings.review import priced
from budgetplan.settings.sources import Setting, Settings, gather, take_currency

T = TypeVar("T")
_ZERO = Decimal(0)


def read_plan(path_or_table: str, flags: Mapping[str, Any] | None = None) -> Plan:
    """Return the plan that a plan file or a table, and flags, make together.

    Parameters
    ----------
    path_or_table
        A plan file (its name ends in ``.toml``; paths in it start at its folder), or the table itself.
    flags
        By key of the option table, such as ``{"table.label": "gold", "models.name": ("p_rf",)}``: texts, or
        tuples of texts where an option may be given several times. ``"set"`` holds ``key=value`` texts. None
        and empty tuples count as not given. Flags override the plan file.

    Raises
    ------
    UsageError
        With one line for each problem: where, what is wrong, what was found, what to do.
    """
    return plan_of(gather(str(path_or_table), flags or {}), lacking)


def form_of(settings: Settings) -> TableForm:
    """Return what was said of how the table is written; what is wrong with it is noted in the settings."""
    return _Reader(settings).form()


def plan_of(settings: Settings, lacking_told: Callable[[Plan, str, Sequence[str]], Problem]) -> Plan:
    """Return the plan that was said, or raise all its problems at once.

    ``lacking_told`` says what is still needed, from the plan, the source of the settings and what is lacking.

    Raises
    ------
    UsageError
        With one line for each problem: where, what is wrong, what was found, what to do.
    """
    take_currency(settings)
    reader = _Reader(settings)
    table = reader.table()
    plan = reader.plan(table)
    if not settings.problems:
        check_deferral(plan, settings)
        checks.check(plan, settings)
    problems = list(settings.problems)
    needed = [
        *([] if plan.columns.label else ["the column with the labels (--label)"]),
        *_lacking_in_workflow(plan, settings),
    ]
    if not table:
        todo = 'write file = "scores.csv" below [table]'
        problems.append(Problem("the plan names no table", todo, settings.source))
    elif needed:
        problems.append(lacking_told(plan, settings.source, needed))
    if problems:
        raise UsageError(problems)
    return plan


def _lacking_in_workflow(plan: Plan, settings: Settings) -> list[str]:
    """Return what the workflow needs and nobody gave."""
    if plan.deferral is None:
        return [
            *([] if plan.positive else ["the label that is collected (--positive)"]),
            *([] if plan.models else ["a model (--model)"]),
        ]
    # What was said and refused is not lacking.
    return [
        *([] if settings.models else ["a model with class probabilities (--probabilities)"]),
        *([] if says_worths(settings) else ["what answers are worth (--error-weight)"]),
    ]


class _Reader:
    """Turns settings into values; what is refused is noted and replaced by the default."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def plan(self, table: str) -> Plan:
        words = self._words()
        currency = self.text("cost.currency")
        positive = self._texts("table.positive")
        form = self.form()
        self._choice("table.workflow")
        deferral = read_deferral(self.settings, positive) if is_deferred(self.settings) else None
        prices = self._prices(currency)
        if deferral is not None:
            deferral, prices = priced(deferral, prices)
        return Plan(
            table=table,
            columns=self._columns(form),
            positive=positive,
            models=() if deferral else self._models(),
            prices=prices,
            values=self._values(positive),
            budget=self._budget(words, currency),
            target=self._value("goal.target", lambda value: amounts.target(value, words), None),
            words=words,
            split=self.text("table.split"),
            list_size=self._value("list.size", self._whole("list.size"), None),
            prevalence=self._value("list.prevalence", amounts.share_between, None),
            missing=self._choice("table.missing"),
            parts=self._count("report.parts"),
            resamples=self._resamples(),
            seed=self._count("sure.seed"),
            title=self.text("report.title"),
            project=self.text("report.project"),
            author=self.text("report.author"),
            notes=self._texts("report.notes"),
            deferral=deferral,
            form=form,
        )

    def table(self) -> str:
        """Return the path of the table."""
        return self._path(self.text("table.file_test") or self.text("table.file"))

    def _path(self, written: str) -> str:
        """Return where a file is: in a plan file, paths start at its folder."""
        if not written or not self.settings.source.lower().endswith(".toml"):
            return written
        return str(Path(self.settings.source).parent / written)

    def text(self, key: str) -> str:
        return self._value(key, amounts.text, "")

    def _take(self, setting: Setting, convert: Callable[[Any], T], default: T) -> T:
        try:
            return convert(setting.value)
        except RefusedError as error:
            self.settings.refuse(setting.where, error.wrong, error.todo, setting.value)
            return default

    def _value(self, key: str, convert: Callable[[Any], T], default: T) -> T:
        setting = self.settings.by_key.get(key)
        return default if setting is None else self._take(setting, convert, default)

    def _texts(self, key: str) -> tuple[str, ...]:
        setting = self.settings.by_key.get(key)
        if setting is None:
            return ()
        values = setting.value if isinstance(setting.value, list) else [setting.value]
        texts = [self._take(Setting(value, setting.where), amounts.text, "") for value in values]
        return tuple(dict.fromkeys(text for text in texts if text))

    def _choice(self, key: str) -> Any:
        return self._value(key, _chooser(key), BY_KEY[key].default)

    def _whole(self, key: str) -> Callable[[Any], int | None]:
        entry = BY_KEY[key]
        return lambda value: amounts.whole(value, entry.low, entry.high)

    def _count(self, key: str) -> int:
        said = self._value(key, self._whole(key), None)
        return int(BY_KEY[key].default) if said is None else said

    def _resamples(self) -> int:
        n_resamples = self._count("sure.resamples")
        if n_resamples == 1:
            wrong, todo = "one resample has no spread", "write 0 for none, or 2 or more, such as 2000"
            self.settings.refuse(self.settings.by_key["sure.resamples"].where, wrong, todo, n_resamples)
        return n_resamples

    def _columns(self, form: TableForm) -> Columns:
        return Columns(
            label=self.text("table.label"),
            id=self.text("table.id") or next(iter(form.long), ""),
            split=self.text("table.split_column") or BY_KEY["table.split_column"].default,
            group=self.text("table.group"),
            weight=self.text("table.weight"),
            units=self.text("table.units"),
            cost=self.text("table.cost"),
        )

    def form(self) -> TableForm:
        names = ("separator", "decimal", "encoding", "dialect")
        said = {name: self._choice(f"table.{name}") for name in names}
        known = {name: "" if choice == "auto" else choice for name, choice in said.items()}
        return TableForm(
            **known,
            sheet=self.text("table.sheet"),
            map=self._names("table.map"),
            labels=self._path(self.text("table.labels")),
            costs=self._path(self.text("table.costs")),
            long=self._long(),
            empty=self._texts("table.empty"),
            annotator=self.text("table.annotator"),
            adjudicator=self.text("table.adjudicator"),
            as_label=self._texts("table.as_label"),
        )

    def _long(self) -> tuple[str, ...]:
        """Return the columns of a long table: a list of three, or one text with commas."""
        names = self._texts("table.long")
        if len(names) == 1:
            names = tuple(dict.fromkeys(name.strip() for name in names[0].split(",") if name.strip()))
        if names and len(names) != 3:
            todo = "name those with the item, the model and the score: item_id,model,score"
            where = self.settings.by_key["table.long"].where
            self.settings.refuse(where, "a long table has three columns", todo, ",".join(names))
            return ()
        return names

    def _names(self, key: str) -> dict[str, str]:
        """Return names by name."""
        setting = self.settings.by_key.get(key)
        if setting is None:
            return {}
        if not isinstance(setting.value, dict):
            todo = f'write [{key}] and below it lines such as "Punkte" = "score"'
            self.settings.refuse(setting.where, "names are not written like this", todo, setting.value)
            return {}
        return {
            theirs: self._take(Setting(ours, f"{setting.where}.{theirs}"), amounts.text, theirs)
            for theirs, ours in setting.value.items()
        }

    def _models(self) -> tuple[ModelSpec, ...]:
        models = []
        for model in self.settings.models:
            name = self._take(model["name"], amounts.text, "")
            column = self._take(model["column"], amounts.text, "") if "column" in model else ""
            cut = self._take(model["cut"], amounts.decimal, None) if "cut" in model else None
            models.append(
                ModelSpec(
                    name=name,
                    column=column or name,
                    order=self._take(model["order"], _chooser("models.order"), "higher")
                    if "order" in model
                    else "higher",
                    cut=None if cut is None else float(cut),
                    cost=self._take(model["cost"], self._money, _ZERO) if "cost" in model else _ZERO,
                )
            )
        return tuple(models)

    def _words(self) -> Words:
        four = self._value("words", amounts.words, Words())
        return Words(
            item=self.text("words.item") or four.item,
            items=self.text("words.items") or four.items,
            entry=self.text("words.entry") or four.entry,
            entries=self.text("words.entries") or four.entries,
        )

    def _money(self, value: Any) -> Decimal:
        return amounts.money(value, self.settings.currency)

    def _any_money(self, value: Any) -> Decimal:
        return amounts.money(value, self.settings.currency, negative=True)

    def _prices(self, currency: str) -> Prices:
        money = {
            name: self._value(f"cost.{name}", self._money, _ZERO)
            for name in ("per_item", "per_unit", "hourly_rate", "adjudication", "extra_per_entry")
        }
        seconds = {
            name: self._value(f"cost.{name}", amounts.amount, _ZERO)
            for name in ("seconds_per_item", "seconds_per_unit")
        }
        shares = {
            name: self._value(f"cost.{name}", amounts.share, _ZERO)
            for name in ("adjudicated_share", "contingency", "indirect")
        }
        timed = any(seconds.values())
        listed = bool(self.text("table.cost"))
        stated = listed or any(
            (
                money["per_item"],
                money["per_unit"],
                money["hourly_rate"] and timed,
                money["adjudication"] and shares["adjudicated_share"],
            )
        )
        digits = self._value("cost.minor_digits", self._whole("cost.minor_digits"), None)
        return Prices(
            currency=currency,
            minor_digits=amounts.minor_digits(currency) if digits is None else digits,
            unit=self.text("cost.unit") or BY_KEY["cost.unit"].default,
            annotators=self._value("cost.annotators", _annotators, Decimal(1)),
            listed=listed,
            fixed=self._by_name("cost.fixed", self._money, ()),
            stated=bool(stated),
            **money,
            **seconds,
            **shares,
        )

    def _values(self, positive: tuple[str, ...]) -> Values | None:
        if "value.entry" not in self.settings.by_key:
            return None
        every = (EVERY_CLASS,)
        return Values(
            entry=self._by_name("value.entry", self._money, positive),
            error=self._by_name("value.error", amounts.share, every),
            wrong=self._by_name("value.wrong", self._any_money, every),
            left_out=self._by_name("value.left_out", self._any_money, positive),
        )

    def _by_name(
        self, key: str, convert: Callable[[Any], Decimal], names: tuple[str, ...]
    ) -> dict[str, Decimal]:
        """Return amounts by name; a plain amount holds for ``names``."""
        setting = self.settings.by_key.get(key)
        if setting is None:
            return {}
        if isinstance(setting.value, dict):
            # --set value.entry.idiom=10 names the class in its place already.
            places = {
                name: setting.where if setting.where.endswith(f".{name}") else f"{setting.where}.{name}"
                for name in setting.value
            }
            return {
                name: self._take(Setting(value, places[name]), convert, _ZERO)
                for name, value in setting.value.items()
            }
        if BY_KEY[key].kind is ValueKind.BY_NAME:
            known = not isinstance(setting.value, bool | list)
            todo = f"write {key}.NAME = {setting.value if known else 200}"
            self.settings.refuse(setting.where, "this cost has no name", todo, setting.value)
            return {}
        amount = self._take(setting, convert, _ZERO)
        return dict.fromkeys(names, amount)

    def _budget(self, words: Words, currency: str) -> Budget | None:
        budget: Budget | None = self._value(
            "goal.budget", lambda value: amounts.budget(value, words, currency), None
        )
        covers = self._choice("goal.covers")
        return None if budget is None else Budget(budget.amount, budget.unit, covers)


def _chooser(key: str) -> Callable[[Any], Any]:
    """Return what takes one of the choices of an option."""
    choices = BY_KEY[key].choices

    def choose(value: Any) -> str:
        written = amounts.text(value)
        if written not in choices:
            raise RefusedError("this is not one of the choices", f"write one of {', '.join(choices)}")
        return written

    return choose


def _annotators(value: Any) -> Decimal:
    parsed = amounts.number(value)
    if not 1 <= parsed <= 1000:
        raise RefusedError(
            "every item is judged at least once", "write 1 or more, such as 1.2 where a fifth is judged twice"
        )
    return parsed
