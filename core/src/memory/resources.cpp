#include <duet/ipc.hpp>
#include <duet/memory_resource.hpp>

#include <map>
#include <mutex>
#include <vector>

#include <fmt/format.h>

#include <duet/memory_pool.hpp>

#include "base/environment.hpp"
#include "base/log.hpp"
#include "driver/destruction.hpp"
#include "temporary_memory.hpp"

namespace duet {

namespace {

void log_free(vendor::Status status) noexcept { log_failed_call(status, "freeing memory"); }

/// Frees with a call of the driver that the device of the memory need be current for.
template <typename Free>
void free_on(const Device& device, const Free& free) noexcept {
  const auto destroy = [free] { log_free(free()); };
  detail::destroy_on(device.state(), destroy, [destroy] {  // freeing waits for the device
    destroy();
    return true;
  });
}

[[noreturn]] void throw_allocation(vendor::Status status, const Device& device, const char* kind,
                                   std::size_t bytes) {
  const vendor::StatusText text = vendor::describe(status);
  const ErrorCode code = vendor::classify(status);
  vendor::clear_pending_error();
  if (code != ErrorCode::out_of_memory) {
    throw Error(code,
                fmt::format("allocating {} bytes of {} memory failed: {} ({})", bytes, kind,
                            text.name, text.text),
                {.vendor_name = text.name});
  }
  std::string message = fmt::format("out of memory: {} bytes of {} memory on device {} ({})", bytes,
                                    kind, device.ordinal(), device.info().name);
  try {
    message +=
        fmt::format("; {} of {} bytes are free", device.free_memory(), device.info().total_memory);
  } catch (const Error&) {
    // The driver does not tell.
  }
  if (text.is_specific) message += "; " + text.text;
  message += "; release memory that is not needed, or work on smaller parts";
  throw Error(code, message, {.vendor_name = text.name});
}

class DeviceResource final : public MemoryResource {
 public:
  using Call = decltype(Driver::memory_allocate);
  /// @param call  that allocates
  /// @param what  the memory's name in messages
  DeviceResource(const Device& device, Call Driver::*call, const char* what)
      : MemoryResource(device, MemoryKind::device), call_(call), what_(what) {}

 private:
  Allocation do_allocate(StreamRef, std::size_t bytes) override {
    vendor::Address address{};
    const vendor::Status status = (driver().*call_)(&address, bytes);
    if (status != vendor::success) throw_allocation(status, device(), what_, bytes);
    return {vendor::to_pointer(address), bytes, nullptr};
  }
  void do_free(const Allocation& memory, const StreamRef*) noexcept override {
    free_on(device(),
            [data = memory.data] { return driver_table().memory_free(vendor::to_address(data)); });
  }

  Call Driver::*call_;
  const char* what_;
};

class DriverPoolResource final : public MemoryResource {
 public:
  explicit DriverPoolResource(const Device& device)
      : MemoryResource(device, MemoryKind::stream_ordered) {}

 private:
  Allocation do_allocate(StreamRef stream, std::size_t bytes) override {
    const auto handle = static_cast<vendor::StreamHandle>(stream.handle());
    vendor::Address address{};
    const vendor::Status status = driver().memory_allocate_async(&address, bytes, handle);
    if (status != vendor::success) throw_allocation(status, device(), "stream-ordered", bytes);
    return {vendor::to_pointer(address), bytes, stream.handle()};
  }
  void do_free(const Allocation& memory, const StreamRef* stream) noexcept override {
    void* const handle = stream != nullptr ? stream->handle() : memory.token;
    const vendor::Address address = vendor::to_address(memory.data);
    detail::destroy_on(
        device().state(),
        [&] {
          log_free(
              driver_table().memory_free_async(address, static_cast<vendor::StreamHandle>(handle)));
        },
        [address] {  // the stream may have ended
          if (!detail::has_ended(driver_table().device_synchronize())) return false;
          log_free(driver_table().memory_free(address));
          return true;
        });
  }
};

class PinnedResource final : public MemoryResource {
 public:
  explicit PinnedResource(const Device& device) : MemoryResource(device, MemoryKind::pinned) {}

