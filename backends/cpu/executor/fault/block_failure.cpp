#include "block_failure.hpp"

#include <fmt/format.h>

#include <csignal>

#include <algorithm>
#include <map>

namespace duet::cpu {

namespace {

using Kind = BlockFailure::Kind;
using duet_cpu::Extent;
using duet_cpu::Participants;
using duet_cpu::WaveOperation;

using cpu::text;

constexpr std::size_t most_ranges = 4;
constexpr std::uintptr_t null_page = 4096;

Extent thread_index(unsigned number, const Extent& shape) {
  return {number % shape.x, number / shape.x % shape.y, number / shape.x / shape.y};
}

/// For instance "threads (0,0,0) to (31,0,0), (40,0,0)". @param threads  numbers, sorted
std::string text(const std::vector<unsigned>& threads, const Extent& shape) {
  std::string result = threads.size() == 1 ? "thread " : "threads ";
  std::size_t ranges = 0;
  for (std::size_t begin = 0; begin < threads.size();) {
    std::size_t end = begin + 1;
    while (end < threads.size() && threads[end] == threads[end - 1] + 1) ++end;
    if (ranges++ == most_ranges) {
      return result + fmt::format(" and {} more", threads.size() - begin);
    }
    if (begin != 0) result += ", ";
    result += text(thread_index(threads[begin], shape));
    if (end - begin > 1) {
      result += (end - begin > 2 ? " to " : ", ") + text(thread_index(threads[end - 1], shape));
    }
    begin = end;
  }
  return result;
}

const char* name_of(WaveOperation operation) {
  switch (operation) {
    case WaveOperation::shuffle: return "shuffle";
    case WaveOperation::shuffle_up: return "shuffle_up";
    case WaveOperation::shuffle_down: return "shuffle_down";
    case WaveOperation::shuffle_xor: return "shuffle_xor";
    case WaveOperation::ballot: return "ballot";
    case WaveOperation::any: return "any";
    case WaveOperation::all: return "all";
    case WaveOperation::active_mask: return "active_mask";
    case WaveOperation::match_any: return "match_any";
    case WaveOperation::match_all: return "match_all";
    case WaveOperation::barrier: return "wave barrier";
  }
  return "wave operation";
}

std::string text(const duet_cpu::WaveCall& call) {
  const std::string name = name_of(call.operation);
  switch (call.participants) {
    case Participants::named: return fmt::format("{} of lanes 0x{:x}", name, call.mask);
    case Participants::whole: return name + " of the whole wave";
    case Participants::here: return name + " of the active lanes";
    case Participants::joined: return "the end of a loop or branch";
  }
  return name;
}

/// The operation that a thread waits at, and its place.
std::string waits_at(const WaitingThread& thread) {
  const std::string what = thread.polls             ? "a loop that reads memory"
                           : thread.call == nullptr ? "a barrier"
                                                    : text(*thread.call);
  return what + ", " + text(thread.place);
}

/// One line for each group of threads that wait at the same operation in the same place.
std::string waiting_groups(const FailedBlock& block) {
  std::map<std::string, std::vector<unsigned>> groups;
  for (const WaitingThread& thread : block.waiting) {
    groups[waits_at(thread)].push_back(thread.number);
  }
  std::vector<std::pair<std::vector<unsigned>, std::string>> sorted;
  for (auto& [where, threads] : groups) {
    std::ranges::sort(threads);
    sorted.emplace_back(std::move(threads), where);
  }
  std::ranges::sort(sorted);
  std::string result;
  for (const auto& [threads, where] : sorted) {
    result += fmt::format("\n  {} wait{} at {}", text(threads, block.shape),
                          threads.size() == 1 ? "s" : "", where);
  }
  if (block.exited != 0) {
    result +=
        fmt::format("\n  {} thread{} exited", block.exited, block.exited == 1 ? " has" : "s have");
  }
  return result;
}

/// Why lanes of a wave of 64 do not meet that would on NVIDIA's GPUs.
std::string lockstep_advice(const FailedBlock& block) {
  if (!block.lockstep) return {};
  for (const WaitingThread& a : block.waiting) {
    for (const WaitingThread& b : block.waiting) {
      if (a.call == nullptr || b.call == nullptr || a.number / 64 != b.number / 64) continue;
      const bool is_same = a.call->participants == Participants::named &&
                           a.call->operation == b.call->operation && a.call->mask == b.call->mask;
      if (is_same && a.place.line != b.place.line) {
        return "\n  Waves of 64 run in lockstep: lanes in different branches do not meet. Call "
               "it once, behind the branches";
      }
    }
  }
  return {};
}

/// How to find the place of a fault, which has no source line by itself.
constexpr const char* line_advice =
    "; the debugger shows its line: compile with --debug (CompileOptions::debug) and run the "
    "program "
    "in gdb with DUET_CPU_SIGNALS=off";

std::string address_text(const BlockFailure& failure) {
  if (failure.signal == SIGBUS) {
    return fmt::format("illegal access to address 0x{:x} (misaligned, or beyond a mapped file)",
                       failure.address);
  }
  // The processor tells no address that it cannot form.
  if (failure.signal_code == SI_KERNEL) {
    switch (failure.instruction) {
      case InstructionFault::misaligned:
        return fmt::format(
            "misaligned address 0x{:x}: data of a vector type such as float4 must be "
            "aligned to its size",
            failure.address);
      case InstructionFault::privileged:
        return "an instruction that only operating systems may use";
      case InstructionFault::wild: return "illegal address (a wild pointer)";
      case InstructionFault::unknown: break;
    }
    return "illegal address (a wild pointer, or misaligned data of a vector type)";
  }
  const char* const detail = failure.signal_code == SEGV_ACCERR ? " (protected or read-only memory)"
                             : failure.address < null_page      ? " (a null pointer)"
                                                                : "";
  return fmt::format("illegal address 0x{:x}{}", failure.address, detail);
}

std::string signal_text(const BlockFailure& failure) {
  switch (failure.signal) {
    case SIGSEGV:
    case SIGBUS: return address_text(failure);
    case SIGFPE:
      return failure.signal_code == FPE_INTDIV ? "integer division by zero or beyond its range"
                                               : "arithmetic fault";
    case SIGILL: return "trap (__builtin_trap or unreachable code)";
    case SIGTRAP: return "breakpoint trap";
    default: return fmt::format("signal {}", failure.signal);
  }
}

/// An access outside of the dynamic shared memory.
std::string shared_text(const BlockFailure& failure) {
  const std::string launched =
      failure.shared_bytes == 0
          ? "the launch has no dynamic shared memory (LaunchShape::shared_bytes)"
          : fmt::format("the launch has {} bytes of it (LaunchShape::shared_bytes)",
                        failure.shared_bytes);
  const auto offset = static_cast<std::intptr_t>(failure.address - failure.shared_begin);
  return fmt::format("access to byte {} of the dynamic shared memory: {}", offset, launched);
}

/// A write beside a static shared array.
std::string shared_array_text(const BlockFailure& failure) {
  const std::string when =
      failure.place.file == nullptr ? "before the thread ended" : "before " + text(failure.place);
  return fmt::format(
      "strict mode: write to byte {} of the static shared array '{}', which has {} bytes, {}",
      failure.shared_offset, failure.text, failure.shared_bytes, when);
}

std::string cause(const BlockFailure& failure, const FailedBlock& block) {
  switch (failure.kind) {
    case Kind::divergence:
      return "deadlock: the threads wait for each other:" + waiting_groups(block) +
             lockstep_advice(block);
    case Kind::lockstep:
      return "waves of 64 run in lockstep: no lane continues behind a loop that others are in:" +
             waiting_groups(block);
    case Kind::scattered:
      return "strict mode: the threads reach a barrier in different places:" +
             waiting_groups(block);
    case Kind::missing_threads:
      return "strict mode: a barrier after threads have exited is undefined on GPUs:" +
             waiting_groups(block);
    case Kind::foreign_mask:
      return text(*failure.call) + ": the mask lacks the calling lane, " +
             text(failure.call->place);
    case Kind::foreign_source:
      return fmt::format("strict mode: {} reads lane {}, which the mask lacks, {}",
                         text(*failure.call), failure.call->source, text(failure.call->place));
    case Kind::needs_cooperative:
      return "it waits for other blocks; that needs a cooperative launch, " + text(failure.place);
    case Kind::trap: return "trap, " + text(failure.place);
    case Kind::assertion:
      return fmt::format("assertion '{}' failed, {}", failure.text, text(failure.place));
    case Kind::exception: return "an exception left the kernel: " + failure.what;
    case Kind::signal: return signal_text(failure) + line_advice;
    case Kind::stack:
      return std::string(
                 "stack overflow: the recursion is too deep or local arrays are too large") +
             line_advice;
    case Kind::stack_end:
      return std::string("access behind the stack: an index of a local array is out of range") +
             line_advice;
    case Kind::shared_array: return shared_array_text(failure);
    case Kind::shared: return shared_text(failure) + line_advice;
    case Kind::memory:
      return "out of memory for the stacks of the block's threads, or the system's limit of memory "
             "mappings (vm.max_map_count) is reached";
    case Kind::blocks:
    case Kind::abandoned:
    case Kind::none: break;
  }
  return "failed";
}

}  // namespace

std::string text(const Extent& extent) {
  return fmt::format("({},{},{})", extent.x, extent.y, extent.z);
}

std::string text(const duet_cpu::Place& place) {
  if (place.file == nullptr) return "at an unknown line";
  return fmt::format("{}:{}", place.file, place.line);
}

std::string describe(const BlockFailure& failure, const FailedBlock& block) {
  const bool is_described = failure.kind == Kind::lockstep && !failure.what.empty();
  if (failure.kind == Kind::blocks || is_described) return failure.what;
  std::string result = "block " + text(block.index);
  if (!block.threads.empty()) {
    result += block.threads.size() == 1 ? ", " : ", one of ";
    result += text(block.threads, block.shape);
  }
  return result + ": " + cause(failure, block);
}

}  // namespace duet::cpu
