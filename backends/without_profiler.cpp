// contract/profiler.hpp for backends without a profiler of their own.

#include "contract.hpp"

namespace duet::vendor {

void begin_range(const char*) noexcept {}

void end_range() noexcept {}

}  // namespace duet::vendor
