#pragma once

#include <cstdlib>

namespace duet::test {

/// hip_on_cuda captures nothing into graphs of CUDA, so that NCCL's functions cannot be captured.
inline bool has_captures() { return std::getenv("DUET_TEST_NCCL_LIBRARY") == nullptr; }

}  // namespace duet::test
