/* kinstep: a rigid-body step integrator that is exact where an exact answer exists.
 *
 * Made from the source by `cargo run -p table`: change that.
 *
 * All quantities are in SI units and one inertial world frame.
 *
 * A function returns a KinstepStatus, unless it makes a force (a KinstepForce) or returns a text (kinstep_last_error,
 * kinstep_version). After any status but KINSTEP_STATUS_OK kinstep_last_error has the reason in words, for each thread its own, and
 * nothing has changed, with three exceptions:
 *
 *   KINSTEP_STATUS_NO_ANSWER         kinstep_world_step_until and kinstep_world_advance_until have moved the world by the whole time
 *   KINSTEP_STATUS_BUFFER_TOO_SMALL  `count` or `size` has the size that is needed; ask for it with the capacity 0
 *   KINSTEP_STATUS_PANIC             the world of the call can only be freed
 *
 * A pointer is null, which is detected, or points to what its type says for the whole call: aligned, initialised if the call reads
 * it, and apart from all that the call writes. A world is a number that is never used again: null and a freed world are detected. An id
 * is a number that has a meaning in its world and its clones only: an id of something that was removed is detected; an id of another
 * world is not always detected, and may refer to something else in this one.
 *
 * Any thread may use any world, one call at a time: while a call runs, others on its world get KINSTEP_STATUS_BUSY, and so do those of
 * a function that the world calls. Only kinstep_world_free is never busy: the call that runs keeps the world until it ends. Functions
 * without a world may run on any threads at the same time.
 *
 * Your functions (forces, potentials, heights of ground, rules of contacts) are called on the thread of the call that needs them; on
 * two threads at the same time if these use a world and its clone. A function and its `user` must stay valid until no world has them:
 * until the force, surface or rule was removed or replaced, or the world was freed, in all clones, too, and all calls on these worlds
 * have ended. A function must return: no exception, no longjmp.
 */

#ifndef KINSTEP_H
#define KINSTEP_H

#include <stddef.h>
#include <stdint.h>

// The version of the library that this header belongs to.
#define KINSTEP_VERSION "0.1.0"

// How a call ended. After all but `KINSTEP_STATUS_OK` `kinstep_last_error` has the reason in words.
typedef enum {
  // Done.
  KINSTEP_STATUS_OK = 0,
  // A pointer that must be given is null, or an array is not aligned.
  KINSTEP_STATUS_NULL_POINTER = 1,
  // The handle is null or of no world, or its world was freed.
  KINSTEP_STATUS_NO_SUCH_WORLD = 2,
  // Another call is using the world, on another thread or around a function that it called.
  KINSTEP_STATUS_BUSY = 3,
  // A number, a kind or a vector is not valid.
  KINSTEP_STATUS_INVALID_ARGUMENT = 4,
  // The world has no such body.
  KINSTEP_STATUS_NO_SUCH_BODY = 5,
  // The world has no such force.
  KINSTEP_STATUS_NO_SUCH_FORCE = 6,
  // The step cannot be made.
  KINSTEP_STATUS_STEP_FAILED = 7,
  // The bytes are no snapshot or scene, or do not fit the world.
  KINSTEP_STATUS_RESTORE_FAILED = 8,
  // There is no such event, no launch that hits, or no centre of mass.
  KINSTEP_STATUS_NO_ANSWER = 9,
  // The buffer is too small; the size that is needed was written.
  KINSTEP_STATUS_BUFFER_TOO_SMALL = 10,
  // An error inside the library: please report it.
  KINSTEP_STATUS_PANIC = 11,
  // The world has no such surface.
  KINSTEP_STATUS_NO_SUCH_SURFACE = 12,
} KinstepStatus;

// How a step is computed from the effects of all forces.
typedef enum {
  // The step `x' = x + v h`, `v' = v + a h`.
  KINSTEP_SCHEME_EXPLICIT_EULER = 0,
  // The step `v' = v + a h`, `x' = x + v' h`, also called semi-implicit Euler: the step of most engines.
  KINSTEP_SCHEME_SYMPLECTIC_EULER = 1,
  // Half a kick, a drift, and half a kick. The second half kick evaluates forces at the velocity after the first half kick, so drag reduces the scheme to first order.
  KINSTEP_SCHEME_VELOCITY_VERLET = 2,
  // The classical fourth-order Runge–Kutta method on `(x, v)`.
  KINSTEP_SCHEME_RK4 = 3,
  // The step `v' = v + Σ Δv`, `x' = x + v h + Σ Δx`, with the increments of all forces from the state at the start of the step. A force without an exact increment has `Δv = a h`, `Δx = a h²`.
  KINSTEP_SCHEME_KINEMATIC = 4,
  // Like `Kinematic`, with `Δx = ½ Δv h` for every force.
  KINSTEP_SCHEME_AVERAGE_ACCELERATION = 5,
  // The exact flow of all linear forces together, with symmetric kicks by the other forces.
  KINSTEP_SCHEME_FLOW_KICK = 6,
  // Six flows between seven kicks, of fourth order: the splitting `SRKN₆ᵇ` of Blanes and Moan.
  KINSTEP_SCHEME_FLOW_KICK4 = 7,
  // Nine flows between eight kicks, of fourth order, and of tenth order if kicks are weak compared with the flow: the splitting `ABA(10,6,4)` of Blanes, Casas, Farrés, Laskar, Makazaga and Murua.
  KINSTEP_SCHEME_WEAK_KICK = 8,
} KinstepScheme;

// The kinds of forces; `kinstep_spring` and its like set them.
typedef enum {
  KINSTEP_FORCE_KIND_UNIFORM_GRAVITY = 0,
  KINSTEP_FORCE_KIND_CONSTANT_FORCE = 1,
  KINSTEP_FORCE_KIND_LINEAR_DRAG = 2,
  KINSTEP_FORCE_KIND_QUADRATIC_DRAG = 3,
  KINSTEP_FORCE_KIND_QUADRATIC_FALL = 4,
  KINSTEP_FORCE_KIND_SPRING = 5,
  KINSTEP_FORCE_KIND_MAGNETIC_FIELD = 6,
  KINSTEP_FORCE_KIND_ROTATING_FRAME = 7,
  KINSTEP_FORCE_KIND_MAGNUS = 8,
  KINSTEP_FORCE_KIND_DRY_FRICTION = 9,
  KINSTEP_FORCE_KIND_POINT_GRAVITY = 10,
  KINSTEP_FORCE_KIND_CONSTANT_TORQUE = 11,
  KINSTEP_FORCE_KIND_TORSION_SPRING = 12,
  KINSTEP_FORCE_KIND_ANGULAR_DRAG = 13,
  KINSTEP_FORCE_KIND_THRUSTER = 14,
  KINSTEP_FORCE_KIND_CRITICAL_SPRING = 15,
  KINSTEP_FORCE_KIND_MUTUAL_GRAVITY = 16,
  KINSTEP_FORCE_KIND_FUNCTION = 100,
  KINSTEP_FORCE_KIND_TORQUE = 101,
  KINSTEP_FORCE_KIND_FIELD = 102,
} KinstepForceKind;

// Kind of contact event.
typedef enum {
  // The body strikes the surface and leaves it: it bounces off, or it moves on along the surface without staying in contact. If the restitution is zero, this is the first touch of a body that an engine lifts.
  KINSTEP_CONTACT_KIND_BOUNCE = 0,
  // The body stays on the surface and moves along it: infinitely many bounces have ended, or the body struck the surface without a bounce.
  KINSTEP_CONTACT_KIND_SETTLE = 1,
  // The body begins to slide over the surface.
  KINSTEP_CONTACT_KIND_SLIDE = 2,
  // Sliding ends, and the body rolls on.
  KINSTEP_CONTACT_KIND_ROLL = 3,
  // The body comes to rest on the surface.
  KINSTEP_CONTACT_KIND_REST = 4,
  // The body leaves the surface without a bounce: it passes an edge, or a force lifts it off.
  KINSTEP_CONTACT_KIND_LEAVE = 5,
  // The body passes through the surface, because the contact callback allowed it.
  KINSTEP_CONTACT_KIND_PASS = 6,
  // The step had more events than are computed exactly. The midpoint rule computed the rest of the step, in up to 32 substeps.
  KINSTEP_CONTACT_KIND_CROWD = 7,
} KinstepContactKind;

