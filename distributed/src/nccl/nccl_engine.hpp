#pragma once

#include <memory>

#include "engine/engine.hpp"
#include "nccl/library/nccl_library.hpp"

namespace duet::detail {

/// Connects ranks by NCCL, or by a library with its calls. Blocks until all have called it.
/// @param wanted  `automatic` or `nccl`
/// @throws Error  not_supported if another engine is wanted, if a rank cannot load the library, or
/// if they have different
///                versions; invalid_argument if two ranks use one device
std::unique_ptr<Engine> make_nccl_engine(const EngineSetup& setup, CollectiveEngine wanted,
                                         const NcclSearch& search);

}  // namespace duet::detail
