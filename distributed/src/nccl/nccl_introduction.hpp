#pragma once

#include "engine/engine.hpp"
#include "nccl/nccl_library.hpp"

namespace duet::detail {

/// What the ranks agree on before NCCL connects them.
struct NcclIntroductions {
  const NcclCalls* calls = nullptr;
  NcclId id{};
  NcclId checks_id{};  ///< for the connection that compares calls
};

/// Loads the library on each rank, so that all report an error if one cannot, and lets devices of
/// this process access each other's memory.
/// @throws Error  as make_nccl_engine
NcclIntroductions introduce_nccl_ranks(const EngineSetup& setup, const NcclSearch& search);

}  // namespace duet::detail
