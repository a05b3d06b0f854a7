/* kinstep: a rigid-body step integrator that is exact where an exact answer exists.
 *
 * Made from the source by cbindgen: change that.
 *
 * All quantities are in SI units and one inertial world frame.
 *
 * Every function but kinstep_last_error returns a KinstepStatus. After any but KINSTEP_STATUS_OK nothing has changed, and
 * kinstep_last_error has the reason in words, for each thread its own.
 *
 * Pointers are null, which is noticed, or point to what their type says for the whole call: aligned, initialised if it is read, and
 * apart from what the call writes. Worlds are numbers: one that is null, freed, freed twice or made up is noticed.
 *
 * Any thread may use any world, one call at a time: while one runs, others get KINSTEP_STATUS_BUSY, and so does a function of yours
 * that a world calls and that calls it. All else keeps nothing between calls.
 *
 * Functions that forces call may be called on any thread that steps their world or a clone of it, as long as one of these is not
 * freed. They must return: no exception, no longjmp.
 */

#ifndef KINSTEP_H
#define KINSTEP_H

#include <stddef.h>
#include <stdint.h>

// How a call ended. After all but `KINSTEP_STATUS_OK` `kinstep_last_error` has the reason in words.
typedef enum {
  // Done.
  KINSTEP_STATUS_OK = 0,
  // A pointer that must be given is null, or an array is not aligned.
  KINSTEP_STATUS_NULL_POINTER = 1,
  // The handle is null, or its world was freed before.
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
  // The bytes are no snapshot or scene that fits.
  KINSTEP_STATUS_RESTORE_FAILED = 8,
  // There is no such event, or no launch that hits.
  KINSTEP_STATUS_NO_ANSWER = 9,
  // The buffer is too small; the size that it needs was written.
  KINSTEP_STATUS_BUFFER_TOO_SMALL = 10,
  // An error inside the library: please report it.
  KINSTEP_STATUS_PANIC = 11,
} KinstepStatus;

// The kinds of forces. Each kind reads the member of `parameters` that has its name.
typedef enum {
  KINSTEP_FORCE_KIND_UNIFORM_GRAVITY = 1,
  KINSTEP_FORCE_KIND_CONSTANT_FORCE = 2,
  // `linear_drag`, its strength a rate [1/s].
  KINSTEP_FORCE_KIND_LINEAR_DRAG_RATE = 3,
  // `linear_drag`, its strength a coefficient [kg/s].
  KINSTEP_FORCE_KIND_LINEAR_DRAG_COEFFICIENT = 4,
  KINSTEP_FORCE_KIND_QUADRATIC_DRAG = 5,
  // `quadratic_fall`, its strength a coefficient [kg/m].
  KINSTEP_FORCE_KIND_QUADRATIC_FALL_COEFFICIENT = 6,
  // `quadratic_fall`, its strength a terminal speed [m/s].
  KINSTEP_FORCE_KIND_QUADRATIC_FALL_TERMINAL_SPEED = 7,
  // Without a rest length exact.
  KINSTEP_FORCE_KIND_SPRING = 8,
  KINSTEP_FORCE_KIND_CRITICAL_SPRING = 9,
  KINSTEP_FORCE_KIND_MAGNETIC_FIELD = 10,
  KINSTEP_FORCE_KIND_ROTATING_FRAME = 11,
  KINSTEP_FORCE_KIND_MAGNUS = 12,
  // `dry_friction`, its strength a force [N].
  KINSTEP_FORCE_KIND_DRY_FRICTION_FORCE = 13,
  // `dry_friction`, its strength a deceleration [m/s^2].
  KINSTEP_FORCE_KIND_DRY_FRICTION_DECELERATION = 14,
  KINSTEP_FORCE_KIND_POINT_GRAVITY = 15,
  KINSTEP_FORCE_KIND_CONSTANT_TORQUE = 16,
  KINSTEP_FORCE_KIND_TORSION_SPRING = 17,
  // `angular_drag`, its strength a rate [1/s].
  KINSTEP_FORCE_KIND_ANGULAR_DRAG_RATE = 18,
  // `angular_drag`, its strength a coefficient [N m s].
  KINSTEP_FORCE_KIND_ANGULAR_DRAG_COEFFICIENT = 19,
  KINSTEP_FORCE_KIND_THRUSTER = 20,
  // `function`: a function of body and time, a kick.
  KINSTEP_FORCE_KIND_FUNCTION = 21,
  // `field`: a function of position and time, with a potential if there is one; a kick.
  KINSTEP_FORCE_KIND_FIELD = 22,
  // `torque`: a function that turns a body.
  KINSTEP_FORCE_KIND_TORQUE = 23,
} KinstepForceKind;

