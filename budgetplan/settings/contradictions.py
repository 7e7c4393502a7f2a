"""What is wrong between the parts of a plan, each of which is right by itself."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

from budgetplan.domain.options import advise
from budgetplan.domain.plan import MEAN, MIXTURE, PERFECT, RANDOM, Plan
from budgetplan.domain.prices import ANNOTATION, ANSWERS, MODEL
from budgetplan.domain.utilities import Worths
from budgetplan.settings.counted_types import check_types
from budgetplan.settings.sources import REVIEWING, Settings, is_classifier

_SPLITS, _TABLES = ("table.validation", "table.test"), ("table.file_validation", "table.file_test")
_COSTS = tuple(f"answers.{name}" for name in ("k_tp", "k_fp", "k_fn"))
_TRIPLE = ("answers.right", "answers.wrong", "answers.abstain")


def check(plan: Plan, settings: Settings) -> None:
    """Note every contradiction in the settings' problems."""
    _check_models(plan, settings)
    _check_further(plan, settings)
    _check_units(plan, settings)
    _check_prices(plan, settings)
    _check_indirect(plan, settings)
    _check_values(plan, settings)
    _check_goal(plan, settings)
    check_types(plan, settings)
    if plan.deferral is not None:
        settings.refuse_said(
            ("list.prevalence",),
            "only ranked lists are weighted to a known share of entries",
            "leave this out, or give weights: table.weight",
        )


def _place(settings: Settings, *keys: str) -> str:
    """Return where the first of these keys was given."""
    return next((settings.by_key[key].where for key in keys if key in settings.by_key), settings.source)


def _check_models(plan: Plan, settings: Settings) -> None:
    classifiers = plan.deferral.models if plan.deferral else ()
    flag = advise("{models.probabilities=NAME=PREFIX}" if plan.deferral else "{models.name=NAME=COLUMN}")
    names = [model.name for model in plan.models] + [spec.name for spec in classifiers]
    for name, n_times in Counter(names).items():
        if n_times > 1:
            settings.refuse(
                settings.source,
                "two models have the same name",
                advise("give each model a name of its own: {}", flag),
                name,
            )
    for model, said in zip(plan.models, settings.models, strict=False):
        if model.name.casefold() in {PERFECT, RANDOM, MIXTURE}:
            settings.refuse(
                said["name"].where,
                "every model is compared with an order of this name",
                advise("give the model another name: {models.name=NAME=COLUMN}"),
                model.name,
            )
    for spec in classifiers:
        if plan.mixture and spec.name.casefold() == MEAN:
            settings.refuse(
                settings.source,
                "the mean of all models has this name",
                advise("give the model another name, or leave the mean out ({goal.mixture=off})"),
                spec.name,
            )
        if plan.columns.label and plan.columns.label in {
            spec.predicted,
            spec.confidence,
            spec.decision,
        }:
            settings.refuse(
                settings.source,
                f"the model {spec.name} reads the column with the labels",
                "name the columns with its predictions and confidences",
                plan.columns.label,
            )
    _check_ranked(plan, settings)


def _check_ranked(plan: Plan, settings: Settings) -> None:
    for model in plan.models:
        if model.says and (plan.listed is not None or model.order != "higher"):
            settings.refuse(
                settings.source,
                f"the model {model.name} says of which label its score is the probability",
                'this goes with order = "higher" and with a list that stands in the table; else name a column with the probability of what is collected',
                model.says,
            )
        if plan.columns.label and model.column == plan.columns.label:
            settings.refuse(
                settings.source,
                f"the model {model.name} reads the column with the labels",
                advise("name the column with its scores: {models.name=NAME=COLUMN}"),
                model.column,
            )


def _check_further(plan: Plan, settings: Settings) -> None:
    if plan.form.costs and not plan.columns.cost:
        settings.refuse(
            _place(settings, "table.costs"),
            "the column with the prices is not known",
            advise("name it: {table.cost=COLUMN}"),
        )
    if plan.columns.stratum and plan.columns.group:
        settings.refuse(
            _place(settings, "table.stratum"),
            "groups are resampled whole, and run across the parts of the list",
            advise("leave out this or {table.group}"),
            plan.columns.stratum,
        )
    if plan.form.long and plan.columns.id != plan.form.long[0]:
        settings.refuse(
            _place(settings, "table.id"),
            "the items of a long table are named by the first of its three columns",
            "leave this out, or name the same column in both",
            plan.columns.id,
        )
    if plan.form.adjudicator and not plan.form.annotator:
        settings.refuse(
            _place(settings, "table.adjudicator"),
            "the column with who judged is not known",
            advise("name it: {table.annotator=COLUMN}"),
            plan.form.adjudicator,
        )
    if plan.form.annotator and plan.form.long and not plan.form.labels:
        settings.refuse(
            _place(settings, "table.annotator"),
            "a row cannot be a model's score and a person's judgement",
            "put the labels into a file of their own: table.labels",
            plan.form.annotator,
        )


