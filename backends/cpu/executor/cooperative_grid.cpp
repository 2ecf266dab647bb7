#include "cooperative_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <thread>
#include <tuple>
#include <utility>

#include "block_runner.hpp"
#include "cooperative_threads.hpp"
#include "cpu/base/pause.hpp"
#include "fault/block_failure.hpp"
#include "grid.hpp"

namespace duet::cpu {

namespace {

// How long a block polls before it sleeps: sleeping and waking take about as long.
constexpr std::chrono::microseconds poll_time{20};
constexpr std::size_t most_listed = 8;

bool any_is_over(const BlockWait& waits) noexcept {
  for (const BlockWait* wait = &waits; wait != nullptr; wait = wait->next) {
    if (wait->is_over()) return true;
  }
  return false;
}

}  // namespace

CooperativeBlocks::CooperativeBlocks(std::size_t blocks)
    : blocks_(blocks), has_cores_(blocks <= std::thread::hardware_concurrency()) {
  waiting_.reserve(blocks);
}

CooperativeBlocks::Wait CooperativeBlocks::await(const BlockWait& waits, std::string& why) {
  if (has_cores_ && spin_until([&] { return any_is_over(waits); }, poll_time)) return Wait::changed;
  std::unique_lock lock(mutex_);
  waiting_.push_back(&waits);
  Wait result = Wait::changed;
  while (!any_is_over(waits)) {
    if (!failed_ && all_wait()) {
      failed_ = true;
      why = describe();
      result = Wait::deadlock;
      changed_.notify_all();
      break;
    }
    if (failed_) {
      result = Wait::abandoned;
      break;
    }
    changed_.wait(lock);
  }
  std::erase(waiting_, &waits);
  return result;
}

void CooperativeBlocks::announce() noexcept {
  // A block that saw the old value under the lock sleeps by now, so that this wakes it.
  { const std::lock_guard lock(mutex_); }
  changed_.notify_all();
}

void CooperativeBlocks::leave(bool failed) noexcept {
  {
    const std::lock_guard lock(mutex_);
    ++ended_;
    failed_ |= failed;
  }
  changed_.notify_all();
}

bool CooperativeBlocks::all_wait() const noexcept {
  return waiting_.size() + ended_ == blocks_ &&
         std::ranges::none_of(waiting_, [](const BlockWait* waits) { return any_is_over(*waits); });
}

std::string CooperativeBlocks::describe() const {
  std::map<std::string, std::vector<duet_cpu::Extent>> places;
  for (const BlockWait* wait : waiting_) places[text(wait->place)].push_back(wait->block);
  std::string result = "deadlock: the blocks wait for each other:";
  for (auto& [place, blocks] : places) {
    std::ranges::sort(blocks, {},
                      [](const duet_cpu::Extent& e) { return std::tuple(e.z, e.y, e.x); });
    result += blocks.size() == 1 ? "\n  block" : "\n  blocks";
    for (std::size_t i = 0; i < std::min(blocks.size(), most_listed); ++i) {
      result += (i == 0 ? " " : ", ") + text(blocks[i]);
    }
    if (blocks.size() > most_listed) {
      result += fmt::format(" and {} more", blocks.size() - most_listed);
    }
    result += fmt::format(" wait{} at a grid barrier, {}", blocks.size() == 1 ? "s" : "", place);
  }
  if (ended_ != 0) {
    result += fmt::format("\n  {} block{} ended", ended_, ended_ == 1 ? " has" : "s have");
  }
  return result;
}

Outcome run_cooperative(const Grid& grid) {
  const auto count = static_cast<std::size_t>(grid.blocks());
  CooperativeBlocks blocks(count);
  std::mutex mutex;
  Outcome failure;
  LaunchOrder launch;
  const auto run_block = [&](std::size_t number) noexcept {
    Outcome outcome(Status::out_of_memory);
    try {
      BlockRunner& runner = BlockRunner::of_this_thread();
      runner.order().begin_launch(launch);
      outcome = runner.run(*grid.function, grid.task(number, 1), grid.shared_bytes, &blocks);
      runner.order().end_launch(launch);
      const std::lock_guard lock(mutex);
      // Blocks abandoned because another one failed have no text.
      if (outcome.failed() && !outcome.text.empty() && !failure.failed()) {
        failure = grid.failure(outcome);
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure.failed()) failure = Status::out_of_memory;
    }
    blocks.leave(outcome.failed());
  };
  CooperativeThreads::instance().run(count, run_block);
  return failure;
}

}  // namespace duet::cpu
