#pragma once

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// Runs the program duet-compile: it compiles for another process, so that compilers that are not
/// thread-safe run in parallel and a crash of one does not end the program. Returns when the other
/// process closes its end. For that program only.
/// @param socket  descriptor of a socket that is connected to the process that started this one
void serve_compilations(int socket);

}  // namespace duet
DUET_API_END
