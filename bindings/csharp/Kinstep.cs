// kinstep for C# and Unity: worlds, flights and aims over the shared library kinstep_c. One file, C# 7.2, netstandard2.0.
//
// All quantities are in SI units and one inertial world frame. What is not valid is a KinstepException that names the value; the
// world is then as it was.

using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;

namespace Kinstep
{
    /// <summary>How a call ended.</summary>
    public enum Status
    {
        Ok, NullPointer, NoSuchWorld, Busy, InvalidArgument, NoSuchBody, NoSuchForce, StepFailed, RestoreFailed, NoAnswer,
        BufferTooSmall, Panic
    }

    /// <summary>How a world is stepped.</summary>
    public enum Scheme : uint
    {
        ExplicitEuler, SymplecticEuler, VelocityVerlet, Rk4, Kinematic, AverageAcceleration, FlowKick, FlowKick4,
        WeakKick = 9
    }

    /// <summary>Which crossings of a plane count, seen along its normal.</summary>
    public enum Crossing : uint { Ascending, Descending, Any }

    /// <summary>Which of two arcs.</summary>
    public enum Arc : uint { Direct, Lofted }

    /// <summary>Why a call failed.</summary>
    public sealed class KinstepException : Exception
    {
        public Status Status { get; }

        internal KinstepException(Status status, string message, Exception cause = null) : base(message, cause)
        {
            Status = status;
        }
    }

    /// <summary>A vector. In the plane Z is zero; but what is along an axis, such as an angular velocity, has only Z there.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Vector : IEquatable<Vector>
    {
        public double X, Y, Z;

        public Vector(double x, double y, double z = 0.0) { X = x; Y = y; Z = z; }

        public static Vector operator +(Vector a, Vector b) => new Vector(a.X + b.X, a.Y + b.Y, a.Z + b.Z);
        public static Vector operator -(Vector a, Vector b) => new Vector(a.X - b.X, a.Y - b.Y, a.Z - b.Z);
        public static Vector operator *(Vector a, double factor) => new Vector(a.X * factor, a.Y * factor, a.Z * factor);
        public double Length => Math.Sqrt(X * X + Y * Y + Z * Z);

        public bool Equals(Vector other) => X.Equals(other.X) && Y.Equals(other.Y) && Z.Equals(other.Z);
        public override bool Equals(object other) => other is Vector vector && Equals(vector);
        public override int GetHashCode() => X.GetHashCode() ^ (Y.GetHashCode() << 8) ^ (Z.GetHashCode() << 16);
        public override string ToString() => $"({X}, {Y}, {Z})";

#if UNITY_5_3_OR_NEWER
        public static implicit operator Vector(UnityEngine.Vector3 v) => new Vector(v.x, v.y, v.z);
        public static explicit operator UnityEngine.Vector3(Vector v) =>
            new UnityEngine.Vector3((float)v.X, (float)v.Y, (float)v.Z);
#endif
    }

    /// <summary>A unit quaternion; all zeros stand for upright.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Quaternion
    {
        public double X, Y, Z, W;

        public Quaternion(double x, double y, double z, double w) { X = x; Y = y; Z = z; W = w; }
    }

    /// <summary>Moments of inertia [kg m²] about principal axes; in the plane only Z. All zeros: a point.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Inertia
    {
        public Vector Moments;
        public Quaternion Axes;

        public static Inertia Sphere(double mass, double radius)
        {
            Native.Check(Native.kinstep_inertia_sphere(mass, radius, out var inertia));
            return inertia;
        }

        public static Inertia Cuboid(double mass, Vector edges)
        {
            Native.Check(Native.kinstep_inertia_cuboid(mass, edges, out var inertia));
            return inertia;
        }

        public static Inertia Cylinder(double mass, double radius, double height)
        {
            Native.Check(Native.kinstep_inertia_cylinder(mass, radius, height, out var inertia));
            return inertia;
        }
    }

    /// <summary>A body: a point at rest at the origin, but for what is set. The mass must be.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Body
    {
        /// <summary>[kg]; infinite for a fixed body.</summary>
        public double Mass;
        /// <summary>[m]; zero for a point.</summary>
        public double Radius;
        /// <summary>[m]</summary>
        public Vector Position;
        /// <summary>[m/s]</summary>
        public Vector Velocity;
        /// <summary>In the plane [rad]; in space zero.</summary>
        public double Angle;
        /// <summary>In space; in the plane zero.</summary>
        public Quaternion Orientation;
        /// <summary>[rad/s]; in the plane only Z.</summary>
        public Vector AngularVelocity;
        public Inertia Inertia;
    }

