// Made from the source of the crates by `cargo run -p table`: change that.

using System;
using System.Runtime.InteropServices;
using Kinstep.Native;

namespace Kinstep
{
    /// <summary>How a call ended.</summary>
    public enum Status : uint
    {
        /// <summary>Done.</summary>
        Ok = 0,
        /// <summary>A pointer that must be given is null, or an array is not aligned.</summary>
        NullPointer = 1,
        /// <summary>The handle is null or of no world, or its world was freed.</summary>
        NoSuchWorld = 2,
        /// <summary>Another call is using the world, on another thread or around a function that it called.</summary>
        Busy = 3,
        /// <summary>A number, a kind or a vector is not valid.</summary>
        InvalidArgument = 4,
        /// <summary>The world has no such body.</summary>
        NoSuchBody = 5,
        /// <summary>The world has no such force.</summary>
        NoSuchForce = 6,
        /// <summary>The step cannot be made.</summary>
        StepFailed = 7,
        /// <summary>The bytes are no snapshot or scene, or do not fit the world.</summary>
        RestoreFailed = 8,
        /// <summary>There is no such event, no launch that hits, or no centre of mass.</summary>
        NoAnswer = 9,
        /// <summary>The buffer is too small; the size that is needed was written.</summary>
        BufferTooSmall = 10,
        /// <summary>An error inside the library: please report it.</summary>
        Panic = 11,
        /// <summary>The world has no such surface.</summary>
        NoSuchSurface = 12,
    }

    /// <summary>The id of a body. It is never used again for another body of the world. The clones of a world have its ids.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly struct BodyId : IEquatable<BodyId>
    {
        internal readonly ulong Family;
        /// <summary>The id as a number, to be saved.</summary>
        public readonly ulong Bits;

        internal BodyId(ulong family, ulong bits) { Family = family; Bits = bits; }

        /// <summary>The id of these bits in a world, such as one made from a scene.</summary>
        public BodyId(World world, ulong bits) : this((world ?? throw new ArgumentNullException(nameof(world))).Family, bits) { }

        public static bool operator ==(BodyId a, BodyId b) => a.Equals(b);
        public static bool operator !=(BodyId a, BodyId b) => !a.Equals(b);
        public bool Equals(BodyId other) => Bits == other.Bits && Family == other.Family;
        public override bool Equals(object other) => other is BodyId id && Equals(id);
        public override int GetHashCode() => (Bits * 31 + Family).GetHashCode();
        public override string ToString() => $"body {Bits:x}";

        internal KinstepBodyId In(World world)
        {
            if (Family == world.Family) return new KinstepBodyId { bits = Bits };
            throw new KinstepException(Status.NoSuchBody, Family == 0 ? "the id is of no body" : "the body is of another world");
        }
    }

    /// <summary>The id of a force or a link. It is never used again for another force of the world. The clones of a world have its ids.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly struct ForceId : IEquatable<ForceId>
    {
        internal readonly ulong Family;
        /// <summary>The id as a number, to be saved.</summary>
        public readonly ulong Bits;

        internal ForceId(ulong family, ulong bits) { Family = family; Bits = bits; }

        /// <summary>The id of these bits in a world, such as one made from a scene.</summary>
        public ForceId(World world, ulong bits) : this((world ?? throw new ArgumentNullException(nameof(world))).Family, bits) { }

        public static bool operator ==(ForceId a, ForceId b) => a.Equals(b);
        public static bool operator !=(ForceId a, ForceId b) => !a.Equals(b);
        public bool Equals(ForceId other) => Bits == other.Bits && Family == other.Family;
        public override bool Equals(object other) => other is ForceId id && Equals(id);
        public override int GetHashCode() => (Bits * 31 + Family).GetHashCode();
        public override string ToString() => $"force {Bits:x}";

        internal KinstepForceId In(World world)
        {
            if (Family == world.Family) return new KinstepForceId { bits = Bits };
            throw new KinstepException(Status.NoSuchForce, Family == 0 ? "the id is of no force" : "the force is of another world");
        }
    }

