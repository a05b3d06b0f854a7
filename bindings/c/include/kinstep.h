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

/*
 How a call ended. After all but `KINSTEP_STATUS_OK` `kinstep_last_error` has the reason in words.
 */
typedef enum KinstepStatus {
  /*
   Done.
   */
  KINSTEP_STATUS_OK = 0,
  /*
   A pointer that must be given is null, or an array is not aligned.
   */
  KINSTEP_STATUS_NULL_POINTER = 1,
  /*
   The handle is null, or its world was freed before.
   */
  KINSTEP_STATUS_NO_SUCH_WORLD = 2,
  /*
   Another call is using the world, on another thread or around a function that it called.
   */
  KINSTEP_STATUS_BUSY = 3,
  /*
   A number, a kind or a vector is not valid.
   */
  KINSTEP_STATUS_INVALID_ARGUMENT = 4,
  /*
   The world has no such body.
   */
  KINSTEP_STATUS_NO_SUCH_BODY = 5,
  /*
   The world has no such force.
   */
  KINSTEP_STATUS_NO_SUCH_FORCE = 6,
  /*
   The step cannot be made.
   */
  KINSTEP_STATUS_STEP_FAILED = 7,
  /*
   The bytes are no snapshot or scene that fits.
   */
  KINSTEP_STATUS_RESTORE_FAILED = 8,
  /*
   There is no such event, or no launch that hits.
   */
  KINSTEP_STATUS_NO_ANSWER = 9,
  /*
   The buffer is too small; the size that it needs was written.
   */
  KINSTEP_STATUS_BUFFER_TOO_SMALL = 10,
  /*
   An error inside the library: please report it.
   */
  KINSTEP_STATUS_PANIC = 11,
} KinstepStatus;

/*
 The kinds of forces. Each kind reads the member of `parameters` that has its name.
 */
enum KinstepForceKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  KINSTEP_FORCE_KIND_UNIFORM_GRAVITY = 1,
  KINSTEP_FORCE_KIND_CONSTANT_FORCE = 2,
  /*
   `linear_drag`, its strength a rate [1/s].
   */
  KINSTEP_FORCE_KIND_LINEAR_DRAG_RATE = 3,
  /*
   `linear_drag`, its strength a coefficient [kg/s].
   */
  KINSTEP_FORCE_KIND_LINEAR_DRAG_COEFFICIENT = 4,
  KINSTEP_FORCE_KIND_QUADRATIC_DRAG = 5,
  /*
   `quadratic_fall`, its strength a coefficient [kg/m].
   */
  KINSTEP_FORCE_KIND_QUADRATIC_FALL_COEFFICIENT = 6,
  /*
   `quadratic_fall`, its strength a terminal speed [m/s].
   */
  KINSTEP_FORCE_KIND_QUADRATIC_FALL_TERMINAL_SPEED = 7,
  /*
   A spring without a rest length: exact.
   */
  KINSTEP_FORCE_KIND_SPRING = 8,
  KINSTEP_FORCE_KIND_CRITICAL_SPRING = 9,
  /*
   `rod`: a rope, slack up to its length.
   */
  KINSTEP_FORCE_KIND_TETHER = 10,
  /*
   `rod`: a spring with a rest length.
   */
  KINSTEP_FORCE_KIND_ROD = 11,
  KINSTEP_FORCE_KIND_MAGNETIC_FIELD = 12,
  KINSTEP_FORCE_KIND_ROTATING_FRAME = 13,
  KINSTEP_FORCE_KIND_MAGNUS = 14,
  /*
   `dry_friction`, its strength a force [N].
   */
  KINSTEP_FORCE_KIND_DRY_FRICTION_FORCE = 15,
  /*
   `dry_friction`, its strength a deceleration [m/s^2].
   */
  KINSTEP_FORCE_KIND_DRY_FRICTION_DECELERATION = 16,
  KINSTEP_FORCE_KIND_CONSTANT_POWER = 17,
  KINSTEP_FORCE_KIND_BUOYANCY = 18,
  KINSTEP_FORCE_KIND_POINT_GRAVITY = 19,
  KINSTEP_FORCE_KIND_CONSTANT_TORQUE = 20,
  KINSTEP_FORCE_KIND_TORSION_SPRING = 21,
  /*
   `angular_drag`, its strength a rate [1/s].
   */
  KINSTEP_FORCE_KIND_ANGULAR_DRAG_RATE = 22,
  /*
   `angular_drag`, its strength a coefficient [N m s].
   */
  KINSTEP_FORCE_KIND_ANGULAR_DRAG_COEFFICIENT = 23,
  KINSTEP_FORCE_KIND_THRUSTER = 24,
  /*
   `function`: a function of body and time, a kick.
   */
  KINSTEP_FORCE_KIND_FUNCTION = 25,
  /*
   `field`: a function of position and time, with a potential if there is one; a kick.
   */
  KINSTEP_FORCE_KIND_FIELD = 26,
  /*
   `torque`: a function that turns a body.
   */
  KINSTEP_FORCE_KIND_TORQUE = 27,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum KinstepForceKind KinstepForceKind;
