// Profilers of the host see kernels and calls as they are.

#include "contract.hpp"

namespace duet::vendor {

void begin_range(const char*) noexcept {}

void end_range() noexcept {}

}  // namespace duet::vendor
