"""Worlds in the plane and in space."""

from __future__ import annotations

from typing import Any, Generic, Iterator, List, Mapping, Optional, Sequence, Tuple, Type, TypeVar, Union

import numpy as np
import numpy.typing as npt

from . import _kinstep
from ._arrays import is_single, rows
from ._types import AnyForce, Array, Axial, Numbers, Vector, Vectors, array, axial, orientation as turn, real, spun, force_to_native, vector
from .body import Body, Body2, Body3
from .ids import BodyId, Family, ForceId, SurfaceId
from .motion import Advanced, Energy, Event, Trajectory, Until, event as event_of
from .surfaces import Contact, Material, Rule, Shape, rule_to_native
from .words import Scheme

Self = TypeVar("Self", bound="_Shared[Any]")
B = TypeVar("B", bound=Body)
#: A body: its id, or what `world[id]` returns.
AnyBody = Union[BodyId, Body]


class _Shared(Generic[B]):
    """What both kinds of worlds have."""

    _dimensions: int
    _body: Type[B]

    def __init__(self, dtype: npt.DTypeLike = "float64") -> None:
        """An empty world at time zero. It computes in float64, or in float32; numbers are given and returned as float64."""
        self._take(_kinstep.World(self._dimensions, is_single(dtype)), Family())

    def _take(self, native: Any, family: Family, has_contacts: bool = False) -> None:
        self._native, self._family = native, family
        #: Whether there may be surfaces or other contacts, which scenes do not have.
        self._has_contacts = has_contacts

    def _bits(self, body: AnyBody) -> int:
        return self._family.bits(BodyId, body)

    def _body_id(self, bits: int) -> BodyId:
        return BodyId(bits, self._family)

    def _vector(self, value: Optional[Vector], name: str) -> List[float]:
        return vector(value, self._dimensions, name)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type in which the world computes, float64 or float32."""
        return np.dtype(np.float32 if self._native.is_single() else np.float64)

    # Bodies

    def add_body(
        self, mass: float, position: Optional[Vector] = None, velocity: Optional[Vector] = None, *, radius: float = 0.0,
        orientation: Optional[Axial] = None, angular_velocity: Optional[Axial] = None, inertia: Optional[Axial] = None,
        inertia_axes: Optional[Axial] = None
    ) -> BodyId:
        """Adds a body, and returns its id. By default it is a point at rest at the origin, without rotation.

        mass: [kg]; infinite for a fixed body.
        position, velocity: of the center of mass [m], [m/s].
        radius: of a ball [m], which touches surfaces and other balls with its rim.
        orientation: an angle [rad] in the plane; x, y, z, w of a unit quaternion in space.
        angular_velocity: [rad/s], world frame; a number in the plane. A point has none.
        inertia: moments about the principal axes [kg m²]; a number in the plane.
        inertia_axes: rotation of the principal axes in the frame of the body: x, y, z, w of a unit quaternion; in space only.
        """
        size = self._dimensions
        record = (
            *(real(mass, "mass"), real(radius, "radius"), self._vector(position, "position"), self._vector(velocity, "velocity")),
            *(turn(orientation, size, "orientation"), axial(angular_velocity, size, "angular velocity")),
            *(axial(inertia, size, "inertia"), turn(inertia_axes, size, "orientation of the principal axes")),
        )
        return self._body_id(self._native.add_body(record))

    def add_bodies(
        self, masses: Numbers, positions: Vectors, velocities: Optional[Vectors] = None, *, radii: Numbers = 0.0
    ) -> List[BodyId]:
        """Adds n points or balls, and returns their ids; if one is not valid none is added.

        masses, radii: [kg], [m]: one for all, or shape (n,).
        positions, velocities: [m], [m/s]: shape (n, dimensions); no velocities for bodies at rest.
        """
        places = rows(positions, (-1, self._dimensions), "positions")
        count = len(places)
        speeds = np.zeros_like(places) if velocities is None else rows(velocities, places.shape, "velocities")
        each = [
            rows(np.full(count, given) if np.ndim(given) == 0 else given, (count,), name)
            for given, name in ((masses, "masses"), (radii, "radii"))
        ]
        return [self._body_id(bits) for bits in self._native.add_bodies((each[0], places, speeds, each[1]))]

    def remove_body(self, body: AnyBody) -> None:
        """Removes a body, the forces on it alone, and its links; LookupError if there is none.

        The last body takes the place of the removed one in `ids`, `positions` and the other arrays; all others keep their indices.
        All other ids refer to the same bodies as before.
        """
        self._native.remove_body(self._bits(body))

    def clear(self) -> None:
        """Removes all bodies and links, and all forces on particular bodies. Only forces on every body stay."""
        self._native.clear()

    def __len__(self) -> int:
        return self._native.len()

    def __contains__(self, body: AnyBody) -> bool:
        return self._native.contains(self._bits(body))

    def __getitem__(self, body: AnyBody) -> B:
        """A body, to be read and written; LookupError if there is none."""
        if body not in self:
            raise LookupError(f"the world has no body {body!r}")
        return self._body(self, body if isinstance(body, BodyId) else body.id)

    def __iter__(self) -> Iterator[B]:
        """All bodies, in the order of the ids."""
        return (self._body(self, id) for id in self.ids)

    @property
    def ids(self) -> List[BodyId]:
        """The ids of all bodies, in the order of all arrays."""
        return [self._body_id(bits) for bits in self._native.ids()]

    @property
    def masses(self) -> Array:
        """Mass of each body [kg], shape (n,): a copy. Setting writes all masses."""
        return self._native.column("masses")

    @masses.setter
    def masses(self, masses: Numbers) -> None:
        self._native.set_column("masses", rows(masses, (len(self),), "masses"))

    @property
    def positions(self) -> Array:
        """Positions [m], shape (n, dimensions): a copy. Setting is `set_positions`."""
        return self._native.column("positions")

    @positions.setter
    def positions(self, positions: Vectors) -> None:
        self.set_positions(positions)

    @property
    def velocities(self) -> Array:
        """Velocities [m/s], shape (n, dimensions): a copy. Setting is `set_velocities`."""
        return self._native.column("velocities")

    @velocities.setter
    def velocities(self, velocities: Vectors) -> None:
        self.set_velocities(velocities)

    def set_positions(self, positions: Vectors) -> None:
        """Sets the positions of all bodies [m], shape (n, dimensions), in the order of the ids."""
        self._native.set_column("positions", rows(positions, (len(self), self._dimensions), "positions"))

    def set_velocities(self, velocities: Vectors) -> None:
        """Sets the velocities of all bodies [m/s], shape (n, dimensions), in the order of the ids."""
        self._native.set_column("velocities", rows(velocities, (len(self), self._dimensions), "velocities"))

    # Forces

    def add_force(
        self, force: AnyForce, on: Union[AnyBody, Sequence[AnyBody], None] = None, *,
        without: Optional[Sequence[AnyBody]] = None, arm: Optional[Vector] = None
    ) -> ForceId:
        """Adds a force, and returns its id.

        force: a force of `forces`, an own force such as Field, a function of position [m], velocity [m/s] and time [s] that
            returns the force [N], or a dictionary of names, as {"Spring": {"stiffness": 3.0}}.
        on: a body, or a list of bodies; None for all bodies, also those that are added later.
        without: for a force on all bodies: those on which it does not act.
        arm: point where the force acts, relative to the center of mass [m], in the frame of the body; the force then has a torque, too.
        """
        if on is not None and without is not None:
            raise ValueError("give the bodies on which the force acts, or those on which it does not, not both")
        if isinstance(on, (list, tuple)):
            sort, bodies = "each", [self._bits(body) for body in on]
        elif on is not None:
            sort, bodies = "body", [self._bits(on)]  # type: ignore[arg-type]
        else:
            sort, bodies = ("every", []) if without is None else ("except", [self._bits(body) for body in without])
        return self._added(force, arm, sort, bodies)

    def add_link(
        self, first: AnyBody, second: AnyBody, force: AnyForce, *, first_point: Optional[Vector] = None,
        second_point: Optional[Vector] = None
    ) -> ForceId:
        """Adds a link, a force between two bodies, and returns its id.

        The force acts on the first body as if the second were the origin, and the second body gets the opposite force. Points are
        relative to the centers of mass [m], in the frames of the bodies; None is the center.
        """
        sort = "link" if first_point is None and second_point is None else "link at"
        points = self._vector(first_point, "first point"), self._vector(second_point, "second point")
        return self._added(force, None, sort, [self._bits(first), self._bits(second)], points)

    def _added(self, force: AnyForce, arm: Optional[Vector], sort: str, bodies: List[int], points: Any = ([0.0] * 3,) * 2) -> ForceId:
        return ForceId(self._native.add_force(*self._to_native(force, arm), (sort, bodies, points)), self._family)

    def _to_native(self, force: Any, arm: Optional[Vector]) -> Tuple[Any, Optional[List[float]]]:
        """A force and its arm as the native half takes them."""
        if isinstance(force, Mapping) and arm is None and isinstance(force.get("AtPoint"), Mapping):
            force, arm = force["AtPoint"].get("force"), force["AtPoint"].get("arm")
        return force_to_native(force, self._dimensions), None if arm is None else self._vector(arm, "arm")

    def replace_force(self, id: ForceId, force: AnyForce, *, arm: Optional[Vector] = None) -> None:
        """Replaces a force: the new one has the same id, and acts on the same bodies. LookupError if there is none of this id."""
        self._native.replace_force(self._family.bits(ForceId, id), *self._to_native(force, arm))

    def remove_force(self, id: ForceId) -> None:
        """Removes a force or a link; LookupError if there is none of this id."""
        self._native.remove_force(self._family.bits(ForceId, id))

    @property
    def forces(self) -> List[ForceId]:
        """The ids of all forces and links; see `force`."""
        return [ForceId(bits, self._family) for bits in self._native.forces()]

    def force(self, id: ForceId) -> Optional[Any]:
        """A force as a dictionary of names, as {"Spring": {"stiffness": 3.0, ...}}; None for a function.

        A force with an arm is {"AtPoint": {"force": ..., "arm": ...}}. `add_force` and `replace_force` take both forms.
        """
        found = self._native.force(self._family.bits(ForceId, id))
        return found and found.get("AtCentre", found)

    def apply_impulse(self, body: AnyBody, impulse: Vector, point: Optional[Vector] = None) -> None:
        """Applies an impulse [N s] at a point of the world [m] or at the center of mass: the momentum of the body changes at once."""
        self._push(body, "impulse", self._vector(impulse, "impulse"), point)

    def apply_force(self, body: AnyBody, force: Vector, point: Optional[Vector] = None) -> None:
        """Applies a constant force [N] during the next step only, at a point of the world [m] or at the center of mass."""
        self._push(body, "force", self._vector(force, "force"), point)

    def apply_torque(self, body: AnyBody, torque: Axial) -> None:
        """Applies a constant torque [N m] during the next step only, world frame; a number in the plane."""
        self._push(body, "torque", axial(torque, self._dimensions, "torque"))

    def _push(self, body: AnyBody, sort: str, push: List[float], point: Optional[Vector] = None) -> None:
        self._native.push(self._bits(body), sort, push, None if point is None else self._vector(point, "point"))

    # Motion

    def step(self, dt: float) -> None:
        """Moves the world by dt [s]; a negative dt runs backwards.

        StepError if the step cannot be made; an exception in a function is raised, too. The world is then as it was. With 256 bodies
        or more, or with functions, other threads can work meanwhile.
        """
        self._native.step(dt)

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return self._native.time()

    @property
    def steps(self) -> int:
        """Number of steps made."""
        return self._native.steps()

    @property
    def energy(self) -> Energy:
        """Kinetic and potential energy [J]."""
        return Energy(*self._native.energy())

    @property
    def momentum(self) -> Array:
        """Momentum of all bodies [kg m/s], shape (dimensions,)."""
        return array(self._native.momentum(), self._dimensions)

    @property
    def center_of_mass(self) -> Optional[Array]:
        """Center of mass [m], shape (dimensions,); None without bodies of finite mass."""
        center = self._native.center_of_mass()
        return center and array(center, self._dimensions)

    @property
    def scheme(self) -> Scheme:
        """The scheme by which the world is stepped, at first "FlowKick". ValueError with the known names for an unknown one."""
        return self._native.scheme()

    @scheme.setter
    def scheme(self, scheme: Scheme) -> None:
        self._native.set_scheme(scheme)

    def run(self, duration: float, dt: float, every: int = 1) -> Trajectory:
        """Steps by dt [s] for a duration [s], a whole number of steps; returns the start and each state after `every` steps.

        Other threads can work meanwhile; Ctrl-C stops it. If it fails or is stopped the world is as it was.
        """
        return self._trajectory(self._native.run(duration, dt, every), self.ids)

    def step_until(self, dt: float, event: Until) -> Optional[Event]:
        """Moves the world by dt [s], not negative, or to the first event of a body if that is earlier.

        Returns the event; None if there is none, and the world was moved by all of dt. Under linear forces the event is provably the
        first, and exact. The rest of the step is not made: make it by another call. A body that the last call stopped at a plane passes
        through it in the next one, unless its state is changed in between. Bodies ignore surfaces. If it fails the world is as it was.
        """
        return event_of(self._native.step_until(dt, self._until(event)), self._dimensions)

    def advance(self, duration: float, tolerance: float, relative: float = 0.0) -> Advanced:
        """Moves the world by a duration [s], which may be negative, to a tolerance, in steps as long as that allows.

        The error of a coordinate x in a step is held below tolerance [m] + relative · |x|. Bodies whose motion has an exact solution
        are moved exactly. Bodies ignore surfaces. The call counts as one step in `steps`. Other threads can work meanwhile; Ctrl-C
        stops it. If it fails the world is as it was.
        """
        return Advanced(**self._native.advance(duration, (tolerance, relative)))

    def advance_through(self, times: Numbers, tolerance: float, relative: float = 0.0) -> Trajectory:
        """Advances to the last of some times [s], and returns all states at each of them.

        times: of the clock of the world, in one direction from now on. They take no steps of their own: the states are interpolated
        inside the steps of `advance`. Ctrl-C stops it.
        """
        given = rows(times, (-1,), "times")
        return self._trajectory(self._native.advance_through(given, (tolerance, relative)), self.ids)

    def advance_until(self, duration: float, tolerance: float, event: Until, relative: float = 0.0) -> Optional[Event]:
        """Advances by a duration [s], not negative, or to the first event of a body if that is earlier.

        Returns the event; None if there is none. See `advance` and `step_until`. Ctrl-C stops it.
        """
        found = self._native.advance_until(duration, (tolerance, relative), self._until(event))
        return event_of(found, self._dimensions)

    def _until(self, event: Until) -> Tuple[Any, ...]:
        if not isinstance(event, Until):
            raise TypeError(f"{event!r} is no event")
        kind, direction, body, name, point, number = event._to_native()
        return kind, direction, self._bits(body), self._vector(point, name), real(number, "distance or radius")

    def trajectory(self, body: AnyBody, times: Numbers) -> Trajectory:
        """The motion of a body in closed form, without a step: its states at some times [s] of the clock of the world.

        ValueError that names the force if one on the body has no linear law, or links it to another body.
        """
        bits, given = self._bits(body), rows(times, (-1,), "times")
        return self._trajectory(self._native.trajectory(bits, given), [self._body_id(bits)])

    def _trajectory(self, arrays: Tuple[Array, Array, Array], bodies: List[BodyId]) -> Trajectory:
        times, positions, velocities = arrays
        return Trajectory(times, positions, velocities, tuple(bodies))

    # Surfaces

    def add_surface(
        self, shape: Shape, *, restitution: float = 0.0, friction: float = 0.0, rolling: float = 0.0,
        tangential_restitution: float = 0.0, velocity: Optional[Vector] = None, one_way: Optional[Vector] = None,
        layers: Optional[int] = None
    ) -> SurfaceId:
        """Adds a surface with which all bodies collide, and returns its id. A point touches it with its center, a ball with its rim.

        restitution, friction, rolling, tangential_restitution: see Material.
        velocity, one_way, layers: see `set_surface`.
        """
        if not isinstance(shape, Shape):
            raise TypeError(f"{shape!r} is no surface")
        contact = Material(restitution, friction, rolling, tangential_restitution)._to_native()
        surface = SurfaceId(self._native.add_surface(shape._to_native(self._dimensions), contact), self._family)
        self._has_contacts = True
        try:
            self.set_surface(surface, velocity=velocity, one_way=one_way, layers=layers)
        except Exception:
            self.remove_surface(surface)
            raise
        return surface

    def remove_surface(self, surface: SurfaceId) -> None:
        """Removes a surface; LookupError if there is none of this id."""
        self._native.remove_surface(self._surface_bits(surface))

    def set_surface(
        self, surface: SurfaceId, material: Optional[Material] = None, *, velocity: Optional[Vector] = None,
        one_way: Optional[Vector] = None, layers: Optional[int] = None
    ) -> None:
        """Changes a surface; what is None stays as it is.

        velocity: of the surface [m/s], which moves from now on.
        one_way: the surface stops only bodies that come from the side to which this vector points; zeros for all sides.
        layers: 32 bits; it stops bodies that have a bit in common with it. At first all bits are set.
        """
        self._native.change_surface(
            self._surface_bits(surface), None if material is None else material._to_native(),
            None if velocity is None else self._vector(velocity, "velocity"),
            None if one_way is None else self._vector(one_way, "side"), layers
        )

    def surface_offset(self, surface: SurfaceId) -> Array:
        """Displacement of a surface since it was added [m], shape (dimensions,)."""
        return array(self._native.surface_offset(self._surface_bits(surface)), self._dimensions)

    def set_layers(self, body: AnyBody, layers: int) -> None:
        """Sets the layers of a body, 32 bits: it collides with surfaces and bodies that have a bit in common with it. All at first."""
        self._has_contacts = True
        self._native.set_layers(self._bits(body), layers)

    def set_body_contact(self, material: Optional[Material]) -> None:
        """Lets balls, which have a radius, collide with each other; None lets them pass, as at first."""
        self._has_contacts = True
        self._native.set_body_contact(material and material._to_native())

    def on_contact(self, rule: Rule) -> None:
        """Lets a function decide how contacts act, also while a body stays on a surface. Equal contacts must get equal answers.

        Each contact calls the function. An exception in it is raised by the step. It replaces the last function.
        """
        family = self._family.ref

        def touched(is_surface: bool, bits: int) -> Tuple[Optional[SurfaceId], Optional[BodyId]]:
            return (SurfaceId(bits, family()), None) if is_surface else (None, BodyId(bits, family()))

        self._native.on_contact(rule_to_native(rule, self._dimensions, touched, lambda bits: BodyId(bits, family())))
        self._has_contacts = True

    @property
    def contacts(self) -> List[Contact]:
        """The contacts of the last step, in the order of time."""

        def contact(time: float, body: int, is_surface: bool, other: int, kind: Any, *vectors: List[float]) -> Contact:
            point, normal, impulse = (array(one, self._dimensions) for one in vectors)
            surface, id = (SurfaceId(other, self._family), None) if is_surface else (None, self._body_id(other))
            return Contact(time, self._body_id(body), surface, id, kind, point, normal, impulse)

        return [contact(*parts) for parts in self._native.contacts()]

    def held_by(self, body: AnyBody) -> List[SurfaceId]:
        """The surfaces on which a body rests, slides or rolls."""
        return [SurfaceId(bits, self._family) for bits in self._native.held_by(self._bits(body))]

    def _surface_bits(self, surface: SurfaceId) -> int:
        return self._family.bits(SurfaceId, surface)

    # States

    def clone(self: Self) -> Self:
        """A copy, with the same ids, forces and surfaces. Functions are shared."""
        copy = type(self).__new__(type(self))
        copy._take(self._native.clone(), self._family, self._has_contacts)
        return copy

    def snapshot(self) -> bytes:
        """Bodies, time and scheme as bytes, without forces, surfaces and layers; see `restore`."""
        return self._native.snapshot()

    def restore(self, snapshot: bytes) -> None:
        """Goes back to the state of a snapshot: bodies, ids, time and scheme. The next steps are equal to the bit.

        The world keeps its surfaces and layers. Forces that were added after the snapshot are removed. RestoreError if a force was
        removed after it, or if the bytes do not fit; the world is then unchanged.
        """
        self._native.restore(snapshot)

    def scene(self) -> bytes:
        """Bodies, time, scheme and forces as bytes, without surfaces and layers; see `from_scene`. ValueError if a force is a function."""
        return self._native.scene()

    @classmethod
    def from_scene(cls: Type[Self], scene: bytes) -> Self:
        """The world of a scene, with the same ids; its steps are equal to the bit. RestoreError if the bytes are no scene."""
        native, dimensions = _kinstep.World.from_scene(scene)
        if dimensions != cls._dimensions:
            raise _kinstep.RestoreError(f"the scene is of a world of {dimensions} dimensions, not of {cls._dimensions}")
        world = cls.__new__(cls)
        world._take(native, Family(takes_any=True))
        return world

    def __reduce__(self) -> Tuple[Any, ...]:
        try:
            if self._has_contacts:
                raise ValueError("a scene has no surfaces and contacts")
            return type(self).from_scene, (self.scene(),)
        except ValueError as error:
            raise ValueError(f"this world cannot be pickled or deep-copied: {error}; `world.clone()` copies it") from None

    def __repr__(self) -> str:
        kind = " in float32" if self._native.is_single() else ""
        return f"<{type(self).__name__} of {len(self)} bodies and {len(self.forces)} forces at {self.time:g} s{kind}>"


class World2(_Shared[Body2]):
    """A world in the plane. Vectors have two components; orientations and angular velocities are numbers."""

    _dimensions, _body = 2, Body2

    @property
    def angular_momentum(self) -> float:
        """Angular momentum of all bodies about the origin [kg m²/s]."""
        return spun(self._native.angular_momentum(), 2)


class World3(_Shared[Body3]):
    """A world in space. Vectors have three components; orientations are unit quaternions x, y, z, w."""

    _dimensions, _body = 3, Body3

    @property
    def angular_momentum(self) -> Array:
        """Angular momentum of all bodies about the origin [kg m²/s], shape (3,)."""
        return spun(self._native.angular_momentum(), 3)
