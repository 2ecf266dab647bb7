#pragma once

#include <duet/compile.hpp>

namespace duet {

/// With $DUET_KEEP_PROGRAMS set, writes the program to a folder of its own in
/// $DUET_KEEP_PROGRAMS/compiled or, if the compiler refused it, /refused:
///   program.cu     the source
///   headers/…      the program's own headers
///   arguments      what `duet compile program.cu` takes besides an architecture, each ended by a
///                  null character: xargs -0 duet compile program.cu <arguments
/// The same program is written once; processes and threads may write at the same time.
/// @throws Error (io)
void keep_program(const Program& program, bool compiled);

}  // namespace duet
