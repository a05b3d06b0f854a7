"""Drift, comparison of schemes, the reference motion, the energy balance."""

import subprocess
import sys
from typing import Any, Callable, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

import kinstep as ks
from kinstep import diagnostics
from kinstep._types import Array


no_numbers: Any = [None]


def oscillator(*forces: Any) -> ks.World2:
    """A body of 2 kg on a spring of 8 N/m: x = cos 2t."""
    world = ks.World2()
    world.add_body(2.0, [1.0, 0.0])
    for force in (ks.Spring(8.0), *forces):
        world.add_force(force)
    return world


def pendulum(angle: Array, time: float) -> "tuple[float, float]":
    return -float(np.sin(angle[0])), 0.0


@pytest.mark.parametrize(
    "values, kind, rate",
    [
        (lambda t: 3.0 + 0.006 * t, "secular", 0.002),
        (lambda t: 3.0 + 0.1 * np.sin(t), "bounded", 0.0),
        (lambda t: np.full_like(t, 3.0), "rounding", 0.0),
        (lambda t: 3.0 + 0.5 * (t > 50.0), "jumped", None),
    ],
)
def test_drift_of_a_series(values: Callable[[Array], Array], kind: str, rate: "float | None") -> None:
    times = np.linspace(0.0, 100.0, 1001)
    drift = diagnostics.Drift.of(times, values(times))
    assert (drift.kind, drift.samples, drift.scale) == (kind, 1001, 3.0)
    np.testing.assert_allclose(drift.worst, np.abs(values(times) / 3.0 - 1.0).max(), atol=1e-12)
    if rate is not None:
        np.testing.assert_allclose(drift.rate, rate, atol=1e-4)
    assert diagnostics.Drift.of(list(times), list(values(times)), scale=-6.0, steps=2).scale == 6.0


@given(st.lists(st.floats(), max_size=80), st.lists(st.floats(), max_size=80), st.none() | st.floats())
def test_drift_of_any_numbers_is_a_verdict_or_an_error(times: "list[float]", values: "list[float]", scale: "float | None") -> None:
    try:
        drift = diagnostics.Drift.of(times, values, scale)
    except ValueError:
        return
    assert drift.samples == len(times) == len(values) >= 2
    assert drift.samples >= 32 or drift.kind in ("unclear", "rounding")


def test_compare_schemes_measures_what_steps_do() -> None:
    world = oscillator()
    before = world.snapshot()
    table = diagnostics.compare_schemes(world, 0.05, 100, ["SymplecticEuler", "FlowKick", 1e-9])
    assert world.snapshot() == before and world.scheme == "FlowKick"
    assert table.is_exact and table.uncertainty == 0.0
    np.testing.assert_allclose(table.energy_scale, 4.0)
    euler, exact, to_tolerance = table.runs
    assert [run.method for run in table.runs] == ["SymplecticEuler", "FlowKick", "to 1e-9 m"]
    world.scheme = "SymplecticEuler"
    world.run(5.0, 0.05)
    np.testing.assert_allclose(euler.position_error, abs(world.positions[0, 0] - np.cos(10.0)), rtol=1e-9)
    np.testing.assert_allclose(euler.energy_error, world.energy.total / 4.0 - 1.0, rtol=1e-9)
    assert euler.energy is not None and euler.energy.kind == "bounded" and euler.phase is not None
    assert exact.position_error < 1e-13 and to_tolerance.position_error < 1e-8
    assert euler.orientation_error is None and euler.stopped_after is None
    assert len(diagnostics.compare_schemes(world, 0.05, 1).runs) == 9


def test_a_scheme_that_fails_says_when() -> None:
    stiff = oscillator(ks.Spring(2e4))
    (run,) = diagnostics.compare_schemes(stiff, 0.1, 400, ["ExplicitEuler"]).runs
    assert run.stopped_after is not None and 100 < run.stopped_after < 400
    assert run.error is not None and "finite" in run.error


def test_the_reference_is_scipys_answer() -> None:
    world = ks.World2()
    bob = world.add_body(1.0, [2.0, 0.0])
    world.add_force(ks.Field(pendulum))
    world.scheme = "ExplicitEuler"
    before = world.snapshot()
    times = [0.0, 1.0, 10.0, 4.0]
    reference = diagnostics.Reference.of(world, times)
    assert world.snapshot() == before and not reference.is_exact
    assert reference.positions.shape == reference.velocities.shape == (4, 1, 2) and reference.bodies == (bob,)
    solved = solve_ivp(lambda t, y: [y[1], -np.sin(y[0])], (0.0, 10.0), [2.0, 0.0], "DOP853", sorted(times), rtol=1e-13, atol=1e-13)
    truth = solved.y[:, [0, 1, 3, 2]]
    np.testing.assert_allclose(reference.positions[:, 0, 0], truth[0], atol=1e-11)
    np.testing.assert_allclose(reference.velocities[:, 0, 0], truth[1], atol=1e-11)
    exact = diagnostics.Reference.of(oscillator(), [1000.0])
    assert exact.is_exact
    np.testing.assert_allclose(exact.positions[0, 0, 0], np.cos(2000.0), atol=1e-12)


