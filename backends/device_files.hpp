#pragma once

// Why a driver finds no device although its library is there: files in /dev, environment variables.

#include <filesystem>
#include <initializer_list>
#include <string>

namespace duet::device_files {

/// Says why this process cannot open a device file: it is missing, or the rights are missing, with
/// the group that has them and the command to join it. Empty if it can be opened.
/// @param advice  what to do if the file is missing
std::string problem(const std::filesystem::path& file, const std::string& advice);

/// Says which of the variables hides devices: the first that is set. Empty if none is.
std::string hiding_variable(std::initializer_list<const char*> variables);

}  // namespace duet::device_files