    /// <summary>The energy of a world [J].</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Energy
    {
        public double Kinetic, Potential;
        public double Total => Kinetic + Potential;
    }

    /// <summary>The id of a body in its world; it is never used again for another.</summary>
    public struct BodyId { internal ulong Bits; }

    /// <summary>The id of a force in its world; it is never used again for another.</summary>
    public struct ForceId { internal ulong Bits; }

    /// <summary>The force [N] or torque [N m] on a body at a time [s]. In the plane a torque is along Z.</summary>
    public delegate Vector ForceFunction(Body body, double time);

    /// <summary>
    /// A force. For one that has no name here <see cref="Of"/> takes a function, as a kick.
    /// </summary>
    public sealed class Force
    {
        internal NativeForce Native;
        internal readonly ForceFunction Function;

        Force(uint kind, params double[] parameters)
        {
            Native.Kind = kind;
            Native.Set(parameters);
        }

        Force(uint kind, ForceFunction function) : this(kind)
        {
            Function = function ?? throw new ArgumentNullException(nameof(function));
        }

        /// <summary>[m/s²]</summary>
        public static Force UniformGravity(Vector acceleration) =>
            new Force(1, acceleration.X, acceleration.Y, acceleration.Z);

        /// <summary>[N], and its growth [N/s].</summary>
        public static Force Constant(Vector force, Vector ramp = default(Vector)) =>
            new Force(2, force.X, force.Y, force.Z, ramp.X, ramp.Y, ramp.Z);

        /// <summary>Linear drag of a rate [1/s] in wind [m/s].</summary>
        public static Force LinearDragRate(double rate, Vector wind = default(Vector)) =>
            new Force(3, rate, wind.X, wind.Y, wind.Z);

        /// <summary>Linear drag of a coefficient [kg/s] in wind [m/s].</summary>
        public static Force LinearDragCoefficient(double coefficient, Vector wind = default(Vector)) =>
            new Force(4, coefficient, wind.X, wind.Y, wind.Z);

        /// <summary>Quadratic drag of a coefficient [kg/m] in wind [m/s].</summary>
        public static Force QuadraticDrag(double coefficient, Vector wind = default(Vector)) =>
            new Force(5, coefficient, wind.X, wind.Y, wind.Z);

        /// <summary>A spring [N/m], its damping [kg/s], where it is fixed [m], and its rest length [m], 0 without one. If it pulls only,
        /// it is a rope, slack up to its length.</summary>
        public static Force Spring(double stiffness, double damping = 0.0, Vector anchor = default(Vector),
            double length = 0.0, bool pullsOnly = false)
        {
            var force = new Force(8, stiffness, damping, anchor.X, anchor.Y, anchor.Z, length);
            force.Native.Parameters.PullsOnly = pullsOnly ? 1u : 0u;
            return force;
        }

        /// <summary>A spring that halves the way in this time [s] and does not overshoot.</summary>
        public static Force CriticalSpring(double halfLife, Vector anchor = default(Vector)) =>
            new Force(9, halfLife, anchor.X, anchor.Y, anchor.Z);

        /// <summary>A field [T] on a charge [C], beside an electric field [V/m].</summary>
        public static Force MagneticField(Vector field, double charge = 1.0, Vector electric = default(Vector)) =>
            new Force(10, field.X, field.Y, field.Z, charge, electric.X, electric.Y, electric.Z);

        /// <summary>The forces in a frame that turns [rad/s] about a point [m].</summary>
        public static Force RotatingFrame(Vector angularVelocity, Vector point = default(Vector)) =>
            new Force(11, angularVelocity.X, angularVelocity.Y, angularVelocity.Z, point.X, point.Y, point.Z);

        /// <summary>The lift of a ball that spins [rad/s], of a coefficient [kg], in wind [m/s].</summary>
        public static Force Magnus(double coefficient, Vector angularVelocity, Vector wind = default(Vector)) =>
            new Force(12, coefficient, angularVelocity.X, angularVelocity.Y, angularVelocity.Z, wind.X, wind.Y, wind.Z);