// How a world is stepped.
typedef enum {
  KINSTEP_SCHEME_EXPLICIT_EULER = 0,
  KINSTEP_SCHEME_SYMPLECTIC_EULER = 1,
  KINSTEP_SCHEME_VELOCITY_VERLET = 2,
  KINSTEP_SCHEME_RK4 = 3,
  KINSTEP_SCHEME_KINEMATIC = 4,
  KINSTEP_SCHEME_AVERAGE_ACCELERATION = 5,
  // Exact flow, other forces as a kick in its middle: second order. A new world has it.
  KINSTEP_SCHEME_FLOW_KICK = 6,
  KINSTEP_SCHEME_FLOW_KICK4 = 7,
  // For kicks that are weak beside the flow.
  KINSTEP_SCHEME_WEAK_KICK = 9,
} KinstepScheme;

// The kinds of models, and what `drag` is in each.
typedef enum {
  // Gravity alone; drag is zero.
  KINSTEP_MODEL_KIND_VACUUM = 1,
  // Linear drag, exact: its rate [1/s].
  KINSTEP_MODEL_KIND_DRAG_RATE = 2,
  // Linear drag, exact: the terminal speed [m/s].
  KINSTEP_MODEL_KIND_TERMINAL_SPEED = 3,
  // Quadratic drag to 1e-6 m: its coefficient [1/m].
  KINSTEP_MODEL_KIND_QUADRATIC_DRAG = 4,
  // The step of an engine, in closed form: its linear damping, as the engine counts it.
  KINSTEP_MODEL_KIND_RAPIER = 16,
  KINSTEP_MODEL_KIND_AVIAN = 17,
  KINSTEP_MODEL_KIND_BOX2D = 18,
  KINSTEP_MODEL_KIND_UNITY = 19,
  KINSTEP_MODEL_KIND_PHYS_X = 20,
  KINSTEP_MODEL_KIND_JOLT = 21,
  KINSTEP_MODEL_KIND_GODOT = 22,
  KINSTEP_MODEL_KIND_BULLET = 23,
  KINSTEP_MODEL_KIND_SYMPLECTIC_EULER = 24,
  KINSTEP_MODEL_KIND_EXPLICIT_EULER = 25,
} KinstepModelKind;

// The kinds of plans, and what `value` is in each. Quadratic drag has those of time, speeds, slopes, climb and lob.
typedef enum {
  // Time of flight [s].
  KINSTEP_PLAN_KIND_TIME = 1,
  // Speed along the straight line to the hit [m/s].
  KINSTEP_PLAN_KIND_STRAIGHT_LINE_SPEED = 2,
  // Speed of launch [m/s].
  KINSTEP_PLAN_KIND_SPEED = 3,
  // Speed of launch [m/s]: the earliest hit.
  KINSTEP_PLAN_KIND_EARLIEST_AT_SPEED = 4,
  // The least speed of launch; the value is zero.
  KINSTEP_PLAN_KIND_LEAST_SPEED = 5,
  // Through `vector`, a point [m]; the value is zero.
  KINSTEP_PLAN_KIND_THROUGH = 6,
  // Touches the plane of normal `vector` at this distance from the origin [m].
  KINSTEP_PLAN_KIND_TOUCHING = 7,
  // Height of the apex over the origin [m].
  KINSTEP_PLAN_KIND_APEX = 8,
  // Height of the arc over the straight line [m].
  KINSTEP_PLAN_KIND_ARC_HEIGHT = 9,
  // Height of the arc over its length.
  KINSTEP_PLAN_KIND_CURVINESS = 10,
  // Slope at launch: rise over run.
  KINSTEP_PLAN_KIND_SLOPE = 11,
  // Slope at the hit: rise over run.
  KINSTEP_PLAN_KIND_ARRIVAL_SLOPE = 12,
  // Speed upwards at launch [m/s].
  KINSTEP_PLAN_KIND_CLIMB_SPEED = 13,
  // Speed upwards over the distance [1/s].
  KINSTEP_PLAN_KIND_LOB = 14,
} KinstepPlanKind;

