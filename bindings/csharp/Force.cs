// Forces, and functions of the caller that the library calls.

using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using Kinstep.Native;

namespace Kinstep
{
    /// <summary>The force [N] or the torque [N m] on a body at a time [s], world frame. In the plane a torque is along Z.</summary>
    public delegate Vec ForceFunction(Body body, double time);
    /// <summary>The force [N] at a position [m] and a time [s].</summary>
    public delegate Vec FieldFunction(Vec position, double time);
    /// <summary>The potential energy [J] at a position [m] and a time [s].</summary>
    public delegate double PotentialFunction(Vec position, double time);
    /// <summary>The height of the ground [m] along its up direction, at a position [m] without its part along up.</summary>
    public delegate double HeightFunction(Vec position);

    /// <summary>
    /// A force: plain data, made by one of the functions here. Only those of your own functions take memory of the garbage collector.
    /// </summary>
    public readonly unsafe partial struct Force
    {
        readonly KinstepForce native;
        readonly bool isMade;

        /// <summary>The functions of the caller, if it has some.</summary>
        internal readonly Own Own;

        Force(Writer writer) : this(writer.Force, null) { }

        Force(KinstepForce native, Own own)
        {
            this.native = native;
            Own = own;
            isMade = true;
        }

        internal KinstepForce Native => isMade
            ? native
            : throw new KinstepException(Status.InvalidArgument, "the force is empty: make it with a function such as Force.Spring");

        /// <summary>A force [N] that is a function of body and time: a kick.</summary>
        public static Force Of(ForceFunction force) => Called(KinstepForceKind.Function, Own.ForcePointer, force);
        /// <summary>A torque [N m] that is a function of body and time: a kick.</summary>
        public static Force Torque(ForceFunction torque) => Called(KinstepForceKind.Torque, Own.ForcePointer, torque);

        /// <summary>
        /// A force that depends on position and time alone. It is the negative gradient of the potential; null if there is none. Prefer
        /// it to <see cref="Of"/>: motion to a tolerance calls it less often, and a potential counts in the energy of the world.
        /// </summary>
        public static Force Field(FieldFunction force, PotentialFunction potential = null) =>
            Called(KinstepForceKind.Field, Own.FieldPointer, force, potential);

        static Force Called(KinstepForceKind kind, IntPtr pointer, Delegate function, PotentialFunction potential = null)
        {
            var own = new Own(function ?? throw new ArgumentNullException(nameof(function)), potential);
            var native = new KinstepForce { kind = kind };
            native.parameters.callback.function = (void*)pointer;
            native.parameters.callback.potential = potential == null ? null : (void*)Own.PotentialPointer;
            native.parameters.callback.user = own.User;
            return new Force(native, own);
        }

        /// <summary>The force at a point of the body, relative to the centre of mass [m], in its frame. It also has a torque.</summary>
        public Force MountedAt(Vec arm)
        {
            var mounted = Native;
            mounted.is_mounted = 1;
            mounted.arm = arm.Native;
            return new Force(mounted, Own);
        }
    }

    /// <summary>Writes the numbers of a force one after the other.</summary>
    unsafe struct Writer
    {
        internal KinstepForce Force;
        int count;

        internal Writer(uint kind) { Force = new KinstepForce { kind = (KinstepForceKind)kind }; count = 0; }

        internal Writer Put(double number)
        {
            fixed (KinstepParameters* numbers = &Force.parameters) ((double*)numbers)[count++] = number;
            return this;
        }

        internal Writer Put(bool flag) => Put(flag ? 1.0 : 0.0);
        internal Writer Put(Vec vector) => Put(vector.X).Put(vector.Y).Put(vector.Z);
        internal Writer Put(Orientation turned) => Put(turned.X).Put(turned.Y).Put(turned.Z).Put(turned.W);
    }

    /// <summary>Ground that is a function: for worlds, and for the landing of a flight.</summary>
    public sealed unsafe class Ground
    {
        internal readonly Own Own;
        internal readonly KinstepGround Native;

        /// <summary>
        /// Ground by its up direction, its heights, and an upper bound on its slope: the most that the height changes [m] per metre. A
        /// world also needs the curvature, the most that the slope changes per metre [1/m]: zero for a plane.
        /// </summary>
        public Ground(Vec up, HeightFunction height, double steepest, double curvature = double.NaN)
        {
            Own = new Own(height ?? throw new ArgumentNullException(nameof(height)));
            Native = new KinstepGround
            {
                up = up.Native, height = (void*)Own.HeightPointer, user = Own.User, steepest = steepest, curvature = curvature
            };
        }
    }

    /// <summary>Unity's compiler ahead of time finds functions that are called from outside by an attribute of this name.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    sealed class MonoPInvokeCallbackAttribute : Attribute { public MonoPInvokeCallbackAttribute(Type type) { } }

    /// <summary>
    /// A function of the caller. The library has a weak handle of it. Worlds refer to it as long as the library may call it: so it is
    /// freed when the last force is replaced or removed, and also if it refers to its world itself.
    /// </summary>
    sealed unsafe class Own
    {
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        delegate double HeightCall(KinstepVector* position, void* user);

