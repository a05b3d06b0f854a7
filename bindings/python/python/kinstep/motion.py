"""Results of motions, and the events that end them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Tuple

import numpy as np

from ._types import Array, Record, Vector, array
from .ids import BodyId
from .words import Crossing

if TYPE_CHECKING:
    import pandas as pd


class Until(Record):
    """An event that ends a motion: UntilCrossing, UntilApex or UntilSphere."""

    def _to_native(self) -> Tuple[str, str, BodyId, str, Vector, float]:
        """Kind, direction, body, name of the vector, vector and number."""
        raise TypeError(f"{self!r} is no event")


@dataclass(frozen=True, eq=False)
class UntilCrossing(Until):
    """Until a body crosses the plane `normal · position = distance`.

    normal: of any length; a crossing along it is ascending.
    distance: [m], times the length of the normal.
    direction: "Ascending", "Descending" (against the normal) or "Any".
    """

    body: BodyId
    normal: Vector
    distance: float = 0.0
    direction: Crossing = "Descending"

    def _to_native(self) -> Tuple[str, str, BodyId, str, Vector, float]:
        return "crossing", self.direction, self.body, "normal", self.normal, self.distance


@dataclass(frozen=True, eq=False)
class UntilApex(Until):
    """Until the position of a body along a direction, such as up, has its first maximum."""

    body: BodyId
    direction: Vector

    def _to_native(self) -> Tuple[str, str, BodyId, str, Vector, float]:
        return "apex", "Any", self.body, "direction", self.direction, 0.0


@dataclass(frozen=True, eq=False)
class UntilSphere(Until):
    """Until a body crosses a sphere, given by center [m] and radius [m]: "Ascending" (outward), "Descending" (inward) or "Any"."""

    body: BodyId
    center: Vector
    radius: float
    direction: Crossing = "Ascending"

    def _to_native(self) -> Tuple[str, str, BodyId, str, Vector, float]:
        return "sphere", self.direction, self.body, "center", self.center, self.radius


@dataclass(frozen=True, eq=False)
class Event(Record):
    """The state of a body or a flight at an event: position [m] and velocity [m/s], shape (dimensions,).

    time: [s]; of a flight since launch, of a body since the start of the call, by which the world was moved.
    """

    time: float
    position: Array
    velocity: Array


def event(parts: Any, dimensions: int) -> Optional[Event]:
    """An event of the native half."""
    return parts and Event(parts[0], array(parts[1], dimensions), array(parts[2], dimensions))


@dataclass(frozen=True, eq=False)
class Trajectory(Record):
    """States at some times.

    times: [s], shape (times,).
    positions: [m], shape (times, bodies, dimensions); of a single body (times, dimensions).
    velocities: [m/s], of the same shape.
    bodies: ids, in the order of the arrays.
    """

    times: Array
    positions: Array
    velocities: Array
    bodies: Tuple[BodyId, ...]

    def to_pandas(self) -> pd.DataFrame:
        """A row for each time and body, with the columns x, y, z, vx, vy, vz; in the plane without z. Needs pandas."""
        import pandas as pd

        names = list("xyz"[: self.positions.shape[-1]])
        columns = np.concatenate([self.positions, self.velocities], axis=-1).reshape(-1, 2 * len(names))
        index = pd.MultiIndex.from_product([self.times, [id.bits for id in self.bodies]], names=["time", "body"])
        return pd.DataFrame(columns, index, names + [f"v{name}" for name in names])


@dataclass(frozen=True)
class Advanced:
    """The work of a motion to a tolerance.

    exact_bodies: number of bodies that moved exactly, in one step.
    islands: number of islands (bodies that links tie together) that moved by steps of their own.
    nystrom_steps, dormand_prince_steps, radau_steps: steps of the Runge-Kutta-Nyström pair of orders 12 and 10, of Dormand and
        Prince's pair of orders 8, 5 and 3, and of Gauss-Radau collocation of order 15.
    rejected: steps that were repeated with a shorter length.
    evaluations: evaluations of all forces on an island.
    raised: the largest tolerance [m] that replaced one below the rounding of a coordinate; None if none was replaced.
    """

    exact_bodies: int
    islands: int
    nystrom_steps: int
    dormand_prince_steps: int
    radau_steps: int
    rejected: int
    evaluations: int
    raised: Optional[float]

    @property
    def steps(self) -> int:
        """All steps that were accepted, of all islands."""
        return self.nystrom_steps + self.dormand_prince_steps + self.radau_steps


@dataclass(frozen=True)
class Energy:
    """Energy of a world: kinetic, and potential of all forces that have a potential [J]."""

    kinetic: float
    potential: float

    @property
    def total(self) -> float:
        """Kinetic and potential energy [J]."""
        return self.kinetic + self.potential