def _check_units(plan: Plan, settings: Settings) -> None:
    prices = plan.prices
    for key, given in (
        ("cost.per_unit", prices.per_unit),
        ("cost.seconds_per_unit", prices.seconds_per_unit),
    ):
        if given and not plan.columns.units:
            settings.refuse(
                _place(settings, key),
                "the size of the items is not known",
                advise("name the column with it: {table.units=COLUMN}"),
            )
    if prices.hourly_rate and not prices.timed:
        settings.refuse(
            _place(settings, "cost.hourly_rate"),
            "how long a judgement takes is not known",
            advise("give it, such as {cost.seconds_per_item=20}"),
        )
    if bool(prices.adjudication) != bool(prices.adjudicated_share):
        settings.refuse(
            _place(settings, "cost.adjudication", "cost.adjudicated_share"),
            "adjudication needs a share and a price",
            "give cost.adjudicated_share and cost.adjudication",
        )


def _check_indirect(plan: Plan, settings: Settings) -> None:
    """Note what cannot be left out of the base of the indirect costs, and what lines cannot be rounded to."""
    prices, key = plan.prices, "cost.without_indirect"
    parts = (ANNOTATION, MODEL, ANSWERS)
    for name in sorted({*prices.without_indirect} - {*parts, *prices.fixed}):
        todo = f"name some of these: {', '.join((*parts, *prices.fixed))}"
        settings.refuse(_place(settings, key), "there are no direct costs of this name", todo, name)
    for name in sorted({*prices.without_indirect} & {*parts} & {*prices.fixed}):
        todo = "give that fixed cost another name"
        settings.refuse(_place(settings, key), "a fixed cost has this name too", todo, name)
    if prices.without_indirect and not prices.indirect:
        settings.refuse(
            _place(settings, key),
            "there are no indirect costs",
            advise("give their rate: {cost.indirect=0.25}"),
        )
    if prices.coin and prices.coin % Decimal(1).scaleb(-prices.minor_digits):
        settings.refuse(
            _place(settings, "cost.round_to"),
            f"amounts are printed with {prices.minor_digits} decimals, and these are no multiples of their last one",
            advise("give a multiple, or more decimals: {cost.minor_digits=3}"),
            str(prices.coin),
        )


def _check_prices(plan: Plan, settings: Settings) -> None:
    prices = plan.prices
    timed_or_settled = prices.hourly_rate or prices.adjudication or prices.adjudicated_share
    if prices.listed:
        for key in ("cost.per_item", "cost.per_unit", "cost.hourly_rate", "cost.adjudication"):
            if getattr(prices, key.partition(".")[2]):
                settings.refuse(
                    _place(settings, key),
                    "the items have prices of their own in the cost column",
                    "give one of the two",
                )
    elif plan.deferral is not None and plan.deferral.review_cost is not None:
        return
    elif not prices.stated and not timed_or_settled:  # What time and adjudication lack has been said.
        _check_unpriced(plan, settings)


def _check_unpriced(plan: Plan, settings: Settings) -> None:
    """Note what makes no sense where reviewing an item has no price."""
    prices = plan.prices
    for key, given in (
        ("cost.fixed", any(prices.fixed.values())),
        ("cost.extra_per_entry", prices.extra_per_entry),
        ("cost.contingency", prices.contingency),
        ("cost.indirect", prices.indirect),
    ):
        if given:
            _refuse_price(settings, _place(settings, key), "there is no price for reviewing an item")
    for model in plan.models:
        if model.cost:
            _refuse_price(
                settings,
                f"{settings.source}, model {model.name}",
                "a cost, but no price for reviewing an item",
            )
    if plan.values is not None:
        _refuse_price(
            settings,
            _place(settings, "entry.value"),
            "an entry's worth says nothing without a price for reviewing",
        )
    if plan.budget is not None and plan.budget.unit == "money":
        settings.refuse(
            _place(settings, "goal.budget"),
            "a budget in money needs a price for reviewing an item",
            advise("give one, such as {cost.per_item=0.04}, or a budget as {goal.budget=400 items}"),
            settings.by_key["goal.budget"].value,
        )


def _refuse_price(settings: Settings, where: str, wrong: str) -> None:
    settings.refuse(where, wrong, advise("give a price, such as {cost.per_item=0.04}"))


def _check_values(plan: Plan, settings: Settings) -> None:
    if plan.values is None:
        settings.refuse_said(
            ("entry.left_out", "entry.error", "entry.wrong"),
            "what an entry is worth is not known",
            advise("give it, such as {entry.value=10}"),
        )
        return
    place = _place(settings, "entry.value")
    for name in plan.values.entry:
        if name not in plan.positive:
            settings.refuse(
                place,
                "this class is not collected",
                advise(
                    "name it with {table.positive} too, or leave it out; collected: {}",
                    ", ".join(plan.positive),
                ),
                name,
            )
    for name in plan.positive:
        if name not in plan.values.entry:
            settings.refuse(place, f"the class {name} has no worth", "write 0 if it is worth nothing")


