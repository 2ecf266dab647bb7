#pragma once

#include <string>

namespace hip_on_cuda {

/// Prints the reason and aborts. Called where AMD's runtime crashes or aborts, so that a test finds
/// a caller that does such a thing.
[[noreturn]] void die(const std::string& why);

}  // namespace hip_on_cuda
