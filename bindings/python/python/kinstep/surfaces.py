"""Surfaces of a world, and the contacts of its bodies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, List, Optional, Sequence, Tuple, Union

from ._arrays import rows
from ._types import AnyArray, Array, Axial, Numbers, Record, Vector, array, orientation, real, vector
from .ids import BodyId, SurfaceId
from .words import ContactKind


class Shape(Record):
    """A surface: Plane, Box, Ball, Chain, Heightfield or Ground."""

    def _to_native(self, dimensions: int) -> Tuple[Any, ...]:
        """Sort, two vectors, an orientation, a number, a flag, and an array or a function."""
        raise TypeError(f"{self!r} is no surface that can be added")


_NO: List[float] = [0.0] * 3
_UPRIGHT: List[float] = [0.0] * 4


def up_of(up: Optional[Vector], dimensions: int) -> List[float]:
    """The direction up: y, unless it is given."""
    return [0.0, 1.0, 0.0] if up is None else vector(up, dimensions, "up direction")


@dataclass(frozen=True, eq=False)
class Plane(Shape):
    """The half-space `normal · position < distance` is solid.

    normal: towards the free side, of any length.
    distance: from the origin along the normal [m], times its length.
    """

    normal: Vector
    distance: float = 0.0

    def _to_native(self, dimensions: int) -> Tuple[Any, ...]:
        return "plane", vector(self.normal, dimensions, "normal"), _NO, _UPRIGHT, real(self.distance, "distance"), False, None


@dataclass(frozen=True, eq=False)
class Box(Shape):
    """A solid box, by its center [m] and half of each edge [m].

    orientation: rotation of the box about its center: an angle [rad] in the plane, x, y, z, w of a unit quaternion in space.
    """

    center: Vector
    half_extents: Vector
    orientation: Optional[Axial] = None

    def _to_native(self, dimensions: int) -> Tuple[Any, ...]:
        center, half = vector(self.center, dimensions, "center"), vector(self.half_extents, dimensions, "half extents")
        return "box", center, half, orientation(self.orientation, dimensions, "orientation"), 0.0, False, None


@dataclass(frozen=True, eq=False)
class Ball(Shape):
    """A solid ball, by its center [m] and radius [m]."""

    center: Vector
    radius: float

    def _to_native(self, dimensions: int) -> Tuple[Any, ...]:
        return "ball", vector(self.center, dimensions, "center"), _NO, _UPRIGHT, real(self.radius, "radius"), False, None


@dataclass(frozen=True, eq=False)
class Chain(Shape):
    """Segments from point to point [m], shape (n, 2), in the plane only. The solid side is on the right, seen along the segments.

    is_closed: whether the last point is joined to the first.
    """

    points: Union[Sequence[Vector], AnyArray]
    is_closed: bool = False

    def _to_native(self, dimensions: int) -> Tuple[Any, ...]:
        return "chain", _NO, _NO, _UPRIGHT, 0.0, bool(self.is_closed), rows(self.points, (-1, 2), "points")


@dataclass(frozen=True, eq=False)
class Heightfield(Shape):
    """Ground between samples of its height, at equal distances.

    heights: [m], shape (n,) in the plane, (rows, columns) in space.
    spacing: distance of neighbouring samples [m].
    origin: position of the first sample [m], without its height along up; None for the origin.
    up: along an axis; None for y.
    """

    heights: Union[Numbers, Sequence[Sequence[float]]]
    spacing: float
    origin: Optional[Vector] = None
    up: Optional[Vector] = None

    def _to_native(self, dimensions: int) -> Tuple[Any, ...]:
        heights, start = rows(self.heights, (-1,) * (dimensions - 1), "heights"), vector(self.origin, dimensions, "origin")
        return "heightfield", up_of(self.up, dimensions), start, _UPRIGHT, real(self.spacing, "spacing"), False, heights


@dataclass(frozen=True, eq=False)
class Ground(Shape):
    """Ground as a function: slow, because Python is called for each height.

    height: from a position [m], without its part along up, to the height of the ground along up [m].
    steepest: upper bound on the slope, the most that the height changes [m] per metre; bodies may pass through steeper parts.
    curvature: the most that the slope changes per metre [1/m]. Worlds need it, flights do not; the radius of a ball must be smaller
        than 1/curvature.
    up: of any length; None for y.
    """

    height: Callable[[Array], float]
    steepest: float
    curvature: Optional[float] = None
    up: Optional[Vector] = None

    def _to_native(self, dimensions: int) -> Tuple[Any, ...]:
        if not callable(self.height):
            raise TypeError(f"the height of the ground is {self.height!r}; it must be a function")
        curved = [0.0 if self.curvature is None else real(self.curvature, "curvature"), 0.0, 0.0]
        slope, is_known = real(self.steepest, "steepest slope"), self.curvature is not None
        return "ground", up_of(self.up, dimensions), curved, _UPRIGHT, slope, is_known, self.height


@dataclass(frozen=True)
class Material:
    """How a body and a surface, or two bodies, act on each other.

    restitution: normal speed after a contact divided by that before, from 0 (no bounce) to 1 (no loss).
    friction: coefficient of friction, static and sliding; zero or more.
    rolling: coefficient of rolling resistance; zero or more.
    tangential_restitution: from 0 (friction stops the sliding) to 1 (friction reverses it without loss, as of a superball).
    """

    restitution: float = 0.0
    friction: float = 0.0
    rolling: float = 0.0
    tangential_restitution: float = 0.0

    def _to_native(self) -> Tuple[float, ...]:
        return self.restitution, self.friction, self.rolling, self.tangential_restitution


@dataclass(frozen=True, eq=False)
class Contact(Record):
    """A contact of a body in the last step. Vectors have shape (dimensions,).

    time: of the clock of the world [s].
    surface, other: the surface or the other body that the body touched; one of both is None.
    kind: what happened, a name of `words.ContactKind`.
    point, normal, impulse: point of contact [m]; unit normal towards the body; impulse on the body [N s].
    """

    time: float
    body: BodyId
    surface: Optional[SurfaceId]
    other: Optional[BodyId]
    kind: ContactKind
    point: Array
    normal: Array
    impulse: Array


@dataclass(frozen=True, eq=False)
class Collision(Record):
    """A contact for which the function of `on_contact` decides how it acts. Fields are those of a Contact, except:

    velocity: of the body relative to the surface or the other body [m/s], shape (dimensions,).
    material: the one that was set.
    """

    time: float
    body: BodyId
    surface: Optional[SurfaceId]
    other: Optional[BodyId]
    point: Array
    normal: Array
    velocity: Array
    material: Material


@dataclass(frozen=True, eq=False)
class Response(Record):
    """How a contact acts, also while the body stays on the surface.

    material: None for the material that was set.
    belt: velocity of a conveyor belt along the surface [m/s]; None for none.
    push: velocity that is added to that of the body [m/s]; None for none.
    passes: whether the body passes through.
    """

    material: Optional[Material] = None
    belt: Optional[Vector] = None
    push: Optional[Vector] = None
    passes: bool = False


#: Decides how a contact acts; None for what the material says.
Rule = Callable[[Collision], Optional[Response]]


def rule_to_native(rule: Rule, dimensions: int, touched: Callable[[bool, int], Tuple[Any, Any]], body: Callable[[int], BodyId]) -> Any:
    """A rule as the native half calls it."""
    if not callable(rule):
        raise TypeError(f"the rule is {rule!r}; it must be a function")

    def called(time: float, bits: int, is_surface: bool, with_bits: int, vectors: Any, material: Any) -> Tuple[Any, ...]:
        (surface, other), (point, normal, velocity) = touched(is_surface, with_bits), (array(one, dimensions) for one in vectors)
        answer = rule(Collision(time, body(bits), surface, other, point, normal, velocity, Material(*material)))
        if answer is None:
            answer = Response()
        if not isinstance(answer, Response):
            raise TypeError(f"the answer to a contact is {answer!r}; it must be a Response or None")
        numbers = answer.material._to_native() if answer.material else material
        belt, push = vector(answer.belt, dimensions, "belt"), vector(answer.push, dimensions, "push")
        return numbers, belt, push, bool(answer.passes)

    return called
