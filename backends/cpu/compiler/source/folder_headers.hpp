#pragma once

#include <span>
#include <string>
#include <vector>

#include "program.hpp"
#include "source_rewriter.hpp"
#include "system/temporary_folder.hpp"

namespace duet::cpu {

/// The rewritten copies of headers in include folders.
struct FolderCopies {
  std::vector<std::string> options;  ///< to pass before the options for the folders themselves
  std::vector<std::string> texts;    ///< of the headers, not rewritten
};

/// If a header in an include folder has to be rewritten, copies all headers that the program may
/// include from these folders, so that the copies include each other. Headers that a macro names,
/// or that lie outside of the folders, are not copied.
/// @param folders  in search order
/// @param to       receives the copies
/// @throws std::system_error
FolderCopies copy_folder_headers(const Program& program, std::span<const std::string> folders,
                                 KernelForm form, const TemporaryFolder& to);

}  // namespace duet::cpu