 private:
  Allocation do_allocate(StreamRef, std::size_t bytes) override {
    void* address = nullptr;
    const vendor::Status status =
        driver().memory_allocate_pinned(&address, bytes, vendor::pinned_portable);
    if (status != vendor::success) throw_allocation(status, device(), "pinned host", bytes);
    return {address, bytes, nullptr};
  }
  void do_free(const Allocation& memory, const StreamRef*) noexcept override {
    free_on(device(), [data = memory.data] { return driver_table().memory_free_pinned(data); });
  }
};

class ManagedResource final : public MemoryResource {
 public:
  explicit ManagedResource(const Device& device) : MemoryResource(device, MemoryKind::managed) {}

 private:
  Allocation do_allocate(StreamRef, std::size_t bytes) override {
    vendor::Address address{};
    const vendor::Status status =
        driver().memory_allocate_managed(&address, bytes, vendor::managed_global);
    if (status != vendor::success) throw_allocation(status, device(), "managed", bytes);
    return {vendor::to_pointer(address), bytes, nullptr};
  }
  void do_free(const Allocation& memory, const StreamRef*) noexcept override {
    free_on(device(),
            [data = memory.data] { return driver_table().memory_free(vendor::to_address(data)); });
  }
};

/// The resources that each device has.
struct DeviceResources {
  explicit DeviceResources(const Device& device)
      : device_memory(device, &Driver::memory_allocate, "device"),
        driver_pool(device),
        pinned(device),
        managed(device),
        exportable(device, &Driver::memory_allocate_exportable, "exportable") {}

  DeviceResource device_memory;
  DriverPoolResource driver_pool;
  PinnedResource pinned;
  ManagedResource managed;
  DeviceResource exportable;

  /// Never destroyed: static objects may own memory.
  static DeviceResources& of(const Device& device) {
    static std::mutex& mutex = *new std::mutex;
    static auto& all = *new std::map<int, DeviceResources>;
    const std::lock_guard lock(mutex);
    return all.try_emplace(device.ordinal(), device).first->second;
  }
};

MemoryResource& resource_by_environment(const Device& device) {
  const std::string_view name = required_value("DUET_POOL");
  if (name == "duet") return default_pool(device);
  if (name == "none") return device_resource(device);
  return driver_pool_resource(device);
}

[[noreturn, gnu::noinline]] void throw_other_device(const Device& device, const Device& stream) {
  throw Error(ErrorCode::invalid_argument,
              fmt::format("the resource has memory of device {}, the stream is of device {}; use a "
                          "stream of device {}",
                          device.ordinal(), stream.ordinal(), device.ordinal()));
}

void require_device(const MemoryResource& resource, const StreamRef& stream) {
  if (stream.device() == resource.device()) [[likely]] {
    return;
  }
  throw_other_device(resource.device(), stream.device());
}

[[noreturn, gnu::noinline]] void throw_wrong_allocation(const Device& device, std::size_t bytes,
                                                        const Allocation& allocation) {
  if (allocation.data == nullptr) {
    throw Error(ErrorCode::out_of_memory,
                fmt::format("the memory resource gave a null address for {} bytes on device {}; "
                            "do_allocate must throw out_of_memory when it has no memory",
                            bytes, device.ordinal()));
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("the memory resource gave an allocation of {} bytes for {} bytes on "
                          "device {}; do_allocate must return the size that was asked for",
                          allocation.bytes, bytes, device.ordinal()));
}

}  // namespace

const char* name_of(MemoryKind kind) noexcept {
  switch (kind) {
    case MemoryKind::device: return "device";
    case MemoryKind::stream_ordered: return "stream_ordered";
    case MemoryKind::pinned: return "pinned";
    case MemoryKind::managed: return "managed";
  }
  return "unknown";
}

namespace {

/// The numbers of lives that have ended, for new ones. Never destroyed: resources may be static.
struct EndedLives {
  std::mutex mutex{};
  std::vector<std::atomic<std::uint64_t>*> numbers{};

