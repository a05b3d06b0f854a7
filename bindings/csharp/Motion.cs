// Events, swarms, and drift.

using System;
using System.Runtime.InteropServices;
using Kinstep.Native;

namespace Kinstep
{
    /// <summary>An event of a body, at which a motion ends.</summary>
    public readonly struct Until
    {
        readonly BodyId body;
        readonly KinstepUntil native;

        Until(BodyId body, UntilKind kind, Vec vector, double number, Crossing which)
        {
            this.body = body;
            var (what, way) = ((KinstepUntilKind)kind, (KinstepCrossing)which);
            native = new KinstepUntil { kind = what, crossing = way, vector = vector.Native, number = number };
        }

        /// <summary>The body crosses the plane `normal · position = distance` [m]; ascending is along the normal.</summary>
        public static Until Crosses(BodyId body, Vec normal, double distance, Crossing which = Crossing.Any) =>
            new Until(body, UntilKind.Crossing, normal, distance, which);

        /// <summary>The position of the body along a direction has its first maximum.</summary>
        public static Until Apex(BodyId body, Vec up) => new Until(body, UntilKind.Apex, up, 0.0, Crossing.Any);

        /// <summary>The body crosses the sphere of a centre [m] and a radius [m]; ascending is outwards.</summary>
        public static Until CrossesSphere(BodyId body, Vec center, double radius, Crossing which = Crossing.Any) =>
            new Until(body, UntilKind.Sphere, center, radius, which);

        internal KinstepUntil In(World world)
        {
            var until = native;
            until.body = body.In(world);
            return until;
        }
    }

    /// <summary>
    /// The forces and the mass [kg] of the points of a swarm, whose states are in your arrays. Only forces with linear laws: a step of
    /// any length is exact. Each step starts at the time zero, on which only a constant force with a rate depends.
    /// </summary>
    public sealed unsafe class SwarmLaw
    {
        readonly double mass;
        readonly KinstepForce[] forces;

        /// <summary>A law for points of one mass [kg].</summary>
        public SwarmLaw(double mass, params Force[] forces)
        {
            this.mass = mass;
            this.forces = Array.ConvertAll(forces ?? throw new ArgumentNullException(nameof(forces)), force => force.Native);
        }

        /// <summary>
        /// Moves points by a time [s], in place: positions [m] and velocities [m/s], 2 or 3 numbers for each point. If it fails nothing
        /// has changed.
        /// </summary>
        public void Step(int dimensions, double dt, double[] positions, double[] velocities)
        {
            var count = Count(dimensions, positions, velocities, dimensions);
            fixed (double* x = positions)
            fixed (double* v = velocities)
            fixed (KinstepForce* law = forces)
                Failure.Check(Methods.kinstep_swarm_step((uint)dimensions, law, (UIntPtr)forces.Length, mass, dt, x, v, count));
        }

        /// <summary>The same with numbers of single precision.</summary>
        public void Step(int dimensions, double dt, float[] positions, float[] velocities)
        {
            var count = Count(dimensions, positions, velocities, dimensions);
            fixed (float* x = positions)
            fixed (float* v = velocities)
                Step(dimensions, dt, x, v, count);
        }

        /// <summary>The same with the vectors of .NET.</summary>
        public void Step(double dt, System.Numerics.Vector3[] positions, System.Numerics.Vector3[] velocities)
        {
            var count = Count(3, positions, velocities, 1);
            fixed (System.Numerics.Vector3* x = positions)
            fixed (System.Numerics.Vector3* v = velocities)
                Step(3, dt, (float*)x, (float*)v, count);
        }

#if UNITY_5_3_OR_NEWER
        /// <summary>The same with the vectors of Unity.</summary>
        public void Step(double dt, UnityEngine.Vector3[] positions, UnityEngine.Vector3[] velocities)
        {
            var count = Count(3, positions, velocities, 1);
            fixed (UnityEngine.Vector3* x = positions)
            fixed (UnityEngine.Vector3* v = velocities)
                Step(3, dt, (float*)x, (float*)v, count);
        }
#endif

        void Step(int dimensions, double dt, float* x, float* v, UIntPtr count)
        {
            fixed (KinstepForce* law = forces)
                Failure.Check(Methods.kinstep_swarm_step_float((uint)dimensions, law, (UIntPtr)forces.Length, mass, dt, x, v, count));
        }

        static UIntPtr Count(int dimensions, Array positions, Array velocities, int each)
        {
            if (positions == null) throw new ArgumentNullException(nameof(positions));
            if (velocities == null) throw new ArgumentNullException(nameof(velocities));
            if (dimensions != 2 && dimensions != 3)
                throw new ArgumentException($"a swarm has 2 or 3 dimensions, not {dimensions}", nameof(dimensions));
            if (positions.Length == velocities.Length && positions.Length % each == 0) return (UIntPtr)(positions.Length / each);
            throw new ArgumentException($"there are {positions.Length} elements of positions and {velocities.Length} of velocities; " +
                $"there must be as many of each, {each} for each point");
        }
    }

    /// <summary>The drift of a quantity that should be constant. Errors are changes since the first sample, relative to a scale.</summary>
    public sealed unsafe class Drift
    {
        /// <summary>"rounding", "bounded", "secular", "jumped" or "unclear".</summary>
        public readonly string Kind;
        /// <summary>Slope of the error [1/s], and its standard error.</summary>
        public readonly double Rate, RateError;
        /// <summary>Half of the range of the error in a block of samples.</summary>
        public readonly double Amplitude;
        /// <summary>The largest absolute error, and the last one.</summary>
        public readonly double Worst, Last;
        /// <summary>Height of the jump; zero without one.</summary>
        public readonly double Jump;

        /// <summary>The drift of values at some times [s]; the scale is the absolute first value unless one is given.</summary>
        public Drift(double[] times, double[] values, double scale = 0.0)
        {
            if (times == null) throw new ArgumentNullException(nameof(times));
            if (values == null) throw new ArgumentNullException(nameof(values));
            if (times.Length != values.Length)
                throw new ArgumentException($"there are {times.Length} times and {values.Length} values; there must be as many of each");
            KinstepDrift report;
            fixed (double* at = times)
            fixed (double* samples = values)
                Failure.Check(Methods.kinstep_drift(at, samples, (UIntPtr)times.Length, scale, &report));
            Kind = Marshal.PtrToStringAnsi((IntPtr)report.kind);
            (Rate, RateError, Amplitude) = (report.rate, report.rate_error, report.amplitude);
            (Worst, Last, Jump) = (report.worst, report.last, report.jump);
        }
    }
}
