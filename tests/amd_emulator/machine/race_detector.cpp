#include "machine/race_detector.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/fault.hpp"

namespace amd_emulator {
namespace {

constexpr u64 word_bytes = 4;

const char* name_of(AccessKind kind) {
  switch (kind) {
    case AccessKind::read: return "reads";
    case AccessKind::write: return "writes";
    default: return "updates";
  }
}

}  // namespace

bool Access::races_with(const Access& other) const {
  if ((bytes & other.bytes) == 0) return false;
  if (kind != AccessKind::write && other.kind != AccessKind::write) return false;
  if (block != other.block) return true;
  return wave != other.wave && phase == other.phase;
}

void RaceDetector::note_word(u64 address, const Access& access) {
  Word& word = words_[address];
  for (const Access& before : {word.write, word.atomic, word.reads[0], word.reads[1]}) {
    if (!access.races_with(before)) continue;
    const std::string place = access.block == before.block ? fmt::format("wave {}", before.wave)
                                                           : fmt::format("block {}", before.block);
    throw Fault(
        fmt::format("a race: this wave {} bytes at {:#x} that {} {} with no barrier between",
                    name_of(access.kind), address, place, name_of(before.kind)));
  }
  switch (access.kind) {
    case AccessKind::write: word.write = access; break;
    case AccessKind::atomic: word.atomic = access; break;
    default: {
      const bool same = word.reads[0].wave == access.wave && word.reads[0].block == access.block;
      if (!same) word.reads[1] = word.reads[0];
      word.reads[0] = access;
    }
  }
}

void RaceDetector::note(u64 address, u64 bytes, Access access) {
  const std::scoped_lock lock(mutex_);
  for (u64 at = address / word_bytes * word_bytes; at < address + bytes; at += word_bytes) {
    const u64 begin = std::max(address, at) - at;
    const u64 end = std::min(address + bytes, at + word_bytes) - at;
    access.bytes = static_cast<u8>(low_bits(static_cast<unsigned>(end)) &
                                   ~low_bits(static_cast<unsigned>(begin)));
    note_word(at, access);
  }
}

void RaceDetector::clear() {
  const std::scoped_lock lock(mutex_);
  words_.clear();
}

}  // namespace amd_emulator
