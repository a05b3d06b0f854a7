// Made from the source of the crates by `cargo run -p table`: change that.

namespace Kinstep
{
    /// <summary>How a step is computed from the effects of all forces.</summary>
    public enum Scheme : uint
    {
        /// <summary>The step `x' = x + v h`, `v' = v + a h`.</summary>
        ExplicitEuler = 0,
        /// <summary>The step `v' = v + a h`, `x' = x + v' h`, also called semi-implicit Euler: the step of most engines.</summary>
        SymplecticEuler = 1,
        /// <summary>Half a kick, a drift, and half a kick. The second half kick evaluates forces at the velocity after the first half kick, so drag reduces the scheme to first order.</summary>
        VelocityVerlet = 2,
        /// <summary>The classical fourth-order Runge–Kutta method on `(x, v)`.</summary>
        Rk4 = 3,
        /// <summary>The step `v' = v + Σ Δv`, `x' = x + v h + Σ Δx`, with the increments of all forces from the state at the start of the step. A force without an exact increment has `Δv = a h`, `Δx = a h²`.</summary>
        Kinematic = 4,
        /// <summary>Like `Kinematic`, with `Δx = ½ Δv h` for every force.</summary>
        AverageAcceleration = 5,
        /// <summary>The exact flow of all linear forces together, with symmetric kicks by the other forces.</summary>
        FlowKick = 6,
        /// <summary>Six flows between seven kicks, of fourth order: the splitting `SRKN₆ᵇ` of Blanes and Moan.</summary>
        FlowKick4 = 7,
        /// <summary>Nine flows between eight kicks, of fourth order, and of tenth order if kicks are weak compared with the flow: the splitting `ABA(10,6,4)` of Blanes, Casas, Farrés, Laskar, Makazaga and Murua.</summary>
        WeakKick = 8,
    }

    /// <summary>Kind of contact event.</summary>
    public enum ContactKind : uint
    {
        /// <summary>The body strikes the surface and leaves it: it bounces off, or it moves on along the surface without staying in contact. If the restitution is zero, this is the first touch of a body that an engine lifts.</summary>
        Bounce = 0,
        /// <summary>The body stays on the surface and moves along it: infinitely many bounces have ended, or the body struck the surface without a bounce.</summary>
        Settle = 1,
        /// <summary>The body begins to slide over the surface.</summary>
        Slide = 2,
        /// <summary>Sliding ends, and the body rolls on.</summary>
        Roll = 3,
        /// <summary>The body comes to rest on the surface.</summary>
        Rest = 4,
        /// <summary>The body leaves the surface without a bounce: it passes an edge, or a force lifts it off.</summary>
        Leave = 5,
        /// <summary>The body passes through the surface, because the contact callback allowed it.</summary>
        Pass = 6,
        /// <summary>The step had more events than are computed exactly. The midpoint rule computed the rest of the step, in up to 32 substeps.</summary>
        Crowd = 7,
    }

    /// <summary>The direction in which a surface is crossed.</summary>
    public enum Crossing : uint
    {
        /// <summary>Towards the side to which the normal points.</summary>
        Ascending = 0,
        /// <summary>Away from the side to which the normal points.</summary>
        Descending = 1,
        /// <summary>In either direction.</summary>
        Any = 2,
    }

    /// <summary>The kinds of models. Their numbers never change.</summary>
    public enum ModelKind : uint
    {
        /// <summary>Linear drag, exact. Without drag it is a vacuum.</summary>
        Linear = 0,
        /// <summary>The rational model of linear drag, which is faster and less accurate.</summary>
        Rational = 1,
        /// <summary>Quadratic drag, to a tolerance.</summary>
        Quadratic = 2,
        /// <summary>The step of Rapier.</summary>
        Rapier = 3,
        /// <summary>The step of Avian.</summary>
        Avian = 4,
        /// <summary>The step of Box2D 3.</summary>
        Box2d = 5,
        /// <summary>The step of Unity with its built-in physics in space.</summary>
        Unity = 6,
        /// <summary>The step of `PhysX`.</summary>
        Physx = 7,
        /// <summary>The step of Jolt.</summary>
        Jolt = 8,
        /// <summary>The step of Godot with its own physics.</summary>
        Godot = 9,
        /// <summary>The step of Bullet.</summary>
        Bullet = 10,
        /// <summary>The step that changes the velocity first.</summary>
        SymplecticEuler = 11,
        /// <summary>The step that changes the position first.</summary>
        ExplicitEuler = 12,
    }

    /// <summary>What a throw holds fixed. The numbers never change.</summary>
    public enum PlanKind : uint
    {
        /// <summary>The time of flight [s].</summary>
        Time = 0,
        /// <summary>The straight-line distance to the hit divided by the time of flight [m/s].</summary>
        StraightLineSpeed = 1,
        /// <summary>The speed at launch [m/s].</summary>
        Speed = 2,
        /// <summary>The speed at launch [m/s], for the earliest hit.</summary>
        EarliestAtSpeed = 3,
        /// <summary>The least speed at launch, without a value.</summary>
        LeastSpeed = 4,
        /// <summary>A point that the path passes [m], without a value.</summary>
        Through = 5,
        /// <summary>The plane with this normal and, as the value, this distance from the origin [m]: the arc touches it at its top.</summary>
        Touching = 6,
        /// <summary>The height of the apex [m].</summary>
        Apex = 7,
        /// <summary>The height of the arc above the straight line [m].</summary>
        ArcHeight = 8,
        /// <summary>The height of the arc above the straight line, divided by the straight-line distance.</summary>
        Curviness = 9,
        /// <summary>The slope at launch: rise divided by run.</summary>
        Slope = 10,
        /// <summary>The slope at arrival: rise divided by run.</summary>
        ArrivalSlope = 11,
        /// <summary>The upward speed at launch [m/s].</summary>
        ClimbSpeed = 12,
        /// <summary>The upward speed at launch, divided by the distance to the target [1/s].</summary>
        Lob = 13,
        /// <summary>The number of steps of an engine, after which it hits at the engine's own position.</summary>
        Steps = 14,
        /// <summary>Points that the path passes or goes above [m], without a value.</summary>
        Clearing = 15,
        /// <summary>The speed at launch [m/s], for a throw that comes as near as possible.</summary>
        Attempt = 16,
    }

    /// <summary>A kind of event.</summary>
    public enum UntilKind : uint
    {
        /// <summary>The body crosses the plane `vector · position = number`.</summary>
        Crossing = 0,
        /// <summary>The position of the body along `vector` has its first maximum.</summary>
        Apex = 1,
        /// <summary>The body crosses the sphere with the center `vector` [m] and the radius `number` [m].</summary>
        Sphere = 2,
    }
}