#else
typedef uint32_t KinstepForceKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/*
 How a world is stepped.
 */
enum KinstepScheme
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  KINSTEP_SCHEME_EXPLICIT_EULER = 0,
  KINSTEP_SCHEME_SYMPLECTIC_EULER = 1,
  KINSTEP_SCHEME_VELOCITY_VERLET = 2,
  KINSTEP_SCHEME_RK4 = 3,
  KINSTEP_SCHEME_KINEMATIC = 4,
  KINSTEP_SCHEME_AVERAGE_ACCELERATION = 5,
  /*
   Exact flow, other forces as a kick in its middle: second order. A new world has it.
   */
  KINSTEP_SCHEME_FLOW_KICK = 6,
  KINSTEP_SCHEME_FLOW_KICK4 = 7,
  KINSTEP_SCHEME_FLOW_KICK6 = 8,
  /*
   For kicks that are weak beside the flow.
   */
  KINSTEP_SCHEME_WEAK_KICK = 9,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum KinstepScheme KinstepScheme;
#else
typedef uint32_t KinstepScheme;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

typedef struct KinstepOption_ForceOfBody KinstepOption_ForceOfBody;

typedef struct KinstepOption_ForceOfPosition KinstepOption_ForceOfPosition;

typedef struct KinstepOption_PotentialOfPosition KinstepOption_PotentialOfPosition;

/*
 A vector in SI units and the world frame. In the plane z is zero; but what is along an axis, such as an angular velocity or a
 torque, has only z there.
 */
typedef struct KinstepVector {
  double x;
  double y;
  double z;
} KinstepVector;

/*
 A unit quaternion x i + y j + z k + w. All zeros stand for upright, as 0, 0, 0, 1 does.
 */
typedef struct KinstepQuaternion {
  double x;
  double y;
  double z;
  double w;
} KinstepQuaternion;

/*
 Moments of inertia. All zeros: a point, which does not turn.
 */
typedef struct KinstepInertia {
  /*
   Moments about the principal axes [kg m²]; in the plane only z.
   */
  struct KinstepVector moments;
  /*
   How the principal axes are turned in the body. In the plane zero.
   */
  struct KinstepQuaternion axes;
} KinstepInertia;

/*
 A struct that is written to.
 */
typedef struct KinstepInertia *KinstepOut_Inertia;

/*
 The handle of a world. Zero is null. A handle is never used again for another world.
 */
typedef struct KinstepWorld {
  uint64_t id;
} KinstepWorld;

/*
 A struct that is written to.
 */
typedef size_t *KinstepOut_usize;

/*
 A struct that is written to.
 */
typedef struct KinstepWorld *KinstepOut_World;

/*
 A struct that is written to.
 */
typedef double *KinstepOut_f64;

/*
 A struct that is written to.
 */
typedef uint64_t *KinstepOut_u64;

/*
 The energy of a world [J].
 */
typedef struct KinstepEnergy {
  double kinetic;
  /*
   Of all forces that have a potential.
   */
  double potential;
} KinstepEnergy;

/*
 A struct that is written to.
 */
typedef struct KinstepEnergy *KinstepOut_Energy;

/*
 A body. What is left at zero is a point at rest at the origin; the mass must be given.
 */
