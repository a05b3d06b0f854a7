"""Swarms: points by the million, in the plane and in space."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable, Sequence, Type, TypeVar, Union

import numpy as np
import numpy.typing as npt

from . import _kinstep
from .forces import AnySwarmForce, Vector

Floats = Union[npt.NDArray[np.float64], npt.NDArray[np.float32]]
Self = TypeVar("Self", bound="_Shared")


@dataclass(frozen=True)
class Crossings:
    """The bodies that crossed a plane in a step, in ascending order: the first crossing of each.

    bodies: their places in the arrays of the swarm, shape (k,).
    times: since the start of the step [s], shape (k,); negative in a step backwards.
    positions: then, on the plane [m], shape (k, dimensions).
    velocities: then [m/s], shape (k, dimensions).
    """

    bodies: npt.NDArray[np.uint64]
    times: Floats
    positions: Floats
    velocities: Floats


class _Shared(_kinstep.Swarm):
    """What both kinds of swarms have."""

    _dimensions: int

    def __new__(
        cls: Type[Self],
        positions: Union[Floats, Sequence[Vector]] = (),
        velocities: Union[Floats, Sequence[Vector], None] = None,
        masses: Union[float, Vector] = 1.0,
        forces: Iterable[AnySwarmForce] = (),
    ) -> Self:
        """Points by the million, stepped together.

        positions [m] and velocities [m/s] are arrays of one type, float64 or float32, shape (n, dimensions), which are copied;
        all numbers of the swarm are then of that type. Sequences of numbers will do as well. Velocities are zero by default.
        masses [kg] is one number, or one for each body. Neighbours of equal mass are one group, and each group costs time and
        memory: sort bodies by their masses. forces act on all bodies; see the property `forces`.
        """
        states = _states(positions, velocities, cls._dimensions)
        return super().__new__(cls, cls._dimensions, *states, masses, tuple(forces))

    def append(
        self,
        positions: Union[Floats, Sequence[Vector]],
        velocities: Union[Floats, Sequence[Vector], None] = None,
        masses: Union[float, Vector] = 1.0,
    ) -> None:
        """Adds bodies at the end: positions [m], velocities [m/s] (zero by default) and masses [kg] as for a new swarm."""
        self._append(*_states(positions, velocities, self._dimensions, self.dtype), masses)

    def remove(self, bodies: Any) -> None:
        """Removes bodies, given by their places or by a mask. The others keep their order."""
        places = np.asarray(bodies)
        keeps = np.ones(len(self), np.bool_)
        if places.size:
            keeps[places] = False
        self._keep(keeps)

    def step_across(self, dt: float, normal: Vector, distance: float = 0.0, direction: str = "descending") -> Crossings:
        """Makes a step of dt [s], and tells which bodies crossed the plane `normal · position = distance` [m], exactly.

        direction is "ascending", "descending" (against the normal) or "any". The bodies move on through the plane. All forces
        must have linear laws. If it fails the swarm is as it was.
        """
        return Crossings(*self._step_across(dt, normal, distance, direction))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.dtype, self.snapshot(), self.forces)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} bodies in {self.dtype} at {self.time} s>"


class Swarm2(_Shared):
    """A swarm of points in the plane. Vectors have two components."""

    _dimensions = 2


class Swarm3(_Shared):
    """A swarm of points in space. Vectors have three components."""

    _dimensions = 3


def _states(positions: Any, velocities: Any, dimensions: int, dtype: Any = np.float64) -> tuple[Floats, Floats]:
    """Arrays as they are, sequences as arrays of this type; velocities are zero by default."""

    def array(given: Any) -> Any:
        if isinstance(given, np.ndarray):
            return given
        array = np.asarray(given, dtype)
        return array if array.size else array.reshape(0, dimensions)

    positions = array(positions)
    return positions, np.zeros_like(positions) if velocities is None else array(velocities)


def _restored(kind: Type[Self], dtype: Any, snapshot: bytes, forces: Iterable[AnySwarmForce]) -> Self:
    swarm = kind(np.empty((0, kind._dimensions), dtype), forces=forces)
    swarm.restore(snapshot)
    return swarm
