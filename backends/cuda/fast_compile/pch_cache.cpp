#include "pch_cache.hpp"

#include <fcntl.h>

#include <algorithm>
#include <limits>
#include <system_error>

#include "base/environment.hpp"

namespace duet::vendor {

namespace {

/// A file takes 7 to 16 MB in the folder of temporary files.
constexpr std::size_t most_files = 4;
constexpr std::size_t most_entries = 64;
constexpr unsigned most_failures = 3;  // including those of programs with errors

std::unique_ptr<const TemporaryFolder> new_folder() {
  try {
    return std::make_unique<const TemporaryFolder>();
  } catch (const std::system_error&) {
    return nullptr;
  }
}

}  // namespace

PchCache& PchCache::of_this_process() {
  static PchCache& cache = *new PchCache;
  return cache;
}

/// The second program with a key creates the file, since many keys occur only once.
PchCache::Plan PchCache::plan(const std::string& key) {
  const std::lock_guard lock(mutex_);
  if (is_off_ || is_switched_off("DUET_CUDA_PCH")) return {};
  const auto [position, is_new] = entries_.try_emplace(key);
  Entry& entry = position->second;
  entry.last_used = ++uses_;
  if (is_new) {
    evict();
    return {};
  }
  if (entry.made != nullptr) {
    const std::string path = "/proc/self/fd/" + std::to_string(entry.made->get());
    return {.step = Step::use, .file = path, .made = entry.made};
  }
  if (entry.is_being_made || entry.failures == most_failures) return {};
  auto folder = new_folder();
  if (folder == nullptr) return {};
  entry.is_being_made = true;
  return {.step = Step::make, .file = folder->file("prefix"), .folder = std::move(folder)};
}

void PchCache::finish(const std::string& key, Plan plan, bool succeeded) {
  auto made = std::make_shared<FileDescriptor>(::open(plan.file.c_str(), O_RDONLY | O_CLOEXEC));
  plan.folder.reset();
  TemporaryFolder::remove_stale();
  const std::lock_guard lock(mutex_);
  const auto position = entries_.find(key);
  if (position == entries_.end()) return;
  Entry& entry = position->second;
  entry.is_being_made = false;
  if (succeeded && *made) {
    entry.made = std::move(made);
    evict();
  } else {
    ++entry.failures;
  }
}

void PchCache::give_up() {
  const std::lock_guard lock(mutex_);
  is_off_ = true;
  entries_.clear();
}

void PchCache::evict() {
  const auto forget = [this](std::size_t most, bool made_alone) {
    const auto counts = [&](const auto& entry) { return !made_alone || entry.second.made; };
    if (static_cast<std::size_t>(std::ranges::count_if(entries_, counts)) <= most) return;
    entries_.erase(std::ranges::min_element(entries_, {}, [&](const auto& entry) {
      return counts(entry) ? entry.second.last_used : std::numeric_limits<std::uint64_t>::max();
    }));
  };
  forget(most_files, true);
  forget(most_entries, false);
}

}  // namespace duet::vendor
