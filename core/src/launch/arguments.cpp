#include <duet/arguments.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace duet {

Arguments& Arguments::add_bytes(const void* data, std::size_t bytes, std::size_t alignment) {
  if (bytes == 0 || alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment > 256) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("argument {} has {} bytes aligned to {}; it needs at least 1 byte and a "
                    "power of two up to 256",
                    size(), bytes, alignment));
  }
  if (data == nullptr) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("argument {}: the address of its bytes is null", size()));
  }
  const std::size_t offset = (storage_.size() + alignment - 1) / alignment * alignment;
  storage_.resize(offset + bytes);
  std::memcpy(storage_.data() + offset, data, bytes);
  places_.resize(size());  // one more if there was no memory for its shape
  places_.push_back({offset});
  shapes_.push_back({bytes, {}});
  return *this;
}

void Arguments::clear() noexcept {
  storage_.clear();
  places_.clear();
  shapes_.clear();
}

bool Arguments::has_values_of(const Arguments& other) const noexcept {
  if (size() != other.size() || storage_.size() != other.storage_.size()) return false;
  if (storage_.empty()) return true;
  // Values differ more often than sizes.
  return std::memcmp(storage_.data(), other.storage_.data(), storage_.size()) == 0 &&
         std::ranges::equal(shapes_, other.shapes_, {}, &ArgumentShape::bytes,
                            &ArgumentShape::bytes);
}

void Arguments::reserve(std::size_t arguments) {
  storage_.reserve(arguments * sizeof(void*));
  places_.reserve(arguments);
  shapes_.reserve(arguments);
}

}  // namespace duet
