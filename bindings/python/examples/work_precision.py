"""Work and precision beside SciPy: three turns on a Kepler ellipse, whose end is its start, and a stiff drag.

Work is the number of calls of the same force. `python work_precision.py [folder]` writes work_precision.png there.
"""

import sys
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from scipy.integrate import solve_ivp

import kinstep as ks

calls = 0


def pull(position: Any, time: float) -> Any:
    global calls
    calls += 1
    return -position / np.hypot(*position) ** 3


def push(position: Any, time: float) -> Any:
    global calls
    calls += 1
    return 1000.0 * np.cos(time) - np.sin(time), 0.0


# name, force, rate of linear drag [1/s], start, velocity, duration [s], truth
PROBLEMS: "list[tuple[Any, ...]]" = [
    ("an orbit", pull, 0.0, [0.4, 0.0], [0.0, 2.0], 6.0 * np.pi, [0.4, 0.0]),
    ("strong drag (stiff)", push, 1000.0, [0.0, 0.0], [1.0, 0.0], 2.0, [np.sin(2.0), 0.0]),
]
figure, panels = plt.subplots(1, len(PROBLEMS), figsize=(11.0, 5.0), layout="constrained")
for (name, force, rate, start, velocity, duration, truth), axes in zip(PROBLEMS, panels):
    for method in ("kinstep", "DOP853", "LSODA"):
        points = []
        for tolerance in 10.0 ** -np.arange(3.0, 13.0):
            calls = 0
            if method == "kinstep":
                world = ks.World2()
                world.add_body(1.0, start, velocity)
                world.add_force(ks.Field(force))
                world.add_force(ks.LinearDrag(rate=rate))
                world.advance(duration, tolerance)
                end: Any = world.positions[0]
            else:
                slope = lambda t, y: [*y[2:], *(np.asarray(force(y[:2], t)) - rate * y[2:])]  # noqa: E731
                run = solve_ivp(slope, (0.0, duration), [*start, *velocity], method, rtol=max(tolerance, 1e-13), atol=tolerance)  # type: ignore[call-overload]
                end = run.y[:2, -1]
            points.append((calls, max(float(np.hypot(*(end - truth))), 1e-17)))
        print(f"{name:20} {method:8} least error {min(points, key=lambda point: point[1])[1]:.1e} m")
        axes.loglog(*zip(*points), marker=".", label=method)
    axes.set(xlabel="calls of the force", ylabel="error at the end [m]", title=name)
panels[0].legend()
path = Path(next(iter(sys.argv[1:]), ".")) / "work_precision.png"
figure.savefig(path, dpi=150)
print(f"wrote {path}")
