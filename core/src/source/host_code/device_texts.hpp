#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "candidate.hpp"

namespace duet {

/// The texts of a program without the host's code.
struct DeviceTexts {
  std::vector<std::string> texts{};               ///< in the order of the program's
  std::set<std::string, std::less<>> left_out{};  ///< names whose declarations went
};

/// Replaces what was not kept of texts by blanks.
/// @param candidates           their declarations
/// @param error_where_reached  the body of functions that do not compile
DeviceTexts device_texts(const std::vector<std::string_view>& texts,
                         const std::vector<Candidate>& candidates,
                         std::string_view error_where_reached);

}  // namespace duet
