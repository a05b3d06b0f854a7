"""The overhead of calls from Python, beside the same work in Rust, measured in one run, by turns; medians.

Needs a release build of kinstep: `pip install .`, then `python ratios.py`. Fails if a bound is exceeded.
"""

import statistics
import sys
import time
from dataclasses import dataclass
from typing import Any, Callable

import numpy as np

import kinstep as ks
from kinstep import _kinstep

ROUNDS = 31
DT = 1.0 / 60.0


@dataclass(frozen=True)
class Measure:
    """A measured number and its bound; without one it is only printed."""

    name: str
    value: float
    unit: str
    bound: float = float("inf")


def by_turns(*works: Callable[[], float]) -> "list[float]":
    """The median of what each of these returns, called by turns; the first round does not count."""
    rounds = [[work() for work in works] for _ in range(ROUNDS + 1)]
    return [statistics.median(column) for column in zip(*rounds[1:])]


def seconds(work: Callable[..., object], *arguments: float, count: int = 1) -> float:
    """The time of some calls [s], and of the loop around them."""
    calls = range(count)
    start = time.perf_counter()
    if arguments:
        (argument,) = arguments
        for _ in calls:
            work(argument)
    else:
        for _ in calls:
            work()
    return time.perf_counter() - start


def steps_of_a_world() -> "list[Measure]":
    """One step from Python beside one in a loop in Rust, and beside a call that does nothing [ns]."""
    world = ks.World3()
    world.add_force(ks.UniformGravity([0.0, -9.81, 0.0]))
    world.add_force(ks.LinearDrag(rate=0.2, wind=[3.0, 0.0, 0.0]))
    world.add_body(0.145, [0.0, 1.5, 0.0], [30.0, 8.0, 0.0])
    count = 10_000
    nothing, python, rust = (
        1e9 * time / count
        for time in by_turns(
            lambda: seconds(_kinstep.nothing, count=count),
            lambda: seconds(world.step, DT, count=count),
            lambda: world._native.time_steps(DT, count),
        )
    )
    return [
        Measure("a call that does nothing", nothing, "ns"),
        Measure("World3.step of one body, from Python", python, "ns"),
        Measure("World3.step of one body, in Rust", rust, "ns"),
        Measure("the difference", python - rust, "ns", 300.0),
    ]


def steps_of_a_swarm() -> "list[Measure]":
    """Steps of a million bodies from Python beside those in Rust."""
    forces = [ks.UniformGravity([0.0, -9.81, 0.0]), ks.LinearDrag(rate=0.1)]
    measures = []
    for positions in (np.zeros((1_000_000, 3), np.float64), np.zeros((1_000_000, 3), np.float32)):
        swarm = ks.Swarm3(positions, forces=forces)
        python, rust = by_turns(lambda: seconds(swarm.step, DT), lambda: swarm._native.time_steps(DT, 1))
        name = f"Swarm3.step of 10⁶ bodies in {swarm.dtype}"
        measures += [Measure(name, 1e3 * python, "ms"), Measure("  beside the same in Rust", python / rust, "", 1.05)]
    return measures


def aims() -> "list[Measure]":
    """A million aims from Python beside the crate's batch."""
    count = 1_000_000
    rng = np.random.default_rng(3)
    angle, distance = rng.uniform(0.0, 2.0 * np.pi, count), rng.uniform(10.0, 50.0, count)
    targets = np.stack([distance * np.cos(angle), rng.uniform(-3.0, 3.0, count), distance * np.sin(angle)], axis=1)
    air = ks.Ballistics([0.0, -9.81, 0.0], drag_rate=0.1, wind=[3.0, 0.0, -1.0])
    start = [1.0, 2.0, -3.0]
    aim = air.aim(start, targets)
    measures = []
    for planner, plan, value in (("at a speed", aim.at_speed, 30.0), ("in a time", aim.in_time, 1.5)):
        in_rust: "tuple[Any, ...]" = (start, targets, planner == "at a speed", value)
        python, rust = by_turns(lambda: seconds(plan, value), lambda: air._model.time_aims(*in_rust))
        measures += [
            Measure(f"10⁶ aims {planner}, from Python", 1e3 * python, "ms"),
            Measure("  beside the batch in Rust", python / rust, "", 1.1),
        ]
    return measures


#: Each returns what it measured; add a function to measure more.
MEASURES: "list[Callable[[], list[Measure]]]" = [
    steps_of_a_world,
    steps_of_a_swarm,
    aims,
]


def main() -> int:
    exceeded = 0
    for measure in (measure for measures in MEASURES for measure in measures()):
        bound = "" if measure.bound == float("inf") else f"at most {measure.bound:g}"
        exceeded += measure.value > measure.bound
        print(f"{measure.name:50} {measure.value:9.3f} {measure.unit:3} {bound}")
    return 1 if exceeded else 0


if __name__ == "__main__":
    sys.exit(main())
