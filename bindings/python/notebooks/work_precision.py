"""Work and precision of kinstep beside SciPy's DOP853 and LSODA, on three problems with known solutions.

All methods call the same Python function for the force that is not linear. Work is the number of these calls, which does not
depend on the machine; precision is the error of the position at the end.

`python work_precision.py [folder]` writes work_precision.png to the folder, `target/notebooks` by default.
"""

# %% A problem: linear forces, one force that is not, and the place at the end
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable

import matplotlib.pyplot as plt
import numpy as np
from scipy.integrate import solve_ivp

import kinstep as ks
from kinstep.forces import Array


@dataclass(frozen=True)
class Problem:
    """A body of 1 kg in the plane.

    linear: forces that kinstep solves exactly.
    linear_acceleration: the same for SciPy [m/s²], from velocity.
    force: any other force [N], from position, velocity and time.
    is_field: whether that depends on position and time alone.
    end: the exact position at the end [m].
    steps: the least number of steps of a scheme.
    """

    name: str
    position: "tuple[float, float]"
    velocity: "tuple[float, float]"
    duration: float
    linear: "list[ks.Force]"
    linear_acceleration: Callable[[Array], Array]
    force: Callable[[Array, Array, float], Any]
    is_field: bool
    end: Array
    steps: int


def orbit() -> Problem:
    """Three turns on an ellipse of eccentricity 0.6: the end is the start."""
    start, speed = 1.0 - 0.6, float(np.sqrt(1.6 / 0.4))

    def pull(position: Array, velocity: Array, time: float) -> Any:
        return -position / np.hypot(*position) ** 3

    end = np.array([start, 0.0])
    return Problem("an orbit", (start, 0.0), (0.0, speed), 6.0 * np.pi, [], np.zeros_like, pull, True, end, 128)


def fall() -> Problem:
    """A fall through air, with quadratic drag: y = -(w²/g) ln cosh(g t / w) at terminal speed w."""
    gravity, terminal, duration = np.array([0.0, -9.81]), 40.0, 10.0
    rate = 9.81 / terminal**2

    def drag(position: Array, velocity: Array, time: float) -> Any:
        return -rate * np.hypot(*velocity) * velocity

    end = np.array([0.0, -np.log(np.cosh(9.81 * duration / terminal)) / rate])
    linear: "list[ks.Force]" = [ks.UniformGravity(gravity)]
    return Problem("a fall through air", (0.0, 0.0), (0.0, 0.0), duration, linear, lambda v: gravity, drag, False, end, 4)


def stiff() -> Problem:
    """Strong linear drag γ and a force γ cos t - sin t: the body is at sin t."""
    rate, duration = 1000.0, 2.0

    def push(position: Array, velocity: Array, time: float) -> Any:
        return rate * np.cos(time) - np.sin(time), 0.0

    end = np.array([np.sin(duration), 0.0])
    linear: "list[ks.Force]" = [ks.LinearDrag(rate=rate)]
    return Problem("strong drag (stiff)", (0.0, 0.0), (1.0, 0.0), duration, linear, lambda v: -rate * v, push, True, end, 16)


# %% Each method solves a problem, and tells calls and error
class Counted:
    """A function that counts its calls."""

    def __init__(self, force: Callable[[Array, Array, float], Any]) -> None:
        self.force, self.calls = force, 0

    def __call__(self, position: Array, velocity: Array, time: float) -> Any:
        self.calls += 1
        return self.force(position, velocity, time)

    def as_field(self, position: Array, time: float) -> Any:
        return self(position, np.zeros(2), time)


def by_kinstep(problem: Problem, move: Callable[[ks.World2], Any]) -> "tuple[int, float]":
    world, counted = ks.World2(), Counted(problem.force)
    world.add_body(1.0, problem.position, problem.velocity)
    for force in problem.linear:
        world.add_force(force)
    world.add_force(ks.Field(counted.as_field) if problem.is_field else counted)
    try:
        move(world)
    except ks.StepError:
        return counted.calls, np.inf
    return counted.calls, float(np.hypot(*(world.positions[0] - problem.end)))


def scheme(name: str, steps: int) -> Callable[[Problem], "tuple[int, float]"]:
    def solve(problem: Problem) -> "tuple[int, float]":
        def move(world: ks.World2) -> None:
            world.scheme = name
            world.run(problem.duration, problem.duration / (problem.steps * steps))

        return by_kinstep(problem, move)

    return solve


def advance(tolerance: float) -> Callable[[Problem], "tuple[int, float]"]:
    return lambda problem: by_kinstep(problem, lambda world: world.advance(problem.duration, tolerance))


def scipys(method: Any, tolerance: float) -> Callable[[Problem], "tuple[int, float]"]:
    def solve(problem: Problem) -> "tuple[int, float]":
        counted = Counted(problem.force)

        def slope(time: float, state: Array) -> Array:
            position, velocity = state[:2], state[2:]
            acceleration = problem.linear_acceleration(velocity) + counted(position, velocity, time)
            return np.concatenate([velocity, acceleration])

        start = [*problem.position, *problem.velocity]
        solved = solve_ivp(slope, (0.0, problem.duration), start, method=method, rtol=max(tolerance, 1e-13), atol=tolerance)
        assert solved.success, solved.message
        return counted.calls, float(np.hypot(*(solved.y[:2, -1] - problem.end)))

    return solve


# %% All methods on all problems
TOLERANCES = [10.0**-digits for digits in range(3, 13)]  # m
STEPS = [2**doubling for doubling in range(6)]
METHODS = {
    **{name: [scheme(name, steps) for steps in STEPS] for name in ("Rk4", "FlowKick", "FlowKick4")},
    "advance": [advance(tolerance) for tolerance in TOLERANCES],
    "SciPy DOP853": [scipys("DOP853", tolerance) for tolerance in TOLERANCES],
    "SciPy LSODA": [scipys("LSODA", tolerance) for tolerance in TOLERANCES],
}
PROBLEMS = [orbit(), fall(), stiff()]
figure, panels = plt.subplots(1, 3, figsize=(14.0, 5.0), layout="constrained")
for problem, axes in zip(PROBLEMS, panels):
    print(f"\n{problem.name:20} {'calls for an error below 1e-6 m':>32} {'least error [m]':>16}")
    for method, ways in METHODS.items():
        results = np.array([solve(problem) for solve in ways])
        # errors of zero, of overflow and of failure are drawn at these limits
        axes.loglog(results[:, 0], results[:, 1].clip(1e-17, 1e3), "--" if "SciPy" in method else "-", marker=".", label=method)
        enough = [int(calls) for calls, error in results if error < 1e-6]
        print(f"{method:20} {min(enough, default='none'):>32} {results[:, 1].min():16.1e}")
        assert results[:, 1].min() < 1e-9 or method not in ("advance", "SciPy DOP853", "SciPy LSODA"), method
    axes.set(xlabel="calls of the force", ylabel="error at the end [m]", title=problem.name)
panels[0].legend()
folder = Path(next(iter(sys.argv[1:]), "target/notebooks"))
folder.mkdir(parents=True, exist_ok=True)
figure.savefig(folder / "work_precision.png", dpi=150)
print(f"\nwrote {folder / 'work_precision.png'}")
