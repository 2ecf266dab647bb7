#pragma once

#include <memory>

#include "engine/engine.hpp"

namespace duet::detail {

/// Chooses an engine of the backend and makes it: one file for each kind of backend.
/// @param is_one_process  whether all ranks are in this process
/// @throws Error  not_supported if no engine connects the ranks
std::unique_ptr<Engine> make_engine(const EngineSetup& setup, CollectiveEngine wanted,
                                    bool is_one_process);

}  // namespace duet::detail
