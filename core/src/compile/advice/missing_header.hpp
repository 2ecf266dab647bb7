#pragma once

#include <string>
#include <string_view>

namespace duet {

/// What to do about the header that a compiler did not find: which header of duet has the same, or
/// how a header is added. Empty if the log reports no missing header.
/// @param cuda_headers  CompileOptions::cuda_headers of the program
std::string missing_header_advice(std::string_view log, bool cuda_headers);

/// What to do about the first name that a compiler did not know: which header or option declares
/// it, or that kernels cannot use it. Empty if nothing is known about it.
/// @param cuda_headers  CompileOptions::cuda_headers of the program
std::string missing_name_advice(std::string_view log, bool cuda_headers);

}  // namespace duet
