#pragma once

#include <string>
#include <vector>

#include <duet/compile.hpp>

namespace duet {

/// Returns the absolute folders of the toolkit's headers; none if the backend has no toolkit.
/// @param compiler  path of the compiler's library
/// @param chosen    the toolkit's folder; empty: it is searched
/// @throws Error (no_toolkit) that lists the paths tried
std::vector<std::string> toolkit_folders(const std::string& compiler, const std::string& chosen);

/// Checks that a program does not ask for the toolkit's headers and for duet's of the same names.
/// @throws Error  invalid_argument
void check_header_choice(const Program& program);

/// Returns the program with the toolkit's folders behind its own, if it asks for them.
Program with_toolkit(const Program& program, const std::vector<std::string>& folders);

}  // namespace duet
