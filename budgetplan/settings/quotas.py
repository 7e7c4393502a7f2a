"""At least so many of each: what was said of it, and what contradicts it elsewhere in the plan."""

from __future__ import annotations

from budgetplan.domain.options import advise
from budgetplan.domain.plan import Plan, Quota
from budgetplan.settings.kinds import Reader
from budgetplan.settings.sources import Settings, is_deferred

_MINIMA = ("quota.minimum", "quota.minimums")
_KEYS = ("quota.by", *_MINIMA)
_SURE = "quota.sure"


def read_quota(reader: Reader) -> Quota | None:
    """Return the quotas; None where none is said, or where they ask for nothing."""
    settings = reader.settings
    by, minimum, minimums = (reader.value(key) for key in _KEYS)
    sure = reader.value(_SURE)
    said = [key for key in (*_KEYS, _SURE) if key in settings.by_key]
    if not said:
        return None
    if is_deferred(settings):
        todo = advise("leave this out, or plan a ranked list ({models.name=NAME=COLUMN})")
        settings.refuse_said(said[:1], "quotas are held by people who review a ranked list", todo)
        return None
    if not by:
        todo = advise("name the column: {quota.by=COLUMN}")
        settings.refuse_said(said[:1], "of what at least so many are wanted is not known", todo)
        return None
    if not any(key in settings.by_key for key in _MINIMA):
        todo = advise("give it: {quota.minimum=300}, or [quota.minimums] with a line for each")
        settings.refuse_said(("quota.by",), "how many of each are wanted is not known", todo)
        return None
    if sure is not None and not 0 < sure < 1:
        todo = "write a share of the resamples, such as 95 %"
        settings.refuse_said((_SURE,), "nothing is sure in none of them, or in all", todo)
    return Quota(by, minimum, minimums, sure) if minimum or any(minimums.values()) else None


def check_quota(plan: Plan, settings: Settings) -> None:
    """Note every contradiction between quotas and the rest of the plan in the settings' problems."""
    quota = plan.quota
    if quota is None:
        return
    where = settings.by_key["quota.by"].where
    told = {
        plan.columns.label: (
            "what an item is labelled as is not known before it is reviewed, so no order can go by it",
            "name another column, or leave the quotas out",
        ),
        plan.columns.id: ("every item is alone in its stratum", "name a column that items share"),
    }
    told |= {
        model.column: (f"the model {model.name} reads this column", "name a column with the strata")
        for model in plan.models
    }
    if quota.by in told:
        settings.refuse(where, *told[quota.by], quota.by)
    if plan.answerers:
        settings.refuse(
            where, "an answerer does not screen by stratum", "leave the answerers out, or the quotas"
        )
    if quota.sure is not None and not plan.resamples:
        todo = "leave it out, or have the labels resampled (sure.resamples)"
        settings.refuse_said((_SURE,), "nothing is resampled, so nobody knows how sure a plan is", todo)
    once = "leave it out, or leave the quotas out"
    for keys, wrong in (
        (("goal.target",), "quotas say how many entries are wanted"),
        (("list.prevalence",), "the share of entries in each stratum is not known"),
        (("list.file",), "a list in files of its own is not counted by stratum; put its rows into the table"),
        (("list.reviewed",), "what came back of a queue is not counted by stratum"),
    ):
        settings.refuse_said(keys, wrong, once)
