#pragma once

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// The whole of the program duet-compile, which compiles for another process: so that compilers
/// that are not thread-safe work in parallel, and one that crashes takes nothing with it. Returns
/// when the other process closes its end.
/// @param socket  connected to the process that started this one
void serve_compilations(int socket);

}  // namespace duet
DUET_API_END
