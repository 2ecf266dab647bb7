#pragma once

#include <span>
#include <string>
#include <vector>

#include "program.hpp"
#include "source_rewriter.hpp"
#include "system/temporary_folder.hpp"

namespace duet::cpu {

/// What the compiler is told of rewritten files of include folders.
struct FolderCopies {
  std::vector<std::string> options;  ///< to be given before those that name the folders themselves
  std::vector<std::string> c_kernels;  ///< see RewrittenSource
};

/// Where a file of an include folder has to be rewritten, copies all that the program may include
/// from folders, so that the copies include each other. What a macro names, or what lies outside of
/// the folders, stays as it is.
/// @param folders  in the order in which they are searched
/// @param to       where the copies go
/// @throws std::system_error
FolderCopies copy_folder_headers(const Program& program, std::span<const std::string> folders,
                                 KernelForm form, const TemporaryFolder& to);

}  // namespace duet::cpu
