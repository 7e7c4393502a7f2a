"""How long the best policies of models, paid answerers and people take to find, in CPU seconds.

Run ``python tests/benchmarks/cascade.py``: 100,000 labelled items, 3 models, 2 answerers (one says how sure it is in
three words, one in any numbers: 58 rules in all), 50 budgets.
"""

from __future__ import annotations

import resource
import time

import numpy as np

from budgetplan.domain.answerers import NOBODY
from budgetplan.metrics.payoffs.cascade import answer_rules, best_cascades, settled_by
from budgetplan.metrics.payoffs.cutoffs import Allowance
from budgetplan.metrics.payoffs.stakes import Asking, Stakes, Tariff, queue

ITEMS, MODELS, BUDGETS = 100_000, 3, 50
ANSWERERS = (("crowd", 0.85, 0), ("llm", 0.92, 3))
"""Name, share of right answers, and so many words for how sure it is (0: any numbers)."""


def askings(rng, truth, predicted):
    """Return every rule by which the answers may stand, with what asking brings."""
    found = [(NOBODY, None)]
    for name, right, words in ANSWERERS:
        answer = np.where(rng.random(ITEMS) < right, truth, 1 - truth)
        sure = rng.integers(0, words, ITEMS).astype(float) if words else rng.random(ITEMS)
        for rule in answer_rules(name, "auto", sure):
            stands = settled_by(rule, answer, predicted, sure)
            worth = np.where(answer == truth, 1.0, -4.0) * stands
            found.append(
                (rule, Asking(np.full(ITEMS, 2_000.0), stands, worth, (answer != truth) * stands * 1.0))
            )
    return found


if __name__ == "__main__":
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, ITEMS)
    total = 0.0
    for model in range(MODELS):
        p = np.clip(truth * 0.3 + 0.35 + rng.normal(0, 0.25, ITEMS), 0.001, 0.999)
        predicted = (p > 0.5).astype(int)
        ones = np.ones(ITEMS)
        stakes = Stakes(
            np.round(np.maximum(p, 1 - p), 6),
            np.where(predicted == truth, 1.0, -4.0),
            ones,
            0 * ones,
            500_000 * ones,
            (predicted != truth) * 1.0,
        )
        rules = askings(rng, truth, predicted)
        budgets = np.linspace(0, 4e10, BUDGETS)
        allowance = Allowance(budgets, np.ones(BUDGETS))
        start = time.process_time()
        order = queue("uncertain", stakes)
        plans = best_cascades(stakes, order, budgets, Tariff(1e-6, calls=1e-6), rules, allowance=allowance)
        total += time.process_time() - start
        rule, plan = plans[BUDGETS // 2]
        print(
            f"model {model + 1}: {len(rules)} rules, {rule.answerer or 'nobody'} {rule.stands}, net {plan.net:,.0f}"
        )
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{total:.1f} s of CPU, {most:,.0f} MB")