        /// <summary>G M [m³/s²] about a centre [m]; in a link M is the sum of both masses.</summary>
        public static Force PointGravity(double strength, Vector center = default(Vector)) =>
            new Force(15, strength, center.X, center.Y, center.Z);

        /// <summary>[N m]</summary>
        public static Force ConstantTorque(Vector torque) => new Force(16, torque.X, torque.Y, torque.Z);

        /// <summary>A spring that turns a body upright, or to an angle of the plane [rad]: [N m/rad], [N m s].</summary>
        public static Force TorsionSpring(double stiffness, double damping = 0.0, double angle = 0.0) =>
            new Force(17, stiffness, damping, angle);

        /// <summary>Against turning: a rate [1/s].</summary>
        public static Force AngularDragRate(double rate) => new Force(18, rate);

        /// <summary>An engine [N] at a point [m] of the body, both in its frame.</summary>
        public static Force Thruster(Vector force, Vector point = default(Vector), double throttle = 1.0) =>
            new Force(20, force.X, force.Y, force.Z, point.X, point.Y, point.Z, throttle);

        /// <summary>A force that is a function: a kick.</summary>
        public static Force Of(ForceFunction function) => new Force(21, function);

        /// <summary>A torque that is a function: a kick.</summary>
        public static Force Torque(ForceFunction function) => new Force(23, function);

        /// <summary>The same force at a point [m] of the body, in its frame.</summary>
        public Force MountedAt(Vector point)
        {
            var mounted = (Force)MemberwiseClone();
            mounted.Native.IsMounted = 1;
            mounted.Native.Mount = point;
            return mounted;
        }
    }

    /// <summary>Bodies and forces that are stepped together. One call at a time; two at once are <see cref="Status.Busy"/>.</summary>
    public sealed class World : IDisposable
    {
        Native.Handle handle;
        readonly Functions functions;

        /// <summary>An empty world of 2 or 3 dimensions.</summary>
        public World(int dimensions)
        {
            functions = new Functions();
            Native.Check(Native.kinstep_world_new(unchecked((uint)dimensions), out handle));
        }

        World(Native.Handle handle, Functions functions) { this.handle = handle; this.functions = functions; }

        /// <summary>A world from the bytes of <see cref="Scene"/>.</summary>
        public static World FromScene(byte[] scene)
        {
            if (scene == null) throw new ArgumentNullException(nameof(scene));
            Native.Check(Native.kinstep_world_from_scene(scene, (UIntPtr)scene.Length, out var handle));
            return new World(handle, new Functions());
        }

        /// <summary>A copy, which steps with the same bits.</summary>
        public World Clone()
        {
            Native.Check(Native.kinstep_world_clone(handle, out var copy));
            return new World(copy, functions);
        }

        /// <summary>Frees the world. Later calls throw; disposing of it again does nothing.</summary>
        public void Dispose()
        {
            var freed = handle;
            handle = default(Native.Handle);
            if (freed.Id != 0) Native.kinstep_world_free(freed);
            GC.SuppressFinalize(this);
        }

        ~World() { if (handle.Id != 0) Native.kinstep_world_free(handle); }

        /// <summary>Moves the world by a time [s].</summary>
        public void Step(double dt) => functions.Check(Native.kinstep_world_step(handle, dt));

        /// <summary>Moves the world by a time [s] to a tolerance [m].</summary>
        public void Advance(double duration, double tolerance) =>
            functions.Check(Native.kinstep_world_advance(handle, duration, tolerance));

        /// <summary>Simulated time [s].</summary>
        public double Time
        {
            get { Native.Check(Native.kinstep_world_time(handle, out var time)); return time; }
        }

        /// <summary>Number of steps made.</summary>
        public ulong Steps
        {
            get { Native.Check(Native.kinstep_world_steps(handle, out var steps)); return steps; }
        }

        /// <summary>[J]</summary>
        public Energy Energy
        {
            get { functions.Check(Native.kinstep_world_energy(handle, out var energy)); return energy; }
        }

        /// <summary>How the world is stepped from now on.</summary>
        public void SetScheme(Scheme scheme) => Native.Check(Native.kinstep_world_set_scheme(handle, (uint)scheme));

        public BodyId Add(Body body)
        {
            Native.Check(Native.kinstep_world_add_body(handle, ref body, out var id));
            return new BodyId { Bits = id };
        }

        public void Remove(BodyId body) => Native.Check(Native.kinstep_world_remove_body(handle, body.Bits));

