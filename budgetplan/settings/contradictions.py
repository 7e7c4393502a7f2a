"""What is wrong between the parts of a plan, each of which is right by itself; and what changes nothing in it.

Each rule is a condition and, as :meth:`~budgetplan.settings.sources.Settings.note` takes it, the problem as it is
printed: the keys it lies in, what is wrong, what was found there, and what to do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from budgetplan.domain.asked.profile import PROFILES
from budgetplan.domain.items import Answerer
from budgetplan.domain.messages import literal
from budgetplan.domain.plan import MEAN, MIXTURE, PERFECT, RANDOM, ClassifierSpec, ModelSpec, Plan, Worths
from budgetplan.domain.prices import ANNOTATION, ANSWERS, MODEL
from budgetplan.domain.risk.ranges import SHARES, TIMES, WORTH, Span
from budgetplan.errors import Problem
from budgetplan.settings.sources import SOURCES, Setting, Settings, is_classifier, is_deferred, is_joint

Rules = Iterator[str]
_PRICE = "give a price, such as {cost.per_item=0.04}"
_ITEMS = "leave this out, or count items: {entry.unit=item}"
_WAYS = tuple(
    tuple(f"answers.{name}" for name in names.split())
    for names in ("k_tp k_fp k_fn", "cell matrix", "right wrong abstain left_out", "error_weight")
)
"""Ways to say what answers are worth: costs, cells, a worth for every answer of a kind, the weight of an error."""


def of_a_pilot(settings: Settings) -> Rules:
    """Rules of a sample of a list that nobody has labelled."""
    if is_deferred(settings):
        yield "models: a pilot sample is drawn at random, whatever models answer; leave out the models and what their answers count"
    yield "table.weight: a pilot sample is drawn from rows that stand for one item each; leave this out"
    yield "list.reviewed: a pilot sample is drawn from a list that nobody has reviewed; leave this out"


def of_keys(settings: Settings) -> Rules:
    """Rules of keys that go together or do not, whatever they say."""
    given, quotas = settings.by_key, "quota.by or quota.minimum or quota.minimums or quota.sure"
    if "list.file" in given:
        yield "list.size: the files of the list say how many items it has; leave this out"
    else:
        yield 'list.id, list.engine, list.memory, list.temp, list.dialect: this is about a list in files of its own; name them: [list] file = "list/*.parquet"'
    if "answers.cell" in given:
        yield "answers.matrix: there are answers.cell tables too; give one of the two"
    if "answers.abstain" in given and not isinstance(settings.typed("answers.left_out"), Mapping):
        yield "answers.left_out: answers.abstain says the same; give one of the two"
    if not is_deferred(settings):
        yield "goal.most_wrong: no model answers by itself in this plan; leave it out, or name models with class probabilities ({models.probabilities})"
        if "quota.by" not in given:
            yield f"{quotas}: of what at least so many are wanted is not known; name the column: {{quota.by=COLUMN}}"
        elif not {"quota.minimum", "quota.minimums"} & {*given}:
            yield "quota.by: how many of each are wanted is not known; give it: {quota.minimum=300}, or [quota.minimums] with a line for each"
        return
    yield "list.reviewed: where a model answers, the rest is not planned again from what came back; leave it out, and take the judged rows out of the table"
    yield "list.file: only ranked lists may be in files of their own; put the list into the table, as rows without a label"
    yield f"{quotas}: quotas are held by people who review a ranked list; leave this out, or plan a ranked list ({{models.name=NAME=COLUMN}})"
    yield "goal.target: a target cannot be planned for where a model answers part of the items; leave it out, and give a budget ({goal.budget})"
    if is_joint(settings):
        yield "goal.most_wrong: a share of wrong answers is not guaranteed where people review within a budget; leave it out, or leave out the budget"
        if settings.typed("goal.order") == "score" and not settings.typed("table.positive"):
            yield "goal.order: the order by score needs to know what is collected (found {}); name the label: {table.positive=CLASS}"
        return
    if settings.typed("answers.relabel") in (True, "true"):
        yield "goal.most_wrong: a share of wrong answers is guaranteed for cutoffs, not for answers by expected value; leave out this or answers.relabel"
    yield 'answers.reviewed, answers.review_error, answers.review_wrong, goal.order: nothing is reviewed in this plan; give a budget ({goal.budget}), or say table.workflow = "joint"'
    yield 'goal.budget: a budget says nothing where reviewing is not planned; leave out table.workflow, or say table.workflow = "joint"'


def of_a_classifier(spec: ClassifierSpec, given: Mapping[str, Setting]) -> Rules:
    """Rules of a model that says classes rather than one score an item."""
    source, *others = [key for key in SOURCES if key in given] or [""]
    if others or not source:
        several = "more than one source" if others else "no class probabilities and no predicted classes"
        yield f'name: the model has {several} (found {{}}); give one of probabilities = "p_rf", decision = "d_svc", array = "proba.npy", predicted = "pred_rf"'
        return
    beside_predicted = "" if source == "predicted" else ", confidence, no_answer"
    yield f"column, order, cut{beside_predicted}: this says nothing beside {source}; leave it out"
    if source not in ("array", "decision"):
        yield "classes: classes are named for an array or decision values alone; leave them out"
    elif source == "decision" and len(spec.classes) not in (0, 2):
        yield 'classes: a column of decision values tells two classes apart (found {classes}); name two, the one with the higher values second: classes = ["neither", "hate"]; or write columns PREFIX:CLASS'
    if spec.array.lower().endswith(".npy") and not (spec.classes or spec.classes_from):
        yield 'name: the columns of an .npy file have no names (found {}); name the classes in their order: in a file ({table.classes=classes.txt}, or {beside} beside it), by classes = ["hate", "neither"] in a plan file, or use {table.classes=sorted} if they are the sorted labels, as scikit-learn has them'


def check_labelled(plan: Plan, settings: Settings) -> None:
    """Note every contradiction of a plan with labels in the settings' problems."""
    settings.note(_of_deferral(plan, settings))
    check(plan, settings)
    _check_answerers(plan, settings)
    settings.note(_of_quotas(plan), plan=plan)
    for key, span in () if plan.deferral or plan.quota else plan.ranges.spans.items():
        rules = _of_worth_span(plan, span) if key == WORTH else _of_span(plan, key, span)
        ranges = settings.by_key["entry.range" if key == WORTH else "cost.ranges"]
        where = ranges.where if key == WORTH else ranges.inner(key).where
        settings.note(rules, {"range": Setting(f"{span.low} to {span.high}", where)})
    settings.note(_of_ranges(plan), plan=plan)


