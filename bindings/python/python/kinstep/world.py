"""Worlds in the plane and in space."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Sequence, Type, TypeVar, Union

import numpy as np

from . import _kinstep
from .forces import Array
from .until import BodyEvent, Until


@dataclass(frozen=True)
class Body:
    """The state of a body: a copy.

    mass: [kg]
    radius: [m]
    position: [m]
    velocity: [m/s]
    orientation: an angle [rad] in the plane; x, y, z, w of a unit quaternion in space.
    angular_velocity: [rad/s], world frame; in the plane a number.
    spin_angular_momentum: about the centre of mass [kg m²/s], world frame; in the plane a number.
    inertia: moments about the principal axes [kg m²]; in the plane a number.
    """

    mass: float
    radius: float
    position: Array
    velocity: Array
    orientation: Union[float, Array]
    angular_velocity: Union[float, Array]
    spin_angular_momentum: Union[float, Array]
    inertia: Union[float, Array]


@dataclass(frozen=True)
class Energy:
    """Energy of a world.

    kinetic: [J]
    potential: of all forces that have a potential [J].
    """

    kinetic: float
    potential: float

    @property
    def total(self) -> float:
        """Kinetic and potential energy [J]."""
        return self.kinetic + self.potential


@dataclass(frozen=True)
class Trajectory:
    """States at some times.

    times: [s], shape (times,).
    positions: [m], shape (times, bodies, dimensions); of a single body (times, dimensions).
    velocities: [m/s], of the same shape.
    """

    times: Array
    positions: Array
    velocities: Array


@dataclass(frozen=True)
class Advanced:
    """What a motion to a tolerance took.

    exact_bodies: number of bodies that moved exactly, in one step.
    islands: number of islands (bodies that links tie together) that moved by steps of their own.
    nystrom_steps: steps of the Runge-Kutta-Nyström pair of orders 12 and 10.
    dormand_prince_steps: steps of Dormand and Prince's pair of orders 8, 5 and 3.
    radau_steps: steps of Gauss-Radau collocation of order 15.
    rejected: steps that were refused and tried again, shorter.
    evaluations: evaluations of all forces on a component.
    raised: the largest tolerance used [m] in place of one below the rounding of a coordinate; None if none was.
    """

    exact_bodies: int
    islands: int
    nystrom_steps: int
    dormand_prince_steps: int
    radau_steps: int
    rejected: int
    evaluations: int
    raised: Optional[float]

    @property
    def steps(self) -> int:
        """All steps that were accepted, of all islands."""
        return self.nystrom_steps + self.dormand_prince_steps + self.radau_steps


Self = TypeVar("Self", bound="_Shared")


class _Shared(_kinstep.World):
    """What both kinds of worlds have."""

    _dimensions: int

    def __new__(cls: Type[Self]) -> Self:
        return super().__new__(cls, cls._dimensions)

    def body(self, body: int) -> Body:
        """The state of a body; LookupError if there is none."""
        return Body(**self._body(body))

    @property
    def energy(self) -> Energy:
        """Kinetic and potential energy [J]."""
        return Energy(*self._energy())

    def run(self, duration: float, dt: float, every: int = 1) -> Trajectory:
        """Steps by dt [s] for a duration [s], a whole number of steps; tells the start and each state after `every` steps.

        If it fails or is interrupted the world is as it was.
        """
        return Trajectory(*self._run(duration, dt, every))

    def step_until(self, dt: float, event: Until) -> Optional[BodyEvent]:
        """Moves the world by dt [s], or to the first event of a body if that is earlier; None if there is none.

        Under linear forces the event is provably the first, and exact. The caller takes the rest of the step. A body that the
        last call stopped at a plane passes through it in the next one, unless its state is changed in between. If it fails the
        world is as it was.
        """
        return _event(self._step_until(dt, event))

    def advance(self, duration: float, tolerance: float, relative: float = 0.0) -> Advanced:
        """Moves the world by a duration [s], which may be negative, to a tolerance, in steps as long as that allows.

        The error of a coordinate x in a step is held below tolerance [m] + relative · |x|. What has an exact solution is moved
        exactly. It counts as one step of the clock. Other threads can work meanwhile; Ctrl-C stops it. If it fails the world is
        as it was.
        """
        return Advanced(**self._advance(duration, (tolerance, relative)))

    def advance_through(self, times: Sequence[float], tolerance: float, relative: float = 0.0) -> Trajectory:
        """Advances to the last of some times [s], and tells all states at each of them.

        times: of the clock of the world, in one direction from now on. They take no steps of their own: the states come from
        the solution inside the steps of `advance`.
        """
        given = np.array(times, np.float64)
        return Trajectory(given, *self._advance_through(given, (tolerance, relative)))

    def advance_until(
        self, duration: float, tolerance: float, event: Until, relative: float = 0.0
    ) -> Optional[BodyEvent]:
        """Advances by a duration [s], or to the first event of a body if that is earlier; None if there is none.

        As `advance` and `step_until`; Ctrl-C stops it.
        """
        return _event(self._advance_until(duration, (tolerance, relative), event))

    def trajectory(self, body: int, times: Sequence[float]) -> Trajectory:
        """The motion of a body in closed form, without a step: its states at some times [s] of the clock of the world.

        ValueError that names the force if one on the body has no linear law, or links it to another body.
        """
        given = np.array(times, np.float64)
        return Trajectory(given, *self._trajectory(body, given))

    @classmethod
    def from_scene(cls: Type[Self], scene: bytes) -> Self:
        """The world of a scene: with the same ids, it goes on to the bit."""
        world = cls()
        world._set_scene(scene)
        return world

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_scene, (self.scene(),)


class World2(_Shared):
    """A world in the plane. Vectors have two components, orientations and spins are numbers."""

    _dimensions = 2


class World3(_Shared):
    """A world in space. Vectors have three components, orientations are unit quaternions x, y, z, w."""

    _dimensions = 3


def _event(parts: Optional[tuple[float, list[float], list[float]]]) -> Optional[BodyEvent]:
    return parts and BodyEvent(parts[0], np.array(parts[1]), np.array(parts[2]))
