#pragma once

#include <string_view>

#include "system/file_descriptor.hpp"

namespace duet::cpu {

/// A pipe through which a running child program gets a source. The process's end closes it. At most
/// one exists at a time.
class SourcePipe {
 public:
  /// Whether a pipe exists.
  static bool exists() noexcept;

  /// @throws std::system_error
  SourcePipe();
  SourcePipe(const SourcePipe&) = delete;
  SourcePipe& operator=(const SourcePipe&) = delete;
  ~SourcePipe();

  /// The child program's end.
  int reader() const noexcept { return reader_.get(); }

  /// Writes the whole source and closes the pipe. Never blocks. Call it once.
  /// @returns false if the source does not fit into a pipe
  bool write(std::string_view source) noexcept;

 private:
  void close() noexcept;

  FileDescriptor reader_{};  ///< kept, so that a write after the program's end raises no signal
  FileDescriptor writer_{};
};

}  // namespace duet::cpu
