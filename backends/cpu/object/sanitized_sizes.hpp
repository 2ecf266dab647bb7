#pragma once

#include <string>

namespace duet::cpu {

/// Gives the variables of an object file that was compiled for AddressSanitizer the sizes that they
/// have in the source: clang counts the guarded memory behind them.
void restore_sizes(std::string& object);

}  // namespace duet::cpu
