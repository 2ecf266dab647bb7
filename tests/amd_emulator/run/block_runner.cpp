#include "run/block_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdio>

#include "base/fault.hpp"
#include "run/initial_state.hpp"

namespace amd_emulator {
namespace {

constexpr std::size_t registers = 512;
/// A wave that waits for another one in a loop must let it run.
constexpr u64 longest_turn = 20'000;
/// Of waves that may wait for another block or for the host.
constexpr u64 short_turn = 500;

u32 padded_words(u64 bytes) { return static_cast<u32>((bytes + 3) / 4); }

}  // namespace

BlockRunner::BlockRunner(Program& program, const KernelInfo& kernel, const Launch& launch,
                         const KernelMemory& kernel_memory, const Memory& memory,
                         const RunOptions& options, std::atomic_flag& noted)
    : program_(program),
      kernel_(kernel),
      launch_(launch),
      kernel_memory_(kernel_memory),
      options_(options),
      threads_(launch.block[0] * launch.block[1] * launch.block[2]),
      noted_(noted) {
  const unsigned lanes = program.wave_size();
  // In whole words: atomic operations on smaller variables access those around them.
  const u32 lds_bytes = (kernel.descriptor.group_bytes + launch.shared_bytes + 3) / 4 * 4;
  lds_.resize(padded_words(lds_bytes));
  block_ = {.lds = reinterpret_cast<u8*>(lds_.data()), .lds_bytes = lds_bytes, .memory = &memory};
  const unsigned count = (threads_ + lanes - 1) / lanes;
  const std::size_t scratch_words = padded_words(kernel.descriptor.private_bytes);
  storage_.resize(count);
  for (unsigned i = 0; i < count; ++i) {
    Storage& storage = storage_[i];
    storage.registers.resize(registers * max_lanes + 16);
    storage.scratch.resize(scratch_words * lanes);
    auto wave = std::make_unique<Wave>();
    // Vectors of the host are faster at addresses that are multiples of their size.
    const u64 begin = reinterpret_cast<u64>(storage.registers.data());
    wave->vector = reinterpret_cast<u32*>((begin + 63) / 64 * 64);
    wave->program = &program;
    wave->block = &block_;
    wave->target = &program.code().target();
    wave->scratch = reinterpret_cast<u8*>(storage.scratch.data());
    wave->scratch_bytes = static_cast<u32>(scratch_words * 4);
    wave->lanes = lanes;
    wave->index_in_block = i;
    waves_.push_back(std::move(wave));
  }
}

void BlockRunner::detect_races(RaceDetector& global) {
  block_.shared_races = &shared_races_;
  block_.global_races = &global;
}

void BlockRunner::start_waves(u64 block) {
  const u64 seed = options_.seed * 1'000'003 + block;
  place_ = {static_cast<u32>(block % launch_.grid[0]),
            static_cast<u32>(block / launch_.grid[0] % launch_.grid[1]),
            static_cast<u32>(block / launch_.grid[0] / launch_.grid[1])};
  fill_garbage(lds_.data(), lds_.size(), seed);
  block_.barrier_signals = 0;
  block_.number = block;
  shared_races_.clear();
  const Instruction* const entry = &program_.at(kernel_.entry);
  for (const auto& wave : waves_) {
    const u32 first = wave->index_in_block * wave->lanes;
    const WavePlace place{
        .block = place_, .first_thread = first, .threads = std::min(wave->lanes, threads_ - first)};
    initialise_wave(*wave, kernel_, launch_, kernel_memory_, place,
                    seed * 64 + wave->index_in_block);
    Storage& storage = storage_[wave->index_in_block];
    fill_garbage(storage.scratch.data(), storage.scratch.size(), seed + 3);
    wave->next = entry;
  }
}

void BlockRunner::run_wave(Wave& wave, u64 limit) {
  const Instruction* at = wave.next;
  try {
    for (u64 done = 0; done < limit && wave.state == WaveState::running; ++done) {
      at = wave.next;
      const Instruction* const known = at->next.load(std::memory_order_acquire);
      // An s_endpgm has no instruction after it.
      wave.next = known;
      if (options_.counts) count(wave, *at, counts_);
      at->run(wave, *at);
      ++wave.instructions;
      if (wave.next == nullptr && wave.state != WaveState::ended)
        wave.next = following(*at, program_);
    }
  } catch (const Fault& fault) {
    rethrow(wave, at, fault.what(), fault.kind());
  } catch (const std::exception& error) {
    rethrow(wave, at, error.what(), FaultKind::other);
  }
}

std::string BlockRunner::place_of(const Wave& wave, const Instruction* at) const {
  const std::string line = at == nullptr ? "" : program_.code().line_of(at->address);
  const char* const before = line.find(':') == std::string::npos ? "line " : "";
  const std::string place = line.empty() ? "" : fmt::format(", {}{}", before, line);
  return fmt::format("kernel '{}'{}, block ({}, {}, {}), wave {}, at {:#x}", kernel_.name, place,
                     place_[0], place_[1], place_[2], wave.index_in_block,
                     at == nullptr ? 0 : at->address - kernel_.entry);
}

void BlockRunner::rethrow(const Wave& wave, const Instruction* at, const std::string& what,
                          FaultKind kind) const {
  throw Fault(
      fmt::format("{} after '{}': {}", place_of(wave, at), at == nullptr ? "" : at->text, what),
      kind);
}

/// Names the first wave of those that run.
void BlockRunner::note_long_run() {
  if (std::chrono::steady_clock::now() - begin_ < options_.patience || noted_.test()) return;
  const auto count = [&](WaveState state) {
    return std::ranges::count(waves_, state, [](const auto& wave) { return wave->state; });
  };
  const auto running =
      std::ranges::find(waves_, WaveState::running, [](const auto& wave) { return wave->state; });
  if (running == waves_.end()) return;
  Wave& wave = **running;
  // Some of the instructions of a loop have no line or no active lane.
  for (int i = 0; i < 64 && wave.state == WaveState::running; ++i) {
    if (wave.exec() != 0 && !program_.code().line_of(wave.next->address).empty()) break;
    run_wave(wave, 1);
  }
  if (wave.state != WaveState::running || noted_.test_and_set()) return;
  const auto lane = std::min(static_cast<u32>(std::countr_zero(wave.exec())), wave.lanes - 1);
  const u32 thread = wave.index_in_block * wave.lanes + lane;
  const auto [x, y, z] = launch_.block;
  const std::string text = fmt::format(
      "duet_amd_emulator: {}: runs for more than {} s, with {} of {} lanes active, the first is "
      "thread ({}, {}, {}); of the block's {} waves {} have ended and {} wait at a barrier. {}\n",
      place_of(wave, wave.next), std::chrono::duration<double>(options_.patience).count(),
      std::popcount(wave.exec()), wave.lanes, thread % x, thread / x % y, thread / x / y,
      waves_.size(), count(WaveState::ended), count(WaveState::at_barrier),
      options_.is_cooperative ? "The launch is cooperative: another block may be waiting, too"
                              : "Blocks run in order unless the launch is cooperative: none can "
                                "wait for one with a higher number");
  std::fputs(text.c_str(), stderr);
}

/// Lets the waves go on if all that have not ended have reached the barrier.
void BlockRunner::complete_barrier() {
  for (const auto& wave : waves_) {
    const bool has_signaled = wave->has_signaled && wave->barrier_phase == block_.barrier_phase;
    if (wave->state == WaveState::running && !has_signaled) return;
  }
  ++block_.barrier_phase;
  block_.barrier_signals = 0;
  for (const auto& wave : waves_)
    if (wave->state == WaveState::at_barrier) wave->state = WaveState::running;
}

void BlockRunner::start(u64 block) {
  try {
    start_waves(block);
  } catch (const Fault& fault) {
    throw Fault(fmt::format("kernel '{}': {}", kernel_.name, fault.what()), fault.kind());
  }
  random_ = options_.interleaving + block;
  begin_ = std::chrono::steady_clock::now();
}

u64 BlockRunner::turn() {
  const bool waits = options_.is_cooperative || kernel_memory_.host_calls() != nullptr;
  if (options_.interleaving == 0) return waits ? short_turn : longest_turn;
  random_ = random_ * 6364136223846793005 + 1442695040888963407;
  return random_ >> 33 & 31;
}

bool BlockRunner::step() {
  bool all_ended = true;
  for (const auto& wave : waves_) {
    if (wave->state == WaveState::running) {
      run_wave(*wave, turn());
      if (HostCalls* const calls = kernel_memory_.host_calls()) calls->serve();
    }
    all_ended = all_ended && wave->state == WaveState::ended;
  }
  if (block_.barrier_signals > 0) complete_barrier();
  if (!all_ended) {
    note_long_run();
    return true;
  }
  for (const auto& wave : waves_) counts_.instructions += wave->instructions;
  counts_.waves += waves_.size();
  return false;
}

void BlockRunner::run(u64 block) {
  start(block);
  while (step()) continue;
}

}  // namespace amd_emulator