// A kind of event.
typedef enum {
  // The body crosses the plane `vector · position = number`.
  KINSTEP_UNTIL_KIND_CROSSING = 0,
  // The position of the body along `vector` has its first maximum.
  KINSTEP_UNTIL_KIND_APEX = 1,
  // The body crosses the sphere with the center `vector` [m] and the radius `number` [m].
  KINSTEP_UNTIL_KIND_SPHERE = 2,
} KinstepUntilKind;

// The direction in which a surface is crossed.
typedef enum {
  // Towards the side to which the normal points.
  KINSTEP_CROSSING_ASCENDING = 0,
  // Away from the side to which the normal points.
  KINSTEP_CROSSING_DESCENDING = 1,
  // In either direction.
  KINSTEP_CROSSING_ANY = 2,
} KinstepCrossing;

// The kinds of models. Their numbers never change.
typedef enum {
  // Linear drag, exact. Without drag it is a vacuum.
  KINSTEP_MODEL_KIND_LINEAR = 0,
  // The rational model of linear drag, which is faster and less accurate.
  KINSTEP_MODEL_KIND_RATIONAL = 1,
  // Quadratic drag, to a tolerance.
  KINSTEP_MODEL_KIND_QUADRATIC = 2,
  // The step of Rapier.
  KINSTEP_MODEL_KIND_RAPIER = 3,
  // The step of Avian.
  KINSTEP_MODEL_KIND_AVIAN = 4,
  // The step of Box2D 3.
  KINSTEP_MODEL_KIND_BOX2D = 5,
  // The step of Unity with its built-in physics in space.
  KINSTEP_MODEL_KIND_UNITY = 6,
  // The step of `PhysX`.
  KINSTEP_MODEL_KIND_PHYSX = 7,
  // The step of Jolt.
  KINSTEP_MODEL_KIND_JOLT = 8,
  // The step of Godot with its own physics.
  KINSTEP_MODEL_KIND_GODOT = 9,
  // The step of Bullet.
  KINSTEP_MODEL_KIND_BULLET = 10,
  // The step that changes the velocity first.
  KINSTEP_MODEL_KIND_SYMPLECTIC_EULER = 11,
  // The step that changes the position first.
  KINSTEP_MODEL_KIND_EXPLICIT_EULER = 12,
} KinstepModelKind;

// What a throw holds fixed. The numbers never change.
typedef enum {
  // The time of flight [s].
  KINSTEP_PLAN_KIND_TIME = 0,
  // The straight-line distance to the hit divided by the time of flight [m/s].
  KINSTEP_PLAN_KIND_STRAIGHT_LINE_SPEED = 1,
  // The speed at launch [m/s].
  KINSTEP_PLAN_KIND_SPEED = 2,
  // The speed at launch [m/s], for the earliest hit.
  KINSTEP_PLAN_KIND_EARLIEST_AT_SPEED = 3,
  // The least speed at launch, without a value.
  KINSTEP_PLAN_KIND_LEAST_SPEED = 4,
  // A point that the path passes [m], without a value.
  KINSTEP_PLAN_KIND_THROUGH = 5,
  // The plane with this normal and, as the value, this distance from the origin [m]: the arc touches it at its top.
  KINSTEP_PLAN_KIND_TOUCHING = 6,
  // The height of the apex [m].
  KINSTEP_PLAN_KIND_APEX = 7,
  // The height of the arc above the straight line [m].
  KINSTEP_PLAN_KIND_ARC_HEIGHT = 8,
  // The height of the arc above the straight line, divided by the straight-line distance.
  KINSTEP_PLAN_KIND_CURVINESS = 9,
  // The slope at launch: rise divided by run.
  KINSTEP_PLAN_KIND_SLOPE = 10,
  // The slope at arrival: rise divided by run.
  KINSTEP_PLAN_KIND_ARRIVAL_SLOPE = 11,
  // The upward speed at launch [m/s].
  KINSTEP_PLAN_KIND_CLIMB_SPEED = 12,
  // The upward speed at launch, divided by the distance to the target [1/s].
  KINSTEP_PLAN_KIND_LOB = 13,
  // The number of steps of an engine, after which it hits at the engine's own position.
  KINSTEP_PLAN_KIND_STEPS = 14,
  // Points that the path passes or goes above [m], without a value.
  KINSTEP_PLAN_KIND_CLEARING = 15,
  // The speed at launch [m/s], for a throw that comes as near as possible.
  KINSTEP_PLAN_KIND_ATTEMPT = 16,
} KinstepPlanKind;

// The handle of a world. Zero is null. A handle is never used again for another world.
typedef struct {
  uint64_t id;
} KinstepWorld;

// The energy of a world [J].
typedef struct {
  double kinetic;
  // Potential energy of all forces that have a potential.
  double potential;
} KinstepEnergy;

// A vector in SI units and the world frame. In the plane z is zero; but an axial vector, such as an angular velocity or a
// torque, has only z there.
typedef struct {
  double x;
  double y;
  double z;
} KinstepVector;

// A rotation: in space a unit quaternion x i + y j + z k + w, in the plane the angle x [rad] and zeros. All zeros are no
// rotation.
typedef struct {
  double x;
  double y;
  double z;
  double w;
} KinstepOrientation;

// The inertia of a body. All zeros: a point, which does not rotate.
typedef struct {
  // Moments about the principal axes [kg m²]; in the plane only z.
  KinstepVector moments;
  // Rotation of the principal axes in the frame of the body; in the plane zero.
  KinstepOrientation axes;
} KinstepInertia;

// A body. The mass must be given; with zeros in all other fields it is a point at rest at the origin.
typedef struct {
  // Mass [kg]; infinite for a fixed body.
  double mass;
  // Radius [m] of a ball, which touches surfaces and other balls with its rim; zero: the centre of mass touches surfaces.
  double radius;
  // Position of the centre of mass [m].
  KinstepVector position;
  // Velocity of the centre of mass [m/s].
  KinstepVector velocity;
  // Rotation from the frame of the body to that of the world.
  KinstepOrientation orientation;
  // Angular velocity [rad/s], world frame; in the plane only z.
  KinstepVector angular_velocity;
  KinstepInertia inertia;
} KinstepBody;

// The id of a body. It is never used again for another body of the world.
typedef struct {
  uint64_t bits;
} KinstepBodyId;

// The same acceleration for every body: `a = g`.
typedef struct {
  // g [m/s²], world frame.
  KinstepVector acceleration;
} KinstepUniformGravity;

// A force that is the same everywhere, and constant or linear in time: `F = F₀ + (dF/dt) t`.
typedef struct {
  // The force at time zero [N], world frame.
  KinstepVector force;
  // Rate of change of the force [N/s].
  KinstepVector rate;
} KinstepConstantForce;

// Drag proportional to the velocity relative to the air: `a = -γ (v - wind)`.
typedef struct {
  // Rate γ [1/s], independent of mass and inertia. NaN if another alternative is given.
  double rate;
  // Coefficient [kg/s]. NaN if another alternative is given.
  double coefficient;
  // Velocity of the air [m/s], world frame.
  KinstepVector wind;
} KinstepLinearDrag;