def _check_goal(plan: Plan, settings: Settings) -> None:
    if plan.budget is not None and plan.budget.unit == "hours" and not plan.prices.timed:
        settings.refuse(
            _place(settings, "goal.budget"),
            "a budget in hours needs the time of a judgement",
            advise("give it, such as {cost.seconds_per_item=20}"),
            settings.by_key["goal.budget"].value,
        )


def check_worths(worths: Worths, positive: tuple[str, ...], settings: Settings) -> None:
    """Note ways of saying it that contradict each other, and triples that decide nothing."""
    given = settings.by_key
    costs = [key for key in _COSTS if key in given]
    cells = [key for key in ("answers.cell", "answers.matrix") if key in given]
    triple = [key for key in (*_TRIPLE, "answers.left_out") if key in given]
    weight = [key for key in ("answers.error_weight",) if key in given]
    ways = [way for way in (weight, costs, cells or triple) if way]
    refuse = settings.refuse
    for way in ways[1:]:
        refuse(given[way[0]].where, f"{ways[0][0]} says otherwise what answers are worth", "give one of them")
    if len(ways) > 1:
        return
    if costs and len(costs) < len(_COSTS):
        refuse(given[costs[0]].where, "three costs belong together", f"give {', '.join(_COSTS)}")
    elif costs and len(positive) != 1:
        refuse(
            given[costs[0]].where,
            "these costs need one positive class",
            advise("name it: {table.positive=CLASS}"),
            ", ".join(positive) or None,
        )
    if triple and not cells:
        _check_triple(worths, triple, settings)
    if worths.worth_of_right_answer is None:
        return
    place = given["answers.worth_of_right_answer"].where
    if worths.unit == "money":
        refuse(
            place,
            "the values are in money already",
            'leave it out, or say answers.unit = "right answers"',
        )
    elif worths.worth_of_right_answer == 0:
        wrong = "a right answer worth no money pays for no review"
        refuse(place, wrong, "give an amount above 0, or leave it out", worths.worth_of_right_answer)


def _check_triple(worths: Worths, triple: list[str], settings: Settings) -> None:
    where = settings.by_key[triple[0]].where
    if worths.right is None or worths.wrong is None:
        todo = advise("give answers.right and answers.wrong, or {answers.error_weight=4}")
        settings.refuse(where, "the worth of right and of wrong answers belong together", todo)
        return
    if worths.wrong > worths.right:
        wrong = f"a wrong answer is worth more than a right one, which is worth {worths.right}"
        where = settings.by_key["answers.wrong"].where if "answers.wrong" in settings.by_key else where
        settings.refuse(where, wrong, f"write what it loses with a minus: -{abs(worths.wrong)}", worths.wrong)
        return
    least = min([worths.deferred(""), *worths.left_out.values()])
    if not worths.right > least:
        settings.refuse(
            where,
            "a right answer is worth no more than leaving the item to people: nothing would ever be accepted",
            f"give right answers more than {least}",
            worths.right,
        )


def check_deferral(plan: Plan, settings: Settings) -> None:
    """Note what contradicts the defer workflow elsewhere in the plan."""
    deferral = plan.deferral
    named = settings.by_key.get("table.classes")
    open_ones = [
        spec for spec in (deferral.models if deferral else ()) if spec.array.lower().endswith(".npy")
    ]
    own = {str(model["name"].value).strip() for model in settings.models if "classes" in model}
    if named and all(spec.name in own for spec in open_ones):
        settings.refuse(named.where, "no model has an .npy file whose classes are open", "leave it out")
    if deferral is None:
        settings.refuse_said(
            (*REVIEWING, *_SPLITS, *_TABLES, "table.domain"),
            "this is for plans in which a model answers part of the items",
            "leave it out",
        )
        for model in filter(is_classifier, settings.models):
            settings.refuse(
                model["name"].where,
                "the filter workflow needs one score an item",
                'give the model a column, or say workflow = "defer"',
            )
        return
    if deferral.file_validation:
        settings.refuse_said(
            (*_SPLITS, "table.split_column"),
            "validation and test items have a table each, of which all rows are used",
            "leave this out, or put both into one table",
        )
    settings.refuse_said(
        ["table.split"],
        "items are deferred with two splits",
        advise("name them: {table.validation=VALUE} and {table.test=VALUE}"),
    )
    if plan.missing == "last":
        settings.refuse(
            settings.by_key["table.missing"].where,
            "an item without a prediction has no place in a queue",
            "write error or exclude",
        )
    if deferral.review_cost is not None and plan.prices.stated:
        settings.refuse(
            settings.by_key["answers.review_cost"].where,
            "[cost] says what reviewing costs",
            "give one of the two",
        )
    both = deferral.file_test and settings.by_key.get("table.file")
    if both:
        settings.refuse(both.where, "table.file_test names the test items", "give one of the two")
