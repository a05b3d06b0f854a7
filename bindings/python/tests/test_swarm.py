"""Swarms: truths, arrays in and out, views, errors, bytes, threads, interruption."""

import gc
import os
import pickle
import sys
from pathlib import Path
from typing import Any, Callable, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hn
from scipy.integrate import solve_ivp

import kinstep as ks
from kinstep._types import Array

AIR = (ks.UniformGravity([0.0, -9.81, 0.0]), ks.LinearDrag(rate=0.2, wind=[3.0, 0.0, 0.0]))


def states(count: int, dtype: Any = np.float64, dimensions: int = 3) -> "tuple[Any, Any]":
    positions, velocities = np.random.default_rng(7).uniform(-5.0, 5.0, (2, count, dimensions)).astype(dtype)
    return positions, velocities


def hail(count: int = 1000, dtype: Any = np.float64) -> ks.Swarm3:
    return ks.Swarm3(*states(count, dtype), forces=AIR)


def test_a_swarm_moves_as_bodies_of_a_world_do() -> None:
    positions, velocities = states(20)
    masses = np.repeat([0.5, 2.0], [8, 12])
    forces = [*AIR, ks.Spring(0.7, damping=0.1, anchor=[1.0, 0.0, 0.0]), ks.MagneticField([0.0, 0.0, 1.5], charge=2.0)]
    swarm = ks.Swarm3(positions, velocities, masses, forces)
    world = ks.World3()
    for force in forces:
        world.add_force(force)
    for mass, position, velocity in zip(masses, positions, velocities):
        world.add_body(mass, position, velocity)
    for dt in (0.5, 3.0, -1.0):
        swarm.step(dt)
        world.step(dt)
    assert swarm.time == world.time == 2.5
    np.testing.assert_array_equal(swarm.masses, world.masses)
    # the world and the swarm sum the same laws in another order: rounding, of numbers up to some 20
    np.testing.assert_allclose(swarm.positions, world.positions, atol=1e-13)
    np.testing.assert_allclose(swarm.velocities, world.velocities, atol=1e-13)


def vectorised(positions: Array, velocities: Array, time: float) -> Any:
    return -0.3 * velocities * np.linalg.norm(velocities, axis=1, keepdims=True) - 2.0 * positions


@pytest.mark.parametrize(
    "forces",
    [
        [ks.UniformGravity([0.0, -9.81, 0.0]), vectorised],
        [ks.UniformGravity([0.0, -9.81, 0.0]), ks.QuadraticDrag(0.3), ks.Field(lambda x, t: -2.0 * x)],
    ],
    ids=["function", "built in"],
)
def test_kicks_converge_to_scipys_answer(forces: Any) -> None:
    positions, velocities = states(300)
    mass = 2.0

    def slope(t: float, y: Array) -> Array:
        x, v = y.reshape(2, 1, 3)
        a = [0.0, -9.81, 0.0] + vectorised(x, v, t) / mass
        return np.concatenate([v, a]).ravel()

    start = np.concatenate([positions[290], velocities[290]])
    truth = solve_ivp(slope, (0.0, 1.0), start, method="DOP853", rtol=1e-12, atol=1e-12).y[:3, -1]
    errors = []
    for steps in (64, 128):
        swarm = ks.Swarm3(positions, velocities, mass, forces)
        swarm.step(1.0 / steps, steps)
        errors.append(np.abs(swarm.positions[290] - truth).max())
    # second order: half the step, a quarter of the error
    assert 3.5 < errors[0] / errors[1] < 4.5
    assert errors[1] < 1e-3


