#pragma once

#include <chrono>
#include <cstddef>
#include <ratio>

#include <duet/device.hpp>
#include <duet/export.hpp>
#include <duet/stream.hpp>
#include <duet/timeout.hpp>

DUET_API_BEGIN
namespace duet {

/// Properties of a new event.
struct EventOptions {
  /// Whether `elapsed_ms` can measure with it. Without, recording and waiting are cheaper.
  bool timing = true;
  /// Whether threads that `synchronize` sleep rather than poll: they take no processor time, and
  /// return some microseconds later. The CPU backend's sleep after polling shortly, always.
  bool blocking = false;
  /// Whether other processes can use the event (duet/ipc.hpp). Such an event has no timing,
  /// and captured streams cannot wait for it.
  bool interprocess = false;
};

/// A non-owning view of an event, which must outlive it. A cheap value.
/// Thread-safety: all members may be called from any thread.
class EventRef {
 public:
  EventRef(int) = delete;
  EventRef(std::nullptr_t) = delete;

  /// The device that the event belongs to.
  const Device& device() const noexcept { return device_; }

  /// Records the event: marks the end of the work that `stream` has now. Replaces an earlier
  /// recording.
  /// @throws Error  invalid_argument for a stream of another device
  void record(StreamRef stream) const;
  /// Whether the last recording has been reached; true if there is none. Never blocks.
  /// @throws Error  the failure of earlier work in the recorded stream
  bool query() const;
  /// Blocks until the last recording has been reached.
  /// @throws Error  the failure of earlier work in the recorded stream
  void synchronize() const;
  /// Blocks until the last recording has been reached or the time is over, by polling.
  /// @returns whether it has been reached
  /// @throws Error  the failure of earlier work in the recorded stream; invalid_argument in a host
  ///                function of a stream
  bool wait_for(Timeout timeout) const;

  friend bool operator==(const EventRef&, const EventRef&) = default;

  /// Internal, and for native.hpp: a view of a native event.
  EventRef(const Device& device, void* handle) noexcept : device_(device), handle_(handle) {}
  /// Internal, and for native.hpp: the native event.
  void* handle() const noexcept { return handle_; }

 private:
  Device device_;
  void* handle_;
};

/// The time between two recordings in milliseconds, with a resolution of about half a microsecond
/// on a GPU. Thread-safety: any thread.
/// @param start, stop  events of one device, created with timing, recorded and reached
/// @throws Error  invalid_argument if one of them was created without timing, was never recorded or
/// is
///                not reached yet
float elapsed_ms(EventRef start, EventRef stop);

/// A time on a device.
using Milliseconds = std::chrono::duration<float, std::milli>;

/// The time between two recordings; see `elapsed_ms`.
inline Milliseconds elapsed(EventRef start, EventRef stop) {
  return Milliseconds(elapsed_ms(start, stop));
}

/// A point in the work of a stream. Move-only owner; destroys the event. Using an empty event
/// (default-constructed or moved from) throws Error (invalid_handle).
/// Thread-safety: as EventRef; moving and destroying need exclusive access.
class Event {
 public:
  Event() noexcept = default;
  /// Creates an event on a device.
  /// @throws Error  out_of_memory and other failures that the driver reports; not_supported for
  ///                an interprocess event without `DeviceInfo::ipc`
  explicit Event(const Device& device, const EventOptions& options = {});
  Event(int) = delete;
  Event(std::nullptr_t) = delete;
  Event(Event&& other) noexcept;
  Event& operator=(Event&& other) noexcept;
  ~Event();

  /// Whether this owns an event: false if default-constructed, moved from or released.
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  /// A view of the event.
  /// @throws Error  invalid_handle if empty
  EventRef ref() const;
  /// A view of the event.
  /// @throws Error  invalid_handle if empty
  operator EventRef() const { return ref(); }  // NOLINT(google-explicit-constructor): owner to view

  /// As EventRef::record.
  void record(StreamRef stream) const { ref().record(stream); }
  /// As EventRef::query.
  bool query() const { return ref().query(); }
  /// As EventRef::synchronize.
  void synchronize() const { ref().synchronize(); }
  /// As EventRef::wait_for.
  bool wait_for(Timeout timeout) const { return ref().wait_for(timeout); }

  /// Gives up ownership: the caller destroys the native event. Leaves this empty.
  /// @throws Error  invalid_handle if empty
  EventRef release();
  /// Takes ownership of an event created elsewhere; `event_from_native` gives the view.
  static Event adopt(EventRef event) noexcept;

 private:
  const detail::DeviceState* device_ = nullptr;
  void* handle_ = nullptr;
};

inline void Stream::wait(EventRef event) const { ref().wait(event); }

}  // namespace duet
DUET_API_END

/// @cond
template <>
struct std::hash<duet::EventRef> {
  std::size_t operator()(const duet::EventRef& event) const noexcept {
    return std::hash<const void*>()(event.handle());
  }
};
/// @endcond
