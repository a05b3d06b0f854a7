"""Worlds: truths, arrays, errors, bytes, threads, interruption."""

import pickle
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hn
from scipy.integrate import solve_ivp

import kinstep as ks
from kinstep._types import Array


def thrown() -> "tuple[ks.World3, ks.BodyId]":
    world = ks.World3()
    world.add_force(ks.UniformGravity([0.0, -9.81, 0.0]))
    world.add_force(ks.LinearDrag(rate=0.2, wind=[3.0, 0.0, 0.0]))
    return world, world.add_body(0.145, [0.0, 1.5, 0.0], [30.0, 8.0, 0.0])


def test_one_long_step_is_scipys_answer() -> None:
    world, ball = thrown()
    world.add_force(ks.Spring(0.5, anchor=[0.0, 2.0, 0.0]), ball)
    world.step(2.0)

    def slope(t: float, y: Array) -> Array:
        pull = -0.5 / 0.145 * (y[:3] - [0.0, 2.0, 0.0])
        return np.concatenate([y[3:], pull + [0.0, -9.81, 0.0] - 0.2 * (y[3:] - [3.0, 0.0, 0.0])])

    start = [0.0, 1.5, 0.0, 30.0, 8.0, 0.0]
    truth = solve_ivp(slope, (0.0, 2.0), start, method="DOP853", rtol=1e-13, atol=1e-13).y[:, -1]
    body = world[ball]
    # SciPy's own error
    np.testing.assert_allclose(np.concatenate([body.position, body.velocity]), truth, atol=1e-10)


def test_run_is_the_steps() -> None:
    world, ball = thrown()
    other, _ = thrown()
    run = world.run(1.0, 1.0 / 64.0, every=2)
    assert run.times.shape == (33,)
    assert run.positions.shape == run.velocities.shape == (33, 1, 3)
    for row in range(33):
        assert run.times[row] == other.time
        np.testing.assert_array_equal(run.positions[row], other.positions)
        np.testing.assert_array_equal(run.velocities[row], other.velocities)
        for _ in range(2 if row < 32 else 0):
            other.step(1.0 / 64.0)
    assert world.snapshot() == other.snapshot()


def test_pickled_worlds_go_on_to_the_bit() -> None:
    world, ball = thrown()
    world.run(0.5, 0.125)
    copy = pickle.loads(pickle.dumps(world))
    assert type(copy) is ks.World3
    world.step(0.3)
    copy.step(0.3)
    assert world.snapshot() == copy.snapshot()
    world.add_force(lambda position, velocity, time: [0.0, 0.0, 0.0])
    with pytest.raises(ValueError):
        pickle.dumps(world)


def test_links_pull_both_ends_alike() -> None:
    world = ks.World2()
    a = world.add_body(1.0, [0.0, 0.0])
    b = world.add_body(3.0, [2.0, 0.0])
    world.add_link(a, b, ks.Spring(100.0, length=1.0))
    world.run(1.0, 0.125)
    assert world.velocities[0, 0] != 0.0
    np.testing.assert_allclose(world.masses @ world.velocities, 0.0, atol=1e-13)


def test_a_book_keeps_its_angular_momentum() -> None:
    world = ks.World3()
    book = world.add_body(1.2, inertia=[0.01, 0.03, 0.035], angular_velocity=[0.01, 6.0, 0.02])
    before = world[book].orientation, world[book].spin_angular_momentum
    world.run(10.0, 0.5)
    assert not np.allclose(world[book].orientation, before[0])
    np.testing.assert_allclose(world[book].spin_angular_momentum, before[1], atol=1e-14)


@pytest.mark.parametrize(
    "force",
    [
        ks.QuadraticFall(gravity=[0.0, -9.81, 0.0], terminal_speed=30.0),
        ks.CriticalSpring(0.3),
        ks.PointGravity(50.0),
        ks.DryFriction(deceleration=2.0),
        ks.ConstantTorque([0.0, 0.1, 0.0]),
        ks.AngularDrag(rate=0.3),
        ks.TorsionSpring(2.0),
        ks.Thruster([0.0, 5.0, 0.0], arm=[0.0, -1.0, 0.1], throttle=0.5),
    ],
    ids=lambda force: type(force).__name__,
)
def test_each_force_acts(force: ks.Force) -> None:
    def end(forces: "list[ks.Force]") -> bytes:
        world = ks.World3()
        world.add_body(2.0, [1.0, 2.0, 3.0], [4.0, 0.0, 1.0], inertia=[1.0, 2.0, 2.5], angular_velocity=[0.1, 0.2, 0.3])
        for one in forces:
            world.add_force(one)
        world.step(0.125)
        body = world[world.ids[0]]
        state = [body.position, body.velocity, body.orientation, body.angular_velocity]
        return b"".join(part.tobytes() for part in state)

    assert end([force]) != end([])


@pytest.mark.parametrize("scheme", ["Rk4", "ExplicitEuler", "WeakKick"])
def test_schemes(scheme: ks.words.Scheme) -> None:
    world, _ = thrown()
    world.scheme = scheme
    assert world.scheme == scheme
    with pytest.raises(ValueError, match="Leapfrog.*FlowKick4"):
        setattr(world, "scheme", "Leapfrog")
    assert world.scheme == scheme


