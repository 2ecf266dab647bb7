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

#define DUET_NCCL_VALUE(name, value, constant) name = value,

/// What a call returns. Other values are errors, too.
enum class NcclStatus : unsigned {
#define DUET_NCCL_STATUS DUET_NCCL_VALUE
#include "nccl/library/nccl.def"
};

enum class NcclType : unsigned {
#define DUET_NCCL_TYPE DUET_NCCL_VALUE
#include "nccl/library/nccl.def"
};

enum class NcclOperation : unsigned {
#define DUET_NCCL_OPERATION DUET_NCCL_VALUE
#include "nccl/library/nccl.def"
};

#undef DUET_NCCL_VALUE

}  // namespace duet::detail