typedef struct KinstepBody {
  /*
   Mass [kg]; infinite for a fixed body.
   */
  double mass;
  /*
   Radius [m] of a ball that bounces off others; zero for a point.
   */
  double radius;
  /*
   Position of the centre of mass [m].
   */
  struct KinstepVector position;
  /*
   Velocity of the centre of mass [m/s].
   */
  struct KinstepVector velocity;
  /*
   Orientation in the plane [rad]; in space zero.
   */
  double angle;
  /*
   Orientation in space: from the frame of the body to that of the world; in the plane zero.
   */
  struct KinstepQuaternion orientation;
  /*
   Angular velocity [rad/s], world frame; in the plane only z.
   */
  struct KinstepVector angular_velocity;
  struct KinstepInertia inertia;
} KinstepBody;

/*
 A struct that is written to.
 */
typedef struct KinstepBody *KinstepOut_Body;

/*
 A struct that is written to.
 */
typedef struct KinstepVector *KinstepOut_Vector;

typedef struct KinstepUniformGravity {
  /*
   [m/s^2]
   */
  struct KinstepVector acceleration;
} KinstepUniformGravity;

typedef struct KinstepConstantForce {
  /*
   At time zero [N].
   */
  struct KinstepVector force;
  /*
   Its growth [N/s].
   */
  struct KinstepVector ramp;
} KinstepConstantForce;

typedef struct KinstepLinearDrag {
  /*
   [1/s] or [kg/s], by kind.
   */
  double strength;
  /*
   Velocity of the air [m/s].
   */
  struct KinstepVector wind;
} KinstepLinearDrag;

typedef struct KinstepQuadraticDrag {
  /*
   [kg/m]
   */
  double coefficient;
  /*
   Velocity of the air [m/s].
   */
  struct KinstepVector wind;
} KinstepQuadraticDrag;

typedef struct KinstepQuadraticFall {
  /*
   [m/s^2]
   */
  struct KinstepVector gravity;
  /*
   [kg/m] or [m/s], by kind.
   */
  double strength;
  /*
   Velocity of the air [m/s].
   */
  struct KinstepVector wind;
} KinstepQuadraticFall;

typedef struct KinstepSpring {
  /*
   [N/m]
   */
  double stiffness;
  /*
   [kg/s]
   */
  double damping;
  /*
   Where it is fixed [m]; zero in a link.
   */
  struct KinstepVector anchor;
} KinstepSpring;

typedef struct KinstepCriticalSpring {
  /*
   Time in which half of the way is left [s].
   */
  double half_life;
  /*
   Where it is fixed [m]; zero in a link.
   */
  struct KinstepVector anchor;
} KinstepCriticalSpring;

typedef struct KinstepRod {
  /*
   [N/m]
   */
  double stiffness;
  /*
   [kg/s]
   */
  double damping;
  /*
   [m]
   */
  double length;
  /*
   Where it is fixed [m]; zero in a link.
   */
  struct KinstepVector anchor;
} KinstepRod;

typedef struct KinstepMagneticField {
  /*
   [T]; in the plane only z.
   */
  struct KinstepVector field;
  /*
   [C]
   */
  double charge;
  /*
   [V/m]
   */
  struct KinstepVector electric_field;
} KinstepMagneticField;

typedef struct KinstepRotatingFrame {
  /*
   [rad/s]; in the plane only z.
   */
  struct KinstepVector angular_velocity;
  /*
   A point of the axis [m].
   */
  struct KinstepVector point;
} KinstepRotatingFrame;

typedef struct KinstepMagnus {
  /*
   [kg]
   */
  double coefficient;
  /*
   Of the ball [rad/s]; in the plane only z.
   */
  struct KinstepVector angular_velocity;
  /*
   Velocity of the air [m/s].
   */
  struct KinstepVector wind;
} KinstepMagnus;

typedef struct KinstepDryFriction {
  /*
   [N] or [m/s^2], by kind.
   */
  double strength;
  /*
   Linear drag beside it [kg/s].
   */
  double linear;
  /*
   Quadratic drag beside it [kg/m].
   */
  double quadratic;
  /*
   Velocity of the surface [m/s].
   */
  struct KinstepVector surface;
} KinstepDryFriction;

typedef struct KinstepConstantPower {
  /*
   [W]
   */
  double power;
  /*
   Where it starts to from rest; any length.
   */
  struct KinstepVector heading;
} KinstepConstantPower;

typedef struct KinstepBuoyancy {
  /*
   On a body that is under water [N], upwards.
   */
  struct KinstepVector lift;
  /*
   Height of the body [m].
   */
  double height;
  /*
   Level of the surface [m], from the origin along the lift.
   */
  double surface;
  /*
   The body's own gravity [m/s^2], against the lift.
   */
  double gravity;
  /*
   [kg/s]
   */
  double drag;
} KinstepBuoyancy;

