#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <duet/shape.hpp>

namespace duet::tool {

/// Parses sizes such as "1000,64k,16Mi". The suffixes k, M, G count in thousands, Ki, Mi, Gi in
/// 1024.
/// @throws UsageError
std::vector<std::size_t> parse_sizes(std::string_view text);

/// Parses block sizes such as "128,256,16x16". @throws UsageError
std::vector<Dim3> parse_blocks(std::string_view text);

/// Writes a block as `parse_blocks` reads it: "256" or "16x16".
std::string block_text(Dim3 block);

}  // namespace duet::tool
