// Flights and aims: plain data, nothing to dispose of.

using System;
using Kinstep.Native;

namespace Kinstep
{
    /// <summary>A model of flight: an air, or the step of an engine.</summary>
    public readonly unsafe partial struct Model
    {
        internal readonly KinstepModel Native;

        Model(ModelKind kind, Vec gravity, double drag, Vec wind, double speed, double tolerance, double timeStep, int substeps)
        {
            Native = new KinstepModel
            {
                kind = (KinstepModelKind)kind, gravity = gravity.Native, drag = drag, wind = wind.Native, terminal_speed = speed,
                tolerance = tolerance, time_step = timeStep, substeps = checked((uint)substeps)
            };
        }

        /// <summary>Gravity alone [m/s²].</summary>
        public static Model Vacuum(Vec gravity) => DragRate(gravity, 0.0);

        /// <summary>Linear drag of a rate [1/s], exact.</summary>
        public static Model DragRate(Vec gravity, double rate, Vec wind = default(Vec)) =>
            new Model(ModelKind.Linear, gravity, rate, wind, 0.0, 0.0, 0.0, 0);

        /// <summary>Linear drag by the terminal speed [m/s], exact.</summary>
        public static Model TerminalSpeed(Vec gravity, double speed, Vec wind = default(Vec)) =>
            new Model(ModelKind.Linear, gravity, 0.0, wind, speed, 0.0, 0.0, 0);

        /// <summary>Quadratic drag of a coefficient [1/m], to a tolerance [m], 1e-6 m unless given.</summary>
        public static Model QuadraticDrag(Vec gravity, double coefficient, Vec wind = default(Vec), double tolerance = 0.0) =>
            new Model(ModelKind.Quadratic, gravity, coefficient, wind, 0.0, tolerance, 0.0, 0);

        /// <summary>Quadratic drag by the terminal speed [m/s], to a tolerance [m], 1e-6 m unless given.</summary>
        public static Model QuadraticTerminalSpeed(Vec gravity, double speed, Vec wind = default(Vec), double tolerance = 0.0) =>
            new Model(ModelKind.Quadratic, gravity, 0.0, wind, speed, tolerance, 0.0, 0);

        /// <summary>The rational model of linear drag, which is faster and less accurate.</summary>
        public Model Rational() =>
            new Model(ModelKind.Rational, Vec.Of(Native.gravity), Native.drag, Vec.Of(Native.wind), Native.terminal_speed, 0.0, 0.0, 0);

        /// <summary>
        /// The step of an engine: its length [s], the damping in the unit of that engine, and the number of substeps; 0 for its default.
        /// </summary>
        public static Model Engine(ModelKind kind, Vec gravity, double timeStep, double damping = 0.0, int substeps = 0) =>
            new Model(kind, gravity, damping, default(Vec), 0.0, 0.0, timeStep, substeps);

        /// <summary>A flight from a position [m] with a velocity [m/s].</summary>
        public Flight Launch(Vec position, Vec velocity) => new Flight(this, position, velocity);
        /// <summary>A throw from here at a target [m].</summary>
        public Aim Aim(Vec from, Vec target) => new Aim(this, new Order { From = from, Target = target });

        /// <summary>
        /// Answers many orders in one call, and returns how many have a launch. The status of the others is
        /// <see cref="Status.NoAnswer"/>, and their launch is all zeros. The arrays of answers may be longer than that of the orders.
        /// </summary>
        public int AimAll(Plan plan, Order[] orders, Launch[] launches, Status[] statuses)
        {
            var count = (orders ?? throw new ArgumentNullException(nameof(orders))).Length;
            if ((launches ?? throw new ArgumentNullException(nameof(launches))).Length < count
                || (statuses ?? throw new ArgumentNullException(nameof(statuses))).Length < count)
                throw new ArgumentException($"there must be room for {count} launches and statuses");
            var (model, hits) = (Native, 0);
            fixed (Vec* points = plan.Points)
            fixed (Order* asked = orders)
            fixed (Launch* found = launches)
            fixed (Status* how = statuses)
            {
                var native = plan.Native(points);
                Failure.Check(Methods.kinstep_aim_all(
                    &model, &native, (KinstepOrder*)asked, (KinstepLaunch*)found, (uint*)how, (UIntPtr)count));
            }
            for (var i = 0; i < count; i++) if (statuses[i] == Status.Ok) hits++;
            return hits;
        }
    }