def check(plan: Plan, settings: Settings) -> None:
    """Note every contradiction of what a plan has with or without labels in the settings' problems."""
    _check_models(plan, settings)
    parts = (ANNOTATION, MODEL, ANSWERS, *plan.prices.fixed)
    for name in plan.prices.without_indirect:
        settings.note(_of_part(plan, name), parts=", ".join(parts), name=name)
    for rules in (_of_table, _of_prices, _of_types):
        settings.note(rules(plan), plan=plan)
    entry = {} if plan.values is None else plan.values.entry
    for name in (*entry, *plan.positive) if plan.values else ():
        settings.note(_of_worth(name, plan.positive, entry), name=name, collected=", ".join(plan.positive))


def _check_models(plan: Plan, settings: Settings) -> None:
    models: Sequence[ModelSpec | ClassifierSpec] = (plan.deferral or plan).models
    way = "probabilities=NAME=PREFIX" if plan.deferral else "name=NAME=COLUMN"
    message = f"two models have the same name; give each model a name of its own: {{models.{way}}}"
    settings.refuse_twice(settings.source, [model.name for model in models], message)
    for model, keys_given in zip(models, settings.models, strict=True):
        if plan.deferral is None and is_classifier(keys_given):
            rule = (
                'name: the filter workflow needs one score an item; give the model a column, or say workflow = "defer"'
            )
            settings.note([rule], keys_given)
        rules = _of_model(plan, model) if isinstance(model, ModelSpec) else _of_classifier(plan, model)
        settings.note(rules, keys_given, model=model, label=plan.columns.label)


