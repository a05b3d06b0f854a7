"""Where a million throws land, with scatter in wind and launch.

`python throws.py [folder]` writes throws.png to the folder, the present one by default.
"""

# %% Launches and winds. The vertical axis is y; the wind is level, and constant during a throw
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import kinstep as ks

THROWS, START = 1_000_000, [0.0, 1.5, 0.0]  # m
UP = [0.0, 1.0, 0.0]
random = np.random.default_rng(1)
speed = random.normal(30.0, 0.3, THROWS)  # m/s
elevation, bearing = np.radians(random.normal([[40.0], [0.0]], 1.0, (2, THROWS)))
level = speed * np.cos(elevation)
launches = np.column_stack([level * np.cos(bearing), speed * np.sin(elevation), level * np.sin(bearing)])
gusts = random.multivariate_normal([2.0, 1.0], [[4.0, 1.5], [1.5, 2.0]], THROWS)  # m/s
winds = np.column_stack([gusts[:, 0], np.zeros(THROWS), gusts[:, 1]])

# %% The throws: one exact answer each, in one call
air = ks.Ballistics([0.0, -9.81, 0.0], drag_rate=0.15)  # m/s², 1/s
landed = air.first_crossings(START, launches, UP, wind=winds)
assert landed.ok.all()

# %% Some of them one by one, in a world with wind
for throw in range(5):
    world = ks.World3()
    ball = world.add_body(0.145, START, launches[throw])  # kg
    world.add_force(ks.UniformGravity([0.0, -9.81, 0.0]))
    world.add_force(ks.LinearDrag(rate=0.15, wind=winds[throw]))
    event = world.step_until(60.0, ks.UntilCrossing(ball, UP))
    assert event is not None
    np.testing.assert_allclose(landed.positions[throw], event.position, rtol=0.0, atol=1e-12)

# %% The numbers, and the map
along, across = landed.positions[:, 0], landed.positions[:, 2]
error = np.hypot(along - along.mean(), across - across.mean())
print(f"{THROWS} throws land after {landed.times.min():.2f} s to {landed.times.max():.2f} s")
print(f"mean {along.mean():.2f} m along, {across.mean():.2f} m across; half of them within {np.median(error):.2f} m of it")
figure, axes = plt.subplots(figsize=(9.0, 6.5), layout="constrained")
*_, image = axes.hist2d(along, across, bins=200, cmap="viridis", cmin=1)
figure.colorbar(image, label="landings in a cell")
axes.set(xlabel="along the throw [m]", ylabel="across [m]", title="Landings", aspect="equal")
path = Path(next(iter(sys.argv[1:]), ".")) / "throws.png"
figure.savefig(path, dpi=150)
print(f"wrote {path}")
