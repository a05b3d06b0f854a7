"""Aims: that launches hit, all planners, arrays, masked errors, threads, interruption."""

import re
from typing import Any, Callable, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hn
from scipy.optimize import minimize_scalar

import kinstep as ks
from kinstep import _kinstep
from kinstep.flight import Model
from kinstep._types import Array

GRAVITY, WIND, UP = [0.0, -9.81, 0.0], [2.0, 0.0, -1.0], [0.0, 1.0, 0.0]
LINEAR = ks.Ballistics(GRAVITY, drag_rate=0.1, wind=WIND)
RATIONAL = LINEAR.rational()
QUADRATIC = ks.QuadraticAir(GRAVITY, terminal_speed=60.0, wind=WIND)
ENGINE = ks.EngineStep("box2d", 1.0 / 60.0, GRAVITY, damping=0.1)
MODELS: "list[Model]" = [LINEAR, RATIONAL, QUADRATIC, ENGINE]
START = [1.0, 2.0, -3.0]

Planner = Callable[[ks.Aim], ks.Launches]
EVERY: "dict[str, Planner]" = {
    "in_time": lambda aim: aim.in_time(1.5),
    "at_speed": lambda aim: aim.at_speed(40.0),
    "lofted": lambda aim: aim.at_speed(40.0, arc="lofted"),
    "with_least_speed": lambda aim: aim.with_least_speed(),
    "at_straight_line_speed": lambda aim: aim.at_straight_line_speed(20.0),
    "earliest_at_speed": lambda aim: aim.earliest_at_speed(40.0),
    "at_slope": lambda aim: aim.at_slope(1.5),
    "arriving_at_slope": lambda aim: aim.arriving_at_slope(-1.5),
    "with_climb_speed": lambda aim: aim.with_climb_speed(15.0),
    "lob": lambda aim: aim.lob(0.7),
}
NOT_QUADRATIC: "dict[str, Planner]" = {
    "with_apex": lambda aim: aim.with_apex(12.0),
    "touching": lambda aim: aim.touching(UP, 12.0),
    "with_arc_height": lambda aim: aim.with_arc_height(6.0),
    "with_curviness": lambda aim: aim.with_curviness(0.25),
}


def around(count: int) -> Array:
    """Targets from 10 m to 50 m away, all around."""
    rng = np.random.default_rng(3)
    angle, distance = rng.uniform(0.0, 2.0 * np.pi, count), rng.uniform(10.0, 50.0, count)
    return np.stack([distance * np.cos(angle), rng.uniform(-3.0, 3.0, count), distance * np.sin(angle)], axis=1)


def name_of(case: Any) -> str:
    return case if isinstance(case, str) else type(case).__name__


@pytest.mark.parametrize(
    "model, planner",
    [(model, name) for model in MODELS for name in EVERY] + [(model, name) for model in (LINEAR, RATIONAL, ENGINE) for name in NOT_QUADRATIC],
    ids=name_of,
)
@pytest.mark.parametrize("moves", [False, True], ids=["still", "moving"])
def test_launches_hit(model: Model, planner: str, moves: bool) -> None:
    targets = around(12)
    velocity, shooter = ([1.5, 0.0, -1.0], [0.5, 0.0, 0.0]) if moves else (None, None)
    aim = model.aim(START, targets, target_velocity=velocity, shooter_velocity=shooter)
    launches = {**EVERY, **NOT_QUADRATIC}[planner](aim)
    hits = 0
    for place in np.flatnonzero(launches.ok):
        hits += 1
        arrival = launches.time_of_flight[place]
        position = model.launch(START, launches.velocity[place]).position(arrival)
        target = targets[place] + arrival * np.array(velocity or [0.0, 0.0, 0.0])
        # the tolerance of quadratic drag; the others are exact
        np.testing.assert_allclose(position, target, atol=1e-5 if model is QUADRATIC else 1e-10)
        if planner in ("at_speed", "lofted"):
            own = launches.velocity[place] - np.array(shooter or [0.0, 0.0, 0.0])
            assert abs(np.linalg.norm(own) - 40.0) < 1e-9
    assert hits >= 6


