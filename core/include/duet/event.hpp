#pragma once

#include <cstddef>

#include <duet/device.hpp>
#include <duet/export.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

/// What a new event is like.
struct EventOptions {
  bool timing = true;  ///< Needed by `elapsed_ms`; without it recording and waiting are cheaper.
};

/// A view of an event that somebody else owns; it must not outlive it.
/// Thread-safety: all members may be called from any thread.
class EventRef {
 public:
  EventRef(int) = delete;
  EventRef(std::nullptr_t) = delete;

  const Device& device() const noexcept { return device_; }

  /// Marks the present end of `stream`'s work; replaces an earlier recording.
  void record(StreamRef stream) const;
  /// Whether the last recording was reached; true if never recorded. Never blocks.
  /// @throws Error  what earlier work in the recorded stream raised
  bool query() const;
  /// Blocks until the last recording is reached.
  /// @throws Error  what earlier work in the recorded stream raised
  void synchronize() const;

  /// For duet's own use and for `native.hpp`.
  EventRef(const Device& device, void* handle) noexcept : device_(device), handle_(handle) {}
  void* handle() const noexcept { return handle_; }

 private:
  Device device_;
  void* handle_;
};

/// Milliseconds between two recordings, with a resolution of about half a microsecond on a GPU.
/// @throws Error  invalid_argument if either was made without timing or never recorded,
///                invalid_argument if either is not reached yet
float elapsed_ms(EventRef start, EventRef stop);

/// A point in a stream's work. Move-only owner; using an empty one is an invalid_handle error.
/// Thread-safety: as `EventRef`; moving and destroying need exclusive access.
class Event {
 public:
  Event() noexcept = default;
  explicit Event(const Device& device, const EventOptions& options = {});
  Event(int) = delete;
  Event(std::nullptr_t) = delete;
  Event(Event&& other) noexcept;
  Event& operator=(Event&& other) noexcept;
  ~Event();

  explicit operator bool() const noexcept { return handle_ != nullptr; }
  /// @throws Error (invalid_handle) if empty
  EventRef ref() const;
  operator EventRef() const { return ref(); }  // NOLINT(google-explicit-constructor): owner to view

  void record(StreamRef stream) const { ref().record(stream); }
  bool query() const { return ref().query(); }
  void synchronize() const { ref().synchronize(); }

  /// Gives up ownership: the caller destroys the native event. Leaves this empty.
  EventRef release();
  /// Takes ownership of an event made elsewhere; see `native.hpp` for the typed way.
  static Event adopt(EventRef event) noexcept;

 private:
  const detail::DeviceState* device_ = nullptr;
  void* handle_ = nullptr;
};

inline void Stream::wait(EventRef event) const { ref().wait(event); }

}  // namespace duet
DUET_API_END
