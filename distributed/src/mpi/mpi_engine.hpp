#pragma once

#include <memory>

#include "engine/engine.hpp"

namespace duet::detail {

/// Connects the ranks of MPI's processes. Blocks until all have called it.
/// @throws Error  not_supported if MPI cannot be used or has not started the ranks
std::unique_ptr<Engine> make_mpi_engine(const EngineSetup& setup);

}  // namespace duet::detail
