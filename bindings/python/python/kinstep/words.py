"""Words that calls take. Made from the source of the crates by `cargo run -p table`: change that."""

from typing import Literal

#: How a step is computed from the effects of all forces.
Scheme = Literal[
    "ExplicitEuler",
    "SymplecticEuler",
    "VelocityVerlet",
    "Rk4",
    "Kinematic",
    "AverageAcceleration",
    "FlowKick",
    "FlowKick4",
    "WeakKick",
]

#: Kind of contact event.
ContactKind = Literal[
    "Bounce",
    "Settle",
    "Slide",
    "Roll",
    "Rest",
    "Leave",
    "Pass",
    "Crowd",
]

#: The direction in which a surface is crossed.
Crossing = Literal[
    "Ascending",
    "Descending",
    "Any",
]

#: The kinds of models. Their numbers never change.
ModelKind = Literal[
    "linear",
    "rational",
    "quadratic",
    "rapier",
    "avian",
    "box2d",
    "unity",
    "physx",
    "jolt",
    "godot",
    "bullet",
    "symplectic_euler",
    "explicit_euler",
]

#: What a throw holds fixed. The numbers never change.
PlanKind = Literal[
    "time",
    "straight_line_speed",
    "speed",
    "earliest_at_speed",
    "least_speed",
    "through",
    "touching",
    "apex",
    "arc_height",
    "curviness",
    "slope",
    "arrival_slope",
    "climb_speed",
    "lob",
    "steps",
    "clearing",
    "attempt",
]

#: A kind of event.
UntilKind = Literal[
    "crossing",
    "apex",
    "sphere",
]