// Which of two arcs.
typedef enum {
  // The earlier hit; for plans of climb speed and lobs that on the way down.
  KINSTEP_ARC_DIRECT = 0,
  // The later hit.
  KINSTEP_ARC_LOFTED = 1,
} KinstepArc;

// Which crossings of a plane count.
typedef enum {
  // To the side that the normal points to.
  KINSTEP_CROSSING_ASCENDING = 0,
  // From that side.
  KINSTEP_CROSSING_DESCENDING = 1,
  KINSTEP_CROSSING_ANY = 2,
} KinstepCrossing;

// The handle of a world. Zero is null. A handle is never used again for another world.
typedef struct {
  uint64_t id;
} KinstepWorld;

// The energy of a world [J].
typedef struct {
  double kinetic;
  // Of all forces that have a potential.
  double potential;
} KinstepEnergy;

// A vector in SI units and the world frame. In the plane z is zero; but what is along an axis, such as an angular velocity or a
// torque, has only z there.
typedef struct {
  double x;
  double y;
  double z;
} KinstepVector;

// A unit quaternion x i + y j + z k + w. All zeros stand for upright, as 0, 0, 0, 1 does.
typedef struct {
  double x;
  double y;
  double z;
  double w;
} KinstepQuaternion;

// Moments of inertia. All zeros: a point, which does not turn.
typedef struct {
  // Moments about the principal axes [kg m²]; in the plane only z.
  KinstepVector moments;
  // How the principal axes are turned in the body. In the plane zero.
  KinstepQuaternion axes;
} KinstepInertia;

// A body. What is left at zero is a point at rest at the origin; the mass must be given.
typedef struct {
  // Mass [kg]; infinite for a fixed body.
  double mass;
  // Radius [m] of a ball that bounces off others; zero for a point.
  double radius;
  // Position of the centre of mass [m].
  KinstepVector position;
  // Velocity of the centre of mass [m/s].
  KinstepVector velocity;
  // Orientation in the plane [rad]; in space zero.
  double angle;
  // Orientation in space: from the frame of the body to that of the world; in the plane zero.
  KinstepQuaternion orientation;
  // Angular velocity [rad/s], world frame; in the plane only z.
  KinstepVector angular_velocity;
  KinstepInertia inertia;
} KinstepBody;

typedef struct {
  // [m/s^2]
  KinstepVector acceleration;
} KinstepUniformGravity;

typedef struct {
  // At time zero [N].
  KinstepVector force;
  // Its growth [N/s].
  KinstepVector ramp;
} KinstepConstantForce;

typedef struct {
  // [1/s] or [kg/s], by kind.
  double strength;
  // Velocity of the air [m/s].
  KinstepVector wind;
} KinstepLinearDrag;

typedef struct {
  // [kg/m]
  double coefficient;
  // Velocity of the air [m/s].
  KinstepVector wind;
} KinstepQuadraticDrag;

typedef struct {
  // [m/s^2]
  KinstepVector gravity;
  // [kg/m] or [m/s], by kind.
  double strength;
  // Velocity of the air [m/s].
  KinstepVector wind;
} KinstepQuadraticFall;

typedef struct {
  // [N/m]
  double stiffness;
  // [kg/s]
  double damping;
  // Where it is fixed [m]. In a link: the separation at which it is slack; zero if it has a rest length.
  KinstepVector anchor;
  // The rest length [m]; 0 without one.
  double length;
  // Not zero: a rope, slack up to its length.
  uint32_t pulls_only;
} KinstepSpring;

typedef struct {
  // Time in which half of the way is left [s].
  double half_life;
  // Where it is fixed [m]; zero in a link.
  KinstepVector anchor;
} KinstepCriticalSpring;

typedef struct {
  // [T]; in the plane only z.
  KinstepVector field;
  // [C]
  double charge;
  // [V/m]
  KinstepVector electric_field;
} KinstepMagneticField;

typedef struct {
  // [rad/s]; in the plane only z.
  KinstepVector angular_velocity;
  // A point of the axis [m].
  KinstepVector point;
} KinstepRotatingFrame;

typedef struct {
  // [kg]
  double coefficient;
  // Of the ball [rad/s]; in the plane only z.
  KinstepVector angular_velocity;
  // Velocity of the air [m/s].
  KinstepVector wind;
} KinstepMagnus;

