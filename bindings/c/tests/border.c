/* Bad input of every kind: a clear error with the value in it, and all as it was. */
#include <pthread.h>

#include "check.h"

static KinstepForce gravity;

static void handles(void) {
  KinstepWorld world, copy, null = {0}, made_up = {UINT64_C(0x123456789)};
  double time;
  FAILS(kinstep_world_new(4, &world), KINSTEP_STATUS_INVALID_ARGUMENT, "not 4");
  FAILS(kinstep_world_new(2, NULL), KINSTEP_STATUS_NULL_POINTER, "`world` is null");
  FAILS(kinstep_world_step(null, 0.1), KINSTEP_STATUS_NO_SUCH_WORLD, "null");
  FAILS(kinstep_world_free(null), KINSTEP_STATUS_NO_SUCH_WORLD, "null");
  FAILS(kinstep_world_step(made_up, 0.1), KINSTEP_STATUS_NO_SUCH_WORLD, "0x123456789");
  OK(kinstep_world_new(2, &world));
  OK(kinstep_world_clone(world, &copy));
  OK(kinstep_world_free(world));
  FAILS(kinstep_world_free(world), KINSTEP_STATUS_NO_SUCH_WORLD, "was freed");
  FAILS(kinstep_world_time(world, &time), KINSTEP_STATUS_NO_SUCH_WORLD, "was freed");
  /* the next world takes the place, not the handle */
  KinstepWorld next;
  OK(kinstep_world_new(3, &next));
  CHECK(next.id != world.id);
  FAILS(kinstep_world_free(world), KINSTEP_STATUS_NO_SUCH_WORLD, "was freed");
  OK(kinstep_world_free(next));
  OK(kinstep_world_step(copy, 0.1));
  FAILS(kinstep_world_time(copy, NULL), KINSTEP_STATUS_NULL_POINTER, "`time` is null");
  OK(kinstep_world_free(copy));
}

