"""Bodies that are read and written, ids, copies."""

import copy
import gc
import pickle
from typing import Any, Callable, cast

import numpy as np
import pytest

import kinstep as ks


def pair() -> "tuple[ks.World3, ks.BodyId, ks.BodyId]":
    world = ks.World3()
    return world, world.add_body(2.0, [1.0, 2.0, 3.0], [0.5, 0.0, 0.0], inertia=[1.0, 2.0, 2.5]), world.add_body(1.0)


def test_quantities_are_read_and_written() -> None:
    world, ball, other = pair()
    body = world[ball]
    body.velocity = [1, 2, 3]
    body.position[1] += 2
    body.velocity += [1, 0, 0]
    body.orientation = [0.0, 0.0, np.sin(0.5), np.cos(0.5)]
    body.angular_velocity = (0.1, 0.0, 0.2)
    body.inertia = [0.5, 0.5, 0.5]
    body.mass, body.radius, body.tag = 3.0, 0.25, 7
    body.inertia_axes = [0.0, 0.0, 1.0, 0.0]
    assert world[ball].position.tolist() == [1.0, 4.0, 3.0] and world[ball].velocity.tolist() == [2.0, 2.0, 3.0]
    np.testing.assert_allclose(body.orientation, [0.0, 0.0, np.sin(0.5), np.cos(0.5)])
    np.testing.assert_allclose(body.angular_velocity, [0.1, 0.0, 0.2], atol=1e-15)
    assert (body.mass, body.radius, body.tag, world[other].tag) == (3.0, 0.25, 7, 0)
    assert body.inertia.tolist() == [0.5] * 3 and body.inertia_axes[2] == 1.0
    np.testing.assert_allclose(body.spin_angular_momentum, [0.05, 0.0, 0.1], atol=1e-15)
    flat = ks.World2()
    disc = flat[flat.add_body(1.0, inertia=2.0)]
    disc.angular_velocity, disc.orientation = 3.0, 0.5
    assert (disc.angular_velocity, disc.orientation, disc.inertia, disc.spin_angular_momentum) == (3.0, 0.5, 2.0, 6.0)


def test_vectors_of_bodies_are_arrays_that_write_back() -> None:
    world, ball, _ = pair()
    velocity = world[ball].velocity
    world[ball].velocity = [9.0, 9.0, 9.0]
    assert velocity.tolist() == [0.5, 0.0, 0.0]
    # an element is written into the present vector
    velocity[1] = 7.0
    assert world[ball].velocity.tolist() == velocity.tolist() == [9.0, 7.0, 9.0]
    velocity[:2] = [1.0, 2.0]
    velocity *= 2.0
    np.add(velocity, 1.0, out=velocity)
    assert world[ball].velocity.tolist() == [3.0, 5.0, 19.0]
    doubled = velocity * 2.0
    doubled[0] = 0.0
    pickle.loads(pickle.dumps(velocity))[0] = 0.0
    velocity.copy()[0] = 0.0
    assert type(doubled) is np.ndarray and world[ball].velocity[0] == 3.0
    with pytest.raises(ValueError, match="read-only"):
        velocity[:2][0] = 5.0
    with pytest.raises(ValueError, match="NaN"):
        velocity[0] = np.nan
    assert world[ball].velocity[0] == 3.0


def test_quantities_of_all_bodies() -> None:
    world, ball, other = pair()
    world.add_force(ks.UniformGravity([0.0, -10.0, 0.0]))
    world.add_force(ks.ConstantTorque([0.0, 0.5, 0.0]), ball)
    world.set_velocities([[1, 0, 0], [0, 0, 3]])
    world.set_positions(np.array([[1.0, 0.0, 0.0], [4.0, 0.0, 0.0]]))
    world.positions += 1.0
    world.masses *= 2.0
    assert world.masses.tolist() == [4.0, 2.0] and world.momentum.tolist() == [4.0, 0.0, 6.0]
    assert world.center_of_mass is not None and world.center_of_mass.tolist() == [3.0, 1.0, 1.0]
    assert world.angular_momentum.tolist() == [6.0, -26.0, -4.0]
    assert world[ball].acceleration.tolist() == [0.0, -10.0, 0.0] and world[ball].torque.tolist() == [0.0, 0.5, 0.0]
    assert ks.World2().center_of_mass is None and ks.World2().angular_momentum == 0.0
    with pytest.raises(AttributeError, match="torque of a body cannot be set"):
        setattr(world[ball], "torque", [0.0] * 3)


