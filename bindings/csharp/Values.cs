// kinstep for C# and Unity: worlds, flights and aims over the shared library kinstep_c. C# 7.2, netstandard2.0.
//
// All quantities are in SI units and one inertial world frame. An invalid value throws a KinstepException that has the value in its
// message; the world is then as it was.

using System;
using System.Runtime.InteropServices;
using System.Text;
using Kinstep.Native;

namespace Kinstep
{
    /// <summary>Why a call failed. What a function of yours threw is the <see cref="Exception.InnerException"/>.</summary>
    public sealed class KinstepException : Exception
    {
        /// <summary>The kind of failure; <see cref="Status.Ok"/> if a potential of yours threw while the energy was read.</summary>
        public Status Status { get; }

        internal KinstepException(Status status, string message, Exception cause = null) : base(message, cause) { Status = status; }
    }

    static unsafe class Failure
    {
        internal static KinstepException Of(KinstepStatus status, Exception cause = null)
        {
            var text = Methods.kinstep_last_error();
            var length = 0;
            while (text[length] != 0) length++;
            var isReason = status != KinstepStatus.Ok && (status != KinstepStatus.NoAnswer || cause == null);
            var reason = isReason ? Encoding.UTF8.GetString(text, length) : "a function of yours threw an exception";
            return new KinstepException((Status)status, reason, cause);
        }

        internal static void Check(KinstepStatus status) { if (status != KinstepStatus.Ok) throw Of(status); }

        /// <summary>Whether there is an answer.</summary>
        internal static bool Found(KinstepStatus status)
        {
            if (status == KinstepStatus.NoAnswer) return false;
            Check(status);
            return true;
        }
    }

    /// <summary>A vector. In the plane Z is zero; but an axial vector, such as an angular velocity, has only Z there.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Vec : IEquatable<Vec>
    {
        public double X, Y, Z;

        public Vec(double x, double y, double z = 0.0) { X = x; Y = y; Z = z; }
        public static Vec operator +(Vec a, Vec b) => new Vec(a.X + b.X, a.Y + b.Y, a.Z + b.Z);
        public static Vec operator -(Vec a, Vec b) => new Vec(a.X - b.X, a.Y - b.Y, a.Z - b.Z);
        public static Vec operator -(Vec a) => new Vec(-a.X, -a.Y, -a.Z);
        public static Vec operator *(Vec a, double factor) => new Vec(a.X * factor, a.Y * factor, a.Z * factor);
        public static Vec operator *(double factor, Vec a) => a * factor;
        public static bool operator ==(Vec a, Vec b) => a.X == b.X && a.Y == b.Y && a.Z == b.Z;
        public static bool operator !=(Vec a, Vec b) => !(a == b);
        public double Length => Math.Sqrt(Dot(this));
        public double Dot(Vec other) => X * other.X + Y * other.Y + Z * other.Z;
        public bool Equals(Vec other) => X.Equals(other.X) && Y.Equals(other.Y) && Z.Equals(other.Z);
        public override bool Equals(object other) => other is Vec vector && Equals(vector);
        public override int GetHashCode() => (X.GetHashCode() * 31 + Y.GetHashCode()) * 31 + Z.GetHashCode();
        public override string ToString() => $"({X}, {Y}, {Z})";
        // theirs are of single precision: back needs a cast
        public static implicit operator Vec(System.Numerics.Vector2 v) => new Vec(v.X, v.Y);
        public static implicit operator Vec(System.Numerics.Vector3 v) => new Vec(v.X, v.Y, v.Z);
        public static explicit operator System.Numerics.Vector2(Vec v) => new System.Numerics.Vector2((float)v.X, (float)v.Y);
        public static explicit operator System.Numerics.Vector3(Vec v) =>
            new System.Numerics.Vector3((float)v.X, (float)v.Y, (float)v.Z);

#if UNITY_5_3_OR_NEWER
        public static implicit operator Vec(UnityEngine.Vector2 v) => new Vec(v.x, v.y);
        public static implicit operator Vec(UnityEngine.Vector3 v) => new Vec(v.x, v.y, v.z);
        public static explicit operator UnityEngine.Vector2(Vec v) => new UnityEngine.Vector2((float)v.X, (float)v.Y);
        public static explicit operator UnityEngine.Vector3(Vec v) =>
            new UnityEngine.Vector3((float)v.X, (float)v.Y, (float)v.Z);
#endif

        internal KinstepVector Native => new KinstepVector { x = X, y = Y, z = Z };
        internal static Vec Of(KinstepVector v) => new Vec(v.x, v.y, v.z);
    }

    /// <summary>
    /// A rotation: in space a unit quaternion, in the plane the angle X [rad] and zeros. All zeros are no rotation.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Orientation : IEquatable<Orientation>
    {
        public double X, Y, Z, W;

        public Orientation(double x, double y, double z, double w) { X = x; Y = y; Z = z; W = w; }
        /// <summary>An angle in the plane [rad].</summary>
        public static Orientation OfAngle(double angle) => new Orientation(angle, 0.0, 0.0, 0.0);
        /// <summary>The quaternion of an orientation in the plane: a rotation about z by its angle.</summary>
        public Orientation AboutZ => new Orientation(0.0, 0.0, Math.Sin(0.5 * X), Math.Cos(0.5 * X));

        public bool Equals(Orientation other) =>
            X.Equals(other.X) && Y.Equals(other.Y) && Z.Equals(other.Z) && W.Equals(other.W);
        public override bool Equals(object other) => other is Orientation orientation && Equals(orientation);
        public override int GetHashCode() => new Vec(X, Y, Z).GetHashCode() * 31 + W.GetHashCode();
        public override string ToString() => $"({X}, {Y}, {Z}, {W})";
        // all zeros stand for upright
        float Real => X == 0.0 && Y == 0.0 && Z == 0.0 && W == 0.0 ? 1f : (float)W;

        public static implicit operator Orientation(System.Numerics.Quaternion q) => new Orientation(q.X, q.Y, q.Z, q.W);

        /// <summary>In space. In the plane use <see cref="AboutZ"/> first.</summary>
        public static explicit operator System.Numerics.Quaternion(Orientation q) =>
            new System.Numerics.Quaternion((float)q.X, (float)q.Y, (float)q.Z, q.Real);

#if UNITY_5_3_OR_NEWER
        public static implicit operator Orientation(UnityEngine.Quaternion q) => new Orientation(q.x, q.y, q.z, q.w);

        /// <summary>In space. In the plane use <see cref="AboutZ"/> first.</summary>
        public static explicit operator UnityEngine.Quaternion(Orientation q) =>
            new UnityEngine.Quaternion((float)q.X, (float)q.Y, (float)q.Z, q.Real);
#endif

        internal KinstepOrientation Native => new KinstepOrientation { x = X, y = Y, z = Z, w = W };
    }

    public partial struct Inertia
    {
        /// <summary>A body in the plane, of this moment [kg m²].</summary>
        public static Inertia InPlane(double moment) => new Inertia { Moments = new Vec(0.0, 0.0, moment) };
    }

    public partial struct Energy
    {
        public double Total => Kinetic + Potential;
    }
}