def _of_model(plan: Plan, model: ModelSpec) -> Rules:
    if model.name.casefold() in {PERFECT, RANDOM, MIXTURE}:
        yield "name: every model is compared with an order of this name (found {model.name}); give the model another name: {models.name=NAME=COLUMN}"
    if model.says and (plan.listed is not None or model.order != "higher"):
        yield 'name: the model {model.name} says of which label its score is the probability (found {model.says}); this goes with order = "higher" and with a list that stands in the table; else name a column with the probability of what is collected'
    if plan.columns.label and model.column == plan.columns.label:
        yield "name: the model {model.name} reads the column with the labels (found {label}); name the column with its scores: {models.name=NAME=COLUMN}"
    if model.cost and _is_unpriced(plan):
        yield f"cost: there is no price for reviewing an item; {_PRICE}"


def _of_classifier(plan: Plan, model: ClassifierSpec) -> Rules:
    if plan.mixture and model.name.casefold() == MEAN:
        yield "name: the mean of all models has this name (found {model.name}); give the model another name, or leave the mean out ({goal.mixture=off})"
    if plan.columns.label and plan.columns.label in {model.predicted, model.confidence, model.decision}:
        yield "name: the model {model.name} reads the column with the labels (found {label}); name the columns with its predictions and confidences"


def _of_table(plan: Plan) -> Rules:
    form, columns = plan.form, plan.columns
    if form.costs and not columns.cost:
        yield "table.costs: the column with the prices is not known; name it: {table.cost=COLUMN}"
    if columns.stratum and columns.group:
        yield "table.stratum: groups are resampled whole, and run across the parts of the list (found {}); leave out this or {table.group}"
    if form.long and columns.id != form.long[0]:
        yield "table.id: the items of a long table are named by the first of its three columns (found {}); leave this out, or name the same column in both"
    if form.adjudicator and not form.annotator:
        yield "table.adjudicator: the column with who judged is not known (found {}); name it: {table.annotator=COLUMN}"
    if form.annotator and form.long and not form.labels:
        yield "table.annotator: a row cannot be a model's score and a person's judgement (found {}); put the labels into a file of their own: table.labels"


def _of_prices(plan: Plan) -> Rules:
    prices, budget = plan.prices, plan.budget
    for name in () if plan.columns.units else ("per_unit", "seconds_per_unit"):
        if getattr(prices, name):
            yield f"cost.{name}: the size of the items is not known; name the column with it: {{table.units=COLUMN}}"
    if prices.hourly_rate and not prices.timed:
        yield "cost.hourly_rate: how long a judgement takes is not known; give it, such as {cost.seconds_per_item=20}"
    if bool(prices.adjudication) != bool(prices.adjudicated_share):
        yield "cost.adjudication or cost.adjudicated_share: adjudication needs a share and a price; give cost.adjudicated_share and cost.adjudication"
    if prices.without_indirect and not prices.indirect:
        yield "cost.without_indirect: there are no indirect costs; give their rate: {cost.indirect=0.25}"
    if prices.coin and prices.coin % Decimal(1).scaleb(-prices.minor_digits):
        yield "cost.round_to: amounts are printed with {plan.prices.minor_digits} decimals, and these are no multiples of their last one (found {}); give a multiple, or more decimals: {cost.minor_digits=3}"
    if budget is not None and budget.unit == "hours" and not prices.timed:
        yield "goal.budget: a budget in hours needs the time of a judgement (found {}); give it, such as {cost.seconds_per_item=20}"
    for name in ("per_item", "per_unit", "hourly_rate", "adjudication") if prices.listed else ():
        if getattr(prices, name):
            yield f"cost.{name}: the items have prices of their own in the cost column; give one of the two"
    for name in ("fixed", "extra_per_entry", "contingency", "indirect") if _is_unpriced(plan) else ():
        given = getattr(prices, name)
        if any(given.values()) if isinstance(given, Mapping) else given:
            yield f"cost.{name}: there is no price for reviewing an item; {_PRICE}"
    if plan.values is not None and _is_unpriced(plan):
        yield f"entry.value: an entry's worth says nothing without a price for reviewing; {_PRICE}"
    if budget is not None and budget.unit == "money" and _is_unpriced(plan):
        yield "goal.budget: a budget in money needs a price for reviewing an item (found {}); give one, such as {cost.per_item=0.04}, or a budget as {goal.budget=400 items}"
    if plan.values is None:
        yield "entry.left_out, entry.error, entry.wrong: what an entry is worth is not known; give it, such as {entry.value=10}"


