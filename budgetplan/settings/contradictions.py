"""What is wrong between the parts of a plan, each of which is right by itself; and what changes nothing in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from decimal import Decimal

from budgetplan.domain.answerers import Answerer
from budgetplan.domain.asked.profile import PROFILES
from budgetplan.domain.options import advise, ask
from budgetplan.domain.plan import MEAN, MIXTURE, PERFECT, RANDOM, Plan
from budgetplan.domain.prices import ANNOTATION, ANSWERS, MODEL
from budgetplan.domain.risk.ranges import SHARES, TIMES, WORTH, Span
from budgetplan.domain.utilities import Worths
from budgetplan.errors import Problem
from budgetplan.settings.sources import PRICES_OF_ANSWERS, REVIEWING, Setting, Settings, is_classifier

_SPLITS, _TABLES = ("table.validation", "table.test"), ("table.file_validation", "table.file_test")
_COSTS = tuple(f"answers.{name}" for name in ("k_tp", "k_fp", "k_fn"))
_NO_TIME = "how long a judgement takes is not known; give it, such as {cost.seconds_per_item=20}"
_TRIPLE = tuple(f"answers.{name}" for name in ("right", "wrong", "abstain", "left_out"))


def check_labelled(plan: Plan, settings: Settings) -> None:
    """Note every contradiction of a plan with labels in the settings' problems."""
    _check_deferral(plan, settings)
    check(plan, settings)
    _check_answerers(plan, settings)
    _check_quota(plan, settings)
    _check_ranges(plan, settings)


def check(plan: Plan, settings: Settings) -> None:
    """Note every contradiction of what a plan has with or without labels in the settings' problems."""
    _check_models(plan, settings)
    _check_table(plan, settings)
    _check_prices(plan, settings)
    _check_values(plan, settings)
    if plan.budget is not None and plan.budget.unit == "hours" and not plan.prices.timed:
        message = (
            "a budget in hours needs the time of a judgement; give it, such as {cost.seconds_per_item=20}"
        )
        settings.refuse_key("goal.budget", message, found=settings.by_key["goal.budget"].value)
    _check_types(plan, settings)
    if plan.deferral is not None:
        wrong = "only ranked lists are weighted to a known share of entries"
        settings.refuse_said("list.prevalence", f"{wrong}; leave this out, or give weights: table.weight")


def _check_models(plan: Plan, settings: Settings) -> None:
    refuse, label = settings.refuse_key, plan.columns.label
    classifiers = plan.deferral.models if plan.deferral else ()
    names = [model.name for model in plan.models] + [spec.name for spec in classifiers]
    flag = advise("{models.probabilities=NAME=PREFIX}" if plan.deferral else "{models.name=NAME=COLUMN}")
    for name, n_times in Counter(names).items():
        if n_times > 1:
            message = "two models have the same name; give each model a name of its own: {}"
            refuse("", message, flag, found=name)
    for model, said in zip(plan.models, settings.models, strict=False):
        if model.name.casefold() in {PERFECT, RANDOM, MIXTURE}:
            message = "every model is compared with an order of this name; give the model another name: {models.name=NAME=COLUMN}"
            settings.refuse(said["name"].where, message, found=model.name)
    for spec in classifiers:
        if plan.mixture and spec.name.casefold() == MEAN:
            message = "the mean of all models has this name; give the model another name, or leave the mean out ({goal.mixture=off})"
            refuse("", message, found=spec.name)
        if label and label in {spec.predicted, spec.confidence, spec.decision}:
            message = "the model {} reads the column with the labels; name the columns with its predictions and confidences"
            refuse("", message, spec.name, found=label)
    for model in plan.models:
        if model.says and (plan.listed is not None or model.order != "higher"):
            message = 'the model {} says of which label its score is the probability; this goes with order = "higher" and with a list that stands in the table; else name a column with the probability of what is collected'
            refuse("", message, model.name, found=model.says)
        if label and model.column == label:
            message = "the model {} reads the column with the labels; name the column with its scores: {models.name=NAME=COLUMN}"
            refuse("", message, model.name, found=label)


