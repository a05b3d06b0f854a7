"""Forces: by class, by names, own functions; what they act on."""

from typing import Any, cast

import numpy as np
import pytest

import kinstep as ks
from kinstep._types import Array
from kinstep.forces import __all__ as FORCES


def world_of(*forces: Any, inertia: float = 0.5) -> "tuple[ks.World2, ks.BodyId]":
    world = ks.World2()
    ball = world.add_body(2.0, [1.0, 0.5], [0.0, 1.0], inertia=inertia)
    for force in forces:
        world.add_force(force)
    return world, ball


def test_names_and_classes_are_the_same_force() -> None:
    one, _ = world_of(ks.Spring(3.0, damping=0.1, anchor=np.array([1.0, 0.0])), ks.LinearDrag(rate=0.2))
    other, _ = world_of(*(one.force(id) for id in one.forces))
    assert other.force(other.forces[0])["Spring"]["stiffness"] == 3.0  # type: ignore[index]
    short, _ = world_of({"Spring": {"stiffness": 3, "damping": np.float64(0.1), "anchor": np.array([1, 0])}}, {"LinearDrag": {"strength": {"Rate": 0.2}}})
    assert one.scene() == other.scene() == short.scene()
    with pytest.raises(ValueError, match="unknown field `stifness`, expected one of `stiffness`"):
        one.add_force({"Spring": {"stifness": 3.0}})
    with pytest.raises(ValueError, match="unknown variant `Sprong`, expected one of `UniformGravity`"):
        one.add_force({"Sprong": {}})
    arm = one.add_force(ks.Spring(2.0), one.ids[0], arm=[0.5, 0.0])
    twin, place = world_of()
    twin.add_force(cast(Any, one.force(arm)), place)
    one.remove_force(arm)
    assert twin.force(twin.forces[0])["AtPoint"]["arm"] == (0.5, 0.0)  # type: ignore[index]
    own = one.add_force(lambda position, velocity, time: position)
    assert one.force(own) is None and len(one.forces) == 3


def test_replaced_forces_keep_their_bodies() -> None:
    world, ball = world_of()
    still = world.add_body(1.0, [1.0, 0.0])
    force = world.add_force(ks.Spring(1.0), ball)
    for other in (ks.Spring(4.0), {"Spring": {"stiffness": 4.0}}, lambda position, velocity, time: -4.0 * position):
        world.replace_force(force, cast(Any, other))
        np.testing.assert_allclose(world[ball].acceleration, [-2.0, -1.0])
        assert world[still].acceleration.tolist() == [0.0, 0.0]
    world.remove_force(force)
    assert world.forces == []
    with pytest.raises(LookupError):
        world.replace_force(force, ks.Spring(1.0))


def test_forces_act_on_what_is_said() -> None:
    world = ks.World2()
    first, second, third = (world.add_body(1.0, [1.0, 0.0]) for _ in range(3))
    world.add_force(ks.ConstantForce([1.0, 0.0]), [first, third])
    world.add_force(ks.ConstantForce([0.0, 1.0]), without=[second])
    world.add_force(ks.ConstantForce([0.0, 5.0]), world[second])
    accelerations = [world[id].acceleration.tolist() for id in (first, second, third)]
    assert accelerations == [[1.0, 1.0], [0.0, 5.0], [1.0, 1.0]]
    with pytest.raises(ValueError, match="not both"):
        world.add_force(ks.Spring(1.0), first, without=[second])


def test_an_arm_turns_the_body() -> None:
    world, ball = world_of()
    world.add_force(ks.ConstantForce([0.0, 3.0]), ball, arm=[2.0, 0.0])
    assert world[ball].torque == 6.0
    hub = world.add_body(np.inf, [0.0, 0.0])
    world.add_link(ball, hub, ks.Spring(1.0, length=0.1), first_point=[0.0, 0.3])
    before = world[ball].angular_velocity
    world.apply_torque(ball, 0.5)
    world.apply_force(ball, [1.0, 0.0], point=[1.0, 1.0])
    world.apply_impulse(ball, [0.0, 1.0], point=[2.0, 0.5])
    world.step(0.01)
    assert world[ball].angular_velocity > before + 1.9


