#pragma once

#include "nccl/connection/nccl_connection.hpp"

namespace duet::detail {

/// Lets NCCL connect the ranks, which it does with their first calls, but cannot while a stream of
/// ranks in one process is captured. Blocks until all ranks have called it. @throws Error
void make_first_contact(NcclConnection& connection, int rank, int size);

}  // namespace duet::detail