def _is_unpriced(plan: Plan) -> bool:
    """Return whether reviewing an item has no price; what time and adjudication lack is said by itself."""
    prices, review = plan.prices, getattr(plan.deferral, "review_cost", None)
    timed_or_settled = prices.hourly_rate or prices.adjudication or prices.adjudicated_share
    return not (prices.listed or prices.stated or timed_or_settled) and review is None


def _of_part(plan: Plan, name: str) -> Rules:
    """Rules of what is left out of the base of the indirect costs."""
    is_part = name in {ANNOTATION, MODEL, ANSWERS}
    if not is_part and name not in plan.prices.fixed:
        yield "cost.without_indirect: there are no direct costs of this name (found {name}); name some of these: {parts}"
    if is_part and name in plan.prices.fixed:
        yield "cost.without_indirect: a fixed cost has this name too (found {name}); give that fixed cost another name"


def _of_worth(name: str, positive: Sequence[str], entry: Mapping[str, Decimal]) -> Rules:
    """Rules of a class that is collected or has a worth."""
    if name not in positive:
        yield "entry.value: this class is not collected (found {name}); name it with {table.positive} too, or leave it out; collected: {collected}"
    if name not in entry:
        yield "entry.value: the class {name} has no worth; write 0 if it is worth nothing"


def _of_types(plan: Plan) -> Rules:
    """Rules of types as entries, each counted and paid once (METHODS R6)."""
    column = plan.columns.type
    if not plan.by_type:
        yield "table.type: entries are items in this plan, whatever their types; leave this out, or count types: {entry.unit=type}"
        return
    if plan.deferral is not None:
        yield "entry.unit: where a model answers, items are labelled, not types; leave this out"
        return
    if plan.answerers:
        yield "answerers: answerers say what items are, and entries are types; leave [[answerers]] out"
    yield f"table.sample, table.stratum: how items were drawn says nothing of how many types they stand for; {_ITEMS}"
    if not column and not plan.columns.weight:
        yield "entry.unit: the types are not known; name their column: {table.type=COLUMN}; or, where every row is a type, the column of how often it occurs: {table.weight=COLUMN}"
    if not column:
        return
    # What is said of single items, where a type may have several of them.
    yield f"entry.error, entry.wrong: errors are those of single items, and a type has several chances to be confirmed; {_ITEMS}"
    yield f"entry.left_out: items are left out, and a type is lost with the last of them alone; {_ITEMS}"
    yield f"cost.extra_per_entry: this is paid for each item confirmed, and entries are types; {_ITEMS}"
    yield f"list.prevalence: a share of items says nothing of the share of types; {_ITEMS}"
    yield f"list.reviewed: types that are confirmed already cannot be taken out of the rest yet; {_ITEMS}"
    yield "table.weight: a type has several rows, and each row would stand for several items; leave this out; or give every type one row, without table.type: its weight is then how often it occurs"
    yield "list.size: twice the items hold less than twice the types, and nobody knows how much less; leave this out: the report then speaks of the labelled items"
    yield "list.file: which types a list in files holds is not counted; put the list into the table, as rows without a label"
    if plan.values is not None and len({plan.values.entry.get(name) for name in plan.positive}) > 1:
        yield "entry.value: a type with items of several classes has no single worth; give all classes that are collected one worth"


