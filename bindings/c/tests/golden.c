/* Four scenes of `tests/golden`, and the bits that they end in: a line for each. Halfway each goes through bytes. */
#include "check.h"

#define STEPS 10000

/* FNV-1a over numbers, byte by byte from the lowest. */
static uint64_t bits;

static void take_word(uint64_t word) {
  for (int byte = 0; byte < 8; ++byte) {
    bits = (bits ^ (word >> (8 * byte) & 0xff)) * UINT64_C(0x100000001B3);
  }
}

static void take(double number) {
  uint64_t word;
  memcpy(&word, &number, sizeof word);
  take_word(word);
}

static void take_vector(KinstepVector vector) {
  take(vector.x);
  take(vector.y);
  take(vector.z);
}

/* The bits of all that a step changes, and of its report. */
static uint64_t end(KinstepWorld world, int dimensions) {
  bits = UINT64_C(0xCBF29CE484222325);
  double time;
  uint64_t steps;
  KinstepBodyId ids[32];
  KinstepBody bodies[32];
  size_t count;
  OK(kinstep_world_time(world, &time));
  OK(kinstep_world_steps(world, &steps));
  OK(kinstep_world_bodies(world, bodies, 32, &count));
  OK(kinstep_world_body_ids(world, ids, 32, &count));
  take(time);
  take_word(steps);
  for (size_t i = 0; i < count; ++i) {
    const KinstepBody *body = &bodies[i];
    KinstepVector spin;
    OK(kinstep_world_spin_angular_momentum(world, ids[i], &spin));
    take(body->position.x);
    take(body->position.y);
    if (dimensions == 3) take(body->position.z);
    take(body->velocity.x);
    take(body->velocity.y);
    if (dimensions == 3) {
      take(body->velocity.z);
      take(body->orientation.x);
      take(body->orientation.y);
      take(body->orientation.z);
      take(body->orientation.w);
      take_vector(spin);
      take_vector(body->angular_velocity);
    } else {
      /* in the plane there is one number, and zeros where space has more */
      take(body->orientation.x);
      for (int i = 0; i < 3; ++i) take(0.0);
      take(spin.z);
      take(0.0);
      take(0.0);
      take(body->angular_velocity.z);
      take(0.0);
      take(0.0);
    }
  }
  KinstepEnergy energy;
  OK(kinstep_world_energy(world, &energy));
  take(energy.kinetic);
  take(energy.potential);
  return bits;
}

/* Numbers between -1 and 1. */
static uint64_t seed;

static double next(void) {
  seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (double)(seed >> 40) / 8388608.0 - 1.0;
}

static KinstepVector next_vector(int dimensions) {
  KinstepVector vector = {0.0, 0.0, 0.0};
  vector.x = next();
  vector.y = next();
  if (dimensions == 3) vector.z = next();
  return vector;
}

static void points(KinstepWorld world, int dimensions, uint64_t count, KinstepBodyId *ids) {
  seed = count;
  for (uint64_t i = 0; i < count; ++i) {
    KinstepBody body = {.mass = 3.0 + next()};
    body.position = next_vector(dimensions);
    body.position.x *= 3.0;
    body.position.y *= 3.0;
    body.position.z *= 3.0;
    body.velocity = next_vector(dimensions);
    OK(kinstep_world_add_body(world, &body, &ids[i]));
  }
}

static KinstepWorld springs_in_wind(KinstepBodyId *ids) {
  KinstepWorld world;
  OK(kinstep_world_new(3, &world));
  KinstepForce gravity = kinstep_uniform_gravity(xyz(0.0, -9.81, 0.0));
  KinstepForce drag = kinstep_linear_drag_coefficient(0.02);
  drag.parameters.linear_drag.wind.x = 3.0;
  OK(kinstep_world_add_force(world, &gravity, NULL));
  OK(kinstep_world_add_force(world, &drag, NULL));
  points(world, 3, 8, ids);
  for (int i = 0; i < 8; ++i) {
    KinstepForce spring = kinstep_spring(40.0 + i), push = kinstep_constant_force(xyz(0.5, 0.0, 0.0));
    spring.parameters.spring.damping = 0.01;
    spring.parameters.spring.anchor.y = 2.0;
    push.parameters.constant_force.rate.y = 1e-4;
    OK(kinstep_world_add_force_on(world, ids[i], &spring, NULL));
    OK(kinstep_world_add_force_on(world, ids[i], &push, NULL));
  }
  return world;
}

