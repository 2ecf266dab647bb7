#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace duet::tool {

/// A value in memory or in a file. A file is read at each `get`, since all cases together may not
/// fit into memory.
template <typename T>
class Stored {
 public:
  Stored(T value) : value_(std::make_shared<const T>(std::move(value))) {}
  /// @param file  name in the case folder; empty if the value is not in one
  /// @param read  reads the value
  Stored(std::string file, std::function<T()> read)
      : file_(std::move(file)), read_(std::move(read)) {}

  T get() const { return value_ ? *value_ : read_(); }
  const std::string& file() const noexcept { return file_; }

 private:
  std::shared_ptr<const T> value_{};
  std::string file_{};
  std::function<T()> read_{};
};

}  // namespace duet::tool