def test_many_steps_are_single_steps() -> None:
    for extra in ([], [ks.QuadraticDrag(0.1)]):
        one, many = hail(), hail()
        one.forces = many.forces = [*AIR, *extra]
        many.step(0.125, 40)
        for _ in range(40):
            one.step(0.125)
        assert one.snapshot() == many.snapshot()


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("kind, dimensions", [(ks.Swarm2, 2), (ks.Swarm3, 3)])
def test_arrays_of_the_caller_step_as_a_swarm_does(dtype: Any, kind: Any, dimensions: int) -> None:
    positions, velocities = states(500, dtype, dimensions)
    forces = [ks.ConstantForce([0.5] * dimensions, rate=[0.1] * dimensions), ks.Spring(3.0), ks.LinearDrag(coefficient=0.1)]
    swarm = kind(positions, velocities, 2.0, forces)
    assert swarm.dtype == dtype and swarm.positions.dtype == dtype
    for time_before, dt in ((0.0, 0.25), (0.25, -0.5), (-0.25, 3.0)):
        ks.step_arrays(positions, velocities, forces, dt, mass=2.0, time=time_before)
        swarm.step(dt)
        np.testing.assert_array_equal(positions, swarm.positions)
        np.testing.assert_array_equal(velocities, swarm.velocities)


def test_a_view_shows_its_own_time_and_cannot_be_written_to() -> None:
    swarm = hail()
    before = swarm.positions
    view = swarm.positions_view
    part = view[::7, 1]
    address = view.ctypes.data
    assert swarm.positions_view.ctypes.data == address  # nothing was copied
    with pytest.raises(ValueError, match="read-only"):
        view[0] = 0.0
    with pytest.raises(ValueError, match="WRITEABLE"):
        view.flags.writeable = True
    changes: "list[Callable[[], Any]]" = [
        lambda: swarm.step(0.1),
        lambda: swarm.step(0.1, 3),
        lambda: swarm.append([[0.0, 0.0, 0.0]] * 5000),
        lambda: swarm.remove(range(10)),
        lambda: setattr(swarm, "positions", swarm.positions + 1.0),
        lambda: swarm.restore(hail(3).snapshot()),
    ]
    for change in changes:
        change()
        assert swarm.positions.shape != before.shape or (swarm.positions != before).any()
        np.testing.assert_array_equal(view, before)
    del swarm, view
    gc.collect()
    np.testing.assert_array_equal(part, before[::7, 1])


def test_without_views_a_step_moves_nothing_in_memory() -> None:
    swarm = hail()
    address = swarm.positions_view.ctypes.data
    swarm.step(0.1)
    assert swarm.positions_view.ctypes.data == address


def test_bodies_keep_their_order() -> None:
    swarm = ks.Swarm2(masses=3.0)
    swarm.append([[0.0, 0.0], [1.0, 0.0]], masses=[3.0, 1.0])
    swarm.append([[float(i), 0.0] for i in range(2, 8)], masses=[1.0, 2.0, 2.0, 1.0, 1.0, 3.0])
    np.testing.assert_array_equal(swarm.positions[:, 0], range(8))
    np.testing.assert_array_equal(swarm.masses, [3, 1, 1, 2, 2, 1, 1, 3])
    swarm.remove([0, 4])
    swarm.remove(swarm.positions[:, 0] == 6.0)
    swarm.remove(())
    np.testing.assert_array_equal(swarm.positions[:, 0], [1, 2, 3, 5, 7])
    np.testing.assert_array_equal(swarm.masses, [1, 1, 2, 1, 3])
    with pytest.raises(IndexError):
        swarm.remove([5])
    assert len(swarm) == 5


def test_masses_that_come_and_go_leave_nothing_behind() -> None:
    swarm = ks.Swarm2([[0.0, 0.0]])
    for mass in range(2, 100):
        swarm.append([[1.0, 0.0]], masses=float(mass))
        swarm.remove(0)
    assert len(swarm.snapshot()) <= len(ks.Swarm2([[0.0, 0.0]], masses=2.0).snapshot())


def test_drag_depends_on_the_mass() -> None:
    swarm = ks.Swarm2([[0.0, 0.0]] * 2, [[10.0, 0.0]] * 2, [1.0, 0.1], [ks.LinearDrag(coefficient=0.02)])
    swarm.step(5.0)
    np.testing.assert_allclose(swarm.velocities[:, 0], 10.0 * np.exp([-0.1, -1.0]), rtol=1e-15)


