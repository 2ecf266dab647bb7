#pragma once

#include <cstddef>
#include <functional>

#include <duet/device.hpp>
#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

class EventRef;

/// What a new stream is like.
struct StreamOptions {
  /// Smaller is more urgent; clamped to what the device has (`Stream::priority_range`). 0 is
  /// normal.
  int priority = 0;
  /// Whether the stream runs independently of the vendor's legacy default stream.
  bool non_blocking = true;
};

/// A view of a stream that somebody else owns. A cheap value; it must not outlive its stream.
/// Thread-safety: all members may be called from any thread; operations submitted from several
/// threads enter the stream in some order.
class StreamRef {
 public:
  StreamRef(int) = delete;
  StreamRef(std::nullptr_t) = delete;

  const Device& device() const noexcept { return device_; }

  /// Whether all work submitted so far has finished. Never blocks.
  /// @throws Error  what earlier work in the stream raised
  bool query() const;

  /// Blocks until all work submitted so far has finished.
  /// @throws Error  what earlier work in the stream raised
  void synchronize() const;

  /// Later work of this stream starts only after `event`'s last recording is reached. The stream
  /// and the event may belong to different devices.
  void wait(EventRef event) const;

  /// Runs `function` on a thread of the driver, after all earlier work and before all later work.
  /// It must not call duet or the vendor; an exception that leaves it ends the process. On a GPU a
  /// host function costs its stream some 20 µs.
  void launch_host_function(std::function<void()> function) const;

  friend bool operator==(const StreamRef&, const StreamRef&) = default;

  /// For duet's own use and for `native.hpp`.
  StreamRef(const Device& device, void* handle) noexcept : device_(device), handle_(handle) {}
  void* handle() const noexcept { return handle_; }

 private:
  Device device_;
  void* handle_;
};

/// The range of stream priorities of a device; `greatest` is the most urgent and numerically
/// smallest.
struct PriorityRange {
  int least = 0;
  int greatest = 0;
};

/// An ordered queue of device work. Move-only owner; the destructor returns at once and lets
/// submitted work finish. Using an empty (default-constructed or moved-from) stream is an
/// invalid_handle error.
/// Thread-safety: as `StreamRef`; moving and destroying need exclusive access.
class Stream {
 public:
  Stream() noexcept = default;
  explicit Stream(const Device& device, const StreamOptions& options = {});
  Stream(int) = delete;
  Stream(std::nullptr_t) = delete;
  Stream(Stream&& other) noexcept;
  Stream& operator=(Stream&& other) noexcept;
  ~Stream();

  static PriorityRange priority_range(const Device& device);

  explicit operator bool() const noexcept { return owned_; }
  /// @throws Error (invalid_handle) if empty
  StreamRef ref() const;
  operator StreamRef() const {
    return ref();
  }  // NOLINT(google-explicit-constructor): owner to view

  Device device() const { return ref().device(); }
  bool query() const { return ref().query(); }
  void synchronize() const { ref().synchronize(); }
  void wait(EventRef event) const;
  void launch_host_function(std::function<void()> function) const {
    ref().launch_host_function(std::move(function));
  }

  /// Gives up ownership: the caller destroys the native stream. Leaves this empty.
  StreamRef release();
  /// Takes ownership of a stream made elsewhere; see `native.hpp` for the typed way.
  static Stream adopt(StreamRef stream) noexcept;

 private:
  const detail::DeviceState* device_ = nullptr;
  void* handle_ = nullptr;
  bool owned_ = false;
};

}  // namespace duet
DUET_API_END