@pytest.mark.parametrize(
    "work, error, words",
    [
        (lambda w, b: w.add_body(-1.0), ValueError, "the mass is -1 kg; it must be positive"),
        (lambda w, b: w.add_body(1.0, [0.0, 0.0]), ValueError, "position has 2 components; it must have 3"),
        (lambda w, b: w.add_body(1.0, "abc"), TypeError, "position is 'abc'"),
        (lambda w, b: w.add_body(1.0, [np.nan, 0.0, 0.0]), ValueError, "component 0 of the position is NaN m"),
        (lambda w, b: w.add_body(1.0, angular_velocity=[0, 0, 1]), ValueError, "a point cannot spin"),
        (lambda w, b: w.add_body(1.0, orientation=[0, 0, 0, 2]), ValueError, "the orientation has length 2"),
        (lambda w, b: w.add_force(ks.LinearDrag()), ValueError, "rate"),
        (lambda w, b: w.add_force(ks.LinearDrag(rate=1.0, coefficient=2.0)), ValueError, "rate"),
        (lambda w, b: w.add_force(ks.LinearDrag(rate=np.inf)), ValueError, "inf"),
        (lambda w, b: w.add_force(3), TypeError, "3 is no force"),
        (lambda w, b: w.add_force(ks.Spring(cast(float, "x"))), TypeError, "stiffness of Spring is 'x'"),
        (lambda w, b: w.add_force(ks.Spring(1.0), ks.BodyId(77)), LookupError, "77"),
        (lambda w, b: w.add_link(b, b, ks.Spring(1.0)), ValueError, "itself"),
        (lambda w, b: w.remove_body(ks.BodyId(5)), LookupError, "5"),
        (lambda w, b: w.remove_force(ks.ForceId(5)), LookupError, "5"),
        (lambda w, b: w[ks.BodyId(99)], LookupError, "99"),
        (lambda w, b: setattr(w[b], "mass", 0.0), ValueError, "the mass is 0 kg"),
        (lambda w, b: w.apply_impulse(b, [np.inf, 0.0, 0.0]), ValueError, "inf"),
        (lambda w, b: w.step(np.nan), ks.StepError, "NaN"),
        (lambda w, b: w.run(1.0, 0.3), ValueError, "duration 1 s is no whole number of steps of 0.3 s"),
        (lambda w, b: w.run(1.0, 0.0), ValueError, "steps of 0 s"),
        (lambda w, b: w.run(np.nan, 0.1), ValueError, "NaN"),
        (lambda w, b: w.run(1.0, 0.25, every=3), ValueError, "every is 3; it must divide the number of steps, 4"),
        (lambda w, b: w.run(1e14, 1.0), ValueError, "no memory for 100000000000001 rows"),
        (lambda w, b: w.restore(b""), ks.RestoreError, "0 bytes"),
        (lambda w, b: w.restore(w.snapshot() + b"x"), ks.RestoreError, "1 bytes more"),
        (lambda w, b: w.restore(ks.World2().snapshot()), ks.RestoreError, "2 dimensions; this one has 3"),
        (lambda w, b: ks.World3.from_scene(ks.World2().scene()), ks.RestoreError, "2 dimensions, not of 3"),
        (lambda w, b: ks.World3.from_scene(b"c\x03junk"), ks.RestoreError, "end|expected|more|found|bool|[Dd]eserial"),
        (lambda w, b: setattr(w, "positions", [[1.0, 2.0]]), ValueError, r"shape \(1, 2\)"),
        (lambda w, b: setattr(w, "positions", np.zeros((1, 3), complex)), TypeError, "complex128"),
        (lambda w, b: setattr(w, "velocities", np.full((1, 3), np.inf)), ValueError, "velocity is inf"),
    ],
)
def test_bad_input(work: Any, error: "type[Exception]", words: str) -> None:
    world, ball = thrown()
    before = world.scene()
    with pytest.raises(error, match=words):
        work(world, ball)
    assert world.scene() == before


def test_functions_with_wrong_answers() -> None:
    answers: "list[Any]" = [None, [1.0], "abc", [1j, 0.0, 0.0]]
    for answer in answers:
        world, _ = thrown()
        world.add_force(lambda position, velocity, time: answer)
        with pytest.raises((TypeError, ValueError), match="force of a function"):
            world.step(0.1)
        assert world.steps == 0


def test_functions_may_not_step_their_own_world() -> None:
    world, _ = thrown()
    world.add_force(cast(Any, lambda position, velocity, time: world.step(0.1)))
    with pytest.raises(RuntimeError):
        world.step(0.1)


@given(hn.arrays(np.float64, (4, 6), elements=st.floats(-1e6, 1e6)), st.booleans(), st.booleans())
def test_any_layout_of_an_array_goes_in_and_out(numbers: Array, is_transposed: bool, is_frozen: bool) -> None:
    given = numbers[:, ::2]
    if is_transposed:
        given = np.asfortranarray(given)
    given.flags.writeable = not is_frozen
    world = ks.World3()
    for _ in range(4):
        world.add_body(1.0)
    world.positions = given
    np.testing.assert_array_equal(world.positions, given)
    world.positions[0] = 7.0  # a copy
    np.testing.assert_array_equal(world.positions, given)


@settings(max_examples=300)
@given(st.binary(max_size=200), st.integers(0, 199), st.integers(0, 255))
def test_broken_bytes_are_refused_or_a_state(noise: bytes, place: int, value: int) -> None:
    world, _ = thrown()
    state = bytearray(world.snapshot())
    state[place % len(state)] = value
    for data in (noise, bytes(state), bytes(state[:place])):
        before = world.snapshot()
        try:
            world.restore(data)
        except ks.RestoreError:
            assert world.snapshot() == before