        /// <summary>The state of a body, as a copy.</summary>
        public Body this[BodyId body]
        {
            get { Native.Check(Native.kinstep_world_body(handle, body.Bits, out var state)); return state; }
        }

        /// <summary>The states of all bodies, as copies.</summary>
        public Body[] Bodies()
        {
            Native.Check(Native.kinstep_world_body_count(handle, out var count));
            var bodies = new Body[(int)count];
            Native.Check(Native.kinstep_world_bodies(handle, bodies, count, out count));
            return bodies;
        }

        /// <summary>The ids of all bodies, in the order of <see cref="Bodies"/>.</summary>
        public BodyId[] Ids()
        {
            Native.Check(Native.kinstep_world_body_count(handle, out var count));
            var ids = new ulong[(int)count];
            Native.Check(Native.kinstep_world_body_ids(handle, ids, count, out count));
            return Array.ConvertAll(ids, bits => new BodyId { Bits = bits });
        }

        /// <summary>Angular momentum of a body about its centre of mass [kg m²/s].</summary>
        public Vector SpinAngularMomentum(BodyId body)
        {
            Native.Check(Native.kinstep_world_spin_angular_momentum(handle, body.Bits, out var momentum));
            return momentum;
        }

        public void SetMass(BodyId body, double mass) => Native.Check(Native.kinstep_world_set_mass(handle, body.Bits, mass));

        public void SetPosition(BodyId body, Vector position) =>
            Native.Check(Native.kinstep_world_set_position(handle, body.Bits, position));

        public void SetVelocity(BodyId body, Vector velocity) =>
            Native.Check(Native.kinstep_world_set_velocity(handle, body.Bits, velocity));

        /// <summary>The angle in the plane [rad], the quaternion in space; the other one is zero.</summary>
        public void SetOrientation(BodyId body, double angle, Quaternion orientation = default(Quaternion)) =>
            Native.Check(Native.kinstep_world_set_orientation(handle, body.Bits, angle, orientation));

        public void SetAngularVelocity(BodyId body, Vector angularVelocity) =>
            Native.Check(Native.kinstep_world_set_angular_velocity(handle, body.Bits, angularVelocity));

        /// <summary>Changes a momentum at once [N s].</summary>
        public void ApplyImpulse(BodyId body, Vector impulse) =>
            Native.Check(Native.kinstep_world_apply_impulse(handle, body.Bits, impulse));

        /// <summary>Changes a momentum at once [N s] by a push at a point [m] of the world.</summary>
        public void ApplyImpulseAt(BodyId body, Vector impulse, Vector point) =>
            Native.Check(Native.kinstep_world_apply_impulse_at(handle, body.Bits, impulse, point));

        /// <summary>Lets a force [N] act over the next step.</summary>
        public void ApplyForce(BodyId body, Vector force) =>
            Native.Check(Native.kinstep_world_apply_force(handle, body.Bits, force));

        /// <summary>Adds a force on every body.</summary>
        public ForceId Add(Force force)
        {
            var native = functions.Kept(force);
            functions.Check(Native.kinstep_world_add_force(handle, ref native, out var id));
            return new ForceId { Bits = id };
        }

        /// <summary>Adds a force on one body.</summary>
        public ForceId AddOn(BodyId body, Force force)
        {
            var native = functions.Kept(force);
            functions.Check(Native.kinstep_world_add_force_on(handle, body.Bits, ref native, out var id));
            return new ForceId { Bits = id };
        }

        /// <summary>Adds a force between two bodies, equal and opposite.</summary>
        public ForceId AddLink(BodyId first, BodyId second, Force force)
        {
            var native = functions.Kept(force);
            functions.Check(Native.kinstep_world_add_link(handle, first.Bits, second.Bits, ref native, out var id));
            return new ForceId { Bits = id };
        }

        /// <summary>Puts another force in the place of one.</summary>
        public void Replace(ForceId id, Force force)
        {
            var native = functions.Kept(force);
            functions.Check(Native.kinstep_world_replace_force(handle, id.Bits, ref native));
        }

        public void Remove(ForceId force) => Native.Check(Native.kinstep_world_remove_force(handle, force.Bits));

        /// <summary>The state of the world, without its forces.</summary>
        public byte[] Snapshot() => Native.Bytes(handle, Native.kinstep_world_snapshot);

