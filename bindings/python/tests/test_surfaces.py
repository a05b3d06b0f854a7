"""Surfaces, and the contacts of bodies."""

from typing import Any, cast

import numpy as np
import pytest

import kinstep as ks

DOWN = ks.UniformGravity([0.0, -10.0])


def yard(shape: ks.Shape, start: "list[float]", radius: float = 0.0, **material: Any) -> "tuple[ks.World2, ks.BodyId, ks.SurfaceId]":
    world = ks.World2()
    world.add_force(DOWN)
    surface = world.add_surface(shape, **material)
    return world, world.add_body(0.5, start, radius=radius), surface


@pytest.mark.parametrize(
    "shape, top",
    [
        (ks.Plane([0.0, 2.0], 2.0), 1.0),
        (ks.Box([0.0, 0.0], [2.0, 0.5]), 0.5),
        (ks.Box([0.0, 0.0], [0.5, 2.0], orientation=np.pi / 2.0), 0.5),
        (ks.Ball([0.0, -1.0], 1.75), 0.75),
        (ks.Chain([[-2.0, 1.5], [2.0, 1.5]]), 1.5),
        (ks.Heightfield([1.0, 1.0, 1.0], 2.0, origin=[-2.0, 0.0]), 1.0),
        (ks.Ground(lambda position: 0.25, 0.0, curvature=0.0), 0.25),
    ],
    ids=lambda value: type(value).__name__,
)
def test_bodies_land_on_each_surface(shape: ks.Shape, top: float) -> None:
    world, ball, surface = yard(shape, [0.0, top + 1.25])
    world.step(1.0)
    (first, *_), end = world.contacts, world[ball].position
    np.testing.assert_allclose([first.time, *first.point, *first.normal], [0.5, 0.0, top, 0.0, 1.0], atol=1e-9)
    np.testing.assert_allclose(end, [0.0, top], atol=1e-9)
    assert (first.body, first.surface, first.other) == (ball, surface, None) and world.held_by(ball) == [surface]


def test_contacts_tell_what_happened() -> None:
    world, ball, surface = yard(ks.Plane([0.0, 1.0]), [0.0, 1.5], radius=0.25, restitution=0.5)
    world.step(0.75)
    (bounce,) = world.contacts
    assert (bounce.kind, bounce.body, bounce.surface) == ("Bounce", ball, surface)
    np.testing.assert_allclose([bounce.time, *bounce.impulse], [0.5, 0.0, 0.5 * 7.5], atol=1e-12)
    assert bounce == world.contacts[0] and world.held_by(ball) == []
    for _ in range(20):
        world.step(0.25)
    assert world.held_by(ball) == [surface] and world.contacts == []
    assert set(bounce.to_dict()) >= {"time", "normal"}


def test_surfaces_move_and_have_sides_and_layers() -> None:
    world, ball, floor = yard(ks.Plane([0.0, 1.0]), [0.0, 0.0], friction=0.5)
    world.set_surface(floor, velocity=[2.0, 0.0])
    world.step(1.0)
    np.testing.assert_allclose(world[ball].velocity, [2.0, 0.0], atol=1e-9)
    assert world.surface_offset(floor).tolist() == [2.0, 0.0]
    world.set_surface(floor, ks.Material(restitution=1.0), one_way=[0.0, -1.0])
    world[ball].position = [0.0, 1.0]
    world.step(1.0)
    assert world[ball].position[1] < -1.0  # from above it is open
    before = world.snapshot()
    for wrong in ({"velocity": [np.nan, 0.0]}, {"one_way": [np.inf, 0.0]}, {"layers": -1}, {"velocity": [1.0]}):
        with pytest.raises((ValueError, OverflowError)):
            world.set_surface(floor, ks.Material(restitution=0.25), **wrong)
    world.set_surface(floor, one_way=[0.0, 0.0])
    world[ball].position, world[ball].velocity = [0.0, 0.1], [0.0, -1.0]
    world.step(0.125)
    assert world[ball].velocity[1] > 0.0  # it bounces as before
    world.restore(before)
    world.set_surface(floor, layers=6)
    for layers, passes in ((1, True), (2, False)):
        world.set_layers(ball, layers)
        world[ball].position, world[ball].velocity = [0.0, 0.1], [0.0, -1.0]
        world.step(0.25)
        assert (world[ball].position[1] < 0.0) == passes
    world.remove_surface(floor)
    with pytest.raises(LookupError):
        world.remove_surface(floor)


