#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "byte_reader.hpp"

namespace duet {

/// Writes values that `Deserializer` reads back in the same order. Numbers are little-endian, texts
/// are prefixed with their length, so different values have different bytes.
class Serializer {
 public:
  template <std::unsigned_integral T>
  Serializer& number(T value) {
    char bytes[sizeof(T)];
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      bytes[i] = static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xff);
    }
    bytes_.append(bytes, sizeof(T));
    return *this;
  }
  Serializer& text(std::string_view value) {
    number(std::uint64_t{value.size()});
    bytes_ += value;
    return *this;
  }
  Serializer& bytes(std::span<const std::byte> value) { return text(as_text(value)); }

  const std::string& str() const noexcept { return bytes_; }
  std::string take() && noexcept { return std::move(bytes_); }

 private:
  std::string bytes_{};
};

/// Reads what Serializer wrote. Every member throws LoadError if too few bytes remain.
class Deserializer {
 public:
  explicit Deserializer(std::span<const std::byte> bytes) : reader_(bytes, "the record") {}

  template <std::unsigned_integral T>
  T number() {
    return reader_.number<T>();
  }
  std::span<const std::byte> bytes() { return reader_.take(number<std::uint64_t>()); }
  std::string text() { return std::string(as_text(bytes())); }
  bool at_end() const noexcept { return reader_.at_end(); }

 private:
  ByteReader reader_;
};

inline std::span<const std::byte> as_bytes(std::string_view text) noexcept {
  return std::as_bytes(std::span(text));
}

}  // namespace duet
