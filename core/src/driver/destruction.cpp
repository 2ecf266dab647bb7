#include "destruction.hpp"

#include <atomic>
#include <cstddef>
#include <list>
#include <mutex>
#include <new>

#include "base/log.hpp"

namespace duet::detail {

namespace {

struct Leftover {
  const DeviceState* device;
  const void* stream;
  std::function<bool()> destroy;
};

/// Never destroyed: destructors of static objects use it.
class LeftoverList {
 public:
  static LeftoverList& instance() {
    static LeftoverList& list = *new LeftoverList;
    return list;
  }

  /// Leaves `destroy` as it is if there is no memory.
  void add(const DeviceState& device, std::function<bool()>&& destroy, const void* stream) {
    const std::lock_guard lock(mutex_);
    leftovers_.push_back({&device, stream, {}});
    leftovers_.back().destroy = std::move(destroy);
    count_.store(leftovers_.size());
  }

  void destroy(const DeviceState& device) noexcept {
    if (count_.load(std::memory_order_relaxed) == 0) [[likely]] {
      return;
    }
    // One at a time, outside the lock: a destruction may add leftovers, and what it owns may end
    // with it and come here again.
    for (std::size_t most = count_.load(); most != 0; --most) {
      Leftover next{};
      if (!take([&](const Leftover& each) { return each.device == &device; }, next)) return;
      if (!next.destroy()) keep_leftover(device, std::move(next.destroy), next.stream);
    }
  }

  void finish(const void* stream) noexcept {
    if (count_.load(std::memory_order_relaxed) == 0) [[likely]] {
      return;
    }
    Leftover next{};
    while (take([&](const Leftover& each) { return each.stream == stream; }, next)) {
      (void)next.destroy();
    }
  }

 private:
  template <typename Condition>
  bool take(const Condition& condition, Leftover& to) noexcept {
    const std::lock_guard lock(mutex_);
    for (auto leftover = leftovers_.begin(); leftover != leftovers_.end(); ++leftover) {
      if (!condition(*leftover)) continue;
      to = std::move(*leftover);
      leftovers_.erase(leftover);
      count_.store(leftovers_.size());
      return true;
    }
    return false;
  }

  std::mutex mutex_{};
  std::list<Leftover> leftovers_{};
  std::atomic<std::size_t> count_{0};
};

/// Never destroys an object. There may be no memory to keep it in.
template <typename T>
void abandon(T object) noexcept {
  alignas(T) static std::byte storage[sizeof(T)];
  new (storage) T(std::move(object));
}

}  // namespace

bool has_ended(vendor::Status status) noexcept {
  if (status == vendor::success) return true;
  vendor::clear_pending_error();
  return vendor::is_device_lost(status);
}

void destroy_leftovers(const DeviceState& device) noexcept {
  LeftoverList::instance().destroy(device);
}

void finish_leftovers_of(const void* stream) noexcept { LeftoverList::instance().finish(stream); }

void keep_leftover(const DeviceState& device, std::function<bool()>&& destroy,
                   const void* stream) noexcept {
  try {
    LeftoverList::instance().add(device, std::move(destroy), stream);
  } catch (...) {
    log_text(
        LogLevel::error,
        "an object of the driver could not be destroyed, and there is no memory to note it for "
        "later: it is lost");
    abandon(std::move(destroy));  // it may own memory that is in use
  }
}

void keep_while_in_use(const DeviceState& device, std::shared_ptr<const void> object) noexcept {
  try {
    keep_leftover(device, [object] { return has_ended(driver_table().device_synchronize()); });
  } catch (...) {
    abandon(std::move(object));
  }
}

}  // namespace duet::detail
