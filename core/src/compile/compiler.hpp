#pragma once

// The run-time compiler as a table of function pointers; see driver/driver.hpp.

#include <string>

#include "compiler_choice.hpp"
#include "contract.hpp"
#include "driver/entry_table.hpp"

namespace duet::vendor {

#define DUET_ROW DUET_CHECK_ROW
#include "compiler.def"

}  // namespace duet::vendor

namespace duet {

/// The compiler's calls, typed by the vendor's own declarations.
struct Compiler {
#define DUET_ROW(name, signature, function) decltype(&function) name;
#include "compiler.def"
};

/// The vendor's name of each call.
struct CompilerNames {
#define DUET_ROW DUET_NAME_ROW
#include "compiler.def"
};

/// The table, loaded on first use. @throws Error (no_compiler)
Compiler& compiler();

/// Where the compiler's library was found; empty if it is linked.
const std::string& compiler_path();

/// What decides which compiler this process uses. Fixed once a library is loaded.
CompilerChoice compiler_choice();

[[noreturn]] void throw_failed_call(vendor::CompilerStatus status, const CallSite& site);

inline void check(vendor::CompilerStatus status, const CallSite& site) {
  if (status != vendor::compiler_success) [[unlikely]] {
    throw_failed_call(status, site);
  }
}

}  // namespace duet

/// Calls the compiler and throws what it reports.
#define DUET_COMPILER(name, ...)            \
  ::duet::check(                            \
      ::duet::compiler().name(__VA_ARGS__), \
      ::duet::CallSite{::duet::CompilerNames::name, #__VA_ARGS__, __builtin_FILE(), __LINE__})