// Drag proportional to the square of the speed through the air: `F = -k |v - wind| (v - wind)`.
typedef struct {
  // Coefficient k [kg/m].
  double coefficient;
  // Velocity of the air [m/s], world frame.
  KinstepVector wind;
} KinstepQuadraticDrag;

// Gravity and quadratic drag together, for a body that rises and falls. With s the downward speed through the air, `s' = g - (k/m) s |s|`.
typedef struct {
  // Acceleration of gravity [m/s²], world frame.
  KinstepVector gravity;
  // Coefficient k [kg/m]. NaN if another alternative is given.
  double coefficient;
  // Terminal speed `√(m g / k)` [m/s]. NaN if another alternative is given.
  double terminal_speed;
  // Velocity of the air [m/s], world frame.
  KinstepVector wind;
} KinstepQuadraticFall;

// A damped spring. Without a rest length the spring pulls a body to a point; in a link, it pulls the separation of the bodies to a given *vector* (an offset). To keep a distance, set a `length`.
typedef struct {
  // Stiffness k [N/m].
  double stiffness;
  // Damping coefficient b [kg/s].
  double damping;
  // Rest length [m]; NaN for a linear spring.
  double length;
  // Whether the spring is a rope, which never pushes. 0 or 1.
  double pulls_only;
  // Point where the spring is attached [m], world frame.
  KinstepVector anchor;
} KinstepSpring;

// A uniform magnetic field, with an optional electric field: `F = q (E + v × B)`.
typedef struct {
  // Magnetic field B [T].
  KinstepVector field;
  // Electric field E [V/m].
  KinstepVector electric_field;
  // Charge q [C]. 1 unless set.
  double charge;
} KinstepMagneticField;

// The inertial forces in a frame that rotates at a constant rate, Coriolis and centrifugal: `a = 2 v × Ω - Ω × (Ω × (x - p))`.
typedef struct {
  // Angular velocity Ω [rad/s].
  KinstepVector angular_velocity;
  // A point p on the axis [m].
  KinstepVector point;
} KinstepRotatingFrame;

// The lift of a ball with constant angular velocity: `F = k ω × (v - wind)`.
typedef struct {
  // Coefficient k [kg].
  double coefficient;
  // Angular velocity ω [rad/s].
  KinstepVector angular_velocity;
  // Velocity of the air [m/s], world frame.
  KinstepVector wind;
} KinstepMagnus;

// Dry friction: a force of constant magnitude that opposes the motion. It stops the body, and never reverses the motion.
typedef struct {
  // The force A [N]. NaN if another alternative is given.
  double force;
  // The coefficient of friction, and the normal load [N]. NaN if another alternative is given.
  double friction;
  // The coefficient of friction, and the normal load [N]. NaN if another alternative is given.
  double load;
  // The deceleration A/m [m/s²]. NaN if another alternative is given.
  double deceleration;
  // Coefficient B of the part linear in the speed [kg/s].
  double linear;
  // Coefficient C of the part quadratic in the speed [kg/m].
  double quadratic;
  // Velocity of the surface [m/s], world frame.
  KinstepVector surface;
} KinstepDryFriction;

// Newton's gravity towards a fixed point: `a = -μ r/|r|³`, with `r = x - centre`.
typedef struct {
  // Strength μ [m³/s²].
  double strength;
  // Position of the attractor [m], world frame.
  KinstepVector center;
} KinstepPointGravity;

// A constant torque in the world frame, independent of the body's motion.
typedef struct {
  // Torque τ [N·m], world frame.
  KinstepVector torque;
} KinstepConstantTorque;

// A damped spring towards an orientation: `τ = -k φ - b ω`, with the rotation vector φ from that orientation to the orientation of the body.
typedef struct {
  // Stiffness k [N·m/rad].
  double stiffness;
  // Damping coefficient b [N·m·s/rad].
  double damping;
  // Orientation at which the torque of the spring is zero: an angle [rad] in the plane, a unit quaternion in space.
  KinstepOrientation rest;
} KinstepTorsionSpring;

// Drag that slows the rotation of a body.
typedef struct {
  // Rate γ [1/s], independent of mass and inertia. NaN if another alternative is given.
  double rate;
  // Coefficient [N·m·s/rad]. NaN if another alternative is given.
  double coefficient;
} KinstepAngularDrag;

// An engine that is fixed to the body: a force that is constant in the body's frame, and acts at a point of the body.
typedef struct {
  // Force at full throttle [N], in the body's frame.
  KinstepVector force;
  // Point where the force acts, relative to the centre of mass [m], in the body's frame.
  KinstepVector arm;
  // Fraction of the full force; 1 is full throttle. 1 unless set.
  double throttle;
} KinstepThruster;

// A spring that pulls a body of any mass to a point as fast as possible without overshoot.
typedef struct {
  // Time after which a body that starts at rest has covered half the distance [s].
  double half_life;
  // Point to which the spring pulls [m], world frame.
  KinstepVector anchor;
} KinstepCriticalSpring;

// Newton's gravity between all bodies of a world, as one force. Use softening if bodies may come close to each other.
typedef struct {
  // The constant of gravitation G [m³/(kg s²)]; negative if bodies repel each other.
  double gravitation;
  // The softening length ε [m].
  double softening;
} KinstepMutualGravity;

// A force that is a function; made by `kinstep_function`, `kinstep_torque` or `kinstep_field`.
typedef struct {
  const void *function;
  const void *potential;
  // Passed to the functions.
  void *user;
} KinstepCallback;

// The parameters of a force; its kind tells which.
typedef union {
  KinstepUniformGravity uniform_gravity;
  KinstepConstantForce constant_force;
  KinstepLinearDrag linear_drag;
  KinstepQuadraticDrag quadratic_drag;
  KinstepQuadraticFall quadratic_fall;
  KinstepSpring spring;
  KinstepMagneticField magnetic_field;
  KinstepRotatingFrame rotating_frame;
  KinstepMagnus magnus;
  KinstepDryFriction dry_friction;
  KinstepPointGravity point_gravity;
  KinstepConstantTorque constant_torque;
  KinstepTorsionSpring torsion_spring;
  KinstepAngularDrag angular_drag;
  KinstepThruster thruster;
  KinstepCriticalSpring critical_spring;
  KinstepMutualGravity mutual_gravity;
  KinstepCallback callback;
} KinstepParameters;

// A force. Make it with a function such as `kinstep_spring`, which sets all parameters; then change others by name, such as
// `force.parameters.spring.damping`. A struct of zeros is a gravity of zero, which is valid and does nothing.
typedef struct {
  // Which member of `parameters` is read.
  KinstepForceKind kind;
  // Not zero: the force acts at `arm`, and has a torque; see `kinstep_mounted`.
  uint32_t is_mounted;
  // The point where the force acts, relative to the centre of mass [m], frame of the body.
  KinstepVector arm;
  KinstepParameters parameters;
} KinstepForce;

// Writes the force [N] or the torque [N m] on a body at a time [s] to `force`, which is zero before. In the plane z of a
// force, and x and y of a torque, are not read.
typedef void (*KinstepForceOfBody)(const KinstepBody *body, double time, void *user, KinstepVector *force);

// Writes the force [N] at a position [m] and a time [s] to `force`, which is zero before. In the plane its z is not read.
typedef void (*KinstepForceOfPosition)(const KinstepVector *position, double time, void *user, KinstepVector *force);

// The potential energy [J] at a position [m] and a time [s].
typedef double (*KinstepPotentialOfPosition)(const KinstepVector *position, double time, void *user);

// The id of a force or a link. It is never used again for another force of the world.
typedef struct {
  uint64_t bits;
} KinstepForceId;

