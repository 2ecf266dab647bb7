#pragma once

#include <span>
#include <string>

#include "base/words.hpp"

namespace amd_emulator {

/// The text of a printf: a format, then its arguments. Each begins at a word; strings end with a
/// null. Conversions without arguments print nothing; %n does nothing.
std::string printf_text(std::span<const u64> words);

}  // namespace amd_emulator
