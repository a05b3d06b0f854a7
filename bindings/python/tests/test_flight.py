"""Flights: truths by SciPy, events, arrays, errors."""

import pickle
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hn
from scipy.integrate import solve_ivp

import kinstep as ks
from kinstep.flight import Model
from kinstep._types import Array

GRAVITY = [0.0, -9.81, 0.0]
WIND = [3.0, 0.0, -1.0]
START, THROWN = [0.0, 1.5, 0.0], [30.0, 8.0, 4.0]

MODELS: "list[Model]" = [
    ks.Ballistics(GRAVITY, terminal_speed=35.0, wind=WIND),
    ks.RationalAir(GRAVITY, terminal_speed=35.0, wind=WIND),
    ks.QuadraticAir(GRAVITY, terminal_speed=35.0, wind=WIND),
    ks.EngineStep("rapier", 1.0 / 60.0, GRAVITY, damping=0.3),
]


def by_name(model: Model) -> str:
    return type(model).__name__


def solved(drag: Any) -> Array:
    """SciPy's state after 2 s."""

    def slope(t: float, y: Array) -> Array:
        return np.concatenate([y[3:], GRAVITY + drag(y[3:] - WIND)])

    return solve_ivp(slope, (0.0, 2.0), START + THROWN, method="DOP853", rtol=1e-13, atol=1e-13).y[:, -1]


def test_flights_are_scipys_solutions() -> None:
    linear, quadratic = MODELS[0].launch(START, THROWN), MODELS[2].launch(START, THROWN)
    truth = solved(lambda v: -9.81 / 35.0 * v)
    np.testing.assert_allclose(linear.position(2.0), truth[:3], atol=1e-10)
    np.testing.assert_allclose(linear.velocity(2.0), truth[3:], atol=1e-10)
    truth = solved(lambda v: -9.81 / 35.0**2 * v * np.linalg.norm(v))
    # the tolerance of the model
    np.testing.assert_allclose(quadratic.position(2.0), truth[:3], atol=1e-6)


@pytest.mark.parametrize("dt, substeps", [(1.0 / 60.0, 4), (0.02, 1)])
def test_an_engines_flight_is_its_loop(dt: float, substeps: int) -> None:
    step = ks.EngineStep("rapier", dt, GRAVITY, damping=0.3, substeps=substeps)
    positions, velocities = step.launch(START, THROWN).after_steps(np.arange(121))
    x, v = np.array(START), np.array(THROWN)
    for made in range(121):
        np.testing.assert_allclose(positions[made], x, atol=1e-11)
        np.testing.assert_allclose(velocities[made], v, atol=1e-11)
        for _ in range(substeps):
            v = v + np.array(GRAVITY) * dt / substeps
            x = x + v * dt / substeps
        v = v / (1.0 + 0.3 * dt)


@pytest.mark.parametrize("model", MODELS, ids=by_name)
def test_events_are_where_the_flight_is(model: Model) -> None:
    flight = model.launch(START, THROWN)
    top, landing = flight.apex(), flight.crossing(model.up)
    assert top is not None and landing is not None and 0.0 < top.time < landing.time
    np.testing.assert_allclose(landing.position, flight.position(landing.time), atol=1e-9)
    assert abs(landing.position[1]) < 1e-12 and landing.velocity[1] < 0.0
    heights = flight.position(np.linspace(0.0, landing.time, 1001))[:, 1]
    assert heights.max() <= top.position[1] + 1e-9
    assert np.all(heights[:-1] > -1e-9)
    bars = flight.crossings(model.up, 3.0)
    assert [bar.velocity[1] > 0.0 for bar in bars] == [True, False]
    lowest, highest = flight.bounds(end=landing.time)
    assert abs(highest[1] - top.position[1]) < 1e-9 and abs(lowest[1]) < 1e-9
    closest = flight.closest_approach([20.0, 5.0, 0.0], end=landing.time)
    path = flight.position(np.linspace(0.0, landing.time, 1001))
    distances = np.linalg.norm(path - [20.0, 5.0, 0.0], axis=1)
    assert distances.min() - 0.1 < closest.distance <= distances.min() + 1e-9
    gone = flight.sphere_crossing(START, 10.0, end=landing.time)
    assert gone is not None and abs(np.linalg.norm(gone.position - START) - 10.0) < 1e-9
    assert flight.sphere_crossing(START, 10.0, "Descending", end=landing.time) is None


def test_landing_on_a_function() -> None:
    flight = MODELS[0].launch(START, THROWN)

    def hills(position: Array) -> float:
        return float(3.0 * np.sin(0.1 * position[0]) * np.cos(0.1 * position[2]))

    landing = flight.landing(ks.Ground(hills, 0.43), end=60.0)
    assert landing is not None
    np.testing.assert_allclose(landing.position[1], hills(landing.position), atol=1e-11)
    assert abs(np.linalg.norm(landing.normal) - 1.0) < 1e-12
    before = flight.position(np.linspace(0.0, landing.time, 200)[:-1])
    assert all(position[1] > hills(position) for position in before)


@pytest.mark.parametrize("answer", [None, np.nan, "high"])
def test_heights_that_are_none(answer: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="height of the ground is|distance of NaN"):
        MODELS[0].launch(START, THROWN).landing(ks.Ground(lambda position: answer, 0.1), end=9.0)


def test_exceptions_of_heights_are_raised() -> None:
    def late(position: Array) -> float:
        raise KeyError("no map here")

    with pytest.raises(KeyError, match="no map here"):
        MODELS[0].launch(START, THROWN).landing(ks.Ground(late, 0.1), end=9.0)