static void bodies(void) {
  KinstepWorld plane, space;
  KinstepBodyId ball, solid, other;
  KinstepBody state, before;
  size_t count;
  OK(kinstep_world_new(2, &plane));
  OK(kinstep_world_new(3, &space));
  const KinstepBody point = {.mass = 1.0, .position = {.x = 1.0}};
  KinstepBody bad = point;
  FAILS(kinstep_world_add_body(plane, NULL, &ball), KINSTEP_STATUS_NULL_POINTER, "`body` is null");
  bad.mass = -2.0;
  FAILS(kinstep_world_add_body(plane, &bad, &ball), KINSTEP_STATUS_INVALID_ARGUMENT, "-2 kg");
  bad = point, bad.position.y = NAN;
  FAILS(kinstep_world_add_body(plane, &bad, &ball), KINSTEP_STATUS_INVALID_ARGUMENT, "NaN");
  bad = point, bad.position.z = 3.0;
  FAILS(kinstep_world_add_body(plane, &bad, &ball), KINSTEP_STATUS_INVALID_ARGUMENT, "z of the position is 3");
  bad = point, bad.angular_velocity.z = 1.0;
  FAILS(kinstep_world_add_body(plane, &bad, &ball), KINSTEP_STATUS_INVALID_ARGUMENT, "a point cannot spin");
  bad = point, bad.orientation.x = 2.0;
  FAILS(kinstep_world_add_body(space, &bad, &ball), KINSTEP_STATUS_INVALID_ARGUMENT, "length 2");
  bad = point, bad.orientation.z = 0.5;
  FAILS(kinstep_world_add_body(plane, &bad, &ball), KINSTEP_STATUS_INVALID_ARGUMENT, "z of the orientation is 0.5");
  OK(kinstep_world_body_count(plane, &count));
  CHECK(count == 0);

  OK(kinstep_world_add_body(plane, &point, &ball));
  KinstepBody wheel = point;
  wheel.inertia.moments.z = 2.0;
  OK(kinstep_world_add_body(plane, &wheel, &solid));
  OK(kinstep_world_body(plane, ball, &before));
  FAILS(kinstep_world_set_mass(plane, ball, 0.0), KINSTEP_STATUS_INVALID_ARGUMENT, "0 kg");
  FAILS(kinstep_world_set_velocity(plane, ball, (KinstepVector){.x = INFINITY}), KINSTEP_STATUS_INVALID_ARGUMENT,
        "inf");
  FAILS(kinstep_world_set_angular_velocity(plane, ball, (KinstepVector){.z = 1.0}),
        KINSTEP_STATUS_INVALID_ARGUMENT, "a point cannot spin");
  FAILS(kinstep_world_apply_force(plane, ball, (KinstepVector){.y = NAN}), KINSTEP_STATUS_INVALID_ARGUMENT, "NaN");
  OK(kinstep_world_body(plane, ball, &state));
  CHECK(memcmp(&state, &before, sizeof state) == 0);
  OK(kinstep_world_set_angular_velocity(plane, solid, (KinstepVector){.z = 1.0}));
  OK(kinstep_world_set_orientation(plane, solid, (KinstepOrientation){.x = 0.5}));
  OK(kinstep_world_set_position(plane, solid, (KinstepVector){.y = 4.0}));
  OK(kinstep_world_body(plane, solid, &state));
  CHECK(state.orientation.x == 0.5 && state.angular_velocity.z == 1.0 && state.position.y == 4.0);

  /* removed, and its id is not used again */
  OK(kinstep_world_remove_body(plane, ball));
  FAILS(kinstep_world_body(plane, ball, &state), KINSTEP_STATUS_NO_SUCH_BODY, "no body");
  OK(kinstep_world_add_body(plane, &point, &other));
  FAILS(kinstep_world_remove_body(plane, ball), KINSTEP_STATUS_NO_SUCH_BODY, "no body");

  /* where the ids go to is looked at before a body is added */
  KinstepBodyId added[3];
  FAILS(kinstep_world_add_bodies(plane, &point, 1, (KinstepBodyId *)((char *)added + 1)), KINSTEP_STATUS_NULL_POINTER,
        "multiple of 8");
  OK(kinstep_world_add_bodies(plane, &point, 1, NULL));
  OK(kinstep_world_body_ids(plane, added, 3, &count));
  CHECK(count == 3 && added[1].bits == other.bits);
  FAILS(kinstep_world_add_force_on_each(plane, &ball, 1, &gravity, NULL), KINSTEP_STATUS_NO_SUCH_BODY, "no body");
  OK(kinstep_world_remove_body(plane, added[2]));

  /* a buffer that is too small gets nothing, but the number that it needs */
  KinstepBody few[1] = {{.mass = 77.0}};
  FAILS(kinstep_world_bodies(plane, few, 1, &count), KINSTEP_STATUS_BUFFER_TOO_SMALL, "2 are needed");
  CHECK(count == 2 && few[0].mass == 77.0);
  FAILS(kinstep_world_bodies(plane, NULL, 2, &count), KINSTEP_STATUS_NULL_POINTER, "null");
  OK(kinstep_world_free(plane));
  OK(kinstep_world_free(space));
}

static void write_nan(const KinstepBody *body, double time, void *user, KinstepVector *force) {
  (void)body, (void)time, (void)user;
  force->x = NAN;
}

static void forces(void) {
  KinstepWorld world;
  KinstepBodyId ball, other;
  KinstepForceId force;
  KinstepBody before, after;
  double time;
  OK(kinstep_world_new(2, &world));
  const KinstepBody point = {.mass = 1.0};
  OK(kinstep_world_add_body(world, &point, &ball));
  OK(kinstep_world_add_body(world, &point, &other));
  KinstepForce bad = gravity;
  bad.kind = 99;
  FAILS(kinstep_world_add_force(world, &bad, NULL), KINSTEP_STATUS_INVALID_ARGUMENT, "no force of kind 99");
  FAILS(kinstep_world_add_force(world, NULL, NULL), KINSTEP_STATUS_NULL_POINTER, "`force` is null");
  bad = kinstep_spring(NAN);
  FAILS(kinstep_world_add_force(world, &bad, NULL), KINSTEP_STATUS_INVALID_ARGUMENT, "stiffness is NaN");
  FAILS(kinstep_world_add_link(world, ball, ball, &gravity, NULL), KINSTEP_STATUS_INVALID_ARGUMENT, "itself");
  FAILS(kinstep_world_add_link(world, ball, (KinstepBodyId){12345}, &gravity, NULL), KINSTEP_STATUS_NO_SUCH_BODY, "no body");
  bad = kinstep_function(NULL, NULL);
  FAILS(kinstep_world_add_force(world, &bad, NULL), KINSTEP_STATUS_NULL_POINTER, "function of the force is null");
  OK(kinstep_world_add_force(world, &gravity, &force));
  bad = gravity, bad.parameters.uniform_gravity.acceleration.x = INFINITY;
  FAILS(kinstep_world_replace_force(world, force, &bad), KINSTEP_STATUS_INVALID_ARGUMENT, "inf");
  OK(kinstep_world_replace_force(world, force, &gravity));
  OK(kinstep_world_remove_force(world, force));
  FAILS(kinstep_world_remove_force(world, force), KINSTEP_STATUS_NO_SUCH_FORCE, "no force");

  FAILS(kinstep_world_step(world, NAN), KINSTEP_STATUS_STEP_FAILED, "NaN");
  bad = kinstep_function(write_nan, NULL);
  OK(kinstep_world_add_force_on(world, other, &bad, NULL));
  OK(kinstep_world_body(world, other, &before));
  FAILS(kinstep_world_step(world, 0.1), KINSTEP_STATUS_STEP_FAILED, "finite");
  OK(kinstep_world_body(world, other, &after));
  OK(kinstep_world_time(world, &time));
  CHECK(memcmp(&before, &after, sizeof before) == 0 && time == 0.0);
  FAILS(kinstep_world_set_scheme(world, 9), KINSTEP_STATUS_INVALID_ARGUMENT, "9");
  OK(kinstep_world_free(world));
}

