"""Arrays for calls that take one vector or many."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from .forces import Array


def numbers(given: Any, name: str) -> Array:
    """A contiguous and aligned array of float64, from real numbers of any type."""
    try:
        array = np.asarray(given)
    except ValueError:
        raise ValueError(f"the {name} is {given}; it must be an array of numbers") from None
    if array.dtype.kind not in "fiu":
        raise ValueError(f"the {name} has type {array.dtype}; it must be an array of real numbers")
    return np.require(array, np.float64, ["C", "ALIGNED"])


class Broadcast:
    """Brings vectors of shape (..., dimensions) and numbers of shape (...) to one leading shape."""

    def __init__(self, dimensions: int, vectors: dict[str, Any], scalars: Optional[dict[str, Any]] = None) -> None:
        self._columns: dict[str, Array] = {}
        for name, given in vectors.items():
            if given is None:
                continue
            array = numbers(given, name)
            if array.ndim == 0 or array.shape[-1] != dimensions:
                raise ValueError(f"the {name} has shape {array.shape}; it must end in {dimensions} components")
            self._columns[name] = array
        for name, given in (scalars or {}).items():
            if given is not None:
                self._columns[name] = numbers(given, name)[..., np.newaxis]
        leading = {name: array.shape[:-1] for name, array in self._columns.items()}
        try:
            #: What results have before their own axes.
            self.shape: tuple[int, ...] = np.broadcast_shapes(*leading.values())
        except ValueError:
            told = ", ".join(f"{name} {shape}" for name, shape in leading.items())
            raise ValueError(f"the leading shapes do not fit together: {told}") from None
        self.count: int = int(np.prod(self.shape, dtype=np.int64))

    def __getitem__(self, name: str) -> Optional[Array]:
        """The rows of this name: one for all, or one for each; None if they were not given."""
        array = self._columns.get(name)
        if array is None or array.ndim == 1:
            return array
        width = array.shape[-1]
        if array.shape[:-1] != self.shape:
            array = np.ascontiguousarray(np.broadcast_to(array, (*self.shape, width)))
        return array.reshape(self.count, width)

    def shaped(self, array: Any) -> Any:
        """A result of one row for each in its final shape."""
        return array.reshape((*self.shape, *array.shape[1:]))