typedef struct KinstepPointGravity {
  /*
   G M [m^3/s^2]; in a link G times the product of the masses [N m^2].
   */
  double strength;
  /*
   [m]; zero in a link.
   */
  struct KinstepVector center;
} KinstepPointGravity;

typedef struct KinstepConstantTorque {
  /*
   [N m]; in the plane only z.
   */
  struct KinstepVector torque;
} KinstepConstantTorque;

typedef struct KinstepTorsionSpring {
  /*
   [N m/rad]
   */
  double stiffness;
  /*
   [N m s]
   */
  double damping;
  /*
   Orientation at rest in the plane [rad]; in space zero.
   */
  double angle;
  /*
   Orientation at rest in space; in the plane zero.
   */
  struct KinstepQuaternion orientation;
} KinstepTorsionSpring;

typedef struct KinstepAngularDrag {
  /*
   [1/s] or [N m s], by kind.
   */
  double strength;
} KinstepAngularDrag;

typedef struct KinstepThruster {
  /*
   At full throttle [N], frame of the body.
   */
  struct KinstepVector force;
  /*
   Where it acts, from the centre of mass [m], frame of the body.
   */
  struct KinstepVector point;
  /*
   0 is off, 1 is full.
   */
  double throttle;
} KinstepThruster;

/*
 A force that is a function. It may be called from any thread that steps the world, and by a clone of it.
 */
typedef struct KinstepForceFunction {
  struct KinstepOption_ForceOfBody force;
  /*
   Passed to the function.
   */
  void *user;
} KinstepForceFunction;

/*
 A force that depends on position and time alone.
 */
typedef struct KinstepFieldFunctions {
  struct KinstepOption_ForceOfPosition force;
  /*
   The potential whose negative gradient is the force; null if there is none.
   */
  struct KinstepOption_PotentialOfPosition potential;
  /*
   Passed to the functions.
   */
  void *user;
} KinstepFieldFunctions;

/*
 A torque [N m] that is a function; in the plane only its z is read.
 */
typedef struct KinstepTorqueFunction {
  struct KinstepOption_ForceOfBody torque;
  /*
   Passed to the function.
   */
  void *user;
} KinstepTorqueFunction;

/*
 The parameters of a force; its kind tells which.
 */
typedef union KinstepForceParameters {
  struct KinstepUniformGravity uniform_gravity;
  struct KinstepConstantForce constant_force;
  struct KinstepLinearDrag linear_drag;
  struct KinstepQuadraticDrag quadratic_drag;
  struct KinstepQuadraticFall quadratic_fall;
  struct KinstepSpring spring;
  struct KinstepCriticalSpring critical_spring;
  struct KinstepRod rod;
  struct KinstepMagneticField magnetic_field;
  struct KinstepRotatingFrame rotating_frame;
  struct KinstepMagnus magnus;
  struct KinstepDryFriction dry_friction;
  struct KinstepConstantPower constant_power;
  struct KinstepBuoyancy buoyancy;
  struct KinstepPointGravity point_gravity;
  struct KinstepConstantTorque constant_torque;
  struct KinstepTorsionSpring torsion_spring;
  struct KinstepAngularDrag angular_drag;
  struct KinstepThruster thruster;
  struct KinstepForceFunction function;
  struct KinstepFieldFunctions field;
  struct KinstepTorqueFunction torque;
} KinstepForceParameters;

/*
 A force: its kind, its parameters, and where on the body it acts.
 */
typedef struct KinstepForce {
  /*
   A `KinstepForceKind`.
   */
  uint32_t kind;
  /*
   Not zero: the force acts at `mount` and turns the body, too.
   */
  uint32_t is_mounted;
  /*
   Where it acts, from the centre of mass [m], frame of the body.
   */
  struct KinstepVector mount;
  union KinstepForceParameters parameters;
} KinstepForce;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 The inertia of a solid ball of this mass [kg] and radius [m], in space.
 */
enum KinstepStatus kinstep_inertia_sphere(double mass, double radius, KinstepOut_Inertia inertia);

/*
 The inertia of a solid box of this mass [kg] and edges [m], in space.
 */