        /// <summary>The world with its forces, unless these are functions.</summary>
        public byte[] Scene() => Native.Bytes(handle, Native.kinstep_world_scene);

        /// <summary>Puts the world back to the state of a snapshot, to the bit.</summary>
        public void Restore(byte[] snapshot)
        {
            if (snapshot == null) throw new ArgumentNullException(nameof(snapshot));
            Native.Check(Native.kinstep_world_restore(handle, snapshot, (UIntPtr)snapshot.Length));
        }
    }

    /// <summary>What moves a thrown body: an air, or the step of an engine. Make it by one of the functions.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Model
    {
        uint kind, substeps;
        double timeStep, drag;
        Vector gravity, wind;

        /// <summary>Gravity alone [m/s²].</summary>
        public static Model Vacuum(Vector gravity) => new Model { kind = 1, gravity = gravity };

        /// <summary>Linear drag of a rate [1/s].</summary>
        public static Model DragRate(Vector gravity, double rate, Vector wind = default(Vector)) =>
            new Model { kind = 2, gravity = gravity, drag = rate, wind = wind };

        /// <summary>Linear drag by the terminal speed [m/s].</summary>
        public static Model TerminalSpeed(Vector gravity, double speed, Vector wind = default(Vector)) =>
            new Model { kind = 3, gravity = gravity, drag = speed, wind = wind };

        /// <summary>Quadratic drag of a coefficient [1/m].</summary>
        public static Model QuadraticDrag(Vector gravity, double coefficient, Vector wind = default(Vector)) =>
            new Model { kind = 4, gravity = gravity, drag = coefficient, wind = wind };

        /// <summary>
        /// A rigid body of Unity: <c>Time.fixedDeltaTime</c> [s], and <c>Rigidbody.linearDamping</c>, formerly <c>drag</c>.
        /// </summary>
        public static Model Unity(Vector gravity, double timeStep, double drag) => Engine(19, gravity, timeStep, drag);

        public static Model Godot(Vector gravity, double timeStep, double damping) => Engine(22, gravity, timeStep, damping);

        static Model Engine(uint kind, Vector gravity, double timeStep, double drag) =>
            new Model { kind = kind, timeStep = timeStep, drag = drag, gravity = gravity };

        /// <summary>A flight from a position [m] with a velocity [m/s].</summary>
        public Flight Launch(Vector position, Vector velocity) => new Flight(this, position, velocity);

        /// <summary>A throw from here at a target [m].</summary>
        public Aim Aim(Vector from, Vector target) => new Aim(this, from, target);
    }

    /// <summary>A flight at a time since launch [s].</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Event
    {
        public double Time;
        public Vector Position, Velocity;
    }

    /// <summary>A flight in closed form: plain data, nothing to dispose of.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Flight
    {
        readonly Model model;
        readonly Vector position, velocity;

        internal Flight(Model model, Vector position, Vector velocity)
        {
            this.model = model;
            this.position = position;
            this.velocity = velocity;
        }

        /// <summary>The state at a time since launch [s].</summary>
        public Event At(double time)
        {
            Native.Check(Native.kinstep_flight_at(ref this, time, out var state));
            return state;
        }

        /// <summary>The state after so many steps of the engine.</summary>
        public Event AfterSteps(ulong steps)
        {
            Native.Check(Native.kinstep_flight_after_steps(ref this, steps, out var state));
            return state;
        }

        /// <summary>The highest point after launch; null if it never rises.</summary>
        public Event? Apex() => Native.Answer(Native.kinstep_flight_apex(ref this, out var found), found);

        /// <summary>The first crossing of the plane of a normal of length 1 and a distance from the origin [m]; null if there is none.</summary>
        public Event? Crosses(Vector normal, double distance, Crossing which = Crossing.Any)
        {
            var plane = new Native.Plane { Normal = normal, Distance = distance };
            return Native.Answer(Native.kinstep_flight_crossing(ref this, ref plane, (uint)which, out var found), found);
        }

        /// <summary>Writes positions [m] from a time on, a step apart [s]: the dots of a preview.</summary>
        public void Sample(double from, double step, Vector[] positions)
        {
            if (positions == null) throw new ArgumentNullException(nameof(positions));
            Native.Check(Native.kinstep_flight_sample(ref this, from, step, positions, (UIntPtr)positions.Length));
        }
    }