def test_own_torques_and_forces_of_the_state() -> None:
    seen: "list[ks.BodyState]" = []

    def follow(state: ks.BodyState, time: float) -> "list[float]":
        seen.append(state)
        return [float(np.cos(state.orientation)), 0.0]

    world, ball = world_of(ks.Torque(lambda state, time: -0.5 * state.orientation), ks.BodyForce(follow))
    world[ball].orientation = 0.25
    assert world[ball].torque == -0.125 and world[ball].acceleration[0] == np.cos(0.25) / 2.0
    assert seen[0].mass == 2.0 and seen[0].orientation == 0.25 and seen[0].position.tolist() == [1.0, 0.5]
    for _ in range(1000):
        world.step(0.001)
    # φ'' = -φ
    np.testing.assert_allclose(world[ball].orientation, 0.25 * np.cos(1.0), atol=1e-6)
    space = ks.World3()
    top = space.add_body(1.0, inertia=[1.0, 2.0, 2.0])
    space.add_force(ks.Torque(lambda state, time: [0.0, state.orientation[3], 0.0]))
    assert space[top].torque.tolist() == [0.0, 1.0, 0.0]


def test_a_field_needs_fewer_calls_than_a_function() -> None:
    calls = [0, 0]
    errors = []

    def pull(position: Array, place: int) -> Any:
        calls[place] += 1
        return -position / np.hypot(*position) ** 3

    for place in range(2):
        world = ks.World2()
        world.add_body(1.0, [0.4, 0.0], [0.0, 2.0])
        if place == 0:
            world.add_force(ks.Field(lambda position, time: pull(position, 0)))
        else:
            world.add_force(lambda position, velocity, time: pull(position, 1))
        world.advance(6.0 * np.pi, 1e-9)
        errors.append(np.hypot(*(world.positions[0] - [0.4, 0.0])))
    assert 1.3 * calls[0] < calls[1] and 300.0 * errors[0] < errors[1]


@pytest.mark.parametrize("own", ["function", "field", "potential", "body", "torque", "surface", "contact"])
def test_an_exception_arrives_as_itself_and_changes_nothing(own: str) -> None:
    def late(*given: Any) -> Any:
        if (given[-1] if own not in ("surface", "contact") else world.count) >= limit:  # type: ignore[attr-defined]
            raise KeyError("no wind table")
        return {"potential": 0.0, "surface": 0.0, "torque": 0.0, "contact": None}.get(own, [0.0, 0.0])

    limit = 3
    world, ball = world_of(ks.UniformGravity([0.0, -1.0]))
    setattr(world, "count", 0)
    added: "dict[str, Any]" = {
        "function": late,
        "field": ks.Field(late),
        "potential": ks.Field(lambda position, time: [0.0, 0.0], late),
        "body": ks.BodyForce(late),
        "torque": ks.Torque(late),
    }
    if own in added:
        world.add_force(added[own])
    elif own == "surface":
        world.add_surface(ks.Ground(late, 0.1, curvature=0.1))
    else:
        world.add_surface(ks.Plane([0.0, 1.0]), restitution=1.0)
        world.on_contact(late)
    with pytest.raises(KeyError, match="no wind table"):
        for _ in range(30):
            before, reprs = world.snapshot(), repr(world)
            world.step(0.25)
            setattr(world, "count", getattr(world, "count") + 1)
            if own == "potential":
                world.energy
    if own != "potential":
        assert (world.snapshot(), repr(world)) == (before, reprs)
    # the exception does not come twice
    limit = 10**9
    world.step(0.01)


@pytest.mark.parametrize(
    "force, error, words",
    [
        (ks.Spring, TypeError, r"Spring'> is no force; make one, as Spring\(3.0\)"),
        (ks.Force(), TypeError, "is no force that can be added"),
        (ks.Spring(cast(float, None)), TypeError, "the stiffness of Spring is None; it must be a real number"),
        (ks.Spring(cast(float, 1j)), TypeError, "1j; it must be a real number"),
        (ks.UniformGravity(cast(Any, np.array([0.0, 1j]))), TypeError, "must be 2 real numbers"),
        (ks.UniformGravity([0.0, 1.0, 2.0]), ValueError, "the acceleration of UniformGravity has 3 components; it must have 2"),
        (ks.UniformGravity([0.0, np.nan]), ValueError, "NaN"),
        (ks.Field(cast(Any, 3)), TypeError, "3 is no function"),
        (ks.Torque(cast(Any, "spin")), TypeError, "'spin' is no function"),
    ],
)
def test_bad_forces(force: Any, error: "type[Exception]", words: str) -> None:
    world, _ = world_of()
    with pytest.raises(error, match=words):
        world.add_force(force)
    assert world.forces == []


def test_every_force_of_the_crate_is_public() -> None:
    assert set(FORCES) < set(ks.__all__) and all(issubclass(getattr(ks, name), ks.Force) for name in FORCES)
    kinds = [getattr(ks, name)._kind for name in FORCES]
    assert kinds == list(range(17))
