#pragma once

#include <mutex>
#include <string>
#include <vector>

#include <duet/error.hpp>

namespace duet {

/// Where a vendor's library is looked for, in this order: the path in `override_variable`, then
/// each name through the loader's own search, then each name in each folder.
struct LibrarySearch {
  std::string what;                  ///< "the NVIDIA driver", for messages
  std::string advice;                ///< what to install or set
  ErrorCode missing;                 ///< the code of the error when it is not found
  std::string override_variable;     ///< environment variable with a path, tried alone if set
  std::vector<std::string> names;    ///< file names; none if the backend is linked into duet
  std::vector<std::string> folders;  ///< absolute; empty entries are skipped
};

/// A shared library opened on first use and kept until the process ends.
/// Thread-safety: all members.
class Library {
 public:
  /// Opens it. @throws Error with the search's code, listing the places tried
  explicit Library(const LibrarySearch& search);

  /// The address of an exported name; null if the library has none.
  void* symbol(const char* name) const noexcept;

  /// Where the library was found; empty if linked.
  const std::string& path() const noexcept { return path_; }

 private:
  void* handle_ = nullptr;
  std::string path_;
};

/// Paths of the libraries in this process whose file names begin with one of those.
std::vector<std::string> loaded_libraries(const std::vector<std::string>& beginnings);

/// The value of an environment variable followed by `suffix`; empty if it is not set.
std::string environment_path(const char* variable, const std::string& suffix = {});

}  // namespace duet