def _check_table(plan: Plan, settings: Settings) -> None:
    refuse, form, columns = settings.refuse_key, plan.form, plan.columns
    if form.costs and not columns.cost:
        refuse("table.costs", "the column with the prices is not known; name it: {table.cost=COLUMN}")
    if columns.stratum and columns.group:
        message = "groups are resampled whole, and run across the parts of the list; leave out this or {table.group}"
        refuse("table.stratum", message, found=columns.stratum)
    if form.long and columns.id != form.long[0]:
        message = "the items of a long table are named by the first of its three columns; leave this out, or name the same column in both"
        refuse("table.id", message, found=columns.id)
    if form.adjudicator and not form.annotator:
        message = "the column with who judged is not known; name it: {table.annotator=COLUMN}"
        refuse("table.adjudicator", message, found=form.adjudicator)
    if form.annotator and form.long and not form.labels:
        message = "a row cannot be a model's score and a person's judgement; put the labels into a file of their own: table.labels"
        refuse("table.annotator", message, found=form.annotator)


def _check_prices(plan: Plan, settings: Settings) -> None:
    refuse, prices = settings.refuse_key, plan.prices
    for name in ("per_unit", "seconds_per_unit"):
        if getattr(prices, name) and not plan.columns.units:
            message = "the size of the items is not known; name the column with it: {table.units=COLUMN}"
            refuse(f"cost.{name}", message)
    if prices.hourly_rate and not prices.timed:
        refuse("cost.hourly_rate", _NO_TIME)
    if bool(prices.adjudication) != bool(prices.adjudicated_share):
        message = "adjudication needs a share and a price; give cost.adjudicated_share and cost.adjudication"
        refuse(("cost.adjudication", "cost.adjudicated_share"), message)
    timed_or_settled = prices.hourly_rate or prices.adjudication or prices.adjudicated_share
    if prices.listed:
        for name in ("per_item", "per_unit", "hourly_rate", "adjudication"):
            if getattr(prices, name):
                message = "the items have prices of their own in the cost column; give one of the two"
                refuse(f"cost.{name}", message)
    # What time and adjudication lack has been said.
    elif not prices.stated and not timed_or_settled and getattr(plan.deferral, "review_cost", None) is None:
        _check_unpriced(plan, settings)
    _check_indirect(plan, settings)


def _check_indirect(plan: Plan, settings: Settings) -> None:
    """Note what cannot be left out of the base of the indirect costs, and what lines cannot be rounded to."""
    refuse, prices, key = settings.refuse_key, plan.prices, "cost.without_indirect"
    parts, without = (ANNOTATION, MODEL, ANSWERS), {*prices.without_indirect}
    for name in sorted(without - {*parts, *prices.fixed}):
        known = ", ".join((*parts, *prices.fixed))
        refuse(key, "there are no direct costs of this name; name some of these: {}", known, found=name)
    for name in sorted(without & {*parts} & {*prices.fixed}):
        refuse(key, "a fixed cost has this name too; give that fixed cost another name", found=name)
    if without and not prices.indirect:
        refuse(key, "there are no indirect costs; give their rate: {cost.indirect=0.25}")
    if prices.coin and prices.coin % Decimal(1).scaleb(-prices.minor_digits):
        message = "amounts are printed with {} decimals, and these are no multiples of their last one; give a multiple, or more decimals: {cost.minor_digits=3}"
        refuse("cost.round_to", message, prices.minor_digits, found=str(prices.coin))


