#pragma once

// Contract: named ranges in the vendor's profiler.

namespace duet::vendor {

/// Begins a range of the calling thread, which lasts until the matching `end_range`. Ranges nest.
/// No-op if no profiler runs.
void begin_range(const char* name) noexcept;
void end_range() noexcept;

}  // namespace duet::vendor
