#include "run/printf_text.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace amd_emulator {
namespace {

class Arguments {
 public:
  explicit Arguments(std::span<const u64> words) : left_(words) {}
  bool is_empty() const { return left_.empty(); }
  u64 word() {
    if (left_.empty()) return 0;
    const u64 value = left_.front();
    left_ = left_.subspan(1);
    return value;
  }
  std::string string() {
    const auto* const begin = reinterpret_cast<const char*>(left_.data());
    const std::string text(begin, strnlen(begin, left_.size_bytes()));
    left_ = left_.subspan(std::min(left_.size(), text.size() / sizeof(u64) + 1));
    return text;
  }

 private:
  std::span<const u64> left_;
};

template <typename T>
std::string print(const std::string& conversion, T value) {
  const int length = std::snprintf(nullptr, 0, conversion.c_str(), value);
  std::string text(static_cast<std::size_t>(std::max(length, 0)) + 1, '\0');
  (void)std::snprintf(text.data(), text.size(), conversion.c_str(), value);
  text.pop_back();
  return text;
}

/// Replaces stars by the arguments that give width and precision.
std::string flags_of(std::string_view flags, Arguments& arguments) {
  std::string result = "%";
  for (const char letter : flags) {
    if (letter == '*')
      result += std::to_string(static_cast<i32>(arguments.word()));
    else if (std::string_view("hljztL").find(letter) == std::string_view::npos)
      result += letter;
  }
  return result;
}

/// Reduces an integer to the size that the flags give: "hh", "h", none, "l" and others.
i64 sized(std::string_view flags, u64 value) {
  if (flags.find_first_of("ljzt") != std::string_view::npos) return static_cast<i64>(value);
  switch (std::count(flags.begin(), flags.end(), 'h')) {
    case 0: return static_cast<i32>(value);
    case 1: return static_cast<i16>(value);
    default: return static_cast<i8>(value);
  }
}

u64 unsigned_sized(std::string_view flags, u64 value) {
  if (flags.find_first_of("ljzt") != std::string_view::npos) return value;
  switch (std::count(flags.begin(), flags.end(), 'h')) {
    case 0: return static_cast<u32>(value);
    case 1: return static_cast<u16>(value);
    default: return static_cast<u8>(value);
  }
}

/// @param flags  what is between "%" and the letter
std::string convert(std::string_view flags, char letter, Arguments& arguments) {
  const std::string begin = flags_of(flags, arguments);
  switch (letter) {
    case 'd':
    case 'i': return print(begin + "lld", static_cast<long long>(sized(flags, arguments.word())));
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      return print(begin + "ll" + letter,
                   static_cast<unsigned long long>(unsigned_sized(flags, arguments.word())));
    case 'c': return print(begin + "c", static_cast<int>(arguments.word()));
    case 's': return print(begin + "s", arguments.string().c_str());
    case 'p': return print(begin + "p", reinterpret_cast<void*>(arguments.word()));
    case 'n': arguments.word(); return {};
    default: return print(begin + letter, std::bit_cast<double>(arguments.word()));
  }
}

}  // namespace

std::string printf_text(std::span<const u64> words) {
  Arguments arguments(words);
  const std::string format = arguments.string();
  std::string text;
  for (std::size_t at = 0; at < format.size();) {
    if (format[at] != '%') {
      text += format[at++];
      continue;
    }
    const std::size_t letter = format.find_first_of("diouxXfFeEgGaAcspn%", at + 1);
    if (letter == std::string::npos) break;
    if (format[letter] == '%')
      text += '%';
    else if (!arguments.is_empty())
      text += convert(std::string_view(format).substr(at + 1, letter - at - 1), format[letter],
                      arguments);
    at = letter + 1;
  }
  return text;
}

}  // namespace amd_emulator
