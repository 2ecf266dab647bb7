#pragma once

#include <duet/data_type.hpp>
#include <duet/reduction.hpp>

#include "engine/engine.hpp"
#include "nccl/library/nccl_library.hpp"

namespace duet::detail {

/// Whether NCCL reduces elements of a type: not 16-bit integers, bool and complex numbers, and no
/// average of integers.
bool nccl_reduces(DataType type, Reduction reduction) noexcept;

/// Who calls, and where.
struct NcclPlace {
  const NcclCalls& calls;
  NcclHandle* comm;
  void* stream;
  int rank;
  int size;
  void* scratch;  ///< a byte of device memory, for barriers
};

/// Submits calls that progress together. @returns the first error
NcclStatus enqueue(const NcclPlace& place, const Calls& calls);

}  // namespace duet::detail
