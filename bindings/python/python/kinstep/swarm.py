"""Swarms: millions of points, in the plane and in space."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Iterable, List, Mapping, Optional, Tuple, Type, TypeVar, Union

import numpy as np
import numpy.typing as npt

from . import _kinstep
from ._arrays import is_single, numbers, rows
from ._types import Force, Numbers, Record, NativeForce, Vector, Vectors, force_to_native, vector
from .words import Crossing

Floats = Union[npt.NDArray[np.float64], npt.NDArray[np.float32]]
#: A force, a dictionary of names, or a function of positions [m], velocities [m/s] and time [s] of some bodies, up to 256, with shape
#: (k, dimensions), that returns the force [N] on each, of the same shape.
AnySwarmForce = Union[Force, Mapping[str, Mapping[str, Any]], Callable[[Any, Any, float], Any]]
Self = TypeVar("Self", bound="_Shared")


@dataclass(frozen=True, eq=False)
class Crossings(Record):
    """The points that crossed a plane in a step, in ascending order: the first crossing of each.

    bodies: indices of the points in the arrays of the swarm, shape (k,).
    times: since the start of the step [s], shape (k,); negative in a step backwards.
    positions, velocities: at the crossing [m], [m/s], shape (k, dimensions).
    """

    bodies: npt.NDArray[np.uint64]
    times: Floats
    positions: Floats
    velocities: Floats


def _forces(forces: Iterable[AnySwarmForce], dimensions: int, dtype: Any) -> Tuple[List[AnySwarmForce], List[NativeForce]]:
    """Forces as they were given, and as the native half takes them: functions return arrays of one type."""

    def one(force: AnySwarmForce) -> NativeForce:
        sort, first, second = force_to_native(force, dimensions)
        if sort in ("body", "torque"):
            raise ValueError(f"{type(force).__name__} is for bodies of a world, and those of a swarm are points")
        if sort in ("field", "function"):
            return sort, lambda *state: numbers(first(*state), "force of a function", dtype), None
        return sort, first, second

    given = list(forces)
    return given, [one(force) for force in given]


class _Shared:
    """What both kinds of swarms have."""

    _dimensions: int

    def __init__(
        self, positions: Vectors = (), velocities: Optional[Vectors] = None, masses: Numbers = 1.0,
        forces: Iterable[AnySwarmForce] = (), dtype: Optional[npt.DTypeLike] = None
    ) -> None:
        """Makes a swarm of points that are stepped together.

        positions, velocities: [m], [m/s], shape (n, dimensions), which are copied; no velocities for points at rest.
        masses: [kg], one for all or shape (n,). Neighbours of equal mass are one group, and each group costs time and memory, so
            sort points by their masses.
        forces: on all points; see the property `forces`.
        dtype: of all numbers, float64 or float32; None for that of the positions, if they are an array of either.
        """
        if dtype is None:
            dtype = np.float32 if getattr(positions, "dtype", None) == np.float32 else np.float64
        self._native = _kinstep.Swarm(self._dimensions, is_single(dtype))
        self._dtype: np.dtype[Any] = np.dtype(dtype)
        self.forces = forces
        self.append(positions, velocities, masses)

    def _rows(self, given: Any, count: int, name: str) -> Any:
        return rows(given, (count, self._dimensions), name, self._dtype)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of all numbers, float64 or float32."""
        return self._dtype

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return self._native.time()

    def __len__(self) -> int:
        return self._native.len()

    def append(self, positions: Vectors, velocities: Optional[Vectors] = None, masses: Numbers = 1.0) -> None:
        """Adds points at the end: positions [m], velocities [m/s] and masses [kg] as for a new swarm."""
        places = self._rows(positions, -1, "positions")
        speeds = np.zeros_like(places) if velocities is None else self._rows(velocities, -1, "velocities")
        self._native.append((places, speeds, np.atleast_1d(numbers(masses, "masses"))))

    def remove(self, bodies: Any) -> None:
        """Removes points, given by their indices or by a mask. The others keep their order."""
        indices = np.asarray(bodies)
        keeps = np.ones(len(self), np.uint8)
        if indices.size:
            keeps[indices] = 0
        self._native.keep(keeps)

    @property
    def masses(self) -> Floats:
        """Mass of each point [kg], shape (n,): a copy."""
        return self._native.masses()

    @property
    def positions(self) -> Floats:
        """Positions [m], shape (n, dimensions): a copy. Setting copies the array given."""
        return self.positions_view.copy()

    @positions.setter
    def positions(self, positions: Vectors) -> None:
        self._native.set("positions", self._rows(positions, len(self), "positions"))

    @property
    def velocities(self) -> Floats:
        """Velocities [m/s], shape (n, dimensions): a copy. Setting copies the array given."""
        return self.velocities_view.copy()

    @velocities.setter
    def velocities(self, velocities: Vectors) -> None:
        self._native.set("velocities", self._rows(velocities, len(self), "velocities"))

    @property
    def positions_view(self) -> Floats:
        """Positions [m], shape (n, dimensions): a read-only view of the memory of the swarm.

        A view shows the positions of the time at which it was taken, forever. So a change of the swarm, such as a step, copies
        the points first if there is a view: drop views before the next step, and take new ones after it.
        """
        return np.asarray(self._native.view("positions"))

    @property
    def velocities_view(self) -> Floats:
        """Velocities [m/s], shape (n, dimensions): a read-only view of the memory of the swarm; see positions_view."""
        return np.asarray(self._native.view("velocities"))

    @property
    def forces(self) -> List[AnySwarmForce]:
        """The forces on all points, as they were given. Setting replaces them all.

        Forces with linear laws (UniformGravity, ConstantForce, LinearDrag, Spring without a length, CriticalSpring, MagneticField,
        RotatingFrame, Magnus) add, and a step under them is exact. With others, and with functions, a step is of second order.
        A function takes positions [m] and velocities [m/s] of some points, up to 256, shape (k, dimensions), and the time [s],
        and returns the force [N] on each, of the same shape. The function of a Field takes positions and time.
        """
        return list(self._forces)

    @forces.setter
    def forces(self, forces: Iterable[AnySwarmForce]) -> None:
        given, native = _forces(forces, self._dimensions, self.dtype)
        self._native.set_forces(native)
        self._forces = given

    def step(self, dt: float, steps: int = 1) -> None:
        """Makes one or more steps of dt [s], which may be negative. Other threads can work meanwhile.

        Ctrl-C stops it between two steps. If it fails the swarm is as it was; for that several steps work on a copy.
        """
        self._native.step(dt, steps)

    def positions_after(self, times: Numbers) -> Floats:
        """Positions [m] at times [s] relative to now, without a step: shape (times, n, dimensions).

        Each row is what a step by that time gives, to the bit. All forces must have linear laws. Ctrl-C stops it.
        """
        given = rows(times, (-1,), "times")
        out: Floats = np.empty((len(given), len(self), self._dimensions), self.dtype)
        self._native.positions_after((given, out))
        return out

    def step_across(self, dt: float, normal: Vector, distance: float = 0.0, direction: Crossing = "Descending") -> Crossings:
        """Makes a step of dt [s], and returns which points crossed the plane `normal · position = distance` [m], exactly.

        direction is "Ascending", "Descending" (against the normal) or "Any". The points move on through the plane. All forces
        must have linear laws. If it fails the swarm is as it was.
        """
        return Crossings(*self._native.step_across(dt, vector(normal, self._dimensions, "normal"), distance, direction))

    def snapshot(self) -> bytes:
        """The points and the time as bytes, without the forces."""
        return self._native.snapshot()

    def restore(self, snapshot: bytes) -> None:
        """Goes back to the points and the time of a snapshot of a swarm of the same dtype. The next steps are equal to the bit.

        RestoreError if the bytes do not fit; the swarm is then unchanged.
        """
        self._native.restore(snapshot)

    def __reduce__(self) -> Tuple[Any, ...]:
        return _restored, (type(self), str(self.dtype), self.snapshot(), self.forces)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} points in {self.dtype} at {self.time:g} s>"


