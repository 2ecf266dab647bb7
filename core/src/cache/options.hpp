#pragma once

#include <string_view>

#include <duet/cache.hpp>

namespace duet::cache {

/// What the environment asks for. What it asks for wrongly is passed to `warn`.
CacheOptions options_of_environment();

/// Passes a text to the options' callback; without one, prints it the first time.
void warn(const CacheOptions& options, std::string_view text) noexcept;

}  // namespace duet::cache