    /// <summary>The id of a surface. It is never used again for another surface of the world. The clones of a world have its ids.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly struct SurfaceId : IEquatable<SurfaceId>
    {
        internal readonly ulong Family;
        /// <summary>The id as a number, to be saved.</summary>
        public readonly ulong Bits;

        internal SurfaceId(ulong family, ulong bits) { Family = family; Bits = bits; }

        /// <summary>The id of these bits in a world, such as one made from a scene.</summary>
        public SurfaceId(World world, ulong bits) : this((world ?? throw new ArgumentNullException(nameof(world))).Family, bits) { }

        public static bool operator ==(SurfaceId a, SurfaceId b) => a.Equals(b);
        public static bool operator !=(SurfaceId a, SurfaceId b) => !a.Equals(b);
        public bool Equals(SurfaceId other) => Bits == other.Bits && Family == other.Family;
        public override bool Equals(object other) => other is SurfaceId id && Equals(id);
        public override int GetHashCode() => (Bits * 31 + Family).GetHashCode();
        public override string ToString() => $"surface {Bits:x}";

        internal KinstepSurfaceId In(World world)
        {
            if (Family == world.Family) return new KinstepSurfaceId { bits = Bits };
            throw new KinstepException(Status.NoSuchSurface, Family == 0 ? "the id is of no surface" : "the surface is of another world");
        }
    }

    /// <summary>The inertia of a body. All zeros: a point, which does not rotate.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Inertia
    {
        /// <summary>Moments about the principal axes [kg m²]; in the plane only z.</summary>
        public Vec Moments;
        /// <summary>Rotation of the principal axes in the frame of the body; in the plane zero.</summary>
        public Orientation Axes;

        internal KinstepInertia Native { get { var copy = this; return *(KinstepInertia*)&copy; } }
    }

    /// <summary>A body. The mass must be given; with zeros in all other fields it is a point at rest at the origin.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Body
    {
        /// <summary>Mass [kg]; infinite for a fixed body.</summary>
        public double Mass;
        /// <summary>Radius [m] of a ball, which touches surfaces and other balls with its rim; zero: the centre of mass touches surfaces.</summary>
        public double Radius;
        /// <summary>Position of the centre of mass [m].</summary>
        public Vec Position;
        /// <summary>Velocity of the centre of mass [m/s].</summary>
        public Vec Velocity;
        /// <summary>Rotation from the frame of the body to that of the world.</summary>
        public Orientation Orientation;
        /// <summary>Angular velocity [rad/s], world frame; in the plane only z.</summary>
        public Vec AngularVelocity;
        public Inertia Inertia;
    }

    /// <summary>How a body and a surface, or two bodies, act on each other. All zeros: no bounce, no friction.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct ContactMaterial
    {
        /// <summary>Normal speed after a contact divided by that before, from 0 (no bounce) to 1 (no loss).</summary>
        public double Restitution;
        /// <summary>Coefficient of friction, static and sliding; zero or more.</summary>
        public double Friction;
        /// <summary>Coefficient of rolling resistance; zero or more.</summary>
        public double Rolling;
        /// <summary>From 0 (friction stops the sliding) to 1 (friction reverses it without loss, as of a superball).</summary>
        public double TangentialRestitution;

        internal KinstepMaterial Native { get { var copy = this; return *(KinstepMaterial*)&copy; } }
    }

    /// <summary>The energy of a world [J].</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Energy
    {
        public double Kinetic;
        /// <summary>Potential energy of all forces that have a potential.</summary>
        public double Potential;
    }

    /// <summary>The state of a body or a flight at a time.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Moment
    {
        /// <summary>Since the call, or since launch [s].</summary>
        public double Time;
        /// <summary>[m]</summary>
        public Vec Position;
        /// <summary>[m/s]</summary>
        public Vec Velocity;
    }

    /// <summary>The work of a motion to a tolerance.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Advanced
    {
        /// <summary>Number of bodies that moved exactly, in one step.</summary>
        public ulong ExactBodies;
        /// <summary>Number of islands (bodies that links tie together) that moved by steps of their own.</summary>
        public ulong Islands;
        /// <summary>All steps that were accepted.</summary>
        public ulong Steps;
        /// <summary>Steps that were rejected, and repeated with a shorter length.</summary>
        public ulong Rejected;
        /// <summary>Evaluations of all forces on an island.</summary>
        public ulong Evaluations;
        /// <summary>The largest tolerance [m] that replaced one below the rounding of a coordinate; zero if none was replaced.</summary>
        public double Raised;
    }

    /// <summary>The point of a flight that is closest to a given point.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Closest
    {
        /// <summary>Since launch [s].</summary>
        public double Time;
        /// <summary>[m]</summary>
        public Vec Position;
        /// <summary>Distance from the given point [m].</summary>
        public double Distance;
    }

