#pragma once

#include <string_view>

namespace duet {

/// Reports what is no error but changes what a program does, such as an invalid environment
/// variable: prints "duet: warning: TEXT" to standard error. Each text is reported once in a
/// process, and no more than 32 texts. Thread-safety: any thread.
void warn(std::string_view text) noexcept;

}  // namespace duet
