#pragma once

#include <string>
#include <string_view>

namespace duet {

/// What to include for the first name of namespace duet that a compiler did not know. Empty if the
/// log reports none, or no header declares it.
/// @param log     of the compiler
/// @param source  of the program
std::string own_name_advice(std::string_view log, std::string_view source);

}  // namespace duet
