#include <duet/profiling_range.hpp>

#include "contract.hpp"

namespace duet {

ProfilingRange::ProfilingRange(const char* name) noexcept { vendor::begin_range(name); }

ProfilingRange::~ProfilingRange() { vendor::end_range(); }

}  // namespace duet