def _check_unpriced(plan: Plan, settings: Settings) -> None:
    """Note what makes no sense where reviewing an item has no price."""
    refuse, prices, todo = settings.refuse_key, plan.prices, "give a price, such as {cost.per_item=0.04}"
    for key, given in (
        ("cost.fixed", any(prices.fixed.values())),
        ("cost.extra_per_entry", prices.extra_per_entry),
        ("cost.contingency", prices.contingency),
        ("cost.indirect", prices.indirect),
    ):
        if given:
            refuse(key, f"there is no price for reviewing an item; {todo}")
    for model in plan.models:
        if model.cost:
            where = f"{settings.source}, model {model.name}"
            settings.refuse(where, f"a cost, but no price for reviewing an item; {todo}")
    if plan.values is not None:
        refuse("entry.value", f"an entry's worth says nothing without a price for reviewing; {todo}")
    if plan.budget is not None and plan.budget.unit == "money":
        message = "a budget in money needs a price for reviewing an item; give one, such as {cost.per_item=0.04}, or a budget as {goal.budget=400 items}"
        refuse("goal.budget", message, found=settings.by_key["goal.budget"].value)


def _check_values(plan: Plan, settings: Settings) -> None:
    if plan.values is None:
        message = "what an entry is worth is not known; give it, such as {entry.value=10}"
        settings.refuse_said(("entry.left_out", "entry.error", "entry.wrong"), message)
        return
    refuse, collected = settings.refuse_key, ", ".join(plan.positive)
    for name in plan.values.entry:
        if name not in plan.positive:
            message = "this class is not collected; name it with {table.positive} too, or leave it out; collected: {}"
            refuse("entry.value", message, collected, found=name)
    for name in plan.positive:
        if name not in plan.values.entry:
            refuse("entry.value", "the class {} has no worth; write 0 if it is worth nothing", name)


def _check_types(plan: Plan, settings: Settings) -> None:
    """Note what contradicts types as entries, each counted and paid once (METHODS R6), or is lacking for them."""
    refuse, each = settings.refuse_key, settings.refuse_said
    if not plan.by_type:
        message = "entries are items in this plan, whatever their types; leave this out, or count types: {entry.unit=type}"
        each("table.type", message)
        return
    if plan.deferral is not None:
        each("entry.unit", "where a model answers, items are labelled, not types; leave this out")
        return
    if plan.answerers:
        refuse("", "answerers say what items are, and entries are types; leave [[answerers]] out")
    todo = "leave this out, or count items: {entry.unit=item}"
    drawn = "how items were drawn says nothing of how many types they stand for"
    each(("table.sample", "table.stratum"), f"{drawn}; {todo}")
    if not plan.columns.type and not plan.columns.weight:
        message = "the types are not known; name their column: {table.type=COLUMN}; or, where every row is a type, the column of how often it occurs: {table.weight=COLUMN}"
        refuse("entry.unit", message)
    if not plan.columns.type:
        return
    # What is said of single items, where a type may have several of them.
    errors = "errors are those of single items, and a type has several chances to be confirmed"
    each(("entry.error", "entry.wrong"), f"{errors}; {todo}")
    for key, message in {
        "entry.left_out": f"items are left out, and a type is lost with the last of them alone; {todo}",
        "cost.extra_per_entry": f"this is paid for each item confirmed, and entries are types; {todo}",
        "list.prevalence": f"a share of items says nothing of the share of types; {todo}",
        "list.reviewed": f"types that are confirmed already cannot be taken out of the rest yet; {todo}",
        "table.weight": "a type has several rows, and each row would stand for several items; leave this out; or give every type one row, without table.type: its weight is then how often it occurs",
        "list.size": "twice the items hold less than twice the types, and nobody knows how much less; leave this out: the report then speaks of the labelled items",
        "list.file": "which types a list in files holds is not counted; put the list into the table, as rows without a label",
    }.items():
        each(key, message)
    worths = set() if plan.values is None else {plan.values.entry.get(name) for name in plan.positive}
    if len(worths) > 1:
        message = "a type with items of several classes has no single worth; give all classes that are collected one worth"
        refuse("entry.value", message)


