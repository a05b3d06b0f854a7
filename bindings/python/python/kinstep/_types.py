"""What all modules share: types of arguments, records, vectors, and own forces."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, fields
from typing import Any, Callable, ClassVar, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

#: An array of float64.
Array = npt.NDArray[np.float64]
#: An array of real numbers of any type.
AnyArray = npt.NDArray[Union["np.floating[Any]", "np.integer[Any]"]]
#: A vector: two numbers in the plane, three in space.
Vector = Union[Sequence[float], AnyArray]
#: An axial vector, such as an angular velocity: a number in the plane, a vector in space. An orientation is an angle [rad] in the
#: plane, and x, y, z, w of a unit quaternion in space.
Axial = Union[float, Vector]
#: One vector, or an array of them with the components as the last axis.
Vectors = Union[Vector, AnyArray, Sequence[Vector]]
#: One number, or an array of numbers.
Numbers = Union[float, Sequence[float], AnyArray]
#: A force as the native half takes it: its sort, and two values.
NativeForce = Tuple[str, Any, Any]


def real(value: Any, name: str) -> float:
    """A real number, which is no text and not complex."""
    if isinstance(value, (int, float, np.floating, np.integer)):
        return float(value)
    raise TypeError(f"the {name} is {value!r}; it must be a real number")


def reals(value: Any, count: int, name: str, size: int = 3) -> List[float]:
    """So many real numbers, with zeros up to a size."""
    try:
        numbers = [real(component, name) for component in value]
    except TypeError:
        raise TypeError(f"the {name} is {value!r}; it must be {count} real numbers") from None
    if len(numbers) != count:
        raise ValueError(f"the {name} has {len(numbers)} components; it must have {count}")
    return numbers + [0.0] * (size - count)


def vector(value: Optional[Vector], dimensions: int, name: str) -> List[float]:
    """A vector as the native half takes it; None is zero."""
    return [0.0] * 3 if value is None else reals(value, dimensions, name)


def axial(value: Optional[Axial], dimensions: int, name: str) -> List[float]:
    """What is along an axis, as the native half takes it; None is zero."""
    if value is None or dimensions == 3:
        return vector(value, dimensions, name)  # type: ignore[arg-type]
    return [0.0, 0.0, real(value, name)]


def orientation(value: Optional[Axial], dimensions: int, name: str) -> List[float]:
    """An orientation as the native half takes it; None is upright, for which it also has zeros."""
    if value is None:
        return [0.0] * 4
    numbers = [real(value, name), 0.0, 0.0, 0.0] if dimensions == 2 else reals(value, 4, name, 4)
    if dimensions == 3 and not any(numbers):
        raise ValueError(f"the {name} has length 0; it must be a unit quaternion")
    return numbers


def array(numbers: Sequence[float], dimensions: int) -> Array:
    """A vector of the native half."""
    return np.array(numbers[:dimensions])


def spun(numbers: Sequence[float], dimensions: int) -> Any:
    """What the native half has along an axis: a number in the plane, an array in space."""
    return numbers[2] if dimensions == 2 else np.array(numbers)


def turned(numbers: Sequence[float], dimensions: int) -> Any:
    """An orientation of the native half: an angle in the plane, an array in space."""
    return numbers[0] if dimensions == 2 else np.array(numbers)


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
        return isinstance(other, Record) and type(self) is type(other) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((type(self), self._key()))

    def to_dict(self) -> Dict[str, Any]:
        """A dictionary of the fields, with dictionaries in it for records within the record."""
        return asdict(self)  # type: ignore[call-overload]


class Force(Record):
    """A force of the crate, or an own one."""

    _kind: ClassVar[int]
    _layout: ClassVar[Tuple[Tuple[str, str], ...]] = ()

    def _to_native(self, dimensions: int) -> NativeForce:
        """The kind of a force of the crate, and its row of numbers."""
        if not self._layout:
            raise TypeError(f"{self!r} is no force that can be added")
        row: List[float] = []
        for field, letter in self._layout:
            value, name = getattr(self, field), f"{field} of {type(self).__name__}"
            if letter in "fnb":
                row.append(math.nan if value is None and letter == "n" else real(value, name))
            else:
                row += {"v": vector, "a": axial, "o": orientation}[letter](value, dimensions, name)
        return "row", self._kind, row


def _function(value: Any) -> Any:
    if not callable(value):
        raise TypeError(f"{value!r} is no function")
    return value


@dataclass(frozen=True, eq=False)
class Field(Force):
    """An own force that depends on position and time alone. Schemes make use of that: prefer it to a plain function.

    force: (position [m], time [s]) to the force [N]; both vectors have shape (dimensions,). Each step calls it.
    potential: (position [m], time [s]) to the energy [J] whose negative gradient is the force; None for no potential.
    """

    force: Callable[[Array, float], Vector]
    potential: Optional[Callable[[Array, float], float]] = None

    def _to_native(self, dimensions: int) -> NativeForce:
        return "field", _function(self.force), self.potential and _function(self.potential)


@dataclass(frozen=True, eq=False)
class BodyState(Record):
    """The state of a body, for own forces: mass [kg], position [m], velocity [m/s], orientation, and angular velocity [rad/s].

    All vectors are in the world frame, with shape (dimensions,). In the plane, orientation is an angle [rad] and angular_velocity
    a number; in space orientation is x, y, z, w of a unit quaternion.
    """

    mass: float
    position: Array
    velocity: Array
    orientation: Any
    angular_velocity: Any


class _OfState(Force):
    """An own force or torque of the whole state."""

    _sort: ClassVar[str]

    def _to_native(self, dimensions: int) -> NativeForce:
        function = _function(getattr(self, "force" if self._sort == "body" else "torque"))

        def called(mass: float, position: Array, velocity: Array, orientation: Any, spin: Any, time: float) -> Any:
            angles = turned(orientation, dimensions), spun(spin, dimensions)
            return function(BodyState(mass, position, velocity, *angles), time)

        return self._sort, called, None


@dataclass(frozen=True, eq=False)
class BodyForce(_OfState):
    """An own force that depends on the whole state of the body, for example on its orientation.

    force: (state, time [s]) to the force at the center of mass [N], world frame.
    """

    _sort = "body"
    force: Callable[[BodyState, float], Vector]


@dataclass(frozen=True, eq=False)
class Torque(_OfState):
    """An own torque.

    torque: (state, time [s]) to the torque [N m], world frame; a number in the plane.
    """

    _sort = "torque"
    torque: Callable[[BodyState, float], Axial]


#: A force; a force by the names of files, as {"Spring": {"stiffness": 3.0}}; or a function of position [m], velocity [m/s] and
#: time [s] that returns the force [N].
AnyForce = Union[Force, Mapping[str, Mapping[str, Any]], Callable[[Array, Array, float], Vector]]


def _listed(value: Any) -> Any:
    """The same value without arrays and NumPy's numbers."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    if isinstance(value, Mapping):
        return {name: _listed(part) for name, part in value.items()}
    return [_listed(part) for part in value] if isinstance(value, (list, tuple)) else value


def force_to_native(force: Any, dimensions: int) -> NativeForce:
    """A force as the native half takes it."""
    if isinstance(force, Force):
        return force._to_native(dimensions)
    if isinstance(force, Mapping):
        return "names", _listed(force), None
    if callable(force) and not isinstance(force, type):
        return "function", force, None
    hint = "; make one, as Spring(3.0)" if isinstance(force, type) else ""
    raise TypeError(f"{force!r} is no force{hint}")
