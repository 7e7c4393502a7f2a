"""What is declared of a queue."""

import pytest
from queue_world import manifest


def test_what_was_declared_cannot_be_changed():
    with pytest.raises(TypeError):
        manifest(recipe={"a": 1.0}).recipe["a"] = 0.5
