"""Energy drift of eight schemes, on the system of Hénon and Heiles. Kinematic and WeakKick are left out.

`python energy_drift.py [folder]` writes energy_drift.png to the folder, `target/notebooks` by default.
"""

# %% The system: a spring, and a quadratic force. Its energy is constant, its motion has no closed form
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import kinstep as ks
from kinstep.diagnostics import Drift
from kinstep.forces import Array

DT, DURATION = 0.25, 1000.0  # s


def bend(position: Array, time: float) -> "tuple[float, float]":
    """Force [N], the negative gradient of x² y - y³/3."""
    x, y = position.tolist()
    return -2.0 * x * y, y * y - x * x


def henon_heiles() -> ks.World2:
    world = ks.World2()
    world.add_body(1.0, position=[0.0, 0.1], velocity=[0.35, 0.1])  # kg, m, m/s
    world.add_force(ks.Spring(1.0, anchor=[0.0, 0.0]))  # N/m
    world.add_force(ks.Field(bend))
    return world


def energies(run: ks.Trajectory) -> Array:
    """Energy at each time of a run [J]."""
    (x, y), velocity = run.positions[:, 0].T, run.velocities[:, 0]
    return np.array(0.5 * (velocity**2).sum(axis=1) + 0.5 * (x * x + y * y) + x * x * y - y**3 / 3.0)


# %% The runs, in parts of a few seconds. A scheme may throw the body out of the potential well: its run ends there
SCHEMES = ["ExplicitEuler", "SymplecticEuler", "VelocityVerlet", "Rk4", "AverageAcceleration", "FlowKick", "FlowKick4"]
PART = 5.0  # s


def energy_error(scheme: str) -> "tuple[Array, Array]":
    """Times [s], and errors of the energy, relative to the energy at the start."""
    world = henon_heiles()
    world.scheme = scheme
    times, energy = [], []
    try:
        while world.time < DURATION:
            run = world.run(PART, DT)
            times.append(run.times[1:])
            energy.append(energies(run)[1:])
    except ks.StepError as error:
        print(f"{scheme:20} fails soon after {world.time:g} s: {error}")
    start = energies(henon_heiles().run(0.0, DT))[0]
    return np.concatenate(times), np.concatenate(energy) / start - 1.0


errors = {scheme: energy_error(scheme) for scheme in SCHEMES}

# %% The verdicts: rounding alone, bounded, or a drift, with its rate
drifts = {scheme: Drift.of(times, error, scale=1.0) for scheme, (times, error) in errors.items()}
for scheme, drift in drifts.items():
    largest = np.abs(errors[scheme][1]).max()
    print(f"{scheme:20} {drift.kind:10} largest error {largest:8.1e}, rate {drift.rate:+8.1e}/s")
assert drifts["Rk4"].kind == "secular"
for scheme in ("SymplecticEuler", "VelocityVerlet", "FlowKick", "FlowKick4"):
    assert drifts[scheme].kind == "bounded", scheme

# %% The picture: the largest error in each part
figure, axes = plt.subplots(figsize=(9.0, 5.5), layout="constrained")
for scheme, (times, error) in errors.items():
    parts = np.abs(error).reshape(-1, round(PART / DT))
    ends, marker = times.reshape(parts.shape)[:, -1], "o" if len(parts) < 10 else None
    axes.semilogy(ends, parts.max(axis=1), marker=marker, label=scheme)
axes.set(xlabel="time [s]", ylabel="error of the energy, relative", title=f"Hénon and Heiles, steps of {DT} s", ylim=(1e-12, 1e3))
axes.legend(ncols=2, loc="center right")
folder = Path(next(iter(sys.argv[1:]), "target/notebooks"))
folder.mkdir(parents=True, exist_ok=True)
figure.savefig(folder / "energy_drift.png", dpi=150)
print(f"wrote {folder / 'energy_drift.png'}")
