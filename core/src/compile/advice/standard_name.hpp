#pragma once

#include <string>
#include <string_view>

namespace duet {

/// What to write in place of a name of the host's standard library or of a launch by <<< >>>, if a
/// compiler does not know them.
/// @param log           the compiler's messages
/// @param cuda_headers  CompileOptions::cuda_headers
/// @returns a sentence; empty if the log is about something else
std::string standard_name_advice(std::string_view log, bool cuda_headers);

}  // namespace duet