def test_bodies_come_by_the_hundred_and_keep_their_ids() -> None:
    world = ks.World2(dtype=np.float32)
    ids = world.add_bodies([1.0, 2.0, 3.0, 4.0], np.arange(8.0).reshape(4, 2), radii=0.5)
    assert world.add_bodies(1.0, [], []) == [] and world.dtype == np.float32 and "float32" in repr(world)
    with pytest.raises(ValueError, match="body 1 of those given: the mass is -1 kg"):
        world.add_bodies([1.0, -1.0], np.zeros((2, 2)))
    with pytest.raises(ValueError, match=r"velocities have shape \(3, 2\); it must be \(4, 2\)"):
        world.add_bodies(1.0, np.zeros((4, 2)), np.zeros((3, 2)))
    assert len(world) == 4 and [body.radius for body in world] == [0.5] * 4
    world.remove_body(ids[1])
    # the last one takes its place
    assert world.ids == [ids[0], ids[3], ids[2]] and world.masses.tolist() == [1.0, 4.0, 3.0]
    assert world[ids[3]].mass == 4.0 and ids[1] not in world and world[ids[0]] in world
    assert [body.mass for body in world] == [1.0, 4.0, 3.0]
    world.clear()
    assert len(world) == 0


def test_ids_are_classes() -> None:
    world, ball, other = pair()
    force = world.add_force(ks.Spring(3.0))
    assert ball < other and sorted([other, ball]) == [ball, other] and len({ball, ks.BodyId(ball.bits), other}) == 2
    assert repr(other) == f"BodyId({other.bits})" and pickle.loads(pickle.dumps(other)) == other in world
    assert ball != force and ball != 0 and cast(Any, ball).__lt__(force) is NotImplemented
    wrong: "list[tuple[Callable[[Any], Any], Any]]" = [
        (world.remove_body, force),
        (world.remove_force, ball),
        (world.remove_body, 12345.0),
        (world.__getitem__, 0),
        (lambda id: id in world, "ball"),
    ]
    for work, id in wrong:
        with pytest.raises(TypeError, match=r"is no (BodyId|ForceId)"):
            work(id)
    with pytest.raises(ValueError, match="-1"):
        ks.BodyId(-1)


def test_ids_of_another_world_are_refused() -> None:
    world, ball, _ = pair()
    stranger, foreign, _ = pair()
    for work in (stranger.__getitem__, stranger.remove_body, stranger.__contains__):
        with pytest.raises(ValueError, match="is the id of another world"):
            work(ball)
    clone, loaded = world.clone(), ks.World3.from_scene(world.scene())
    assert clone[ball].mass == loaded[ball].mass == 2.0 and world[clone.ids[0]] == world[ball]
    del stranger, work
    gc.collect()
    assert world[foreign].mass == 2.0  # its world is gone


def test_bodies_can_be_compared_and_shown() -> None:
    world, ball, other = pair()
    assert world[ball] == world[ball] != world[other] and world[ball] != world.clone()[ball]
    assert len({world[ball], world[ball]}) == 1
    assert repr(world[ball]) == "<Body3 BodyId(0) of 2 kg at [1.0, 2.0, 3.0] m, [0.5, 0.0, 0.0] m/s>"
    gone = world[ball]
    world.remove_body(gone)
    assert "which was removed" in repr(gone)
    with pytest.raises(LookupError):
        gone.position
    assert repr(world) == "<World3 of 1 bodies and 0 forces at 0 s>"
    assert ks.Spring(1.0, anchor=np.zeros(3)) == ks.Spring(1.0, anchor=[0, 0, 0]) != ks.Spring(1.0)
    run = world.run(0.0, 1.0)
    assert run == world.run(0.0, 1.0) and run.bodies == (other,)


def test_clones_go_on_alone() -> None:
    world, ball, _ = pair()
    world.add_force(lambda position, velocity, time: -position)
    twin = world.clone()
    twin.step(0.5)
    world.step(0.25)
    world.step(0.25)
    assert type(twin) is ks.World3 and twin.time == world.time and not np.array_equal(twin.positions, world.positions)
    for work in (copy.deepcopy, copy.copy, pickle.dumps):
        with pytest.raises(ValueError, match=r"world.clone\(\)"):
            work(world)
    plain, _, _ = pair()
    assert copy.deepcopy(plain).snapshot() == plain.snapshot()


def test_single_precision_is_that_of_the_crate() -> None:
    world = ks.World3(dtype="float32")
    world.add_body(1.0, [0.1, 0.0, 0.0], [0.0, 1.0, 0.0])
    assert world.positions[0, 0] == np.float32(0.1) and world.positions.dtype == np.float64
    world.add_force(ks.Spring(1.0))
    world.step(np.pi)
    np.testing.assert_allclose(world.positions, [[-0.1, 0.0, 0.0]], atol=1e-6)
    loaded = pickle.loads(pickle.dumps(world))
    assert loaded.dtype == np.float32 and loaded.snapshot() == world.snapshot()
    with pytest.raises(ValueError, match="the type is int64; it must be float32 or float64"):
        ks.World2(dtype=int)


def test_trajectories_are_tables() -> None:
    world, ball, other = pair()
    table = world.run(1.0, 0.5).to_pandas()
    assert list(table.columns) == ["x", "y", "z", "vx", "vy", "vz"] and len(table) == 6
    assert table.loc[(1.0, ball.bits), "x"] == 1.5
    assert len(world.trajectory(other, [0.0, 1.0]).to_pandas()) == 2