def test_balls_meet_balls() -> None:
    world = ks.World2()
    left = world.add_body(1.0, [0.0, 0.0], [1.0, 0.0], radius=0.5)
    right = world.add_body(1.0, [3.0, 0.0], radius=0.5)
    world.set_body_contact(ks.Material(restitution=1.0))
    world.step(4.0)
    assert [world[id].velocity[0] for id in (left, right)] == [0.0, 1.0]
    (contact,) = world.contacts
    assert {contact.body, contact.other} == {left, right} and contact.surface is None
    world.set_body_contact(None)
    world[left].velocity = [9.0, 0.0]
    world.step(4.0)
    assert world.contacts == []


def test_a_function_decides_how_contacts_act() -> None:
    world, ball, pad = yard(ks.Plane([0.0, 1.0]), [0.0, 0.8], restitution=0.5)
    window = world.add_surface(ks.Plane([-1.0, 0.0], -1.0))
    seen: "list[ks.Collision]" = []

    def rule(contact: ks.Collision) -> "ks.Response | None":
        seen.append(contact)
        if contact.surface == window:
            return ks.Response(passes=True)
        return ks.Response(ks.Material(restitution=0.0), push=[0.0, 3.0])

    world.on_contact(rule)
    world[ball].velocity = [3.0, 0.0]
    world.step(0.5)
    first = next(contact for contact in seen if contact.surface == pad)
    assert first.body == ball and first.material == ks.Material(restitution=0.5)
    np.testing.assert_allclose(first.velocity, [3.0, -4.0], atol=1e-9)
    np.testing.assert_allclose(world[ball].velocity, [3.0, 3.0 - 10.0 * 0.1], atol=1e-9)
    assert world[ball].position[0] == 1.5 and "Pass" in [contact.kind for contact in world.contacts]
    twin = world.clone()
    for answer in (cast(Any, 3), ks.Response(push=cast(Any, [1.0]))):
        twin.on_contact(lambda contact: answer)
        before = twin.snapshot()
        with pytest.raises((TypeError, ValueError), match="answer to a contact|push has 1 components"):
            twin.step(1.0)
        assert twin.snapshot() == before


def test_worlds_with_surfaces_are_cloned_not_pickled() -> None:
    world, ball, floor = yard(ks.Plane([0.0, 1.0]), [0.0, 1.0], restitution=1.0)
    twin = world.clone()
    twin.step(1.0)
    world.step(1.0)
    assert twin.contacts == world.contacts != [] and twin.snapshot() == world.snapshot()
    with pytest.raises(ValueError, match=r"no surfaces.*world.clone\(\)"):
        world.__reduce__()


def test_heights_that_are_none() -> None:
    world = ks.World2()
    with pytest.raises(TypeError, match="the height of the ground is 'high'"):
        world.add_surface(ks.Ground(cast(Any, lambda position: "high"), 0.0, 0.0))


@pytest.mark.parametrize(
    "shape, keywords, error, words",
    [
        (ks.Plane([0.0, 1.0, 0.0]), {}, ValueError, "the normal has 3 components"),
        (ks.Chain([[0.0, 0.0]]), {}, ValueError, "chain|points|segment"),
        (ks.Chain([[0.0, 0.0, 1.0]]), {}, ValueError, r"\(1, 3\); it must be \(n, 2\)"),
        (ks.Heightfield(cast(Any, [[1.0, 2.0]]), 1.0), {}, ValueError, r"\(1, 2\); it must be \(n\)"),
        (ks.Heightfield([1.0, 2.0], -1.0), {}, ValueError, "-1"),
        (ks.Ground(lambda position: 0.0, 0.0), {}, ValueError, "curvature of the ground is NaN"),
        (ks.Ground(cast(Any, 3), 0.0), {}, TypeError, "the height of the ground is 3"),
        (ks.Plane([0.0, 1.0]), {"restitution": -1.0}, ValueError, "restitution"),
        (ks.Plane([0.0, 1.0]), {"velocity": [np.nan, 0.0]}, ValueError, "NaN"),
        (ks.Plane([0.0, 1.0]), {"layers": -1}, OverflowError, "out of range"),
        (ks.Shape(), {}, TypeError, "no surface that can be added"),
        (ks.Spring(1.0), {}, TypeError, "is no surface"),
    ],
)
def test_bad_surfaces(shape: Any, keywords: "dict[str, Any]", error: Any, words: str) -> None:
    world, ball, _ = yard(ks.Plane([0.0, 1.0], -9.0), [0.0, 1.0])
    with pytest.raises(error, match=words):
        world.add_surface(shape, **keywords)
        world.step(0.1)
    world.step(2.0)
    assert len({contact.surface for contact in world.contacts}) == 1
