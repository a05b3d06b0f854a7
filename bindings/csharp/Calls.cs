// Made from the source of the crates by `cargo run -p table`: change that.

using System;
using Kinstep.Native;

namespace Kinstep
{
    public unsafe partial struct Inertia
    {
        /// <summary>The inertia of a solid ball of this mass [kg] and radius [m], in space.</summary>
        public static Inertia Sphere(double mass, double radius)
        {
            Inertia answer;
            Failure.Found(Methods.kinstep_inertia_sphere(mass, radius, (KinstepInertia*)&answer));
            return answer;
        }

        /// <summary>The inertia of a solid box of this mass [kg] and edges [m], in space.</summary>
        public static Inertia Cuboid(double mass, Vec edges)
        {
            Inertia answer;
            Failure.Found(Methods.kinstep_inertia_cuboid(mass, edges.Native, (KinstepInertia*)&answer));
            return answer;
        }

        /// <summary>The inertia of a solid cylinder about y of this mass [kg], radius and height [m], in space.</summary>
        public static Inertia Cylinder(double mass, double radius, double height)
        {
            Inertia answer;
            Failure.Found(Methods.kinstep_inertia_cylinder(mass, radius, height, (KinstepInertia*)&answer));
            return answer;
        }
    }

    public readonly unsafe partial struct Flight
    {
        /// <summary>The state of a flight at a time since launch [s].</summary>
        public Moment At(double time)
        {
            Moment answer;
            var flight = native;
            Failure.Found(Methods.kinstep_flight_at(&flight, time, (KinstepEvent*)&answer));
            return answer;
        }

        /// <summary>The state of a flight after a number of steps of its engine.</summary>
        public Moment AfterSteps(ulong steps)
        {
            Moment answer;
            var flight = native;
            Failure.Found(Methods.kinstep_flight_after_steps(&flight, steps, (KinstepEvent*)&answer));
            return answer;
        }

        /// <summary>The highest point after launch, against gravity; null if the flight never rises.</summary>
        public Moment? Apex()
        {
            Moment answer;
            var flight = native;
            return Failure.Found(Methods.kinstep_flight_apex(&flight, (KinstepEvent*)&answer)) ? answer : (Moment?)null;
        }

        /// <summary>The first crossing of the plane `normal · x = distance` after launch; null without one.</summary>
        public Moment? Crosses(Vec normal, double distance, Crossing crossing = Crossing.Any)
        {
            Moment answer;
            var flight = native;
            return Failure.Found(Methods.kinstep_flight_crossing(&flight, normal.Native, distance, (KinstepCrossing)crossing, (KinstepEvent*)&answer)) ? answer : (Moment?)null;
        }

        /// <summary>The closest approach of a flight to a point [m] between two times since launch [s].</summary>
        public Closest ClosestApproach(Vec point, double from, double to)
        {
            Closest answer;
            var flight = native;
            Failure.Found(Methods.kinstep_flight_closest_approach(&flight, point.Native, from, to, (KinstepClosest*)&answer));
            return answer;
        }
    }

    public sealed unsafe partial class World
    {
        /// <summary>Simulated time [s].</summary>
        public double Time
        {
            get
            {
                double answer;
                var call = Call.Begin(owned);
                End(call, Methods.kinstep_world_time(handle, &answer));
                return answer;
            }
        }

        /// <summary>Number of steps made.</summary>
        public ulong Steps
        {
            get
            {
                ulong answer;
                var call = Call.Begin(owned);
                End(call, Methods.kinstep_world_steps(handle, &answer));
                return answer;
            }
        }

        /// <summary>Number of dimensions: 2 or 3.</summary>
        public uint Dimensions
        {
            get
            {
                uint answer;
                var call = Call.Begin(owned);
                End(call, Methods.kinstep_world_dimensions(handle, &answer));
                return answer;
            }
        }

        /// <summary>Kinetic and potential energy [J].</summary>
        public Energy Energy
        {
            get
            {
                Energy answer;
                var call = Call.Begin(owned);
                End(call, Methods.kinstep_world_energy(handle, (KinstepEnergy*)&answer));
                return answer;
            }
        }

