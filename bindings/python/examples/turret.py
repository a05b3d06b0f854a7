"""A turret leads a target that flies on a spring. Between two steps of the world it aims, and fires when the answer is good.

`python turret.py`
"""

import numpy as np

import kinstep as ks

DT, MUZZLE = 1.0 / 60.0, 60.0  # s, m/s
GRAVITY, DRAG = [0.0, -9.81, 0.0], 0.05  # m/s², 1/s
TURRET = np.array([0.0, 1.0, 0.0])  # m

world = ks.World3()
drone = world.add_body(2.0, [40.0, 20.0, -30.0], [0.0, 0.0, 12.0], radius=0.5)  # kg, m, m/s, m
world.add_force(ks.Spring(0.3, anchor=[45.0, 20.0, 0.0]), drone)  # N/m: it swings to and fro

air = ks.Ballistics(GRAVITY, drag_rate=DRAG)
shells: "dict[ks.BodyId, float]" = {}
closest: "dict[ks.BodyId, float]" = {}
for step in range(600):
    if step % 60 == 0:
        # the target as it moves now: it turns on the way, so lead it with its acceleration, too
        target = world[drone]
        aim = air.aim(
            TURRET,
            target.position,
            target_velocity=target.velocity,
            target_acceleration=target.acceleration,
        )
        launch = aim.earliest_at_speed(MUZZLE)
        if launch.ok:
            shell = world.add_body(0.1, TURRET, launch.velocity, radius=0.05)
            world.add_force(ks.UniformGravity(GRAVITY), shell)
            world.add_force(ks.LinearDrag(rate=DRAG), shell)
            shells[shell] = world.time + float(launch.time_of_flight)
            closest[shell] = np.inf
        else:
            print(f"{world.time:5.2f} s: {launch.error()}")
    world.step(DT)
    for shell in list(shells):
        miss = float(np.linalg.norm(world[shell].position - world[drone].position))
        closest[shell] = min(closest[shell], miss)
        if world.time > shells[shell] + 0.2:
            print(f"{shell!r} came within {closest[shell]:.2f} m of the drone")
            world.remove_body(shell)
            del shells[shell]

hits = sum(miss < 1.0 for miss in closest.values())
print(f"{hits} of {len(closest)} shells came within a metre")
assert hits >= len(closest) // 2 > 2