enum KinstepStatus kinstep_inertia_cuboid(double mass, struct KinstepVector edges, KinstepOut_Inertia inertia);

/*
 The inertia of a solid cylinder about y of this mass [kg], radius and height [m], in space.
 */
enum KinstepStatus kinstep_inertia_cylinder(double mass, double radius, double height, KinstepOut_Inertia inertia);

/*
 Sets the mass of a body [kg]; infinite for a fixed body.
 */
enum KinstepStatus kinstep_world_set_mass(struct KinstepWorld world, uint64_t body, double mass);

/*
 Sets the position of a body [m].
 */
enum KinstepStatus kinstep_world_set_position(struct KinstepWorld world, uint64_t body, struct KinstepVector position);

/*
 Sets the velocity of a body [m/s].
 */
enum KinstepStatus kinstep_world_set_velocity(struct KinstepWorld world, uint64_t body, struct KinstepVector velocity);

/*
 Sets the orientation of a body: the angle in the plane [rad], the quaternion in space; the other one is zero.
 */
enum KinstepStatus kinstep_world_set_orientation(struct KinstepWorld world,
                                                 uint64_t body,
                                                 double angle,
                                                 struct KinstepQuaternion orientation);

/*
 Sets the angular velocity of a body [rad/s]; in the plane only z.
 */
enum KinstepStatus kinstep_world_set_angular_velocity(struct KinstepWorld world,
                                                      uint64_t body,
                                                      struct KinstepVector angular_velocity);

/*
 Changes the momentum of a body at once [N s].
 */
enum KinstepStatus kinstep_world_apply_impulse(struct KinstepWorld world, uint64_t body, struct KinstepVector impulse);

/*
 Changes the momentum of a body at once by a push at a point [m] of the world [N s].
 */
enum KinstepStatus kinstep_world_apply_impulse_at(struct KinstepWorld world,
                                                  uint64_t body,
                                                  struct KinstepVector impulse,
                                                  struct KinstepVector point);

/*
 Lets a force [N] act on a body over the next step.
 */
enum KinstepStatus kinstep_world_apply_force(struct KinstepWorld world, uint64_t body, struct KinstepVector force);

/*
 Writes the state of a world without its forces to a buffer, and its size to `size`.

 # Safety
 The buffer has room for `capacity` bytes.
 */
enum KinstepStatus kinstep_world_snapshot(struct KinstepWorld world,
                                          uint8_t *buffer,
                                          size_t capacity,
                                          KinstepOut_usize size);

/*
 Puts a world back to the state of a snapshot, to the bit. It must have the forces that the snapshot knows. If it fails the world
 is as it was.

 # Safety
 `bytes` has `size` bytes.
 */
enum KinstepStatus kinstep_world_restore(struct KinstepWorld world,
                                         const uint8_t *bytes,
                                         size_t size);

/*
 Writes a world with its forces to a buffer, and its size to `size`. Forces that are functions cannot be written.

 # Safety
 The buffer has room for `capacity` bytes.
 */
enum KinstepStatus kinstep_world_scene(struct KinstepWorld world,
                                       uint8_t *buffer,
                                       size_t capacity,
                                       KinstepOut_usize size);

/*
 Makes the world of a scene, with the same ids, which goes on to the bit. Free it with `kinstep_world_free`.

 # Safety
 `bytes` has `size` bytes.
 */
enum KinstepStatus kinstep_world_from_scene(const uint8_t *bytes, size_t size, KinstepOut_World world);

/*
 The reason of the last failure on this thread, in UTF-8; empty if there was none. It stays valid until the next call that
 fails on this thread.
 */
const char *kinstep_last_error(void);

/*
 Makes an empty world, in the plane or in space: of 2 or 3 dimensions. Free it with `kinstep_world_free`.
 */
enum KinstepStatus kinstep_world_new(uint32_t dimensions, KinstepOut_World world);

/*
 Makes a copy of a world, which steps with the same bits. Forces that are functions are shared. Free it, too.
 */
enum KinstepStatus kinstep_world_clone(struct KinstepWorld world, KinstepOut_World copy);

/*
 Frees a world. Freeing it twice, or using it afterwards, is `KINSTEP_STATUS_NO_SUCH_WORLD`.
 */
enum KinstepStatus kinstep_world_free(struct KinstepWorld world);

/*
 Moves a world by `dt` [s]; a negative step runs backwards. If it fails the world is as it was.
 */