static void bytes(void) {
  KinstepWorld plane, space, read;
  uint8_t buffer[4096];
  size_t size, again;
  OK(kinstep_world_new(2, &plane));
  OK(kinstep_world_new(3, &space));
  const KinstepBody point = {.mass = 1.0, .velocity = {.x = 1.0}};
  OK(kinstep_world_add_body(plane, &point, NULL));
  OK(kinstep_world_add_force(plane, &gravity, NULL));
  FAILS(kinstep_world_scene(plane, NULL, 0, &size), KINSTEP_STATUS_BUFFER_TOO_SMALL, "needed");
  OK(kinstep_world_scene(plane, buffer, size, &again));
  CHECK(size == again);
  OK(kinstep_world_from_scene(buffer, size, &read));
  OK(kinstep_world_step(read, 0.5));
  OK(kinstep_world_free(read));
  /* every shorter one, and every one with a byte changed: refused, or a world that can be freed */
  for (size_t i = 0; i < size; ++i) {
    CHECK(kinstep_world_from_scene(buffer, i, &read) == KINSTEP_STATUS_RESTORE_FAILED);
    buffer[i] ^= 0x55;
    if (kinstep_world_from_scene(buffer, size, &read) == KINSTEP_STATUS_OK) OK(kinstep_world_free(read));
    buffer[i] ^= 0x55;
  }
  FAILS(kinstep_world_from_scene(buffer, size + 1, &read), KINSTEP_STATUS_RESTORE_FAILED, "1 bytes more");
  FAILS(kinstep_world_restore(plane, buffer, size), KINSTEP_STATUS_RESTORE_FAILED, "no snapshot");
  OK(kinstep_world_snapshot(plane, buffer, sizeof buffer, &size));
  FAILS(kinstep_world_restore(space, buffer, size), KINSTEP_STATUS_RESTORE_FAILED, "2 dimensions");
  FAILS(kinstep_world_restore(plane, NULL, size), KINSTEP_STATUS_NULL_POINTER, "`bytes` is null");
  OK(kinstep_world_free(plane));
  OK(kinstep_world_free(space));
}

static double flat(const KinstepVector *position, void *user) {
  (void)position;
  return *(double *)user;
}