static void push_springs(KinstepWorld world, const KinstepBodyId *ids, int step) {
  if (step % 100 != 0) return;
  const KinstepVector push = {0.3, 0.3, 0.3};
  KinstepBody body;
  OK(kinstep_world_apply_impulse(world, ids[1], push));
  OK(kinstep_world_apply_force(world, ids[2], push));
  OK(kinstep_world_body(world, ids[3], &body));
  OK(kinstep_world_set_mass(world, ids[3], body.mass * 0.999));
}

static void pull(const KinstepBody *body, double time, void *user, KinstepVector *force) {
  double factor = -2.0 - 1e-3 * time;
  CHECK(*(int *)user == 7);
  force->x = body->position.x * factor;
  force->y = body->position.y * factor;
}

static void well(const KinstepVector *x, double time, void *user, KinstepVector *force) {
  (void)time, (void)user;
  force->x = -x->x * x->x * x->x;
}

static double depth(const KinstepVector *x, double time, void *user) {
  (void)time, (void)user;
  return 0.25 * x->x * x->x * x->x * x->x;
}

static int seven = 7;

static KinstepWorld links_and_closures(KinstepBodyId *ids) {
  KinstepWorld world;
  OK(kinstep_world_new(2, &world));
  KinstepForce gravity = kinstep_uniform_gravity(xyz(0.0, -9.81, 0.0)), drag = kinstep_quadratic_drag(0.02);
  KinstepForce function = kinstep_function(pull, &seven), field = kinstep_field(well, depth, NULL);
  KinstepForce spring = kinstep_spring(12.0), rope = kinstep_spring(50.0);
  drag.parameters.quadratic_drag.wind.x = 1.0;
  spring.parameters.spring.damping = 0.02;
  rope.parameters.spring.damping = 0.1;
  rope.parameters.spring.length = 1.5;
  rope.parameters.spring.pulls_only = 1;
  OK(kinstep_world_add_force(world, &gravity, NULL));
  OK(kinstep_world_add_force(world, &drag, NULL));
  OK(kinstep_world_add_force(world, &function, NULL));
  points(world, 2, 6, ids);
  OK(kinstep_world_add_force_on(world, ids[0], &field, NULL));
  for (int i = 0; i < 3; ++i) OK(kinstep_world_add_link(world, ids[i], ids[i + 1], &spring, NULL));
  OK(kinstep_world_add_link(world, ids[3], ids[4], &rope, NULL));
  return world;
}

static void push_links(KinstepWorld world, const KinstepBodyId *ids, int step) {
  if (step % 250 != 0) return;
  OK(kinstep_world_apply_force(world, ids[1], (KinstepVector){.x = 0.5, .y = 1.0}));
  OK(kinstep_world_apply_force(world, ids[1], (KinstepVector){.x = 0.1, .y = 0.3}));
}

static void turn_back(const KinstepBody *body, double time, void *user, KinstepVector *torque) {
  (void)time, (void)user;
  torque->z = -400.0 * body->orientation.x;
}

static KinstepWorld landers(KinstepBodyId *ids) {
  KinstepWorld world;
  OK(kinstep_world_new(2, &world));
  KinstepForce gravity = kinstep_uniform_gravity(xyz(0.0, -1.62, 0.0));
  OK(kinstep_world_add_force(world, &gravity, NULL));
  const double places[] = {0.0, 50.0, 90.0, 120.0};
  for (int i = 0; i < 4; ++i) {
    KinstepBody body = {.mass = 1500.0,
                        .inertia = {.moments = {.z = 4000.0}},
                        .position = {.x = places[i], .y = 900.0},
                        .orientation = {.x = 0.2},
                        .angular_velocity = {.z = 0.1}};
    OK(kinstep_world_add_body(world, &body, &ids[i]));
  }
  KinstepForce engine = kinstep_thruster(xyz(0.0, 4500.0, 0.0)), jet = kinstep_thruster(xyz(10.0, 20.0, 0.0));
  KinstepForce turning = kinstep_angular_drag_rate(0.1), drag = kinstep_linear_drag_rate(0.01);
  KinstepForce wheel = kinstep_constant_torque(xyz(0.0, 0.0, 3.0)), torsion = kinstep_torsion_spring(900.0);
  KinstepForce needle = kinstep_torque(turn_back, NULL), cable = kinstep_spring(300.0);
  engine.parameters.thruster.arm = xyz(0.01, -1.0, 0.0);
  engine.parameters.thruster.throttle = 0.7;
  torsion.parameters.torsion_spring.damping = 20.0;
  cable.parameters.spring.damping = 50.0;
  cable.parameters.spring.anchor = xyz(120.0, 905.0, 0.0);
  cable = kinstep_mounted(cable, xyz(1.0, 2.0, 0.0));
  OK(kinstep_world_add_force_on(world, ids[0], &engine, NULL));
  OK(kinstep_world_add_force_on(world, ids[0], &turning, NULL));
  OK(kinstep_world_add_force_on(world, ids[0], &drag, NULL));
  OK(kinstep_world_add_force_on(world, ids[1], &wheel, NULL));
  OK(kinstep_world_add_force_on(world, ids[1], &torsion, NULL));
  OK(kinstep_world_add_force_on(world, ids[1], &jet, NULL));
  OK(kinstep_world_add_force_on(world, ids[2], &needle, NULL));
  OK(kinstep_world_add_force_on(world, ids[3], &cable, NULL));
  return world;
}