// How a body and a surface, or two bodies, act on each other. All zeros: no bounce, no friction.
typedef struct {
  // Normal speed after a contact divided by that before, from 0 (no bounce) to 1 (no loss).
  double restitution;
  // Coefficient of friction, static and sliding; zero or more.
  double friction;
  // Coefficient of rolling resistance; zero or more.
  double rolling;
  // From 0 (friction stops the sliding) to 1 (friction reverses it without loss, as of a superball).
  double tangential_restitution;
} KinstepMaterial;

// The id of a surface. It is never used again for another surface of the world.
typedef struct {
  uint64_t bits;
} KinstepSurfaceId;

// The height of the ground [m] along its up direction, at a position [m] without its part along up.
typedef double (*KinstepHeightOfGround)(const KinstepVector *position, void *user);

// Ground that is a function.
typedef struct {
  // Up, of any length.
  KinstepVector up;
  KinstepHeightOfGround height;
  // Passed to `height`.
  void *user;
  // Upper bound on the slope: the most that the height changes [m] per metre.
  double steepest;
  // Of ground in a world: the most that its slope changes per metre [1/m]; zero for a plane. Flights do not read it.
  double curvature;
} KinstepGround;

// A contact for which a rule decides how it acts.
typedef struct {
  // In the time of the world [s].
  double time;
  KinstepBodyId body;
  // The surface that the body touches, unless `is_with_body`.
  KinstepSurfaceId surface;
  // The other body, if `is_with_body`.
  KinstepBodyId other;
  // Not zero: the body touches another one.
  uint32_t is_with_body;
  // Point of contact [m].
  KinstepVector point;
  // Unit normal, towards the body.
  KinstepVector normal;
  // Velocity of the body relative to the surface or the other body [m/s].
  KinstepVector velocity;
} KinstepCollision;

// How a contact acts.
typedef struct {
  // The material, also while the body stays on the surface.
  KinstepMaterial material;
  // Velocity of a conveyor belt along the surface [m/s].
  KinstepVector belt;
  // Velocity that is added to that of the body [m/s], as by a jump pad.
  KinstepVector push;
  // Not zero: the body passes through, as through a trigger zone.
  uint32_t passes;
} KinstepResponse;

// Decides how a contact acts, by changing `response`: it has the material that was set, and zeros. Equal contacts must get equal
// responses.
typedef void (*KinstepRule)(const KinstepCollision *collision, void *user, KinstepResponse *response);

// A contact of a body in the last step.
typedef struct {
  // In the time of the world [s].
  double time;
  KinstepBodyId body;
  // The surface that the body touched, unless `is_with_body`.
  KinstepSurfaceId surface;
  // The other body, if `is_with_body`.
  KinstepBodyId other;
  // Not zero: the body touched another one.
  uint32_t is_with_body;
  KinstepContactKind kind;
  // Point of contact [m].
  KinstepVector point;
  // Unit normal, towards the body.
  KinstepVector normal;
  // Impulse on the body [N s].
  KinstepVector impulse;
} KinstepContact;

// An event of a body, at which a motion ends.
typedef struct {
  KinstepBodyId body;
  KinstepUntilKind kind;
  // Which crossings of a plane or a sphere count.
  KinstepCrossing crossing;
  // The normal of the plane, the direction of the apex, or the centre of the sphere [m].
  KinstepVector vector;
  // The distance of the plane from the origin along its normal [m], or the radius [m].
  double number;
} KinstepUntil;

// The state of a body or a flight at a time.
typedef struct {
  // Since the call, or since launch [s].
  double time;
  // [m]
  KinstepVector position;
  // [m/s]
  KinstepVector velocity;
} KinstepEvent;

// The work of a motion to a tolerance.
typedef struct {
  // Number of bodies that moved exactly, in one step.
  uint64_t exact_bodies;
  // Number of islands (bodies that links tie together) that moved by steps of their own.
  uint64_t islands;
  // All steps that were accepted.
  uint64_t steps;
  // Steps that were rejected, and repeated with a shorter length.
  uint64_t rejected;
  // Evaluations of all forces on an island.
  uint64_t evaluations;
  // The largest tolerance [m] that replaced one below the rounding of a coordinate; zero if none was replaced.
  double raised;
} KinstepAdvanced;

// A model of flight: an air, or the step of an engine. Plain data: copy it as you like. Leave at zero what its kind does not have.
typedef struct {
  KinstepModelKind kind;
  // Of an engine with substeps: their number; zero for the default of the engine.
  uint32_t substeps;
  // [m/s²]
  KinstepVector gravity;
  // Velocity of the air [m/s]; zero for an engine.
  KinstepVector wind;
  // The drag rate [1/s] of linear and rational air, the coefficient [1/m] of quadratic air, or the damping of an engine in the unit
  // of that engine.
  double drag;
  // Terminal speed [m/s], in place of the drag of an air.
  double terminal_speed;
  // Of quadratic air: tolerance for the error of a position [m]; zero for 1e-6 m.
  double tolerance;
  // Of an engine: its step [s].
  double time_step;
} KinstepModel;

// A flight: its model and its launch. Plain data: copy it as you like.
typedef struct {
  KinstepModel model;
  // At launch [m].
  KinstepVector position;
  // At launch [m/s].
  KinstepVector velocity;
} KinstepFlight;

// The point of a flight that is closest to a given point.
typedef struct {
  // Since launch [s].
  double time;
  // [m]
  KinstepVector position;
  // Distance from the given point [m].
  double distance;
} KinstepClosest;

// What a throw is for: the point of launch, and the target. Leave at zero what does not move.
typedef struct {
  // Point of launch [m].
  KinstepVector from;
  // Position of the target at launch [m].
  KinstepVector target;
  // Velocity of the target at launch [m/s].
  KinstepVector target_velocity;
  // Constant acceleration of the target [m/s²].
  KinstepVector target_acceleration;
  // Velocity of the shooter [m/s], which is added to that of the throw.
  KinstepVector shooter_velocity;
} KinstepOrder;

// What a throw holds fixed. Leave at zero what its kind does not have.
typedef struct {
  KinstepPlanKind kind;
  // Not zero: the latest hit instead of the earliest, as on the high trajectory of a speed.
  uint32_t lofted;
  // The number of the plan; its kind says what it is.
  double value;
  // The point or the normal of the plan; its kind says which.
  KinstepVector vector;
  // The points [m] of `KINSTEP_PLAN_KIND_CLEARING`.
  const KinstepVector *points;
  // Their number.
  size_t point_count;
} KinstepPlan;

// A throw that hits, or the closest attempt.
typedef struct {
  // Velocity at launch [m/s], world frame, with that of the shooter.
  KinstepVector velocity;
  // From launch to hit, or to the closest approach of an attempt [s].
  double time_of_flight;
  // Of an attempt: the smallest distance from the target [m]; else zero.
  double miss;
} KinstepLaunch;

// The drift of a quantity that should be constant. Errors are changes since the first sample, relative to a scale.
typedef struct {
  // "rounding", "bounded", "secular", "jumped" or "unclear".
  char kind[16];
  // Slope of the error [1/s], and its standard error.
  double rate;
  double rate_error;
  // Half of the range of the error in a block of samples.
  double amplitude;
  // The largest absolute error, and the last one.
  double worst;
  double last;
  // Height of the jump; zero without one.
  double jump;
  uint64_t samples;
} KinstepDrift;

// The errors of one scheme over a run.
typedef struct {
  // Largest distance of a body from the reference motion at the end [m].
  double position;
  // The largest such distance on the way [m].
  double worst_position;
  // Largest angle between an orientation and that of the reference motion at the end [rad]; zero if all bodies are points.
  double orientation;
  // Energy error at the end, relative to the energy scale of the run.
  double energy;
  // Number of steps made, after which the errors were measured: fewer than asked for if a step failed.
  uint64_t steps;
} KinstepSchemeErrors;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The reason of the last failure on this thread, in UTF-8; empty if there was none. The pointer stays valid as long as
// the thread; the next call that fails on this thread changes the text.
const char *kinstep_last_error(void);

