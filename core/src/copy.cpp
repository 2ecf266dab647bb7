#include <duet/copy.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "device_state.hpp"

namespace duet::detail {

namespace {

/// @returns whether there is anything to copy
bool check_sizes(const CopyRequest& request) {
  if (request.to_bytes != request.from_bytes) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("copy: the destination has {} bytes, the source {}", request.to_bytes,
                            request.from_bytes));
  }
  return request.to_bytes != 0;
}

}  // namespace

void run_copy(StreamRef stream, const CopyRequest& request) {
  if (!check_sizes(request)) return;
  make_current(stream.device());
  const auto handle = static_cast<vendor::StreamHandle>(stream.handle());
  const vendor::Address to = vendor::to_address(request.to);
  const vendor::Address from = vendor::to_address(request.from);
  switch (request.direction) {
    case CopyDirection::host_to_device:
      // One vendor's declaration lacks the const.
      DUET_DRIVER(copy_to_device, to, const_cast<void*>(request.from), request.to_bytes, handle);
      break;
    case CopyDirection::device_to_host:
      DUET_DRIVER(copy_to_host, request.to, from, request.to_bytes, handle);
      break;
    case CopyDirection::device_to_device:
      DUET_DRIVER(copy_on_device, to, from, request.to_bytes, handle);
      break;
  }
}

void run_copy(const Device& device, const CopyRequest& request) {
  if (!check_sizes(request)) return;
  make_current(device);
  const vendor::Address to = vendor::to_address(request.to);
  const vendor::Address from = vendor::to_address(request.from);
  switch (request.direction) {
    case CopyDirection::host_to_device:
      DUET_DRIVER(copy_to_device_now, to, const_cast<void*>(request.from), request.to_bytes);
      break;
    case CopyDirection::device_to_host:
      DUET_DRIVER(copy_to_host_now, request.to, from, request.to_bytes);
      break;
    case CopyDirection::device_to_device:
      DUET_DRIVER(copy_on_device_now, to, from, request.to_bytes);
      break;
  }
}

namespace {

/// The shortest of 1, 2 or 4 bytes with which the value repeats; its size if there is none.
std::size_t period(const std::byte* value, std::size_t size) {
  for (const std::size_t p : {std::size_t{1}, std::size_t{2}, std::size_t{4}}) {
    if (size % p == 0 && std::equal(value + p, value + size, value)) return p;
  }
  return size;
}

template <typename Word>
Word word_at(const std::byte* bytes) {
  Word word;
  std::memcpy(&word, bytes, sizeof(Word));
  return word;
}

/// Fills with a pattern of 1, 2 or 4 bytes.
void fill_words(StreamRef stream, std::byte* to, std::size_t bytes, const std::byte* value,
                std::size_t size) {
  const auto handle = static_cast<vendor::StreamHandle>(stream.handle());
  const vendor::Address address = vendor::to_address(to);
  if (size == 4) {
    DUET_DRIVER(fill_32, address, word_at<vendor::Fill32>(value), bytes / 4, handle);
  } else if (size == 2) {
    DUET_DRIVER(fill_16, address, word_at<std::uint16_t>(value), bytes / 2, handle);
  } else {
    DUET_DRIVER(fill_8, address, word_at<std::uint8_t>(value), bytes, handle);
  }
}

/// The largest word that divides `size`.
std::size_t word_of(std::size_t size) { return size % 4 == 0 ? 4 : size % 2 == 0 ? 2 : 1; }

}  // namespace

void run_fill(StreamRef stream, void* to, std::size_t count, const void* value, std::size_t size) {
  if (count == 0) return;
  make_current(stream.device());
  auto* target = static_cast<std::byte*>(to);
  const auto* pattern = static_cast<const std::byte*>(value);
  const std::size_t total = count * size;
  const std::size_t repeat = period(pattern, size);
  if (repeat <= 4 && (repeat & (repeat - 1)) == 0) {
    return fill_words(stream, target, total, pattern, repeat);
  }
  const std::size_t word = word_of(size);
  for (std::size_t i = 0; i < size; i += word) {
    fill_words(stream, target + i, word, pattern + i, word);
  }
  for (std::size_t done = size; done < total; done *= 2) {
    const std::size_t bytes = std::min(done, total - done);
    run_copy(stream, {CopyDirection::device_to_device, target + done, bytes, target, bytes});
  }
}

}  // namespace duet::detail