static void burn(KinstepWorld world, const KinstepBodyId *ids, int step) {
  KinstepBody body;
  OK(kinstep_world_body(world, ids[0], &body));
  OK(kinstep_world_set_mass(world, ids[0], body.mass - 0.05));
  if (step % 500 != 0) return;
  const KinstepVector push = {.x = 5.0, .y = 1.0}, point = {.x = 50.0, .y = 905.0};
  OK(kinstep_world_apply_impulse_at(world, ids[1], push, point));
}

static KinstepWorld charges(KinstepBodyId *ids) {
  KinstepWorld world;
  OK(kinstep_world_new(3, &world));
  points(world, 3, 5, ids);
  KinstepForce frame = kinstep_rotating_frame(xyz(0.0, 0.3, 0.1)), drag = kinstep_linear_drag_rate(0.4);
  KinstepForce strong = kinstep_magnetic_field(xyz(0.0, 0.0, 1.5)), weak = kinstep_magnetic_field(xyz(0.2, 0.0, 0.5));
  KinstepForce stiff = kinstep_spring(3.0), soft = kinstep_spring(0.5);
  KinstepForce lift = kinstep_magnus(0.1, xyz(0.0, 3.0, 10.0)), air = kinstep_quadratic_drag(0.1);
  frame.parameters.rotating_frame.point.x = 0.5;
  strong.parameters.magnetic_field.charge = 2.0;
  strong.parameters.magnetic_field.electric_field = xyz(0.1, 0.0, 0.2);
  lift.parameters.magnus.wind.x = 1.0;
  OK(kinstep_world_add_force(world, &frame, NULL));
  OK(kinstep_world_add_force(world, &drag, NULL));
  OK(kinstep_world_add_force_on(world, ids[0], &strong, NULL));
  OK(kinstep_world_add_force_on(world, ids[1], &weak, NULL));
  OK(kinstep_world_add_force_on(world, ids[1], &stiff, NULL));
  OK(kinstep_world_add_force_on(world, ids[2], &lift, NULL));
  OK(kinstep_world_add_force_on(world, ids[3], &air, NULL));
  for (int i = 0; i < 5; ++i) OK(kinstep_world_add_force_on(world, ids[i], &soft, NULL));
  return world;
}

static void nothing(KinstepWorld world, const KinstepBodyId *ids, int step) {
  (void)world, (void)ids, (void)step;
}

/* A world from the scene in bytes; one whose forces are functions is made anew, and put to a snapshot. */
static KinstepWorld passed(KinstepWorld world, KinstepWorld (*start)(KinstepBodyId *), KinstepBodyId *ids) {
  static uint8_t bytes[1 << 16];
  size_t size;
  KinstepWorld next;
  if (kinstep_world_scene(world, bytes, sizeof bytes, &size) == KINSTEP_STATUS_OK) {
    OK(kinstep_world_from_scene(bytes, size, &next));
  } else {
    OK(kinstep_world_snapshot(world, bytes, sizeof bytes, &size));
    next = start(ids);
    OK(kinstep_world_restore(next, bytes, size));
  }
  OK(kinstep_world_free(world));
  return next;
}

static void run(const char *name, int dimensions, double dt, KinstepWorld (*start)(KinstepBodyId *),
                void (*act)(KinstepWorld, const KinstepBodyId *, int)) {
  KinstepBodyId ids[32];
  KinstepWorld world = start(ids);
  for (int step = 0; step < STEPS; ++step) {
    if (step == STEPS / 2) world = passed(world, start, ids);
    act(world, ids, step);
    OK(kinstep_world_step(world, dt));
  }
  printf("0x%016" PRIX64 " %s\n", end(world, dimensions), name);
  OK(kinstep_world_free(world));
}

int main(void) {
  run("springs in wind, 3-D, f64", 3, 1.0 / 60.0, springs_in_wind, push_springs);
  run("links and closures", 2, 0.01, links_and_closures, push_links);
  run("landers", 2, 1.0 / 60.0, landers, burn);
  run("charges in a turning frame", 3, 0.02, charges, nothing);
  return 0;
}
