#pragma once

#include <vector>

#include "engine/engine.hpp"
#include "nccl/library/nccl_library.hpp"

namespace duet::detail {

/// What the ranks agree on before NCCL connects them.
struct NcclIntroductions {
  const NcclCalls* calls = nullptr;
  NcclId id{};
  NcclId checks_id{};        ///< for the connection that compares calls
  std::vector<int> peers{};  ///< other devices that ranks of this process use
};

/// Loads the library on each rank, so that all report an error if one cannot.
/// @throws Error  as make_nccl_engine
NcclIntroductions introduce_nccl_ranks(const EngineSetup& setup, const NcclSearch& search);

/// Lets a device access the memory of its peers, which NCCL reads and writes directly.
/// @throws Error  what the driver reports
void enable_peer_access(const NcclIntroductions& ranks, const Device& device);

}  // namespace duet::detail
