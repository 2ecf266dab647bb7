// What a pool tells about itself: numbers, holders, a picture, the error when memory runs out.

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "pool_state.hpp"

namespace duet::pool {

PoolStatistics PoolState::statistics() const {
  PoolStatistics sum;
  std::size_t peaks = 0;
  for_each_arena([&](Arena& arena) {
    const std::lock_guard lock(arena.mutex);
    const PoolStatistics part = arena.statistics();
    sum.used_bytes += part.used_bytes;
    peaks += part.peak_used_bytes;
    sum.largest_free_bytes = std::max(sum.largest_free_bytes, part.largest_free_bytes);
    sum.allocations += part.allocations;
    sum.frees += part.frees;
    sum.growths += part.growths;
  });
  const auto told = static_cast<std::size_t>(std::max<std::int64_t>(0, totals_.peak_used));
  // With one stream its own peak is exact.
  std::size_t arenas = 0;
  for_each_arena([&](const Arena&) { ++arenas; });
  sum.peak_used_bytes = std::max(sum.used_bytes, arenas == 1 ? peaks : std::min(peaks, told));
  sum.reserved_bytes = totals_.reserved;
  sum.peak_reserved_bytes = totals_.peak_reserved;
  sum.waits = totals_.waits;
  return sum;
}

PoolStatistics PoolState::statistics(void* stream) const {
  PoolStatistics result;
  for_each_arena([&](Arena& arena) {
    const std::lock_guard lock(arena.mutex);
    if (arena.belongs_to(stream)) result = arena.statistics();
  });
  return result;
}

void PoolState::reset_peaks() noexcept {
  for_each_arena([](Arena& arena) {
    const std::lock_guard lock(arena.mutex);
    arena.reset_peak();
  });
  totals_.peak_used = totals_.used.load();
  totals_.peak_reserved = totals_.reserved.load();
}

namespace {

template <typename Visit>
void for_each_block(Arena& arena, const Visit& visit) {
  arena.for_each_segment([&](const Segment& segment) {
    for (const Block* block = segment.first; block != nullptr; block = block->after) visit(*block);
  });
}

}  // namespace

std::vector<MemoryHolder> PoolState::holders() const {
  std::map<std::string, MemoryHolder> by_label;
  for_each_arena([&](Arena& arena) {
    const std::lock_guard lock(arena.mutex);
    for_each_block(arena, [&](const Block& block) {
      if (block.state != Block::State::used) return;
      MemoryHolder& holder = by_label[block.label];
      holder.bytes += block.asked;
      ++holder.allocations;
    });
  });
  std::vector<MemoryHolder> result;
  for (auto& [label, holder] : by_label) {
    holder.label = label;
    result.push_back(std::move(holder));
  }
  std::ranges::stable_sort(result, std::greater(), &MemoryHolder::bytes);
  return result;
}

void PoolState::throw_exhausted(const Request& request) const {
  const PoolStatistics now = statistics();
  std::string text = fmt::format(
      "out of memory: {} bytes of device memory on device {} ({}); the pool has {} bytes from the "
      "driver, {} of them in use, and the largest free block has {}",
      request.asked, device_.ordinal(), device_.info().name, now.reserved_bytes, now.used_bytes,
      now.largest_free_bytes);
  if (max_bytes_ != 0) text += fmt::format("; it may have {} at most", max_bytes_.load());
  try {
    text += fmt::format("; {} of {} bytes are free on the device", device_.free_memory(),
                        device_.info().total_memory);
  } catch (const Error&) {
    // The driver does not tell.
  }
  text += "; release memory that is not needed, or work on smaller parts";
  constexpr std::size_t most_holders = 10;
  const std::vector<MemoryHolder> all = holders();
  for (std::size_t i = 0; i < std::min(all.size(), most_holders); ++i) {
    text += fmt::format("\n  {:>14} bytes in {} allocation{}: {}", all[i].bytes, all[i].allocations,
                        all[i].allocations == 1 ? "" : "s",
                        all[i].label.empty() ? "without a label" : all[i].label);
  }
  if (all.size() > most_holders) {
    text += fmt::format("\n  and {} labels with less", all.size() - most_holders);
  }
  throw Error(ErrorCode::out_of_memory, text);
}

namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '<': result += "&lt;"; break;
      case '&': result += "&amp;"; break;
      default: result += c;
    }
  }
  return result;
}

constexpr double picture_width = 1000;
constexpr int row_height = 24;

std::string rectangle(const Segment& segment, const Block& block, int y) {
  const auto part = [&](std::size_t bytes) {
    return picture_width * static_cast<double>(bytes) / static_cast<double>(segment.bytes);
  };
  const char* color = "#ffffff";
  const char* state = "free";
  if (block.state == Block::State::used) color = "#4c78a8", state = "used";
  if (block.state == Block::State::pending) color = "#f2cf5b", state = "pending";
  return fmt::format(
      "<rect x='{:.2f}' y='{}' width='{:.2f}' height='{}' fill='{}' stroke='#888888'><title>{} "
      "bytes {}{}{}</title></rect>\n",
      part(static_cast<std::size_t>(block.address - segment.begin)), y, part(block.bytes),
      row_height - 6, color, block.bytes, state,
      block.label != nullptr && *block.label != '\0' ? ": " : "",
      escaped(block.label != nullptr ? block.label : ""));
}

}  // namespace

std::string PoolState::svg() const {
  std::string rows;
  int y = row_height;
  for_each_arena([&](Arena& arena) {
    const std::lock_guard lock(arena.mutex);
    arena.for_each_segment([&](const Segment& segment) {
      for (const Block* block = segment.first; block != nullptr; block = block->after) {
        rows += rectangle(segment, *block, y);
      }
      rows += fmt::format("<text x='{}' y='{}'>{} MiB</text>\n", picture_width + 8,
                          y + row_height - 10, segment.bytes >> 20);
      y += row_height;
    });
  });
  const PoolStatistics now = statistics();
  return fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{}' height='{}' font-family='sans-serif' "
      "font-size='12'>\n<text x='0' y='14'>{} bytes used, {} reserved</text>\n{}</svg>\n",
      picture_width + 100, y + row_height, now.used_bytes, now.reserved_bytes, rows);
}

}  // namespace duet::pool