    /// <summary>A throw that hits.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Launch
    {
        /// <summary>[m/s], besides that of the shooter.</summary>
        public Vector Velocity;
        /// <summary>[s]</summary>
        public double TimeOfFlight;
    }

    /// <summary>A throw at a target: plain data, nothing to dispose of. Each plan answers null if no launch hits.</summary>
    public struct Aim
    {
        Model model;
        Native.Order order;

        internal Aim(Model model, Vector from, Vector target)
        {
            this.model = model;
            order = new Native.Order { From = from, Target = target };
        }

        /// <summary>The same at a target that moves [m/s].</summary>
        public Aim Moving(Vector velocity) { var aim = this; aim.order.TargetVelocity = velocity; return aim; }

        /// <summary>The same at a target that accelerates [m/s²].</summary>
        public Aim Accelerating(Vector acceleration) { var aim = this; aim.order.TargetAcceleration = acceleration; return aim; }

        /// <summary>The same from a shooter that moves [m/s].</summary>
        public Aim ShooterMoving(Vector velocity) { var aim = this; aim.order.ShooterVelocity = velocity; return aim; }

        /// <summary>By the time of flight [s].</summary>
        public Launch? InTime(double time) => Planned(1, time);

        /// <summary>By the speed of launch [m/s].</summary>
        public Launch? AtSpeed(double speed, Arc arc = Arc.Direct) => Planned(3, speed, arc);

        /// <summary>By the speed of launch [m/s]: the earliest hit, cheaper at targets that move.</summary>
        public Launch? EarliestAtSpeed(double speed) => Planned(4, speed);

        /// <summary>With the least speed.</summary>
        public Launch? WithLeastSpeed() => Planned(5, 0.0);

        /// <summary>By the height of the apex over the origin [m].</summary>
        public Launch? WithApex(double height) => Planned(8, height);

        /// <summary>By the height of the arc over the straight line [m].</summary>
        public Launch? WithArcHeight(double height) => Planned(9, height);

        /// <summary>By the slope at launch: rise over run.</summary>
        public Launch? AtSlope(double slope) => Planned(11, slope);

        Launch? Planned(uint kind, double value, Arc arc = Arc.Direct)
        {
            var plan = new Native.Plan { Kind = kind, Arc = (uint)arc, Value = value };
            return Native.Answer(Native.kinstep_aim(ref model, ref order, ref plan, out var found), found);
        }
    }

    /// <summary>Gravity, drag in wind and a spring on each point of a swarm. What is left at zero is not there.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct SwarmLaw
    {
        /// <summary>[m/s²]</summary>
        public Vector Gravity;
        /// <summary>[1/s]</summary>
        public double DragRate;
        /// <summary>Velocity of the air [m/s].</summary>
        public Vector Wind;
        /// <summary>Stiffness over mass [1/s²].</summary>
        public double StiffnessPerMass;
        /// <summary>Where the springs are fixed [m].</summary>
        public Vector Anchor;

        /// <summary>
        /// Moves points in place by a time [s], exactly. Their positions [m] and velocities [m/s] are 2 or 3 numbers for each
        /// point, by the number of dimensions.
        /// </summary>
        public void Step(int dimensions, double dt, double[] positions, double[] velocities)
        {
            var count = Count(dimensions, positions, velocities);
            Native.Check(Native.kinstep_swarm_step((uint)dimensions, ref this, dt, positions, velocities, count));
        }

        /// <summary>The same with numbers of single precision.</summary>
        public void Step(int dimensions, float dt, float[] positions, float[] velocities)
        {
            var count = Count(dimensions, positions, velocities);
            Native.Check(Native.kinstep_swarm_step_float((uint)dimensions, ref this, dt, positions, velocities, count));
        }

        static UIntPtr Count(int dimensions, Array positions, Array velocities)
        {
            if (positions == null) throw new ArgumentNullException(nameof(positions));
            if (velocities == null) throw new ArgumentNullException(nameof(velocities));
            if (dimensions != 2 && dimensions != 3)
                throw new ArgumentException($"a swarm has 2 or 3 dimensions, not {dimensions}", nameof(dimensions));
            if (positions.Length != velocities.Length || positions.Length % dimensions != 0)
                throw new ArgumentException(
                    $"there are {positions.Length} numbers of positions and {velocities.Length} of velocities; there must be as many " +
                    $"of each, {dimensions} for each point");
            return (UIntPtr)(positions.Length / dimensions);
        }
    }