def test_step_across_tells_where_bodies_land() -> None:
    swarm = ks.Swarm2([[0.0, 1.5], [0.0, 9.0], [0.0, 3.0]], [[2.0, -3.0]] * 3)
    landed = swarm.step_across(1.0, [0.0, 1.0])
    np.testing.assert_array_equal(landed.bodies, [0, 2])
    np.testing.assert_array_equal(landed.times, [0.5, 1.0])
    np.testing.assert_array_equal(landed.positions, [[1.0, 0.0], [2.0, 0.0]])
    np.testing.assert_array_equal(landed.velocities, [[2.0, -3.0]] * 2)
    swarm.remove(landed.bodies)
    np.testing.assert_array_equal(swarm.positions, [[2.0, 6.0]])


def test_positions_after_are_those_of_steps() -> None:
    swarm = hail()
    times = [0.0, 0.5, 40.0, -1.0]
    ahead = swarm.positions_after(times)
    assert ahead.shape == (4, 1000, 3)
    for row, dt in zip(ahead, times):
        other = hail()
        other.step(dt)
        np.testing.assert_array_equal(row, other.positions)
    assert hail(0).positions_after(times).shape == (4, 0, 3)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_pickled_swarms_go_on_to_the_bit(dtype: Any) -> None:
    swarm = hail(dtype=dtype)
    swarm.step(0.3)
    copy = pickle.loads(pickle.dumps(swarm))
    assert type(copy) is ks.Swarm3 and copy.forces == swarm.forces
    swarm.step(0.7)
    copy.step(0.7)
    assert swarm.snapshot() == copy.snapshot()
    with pytest.raises(ks.RestoreError, match="no snapshot of a swarm"):
        hail(dtype=np.float32 if dtype is np.float64 else np.float64).restore(swarm.snapshot())


def with_nan(column: int) -> "tuple[Array, Array]":
    both = states(4)
    both[column][2, 1] = np.nan
    return both


F = np.zeros((3, 3))


@pytest.mark.parametrize(
    "work, error, words",
    [
        (lambda: ks.Swarm3(np.zeros((3, 2))), ValueError, r"shape \(3, 2\); it must be \(n, 3\)"),
        (lambda: ks.Swarm3(np.zeros(3)), ValueError, r"shape \(3,\); it must be \(n, 3\)"),
        (lambda: ks.Swarm3(F, np.zeros((2, 3))), ValueError, "6 numbers of the velocities; there must be 9"),
        (lambda: ks.Swarm3(cast(Any, F.astype(complex))), TypeError, "complex128"),
        (lambda: ks.Swarm3(F, dtype=int), ValueError, "the type is int64"),
        (lambda: ks.Swarm3(*with_nan(0)), ValueError, "row 2 of the positions has a component NaN"),
        (lambda: ks.Swarm3(*with_nan(1)), ValueError, "row 2 of the velocities has a component NaN"),
        (lambda: ks.Swarm3(F, masses=-1.0), ValueError, "the mass is -1 kg"),
        (lambda: ks.Swarm3(F, masses=[1.0, 2.0, np.inf]), ValueError, "the mass is inf kg"),
        (lambda: ks.Swarm3(F.astype(np.float32), masses=1e-50), ValueError, "positive and finite"),
        (lambda: ks.Swarm3(F, masses=[1.0, 2.0]), ValueError, "2 masses and 3 positions"),
        (lambda: ks.Swarm3(F, forces=[cast(Any, 3)]), TypeError, "3 is no force"),
        (lambda: ks.Swarm3(F, forces=[ks.Torque(lambda state, time: [0, 0, 1])]), ValueError, "Torque is for bodies of a world"),
        (lambda: ks.Swarm3(F, forces=[ks.LinearDrag()]), ValueError, "give one of rate, coefficient; none is given"),
        (lambda: ks.Swarm3(F, forces=[ks.Spring(np.nan)]), ValueError, "NaN"),
        (lambda: ks.Swarm3(F, forces=[ks.ConstantTorque([0, 0, 1])]), ValueError, "ConstantTorque turns bodies"),
        (lambda: ks.Swarm3(F, forces=[ks.Thruster([0, 0, 1])]), ValueError, "Thruster turns bodies"),
        (lambda: hail().step(np.nan), ks.StepError, "the step is NaN s"),
        (lambda: hail().step(0.1, -1), OverflowError, "negative"),
        (lambda: hail().step_across(0.1, [0.0, 0.0, 0.0]), ValueError, "normal of the plane is zero"),
        (lambda: hail().step_across(0.1, [0.0, 1.0, 0.0], 0.0, cast(Any, "down")), ValueError, "unknown variant `down`"),
        (lambda: hail().positions_after([0.0, np.inf]), ValueError, "time 1 is inf s"),
        (lambda: hail().restore(b"x"), ks.RestoreError, "1 bytes"),
        (lambda: hail().remove([[1, 2.5]]), IndexError, "must be of integer"),
    ],
)
def test_bad_input(work: Any, error: "type[Exception]", words: str) -> None:
    with pytest.raises(error, match=words):
        work()