        /// <summary>Momentum [kg m/s].</summary>
        public Vec Momentum
        {
            get
            {
                Vec answer;
                var call = Call.Begin(owned);
                End(call, Methods.kinstep_world_momentum(handle, (KinstepVector*)&answer));
                return answer;
            }
        }

        /// <summary>Angular momentum about the origin [kg m²/s]; in the plane only z.</summary>
        public Vec AngularMomentum
        {
            get
            {
                Vec answer;
                var call = Call.Begin(owned);
                End(call, Methods.kinstep_world_angular_momentum(handle, (KinstepVector*)&answer));
                return answer;
            }
        }

        /// <summary>Centre of mass [m]; null without bodies of finite mass.</summary>
        public Vec? CenterOfMass
        {
            get
            {
                Vec answer;
                var call = Call.Begin(owned);
                return End(call, Methods.kinstep_world_center_of_mass(handle, (KinstepVector*)&answer)) ? answer : (Vec?)null;
            }
        }

        /// <summary>The state of a body.</summary>
        public Body this[BodyId body]
        {
            get
            {
                Body answer;
                var bodyBits = body.In(this);
                var call = Call.Begin(owned);
                End(call, Methods.kinstep_world_body(handle, bodyBits, (KinstepBody*)&answer));
                return answer;
            }
        }

        /// <summary>Makes an array of the states of all bodies.</summary>
        public Body[] Bodies()
        {
            var count = UIntPtr.Zero;
            var status = Methods.kinstep_world_bodies(handle, null, count, &count);
            if (status != KinstepStatus.BufferTooSmall) Check(status);
            var array = new Body[(int)count];
            Bodies(array);
            return array;
        }

        /// <summary>Writes the states of all bodies to an array, which may be longer, and returns their number.</summary>
        public int Bodies(Body[] array)
        {
            UIntPtr count;
            fixed (Body* pointer = array ?? throw new ArgumentNullException(nameof(array)))
            {
                Check(Methods.kinstep_world_bodies(handle, (KinstepBody*)pointer, (UIntPtr)array.Length, &count));
            }
            return (int)count;
        }

        /// <summary>Makes an array of the ids of all bodies (in the order of their states).</summary>
        public BodyId[] BodyIds()
        {
            var count = UIntPtr.Zero;
            var status = Methods.kinstep_world_body_ids(handle, null, count, &count);
            if (status != KinstepStatus.BufferTooSmall) Check(status);
            var array = new BodyId[(int)count];
            BodyIds(array);
            return array;
        }

        /// <summary>Writes the ids of all bodies (in the order of their states) to an array, which may be longer, and returns their number.</summary>
        public int BodyIds(BodyId[] array)
        {
            UIntPtr count;
            fixed (BodyId* pointer = array ?? throw new ArgumentNullException(nameof(array)))
            {
                Check(Methods.kinstep_world_body_ids(handle, (KinstepBodyId*)pointer, (UIntPtr)array.Length, &count));
                for (var i = (int)count - 1; i >= 0; i--) pointer[i] = new BodyId(Family, ((ulong*)pointer)[i]);
            }
            return (int)count;
        }

        /// <summary>The angular momentum of a body about its centre of mass [kg m²/s]; in the plane only z.</summary>
        public Vec SpinAngularMomentum(BodyId body)
        {
            Vec answer;
            var bodyBits = body.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_spin_angular_momentum(handle, bodyBits, (KinstepVector*)&answer));
            return answer;
        }

