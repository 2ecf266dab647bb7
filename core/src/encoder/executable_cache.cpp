#include "executable_cache.hpp"

#include <algorithm>
#include <utility>

#include "base/reserve_more.hpp"

namespace duet::detail {

ExecutableCache::Found ExecutableCache::find(const Batch& batch, std::uint64_t hash) {
  Entry* found = nullptr;
  bool has_parameters = false;
  for (Entry& entry : entries_) {
    if (entry.hash != hash || !entry.executable->batch().has_structure_of(batch)) continue;
    has_parameters = entry.executable->batch().has_parameters_of(batch);
    if (has_parameters) {
      found = &entry;
      break;
    }
    if (found == nullptr && entry.executable->may_be_updated()) found = &entry;
  }
  if (found == nullptr) return {};
  found->used = ++clock_;
  return {found->executable.get(), has_parameters};
}

bool ExecutableCache::record_structure(std::uint64_t hash) noexcept {
  if (std::ranges::find(seen_, hash) != seen_.end()) return true;
  seen_[oldest_seen_] = hash;
  oldest_seen_ = (oldest_seen_ + 1) % seen_.size();
  return false;
}

void ExecutableCache::record_refusal(std::uint64_t hash) noexcept {
  const auto known = std::ranges::find(refused_, hash, &Refused::hash);
  if (known != refused_.end()) {
    ++known->count;
    return;
  }
  refused_[oldest_refused_] = {hash, 1};
  oldest_refused_ = (oldest_refused_ + 1) % refused_.size();
}

bool ExecutableCache::is_refused(std::uint64_t hash) const noexcept {
  return std::ranges::any_of(
      refused_, [&](const Refused& refused) { return refused.hash == hash && refused.count > 1; });
}

std::shared_ptr<Executable> ExecutableCache::insert(std::uint64_t hash,
                                                    std::shared_ptr<Executable> executable) {
  std::shared_ptr<Executable> evicted;
  reserve_more(entries_, 1);
  if (entries_.size() >= capacity_) {
    const auto oldest = std::ranges::min_element(entries_, {}, &Entry::used);
    evicted = take(static_cast<std::size_t>(oldest - entries_.begin()));
  }
  entries_.push_back({hash, ++clock_, std::move(executable)});
  return evicted;
}

std::shared_ptr<Executable> ExecutableCache::remove(const Executable* executable) noexcept {
  const auto found = std::ranges::find(entries_, executable,
                                       [](const Entry& entry) { return entry.executable.get(); });
  return take(static_cast<std::size_t>(found - entries_.begin()));
}

std::shared_ptr<Executable> ExecutableCache::take(std::size_t index) noexcept {
  std::shared_ptr<Executable> taken = std::move(entries_[index].executable);
  if (index + 1 != entries_.size()) entries_[index] = std::move(entries_.back());
  entries_.pop_back();
  return taken;
}

std::shared_ptr<Executable> ExecutableCache::take_last() noexcept {
  return entries_.empty() ? nullptr : take(entries_.size() - 1);
}

}  // namespace duet::detail