    /// <summary>A force, as the library takes it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    struct NativeForce
    {
        public uint Kind, IsMounted;
        public Vector Mount;
        public NativeParameters Parameters;

        public void Set(double[] p)
        {
            var all = new double[7];
            p.CopyTo(all, 0);
            Parameters.P0 = all[0];
            Parameters.P1 = all[1];
            Parameters.P2 = all[2];
            Parameters.P3 = all[3];
            Parameters.P4 = all[4];
            Parameters.P5 = all[5];
            Parameters.P6 = all[6];
        }
    }

    /// <summary>The parameters of a force: numbers one after the other, or a function and what it is passed.</summary>
    [StructLayout(LayoutKind.Explicit)]
    struct NativeParameters
    {
        [FieldOffset(0)] public double P0;
        [FieldOffset(8)] public double P1;
        [FieldOffset(16)] public double P2;
        [FieldOffset(24)] public double P3;
        [FieldOffset(32)] public double P4;
        [FieldOffset(40)] public double P5;
        [FieldOffset(48)] public double P6;
        [FieldOffset(48)] public uint PullsOnly;
        [FieldOffset(0)] public NativeFunction Function;
    }

    [StructLayout(LayoutKind.Sequential)]
    struct NativeFunction
    {
        public IntPtr Pointer, User;
    }

    /// <summary>Unity's compiler ahead of time finds functions that are called from outside by an attribute of this name.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        public MonoPInvokeCallbackAttribute(Type type) { Type = type; }