def of_worths(worths: Worths, positive: tuple[str, ...], settings: Settings) -> Rules:
    """Rules of ways of saying it that contradict each other, and of triples that decide nothing."""
    costs, cells, triple, weight = ([key for key in way if key in settings.by_key] for way in _WAYS)
    first, *others = [way[0] for way in (weight, costs, cells or triple) if way] or [""]
    for way in others:
        yield f"{way}: {first} says otherwise what answers are worth; give one of them"
    if others:
        return
    if costs and len(costs) < 3:
        yield "answers.k_tp or answers.k_fp or answers.k_fn: three costs belong together; give answers.k_tp, answers.k_fp, answers.k_fn"
    elif costs and len(positive) != 1:
        yield "answers.k_tp: these costs need one positive class (found {positive}); name it: {table.positive=CLASS}"
    if worths.worth_of_right_answer is not None and worths.unit == "money":
        yield 'answers.worth_of_right_answer: the values are in money already; leave it out, or say answers.unit = "right answers"'
    elif worths.worth_of_right_answer == 0:
        yield "answers.worth_of_right_answer: a right answer worth no money pays for no review (found {}); give an amount above 0, or leave it out"
    if cells or not triple:
        return
    keys = "answers.right or answers.wrong or answers.abstain or answers.left_out"
    least = min([worths.deferred(""), *worths.left_out.values()])
    if worths.right is None or worths.wrong is None:
        yield f"{keys}: the worth of right and of wrong answers belong together; give answers.right and answers.wrong, or {{answers.error_weight=4}}"
    elif worths.wrong > worths.right:
        yield "answers.wrong: a wrong answer is worth more than a right one, which is worth {worths.right} (found {worths.wrong}); write what it loses with a minus: -{lost}"
    # Reviews may have a worth alone.
    elif worths.right <= least and "answers.reviewed" not in settings.by_key:
        yield f"{keys}: a right answer is worth no more than leaving the item to people: nothing would ever be accepted (found {{worths.right}}); give right answers more than {least}"


def _of_deferral(plan: Plan, settings: Settings) -> Rules:
    """Rules of what belongs to plans in which a model answers, or does not."""
    deferral = plan.deferral
    with_classes = {str(model["name"].value).strip() for model in settings.models if "classes" in model}
    arrays = {spec.name for spec in (deferral.models if deferral else ()) if spec.array.lower().endswith(".npy")}
    if arrays <= with_classes:
        yield "table.classes: no model has an .npy file whose classes are open; leave it out"
    if deferral is None:
        yield "answers.reviewed, answers.review_error, answers.review_wrong, goal.order, table.validation, table.test, table.file_validation, table.file_test, table.domain: this is for plans in which a model answers part of the items; leave it out"
        return
    yield "list.prevalence: only ranked lists are weighted to a known share of entries; leave this out, or give weights: table.weight"
    yield "table.split: items are deferred with two splits; name them: {table.validation=VALUE} and {table.test=VALUE}"
    if deferral.file_validation:
        yield "table.validation, table.test, table.split_column: validation and test items have a table each, of which all rows are used; leave this out, or put both into one table"
    if plan.missing == "last":
        yield "table.missing: an item without a prediction has no place in a queue; write error or exclude"
    if deferral.review_cost is not None and plan.prices.stated:
        yield "answers.review_cost: [cost] says what reviewing costs; give one of the two"
    if deferral.file_test:
        yield "table.file: table.file_test names the test items; give one of the two"


