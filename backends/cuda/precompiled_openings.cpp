#include "precompiled_openings.hpp"

#include <fcntl.h>

#include <algorithm>
#include <limits>
#include <system_error>

#include "base/switched_off.hpp"

namespace duet::vendor {

namespace {

/// Each of them takes 7 to 16 MB where temporary files are.
constexpr std::size_t most_files = 4;
constexpr std::size_t most_openings = 64;
constexpr unsigned most_failures = 3;  // which a program's own errors count as, too

std::unique_ptr<const TemporaryFolder> new_folder() {
  try {
    return std::make_unique<const TemporaryFolder>();
  } catch (const std::system_error&) {
    return nullptr;
  }
}

}  // namespace

PrecompiledOpenings& PrecompiledOpenings::of_this_process() {
  static PrecompiledOpenings& openings = *new PrecompiledOpenings;
  return openings;
}

/// Made for the second program that begins so: the first may remain the only one.
PrecompiledOpenings::Plan PrecompiledOpenings::plan(const std::string& key) {
  const std::lock_guard lock(mutex_);
  if (is_off_ || is_switched_off("DUET_CUDA_PCH")) return {};
  const auto [position, is_new] = openings_.try_emplace(key);
  Opening& opening = position->second;
  opening.last_used = ++uses_;
  if (is_new) {
    forget_old_ones();
    return {};
  }
  if (opening.made != nullptr) {
    const std::string path = "/proc/self/fd/" + std::to_string(opening.made->get());
    return {.step = Step::use, .file = path, .made = opening.made};
  }
  if (opening.is_being_made || opening.failures == most_failures) return {};
  auto folder = new_folder();
  if (folder == nullptr) return {};
  opening.is_being_made = true;
  return {.step = Step::make, .file = folder->file("opening"), .folder = std::move(folder)};
}

void PrecompiledOpenings::finish(const std::string& key, Plan plan, bool succeeded) {
  auto made = std::make_shared<FileDescriptor>(::open(plan.file.c_str(), O_RDONLY | O_CLOEXEC));
  plan.folder.reset();
  TemporaryFolder::remove_abandoned_ones();
  const std::lock_guard lock(mutex_);
  const auto position = openings_.find(key);
  if (position == openings_.end()) return;
  Opening& opening = position->second;
  opening.is_being_made = false;
  if (succeeded && *made) {
    opening.made = std::move(made);
    forget_old_ones();
  } else {
    ++opening.failures;
  }
}

void PrecompiledOpenings::give_up() {
  const std::lock_guard lock(mutex_);
  is_off_ = true;
  openings_.clear();
}

void PrecompiledOpenings::forget_old_ones() {
  const auto forget = [this](std::size_t most, bool made_alone) {
    const auto counts = [&](const auto& entry) { return !made_alone || entry.second.made; };
    if (static_cast<std::size_t>(std::ranges::count_if(openings_, counts)) <= most) return;
    openings_.erase(std::ranges::min_element(openings_, {}, [&](const auto& entry) {
      return counts(entry) ? entry.second.last_used : std::numeric_limits<std::uint64_t>::max();
    }));
  };
  forget(most_files, true);
  forget(most_openings, false);
}

}  // namespace duet::vendor
