#pragma once

#include <string>

#include <duet/program.hpp>

namespace duet {

/// What inline PTX that became C++ needs.
struct PtxUse {
  bool is_there = false;
  bool shares_carry = false;  ///< between statements
};

/// The includes of the set's headers that precede a program after its translation: what it names
/// without a header for it.
std::string leading_includes(const Program& program, const PtxUse& ptx);

}  // namespace duet
