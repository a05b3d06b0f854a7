"""Surfaces of a world, and the contacts of its bodies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, ClassVar, Optional, Sequence, Tuple, Union


from ._arrays import numbers, rows
from ._kinstep import BodyId, SurfaceId
from ._types import AnyArray, Array, Axial, Numbers, Record, Vector
from .words import ContactKind


class Shape(Record):
    """A surface of the list below."""

    _shape: ClassVar[str]


@dataclass(frozen=True, eq=False)
class Plane(Shape):
    """The half-space `normal · position < distance` is solid.

    normal: towards the free side, of any length.
    distance: from the origin along the normal [m], times its length.
    """

    _shape = "plane"
    normal: Vector
    distance: float = 0.0


@dataclass(frozen=True, eq=False)
class Box(Shape):
    """A solid box.

    center: [m]
    half_extents: half of each edge [m].
    orientation: how the box is turned about its center: an angle [rad] in the plane, x, y, z, w of a unit quaternion in space.
    """

    _shape = "box"
    center: Vector
    half_extents: Vector
    orientation: Optional[Axial] = None


@dataclass(frozen=True, eq=False)
class Ball(Shape):
    """A solid ball.

    center: [m]
    radius: [m]
    """

    _shape = "ball"
    center: Vector
    radius: float


@dataclass(frozen=True, eq=False)
class Chain(Shape):
    """Segments from point to point, in the plane only. The ground is on the right of someone who walks along them.

    points: [m], shape (n, 2).
    is_closed: whether the last point is joined to the first.
    """

    _shape = "chain"
    points: Union[Sequence[Vector], AnyArray]
    is_closed: bool = False

    @property
    def _points(self) -> Array:
        return rows(self.points, (-1, 2), "points")  # type: ignore[no-any-return]


@dataclass(frozen=True, eq=False)
class Heightfield(Shape):
    """Ground between samples of its height, at equal distances.

    heights: [m], shape (n,) in the plane, (rows, columns) in space.
    spacing: distance of neighbouring samples [m].
    origin: the place of the first sample [m]; None for the origin.
    up: along an axis; None for y.
    """

    _shape = "heightfield"
    heights: Union[Numbers, Sequence[Sequence[float]]]
    spacing: float
    origin: Optional[Vector] = None
    up: Optional[Vector] = None

    @property
    def _heights(self) -> Array:
        return numbers(self.heights, "heights")  # type: ignore[no-any-return]


@dataclass(frozen=True, eq=False)
class Ground(Shape):
    """Ground as a function: slow, because Python is called for each height.

    height: from a position [m], without its part along up, to the height of the ground along up [m].
    steepest: the most that the height changes [m] per metre; with too small a number bodies may pass through steeper parts.
    up: of any length; None for y.
    """

    _shape = "ground"
    height: Callable[[Array], float]
    steepest: float
    up: Optional[Vector] = None


@dataclass(frozen=True)
class Material:
    """How a body and a surface, or two bodies, act on each other.

    restitution: the normal speed after a contact over that before: 0 for no bounce, 1 for no loss.
    friction: coefficient of friction, static and sliding.
    rolling: coefficient of rolling resistance.
    tangential_restitution: how much of the sliding friction reverses, from 0 to 1 (a superball).
    """

    restitution: float = 0.0
    friction: float = 0.0
    rolling: float = 0.0
    tangential_restitution: float = 0.0

    def _told(self) -> Tuple[float, float, float, float]:
        return self.restitution, self.friction, self.rolling, self.tangential_restitution


@dataclass(frozen=True, eq=False)
class Contact(Record):
    """A contact of a body in the last step.

    time: of the clock of the world [s].
    body: its id.
    surface: the surface that it touched; None for a body.
    other: the other body that it touched; None for a surface.
    kind: what happened.
    point: of contact [m], shape (dimensions,).
    normal: of length 1, towards the body.
    impulse: on the body [N s].
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
    """A contact before it acts, for the function of `on_contact`.

    time: of the clock of the world [s].
    body: its id.
    surface: the surface that it touches; None for a body.
    other: the other body that it touches; None for a surface.
    point: of contact [m], shape (dimensions,).
    normal: of length 1, towards the body.
    velocity: of the body relative to the surface or the other body [m/s].
    material: that was set.
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
    push: velocity that is added to the body [m/s]; None for none.
    passes: whether the body passes through.
    """

    material: Optional[Material] = None
    belt: Optional[Vector] = None
    push: Optional[Vector] = None
    passes: bool = False


#: Decides how a contact acts; None for what the material says.
Rule = Callable[[Collision], Optional[Response]]


def rule_told(rule: Rule) -> Callable[..., Tuple[Any, ...]]:
    """A rule as the native half calls it."""
    if not callable(rule):
        raise TypeError(f"the rule is {rule!r}; it must be a function")

    def called(time: float, body: BodyId, touched: Any, point: Array, normal: Array, velocity: Array, material: Any) -> Tuple[Any, ...]:
        answer = rule(Collision(time, body, *touched, point, normal, velocity, Material(*material)))
        if answer is None:
            answer = Response()
        if not isinstance(answer, Response):
            raise TypeError(f"the answer to a contact is {answer!r}; it must be a Response or None")
        return answer.material and answer.material._told(), answer.belt, answer.push, answer.passes

    return called
