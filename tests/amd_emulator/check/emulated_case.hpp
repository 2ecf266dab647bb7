#pragma once

#include <optional>
#include <string>

#include "cases/case.hpp"
#include "run/launch.hpp"

namespace amd_emulator {

/// What a case led to.
struct CaseResult {
  std::string failure{};  ///< Empty: the results are the expected ones.
  RunCounts counts{};
};

/// Runs a case's code in the emulator and compares the arrays.
CaseResult run_case(const duet::tool::Case& what, const duet::tool::CaseCode& code,
                    const RunOptions& options);

}  // namespace amd_emulator