// The version of the library, such as `KINSTEP_VERSION` of the header that belongs to it.
const char *kinstep_version(void);

// Makes an empty world of 2 dimensions (the plane) or 3 (space). Free it with `kinstep_world_free`.
KinstepStatus kinstep_world_new(uint32_t dimensions, KinstepWorld *world);

// Makes an empty world that computes in single precision.
KinstepStatus kinstep_world_new_single(uint32_t dimensions, KinstepWorld *world);

// Makes a copy of a world, which steps to the same bits and has the same ids. It calls the same functions with the same `user`.
// Free it, too.
KinstepStatus kinstep_world_clone(KinstepWorld world,
                                  KinstepWorld *copy);

// Frees a world. Freeing it twice, or using it afterwards, is `KINSTEP_STATUS_NO_SUCH_WORLD`. A call that runs meanwhile keeps the
// world, and calls its functions, until it ends.
KinstepStatus kinstep_world_free(KinstepWorld world);

// Moves a world by `dt` [s]; a negative step runs backwards. If it fails the world is as it was.
KinstepStatus kinstep_world_step(KinstepWorld world, double dt);

// Simulated time [s].
KinstepStatus kinstep_world_time(KinstepWorld world, double *time);

// Number of steps made.
KinstepStatus kinstep_world_steps(KinstepWorld world, uint64_t *steps);

// Number of dimensions: 2 or 3.
KinstepStatus kinstep_world_dimensions(KinstepWorld world, uint32_t *dimensions);

// Kinetic and potential energy [J].
KinstepStatus kinstep_world_energy(KinstepWorld world, KinstepEnergy *energy);

// Momentum [kg m/s].
KinstepStatus kinstep_world_momentum(KinstepWorld world, KinstepVector *momentum);

// Angular momentum about the origin [kg m²/s]; in the plane only z.
KinstepStatus kinstep_world_angular_momentum(KinstepWorld world, KinstepVector *angular_momentum);

// Centre of mass [m]; `KINSTEP_STATUS_NO_ANSWER` without bodies of finite mass.
KinstepStatus kinstep_world_center_of_mass(KinstepWorld world, KinstepVector *center);

// The scheme by which a world is stepped; at first `KINSTEP_SCHEME_FLOW_KICK`.
KinstepStatus kinstep_world_scheme(KinstepWorld world, KinstepScheme *scheme);

// Sets the scheme by which a world is stepped from now on.
KinstepStatus kinstep_world_set_scheme(KinstepWorld world, KinstepScheme scheme);

// Adds a body. Writes its id, unless the pointer is null.
KinstepStatus kinstep_world_add_body(KinstepWorld world, const KinstepBody *body, KinstepBodyId *id);

// Adds `count` bodies. If one of them is not valid none is added. Writes their ids, unless the pointer is null.
//
// # Safety
// `bodies` has `count` bodies, and `ids` has room for as many ids.
KinstepStatus kinstep_world_add_bodies(KinstepWorld world, const KinstepBody *bodies, size_t count, KinstepBodyId *ids);

// Removes a body, the forces on it alone, and its links. In the order of `kinstep_world_bodies` the last body takes its place.
KinstepStatus kinstep_world_remove_body(KinstepWorld world,
                                        KinstepBodyId body);

// Removes all bodies and links, and all forces on particular bodies. Only forces on every body stay.
KinstepStatus kinstep_world_clear(KinstepWorld world);

// Writes the state of a body.
KinstepStatus kinstep_world_body(KinstepWorld world, KinstepBodyId body, KinstepBody *state);

// Writes 1 if the world has this body, else 0.
KinstepStatus kinstep_world_contains(KinstepWorld world, KinstepBodyId body, uint32_t *contains);

// Number of bodies.
KinstepStatus kinstep_world_body_count(KinstepWorld world, size_t *count);

// Writes the states of all bodies to a buffer, and their number to `count`.
//
// # Safety
// The buffer has room for `capacity` bodies.
KinstepStatus kinstep_world_bodies(KinstepWorld world, KinstepBody *buffer, size_t capacity, size_t *count);

// Writes the ids of all bodies to a buffer, in the order of `kinstep_world_bodies`, and their number to `count`.
//
// # Safety
// The buffer has room for `capacity` ids.
KinstepStatus kinstep_world_body_ids(KinstepWorld world, KinstepBodyId *buffer, size_t capacity, size_t *count);

// Writes the angular momentum of a body about its centre of mass [kg m²/s]; in the plane only z.
KinstepStatus kinstep_world_spin_angular_momentum(KinstepWorld world,
                                                  KinstepBodyId body,
                                                  KinstepVector *angular_momentum);

// Writes the acceleration of a body by all forces [m/s²].
KinstepStatus kinstep_world_acceleration(KinstepWorld world, KinstepBodyId body, KinstepVector *acceleration);

// Writes the torque of all forces on a body [N m]; in the plane only z.
KinstepStatus kinstep_world_torque(KinstepWorld world, KinstepBodyId body, KinstepVector *torque);

// Sets the mass of a body [kg]; infinite for a fixed body. Inertia and velocity stay as they are.
KinstepStatus kinstep_world_set_mass(KinstepWorld world, KinstepBodyId body, double mass);

// Sets the radius of a body [m]; zero for a body that is no ball.
KinstepStatus kinstep_world_set_radius(KinstepWorld world, KinstepBodyId body, double radius);

// Sets the position of a body [m].
KinstepStatus kinstep_world_set_position(KinstepWorld world, KinstepBodyId body, KinstepVector position);

// Sets the velocity of a body [m/s].
KinstepStatus kinstep_world_set_velocity(KinstepWorld world, KinstepBodyId body, KinstepVector velocity);

// Sets the orientation of a body.
KinstepStatus kinstep_world_set_orientation(KinstepWorld world, KinstepBodyId body, KinstepOrientation orientation);

// Sets the angular velocity of a body [rad/s]; in the plane only z.
KinstepStatus kinstep_world_set_angular_velocity(KinstepWorld world,
                                                 KinstepBodyId body,
                                                 KinstepVector angular_velocity);

// Sets the inertia of a body. Its angular velocity stays as it is.
KinstepStatus kinstep_world_set_inertia(KinstepWorld world, KinstepBodyId body, KinstepInertia inertia);

// Applies an impulse [N s] to a body: its momentum changes at once.
KinstepStatus kinstep_world_apply_impulse(KinstepWorld world, KinstepBodyId body, KinstepVector impulse);

// Applies an impulse [N s] to a body at a point of the world [m]: momentum and angular momentum change at once.
KinstepStatus kinstep_world_apply_impulse_at(KinstepWorld world,
                                             KinstepBodyId body,
                                             KinstepVector impulse,
                                             KinstepVector point);

// Applies a constant force [N] to a body during the next step only. Several such forces add.
KinstepStatus kinstep_world_apply_force(KinstepWorld world, KinstepBodyId body, KinstepVector force);

// Applies a constant force [N] to a body at a point of the world [m], during the next step only.
KinstepStatus kinstep_world_apply_force_at(KinstepWorld world,
                                           KinstepBodyId body,
                                           KinstepVector force,
                                           KinstepVector point);

// Applies a constant torque [N m] to a body during the next step only; in the plane only z.
KinstepStatus kinstep_world_apply_torque(KinstepWorld world, KinstepBodyId body, KinstepVector torque);

