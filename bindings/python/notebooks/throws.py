"""Where a million throws land, with scatter in wind and launch.

`python throws.py [folder]` writes throws.png to the folder, `target/notebooks` by default.
"""

# %% Launches and winds. The vertical axis is y; the wind is level, and constant during a throw
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Circle

import kinstep as ks

THROWS = 1_000_000
GRAVITY, DRAG, HEIGHT = 9.81, 0.15, 1.5  # m/s², 1/s, m
random = np.random.default_rng(1)

speed = random.normal(30.0, 0.3, THROWS)  # m/s
elevation = np.radians(random.normal(40.0, 1.0, THROWS))
bearing = np.radians(random.normal(0.0, 1.0, THROWS))
launches = np.column_stack(
    [speed * np.cos(elevation) * np.cos(bearing), speed * np.sin(elevation), speed * np.cos(elevation) * np.sin(bearing)]
)
# m²/s²
covariance = [[4.0, 1.5], [1.5, 2.0]]
level = random.multivariate_normal([2.0, 1.0], covariance, THROWS)
winds = np.column_stack([level[:, 0], np.zeros(THROWS), level[:, 1]])

# %% The throws. In the frame of its air each starts at launch less wind, and has no wind: one law for all
swarm = ks.Swarm3(
    positions=np.broadcast_to([0.0, HEIGHT, 0.0], (THROWS, 3)),
    velocities=launches - winds,
    forces=[ks.UniformGravity([0.0, -GRAVITY, 0.0]), ks.LinearDrag(rate=DRAG)],
)
landed = swarm.step_across(60.0, normal=[0.0, 1.0, 0.0])  # s; one exact step, which is longer than any throw
assert len(landed.bodies) == THROWS
# back to the frame of the ground, over which the air has moved
landings = landed.positions + landed.times[:, None] * winds

# %% Some of the throws, one by one in a world with wind
for throw in range(5):
    world = ks.World3()
    ball = world.add_body(0.145, [0.0, HEIGHT, 0.0], launches[throw])
    world.add_force(ks.UniformGravity([0.0, -GRAVITY, 0.0]))
    world.add_force(ks.LinearDrag(rate=DRAG, wind=winds[throw]))
    event = world.step_until(60.0, ks.UntilCrossing(ball, normal=[0.0, 1.0, 0.0]))
    assert event is not None
    np.testing.assert_allclose(landings[throw], event.position, rtol=0.0, atol=1e-12)

# %% The numbers
along, across = landings[:, 0], landings[:, 2]
middle = np.array([along.mean(), across.mean()])
error = np.hypot(along - middle[0], across - middle[1])
print(f"{THROWS} throws land after {landed.times.min():.2f} s to {landed.times.max():.2f} s")
print(f"mean {middle[0]:.2f} m, {middle[1]:.2f} m; standard deviation {along.std():.2f} m along, {across.std():.2f} m across")
print(f"half of them within {np.median(error):.2f} m of the mean, 95 % within {np.quantile(error, 0.95):.2f} m")

# %% The map
figure, axes = plt.subplots(figsize=(9.0, 6.5), layout="constrained")
reach = np.quantile(error, 0.9999)
counts, _, _, image = axes.hist2d(along, across, bins=200, range=[(c - reach, c + reach) for c in middle], cmap="viridis", cmin=1)
figure.colorbar(image, label="landings in a cell")
for share in (0.5, 0.95):
    axes.add_patch(Circle(tuple(middle), np.quantile(error, share), fill=False, color="black"))
axes.set(xlabel="along the throw [m]", ylabel="across [m]", title="Landings; circles about half and 95 % of them", aspect="equal")
folder = Path(next(iter(sys.argv[1:]), "target/notebooks"))
folder.mkdir(parents=True, exist_ok=True)
figure.savefig(folder / "throws.png", dpi=150)
print(f"wrote {folder / 'throws.png'}")
