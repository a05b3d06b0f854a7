"""Three scenes end in the bits that they end in on every machine, halfway through bytes."""

import struct
from typing import Any, Callable, Union

import numpy as np
import pytest

import kinstep as ks
from kinstep._types import Array

STEPS = 10_000
World = Union[ks.World2, ks.World3]
Act = Callable[[Any, "list[ks.BodyId]", int], None]


class Bits:
    """FNV-1a over numbers, byte by byte from the lowest."""

    def __init__(self) -> None:
        self.value = 0xCBF29CE484222325

    def take(self, *numbers: float) -> None:
        self.take_bytes(struct.pack(f"<{len(numbers)}d", *numbers))

    def take_bytes(self, data: bytes) -> None:
        for byte in data:
            self.value = (self.value ^ byte) * 0x100000001B3 % 2**64


def end(world: World) -> int:
    bits = Bits()
    bits.take(world.time)
    bits.take_bytes(struct.pack("<Q", world.steps))
    for id in world.ids:
        body = world[id]
        bits.take(*body.position, *body.velocity)
        turning = (body.orientation, body.spin_angular_momentum, body.angular_velocity)
        for value, size in zip(turning, (4, 3, 3)):
            numbers = np.atleast_1d(value)
            bits.take(*numbers, *[0.0] * (size - len(numbers)))
    bits.take(world.energy.kinetic, world.energy.potential)
    return bits.value


def points(world: World, dimensions: int, count: int) -> "list[ks.BodyId]":
    seed = count

    def number() -> float:
        nonlocal seed
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        return (seed >> 40) / 8388608.0 - 1.0

    ids = []
    for _ in range(count):
        mass = 3.0 + number()
        position = [3.0 * number() for _ in range(dimensions)]
        velocity = [number() for _ in range(dimensions)]
        ids.append(world.add_body(mass, position, velocity))
    return ids


def springs_in_wind() -> "tuple[World, list[ks.BodyId]]":
    world = ks.World3()
    world.add_force(ks.UniformGravity([0.0, -9.81, 0.0]))
    world.add_force(ks.LinearDrag(coefficient=0.02, wind=[3.0, 0.0, 0.0]))
    ids = points(world, 3, 8)
    for index, id in enumerate(ids):
        world.add_force(ks.Spring(40.0 + index, damping=0.01, anchor=[0.0, 2.0, 0.0]), id)
        world.add_force(ks.ConstantForce([0.5, 0.0, 0.0], rate=[0.0, 1e-4, 0.0]), id)
    return world, ids


def push_springs(world: ks.World3, ids: "list[ks.BodyId]", step: int) -> None:
    if step % 100 == 0:
        push = np.full(3, 0.3)
        world.apply_impulse(ids[1], push)
        world.apply_force(ids[2], push)
        world[ids[3]].mass *= 0.999


def pull(position: Array, velocity: Array, time: float) -> Array:
    return position * (-2.0 - 1e-3 * time)


def links_and_functions() -> "tuple[World, list[ks.BodyId]]":
    world = ks.World2()
    world.add_force(ks.UniformGravity([0.0, -9.81]))
    world.add_force(ks.QuadraticDrag(0.02, wind=[1.0, 0.0]))
    world.add_force(pull)
    ids = points(world, 2, 6)
    well = ks.Field(
        lambda x, time: [-x[0] * x[0] * x[0], 0.0],
        potential=lambda x, time: float(0.25 * x[0] * x[0] * x[0] * x[0]),
    )
    world.add_force(well, ids[0])
    for first, second in zip(ids[:3], ids[1:4]):
        world.add_link(first, second, ks.Spring(12.0, damping=0.02))
    world.add_link(ids[3], ids[4], ks.Spring(50.0, damping=0.1, length=1.5, pulls_only=True))
    return world, ids


def push_links(world: ks.World2, ids: "list[ks.BodyId]", step: int) -> None:
    if step % 250 == 0:
        world.apply_force(ids[1], [0.5, 1.0])
        world.apply_force(ids[1], [0.1, 0.3])


def charges() -> "tuple[World, list[ks.BodyId]]":
    world = ks.World3()
    ids = points(world, 3, 5)
    world.add_force(ks.RotatingFrame([0.0, 0.3, 0.1], point=[0.5, 0.0, 0.0]))
    world.add_force(ks.LinearDrag(rate=0.4))
    world.add_force(ks.MagneticField([0.0, 0.0, 1.5], charge=2.0, electric_field=[0.1, 0.0, 0.2]), ids[0])
    world.add_force(ks.MagneticField([0.2, 0.0, 0.5], charge=1.0), ids[1])
    world.add_force(ks.Spring(3.0), ids[1])
    world.add_force(ks.Magnus(0.1, [0.0, 3.0, 10.0], wind=[1.0, 0.0, 0.0]), ids[2])
    world.add_force(ks.QuadraticDrag(0.1), ids[3])
    for id in ids:
        world.add_force(ks.Spring(0.5), id)
    return world, ids


def nothing(world: World, ids: "list[ks.BodyId]", step: int) -> None:
    pass


@pytest.mark.parametrize(
    "start, act, dt, golden",
    [
        (springs_in_wind, push_springs, 1.0 / 60.0, 0x6337FD548F87D6E0),
        (links_and_functions, push_links, 0.01, 0xE32E2827605C3198),
        (charges, nothing, 0.02, 0x7BD4228F496CAF7A),
    ],
)
def test_bits(start: "Callable[[], tuple[World, list[ks.BodyId]]]", act: Act, dt: float, golden: int) -> None:
    world, ids = start()
    for step in range(STEPS):
        if step == STEPS // 2:
            state = world.snapshot()
            world, ids = start()
            world.restore(state)
        act(world, ids, step)
        world.step(dt)
    assert end(world) == golden, hex(end(world))