def test_least_speed_is_scipys_minimum() -> None:
    target = around(1)[0]

    def speed(time: float) -> float:
        return float(np.linalg.norm(LINEAR.aim(START, target).in_time(time).velocity))

    least = minimize_scalar(speed, bounds=(0.1, 10.0), method="bounded", options={"xatol": 1e-9})
    launch = LINEAR.aim(START, target).with_least_speed()
    np.testing.assert_allclose(np.linalg.norm(launch.velocity), least.fun, rtol=1e-12)


def test_points_are_passed_and_cleared() -> None:
    target, point = [40.0, 1.0, -3.0], [20.0, 9.0, -3.0]
    for launch in (LINEAR.aim(START, target).through(point), LINEAR.aim(START, target).clearing([point, [10.0, 3.0, -3.0]])):
        # projected onto the plane of the flight, which the wind bends
        path = LINEAR.launch(START, launch.velocity).position(np.linspace(0.0, float(launch.time_of_flight), 4001))
        assert np.linalg.norm(path[:, :2] - point[:2], axis=1).min() < 0.1
    points = np.array([[20.0, 9.0, -3.0], [15.0, 7.0, -3.0], [1e3, 0.0, 0.0]])
    assert LINEAR.aim(START, target).through(points).ok.tolist() == [True, True, False]


def test_steps_of_an_engine() -> None:
    launches = ENGINE.aim(START, around(5)).in_steps([30, 45, 60, 75, 90])
    for place, steps in enumerate([30, 45, 60, 75, 90]):
        positions, _ = ENGINE.launch(START, launches.velocity[place]).after_steps(steps)
        np.testing.assert_allclose(positions, around(5)[place], atol=1e-11)


@pytest.mark.parametrize("model", MODELS, ids=name_of)
def test_attempts_come_close(model: Model) -> None:
    attempts = model.aim(START, [[10.0, 0.0, 0.0], [900.0, 0.0, 0.0]]).attempt(25.0)
    assert attempts.ok.all() and attempts.miss[0] < 1e-6 < 100.0 < attempts.miss[1]
    flight = model.launch(START, attempts.velocity[1])
    closest = flight.closest_approach([900.0, 0.0, 0.0], end=60.0)
    assert abs(closest.distance - attempts.miss[1]) < 1e-5


@pytest.mark.parametrize("model", MODELS, ids=name_of)
def test_all_hits(model: Model) -> None:
    targets = np.concatenate([around(6), [[900.0, 0.0, 0.0]]])
    aim = model.aim(START, targets, target_velocity=[-1.0, 0.0, 0.5])
    hits, direct = aim.hits("speed", 40.0), aim.at_speed(40.0)
    assert np.array_equal(hits.codes, direct.codes) and not hits.ok[6]
    for place in range(6):
        mine = np.flatnonzero(hits.aims == place)
        assert len(mine) >= 2 and np.all(np.diff(hits.time_of_flight[mine]) > 0.0)
        np.testing.assert_allclose(hits.velocity[mine[0]], direct.velocity[place], atol=1e-6)
        for hit in mine:
            position = model.launch(START, hits.velocity[hit]).position(hits.time_of_flight[hit])
            target = targets[place] + hits.time_of_flight[hit] * np.array([-1.0, 0.0, 0.5])
            np.testing.assert_allclose(position, target, atol=1e-5 if model is QUADRATIC else 1e-10)


def test_values_of_each_are_those_of_one() -> None:
    targets, speeds = around(300), np.linspace(5.0, 60.0, 300)
    many = LINEAR.aim(START, targets).at_speed(speeds)
    assert 0 < many.ok.sum() < 300
    for place in range(300):
        single = LINEAR.aim(START, targets[place]).at_speed(speeds[place])
        assert single.codes.shape == () and single.velocity.shape == (3,)
        np.testing.assert_array_equal(single.velocity, many.velocity[place])
        assert single.error() == many.error(place)


def test_shapes_are_broadcast() -> None:
    starts, targets = np.zeros((4, 1, 3)), around(5)
    launches = LINEAR.aim(starts, targets).in_time(np.full((2, 1, 1), 1.5))
    assert launches.velocity.shape == (2, 4, 5, 3) and launches.ok.shape == launches.time_of_flight.shape == (2, 4, 5)
    assert LINEAR.aim(START, np.zeros((0, 3))).at_speed(3.0).velocity.shape == (0, 3)
    assert ks.Ballistics([0.0, -9.81]).aim([0.0, 0.0], [9.0, 1.0]).in_time(1.0).velocity.shape == (2,)


