"""Ids of bodies, forces and surfaces, each a class of its own."""

from __future__ import annotations

from functools import total_ordering
from typing import Any, Optional, Tuple, Type, TypeVar
from weakref import ref

I = TypeVar("I", bound="_Id")


class Family:
    """A world and its clones: an id of one is an id of all. A world from a scene takes ids of any world."""

    def __init__(self, takes_any: bool = False) -> None:
        self.takes_any = takes_any
        self.ref: ref[Family] = ref(self)

    def bits(self, kind: Type[I], value: Any) -> int:
        """The bits of an id, or of a body that a world returned."""
        if not isinstance(value, kind):
            value = getattr(value, "id", value)
        if not isinstance(value, kind):
            raise TypeError(f"{value!r} is no {kind.__name__}")
        family = value._family and value._family()
        if family is not None and family is not self and not self.takes_any:
            raise ValueError(f"{value!r} is the id of another world")
        return value._bits


@total_ordering
class _Id:
    """An id: a number of 64 bits.

    Two ids of one class are equal if their numbers are. Ids can be sorted, be keys of dictionaries, and be pickled. An id of another
    world is a ValueError as long as that world lives. Clones have the same ids. An id from a pickle is not checked, and a world from
    a scene or a pickle takes ids of any world.
    """

    __slots__ = ("_bits", "_family")

    def __init__(self, bits: int, family: Optional[Family] = None) -> None:
        if not (isinstance(bits, int) and 0 <= bits < 2**64):
            raise ValueError(f"the bits of an id are {bits!r}; they must be a whole number of 64 bits")
        self._bits: int = bits
        self._family: Optional[ref[Family]] = None if family is None else family.ref

    @property
    def bits(self) -> int:
        """The number of the id, as it is written to files."""
        return self._bits

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Id) and type(self) is type(other) and self._bits == other._bits

    def __lt__(self: I, other: I) -> bool:
        return self._bits < other._bits if type(self) is type(other) else NotImplemented

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._bits))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._bits})"

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self._bits,)


class BodyId(_Id):
    __doc__ = f"The id of a body, as `add_body` returns it.\n\n{_Id.__doc__}"
    __slots__ = ()


class ForceId(_Id):
    __doc__ = f"The id of a force or a link, as `add_force` and `add_link` return it.\n\n{_Id.__doc__}"
    __slots__ = ()


class SurfaceId(_Id):
    __doc__ = f"The id of a surface, as `add_surface` returns it.\n\n{_Id.__doc__}"
    __slots__ = ()