static void flights(void) {
  KinstepModel air = {.kind = KINSTEP_MODEL_KIND_LINEAR, .drag = 0.1, .gravity = {.y = -9.81}};
  KinstepFlight flight = {air, {.y = 2.0}, {.x = 10.0}};
  KinstepEvent event;
  KinstepClosest closest;
  KinstepVector dots[8];
  FAILS(kinstep_flight_at(NULL, 0.0, &event), KINSTEP_STATUS_NULL_POINTER, "`flight` is null");
  FAILS(kinstep_flight_at(&flight, NAN, &event), KINSTEP_STATUS_INVALID_ARGUMENT, "NaN");
  FAILS(kinstep_flight_apex(&flight, &event), KINSTEP_STATUS_NO_ANSWER, "no such event");
  FAILS(kinstep_flight_after_steps(&flight, 3, &event), KINSTEP_STATUS_INVALID_ARGUMENT, "engine");
  flight.model.drag = -0.1;
  FAILS(kinstep_flight_at(&flight, 1.0, &event), KINSTEP_STATUS_INVALID_ARGUMENT, "-0.1");
  flight.model.kind = 77;
  FAILS(kinstep_flight_at(&flight, 1.0, &event), KINSTEP_STATUS_INVALID_ARGUMENT, "77");
  flight.model = air, flight.position.y = NAN;
  FAILS(kinstep_flight_at(&flight, 1.0, &event), KINSTEP_STATUS_INVALID_ARGUMENT, "position is NaN");
  flight.position.y = 2.0;
  OK(kinstep_flight_sample(&flight, 0.0, 0.1, dots, 8));
  CHECK(dots[0].y == 2.0 && dots[7].x > 6.0);
  OK(kinstep_flight_closest_approach(&flight, (KinstepVector){.x = 5.0}, 0.0, 2.0, &closest));
  FAILS(kinstep_flight_closest_approach(&flight, (KinstepVector){.x = 5.0}, 2.0, NAN, &closest),
        KINSTEP_STATUS_INVALID_ARGUMENT, "NaN");
  double height = 0.5;
  KinstepGround ground = {.up = {.y = 1.0}, .height = flat, .user = &height, .steepest = 0.0};
  OK(kinstep_flight_landing(&flight, &ground, 0.0, 10.0, &event));
  CHECK(fabs(event.position.y - height) < 1e-12);
  ground.height = NULL;
  FAILS(kinstep_flight_landing(&flight, &ground, 0.0, 10.0, &event), KINSTEP_STATUS_NULL_POINTER, "`height`");
}

static void aims(void) {
  KinstepModel air = {.kind = KINSTEP_MODEL_KIND_LINEAR, .gravity = {.y = -9.81}};
  KinstepOrder orders[3] = {{.target = {.x = 20.0}}, {.target = {.x = 900.0}}, {.target = {.x = NAN}}};
  KinstepPlan plan = {.kind = KINSTEP_PLAN_KIND_SPEED, .value = 20.0};
  KinstepLaunch launch, launches[3];
  uint32_t statuses[3];
  OK(kinstep_aim(&air, &orders[0], &plan, &launch));
  FAILS(kinstep_aim(&air, &orders[1], &plan, &launch), KINSTEP_STATUS_NO_ANSWER, "out of range");
  FAILS(kinstep_aim(&air, &orders[2], &plan, &launch), KINSTEP_STATUS_NO_ANSWER, "NaN");
  OK(kinstep_aim_all(&air, &plan, orders, launches, statuses, 3));
  CHECK(memcmp(&launches[0], &launch, sizeof launch) == 0);
  CHECK(statuses[0] == KINSTEP_STATUS_OK && statuses[1] == KINSTEP_STATUS_NO_ANSWER);
  CHECK(launches[1].time_of_flight == 0.0 && statuses[2] == KINSTEP_STATUS_NO_ANSWER);
  FAILS(kinstep_aim_all(&air, &plan, NULL, launches, statuses, 3), KINSTEP_STATUS_NULL_POINTER, "`orders`");
  FAILS(kinstep_aim_all(&air, &plan, orders, launches, statuses, SIZE_MAX), KINSTEP_STATUS_INVALID_ARGUMENT,
        "no memory");
  plan.kind = 99;
  FAILS(kinstep_aim(&air, &orders[0], &plan, &launch), KINSTEP_STATUS_INVALID_ARGUMENT, "99");
  air.kind = KINSTEP_MODEL_KIND_UNITY;
  plan.kind = KINSTEP_PLAN_KIND_LOB;
  FAILS(kinstep_aim(&air, &orders[0], &plan, &launch), KINSTEP_STATUS_INVALID_ARGUMENT, "the step [s] is 0");
  air.time_step = 0.02;
  OK(kinstep_aim(&air, &orders[0], &plan, &launch));
  air = (KinstepModel){.kind = KINSTEP_MODEL_KIND_QUADRATIC, .drag = 0.01, .gravity = {.y = -9.81}};
  OK(kinstep_aim(&air, &orders[0], &plan, &launch));
  plan.kind = KINSTEP_PLAN_KIND_APEX;
  FAILS(kinstep_aim(&air, &orders[0], &plan, &launch), KINSTEP_STATUS_INVALID_ARGUMENT, "no planner");
}

