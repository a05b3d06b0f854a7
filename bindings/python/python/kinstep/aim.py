"""Aims: throws that hit one target or many."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Dict, List, Literal, Optional, Tuple

import numpy as np
import numpy.typing as npt

from ._arrays import Broadcast, rows, steps_of
from ._types import Array, Numbers, Record, Vectors
from .words import PlanKind


class AimCode(IntEnum):
    """Why an aim failed, as the crate's `AimError`, whose documentation describes each. OK is no error."""

    OK, PARAMETER, NOT_FINITE, COINCIDES, SPEED, TIME, ARC_HEIGHT, CURVINESS, APEX, SLOPE = range(10)
    LOB, PLANE, BESIDE, UNDER_THE_LINE, NOTHING_IN_THE_WAY, CLEAR_AFTER, TOO_LOW, OUT_OF_RANGE = range(10, 18)
    NEVER_MET, NO_LEAST_SPEED, NO_SUCH_SLOPE, TOO_SLOW_A_CLIMB, NO_TOP, NO_UP, EXTREME, UNFINISHED = range(18, 26)
    TARGET_FASTER, NO_STEPS, NO_PLANNER = range(26, 29)
    OTHER = 255


@dataclass(frozen=True, eq=False)
class _Answers(Record):
    """Answers to aims: an AimCode for each aim, as uint8, and the texts of the errors."""

    codes: npt.NDArray[np.uint8]
    _errors: Any = field(repr=False, compare=False)

    @property
    def ok(self) -> npt.NDArray[np.bool_]:
        """Whether each aim has an answer."""
        return np.asarray(self.codes == 0)

    def error(self, *index: int) -> Optional[str]:
        """Why the aim at an index failed, with the numbers involved; None if it did not."""
        order = np.ravel_multi_index(index, self.codes.shape) if self.codes.shape else 0
        return self._errors.text(int(order))


@dataclass(frozen=True, eq=False)
class Launches(_Answers):
    """Launches that hit, in arrays of the leading shape of the aims. Where there is none, the numbers are NaN.

    velocity: at launch [m/s], with a last axis of components; it includes the shooter's.
    time_of_flight: from launch to hit [s].
    """

    velocity: Array
    time_of_flight: Array


@dataclass(frozen=True, eq=False)
class Attempts(Launches):
    """Launches that come as close as possible; their time of flight is that of the closest approach.

    miss: least distance to the target [m]; zero for a hit.
    """

    miss: Array


@dataclass(frozen=True, eq=False)
class Hits(_Answers):
    """All launches that hit, those of one aim after the other, the earliest first.

    aims: the aim that each launch belongs to, counted over all axes in C order, shape (k,).
    velocity: at launch [m/s], shape (k, dimensions); it includes the shooter's.
    time_of_flight: from launch to hit [s], shape (k,).
    """

    aims: npt.NDArray[np.uint64]
    velocity: Array
    time_of_flight: Array


