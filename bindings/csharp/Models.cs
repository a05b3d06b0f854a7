// Made from the source of the crates by `cargo run -p table`: change that.

namespace Kinstep
{
    public readonly unsafe partial struct Model
    {
        /// <summary>The step of Rapier.</summary>
        public static Model Rapier(Vec gravity, double timeStep, double damping = 0.0, int substeps = 0) =>
            Engine(ModelKind.Rapier, gravity, timeStep, damping, substeps);

        /// <summary>The step of Avian.</summary>
        public static Model Avian(Vec gravity, double timeStep, double damping = 0.0, int substeps = 0) =>
            Engine(ModelKind.Avian, gravity, timeStep, damping, substeps);

        /// <summary>The step of Box2D 3.</summary>
        public static Model Box2D(Vec gravity, double timeStep, double damping = 0.0, int substeps = 0) =>
            Engine(ModelKind.Box2d, gravity, timeStep, damping, substeps);

        /// <summary>The step of Unity with its built-in physics in space.</summary>
        public static Model Unity(Vec gravity, double timeStep, double damping = 0.0, int substeps = 0) =>
            Engine(ModelKind.Unity, gravity, timeStep, damping, substeps);

        /// <summary>The step of `PhysX`.</summary>
        public static Model PhysX(Vec gravity, double timeStep, double damping = 0.0, int substeps = 0) =>
            Engine(ModelKind.Physx, gravity, timeStep, damping, substeps);

        /// <summary>The step of Jolt.</summary>
        public static Model Jolt(Vec gravity, double timeStep, double damping = 0.0, int substeps = 0) =>
            Engine(ModelKind.Jolt, gravity, timeStep, damping, substeps);

        /// <summary>The step of Godot with its own physics.</summary>
        public static Model Godot(Vec gravity, double timeStep, double damping = 0.0, int substeps = 0) =>
            Engine(ModelKind.Godot, gravity, timeStep, damping, substeps);

        /// <summary>The step of Bullet.</summary>
        public static Model Bullet(Vec gravity, double timeStep, double damping = 0.0, int substeps = 0) =>
            Engine(ModelKind.Bullet, gravity, timeStep, damping, substeps);

        /// <summary>The step that changes the velocity first.</summary>
        public static Model SymplecticEuler(Vec gravity, double timeStep, double damping = 0.0, int substeps = 0) =>
            Engine(ModelKind.SymplecticEuler, gravity, timeStep, damping, substeps);

        /// <summary>The step that changes the position first.</summary>
        public static Model ExplicitEuler(Vec gravity, double timeStep, double damping = 0.0, int substeps = 0) =>
            Engine(ModelKind.ExplicitEuler, gravity, timeStep, damping, substeps);
    }

    public readonly unsafe partial struct Aim
    {
        /// <summary>Holds fixed: the time of flight [s].</summary>
        public Launch? InTime(double time) => By(new Plan { Kind = PlanKind.Time, Value = time });

        /// <summary>Holds fixed: the straight-line distance to the hit divided by the time of flight [m/s].</summary>
        public Launch? AtStraightLineSpeed(double speed) => By(new Plan { Kind = PlanKind.StraightLineSpeed, Value = speed });

        /// <summary>Holds fixed: the speed at launch [m/s].</summary>
        public Launch? AtSpeed(double speed, bool isLofted = false) => By(new Plan { Kind = PlanKind.Speed, Value = speed, IsLofted = isLofted });

        /// <summary>Holds fixed: the speed at launch [m/s], for the earliest hit.</summary>
        public Launch? EarliestAtSpeed(double speed) => By(new Plan { Kind = PlanKind.EarliestAtSpeed, Value = speed });

        /// <summary>Holds fixed: the least speed at launch.</summary>
        public Launch? WithLeastSpeed() => By(new Plan { Kind = PlanKind.LeastSpeed });

        /// <summary>Holds fixed: a point that the path passes [m].</summary>
        public Launch? Through(Vec point) => By(new Plan { Kind = PlanKind.Through, Vector = point });

        /// <summary>Holds fixed: the plane with this normal and this distance from the origin [m]: the arc touches it at its top.</summary>
        public Launch? Touching(Vec normal, double distance) => By(new Plan { Kind = PlanKind.Touching, Vector = normal, Value = distance });

        /// <summary>Holds fixed: the height of the apex [m].</summary>
        public Launch? WithApex(double height) => By(new Plan { Kind = PlanKind.Apex, Value = height });

        /// <summary>Holds fixed: the height of the arc above the straight line [m].</summary>
        public Launch? WithArcHeight(double height) => By(new Plan { Kind = PlanKind.ArcHeight, Value = height });

        /// <summary>Holds fixed: the height of the arc above the straight line, divided by the straight-line distance.</summary>
        public Launch? WithCurviness(double curviness) => By(new Plan { Kind = PlanKind.Curviness, Value = curviness });

        /// <summary>Holds fixed: the slope at launch: rise divided by run.</summary>
        public Launch? AtSlope(double slope) => By(new Plan { Kind = PlanKind.Slope, Value = slope });

        /// <summary>Holds fixed: the slope at arrival: rise divided by run.</summary>
        public Launch? ArrivingAtSlope(double slope) => By(new Plan { Kind = PlanKind.ArrivalSlope, Value = slope });

        /// <summary>Holds fixed: the upward speed at launch [m/s].</summary>
        public Launch? WithClimbSpeed(double speed) => By(new Plan { Kind = PlanKind.ClimbSpeed, Value = speed });

        /// <summary>Holds fixed: the upward speed at launch, divided by the distance to the target [1/s].</summary>
        public Launch? Lob(double factor) => By(new Plan { Kind = PlanKind.Lob, Value = factor });

        /// <summary>Holds fixed: the number of steps of an engine, after which it hits at the engine's own position.</summary>
        public Launch? InSteps(ulong steps) => By(new Plan { Kind = PlanKind.Steps, Value = steps });

        /// <summary>Holds fixed: points that the path passes or goes above [m].</summary>
        public Launch? Clearing(params Vec[] points) => By(new Plan { Kind = PlanKind.Clearing, Points = points });

        /// <summary>Holds fixed: the speed at launch [m/s], for a throw that comes as near as possible.</summary>
        public Launch? Attempt(double speed) => By(new Plan { Kind = PlanKind.Attempt, Value = speed });
    }
}
