// A throw in wind at a target that runs, and where it lands.
//
//   c++ -std=c++11 throw.cpp $(pkg-config --cflags --libs kinstep) -o throw
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "kinstep.h"

namespace {

void check(KinstepStatus status) {
  if (status != KINSTEP_STATUS_OK) throw std::runtime_error(kinstep_last_error());
}

// A world that is freed with its owner.
class World {
 public:
  explicit World(unsigned dimensions) { check(kinstep_world_new(dimensions, &world_)); }
  ~World() { kinstep_world_free(world_); }
  World(const World &) = delete;
  World &operator=(const World &) = delete;

  KinstepWorld get() const { return world_; }

 private:
  KinstepWorld world_;
};

}  // namespace

int main() try {
  KinstepModel air = {};
  air.kind = KINSTEP_MODEL_KIND_DRAG_RATE;
  air.drag = 0.2;                // 1/s
  air.gravity = {0, -9.81, 0};  // m/s²
  air.wind = {3, 0, 0};         // m/s

  KinstepOrder order = {};
  order.from = {0, 1.5, 0};
  order.target = {30, 0, 5};
  order.target_velocity = {-2, 0, 1};
  KinstepPlan plan = {};
  plan.kind = KINSTEP_PLAN_KIND_SPEED;
  plan.value = 25;  // m/s
  KinstepLaunch launch;
  check(kinstep_aim(&air, &order, &plan, &launch));
  std::printf("thrown with %.3f, %.3f, %.3f m/s it hits after %.3f s\n", launch.velocity.x, launch.velocity.y,
              launch.velocity.z, launch.time_of_flight);

  // the same throw in a world, in one step
  World world(3);
  KinstepForce gravity = {}, drag = {};
  gravity.kind = KINSTEP_FORCE_KIND_UNIFORM_GRAVITY;
  gravity.parameters.uniform_gravity.acceleration = air.gravity;
  drag.kind = KINSTEP_FORCE_KIND_LINEAR_DRAG_RATE;
  drag.parameters.linear_drag.strength = air.drag;
  drag.parameters.linear_drag.wind = air.wind;
  KinstepBody ball = {};
  ball.mass = 0.145;  // kg
  ball.position = order.from;
  ball.velocity = launch.velocity;
  uint64_t id;
  check(kinstep_world_add_force(world.get(), &gravity, nullptr));
  check(kinstep_world_add_force(world.get(), &drag, nullptr));
  check(kinstep_world_add_body(world.get(), &ball, &id));
  check(kinstep_world_step(world.get(), launch.time_of_flight));
  check(kinstep_world_body(world.get(), id, &ball));

  const double t = launch.time_of_flight;
  const double miss = std::hypot(ball.position.x - (30 - 2 * t), std::hypot(ball.position.y, ball.position.z - (5 + t)));
  std::printf("and misses by %.0e m\n", miss);
  return miss < 1e-12 ? 0 : 1;
} catch (const std::exception &error) {
  std::fprintf(stderr, "kinstep: %s\n", error.what());
  return 1;
}
