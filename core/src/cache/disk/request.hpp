#pragma once

#include <string>
#include <vector>

#include <duet/compile.hpp>

#include "base/record.hpp"
#include "compile/compiler.hpp"
#include "compile/toolkit_state.hpp"

namespace duet::cache {

/// Writes the part of a key that does not depend on the compiler: the program, its options and
/// relevant environment variables, without the program's headers and include folders.
void write_request(Serializer& record, const Program& program, const ToolkitState& toolkit,
                   const vendor::Target& target);

/// Returns the program's include folders as absolute paths.
std::vector<std::string> include_folders(const Program& program);

}  // namespace duet::cache
