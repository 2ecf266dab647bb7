#pragma once

namespace duet::cpu {

/// The compiler option that instruments kernels for the process's sanitizer. Null if the process
/// has none, or if $DUET_CPU_SANITIZE is "off".
const char* kernel_sanitizer() noexcept;

}  // namespace duet::cpu
