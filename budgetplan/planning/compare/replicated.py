"""A plan in every resample: what it earns, finds and spends, so that two plans can be compared resample by resample."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.planning.filter.reading import DrawnOrder
from budgetplan.planning.joint.option import JointAlternative


@dataclass(frozen=True, eq=False)
class Replicated:
    """One plan in every resample; arrays of shape (resamples,), widened where whole groups are resampled.

    Attributes
    ----------
    net
        Net value, less what the choice flatters itself by; None where nothing has a worth.
    found
        Entries, or right labels, less the same.
    spend
        Where chance moves it; None: it is known.
    room
        How far few wrong answers let the net value lie below, and above, what its resamples say.
    answered
        Which answers are accepted without a review: plans that accept the same share that room.
    done
        What is done, by whose order or answers: plans that do the same are flattered alike.
    off
        What was taken off net value and found, since the choice flatters itself.
    worth
        What one entry more is worth; 0 where entries have several worths, or none.
    """

    net: FloatArray | None
    found: FloatArray
    spend: FloatArray | None
    room: tuple[float, float] = (0.0, 0.0)
    answered: bytes = b""
    done: tuple[object, ...] = ()
    off: tuple[float, float] = (0.0, 0.0)
    worth: float = 0.0

    def less(self, net: float, found: float) -> Replicated:
        """Return the same with so much more taken off net value and found.

        >>> import numpy as np
        >>> one = Replicated(np.array([5.0]), np.array([3.0]), None).less(2.0, 1.0)
        >>> one.net.tolist(), one.found.tolist(), one.off
        ([3.0], [2.0], (2.0, 1.0))
        """
        return replace(
            self,
            net=None if self.net is None else self.net - net,
            found=self.found - found,
            off=(self.off[0] + net, self.off[1] + found),
        )


def of_queue(reading: DrawnOrder, items: int) -> Replicated:
    """Return a stop of a ranked list in every draw."""
    at, left = np.array([float(items)]), reading.evidence.left_value(reading.lead)
    found = reading.draws.at(at)
    off = reading.off(items)
    return Replicated(
        net=reading.net(at)[:, 0] + left - off if reading.valued else None,
        found=found[:, 0],
        spend=reading.spends(at, found)[:, 0] if reading.varies and items else None,
        done=(reading.lead.name, items) if items else ("", 0),
        off=(off, 0.0),
        worth=reading.evidence.common_worth or 0.0,
    )


def of_joint(option: JointAlternative) -> Replicated | None:
    """Return a joint plan in every draw, None where no interval is wanted."""
    if option.net_draws is None or option.found_draws is None:
        return None
    way = option.way
    done = way.bench.name, way.role.tobytes(), way.answer.tobytes(), way.rule, option.reviewed
    return Replicated(
        net=option.net_draws,
        found=option.found_draws,
        spend=None,
        answered=way.role.tobytes(),
        done=done,
        off=(option.luck, 0.0),
    )