typedef struct {
  // [N] or [m/s^2], by kind.
  double strength;
  // Linear drag beside it [kg/s].
  double linear;
  // Quadratic drag beside it [kg/m].
  double quadratic;
  // Velocity of the surface [m/s].
  KinstepVector surface;
} KinstepDryFriction;

typedef struct {
  // G M [m^3/s^2]; in a link M is the sum of both masses.
  double strength;
  // [m]; zero in a link.
  KinstepVector center;
} KinstepPointGravity;

typedef struct {
  // [N m]; in the plane only z.
  KinstepVector torque;
} KinstepConstantTorque;

typedef struct {
  // [N m/rad]
  double stiffness;
  // [N m s]
  double damping;
  // Orientation at rest in the plane [rad]; in space zero.
  double angle;
  // Orientation at rest in space; in the plane zero.
  KinstepQuaternion orientation;
} KinstepTorsionSpring;

typedef struct {
  // [1/s] or [N m s], by kind.
  double strength;
} KinstepAngularDrag;

typedef struct {
  // At full throttle [N], frame of the body.
  KinstepVector force;
  // Where it acts, from the centre of mass [m], frame of the body.
  KinstepVector point;
  // 0 is off, 1 is full.
  double throttle;
} KinstepThruster;

// Writes the force [N] on a body at a time [s] to `force`, which is zero before. In the plane its z is not read.
typedef void (*KinstepForceOfBody)(const KinstepBody *body, double time, void *user, KinstepVector *force);

// A force that is a function. It may be called from any thread that steps the world, and by a clone of it.
typedef struct {
  KinstepForceOfBody force;
  // Passed to the function.
  void *user;
} KinstepForceFunction;

// Writes the force [N] at a position [m] and a time [s] to `force`, which is zero before. In the plane its z is not read.
typedef void (*KinstepForceOfPosition)(const KinstepVector *position, double time, void *user, KinstepVector *force);

// The potential energy [J] at a position [m] and a time [s].
typedef double (*KinstepPotentialOfPosition)(const KinstepVector *position, double time, void *user);

// A force that depends on position and time alone.
typedef struct {
  KinstepForceOfPosition force;
  // The potential whose negative gradient is the force; null if there is none.
  KinstepPotentialOfPosition potential;
  // Passed to the functions.
  void *user;
} KinstepFieldFunctions;

// A torque [N m] that is a function; in the plane only its z is read.
typedef struct {
  KinstepForceOfBody torque;
  // Passed to the function.
  void *user;
} KinstepTorqueFunction;

// The parameters of a force; its kind tells which.
typedef union {
  KinstepUniformGravity uniform_gravity;
  KinstepConstantForce constant_force;
  KinstepLinearDrag linear_drag;
  KinstepQuadraticDrag quadratic_drag;
  KinstepQuadraticFall quadratic_fall;
  KinstepSpring spring;
  KinstepCriticalSpring critical_spring;
  KinstepMagneticField magnetic_field;
  KinstepRotatingFrame rotating_frame;
  KinstepMagnus magnus;
  KinstepDryFriction dry_friction;
  KinstepPointGravity point_gravity;
  KinstepConstantTorque constant_torque;
  KinstepTorsionSpring torsion_spring;
  KinstepAngularDrag angular_drag;
  KinstepThruster thruster;
  KinstepForceFunction function;
  KinstepFieldFunctions field;
  KinstepTorqueFunction torque;
} KinstepForceParameters;

// A force: its kind, its parameters, and where on the body it acts.
typedef struct {
  // A `KinstepForceKind`.
  uint32_t kind;
  // Not zero: the force acts at `mount` and turns the body, too.
  uint32_t is_mounted;
  // Where it acts, from the centre of mass [m], frame of the body.
  KinstepVector mount;
  KinstepForceParameters parameters;
} KinstepForce;

// What moves a thrown body. Plain data: copy it as you like.
typedef struct {
  // A `KinstepModelKind`.
  uint32_t kind;
  // Of an engine: substeps; zero for the engine's own number.
  uint32_t substeps;
  // Of an engine: its step [s].
  double time_step;
  // By kind.
  double drag;
  // [m/s^2]
  KinstepVector gravity;
  // Velocity of the air [m/s]; zero for an engine.
  KinstepVector wind;
} KinstepModel;

