#include "destruction.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <new>
#include <thread>

#include <duet/relaxed_captures.hpp>

#include "base/log.hpp"
#include "open_capture.hpp"

namespace duet::detail {

namespace {

struct Leftover {
  const DeviceState* device;
  bool waits;  ///< for the device
  std::function<bool()> destroy;
  const void* stream = nullptr;   ///< whose capture ends
  std::thread::id only_thread{};  ///< that may destroy it; none: any
  std::uint64_t number = 0;
};

/// Never destroyed: destructors of static objects use it.
class LeftoverList {
 public:
  static LeftoverList& instance() {
    static LeftoverList& list = *new LeftoverList;
    return list;
  }

  /// Leaves the object as it is if there is no memory.
  void add(Leftover&& leftover) {
    const std::lock_guard lock(mutex_);
    leftover.number = last_number_ + 1;
    leftovers_.push_back(std::move(leftover));
    ++last_number_;
    count_.store(leftovers_.size());
  }

  void destroy(const DeviceState& device) noexcept {
    if (count_.load(std::memory_order_relaxed) == 0) [[likely]] {
      return;
    }
    const std::thread::id thread = std::this_thread::get_id();
    destroy_those([&](const Leftover& each) {
      return each.device == &device && !each.waits &&
             (each.only_thread == thread || each.only_thread == std::thread::id());
    });
    start(device);
  }

  void start(const DeviceState& device) noexcept {
    if (has_waiting(device) && !has_thread_.exchange(true)) start_thread();
  }

  void finish(const void* stream) noexcept {
    if (count_.load(std::memory_order_relaxed) == 0) [[likely]] {
      return;
    }
    for (;;) {
      std::list<Leftover> next = take([&](const Leftover& each) { return each.stream == stream; });
      if (next.empty()) return;
      (void)next.front().destroy();
    }
  }

 private:
  /// One at a time, outside the lock: a destruction may add leftovers, and what it owns may end
  /// with it and come here again.
  template <typename Condition>
  void destroy_those(const Condition& condition) noexcept {
    const std::uint64_t last = last_number();
    for (std::uint64_t tried = 0;;) {
      std::list<Leftover> next = take([&](const Leftover& each) {
        return each.number > tried && each.number <= last && condition(each);
      });
      if (next.empty()) return;
      tried = next.front().number;
      const bool can_destroy = try_make_current(*next.front().device);
      if (!can_destroy || !next.front().destroy()) put_back(next);
    }
  }

  /// Without a thread, the next destruction on the device tries again.
  void start_thread() noexcept {
    try {
      std::thread([this] {
        const RelaxedCaptures relaxed;
        destroy_those([](const Leftover& each) { return each.waits; });
        has_thread_.store(false);
      }).detach();
    } catch (...) {
      has_thread_.store(false);
    }
  }

  bool has_waiting(const DeviceState& device) noexcept {
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(
        leftovers_, [&](const Leftover& each) { return each.device == &device && each.waits; });
  }

  std::uint64_t last_number() noexcept {
    const std::lock_guard lock(mutex_);
    return last_number_;
  }

  /// @returns a list of the first one for which the condition holds, or of none
  template <typename Condition>
  std::list<Leftover> take(const Condition& condition) noexcept {
    std::list<Leftover> taken;
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(leftovers_, condition);
    if (found != leftovers_.end()) taken.splice(taken.end(), leftovers_, found);
    count_.store(leftovers_.size());
    return taken;
  }

  /// In the order of the numbers: a capture must end before what is behind it waits for the device.
  void put_back(std::list<Leftover>& one) noexcept {
    const std::lock_guard lock(mutex_);
    const auto place = std::ranges::find_if(
        leftovers_, [&](const Leftover& each) { return each.number > one.front().number; });
    leftovers_.splice(place, one);
    count_.store(leftovers_.size());
  }

  std::mutex mutex_{};
  std::list<Leftover> leftovers_{};
  std::uint64_t last_number_ = 0;
  std::atomic<std::size_t> count_{0};
  std::atomic<bool> has_thread_{false};  ///< which destroys those that wait
};

/// Never destroys an object. There may be no memory to keep it in.
template <typename T>
void abandon(T object) noexcept {
  alignas(T) static std::byte storage[sizeof(T)];
  new (storage) T(std::move(object));
}

void keep(Leftover&& leftover) noexcept {
  try {
    LeftoverList::instance().add(std::move(leftover));
  } catch (...) {
    log_text(
        LogLevel::error,
        "an object of the driver could not be destroyed, and there is no memory to note it for "
        "later: it is lost");
    abandon(std::move(leftover.destroy));  // it may own memory that is in use
  }
}

}  // namespace

bool has_ended(vendor::Status status) noexcept {
  if (status == vendor::success) return true;
  const bool is_over = vendor::is_failure_of_work() || vendor::is_device_lost(status);
  vendor::clear_pending_error();
  return is_over;
}

void destroy_leftovers(const DeviceState& device) noexcept {
  if (newest_capture() != nullptr) return;  // waiting for the device would end it
  LeftoverList::instance().destroy(device);
}

void start_destroying(const DeviceState& device) noexcept {
  LeftoverList::instance().start(device);
}

void finish_leftovers_of(const void* stream) noexcept { LeftoverList::instance().finish(stream); }

void keep_leftover(const DeviceState& device, std::function<bool()>&& destroy) noexcept {
  keep({&device, false, std::move(destroy)});
}

void keep_capture(const DeviceState& device, std::function<bool()>&& end, const void* stream,
                  std::thread::id thread) noexcept {
  keep({&device, false, std::move(end), stream, thread});
}

void keep_waiting_leftover(const DeviceState& device, std::function<bool()>&& destroy) noexcept {
  keep({&device, true, std::move(destroy)});
}

void keep_while_in_use(const DeviceState& device, std::shared_ptr<const void> object) noexcept {
  try {
    keep_waiting_leftover(device,
                          [object] { return has_ended(driver_table().device_synchronize()); });
  } catch (...) {
    abandon(std::move(object));
  }
}

}  // namespace duet::detail
