#include <duet/profiling_range.hpp>

#include "driver.hpp"

namespace duet {

ProfilingRange::ProfilingRange(const char* name) noexcept { vendor::begin_range(name); }

ProfilingRange::~ProfilingRange() { vendor::end_range(); }

}  // namespace duet
