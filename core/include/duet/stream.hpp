#pragma once

#include <cstddef>
#include <functional>

#include <duet/device.hpp>
#include <duet/export.hpp>
#include <duet/timeout.hpp>

DUET_API_BEGIN
namespace duet {

class EventRef;

/// Properties of a new stream.
struct StreamOptions {
  /// Priority: smaller is more urgent, 0 is normal. Clamped to `Stream::priority_range`.
  int priority = 0;
  /// Whether the stream runs independently of the vendor's legacy default stream.
  bool non_blocking = true;
};

/// A non-owning view of a stream, which must outlive it. A cheap value.
/// Thread-safety: all members may be called from any thread. Operations submitted concurrently
/// enter the stream in an unspecified order.
class StreamRef {
 public:
  StreamRef(int) = delete;
  StreamRef(std::nullptr_t) = delete;

  /// The device that the stream belongs to.
  const Device& device() const noexcept { return device_; }

  /// Whether all work submitted so far has finished. Never blocks.
  /// @throws Error  the failure of earlier work in the stream
  bool query() const;

  /// Blocks until all work submitted so far has finished.
  /// @throws Error  the failure of earlier work in the stream
  void synchronize() const;

  /// Blocks until all work submitted so far has finished or the time is over, by polling: the
  /// thread looks every 50 µs to 1 ms.
  /// @returns whether the work has finished
  /// @throws Error  the failure of earlier work in the stream; invalid_argument in a host function
  ///                of a stream
  bool wait_for(Timeout timeout) const;

  /// Makes later work of this stream wait for the last recording of an event. The stream and the
  /// event may belong to different devices.
  void wait(EventRef event) const;

  /// Calls a host function after all earlier work and before all later work. On a GPU, this costs
  /// the stream some 20 µs.
  /// @param function  runs on a thread of the driver. It must not call duet or the vendor's API; an
  ///                  exception that leaves it ends the process
  /// @throws Error  invalid_argument for an empty function; capture_failed if the stream is
  /// captured
  ///                by other means than a StreamCapture of this thread
  void launch_host_function(std::function<void()> function) const;

  friend bool operator==(const StreamRef&, const StreamRef&) = default;

  /// Internal, and for native.hpp: a view of a native stream.
  StreamRef(const Device& device, void* handle) noexcept : device_(device), handle_(handle) {}
  /// Internal, and for native.hpp: the native stream.
  void* handle() const noexcept { return handle_; }

 private:
  Device device_;
  void* handle_;
};

/// The range of stream priorities of a device.
struct PriorityRange {
  int least = 0;     ///< The least urgent priority, numerically the largest.
  int greatest = 0;  ///< The most urgent priority, numerically the smallest.
};

/// An ordered queue of device work. Move-only owner. The destructor returns at once; submitted work
/// still runs. Using an empty stream (default-constructed or moved from) throws Error
/// (invalid_handle). Thread-safety: as StreamRef; moving and destroying need exclusive access.
class Stream {
 public:
  Stream() noexcept = default;
  /// Creates a stream on a device.
  /// @throws Error  out_of_memory and other failures that the driver reports
  explicit Stream(const Device& device, const StreamOptions& options = {});
  Stream(int) = delete;
  Stream(std::nullptr_t) = delete;
  Stream(Stream&& other) noexcept;
  Stream& operator=(Stream&& other) noexcept;
  ~Stream();

  /// The priorities that streams of a device can have.
  static PriorityRange priority_range(const Device& device);

  /// Whether this owns a stream: false if default-constructed, moved from or released.
  explicit operator bool() const noexcept { return owned_; }
  /// A view of the stream.
  /// @throws Error  invalid_handle if empty
  StreamRef ref() const;
  /// A view of the stream.
  /// @throws Error  invalid_handle if empty
  operator StreamRef() const {
    return ref();
  }  // NOLINT(google-explicit-constructor): owner to view

  /// As StreamRef::device.
  Device device() const { return ref().device(); }
  /// As StreamRef::query.
  bool query() const { return ref().query(); }
  /// As StreamRef::synchronize.
  void synchronize() const { ref().synchronize(); }
  /// As StreamRef::wait_for.
  bool wait_for(Timeout timeout) const { return ref().wait_for(timeout); }
  /// As StreamRef::wait.
  void wait(EventRef event) const;
  /// As StreamRef::launch_host_function.
  void launch_host_function(std::function<void()> function) const {
    ref().launch_host_function(std::move(function));
  }

  /// Gives up ownership: the caller destroys the native stream. Leaves this empty.
  /// @throws Error  invalid_handle if empty
  StreamRef release();
  /// Takes ownership of a stream created elsewhere; `stream_from_native` gives the view.
  static Stream adopt(StreamRef stream) noexcept;

 private:
  const detail::DeviceState* device_ = nullptr;
  void* handle_ = nullptr;
  bool owned_ = false;
};

}  // namespace duet
DUET_API_END

/// @cond
template <>
struct std::hash<duet::StreamRef> {
  std::size_t operator()(const duet::StreamRef& stream) const noexcept {
    // The default streams of all devices have the same handle.
    return std::hash<const void*>()(stream.handle()) ^ std::hash<duet::Device>()(stream.device());
  }
};
/// @endcond
