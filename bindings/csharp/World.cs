// Worlds: bodies and forces that are stepped together.

using System;
using System.Collections.Generic;
using System.Linq;
using Kinstep.Native;

namespace Kinstep
{
    /// <summary>
    /// Bodies, forces and surfaces that are stepped together. Any thread may call it, one call at a time; a second one throws an
    /// exception with <see cref="Status.Busy"/>. Methods that fill an array return the number of elements that they wrote; an array
    /// that is too short is <see cref="Status.BufferTooSmall"/>. Ids of other worlds are refused, except those of clones.
    /// </summary>
    public sealed unsafe partial class World : IDisposable
    {
        readonly object guard = new object();
        KinstepWorld handle;
        Owned owned;
        byte[] before;

        /// <summary>Ids are those of the world that was made first, and of all its clones.</summary>
        internal readonly ulong Family;

        World(KinstepWorld handle, Owned owned, ulong family) { this.handle = handle; this.owned = owned; Family = family; }

        /// <summary>An empty world of 2 or 3 dimensions, which computes in double or in single precision.</summary>
        public World(int dimensions, bool isSingle = false)
        {
            KinstepWorld made;
            Failure.Check(isSingle
                ? Methods.kinstep_world_new_single(unchecked((uint)dimensions), &made)
                : Methods.kinstep_world_new(unchecked((uint)dimensions), &made));
            (handle, owned, Family) = (made, new Owned(), made.id);
        }

        /// <summary>A world from the bytes of <see cref="Scene()"/>, with the same bits of all ids; it has no surfaces.</summary>
        public static World FromScene(byte[] scene)
        {
            KinstepWorld made;
            fixed (byte* bytes = scene ?? throw new ArgumentNullException(nameof(scene)))
                Failure.Check(Methods.kinstep_world_from_scene(bytes, (UIntPtr)scene.Length, &made));
            return new World(made, new Owned(), made.id);
        }

        /// <summary>A copy, which steps to the same bits. It has the same ids, surfaces and functions.</summary>
        public World Clone()
        {
            KinstepWorld copy;
            Check(Methods.kinstep_world_clone(handle, &copy));
            lock (guard) return new World(copy, new Owned(owned), Family);
        }

        /// <summary>Frees the world. Later calls throw; disposing of it again does nothing.</summary>
        public void Dispose()
        {
            Free();
            // a call that still runs has the functions of its own
            owned = new Owned();
            GC.SuppressFinalize(this);
        }

        ~World() { Free(); }

        void Free()
        {
            var freed = handle;
            handle = default(KinstepWorld);
            if (freed.id != 0) Methods.kinstep_world_free(freed);
        }

        // the world is not collected while the call runs
        void Check(KinstepStatus status)
        {
            Failure.Check(status);
            GC.KeepAlive(this);
        }

        bool End(Call call, KinstepStatus status)
        {
            var isFound = call.End(status);
            GC.KeepAlive(this);
            return isFound;
        }

        /// <summary>Moves the world by a time [s]; a negative step runs backwards. If it fails the world is as it was.</summary>
        public void Step(double dt)
        {
            // forces and rules that throw fail a step, but ground does not: then the world goes back
            var size = owned.Surfaces.Count == 0 ? 0 : Snapshot(ref before);
            var call = Call.Begin(owned);
            try
            {
                End(call, Methods.kinstep_world_step(handle, dt));
            }
            catch (KinstepException error) when (size > 0 && error.Status == Status.Ok)
            {
                Restore(before, size);
                throw new KinstepException(Status.StepFailed, error.Message, error.InnerException);
            }
        }

        /// <summary>The scheme by which the world is stepped; at first FlowKick.</summary>
        public Scheme Scheme
        {
            get { KinstepScheme scheme; Check(Methods.kinstep_world_scheme(handle, &scheme)); return (Scheme)scheme; }
            set { Check(Methods.kinstep_world_set_scheme(handle, (KinstepScheme)value)); }
        }

        /// <summary>Adds one force, with one id, on each of some bodies.</summary>
        public ForceId AddOnEach(BodyId[] bodies, Force force) => AddFor(bodies, force, false);
        /// <summary>Adds a force on all bodies, also later ones, except some.</summary>
        public ForceId AddExcept(BodyId[] bodies, Force force) => AddFor(bodies, force, true);

        ForceId AddFor(BodyId[] bodies, Force force, bool isExcept)
        {
            var (native, id) = (force.Native, default(KinstepForceId));
            var ids = Array.ConvertAll(bodies ?? throw new ArgumentNullException(nameof(bodies)), body => body.In(this));
            var call = Call.Begin(owned);
            fixed (KinstepBodyId* some = ids)
            {
                var status = isExcept
                    ? Methods.kinstep_world_add_force_except(handle, some, (UIntPtr)ids.Length, &native, &id)
                    : Methods.kinstep_world_add_force_on_each(handle, some, (UIntPtr)ids.Length, &native, &id);
                return Kept(call, status, &id, force);
            }
        }

        /// <summary>Removes a force or a link.</summary>
        public void Remove(ForceId force)
        {
            Check(Methods.kinstep_world_remove_force(handle, force.In(this)));
            lock (guard) owned.Forces.Remove(force.Bits);
        }

        ForceId Kept(Call call, KinstepStatus status, KinstepForceId* id, Force force)
        {
            call.End(status, false);
            lock (guard)
            {
                if (force.Own == null) owned.Forces.Remove(id->bits);
                else owned.Forces[id->bits] = force.Own;
            }
            GC.KeepAlive(force.Own);
            return new ForceId(Family, id->bits);
        }

        /// <summary>Releases the functions of forces that were removed with their bodies.</summary>
        void Prune()
        {
            lock (guard)
            {
                if (owned.Forces.Count == 0) return;
                var left = new HashSet<ulong>();
                foreach (var id in ForceIds()) left.Add(id.Bits);
                foreach (var id in owned.Forces.Keys.ToArray())
                    if (!left.Contains(id)) owned.Forces.Remove(id);
            }
        }
    }
}
