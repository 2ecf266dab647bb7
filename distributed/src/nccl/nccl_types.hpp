#pragma once

#include <array>
#include <cstddef>

namespace duet::detail {

/// NCCL's communicator of one rank.
struct NcclHandle;

/// What ranks need to find each other.
struct NcclId {
  std::array<char, 128> bytes{};
};

/// What a call returns. Other values are errors, too.
enum class NcclStatus : unsigned {
  success = 0,
  unhandled_driver_error = 1,
  system_error = 2,
  internal_error = 3,
  invalid_argument = 4,
  invalid_usage = 5,
  remote_error = 6,
  in_progress = 7
};

enum class NcclType : unsigned {
  i8 = 0,
  u8 = 1,
  i32 = 2,
  u32 = 3,
  i64 = 4,
  u64 = 5,
  f16 = 6,
  f32 = 7,
  f64 = 8,
  bf16 = 9
};

enum class NcclOperation : unsigned { sum = 0, product = 1, max = 2, min = 3, average = 4 };

}  // namespace duet::detail
