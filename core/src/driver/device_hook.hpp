#pragma once

namespace duet {

/// Registers a function that is called each time this process opens a device, before the device is
/// used. For work that is better done then than at a first call that a user waits for.
/// There is one hook; a second call replaces it. Thread-safety: any thread, also before `main`.
void set_device_hook(void (*hook)() noexcept) noexcept;

}  // namespace duet
