#pragma once

#include <string>

namespace duet::cpu {

/// Corrects the sizes of variables in an object file that was compiled for AddressSanitizer: clang
/// counts the guard behind a variable as part of it.
void restore_sizes(std::string& object);

}  // namespace duet::cpu
