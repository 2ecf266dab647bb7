#pragma once

#include <string>

#include "file_descriptor.hpp"

namespace duet {

/// Locks a folder until the file is closed, at the latest when the process and those that it forked
/// end. @returns none if another process has it, or there is no folder
FileDescriptor lock_folder(const std::string& path) noexcept;

/// Removes this user's folders in `parent` whose names begin with `prefix` and that nobody has
/// locked for a day.
void remove_abandoned_folders(const std::string& parent, const std::string& prefix) noexcept;

}  // namespace duet
