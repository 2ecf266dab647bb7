#pragma once

#include <string>
#include <string_view>

#include <duet/program.hpp>

namespace duet {

/// Whether a header is one of Eigen's: "Eigen/Core", "unsupported/Eigen/Splines".
bool is_eigen_header(std::string_view header);

/// Makes a program without the host's code read the Eigen of its include folders in place of empty
/// headers, if it names Eigen. Eigen's own text is compiled as it is.
/// @returns whether it does
bool use_eigen(Program& program);

/// What precedes such a program.
/// @param both_sides_pragma  what precedes "begin" and "end" of text whose functions are those of
///                           both sides, if that is to be Eigen alone; empty otherwise
std::string eigen_settings(const Program& program, std::string_view both_sides_pragma);

}  // namespace duet