@pytest.mark.parametrize("model", MODELS, ids=by_name)
def test_many_throws_are_single_ones(model: Model) -> None:
    rng = np.random.default_rng(7)
    velocities = rng.normal(0.0, 9.0, (4, 25, 3))
    wind = None if isinstance(model, ks.EngineStep) else rng.normal(0.0, 3.0, (25, 3))
    found = model.first_crossings(START, velocities, model.up, wind=wind)
    states = model.states_at(START, velocities, found.times, wind=wind)
    assert found.ok.shape == (4, 25) and found.positions.shape == (4, 25, 3) and np.all(found.ok)
    np.testing.assert_allclose(states.positions, found.positions, atol=1e-9)
    if wind is None:
        for index in np.ndindex(4, 25):
            single = model.launch(START, velocities[index]).crossing(model.up)
            assert single is not None and single.time == found.times[index]
    else:
        windy = ks.Ballistics(GRAVITY, terminal_speed=35.0, wind=wind[3])
        if isinstance(model, ks.Ballistics):
            single = windy.launch(START, velocities[2, 3]).crossing(model.up)
            assert single is not None and single.time == found.times[2, 3]
    never = model.first_crossings(START, velocities, model.up, 1e3)
    assert not never.ok.any() and np.isnan(never.times).all()


@settings(max_examples=200)
@given(hn.arrays(np.float64, (2, 3), elements=st.floats(allow_nan=True)), st.floats(allow_nan=True))
def test_any_numbers_give_a_result_or_an_error(numbers: Array, when: float) -> None:
    for model in MODELS:
        try:
            flight = model.launch(numbers[0], numbers[1])
            assert np.all(np.isfinite(flight.position(when)))
            flight.apex()
            flight.crossing(model.up)
        except ValueError:
            pass


@pytest.mark.parametrize(
    "work, words",
    [
        (lambda: ks.Ballistics([0.0]), "gravity has 1 components; it must have 2 or 3"),
        (lambda: ks.Ballistics(GRAVITY, -0.1), r"the drag rate \[1/s\] is -0.1"),
        (lambda: ks.Ballistics(GRAVITY, 0.1, 0.2), "only one of them may be given"),
        (lambda: ks.Ballistics(GRAVITY, wind=[np.nan] * 3), r"a component of the wind \[m/s\] is NaN"),
        (lambda: ks.QuadraticAir(GRAVITY, -0.1), "the drag coefficient κ .* is -0.1"),
        (lambda: ks.EngineStep(cast(Any, "quake"), 0.02, GRAVITY), "unknown variant `quake`, expected one of .*`rapier`"),
        (lambda: ks.EngineStep(cast(Any, "linear"), 0.02, GRAVITY), "'linear' is no engine"),
        (lambda: ks.EngineStep("unity", -1.0, GRAVITY), "-1"),
        (lambda: MODELS[0].launch([np.inf, 0.0, 0.0], THROWN), "a component of the position is inf"),
        (lambda: MODELS[0].launch(START, [1.0, 2.0]), "velocity has 2 components; it must have 3"),
        (lambda: MODELS[0].launch(START, THROWN).position([0.0, np.nan]), "time 1 is NaN s"),
        (lambda: MODELS[0].launch(START, THROWN).position(np.array(["a"])), "<U1"),
        (lambda: MODELS[0].launch(START, THROWN).position(cast(float, 1j)), "complex"),
        (lambda: MODELS[0].launch(START, THROWN).after_steps(3), "only engines make steps"),
        (lambda: MODELS[3].launch(START, THROWN).after_steps(-3), "the steps are -3"),
        (lambda: MODELS[0].launch(START, THROWN).crossing([0.0, 0.0, 0.0]), "the normal of the plane is zero"),
        (lambda: MODELS[0].launch(START, THROWN).crossing(GRAVITY, 0.0, cast(Any, "up")), "the direction: unknown variant `up`, expected one of `Ascending`"),
        (lambda: MODELS[0].launch(START, THROWN).bounds(end=-1.0), "from 0 s to -1 s"),
        (lambda: MODELS[0].states_at(np.zeros((4, 3)), np.zeros((5, 3)), 1.0), r"positions \(4,\), velocities \(5,\)"),
        (lambda: MODELS[0].states_at(np.zeros((4, 2)), THROWN, 1.0), r"shape \(4, 2\); it must end in 3"),
        (lambda: MODELS[0].states_at(np.full((4, 3), np.nan), THROWN, 1.0), "row 0 of the positions"),
        (lambda: MODELS[3].states_at(START, THROWN, 1.0, wind=WIND), "the step of an engine has no wind"),
    ],
)
def test_bad_input(work: Any, words: str) -> None:
    with pytest.raises((TypeError, ValueError), match=words):
        work()


@pytest.mark.parametrize("model", MODELS, ids=by_name)
def test_models_are_pickled(model: Model) -> None:
    copy = pickle.loads(pickle.dumps(model))
    assert copy == model
    assert np.array_equal(copy.launch(START, THROWN).position(1.0), model.launch(START, THROWN).position(1.0))


def test_no_throws_are_no_error() -> None:
    found = MODELS[0].first_crossings(np.zeros((0, 3)), THROWN, GRAVITY)
    assert found.ok.shape == (0,) and found.positions.shape == (0, 3)
    assert MODELS[0].launch(START, THROWN).position([]).shape == (0, 3)
