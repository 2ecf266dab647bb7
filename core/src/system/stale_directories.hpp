#pragma once

#include <string>

#include "file_descriptor.hpp"

namespace duet {

/// Locks a directory until the descriptor and its copies in forked processes are closed.
/// @returns no descriptor if another process holds the lock or the directory does not exist
FileDescriptor lock_directory(const std::string& path) noexcept;

/// Removes this user's directories in `parent` whose names begin with `prefix`, that are older
/// than a day and not locked.
void remove_stale_directories(const std::string& parent, const std::string& prefix) noexcept;

}  // namespace duet
