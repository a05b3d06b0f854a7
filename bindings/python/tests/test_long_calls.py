"""Long calls: Ctrl-C stops them, other threads work meanwhile, a second call is refused, and no memory stays behind."""

import pickle
import signal
import threading
import time
import tracemalloc
from typing import Any, Callable

import numpy as np
import pytest

import kinstep as ks
from kinstep import diagnostics

START, GRAVITY = [1.0, 2.0, -3.0], [0.0, -9.81, 0.0]
AIR = (ks.UniformGravity(GRAVITY), ks.LinearDrag(rate=0.2, wind=[3.0, 0.0, 0.0]))
LINEAR, QUADRATIC = ks.Ballistics(GRAVITY, drag_rate=0.1), ks.QuadraticAir(GRAVITY, terminal_speed=60.0)
BOX2D = ks.EngineStep("box2d", 1.0 / 60.0, GRAVITY, damping=0.1)
FAR = 3_000_000


def three_bodies(*forces: Any) -> ks.World3:
    """On springs with a rest length: no two of them come so near to each other that a motion ends in an error."""
    world = ks.World3()
    ids = [world.add_body(m, [x, 0.1 * x, 0.0], [0.0, v, 0.1]) for m, x, v in ((1.0, -1.0, -0.3), (0.8, 1.0, 0.4), (0.3, 3.0, 0.8))]
    for first, second in ((0, 1), (0, 2), (1, 2)):
        world.add_link(ids[first], ids[second], ks.Spring(1.0, length=1.0))
    for force in forces:
        world.add_force(force)
    return world


def hail(*forces: Any, count: int = 5_000) -> ks.Swarm3:
    positions, velocities = np.random.default_rng(7).uniform(-5.0, 5.0, (2, count, 3))
    return ks.Swarm3(positions, velocities, forces=forces)


#: What has a state, or nothing that has one; and half a minute of work on it, or more.
WORKS: "dict[str, tuple[Callable[[], Any], Callable[[Any], object]]]" = {
    "run": (three_bodies, lambda world: world.run(1e12, 1.0, every=1_000_000_000)),
    "run with a function": (lambda: three_bodies(lambda x, v, t: -x), lambda world: world.run(1e6, 0.01, every=100_000_000)),
    "advance": (three_bodies, lambda world: world.advance(1e6, 1e-12)),
    "advance_until": (three_bodies, lambda world: world.advance_until(1e6, 1e-12, ks.UntilSphere(world.ids[0], [0.0] * 3, 1e9))),
    "Ledger": (three_bodies, lambda world: diagnostics.Ledger(world).step(world, 0.01, 10_000_000)),
    "Reference": (three_bodies, lambda world: diagnostics.Reference.of(world, np.arange(0.0, 1e5, 0.01))),
    "Reference in one step": (three_bodies, lambda world: diagnostics.Reference.of(world, [1e6])),
    "compare_schemes": (three_bodies, lambda world: diagnostics.compare_schemes(world, 0.01, 10_000_000)),
    "swarm under laws": (lambda: hail(*AIR), lambda swarm: swarm.step(1e-6, 10**9)),
    "swarm with kicks": (lambda: hail(ks.QuadraticDrag(1e-6)), lambda swarm: swarm.step(1e-6, 10**9)),
    "swarm with a function": (lambda: hail(lambda x, v, t: -0.3 * v), lambda swarm: swarm.step(1e-6, 10**9)),
    "positions_after": (lambda: hail(*AIR, count=1), lambda swarm: swarm.positions_after(np.linspace(0.0, 1.0, 30_000_000))),
    "states_at": (lambda: None, lambda _: QUADRATIC.states_at(START, np.broadcast_to([20.0, 9.0, 1.0], (FAR, 3)), 1.0)),
    **{
        f"aims of {type(model).__name__}": (
            lambda: None,
            lambda _, model=model: model.aim(START, np.broadcast_to([30.0, 0.0, 2.0], (FAR, 3)), target_velocity=[1.0, 0.0, 2.0]).at_speed(30.0),  # type: ignore[misc]
        )
        for model in (LINEAR, LINEAR.rational(), QUADRATIC, BOX2D)
    },
}


