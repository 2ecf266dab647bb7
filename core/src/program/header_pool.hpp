#pragma once

#include <duet/program.hpp>

namespace duet {

/// Replaces a list by an equal one that was passed before and is in use, so that programs whose
/// equal headers were made apart hold them once. Thread-safety: any thread.
void share(Headers& headers);

}  // namespace duet
