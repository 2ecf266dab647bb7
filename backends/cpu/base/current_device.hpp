#pragma once

namespace duet::cpu {

/// The ordinal of the calling thread's current device; 0 at first.
int current_device() noexcept;

/// @param ordinal  of an existing device
void set_current_device(int ordinal) noexcept;

}  // namespace duet::cpu