class Aim:
    """Throws at targets, from `aim` of a model. Each method answers all of them by one plan.

    Positions, velocities and accelerations have shape (dimensions,) or (..., dimensions), numbers any shape; leading shapes are
    broadcast, and answers have the shape that results. The loop is not in Python: a million aims are one call, which lets
    other threads work, and which Ctrl-C stops. A throw without an answer does not raise: see `ok`, `codes` and `error` of the
    answers. Models have these plans:

    Ballistics, RationalAir: all but in_steps.
    QuadraticAir: in_time, at_speed, earliest_at_speed, with_least_speed, at_straight_line_speed, at_slope, arriving_at_slope,
    with_climb_speed, lob, attempt.
    EngineStep: all.
    """

    def __init__(self, model: Any, dimensions: int, vectors: Dict[str, Optional[Vectors]]) -> None:
        self._model, self._dimensions, self._vectors = model, dimensions, vectors
        Broadcast(dimensions, vectors)

    def __repr__(self) -> str:
        return f"<Aim from {self._vectors['start']} m at {self._vectors['target']} m>"

    def in_time(self, time: Numbers) -> Launches:
        """Hits after a time [s]."""
        return self._launches("time", time)

    def at_straight_line_speed(self, speed: Numbers) -> Launches:
        """Takes as long as a straight line to the hit at this speed [m/s]."""
        return self._launches("straight_line_speed", speed)

    def at_speed(self, speed: Numbers, arc: Literal["direct", "lofted"] = "direct") -> Launches:
        """Hits at a speed of launch [m/s]: the earliest hit for "direct" (low trajectory), the latest for "lofted" (high trajectory)."""
        if arc not in ("direct", "lofted"):
            raise ValueError(f'the arc is {arc!r}; it must be "direct" or "lofted"')
        return self._launches("speed", speed, is_lofted=arc == "lofted")

    def earliest_at_speed(self, speed: Numbers) -> Launches:
        """Hits at a speed of launch [m/s] as early as possible: far cheaper than at_speed at targets that move."""
        return self._launches("earliest_at_speed", speed)

    def with_least_speed(self) -> Launches:
        """Hits at the least possible speed of launch."""
        return self._launches("least_speed")

    def through(self, point: Vectors) -> Launches:
        """Passes a point [m]: one for all, or one for each aim."""
        return self._launches("through", vector=point)

    def touching(self, normal: Vectors, distance: Numbers) -> Launches:
        """Touches the plane `normal · position = distance` [m] before the hit, at the top of the path along the normal."""
        return self._launches("touching", distance, normal)

    def with_apex(self, height: Numbers) -> Launches:
        """Has its highest point, before the hit, at a height [m] above the origin, measured against gravity."""
        return self._launches("apex", height)

    def with_arc_height(self, height: Numbers) -> Launches:
        """Rises to a height [m] above the straight line to the hit."""
        return self._launches("arc_height", height)

    def with_curviness(self, curviness: Numbers) -> Launches:
        """Rises above the straight line to the hit by a fraction of its length; without drag 1/4 takes the least speed."""
        return self._launches("curviness", curviness)

    def at_slope(self, slope: Numbers) -> Launches:
        """Starts at a slope: rise over run, 1 at 45 degrees."""
        return self._launches("slope", slope)

    def arriving_at_slope(self, slope: Numbers) -> Launches:
        """Arrives at a slope: rise over run, negative when coming down."""
        return self._launches("arrival_slope", slope)

    def with_climb_speed(self, speed: Numbers) -> Launches:
        """Starts upwards at a speed [m/s], and hits on the way down."""
        return self._launches("climb_speed", speed)

    def lob(self, factor: Numbers) -> Launches:
        """Starts upwards at a factor [1/s] times the distance to the target, and hits on the way down."""
        return self._launches("lob", factor)

    def clearing(self, points: Vectors) -> Launches:
        """The lowest arc over all points [m], which are the same for all aims."""
        return self._launches("clearing", points=points)

    def in_steps(self, steps: Numbers) -> Launches:
        """Hits after a number of steps of the engine, at the position that the engine has then."""
        return self._launches("steps", steps_of(steps))

    def attempt(self, speed: Numbers) -> Attempts:
        """Comes as close to the target as it can at a speed of launch [m/s]."""
        given, call, columns = self._ask("attempt", speed)
        miss = np.empty(given.count)
        codes, errors, velocity, time = self._answers(given, call, columns, miss)
        return Attempts(codes, errors, velocity, time, given.shaped(miss))

    def hits(self, plan: PlanKind, value: Optional[Numbers] = None, vector: Optional[Vectors] = None) -> Hits:
        """All launches that fulfil a plan: `hits("speed", 30.0)` is at_speed with all its answers.

        value is the number of the plan, and vector its point or normal. ValueError for plans with one answer at most: "clearing",
        "attempt" and "steps".
        """
        given, call, columns = self._ask(plan, value, vector)
        (aims, velocity, time, codes), errors = self._model.hits(given.count, call, columns)
        return Hits(given.shaped(codes), errors, aims, velocity.reshape(-1, self._dimensions), time)

    def _launches(self, *plan: Any, **more: Any) -> Launches:
        return Launches(*self._answers(*self._ask(*plan, **more), np.empty(0)))

    def _answers(self, given: Broadcast, call: Any, columns: Any, miss: Array) -> Tuple[Any, ...]:
        """The parts of Launches."""
        velocity = np.empty((given.count, self._dimensions))
        time, codes = np.empty(given.count), np.empty(given.count, np.uint8)
        errors = self._model.aim(given.count, call, columns, (velocity, time, codes, miss))
        return given.shaped(codes), errors, given.shaped(velocity), given.shaped(time)

    def _ask(
        self, plan: PlanKind, value: Optional[Numbers] = None, vector: Optional[Vectors] = None, *,
        points: Optional[Vectors] = None, is_lofted: bool = False
    ) -> Tuple[Broadcast, Any, List[Optional[Array]]]:
        """The shape of the answers, the plan, and the columns of the aims."""
        dimensions = self._dimensions
        given = Broadcast(dimensions, {**self._vectors, "vector": vector}, {"value": value})
        cleared = None if points is None else rows(points, (-1, dimensions), "points")
        return given, (plan, is_lofted, (given["value"], given["vector"], cleared)), [given[name] for name in self._vectors]
