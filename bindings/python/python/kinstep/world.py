"""Worlds in the plane and in space."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Type, TypeVar, Union

from . import _kinstep
from .forces import Array


@dataclass(frozen=True)
class Body:
    """The state of a body: a copy."""

    #: [kg]
    mass: float
    #: [m]
    radius: float
    #: [m]
    position: Array
    #: [m/s]
    velocity: Array
    #: An angle [rad] in the plane; x, y, z, w of a unit quaternion in space.
    orientation: Union[float, Array]
    #: [rad/s], world frame; in the plane a number.
    angular_velocity: Union[float, Array]
    #: About the centre of mass [kg m²/s], world frame; in the plane a number.
    spin_angular_momentum: Union[float, Array]
    #: Moments about the principal axes [kg m²]; in the plane a number.
    inertia: Union[float, Array]


@dataclass(frozen=True)
class Energy:
    """Energy of a world."""

    #: [J]
    kinetic: float
    #: Of all forces that have a potential [J].
    potential: float

    @property
    def total(self) -> float:
        """Kinetic and potential energy [J]."""
        return self.kinetic + self.potential


@dataclass(frozen=True)
class Trajectory:
    """States of all bodies from the start to the end of a run."""

    #: [s], shape (rows,).
    times: Array
    #: [m], shape (rows, bodies, dimensions).
    positions: Array
    #: [m/s], shape (rows, bodies, dimensions).
    velocities: Array


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
