#pragma once

#include <mutex>
#include <string>
#include <vector>

#include <duet/error.hpp>

namespace duet {

/// Where a vendor's library is searched, in this order: the path in `override_variable`; each name
/// through the dynamic loader's search; each name in each folder.
struct LibrarySearch {
  std::string what;                  ///< the library in words, such as "the NVIDIA driver"
  std::string advice;                ///< what to install or set
  ErrorCode missing;                 ///< the error code if the library is not found
  std::string override_variable;     ///< environment variable with a path, tried alone if set
  std::vector<std::string> names;    ///< file names; empty if the backend is linked into duet
  std::vector<std::string> folders;  ///< absolute; empty entries are skipped
};

/// A shared library, opened by the constructor and never closed.
/// Thread-safety: all members can be called from any thread.
class Library {
 public:
  /// Opens the library. @throws Error with the search's code that lists the paths tried
  explicit Library(const LibrarySearch& search);

  /// Returns the address of an exported symbol, or null.
  void* symbol(const char* name) const noexcept;

  /// The path of the library; empty if it is linked.
  const std::string& path() const noexcept { return path_; }

 private:
  void* handle_ = nullptr;
  std::string path_;
};

/// Returns the address of a symbol that the program or a library which it is linked with exports,
/// or null.
void* program_symbol(const char* name) noexcept;

/// Returns the paths of loaded libraries whose file names begin with one of `beginnings`.
std::vector<std::string> loaded_libraries(const std::vector<std::string>& beginnings);

}  // namespace duet