// A flight: what moves it, and its launch. Plain data: copy it as you like.
typedef struct {
  KinstepModel model;
  // At launch [m].
  KinstepVector position;
  // At launch [m/s].
  KinstepVector velocity;
} KinstepFlight;

// A flight at a time.
typedef struct {
  // Since launch [s].
  double time;
  // [m]
  KinstepVector position;
  // [m/s]
  KinstepVector velocity;
} KinstepEvent;

// The plane `normal . x = distance`; the normal has length 1.
typedef struct {
  KinstepVector normal;
  // From the origin along the normal [m].
  double distance;
} KinstepPlane;

// The height of the ground [m] along its up direction, at a position [m] without its part along up.
typedef double (*KinstepHeightOfGround)(const KinstepVector *position, void *user);

// Ground that is a function.
typedef struct {
  // Up, of length 1.
  KinstepVector up;
  KinstepHeightOfGround height;
  // Passed to the function.
  void *user;
  // The most that the height changes [m] per metre.
  double steepest;
} KinstepGround;

// Where a flight is closest to a point.
typedef struct {
  // Since launch [s].
  double time;
  // [m]
  KinstepVector position;
  // From the point [m].
  double distance;
} KinstepClosest;

// A throw that is wanted: from where, at what. What moves has a velocity; the rest is zero.
typedef struct {
  // Point of launch [m].
  KinstepVector from;
  // The target at launch [m].
  KinstepVector target;
  // [m/s]
  KinstepVector target_velocity;
  // [m/s^2]
  KinstepVector target_acceleration;
  // [m/s], which the throw has besides its own.
  KinstepVector shooter_velocity;
} KinstepOrder;

// What is asked of a throw.
typedef struct {
  // A `KinstepPlanKind`.
  uint32_t kind;
  // A `KinstepArc`, where a plan has two.
  uint32_t arc;
  // By kind.
  double value;
  // A point or a normal, by kind.
  KinstepVector vector;
} KinstepPlan;

// A throw that hits.
typedef struct {
  // [m/s], besides that of the shooter.
  KinstepVector velocity;
  // [s]
  double time_of_flight;
} KinstepLaunch;

// Gravity, drag in wind and a spring on each point of a swarm. What is left at zero is not there.
typedef struct {
  // [m/s^2]
  KinstepVector gravity;
  // [1/s]
  double drag_rate;
  // Velocity of the air [m/s].
  KinstepVector wind;
  // Stiffness over mass [1/s^2].
  double stiffness_per_mass;
  // Where the springs are fixed [m].
  KinstepVector anchor;
} KinstepSwarmLaw;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The reason of the last failure on this thread, in UTF-8; empty if there was none. It stays valid until the next call that
// fails on this thread.
const char *kinstep_last_error(void);

// Makes an empty world, in the plane or in space: of 2 or 3 dimensions. Free it with `kinstep_world_free`.
KinstepStatus kinstep_world_new(uint32_t dimensions, KinstepWorld *world);

// Makes a copy of a world, which steps with the same bits. Forces that are functions are shared. Free it, too.
KinstepStatus kinstep_world_clone(KinstepWorld world, KinstepWorld *copy);

// Frees a world. Freeing it twice, or using it afterwards, is `KINSTEP_STATUS_NO_SUCH_WORLD`.
KinstepStatus kinstep_world_free(KinstepWorld world);

// Moves a world by `dt` [s]; a negative step runs backwards. If it fails the world is as it was.
KinstepStatus kinstep_world_step(KinstepWorld world, double dt);

// Moves a world by `duration` [s] to a tolerance [m], in steps as long as that allows.
KinstepStatus kinstep_world_advance(KinstepWorld world, double duration, double tolerance);

// Simulated time [s].
KinstepStatus kinstep_world_time(KinstepWorld world, double *time);

// Number of steps made.
KinstepStatus kinstep_world_steps(KinstepWorld world, uint64_t *steps);

// Kinetic and potential energy [J].
KinstepStatus kinstep_world_energy(KinstepWorld world, KinstepEnergy *energy);

// Sets how a world is stepped from now on: a `KinstepScheme`.
KinstepStatus kinstep_world_set_scheme(KinstepWorld world, uint32_t scheme);

// The inertia of a solid ball of this mass [kg] and radius [m], in space.
KinstepStatus kinstep_inertia_sphere(double mass, double radius, KinstepInertia *inertia);

