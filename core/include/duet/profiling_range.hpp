#pragma once

#include <string>

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// A scope that profilers show as a named range of the calling thread: Nsight Systems by NVTX
/// (domain "duet"), rocprof by ROCTX; no effect on CPU. Ranges nest as their scopes do. duet itself
/// opens "compile NAME", "load code", "jit", "commit", "instantiate graph" and "completion
/// handlers".
///
/// The vendor's library is loaded, not linked, when the first range begins. Without a profiler, a
/// range costs a few nanoseconds. Thread-safety: each thread has its own ranges.
class ProfilingRange {
 public:
  /// Begins a range.
  /// @param name  copied by the profiler
  explicit ProfilingRange(const char* name) noexcept;
  /// Begins a range.
  explicit ProfilingRange(const std::string& name) noexcept : ProfilingRange(name.c_str()) {}
  ProfilingRange(const ProfilingRange&) = delete;
  ProfilingRange& operator=(const ProfilingRange&) = delete;
  /// Ends the range.
  ~ProfilingRange();
};

}  // namespace duet
DUET_API_END
