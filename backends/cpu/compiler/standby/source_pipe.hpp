#pragma once

#include <string_view>

#include "system/file_descriptor.hpp"

namespace duet::cpu {

/// A pipe through which a program that was started reads a source once that is there. It ends when
/// this process does. Only one at a time.
class SourcePipe {
 public:
  /// Whether there is one.
  static bool exists() noexcept;

  /// @throws std::system_error
  SourcePipe();
  SourcePipe(const SourcePipe&) = delete;
  SourcePipe& operator=(const SourcePipe&) = delete;
  ~SourcePipe();

  /// The end that the program is to have.
  int reader() const noexcept { return reader_.get(); }

  /// Writes the whole source and ends it; never waits. Once.
  /// @returns whether it could; what does not fit into a pipe cannot
  bool write(std::string_view source) noexcept;

 private:
  void close() noexcept;

  FileDescriptor reader_{};  ///< kept, so that writing is no error when the program has ended
  FileDescriptor writer_{};
};

}  // namespace duet::cpu
