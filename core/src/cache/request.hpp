#pragma once

#include <string>
#include <vector>

#include <duet/compile.hpp>

#include "base/record.hpp"
#include "compile/compiler.hpp"
#include "compile/toolkit_state.hpp"

namespace duet::cache {

/// Writes what is asked of whichever compiler there is: the program, its options and what the
/// environment adds to them. All but the program's own include folders.
void write_request(Serializer& record, const Program& program, const ToolkitState& toolkit,
                   const vendor::Target& target);

/// The program's include folders, whatever the current folder is.
std::vector<std::string> include_folders(const Program& program);

}  // namespace duet::cache
