"""What came back of a queue."""

import numpy as np

from budgetplan.domain.review import NOT_YET, SKIPPED, UNSETTLED, Returned


def test_only_items_with_a_label_are_settled():
    label = np.array([0, NOT_YET, UNSETTLED, SKIPPED, 1])
    none = np.zeros(0, dtype=np.int64)
    back = Returned(label, none, none, none, np.zeros(0), (), none.astype(bool), (), ())
    assert back.settled.tolist() == [True, False, False, False, True]
