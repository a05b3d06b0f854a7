// The bodies of a world, what they collide with, its bytes, and the errors of schemes.

using System;
using System.Runtime.InteropServices;
using Kinstep.Native;

namespace Kinstep
{
    /// <summary>
    /// Decides how a contact acts, also while a body stays on a surface. It is given the response of the material that was set, and
    /// returns the one that acts. Equal contacts must get equal responses.
    /// </summary>
    public delegate ContactResponse ContactRule(Impact impact, ContactResponse response);

    public sealed unsafe partial class World
    {
        /// <summary>Adds a body.</summary>
        public BodyId Add(Body body)
        {
            KinstepBodyId id;
            Check(Methods.kinstep_world_add_body(handle, (KinstepBody*)&body, &id));
            return new BodyId(Family, id.bits);
        }

        /// <summary>Adds many bodies in one call. If one of them is not valid none is added.</summary>
        public BodyId[] Add(Body[] bodies)
        {
            if (bodies == null) throw new ArgumentNullException(nameof(bodies));
            var ids = new BodyId[bodies.Length];
            fixed (Body* states = bodies)
            fixed (BodyId* pointer = ids)
            {
                var count = (UIntPtr)bodies.Length;
                Check(Methods.kinstep_world_add_bodies(handle, (KinstepBody*)states, count, (KinstepBodyId*)pointer));
                Spread(pointer, ids.Length);
            }
            return ids;
        }

        /// <summary>Makes ids of the numbers in the first half of an array, from its end.</summary>
        void Spread(BodyId* ids, int count)
        {
            for (var i = count - 1; i >= 0; i--) ids[i] = new BodyId(Family, ((ulong*)ids)[i]);
        }

        /// <summary>Removes a body, the forces on it alone, and its links. In arrays of bodies the last one takes its place.</summary>
        public void Remove(BodyId body)
        {
            Check(Methods.kinstep_world_remove_body(handle, body.In(this)));
            Prune();
        }

        /// <summary>Removes all bodies and links, and all forces on particular bodies. Only forces on every body stay.</summary>
        public void Clear()
        {
            Check(Methods.kinstep_world_clear(handle));
            Prune();
        }

        /// <summary>Whether the world has this body.</summary>
        public bool Contains(BodyId body)
        {
            uint contains;
            Check(Methods.kinstep_world_contains(handle, new KinstepBodyId { bits = body.Bits }, &contains));
            return contains != 0 && body.Family == Family;
        }

        /// <summary>Number of bodies.</summary>
        public int BodyCount
        {
            get { UIntPtr count; Check(Methods.kinstep_world_body_count(handle, &count)); return (int)count; }
        }

#if NETSTANDARD2_1_OR_GREATER || NETCOREAPP2_1_OR_GREATER || UNITY_2021_2_OR_NEWER
        /// <summary>Writes the states of all bodies to memory, which may be longer, and returns their number.</summary>
        public int Bodies(Span<Body> states)
        {
            UIntPtr count;
            fixed (Body* pointer = &MemoryMarshal.GetReference(states))
                Check(Methods.kinstep_world_bodies(handle, (KinstepBody*)pointer, (UIntPtr)states.Length, &count));
            return (int)count;
        }
#endif

        /// <summary>
        /// Adds segments from point to point in the plane [m]. If they are closed the last point is joined to the first. The solid side
        /// is on the right, seen along the segments.
        /// </summary>
        public SurfaceId AddChain(Vec[] points, ContactMaterial material = default(ContactMaterial), bool isClosed = false)
        {
            var coordinates = new double[2 * (points ?? throw new ArgumentNullException(nameof(points))).Length];
            for (var i = 0; i < coordinates.Length; i++) coordinates[i] = i % 2 == 0 ? points[i / 2].X : points[i / 2].Y;
            KinstepSurfaceId id;
            fixed (double* given = coordinates)
                Check(Methods.kinstep_world_add_chain(
                    handle, given, (UIntPtr)points.Length, isClosed ? 1u : 0u, material.Native, &id));
            return new SurfaceId(Family, id.bits);
        }

        /// <summary>
        /// Adds ground between samples of its height [m], by row and column, a spacing [m] apart; one row in the plane. The first
        /// sample is at the origin given [m] plus its height along up, which is along an axis.
        /// </summary>
        public SurfaceId AddHeightfield(Vec up, Vec origin, double spacing, double[,] heights,
            ContactMaterial material = default(ContactMaterial))
        {
            if (heights == null) throw new ArgumentNullException(nameof(heights));
            var (rows, columns) = ((UIntPtr)heights.GetLength(0), (UIntPtr)heights.GetLength(1));
            KinstepSurfaceId id;
            fixed (double* given = heights)
                Check(Methods.kinstep_world_add_heightfield(
                    handle, up.Native, origin.Native, spacing, given, rows, columns, material.Native, &id));
            return new SurfaceId(Family, id.bits);
        }