    /// <summary>What a throw is for: the point of launch, and the target. Leave at zero what does not move.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Order
    {
        /// <summary>Point of launch [m].</summary>
        public Vec From;
        /// <summary>Position of the target at launch [m].</summary>
        public Vec Target;
        /// <summary>Velocity of the target at launch [m/s].</summary>
        public Vec TargetVelocity;
        /// <summary>Constant acceleration of the target [m/s²].</summary>
        public Vec TargetAcceleration;
        /// <summary>Velocity of the shooter [m/s], which is added to that of the throw.</summary>
        public Vec ShooterVelocity;
    }

    /// <summary>A throw that hits, or the closest attempt.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Launch
    {
        /// <summary>Velocity at launch [m/s], world frame, with that of the shooter.</summary>
        public Vec Velocity;
        /// <summary>From launch to hit, or to the closest approach of an attempt [s].</summary>
        public double TimeOfFlight;
        /// <summary>Of an attempt: the smallest distance from the target [m]; else zero.</summary>
        public double Miss;
    }

    /// <summary>The errors of one scheme over a run.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct SchemeErrors
    {
        /// <summary>Largest distance of a body from the reference motion at the end [m].</summary>
        public double Position;
        /// <summary>The largest such distance on the way [m].</summary>
        public double WorstPosition;
        /// <summary>Largest angle between an orientation and that of the reference motion at the end [rad]; zero if all bodies are points.</summary>
        public double Orientation;
        /// <summary>Energy error at the end, relative to the energy scale of the run.</summary>
        public double Energy;
        /// <summary>Number of steps made, after which the errors were measured: fewer than asked for if a step failed.</summary>
        public ulong Steps;
    }

    /// <summary>How a contact acts.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct ContactResponse
    {
        /// <summary>The material, also while the body stays on the surface.</summary>
        public ContactMaterial Material;
        /// <summary>Velocity of a conveyor belt along the surface [m/s].</summary>
        public Vec Belt;
        /// <summary>Velocity that is added to that of the body [m/s], as by a jump pad.</summary>
        public Vec Push;
        /// <summary>The body passes through, as through a trigger zone.</summary>
        public bool Passes { get => passes != 0; set => passes = value ? 1u : 0u; }
        uint passes;
    }

    /// <summary>A contact for which a rule decides how it acts.</summary>
    public readonly struct Impact
    {
        readonly KinstepCollision native;
        readonly ulong family;

        internal Impact(KinstepCollision native, ulong family) { this.native = native; this.family = family; }

        /// <summary>In the time of the world [s].</summary>
        public double Time => native.time;
        public BodyId Body => new BodyId(family, native.body.bits);
        /// <summary>The surface; null: it is another body.</summary>
        public SurfaceId? Surface => native.is_with_body == 0 ? new SurfaceId(family, native.surface.bits) : (SurfaceId?)null;
        /// <summary>The other body; null: it is a surface.</summary>
        public BodyId? Other => native.is_with_body != 0 ? new BodyId(family, native.other.bits) : (BodyId?)null;
        /// <summary>Point of contact [m].</summary>
        public Vec Point => Vec.Of(native.point);
        /// <summary>Unit normal, towards the body.</summary>
        public Vec Normal => Vec.Of(native.normal);
        /// <summary>Velocity of the body relative to the surface or the other body [m/s].</summary>
        public Vec Velocity => Vec.Of(native.velocity);
    }

    /// <summary>A contact of a body in the last step.</summary>
    public readonly struct Contact
    {
        readonly KinstepContact native;
        readonly ulong family;

        internal Contact(KinstepContact native, ulong family) { this.native = native; this.family = family; }

        /// <summary>In the time of the world [s].</summary>
        public double Time => native.time;
        public BodyId Body => new BodyId(family, native.body.bits);
        /// <summary>The surface; null: it is another body.</summary>
        public SurfaceId? Surface => native.is_with_body == 0 ? new SurfaceId(family, native.surface.bits) : (SurfaceId?)null;
        /// <summary>The other body; null: it is a surface.</summary>
        public BodyId? Other => native.is_with_body != 0 ? new BodyId(family, native.other.bits) : (BodyId?)null;
        public ContactKind Kind => (ContactKind)native.kind;
        /// <summary>Point of contact [m].</summary>
        public Vec Point => Vec.Of(native.point);
        /// <summary>Unit normal, towards the body.</summary>
        public Vec Normal => Vec.Of(native.normal);
        /// <summary>Impulse on the body [N s].</summary>
        public Vec Impulse => Vec.Of(native.impulse);
    }
}
