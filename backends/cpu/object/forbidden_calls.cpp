#include "forbidden_calls.hpp"

#include <elf.h>

#include <algorithm>
#include <string_view>

#include "base/elf_image.hpp"

namespace duet::cpu {

namespace {

/// Functions that end the process or the thread that runs the kernel, or jump out of the kernel.
constexpr std::string_view forbidden[] = {
    "abort",  "exit",    "_exit",    "_Exit",        "quick_exit",     "pthread_exit", "thrd_exit",
    "raise",  "kill",    "tgkill",   "pthread_kill", "pthread_cancel", "fork",         "vfork",
    "execve", "longjmp", "_longjmp", "siglongjmp",   "__longjmp_chk"};

}  // namespace

std::string forbidden_call(std::span<const std::byte> object) {
  const ElfImage elf(object);
  for (const ElfSymbol& symbol : elf.symbols()) {
    const bool is_undefined = symbol.section == SHN_UNDEF;
    if (is_undefined && std::ranges::count(forbidden, symbol.name) != 0) {
      return std::string(symbol.name);
    }
  }
  return {};
}

}  // namespace duet::cpu