        /// <summary>The acceleration of a body by all forces [m/s²].</summary>
        public Vec Acceleration(BodyId body)
        {
            Vec answer;
            var bodyBits = body.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_acceleration(handle, bodyBits, (KinstepVector*)&answer));
            return answer;
        }

        /// <summary>The torque of all forces on a body [N m]; in the plane only z.</summary>
        public Vec Torque(BodyId body)
        {
            Vec answer;
            var bodyBits = body.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_torque(handle, bodyBits, (KinstepVector*)&answer));
            return answer;
        }

        /// <summary>Sets the mass of a body [kg]; infinite for a fixed body. Inertia and velocity stay as they are.</summary>
        public void SetMass(BodyId body, double mass)
        {
            var bodyBits = body.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_set_mass(handle, bodyBits, mass));
        }

        /// <summary>Sets the radius of a body [m]; zero for a body that is no ball.</summary>
        public void SetRadius(BodyId body, double radius)
        {
            var bodyBits = body.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_set_radius(handle, bodyBits, radius));
        }

        /// <summary>Sets the position of a body [m].</summary>
        public void SetPosition(BodyId body, Vec position)
        {
            var bodyBits = body.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_set_position(handle, bodyBits, position.Native));
        }

        /// <summary>Sets the velocity of a body [m/s].</summary>
        public void SetVelocity(BodyId body, Vec velocity)
        {
            var bodyBits = body.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_set_velocity(handle, bodyBits, velocity.Native));
        }

        /// <summary>Sets the orientation of a body.</summary>
        public void SetOrientation(BodyId body, Orientation orientation)
        {
            var bodyBits = body.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_set_orientation(handle, bodyBits, orientation.Native));
        }

        /// <summary>Sets the angular velocity of a body [rad/s]; in the plane only z.</summary>
        public void SetAngularVelocity(BodyId body, Vec angularVelocity)
        {
            var bodyBits = body.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_set_angular_velocity(handle, bodyBits, angularVelocity.Native));
        }

        /// <summary>Sets the inertia of a body. Its angular velocity stays as it is.</summary>
        public void SetInertia(BodyId body, Inertia inertia)
        {
            var bodyBits = body.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_set_inertia(handle, bodyBits, inertia.Native));
        }

        /// <summary>Applies an impulse [N s] to a body: its momentum changes at once.</summary>
        public void ApplyImpulse(BodyId body, Vec impulse)
        {
            var bodyBits = body.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_apply_impulse(handle, bodyBits, impulse.Native));
        }

        /// <summary>Applies an impulse [N s] to a body at a point of the world [m]: momentum and angular momentum change at once.</summary>
        public void ApplyImpulseAt(BodyId body, Vec impulse, Vec point)
        {
            var bodyBits = body.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_apply_impulse_at(handle, bodyBits, impulse.Native, point.Native));
        }

        /// <summary>Applies a constant force [N] to a body during the next step only. Several such forces add.</summary>
        public void ApplyForce(BodyId body, Vec force)
        {
            var bodyBits = body.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_apply_force(handle, bodyBits, force.Native));
        }

        /// <summary>Applies a constant force [N] to a body at a point of the world [m], during the next step only.</summary>
        public void ApplyForceAt(BodyId body, Vec force, Vec point)
        {
            var bodyBits = body.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_apply_force_at(handle, bodyBits, force.Native, point.Native));
        }

        /// <summary>Applies a constant torque [N m] to a body during the next step only; in the plane only z.</summary>
        public void ApplyTorque(BodyId body, Vec torque)
        {
            var bodyBits = body.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_apply_torque(handle, bodyBits, torque.Native));
        }

        /// <summary>The tag of a body, a number of the caller; zero if none was set.</summary>
        public ulong Tag(BodyId body)
        {
            ulong answer;
            var bodyBits = body.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_tag(handle, bodyBits, &answer));
            return answer;
        }

        /// <summary>Sets the tag of a body, a number for the caller's own use.</summary>
        public void SetTag(BodyId body, ulong tag)
        {
            var bodyBits = body.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_set_tag(handle, bodyBits, tag));
        }

        /// <summary>Adds a force on every body, also on bodies that are added later.</summary>
        public ForceId Add(Force force)
        {
            KinstepForceId id;
            var forceNative = force.Native;
            var call = Call.Begin(owned);
            return Kept(call, Methods.kinstep_world_add_force(handle, &forceNative, &id), &id, force);
        }

        /// <summary>Adds a force on one body.</summary>
        public ForceId AddOn(BodyId body, Force force)
        {
            KinstepForceId id;
            var bodyBits = body.In(this);
            var forceNative = force.Native;
            var call = Call.Begin(owned);
            return Kept(call, Methods.kinstep_world_add_force_on(handle, bodyBits, &forceNative, &id), &id, force);
        }

        /// <summary>Adds a link: a force between two bodies. It acts on the first body as if the second were the origin, and the second body gets the opposite force.</summary>
        public ForceId AddLink(BodyId first, BodyId second, Force force)
        {
            KinstepForceId id;
            var firstBits = first.In(this);
            var secondBits = second.In(this);
            var forceNative = force.Native;
            var call = Call.Begin(owned);
            return Kept(call, Methods.kinstep_world_add_link(handle, firstBits, secondBits, &forceNative, &id), &id, force);
        }

        /// <summary>Adds a link between points of two bodies, given relative to the centres of mass [m], in the frames of the bodies.</summary>
        public ForceId AddLinkAt(BodyId first, Vec firstPoint, BodyId second, Vec secondPoint, Force force)
        {
            KinstepForceId id;
            var firstBits = first.In(this);
            var secondBits = second.In(this);
            var forceNative = force.Native;
            var call = Call.Begin(owned);
            return Kept(call, Methods.kinstep_world_add_link_at(handle, firstBits, firstPoint.Native, secondBits, secondPoint.Native, &forceNative, &id), &id, force);
        }

        /// <summary>Replaces a force: the new one acts on the same bodies, and has the same id.</summary>
        public void Replace(ForceId id, Force force)
        {
            var idBits = id.In(this);
            var forceNative = force.Native;
            var call = Call.Begin(owned);
            Kept(call, Methods.kinstep_world_replace_force(handle, idBits, &forceNative), &idBits, force);
        }

        /// <summary>Makes an array of the ids of all forces and links.</summary>
        public ForceId[] ForceIds()
        {
            var count = UIntPtr.Zero;
            var status = Methods.kinstep_world_forces(handle, null, count, &count);
            if (status != KinstepStatus.BufferTooSmall) Check(status);
            var array = new ForceId[(int)count];
            ForceIds(array);
            return array;
        }

        /// <summary>Writes the ids of all forces and links to an array, which may be longer, and returns their number.</summary>
        public int ForceIds(ForceId[] array)
        {
            UIntPtr count;
            fixed (ForceId* pointer = array ?? throw new ArgumentNullException(nameof(array)))
            {
                Check(Methods.kinstep_world_forces(handle, (KinstepForceId*)pointer, (UIntPtr)array.Length, &count));
                for (var i = (int)count - 1; i >= 0; i--) pointer[i] = new ForceId(Family, ((ulong*)pointer)[i]);
            }
            return (int)count;
        }

        /// <summary>Adds a plane with which all bodies collide, at a distance [m] from the origin along its normal, which points to the free side.</summary>
        public SurfaceId AddPlane(Vec normal, double distance, ContactMaterial material = default(ContactMaterial))
        {
            KinstepSurfaceId id;
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_add_plane(handle, normal.Native, distance, material.Native, &id));
            return new SurfaceId(Family, id.bits);
        }

        /// <summary>Adds a solid box with which all bodies collide: its centre and half of each edge [m].</summary>
        public SurfaceId AddBox(Vec center, Vec halfExtents, Orientation orientation = default(Orientation), ContactMaterial material = default(ContactMaterial))
        {
            KinstepSurfaceId id;
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_add_box(handle, center.Native, halfExtents.Native, orientation.Native, material.Native, &id));
            return new SurfaceId(Family, id.bits);
        }

        /// <summary>Adds a solid ball with which all bodies collide: its centre and radius [m].</summary>
        public SurfaceId AddBall(Vec center, double radius, ContactMaterial material = default(ContactMaterial))
        {
            KinstepSurfaceId id;
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_add_ball(handle, center.Native, radius, material.Native, &id));
            return new SurfaceId(Family, id.bits);
        }

        /// <summary>Sets the material of a surface.</summary>
        public void SetContact(SurfaceId surface, ContactMaterial material)
        {
            var surfaceBits = surface.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_set_contact(handle, surfaceBits, material.Native));
        }

        /// <summary>Sets the velocity of a surface [m/s] from now on, as of a lift.</summary>
        public void SetSurfaceVelocity(SurfaceId surface, Vec velocity)
        {
            var surfaceBits = surface.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_set_surface_velocity(handle, surfaceBits, velocity.Native));
        }

        /// <summary>The displacement of a surface since it was added [m].</summary>
        public Vec SurfaceOffset(SurfaceId surface)
        {
            Vec answer;
            var surfaceBits = surface.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_surface_offset(handle, surfaceBits, (KinstepVector*)&answer));
            return answer;
        }

        /// <summary>Sets the layers of a surface, 32 bits: it collides with bodies that have a bit in common with it. At first all bits are set.</summary>
        public void SetLayers(SurfaceId surface, uint layers)
        {
            var surfaceBits = surface.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_set_surface_layers(handle, surfaceBits, layers));
        }

        /// <summary>Sets the layers of a body, 32 bits: it collides with surfaces and bodies that have a bit in common with it. At first all bits are set.</summary>
        public void SetLayers(BodyId body, uint layers)
        {
            var bodyBits = body.In(this);
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_set_layers(handle, bodyBits, layers));
        }

        /// <summary>Makes an array of the contacts of the last step (in the order of time).</summary>
        public Contact[] Contacts()
        {
            var count = UIntPtr.Zero;
            var status = Methods.kinstep_world_contacts(handle, null, count, &count);
            if (status != KinstepStatus.BufferTooSmall) Check(status);
            var array = new Contact[(int)count];
            Contacts(array);
            return array;
        }

        /// <summary>Writes the contacts of the last step (in the order of time) to an array, which may be longer, and returns their number.</summary>
        public int Contacts(Contact[] array)
        {
            UIntPtr count;
            fixed (Contact* pointer = array ?? throw new ArgumentNullException(nameof(array)))
            {
                Check(Methods.kinstep_world_contacts(handle, (KinstepContact*)pointer, (UIntPtr)array.Length, &count));
                for (var i = (int)count - 1; i >= 0; i--) pointer[i] = new Contact(((KinstepContact*)pointer)[i], Family);
            }
            return (int)count;
        }

        /// <summary>Makes an array of the surfaces on which a body rests, slides or rolls.</summary>
        public SurfaceId[] HeldBy(BodyId body)
        {
            var count = UIntPtr.Zero;
            var bodyBits = body.In(this);
            var status = Methods.kinstep_world_held_by(handle, bodyBits, null, count, &count);
            if (status != KinstepStatus.BufferTooSmall) Check(status);
            var array = new SurfaceId[(int)count];
            HeldBy(body, array);
            return array;
        }

        /// <summary>Writes the surfaces on which a body rests, slides or rolls to an array, which may be longer, and returns their number.</summary>
        public int HeldBy(BodyId body, SurfaceId[] array)
        {
            UIntPtr count;
            var bodyBits = body.In(this);
            fixed (SurfaceId* pointer = array ?? throw new ArgumentNullException(nameof(array)))
            {
                Check(Methods.kinstep_world_held_by(handle, bodyBits, (KinstepSurfaceId*)pointer, (UIntPtr)array.Length, &count));
                for (var i = (int)count - 1; i >= 0; i--) pointer[i] = new SurfaceId(Family, ((ulong*)pointer)[i]);
            }
            return (int)count;
        }

        /// <summary>Moves a world by `dt` [s], which is not negative, or to the first event of a body if that is earlier. Without an event it is moved by all of `dt`, and the answer is null. Bodies ignore surfaces.</summary>
        public Moment? StepUntil(double dt, Until until)
        {
            Moment answer;
            var untilNative = until.In(this);
            var call = Call.Begin(owned);
            return End(call, Methods.kinstep_world_step_until(handle, dt, &untilNative, (KinstepEvent*)&answer)) ? answer : (Moment?)null;
        }

        /// <summary>Moves a world by `duration` [s] to a tolerance [m] for the error of a coordinate in a step, in steps as long as that allows. Bodies ignore surfaces.</summary>
        public Advanced Advance(double duration, double tolerance)
        {
            Advanced answer;
            var call = Call.Begin(owned);
            End(call, Methods.kinstep_world_advance(handle, duration, tolerance, (KinstepAdvanced*)&answer));
            return answer;
        }

        /// <summary>Moves a world to a tolerance [m] by `duration` [s], which is not negative, or to the first event of a body if that is earlier. Without an event it is moved by all of `duration`, and the answer is null. Bodies ignore surfaces.</summary>
        public Moment? AdvanceUntil(double duration, double tolerance, Until until)
        {
            Moment answer;
            var untilNative = until.In(this);
            var call = Call.Begin(owned);
            return End(call, Methods.kinstep_world_advance_until(handle, duration, tolerance, &untilNative, (KinstepEvent*)&answer)) ? answer : (Moment?)null;
        }
    }
}