def _check_answerers(plan: Plan, settings: Settings) -> None:
    """Note every contradiction about who answers for a price."""
    message = "two answerers have the same name; give each answerer a name of its own"
    settings.refuse_twice(settings.source, [answerer.name for answerer in plan.answerers], message)
    for answerer, keys_given in zip(plan.answerers, settings.answerers, strict=True):
        typed = keys_given["levels"].value if isinstance(getattr(keys_given.get("levels"), "value", ""), list) else []
        scope = {
            "levels": ", ".join(answerer.levels),
            "twice": ", ".join(level for level in answerer.levels if typed.count(level) > 1),
            "label": plan.columns.label,
            "answerer": answerer,
        }
        settings.note(_of_answerer(plan, answerer, keys_given, scope), keys_given, **scope)


def _of_answerer(plan: Plan, answerer: Answerer, given: Mapping[str, Setting], scope: Mapping[str, Any]) -> Rules:
    label = plan.columns.label
    if answerer.name in {model.name for model in (plan.deferral or plan).models}:
        yield "name: a model has this name (found {answerer.name}); give the answerer another name"
    elif answerer.name.casefold() in {PERFECT, RANDOM, MIXTURE, MEAN}:
        yield "name: something else in the report has this name (found {answerer.name}); give the answerer another name"
    if label and label in {answerer.column, answerer.confidence}:
        yield "name: the answerer {answerer.name} reads the column with the labels (found {label}); name the columns with its answers and confidences"
    if answerer.levels and not answerer.confidence:
        yield 'levels: the column that says how sure it is, is not known (found {levels}); name it: confidence = "COLUMN"'
    if scope["twice"]:
        yield "levels: this level stands there twice (found {twice}); name each level once"
    if len(answerer.levels) == 1:
        yield 'levels: one word tells nothing apart (found {levels}); name all of them, the least sure first: levels = ["low", "high"]'
    for way in ("in", "out"):
        # What was refused is as if never said, and told already.
        if getattr(answerer, f"tokens_{way}") and f"price_{way}" not in given:
            yield f"tokens_{way}: these tokens have no price (found {{}}); give what a million of them cost: price_{way} = 0.60"
        if getattr(answerer, f"price_{way}") and f"tokens_{way}" not in given:
            yield f"price_{way}: how many tokens a call has is not known (found {{}}); give their mean or their column: tokens_{way} = 600"
    if answerer.accept == "confident" and not answerer.confidence:
        yield 'accept: it does not say how sure it is (found {}); name the column with how sure it is (confidence = "COLUMN"), or accept otherwise'
    if answerer.accept == "agree" and plan.deferral is None:
        yield "accept: no model answers by itself in this plan (found {}); write all, confident or none"
    if not _in_money(plan):
        yield "price or price_in or price_out: there is a price for an answer, but none for reviewing an item (found {}); give one, such as {cost.per_item=0.04}, or leave this out"


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


def _of_quotas(plan: Plan) -> Rules:
    quota = plan.quota
    if quota is None:
        return
    if quota.by in {model.column for model in plan.models}:
        yield "quota.by: a model reads this column (found {}); name a column with the strata"
    elif quota.by == plan.columns.id:
        yield "quota.by: every item is alone in its stratum (found {}); name a column that items share"
    elif quota.by == plan.columns.label:
        yield "quota.by: what an item is labelled as is not known before it is reviewed, so no order can go by it (found {}); name another column, or leave the quotas out"
    if plan.answerers:
        yield "quota.by: an answerer does not screen by stratum; leave the answerers out, or the quotas"
    if not plan.resamples:
        yield "quota.sure: nothing is resampled, so nobody knows how sure a plan is; leave it out, or have the labels resampled (sure.resamples)"
    out = "leave it out, or leave the quotas out"
    yield f"goal.target: quotas say how many entries are wanted; {out}"
    yield f"list.prevalence: the share of entries in each stratum is not known; {out}"
    yield "list.file: a list in files of its own is not counted by stratum; put its rows into the table, or leave the quotas out"
    yield f"list.reviewed: what came back of a queue is not counted by stratum; {out}"
    yield f"table.type: types are not counted by stratum; {out}"


