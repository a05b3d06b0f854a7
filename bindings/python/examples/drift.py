"""Energy drift of seven schemes on the system of Hénon and Heiles: a spring and a force without a closed form.

`python drift.py [folder]` writes drift.png to the folder, the present one by default.
"""

# %% The system. Its energy is constant
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt

import kinstep as ks
from kinstep.diagnostics import Drift
from kinstep.words import Scheme

Array = npt.NDArray[np.float64]
DT, DURATION, PART = 0.25, 500.0, 5.0  # s
SCHEMES: "list[Scheme]" = [
    *("ExplicitEuler", "SymplecticEuler", "VelocityVerlet", "Rk4", "AverageAcceleration", "FlowKick", "FlowKick4"),
]


def bend(position: Array, time: float) -> "tuple[float, float]":
    x, y = position.tolist()
    return -2.0 * x * y, y * y - x * x


def potential(position: Array, time: float) -> float:
    x, y = position.tolist()
    return float(x * x * y - y**3 / 3.0)


# %% The runs, in parts. A scheme may throw the body out of the potential well: its run ends there
figure, axes = plt.subplots(figsize=(9.0, 5.5), layout="constrained")
for scheme in SCHEMES:
    world = ks.World2()
    world.scheme = scheme
    world.add_body(1.0, position=[0.0, 0.1], velocity=[0.35, 0.1])  # kg, m, m/s
    world.add_force(ks.Spring(1.0))  # N/m
    world.add_force(ks.Field(bend, potential))
    start, times, errors = world.energy.total, [], []
    try:
        while world.time < DURATION:
            world.run(PART, DT)
            times.append(world.time)
            errors.append(world.energy.total / start - 1.0)
    except ks.StepError as error:
        print(f"{scheme:20} fails soon after {world.time:g} s: {error}")
    drift = Drift.of(times, errors, scale=1.0, steps=round(PART / DT))
    print(f"{scheme:20} {drift.kind:10} largest error {drift.worst:8.1e}, rate {drift.rate:+8.1e}/s")
    assert scheme != "FlowKick4" or drift.worst < 1e-4
    axes.semilogy(times, np.abs(errors), marker="o" if len(times) < 9 else None, label=scheme)
axes.set(xlabel="time [s]", ylabel="relative error of the energy", title=f"Hénon and Heiles, steps of {DT} s", ylim=(1e-12, 1e3))
axes.legend(ncols=2, loc="upper right")
path = Path(next(iter(sys.argv[1:]), ".")) / "drift.png"
figure.savefig(path, dpi=150)
print(f"wrote {path}")
