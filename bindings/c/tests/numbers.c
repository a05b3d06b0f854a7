/* What `numbers.rs` prints, through the border. */
#include "check.h"

static void number(double number) {
  uint64_t word;
  memcpy(&word, &number, sizeof word);
  printf(" %016" PRIX64, word);
}

static void vector(KinstepVector vector) {
  number(vector.x);
  number(vector.y);
  number(vector.z);
}

static void line(const char *name, const KinstepEvent *event) {
  printf("%s:", name);
  vector(event->position);
  vector(event->velocity);
  number(event->time);
  printf("\n");
}

static void line_of_launch(const char *name, const KinstepLaunch *launch) {
  printf("%s:", name);
  vector(launch->velocity);
  number(launch->time_of_flight);
  printf("\n");
}

/* A body under each force that no scene of `golden.c` has. */
static void each_force(void) {
  const KinstepVector down = xyz(0.0, -9.0, 1.0), anchor = xyz(0.5, 1.0, 1.5);
  KinstepForce forces[9] = {
      kinstep_quadratic_fall_coefficient(down, 0.3),
      kinstep_quadratic_fall_terminal_speed(down, 20.0),
      kinstep_critical_spring(0.7),
      kinstep_spring(30.0),
      kinstep_spring(30.0),
      kinstep_dry_friction_force(0.3),
      kinstep_dry_friction_deceleration(0.3),
      kinstep_point_gravity(2.0),
      kinstep_angular_drag_coefficient(0.2),
  };
  for (int i = 0; i < 2; ++i) forces[i].parameters.quadratic_fall.wind = xyz(0.0, -1.0, 0.25);
  forces[2].parameters.critical_spring.anchor = anchor;
  for (int i = 3; i < 5; ++i) {
    forces[i].parameters.spring.damping = 0.2;
    forces[i].parameters.spring.length = 0.4;
    forces[i].parameters.spring.anchor = anchor;
  }
  forces[3].parameters.spring.pulls_only = 1;
  for (int i = 5; i < 7; ++i) {
    forces[i].parameters.dry_friction.linear = 0.1;
    forces[i].parameters.dry_friction.quadratic = 0.2;
    forces[i].parameters.dry_friction.surface = xyz(0.1, 0.2, 0.3);
  }
  forces[7].parameters.point_gravity.center = anchor;
  KinstepWorld world;
  KinstepBody body = {.mass = 2.0, .position = {0.0, 0.1, 0.2}, .velocity = {1.0, 2.0, 3.0}};
  KinstepBody bodies[9];
  KinstepBodyId id;
  size_t count;
  body.angular_velocity = (KinstepVector){0.3, 0.2, 0.1};
  OK(kinstep_inertia_cuboid(2.0, (KinstepVector){0.1, 0.2, 0.3}, &body.inertia));
  OK(kinstep_world_new(3, &world));
  for (int i = 0; i < 9; ++i) {
    OK(kinstep_world_add_body(world, &body, &id));
    OK(kinstep_world_add_force_on(world, id, &forces[i], NULL));
  }
  for (int step = 0; step < 10; ++step) OK(kinstep_world_step(world, 0.05));
  OK(kinstep_world_bodies(world, bodies, 9, &count));
  for (size_t i = 0; i < count; ++i) {
    printf("force:");
    vector(bodies[i].position);
    vector(bodies[i].velocity);
    vector(bodies[i].angular_velocity);
    printf("\n");
  }
  OK(kinstep_world_free(world));
}

static double positions[3000], velocities[3000];

int main(void) {
  const KinstepVector down = {0.0, -9.81, 0.0};
  const KinstepVector from = {0.0, 1.5, 0.0}, velocity = {12.0, 9.0, 3.0};
  const KinstepModel air = {
      .kind = KINSTEP_MODEL_KIND_LINEAR, .terminal_speed = 35.0, .gravity = down, .wind = {3.0, 0.0, 1.0}};
  const KinstepOrder order = {
      .from = {0.0, 2.0, 0.0}, .target = {40.0, 0.0, 10.0}, .target_velocity = {2.0, 0.0, 1.0}};
  KinstepLaunch launch, launches[2];
  KinstepEvent event;
  size_t count;

  KinstepPlan plan = {.kind = KINSTEP_PLAN_KIND_SPEED, .value = 30.0};
  OK(kinstep_aim(&air, &order, &plan, &launch));
  line_of_launch("lead", &launch);
  OK(kinstep_aim_hits(&air, &order, &plan, launches, 2, &count));
  CHECK(count == 2 && memcmp(&launches[0], &launch, sizeof launch) == 0);
  plan.lofted = 1;
  OK(kinstep_aim(&air, &order, &plan, &launch));
  line_of_launch("lead, lofted", &launch);
  CHECK(memcmp(&launches[1], &launch, sizeof launch) == 0);

  const KinstepModel unity = {
      .kind = KINSTEP_MODEL_KIND_UNITY, .time_step = 0.02, .drag = 0.5, .gravity = down};
  const KinstepFlight thrown = {unity, from, velocity};
  const uint64_t steps[] = {1, 50, 1000};
  for (int i = 0; i < 3; ++i) {
    OK(kinstep_flight_after_steps(&thrown, steps[i], &event));
    line("unity", &event);
  }
  const KinstepPlan earliest = {.kind = KINSTEP_PLAN_KIND_EARLIEST_AT_SPEED, .value = 45.0};
  OK(kinstep_aim(&unity, &order, &earliest, &launch));
  line_of_launch("unity, lead", &launch);

  const KinstepFlight flight = {air, from, velocity};
  OK(kinstep_flight_apex(&flight, &event));
  line("apex", &event);
  OK(kinstep_flight_crossing(&flight, xyz(0.0, 1.0, 0.0), 0.0, KINSTEP_CROSSING_DESCENDING, &event));
  line("landing", &event);
  const KinstepModel real = {.kind = KINSTEP_MODEL_KIND_QUADRATIC, .drag = 0.01, .gravity = down};
  const KinstepFlight slowed = {real, from, velocity};
  OK(kinstep_flight_at(&slowed, 2.0, &event));
  line("quadratic", &event);

  KinstepForce forces[2] = {kinstep_uniform_gravity(down), kinstep_linear_drag_rate(0.1)};
  forces[1].parameters.linear_drag.wind.x = 3.0;
  for (int i = 0; i < 1000; ++i) {
    positions[3 * i + 1] = 2.0;
    velocities[3 * i + 1] = 0.01 * i;
    velocities[3 * i + 2] = 1.0;
  }
  OK(kinstep_swarm_step(3, forces, 2, 1.0, 1.0 / 60.0, positions, velocities, 1000));
  OK(kinstep_swarm_step(3, forces, 2, 1.0, 60.0, positions, velocities, 1000));
  const double *x = &positions[2997], *v = &velocities[2997];
  event = (KinstepEvent){1.0 / 60.0 + 60.0, {x[0], x[1], x[2]}, {v[0], v[1], v[2]}};
  line("swarm", &event);
  each_force();
  return 0;
}
