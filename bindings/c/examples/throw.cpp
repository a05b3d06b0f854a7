// A throw in wind at a target that runs, and the same throw in a world, in one step.
//
//   c++ -std=c++17 throw.cpp $(pkg-config --cflags --libs kinstep) -o throw
#include <cstdio>

#include "kinstep.hpp"

int main() try {
  kinstep::Model air = {};
  air.kind = KINSTEP_MODEL_KIND_LINEAR;
  air.drag = 0.2;               // 1/s
  air.gravity = {0, -9.81, 0};  // m/s²
  air.wind = {3, 0, 0};         // m/s

  KinstepOrder order = {};
  order.from = {0, 1.5, 0};
  order.target = {30, 0, 5};
  order.target_velocity = {-2, 0, 1};
  KinstepPlan plan = {};
  plan.kind = KINSTEP_PLAN_KIND_SPEED;
  plan.value = 25;  // m/s
  const auto launch = kinstep::aim(air, order, plan);
  if (!launch) throw std::runtime_error(kinstep_last_error());
  const double t = launch->time_of_flight;
  std::printf("thrown with %.3f, %.3f, %.3f m/s it hits after %.3f s\n", launch->velocity.x, launch->velocity.y,
              launch->velocity.z, t);

  kinstep::World world(3);
  world.add(kinstep_uniform_gravity(air.gravity));
  auto drag = kinstep_linear_drag_rate(air.drag);
  drag.parameters.linear_drag.wind = air.wind;
  world.add(drag);
  kinstep::Body ball = {};
  ball.mass = 0.145;  // kg
  ball.position = order.from;
  ball.velocity = launch->velocity;
  const auto id = world.add(ball);
  world.step(t);

  const auto hit = world[id].position;
  const double miss = std::hypot(hit.x - (30 - 2 * t), std::hypot(hit.y, hit.z - (5 + t)));
  std::printf("and misses by %.0e m\n", miss);
  return miss < 1e-12 ? 0 : 1;
} catch (const std::exception &error) {
  std::fprintf(stderr, "kinstep: %s\n", error.what());
  return 1;
}