// The inertia of a solid box of this mass [kg] and edges [m], in space.
KinstepStatus kinstep_inertia_cuboid(double mass, KinstepVector edges, KinstepInertia *inertia);

// The inertia of a solid cylinder about y of this mass [kg], radius and height [m], in space.
KinstepStatus kinstep_inertia_cylinder(double mass, double radius, double height, KinstepInertia *inertia);

// Sets the mass of a body [kg]; infinite for a fixed body.
KinstepStatus kinstep_world_set_mass(KinstepWorld world, uint64_t body, double mass);

// Sets the position of a body [m].
KinstepStatus kinstep_world_set_position(KinstepWorld world, uint64_t body, KinstepVector position);

// Sets the velocity of a body [m/s].
KinstepStatus kinstep_world_set_velocity(KinstepWorld world, uint64_t body, KinstepVector velocity);

// Sets the orientation of a body: the angle in the plane [rad], the quaternion in space; the other one is zero.
KinstepStatus kinstep_world_set_orientation(KinstepWorld world,
                                            uint64_t body,
                                            double angle,
                                            KinstepQuaternion orientation);

// Sets the angular velocity of a body [rad/s]; in the plane only z.
KinstepStatus kinstep_world_set_angular_velocity(KinstepWorld world, uint64_t body, KinstepVector angular_velocity);

// Changes the momentum of a body at once [N s].
KinstepStatus kinstep_world_apply_impulse(KinstepWorld world, uint64_t body, KinstepVector impulse);

// Changes the momentum of a body at once by a push at a point [m] of the world [N s].
KinstepStatus kinstep_world_apply_impulse_at(KinstepWorld world,
                                             uint64_t body,
                                             KinstepVector impulse,
                                             KinstepVector point);

// Lets a force [N] act on a body over the next step.
KinstepStatus kinstep_world_apply_force(KinstepWorld world, uint64_t body, KinstepVector force);

// Adds a body, and writes its id, unless the pointer is null. The id is never used again for another body.
KinstepStatus kinstep_world_add_body(KinstepWorld world, const KinstepBody *body, uint64_t *id);

// Removes a body, and the forces and links on it alone.
KinstepStatus kinstep_world_remove_body(KinstepWorld world, uint64_t body);

// Writes the state of a body.
KinstepStatus kinstep_world_body(KinstepWorld world, uint64_t body, KinstepBody *state);

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
KinstepStatus kinstep_world_body_ids(KinstepWorld world, uint64_t *buffer, size_t capacity, size_t *count);

// Writes the angular momentum of a body about its centre of mass [kg m^2/s]; in the plane only z.
KinstepStatus kinstep_world_spin_angular_momentum(KinstepWorld world, uint64_t body, KinstepVector *angular_momentum);

// Adds a force on every body, and writes its id, unless the pointer is null.
KinstepStatus kinstep_world_add_force(KinstepWorld world, const KinstepForce *force, uint64_t *id);

// Adds a force on one body, and writes its id, unless the pointer is null.
KinstepStatus kinstep_world_add_force_on(KinstepWorld world, uint64_t body, const KinstepForce *force, uint64_t *id);

// Adds a link: a force between two bodies, equal and opposite. Writes its id, unless the pointer is null.
KinstepStatus kinstep_world_add_link(KinstepWorld world,
                                     uint64_t first,
                                     uint64_t second,
                                     const KinstepForce *force,
                                     uint64_t *id);

// Adds a link between points of two bodies, from their centres of mass [m], in the frames of the bodies. Writes its id, unless the
// pointer is null.
KinstepStatus kinstep_world_add_link_at(KinstepWorld world,
                                        uint64_t first,
                                        KinstepVector first_point,
                                        uint64_t second,
                                        KinstepVector second_point,
                                        const KinstepForce *force,
                                        uint64_t *id);

// Puts another force in the place of one: on the same bodies, with the same id.
KinstepStatus kinstep_world_replace_force(KinstepWorld world, uint64_t id, const KinstepForce *force);

// Removes a force or a link.
KinstepStatus kinstep_world_remove_force(KinstepWorld world, uint64_t id);

// Writes the state of a world without its forces to a buffer, and its size to `size`.
//
// # Safety
// The buffer has room for `capacity` bytes.
KinstepStatus kinstep_world_snapshot(KinstepWorld world, uint8_t *buffer, size_t capacity, size_t *size);

