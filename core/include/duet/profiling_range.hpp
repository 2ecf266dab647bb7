#pragma once

#include <string>

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// Names what the calling thread does while it lives, for the profilers that show such ranges:
/// NVTX (domain "duet") with Nsight Systems, ROCTX with rocprof; nothing on CPU. Ranges nest in the
/// order of their scopes. duet's own: "compile NAME", "load code", "jit", "commit", "instantiate
/// graph", "completion handlers".
///
/// The vendor's library is loaded, not linked, when the first range begins; without a profiler a
/// range costs a few nanoseconds. Thread-safety: each thread has its own ranges.
class ProfilingRange {
 public:
  /// @param name  copied by the profiler
  explicit ProfilingRange(const char* name) noexcept;
  explicit ProfilingRange(const std::string& name) noexcept : ProfilingRange(name.c_str()) {}
  ProfilingRange(const ProfilingRange&) = delete;
  ProfilingRange& operator=(const ProfilingRange&) = delete;
  ~ProfilingRange();
};

}  // namespace duet
DUET_API_END