        public Type Type { get; }
    }

    /// <summary>The functions of the forces of a world and its copies, which live as long as one of these.</summary>
    sealed class Functions
    {
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        delegate void NativeCall(ref Body body, double time, IntPtr user, ref Vector force);

        static readonly NativeCall Call = OnCall;
        static readonly IntPtr Pointer = Marshal.GetFunctionPointerForDelegate(Call);

        /// <summary>What a function threw on this thread; it must not cross the border.</summary>
        [ThreadStatic] static Exception thrown;

        readonly List<GCHandle> handles = new List<GCHandle>();

        ~Functions() { foreach (var handle in handles) handle.Free(); }

        /// <summary>A force for the library; its function is kept.</summary>
        internal NativeForce Kept(Force force)
        {
            if (force == null) throw new ArgumentNullException(nameof(force));
            var native = force.Native;
            if (force.Function == null) return native;
            var handle = GCHandle.Alloc(force.Function);
            lock (handles) handles.Add(handle);
            native.Parameters.Function = new NativeFunction { Pointer = Pointer, User = GCHandle.ToIntPtr(handle) };
            return native;
        }

        /// <summary>Throws if a call failed, with what a function threw as the cause.</summary>
        internal void Check(Status status)
        {
            var cause = thrown;
            thrown = null;
            if (status != Status.Ok) throw new KinstepException(status, Native.LastError(), cause);
            if (cause != null) throw new KinstepException(status, "the function of a force threw", cause);
            GC.KeepAlive(this);
        }

        [MonoPInvokeCallback(typeof(NativeCall))]
        static void OnCall(ref Body body, double time, IntPtr user, ref Vector force)
        {
            try
            {
                force = ((ForceFunction)GCHandle.FromIntPtr(user).Target)(body, time);
            }
            catch (Exception exception)
            {
                // the step fails by this
                thrown = thrown ?? exception;
                force = new Vector(double.NaN, double.NaN, double.NaN);
            }
        }
    }

    /// <summary>The functions of the library, one for one.</summary>
    static class Native
    {
#if UNITY_IOS && !UNITY_EDITOR
        const string Library = "__Internal";
#else
        const string Library = "kinstep_c";
#endif
        const CallingConvention C = CallingConvention.Cdecl;

        [StructLayout(LayoutKind.Sequential)]
        internal struct Handle { internal ulong Id; }

        [StructLayout(LayoutKind.Sequential)]
        internal struct Plane { internal Vector Normal; internal double Distance; }

        [StructLayout(LayoutKind.Sequential)]
        internal struct Order { internal Vector From, Target, TargetVelocity, TargetAcceleration, ShooterVelocity; }

        [StructLayout(LayoutKind.Sequential)]
        internal struct Plan { internal uint Kind, Arc; internal double Value; internal Vector Vector; }

        internal delegate Status Writer(Handle world, byte[] buffer, UIntPtr capacity, out UIntPtr size);

        /// <summary>The reason of the last failure on this thread.</summary>
        internal static string LastError()
        {
            var text = kinstep_last_error();
            var length = 0;
            while (Marshal.ReadByte(text, length) != 0) length++;
            var bytes = new byte[length];
            Marshal.Copy(text, bytes, 0, length);
            return Encoding.UTF8.GetString(bytes);
        }

        internal static void Check(Status status)
        {
            if (status != Status.Ok) throw new KinstepException(status, LastError());
        }

        /// <summary>What was found; null if there is no answer.</summary>
        internal static T? Answer<T>(Status status, T found) where T : struct
        {
            if (status == Status.NoAnswer) return null;
            Check(status);
            return found;
        }

        /// <summary>The bytes that a function writes.</summary>
        internal static byte[] Bytes(Handle world, Writer write)
        {
            var status = write(world, null, UIntPtr.Zero, out var size);
            if (status != Status.BufferTooSmall) Check(status);
            var bytes = new byte[(int)size];
            Check(write(world, bytes, size, out size));
            return bytes;
        }

        [DllImport(Library, CallingConvention = C)]
        internal static extern IntPtr kinstep_last_error();

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_new(uint dimensions, out Handle world);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_clone(Handle world, out Handle copy);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_free(Handle world);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_step(Handle world, double dt);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_advance(Handle world, double duration, double tolerance);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_time(Handle world, out double time);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_steps(Handle world, out ulong steps);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_energy(Handle world, out Energy energy);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_set_scheme(Handle world, uint scheme);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_inertia_sphere(double mass, double radius, out Inertia inertia);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_inertia_cuboid(double mass, Vector edges, out Inertia inertia);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_inertia_cylinder(double mass, double radius, double height, out Inertia inertia);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_add_body(Handle world, ref Body body, out ulong id);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_remove_body(Handle world, ulong body);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_body(Handle world, ulong body, out Body state);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_body_count(Handle world, out UIntPtr count);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_bodies(Handle world, [Out] Body[] buffer, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_body_ids(Handle world, [Out] ulong[] buffer, UIntPtr capacity, out UIntPtr count);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_spin_angular_momentum(Handle world, ulong body, out Vector angularMomentum);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_set_mass(Handle world, ulong body, double mass);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_set_position(Handle world, ulong body, Vector position);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_set_velocity(Handle world, ulong body, Vector velocity);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_set_orientation(Handle world, ulong body, double angle, Quaternion orientation);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_set_angular_velocity(Handle world, ulong body, Vector angularVelocity);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_apply_impulse(Handle world, ulong body, Vector impulse);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_apply_impulse_at(Handle world, ulong body, Vector impulse, Vector point);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_apply_force(Handle world, ulong body, Vector force);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_add_force(Handle world, ref NativeForce force, out ulong id);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_add_force_on(Handle world, ulong body, ref NativeForce force, out ulong id);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_add_link(Handle world, ulong first, ulong second, ref NativeForce force, out ulong id);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_replace_force(Handle world, ulong id, ref NativeForce force);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_remove_force(Handle world, ulong id);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_snapshot(Handle world, [Out] byte[] buffer, UIntPtr capacity, out UIntPtr size);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_restore(Handle world, byte[] bytes, UIntPtr size);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_scene(Handle world, [Out] byte[] buffer, UIntPtr capacity, out UIntPtr size);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_world_from_scene(byte[] bytes, UIntPtr size, out Handle world);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_flight_at(ref Flight flight, double time, out Event state);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_flight_after_steps(ref Flight flight, ulong steps, out Event state);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_flight_apex(ref Flight flight, out Event state);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_flight_crossing(ref Flight flight, ref Plane plane, uint crossing, out Event state);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_flight_sample(ref Flight flight, double from, double step, [Out] Vector[] positions, UIntPtr count);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_aim(ref Model model, ref Order order, ref Plan plan, out Launch launch);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_swarm_step(
            uint dimensions, ref SwarmLaw law, double dt, [In, Out] double[] positions, [In, Out] double[] velocities, UIntPtr count);

        [DllImport(Library, CallingConvention = C)]
        internal static extern Status kinstep_swarm_step_float(
            uint dimensions, ref SwarmLaw law, float dt, [In, Out] float[] positions, [In, Out] float[] velocities, UIntPtr count);
    }
}