static void swarms(void) {
  double x[4] = {0.0, 1.0, 2.0, NAN}, v[4] = {1.0, 0.0, 0.0, 0.0};
  float y[3] = {0.0f, 1.0f, 2.0f}, w[3] = {1.0f, 0.0f, 0.0f};
  KinstepForce air = kinstep_quadratic_drag(0.1);
  FAILS(kinstep_swarm_step(2, &gravity, 1, 1.0, 0.1, x, v, 2), KINSTEP_STATUS_STEP_FAILED, "not finite is 1");
  CHECK(x[0] == 0.0 && v[1] == 0.0);
  OK(kinstep_swarm_step(2, &gravity, 1, 1.0, 0.1, x, v, 1));
  CHECK(x[0] == 0.1);
  FAILS(kinstep_swarm_step(5, &gravity, 1, 1.0, 0.1, x, v, 1), KINSTEP_STATUS_INVALID_ARGUMENT, "not 5");
  FAILS(kinstep_swarm_step(2, &gravity, 1, -1.0, 0.1, x, v, 1), KINSTEP_STATUS_INVALID_ARGUMENT, "-1 kg");
  FAILS(kinstep_swarm_step(2, &air, 1, 1.0, 0.1, x, v, 1), KINSTEP_STATUS_INVALID_ARGUMENT, "QuadraticDrag has none");
  FAILS(kinstep_swarm_step(2, &gravity, 1, 1.0, 0.1, x, NULL, 1), KINSTEP_STATUS_NULL_POINTER,
        "`velocities` is null");
  FAILS(kinstep_swarm_step(2, NULL, 1, 1.0, 0.1, x, v, 1), KINSTEP_STATUS_NULL_POINTER, "`forces` is null");
  FAILS(kinstep_swarm_step(2, &gravity, 1, 1.0, 0.1, (double *)((char *)x + 1), v, 1), KINSTEP_STATUS_NULL_POINTER,
        "multiple of 8");
  OK(kinstep_swarm_step(2, &gravity, 1, 1.0, 0.1, NULL, NULL, 0));
  OK(kinstep_swarm_step_float(3, &gravity, 1, 1.0, 0.5, y, w, 1));
  CHECK(y[0] == 0.5f && w[1] < -4.9f);
}

static void decide(const KinstepCollision *collision, void *user, KinstepResponse *response) {
  CHECK(response->material.restitution == 0.5);
  if (collision->surface.bits == ((KinstepSurfaceId *)user)->bits) response->push.y = 2.0;
}

static double sea_level(const KinstepVector *position, void *user) {
  (void)user;
  return 0.0 * position->x;
}

