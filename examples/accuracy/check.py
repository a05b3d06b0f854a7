"""Compares four charts of the accuracy page with theory: python3 check.py DIRECTORY, with the rows of `accuracy --csv DIRECTORY`."""

import csv, glob, math, sys

ROWS = [row for file in glob.glob(sys.argv[1] + "/*.csv") for row in csv.DictReader(open(file))]
OURS, EULER = "kinstep (FlowKick)", "symplectic Euler"


def values(quantity, method):
    return {float(row["x"]): float(row["value"]) for row in ROWS if row["quantity"] == quantity and row["method"] == method}


def is_about(found, expected, share=0.02):
    print(f"{found:.3g}, expected {expected:.3g}")
    assert abs(found - expected) <= share * abs(expected), (found, expected)


# the burns: the error of symplectic Euler is h/2 times the change of velocity, (v_end - v_start)_x = -190 m/s
for rate, apart in values("touchdown: from kinstep's at 240 Hz [m]", EULER).items():
    is_about(apart, 190 / (2 * rate), 0.12)
assert max(values("touchdown: from kinstep's at 240 Hz [m]", OURS).values()) < 1e-8
# two springs for three hours: added increments gain ω₁²ω₂²h⁴/6 a step, averaged ones lose (ω₁⁴ + ω₂⁴)h⁴/24
for method, rate in [("added (article)", 36 / 6), ("averaged (article)", -97 / 24)]:
    is_about(values("energy error, two springs", method)[10800.0], abs(math.expm1(648000 * rate / 60**4)))
assert max(values("energy error, two springs", OURS).values()) < 1e-12
# orders: the slope over the shortest four steps that are not yet rounding
for method, order in [(EULER, 1), (OURS, 2), ("velocity Verlet", 2), ("Runge–Kutta 4", 4)]:
    errors = values("error after 10 s, pendulum from 2 rad [m]", method)
    usable = [(h, error) for h, error in errors.items() if 1e-9 < error < 1e-3][-4:]
    is_about(math.log(usable[0][1] / usable[-1][1]) / math.log(usable[0][0] / usable[-1][0]), order, 0.06)
# a throw through air lands where (v + g/c)(1 - e^(-ct))/c = g t/c
g, c, v, t = 9.81, 0.5, 12.0, 2.0
for _ in range(60):
    t = (v + g / c) * -math.expm1(-c * t) / g
for rate, landing in values("landing [m]", OURS).items():
    is_about(landing, 15 / c * -math.expm1(-c * t), 1e-6)
