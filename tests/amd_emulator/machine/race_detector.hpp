#pragma once

#include <mutex>
#include <string>
#include <unordered_map>

#include "base/words.hpp"

namespace amd_emulator {

enum class AccessKind : u8 { read, write, atomic };

/// Who uses some bytes of memory, and when.
struct Access {
  u64 block = 0;
  u32 phase = 0;  ///< Barriers that the block has passed.
  u16 wave = 0;
  u8 bytes = 0;  ///< A bit for each byte of the word.
  AccessKind kind = AccessKind::read;

  /// Whether nothing orders the two and one of them writes. Waves of one block are ordered by
  /// barriers, blocks are not. Lanes of one wave run in step. Reads and atomic updates do not race:
  /// compilers make atomic updates of a read and a comparison.
  bool races_with(const Access& other) const;
};

/// Remembers the accesses to each word of memory. Threads that order their accesses by atomic flags
/// are reported, too: only barriers count. Thread-safety: all members can be called from any
/// thread.
class RaceDetector {
 public:
  /// @throws Fault if these bytes were used by another wave without a barrier in between
  void note(u64 address, u64 bytes, Access access);
  /// Forgets all accesses.
  void clear();

 private:
  /// The last write and atomic, and the last reads of two waves.
  struct Word {
    Access write{};
    Access atomic{};
    Access reads[2]{};
  };
  void note_word(u64 address, const Access& access);

  std::mutex mutex_{};
  std::unordered_map<u64, Word> words_{};
};

}  // namespace amd_emulator
