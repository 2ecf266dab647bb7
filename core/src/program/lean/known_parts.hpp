#pragma once

#include <map>
#include <string_view>

#include "header_parts.hpp"
#include "program/embedded.hpp"

namespace duet {

/// Embedded headers by their names.
using EmbeddedFiles = std::map<std::string_view, const embedded::File*>;

/// The parts of an embedded header; remembered. Thread-safety: any thread.
/// @param files  where the headers are that it includes
const HeaderParts& parts_of(const embedded::File& file, const EmbeddedFiles& files);

}  // namespace duet
