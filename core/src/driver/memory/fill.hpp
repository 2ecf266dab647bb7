#pragma once

#include <cstddef>
#include <cstdint>

#include <duet/stream.hpp>

namespace duet::detail {

/// Enqueues a fill with a repeated word. The device must be current.
/// @param word_bytes  1, 2 or 4
void start_fill(StreamRef stream, void* to, std::uint32_t word, std::size_t word_bytes,
                std::size_t words);

}  // namespace duet::detail
