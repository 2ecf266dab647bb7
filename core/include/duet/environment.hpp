#pragma once

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// Warns of each environment variable that begins with DUET_ and that duet does not know or whose
/// value it does not accept, with what was probably meant or what is accepted. duet itself warns of
/// an unaccepted value when it first needs it, but never of an unknown name. The `duet` command
/// calls this when it starts. Thread-safety: any thread, while none changes the environment.
void check_environment();

}  // namespace duet
DUET_API_END
