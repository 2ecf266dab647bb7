#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "source/tokens.hpp"

namespace duet {

/// Whether a word is the name of something that only the host has, wherever it stands.
bool is_host_word(std::string_view word);

/// Whether tokens name something that only the host has: a launch, a function of CUDA's runtime, a
/// container, a stream, a file.
bool uses_host(const std::vector<Token>& tokens, std::size_t begin, std::size_t end);

}  // namespace duet
