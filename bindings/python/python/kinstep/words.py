"""Names that calls take. Made from the source of the crates by `cargo run -p table`: change that."""

from typing import Literal

#: How a step is computed from the effects of all forces.
Scheme = Literal[
    # The step `x' = x + v h`, `v' = v + a h`.
    "ExplicitEuler",
    # The step `v' = v + a h`, `x' = x + v' h`, also called semi-implicit Euler: the step of most engines.
    "SymplecticEuler",
    # Half a kick, a drift, and half a kick. The second half kick evaluates forces at the velocity after the first half kick, so drag reduces the scheme to first order.
    "VelocityVerlet",
    # The classical fourth-order Runge–Kutta method on `(x, v)`.
    "Rk4",
    # The step `v' = v + Σ Δv`, `x' = x + v h + Σ Δx`, with the increments of all forces from the state at the start of the step. A force without an exact increment has `Δv = a h`, `Δx = a h²`.
    "Kinematic",
    # Like `Kinematic`, with `Δx = ½ Δv h` for every force.
    "AverageAcceleration",
    # The exact flow of all linear forces together, with symmetric kicks by the other forces.
    "FlowKick",
    # Six flows between seven kicks, of fourth order: the splitting `SRKN₆ᵇ` of Blanes and Moan.
    "FlowKick4",
    # Nine flows between eight kicks, of fourth order, and of tenth order if kicks are weak compared with the flow: the splitting `ABA(10,6,4)` of Blanes, Casas, Farrés, Laskar, Makazaga and Murua.
    "WeakKick",
]

#: Kind of contact event.
ContactKind = Literal[
    # The body strikes the surface and leaves it: it bounces off, or it moves on along the surface without staying in contact. If the restitution is zero, this is the first touch of a body that an engine lifts.
    "Bounce",
    # The body stays on the surface and moves along it: infinitely many bounces have ended, or the body struck the surface without a bounce.
    "Settle",
    # The body begins to slide over the surface.
    "Slide",
    # Sliding ends, and the body rolls on.
    "Roll",
    # The body comes to rest on the surface.
    "Rest",
    # The body leaves the surface without a bounce: it passes an edge, or a force lifts it off.
    "Leave",
    # The body passes through the surface, because the contact callback allowed it.
    "Pass",
    # The step had more events than are computed exactly. The midpoint rule computed the rest of the step, in up to 32 substeps.
    "Crowd",
]

#: The direction in which a surface is crossed.
Crossing = Literal[
    # Towards the side to which the normal points.
    "Ascending",
    # Away from the side to which the normal points.
    "Descending",
    # In either direction.
    "Any",
]

#: The kinds of models.
ModelKind = Literal[
    # Linear drag, exact. Without drag it is a vacuum.
    "linear",
    # The rational model of linear drag, which is faster and less accurate.
    "rational",
    # Quadratic drag, to a tolerance.
    "quadratic",
    # The step of Rapier.
    "rapier",
    # The step of Avian.
    "avian",
    # The step of Box2D 3.
    "box2d",
    # The step of Unity with its built-in physics in space.
    "unity",
    # The step of `PhysX`.
    "physx",
    # The step of Jolt.
    "jolt",
    # The step of Godot with its own physics.
    "godot",
    # The step of Bullet.
    "bullet",
    # The step that changes the velocity first.
    "symplectic_euler",
    # The step that changes the position first.
    "explicit_euler",
]

#: What a throw holds fixed.
PlanKind = Literal[
    # The time of flight [s].
    "time",
    # The straight-line distance to the hit divided by the time of flight [m/s].
    "straight_line_speed",
    # The speed at launch [m/s].
    "speed",
    # The speed at launch [m/s], for the earliest hit.
    "earliest_at_speed",
    # The least speed at launch, without a value.
    "least_speed",
    # A point that the path passes [m], without a value.
    "through",
    # The plane with this normal and, as the value, this distance from the origin [m]: the arc touches it at its top.
    "touching",
    # The height of the apex [m].
    "apex",
    # The height of the arc above the straight line [m].
    "arc_height",
    # The height of the arc above the straight line, divided by the straight-line distance.
    "curviness",
    # The slope at launch: rise divided by run.
    "slope",
    # The slope at arrival: rise divided by run.
    "arrival_slope",
    # The upward speed at launch [m/s].
    "climb_speed",
    # The upward speed at launch, divided by the distance to the target [1/s].
    "lob",
    # The number of steps of an engine, after which it hits at the engine's own position.
    "steps",
    # Points that the path passes or goes above [m], without a value.
    "clearing",
    # The speed at launch [m/s], for a throw that comes as near as possible.
    "attempt",
]

#: A kind of event.
UntilKind = Literal[
    # The body crosses the plane `vector · position = number`.
    "crossing",
    # The position of the body along `vector` has its first maximum.
    "apex",
    # The body crosses the sphere with the center `vector` [m] and the radius `number` [m].
    "sphere",
]