static void contacts(void) {
  KinstepWorld world;
  KinstepBodyId ball;
  KinstepSurfaceId floor, wall, held[4], none = {99};
  KinstepContact seen[64];
  KinstepBody state;
  KinstepVector offset;
  size_t count;
  const KinstepMaterial rubber = {.restitution = 0.5, .friction = 0.2}, bad = {.restitution = 2.0};
  const KinstepBody body = {.mass = 0.2, .position = {.y = 1.0}};
  OK(kinstep_world_new(2, &world));
  OK(kinstep_world_add_force(world, &gravity, NULL));
  OK(kinstep_world_add_body(world, &body, &ball));
  FAILS(kinstep_world_add_plane(world, xyz(0.0, 1.0, 0.0), 0.0, bad, NULL), KINSTEP_STATUS_INVALID_ARGUMENT, "2");
  OK(kinstep_world_add_plane(world, xyz(0.0, 1.0, 0.0), 0.0, rubber, &floor));
  OK(kinstep_world_add_box(world, xyz(5.0, 0.0, 0.0), xyz(1.0, 1.0, 0.0), (KinstepOrientation){.x = 0.1}, rubber, &wall));
  /* it falls for √(2/g) s, and strikes with 2.0 · 0.2 · 1.5 · √(g/2) N s */
  OK(kinstep_world_step(world, 0.5));
  OK(kinstep_world_contacts(world, seen, 64, &count));
  CHECK(count == 1 && seen[0].kind == KINSTEP_CONTACT_KIND_BOUNCE && seen[0].surface.bits == floor.bits);
  CHECK(seen[0].body.bits == ball.bits && !seen[0].is_with_body);
  CHECK(fabs(seen[0].time - sqrt(2.0 / 9.81)) < 1e-14);
  CHECK(fabs(seen[0].impulse.y - 0.2 * 1.5 * sqrt(2.0 * 9.81)) < 1e-14);
  /* it comes to rest on the floor */
  OK(kinstep_world_step(world, 20.0));
  OK(kinstep_world_held_by(world, ball, held, 4, &count));
  CHECK(count == 1 && held[0].bits == floor.bits);
  OK(kinstep_world_set_surface_velocity(world, floor, xyz(0.0, 0.5, 0.0)));
  OK(kinstep_world_step(world, 2.0));
  OK(kinstep_world_surface_offset(world, floor, &offset));
  OK(kinstep_world_body(world, ball, &state));
  CHECK(offset.y == 1.0 && fabs(state.position.y - 1.0) < 1e-12);
  /* a jump pad */
  OK(kinstep_world_on_contact(world, decide, &floor));
  OK(kinstep_world_set_position(world, ball, xyz(0.0, 2.0, 0.0)));
  OK(kinstep_world_step(world, 0.6));
  OK(kinstep_world_body(world, ball, &state));
  CHECK(state.velocity.y > 1.0);
  OK(kinstep_world_remove_surface(world, floor));
  FAILS(kinstep_world_remove_surface(world, floor), KINSTEP_STATUS_NO_SUCH_SURFACE, "no surface");
  FAILS(kinstep_world_set_one_way(world, none, NULL), KINSTEP_STATUS_NO_SUCH_SURFACE, "no surface");
  const double ramp[] = {-9.0, 0.0, 0.0, 0.0, 9.0, 3.0}, heights[] = {0.0, 1.0, 0.5};
  OK(kinstep_world_add_chain(world, ramp, 3, 0, rubber, NULL));
  OK(kinstep_world_add_heightfield(world, xyz(0.0, 1.0, 0.0), xyz(0.0, -9.0, 0.0), 1.0, heights, 1, 3, rubber, NULL));
  KinstepGround sea = {.up = {.y = 1.0}, .height = sea_level, .curvature = -1.0};
  FAILS(kinstep_world_add_ground(world, &sea, rubber, NULL), KINSTEP_STATUS_INVALID_ARGUMENT, "curvature of the ground is -1");
  sea.curvature = 0.0;
  OK(kinstep_world_add_ground(world, &sea, rubber, NULL));
  FAILS(kinstep_world_add_heightfield(world, xyz(1.0, 1.0, 0.0), xyz(0.0, 0.0, 0.0), 1.0, heights, 1, 3, rubber, NULL),
        KINSTEP_STATUS_INVALID_ARGUMENT, "up");
  OK(kinstep_world_step(world, 1.0));
  OK(kinstep_world_free(world));
}

static void events(void) {
  KinstepWorld world;
  KinstepBodyId ball;
  KinstepEvent event;
  KinstepAdvanced advanced;
  KinstepDrift drift;
  KinstepSchemeErrors errors[2];
  double time, times[64], energies[64];
  const KinstepBody body = {.mass = 0.1, .velocity = {.y = 8.0}};
  const KinstepScheme schemes[2] = {KINSTEP_SCHEME_SYMPLECTIC_EULER, KINSTEP_SCHEME_FLOW_KICK};
  OK(kinstep_world_new(2, &world));
  OK(kinstep_world_add_force(world, &gravity, NULL));
  OK(kinstep_world_add_body(world, &body, &ball));
  const KinstepUntil top = {.body = ball, .kind = KINSTEP_UNTIL_KIND_APEX, .vector = {.y = 1.0}};
  const KinstepUntil lands = {.body = ball, .kind = KINSTEP_UNTIL_KIND_CROSSING,
                              .crossing = KINSTEP_CROSSING_DESCENDING, .vector = {.y = 1.0}};
  KinstepUntil wrong = lands;
  wrong.crossing = 9;
  FAILS(kinstep_world_step_until(world, 1.0, &wrong, &event), KINSTEP_STATUS_INVALID_ARGUMENT, "crossing");
  wrong = lands, wrong.body.bits = 99;
  FAILS(kinstep_world_step_until(world, 1.0, &wrong, &event), KINSTEP_STATUS_NO_SUCH_BODY, "no body");
  OK(kinstep_world_step_until(world, 5.0, &top, &event));
  CHECK(fabs(event.time - 8.0 / 9.81) < 1e-15);
  FAILS(kinstep_world_step_until(world, 0.1, &top, &event), KINSTEP_STATUS_NO_ANSWER, "no such event");
  KinstepForce air = kinstep_quadratic_drag(1e-3);
  OK(kinstep_world_add_force(world, &air, NULL));
  OK(kinstep_world_advance_until(world, 5.0, 1e-9, &lands, &event));
  CHECK(fabs(event.position.y) < 1e-9);
  OK(kinstep_world_advance(world, 0.5, 1e-9, &advanced));
  CHECK(advanced.steps > 0 && advanced.evaluations > 0);
  OK(kinstep_world_compare_schemes(world, 0.01, 50, schemes, errors, 2));
  CHECK(errors[1].position < 1e-3 * errors[0].position && errors[0].steps == 50);
  for (int i = 0; i < 64; ++i) {
    times[i] = i;
    energies[i] = 1.0 + 1e-3 * i;
  }
  OK(kinstep_drift(times, energies, 64, 0.0, &drift));
  CHECK(strcmp(drift.kind, "secular") == 0 && fabs(drift.rate - 1e-3) < 1e-12);
  OK(kinstep_world_time(world, &time));
  CHECK(time > 0.5);
  OK(kinstep_world_free(world));
}

