#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "nccl/library/nccl_types.hpp"

namespace duet::detail {

/// The functions of the loaded library. None is null.
struct NcclCalls {
#define DUET_NCCL_CALL(name, signature, function) std::add_pointer_t<signature> name = nullptr;
#include "nccl/library/nccl.def"
  int version = 0;     ///< 10000 * major + 100 * minor + patch
  std::string path{};  ///< where the library was found
};

/// Where the library is searched: the path in DUET_NCCL_LIBRARY alone, if it is set; else the file
/// through the dynamic loader's search, then in each folder.
struct NcclSearch {
  const char* name;  ///< "NCCL"
  const char* file;
  std::vector<std::string> (*folders)();  ///< called when the library is loaded
  const char* advice;                     ///< how to install it
};

/// The library, loaded by the first call. Thread-safety: any thread.
/// @throws Error  not_supported if it is missing, too old or lacks a function, with the reason
const NcclCalls& nccl_calls(const NcclSearch& search);

/// Folders below those of Python's packages where wheels install a library. Python's of the system,
/// of the active virtual environment and below the user's home.
/// @param package  for instance "nvidia/nccl/lib"
std::vector<std::string> python_package_folders(const std::string& package);

}  // namespace duet::detail