// Puts a world back to the state of a snapshot, to the bit. It must have the forces that the snapshot knows. If it fails the world
// is as it was.
//
// # Safety
// `bytes` has `size` bytes.
KinstepStatus kinstep_world_restore(KinstepWorld world,
                                    const uint8_t *bytes,
                                    size_t size);

// Writes a world with its forces to a buffer, and its size to `size`. Forces that are functions cannot be written.
//
// # Safety
// The buffer has room for `capacity` bytes.
KinstepStatus kinstep_world_scene(KinstepWorld world, uint8_t *buffer, size_t capacity, size_t *size);

// Makes the world of a scene, with the same ids, which goes on to the bit. Free it with `kinstep_world_free`.
//
// # Safety
// `bytes` has `size` bytes.
KinstepStatus kinstep_world_from_scene(const uint8_t *bytes, size_t size, KinstepWorld *world);

// The state of a flight at a time since launch [s].
KinstepStatus kinstep_flight_at(const KinstepFlight *flight, double time, KinstepEvent *event);

// The state after so many steps of an engine.
KinstepStatus kinstep_flight_after_steps(const KinstepFlight *flight, uint64_t steps, KinstepEvent *event);

// The highest point after launch, against gravity.
KinstepStatus kinstep_flight_apex(const KinstepFlight *flight, KinstepEvent *event);

// The first crossing of a plane after launch: a `KinstepCrossing`.
KinstepStatus kinstep_flight_crossing(const KinstepFlight *flight,
                                      const KinstepPlane *plane,
                                      uint32_t crossing,
                                      KinstepEvent *event);

// The first landing on ground between two times since launch [s].
KinstepStatus kinstep_flight_landing(const KinstepFlight *flight,
                                     const KinstepGround *ground,
                                     double from,
                                     double to,
                                     KinstepEvent *event);

// Where a flight is closest to a point [m] between two times since launch [s].
KinstepStatus kinstep_flight_closest_approach(const KinstepFlight *flight,
                                              KinstepVector point,
                                              double from,
                                              double to,
                                              KinstepClosest *closest);

// Writes `count` positions of a flight [m], from a time on and a step apart [s].
//
// `positions` has room for `count` vectors.
//
// # Safety
// As the line above says.
KinstepStatus kinstep_flight_sample(const KinstepFlight *flight,
                                    double from,
                                    double step,
                                    KinstepVector *positions,
                                    size_t count);

// The launch that hits a target.
KinstepStatus kinstep_aim(const KinstepModel *model,
                          const KinstepOrder *order,
                          const KinstepPlan *plan,
                          KinstepLaunch *launch);

// All launches that hit a target, in the order of their times of flight, into a buffer, and their number into `count`.
//
// # Safety
// The buffer has room for `capacity` launches.
KinstepStatus kinstep_aim_hits(const KinstepModel *model,
                               const KinstepOrder *order,
                               const KinstepPlan *plan,
                               KinstepLaunch *buffer,
                               size_t capacity,
                               size_t *count);

// Answers many orders in one call. Each has a launch and a status of its own, `KINSTEP_STATUS_OK` or `KINSTEP_STATUS_NO_ANSWER`; a
// launch that is none is all zeros.
//
// # Safety
// All arrays have `count` elements.
KinstepStatus kinstep_aim_all(const KinstepModel *model,
                              const KinstepPlan *plan,
                              const KinstepOrder *orders,
                              KinstepLaunch *launches,
                              uint32_t *statuses,
                              size_t count);

// Moves points by `dt` [s] under a law, exactly, at any length of the step. Their positions [m] and velocities [m/s] are in arrays of
// the caller, 2 or 3 numbers for each point, by the number of dimensions. If it fails nothing has changed.
//
// # Safety
// Both arrays have `dimensions` times `count` numbers.
KinstepStatus kinstep_swarm_step(uint32_t dimensions,
                                 const KinstepSwarmLaw *law,
                                 double dt,
                                 double *positions,
                                 double *velocities,
                                 size_t count);

// `kinstep_swarm_step` for arrays of `float`.
//
// # Safety
// Both arrays have `dimensions` times `count` numbers.
KinstepStatus kinstep_swarm_step_float(uint32_t dimensions,
                                       const KinstepSwarmLaw *law,
                                       float dt,
                                       float *positions,
                                       float *velocities,
                                       size_t count);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* KINSTEP_H */
