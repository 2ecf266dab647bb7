#pragma once

// Contract: what differs between drivers besides their calls.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <duet/copy_box.hpp>
#include <duet/error.hpp>

#include "system/library.hpp"
#include "vendor_check.hpp"

namespace duet {
struct Driver;
}

namespace duet::vendor {

/// Where the driver library is searched. No names if the backend is linked.
const LibrarySearch& driver_search();

/// Called once after loading: replaces entries that the loaded version lacks, if it can.
void install_fallbacks(Driver& table);

struct StatusText {
  std::string name;
  std::string text;
  bool is_specific = false;  ///< whether the text says more about the call than the status does
};
/// The vendor's name and description of a status.
StatusText describe(Status status);
/// duet's code for a status. `not_supported`, `out_of_memory`, `no_device` and others change what
/// core does next; `internal` for an unknown one.
ErrorCode classify(Status status) noexcept;

/// Whether a status says that the device's work has ended and that none will run any more, so that
/// memory which it used may be released: the error of a kernel that broke the context, or the end
/// of the driver. False for errors of one call.
bool is_device_lost(Status status) noexcept;

/// Says why the driver finds no device: environment variables, device files that are missing or
/// that the user has no rights to, with what to do. Empty if no cause is found.
std::string no_device_cause();

/// Whether the calling thread's last failed call waited or asked, and reports what work that has
/// ended did. False where `is_device_lost` tells that.
bool is_failure_of_work() noexcept;

/// Called when the user is told of a failed call, before `clear_pending_error`. Drivers that keep a
/// failure of work until then forget it.
void acknowledge_failure() noexcept;

/// Called after a failed call. Clears the error that some drivers report again by a later call.
void clear_pending_error() noexcept;

/// The device's context, which duet shares with other users of the driver in this process. Lives
/// until the process ends.
ContextHandle retain_context(DeviceHandle device);

/// What an address points to.
struct PointerInfo {
  enum class Place {
    unknown,  ///< memory that the driver does not know
    device,   ///< memory of one device
    shared    ///< memory that host and devices address
  };
  Place place = Place::unknown;
  DeviceHandle device{};        ///< that the memory belongs to, for Place::device
  const void* begin = nullptr;  ///< the allocation that contains the address, for its size
  std::size_t bytes = 0;        ///< 0 if unknown
};
/// The device is current.
PointerInfo pointer_info(const void* address) noexcept;

/// The parameters of `copy_box`. Distances of slices are multiples of those of rows, if there are
/// several slices.
BoxCopy box_copy(const detail::BoxRequest& box) noexcept;

/// The granularity of mapped memory in bytes, a power of two. 0: the device or the loaded driver
/// has no physical memory that can be mapped to addresses, and core does not call what follows.
std::size_t virtual_memory_unit(DeviceHandle device) noexcept;
/// Properties of memory on a device.
PhysicalProperties physical_properties(DeviceHandle device) noexcept;
/// Reading and writing by kernels of a device.
MemoryAccess device_access(DeviceHandle device) noexcept;

/// Whether the hardware lets kernels of `device` access the memory of `peer`.
bool can_access_peer(DeviceHandle device, DeviceHandle peer);
/// Lets kernels of `device`, which is current, access the memory of `peer`, also that of its memory
/// pool. No-op if they can already.
void enable_peer_access(DeviceHandle device, DeviceHandle peer, ContextHandle peer_context);
/// Whether kernels of the current device can access an address in the memory of another device.
bool has_peer_access(ContextHandle peer, const void* address) noexcept;

/// The device's unique number as the vendor's tools print it; empty if there is none.
std::string device_uuid(DeviceHandle device);

/// The architecture as `CompileOptions` and `target_for` take it, with features:
/// "gfx90a:sramecc+:xnack-".
std::string device_architecture(DeviceHandle device);

/// The numbers of the architecture: 9 and 0 for sm_90 and gfx90a; 0 and 0 if it has none.
struct ComputeCapability {
  int major = 0;
  int minor = 0;
};
ComputeCapability compute_capability(DeviceHandle device);

/// Allows blocks of a function to have `bytes` of dynamic shared memory. No-op if all blocks may
/// have as much as the device has.
void allow_dynamic_shared(FunctionHandle function, std::size_t bytes);

/// Sets how much of the memory that serves as cache or as shared memory is shared memory for a
/// function. No-op if the device does not divide it.
/// @param percent  0 to 100; empty: the driver's choice
void prefer_shared(FunctionHandle function, std::optional<int> percent);

struct BestBlock {
  int threads;  ///< of a block
  int blocks;   ///< that fill the device
};
/// The block size with the highest occupancy.
/// @param dynamic_shared  bytes of dynamic shared memory a block
/// @param most_threads    an upper limit; 0: the function's own
BestBlock best_block(FunctionHandle function, std::size_t dynamic_shared, int most_threads);

/// The name of a function in its code; empty if the driver does not tell it.
std::string function_name(FunctionHandle function);

/// The name of the runtime's function that finds the function of a kernel which the vendor's
/// compiler has compiled into the program: Status (FunctionHandle*, const void* host_function), 0
/// is success. Null without such a runtime.
const char* host_stub_query() noexcept;

/// The sizes of a function's parameters in bytes. Called for code that does not tell them. Empty if
/// the driver does not tell them either.
std::optional<std::vector<std::size_t>> parameter_bytes(FunctionHandle function);

}  // namespace duet::vendor
