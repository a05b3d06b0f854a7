"""Flights in closed form: models of flight, states of a thrown body, and its crossings."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, List, Literal, Optional, Tuple

import numpy as np
import numpy.typing as npt

from . import _kinstep
from ._arrays import Broadcast, numbers, steps_of
from ._types import Array, Numbers, Record, Vector, Vectors, array, vector
from .aim import Aim
from .motion import Event, event
from .surfaces import Ground
from .words import Crossing

#: Game engines whose steps are implemented.
Engine = Literal[
    "rapier", "avian", "box2d", "unity", "physx", "jolt", "godot", "bullet", "symplectic_euler", "explicit_euler"
]


@dataclass(frozen=True, eq=False)
class Landing(Event):
    """The state of a flight where it meets the ground, and the unit normal of the ground."""

    normal: Array


@dataclass(frozen=True, eq=False)
class ClosestApproach(Record):
    """The closest approach of a flight to a point: time since launch [s], position [m], and distance from the point [m]."""

    time: float
    position: Array
    distance: float


@dataclass(frozen=True, eq=False)
class Arrivals(Record):
    """The states of many throws at an event or a time, in arrays of the leading shape of the throws.

    ok: whether a throw has such a state; where it has none, the numbers are NaN.
    times: since launch [s].
    positions, velocities: [m], [m/s], with a last axis of components.
    """

    ok: npt.NDArray[np.bool_]
    times: Array
    positions: Array
    velocities: Array


class Flight:
    """The path of a thrown body as a function of time, from `launch` of a model. Times are since launch [s]."""

    def __init__(self, native: Any, dimensions: int) -> None:
        self._native, self._dimensions = native, dimensions

    def position(self, times: Numbers) -> Array:
        """Positions [m] at one time or an array of times [s]; shape: that of the times, then components."""
        return self._at("position", times)

    def velocity(self, times: Numbers) -> Array:
        """Velocities [m/s] at one time or an array of times [s]; shape: that of the times, then components."""
        return self._at("velocity", times)

    def acceleration(self, times: Numbers) -> Array:
        """Accelerations [m/s²] at one time or an array of times [s]; shape: that of the times, then components."""
        return self._at("acceleration", times)

    def after_steps(self, steps: Any) -> Tuple[Array, Array]:
        """Positions [m] and velocities [m/s] after whole steps of an engine: one count or an array of counts.

        The velocities are those that the engine reports. Only flights of an EngineStep have steps.
        """
        counts = steps_of(steps)
        states = [self._native.after_steps(count)[1:] for count in counts.ravel().tolist()]
        both = np.array(states, np.float64).reshape(*counts.shape, 2, 3)[..., : self._dimensions]
        return both[..., 0, :], both[..., 1, :]

    def apex(self, direction: Optional[Vector] = None) -> Optional[Event]:
        """The highest point after launch, against gravity or along a direction; None if it never rises."""
        if direction is None:
            return event(self._native.apex(), self._dimensions)
        return event(self._native.apex_along(self._vector(direction, "direction")), self._dimensions)

    def crossing(self, normal: Vector, distance: float = 0.0, direction: Crossing = "Descending") -> Optional[Event]:
        """The first crossing of the plane `normal · position = distance` after launch; None if there is none.

        distance is in metres times the length of the normal; direction is "Ascending", "Descending" (against the normal) or
        "Any". A height h is crossed where `normal` is the `up` of the model and `distance` is h.
        """
        return event(self._native.crossing(self._vector(normal, "normal"), distance, direction), self._dimensions)

    def crossings(
        self, normal: Vector, distance: float = 0.0, direction: Crossing = "Any", *, start: float = 0.0, end: float = np.inf
    ) -> List[Event]:
        """All crossings of a plane between two times [s], in order; see `crossing`."""
        found = self._native.crossings(self._vector(normal, "normal"), distance, direction, (start, end))
        return [Event(time, *(array(one, self._dimensions) for one in state)) for time, *state in found]

    def sphere_crossing(
        self, center: Vector, radius: float, direction: Crossing = "Ascending", *, start: float = 0.0, end: float
    ) -> Optional[Event]:
        """The first crossing of a sphere [m] between two times [s]: "Ascending" (outward), "Descending" (inward) or "Any"."""
        found = self._native.sphere(self._vector(center, "center"), radius, direction, (start, end))
        return event(found, self._dimensions)

    def landing(self, ground: Ground, *, start: float = 0.0, end: float) -> Optional[Landing]:
        """The first contact with ground between two times [s]; None if there is none."""
        _, up, _, _, steepest, _, height = ground._to_native(self._dimensions)
        found = self._native.landing(up, height, steepest, (start, end))
        return found and Landing(found[0][0], *(array(one, self._dimensions) for one in (*found[0][1:], found[1])))

    def closest_approach(self, point: Vector, *, start: float = 0.0, end: float) -> ClosestApproach:
        """The closest approach to a point [m] between two times [s]: the global minimum of the distance."""
        time, position, distance = self._native.closest_approach(self._vector(point, "point"), (start, end))
        return ClosestApproach(time, array(position, self._dimensions), distance)

    def bounds(self, *, start: float = 0.0, end: float) -> Tuple[Array, Array]:
        """The lowest and the highest corner [m] of the box around the path between two times [s]."""
        lowest, highest = self._native.bounds((start, end))
        return array(lowest, self._dimensions), array(highest, self._dimensions)

    def _vector(self, value: Vector, name: str) -> List[float]:
        return vector(value, self._dimensions, name)

    def _at(self, quantity: str, times: Numbers) -> Array:
        given = numbers(times, "times")
        out = np.empty((*given.shape, self._dimensions))
        self._native.at_times(quantity, given, out)
        return out

    def __repr__(self) -> str:
        return f"<Flight from {self.position(0.0).tolist()} m at {self.velocity(0.0).tolist()} m/s>"


@dataclass(frozen=True, eq=False)
class Model(Record):
    """A model of flight: Ballistics, RationalAir, QuadraticAir or EngineStep. Parameters are checked when it is made."""

    _model: Any = field(init=False, repr=False, compare=False)
    _size: int = field(init=False, repr=False, compare=False)

    @property
    def dimensions(self) -> int:
        """2 in the plane, 3 in space: the number of components of gravity."""
        return self._size

    @property
    def up(self) -> Array:
        """Against gravity, of length 1; zero without gravity."""
        return array(self._model.up(), self.dimensions)

    def launch(self, position: Vector, velocity: Vector) -> Flight:
        """The flight from a position [m] with a velocity [m/s]."""
        places = vector(position, self.dimensions, "position"), vector(velocity, self.dimensions, "velocity")
        return Flight(_kinstep.Flight(self._model, *places), self.dimensions)

    def aim(
        self, start: Vectors, target: Vectors, *, target_velocity: Optional[Vectors] = None,
        target_acceleration: Optional[Vectors] = None, shooter_velocity: Optional[Vectors] = None
    ) -> Aim:
        """Throws from `start` [m] at `target` [m]: one each, or arrays of shape (..., dimensions); see Aim.

        Targets may move [m/s] and accelerate [m/s²], shooters may move [m/s]; None is zero.
        """
        vectors = {
            "start": start,
            "target": target,
            "target velocity": target_velocity,
            "target acceleration": target_acceleration,
            "shooter velocity": shooter_velocity,
        }
        return Aim(self._model, self.dimensions, vectors)

    def first_crossings(
        self, positions: Vectors, velocities: Vectors, normal: Vector, distance: float = 0.0,
        direction: Crossing = "Descending", *, wind: Optional[Vectors] = None
    ) -> Arrivals:
        """The first crossing of a plane by each of many throws: positions [m], velocities [m/s], shape (..., dimensions).

        See `Flight.crossing`. wind [m/s] may be given for each throw; None is that of the model. Ctrl-C stops it.
        """
        given, columns, out = self._many(positions, velocities, wind)
        plane = vector(normal, self.dimensions, "normal"), distance, direction
        self._model.first_crossings(given.count, columns, plane, out)
        return _arrivals(given, out)

    def states_at(self, positions: Vectors, velocities: Vectors, times: Numbers, *, wind: Optional[Vectors] = None) -> Arrivals:
        """The state of each of many throws at its own time [s]: positions [m], velocities [m/s], shape (..., dimensions).

        wind [m/s] may be given for each throw; None is that of the model. `ok` is false where a number overflows.
        """
        given, columns, out = self._many(positions, velocities, wind, times)
        self._model.states_at(given.count, columns, given["times"], out)
        return _arrivals(given, out)

    def _many(self, positions: Vectors, velocities: Vectors, wind: Optional[Vectors], times: Any = None) -> Tuple[Broadcast, Any, Any]:
        """The shape, the columns, and the places of the events of many throws."""
        vectors = {"positions": positions, "velocities": velocities, "wind": wind}
        given = Broadcast(self.dimensions, vectors, {"times": times})
        shape = (given.count, self.dimensions)
        out = np.empty(given.count, np.uint8), np.empty(given.count), np.empty(shape), np.empty(shape)
        return given, tuple(given[name] for name in vectors), out

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), tuple(getattr(self, one.name) for one in fields(self) if one.init)

    def _set(self, kind: str, gravity: Vector, wind: Optional[Vector] = None, drag: Optional[float] = None, **more: Optional[float]) -> None:
        for name in ("terminal_speed", "tolerance", "substeps"):
            # zero is the native half's word for none
            if more.get(name) == 0:
                raise ValueError(f"the {name.replace('_', ' ')} is 0; it must be positive, or None")
        size = np.size(gravity)
        if size not in (2, 3):
            raise ValueError(f"the gravity has {size} components; it must have 2 or 3")
        numbers = [drag or 0.0, *(more.get(name) or 0.0 for name in ("terminal_speed", "tolerance", "dt"))]
        vectors = vector(gravity, size, "gravity"), vector(wind, size, "wind")
        object.__setattr__(self, "_size", size)
        object.__setattr__(self, "_model", _kinstep.Model(kind, size, *vectors, numbers, more.get("substeps") or 0))


def _arrivals(given: Broadcast, out: Tuple[Array, ...]) -> Arrivals:
    happens, *rest = map(given.shaped, out)
    return Arrivals(happens != 0, *rest)


@dataclass(frozen=True, eq=False)
class Ballistics(Model):
    """Gravity and drag proportional to the velocity relative to the air, solved exactly.

    gravity: [m/s²]; two components in the plane, three in space.
    drag_rate: [1/s]; or give a terminal speed, or neither for no drag.
    terminal_speed: the limit of the speed of a fall in still air [m/s].
    wind: velocity of the air [m/s].
    """

    gravity: Vector
    drag_rate: Optional[float] = None
    terminal_speed: Optional[float] = None
    wind: Optional[Vector] = None

    def __post_init__(self) -> None:
        self._set("linear", self.gravity, self.wind, self.drag_rate, terminal_speed=self.terminal_speed)

    def rational(self) -> RationalAir:
        """A cheaper, approximate model of this air."""
        return RationalAir(self.gravity, self.drag_rate, self.terminal_speed, self.wind)


@dataclass(frozen=True, eq=False)
class RationalAir(Model):
    """A cheaper, approximate model of linear drag, without exponentials: the parameters are those of Ballistics."""

    gravity: Vector
    drag_rate: Optional[float] = None
    terminal_speed: Optional[float] = None
    wind: Optional[Vector] = None

    def __post_init__(self) -> None:
        self._set("rational", self.gravity, self.wind, self.drag_rate, terminal_speed=self.terminal_speed)


@dataclass(frozen=True, eq=False)
class QuadraticAir(Model):
    """Gravity and drag that grows with the square of the speed relative to the air, solved to a tolerance.

    gravity: [m/s²]; two components in the plane, three in space.
    coefficient: deceleration over squared speed [1/m]; or give a terminal speed, or neither for no drag.
    terminal_speed: the limit of the speed of a fall in still air [m/s].
    wind: velocity of the air [m/s].
    tolerance: for the error of a position [m].
    """

    gravity: Vector
    coefficient: Optional[float] = None
    terminal_speed: Optional[float] = None
    wind: Optional[Vector] = None
    tolerance: float = 1e-6

    def __post_init__(self) -> None:
        more = {"terminal_speed": self.terminal_speed, "tolerance": self.tolerance}
        self._set("quadratic", self.gravity, self.wind, self.coefficient, **more)


@dataclass(frozen=True, eq=False)
class EngineStep(Model):
    """The step of a game engine, in closed form: flights go where the engine moves a body, step by step.

    engine: "rapier", "avian", "box2d", "unity", "physx", "jolt", "godot", "bullet", "symplectic_euler" or "explicit_euler".
    dt: length of a step [s].
    gravity: [m/s²]; two components in the plane, three in space.
    damping: in the unit of the engine [1/s]; for Bullet the fraction of the velocity that is lost in a second.
    substeps: number of substeps of a step; None for the default of the engine.
    """

    engine: Engine
    dt: float
    gravity: Vector
    damping: float = 0.0
    substeps: Optional[int] = None

    def __post_init__(self) -> None:
        if self.engine in ("linear", "rational", "quadratic"):
            raise ValueError(f"{self.engine!r} is no engine")
        self._set(self.engine, self.gravity, None, self.damping, dt=self.dt, substeps=self.substeps)

    @property
    def speed_cap(self) -> Optional[float]:
        """The engine's own limit on the speed of a body [m/s]; flights ignore it. None if it has no limit."""
        return self._model.speed_cap()