def test_errors_are_masked() -> None:
    targets = np.array([[20.0, 0.0, 0.0], [900.0, 0.0, 0.0], START, [np.nan, 0.0, 0.0]])
    launches = LINEAR.aim(START, targets).at_speed(25.0)
    assert launches.ok.tolist() == [True, False, False, False]
    codes = [ks.AimCode.OK, ks.AimCode.OUT_OF_RANGE, ks.AimCode.COINCIDES, ks.AimCode.NOT_FINITE]
    assert launches.codes.tolist() == codes
    assert np.isnan(launches.velocity[1:]).all() and np.isnan(launches.time_of_flight[1:]).all()
    assert launches.error(0) is None
    told = launches.error(1)
    found = re.search(r"at 25 m/s the target is out of range: it takes (\S+) m/s at least", told or "")
    assert found is not None
    least = np.linalg.norm(LINEAR.aim(START, targets[1]).with_least_speed().velocity)
    assert abs(float(found[1]) - least) < 1e-2
    assert launches.error(3) == "component 0 of the target is NaN; it must be finite"


def test_codes_are_those_of_the_crate() -> None:
    def name(code: ks.AimCode) -> str:
        return code.name.replace("_", "").lower()

    assert [(int(code), name(code)) for code in ks.AimCode if code] == [
        (code, name.lower()) for code, name in _kinstep.aim_error_names()
    ]


@pytest.mark.parametrize(
    "work, words",
    [
        (lambda: LINEAR.aim(START, [1.0, 2.0]), r"the target has shape \(2,\); it must end in 3 components"),
        (lambda: LINEAR.aim(START, cast(Array, 5.0)), r"the target has shape \(\)"),
        (lambda: LINEAR.aim(START, [[1.0], [1.0, 2.0]]), "must be an array of real numbers"),
        (lambda: LINEAR.aim(START, np.zeros((2, 3), complex)), "complex128"),
        (lambda: LINEAR.aim(START, np.zeros((2, 3), bool)), "bool"),
        (lambda: LINEAR.aim(np.zeros((4, 3)), np.zeros((5, 3))), r"start \(4,\), target \(5,\)"),
        (lambda: LINEAR.aim(START, np.zeros((4, 3))).in_time(np.ones(5)), r"value \(5,\)"),
        (lambda: LINEAR.aim(START, around(2)).in_time(cast(float, "soon")), "real numbers"),
        (lambda: LINEAR.aim(START, around(2)).in_steps(3), "only engines make steps; an air has no planner `steps`"),
        (lambda: QUADRATIC.aim(START, around(2)).with_apex(3.0), "quadratic drag has no planner `apex`"),
        (lambda: ENGINE.aim(START, around(2)).in_steps(-3), "the steps are -3"),
        (lambda: LINEAR.aim(START, around(2)).at_speed(30.0, arc=cast(Any, "high")), "the arc is 'high'"),
        (lambda: LINEAR.aim(START, around(2)).hits(cast(Any, "fast"), 30.0), "the plan: unknown variant `fast`, expected one of `time`"),
        (lambda: LINEAR.aim(START, around(2)).hits("attempt", 30.0), "there is one answer at most by the plan `attempt`"),
        (lambda: LINEAR.aim(START, around(2)).clearing([[1.0]]), r"the points have shape \(1, 1\)"),
    ],
)
def test_bad_input(work: Any, words: str) -> None:
    with pytest.raises((TypeError, ValueError), match=words):
        work()


@settings(max_examples=100)
@given(hn.arrays(np.float64, (3, 3), elements=st.floats(allow_nan=True)), st.floats(allow_nan=True))
def test_any_numbers_give_launches_or_errors(numbers: Array, value: float) -> None:
    start, target, velocity = numbers
    for model in MODELS:
        aim = model.aim(start, target, target_velocity=velocity)
        for planner in (aim.in_time, aim.at_speed, aim.attempt):
            launches = planner(value)
            assert bool(launches.ok) == bool(np.isfinite(launches.velocity).all())
            assert (launches.error() is None) == bool(launches.ok)