        /// <summary>Adds ground that is a function; it needs a curvature.</summary>
        public SurfaceId AddGround(Ground ground, ContactMaterial material = default(ContactMaterial))
        {
            KinstepSurfaceId id;
            var native = (ground ?? throw new ArgumentNullException(nameof(ground))).Native;
            var call = Call.Begin(owned);
            call.End(Methods.kinstep_world_add_ground(handle, &native, material.Native, &id), false);
            lock (guard) owned.Surfaces[id.bits] = ground.Own;
            return new SurfaceId(Family, id.bits);
        }

        /// <summary>Removes a surface.</summary>
        public void Remove(SurfaceId surface)
        {
            Check(Methods.kinstep_world_remove_surface(handle, surface.In(this)));
            lock (guard) owned.Surfaces.Remove(surface.Bits);
        }

        /// <summary>Makes a surface stop only bodies that come from the side of this direction, or from all sides for null.</summary>
        public void SetOneWay(SurfaceId surface, Vec? side)
        {
            var given = side.GetValueOrDefault();
            Check(Methods.kinstep_world_set_one_way(handle, surface.In(this), side.HasValue ? (KinstepVector*)&given : null));
        }

        /// <summary>Lets balls collide with each other, or lets them pass for null, as at first.</summary>
        public void SetBodyContact(ContactMaterial? material)
        {
            var given = material.GetValueOrDefault();
            Check(Methods.kinstep_world_set_body_contact(handle, material.HasValue ? (KinstepMaterial*)&given : null));
        }

        /// <summary>Lets a function decide how each contact acts; null: each acts as its material says.</summary>
        public void OnContact(ContactRule rule)
        {
            var own = rule == null ? null : new Own(rule, null, Family);
            Check(Methods.kinstep_world_on_contact(handle, Own.RuleCall, own == null ? null : own.User));
            lock (guard) owned.Rule = own;
        }

        /// <summary>Bodies, time and scheme as bytes, without forces, surfaces and layers.</summary>
        public byte[] Snapshot()
        {
            byte[] bytes = null;
            Write(ref bytes, false);
            return bytes;
        }

        /// <summary>Writes the same to an array, which is replaced if it is too short, and returns the number of bytes.</summary>
        public int Snapshot(ref byte[] bytes) => Write(ref bytes, false);

        /// <summary>
        /// Bodies, time, scheme and forces as bytes, without surfaces and layers. It throws if a force is a function.
        /// </summary>
        public byte[] Scene()
        {
            byte[] bytes = null;
            Write(ref bytes, true);
            return bytes;
        }

        int Write(ref byte[] bytes, bool isScene)
        {
            for (;;)
            {
                UIntPtr size;
                var room = (UIntPtr)(bytes == null ? 0 : bytes.Length);
                KinstepStatus status;
                fixed (byte* pointer = bytes)
                {
                    status = isScene
                        ? Methods.kinstep_world_scene(handle, pointer, room, &size)
                        : Methods.kinstep_world_snapshot(handle, pointer, room, &size);
                }
                if (status != KinstepStatus.BufferTooSmall)
                {
                    Check(status);
                    return (int)size;
                }
                bytes = new byte[(int)size];
            }
        }

        /// <summary>
        /// Puts the world back to the state of a snapshot, to the bit. It keeps its surfaces and layers. Forces that were added after the
        /// snapshot are removed; one that was removed after it is <see cref="Status.RestoreFailed"/>.
        /// </summary>
        public void Restore(byte[] snapshot) =>
            Restore(snapshot, (snapshot ?? throw new ArgumentNullException(nameof(snapshot))).Length);

        /// <summary>The same from the first `size` bytes of an array.</summary>
        public void Restore(byte[] snapshot, int size)
        {
            if (snapshot == null) throw new ArgumentNullException(nameof(snapshot));
            if (size < 0 || size > snapshot.Length) throw new ArgumentOutOfRangeException(nameof(size));
            fixed (byte* bytes = snapshot) Check(Methods.kinstep_world_restore(handle, bytes, (UIntPtr)size));
        }

        /// <summary>
        /// Moves copies of the world by some steps of `dt` [s], each by another scheme, and returns their errors against the reference
        /// motion, which is exact or integrated to rounding. The world stays as it is.
        /// </summary>
        public SchemeErrors[] CompareSchemes(double dt, ulong steps, params Scheme[] schemes)
        {
            var errors = new SchemeErrors[(schemes ?? throw new ArgumentNullException(nameof(schemes))).Length];
            var call = Call.Begin(owned);
            fixed (Scheme* tried = schemes)
            fixed (SchemeErrors* pointer = errors)
            {
                End(call, Methods.kinstep_world_compare_schemes(
                    handle, dt, steps, (KinstepScheme*)tried, (KinstepSchemeErrors*)pointer, (UIntPtr)errors.Length));
            }
            return errors;
        }
    }
}
