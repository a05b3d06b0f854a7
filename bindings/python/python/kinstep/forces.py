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
    """Gravity that is the same everywhere. acceleration [m/s²]."""

    acceleration: Vector


@dataclass(frozen=True)
class ConstantForce(Force):
    """A force that grows steadily from what it is at time zero. force: at time zero [N]; ramp: growth [N/s]."""

    force: Vector
    ramp: Optional[Vector] = None


@dataclass(frozen=True)
class LinearDrag(Force):
    """Drag proportional to the velocity relative to the air. Give a rate or a coefficient. rate: per mass [1/s];
    coefficient [kg/s]; wind: velocity of the air [m/s]."""

    rate: Optional[float] = None
    coefficient: Optional[float] = None
    wind: Optional[Vector] = None


@dataclass(frozen=True)
class QuadraticDrag(Force):
    """Drag proportional to the square of the speed relative to the air. coefficient [kg/m]; wind: velocity of the
    air [m/s]."""

    coefficient: float
    wind: Optional[Vector] = None


@dataclass(frozen=True)
class QuadraticFall(Force):
    """Gravity and quadratic drag together. Give a terminal speed or a coefficient. gravity [m/s²]; terminal_speed
    [m/s]; coefficient [kg/m]; wind: velocity of the air [m/s]."""

    gravity: Vector
    terminal_speed: Optional[float] = None
    coefficient: Optional[float] = None
    wind: Optional[Vector] = None


@dataclass(frozen=True)
class Spring(Force):
    """A spring and a damper. stiffness [N/m]; damping [kg/s]; anchor: where it is fixed [m]; length: the rest length [m],
    None for a linear spring, which is exact; pulls_only: a rope, slack up to its length. In a link without a length the
    anchor is the separation at which the spring is slack; with one it must be None."""

    stiffness: float
    damping: float = 0.0
    anchor: Optional[Vector] = None
    length: Optional[float] = None
    pulls_only: bool = False


@dataclass(frozen=True)
class CriticalSpring(Force):
    """A spring with critical damping. half_life: time in which half of the way is left [s]; anchor: where it is
    fixed [m], None in a link."""

    half_life: float
    anchor: Optional[Vector] = None


@dataclass(frozen=True)
class PointGravity(Force):
    """Gravity of a point. strength: G M [m³/s²], in a link G times the sum of both masses; center [m], None in a
    link."""

    strength: float
    center: Optional[Vector] = None


@dataclass(frozen=True)
class MagneticField(Force):
    """The force of a magnetic and an electric field on a charge. field [T], in the plane a number; charge [C];
    electric_field [V/m]."""

    field: Axial
    charge: float
    electric_field: Optional[Vector] = None


@dataclass(frozen=True)
class RotatingFrame(Force):
    """Coriolis and centrifugal force of a frame that turns. angular_velocity [rad/s], in the plane a number; point:
    a point of the axis [m]."""

    angular_velocity: Axial
    point: Optional[Vector] = None


@dataclass(frozen=True)
class Magnus(Force):
    """Lift of a ball that spins. coefficient [kg]; angular_velocity: of the ball [rad/s], in the plane a number;
    wind: velocity of the air [m/s]."""

    coefficient: float
    angular_velocity: Axial
    wind: Optional[Vector] = None


@dataclass(frozen=True)
class DryFriction(Force):
    """Friction on a surface. Give a force or a deceleration. force [N]; deceleration [m/s²]; linear: linear drag
    beside it [kg/s]; quadratic: quadratic drag beside it [kg/m]; surface: velocity of the surface [m/s]."""

    force: Optional[float] = None
    deceleration: Optional[float] = None
    linear: float = 0.0
    quadratic: float = 0.0
    surface: Optional[Vector] = None


@dataclass(frozen=True)
class ConstantTorque(Force):
    """A torque that stays. torque [N m], in the plane a number."""

    torque: Axial


@dataclass(frozen=True)
class AngularDrag(Force):
    """Drag on the spin. Give a rate or a coefficient. rate [1/s]; coefficient [N m s]."""

    rate: Optional[float] = None
    coefficient: Optional[float] = None


@dataclass(frozen=True)
class TorsionSpring(Force):
    """A spring that turns a body to an orientation. stiffness [N m/rad]; damping [N m s]; toward: orientation at
    rest: an angle [rad] in the plane, x, y, z, w of a quaternion in space."""

    stiffness: float
    damping: float = 0.0
    toward: Optional[Axial] = None


@dataclass(frozen=True)
class Thruster(Force):
    """An engine that turns with its body. force: at full throttle [N], frame of the body; point: where it acts, from
    the centre of mass [m], frame of the body; throttle: 0 is off, 1 is full."""

    force: Vector
    point: Optional[Vector] = None
    throttle: float = 1.0


@dataclass(frozen=True)
class Field(Force):
    """A force [N] that depends on position [m] and time [s] alone: slow, Python is called in each step. force:
    (position, time) to a force [N]; potential: (position, time) to the energy [J] whose negative gradient is the
    force."""

    force: Callable[[Array, float], Vector]
    potential: Optional[Callable[[Array, float], float]] = None


@dataclass(frozen=True)
class Mounted(Force):
    """A force at a point of the body, which it turns, too. force: evaluated for that point; point: from the centre of
    mass [m], frame of the body."""

    force: AnyForce
    point: Vector


#: A force, or a function of position [m], velocity [m/s] and time [s] that tells the force [N]. Functions are slow.
AnyForce = Union[Force, Callable[[Array, Array, float], Any]]

#: A force, or a function of positions [m], velocities [m/s] and time [s] of many bodies that tells the forces [N] on them.
AnySwarmForce = Union[Force, Callable[[Any, Any, float], Any]]