// Writes the tag of a body, a number of the caller; zero if none was set.
KinstepStatus kinstep_world_tag(KinstepWorld world, KinstepBodyId body, uint64_t *tag);

// Sets the tag of a body, a number for the caller's own use.
KinstepStatus kinstep_world_set_tag(KinstepWorld world, KinstepBodyId body, uint64_t tag);

// The inertia of a solid ball of this mass [kg] and radius [m], in space.
KinstepStatus kinstep_inertia_sphere(double mass, double radius, KinstepInertia *inertia);

// The inertia of a solid box of this mass [kg] and edges [m], in space.
KinstepStatus kinstep_inertia_cuboid(double mass, KinstepVector edges, KinstepInertia *inertia);

// The inertia of a solid cylinder about y of this mass [kg], radius and height [m], in space.
KinstepStatus kinstep_inertia_cylinder(double mass, double radius, double height, KinstepInertia *inertia);

// Returns a force [N] that is a function of body and time: a kick.
KinstepForce kinstep_function(KinstepForceOfBody force, void *user);

// Returns a torque [N m] that is a function of body and time: a kick.
KinstepForce kinstep_torque(KinstepForceOfBody torque, void *user);

// Returns a force that depends on position and time alone. It is the negative gradient of `potential`; null if there is none.
// Prefer it to `kinstep_function`: motion to a tolerance calls it less often, and a potential counts in the energy of the world.
KinstepForce kinstep_field(KinstepForceOfPosition force,
                           KinstepPotentialOfPosition potential,
                           void *user);

// Returns the force as it acts at a point of the body, given relative to the centre of mass [m], frame of the body. It also has a
// torque.
KinstepForce kinstep_mounted(KinstepForce force,
                             KinstepVector arm);

// Adds a force on every body, also on bodies that are added later. Writes its id, unless the pointer is null.
KinstepStatus kinstep_world_add_force(KinstepWorld world, const KinstepForce *force, KinstepForceId *id);

// Adds a force on one body. Writes its id, unless the pointer is null.
KinstepStatus kinstep_world_add_force_on(KinstepWorld world,
                                         KinstepBodyId body,
                                         const KinstepForce *force,
                                         KinstepForceId *id);

// Adds one force, with one id, on each of `count` bodies. Writes its id, unless the pointer is null.
//
// # Safety
// There are `count` ids.
KinstepStatus kinstep_world_add_force_on_each(KinstepWorld world,
                                              const KinstepBodyId *bodies,
                                              size_t count,
                                              const KinstepForce *force,
                                              KinstepForceId *id);

// Adds a force on all bodies, also later ones, except `count` of them. Writes its id, unless the pointer is null.
//
// # Safety
// There are `count` ids.
KinstepStatus kinstep_world_add_force_except(KinstepWorld world,
                                             const KinstepBodyId *bodies,
                                             size_t count,
                                             const KinstepForce *force,
                                             KinstepForceId *id);

// Adds a link: a force between two bodies. It acts on the first body as if the second were the origin, and the second body gets the
// opposite force. Writes its id, unless the pointer is null.
KinstepStatus kinstep_world_add_link(KinstepWorld world,
                                     KinstepBodyId first,
                                     KinstepBodyId second,
                                     const KinstepForce *force,
                                     KinstepForceId *id);

// Adds a link between points of two bodies, given relative to the centres of mass [m], in the frames of the bodies. Writes its id,
// unless the pointer is null.
KinstepStatus kinstep_world_add_link_at(KinstepWorld world,
                                        KinstepBodyId first,
                                        KinstepVector first_point,
                                        KinstepBodyId second,
                                        KinstepVector second_point,
                                        const KinstepForce *force,
                                        KinstepForceId *id);

// Replaces a force: the new one acts on the same bodies, and has the same id.
KinstepStatus kinstep_world_replace_force(KinstepWorld world, KinstepForceId id, const KinstepForce *force);

// Removes a force or a link.
KinstepStatus kinstep_world_remove_force(KinstepWorld world, KinstepForceId id);

// Writes the ids of all forces and links to a buffer, and their number to `count`.
//
// # Safety
// The buffer has room for `capacity` ids.
KinstepStatus kinstep_world_forces(KinstepWorld world, KinstepForceId *buffer, size_t capacity, size_t *count);

// The same acceleration for every body: `a = g`.
//
// `acceleration`: g [m/s²], world frame.
KinstepForce kinstep_uniform_gravity(KinstepVector acceleration);

// A force that is the same everywhere, and constant or linear in time: `F = F₀ + (dF/dt) t`.
//
// `force`: The force at time zero [N], world frame.
// What else it has is in `parameters.constant_force`.
KinstepForce kinstep_constant_force(KinstepVector force);

// Drag proportional to the velocity relative to the air: `a = -γ (v - wind)`.
//
// `rate`: Rate γ [1/s], independent of mass and inertia.
// What else it has is in `parameters.linear_drag`.
KinstepForce kinstep_linear_drag_rate(double rate);

// Drag proportional to the velocity relative to the air: `a = -γ (v - wind)`.
//
// `coefficient`: Coefficient [kg/s].
// What else it has is in `parameters.linear_drag`.
KinstepForce kinstep_linear_drag_coefficient(double coefficient);

// Drag proportional to the square of the speed through the air: `F = -k |v - wind| (v - wind)`.
//
// `coefficient`: Coefficient k [kg/m].
// What else it has is in `parameters.quadratic_drag`.
KinstepForce kinstep_quadratic_drag(double coefficient);

// Gravity and quadratic drag together, for a body that rises and falls. With s the downward speed through the air, `s' = g - (k/m) s |s|`.
//
// `gravity`: Acceleration of gravity [m/s²], world frame.
// `coefficient`: Coefficient k [kg/m].
// What else it has is in `parameters.quadratic_fall`.
KinstepForce kinstep_quadratic_fall_coefficient(KinstepVector gravity,
                                                double coefficient);

// Gravity and quadratic drag together, for a body that rises and falls. With s the downward speed through the air, `s' = g - (k/m) s |s|`.
//
// `gravity`: Acceleration of gravity [m/s²], world frame.
// `terminal_speed`: Terminal speed `√(m g / k)` [m/s].
// What else it has is in `parameters.quadratic_fall`.
KinstepForce kinstep_quadratic_fall_terminal_speed(KinstepVector gravity,
                                                   double terminal_speed);

// A damped spring. Without a rest length the spring pulls a body to a point; in a link, it pulls the separation of the bodies to a given *vector* (an offset). To keep a distance, set a `length`.
//
// `stiffness`: Stiffness k [N/m].
// What else it has is in `parameters.spring`.
KinstepForce kinstep_spring(double stiffness);

// A uniform magnetic field, with an optional electric field: `F = q (E + v × B)`.
//
// `field`: Magnetic field B [T].
// What else it has is in `parameters.magnetic_field`.
KinstepForce kinstep_magnetic_field(KinstepVector field);

// The inertial forces in a frame that rotates at a constant rate, Coriolis and centrifugal: `a = 2 v × Ω - Ω × (Ω × (x - p))`.
//
// `angular_velocity`: Angular velocity Ω [rad/s].
// What else it has is in `parameters.rotating_frame`.
KinstepForce kinstep_rotating_frame(KinstepVector angular_velocity);

// The lift of a ball with constant angular velocity: `F = k ω × (v - wind)`.
//
// `coefficient`: Coefficient k [kg].
// `angular_velocity`: Angular velocity ω [rad/s].
// What else it has is in `parameters.magnus`.
KinstepForce kinstep_magnus(double coefficient, KinstepVector angular_velocity);

// Dry friction: a force of constant magnitude that opposes the motion. It stops the body, and never reverses the motion.
//
// `force`: The force A [N].
// What else it has is in `parameters.dry_friction`.
KinstepForce kinstep_dry_friction_force(double force);

