#pragma once

#include <csignal>

namespace duet {

/// While it exists, a write of this thread beyond the process's limit of file sizes (ulimit -f)
/// fails with EFBIG. Otherwise SIGXFSZ would end the process.
class FileSizeSignalBlock {
 public:
  FileSizeSignalBlock() noexcept;
  FileSizeSignalBlock(const FileSizeSignalBlock&) = delete;
  FileSizeSignalBlock& operator=(const FileSizeSignalBlock&) = delete;
  ~FileSizeSignalBlock();

 private:
  sigset_t before_{};  ///< the thread's blocked signals
  bool is_active_ = false;
};

}  // namespace duet