@pytest.mark.parametrize("name", WORKS)
def test_ctrl_c_stops(name: str) -> None:
    make, work = WORKS[name]
    thing, sent = make(), 0.0
    before = thing and thing.snapshot()

    def interrupt() -> None:
        # another thread, which must be able to work
        nonlocal sent
        sent = time.process_time()
        signal.raise_signal(signal.SIGINT)

    threading.Timer(0.3, interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        work(thing)
    # time on a processor, which a busy machine does not lengthen
    assert time.process_time() - sent < 5.0
    assert thing is None or thing.snapshot() == before


def stepped(arrays: Any) -> None:
    done = 0
    while done < 100:
        try:
            ks.step_arrays(arrays[0], arrays[1], [], 1.0)
            done += 1
        except ValueError as error:
            assert "being written to" in str(error)


@pytest.mark.parametrize(
    "make, work, ask",
    [
        (three_bodies, lambda world: world.run(100_000.0, 1.0, every=50_000), lambda world: world.time),
        (three_bodies, lambda world: diagnostics.Ledger(world).step(world, 0.01, 1_000), lambda world: world.step(0.1)),
        (three_bodies, lambda world: diagnostics.compare_schemes(world, 0.01, 3_000), lambda world: world.step(0.1)),
        (lambda: hail(*AIR, count=100_000), lambda swarm: swarm.step(1e-3, 100), lambda swarm: swarm.time),
        (lambda: np.zeros((2, 100_000, 3)), stepped, lambda arrays: ks.step_arrays(arrays[0], arrays[1], [], 0.0)),
    ],
    ids=["run", "Ledger", "compare_schemes", "swarm", "step_arrays"],
)
def test_other_threads_work_and_are_refused(make: Any, work: Any, ask: Any) -> None:
    thing, turns, refused = make(), 0, 0
    view = thing.positions_view if isinstance(thing, ks.Swarm3) else None
    total = None if view is None else view.sum()
    runner = threading.Thread(target=work, args=(thing,))
    runner.start()
    while runner.is_alive():
        turns += 1
        try:
            ask(thing)
        except (RuntimeError, ValueError):
            refused += 1
        time.sleep(0.001)
    assert turns > 10 and refused > 0
    assert view is None or view.sum() == total


def aims() -> int:
    targets = np.random.default_rng(3).uniform(-50.0, 50.0, (1000, 3))
    LINEAR.aim(START, targets).at_speed(20.0).error(0)
    LINEAR.aim(START, targets).hits("speed", 20.0)
    return targets.nbytes


def swarms() -> int:
    swarm = hail(*AIR, lambda x, v, t: -x, count=1000)
    view = swarm.positions_view[::2]
    swarm.step(0.1, 2)
    swarm.positions = swarm.positions
    swarm.forces = list(AIR)
    pickle.loads(pickle.dumps(swarm)).positions_after([0.1, 0.2])
    with pytest.raises(ValueError):
        swarm.positions = view
    return swarm.positions.nbytes


def worlds() -> int:
    world = three_bodies(*AIR)
    world.run(1.0, 1.0 / 64.0)
    ks.World3.from_scene(world.scene()).clone()[world.ids[0]].velocity += 1.0
    with pytest.raises(LookupError):
        world[ks.BodyId(99)]
    return 65 * 7 * 8


@pytest.mark.parametrize("work", [aims, swarms, worlds])
def test_no_memory_stays_behind(work: Callable[[], int]) -> None:
    sizes = []
    tracemalloc.start()
    for _ in range(3):
        for _ in range(20):
            bound = work()
        sizes.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    # an array of each of the 20 calls would be five times as much
    assert sizes[2] - sizes[1] < 4 * bound