// Dry friction: a force of constant magnitude that opposes the motion. It stops the body, and never reverses the motion.
//
// `friction`: The coefficient of friction, and the normal load [N].
// `load`: The coefficient of friction, and the normal load [N].
// What else it has is in `parameters.dry_friction`.
KinstepForce kinstep_dry_friction_load(double friction,
                                       double load);

// Dry friction: a force of constant magnitude that opposes the motion. It stops the body, and never reverses the motion.
//
// `deceleration`: The deceleration A/m [m/s²].
// What else it has is in `parameters.dry_friction`.
KinstepForce kinstep_dry_friction_deceleration(double deceleration);

// Newton's gravity towards a fixed point: `a = -μ r/|r|³`, with `r = x - centre`.
//
// `strength`: Strength μ [m³/s²].
// What else it has is in `parameters.point_gravity`.
KinstepForce kinstep_point_gravity(double strength);

// A constant torque in the world frame, independent of the body's motion.
//
// `torque`: Torque τ [N·m], world frame.
KinstepForce kinstep_constant_torque(KinstepVector torque);

// A damped spring towards an orientation: `τ = -k φ - b ω`, with the rotation vector φ from that orientation to the orientation of the body.
//
// `stiffness`: Stiffness k [N·m/rad].
// What else it has is in `parameters.torsion_spring`.
KinstepForce kinstep_torsion_spring(double stiffness);

// Drag that slows the rotation of a body.
//
// `rate`: Rate γ [1/s], independent of mass and inertia.
// What else it has is in `parameters.angular_drag`.
KinstepForce kinstep_angular_drag_rate(double rate);

// Drag that slows the rotation of a body.
//
// `coefficient`: Coefficient [N·m·s/rad].
// What else it has is in `parameters.angular_drag`.
KinstepForce kinstep_angular_drag_coefficient(double coefficient);

// An engine that is fixed to the body: a force that is constant in the body's frame, and acts at a point of the body.
//
// `force`: Force at full throttle [N], in the body's frame.
// What else it has is in `parameters.thruster`.
KinstepForce kinstep_thruster(KinstepVector force);

// A spring that pulls a body of any mass to a point as fast as possible without overshoot.
//
// `half_life`: Time after which a body that starts at rest has covered half the distance [s].
// What else it has is in `parameters.critical_spring`.
KinstepForce kinstep_critical_spring(double half_life);

// Newton's gravity between all bodies of a world, as one force. Use softening if bodies may come close to each other.
//
// `gravitation`: The constant of gravitation G [m³/(kg s²)]; negative if bodies repel each other.
// What else it has is in `parameters.mutual_gravity`.
KinstepForce kinstep_mutual_gravity(double gravitation);

// Adds a plane with which all bodies collide, at a distance [m] from the origin along its normal, which points to the
// free side. Writes its id, unless the pointer is null.
KinstepStatus kinstep_world_add_plane(KinstepWorld world,
                                      KinstepVector normal,
                                      double distance,
                                      KinstepMaterial material,
                                      KinstepSurfaceId *id);

// Adds a solid box with which all bodies collide: its centre and half of each edge [m]. Writes its id, unless the
// pointer is null.
KinstepStatus kinstep_world_add_box(KinstepWorld world,
                                    KinstepVector center,
                                    KinstepVector half_extents,
                                    KinstepOrientation orientation,
                                    KinstepMaterial material,
                                    KinstepSurfaceId *id);

// Adds a solid ball with which all bodies collide: its centre and radius [m]. Writes its id, unless the pointer is null.
KinstepStatus kinstep_world_add_ball(KinstepWorld world,
                                     KinstepVector center,
                                     double radius,
                                     KinstepMaterial material,
                                     KinstepSurfaceId *id);

// Adds segments from point to point in the plane, two coordinates for each of `count` points [m]; if `is_closed` is not
// zero the last one is joined to the first. The solid side is on the right, seen along the segments. Writes its id, unless the
// pointer is null.
//
// # Safety
// There are 2 `count` coordinates.
KinstepStatus kinstep_world_add_chain(KinstepWorld world,
                                      const double *points,
                                      size_t count,
                                      uint32_t is_closed,
                                      KinstepMaterial material,
                                      KinstepSurfaceId *id);

// Adds ground between samples of its height [m], `spacing` [m] apart: `rows` rows of `columns` samples; one row in the plane. The
// first sample is at `origin` [m] plus its height along `up`, which is along an axis. Writes its id, unless the pointer is null.
//
// # Safety
// There are `rows` times `columns` heights.
KinstepStatus kinstep_world_add_heightfield(KinstepWorld world,
                                            KinstepVector up,
                                            KinstepVector origin,
                                            double spacing,
                                            const double *heights,
                                            size_t rows,
                                            size_t columns,
                                            KinstepMaterial material,
                                            KinstepSurfaceId *id);

// Adds ground that is a function, with which all bodies collide. Writes its id, unless the pointer is null.
KinstepStatus kinstep_world_add_ground(KinstepWorld world,
                                       const KinstepGround *ground,
                                       KinstepMaterial material,
                                       KinstepSurfaceId *id);

// Removes a surface.
KinstepStatus kinstep_world_remove_surface(KinstepWorld world, KinstepSurfaceId surface);

// Sets the material of a surface.
KinstepStatus kinstep_world_set_contact(KinstepWorld world, KinstepSurfaceId surface, KinstepMaterial material);

// Sets the velocity of a surface [m/s] from now on, as of a lift.
KinstepStatus kinstep_world_set_surface_velocity(KinstepWorld world, KinstepSurfaceId surface, KinstepVector velocity);

// Writes the displacement of a surface since it was added [m].
KinstepStatus kinstep_world_surface_offset(KinstepWorld world, KinstepSurfaceId surface, KinstepVector *offset);

// Makes a surface stop only bodies that come from the side to which `side` points, or from all sides if it is null, as at first.
KinstepStatus kinstep_world_set_one_way(KinstepWorld world,
                                        KinstepSurfaceId surface,
                                        const KinstepVector *side);

// Sets the layers of a surface, 32 bits: it collides with bodies that have a bit in common with it. At first all bits are set.
KinstepStatus kinstep_world_set_surface_layers(KinstepWorld world,
                                               KinstepSurfaceId surface,
                                               uint32_t layers);

// Sets the layers of a body, 32 bits: it collides with surfaces and bodies that have a bit in common with it. At first all bits
// are set.
KinstepStatus kinstep_world_set_layers(KinstepWorld world,
                                       KinstepBodyId body,
                                       uint32_t layers);

// Lets round bodies collide with each other, or lets them pass if `material` is null, as at first.
KinstepStatus kinstep_world_set_body_contact(KinstepWorld world, const KinstepMaterial *material);

// Lets a function decide how each contact acts, also while a body stays on a surface. It replaces the last one; a function that
// changes nothing leaves each contact as its material says.
KinstepStatus kinstep_world_on_contact(KinstepWorld world,
                                       KinstepRule rule,
                                       void *user);

// Writes the contacts of the last step to a buffer, in the order of time, and their number to `count`.
//
// # Safety
// The buffer has room for `capacity` contacts.
KinstepStatus kinstep_world_contacts(KinstepWorld world, KinstepContact *buffer, size_t capacity, size_t *count);

// Writes the surfaces on which a body rests, slides or rolls to a buffer, and their number to `count`.
//
// # Safety
// The buffer has room for `capacity` ids.
KinstepStatus kinstep_world_held_by(KinstepWorld world,
                                    KinstepBodyId body,
                                    KinstepSurfaceId *buffer,
                                    size_t capacity,
                                    size_t *count);

