// Internal: what CommandEncoder::launch passes on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include <duet/access.hpp>
#include <duet/argument_type.hpp>
#include <duet/export.hpp>
#include <duet/kernel.hpp>
#include <duet/shape.hpp>

DUET_API_BEGIN
namespace duet::detail {

/// A launch to record. A view; valid during the call.
struct LaunchRequest {
  const Kernel& kernel;
  const LaunchShape& shape;
  std::span<const Access> accesses;
  std::span<void* const> values;
  std::span<const ArgumentShape> arguments;
  std::span<const std::uint64_t> signature{};  ///< empty if `arguments` is not permanent
};

/// Number of words of a launch's signature before its accesses, and for each access.
inline constexpr std::size_t signature_head = 7, signature_access = 2;
/// The last of the former sums up the accesses' bytes.
inline constexpr std::size_t signature_bytes = signature_head - 1;

/// Writes everything that a launch has in common with its repetitions: all but the values of its
/// arguments. Repetitions are recognised by one comparison.
/// @param to  room for `signature_head + signature_access * accesses.size()` words
inline void write_signature(std::uint64_t* to, const Kernel& kernel, const LaunchShape& shape,
                            std::span<const Access> accesses,
                            std::span<const ArgumentShape> arguments) noexcept {
  const auto address = [](const void* data) { return reinterpret_cast<std::uintptr_t>(data); };
  // The size of shared memory has 48 bits of a word; no launch with a larger one is accepted.
  const std::uint64_t flags =
      std::uint64_t{shape.cooperative} | std::uint64_t{shape.cluster.has_value()} << 1 |
      std::uint64_t{shape.programmatic} << 2 | std::uint64_t{shape.l2_window.has_value()} << 3 |
      std::uint64_t{shape.shared_bytes >> 48 != 0} << 4;
  to[0] = address(kernel.address());
  to[1] = address(arguments.data());
  to[2] = shape.shared_bytes << 16 | accesses.size() << 5 | flags;
  to[3] = shape.grid.x | std::uint64_t{shape.grid.y} << 32;
  to[4] = shape.grid.z | std::uint64_t{shape.block.x} << 32;
  to[5] = shape.block.y | std::uint64_t{shape.block.z} << 32;
  std::uint64_t bytes = 0;
  std::uint64_t* word = to + signature_head;
  for (const Access& access : accesses) {
    *word++ = address(access.data);
    *word++ = access.bytes << 1 | std::uint64_t{access.writes};
    bytes += access.bytes;
  }
  to[signature_bytes] = bytes;
}

/// Copies a value and pads it with zeros to a multiple of 8 bytes, as a batch stores it.
/// @returns the end of the padding
inline std::byte* write_padded(std::byte* to, const void* value, std::size_t bytes) noexcept {
  if (bytes == 8) {
    std::memcpy(to, value, 8);
    return to + 8;
  }
  if (bytes == 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, value, 4);
    const std::uint64_t wide = word;
    std::memcpy(to, &wide, 8);
    return to + 8;
  }
  const std::size_t padded = (bytes + 7) / 8 * 8;
  std::memcpy(to, value, bytes);
  std::memset(to + bytes, 0, padded - bytes);
  return to + padded;
}

}  // namespace duet::detail
DUET_API_END
