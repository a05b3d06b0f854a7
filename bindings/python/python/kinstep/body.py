"""Bodies of a world, which can be read and written."""

from __future__ import annotations

from typing import Any, Dict, Generic, NoReturn, Optional, Tuple, TypeVar, overload

import numpy as np

from ._types import Array, Vector, array, axial, orientation, real, spun, turned, vector
from .ids import BodyId

Get = TypeVar("Get", covariant=True)
Set = TypeVar("Set", contravariant=True)

#: The quantities of a body, in the order of the native half: how each is read, and written.
_PARTS: Dict[str, Tuple[Any, Any]] = {
    "mass": (None, None),
    "radius": (None, None),
    "position": (array, vector),
    "velocity": (array, vector),
    "orientation": (turned, orientation),
    "angular_velocity": (spun, axial),
    "inertia": (spun, axial),
    "inertia_axes": (turned, orientation),
}


class _Live(np.ndarray):
    """A vector of a body: elements that are written, and results of operations in place, are written to the body."""

    _place: Optional[Tuple[Body, str]]

    def __array_finalize__(self, source: object) -> None:
        self._place = None

    def __getitem__(self, index: Any) -> Any:
        part = np.asarray(self)[index]
        if isinstance(part, np.ndarray):
            # what was written into it would not get to the body
            part.flags.writeable = False
        return part

    def __setitem__(self, index: Any, value: Any) -> None:
        if self._place is not None:
            np.copyto(np.asarray(self), getattr(*self._place))
        np.asarray(self)[index] = value
        self._write()

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any) -> Any:
        out = keywords.get("out", ())
        if out:
            keywords["out"] = tuple(np.asarray(one) if isinstance(one, _Live) else one for one in out)
        plain = [np.asarray(one) if isinstance(one, _Live) else one for one in inputs]
        result = getattr(ufunc, method)(*plain, **keywords)
        for one in out:
            if isinstance(one, _Live):
                one._write()
        return out[0] if len(out) == 1 else result

    def _write(self) -> None:
        if self._place is not None:
            setattr(*self._place, np.asarray(self))

    def __reduce__(self) -> Any:
        return np.asarray(self).__reduce__()


class _Part(Generic[Get, Set]):
    """A quantity of a body."""

    def __init__(self, doc: str) -> None:
        self.__doc__ = doc

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, body: None, owner: Any = None) -> _Part[Get, Set]: ...
    @overload
    def __get__(self, body: Body, owner: Any = None) -> Get: ...
    def __get__(self, body: Optional[Body], owner: Any = None) -> Any:
        if body is None:
            return self
        value = body._part(self._name)
        if isinstance(value, np.ndarray):
            live: _Live = value.view(_Live)
            live._place = (body, self._name)
            return live
        return value

    def __set__(self, body: Body, value: Set) -> None:
        body._set_part(self._name, value)


class Body:
    """A body of a world, as `world[id]`: what is written to its quantities is written to the world.

    Its vectors are copies: they keep their numbers when the world moves on. But an element that is written, and the result of `+=` and
    the like, is written to the body at once, too. All vectors are in the world frame.

    Mass [kg], position [m], velocity [m/s], angular velocity [rad/s] and the others are described at each of them.
    """

    __slots__ = {"_world": "", "id": "The id of the body."}
    id: BodyId

    mass = _Part[float, float]("Mass [kg]; infinite for a fixed body.")
    radius = _Part[float, float]("Radius of a ball [m], which touches surfaces and balls with its rim; 0: the center touches surfaces.")
    position = _Part[Array, Vector]("Position of the center of mass [m], shape (dimensions,).")
    velocity = _Part[Array, Vector]("Velocity of the center of mass [m/s], shape (dimensions,).")
    tag = _Part[int, int]("A number of 64 bits for your own use; 0 if none was set.")
    acceleration = _Part[Array, NoReturn]("Acceleration by all forces [m/s²], shape (dimensions,); it cannot be set.")

    def __init__(self, world: Any, id: BodyId) -> None:
        self._world, self.id = world, id

    def _part(self, name: str) -> Any:
        native, bits, dimensions = self._world._native, self._world._bits(self.id), self._world._dimensions
        if name == "tag":
            return native.tag(bits)
        if name == "spin_angular_momentum":
            return spun(native.spin_angular_momentum(bits), dimensions)
        if name in ("acceleration", "torque"):
            acceleration, torque = native.acceleration_and_torque(bits)
            return array(acceleration, dimensions) if name == "acceleration" else spun(torque, dimensions)
        read, value = _PARTS[name][0], native.body(bits)[list(_PARTS).index(name)]
        return value if read is None else read(value, dimensions)

    def _set_part(self, name: str, value: Any) -> None:
        native, bits, dimensions = self._world._native, self._world._bits(self.id), self._world._dimensions
        if name == "tag":
            return native.set_tag(bits, value)
        if name not in _PARTS:
            raise AttributeError(f"the {name} of a body cannot be set")
        text, write = name.replace("_", " "), _PARTS[name][1]
        numbers = [real(value, text)] if write is None else write(value, dimensions, text)
        native.set_body(bits, name, numbers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Body) and self._world is other._world and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        if self.id not in self._world:
            return f"<{type(self).__name__} {self.id!r}, which was removed>"
        position, velocity = self.position.tolist(), self.velocity.tolist()
        return f"<{type(self).__name__} {self.id!r} of {self.mass:g} kg at {position} m, {velocity} m/s>"


class Body2(Body):
    """A body in the plane; see Body. Orientation and angular velocity are numbers, positive counterclockwise."""

    __slots__ = ()
    orientation = _Part[float, float]("Angle from the frame of the body to that of the world [rad].")
    angular_velocity = _Part[float, float]("Angular velocity [rad/s].")
    inertia = _Part[float, float]("Moment of inertia [kg m²]; 0 for a point.")
    spin_angular_momentum = _Part[float, NoReturn]("Angular momentum about the center of mass [kg m²/s]; it cannot be set.")
    torque = _Part[float, NoReturn]("Torque by all forces [N m]; it cannot be set.")


class Body3(Body):
    """A body in space; see Body."""

    __slots__ = ()
    orientation = _Part[Array, Vector]("Rotation from the frame of the body to that of the world: x, y, z, w of a unit quaternion.")
    angular_velocity = _Part[Array, Vector]("Angular velocity [rad/s], shape (3,).")
    inertia = _Part[Array, Vector]("Moments of inertia about the principal axes [kg m²], shape (3,); zeros for a point.")
    inertia_axes = _Part[Array, Vector]("Rotation of the principal axes in the frame of the body: x, y, z, w of a unit quaternion.")
    spin_angular_momentum = _Part[Array, NoReturn]("Angular momentum about the center of mass [kg m²/s], shape (3,); it cannot be set.")
    torque = _Part[Array, NoReturn]("Torque by all forces [N m], shape (3,); it cannot be set.")