def _of_span(plan: Plan, key: str, span: Span) -> Rules:
    """Rules of a range of a price, a time or a share (METHODS C)."""
    planned: Decimal = getattr(plan.prices, key)
    if not planned:
        yield f"range: cost.{key} is not given, and a plan is made with one value; give it, such as {{cost.{key}={span.low}}}, or leave the range out"
    elif key in TIMES and not span.low:
        yield "range: no judgement takes no time (found {}); write a low end above 0"
    elif key in SHARES and not 0 < span.low <= span.high < 1:
        yield "range: the ends of a share lie between none and all (found {}); write 0.01 to 0.25"
    elif not span.low <= planned <= span.high:
        yield f"range: the plan is made with cost.{key} = {planned}, which is outside this range (found {{}}); give one of the two otherwise: cost.ranges.{key}, cost.{key}"


def _of_worth_span(plan: Plan, span: Span) -> Rules:
    """Rules of a range of what an entry is worth."""
    worths = set() if plan.values is None else {*plan.values.entry.values()}
    if plan.values is None:
        yield f"range: what an entry is worth is not known; give it, such as {{entry.value={span.low}}}"
    elif len(worths) != 1 or any(plan.values.left_out.values()) or any(plan.values.error.values()):
        yield "range: entries have no single worth: worths differ by class, people make errors, or what is left out counts; leave the range out"
    elif not span.low <= (worth := min(worths)) <= span.high or not worth:
        yield f"range: the plan is made with entry.value = {worth}, which is outside this range (found {{}}); give one of the two otherwise: entry.range, entry.value"


def _of_ranges(plan: Plan) -> Rules:
    """Rules of ranges, of a computed contingency, and of a deadline (METHODS C)."""
    prices, ranges, work = plan.prices, plan.ranges, plan.work
    if plan.deferral is not None or plan.quota is not None:
        wrong = (
            f"this is worked out for ranked lists alone, not {'with quotas' if plan.quota else 'where a model answers'}"
        )
        yield f"cost.ranges, entry.range, work.deadline: {wrong}; leave it out"
        if ranges.computed:
            yield f"cost.contingency: {wrong}; give a share, such as 5 %, or leave it out"
        return
    if prices.contingency and {*ranges.spans} - {WORTH}:
        yield "cost.contingency: there are ranges from which it is computed, and this is typed in (found {}); write {cost.contingency=computed}, or leave out one of the two"
    if prices.contingency and PROFILES[plan.profile].computed_contingency:
        yield "cost.contingency: for {plan.profile} a contingency is allowed only where it is computed (2 CFR 200.433), and this is typed in (found {}); write {cost.contingency=computed}, or leave it out"
    if ranges.computed and not prices.stated:
        yield f"cost.contingency: there is no price for reviewing an item; {_PRICE}"
    elif ranges.computed and not plan.resamples and not ranges.spans:
        yield "cost.contingency: nothing varies from which it could be computed; say what is known as a range ([cost.ranges]), or have the labels resampled (sure.resamples)"
    elif ranges.computed and plan.values is None and plan.target is None and plan.budget is None:
        yield "cost.contingency: what is wanted is not known, and no plan has a cost; give a budget ({goal.budget}), a target ({goal.target}) or what an entry is worth ({entry.value})"
    if not work.start:
        yield "work.deadline: the first day is not known; give it, such as {work.start=2026-12-07}"
    elif work.deadline < work.start:
        yield "work.deadline: this is before the first day, {plan.work.start} (found {}); write a later day"
    if work.hours_a_week is None:
        yield "work.deadline: how many hours a week people have is not known; give them, such as {work.hours_a_week=6}"
    if not prices.timed:
        yield "work.deadline: how long a judgement takes is not known; give it, such as {cost.seconds_per_item=20}"


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
        settings.problem(settings.by_key[key].where, literal(f"this changes nothing here: {reason}", "leave it out"))
        for key, reason in why.items()
        if reason and key in settings.by_key
    )
