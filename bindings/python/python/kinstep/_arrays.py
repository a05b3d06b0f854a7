"""Arrays for calls that take one vector or many."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

import numpy as np

from ._types import Array


def numbers(given: Any, name: str, dtype: Any = np.float64) -> Any:
    """A contiguous and aligned array of one type, from real numbers of any type."""
    try:
        array = np.asarray(given)
        kind = array.dtype.kind
    except ValueError:
        kind = "O"
    if kind == "O":
        raise TypeError(f"the {name} is {given!r}; it must be an array of real numbers")
    if kind not in "fiu":
        raise TypeError(f"the type of the {name} is {array.dtype}; it must be one of real numbers")
    return np.require(array, dtype, ["C", "ALIGNED"])


def rows(given: Any, shape: Tuple[int, ...], name: str, dtype: Any = np.float64) -> Any:
    """Numbers of a shape; -1 for any length of an axis."""
    array = numbers(given, name, dtype)
    fits = array.ndim == len(shape) and all(wanted in (-1, size) for wanted, size in zip(shape, array.shape))
    if not fits and not (array.size == 0 and array.ndim == 1 and shape[0] in (-1, 0)):
        wanted = ", ".join("n" if size < 0 else str(size) for size in shape)
        raise ValueError(f"the {name} have shape {array.shape}; it must be ({wanted})")
    return array


class Broadcast:
    """Brings vectors of shape (..., dimensions) and numbers of shape (...) to one leading shape."""

    def __init__(self, dimensions: int, vectors: Dict[str, Any], scalars: Optional[Dict[str, Any]] = None) -> None:
        self._columns: Dict[str, Array] = {}
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
            self.shape: Tuple[int, ...] = np.broadcast_shapes(*leading.values())
        except ValueError:
            listed = ", ".join(f"{name} {shape}" for name, shape in leading.items())
            raise ValueError(f"the leading shapes do not fit together: {listed}") from None
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


def is_single(dtype: Any) -> bool:
    """Whether a type of numbers is float32; ValueError unless it is float32 or float64."""
    kind = np.dtype(dtype)
    if kind not in (np.float32, np.float64):
        raise ValueError(f"the type is {kind}; it must be float32 or float64")
    return bool(kind == np.float32)


def steps_of(steps: Any) -> Any:
    """Numbers of steps: whole numbers, not negative."""
    counts = np.asarray(steps)
    if counts.dtype.kind not in "iu" or (counts.size and counts.min() < 0):
        raise ValueError(f"the steps are {steps}; they must be whole numbers, not negative")
    return counts
