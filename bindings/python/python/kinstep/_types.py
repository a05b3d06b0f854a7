"""What all modules share: types of arguments, records, and own forces."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Any, Callable, ClassVar, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

#: An array of float64.
Array = npt.NDArray[np.float64]
#: An array of real numbers of any type.
AnyArray = npt.NDArray[Union["np.floating[Any]", "np.integer[Any]"]]
#: A vector: two numbers in the plane, three in space.
Vector = Union[Sequence[float], AnyArray]
#: What is along an axis: a number in the plane, a vector in space. An orientation is an angle [rad] in the plane, and x, y, z, w
#: of a unit quaternion in space.
Axial = Union[float, Vector]
#: One vector, or an array of them with the components as the last axis.
Vectors = Union[Vector, AnyArray, Sequence[Vector]]
#: One number, or an array of numbers.
Numbers = Union[float, Sequence[float], AnyArray]
#: A force as the native half takes it.
Told = Tuple[str, Any, Any]


def _plain(value: Any) -> Any:
    """The same value without arrays and lists, which cannot be compared or hashed."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    return tuple(map(_plain, value)) if isinstance(value, (list, tuple)) else value


class Record:
    """A dataclass that may have arrays in its fields: two of one class are equal if all their numbers are."""

    def _key(self) -> Tuple[Any, ...]:
        return tuple(_plain(getattr(self, one.name)) for one in fields(self) if one.compare)  # type: ignore[arg-type]

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Record) and type(self) is type(other) else NotImplemented

    def __hash__(self) -> int:
        return hash((type(self), self._key()))


def real(value: Any, name: str) -> float:
    """A real number, which is no text and not complex."""
    if isinstance(value, (int, float, np.floating, np.integer)):
        return float(value)
    raise TypeError(f"{name} is {value!r}; it must be a real number")


def reals(value: Any, count: int, name: str) -> List[float]:
    """So many real numbers."""
    try:
        numbers = [real(component, name) for component in value]
    except TypeError:
        raise TypeError(f"{name} is {value!r}; it must be {count} real numbers") from None
    if len(numbers) != count:
        raise ValueError(f"{name} has {len(numbers)} components; it must have {count}")
    return numbers


class Force(Record):
    """A force of the crate, or an own one."""

    _kind: ClassVar[int]
    _layout: ClassVar[Tuple[Tuple[str, str], ...]]

    def _told(self, dimensions: int) -> Told:
        """The kind and the row of numbers of a force of the crate."""
        if not hasattr(self, "_kind"):
            raise TypeError(f"{self!r} is no force that can be added")
        row: List[float] = []
        for field, letter in self._layout:
            value, name = getattr(self, field), f"{field} of {type(self).__name__}"
            if letter in "fnb":
                row.append(math.nan if value is None and letter == "n" else real(value, name))
            elif dimensions == 2 and letter in "ao":
                number = 0.0 if value is None else real(value, name)
                row += [0.0, 0.0, number] if letter == "a" else [number, 0.0, 0.0, 0.0]
            else:
                size = 4 if letter == "o" else dimensions
                given = [0.0] * size if value is None else reals(value, size, name)
                row += given + [0.0] * (3 - size)
        return "row", self._kind, row


@dataclass(frozen=True, eq=False)
class Field(Force):
    """An own force that depends on position and time alone. The schemes use that: prefer it to a plain function.

    force: (position [m], time [s]) to the force [N]; both have shape (dimensions,). Python is called in each step.
    potential: (position [m], time [s]) to the energy [J] whose negative gradient is the force; None for no potential.
    """

    force: Callable[[Array, float], Vector]
    potential: Optional[Callable[[Array, float], float]] = None

    def _told(self, dimensions: int) -> Told:
        return "field", _function(self.force), self.potential and _function(self.potential)


@dataclass(frozen=True, eq=False)
class BodyState(Record):
    """The state of a body, for own forces.

    mass: [kg]
    position: [m], shape (dimensions,).
    velocity: [m/s], shape (dimensions,).
    orientation: an angle [rad] in the plane; x, y, z, w of a unit quaternion in space, from the frame of the body to the world.
    angular_velocity: [rad/s], world frame; a number in the plane.
    """

    mass: float
    position: Array
    velocity: Array
    orientation: Any
    angular_velocity: Any


@dataclass(frozen=True, eq=False)
class BodyForce(Force):
    """An own force that depends on the whole state of the body, such as its orientation.

    force: (state, time [s]) to the force at the center of mass [N], world frame.
    """

    force: Callable[[BodyState, float], Vector]

    def _told(self, dimensions: int) -> Told:
        return "body", _of_state(self.force), None


@dataclass(frozen=True, eq=False)
class Torque(Force):
    """An own torque.

    torque: (state, time [s]) to the torque [N m], world frame; a number in the plane.
    """

    torque: Callable[[BodyState, float], Axial]

    def _told(self, dimensions: int) -> Told:
        return "torque", _of_state(self.torque), None


#: A force; a force by the names of files, as {"Spring": {"stiffness": 3.0}}; or a function of position [m], velocity [m/s] and
#: time [s] that returns the force [N].
AnyForce = Union[Force, Mapping[str, Mapping[str, Any]], Callable[[Array, Array, float], Vector]]


def _function(value: Any) -> Any:
    if not callable(value):
        raise TypeError(f"{value!r} is no function")
    return value


def _of_state(function: Any) -> Callable[[Tuple[Any, ...], float], Any]:
    _function(function)
    return lambda state, time: function(BodyState(*state), time)


def _listed(value: Any) -> Any:
    """The same value without arrays and NumPy's numbers."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    if isinstance(value, Mapping):
        return {name: _listed(part) for name, part in value.items()}
    return [_listed(part) for part in value] if isinstance(value, (list, tuple)) else value


def told(force: Any, dimensions: int) -> Told:
    """A force as the native half takes it."""
    if isinstance(force, Force):
        return force._told(dimensions)
    if isinstance(force, Mapping):
        return "names", _listed(force), None
    if callable(force) and not isinstance(force, type):
        return "function", force, None
    hint = "; make one, as Spring(3.0)" if isinstance(force, type) else ""
    raise TypeError(f"{force!r} is no force{hint}")
