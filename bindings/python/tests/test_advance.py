"""Worlds: steps to events, motion to a tolerance, closed forms."""

from typing import Any, Callable, cast

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import kinstep as ks
from kinstep._types import Array


def thrown(*forces: Any) -> "tuple[ks.World2, ks.BodyId]":
    world = ks.World2()
    for force in (ks.UniformGravity([0.0, -9.81]), *forces):
        world.add_force(force)
    return world, world.add_body(0.145, [0.0, 1.5], [30.0, 20.0])


def three_bodies(link: "ks.Force | None" = None) -> ks.World3:
    world = ks.World3()
    ids = [world.add_body(m, [x, 0.1 * x, 0.0], [0.0, v, 0.1]) for m, x, v in ((1.0, -1.0, -0.3), (0.8, 1.0, 0.4), (0.3, 3.0, 0.8))]
    for first, second in ((0, 1), (0, 2), (1, 2)):
        gravity = ks.PointGravity(world.masses[first] + world.masses[second])
        world.add_link(ids[first], ids[second], link or gravity)
    return world


def scipys_three_bodies(times: Array) -> Array:
    world = three_bodies()
    masses = world.masses

    def slope(t: float, y: Array) -> Array:
        x, v = y.reshape(2, 3, 3)
        apart = x[None] - x[:, None]
        cubes = (np.linalg.norm(apart, axis=2) + np.eye(3)) ** 3
        return np.concatenate([v, (apart * (masses[None] / cubes)[..., None]).sum(1)]).ravel()

    start = np.concatenate([world.positions, world.velocities]).ravel()
    solved = solve_ivp(slope, (0.0, times[-1]), start, method="DOP853", t_eval=times, rtol=1e-12, atol=1e-12)
    return np.array(solved.y[:9].T.reshape(-1, 3, 3))


def test_advance_is_scipys_answer() -> None:
    world = three_bodies()
    done = world.advance(5.0, 1e-11)
    truth = scipys_three_bodies(np.array([5.0]))[0]
    np.testing.assert_allclose(world.positions, truth, atol=1e-8)
    assert np.abs(truth - three_bodies().positions).max() > 0.1
    assert done.steps == done.nystrom_steps > 0 and done.islands == 1 and done.exact_bodies == 0
    assert done.evaluations >= 17 * done.steps and done.raised is None
    assert (world.time, world.steps) == (5.0, 1)


def test_advance_through_tells_the_states_on_the_way() -> None:
    world, straight = three_bodies(), three_bodies()
    times = np.linspace(0.0, 5.0, 101)
    run = world.advance_through(list(times), 1e-10)
    straight.advance(5.0, 1e-10)
    assert world.snapshot() == straight.snapshot()
    assert run.positions.shape == run.velocities.shape == (101, 3, 3)
    np.testing.assert_array_equal(run.times, times)
    np.testing.assert_array_equal(run.positions[0], three_bodies().positions)
    np.testing.assert_allclose(run.positions, scipys_three_bodies(times), atol=1e-7)
    np.testing.assert_allclose(run.positions[-1], world.positions, atol=1e-13)
    back = world.advance_through([5.0, 2.5, 0.0], 1e-10)
    np.testing.assert_allclose(back.positions, run.positions[[100, 50, 0]], atol=1e-7)
    assert world.advance_through([], 1e-6).positions.shape == (0, 3, 3)


def test_a_trajectory_is_that_of_steps() -> None:
    world, ball = thrown(ks.LinearDrag(rate=0.2, wind=[3.0, 0.0]), ks.ConstantForce([0.0, 0.0], rate=[0.1, 0.0]))
    world.step(0.5)
    before = world.snapshot()
    path = world.trajectory(ball, [0.5, 1.0, 0.0, 60.5])
    assert world.snapshot() == before
    assert path.positions.shape == path.velocities.shape == (4, 2)
    np.testing.assert_array_equal(path.positions[0], world.positions[0])
    np.testing.assert_allclose(path.positions[2], [0.0, 1.5], atol=1e-13)
    world.step(60.0)
    np.testing.assert_allclose(path.positions[3], world.positions[0], rtol=1e-14)
    np.testing.assert_allclose(path.velocities[3], world.velocities[0], rtol=1e-14)


