#include <duet/device_slot.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <vector>

#include "base/retried_once.hpp"
#include "device_state.hpp"
#include "system/forked_process.hpp"

namespace duet::detail {

/// The object of one device.
struct SlotObject {
  explicit SlotObject(const Device& owner) : device(owner) {}

  void destroy() noexcept {
    (void)try_make_current(device.state());
    object.reset();
  }

  Device device;
  RetriedOnce construction{};
  std::shared_ptr<void> object{};
};

namespace {

/// All objects in the order of their construction.
class SlotList {
 public:
  static SlotList& instance() {
    static SlotList& list = *new SlotList;
    return list;
  }

  void add(std::shared_ptr<SlotObject> slot) {
    const std::lock_guard lock(mutex_);
    // Handlers run in reverse order, so that this one runs before the driver's.
    if (!is_registered_) is_registered_ = std::atexit([] { instance().destroy_all(); }) == 0;
    slots_.push_back(std::move(slot));
  }

  /// Destroys the objects of slots, the last one made first.
  template <typename Condition>
  void destroy_if(Condition&& condition) noexcept {
    while (const std::shared_ptr<SlotObject> last = take_last(condition)) last->destroy();
  }
  void destroy_all() noexcept {
    if (is_forked_copy()) return;
    destroy_if([](const SlotObject&) { return true; });
  }

 private:
  template <typename Condition>
  std::shared_ptr<SlotObject> take_last(Condition&& condition) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(slots_.rbegin(), slots_.rend(),
                                    [&](const auto& slot) { return condition(*slot); });
    if (found == slots_.rend()) return nullptr;
    std::shared_ptr<SlotObject> slot = *found;
    slots_.erase(std::next(found).base());
    return slot;
  }

  std::mutex mutex_{};
  std::vector<std::shared_ptr<SlotObject>> slots_{};
  bool is_registered_ = false;
};

}  // namespace

struct DeviceSlots::State {
  Make make;
  std::mutex mutex{};
  std::map<int, std::shared_ptr<SlotObject>> slots{};  ///< by ordinal
};

void throw_no_maker() {
  throw Error(ErrorCode::invalid_argument, "DeviceSlot: the function that makes objects is empty");
}

DeviceSlots::DeviceSlots(Make make) : state_(new State{.make = std::move(make)}) {}

DeviceSlots::~DeviceSlots() {
  SlotList::instance().destroy_if([&](const SlotObject& slot) {
    const auto own = state_->slots.find(slot.device.ordinal());
    return own != state_->slots.end() && own->second.get() == &slot;
  });
}

void* DeviceSlots::get(const Device& device) const {
  std::shared_ptr<SlotObject> slot;
  {
    const std::lock_guard lock(state_->mutex);
    std::shared_ptr<SlotObject>& known = state_->slots[device.ordinal()];
    if (known == nullptr) known = std::make_shared<SlotObject>(device);
    slot = known;
  }
  const bool is_made = slot->construction.run([&] {
    make_current(device);
    slot->object = state_->make(device);
    SlotList::instance().add(slot);
  });
  if (!is_made) {
    throw Error(ErrorCode::invalid_argument,
                "DeviceSlot: the construction of an object asks for the object itself");
  }
  return slot->object.get();
}

}  // namespace duet::detail
