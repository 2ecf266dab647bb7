#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <duet/error.hpp>

namespace duet {

[[noreturn]] inline void throw_load_error(const std::string& message) {
  throw LoadError(ErrorCode::load_failed, message);
}

inline std::string_view as_text(std::span<const std::byte> bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Reads consecutive little-endian numbers from bytes that may be damaged. Returned views point
/// into those bytes. Every member throws LoadError if too few bytes remain.
class ByteReader {
 public:
  /// @param description  of the bytes for messages; must outlive the reader
  ByteReader(std::span<const std::byte> bytes, std::string_view description) noexcept
      : rest_(bytes), description_(description) {}

  bool at_end() const noexcept { return rest_.empty(); }

  template <std::unsigned_integral T>
  T number() {
    T value = 0;
    unsigned shift = 0;
    for (const std::byte byte : take(sizeof(T))) {
      value = static_cast<T>(value | static_cast<T>(std::to_integer<T>(byte) << shift));
      shift += 8;
    }
    return value;
  }

  std::span<const std::byte> take(std::uint64_t count) {
    if (count > rest_.size()) {
      throw_load_error(std::string(description_) + " is truncated: " +
                       std::to_string(count - rest_.size()) + " bytes are missing");
    }
    const auto taken = rest_.first(static_cast<std::size_t>(count));
    rest_ = rest_.subspan(taken.size());
    return taken;
  }

 private:
  std::span<const std::byte> rest_;
  std::string_view description_;
};

}  // namespace duet