def test_step_until_stops_at_each_event() -> None:
    world, ball = thrown()
    top = world.step_until(60.0, ks.UntilApex(ball, [0.0, 1.0]))
    assert top is not None and abs(top.time - 20.0 / 9.81) < 1e-15 and world.time == top.time
    assert top.velocity[1] == 0.0
    inside = world.step_until(0.25, ks.UntilCrossing(ball, [0.0, 1.0]))
    assert inside is None and world.time == top.time + 0.25
    landing = world.step_until(60.0, ks.UntilCrossing(ball, [0.0, 1.0]))
    assert landing is not None and landing.position[1] == 0.0 and landing.velocity[1] < 0.0
    np.testing.assert_array_equal(landing.position, world[ball].position)
    # v² = v₀² + 2 g h
    np.testing.assert_allclose(landing.velocity[1] ** 2, 20.0**2 + 2.0 * 9.81 * 1.5, rtol=1e-14)
    out = world.step_until(60.0, ks.UntilSphere(ball, [0.0, 0.0], 200.0))
    assert out is not None
    np.testing.assert_allclose(np.linalg.norm(out.position), 200.0, rtol=1e-14)


def test_advance_until_finds_the_landing_in_air() -> None:
    world, ball = thrown(ks.QuadraticDrag(1.16e-3))
    landing = world.advance_until(60.0, 1e-10, ks.UntilCrossing(ball, [0.0, 1.0]))

    def slope(t: float, y: Array) -> Array:
        v = y[2:]
        return np.concatenate([v, [0.0, -9.81] - 1.16e-3 / 0.145 * v * np.linalg.norm(v)])

    def height(t: float, y: Array) -> float:
        return float(y[1])

    truth = solve_ivp(slope, (0.0, 10.0), [0.0, 1.5, 30.0, 20.0], method="DOP853", events=height, rtol=1e-12, atol=1e-12)
    assert landing is not None and truth.t_events is not None
    assert abs(landing.time - truth.t_events[0][0]) < 1e-8
    assert landing.position[1] == 0.0 and world.time == landing.time


def test_functions_may_raise_on_the_way() -> None:
    def late(position: Array, velocity: Array, time: float) -> Array:
        if time > 0.4:
            raise KeyError("no wind table")
        return position

    world, ball = thrown(late)
    before = world.snapshot()
    calls: "list[Callable[[], Any]]" = [
        lambda: world.advance(1.0, 1e-6),
        lambda: world.advance_through([0.1, 1.0], 1e-6),
        lambda: world.advance_until(60.0, 1e-6, ks.UntilCrossing(ball, [0.0, 1.0])),
        lambda: world.step_until(1.0, ks.UntilCrossing(ball, [0.0, 1.0])),
    ]
    for call in calls:
        with pytest.raises(KeyError, match="no wind table"):
            call()
        assert world.snapshot() == before


@pytest.mark.parametrize(
    "work, error, words",
    [
        (lambda w, b: w.advance(1.0, -1e-6), ks.StepError, "the tolerance is -0.000001 m"),
        (lambda w, b: w.advance(np.nan, 1e-6), ks.StepError, "NaN"),
        (lambda w, b: w.advance_through([1.0, 0.5], 1e-6), ValueError, "time 1 is 0.5 s, after 1 s"),
        (lambda w, b: w.advance_through([np.inf], 1e-6), ValueError, "time 0 is inf s"),
        (lambda w, b: w.advance_through("abc", 1e-6), TypeError, "<U3"),
        (lambda w, b: w.trajectory(b, [np.nan]), ValueError, "time 0 is NaN s"),
        (lambda w, b: w.trajectory(ks.BodyId(99), [0.0]), LookupError, "99"),
        (lambda w, b: w.step_until(-1.0, ks.UntilApex(b, [0.0, 1.0])), ks.StepError, "-1 s"),
        (lambda w, b: w.step_until(1.0, ks.UntilApex(ks.BodyId(99), [0.0, 1.0])), LookupError, "99"),
        (lambda w, b: w.step_until(1.0, ks.UntilApex(b, [0.0, 1.0, 0.0])), ValueError, "direction has 3 components"),
        (lambda w, b: w.step_until(1.0, ks.UntilCrossing(b, [0.0, np.nan])), ks.StepError, "NaN"),
        (lambda w, b: w.step_until(1.0, ks.UntilCrossing(b, [0.0, 1.0], 0.0, cast(Any, "up"))), ValueError, "direction: unknown variant `up`, expected one of `Ascending`"),
        (lambda w, b: w.step_until(1.0, ks.Spring(1.0)), TypeError, "Spring"),
    ],
)
def test_bad_input(work: Any, error: "type[Exception]", words: str) -> None:
    world, ball = thrown()
    before = world.snapshot()
    with pytest.raises(error, match=words):
        work(world, ball)
    assert world.snapshot() == before


def test_a_trajectory_names_the_force_without_a_law() -> None:
    world, ball = thrown(ks.QuadraticDrag(0.1))
    with pytest.raises(ValueError, match="QuadraticDrag .* has no linear law"):
        world.trajectory(ball, [1.0])
