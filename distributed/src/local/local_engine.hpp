#pragma once

#include <memory>

#include "engine/engine.hpp"

namespace duet::detail {

/// Connects the ranks of one process. Blocks until all have called it.
/// @throws Error  what the bootstrap throws
std::unique_ptr<Engine> make_local_engine(const EngineSetup& setup);

}  // namespace duet::detail