def check_worths(worths: Worths, positive: tuple[str, ...], settings: Settings) -> None:
    """Note ways of saying it that contradict each other, and triples that decide nothing."""
    refuse, given = settings.refuse_key, settings.by_key
    costs = [key for key in _COSTS if key in given]
    cells = [key for key in ("answers.cell", "answers.matrix") if key in given]
    triple = [key for key in _TRIPLE if key in given]
    weight = [key for key in ("answers.error_weight",) if key in given]
    ways = [way for way in (weight, costs, cells or triple) if way]
    for way in ways[1:]:
        refuse(way[0], "{} says otherwise what answers are worth; give one of them", ways[0][0])
    if len(ways) > 1:
        return
    if costs and len(costs) < len(_COSTS):
        refuse(costs[0], "three costs belong together; give {}", ", ".join(_COSTS))
    elif costs and len(positive) != 1:
        message = "these costs need one positive class; name it: {table.positive=CLASS}"
        refuse(costs[0], message, found=", ".join(positive) or None)
    if triple and not cells:
        _check_triple(worths, triple, settings)
    key = "answers.worth_of_right_answer"
    if worths.worth_of_right_answer is not None and worths.unit == "money":
        todo = 'leave it out, or say answers.unit = "right answers"'
        refuse(key, f"the values are in money already; {todo}")
    elif worths.worth_of_right_answer == 0:
        message = "a right answer worth no money pays for no review; give an amount above 0, or leave it out"
        refuse(key, message, found=worths.worth_of_right_answer)


def _check_triple(worths: Worths, triple: list[str], settings: Settings) -> None:
    refuse = settings.refuse_key
    if worths.right is None or worths.wrong is None:
        message = "the worth of right and of wrong answers belong together; give answers.right and answers.wrong, or {answers.error_weight=4}"
        refuse(triple[0], message)
        return
    least = min([worths.deferred(""), *worths.left_out.values()])
    if worths.wrong > worths.right:
        message = "a wrong answer is worth more than a right one, which is worth {}; write what it loses with a minus: -{}"
        refuse(("answers.wrong", triple[0]), message, worths.right, abs(worths.wrong), found=worths.wrong)
    # Reviews may have a worth alone.
    elif not worths.right > least and "answers.reviewed" not in settings.by_key:
        message = "a right answer is worth no more than leaving the item to people: nothing would ever be accepted; give right answers more than {}"
        refuse(triple[0], message, least, found=worths.right)


def _check_deferral(plan: Plan, settings: Settings) -> None:
    """Note what contradicts the defer workflow elsewhere in the plan."""
    refuse, each, deferral = settings.refuse_key, settings.refuse_said, plan.deferral
    specs = deferral.models if deferral else ()
    own = {str(model["name"].value).strip() for model in settings.models if "classes" in model}
    if all(spec.name in own for spec in specs if spec.array.lower().endswith(".npy")):
        each("table.classes", "no model has an .npy file whose classes are open; leave it out")
    if deferral is None:
        message = "this is for plans in which a model answers part of the items; leave it out"
        each((*REVIEWING, *_SPLITS, *_TABLES, "table.domain"), message)
        for model in filter(is_classifier, settings.models):
            message = 'the filter workflow needs one score an item; give the model a column, or say workflow = "defer"'
            settings.refuse(model["name"].where, message)
        return
    if deferral.file_validation:
        wrong = "validation and test items have a table each, of which all rows are used"
        each((*_SPLITS, "table.split_column"), f"{wrong}; leave this out, or put both into one table")
    todo = "name them: {table.validation=VALUE} and {table.test=VALUE}"
    each("table.split", f"items are deferred with two splits; {todo}")
    if plan.missing == "last":
        message = "an item without a prediction has no place in a queue; write error or exclude"
        refuse("table.missing", message)
    if deferral.review_cost is not None and plan.prices.stated:
        refuse("answers.review_cost", "[cost] says what reviewing costs; give one of the two")
    if deferral.file_test:
        each("table.file", "table.file_test names the test items; give one of the two")


