#pragma once

namespace duet::cpu {

/// The ordinal of the device that the calling thread works on.
int current_device() noexcept;

}  // namespace duet::cpu
