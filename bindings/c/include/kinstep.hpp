// kinstep for C++17: worlds that free themselves, exceptions instead of statuses, values instead of out parameters.
//
// Everything here is inline over kinstep.h, whose structs, enums and constructors of forces stay as they are. All
// quantities are in SI units and one inertial world frame. A call that fails throws kinstep::Error and changes nothing. Ids, threads
// and the functions of the caller follow the rules at the top of kinstep.h.

#ifndef KINSTEP_HPP
#define KINSTEP_HPP

#include <cmath>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "kinstep.h"

// found where the ids are, which is outside the namespace
inline bool operator==(KinstepBodyId a, KinstepBodyId b) { return a.bits == b.bits; }
inline bool operator!=(KinstepBodyId a, KinstepBodyId b) { return a.bits != b.bits; }

namespace kinstep {

using Vector = KinstepVector;
using Orientation = KinstepOrientation;
using Body = KinstepBody;
using BodyId = KinstepBodyId;
using Force = KinstepForce;
using ForceId = KinstepForceId;
using SurfaceId = KinstepSurfaceId;
using Material = KinstepMaterial;
using Contact = KinstepContact;
using Energy = KinstepEnergy;
using Until = KinstepUntil;
using Event = KinstepEvent;
using Model = KinstepModel;
using Launch = KinstepLaunch;

// Why a call failed: its status, and the reason in words.
class Error : public std::runtime_error {
 public:
  explicit Error(KinstepStatus status) : std::runtime_error(kinstep_last_error()), status_(status) {}
  KinstepStatus status() const noexcept { return status_; }

 private:
  KinstepStatus status_;
};

inline void check(KinstepStatus status) {
  if (status != KINSTEP_STATUS_OK) throw Error(status);
}

// A force [N] or a torque [N m], as a function of a body and a time [s]. In the plane a torque is along z.
using OfBody = std::function<Vector(const Body &, double)>;

namespace detail {

// The functions of a world and its clones, and what one of them threw.
struct Functions {
  std::mutex mutex;
  std::vector<std::unique_ptr<std::pair<Functions *, OfBody>>> kept;
  std::exception_ptr thrown;

  void *keep(OfBody function) {
    const std::lock_guard<std::mutex> lock(mutex);
    kept.push_back(std::make_unique<std::pair<Functions *, OfBody>>(this, std::move(function)));
    return kept.back().get();
  }

  // An exception must not cross the library: the call fails by NaN, and check() throws it. A call that did not need the answer
  // succeeds.
  static void call(const KinstepBody *body, double time, void *user, KinstepVector *force) noexcept {
    auto *own = static_cast<std::pair<Functions *, OfBody> *>(user);
    try {
      *force = own->second(*body, time);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(own->first->mutex);
      if (!own->first->thrown) own->first->thrown = std::current_exception();
      force->x = force->y = force->z = std::numeric_limits<double>::quiet_NaN();
    }
  }

  void check(KinstepStatus status) {
    std::exception_ptr cause;
    {
      const std::lock_guard<std::mutex> lock(mutex);
      cause = std::exchange(thrown, nullptr);
    }
    if (cause && status != KINSTEP_STATUS_OK) std::rethrow_exception(cause);
    kinstep::check(status);
  }
};

// All that a function writes to a buffer; it says how much that is.
template <typename T, typename Write>
std::vector<T> all(Write write) {
  std::vector<T> found(8);
  for (;;) {
    size_t count = 0;
    const KinstepStatus status = write(found.data(), found.size(), &count);
    found.resize(count);
    if (status == KINSTEP_STATUS_OK) return found;
    if (status != KINSTEP_STATUS_BUFFER_TOO_SMALL) throw Error(status);
  }
}

// What was found; nothing if there is no answer.
template <typename T>
std::optional<T> answer(KinstepStatus status, const T &found) {
  if (status == KINSTEP_STATUS_NO_ANSWER) return std::nullopt;
  check(status);
  return found;
}

}  // namespace detail

// Bodies and forces that are stepped together. It can be moved, and copied with clone(). A world that was moved from refuses
// all calls until another one is assigned to it.
class World {
 public:
  // An empty world of 2 or 3 dimensions.
  explicit World(std::uint32_t dimensions) : functions_(std::make_shared<detail::Functions>()) {
    check(kinstep_world_new(dimensions, &world_));
  }
  World(World &&other) noexcept : world_(std::exchange(other.world_, {})), functions_(std::move(other.functions_)) {}
  World &operator=(World &&other) noexcept {
    std::swap(world_, other.world_);
    std::swap(functions_, other.functions_);
    return *this;
  }
  World(const World &) = delete;
  World &operator=(const World &) = delete;
  ~World() {
    if (world_.id != 0) kinstep_world_free(world_);
  }

