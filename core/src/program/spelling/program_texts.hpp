#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <duet/program.hpp>

namespace duet {

/// The source of a program and its headers.
std::vector<std::string_view> texts_of(const Program& program);
/// Replaces them.
void set_texts(Program& program, std::vector<std::string> texts);
/// Whether one of them has a part.
bool mentions(const Program& program, std::string_view part);
/// Whether an include folder of the program has a header. Those of the system are not searched.
bool has_file(const Program& program, std::string_view header);

}  // namespace duet
