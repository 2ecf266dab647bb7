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

/// Undefined symbols of objects that call no function of the source.
constexpr std::string_view of_compilers[] = {
    "",       "_GLOBAL_OFFSET_TABLE_", "__cxa_finalize", "memcmp", "memcpy", "memmove",
    "memset", "__tls_get_addr"};

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

bool may_call_mathematics(std::span<const std::byte> object) {
  const ElfImage elf(object);
  return std::ranges::any_of(elf.symbols(), [](const ElfSymbol& symbol) {
    return symbol.section == SHN_UNDEF && std::ranges::count(of_compilers, symbol.name) == 0;
  });
}

}  // namespace duet::cpu
