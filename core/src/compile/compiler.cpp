#include "compiler.hpp"

#include <fmt/format.h>

#include <atomic>

namespace duet {

namespace {

struct LoadedCompiler {
  CompilerChoice choice = CompilerChoice::current();  // before this loads the library
  Library library{vendor::compiler_search()};
  Compiler table = resolve(library);

  static Compiler resolve([[maybe_unused]] const Library& library) {
    Compiler table;
#define DUET_ROW(name, signature, function)                                      \
  if constexpr (vendor::is_linked) {                                             \
    table.name = &function;                                                      \
  } else {                                                                       \
    bind<&CompilerNames::name>(table.name, library.symbol(CompilerNames::name)); \
  }
#include "compiler.def"
    return table;
  }
};

std::atomic<const LoadedCompiler*> loaded_compiler{nullptr};

LoadedCompiler& loaded() {
  static LoadedCompiler& instance = []() -> LoadedCompiler& {
    auto& compiler = *new LoadedCompiler;
    loaded_compiler = &compiler;
    return compiler;
  }();
  return instance;
}

}  // namespace

Compiler& compiler() { return loaded().table; }

const std::string& compiler_path() { return loaded().library.path(); }

CompilerChoice compiler_choice() {
  const LoadedCompiler* const compiler = loaded_compiler;
  const bool is_fixed = compiler != nullptr && !compiler->library.path().empty();
  return is_fixed ? compiler->choice : CompilerChoice::current();
}

void throw_failed_call(vendor::CompilerStatus status, const CallSite& site) {
  const std::string name = compiler().compiler_error_name(status);
  const std::string reason = vendor::explain(status);
  throw Error(vendor::classify(status),
              fmt::format("{} failed: {}{}{}{}", site.plain_name(), name,
                          reason.empty() ? "" : " (", reason, reason.empty() ? "" : ")"),
              {.call = site.text(), .vendor_name = name});
}

}  // namespace duet