def test_the_ledger_balances() -> None:
    world = oscillator()
    drag = world.add_force(ks.LinearDrag(rate=0.1))
    world.scheme = "SymplecticEuler"
    ledger = diagnostics.Ledger(world)
    start = world.energy
    ledger.step(world, 0.02, 300)
    world.apply_impulse(world.ids[0], [1.0, 0.0])
    ledger.step(world, 0.02)
    balance = ledger.balance()
    spring, dragged = balance.entries
    assert dragged.force == drag and dragged.supply == dragged.work < -0.1
    assert abs(spring.supply) < 1e-12 < abs(balance.scheme_error.total)
    assert abs(balance.from_outside.total) > 0.01 and balance.from_outside.potential == 0.0
    np.testing.assert_allclose(balance.change.total, world.energy.total - start.total, atol=1e-12)
    terms = balance.by_forces.total + balance.scheme_error.total + balance.from_outside.total
    np.testing.assert_allclose(terms, balance.change.total, atol=1e-12)
    assert abs(balance.imbalance.total) < 1e-14 * balance.turnover


def test_the_work_of_drag_is_that_of_the_formula() -> None:
    world = ks.World3()
    world.add_body(2.0, velocity=[3.0, 0.0, 0.0])
    world.add_force(ks.LinearDrag(rate=0.5))
    ledger = diagnostics.Ledger(world)
    ledger.step(world, 1.0)
    world.apply_force(world.ids[0], [1.0, 0.0, 0.0])
    ledger.step(world, 1.0)
    dragged, applied = ledger.balance().entries
    # v' = 0.5 (1 - v) in the second second, from v₁; the work of the drag is -∫ v² dt
    first, v1 = -9.0 * (1.0 - np.exp(-1.0)), 3.0 * np.exp(-0.5)
    c, decay = v1 - 1.0, np.exp(-0.5)
    np.testing.assert_allclose(applied.work, 1.0 + 2.0 * c * (1.0 - decay), rtol=1e-12)
    np.testing.assert_allclose(dragged.work, first - (1.0 + 4.0 * c * (1.0 - decay) + c * c * (1.0 - decay**2)), rtol=1e-12)
    assert applied.force is None


@pytest.mark.parametrize(
    "work, error, words",
    [
        (lambda world, ledger: diagnostics.compare_schemes(world, 0.1, 0), ValueError, "at least one step"),
        (lambda world, ledger: diagnostics.compare_schemes(world, 0.1, 1, cast(Any, ["Rk5"])), ValueError, "Rk5"),
        (lambda world, ledger: diagnostics.compare_schemes(world, 0.1, 1, no_numbers), ValueError, "None"),
        (lambda world, ledger: diagnostics.compare_schemes(world, np.nan, 1), ks.StepError, "NaN"),
        (lambda world, ledger: diagnostics.Reference.of(world, [np.nan]), ks.StepError, "NaN"),
        (lambda world, ledger: diagnostics.Reference.of(world, np.zeros((1, 1))), ValueError, "times"),
        (lambda world, ledger: ledger.step(world, np.inf), ks.StepError, "inf"),
        (lambda world, ledger: ledger.step(ks.World3(), 0.1), ValueError, "dimensions"),
        (lambda world, ledger: diagnostics.Drift.of([0.0], [1.0, 2.0]), ValueError, "1 times and 2 values"),
        (lambda world, ledger: diagnostics.Drift.of([0.0], [1.0]), ValueError, "same time"),
        (lambda world, ledger: diagnostics.Drift.of(range(40), [0.0] * 40), ValueError, "scale"),
    ],
)
def test_bad_input(work: Any, error: "type[Exception]", words: str) -> None:
    world = oscillator()
    ledger = diagnostics.Ledger(world)
    ledger.step(world, 0.1)
    before, balance = world.snapshot(), ledger.balance()
    with pytest.raises(error, match=words):
        work(world, ledger)
    assert world.snapshot() == before and ledger.balance() == balance


def test_exceptions_in_functions_come_through() -> None:
    def fail(position: Array, velocity: Array, time: float) -> Any:
        if time > 0.15:
            raise KeyError("gone")
        return 0.0 * position

    world = oscillator(fail)
    ledger = diagnostics.Ledger(world)
    before, balance = world.snapshot(), ledger.balance()
    for work in (
        lambda: diagnostics.compare_schemes(world, 0.1, 3),
        lambda: diagnostics.Reference.of(world, [1.0]),
        lambda: ledger.step(world, 0.1, 3),
    ):
        with pytest.raises(KeyError, match="gone"):
            work()
        assert world.snapshot() == before and ledger.balance() == balance


def test_results_are_tables_of_pandas_and_dictionaries() -> None:
    world = oscillator()
    table = diagnostics.compare_schemes(world, 0.05, 100, ["Rk4", 1e-6])
    runs = table.to_pandas()
    assert list(runs.index) == ["Rk4", "to 1e-6 m"]
    assert runs.loc["Rk4", "position_error"] == table.runs[0].position_error == table.to_dict()["runs"][0]["position_error"]
    assert runs.loc["Rk4", "energy_kind"] == "secular"
    reference = diagnostics.Reference.of(world, [0.0, 1.0])
    motion = reference.to_pandas()
    assert list(motion.columns) == ["x", "y", "vx", "vy"] and motion.index.names == ["time", "body"]
    np.testing.assert_array_equal(motion["x"], reference.positions[:, 0, 0])
    ledger = diagnostics.Ledger(world)
    ledger.step(world, 0.1)
    balance = ledger.balance()
    sums = balance.to_pandas()
    assert list(sums.index) == ["Spring 0", "scheme_error", "from_outside", "imbalance", "change"]
    assert sums.loc["change", "kinetic"] == balance.change.kinetic == balance.to_dict()["change"]["kinetic"]
    drift = diagnostics.Drift.of(np.arange(40.0), np.arange(1.0, 41.0))
    assert drift.to_pandas()["kind"] == drift.to_dict()["kind"] == "secular"


def test_pandas_is_not_loaded_unless_asked_for() -> None:
    subprocess.run([sys.executable, "-c", "import sys, kinstep; assert 'pandas' not in sys.modules"], check=True)
