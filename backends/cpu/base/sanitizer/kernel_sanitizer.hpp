#pragma once

namespace duet::cpu {

/// The compiler's option that instruments kernels for the sanitizer whose runtime is in the
/// process; null if there is none, or if the environment says DUET_CPU_SANITIZE=off.
const char* kernel_sanitizer() noexcept;

}  // namespace duet::cpu
