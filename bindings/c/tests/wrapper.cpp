// The wrapper of C++: owners, exceptions, functions that throw, events, contacts, bytes.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "kinstep.hpp"

#define CHECK(condition)                                                    \
  do {                                                                      \
    if (!(condition)) {                                                     \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);  \
      std::exit(1);                                                         \
    }                                                                       \
  } while (0)

static kinstep::Body point(double y) {
  kinstep::Body body = {};
  body.mass = 1.0;
  body.position.y = y;
  return body;
}

static void owners() {
  kinstep::World world(2);
  const auto ball = world.add(point(1.0));
  const auto gravity = world.add(kinstep_uniform_gravity({0.0, -9.81, 0.0}));
  kinstep::World copy = world.clone(), moved = std::move(world);
  moved.step(0.25);
  copy.step(0.25);
  try {
    world.step(0.25);  // moved from
    CHECK(false);
  } catch (const kinstep::Error &error) {
    CHECK(error.status() == KINSTEP_STATUS_NO_SUCH_WORLD);
  }
  CHECK(moved[ball].position.y == copy[ball].position.y && moved.steps() == 1 && moved.bodies().size() == 1);
  moved.remove(gravity);
  try {
    moved.remove(gravity);
    CHECK(false);
  } catch (const kinstep::Error &error) {
    CHECK(error.status() == KINSTEP_STATUS_NO_SUCH_FORCE && std::string(error.what()).find("no force") != std::string::npos);
  }
  auto later = kinstep::World::from_scene(copy.scene());
  later.step(0.5);
  copy.step(0.5);
  CHECK(later[ball].velocity.y == copy[ball].velocity.y && later.ids()[0] == ball);
  const auto before = copy.snapshot();
  copy.set_velocity(ball, {5.0, 0.0, 0.0});
  copy.restore(before);
  CHECK(copy[ball].velocity.x == 0.0);
}

static void functions() {
  kinstep::World world(3);
  const auto ball = world.add(point(1.0));
  int calls = 0;
  world.add(world.function([&](const kinstep::Body &body, double time) {
    ++calls;
    if (time >= 0.5) throw std::range_error("too late");
    return kinstep::Vector{-body.position.x, -body.position.y, 0.0};
  }), ball);
  world.step(0.5);
  CHECK(calls > 0 && world[ball].velocity.y < -0.4);
  const auto before = world[ball];
  for (int i = 0; i < 2; ++i) {
    try {
      world.step(0.5);
      CHECK(false);
    } catch (const std::range_error &error) {
      CHECK(std::string(error.what()) == "too late");
    }
  }
  CHECK(world[ball].position.y == before.position.y && world.time() == 0.5);

  // to add a force at a point asks it once, and succeeds without an answer
  kinstep::World other(3);
  kinstep::Body solid = point(1.0);
  solid.inertia = kinstep::sphere(1.0, 0.5);
  const auto top = other.add(solid);
  const auto never = [](const kinstep::Body &, double) -> kinstep::Vector { throw std::range_error("never"); };
  const auto bad = other.add(kinstep_mounted(other.function(never), {1.0, 0.0, 0.0}), top);
  try {
    other.step(std::numeric_limits<double>::quiet_NaN());
    CHECK(false);
  } catch (const kinstep::Error &error) {
    CHECK(std::string(error.what()).find("NaN") != std::string::npos);
  }
  try {
    other.step(0.5);
    CHECK(false);
  } catch (const std::range_error &) {
  }
  other.remove(bad);
  other.step(0.5);
  CHECK(other.time() == 0.5);
}

static void events() {
  kinstep::World world(2);
  const auto ball = world.add(point(2.0));
  world.add(kinstep_uniform_gravity({0.0, -9.81, 0.0}));
  kinstep::Until lands = {};
  lands.body = ball;
  lands.kind = KINSTEP_UNTIL_KIND_CROSSING;
  lands.crossing = KINSTEP_CROSSING_DESCENDING;
  lands.vector = {0.0, 1.0, 0.0};
  CHECK(!world.step_until(0.1, lands));
  const auto hit = world.step_until(5.0, lands);
  CHECK(hit && std::abs(hit->time + 0.1 - std::sqrt(4.0 / 9.81)) < 1e-15);
  kinstep::Material rubber = {};
  rubber.restitution = 0.5;
  const auto floor = world.add_plane({0.0, 1.0, 0.0}, -1.0, rubber);
  world.step(30.0);
  CHECK(!world.contacts().empty() && world.contacts()[0].surface.bits == floor.bits);
  CHECK(world.held_by(ball).size() == 1 && std::abs(world[ball].position.y + 1.0) < 1e-12);
  kinstep::Model air = {};
  air.gravity = {0.0, -9.81, 0.0};
  const kinstep::Flight flight(air, {}, {3.0, 4.0, 0.0});
  CHECK(std::abs(flight.apex()->time - 4.0 / 9.81) < 1e-15 && flight.sample(0.0, 0.1, 5).size() == 5);
  CHECK(!flight.crossing({0.0, 1.0, 0.0}, 50.0, KINSTEP_CROSSING_ANY));
}

int main() {
  owners();
  functions();
  events();
  std::printf("3 passed, 0 failed\n");
}