    /// <summary>A flight in closed form.</summary>
    public readonly unsafe partial struct Flight
    {
        readonly KinstepFlight native;

        internal Flight(Model model, Vec position, Vec velocity)
        {
            native = new KinstepFlight { model = model.Native, position = position.Native, velocity = velocity.Native };
        }

        /// <summary>The first landing on ground between two times since launch [s]; null without one.</summary>
        public Moment? Landing(Ground ground, double from, double to)
        {
            var (flight, found) = (native, default(Moment));
            var on = (ground ?? throw new ArgumentNullException(nameof(ground))).Native;
            var call = Call.Begin(ground);
            var status = Methods.kinstep_flight_landing(&flight, &on, from, to, (KinstepEvent*)&found);
            return call.End(status) ? found : (Moment?)null;
        }

        /// <summary>Fills an array with positions [m]: at the time `from` since launch [s], and then each `step` [s].</summary>
        public void Sample(double from, double step, Vec[] positions)
        {
            fixed (Vec* pointer = positions ?? throw new ArgumentNullException(nameof(positions)))
                Sample(from, step, pointer, positions.Length);
        }

        void Sample(double from, double step, Vec* positions, int count)
        {
            var flight = native;
            Failure.Check(Methods.kinstep_flight_sample(&flight, from, step, (KinstepVector*)positions, (UIntPtr)count));
        }

#if UNITY_5_3_OR_NEWER
        const int AtOnce = 64;

        /// <summary>The same for the vectors of Unity, as a LineRenderer takes them.</summary>
        public void Sample(double from, double step, UnityEngine.Vector3[] positions)
        {
            if (positions == null) throw new System.ArgumentNullException(nameof(positions));
            var dots = stackalloc Vec[AtOnce];
            for (var first = 0; first < positions.Length; first += AtOnce)
            {
                var count = System.Math.Min(AtOnce, positions.Length - first);
                Sample(from + first * step, step, dots, count);
                for (var i = 0; i < count; i++) positions[first + i] = (UnityEngine.Vector3)dots[i];
            }
        }
#endif
    }

    /// <summary>What a throw holds fixed; the documentation of its kind says what the value and the vector are.</summary>
    public struct Plan
    {
        public PlanKind Kind;
        /// <summary>The latest hit instead of the earliest, as on the high trajectory of a speed.</summary>
        public bool IsLofted;
        public double Value;
        public Vec Vector;
        /// <summary>The points of <see cref="PlanKind.Clearing"/> [m].</summary>
        public Vec[] Points;

        internal unsafe KinstepPlan Native(Vec* points) => new KinstepPlan
        {
            kind = (KinstepPlanKind)Kind, lofted = IsLofted ? 1u : 0u, value = Value, vector = Vector.Native,
            points = (KinstepVector*)points, point_count = (UIntPtr)(Points == null ? 0 : Points.Length)
        };
    }

    /// <summary>
    /// A throw at a target. Each plan answers null if no launch hits, and also if a number of the order or the value of the plan is not
    /// valid.
    /// </summary>
    public readonly unsafe partial struct Aim
    {
        readonly Model model;
        readonly Order order;

        internal Aim(Model model, Order order) { this.model = model; this.order = order; }
        /// <summary>The same at a target that moves [m/s].</summary>
        public Aim Moving(Vec velocity) { var next = order; next.TargetVelocity = velocity; return new Aim(model, next); }
        /// <summary>The same at a target that accelerates [m/s²].</summary>
        public Aim Accelerating(Vec rate) { var next = order; next.TargetAcceleration = rate; return new Aim(model, next); }
        /// <summary>The same from a shooter that moves [m/s].</summary>
        public Aim ShooterMoving(Vec velocity) { var next = order; next.ShooterVelocity = velocity; return new Aim(model, next); }

        /// <summary>By any plan.</summary>
        public Launch? By(Plan plan)
        {
            var (air, asked, found) = (model.Native, order, default(Launch));
            fixed (Vec* points = plan.Points)
            {
                var native = plan.Native(points);
                var status = Methods.kinstep_aim(&air, (KinstepOrder*)&asked, &native, (KinstepLaunch*)&found);
                return Failure.Found(status) ? found : (Launch?)null;
            }
        }

        /// <summary>Writes all launches that hit to an array, in the order of their times of flight, and returns their number.</summary>
        public int Hits(Plan plan, Launch[] launches)
        {
            var (air, asked, count) = (model.Native, order, UIntPtr.Zero);
            fixed (Launch* pointer = launches ?? throw new ArgumentNullException(nameof(launches)))
            {
                var native = plan.Native(null);
                var status = Methods.kinstep_aim_hits(
                    &air, (KinstepOrder*)&asked, &native, (KinstepLaunch*)pointer, (UIntPtr)launches.Length, &count);
                return Failure.Found(status) ? (int)count : 0;
            }
        }
    }
}
