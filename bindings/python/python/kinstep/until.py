"""Events of a body at which a step may stop."""

from __future__ import annotations

from dataclasses import dataclass

from .forces import Array, Vector


class Until:
    """An event of the list below."""


@dataclass(frozen=True)
class UntilCrossing(Until):
    """Until a body crosses the plane `normal · position = distance`.

    body: its id.
    normal: of any length; it points to the side that counts as above.
    distance: [m], times the length of the normal.
    direction: "ascending", "descending" (against the normal) or "any".
    """

    body: int
    normal: Vector
    distance: float = 0.0
    direction: str = "descending"


@dataclass(frozen=True)
class UntilApex(Until):
    """Until the position of a body along a direction, such as up, has its first maximum."""

    body: int
    direction: Vector


@dataclass(frozen=True)
class UntilSphere(Until):
    """Until a body crosses a sphere, given by center [m] and radius [m]: "ascending" (outward), "descending" (inward) or "any"."""

    body: int
    center: Vector
    radius: float
    direction: str = "ascending"


@dataclass(frozen=True)
class BodyEvent:
    """Where a body is at an event.

    time: since the call, which is how far the world was moved [s].
    position: [m]
    velocity: [m/s]
    """

    time: float
    position: Array
    velocity: Array
