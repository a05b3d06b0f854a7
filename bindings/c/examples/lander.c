/* A lander comes down on the Moon: gravity, an engine that turns with the craft, and a jet that stops the turn.
 *
 *   cc -std=c99 lander.c $(pkg-config --cflags --libs kinstep) -o lander
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "kinstep.h"

static void check(KinstepStatus status) {
  if (status != KINSTEP_STATUS_OK) {
    fprintf(stderr, "kinstep: %s\n", kinstep_last_error());
    exit(1);
  }
}

/* Where the craft is after a minute of these steps. */
static KinstepBody flown(int steps) {
  const KinstepForce gravity = kinstep_uniform_gravity((KinstepVector){.y = -1.62}); /* m/s² */
  const KinstepForce jets = kinstep_angular_drag_rate(0.2);                          /* 1/s */
  KinstepForce engine = kinstep_thruster((KinstepVector){.y = 4500.0});              /* N */
  const KinstepBody craft = {.mass = 1500.0,                      /* kg */
                             .inertia = {.moments = {.z = 4000.0}}, /* kg m^2 */
                             .position = {.y = 900.0},            /* m */
                             .velocity = {.x = 20.0, .y = -15.0}, /* m/s */
                             .orientation = {.x = 0.1},           /* rad */
                             .angular_velocity = {.z = 0.05}};    /* rad/s */
  KinstepWorld world;
  KinstepBody state;
  KinstepBodyId lander;
  KinstepForceId thrust;

  engine.parameters.thruster.throttle = 0.55;
  check(kinstep_world_new(2, &world));
  check(kinstep_world_add_force(world, &gravity, NULL));
  check(kinstep_world_add_body(world, &craft, &lander));
  check(kinstep_world_add_force_on(world, lander, &engine, &thrust));
  check(kinstep_world_add_force_on(world, lander, &jets, NULL));
  for (int step = 0; step < steps; ++step) {
    if (2 * step == steps) { /* half a minute: more thrust */
      engine.parameters.thruster.throttle = 0.63;
      check(kinstep_world_replace_force(world, thrust, &engine));
    }
    check(kinstep_world_step(world, 60.0 / steps));
  }
  check(kinstep_world_body(world, lander, &state));
  check(kinstep_world_free(world));
  return state;
}

int main(void) {
  const KinstepBody often = flown(3600), rarely = flown(2);
  const double off = hypot(often.position.x - rarely.position.x, often.position.y - rarely.position.y);
  printf("after a minute the lander is at %.3f m, %.3f m\n", often.position.x, often.position.y);
  printf("3600 steps and 2 steps end %.0e m apart\n", off);
  return off < 1e-8 ? 0 : 1;
}
