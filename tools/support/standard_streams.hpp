#pragma once

namespace duet::tool {

/// Opens standard streams that the parent process closed, so that no file of the program gets their
/// numbers. Reading and writing them fail as before. Call it first in `main`.
void reserve_standard_streams() noexcept;

}  // namespace duet::tool