static void single(void) {
  KinstepWorld world;
  KinstepBodyId ball;
  KinstepBody state;
  const KinstepBody body = {.mass = 0.1, .position = {.x = 0.1}};
  OK(kinstep_world_new_single(3, &world));
  OK(kinstep_world_add_body(world, &body, &ball));
  OK(kinstep_world_step(world, 0.5));
  OK(kinstep_world_body(world, ball, &state));
  CHECK(state.position.x == (double)0.1f);
  OK(kinstep_world_free(world));
}

static KinstepWorld shared;

/* The function of a force that steps its own world, which is in use. */
static void step_again(const KinstepBody *body, double time, void *user, KinstepVector *force) {
  (void)body, (void)time, (void)force;
  FAILS(kinstep_world_step(shared, 0.1), KINSTEP_STATUS_BUSY, "another call");
  *(int *)user += 1;
}

/* Steps the shared world as often as it is free, and worlds of its own. */
static void *steps(void *user) {
  int done = 0;
  for (int i = 0; i < 200; ++i) {
    KinstepWorld own;
    KinstepStatus status = kinstep_world_step(shared, 0.01);
    CHECK(status == KINSTEP_STATUS_OK || status == KINSTEP_STATUS_BUSY);
    done += status == KINSTEP_STATUS_OK;
    OK(kinstep_world_new(3, &own));
    OK(kinstep_world_add_force(own, &gravity, NULL));
    OK(kinstep_world_step(own, 0.1));
    FAILS(kinstep_world_step(own, NAN), KINSTEP_STATUS_STEP_FAILED, "NaN");
    OK(kinstep_world_free(own));
  }
  *(int *)user = done;
  return NULL;
}

static void threads(void) {
  int asked = 0, done[4], sum = 0;
  uint64_t counted;
  const KinstepBody point = {.mass = 1.0};
  const KinstepForce function = kinstep_function(step_again, &asked);
  KinstepForceId force;
  pthread_t running[4];
  OK(kinstep_world_new(3, &shared));
  OK(kinstep_world_add_body(shared, &point, NULL));
  OK(kinstep_world_add_force(shared, &function, &force));
  OK(kinstep_world_step(shared, 0.1));
  CHECK(asked > 0);
  OK(kinstep_world_remove_force(shared, force));
  for (int i = 0; i < 4; ++i) CHECK(pthread_create(&running[i], NULL, steps, &done[i]) == 0);
  for (int i = 0; i < 4; ++i) {
    CHECK(pthread_join(running[i], NULL) == 0);
    sum += done[i];
  }
  OK(kinstep_world_steps(shared, &counted));
  CHECK(counted == (uint64_t)sum + 1 && sum > 0);
  OK(kinstep_world_free(shared));
}

int main(void) {
  CHECK(strcmp(kinstep_last_error(), "") == 0);
  CHECK(strcmp(kinstep_version(), KINSTEP_VERSION) == 0);
  gravity = kinstep_uniform_gravity(xyz(0.0, -9.81, 0.0));
  handles();
  bodies();
  forces();
  bytes();
  flights();
  aims();
  swarms();
  contacts();
  events();
  single();
  threads();
  printf("11 passed, 0 failed\n");
  return 0;
}
