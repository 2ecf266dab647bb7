#include <duet/arguments.hpp>

#include <fmt/format.h>

#include <cstring>

namespace duet {

Arguments& Arguments::add_bytes(const void* data, std::size_t bytes, std::size_t alignment) {
  if (bytes == 0 || alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment > 256) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("argument {} has {} bytes aligned to {}; it needs at least 1 byte and a "
                    "power of two up to 256",
                    arguments_.size(), bytes, alignment));
  }
  const std::size_t offset = (storage_.size() + alignment - 1) / alignment * alignment;
  storage_.resize(offset + bytes);
  std::memcpy(storage_.data() + offset, data, bytes);
  arguments_.push_back({offset, {bytes, {}}});
  return *this;
}

void Arguments::clear() noexcept {
  storage_.clear();
  arguments_.clear();
}

}  // namespace duet
