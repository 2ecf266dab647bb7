#pragma once

// Conversions between duet's objects and the vendor's handles. This header needs the vendor's
// headers on the include path; all others do without.

#include <duet/event.hpp>
#include <duet/export.hpp>
#include <duet/kernel.hpp>
#include <duet/module.hpp>
#include <duet/native_types.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

/// The native handle of a stream, which its owner keeps owning.
inline NativeStream native(StreamRef stream) { return static_cast<NativeStream>(stream.handle()); }
/// The native handle of an event, which its owner keeps owning.
inline NativeEvent native(EventRef event) { return static_cast<NativeEvent>(event.handle()); }
/// The native handle of a module, valid while the module is loaded.
/// @throws Error  invalid_handle if empty
NativeModule native(const Module& module);
/// The native handle of a kernel, valid while its module is loaded.
/// @throws Error  invalid_handle if empty
NativeFunction native(const Kernel& kernel);
/// The context that duet uses on a device: on CUDA the primary context. Valid until the process
/// ends.
NativeContext native(const Device& device);

/// A view of a stream created elsewhere on `device`; null is the vendor's default stream.
/// `Stream::adopt` takes ownership of it.
inline StreamRef stream_from_native(const Device& device, NativeStream stream) noexcept {
  return StreamRef(device, stream);
}
/// A view of an event created elsewhere on `device`. `Event::adopt` takes ownership of it.
inline EventRef event_from_native(const Device& device, NativeEvent event) noexcept {
  return EventRef(device, event);
}

}  // namespace duet
DUET_API_END
