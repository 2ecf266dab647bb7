#pragma once

#include "mpi/mpi_calls.hpp"

namespace duet::detail {

/// Loads libduet_mpi.so and starts MPI, once. @throws Error  not_supported with the reason
const MpiCalls& mpi_calls();

}  // namespace duet::detail
