#pragma once

// The run-time compiler as a table of function pointers; see driver.hpp.

#include <string>

#include "compiler_choice.hpp"
#include "contract.hpp"
#include "driver/entry_table.hpp"

namespace duet {

struct Compiler {
#define DUET_CALL(name, cuda, hip) decltype(&DUET_PICK(name, cuda, hip)) name;
#include "compiler.def"
};

struct CompilerNames {
#define DUET_CALL(name, cuda, hip) \
  static constexpr const char* name = DUET_NAME_OF(DUET_PICK(name, cuda, hip));
#include "compiler.def"
};

/// The table, loaded on first use. @throws Error (no_compiler)
Compiler& compiler();

/// Where the compiler's library was found; empty if it is linked.
const std::string& compiler_path();

/// What decides which compiler this process uses: once one is loaded, what led to it.
CompilerChoice compiler_choice();

[[noreturn]] void throw_failed_call(vendor::CompilerStatus status, const CallSite& site);

inline void check(vendor::CompilerStatus status, const CallSite& site) {
  if (status != vendor::compiler_success) [[unlikely]] {
    throw_failed_call(status, site);
  }
}

}  // namespace duet

/// Calls the compiler and throws what it reports.
#define DUET_COMPILER(name, ...)                      \
  ::duet::check(::duet::compiler().name(__VA_ARGS__), \
                ::duet::CallSite{::duet::CompilerNames::name, #__VA_ARGS__, __FILE__, __LINE__})
