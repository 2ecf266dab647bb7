#pragma once

#include <cstdint>

namespace duet::test {

/// Whether this program replaces operator new: not with a sanitizer.
bool allocations_can_fail() noexcept;

/// Makes one allocation by operator new fail, of any thread. @param number  counted from 1, from
/// now on
void fail_allocation(std::uint64_t number) noexcept;
/// @returns whether the allocation has failed
bool stop_failing_allocations() noexcept;

}  // namespace duet::test