// Moves a world by `dt` [s], which is not negative, or to the first event of a body if that is earlier. Without an event it is moved
// by all of `dt`, and the status is `KINSTEP_STATUS_NO_ANSWER`. Bodies ignore surfaces.
KinstepStatus kinstep_world_step_until(KinstepWorld world,
                                       double dt,
                                       const KinstepUntil *until,
                                       KinstepEvent *event);

// Moves a world by `duration` [s] to a tolerance [m] for the error of a coordinate in a step, in steps as long as that allows. Bodies
// ignore surfaces.
//
// Writes the work, unless the pointer is null.
KinstepStatus kinstep_world_advance(KinstepWorld world,
                                    double duration,
                                    double tolerance,
                                    KinstepAdvanced *advanced);

// Moves a world to a tolerance [m] by `duration` [s], which is not negative, or to the first event of a body if that is earlier.
// Without an event it is moved by all of `duration`, and the status is `KINSTEP_STATUS_NO_ANSWER`. Bodies ignore surfaces.
KinstepStatus kinstep_world_advance_until(KinstepWorld world,
                                          double duration,
                                          double tolerance,
                                          const KinstepUntil *until,
                                          KinstepEvent *event);

// Writes the bodies, the time and the scheme of a world to a buffer, without forces, surfaces and layers, and its size to `size`.
//
// # Safety
// The buffer has room for `capacity` bytes.
KinstepStatus kinstep_world_snapshot(KinstepWorld world,
                                     uint8_t *buffer,
                                     size_t capacity,
                                     size_t *size);

// Puts a world back to the state of a snapshot, to the bit. It keeps its surfaces and layers. Forces that were added after the snapshot
// are removed; one that was removed after it is `KINSTEP_STATUS_RESTORE_FAILED`. If it fails the world is as it was.
//
// # Safety
// `bytes` has `size` bytes.
KinstepStatus kinstep_world_restore(KinstepWorld world,
                                    const uint8_t *bytes,
                                    size_t size);

// Writes the bodies, the time, the scheme and the forces of a world to a buffer, without surfaces and layers, and its size to `size`.
// `KINSTEP_STATUS_INVALID_ARGUMENT` if a force is a function.
//
// # Safety
// The buffer has room for `capacity` bytes.
KinstepStatus kinstep_world_scene(KinstepWorld world,
                                  uint8_t *buffer,
                                  size_t capacity,
                                  size_t *size);

// Makes the world of a scene, with the same ids; it has no surfaces, and steps to the same bits. Free it with `kinstep_world_free`.
//
// # Safety
// `bytes` has `size` bytes.
KinstepStatus kinstep_world_from_scene(const uint8_t *bytes,
                                       size_t size,
                                       KinstepWorld *world);

// The state of a flight at a time since launch [s].
KinstepStatus kinstep_flight_at(const KinstepFlight *flight, double time, KinstepEvent *event);

// The state of a flight after a number of steps of its engine.
KinstepStatus kinstep_flight_after_steps(const KinstepFlight *flight, uint64_t steps, KinstepEvent *event);

// The highest point after launch, against gravity; `KINSTEP_STATUS_NO_ANSWER` if the flight never rises.
KinstepStatus kinstep_flight_apex(const KinstepFlight *flight, KinstepEvent *event);

// The first crossing of the plane `normal · x = distance` after launch; `KINSTEP_STATUS_NO_ANSWER` without one.
KinstepStatus kinstep_flight_crossing(const KinstepFlight *flight,
                                      KinstepVector normal,
                                      double distance,
                                      KinstepCrossing crossing,
                                      KinstepEvent *event);

// The first landing on ground between two times since launch [s].
KinstepStatus kinstep_flight_landing(const KinstepFlight *flight,
                                     const KinstepGround *ground,
                                     double from,
                                     double to,
                                     KinstepEvent *event);

// The closest approach of a flight to a point [m] between two times since launch [s].
KinstepStatus kinstep_flight_closest_approach(const KinstepFlight *flight,
                                              KinstepVector point,
                                              double from,
                                              double to,
                                              KinstepClosest *closest);

// Writes `count` positions of a flight [m]: at the time `from` since launch [s], and then each `step` [s].
//
// # Safety
// `positions` has room for `count` vectors.
KinstepStatus kinstep_flight_sample(const KinstepFlight *flight,
                                    double from,
                                    double step,
                                    KinstepVector *positions,
                                    size_t count);

// Writes the launch that hits a target. `KINSTEP_STATUS_NO_ANSWER` if there is none, and also if a number of the order, or the value
// of the plan, is not valid; `kinstep_last_error` has the reason.
KinstepStatus kinstep_aim(const KinstepModel *model,
                          const KinstepOrder *order,
                          const KinstepPlan *plan,
                          KinstepLaunch *launch);

// Writes all launches that hit a target to a buffer, in the order of their times of flight, and their number to `count`. Statuses are
// those of `kinstep_aim`; plans with one answer at most (clearing, attempt, steps) are `KINSTEP_STATUS_INVALID_ARGUMENT`.
//
// # Safety
// The buffer has room for `capacity` launches.
KinstepStatus kinstep_aim_hits(const KinstepModel *model,
                               const KinstepOrder *order,
                               const KinstepPlan *plan,
                               KinstepLaunch *buffer,
                               size_t capacity,
                               size_t *count);

// Answers many orders in one call. Each has a launch and a status of its own, `KINSTEP_STATUS_OK` or
// `KINSTEP_STATUS_NO_ANSWER`; without an answer the launch is all zeros.
//
// # Safety
// `orders`, `launches` and `statuses` have `count` elements.
KinstepStatus kinstep_aim_all(const KinstepModel *model,
                              const KinstepPlan *plan,
                              const KinstepOrder *orders,
                              KinstepLaunch *launches,
                              uint32_t *statuses,
                              size_t count);

// Moves points of one mass [kg] by `dt` [s] under forces with linear laws, exactly for any length of the step: uniform gravity,
// constant force, linear drag, springs without a rest length, magnetic field, rotating frame and Magnus force. Positions [m] and
// velocities [m/s] are in arrays of the caller, with 2 or 3 numbers for each point, by the number of dimensions. Each call starts at
// the time zero, on which only a constant force with a rate depends.
//
// # Safety
// There are `force_count` forces; positions and velocities have `dimensions` times `count` numbers.
KinstepStatus kinstep_swarm_step(uint32_t dimensions,
                                 const KinstepForce *forces,
                                 size_t force_count,
                                 double mass,
                                 double dt,
                                 double *positions,
                                 double *velocities,
                                 size_t count);

// `kinstep_swarm_step` for arrays of `float`.
//
// # Safety
// As of `kinstep_swarm_step`.
KinstepStatus kinstep_swarm_step_float(uint32_t dimensions,
                                       const KinstepForce *forces,
                                       size_t force_count,
                                       double mass,
                                       double dt,
                                       float *positions,
                                       float *velocities,
                                       size_t count);

// Writes the drift of `count` values at some times [s], such as the energy of a world. Errors are relative to `scale`, or to the
// absolute first value if `scale` is zero.
//
// # Safety
// `times` and `values` have `count` elements.
KinstepStatus kinstep_drift(const double *times,
                            const double *values,
                            size_t count,
                            double scale,
                            KinstepDrift *report);

// Moves copies of a world by some steps of `dt` [s], each by another of `count` schemes, and writes the errors of each
// against the reference motion, which is exact or integrated to rounding. The world stays as it is.
//
// # Safety
// `schemes` has `count` elements, and `errors` has room for as many.
KinstepStatus kinstep_world_compare_schemes(KinstepWorld world,
                                            double dt,
                                            uint64_t steps,
                                            const KinstepScheme *schemes,
                                            KinstepSchemeErrors *errors,
                                            size_t count);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* KINSTEP_H */