def test_what_needs_linear_forces_says_so() -> None:
    swarm = ks.Swarm3(F, forces=[ks.QuadraticDrag(0.1)])
    calls: "list[Callable[[], Any]]" = [
        lambda: swarm.step_across(0.1, [0, 1, 0]),
        lambda: swarm.positions_after([0.1]),
        lambda: ks.step_arrays(F.copy(), F.copy(), swarm.forces, 0.1),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="QuadraticDrag has none"):
            call()


def test_failed_steps_change_nothing() -> None:
    swarm = ks.Swarm3([[1.0, 0.0, 0.0], [1e300, 0.0, 0.0]], forces=[ks.Spring(-1.0)])
    before = swarm.snapshot()
    for dt, steps in ((50.0, 1), (1.0, 50)):
        with pytest.raises(ks.StepError, match="body 1 would not be in a finite state"):
            swarm.step(dt, steps)
        assert swarm.snapshot() == before
    positions, velocities = swarm.positions, swarm.velocities
    with pytest.raises(ks.StepError):
        ks.step_arrays(positions, velocities, swarm.forces, 50.0)
    np.testing.assert_array_equal(positions, swarm.positions)


def test_arrays_that_cannot_be_stepped() -> None:
    positions, velocities = states(6)
    unaligned = np.frombuffer(bytearray(6 * 3 * 8 + 1), np.uint8)[1:].view(np.float64).reshape(6, 3)
    frozen = velocities.copy()
    frozen.flags.writeable = False
    cases: "list[tuple[Any, Any, str]]" = [
        (positions[::2], velocities[::2], "contiguous"),
        (np.asfortranarray(positions), velocities, "contiguous"),
        (positions, frozen, "read-only"),
        (positions, positions, "two arrays"),
        (positions, velocities[:5], "15 numbers of the velocities; there must be 18"),
        (unaligned, velocities, "not aligned"),
        (positions, velocities.astype(np.float32), "<f4"),
        (positions.tolist(), velocities, "must be an array"),
        (positions[:, :1], velocities, r"\(6, 1\)"),
        (positions, hail(6).velocities_view, "read-only"),
    ]
    for x, v, words in cases:
        with pytest.raises((TypeError, ValueError, ks.StepError), match=words):
            ks.step_arrays(x, v, AIR, 0.1)
    with pytest.raises(ValueError, match="the mass is 0 kg"):
        ks.step_arrays(positions, velocities, AIR, 0.1, mass=0.0)
    assert len(ks.Swarm3(unaligned)) == 6  # copied
    # a slice of whole rows is contiguous
    ks.step_arrays(positions[2:4], velocities[2:4], AIR, 0.1)