def _check_answerers(plan: Plan, settings: Settings) -> None:
    """Note every contradiction about who answers for a price."""
    classifiers = plan.deferral.models if plan.deferral else ()
    names = {model.name for model in plan.models} | {spec.name for spec in classifiers}
    label = plan.columns.label
    for answerer, said in zip(plan.answerers, settings.answerers, strict=True):
        _check_answerer(plan, answerer, said, settings)
        if label and label in {answerer.column, answerer.confidence}:
            message = "the answerer {} reads the column with the labels; name the columns with its answers and confidences"
            settings.refuse(said["name"].where, message, answerer.name, found=label)
    for name, n_times in Counter(answerer.name for answerer in plan.answerers).items():
        if n_times > 1:
            message = "two answerers have the same name; give each answerer a name of its own"
            settings.refuse_key("", message, found=name)
    for answerer, said in zip(plan.answerers, settings.answerers, strict=True):
        todo = "give the answerer another name"
        if answerer.name in names:
            settings.refuse(said["name"].where, f"a model has this name; {todo}", found=answerer.name)
        elif answerer.name.casefold() in {PERFECT, RANDOM, MIXTURE, MEAN}:
            message = f"something else in the report has this name; {todo}"
            settings.refuse(said["name"].where, message, found=answerer.name)
    if _in_money(plan):
        return
    for said in settings.answerers:
        priced = next((said[key] for key in PRICES_OF_ANSWERS if key in said), None)
        if priced is not None:
            message = "there is a price for an answer, but none for reviewing an item; give one, such as {cost.per_item=0.04}, or leave this out"
            settings.refuse(priced.where, message, found=priced.value)


def _check_answerer(plan: Plan, answerer: Answerer, said: Mapping[str, Setting], settings: Settings) -> None:
    def refuse(key: str, message: str, *values: object, found: object = None) -> None:
        settings.refuse(said[key].where, message, *values, found=found)

    levels = said["levels"].value if answerer.levels else ()
    if levels and not answerer.confidence:
        message = 'the column that says how sure it is, is not known; name it: confidence = "COLUMN"'
        refuse("levels", message, found=", ".join(answerer.levels))
    for level in answerer.levels if not isinstance(levels, str) else ():
        if [*levels].count(level) > 1:
            refuse("levels", "this level stands there twice; name each level once", found=level)
    if len(answerer.levels) == 1:
        message = (
            'one word tells nothing apart; name all of them, the least sure first: levels = ["low", "high"]'
        )
        refuse("levels", message, found=answerer.levels[0])
    for tokens, price in (("tokens_in", "price_in"), ("tokens_out", "price_out")):
        n_tokens, per_million = getattr(answerer, tokens), getattr(answerer, price)
        # What was refused is as if never said, and told already.
        if n_tokens and price not in said:
            message = "these tokens have no price; give what a million of them cost: {} = 0.60"
            refuse(tokens, message, price, found=n_tokens)
        if per_million and tokens not in said:
            message = "how many tokens a call has is not known; give their mean or their column: {} = 600"
            refuse(price, message, tokens, found=per_million)
    if answerer.accept == "confident" and not answerer.confidence:
        message = 'it does not say how sure it is; name the column with how sure it is (confidence = "COLUMN"), or accept otherwise'
        refuse("accept", message, found=answerer.accept)
    if answerer.accept == "agree" and plan.deferral is None:
        message = "no model answers by itself in this plan; write all, confident or none"
        refuse("accept", message, found=answerer.accept)


def _in_money(plan: Plan) -> bool:
    """Return whether anything but answers is counted in money."""
    prices, deferral = plan.prices, plan.deferral
    if prices.stated or prices.hourly_rate or prices.adjudication:
        return True
    if deferral is None:
        return False
    worths = deferral.worths
    priced = deferral.review_cost is not None or worths.worth_of_right_answer is not None
    return priced or worths.unit == "money"