class Swarm2(_Shared):
    """A swarm of points in the plane. Vectors have two components."""

    _dimensions = 2


class Swarm3(_Shared):
    """A swarm of points in space. Vectors have three components."""

    _dimensions = 3


def _restored(kind: Type[Self], dtype: Any, snapshot: bytes, forces: Iterable[AnySwarmForce]) -> Self:
    swarm = kind(forces=forces, dtype=dtype)
    swarm.restore(snapshot)
    return swarm


def step_arrays(
    positions: Floats, velocities: Floats, forces: Iterable[AnySwarmForce], dt: float, *, mass: float = 1.0, time: float = 0.0
) -> None:
    """Moves points in your arrays by dt [s], in place and exactly: nothing is copied.

    positions [m] and velocities [m/s] are two contiguous, writeable arrays of float64 or float32, shape (n, 2) or (n, 3). mass [kg]
    is that of each point; time [s] is that before the step, on which only a ConstantForce with a rate depends. All forces must
    have linear laws. If it fails nothing has changed. Other threads can work meanwhile, but must not use both arrays; one that
    steps them gets a ValueError.
    """
    for array, name in ((positions, "positions"), (velocities, "velocities")):
        if not isinstance(array, np.ndarray) or array.ndim != 2:
            raise TypeError(f"the {name} are {array!r}; they must be an array of shape (n, 2) or (n, 3)")
    dimensions, is_float32 = positions.shape[1], bool(positions.dtype == np.float32)
    if dimensions not in (2, 3):
        raise ValueError(f"the positions have shape {positions.shape}; it must be (n, 2) or (n, 3)")
    _, native = _forces(forces, dimensions, positions.dtype)
    _kinstep.step_arrays((positions, velocities), is_float32, native, (mass, time, dt))
