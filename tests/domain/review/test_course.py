"""What becomes of each item of a list."""

import pytest
from queue_world import course


def test_a_course_counts_its_items_and_cannot_be_changed():
    made = course(40, answered=3)
    assert made.n_items == 40
    assert len(made.queue) + len(made.answered) == 40
    with pytest.raises(TypeError):
        made.sizes["seconds"] = 0
