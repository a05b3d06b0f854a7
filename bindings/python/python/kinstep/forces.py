"""Forces. Vectors are in the world frame unless said otherwise; None is the zero vector.

Parameters are checked when a force is added to a world.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Vector = Union[Sequence[float], Array]
#: A number in the plane, a vector in space.
Axial = Union[float, Vector]


class Force:
    """A force of the list below."""


@dataclass(frozen=True)
class UniformGravity(Force):
    """Gravity that is the same everywhere."""

    #: [m/s²]
    acceleration: Vector


@dataclass(frozen=True)
class ConstantForce(Force):
    """A force that grows steadily from what it is at time zero."""

    #: At time zero [N].
    force: Vector
    #: Growth [N/s].
    ramp: Optional[Vector] = None


@dataclass(frozen=True)
class LinearDrag(Force):
    """Drag proportional to the velocity relative to the air. Give a rate or a coefficient."""

    #: Per mass [1/s].
    rate: Optional[float] = None
    #: [kg/s]
    coefficient: Optional[float] = None
    #: Velocity of the air [m/s].
    wind: Optional[Vector] = None


@dataclass(frozen=True)
class QuadraticDrag(Force):
    """Drag proportional to the square of the speed relative to the air."""

    #: [kg/m]
    coefficient: float
    #: Velocity of the air [m/s].
    wind: Optional[Vector] = None


@dataclass(frozen=True)
class QuadraticFall(Force):
    """Gravity and quadratic drag together. Give a terminal speed or a coefficient."""

    #: [m/s²]
    gravity: Vector
    #: [m/s]
    terminal_speed: Optional[float] = None
    #: [kg/m]
    coefficient: Optional[float] = None
    #: Velocity of the air [m/s].
    wind: Optional[Vector] = None


@dataclass(frozen=True)
class Spring(Force):
    """A spring without a rest length, and a damper."""

    #: [N/m]
    stiffness: float
    #: [kg/s]
    damping: float = 0.0
    #: Where it is fixed [m]; None in a link.
    anchor: Optional[Vector] = None


@dataclass(frozen=True)
class CriticalSpring(Force):
    """A spring with critical damping."""

    #: Time in which half of the way is left [s].
    half_life: float
    #: Where it is fixed [m]; None in a link.
    anchor: Optional[Vector] = None


@dataclass(frozen=True)
class Tether(Force):
    """A rope: slack up to its length, a spring beyond."""

    #: [N/m]
    stiffness: float
    #: [m]
    length: float
    #: [kg/s]
    damping: float = 0.0
    #: Where it is fixed [m]; None in a link.
    anchor: Optional[Vector] = None


@dataclass(frozen=True)
class Rod(Force):
    """A spring with a rest length."""

    #: [N/m]
    stiffness: float
    #: [m]
    length: float
    #: [kg/s]
    damping: float = 0.0
    #: Where it is fixed [m]; None in a link.
    anchor: Optional[Vector] = None


@dataclass(frozen=True)
class PointGravity(Force):
    """Gravity of a point."""

    #: G M [m³/s²]; in a link G times the product of the masses [N m²].
    strength: float
    #: [m]; None in a link.
    center: Optional[Vector] = None


@dataclass(frozen=True)
class MagneticField(Force):
    """The force of a magnetic and an electric field on a charge."""

    #: [T]; in the plane a number.
    field: Axial
    #: [C]
    charge: float
    #: [V/m]
    electric_field: Optional[Vector] = None


@dataclass(frozen=True)
class RotatingFrame(Force):
    """Coriolis and centrifugal force of a frame that turns."""

    #: [rad/s]; in the plane a number.
    angular_velocity: Axial
    #: A point of the axis [m].
    point: Optional[Vector] = None


@dataclass(frozen=True)
class Magnus(Force):
    """Lift of a ball that spins."""

    #: [kg]
    coefficient: float
    #: Of the ball [rad/s]; in the plane a number.
    angular_velocity: Axial
    #: Velocity of the air [m/s].
    wind: Optional[Vector] = None


@dataclass(frozen=True)
class DryFriction(Force):
    """Friction on a surface. Give a force or a deceleration."""

    #: [N]
    force: Optional[float] = None
    #: [m/s²]
    deceleration: Optional[float] = None
    #: Linear drag beside it [kg/s].
    linear: float = 0.0
    #: Quadratic drag beside it [kg/m].
    quadratic: float = 0.0
    #: Velocity of the surface [m/s].
    surface: Optional[Vector] = None


@dataclass(frozen=True)
class Buoyancy(Force):
    """Lift of water on a body that is partly in it."""

    #: On a body that is under water [N], upwards.
    lift: Vector
    #: Height of the body [m].
    height: float
    #: Level of the surface [m], from the origin along the lift.
    surface: float = 0.0
    #: The body's own gravity [m/s²], against the lift.
    gravity: float = 0.0
    #: [kg/s]
    drag: float = 0.0


@dataclass(frozen=True)
class ConstantPower(Force):
    """An engine of constant power along the velocity."""

    #: [W]
    power: float
    #: Direction of the start from rest; any length.
    heading: Optional[Vector] = None


@dataclass(frozen=True)
class ConstantTorque(Force):
    """A torque that stays."""

    #: [N m]; in the plane a number.
    torque: Axial


@dataclass(frozen=True)
class AngularDrag(Force):
    """Drag on the spin. Give a rate or a coefficient."""

    #: [1/s]
    rate: Optional[float] = None
    #: [N m s]
    coefficient: Optional[float] = None


@dataclass(frozen=True)
class TorsionSpring(Force):
    """A spring that turns a body to an orientation."""

    #: [N m/rad]
    stiffness: float
    #: [N m s]
    damping: float = 0.0
    #: Orientation at rest: an angle [rad] in the plane, x, y, z, w of a quaternion in space.
    toward: Optional[Axial] = None


@dataclass(frozen=True)
class Thruster(Force):
    """An engine that turns with its body."""

    #: At full throttle [N], frame of the body.
    force: Vector
    #: Where it acts, from the centre of mass [m], frame of the body.
    point: Optional[Vector] = None
    #: 0 is off, 1 is full.
    throttle: float = 1.0


@dataclass(frozen=True)
class Field(Force):
    """A force [N] that depends on position [m] and time [s] alone: slow, Python is called in each step."""

    #: (position, time) to a force [N]
    force: Callable[[Array, float], Vector]
    #: (position, time) to the energy [J] whose negative gradient is the force.
    potential: Optional[Callable[[Array, float], float]] = None


@dataclass(frozen=True)
class Mounted(Force):
    """A force at a point of the body, which it turns, too."""

    force: AnyForce
    #: From the centre of mass [m], frame of the body.
    point: Vector


#: A force, or a function of position [m], velocity [m/s] and time [s] that tells the force [N]. Functions are slow.
AnyForce = Union[Force, Callable[[Array, Array, float], Any]]