  // A world in single precision.
  static World single(std::uint32_t dimensions) {
    KinstepWorld world;
    check(kinstep_world_new_single(dimensions, &world));
    return World(world, std::make_shared<detail::Functions>());
  }
  // The world of the bytes of scene(), with the same ids.
  static World from_scene(const std::vector<std::uint8_t> &bytes) {
    KinstepWorld world;
    check(kinstep_world_from_scene(bytes.data(), bytes.size(), &world));
    return World(world, std::make_shared<detail::Functions>());
  }
  // A copy, which steps to the same bits and has the same ids; functions are shared, and called on two threads at the same time if
  // two threads step.
  World clone() const {
    KinstepWorld copy;
    check(kinstep_world_clone(world_, &copy));
    return World(copy, functions_);
  }
  // For the functions of kinstep.h that have no method here.
  KinstepWorld handle() const noexcept { return world_; }

  // Moves the world by a time [s]; a negative one runs backwards.
  void step(double dt) { functions().check(kinstep_world_step(world_, dt)); }
  // Moves the world by a time [s], or to the first event if that is earlier; nothing if there is none. Bodies ignore surfaces.
  std::optional<Event> step_until(double dt, const Until &until) {
    return found([&](Event *event) { return kinstep_world_step_until(world_, dt, &until, event); });
  }
  // Moves the world by a time [s] to a tolerance [m], in steps as long as that allows. Bodies ignore surfaces.
  KinstepAdvanced advance(double duration, double tolerance) {
    KinstepAdvanced done;
    functions().check(kinstep_world_advance(world_, duration, tolerance, &done));
    return done;
  }
  // Advances, or to the first event if that is earlier; nothing if there is none.
  std::optional<Event> advance_until(double duration, double tolerance, const Until &until) {
    return found([&](Event *event) { return kinstep_world_advance_until(world_, duration, tolerance, &until, event); });
  }
  double time() const { return read<double>(kinstep_world_time); }                  // [s]
  std::uint64_t steps() const { return read<std::uint64_t>(kinstep_world_steps); }
  Energy energy() const { return read<Energy>(kinstep_world_energy); }              // [J]
  Vector momentum() const { return read<Vector>(kinstep_world_momentum); }          // [kg m/s]
  Vector angular_momentum() const { return read<Vector>(kinstep_world_angular_momentum); }  // [kg m²/s]
  void set_scheme(KinstepScheme scheme) { check(kinstep_world_set_scheme(world_, scheme)); }

  BodyId add(const Body &body) {
    BodyId id;
    check(kinstep_world_add_body(world_, &body, &id));
    return id;
  }
  void remove(BodyId body) { check(kinstep_world_remove_body(world_, body)); }
  // The state of a body: a copy.
  Body operator[](BodyId body) const {
    Body state;
    check(kinstep_world_body(world_, body, &state));
    return state;
  }
  std::vector<Body> bodies() const {
    return detail::all<Body>([&](Body *to, size_t room, size_t *n) { return kinstep_world_bodies(world_, to, room, n); });
  }
  std::vector<BodyId> ids() const {
    return detail::all<BodyId>([&](BodyId *to, size_t room, size_t *n) { return kinstep_world_body_ids(world_, to, room, n); });
  }
  void set_mass(BodyId body, double mass) { check(kinstep_world_set_mass(world_, body, mass)); }
  void set_position(BodyId body, Vector to) { check(kinstep_world_set_position(world_, body, to)); }
  void set_velocity(BodyId body, Vector to) { check(kinstep_world_set_velocity(world_, body, to)); }
  void set_orientation(BodyId body, Orientation to) { check(kinstep_world_set_orientation(world_, body, to)); }
  void set_angular_velocity(BodyId body, Vector to) { check(kinstep_world_set_angular_velocity(world_, body, to)); }
  void apply_impulse(BodyId body, Vector impulse) { check(kinstep_world_apply_impulse(world_, body, impulse)); }  // [N s]
  void apply_force(BodyId body, Vector force) { check(kinstep_world_apply_force(world_, body, force)); }          // [N]
  void apply_torque(BodyId body, Vector torque) { check(kinstep_world_apply_torque(world_, body, torque)); }      // [N m]

  // Adds a force on every body, or on one.
  ForceId add(const Force &force, std::optional<BodyId> on = std::nullopt) {
    ForceId id;
    functions().check(on ? kinstep_world_add_force_on(world_, *on, &force, &id) : kinstep_world_add_force(world_, &force, &id));
    return id;
  }
  // Adds a force between two bodies: it acts on the first as if the second were the origin, and the second gets the opposite force.
  ForceId link(BodyId first, BodyId second, const Force &force) {
    ForceId id;
    functions().check(kinstep_world_add_link(world_, first, second, &force, &id));
    return id;
  }
  // A function as a force, or as a torque, to be added to this world or its clones. It is kept until all of these are destroyed. What
  // it throws is thrown by step(), step_until(), advance() and advance_until(), and the world is as it was.
  Force function(OfBody function) { return kinstep_function(detail::Functions::call, functions().keep(std::move(function))); }
  Force torque(OfBody function) { return kinstep_torque(detail::Functions::call, functions().keep(std::move(function))); }
  void replace(ForceId id, const Force &force) { functions().check(kinstep_world_replace_force(world_, id, &force)); }
  void remove(ForceId force) { check(kinstep_world_remove_force(world_, force)); }