def _check_quota(plan: Plan, settings: Settings) -> None:
    """Note every contradiction between quotas and the rest of the plan."""
    quota, refuse, each = plan.quota, settings.refuse_key, settings.refuse_said
    if quota is None:
        return
    readers = [model.name for model in plan.models if model.column == quota.by]
    if readers:
        message = "the model {} reads this column; name a column with the strata"
        refuse("quota.by", message, readers[-1], found=quota.by)
    elif quota.by == plan.columns.id:
        message = "every item is alone in its stratum; name a column that items share"
        refuse("quota.by", message, found=quota.by)
    elif quota.by == plan.columns.label:
        message = "what an item is labelled as is not known before it is reviewed, so no order can go by it; name another column, or leave the quotas out"
        refuse("quota.by", message, found=quota.by)
    if plan.answerers:
        todo = "leave the answerers out, or the quotas"
        refuse("quota.by", f"an answerer does not screen by stratum; {todo}")
    if quota.sure is not None and not plan.resamples:
        todo = "leave it out, or have the labels resampled (sure.resamples)"
        each("quota.sure", f"nothing is resampled, so nobody knows how sure a plan is; {todo}")
    for key, wrong in (
        ("goal.target", "quotas say how many entries are wanted"),
        ("list.prevalence", "the share of entries in each stratum is not known"),
        ("list.file", "a list in files of its own is not counted by stratum; put its rows into the table"),
        ("list.reviewed", "what came back of a queue is not counted by stratum"),
        ("table.type", "types are not counted by stratum"),
    ):
        each(key, f"{wrong}; leave it out, or leave the quotas out")


def _check_ranges(plan: Plan, settings: Settings) -> None:
    """Note what is wrong with ranges, with a computed contingency, and with a deadline (METHODS C)."""
    if plan.deferral is not None or plan.quota is not None:
        other = "where a model answers" if plan.quota is None else "with quotas"
        wrong = f"this is worked out for ranked lists alone, not {other}"
        settings.refuse_said(("cost.ranges", "entry.range", "work.deadline"), f"{wrong}; leave it out")
        if plan.ranges.computed:
            settings.refuse_said("cost.contingency", f"{wrong}; give a share, such as 5 %, or leave it out")
        return
    for key, span in plan.ranges.spans.items():
        if key == WORTH:
            _check_worth(plan, settings, span)
        else:
            _check_span(plan, settings, key, span)
    _check_contingency(plan, settings)
    _check_deadline(plan, settings)


def _check_span(plan: Plan, settings: Settings, key: str, span: Span) -> None:
    where = settings.by_key["cost.ranges"].where.removesuffix(f".{key}") + f".{key}"
    planned: Decimal = getattr(plan.prices, key)
    shown = f"{span.low} to {span.high}"
    if not planned:
        message = "cost.{} is not given, and a plan is made with one value; give it, such as {}, or leave the range out"
        settings.refuse(where, message, key, ask(f"cost.{key}", str(span.low)))
    elif key in TIMES and not span.low:
        settings.refuse(where, "no judgement takes no time; write a low end above 0", found=shown)
    elif key in SHARES and not 0 < span.low <= span.high < 1:
        message = "the ends of a share lie between none and all; write 0.01 to 0.25"
        settings.refuse(where, message, found=shown)
    elif not span.low <= planned <= span.high:
        message = "the plan is made with cost.{} = {}, which is outside this range; give one of the two otherwise: cost.ranges.{}, cost.{}"
        settings.refuse(where, message, key, planned, key, key, found=shown)


def _check_worth(plan: Plan, settings: Settings, span: Span) -> None:
    refuse, values = settings.refuse_key, plan.values
    if values is None:
        message = "what an entry is worth is not known; give it, such as {}"
        refuse("entry.range", message, ask("entry.value", str(span.low)))
        return
    worths = set(values.entry.values())
    if len(worths) != 1 or any(values.left_out.values()) or any(values.error.values()):
        wrong = "entries have no single worth: worths differ by class, people make errors, or what is left out counts"
        refuse("entry.range", f"{wrong}; leave the range out")
    elif not span.low <= (worth := next(iter(worths))) <= span.high or not worth:
        message = "the plan is made with entry.value = {}, which is outside this range; give one of the two otherwise: entry.range, entry.value"
        refuse("entry.range", message, worth, found=f"{span.low} to {span.high}")