  static EndedLives& instance() {
    static EndedLives& lives = *new EndedLives;
    return lives;
  }
};

}  // namespace

detail::ResourceLife detail::ResourceLife::begin() {
  EndedLives& ended = EndedLives::instance();
  ResourceLife life;
  const std::lock_guard lock(ended.mutex);
  if (ended.numbers.empty()) {
    life.number_ = new std::atomic<std::uint64_t>(1);
  } else {
    life.number_ = ended.numbers.back();
    ended.numbers.pop_back();
  }
  life.begun_ = life.number_->load();
  return life;
}

void detail::ResourceLife::end() const noexcept {
  if (is_over()) return;
  number_->fetch_add(1);
  EndedLives& ended = EndedLives::instance();
  const std::lock_guard lock(ended.mutex);
  try {
    ended.numbers.push_back(number_);
  } catch (...) {
    // No memory: the number is not used again.
  }
}

MemoryResource::MemoryResource(const Device& device, MemoryKind kind)
    : device_(device), kind_(kind), life_(detail::ResourceLife::begin()) {}

MemoryResource::~MemoryResource() {
  life_.end();
  MemoryResource* own = this;
  if (!device_.state().default_resource.compare_exchange_strong(own, nullptr)) return;
  log_text(LogLevel::error,
           "a memory resource was destroyed while it was the default of its device: set "
           "the one before by set_default_resource first");
}

[[gnu::hot]] Allocation MemoryResource::allocate(StreamRef stream, std::size_t bytes) {
  require_device(*this, stream);
  if (needs_current_device_ && bytes != 0) make_current(device_);
  // One variable that is returned, so that nothing is copied.
  const Allocation allocation = bytes != 0 ? do_allocate(stream, bytes) : Allocation{};
  if (allocation.bytes != bytes || (allocation.data == nullptr && bytes != 0)) [[unlikely]] {
    if (allocation.data != nullptr) do_free(allocation, nullptr);
    throw_wrong_allocation(device_, bytes, allocation);
  }
  return allocation;
}

[[gnu::hot]] void MemoryResource::free(const Allocation& allocation) noexcept {
  if (allocation.data != nullptr && !is_forked_copy()) do_free(allocation, nullptr);
}

void MemoryResource::free(const Allocation& allocation, StreamRef stream) {
  require_device(*this, stream);
  if (allocation.data != nullptr && !is_forked_copy()) do_free(allocation, &stream);
}

MemoryResource& device_resource(const Device& device) {
  return DeviceResources::of(device).device_memory;
}
MemoryResource& exportable_resource(const Device& device) {
  return DeviceResources::of(device).exportable;
}
MemoryResource& pinned_resource(const Device& device) { return DeviceResources::of(device).pinned; }
MemoryResource& managed_resource(const Device& device) {
  const DeviceInfo& info = device.info();
  if (!info.managed_memory || !info.concurrent_managed_access) return pinned_resource(device);
  return DeviceResources::of(device).managed;
}
MemoryResource& driver_pool_resource(const Device& device) {
  if (!device.info().memory_pools) return device_resource(device);
  return DeviceResources::of(device).driver_pool;
}

MemoryResource& default_resource(const Device& device) {
  std::atomic<MemoryResource*>& current = device.state().default_resource;
  MemoryResource* resource = current.load(std::memory_order_acquire);
  if (resource == nullptr) [[unlikely]] {
    MemoryResource& made = resource_by_environment(device);
    if (current.compare_exchange_strong(resource, &made)) resource = &made;
  }
  return *resource;
}

MemoryResource& detail::resource_of_temporaries(const Device& device) {
  MemoryResource& resource = default_resource(device);
  const bool is_chosen =
      &resource != &driver_pool_resource(device) || !accepted_value("DUET_POOL").empty();
  return is_chosen ? resource : default_pool(device);
}

MemoryResource& set_default_resource(MemoryResource& resource) {
  if (resource.kind() == MemoryKind::pinned || resource.kind() == MemoryKind::managed) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("set_default_resource: the resource gives {} memory; use one with "
                            "device or stream-ordered memory",
                            name_of(resource.kind())));
  }
  MemoryResource& before = default_resource(resource.device());
  resource.device().state().default_resource.store(&resource, std::memory_order_release);
  return before;
}

}  // namespace duet
