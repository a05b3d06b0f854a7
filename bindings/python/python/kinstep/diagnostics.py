"""Errors of a motion: drift of what should be constant, comparison of schemes, the reference motion, the energy balance.

The results are dataclasses. `to_dict` makes plain dictionaries of them, `to_pandas` tables; only that needs pandas.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, Optional, Sequence, Tuple, Union

from . import _kinstep
from ._arrays import rows
from ._types import Numbers, Record
from .ids import BodyId, ForceId
from .motion import Energy, Trajectory
from .words import Scheme
from .world import World2, World3

if TYPE_CHECKING:
    import pandas as pd

World = Union[World2, World3]


@dataclass(frozen=True, eq=False)
class Drift(Record):
    """The drift of a quantity that should be constant. Errors are changes since the first sample, relative to `scale`.

    kind: "rounding" (less than two roundings per step), "bounded" (it stays in a band), "secular" (it drifts away, or swings
        more and more), "jumped" (from one band to another, once), or "unclear" (fewer than 32 samples).
    rate, rate_error: slope of the error by least squares, and its standard error [1/s]; infinite for two samples.
    amplitude: half of the range of the error in a block of samples, averaged over all blocks.
    worst, last, jump: the largest absolute error, that of the last sample, the height of the jump (0 without one).
    envelope_exponent: p of an envelope that grows as tᵖ.
    scale, samples: the scale in units of the quantity; the number of samples.
    """

    kind: str
    rate: float
    rate_error: float
    amplitude: float
    worst: float
    last: float
    jump: float
    envelope_exponent: float
    scale: float
    samples: int

    @classmethod
    def of(cls, times: Numbers, values: Numbers, scale: Optional[float] = None, steps: int = 1) -> Drift:
        """The drift of a series of at least two values at some times [s].

        scale: of the errors, in units of the values; the absolute first value by default.
        steps: number of steps of the simulation for each sample; each may add its rounding to "rounding".
        """
        return cls(**_kinstep.drift(rows(times, (-1,), "times"), rows(values, (-1,), "values"), scale, steps))

    def to_pandas(self) -> pd.Series[Any]:
        """A series of the fields."""
        import pandas as pd

        return pd.Series(self.to_dict())


@dataclass(frozen=True, eq=False)
class SchemeRun(Record):
    """The errors of one method, against the reference.

    method: name of the scheme, or the tolerance, as "to 1e-6 m".
    position_error, worst_position_error: largest distance of a body at the end [m], and over the whole run [m].
    orientation_error, worst_orientation_error: the same of angles [rad]; None if all bodies are points.
    energy_error, energy: at the end, relative to the energy scale of the comparison; its drift, None without energy.
    phase_error, phase: phase lead at the end [rad], None for less than one oscillation; its drift, with the rate in rad/s.
    stopped_after, error: number of steps before one that failed, after which all errors were measured, and why it failed; None if no
        step failed.
    """

    method: str
    position_error: float
    worst_position_error: float
    orientation_error: Optional[float]
    worst_orientation_error: Optional[float]
    energy_error: float
    energy: Optional[Drift]
    phase_error: Optional[float]
    phase: Optional[Drift]
    stopped_after: Optional[int]
    error: Optional[str]


@dataclass(frozen=True, eq=False)
class Comparison(Record):
    """The errors of several methods on one world.

    is_exact: whether the reference is the exact motion.
    uncertainty, orientation_uncertainty: of the reference at the end [m], [rad]; zero if it is exact.
    energy_scale: the largest kinetic or total energy of the reference [J].
    runs: in the order of the methods.
    """

    is_exact: bool
    uncertainty: float
    orientation_uncertainty: float
    energy_scale: float
    runs: Tuple[SchemeRun, ...]

    def to_pandas(self) -> pd.DataFrame:
        """A row for each method. The columns of the two drifts are `energy_kind`, `energy_rate` and the like."""
        import pandas as pd

        return pd.DataFrame([_flat(run.to_dict()) for run in self.runs]).set_index("method")


def compare_schemes(
    world: World, dt: float, steps: int, methods: Optional[Sequence[Union[Scheme, float]]] = None
) -> Comparison:
    """Moves copies of a world by some steps of dt [s], each by another method, and measures them against the reference.

    methods: names of schemes, and tolerances [m] for World.advance; all schemes by default.

    A method that fails is no error: its run tells when and why. StepError if the reference fails. Other threads can work
    meanwhile; Ctrl-C stops it.
    """
    parts = world._native.compare_schemes(dt, steps, None if methods is None else list(methods))
    runs = tuple(SchemeRun(**{**run, "energy": _drift(run["energy"]), "phase": _drift(run["phase"])}) for run in parts["runs"])
    return Comparison(**{**parts, "runs": runs})


@dataclass(frozen=True, eq=False)
class Reference(Trajectory):
    """The exact motion of a world, or one that is integrated to rounding, whatever its scheme; `is_exact` says which."""

    is_exact: bool

    @classmethod
    def of(cls, world: World, times: Numbers) -> Reference:
        """The motion of a copy of a world from now on, at some times [s] of its clock, in any order.

        StepError if it cannot be followed. Ctrl-C stops it.
        """
        given = rows(times, (-1,), "times")
        is_exact, bodies, arrays = world._native.reference(given)
        moments, positions, velocities = arrays
        return cls(moments, positions, velocities, tuple(BodyId(bits, world._family) for bits in bodies), is_exact)


@dataclass(frozen=True, eq=False)
class Entry(Record):
    """The entry of one force, with its id and kind; both are None for all forces and torques that were applied for one step.

    work: along the exact motion of all steps [J].
    potential_change: growth of its potential energy along that motion [J].
    """

    force: Optional[ForceId]
    name: Optional[str]
    work: float
    potential_change: float

    @property
    def supply(self) -> float:
        """The energy that the force added to the world: its work and the growth of its potential [J]."""
        return self.work + self.potential_change


@dataclass(frozen=True, eq=False)
class Balance(Record):
    """The energy balance of a run: change = by_forces + scheme_error + from_outside, for kinetic and potential energy each.

    entries: of each force, in the order in which they first acted.
    change, by_forces: energy now less energy when the ledger was opened; work, and growth of potential, of all forces.
    scheme_error, from_outside: energy error of the scheme; changes between steps, such as a velocity that was set.
    imbalance, turnover: difference of both sides, of the size of rounding; sum of the sizes of all transfers [J], its scale.
    """

    entries: Tuple[Entry, ...]
    change: Energy
    by_forces: Energy
    scheme_error: Energy
    from_outside: Energy
    imbalance: Energy
    turnover: float

    def to_pandas(self) -> pd.DataFrame:
        """A row for each force, then the other terms; columns for kinetic and potential energy, and both [J]."""
        import pandas as pd

        rows = {
            "applied" if entry.force is None else f"{entry.name} {entry.force.bits}": (entry.work, entry.potential_change)
            for entry in self.entries
        }
        for name in ("scheme_error", "from_outside", "imbalance", "change"):
            energy = getattr(self, name)
            rows[name] = (energy.kinetic, energy.potential)
        table = pd.DataFrame.from_dict(rows, orient="index", columns=["kinetic", "potential"])
        return table.assign(total=table.sum(axis=1))


class Ledger:
    """The work of each force over a run, and the energy error of the scheme: opened on a world, which it steps."""

    def __init__(self, world: World) -> None:
        self._native, self._family = _kinstep.Ledger(world._native), world._family

    def step(self, world: World, dt: float, steps: int = 1) -> None:
        """Makes some steps of dt [s] with a world, by its own scheme, and records the changes of energy.

        The exact motion of each step is computed, too, so a step takes much longer than one of World.step. Ctrl-C stops it
        between two steps. If it fails or is stopped, ledger and world are as they were.
        """
        self._native.step(world._native, dt, steps)

    def __repr__(self) -> str:
        return f"<Ledger of {len(self.balance().entries)} forces>"

    def balance(self) -> Balance:
        """The energy balance up to the last step."""
        parts = self._native.balance()
        entries, turnover = [], parts.pop("turnover")
        for entry in parts.pop("entries"):
            bits = entry.pop("force")
            entries.append(Entry(None if bits is None else ForceId(bits, self._family), **entry))
        return Balance(tuple(entries), turnover=turnover, **{name: Energy(**energy) for name, energy in parts.items()})


def _drift(parts: Optional[Dict[str, Any]]) -> Optional[Drift]:
    return None if parts is None else Drift(**parts)


def _flat(fields: Dict[str, Any]) -> Dict[str, Any]:
    """The same fields, with those of the drifts among them."""
    flat: Dict[str, Any] = {}
    for name, value in fields.items():
        if name in ("energy", "phase"):
            flat.update({f"{name}_{part}": number for part, number in (value or {}).items()})
        else:
            flat[name] = value
    return flat