  // Adds a plane with which all bodies collide, at a distance [m] from the origin along its normal, which points to the free side.
  SurfaceId add_plane(Vector normal, double distance, Material material) {
    SurfaceId id;
    check(kinstep_world_add_plane(world_, normal, distance, material, &id));
    return id;
  }
  // Adds a solid box by its centre and half of each edge [m].
  SurfaceId add_box(Vector center, Vector half_extents, Material material, Orientation orientation = {}) {
    SurfaceId id;
    check(kinstep_world_add_box(world_, center, half_extents, orientation, material, &id));
    return id;
  }
  void remove(SurfaceId surface) { check(kinstep_world_remove_surface(world_, surface)); }
  void set_surface_velocity(SurfaceId surface, Vector velocity) {
    check(kinstep_world_set_surface_velocity(world_, surface, velocity));
  }
  // The contacts of the last step, in the order of time.
  std::vector<Contact> contacts() const {
    return detail::all<Contact>([&](Contact *to, size_t room, size_t *n) { return kinstep_world_contacts(world_, to, room, n); });
  }
  // The surfaces on which a body rests, slides or rolls.
  std::vector<SurfaceId> held_by(BodyId body) const {
    return detail::all<SurfaceId>(
        [&](SurfaceId *to, size_t room, size_t *n) { return kinstep_world_held_by(world_, body, to, room, n); });
  }

  // The state without the forces, and the state with them; both without surfaces.
  std::vector<std::uint8_t> snapshot() const { return bytes(kinstep_world_snapshot); }
  std::vector<std::uint8_t> scene() const { return bytes(kinstep_world_scene); }
  void restore(const std::vector<std::uint8_t> &snapshot) {
    check(kinstep_world_restore(world_, snapshot.data(), snapshot.size()));
  }

 private:
  World(KinstepWorld world, std::shared_ptr<detail::Functions> functions) : world_(world), functions_(std::move(functions)) {}

  // A world that was moved from has no handle, which the call says.
  detail::Functions &functions() const {
    if (!functions_) time();
    return *functions_;
  }

  template <typename T>
  T read(KinstepStatus (*get)(KinstepWorld, T *)) const {
    T value;
    check(get(world_, &value));
    return value;
  }
  std::vector<std::uint8_t> bytes(KinstepStatus (*get)(KinstepWorld, std::uint8_t *, size_t, size_t *)) const {
    return detail::all<std::uint8_t>([&](std::uint8_t *to, size_t room, size_t *n) { return get(world_, to, room, n); });
  }
  template <typename Call>
  std::optional<Event> found(Call call) {
    Event event;
    const KinstepStatus status = call(&event);
    if (status == KINSTEP_STATUS_NO_ANSWER) return std::nullopt;
    functions().check(status);
    return event;
  }

  KinstepWorld world_{};
  std::shared_ptr<detail::Functions> functions_;
};

// The inertia in space of a solid ball of a mass [kg] and a radius [m], and of a solid box of a mass [kg] and edges [m].
inline KinstepInertia sphere(double mass, double radius) {
  KinstepInertia inertia;
  check(kinstep_inertia_sphere(mass, radius, &inertia));
  return inertia;
}
inline KinstepInertia cuboid(double mass, Vector edges) {
  KinstepInertia inertia;
  check(kinstep_inertia_cuboid(mass, edges, &inertia));
  return inertia;
}

// A flight in closed form: plain data.
struct Flight : KinstepFlight {
  Flight(const Model &model, Vector position, Vector velocity) : KinstepFlight{model, position, velocity} {}

  // The state at a time since launch [s].
  Event at(double time) const {
    Event event;
    check(kinstep_flight_at(this, time, &event));
    return event;
  }
  // The highest point after launch; nothing if it never rises.
  std::optional<Event> apex() const {
    Event event{};
    return detail::answer(kinstep_flight_apex(this, &event), event);
  }
  // The first crossing of the plane `normal · x = distance` [m] after launch; nothing if there is none.
  std::optional<Event> crossing(Vector normal, double distance, KinstepCrossing which) const {
    Event event{};
    return detail::answer(kinstep_flight_crossing(this, normal, distance, which, &event), event);
  }
  // Positions [m] at the time `from` since launch [s], and then each `step` [s]: the points of a preview.
  std::vector<Vector> sample(double from, double step, size_t count) const {
    std::vector<Vector> positions(count);
    check(kinstep_flight_sample(this, from, step, positions.data(), count));
    return positions;
  }
};

// The launch that hits a target; nothing if there is none, or if a number of the order or the value of the plan is not valid:
// kinstep_last_error() has the reason.
inline std::optional<Launch> aim(const Model &model, const KinstepOrder &order, const KinstepPlan &plan) {
  Launch launch{};
  return detail::answer(kinstep_aim(&model, &order, &plan, &launch), launch);
}

}  // namespace kinstep

#endif  // KINSTEP_HPP
