"""The forces of the crate. Made from the source of the crates by `cargo run -p table`: change that.

Vectors are in the world frame unless said otherwise. Parameters are checked when a force is added to a world.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Optional, Tuple

from ._types import Axial, Force, Vector


@dataclass(frozen=True, eq=False)
class UniformGravity(Force):
    """The same acceleration for every body: `a = g`.

    acceleration: g [m/s²], world frame.
    """

    _kind: ClassVar[int] = 0
    _layout: ClassVar[Tuple[Tuple[str, str], ...]] = (("acceleration", "v"),)

    acceleration: Vector


@dataclass(frozen=True, eq=False)
class ConstantForce(Force):
    """A force that is the same everywhere, and constant or linear in time: `F = F₀ + (dF/dt) t`.

    force: The force at time zero [N], world frame.
    rate: Rate of change of the force [N/s].
    """

    _kind: ClassVar[int] = 1
    _layout: ClassVar[Tuple[Tuple[str, str], ...]] = (("force", "v"), ("rate", "v"),)

    force: Vector
    rate: Optional[Vector] = None


@dataclass(frozen=True, eq=False, init=False)
class LinearDrag(Force):
    """Drag proportional to the velocity relative to the air: `a = -γ (v - wind)`.

    rate: Rate γ [1/s], independent of mass and inertia.
    coefficient: Coefficient [kg/s].
    wind: Velocity of the air [m/s], world frame.

    Give rate, or coefficient, by name.
    """

    _kind: ClassVar[int] = 2
    _layout: ClassVar[Tuple[Tuple[str, str], ...]] = (("rate", "n"), ("coefficient", "n"), ("wind", "v"),)

    rate: Optional[float] = None
    coefficient: Optional[float] = None
    wind: Optional[Vector] = None

    def __init__(self, *, rate: Optional[float] = None, coefficient: Optional[float] = None, wind: Optional[Vector] = None) -> None:
        object.__setattr__(self, "rate", rate)
        object.__setattr__(self, "coefficient", coefficient)
        object.__setattr__(self, "wind", wind)


@dataclass(frozen=True, eq=False)
class QuadraticDrag(Force):
    """Drag proportional to the square of the speed through the air: `F = -k |v - wind| (v - wind)`.

    coefficient: Coefficient k [kg/m].
    wind: Velocity of the air [m/s], world frame.
    """

    _kind: ClassVar[int] = 3
    _layout: ClassVar[Tuple[Tuple[str, str], ...]] = (("coefficient", "f"), ("wind", "v"),)

    coefficient: float
    wind: Optional[Vector] = None


@dataclass(frozen=True, eq=False, init=False)
class QuadraticFall(Force):
    """Gravity and quadratic drag together, for a body that rises and falls. With s the downward speed through the air, `s' = g - (k/m) s |s|`.

    gravity: Acceleration of gravity [m/s²], world frame.
    coefficient: Coefficient k [kg/m].
    terminal_speed: Terminal speed `√(m g / k)` [m/s].
    wind: Velocity of the air [m/s], world frame.

    Give coefficient, or terminal_speed, by name.
    """

    _kind: ClassVar[int] = 4
    _layout: ClassVar[Tuple[Tuple[str, str], ...]] = (("gravity", "v"), ("coefficient", "n"), ("terminal_speed", "n"), ("wind", "v"),)

    gravity: Vector
    coefficient: Optional[float] = None
    terminal_speed: Optional[float] = None
    wind: Optional[Vector] = None

    def __init__(self, *, gravity: Vector, coefficient: Optional[float] = None, terminal_speed: Optional[float] = None, wind: Optional[Vector] = None) -> None:
        object.__setattr__(self, "gravity", gravity)
        object.__setattr__(self, "coefficient", coefficient)
        object.__setattr__(self, "terminal_speed", terminal_speed)
        object.__setattr__(self, "wind", wind)


@dataclass(frozen=True, eq=False)
class Spring(Force):
    """A damped spring. Without a rest length the spring pulls a body to a point; in a link, it pulls the separation of the bodies to a given *vector* (an offset). To keep a distance, set a `length`.

    stiffness: Stiffness k [N/m].
    damping: Damping coefficient b [kg/s].
    length: Rest length [m]; `None` for a linear spring.
    pulls_only: Whether the spring is a rope, which never pushes.
    anchor: Point where the spring is attached [m], world frame.
    """

    _kind: ClassVar[int] = 5
    _layout: ClassVar[Tuple[Tuple[str, str], ...]] = (("stiffness", "f"), ("damping", "f"), ("length", "n"), ("pulls_only", "b"), ("anchor", "v"),)

    stiffness: float
    damping: float = 0.0
    length: Optional[float] = None
    pulls_only: bool = False
    anchor: Optional[Vector] = None


@dataclass(frozen=True, eq=False)
class MagneticField(Force):
    """A uniform magnetic field, with an optional electric field: `F = q (E + v × B)`.

    field: Magnetic field B [T].
    electric_field: Electric field E [V/m].
    charge: Charge q [C].
    """

    _kind: ClassVar[int] = 6
    _layout: ClassVar[Tuple[Tuple[str, str], ...]] = (("field", "a"), ("electric_field", "v"), ("charge", "f"),)

    field: Axial
    electric_field: Optional[Vector] = None
    charge: float = 1.0


@dataclass(frozen=True, eq=False)
class RotatingFrame(Force):
    """The inertial forces in a frame that rotates at a constant rate, Coriolis and centrifugal: `a = 2 v × Ω - Ω × (Ω × (x - p))`.

    angular_velocity: Angular velocity Ω [rad/s].
    point: A point p on the axis [m].
    """

    _kind: ClassVar[int] = 7
    _layout: ClassVar[Tuple[Tuple[str, str], ...]] = (("angular_velocity", "a"), ("point", "v"),)

    angular_velocity: Axial
    point: Optional[Vector] = None


@dataclass(frozen=True, eq=False)
class Magnus(Force):
    """The lift of a ball with constant angular velocity: `F = k ω × (v - wind)`.

    coefficient: Coefficient k [kg].
    angular_velocity: Angular velocity ω [rad/s].
    wind: Velocity of the air [m/s], world frame.
    """

    _kind: ClassVar[int] = 8
    _layout: ClassVar[Tuple[Tuple[str, str], ...]] = (("coefficient", "f"), ("angular_velocity", "a"), ("wind", "v"),)

    coefficient: float
    angular_velocity: Axial
    wind: Optional[Vector] = None


@dataclass(frozen=True, eq=False, init=False)
class DryFriction(Force):
    """Dry friction: a force of constant magnitude that opposes the motion. It stops the body, and never reverses the motion.

    force: The force A [N].
    friction: The coefficient of friction, and the normal load [N].
    load: The coefficient of friction, and the normal load [N].
    deceleration: The deceleration A/m [m/s²].
    linear: Coefficient B of the part linear in the speed [kg/s].
    quadratic: Coefficient C of the part quadratic in the speed [kg/m].
    surface: Velocity of the surface [m/s], world frame.

    Give force, or friction and load, or deceleration, by name.
    """

    _kind: ClassVar[int] = 9
    _layout: ClassVar[Tuple[Tuple[str, str], ...]] = (("force", "n"), ("friction", "n"), ("load", "n"), ("deceleration", "n"), ("linear", "f"), ("quadratic", "f"), ("surface", "v"),)

    force: Optional[float] = None
    friction: Optional[float] = None
    load: Optional[float] = None
    deceleration: Optional[float] = None
    linear: float = 0.0
    quadratic: float = 0.0
    surface: Optional[Vector] = None

    def __init__(self, *, force: Optional[float] = None, friction: Optional[float] = None, load: Optional[float] = None, deceleration: Optional[float] = None, linear: float = 0.0, quadratic: float = 0.0, surface: Optional[Vector] = None) -> None:
        object.__setattr__(self, "force", force)
        object.__setattr__(self, "friction", friction)
        object.__setattr__(self, "load", load)
        object.__setattr__(self, "deceleration", deceleration)
        object.__setattr__(self, "linear", linear)
        object.__setattr__(self, "quadratic", quadratic)
        object.__setattr__(self, "surface", surface)


@dataclass(frozen=True, eq=False)
class PointGravity(Force):
    """Newton's gravity towards a fixed point: `a = -μ r/|r|³`, with `r = x - centre`.

    strength: Strength μ [m³/s²].
    center: Position of the attractor [m], world frame.
    """

    _kind: ClassVar[int] = 10
    _layout: ClassVar[Tuple[Tuple[str, str], ...]] = (("strength", "f"), ("center", "v"),)

    strength: float
    center: Optional[Vector] = None


@dataclass(frozen=True, eq=False)
class ConstantTorque(Force):
    """A constant torque in the world frame, independent of the body's motion.

    torque: Torque τ [N·m], world frame.
    """

    _kind: ClassVar[int] = 11
    _layout: ClassVar[Tuple[Tuple[str, str], ...]] = (("torque", "a"),)

    torque: Axial


@dataclass(frozen=True, eq=False)
class TorsionSpring(Force):
    """A damped spring towards an orientation: `τ = -k φ - b ω`, with the rotation vector φ from that orientation to the orientation of the body.

    stiffness: Stiffness k [N·m/rad].
    damping: Damping coefficient b [N·m·s/rad].
    rest: Orientation at which the torque of the spring is zero: an angle [rad] in the plane, a unit quaternion in space.
    """

    _kind: ClassVar[int] = 12
    _layout: ClassVar[Tuple[Tuple[str, str], ...]] = (("stiffness", "f"), ("damping", "f"), ("rest", "o"),)

    stiffness: float
    damping: float = 0.0
    rest: Optional[Axial] = None


@dataclass(frozen=True, eq=False, init=False)
class AngularDrag(Force):
    """Drag that slows the rotation of a body.

    rate: Rate γ [1/s], independent of mass and inertia.
    coefficient: Coefficient [N·m·s/rad].

    Give rate, or coefficient, by name.
    """

    _kind: ClassVar[int] = 13
    _layout: ClassVar[Tuple[Tuple[str, str], ...]] = (("rate", "n"), ("coefficient", "n"),)

    rate: Optional[float] = None
    coefficient: Optional[float] = None

    def __init__(self, *, rate: Optional[float] = None, coefficient: Optional[float] = None) -> None:
        object.__setattr__(self, "rate", rate)
        object.__setattr__(self, "coefficient", coefficient)


@dataclass(frozen=True, eq=False)
class Thruster(Force):
    """An engine that is fixed to the body: a force that is constant in the body's frame, and acts at a point of the body.

    force: Force at full throttle [N], in the body's frame.
    arm: Point where the force acts, relative to the centre of mass [m], in the body's frame.
    throttle: Fraction of the full force; 1 is full throttle.
    """

    _kind: ClassVar[int] = 14
    _layout: ClassVar[Tuple[Tuple[str, str], ...]] = (("force", "v"), ("arm", "v"), ("throttle", "f"),)

    force: Vector
    arm: Optional[Vector] = None
    throttle: float = 1.0


@dataclass(frozen=True, eq=False)
class CriticalSpring(Force):
    """A spring that pulls a body of any mass to a point as fast as possible without overshoot.

    half_life: Time after which a body that starts at rest has covered half the distance [s].
    anchor: Point to which the spring pulls [m], world frame.
    """

    _kind: ClassVar[int] = 15
    _layout: ClassVar[Tuple[Tuple[str, str], ...]] = (("half_life", "f"), ("anchor", "v"),)

    half_life: float
    anchor: Optional[Vector] = None


@dataclass(frozen=True, eq=False)
class MutualGravity(Force):
    """Newton's gravity between all bodies of a world, as one force. Use softening if bodies may come close to each other.

    gravitation: The constant of gravitation G [m³/(kg s²)]; negative if bodies repel each other.
    softening: The softening length ε [m].
    """

    _kind: ClassVar[int] = 16
    _layout: ClassVar[Tuple[Tuple[str, str], ...]] = (("gravitation", "f"), ("softening", "f"),)

    gravitation: float
    softening: float = 0.0


__all__ = [
    "UniformGravity",
    "ConstantForce",
    "LinearDrag",
    "QuadraticDrag",
    "QuadraticFall",
    "Spring",
    "MagneticField",
    "RotatingFrame",
    "Magnus",
    "DryFriction",
    "PointGravity",
    "ConstantTorque",
    "TorsionSpring",
    "AngularDrag",
    "Thruster",
    "CriticalSpring",
    "MutualGravity",
]
