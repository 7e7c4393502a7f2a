"""From what a plan's resamples are drawn: two plans that have all of it in common have the same resamples."""

from __future__ import annotations

import hashlib

import numpy as np

Part = np.typing.NDArray[np.generic] | str | float | None


def drawn_from(**parts: Part | tuple[Part, ...]) -> dict[str, str]:
    """Return a checksum for each part of what resamples are drawn from, by its name.

    Examples
    --------
    >>> one, other = drawn_from(seed=1.0, groups=None), drawn_from(seed=2.0, groups=None)
    >>> [name for name in one if one[name] != other[name]]
    ['seed']
    """
    return {
        name: hashlib.sha256(
            b"|".join(_bytes(one) for one in (part if isinstance(part, tuple) else (part,)))
        ).hexdigest()
        for name, part in parts.items()
    }


def _bytes(part: Part) -> bytes:
    if isinstance(part, np.ndarray):
        return str(part.shape).encode() + part.dtype.str.encode() + np.ascontiguousarray(part).tobytes()
    return repr(part).encode()
