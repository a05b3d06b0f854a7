"""Worlds in the plane and in space."""

from __future__ import annotations

from typing import Any, Generic, Iterable, Iterator, List, Optional, Sequence, Tuple, Type, TypeVar, Union

import numpy as np
import numpy.typing as npt

from . import _kinstep
from ._arrays import numbers, rows
from ._kinstep import BodyId, ForceId, SurfaceId
from ._types import AnyForce, Array, Axial, Numbers, Vector, Vectors, told
from .body import Body, Body2, Body3
from .motion import Advanced, BodyEvent, Energy, Trajectory, Until
from .surfaces import Contact, Material, Rule, Shape, rule_told
from .words import Scheme

Self = TypeVar("Self", bound="_Shared[Any]")
B = TypeVar("B", bound=Body)
#: A body: its id, or what `world[id]` returns.
AnyBody = Union[BodyId, Body]


def is_single(dtype: Any) -> bool:
    """Whether a type of numbers is float32; ValueError unless it is float32 or float64."""
    kind = np.dtype(dtype)
    if kind not in (np.float32, np.float64):
        raise ValueError(f"the type is {kind}; it must be float32 or float64")
    return bool(kind == np.float32)


class _Shared(_kinstep.World, Generic[B]):
    """What both kinds of worlds have."""

    _dimensions: int
    _body: Type[B]

    def __new__(cls: Type[Self], dtype: npt.DTypeLike = "float64") -> Self:
        """An empty world at time zero. It computes in float64, or in float32; numbers go in and out as float64."""
        return super().__new__(cls, cls._dimensions, is_single(dtype))

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type in which the world computes, float64 or float32."""
        return np.dtype(np.float32 if self._is_single else np.float64)

    # Bodies

    def add_body(
        self,
        mass: float,
        position: Optional[Vector] = None,
        velocity: Optional[Vector] = None,
        *,
        radius: float = 0.0,
        orientation: Optional[Axial] = None,
        angular_velocity: Optional[Axial] = None,
        inertia: Optional[Axial] = None,
        inertia_axes: Optional[Axial] = None,
    ) -> BodyId:
        """Adds a body, and returns its id. What is left out is zero, upright, a point.

        mass: [kg]; infinite for a fixed body.
        position: of the center of mass [m].
        velocity: of the center of mass [m/s].
        radius: of a ball [m], which surfaces and other balls touch at its rim.
        orientation: an angle [rad] in the plane; x, y, z, w of a unit quaternion in space.
        angular_velocity: [rad/s], world frame; a number in the plane. A point has none.
        inertia: moments about the principal axes [kg m²]; a number in the plane.
        inertia_axes: how the principal axes are turned in the body: x, y, z, w of a unit quaternion.
        """
        return self._add_body(mass, position, velocity, radius, orientation, angular_velocity, inertia, inertia_axes)

    def add_bodies(
        self, masses: Numbers, positions: Vectors, velocities: Optional[Vectors] = None, *, radii: Numbers = 0.0
    ) -> List[BodyId]:
        """Adds points or balls, and returns their ids; if one is not valid none is added.

        masses: [kg], one for all or shape (n,).
        positions: [m], shape (n, dimensions).
        velocities: [m/s], shape (n, dimensions); None for bodies at rest.
        radii: [m], one for all or shape (n,).
        """
        places = rows(positions, (-1, self._dimensions), "positions")
        count = len(places)
        speeds = None if velocities is None else rows(velocities, (count, self._dimensions), "velocities")
        columns = [(masses, "masses"), (radii, "radii")]
        each = [rows(np.full(count, given) if np.ndim(given) == 0 else given, (count,), name) for given, name in columns]
        return self._add_bodies(each[0], places, speeds, each[1])

    def __getitem__(self, body: AnyBody) -> B:
        """A body, to be read and written; LookupError if there is none."""
        if body not in self:
            raise LookupError(f"the world has no body {body!r}")
        return self._body(self, body if isinstance(body, BodyId) else body.id)

    def __iter__(self) -> Iterator[B]:
        """All bodies, in the order of the ids."""
        return (self._body(self, id) for id in self.ids)

    @property
    def masses(self) -> Array:
        """Mass of each body [kg], shape (n,): a copy. Setting writes all masses."""
        return self._column("masses")

    @masses.setter
    def masses(self, masses: Numbers) -> None:
        self._set_column("masses", rows(masses, (len(self),), "masses"))

    @property
    def positions(self) -> Array:
        """Positions [m], shape (n, dimensions): a copy. Setting is `set_positions`."""
        return self._column("positions")

    @positions.setter
    def positions(self, positions: Vectors) -> None:
        self.set_positions(positions)

    @property
    def velocities(self) -> Array:
        """Velocities [m/s], shape (n, dimensions): a copy. Setting is `set_velocities`."""
        return self._column("velocities")

    @velocities.setter
    def velocities(self, velocities: Vectors) -> None:
        self.set_velocities(velocities)

    def set_positions(self, positions: Vectors) -> None:
        """Sets the positions of all bodies [m], shape (n, dimensions), in the order of the ids."""
        self._set_column("positions", rows(positions, (len(self), self._dimensions), "positions"))

    def set_velocities(self, velocities: Vectors) -> None:
        """Sets the velocities of all bodies [m/s], shape (n, dimensions), in the order of the ids."""
        self._set_column("velocities", rows(velocities, (len(self), self._dimensions), "velocities"))

    # Forces

    def add_force(
        self,
        force: AnyForce,
        on: Union[AnyBody, Sequence[AnyBody], None] = None,
        *,
        without: Optional[Sequence[AnyBody]] = None,
        arm: Optional[Vector] = None,
    ) -> ForceId:
        """Adds a force, and returns its id.

        force: a class of `forces`, an own force such as Field, a function of position [m], velocity [m/s] and time [s] that
            returns the force [N], or a dictionary of names, as {"Spring": {"stiffness": 3.0}}.
        on: a body, or a list of bodies; None for all bodies, also those that are added later.
        without: for a force on all bodies: those on which it does not act.
        arm: where the force acts, from the center of mass [m], in the frame of the body; the force turns the body then.
        """
        if on is not None and without is not None:
            raise ValueError("give bodies on which the force acts, or those on which it does not, not both")
        one, many = (on, None) if on is None or isinstance(on, (BodyId, Body)) else (None, on)
        if many is not None and not isinstance(many, Iterable):
            one, many = many, None
        return self._add_force(told(force, self._dimensions), arm, one, many, without)

    def add_link(
        self,
        first: AnyBody,
        second: AnyBody,
        force: AnyForce,
        *,
        first_point: Optional[Vector] = None,
        second_point: Optional[Vector] = None,
    ) -> ForceId:
        """Adds a force between two bodies, in opposite directions, and returns its id.

        The force acts on the first body as if the second were the origin. Points are relative to the centers of mass [m], in the
        frames of the bodies; None is the center.
        """
        return self._add_link(first, second, told(force, self._dimensions), first_point, second_point)

    def replace_force(self, id: ForceId, force: AnyForce, *, arm: Optional[Vector] = None) -> None:
        """Puts another force in place of one: it has the same id, and acts on the same bodies."""
        self._replace_force(id, told(force, self._dimensions), arm)

    def apply_impulse(self, body: AnyBody, impulse: Vector, point: Optional[Vector] = None) -> None:
        """Changes the momentum of a body at once by an impulse [N s], at a point of the world [m] or at the center of mass."""
        self._push(body, "impulse", impulse, point)

    def apply_force(self, body: AnyBody, force: Vector, point: Optional[Vector] = None) -> None:
        """Applies a force [N] over the next step, at a point of the world [m] or at the center of mass."""
        self._push(body, "force", force, point)

    def apply_torque(self, body: AnyBody, torque: Axial) -> None:
        """Applies a torque [N m] over the next step, world frame; a number in the plane."""
        self._push(body, "torque", torque, None)

    # Motion

    @property
    def energy(self) -> Energy:
        """Kinetic and potential energy [J]."""
        return Energy(*self._energy())

    @property
    def scheme(self) -> Scheme:
        """How the world is stepped. ValueError with the names of all schemes if it is set to an unknown one."""
        return self._scheme  # type: ignore[return-value]

    @scheme.setter
    def scheme(self, scheme: Scheme) -> None:
        self._set_scheme(scheme)

    def run(self, duration: float, dt: float, every: int = 1) -> Trajectory:
        """Steps by dt [s] for a duration [s], a whole number of steps; returns the start and each state after `every` steps.

        Other threads can work meanwhile; Ctrl-C stops it. If it fails or is stopped the world is as it was.
        """
        return Trajectory(*self._run(duration, dt, every), tuple(self.ids))

    def step_until(self, dt: float, event: Until) -> Optional[BodyEvent]:
        """Moves the world by dt [s], or to the first event of a body if that is earlier; None if there is none.

        Under linear forces the event is provably the first, and exact. The caller takes the rest of the step. A body that the
        last call stopped at a plane passes through it in the next one, unless its state is changed in between. If it fails the
        world is as it was.
        """
        return _event(self._step_until(dt, _until(event)))

    def advance(self, duration: float, tolerance: float, relative: float = 0.0) -> Advanced:
        """Moves the world by a duration [s], which may be negative, to a tolerance, in steps as long as that allows.

        The error of a coordinate x in a step is held below tolerance [m] + relative · |x|. What has an exact solution is moved
        exactly. It counts as one step of the clock. Other threads can work meanwhile; Ctrl-C stops it. If it fails the world is
        as it was.
        """
        return Advanced(**self._advance(duration, (tolerance, relative)))

    def advance_through(self, times: Numbers, tolerance: float, relative: float = 0.0) -> Trajectory:
        """Advances to the last of some times [s], and returns all states at each of them.

        times: of the clock of the world, in one direction from now on. They take no steps of their own: the states come from
        the solution inside the steps of `advance`.
        """
        given = rows(times, (-1,), "times")
        return Trajectory(*self._advance_through(given, (tolerance, relative)), tuple(self.ids))

    def advance_until(self, duration: float, tolerance: float, event: Until, relative: float = 0.0) -> Optional[BodyEvent]:
        """Advances by a duration [s], or to the first event of a body if that is earlier; None if there is none.

        As `advance` and `step_until`; Ctrl-C stops it.
        """
        return _event(self._advance_until(duration, (tolerance, relative), _until(event)))

    def trajectory(self, body: AnyBody, times: Numbers) -> Trajectory:
        """The motion of a body in closed form, without a step: its states at some times [s] of the clock of the world.

        ValueError that names the force if one on the body has no linear law, or links it to another body.
        """
        given = rows(times, (-1,), "times")
        return Trajectory(*self._trajectory(body, given), (body if isinstance(body, BodyId) else body.id,))

    # Surfaces

    def add_surface(
        self,
        shape: Shape,
        *,
        restitution: float = 0.0,
        friction: float = 0.0,
        rolling: float = 0.0,
        tangential_restitution: float = 0.0,
        velocity: Optional[Vector] = None,
        one_way: Optional[Vector] = None,
        layers: Optional[int] = None,
    ) -> SurfaceId:
        """Adds a surface with which all bodies collide, and returns its id. A point touches it with its center, a ball with its rim.

        restitution, friction, rolling, tangential_restitution: see Material.
        velocity: of the surface [m/s].
        one_way: lets it stop only bodies that come from the side to which this vector points.
        layers: 32 bits; it stops bodies that have a bit in common with it, all by default.
        """
        if not isinstance(shape, Shape):
            raise TypeError(f"{shape!r} is no surface")
        contact = Material(restitution, friction, rolling, tangential_restitution)
        surface = self._add_surface(shape, contact._told())
        try:
            if velocity is not None:
                self.set_surface_velocity(surface, velocity)
            if one_way is not None:
                self.set_one_way(surface, one_way)
            if layers is not None:
                self.set_surface_layers(surface, layers)
        except Exception:
            self.remove_surface(surface)
            raise
        return surface

    def set_contact(self, surface: SurfaceId, material: Material) -> None:
        """Sets the material of a surface."""
        self._set_contact(surface, material._told())

    def set_body_contact(self, material: Optional[Material]) -> None:
        """Lets balls, which have a radius, collide with each other; None lets them pass."""
        self._set_body_contact(material and material._told())

    def on_contact(self, rule: Rule) -> None:
        """Lets a function decide how contacts act, also while a body stays on a surface. It must answer equal contacts alike.

        Python is called in each contact. What the function raises, the step raises.
        """
        self._on_contact(rule_told(rule))

    @property
    def contacts(self) -> List[Contact]:
        """The contacts of the last step, by their times."""
        return [Contact(time, body, *touched, *rest) for time, body, touched, *rest in self._contacts()]

    # States

    def clone(self: Self) -> Self:
        """A copy, with the same ids, forces and surfaces. Functions are shared."""
        copy = type(self)(self.dtype)
        copy._clone_from(self)
        return copy

    @classmethod
    def from_scene(cls: Type[Self], scene: bytes) -> Self:
        """The world of a scene: with the same ids, it goes on to the bit. RestoreError if the bytes are none."""
        world = cls()
        world._set_scene(scene)
        return world

    def __reduce__(self) -> Tuple[Any, ...]:
        try:
            if self._has_contacts:
                raise ValueError("a scene has no surfaces and contacts")
            return type(self).from_scene, (self.scene(),)
        except ValueError as error:
            raise ValueError(f"this world cannot be pickled or copied by `copy`: {error}; `clone` copies it") from None

    def __repr__(self) -> str:
        kind = " in float32" if self._is_single else ""
        return f"<{type(self).__name__} of {len(self)} bodies and {len(self.forces)} forces at {self.time:g} s{kind}>"


class World2(_Shared[Body2]):
    """A world in the plane. Vectors have two components, orientations and spins are numbers."""

    _dimensions, _body = 2, Body2

    @property
    def angular_momentum(self) -> float:
        """Angular momentum of all bodies about the origin [kg m²/s]."""
        return float(self._angular_momentum)


class World3(_Shared[Body3]):
    """A world in space. Vectors have three components, orientations are unit quaternions x, y, z, w."""

    _dimensions, _body = 3, Body3

    @property
    def angular_momentum(self) -> Array:
        """Angular momentum of all bodies about the origin [kg m²/s], shape (3,)."""
        return self._angular_momentum  # type: ignore[return-value]


def _until(event: Until) -> Tuple[Any, ...]:
    if not isinstance(event, Until):
        raise TypeError(f"{event!r} is no event")
    return event._told()


def _event(parts: Optional[Tuple[float, Array, Array]]) -> Optional[BodyEvent]:
    return parts and BodyEvent(*parts)
