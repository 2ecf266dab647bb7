#pragma once

#include <cstdint>

#include <duet/device.hpp>
#include <duet/export.hpp>
#include <duet/stream.hpp>
#include <duet/timeout.hpp>

DUET_API_BEGIN
namespace duet {

/// A number that grows. The host and streams signal values, and wait until a value is reached, in
/// either direction: a stream can wait for the host, and a wait can come before its signal. Streams
/// of all devices of the process can use it.
///
///     Fence fence(device);
///     fence.wait(stream, 1);               // what follows in the stream waits for the host
///     duet::launch(stream, kernel, …);
///     fence.signal(stream, 2);
///     prepare(input);
///     fence.signal(1);
///     fence.wait(2);                       // the kernel has ended
///
/// Move-only owner. A stream that waits for a value stays blocked until the value is signalled, and
/// so does everything that waits for the stream or the device: freeing memory, loading code, and
/// copies in the stream from and to host memory that is not pinned. A stream holds a limited number
/// of operations (some 1,000 on NVIDIA, 8,192 on the CPU): submitting more waits, too. Destroying
/// the fence ends its waits; it must outlive the signals that streams still give. Thread-safety:
/// all members but moving and destroying may be called from any thread.
class Fence {
 public:
  /// Values are smaller than this.
  static constexpr std::uint64_t limit = std::uint64_t{1} << 63;

  Fence() noexcept = default;
  /// Makes a fence with the value 0.
  /// @param device  a device whose streams use it
  /// @throws Error  out_of_memory and other failures that the driver reports
  explicit Fence(const Device& device);
  Fence(int) = delete;
  Fence(Fence&& other) noexcept;
  Fence& operator=(Fence&& other) noexcept;
  ~Fence();

  /// Whether this owns a fence: false if default-constructed or moved from.
  explicit operator bool() const noexcept { return number_ != nullptr; }

  // All that follow throw Error (invalid_handle) for an empty fence, and Error (invalid_argument)
  // for a value that is not below the limit.

  /// The value that has been reached.
  std::uint64_t value() const;
  /// Sets the value from the host. What waits for it sees what this thread wrote before.
  /// @param value  at least the present one
  /// @throws Error  invalid_argument for a smaller value
  void signal(std::uint64_t value) const;
  /// Sets the value when all earlier work of the stream has ended.
  /// @param stream  of any device
  /// @param value  at least all that is signalled before; this is not checked
  /// @throws Error  capture_failed if the stream is captured
  void signal(StreamRef stream, std::uint64_t value) const;
  /// Blocks until the value is at least `value`. Does not notice that the work failed which would
  /// signal it; `wait_for` limits the time.
  /// @throws Error  invalid_argument in a host function of a stream
  void wait(std::uint64_t value) const;
  /// Blocks until the value is at least `value` or the time is over.
  /// @returns whether the value is reached
  /// @throws Error  invalid_argument in a host function of a stream
  bool wait_for(std::uint64_t value, Timeout timeout) const;
  /// Makes later work of the stream wait until the value is at least `value`.
  /// Without `DeviceInfo::stream_values` a host function waits.
  /// @throws Error  capture_failed if the stream is captured
  void wait(StreamRef stream, std::uint64_t value) const;

 private:
  /// @throws Error  invalid_handle if empty; invalid_argument for a value of 2^63 or more
  std::uint64_t* number_for(std::uint64_t value) const;

  const detail::DeviceState* device_ = nullptr;
  std::uint64_t* number_ = nullptr;  ///< host and devices address it
};

}  // namespace duet
DUET_API_END
