#pragma once

#include <mutex>
#include <string>
#include <unordered_map>

namespace duet {

/// The identities of libraries, kept while no library is unloaded, whose addresses others may get.
/// Thread-safety: all members.
class LibraryIdentities {
 public:
  static LibraryIdentities& instance();

  /// The `code_identity` of the library with an address.
  std::string find(const void* address);

 private:
  std::mutex mutex_{};  ///< guards the members
  unsigned long long unloaded_ = 0;
  std::unordered_map<const void*, std::string> identities_{};
};

}  // namespace duet
