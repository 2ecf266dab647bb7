#pragma once

namespace duet::pool {

/// The label of the calling thread's innermost MemoryLabel; "" if there is none.
const char* label() noexcept;

}  // namespace duet::pool