        static readonly Methods.kinstep_function_force_delegate ForceCall = OnForce;
        static readonly Methods.kinstep_field_force_delegate FieldCall = OnField;
        static readonly Methods.kinstep_field_potential_delegate PotentialCall = OnPotential;
        static readonly HeightCall Height = OnHeight;
        internal static readonly Methods.kinstep_world_on_contact_rule_delegate RuleCall = OnContact;
        internal static readonly IntPtr ForcePointer = Marshal.GetFunctionPointerForDelegate(ForceCall);
        internal static readonly IntPtr FieldPointer = Marshal.GetFunctionPointerForDelegate(FieldCall);
        internal static readonly IntPtr PotentialPointer = Marshal.GetFunctionPointerForDelegate(PotentialCall);
        internal static readonly IntPtr HeightPointer = Marshal.GetFunctionPointerForDelegate(Height);
        static readonly Vec Nowhere = new Vec(double.NaN, double.NaN, double.NaN);

        /// <summary>What a function threw on this thread in the present call: it must not cross the border.</summary>
        [ThreadStatic] internal static Exception Thrown;

        readonly Delegate function;
        readonly PotentialFunction potential;
        readonly ulong family;
        GCHandle handle;

        internal Own(Delegate function, PotentialFunction potential = null, ulong family = 0)
        {
            this.function = function;
            this.potential = potential;
            this.family = family;
            handle = GCHandle.Alloc(this, GCHandleType.Weak);
        }

        ~Own() { handle.Free(); }

        internal void* User => (void*)GCHandle.ToIntPtr(handle);

        static Own Of(void* user) => (Own)GCHandle.FromIntPtr((IntPtr)user).Target;

        // the call fails by what is not finite
        static Vec Caught(Exception exception)
        {
            Thrown = Thrown ?? exception;
            return Nowhere;
        }

        [MonoPInvokeCallback(typeof(Methods.kinstep_function_force_delegate))]
        static void OnForce(KinstepBody* body, double time, void* user, KinstepVector* force)
        {
            try { *(Vec*)force = ((ForceFunction)Of(user).function)(*(Body*)body, time); }
            catch (Exception exception) { *(Vec*)force = Caught(exception); }
        }

        [MonoPInvokeCallback(typeof(Methods.kinstep_field_force_delegate))]
        static void OnField(KinstepVector* position, double time, void* user, KinstepVector* force)
        {
            try { *(Vec*)force = ((FieldFunction)Of(user).function)(*(Vec*)position, time); }
            catch (Exception exception) { *(Vec*)force = Caught(exception); }
        }

        [MonoPInvokeCallback(typeof(Methods.kinstep_field_potential_delegate))]
        static double OnPotential(KinstepVector* position, double time, void* user)
        {
            try { return Of(user).potential(*(Vec*)position, time); }
            catch (Exception exception) { return Caught(exception).X; }
        }

        [MonoPInvokeCallback(typeof(HeightCall))]
        static double OnHeight(KinstepVector* position, void* user)
        {
            try { return ((HeightFunction)Of(user).function)(*(Vec*)position); }
            catch (Exception exception) { return Caught(exception).X; }
        }

        [MonoPInvokeCallback(typeof(Methods.kinstep_world_on_contact_rule_delegate))]
        static void OnContact(KinstepCollision* collision, void* user, KinstepResponse* response)
        {
            if (user == null) return;
            try
            {
                var own = Of(user);
                var impact = new Impact(*collision, own.family);
                *(ContactResponse*)response = ((ContactRule)own.function)(impact, *(ContactResponse*)response);
            }
            catch (Exception exception) { response->push = Caught(exception).Native; }
        }
    }

    /// <summary>The functions that a world may call.</summary>
    sealed class Owned
    {
        internal readonly Dictionary<ulong, Own> Forces = new Dictionary<ulong, Own>();
        internal readonly Dictionary<ulong, Own> Surfaces = new Dictionary<ulong, Own>();
        internal Own Rule;

        internal Owned() { }

        internal Owned(Owned from)
        {
            (Forces, Surfaces) = (new Dictionary<ulong, Own>(from.Forces), new Dictionary<ulong, Own>(from.Surfaces));
            Rule = from.Rule;
        }
    }

    /// <summary>A call that may call functions of the caller: it keeps them, and tells what they threw.</summary>
    readonly struct Call
    {
        readonly object kept;
        readonly Exception outer;

        Call(object kept, Exception outer) { this.kept = kept; this.outer = outer; }

        internal static Call Begin(object kept)
        {
            var call = new Call(kept, Own.Thrown);
            Own.Thrown = null;
            return call;
        }

        /// <summary>Whether there is an answer. One for which no function was needed is good whatever functions threw.</summary>
        internal bool End(KinstepStatus status, bool isNeeded = true)
        {
            var cause = Own.Thrown;
            Own.Thrown = outer;
            GC.KeepAlive(kept);
            if (cause != null && (isNeeded || status != KinstepStatus.Ok)) throw Failure.Of(status, cause);
            return Failure.Found(status);
        }
    }
}
