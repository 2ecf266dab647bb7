#pragma once

namespace duet {

/// Registers a function that is called whenever this process opens a device, before the device is
/// used. It can do work that would otherwise delay the first launch. There is one hook; a second
/// call replaces it. Thread-safety: can be called from any thread, also before `main`.
void set_device_hook(void (*hook)() noexcept) noexcept;

}  // namespace duet
