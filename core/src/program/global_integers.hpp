#pragma once

#include <string>
#include <string_view>

#include <duet/program.hpp>

namespace duet {

/// A program whose name expressions may name the fixed-width integers of the global namespace, such
/// as uint32_t, also if the source does not declare them. Declarations of the source take
/// precedence; the others have the types of duet/device/integers.hpp.
Program with_global_integers(const Program& program);

/// A name expression without the scope operators that begin a name: "k<uint32_t>" for
/// "::k<::uint32_t>".
std::string without_global_scope(std::string_view expression);

}  // namespace duet
