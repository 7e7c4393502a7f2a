"""Equal models in many projects: how seldom one of them is called firmly worse, or a firm leader."""

from decimal import Decimal

import numpy as np
import pytest

from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.resampling.paired import Resamples, kept_draws, resample
from budgetplan.planning.filter.contest import Entrant, settle

N, TOP, PROJECTS = 400, 100.0, 120


class Named:
    def __init__(self, name):
        self.name, self.cost = name, Decimal(0)


def project(seed, n_models):
    """Ten equally good models on 400 items, compared by what each finds in its first 100."""
    rng = np.random.default_rng([9, seed])
    positive = (rng.random(N) < 0.25) * 1.0
    rankings = [rank(positive * 1.2 + rng.normal(size=N)) for _ in range(n_models)]
    how = Resamples(N, 250, seed=seed)
    readings = resample(
        rankings,
        {"positives": positive},
        how,
        shares=np.zeros(0),
        limits=np.full((n_models, 1), TOP),
        limit_measure="items",
        drawn=kept_draws(how),
    )
    entrants = []
    for number, (ranking, reading) in enumerate(zip(rankings, readings, strict=True)):
        found = reading.at_limits["positives"][:, 0]
        here = float(positive[ranking.order][: int(TOP)].sum())
        entrants.append(Entrant(Named(f"m{number}"), int(TOP), here, found, float(found.mean())))
    return settle(entrants)


@pytest.mark.parametrize("n_models", [2, 10])
def test_some_of_equal_models_is_seldom_called_firmly_worse(n_models):
    contests = [project(seed, n_models) for seed in range(PROJECTS)]
    some_worse = np.mean([any(one.firmly_worse(e.name) for e in one.entrants) for one in contests])
    leads = np.mean([one.lead_firm for one in contests])
    # 5 % is said; compared with the best-looking one alone, nearly every second project had one.
    assert some_worse <= 0.10
    assert leads <= 0.10
