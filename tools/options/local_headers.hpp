#pragma once

#include <string>

#include <duet/program.hpp>

namespace duet::tool {

/// Adds the headers that a program finds beside its file and in its include folders to its headers
/// in memory, so that their host code and their inline PTX are treated like the program's own.
/// Includes that climb ("../a.h") lose the dots.
/// @param folder  the folder of the program's file
void add_local_headers(Program& program, const std::string& folder);

}  // namespace duet::tool
