#pragma once

#include <cstddef>
#include <ranges>
#include <type_traits>

#include <duet/device.hpp>
#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// Page-locks memory that the program allocated, so that copies from and to it run at full speed
/// and asynchronously, as those of pinned memory. Does not own the memory, which must outlive this.
/// Move-only owner of the registration; its end waits for the work of the device, so it must not
/// end while a stream of the device is captured. Thread-safety: concurrent const access is safe;
/// moving and destroying need exclusive access.
class RegisteredMemory {
 public:
  RegisteredMemory() noexcept = default;
  /// Registers memory for all devices of the process. That takes some microseconds a page: it pays
  /// for memory that is copied often.
  /// @param device  whose work the end of this waits for
  /// @param data    mapped and writable memory; whole pages are locked
  /// @param bytes   size
  /// @throws Error  invalid_argument for a null address, a size of 0, memory that is registered or
  ///                pinned already, and memory that the driver cannot lock; out_of_memory if the
  ///                system allows no more locked memory; not_supported
  RegisteredMemory(const Device& device, void* data, std::size_t bytes);
  /// Registers the elements of a contiguous range, such as a std::vector.
  /// @throws Error  as above
  template <std::ranges::contiguous_range R>
  requires std::ranges::sized_range<R> &&
      (!std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<R>>>)
          RegisteredMemory(const Device& device, R& range)
      : RegisteredMemory(device, std::ranges::data(range),
                         std::ranges::size(range) * sizeof(std::ranges::range_value_t<R>)) {}
  RegisteredMemory(RegisteredMemory&& other) noexcept;
  RegisteredMemory& operator=(RegisteredMemory&& other) noexcept;
  ~RegisteredMemory();

  /// Whether this holds a registration: false if default-constructed or moved from.
  explicit operator bool() const noexcept { return data_ != nullptr; }
  /// The first byte; null if empty. Kernels can use the address on devices with
  /// `DeviceInfo::registered_memory_access`.
  void* data() const noexcept { return data_; }
  /// Size in bytes; 0 if empty.
  std::size_t bytes() const noexcept { return bytes_; }

 private:
  const detail::DeviceState* device_ = nullptr;
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace duet
DUET_API_END
