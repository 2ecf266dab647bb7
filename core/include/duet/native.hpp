#pragma once

// The vendor's handles behind duet's objects, and the way back. Including this needs the vendor's
// headers on the include path; nothing else of duet does.

#include <duet/event.hpp>
#include <duet/export.hpp>
#include <duet/kernel.hpp>
#include <duet/module.hpp>
#include <duet/native_types.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

/// The native handle; ownership stays with duet's object.
inline NativeStream native(StreamRef stream) { return static_cast<NativeStream>(stream.handle()); }
inline NativeEvent native(EventRef event) { return static_cast<NativeEvent>(event.handle()); }
NativeModule native(const Module& module);
NativeFunction native(const Kernel& kernel);
/// The context that duet uses on a device: on CUDA the primary context.
NativeContext native(const Device& device);

/// A view of a stream made elsewhere on `device`; null is the vendor's default stream.
inline StreamRef stream_from_native(const Device& device, NativeStream stream) noexcept {
  return StreamRef(device, stream);
}
/// A view of an event made elsewhere on `device`.
inline EventRef event_from_native(const Device& device, NativeEvent event) noexcept {
  return EventRef(device, event);
}

}  // namespace duet
DUET_API_END
