"""Flights in closed form: what moves a thrown body, where it will be, and what it crosses."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Callable, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _kinstep
from ._broadcast import Broadcast, numbers
from .aim import Aim
from .forces import Array, Vector

Vectors = Union[Vector, Array, Sequence[Vector]]
Numbers = Union[float, Sequence[float], Array]


@dataclass(frozen=True)
class FlightEvent:
    """Where a flight is at an event.

    time: since launch [s].
    position: [m]
    velocity: [m/s]
    """

    time: float
    position: Array
    velocity: Array


@dataclass(frozen=True)
class FlightLanding(FlightEvent):
    """Where a flight meets the ground.

    normal: of the ground, of length 1, upwards.
    """

    normal: Array


@dataclass(frozen=True)
class ClosestApproach:
    """Where a flight is closest to a point.

    time: since launch [s].
    position: [m]
    distance: from the point [m].
    """

    time: float
    position: Array
    distance: float


@dataclass(frozen=True)
class Arrivals:
    """What comes of many throws, in arrays of the leading shape of the throws.

    ok: whether it happens; where it does not, the numbers are NaN.
    times: since launch [s].
    positions: [m], with a last axis of components.
    velocities: [m/s], with a last axis of components.
    """

    ok: npt.NDArray[np.bool_]
    times: Array
    positions: Array
    velocities: Array


def _event(parts: Optional[tuple[float, list[float], list[float]]]) -> Optional[FlightEvent]:
    return None if parts is None else FlightEvent(parts[0], np.array(parts[1]), np.array(parts[2]))


class Flight(_kinstep.Flight):
    """The path of a thrown body as a function of time, from `launch` of a model. Times are since launch [s]."""

    def position(self, times: Numbers) -> Array:
        """Positions [m] at one time or an array of times [s]; shape: that of the times, then components."""
        return self._at(self._position, times)

    def velocity(self, times: Numbers) -> Array:
        """Velocities [m/s] at one time or an array of times [s]; shape: that of the times, then components."""
        return self._at(self._velocity, times)

    def acceleration(self, times: Numbers) -> Array:
        """Accelerations [m/s²] at one time or an array of times [s]; shape: that of the times, then components."""
        return self._at(self._acceleration, times)

    def after_steps(self, steps: Any) -> tuple[Array, Array]:
        """Positions [m] and velocities [m/s] after whole steps of an engine: one count or an array of counts.

        The velocities are those that the engine reports. Only flights of an EngineStep have steps.
        """
        counts = np.asarray(steps)
        if counts.dtype.kind not in "iu" or (counts.size and counts.min() < 0):
            raise ValueError(f"the steps are {steps}; they must be whole numbers, not negative")
        positions, velocities = self._after_steps(counts.ravel().tolist())
        shape = (*counts.shape, positions.shape[-1])
        return positions.reshape(shape), velocities.reshape(shape)

    def apex(self, direction: Optional[Vector] = None) -> Optional[FlightEvent]:
        """The highest point after launch, against gravity or along a direction; None if it never rises."""
        return _event(self._apex(direction))

    def crossing(
        self, normal: Vector, distance: float = 0.0, direction: str = "descending"
    ) -> Optional[FlightEvent]:
        """The first crossing of the plane `normal · position = distance` after launch; None if there is none.

        distance is in metres times the length of the normal; direction is "ascending", "descending" (against the normal) or
        "any". A height h is crossed where `normal` is the `up` of the model and `distance` is h.
        """
        return _event(self._crossing(normal, distance, direction))

    def crossings(
        self, normal: Vector, distance: float = 0.0, direction: str = "any", *, start: float = 0.0, end: float = np.inf
    ) -> list[FlightEvent]:
        """All crossings of a plane between two times [s], in order; see `crossing`."""
        found = self._crossings(normal, distance, direction, start, end)
        return [event for event in map(_event, found) if event is not None]

    def sphere_crossing(
        self, center: Vector, radius: float, direction: str = "ascending", *, start: float = 0.0, end: float
    ) -> Optional[FlightEvent]:
        """The first crossing of a sphere [m] between two times [s]: "ascending" (outward), "descending" (inward) or "any"."""
        return _event(self._sphere(center, radius, direction, start, end))

    def landing(
        self, up: Vector, height: Callable[[Array], float], steepest: float, *, start: float = 0.0, end: float
    ) -> Optional[FlightLanding]:
        """The first contact with ground between two times [s]; slow, because Python is called for each height.

        height tells the height of the ground [m] along `up`; it is given positions [m] without their part along `up`. It
        changes by at most `steepest` metres per metre: with too small a number a flight may pass through steeper parts.
        """
        found = self._landing(up, height, steepest, start, end)
        if found is None:
            return None
        time, position, velocity, normal = found
        return FlightLanding(time, np.array(position), np.array(velocity), np.array(normal))

    def closest_approach(self, point: Vector, *, start: float = 0.0, end: float) -> ClosestApproach:
        """Where the flight is closest to a point [m] between two times [s]: the global minimum."""
        time, position, distance = self._closest_approach(point, start, end)
        return ClosestApproach(time, np.array(position), distance)

    def bounds(self, *, start: float = 0.0, end: float) -> tuple[Array, Array]:
        """The lowest and the highest corner [m] of the box around the path between two times [s]."""
        lowest, highest = self._bounds(start, end)
        return np.array(lowest), np.array(highest)

    @staticmethod
    def _at(evaluate: Callable[[int, Array], Array], times: Numbers) -> Array:
        given = numbers(times, "times")
        found = evaluate(given.size, given.reshape(-1, 1))
        return found.reshape(*given.shape, found.shape[-1])


@dataclass(frozen=True)
class Model:
    """What moves a thrown body: one of the classes below. Parameters are checked when it is made."""

    _model: _kinstep.Model = field(init=False, repr=False, compare=False)

    @property
    def dimensions(self) -> int:
        """2 in the plane, 3 in space: the number of components of gravity."""
        return self._model.dimensions

    @property
    def up(self) -> Array:
        """Against gravity, of length 1; zero without gravity."""
        return self._model.up

    def launch(self, position: Vector, velocity: Vector) -> Flight:
        """The flight from a position [m] with a velocity [m/s]."""
        return Flight(self._model, position, velocity)

    def aim(
        self,
        start: Vectors,
        target: Vectors,
        *,
        target_velocity: Optional[Vectors] = None,
        target_acceleration: Optional[Vectors] = None,
        shooter_velocity: Optional[Vectors] = None,
    ) -> Aim:
        """Throws from `start` [m] at `target` [m]: one each, or arrays of shape (n, dimensions); see Aim.

        Targets may move [m/s] and accelerate [m/s²], shooters may move [m/s]; None is zero.
        """
        return Aim(self._model, start, target, target_velocity, target_acceleration, shooter_velocity)

    def first_crossings(
        self,
        positions: Vectors,
        velocities: Vectors,
        normal: Vector,
        distance: float = 0.0,
        direction: str = "descending",
        *,
        wind: Optional[Vectors] = None,
    ) -> Arrivals:
        """The first crossing of a plane by each of many throws: positions [m], velocities [m/s], as arrays.

        See `Flight.crossing`. wind [m/s] may be given for each throw; None is that of the model.
        """
        given = Broadcast(self.dimensions, {"positions": positions, "velocities": velocities, "wind": wind})
        rows = (given["positions"], given["velocities"], given["wind"])
        found = self._model._first_crossings(given.count, *rows, normal, distance, direction)
        return Arrivals(*map(given.shaped, found))

    def states_at(
        self, positions: Vectors, velocities: Vectors, times: Numbers, *, wind: Optional[Vectors] = None
    ) -> Arrivals:
        """The state of each of many throws at its own time [s]: positions [m], velocities [m/s], as arrays.

        wind [m/s] may be given for each throw; None is that of the model. `ok` is false where a number overflows.
        """
        vectors = {"positions": positions, "velocities": velocities, "wind": wind}
        given = Broadcast(self.dimensions, vectors, {"times": times})
        rows = (given["positions"], given["velocities"], given["wind"], given["times"])
        return Arrivals(*map(given.shaped, self._model._states_at(given.count, *rows)))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, one.name) for one in fields(self) if one.init)

    def _set(self, kind: str, gravity: Vector, **given: Any) -> None:
        object.__setattr__(self, "_model", _kinstep.Model(kind, gravity, **given))


@dataclass(frozen=True)
class Ballistics(Model):
    """Gravity and drag proportional to the velocity relative to the air, solved exactly.

    gravity: [m/s²]; two components in the plane, three in space.
    drag_rate: [1/s]; or give a terminal speed, or neither for no drag.
    terminal_speed: that a fall in still air tends to [m/s].
    wind: velocity of the air [m/s].
    """

    gravity: Vector
    drag_rate: Optional[float] = None
    terminal_speed: Optional[float] = None
    wind: Optional[Vector] = None

    def __post_init__(self) -> None:
        drag = {"drag": self.drag_rate, "terminal_speed": self.terminal_speed}
        self._set("linear", self.gravity, wind=self.wind, **drag)

    def rational(self) -> RationalAir:
        """A cheaper, approximate model of this air."""
        return RationalAir(self.gravity, self.drag_rate, self.terminal_speed, self.wind)


@dataclass(frozen=True)
class RationalAir(Model):
    """A cheaper, approximate model of linear drag, without exponentials: the parameters are those of Ballistics."""

    gravity: Vector
    drag_rate: Optional[float] = None
    terminal_speed: Optional[float] = None
    wind: Optional[Vector] = None

    def __post_init__(self) -> None:
        drag = {"drag": self.drag_rate, "terminal_speed": self.terminal_speed}
        self._set("rational", self.gravity, wind=self.wind, **drag)


@dataclass(frozen=True)
class QuadraticAir(Model):
    """Gravity and drag that grows with the square of the speed relative to the air, solved to a tolerance.

    gravity: [m/s²]; two components in the plane, three in space.
    coefficient: deceleration over squared speed [1/m]; or give a terminal speed, or neither for no drag.
    terminal_speed: that a fall in still air tends to [m/s].
    wind: velocity of the air [m/s].
    tolerance: the largest error of a position [m].
    """

    gravity: Vector
    coefficient: Optional[float] = None
    terminal_speed: Optional[float] = None
    wind: Optional[Vector] = None
    tolerance: float = 1e-6

    def __post_init__(self) -> None:
        drag = {"drag": self.coefficient, "terminal_speed": self.terminal_speed}
        self._set("quadratic", self.gravity, wind=self.wind, tolerance=self.tolerance, **drag)


@dataclass(frozen=True)
class EngineStep(Model):
    """The step of a game engine, in closed form: flights go where the engine moves a body, step by step.

    engine: "rapier", "avian", "box2d", "unity", "physx", "jolt", "godot", "bullet", "symplectic_euler" or "explicit_euler".
    dt: [s]
    gravity: [m/s²]; two components in the plane, three in space.
    damping: as the engine counts it [1/s]; for Bullet the share of the velocity that is lost in a second.
    substeps: None for the engine's own number.
    """

    engine: str
    dt: float
    gravity: Vector
    damping: float = 0.0
    substeps: Optional[int] = None

    def __post_init__(self) -> None:
        if self.engine in ("linear", "rational", "quadratic"):
            raise ValueError(f"{self.engine!r} is no engine")
        self._set(self.engine, self.gravity, dt=self.dt, drag=self.damping, substeps=self.substeps)

    @property
    def speed_cap(self) -> Optional[float]:
        """The engine's own limit on the speed of a body [m/s]; flights ignore it. None if it has no limit."""
        return self._model.speed_cap
