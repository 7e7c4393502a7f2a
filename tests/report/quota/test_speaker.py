"""Who speaks of quotas."""

from copy import copy
from dataclasses import replace

from quota_world import world

from budgetplan.domain.plan import MIXTURE
from budgetplan.report.quota.pages import QuotaSpeaker


def test_the_stratum_whose_last_entry_costs_most_is_the_dearest():
    told = world(quota="minimum = 5")
    assert QuotaSpeaker(told.quota).dearest.name == "Latvian"
    assert QuotaSpeaker(world(quota="minimums.Czech = 5").quota).dearest is None


def test_one_number_is_said_where_all_quotas_are_alike():
    say = QuotaSpeaker(world().quota).says_wanted
    assert say("quota.wanted").key == "quota.wanted"
    unlike = QuotaSpeaker(world(quota="minimum = 2\nminimums.Czech = 9").quota)
    said = unlike.says_wanted("quota.wanted")
    assert (said.key, said.args["low"], said.args["high"]) == ("quota.wanted_range", 2, 9)


def test_the_mixture_is_named_as_the_page_names_it():
    speaker = QuotaSpeaker(world(models=["good", "other"], mixture="auto", quota="minimum = 5").quota)
    assert speaker.say("quota.title", spend=1, items=2, model=MIXTURE).key == "quota.title_mixed"
    assert speaker.named(MIXTURE) != MIXTURE


def test_95_percent_of_the_resamples_are_95_percent():
    """The decimal 0.95 is a little more than the floating one: 19 of 20 is as sure as was asked for."""
    quota = world(quota="minimum = 3\nsure = 0.95").quota
    for chance, sure in ((19 / 20, True), (0.9499, False), (None, False)):
        told = copy(quota)
        told.chosen = replace(quota.chosen, chance=chance)
        assert told.is_sure is sure
