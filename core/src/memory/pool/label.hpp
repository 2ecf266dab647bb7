#pragma once

namespace duet::pool {

/// The label of the calling thread's innermost MemoryLabel; "" if there is none.
extern constinit thread_local const char* innermost_label;

}  // namespace duet::pool
