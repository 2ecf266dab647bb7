#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <duet/device.hpp>
#include <duet/event.hpp>
#include <duet/export.hpp>
#include <duet/memory.hpp>
#include <duet/memory_resource.hpp>

DUET_API_BEGIN
namespace duet {

// Memory and events that several processes of one machine use. One process allocates and exports;
// the bytes of the handle go to the others by any way, such as a pipe or MPI, and they import.
//
//     // one process
//     Memory memory = Memory::from(exportable_resource(device), stream, bytes);
//     send(export_memory(memory));
//     // another process of the same user
//     const Buffer<float> x = Buffer<float>::from(import_memory(device, receive()));
//
// The processes order their work by interprocess events or by other means. The process that
// allocated the memory must keep it until the others have destroyed theirs.

/// Names memory of a process for others. A value without pointers: send its bytes as they are.
struct IpcMemoryHandle {
  std::array<std::byte, 64> driver;  ///< Internal: the driver's handle.
  std::uint64_t offset;              ///< Internal: of the memory in its allocation.
  std::uint64_t bytes;               ///< The size of the memory.
  std::uint64_t process;             ///< Internal: a random number of the process.
};

/// Names an event of a process for others, as IpcMemoryHandle names memory.
struct IpcEventHandle {
  std::array<std::byte, 64> driver;  ///< Internal: the driver's handle.
  std::uint64_t process;             ///< Internal: a random number of the process.
};

/// Device memory that `export_memory` takes. Lives until the process ends. Allocating and freeing
/// waits for the device, as with `device_resource`.
MemoryResource& exportable_resource(const Device& device);

/// Names memory for other processes. Thread-safety: any thread.
/// @param memory  of exportable_resource; not empty
/// @throws Error  not_supported without `DeviceInfo::ipc`; invalid_argument for other memory
IpcMemoryHandle export_memory(const Memory& memory);
/// Gives access to memory of another process. A process may import a handle several times.
/// Thread-safety: any thread.
/// @param device  that accesses the memory: the exporting process's, or one that can access it
/// @param handle  from `export_memory` in another process that still has the memory
/// @returns the memory; destroying it waits for the device, and leaves the other process's as it is
/// @throws Error  not_supported without `DeviceInfo::ipc`; invalid_argument for a handle of this
///                process or of memory that no longer exists
Memory import_memory(const Device& device, const IpcMemoryHandle& handle);

/// Names an event for other processes. Thread-safety: any thread.
/// @param event  made with EventOptions::interprocess
/// @throws Error  not_supported without `DeviceInfo::ipc`; invalid_argument for other events
IpcEventHandle export_event(EventRef event);
/// An event of another process, which all of them record, query and wait for.
/// Thread-safety: any thread.
/// @param device  the same one as the exporting process's
/// @param handle  from `export_event` in another process that still has the event
/// @throws Error  not_supported without `DeviceInfo::ipc`; invalid_argument for a handle of this
///                process or of an event that no longer exists
Event import_event(const Device& device, const IpcEventHandle& handle);

}  // namespace duet
DUET_API_END