def _check_contingency(plan: Plan, settings: Settings) -> None:
    key = "cost.contingency"
    if key not in settings.by_key:
        return
    refuse, prices, typed = settings.refuse_key, plan.prices, settings.by_key[key].value
    if prices.contingency and any(name != WORTH for name in plan.ranges.spans):
        message = "there are ranges from which it is computed, and this is typed in; write {cost.contingency=computed}, or leave out one of the two"
        refuse(key, message, found=typed)
    if prices.contingency and PROFILES[plan.profile].computed_contingency:
        message = "for {} a contingency is allowed only where it is computed (2 CFR 200.433), and this is typed in; write {cost.contingency=computed}, or leave it out"
        refuse(key, message, plan.profile, found=typed)
    if not plan.ranges.computed:
        return
    if not prices.stated:
        message = "there is no price for reviewing an item; give a price, such as {cost.per_item=0.04}"
        refuse(key, message)
    elif not plan.resamples and not plan.ranges.spans:
        message = "nothing varies from which it could be computed; say what is known as a range ([cost.ranges]), or have the labels resampled (sure.resamples)"
        refuse(key, message)
    elif plan.values is None and plan.target is None and plan.budget is None:
        message = "what is wanted is not known, and no plan has a cost; give a budget ({goal.budget}), a target ({goal.target}) or what an entry is worth ({entry.value})"
        refuse(key, message)


def _check_deadline(plan: Plan, settings: Settings) -> None:
    work, key, refuse = plan.work, "work.deadline", settings.refuse_key
    if not work.deadline:
        return
    if not work.start:
        refuse(key, "the first day is not known; give it, such as {work.start=2026-12-07}")
    elif work.deadline < work.start:
        refuse(key, "this is before the first day, {}; write a later day", work.start, found=work.deadline)
    if work.hours_a_week is None:
        message = "how many hours a week people have is not known; give them, such as {work.hours_a_week=6}"
        refuse(key, message)
    if not plan.prices.timed:
        refuse(key, _NO_TIME)


def idle_keys(plan: Plan, settings: Settings) -> tuple[Problem, ...]:
    """Return a line for each key that is right by itself and changes nothing in this plan, in the order of the keys."""
    prices, work, budget, answers = plan.prices, plan.work, plan.budget, plan.deferral is not None
    by_size = prices.per_unit or prices.seconds_per_unit
    no_time = "no time for an item is said, and without cost.seconds_per_item nothing follows from it"
    untimed = "" if prices.timed else no_time
    # What annotation costs bears a contingency and indirect costs; with neither, and nothing paid once, it is all there is.
    annotation_alone = not (prices.fixed or prices.contingency or prices.computed or prices.indirect)
    annotation_alone &= not any(model.cost for model in (plan.deferral or plan).models) and not plan.answerers
    covers = "there is no budget" if budget is None else ""
    if budget is not None and budget.covers == "annotation" and annotation_alone:
        covers = "nothing but annotation is paid for"
    unsized = "" if by_size else "nothing is paid or timed by size"
    why = {
        "cost.unit": unsized,
        "entry.value": "what answers are worth is said by [answers]" if answers else "",
        "goal.covers": covers,
        "report.parts": "only a ranked list is told in parts" if answers else "",
        "table.units": unsized and f"{unsized} (cost.per_unit, cost.seconds_per_unit)",
        "work.hours_a_week": untimed,
        "work.looks": "" if work.tail_sample else "no random items are mixed in (work.tail_sample)",
        "work.month_hours": untimed,
    }
    return tuple(
        settings.problem(settings.by_key[key].where, f"this changes nothing here: {reason}", "leave it out")
        for key, reason in why.items()
        if reason and key in settings.by_key
    )