def test_functions_that_raise_leave_the_swarm_as_it_was() -> None:
    swarm = hail(600)

    def late(positions: Array, velocities: Array, time: float) -> Array:
        if time > 0.4:
            raise KeyError("no wind table")
        return positions

    swarm.forces = [*AIR, late]
    before = swarm.snapshot()
    with pytest.raises(KeyError, match="no wind table"):
        swarm.step(0.125, 10)
    assert swarm.snapshot() == before
    swarm.step(0.125)
    wrong: "list[tuple[Any, str]]" = [
        (lambda x, v, t: None, "force of a function is None"),
        (lambda x, v, t: x[:1], r"shape \[1, 3\]"),
        (lambda x, v, t: x * np.nan, "finite"),
        (lambda x, v, t: swarm.step(0.1), "Already borrowed"),
    ]
    for function, words in wrong:
        swarm.forces = [function]
        with pytest.raises((TypeError, ValueError, RuntimeError, ks.StepError), match=words):
            swarm.step(0.125)


@given(
    hn.arrays(np.float64, hn.array_shapes(min_dims=1, max_dims=3, max_side=4), elements=st.floats(width=64)),
    st.sampled_from(["C", "F", "strided", "reversed", "frozen"]),
    st.sampled_from([np.float64, np.float32]),
)
def test_any_array_is_taken_or_refused(numbers: Any, layout: str, dtype: Any) -> None:
    with np.errstate(over="ignore"):
        numbers = numbers.astype(dtype)
    layouts: "dict[str, Callable[[Any], Any]]" = {
        "F": np.asfortranarray,
        "strided": lambda a: np.repeat(a, 2, 0)[::2],
        "reversed": lambda a: a[::-1],
    }
    numbers = layouts.get(layout, lambda a: a)(numbers)
    if layout == "frozen":
        numbers.flags.writeable = False
    fits = numbers.ndim == 2 and numbers.shape[1] == 3 and bool(np.isfinite(numbers).all())
    try:
        swarm = ks.Swarm3(numbers)
    except ValueError:
        assert not fits
        return
    assert fits
    np.testing.assert_array_equal(swarm.positions, numbers)
    swarm.velocities = numbers
    np.testing.assert_array_equal(swarm.velocities_view, numbers)


@settings(max_examples=200)
@given(st.binary(max_size=80), st.integers(0, 400), st.integers(0, 255))
def test_broken_bytes_are_refused_or_a_state(noise: bytes, place: int, value: int) -> None:
    swarm = hail(5)
    state = bytearray(swarm.snapshot())
    state[place % len(state)] = value
    for data in (noise, bytes(state), bytes(state[:place])):
        before = swarm.snapshot()
        try:
            swarm.restore(data)
        except ks.RestoreError:
            assert swarm.snapshot() == before


def test_forces_may_come_from_an_iterator() -> None:
    one, other = hail(10), hail(10)
    one.forces = (force for force in AIR)
    other.forces = AIR
    assert len(one.forces) == len(AIR)
    one.step(0.5)
    other.step(0.5)
    np.testing.assert_array_equal(one.velocities, other.velocities)


def test_the_time_of_a_position_that_is_not_finite_is_named() -> None:
    times = np.zeros(200_000)
    times[150_000] = np.inf
    with pytest.raises(ValueError, match="time 150000 is inf s"):
        hail(3).positions_after(times)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_dropped_swarms_and_views_free_their_bodies() -> None:
    positions, velocities = states(20_000)

    def resident() -> int:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def work() -> None:
        for _ in range(15):
            swarm = ks.Swarm3(positions, velocities, forces=AIR)
            part = swarm.velocities_view[::2]
            swarm.step(0.1)
            del swarm
            assert part.shape == (10_000, 3)

    work()
    before = resident()
    work()
    # 15 swarms and as many copies, of 960 kB each, would be 29 MB
    assert resident() - before < 8_000_000
