#include "library_identities.hpp"

#include <link.h>

#include "system/code_identity.hpp"

namespace duet {

namespace {

/// The number of libraries that this process has unloaded so far.
unsigned long long count_unloaded() noexcept {
  unsigned long long count = 0;
  const auto take_count = [](dl_phdr_info* info, std::size_t, void* result) {
    *static_cast<unsigned long long*>(result) = info->dlpi_subs;
    return 1;  // each library has the same count
  };
  (void)dl_iterate_phdr(take_count, &count);
  return count;
}

}  // namespace

LibraryIdentities& LibraryIdentities::instance() {
  static LibraryIdentities& identities = *new LibraryIdentities;
  return identities;
}

std::string LibraryIdentities::find(const void* address) {
  const unsigned long long unloaded = count_unloaded();
  const std::lock_guard lock(mutex_);
  if (unloaded != unloaded_) {
    identities_.clear();
    unloaded_ = unloaded;
  }
  std::string& identity = identities_[address];
  if (identity.empty()) identity = code_identity(address);
  return identity;
}

}  // namespace duet