enum KinstepStatus kinstep_world_step(struct KinstepWorld world, double dt);

/*
 Moves a world by `duration` [s] to a tolerance [m], in steps as long as that allows.
 */
enum KinstepStatus kinstep_world_advance(struct KinstepWorld world, double duration, double tolerance);

/*
 Simulated time [s].
 */
enum KinstepStatus kinstep_world_time(struct KinstepWorld world, KinstepOut_f64 time);

/*
 Number of steps made.
 */
enum KinstepStatus kinstep_world_steps(struct KinstepWorld world, KinstepOut_u64 steps);

/*
 Kinetic and potential energy [J].
 */
enum KinstepStatus kinstep_world_energy(struct KinstepWorld world, KinstepOut_Energy energy);

/*
 Sets how a world is stepped from now on: a `KinstepScheme`.
 */
enum KinstepStatus kinstep_world_set_scheme(struct KinstepWorld world, uint32_t scheme);

/*
 Adds a body, and writes its id, unless the pointer is null. The id is never used again for another body.
 */
enum KinstepStatus kinstep_world_add_body(struct KinstepWorld world, const struct KinstepBody *body, KinstepOut_u64 id);

/*
 Removes a body, and the forces and links on it alone.
 */
enum KinstepStatus kinstep_world_remove_body(struct KinstepWorld world, uint64_t body);

/*
 Writes the state of a body.
 */
enum KinstepStatus kinstep_world_body(struct KinstepWorld world, uint64_t body, KinstepOut_Body state);

/*
 Number of bodies.
 */
enum KinstepStatus kinstep_world_body_count(struct KinstepWorld world, KinstepOut_usize count);

/*
 Writes the states of all bodies to a buffer, and their number to `count`.

 # Safety
 The buffer has room for `capacity` bodies.
 */
enum KinstepStatus kinstep_world_bodies(struct KinstepWorld world,
                                        struct KinstepBody *buffer,
                                        size_t capacity,
                                        KinstepOut_usize count);

/*
 Writes the ids of all bodies to a buffer, in the order of `kinstep_world_bodies`, and their number to `count`.

 # Safety
 The buffer has room for `capacity` ids.
 */
enum KinstepStatus kinstep_world_body_ids(struct KinstepWorld world,
                                          uint64_t *buffer,
                                          size_t capacity,
                                          KinstepOut_usize count);

/*
 Writes the angular momentum of a body about its centre of mass [kg m^2/s]; in the plane only z.
 */
enum KinstepStatus kinstep_world_spin_angular_momentum(struct KinstepWorld world,
                                                       uint64_t body,
                                                       KinstepOut_Vector angular_momentum);

/*
 Adds a force on every body, and writes its id, unless the pointer is null.
 */
enum KinstepStatus kinstep_world_add_force(struct KinstepWorld world,
                                           const struct KinstepForce *force,
                                           KinstepOut_u64 id);

/*
 Adds a force on one body, and writes its id, unless the pointer is null.
 */
enum KinstepStatus kinstep_world_add_force_on(struct KinstepWorld world,
                                              uint64_t body,
                                              const struct KinstepForce *force,
                                              KinstepOut_u64 id);

/*
 Adds a link: a force between two bodies, equal and opposite. Writes its id, unless the pointer is null.
 */
enum KinstepStatus kinstep_world_add_link(struct KinstepWorld world,
                                          uint64_t first,
                                          uint64_t second,
                                          const struct KinstepForce *force,
                                          KinstepOut_u64 id);

/*
 Adds a link between points of two bodies, from their centres of mass [m], in the frames of the bodies. Writes its id, unless the
 pointer is null.
 */
enum KinstepStatus kinstep_world_add_link_at(struct KinstepWorld world,
                                             uint64_t first,
                                             struct KinstepVector first_point,
                                             uint64_t second,
                                             struct KinstepVector second_point,
                                             const struct KinstepForce *force,
                                             KinstepOut_u64 id);

/*
 Puts another force in the place of one: on the same bodies, with the same id.
 */
enum KinstepStatus kinstep_world_replace_force(struct KinstepWorld world,
                                               uint64_t id,
                                               const struct KinstepForce *force);

/*
 Removes a force or a link.
 */
enum KinstepStatus kinstep_world_remove_force(struct KinstepWorld world, uint64_t id);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* KINSTEP_H */
